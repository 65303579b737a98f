# Made from managed/thunks.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_thunk_array                # -- Begin function test_thunk_array
	.p2align	4, 0x90
	.type	test_thunk_array,@function
test_thunk_array:                       # @test_thunk_array
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
	movq	%rdx, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	movl	$1, %edi
	callq	thunk_box
.Ltmp0:
	movq	(%r14), %r12
	movq	8(%r14), %rdi
	movq	%rdi, (%rsp)
	callq	thunk_unbox
.Ltmp1:
	movq	%rax, %r15
	movl	$2, %edi
	callq	thunk_box
.Ltmp2:
	movq	16(%r14), %rax
	leaq	(%r12,%r12,2), %r12
	addq	%r15, %r12
	addq	(%rax), %r12
	movl	$3, %edi
	callq	thunk_box
.Ltmp3:
	movq	24(%r14), %rdi
	movq	%rdi, (%rsp)
	callq	thunk_unbox
.Ltmp4:
	addq	%r12, %rax
	movq	%rax, (%rbx)
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
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	callq	spgc_poll_slow@PLT
.Ltmp5:
	jmp	.LBB0_2
.Lfunc_end0:
	.size	test_thunk_array, .Lfunc_end0-test_thunk_array
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function thunk_box
	.type	thunk_box,@function
thunk_box:                              # @thunk_box
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB1_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1024, (%rax)                   # imm = 0x400
.LBB1_5:                                # %spgc_allocate.exit
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp6:
	movq	%rbx, %rdi
	jmp	.LBB1_2
.LBB1_4:                                # %slow.i
	movq	%rdi, %rbx
	movl	$16, %edi
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp7:
	movq	%rbx, %rdi
	jmp	.LBB1_5
.Lfunc_end1:
	.size	thunk_box, .Lfunc_end1-thunk_box
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function thunk_unbox
	.type	thunk_unbox,@function
thunk_unbox:                            # @thunk_unbox
	.cfi_startproc
# %bb.0:                                # %entry
	movq	8(%rdi), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB2_1:                                # %stop.i
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp8:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end2:
	.size	thunk_unbox, .Lfunc_end2-thunk_unbox
	.cfi_endproc
                                        # -- End function
	.globl	test_thunk_statepoint           # -- Begin function test_thunk_statepoint
	.p2align	4, 0x90
	.type	test_thunk_statepoint,@function
test_thunk_statepoint:                  # @test_thunk_statepoint
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit
	movq	%r14, %rdi
	callq	thunk_box
.Ltmp9:
	testq	%r14, %r14
	je	.LBB3_3
# %bb.4:                                # %again.preheader
	xorl	%r12d, %r12d
	.p2align	4, 0x90
.LBB3_5:                                # %again
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, (%rsp)
	movq	%r14, %rdi
	callq	thunk_box
.Ltmp10:
	movq	%rax, 8(%rsp)
	movq	%r14, %rdi
	callq	thunk_box
.Ltmp11:
	movq	8(%rsp), %rcx
	addq	%rbx, %rcx
	movq	%r14, 32(%rsp)
	movq	%rax, 24(%rsp)
	movq	%rcx, 16(%rsp)
	nopw	%cs:512(%rax,%rax)
	nopw	8(%rax,%rax)
.Ltmp12:
	movq	%rax, %r15
	movq	(%rsp), %rdi
	callq	thunk_unbox
.Ltmp13:
	movq	%rax, %rcx
	movq	(%rsp), %rax
	movq	16(%rsp), %rdx
	addq	%r12, %r15
	addq	%rcx, %r15
	addq	(%rdx), %r15
	decq	%r14
	movq	%r15, %r12
	jne	.LBB3_5
	jmp	.LBB3_6
.LBB3_3:
	xorl	%r15d, %r15d
.LBB3_6:                                # %end
	movq	%r15, %rax
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
.LBB3_1:                                # %stop.i
	.cfi_def_cfa_offset 80
	callq	spgc_poll_slow@PLT
.Ltmp14:
	jmp	.LBB3_2
.Lfunc_end3:
	.size	test_thunk_statepoint, .Lfunc_end3-test_thunk_statepoint
	.cfi_endproc
                                        # -- End function
	.globl	test_thunk_collect              # -- Begin function test_thunk_collect
	.p2align	4, 0x90
	.type	test_thunk_collect,@function
test_thunk_collect:                     # @test_thunk_collect
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, %rdi
	callq	thunk_box
.Ltmp15:
	movq	%rax, 8(%rsp)
	movq	%rbx, %rdi
	callq	thunk_box
.Ltmp16:
	movq	8(%rsp), %rcx
	movq	8(%rcx), %rcx
	movq	%rcx, 8(%rax)
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB4_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp17:
	jmp	.LBB4_2
.Lfunc_end4:
	.size	test_thunk_collect, .Lfunc_end4-test_thunk_collect
	.cfi_endproc
                                        # -- End function
	.globl	test_thunk_patchpoint           # -- Begin function test_thunk_patchpoint
	.p2align	4, 0x90
	.type	test_thunk_patchpoint,@function
test_thunk_patchpoint:                  # @test_thunk_patchpoint
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r14
	pushq	%rbx
	subq	$16, %rsp
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	je	.LBB5_4
	.p2align	4, 0x90
.LBB5_3:                                # %again
                                        # =>This Inner Loop Header: Depth=1
	movq	%rbx, %rdi
	callq	thunk_box
