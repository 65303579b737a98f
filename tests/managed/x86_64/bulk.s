# Made from managed/bulk.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_array_copy                 # -- Begin function test_array_copy
	.p2align	4, 0x90
	.type	test_array_copy,@function
test_array_copy:                        # @test_array_copy
	.cfi_startproc
# %bb.0:
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
	movq	%r8, %rbx
	movq	%rcx, %r14
	movq	%rdx, %r12
	movq	%rsi, %r15
	movq	%rdi, %r13
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit6
	movq	%rbx, %rax
.LBB0_3:                                # %piece.i
                                        # =>This Inner Loop Header: Depth=1
	movq	%r13, %rdi
	movq	%r15, %rsi
	movq	%r12, %rdx
	movq	%r14, %rcx
	movq	%rbx, %r8
	movq	%rax, %r9
	callq	spgc_array_copy_piece@PLT
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_4
# %bb.5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB0_3 Depth=1
	testq	%rax, %rax
	jle	.LBB0_6
	jmp	.LBB0_3
.LBB0_4:                                # %stop.i
                                        #   in Loop: Header=BB0_3 Depth=1
	movq	%r13, (%rsp)
	movq	%r12, 8(%rsp)
	movq	%rax, %r12
	callq	spgc_poll_slow@PLT
.Ltmp0:
	movq	%r12, %rax
	movq	(%rsp), %r13
	movq	8(%rsp), %r12
	testq	%rax, %rax
	jg	.LBB0_3
.LBB0_6:                                # %spgc_array_copy.exit
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
.LBB0_1:                                # %stop.i5
	.cfi_def_cfa_offset 64
	movq	%r13, (%rsp)
	movq	%r12, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp1:
	movq	(%rsp), %r13
	movq	8(%rsp), %r12
	jmp	.LBB0_2
.Lfunc_end0:
	.size	test_array_copy, .Lfunc_end0-test_array_copy
	.cfi_endproc
                                        # -- End function
	.globl	test_array_fill                 # -- Begin function test_array_fill
	.p2align	4, 0x90
	.type	test_array_fill,@function
test_array_fill:                        # @test_array_fill
	.cfi_startproc
# %bb.0:
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
	movq	%rcx, %rbx
	movq	%rdx, %r15
	movq	%rsi, %r14
	movq	%rdi, %r12
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit6
	movq	%rbx, %rax
.LBB1_3:                                # %piece.i
                                        # =>This Inner Loop Header: Depth=1
	movq	%r12, %rdi
	movq	%r14, %rsi
	movq	%r15, %rdx
	movq	%rbx, %rcx
	movq	%rax, %r8
	callq	spgc_array_fill_piece@PLT
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_4
# %bb.5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB1_3 Depth=1
	testq	%rax, %rax
	jle	.LBB1_6
	jmp	.LBB1_3
.LBB1_4:                                # %stop.i
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%r12, 8(%rsp)
	movq	%r15, 16(%rsp)
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	%r15, %rax
	movq	8(%rsp), %r12
	movq	16(%rsp), %r15
	testq	%rax, %rax
	jg	.LBB1_3
