# Made from managed/polls.ll by managed/regenerate: edit that, not this.
	.text
	.globl	patched_polls_test_polls_spin   // -- Begin function patched_polls_test_polls_spin
	.p2align	2
	.type	patched_polls_test_polls_spin,@function
patched_polls_test_polls_spin:          // @patched_polls_test_polls_spin
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	mov	x20, x1
	mov	x19, x0
	nop
.Ltmp0:
	mov	x0, x20
	bl	polls_box
.Ltmp1:
	add	x8, x19, x20, lsl #2
	mov	w9, #1                          // =0x1
	str	w9, [x8, #4]
.LBB0_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	w8, [x19]
	cbnz	w8, .LBB0_3
// %bb.2:                               // %again
                                        //   in Loop: Header=BB0_1 Depth=1
	ldr	w20, [x19]
	str	x0, [sp, #8]
	nop
.Ltmp2:
	ldr	x0, [sp, #8]
	cbz	w20, .LBB0_1
.LBB0_3:                                // %end
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x0, [x0, #8]
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.Lfunc_end0:
	.size	patched_polls_test_polls_spin, .Lfunc_end0-patched_polls_test_polls_spin
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function polls_box
	.type	polls_box,@function
polls_box:                              // @polls_box
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
.Ltmp3:
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
.Ltmp4:
	b	.LBB1_2
.Lfunc_end1:
	.size	polls_box, .Lfunc_end1-polls_box
	.cfi_endproc
                                        // -- End function
	.globl	patched_polls_test_polls_sum    // -- Begin function patched_polls_test_polls_sum
	.p2align	2
	.type	patched_polls_test_polls_sum,@function
patched_polls_test_polls_sum:           // @patched_polls_test_polls_sum
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	mov	x19, x0
	nop
.Ltmp5:
	mov	x0, xzr
	bl	polls_box
.Ltmp6:
	mov	w20, #1                         // =0x1
.LBB2_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	str	x0, [sp, #8]
	mov	x0, x20
	bl	polls_box
.Ltmp7:
	ldr	x8, [sp, #8]
	ldr	x9, [x0, #8]
	add	x20, x20, #1
	cmp	x20, x19
	ldr	x8, [x8, #8]
	add	x8, x9, x8
	str	x8, [x0, #8]
	b.ls	.LBB2_1
// %bb.2:                               // %end
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	mov	x0, x8
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	patched_polls_test_polls_sum, .Lfunc_end2-patched_polls_test_polls_sum
	.cfi_endproc
                                        // -- End function
	.globl	patched_polls_test_polls_thunk  // -- Begin function patched_polls_test_polls_thunk
	.p2align	2
	.type	patched_polls_test_polls_thunk,@function
patched_polls_test_polls_thunk:         // @patched_polls_test_polls_thunk
	.cfi_startproc
// %bb.0:                               // %entry
	//APP
	b	spgc_poll_slow
	//NO_APP
.Lfunc_end3:
	.size	patched_polls_test_polls_thunk, .Lfunc_end3-patched_polls_test_polls_thunk
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
	.word	3
	.word	0
	.word	8
	.xword	patched_polls_test_polls_spin
	.xword	32
	.xword	3
	.xword	polls_box
	.xword	32
	.xword	2
	.xword	patched_polls_test_polls_sum
	.xword	32
	.xword	3
	.xword	1347374156
	.word	.Ltmp0-patched_polls_test_polls_spin
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
	.word	.Ltmp1-patched_polls_test_polls_spin
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
	.xword	1347374156
	.word	.Ltmp2-patched_polls_test_polls_spin
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
	.xword	1347374156
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
	.xword	1347374156
	.word	.Ltmp5-patched_polls_test_polls_sum
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
	.word	.Ltmp6-patched_polls_test_polls_sum
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
	.word	.Ltmp7-patched_polls_test_polls_sum
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

	.section	".note.GNU-stack","",@progbits
