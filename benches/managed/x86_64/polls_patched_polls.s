# Made from managed/polls.ll by managed/regenerate: edit that, not this.
	.text
	.globl	patched_polls_bench_polls_turns # -- Begin function patched_polls_bench_polls_turns
	.p2align	4, 0x90
	.type	patched_polls_bench_polls_turns,@function
patched_polls_bench_polls_turns:        # @patched_polls_bench_polls_turns
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
	cmpq	$1, %rdi
	adcq	$0, %rbx
	nopl	8(%rax,%rax)
.Ltmp0:
	movq	%rbx, %r14
	.p2align	4, 0x90
.LBB0_1:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	nopl	8(%rax,%rax)
.Ltmp1:
	decq	%r14
	jne	.LBB0_1
# %bb.2:                                # %done
	movq	%rbx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end0:
	.size	patched_polls_bench_polls_turns, .Lfunc_end0-patched_polls_bench_polls_turns
	.cfi_endproc
                                        # -- End function
	.globl	patched_polls_bench_polls_field # -- Begin function patched_polls_bench_polls_field
	.p2align	4, 0x90
	.type	patched_polls_bench_polls_field,@function
patched_polls_bench_polls_field:        # @patched_polls_bench_polls_field
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
	movq	%rsi, %rbx
	cmpq	$1, %rsi
	adcq	$0, %rbx
	movq	%rdi, (%rsp)
	nopl	8(%rax,%rax)
.Ltmp2:
	xorl	%r14d, %r14d
	movq	(%rsp), %rax
	.p2align	4, 0x90
.LBB1_1:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	addq	8(%rax), %r14
	movq	%rax, (%rsp)
	nopl	8(%rax,%rax)
.Ltmp3:
	movq	(%rsp), %rax
	decq	%rbx
	jne	.LBB1_1
# %bb.2:                                # %done
	movq	%r14, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end1:
	.size	patched_polls_bench_polls_field, .Lfunc_end1-patched_polls_bench_polls_field
	.cfi_endproc
                                        # -- End function
	.globl	patched_polls_bench_polls_until # -- Begin function patched_polls_bench_polls_until
	.p2align	4, 0x90
	.type	patched_polls_bench_polls_until,@function
patched_polls_bench_polls_until:        # @patched_polls_bench_polls_until
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	pushq	%rax
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -24
	.cfi_offset %rbp, -16
	movq	%rdi, %rbx
	nopl	8(%rax,%rax)
.Ltmp4:
	.p2align	4, 0x90
.LBB2_1:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	(%rbx), %ebp
	nopl	8(%rax,%rax)
.Ltmp5:
	testl	%ebp, %ebp
	je	.LBB2_1
# %bb.2:                                # %done
	xorl	%eax, %eax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end2:
	.size	patched_polls_bench_polls_until, .Lfunc_end2-patched_polls_bench_polls_until
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
	.long	6
	.quad	patched_polls_bench_polls_turns
	.quad	24
	.quad	2
	.quad	patched_polls_bench_polls_field
	.quad	24
	.quad	2
	.quad	patched_polls_bench_polls_until
	.quad	24
	.quad	2
	.quad	1347374156
	.long	.Ltmp0-patched_polls_bench_polls_turns
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
	.long	.Ltmp1-patched_polls_bench_polls_turns
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
	.long	.Ltmp2-patched_polls_bench_polls_field
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
	.quad	1347374156
	.long	.Ltmp3-patched_polls_bench_polls_field
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
	.quad	1347374156
	.long	.Ltmp4-patched_polls_bench_polls_until
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
	.long	.Ltmp5-patched_polls_bench_polls_until
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
