# Made from managed/documented.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_documented_shadow          # -- Begin function test_documented_shadow
	.p2align	4, 0x90
	.type	test_documented_shadow,@function
test_documented_shadow:                 # @test_documented_shadow
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r14
	pushq	%rbx
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, %rdi
	callq	*%r14
.Ltmp0:
	movq	(%rbx), %rax
	addq	$3, %rax
	popq	%rbx
	popq	%r14
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_poll_slow@PLT
.Ltmp1:
	jmp	.LBB0_2
.Lfunc_end0:
	.size	test_documented_shadow, .Lfunc_end0-test_documented_shadow
	.cfi_endproc
                                        # -- End function
	.globl	test_documented_patchpoint      # -- Begin function test_documented_patchpoint
	.p2align	4, 0x90
	.type	test_documented_patchpoint,@function
test_documented_patchpoint:             # @test_documented_patchpoint
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%rbx
	pushq	%rax
	.cfi_offset %rbx, -24
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
.Ltmp2:
	movabsq	$-281474976710654, %r11         # imm = 0xFFFF000000000002
	callq	*%r11
	xchgw	%ax, %ax
	addq	$3, %rax
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa %rbp, 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp3:
	movq	%rbx, %rdi
	jmp	.LBB1_2
.Lfunc_end1:
	.size	test_documented_patchpoint, .Lfunc_end1-test_documented_patchpoint
	.cfi_endproc
                                        # -- End function
	.globl	test_documented_any_registers   # -- Begin function test_documented_any_registers
	.p2align	4, 0x90
	.type	test_documented_any_registers,@function
test_documented_any_registers:          # @test_documented_any_registers
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%rbx
	pushq	%rax
	.cfi_offset %rbx, -24
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
.Ltmp4:
	movabsq	$-281474976710654, %r11         # imm = 0xFFFF000000000002
	callq	*%r11
	xchgw	%ax, %ax
	addq	$3, %rax
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB2_1:                                # %stop.i
	.cfi_def_cfa %rbp, 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	%rbx, %rdi
	jmp	.LBB2_2
.Lfunc_end2:
	.size	test_documented_any_registers, .Lfunc_end2-test_documented_any_registers
	.cfi_endproc
                                        # -- End function
	.globl	test_documented_alloca          # -- Begin function test_documented_alloca
	.p2align	4, 0x90
	.type	test_documented_alloca,@function
test_documented_alloca:                 # @test_documented_alloca
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%rbx
	pushq	%rax
	.cfi_offset %rbx, -24
	movq	%rdi, %rbx
	movq	%rsi, -16(%rbp)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit
	leaq	-16(%rbp), %rdi
	callq	*%rbx
.Ltmp6:
	movq	-16(%rbp), %rax
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB3_1:                                # %stop.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_poll_slow@PLT
.Ltmp7:
	jmp	.LBB3_2
.Lfunc_end3:
	.size	test_documented_alloca, .Lfunc_end3-test_documented_alloca
	.cfi_endproc
                                        # -- End function
	.hidden	gc.safepoint_poll               # -- Begin function gc.safepoint_poll
	.weak	gc.safepoint_poll
	.p2align	4, 0x90
	.type	gc.safepoint_poll,@function
gc.safepoint_poll:                      # @gc.safepoint_poll
	.cfi_startproc
# %bb.0:                                # %entry
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	spgc_poll_slow@PLT              # TAILCALL
# %bb.1:                                # %done
	retq
.Lfunc_end4:
	.size	gc.safepoint_poll, .Lfunc_end4-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	4
	.long	0
	.long	8
	.quad	test_documented_shadow
	.quad	24
	.quad	2
	.quad	test_documented_patchpoint
	.quad	24
	.quad	2
	.quad	test_documented_any_registers
	.quad	24
	.quad	2
	.quad	test_documented_alloca
	.quad	24
	.quad	2
	.quad	77
	.long	.Ltmp0-test_documented_shadow
	.short	0
	.short	1
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp1-test_documented_shadow
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	78
	.long	.Ltmp2-test_documented_patchpoint
	.short	0
	.short	0
	.p2align	3, 0x0
	.short	0
	.short	6
	.short	0
	.byte	0
	.byte	8
	.short	7
	.byte	0
	.byte	8
	.short	12
	.byte	0
	.byte	8
	.short	13
	.byte	0
	.byte	8
	.short	14
	.byte	0
	.byte	8
	.short	15
	.byte	0
	.byte	8
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp3-test_documented_patchpoint
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	79
	.long	.Ltmp4-test_documented_any_registers
	.short	0
	.short	2
	.byte	1
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	5
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	6
	.short	0
	.byte	0
	.byte	8
	.short	7
	.byte	0
	.byte	8
	.short	12
	.byte	0
	.byte	8
	.short	13
	.byte	0
	.byte	8
	.short	14
	.byte	0
	.byte	8
	.short	15
	.byte	0
	.byte	8
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp5-test_documented_any_registers
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	80
	.long	.Ltmp6-test_documented_alloca
	.short	0
	.short	1
	.byte	2
	.byte	0
	.short	8
	.short	6
	.short	0
	.long	-16
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp7-test_documented_alloca
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0

	.section	".note.GNU-stack","",@progbits
