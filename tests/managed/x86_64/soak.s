# Made from managed/soak.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_soak_object                # -- Begin function test_soak_object
	.p2align	4, 0x90
	.type	test_soak_object,@function
test_soak_object:                       # @test_soak_object
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
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$8192, %rdi                     # imm = 0x2000
	ja	.LBB0_5
.LBB0_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	(%rax,%rdi), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	%rsi, (%rax)
.LBB0_6:                                # %spgc_allocate.exit
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, %rbx
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp0:
	movq	%r14, %rdi
	movq	%rbx, %rsi
	cmpq	$8192, %rdi                     # imm = 0x2000
	jbe	.LBB0_3
.LBB0_5:                                # %slow.i
	callq	spgc_allocate_slow@PLT
.Ltmp1:
	jmp	.LBB0_6
.Lfunc_end0:
	.size	test_soak_object, .Lfunc_end0-test_soak_object
	.cfi_endproc
                                        # -- End function
	.globl	test_soak_bytes                 # -- Begin function test_soak_bytes
	.p2align	4, 0x90
	.type	test_soak_bytes,@function
test_soak_bytes:                        # @test_soak_bytes
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$8176, %rdi                     # imm = 0x1FF0
	ja	.LBB1_5
.LBB1_3:                                # %try.i
	leal	23(%rdi), %ecx
	andl	$16376, %ecx                    # imm = 0x3FF8
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	addq	%rax, %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB1_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$10240, (%rax)                  # imm = 0x2800
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	%rbx, %rdi
	cmpq	$8176, %rdi                     # imm = 0x1FF0
	jbe	.LBB1_3
.LBB1_5:                                # %slow.i
	movl	$10240, %esi                    # imm = 0x2800
	movl	$16, %edx
	movl	$8, %ecx
	movl	$1, %r8d
	callq	spgc_allocate_tailed_slow@PLT
.Ltmp3:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end1:
	.size	test_soak_bytes, .Lfunc_end1-test_soak_bytes
	.cfi_endproc
                                        # -- End function
	.globl	test_soak_hash_words            # -- Begin function test_soak_hash_words
	.p2align	4, 0x90
	.type	test_soak_hash_words,@function
test_soak_hash_words:                   # @test_soak_hash_words
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	cmpq	%rdx, %rsi
	jae	.LBB2_7
# %bb.3:                                # %body.preheader
	movabsq	$6364136223846793005, %rbx      # imm = 0x5851F42D4C957F2D
	.p2align	4, 0x90
.LBB2_4:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	imulq	%rbx, %rax
	addq	(%rdi,%rsi), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_5
.LBB2_6:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB2_4 Depth=1
	addq	$8, %rsi
	cmpq	%rdx, %rsi
	jb	.LBB2_4
	jmp	.LBB2_7
.LBB2_5:                                # %stop.i
                                        #   in Loop: Header=BB2_4 Depth=1
	movq	%rdi, (%rsp)
	movq	%rdx, %r14
	movq	%rsi, %r12
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movq	%r15, %rax
	movq	%r12, %rsi
	movq	%r14, %rdx
	movq	(%rsp), %rdi
	jmp	.LBB2_6
.LBB2_7:                                # %done
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
.LBB2_1:                                # %stop.i8
	.cfi_def_cfa_offset 48
	movq	%rdi, (%rsp)
	movq	%rdx, %rbx
	movq	%rsi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	%r14, %rsi
	movq	%rbx, %rdx
	movq	(%rsp), %rdi
	jmp	.LBB2_2
.Lfunc_end2:
	.size	test_soak_hash_words, .Lfunc_end2-test_soak_hash_words
	.cfi_endproc
                                        # -- End function
	.globl	test_soak_hash_references       # -- Begin function test_soak_hash_references
	.p2align	4, 0x90
	.type	test_soak_hash_references,@function
test_soak_hash_references:              # @test_soak_hash_references
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
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	cmpq	%rdx, %rsi
	jae	.LBB3_9
# %bb.3:                                # %body.preheader
	movabsq	$6364136223846793005, %rbx      # imm = 0x5851F42D4C957F2D
	.p2align	4, 0x90
.LBB3_4:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	(%rdi,%rsi), %r14
	testq	%r14, %r14
	sete	%cl
	orb	%r14b, %cl
	testb	$1, %cl
	jne	.LBB3_6
# %bb.5:                                # %look
                                        #   in Loop: Header=BB3_4 Depth=1
	movq	(%r14), %r14
	shrl	$8, %r14d
	andl	$8388607, %r14d                 # imm = 0x7FFFFF
