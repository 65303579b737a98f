# Made from managed/fibers.ll by managed/regenerate: edit that, not this.
	.text
	.globl	migrating_test_fiber_box        # -- Begin function migrating_test_fiber_box
	.p2align	4, 0x90
	.type	migrating_test_fiber_box,@function
migrating_test_fiber_box:               # @migrating_test_fiber_box
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	callq	spgc_thread_context@PLT
	movq	%rax, %rcx
	#APP
	#NO_APP
	movq	(%rax), %rax
	leaq	16(%rax), %rdx
	cmpq	8(%rcx), %rdx
	ja	.LBB0_4
# %bb.3:                                # %bump.i
	movq	%rdx, (%rcx)
	movq	$1024, (%rax)                   # imm = 0x400
.LBB0_5:                                # %spgc_allocate.exit
	movq	%rbx, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	callq	spgc_poll_slow@PLT
.Ltmp0:
	jmp	.LBB0_2
.LBB0_4:                                # %slow.i
	movl	$16, %edi
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp1:
	jmp	.LBB0_5
.Lfunc_end0:
	.size	migrating_test_fiber_box, .Lfunc_end0-migrating_test_fiber_box
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_unbox      # -- Begin function migrating_test_fiber_unbox
	.p2align	4, 0x90
	.type	migrating_test_fiber_unbox,@function
migrating_test_fiber_unbox:             # @migrating_test_fiber_unbox
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	8(%rdi), %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	callq	spgc_poll_slow@PLT
.Ltmp2:
	jmp	.LBB1_2
.Lfunc_end1:
	.size	migrating_test_fiber_unbox, .Lfunc_end1-migrating_test_fiber_unbox
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_count      # -- Begin function migrating_test_fiber_count
	.p2align	4, 0x90
	.type	migrating_test_fiber_count,@function
migrating_test_fiber_count:             # @migrating_test_fiber_count
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	subq	$24, %rsp
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, 8(%rsp)
	xorl	%edi, %edi
	callq	migrating_test_fiber_box@PLT
