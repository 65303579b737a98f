# Made from managed/binary_trees.ll by managed/regenerate: edit that, not this.
	.text
	.globl	patched_polls_bt_make           # -- Begin function patched_polls_bt_make
	.p2align	4, 0x90
	.type	patched_polls_bt_make,@function
patched_polls_bt_make:                  # @patched_polls_bt_make
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movl	%edi, %ebx
	nopl	8(%rax,%rax)
.Ltmp0:
	testl	%ebx, %ebx
	je	.LBB0_1
# %bb.4:                                # %inner
	decl	%ebx
	movl	%ebx, %edi
	callq	patched_polls_bt_make@PLT
.Ltmp1:
	movq	%rax, (%rsp)
	movl	%ebx, %edi
	callq	patched_polls_bt_make@PLT
.Ltmp2:
	movq	%rax, %rcx
	movq	(%rsp), %rdx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	24(%rax), %rsi
	cmpq	%fs:spgc_thread@TPOFF+8, %rsi
	ja	.LBB0_6
# %bb.5:                                # %bump.i7
	movq	%rsi, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
.LBB0_7:                                # %spgc_allocate.exit11
	movq	%rdx, 8(%rax)
	movq	%rcx, 16(%rax)
	jmp	.LBB0_8
.LBB0_1:                                # %leaf
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	24(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_3
# %bb.2:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
.LBB0_8:                                # %common.ret
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB0_6:                                # %slow.i9
	.cfi_def_cfa_offset 32
	movq	%rcx, 8(%rsp)
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp3:
	movq	8(%rsp), %rcx
	movq	(%rsp), %rdx
	jmp	.LBB0_7
.LBB0_3:                                # %slow.i
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp4:
	jmp	.LBB0_8
.Lfunc_end0:
	.size	patched_polls_bt_make, .Lfunc_end0-patched_polls_bt_make
	.cfi_endproc
                                        # -- End function
	.globl	patched_polls_bt_count          # -- Begin function patched_polls_bt_count
	.p2align	4, 0x90
	.type	patched_polls_bt_count,@function
patched_polls_bt_count:                 # @patched_polls_bt_count
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, (%rsp)
	nopl	8(%rax,%rax)
.Ltmp5:
	xorl	%ebx, %ebx
	movq	(%rsp), %rcx
	.p2align	4, 0x90
.LBB1_1:                                # %tailrecurse
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rcx), %rdi
	testq	%rdi, %rdi
	je	.LBB1_2
# %bb.3:                                # %inner
                                        #   in Loop: Header=BB1_1 Depth=1
	movq	%rcx, 8(%rsp)
	movq	%rdi, (%rsp)
	callq	patched_polls_bt_count@PLT
.Ltmp6:
	movq	8(%rsp), %rcx
	movq	16(%rcx), %rcx
	leaq	1(%rax,%rbx), %rbx
	jmp	.LBB1_1
.LBB1_2:                                # %common.ret1
	incq	%rbx
	movq	%rbx, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end1:
	.size	patched_polls_bt_count, .Lfunc_end1-patched_polls_bt_count
	.cfi_endproc
                                        # -- End function
	.globl	patched_polls_bt_churn          # -- Begin function patched_polls_bt_churn
	.p2align	4, 0x90
	.type	patched_polls_bt_churn,@function
patched_polls_bt_churn:                 # @patched_polls_bt_churn
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	subq	$16, %rsp
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movl	%esi, %ebx
	movq	%rdi, %r14
	nopl	8(%rax,%rax)
.Ltmp7:
	xorl	%r15d, %r15d
	testq	%r14, %r14
	je	.LBB2_2
	.p2align	4, 0x90
.LBB2_1:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movl	%ebx, %edi
	callq	patched_polls_bt_make@PLT
.Ltmp8:
	movq	%rax, 8(%rsp)
	movq	%rax, %rdi
	callq	patched_polls_bt_count@PLT
.Ltmp9:
	addq	%rax, %r15
	decq	%r14
	jne	.LBB2_1
.LBB2_2:                                # %done
	movq	%r15, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end2:
	.size	patched_polls_bt_churn, .Lfunc_end2-patched_polls_bt_churn
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
	.long	10
	.quad	patched_polls_bt_make
	.quad	24
	.quad	5
	.quad	patched_polls_bt_count
	.quad	24
	.quad	2
	.quad	patched_polls_bt_churn
	.quad	40
	.quad	3
	.quad	1347374156
	.long	.Ltmp0-patched_polls_bt_make
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
	.long	.Ltmp1-patched_polls_bt_make
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
	.long	.Ltmp2-patched_polls_bt_make
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
	.long	.Ltmp3-patched_polls_bt_make
	.short	0
	.short	7
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
	.long	.Ltmp4-patched_polls_bt_make
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
	.long	.Ltmp5-patched_polls_bt_count
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
	.long	.Ltmp6-patched_polls_bt_count
	.short	0
	.short	7
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
	.long	.Ltmp7-patched_polls_bt_churn
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
	.long	.Ltmp8-patched_polls_bt_churn
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
	.long	.Ltmp9-patched_polls_bt_churn
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
