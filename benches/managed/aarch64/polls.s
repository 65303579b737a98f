# Made from managed/polls.ll by managed/regenerate: edit that, not this.
	.text
	.globl	bench_polls_turns               // -- Begin function bench_polls_turns
	.p2align	2
	.type	bench_polls_turns,@function
bench_polls_turns:                      // @bench_polls_turns
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
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	csinc	x0, x0, xzr, hi
	ldr	x9, [x8, #8]
	cbz	x9, .LBB0_6
.LBB0_1:                                // %loop.preheader
	mov	x9, x0
.LBB0_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x10, [x8, #8]
	cbz	x10, .LBB0_4
// %bb.3:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_2 Depth=1
	subs	x9, x9, #1
	b.ne	.LBB0_2
	b	.LBB0_5
.LBB0_4:                                // %stop.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	stp	x9, x8, [sp]                    // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp0:
	ldp	x9, x8, [sp]                    // 16-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	subs	x9, x9, #1
	b.ne	.LBB0_2
.LBB0_5:                                // %done
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB0_6:                                // %stop.i5
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp1:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB0_1
.Lfunc_end0:
	.size	bench_polls_turns, .Lfunc_end0-bench_polls_turns
	.cfi_endproc
                                        // -- End function
	.globl	bench_polls_field               // -- Begin function bench_polls_field
	.p2align	2
	.type	bench_polls_field,@function
bench_polls_field:                      // @bench_polls_field
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	cmp	x1, #1
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	csinc	x10, x1, xzr, hi
	ldr	x8, [x9, #8]
	cbz	x8, .LBB1_6
.LBB1_1:                                // %loop.preheader
	mov	x8, xzr
.LBB1_2:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	x11, [x0, #8]
	ldr	x12, [x9, #8]
	cbz	x12, .LBB1_4
.LBB1_3:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB1_2 Depth=1
	subs	x10, x10, #1
	add	x8, x11, x8
	b.ne	.LBB1_2
	b	.LBB1_5
.LBB1_4:                                // %stop.i
                                        //   in Loop: Header=BB1_2 Depth=1
	str	x0, [sp, #40]
	stp	x8, x10, [sp, #8]               // 16-byte Folded Spill
	str	x9, [sp, #24]                   // 8-byte Folded Spill
	str	x11, [sp]                       // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp2:
	ldp	x11, x8, [sp]                   // 16-byte Folded Reload
	ldr	x0, [sp, #40]
	ldp	x10, x9, [sp, #16]              // 16-byte Folded Reload
	b	.LBB1_3
.LBB1_5:                                // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_6:                                // %stop.i5
	.cfi_restore_state
	str	x0, [sp, #40]
	stp	x10, x9, [sp, #16]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp3:
	ldp	x10, x9, [sp, #16]              // 16-byte Folded Reload
	ldr	x0, [sp, #40]
	b	.LBB1_1
.Lfunc_end1:
	.size	bench_polls_field, .Lfunc_end1-bench_polls_field
	.cfi_endproc
                                        // -- End function
	.globl	bench_polls_until               // -- Begin function bench_polls_until
	.p2align	2
	.type	bench_polls_until,@function
bench_polls_until:                      // @bench_polls_until
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
	cbz	x9, .LBB2_5
.LBB2_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	w9, [x0]
	ldr	x10, [x8, #8]
	cbz	x10, .LBB2_3
// %bb.2:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB2_1 Depth=1
	cbz	w9, .LBB2_1
	b	.LBB2_4
.LBB2_3:                                // %stop.i
                                        //   in Loop: Header=BB2_1 Depth=1
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	str	w9, [sp, #4]                    // 4-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp4:
	ldr	w9, [sp, #4]                    // 4-byte Folded Reload
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	cbz	w9, .LBB2_1
.LBB2_4:                                // %done
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, xzr
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB2_5:                                // %stop.i5
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB2_1
.Lfunc_end2:
	.size	bench_polls_until, .Lfunc_end2-bench_polls_until
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
	.word	6
	.xword	bench_polls_turns
	.xword	32
	.xword	2
	.xword	bench_polls_field
	.xword	48
	.xword	2
	.xword	bench_polls_until
	.xword	32
	.xword	2
	.xword	2882400000
	.word	.Ltmp0-bench_polls_turns
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
	.word	.Ltmp1-bench_polls_turns
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
	.word	.Ltmp2-bench_polls_field
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
	.word	.Ltmp3-bench_polls_field
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
	.word	.Ltmp4-bench_polls_until
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
	.word	.Ltmp5-bench_polls_until
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
