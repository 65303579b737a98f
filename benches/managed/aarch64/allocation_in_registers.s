# Made from managed/allocation.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_allocation_16      // -- Begin function in_registers_allocation_16
	.p2align	2
	.type	in_registers_allocation_16,@function
in_registers_allocation_16:             // @in_registers_allocation_16
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x0, #1
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	csinc	x0, x0, xzr, hi
	ldr	x8, [x9, #8]
	cbz	x8, .LBB0_9
.LBB0_1:                                // %loop.preheader
	mov	x10, xzr
	mov	w11, #1024                      // =0x400
.LBB0_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x13, [x9, #8]
	add	x12, x8, #16
	cmp	x12, x13
	b.hi	.LBB0_6
// %bb.3:                               // %bump.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x12, [x9]
	str	x11, [x8]
.LBB0_4:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x10, [x8, #8]
	ldr	x8, [x9, #8]
	cbz	x8, .LBB0_7
.LBB0_5:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_2 Depth=1
	add	x10, x10, #1
	cmp	x0, x10
	b.ne	.LBB0_2
	b	.LBB0_8
.LBB0_6:                                // %slow.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	stp	x10, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp0:
	ldp	x10, x9, [sp]                   // 16-byte Folded Reload
	mov	x8, x0
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	mov	w11, #1024                      // =0x400
	b	.LBB0_4
.LBB0_7:                                // %stop.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	stp	x10, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp1:
	ldp	x10, x9, [sp]                   // 16-byte Folded Reload
	mov	w11, #1024                      // =0x400
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB0_5
.LBB0_8:                                // %done
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB0_9:                                // %stop.i7
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp2:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB0_1
.Lfunc_end0:
	.size	in_registers_allocation_16, .Lfunc_end0-in_registers_allocation_16
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_allocation_32      // -- Begin function in_registers_allocation_32
	.p2align	2
	.type	in_registers_allocation_32,@function
in_registers_allocation_32:             // @in_registers_allocation_32
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x0, #1
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	csinc	x0, x0, xzr, hi
	ldr	x8, [x9, #8]
	cbz	x8, .LBB1_9
.LBB1_1:                                // %loop.preheader
	mov	x10, xzr
	mov	w11, #1280                      // =0x500
.LBB1_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x13, [x9, #8]
	add	x12, x8, #32
	cmp	x12, x13
	b.hi	.LBB1_6
// %bb.3:                               // %bump.i
                                        //   in Loop: Header=BB1_2 Depth=1
	str	x12, [x9]
	str	x11, [x8]
.LBB1_4:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB1_2 Depth=1
	stp	x10, x10, [x8, #8]
	str	x10, [x8, #24]
	ldr	x8, [x9, #8]
	cbz	x8, .LBB1_7
.LBB1_5:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB1_2 Depth=1
	add	x10, x10, #1
	cmp	x0, x10
	b.ne	.LBB1_2
	b	.LBB1_8
.LBB1_6:                                // %slow.i
                                        //   in Loop: Header=BB1_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	mov	w0, #32                         // =0x20
	mov	w1, #1280                       // =0x500
	stp	x10, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp3:
	ldp	x10, x9, [sp]                   // 16-byte Folded Reload
	mov	x8, x0
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	mov	w11, #1280                      // =0x500
	b	.LBB1_4
.LBB1_7:                                // %stop.i
                                        //   in Loop: Header=BB1_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	stp	x10, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp4:
	ldp	x10, x9, [sp]                   // 16-byte Folded Reload
	mov	w11, #1280                      // =0x500
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_5
.LBB1_8:                                // %done
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_9:                                // %stop.i7
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.Lfunc_end1:
	.size	in_registers_allocation_32, .Lfunc_end1-in_registers_allocation_32
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_allocation_48      // -- Begin function in_registers_allocation_48
	.p2align	2
	.type	in_registers_allocation_48,@function
in_registers_allocation_48:             // @in_registers_allocation_48
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x0, #1
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	csinc	x0, x0, xzr, hi
	ldr	x8, [x9, #8]
	cbz	x8, .LBB2_9
.LBB2_1:                                // %loop.preheader
	mov	x10, xzr
	mov	w11, #1536                      // =0x600
.LBB2_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x8, [x9]
	ldr	x13, [x9, #8]
	add	x12, x8, #48
	cmp	x12, x13
	b.hi	.LBB2_6
// %bb.3:                               // %bump.i
                                        //   in Loop: Header=BB2_2 Depth=1
	str	x12, [x9]
	str	x11, [x8]
.LBB2_4:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB2_2 Depth=1
	stp	x10, x10, [x8, #8]
	stp	x10, x10, [x8, #24]
	str	x10, [x8, #40]
	ldr	x8, [x9, #8]
	cbz	x8, .LBB2_7
.LBB2_5:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB2_2 Depth=1
	add	x10, x10, #1
	cmp	x0, x10
	b.ne	.LBB2_2
	b	.LBB2_8
.LBB2_6:                                // %slow.i
                                        //   in Loop: Header=BB2_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	mov	w0, #48                         // =0x30
	mov	w1, #1536                       // =0x600
	stp	x10, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp6:
	ldp	x10, x9, [sp]                   // 16-byte Folded Reload
	mov	x8, x0
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	mov	w11, #1536                      // =0x600
	b	.LBB2_4
.LBB2_7:                                // %stop.i
                                        //   in Loop: Header=BB2_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	stp	x10, x9, [sp]                   // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp7:
	ldp	x10, x9, [sp]                   // 16-byte Folded Reload
	mov	w11, #1536                      // =0x600
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB2_5
.LBB2_8:                                // %done
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB2_9:                                // %stop.i7
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp8:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB2_1
.Lfunc_end2:
	.size	in_registers_allocation_48, .Lfunc_end2-in_registers_allocation_48
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
	cbz	x8, .LBB3_2
// %bb.1:                               // %done
	ret
.LBB3_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end3:
	.size	gc.safepoint_poll, .Lfunc_end3-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	3
	.word	0
	.word	9
	.xword	in_registers_allocation_16
	.xword	32
	.xword	3
	.xword	in_registers_allocation_32
	.xword	32
	.xword	3
	.xword	in_registers_allocation_48
	.xword	32
	.xword	3
	.xword	2882400000
	.word	.Ltmp0-in_registers_allocation_16
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
	.word	.Ltmp1-in_registers_allocation_16
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
	.word	.Ltmp2-in_registers_allocation_16
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
	.word	.Ltmp3-in_registers_allocation_32
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
	.word	.Ltmp4-in_registers_allocation_32
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
	.word	.Ltmp5-in_registers_allocation_32
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
	.word	.Ltmp6-in_registers_allocation_48
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
	.word	.Ltmp7-in_registers_allocation_48
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
	.word	.Ltmp8-in_registers_allocation_48
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
