# Made from managed/polls.ll by managed/regenerate: edit that, not this.
	.text
	.globl	patched_polls_test_polls_spin   # -- Begin function patched_polls_test_polls_spin
	.p2align	4, 0x90
	.type	patched_polls_test_polls_spin,@function
patched_polls_test_polls_spin:          # @patched_polls_test_polls_spin
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	subq	$16, %rsp
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %rbp, -16
	movq	%rsi, %r14
	movq	%rdi, %rbx
	nopl	8(%rax,%rax)
.Ltmp0:
	movq	%r14, %rdi
	callq	polls_box
.Ltmp1:
	movl	$1, 4(%rbx,%r14,4)
	.p2align	4, 0x90
.LBB0_1:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	cmpl	$0, (%rbx)
	jne	.LBB0_3
# %bb.2:                                # %again
                                        #   in Loop: Header=BB0_1 Depth=1
	movl	(%rbx), %ebp
	movq	%rax, 8(%rsp)
	nopl	8(%rax,%rax)
.Ltmp2:
	testl	%ebp, %ebp
	movq	8(%rsp), %rax
	je	.LBB0_1
.LBB0_3:                                # %end
	movq	8(%rax), %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end0:
	.size	patched_polls_test_polls_spin, .Lfunc_end0-patched_polls_test_polls_spin
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function polls_box
	.type	polls_box,@function
polls_box:                              # @polls_box
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	nopl	8(%rax,%rax)
.Ltmp3:
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB1_2
# %bb.1:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1024, (%rax)                   # imm = 0x400
.LBB1_3:                                # %spgc_allocate.exit
	movq	%rbx, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB1_2:                                # %slow.i
	.cfi_def_cfa_offset 16
	movl	$16, %edi
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp4:
	jmp	.LBB1_3
.Lfunc_end1:
	.size	polls_box, .Lfunc_end1-polls_box
	.cfi_endproc
                                        # -- End function
	.globl	patched_polls_test_polls_sum    # -- Begin function patched_polls_test_polls_sum
	.p2align	4, 0x90
	.type	patched_polls_test_polls_sum,@function
patched_polls_test_polls_sum:           # @patched_polls_test_polls_sum
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
	movq	%rdi, %rbx
	nopl	8(%rax,%rax)
.Ltmp5:
	xorl	%edi, %edi
	callq	polls_box
.Ltmp6:
	movl	$1, %r14d
	.p2align	4, 0x90
.LBB2_1:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, (%rsp)
	movq	%r14, %rdi
	callq	polls_box
.Ltmp7:
	movq	(%rsp), %rdx
	movq	8(%rax), %rcx
	addq	8(%rdx), %rcx
	movq	%rcx, 8(%rax)
	incq	%r14
	cmpq	%rbx, %r14
	jbe	.LBB2_1
# %bb.2:                                # %end
	movq	%rcx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end2:
	.size	patched_polls_test_polls_sum, .Lfunc_end2-patched_polls_test_polls_sum
	.cfi_endproc
                                        # -- End function
	.globl	patched_polls_test_polls_thunk  # -- Begin function patched_polls_test_polls_thunk
	.p2align	4, 0x90
	.type	patched_polls_test_polls_thunk,@function
patched_polls_test_polls_thunk:         # @patched_polls_test_polls_thunk
	.cfi_startproc
# %bb.0:                                # %entry
	#APP
	jmp	spgc_poll_slow@PLT
	#NO_APP
.Lfunc_end3:
	.size	patched_polls_test_polls_thunk, .Lfunc_end3-patched_polls_test_polls_thunk
	.cfi_endproc
                                        # -- End function
	.hidden	gc.safepoint_poll               # -- Begin function gc.safepoint_poll
	.weak	gc.safepoint_poll
	.p2align	4, 0x90
	.type	gc.safepoint_poll,@function
gc.safepoint_poll:                      # @gc.safepoint_poll
	.cfi_startproc
# %bb.0:                                # %entry
	jmp	spgc_poll_slow@PLT              # TAILCALL
.Lfunc_end4:
	.size	gc.safepoint_poll, .Lfunc_end4-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	3
	.long	0
	.long	8
	.quad	patched_polls_test_polls_spin
	.quad	40
	.quad	3
	.quad	polls_box
	.quad	8
	.quad	2
	.quad	patched_polls_test_polls_sum
	.quad	24
	.quad	3
	.quad	1347374156
	.long	.Ltmp0-patched_polls_test_polls_spin
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
	.long	.Ltmp1-patched_polls_test_polls_spin
	.short	0
	.short	3
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
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	1347374156
	.long	.Ltmp2-patched_polls_test_polls_spin
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
	.quad	1347374156
	.long	.Ltmp3-polls_box
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
	.long	.Ltmp4-polls_box
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
	.quad	1347374156
	.long	.Ltmp5-patched_polls_test_polls_sum
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
	.long	.Ltmp6-patched_polls_test_polls_sum
	.short	0
	.short	3
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
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp7-patched_polls_test_polls_sum
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

	.section	".note.GNU-stack","",@progbits
