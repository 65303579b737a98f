# Made from managed/generators.ll by managed/regenerate: edit that, not this.
	.text
	.globl	generators_numbers              # -- Begin function generators_numbers
	.p2align	4, 0x90
	.type	generators_numbers,@function
generators_numbers:                     # @generators_numbers
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	movl	$2, %ebx
	.p2align	4, 0x90
.LBB0_3:                                # %head
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rdi
	leaq	16(%rdi), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB0_5
# %bb.4:                                # %bump.i
                                        #   in Loop: Header=BB0_3 Depth=1
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$1024, (%rdi)                   # imm = 0x400
.LBB0_6:                                # %spgc_allocate.exit
                                        #   in Loop: Header=BB0_3 Depth=1
	movq	%rbx, 8(%rdi)
	movq	%rdi, 8(%rsp)
	callq	spgc_suspend@PLT
.Ltmp0:
	incq	%rbx
	jmp	.LBB0_3
.LBB0_5:                                # %slow.i
                                        #   in Loop: Header=BB0_3 Depth=1
	movl	$16, %edi
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp1:
	movq	%rax, %rdi
	jmp	.LBB0_6
.LBB0_1:                                # %stop.i
	callq	spgc_poll_slow@PLT
.Ltmp2:
	jmp	.LBB0_2
.Lfunc_end0:
	.size	generators_numbers, .Lfunc_end0-generators_numbers
	.cfi_endproc
                                        # -- End function
	.globl	generators_filter               # -- Begin function generators_filter
	.p2align	4, 0x90
	.type	generators_filter,@function
generators_filter:                      # @generators_filter
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
	movq	16(%rdi), %rbx
	movq	24(%rdi), %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	xorl	%edi, %edi
	.p2align	4, 0x90
.LBB1_3:                                # %head.sink.split
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB1_4 Depth 2
	movq	%rdi, (%rsp)
	callq	spgc_suspend@PLT
.Ltmp3:
	.p2align	4, 0x90
.LBB1_4:                                # %head
                                        #   Parent Loop BB1_3 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	%rbx, %rdi
	xorl	%esi, %esi
	callq	spgc_resume@PLT
.Ltmp4:
	movq	%rax, %rdi
	movq	8(%rax), %rax
	xorl	%edx, %edx
	divq	%r14
	testq	%rdx, %rdx
	je	.LBB1_4
	jmp	.LBB1_3
.LBB1_1:                                # %stop.i
	callq	spgc_poll_slow@PLT
.Ltmp5:
	jmp	.LBB1_2
.Lfunc_end1:
	.size	generators_filter, .Lfunc_end1-generators_filter
	.cfi_endproc
                                        # -- End function
	.globl	generators_primes               # -- Begin function generators_primes
	.p2align	4, 0x90
	.type	generators_primes,@function
generators_primes:                      # @generators_primes
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r13
	.cfi_def_cfa_offset 40
	pushq	%r12
	.cfi_def_cfa_offset 48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	subq	$24, %rsp
	.cfi_def_cfa_offset 80
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	xorl	%r13d, %r13d
	xorl	%edi, %edi
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movq	%rbx, 8(%rsp)                   # 8-byte Spill
	movq	%rbx, %r9
	callq	spgc_call_native@PLT
.Ltmp6:
	movq	%rax, %r15
	testq	%rax, %rax
	sete	%al
	testq	%r14, %r14
	sete	%cl
	orb	%al, %cl
	je	.LBB2_3
.LBB2_9:                                # %common.ret
	movq	%r13, %rax
	addq	$24, %rsp
	.cfi_def_cfa_offset 56
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%r12
	.cfi_def_cfa_offset 40
	popq	%r13
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB2_3:                                # %more.lr.ph
	.cfi_def_cfa_offset 80
	xorl	%ebp, %ebp
	.p2align	4, 0x90
.LBB2_4:                                # %more
                                        # =>This Inner Loop Header: Depth=1
	movq	%r15, %rdi
	xorl	%esi, %esi
	callq	spgc_resume@PLT
.Ltmp7:
	movq	8(%rax), %rbx
	movl	$1, %edi
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movq	8(%rsp), %r9                    # 8-byte Reload
	callq	spgc_call_native@PLT
.Ltmp8:
	testq	%rax, %rax
	movl	$0, %r13d
	je	.LBB2_9
# %bb.5:                                # %extended
                                        #   in Loop: Header=BB2_4 Depth=1
	movq	%rax, %r12
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rsi
	leaq	32(%rsi), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB2_7
# %bb.6:                                # %bump.i
                                        #   in Loop: Header=BB2_4 Depth=1
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$512, (%rsi)                    # imm = 0x200
	movq	$2, 8(%rsi)
.LBB2_8:                                # %spgc_allocate_array.exit
                                        #   in Loop: Header=BB2_4 Depth=1
	movq	%rbp, %r13
	shlq	$5, %r13
	subq	%rbp, %r13
	addq	%rbx, %r13
	movq	%r15, 16(%rsi)
	movq	%rbx, 24(%rsi)
	movq	%rsi, 16(%rsp)
	movq	%r12, %rdi
	callq	spgc_resume@PLT
.Ltmp9:
	decq	%r14
	movq	%r12, %r15
	movq	%r13, %rbp
	jne	.LBB2_4
	jmp	.LBB2_9
.LBB2_7:                                # %slow.i
                                        #   in Loop: Header=BB2_4 Depth=1
	movl	$2, %edi
	movl	$512, %esi                      # imm = 0x200
	callq	spgc_allocate_array_slow@PLT
.Ltmp10:
	movq	%rax, %rsi
	jmp	.LBB2_8
.LBB2_1:                                # %stop.i
	callq	spgc_poll_slow@PLT
.Ltmp11:
	jmp	.LBB2_2
.Lfunc_end2:
	.size	generators_primes, .Lfunc_end2-generators_primes
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
	.long	3
	.long	0
	.long	12
	.quad	generators_numbers
	.quad	24
	.quad	3
	.quad	generators_filter
	.quad	24
	.quad	3
	.quad	generators_primes
	.quad	72
	.quad	6
	.quad	2882400000
	.long	.Ltmp0-generators_numbers
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
	.long	.Ltmp1-generators_numbers
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
	.long	.Ltmp2-generators_numbers
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
	.long	.Ltmp3-generators_filter
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
	.long	.Ltmp4-generators_filter
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
	.long	.Ltmp5-generators_filter
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
	.long	.Ltmp6-generators_primes
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
	.long	.Ltmp7-generators_primes
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
	.long	.Ltmp8-generators_primes
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
	.long	.Ltmp9-generators_primes
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
	.long	16
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	16
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp10-generators_primes
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
	.long	.Ltmp11-generators_primes
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
