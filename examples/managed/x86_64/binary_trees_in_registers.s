# Made from managed/binary_trees.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_bt_make            # -- Begin function in_registers_bt_make
	.p2align	4, 0x90
	.type	in_registers_bt_make,@function
in_registers_bt_make:                   # @in_registers_bt_make
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %rbp, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testl	%edi, %edi
	je	.LBB0_3
.LBB0_6:                                # %inner
	decl	%edi
	movl	%edi, %ebp
	callq	in_registers_bt_make@PLT
.Ltmp0:
	movq	%rax, %rbx
	movl	%ebp, %edi
	callq	in_registers_bt_make@PLT
.Ltmp1:
	movq	%rax, %r14
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	24(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_8
# %bb.7:                                # %bump.i7
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
.LBB0_9:                                # %spgc_allocate.exit11
	movq	%rbx, 8(%rax)
	movq	%r14, 16(%rax)
	jmp	.LBB0_10
.LBB0_1:                                # %stop.i
	movl	%edi, %ebx
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movl	%ebx, %edi
	testl	%edi, %edi
	jne	.LBB0_6
.LBB0_3:                                # %leaf
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	24(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
.LBB0_10:                               # %common.ret
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB0_8:                                # %slow.i9
	.cfi_def_cfa_offset 32
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp3:
	jmp	.LBB0_9
.LBB0_5:                                # %slow.i
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp4:
	jmp	.LBB0_10
.Lfunc_end0:
	.size	in_registers_bt_make, .Lfunc_end0-in_registers_bt_make
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_bt_count           # -- Begin function in_registers_bt_count
	.p2align	4, 0x90
	.type	in_registers_bt_count,@function
in_registers_bt_count:                  # @in_registers_bt_count
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB1_3:                                # %tailrecurse
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rbx), %r15
	testq	%r15, %r15
	je	.LBB1_4
# %bb.5:                                # %inner
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%r15, %rdi
	callq	in_registers_bt_count@PLT
.Ltmp5:
	movq	16(%rbx), %rbx
	leaq	1(%rax,%r14), %r14
	jmp	.LBB1_3
.LBB1_4:                                # %common.ret1
	incq	%r14
	movq	%r14, %rax
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp6:
	jmp	.LBB1_2
.Lfunc_end1:
	.size	in_registers_bt_count, .Lfunc_end1-in_registers_bt_count
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_bt_churn           # -- Begin function in_registers_bt_churn
	.p2align	4, 0x90
	.type	in_registers_bt_churn,@function
in_registers_bt_churn:                  # @in_registers_bt_churn
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
	pushq	%rax
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movl	%esi, %ebx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	xorl	%r15d, %r15d
	testq	%r14, %r14
	je	.LBB2_4
	.p2align	4, 0x90
.LBB2_3:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movl	%ebx, %edi
	callq	in_registers_bt_make@PLT
.Ltmp7:
	movq	%rax, %r12
	movq	%rax, %rdi
	callq	in_registers_bt_count@PLT
.Ltmp8:
	addq	%rax, %r15
	decq	%r14
	jne	.LBB2_3
.LBB2_4:                                # %done
	movq	%r15, %rax
	addq	$8, %rsp
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
.LBB2_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	callq	spgc_poll_slow@PLT
.Ltmp9:
	jmp	.LBB2_2
.Lfunc_end2:
	.size	in_registers_bt_churn, .Lfunc_end2-in_registers_bt_churn
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
	.long	10
	.quad	in_registers_bt_make
	.quad	24
	.quad	5
	.quad	in_registers_bt_count
	.quad	24
	.quad	2
	.quad	in_registers_bt_churn
	.quad	40
	.quad	3
	.quad	2882400000
	.long	.Ltmp0-in_registers_bt_make
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
	.long	.Ltmp1-in_registers_bt_make
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
	.long	.Ltmp2-in_registers_bt_make
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
	.long	.Ltmp3-in_registers_bt_make
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
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp4-in_registers_bt_make
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
	.long	.Ltmp5-in_registers_bt_count
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
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	15
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
	.long	.Ltmp6-in_registers_bt_count
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
	.long	.Ltmp7-in_registers_bt_churn
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
	.long	.Ltmp8-in_registers_bt_churn
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
	.byte	1
	.byte	0
	.short	8
	.short	12
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	12
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp9-in_registers_bt_churn
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
