# Made from managed/stores.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_nodes                      # -- Begin function test_nodes
	.p2align	4, 0x90
	.type	test_nodes,@function
test_nodes:                             # @test_nodes
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
	je	.LBB0_1
# %bb.2:                                # %gc.safepoint_poll.exit19
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB0_5
.LBB0_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rdi,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_5
# %bb.4:                                # %bump.i9
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$768, (%rax)                    # imm = 0x300
	movq	%rdi, 8(%rax)
	testq	%rdi, %rdi
	je	.LBB0_16
.LBB0_7:                                # %body.lr.ph
	movl	$16, %ebx
	.p2align	4, 0x90
.LBB0_8:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	24(%rcx), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB0_10
# %bb.9:                                # %bump.i
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$256, (%rcx)                    # imm = 0x100
.LBB0_11:                               # %spgc_allocate.exit
                                        #   in Loop: Header=BB0_8 Depth=1
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB0_12
.LBB0_13:                               # %spgc_store.exit
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%rcx, (%rax,%rbx)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_14
.LBB0_15:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB0_8 Depth=1
	addq	$8, %rbx
	decq	%rdi
	jne	.LBB0_8
	jmp	.LBB0_16
.LBB0_10:                               # %slow.i
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%rax, (%rsp)
	movq	%rdi, %r14
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp0:
	movq	%r14, %rdi
	movq	%rax, %rcx
	movq	(%rsp), %rax
	jmp	.LBB0_11
.LBB0_12:                               # %slow.i.i
                                        #   in Loop: Header=BB0_8 Depth=1
	leaq	(%rax,%rbx), %rsi
	movq	%rdi, %rdx
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	movq	%rdx, %rdi
	jmp	.LBB0_13
.LBB0_14:                               # %stop.i
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%rax, (%rsp)
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp1:
	movq	%r14, %rdi
	movq	(%rsp), %rax
	jmp	.LBB0_15
.LBB0_1:                                # %stop.i18
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	%rbx, %rdi
	cmpq	$1022, %rdi                     # imm = 0x3FE
	jbe	.LBB0_3
.LBB0_5:                                # %slow.i1
	movl	$768, %esi                      # imm = 0x300
	movq	%rdi, %rbx
	callq	spgc_allocate_array_slow@PLT
.Ltmp3:
	movq	%rbx, %rdi
	testq	%rdi, %rdi
	jne	.LBB0_7
.LBB0_16:                               # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end0:
	.size	test_nodes, .Lfunc_end0-test_nodes
	.cfi_endproc
                                        # -- End function
	.globl	test_unlog                      # -- Begin function test_unlog
	.p2align	4, 0x90
	.type	test_unlog,@function
test_unlog:                             # @test_unlog
	.cfi_startproc
# %bb.0:                                # %entry
	lock		orq	$4, (%rdi)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB1_1:                                # %stop.i
	pushq	%rax
	.cfi_def_cfa_offset 16
	callq	spgc_poll_slow@PLT
.Ltmp4:
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end1:
	.size	test_unlog, .Lfunc_end1-test_unlog
	.cfi_endproc
                                        # -- End function
	.globl	test_unlogged                   # -- Begin function test_unlogged
	.p2align	4, 0x90
	.type	test_unlogged,@function
test_unlogged:                          # @test_unlogged
	.cfi_startproc
# %bb.0:                                # %entry
	movq	(%rdi), %rax
	andl	$4, %eax
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
.Ltmp5:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end2:
	.size	test_unlogged, .Lfunc_end2-test_unlogged
	.cfi_endproc
                                        # -- End function
	.globl	test_count_unlogged             # -- Begin function test_count_unlogged
	.p2align	4, 0x90
	.type	test_count_unlogged,@function
test_count_unlogged:                    # @test_count_unlogged
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
	movq	8(%rdi), %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	testq	%rbx, %rbx
	je	.LBB3_7
# %bb.3:                                # %body.preheader
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB3_4:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	16(%rdi,%r14,8), %rcx
	movq	(%rcx), %rcx
	btl	$2, %ecx
	adcq	$0, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_5
.LBB3_6:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB3_4 Depth=1
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB3_4
	jmp	.LBB3_7
.LBB3_5:                                # %stop.i
                                        #   in Loop: Header=BB3_4 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp6:
	movq	%r15, %rax
	movq	8(%rsp), %rdi
	jmp	.LBB3_6
.LBB3_7:                                # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB3_1:                                # %stop.i8
	.cfi_def_cfa_offset 48
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp7:
	movq	8(%rsp), %rdi
	jmp	.LBB3_2
