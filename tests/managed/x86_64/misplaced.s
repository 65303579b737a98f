# Made from managed/misplaced.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_transition_inlined         # -- Begin function test_transition_inlined
	.p2align	4, 0x90
	.type	test_transition_inlined,@function
test_transition_inlined:                # @test_transition_inlined
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r14
	pushq	%rbx
	subq	$16, %rsp
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	movq	%rsi, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1024, (%rax)                   # imm = 0x400
.LBB0_5:                                # %spgc_allocate.exit
	movq	%r14, 8(%rax)
	movq	%rbp, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB0_6
.LBB0_7:                                # %spgc_enter_native.exit
	movq	%rax, -24(%rbp)
	movq	%r14, %rdi
	callq	*%rbx
.Ltmp0:
	movq	-24(%rbp), %rcx
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB0_9
# %bb.8:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB0_9
.LBB0_10:                               # %spgc_leave_native.exit
	addq	8(%rcx), %rax
	addq	$16, %rsp
	popq	%rbx
	popq	%r14
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB0_9:                                # %slow.i4
	.cfi_def_cfa %rbp, 16
	callq	spgc_leave_native_slow@PLT
	jmp	.LBB0_10
.LBB0_1:                                # %stop.i
	callq	spgc_poll_slow@PLT
.Ltmp1:
	jmp	.LBB0_2
.LBB0_4:                                # %slow.i
	movl	$16, %edi
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp2:
	jmp	.LBB0_5
.LBB0_6:                                # %slow.i1
	callq	spgc_enter_native_slow@PLT
	jmp	.LBB0_7
.Lfunc_end0:
	.size	test_transition_inlined, .Lfunc_end0-test_transition_inlined
	.cfi_endproc
                                        # -- End function
	.globl	test_transition_nowhere         # -- Begin function test_transition_nowhere
	.p2align	4, 0x90
	.type	test_transition_nowhere,@function
test_transition_nowhere:                # @test_transition_nowhere
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
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB1_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1024, (%rax)                   # imm = 0x400
.LBB1_5:                                # %spgc_allocate.exit
	movq	%rsi, 8(%rax)
	movq	%rax, (%rsp)
	callq	misplaced_nowhere
.Ltmp3:
	movq	(%rsp), %rcx
	addq	8(%rcx), %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, %rbx
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movq	%r14, %rdi
	movq	%rbx, %rsi
	jmp	.LBB1_2
.LBB1_4:                                # %slow.i
	movq	%rdi, %rbx
	movl	$16, %edi
	movq	%rsi, %r14
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp5:
	movq	%rbx, %rdi
	movq	%r14, %rsi
	jmp	.LBB1_5
.Lfunc_end1:
	.size	test_transition_nowhere, .Lfunc_end1-test_transition_nowhere
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function misplaced_nowhere
	.type	misplaced_nowhere,@function
misplaced_nowhere:                      # @misplaced_nowhere
	.cfi_startproc
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	movq	%rdi, %rax
	movq	$0, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB2_1
.LBB2_2:                                # %spgc_enter_native.exit
	movq	%rsi, %rdi
	callq	*%rax
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB2_4
# %bb.3:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB2_4
# %bb.5:                                # %spgc_leave_native.exit
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB2_4:                                # %slow.i3
	.cfi_def_cfa %rbp, 16
	callq	spgc_leave_native_slow@PLT
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB2_1:                                # %slow.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_enter_native_slow@PLT
	jmp	.LBB2_2
.Lfunc_end2:
	.size	misplaced_nowhere, .Lfunc_end2-misplaced_nowhere
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
.Lfunc_end3:
	.size	gc.safepoint_poll, .Lfunc_end3-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	2
	.long	0
	.long	6
	.quad	test_transition_inlined
	.quad	40
	.quad	3
	.quad	test_transition_nowhere
	.quad	24
	.quad	3
	.quad	2882400000
	.long	.Ltmp0-test_transition_inlined
	.short	0
	.short	5
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
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	8
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	8
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp1-test_transition_inlined
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
	.long	.Ltmp2-test_transition_inlined
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
	.long	.Ltmp3-test_transition_nowhere
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
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	0
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp4-test_transition_nowhere
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
	.long	.Ltmp5-test_transition_nowhere
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
