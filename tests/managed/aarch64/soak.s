# Made from managed/soak.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_soak_object                // -- Begin function test_soak_object
	.p2align	2
	.type	test_soak_object,@function
test_soak_object:                       // @test_soak_object
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
	cbz	x9, .LBB0_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #2, lsl #12                 // =8192
	b.hi	.LBB0_6
.LBB0_2:                                // %try.i
	add	x8, x8, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, x0
	cmp	x10, x11
	b.hi	.LBB0_6
// %bb.3:                               // %bump.i
	str	x10, [x9]
	str	x1, [x8]
.LBB0_4:                                // %spgc_allocate.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB0_5:                                // %stop.i
	.cfi_restore_state
	str	x1, [sp, #24]                   // 8-byte Folded Spill
	stp	x0, x8, [sp]                    // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp0:
	ldp	x0, x8, [sp]                    // 16-byte Folded Reload
	ldr	x1, [sp, #24]                   // 8-byte Folded Reload
	cmp	x0, #2, lsl #12                 // =8192
	b.ls	.LBB0_2
.LBB0_6:                                // %slow.i
	bl	spgc_allocate_slow
.Ltmp1:
	mov	x8, x0
	b	.LBB0_4
.Lfunc_end0:
	.size	test_soak_object, .Lfunc_end0-test_soak_object
	.cfi_endproc
                                        // -- End function
	.globl	test_soak_bytes                 // -- Begin function test_soak_bytes
	.p2align	2
	.type	test_soak_bytes,@function
test_soak_bytes:                        // @test_soak_bytes
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
	cbz	x9, .LBB1_6
.LBB1_1:                                // %gc.safepoint_poll.exit
	mov	w9, #8176                       // =0x1ff0
	cmp	x0, x9
	b.hi	.LBB1_5
// %bb.2:                               // %try.i
	add	x8, x8, :tprel_hi12:spgc_thread
	add	w10, w0, #23
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	and	x10, x10, #0x3ff8
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, x10
	cmp	x10, x11
	b.hi	.LBB1_5
// %bb.3:                               // %bump.i
	str	x10, [x9]
	mov	w9, #10240                      // =0x2800
	stp	x9, x0, [x8]
.LBB1_4:                                // %spgc_allocate_tailed.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_5:                                // %slow.i
	.cfi_restore_state
	mov	w1, #10240                      // =0x2800
	mov	w2, #16                         // =0x10
	mov	w3, #8                          // =0x8
	mov	w4, #1                          // =0x1
	bl	spgc_allocate_tailed_slow
.Ltmp2:
	mov	x8, x0
	b	.LBB1_4
.LBB1_6:                                // %stop.i
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp3:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.Lfunc_end1:
	.size	test_soak_bytes, .Lfunc_end1-test_soak_bytes
	.cfi_endproc
                                        // -- End function
	.globl	test_soak_hash_words            // -- Begin function test_soak_hash_words
	.p2align	2
	.type	test_soak_hash_words,@function
test_soak_hash_words:                   // @test_soak_hash_words
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
	cbz	x8, .LBB2_6
// %bb.1:                               // %gc.safepoint_poll.exit9
	cmp	x1, x2
	b.hs	.LBB2_7
.LBB2_2:                                // %body.preheader
	add	x10, x9, :tprel_hi12:spgc_thread
	mov	x9, #32557                      // =0x7f2d
	mov	x8, xzr
	movk	x9, #19605, lsl #16
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	movk	x9, #62509, lsl #32
	movk	x9, #22609, lsl #48
.LBB2_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x11, [x0, x1]
	ldr	x12, [x10, #8]
	cbz	x12, .LBB2_5
.LBB2_4:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB2_3 Depth=1
	madd	x8, x8, x9, x11
	add	x1, x1, #8
	cmp	x1, x2
	b.lo	.LBB2_3
	b	.LBB2_8
.LBB2_5:                                // %stop.i
                                        //   in Loop: Header=BB2_3 Depth=1
	str	x0, [sp, #56]
	stp	x1, x2, [sp, #32]               // 16-byte Folded Spill
	stp	x10, x8, [sp, #16]              // 16-byte Folded Spill
	str	x11, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp4:
	mov	x9, #32557                      // =0x7f2d
	ldp	x11, x10, [sp, #8]              // 16-byte Folded Reload
	movk	x9, #19605, lsl #16
	ldp	x8, x1, [sp, #24]               // 16-byte Folded Reload
	movk	x9, #62509, lsl #32
	ldr	x2, [sp, #40]                   // 8-byte Folded Reload
	ldr	x0, [sp, #56]
	movk	x9, #22609, lsl #48
	b	.LBB2_4
.LBB2_6:                                // %stop.i8
	str	x0, [sp, #56]
	stp	x1, x2, [sp, #32]               // 16-byte Folded Spill
	str	x9, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldp	x9, x1, [sp, #24]               // 16-byte Folded Reload
	ldr	x2, [sp, #40]                   // 8-byte Folded Reload
	ldr	x0, [sp, #56]
	cmp	x1, x2
	b.lo	.LBB2_2
.LBB2_7:
	mov	x8, xzr
.LBB2_8:                                // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	test_soak_hash_words, .Lfunc_end2-test_soak_hash_words
	.cfi_endproc
                                        // -- End function
	.globl	test_soak_hash_references       // -- Begin function test_soak_hash_references
	.p2align	2
	.type	test_soak_hash_references,@function
test_soak_hash_references:              // @test_soak_hash_references
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
	cbz	x8, .LBB3_9
// %bb.1:                               // %gc.safepoint_poll.exit9
	cmp	x1, x2
	b.hs	.LBB3_10
.LBB3_2:                                // %body.preheader
	add	x10, x9, :tprel_hi12:spgc_thread
	mov	x9, #32557                      // =0x7f2d
	mov	x8, xzr
	movk	x9, #19605, lsl #16
	add	x10, x10, :tprel_lo12_nc:spgc_thread
	movk	x9, #62509, lsl #32
	movk	x9, #22609, lsl #48
.LBB3_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x11, [x0, x1]
	cbz	x11, .LBB3_6
// %bb.4:                               // %body
                                        //   in Loop: Header=BB3_3 Depth=1
	tbnz	w11, #0, .LBB3_6
// %bb.5:                               // %look
                                        //   in Loop: Header=BB3_3 Depth=1
	ldr	x11, [x11]
	ubfx	x11, x11, #8, #23
.LBB3_6:                                // %mix
                                        //   in Loop: Header=BB3_3 Depth=1
	ldr	x12, [x10, #8]
	cbz	x12, .LBB3_8
.LBB3_7:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB3_3 Depth=1
	madd	x8, x8, x9, x11
	add	x1, x1, #8
	cmp	x1, x2
	b.lo	.LBB3_3
	b	.LBB3_11
.LBB3_8:                                // %stop.i
                                        //   in Loop: Header=BB3_3 Depth=1
	str	x0, [sp, #56]
	stp	x1, x2, [sp, #32]               // 16-byte Folded Spill
	stp	x10, x8, [sp, #16]              // 16-byte Folded Spill
	str	x11, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp6:
	mov	x9, #32557                      // =0x7f2d
	ldp	x11, x10, [sp, #8]              // 16-byte Folded Reload
	movk	x9, #19605, lsl #16
	ldp	x8, x1, [sp, #24]               // 16-byte Folded Reload
	movk	x9, #62509, lsl #32
	ldr	x2, [sp, #40]                   // 8-byte Folded Reload
	ldr	x0, [sp, #56]
	movk	x9, #22609, lsl #48
	b	.LBB3_7
.LBB3_9:                                // %stop.i8
	str	x0, [sp, #56]
	stp	x1, x2, [sp, #32]               // 16-byte Folded Spill
	str	x9, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp7:
	ldp	x9, x1, [sp, #24]               // 16-byte Folded Reload
	ldr	x2, [sp, #40]                   // 8-byte Folded Reload
	ldr	x0, [sp, #56]
	cmp	x1, x2
	b.lo	.LBB3_2
.LBB3_10:
	mov	x8, xzr
.LBB3_11:                               // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end3:
	.size	test_soak_hash_references, .Lfunc_end3-test_soak_hash_references
	.cfi_endproc
                                        // -- End function
	.globl	test_soak_exchange              // -- Begin function test_soak_exchange
	.p2align	2
	.type	test_soak_exchange,@function
test_soak_exchange:                     // @test_soak_exchange
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
	cbz	x8, .LBB4_4
.LBB4_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldrb	w8, [x0]
	add	x9, x0, x1
	tbnz	w8, #2, .LBB4_5
.LBB4_2:                                // %atomicrmw.start
                                        // =>This Inner Loop Header: Depth=1
	ldaxr	x0, [x9]
	stlxr	w8, x2, [x9]
	cbnz	w8, .LBB4_2
// %bb.3:                               // %atomicrmw.end
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB4_4:                                // %stop.i
	.cfi_restore_state
	stp	x1, x2, [sp]                    // 8-byte Folded Spill
	str	x0, [sp, #24]
	bl	spgc_poll_slow
.Ltmp8:
	ldp	x1, x2, [sp]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]
	b	.LBB4_1
.LBB4_5:                                // %slow.i
	add	x1, x0, x1
	mov	x10, x2
	bl	spgc_barrier_slow
	mov	x2, x10
	b	.LBB4_2
.Lfunc_end4:
	.size	test_soak_exchange, .Lfunc_end4-test_soak_exchange
	.cfi_endproc
                                        // -- End function
	.globl	test_soak_same                  // -- Begin function test_soak_same
	.p2align	2
	.type	test_soak_same,@function
test_soak_same:                         // @test_soak_same
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x0, x1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	cset	w0, eq
	ldr	x8, [x8, #8]
	cbz	x8, .LBB5_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB5_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp9:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end5:
	.size	test_soak_same, .Lfunc_end5-test_soak_same
	.cfi_endproc
                                        // -- End function
	.globl	test_soak_address               // -- Begin function test_soak_address
	.p2align	2
	.type	test_soak_address,@function
test_soak_address:                      // @test_soak_address
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB6_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB6_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp10:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end6:
	.size	test_soak_address, .Lfunc_end6-test_soak_address
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function test_soak_hold
.LCPI7_0:
	.xword	768                             // 0x300
	.xword	3                               // 0x3
	.text
	.globl	test_soak_hold
	.p2align	2
	.type	test_soak_hold,@function
test_soak_hold:                         // @test_soak_hold
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	stp	x30, x19, [sp, #64]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x19, TPIDR_EL0
	add	x9, x0, w2, uxtw
	add	x10, x1, x2, lsr #32
	add	x8, x19, :tprel_hi12:spgc_thread
	tst	x5, #0x1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	csel	x9, x9, x10, eq
	ldr	x11, [x8, #8]
	csel	x8, x0, x1, eq
	cbz	x11, .LBB7_4
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x5, .LBB7_5
.LBB7_2:                                // %recurse
	sub	x5, x5, #1
	stp	x9, x8, [sp, #48]
	stp	x1, x0, [sp, #32]
	bl	test_soak_hold
.Ltmp11:
	ldr	x11, [sp, #40]
	ldr	x9, [x0, #16]
	mov	x8, x0
	mov	x0, xzr
	cmp	x9, x11
	b.ne	.LBB7_12
// %bb.3:                               // %recurse
	ldr	x10, [sp, #32]
	ldr	x8, [x8, #24]
	cmp	x8, x10
	b.eq	.LBB7_6
	b	.LBB7_12
.LBB7_4:                                // %stop.i
	stp	x9, x8, [sp, #48]
	stp	x1, x0, [sp, #32]
	stp	x2, x3, [sp, #16]               // 16-byte Folded Spill
	stp	x5, x4, [sp]                    // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp12:
	ldp	x5, x4, [sp]                    // 16-byte Folded Reload
	ldp	x2, x3, [sp, #16]               // 16-byte Folded Reload
	ldp	x1, x0, [sp, #32]
	ldp	x9, x8, [sp, #48]
	cbnz	x5, .LBB7_2
.LBB7_5:                                // %call
	stp	x1, x0, [sp, #32]
	mov	x0, x4
	mov	x1, xzr
	mov	x2, xzr
	mov	x5, x3
	mov	x3, xzr
	mov	x4, xzr
	stp	x9, x8, [sp, #48]
	bl	spgc_call_native
.Ltmp13:
	ldp	x10, x11, [sp, #32]
.LBB7_6:                                // %finish
	ldr	x8, [sp, #48]
	add	x9, x19, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x12, [x8]
	//APP
	//NO_APP
	ldr	x0, [x9]
	ldr	x13, [x9, #8]
	add	x8, x0, #40
	cmp	x8, x13
	b.hi	.LBB7_13
// %bb.7:                               // %bump.i
	adrp	x13, .LCPI7_0
	str	x8, [x9]
	ldr	q0, [x13, :lo12:.LCPI7_0]
	str	q0, [x0]
.LBB7_8:                                // %spgc_allocate_array.exit
	//APP
	//NO_APP
	ldrb	w8, [x0]
	tbnz	w8, #2, .LBB7_14
.LBB7_9:                                // %spgc_store.exit
	str	x11, [x0, #16]
	//APP
	//NO_APP
	ldrb	w8, [x0]
	tbnz	w8, #2, .LBB7_15
.LBB7_10:                               // %spgc_store.exit5
	str	x10, [x0, #24]
	//APP
	//NO_APP
	ldrb	w8, [x0]
	tbnz	w8, #2, .LBB7_16
.LBB7_11:                               // %spgc_store.exit10
	str	x12, [x0, #32]
.LBB7_12:                               // %common.ret
	ldp	x30, x19, [sp, #64]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB7_13:                               // %slow.i
	.cfi_restore_state
	mov	w0, #3                          // =0x3
	mov	w1, #768                        // =0x300
	str	x12, [sp, #56]
	bl	spgc_allocate_array_slow
.Ltmp14:
	ldp	x10, x11, [sp, #32]
	ldr	x12, [sp, #56]
	b	.LBB7_8
.LBB7_14:                               // %slow.i.i
	add	x1, x0, #16
	mov	x9, x0
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB7_9
.LBB7_15:                               // %slow.i.i4
	add	x1, x0, #24
	mov	x9, x0
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB7_10
.LBB7_16:                               // %slow.i.i9
	add	x1, x0, #32
	mov	x9, x0
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB7_11
.Lfunc_end7:
	.size	test_soak_hold, .Lfunc_end7-test_soak_hold
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
	.word	15
	.xword	test_soak_object
	.xword	32
	.xword	2
	.xword	test_soak_bytes
	.xword	32
	.xword	2
	.xword	test_soak_hash_words
	.xword	64
	.xword	2
	.xword	test_soak_hash_references
	.xword	64
	.xword	2
	.xword	test_soak_exchange
	.xword	32
	.xword	1
	.xword	test_soak_same
	.xword	16
	.xword	1
	.xword	test_soak_address
	.xword	16
	.xword	1
	.xword	test_soak_hold
	.xword	80
	.xword	4
	.xword	2882400000
	.word	.Ltmp0-test_soak_object
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
	.word	.Ltmp1-test_soak_object
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
	.word	.Ltmp2-test_soak_bytes
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
	.word	.Ltmp3-test_soak_bytes
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
	.word	.Ltmp4-test_soak_hash_words
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
	.word	.Ltmp5-test_soak_hash_words
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
	.word	.Ltmp6-test_soak_hash_references
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
	.word	.Ltmp7-test_soak_hash_references
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
	.word	.Ltmp8-test_soak_exchange
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
	.word	.Ltmp9-test_soak_same
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
	.word	.Ltmp10-test_soak_address
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
	.word	.Ltmp11-test_soak_hold
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
	.word	56
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
	.word	.Ltmp12-test_soak_hold
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
	.word	56
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
	.word	.Ltmp13-test_soak_hold
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
	.word	56
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
	.word	.Ltmp14-test_soak_hold
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
	.word	32
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