.LBB3_6:                                # %mix
                                        #   in Loop: Header=BB3_4 Depth=1
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_7
.LBB3_8:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB3_4 Depth=1
	imulq	%rbx, %rax
	addq	%r14, %rax
	addq	$8, %rsi
	cmpq	%rdx, %rsi
	jb	.LBB3_4
	jmp	.LBB3_9
.LBB3_7:                                # %stop.i
                                        #   in Loop: Header=BB3_4 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rdx, %r15
	movq	%rsi, %r13
	movq	%rax, %r12
	callq	spgc_poll_slow@PLT
.Ltmp6:
	movq	%r12, %rax
	movq	%r13, %rsi
	movq	%r15, %rdx
	movq	8(%rsp), %rdi
	jmp	.LBB3_8
.LBB3_9:                                # %done
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
.LBB3_1:                                # %stop.i8
	.cfi_def_cfa_offset 64
	movq	%rdi, 8(%rsp)
	movq	%rdx, %rbx
	movq	%rsi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp7:
	movq	%r14, %rsi
	movq	%rbx, %rdx
	movq	8(%rsp), %rdi
	jmp	.LBB3_2
.Lfunc_end3:
	.size	test_soak_hash_references, .Lfunc_end3-test_soak_hash_references
	.cfi_endproc
                                        # -- End function
	.globl	test_soak_exchange              # -- Begin function test_soak_exchange
	.p2align	4, 0x90
	.type	test_soak_exchange,@function
test_soak_exchange:                     # @test_soak_exchange
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdx, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB4_3
.LBB4_4:                                # %spgc_write_barrier.exit
	xchgq	%rax, (%rdi,%rsi)
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB4_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rax, (%rsp)
	movq	%rdi, 8(%rsp)
	movq	%rsi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp8:
	movq	%rbx, %rsi
	movq	(%rsp), %rax
	movq	8(%rsp), %rdi
	jmp	.LBB4_2
.LBB4_3:                                # %slow.i
	leaq	(%rdi,%rsi), %rcx
	movq	%rsi, %rdx
	movq	%rcx, %rsi
	callq	spgc_barrier_slow@PLT
	movq	%rdx, %rsi
	jmp	.LBB4_4
.Lfunc_end4:
	.size	test_soak_exchange, .Lfunc_end4-test_soak_exchange
	.cfi_endproc
                                        # -- End function
	.globl	test_soak_same                  # -- Begin function test_soak_same
	.p2align	4, 0x90
	.type	test_soak_same,@function
test_soak_same:                         # @test_soak_same
	.cfi_startproc
# %bb.0:                                # %entry
	xorl	%eax, %eax
	cmpq	%rsi, %rdi
	sete	%al
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB5_1:                                # %stop.i
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp9:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end5:
	.size	test_soak_same, .Lfunc_end5-test_soak_same
	.cfi_endproc
                                        # -- End function
	.globl	test_soak_address               # -- Begin function test_soak_address
	.p2align	4, 0x90
	.type	test_soak_address,@function
test_soak_address:                      # @test_soak_address
	.cfi_startproc
# %bb.0:                                # %entry
	movq	%rdi, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB6_1:                                # %stop.i
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp10:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end6:
	.size	test_soak_address, .Lfunc_end6-test_soak_address
	.cfi_endproc
                                        # -- End function
	.globl	test_soak_hold                  # -- Begin function test_soak_hold
	.p2align	4, 0x90
	.type	test_soak_hold,@function
test_soak_hold:                         # @test_soak_hold
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
	movl	%edx, %r11d
	movq	%rdx, %rax
	shrq	$32, %rax
	addq	%rdi, %r11
	addq	%rsi, %rax
	testb	$1, %r9b
	movq	%rsi, %r10
	cmoveq	%rdi, %r10
	cmoveq	%r11, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%r9, %r9
	je	.LBB7_5
.LBB7_3:                                # %recurse
	decq	%r9
	movq	%rax, 32(%rsp)
	movq	%r10, 24(%rsp)
	movq	%rdi, 16(%rsp)
	movq	%rsi, 8(%rsp)
	callq	test_soak_hold@PLT
.Ltmp11:
	movq	%rax, %rcx
	movq	16(%rsp), %r8
	xorl	%eax, %eax
	cmpq	%r8, 16(%rcx)
	jne	.LBB7_16
# %bb.4:                                # %recurse
	movq	8(%rsp), %rdx
	cmpq	%rdx, 24(%rcx)
	je	.LBB7_6
	jmp	.LBB7_16
