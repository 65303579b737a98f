# Made from managed/generators.ll by managed/regenerate: edit that, not this.
	.text
	.globl	generators_numbers              // -- Begin function generators_numbers
	.p2align	2
	.type	generators_numbers,@function
generators_numbers:                     // @generators_numbers
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
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x19, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x19, #8]
	cbz	x8, .LBB0_6
.LBB0_1:                                // %head.preheader
	mov	w20, #2                         // =0x2
	mov	w21, #1024                      // =0x400
.LBB0_2:                                // %head
                                        // =>This Inner Loop Header: Depth=1
	//APP
	//NO_APP
	ldr	x0, [x19]
	ldr	x9, [x19, #8]
	add	x8, x0, #16
	cmp	x8, x9
	b.hi	.LBB0_5
// %bb.3:                               // %bump.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x8, [x19]
	str	x21, [x0]
.LBB0_4:                                // %spgc_allocate.exit
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x20, [x0, #8]
	str	x0, [sp, #8]
	bl	spgc_suspend
.Ltmp0:
	add	x20, x20, #1
	b	.LBB0_2
.LBB0_5:                                // %slow.i
                                        //   in Loop: Header=BB0_2 Depth=1
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	bl	spgc_allocate_slow
.Ltmp1:
	b	.LBB0_4
.LBB0_6:                                // %stop.i
	bl	spgc_poll_slow
.Ltmp2:
	b	.LBB0_1
.Lfunc_end0:
	.size	generators_numbers, .Lfunc_end0-generators_numbers
	.cfi_endproc
                                        // -- End function
	.globl	generators_filter               // -- Begin function generators_filter
	.p2align	2
	.type	generators_filter,@function
generators_filter:                      // @generators_filter
	.cfi_startproc
// %bb.0:                               // %entry
	str	x30, [sp, #-32]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 32
	stp	x20, x19, [sp, #16]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -32
	mrs	x8, TPIDR_EL0
	ldp	x19, x20, [x0, #16]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_4
.LBB1_1:                                // %head.sink.split.preheader
	mov	x0, xzr
.LBB1_2:                                // %head.sink.split
                                        // =>This Loop Header: Depth=1
                                        //     Child Loop BB1_3 Depth 2
	str	x0, [sp, #8]
	bl	spgc_suspend
.Ltmp3:
.LBB1_3:                                // %head
                                        //   Parent Loop BB1_2 Depth=1
                                        // =>  This Inner Loop Header: Depth=2
	mov	x0, x19
	mov	x1, xzr
	bl	spgc_resume
.Ltmp4:
	ldr	x8, [x0, #8]
	udiv	x9, x8, x20
	msub	x8, x9, x20, x8
	cbz	x8, .LBB1_3
	b	.LBB1_2
.LBB1_4:                                // %stop.i
	bl	spgc_poll_slow
.Ltmp5:
	b	.LBB1_1
.Lfunc_end1:
	.size	generators_filter, .Lfunc_end1-generators_filter
	.cfi_endproc
                                        // -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          // -- Begin function generators_primes
.LCPI2_0:
	.xword	512                             // 0x200
	.xword	2                               // 0x2
	.text
	.globl	generators_primes
	.p2align	2
	.type	generators_primes,@function
generators_primes:                      // @generators_primes
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #96
	.cfi_def_cfa_offset 96
	stp	x30, x25, [sp, #32]             // 16-byte Folded Spill
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
	.cfi_offset w30, -64
	.cfi_remember_state
	mrs	x23, TPIDR_EL0
	mov	x19, x1
	mov	x20, x0
	add	x8, x23, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_11
.LBB2_1:                                // %gc.safepoint_poll.exit
	mov	x0, xzr
	mov	x1, xzr
	mov	x2, xzr
	mov	x3, xzr
	mov	x4, xzr
	mov	x5, x19
	bl	spgc_call_native
.Ltmp6:
	mov	x21, xzr
	cbz	x0, .LBB2_10
// %bb.2:                               // %gc.safepoint_poll.exit
	cbz	x20, .LBB2_10
// %bb.3:                               // %more.lr.ph
	adrp	x8, .LCPI2_0
	add	x9, x23, :tprel_hi12:spgc_thread
	mov	x22, x0
	ldr	q0, [x8, :lo12:.LCPI2_0]
	mov	x21, xzr
	add	x24, x9, :tprel_lo12_nc:spgc_thread
	str	q0, [sp]                        // 16-byte Folded Spill
.LBB2_4:                                // %more
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x22
	mov	x1, xzr
	bl	spgc_resume
.Ltmp7:
	ldr	x25, [x0, #8]
	mov	w0, #1                          // =0x1
	mov	x1, xzr
	mov	x2, xzr
	mov	x3, xzr
	mov	x4, xzr
	mov	x5, x19
	bl	spgc_call_native
.Ltmp8:
	cbz	x0, .LBB2_9
// %bb.5:                               // %extended
                                        //   in Loop: Header=BB2_4 Depth=1
	//APP
	//NO_APP
	ldr	x1, [x24]
	ldr	x9, [x24, #8]
	mov	x23, x0
	add	x8, x1, #32
	cmp	x8, x9
	b.hi	.LBB2_8
// %bb.6:                               // %bump.i
                                        //   in Loop: Header=BB2_4 Depth=1
	str	x8, [x24]
	ldr	q0, [sp]                        // 16-byte Folded Reload
	str	q0, [x1]
.LBB2_7:                                // %spgc_allocate_array.exit
                                        //   in Loop: Header=BB2_4 Depth=1
	sub	x8, x25, x21
	mov	x0, x23
	stp	x22, x25, [x1, #16]
	add	x21, x8, x21, lsl #5
	str	x1, [sp, #24]
	bl	spgc_resume
.Ltmp9:
	subs	x20, x20, #1
	mov	x22, x23
	b.ne	.LBB2_4
	b	.LBB2_10
.LBB2_8:                                // %slow.i
                                        //   in Loop: Header=BB2_4 Depth=1
	mov	w0, #2                          // =0x2
	mov	w1, #512                        // =0x200
	bl	spgc_allocate_array_slow
.Ltmp10:
	mov	x1, x0
	b	.LBB2_7
.LBB2_9:
	mov	x21, xzr
.LBB2_10:                               // %common.ret
	mov	x0, x21
	ldp	x20, x19, [sp, #80]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #64]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #48]             // 16-byte Folded Reload
	ldp	x30, x25, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #96
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w30
	ret
.LBB2_11:                               // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp11:
	b	.LBB2_1
.Lfunc_end2:
	.size	generators_primes, .Lfunc_end2-generators_primes
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
	.word	12
	.xword	generators_numbers
	.xword	48
	.xword	3
	.xword	generators_filter
	.xword	32
	.xword	3
	.xword	generators_primes
	.xword	96
	.xword	6
	.xword	2882400000
	.word	.Ltmp0-generators_numbers
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
	.word	.Ltmp1-generators_numbers
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
	.word	.Ltmp2-generators_numbers
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
	.word	.Ltmp3-generators_filter
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
	.word	.Ltmp4-generators_filter
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
	.word	.Ltmp5-generators_filter
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
	.word	.Ltmp6-generators_primes
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
	.word	.Ltmp7-generators_primes
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
	.word	.Ltmp8-generators_primes
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
	.word	.Ltmp9-generators_primes
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
	.word	.Ltmp10-generators_primes
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
	.word	.Ltmp11-generators_primes
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
