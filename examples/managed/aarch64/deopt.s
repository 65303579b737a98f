# Made from managed/deopt.ll by managed/regenerate: edit that, not this.
	.text
	.globl	deopt_grow                      // -- Begin function deopt_grow
	.p2align	2
	.type	deopt_grow,@function
deopt_grow:                             // @deopt_grow
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	stp	x24, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -64
	.cfi_remember_state
	mrs	x23, TPIDR_EL0
	add	x8, x23, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x0, .LBB0_6
.LBB0_2:                                // %inner
	lsl	x8, x1, #1
	mov	w19, #1                         // =0x1
	sub	x20, x0, #1
	bfi	x19, x1, #1, #63
	mov	x0, x20
	mov	x24, x1
	mov	x1, x8
	mov	x21, x2
	mov	x22, x3
	bl	deopt_grow
.Ltmp0:
	str	x0, [sp, #24]
	mov	x0, x20
	mov	x1, x19
	mov	x2, x21
	mov	x3, x22
	bl	deopt_grow
.Ltmp1:
	udiv	x8, x24, x21
	mov	x10, #63439                     // =0xf7cf
	lsr	x9, x24, #3
	movk	x10, #58195, lsl #16
	movk	x10, #39845, lsl #32
	movk	x10, #8388, lsl #48
	umulh	x9, x9, x10
	mov	w10, #1000                      // =0x3e8
	lsr	x9, x9, #4
	msub	x11, x9, x10, x24
	ldr	x9, [sp, #24]
	//APP
	//NO_APP
	msub	x12, x8, x21, x24
	add	x8, x23, :tprel_hi12:spgc_thread
	orr	x13, x11, #0x200000000
	add	x10, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x10]
	cmp	x12, #0
	ldr	x12, [x10, #8]
	csel	x13, x13, x11, eq
	cmp	x24, x22
	add	x11, x8, #32
	csinv	x19, x13, xzr, ne
	cmp	x11, x12
	b.hi	.LBB0_8
// %bb.3:                               // %bump.i
	str	x11, [x10]
	mov	w10, #1280                      // =0x500
	str	x10, [x8]
.LBB0_4:                                // %spgc_allocate.exit
	stp	x9, x0, [x8, #8]
	str	x19, [x8, #24]
	b	.LBB0_7
.LBB0_5:                                // %stop.i
	mov	x19, x3
	mov	x21, x1
	mov	x20, x2
	mov	x22, x0
	bl	spgc_poll_slow
.Ltmp2:
	mov	x0, x22
	mov	x2, x20
	mov	x1, x21
	mov	x3, x19
	cbnz	x0, .LBB0_2
.LBB0_6:
	mov	x8, xzr
.LBB0_7:                                // %common.ret
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	mov	x0, x8
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w30
	ret
.LBB0_8:                                // %slow.i
	.cfi_restore_state
	str	x0, [sp, #8]
	mov	w0, #32                         // =0x20
	mov	w1, #1280                       // =0x500
	bl	spgc_allocate_slow
.Ltmp3:
	ldr	x10, [sp, #8]
	ldr	x9, [sp, #24]
	mov	x8, x0
	mov	x0, x10
	b	.LBB0_4
.Lfunc_end0:
	.size	deopt_grow, .Lfunc_end0-deopt_grow
	.cfi_endproc
                                        // -- End function
	.globl	deopt_checksum                  // -- Begin function deopt_checksum
	.p2align	2
	.type	deopt_checksum,@function
deopt_checksum:                         // @deopt_checksum
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x30, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w30, -16
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_3
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x0, .LBB1_4
.LBB1_2:                                // %inner
	ldr	x8, [x0, #8]
	stp	x0, x8, [sp]
	mov	x0, x8
	bl	deopt_checksum
.Ltmp4:
	ldr	x8, [sp]
	mov	x19, x0
	ldr	x0, [x8, #16]
	str	x0, [sp, #8]
	bl	deopt_checksum
.Ltmp5:
	lsl	x8, x19, #5
	ldr	x9, [sp]
	mov	w10, #16963                     // =0x4243
	movk	w10, #15, lsl #16
	sub	x8, x8, x19
	ldr	x9, [x9, #24]
	eor	x8, x0, x8
	madd	x0, x8, x10, x9
	b	.LBB1_5
.LBB1_3:                                // %stop.i
	str	x0, [sp, #8]
	bl	spgc_poll_slow
.Ltmp6:
	ldr	x0, [sp, #8]
	cbnz	x0, .LBB1_2
.LBB1_4:
	mov	w0, #1                          // =0x1
.LBB1_5:                                // %common.ret
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.Lfunc_end1:
	.size	deopt_checksum, .Lfunc_end1-deopt_checksum
	.cfi_endproc
                                        // -- End function
	.globl	deopt_scale                     // -- Begin function deopt_scale
	.p2align	2
	.type	deopt_scale,@function
deopt_scale:                            // @deopt_scale
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	.cfi_remember_state
	mrs	x20, TPIDR_EL0
	mov	x19, x1
	add	x8, x20, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_7
// %bb.1:                               // %gc.safepoint_poll.exit
	cbz	x0, .LBB2_8
.LBB2_2:                                // %inner
	ldr	x8, [x0, #8]
	str	x0, [sp, #40]
	mov	x1, x19
	mov	x0, x8
	stp	x8, x19, [sp, #16]
	bl	deopt_scale
.Ltmp7:
	ldr	x8, [sp, #40]
	mov	x1, x19
	ldr	x8, [x8, #16]
	str	x19, [sp, #24]
	stp	x8, x0, [sp, #8]
	mov	x0, x8
	bl	deopt_scale
.Ltmp8:
	ldr	x8, [sp, #40]
	ldr	x8, [x8, #24]
	cmn	x8, #1
	b.eq	.LBB2_11
// %bb.3:                               // %multiply
	mul	x9, x8, x19
	lsr	x10, x9, #31
	cbnz	x10, .LBB2_12
// %bb.4:                               // %build
	add	x8, x20, :tprel_hi12:spgc_thread
	ldr	x10, [sp, #16]
	//APP
	//NO_APP
	add	x11, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x11]
	ldr	x13, [x11, #8]
	add	x12, x8, #32
	cmp	x12, x13
	b.hi	.LBB2_10
// %bb.5:                               // %bump.i
	str	x12, [x11]
	mov	w11, #1280                      // =0x500
	str	x11, [x8]
.LBB2_6:                                // %spgc_allocate.exit
	stp	x10, x0, [x8, #8]
	str	x9, [x8, #24]
	b	.LBB2_9
.LBB2_7:                                // %stop.i
	str	x0, [sp, #40]
	bl	spgc_poll_slow
.Ltmp9:
	ldr	x0, [sp, #40]
	cbnz	x0, .LBB2_2
.LBB2_8:
	mov	x8, xzr
.LBB2_9:                                // %common.ret
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	mov	x0, x8
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w30
	ret
.LBB2_10:                               // %slow.i
	.cfi_restore_state
	str	x0, [sp, #40]
	mov	w0, #32                         // =0x20
	mov	w1, #1280                       // =0x500
	mov	x19, x9
	bl	spgc_allocate_slow
.Ltmp10:
	ldr	x11, [sp, #40]
	ldr	x10, [sp, #16]
	mov	x9, x19
	mov	x8, x0
	mov	x0, x11
	b	.LBB2_6
.LBB2_11:                               // %marked
	str	x0, [sp, #8]
	adrp	x5, :got:deopt_redefine
	mov	x0, xzr
	str	x19, [sp, #24]
	mov	x1, xzr
	mov	x2, xzr
	ldr	x5, [x5, :got_lo12:deopt_redefine]
	mov	x3, xzr
	mov	x4, xzr
	bl	spgc_call_native
.Ltmp11:
.LBB2_12:                               // %failed
	stp	x8, x0, [sp]
	adrp	x5, :got:deopt_guard_failed
	mov	x0, xzr
	str	x19, [sp, #24]
	mov	x1, xzr
	mov	x2, xzr
	ldr	x5, [x5, :got_lo12:deopt_guard_failed]
	mov	x3, xzr
	mov	x4, xzr
	bl	spgc_call_native
.Ltmp12:
.Lfunc_end2:
	.size	deopt_scale, .Lfunc_end2-deopt_scale
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
	.word	13
	.xword	deopt_grow
	.xword	80
	.xword	4
	.xword	deopt_checksum
	.xword	32
	.xword	3
	.xword	deopt_scale
	.xword	64
	.xword	6
	.xword	2882400000
	.word	.Ltmp0-deopt_grow
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
	.word	.Ltmp1-deopt_grow
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
	.word	.Ltmp2-deopt_grow
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
	.word	.Ltmp3-deopt_grow
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
	.word	.Ltmp4-deopt_checksum
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
	.word	.Ltmp5-deopt_checksum
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
	.word	.Ltmp6-deopt_checksum
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
	.word	.Ltmp7-deopt_scale
	.hword	0
	.hword	15
	.byte	4
	.byte	0
	.hword	8
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
	.word	6
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	2
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
	.word	24
	.byte	4
	.byte	0
	.hword	8
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
	.word	16
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
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.byte	4
	.byte	0
	.hword	8
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
	.word	.Ltmp8-deopt_scale
	.hword	0
	.hword	17
	.byte	4
	.byte	0
	.hword	8
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
	.word	6
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	4
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
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	16
	.byte	4
	.byte	0
	.hword	8
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
	.word	16
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
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.byte	4
	.byte	0
	.hword	8
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
	.word	.Ltmp9-deopt_scale
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
	.word	.Ltmp10-deopt_scale
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
	.word	16
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
	.word	.Ltmp11-deopt_scale
	.hword	0
	.hword	15
	.byte	4
	.byte	0
	.hword	8
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
	.word	6
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	7
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
	.word	24
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
	.word	8
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	-1
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
	.word	.Ltmp12-deopt_scale
	.hword	0
	.hword	15
	.byte	4
	.byte	0
	.hword	8
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
	.word	6
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	7
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
	.word	24
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
	.word	40
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
	.word	16
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
