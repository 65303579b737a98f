# Made from managed/loops.ll by managed/regenerate: edit that, not this.
	.text
	.globl	bench_polls                     # -- Begin function bench_polls
	.p2align	4, 0x90
	.type	bench_polls,@function
bench_polls:                            # @bench_polls
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
	.size	bench_polls, .Lfunc_end0-bench_polls
	.cfi_endproc
                                        # -- End function
	.globl	bench_no_polls                  # -- Begin function bench_no_polls
	.p2align	4, 0x90
	.type	bench_no_polls,@function
bench_no_polls:                         # @bench_no_polls
	.cfi_startproc
# %bb.0:                                # %entry
	movq	%rdi, %rax
	cmpq	$1, %rdi
	adcq	$0, %rax
	movq	%rax, %rcx
	.p2align	4, 0x90
.LBB1_1:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	decq	%rcx
	jne	.LBB1_1
# %bb.2:                                # %done
	retq
.Lfunc_end1:
	.size	bench_no_polls, .Lfunc_end1-bench_no_polls
	.cfi_endproc
                                        # -- End function
	.globl	bench_stub_calls                # -- Begin function bench_stub_calls
	.p2align	4, 0x90
	.type	bench_stub_calls,@function
bench_stub_calls:                       # @bench_stub_calls
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$1, %rsi
	adcq	$0, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	xorl	%r15d, %r15d
	.p2align	4, 0x90
.LBB2_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	$1, %edi
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	movq	%r14, %r9
	callq	spgc_call_native@PLT
.Ltmp2:
	addq	%rax, %r15
	decq	%rbx
	jne	.LBB2_3
# %bb.4:                                # %done
	movq	%r15, %rax
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp3:
	jmp	.LBB2_2
.Lfunc_end2:
	.size	bench_stub_calls, .Lfunc_end2-bench_stub_calls
	.cfi_endproc
                                        # -- End function
	.globl	bench_wrapper                   # -- Begin function bench_wrapper
	.p2align	4, 0x90
	.type	bench_wrapper,@function
bench_wrapper:                          # @bench_wrapper
	.cfi_startproc
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	movq	%rbp, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB3_1
.LBB3_2:                                # %spgc_enter_native.exit
	callq	native_nothing@PLT
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB3_4
# %bb.3:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB3_4
# %bb.5:                                # %spgc_leave_native.exit
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB3_4:                                # %slow.i3
	.cfi_def_cfa %rbp, 16
	callq	spgc_leave_native_slow@PLT
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB3_1:                                # %slow.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_enter_native_slow@PLT
	jmp	.LBB3_2
.Lfunc_end3:
	.size	bench_wrapper, .Lfunc_end3-bench_wrapper
	.cfi_endproc
                                        # -- End function
	.globl	bench_wrapped_calls             # -- Begin function bench_wrapped_calls
	.p2align	4, 0x90
	.type	bench_wrapped_calls,@function
bench_wrapped_calls:                    # @bench_wrapped_calls
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB4_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	$1, %edi
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	callq	bench_wrapper@PLT
.Ltmp4:
	addq	%rax, %r14
	decq	%rbx
	jne	.LBB4_3
# %bb.4:                                # %done
	movq	%r14, %rax
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
.Ltmp5:
	jmp	.LBB4_2
.Lfunc_end4:
	.size	bench_wrapped_calls, .Lfunc_end4-bench_wrapped_calls
	.cfi_endproc
                                        # -- End function
	.globl	bench_wrapped_calls_until       # -- Begin function bench_wrapped_calls_until
	.p2align	4, 0x90
	.type	bench_wrapped_calls_until,@function
bench_wrapped_calls_until:              # @bench_wrapped_calls_until
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
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB5_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	$1, %edi
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	callq	bench_wrapper@PLT
.Ltmp6:
	addq	%rax, %r14
	movl	(%rbx), %eax
	testl	%eax, %eax
	je	.LBB5_3
# %bb.4:                                # %done
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
	callq	spgc_poll_slow@PLT
.Ltmp7:
	jmp	.LBB5_2
