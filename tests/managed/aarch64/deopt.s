# Made from managed/deopt.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_deopt_kinds                // -- Begin function test_deopt_kinds
	.p2align	2
	.type	test_deopt_kinds,@function
test_deopt_kinds:                       // @test_deopt_kinds
	.cfi_startproc
// %bb.0:                               // %entry
	hint	#25
	.cfi_negate_ra_state
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	x30, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mvn	x21, x1
	mov	x19, x1
	add	x8, x8, :tprel_hi12:spgc_thread
	stp	x1, x21, [sp, #96]
	mov	x20, x0
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_2
.LBB0_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	bl	deopt_box
.Ltmp0:
	ucvtf	d0, x19
	fmov	d1, x19
	str	x0, [sp, #8]
	and	w8, w19, #0x1
	mov	x0, x19
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	mov	v1.d[1], x21
	mov	x5, x20
	stp	x19, x21, [sp, #48]
	fcvt	s2, d0
	strb	w19, [sp, #92]
	strh	w19, [sp, #88]
	str	w19, [sp, #84]
	str	x19, [sp, #72]
	str	d0, [sp, #32]
	str	s2, [sp, #44]
	str	q1, [sp, #16]
	strb	w8, [sp, #95]
	bl	spgc_call_native
.Ltmp1:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	deopt_unbox
.Ltmp2:
	add	x0, x0, x19
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	ldp	x30, x21, [sp, #112]            // 16-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	hint	#29
	.cfi_negate_ra_state
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB0_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp3:
	b	.LBB0_1
.Lfunc_end0:
	.size	test_deopt_kinds, .Lfunc_end0-test_deopt_kinds
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function deopt_box
	.type	deopt_box,@function
deopt_box:                              // @deopt_box
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
.Ltmp4:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.LBB1_5:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp5:
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_3
.Lfunc_end1:
	.size	deopt_box, .Lfunc_end1-deopt_box
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function deopt_unbox
	.type	deopt_unbox,@function
deopt_unbox:                            // @deopt_unbox
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
.Ltmp6:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	deopt_unbox, .Lfunc_end2-deopt_unbox
	.cfi_endproc
                                        // -- End function
	.globl	test_deopt_nested               // -- Begin function test_deopt_nested
	.p2align	2
	.type	test_deopt_nested,@function
test_deopt_nested:                      // @test_deopt_nested
	.cfi_startproc
// %bb.0:                               // %entry
	hint	#25
	.cfi_negate_ra_state
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	d8, [sp, #32]                   // 8-byte Folded Spill
	str	x30, [sp, #40]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset b8, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x20, x1
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_5
.LBB3_1:                                // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	deopt_box
.Ltmp7:
	cbz	x20, .LBB3_3
// %bb.2:                               // %deeper
	ucvtf	d8, x20, #1
	str	x0, [sp, #8]
	sub	x1, x20, #1
	mov	x0, x19
	str	x20, [sp, #24]
	str	d8, [sp, #16]
	bl	test_deopt_nested
.Ltmp8:
	str	x0, [sp, #24]
	bl	deopt_unbox
.Ltmp9:
	ldr	x8, [sp, #8]
	mov	x19, x0
	mov	x0, x8
	bl	deopt_unbox
.Ltmp10:
	fcvtzu	x8, d8
	add	x9, x19, x19, lsl #1
	add	x8, x0, x8
	add	x0, x8, x9
	b	.LBB3_4
.LBB3_3:                                // %leaf
	str	x0, [sp, #24]
	mov	x0, xzr
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	mov	x5, x19
	bl	spgc_call_native
.Ltmp11:
	ldr	x8, [sp, #24]
	mov	x19, x0
	mov	x0, x8
	bl	deopt_unbox
.Ltmp12:
	add	x0, x0, x19
.LBB3_4:                                // %common.ret
	bl	deopt_box
.Ltmp13:
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldr	x30, [sp, #40]                  // 8-byte Folded Reload
	ldr	d8, [sp, #32]                   // 8-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	hint	#29
	.cfi_negate_ra_state
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	.cfi_restore b8
	ret
.LBB3_5:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp14:
	b	.LBB3_1
.Lfunc_end3:
	.size	test_deopt_nested, .Lfunc_end3-test_deopt_nested
	.cfi_endproc
                                        // -- End function
	.globl	test_deopt_outer                // -- Begin function test_deopt_outer
	.p2align	2
	.type	test_deopt_outer,@function
test_deopt_outer:                       // @test_deopt_outer
	.cfi_startproc
// %bb.0:                               // %entry
	hint	#25
	.cfi_negate_ra_state
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	stp	d11, d10, [sp, #32]             // 16-byte Folded Spill
	stp	d9, d8, [sp, #48]               // 16-byte Folded Spill
	str	x30, [sp, #64]                  // 8-byte Folded Spill
	stp	x26, x25, [sp, #80]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #96]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #112]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #128]            // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -80
	.cfi_offset b8, -88
	.cfi_offset b9, -96
	.cfi_offset b10, -104
	.cfi_offset b11, -112
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
	ldr	x8, [x8, #8]
	cbz	x8, .LBB4_2
.LBB4_1:                                // %gc.safepoint_poll.exit
	mov	x0, x22
	bl	deopt_box
.Ltmp15:
	str	x0, [sp, #72]
	mov	x0, x21
	bl	deopt_box
.Ltmp16:
	str	x0, [sp, #24]
	mov	x0, x20
	bl	deopt_box
.Ltmp17:
	str	x0, [sp, #16]
	mov	x0, x19
	bl	deopt_box
.Ltmp18:
	ucvtf	d0, x22
	ucvtf	d1, x21
	str	x0, [sp, #8]
	ucvtf	d2, x20
	ucvtf	d3, x19
	mov	x0, x24
	mov	x1, x23
	fadd	d8, d0, d0
	fadd	d9, d1, d1
	fadd	d10, d2, d2
	fadd	d11, d3, d3
	bl	test_deopt_nested
.Ltmp19:
	str	x0, [sp]
	bl	deopt_unbox
.Ltmp20:
	ldr	x8, [sp, #72]
	mov	x23, x0
	mov	x0, x8
	bl	deopt_unbox
.Ltmp21:
	ldr	x8, [sp, #24]
	mov	x24, x0
	mov	x0, x8
	bl	deopt_unbox
.Ltmp22:
	ldr	x8, [sp, #16]
	mov	x25, x0
	mov	x0, x8
	bl	deopt_unbox
.Ltmp23:
	ldr	x8, [sp, #8]
	mov	x26, x0
	mov	x0, x8
	bl	deopt_unbox
.Ltmp24:
	add	x8, x22, x22, lsl #1
	add	x9, x21, x21, lsl #2
	fadd	d0, d8, d9
	fadd	d1, d10, d11
	ldp	x22, x21, [sp, #112]            // 16-byte Folded Reload
	add	x8, x9, x8
	mov	w9, #11                         // =0xb
	ldr	x30, [sp, #64]                  // 8-byte Folded Reload
	sub	x8, x8, x20
	ldp	d9, d8, [sp, #48]               // 16-byte Folded Reload
	add	x8, x8, x20, lsl #3
	ldp	d11, d10, [sp, #32]             // 16-byte Folded Reload
	madd	x8, x19, x9, x8
	fadd	d0, d0, d1
	ldp	x20, x19, [sp, #128]            // 16-byte Folded Reload
	fcvtzu	x9, d0
	add	x8, x8, x23
	add	x8, x8, x24
	ldp	x24, x23, [sp, #96]             // 16-byte Folded Reload
	add	x8, x8, x25
	add	x8, x8, x26
	ldp	x26, x25, [sp, #80]             // 16-byte Folded Reload
	add	x8, x8, x0
	add	x0, x8, x9
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	hint	#29
	.cfi_negate_ra_state
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w30
	.cfi_restore b8
	.cfi_restore b9
	.cfi_restore b10
	.cfi_restore b11
	ret
.LBB4_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp25:
	b	.LBB4_1
.Lfunc_end4:
	.size	test_deopt_outer, .Lfunc_end4-test_deopt_outer
	.cfi_endproc
                                        // -- End function
	.globl	test_deopt_halves               // -- Begin function test_deopt_halves
	.p2align	2
	.type	test_deopt_halves,@function
test_deopt_halves:                      // @test_deopt_halves
	.cfi_startproc
// %bb.0:                               // %entry
	.cfi_b_key_frame
	hint	#27
	.cfi_negate_ra_state
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x30, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB5_3
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x1, .LBB5_4
.LBB5_2:                                // %deeper
	sub	x8, x1, #1
	str	x1, [sp, #24]
	mov	x19, x1
	mov	x1, x8
	bl	test_deopt_halves
.Ltmp26:
	fmov	d1, #0.50000000
	fmul	d0, d0, d1
	ucvtf	d1, x19
	fadd	d0, d0, d1
	b	.LBB5_5
.LBB5_3:                                // %stop.i
	stp	x1, x0, [sp, #8]                // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp27:
	ldp	x1, x0, [sp, #8]                // 16-byte Folded Reload
	cbnz	x1, .LBB5_2
.LBB5_4:                                // %leaf
	mov	x5, x0
	mov	x0, xzr
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	bl	spgc_call_native
.Ltmp28:
	ucvtf	d0, x0
.LBB5_5:                                // %common.ret
	ldp	x30, x19, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	hint	#31
	.cfi_negate_ra_state
	.cfi_restore w19
	.cfi_restore w30
	ret
.Lfunc_end5:
	.size	test_deopt_halves, .Lfunc_end5-test_deopt_halves
	.cfi_endproc
                                        // -- End function
	.globl	test_deopt_thousand_halves      // -- Begin function test_deopt_thousand_halves
	.p2align	2
	.type	test_deopt_thousand_halves,@function
test_deopt_thousand_halves:             // @test_deopt_thousand_halves
	.cfi_startproc
// %bb.0:                               // %entry
	.cfi_b_key_frame
	hint	#27
	.cfi_negate_ra_state
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB6_2
.LBB6_1:                                // %gc.safepoint_poll.exit
	bl	test_deopt_halves
.Ltmp29:
	mov	x8, #70368744177664             // =0x400000000000
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	movk	x8, #16527, lsl #48
	fmov	d1, x8
	fmul	d0, d0, d1
	fcvtzu	x0, d0
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	hint	#31
	.cfi_negate_ra_state
	.cfi_restore w30
	ret
.LBB6_2:                                // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]                   // 8-byte Folded Spill
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp30:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x1, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB6_1
.Lfunc_end6:
	.size	test_deopt_thousand_halves, .Lfunc_end6-test_deopt_thousand_halves
	.cfi_endproc
                                        // -- End function
	.globl	test_deopt_ten                  // -- Begin function test_deopt_ten
	.p2align	2
	.type	test_deopt_ten,@function
test_deopt_ten:                         // @test_deopt_ten
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #96
	.cfi_def_cfa_offset 96
	stp	x30, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x21, x2
	mov	x19, x1
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x20, x0
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB7_2
.LBB7_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	bl	deopt_box
.Ltmp31:
	str	x0, [sp, #56]
	mov	x0, x21
	bl	deopt_box
.Ltmp32:
	mul	x8, x21, x19
	add	x9, x21, x19
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	mov	x5, x20
	stp	x21, x19, [sp, #40]
	stp	x8, x9, [sp, #24]
	eor	x9, x21, x19
	stp	x0, x9, [sp, #8]
	mov	x0, x19
	bl	spgc_call_native
.Ltmp33:
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x30, x21, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #96
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB7_2:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp34:
	b	.LBB7_1
.Lfunc_end7:
	.size	test_deopt_ten, .Lfunc_end7-test_deopt_ten
	.cfi_endproc
                                        // -- End function
	.globl	test_deopt_pair                 // -- Begin function test_deopt_pair
	.p2align	2
	.type	test_deopt_pair,@function
test_deopt_pair:                        // @test_deopt_pair
	.cfi_startproc
// %bb.0:                               // %entry
	hint	#25
	.cfi_negate_ra_state
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x1
	mov	x5, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB8_2
.LBB8_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	str	x19, [sp, #8]
	bl	spgc_call_native
.Ltmp35:
	mov	x1, x19
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	hint	#29
	.cfi_negate_ra_state
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB8_2:                                // %stop.i
	.cfi_restore_state
	str	x19, [sp]                       // 8-byte Folded Spill
	mov	x19, x5
	bl	spgc_poll_slow
.Ltmp36:
	mov	x5, x19
	ldr	x19, [sp]                       // 8-byte Folded Reload
	b	.LBB8_1
.Lfunc_end8:
	.size	test_deopt_pair, .Lfunc_end8-test_deopt_pair
	.cfi_endproc
                                        // -- End function
	.globl	test_deopt_sum_of_pair          // -- Begin function test_deopt_sum_of_pair
	.p2align	2
	.type	test_deopt_sum_of_pair,@function
test_deopt_sum_of_pair:                 // @test_deopt_sum_of_pair
	.cfi_startproc
// %bb.0:                               // %entry
	hint	#25
	.cfi_negate_ra_state
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB9_2
.LBB9_1:                                // %gc.safepoint_poll.exit
	bl	test_deopt_pair
.Ltmp37:
	mov	w8, #1000                       // =0x3e8
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	madd	x0, x1, x8, x0
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	hint	#29
	.cfi_negate_ra_state
	.cfi_restore w30
	ret
.LBB9_2:                                // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]                   // 8-byte Folded Spill
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp38:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x1, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB9_1
.Lfunc_end9:
	.size	test_deopt_sum_of_pair, .Lfunc_end9-test_deopt_sum_of_pair
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
	cbz	x8, .LBB10_2
// %bb.1:                               // %done
	ret
.LBB10_2:                               // %stop
	b	spgc_poll_slow
.Lfunc_end10:
	.size	gc.safepoint_poll, .Lfunc_end10-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	10
	.word	1
	.word	39
	.xword	test_deopt_kinds
	.xword	144
	.xword	4
	.xword	deopt_box
	.xword	32
	.xword	2
	.xword	deopt_unbox
	.xword	16
	.xword	1
	.xword	test_deopt_nested
	.xword	64
	.xword	8
	.xword	test_deopt_outer
	.xword	144
	.xword	11
	.xword	test_deopt_halves
	.xword	48
	.xword	3
	.xword	test_deopt_thousand_halves
	.xword	32
	.xword	2
	.xword	test_deopt_ten
	.xword	96
	.xword	4
	.xword	test_deopt_pair
	.xword	32
	.xword	2
	.xword	test_deopt_sum_of_pair
	.xword	32
	.xword	2
	.xword	1311768467463790320
	.xword	2882400000
	.word	.Ltmp0-test_deopt_kinds
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
	.word	.Ltmp1-test_deopt_kinds
	.hword	0
	.hword	22
	.byte	4
	.byte	0
	.hword	8
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
	.word	15
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	7
	.byte	3
	.byte	0
	.hword	1
	.hword	31
	.hword	0
	.word	95
	.byte	3
	.byte	0
	.hword	1
	.hword	31
	.hword	0
	.word	92
	.byte	3
	.byte	0
	.hword	2
	.hword	31
	.hword	0
	.word	88
	.byte	3
	.byte	0
	.hword	4
	.hword	31
	.hword	0
	.word	84
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	72
	.byte	3
	.byte	0
	.hword	16
	.hword	31
	.hword	0
	.word	48
	.byte	3
	.byte	0
	.hword	4
	.hword	31
	.hword	0
	.word	44
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	32
	.byte	3
	.byte	0
	.hword	16
	.hword	31
	.hword	0
	.word	16
	.byte	2
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	96
	.byte	3
	.byte	0
	.hword	8
	.hword	31
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
	.word	-5
	.byte	5
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
	.byte	4
	.byte	0
	.hword	8
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
	.word	.Ltmp2-test_deopt_kinds
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
	.word	.Ltmp3-test_deopt_kinds
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
	.word	.Ltmp4-deopt_box
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
	.word	.Ltmp5-deopt_box
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
	.word	.Ltmp6-deopt_unbox
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
	.word	.Ltmp7-test_deopt_nested
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
	.word	.Ltmp8-test_deopt_nested
	.hword	0
	.hword	9
	.byte	4
	.byte	0
	.hword	8
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
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	1
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
	.word	.Ltmp9-test_deopt_nested
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
	.word	.Ltmp10-test_deopt_nested
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
	.word	.Ltmp11-test_deopt_nested
	.hword	0
	.hword	9
	.byte	4
	.byte	0
	.hword	8
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
	.byte	4
	.byte	0
	.hword	8
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
	.word	24
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp12-test_deopt_nested
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
	.word	.Ltmp13-test_deopt_nested
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
	.word	.Ltmp14-test_deopt_nested
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
	.word	.Ltmp15-test_deopt_outer
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
	.word	.Ltmp16-test_deopt_outer
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
	.word	72
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	72
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp17-test_deopt_outer
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
	.word	72
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	72
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
	.word	.Ltmp18-test_deopt_outer
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
	.word	72
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	72
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
	.word	.Ltmp19-test_deopt_outer
	.hword	0
	.hword	11
	.byte	4
	.byte	0
	.hword	8
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
	.word	72
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	72
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
	.word	.Ltmp20-test_deopt_outer
	.hword	0
	.hword	13
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
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	72
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	72
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
	.word	.Ltmp21-test_deopt_outer
	.hword	0
	.hword	11
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
	.word	72
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	72
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
	.word	.Ltmp22-test_deopt_outer
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
	.word	.Ltmp23-test_deopt_outer
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
	.word	.Ltmp24-test_deopt_outer
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
	.word	.Ltmp25-test_deopt_outer
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
	.word	.Ltmp26-test_deopt_halves
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
	.word	2
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	1
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
	.word	.Ltmp27-test_deopt_halves
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
	.word	.Ltmp28-test_deopt_halves
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
	.word	2
	.byte	4
	.byte	0
	.hword	8
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
	.word	.Ltmp29-test_deopt_thousand_halves
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
	.word	.Ltmp30-test_deopt_thousand_halves
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
	.word	.Ltmp31-test_deopt_ten
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
	.word	.Ltmp32-test_deopt_ten
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
	.word	.Ltmp33-test_deopt_ten
	.hword	0
	.hword	17
	.byte	4
	.byte	0
	.hword	8
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
	.word	10
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	9
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	48
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
	.word	32
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
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	17
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	48
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
	.word	.Ltmp34-test_deopt_ten
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
	.word	.Ltmp35-test_deopt_pair
	.hword	0
	.hword	4
	.byte	4
	.byte	0
	.hword	8
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
	.word	1
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
	.word	.Ltmp36-test_deopt_pair
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
	.word	.Ltmp37-test_deopt_sum_of_pair
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
	.word	.Ltmp38-test_deopt_sum_of_pair
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
