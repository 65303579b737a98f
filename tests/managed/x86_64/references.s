# Made from managed/references.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_record                     # -- Begin function test_record
	.p2align	4, 0x90
	.type	test_record,@function
test_record:                            # @test_record
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$32, %rsp
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	32(%rax), %r8
	cmpq	%fs:spgc_thread@TPOFF+8, %r8
	ja	.LBB0_4
# %bb.3:                                # %bump.i
	movq	%r8, %fs:spgc_thread@TPOFF
	movq	%rdi, (%rax)
.LBB0_5:                                # %spgc_allocate.exit
	movq	%rsi, 8(%rax)
	movq	%rdx, 16(%rax)
	movq	%rcx, 24(%rax)
	addq	$32, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	movq	%rdx, 16(%rsp)
	movq	%rsi, 24(%rsp)
	movq	%rcx, 8(%rsp)
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp0:
	movq	%rbx, %rdi
	movq	8(%rsp), %rcx
	movq	16(%rsp), %rdx
	movq	24(%rsp), %rsi
	jmp	.LBB0_2
.LBB0_4:                                # %slow.i
	movq	%rdx, 16(%rsp)
	movq	%rsi, 24(%rsp)
	movq	%rcx, 8(%rsp)
	movq	%rdi, %rsi
	movl	$32, %edi
	callq	spgc_allocate_slow@PLT
.Ltmp1:
	movq	8(%rsp), %rcx
	movq	16(%rsp), %rdx
	movq	24(%rsp), %rsi
	jmp	.LBB0_5
.Lfunc_end0:
	.size	test_record, .Lfunc_end0-test_record
	.cfi_endproc
                                        # -- End function
	.globl	test_field                      # -- Begin function test_field
	.p2align	4, 0x90
	.type	test_field,@function
test_field:                             # @test_field
	.cfi_startproc
# %bb.0:                                # %entry
	movq	(%rdi,%rsi), %rax
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
	.size	test_field, .Lfunc_end1-test_field
	.cfi_endproc
                                        # -- End function
	.globl	test_set_field                  # -- Begin function test_set_field
	.p2align	4, 0x90
	.type	test_set_field,@function
test_set_field:                         # @test_set_field
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB2_3
.LBB2_4:                                # %spgc_write_barrier.exit
	movq	%rdx, (%rdi,%rsi)
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rdx, (%rsp)
	movq	%rdi, 8(%rsp)
	movq	%rsi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp3:
	movq	%rbx, %rsi
	movq	(%rsp), %rdx
	movq	8(%rsp), %rdi
	jmp	.LBB2_2
.LBB2_3:                                # %slow.i
	leaq	(%rdi,%rsi), %rax
	movq	%rsi, %rcx
	movq	%rax, %rsi
	callq	spgc_barrier_slow@PLT
	movq	%rcx, %rsi
	jmp	.LBB2_4
.Lfunc_end2:
	.size	test_set_field, .Lfunc_end2-test_set_field
	.cfi_endproc
                                        # -- End function
	.globl	test_set_root                   # -- Begin function test_set_root
	.p2align	4, 0x90
	.type	test_set_root,@function
test_set_root:                          # @test_set_root
	.cfi_startproc
# %bb.0:                                # %entry
	movq	%rsi, (%rdi)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB3_1:                                # %stop.i
	pushq	%rax
	.cfi_def_cfa_offset 16
	callq	spgc_poll_slow@PLT
.Ltmp4:
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end3:
	.size	test_set_root, .Lfunc_end3-test_set_root
	.cfi_endproc
                                        # -- End function
	.globl	test_root                       # -- Begin function test_root
	.p2align	4, 0x90
	.type	test_root,@function
test_root:                              # @test_root
	.cfi_startproc
