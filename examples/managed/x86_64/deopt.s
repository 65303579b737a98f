# Made from managed/deopt.ll by managed/regenerate: edit that, not this.
	.text
	.globl	deopt_grow                      # -- Begin function deopt_grow
	.p2align	4, 0x90
	.type	deopt_grow,@function
deopt_grow:                             # @deopt_grow
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
	subq	$16, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%rdi, %rdi
	je	.LBB0_3
.LBB0_5:                                # %inner
	decq	%rdi
	leaq	(%rsi,%rsi), %rax
	leaq	1(%rsi,%rsi), %r12
	movq	%rdi, %r13
	movq	%rsi, %rbx
	movq	%rax, %rsi
	movq	%rdx, %r15
	movq	%rcx, %r14
	callq	deopt_grow@PLT
.Ltmp0:
	movq	%rax, (%rsp)
	movq	%r13, %rdi
	movq	%r12, %rsi
	movq	%r15, %rdx
	movq	%r14, %rcx
	callq	deopt_grow@PLT
.Ltmp1:
	movq	%rax, %rcx
	movq	(%rsp), %rsi
	movq	%rbx, %rax
	shrq	$3, %rax
	movabsq	$2361183241434822607, %rdx      # imm = 0x20C49BA5E353F7CF
	mulq	%rdx
	shrq	$4, %rdx
	imulq	$1000, %rdx, %rax               # imm = 0x3E8
	movq	%rbx, %rdi
	subq	%rax, %rdi
	movq	%rbx, %rax
	xorl	%edx, %edx
	divq	%r15
	movabsq	$8589934592, %rax               # imm = 0x200000000
	orq	%rdi, %rax
	testq	%rdx, %rdx
	cmovneq	%rdi, %rax
	cmpq	%r14, %rbx
	movq	$-1, %rbx
	cmovneq	%rax, %rbx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	32(%rax), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB0_7
# %bb.6:                                # %bump.i
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$1280, (%rax)                   # imm = 0x500
.LBB0_8:                                # %spgc_allocate.exit
	movq	%rsi, 8(%rax)
	movq	%rcx, 16(%rax)
	movq	%rbx, 24(%rax)
	jmp	.LBB0_4
.LBB0_1:                                # %stop.i
	movq	%rcx, %rbx
	movq	%rsi, %r15
	movq	%rdx, %r14
	movq	%rdi, %r12
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	%r12, %rdi
	movq	%r14, %rdx
	movq	%r15, %rsi
	movq	%rbx, %rcx
	testq	%rdi, %rdi
	jne	.LBB0_5
.LBB0_3:
	xorl	%eax, %eax
.LBB0_4:                                # %common.ret
	addq	$16, %rsp
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
.LBB0_7:                                # %slow.i
	.cfi_def_cfa_offset 64
	movq	%rcx, 8(%rsp)
	movl	$32, %edi
	movl	$1280, %esi                     # imm = 0x500
	callq	spgc_allocate_slow@PLT
.Ltmp3:
	movq	8(%rsp), %rcx
	movq	(%rsp), %rsi
	jmp	.LBB0_8
.Lfunc_end0:
	.size	deopt_grow, .Lfunc_end0-deopt_grow
	.cfi_endproc
                                        # -- End function
	.globl	deopt_checksum                  # -- Begin function deopt_checksum
	.p2align	4, 0x90
	.type	deopt_checksum,@function
deopt_checksum:                         # @deopt_checksum
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%rdi, %rdi
	je	.LBB1_3
.LBB1_5:                                # %inner
	movq	8(%rdi), %rax
	movq	%rdi, 8(%rsp)
	movq	%rax, (%rsp)
	movq	%rax, %rdi
	callq	deopt_checksum@PLT
.Ltmp4:
	movq	%rax, %rbx
	movq	8(%rsp), %rax
	movq	16(%rax), %rdi
	movq	%rdi, (%rsp)
	callq	deopt_checksum@PLT
.Ltmp5:
	movq	8(%rsp), %rcx
	movq	%rbx, %rdx
	shlq	$5, %rdx
	subq	%rbx, %rdx
	xorq	%rax, %rdx
	imulq	$1000003, %rdx, %rax            # imm = 0xF4243
	addq	24(%rcx), %rax
	jmp	.LBB1_4
.LBB1_1:                                # %stop.i
	movq	%rdi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp6:
	movq	(%rsp), %rdi
	testq	%rdi, %rdi
	jne	.LBB1_5
.LBB1_3:
	movl	$1, %eax
.LBB1_4:                                # %common.ret
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end1:
	.size	deopt_checksum, .Lfunc_end1-deopt_checksum
	.cfi_endproc
                                        # -- End function
	.globl	deopt_scale                     # -- Begin function deopt_scale
	.p2align	4, 0x90
	.type	deopt_scale,@function
