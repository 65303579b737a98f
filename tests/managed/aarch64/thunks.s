# Made from managed/thunks.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_thunk_array                // -- Begin function test_thunk_array
	.p2align	2
	.type	test_thunk_array,@function
test_thunk_array:                       // @test_thunk_array
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x30, x23, [sp, #16]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #32]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x2
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_2
.LBB0_1:                                // %gc.safepoint_poll.exit
	mov	w0, #1                          // =0x1
	bl	thunk_box
.Ltmp0:
	ldr	x22, [x20]
	ldr	x0, [x20, #8]
	str	x0, [sp, #8]
	bl	thunk_unbox
.Ltmp1:
	mov	x21, x0
	mov	w0, #2                          // =0x2
	bl	thunk_box
.Ltmp2:
	ldr	x8, [x20, #16]
	mov	w0, #3                          // =0x3
	ldr	x23, [x8]
	bl	thunk_box
.Ltmp3:
	ldr	x0, [x20, #24]
	str	x0, [sp, #8]
	bl	thunk_unbox
.Ltmp4:
	add	x8, x22, x22, lsl #1
	add	x8, x8, x23
	ldp	x30, x23, [sp, #16]             // 16-byte Folded Reload
	add	x8, x21, x8
	ldp	x22, x21, [sp, #32]             // 16-byte Folded Reload
	add	x8, x8, x0
	str	x8, [x19]
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	ret
.LBB0_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp5:
	b	.LBB0_1
.Lfunc_end0:
	.size	test_thunk_array, .Lfunc_end0-test_thunk_array
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function thunk_box
	.type	thunk_box,@function
thunk_box:                              // @thunk_box
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
.Ltmp6:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.LBB1_5:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp7:
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_3
.Lfunc_end1:
	.size	thunk_box, .Lfunc_end1-thunk_box
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function thunk_unbox
	.type	thunk_unbox,@function
thunk_unbox:                            // @thunk_unbox
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	ldr	x0, [x0, #8]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB2_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp8:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	thunk_unbox, .Lfunc_end2-thunk_unbox
	.cfi_endproc
                                        // -- End function
	.globl	test_thunk_statepoint           // -- Begin function test_thunk_statepoint
	.p2align	2
	.type	test_thunk_statepoint,@function
test_thunk_statepoint:                  // @test_thunk_statepoint
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -48
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x1
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_4
.LBB3_1:                                // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	thunk_box
.Ltmp9:
	mov	x21, xzr
	cbz	x20, .LBB3_3
.LBB3_2:                                // %again
                                        // =>This Inner Loop Header: Depth=1
	str	x0, [sp, #40]
	mov	x0, x20
	bl	thunk_box
.Ltmp10:
	str	x0, [sp, #24]
	mov	x0, x20
	bl	thunk_box
.Ltmp11:
	ldr	x8, [sp, #24]
	str	x0, [sp]
	add	x8, x8, x19
	stp	x8, x20, [sp, #8]
	nop
	nop
	nop
	nop
.Ltmp12:
	ldr	x8, [sp, #40]
	mov	x22, x0
	mov	x0, x8
	bl	thunk_unbox
.Ltmp13:
	ldr	x9, [sp, #8]
	add	x10, x22, x21
	mov	x8, x0
	ldr	x0, [sp, #40]
	subs	x20, x20, #1
	ldr	x9, [x9]
	add	x9, x10, x9
	add	x21, x9, x8
	b.ne	.LBB3_2
.LBB3_3:                                // %end
	mov	x0, x21
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w30
	ret
.LBB3_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp14:
	b	.LBB3_1
.Lfunc_end3:
	.size	test_thunk_statepoint, .Lfunc_end3-test_thunk_statepoint
	.cfi_endproc
                                        // -- End function
	.globl	test_thunk_collect              // -- Begin function test_thunk_collect
	.p2align	2
	.type	test_thunk_collect,@function
test_thunk_collect:                     // @test_thunk_collect
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB4_2
.LBB4_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	bl	thunk_box
.Ltmp15:
	str	x0, [sp, #8]
	mov	x0, x19
	bl	thunk_box
.Ltmp16:
	ldr	x8, [sp, #8]
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x8, [x8, #8]
	str	x8, [x0, #8]
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB4_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp17:
	b	.LBB4_1
.Lfunc_end4:
	.size	test_thunk_collect, .Lfunc_end4-test_thunk_collect
	.cfi_endproc
                                        // -- End function
	.globl	test_thunk_patchpoint           // -- Begin function test_thunk_patchpoint
	.p2align	2
	.type	test_thunk_patchpoint,@function
test_thunk_patchpoint:                  // @test_thunk_patchpoint
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB5_4
// %bb.1:                               // %gc.safepoint_poll.exit
	mov	x20, xzr
	cbz	x19, .LBB5_3
.LBB5_2:                                // %again
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x19
	bl	thunk_box
.Ltmp18:
	str	x0, [sp, #8]
	mov	x0, x19
	bl	thunk_box
.Ltmp19:
	str	x0, [sp]
	mov	x0, x19
	bl	thunk_box
.Ltmp20:
	ldp	x8, x9, [sp]
.Ltmp21:
	nop
	nop
	nop
	nop
	ldr	x9, [x9, #8]
	ldr	x8, [x8, #8]
	subs	x19, x19, #1
	ldr	x10, [x0, #8]
	add	x9, x9, x20
	add	x8, x9, x8
	add	x20, x8, x10
	b.ne	.LBB5_2
.LBB5_3:                                // %end
	mov	x0, x20
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB5_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp22:
	mov	x20, xzr
	cbnz	x19, .LBB5_2
	b	.LBB5_3
.Lfunc_end5:
	.size	test_thunk_patchpoint, .Lfunc_end5-test_thunk_patchpoint
	.cfi_endproc
                                        // -- End function
	.globl	test_thunk_native               // -- Begin function test_thunk_native
	.p2align	2
	.type	test_thunk_native,@function
test_thunk_native:                      // @test_thunk_native
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x1
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB6_4
// %bb.1:                               // %gc.safepoint_poll.exit
	mov	x21, xzr
	cbz	x20, .LBB6_3
.LBB6_2:                                // %again
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x20
	bl	thunk_box
.Ltmp23:
	//APP
	nop
	//NO_APP
.Ltmp24:
	nop
	nop
	nop
	nop
	ldr	x8, [x0, #8]
	subs	x20, x20, #1
	add	x21, x8, x21
	b.ne	.LBB6_2
.LBB6_3:                                // %end
	mov	x0, x21
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB6_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp25:
	mov	x21, xzr
	cbnz	x20, .LBB6_2
	b	.LBB6_3
.Lfunc_end6:
	.size	test_thunk_native, .Lfunc_end6-test_thunk_native
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
	cbz	x8, .LBB7_2
// %bb.1:                               // %done
	ret
.LBB7_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end7:
	.size	gc.safepoint_poll, .Lfunc_end7-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	7
	.word	2
	.word	26
	.xword	test_thunk_array
	.xword	64
	.xword	6
	.xword	thunk_box
	.xword	32
	.xword	2
	.xword	thunk_unbox
	.xword	16
	.xword	1
	.xword	test_thunk_statepoint
	.xword	80
	.xword	6
	.xword	test_thunk_collect
	.xword	32
	.xword	3
	.xword	test_thunk_patchpoint
	.xword	48
	.xword	5
	.xword	test_thunk_native
	.xword	48
	.xword	3
	.xword	6003376657720213507
	.xword	6003376657720213505
	.xword	2882400000
	.word	.Ltmp0-test_thunk_array
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
	.word	.Ltmp1-test_thunk_array
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
	.word	.Ltmp2-test_thunk_array
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
	.word	.Ltmp3-test_thunk_array
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
	.word	.Ltmp4-test_thunk_array
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
	.word	.Ltmp5-test_thunk_array
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
	.word	.Ltmp6-thunk_box
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
	.word	.Ltmp7-thunk_box
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
	.word	.Ltmp8-thunk_unbox
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
	.word	.Ltmp9-test_thunk_statepoint
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
	.word	.Ltmp10-test_thunk_statepoint
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
	.word	.Ltmp11-test_thunk_statepoint
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
	.xword	61
	.word	.Ltmp12-test_thunk_statepoint
	.hword	0
	.hword	15
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
	.word	4
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
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
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
	.word	8
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
	.word	.Ltmp13-test_thunk_statepoint
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
	.word	.Ltmp14-test_thunk_statepoint
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
	.word	.Ltmp15-test_thunk_collect
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
	.word	.Ltmp16-test_thunk_collect
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
	.word	.Ltmp17-test_thunk_collect
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
	.word	.Ltmp18-test_thunk_patchpoint
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
	.word	.Ltmp19-test_thunk_patchpoint
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
	.word	.Ltmp20-test_thunk_patchpoint
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
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	62
	.word	.Ltmp21-test_thunk_patchpoint
	.hword	0
	.hword	8
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	9
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	8
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	9
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	8
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
	.hword	21
	.hword	0
	.byte	0
	.byte	8
	.hword	8
	.byte	0
	.byte	8
	.hword	9
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
	.word	.Ltmp22-test_thunk_patchpoint
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
	.word	.Ltmp23-test_thunk_native
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
	.xword	63
	.word	.Ltmp24-test_thunk_native
	.hword	0
	.hword	5
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	20
	.hword	0
	.word	0
	.byte	1
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
	.word	1
	.p2align	3, 0x0
	.hword	0
	.hword	19
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
	.word	.Ltmp25-test_thunk_native
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