.Ltmp18:
	movq	%rax, -24(%rbp)
	movq	%rbx, %rdi
	callq	thunk_box
.Ltmp19:
	movq	%rax, -32(%rbp)
	movq	%rbx, %rdi
	callq	thunk_box
.Ltmp20:
	movq	-32(%rbp), %rcx
	movq	-24(%rbp), %rdx
.Ltmp21:
	nopw	%cs:512(%rax,%rax)
	nopw	8(%rax,%rax)
	addq	8(%rdx), %r14
	addq	8(%rcx), %r14
	addq	8(%rax), %r14
	decq	%rbx
	jne	.LBB5_3
.LBB5_4:                                # %end
	movq	%r14, %rax
	addq	$16, %rsp
	popq	%rbx
	popq	%r14
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB5_1:                                # %stop.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_poll_slow@PLT
.Ltmp22:
	jmp	.LBB5_2
.Lfunc_end5:
	.size	test_thunk_patchpoint, .Lfunc_end5-test_thunk_patchpoint
	.cfi_endproc
                                        # -- End function
	.globl	test_thunk_native               # -- Begin function test_thunk_native
	.p2align	4, 0x90
	.type	test_thunk_native,@function
test_thunk_native:                      # @test_thunk_native
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r15
	pushq	%r14
	pushq	%rbx
	pushq	%rax
	.cfi_offset %rbx, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit
	xorl	%r15d, %r15d
	testq	%r14, %r14
	je	.LBB6_4
	.p2align	4, 0x90
.LBB6_3:                                # %again
                                        # =>This Inner Loop Header: Depth=1
	movq	%r14, %rdi
	callq	thunk_box
.Ltmp23:
	#APP
	nop
	#NO_APP
.Ltmp24:
	nopw	%cs:512(%rax,%rax)
	nopw	8(%rax,%rax)
	addq	8(%rax), %r15
	decq	%r14
	jne	.LBB6_3
.LBB6_4:                                # %end
	movq	%r15, %rax
	addq	$8, %rsp
	popq	%rbx
	popq	%r14
	popq	%r15
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB6_1:                                # %stop.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_poll_slow@PLT
.Ltmp25:
	jmp	.LBB6_2
.Lfunc_end6:
	.size	test_thunk_native, .Lfunc_end6-test_thunk_native
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
.Lfunc_end7:
	.size	gc.safepoint_poll, .Lfunc_end7-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	7
	.long	2
	.long	26
	.quad	test_thunk_array
	.quad	40
	.quad	6
	.quad	thunk_box
	.quad	8
	.quad	2
	.quad	thunk_unbox
	.quad	8
	.quad	1
	.quad	test_thunk_statepoint
	.quad	72
	.quad	6
	.quad	test_thunk_collect
	.quad	24
	.quad	3
	.quad	test_thunk_patchpoint
	.quad	40
	.quad	5
	.quad	test_thunk_native
	.quad	40
	.quad	3
	.quad	6003376657720213507
	.quad	6003376657720213505
	.quad	2882400000
	.long	.Ltmp0-test_thunk_array
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
	.quad	2882400000
	.long	.Ltmp1-test_thunk_array
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
	.long	.Ltmp2-test_thunk_array
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
	.quad	2882400000
	.long	.Ltmp3-test_thunk_array
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
	.quad	2882400000
	.long	.Ltmp4-test_thunk_array
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
	.long	.Ltmp5-test_thunk_array
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
	.long	.Ltmp6-thunk_box
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
	.long	.Ltmp7-thunk_box
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
	.long	.Ltmp8-thunk_unbox
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
	.long	.Ltmp9-test_thunk_statepoint
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
	.quad	2882400000
	.long	.Ltmp10-test_thunk_statepoint
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
	.long	.Ltmp11-test_thunk_statepoint
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
	.quad	61
	.long	.Ltmp12-test_thunk_statepoint
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
	.long	4
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
	.long	16
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
	.long	.Ltmp13-test_thunk_statepoint
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
	.long	16
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
	.long	.Ltmp14-test_thunk_statepoint
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
	.long	.Ltmp15-test_thunk_collect
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
	.quad	2882400000
	.long	.Ltmp16-test_thunk_collect
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
	.long	.Ltmp17-test_thunk_collect
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
	.long	.Ltmp18-test_thunk_patchpoint
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
	.quad	2882400000
	.long	.Ltmp19-test_thunk_patchpoint
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
	.long	.Ltmp20-test_thunk_patchpoint
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
	.quad	62
	.long	.Ltmp21-test_thunk_patchpoint
	.short	0
	.short	8
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	1
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	2
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	1
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	2
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	0
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
	.short	9
	.short	0
	.byte	0
	.byte	8
	.short	1
	.byte	0
	.byte	8
	.short	2
	.byte	0
	.byte	8
	.short	3
	.byte	0
	.byte	8
	.short	6
	.byte	0
	.byte	8
	.short	12
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
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp22-test_thunk_patchpoint
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
	.long	.Ltmp23-test_thunk_native
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
	.quad	63
	.long	.Ltmp24-test_thunk_native
	.short	0
	.short	5
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
	.short	0
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	5
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	1
	.p2align	3, 0x0
	.short	0
	.short	7
	.short	0
	.byte	0
	.byte	8
	.short	3
	.byte	0
	.byte	8
	.short	6
	.byte	0
	.byte	8
	.short	12
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
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp25-test_thunk_native
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
