# Made from managed/trace.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_trace_nodes        // -- Begin function in_registers_trace_nodes
	.p2align	2
	.type	in_registers_trace_nodes,@function
in_registers_trace_nodes:               // @in_registers_trace_nodes
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x30, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x9, TPIDR_EL0
	add	x8, x9, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x10, [x8, #8]
	mov	x8, x0
	cbz	x10, .LBB0_14
// %bb.1:                               // %gc.safepoint_poll.exit18
	cmp	x8, #1023
	b.hs	.LBB0_15
.LBB0_2:                                // %try.i
	add	x10, x9, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x19, x10, :tprel_lo12_nc:spgc_thread
	ldr	x0, [x19]
	ldr	x11, [x19, #8]
	add	x10, x0, x8, lsl #3
	add	x10, x10, #16
	cmp	x10, x11
	b.hi	.LBB0_16
// %bb.3:                               // %bump.i9
	str	x10, [x19]
	mov	w10, #768                       // =0x300
	stp	x10, x8, [x0]
.LBB0_4:                                // %spgc_allocate_array.exit
	cmp	x8, #1
	add	x9, x9, :tprel_hi12:spgc_thread
	mov	x11, xzr
	csinc	x12, x8, xzr, hi
	mov	w13, #16                        // =0x10
	mov	w15, #1792                      // =0x700
	add	x14, x9, :tprel_lo12_nc:spgc_thread
.LBB0_5:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x9, [x19]
	ldr	x10, [x19, #8]
	add	x8, x9, #32
	cmp	x8, x10
	b.hi	.LBB0_10
// %bb.6:                               // %bump.i
                                        //   in Loop: Header=BB0_5 Depth=1
	str	x8, [x19]
	str	x15, [x9]
.LBB0_7:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB0_5 Depth=1
	str	x11, [x9, #24]
	//APP
	//NO_APP
	ldrb	w8, [x0]
	tbnz	w8, #2, .LBB0_11
.LBB0_8:                                // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB0_5 Depth=1
	str	x9, [x0, x13]
	ldr	x8, [x14, #8]
	cbz	x8, .LBB0_12
.LBB0_9:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_5 Depth=1
	subs	x12, x12, #1
	add	x13, x13, #8
	add	x11, x11, #1
	b.ne	.LBB0_5
	b	.LBB0_13
.LBB0_10:                               // %slow.i
                                        //   in Loop: Header=BB0_5 Depth=1
	stp	x14, x0, [sp, #32]              // 16-byte Folded Spill
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	stp	x12, x11, [sp, #16]             // 16-byte Folded Spill
	str	x13, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow              // 8-byte Folded Reload
.Ltmp0:
	ldp	x11, x14, [sp, #24]             // 16-byte Folded Reload
	mov	x9, x0
	ldp	x13, x12, [sp, #8]              // 16-byte Folded Reload
	mov	w15, #1792                      // =0x700
	ldr	x0, [sp, #40]                   // 8-byte Folded Reload
	b	.LBB0_7
.LBB0_11:                               // %slow.i10
                                        //   in Loop: Header=BB0_5 Depth=1
	add	x1, x0, x13
	mov	x10, x0
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB0_8
.LBB0_12:                               // %stop.i
                                        //   in Loop: Header=BB0_5 Depth=1
	stp	x14, x0, [sp, #32]              // 16-byte Folded Spill
	stp	x12, x11, [sp, #16]             // 16-byte Folded Spill
	str	x13, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp1:
	ldp	x11, x14, [sp, #24]             // 16-byte Folded Reload
	mov	w15, #1792                      // =0x700
	ldp	x13, x12, [sp, #8]              // 16-byte Folded Reload
	ldr	x0, [sp, #40]                   // 8-byte Folded Reload
	b	.LBB0_9
.LBB0_13:                               // %done
	ldp	x30, x19, [sp, #48]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB0_14:                               // %stop.i17
	.cfi_restore_state
	str	x8, [sp, #40]                   // 8-byte Folded Spill
	mov	x19, x9
	bl	spgc_poll_slow
.Ltmp2:
	ldr	x8, [sp, #40]                   // 8-byte Folded Reload
	mov	x9, x19
	cmp	x8, #1023
	b.lo	.LBB0_2
.LBB0_15:                               // %entry.slow.i1_crit_edge
	str	x9, [sp, #40]                   // 8-byte Folded Spill
	add	x9, x9, :tprel_hi12:spgc_thread
	mov	x19, x8
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	str	x9, [sp, #32]                   // 8-byte Folded Spill
	b	.LBB0_17
.LBB0_16:
	stp	x19, x9, [sp, #32]              // 16-byte Folded Spill
	mov	x19, x8
.LBB0_17:                               // %slow.i1
	mov	x0, x19
	mov	w1, #768                        // =0x300
	bl	spgc_allocate_array_slow
.Ltmp3:
	mov	x8, x19
	ldp	x19, x9, [sp, #32]              // 16-byte Folded Reload
	b	.LBB0_4
.Lfunc_end0:
	.size	in_registers_trace_nodes, .Lfunc_end0-in_registers_trace_nodes
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_trace_shuffle      // -- Begin function in_registers_trace_shuffle
	.p2align	2
	.type	in_registers_trace_shuffle,@function
in_registers_trace_shuffle:             // @in_registers_trace_shuffle
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x30, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x9, x2
	sub	x12, x1, #1
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x11, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x11, #8]
	cbz	x8, .LBB1_11
// %bb.1:
	add	x13, x0, #16
.LBB1_2:                                // %loop.preheader
	lsl	x8, x1, #3
	mov	x19, #5                         // =0x5
	mov	w15, #48271                     // =0xbc8f
	movk	x19, #2, lsl #32
	sub	x14, x8, #8
.LBB1_3:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mul	x8, x9, x15
	ldr	x16, [x13, x12, lsl #3]
	umulh	x9, x8, x19
	sub	x10, x8, x9
	add	x9, x9, x10, lsr #1
	lsr	x9, x9, #30
	sub	x9, x9, x9, lsl #31
	add	x9, x8, x9
	add	x8, x12, #1
	udiv	x10, x9, x8
	msub	x8, x10, x8, x9
	ldr	x10, [x13, x8, lsl #3]
	//APP
	//NO_APP
	ldrb	w17, [x0]
	tbnz	w17, #2, .LBB1_7
.LBB1_4:                                // %spgc_write_barrier.exit7
                                        //   in Loop: Header=BB1_3 Depth=1
	str	x10, [x13, x12, lsl #3]
	//APP
	//NO_APP
	ldrb	w10, [x0]
	tbnz	w10, #2, .LBB1_8
.LBB1_5:                                // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB1_3 Depth=1
	str	x16, [x13, x8, lsl #3]
	ldr	x8, [x11, #8]
	cbz	x8, .LBB1_9
.LBB1_6:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB1_3 Depth=1
	sub	x12, x12, #1
	sub	x14, x14, #8
	cbnz	x12, .LBB1_3
	b	.LBB1_10
.LBB1_7:                                // %slow.i6
                                        //   in Loop: Header=BB1_3 Depth=1
	add	x1, x13, x14
	stp	x10, x16, [sp, #24]             // 16-byte Folded Spill
	mov	x10, x0
	str	x8, [sp, #40]                   // 8-byte Folded Spill
	bl	spgc_barrier_slow
	ldp	x16, x8, [sp, #32]              // 16-byte Folded Reload
	mov	x0, x10
	ldr	x10, [sp, #24]                  // 8-byte Folded Reload
	b	.LBB1_4
.LBB1_8:                                // %slow.i
                                        //   in Loop: Header=BB1_3 Depth=1
	add	x1, x13, x8, lsl #3
	mov	x10, x0
	stp	x16, x8, [sp, #32]              // 16-byte Folded Spill
	bl	spgc_barrier_slow
	ldp	x16, x8, [sp, #32]              // 16-byte Folded Reload
	mov	x0, x10
	b	.LBB1_5
.LBB1_9:                                // %stop.i
                                        //   in Loop: Header=BB1_3 Depth=1
	stp	x11, x0, [sp, #32]              // 16-byte Folded Spill
	stp	x9, x12, [sp, #16]              // 16-byte Folded Spill
	str	x14, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp4:
	ldp	x14, x9, [sp, #8]               // 16-byte Folded Reload
	mov	x19, #5                         // =0x5
	ldp	x12, x11, [sp, #24]             // 16-byte Folded Reload
	movk	x19, #2, lsl #32
	ldr	x0, [sp, #40]                   // 8-byte Folded Reload
	mov	w15, #48271                     // =0xbc8f
	add	x13, x0, #16
	b	.LBB1_6
.LBB1_10:                               // %done
	ldp	x30, x19, [sp, #48]             // 16-byte Folded Reload
	mov	x0, x9
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB1_11:                               // %stop.i14
	.cfi_restore_state
	mov	x19, x0
	stp	x9, x12, [sp, #16]              // 16-byte Folded Spill
	stp	x11, x1, [sp, #32]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldp	x12, x11, [sp, #24]             // 16-byte Folded Reload
	mov	x0, x19
	ldr	x1, [sp, #40]                   // 8-byte Folded Reload
	ldr	x9, [sp, #16]                   // 8-byte Folded Reload
	add	x13, x19, #16
	b	.LBB1_2
.Lfunc_end1:
	.size	in_registers_trace_shuffle, .Lfunc_end1-in_registers_trace_shuffle
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_trace_list         // -- Begin function in_registers_trace_list
	.p2align	2
	.type	in_registers_trace_list,@function
in_registers_trace_list:                // @in_registers_trace_list
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
	.cfi_remember_state
	mrs	x21, TPIDR_EL0
	mov	x19, x1
	mov	x20, x0
	add	x8, x21, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_24
.LBB2_1:                                // %gc.safepoint_poll.exit26
	mov	x0, x20
	bl	in_registers_trace_nodes
.Ltmp6:
	cbz	x19, .LBB2_10
// %bb.2:                               // %shuffle
	lsl	x8, x20, #3
	add	x9, x21, :tprel_hi12:spgc_thread
	mov	x22, #5                         // =0x5
	sub	x11, x20, #1
	add	x12, x0, #16
	mov	w10, #1                         // =0x1
	sub	x13, x8, #8
	mov	w15, #48271                     // =0xbc8f
	movk	x22, #2, lsl #32
	add	x14, x9, :tprel_lo12_nc:spgc_thread
.LBB2_3:                                // %loop.i
                                        // =>This Inner Loop Header: Depth=1
	mul	x8, x10, x15
	ldr	x16, [x12, x11, lsl #3]
	umulh	x9, x8, x22
	sub	x10, x8, x9
	add	x9, x9, x10, lsr #1
	lsr	x9, x9, #30
	sub	x9, x9, x9, lsl #31
	add	x10, x8, x9
	add	x8, x11, #1
	udiv	x9, x10, x8
	msub	x8, x9, x8, x10
	ldr	x9, [x12, x8, lsl #3]
	//APP
	//NO_APP
	ldrb	w17, [x0]
	tbnz	w17, #2, .LBB2_7
.LBB2_4:                                // %spgc_write_barrier.exit7.i
                                        //   in Loop: Header=BB2_3 Depth=1
	str	x9, [x12, x11, lsl #3]
	//APP
	//NO_APP
	ldrb	w9, [x0]
	tbnz	w9, #2, .LBB2_8
.LBB2_5:                                // %spgc_write_barrier.exit.i
                                        //   in Loop: Header=BB2_3 Depth=1
	str	x16, [x12, x8, lsl #3]
	ldr	x8, [x14, #8]
	cbz	x8, .LBB2_9
.LBB2_6:                                // %gc.safepoint_poll.exit20
                                        //   in Loop: Header=BB2_3 Depth=1
	sub	x11, x11, #1
	sub	x13, x13, #8
	cbnz	x11, .LBB2_3
	b	.LBB2_11
.LBB2_7:                                // %slow.i6.i
                                        //   in Loop: Header=BB2_3 Depth=1
	add	x1, x12, x13
	stp	x9, x16, [sp, #16]              // 16-byte Folded Spill
	mov	x9, x0
	str	x8, [sp, #40]                   // 8-byte Folded Spill
	bl	spgc_barrier_slow
	mov	x0, x9
	ldp	x9, x16, [sp, #16]              // 16-byte Folded Reload
	ldr	x8, [sp, #40]                   // 8-byte Folded Reload
	b	.LBB2_4
.LBB2_8:                                // %slow.i.i
                                        //   in Loop: Header=BB2_3 Depth=1
	add	x1, x12, x8, lsl #3
	mov	x9, x0
	str	x8, [sp, #40]                   // 8-byte Folded Spill
	str	x16, [sp, #24]                  // 8-byte Folded Spill
	bl	spgc_barrier_slow
	ldr	x16, [sp, #24]                  // 8-byte Folded Reload
	ldr	x8, [sp, #40]                   // 8-byte Folded Reload
	mov	x0, x9
	b	.LBB2_5
.LBB2_9:                                // %stop.i19
                                        //   in Loop: Header=BB2_3 Depth=1
	str	x0, [sp, #40]                   // 8-byte Folded Spill
	mov	x22, x14
	stp	x11, x10, [sp, #16]             // 16-byte Folded Spill
	str	x13, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp7:
	ldp	x13, x11, [sp, #8]              // 16-byte Folded Reload
	mov	x14, x22
	ldr	x0, [sp, #40]                   // 8-byte Folded Reload
	mov	x22, #5                         // =0x5
	ldr	x10, [sp, #24]                  // 8-byte Folded Reload
	movk	x22, #2, lsl #32
	mov	w15, #48271                     // =0xbc8f
	add	x12, x0, #16
	b	.LBB2_6
.LBB2_10:
	mov	w10, #1                         // =0x1
.LBB2_11:                               // %begin
	add	x8, x21, :tprel_hi12:spgc_thread
	mov	x15, #5                         // =0x5
	mov	x11, xzr
	add	x13, x0, #16
	sub	x12, x20, #1
	mov	w21, #48271                     // =0xbc8f
	movk	x15, #2, lsl #32
	add	x14, x8, :tprel_lo12_nc:spgc_thread
.LBB2_12:                               // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	x9, [x13, x11, lsl #3]
	cmp	x12, x11
	b.eq	.LBB2_15
// %bb.13:                              // %link
                                        //   in Loop: Header=BB2_12 Depth=1
	add	x8, x13, x11, lsl #3
	ldr	x22, [x8, #8]
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB2_21
.LBB2_14:                               // %spgc_write_barrier.exit10
                                        //   in Loop: Header=BB2_12 Depth=1
	str	x22, [x9, #8]
.LBB2_15:                               // %other
                                        //   in Loop: Header=BB2_12 Depth=1
	mul	x8, x10, x21
	cmp	x19, #0
	umulh	x10, x8, x15
	sub	x16, x8, x10
	add	x10, x10, x16, lsr #1
	lsr	x10, x10, #30
	sub	x10, x10, x10, lsl #31
	add	x10, x8, x10
	udiv	x8, x10, x20
	and	x16, x10, #0x3f
	add	x16, x11, x16
	msub	x8, x8, x20, x10
	csinc	x8, x8, x16, ne
	cmp	x8, x20
	b.hs	.LBB2_18
// %bb.16:                              // %cross
                                        //   in Loop: Header=BB2_12 Depth=1
	ldr	x22, [x13, x8, lsl #3]
	//APP
	//NO_APP
	ldrb	w8, [x9]
	tbnz	w8, #2, .LBB2_22
.LBB2_17:                               // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB2_12 Depth=1
	str	x22, [x9, #16]
.LBB2_18:                               // %linked
                                        //   in Loop: Header=BB2_12 Depth=1
	ldr	x8, [x14, #8]
	cbz	x8, .LBB2_20
.LBB2_19:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB2_12 Depth=1
	add	x11, x11, #1
	cmp	x20, x11
	b.ne	.LBB2_12
	b	.LBB2_23
.LBB2_20:                               // %stop.i
                                        //   in Loop: Header=BB2_12 Depth=1
	mov	x22, x0
	stp	x14, x10, [sp, #16]             // 16-byte Folded Spill
	str	x11, [sp, #40]                  // 8-byte Folded Spill
	str	x12, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp8:
	ldp	x12, x14, [sp, #8]              // 16-byte Folded Reload
	mov	x15, #5                         // =0x5
	ldr	x11, [sp, #40]                  // 8-byte Folded Reload
	ldr	x10, [sp, #24]                  // 8-byte Folded Reload
	movk	x15, #2, lsl #32
	mov	x0, x22
	add	x13, x22, #16
	b	.LBB2_19
.LBB2_21:                               // %slow.i9
                                        //   in Loop: Header=BB2_12 Depth=1
	add	x1, x9, #8
	str	x0, [sp, #40]                   // 8-byte Folded Spill
	mov	x0, x9
	bl	spgc_barrier_slow
	ldr	x0, [sp, #40]                   // 8-byte Folded Reload
	b	.LBB2_14
.LBB2_22:                               // %slow.i
                                        //   in Loop: Header=BB2_12 Depth=1
	add	x1, x9, #16
	str	x0, [sp, #40]                   // 8-byte Folded Spill
	mov	x0, x9
	bl	spgc_barrier_slow
	ldr	x0, [sp, #40]                   // 8-byte Folded Reload
	b	.LBB2_17
.LBB2_23:                               // %done
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	ldr	x0, [x0, #16]
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w30
	ret
.LBB2_24:                               // %stop.i25
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp9:
	b	.LBB2_1
.Lfunc_end2:
	.size	in_registers_trace_list, .Lfunc_end2-in_registers_trace_list
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_trace_sum_list     // -- Begin function in_registers_trace_sum_list
	.p2align	2
	.type	in_registers_trace_sum_list,@function
in_registers_trace_sum_list:            // @in_registers_trace_sum_list
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9, #8]
	cbz	x8, .LBB3_8
.LBB3_1:                                // %loop.preheader
	mov	x8, xzr
	mov	w10, #1                         // =0x1
.LBB3_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldp	x11, x12, [x0, #16]
	add	x8, x12, x8
	cbz	x11, .LBB3_4
// %bb.3:                               // %beside
                                        //   in Loop: Header=BB3_2 Depth=1
	ldr	x11, [x11, #24]
	add	x11, x11, x11, lsl #1
	add	x8, x11, x8
.LBB3_4:                                // %met
                                        //   in Loop: Header=BB3_2 Depth=1
	ldr	x0, [x0, #8]
	cmp	x10, x1
	ldr	x12, [x9, #8]
	ccmp	x0, #0, #4, lo
	cset	w11, ne
	cbz	x12, .LBB3_6
// %bb.5:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB3_2 Depth=1
	add	x10, x10, #1
	tbnz	w11, #0, .LBB3_2
	b	.LBB3_7
.LBB3_6:                                // %stop.i
                                        //   in Loop: Header=BB3_2 Depth=1
	stp	x9, x1, [sp, #32]               // 16-byte Folded Spill
	str	x0, [sp, #56]                   // 8-byte Folded Spill
	stp	x10, x8, [sp, #16]              // 16-byte Folded Spill
	str	w11, [sp, #12]                  // 4-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp10:
	ldp	x10, x8, [sp, #16]              // 16-byte Folded Reload
	ldr	w11, [sp, #12]                  // 4-byte Folded Reload
	ldp	x9, x1, [sp, #32]               // 16-byte Folded Reload
	ldr	x0, [sp, #56]                   // 8-byte Folded Reload
	add	x10, x10, #1
	tbnz	w11, #0, .LBB3_2
.LBB3_7:                                // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB3_8:                                // %stop.i5
	.cfi_restore_state
	stp	x9, x1, [sp, #32]               // 16-byte Folded Spill
	str	x0, [sp, #56]                   // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp11:
	ldp	x9, x1, [sp, #32]               // 16-byte Folded Reload
	ldr	x0, [sp, #56]                   // 8-byte Folded Reload
	b	.LBB3_1
.Lfunc_end3:
	.size	in_registers_trace_sum_list, .Lfunc_end3-in_registers_trace_sum_list
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_trace_tree         // -- Begin function in_registers_trace_tree
	.p2align	2
	.type	in_registers_trace_tree,@function
in_registers_trace_tree:                // @in_registers_trace_tree
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
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x20, #8]
	cbz	x8, .LBB4_7
.LBB4_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x19, [x20]
	ldr	x9, [x20, #8]
	add	x8, x19, #32
	cmp	x8, x9
	b.hi	.LBB4_8
// %bb.2:                               // %bump.i
	str	x8, [x20]
	mov	w8, #1792                       // =0x700
	str	x8, [x19]
	str	x0, [x19, #24]
	cbz	x0, .LBB4_6
.LBB4_3:                                // %inner
	sub	x20, x0, #1
	mov	x0, x20
	bl	in_registers_trace_tree
.Ltmp12:
	//APP
	//NO_APP
	ldrb	w8, [x19]
	tbnz	w8, #2, .LBB4_9
.LBB4_4:                                // %spgc_write_barrier.exit6
	str	x0, [x19, #8]
	mov	x0, x20
	bl	in_registers_trace_tree
.Ltmp13:
	//APP
	//NO_APP
	ldrb	w8, [x19]
	tbnz	w8, #2, .LBB4_10
.LBB4_5:                                // %spgc_write_barrier.exit
	str	x0, [x19, #16]
.LBB4_6:                                // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB4_7:                                // %stop.i
	.cfi_restore_state
	mov	x19, x0
	bl	spgc_poll_slow
.Ltmp14:
	mov	x0, x19
	b	.LBB4_1
.LBB4_8:                                // %slow.i
	mov	x20, x0
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp15:
	mov	x19, x0
	mov	x0, x20
	str	x0, [x19, #24]
	cbnz	x0, .LBB4_3
	b	.LBB4_6
.LBB4_9:                                // %slow.i5
	add	x1, x19, #8
	mov	x9, x0
	mov	x0, x19
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB4_4
.LBB4_10:                               // %slow.i1
	add	x1, x19, #16
	mov	x9, x0
	mov	x0, x19
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB4_5
.Lfunc_end4:
	.size	in_registers_trace_tree, .Lfunc_end4-in_registers_trace_tree
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_trace_sum_tree     // -- Begin function in_registers_trace_sum_tree
	.p2align	2
	.type	in_registers_trace_sum_tree,@function
in_registers_trace_sum_tree:            // @in_registers_trace_sum_tree
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
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB5_4
.LBB5_1:                                // %tailrecurse.preheader
	mov	x20, xzr
	cbz	x19, .LBB5_3
.LBB5_2:                                // %something
                                        // =>This Inner Loop Header: Depth=1
	ldr	x21, [x19, #8]
	ldr	x22, [x19, #24]
	mov	x0, x21
	bl	in_registers_trace_sum_tree
.Ltmp16:
	ldr	x19, [x19, #16]
	add	x8, x22, x20
	add	x20, x0, x8
	cbnz	x19, .LBB5_2
.LBB5_3:                                // %common.ret1
	mov	x0, x20
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
.LBB5_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp17:
	b	.LBB5_1
.Lfunc_end5:
	.size	in_registers_trace_sum_tree, .Lfunc_end5-in_registers_trace_sum_tree
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_trace_arrays       // -- Begin function in_registers_trace_arrays
	.p2align	2
	.type	in_registers_trace_arrays,@function
in_registers_trace_arrays:              // @in_registers_trace_arrays
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
	mrs	x19, TPIDR_EL0
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB6_16
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #1023
	b.hs	.LBB6_17
.LBB6_2:                                // %try.i
	add	x8, x19, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	ldr	x19, [x20]
	ldr	x9, [x20, #8]
	add	x8, x19, x0, lsl #3
	add	x8, x8, #16
	cmp	x8, x9
	b.hi	.LBB6_18
// %bb.3:                               // %bump.i
	str	x8, [x20]
	mov	w8, #768                        // =0x300
	stp	x8, x0, [x19]
.LBB6_4:                                // %spgc_allocate_array.exit
	cmp	x0, #1
	mov	x21, xzr
	mov	w23, #1792                      // =0x700
	csinc	x22, x0, xzr, hi
.LBB6_5:                                // %loop
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB6_6 Depth 2
	mov	w0, #1024                       // =0x400
	mov	w1, #768                        // =0x300
	bl	spgc_allocate_array_slow
.Ltmp18:
	mov	x24, xzr
	mov	x25, xzr
	add	x11, x0, #16
.LBB6_6:                                // %loop.i
                                        //   Parent Loop BB6_5 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	//APP
	//NO_APP
	ldr	x9, [x20]
	ldr	x10, [x20, #8]
	add	x8, x9, #32
	cmp	x8, x10
	b.hi	.LBB6_10
// %bb.7:                               // %bump.i.i
                                        //   in Loop: Header=BB6_6 Depth=2
	str	x8, [x20]
	str	x23, [x9]
.LBB6_8:                                // %spgc_allocate.exit.i
                                        //   in Loop: Header=BB6_6 Depth=2
	str	x25, [x9, #24]
	//APP
	//NO_APP
	ldrb	w8, [x0]
	tbnz	w8, #2, .LBB6_11
.LBB6_9:                                // %spgc_write_barrier.exit.i
                                        //   in Loop: Header=BB6_6 Depth=2
	str	x9, [x11, x25, lsl #3]
	add	x25, x25, #1
	add	x24, x24, #8
	cmp	x25, #1024
	b.ne	.LBB6_6
	b	.LBB6_12
.LBB6_10:                               // %slow.i.i
                                        //   in Loop: Header=BB6_6 Depth=2
	mov	x26, x0
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp19:
	mov	x9, x0
	mov	x0, x26
	add	x11, x26, #16
	b	.LBB6_8
.LBB6_11:                               // %slow.i10.i
                                        //   in Loop: Header=BB6_6 Depth=2
	add	x1, x11, x24
	mov	x10, x0
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB6_9
.LBB6_12:                               // %in_registers_trace_nodes.exit
                                        //   in Loop: Header=BB6_5 Depth=1
	mov	x9, x19
	//APP
	//NO_APP
	ldrb	w8, [x9], #16
	tbnz	w8, #2, .LBB6_14
.LBB6_13:                               // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB6_5 Depth=1
	str	x0, [x9, x21, lsl #3]
	add	x21, x21, #1
	cmp	x21, x22
	b.ne	.LBB6_5
	b	.LBB6_15
.LBB6_14:                               // %slow.i1
                                        //   in Loop: Header=BB6_5 Depth=1
	add	x1, x9, x21, lsl #3
	mov	x10, x0
	mov	x0, x19
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB6_13
.LBB6_15:                               // %done
	mov	x0, x19
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
.LBB6_16:                               // %stop.i
	.cfi_restore_state
	mov	x20, x0
	bl	spgc_poll_slow
.Ltmp20:
	mov	x0, x20
	cmp	x0, #1023
	b.lo	.LBB6_2
.LBB6_17:                               // %entry.slow.i_crit_edge
	add	x8, x19, :tprel_hi12:spgc_thread
	mov	x20, x0
	add	x21, x8, :tprel_lo12_nc:spgc_thread
	b	.LBB6_19
.LBB6_18:
	mov	x21, x20
	mov	x20, x0
.LBB6_19:                               // %slow.i
	mov	x0, x20
	mov	w1, #768                        // =0x300
	bl	spgc_allocate_array_slow
.Ltmp21:
	mov	x19, x0
	mov	x0, x20
	mov	x20, x21
	b	.LBB6_4
.Lfunc_end6:
	.size	in_registers_trace_arrays, .Lfunc_end6-in_registers_trace_arrays
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_trace_sum_arrays   // -- Begin function in_registers_trace_sum_arrays
	.p2align	2
	.type	in_registers_trace_sum_arrays,@function
in_registers_trace_sum_arrays:          // @in_registers_trace_sum_arrays
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x1, #1
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	csinc	x10, x1, xzr, hi
	ldr	x8, [x9, #8]
	cbz	x8, .LBB7_8
.LBB7_1:                                // %arrays.preheader
	mov	x11, xzr
	mov	x8, xzr
.LBB7_2:                                // %arrays
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB7_3 Depth 2
	add	x13, x0, x11, lsl #3
	mov	x12, xzr
	mov	w14, #1024                      // =0x400
	ldr	x13, [x13, #16]
	add	x13, x13, #24
.LBB7_3:                                // %vector.body
                                        //   Parent Loop BB7_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldp	x15, x16, [x13, #-8]
	subs	x14, x14, #2
	add	x13, x13, #16
	ldr	x15, [x15, #24]
	ldr	x16, [x16, #24]
	add	x8, x15, x8
	add	x12, x16, x12
	b.ne	.LBB7_3
// %bb.4:                               // %middle.block
                                        //   in Loop: Header=BB7_2 Depth=1
	ldr	x13, [x9, #8]
	cbz	x13, .LBB7_6
.LBB7_5:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB7_2 Depth=1
	add	x11, x11, #1
	add	x8, x12, x8
	cmp	x11, x10
	b.ne	.LBB7_2
	b	.LBB7_7
.LBB7_6:                                // %stop.i
                                        //   in Loop: Header=BB7_2 Depth=1
	str	x0, [sp, #56]                   // 8-byte Folded Spill
	stp	x8, x11, [sp, #16]              // 16-byte Folded Spill
	stp	x10, x9, [sp, #32]              // 16-byte Folded Spill
	str	x12, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp22:
	ldp	x12, x8, [sp, #8]               // 16-byte Folded Reload
	ldr	x9, [sp, #40]                   // 8-byte Folded Reload
	ldp	x11, x10, [sp, #24]             // 16-byte Folded Reload
	ldr	x0, [sp, #56]                   // 8-byte Folded Reload
	b	.LBB7_5
.LBB7_7:                                // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB7_8:                                // %stop.i13
	.cfi_restore_state
	str	x0, [sp, #56]                   // 8-byte Folded Spill
	stp	x10, x9, [sp, #32]              // 16-byte Folded Spill
	bl	spgc_poll_slow                  // 8-byte Folded Reload
.Ltmp23:
	ldp	x10, x9, [sp, #32]              // 16-byte Folded Reload
	ldr	x0, [sp, #56]                   // 8-byte Folded Reload
	b	.LBB7_1
.Lfunc_end7:
	.size	in_registers_trace_sum_arrays, .Lfunc_end7-in_registers_trace_sum_arrays
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
	.word	24
	.xword	in_registers_trace_nodes
	.xword	64
	.xword	4
	.xword	in_registers_trace_shuffle
	.xword	64
	.xword	2
	.xword	in_registers_trace_list
	.xword	80
	.xword	4
	.xword	in_registers_trace_sum_list
	.xword	64
	.xword	2
	.xword	in_registers_trace_tree
	.xword	32
	.xword	4
	.xword	in_registers_trace_sum_tree
	.xword	48
	.xword	2
	.xword	in_registers_trace_arrays
	.xword	80
	.xword	4
	.xword	in_registers_trace_sum_arrays
	.xword	64
	.xword	2
	.xword	2882400000
	.word	.Ltmp0-in_registers_trace_nodes
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
	.word	.Ltmp1-in_registers_trace_nodes
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
	.word	.Ltmp2-in_registers_trace_nodes
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
	.word	.Ltmp3-in_registers_trace_nodes
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
	.word	.Ltmp4-in_registers_trace_shuffle
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
	.word	.Ltmp5-in_registers_trace_shuffle
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
	.word	.Ltmp6-in_registers_trace_list
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
	.word	.Ltmp7-in_registers_trace_list
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
	.word	.Ltmp8-in_registers_trace_list
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
	.hword	22
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	22
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp9-in_registers_trace_list
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
	.word	.Ltmp10-in_registers_trace_sum_list
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
	.word	.Ltmp11-in_registers_trace_sum_list
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
	.word	.Ltmp12-in_registers_trace_tree
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
	.word	.Ltmp13-in_registers_trace_tree
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
	.word	.Ltmp14-in_registers_trace_tree
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
	.word	.Ltmp15-in_registers_trace_tree
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
	.word	.Ltmp16-in_registers_trace_sum_tree
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
	.word	.Ltmp17-in_registers_trace_sum_tree
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
	.word	.Ltmp18-in_registers_trace_arrays
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
	.word	.Ltmp19-in_registers_trace_arrays
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
	.hword	26
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	26
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp20-in_registers_trace_arrays
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
	.word	.Ltmp21-in_registers_trace_arrays
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
	.word	.Ltmp22-in_registers_trace_sum_arrays
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
	.word	.Ltmp23-in_registers_trace_sum_arrays
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