# %bb.0:                                # %entry
	movq	(%rdi), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB4_1:                                # %stop.i
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rax, (%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	(%rsp), %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end4:
	.size	test_root, .Lfunc_end4-test_root
	.cfi_endproc
                                        # -- End function
	.globl	test_weak_rounds                # -- Begin function test_weak_rounds
	.p2align	4, 0x90
	.type	test_weak_rounds,@function
test_weak_rounds:                       # @test_weak_rounds
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
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_19
# %bb.1:                                # %gc.safepoint_poll.exit26
	testq	%rbx, %rbx
	je	.LBB5_20
.LBB5_2:                                # %body.lr.ph
	movl	$1, %r15d
	xorl	%esi, %esi
	movq	%rbx, %r12
	.p2align	4, 0x90
.LBB5_3:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rdx
	leaq	24(%rdx), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB5_9
# %bb.4:                                # %bump.i
                                        #   in Loop: Header=BB5_3 Depth=1
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$256, (%rdx)                    # imm = 0x100
.LBB5_5:                                # %spgc_allocate.exit
                                        #   in Loop: Header=BB5_3 Depth=1
	movq	%r15, 8(%rdx)
	movq	%rdx, 16(%rsp)
	movq	%rsi, 8(%rsp)
	movq	%r14, %rdi
	xorl	%ecx, %ecx
	callq	test_record@PLT
.Ltmp6:
	movq	%rax, 8(%rsp)
	movl	$100, %edi
	callq	test_garbage@PLT
.Ltmp7:
	movq	8(%rsp), %rsi
	movq	16(%rsp), %rcx
	movq	16(%rsi), %rdx
	movq	$-1, %rax
	cmpq	%rcx, %rdx
	jne	.LBB5_21
# %bb.6:                                # %look
                                        #   in Loop: Header=BB5_3 Depth=1
	movq	8(%rdx), %rdx
	movq	8(%rcx), %rcx
	cmpq	%rdx, %r15
	jne	.LBB5_21
# %bb.7:                                # %look
                                        #   in Loop: Header=BB5_3 Depth=1
	cmpq	%rcx, %rdx
	jne	.LBB5_21
# %bb.8:                                # %head
                                        #   in Loop: Header=BB5_3 Depth=1
	addq	$2, %r15
	decq	%r12
	jne	.LBB5_3
	jmp	.LBB5_10
.LBB5_9:                                # %slow.i
                                        #   in Loop: Header=BB5_3 Depth=1
	movq	%rsi, 8(%rsp)
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp8:
	movq	%rax, %rdx
	movq	8(%rsp), %rsi
	jmp	.LBB5_5
.LBB5_10:                               # %clear
	testq	%rsi, %rsi
	je	.LBB5_20
# %bb.11:                               # %wait.preheader
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB5_12:                               # %wait
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB5_13 Depth 2
	movq	%rsi, 8(%rsp)
	movl	$1000, %edi                     # imm = 0x3E8
	callq	test_garbage@PLT
.Ltmp9:
	movq	8(%rsp), %rsi
	xorl	%eax, %eax
	movq	%rsi, %rdx
	.p2align	4, 0x90
.LBB5_13:                               # %count.body
                                        #   Parent Loop BB5_12 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	8(%rdx), %rcx
	cmpq	$1, 16(%rdx)
	adcq	$0, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_15
.LBB5_14:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB5_13 Depth=2
	testq	%rcx, %rcx
	movq	%rcx, %rdx
	jne	.LBB5_13
	jmp	.LBB5_16
.LBB5_15:                               # %stop.i
                                        #   in Loop: Header=BB5_13 Depth=2
	movq	%rcx, 16(%rsp)
	movq	%rsi, 8(%rsp)
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp10:
	movq	%r15, %rax
	movq	16(%rsp), %rcx
	movq	8(%rsp), %rsi
	jmp	.LBB5_14
	.p2align	4, 0x90
.LBB5_16:                               # %done
                                        #   in Loop: Header=BB5_12 Depth=1
	cmpq	$50000, %r14                    # imm = 0xC350
	ja	.LBB5_21
# %bb.17:                               # %done
                                        #   in Loop: Header=BB5_12 Depth=1
	incq	%r14
	cmpq	%rbx, %rax
	jne	.LBB5_12
	jmp	.LBB5_21
.LBB5_19:                               # %stop.i25
	callq	spgc_poll_slow@PLT
.Ltmp11:
	testq	%rbx, %rbx
	jne	.LBB5_2
.LBB5_20:
	xorl	%eax, %eax
.LBB5_21:                               # %common.ret
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
.Lfunc_end5:
	.size	test_weak_rounds, .Lfunc_end5-test_weak_rounds
	.cfi_endproc
                                        # -- End function
	.globl	test_garbage                    # -- Begin function test_garbage
	.p2align	4, 0x90
	.type	test_garbage,@function
test_garbage:                           # @test_garbage
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB6_5
.LBB6_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rdi,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB6_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$512, (%rax)                    # imm = 0x200
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB6_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp12:
	movq	%rbx, %rdi
	cmpq	$1022, %rdi                     # imm = 0x3FE
	jbe	.LBB6_3
.LBB6_5:                                # %slow.i
	movl	$512, %esi                      # imm = 0x200
	callq	spgc_allocate_array_slow@PLT
.Ltmp13:
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end6:
	.size	test_garbage, .Lfunc_end6-test_garbage
	.cfi_endproc
                                        # -- End function
	.globl	test_finalizable                # -- Begin function test_finalizable
	.p2align	4, 0x90
	.type	test_finalizable,@function
test_finalizable:                       # @test_finalizable
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%r14, %r14
	je	.LBB7_3
.LBB7_4:                                # %body.preheader
	leaq	1(%rbx,%rbx), %r15
	.p2align	4, 0x90
.LBB7_5:                                # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	%r15, %rdi
	xorl	%esi, %esi
	callq	test_numbered@PLT
.Ltmp14:
	movq	%rax, %rdi
	movq	%rbx, %rsi
	callq	spgc_finalize@PLT
	movq	%rax, %r12
	movl	$20, %edi
	callq	test_garbage@PLT
.Ltmp15:
	incq	%rbx
	addq	$2, %r15
	decq	%r14
	jne	.LBB7_5
	jmp	.LBB7_6
.LBB7_1:                                # %stop.i
	callq	spgc_poll_slow@PLT
.Ltmp16:
	testq	%r14, %r14
	jne	.LBB7_4
.LBB7_3:
	xorl	%r12d, %r12d
.LBB7_6:                                # %done
	movq	%r12, %rax
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
.Lfunc_end7:
	.size	test_finalizable, .Lfunc_end7-test_finalizable
	.cfi_endproc
                                        # -- End function
	.globl	test_numbered                   # -- Begin function test_numbered
	.p2align	4, 0x90
	.type	test_numbered,@function
test_numbered:                          # @test_numbered
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB8_1
.LBB8_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	24(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB8_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$256, (%rax)                    # imm = 0x100
.LBB8_5:                                # %spgc_allocate.exit
	movq	%rdi, 8(%rax)
	movq	%rsi, 16(%rax)
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB8_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, 8(%rsp)
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp17:
	movq	%rbx, %rdi
	movq	8(%rsp), %rsi
	jmp	.LBB8_2
.LBB8_4:                                # %slow.i
	movq	%rsi, 8(%rsp)
	movq	%rdi, %rbx
	movl	$24, %edi
	movl	$256, %esi                      # imm = 0x100
	callq	spgc_allocate_slow@PLT
.Ltmp18:
	movq	%rbx, %rdi
	movq	8(%rsp), %rsi
	jmp	.LBB8_5
.Lfunc_end8:
	.size	test_numbered, .Lfunc_end8-test_numbered
	.cfi_endproc
                                        # -- End function
	.globl	test_ephemeron_rounds           # -- Begin function test_ephemeron_rounds
	.p2align	4, 0x90
	.type	test_ephemeron_rounds,@function
test_ephemeron_rounds:                  # @test_ephemeron_rounds
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB9_1
# %bb.2:                                # %gc.safepoint_poll.exit19
	testq	%r14, %r14
	je	.LBB9_3
.LBB9_9:                                # %body.preheader
	movl	$1, %r15d
	xorl	%ecx, %ecx
	xorl	%esi, %esi
	.p2align	4, 0x90
.LBB9_10:                               # %body
                                        # =>This Inner Loop Header: Depth=1
	movq	%rcx, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%r15, %rdi
	callq	test_numbered@PLT
.Ltmp19:
	movq	%rax, 16(%rsp)
	movq	%r15, %rdi
	movq	%rax, %rsi
	callq	test_numbered@PLT
.Ltmp20:
	movq	16(%rsp), %rsi
	movq	8(%rsp), %rcx
	movq	%rax, 24(%rsp)
	movq	%rbx, %rdi
	movq	%rax, %rdx
	callq	test_record@PLT
.Ltmp21:
	movq	%rax, 8(%rsp)
	movl	$50, %edi
	callq	test_garbage@PLT
.Ltmp22:
	movq	8(%rsp), %rcx
	movq	16(%rsp), %rsi
	addq	$2, %r15
	decq	%r14
	jne	.LBB9_10
# %bb.5:                                # %sum.head.preheader
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB9_6:                                # %sum.head.preheader
                                        # =>This Inner Loop Header: Depth=1
	testq	%rcx, %rcx
	je	.LBB9_4
# %bb.7:                                # %sum.body
                                        #   in Loop: Header=BB9_6 Depth=1
	movq	16(%rcx), %rdx
	movq	24(%rcx), %rcx
	movq	16(%rdx), %rdi
	addq	8(%rsi), %rax
	addq	8(%rdx), %rax
	addq	8(%rdi), %rax
	movq	16(%rsi), %rsi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	jne	.LBB9_6
# %bb.8:                                # %stop.i
                                        #   in Loop: Header=BB9_6 Depth=1
	movq	%rcx, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp23:
	movq	%rbx, %rax
	movq	8(%rsp), %rcx
	movq	16(%rsp), %rsi
	jmp	.LBB9_6
.LBB9_1:                                # %stop.i18
	callq	spgc_poll_slow@PLT
.Ltmp24:
	testq	%r14, %r14
	jne	.LBB9_9
.LBB9_3:
	xorl	%eax, %eax
.LBB9_4:                                # %done
	addq	$32, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end9:
	.size	test_ephemeron_rounds, .Lfunc_end9-test_ephemeron_rounds
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
.Lfunc_end10:
	.size	gc.safepoint_poll, .Lfunc_end10-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	10
	.long	0
	.long	25
	.quad	test_record
	.quad	40
	.quad	2
	.quad	test_field
	.quad	8
	.quad	1
	.quad	test_set_field
	.quad	24
	.quad	1
	.quad	test_set_root
	.quad	8
	.quad	1
	.quad	test_root
	.quad	8
	.quad	1
	.quad	test_weak_rounds
	.quad	56
	.quad	6
	.quad	test_garbage
	.quad	8
	.quad	2
	.quad	test_finalizable
	.quad	40
	.quad	3
	.quad	test_numbered
	.quad	24
	.quad	2
	.quad	test_ephemeron_rounds
	.quad	56
	.quad	6
	.quad	2882400000
	.long	.Ltmp0-test_record
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
	.long	.Ltmp1-test_record
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
	.long	.Ltmp2-test_field
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
	.long	.Ltmp3-test_set_field
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
	.long	.Ltmp4-test_set_root
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
	.long	.Ltmp5-test_root
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
	.long	.Ltmp6-test_weak_rounds
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
	.long	.Ltmp7-test_weak_rounds
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
	.long	.Ltmp8-test_weak_rounds
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
	.long	.Ltmp9-test_weak_rounds
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
	.long	.Ltmp10-test_weak_rounds
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
	.long	.Ltmp11-test_weak_rounds
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
	.long	.Ltmp12-test_garbage
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
	.long	.Ltmp13-test_garbage
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
	.long	.Ltmp14-test_finalizable
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
	.long	.Ltmp15-test_finalizable
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
	.long	.Ltmp16-test_finalizable
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
	.long	.Ltmp17-test_numbered
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
	.long	.Ltmp18-test_numbered
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
	.long	.Ltmp19-test_ephemeron_rounds
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
	.long	.Ltmp20-test_ephemeron_rounds
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
	.long	.Ltmp21-test_ephemeron_rounds
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
	.long	.Ltmp22-test_ephemeron_rounds
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
	.long	.Ltmp23-test_ephemeron_rounds
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
	.long	.Ltmp24-test_ephemeron_rounds
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
