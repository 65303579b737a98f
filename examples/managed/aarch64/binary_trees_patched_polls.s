# Made from managed/binary_trees.ll by managed/regenerate: edit that, not this.
	.text
	.globl	patched_polls_bt_make           // -- Begin function patched_polls_bt_make
	.p2align	2
	.type	patched_polls_bt_make,@function
patched_polls_bt_make:                  // @patched_polls_bt_make
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mov	w19, w0
	nop
.Ltmp0:
	cbz	w19, .LBB0_4
// %bb.1:                               // %inner
	sub	w19, w19, #1
	mov	w0, w19
	bl	patched_polls_bt_make
.Ltmp1:
	str	x0, [sp, #8]
	mov	w0, w19
	bl	patched_polls_bt_make
.Ltmp2:
	mrs	x8, TPIDR_EL0
	ldr	x9, [sp, #8]
	//APP
	//NO_APP
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x10, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x10]
	ldr	x12, [x10, #8]
	add	x11, x8, #24
	cmp	x11, x12
	b.hi	.LBB0_7
// %bb.2:                               // %bump.i7
	str	x11, [x10]
	mov	w10, #256                       // =0x100
	str	x10, [x8]
.LBB0_3:                                // %spgc_allocate.exit11
	stp	x9, x0, [x8, #8]
	b	.LBB0_6
.LBB0_4:                                // %leaf
	mrs	x8, TPIDR_EL0
	//APP
	//NO_APP
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #24
	cmp	x10, x11
	b.hi	.LBB0_8
// %bb.5:                               // %bump.i
	str	x10, [x9]
	mov	w9, #256                        // =0x100
	str	x9, [x8]
.LBB0_6:                                // %common.ret
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB0_7:                                // %slow.i9
	.cfi_restore_state
	str	x0, [sp]
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp3:
	ldp	x10, x9, [sp]
	mov	x8, x0
	mov	x0, x10
	b	.LBB0_3
.LBB0_8:                                // %slow.i
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp4:
	mov	x8, x0
	b	.LBB0_6
.Lfunc_end0:
	.size	patched_polls_bt_make, .Lfunc_end0-patched_polls_bt_make
	.cfi_endproc
                                        // -- End function
	.globl	patched_polls_bt_count          // -- Begin function patched_polls_bt_count
	.p2align	2
	.type	patched_polls_bt_count,@function
patched_polls_bt_count:                 // @patched_polls_bt_count
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	str	x0, [sp, #8]
	nop
.Ltmp5:
	ldr	x8, [sp, #8]
	mov	x19, xzr
	ldr	x0, [x8, #8]
	cbz	x0, .LBB1_2
.LBB1_1:                                // %inner
                                        // =>This Inner Loop Header: Depth=1
	stp	x8, x0, [sp]
	bl	patched_polls_bt_count
.Ltmp6:
	ldr	x8, [sp]
	add	x9, x0, x19
	add	x19, x9, #1
	ldr	x8, [x8, #16]
	ldr	x0, [x8, #8]
	cbnz	x0, .LBB1_1
.LBB1_2:                                // %common.ret1
	add	x0, x19, #1
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.Lfunc_end1:
	.size	patched_polls_bt_count, .Lfunc_end1-patched_polls_bt_count
	.cfi_endproc
                                        // -- End function
	.globl	patched_polls_bt_churn          // -- Begin function patched_polls_bt_churn
	.p2align	2
	.type	patched_polls_bt_churn,@function
patched_polls_bt_churn:                 // @patched_polls_bt_churn
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
	mov	w19, w1
	mov	x20, x0
	nop
.Ltmp7:
	mov	x21, xzr
	cbz	x20, .LBB2_2
.LBB2_1:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, w19
	bl	patched_polls_bt_make
.Ltmp8:
	str	x0, [sp, #8]
	bl	patched_polls_bt_count
.Ltmp9:
	subs	x20, x20, #1
	add	x21, x0, x21
	b.ne	.LBB2_1
.LBB2_2:                                // %done
	mov	x0, x21
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x30, x21, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	patched_polls_bt_churn, .Lfunc_end2-patched_polls_bt_churn
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
	.word	10
	.xword	patched_polls_bt_make
	.xword	32
	.xword	5
	.xword	patched_polls_bt_count
	.xword	32
	.xword	2
	.xword	patched_polls_bt_churn
	.xword	48
	.xword	3
	.xword	1347374156
	.word	.Ltmp0-patched_polls_bt_make
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
	.word	.Ltmp1-patched_polls_bt_make
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
	.word	.Ltmp2-patched_polls_bt_make
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
	.word	.Ltmp3-patched_polls_bt_make
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
	.word	8
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
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp4-patched_polls_bt_make
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
	.word	.Ltmp5-patched_polls_bt_count
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
	.word	.Ltmp6-patched_polls_bt_count
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
	.word	8
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
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	1347374156
	.word	.Ltmp7-patched_polls_bt_churn
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
	.word	.Ltmp8-patched_polls_bt_churn
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
	.word	.Ltmp9-patched_polls_bt_churn
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

	.section	".note.GNU-stack","",@progbits
