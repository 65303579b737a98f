# Made from managed/unwind_registers.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_catch_registers            // -- Begin function test_catch_registers
	.p2align	2
	.type	test_catch_registers,@function
test_catch_registers:                   // @test_catch_registers
.Lfunc_begin0:
	.cfi_startproc
	.cfi_personality 156, DW.ref.test_personality
	.cfi_lsda 28, .Lexception0
// %bb.0:                               // %entry
	stp	x30, x23, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	x22, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	lsl	x19, x1, #1
	mov	x21, x2
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x22, x1
	mov	x23, x0
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB0_4
.LBB0_1:                                // %gc.safepoint_poll.exit
	mov	x0, x22
	bl	unwind_registers_box
.Ltmp6:
	mov	x20, x0
	mov	x0, x19
	bl	unwind_registers_box
.Ltmp7:
	mov	x19, x0
.Ltmp0:
	mov	x0, x22
	mov	x1, x21
	mov	w2, #1                          // =0x1
	mov	w3, #2                          // =0x2
	mov	w4, #3                          // =0x3
	mov	x5, x23
	bl	spgc_call_native
.Ltmp8:
.Ltmp1:
// %bb.2:                               // %returned
	mov	x21, x0
	mov	x0, x20
	bl	unwind_registers_unbox
.Ltmp9:
	mov	x20, x0
	mov	x0, x19
	bl	unwind_registers_unbox
.Ltmp10:
	add	x8, x20, x21
