# Made from managed/wrapper_registers.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_wrapped_registers          // -- Begin function test_wrapped_registers
	.p2align	2
	.type	test_wrapped_registers,@function
test_wrapped_registers:                 // @test_wrapped_registers
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
	ldr	x9, [x8, #8]
	cbz	x9, .LBB0_4
.LBB0_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x19, [x8]
	ldr	x10, [x8, #8]
	add	x9, x19, #16
	cmp	x9, x10
	b.hi	.LBB0_5
// %bb.2:                               // %bump.i
	str	x9, [x8]
	mov	w8, #1024                       // =0x400
	str	x8, [x19]
.LBB0_3:                                // %spgc_allocate.exit
	str	x1, [x19, #8]
	bl	register_wrapper
.Ltmp0:
	ldr	x8, [x19, #8]
	ldp	x30, x19, [sp, #16]             // 16-byte Folded Reload
	add	x0, x8, x0
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w30
	ret
.LBB0_4:                                // %stop.i
	.cfi_restore_state
	stp	x1, x8, [sp]                    // 16-byte Folded Spill
	mov	x19, x0
	bl	spgc_poll_slow
.Ltmp1:
	ldp	x1, x8, [sp]                    // 16-byte Folded Reload
	mov	x0, x19
	b	.LBB0_1
.LBB0_5:                                // %slow.i
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	mov	w0, #16                         // =0x10
	mov	x19, x1
	mov	w1, #1024                       // =0x400
	bl	spgc_allocate_slow
.Ltmp2:
	mov	x1, x19
	mov	x19, x0
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB0_3
.Lfunc_end0:
	.size	test_wrapped_registers, .Lfunc_end0-test_wrapped_registers
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function register_wrapper
	.type	register_wrapper,@function
register_wrapper:                       // @register_wrapper
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	.cfi_remember_state
	mrs	x19, TPIDR_EL0
	add	x10, x29, #48
	mov	x9, x1
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x20, x8, :tprel_lo12_nc:spgc_thread
	add	x8, x20, #28
	str	x10, [x20, #40]
	mov	x10, x0
	str	x29, [x20, #32]
	stlr	wzr, [x8]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB1_5
.LBB1_1:                                // %spgc_enter_native.exit
	mov	x0, x9
	mov	w1, #1                          // =0x1
	mov	w2, #2                          // =0x2
	mov	w3, #3                          // =0x3
	mov	w4, #4                          // =0x4
	mov	w21, #1                         // =0x1
	blr	x10
	str	w21, [x20, #28]
	//MEMBARRIER
	ldr	w8, [x20, #24]
	cbnz	w8, .LBB1_4
// %bb.2:                               // %look.i
	add	x8, x19, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #32]
	cmp	x29, x8
	b.ne	.LBB1_4
.LBB1_3:                                // %spgc_leave_native.exit
	.cfi_def_cfa wsp, 48
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.LBB1_4:                                // %slow.i3
	.cfi_restore_state
	mov	x9, x0
	bl	spgc_leave_native_slow
	mov	x0, x9
	b	.LBB1_3
.LBB1_5:                                // %slow.i
	bl	spgc_enter_native_slow
	b	.LBB1_1
.Lfunc_end1:
	.size	register_wrapper, .Lfunc_end1-register_wrapper
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
	cbz	x8, .LBB2_2
// %bb.1:                               // %done
	ret
.LBB2_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end2:
	.size	gc.safepoint_poll, .Lfunc_end2-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	1
	.word	0
	.word	3
	.xword	test_wrapped_registers
	.xword	32
	.xword	3
	.xword	2882400000
	.word	.Ltmp0-test_wrapped_registers
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	8
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
	.word	.Ltmp1-test_wrapped_registers
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
	.word	.Ltmp2-test_wrapped_registers
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
