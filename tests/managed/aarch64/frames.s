# Made from managed/frames.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_frame_ten                  // -- Begin function test_frame_ten
	.p2align	2
	.type	test_frame_ten,@function
test_frame_ten:                         // @test_frame_ten
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #112
	.cfi_def_cfa_offset 112
	stp	x30, x27, [sp, #32]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #48]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w30, -80
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x5
	mov	x20, x4
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x21, x3
	mov	x22, x2
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	mov	x23, x1
	mov	x24, x0
	ldr	x9, [x8, #8]
	ldp	x27, x8, [sp, #112]
	cbz	x9, .LBB0_2
.LBB0_1:                                // %gc.safepoint_poll.exit
	mov	x0, x6
	stp	x8, x7, [sp, #16]
	bl	frame_box
.Ltmp0:
	str	x0, [sp, #8]
	bl	frame_unbox
.Ltmp1:
	ldr	x8, [sp, #24]
	mov	x25, x0
	mov	x0, x8
	bl	frame_unbox
.Ltmp2:
	ldr	x8, [sp, #16]
	mov	x26, x0
	mov	x0, x8
	bl	frame_unbox
.Ltmp3:
	add	x8, x23, x24
	add	x9, x22, x21
	add	x8, x8, x9
	add	x9, x20, x19
	add	x8, x8, x9
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	add	x8, x8, x27
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	add	x8, x8, x26
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	add	x8, x8, x25
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x30, x27, [sp, #32]             // 16-byte Folded Reload
	add	x0, x8, x0
	add	sp, sp, #112
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w30
	ret
.LBB0_2:                                // %stop.i
	.cfi_restore_state
	stp	x8, x7, [sp, #16]
	mov	x25, x6
	bl	spgc_poll_slow
.Ltmp4:
	ldp	x8, x7, [sp, #16]
	mov	x6, x25
	b	.LBB0_1
.Lfunc_end0:
	.size	test_frame_ten, .Lfunc_end0-test_frame_ten
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function frame_box
	.type	frame_box,@function
frame_box:                              // @frame_box
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
.Ltmp5:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.LBB1_5:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp6:
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_3
.Lfunc_end1:
	.size	frame_box, .Lfunc_end1-frame_box
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function frame_unbox
	.type	frame_unbox,@function
frame_unbox:                            // @frame_unbox
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
.Ltmp7:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	frame_unbox, .Lfunc_end2-frame_unbox
	.cfi_endproc
                                        // -- End function
	.globl	test_pushed_arguments           // -- Begin function test_pushed_arguments
	.p2align	2
	.type	test_pushed_arguments,@function
test_pushed_arguments:                  // @test_pushed_arguments
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
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_2
.LBB3_1:                                // %gc.safepoint_poll.exit
	mov	w0, #8                          // =0x8
	bl	frame_box
.Ltmp8:
	str	x0, [sp, #24]
	mov	w0, #10                         // =0xa
	bl	frame_box
.Ltmp9:
	ldr	x7, [sp, #24]
	stp	x0, x0, [sp, #8]
	mov	w21, #9                         // =0x9
	mov	x0, x19
	mov	w1, #2                          // =0x2
	mov	w2, #3                          // =0x3
	mov	w3, #4                          // =0x4
	mov	w4, #5                          // =0x5
	mov	w5, #6                          // =0x6
	mov	w6, #7                          // =0x7
	str	x21, [sp]
	bl	test_frame_ten
.Ltmp10:
	ldp	x8, x7, [sp, #16]
	mov	x20, x0
	mov	x0, x19
	mov	w1, #2                          // =0x2
	mov	w2, #3                          // =0x3
	mov	w3, #4                          // =0x4
	mov	w4, #5                          // =0x5
	mov	w5, #6                          // =0x6
	mov	w6, #7                          // =0x7
	stp	x21, x8, [sp]
	bl	test_frame_ten
.Ltmp11:
	add	x0, x0, x20
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldp	x30, x21, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB3_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp12:
	b	.LBB3_1
.Lfunc_end3:
	.size	test_pushed_arguments, .Lfunc_end3-test_pushed_arguments
	.cfi_endproc
                                        // -- End function
	.globl	test_dynamic_frame              // -- Begin function test_dynamic_frame
	.p2align	2
	.type	test_dynamic_frame,@function
test_dynamic_frame:                     // @test_dynamic_frame
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	x22, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	sub	x9, sp, #80
	and	sp, x9, #0xffffffffffffffc0
	mrs	x8, TPIDR_EL0
	mov	x20, x0
	mov	x19, sp
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB4_2
.LBB4_1:                                // %gc.safepoint_poll.exit
	mov	w0, #100                        // =0x64
	bl	frame_box
.Ltmp13:
	add	x9, x20, #15
	mov	x8, sp
	and	x9, x9, #0xfffffffffffffff0
	sub	x8, x8, x9
	and	x22, x8, #0xffffffffffffffc0
	mov	sp, x22
	mov	w8, #7                          // =0x7
	strb	w8, [x22]
	str	x0, [x19, #56]
	mov	w0, #20                         // =0x14
	bl	frame_box
.Ltmp14:
	str	x0, [x19, #48]
	mov	w0, #3                          // =0x3
	bl	frame_box
.Ltmp15:
	ldr	x8, [x19, #56]
	str	x0, [x19, #40]
	mov	x0, x8
	bl	frame_unbox
.Ltmp16:
	ldr	x8, [x19, #48]
	mov	x20, x0
	mov	x0, x8
	bl	frame_unbox
.Ltmp17:
	ldr	x8, [x19, #40]
	mov	x21, x0
	mov	x0, x8
	bl	frame_unbox
.Ltmp18:
	ldrb	w8, [x22]
	add	x9, x21, x20
	add	x9, x9, x0
	mul	x0, x9, x8
	mov	sp, x29
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB4_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp19:
	b	.LBB4_1
.Lfunc_end4:
	.size	test_dynamic_frame, .Lfunc_end4-test_dynamic_frame
	.cfi_endproc
                                        // -- End function
	.globl	test_vector                     // -- Begin function test_vector
	.p2align	2
	.type	test_vector,@function
test_vector:                            // @test_vector
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x19, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x19, #8]
	cbz	x8, .LBB5_8
.LBB5_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x0, [x19]
	ldr	x9, [x19, #8]
	add	x8, x0, #24
	cmp	x8, x9
	b.hi	.LBB5_9
// %bb.2:                               // %bump.i
	str	x8, [x19]
	mov	w8, #256                        // =0x100
	str	x8, [x0]
.LBB5_3:                                // %spgc_allocate.exit
	str	x0, [sp, #40]
	mov	w0, #5                          // =0x5
	bl	frame_box
.Ltmp20:
	ldr	x9, [sp, #40]
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB5_10
.LBB5_4:                                // %spgc_write_barrier.exit17
	str	x0, [x9, #8]
	mov	w0, #70                         // =0x46
	bl	frame_box
.Ltmp21:
	ldr	x9, [sp, #40]
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB5_11
.LBB5_5:                                // %spgc_write_barrier.exit
	str	x0, [x9, #16]
	mov	w0, #900                        // =0x384
	ldur	q0, [x9, #8]
	str	q0, [sp, #16]
	bl	frame_box
.Ltmp22:
	ldr	q0, [sp, #16]
	//APP
	//NO_APP
	ldr	x8, [x19]
	ldr	x10, [x19, #8]
	add	x9, x8, #24
	cmp	x9, x10
	b.hi	.LBB5_12
// %bb.6:                               // %bump.i7
	str	x9, [x19]
	mov	w9, #256                        // =0x100
	str	x9, [x8]
.LBB5_7:                                // %spgc_allocate.exit11
	stur	q0, [x8, #8]
	ldr	x9, [x8, #8]
	ldr	x8, [x8, #16]
	stp	x0, x8, [sp]
	mov	x0, x9
	str	x9, [sp, #40]
	bl	frame_unbox
.Ltmp23:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	frame_unbox
.Ltmp24:
	ldr	x8, [sp]
	mov	x20, x0
	mov	x0, x8
	bl	frame_unbox
.Ltmp25:
	add	x8, x20, x0
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	add	x0, x8, x19
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB5_8:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp26:
	b	.LBB5_1
.LBB5_9:                                // %slow.i
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp27:
	b	.LBB5_3
.LBB5_10:                               // %slow.i16
	add	x1, x9, #8
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB5_4
.LBB5_11:                               // %slow.i12
	add	x1, x9, #16
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB5_5
.LBB5_12:                               // %slow.i9
	str	x0, [sp, #40]
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp28:
	ldr	x9, [sp, #40]
	ldr	q0, [sp, #16]
	mov	x8, x0
	mov	x0, x9
	b	.LBB5_7
.Lfunc_end5:
	.size	test_vector, .Lfunc_end5-test_vector
	.cfi_endproc
                                        // -- End function
	.globl	test_nested                     // -- Begin function test_nested
	.p2align	2
	.type	test_nested,@function
test_nested:                            // @test_nested
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
	cbz	x8, .LBB6_5
.LBB6_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	bl	frame_box
.Ltmp29:
	cbz	x19, .LBB6_3
// %bb.2:                               // %deeper
	sub	x8, x19, #1
	str	x0, [sp, #8]
	mov	x0, x8
	bl	test_nested
.Ltmp30:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	frame_unbox
.Ltmp31:
	add	x8, x19, x19, lsl #1
	add	x0, x8, x0
	b	.LBB6_4
.LBB6_3:
	mov	x0, xzr
.LBB6_4:                                // %common.ret
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB6_5:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp32:
	b	.LBB6_1
.Lfunc_end6:
	.size	test_nested, .Lfunc_end6-test_nested
	.cfi_endproc
                                        // -- End function
	.globl	test_native                     // -- Begin function test_native
	.p2align	2
	.type	test_native,@function
test_native:                            // @test_native
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
	mov	x19, x1
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB7_2
.LBB7_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	bl	frame_box
.Ltmp33:
	str	x0, [sp, #8]
	mov	x0, x19
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	mov	x5, x20
	bl	spgc_call_native
.Ltmp34:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	frame_unbox
.Ltmp35:
	add	x0, x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB7_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp36:
	b	.LBB7_1
.Lfunc_end7:
	.size	test_native, .Lfunc_end7-test_native
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
	cbz	x8, .LBB8_2
// %bb.1:                               // %done
	ret
.LBB8_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end8:
	.size	gc.safepoint_poll, .Lfunc_end8-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	8
	.word	0
	.word	37
	.xword	test_frame_ten
	.xword	112
	.xword	5
	.xword	frame_box
	.xword	32
	.xword	2
	.xword	frame_unbox
	.xword	16
	.xword	1
	.xword	test_pushed_arguments
	.xword	64
	.xword	5
	.xword	test_dynamic_frame
	.xword	-1
	.xword	7
	.xword	test_vector
	.xword	64
	.xword	9
	.xword	test_nested
	.xword	32
	.xword	4
	.xword	test_native
	.xword	32
	.xword	4
	.xword	2882400000
	.word	.Ltmp0-test_frame_ten
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
	.word	16
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
	.word	.Ltmp1-test_frame_ten
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp2-test_frame_ten
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
	.word	16
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
	.word	.Ltmp3-test_frame_ten
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
	.word	16
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
	.word	.Ltmp4-test_frame_ten
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
	.word	16
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
	.word	.Ltmp5-frame_box
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
	.word	.Ltmp6-frame_box
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
	.word	.Ltmp7-frame_unbox
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
	.word	.Ltmp8-test_pushed_arguments
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
	.word	.Ltmp9-test_pushed_arguments
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
	.word	.Ltmp10-test_pushed_arguments
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
	.word	.Ltmp11-test_pushed_arguments
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
	.word	.Ltmp12-test_pushed_arguments
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
	.word	.Ltmp13-test_dynamic_frame
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
	.word	.Ltmp14-test_dynamic_frame
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
	.hword	19
	.hword	0
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	56
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp15-test_dynamic_frame
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
	.hword	19
	.hword	0
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	48
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	48
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp16-test_dynamic_frame
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
	.hword	19
	.hword	0
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	48
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	48
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp17-test_dynamic_frame
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
	.hword	19
	.hword	0
	.word	48
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	48
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp18-test_dynamic_frame
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
	.hword	19
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp19-test_dynamic_frame
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
	.word	.Ltmp20-test_vector
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
	.word	.Ltmp21-test_vector
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
	.word	.Ltmp22-test_vector
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
	.hword	16
	.hword	31
	.hword	0
	.word	16
	.byte	3
	.byte	0
	.hword	16
	.hword	31
	.hword	0
	.word	16
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp23-test_vector
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
	.word	40
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
	.xword	2882400000
	.word	.Ltmp24-test_vector
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
	.xword	2882400000
	.word	.Ltmp25-test_vector
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
	.xword	2882400000
	.word	.Ltmp26-test_vector
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
	.word	.Ltmp27-test_vector
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
	.word	.Ltmp28-test_vector
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
	.hword	16
	.hword	31
	.hword	0
	.word	16
	.byte	3
	.byte	0
	.hword	16
	.hword	31
	.hword	0
	.word	16
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
	.word	.Ltmp29-test_nested
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
	.word	.Ltmp30-test_nested
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
	.word	.Ltmp31-test_nested
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
	.word	.Ltmp32-test_nested
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
	.word	.Ltmp33-test_native
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
	.word	.Ltmp34-test_native
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
	.word	.Ltmp35-test_native
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
	.word	.Ltmp36-test_native
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
