# Made from managed/fibers.ll by managed/regenerate: edit that, not this.
	.text
	.globl	migrating_test_fiber_box        // -- Begin function migrating_test_fiber_box
	.p2align	2
	.type	migrating_test_fiber_box,@function
migrating_test_fiber_box:               // @migrating_test_fiber_box
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x30, x19, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB0_4
.LBB0_1:                                // %gc.safepoint_poll.exit
	bl	spgc_thread_context
	mov	x8, x0
	//APP
	//NO_APP
	ldr	x0, [x0]
	ldr	x10, [x8, #8]
	add	x9, x0, #16
	cmp	x9, x10
	b.hi	.LBB0_5
// %bb.2:                               // %bump.i
	str	x9, [x8]
	mov	w8, #1024                       // =0x400
	str	x8, [x0]
.LBB0_3:                                // %spgc_allocate.exit
	str	x19, [x0, #8]
	ldp	x30, x19, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB0_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp0:
	b	.LBB0_1
.LBB0_5:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	bl	spgc_allocate_slow
.Ltmp1:
	b	.LBB0_3
.Lfunc_end0:
	.size	migrating_test_fiber_box, .Lfunc_end0-migrating_test_fiber_box
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_unbox      // -- Begin function migrating_test_fiber_unbox
	.p2align	2
	.type	migrating_test_fiber_unbox,@function
migrating_test_fiber_unbox:             // @migrating_test_fiber_unbox
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x30, x19, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	ldr	x19, [x0, #8]
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB1_2
.LBB1_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	ldp	x30, x19, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB1_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp2:
	b	.LBB1_1
.Lfunc_end1:
	.size	migrating_test_fiber_unbox, .Lfunc_end1-migrating_test_fiber_unbox
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_count      // -- Begin function migrating_test_fiber_count
	.p2align	2
	.type	migrating_test_fiber_count,@function
migrating_test_fiber_count:             // @migrating_test_fiber_count
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB2_5
.LBB2_1:                                // %gc.safepoint_poll.exit
	mov	x0, xzr
	str	x19, [sp, #24]
	bl	migrating_test_fiber_box
.Ltmp3:
	ldr	x8, [sp, #24]
	cbz	x8, .LBB2_4
// %bb.2:                               // %more.preheader
	mov	x19, xzr
.LBB2_3:                                // %more
                                        // =>This Inner Loop Header: Depth=1
	str	x0, [sp, #8]
	mov	x0, x8
	str	x8, [sp, #24]
	bl	migrating_test_fiber_unbox
.Ltmp4:
	ldr	x8, [sp, #8]
	mov	x20, x0
	mov	x0, x8
	bl	migrating_test_fiber_unbox
.Ltmp5:
	add	x0, x0, x20
	bl	migrating_test_fiber_box
.Ltmp6:
	str	x0, [sp, #24]
	mov	x0, x19
	bl	migrating_test_fiber_box
.Ltmp7:
	str	x0, [sp, #8]
	bl	spgc_suspend
.Ltmp8:
	mov	x8, x0
	ldr	x0, [sp, #24]
	add	x19, x19, #1
	cbnz	x8, .LBB2_3
.LBB2_4:                                // %done
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB2_5:                                // %stop.i
	.cfi_restore_state
	str	x19, [sp, #24]
	bl	spgc_poll_slow
.Ltmp9:
	ldr	x19, [sp, #24]
	b	.LBB2_1
.Lfunc_end2:
	.size	migrating_test_fiber_count, .Lfunc_end2-migrating_test_fiber_count
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_deep       // -- Begin function migrating_test_fiber_deep
	.p2align	2
	.type	migrating_test_fiber_deep,@function
migrating_test_fiber_deep:              // @migrating_test_fiber_deep
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB3_2
.LBB3_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	str	x19, [sp, #8]
	bl	migrating_test_fiber_unbox
.Ltmp10:
	bl	fiber_deeper
.Ltmp11:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	migrating_test_fiber_unbox
.Ltmp12:
	add	x0, x0, x19
	bl	migrating_test_fiber_box
.Ltmp13:
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB3_2:                                // %stop.i
	.cfi_restore_state
	str	x19, [sp, #8]
	bl	spgc_poll_slow
.Ltmp14:
	ldr	x19, [sp, #8]
	b	.LBB3_1
.Lfunc_end3:
	.size	migrating_test_fiber_deep, .Lfunc_end3-migrating_test_fiber_deep
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function fiber_deeper
	.type	fiber_deeper,@function
fiber_deeper:                           // @fiber_deeper
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB4_5
.LBB4_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	bl	migrating_test_fiber_box
.Ltmp15:
	cbz	x19, .LBB4_3
// %bb.2:                               // %deeper
	sub	x8, x19, #1
	str	x0, [sp, #8]
	mov	x0, x8
	bl	fiber_deeper
.Ltmp16:
	b	.LBB4_4
.LBB4_3:                                // %suspend
	str	x0, [sp, #8]
	bl	spgc_suspend
.Ltmp17:
	str	x0, [sp]
	bl	migrating_test_fiber_unbox
.Ltmp18:
.LBB4_4:                                // %done
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	migrating_test_fiber_unbox
.Ltmp19:
	add	x0, x0, x19
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB4_5:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp20:
	b	.LBB4_1
.Lfunc_end4:
	.size	fiber_deeper, .Lfunc_end4-fiber_deeper
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_relay      // -- Begin function migrating_test_fiber_relay
	.p2align	2
	.type	migrating_test_fiber_relay,@function
migrating_test_fiber_relay:             // @migrating_test_fiber_relay
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB5_4
.LBB5_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	str	x19, [sp, #8]
	bl	migrating_test_fiber_unbox
.Ltmp21:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	spgc_suspend
.Ltmp22:
	mov	x1, x0
	str	x0, [sp, #8]
	mov	x0, x19
	bl	spgc_resume
.Ltmp23:
	mov	x20, x0
	mov	x0, x19
	bl	spgc_fiber_done
	tbnz	w0, #0, .LBB5_3
.LBB5_2:                                // %more
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x20
	str	x20, [sp, #8]
	bl	spgc_suspend
.Ltmp24:
	mov	x1, x0
	str	x0, [sp, #8]
	mov	x0, x19
	bl	spgc_resume
.Ltmp25:
	mov	x20, x0
	mov	x0, x19
	bl	spgc_fiber_done
	cbz	w0, .LBB5_2
.LBB5_3:                                // %end
	mov	x0, x20
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB5_4:                                // %stop.i
	.cfi_restore_state
	str	x19, [sp, #8]
	bl	spgc_poll_slow
.Ltmp26:
	ldr	x19, [sp, #8]
	b	.LBB5_1
.Lfunc_end5:
	.size	migrating_test_fiber_relay, .Lfunc_end5-migrating_test_fiber_relay
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_drive      // -- Begin function migrating_test_fiber_drive
	.p2align	2
	.type	migrating_test_fiber_drive,@function
migrating_test_fiber_drive:             // @migrating_test_fiber_drive
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	stp	x22, x21, [sp, #32]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -48
	.cfi_remember_state
	mov	x20, x1
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB6_8
.LBB6_1:                                // %gc.safepoint_poll.exit
	mov	x0, xzr
	bl	migrating_test_fiber_box
.Ltmp27:
	cbz	x20, .LBB6_4
// %bb.2:                               // %more.preheader
	mov	w21, #1                         // =0x1
.LBB6_3:                                // %more
                                        // =>This Inner Loop Header: Depth=1
	str	x0, [sp, #24]
	mov	x0, x21
	bl	migrating_test_fiber_box
.Ltmp28:
	mov	x1, x0
	str	x0, [sp, #8]
	mov	x0, x19
	bl	spgc_resume
.Ltmp29:
	str	x0, [sp, #8]
	bl	migrating_test_fiber_unbox
.Ltmp30:
	ldr	x8, [sp, #24]
	mov	x22, x0
	mov	x0, x8
	bl	migrating_test_fiber_unbox
.Ltmp31:
	add	x0, x0, x22
	bl	migrating_test_fiber_box
.Ltmp32:
	subs	x20, x20, #1
	add	x21, x21, #1
	b.ne	.LBB6_3
.LBB6_4:                                // %last
	str	x0, [sp, #24]
	mov	x0, x19
	mov	x1, xzr
	bl	spgc_resume
.Ltmp33:
	mov	x20, x0
	mov	x0, x19
	bl	spgc_fiber_done
	tbz	w0, #0, .LBB6_6
// %bb.5:                               // %finished
	mov	x0, x20
	str	x20, [sp, #8]
	bl	migrating_test_fiber_unbox
.Ltmp34:
	ldr	x8, [sp, #24]
	mov	x19, x0
	mov	x0, x8
	bl	migrating_test_fiber_unbox
.Ltmp35:
	add	x0, x0, x19
	b	.LBB6_7
.LBB6_6:
	mov	x0, #-1                         // =0xffffffffffffffff
.LBB6_7:                                // %common.ret
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	ldp	x22, x21, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w30
	ret
.LBB6_8:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp36:
	b	.LBB6_1
.Lfunc_end6:
	.size	migrating_test_fiber_drive, .Lfunc_end6-migrating_test_fiber_drive
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_native     // -- Begin function migrating_test_fiber_native
	.p2align	2
	.type	migrating_test_fiber_native,@function
migrating_test_fiber_native:            // @migrating_test_fiber_native
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB7_2
.LBB7_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	str	x19, [sp, #8]
	bl	migrating_test_fiber_unbox
.Ltmp37:
	mov	x19, x0
	mov	w0, #1000                       // =0x3e8
	bl	migrating_test_fiber_box
.Ltmp38:
	str	x0, [sp, #8]
	mov	w0, #1                          // =0x1
	mov	w1, #2                          // =0x2
	mov	w2, #3                          // =0x3
	mov	w3, #4                          // =0x4
	mov	w4, #5                          // =0x5
	mov	x5, x19
	bl	spgc_call_native
.Ltmp39:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	migrating_test_fiber_unbox
.Ltmp40:
	add	x0, x0, x19
	bl	migrating_test_fiber_box
.Ltmp41:
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB7_2:                                // %stop.i
	.cfi_restore_state
	str	x19, [sp, #8]
	bl	spgc_poll_slow
.Ltmp42:
	ldr	x19, [sp, #8]
	b	.LBB7_1
.Lfunc_end7:
	.size	migrating_test_fiber_native, .Lfunc_end7-migrating_test_fiber_native
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_echo       // -- Begin function migrating_test_fiber_echo
	.p2align	2
	.type	migrating_test_fiber_echo,@function
migrating_test_fiber_echo:              // @migrating_test_fiber_echo
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB8_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x19, .LBB8_4
.LBB8_2:                                // %more.preheader
	mov	x0, x19
.LBB8_3:                                // %more
                                        // =>This Inner Loop Header: Depth=1
	str	x0, [sp, #8]
	bl	spgc_suspend
.Ltmp43:
	cbnz	x0, .LBB8_3
.LBB8_4:                                // %done
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	mov	x0, xzr
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB8_5:                                // %stop.i
	.cfi_restore_state
	str	x19, [sp, #8]
	bl	spgc_poll_slow
.Ltmp44:
	ldr	x19, [sp, #8]
	cbnz	x19, .LBB8_2
	b	.LBB8_4
.Lfunc_end8:
	.size	migrating_test_fiber_echo, .Lfunc_end8-migrating_test_fiber_echo
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_exchange   // -- Begin function migrating_test_fiber_exchange
	.p2align	2
	.type	migrating_test_fiber_exchange,@function
migrating_test_fiber_exchange:          // @migrating_test_fiber_exchange
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mov	x19, x1
	mov	x20, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB9_4
.LBB9_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	bl	migrating_test_fiber_box
.Ltmp45:
	mov	x1, x0
	cbz	x19, .LBB9_3
.LBB9_2:                                // %more
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x20
	str	x1, [sp, #8]
	bl	spgc_resume
.Ltmp46:
	subs	x19, x19, #1
	mov	x1, x0
	b.ne	.LBB9_2
.LBB9_3:                                // %done
	mov	x0, x1
	str	x1, [sp, #8]
	bl	migrating_test_fiber_unbox
.Ltmp47:
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB9_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp48:
	b	.LBB9_1
.Lfunc_end9:
	.size	migrating_test_fiber_exchange, .Lfunc_end9-migrating_test_fiber_exchange
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_suspend    // -- Begin function migrating_test_fiber_suspend
	.p2align	2
	.type	migrating_test_fiber_suspend,@function
migrating_test_fiber_suspend:           // @migrating_test_fiber_suspend
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB10_2
.LBB10_1:                               // %gc.safepoint_poll.exit
	mov	x0, x19
	str	x19, [sp, #8]
	bl	spgc_suspend
.Ltmp49:
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB10_2:                               // %stop.i
	.cfi_restore_state
	str	x19, [sp, #8]
	bl	spgc_poll_slow
.Ltmp50:
	ldr	x19, [sp, #8]
	b	.LBB10_1
.Lfunc_end10:
	.size	migrating_test_fiber_suspend, .Lfunc_end10-migrating_test_fiber_suspend
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_resume     // -- Begin function migrating_test_fiber_resume
	.p2align	2
	.type	migrating_test_fiber_resume,@function
migrating_test_fiber_resume:            // @migrating_test_fiber_resume
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mov	x20, x1
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB11_2
.LBB11_1:                               // %gc.safepoint_poll.exit
	mov	x0, x19
	mov	x1, x20
	str	x20, [sp, #8]
	bl	spgc_resume
.Ltmp51:
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB11_2:                               // %stop.i
	.cfi_restore_state
	str	x20, [sp, #8]
	bl	spgc_poll_slow
.Ltmp52:
	ldr	x20, [sp, #8]
	b	.LBB11_1
.Lfunc_end11:
	.size	migrating_test_fiber_resume, .Lfunc_end11-migrating_test_fiber_resume
	.cfi_endproc
                                        // -- End function
	.globl	migrating_test_fiber_hold       // -- Begin function migrating_test_fiber_hold
	.p2align	2
	.type	migrating_test_fiber_hold,@function
migrating_test_fiber_hold:              // @migrating_test_fiber_hold
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mov	x19, x0
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB12_2
.LBB12_1:                               // %gc.safepoint_poll.exit
	mov	x0, xzr
	str	x19, [sp, #8]
	bl	spgc_suspend
.Ltmp53:
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x0, [sp, #8]
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB12_2:                               // %stop.i
	.cfi_restore_state
	str	x19, [sp, #8]
	bl	spgc_poll_slow
.Ltmp54:
	ldr	x19, [sp, #8]
	b	.LBB12_1
.Lfunc_end12:
	.size	migrating_test_fiber_hold, .Lfunc_end12-migrating_test_fiber_hold
	.cfi_endproc
                                        // -- End function
	.hidden	gc.safepoint_poll               // -- Begin function gc.safepoint_poll
	.weak	gc.safepoint_poll
	.p2align	2
	.type	gc.safepoint_poll,@function
gc.safepoint_poll:                      // @gc.safepoint_poll
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_thread_context
	ldr	x8, [x0, #8]
	cbz	x8, .LBB13_2
// %bb.1:                               // %done
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	ret
.LBB13_2:                               // %stop
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	b	spgc_poll_slow
.Lfunc_end13:
	.size	gc.safepoint_poll, .Lfunc_end13-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	13
	.word	0
	.word	55
	.xword	migrating_test_fiber_box
	.xword	16
	.xword	2
	.xword	migrating_test_fiber_unbox
	.xword	16
	.xword	1
	.xword	migrating_test_fiber_count
	.xword	48
	.xword	7
	.xword	migrating_test_fiber_deep
	.xword	32
	.xword	5
	.xword	fiber_deeper
	.xword	32
	.xword	6
	.xword	migrating_test_fiber_relay
	.xword	32
	.xword	6
	.xword	migrating_test_fiber_drive
	.xword	64
	.xword	10
	.xword	migrating_test_fiber_native
	.xword	32
	.xword	6
	.xword	migrating_test_fiber_echo
	.xword	32
	.xword	2
	.xword	migrating_test_fiber_exchange
	.xword	32
	.xword	4
	.xword	migrating_test_fiber_suspend
	.xword	32
	.xword	2
	.xword	migrating_test_fiber_resume
	.xword	32
	.xword	2
	.xword	migrating_test_fiber_hold
	.xword	32
	.xword	2
	.xword	2882400000
	.word	.Ltmp0-migrating_test_fiber_box
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
	.word	.Ltmp1-migrating_test_fiber_box
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
	.word	.Ltmp2-migrating_test_fiber_unbox
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
	.word	.Ltmp3-migrating_test_fiber_count
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
	.word	.Ltmp4-migrating_test_fiber_count
	.hword	0
	.hword	7
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
	.word	.Ltmp5-migrating_test_fiber_count
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
	.word	.Ltmp6-migrating_test_fiber_count
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
	.word	.Ltmp7-migrating_test_fiber_count
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
	.word	.Ltmp8-migrating_test_fiber_count
	.hword	0
	.hword	7
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
	.word	.Ltmp9-migrating_test_fiber_count
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
	.word	.Ltmp10-migrating_test_fiber_deep
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
	.word	.Ltmp11-migrating_test_fiber_deep
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
	.word	.Ltmp12-migrating_test_fiber_deep
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
	.word	.Ltmp13-migrating_test_fiber_deep
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
	.word	.Ltmp14-migrating_test_fiber_deep
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
	.word	.Ltmp15-fiber_deeper
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
	.word	.Ltmp16-fiber_deeper
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
	.word	.Ltmp17-fiber_deeper
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
	.word	.Ltmp18-fiber_deeper
	.hword	0
	.hword	7
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
	.word	.Ltmp19-fiber_deeper
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
	.word	.Ltmp20-fiber_deeper
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
	.word	.Ltmp21-migrating_test_fiber_relay
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
	.word	.Ltmp22-migrating_test_fiber_relay
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
	.word	.Ltmp23-migrating_test_fiber_relay
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
	.word	.Ltmp24-migrating_test_fiber_relay
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
	.word	.Ltmp25-migrating_test_fiber_relay
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
	.word	.Ltmp26-migrating_test_fiber_relay
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
	.word	.Ltmp27-migrating_test_fiber_drive
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
	.word	.Ltmp28-migrating_test_fiber_drive
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
	.word	.Ltmp29-migrating_test_fiber_drive
	.hword	0
	.hword	7
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
	.word	.Ltmp30-migrating_test_fiber_drive
	.hword	0
	.hword	7
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
	.word	.Ltmp31-migrating_test_fiber_drive
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
	.word	.Ltmp32-migrating_test_fiber_drive
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
	.word	.Ltmp33-migrating_test_fiber_drive
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
	.word	.Ltmp34-migrating_test_fiber_drive
	.hword	0
	.hword	7
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
	.word	.Ltmp35-migrating_test_fiber_drive
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
	.word	.Ltmp36-migrating_test_fiber_drive
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
	.word	.Ltmp37-migrating_test_fiber_native
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
	.word	.Ltmp38-migrating_test_fiber_native
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
	.word	.Ltmp39-migrating_test_fiber_native
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
	.word	.Ltmp40-migrating_test_fiber_native
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
	.word	.Ltmp41-migrating_test_fiber_native
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
	.word	.Ltmp42-migrating_test_fiber_native
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
	.word	.Ltmp43-migrating_test_fiber_echo
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
	.word	.Ltmp44-migrating_test_fiber_echo
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
	.word	.Ltmp45-migrating_test_fiber_exchange
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
	.word	.Ltmp46-migrating_test_fiber_exchange
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
	.word	.Ltmp47-migrating_test_fiber_exchange
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
	.word	.Ltmp48-migrating_test_fiber_exchange
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
	.word	.Ltmp49-migrating_test_fiber_suspend
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
	.word	.Ltmp50-migrating_test_fiber_suspend
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
	.word	.Ltmp51-migrating_test_fiber_resume
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
	.word	.Ltmp52-migrating_test_fiber_resume
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
	.word	.Ltmp53-migrating_test_fiber_hold
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
	.word	.Ltmp54-migrating_test_fiber_hold
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

	.section	".note.GNU-stack","",@progbits
