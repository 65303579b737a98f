# Made from managed/pause.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_pause_tree         // -- Begin function in_registers_pause_tree
	.p2align	2
	.type	in_registers_pause_tree,@function
in_registers_pause_tree:                // @in_registers_pause_tree
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
	cbz	x8, .LBB0_7
.LBB0_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x19, [x20]
	ldr	x9, [x20, #8]
	add	x8, x19, #32
	cmp	x8, x9
	b.hi	.LBB0_8
// %bb.2:                               // %bump.i
	str	x8, [x20]
	mov	w8, #1792                       // =0x700
	str	x8, [x19]
	str	x0, [x19, #24]
	cbz	x0, .LBB0_6
.LBB0_3:                                // %inner
	sub	x20, x0, #1
	mov	x0, x20
	bl	in_registers_pause_tree
.Ltmp0:
	//APP
	//NO_APP
	ldrb	w8, [x19]
	tbnz	w8, #2, .LBB0_9
.LBB0_4:                                // %spgc_write_barrier.exit6
	str	x0, [x19, #8]
	mov	x0, x20
	bl	in_registers_pause_tree
.Ltmp1:
	//APP
	//NO_APP
	ldrb	w8, [x19]
	tbnz	w8, #2, .LBB0_10
.LBB0_5:                                // %spgc_write_barrier.exit
	str	x0, [x19, #16]
.LBB0_6:                                // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB0_7:                                // %stop.i
	.cfi_restore_state
	mov	x19, x0
	bl	spgc_poll_slow
.Ltmp2:
	mov	x0, x19
	b	.LBB0_1
.LBB0_8:                                // %slow.i
	mov	x20, x0
	mov	w0, #32                         // =0x20
	mov	w1, #1792                       // =0x700
	bl	spgc_allocate_slow
.Ltmp3:
	mov	x19, x0
	mov	x0, x20
	str	x0, [x19, #24]
	cbnz	x0, .LBB0_3
	b	.LBB0_6
.LBB0_9:                                // %slow.i5
	add	x1, x19, #8
	mov	x9, x0
	mov	x0, x19
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB0_4
.LBB0_10:                               // %slow.i1
	add	x1, x19, #16
	mov	x9, x0
	mov	x0, x19
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB0_5
.Lfunc_end0:
	.size	in_registers_pause_tree, .Lfunc_end0-in_registers_pause_tree
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_pause_sum          // -- Begin function in_registers_pause_sum
	.p2align	2
	.type	in_registers_pause_sum,@function
in_registers_pause_sum:                 // @in_registers_pause_sum
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
	cbz	x8, .LBB1_4
.LBB1_1:                                // %tailrecurse.preheader
	mov	x20, xzr
	cbz	x19, .LBB1_3
.LBB1_2:                                // %something
                                        // =>This Inner Loop Header: Depth=1
	ldr	x21, [x19, #8]
	ldr	x22, [x19, #24]
	mov	x0, x21
	bl	in_registers_pause_sum
.Ltmp4:
	ldr	x19, [x19, #16]
	add	x8, x22, x20
	add	x20, x0, x8
	cbnz	x19, .LBB1_2
.LBB1_3:                                // %common.ret1
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
.LBB1_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp5:
	b	.LBB1_1
.Lfunc_end1:
	.size	in_registers_pause_sum, .Lfunc_end1-in_registers_pause_sum
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_pause_trees        // -- Begin function in_registers_pause_trees
	.p2align	2
	.type	in_registers_pause_trees,@function
in_registers_pause_trees:               // @in_registers_pause_trees
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
	mrs	x19, TPIDR_EL0
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_9
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #1022
	b.hi	.LBB2_10
.LBB2_2:                                // %try.i
	add	x8, x19, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x19, [x8]
	ldr	x10, [x8, #8]
	add	x9, x19, x0, lsl #3
	add	x9, x9, #16
	cmp	x9, x10
	b.hi	.LBB2_10
// %bb.3:                               // %bump.i
	str	x9, [x8]
	mov	w8, #768                        // =0x300
	stp	x8, x0, [x19]
.LBB2_4:                                // %spgc_allocate_array.exit
	cmp	x0, #1
	mov	w21, #16                        // =0x10
	csinc	x20, x0, xzr, hi
.LBB2_5:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp6:
	//APP
	//NO_APP
	ldrb	w8, [x19]
	tbnz	w8, #2, .LBB2_7
.LBB2_6:                                // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB2_5 Depth=1
	subs	x20, x20, #1
	str	x0, [x19, x21]
	add	x21, x21, #8
	b.ne	.LBB2_5
	b	.LBB2_8
.LBB2_7:                                // %slow.i1
                                        //   in Loop: Header=BB2_5 Depth=1
	add	x1, x19, x21
	mov	x9, x0
	mov	x0, x19
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB2_6
.LBB2_8:                                // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x30, x21, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB2_9:                                // %stop.i
	.cfi_restore_state
	mov	x20, x0
	bl	spgc_poll_slow
.Ltmp7:
	mov	x0, x20
	cmp	x0, #1022
	b.ls	.LBB2_2
.LBB2_10:                               // %slow.i
	mov	w1, #768                        // =0x300
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_allocate_array_slow
.Ltmp8:
	mov	x19, x0
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB2_4
.Lfunc_end2:
	.size	in_registers_pause_trees, .Lfunc_end2-in_registers_pause_trees
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_pause_table        // -- Begin function in_registers_pause_table
	.p2align	2
	.type	in_registers_pause_table,@function
in_registers_pause_table:               // @in_registers_pause_table
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x29, x30, [sp, #-96]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
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
	mrs	x20, TPIDR_EL0
	mov	x19, x1
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_17
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #1023
	b.hs	.LBB3_18
.LBB3_2:                                // %try.i
	add	x8, x20, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x22, x8, :tprel_lo12_nc:spgc_thread
	ldr	x20, [x22]
	ldr	x9, [x22, #8]
	add	x8, x20, x0, lsl #3
	add	x8, x8, #16
	cmp	x8, x9
	b.hi	.LBB3_19
// %bb.3:                               // %bump.i
	str	x8, [x22]
	mov	w8, #768                        // =0x300
	stp	x8, x0, [x20]
.LBB3_4:                                // %spgc_allocate_array.exit
	cmp	x19, #1
	lsl	x24, x19, #3
	mov	x23, xzr
	csinc	x25, x19, xzr, hi
	cmp	x0, #1
	mov	w27, #768                       // =0x300
	csinc	x26, x0, xzr, hi
.LBB3_5:                                // %loop
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB3_9 Depth 2
	cmp	x19, #1022
	b.hi	.LBB3_14
// %bb.6:                               // %try.i.i
                                        //   in Loop: Header=BB3_5 Depth=1
	//APP
	//NO_APP
	ldr	x21, [x22]
	ldr	x9, [x22, #8]
	add	x8, x21, x24
	add	x8, x8, #16
	cmp	x8, x9
	b.hi	.LBB3_14
// %bb.7:                               // %bump.i.i
                                        //   in Loop: Header=BB3_5 Depth=1
	str	x8, [x22]
	stp	x27, x19, [x21]
.LBB3_8:                                // %spgc_allocate_array.exit.i
                                        //   in Loop: Header=BB3_5 Depth=1
	mov	w28, #16                        // =0x10
	mov	x29, x25
.LBB3_9:                                // %loop.i
                                        //   Parent Loop BB3_5 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp9:
	//APP
	//NO_APP
	ldrb	w8, [x21]
	tbnz	w8, #2, .LBB3_11
.LBB3_10:                               // %spgc_write_barrier.exit.i
                                        //   in Loop: Header=BB3_9 Depth=2
	subs	x29, x29, #1
	str	x0, [x21, x28]
	add	x28, x28, #8
	b.ne	.LBB3_9
	b	.LBB3_12
.LBB3_11:                               // %slow.i1.i
                                        //   in Loop: Header=BB3_9 Depth=2
	add	x1, x21, x28
	mov	x9, x0
	mov	x0, x21
	bl	spgc_barrier_slow
	mov	x0, x9
	b	.LBB3_10
.LBB3_12:                               // %in_registers_pause_trees.exit
                                        //   in Loop: Header=BB3_5 Depth=1
	mov	x9, x20
	//APP
	//NO_APP
	ldrb	w8, [x9], #16
	tbnz	w8, #2, .LBB3_15
.LBB3_13:                               // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB3_5 Depth=1
	str	x21, [x9, x23, lsl #3]
	add	x23, x23, #1
	cmp	x23, x26
	b.ne	.LBB3_5
	b	.LBB3_16
.LBB3_14:                               // %slow.i.i
                                        //   in Loop: Header=BB3_5 Depth=1
	mov	x0, x19
	mov	w1, #768                        // =0x300
	bl	spgc_allocate_array_slow
.Ltmp10:
	mov	x21, x0
	b	.LBB3_8
.LBB3_15:                               // %slow.i1
                                        //   in Loop: Header=BB3_5 Depth=1
	add	x1, x9, x23, lsl #3
	mov	x0, x20
	bl	spgc_barrier_slow
	b	.LBB3_13
.LBB3_16:                               // %done
	mov	x0, x20
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldp	x29, x30, [sp], #96             // 16-byte Folded Reload
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
.LBB3_17:                               // %stop.i
	.cfi_restore_state
	mov	x21, x0
	bl	spgc_poll_slow
.Ltmp11:
	mov	x0, x21
	cmp	x0, #1023
	b.lo	.LBB3_2
.LBB3_18:                               // %entry.slow.i_crit_edge
	add	x8, x20, :tprel_hi12:spgc_thread
	mov	x21, x0
	add	x22, x8, :tprel_lo12_nc:spgc_thread
	b	.LBB3_20
.LBB3_19:
	mov	x21, x0
.LBB3_20:                               // %slow.i
	mov	x0, x21
	mov	w1, #768                        // =0x300
	bl	spgc_allocate_array_slow
.Ltmp12:
	mov	x20, x0
	mov	x0, x21
	b	.LBB3_4
.Lfunc_end3:
	.size	in_registers_pause_table, .Lfunc_end3-in_registers_pause_table
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_pause_work         // -- Begin function in_registers_pause_work
	.p2align	2
	.type	in_registers_pause_work,@function
in_registers_pause_work:                // @in_registers_pause_work
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-96]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 96
	stp	x28, x27, [sp, #16]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #32]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #48]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #64]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #80]             // 16-byte Folded Spill
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
	.cfi_offset w30, -96
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x4
	mov	x21, x3
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x20, x2
	mov	x22, x0
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB4_8
.LBB4_1:                                // %turn.preheader
	mul	x26, x20, x1
	mov	x28, #5                         // =0x5
	mov	x23, xzr
	mov	w27, #48271                     // =0xbc8f
	movk	x28, #2, lsl #32
.LBB4_2:                                // %turn
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp13:
	mov	x24, x0
	bl	in_registers_pause_sum
.Ltmp14:
	mov	x24, x0
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp15:
	mov	x25, x0
	bl	in_registers_pause_sum
.Ltmp16:
	add	x25, x0, x24
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp17:
	mov	x24, x0
	bl	in_registers_pause_sum
.Ltmp18:
	add	x25, x0, x25
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp19:
	mov	x24, x0
	bl	in_registers_pause_sum
.Ltmp20:
	add	x25, x0, x25
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp21:
	mov	x24, x0
	bl	in_registers_pause_sum
.Ltmp22:
	add	x25, x0, x25
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp23:
	mov	x24, x0
	bl	in_registers_pause_sum
.Ltmp24:
	add	x25, x0, x25
	mov	w0, #6                          // =0x6
	bl	in_registers_pause_tree
.Ltmp25:
	mov	x24, x0
	bl	in_registers_pause_sum
.Ltmp26:
	add	x8, x0, x25
	cmp	x8, #840
	b.ne	.LBB4_6
// %bb.3:                               // %store
                                        //   in Loop: Header=BB4_2 Depth=1
	mul	x8, x21, x27
	mov	w0, #6                          // =0x6
	umulh	x9, x8, x28
	sub	x10, x8, x9
	add	x9, x9, x10, lsr #1
	lsr	x9, x9, #30
	sub	x9, x9, x9, lsl #31
	add	x21, x8, x9
	udiv	x8, x21, x26
	msub	x8, x8, x26, x21
	udiv	x24, x8, x20
	msub	x25, x24, x20, x8
	bl	in_registers_pause_tree
.Ltmp27:
	add	x8, x22, x24, lsl #3
	ldr	x8, [x8, #16]
	//APP
	//NO_APP
	ldrb	w10, [x8]
	add	x9, x8, x25, lsl #3
	tbnz	w10, #2, .LBB4_5
.LBB4_4:                                // %spgc_write_barrier.exit
                                        //   in Loop: Header=BB4_2 Depth=1
	str	x0, [x9, #16]
	add	x23, x23, #1
	ldr	w8, [x19]
	cbz	w8, .LBB4_2
	b	.LBB4_7
.LBB4_5:                                // %slow.i
                                        //   in Loop: Header=BB4_2 Depth=1
	add	x1, x9, #16
	mov	x10, x0
	mov	x0, x8
	bl	spgc_barrier_slow
	mov	x0, x10
	b	.LBB4_4
.LBB4_6:
	mov	x23, xzr
.LBB4_7:                                // %common.ret
	mov	x0, x23
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #32]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #96                  // 8-byte Folded Reload
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
	ret
.LBB4_8:                                // %stop.i
	.cfi_restore_state
	mov	x23, x1
	bl	spgc_poll_slow
.Ltmp28:
	mov	x1, x23
	b	.LBB4_1
.Lfunc_end4:
	.size	in_registers_pause_work, .Lfunc_end4-in_registers_pause_work
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_pause_sum_table    // -- Begin function in_registers_pause_sum_table
	.p2align	2
	.type	in_registers_pause_sum_table,@function
in_registers_pause_sum_table:           // @in_registers_pause_sum_table
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
	mrs	x8, TPIDR_EL0
	mov	x19, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x2, #1
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	csinc	x22, x2, xzr, hi
	cmp	x1, #1
	ldr	x8, [x8, #8]
	csinc	x23, x1, xzr, hi
	cbz	x8, .LBB5_6
.LBB5_1:                                // %arrays.preheader
	mov	x24, xzr
	mov	x20, xzr
.LBB5_2:                                // %arrays
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB5_3 Depth 2
	add	x8, x19, x24, lsl #3
	mov	x25, xzr
	ldr	x26, [x8, #16]
	add	x8, x26, #16
.LBB5_3:                                // %trees
                                        //   Parent Loop BB5_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	ldr	x21, [x8, x25, lsl #3]
	mov	x0, x21
	bl	in_registers_pause_sum
.Ltmp29:
	add	x25, x25, #1
	add	x8, x26, #16
	add	x20, x0, x20
	cmp	x22, x25
	b.ne	.LBB5_3
// %bb.4:                               // %array.done
                                        //   in Loop: Header=BB5_2 Depth=1
	add	x24, x24, #1
	cmp	x24, x23
	b.ne	.LBB5_2
// %bb.5:                               // %done
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
.LBB5_6:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp30:
	b	.LBB5_1
.Lfunc_end5:
	.size	in_registers_pause_sum_table, .Lfunc_end5-in_registers_pause_sum_table
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_pause_observe      // -- Begin function in_registers_pause_observe
	.p2align	2
	.type	in_registers_pause_observe,@function
in_registers_pause_observe:             // @in_registers_pause_observe
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-64]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 64
	stp	x24, x23, [sp, #16]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #32]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -64
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x3
	mov	x20, x2
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x21, x1
	mov	x22, x0
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB6_4
.LBB6_1:                                // %loop.preheader
	mov	x23, xzr
.LBB6_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, xzr
	mov	x1, xzr
	mov	x2, xzr
	mov	x3, xzr
	mov	x4, xzr
	mov	x5, x22
	bl	spgc_call_native
.Ltmp31:
	mov	x24, x0
	mov	x0, xzr
	mov	x1, xzr
	mov	x2, xzr
	mov	x3, xzr
	mov	x4, xzr
	mov	x5, x21
	bl	spgc_call_native
.Ltmp32:
	mov	x0, xzr
	mov	x1, xzr
	mov	x2, xzr
	mov	x3, xzr
	mov	x4, xzr
	mov	x5, x22
	bl	spgc_call_native
.Ltmp33:
	mov	x1, x0
	mov	x0, x24
	mov	x2, xzr
	mov	x3, xzr
	mov	x4, xzr
	mov	x5, x20
	bl	spgc_call_native
.Ltmp34:
	ldr	w8, [x19]
	add	x23, x23, #1
	cbz	w8, .LBB6_2
// %bb.3:                               // %done
	mov	x0, x23
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #32]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #64                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w30
	ret
.LBB6_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp35:
	b	.LBB6_1
.Lfunc_end6:
	.size	in_registers_pause_observe, .Lfunc_end6-in_registers_pause_observe
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
	cbz	x8, .LBB7_2
// %bb.1:                               // %done
	ret
.LBB7_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end7:
	.size	gc.safepoint_poll, .Lfunc_end7-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	7
	.word	0
	.word	36
	.xword	in_registers_pause_tree
	.xword	32
	.xword	4
	.xword	in_registers_pause_sum
	.xword	48
	.xword	2
	.xword	in_registers_pause_trees
	.xword	48
	.xword	3
	.xword	in_registers_pause_table
	.xword	96
	.xword	4
	.xword	in_registers_pause_work
	.xword	96
	.xword	16
	.xword	in_registers_pause_sum_table
	.xword	80
	.xword	2
	.xword	in_registers_pause_observe
	.xword	64
	.xword	5
	.xword	2882400000
	.word	.Ltmp0-in_registers_pause_tree
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
	.word	.Ltmp1-in_registers_pause_tree
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
	.word	.Ltmp2-in_registers_pause_tree
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
	.word	.Ltmp3-in_registers_pause_tree
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
	.word	.Ltmp4-in_registers_pause_sum
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
	.word	.Ltmp5-in_registers_pause_sum
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
	.word	.Ltmp6-in_registers_pause_trees
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
	.word	.Ltmp7-in_registers_pause_trees
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
	.word	.Ltmp8-in_registers_pause_trees
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
	.word	.Ltmp9-in_registers_pause_table
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
	.hword	20
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
	.word	.Ltmp10-in_registers_pause_table
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
	.word	.Ltmp11-in_registers_pause_table
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
	.word	.Ltmp12-in_registers_pause_table
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
	.word	.Ltmp13-in_registers_pause_work
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
	.word	.Ltmp14-in_registers_pause_work
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
	.hword	24
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
	.word	.Ltmp15-in_registers_pause_work
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
	.word	.Ltmp16-in_registers_pause_work
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
	.hword	25
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	25
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
	.word	.Ltmp17-in_registers_pause_work
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
	.word	.Ltmp18-in_registers_pause_work
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
	.hword	24
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
	.word	.Ltmp19-in_registers_pause_work
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
	.word	.Ltmp20-in_registers_pause_work
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
	.hword	24
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
	.word	.Ltmp21-in_registers_pause_work
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
	.word	.Ltmp22-in_registers_pause_work
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
	.hword	24
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
	.word	.Ltmp23-in_registers_pause_work
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
	.word	.Ltmp24-in_registers_pause_work
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
	.hword	24
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
	.word	.Ltmp25-in_registers_pause_work
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
	.word	.Ltmp26-in_registers_pause_work
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
	.hword	24
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
	.word	.Ltmp27-in_registers_pause_work
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
	.word	.Ltmp28-in_registers_pause_work
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
	.word	.Ltmp29-in_registers_pause_sum_table
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
	.word	.Ltmp30-in_registers_pause_sum_table
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
	.word	.Ltmp31-in_registers_pause_observe
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
	.word	.Ltmp32-in_registers_pause_observe
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
	.word	.Ltmp33-in_registers_pause_observe
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
	.word	.Ltmp34-in_registers_pause_observe
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
	.word	.Ltmp35-in_registers_pause_observe
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
