# Made from managed/polls.ll by managed/regenerate: edit that, not this.
	.text
	.globl	patched_polls_bench_polls_turns // -- Begin function patched_polls_bench_polls_turns
	.p2align	2
	.type	patched_polls_bench_polls_turns,@function
patched_polls_bench_polls_turns:        // @patched_polls_bench_polls_turns
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	cmp	x0, #1
	csinc	x19, x0, xzr, hi
	nop
.Ltmp0:
	mov	x20, x19
.LBB0_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	nop
.Ltmp1:
	subs	x20, x20, #1
	b.ne	.LBB0_1
// %bb.2:                               // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.Lfunc_end0:
	.size	patched_polls_bench_polls_turns, .Lfunc_end0-patched_polls_bench_polls_turns
	.cfi_endproc
                                        // -- End function
	.globl	patched_polls_bench_polls_field // -- Begin function patched_polls_bench_polls_field
	.p2align	2
	.type	patched_polls_bench_polls_field,@function
patched_polls_bench_polls_field:        // @patched_polls_bench_polls_field
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	cmp	x1, #1
	str	x0, [sp, #8]
	csinc	x20, x1, xzr, hi
	nop
.Ltmp2:
	ldr	x8, [sp, #8]
	mov	x19, xzr
.LBB1_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	x9, [x8, #8]
	str	x8, [sp, #8]
	add	x19, x9, x19
	nop
.Ltmp3:
	ldr	x8, [sp, #8]
	subs	x20, x20, #1
	b.ne	.LBB1_1
// %bb.2:                               // %done
	mov	x0, x19
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.Lfunc_end1:
	.size	patched_polls_bench_polls_field, .Lfunc_end1-patched_polls_bench_polls_field
	.cfi_endproc
                                        // -- End function
	.globl	patched_polls_bench_polls_until // -- Begin function patched_polls_bench_polls_until
	.p2align	2
	.type	patched_polls_bench_polls_until,@function
patched_polls_bench_polls_until:        // @patched_polls_bench_polls_until
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	mov	x19, x0
	nop
.Ltmp4:
.LBB2_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	ldr	w20, [x19]
	nop
.Ltmp5:
	cbz	w20, .LBB2_1
// %bb.2:                               // %done
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	mov	x0, xzr
	ldr	x30, [sp], #32                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	patched_polls_bench_polls_until, .Lfunc_end2-patched_polls_bench_polls_until
	.cfi_endproc
                                        // -- End function
	.hidden	gc.safepoint_poll               // -- Begin function gc.safepoint_poll
	.weak	gc.safepoint_poll
	.p2align	2
	.type	gc.safepoint_poll,@function
gc.safepoint_poll:                      // @gc.safepoint_poll
	.cfi_startproc
// %bb.0:                               // %entry
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
	.xword	patched_polls_bench_polls_turns
	.xword	32
	.xword	2
	.xword	patched_polls_bench_polls_field
	.xword	32
	.xword	2
	.xword	patched_polls_bench_polls_until
	.xword	32
	.xword	2
	.xword	1347374156
	.word	.Ltmp0-patched_polls_bench_polls_turns
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
	.xword	1347374156
	.word	.Ltmp1-patched_polls_bench_polls_turns
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
	.xword	1347374156
	.word	.Ltmp2-patched_polls_bench_polls_field
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
	.xword	1347374156
	.word	.Ltmp3-patched_polls_bench_polls_field
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
	.xword	1347374156
	.word	.Ltmp4-patched_polls_bench_polls_until
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
	.xword	1347374156
	.word	.Ltmp5-patched_polls_bench_polls_until
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
