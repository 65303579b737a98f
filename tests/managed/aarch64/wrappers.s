# Made from managed/wrappers.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_deopt_wrapped              // -- Begin function test_deopt_wrapped
	.p2align	2
	.type	test_deopt_wrapped,@function
test_deopt_wrapped:                     // @test_deopt_wrapped
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
	mrs	x8, TPIDR_EL0
	mov	x20, x1
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_2
.LBB0_1:                                // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	wrapper_box
.Ltmp6:
	str	x0, [sp, #8]
	mov	x0, x19
	mov	x1, x20
	str	x20, [sp, #24]
	bl	wrapper_words
.Ltmp7:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	wrapper_unbox
.Ltmp8:
	add	x0, x19, x0, lsl #1
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB0_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp9:
	b	.LBB0_1
.Lfunc_end0:
	.size	test_deopt_wrapped, .Lfunc_end0-test_deopt_wrapped
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function wrapper_box
	.type	wrapper_box,@function
wrapper_box:                            // @wrapper_box
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
.Ltmp10:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.LBB1_5:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp11:
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_3
.Lfunc_end1:
	.size	wrapper_box, .Lfunc_end1-wrapper_box
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function wrapper_words
	.type	wrapper_words,@function
wrapper_words:                          // @wrapper_words
	.cfi_startproc
// %bb.0:
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
	mrs	x19, TPIDR_EL0
	add	x10, x29, #48
	mov	x9, x1
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	add	x8, x20, #28
	str	x10, [x20, #40]
	mov	x10, x0
	str	x29, [x20, #32]
	stlr	wzr, [x8]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB2_5
.LBB2_1:                                // %spgc_enter_native.exit
	mov	x0, x9
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	mov	w21, #1                         // =0x1
	blr	x10
	str	w21, [x20, #28]
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
	.size	wrapper_words, .Lfunc_end2-wrapper_words
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function wrapper_unbox
	.type	wrapper_unbox,@function
wrapper_unbox:                          // @wrapper_unbox
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
.Ltmp12:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end3:
	.size	wrapper_unbox, .Lfunc_end3-wrapper_unbox
	.cfi_endproc
                                        // -- End function
	.globl	test_wrapped                    // -- Begin function test_wrapped
	.p2align	2
	.type	test_wrapped,@function
test_wrapped:                           // @test_wrapped
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
	mov	x20, x1
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB4_2
.LBB4_1:                                // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	wrapper_box
.Ltmp13:
	str	x0, [sp, #8]
	mov	x0, x19
	mov	x1, x20
	bl	wrapper_words
.Ltmp14:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	wrapper_unbox
.Ltmp15:
	add	x0, x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB4_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp16:
	b	.LBB4_1
.Lfunc_end4:
	.size	test_wrapped, .Lfunc_end4-test_wrapped
	.cfi_endproc
                                        // -- End function
	.globl	test_wrapped_dynamic            // -- Begin function test_wrapped_dynamic
	.p2align	2
	.type	test_wrapped_dynamic,@function
test_wrapped_dynamic:                   // @test_wrapped_dynamic
	.cfi_startproc
// %bb.0:                               // %entry
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
	sub	sp, sp, #16
	mrs	x8, TPIDR_EL0
	mov	x20, x1
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB5_2
.LBB5_1:                                // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	wrapper_box
.Ltmp17:
	and	w8, w20, #0xff
	mov	x9, sp
	add	w8, w8, #15
	and	x8, x8, #0x1f0
	sub	x8, x9, x8
	mov	sp, x8
	mov	w9, #7                          // =0x7
	mov	x1, x20
	strb	w9, [x8]
	stur	x0, [x29, #-8]
	mov	x0, x19
	bl	wrapper_words
.Ltmp18:
	ldur	x8, [x29, #-8]
	mov	x19, x0
	mov	x0, x8
	bl	wrapper_unbox
.Ltmp19:
	add	x0, x0, x19
	mov	sp, x29
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB5_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp20:
	b	.LBB5_1
.Lfunc_end5:
	.size	test_wrapped_dynamic, .Lfunc_end5-test_wrapped_dynamic
	.cfi_endproc
                                        // -- End function
	.globl	test_wrapped_many               // -- Begin function test_wrapped_many
	.p2align	2
	.type	test_wrapped_many,@function
test_wrapped_many:                      // @test_wrapped_many
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #96
	.cfi_def_cfa_offset 96
	str	d8, [sp, #64]                   // 8-byte Folded Spill
	str	x30, [sp, #72]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset b8, -32
	.cfi_remember_state
	mov	w8, #1000                       // =0x3e8
	mrs	x9, TPIDR_EL0
	mov	x19, x1
	mul	x8, x1, x8
	add	x9, x9, :tprel_hi12:spgc_thread
	mov	x20, x0
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x9, #8]
	cbz	x9, .LBB6_2
.LBB6_1:                                // %gc.safepoint_poll.exit
	mov	x0, x8
	bl	wrapper_box
.Ltmp21:
	mov	x8, #140737488355328            // =0x800000000000
	mov	x9, #140737488355328            // =0x800000000000
	mov	x10, #140737488355328           // =0x800000000000
	movk	x8, #16432, lsl #48
	scvtf	d16, x19
	movk	x9, #16433, lsl #48
	fmov	d6, x8
	mov	x8, #140737488355328            // =0x800000000000
	movk	x10, #16434, lsl #48
	movk	x8, #16435, lsl #48
	fmov	d0, #10.50000000
	fmov	d1, #11.50000000
	fmov	d2, #12.50000000
	fmov	d3, #13.50000000
	fmov	d4, #14.50000000
	fmov	d5, #15.50000000
	fmov	d7, x9
	fmov	d17, x10
	fmov	d18, x8
	fadd	d0, d16, d0
	fadd	d1, d16, d1
	fadd	d2, d16, d2
	fadd	d3, d16, d3
	fadd	d4, d16, d4
	fadd	d5, d16, d5
	fadd	d6, d16, d6
	add	x8, x19, #7
	fadd	d7, d16, d7
	fadd	d17, d16, d17
	add	x9, x19, #8
	fadd	d16, d16, d18
	add	x10, x19, #9
	str	x0, [sp, #56]
	add	x2, x19, #1
	add	x3, x19, #2
	add	x4, x19, #3
	add	x5, x19, #4
	add	x6, x19, #5
	add	x7, x19, #6
	mov	x0, x20
	mov	x1, x19
	stp	x9, x10, [sp, #8]
	str	x8, [sp]
	stp	d17, d16, [sp, #24]
	bl	wrapper_many
.Ltmp22:
	ldr	x0, [sp, #56]
	fmov	d8, d0
	bl	wrapper_unbox
.Ltmp23:
	fcvtzs	x8, d8
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldr	x30, [sp, #72]                  // 8-byte Folded Reload
	ldr	d8, [sp, #64]                   // 8-byte Folded Reload
	add	x0, x0, x8
	add	sp, sp, #96
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore b8
	ret
.LBB6_2:                                // %stop.i
	.cfi_restore_state
	str	x8, [sp, #48]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp24:
	ldr	x8, [sp, #48]                   // 8-byte Folded Reload
	b	.LBB6_1
.Lfunc_end6:
	.size	test_wrapped_many, .Lfunc_end6-test_wrapped_many
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function wrapper_many
	.type	wrapper_many,@function
wrapper_many:                           // @wrapper_many
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #176
	.cfi_def_cfa_offset 176
	stp	x29, x30, [sp, #144]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #160]            // 16-byte Folded Spill
	add	x29, sp, #144
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mrs	x19, TPIDR_EL0
	ldp	d16, d17, [x29, #56]
	add	x8, x19, :tprel_hi12:spgc_thread
	ldp	x16, x17, [x29, #40]
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	add	x8, x29, #32
	mov	x9, x7
	str	x8, [x20, #40]
	add	x8, x20, #28
	ldr	x7, [x29, #32]
	str	x29, [x20, #32]
	mov	x10, x6
	mov	x11, x5
	stlr	wzr, [x8]
	//MEMBARRIER
	ldr	w18, [x20, #24]
	mov	x12, x4
	mov	x13, x3
	mov	x14, x2
	mov	x15, x1
	mov	x8, x0
	cbnz	w18, .LBB7_5
.LBB7_1:                                // %spgc_enter_native.exit
	mov	x0, x15
	mov	x1, x14
	mov	x2, x13
	mov	x3, x12
	mov	x4, x11
	mov	x5, x10
	mov	x6, x9
	stp	d16, d17, [sp, #16]
	stp	x16, x17, [sp]
	blr	x8
	mov	w8, #1                          // =0x1
	str	w8, [x20, #28]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB7_4
// %bb.2:                               // %look.i
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB7_4
.LBB7_3:                                // %spgc_leave_native.exit
	.cfi_def_cfa wsp, 176
	ldp	x20, x19, [sp, #160]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #144]            // 16-byte Folded Reload
	add	sp, sp, #176
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB7_4:                                // %slow.i3
	.cfi_restore_state
	stur	d0, [x29, #-8]                  // 8-byte Folded Spill
	bl	spgc_leave_native_slow
	ldur	d0, [x29, #-8]                  // 8-byte Folded Reload
	b	.LBB7_3
.LBB7_5:                                // %slow.i
	stp	d5, d7, [x29, #-16]             // 16-byte Folded Spill
	stur	d6, [x29, #-64]                 // 8-byte Folded Spill
	str	d4, [sp, #72]                   // 8-byte Folded Spill
	stur	d3, [x29, #-24]                 // 8-byte Folded Spill
	str	d2, [sp, #64]                   // 8-byte Folded Spill
	stur	d1, [x29, #-32]                 // 8-byte Folded Spill
	str	d0, [sp, #56]                   // 8-byte Folded Spill
	stur	x8, [x29, #-40]                 // 8-byte Folded Spill
	str	x7, [sp, #48]                   // 8-byte Folded Spill
	stur	x16, [x29, #-48]                // 8-byte Folded Spill
	str	d16, [sp, #40]                  // 8-byte Folded Spill
	stur	d17, [x29, #-56]                // 8-byte Folded Spill
	str	x17, [sp, #32]                  // 8-byte Folded Spill
	bl	spgc_enter_native_slow
	ldp	d6, d17, [x29, #-64]            // 16-byte Folded Reload
	ldr	x17, [sp, #32]                  // 8-byte Folded Reload
	ldp	x16, x8, [x29, #-48]            // 16-byte Folded Reload
	ldr	d16, [sp, #40]                  // 8-byte Folded Reload
	ldr	x7, [sp, #48]                   // 8-byte Folded Reload
	ldr	d4, [sp, #72]                   // 8-byte Folded Reload
	ldp	d0, d2, [sp, #56]               // 16-byte Folded Reload
	ldp	d1, d3, [x29, #-32]             // 16-byte Folded Reload
	ldp	d5, d7, [x29, #-16]             // 16-byte Folded Reload
	b	.LBB7_1
.Lfunc_end7:
	.size	wrapper_many, .Lfunc_end7-wrapper_many
	.cfi_endproc
                                        // -- End function
	.globl	test_wrapped_structure          // -- Begin function test_wrapped_structure
	.p2align	2
	.type	test_wrapped_structure,@function
test_wrapped_structure:                 // @test_wrapped_structure
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
	mov	x20, x1
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB8_2
.LBB8_1:                                // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	wrapper_box
.Ltmp25:
	str	x0, [sp, #40]
	mov	x8, sp
	mov	x0, x19
	mov	x1, x20
	bl	wrapper_structure
.Ltmp26:
	ldr	x0, [sp, #40]
	bl	wrapper_unbox
.Ltmp27:
	ldp	q1, q0, [sp]
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	add	v0.2d, v1.2d, v0.2d
	addp	d0, v0.2d
	fmov	x8, d0
	add	x0, x8, x0
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB8_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp28:
	b	.LBB8_1
.Lfunc_end8:
	.size	test_wrapped_structure, .Lfunc_end8-test_wrapped_structure
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function wrapper_structure
	.type	wrapper_structure,@function
wrapper_structure:                      // @wrapper_structure
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
	add	x12, x29, #32
	mov	x10, x1
	add	x11, x19, :tprel_hi12:spgc_thread
	mov	x9, x0
	add	x20, x11, :tprel_lo12_nc:spgc_thread
	add	x11, x20, #28
	str	x12, [x20, #40]
	str	x29, [x20, #32]
	stlr	wzr, [x11]
	//MEMBARRIER
	ldr	w11, [x20, #24]
	cbnz	w11, .LBB9_5
.LBB9_1:                                // %spgc_enter_native.exit
	mov	x0, x10
	blr	x9
	mov	w8, #1                          // =0x1
	str	w8, [x20, #28]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB9_4
// %bb.2:                               // %look.i
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB9_4
.LBB9_3:                                // %spgc_leave_native.exit
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB9_4:                                // %slow.i3
	.cfi_restore_state
	bl	spgc_leave_native_slow
	b	.LBB9_3
.LBB9_5:                                // %slow.i
	mov	x11, x8
	bl	spgc_enter_native_slow
	mov	x8, x11
	b	.LBB9_1
.Lfunc_end9:
	.size	wrapper_structure, .Lfunc_end9-wrapper_structure
	.cfi_endproc
                                        // -- End function
	.globl	test_wrapped_loop               // -- Begin function test_wrapped_loop
	.p2align	2
	.type	test_wrapped_loop,@function
test_wrapped_loop:                      // @test_wrapped_loop
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
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB10_5
.LBB10_1:                               // %gc.safepoint_poll.exit
	bl	wrapper_box
.Ltmp29:
	str	x0, [sp, #24]
	bl	wrapper_unbox
.Ltmp30:
	mov	x19, xzr
	cbz	x0, .LBB10_4
// %bb.2:                               // %body.preheader
	ldr	x8, [sp, #24]
	mov	x20, xzr
.LBB10_3:                               // %body
                                        // =>This Inner Loop Header: Depth=1
	add	x20, x20, #1
	str	x8, [sp, #24]
	mov	x0, x20
	bl	wrapper_box
.Ltmp31:
	str	x0, [sp, #8]
	bl	wrapper_nothing
.Ltmp32:
	ldr	x0, [sp, #8]
	bl	wrapper_unbox
.Ltmp33:
	ldr	x8, [sp, #24]
	add	x19, x0, x19
	mov	x0, x8
	bl	wrapper_unbox
.Ltmp34:
	ldr	x8, [sp, #24]
	cmp	x20, x0
	b.lo	.LBB10_3
.LBB10_4:                               // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB10_5:                               // %stop.i
	.cfi_restore_state
	mov	x19, x0
	bl	spgc_poll_slow
.Ltmp35:
	mov	x0, x19
	b	.LBB10_1
.Lfunc_end10:
	.size	test_wrapped_loop, .Lfunc_end10-test_wrapped_loop
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function wrapper_nothing
	.type	wrapper_nothing,@function
wrapper_nothing:                        // @wrapper_nothing
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
	cbnz	w8, .LBB11_5
.LBB11_1:                               // %spgc_enter_native.exit
	bl	test_native_nothing
	mov	w8, #1                          // =0x1
	str	w8, [x20, #28]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB11_4
// %bb.2:                               // %look.i
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB11_4
.LBB11_3:                               // %spgc_leave_native.exit
	.cfi_def_cfa wsp, 32
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB11_4:                               // %slow.i3
	.cfi_restore_state
	bl	spgc_leave_native_slow
	b	.LBB11_3
.LBB11_5:                               // %slow.i
	bl	spgc_enter_native_slow
	b	.LBB11_1
.Lfunc_end11:
	.size	wrapper_nothing, .Lfunc_end11-wrapper_nothing
	.cfi_endproc
                                        // -- End function
	.globl	test_wrapped_throwing           // -- Begin function test_wrapped_throwing
	.p2align	2
	.type	test_wrapped_throwing,@function
test_wrapped_throwing:                  // @test_wrapped_throwing
.Lfunc_begin0:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gcc_personality_v0
	.cfi_lsda 28, .Lexception0
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x20, x1
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB12_4
.LBB12_1:                               // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	wrapper_box
.Ltmp36:
	str	x0, [sp, #8]
.Ltmp0:
	mov	x0, x19
	mov	x1, x20
	bl	wrapper_throwing
.Ltmp37:
.Ltmp1:
// %bb.2:                               // %common.ret2
	mov	x19, x0
	ldr	x0, [sp, #8]
	mov	w20, #3                         // =0x3
.LBB12_3:                               // %common.ret
	bl	wrapper_unbox
.Ltmp38:
	madd	x0, x0, x20, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB12_4:                               // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp39:
	b	.LBB12_1
.LBB12_5:                               // %thrown
.Ltmp2:
	ldr	x0, [sp, #8]
	mov	w19, #1000                      // =0x3e8
	mov	w20, #5                         // =0x5
	b	.LBB12_3
.Lfunc_end12:
	.size	test_wrapped_throwing, .Lfunc_end12-test_wrapped_throwing
	.cfi_endproc
	.section	.gcc_except_table,"a",@progbits
	.p2align	2, 0x0
GCC_except_table12:
.Lexception0:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end0-.Lcst_begin0
.Lcst_begin0:
	.uleb128 .Lfunc_begin0-.Lfunc_begin0    // >> Call Site 1 <<
	.uleb128 .Ltmp0-.Lfunc_begin0           //   Call between .Lfunc_begin0 and .Ltmp0
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp0-.Lfunc_begin0           // >> Call Site 2 <<
	.uleb128 .Ltmp1-.Ltmp0                  //   Call between .Ltmp0 and .Ltmp1
	.uleb128 .Ltmp2-.Lfunc_begin0           //     jumps to .Ltmp2
	.byte	0                               //   On action: cleanup
.Lcst_end0:
	.p2align	2, 0x0
                                        // -- End function
	.text
	.p2align	2                               // -- Begin function wrapper_throwing
	.type	wrapper_throwing,@function
wrapper_throwing:                       // @wrapper_throwing
.Lfunc_begin1:
	.cfi_startproc
	.cfi_personality 156, DW.ref.__gcc_personality_v0
	.cfi_lsda 28, .Lexception1
// %bb.0:
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	str	x19, [sp, #16]                  // 8-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mrs	x19, TPIDR_EL0
	add	x10, x29, #32
	mov	x9, x1
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	str	x10, [x8, #40]
	add	x10, x8, #28
	str	x29, [x8, #32]
	stlr	wzr, [x10]
	//MEMBARRIER
	ldr	w8, [x8, #24]
	mov	x10, x0
	cbnz	w8, .LBB13_6
.LBB13_1:                               // %spgc_enter_native.exit
.Ltmp3:
	mov	x0, x9
	blr	x10
.Ltmp4:
// %bb.2:                               // %returned
	add	x8, x19, :tprel_hi12:spgc_thread
	mov	w9, #1                          // =0x1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	str	w9, [x8, #28]
	//MEMBARRIER
	ldr	w9, [x8, #24]
	cbnz	w9, .LBB13_5
// %bb.3:                               // %look.i
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB13_5
.LBB13_4:                               // %spgc_leave_native.exit
	.cfi_def_cfa wsp, 32
	ldr	x19, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB13_5:                               // %slow.i3
	.cfi_restore_state
	mov	x9, x0
	bl	spgc_leave_native_slow
	mov	x0, x9
	b	.LBB13_4
.LBB13_6:                               // %slow.i
	bl	spgc_enter_native_slow
	b	.LBB13_1
.LBB13_7:                               // %thrown
.Ltmp5:
	add	x8, x19, :tprel_hi12:spgc_thread
	mov	w9, #1                          // =0x1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	str	w9, [x8, #28]
	//MEMBARRIER
	ldr	w10, [x8, #24]
	mov	x9, x0
	cbnz	w10, .LBB13_10
// %bb.8:                               // %look.i7
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB13_10
// %bb.9:                               // %spgc_leave_native.exit11
	mov	x0, x9
	bl	_Unwind_Resume
.LBB13_10:                              // %slow.i6
	bl	spgc_leave_native_slow
	mov	x0, x9
	bl	_Unwind_Resume
.Lfunc_end13:
	.size	wrapper_throwing, .Lfunc_end13-wrapper_throwing
	.cfi_endproc
	.section	.gcc_except_table,"a",@progbits
	.p2align	2, 0x0
GCC_except_table13:
.Lexception1:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end1-.Lcst_begin1
.Lcst_begin1:
	.uleb128 .Ltmp3-.Lfunc_begin1           // >> Call Site 1 <<
	.uleb128 .Ltmp4-.Ltmp3                  //   Call between .Ltmp3 and .Ltmp4
	.uleb128 .Ltmp5-.Lfunc_begin1           //     jumps to .Ltmp5
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp4-.Lfunc_begin1           // >> Call Site 2 <<
	.uleb128 .Lfunc_end13-.Ltmp4            //   Call between .Ltmp4 and .Lfunc_end13
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end1:
	.p2align	2, 0x0
                                        // -- End function
	.text
	.globl	test_wrapped_passing            // -- Begin function test_wrapped_passing
	.p2align	2
	.type	test_wrapped_passing,@function
test_wrapped_passing:                   // @test_wrapped_passing
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
	mov	x20, x1
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB14_2
.LBB14_1:                               // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	wrapper_box
.Ltmp40:
	str	x0, [sp, #8]
	mov	x0, x19
	mov	x1, x20
	bl	wrapper_throwing
.Ltmp41:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	wrapper_unbox
.Ltmp42:
	add	x8, x0, x0, lsl #1
	add	x0, x8, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB14_2:                               // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp43:
	b	.LBB14_1
.Lfunc_end14:
	.size	test_wrapped_passing, .Lfunc_end14-test_wrapped_passing
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
	.word	38
	.xword	test_deopt_wrapped
	.xword	48
	.xword	4
	.xword	wrapper_box
	.xword	32
	.xword	2
	.xword	wrapper_unbox
	.xword	16
	.xword	1
	.xword	test_wrapped
	.xword	32
	.xword	4
	.xword	test_wrapped_dynamic
	.xword	-1
	.xword	4
	.xword	test_wrapped_many
	.xword	96
	.xword	4
	.xword	test_wrapped_structure
	.xword	64
	.xword	4
	.xword	test_wrapped_loop
	.xword	48
	.xword	7
	.xword	test_wrapped_throwing
	.xword	32
	.xword	4
	.xword	test_wrapped_passing
	.xword	32
	.xword	4
	.xword	2882400000
	.word	.Ltmp6-test_deopt_wrapped
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
	.word	.Ltmp7-test_deopt_wrapped
	.hword	0
	.hword	8
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
	.word	3
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	2
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
	.word	.Ltmp8-test_deopt_wrapped
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
	.word	.Ltmp9-test_deopt_wrapped
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
	.word	.Ltmp10-wrapper_box
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
	.word	.Ltmp11-wrapper_box
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
	.word	.Ltmp12-wrapper_unbox
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
	.word	.Ltmp13-test_wrapped
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
	.word	.Ltmp14-test_wrapped
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
	.word	.Ltmp15-test_wrapped
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
	.word	.Ltmp16-test_wrapped
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
	.word	.Ltmp17-test_wrapped_dynamic
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
	.word	.Ltmp18-test_wrapped_dynamic
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
	.hword	29
	.hword	0
	.word	-8
	.byte	3
	.byte	0
	.hword	8
	.hword	29
	.hword	0
	.word	-8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp19-test_wrapped_dynamic
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
	.hword	29
	.hword	0
	.word	-8
	.byte	3
	.byte	0
	.hword	8
	.hword	29
	.hword	0
	.word	-8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp20-test_wrapped_dynamic
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
	.word	.Ltmp21-test_wrapped_many
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
	.word	.Ltmp22-test_wrapped_many
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
	.word	.Ltmp23-test_wrapped_many
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
	.word	.Ltmp24-test_wrapped_many
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
	.word	.Ltmp25-test_wrapped_structure
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
	.word	.Ltmp26-test_wrapped_structure
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
	.word	.Ltmp27-test_wrapped_structure
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
	.word	.Ltmp28-test_wrapped_structure
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
	.word	.Ltmp29-test_wrapped_loop
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
	.word	.Ltmp30-test_wrapped_loop
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
	.word	.Ltmp31-test_wrapped_loop
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
	.word	.Ltmp32-test_wrapped_loop
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
	.word	.Ltmp33-test_wrapped_loop
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
	.word	.Ltmp34-test_wrapped_loop
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
	.word	.Ltmp35-test_wrapped_loop
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
	.word	.Ltmp36-test_wrapped_throwing
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
	.word	.Ltmp37-test_wrapped_throwing
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
	.word	.Ltmp38-test_wrapped_throwing
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
	.word	.Ltmp39-test_wrapped_throwing
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
	.word	.Ltmp40-test_wrapped_passing
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
	.word	.Ltmp41-test_wrapped_passing
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
	.word	.Ltmp42-test_wrapped_passing
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
	.word	.Ltmp43-test_wrapped_passing
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

	.hidden	DW.ref.__gcc_personality_v0
	.weak	DW.ref.__gcc_personality_v0
	.section	.data.DW.ref.__gcc_personality_v0,"awG",@progbits,DW.ref.__gcc_personality_v0,comdat
	.p2align	3, 0x0
	.type	DW.ref.__gcc_personality_v0,@object
	.size	DW.ref.__gcc_personality_v0, 8
DW.ref.__gcc_personality_v0:
	.xword	__gcc_personality_v0
	.section	".note.GNU-stack","",@progbits
