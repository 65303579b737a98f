# Made from managed/polls.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_polls_spin                 // -- Begin function test_polls_spin
	.p2align	2
	.type	test_polls_spin,@function
test_polls_spin:                        // @test_polls_spin
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x30, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x20, x1
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x21, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x21, #8]
	cbz	x8, .LBB0_7
.LBB0_1:                                // %gc.safepoint_poll.exit6
	mov	x0, x20
	bl	polls_box
.Ltmp0:
	add	x8, x19, x20, lsl #2
	mov	w9, #1                          // =0x1
	str	w9, [x8, #4]
.LBB0_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	w8, [x19]
	cbnz	w8, .LBB0_6
// %bb.3:                               // %again
                                        //   in Loop: Header=BB0_2 Depth=1
	ldr	w20, [x19]
	ldr	x8, [x21, #8]
	cbz	x8, .LBB0_5
// %bb.4:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_2 Depth=1
	cbz	w20, .LBB0_2
	b	.LBB0_6
.LBB0_5:                                // %stop.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x0, [sp, #8]
	bl	spgc_poll_slow
.Ltmp1:
	ldr	x0, [sp, #8]
	cbz	w20, .LBB0_2
.LBB0_6:                                // %end
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x0, [x0, #8]
	ldp	x30, x21, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB0_7:                                // %stop.i5
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp2:
	b	.LBB0_1
.Lfunc_end0:
	.size	test_polls_spin, .Lfunc_end0-test_polls_spin
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function polls_box
	.type	polls_box,@function
polls_box:                              // @polls_box
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	mov	x8, x0
	ldr	x10, [x9, #8]
	cbz	x10, .LBB1_4
.LBB1_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x0, [x9]
	ldr	x11, [x9, #8]
	add	x10, x0, #16
	cmp	x10, x11
	b.hi	.LBB1_5
// %bb.2:                               // %bump.i
	str	x10, [x9]
	mov	w9, #1024                       // =0x400
	str	x9, [x0]
.LBB1_3:                                // %spgc_allocate.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	str	x8, [x0, #8]
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_4:                                // %stop.i
	.cfi_restore_state
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp3:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.LBB1_5:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp4:
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_3
.Lfunc_end1:
	.size	polls_box, .Lfunc_end1-polls_box
	.cfi_endproc
                                        // -- End function
	.globl	test_polls_sum                  // -- Begin function test_polls_sum
	.p2align	2
	.type	test_polls_sum,@function
test_polls_sum:                         // @test_polls_sum
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
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_4
.LBB2_1:                                // %gc.safepoint_poll.exit
	mov	x0, xzr
	bl	polls_box
.Ltmp5:
	mov	w20, #1                         // =0x1
.LBB2_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	str	x0, [sp, #8]
	mov	x0, x20
	bl	polls_box
.Ltmp6:
	ldr	x8, [sp, #8]
	ldr	x9, [x0, #8]
	add	x20, x20, #1
	cmp	x20, x19
	ldr	x8, [x8, #8]
	add	x8, x9, x8
	str	x8, [x0, #8]
	b.ls	.LBB2_2
// %bb.3:                               // %end
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	mov	x0, x8
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB2_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp7:
	b	.LBB2_1
.Lfunc_end2:
	.size	test_polls_sum, .Lfunc_end2-test_polls_sum
	.cfi_endproc
                                        // -- End function
	.globl	test_polls_thunk                // -- Begin function test_polls_thunk
	.p2align	2
	.type	test_polls_thunk,@function
test_polls_thunk:                       // @test_polls_thunk
	.cfi_startproc
// %bb.0:                               // %entry
	//APP
	b	spgc_poll_slow
	//NO_APP
.Lfunc_end3:
	.size	test_polls_thunk, .Lfunc_end3-test_polls_thunk
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
	cbz	x8, .LBB4_2
// %bb.1:                               // %done
	ret
.LBB4_2:                                // %stop
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
	.word	3
	.word	0
	.word	8
	.xword	test_polls_spin
	.xword	48
	.xword	3
	.xword	polls_box
	.xword	32
	.xword	2
	.xword	test_polls_sum
	.xword	32
	.xword	3
	.xword	2882400000
	.word	.Ltmp0-test_polls_spin
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
	.xword	2882400000
	.word	.Ltmp1-test_polls_spin
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
	.word	.Ltmp2-test_polls_spin
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
	.word	.Ltmp3-polls_box
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
	.word	.Ltmp4-polls_box
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
	.word	.Ltmp5-test_polls_sum
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
	.xword	2882400000
	.word	.Ltmp6-test_polls_sum
	.hword	0
	.hword	5
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp7-test_polls_sum
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