.LBB7_1:                                # %stop.i
	movq	%rax, 32(%rsp)
	movq	%r10, 24(%rsp)
	movq	%rdi, 16(%rsp)
	movq	%rsi, 8(%rsp)
	movq	%rcx, %rbx
	movq	%r8, %r15
	movq	%r9, %r14
	movq	%rdx, %r12
	callq	spgc_poll_slow@PLT
.Ltmp12:
	movq	%r12, %rdx
	movq	%r14, %r9
	movq	%r15, %r8
	movq	%rbx, %rcx
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rdi
	movq	24(%rsp), %r10
	movq	32(%rsp), %rax
	testq	%r9, %r9
	jne	.LBB7_3
.LBB7_5:                                # %call
	movq	%rax, 32(%rsp)
	movq	%r10, 24(%rsp)
	movq	%rdi, 16(%rsp)
	movq	%rsi, 8(%rsp)
	movq	%r8, %rdi
	xorl	%esi, %esi
	xorl	%edx, %edx
	movq	%rcx, %r9
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	callq	spgc_call_native@PLT
.Ltmp13:
	movq	8(%rsp), %rdx
	movq	16(%rsp), %r8
.LBB7_6:                                # %finish
	movq	32(%rsp), %rax
	movq	(%rax), %rcx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	40(%rax), %rsi
	cmpq	%fs:spgc_thread@TPOFF+8, %rsi
	ja	.LBB7_8
# %bb.7:                                # %bump.i
	movq	%rsi, %fs:spgc_thread@TPOFF
	movq	$768, (%rax)                    # imm = 0x300
	movq	$3, 8(%rax)
.LBB7_9:                                # %spgc_allocate_array.exit
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB7_10
.LBB7_11:                               # %spgc_store.exit
	movq	%r8, 16(%rax)
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB7_12
.LBB7_13:                               # %spgc_store.exit5
	movq	%rdx, 24(%rax)
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB7_14
.LBB7_15:                               # %spgc_store.exit10
	movq	%rcx, 32(%rax)
.LBB7_16:                               # %common.ret
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
.LBB7_8:                                # %slow.i
	.cfi_def_cfa_offset 80
	movq	%rcx, 24(%rsp)
	movl	$3, %edi
	movl	$768, %esi                      # imm = 0x300
	callq	spgc_allocate_array_slow@PLT
.Ltmp14:
	movq	24(%rsp), %rcx
	movq	8(%rsp), %rdx
	movq	16(%rsp), %r8
	jmp	.LBB7_9
.LBB7_10:                               # %slow.i.i
	leaq	16(%rax), %rsi
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB7_11
.LBB7_12:                               # %slow.i.i4
	leaq	24(%rax), %rsi
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB7_13
.LBB7_14:                               # %slow.i.i9
	leaq	32(%rax), %rsi
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB7_15
.Lfunc_end7:
	.size	test_soak_hold, .Lfunc_end7-test_soak_hold
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
	.long	15
	.quad	test_soak_object
	.quad	24
	.quad	2
	.quad	test_soak_bytes
	.quad	8
	.quad	2
	.quad	test_soak_hash_words
	.quad	40
	.quad	2
	.quad	test_soak_hash_references
	.quad	56
	.quad	2
	.quad	test_soak_exchange
	.quad	24
	.quad	1
	.quad	test_soak_same
	.quad	8
	.quad	1
	.quad	test_soak_address
	.quad	8
	.quad	1
	.quad	test_soak_hold
	.quad	72
	.quad	4
	.quad	2882400000
	.long	.Ltmp0-test_soak_object
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
	.long	.Ltmp1-test_soak_object
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
	.long	.Ltmp2-test_soak_bytes
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
	.long	.Ltmp3-test_soak_bytes
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
	.long	.Ltmp4-test_soak_hash_words
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
	.long	.Ltmp5-test_soak_hash_words
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
	.long	.Ltmp6-test_soak_hash_references
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
	.long	.Ltmp7-test_soak_hash_references
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
	.long	.Ltmp8-test_soak_exchange
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
	.long	.Ltmp9-test_soak_same
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
	.long	.Ltmp10-test_soak_address
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
	.long	.Ltmp11-test_soak_hold
	.short	0
	.short	11
	.byte	4
	.byte	0
	.short	8
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
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp12-test_soak_hold
	.short	0
	.short	11
	.byte	4
	.byte	0
	.short	8
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
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp13-test_soak_hold
	.short	0
	.short	11
	.byte	4
	.byte	0
	.short	8
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
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp14-test_soak_hold
	.short	0
	.short	9
	.byte	4
	.byte	0
	.short	8
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
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0

	.section	".note.GNU-stack","",@progbits
