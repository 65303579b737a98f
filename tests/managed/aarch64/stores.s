# Made from managed/stores.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_nodes                      // -- Begin function test_nodes
	.p2align	2
	.type	test_nodes,@function
test_nodes:                             // @test_nodes
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x11, TPIDR_EL0
	add	x8, x11, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_13
// %bb.1:                               // %gc.safepoint_poll.exit19
	cmp	x0, #1022
	b.hi	.LBB0_14
.LBB0_2:                                // %try.i
	add	x8, x11, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x8]
	ldr	x12, [x8, #8]
	add	x10, x9, x0, lsl #3
	add	x10, x10, #16
	cmp	x10, x12
	b.hi	.LBB0_14
// %bb.3:                               // %bump.i9
	str	x10, [x8]
	mov	w8, #768                        // =0x300
	stp	x8, x0, [x9]
	cbz	x0, .LBB0_15
.LBB0_4:                                // %body.lr.ph
	add	x8, x11, :tprel_hi12:spgc_thread
	mov	w13, #16                        // =0x10
	mov	w14, #256                       // =0x100
	add	x12, x8, :tprel_lo12_nc:spgc_thread
.LBB0_5:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x10, [x12]
	ldr	x15, [x12, #8]
	add	x8, x10, #24
	cmp	x8, x15
	b.hi	.LBB0_10
// %bb.6:                               // %bump.i
                                        //   in Loop: Header=BB0_5 Depth=1
	str	x8, [x12]
	str	x14, [x10]
.LBB0_7:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB0_5 Depth=1
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB0_11
.LBB0_8:                                // %spgc_store.exit
                                        //   in Loop: Header=BB0_5 Depth=1
	add	x8, x11, :tprel_hi12:spgc_thread
	str	x10, [x9, x13]
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_12
.LBB0_9:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_5 Depth=1
	subs	x0, x0, #1
	add	x13, x13, #8
	b.ne	.LBB0_5
	b	.LBB0_15
.LBB0_10:                               // %slow.i
                                        //   in Loop: Header=BB0_5 Depth=1
	stp	x11, x0, [sp, #16]              // 16-byte Folded Spill
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	str	x9, [sp, #40]
	stp	x13, x12, [sp]                  // 16-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp0:
	ldp	x13, x12, [sp]                  // 16-byte Folded Reload
	mov	x10, x0
	ldp	x11, x0, [sp, #16]              // 16-byte Folded Reload
	mov	w14, #256                       // =0x100
	ldr	x9, [sp, #40]
	b	.LBB0_7
.LBB0_11:                               // %slow.i.i
                                        //   in Loop: Header=BB0_5 Depth=1
	add	x1, x9, x13
	mov	x15, x0
	mov	x0, x9
	bl	spgc_barrier_slow
	mov	x0, x15
	b	.LBB0_8
.LBB0_12:                               // %stop.i
                                        //   in Loop: Header=BB0_5 Depth=1
	str	x9, [sp, #40]
	stp	x11, x0, [sp, #16]              // 16-byte Folded Spill
	stp	x13, x12, [sp]                  // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp1:
	ldp	x13, x12, [sp]                  // 16-byte Folded Reload
	mov	w14, #256                       // =0x100
	ldp	x11, x0, [sp, #16]              // 16-byte Folded Reload
	ldr	x9, [sp, #40]
	b	.LBB0_9
.LBB0_13:                               // %stop.i18
	stp	x11, x0, [sp, #16]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp2:
	ldp	x11, x0, [sp, #16]              // 16-byte Folded Reload
	cmp	x0, #1022
	b.ls	.LBB0_2
.LBB0_14:                               // %slow.i1
	mov	w1, #768                        // =0x300
	stp	x11, x0, [sp, #16]              // 16-byte Folded Spill
	bl	spgc_allocate_array_slow
.Ltmp3:
	mov	x9, x0
	ldp	x11, x0, [sp, #16]              // 16-byte Folded Reload
	cbnz	x0, .LBB0_4
.LBB0_15:                               // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x9
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end0:
	.size	test_nodes, .Lfunc_end0-test_nodes
	.cfi_endproc
                                        // -- End function
	.globl	test_unlog                      // -- Begin function test_unlog
	.p2align	2
	.type	test_unlog,@function
test_unlog:                             // @test_unlog
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	.cfi_remember_state
.LBB1_1:                                // %atomicrmw.start
                                        // =>This Inner Loop Header: Depth=1
	ldxr	x8, [x0]
	orr	x8, x8, #0x4
	stxr	w9, x8, [x0]
	cbnz	w9, .LBB1_1
// %bb.2:                               // %atomicrmw.end
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_4
// %bb.3:                               // %gc.safepoint_poll.exit
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp4:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end1:
	.size	test_unlog, .Lfunc_end1-test_unlog
	.cfi_endproc
                                        // -- End function
	.globl	test_unlogged                   // -- Begin function test_unlogged
	.p2align	2
	.type	test_unlogged,@function
test_unlogged:                          // @test_unlogged
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x0]
	ldr	x9, [x9, #8]
	cbz	x9, .LBB2_2
// %bb.1:                               // %gc.safepoint_poll.exit
	and	x0, x8, #0x4
	ret
.LBB2_2:                                // %stop.i
	stp	x30, x8, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp5:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	and	x0, x8, #0x4
	ret
.Lfunc_end2:
	.size	test_unlogged, .Lfunc_end2-test_unlogged
	.cfi_endproc
                                        // -- End function
	.globl	test_count_unlogged             // -- Begin function test_count_unlogged
	.p2align	2
	.type	test_count_unlogged,@function
test_count_unlogged:                    // @test_count_unlogged
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x10, TPIDR_EL0
	ldr	x9, [x0, #8]
	add	x8, x10, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_6
// %bb.1:                               // %gc.safepoint_poll.exit9
	mov	x8, xzr
	cbz	x9, .LBB3_7
.LBB3_2:                                // %body.preheader
	add	x11, x10, :tprel_hi12:spgc_thread
	mov	w10, #16                        // =0x10
	add	x11, x11, :tprel_lo12_nc:spgc_thread
.LBB3_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x12, [x0, x10]
	ldr	x12, [x12]
	ldr	x13, [x11, #8]
	cbz	x13, .LBB3_5
.LBB3_4:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB3_3 Depth=1
	ubfx	x12, x12, #2, #1
	subs	x9, x9, #1
	add	x10, x10, #8
	add	x8, x12, x8
	b.ne	.LBB3_3
	b	.LBB3_7
.LBB3_5:                                // %stop.i
                                        //   in Loop: Header=BB3_3 Depth=1
	str	x0, [sp, #56]
	stp	x8, x9, [sp, #32]               // 16-byte Folded Spill
	stp	x12, x10, [sp, #16]             // 16-byte Folded Spill
	str	x11, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp6:
	ldp	x11, x12, [sp, #8]              // 16-byte Folded Reload
	ldr	x9, [sp, #40]                   // 8-byte Folded Reload
	ldp	x10, x8, [sp, #24]              // 16-byte Folded Reload
	ldr	x0, [sp, #56]
	b	.LBB3_4
.LBB3_6:                                // %stop.i8
	str	x0, [sp, #56]
	stp	x10, x9, [sp, #32]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp7:
	ldp	x10, x9, [sp, #32]              // 16-byte Folded Reload
	ldr	x0, [sp, #56]
	mov	x8, xzr
	cbnz	x9, .LBB3_2
.LBB3_7:                                // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end3:
	.size	test_count_unlogged, .Lfunc_end3-test_count_unlogged
	.cfi_endproc
                                        // -- End function
	.globl	test_set_left                   // -- Begin function test_set_left
	.p2align	2
	.type	test_set_left,@function
test_set_left:                          // @test_set_left
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
	cbz	x8, .LBB4_3
.LBB4_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldrb	w8, [x0]
	tbnz	w8, #2, .LBB4_4
.LBB4_2:                                // %spgc_store.exit
	str	x1, [x0, #8]
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB4_3:                                // %stop.i
	.cfi_restore_state
	str	x1, [sp, #8]
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp8:
	ldr	x1, [sp, #8]
	ldr	x0, [sp, #24]
	b	.LBB4_1
.LBB4_4:                                // %slow.i.i
	mov	x10, x1
	add	x1, x0, #8
	mov	x9, x0
	bl	spgc_barrier_slow
	mov	x0, x9
	mov	x1, x10
	b	.LBB4_2
.Lfunc_end4:
	.size	test_set_left, .Lfunc_end4-test_set_left
	.cfi_endproc
                                        // -- End function
	.globl	test_set                        // -- Begin function test_set
	.p2align	2
	.type	test_set,@function
test_set:                               // @test_set
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
	cbz	x8, .LBB5_3
.LBB5_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldrb	w8, [x0]
	tbnz	w8, #2, .LBB5_4
.LBB5_2:                                // %spgc_store.exit
	str	x2, [x0, x1]
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB5_3:                                // %stop.i
	.cfi_restore_state
	stp	x1, x2, [sp]                    // 8-byte Folded Spill
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp9:
	ldp	x1, x2, [sp]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]
	b	.LBB5_1
.LBB5_4:                                // %slow.i.i
	mov	x10, x1
	add	x1, x0, x1
	mov	x9, x0
	mov	x11, x2
	bl	spgc_barrier_slow
	mov	x0, x9
	mov	x2, x11
	mov	x1, x10
	b	.LBB5_2
.Lfunc_end5:
	.size	test_set, .Lfunc_end5-test_set
	.cfi_endproc
                                        // -- End function
	.globl	test_exchange_left              // -- Begin function test_exchange_left
	.p2align	2
	.type	test_exchange_left,@function
test_exchange_left:                     // @test_exchange_left
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
	cbz	x8, .LBB6_4
.LBB6_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldrb	w8, [x0]
	add	x9, x0, #8
	tbnz	w8, #2, .LBB6_5
.LBB6_2:                                // %atomicrmw.start
                                        // =>This Inner Loop Header: Depth=1
	ldaxr	x0, [x9]
	stlxr	w8, x1, [x9]
	cbnz	w8, .LBB6_2
// %bb.3:                               // %atomicrmw.end
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB6_4:                                // %stop.i
	.cfi_restore_state
	str	x1, [sp, #8]
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp10:
	ldr	x0, [sp, #24]
	ldr	x1, [sp, #8]
	b	.LBB6_1
.LBB6_5:                                // %slow.i
	mov	x10, x1
	add	x1, x0, #8
	bl	spgc_barrier_slow
	mov	x1, x10
	b	.LBB6_2
.Lfunc_end6:
	.size	test_exchange_left, .Lfunc_end6-test_exchange_left
	.cfi_endproc
                                        // -- End function
	.globl	test_set_all                    // -- Begin function test_set_all
	.p2align	2
	.type	test_set_all,@function
test_set_all:                           // @test_set_all
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	str	x30, [sp, #64]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x9, x8, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x10, [x9, #8]
	cbz	x10, .LBB7_14
.LBB7_1:                                // %wait
                                        // =>This Inner Loop Header: Depth=1
	ldr	w10, [x2]
	ldr	x11, [x9, #8]
	cbz	x11, .LBB7_3
// %bb.2:                               // %gc.safepoint_poll.exit13
                                        //   in Loop: Header=BB7_1 Depth=1
	cbz	w10, .LBB7_1
	b	.LBB7_4
.LBB7_3:                                // %stop.i12
                                        //   in Loop: Header=BB7_1 Depth=1
	stp	x3, x1, [sp, #48]               // 8-byte Folded Spill
	str	x0, [sp, #72]
	stp	x2, x8, [sp, #32]               // 16-byte Folded Spill
	str	x9, [sp, #24]                   // 8-byte Folded Spill
	str	w10, [sp, #16]                  // 4-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp11:
	ldp	x9, x2, [sp, #24]               // 16-byte Folded Reload
	ldr	w10, [sp, #16]                  // 4-byte Folded Reload
	ldp	x8, x3, [sp, #40]               // 16-byte Folded Reload
	ldr	x1, [sp, #56]
	ldr	x0, [sp, #72]
	cbz	w10, .LBB7_1
.LBB7_4:                                // %begin
	ldr	x10, [x0, #8]
	cbz	x10, .LBB7_12
// %bb.5:                               // %body.preheader
	movi	d0, #0000000000000000
	fmov	d1, #2.50000000
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x11, xzr
	add	x15, x0, #16
	mov	w14, #1                         // =0x1
	add	x12, x8, :tprel_lo12_nc:spgc_thread
.LBB7_6:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x9, [x15, x11, lsl #3]
	//APP
	//NO_APP
	mov	x13, x3
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB7_9
.LBB7_7:                                // %spgc_store.exit
                                        //   in Loop: Header=BB7_6 Depth=1
	str	x1, [x9, #8]
	ldr	x8, [x12, #8]
	cbz	x8, .LBB7_10
.LBB7_8:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB7_6 Depth=1
	fadd	d0, d0, d1
	add	x11, x11, #1
	eor	x3, x14, x13
	cmp	x10, x11
	mov	x14, x13
	b.ne	.LBB7_6
	b	.LBB7_11
.LBB7_9:                                // %slow.i.i
                                        //   in Loop: Header=BB7_6 Depth=1
	stp	x0, x1, [sp, #32]               // 16-byte Folded Spill
	add	x1, x9, #8
	mov	x0, x9
	str	d0, [sp, #48]                   // 8-byte Folded Spill
	bl	spgc_barrier_slow
	fmov	d1, #2.50000000
	ldp	x0, x1, [sp, #32]               // 16-byte Folded Reload
	ldr	d0, [sp, #48]                   // 8-byte Folded Reload
	b	.LBB7_7
.LBB7_10:                               // %stop.i
                                        //   in Loop: Header=BB7_6 Depth=1
	str	x1, [sp, #56]
	str	x0, [sp, #72]
	stp	x14, x10, [sp, #16]             // 16-byte Folded Spill
	str	x11, [sp, #8]                   // 8-byte Folded Spill
	str	d0, [sp, #48]                   // 8-byte Folded Spill
	stp	x13, x12, [sp, #32]             // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp12:
	ldp	x13, x12, [sp, #32]             // 16-byte Folded Reload
	fmov	d1, #2.50000000
	ldp	x11, x14, [sp, #8]              // 16-byte Folded Reload
	ldr	x0, [sp, #72]
	ldr	d0, [sp, #48]                   // 8-byte Folded Reload
	ldr	x10, [sp, #24]                  // 8-byte Folded Reload
	ldr	x1, [sp, #56]
	add	x15, x0, #16
	b	.LBB7_8
.LBB7_11:                               // %done.loopexit
	fcvtzu	x8, d0
	b	.LBB7_13
.LBB7_12:
	mov	x8, xzr
	mov	w13, #1                         // =0x1
.LBB7_13:                               // %done
	mov	w10, #16960                     // =0x4240
	eor	x9, x13, x3
	ldr	x30, [sp, #64]                  // 8-byte Folded Reload
	movk	w10, #15, lsl #16
	madd	x0, x9, x10, x8
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB7_14:                               // %stop.i18
	.cfi_restore_state
	stp	x3, x1, [sp, #48]               // 8-byte Folded Spill
	str	x0, [sp, #72]
	stp	x2, x8, [sp, #32]               // 16-byte Folded Spill
	str	x9, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp13:
	ldp	x9, x2, [sp, #24]               // 16-byte Folded Reload
	ldr	x1, [sp, #56]
	ldp	x8, x3, [sp, #40]               // 16-byte Folded Reload
	ldr	x0, [sp, #72]
	b	.LBB7_1
.Lfunc_end7:
	.size	test_set_all, .Lfunc_end7-test_set_all
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
	.word	14
	.xword	test_nodes
	.xword	48
	.xword	4
	.xword	test_unlog
	.xword	16
	.xword	1
	.xword	test_unlogged
	.xword	16
	.xword	1
	.xword	test_count_unlogged
	.xword	64
	.xword	2
	.xword	test_set_left
	.xword	32
	.xword	1
	.xword	test_set
	.xword	32
	.xword	1
	.xword	test_exchange_left
	.xword	32
	.xword	1
	.xword	test_set_all
	.xword	80
	.xword	3
	.xword	2882400000
	.word	.Ltmp0-test_nodes
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
	.word	.Ltmp1-test_nodes
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
	.word	.Ltmp2-test_nodes
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
	.word	.Ltmp3-test_nodes
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
	.word	.Ltmp4-test_unlog
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
	.word	.Ltmp5-test_unlogged
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
	.word	.Ltmp6-test_count_unlogged
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
	.word	.Ltmp7-test_count_unlogged
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
	.word	.Ltmp8-test_set_left
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
	.word	.Ltmp9-test_set
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
	.word	.Ltmp10-test_exchange_left
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
	.word	.Ltmp11-test_set_all
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
	.word	.Ltmp12-test_set_all
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
	.word	.Ltmp13-test_set_all
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
