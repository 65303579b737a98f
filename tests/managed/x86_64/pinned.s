# Made from managed/pinned.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_pinned_sum                 # -- Begin function test_pinned_sum
	.p2align	4, 0x90
	.type	test_pinned_sum,@function
test_pinned_sum:                        # @test_pinned_sum
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$24, %rsp
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	movq	%rdx, %rbx
	movq	%rsi, %r14
	movq	%rdi, -64(%rbp)                 # 8-byte Spill
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit6
	movq	%r14, %rdi
	callq	pinned_squares
.Ltmp0:
	movq	%rax, %r15
	movq	%rax, %r12
	movq	%rbx, -56(%rbp)                 # 8-byte Spill
	addq	%rbx, %r12
	cmpq	$1, %r14
	adcq	$0, %r14
	xorl	%r13d, %r13d
	xorl	%ebx, %ebx
	.p2align	4, 0x90
.LBB0_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	%r13, %rdi
	callq	*-64(%rbp)                      # 8-byte Folded Reload
.Ltmp1:
	addq	(%r12,%r13,8), %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_4
.LBB0_5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB0_3 Depth=1
	incq	%r13
	cmpq	%r13, %r14
	jne	.LBB0_3
	jmp	.LBB0_6
.LBB0_4:                                # %stop.i
                                        #   in Loop: Header=BB0_3 Depth=1
	movq	%r15, -48(%rbp)
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	-48(%rbp), %r15
	movq	-56(%rbp), %rax                 # 8-byte Reload
	leaq	(%r15,%rax), %r12
	jmp	.LBB0_5
.LBB0_6:                                # %done
	movq	%rbx, %rax
	addq	$24, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB0_1:                                # %stop.i5
	.cfi_def_cfa %rbp, 16
	callq	spgc_poll_slow@PLT
.Ltmp3:
	jmp	.LBB0_2
.Lfunc_end0:
	.size	test_pinned_sum, .Lfunc_end0-test_pinned_sum
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function pinned_squares
.LCPI1_0:
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	1                               # 0x1
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
.LCPI1_1:
	.quad	2                               # 0x2
	.quad	2                               # 0x2
.LCPI1_2:
	.quad	4                               # 0x4
	.quad	4                               # 0x4
	.text
	.p2align	4, 0x90
	.type	pinned_squares,@function
pinned_squares:                         # @pinned_squares
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r12
	.cfi_def_cfa_offset 32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	subq	$40, %rsp
	.cfi_def_cfa_offset 80
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
# %bb.2:                                # %gc.safepoint_poll.exit15
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB1_5
.LBB1_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rdi,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB1_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$512, (%rax)                    # imm = 0x200
	movq	%rdi, 8(%rax)
.LBB1_6:                                # %spgc_allocate_array.exit
	cmpq	$1, %rdi
	movq	%rdi, %rbx
	adcq	$0, %rbx
	cmpq	$4, %rdi
	jae	.LBB1_8
# %bb.7:
	xorl	%r14d, %r14d
	jmp	.LBB1_13
.LBB1_8:                                # %vector.ph
	movq	%rbx, %r14
	andq	$-4, %r14
	movdqa	.LCPI1_0(%rip), %xmm3           # xmm3 = [0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0]
	xorl	%r15d, %r15d
	movdqa	.LCPI1_1(%rip), %xmm4           # xmm4 = [2,2]
	movdqa	.LCPI1_2(%rip), %xmm5           # xmm5 = [4,4]
	.p2align	4, 0x90
.LBB1_9:                                # %vector.body
                                        # =>This Inner Loop Header: Depth=1
	movdqa	%xmm3, %xmm0
	paddq	%xmm4, %xmm0
	movdqa	%xmm3, %xmm1
	psrlq	$32, %xmm1
	pmuludq	%xmm3, %xmm1
	psllq	$33, %xmm1
	movdqa	%xmm3, %xmm2
	pmuludq	%xmm3, %xmm2
	paddq	%xmm1, %xmm2
	movdqa	%xmm0, %xmm1
	psrlq	$32, %xmm1
	pmuludq	%xmm0, %xmm1
	psllq	$33, %xmm1
	pmuludq	%xmm0, %xmm0
	paddq	%xmm1, %xmm0
	movdqu	%xmm2, 16(%rax,%r15,8)
	movdqu	%xmm0, 32(%rax,%r15,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_10
.LBB1_11:                               # %gc.safepoint_poll.exit9
                                        #   in Loop: Header=BB1_9 Depth=1
	addq	$4, %r15
	paddq	%xmm5, %xmm3
	cmpq	%r15, %r14
	jne	.LBB1_9
	jmp	.LBB1_12
.LBB1_10:                               # %stop.i8
                                        #   in Loop: Header=BB1_9 Depth=1
	movq	%rax, 8(%rsp)
	movq	%rdi, %r12
	movdqa	%xmm3, 16(%rsp)                 # 16-byte Spill
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movdqa	.LCPI1_2(%rip), %xmm5           # xmm5 = [4,4]
	movdqa	.LCPI1_1(%rip), %xmm4           # xmm4 = [2,2]
	movdqa	16(%rsp), %xmm3                 # 16-byte Reload
	movq	%r12, %rdi
	movq	8(%rsp), %rax
	jmp	.LBB1_11
.LBB1_12:                               # %middle.block
	cmpq	%rdi, %r14
	jne	.LBB1_13
	jmp	.LBB1_16
.LBB1_14:                               # %stop.i
                                        #   in Loop: Header=BB1_13 Depth=1
	movq	%rax, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	8(%rsp), %rax
	jmp	.LBB1_15
	.p2align	4, 0x90
.LBB1_13:                               # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	%r14, %rcx
	imulq	%r14, %rcx
	movq	%rcx, 16(%rax,%r14,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_14
.LBB1_15:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB1_13 Depth=1
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB1_13
.LBB1_16:                               # %done
	addq	$40, %rsp
	.cfi_def_cfa_offset 40
	popq	%rbx
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i14
	.cfi_def_cfa_offset 80
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp6:
	movq	%rbx, %rdi
	cmpq	$1022, %rdi                     # imm = 0x3FE
	jbe	.LBB1_3
.LBB1_5:                                # %slow.i
	movl	$512, %esi                      # imm = 0x200
	movq	%rdi, %rbx
	callq	spgc_allocate_array_slow@PLT
.Ltmp7:
	movq	%rbx, %rdi
	jmp	.LBB1_6
.Lfunc_end1:
	.size	pinned_squares, .Lfunc_end1-pinned_squares
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
	.long	2
	.long	1
	.long	8
	.quad	test_pinned_sum
	.quad	72
	.quad	4
	.quad	pinned_squares
	.quad	72
	.quad	4
	.quad	6003376657720213505
	.quad	2882400000
	.long	.Ltmp0-test_pinned_sum
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
	.quad	7
	.long	.Ltmp1-test_pinned_sum
	.short	0
	.short	3
	.byte	1
	.byte	0
	.short	8
	.short	13
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	5
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
	.long	.Ltmp2-test_pinned_sum
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
	.long	.Ltmp3-test_pinned_sum
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
	.long	.Ltmp4-pinned_squares
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
	.long	.Ltmp5-pinned_squares
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
	.long	.Ltmp6-pinned_squares
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
	.long	.Ltmp7-pinned_squares
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
