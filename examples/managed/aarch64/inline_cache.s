# Made from managed/inline_cache.ll by managed/regenerate: edit that, not this.
	.text
	.globl	cache_areas                     // -- Begin function cache_areas
	.p2align	2
	.type	cache_areas,@function
cache_areas:                            // @cache_areas
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	mrs	x11, TPIDR_EL0
	ldr	x9, [x0, #8]
	add	x8, x11, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_6
// %bb.1:                               // %gc.safepoint_poll.exit9
	mov	x8, xzr
	cbz	x9, .LBB0_7
.LBB0_2:                                // %again.lr.ph
	add	x11, x11, :tprel_hi12:spgc_thread
	mov	x10, xzr
	add	x12, x0, #16
	add	x11, x11, :tprel_lo12_nc:spgc_thread
.LBB0_3:                                // %again
                                        // =>This Inner Loop Header: Depth=1
	ldr	x13, [x12, x10, lsl #3]
.Ltmp0:
	nop
	nop
	nop
	nop
	ldr	x14, [x11, #8]
	cbz	x14, .LBB0_5
.LBB0_4:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_3 Depth=1
	add	x10, x10, #1
	add	x8, x13, x8
	cmp	x9, x10
	b.ne	.LBB0_3
	b	.LBB0_7
.LBB0_5:                                // %stop.i
                                        //   in Loop: Header=BB0_3 Depth=1
	stur	x0, [x29, #-8]
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	stur	x9, [x29, #-16]                 // 8-byte Folded Spill
	stp	x13, x10, [sp, #8]              // 16-byte Folded Spill
	str	x11, [sp]                       // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp1:
	ldp	x9, x0, [x29, #-16]             // 8-byte Folded Reload
	ldp	x11, x13, [sp]                  // 16-byte Folded Reload
	ldp	x10, x8, [sp, #16]              // 16-byte Folded Reload
	add	x12, x0, #16
	b	.LBB0_4
.LBB0_6:                                // %stop.i8
	stp	x9, x0, [x29, #-16]             // 8-byte Folded Spill
	str	x11, [sp, #24]                  // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp2:
	ldp	x9, x0, [x29, #-16]             // 8-byte Folded Reload
	ldr	x11, [sp, #24]                  // 8-byte Folded Reload
	mov	x8, xzr
	cbnz	x9, .LBB0_2
.LBB0_7:                                // %end
	mov	x0, x8
	.cfi_def_cfa wsp, 64
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end0:
	.size	cache_areas, .Lfunc_end0-cache_areas
	.cfi_endproc
                                        // -- End function
	.globl	cache_outlines                  // -- Begin function cache_outlines
	.p2align	2
	.type	cache_outlines,@function
cache_outlines:                         // @cache_outlines
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #48
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	mrs	x11, TPIDR_EL0
	ldr	x9, [x0, #8]
	add	x8, x11, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_6
// %bb.1:                               // %gc.safepoint_poll.exit9
	mov	x8, xzr
	cbz	x9, .LBB1_7
.LBB1_2:                                // %again.lr.ph
	add	x11, x11, :tprel_hi12:spgc_thread
	mov	x10, xzr
	add	x12, x0, #16
	add	x11, x11, :tprel_lo12_nc:spgc_thread
.LBB1_3:                                // %again
                                        // =>This Inner Loop Header: Depth=1
	ldr	x13, [x12, x10, lsl #3]
.Ltmp3:
	nop
	nop
	nop
	nop
	ldr	x14, [x11, #8]
	cbz	x14, .LBB1_5
.LBB1_4:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB1_3 Depth=1
	add	x10, x10, #1
	add	x8, x13, x8
	cmp	x9, x10
	b.ne	.LBB1_3
	b	.LBB1_7
.LBB1_5:                                // %stop.i
                                        //   in Loop: Header=BB1_3 Depth=1
	stur	x0, [x29, #-8]
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	stur	x9, [x29, #-16]                 // 8-byte Folded Spill
	stp	x13, x10, [sp, #8]              // 16-byte Folded Spill
	str	x11, [sp]                       // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp4:
	ldp	x9, x0, [x29, #-16]             // 8-byte Folded Reload
	ldp	x11, x13, [sp]                  // 16-byte Folded Reload
	ldp	x10, x8, [sp, #16]              // 16-byte Folded Reload
	add	x12, x0, #16
	b	.LBB1_4
.LBB1_6:                                // %stop.i8
	stp	x9, x0, [x29, #-16]             // 8-byte Folded Spill
	str	x11, [sp, #24]                  // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldp	x9, x0, [x29, #-16]             // 8-byte Folded Reload
	ldr	x11, [sp, #24]                  // 8-byte Folded Reload
	mov	x8, xzr
	cbnz	x9, .LBB1_2
.LBB1_7:                                // %end
	mov	x0, x8
	.cfi_def_cfa wsp, 64
	ldp	x29, x30, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end1:
	.size	cache_outlines, .Lfunc_end1-cache_outlines
	.cfi_endproc
                                        // -- End function
	.hidden	gc.safepoint_poll               // -- Begin function gc.safepoint_poll
	.weak	gc.safepoint_poll
	.p2align	2
	.type	gc.safepoint_poll,@function
gc.safepoint_poll:                      // @gc.safepoint_poll
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_2
// %bb.1:                               // %done
	ret
.LBB2_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end2:
	.size	gc.safepoint_poll, .Lfunc_end2-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	2
	.word	1
	.word	6
	.xword	cache_areas
	.xword	64
	.xword	3
	.xword	cache_outlines
	.xword	64
	.xword	3
	.xword	6003376657720213505
	.xword	71
	.word	.Ltmp0-cache_areas
	.hword	0
	.hword	5
	.byte	1
	.byte	0
	.hword	8
	.hword	13
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	13
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	5
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	25
	.hword	0
	.byte	0
	.byte	8
	.hword	8
	.byte	0
	.byte	8
	.hword	9
	.byte	0
	.byte	8
	.hword	10
	.byte	0
	.byte	8
	.hword	11
	.byte	0
	.byte	8
	.hword	12
	.byte	0
	.byte	8
	.hword	13
	.byte	0
	.byte	8
	.hword	19
	.byte	0
	.byte	8
	.hword	20
	.byte	0
	.byte	8
	.hword	21
	.byte	0
	.byte	8
	.hword	22
	.byte	0
	.byte	8
	.hword	23
	.byte	0
	.byte	8
	.hword	24
	.byte	0
	.byte	8
	.hword	25
	.byte	0
	.byte	8
	.hword	26
	.byte	0
	.byte	8
	.hword	27
	.byte	0
	.byte	8
	.hword	28
	.byte	0
	.byte	8
	.hword	72
	.byte	0
	.byte	8
	.hword	73
	.byte	0
	.byte	8
	.hword	74
	.byte	0
	.byte	8
	.hword	75
	.byte	0
	.byte	8
	.hword	76
	.byte	0
	.byte	8
	.hword	77
	.byte	0
	.byte	8
	.hword	78
	.byte	0
	.byte	8
	.hword	79
	.byte	0
	.byte	8
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp1-cache_areas
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp2-cache_areas
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	72
	.word	.Ltmp3-cache_outlines
	.hword	0
	.hword	5
	.byte	1
	.byte	0
	.hword	8
	.hword	13
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	13
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	1
	.byte	1
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	5
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	25
	.hword	0
	.byte	0
	.byte	8
	.hword	8
	.byte	0
	.byte	8
	.hword	9
	.byte	0
	.byte	8
	.hword	10
	.byte	0
	.byte	8
	.hword	11
	.byte	0
	.byte	8
	.hword	12
	.byte	0
	.byte	8
	.hword	13
	.byte	0
	.byte	8
	.hword	19
	.byte	0
	.byte	8
	.hword	20
	.byte	0
	.byte	8
	.hword	21
	.byte	0
	.byte	8
	.hword	22
	.byte	0
	.byte	8
	.hword	23
	.byte	0
	.byte	8
	.hword	24
	.byte	0
	.byte	8
	.hword	25
	.byte	0
	.byte	8
	.hword	26
	.byte	0
	.byte	8
	.hword	27
	.byte	0
	.byte	8
	.hword	28
	.byte	0
	.byte	8
	.hword	72
	.byte	0
	.byte	8
	.hword	73
	.byte	0
	.byte	8
	.hword	74
	.byte	0
	.byte	8
	.hword	75
	.byte	0
	.byte	8
	.hword	76
	.byte	0
	.byte	8
	.hword	77
	.byte	0
	.byte	8
	.hword	78
	.byte	0
	.byte	8
	.hword	79
	.byte	0
	.byte	8
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp4-cache_outlines
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp5-cache_outlines
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0

	.section	".note.GNU-stack","",@progbits
