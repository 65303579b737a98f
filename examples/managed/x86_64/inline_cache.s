# Made from managed/inline_cache.ll by managed/regenerate: edit that, not this.
	.text
	.globl	cache_areas                     # -- Begin function cache_areas
	.p2align	4, 0x90
	.type	cache_areas,@function
cache_areas:                            # @cache_areas
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r15
	pushq	%r14
	pushq	%r12
	pushq	%rbx
	subq	$16, %rsp
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	movq	8(%rdi), %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	testq	%rbx, %rbx
	je	.LBB0_7
# %bb.3:                                # %again.lr.ph
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB0_4:                                # %again
                                        # =>This Inner Loop Header: Depth=1
	movq	16(%rdi,%r14,8), %rcx
.Ltmp0:
	nopw	%cs:512(%rax,%rax)
	nopw	8(%rax,%rax)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_5
.LBB0_6:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB0_4 Depth=1
	addq	%r15, %rax
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB0_4
	jmp	.LBB0_7
.LBB0_5:                                # %stop.i
                                        #   in Loop: Header=BB0_4 Depth=1
	movq	%rdi, -40(%rbp)
	movq	%rax, %r12
	callq	spgc_poll_slow@PLT
.Ltmp1:
	movq	%r12, %rax
	movq	-40(%rbp), %rdi
	jmp	.LBB0_6
.LBB0_7:                                # %end
	addq	$16, %rsp
	popq	%rbx
	popq	%r12
	popq	%r14
	popq	%r15
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB0_1:                                # %stop.i8
	.cfi_def_cfa %rbp, 16
	movq	%rdi, -40(%rbp)
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	-40(%rbp), %rdi
	jmp	.LBB0_2
.Lfunc_end0:
	.size	cache_areas, .Lfunc_end0-cache_areas
	.cfi_endproc
                                        # -- End function
	.globl	cache_outlines                  # -- Begin function cache_outlines
	.p2align	4, 0x90
	.type	cache_outlines,@function
cache_outlines:                         # @cache_outlines
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r15
	pushq	%r14
	pushq	%r12
	pushq	%rbx
	subq	$16, %rsp
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	movq	8(%rdi), %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	testq	%rbx, %rbx
	je	.LBB1_7
# %bb.3:                                # %again.lr.ph
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB1_4:                                # %again
                                        # =>This Inner Loop Header: Depth=1
	movq	16(%rdi,%r14,8), %rcx
.Ltmp3:
	nopw	%cs:512(%rax,%rax)
	nopw	8(%rax,%rax)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_5
.LBB1_6:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB1_4 Depth=1
	addq	%r15, %rax
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB1_4
	jmp	.LBB1_7
.LBB1_5:                                # %stop.i
                                        #   in Loop: Header=BB1_4 Depth=1
	movq	%rdi, -40(%rbp)
	movq	%rax, %r12
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movq	%r12, %rax
	movq	-40(%rbp), %rdi
	jmp	.LBB1_6
.LBB1_7:                                # %end
	addq	$16, %rsp
	popq	%rbx
	popq	%r12
	popq	%r14
	popq	%r15
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB1_1:                                # %stop.i8
	.cfi_def_cfa %rbp, 16
	movq	%rdi, -40(%rbp)
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	-40(%rbp), %rdi
	jmp	.LBB1_2
.Lfunc_end1:
	.size	cache_outlines, .Lfunc_end1-cache_outlines
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
	.long	6
	.quad	cache_areas
	.quad	56
	.quad	3
	.quad	cache_outlines
	.quad	56
	.quad	3
	.quad	6003376657720213505
	.quad	71
	.long	.Ltmp0-cache_areas
	.short	0
	.short	5
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	2
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
	.short	5
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
	.short	8
	.short	0
	.byte	0
	.byte	8
	.short	3
	.byte	0
	.byte	8
	.short	5
	.byte	0
	.byte	8
	.short	6
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
	.short	54
	.byte	0
	.byte	2
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp1-cache_areas
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
	.long	.Ltmp2-cache_areas
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
	.quad	72
	.long	.Ltmp3-cache_outlines
	.short	0
	.short	5
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	2
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	1
	.byte	1
	.byte	0
	.short	8
	.short	5
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
	.short	8
	.short	0
	.byte	0
	.byte	8
	.short	3
	.byte	0
	.byte	8
	.short	5
	.byte	0
	.byte	8
	.short	6
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
	.short	54
	.byte	0
	.byte	2
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp4-cache_outlines
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
	.long	.Ltmp5-cache_outlines
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

	.section	".note.GNU-stack","",@progbits
