# Made from managed/values.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_pair                       # -- Begin function test_pair
	.p2align	4, 0x90
	.type	test_pair,@function
test_pair:                              # @test_pair
	.cfi_startproc
# %bb.0:                                # %entry
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	24(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
.LBB0_5:                                # %spgc_allocate.exit
	movq	%rdi, 8(%rax)
	movq	%rsi, 16(%rax)
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, 8(%rsp)
	movq	%rdi, 16(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp0:
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rdi
	jmp	.LBB0_2
.LBB0_4:                                # %slow.i
	movq	%rsi, 8(%rsp)
	movq	%rdi, 16(%rsp)
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp1:
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rdi
	jmp	.LBB0_5
.Lfunc_end0:
	.size	test_pair, .Lfunc_end0-test_pair
	.cfi_endproc
                                        # -- End function
	.globl	test_left                       # -- Begin function test_left
	.p2align	4, 0x90
	.type	test_left,@function
test_left:                              # @test_left
	.cfi_startproc
# %bb.0:                                # %entry
	movq	8(%rdi), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB1_1:                                # %stop.i
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rax, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	(%rsp), %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end1:
	.size	test_left, .Lfunc_end1-test_left
	.cfi_endproc
                                        # -- End function
	.globl	test_keep                       # -- Begin function test_keep
	.p2align	4, 0x90
	.type	test_keep,@function
test_keep:                              # @test_keep
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rdi, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	816(%rcx), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB2_4
# %bb.3:                                # %bump.i
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$512, (%rcx)                    # imm = 0x200
	movq	$100, 8(%rcx)
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rax, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp3:
	movq	(%rsp), %rax
	jmp	.LBB2_2
.LBB2_4:                                # %slow.i
	movq	%rax, (%rsp)
	movl	$100, %edi
	movl	$512, %esi                      # imm = 0x200
	callq	spgc_allocate_array_slow@PLT
.Ltmp4:
	movq	(%rsp), %rax
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end2:
	.size	test_keep, .Lfunc_end2-test_keep
	.cfi_endproc
                                        # -- End function
	.globl	test_fill                       # -- Begin function test_fill
	.p2align	4, 0x90
	.type	test_fill,@function
test_fill:                              # @test_fill
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
# %bb.2:                                # %gc.safepoint_poll.exit9
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB3_5
.LBB3_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rdi,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB3_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$768, (%rax)                    # imm = 0x300
	movq	%rdi, 8(%rax)
	testq	%rdi, %rdi
	je	.LBB3_13
.LBB3_7:                                # %loop.preheader
	movl	$16, %ebx
	.p2align	4, 0x90
.LBB3_8:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB3_9
.LBB3_10:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB3_8 Depth=1
	movq	%rsi, (%rax,%rbx)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_11
.LBB3_12:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB3_8 Depth=1
	addq	$8, %rbx
	decq	%rdi
	jne	.LBB3_8
	jmp	.LBB3_13
.LBB3_9:                                # %slow.i1
                                        #   in Loop: Header=BB3_8 Depth=1
	leaq	(%rax,%rbx), %rcx
	movq	%rdi, %rdx
	movq	%rax, %rdi
	movq	%rsi, %r8
	movq	%rcx, %rsi
	callq	spgc_barrier_slow@PLT
	movq	%r8, %rsi
	movq	%rdx, %rdi
	jmp	.LBB3_10
.LBB3_11:                               # %stop.i
                                        #   in Loop: Header=BB3_8 Depth=1
	movq	%rax, 16(%rsp)
	movq	%rsi, 8(%rsp)
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	%r14, %rdi
	movq	16(%rsp), %rax
	movq	8(%rsp), %rsi
	jmp	.LBB3_12
.LBB3_1:                                # %stop.i8
	movq	%rsi, 8(%rsp)
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp6:
	movq	%rbx, %rdi
	movq	8(%rsp), %rsi
	cmpq	$1022, %rdi                     # imm = 0x3FE
	jbe	.LBB3_3
.LBB3_5:                                # %slow.i
	movq	%rsi, 8(%rsp)
	movl	$768, %esi                      # imm = 0x300
	movq	%rdi, %rbx
	callq	spgc_allocate_array_slow@PLT
.Ltmp7:
	movq	%rbx, %rdi
	movq	8(%rsp), %rsi
	testq	%rdi, %rdi
	jne	.LBB3_7
.LBB3_13:                               # %done
	addq	$24, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end3:
	.size	test_fill, .Lfunc_end3-test_fill
	.cfi_endproc
                                        # -- End function
	.globl	test_list_hash                  # -- Begin function test_list_hash
	.p2align	4, 0x90
	.type	test_list_hash,@function
test_list_hash:                         # @test_list_hash
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
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	testq	%rdi, %rdi
	je	.LBB4_7
# %bb.3:                                # %body.preheader
	movabsq	$6364136223846793005, %rbx      # imm = 0x5851F42D4C957F2D
	.p2align	4, 0x90
.LBB4_4:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	imulq	%rbx, %rax
	addq	8(%rdi), %rax
	movq	16(%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_5
# %bb.6:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB4_4 Depth=1
	testq	%rdi, %rdi
	jne	.LBB4_4
	jmp	.LBB4_7
.LBB4_5:                                # %stop.i
                                        #   in Loop: Header=BB4_4 Depth=1
	movq	%rdi, (%rsp)
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp8:
	movq	%r14, %rax
	movq	(%rsp), %rdi
	testq	%rdi, %rdi
	jne	.LBB4_4
.LBB4_7:                                # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB4_1:                                # %stop.i8
	.cfi_def_cfa_offset 32
	movq	%rdi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp9:
	movq	(%rsp), %rdi
	jmp	.LBB4_2
.Lfunc_end4:
	.size	test_list_hash, .Lfunc_end4-test_list_hash
	.cfi_endproc
                                        # -- End function
	.globl	test_same                       # -- Begin function test_same
	.p2align	4, 0x90
	.type	test_same,@function
test_same:                              # @test_same
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
	movq	8(%rdi), %rbx
	movq	16(%rdi), %rcx
	cmpq	$1, %rbx
	adcq	$0, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit6
	decq	%rbx
	xorl	%eax, %eax
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB5_3:                                # %head
                                        # =>This Inner Loop Header: Depth=1
	cmpq	%r14, %rbx
	je	.LBB5_4
# %bb.5:                                # %body
                                        #   in Loop: Header=BB5_3 Depth=1
	movq	24(%rdi,%r14,8), %rdx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_6
.LBB5_7:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB5_3 Depth=1
	incq	%r14
	cmpq	%rcx, %rdx
	je	.LBB5_3
	jmp	.LBB5_8
.LBB5_6:                                # %stop.i
                                        #   in Loop: Header=BB5_3 Depth=1
	movq	%rcx, (%rsp)
	movq	%rdi, 8(%rsp)
	movq	%rdx, 16(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp10:
	xorl	%eax, %eax
	movq	16(%rsp), %rdx
	movq	(%rsp), %rcx
	movq	8(%rsp), %rdi
	jmp	.LBB5_7
.LBB5_4:
	movl	$1, %eax
.LBB5_8:                                # %common.ret
	addq	$24, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB5_1:                                # %stop.i5
	.cfi_def_cfa_offset 48
	movq	%rcx, (%rsp)
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp11:
	movq	(%rsp), %rcx
	movq	8(%rsp), %rdi
	jmp	.LBB5_2
.Lfunc_end5:
	.size	test_same, .Lfunc_end5-test_same
	.cfi_endproc
                                        # -- End function
	.globl	test_fresh                      # -- Begin function test_fresh
	.p2align	4, 0x90
	.type	test_fresh,@function
test_fresh:                             # @test_fresh
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit20
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	24(%rcx), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB6_4
# %bb.3:                                # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$256, (%rcx)                    # imm = 0x100
.LBB6_5:                                # %spgc_allocate.exit
	movq	8(%rcx), %rdx
	xorl	%eax, %eax
	orq	16(%rcx), %rdx
	setne	%al
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB6_8
# %bb.6:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	16(%rcx,%rdi,8), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB6_8
# %bb.7:                                # %bump.i9
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$512, (%rcx)                    # imm = 0x200
	movq	%rdi, 8(%rcx)
	testq	%rdi, %rdi
	je	.LBB6_14
.LBB6_10:                               # %body.preheader
	xorl	%ebx, %ebx
	.p2align	4, 0x90
.LBB6_11:                               # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	16(%rcx,%rbx,8), %rdx
	cmpq	$1, %rdx
	sbbq	$-1, %rax
	movq	$-1, 16(%rcx,%rbx,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_12
.LBB6_13:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB6_11 Depth=1
	incq	%rbx
	cmpq	%rbx, %rdi
	jne	.LBB6_11
	jmp	.LBB6_14
.LBB6_12:                               # %stop.i
                                        #   in Loop: Header=BB6_11 Depth=1
	movq	%rcx, 8(%rsp)
	movq	%rdi, %r14
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp12:
	movq	%r15, %rax
	movq	%r14, %rdi
	movq	8(%rsp), %rcx
	jmp	.LBB6_13
.LBB6_8:                                # %slow.i1
	movl	$512, %esi                      # imm = 0x200
	movq	%rdi, %rbx
	movq	%rax, %r14
	callq	spgc_allocate_array_slow@PLT
.Ltmp13:
	movq	%rbx, %rdi
	movq	%rax, %rcx
	movq	%r14, %rax
	testq	%rdi, %rdi
	jne	.LBB6_10
.LBB6_14:                               # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB6_1:                                # %stop.i19
	.cfi_def_cfa_offset 48
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp14:
	movq	%rbx, %rdi
	jmp	.LBB6_2
.LBB6_4:                                # %slow.i
	movq	%rdi, %rbx
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp15:
	movq	%rbx, %rdi
	movq	%rax, %rcx
	jmp	.LBB6_5
.Lfunc_end6:
	.size	test_fresh, .Lfunc_end6-test_fresh
	.cfi_endproc
                                        # -- End function
	.globl	test_spin                       # -- Begin function test_spin
	.p2align	4, 0x90
	.type	test_spin,@function
test_spin:                              # @test_spin
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
.LBB7_2:                                # %gc.safepoint_poll.exit6
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB7_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	(%rdi), %ebx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_4
.LBB7_5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB7_3 Depth=1
	incq	%rax
	testl	%ebx, %ebx
	je	.LBB7_3
	jmp	.LBB7_6
.LBB7_4:                                # %stop.i
                                        #   in Loop: Header=BB7_3 Depth=1
	movq	%rdi, %r14
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp16:
	movq	%r15, %rax
	movq	%r14, %rdi
	jmp	.LBB7_5
.LBB7_6:                                # %done
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB7_1:                                # %stop.i5
	.cfi_def_cfa_offset 32
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp17:
	movq	%rbx, %rdi
	jmp	.LBB7_2
.Lfunc_end7:
	.size	test_spin, .Lfunc_end7-test_spin
	.cfi_endproc
                                        # -- End function
	.globl	test_wrong_size                 # -- Begin function test_wrong_size
	.p2align	4, 0x90
	.type	test_wrong_size,@function
test_wrong_size:                        # @test_wrong_size
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rax
	.cfi_def_cfa_offset 16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB8_1
.LBB8_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	32(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB8_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.LBB8_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	callq	spgc_poll_slow@PLT
.Ltmp18:
	jmp	.LBB8_2
.LBB8_4:                                # %slow.i
	movl	$32, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp19:
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end8:
	.size	test_wrong_size, .Lfunc_end8-test_wrong_size
	.cfi_endproc
                                        # -- End function
	.globl	test_array                      # -- Begin function test_array
	.p2align	4, 0x90
	.type	test_array,@function
test_array:                             # @test_array
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB9_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB9_5
.LBB9_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rdi,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB9_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$512, (%rax)                    # imm = 0x200
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB9_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp20:
	movq	%rbx, %rdi
	cmpq	$1022, %rdi                     # imm = 0x3FE
	jbe	.LBB9_3
.LBB9_5:                                # %slow.i
	movl	$512, %esi                      # imm = 0x200
	callq	spgc_allocate_array_slow@PLT
.Ltmp21:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end9:
	.size	test_array, .Lfunc_end9-test_array
	.cfi_endproc
                                        # -- End function
	.globl	test_references                 # -- Begin function test_references
	.p2align	4, 0x90
	.type	test_references,@function
test_references:                        # @test_references
	.cfi_startproc
# %bb.0:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB10_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB10_5
.LBB10_3:                               # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rdi,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB10_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$768, (%rax)                    # imm = 0x300
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB10_1:                               # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp22:
	movq	%rbx, %rdi
	cmpq	$1022, %rdi                     # imm = 0x3FE
	jbe	.LBB10_3
.LBB10_5:                               # %slow.i
	movl	$768, %esi                      # imm = 0x300
	callq	spgc_allocate_array_slow@PLT
.Ltmp23:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end10:
	.size	test_references, .Lfunc_end10-test_references
	.cfi_endproc
                                        # -- End function
	.globl	test_pair_or_null               # -- Begin function test_pair_or_null
	.p2align	4, 0x90
	.type	test_pair_or_null,@function
test_pair_or_null:                      # @test_pair_or_null
	.cfi_startproc
# %bb.0:                                # %entry
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB11_1
.LBB11_2:                               # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	24(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB11_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
	testq	%rax, %rax
	je	.LBB11_7
.LBB11_6:                               # %allocated
	movq	%rdi, 8(%rax)
	movq	%rsi, 16(%rax)
.LBB11_7:                               # %common.ret
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	retq
.LBB11_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, 8(%rsp)
	movq	%rdi, 16(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp24:
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rdi
	jmp	.LBB11_2
.LBB11_4:                               # %slow.i
	movq	%rsi, 8(%rsp)
	movq	%rdi, 16(%rsp)
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp25:
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rdi
	testq	%rax, %rax
	jne	.LBB11_6
	jmp	.LBB11_7
.Lfunc_end11:
	.size	test_pair_or_null, .Lfunc_end11-test_pair_or_null
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
.Lfunc_end12:
	.size	gc.safepoint_poll, .Lfunc_end12-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	12
	.long	0
	.long	26
	.quad	test_pair
	.quad	24
	.quad	2
	.quad	test_left
	.quad	8
	.quad	1
	.quad	test_keep
	.quad	8
	.quad	2
	.quad	test_fill
	.quad	40
	.quad	3
	.quad	test_list_hash
	.quad	24
	.quad	2
	.quad	test_same
	.quad	40
	.quad	2
	.quad	test_fresh
	.quad	40
	.quad	4
	.quad	test_spin
	.quad	24
	.quad	2
	.quad	test_wrong_size
	.quad	8
	.quad	2
	.quad	test_array
	.quad	8
	.quad	2
	.quad	test_references
	.quad	8
	.quad	2
	.quad	test_pair_or_null
	.quad	24
	.quad	2
	.quad	2882400000
	.long	.Ltmp0-test_pair
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
	.long	.Ltmp1-test_pair
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
	.long	.Ltmp2-test_left
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
	.long	.Ltmp3-test_keep
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
	.long	.Ltmp4-test_keep
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
	.long	.Ltmp5-test_fill
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
	.long	.Ltmp6-test_fill
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
	.long	.Ltmp7-test_fill
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
	.long	.Ltmp8-test_list_hash
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
	.long	.Ltmp9-test_list_hash
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
	.long	.Ltmp10-test_same
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
	.long	.Ltmp11-test_same
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
	.long	.Ltmp12-test_fresh
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
	.long	.Ltmp13-test_fresh
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
	.long	.Ltmp14-test_fresh
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
	.long	.Ltmp15-test_fresh
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
	.long	.Ltmp16-test_spin
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
	.long	.Ltmp17-test_spin
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
	.long	.Ltmp18-test_wrong_size
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
	.long	.Ltmp19-test_wrong_size
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
	.long	.Ltmp20-test_array
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
	.long	.Ltmp21-test_array
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
	.long	.Ltmp22-test_references
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
	.long	.Ltmp23-test_references
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
	.long	.Ltmp24-test_pair_or_null
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
	.long	.Ltmp25-test_pair_or_null
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

	.section	".note.GNU-stack","",@progbits
