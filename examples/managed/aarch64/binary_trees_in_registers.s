# Made from managed/binary_trees.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_bt_make            // -- Begin function in_registers_bt_make
	.p2align	2
	.type	in_registers_bt_make,@function
in_registers_bt_make:                   // @in_registers_bt_make
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
	cbz	x8, .LBB0_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	w0, .LBB0_6
.LBB0_2:                                // %inner
	sub	w20, w0, #1
	mov	w0, w20
	bl	in_registers_bt_make
.Ltmp0:
	mov	x19, x0
	mov	w0, w20
	bl	in_registers_bt_make
.Ltmp1:
	add	x8, x21, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, #24
	cmp	x10, x11
	b.hi	.LBB0_9
// %bb.3:                               // %bump.i7
	str	x10, [x9]
	mov	w9, #256                        // =0x100
	str	x9, [x8]
.LBB0_4:                                // %spgc_allocate.exit11
	stp	x19, x0, [x8, #8]
	b	.LBB0_8
.LBB0_5:                                // %stop.i
	mov	w19, w0
	bl	spgc_poll_slow
.Ltmp2:
	mov	w0, w19
	cbnz	w0, .LBB0_2
.LBB0_6:                                // %leaf
	add	x8, x21, :tprel_hi12:spgc_thread
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
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	mov	x0, x8
	ldp	x30, x21, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB0_9:                                // %slow.i9
	.cfi_restore_state
	mov	x20, x0
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp3:
	mov	x8, x0
	mov	x0, x20
	b	.LBB0_4
.LBB0_10:                               // %slow.i
	mov	w0, #24                         // =0x18
	mov	w1, #256                        // =0x100
	bl	spgc_allocate_slow
.Ltmp4:
	mov	x8, x0
	b	.LBB0_8
.Lfunc_end0:
	.size	in_registers_bt_make, .Lfunc_end0-in_registers_bt_make
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_bt_count           // -- Begin function in_registers_bt_count
	.p2align	2
	.type	in_registers_bt_count,@function
in_registers_bt_count:                  // @in_registers_bt_count
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
	cbz	x8, .LBB1_4
.LBB1_1:                                // %tailrecurse.preheader
	mov	x21, xzr
	ldr	x20, [x19, #8]
	cbz	x20, .LBB1_3
.LBB1_2:                                // %inner
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x20
	bl	in_registers_bt_count
.Ltmp5:
	ldr	x19, [x19, #16]
	add	x8, x0, x21
	add	x21, x8, #1
	ldr	x20, [x19, #8]
	cbnz	x20, .LBB1_2
.LBB1_3:                                // %common.ret1
	ldp	x20, x19, [sp, #16]             // 16-byte Folded Reload
	add	x0, x21, #1
	ldp	x30, x21, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	ret
.LBB1_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp6:
	b	.LBB1_1
.Lfunc_end1:
	.size	in_registers_bt_count, .Lfunc_end1-in_registers_bt_count
	.cfi_endproc
                                        // -- End function
	.globl	in_registers_bt_churn           // -- Begin function in_registers_bt_churn
	.p2align	2
	.type	in_registers_bt_churn,@function
in_registers_bt_churn:                  // @in_registers_bt_churn
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
	bl	in_registers_bt_make
.Ltmp7:
	mov	x22, x0
	bl	in_registers_bt_count
.Ltmp8:
	subs	x20, x20, #1
	add	x21, x0, x21
	b.ne	.LBB2_2
.LBB2_3:                                // %done
	mov	x0, x21
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
.LBB2_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp9:
	mov	x21, xzr
	cbnz	x20, .LBB2_2
	b	.LBB2_3
.Lfunc_end2:
	.size	in_registers_bt_churn, .Lfunc_end2-in_registers_bt_churn
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
	.xword	in_registers_bt_make
	.xword	32
	.xword	5
	.xword	in_registers_bt_count
	.xword	32
	.xword	2
	.xword	in_registers_bt_churn
	.xword	48
	.xword	3
	.xword	2882400000
	.word	.Ltmp0-in_registers_bt_make
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
	.word	.Ltmp1-in_registers_bt_make
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
	.word	.Ltmp2-in_registers_bt_make
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
	.word	.Ltmp3-in_registers_bt_make
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
	.word	.Ltmp4-in_registers_bt_make
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
	.word	.Ltmp5-in_registers_bt_count
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
	.word	.Ltmp6-in_registers_bt_count
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
	.word	.Ltmp7-in_registers_bt_churn
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
	.word	.Ltmp8-in_registers_bt_churn
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
	.word	.Ltmp9-in_registers_bt_churn
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
