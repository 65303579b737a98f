# Made from managed/layouts.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_chain                      # -- Begin function test_chain
	.p2align	4, 0x90
	.type	test_chain,@function
test_chain:                             # @test_chain
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	xorl	%eax, %eax
	testq	%rbx, %rbx
	je	.LBB0_5
# %bb.3:                                # %body.preheader
	xorl	%r15d, %r15d
	.p2align	4, 0x90
.LBB0_4:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, 8(%rsp)
	movq	%r15, %rdi
	movq	%rax, %rsi
	callq	*%r14
.Ltmp0:
	incq	%r15
	cmpq	%r15, %rbx
	jne	.LBB0_4
.LBB0_5:                                # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	callq	spgc_poll_slow@PLT
.Ltmp1:
	jmp	.LBB0_2
.Lfunc_end0:
	.size	test_chain, .Lfunc_end0-test_chain
	.cfi_endproc
                                        # -- End function
	.globl	test_odd                        # -- Begin function test_odd
	.p2align	4, 0x90
	.type	test_odd,@function
test_odd:                               # @test_odd
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	leaq	1(%rdi,%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	xorl	%esi, %esi
	callq	test_numbered@PLT
.Ltmp2:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp3:
	movq	%rbx, %rdi
	jmp	.LBB1_2
.Lfunc_end1:
	.size	test_odd, .Lfunc_end1-test_odd
	.cfi_endproc
                                        # -- End function
	.globl	test_number_at                  # -- Begin function test_number_at
	.p2align	4, 0x90
	.type	test_number_at,@function
test_number_at:                         # @test_number_at
	.cfi_startproc
# %bb.0:                                # %entry
	movq	(%rdi,%rsi), %rax
	movq	8(%rax), %rax
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
.Ltmp4:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end2:
	.size	test_number_at, .Lfunc_end2-test_number_at
	.cfi_endproc
                                        # -- End function
	.globl	test_make_bitmap                # -- Begin function test_make_bitmap
	.p2align	4, 0x90
	.type	test_make_bitmap,@function
test_make_bitmap:                       # @test_make_bitmap
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit
	movq	%rsi, (%rsp)
	movq	%rbx, %rdi
	callq	test_odd@PLT
.Ltmp5:
	movq	%rax, %rcx
	movq	(%rsp), %rdx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	48(%rax), %rsi
	cmpq	%fs:spgc_thread@TPOFF+8, %rsi
	ja	.LBB3_4
# %bb.3:                                # %bump.i
	movq	%rsi, %fs:spgc_thread@TPOFF
	movq	$7680, (%rax)                   # imm = 0x1E00
.LBB3_5:                                # %spgc_allocate.exit
	movq	%rcx, 8(%rax)
	movq	%rdx, 24(%rax)
	movq	%rbx, 32(%rax)
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB3_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp6:
	movq	(%rsp), %rsi
	jmp	.LBB3_2
.LBB3_4:                                # %slow.i
	movq	%rcx, 8(%rsp)
	movl	$48, %edi
	movl	$7680, %esi                     # imm = 0x1E00
	callq	spgc_allocate_slow@PLT
.Ltmp7:
	movq	(%rsp), %rdx
	movq	8(%rsp), %rcx
	jmp	.LBB3_5
.Lfunc_end3:
	.size	test_make_bitmap, .Lfunc_end3-test_make_bitmap
	.cfi_endproc
                                        # -- End function
	.globl	test_sum_bitmap                 # -- Begin function test_sum_bitmap
	.p2align	4, 0x90
	.type	test_sum_bitmap,@function
test_sum_bitmap:                        # @test_sum_bitmap
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	testq	%rdi, %rdi
	je	.LBB4_6
	.p2align	4, 0x90
.LBB4_3:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rdi), %rcx
	addq	8(%rcx), %rax
	movq	24(%rdi), %rcx
	addq	32(%rdi), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_4
.LBB4_5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB4_3 Depth=1
	testq	%rcx, %rcx
	movq	%rcx, %rdi
	jne	.LBB4_3
	jmp	.LBB4_6
