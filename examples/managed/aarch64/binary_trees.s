# Made from managed/binary_trees.ll by managed/regenerate: edit that, not this.
	.text
	.globl	bt_make                         // -- Begin function bt_make
	.p2align	2
	.type	bt_make,@function
bt_make:                                // @bt_make
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x20, TPIDR_EL0
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	w0, .LBB0_6
.LBB0_2:                                // %inner
	sub	w19, w0, #1
	mov	w0, w19
	bl	bt_make
.Ltmp0:
	str	x0, [sp, #24]
	mov	w0, w19
	bl	bt_make
.Ltmp1:
	add	x8, x20, :tprel_hi12:spgc_thread
	ldr	x9, [sp, #24]
	//APP
	//NO_APP
	add	x10, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x10]
	ldr	x12, [x10, #8]
	add	x11, x8, #24
	cmp	x11, x12
	b.hi	.LBB0_9
// %bb.3:                               // %bump.i7
	str	x11, [x10]
	mov	w10, #256                       // =0x100
	str	x10, [x8]
.LBB0_4:                                // %spgc_allocate.exit11
	stp	x9, x0, [x8, #8]
	b	.LBB0_8
.LBB0_5:                                // %stop.i
	mov	w19, w0
	bl	spgc_poll_slow
.Ltmp2:
	mov	w0, w19
	cbnz	w0, .LBB0_2
.LBB0_6:                                // %leaf
	add	x8, x20, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #24
	cmp	x10, x11
	b.hi	.LBB0_10
// %bb.7:                               // %bump.i
	str	x10, [x9]
	mov	w9, #256                        // =0x100
	str	x9, [x8]
.LBB0_8:                                // %common.ret
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	mov	x0, x8
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB0_9:                                // %slow.i9
	.cfi_restore_state
	str	x0, [sp, #8]
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp3:
	ldr	x10, [sp, #8]
	ldr	x9, [sp, #24]
	mov	x8, x0
	mov	x0, x10
	b	.LBB0_4
.LBB0_10:                               // %slow.i
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp4:
	mov	x8, x0
	b	.LBB0_8
.Lfunc_end0:
	.size	bt_make, .Lfunc_end0-bt_make
	.cfi_endproc
                                        // -- End function
	.globl	bt_count                        // -- Begin function bt_count
	.p2align	2
	.type	bt_count,@function
bt_count:                               // @bt_count
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_4
.LBB1_1:                                // %tailrecurse.preheader
	mov	x19, xzr
	ldr	x8, [x0, #8]
	cbz	x8, .LBB1_3
.LBB1_2:                                // %inner
                                        // =>This Inner Loop Header: Depth=1
	stp	x0, x8, [sp]
	mov	x0, x8
	bl	bt_count
.Ltmp5:
	ldr	x8, [sp]
	add	x9, x0, x19
	add	x19, x9, #1
	ldr	x0, [x8, #16]
	ldr	x8, [x0, #8]
	cbnz	x8, .LBB1_2
.LBB1_3:                                // %common.ret1
	add	x0, x19, #1
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB1_4:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]
	bl	spgc_poll_slow
.Ltmp6:
	ldr	x0, [sp, #8]
	b	.LBB1_1
.Lfunc_end1:
	.size	bt_count, .Lfunc_end1-bt_count
	.cfi_endproc
                                        // -- End function
	.globl	bt_churn                        // -- Begin function bt_churn
	.p2align	2
	.type	bt_churn,@function
bt_churn:                               // @bt_churn
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
	mrs	x8, TPIDR_EL0
	mov	w19, w1
	mov	x20, x0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_4
// %bb.1:                               // %gc.safepoint_poll.exit
	mov	x21, xzr
	cbz	x20, .LBB2_3
.LBB2_2:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	mov	w0, w19
	bl	bt_make
.Ltmp7:
	str	x0, [sp, #8]
	bl	bt_count
.Ltmp8:
	subs	x20, x20, #1
	add	x21, x0, x21
	b.ne	.LBB2_2
.LBB2_3:                                // %done
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
.LBB2_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp9:
	mov	x21, xzr
	cbnz	x20, .LBB2_2
	b	.LBB2_3
.Lfunc_end2:
	.size	bt_churn, .Lfunc_end2-bt_churn
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
	.word	10
	.xword	bt_make
	.xword	48
	.xword	5
	.xword	bt_count
	.xword	32
	.xword	2
	.xword	bt_churn
	.xword	48
	.xword	3
	.xword	2882400000
	.word	.Ltmp0-bt_make
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
	.word	.Ltmp1-bt_make
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
	.word	.Ltmp2-bt_make
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
	.word	.Ltmp3-bt_make
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
	.word	.Ltmp4-bt_make
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
	.word	.Ltmp5-bt_count
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
	.word	.Ltmp6-bt_count
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
	.word	.Ltmp7-bt_churn
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
	.word	.Ltmp8-bt_churn
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
	.word	.Ltmp9-bt_churn
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