.LBB1_6:                                # %spgc_array_fill.exit
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
.LBB1_1:                                # %stop.i5
	.cfi_def_cfa_offset 64
	movq	%r12, 8(%rsp)
	movq	%r15, 16(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp3:
	movq	8(%rsp), %r12
	movq	16(%rsp), %r15
	jmp	.LBB1_2
.Lfunc_end1:
	.size	test_array_fill, .Lfunc_end1-test_array_fill
	.cfi_endproc
                                        # -- End function
	.globl	test_clone                      # -- Begin function test_clone
	.p2align	4, 0x90
	.type	test_clone,@function
test_clone:                             # @test_clone
	.cfi_startproc
# %bb.0:
	pushq	%rax
	.cfi_def_cfa_offset 16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	movq	%rdi, (%rsp)
	callq	spgc_clone@PLT
.Ltmp4:
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	(%rsp), %rdi
	jmp	.LBB2_2
.Lfunc_end2:
	.size	test_clone, .Lfunc_end2-test_clone
	.cfi_endproc
                                        # -- End function
	.globl	test_bytes                      # -- Begin function test_bytes
	.p2align	4, 0x90
	.type	test_bytes,@function
test_bytes:                             # @test_bytes
	.cfi_startproc
# %bb.0:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit
	movl	$5120, %esi                     # imm = 0x1400
	callq	spgc_allocate_array_slow@PLT
.Ltmp6:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB3_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp7:
	movq	%rbx, %rdi
	jmp	.LBB3_2
.Lfunc_end3:
	.size	test_bytes, .Lfunc_end3-test_bytes
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
	je	.LBB4_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB4_5
.LBB4_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rdi,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB4_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$768, (%rax)                    # imm = 0x300
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB4_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp8:
	movq	%rbx, %rdi
	cmpq	$1022, %rdi                     # imm = 0x3FE
	jbe	.LBB4_3
.LBB4_5:                                # %slow.i
	movl	$768, %esi                      # imm = 0x300
	callq	spgc_allocate_array_slow@PLT
.Ltmp9:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end4:
	.size	test_references, .Lfunc_end4-test_references
	.cfi_endproc
                                        # -- End function
	.globl	test_header                     # -- Begin function test_header
	.p2align	4, 0x90
	.type	test_header,@function
test_header:                            # @test_header
	.cfi_startproc
# %bb.0:
	movq	(%rdi), %rax
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
.Ltmp10:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end5:
	.size	test_header, .Lfunc_end5-test_header
	.cfi_endproc
                                        # -- End function
	.globl	test_array_hash                 # -- Begin function test_array_hash
	.p2align	4, 0x90
	.type	test_array_hash,@function
test_array_hash:                        # @test_array_hash
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
	movq	8(%rdi), %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
# %bb.2:                                # %gc.safepoint_poll.exit9
	testq	%rbx, %rbx
	je	.LBB6_3
.LBB6_4:                                # %body.preheader
	xorl	%r14d, %r14d
	movabsq	$6364136223846793005, %r15      # imm = 0x5851F42D4C957F2D
	movq	%rbx, %rax
	.p2align	4, 0x90
.LBB6_5:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	16(%rdi,%r14,8), %r12
	testq	%r12, %r12
	sete	%cl
	orb	%r12b, %cl
	testb	$1, %cl
	jne	.LBB6_7
# %bb.6:                                # %node
                                        #   in Loop: Header=BB6_5 Depth=1
	movq	8(%r12), %r12
.LBB6_7:                                # %mix
                                        #   in Loop: Header=BB6_5 Depth=1
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_8
.LBB6_9:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB6_5 Depth=1
	imulq	%r15, %rax
	addq	%r12, %rax
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB6_5
	jmp	.LBB6_10
.LBB6_8:                                # %stop.i
                                        #   in Loop: Header=BB6_5 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %r13
	callq	spgc_poll_slow@PLT
.Ltmp11:
	movq	%r13, %rax
	movq	8(%rsp), %rdi
	jmp	.LBB6_9
.LBB6_1:                                # %stop.i8
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp12:
	movq	8(%rsp), %rdi
	testq	%rbx, %rbx
	jne	.LBB6_4
.LBB6_3:
	xorl	%eax, %eax
.LBB6_10:                               # %done
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
.Lfunc_end6:
	.size	test_array_hash, .Lfunc_end6-test_array_hash
	.cfi_endproc
                                        # -- End function
	.globl	test_strangers                  # -- Begin function test_strangers
	.p2align	4, 0x90
	.type	test_strangers,@function
test_strangers:                         # @test_strangers
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
	je	.LBB7_1
.LBB7_2:                                # %gc.safepoint_poll.exit9
	xorl	%eax, %eax
	testq	%rbx, %rbx
	je	.LBB7_7
# %bb.3:                                # %body.preheader
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB7_4:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	16(%rdi,%r14,8), %rcx
	movq	8(%rcx), %rcx
	addq	$-3, %rcx
	andq	$-3, %rcx
	cmpq	$1, %rcx
	sbbq	$-1, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_5
.LBB7_6:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB7_4 Depth=1
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB7_4
	jmp	.LBB7_7
.LBB7_5:                                # %stop.i
                                        #   in Loop: Header=BB7_4 Depth=1
	movq	%rdi, 8(%rsp)
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp13:
	movq	%r15, %rax
	movq	8(%rsp), %rdi
	jmp	.LBB7_6
.LBB7_7:                                # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB7_1:                                # %stop.i8
	.cfi_def_cfa_offset 48
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp14:
	movq	8(%rsp), %rdi
	jmp	.LBB7_2
.Lfunc_end7:
	.size	test_strangers, .Lfunc_end7-test_strangers
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
	.quad	test_array_copy
	.quad	56
	.quad	2
	.quad	test_array_fill
	.quad	56
	.quad	2
	.quad	test_clone
	.quad	8
	.quad	2
	.quad	test_bytes
	.quad	8
	.quad	2
	.quad	test_references
	.quad	8
	.quad	2
	.quad	test_header
	.quad	8
	.quad	1
	.quad	test_array_hash
	.quad	56
	.quad	2
	.quad	test_strangers
	.quad	40
	.quad	2
	.quad	2882400000
	.long	.Ltmp0-test_array_copy
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
	.long	.Ltmp1-test_array_copy
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
	.long	.Ltmp2-test_array_fill
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
	.long	.Ltmp3-test_array_fill
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
	.long	.Ltmp4-test_clone
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
	.long	.Ltmp5-test_clone
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
	.long	.Ltmp6-test_bytes
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
	.long	.Ltmp7-test_bytes
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
	.long	.Ltmp8-test_references
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
	.long	.Ltmp9-test_references
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
	.long	.Ltmp10-test_header
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
	.long	.Ltmp11-test_array_hash
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
	.long	.Ltmp12-test_array_hash
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
	.long	.Ltmp13-test_strangers
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
	.long	.Ltmp14-test_strangers
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
