# Made from managed/misplaced.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_transition_inlined         // -- Begin function test_transition_inlined
	.p2align	2
	.type	test_transition_inlined,@function
test_transition_inlined:                // @test_transition_inlined
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mrs	x19, TPIDR_EL0
	mov	x9, x1
	mov	x10, x0
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x20, #8]
	cbz	x8, .LBB0_8
.LBB0_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x11, [x20]
	ldr	x12, [x20, #8]
	add	x8, x11, #16
	cmp	x8, x12
	b.hi	.LBB0_9
// %bb.2:                               // %bump.i
	str	x8, [x20]
	mov	w8, #1024                       // =0x400
	str	x8, [x11]
.LBB0_3:                                // %spgc_allocate.exit
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x12, x29, #32
	str	x9, [x11, #8]
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	add	x8, x20, #28
	str	x12, [x20, #40]
	str	x29, [x20, #32]
	stlr	wzr, [x8]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB0_10
.LBB0_4:                                // %spgc_enter_native.exit
	mov	x0, x9
	stur	x11, [x29, #-8]
	blr	x10
.Ltmp0:
	mov	w8, #1                          // =0x1
	ldur	x9, [x29, #-8]
	str	w8, [x20, #28]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB0_7
// %bb.5:                               // %look.i
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB0_7
.LBB0_6:                                // %spgc_leave_native.exit
	ldr	x8, [x9, #8]
	add	x0, x8, x0
	.cfi_def_cfa wsp, 64
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB0_7:                                // %slow.i4
	.cfi_restore_state
	mov	x10, x0
	bl	spgc_leave_native_slow
	mov	x0, x10
	b	.LBB0_6
.LBB0_8:                                // %stop.i
	stp	x10, x9, [sp, #8]               // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp1:
	ldp	x10, x9, [sp, #8]               // 16-byte Folded Reload
	b	.LBB0_1
.LBB0_9:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	str	x9, [sp, #16]                   // 8-byte Folded Spill
	mov	x20, x10
	bl	spgc_allocate_slow
.Ltmp2:
	ldr	x9, [sp, #16]                   // 8-byte Folded Reload
	mov	x10, x20
	mov	x11, x0
	b	.LBB0_3
.LBB0_10:                               // %slow.i1
	bl	spgc_enter_native_slow
	b	.LBB0_4
.Lfunc_end0:
	.size	test_transition_inlined, .Lfunc_end0-test_transition_inlined
	.cfi_endproc
                                        // -- End function
	.globl	test_transition_nowhere         // -- Begin function test_transition_nowhere
	.p2align	2
	.type	test_transition_nowhere,@function
test_transition_nowhere:                // @test_transition_nowhere
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9, #8]
	cbz	x8, .LBB1_4
.LBB1_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #16
	cmp	x10, x11
	b.hi	.LBB1_5
// %bb.2:                               // %bump.i
	str	x10, [x9]
	mov	w9, #1024                       // =0x400
	str	x9, [x8]
.LBB1_3:                                // %spgc_allocate.exit
	str	x1, [x8, #8]
	str	x8, [sp, #40]
	bl	misplaced_nowhere
.Ltmp3:
	ldp	x30, x8, [sp, #32]              // 8-byte Folded Reload
	ldr	x8, [x8, #8]
	add	x0, x8, x0
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_4:                                // %stop.i
	.cfi_restore_state
	stp	x1, x0, [sp, #16]               // 16-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp4:
	ldp	x9, x1, [sp, #8]                // 16-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.LBB1_5:                                // %slow.i
	stp	x1, x0, [sp, #16]               // 16-byte Folded Spill
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	bl	spgc_allocate_slow
.Ltmp5:
	mov	x8, x0
	ldp	x1, x0, [sp, #16]               // 16-byte Folded Reload
	b	.LBB1_3
.Lfunc_end1:
	.size	test_transition_nowhere, .Lfunc_end1-test_transition_nowhere
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function misplaced_nowhere
	.type	misplaced_nowhere,@function
misplaced_nowhere:                      // @misplaced_nowhere
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mrs	x19, TPIDR_EL0
	mov	x9, x1
	mov	x10, x0
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	add	x8, x20, #28
	str	xzr, [x20, #40]
	str	xzr, [x20, #32]
	stlr	wzr, [x8]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB2_5
.LBB2_1:                                // %spgc_enter_native.exit
	mov	x0, x9
	blr	x10
	mov	w8, #1                          // =0x1
	str	w8, [x20, #28]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB2_4
// %bb.2:                               // %look.i
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB2_4
.LBB2_3:                                // %spgc_leave_native.exit
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB2_4:                                // %slow.i3
	.cfi_restore_state
	mov	x9, x0
	bl	spgc_leave_native_slow
	mov	x0, x9
	b	.LBB2_3
.LBB2_5:                                // %slow.i
	bl	spgc_enter_native_slow
	b	.LBB2_1
.Lfunc_end2:
	.size	misplaced_nowhere, .Lfunc_end2-misplaced_nowhere
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
	cbz	x8, .LBB3_2
// %bb.1:                               // %done
	ret
.LBB3_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end3:
	.size	gc.safepoint_poll, .Lfunc_end3-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	2
	.word	0
	.word	6
	.xword	test_transition_inlined
	.xword	64
	.xword	3
	.xword	test_transition_nowhere
	.xword	48
	.xword	3
	.xword	2882400000
	.word	.Ltmp0-test_transition_inlined
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
	.word	24
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
	.word	.Ltmp1-test_transition_inlined
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
	.word	.Ltmp2-test_transition_inlined
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
	.word	.Ltmp3-test_transition_nowhere
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
	.word	.Ltmp4-test_transition_nowhere
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
	.word	.Ltmp5-test_transition_nowhere
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
