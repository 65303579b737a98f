# Made from managed/polls.ll by managed/regenerate: edit that, not this.
	.text
	.globl	bench_polls_turns               # -- Begin function bench_polls_turns
	.p2align	4, 0x90
	.type	bench_polls_turns,@function
bench_polls_turns:                      # @bench_polls_turns
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
	movq	%rdi, %rax
	cmpq	$1, %rdi
	adcq	$0, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit6
	movq	%rax, %rbx
	.p2align	4, 0x90
.LBB0_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_4
# %bb.5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB0_3 Depth=1
	decq	%rbx
	jne	.LBB0_3
	jmp	.LBB0_6
.LBB0_4:                                # %stop.i
                                        #   in Loop: Header=BB0_3 Depth=1
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp0:
	movq	%r14, %rax
	decq	%rbx
	jne	.LBB0_3
.LBB0_6:                                # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i5
	.cfi_def_cfa_offset 32
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp1:
	movq	%rbx, %rax
	jmp	.LBB0_2
.Lfunc_end0:
	.size	bench_polls_turns, .Lfunc_end0-bench_polls_turns
	.cfi_endproc
                                        # -- End function
	.globl	bench_polls_field               # -- Begin function bench_polls_field
	.p2align	4, 0x90
	.type	bench_polls_field,@function
bench_polls_field:                      # @bench_polls_field
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
	cmpq	$1, %rsi
	adcq	$0, %rsi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit6
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB1_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	addq	8(%rdi), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_4
# %bb.5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB1_3 Depth=1
	decq	%rsi
	jne	.LBB1_3
	jmp	.LBB1_6
.LBB1_4:                                # %stop.i
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%rdi, (%rsp)
	movq	%rsi, %rbx
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	%r14, %rax
	movq	%rbx, %rsi
	movq	(%rsp), %rdi
	decq	%rsi
	jne	.LBB1_3
.LBB1_6:                                # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i5
	.cfi_def_cfa_offset 32
	movq	%rdi, (%rsp)
	movq	%rsi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp3:
	movq	%rbx, %rsi
	movq	(%rsp), %rdi
	jmp	.LBB1_2
.Lfunc_end1:
	.size	bench_polls_field, .Lfunc_end1-bench_polls_field
	.cfi_endproc
                                        # -- End function
	.globl	bench_polls_until               # -- Begin function bench_polls_until
	.p2align	4, 0x90
	.type	bench_polls_until,@function
bench_polls_until:                      # @bench_polls_until
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
	je	.LBB2_1
	.p2align	4, 0x90
.LBB2_2:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	(%rdi), %ebx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_3
# %bb.4:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB2_2 Depth=1
	testl	%ebx, %ebx
	je	.LBB2_2
	jmp	.LBB2_5
.LBB2_3:                                # %stop.i
                                        #   in Loop: Header=BB2_2 Depth=1
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movq	%r14, %rdi
	testl	%ebx, %ebx
	je	.LBB2_2
.LBB2_5:                                # %done
	xorl	%eax, %eax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i5
	.cfi_def_cfa_offset 32
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	%rbx, %rdi
	jmp	.LBB2_2
.Lfunc_end2:
	.size	bench_polls_until, .Lfunc_end2-bench_polls_until
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
	.long	6
	.quad	bench_polls_turns
	.quad	24
	.quad	2
	.quad	bench_polls_field
	.quad	24
	.quad	2
	.quad	bench_polls_until
	.quad	24
	.quad	2
	.quad	2882400000
	.long	.Ltmp0-bench_polls_turns
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
	.long	.Ltmp1-bench_polls_turns
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
	.long	.Ltmp2-bench_polls_field
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
	.long	.Ltmp3-bench_polls_field
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
	.long	.Ltmp4-bench_polls_until
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
	.long	.Ltmp5-bench_polls_until
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