.Ltmp3:
	movq	8(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB2_5
# %bb.3:                                # %more.preheader
	xorl	%ebx, %ebx
	.p2align	4, 0x90
.LBB2_4:                                # %more
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, 16(%rsp)
	movq	%rdi, 8(%rsp)
	callq	migrating_test_fiber_unbox@PLT
.Ltmp4:
	movq	%rax, %r14
	movq	16(%rsp), %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp5:
	addq	%rax, %r14
	movq	%r14, %rdi
	callq	migrating_test_fiber_box@PLT
.Ltmp6:
	movq	%rax, 8(%rsp)
	movq	%rbx, %rdi
	callq	migrating_test_fiber_box@PLT
.Ltmp7:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	spgc_suspend@PLT
.Ltmp8:
	movq	%rax, %rdi
	movq	8(%rsp), %rax
	incq	%rbx
	testq	%rdi, %rdi
	jne	.LBB2_4
.LBB2_5:                                # %done
	addq	$24, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	movq	%rbx, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp9:
	movq	8(%rsp), %rbx
	jmp	.LBB2_2
.Lfunc_end2:
	.size	migrating_test_fiber_count, .Lfunc_end2-migrating_test_fiber_count
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_deep       # -- Begin function migrating_test_fiber_deep
	.p2align	4, 0x90
	.type	migrating_test_fiber_deep,@function
migrating_test_fiber_deep:              # @migrating_test_fiber_deep
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, 8(%rsp)
	movq	%rbx, %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp10:
	movq	%rax, %rdi
	callq	fiber_deeper
.Ltmp11:
	movq	%rax, %rbx
	movq	8(%rsp), %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp12:
	addq	%rax, %rbx
	movq	%rbx, %rdi
	callq	migrating_test_fiber_box@PLT
.Ltmp13:
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB3_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rbx, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp14:
	movq	8(%rsp), %rbx
	jmp	.LBB3_2
.Lfunc_end3:
	.size	migrating_test_fiber_deep, .Lfunc_end3-migrating_test_fiber_deep
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function fiber_deeper
	.type	fiber_deeper,@function
fiber_deeper:                           # @fiber_deeper
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, %rdi
	callq	migrating_test_fiber_box@PLT
.Ltmp15:
	testq	%rbx, %rbx
	je	.LBB4_3
# %bb.4:                                # %deeper
	decq	%rbx
	movq	%rax, (%rsp)
	movq	%rbx, %rdi
	callq	fiber_deeper
.Ltmp16:
	jmp	.LBB4_5
.LBB4_3:                                # %suspend
	movq	%rax, (%rsp)
	movq	%rax, %rdi
	callq	spgc_suspend@PLT
.Ltmp17:
	movq	%rax, 8(%rsp)
	movq	%rax, %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp18:
.LBB4_5:                                # %done
	movq	%rax, %rbx
	movq	(%rsp), %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp19:
	addq	%rbx, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB4_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp20:
	jmp	.LBB4_2
.Lfunc_end4:
	.size	fiber_deeper, .Lfunc_end4-fiber_deeper
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_relay      # -- Begin function migrating_test_fiber_relay
	.p2align	4, 0x90
	.type	migrating_test_fiber_relay,@function
migrating_test_fiber_relay:             # @migrating_test_fiber_relay
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
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, (%rsp)
	movq	%rbx, %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp21:
	movq	%rax, %rbx
	movq	(%rsp), %rdi
	.p2align	4, 0x90
.LBB5_4:                                # %more
                                        # =>This Inner Loop Header: Depth=1
	callq	spgc_suspend@PLT
.Ltmp22:
	movq	%rax, (%rsp)
	movq	%rbx, %rdi
	movq	%rax, %rsi
	callq	spgc_resume@PLT
.Ltmp23:
	movq	%rax, %r14
	movq	%rbx, %rdi
	callq	spgc_fiber_done@PLT
	testb	%al, %al
	jne	.LBB5_5
# %bb.3:                                # %more
                                        #   in Loop: Header=BB5_4 Depth=1
	movq	%r14, (%rsp)
	movq	%r14, %rdi
	jmp	.LBB5_4
.LBB5_5:                                # %end
	movq	%r14, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB5_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rbx, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp24:
	movq	(%rsp), %rbx
	jmp	.LBB5_2
.Lfunc_end5:
	.size	migrating_test_fiber_relay, .Lfunc_end5-migrating_test_fiber_relay
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_drive      # -- Begin function migrating_test_fiber_drive
	.p2align	4, 0x90
	.type	migrating_test_fiber_drive,@function
migrating_test_fiber_drive:             # @migrating_test_fiber_drive
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
	subq	$24, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rsi, %r14
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit
	xorl	%edi, %edi
	callq	migrating_test_fiber_box@PLT
.Ltmp25:
	testq	%r14, %r14
	je	.LBB6_5
# %bb.3:                                # %more.preheader
	negq	%r14
	movl	$1, %r15d
	.p2align	4, 0x90
.LBB6_4:                                # %more
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, 8(%rsp)
	movq	%r15, %rdi
	callq	migrating_test_fiber_box@PLT
.Ltmp26:
	movq	%rax, 16(%rsp)
	movq	%rbx, %rdi
	movq	%rax, %rsi
	callq	spgc_resume@PLT
.Ltmp27:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp28:
	movq	%rax, %r12
	movq	8(%rsp), %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp29:
	addq	%rax, %r12
	movq	%r12, %rdi
	callq	migrating_test_fiber_box@PLT
.Ltmp30:
	leaq	1(%r14,%r15), %rcx
	incq	%r15
	cmpq	$1, %rcx
	jne	.LBB6_4
.LBB6_5:                                # %last
	movq	%rax, 8(%rsp)
	movq	%rbx, %rdi
	xorl	%esi, %esi
	callq	spgc_resume@PLT
.Ltmp31:
	movq	%rax, %r14
	movq	%rbx, %rdi
	callq	spgc_fiber_done@PLT
	movl	%eax, %ecx
	movq	$-1, %rax
	testb	%cl, %cl
	je	.LBB6_7
# %bb.6:                                # %finished
	movq	%r14, 16(%rsp)
	movq	%r14, %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp32:
	movq	%rax, %rbx
	movq	8(%rsp), %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp33:
	addq	%rbx, %rax
.LBB6_7:                                # %common.ret
	addq	$24, %rsp
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
.LBB6_1:                                # %stop.i
	.cfi_def_cfa_offset 64
	callq	spgc_poll_slow@PLT
.Ltmp34:
	jmp	.LBB6_2
.Lfunc_end6:
	.size	migrating_test_fiber_drive, .Lfunc_end6-migrating_test_fiber_drive
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_native     # -- Begin function migrating_test_fiber_native
	.p2align	4, 0x90
	.type	migrating_test_fiber_native,@function
migrating_test_fiber_native:            # @migrating_test_fiber_native
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB7_1
.LBB7_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, 8(%rsp)
	movq	%rbx, %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp35:
	movq	%rax, %rbx
	movl	$1000, %edi                     # imm = 0x3E8
	callq	migrating_test_fiber_box@PLT
.Ltmp36:
	movq	%rax, 8(%rsp)
	movl	$1, %edi
	movl	$2, %esi
	movl	$3, %edx
	movl	$4, %ecx
	movl	$5, %r8d
	movq	%rbx, %r9
	callq	spgc_call_native@PLT
.Ltmp37:
	movq	%rax, %rbx
	movq	8(%rsp), %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp38:
	addq	%rax, %rbx
	movq	%rbx, %rdi
	callq	migrating_test_fiber_box@PLT
.Ltmp39:
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB7_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rbx, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp40:
	movq	8(%rsp), %rbx
	jmp	.LBB7_2
.Lfunc_end7:
	.size	migrating_test_fiber_native, .Lfunc_end7-migrating_test_fiber_native
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_echo       # -- Begin function migrating_test_fiber_echo
	.p2align	4, 0x90
	.type	migrating_test_fiber_echo,@function
migrating_test_fiber_echo:              # @migrating_test_fiber_echo
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB8_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%rbx, %rbx
	je	.LBB8_5
.LBB8_3:                                # %more.preheader
	movq	%rbx, %rax
	.p2align	4, 0x90
.LBB8_4:                                # %more
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, 8(%rsp)
	movq	%rax, %rdi
	callq	spgc_suspend@PLT
.Ltmp41:
	testq	%rax, %rax
	jne	.LBB8_4
.LBB8_5:                                # %done
	xorl	%eax, %eax
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB8_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rbx, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp42:
	movq	8(%rsp), %rbx
	testq	%rbx, %rbx
	jne	.LBB8_3
	jmp	.LBB8_5
.Lfunc_end8:
	.size	migrating_test_fiber_echo, .Lfunc_end8-migrating_test_fiber_echo
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_exchange   # -- Begin function migrating_test_fiber_exchange
	.p2align	4, 0x90
	.type	migrating_test_fiber_exchange,@function
migrating_test_fiber_exchange:          # @migrating_test_fiber_exchange
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
	movq	%rdi, %r14
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB9_1
.LBB9_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, %rdi
	callq	migrating_test_fiber_box@PLT
.Ltmp43:
	testq	%rbx, %rbx
	je	.LBB9_4
	.p2align	4, 0x90
.LBB9_3:                                # %more
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, (%rsp)
	movq	%r14, %rdi
	movq	%rax, %rsi
	callq	spgc_resume@PLT
.Ltmp44:
	decq	%rbx
	jne	.LBB9_3
.LBB9_4:                                # %done
	movq	%rax, (%rsp)
	movq	%rax, %rdi
	callq	migrating_test_fiber_unbox@PLT
.Ltmp45:
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB9_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp46:
	jmp	.LBB9_2
.Lfunc_end9:
	.size	migrating_test_fiber_exchange, .Lfunc_end9-migrating_test_fiber_exchange
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_suspend    # -- Begin function migrating_test_fiber_suspend
	.p2align	4, 0x90
	.type	migrating_test_fiber_suspend,@function
migrating_test_fiber_suspend:           # @migrating_test_fiber_suspend
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB10_1
.LBB10_2:                               # %gc.safepoint_poll.exit
	movq	%rbx, 8(%rsp)
	movq	%rbx, %rdi
	callq	spgc_suspend@PLT
.Ltmp47:
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB10_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rbx, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp48:
	movq	8(%rsp), %rbx
	jmp	.LBB10_2
.Lfunc_end10:
	.size	migrating_test_fiber_suspend, .Lfunc_end10-migrating_test_fiber_suspend
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_resume     # -- Begin function migrating_test_fiber_resume
	.p2align	4, 0x90
	.type	migrating_test_fiber_resume,@function
migrating_test_fiber_resume:            # @migrating_test_fiber_resume
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
	movq	%rsi, %r14
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB11_1
.LBB11_2:                               # %gc.safepoint_poll.exit
	movq	%r14, (%rsp)
	movq	%rbx, %rdi
	movq	%r14, %rsi
	callq	spgc_resume@PLT
.Ltmp49:
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB11_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	movq	%r14, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp50:
	movq	(%rsp), %r14
	jmp	.LBB11_2
.Lfunc_end11:
	.size	migrating_test_fiber_resume, .Lfunc_end11-migrating_test_fiber_resume
	.cfi_endproc
                                        # -- End function
	.globl	migrating_test_fiber_hold       # -- Begin function migrating_test_fiber_hold
	.p2align	4, 0x90
	.type	migrating_test_fiber_hold,@function
migrating_test_fiber_hold:              # @migrating_test_fiber_hold
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB12_1
.LBB12_2:                               # %gc.safepoint_poll.exit
	movq	%rbx, 8(%rsp)
	xorl	%edi, %edi
	callq	spgc_suspend@PLT
.Ltmp51:
	movq	8(%rsp), %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB12_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rbx, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp52:
	movq	8(%rsp), %rbx
	jmp	.LBB12_2
.Lfunc_end12:
	.size	migrating_test_fiber_hold, .Lfunc_end12-migrating_test_fiber_hold
	.cfi_endproc
                                        # -- End function
	.hidden	gc.safepoint_poll               # -- Begin function gc.safepoint_poll
	.weak	gc.safepoint_poll
	.p2align	4, 0x90
	.type	gc.safepoint_poll,@function
gc.safepoint_poll:                      # @gc.safepoint_poll
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rax
	.cfi_def_cfa_offset 16
	callq	spgc_thread_context@PLT
	cmpq	$0, 8(%rax)
	je	.LBB13_2
# %bb.1:                                # %done
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB13_2:                               # %stop
	.cfi_def_cfa_offset 16
	popq	%rax
	.cfi_def_cfa_offset 8
	jmp	spgc_poll_slow@PLT              # TAILCALL
.Lfunc_end13:
	.size	gc.safepoint_poll, .Lfunc_end13-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	13
	.long	0
	.long	53
	.quad	migrating_test_fiber_box
	.quad	8
	.quad	2
	.quad	migrating_test_fiber_unbox
	.quad	8
	.quad	1
	.quad	migrating_test_fiber_count
	.quad	40
	.quad	7
	.quad	migrating_test_fiber_deep
	.quad	24
	.quad	5
	.quad	fiber_deeper
	.quad	24
	.quad	6
	.quad	migrating_test_fiber_relay
	.quad	24
	.quad	4
	.quad	migrating_test_fiber_drive
	.quad	56
	.quad	10
	.quad	migrating_test_fiber_native
	.quad	24
	.quad	6
	.quad	migrating_test_fiber_echo
	.quad	24
	.quad	2
	.quad	migrating_test_fiber_exchange
	.quad	24
	.quad	4
	.quad	migrating_test_fiber_suspend
	.quad	24
	.quad	2
	.quad	migrating_test_fiber_resume
	.quad	24
	.quad	2
	.quad	migrating_test_fiber_hold
	.quad	24
	.quad	2
	.quad	2882400000
	.long	.Ltmp0-migrating_test_fiber_box
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
	.long	.Ltmp1-migrating_test_fiber_box
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
	.long	.Ltmp2-migrating_test_fiber_unbox
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
	.long	.Ltmp3-migrating_test_fiber_count
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
	.long	.Ltmp4-migrating_test_fiber_count
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
	.long	16
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	16
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp5-migrating_test_fiber_count
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
	.long	16
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	16
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp6-migrating_test_fiber_count
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
	.long	.Ltmp7-migrating_test_fiber_count
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
	.long	.Ltmp8-migrating_test_fiber_count
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
	.long	.Ltmp9-migrating_test_fiber_count
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
	.long	.Ltmp10-migrating_test_fiber_deep
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
	.long	.Ltmp11-migrating_test_fiber_deep
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
	.long	.Ltmp12-migrating_test_fiber_deep
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
	.long	.Ltmp13-migrating_test_fiber_deep
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
	.long	.Ltmp14-migrating_test_fiber_deep
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
	.long	.Ltmp15-fiber_deeper
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
	.long	.Ltmp16-fiber_deeper
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
	.long	.Ltmp17-fiber_deeper
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
	.long	.Ltmp18-fiber_deeper
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
	.long	.Ltmp19-fiber_deeper
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
	.long	.Ltmp20-fiber_deeper
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
	.long	.Ltmp21-migrating_test_fiber_relay
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
	.long	.Ltmp22-migrating_test_fiber_relay
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
	.long	.Ltmp23-migrating_test_fiber_relay
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
	.long	.Ltmp24-migrating_test_fiber_relay
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
	.long	.Ltmp25-migrating_test_fiber_drive
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
	.long	.Ltmp26-migrating_test_fiber_drive
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
	.long	.Ltmp27-migrating_test_fiber_drive
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
	.long	.Ltmp28-migrating_test_fiber_drive
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
	.long	.Ltmp29-migrating_test_fiber_drive
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
	.long	.Ltmp30-migrating_test_fiber_drive
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
	.long	.Ltmp31-migrating_test_fiber_drive
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
	.long	.Ltmp32-migrating_test_fiber_drive
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
	.long	.Ltmp33-migrating_test_fiber_drive
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
	.long	.Ltmp34-migrating_test_fiber_drive
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
	.long	.Ltmp35-migrating_test_fiber_native
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
	.long	.Ltmp36-migrating_test_fiber_native
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
	.long	.Ltmp37-migrating_test_fiber_native
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
	.long	.Ltmp38-migrating_test_fiber_native
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
	.long	.Ltmp39-migrating_test_fiber_native
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
	.long	.Ltmp40-migrating_test_fiber_native
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
	.long	.Ltmp41-migrating_test_fiber_echo
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
	.long	.Ltmp42-migrating_test_fiber_echo
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
	.long	.Ltmp43-migrating_test_fiber_exchange
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
	.long	.Ltmp44-migrating_test_fiber_exchange
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
	.long	.Ltmp45-migrating_test_fiber_exchange
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
	.long	.Ltmp46-migrating_test_fiber_exchange
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
	.long	.Ltmp47-migrating_test_fiber_suspend
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
	.long	.Ltmp48-migrating_test_fiber_suspend
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
	.long	.Ltmp49-migrating_test_fiber_resume
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
	.long	.Ltmp50-migrating_test_fiber_resume
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
	.long	.Ltmp51-migrating_test_fiber_hold
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
	.long	.Ltmp52-migrating_test_fiber_hold
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
