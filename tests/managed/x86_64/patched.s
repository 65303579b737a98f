# Made from managed/patched.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_patched_stop               # -- Begin function test_patched_stop
	.p2align	4, 0x90
	.type	test_patched_stop,@function
test_patched_stop:                      # @test_patched_stop
	.cfi_startproc
# %bb.0:                                # %entry
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB0_1:                                # %stop.i
	pushq	%rax
	.cfi_def_cfa_offset 16
	callq	spgc_poll_slow@PLT
.Ltmp0:
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end0:
	.size	test_patched_stop, .Lfunc_end0-test_patched_stop
	.cfi_endproc
                                        # -- End function
	.globl	test_patched_statepoint         # -- Begin function test_patched_statepoint
	.p2align	4, 0x90
	.type	test_patched_statepoint,@function
test_patched_statepoint:                # @test_patched_statepoint
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	je	.LBB1_4
	.p2align	4, 0x90
.LBB1_3:                                # %again
                                        # =>This Inner Loop Header: Depth=1
	movq	%rbx, %rdi
	callq	patched_box
.Ltmp1:
	movq	%rax, (%rsp)
	nopl	512(%rax,%rax)
.Ltmp2:
	movq	(%rsp), %rdi
	callq	patched_unbox
.Ltmp3:
	addq	%rax, %r14
	decq	%rbx
	jne	.LBB1_3
.LBB1_4:                                # %end
	movq	%r14, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp4:
	jmp	.LBB1_2
.Lfunc_end1:
	.size	test_patched_statepoint, .Lfunc_end1-test_patched_statepoint
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function patched_box
	.type	patched_box,@function
patched_box:                            # @patched_box
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB2_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1024, (%rax)                   # imm = 0x400
.LBB2_5:                                # %spgc_allocate.exit
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	%rbx, %rdi
	jmp	.LBB2_2
.LBB2_4:                                # %slow.i
	movq	%rdi, %rbx
	movl	$16, %edi
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp6:
	movq	%rbx, %rdi
	jmp	.LBB2_5
.Lfunc_end2:
	.size	patched_box, .Lfunc_end2-patched_box
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function patched_unbox
	.type	patched_unbox,@function
patched_unbox:                          # @patched_unbox
	.cfi_startproc
# %bb.0:                                # %entry
	movq	8(%rdi), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB3_1:                                # %stop.i
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp7:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end3:
	.size	patched_unbox, .Lfunc_end3-patched_unbox
	.cfi_endproc
                                        # -- End function
	.globl	test_patched_loop               # -- Begin function test_patched_loop
	.p2align	4, 0x90
	.type	test_patched_loop,@function
test_patched_loop:                      # @test_patched_loop
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%rbx, %rbx
	je	.LBB4_5
.LBB4_3:                                # %again.preheader
	movq	%rbx, %r14
	.p2align	4, 0x90
.LBB4_4:                                # %again
                                        # =>This Inner Loop Header: Depth=1
	nopw	%cs:512(%rax,%rax)
	nopw	8(%rax,%rax)
.Ltmp8:
	decq	%r14
	jne	.LBB4_4
.LBB4_5:                                # %end
	movq	%rbx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB4_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp9:
	testq	%rbx, %rbx
	jne	.LBB4_3
	jmp	.LBB4_5
.Lfunc_end4:
	.size	test_patched_loop, .Lfunc_end4-test_patched_loop
	.cfi_endproc
                                        # -- End function
	.globl	test_patched_patchpoint         # -- Begin function test_patched_patchpoint
	.p2align	4, 0x90
	.type	test_patched_patchpoint,@function
test_patched_patchpoint:                # @test_patched_patchpoint
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r14
	pushq	%rbx
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	movq	%rsi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
.Ltmp10:
	nopw	%cs:512(%rax,%rax)
	nopw	8(%rax,%rax)
	addq	%rbx, %rax
	popq	%rbx
	popq	%r14
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB5_1:                                # %stop.i
	.cfi_def_cfa %rbp, 16
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp11:
	movq	%r14, %rdi
	jmp	.LBB5_2
.Lfunc_end5:
	.size	test_patched_patchpoint, .Lfunc_end5-test_patched_patchpoint
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
.Lfunc_end6:
	.size	gc.safepoint_poll, .Lfunc_end6-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	6
	.long	0
	.long	12
	.quad	test_patched_stop
	.quad	8
	.quad	1
	.quad	test_patched_statepoint
	.quad	24
	.quad	4
	.quad	patched_box
	.quad	8
	.quad	2
	.quad	patched_unbox
	.quad	8
	.quad	1
	.quad	test_patched_loop
	.quad	24
	.quad	2
	.quad	test_patched_patchpoint
	.quad	24
	.quad	2
	.quad	2882400000
	.long	.Ltmp0-test_patched_stop
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
	.long	.Ltmp1-test_patched_statepoint
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
	.quad	41
	.long	.Ltmp2-test_patched_statepoint
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
	.long	.Ltmp3-test_patched_statepoint
	.short	0
	.short	5
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
	.long	.Ltmp4-test_patched_statepoint
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
	.long	.Ltmp5-patched_box
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
	.long	.Ltmp6-patched_box
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
	.long	.Ltmp7-patched_unbox
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
	.quad	42
	.long	.Ltmp8-test_patched_loop
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
	.long	.Ltmp9-test_patched_loop
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
	.quad	43
	.long	.Ltmp10-test_patched_patchpoint
	.short	0
	.short	1
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	6
	.short	0
	.byte	0
	.byte	8
	.short	3
	.byte	0
	.byte	8
	.short	7
	.byte	0
	.byte	8
	.short	12
	.byte	0
	.byte	8
	.short	13
	.byte	0
	.byte	8
	.short	15
	.byte	0
	.byte	8
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp11-test_patched_patchpoint
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
