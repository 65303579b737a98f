# Made from managed/documented.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_documented_shadow          // -- Begin function test_documented_shadow
	.p2align	2
	.type	test_documented_shadow,@function
test_documented_shadow:                 // @test_documented_shadow
	.cfi_startproc
// %bb.0:                               // %entry
	stp	x29, x30, [sp, #-32]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 32
	str	x19, [sp, #16]                  // 8-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x1
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x8, #8]
	mov	x8, x0
	cbz	x9, .LBB0_2
.LBB0_1:                                // %gc.safepoint_poll.exit
	mov	x0, x19
	blr	x8
.Ltmp0:
	ldr	x8, [x19]
	add	x0, x8, #3
	.cfi_def_cfa wsp, 32
	ldr	x19, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #32             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB0_2:                                // %stop.i
	.cfi_restore_state
	str	x8, [x29, #24]                  // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp1:
	ldr	x8, [x29, #24]                  // 8-byte Folded Reload
	b	.LBB0_1
.Lfunc_end0:
	.size	test_documented_shadow, .Lfunc_end0-test_documented_shadow
	.cfi_endproc
                                        // -- End function
	.globl	test_documented_patchpoint      // -- Begin function test_documented_patchpoint
	.p2align	2
	.type	test_documented_patchpoint,@function
test_documented_patchpoint:             // @test_documented_patchpoint
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB1_2
.LBB1_1:                                // %gc.safepoint_poll.exit
.Ltmp2:
	movz	x16, #0, lsl #32
	movk	x16, #0, lsl #16
	movk	x16, #2
	blr	x16
	add	x0, x0, #3
	.cfi_def_cfa wsp, 32
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB1_2:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp3:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB1_1
.Lfunc_end1:
	.size	test_documented_patchpoint, .Lfunc_end1-test_documented_patchpoint
	.cfi_endproc
                                        // -- End function
	.globl	test_documented_any_registers   // -- Begin function test_documented_any_registers
	.p2align	2
	.type	test_documented_any_registers,@function
test_documented_any_registers:          // @test_documented_any_registers
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_2
.LBB2_1:                                // %gc.safepoint_poll.exit
.Ltmp4:
	movz	x16, #0, lsl #32
	movk	x16, #0, lsl #16
	movk	x16, #2
	blr	x16
	add	x0, x8, #3
	.cfi_def_cfa wsp, 32
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB2_2:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp5:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB2_1
.Lfunc_end2:
	.size	test_documented_any_registers, .Lfunc_end2-test_documented_any_registers
	.cfi_endproc
                                        // -- End function
	.globl	test_documented_alloca          // -- Begin function test_documented_alloca
	.p2align	2
	.type	test_documented_alloca,@function
test_documented_alloca:                 // @test_documented_alloca
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	stp	x29, x30, [sp, #16]             // 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	str	x1, [sp, #8]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x8, #8]
	mov	x8, x0
	cbz	x9, .LBB3_2
.LBB3_1:                                // %gc.safepoint_poll.exit
	add	x0, sp, #8
	blr	x8
.Ltmp6:
	ldr	x0, [sp, #8]
	.cfi_def_cfa wsp, 32
	ldp	x29, x30, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB3_2:                                // %stop.i
	.cfi_restore_state
	str	x8, [sp]                        // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp7:
	ldr	x8, [sp]                        // 8-byte Folded Reload
	b	.LBB3_1
.Lfunc_end3:
	.size	test_documented_alloca, .Lfunc_end3-test_documented_alloca
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
	.word	4
	.word	0
	.word	8
	.xword	test_documented_shadow
	.xword	32
	.xword	2
	.xword	test_documented_patchpoint
	.xword	32
	.xword	2
	.xword	test_documented_any_registers
	.xword	32
	.xword	2
	.xword	test_documented_alloca
	.xword	32
	.xword	2
	.xword	77
	.word	.Ltmp0-test_documented_shadow
	.hword	0
	.hword	1
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
	.word	.Ltmp1-test_documented_shadow
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
	.xword	78
	.word	.Ltmp2-test_documented_patchpoint
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.hword	0
	.hword	20
	.hword	0
	.byte	0
	.byte	8
	.hword	19
	.byte	0
	.byte	8
	.hword	20
	.byte	0
	.byte	8
	.hword	21
	.byte	0
	.byte	8
	.hword	22
	.byte	0
	.byte	8
	.hword	23
	.byte	0
	.byte	8
	.hword	24
	.byte	0
	.byte	8
	.hword	25
	.byte	0
	.byte	8
	.hword	26
	.byte	0
	.byte	8
	.hword	27
	.byte	0
	.byte	8
	.hword	28
	.byte	0
	.byte	8
	.hword	31
	.byte	0
	.byte	8
	.hword	72
	.byte	0
	.byte	8
	.hword	73
	.byte	0
	.byte	8
	.hword	74
	.byte	0
	.byte	8
	.hword	75
	.byte	0
	.byte	8
	.hword	76
	.byte	0
	.byte	8
	.hword	77
	.byte	0
	.byte	8
	.hword	78
	.byte	0
	.byte	8
	.hword	79
	.byte	0
	.byte	8
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp3-test_documented_patchpoint
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
	.xword	79
	.word	.Ltmp4-test_documented_any_registers
	.hword	0
	.hword	2
	.byte	1
	.byte	0
	.hword	8
	.hword	8
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	20
	.hword	8
	.byte	0
	.byte	8
	.hword	19
	.byte	0
	.byte	8
	.hword	20
	.byte	0
	.byte	8
	.hword	21
	.byte	0
	.byte	8
	.hword	22
	.byte	0
	.byte	8
	.hword	23
	.byte	0
	.byte	8
	.hword	24
	.byte	0
	.byte	8
	.hword	25
	.byte	0
	.byte	8
	.hword	26
	.byte	0
	.byte	8
	.hword	27
	.byte	0
	.byte	8
	.hword	28
	.byte	0
	.byte	8
	.hword	31
	.byte	0
	.byte	8
	.hword	72
	.byte	0
	.byte	8
	.hword	73
	.byte	0
	.byte	8
	.hword	74
	.byte	0
	.byte	8
	.hword	75
	.byte	0
	.byte	8
	.hword	76
	.byte	0
	.byte	8
	.hword	77
	.byte	0
	.byte	8
	.hword	78
	.byte	0
	.byte	8
	.hword	79
	.byte	0
	.byte	8
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp5-test_documented_any_registers
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
	.xword	80
	.word	.Ltmp6-test_documented_alloca
	.hword	0
	.hword	1
	.byte	2
	.byte	0
	.hword	8
	.hword	29
	.hword	0
	.word	-8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp7-test_documented_alloca
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