.Lfunc_end5:
	.size	bench_wrapped_calls_until, .Lfunc_end5-bench_wrapped_calls_until
	.cfi_endproc
                                        # -- End function
	.globl	bench_plain_calls               # -- Begin function bench_plain_calls
	.p2align	4, 0x90
	.type	bench_plain_calls,@function
bench_plain_calls:                      # @bench_plain_calls
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$1, %rsi
	adcq	$0, %rbx
	xorl	%r15d, %r15d
	.p2align	4, 0x90
.LBB6_1:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	$1, %edi
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	callq	*%r14
	addq	%rax, %r15
	decq	%rbx
	jne	.LBB6_1
# %bb.2:                                # %done
	movq	%r15, %rax
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end6:
	.size	bench_plain_calls, .Lfunc_end6-bench_plain_calls
	.cfi_endproc
                                        # -- End function
	.globl	bench_stub_calls_until          # -- Begin function bench_stub_calls_until
	.p2align	4, 0x90
	.type	bench_stub_calls_until,@function
bench_stub_calls_until:                 # @bench_stub_calls_until
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
.LBB7_2:                                # %gc.safepoint_poll.exit
	xorl	%r15d, %r15d
	.p2align	4, 0x90
.LBB7_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	$1, %edi
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	movq	%r14, %r9
	callq	spgc_call_native@PLT
.Ltmp8:
	addq	%rax, %r15
	movl	(%rbx), %eax
	testl	%eax, %eax
	je	.LBB7_3
# %bb.4:                                # %done
	movq	%r15, %rax
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB7_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp9:
	jmp	.LBB7_2
.Lfunc_end7:
	.size	bench_stub_calls_until, .Lfunc_end7-bench_stub_calls_until
	.cfi_endproc
                                        # -- End function
	.globl	bench_allocations               # -- Begin function bench_allocations
	.p2align	4, 0x90
	.type	bench_allocations,@function
bench_allocations:                      # @bench_allocations
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
	je	.LBB8_1
.LBB8_2:                                # %gc.safepoint_poll.exit8
	movq	%rax, %rbx
	.p2align	4, 0x90
.LBB8_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	24(%rcx), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB8_5
# %bb.4:                                # %bump.i
                                        #   in Loop: Header=BB8_3 Depth=1
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$256, (%rcx)                    # imm = 0x100
.LBB8_6:                                # %spgc_allocate.exit
                                        #   in Loop: Header=BB8_3 Depth=1
	movq	$0, 8(%rcx)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB8_7
# %bb.8:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB8_3 Depth=1
	decq	%rbx
	jne	.LBB8_3
	jmp	.LBB8_9
.LBB8_5:                                # %slow.i
                                        #   in Loop: Header=BB8_3 Depth=1
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	movq	%rax, %r14
	callq	spgc_allocate_slow@PLT
.Ltmp10:
	movq	%rax, %rcx
	movq	%r14, %rax
	jmp	.LBB8_6
.LBB8_7:                                # %stop.i
                                        #   in Loop: Header=BB8_3 Depth=1
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp11:
	movq	%r14, %rax
	decq	%rbx
	jne	.LBB8_3
.LBB8_9:                                # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB8_1:                                # %stop.i7
	.cfi_def_cfa_offset 32
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp12:
	movq	%rbx, %rax
	jmp	.LBB8_2
.Lfunc_end8:
	.size	bench_allocations, .Lfunc_end8-bench_allocations
	.cfi_endproc
                                        # -- End function
	.globl	bench_identity                  # -- Begin function bench_identity
	.p2align	4, 0x90
	.type	bench_identity,@function
bench_identity:                         # @bench_identity
	.cfi_startproc
# %bb.0:                                # %entry
	movq	%rdi, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB9_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB9_1:                                # %stop.i
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp13:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end9:
	.size	bench_identity, .Lfunc_end9-bench_identity
	.cfi_endproc
                                        # -- End function
	.globl	bench_stores                    # -- Begin function bench_stores
	.p2align	4, 0x90
	.type	bench_stores,@function
