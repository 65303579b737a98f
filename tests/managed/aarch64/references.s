# Made from managed/references.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_record                     // -- Begin function test_record
	.p2align	2
	.type	test_record,@function
test_record:                            // @test_record
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
	cbz	x8, .LBB0_4
.LBB0_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #32
	cmp	x10, x11
	b.hi	.LBB0_5
// %bb.2:                               // %bump.i
	str	x10, [x9]
	str	x0, [x8]
.LBB0_3:                                // %spgc_allocate.exit
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	stp	x1, x2, [x8, #8]
	mov	x0, x8
	str	x3, [x8, #24]
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB0_4:                                // %stop.i
	.cfi_restore_state
	stp	x3, x2, [sp, #16]
	str	x1, [sp, #40]
	stp	x9, x0, [sp]                    // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp0:
	ldp	x9, x0, [sp]                    // 16-byte Folded Reload
	ldr	x1, [sp, #40]
	ldp	x3, x2, [sp, #16]
	b	.LBB0_1
.LBB0_5:                                // %slow.i
	str	x1, [sp, #40]
	mov	x1, x0
	mov	w0, #32                         // =0x20
	stp	x3, x2, [sp, #16]
	bl	spgc_allocate_slow
.Ltmp1:
	ldp	x3, x2, [sp, #16]
	mov	x8, x0
	ldr	x1, [sp, #40]
	b	.LBB0_3
.Lfunc_end0:
	.size	test_record, .Lfunc_end0-test_record
	.cfi_endproc
                                        // -- End function
	.globl	test_field                      // -- Begin function test_field
	.p2align	2
	.type	test_field,@function
test_field:                             // @test_field
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	ldr	x0, [x0, x1]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB1_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp2:
	ldr	x0, [sp, #8]
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end1:
	.size	test_field, .Lfunc_end1-test_field
	.cfi_endproc
                                        // -- End function
	.globl	test_set_field                  // -- Begin function test_set_field
	.p2align	2
	.type	test_set_field,@function
test_set_field:                         // @test_set_field
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
	cbz	x8, .LBB2_3
.LBB2_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldrb	w8, [x0]
	tbnz	w8, #2, .LBB2_4
.LBB2_2:                                // %spgc_write_barrier.exit
	str	x2, [x0, x1]
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB2_3:                                // %stop.i
	.cfi_restore_state
	stp	x1, x2, [sp]                    // 8-byte Folded Spill
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp3:
	ldp	x1, x2, [sp]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]
	b	.LBB2_1
.LBB2_4:                                // %slow.i
	mov	x10, x1
	add	x1, x0, x1
	mov	x9, x0
	mov	x11, x2
	bl	spgc_barrier_slow
	mov	x0, x9
	mov	x2, x11
	mov	x1, x10
	b	.LBB2_2
.Lfunc_end2:
	.size	test_set_field, .Lfunc_end2-test_set_field
	.cfi_endproc
                                        // -- End function
	.globl	test_set_root                   // -- Begin function test_set_root
	.p2align	2
	.type	test_set_root,@function
test_set_root:                          // @test_set_root
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	str	x1, [x0]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB3_2:                                // %stop.i
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp4:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end3:
	.size	test_set_root, .Lfunc_end3-test_set_root
	.cfi_endproc
                                        // -- End function
	.globl	test_root                       // -- Begin function test_root
	.p2align	2
	.type	test_root,@function
test_root:                              // @test_root
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	ldr	x0, [x0]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB4_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB4_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp5:
	ldr	x0, [sp, #8]
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end4:
	.size	test_root, .Lfunc_end4-test_root
	.cfi_endproc
                                        // -- End function
	.globl	test_weak_rounds                // -- Begin function test_weak_rounds
	.p2align	2
	.type	test_weak_rounds,@function
test_weak_rounds:                       // @test_weak_rounds
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
	mrs	x21, TPIDR_EL0
	mov	x20, x1
	mov	x19, x0
	add	x8, x21, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB5_19
// %bb.1:                               // %gc.safepoint_poll.exit26
	cbz	x19, .LBB5_20
.LBB5_2:                                // %body.lr.ph
	add	x8, x21, :tprel_hi12:spgc_thread
	mov	x1, xzr
	mov	w23, #1                         // =0x1
	add	x22, x8, :tprel_lo12_nc:spgc_thread
	mov	w24, #256                       // =0x100
	mov	x25, x19
.LBB5_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x2, [x22]
	ldr	x9, [x22, #8]
	add	x8, x2, #24
	cmp	x8, x9
	b.hi	.LBB5_9
// %bb.4:                               // %bump.i
                                        //   in Loop: Header=BB5_3 Depth=1
	str	x8, [x22]
	str	x24, [x2]
.LBB5_5:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB5_3 Depth=1
	mov	x0, x20
	mov	x3, xzr
	str	x23, [x2, #8]
	stp	x2, x1, [sp]
	bl	test_record
.Ltmp6:
	str	x0, [sp, #8]
	mov	w0, #100                        // =0x64
	bl	test_garbage
.Ltmp7:
	ldp	x8, x1, [sp]
	ldr	x9, [x1, #16]
	cmp	x9, x8
	b.ne	.LBB5_10
// %bb.6:                               // %look
                                        //   in Loop: Header=BB5_3 Depth=1
	ldr	x9, [x9, #8]
	ldr	x8, [x8, #8]
	mov	x0, #-1                         // =0xffffffffffffffff
	cmp	x23, x9
	b.ne	.LBB5_21
// %bb.7:                               // %look
                                        //   in Loop: Header=BB5_3 Depth=1
	cmp	x9, x8
	b.ne	.LBB5_21
// %bb.8:                               // %head
                                        //   in Loop: Header=BB5_3 Depth=1
	subs	x25, x25, #1
	add	x23, x23, #2
	b.ne	.LBB5_3
	b	.LBB5_11
.LBB5_9:                                // %slow.i
                                        //   in Loop: Header=BB5_3 Depth=1
	str	x1, [sp, #8]
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp8:
	ldr	x1, [sp, #8]
	mov	x2, x0
	b	.LBB5_5
.LBB5_10:
	mov	x0, #-1                         // =0xffffffffffffffff
	b	.LBB5_21
.LBB5_11:                               // %clear
	cbz	x1, .LBB5_20
// %bb.12:                              // %wait.preheader
	add	x8, x21, :tprel_hi12:spgc_thread
	mov	x20, xzr
	mov	w22, #50000                     // =0xc350
	add	x21, x8, :tprel_lo12_nc:spgc_thread
.LBB5_13:                               // %wait
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB5_14 Depth 2
	mov	w0, #1000                       // =0x3e8
	str	x1, [sp, #8]
	bl	test_garbage
.Ltmp9:
	ldr	x1, [sp, #8]
	mov	x0, xzr
	mov	x8, x1
.LBB5_14:                               // %count.body
                                        //   Parent Loop BB5_13 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	x8, x9, [x8, #8]
	ldr	x10, [x21, #8]
	cmp	x9, #0
	cinc	x0, x0, eq
	cbz	x10, .LBB5_16
// %bb.15:                              // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB5_14 Depth=2
	cbnz	x8, .LBB5_14
	b	.LBB5_17
.LBB5_16:                               // %stop.i
                                        //   in Loop: Header=BB5_14 Depth=2
	stp	x8, x1, [sp]
	mov	x23, x0
	bl	spgc_poll_slow
.Ltmp10:
	ldp	x8, x1, [sp]
	mov	x0, x23
	cbnz	x8, .LBB5_14
.LBB5_17:                               // %done
                                        //   in Loop: Header=BB5_13 Depth=1
	cmp	x20, x22
	b.hi	.LBB5_21
// %bb.18:                              // %done
                                        //   in Loop: Header=BB5_13 Depth=1
	cmp	x0, x19
	add	x20, x20, #1
	b.ne	.LBB5_13
	b	.LBB5_21
.LBB5_19:                               // %stop.i25
	bl	spgc_poll_slow
.Ltmp11:
	cbnz	x19, .LBB5_2
.LBB5_20:
	mov	x0, xzr
.LBB5_21:                               // %common.ret
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
.Lfunc_end5:
	.size	test_weak_rounds, .Lfunc_end5-test_weak_rounds
	.cfi_endproc
                                        // -- End function
	.globl	test_garbage                    // -- Begin function test_garbage
	.p2align	2
	.type	test_garbage,@function
test_garbage:                           // @test_garbage
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
	cbz	x9, .LBB6_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #1022
	b.hi	.LBB6_6
.LBB6_2:                                // %try.i
	add	x8, x8, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, x0, lsl #3
	add	x10, x10, #16
	cmp	x10, x11
	b.hi	.LBB6_6
// %bb.3:                               // %bump.i
	str	x10, [x9]
	mov	w9, #512                        // =0x200
	stp	x9, x0, [x8]
.LBB6_4:                                // %spgc_allocate_array.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB6_5:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp12:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	cmp	x0, #1022
	b.ls	.LBB6_2
.LBB6_6:                                // %slow.i
	mov	w1, #512                        // =0x200
	bl	spgc_allocate_array_slow
.Ltmp13:
	mov	x8, x0
	b	.LBB6_4
.Lfunc_end6:
	.size	test_garbage, .Lfunc_end6-test_garbage
	.cfi_endproc
                                        // -- End function
	.globl	test_finalizable                // -- Begin function test_finalizable
	.p2align	2
	.type	test_finalizable,@function
test_finalizable:                       // @test_finalizable
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-48]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	x22, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -48
	mrs	x8, TPIDR_EL0
	mov	x19, x1
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB7_4
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x20, .LBB7_5
.LBB7_2:                                // %body.preheader
	mov	w8, #1                          // =0x1
	orr	x21, x8, x19, lsl #1
.LBB7_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x21
	mov	x1, xzr
	bl	test_numbered
.Ltmp14:
	mov	x1, x19
	bl	spgc_finalize
	mov	x22, x0
	mov	w0, #20                         // =0x14
	bl	test_garbage
.Ltmp15:
	subs	x20, x20, #1
	add	x19, x19, #1
	add	x21, x21, #2
	b.ne	.LBB7_3
	b	.LBB7_6
.LBB7_4:                                // %stop.i
	bl	spgc_poll_slow
.Ltmp16:
	cbnz	x20, .LBB7_2
.LBB7_5:
	mov	x22, xzr
.LBB7_6:                                // %done
	mov	x0, x22
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #48                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w30
	ret
.Lfunc_end7:
	.size	test_finalizable, .Lfunc_end7-test_finalizable
	.cfi_endproc
                                        // -- End function
	.globl	test_numbered                   // -- Begin function test_numbered
	.p2align	2
	.type	test_numbered,@function
test_numbered:                          // @test_numbered
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
	ldr	x8, [x9, #8]
	cbz	x8, .LBB8_4
.LBB8_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #24
	cmp	x10, x11
	b.hi	.LBB8_5
// %bb.2:                               // %bump.i
	str	x10, [x9]
	mov	w9, #256                        // =0x100
	str	x9, [x8]
.LBB8_3:                                // %spgc_allocate.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	stp	x0, x1, [x8, #8]
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB8_4:                                // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]
	stp	x9, x0, [sp]                    // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp17:
	ldp	x9, x0, [sp]                    // 16-byte Folded Reload
	ldr	x1, [sp, #24]
	b	.LBB8_1
.LBB8_5:                                // %slow.i
	str	x1, [sp, #24]
	mov	w1, #256                        // =0x100
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	mov	w0, #24                         // =0x18
	bl	spgc_allocate_slow
.Ltmp18:
	ldr	x1, [sp, #24]
	mov	x8, x0
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB8_3
.Lfunc_end8:
	.size	test_numbered, .Lfunc_end8-test_numbered
	.cfi_endproc
                                        // -- End function
	.globl	test_ephemeron_rounds           // -- Begin function test_ephemeron_rounds
	.p2align	2
	.type	test_ephemeron_rounds,@function
test_ephemeron_rounds:                  // @test_ephemeron_rounds
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
	mrs	x22, TPIDR_EL0
	mov	x19, x1
	mov	x20, x0
	add	x8, x22, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB9_9
// %bb.1:                               // %gc.safepoint_poll.exit19
	cbz	x20, .LBB9_10
.LBB9_2:                                // %body.preheader
	mov	x8, xzr
	mov	x1, xzr
	mov	w21, #1                         // =0x1
.LBB9_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x21
	str	x8, [sp, #24]
	str	x1, [sp, #40]
	bl	test_numbered
.Ltmp19:
	mov	x1, x0
	str	x0, [sp, #40]
	mov	x0, x21
	bl	test_numbered
.Ltmp20:
	ldr	x1, [sp, #40]
	ldr	x3, [sp, #24]
	mov	x2, x0
	str	x0, [sp, #16]
	mov	x0, x19
	bl	test_record
.Ltmp21:
	str	x0, [sp, #24]
	mov	w0, #50                         // =0x32
	bl	test_garbage
.Ltmp22:
	ldr	x8, [sp, #24]
	ldr	x1, [sp, #40]
	subs	x20, x20, #1
	add	x21, x21, #2
	b.ne	.LBB9_3
// %bb.4:                               // %sum.head.preheader
	mov	x0, xzr
	cbz	x8, .LBB9_11
// %bb.5:                               // %sum.body.preheader
	add	x9, x22, :tprel_hi12:spgc_thread
	add	x19, x9, :tprel_lo12_nc:spgc_thread
.LBB9_6:                                // %sum.body
                                        // =>This Inner Loop Header: Depth=1
	ldp	x9, x8, [x8, #16]
	ldp	x22, x1, [x1, #8]
	ldp	x20, x10, [x9, #8]
	ldr	x21, [x10, #8]
	ldr	x9, [x19, #8]
	cbz	x9, .LBB9_8
.LBB9_7:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB9_6 Depth=1
	add	x9, x22, x0
	add	x9, x9, x20
	add	x0, x9, x21
	cbnz	x8, .LBB9_6
	b	.LBB9_11
.LBB9_8:                                // %stop.i
                                        //   in Loop: Header=BB9_6 Depth=1
	str	x8, [sp, #24]
	str	x1, [sp, #40]
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp23:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x8, [sp, #24]
	ldr	x1, [sp, #40]
	b	.LBB9_7
.LBB9_9:                                // %stop.i18
	bl	spgc_poll_slow
.Ltmp24:
	cbnz	x20, .LBB9_2
.LBB9_10:
	mov	x0, xzr
.LBB9_11:                               // %done
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w30
	ret
.Lfunc_end9:
	.size	test_ephemeron_rounds, .Lfunc_end9-test_ephemeron_rounds
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
	.word	0
	.word	25
	.xword	test_record
	.xword	48
	.xword	2
	.xword	test_field
	.xword	16
	.xword	1
	.xword	test_set_field
	.xword	32
	.xword	1
	.xword	test_set_root
	.xword	16
	.xword	1
	.xword	test_root
	.xword	16
	.xword	1
	.xword	test_weak_rounds
	.xword	80
	.xword	6
	.xword	test_garbage
	.xword	32
	.xword	2
	.xword	test_finalizable
	.xword	48
	.xword	3
	.xword	test_numbered
	.xword	32
	.xword	2
	.xword	test_ephemeron_rounds
	.xword	80
	.xword	6
	.xword	2882400000
	.word	.Ltmp0-test_record
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
	.word	.Ltmp1-test_record
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
	.word	.Ltmp2-test_field
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
	.word	.Ltmp3-test_set_field
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
	.word	.Ltmp4-test_set_root
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
	.word	.Ltmp5-test_root
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
	.word	.Ltmp6-test_weak_rounds
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
	.word	.Ltmp7-test_weak_rounds
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
	.word	.Ltmp8-test_weak_rounds
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
	.word	.Ltmp9-test_weak_rounds
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
	.word	.Ltmp10-test_weak_rounds
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
	.word	.Ltmp11-test_weak_rounds
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
	.word	.Ltmp12-test_garbage
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
	.word	.Ltmp13-test_garbage
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
	.word	.Ltmp14-test_finalizable
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
	.word	.Ltmp15-test_finalizable
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
	.word	.Ltmp16-test_finalizable
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
	.word	.Ltmp17-test_numbered
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
	.word	.Ltmp18-test_numbered
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
	.word	.Ltmp19-test_ephemeron_rounds
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
	.word	.Ltmp20-test_ephemeron_rounds
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
	.word	.Ltmp21-test_ephemeron_rounds
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
	.word	.Ltmp22-test_ephemeron_rounds
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
	.word	.Ltmp23-test_ephemeron_rounds
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
	.word	.Ltmp24-test_ephemeron_rounds
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