deopt_scale:                            # @deopt_scale
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	subq	$40, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movq	%rsi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%rdi, %rdi
	je	.LBB2_3
.LBB2_5:                                # %inner
	movq	8(%rdi), %rax
	movq	%rbx, 24(%rsp)
	movq	%rdi, (%rsp)
	movq	%rax, 8(%rsp)
	movq	%rax, %rdi
	movq	%rbx, %rsi
	callq	deopt_scale@PLT
.Ltmp7:
	movq	(%rsp), %rcx
	movq	16(%rcx), %rdi
	movq	%rax, 8(%rsp)
	movq	%rdi, 16(%rsp)
	movq	%rbx, 24(%rsp)
	movq	%rbx, %rsi
	callq	deopt_scale@PLT
.Ltmp8:
	movq	(%rsp), %rcx
	movq	24(%rcx), %rcx
	cmpq	$-1, %rcx
	je	.LBB2_11
# %bb.6:                                # %multiply
	movq	%rcx, %r14
	imulq	%rbx, %r14
	testq	$-2147483648, %r14              # imm = 0x80000000
	jne	.LBB2_12
# %bb.7:                                # %build
	movq	8(%rsp), %rdx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	32(%rcx), %rsi
	cmpq	%fs:spgc_thread@TPOFF+8, %rsi
	ja	.LBB2_9
# %bb.8:                                # %bump.i
	movq	%rsi, %fs:spgc_thread@TPOFF
	movq	$1280, (%rcx)                   # imm = 0x500
.LBB2_10:                               # %spgc_allocate.exit
	movq	%rdx, 8(%rcx)
	movq	%rax, 16(%rcx)
	movq	%r14, 24(%rcx)
	jmp	.LBB2_4
.LBB2_1:                                # %stop.i
	movq	%rdi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp9:
	movq	(%rsp), %rdi
	testq	%rdi, %rdi
	jne	.LBB2_5
.LBB2_3:
	xorl	%ecx, %ecx
.LBB2_4:                                # %common.ret
	movq	%rcx, %rax
	addq	$40, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB2_9:                                # %slow.i
	.cfi_def_cfa_offset 64
	movq	%rax, (%rsp)
	movl	$32, %edi
	movl	$1280, %esi                     # imm = 0x500
	callq	spgc_allocate_slow@PLT
.Ltmp10:
	movq	%rax, %rcx
	movq	(%rsp), %rax
	movq	8(%rsp), %rdx
	jmp	.LBB2_10
.LBB2_11:                               # %marked
	movq	%rax, 16(%rsp)
	movq	%rbx, 24(%rsp)
	movq	deopt_redefine@GOTPCREL(%rip), %r9
	xorl	%edi, %edi
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	callq	spgc_call_native@PLT
.Ltmp11:
.LBB2_12:                               # %failed
	movq	%rax, 16(%rsp)
	movq	%rbx, 24(%rsp)
	movq	%rcx, 32(%rsp)
	movq	deopt_guard_failed@GOTPCREL(%rip), %r9
	xorl	%edi, %edi
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	callq	spgc_call_native@PLT
.Ltmp12:
.Lfunc_end2:
	.size	deopt_scale, .Lfunc_end2-deopt_scale
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
	.long	13
	.quad	deopt_grow
	.quad	56
	.quad	4
	.quad	deopt_checksum
	.quad	24
	.quad	3
	.quad	deopt_scale
	.quad	56
	.quad	6
	.quad	2882400000
	.long	.Ltmp0-deopt_grow
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
	.long	.Ltmp1-deopt_grow
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
	.long	.Ltmp2-deopt_grow
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
	.long	.Ltmp3-deopt_grow
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
	.long	.Ltmp4-deopt_checksum
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
	.long	.Ltmp5-deopt_checksum
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
	.long	.Ltmp6-deopt_checksum
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
	.long	.Ltmp7-deopt_scale
	.short	0
	.short	15
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
	.long	6
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	2
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
	.long	24
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
	.long	.Ltmp8-deopt_scale
	.short	0
	.short	17
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
	.long	6
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	4
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
	.long	24
	.byte	3
	.byte	0
	.short	8
	.short	7
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
	.long	0
	.byte	3
	.byte	0
	.short	8
	.short	7
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
	.long	.Ltmp9-deopt_scale
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
	.long	.Ltmp10-deopt_scale
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
	.long	.Ltmp11-deopt_scale
	.short	0
	.short	15
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
	.long	6
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	7
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
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	-1
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
	.long	.Ltmp12-deopt_scale
	.short	0
	.short	15
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
	.long	6
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	7
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
	.long	32
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
