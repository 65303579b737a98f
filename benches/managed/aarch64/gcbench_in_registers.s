# Made from managed/gcbench.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_gcbench_populate   // -- Begin function in_registers_gcbench_populate
	.p2align	2
	.type	in_registers_gcbench_populate,@function
in_registers_gcbench_populate:          // @in_registers_gcbench_populate
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x30, x23, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	x22, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	mrs	x20, TPIDR_EL0
	mov	x19, x1
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_14
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x0, .LBB0_15
.LBB0_2:                                // %inner.lr.ph
	add	x8, x20, :tprel_hi12:spgc_thread
	sub	x20, x0, #1
	mov	w23, #1792                      // =0x700
	add	x22, x8, :tprel_lo12_nc:spgc_thread
.LBB0_3:                                // %inner
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x9, [x22]
	ldr	x10, [x22, #8]
	add	x8, x9, #32
	cmp	x8, x10
	b.hi	.LBB0_10
// %bb.4:                               // %bump.i
                                        //   in Loop: Header=BB0_3 Depth=1
	str	x8, [x22]
	str	x23, [x9]
.LBB0_5:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB0_3 Depth=1
	mov	x10, x19
	//APP
	//NO_APP
	ldrb	w8, [x10], #8
	tbnz	w8, #2, .LBB0_12
.LBB0_6:                                // %spgc_write_barrier.exit17
                                        //   in Loop: Header=BB0_3 Depth=1
	str	x9, [x10]
	//APP
	//NO_APP
	ldr	x9, [x22]
	ldr	x11, [x22, #8]
	add	x8, x9, #32
	cmp	x8, x11
	b.hi	.LBB0_11
// %bb.7:                               // %bump.i7
                                        //   in Loop: Header=BB0_3 Depth=1
	str	x8, [x22]
	str	x23, [x9]
.LBB0_8:                                // %spgc_allocate.exit11
                                        //   in Loop: Header=BB0_3 Depth=1
	//APP
	//NO_APP
	ldrb	w8, [x19]
	tbnz	w8, #2, .LBB0_13
.LBB0_9:                                // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB0_3 Depth=1
	str	x9, [x19, #16]
	mov	x0, x20
	ldr	x21, [x10]
	mov	x1, x21
	bl	in_registers_gcbench_populate
.Ltmp0:
	sub	x20, x20, #1
	ldr	x19, [x19, #16]
	cmn	x20, #1
	b.ne	.LBB0_3
	b	.LBB0_15
.LBB0_10:                               // %slow.i
                                        //   in Loop: Header=BB0_3 Depth=1
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp1:
	mov	x9, x0
	b	.LBB0_5
.LBB0_11:                               // %slow.i9
                                        //   in Loop: Header=BB0_3 Depth=1
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp2:
	mov	x9, x0
	add	x10, x19, #8
	b	.LBB0_8
.LBB0_12:                               // %slow.i16
                                        //   in Loop: Header=BB0_3 Depth=1
	add	x1, x19, #8
	mov	x0, x19
	bl	spgc_barrier_slow
	b	.LBB0_6
.LBB0_13:                               // %slow.i12
                                        //   in Loop: Header=BB0_3 Depth=1
	add	x1, x19, #16
	mov	x0, x19
	bl	spgc_barrier_slow
	b	.LBB0_9
.LBB0_14:                               // %stop.i
	mov	x21, x0
	bl	spgc_poll_slow
.Ltmp3:
	mov	x0, x21
	cbnz	x0, .LBB0_2
.LBB0_15:                               // %common.ret
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #16]             // 16-byte Folded Reload
	ldp	x30, x23, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	ret
.Lfunc_end0:
	.size	in_registers_gcbench_populate, .Lfunc_end0-in_registers_gcbench_populate
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_gcbench_make       // -- Begin function in_registers_gcbench_make
	.p2align	2
	.type	in_registers_gcbench_make,@function
in_registers_gcbench_make:              // @in_registers_gcbench_make
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
	mrs	x21, TPIDR_EL0
	add	x8, x21, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x0, .LBB1_6
.LBB1_2:                                // %inner
	sub	x20, x0, #1
	mov	x0, x20
	bl	in_registers_gcbench_make
.Ltmp4:
	mov	x19, x0
	mov	x0, x20
	bl	in_registers_gcbench_make
.Ltmp5:
	add	x8, x21, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #32
	cmp	x10, x11
	b.hi	.LBB1_9
// %bb.3:                               // %bump.i7
	str	x10, [x9]
	mov	w9, #1792                       // =0x700
	str	x9, [x8]
.LBB1_4:                                // %spgc_allocate.exit11
	stp	x19, x0, [x8, #8]
	b	.LBB1_8
.LBB1_5:                                // %stop.i
	mov	x19, x0
	bl	spgc_poll_slow
.Ltmp6:
	mov	x0, x19
	cbnz	x0, .LBB1_2
.LBB1_6:                                // %leaf
	add	x8, x21, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #32
	cmp	x10, x11
	b.hi	.LBB1_10
// %bb.7:                               // %bump.i
	str	x10, [x9]
	mov	w9, #1792                       // =0x700
	str	x9, [x8]
.LBB1_8:                                // %common.ret
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	mov	x0, x8
	ldp	x30, x21, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB1_9:                                // %slow.i9
	.cfi_restore_state
	mov	x20, x0
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp7:
	mov	x8, x0
	mov	x0, x20
	b	.LBB1_4
.LBB1_10:                               // %slow.i
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp8:
	mov	x8, x0
	b	.LBB1_8
.Lfunc_end1:
	.size	in_registers_gcbench_make, .Lfunc_end1-in_registers_gcbench_make
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_gcbench_spine      // -- Begin function in_registers_gcbench_spine
	.p2align	2
	.type	in_registers_gcbench_spine,@function
in_registers_gcbench_spine:             // @in_registers_gcbench_spine
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
	cbz	x8, .LBB2_6
.LBB2_1:                                // %loop.preheader
	mov	x8, xzr
.LBB2_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	x0, [x0, #8]
	ldr	x10, [x9, #8]
	cbz	x10, .LBB2_4
// %bb.3:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB2_2 Depth=1
	add	x8, x8, #1
	cbnz	x0, .LBB2_2
	b	.LBB2_5
.LBB2_4:                                // %stop.i
                                        //   in Loop: Header=BB2_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	stp	x8, x9, [sp]                    // 16-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp9:
	ldp	x8, x9, [sp]                    // 16-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	add	x8, x8, #1
	cbnz	x0, .LBB2_2
.LBB2_5:                                // %done
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB2_6:                                // %stop.i5
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp10:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB2_1
.Lfunc_end2:
	.size	in_registers_gcbench_spine, .Lfunc_end2-in_registers_gcbench_spine
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_gcbench_count      // -- Begin function in_registers_gcbench_count
	.p2align	2
	.type	in_registers_gcbench_count,@function
in_registers_gcbench_count:             // @in_registers_gcbench_count
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
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_4
.LBB3_1:                                // %tailrecurse.preheader
	mov	x20, xzr
	cbz	x19, .LBB3_3
.LBB3_2:                                // %something
                                        // =>This Inner Loop Header: Depth=1
	ldr	x21, [x19, #8]
	mov	x0, x21
	bl	in_registers_gcbench_count
.Ltmp11:
	ldr	x19, [x19, #16]
	add	x8, x0, x20
	add	x20, x8, #1
	cbnz	x19, .LBB3_2
.LBB3_3:                                // %common.ret1
	mov	x0, x20
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldp	x30, x21, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB3_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp12:
	b	.LBB3_1
.Lfunc_end3:
	.size	in_registers_gcbench_count, .Lfunc_end3-in_registers_gcbench_count
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function in_registers_gcbench_fill
.LCPI4_0:
	.xword	1                               // 0x1
	.xword	2                               // 0x2
	.text
	.globl	in_registers_gcbench_fill
	.p2align	2
	.type	in_registers_gcbench_fill,@function
in_registers_gcbench_fill:              // @in_registers_gcbench_fill
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #144
	.cfi_def_cfa_offset 144
	str	x30, [sp, #128]                 // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x9, TPIDR_EL0
	add	x8, x9, :tprel_hi12:spgc_thread
	cmp	x1, #2
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x10, [x8, #8]
	mov	w8, #2                          // =0x2
	csel	x8, x1, x8, hi
	cbz	x10, .LBB4_3
// %bb.1:                               // %gc.safepoint_poll.exit13
	cmp	x1, #5
	b.hs	.LBB4_4
.LBB4_2:
	mov	w10, #1                         // =0x1
	b	.LBB4_10
.LBB4_3:                                // %stop.i12
	str	x0, [sp, #136]                  // 8-byte Folded Spill
	stp	x1, x8, [sp, #112]              // 16-byte Folded Spill
	str	x9, [sp, #104]                  // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp13:
	ldp	x9, x1, [sp, #104]              // 16-byte Folded Reload
	ldr	x8, [sp, #120]                  // 8-byte Folded Reload
	ldr	x0, [sp, #136]                  // 8-byte Folded Reload
	cmp	x1, #5
	b.lo	.LBB4_2
.LBB4_4:                                // %vector.ph
	mov	w10, #2                         // =0x2
	fmov	v2.2d, #1.00000000
	mov	w13, #4                         // =0x4
	sub	x12, x8, #1
	adrp	x14, .LCPI4_0
	dup	v3.2d, x10
	dup	v4.2d, x13
	and	x13, x12, #0xfffffffffffffffc
	ldr	q5, [x14, :lo12:.LCPI4_0]
	add	x14, x9, :tprel_hi12:spgc_thread
	mov	x11, xzr
	orr	x10, x13, #0x1
	add	x14, x14, :tprel_lo12_nc:spgc_thread
	mov	x15, x13
.LBB4_5:                                // %vector.body
                                        // =>This Inner Loop Header: Depth=1
	add	v1.2d, v5.2d, v3.2d
	ucvtf	v0.2d, v5.2d
	add	x16, x0, x11
	ucvtf	v1.2d, v1.2d
	fdiv	v0.2d, v2.2d, v0.2d
	fdiv	v1.2d, v2.2d, v1.2d
	stur	q0, [x16, #24]
	stur	q1, [x16, #40]
	ldr	x16, [x14, #8]
	cbz	x16, .LBB4_7
.LBB4_6:                                // %gc.safepoint_poll.exit7
                                        //   in Loop: Header=BB4_5 Depth=1
	add	v5.2d, v5.2d, v4.2d
	subs	x15, x15, #4
	add	x11, x11, #32
	b.ne	.LBB4_5
	b	.LBB4_8
.LBB4_7:                                // %stop.i6
                                        //   in Loop: Header=BB4_5 Depth=1
	str	x0, [sp, #136]                  // 8-byte Folded Spill
	stp	x10, x8, [sp, #112]             // 16-byte Folded Spill
	stp	x12, x9, [sp, #96]              // 16-byte Folded Spill
	stp	x14, x11, [sp, #64]             // 16-byte Folded Spill
	stp	x15, x13, [sp, #80]             // 16-byte Folded Spill
	stp	q5, q4, [sp]                    // 32-byte Folded Spill
	stp	q3, q2, [sp, #32]               // 32-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp14:
	ldp	q5, q4, [sp]                    // 32-byte Folded Reload
	ldr	x0, [sp, #136]                  // 8-byte Folded Reload
	ldp	q3, q2, [sp, #32]               // 32-byte Folded Reload
	ldp	x15, x13, [sp, #80]             // 16-byte Folded Reload
	ldp	x14, x11, [sp, #64]             // 16-byte Folded Reload
	ldp	x12, x9, [sp, #96]              // 16-byte Folded Reload
	ldp	x10, x8, [sp, #112]             // 16-byte Folded Reload
	b	.LBB4_6
.LBB4_8:                                // %middle.block
	cmp	x12, x13
	b.ne	.LBB4_10
.LBB4_9:                                // %done
	ldr	x30, [sp, #128]                 // 8-byte Folded Reload
	add	sp, sp, #144
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB4_10:                               // %loop.preheader
	.cfi_restore_state
	fmov	d0, #1.00000000
	add	x9, x9, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
.LBB4_11:                               // %loop
                                        // =>This Inner Loop Header: Depth=1
	ucvtf	d1, x10
	add	x11, x0, x10, lsl #3
	fdiv	d1, d0, d1
	str	d1, [x11, #16]
	ldr	x11, [x9, #8]
	cbz	x11, .LBB4_13
.LBB4_12:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB4_11 Depth=1
	add	x10, x10, #1
	cmp	x8, x10
	b.ne	.LBB4_11
	b	.LBB4_9
.LBB4_13:                               // %stop.i
                                        //   in Loop: Header=BB4_11 Depth=1
	str	x0, [sp, #136]                  // 8-byte Folded Spill
	stp	x10, x8, [sp, #112]             // 16-byte Folded Spill
	str	x9, [sp, #104]                  // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp15:
	ldp	x9, x10, [sp, #104]             // 16-byte Folded Reload
	fmov	d0, #1.00000000
	ldr	x8, [sp, #120]                  // 8-byte Folded Reload
	ldr	x0, [sp, #136]                  // 8-byte Folded Reload
	b	.LBB4_12
.Lfunc_end4:
	.size	in_registers_gcbench_fill, .Lfunc_end4-in_registers_gcbench_fill
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_gcbench_sum        // -- Begin function in_registers_gcbench_sum
	.p2align	2
	.type	in_registers_gcbench_sum,@function
in_registers_gcbench_sum:               // @in_registers_gcbench_sum
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #128
	.cfi_def_cfa_offset 128
	str	x30, [sp, #112]                 // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x9, x8, :tprel_hi12:spgc_thread
	cmp	x1, #2
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x10, [x9, #8]
	mov	w9, #2                          // =0x2
	csel	x9, x1, x9, hi
	cbz	x10, .LBB5_3
// %bb.1:                               // %gc.safepoint_poll.exit15
	cmp	x1, #5
	b.hs	.LBB5_4
.LBB5_2:
	movi	d0, #0000000000000000
	mov	w10, #1                         // =0x1
	b	.LBB5_10
.LBB5_3:                                // %stop.i14
	str	x0, [sp, #120]                  // 8-byte Folded Spill
	stp	x8, x1, [sp, #96]               // 16-byte Folded Spill
	str	x9, [sp, #88]                   // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp16:
	ldp	x9, x8, [sp, #88]               // 16-byte Folded Reload
	ldr	x1, [sp, #104]                  // 8-byte Folded Reload
	ldr	x0, [sp, #120]                  // 8-byte Folded Reload
	cmp	x1, #5
	b.lo	.LBB5_2
.LBB5_4:                                // %vector.ph
	movi	d0, #0000000000000000
	sub	x12, x9, #1
	add	x14, x8, :tprel_hi12:spgc_thread
	and	x13, x12, #0xfffffffffffffffc
	mov	x11, xzr
	add	x14, x14, :tprel_lo12_nc:spgc_thread
	orr	x10, x13, #0x1
	mov	x15, x13
.LBB5_5:                                // %vector.body
                                        // =>This Inner Loop Header: Depth=1
	add	x16, x0, x11
	ldur	q3, [x16, #24]
	ldur	q2, [x16, #40]
	ldr	x16, [x14, #8]
	cbz	x16, .LBB5_7
.LBB5_6:                                // %gc.safepoint_poll.exit9
                                        //   in Loop: Header=BB5_5 Depth=1
	mov	d1, v3.d[1]
	fadd	d0, d0, d3
	subs	x15, x15, #4
	add	x11, x11, #32
	fadd	d0, d0, d1
	mov	d1, v2.d[1]
	fadd	d0, d0, d2
	fadd	d0, d0, d1
	b.ne	.LBB5_5
	b	.LBB5_8
.LBB5_7:                                // %stop.i8
                                        //   in Loop: Header=BB5_5 Depth=1
	str	x0, [sp, #120]                  // 8-byte Folded Spill
	str	d0, [sp, #104]                  // 8-byte Folded Spill
	stp	x9, x8, [sp, #88]               // 16-byte Folded Spill
	stp	x12, x10, [sp, #72]             // 16-byte Folded Spill
	stp	x13, x11, [sp, #48]             // 16-byte Folded Spill
	str	x14, [sp, #64]                  // 8-byte Folded Spill
	str	x15, [sp, #40]                  // 8-byte Folded Spill
	stp	q3, q2, [sp]                    // 32-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp17:
	ldp	q3, q2, [sp]                    // 32-byte Folded Reload
	ldr	x11, [sp, #56]                  // 8-byte Folded Reload
	ldp	x15, x13, [sp, #40]             // 16-byte Folded Reload
	ldr	x8, [sp, #96]                   // 8-byte Folded Reload
	ldr	d0, [sp, #104]                  // 8-byte Folded Reload
	ldr	x0, [sp, #120]                  // 8-byte Folded Reload
	ldp	x14, x12, [sp, #64]             // 16-byte Folded Reload
	ldp	x10, x9, [sp, #80]              // 16-byte Folded Reload
	b	.LBB5_6
.LBB5_8:                                // %middle.block
	cmp	x12, x13
	b.ne	.LBB5_10
.LBB5_9:                                // %done
	mov	x8, #145685290680320            // =0x848000000000
	ldr	x30, [sp, #112]                 // 8-byte Folded Reload
	movk	x8, #16686, lsl #48
	fmov	d1, x8
	fmul	d0, d0, d1
	fcvtzu	x0, d0
	add	sp, sp, #128
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB5_10:                               // %loop.preheader
	.cfi_restore_state
	lsl	x11, x10, #3
	add	x12, x8, :tprel_hi12:spgc_thread
	sub	x8, x9, x10
	add	x10, x12, :tprel_lo12_nc:spgc_thread
	add	x9, x11, #16
.LBB5_11:                               // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	d1, [x0, x9]
	ldr	x11, [x10, #8]
	cbz	x11, .LBB5_13
.LBB5_12:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB5_11 Depth=1
	fadd	d0, d0, d1
	subs	x8, x8, #1
	add	x9, x9, #8
	b.ne	.LBB5_11
	b	.LBB5_9
.LBB5_13:                               // %stop.i
                                        //   in Loop: Header=BB5_11 Depth=1
	str	x0, [sp, #120]                  // 8-byte Folded Spill
	str	d0, [sp, #104]                  // 8-byte Folded Spill
	stp	x10, x8, [sp, #88]              // 16-byte Folded Spill
	str	x9, [sp, #80]                   // 8-byte Folded Spill
	str	d1, [sp, #72]                   // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp18:
	ldp	x9, x10, [sp, #80]              // 16-byte Folded Reload
	ldr	d1, [sp, #72]                   // 8-byte Folded Reload
	ldr	x8, [sp, #96]                   // 8-byte Folded Reload
	ldr	d0, [sp, #104]                  // 8-byte Folded Reload
	ldr	x0, [sp, #120]                  // 8-byte Folded Reload
	b	.LBB5_12
.Lfunc_end5:
	.size	in_registers_gcbench_sum, .Lfunc_end5-in_registers_gcbench_sum
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_gcbench_temporary  // -- Begin function in_registers_gcbench_temporary
	.p2align	2
	.type	in_registers_gcbench_temporary,@function
in_registers_gcbench_temporary:         // @in_registers_gcbench_temporary
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-80]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 80
	stp	x26, x25, [sp, #16]             // 16-byte Folded Spill
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
	.cfi_offset w26, -64
	.cfi_offset w30, -80
	.cfi_remember_state
	mrs	x23, TPIDR_EL0
	mov	x19, x1
	add	x8, x23, :tprel_hi12:spgc_thread
	cmp	x0, #1
	add	x24, x8, :tprel_lo12_nc:spgc_thread
	csinc	x22, x0, xzr, hi
	ldr	x8, [x24, #8]
	cbz	x8, .LBB6_17
.LBB6_1:                                // %down.preheader
	mov	x25, xzr
	mov	x20, xzr
	mov	w26, #1792                      // =0x700
	b	.LBB6_3
.LBB6_2:                                // %in_registers_gcbench_spine.exit
                                        //   in Loop: Header=BB6_3 Depth=1
	add	x25, x25, #1
	cmp	x25, x22
	b.eq	.LBB6_10
.LBB6_3:                                // %down
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB6_6 Depth 2
	//APP
	//NO_APP
	ldr	x21, [x24]
	ldr	x9, [x24, #8]
	add	x8, x21, #32
	cmp	x8, x9
	b.hi	.LBB6_9
// %bb.4:                               // %bump.i
                                        //   in Loop: Header=BB6_3 Depth=1
	str	x8, [x24]
	str	x26, [x21]
.LBB6_5:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB6_3 Depth=1
	mov	x0, x19
	mov	x1, x21
	bl	in_registers_gcbench_populate
.Ltmp19:
.LBB6_6:                                // %loop.i
                                        //   Parent Loop BB6_3 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x21, [x21, #8]
	ldr	x8, [x24, #8]
	cbz	x8, .LBB6_8
// %bb.7:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB6_6 Depth=2
	add	x20, x20, #1
	cbnz	x21, .LBB6_6
	b	.LBB6_2
.LBB6_8:                                // %stop.i
                                        //   in Loop: Header=BB6_6 Depth=2
	bl	spgc_poll_slow
.Ltmp20:
	add	x20, x20, #1
	cbnz	x21, .LBB6_6
	b	.LBB6_2
.LBB6_9:                                // %slow.i
                                        //   in Loop: Header=BB6_3 Depth=1
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp21:
	mov	x21, x0
	b	.LBB6_5
.LBB6_10:                               // %up.preheader
	add	x8, x23, :tprel_hi12:spgc_thread
	mov	x21, xzr
	add	x23, x8, :tprel_lo12_nc:spgc_thread
	b	.LBB6_12
.LBB6_11:                               // %in_registers_gcbench_spine.exit8
                                        //   in Loop: Header=BB6_12 Depth=1
	add	x21, x21, #1
	cmp	x21, x22
	b.eq	.LBB6_16
.LBB6_12:                               // %up
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB6_13 Depth 2
	mov	x0, x19
	bl	in_registers_gcbench_make
.Ltmp22:
.LBB6_13:                               // %loop.i1
                                        //   Parent Loop BB6_12 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x0, [x0, #8]
	ldr	x8, [x23, #8]
	cbz	x8, .LBB6_15
// %bb.14:                              // %gc.safepoint_poll.exit17
                                        //   in Loop: Header=BB6_13 Depth=2
	add	x20, x20, #1
	cbnz	x0, .LBB6_13
	b	.LBB6_11
.LBB6_15:                               // %stop.i16
                                        //   in Loop: Header=BB6_13 Depth=2
	mov	x24, x0
	bl	spgc_poll_slow
.Ltmp23:
	mov	x0, x24
	add	x20, x20, #1
	cbnz	x0, .LBB6_13
	b	.LBB6_11
.LBB6_16:                               // %done
	mov	x0, x20
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #80                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w30
	ret
.LBB6_17:                               // %stop.i22
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp24:
	b	.LBB6_1
.Lfunc_end6:
	.size	in_registers_gcbench_temporary, .Lfunc_end6-in_registers_gcbench_temporary
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function in_registers_gcbench_run
.LCPI7_0:
	.xword	1                               // 0x1
	.xword	2                               // 0x2
	.text
	.globl	in_registers_gcbench_run
	.p2align	2
	.type	in_registers_gcbench_run,@function
in_registers_gcbench_run:               // @in_registers_gcbench_run
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #192
	.cfi_def_cfa_offset 192
	stp	x29, x30, [sp, #96]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #112]            // 16-byte Folded Spill
	stp	x26, x25, [sp, #128]            // 16-byte Folded Spill
	stp	x24, x23, [sp, #144]            // 16-byte Folded Spill
	stp	x22, x21, [sp, #160]            // 16-byte Folded Spill
	stp	x20, x19, [sp, #176]            // 16-byte Folded Spill
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
	.cfi_remember_state
	mrs	x25, TPIDR_EL0
	mov	x22, x0
	add	x23, x0, #18
	add	x8, x25, :tprel_hi12:spgc_thread
	add	x19, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x19, #8]
	cbz	x8, .LBB7_49
.LBB7_1:                                // %gc.safepoint_poll.exit83
	mov	x0, x23
	bl	in_registers_gcbench_make
.Ltmp25:
	mov	x26, xzr
.LBB7_2:                                // %loop.i
                                        // =>This Inner Loop Header: Depth=1
	ldr	x0, [x0, #8]
	ldr	x8, [x19, #8]
	cbz	x8, .LBB7_4
// %bb.3:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB7_2 Depth=1
	add	x26, x26, #1
	cbnz	x0, .LBB7_2
	b	.LBB7_5
.LBB7_4:                                // %stop.i
                                        //   in Loop: Header=BB7_2 Depth=1
	mov	x20, x0
	bl	spgc_poll_slow
.Ltmp26:
	mov	x0, x20
	add	x26, x26, #1
	cbnz	x0, .LBB7_2
.LBB7_5:                                // %in_registers_gcbench_spine.exit
	add	x8, x25, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x28, x8, :tprel_lo12_nc:spgc_thread
	ldr	x21, [x28]
	ldr	x9, [x28, #8]
	add	x8, x21, #32
	cmp	x8, x9
	b.hi	.LBB7_50
// %bb.6:                               // %bump.i
	str	x8, [x28]
	mov	w8, #1792                       // =0x700
	str	x8, [x21]
.LBB7_7:                                // %spgc_allocate.exit
	add	x0, x22, #16
	mov	x1, x21
	str	x0, [sp, #88]                   // 8-byte Folded Spill
	bl	in_registers_gcbench_populate
.Ltmp27:
	mov	w8, #41248                      // =0xa120
	movk	w8, #7, lsl #16
	lsl	x0, x8, x22
	lsr	x20, x0, #1
	cmp	x0, #1022
	b.hi	.LBB7_48
// %bb.8:                               // %try.i
	mov	w8, #2304                       // =0x900
	//APP
	//NO_APP
	ldr	x19, [x28]
	movk	w8, #61, lsl #16
	ldr	x9, [x28, #8]
	lsl	x8, x8, x22
	add	x8, x19, x8
	add	x8, x8, #16
	cmp	x8, x9
	b.hi	.LBB7_48
// %bb.9:                               // %bump.i9
	str	x8, [x28]
	mov	w8, #512                        // =0x200
	stp	x8, x0, [x19]
.LBB7_10:                               // %spgc_allocate_array.exit
	cmp	x20, #2
	mov	w8, #2                          // =0x2
	str	x22, [sp, #48]                  // 8-byte Folded Spill
	csel	x29, x20, x8, hi
	cmp	x22, #58
	b.ls	.LBB7_40
// %bb.11:
	mov	w20, #1                         // =0x1
.LBB7_12:                               // %loop.i10.preheader
	fmov	d0, #1.00000000
	add	x8, x25, :tprel_hi12:spgc_thread
	add	x22, x8, :tprel_lo12_nc:spgc_thread
.LBB7_13:                               // %loop.i10
                                        // =>This Inner Loop Header: Depth=1
	ucvtf	d1, x20
	add	x8, x19, x20, lsl #3
	fdiv	d1, d0, d1
	str	d1, [x8, #16]
	ldr	x8, [x22, #8]
	cbz	x8, .LBB7_15
.LBB7_14:                               // %gc.safepoint_poll.exit59
                                        //   in Loop: Header=BB7_13 Depth=1
	add	x20, x20, #1
	cmp	x29, x20
	b.ne	.LBB7_13
	b	.LBB7_16
.LBB7_15:                               // %stop.i58
                                        //   in Loop: Header=BB7_13 Depth=1
	bl	spgc_poll_slow
.Ltmp28:
	fmov	d0, #1.00000000
	b	.LBB7_14
.LBB7_16:                               // %in_registers_gcbench_fill.exit
	mov	w24, #4                         // =0x4
	add	x9, x25, :tprel_hi12:spgc_thread
	str	x29, [sp, #32]                  // 8-byte Folded Spill
	lsl	x8, x24, x23
	add	x27, x9, :tprel_lo12_nc:spgc_thread
	sub	x8, x8, #2
	str	x8, [sp, #64]                   // 8-byte Folded Spill
	b	.LBB7_18
.LBB7_17:                               // %in_registers_gcbench_temporary.exit
                                        //   in Loop: Header=BB7_18 Depth=1
	ldr	x8, [sp, #88]                   // 8-byte Folded Reload
	add	x24, x24, #2
	mov	x26, x23
	cmp	x24, x8
	b.hi	.LBB7_33
.LBB7_18:                               // %loop
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB7_20 Depth 2
                                        //       Child Loop BB7_23 Depth 3
                                        //     Child Loop BB7_29 Depth 2
                                        //       Child Loop BB7_30 Depth 3
	mov	w8, #2                          // =0x2
	ldr	x9, [sp, #64]                   // 8-byte Folded Reload
	mov	x20, xzr
	lsl	x8, x8, x24
	mov	x22, xzr
	sub	x8, x8, #1
	udiv	x8, x9, x8
	cmp	x8, #1
	csinc	x29, x8, xzr, hi
	b	.LBB7_20
.LBB7_19:                               // %in_registers_gcbench_spine.exit.i
                                        //   in Loop: Header=BB7_20 Depth=2
	add	x20, x20, #1
	cmp	x20, x29
	b.eq	.LBB7_27
.LBB7_20:                               // %down.i
                                        //   Parent Loop BB7_18 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB7_23 Depth 3
	//APP
	//NO_APP
	ldr	x23, [x28]
	ldr	x9, [x28, #8]
	add	x8, x23, #32
	cmp	x8, x9
	b.hi	.LBB7_26
// %bb.21:                              // %bump.i.i
                                        //   in Loop: Header=BB7_20 Depth=2
	str	x8, [x28]
	mov	w8, #1792                       // =0x700
	str	x8, [x23]
.LBB7_22:                               // %spgc_allocate.exit.i
                                        //   in Loop: Header=BB7_20 Depth=2
	mov	x0, x24
	mov	x1, x23
	bl	in_registers_gcbench_populate
.Ltmp29:
.LBB7_23:                               // %loop.i.i
                                        //   Parent Loop BB7_18 Depth=1
                                        //     Parent Loop BB7_20 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	ldr	x23, [x23, #8]
	ldr	x8, [x27, #8]
	cbz	x8, .LBB7_25
// %bb.24:                              // %gc.safepoint_poll.exit47
                                        //   in Loop: Header=BB7_23 Depth=3
	add	x22, x22, #1
	cbnz	x23, .LBB7_23
	b	.LBB7_19
.LBB7_25:                               // %stop.i46
                                        //   in Loop: Header=BB7_23 Depth=3
	bl	spgc_poll_slow
.Ltmp30:
	add	x22, x22, #1
	cbnz	x23, .LBB7_23
	b	.LBB7_19
.LBB7_26:                               // %slow.i.i
                                        //   in Loop: Header=BB7_20 Depth=2
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp31:
	mov	x23, x0
	b	.LBB7_22
.LBB7_27:                               // %up.i.preheader
                                        //   in Loop: Header=BB7_18 Depth=1
	mov	x20, xzr
	b	.LBB7_29
.LBB7_28:                               // %in_registers_gcbench_spine.exit8.i
                                        //   in Loop: Header=BB7_29 Depth=2
	add	x20, x20, #1
	cmp	x20, x29
	b.eq	.LBB7_17
.LBB7_29:                               // %up.i
                                        //   Parent Loop BB7_18 Depth=1
                                        // =>  This Loop Header: Depth=2
                                        //       Child Loop BB7_30 Depth 3
	mov	x0, x24
	bl	in_registers_gcbench_make
.Ltmp32:
	add	x23, x26, x22
.LBB7_30:                               // %loop.i1.i
                                        //   Parent Loop BB7_18 Depth=1
                                        //     Parent Loop BB7_29 Depth=2
                                        // =>    This Inner Loop Header: Depth=3
	add	x8, x25, :tprel_hi12:spgc_thread
	ldr	x0, [x0, #8]
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB7_32
.LBB7_31:                               // %gc.safepoint_poll.exit53
                                        //   in Loop: Header=BB7_30 Depth=3
	add	x23, x23, #1
	add	x22, x22, #1
	cbnz	x0, .LBB7_30
	b	.LBB7_28
.LBB7_32:                               // %stop.i52
                                        //   in Loop: Header=BB7_30 Depth=3
	str	x0, [sp, #16]                   // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp33:
	ldr	x0, [sp, #16]                   // 8-byte Folded Reload
	b	.LBB7_31
.LBB7_33:                               // %done
	mov	x0, x21
	bl	in_registers_gcbench_count
.Ltmp34:
	ldr	x8, [sp, #48]                   // 8-byte Folded Reload
	cmp	x8, #58
	b.ls	.LBB7_44
// %bb.34:
	ldr	x27, [sp, #32]                  // 8-byte Folded Reload
	movi	d0, #0000000000000000
	mov	w20, #1                         // =0x1
.LBB7_35:                               // %loop.i17.preheader
	lsl	x8, x20, #3
	add	x9, x25, :tprel_hi12:spgc_thread
	sub	x20, x27, x20
	add	x22, x9, :tprel_lo12_nc:spgc_thread
	add	x21, x8, #16
.LBB7_36:                               // %loop.i17
                                        // =>This Inner Loop Header: Depth=1
	ldr	d1, [x19, x21]
	ldr	x8, [x22, #8]
	cbz	x8, .LBB7_38
.LBB7_37:                               // %gc.safepoint_poll.exit65
                                        //   in Loop: Header=BB7_36 Depth=1
	fadd	d0, d0, d1
	subs	x20, x20, #1
	add	x21, x21, #8
	b.ne	.LBB7_36
	b	.LBB7_39
.LBB7_38:                               // %stop.i64
                                        //   in Loop: Header=BB7_36 Depth=1
	mov	x24, x0
	str	d0, [sp, #88]                   // 8-byte Folded Spill
	str	d1, [sp, #64]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp35:
	ldr	d1, [sp, #64]                   // 8-byte Folded Reload
	ldr	d0, [sp, #88]                   // 8-byte Folded Reload
	mov	x0, x24
	b	.LBB7_37
.LBB7_39:                               // %in_registers_gcbench_sum.exit.loopexit
	mov	x8, #145685290680320            // =0x848000000000
	add	x9, x0, x23
	movk	x8, #16686, lsl #48
	ldp	x20, x19, [sp, #176]            // 16-byte Folded Reload
	fmov	d1, x8
	ldp	x22, x21, [sp, #160]            // 16-byte Folded Reload
	ldp	x24, x23, [sp, #144]            // 16-byte Folded Reload
	ldp	x26, x25, [sp, #128]            // 16-byte Folded Reload
	fmul	d0, d0, d1
	ldp	x28, x27, [sp, #112]            // 16-byte Folded Reload
	ldp	x29, x30, [sp, #96]             // 16-byte Folded Reload
	fcvtzu	x8, d0
	add	x0, x9, x8
	add	sp, sp, #192
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
.LBB7_40:                               // %vector.ph
	.cfi_restore_state
	mov	w9, #2                          // =0x2
	fmov	v2.2d, #1.00000000
	mov	w10, #4                         // =0x4
	sub	x8, x29, #1
	adrp	x11, .LCPI7_0
	dup	v3.2d, x9
	dup	v4.2d, x10
	and	x24, x8, #0xfffffffffffffffc
	ldr	q5, [x11, :lo12:.LCPI7_0]
	add	x8, x25, :tprel_hi12:spgc_thread
	mov	x22, xzr
	orr	x20, x24, #0x1
	add	x27, x8, :tprel_lo12_nc:spgc_thread
.LBB7_41:                               // %vector.body
                                        // =>This Inner Loop Header: Depth=1
	add	v1.2d, v5.2d, v3.2d
	ucvtf	v0.2d, v5.2d
	add	x8, x19, x22
	ucvtf	v1.2d, v1.2d
	fdiv	v0.2d, v2.2d, v0.2d
	fdiv	v1.2d, v2.2d, v1.2d
	stur	q0, [x8, #24]
	stur	q1, [x8, #40]
	ldr	x8, [x27, #8]
	cbz	x8, .LBB7_43
.LBB7_42:                               // %gc.safepoint_poll.exit71
                                        //   in Loop: Header=BB7_41 Depth=1
	add	v5.2d, v5.2d, v4.2d
	subs	x24, x24, #4
	add	x22, x22, #32
	b.ne	.LBB7_41
	b	.LBB7_12
.LBB7_43:                               // %stop.i70
                                        //   in Loop: Header=BB7_41 Depth=1
	str	q2, [sp, #64]                   // 16-byte Folded Spill
	stp	q4, q3, [sp, #16]               // 32-byte Folded Spill
	str	q5, [sp]                        // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp36:
	ldp	q5, q4, [sp]                    // 32-byte Folded Reload
	ldr	q3, [sp, #32]                   // 16-byte Folded Reload
	ldr	q2, [sp, #64]                   // 16-byte Folded Reload
	b	.LBB7_42
.LBB7_44:                               // %vector.ph29
	ldr	x27, [sp, #32]                  // 8-byte Folded Reload
	movi	d0, #0000000000000000
	mov	x21, xzr
	sub	x8, x27, #1
	and	x22, x8, #0xfffffffffffffffc
	add	x8, x25, :tprel_hi12:spgc_thread
	orr	x20, x22, #0x1
	add	x24, x8, :tprel_lo12_nc:spgc_thread
.LBB7_45:                               // %vector.body34
                                        // =>This Inner Loop Header: Depth=1
	add	x8, x19, x21
	ldur	q3, [x8, #24]
	ldur	q2, [x8, #40]
	ldr	x8, [x24, #8]
	cbz	x8, .LBB7_47
.LBB7_46:                               // %gc.safepoint_poll.exit77
                                        //   in Loop: Header=BB7_45 Depth=1
	mov	d1, v3.d[1]
	fadd	d0, d0, d3
	subs	x22, x22, #4
	add	x21, x21, #32
	fadd	d0, d0, d1
	mov	d1, v2.d[1]
	fadd	d0, d0, d2
	fadd	d0, d0, d1
	b.ne	.LBB7_45
	b	.LBB7_35
.LBB7_47:                               // %stop.i76
                                        //   in Loop: Header=BB7_45 Depth=1
	mov	x26, x0
	str	d0, [sp, #88]                   // 8-byte Folded Spill
	stp	q3, q2, [sp, #48]               // 32-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp37:
	ldp	q3, q2, [sp, #48]               // 32-byte Folded Reload
	mov	x0, x26
	ldr	d0, [sp, #88]                   // 8-byte Folded Reload
	b	.LBB7_46
.LBB7_48:                               // %slow.i1
	mov	w1, #512                        // =0x200
	bl	spgc_allocate_array_slow
.Ltmp38:
	mov	x19, x0
	b	.LBB7_10
.LBB7_49:                               // %stop.i82
	bl	spgc_poll_slow
.Ltmp39:
	b	.LBB7_1
.LBB7_50:                               // %slow.i
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp40:
	mov	x21, x0
	b	.LBB7_7
.Lfunc_end7:
	.size	in_registers_gcbench_run, .Lfunc_end7-in_registers_gcbench_run
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
	.word	41
	.xword	in_registers_gcbench_populate
	.xword	48
	.xword	4
	.xword	in_registers_gcbench_make
	.xword	32
	.xword	5
	.xword	in_registers_gcbench_spine
	.xword	32
	.xword	2
	.xword	in_registers_gcbench_count
	.xword	32
	.xword	2
	.xword	in_registers_gcbench_fill
	.xword	144
	.xword	3
	.xword	in_registers_gcbench_sum
	.xword	128
	.xword	3
	.xword	in_registers_gcbench_temporary
	.xword	80
	.xword	6
	.xword	in_registers_gcbench_run
	.xword	192
	.xword	16
	.xword	2882400000
	.word	.Ltmp0-in_registers_gcbench_populate
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp1-in_registers_gcbench_populate
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
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp2-in_registers_gcbench_populate
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
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp3-in_registers_gcbench_populate
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
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp4-in_registers_gcbench_make
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
	.word	.Ltmp5-in_registers_gcbench_make
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
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp6-in_registers_gcbench_make
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
	.word	.Ltmp7-in_registers_gcbench_make
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
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	20
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	20
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp8-in_registers_gcbench_make
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
	.word	.Ltmp9-in_registers_gcbench_spine
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
	.word	.Ltmp10-in_registers_gcbench_spine
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
	.word	.Ltmp11-in_registers_gcbench_count
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp12-in_registers_gcbench_count
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
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp13-in_registers_gcbench_fill
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
	.word	136
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	136
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp14-in_registers_gcbench_fill
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
	.word	136
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	136
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp15-in_registers_gcbench_fill
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
	.word	136
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	136
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp16-in_registers_gcbench_sum
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
	.word	120
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	120
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp17-in_registers_gcbench_sum
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
	.word	120
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	120
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp18-in_registers_gcbench_sum
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
	.word	120
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	120
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp19-in_registers_gcbench_temporary
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp20-in_registers_gcbench_temporary
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp21-in_registers_gcbench_temporary
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
	.word	.Ltmp22-in_registers_gcbench_temporary
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
	.word	.Ltmp23-in_registers_gcbench_temporary
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
	.byte	1
	.byte	0
	.hword	8
	.hword	24
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	24
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp24-in_registers_gcbench_temporary
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
	.word	.Ltmp25-in_registers_gcbench_run
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
	.word	.Ltmp26-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	20
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	20
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp27-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp28-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp29-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	23
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	23
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp30-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	23
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	23
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp31-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp32-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp33-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
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
	.word	.Ltmp34-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp35-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp36-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp37-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	19
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp38-in_registers_gcbench_run
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp39-in_registers_gcbench_run
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
	.word	.Ltmp40-in_registers_gcbench_run
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
