# Made from managed/slow.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_busy                       // -- Begin function test_busy
	.p2align	2
	.type	test_busy,@function
test_busy:                              // @test_busy
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_7
.LBB0_1:                                // %outer.preheader
	mov	w9, #51712                      // =0xca00
	mov	w8, wzr
	mov	w10, #1                         // =0x1
	movk	w9, #15258, lsl #16
.LBB0_2:                                // %outer
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB0_3 Depth 2
	mov	w11, #51712                     // =0xca00
	movk	w11, #15258, lsl #16
.LBB0_3:                                // %inner
                                        //   Parent Loop BB0_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	str	w10, [x0, #4]
	ldr	w12, [x0]
	cbnz	w12, .LBB0_6
// %bb.4:                               // %again
                                        //   in Loop: Header=BB0_3 Depth=2
	subs	w11, w11, #1
	b.ne	.LBB0_3
// %bb.5:                               // %outer.end
                                        //   in Loop: Header=BB0_2 Depth=1
	add	w8, w8, #1
	cmp	w8, w9
	b.ne	.LBB0_2
.LBB0_6:                                // %done
	mov	w0, #7                          // =0x7
	ret
.LBB0_7:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp0:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	b	.LBB0_1
.Lfunc_end0:
	.size	test_busy, .Lfunc_end0-test_busy
	.cfi_endproc
                                        // -- End function
	.globl	test_busy_below                 // -- Begin function test_busy_below
	.p2align	2
	.type	test_busy_below,@function
test_busy_below:                        // @test_busy_below
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_3
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x1, .LBB1_4
.LBB1_2:                                // %deeper
	sub	x1, x1, #1
	bl	test_busy_below
.Ltmp1:
	add	x0, x0, #1
	b	.LBB1_5
.LBB1_3:                                // %stop.i
	str	x1, [sp, #24]                   // 8-byte Folded Spill
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp2:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x1, [sp, #24]                   // 8-byte Folded Reload
	cbnz	x1, .LBB1_2
.LBB1_4:                                // %bottom
	bl	test_busy
.Ltmp3:
	mov	w0, #7                          // =0x7
.LBB1_5:                                // %common.ret
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end1:
	.size	test_busy_below, .Lfunc_end1-test_busy_below
	.cfi_endproc
                                        // -- End function
	.globl	test_busy_leaf                  // -- Begin function test_busy_leaf
	.p2align	2
	.type	test_busy_leaf,@function
test_busy_leaf:                         // @test_busy_leaf
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_2
.LBB2_1:                                // %gc.safepoint_poll.exit
	bl	slow_leaf
	mov	w0, #7                          // =0x7
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB2_2:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp4:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB2_1
.Lfunc_end2:
	.size	test_busy_leaf, .Lfunc_end2-test_busy_leaf
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function slow_leaf
	.type	slow_leaf,@function
slow_leaf:                              // @slow_leaf
	.cfi_startproc
// %bb.0:                               // %entry
	mov	w8, #1                          // =0x1
.LBB3_1:                                // %loop
                                        // =>This Inner Loop Header: Depth=1
	str	w8, [x0, #4]
	ldr	w9, [x0]
	cbz	w9, .LBB3_1
// %bb.2:                               // %done
	ret
.Lfunc_end3:
	.size	slow_leaf, .Lfunc_end3-slow_leaf
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
	cbz	x8, .LBB4_2
// %bb.1:                               // %done
	ret
.LBB4_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end4:
	.size	gc.safepoint_poll, .Lfunc_end4-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	3
	.word	0
	.word	5
	.xword	test_busy
	.xword	16
	.xword	1
	.xword	test_busy_below
	.xword	32
	.xword	3
	.xword	test_busy_leaf
	.xword	16
	.xword	1
	.xword	2882400000
	.word	.Ltmp0-test_busy
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
	.word	.Ltmp1-test_busy_below
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
	.word	.Ltmp2-test_busy_below
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
	.word	.Ltmp3-test_busy_below
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
	.word	.Ltmp4-test_busy_leaf
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
