# Made from managed/loops.ll by managed/regenerate: edit that, not this.
	.text
	.globl	bench_polls                     // -- Begin function bench_polls
	.p2align	2
	.type	bench_polls,@function
bench_polls:                            // @bench_polls
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x0, #1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	csinc	x0, x0, xzr, hi
	ldr	x9, [x8, #8]
	cbz	x9, .LBB0_6
.LBB0_1:                                // %loop.preheader
	mov	x9, x0
.LBB0_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x10, [x8, #8]
	cbz	x10, .LBB0_4
// %bb.3:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_2 Depth=1
	subs	x9, x9, #1
	b.ne	.LBB0_2
	b	.LBB0_5
.LBB0_4:                                // %stop.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	stp	x9, x8, [sp]                    // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp0:
	ldp	x9, x8, [sp]                    // 16-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	subs	x9, x9, #1
	b.ne	.LBB0_2
.LBB0_5:                                // %done
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB0_6:                                // %stop.i5
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp1:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB0_1
.Lfunc_end0:
	.size	bench_polls, .Lfunc_end0-bench_polls
	.cfi_endproc
                                        // -- End function
	.globl	bench_no_polls                  // -- Begin function bench_no_polls
	.p2align	2
	.type	bench_no_polls,@function
bench_no_polls:                         // @bench_no_polls
	.cfi_startproc
// %bb.0:                               // %entry
	cmp	x0, #1
	csinc	x0, x0, xzr, hi
	mov	x8, x0
.LBB1_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	subs	x8, x8, #1
	//APP
	//NO_APP
	b.ne	.LBB1_1
// %bb.2:                               // %done
	ret
.Lfunc_end1:
	.size	bench_no_polls, .Lfunc_end1-bench_no_polls
	.cfi_endproc
                                        // -- End function
	.globl	bench_stub_calls                // -- Begin function bench_stub_calls
	.p2align	2
	.type	bench_stub_calls,@function
bench_stub_calls:                       // @bench_stub_calls
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x30, x21, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x1, #1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	csinc	x21, x1, xzr, hi
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_4
.LBB2_1:                                // %loop.preheader
	mov	x20, xzr
.LBB2_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, #1                          // =0x1
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	mov	x5, x19
	bl	spgc_call_native
.Ltmp2:
	subs	x21, x21, #1
	add	x20, x0, x20
	b.ne	.LBB2_2
// %bb.3:                               // %done
	mov	x0, x20
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x30, x21, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB2_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp3:
	b	.LBB2_1
.Lfunc_end2:
	.size	bench_stub_calls, .Lfunc_end2-bench_stub_calls
	.cfi_endproc
                                        // -- End function
	.globl	bench_wrapper                   // -- Begin function bench_wrapper
	.p2align	2
	.type	bench_wrapper,@function
bench_wrapper:                          // @bench_wrapper
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
	add	x9, x29, #32
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	add	x8, x20, #28
	str	x9, [x20, #40]
	str	x29, [x20, #32]
	stlr	wzr, [x8]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB3_5
.LBB3_1:                                // %spgc_enter_native.exit
	bl	native_nothing
	mov	w8, #1                          // =0x1
	str	w8, [x20, #28]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB3_4
// %bb.2:                               // %look.i
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB3_4
.LBB3_3:                                // %spgc_leave_native.exit
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB3_4:                                // %slow.i3
	.cfi_restore_state
	mov	x9, x0
	bl	spgc_leave_native_slow
	mov	x0, x9
	b	.LBB3_3
.LBB3_5:                                // %slow.i
	mov	x9, x4
	mov	x12, x3
	mov	x10, x2
	mov	x13, x1
	mov	x11, x0
	bl	spgc_enter_native_slow
	mov	x0, x11
	mov	x1, x13
	mov	x2, x10
	mov	x3, x12
	mov	x4, x9
	b	.LBB3_1
.Lfunc_end3:
	.size	bench_wrapper, .Lfunc_end3-bench_wrapper
	.cfi_endproc
                                        // -- End function
	.globl	bench_wrapped_calls             // -- Begin function bench_wrapped_calls
	.p2align	2
	.type	bench_wrapped_calls,@function
bench_wrapped_calls:                    // @bench_wrapped_calls
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
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x0, #1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	csinc	x20, x0, xzr, hi
	ldr	x8, [x8, #8]
	cbz	x8, .LBB4_4
.LBB4_1:                                // %loop.preheader
	mov	x19, xzr
.LBB4_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, #1                          // =0x1
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	bl	bench_wrapper
.Ltmp4:
	subs	x20, x20, #1
	add	x19, x0, x19
	b.ne	.LBB4_2
// %bb.3:                               // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB4_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp5:
	b	.LBB4_1
.Lfunc_end4:
	.size	bench_wrapped_calls, .Lfunc_end4-bench_wrapped_calls
	.cfi_endproc
                                        // -- End function
	.globl	bench_wrapped_calls_until       // -- Begin function bench_wrapped_calls_until
	.p2align	2
	.type	bench_wrapped_calls_until,@function
bench_wrapped_calls_until:              // @bench_wrapped_calls_until
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
	cbz	x8, .LBB5_4
.LBB5_1:                                // %loop.preheader
	mov	x20, xzr
.LBB5_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, #1                          // =0x1
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	bl	bench_wrapper
.Ltmp6:
	ldr	w8, [x19]
	add	x20, x0, x20
	cbz	w8, .LBB5_2
// %bb.3:                               // %done
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
	bl	spgc_poll_slow
.Ltmp7:
	b	.LBB5_1
.Lfunc_end5:
	.size	bench_wrapped_calls_until, .Lfunc_end5-bench_wrapped_calls_until
	.cfi_endproc
                                        // -- End function
	.globl	bench_plain_calls               // -- Begin function bench_plain_calls
	.p2align	2
	.type	bench_plain_calls,@function
bench_plain_calls:                      // @bench_plain_calls
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x30, x21, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w30, -32
	cmp	x1, #1
	mov	x20, x0
	mov	x19, xzr
	csinc	x21, x1, xzr, hi
.LBB6_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, #1                          // =0x1
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	blr	x20
	subs	x21, x21, #1
	add	x19, x0, x19
	b.ne	.LBB6_1
// %bb.2:                               // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x30, x21, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.Lfunc_end6:
	.size	bench_plain_calls, .Lfunc_end6-bench_plain_calls
	.cfi_endproc
                                        // -- End function
	.globl	bench_stub_calls_until          // -- Begin function bench_stub_calls_until
	.p2align	2
	.type	bench_stub_calls_until,@function
bench_stub_calls_until:                 // @bench_stub_calls_until
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x30, x21, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x1
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB7_4
.LBB7_1:                                // %loop.preheader
	mov	x21, xzr
.LBB7_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, #1                          // =0x1
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	mov	x5, x20
	bl	spgc_call_native
.Ltmp8:
	ldr	w8, [x19]
	add	x21, x0, x21
	cbz	w8, .LBB7_2
// %bb.3:                               // %done
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	mov	x0, x21
	ldp	x30, x21, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB7_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp9:
	b	.LBB7_1
.Lfunc_end7:
	.size	bench_stub_calls_until, .Lfunc_end7-bench_stub_calls_until
	.cfi_endproc
                                        // -- End function
	.globl	bench_allocations               // -- Begin function bench_allocations
	.p2align	2
	.type	bench_allocations,@function
bench_allocations:                      // @bench_allocations
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x0, #1
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	csinc	x0, x0, xzr, hi
	ldr	x8, [x9, #8]
	cbz	x8, .LBB8_9
.LBB8_1:                                // %loop.preheader
	mov	w11, #256                       // =0x100
	mov	x10, x0
.LBB8_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x13, [x9, #8]
	add	x12, x8, #24
	cmp	x12, x13
	b.hi	.LBB8_6
// %bb.3:                               // %bump.i
                                        //   in Loop: Header=BB8_2 Depth=1
	str	x12, [x9]
	str	x11, [x8]
.LBB8_4:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB8_2 Depth=1
	str	xzr, [x8, #8]
	ldr	x8, [x9, #8]
	cbz	x8, .LBB8_7
// %bb.5:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB8_2 Depth=1
	subs	x10, x10, #1
	b.ne	.LBB8_2
	b	.LBB8_8
.LBB8_6:                                // %slow.i
                                        //   in Loop: Header=BB8_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	stp	x10, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp10:
	ldp	x10, x9, [sp]                   // 16-byte Folded Reload
	mov	x8, x0
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	mov	w11, #256                       // =0x100
	b	.LBB8_4
.LBB8_7:                                // %stop.i
                                        //   in Loop: Header=BB8_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	stp	x10, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp11:
	ldp	x10, x9, [sp]                   // 16-byte Folded Reload
	mov	w11, #256                       // =0x100
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	subs	x10, x10, #1
	b.ne	.LBB8_2
.LBB8_8:                                // %done
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB8_9:                                // %stop.i7
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp12:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB8_1
.Lfunc_end8:
	.size	bench_allocations, .Lfunc_end8-bench_allocations
	.cfi_endproc
                                        // -- End function
	.globl	bench_identity                  // -- Begin function bench_identity
	.p2align	2
	.type	bench_identity,@function
bench_identity:                         // @bench_identity
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB9_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB9_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp13:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end9:
	.size	bench_identity, .Lfunc_end9-bench_identity
	.cfi_endproc
                                        // -- End function
	.globl	bench_stores                    // -- Begin function bench_stores
	.p2align	2
	.type	bench_stores,@function
bench_stores:                           // @bench_stores
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	cmp	x1, #1
	csinc	x8, x1, xzr, hi
	mov	x10, x8
.LBB10_1:                               // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldrb	w9, [x0]
	tbnz	w9, #2, .LBB10_3
.LBB10_2:                               // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB10_1 Depth=1
	subs	x10, x10, #1
	str	x0, [x0, #8]
	b.ne	.LBB10_1
	b	.LBB10_4
.LBB10_3:                               // %slow.i
                                        //   in Loop: Header=BB10_1 Depth=1
	add	x1, x0, #8
	mov	x9, x0
	mov	x11, x8
	bl	spgc_barrier_slow
	mov	x8, x11
	mov	x0, x9
	b	.LBB10_2
.LBB10_4:                               // %done
	mov	x0, x8
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end10:
	.size	bench_stores, .Lfunc_end10-bench_stores
	.cfi_endproc
                                        // -- End function
	.globl	bench_bare_stores               // -- Begin function bench_bare_stores
	.p2align	2
	.type	bench_bare_stores,@function
bench_bare_stores:                      // @bench_bare_stores
	.cfi_startproc
// %bb.0:                               // %entry
	cmp	x1, #1
	csinc	x8, x1, xzr, hi
	mov	x9, x8
.LBB11_1:                               // %loop
                                        // =>This Inner Loop Header: Depth=1
	subs	x9, x9, #1
	str	x0, [x0, #8]
	b.ne	.LBB11_1
// %bb.2:                               // %done
	mov	x0, x8
	ret
.Lfunc_end11:
	.size	bench_bare_stores, .Lfunc_end11-bench_bare_stores
	.cfi_endproc
                                        // -- End function
	.globl	bench_logged_stores             // -- Begin function bench_logged_stores
	.p2align	2
	.type	bench_logged_stores,@function
bench_logged_stores:                    // @bench_logged_stores
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x1, #1
	add	x10, x8, :tprel_lo12_nc:spgc_thread
	csinc	x8, x1, xzr, hi
	ldr	x9, [x10, #8]
	cbz	x9, .LBB12_8
.LBB12_1:                               // %loop.preheader
	mov	x11, x8
.LBB12_2:                               // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldrb	w9, [x0]
	orr	w9, w9, #0x4
	strb	w9, [x0]
	//APP
	//NO_APP
	ldrb	w9, [x0]
	tbnz	w9, #2, .LBB12_5
.LBB12_3:                               // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB12_2 Depth=1
	str	x0, [x0, #8]
	ldr	x9, [x10, #8]
	cbz	x9, .LBB12_6
// %bb.4:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB12_2 Depth=1
	subs	x11, x11, #1
	b.ne	.LBB12_2
	b	.LBB12_7
.LBB12_5:                               // %slow.i
                                        //   in Loop: Header=BB12_2 Depth=1
	add	x1, x0, #8
	mov	x12, x8
	mov	x9, x0
	bl	spgc_barrier_slow
	mov	x0, x9
	mov	x8, x12
	b	.LBB12_3
.LBB12_6:                               // %stop.i
                                        //   in Loop: Header=BB12_2 Depth=1
	str	x0, [sp, #40]
	stp	x10, x8, [sp, #16]              // 16-byte Folded Spill
	str	x11, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp14:
	ldp	x11, x10, [sp, #8]              // 16-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	ldr	x0, [sp, #40]
	subs	x11, x11, #1
	b.ne	.LBB12_2
.LBB12_7:                               // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB12_8:                               // %stop.i5
	.cfi_restore_state
	str	x0, [sp, #40]
	stp	x10, x8, [sp, #16]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp15:
	ldp	x10, x8, [sp, #16]              // 16-byte Folded Reload
	ldr	x0, [sp, #40]
	b	.LBB12_1
.Lfunc_end12:
	.size	bench_logged_stores, .Lfunc_end12-bench_logged_stores
	.cfi_endproc
                                        // -- End function
	.globl	bench_node                      // -- Begin function bench_node
	.p2align	2
	.type	bench_node,@function
bench_node:                             // @bench_node
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x8, #8]
	cbz	x9, .LBB13_3
.LBB13_1:                               // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x0, [x8]
	ldr	x10, [x8, #8]
	add	x9, x0, #24
	cmp	x9, x10
	b.hi	.LBB13_4
// %bb.2:                               // %bump.i
	str	x9, [x8]
	mov	w8, #256                        // =0x100
	str	x8, [x0]
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB13_3:                               // %stop.i
	.cfi_restore_state
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp16:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB13_1
.LBB13_4:                               // %slow.i
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp17:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end13:
	.size	bench_node, .Lfunc_end13-bench_node
	.cfi_endproc
                                        // -- End function
	.globl	bench_element_stores            // -- Begin function bench_element_stores
	.p2align	2
	.type	bench_element_stores,@function
bench_element_stores:                   // @bench_element_stores
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x3, #1
	add	x11, x8, :tprel_lo12_nc:spgc_thread
	csinc	x12, x3, xzr, hi
	ldr	x8, [x11, #8]
	cbz	x8, .LBB14_8
.LBB14_1:                               // %loop.preheader
	mov	x8, xzr
	sub	x13, x1, #1
.LBB14_2:                               // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	x14, x0
	//APP
	//NO_APP
	mov	x9, x8
	ldrb	w10, [x14], #16
	tbnz	w10, #2, .LBB14_5
.LBB14_3:                               // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB14_2 Depth=1
	str	x0, [x14, x9, lsl #3]
	ldr	x8, [x11, #8]
	cbz	x8, .LBB14_6
.LBB14_4:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB14_2 Depth=1
	add	x8, x9, x2
	subs	x12, x12, #1
	and	x8, x8, x13
	b.ne	.LBB14_2
	b	.LBB14_7
.LBB14_5:                               // %slow.i
                                        //   in Loop: Header=BB14_2 Depth=1
	add	x1, x14, x9, lsl #3
	mov	x10, x0
	mov	x15, x2
	bl	spgc_barrier_slow
	mov	x0, x10
	mov	x2, x15
	b	.LBB14_3
.LBB14_6:                               // %stop.i
                                        //   in Loop: Header=BB14_2 Depth=1
	str	x0, [sp, #56]
	stp	x11, x2, [sp, #32]              // 16-byte Folded Spill
	stp	x9, x13, [sp, #8]               // 16-byte Folded Spill
	str	x12, [sp, #24]                  // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp18:
	ldp	x13, x12, [sp, #16]             // 16-byte Folded Reload
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldp	x11, x2, [sp, #32]              // 16-byte Folded Reload
	ldr	x0, [sp, #56]
	b	.LBB14_4
.LBB14_7:                               // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x9
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB14_8:                               // %stop.i5
	.cfi_restore_state
	str	x0, [sp, #56]
	stp	x11, x2, [sp, #32]              // 16-byte Folded Spill
	stp	x1, x12, [sp, #16]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp19:
	ldp	x12, x11, [sp, #24]             // 16-byte Folded Reload
	ldr	x1, [sp, #16]                   // 8-byte Folded Reload
	ldr	x2, [sp, #40]                   // 8-byte Folded Reload
	ldr	x0, [sp, #56]
	b	.LBB14_1
.Lfunc_end14:
	.size	bench_element_stores, .Lfunc_end14-bench_element_stores
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
	cbz	x8, .LBB15_2
// %bb.1:                               // %done
	ret
.LBB15_2:                               // %stop
	b	spgc_poll_slow
.Lfunc_end15:
	.size	gc.safepoint_poll, .Lfunc_end15-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	10
	.word	0
	.word	20
	.xword	bench_polls
	.xword	32
	.xword	2
	.xword	bench_stub_calls
	.xword	32
	.xword	2
	.xword	bench_wrapped_calls
	.xword	32
	.xword	2
	.xword	bench_wrapped_calls_until
	.xword	32
	.xword	2
	.xword	bench_stub_calls_until
	.xword	32
	.xword	2
	.xword	bench_allocations
	.xword	32
	.xword	3
	.xword	bench_identity
	.xword	16
	.xword	1
	.xword	bench_logged_stores
	.xword	48
	.xword	2
	.xword	bench_node
	.xword	16
	.xword	2
	.xword	bench_element_stores
	.xword	64
	.xword	2
	.xword	2882400000
	.word	.Ltmp0-bench_polls
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
	.word	.Ltmp1-bench_polls
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
	.word	.Ltmp2-bench_stub_calls
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
	.word	.Ltmp3-bench_stub_calls
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
	.word	.Ltmp4-bench_wrapped_calls
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
	.word	.Ltmp5-bench_wrapped_calls
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
	.word	.Ltmp6-bench_wrapped_calls_until
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
	.word	.Ltmp7-bench_wrapped_calls_until
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
	.word	.Ltmp8-bench_stub_calls_until
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
	.word	.Ltmp9-bench_stub_calls_until
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
	.word	.Ltmp10-bench_allocations
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
	.word	.Ltmp11-bench_allocations
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
	.word	.Ltmp12-bench_allocations
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
	.word	.Ltmp13-bench_identity
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
	.word	.Ltmp14-bench_logged_stores
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
	.word	.Ltmp15-bench_logged_stores
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
	.word	.Ltmp16-bench_node
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
	.word	.Ltmp17-bench_node
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
	.word	.Ltmp18-bench_element_stores
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
	.word	.Ltmp19-bench_element_stores
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

	.section	".note.GNU-stack","",@progbits
