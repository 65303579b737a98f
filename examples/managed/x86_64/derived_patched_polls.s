# Made from managed/derived.ll by managed/regenerate: edit that, not this.
	.text
	.globl	patched_polls_derived_words     # -- Begin function patched_polls_derived_words
	.p2align	4, 0x90
	.type	patched_polls_derived_words,@function
patched_polls_derived_words:            # @patched_polls_derived_words
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r13
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$48, %rsp
	.cfi_def_cfa_offset 96
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdi, %rbx
	leaq	(,%rdi,8), %r15
	nopl	8(%rax,%rax)
.Ltmp0:
	cmpq	$1022, %rbx                     # imm = 0x3FE
	ja	.LBB0_9
# %bb.1:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%r15), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_9
# %bb.2:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$512, (%rax)                    # imm = 0x200
	movq	%rbx, 8(%rax)
	testq	%rbx, %rbx
	jle	.LBB0_10
.LBB0_3:                                # %fill.preheader
	leaq	16(%rax), %rsi
	addq	$16, %r15
	movl	$1, %r14d
	movabsq	$6364136223846793005, %r12      # imm = 0x5851F42D4C957F2D
	movabsq	$1442695040888963407, %r13      # imm = 0x14057B7EF767814F
	.p2align	4, 0x90
.LBB0_4:                                # %fill
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%r14, %rdi
	callq	box
.Ltmp1:
	movq	%rax, 24(%rsp)
	movq	%rax, %rdi
	callq	unbox
.Ltmp2:
	movq	%rax, %rcx
	movq	8(%rsp), %rax
	movq	16(%rsp), %rsi
	leaq	(%rax,%r15), %rdx
	movq	%rcx, (%rsi)
	addq	$8, %rsi
	imulq	%r12, %r14
	addq	%r13, %r14
	cmpq	%rdx, %rsi
	jb	.LBB0_4
# %bb.5:                                # %sum.head.preheader
	testq	%rbx, %rbx
	jle	.LBB0_10
# %bb.6:                                # %sum.preheader
	leaq	16(%rax), %rsi
	xorl	%ebx, %ebx
	.p2align	4, 0x90
.LBB0_7:                                # %sum
                                        # =>This Inner Loop Header: Depth=1
	addq	$-8, %rdx
	movq	(%rsi), %rdi
	movq	%rax, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%rdx, 24(%rsp)
	callq	box
.Ltmp3:
	movq	24(%rsp), %rcx
	movq	(%rcx), %rdi
	movq	%rax, 40(%rsp)
	callq	box
.Ltmp4:
	movq	40(%rsp), %rdi
	movq	%rax, 32(%rsp)
	callq	unbox
.Ltmp5:
	movq	%rax, %r14
	movq	32(%rsp), %rdi
	callq	unbox
.Ltmp6:
	movq	%rax, %rcx
	movq	8(%rsp), %rax
	movq	24(%rsp), %rdx
	movq	16(%rsp), %rsi
	leaq	(%rcx,%rcx,2), %rcx
	xorq	%r14, %rcx
	addq	%rcx, %rbx
	addq	$8, %rsi
	cmpq	%rdx, %rsi
	jb	.LBB0_7
	jmp	.LBB0_11
.LBB0_9:                                # %slow.i
	movl	$512, %esi                      # imm = 0x200
	movq	%rbx, %rdi
	callq	spgc_allocate_array_slow@PLT
.Ltmp7:
	testq	%rbx, %rbx
	jg	.LBB0_3
.LBB0_10:
	xorl	%ebx, %ebx
.LBB0_11:                               # %done
	movq	%rbx, %rax
	addq	$48, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end0:
	.size	patched_polls_derived_words, .Lfunc_end0-patched_polls_derived_words
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function box
	.type	box,@function
box:                                    # @box
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	nopl	8(%rax,%rax)
.Ltmp8:
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
.Ltmp9:
	jmp	.LBB1_3
.Lfunc_end1:
	.size	box, .Lfunc_end1-box
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function unbox
	.type	unbox,@function
unbox:                                  # @unbox
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	8(%rdi), %rbx
	nopl	8(%rax,%rax)
.Ltmp10:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end2:
	.size	unbox, .Lfunc_end2-unbox
	.cfi_endproc
                                        # -- End function
	.globl	patched_polls_derived_references # -- Begin function patched_polls_derived_references
	.p2align	4, 0x90
	.type	patched_polls_derived_references,@function
patched_polls_derived_references:       # @patched_polls_derived_references
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	subq	$32, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdi, %rbx
	leaq	(,%rdi,8), %r15
	nopl	8(%rax,%rax)
.Ltmp11:
	cmpq	$1022, %rbx                     # imm = 0x3FE
	ja	.LBB3_11
# %bb.1:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rdi
	leaq	16(%rdi,%r15), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB3_11