bench_stores:                           # @bench_stores
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rsi, %rax
	cmpq	$1, %rsi
	adcq	$0, %rax
	leaq	8(%rdi), %rsi
	movq	%rax, %rcx
	.p2align	4, 0x90
.LBB10_1:                               # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB10_2
.LBB10_3:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB10_1 Depth=1
	movq	%rdi, 8(%rdi)
	decq	%rcx
	jne	.LBB10_1
	jmp	.LBB10_4
.LBB10_2:                               # %slow.i
                                        #   in Loop: Header=BB10_1 Depth=1
	callq	spgc_barrier_slow@PLT
	jmp	.LBB10_3
.LBB10_4:                               # %done
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end10:
	.size	bench_stores, .Lfunc_end10-bench_stores
	.cfi_endproc
                                        # -- End function
	.globl	bench_bare_stores               # -- Begin function bench_bare_stores
	.p2align	4, 0x90
	.type	bench_bare_stores,@function
bench_bare_stores:                      # @bench_bare_stores
	.cfi_startproc
# %bb.0:                                # %entry
	movq	%rsi, %rax
	cmpq	$1, %rsi
	adcq	$0, %rax
	movq	%rax, %rcx
	.p2align	4, 0x90
.LBB11_1:                               # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	%rdi, 8(%rdi)
	decq	%rcx
	jne	.LBB11_1
# %bb.2:                                # %done
	retq
.Lfunc_end11:
	.size	bench_bare_stores, .Lfunc_end11-bench_bare_stores
	.cfi_endproc
                                        # -- End function
	.globl	bench_logged_stores             # -- Begin function bench_logged_stores
	.p2align	4, 0x90
	.type	bench_logged_stores,@function
bench_logged_stores:                    # @bench_logged_stores
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
	movq	%rsi, %rax
	cmpq	$1, %rsi
	adcq	$0, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB12_1
.LBB12_2:                               # %gc.safepoint_poll.exit6
	movq	%rax, %rbx
	.p2align	4, 0x90
.LBB12_3:                               # %loop
                                        # =>This Inner Loop Header: Depth=1
	orb	$4, (%rdi)
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB12_4
.LBB12_5:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB12_3 Depth=1
	movq	%rdi, 8(%rdi)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB12_6
# %bb.7:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB12_3 Depth=1
	decq	%rbx
	jne	.LBB12_3
	jmp	.LBB12_8
.LBB12_4:                               # %slow.i
                                        #   in Loop: Header=BB12_3 Depth=1
	leaq	8(%rdi), %rsi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB12_5
.LBB12_6:                               # %stop.i
                                        #   in Loop: Header=BB12_3 Depth=1
	movq	%rdi, (%rsp)
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp14:
	movq	%r14, %rax
	movq	(%rsp), %rdi
	decq	%rbx
	jne	.LBB12_3
