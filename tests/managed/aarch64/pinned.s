# Made from managed/pinned.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_pinned_sum                 // -- Begin function test_pinned_sum
	.p2align	2
	.type	test_pinned_sum,@function
test_pinned_sum:                        // @test_pinned_sum
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #96
	.cfi_def_cfa_offset 96
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x2
	mov	x24, x1
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x20, x0
	add	x25, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x25, #8]
	cbz	x8, .LBB0_6
.LBB0_1:                                // %gc.safepoint_poll.exit6
	mov	x0, x24
	bl	pinned_squares
.Ltmp0:
	cmp	x24, #1
	mov	x23, x0
	mov	x22, xzr
	mov	x21, xzr
	add	x26, x0, x19
	csinc	x24, x24, xzr, hi
.LBB0_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x22
	blr	x20
.Ltmp1:
	ldr	x8, [x26, x22, lsl #3]
	ldr	x9, [x25, #8]
	cbz	x9, .LBB0_4
.LBB0_3:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_2 Depth=1
	add	x22, x22, #1
	add	x21, x8, x21
	cmp	x24, x22
	b.ne	.LBB0_2
	b	.LBB0_5
.LBB0_4:                                // %stop.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x23, [sp, #8]
	mov	x23, x8
	bl	spgc_poll_slow
.Ltmp2:
	mov	x8, x23
	ldr	x23, [sp, #8]
	add	x26, x23, x19
	b	.LBB0_3
.LBB0_5:                                // %done
	mov	x0, x21
	.cfi_def_cfa wsp, 96
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #96
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB0_6:                                // %stop.i5
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp3:
	b	.LBB0_1
.Lfunc_end0:
	.size	test_pinned_sum, .Lfunc_end0-test_pinned_sum
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function pinned_squares
	.type	pinned_squares,@function
pinned_squares:                         // @pinned_squares
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x9, TPIDR_EL0
	add	x8, x9, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x10, [x8, #8]
	mov	x8, x0
	cbz	x10, .LBB1_16
// %bb.1:                               // %gc.safepoint_poll.exit14
	cmp	x8, #1022
	b.hi	.LBB1_17
.LBB1_2:                                // %try.i
	add	x10, x9, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	ldr	x0, [x10]
	ldr	x12, [x10, #8]
	add	x11, x0, x8, lsl #3
	add	x11, x11, #16
	cmp	x11, x12
	b.hi	.LBB1_17
// %bb.3:                               // %bump.i
	str	x11, [x10]
	mov	w10, #512                       // =0x200
	stp	x10, x8, [x0]
.LBB1_4:                                // %spgc_allocate_array.exit
	cmp	x8, #1
	add	x11, x0, #16
	csinc	x10, x8, xzr, hi
	cmp	x8, #2
	b.hs	.LBB1_6
// %bb.5:
	mov	x12, xzr
	b	.LBB1_12
.LBB1_6:                                // %vector.ph
	add	x14, x9, :tprel_hi12:spgc_thread
	mov	x13, xzr
	and	x12, x10, #0xfffffffffffffffe
	add	x14, x14, :tprel_lo12_nc:spgc_thread
.LBB1_7:                                // %vector.body
                                        // =>This Inner Loop Header: Depth=1
	add	x16, x13, #1
	mul	x15, x13, x13
	add	x17, x11, x13, lsl #3
	mul	x16, x16, x16
	stp	x15, x16, [x17]
	ldr	x15, [x14, #8]
	cbz	x15, .LBB1_9
.LBB1_8:                                // %gc.safepoint_poll.exit8
                                        //   in Loop: Header=BB1_7 Depth=1
	add	x13, x13, #2
	cmp	x12, x13
	b.ne	.LBB1_7
	b	.LBB1_10
.LBB1_9:                                // %stop.i7
                                        //   in Loop: Header=BB1_7 Depth=1
	str	x0, [sp, #56]
	stp	x9, x8, [sp, #16]               // 16-byte Folded Spill
	stp	x12, x10, [sp, #32]             // 16-byte Folded Spill
	stp	x14, x13, [sp]                  // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp4:
	ldp	x14, x13, [sp]                  // 16-byte Folded Reload
	ldr	x0, [sp, #56]
	ldp	x12, x10, [sp, #32]             // 16-byte Folded Reload
	ldp	x9, x8, [sp, #16]               // 16-byte Folded Reload
	add	x11, x0, #16
	b	.LBB1_8
.LBB1_10:                               // %middle.block
	cmp	x12, x8
	b.ne	.LBB1_12
.LBB1_11:                               // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_12:                               // %loop.preheader
	.cfi_restore_state
	add	x8, x9, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
.LBB1_13:                               // %loop
                                        // =>This Inner Loop Header: Depth=1
	mul	x9, x12, x12
	str	x9, [x11, x12, lsl #3]
	ldr	x9, [x8, #8]
	cbz	x9, .LBB1_15
.LBB1_14:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB1_13 Depth=1
	add	x12, x12, #1
	cmp	x10, x12
	b.ne	.LBB1_13
	b	.LBB1_11
.LBB1_15:                               // %stop.i
                                        //   in Loop: Header=BB1_13 Depth=1
	str	x0, [sp, #56]
	stp	x12, x10, [sp, #32]             // 16-byte Folded Spill
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldp	x8, x12, [sp, #24]              // 16-byte Folded Reload
	ldr	x0, [sp, #56]
	ldr	x10, [sp, #40]                  // 8-byte Folded Reload
	add	x11, x0, #16
	b	.LBB1_14
.LBB1_16:                               // %stop.i13
	stp	x9, x8, [sp, #16]               // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp6:
	ldp	x9, x8, [sp, #16]               // 16-byte Folded Reload
	cmp	x8, #1022
	b.ls	.LBB1_2
.LBB1_17:                               // %slow.i
	mov	x0, x8
	mov	w1, #512                        // =0x200
	stp	x9, x8, [sp, #16]               // 16-byte Folded Spill
	bl	spgc_allocate_array_slow
.Ltmp7:
	ldp	x9, x8, [sp, #16]               // 16-byte Folded Reload
	b	.LBB1_4
.Lfunc_end1:
	.size	pinned_squares, .Lfunc_end1-pinned_squares
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
	.word	8
	.xword	test_pinned_sum
	.xword	96
	.xword	4
	.xword	pinned_squares
	.xword	64
	.xword	4
	.xword	6003376657720213505
	.xword	2882400000
	.word	.Ltmp0-test_pinned_sum
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	7
	.word	.Ltmp1-test_pinned_sum
	.hword	0
	.hword	3
	.byte	1
	.byte	0
	.hword	8
	.hword	22
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	23
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
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp2-test_pinned_sum
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
	.word	.Ltmp3-test_pinned_sum
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
	.word	.Ltmp4-pinned_squares
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
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	56
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp5-pinned_squares
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
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	56
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp6-pinned_squares
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
	.word	.Ltmp7-pinned_squares
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
