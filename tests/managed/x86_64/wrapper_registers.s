# Made from managed/wrapper_registers.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_wrapped_registers          # -- Begin function test_wrapped_registers
	.p2align	4, 0x90
	.type	test_wrapped_registers,@function
test_wrapped_registers:                 # @test_wrapped_registers
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	pushq	%rax
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rbx
	leaq	16(%rbx), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB0_4
# %bb.3:                                # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$1024, (%rbx)                   # imm = 0x400
.LBB0_5:                                # %spgc_allocate.exit
	movq	%rsi, 8(%rbx)
	callq	register_wrapper
.Ltmp0:
	addq	8(%rbx), %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, %rbx
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp1:
	movq	%r14, %rdi
	movq	%rbx, %rsi
	jmp	.LBB0_2
.LBB0_4:                                # %slow.i
	movq	%rdi, %rbx
	movl	$16, %edi
	movq	%rsi, %r14
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp2:
	movq	%rbx, %rdi
	movq	%r14, %rsi
	movq	%rax, %rbx
	jmp	.LBB0_5
.Lfunc_end0:
	.size	test_wrapped_registers, .Lfunc_end0-test_wrapped_registers
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function register_wrapper
	.type	register_wrapper,@function
register_wrapper:                       # @register_wrapper
	.cfi_startproc
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	movq	%rsi, %r9
	movq	%rdi, %rax
	movq	%rbp, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB1_1
.LBB1_2:                                # %spgc_enter_native.exit
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	movq	%r9, %rdi
	callq	*%rax
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB1_4
# %bb.3:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB1_4
# %bb.5:                                # %spgc_leave_native.exit
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB1_4:                                # %slow.i3
	.cfi_def_cfa %rbp, 16
	callq	spgc_leave_native_slow@PLT
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB1_1:                                # %slow.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_enter_native_slow@PLT
	jmp	.LBB1_2
.Lfunc_end1:
	.size	register_wrapper, .Lfunc_end1-register_wrapper
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
.Lfunc_end2:
	.size	gc.safepoint_poll, .Lfunc_end2-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	1
	.long	0
	.long	3
	.quad	test_wrapped_registers
	.quad	24
	.quad	3
	.quad	2882400000
	.long	.Ltmp0-test_wrapped_registers
	.short	0
	.short	5
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
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
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
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
	.long	.Ltmp1-test_wrapped_registers
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
	.quad	2882400000
	.long	.Ltmp2-test_wrapped_registers
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