.LBB4_4:                                # %stop.i
                                        #   in Loop: Header=BB4_3 Depth=1
	movq	%rcx, 8(%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp8:
	movq	%rbx, %rax
	movq	8(%rsp), %rcx
	jmp	.LBB4_5
.LBB4_6:                                # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB4_1:                                # %stop.i8
	.cfi_def_cfa_offset 32
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp9:
	movq	8(%rsp), %rdi
	jmp	.LBB4_2
.Lfunc_end4:
	.size	test_sum_bitmap, .Lfunc_end4-test_sum_bitmap
	.cfi_endproc
                                        # -- End function
	.globl	test_make_long                  # -- Begin function test_make_long
	.p2align	4, 0x90
	.type	test_make_long,@function
test_make_long:                         # @test_make_long
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
	movq	%rsi, (%rsp)
	callq	test_odd@PLT
.Ltmp10:
	movq	(%rsp), %rdx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	1040(%rcx), %rsi
	cmpq	%fs:spgc_thread@TPOFF+8, %rsi
	ja	.LBB5_4
# %bb.3:                                # %bump.i
	movq	%rsi, %fs:spgc_thread@TPOFF
	movq	$9472, (%rcx)                   # imm = 0x2500
.LBB5_5:                                # %spgc_allocate.exit
	movq	%rax, 8(%rcx)
	movq	%rdx, 1032(%rcx)
	movq	%rcx, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB5_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, (%rsp)
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp11:
	movq	%rbx, %rdi
	movq	(%rsp), %rsi
	jmp	.LBB5_2
.LBB5_4:                                # %slow.i
	movq	%rax, 8(%rsp)
	movl	$1040, %edi                     # imm = 0x410
	movl	$9472, %esi                     # imm = 0x2500
	callq	spgc_allocate_slow@PLT
.Ltmp12:
	movq	%rax, %rcx
	movq	(%rsp), %rdx
	movq	8(%rsp), %rax
	jmp	.LBB5_5
.Lfunc_end5:
	.size	test_make_long, .Lfunc_end5-test_make_long
	.cfi_endproc
                                        # -- End function
	.globl	test_sum_long                   # -- Begin function test_sum_long
	.p2align	4, 0x90
	.type	test_sum_long,@function
test_sum_long:                          # @test_sum_long
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB6_3:                                # %gc.safepoint_poll.exit9
                                        # =>This Inner Loop Header: Depth=1
	testq	%rdi, %rdi
	je	.LBB6_6
# %bb.4:                                # %body
                                        #   in Loop: Header=BB6_3 Depth=1
	movq	8(%rdi), %rcx
	addq	8(%rcx), %rax
	movq	1032(%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	jne	.LBB6_3
# %bb.5:                                # %stop.i
                                        #   in Loop: Header=BB6_3 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp13:
	movq	%rbx, %rax
	movq	8(%rsp), %rdi
	jmp	.LBB6_3
.LBB6_6:                                # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB6_1:                                # %stop.i8
	.cfi_def_cfa_offset 32
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp14:
	movq	8(%rsp), %rdi
	jmp	.LBB6_2
.Lfunc_end6:
	.size	test_sum_long, .Lfunc_end6-test_sum_long
	.cfi_endproc
                                        # -- End function
	.globl	test_make_structs               # -- Begin function test_make_structs
	.p2align	4, 0x90
	.type	test_make_structs,@function
test_make_structs:                      # @test_make_structs
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
.LBB7_2:                                # %gc.safepoint_poll.exit
	movq	%rsi, (%rsp)
	movq	%rbx, %rdi
	callq	test_odd@PLT
.Ltmp15:
	movq	(%rsp), %rdx
	andl	$7, %ebx
	incq	%rbx
	leal	(%rbx,%rbx,2), %ecx
	leal	23(,%rcx,8), %ecx
	andl	$-8, %ecx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rdi
	addq	%rdi, %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB7_4
# %bb.3:                                # %bump.i.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$7936, (%rdi)                   # imm = 0x1F00
	movq	%rbx, 8(%rdi)
.LBB7_5:                                # %spgc_allocate_array_of.exit
	leaq	32(%rdi), %rcx
	xorl	%r8d, %r8d
	.p2align	4, 0x90
.LBB7_6:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	%r8, -16(%rcx)
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB7_7
.LBB7_8:                                # %spgc_write_barrier.exit5
                                        #   in Loop: Header=BB7_6 Depth=1
	movq	%rax, -8(%rcx)
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB7_9
.LBB7_10:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB7_6 Depth=1
	movq	%rdx, (%rcx)
	incq	%r8
	addq	$24, %rcx
	cmpq	%r8, %rbx
	jne	.LBB7_6
	jmp	.LBB7_11
.LBB7_7:                                # %slow.i4
                                        #   in Loop: Header=BB7_6 Depth=1
	leaq	-8(%rcx), %rsi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB7_8
.LBB7_9:                                # %slow.i
                                        #   in Loop: Header=BB7_6 Depth=1
	movq	%rcx, %rsi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB7_10
.LBB7_11:                               # %done
	movq	%rdi, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB7_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp16:
	movq	(%rsp), %rsi
	jmp	.LBB7_2
.LBB7_4:                                # %slow.i.i
	movq	%rax, 8(%rsp)
	movl	$7936, %esi                     # imm = 0x1F00
	movl	$16, %edx
	movl	$8, %ecx
	movl	$24, %r8d
	movq	%rbx, %rdi
	callq	spgc_allocate_tailed_slow@PLT
.Ltmp17:
	movq	%rax, %rdi
	movq	(%rsp), %rdx
	movq	8(%rsp), %rax
	jmp	.LBB7_5
.Lfunc_end7:
	.size	test_make_structs, .Lfunc_end7-test_make_structs
	.cfi_endproc
                                        # -- End function
	.globl	test_sum_structs                # -- Begin function test_sum_structs
	.p2align	4, 0x90
	.type	test_sum_structs,@function
test_sum_structs:                       # @test_sum_structs
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
	je	.LBB8_1
.LBB8_2:                                # %gc.safepoint_poll.exit15
	xorl	%eax, %eax
	testq	%rdi, %rdi
	jne	.LBB8_7
.LBB8_4:                                # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
	.p2align	4, 0x90
.LBB8_5:                                # %head.loopexit
                                        #   in Loop: Header=BB8_7 Depth=1
	.cfi_def_cfa_offset 48
	movq	8(%rdi,%r14), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB8_6
# %bb.3:                                # %gc.safepoint_poll.exit15
                                        #   in Loop: Header=BB8_7 Depth=1
	testq	%rdi, %rdi
	je	.LBB8_4
.LBB8_7:                                # %body
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB8_8 Depth 2
	movq	8(%rdi), %rbx
	cmpq	$1, %rbx
	adcq	$0, %rbx
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB8_8:                                # %loop
                                        #   Parent Loop BB8_7 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	addq	16(%rdi,%r14), %rax
	movq	24(%rdi,%r14), %rcx
	addq	8(%rcx), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB8_9
.LBB8_10:                               # %gc.safepoint_poll.exit9
                                        #   in Loop: Header=BB8_8 Depth=2
	addq	$24, %r14
	decq	%rbx
	jne	.LBB8_8
	jmp	.LBB8_5
.LBB8_9:                                # %stop.i8
                                        #   in Loop: Header=BB8_8 Depth=2
	movq	%rdi, 8(%rsp)
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp18:
	movq	%r15, %rax
	movq	8(%rsp), %rdi
	jmp	.LBB8_10
.LBB8_6:                                # %stop.i
                                        #   in Loop: Header=BB8_7 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp19:
	movq	%rbx, %rax
	movq	8(%rsp), %rdi
	testq	%rdi, %rdi
	jne	.LBB8_7
	jmp	.LBB8_4
.LBB8_1:                                # %stop.i14
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp20:
	movq	8(%rsp), %rdi
	jmp	.LBB8_2
.Lfunc_end8:
	.size	test_sum_structs, .Lfunc_end8-test_sum_structs
	.cfi_endproc
                                        # -- End function
	.globl	test_make_tailed                # -- Begin function test_make_tailed
	.p2align	4, 0x90
	.type	test_make_tailed,@function
test_make_tailed:                       # @test_make_tailed
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
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB9_1
.LBB9_2:                                # %gc.safepoint_poll.exit
	movq	%rsi, 8(%rsp)
	movq	%r14, %rdi
	callq	test_odd@PLT
.Ltmp21:
	movq	8(%rsp), %rcx
	movl	%r14d, %ebx
	andl	$3, %ebx
	movl	%ebx, %edx
	shll	$4, %edx
	addl	$47, %edx
	andl	$-8, %edx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rdi
	addq	%rdi, %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB9_4
# %bb.3:                                # %bump.i
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$8192, (%rdi)                   # imm = 0x2000
	movq	%rbx, 24(%rdi)
.LBB9_5:                                # %spgc_allocate_tailed.exit
	movq	%rcx, 8(%rdi)
	movq	%r14, 16(%rdi)
	movq	%rax, 32(%rdi)
	testq	%rbx, %rbx
	je	.LBB9_10
# %bb.6:                                # %body.preheader
	leaq	40(%rdi), %rsi
	xorl	%ecx, %ecx
	.p2align	4, 0x90
.LBB9_7:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB9_8
.LBB9_9:                                # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB9_7 Depth=1
	movq	%rax, (%rsi)
	movq	%rcx, 8(%rsi)
	incq	%rcx
	addq	$16, %rsi
	cmpq	%rcx, %rbx
	jne	.LBB9_7
	jmp	.LBB9_10
.LBB9_8:                                # %slow.i1
                                        #   in Loop: Header=BB9_7 Depth=1
	callq	spgc_barrier_slow@PLT
	jmp	.LBB9_9
.LBB9_10:                               # %done
	movq	%rdi, %rax
	addq	$24, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB9_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	movq	%rsi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp22:
	movq	8(%rsp), %rsi
	jmp	.LBB9_2
.LBB9_4:                                # %slow.i
	movq	%rax, 16(%rsp)
	movl	$8192, %esi                     # imm = 0x2000
	movl	$40, %edx
	movl	$24, %ecx
	movl	$16, %r8d
	movq	%rbx, %rdi
	callq	spgc_allocate_tailed_slow@PLT
.Ltmp23:
	movq	%rax, %rdi
	movq	16(%rsp), %rax
	movq	8(%rsp), %rcx
	jmp	.LBB9_5
.Lfunc_end9:
	.size	test_make_tailed, .Lfunc_end9-test_make_tailed
	.cfi_endproc
                                        # -- End function
	.globl	test_sum_tailed                 # -- Begin function test_sum_tailed
	.p2align	4, 0x90
	.type	test_sum_tailed,@function
test_sum_tailed:                        # @test_sum_tailed
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
	je	.LBB10_1
.LBB10_2:                               # %gc.safepoint_poll.exit23
	xorl	%eax, %eax
	testq	%rdi, %rdi
	jne	.LBB10_4
.LBB10_11:                              # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
	.p2align	4, 0x90
.LBB10_9:                               # %next.object
                                        #   in Loop: Header=BB10_4 Depth=1
	.cfi_def_cfa_offset 48
	movq	8(%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB10_10
# %bb.3:                                # %gc.safepoint_poll.exit23
                                        #   in Loop: Header=BB10_4 Depth=1
	testq	%rdi, %rdi
	je	.LBB10_11
.LBB10_4:                               # %body
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB10_6 Depth 2
	addq	16(%rdi), %rax
	movq	24(%rdi), %rbx
	movq	32(%rdi), %rcx
	addq	8(%rcx), %rax
	testq	%rbx, %rbx
	je	.LBB10_9
# %bb.5:                                # %element.body.preheader
                                        #   in Loop: Header=BB10_4 Depth=1
	movl	$48, %r14d
	.p2align	4, 0x90
.LBB10_6:                               # %element.body
                                        #   Parent Loop BB10_4 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	-8(%rdi,%r14), %rcx
	addq	8(%rcx), %rax
	addq	(%rdi,%r14), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB10_7
.LBB10_8:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB10_6 Depth=2
	addq	$16, %r14
	decq	%rbx
	jne	.LBB10_6
	jmp	.LBB10_9
.LBB10_7:                               # %stop.i
                                        #   in Loop: Header=BB10_6 Depth=2
	movq	%rdi, 8(%rsp)
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp24:
	movq	%r15, %rax
	movq	8(%rsp), %rdi
	jmp	.LBB10_8
.LBB10_10:                              # %stop.i16
                                        #   in Loop: Header=BB10_4 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp25:
	movq	%rbx, %rax
	movq	8(%rsp), %rdi
	testq	%rdi, %rdi
	jne	.LBB10_4
	jmp	.LBB10_11
.LBB10_1:                               # %stop.i22
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp26:
	movq	8(%rsp), %rdi
	jmp	.LBB10_2
.Lfunc_end10:
	.size	test_sum_tailed, .Lfunc_end10-test_sum_tailed
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function test_make_text
.LCPI11_0:
	.quad	6                               # 0x6
	.quad	7                               # 0x7
.LCPI11_1:
	.quad	4                               # 0x4
	.quad	5                               # 0x5
.LCPI11_2:
	.quad	2                               # 0x2
	.quad	3                               # 0x3
.LCPI11_3:
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	1                               # 0x1
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
.LCPI11_4:
	.byte	255                             # 0xff
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	255                             # 0xff
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
	.byte	0                               # 0x0
.LCPI11_5:
	.quad	8                               # 0x8
	.quad	8                               # 0x8
	.text
	.globl	test_make_text
	.p2align	4, 0x90
	.type	test_make_text,@function
test_make_text:                         # @test_make_text
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
	subq	$96, %rsp
	.cfi_def_cfa_offset 144
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movl	%edi, %ebx
	andl	$63, %ebx
	leal	27(%rbx), %r14d
	andl	$-8, %r14d
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB11_1
.LBB11_2:                               # %gc.safepoint_poll.exit17
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	addq	%rax, %r14
	cmpq	%fs:spgc_thread@TPOFF+8, %r14
	ja	.LBB11_4
# %bb.3:                                # %bump.i
	movq	%r14, %fs:spgc_thread@TPOFF
	movq	$8448, (%rax)                   # imm = 0x2100
	movq	%rbx, 8(%rax)
.LBB11_5:                               # %spgc_allocate_tailed.exit
	movl	%edi, 16(%rax)
	testq	%rbx, %rbx
	je	.LBB11_17
# %bb.6:                                # %body.preheader
	cmpl	$8, %ebx
	jae	.LBB11_8
# %bb.7:
	xorl	%r14d, %r14d
	jmp	.LBB11_13
.LBB11_8:                               # %vector.ph
	movl	%edi, %r15d
	andl	$7, %r15d
	movq	%rbx, %r14
	subq	%r15, %r14
	movq	%rdi, %xmm0
	pshufd	$68, %xmm0, %xmm4               # xmm4 = xmm0[0,1,0,1]
	movdqa	.LCPI11_0(%rip), %xmm5          # xmm5 = [6,7]
	movdqa	.LCPI11_1(%rip), %xmm6          # xmm6 = [4,5]
	movdqa	.LCPI11_2(%rip), %xmm7          # xmm7 = [2,3]
	movdqa	.LCPI11_3(%rip), %xmm8          # xmm8 = [0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0]
	xorl	%r12d, %r12d
	movdqa	.LCPI11_4(%rip), %xmm9          # xmm9 = [255,0,0,0,0,0,0,0,255,0,0,0,0,0,0,0]
	movdqa	.LCPI11_5(%rip), %xmm10         # xmm10 = [8,8]
	.p2align	4, 0x90
.LBB11_9:                               # %vector.body
                                        # =>This Inner Loop Header: Depth=1
	movdqa	%xmm5, %xmm0
	paddq	%xmm4, %xmm0
	movdqa	%xmm6, %xmm1
	paddq	%xmm4, %xmm1
	movdqa	%xmm7, %xmm2
	paddq	%xmm4, %xmm2
	movdqa	%xmm8, %xmm3
	paddq	%xmm4, %xmm3
	pand	%xmm9, %xmm3
	pand	%xmm9, %xmm2
	packuswb	%xmm2, %xmm3
	pand	%xmm9, %xmm1
	pand	%xmm9, %xmm0
	packuswb	%xmm0, %xmm1
	packuswb	%xmm1, %xmm3
	packuswb	%xmm3, %xmm3
	movq	%xmm3, 20(%rax,%r12)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB11_10
.LBB11_11:                              # %gc.safepoint_poll.exit11
                                        #   in Loop: Header=BB11_9 Depth=1
	addq	$8, %r12
	paddq	%xmm10, %xmm8
	paddq	%xmm10, %xmm7
	paddq	%xmm10, %xmm6
	paddq	%xmm10, %xmm5
	cmpq	%r12, %r14
	jne	.LBB11_9
	jmp	.LBB11_12
.LBB11_10:                              # %stop.i10
                                        #   in Loop: Header=BB11_9 Depth=1
	movq	%rax, 8(%rsp)
	movq	%rsi, (%rsp)
	movq	%rdi, %r13
	movdqa	%xmm4, 80(%rsp)                 # 16-byte Spill
	movdqa	%xmm5, 64(%rsp)                 # 16-byte Spill
	movdqa	%xmm6, 48(%rsp)                 # 16-byte Spill
	movdqa	%xmm7, 32(%rsp)                 # 16-byte Spill
	movdqa	%xmm8, 16(%rsp)                 # 16-byte Spill
	callq	spgc_poll_slow@PLT
.Ltmp27:
	movdqa	.LCPI11_5(%rip), %xmm10         # xmm10 = [8,8]
	movdqa	.LCPI11_4(%rip), %xmm9          # xmm9 = [255,0,0,0,0,0,0,0,255,0,0,0,0,0,0,0]
	movdqa	16(%rsp), %xmm8                 # 16-byte Reload
	movdqa	32(%rsp), %xmm7                 # 16-byte Reload
	movdqa	48(%rsp), %xmm6                 # 16-byte Reload
	movdqa	64(%rsp), %xmm5                 # 16-byte Reload
	movdqa	80(%rsp), %xmm4                 # 16-byte Reload
	movq	%r13, %rdi
	movq	8(%rsp), %rax
	movq	(%rsp), %rsi
	jmp	.LBB11_11
.LBB11_12:                              # %middle.block
	testq	%r15, %r15
	je	.LBB11_17
.LBB11_13:                              # %body.preheader3
	addl	%r14d, %edi
	.p2align	4, 0x90
.LBB11_14:                              # %body
                                        # =>This Inner Loop Header: Depth=1
	movb	%dil, 20(%rax,%r14)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB11_15
.LBB11_16:                              # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB11_14 Depth=1
	incq	%r14
	incb	%dil
	cmpq	%r14, %rbx
	jne	.LBB11_14
	jmp	.LBB11_17
.LBB11_15:                              # %stop.i
                                        #   in Loop: Header=BB11_14 Depth=1
	movq	%rax, 8(%rsp)
	movq	%rsi, (%rsp)
	movq	%rdi, %r15
	callq	spgc_poll_slow@PLT
.Ltmp28:
	movq	%r15, %rdi
	movq	8(%rsp), %rax
	movq	(%rsp), %rsi
	jmp	.LBB11_16
.LBB11_17:                              # %done
	movq	%rax, 8(%rsp)
	movq	%rsi, (%rsp)
	movq	%rax, %rdi
	callq	test_pair@PLT
.Ltmp29:
	addq	$96, %rsp
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
.LBB11_1:                               # %stop.i16
	.cfi_def_cfa_offset 144
	movq	%rsi, (%rsp)
	movq	%rdi, %r15
	callq	spgc_poll_slow@PLT
.Ltmp30:
	movq	%r15, %rdi
	movq	(%rsp), %rsi
	jmp	.LBB11_2
.LBB11_4:                               # %slow.i
	movq	%rsi, (%rsp)
	movl	$8448, %esi                     # imm = 0x2100
	movl	$20, %edx
	movl	$8, %ecx
	movl	$1, %r8d
	movq	%rdi, %r14
	movq	%rbx, %rdi
	callq	spgc_allocate_tailed_slow@PLT
.Ltmp31:
	movq	%r14, %rdi
	movq	(%rsp), %rsi
	jmp	.LBB11_5
.Lfunc_end11:
	.size	test_make_text, .Lfunc_end11-test_make_text
	.cfi_endproc
                                        # -- End function
	.globl	test_sum_text                   # -- Begin function test_sum_text
	.p2align	4, 0x90
	.type	test_sum_text,@function
test_sum_text:                          # @test_sum_text
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB12_1
.LBB12_2:                               # %gc.safepoint_poll.exit19
	xorl	%eax, %eax
	testq	%rdi, %rdi
	jne	.LBB12_4
.LBB12_11:                              # %done
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
	.p2align	4, 0x90
.LBB12_9:                               # %next.text
                                        #   in Loop: Header=BB12_4 Depth=1
	.cfi_def_cfa_offset 64
	movq	16(%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB12_10
# %bb.3:                                # %gc.safepoint_poll.exit19
                                        #   in Loop: Header=BB12_4 Depth=1
	testq	%rdi, %rdi
	je	.LBB12_11
.LBB12_4:                               # %body
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB12_6 Depth 2
	movq	%rax, %rdx
	movq	8(%rdi), %rcx
	movl	16(%rcx), %eax
	addq	%rdx, %rax
	movq	8(%rcx), %rbx
	testq	%rbx, %rbx
	je	.LBB12_9
# %bb.5:                                # %byte.body.preheader
                                        #   in Loop: Header=BB12_4 Depth=1
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB12_6:                               # %byte.body
                                        #   Parent Loop BB12_4 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movzbl	20(%rcx,%r14), %r15d
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB12_7
.LBB12_8:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB12_6 Depth=2
	addq	%r15, %rax
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB12_6
	jmp	.LBB12_9
.LBB12_7:                               # %stop.i
                                        #   in Loop: Header=BB12_6 Depth=2
	movq	%rdi, 16(%rsp)
	movq	%rcx, 8(%rsp)
	movq	%rax, %r12
	callq	spgc_poll_slow@PLT
.Ltmp32:
	movq	%r12, %rax
	movq	16(%rsp), %rdi
	movq	8(%rsp), %rcx
	jmp	.LBB12_8
.LBB12_10:                              # %stop.i12
                                        #   in Loop: Header=BB12_4 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp33:
	movq	%rbx, %rax
	movq	8(%rsp), %rdi
	testq	%rdi, %rdi
	jne	.LBB12_4
	jmp	.LBB12_11
.LBB12_1:                               # %stop.i18
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp34:
	movq	8(%rsp), %rdi
	jmp	.LBB12_2
.Lfunc_end12:
	.size	test_sum_text, .Lfunc_end12-test_sum_text
	.cfi_endproc
                                        # -- End function
	.globl	test_make_wide                  # -- Begin function test_make_wide
	.p2align	4, 0x90
	.type	test_make_wide,@function
test_make_wide:                         # @test_make_wide
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB13_1
.LBB13_2:                               # %gc.safepoint_poll.exit
	movq	%rsi, (%rsp)
	movq	%rbx, %rdi
	callq	test_odd@PLT
.Ltmp35:
	movq	(%rsp), %rdx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rsi
	movl	%esi, %ecx
	andl	$8, %ecx
	leaq	40(%rcx,%rsi), %rdi
	cmpq	%fs:spgc_thread@TPOFF+8, %rdi
	ja	.LBB13_4
# %bb.3:                                # %bump.i
	addq	%rsi, %rcx
	movq	%rdi, %fs:spgc_thread@TPOFF
	movq	$8704, (%rcx)                   # imm = 0x2200
.LBB13_5:                               # %spgc_allocate_aligned.exit
	movq	%rdx, 8(%rcx)
	movq	%rbx, %xmm0
	pshufd	$68, %xmm0, %xmm0               # xmm0 = xmm0[0,1,0,1]
	movdqa	%xmm0, 16(%rcx)
	movq	%rax, 32(%rcx)
	movq	%rcx, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB13_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp36:
	movq	(%rsp), %rsi
	jmp	.LBB13_2
.LBB13_4:                               # %slow.i
	movq	%rax, 8(%rsp)
	movl	$40, %edi
	movl	$8704, %esi                     # imm = 0x2200
	callq	spgc_allocate_slow@PLT
.Ltmp37:
	movq	%rax, %rcx
	movq	8(%rsp), %rax
	movq	(%rsp), %rdx
	jmp	.LBB13_5
.Lfunc_end13:
	.size	test_make_wide, .Lfunc_end13-test_make_wide
	.cfi_endproc
                                        # -- End function
	.globl	test_sum_wide                   # -- Begin function test_sum_wide
	.p2align	4, 0x90
	.type	test_sum_wide,@function
test_sum_wide:                          # @test_sum_wide
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB14_1
.LBB14_2:                               # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB14_3:                               # %gc.safepoint_poll.exit9
                                        # =>This Inner Loop Header: Depth=1
	testq	%rdi, %rdi
	je	.LBB14_6
# %bb.4:                                # %body
                                        #   in Loop: Header=BB14_3 Depth=1
	movdqa	16(%rdi), %xmm0
	movq	%xmm0, %rcx
	pshufd	$238, %xmm0, %xmm0              # xmm0 = xmm0[2,3,2,3]
	movq	%xmm0, %rdx
	movq	32(%rdi), %rsi
	movl	%edi, %r8d
	andl	$15, %r8d
	addq	%rax, %r8
	addq	%rcx, %r8
	addq	%rdx, %r8
	movq	%r8, %rax
	addq	8(%rsi), %rax
	movq	8(%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	jne	.LBB14_3
# %bb.5:                                # %stop.i
                                        #   in Loop: Header=BB14_3 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp38:
	movq	%rbx, %rax
	movq	8(%rsp), %rdi
	jmp	.LBB14_3
.LBB14_6:                               # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB14_1:                               # %stop.i8
	.cfi_def_cfa_offset 32
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp39:
	movq	8(%rsp), %rdi
	jmp	.LBB14_2
.Lfunc_end14:
	.size	test_sum_wide, .Lfunc_end14-test_sum_wide
	.cfi_endproc
                                        # -- End function
	.globl	test_make_vectors               # -- Begin function test_make_vectors
	.p2align	4, 0x90
	.type	test_make_vectors,@function
test_make_vectors:                      # @test_make_vectors
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
	movl	%edi, %ebx
	andl	$7, %ebx
	movl	%ebx, %r14d
	shll	$4, %r14d
	addl	$23, %r14d
	andl	$-16, %r14d
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB15_1
.LBB15_2:                               # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	movl	%ecx, %eax
	andl	$8, %eax
	addq	%rcx, %rax
	addq	%rax, %r14
	cmpq	%fs:spgc_thread@TPOFF+8, %r14
	ja	.LBB15_4
# %bb.3:                                # %bump.i.i
	movq	%r14, %fs:spgc_thread@TPOFF
	movq	$8960, (%rax)                   # imm = 0x2300
	movq	%rbx, 8(%rax)
	testq	%rbx, %rbx
	je	.LBB15_8
.LBB15_6:                               # %body.preheader
	movq	%rdi, %xmm0
	leaq	16(%rax), %rcx
	xorl	%edx, %edx
	.p2align	4, 0x90
.LBB15_7:                               # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	%rdx, %xmm1
	movdqa	%xmm0, %xmm2
	punpcklqdq	%xmm1, %xmm2            # xmm2 = xmm2[0],xmm1[0]
	movdqa	%xmm2, (%rcx)
	incq	%rdx
	addq	$16, %rcx
	cmpq	%rdx, %rbx
	jne	.LBB15_7
.LBB15_8:                               # %done
	movq	%rax, 8(%rsp)
	movq	%rsi, (%rsp)
	movq	%rax, %rdi
	callq	test_pair@PLT
.Ltmp40:
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB15_1:                               # %stop.i
	.cfi_def_cfa_offset 48
	movq	%rsi, (%rsp)
	movq	%rdi, %r15
	callq	spgc_poll_slow@PLT
.Ltmp41:
	movq	%r15, %rdi
	movq	(%rsp), %rsi
	jmp	.LBB15_2
.LBB15_4:                               # %slow.i.i
	movq	%rsi, (%rsp)
	movl	$8960, %esi                     # imm = 0x2300
	movl	$16, %edx
	movl	$8, %ecx
	movl	$16, %r8d
	movq	%rdi, %r14
	movq	%rbx, %rdi
	callq	spgc_allocate_tailed_slow@PLT
.Ltmp42:
	movq	%r14, %rdi
	movq	(%rsp), %rsi
	testq	%rbx, %rbx
	jne	.LBB15_6
	jmp	.LBB15_8
.Lfunc_end15:
	.size	test_make_vectors, .Lfunc_end15-test_make_vectors
	.cfi_endproc
                                        # -- End function
	.globl	test_sum_vectors                # -- Begin function test_sum_vectors
	.p2align	4, 0x90
	.type	test_sum_vectors,@function
test_sum_vectors:                       # @test_sum_vectors
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	subq	$32, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB16_1
.LBB16_2:                               # %gc.safepoint_poll.exit19
	xorl	%eax, %eax
	testq	%rdi, %rdi
	jne	.LBB16_4
.LBB16_11:                              # %done
	addq	$32, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
	.p2align	4, 0x90
.LBB16_9:                               # %next.array
                                        #   in Loop: Header=BB16_4 Depth=1
	.cfi_def_cfa_offset 64
	movq	16(%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB16_10
# %bb.3:                                # %gc.safepoint_poll.exit19
                                        #   in Loop: Header=BB16_4 Depth=1
	testq	%rdi, %rdi
	je	.LBB16_11
.LBB16_4:                               # %body
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB16_6 Depth 2
	movq	8(%rdi), %rcx
	movq	8(%rcx), %rbx
	testq	%rbx, %rbx
	je	.LBB16_9
# %bb.5:                                # %element.body.preheader
                                        #   in Loop: Header=BB16_4 Depth=1
	movl	$16, %r14d
	.p2align	4, 0x90
.LBB16_6:                               # %element.body
                                        #   Parent Loop BB16_4 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movdqa	(%rcx,%r14), %xmm0
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB16_7
.LBB16_8:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB16_6 Depth=2
	movq	%xmm0, %rdx
	addq	%rdx, %rax
	pshufd	$238, %xmm0, %xmm0              # xmm0 = xmm0[2,3,2,3]
	movq	%xmm0, %rdx
	addq	%rdx, %rax
	addq	$16, %r14
	decq	%rbx
	jne	.LBB16_6
	jmp	.LBB16_9
.LBB16_7:                               # %stop.i
                                        #   in Loop: Header=BB16_6 Depth=2
	movq	%rdi, 8(%rsp)
	movq	%rcx, (%rsp)
	movq	%rax, %r15
	movdqa	%xmm0, 16(%rsp)                 # 16-byte Spill
	callq	spgc_poll_slow@PLT
.Ltmp43:
	movdqa	16(%rsp), %xmm0                 # 16-byte Reload
	movq	%r15, %rax
	movq	8(%rsp), %rdi
	movq	(%rsp), %rcx
	jmp	.LBB16_8
.LBB16_10:                              # %stop.i12
                                        #   in Loop: Header=BB16_4 Depth=1
	movq	%rdi, (%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp44:
	movq	%rbx, %rax
	movq	(%rsp), %rdi
	testq	%rdi, %rdi
	jne	.LBB16_4
	jmp	.LBB16_11
.LBB16_1:                               # %stop.i18
	movq	%rdi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp45:
	movq	(%rsp), %rdi
	jmp	.LBB16_2
.Lfunc_end16:
	.size	test_sum_vectors, .Lfunc_end16-test_sum_vectors
	.cfi_endproc
                                        # -- End function
	.globl	test_make_traced                # -- Begin function test_make_traced
	.p2align	4, 0x90
	.type	test_make_traced,@function
test_make_traced:                       # @test_make_traced
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB17_1
.LBB17_2:                               # %gc.safepoint_poll.exit
	movq	%rsi, 8(%rsp)
	movl	$9216, %edx                     # imm = 0x2400
	callq	test_counted@PLT
.Ltmp46:
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB17_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, 8(%rsp)
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp47:
	movq	%rbx, %rdi
	movq	8(%rsp), %rsi
	jmp	.LBB17_2
.Lfunc_end17:
	.size	test_make_traced, .Lfunc_end17-test_make_traced
	.cfi_endproc
                                        # -- End function
	.globl	test_counted                    # -- Begin function test_counted
	.p2align	4, 0x90
	.type	test_counted,@function
test_counted:                           # @test_counted
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
	movq	%rdx, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB18_1
.LBB18_2:                               # %gc.safepoint_poll.exit
	movq	%rsi, (%rsp)
	movq	%rbx, %rdi
	callq	test_odd@PLT
.Ltmp48:
	movq	(%rsp), %rcx
	andl	$7, %ebx
	leaq	1(%rbx), %r15
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rdi
	leaq	24(%rdi,%rbx,8), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB18_4
# %bb.3:                                # %bump.i
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	%r14, (%rdi)
.LBB18_5:                               # %spgc_allocate.exit
	movq	%r15, 8(%rdi)
	movq	%rcx, 16(%rdi)
	testq	%rbx, %rbx
	je	.LBB18_10
# %bb.6:                                # %body.preheader
	leaq	24(%rdi), %rsi
	.p2align	4, 0x90
.LBB18_7:                               # %body
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB18_8
.LBB18_9:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB18_7 Depth=1
	movq	%rax, (%rsi)
	addq	$8, %rsi
	decq	%rbx
	jne	.LBB18_7
	jmp	.LBB18_10
.LBB18_8:                               # %slow.i1
                                        #   in Loop: Header=BB18_7 Depth=1
	callq	spgc_barrier_slow@PLT
	jmp	.LBB18_9
.LBB18_10:                              # %done
	movq	%rdi, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB18_1:                               # %stop.i
	.cfi_def_cfa_offset 48
	movq	%rsi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp49:
	movq	(%rsp), %rsi
	jmp	.LBB18_2
.LBB18_4:                               # %slow.i
	leaq	24(,%rbx,8), %rdi
	movq	%rax, 8(%rsp)
	movq	%r14, %rsi
	callq	spgc_allocate_slow@PLT
.Ltmp50:
	movq	%rax, %rdi
	movq	8(%rsp), %rax
	movq	(%rsp), %rcx
	jmp	.LBB18_5
.Lfunc_end18:
	.size	test_counted, .Lfunc_end18-test_counted
	.cfi_endproc
                                        # -- End function
	.globl	test_make_modelled              # -- Begin function test_make_modelled
	.p2align	4, 0x90
	.type	test_make_modelled,@function
test_make_modelled:                     # @test_make_modelled
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB19_1
.LBB19_2:                               # %gc.safepoint_poll.exit
	movq	%rsi, 8(%rsp)
	movl	$1024000, %edx                  # imm = 0xFA000
	callq	test_counted@PLT
.Ltmp51:
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB19_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, 8(%rsp)
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp52:
	movq	%rbx, %rdi
	movq	8(%rsp), %rsi
	jmp	.LBB19_2
.Lfunc_end19:
	.size	test_make_modelled, .Lfunc_end19-test_make_modelled
	.cfi_endproc
                                        # -- End function
	.globl	test_sum_counted                # -- Begin function test_sum_counted
	.p2align	4, 0x90
	.type	test_sum_counted,@function
test_sum_counted:                       # @test_sum_counted
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
	je	.LBB20_1
.LBB20_2:                               # %gc.safepoint_poll.exit19
	xorl	%eax, %eax
	testq	%rdi, %rdi
	jne	.LBB20_4
.LBB20_11:                              # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
	.p2align	4, 0x90
.LBB20_9:                               # %next.object
                                        #   in Loop: Header=BB20_4 Depth=1
	.cfi_def_cfa_offset 48
	movq	16(%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB20_10
# %bb.3:                                # %gc.safepoint_poll.exit19
                                        #   in Loop: Header=BB20_4 Depth=1
	testq	%rdi, %rdi
	je	.LBB20_11
.LBB20_4:                               # %body
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB20_6 Depth 2
	movq	8(%rdi), %rbx
	cmpq	$2, %rbx
	jb	.LBB20_9
# %bb.5:                                # %slot.body.preheader
                                        #   in Loop: Header=BB20_4 Depth=1
	decq	%rbx
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB20_6:                               # %slot.body
                                        #   Parent Loop BB20_4 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	24(%rdi,%r14,8), %rcx
	addq	8(%rcx), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB20_7
.LBB20_8:                               # %gc.safepoint_poll.exit13
                                        #   in Loop: Header=BB20_6 Depth=2
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB20_6
	jmp	.LBB20_9
.LBB20_7:                               # %stop.i12
                                        #   in Loop: Header=BB20_6 Depth=2
	movq	%rdi, 8(%rsp)
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp53:
	movq	%r15, %rax
	movq	8(%rsp), %rdi
	jmp	.LBB20_8
.LBB20_10:                              # %stop.i
                                        #   in Loop: Header=BB20_4 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp54:
	movq	%rbx, %rax
	movq	8(%rsp), %rdi
	testq	%rdi, %rdi
	jne	.LBB20_4
	jmp	.LBB20_11
.LBB20_1:                               # %stop.i18
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp55:
	movq	8(%rsp), %rdi
	jmp	.LBB20_2
.Lfunc_end20:
	.size	test_sum_counted, .Lfunc_end20-test_sum_counted
	.cfi_endproc
                                        # -- End function
	.globl	test_identity                   # -- Begin function test_identity
	.p2align	4, 0x90
	.type	test_identity,@function
test_identity:                          # @test_identity
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rax
	.cfi_def_cfa_offset 16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB21_1
.LBB21_2:                               # %gc.safepoint_poll.exit
	callq	spgc_identity_hash@PLT
	movl	%eax, %eax
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.LBB21_1:                               # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp56:
	movq	(%rsp), %rdi
	jmp	.LBB21_2
.Lfunc_end21:
	.size	test_identity, .Lfunc_end21-test_identity
	.cfi_endproc
                                        # -- End function
	.globl	test_identity_rounds            # -- Begin function test_identity_rounds
	.p2align	4, 0x90
	.type	test_identity_rounds,@function
test_identity_rounds:                   # @test_identity_rounds
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r13
	.cfi_def_cfa_offset 40
	pushq	%r12
	.cfi_def_cfa_offset 48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	subq	$24, %rsp
	.cfi_def_cfa_offset 80
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rdi, %r13
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB22_1
.LBB22_2:                               # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	testq	%r13, %r13
	je	.LBB22_5
# %bb.3:                                # %body.preheader
	xorl	%r15d, %r15d
	.p2align	4, 0x90
.LBB22_4:                               # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	%r15, %rdi
	callq	test_odd@PLT
.Ltmp57:
	movq	%rax, %r12
	movq	%rax, %rdi
	callq	spgc_identity_hash@PLT
	movl	%eax, %ebp
	movq	%r12, (%rsp)
	movq	%r15, %rdi
	callq	test_odd@PLT
.Ltmp58:
	movq	%rax, %r12
	movq	%rax, %rdi
	callq	spgc_identity_hash@PLT
	movl	%eax, 12(%rsp)                  # 4-byte Spill
	movq	%r12, 16(%rsp)
	movq	%r15, %rdi
	callq	test_odd@PLT
.Ltmp59:
	movq	16(%rsp), %r12
	movq	(%rsp), %rdi
	callq	spgc_identity_hash@PLT
	movl	%eax, %ebx
	movq	%r12, %rdi
	callq	spgc_identity_hash@PLT
	xorl	%ebp, %ebx
	xorl	12(%rsp), %eax                  # 4-byte Folded Reload
	testl	%ebp, %ebp
	sete	%cl
	orl	%ebx, %eax
	setne	%al
	orb	%cl, %al
	movzbl	%al, %eax
	addq	%rax, %r14
	incq	%r15
	cmpq	%r15, %r13
	jne	.LBB22_4
.LBB22_5:                               # %done
	movq	%r14, %rax
	addq	$24, %rsp
	.cfi_def_cfa_offset 56
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%r12
	.cfi_def_cfa_offset 40
	popq	%r13
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB22_1:                               # %stop.i
	.cfi_def_cfa_offset 80
	callq	spgc_poll_slow@PLT
.Ltmp60:
	jmp	.LBB22_2
.Lfunc_end22:
	.size	test_identity_rounds, .Lfunc_end22-test_identity_rounds
	.cfi_endproc
                                        # -- End function
	.globl	test_struct_array               # -- Begin function test_struct_array
	.p2align	4, 0x90
	.type	test_struct_array,@function
test_struct_array:                      # @test_struct_array
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB23_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$340, %rdi                      # imm = 0x154
	ja	.LBB23_5
.LBB23_3:                               # %try.i.i
	leal	(%rdi,%rdi,2), %eax
	leal	23(,%rax,8), %ecx
	andl	$32760, %ecx                    # imm = 0x7FF8
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	addq	%rax, %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB23_5
# %bb.4:                                # %bump.i.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$7936, (%rax)                   # imm = 0x1F00
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB23_1:                               # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp61:
	movq	%rbx, %rdi
	cmpq	$340, %rdi                      # imm = 0x154
	jbe	.LBB23_3
.LBB23_5:                               # %slow.i.i
	movl	$7936, %esi                     # imm = 0x1F00
	movl	$16, %edx
	movl	$8, %ecx
	movl	$24, %r8d
	callq	spgc_allocate_tailed_slow@PLT
.Ltmp62:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end23:
	.size	test_struct_array, .Lfunc_end23-test_struct_array
	.cfi_endproc
                                        # -- End function
	.globl	test_wrong_elements             # -- Begin function test_wrong_elements
	.p2align	4, 0x90
	.type	test_wrong_elements,@function
test_wrong_elements:                    # @test_wrong_elements
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB24_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$255, %rdi
	ja	.LBB24_5
.LBB24_3:                               # %try.i.i
	movq	%rdi, %rcx
	shlq	$5, %rcx
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rcx), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB24_5
# %bb.4:                                # %bump.i.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$7936, (%rax)                   # imm = 0x1F00
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB24_1:                               # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp63:
	movq	%rbx, %rdi
	cmpq	$255, %rdi
	jbe	.LBB24_3
.LBB24_5:                               # %slow.i.i
	movl	$7936, %esi                     # imm = 0x1F00
	movl	$16, %edx
	movl	$8, %ecx
	movl	$32, %r8d
	callq	spgc_allocate_tailed_slow@PLT
.Ltmp64:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end24:
	.size	test_wrong_elements, .Lfunc_end24-test_wrong_elements
	.cfi_endproc
                                        # -- End function
	.globl	test_traced_bytes               # -- Begin function test_traced_bytes
	.p2align	4, 0x90
	.type	test_traced_bytes,@function
test_traced_bytes:                      # @test_traced_bytes
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB25_1
.LBB25_2:                               # %gc.safepoint_poll.exit
	movl	$9216, %esi                     # imm = 0x2400
	callq	spgc_allocate_slow@PLT
.Ltmp65:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB25_1:                               # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp66:
	movq	%rbx, %rdi
	jmp	.LBB25_2
.Lfunc_end25:
	.size	test_traced_bytes, .Lfunc_end25-test_traced_bytes
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
.Lfunc_end26:
	.size	gc.safepoint_poll, .Lfunc_end26-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	26
	.long	0
	.long	67
	.quad	test_chain
	.quad	40
	.quad	2
	.quad	test_odd
	.quad	8
	.quad	2
	.quad	test_number_at
	.quad	8
	.quad	1
	.quad	test_make_bitmap
	.quad	24
	.quad	3
	.quad	test_sum_bitmap
	.quad	24
	.quad	2
	.quad	test_make_long
	.quad	24
	.quad	3
	.quad	test_sum_long
	.quad	24
	.quad	2
	.quad	test_make_structs
	.quad	24
	.quad	3
	.quad	test_sum_structs
	.quad	40
	.quad	3
	.quad	test_make_tailed
	.quad	40
	.quad	3
	.quad	test_sum_tailed
	.quad	40
	.quad	3
	.quad	test_make_text
	.quad	136
	.quad	5
	.quad	test_sum_text
	.quad	56
	.quad	3
	.quad	test_make_wide
	.quad	24
	.quad	3
	.quad	test_sum_wide
	.quad	24
	.quad	2
	.quad	test_make_vectors
	.quad	40
	.quad	3
	.quad	test_sum_vectors
	.quad	56
	.quad	3
	.quad	test_make_traced
	.quad	24
	.quad	2
	.quad	test_counted
	.quad	40
	.quad	3
	.quad	test_make_modelled
	.quad	24
	.quad	2
	.quad	test_sum_counted
	.quad	40
	.quad	3
	.quad	test_identity
	.quad	8
	.quad	1
	.quad	test_identity_rounds
	.quad	72
	.quad	4
	.quad	test_struct_array
	.quad	8
	.quad	2
	.quad	test_wrong_elements
	.quad	8
	.quad	2
	.quad	test_traced_bytes
	.quad	8
	.quad	2
	.quad	2882400000
	.long	.Ltmp0-test_chain
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
	.long	.Ltmp1-test_chain
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
	.long	.Ltmp2-test_odd
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
	.long	.Ltmp3-test_odd
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
	.long	.Ltmp4-test_number_at
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
	.long	.Ltmp5-test_make_bitmap
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
	.long	.Ltmp6-test_make_bitmap
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
	.long	.Ltmp7-test_make_bitmap
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
	.long	.Ltmp8-test_sum_bitmap
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
	.long	.Ltmp9-test_sum_bitmap
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
	.long	.Ltmp10-test_make_long
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
	.long	.Ltmp11-test_make_long
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
	.long	.Ltmp12-test_make_long
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
	.long	.Ltmp13-test_sum_long
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
	.long	.Ltmp14-test_sum_long
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
	.long	.Ltmp15-test_make_structs
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
	.long	.Ltmp16-test_make_structs
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
	.long	.Ltmp17-test_make_structs
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
	.long	.Ltmp18-test_sum_structs
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
	.long	.Ltmp19-test_sum_structs
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
	.long	.Ltmp20-test_sum_structs
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
	.long	.Ltmp21-test_make_tailed
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
	.long	.Ltmp22-test_make_tailed
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
	.long	.Ltmp23-test_make_tailed
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
	.long	.Ltmp24-test_sum_tailed
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
	.long	.Ltmp25-test_sum_tailed
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
	.long	.Ltmp26-test_sum_tailed
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
	.long	.Ltmp27-test_make_text
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
	.long	.Ltmp28-test_make_text
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
	.long	.Ltmp29-test_make_text
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
	.long	.Ltmp30-test_make_text
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
	.long	.Ltmp31-test_make_text
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
	.long	.Ltmp32-test_sum_text
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
	.long	.Ltmp33-test_sum_text
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
	.long	.Ltmp34-test_sum_text
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
	.long	.Ltmp35-test_make_wide
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
	.long	.Ltmp36-test_make_wide
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
	.long	.Ltmp37-test_make_wide
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
	.long	.Ltmp38-test_sum_wide
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
	.long	.Ltmp39-test_sum_wide
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
	.long	.Ltmp40-test_make_vectors
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
	.long	.Ltmp41-test_make_vectors
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
	.long	.Ltmp42-test_make_vectors
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
	.long	.Ltmp43-test_sum_vectors
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
	.long	.Ltmp44-test_sum_vectors
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
	.long	.Ltmp45-test_sum_vectors
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
	.long	.Ltmp46-test_make_traced
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
	.long	.Ltmp47-test_make_traced
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
	.long	.Ltmp48-test_counted
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
	.long	.Ltmp49-test_counted
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
	.long	.Ltmp50-test_counted
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
	.long	.Ltmp51-test_make_modelled
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
	.long	.Ltmp52-test_make_modelled
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
	.long	.Ltmp53-test_sum_counted
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
	.long	.Ltmp54-test_sum_counted
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
	.long	.Ltmp55-test_sum_counted
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
	.long	.Ltmp56-test_identity
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
	.long	.Ltmp57-test_identity_rounds
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
	.long	.Ltmp58-test_identity_rounds
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
	.long	.Ltmp59-test_identity_rounds
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
	.long	.Ltmp60-test_identity_rounds
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
	.long	.Ltmp61-test_struct_array
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
	.long	.Ltmp62-test_struct_array
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
	.long	.Ltmp63-test_wrong_elements
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
	.long	.Ltmp64-test_wrong_elements
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
	.long	.Ltmp65-test_traced_bytes
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
	.long	.Ltmp66-test_traced_bytes
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
