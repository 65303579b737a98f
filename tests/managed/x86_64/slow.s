# Made from managed/slow.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_busy                       # -- Begin function test_busy
	.p2align	4, 0x90
	.type	test_busy,@function
test_busy:                              # @test_busy
	.cfi_startproc
# %bb.0:                                # %entry
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	xorl	%eax, %eax
.LBB0_3:                                # %outer
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB0_4 Depth 2
	movl	$1000000000, %ecx               # imm = 0x3B9ACA00
	.p2align	4, 0x90
.LBB0_4:                                # %inner
                                        #   Parent Loop BB0_3 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movl	$1, 4(%rdi)
	cmpl	$0, (%rdi)
	jne	.LBB0_7
# %bb.5:                                # %again
                                        #   in Loop: Header=BB0_4 Depth=2
	decl	%ecx
	jne	.LBB0_4
# %bb.6:                                # %outer.end
                                        #   in Loop: Header=BB0_3 Depth=1
	incl	%eax
	cmpl	$1000000000, %eax               # imm = 0x3B9ACA00
	jne	.LBB0_3
.LBB0_7:                                # %done
	movl	$7, %eax
	retq
.LBB0_1:                                # %stop.i
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp0:
	movq	%rbx, %rdi
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	jmp	.LBB0_2
.Lfunc_end0:
	.size	test_busy, .Lfunc_end0-test_busy
	.cfi_endproc
                                        # -- End function
	.globl	test_busy_below                 # -- Begin function test_busy_below
	.p2align	4, 0x90
	.type	test_busy_below,@function
test_busy_below:                        # @test_busy_below
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
	je	.LBB1_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%rsi, %rsi
	je	.LBB1_3
.LBB1_4:                                # %deeper
	decq	%rsi
	callq	test_busy_below@PLT
.Ltmp1:
	incq	%rax
	jmp	.LBB1_5
.LBB1_1:                                # %stop.i
	movq	%rdi, %rbx
	movq	%rsi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	%r14, %rsi
	movq	%rbx, %rdi
	testq	%rsi, %rsi
	jne	.LBB1_4
.LBB1_3:                                # %bottom
	callq	test_busy@PLT
.Ltmp3:
	movl	$7, %eax
.LBB1_5:                                # %common.ret
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end1:
	.size	test_busy_below, .Lfunc_end1-test_busy_below
	.cfi_endproc
                                        # -- End function
	.globl	test_busy_leaf                  # -- Begin function test_busy_leaf
	.p2align	4, 0x90
	.type	test_busy_leaf,@function
test_busy_leaf:                         # @test_busy_leaf
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	callq	slow_leaf
	movl	$7, %eax
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movq	%rbx, %rdi
	jmp	.LBB2_2
.Lfunc_end2:
	.size	test_busy_leaf, .Lfunc_end2-test_busy_leaf
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function slow_leaf
	.type	slow_leaf,@function
slow_leaf:                              # @slow_leaf
	.cfi_startproc
# %bb.0:                                # %entry
	.p2align	4, 0x90
.LBB3_1:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	$1, 4(%rdi)
	cmpl	$0, (%rdi)
	je	.LBB3_1
# %bb.2:                                # %done
	retq
.Lfunc_end3:
	.size	slow_leaf, .Lfunc_end3-slow_leaf
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
	.long	5
	.quad	test_busy
	.quad	8
	.quad	1
	.quad	test_busy_below
	.quad	24
	.quad	3
	.quad	test_busy_leaf
	.quad	8
	.quad	1
	.quad	2882400000
	.long	.Ltmp0-test_busy
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
	.long	.Ltmp1-test_busy_below
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
	.long	.Ltmp2-test_busy_below
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
	.long	.Ltmp3-test_busy_below
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
	.long	.Ltmp4-test_busy_leaf
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