.Lfunc_end3:
	.size	test_count_unlogged, .Lfunc_end3-test_count_unlogged
	.cfi_endproc
                                        # -- End function
	.globl	test_set_left                   # -- Begin function test_set_left
	.p2align	4, 0x90
	.type	test_set_left,@function
test_set_left:                          # @test_set_left
	.cfi_startproc
# %bb.0:                                # %entry
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB4_3
.LBB4_4:                                # %spgc_store.exit
	movq	%rsi, 8(%rdi)
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	retq
.LBB4_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, 8(%rsp)
	movq	%rdi, 16(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp8:
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rdi
	jmp	.LBB4_2
.LBB4_3:                                # %slow.i.i
	leaq	8(%rdi), %rax
	movq	%rsi, %rcx
	movq	%rax, %rsi
	callq	spgc_barrier_slow@PLT
	movq	%rcx, %rsi
	jmp	.LBB4_4
.Lfunc_end4:
	.size	test_set_left, .Lfunc_end4-test_set_left
	.cfi_endproc
                                        # -- End function
	.globl	test_set                        # -- Begin function test_set
	.p2align	4, 0x90
	.type	test_set,@function
test_set:                               # @test_set
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB5_3
.LBB5_4:                                # %spgc_store.exit
	movq	%rdx, (%rdi,%rsi)
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB5_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rdx, (%rsp)
	movq	%rdi, 8(%rsp)
	movq	%rsi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp9:
	movq	%rbx, %rsi
	movq	(%rsp), %rdx
	movq	8(%rsp), %rdi
	jmp	.LBB5_2
.LBB5_3:                                # %slow.i.i
	leaq	(%rdi,%rsi), %rax
	movq	%rsi, %rcx
	movq	%rax, %rsi
	callq	spgc_barrier_slow@PLT
	movq	%rcx, %rsi
	jmp	.LBB5_4
.Lfunc_end5:
	.size	test_set, .Lfunc_end5-test_set
	.cfi_endproc
                                        # -- End function
	.globl	test_exchange_left              # -- Begin function test_exchange_left
	.p2align	4, 0x90
	.type	test_exchange_left,@function
test_exchange_left:                     # @test_exchange_left
	.cfi_startproc
# %bb.0:                                # %entry
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	movq	%rsi, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB6_3
.LBB6_4:                                # %spgc_write_barrier.exit
	xchgq	%rax, 8(%rdi)
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	retq
.LBB6_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rax, 8(%rsp)
	movq	%rdi, 16(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp10:
	movq	8(%rsp), %rax
	movq	16(%rsp), %rdi
	jmp	.LBB6_2
.LBB6_3:                                # %slow.i
	leaq	8(%rdi), %rsi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB6_4
.Lfunc_end6:
	.size	test_exchange_left, .Lfunc_end6-test_exchange_left
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          # -- Begin function test_set_all
.LCPI7_0:
	.quad	0x4004000000000000              # double 2.5
.LCPI7_1:
	.quad	0x43e0000000000000              # double 9.2233720368547758E+18
	.text
	.globl	test_set_all
	.p2align	4, 0x90
	.type	test_set_all,@function
test_set_all:                           # @test_set_all
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
	.p2align	4, 0x90
.LBB7_2:                                # %wait
                                        # =>This Inner Loop Header: Depth=1
	movl	(%rdx), %ebx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_3
# %bb.4:                                # %gc.safepoint_poll.exit13
                                        #   in Loop: Header=BB7_2 Depth=1
	testl	%ebx, %ebx
	je	.LBB7_2
	jmp	.LBB7_5
.LBB7_3:                                # %stop.i12
                                        #   in Loop: Header=BB7_2 Depth=1
	movq	%rsi, (%rsp)
	movq	%rdi, 8(%rsp)
	movq	%rcx, %r14
	movq	%rdx, %r15
	callq	spgc_poll_slow@PLT
.Ltmp11:
	movq	%r15, %rdx
	movq	%r14, %rcx
	movq	(%rsp), %rsi
	movq	8(%rsp), %rdi
	testl	%ebx, %ebx
	je	.LBB7_2
.LBB7_5:                                # %begin
	movq	8(%rdi), %r14
	testq	%r14, %r14
	je	.LBB7_6
# %bb.7:                                # %body.preheader
	xorpd	%xmm0, %xmm0
	movl	$1, %r12d
	xorl	%r15d, %r15d
	movsd	.LCPI7_0(%rip), %xmm1           # xmm1 = [2.5E+0,0.0E+0]
	.p2align	4, 0x90
.LBB7_8:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	%rcx, %rbx
	movq	16(%rdi,%r15,8), %rax
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB7_9
.LBB7_10:                               # %spgc_store.exit
                                        #   in Loop: Header=BB7_8 Depth=1
	movq	%rsi, 8(%rax)
	addsd	%xmm1, %xmm0
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_11
.LBB7_12:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB7_8 Depth=1
	movq	%r12, %rcx
	xorq	%rbx, %rcx
	incq	%r15
	cmpq	%r15, %r14
	movq	%rbx, %r12
	jne	.LBB7_8
	jmp	.LBB7_13
.LBB7_9:                                # %slow.i.i
                                        #   in Loop: Header=BB7_8 Depth=1
	leaq	8(%rax), %rcx
	movq	%rdi, %rdx
	movq	%rax, %rdi
	movq	%rsi, %r8
	movq	%rcx, %rsi
	movapd	%xmm0, 16(%rsp)                 # 16-byte Spill
	callq	spgc_barrier_slow@PLT
	movsd	.LCPI7_0(%rip), %xmm1           # xmm1 = [2.5E+0,0.0E+0]
	movapd	16(%rsp), %xmm0                 # 16-byte Reload
	movq	%rdx, %rdi
	movq	%r8, %rsi
	jmp	.LBB7_10
.LBB7_11:                               # %stop.i
                                        #   in Loop: Header=BB7_8 Depth=1
	movq	%rsi, (%rsp)
	movq	%rdi, 8(%rsp)
	movapd	%xmm0, 16(%rsp)                 # 16-byte Spill
	callq	spgc_poll_slow@PLT
.Ltmp12:
	movsd	.LCPI7_0(%rip), %xmm1           # xmm1 = [2.5E+0,0.0E+0]
	movapd	16(%rsp), %xmm0                 # 16-byte Reload
	movq	(%rsp), %rsi
	movq	8(%rsp), %rdi
	jmp	.LBB7_12
.LBB7_13:                               # %done.loopexit
	cvttsd2si	%xmm0, %rax
	movq	%rax, %rsi
	sarq	$63, %rsi
	subsd	.LCPI7_1(%rip), %xmm0
	cvttsd2si	%xmm0, %rdx
	andq	%rsi, %rdx
	orq	%rax, %rdx
	jmp	.LBB7_14
.LBB7_6:
	movl	$1, %ebx
	xorl	%edx, %edx
.LBB7_14:                               # %done
	xorq	%rbx, %rcx
	imulq	$1000000, %rcx, %rax            # imm = 0xF4240
	addq	%rdx, %rax
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
.LBB7_1:                                # %stop.i18
	.cfi_def_cfa_offset 80
	movq	%rsi, (%rsp)
	movq	%rdi, 8(%rsp)
	movq	%rcx, %rbx
	movq	%rdx, %r14
	callq	spgc_poll_slow@PLT
.Ltmp13:
	movq	%r14, %rdx
	movq	%rbx, %rcx
	movq	(%rsp), %rsi
	movq	8(%rsp), %rdi
	jmp	.LBB7_2
.Lfunc_end7:
	.size	test_set_all, .Lfunc_end7-test_set_all
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
.Lfunc_end8:
	.size	gc.safepoint_poll, .Lfunc_end8-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	8
	.long	0
	.long	14
	.quad	test_nodes
	.quad	24
	.quad	4
	.quad	test_unlog
	.quad	8
	.quad	1
	.quad	test_unlogged
	.quad	8
	.quad	1
	.quad	test_count_unlogged
	.quad	40
	.quad	2
	.quad	test_set_left
	.quad	24
	.quad	1
	.quad	test_set
	.quad	24
	.quad	1
	.quad	test_exchange_left
	.quad	24
	.quad	1
	.quad	test_set_all
	.quad	72
	.quad	3
	.quad	2882400000
	.long	.Ltmp0-test_nodes
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
	.long	.Ltmp1-test_nodes
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
	.long	.Ltmp2-test_nodes
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
	.long	.Ltmp3-test_nodes
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
	.long	.Ltmp4-test_unlog
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
	.long	.Ltmp5-test_unlogged
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
	.long	.Ltmp6-test_count_unlogged
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
	.long	.Ltmp7-test_count_unlogged
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
	.long	.Ltmp8-test_set_left
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
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp9-test_set
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
	.long	.Ltmp10-test_exchange_left
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
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp11-test_set_all
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
	.long	.Ltmp12-test_set_all
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
	.long	.Ltmp13-test_set_all
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

	.section	".note.GNU-stack","",@progbits
