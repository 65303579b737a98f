# Made from managed/layouts.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_chain                      // -- Begin function test_chain
	.p2align	2
	.type	test_chain,@function
test_chain:                             // @test_chain
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
	mov	x19, x1
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_5
// %bb.1:                               // %gc.safepoint_poll.exit
	mov	x1, xzr
	cbz	x19, .LBB0_4
.LBB0_2:                                // %body.preheader
	mov	x21, xzr
.LBB0_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x21
	str	x1, [sp, #8]
	blr	x20
.Ltmp0:
	add	x21, x21, #1
	mov	x1, x0
	cmp	x19, x21
	b.ne	.LBB0_3
.LBB0_4:                                // %done
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	mov	x0, x1
	ldp	x30, x21, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB0_5:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp1:
	mov	x1, xzr
	cbnz	x19, .LBB0_2
	b	.LBB0_4
.Lfunc_end0:
	.size	test_chain, .Lfunc_end0-test_chain
	.cfi_endproc
                                        // -- End function
	.globl	test_odd                        // -- Begin function test_odd
	.p2align	2
	.type	test_odd,@function
test_odd:                               // @test_odd
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	w9, #1                          // =0x1
	add	x8, x8, :tprel_hi12:spgc_thread
	orr	x0, x9, x0, lsl #1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_2
.LBB1_1:                                // %gc.safepoint_poll.exit
	mov	x1, xzr
	bl	test_numbered
.Ltmp2:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_2:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp3:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB1_1
.Lfunc_end1:
	.size	test_odd, .Lfunc_end1-test_odd
	.cfi_endproc
                                        // -- End function
	.globl	test_number_at                  // -- Begin function test_number_at
	.p2align	2
	.type	test_number_at,@function
test_number_at:                         // @test_number_at
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	ldr	x9, [x0, x1]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x0, [x9, #8]
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB2_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp4:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	test_number_at, .Lfunc_end2-test_number_at
	.cfi_endproc
                                        // -- End function
	.globl	test_make_bitmap                // -- Begin function test_make_bitmap
	.p2align	2
	.type	test_make_bitmap,@function
test_make_bitmap:                       // @test_make_bitmap
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
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x20, #8]
	cbz	x8, .LBB3_4
.LBB3_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	str	x1, [sp, #24]
	bl	test_odd
.Ltmp5:
	ldr	x9, [sp, #24]
	//APP
	//NO_APP
	ldr	x8, [x20]
	ldr	x11, [x20, #8]
	add	x10, x8, #48
	cmp	x10, x11
	b.hi	.LBB3_5
// %bb.2:                               // %bump.i
	str	x10, [x20]
	mov	w10, #7680                      // =0x1e00
	str	x10, [x8]
.LBB3_3:                                // %spgc_allocate.exit
	stp	x9, x19, [x8, #24]
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	str	x0, [x8, #8]
	mov	x0, x8
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB3_4:                                // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]
	bl	spgc_poll_slow
.Ltmp6:
	ldr	x1, [sp, #24]
	b	.LBB3_1
.LBB3_5:                                // %slow.i
	str	x0, [sp, #8]
	mov	w0, #48                         // =0x30
	mov	w1, #7680                       // =0x1e00
	bl	spgc_allocate_slow
.Ltmp7:
	ldr	x10, [sp, #8]
	ldr	x9, [sp, #24]
	mov	x8, x0
	mov	x0, x10
	b	.LBB3_3
.Lfunc_end3:
	.size	test_make_bitmap, .Lfunc_end3-test_make_bitmap
	.cfi_endproc
                                        // -- End function
	.globl	test_sum_bitmap                 // -- Begin function test_sum_bitmap
	.p2align	2
	.type	test_sum_bitmap,@function
test_sum_bitmap:                        // @test_sum_bitmap
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x9, TPIDR_EL0
	add	x8, x9, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB4_6
// %bb.1:                               // %gc.safepoint_poll.exit9
	mov	x8, xzr
	cbz	x0, .LBB4_7
.LBB4_2:                                // %body.preheader
	add	x9, x9, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
.LBB4_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x10, [x0, #8]
	ldp	x0, x11, [x0, #24]
	ldr	x10, [x10, #8]
	ldr	x12, [x9, #8]
	cbz	x12, .LBB4_5
.LBB4_4:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB4_3 Depth=1
	add	x8, x8, x11
	add	x8, x10, x8
	cbnz	x0, .LBB4_3
	b	.LBB4_7
.LBB4_5:                                // %stop.i
                                        //   in Loop: Header=BB4_3 Depth=1
	str	x0, [sp, #40]
	stp	x10, x8, [sp, #16]              // 16-byte Folded Spill
	stp	x11, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp8:
	ldp	x11, x9, [sp]                   // 16-byte Folded Reload
	ldr	x0, [sp, #40]
	ldp	x10, x8, [sp, #16]              // 16-byte Folded Reload
	b	.LBB4_4
.LBB4_6:                                // %stop.i8
	str	x0, [sp, #40]
	str	x9, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp9:
	ldr	x9, [sp, #24]                   // 8-byte Folded Reload
	ldr	x0, [sp, #40]
	mov	x8, xzr
	cbnz	x0, .LBB4_2
.LBB4_7:                                // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end4:
	.size	test_sum_bitmap, .Lfunc_end4-test_sum_bitmap
	.cfi_endproc
                                        // -- End function
	.globl	test_make_long                  // -- Begin function test_make_long
	.p2align	2
	.type	test_make_long,@function
test_make_long:                         // @test_make_long
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	stp	x30, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x19, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x19, #8]
	cbz	x8, .LBB5_4
.LBB5_1:                                // %gc.safepoint_poll.exit
	str	x1, [sp, #24]
	bl	test_odd
.Ltmp10:
	ldr	x9, [sp, #24]
	//APP
	//NO_APP
	ldr	x8, [x19]
	ldr	x11, [x19, #8]
	add	x10, x8, #1040
	cmp	x10, x11
	b.hi	.LBB5_5
// %bb.2:                               // %bump.i
	str	x10, [x19]
	mov	w10, #9472                      // =0x2500
	str	x10, [x8]
.LBB5_3:                                // %spgc_allocate.exit
	ldp	x30, x19, [sp, #32]             // 16-byte Folded Reload
	str	x0, [x8, #8]
	mov	x0, x8
	str	x9, [x8, #1032]
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB5_4:                                // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp11:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x1, [sp, #24]
	b	.LBB5_1
.LBB5_5:                                // %slow.i
	str	x0, [sp, #16]
	mov	w0, #1040                       // =0x410
	mov	w1, #9472                       // =0x2500
	bl	spgc_allocate_slow
.Ltmp12:
	ldp	x10, x9, [sp, #16]
	mov	x8, x0
	mov	x0, x10
	b	.LBB5_3
.Lfunc_end5:
	.size	test_make_long, .Lfunc_end5-test_make_long
	.cfi_endproc
                                        // -- End function
	.globl	test_sum_long                   // -- Begin function test_sum_long
	.p2align	2
	.type	test_sum_long,@function
test_sum_long:                          // @test_sum_long
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x9, TPIDR_EL0
	add	x8, x9, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB6_6
// %bb.1:                               // %gc.safepoint_poll.exit9
	mov	x8, xzr
	cbz	x0, .LBB6_7
.LBB6_2:                                // %body.preheader
	add	x9, x9, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
.LBB6_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x10, [x0, #8]
	ldr	x0, [x0, #1032]
	ldr	x10, [x10, #8]
	ldr	x11, [x9, #8]
	cbz	x11, .LBB6_5
// %bb.4:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB6_3 Depth=1
	add	x8, x10, x8
	cbnz	x0, .LBB6_3
	b	.LBB6_7
.LBB6_5:                                // %stop.i
                                        //   in Loop: Header=BB6_3 Depth=1
	str	x0, [sp, #40]
	stp	x10, x8, [sp, #16]              // 16-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp13:
	ldp	x9, x10, [sp, #8]               // 16-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	ldr	x0, [sp, #40]
	add	x8, x10, x8
	cbnz	x0, .LBB6_3
	b	.LBB6_7
.LBB6_6:                                // %stop.i8
	str	x0, [sp, #40]
	str	x9, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp14:
	ldr	x9, [sp, #24]                   // 8-byte Folded Reload
	ldr	x0, [sp, #40]
	mov	x8, xzr
	cbnz	x0, .LBB6_2
.LBB6_7:                                // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end6:
	.size	test_sum_long, .Lfunc_end6-test_sum_long
	.cfi_endproc
                                        // -- End function
	.globl	test_make_structs               // -- Begin function test_make_structs
	.p2align	2
	.type	test_make_structs,@function
test_make_structs:                      // @test_make_structs
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
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x20, #8]
	cbz	x8, .LBB7_10
.LBB7_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	str	x1, [sp, #24]
	bl	test_odd
.Ltmp15:
	and	x19, x19, #0x7
	mov	w9, #24                         // =0x18
	mov	w10, #23                        // =0x17
	add	x8, x19, #1
	ldr	x11, [sp, #24]
	//APP
	//NO_APP
	madd	w10, w8, w9, w10
	ldr	x9, [x20]
	ldr	x12, [x20, #8]
	and	x10, x10, #0x3f8
	add	x10, x9, x10
	cmp	x10, x12
	b.hi	.LBB7_11
// %bb.2:                               // %bump.i.i
	str	x10, [x20]
	mov	w10, #7936                      // =0x1f00
	stp	x10, x8, [x9]
.LBB7_3:                                // %spgc_allocate_array_of.exit
	mov	x12, xzr
	add	x13, x19, #1
	add	x10, x9, #32
.LBB7_4:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	stur	x12, [x10, #-16]
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB7_7
.LBB7_5:                                // %spgc_write_barrier.exit5
                                        //   in Loop: Header=BB7_4 Depth=1
	stur	x0, [x10, #-8]
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB7_8
.LBB7_6:                                // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB7_4 Depth=1
	add	x12, x12, #1
	str	x11, [x10], #24
	cmp	x13, x12
	b.ne	.LBB7_4
	b	.LBB7_9
.LBB7_7:                                // %slow.i4
                                        //   in Loop: Header=BB7_4 Depth=1
	sub	x1, x10, #8
	mov	x14, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x14
	b	.LBB7_5
.LBB7_8:                                // %slow.i
                                        //   in Loop: Header=BB7_4 Depth=1
	mov	x14, x0
	mov	x0, x9
	mov	x1, x10
	bl	spgc_barrier_slow
	mov	x0, x14
	b	.LBB7_6
.LBB7_9:                                // %done
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	mov	x0, x9
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB7_10:                               // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]
	bl	spgc_poll_slow
.Ltmp16:
	ldr	x1, [sp, #24]
	b	.LBB7_1
.LBB7_11:                               // %slow.i.i
	str	x0, [sp, #8]
	mov	x0, x8
	mov	w1, #7936                       // =0x1f00
	mov	w2, #16                         // =0x10
	mov	w3, #8                          // =0x8
	mov	w4, #24                         // =0x18
	bl	spgc_allocate_tailed_slow
.Ltmp17:
	ldr	x8, [sp, #8]
	ldr	x11, [sp, #24]
	mov	x9, x0
	mov	x0, x8
	b	.LBB7_3
.Lfunc_end7:
	.size	test_make_structs, .Lfunc_end7-test_make_structs
	.cfi_endproc
                                        // -- End function
	.globl	test_sum_structs                // -- Begin function test_sum_structs
	.p2align	2
	.type	test_sum_structs,@function
test_sum_structs:                       // @test_sum_structs
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #128
	.cfi_def_cfa_offset 128
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #48]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #64]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #80]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #96]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #112]            // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	mrs	x20, TPIDR_EL0
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB8_17
// %bb.1:                               // %gc.safepoint_poll.exit26
	mov	x19, xzr
	cbz	x0, .LBB8_18
.LBB8_2:                                // %body.preheader
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x21, x8, :tprel_lo12_nc:spgc_thread
.LBB8_3:                                // %body
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB8_6 Depth 2
                                        //     Child Loop BB8_13 Depth 2
	ldr	x24, [x0, #8]
	cmp	x24, #1
	csinc	x12, x24, xzr, hi
	cmp	x24, #2
	b.hs	.LBB8_5
// %bb.4:                               //   in Loop: Header=BB8_3 Depth=1
	mov	x13, xzr
	b	.LBB8_12
.LBB8_5:                                // %vector.ph
                                        //   in Loop: Header=BB8_3 Depth=1
	and	x13, x12, #0xfffffffffffffffe
	mov	x25, xzr
	mov	x26, xzr
	mov	x27, x13
.LBB8_6:                                // %vector.body
                                        //   Parent Loop BB8_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x8, x0, x25
	add	x11, x20, :tprel_hi12:spgc_thread
	ldp	x22, x9, [x8, #16]
	ldp	x23, x10, [x8, #40]
	add	x8, x11, :tprel_lo12_nc:spgc_thread
	ldr	x28, [x9, #8]
	ldr	x29, [x10, #8]
	ldr	x8, [x8, #8]
	cbz	x8, .LBB8_8
.LBB8_7:                                // %gc.safepoint_poll.exit20
                                        //   in Loop: Header=BB8_6 Depth=2
	add	x8, x22, x19
	add	x9, x23, x26
	subs	x27, x27, #2
	add	x19, x8, x28
	add	x26, x9, x29
	add	x25, x25, #48
	b.ne	.LBB8_6
	b	.LBB8_9
.LBB8_8:                                // %stop.i19
                                        //   in Loop: Header=BB8_6 Depth=2
	stp	x12, x0, [sp, #16]              // 8-byte Folded Spill
	str	x13, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp18:
	ldp	x13, x12, [sp, #8]              // 16-byte Folded Reload
	ldr	x0, [sp, #24]
	b	.LBB8_7
.LBB8_9:                                // %middle.block
                                        //   in Loop: Header=BB8_3 Depth=1
	cmp	x24, x13
	add	x19, x26, x19
	b.ne	.LBB8_12
.LBB8_10:                               // %head.loopexit
                                        //   in Loop: Header=BB8_3 Depth=1
	add	x8, x12, x12, lsl #1
	add	x9, x20, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	lsl	x8, x8, #3
	add	x8, x8, x0
	ldr	x0, [x8, #8]
	ldr	x8, [x9, #8]
	cbz	x8, .LBB8_16
// %bb.11:                              // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB8_3 Depth=1
	cbnz	x0, .LBB8_3
	b	.LBB8_18
.LBB8_12:                               // %loop.preheader
                                        //   in Loop: Header=BB8_3 Depth=1
	add	x8, x13, x13, lsl #1
	sub	x23, x12, x13
	lsl	x24, x8, #3
.LBB8_13:                               // %loop
                                        //   Parent Loop BB8_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x8, x0, x24
	ldp	x25, x9, [x8, #16]
	ldr	x22, [x9, #8]
	ldr	x8, [x21, #8]
	cbz	x8, .LBB8_15
.LBB8_14:                               // %gc.safepoint_poll.exit14
                                        //   in Loop: Header=BB8_13 Depth=2
	add	x8, x25, x19
	subs	x23, x23, #1
	add	x24, x24, #24
	add	x19, x8, x22
	b.ne	.LBB8_13
	b	.LBB8_10
.LBB8_15:                               // %stop.i13
                                        //   in Loop: Header=BB8_13 Depth=2
	str	x0, [sp, #24]
	mov	x26, x12
	bl	spgc_poll_slow
.Ltmp19:
	ldr	x0, [sp, #24]
	mov	x12, x26
	b	.LBB8_14
.LBB8_16:                               // %stop.i
                                        //   in Loop: Header=BB8_3 Depth=1
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp20:
	ldr	x0, [sp, #24]
	cbnz	x0, .LBB8_3
	b	.LBB8_18
.LBB8_17:                               // %stop.i25
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp21:
	ldr	x0, [sp, #24]
	mov	x19, xzr
	cbnz	x0, .LBB8_2
.LBB8_18:                               // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #112]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #96]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #80]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #64]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #48]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #128
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
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end8:
	.size	test_sum_structs, .Lfunc_end8-test_sum_structs
	.cfi_endproc
                                        // -- End function
	.globl	test_make_tailed                // -- Begin function test_make_tailed
	.p2align	2
	.type	test_make_tailed,@function
test_make_tailed:                       // @test_make_tailed
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
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x20, #8]
	cbz	x8, .LBB9_11
.LBB9_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	str	x1, [sp, #24]
	bl	test_odd
.Ltmp22:
	and	x9, x19, #0x3
	ldr	x8, [sp, #24]
	//APP
	//NO_APP
	lsl	w10, w9, #4
	add	w11, w10, #47
	ldr	x10, [x20]
	ldr	x12, [x20, #8]
	and	x11, x11, #0x78
	add	x11, x10, x11
	cmp	x11, x12
	b.hi	.LBB9_12
// %bb.2:                               // %bump.i
	str	x11, [x20]
	mov	w11, #8192                      // =0x2000
	str	x11, [x10]
	str	x9, [x10, #24]
.LBB9_3:                                // %spgc_allocate_tailed.exit
	stp	x8, x19, [x10, #8]
	str	x0, [x10, #32]
	cbz	x9, .LBB9_10
// %bb.4:                               // %body
	//APP
	//NO_APP
	ldrb	w8, [x10]
	tbnz	w8, #2, .LBB9_13
.LBB9_5:                                // %spgc_write_barrier.exit
	cmp	x9, #1
	str	x0, [x10, #40]
	str	xzr, [x10, #48]
	b.eq	.LBB9_10
// %bb.6:                               // %body.1
	//APP
	//NO_APP
	ldrb	w8, [x10]
	tbnz	w8, #2, .LBB9_14
.LBB9_7:                                // %spgc_write_barrier.exit.1
	mov	w8, #1                          // =0x1
	cmp	x9, #2
	str	x0, [x10, #56]
	str	x8, [x10, #64]
	b.eq	.LBB9_10
// %bb.8:                               // %body.2
	//APP
	//NO_APP
	ldrb	w8, [x10]
	tbnz	w8, #2, .LBB9_15
.LBB9_9:                                // %spgc_write_barrier.exit.2
	mov	w8, #2                          // =0x2
	str	x0, [x10, #72]
	str	x8, [x10, #80]
.LBB9_10:                               // %done
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	mov	x0, x10
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB9_11:                               // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]
	bl	spgc_poll_slow
.Ltmp23:
	ldr	x1, [sp, #24]
	b	.LBB9_1
.LBB9_12:                               // %slow.i
	str	x0, [sp, #8]
	mov	x0, x9
	mov	w1, #8192                       // =0x2000
	mov	w2, #40                         // =0x28
	mov	w3, #24                         // =0x18
	mov	w4, #16                         // =0x10
	mov	x20, x9
	bl	spgc_allocate_tailed_slow
.Ltmp24:
	ldr	x11, [sp, #8]
	ldr	x8, [sp, #24]
	mov	x9, x20
	mov	x10, x0
	mov	x0, x11
	b	.LBB9_3
.LBB9_13:                               // %slow.i1
	add	x1, x10, #40
	mov	x11, x0
	mov	x0, x10
	bl	spgc_barrier_slow
	mov	x0, x11
	b	.LBB9_5
.LBB9_14:                               // %slow.i1.1
	add	x1, x10, #56
	mov	x11, x0
	mov	x0, x10
	bl	spgc_barrier_slow
	mov	x0, x11
	b	.LBB9_7
.LBB9_15:                               // %slow.i1.2
	add	x1, x10, #72
	mov	x9, x0
	mov	x0, x10
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB9_9
.Lfunc_end9:
	.size	test_make_tailed, .Lfunc_end9-test_make_tailed
	.cfi_endproc
                                        // -- End function
	.globl	test_sum_tailed                 // -- Begin function test_sum_tailed
	.p2align	2
	.type	test_sum_tailed,@function
test_sum_tailed:                        // @test_sum_tailed
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #112
	.cfi_def_cfa_offset 112
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #32]             // 16-byte Folded Spill
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
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	mrs	x20, TPIDR_EL0
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB10_18
// %bb.1:                               // %gc.safepoint_poll.exit32
	mov	x19, xzr
	cbz	x0, .LBB10_19
.LBB10_2:                               // %body.preheader
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x12, x8, :tprel_lo12_nc:spgc_thread
.LBB10_3:                               // %body
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB10_7 Depth 2
                                        //     Child Loop BB10_14 Depth 2
	ldp	x22, x8, [x0, #24]
	ldr	x9, [x0, #16]
	add	x9, x9, x19
	ldr	x8, [x8, #8]
	add	x19, x9, x8
	cbz	x22, .LBB10_11
// %bb.4:                               // %body
                                        //   in Loop: Header=BB10_3 Depth=1
	cmp	x22, #1
	b.ne	.LBB10_6
// %bb.5:                               //   in Loop: Header=BB10_3 Depth=1
	mov	x23, xzr
	b	.LBB10_13
.LBB10_6:                               // %vector.ph
                                        //   in Loop: Header=BB10_3 Depth=1
	and	x23, x22, #0xfffffffffffffffe
	mov	x24, xzr
	mov	x25, xzr
	mov	x26, x23
.LBB10_7:                               // %vector.body
                                        //   Parent Loop BB10_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x8, x0, x24
	add	x10, x20, :tprel_hi12:spgc_thread
	ldp	x9, x29, [x8, #40]
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	ldp	x11, x21, [x8, #56]
	ldr	x27, [x9, #8]
	ldr	x28, [x11, #8]
	ldr	x8, [x10, #8]
	cbz	x8, .LBB10_9
.LBB10_8:                               // %gc.safepoint_poll.exit26
                                        //   in Loop: Header=BB10_7 Depth=2
	add	x8, x19, x29
	add	x9, x25, x21
	subs	x26, x26, #2
	add	x19, x27, x8
	add	x25, x28, x9
	add	x24, x24, #32
	b.ne	.LBB10_7
	b	.LBB10_10
.LBB10_9:                               // %stop.i25
                                        //   in Loop: Header=BB10_7 Depth=2
	stp	x12, x0, [sp]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp25:
	ldp	x12, x0, [sp]                   // 8-byte Folded Reload
	b	.LBB10_8
.LBB10_10:                              // %middle.block
                                        //   in Loop: Header=BB10_3 Depth=1
	cmp	x22, x23
	add	x19, x25, x19
	b.ne	.LBB10_13
.LBB10_11:                              // %next.object
                                        //   in Loop: Header=BB10_3 Depth=1
	ldr	x0, [x0, #8]
	ldr	x8, [x12, #8]
	cbz	x8, .LBB10_17
// %bb.12:                              // %gc.safepoint_poll.exit20
                                        //   in Loop: Header=BB10_3 Depth=1
	cbnz	x0, .LBB10_3
	b	.LBB10_19
.LBB10_13:                              // %element.body.preheader
                                        //   in Loop: Header=BB10_3 Depth=1
	lsl	x24, x23, #4
	sub	x22, x22, x23
.LBB10_14:                              // %element.body
                                        //   Parent Loop BB10_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x8, x0, x24
	add	x9, x20, :tprel_hi12:spgc_thread
	ldp	x10, x23, [x8, #40]
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x21, [x10, #8]
	ldr	x8, [x9, #8]
	cbz	x8, .LBB10_16
.LBB10_15:                              // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB10_14 Depth=2
	add	x8, x19, x23
	subs	x22, x22, #1
	add	x24, x24, #16
	add	x19, x21, x8
	b.ne	.LBB10_14
	b	.LBB10_11
.LBB10_16:                              // %stop.i
                                        //   in Loop: Header=BB10_14 Depth=2
	str	x0, [sp, #8]
	mov	x25, x12
	bl	spgc_poll_slow
.Ltmp26:
	ldr	x0, [sp, #8]
	mov	x12, x25
	b	.LBB10_15
.LBB10_17:                              // %stop.i19
                                        //   in Loop: Header=BB10_3 Depth=1
	str	x0, [sp, #8]
	mov	x21, x12
	bl	spgc_poll_slow
.Ltmp27:
	ldr	x0, [sp, #8]
	mov	x12, x21
	cbnz	x0, .LBB10_3
	b	.LBB10_19
.LBB10_18:                              // %stop.i31
	str	x0, [sp, #8]
	bl	spgc_poll_slow
.Ltmp28:
	ldr	x0, [sp, #8]
	mov	x19, xzr
	cbnz	x0, .LBB10_2
.LBB10_19:                              // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #64]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #48]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #32]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
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
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end10:
	.size	test_sum_tailed, .Lfunc_end10-test_sum_tailed
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function test_make_text
.LCPI11_0:
	.xword	6                               // 0x6
	.xword	7                               // 0x7
.LCPI11_1:
	.xword	4                               // 0x4
	.xword	5                               // 0x5
.LCPI11_2:
	.xword	2                               // 0x2
	.xword	3                               // 0x3
.LCPI11_3:
	.xword	0                               // 0x0
	.xword	1                               // 0x1
.LCPI11_4:
	.byte	0                               // 0x0
	.byte	8                               // 0x8
	.byte	16                              // 0x10
	.byte	24                              // 0x18
	.byte	32                              // 0x20
	.byte	40                              // 0x28
	.byte	48                              // 0x30
	.byte	56                              // 0x38
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.text
	.globl	test_make_text
	.p2align	2
	.type	test_make_text,@function
test_make_text:                         // @test_make_text
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #208
	.cfi_def_cfa_offset 208
	str	x30, [sp, #192]                 // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x10, TPIDR_EL0
	mov	x8, x0
	add	x9, x10, :tprel_hi12:spgc_thread
	add	x11, x9, :tprel_lo12_nc:spgc_thread
	and	x9, x0, #0x3f
	ldr	x13, [x11, #8]
	add	w12, w9, #27
	and	x12, x12, #0x78
	cbz	x13, .LBB11_14
.LBB11_1:                               // %gc.safepoint_poll.exit18
	//APP
	//NO_APP
	ldr	x0, [x11]
	ldr	x13, [x11, #8]
	add	x12, x0, x12
	cmp	x12, x13
	b.hi	.LBB11_15
// %bb.2:                               // %bump.i
	str	x12, [x11]
	mov	w11, #8448                      // =0x2100
	stp	x11, x9, [x0]
	str	w8, [x0, #16]
	cbz	x9, .LBB11_16
.LBB11_3:                               // %body.preheader
	cmp	x9, #16
	add	x11, x0, #20
	b.hs	.LBB11_5
// %bb.4:
	mov	x12, xzr
	b	.LBB11_10
.LBB11_5:                               // %vector.ph
	adrp	x12, .LCPI11_0
	adrp	x15, .LCPI11_1
	dup	v20.2d, x8
	ldr	q16, [x12, :lo12:.LCPI11_0]
	adrp	x12, .LCPI11_2
	ldr	q17, [x15, :lo12:.LCPI11_1]
	ldr	q18, [x12, :lo12:.LCPI11_2]
	mov	w12, #8                         // =0x8
	adrp	x15, .LCPI11_3
	dup	v19.2d, x12
	mov	w12, #16                        // =0x10
	and	x13, x8, #0xf
	dup	v21.2d, x12
	adrp	x12, .LCPI11_4
	ldr	q22, [x15, :lo12:.LCPI11_3]
	ldr	q23, [x12, :lo12:.LCPI11_4]
	add	x15, x10, :tprel_hi12:spgc_thread
	mov	x14, xzr
	sub	x12, x9, x13
	add	x15, x15, :tprel_lo12_nc:spgc_thread
.LBB11_6:                               // %vector.body
                                        // =>This Inner Loop Header: Depth=1
	add	v1.2d, v18.2d, v20.2d
	add	v5.2d, v1.2d, v19.2d
	add	v0.2d, v22.2d, v20.2d
	add	v4.2d, v0.2d, v19.2d
	add	v2.2d, v17.2d, v20.2d
	add	v6.2d, v2.2d, v19.2d
	add	v3.2d, v16.2d, v20.2d
	add	v7.2d, v3.2d, v19.2d
	tbl	v0.16b, { v0.16b, v1.16b, v2.16b, v3.16b }, v23.16b
	tbl	v1.16b, { v4.16b, v5.16b, v6.16b, v7.16b }, v23.16b
	mov	v0.d[1], v1.d[0]
	str	q0, [x11, x14]
	ldr	x16, [x15, #8]
	cbz	x16, .LBB11_8
.LBB11_7:                               // %gc.safepoint_poll.exit12
                                        //   in Loop: Header=BB11_6 Depth=1
	add	v17.2d, v17.2d, v21.2d
	add	v18.2d, v18.2d, v21.2d
	add	x14, x14, #16
	add	v22.2d, v22.2d, v21.2d
	add	v16.2d, v16.2d, v21.2d
	cmp	x12, x14
	b.ne	.LBB11_6
	b	.LBB11_9
.LBB11_8:                               // %stop.i11
                                        //   in Loop: Header=BB11_6 Depth=1
	stp	x12, x0, [sp, #176]             // 8-byte Folded Spill
	str	x1, [sp, #200]
	stp	x10, x8, [sp, #160]             // 16-byte Folded Spill
	stp	x13, x9, [sp, #144]             // 16-byte Folded Spill
	stp	x14, x15, [sp, #128]            // 16-byte Folded Spill
	stp	q23, q22, [sp]                  // 32-byte Folded Spill
	stp	q21, q20, [sp, #32]             // 32-byte Folded Spill
	stp	q19, q18, [sp, #64]             // 32-byte Folded Spill
	stp	q17, q16, [sp, #96]             // 32-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp29:
	ldp	q23, q22, [sp]                  // 32-byte Folded Reload
	ldr	x0, [sp, #184]
	ldp	q21, q20, [sp, #32]             // 32-byte Folded Reload
	ldr	x10, [sp, #160]                 // 8-byte Folded Reload
	add	x11, x0, #20
	ldr	x1, [sp, #200]
	ldp	q19, q18, [sp, #64]             // 32-byte Folded Reload
	ldp	q17, q16, [sp, #96]             // 32-byte Folded Reload
	ldp	x14, x15, [sp, #128]            // 16-byte Folded Reload
	ldp	x13, x9, [sp, #144]             // 16-byte Folded Reload
	ldp	x8, x12, [sp, #168]             // 16-byte Folded Reload
	b	.LBB11_7
.LBB11_9:                               // %middle.block
	cbz	x13, .LBB11_16
.LBB11_10:                              // %body.preheader1
	add	x10, x10, :tprel_hi12:spgc_thread
	sub	x9, x9, x12
	add	x8, x12, x8
	add	x10, x10, :tprel_lo12_nc:spgc_thread
.LBB11_11:                              // %body
                                        // =>This Inner Loop Header: Depth=1
	strb	w8, [x11, x12]
	ldr	x13, [x10, #8]
	cbz	x13, .LBB11_13
.LBB11_12:                              // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB11_11 Depth=1
	subs	x9, x9, #1
	add	x8, x8, #1
	add	x12, x12, #1
	b.ne	.LBB11_11
	b	.LBB11_16
.LBB11_13:                              // %stop.i
                                        //   in Loop: Header=BB11_11 Depth=1
	stp	x12, x0, [sp, #176]             // 8-byte Folded Spill
	str	x1, [sp, #200]
	stp	x9, x8, [sp, #160]              // 16-byte Folded Spill
	str	x10, [sp, #152]                 // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp30:
	ldp	x10, x9, [sp, #152]             // 16-byte Folded Reload
	ldr	x0, [sp, #184]
	ldp	x8, x12, [sp, #168]             // 16-byte Folded Reload
	ldr	x1, [sp, #200]
	add	x11, x0, #20
	b	.LBB11_12
.LBB11_14:                              // %stop.i17
	str	x1, [sp, #200]
	stp	x10, x8, [sp, #160]             // 16-byte Folded Spill
	stp	x11, x9, [sp, #144]             // 16-byte Folded Spill
	str	x12, [sp, #176]                 // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp31:
	ldp	x8, x12, [sp, #168]             // 16-byte Folded Reload
	ldr	x10, [sp, #160]                 // 8-byte Folded Reload
	ldp	x11, x9, [sp, #144]             // 16-byte Folded Reload
	ldr	x1, [sp, #200]
	b	.LBB11_1
.LBB11_15:                              // %slow.i
	str	x1, [sp, #200]
	mov	x0, x9
	mov	w1, #8448                       // =0x2100
	mov	w2, #20                         // =0x14
	mov	w3, #8                          // =0x8
	mov	w4, #1                          // =0x1
	stp	x10, x8, [sp, #160]             // 16-byte Folded Spill
	str	x9, [sp, #152]                  // 8-byte Folded Spill
	bl	spgc_allocate_tailed_slow
.Ltmp32:
	ldp	x9, x10, [sp, #152]             // 16-byte Folded Reload
	ldr	x8, [sp, #168]                  // 8-byte Folded Reload
	ldr	x1, [sp, #200]
	str	w8, [x0, #16]
	cbnz	x9, .LBB11_3
.LBB11_16:                              // %done
	str	x0, [sp, #184]
	str	x1, [sp, #200]
	bl	test_pair
.Ltmp33:
	ldr	x30, [sp, #192]                 // 8-byte Folded Reload
	add	sp, sp, #208
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end11:
	.size	test_make_text, .Lfunc_end11-test_make_text
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function test_sum_text
.LCPI12_0:
	.byte	4                               // 0x4
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	5                               // 0x5
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	6                               // 0x6
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	7                               // 0x7
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
.LCPI12_1:
	.byte	0                               // 0x0
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	1                               // 0x1
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	2                               // 0x2
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	3                               // 0x3
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
.LCPI12_2:
	.byte	8                               // 0x8
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	9                               // 0x9
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	10                              // 0xa
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	11                              // 0xb
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
.LCPI12_3:
	.byte	12                              // 0xc
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	13                              // 0xd
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	14                              // 0xe
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	15                              // 0xf
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.byte	255                             // 0xff
	.text
	.globl	test_sum_text
	.p2align	2
	.type	test_sum_text,@function
test_sum_text:                          // @test_sum_text
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #288
	.cfi_def_cfa_offset 288
	stp	x29, x30, [sp, #224]            // 16-byte Folded Spill
	stp	x24, x23, [sp, #240]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #256]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #272]            // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
	mrs	x20, TPIDR_EL0
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB12_25
// %bb.1:                               // %gc.safepoint_poll.exit42
	mov	x19, xzr
	cbz	x0, .LBB12_26
.LBB12_2:                               // %body.preheader
	adrp	x9, .LCPI12_0
	adrp	x10, .LCPI12_1
	adrp	x11, .LCPI12_2
	ldr	q4, [x9, :lo12:.LCPI12_0]
	adrp	x9, .LCPI12_3
	add	x8, x20, :tprel_hi12:spgc_thread
	ldr	q5, [x10, :lo12:.LCPI12_1]
	ldr	q6, [x11, :lo12:.LCPI12_2]
	ldr	q7, [x9, :lo12:.LCPI12_3]
	add	x21, x8, :tprel_lo12_nc:spgc_thread
.LBB12_3:                               // %body
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB12_14 Depth 2
                                        //     Child Loop BB12_9 Depth 2
                                        //     Child Loop BB12_20 Depth 2
	ldr	x8, [x0, #8]
	ldr	w9, [x8, #16]
	ldr	x22, [x8, #8]
	add	x19, x19, x9
	cbz	x22, .LBB12_22
// %bb.4:                               // %iter.check
                                        //   in Loop: Header=BB12_3 Depth=1
	cmp	x22, #8
	add	x9, x8, #20
	b.hs	.LBB12_6
// %bb.5:                               //   in Loop: Header=BB12_3 Depth=1
	mov	x23, xzr
	b	.LBB12_20
.LBB12_6:                               // %vector.main.loop.iter.check
                                        //   in Loop: Header=BB12_3 Depth=1
	cmp	x22, #16
	b.hs	.LBB12_13
// %bb.7:                               //   in Loop: Header=BB12_3 Depth=1
	mov	x23, xzr
.LBB12_8:                               // %vec.epilog.ph
                                        //   in Loop: Header=BB12_3 Depth=1
	movi	v2.2d, #0000000000000000
	movi	v3.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	movi	v17.2d, #0000000000000000
	mov	v2.d[0], x19
	mov	x19, x23
	and	x23, x22, #0xfffffffffffffff8
.LBB12_9:                               // %vec.epilog.vector.body
                                        //   Parent Loop BB12_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x10, x20, :tprel_hi12:spgc_thread
	ldr	d1, [x9, x19]
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	ldr	x10, [x10, #8]
	cbz	x10, .LBB12_11
.LBB12_10:                              // %gc.safepoint_poll.exit30
                                        //   in Loop: Header=BB12_9 Depth=2
	tbl	v0.16b, { v1.16b }, v4.16b
	tbl	v1.16b, { v1.16b }, v5.16b
	add	x19, x19, #8
	cmp	x23, x19
	uaddw2	v17.2d, v17.2d, v0.4s
	uaddw2	v3.2d, v3.2d, v1.4s
	uaddw	v16.2d, v16.2d, v0.2s
	uaddw	v2.2d, v2.2d, v1.2s
	b.ne	.LBB12_9
	b	.LBB12_12
.LBB12_11:                              // %stop.i29
                                        //   in Loop: Header=BB12_9 Depth=2
	stp	x0, x8, [sp, #208]
	stp	q17, q16, [sp, #80]             // 32-byte Folded Spill
	stp	q3, q2, [sp, #112]              // 32-byte Folded Spill
	stp	q7, q6, [sp, #144]              // 32-byte Folded Spill
	stp	q5, q4, [sp, #176]              // 32-byte Folded Spill
	str	q1, [sp, #64]                   // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp34:
	ldp	x0, x8, [sp, #208]
	ldr	q4, [sp, #192]                  // 16-byte Folded Reload
	ldp	q1, q17, [sp, #64]              // 32-byte Folded Reload
	ldp	q16, q3, [sp, #96]              // 32-byte Folded Reload
	ldp	q2, q7, [sp, #128]              // 32-byte Folded Reload
	add	x9, x8, #20
	ldp	q6, q5, [sp, #160]              // 32-byte Folded Reload
	b	.LBB12_10
.LBB12_12:                              // %vec.epilog.middle.block
                                        //   in Loop: Header=BB12_3 Depth=1
	add	v0.2d, v2.2d, v16.2d
	add	v1.2d, v3.2d, v17.2d
	cmp	x22, x23
	add	v0.2d, v0.2d, v1.2d
	addp	d0, v0.2d
	fmov	x19, d0
	b.ne	.LBB12_20
	b	.LBB12_22
.LBB12_13:                              // %vector.ph
                                        //   in Loop: Header=BB12_3 Depth=1
	movi	v17.2d, #0000000000000000
	movi	v16.2d, #0000000000000000
	mov	x10, xzr
	movi	v19.2d, #0000000000000000
	movi	v18.2d, #0000000000000000
	and	x23, x22, #0xfffffffffffffff0
	movi	v21.2d, #0000000000000000
	movi	v20.2d, #0000000000000000
	movi	v23.2d, #0000000000000000
	movi	v22.2d, #0000000000000000
	mov	v17.d[0], x19
.LBB12_14:                              // %vector.body
                                        //   Parent Loop BB12_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x11, x20, :tprel_hi12:spgc_thread
	ldr	q3, [x9, x10]
	add	x11, x11, :tprel_lo12_nc:spgc_thread
	ldr	x11, [x11, #8]
	cbz	x11, .LBB12_16
.LBB12_15:                              // %gc.safepoint_poll.exit36
                                        //   in Loop: Header=BB12_14 Depth=2
	tbl	v0.16b, { v3.16b }, v4.16b
	tbl	v1.16b, { v3.16b }, v5.16b
	add	x10, x10, #16
	tbl	v2.16b, { v3.16b }, v6.16b
	tbl	v3.16b, { v3.16b }, v7.16b
	cmp	x23, x10
	uaddw2	v16.2d, v16.2d, v1.4s
	uaddw2	v18.2d, v18.2d, v0.4s
	uaddw	v19.2d, v19.2d, v0.2s
	uaddw	v17.2d, v17.2d, v1.2s
	uaddw	v21.2d, v21.2d, v2.2s
	uaddw2	v20.2d, v20.2d, v2.4s
	uaddw	v23.2d, v23.2d, v3.2s
	uaddw2	v22.2d, v22.2d, v3.4s
	b.ne	.LBB12_14
	b	.LBB12_17
.LBB12_16:                              // %stop.i35
                                        //   in Loop: Header=BB12_14 Depth=2
	stp	x0, x8, [sp, #208]
	mov	x19, x10
	stp	q23, q22, [sp, #16]             // 32-byte Folded Spill
	stp	q21, q20, [sp, #48]             // 32-byte Folded Spill
	stp	q19, q18, [sp, #80]             // 32-byte Folded Spill
	stp	q17, q16, [sp, #112]            // 32-byte Folded Spill
	stp	q7, q6, [sp, #144]              // 32-byte Folded Spill
	stp	q5, q4, [sp, #176]              // 32-byte Folded Spill
	str	q3, [sp]                        // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp35:
	ldp	x0, x8, [sp, #208]
	mov	x10, x19
	ldp	q3, q23, [sp]                   // 32-byte Folded Reload
	ldr	q4, [sp, #192]                  // 16-byte Folded Reload
	ldp	q22, q21, [sp, #32]             // 32-byte Folded Reload
	ldp	q20, q19, [sp, #64]             // 32-byte Folded Reload
	add	x9, x8, #20
	ldp	q18, q17, [sp, #96]             // 32-byte Folded Reload
	ldp	q16, q7, [sp, #128]             // 32-byte Folded Reload
	ldp	q6, q5, [sp, #160]              // 32-byte Folded Reload
	b	.LBB12_15
.LBB12_17:                              // %middle.block
                                        //   in Loop: Header=BB12_3 Depth=1
	add	v0.2d, v17.2d, v21.2d
	add	v1.2d, v19.2d, v23.2d
	cmp	x22, x23
	add	v2.2d, v16.2d, v20.2d
	add	v3.2d, v18.2d, v22.2d
	add	v0.2d, v0.2d, v1.2d
	add	v1.2d, v2.2d, v3.2d
	add	v0.2d, v0.2d, v1.2d
	addp	d0, v0.2d
	fmov	x19, d0
	b.eq	.LBB12_22
// %bb.18:                              // %vec.epilog.iter.check
                                        //   in Loop: Header=BB12_3 Depth=1
	tbz	w22, #3, .LBB12_20
	b	.LBB12_8
.LBB12_19:                              // %stop.i
                                        //   in Loop: Header=BB12_20 Depth=2
	stp	x0, x8, [sp, #208]
	stp	q7, q6, [sp, #144]              // 32-byte Folded Spill
	stp	q5, q4, [sp, #176]              // 32-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp36:
	ldp	x0, x8, [sp, #208]
	ldp	q7, q6, [sp, #144]              // 32-byte Folded Reload
	ldp	q5, q4, [sp, #176]              // 32-byte Folded Reload
	add	x9, x8, #20
	b	.LBB12_21
.LBB12_20:                              // %byte.body
                                        //   Parent Loop BB12_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x10, x20, :tprel_hi12:spgc_thread
	ldrb	w24, [x9, x23]
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	ldr	x10, [x10, #8]
	cbz	x10, .LBB12_19
.LBB12_21:                              // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB12_20 Depth=2
	add	x23, x23, #1
	add	x19, x19, x24
	cmp	x22, x23
	b.ne	.LBB12_20
.LBB12_22:                              // %next.text
                                        //   in Loop: Header=BB12_3 Depth=1
	ldr	x0, [x0, #16]
	ldr	x8, [x21, #8]
	cbz	x8, .LBB12_24
// %bb.23:                              // %gc.safepoint_poll.exit24
                                        //   in Loop: Header=BB12_3 Depth=1
	cbnz	x0, .LBB12_3
	b	.LBB12_26
.LBB12_24:                              // %stop.i23
                                        //   in Loop: Header=BB12_3 Depth=1
	str	x0, [sp, #216]
	stp	q7, q6, [sp, #144]              // 32-byte Folded Spill
	stp	q5, q4, [sp, #176]              // 32-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp37:
	ldp	q7, q6, [sp, #144]              // 32-byte Folded Reload
	ldr	x0, [sp, #216]
	ldp	q5, q4, [sp, #176]              // 32-byte Folded Reload
	cbnz	x0, .LBB12_3
	b	.LBB12_26
.LBB12_25:                              // %stop.i41
	str	x0, [sp, #216]
	bl	spgc_poll_slow
.Ltmp38:
	ldr	x0, [sp, #216]
	mov	x19, xzr
	cbnz	x0, .LBB12_2
.LBB12_26:                              // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #272]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #256]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #240]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #224]            // 16-byte Folded Reload
	add	sp, sp, #288
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w30
	.cfi_restore w29
	ret
.Lfunc_end12:
	.size	test_sum_text, .Lfunc_end12-test_sum_text
	.cfi_endproc
                                        // -- End function
	.globl	test_make_wide                  // -- Begin function test_make_wide
	.p2align	2
	.type	test_make_wide,@function
test_make_wide:                         // @test_make_wide
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
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x20, #8]
	cbz	x8, .LBB13_4
.LBB13_1:                               // %gc.safepoint_poll.exit
	mov	x0, x19
	str	x1, [sp, #24]
	bl	test_odd
.Ltmp39:
	ldr	x10, [sp, #24]
	//APP
	//NO_APP
	ldr	x8, [x20]
	ldr	x12, [x20, #8]
	and	x9, x8, #0x8
	add	x9, x9, x8
	mov	x8, x0
	add	x11, x9, #40
	cmp	x11, x12
	b.hi	.LBB13_5
// %bb.2:                               // %bump.i
	str	x11, [x20]
	mov	w11, #8704                      // =0x2200
	str	x11, [x9]
.LBB13_3:                               // %spgc_allocate_aligned.exit
	dup	v0.2d, x19
	str	x10, [x9, #8]
	mov	x0, x9
	str	q0, [x9, #16]
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	str	x8, [x9, #32]
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB13_4:                               // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]
	bl	spgc_poll_slow
.Ltmp40:
	ldr	x1, [sp, #24]
	b	.LBB13_1
.LBB13_5:                               // %slow.i
	mov	w0, #40                         // =0x28
	mov	w1, #8704                       // =0x2200
	str	x8, [sp, #8]
	bl	spgc_allocate_slow
.Ltmp41:
	ldr	x8, [sp, #8]
	ldr	x10, [sp, #24]
	mov	x9, x0
	b	.LBB13_3
.Lfunc_end13:
	.size	test_make_wide, .Lfunc_end13-test_make_wide
	.cfi_endproc
                                        // -- End function
	.globl	test_sum_wide                   // -- Begin function test_sum_wide
	.p2align	2
	.type	test_sum_wide,@function
test_sum_wide:                          // @test_sum_wide
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x9, TPIDR_EL0
	add	x8, x9, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB14_6
// %bb.1:                               // %gc.safepoint_poll.exit9
	mov	x8, xzr
	cbz	x0, .LBB14_7
.LBB14_2:                               // %body.preheader
	add	x9, x9, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
.LBB14_3:                               // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	q0, [x0, #16]
	ldr	x10, [x0, #32]
	ldr	x11, [x10, #8]
	ldr	x10, [x0, #8]
	ldr	x12, [x9, #8]
	cbz	x12, .LBB14_5
.LBB14_4:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB14_3 Depth=1
	fmov	x14, d0
	mov	x12, v0.d[1]
	and	x13, x0, #0xf
	add	x8, x13, x8
	mov	x0, x10
	add	x8, x8, x14
	add	x8, x8, x11
	add	x8, x8, x12
	cbnz	x10, .LBB14_3
	b	.LBB14_7
.LBB14_5:                               // %stop.i
                                        //   in Loop: Header=BB14_3 Depth=1
	str	x10, [sp, #56]
	stp	x9, x0, [sp, #32]               // 16-byte Folded Spill
	stp	x11, x8, [sp, #16]              // 16-byte Folded Spill
	str	q0, [sp]                        // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp42:
	ldp	x11, x8, [sp, #16]              // 16-byte Folded Reload
	ldr	q0, [sp]                        // 16-byte Folded Reload
	ldp	x9, x0, [sp, #32]               // 16-byte Folded Reload
	ldr	x10, [sp, #56]
	b	.LBB14_4
.LBB14_6:                               // %stop.i8
	str	x0, [sp, #56]
	str	x9, [sp, #40]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp43:
	ldr	x9, [sp, #40]                   // 8-byte Folded Reload
	ldr	x0, [sp, #56]
	mov	x8, xzr
	cbnz	x0, .LBB14_2
.LBB14_7:                               // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end14:
	.size	test_sum_wide, .Lfunc_end14-test_sum_wide
	.cfi_endproc
                                        // -- End function
	.globl	test_make_vectors               // -- Begin function test_make_vectors
	.p2align	2
	.type	test_make_vectors,@function
test_make_vectors:                      // @test_make_vectors
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x10, TPIDR_EL0
	and	x9, x0, #0x7
	mov	x8, x0
	add	x10, x10, :tprel_hi12:spgc_thread
	lsl	w11, w9, #4
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	ldr	x12, [x10, #8]
	add	w11, w11, #23
	and	x11, x11, #0xf0
	cbz	x12, .LBB15_11
.LBB15_1:                               // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x12, [x10]
	ldr	x13, [x10, #8]
	and	x14, x12, #0x8
	add	x0, x14, x12
	add	x11, x0, x11
	cmp	x11, x13
	b.hi	.LBB15_12
// %bb.2:                               // %bump.i.i
	str	x11, [x10]
	mov	w10, #8960                      // =0x2300
	stp	x10, x9, [x0]
	cbz	x9, .LBB15_10
.LBB15_3:                               // %body
	fmov	d0, x8
	cmp	x9, #1
	mov	v1.16b, v0.16b
	mov	v1.d[1], xzr
	str	q1, [x0, #16]
	b.eq	.LBB15_10
// %bb.4:                               // %body.1
	mov	v1.16b, v0.16b
	mov	w8, #1                          // =0x1
	cmp	x9, #2
	mov	v1.d[1], x8
	str	q1, [x0, #32]
	b.eq	.LBB15_10
// %bb.5:                               // %body.2
	mov	v1.16b, v0.16b
	mov	w8, #2                          // =0x2
	cmp	x9, #3
	mov	v1.d[1], x8
	str	q1, [x0, #48]
	b.eq	.LBB15_10
// %bb.6:                               // %body.3
	mov	v1.16b, v0.16b
	mov	w8, #3                          // =0x3
	cmp	x9, #4
	mov	v1.d[1], x8
	str	q1, [x0, #64]
	b.eq	.LBB15_10
// %bb.7:                               // %body.4
	mov	v1.16b, v0.16b
	mov	w8, #4                          // =0x4
	cmp	x9, #5
	mov	v1.d[1], x8
	str	q1, [x0, #80]
	b.eq	.LBB15_10
// %bb.8:                               // %body.5
	mov	v1.16b, v0.16b
	mov	w8, #5                          // =0x5
	cmp	x9, #6
	mov	v1.d[1], x8
	str	q1, [x0, #96]
	b.eq	.LBB15_10
// %bb.9:                               // %body.6
	mov	w8, #6                          // =0x6
	mov	v0.d[1], x8
	str	q0, [x0, #112]
.LBB15_10:                              // %done
	str	x0, [sp, #40]
	str	x1, [sp, #56]
	bl	test_pair
.Ltmp44:
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB15_11:                              // %stop.i
	.cfi_restore_state
	str	x1, [sp, #56]
	stp	x8, x9, [sp, #24]               // 16-byte Folded Spill
	stp	x11, x10, [sp, #8]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp45:
	ldp	x11, x10, [sp, #8]              // 16-byte Folded Reload
	ldr	x1, [sp, #56]
	ldp	x8, x9, [sp, #24]               // 16-byte Folded Reload
	b	.LBB15_1
.LBB15_12:                              // %slow.i.i
	str	x1, [sp, #56]
	mov	x0, x9
	mov	w1, #8960                       // =0x2300
	mov	w2, #16                         // =0x10
	mov	w3, #8                          // =0x8
	mov	w4, #16                         // =0x10
	stp	x8, x9, [sp, #24]               // 16-byte Folded Spill
	bl	spgc_allocate_tailed_slow
.Ltmp46:
	ldp	x8, x9, [sp, #24]               // 16-byte Folded Reload
	ldr	x1, [sp, #56]
	cbnz	x9, .LBB15_3
	b	.LBB15_10
.Lfunc_end15:
	.size	test_make_vectors, .Lfunc_end15-test_make_vectors
	.cfi_endproc
                                        // -- End function
	.globl	test_sum_vectors                // -- Begin function test_sum_vectors
	.p2align	2
	.type	test_sum_vectors,@function
test_sum_vectors:                       // @test_sum_vectors
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	stp	x30, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	mrs	x20, TPIDR_EL0
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB16_11
// %bb.1:                               // %gc.safepoint_poll.exit19
	mov	x19, xzr
	cbz	x0, .LBB16_12
.LBB16_2:                               // %body.preheader
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x21, x8, :tprel_lo12_nc:spgc_thread
.LBB16_3:                               // %body
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB16_5 Depth 2
	ldr	x8, [x0, #8]
	ldr	x22, [x8, #8]
	cbz	x22, .LBB16_8
// %bb.4:                               // %element.body.preheader
                                        //   in Loop: Header=BB16_3 Depth=1
	mov	x23, xzr
	add	x9, x8, #16
.LBB16_5:                               // %element.body
                                        //   Parent Loop BB16_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x10, x20, :tprel_hi12:spgc_thread
	ldr	q0, [x9, x23, lsl #4]
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	ldr	x10, [x10, #8]
	cbz	x10, .LBB16_7
.LBB16_6:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB16_5 Depth=2
	mov	x10, v0.d[1]
	fmov	x11, d0
	add	x23, x23, #1
	cmp	x22, x23
	add	x11, x11, x19
	add	x19, x11, x10
	b.ne	.LBB16_5
	b	.LBB16_8
.LBB16_7:                               // %stop.i
                                        //   in Loop: Header=BB16_5 Depth=2
	stp	x0, x8, [sp, #16]
	str	q0, [sp]                        // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp47:
	ldp	x0, x8, [sp, #16]
	ldr	q0, [sp]                        // 16-byte Folded Reload
	add	x9, x8, #16
	b	.LBB16_6
.LBB16_8:                               // %next.array
                                        //   in Loop: Header=BB16_3 Depth=1
	ldr	x0, [x0, #16]
	ldr	x8, [x21, #8]
	cbz	x8, .LBB16_10
// %bb.9:                               // %gc.safepoint_poll.exit13
                                        //   in Loop: Header=BB16_3 Depth=1
	cbnz	x0, .LBB16_3
	b	.LBB16_12
.LBB16_10:                              // %stop.i12
                                        //   in Loop: Header=BB16_3 Depth=1
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp48:
	ldr	x0, [sp, #24]
	cbnz	x0, .LBB16_3
	b	.LBB16_12
.LBB16_11:                              // %stop.i18
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp49:
	ldr	x0, [sp, #24]
	mov	x19, xzr
	cbnz	x0, .LBB16_2
.LBB16_12:                              // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldp	x30, x23, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	ret
.Lfunc_end16:
	.size	test_sum_vectors, .Lfunc_end16-test_sum_vectors
	.cfi_endproc
                                        // -- End function
	.globl	test_make_traced                // -- Begin function test_make_traced
	.p2align	2
	.type	test_make_traced,@function
test_make_traced:                       // @test_make_traced
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB17_2
.LBB17_1:                               // %gc.safepoint_poll.exit
	mov	w2, #9216                       // =0x2400
	str	x1, [sp, #24]
	bl	test_counted
.Ltmp50:
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB17_2:                               // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp51:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x1, [sp, #24]
	b	.LBB17_1
.Lfunc_end17:
	.size	test_make_traced, .Lfunc_end17-test_make_traced
	.cfi_endproc
                                        // -- End function
	.globl	test_counted                    // -- Begin function test_counted
	.p2align	2
	.type	test_counted,@function
test_counted:                           // @test_counted
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
	mov	x19, x2
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x21, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x21, #8]
	cbz	x8, .LBB18_18
.LBB18_1:                               // %gc.safepoint_poll.exit
	mov	x0, x20
	str	x1, [sp, #8]
	bl	test_odd
.Ltmp52:
	and	x20, x20, #0x7
	ldr	x11, [sp, #8]
	//APP
	//NO_APP
	add	x10, x20, #1
	ldr	x9, [x21]
	ldr	x13, [x21, #8]
	lsl	x8, x10, #3
	add	x8, x8, #16
	add	x12, x9, x8
	cmp	x12, x13
	b.hi	.LBB18_19
// %bb.2:                               // %bump.i
	str	x12, [x21]
	str	x19, [x9]
	stp	x10, x11, [x9, #8]
	cbz	x20, .LBB18_17
.LBB18_3:                               // %body
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB18_20
.LBB18_4:                               // %spgc_write_barrier.exit
	cmp	x20, #1
	str	x0, [x9, #24]
	b.eq	.LBB18_17
// %bb.5:                               // %body.1
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB18_21
.LBB18_6:                               // %spgc_write_barrier.exit.1
	cmp	x20, #2
	str	x0, [x9, #32]
	b.eq	.LBB18_17
// %bb.7:                               // %body.2
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB18_22
.LBB18_8:                               // %spgc_write_barrier.exit.2
	cmp	x20, #3
	str	x0, [x9, #40]
	b.eq	.LBB18_17
// %bb.9:                               // %body.3
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB18_23
.LBB18_10:                              // %spgc_write_barrier.exit.3
	cmp	x20, #4
	str	x0, [x9, #48]
	b.eq	.LBB18_17
// %bb.11:                              // %body.4
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB18_24
.LBB18_12:                              // %spgc_write_barrier.exit.4
	cmp	x20, #5
	str	x0, [x9, #56]
	b.eq	.LBB18_17
// %bb.13:                              // %body.5
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB18_25
.LBB18_14:                              // %spgc_write_barrier.exit.5
	cmp	x20, #6
	str	x0, [x9, #64]
	b.eq	.LBB18_17
// %bb.15:                              // %body.6
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB18_26
.LBB18_16:                              // %spgc_write_barrier.exit.6
	str	x0, [x9, #72]
.LBB18_17:                              // %done
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	mov	x0, x9
	ldp	x30, x21, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB18_18:                              // %stop.i
	.cfi_restore_state
	str	x1, [sp, #8]
	bl	spgc_poll_slow
.Ltmp53:
	ldr	x1, [sp, #8]
	b	.LBB18_1
.LBB18_19:                              // %slow.i
	str	x0, [sp]
	mov	x0, x8
	mov	x1, x19
	mov	x19, x10
	bl	spgc_allocate_slow
.Ltmp54:
	ldp	x8, x11, [sp]
	mov	x10, x19
	mov	x9, x0
	mov	x0, x8
	stp	x10, x11, [x9, #8]
	cbnz	x20, .LBB18_3
	b	.LBB18_17
.LBB18_20:                              // %slow.i1
	add	x1, x9, #24
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB18_4
.LBB18_21:                              // %slow.i1.1
	add	x1, x9, #32
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB18_6
.LBB18_22:                              // %slow.i1.2
	add	x1, x9, #40
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB18_8
.LBB18_23:                              // %slow.i1.3
	add	x1, x9, #48
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB18_10
.LBB18_24:                              // %slow.i1.4
	add	x1, x9, #56
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB18_12
.LBB18_25:                              // %slow.i1.5
	add	x1, x9, #64
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB18_14
.LBB18_26:                              // %slow.i1.6
	add	x1, x9, #72
	mov	x10, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB18_16
.Lfunc_end18:
	.size	test_counted, .Lfunc_end18-test_counted
	.cfi_endproc
                                        // -- End function
	.globl	test_make_modelled              // -- Begin function test_make_modelled
	.p2align	2
	.type	test_make_modelled,@function
test_make_modelled:                     // @test_make_modelled
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB19_2
.LBB19_1:                               // %gc.safepoint_poll.exit
	mov	w2, #40960                      // =0xa000
	str	x1, [sp, #24]
	movk	w2, #15, lsl #16
	bl	test_counted
.Ltmp55:
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB19_2:                               // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp56:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x1, [sp, #24]
	b	.LBB19_1
.Lfunc_end19:
	.size	test_make_modelled, .Lfunc_end19-test_make_modelled
	.cfi_endproc
                                        // -- End function
	.globl	test_sum_counted                // -- Begin function test_sum_counted
	.p2align	2
	.type	test_sum_counted,@function
test_sum_counted:                       // @test_sum_counted
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #112
	.cfi_def_cfa_offset 112
	stp	x30, x23, [sp, #64]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #80]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #96]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	mrs	x19, TPIDR_EL0
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB20_18
// %bb.1:                               // %gc.safepoint_poll.exit30
	mov	x8, xzr
	cbz	x0, .LBB20_19
.LBB20_2:                               // %body.preheader
	add	x9, x19, :tprel_hi12:spgc_thread
	add	x20, x9, :tprel_lo12_nc:spgc_thread
.LBB20_3:                               // %body
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB20_7 Depth 2
                                        //     Child Loop BB20_14 Depth 2
	ldr	x23, [x0, #8]
	cmp	x23, #2
	b.lo	.LBB20_11
// %bb.4:                               // %slot.body.preheader
                                        //   in Loop: Header=BB20_3 Depth=1
	cmp	x23, #2
	b.ne	.LBB20_6
// %bb.5:                               //   in Loop: Header=BB20_3 Depth=1
	mov	w10, #1                         // =0x1
	b	.LBB20_13
.LBB20_6:                               // %vector.ph
                                        //   in Loop: Header=BB20_3 Depth=1
	sub	x12, x23, #1
	mov	x14, xzr
	mov	x11, xzr
	and	x13, x12, #0xfffffffffffffffe
	orr	x10, x12, #0x1
.LBB20_7:                               // %vector.body
                                        //   Parent Loop BB20_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	add	x15, x0, x14, lsl #3
	add	x17, x19, :tprel_hi12:spgc_thread
	add	x17, x17, :tprel_lo12_nc:spgc_thread
	ldp	x16, x15, [x15, #24]
	ldr	x21, [x16, #8]
	ldr	x22, [x15, #8]
	ldr	x15, [x17, #8]
	cbz	x15, .LBB20_9
.LBB20_8:                               // %gc.safepoint_poll.exit24
                                        //   in Loop: Header=BB20_7 Depth=2
	add	x14, x14, #2
	add	x8, x21, x8
	add	x11, x22, x11
	cmp	x13, x14
	b.ne	.LBB20_7
	b	.LBB20_10
.LBB20_9:                               // %stop.i23
                                        //   in Loop: Header=BB20_7 Depth=2
	stp	x8, x0, [sp, #48]               // 8-byte Folded Spill
	stp	x12, x10, [sp, #32]             // 16-byte Folded Spill
	stp	x13, x11, [sp, #8]              // 16-byte Folded Spill
	str	x14, [sp, #24]                  // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp57:
	ldp	x14, x12, [sp, #24]             // 16-byte Folded Reload
	ldr	x0, [sp, #56]
	ldp	x13, x11, [sp, #8]              // 16-byte Folded Reload
	ldp	x10, x8, [sp, #40]              // 16-byte Folded Reload
	b	.LBB20_8
.LBB20_10:                              // %middle.block
                                        //   in Loop: Header=BB20_3 Depth=1
	cmp	x12, x13
	add	x8, x11, x8
	b.ne	.LBB20_13
.LBB20_11:                              // %next.object
                                        //   in Loop: Header=BB20_3 Depth=1
	add	x9, x19, :tprel_hi12:spgc_thread
	ldr	x0, [x0, #16]
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x9, #8]
	cbz	x9, .LBB20_17
// %bb.12:                              // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB20_3 Depth=1
	cbnz	x0, .LBB20_3
	b	.LBB20_19
.LBB20_13:                              // %slot.body.preheader1
                                        //   in Loop: Header=BB20_3 Depth=1
	lsl	x11, x10, #3
	sub	x21, x23, x10
	add	x22, x11, #16
.LBB20_14:                              // %slot.body
                                        //   Parent Loop BB20_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x9, [x0, x22]
	ldr	x23, [x9, #8]
	ldr	x9, [x20, #8]
	cbz	x9, .LBB20_16
.LBB20_15:                              // %gc.safepoint_poll.exit18
                                        //   in Loop: Header=BB20_14 Depth=2
	subs	x21, x21, #1
	add	x8, x23, x8
	add	x22, x22, #8
	b.ne	.LBB20_14
	b	.LBB20_11
.LBB20_16:                              // %stop.i17
                                        //   in Loop: Header=BB20_14 Depth=2
	stp	x8, x0, [sp, #48]               // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp58:
	ldp	x8, x0, [sp, #48]               // 8-byte Folded Reload
	b	.LBB20_15
.LBB20_17:                              // %stop.i
                                        //   in Loop: Header=BB20_3 Depth=1
	str	x0, [sp, #56]
	mov	x21, x8
	bl	spgc_poll_slow
.Ltmp59:
	ldr	x0, [sp, #56]
	mov	x8, x21
	cbnz	x0, .LBB20_3
	b	.LBB20_19
.LBB20_18:                              // %stop.i29
	str	x0, [sp, #56]
	bl	spgc_poll_slow
.Ltmp60:
	ldr	x0, [sp, #56]
	mov	x8, xzr
	cbnz	x0, .LBB20_2
.LBB20_19:                              // %done
	ldp	x20, x19, [sp, #96]             // 16-byte Folded Reload
	mov	x0, x8
	ldp	x22, x21, [sp, #80]             // 16-byte Folded Reload
	ldp	x30, x23, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #112
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	ret
.Lfunc_end20:
	.size	test_sum_counted, .Lfunc_end20-test_sum_counted
	.cfi_endproc
                                        // -- End function
	.globl	test_identity                   // -- Begin function test_identity
	.p2align	2
	.type	test_identity,@function
test_identity:                          // @test_identity
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB21_2
.LBB21_1:                               // %gc.safepoint_poll.exit
	bl	spgc_identity_hash
	mov	w0, w0
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB21_2:                               // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]
	bl	spgc_poll_slow
.Ltmp61:
	ldr	x0, [sp, #8]
	b	.LBB21_1
.Lfunc_end21:
	.size	test_identity, .Lfunc_end21-test_identity
	.cfi_endproc
                                        // -- End function
	.globl	test_identity_rounds            // -- Begin function test_identity_rounds
	.p2align	2
	.type	test_identity_rounds,@function
test_identity_rounds:                   // @test_identity_rounds
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	stp	x30, x25, [sp, #16]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w30, -64
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB22_5
// %bb.1:                               // %gc.safepoint_poll.exit
	mov	x20, xzr
	cbz	x19, .LBB22_4
.LBB22_2:                               // %body.preheader
	mov	x21, xzr
.LBB22_3:                               // %body
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x21
	bl	test_odd
.Ltmp62:
	mov	x22, x0
	bl	spgc_identity_hash
	mov	w23, w0
	mov	x0, x21
	str	x22, [sp, #8]
	bl	test_odd
.Ltmp63:
	mov	x22, x0
	bl	spgc_identity_hash
	mov	w24, w0
	mov	x0, x21
	str	x22, [sp]
	bl	test_odd
.Ltmp64:
	ldp	x22, x0, [sp]
	bl	spgc_identity_hash
	mov	w25, w0
	mov	x0, x22
	bl	spgc_identity_hash
	cmp	w23, w25
	add	x21, x21, #1
	ccmp	w24, w0, #0, eq
	ccmp	w23, #0, #4, eq
	cinc	x20, x20, eq
	cmp	x19, x21
	b.ne	.LBB22_3
.LBB22_4:                               // %done
	mov	x0, x20
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	ldp	x30, x25, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w30
	ret
.LBB22_5:                               // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp65:
	mov	x20, xzr
	cbnz	x19, .LBB22_2
	b	.LBB22_4
.Lfunc_end22:
	.size	test_identity_rounds, .Lfunc_end22-test_identity_rounds
	.cfi_endproc
                                        // -- End function
	.globl	test_struct_array               // -- Begin function test_struct_array
	.p2align	2
	.type	test_struct_array,@function
test_struct_array:                      // @test_struct_array
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x9, x8, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x9, #8]
	cbz	x9, .LBB23_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #340
	b.hi	.LBB23_6
.LBB23_2:                               // %try.i.i
	mov	w9, #24                         // =0x18
	mov	w10, #23                        // =0x17
	add	x8, x8, :tprel_hi12:spgc_thread
	madd	w10, w0, w9, w10
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	and	x10, x10, #0x7ff8
	add	x10, x8, x10
	cmp	x10, x11
	b.hi	.LBB23_6
// %bb.3:                               // %bump.i.i
	str	x10, [x9]
	mov	w9, #7936                       // =0x1f00
	stp	x9, x0, [x8]
.LBB23_4:                               // %spgc_allocate_array_of.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB23_5:                               // %stop.i
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp66:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	cmp	x0, #340
	b.ls	.LBB23_2
.LBB23_6:                               // %slow.i.i
	mov	w1, #7936                       // =0x1f00
	mov	w2, #16                         // =0x10
	mov	w3, #8                          // =0x8
	mov	w4, #24                         // =0x18
	bl	spgc_allocate_tailed_slow
.Ltmp67:
	mov	x8, x0
	b	.LBB23_4
.Lfunc_end23:
	.size	test_struct_array, .Lfunc_end23-test_struct_array
	.cfi_endproc
                                        // -- End function
	.globl	test_wrong_elements             // -- Begin function test_wrong_elements
	.p2align	2
	.type	test_wrong_elements,@function
test_wrong_elements:                    // @test_wrong_elements
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x9, x8, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x9, #8]
	cbz	x9, .LBB24_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #255
	b.hi	.LBB24_6
.LBB24_2:                               // %try.i.i
	add	x8, x8, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, x0, lsl #5
	add	x10, x10, #16
	cmp	x10, x11
	b.hi	.LBB24_6
// %bb.3:                               // %bump.i.i
	str	x10, [x9]
	mov	w9, #7936                       // =0x1f00
	stp	x9, x0, [x8]
.LBB24_4:                               // %spgc_allocate_array_of.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB24_5:                               // %stop.i
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp68:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	cmp	x0, #255
	b.ls	.LBB24_2
.LBB24_6:                               // %slow.i.i
	mov	w1, #7936                       // =0x1f00
	mov	w2, #16                         // =0x10
	mov	w3, #8                          // =0x8
	mov	w4, #32                         // =0x20
	bl	spgc_allocate_tailed_slow
.Ltmp69:
	mov	x8, x0
	b	.LBB24_4
.Lfunc_end24:
	.size	test_wrong_elements, .Lfunc_end24-test_wrong_elements
	.cfi_endproc
                                        // -- End function
	.globl	test_traced_bytes               // -- Begin function test_traced_bytes
	.p2align	2
	.type	test_traced_bytes,@function
test_traced_bytes:                      // @test_traced_bytes
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB25_2
.LBB25_1:                               // %gc.safepoint_poll.exit
	mov	w1, #9216                       // =0x2400
	bl	spgc_allocate_slow
.Ltmp70:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB25_2:                               // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp71:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB25_1
.Lfunc_end25:
	.size	test_traced_bytes, .Lfunc_end25-test_traced_bytes
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
	cbz	x8, .LBB26_2
// %bb.1:                               // %done
	ret
.LBB26_2:                               // %stop
	b	spgc_poll_slow
.Lfunc_end26:
	.size	gc.safepoint_poll, .Lfunc_end26-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	26
	.word	0
	.word	72
	.xword	test_chain
	.xword	48
	.xword	2
	.xword	test_odd
	.xword	16
	.xword	2
	.xword	test_number_at
	.xword	16
	.xword	1
	.xword	test_make_bitmap
	.xword	48
	.xword	3
	.xword	test_sum_bitmap
	.xword	48
	.xword	2
	.xword	test_make_long
	.xword	48
	.xword	3
	.xword	test_sum_long
	.xword	48
	.xword	2
	.xword	test_make_structs
	.xword	48
	.xword	3
	.xword	test_sum_structs
	.xword	128
	.xword	4
	.xword	test_make_tailed
	.xword	48
	.xword	3
	.xword	test_sum_tailed
	.xword	112
	.xword	4
	.xword	test_make_text
	.xword	208
	.xword	5
	.xword	test_sum_text
	.xword	288
	.xword	5
	.xword	test_make_wide
	.xword	48
	.xword	3
	.xword	test_sum_wide
	.xword	64
	.xword	2
	.xword	test_make_vectors
	.xword	64
	.xword	3
	.xword	test_sum_vectors
	.xword	80
	.xword	3
	.xword	test_make_traced
	.xword	32
	.xword	2
	.xword	test_counted
	.xword	48
	.xword	3
	.xword	test_make_modelled
	.xword	32
	.xword	2
	.xword	test_sum_counted
	.xword	112
	.xword	4
	.xword	test_identity
	.xword	16
	.xword	1
	.xword	test_identity_rounds
	.xword	80
	.xword	4
	.xword	test_struct_array
	.xword	32
	.xword	2
	.xword	test_wrong_elements
	.xword	32
	.xword	2
	.xword	test_traced_bytes
	.xword	16
	.xword	2
	.xword	2882400000
	.word	.Ltmp0-test_chain
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
	.word	.Ltmp1-test_chain
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
	.word	.Ltmp2-test_odd
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
	.word	.Ltmp3-test_odd
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
	.word	.Ltmp4-test_number_at
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
	.word	.Ltmp5-test_make_bitmap
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
	.word	.Ltmp6-test_make_bitmap
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
	.word	.Ltmp7-test_make_bitmap
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
	.word	.Ltmp8-test_sum_bitmap
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
	.word	.Ltmp9-test_sum_bitmap
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
	.word	.Ltmp10-test_make_long
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
	.word	.Ltmp11-test_make_long
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
	.word	.Ltmp12-test_make_long
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
	.word	.Ltmp13-test_sum_long
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
	.word	.Ltmp14-test_sum_long
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
	.word	.Ltmp15-test_make_structs
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
	.word	.Ltmp16-test_make_structs
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
	.word	.Ltmp17-test_make_structs
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
	.word	.Ltmp18-test_sum_structs
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
	.word	.Ltmp19-test_sum_structs
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
	.word	.Ltmp20-test_sum_structs
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
	.word	.Ltmp21-test_sum_structs
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
	.word	.Ltmp22-test_make_tailed
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
	.word	.Ltmp23-test_make_tailed
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
	.word	.Ltmp24-test_make_tailed
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
	.word	.Ltmp25-test_sum_tailed
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
	.word	.Ltmp26-test_sum_tailed
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
	.word	.Ltmp27-test_sum_tailed
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
	.word	.Ltmp28-test_sum_tailed
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
	.word	.Ltmp29-test_make_text
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
	.word	200
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	200
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	184
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	184
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp30-test_make_text
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
	.word	200
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	200
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	184
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	184
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp31-test_make_text
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
	.word	200
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	200
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp32-test_make_text
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
	.word	200
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	200
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp33-test_make_text
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
	.word	200
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	200
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	184
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	184
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp34-test_sum_text
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
	.word	216
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	216
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	208
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	208
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp35-test_sum_text
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
	.word	216
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	216
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	208
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	208
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp36-test_sum_text
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
	.word	216
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	216
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	208
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	208
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp37-test_sum_text
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
	.word	216
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	216
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp38-test_sum_text
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
	.word	216
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	216
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp39-test_make_wide
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
	.word	.Ltmp40-test_make_wide
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
	.word	.Ltmp41-test_make_wide
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
	.word	.Ltmp42-test_sum_wide
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
	.word	.Ltmp43-test_sum_wide
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
	.word	.Ltmp44-test_make_vectors
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
	.word	56
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
	.word	.Ltmp45-test_make_vectors
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
	.word	.Ltmp46-test_make_vectors
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
	.word	.Ltmp47-test_sum_vectors
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
	.word	.Ltmp48-test_sum_vectors
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
	.word	.Ltmp49-test_sum_vectors
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
	.word	.Ltmp50-test_make_traced
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
	.word	.Ltmp51-test_make_traced
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
	.word	.Ltmp52-test_counted
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
	.word	.Ltmp53-test_counted
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
	.word	.Ltmp54-test_counted
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
	.word	.Ltmp55-test_make_modelled
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
	.word	.Ltmp56-test_make_modelled
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
	.word	.Ltmp57-test_sum_counted
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
	.word	.Ltmp58-test_sum_counted
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
	.word	.Ltmp59-test_sum_counted
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
	.word	.Ltmp60-test_sum_counted
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
	.word	.Ltmp61-test_identity
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
	.word	.Ltmp62-test_identity_rounds
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
	.word	.Ltmp63-test_identity_rounds
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
	.word	.Ltmp64-test_identity_rounds
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
	.word	.Ltmp65-test_identity_rounds
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
	.word	.Ltmp66-test_struct_array
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
	.word	.Ltmp67-test_struct_array
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
	.word	.Ltmp68-test_wrong_elements
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
	.word	.Ltmp69-test_wrong_elements
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
	.word	.Ltmp70-test_traced_bytes
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
	.word	.Ltmp71-test_traced_bytes
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