# %bb.2:                                # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$768, (%rdi)                    # imm = 0x300
	movq	%rbx, 8(%rdi)
	testq	%rbx, %rbx
	jle	.LBB3_12
.LBB3_3:                                # %fill.preheader
	leaq	16(%rdi), %rsi
	addq	$16, %r15
	movl	$1, %r14d
	.p2align	4, 0x90
.LBB3_4:                                # %fill
                                        # =>This Inner Loop Header: Depth=1
	movq	%rsi, 8(%rsp)
	movq	%rdi, 16(%rsp)
	movq	%r14, %rdi
	callq	box
.Ltmp12:
	movq	16(%rsp), %rdi
	movq	8(%rsp), %rsi
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB3_6
.LBB3_5:                                # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB3_4 Depth=1
	movq	%rax, (%rsi)
	addq	$8, %rsi
	leaq	7(%r14,%r14,2), %r14
	leaq	(%rdi,%r15), %rax
	cmpq	%rax, %rsi
	jb	.LBB3_4
	jmp	.LBB3_7
.LBB3_6:                                # %slow.i1
                                        #   in Loop: Header=BB3_4 Depth=1
	callq	spgc_barrier_slow@PLT
	jmp	.LBB3_5
.LBB3_7:                                # %sum.head.preheader
	testq	%rbx, %rbx
	jle	.LBB3_12
# %bb.8:                                # %sum.preheader
	leaq	16(%rdi), %rcx
	xorl	%r14d, %r14d
	movq	%r14, %rbx
	.p2align	4, 0x90
.LBB3_9:                                # %sum
                                        # =>This Inner Loop Header: Depth=1
	movq	(%rcx), %rax
	movq	%rcx, 8(%rsp)
	movq	%rax, 16(%rsp)
	movq	%rdi, 24(%rsp)
	movq	%rax, %rdi
	callq	unbox
.Ltmp13:
	movq	%rax, %rdi
	callq	box
.Ltmp14:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	unbox
.Ltmp15:
	movq	24(%rsp), %rdi
	movq	8(%rsp), %rcx
	shlq	$5, %rbx
	subq	%r14, %rbx
	addq	%rax, %rbx
	addq	$8, %rcx
	leaq	(%rdi,%r15), %rax
	cmpq	%rax, %rcx
	movq	%rbx, %r14
	jb	.LBB3_9
	jmp	.LBB3_13
.LBB3_11:                               # %slow.i
	movl	$768, %esi                      # imm = 0x300
	movq	%rbx, %rdi
	callq	spgc_allocate_array_slow@PLT
.Ltmp16:
	movq	%rax, %rdi
	testq	%rbx, %rbx
	jg	.LBB3_3
.LBB3_12:
	xorl	%ebx, %ebx
.LBB3_13:                               # %done
	movq	%rbx, %rax
	addq	$32, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end3:
	.size	patched_polls_derived_references, .Lfunc_end3-patched_polls_derived_references
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
	.long	4
	.long	0
	.long	17
	.quad	patched_polls_derived_words
	.quad	88
	.quad	8
	.quad	box
	.quad	8
	.quad	2
	.quad	unbox
	.quad	8
	.quad	1
	.quad	patched_polls_derived_references
	.quad	56
	.quad	6
	.quad	1347374156
	.long	.Ltmp0-patched_polls_derived_words
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
	.long	.Ltmp1-patched_polls_derived_words
	.short	0
	.short	7
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
	.long	8
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
	.long	.Ltmp2-patched_polls_derived_words
	.short	0
	.short	9
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
	.long	24
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	24
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
	.long	16
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
	.long	.Ltmp3-patched_polls_derived_words
	.short	0
	.short	9
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
	.long	8
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
	.long	8
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
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp4-patched_polls_derived_words
	.short	0
	.short	11
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
	.long	40
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	40
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
	.long	16
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
	.long	24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp5-patched_polls_derived_words
	.short	0
	.short	13
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
	.long	40
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	40
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	32
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	32
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
	.long	16
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
	.long	24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp6-patched_polls_derived_words
	.short	0
	.short	11
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
	.long	32
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	32
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
	.long	16
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
	.long	24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp7-patched_polls_derived_words
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
	.long	.Ltmp8-box
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
	.long	.Ltmp9-box
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
	.long	.Ltmp10-unbox
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
	.long	.Ltmp11-patched_polls_derived_references
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
	.long	.Ltmp12-patched_polls_derived_references
	.short	0
	.short	7
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
	.long	16
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
	.long	.Ltmp13-patched_polls_derived_references
	.short	0
	.short	9
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
	.long	16
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
	.long	24
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
	.long	24
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp14-patched_polls_derived_references
	.short	0
	.short	7
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
	.long	24
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
	.long	24
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp15-patched_polls_derived_references
	.short	0
	.short	9
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
	.long	16
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
	.long	24
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
	.long	24
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp16-patched_polls_derived_references
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
