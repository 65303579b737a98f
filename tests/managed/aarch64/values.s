# Made from managed/values.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_pair                       // -- Begin function test_pair
	.p2align	2
	.type	test_pair,@function
test_pair:                              // @test_pair
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
	cbz	x8, .LBB0_4
.LBB0_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #24
	cmp	x10, x11
	b.hi	.LBB0_5
// %bb.2:                               // %bump.i
	str	x10, [x9]
	mov	w9, #256                        // =0x100
	str	x9, [x8]
.LBB0_3:                                // %spgc_allocate.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	stp	x0, x1, [x8, #8]
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB0_4:                                // %stop.i
	.cfi_restore_state
	stp	x9, x1, [sp]                    // 8-byte Folded Spill
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp0:
	ldp	x9, x1, [sp]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]
	b	.LBB0_1
.LBB0_5:                                // %slow.i
	str	x1, [sp, #8]
	mov	w1, #256                        // =0x100
	str	x0, [sp, #24]
	mov	w0, #24                         // =0x18
	bl	spgc_allocate_slow
.Ltmp1:
	ldr	x9, [sp, #24]
	ldr	x1, [sp, #8]
	mov	x8, x0
	mov	x0, x9
	b	.LBB0_3
.Lfunc_end0:
	.size	test_pair, .Lfunc_end0-test_pair
	.cfi_endproc
                                        // -- End function
	.globl	test_left                       // -- Begin function test_left
	.p2align	2
	.type	test_left,@function
test_left:                              // @test_left
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	ldr	x0, [x0, #8]
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
	.size	test_left, .Lfunc_end1-test_left
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function test_keep
.LCPI2_0:
	.xword	512                             // 0x200
	.xword	100                             // 0x64
	.text
	.globl	test_keep
	.p2align	2
	.type	test_keep,@function
test_keep:                              // @test_keep
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
	ldr	x9, [x8, #8]
	cbz	x9, .LBB2_4
.LBB2_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x9, [x8]
	ldr	x11, [x8, #8]
	add	x10, x9, #816
	cmp	x10, x11
	b.hi	.LBB2_5
// %bb.2:                               // %bump.i
	adrp	x11, .LCPI2_0
	str	x10, [x8]
	ldr	q0, [x11, :lo12:.LCPI2_0]
	str	q0, [x9]
.LBB2_3:                                // %spgc_allocate_array.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB2_4:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #24]
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp3:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]
	b	.LBB2_1
.LBB2_5:                                // %slow.i
	str	x0, [sp, #24]
	mov	w0, #100                        // =0x64
	mov	w1, #512                        // =0x200
	bl	spgc_allocate_array_slow
.Ltmp4:
	ldr	x0, [sp, #24]
	b	.LBB2_3
.Lfunc_end2:
	.size	test_keep, .Lfunc_end2-test_keep
	.cfi_endproc
                                        // -- End function
	.globl	test_fill                       // -- Begin function test_fill
	.p2align	2
	.type	test_fill,@function
test_fill:                              // @test_fill
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x8, TPIDR_EL0
	add	x9, x8, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x9, #8]
	cbz	x9, .LBB3_10
// %bb.1:                               // %gc.safepoint_poll.exit9
	cmp	x0, #1022
	b.hi	.LBB3_11
.LBB3_2:                                // %try.i
	add	x9, x8, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x10, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x10]
	ldr	x12, [x10, #8]
	add	x11, x9, x0, lsl #3
	add	x11, x11, #16
	cmp	x11, x12
	b.hi	.LBB3_11
// %bb.3:                               // %bump.i
	str	x11, [x10]
	mov	w10, #768                       // =0x300
	stp	x10, x0, [x9]
	cbz	x0, .LBB3_12
.LBB3_4:                                // %loop.preheader
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x10, xzr
	add	x12, x9, #16
	add	x11, x8, :tprel_lo12_nc:spgc_thread
.LBB3_5:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB3_8
.LBB3_6:                                // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB3_5 Depth=1
	str	x1, [x12, x10]
	ldr	x8, [x11, #8]
	cbz	x8, .LBB3_9
.LBB3_7:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB3_5 Depth=1
	subs	x0, x0, #1
	add	x10, x10, #8
	b.ne	.LBB3_5
	b	.LBB3_12
.LBB3_8:                                // %slow.i1
                                        //   in Loop: Header=BB3_5 Depth=1
	mov	x13, x1
	add	x1, x12, x10
	mov	x14, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x1, x13
	mov	x0, x14
	b	.LBB3_6
.LBB3_9:                                // %stop.i
                                        //   in Loop: Header=BB3_5 Depth=1
	stp	x0, x9, [sp, #16]               // 8-byte Folded Spill
	str	x1, [sp, #40]
	stp	x10, x11, [sp]                  // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldp	x0, x9, [sp, #16]               // 8-byte Folded Reload
	ldr	x1, [sp, #40]
	ldp	x10, x11, [sp]                  // 16-byte Folded Reload
	add	x12, x9, #16
	b	.LBB3_7
.LBB3_10:                               // %stop.i8
	str	x1, [sp, #40]
	stp	x8, x0, [sp, #8]                // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp6:
	ldp	x8, x0, [sp, #8]                // 16-byte Folded Reload
	ldr	x1, [sp, #40]
	cmp	x0, #1022
	b.ls	.LBB3_2
.LBB3_11:                               // %slow.i
	str	x1, [sp, #40]
	mov	w1, #768                        // =0x300
	stp	x8, x0, [sp, #8]                // 16-byte Folded Spill
	bl	spgc_allocate_array_slow
.Ltmp7:
	mov	x9, x0
	ldp	x8, x0, [sp, #8]                // 16-byte Folded Reload
	ldr	x1, [sp, #40]
	cbnz	x0, .LBB3_4
.LBB3_12:                               // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x9
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end3:
	.size	test_fill, .Lfunc_end3-test_fill
	.cfi_endproc
                                        // -- End function
	.globl	test_list_hash                  // -- Begin function test_list_hash
	.p2align	2
	.type	test_list_hash,@function
test_list_hash:                         // @test_list_hash
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
	add	x10, x9, :tprel_hi12:spgc_thread
	mov	x9, #32557                      // =0x7f2d
	movk	x9, #19605, lsl #16
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	movk	x9, #62509, lsl #32
	movk	x9, #22609, lsl #48
.LBB4_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldp	x11, x0, [x0, #8]
	ldr	x12, [x10, #8]
	cbz	x12, .LBB4_5
// %bb.4:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB4_3 Depth=1
	madd	x8, x8, x9, x11
	cbnz	x0, .LBB4_3
	b	.LBB4_7
.LBB4_5:                                // %stop.i
                                        //   in Loop: Header=BB4_3 Depth=1
	str	x0, [sp, #40]
	stp	x10, x8, [sp, #16]              // 16-byte Folded Spill
	str	x11, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp8:
	mov	x9, #32557                      // =0x7f2d
	ldp	x11, x10, [sp, #8]              // 16-byte Folded Reload
	movk	x9, #19605, lsl #16
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	ldr	x0, [sp, #40]
	movk	x9, #62509, lsl #32
	movk	x9, #22609, lsl #48
	madd	x8, x8, x9, x11
	cbnz	x0, .LBB4_3
	b	.LBB4_7
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
	.size	test_list_hash, .Lfunc_end4-test_list_hash
	.cfi_endproc
                                        // -- End function
	.globl	test_same                       // -- Begin function test_same
	.p2align	2
	.type	test_same,@function
test_same:                              // @test_same
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x11, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	ldr	x12, [x11, #16]!
	ldur	x10, [x11, #-8]
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9, #8]
	cmp	x10, #1
	csinc	x10, x10, xzr, hi
	cbz	x8, .LBB5_8
.LBB5_1:                                // %head.preheader
	mov	w8, #1                          // =0x1
	mov	w13, #1                         // =0x1
.LBB5_2:                                // %head
                                        // =>This Inner Loop Header: Depth=1
	cmp	x10, x13
	b.eq	.LBB5_7
// %bb.3:                               // %body
                                        //   in Loop: Header=BB5_2 Depth=1
	ldr	x14, [x11, x13, lsl #3]
	ldr	x15, [x9, #8]
	cbz	x15, .LBB5_5
.LBB5_4:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB5_2 Depth=1
	cmp	x14, x12
	add	x13, x13, #1
	b.eq	.LBB5_2
	b	.LBB5_6
.LBB5_5:                                // %stop.i
                                        //   in Loop: Header=BB5_2 Depth=1
	stp	x14, x12, [sp, #32]
	str	x0, [sp, #56]
	stp	x9, x10, [sp, #16]              // 16-byte Folded Spill
	str	x13, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp10:
	ldp	x13, x9, [sp, #8]               // 16-byte Folded Reload
	mov	w8, #1                          // =0x1
	ldp	x10, x14, [sp, #24]             // 8-byte Folded Reload
	ldr	x0, [sp, #56]
	ldr	x12, [sp, #40]
	add	x11, x0, #16
	b	.LBB5_4
.LBB5_6:
	mov	x8, xzr
.LBB5_7:                                // %common.ret
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB5_8:                                // %stop.i5
	.cfi_restore_state
	str	x12, [sp, #40]
	str	x0, [sp, #56]
	stp	x9, x10, [sp, #16]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp11:
	ldp	x9, x10, [sp, #16]              // 16-byte Folded Reload
	ldr	x0, [sp, #56]
	ldr	x12, [sp, #40]
	add	x11, x0, #16
	b	.LBB5_1
.Lfunc_end5:
	.size	test_same, .Lfunc_end5-test_same
	.cfi_endproc
                                        // -- End function
	.globl	test_fresh                      // -- Begin function test_fresh
	.p2align	2
	.type	test_fresh,@function
test_fresh:                             // @test_fresh
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x10, TPIDR_EL0
	add	x8, x10, :tprel_hi12:spgc_thread
	add	x11, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x11, #8]
	cbz	x8, .LBB6_12
.LBB6_1:                                // %gc.safepoint_poll.exit20
	//APP
	//NO_APP
	ldr	x8, [x11]
	ldr	x12, [x11, #8]
	add	x9, x8, #24
	cmp	x9, x12
	b.hi	.LBB6_13
// %bb.2:                               // %bump.i
	str	x9, [x11]
	mov	w9, #256                        // =0x100
	str	x9, [x8]
.LBB6_3:                                // %spgc_allocate.exit
	ldr	x9, [x8, #8]
	ldr	x8, [x8, #16]
	orr	x8, x8, x9
	cmp	x8, #0
	cset	w8, ne
	cmp	x0, #1022
	b.hi	.LBB6_10
// %bb.4:                               // %try.i
	//APP
	//NO_APP
	ldr	x9, [x11]
	ldr	x13, [x11, #8]
	add	x12, x9, x0, lsl #3
	add	x12, x12, #16
	cmp	x12, x13
	b.hi	.LBB6_10
// %bb.5:                               // %bump.i9
	str	x12, [x11]
	mov	w11, #512                       // =0x200
	stp	x11, x0, [x9]
	cbz	x0, .LBB6_11
.LBB6_6:                                // %body.preheader
	add	x10, x10, :tprel_hi12:spgc_thread
	mov	x11, xzr
	add	x13, x9, #16
	mov	x12, #-1                        // =0xffffffffffffffff
	add	x10, x10, :tprel_lo12_nc:spgc_thread
.LBB6_7:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x14, [x13, x11, lsl #3]
	str	x12, [x13, x11, lsl #3]
	ldr	x15, [x10, #8]
	cmp	x14, #0
	cinc	x8, x8, ne
	cbz	x15, .LBB6_9
.LBB6_8:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB6_7 Depth=1
	add	x11, x11, #1
	cmp	x0, x11
	b.ne	.LBB6_7
	b	.LBB6_11
.LBB6_9:                                // %stop.i
                                        //   in Loop: Header=BB6_7 Depth=1
	str	x9, [sp, #40]
	stp	x8, x0, [sp, #16]               // 16-byte Folded Spill
	stp	x11, x10, [sp]                  // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp12:
	ldp	x11, x10, [sp]                  // 16-byte Folded Reload
	mov	x12, #-1                        // =0xffffffffffffffff
	ldp	x8, x0, [sp, #16]               // 16-byte Folded Reload
	ldr	x9, [sp, #40]
	add	x13, x9, #16
	b	.LBB6_8
.LBB6_10:                               // %slow.i1
	mov	w1, #512                        // =0x200
	stp	x8, x0, [sp, #16]               // 16-byte Folded Spill
	str	x10, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_allocate_array_slow
.Ltmp13:
	ldp	x10, x8, [sp, #8]               // 16-byte Folded Reload
	mov	x9, x0
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	cbnz	x0, .LBB6_6
.LBB6_11:                               // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB6_12:                               // %stop.i19
	.cfi_restore_state
	stp	x11, x0, [sp, #16]              // 16-byte Folded Spill
	str	x10, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp14:
	ldp	x10, x11, [sp, #8]              // 16-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB6_1
.LBB6_13:                               // %slow.i
	stp	x11, x0, [sp, #16]              // 16-byte Folded Spill
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	str	x10, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp15:
	ldp	x10, x11, [sp, #8]              // 16-byte Folded Reload
	mov	x8, x0
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB6_3
.Lfunc_end6:
	.size	test_fresh, .Lfunc_end6-test_fresh
	.cfi_endproc
                                        // -- End function
	.globl	test_spin                       // -- Begin function test_spin
	.p2align	2
	.type	test_spin,@function
test_spin:                              // @test_spin
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
	cbz	x8, .LBB7_6
.LBB7_1:                                // %loop.preheader
	mov	x8, xzr
.LBB7_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	w10, [x0]
	ldr	x11, [x9, #8]
	cbz	x11, .LBB7_4
// %bb.3:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB7_2 Depth=1
	add	x8, x8, #1
	cbz	w10, .LBB7_2
	b	.LBB7_5
.LBB7_4:                                // %stop.i
                                        //   in Loop: Header=BB7_2 Depth=1
	str	x0, [sp, #40]                   // 8-byte Folded Spill
	stp	x8, x9, [sp, #16]               // 16-byte Folded Spill
	str	w10, [sp, #12]                  // 4-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp16:
	ldp	x8, x9, [sp, #16]               // 16-byte Folded Reload
	ldr	w10, [sp, #12]                  // 4-byte Folded Reload
	ldr	x0, [sp, #40]                   // 8-byte Folded Reload
	add	x8, x8, #1
	cbz	w10, .LBB7_2
.LBB7_5:                                // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB7_6:                                // %stop.i5
	.cfi_restore_state
	str	x0, [sp, #40]                   // 8-byte Folded Spill
	str	x9, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp17:
	ldr	x9, [sp, #24]                   // 8-byte Folded Reload
	ldr	x0, [sp, #40]                   // 8-byte Folded Reload
	b	.LBB7_1
.Lfunc_end7:
	.size	test_spin, .Lfunc_end7-test_spin
	.cfi_endproc
                                        // -- End function
	.globl	test_wrong_size                 // -- Begin function test_wrong_size
	.p2align	2
	.type	test_wrong_size,@function
test_wrong_size:                        // @test_wrong_size
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
	cbz	x9, .LBB8_3
.LBB8_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x0, [x8]
	ldr	x10, [x8, #8]
	add	x9, x0, #32
	cmp	x9, x10
	b.hi	.LBB8_4
// %bb.2:                               // %bump.i
	str	x9, [x8]
	mov	w8, #256                        // =0x100
	str	x8, [x0]
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB8_3:                                // %stop.i
	.cfi_restore_state
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp18:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB8_1
.LBB8_4:                                // %slow.i
	mov	w0, #32                         // =0x20
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp19:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end8:
	.size	test_wrong_size, .Lfunc_end8-test_wrong_size
	.cfi_endproc
                                        // -- End function
	.globl	test_array                      // -- Begin function test_array
	.p2align	2
	.type	test_array,@function
test_array:                             // @test_array
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
	cbz	x9, .LBB9_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #1022
	b.hi	.LBB9_6
.LBB9_2:                                // %try.i
	add	x8, x8, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, x0, lsl #3
	add	x10, x10, #16
	cmp	x10, x11
	b.hi	.LBB9_6
// %bb.3:                               // %bump.i
	str	x10, [x9]
	mov	w9, #512                        // =0x200
	stp	x9, x0, [x8]
.LBB9_4:                                // %spgc_allocate_array.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB9_5:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp20:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	cmp	x0, #1022
	b.ls	.LBB9_2
.LBB9_6:                                // %slow.i
	mov	w1, #512                        // =0x200
	bl	spgc_allocate_array_slow
.Ltmp21:
	mov	x8, x0
	b	.LBB9_4
.Lfunc_end9:
	.size	test_array, .Lfunc_end9-test_array
	.cfi_endproc
                                        // -- End function
	.globl	test_references                 // -- Begin function test_references
	.p2align	2
	.type	test_references,@function
test_references:                        // @test_references
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x9, x8, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x9, #8]
	cbz	x9, .LBB10_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #1022
	b.hi	.LBB10_6
.LBB10_2:                               // %try.i
	add	x8, x8, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, x0, lsl #3
	add	x10, x10, #16
	cmp	x10, x11
	b.hi	.LBB10_6
// %bb.3:                               // %bump.i
	str	x10, [x9]
	mov	w9, #768                        // =0x300
	stp	x9, x0, [x8]
.LBB10_4:                               // %spgc_allocate_array.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB10_5:                               // %stop.i
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp22:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	cmp	x0, #1022
	b.ls	.LBB10_2
.LBB10_6:                               // %slow.i
	mov	w1, #768                        // =0x300
	bl	spgc_allocate_array_slow
.Ltmp23:
	mov	x8, x0
	b	.LBB10_4
.Lfunc_end10:
	.size	test_references, .Lfunc_end10-test_references
	.cfi_endproc
                                        // -- End function
	.globl	test_pair_or_null               // -- Begin function test_pair_or_null
	.p2align	2
	.type	test_pair_or_null,@function
test_pair_or_null:                      // @test_pair_or_null
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
	cbz	x8, .LBB11_5
.LBB11_1:                               // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #24
	cmp	x10, x11
	b.hi	.LBB11_6
// %bb.2:                               // %bump.i
	str	x10, [x9]
	mov	w9, #256                        // =0x100
	str	x9, [x8]
	cbz	x8, .LBB11_4
.LBB11_3:                               // %allocated
	stp	x0, x1, [x8, #8]
.LBB11_4:                               // %common.ret
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB11_5:                               // %stop.i
	.cfi_restore_state
	stp	x9, x1, [sp]                    // 8-byte Folded Spill
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp24:
	ldp	x9, x1, [sp]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]
	b	.LBB11_1
.LBB11_6:                               // %slow.i
	str	x1, [sp, #8]
	mov	w1, #256                        // =0x100
	str	x0, [sp, #24]
	mov	w0, #24                         // =0x18
	bl	spgc_allocate_slow
.Ltmp25:
	ldr	x9, [sp, #24]
	ldr	x1, [sp, #8]
	mov	x8, x0
	mov	x0, x9
	cbnz	x8, .LBB11_3
	b	.LBB11_4
.Lfunc_end11:
	.size	test_pair_or_null, .Lfunc_end11-test_pair_or_null
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
	cbz	x8, .LBB12_2
// %bb.1:                               // %done
	ret
.LBB12_2:                               // %stop
	b	spgc_poll_slow
.Lfunc_end12:
	.size	gc.safepoint_poll, .Lfunc_end12-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	12
	.word	0
	.word	26
	.xword	test_pair
	.xword	32
	.xword	2
	.xword	test_left
	.xword	16
	.xword	1
	.xword	test_keep
	.xword	32
	.xword	2
	.xword	test_fill
	.xword	48
	.xword	3
	.xword	test_list_hash
	.xword	48
	.xword	2
	.xword	test_same
	.xword	64
	.xword	2
	.xword	test_fresh
	.xword	48
	.xword	4
	.xword	test_spin
	.xword	48
	.xword	2
	.xword	test_wrong_size
	.xword	16
	.xword	2
	.xword	test_array
	.xword	32
	.xword	2
	.xword	test_references
	.xword	32
	.xword	2
	.xword	test_pair_or_null
	.xword	32
	.xword	2
	.xword	2882400000
	.word	.Ltmp0-test_pair
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
	.word	.Ltmp1-test_pair
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
	.word	.Ltmp2-test_left
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
	.word	.Ltmp3-test_keep
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
	.word	.Ltmp4-test_keep
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
	.word	.Ltmp5-test_fill
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
	.word	.Ltmp6-test_fill
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
	.word	.Ltmp7-test_fill
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
	.word	.Ltmp8-test_list_hash
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
	.word	.Ltmp9-test_list_hash
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
	.word	.Ltmp10-test_same
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
	.word	32
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp11-test_same
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
	.word	.Ltmp12-test_fresh
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
	.word	.Ltmp13-test_fresh
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
	.word	.Ltmp14-test_fresh
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
	.word	.Ltmp15-test_fresh
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
	.word	.Ltmp16-test_spin
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
	.word	.Ltmp17-test_spin
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
	.word	.Ltmp18-test_wrong_size
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
	.word	.Ltmp19-test_wrong_size
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
	.word	.Ltmp20-test_array
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
	.word	.Ltmp21-test_array
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
	.word	.Ltmp22-test_references
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
	.word	.Ltmp23-test_references
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
	.word	.Ltmp24-test_pair_or_null
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
	.word	.Ltmp25-test_pair_or_null
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

	.section	".note.GNU-stack","",@progbits
