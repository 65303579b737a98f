# Made from managed/patched.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_patched_stop               // -- Begin function test_patched_stop
	.p2align	2
	.type	test_patched_stop,@function
test_patched_stop:                      // @test_patched_stop
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB0_2:                                // %stop.i
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp0:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end0:
	.size	test_patched_stop, .Lfunc_end0-test_patched_stop
	.cfi_endproc
                                        // -- End function
	.globl	test_patched_statepoint         // -- Begin function test_patched_statepoint
	.p2align	2
	.type	test_patched_statepoint,@function
test_patched_statepoint:                // @test_patched_statepoint
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
	cbz	x8, .LBB1_4
// %bb.1:                               // %gc.safepoint_poll.exit
	mov	x20, xzr
	cbz	x19, .LBB1_3
.LBB1_2:                                // %again
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x19
	bl	patched_box
.Ltmp1:
	str	x0, [sp, #8]
	nop
	nop
.Ltmp2:
	ldr	x0, [sp, #8]
	bl	patched_unbox
.Ltmp3:
	subs	x19, x19, #1
	add	x20, x0, x20
	b.ne	.LBB1_2
.LBB1_3:                                // %end
	mov	x0, x20
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB1_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp4:
	mov	x20, xzr
	cbnz	x19, .LBB1_2
	b	.LBB1_3
.Lfunc_end1:
	.size	test_patched_statepoint, .Lfunc_end1-test_patched_statepoint
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function patched_box
	.type	patched_box,@function
patched_box:                            // @patched_box
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
	cbz	x10, .LBB2_4
.LBB2_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x0, [x9]
	ldr	x11, [x9, #8]
	add	x10, x0, #16
	cmp	x10, x11
	b.hi	.LBB2_5
// %bb.2:                               // %bump.i
	str	x10, [x9]
	mov	w9, #1024                       // =0x400
	str	x9, [x0]
.LBB2_3:                                // %spgc_allocate.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	str	x8, [x0, #8]
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB2_4:                                // %stop.i
	.cfi_restore_state
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB2_1
.LBB2_5:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp6:
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB2_3
.Lfunc_end2:
	.size	patched_box, .Lfunc_end2-patched_box
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function patched_unbox
	.type	patched_unbox,@function
patched_unbox:                          // @patched_unbox
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	ldr	x0, [x0, #8]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB3_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp7:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end3:
	.size	patched_unbox, .Lfunc_end3-patched_unbox
	.cfi_endproc
                                        // -- End function
	.globl	test_patched_loop               // -- Begin function test_patched_loop
	.p2align	2
	.type	test_patched_loop,@function
test_patched_loop:                      // @test_patched_loop
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
	cbz	x8, .LBB4_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x19, .LBB4_4
.LBB4_2:                                // %again.preheader
	mov	x20, x19
.LBB4_3:                                // %again
                                        // =>This Inner Loop Header: Depth=1
	nop
	nop
	nop
	nop
.Ltmp8:
	subs	x20, x20, #1
	b.ne	.LBB4_3
.LBB4_4:                                // %end
	mov	x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB4_5:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp9:
	cbnz	x19, .LBB4_2
	b	.LBB4_4
.Lfunc_end4:
	.size	test_patched_loop, .Lfunc_end4-test_patched_loop
	.cfi_endproc
                                        // -- End function
	.globl	test_patched_patchpoint         // -- Begin function test_patched_patchpoint
	.p2align	2
	.type	test_patched_patchpoint,@function
test_patched_patchpoint:                // @test_patched_patchpoint
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	str	x19, [sp, #16]                  // 8-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x1
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB5_2
.LBB5_1:                                // %gc.safepoint_poll.exit
.Ltmp10:
	nop
	nop
	nop
	nop
	add	x0, x0, x19
	.cfi_def_cfa wsp, 32
	ldr	x19, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB5_2:                                // %stop.i
	.cfi_restore_state
	str	x0, [x29, #24]                  // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp11:
	ldr	x0, [x29, #24]                  // 8-byte Folded Reload
	b	.LBB5_1
.Lfunc_end5:
	.size	test_patched_patchpoint, .Lfunc_end5-test_patched_patchpoint
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
	cbz	x8, .LBB6_2
// %bb.1:                               // %done
	ret
.LBB6_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end6:
	.size	gc.safepoint_poll, .Lfunc_end6-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	6
	.word	0
	.word	12
	.xword	test_patched_stop
	.xword	16
	.xword	1
	.xword	test_patched_statepoint
	.xword	32
	.xword	4
	.xword	patched_box
	.xword	32
	.xword	2
	.xword	patched_unbox
	.xword	16
	.xword	1
	.xword	test_patched_loop
	.xword	32
	.xword	2
	.xword	test_patched_patchpoint
	.xword	32
	.xword	2
	.xword	2882400000
	.word	.Ltmp0-test_patched_stop
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
	.word	.Ltmp1-test_patched_statepoint
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
	.xword	41
	.word	.Ltmp2-test_patched_statepoint
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
	.word	.Ltmp3-test_patched_statepoint
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
	.word	.Ltmp4-test_patched_statepoint
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
	.word	.Ltmp5-patched_box
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
	.word	.Ltmp6-patched_box
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
	.word	.Ltmp7-patched_unbox
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
	.xword	42
	.word	.Ltmp8-test_patched_loop
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
	.word	.Ltmp9-test_patched_loop
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
	.xword	43
	.word	.Ltmp10-test_patched_patchpoint
	.hword	0
	.hword	1
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	20
	.hword	0
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
	.hword	31
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
	.word	.Ltmp11-test_patched_patchpoint
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
