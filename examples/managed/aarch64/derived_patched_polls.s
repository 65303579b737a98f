# Made from managed/derived.ll by managed/regenerate: edit that, not this.
	.text
	.globl	patched_polls_derived_words     // -- Begin function patched_polls_derived_words
	.p2align	2
	.type	patched_polls_derived_words,@function
patched_polls_derived_words:            // @patched_polls_derived_words
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #96
	.cfi_def_cfa_offset 96
	stp	x30, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	mov	x19, x0
	lsl	x20, x0, #3
	nop
.Ltmp0:
	cmp	x19, #1022
	b.hi	.LBB0_8
// %bb.1:                               // %try.i
	mrs	x8, TPIDR_EL0
	//APP
	//NO_APP
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x0, [x8]
	ldr	x10, [x8, #8]
	add	x9, x0, x20
	add	x9, x9, #16
	cmp	x9, x10
	b.hi	.LBB0_8
// %bb.2:                               // %bump.i
	str	x9, [x8]
	mov	w8, #512                        // =0x200
	stp	x8, x19, [x0]
	cmp	x19, #1
	b.lt	.LBB0_9
.LBB0_3:                                // %fill.preheader
	mov	x22, #32557                     // =0x7f2d
	mov	x23, #33103                     // =0x814f
	add	x10, x0, #16
	movk	x22, #19605, lsl #16
	movk	x23, #63335, lsl #16
	add	x21, x20, #16
	movk	x22, #62509, lsl #32
	movk	x23, #31614, lsl #32
	mov	w20, #1                         // =0x1
	movk	x22, #22609, lsl #48
	movk	x23, #5125, lsl #48
.LBB0_4:                                // %fill
                                        // =>This Inner Loop Header: Depth=1
	stp	x0, x10, [sp, #32]
	mov	x0, x20
	bl	box
.Ltmp1:
	str	x0, [sp, #24]
	bl	unbox
.Ltmp2:
	mov	x8, x0
	ldp	x0, x10, [sp, #32]
	madd	x20, x20, x22, x23
	add	x9, x0, x21
	str	x8, [x10], #8
	cmp	x10, x9
	b.lo	.LBB0_4
// %bb.5:                               // %sum.head.preheader
	cmp	x19, #1
	b.lt	.LBB0_9
// %bb.6:                               // %sum.preheader
	mov	x19, xzr
	add	x10, x0, #16
.LBB0_7:                                // %sum
                                        // =>This Inner Loop Header: Depth=1
	ldr	x8, [x10]
	stp	x0, x10, [sp, #32]
	sub	x9, x9, #8
	str	x9, [sp, #24]
	mov	x0, x8
	bl	box
.Ltmp3:
	ldr	x8, [sp, #24]
	ldr	x8, [x8]
	str	x0, [sp, #16]
	mov	x0, x8
	bl	box
.Ltmp4:
	ldr	x8, [sp, #16]
	str	x0, [sp, #8]
	mov	x0, x8
	bl	unbox
.Ltmp5:
	ldr	x8, [sp, #8]
	mov	x20, x0
	mov	x0, x8
	bl	unbox
.Ltmp6:
	ldr	x8, [sp, #40]
	add	x11, x0, x0, lsl #1
	ldp	x9, x0, [sp, #24]
	add	x10, x8, #8
	eor	x8, x11, x20
	add	x19, x8, x19
	cmp	x10, x9
	b.lo	.LBB0_7
	b	.LBB0_10
.LBB0_8:                                // %slow.i
	mov	x0, x19
	mov	w1, #512                        // =0x200
	bl	spgc_allocate_array_slow
.Ltmp7:
	cmp	x19, #1
	b.ge	.LBB0_3
.LBB0_9:
	mov	x19, xzr
.LBB0_10:                               // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x30, x23, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #96
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	ret
.Lfunc_end0:
	.size	patched_polls_derived_words, .Lfunc_end0-patched_polls_derived_words
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function box
	.type	box,@function
box:                                    // @box
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	nop
.Ltmp8:
	//APP
	//NO_APP
	ldr	x0, [x20]
	ldr	x9, [x20, #8]
	add	x8, x0, #16
	cmp	x8, x9
	b.hi	.LBB1_3
// %bb.1:                               // %bump.i
	str	x8, [x20]
	mov	w8, #1024                       // =0x400
	str	x8, [x0]
.LBB1_2:                                // %spgc_allocate.exit
	str	x19, [x0, #8]
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB1_3:                                // %slow.i
	.cfi_restore_state
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	bl	spgc_allocate_slow
.Ltmp9:
	b	.LBB1_2
.Lfunc_end1:
	.size	box, .Lfunc_end1-box
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function unbox
	.type	unbox,@function
unbox:                                  // @unbox
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x30, x19, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	ldr	x19, [x0, #8]
	nop
.Ltmp10:
	mov	x0, x19
	ldp	x30, x19, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	unbox, .Lfunc_end2-unbox
	.cfi_endproc
                                        // -- End function
	.globl	patched_polls_derived_references // -- Begin function patched_polls_derived_references
	.p2align	2
	.type	patched_polls_derived_references,@function
patched_polls_derived_references:       // @patched_polls_derived_references
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x30, x21, [sp, #32]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w30, -32
	mov	x19, x0
	lsl	x20, x0, #3
	nop
.Ltmp11:
	cmp	x19, #1022
	b.hi	.LBB3_10
// %bb.1:                               // %try.i
	mrs	x8, TPIDR_EL0
	//APP
	//NO_APP
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x8]
	ldr	x11, [x8, #8]
	add	x10, x9, x20
	add	x10, x10, #16
	cmp	x10, x11
	b.hi	.LBB3_10
// %bb.2:                               // %bump.i
	str	x10, [x8]
	mov	w8, #768                        // =0x300
	stp	x8, x19, [x9]
	cmp	x19, #1
	b.lt	.LBB3_11
.LBB3_3:                                // %fill.preheader
	add	x10, x9, #16
	add	x21, x20, #16
	mov	w20, #1                         // =0x1
.LBB3_4:                                // %fill
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x20
	stp	x10, x9, [sp, #16]
	bl	box
.Ltmp12:
	ldp	x10, x9, [sp, #16]
	//APP
	//NO_APP
	mov	x11, x9
	ldrb	w8, [x11], #16
	tbnz	w8, #2, .LBB3_6
.LBB3_5:                                // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB3_4 Depth=1
	add	x8, x20, x20, lsl #1
	add	x12, x9, x21
	str	x0, [x10], #8
	cmp	x10, x12
	add	x20, x8, #7
	b.lo	.LBB3_4
	b	.LBB3_7
.LBB3_6:                                // %slow.i1
                                        //   in Loop: Header=BB3_4 Depth=1
	mov	x12, x0
	mov	x0, x9
	mov	x1, x10
	bl	spgc_barrier_slow
	mov	x0, x12
	b	.LBB3_5
.LBB3_7:                                // %sum.head.preheader
	cmp	x19, #1
	b.lt	.LBB3_11
// %bb.8:                               // %sum.preheader
	mov	x19, xzr
.LBB3_9:                                // %sum
                                        // =>This Inner Loop Header: Depth=1
	ldr	x0, [x11]
	str	x9, [sp, #8]
	stp	x11, x0, [sp, #16]
	bl	unbox
.Ltmp13:
	bl	box
.Ltmp14:
	str	x0, [sp, #24]
	bl	unbox
.Ltmp15:
	ldp	x9, x8, [sp, #8]
	sub	x10, x0, x19
	add	x19, x10, x19, lsl #5
	add	x11, x8, #8
	add	x8, x9, x21
	cmp	x11, x8
	b.lo	.LBB3_9
	b	.LBB3_12
.LBB3_10:                               // %slow.i
	mov	x0, x19
	mov	w1, #768                        // =0x300
	bl	spgc_allocate_array_slow
.Ltmp16:
	mov	x9, x0
	cmp	x19, #1
	b.ge	.LBB3_3
.LBB3_11:
	mov	x19, xzr
.LBB3_12:                               // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldp	x30, x21, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.Lfunc_end3:
	.size	patched_polls_derived_references, .Lfunc_end3-patched_polls_derived_references
	.cfi_endproc
                                        // -- End function
	.hidden	gc.safepoint_poll               // -- Begin function gc.safepoint_poll
	.weak	gc.safepoint_poll
	.p2align	2
	.type	gc.safepoint_poll,@function
gc.safepoint_poll:                      // @gc.safepoint_poll
	.cfi_startproc
// %bb.0:                               // %entry
	b	spgc_poll_slow
.Lfunc_end4:
	.size	gc.safepoint_poll, .Lfunc_end4-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	4
	.word	0
	.word	17
	.xword	patched_polls_derived_words
	.xword	96
	.xword	8
	.xword	box
	.xword	32
	.xword	2
	.xword	unbox
	.xword	16
	.xword	1
	.xword	patched_polls_derived_references
	.xword	64
	.xword	6
	.xword	1347374156
	.word	.Ltmp0-patched_polls_derived_words
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp1-patched_polls_derived_words
	.hword	0
	.hword	7
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	32
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
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp2-patched_polls_derived_words
	.hword	0
	.hword	9
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
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
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp3-patched_polls_derived_words
	.hword	0
	.hword	9
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	32
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
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp4-patched_polls_derived_words
	.hword	0
	.hword	11
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	16
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	16
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
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
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp5-patched_polls_derived_words
	.hword	0
	.hword	13
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	16
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	16
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
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
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp6-patched_polls_derived_words
	.hword	0
	.hword	11
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
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
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp7-patched_polls_derived_words
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	1347374156
	.word	.Ltmp8-box
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp9-box
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	1347374156
	.word	.Ltmp10-unbox
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	1347374156
	.word	.Ltmp11-patched_polls_derived_references
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp12-patched_polls_derived_references
	.hword	0
	.hword	7
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	16
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp13-patched_polls_derived_references
	.hword	0
	.hword	9
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	16
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp14-patched_polls_derived_references
	.hword	0
	.hword	7
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	16
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp15-patched_polls_derived_references
	.hword	0
	.hword	9
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	16
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp16-patched_polls_derived_references
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0

	.section	".note.GNU-stack","",@progbits