.LBB12_8:                               # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB12_1:                               # %stop.i5
	.cfi_def_cfa_offset 32
	movq	%rdi, (%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp15:
	movq	%rbx, %rax
	movq	(%rsp), %rdi
	jmp	.LBB12_2
.Lfunc_end12:
	.size	bench_logged_stores, .Lfunc_end12-bench_logged_stores
	.cfi_endproc
                                        # -- End function
	.globl	bench_node                      # -- Begin function bench_node
	.p2align	4, 0x90
	.type	bench_node,@function
bench_node:                             # @bench_node
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rax
	.cfi_def_cfa_offset 16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB13_1
.LBB13_2:                               # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	24(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB13_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.LBB13_1:                               # %stop.i
	.cfi_def_cfa_offset 16
	callq	spgc_poll_slow@PLT
.Ltmp16:
	jmp	.LBB13_2
.LBB13_4:                               # %slow.i
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp17:
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end13:
	.size	bench_node, .Lfunc_end13-bench_node
	.cfi_endproc
                                        # -- End function
	.globl	bench_element_stores            # -- Begin function bench_element_stores
	.p2align	4, 0x90
	.type	bench_element_stores,@function
bench_element_stores:                   # @bench_element_stores
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
	cmpq	$1, %rcx
	adcq	$0, %rcx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB14_1
.LBB14_2:                               # %gc.safepoint_poll.exit6
	decq	%rsi
	xorl	%r8d, %r8d
	.p2align	4, 0x90
.LBB14_3:                               # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	%r8, %rax
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB14_4
.LBB14_5:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB14_3 Depth=1
	movq	%rdi, 16(%rdi,%rax,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB14_6
.LBB14_7:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB14_3 Depth=1
	leaq	(%rax,%rdx), %r8
	andq	%rsi, %r8
	decq	%rcx
	jne	.LBB14_3
	jmp	.LBB14_8
.LBB14_4:                               # %slow.i
                                        #   in Loop: Header=BB14_3 Depth=1
	leaq	16(%rdi,%rax,8), %r8
	movq	%rsi, %r9
	movq	%r8, %rsi
	callq	spgc_barrier_slow@PLT
	movq	%r9, %rsi
	jmp	.LBB14_5
.LBB14_6:                               # %stop.i
                                        #   in Loop: Header=BB14_3 Depth=1
	movq	%rdi, (%rsp)
	movq	%rcx, %rbx
	movq	%rdx, %r15
	movq	%rsi, %r14
	movq	%rax, %r12
	callq	spgc_poll_slow@PLT
.Ltmp18:
	movq	%r12, %rax
	movq	%r14, %rsi
	movq	%r15, %rdx
	movq	%rbx, %rcx
	movq	(%rsp), %rdi
	jmp	.LBB14_7
.LBB14_8:                               # %done
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
.LBB14_1:                               # %stop.i5
	.cfi_def_cfa_offset 48
	movq	%rdi, (%rsp)
	movq	%rcx, %rbx
	movq	%rdx, %r15
	movq	%rsi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp19:
	movq	%r14, %rsi
	movq	%r15, %rdx
	movq	%rbx, %rcx
	movq	(%rsp), %rdi
	jmp	.LBB14_2
.Lfunc_end14:
	.size	bench_element_stores, .Lfunc_end14-bench_element_stores
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
.Lfunc_end15:
	.size	gc.safepoint_poll, .Lfunc_end15-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	10
	.long	0
	.long	20
	.quad	bench_polls
	.quad	24
	.quad	2
	.quad	bench_stub_calls
	.quad	24
	.quad	2
	.quad	bench_wrapped_calls
	.quad	24
	.quad	2
	.quad	bench_wrapped_calls_until
	.quad	24
	.quad	2
	.quad	bench_stub_calls_until
	.quad	24
	.quad	2
	.quad	bench_allocations
	.quad	24
	.quad	3
	.quad	bench_identity
	.quad	8
	.quad	1
	.quad	bench_logged_stores
	.quad	24
	.quad	2
	.quad	bench_node
	.quad	8
	.quad	2
	.quad	bench_element_stores
	.quad	40
	.quad	2
	.quad	2882400000
	.long	.Ltmp0-bench_polls
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
	.long	.Ltmp1-bench_polls
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
	.long	.Ltmp2-bench_stub_calls
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
	.long	.Ltmp3-bench_stub_calls
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
	.long	.Ltmp4-bench_wrapped_calls
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
	.long	.Ltmp5-bench_wrapped_calls
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
	.long	.Ltmp6-bench_wrapped_calls_until
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
	.long	.Ltmp7-bench_wrapped_calls_until
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
	.long	.Ltmp8-bench_stub_calls_until
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
	.long	.Ltmp9-bench_stub_calls_until
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
	.long	.Ltmp10-bench_allocations
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
	.long	.Ltmp11-bench_allocations
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
	.long	.Ltmp12-bench_allocations
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
	.long	.Ltmp13-bench_identity
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
	.long	.Ltmp14-bench_logged_stores
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
	.long	.Ltmp15-bench_logged_stores
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
	.long	.Ltmp16-bench_node
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
	.long	.Ltmp17-bench_node
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
	.long	.Ltmp18-bench_element_stores
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
	.long	.Ltmp19-bench_element_stores
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

	.section	".note.GNU-stack","",@progbits