.LBB0_3:                                // %common.ret
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	add	x0, x8, x0
	ldp	x22, x21, [sp, #16]             // 16-byte Folded Reload
	ldp	x30, x23, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	ret
.LBB0_4:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp11:
	b	.LBB0_1
.LBB0_5:                                // %thrown
.Ltmp2:
	mov	w0, #1000                       // =0x3e8
	bl	unwind_registers_box
.Ltmp12:
	mov	x21, x0
	mov	x0, x20
	bl	unwind_registers_unbox
.Ltmp13:
	mov	x20, x0
	mov	x0, x19
	bl	unwind_registers_unbox
.Ltmp14:
	mov	x19, x0
	mov	x0, x21
	bl	unwind_registers_unbox
.Ltmp15:
	add	x8, x20, x19, lsl #1
	b	.LBB0_3
.Lfunc_end0:
	.size	test_catch_registers, .Lfunc_end0-test_catch_registers
	.cfi_endproc
	.section	.gcc_except_table,"a",@progbits
	.p2align	2, 0x0
GCC_except_table0:
.Lexception0:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end0-.Lcst_begin0
.Lcst_begin0:
	.uleb128 .Lfunc_begin0-.Lfunc_begin0    // >> Call Site 1 <<
	.uleb128 .Ltmp0-.Lfunc_begin0           //   Call between .Lfunc_begin0 and .Ltmp0
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp0-.Lfunc_begin0           // >> Call Site 2 <<
	.uleb128 .Ltmp1-.Ltmp0                  //   Call between .Ltmp0 and .Ltmp1
	.uleb128 .Ltmp2-.Lfunc_begin0           //     jumps to .Ltmp2
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp1-.Lfunc_begin0           // >> Call Site 3 <<
	.uleb128 .Lfunc_end0-.Ltmp1             //   Call between .Ltmp1 and .Lfunc_end0
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end0:
	.p2align	2, 0x0
                                        // -- End function
	.text
	.p2align	2                               // -- Begin function unwind_registers_box
	.type	unwind_registers_box,@function
unwind_registers_box:                   // @unwind_registers_box
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	mov	x8, x0
	ldr	x10, [x9, #8]
	cbz	x10, .LBB1_4
.LBB1_1:                                // %gc.safepoint_poll.exit
	//APP
	//NO_APP
	ldr	x0, [x9]
	ldr	x11, [x9, #8]
	add	x10, x0, #16
	cmp	x10, x11
	b.hi	.LBB1_5
// %bb.2:                               // %bump.i
	str	x10, [x9]
	mov	w9, #1024                       // =0x400
	str	x9, [x0]
.LBB1_3:                                // %spgc_allocate.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	str	x8, [x0, #8]
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB1_4:                                // %stop.i
	.cfi_restore_state
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	str	x9, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp16:
	ldr	x9, [sp, #8]                    // 8-byte Folded Reload
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_1
.LBB1_5:                                // %slow.i
	mov	w0, #16                         // =0x10
	mov	w1, #1024                       // =0x400
	str	x8, [sp, #24]                   // 8-byte Folded Spill
	bl	spgc_allocate_slow
.Ltmp17:
	ldr	x8, [sp, #24]                   // 8-byte Folded Reload
	b	.LBB1_3
.Lfunc_end1:
	.size	unwind_registers_box, .Lfunc_end1-unwind_registers_box
	.cfi_endproc
                                        // -- End function
	.p2align	2                               // -- Begin function unwind_registers_unbox
	.type	unwind_registers_unbox,@function
unwind_registers_unbox:                 // @unwind_registers_unbox
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	ldr	x0, [x0, #8]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB2_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp18:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end2:
	.size	unwind_registers_unbox, .Lfunc_end2-unwind_registers_unbox
	.cfi_endproc
                                        // -- End function
	.globl	test_pass_registers             // -- Begin function test_pass_registers
	.p2align	2
	.type	test_pass_registers,@function
test_pass_registers:                    // @test_pass_registers
.Lfunc_begin1:
	.cfi_startproc
	.cfi_personality 156, DW.ref.test_personality_of_cleanups
	.cfi_lsda 28, .Lexception1
// %bb.0:                               // %entry
	stp	x30, x23, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	stp	x22, x21, [sp, #16]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	lsl	x21, x1, #1
	mov	x19, x2
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x20, x1
	mov	x23, x0
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_3
.LBB3_1:                                // %gc.safepoint_poll.exit
	mov	x0, x20
	bl	unwind_registers_box
.Ltmp19:
	mov	x22, x0
	mov	x0, x21
	bl	unwind_registers_box
.Ltmp20:
	mov	x21, x0
.Ltmp3:
	mov	x0, x20
	mov	x1, x19
	mov	w2, #1                          // =0x1
	mov	w3, #2                          // =0x2
	mov	w4, #3                          // =0x3
	mov	x5, x23
	bl	spgc_call_native
.Ltmp21:
.Ltmp4:
// %bb.2:                               // %returned
	mov	x23, x0
	mov	x0, x22
	bl	unwind_registers_unbox
.Ltmp22:
	mov	x19, x0
	mov	x0, x21
	bl	unwind_registers_unbox
.Ltmp23:
	add	x8, x19, x23
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldp	x22, x21, [sp, #16]             // 16-byte Folded Reload
	add	x0, x8, x0
	ldp	x30, x23, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	ret
.LBB3_3:                                // %stop.i
	.cfi_restore_state
	bl	spgc_poll_slow
.Ltmp24:
	b	.LBB3_1
.LBB3_4:                                // %thrown
.Ltmp5:
	mov	w0, #1000                       // =0x3e8
	str	x20, [x19, #8]
	bl	unwind_registers_box
.Ltmp25:
	mov	x20, x0
	mov	x0, x22
	bl	unwind_registers_unbox
.Ltmp26:
	mov	x22, x0
	mov	x0, x21
	bl	unwind_registers_unbox
.Ltmp27:
	mov	x21, x0
	mov	x0, x20
	bl	unwind_registers_unbox
.Ltmp28:
	add	x8, x22, x21, lsl #1
	ldr	x9, [x19]
	add	x8, x8, x9
	add	x8, x8, x0
	str	x8, [x19]
	bl	test_go_on
.Ltmp29:
.Lfunc_end3:
	.size	test_pass_registers, .Lfunc_end3-test_pass_registers
	.cfi_endproc
	.section	.gcc_except_table,"a",@progbits
	.p2align	2, 0x0
GCC_except_table3:
.Lexception1:
	.byte	255                             // @LPStart Encoding = omit
	.byte	255                             // @TType Encoding = omit
	.byte	1                               // Call site Encoding = uleb128
	.uleb128 .Lcst_end1-.Lcst_begin1
.Lcst_begin1:
	.uleb128 .Lfunc_begin1-.Lfunc_begin1    // >> Call Site 1 <<
	.uleb128 .Ltmp3-.Lfunc_begin1           //   Call between .Lfunc_begin1 and .Ltmp3
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp3-.Lfunc_begin1           // >> Call Site 2 <<
	.uleb128 .Ltmp4-.Ltmp3                  //   Call between .Ltmp3 and .Ltmp4
	.uleb128 .Ltmp5-.Lfunc_begin1           //     jumps to .Ltmp5
	.byte	0                               //   On action: cleanup
	.uleb128 .Ltmp4-.Lfunc_begin1           // >> Call Site 3 <<
	.uleb128 .Lfunc_end3-.Ltmp4             //   Call between .Ltmp4 and .Lfunc_end3
	.byte	0                               //     has no landing pad
	.byte	0                               //   On action: cleanup
.Lcst_end1:
	.p2align	2, 0x0
                                        // -- End function
	.text
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
	.word	24
	.xword	test_catch_registers
	.xword	48
	.xword	10
	.xword	unwind_registers_box
	.xword	32
	.xword	2
	.xword	unwind_registers_unbox
	.xword	16
	.xword	1
	.xword	test_pass_registers
	.xword	48
	.xword	11
	.xword	2882400000
	.word	.Ltmp6-test_catch_registers
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp7-test_catch_registers
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
	.word	.Ltmp8-test_catch_registers
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
	.word	.Ltmp9-test_catch_registers
	.hword	0
	.hword	7
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
	.word	.Ltmp10-test_catch_registers
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
	.word	.Ltmp11-test_catch_registers
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
	.word	.Ltmp12-test_catch_registers
	.hword	0
	.hword	7
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
	.word	.Ltmp13-test_catch_registers
	.hword	0
	.hword	9
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp14-test_catch_registers
	.hword	0
	.hword	7
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
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp15-test_catch_registers
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
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp16-unwind_registers_box
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
	.word	.Ltmp17-unwind_registers_box
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
	.word	.Ltmp18-unwind_registers_unbox
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
	.word	.Ltmp19-test_pass_registers
	.hword	0
	.hword	3
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
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp20-test_pass_registers
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
	.word	.Ltmp21-test_pass_registers
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
	.hword	22
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
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp22-test_pass_registers
	.hword	0
	.hword	7
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
	.hword	22
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
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp23-test_pass_registers
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
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp24-test_pass_registers
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
	.word	.Ltmp25-test_pass_registers
	.hword	0
	.hword	7
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
	.hword	22
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
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp26-test_pass_registers
	.hword	0
	.hword	9
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
	.hword	22
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
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
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
	.word	.Ltmp27-test_pass_registers
	.hword	0
	.hword	7
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
	.hword	21
	.hword	0
	.word	0
	.byte	1
	.byte	0
	.hword	8
	.hword	21
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
	.word	.Ltmp28-test_pass_registers
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
	.word	.Ltmp29-test_pass_registers
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

	.hidden	DW.ref.test_personality
	.weak	DW.ref.test_personality
	.section	.data.DW.ref.test_personality,"awG",@progbits,DW.ref.test_personality,comdat
	.p2align	3, 0x0
	.type	DW.ref.test_personality,@object
	.size	DW.ref.test_personality, 8
DW.ref.test_personality:
	.xword	test_personality
	.hidden	DW.ref.test_personality_of_cleanups
	.weak	DW.ref.test_personality_of_cleanups
	.section	.data.DW.ref.test_personality_of_cleanups,"awG",@progbits,DW.ref.test_personality_of_cleanups,comdat
	.p2align	3, 0x0
	.type	DW.ref.test_personality_of_cleanups,@object
	.size	DW.ref.test_personality_of_cleanups, 8
DW.ref.test_personality_of_cleanups:
	.xword	test_personality_of_cleanups
	.section	".note.GNU-stack","",@progbits
