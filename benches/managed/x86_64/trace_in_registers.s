# Made from managed/trace.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_trace_nodes        # -- Begin function in_registers_trace_nodes
	.p2align	4, 0x90
	.type	in_registers_trace_nodes,@function
in_registers_trace_nodes:               # @in_registers_trace_nodes
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
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
# %bb.2:                                # %gc.safepoint_poll.exit18
	cmpq	$1023, %rdi                     # imm = 0x3FF
	jae	.LBB0_3
.LBB0_4:                                # %try.i
	movq	%fs:0, %rax
	leaq	spgc_thread@TPOFF(%rax), %r14
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rdi,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_5
# %bb.17:                               # %bump.i9
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$768, (%rax)                    # imm = 0x300
	movq	%rdi, 8(%rax)
.LBB0_7:                                # %spgc_allocate_array.exit
	cmpq	$1, %rdi
	adcq	$0, %rdi
	movl	$16, %ebx
	xorl	%r15d, %r15d
	.p2align	4, 0x90
.LBB0_8:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	32(%rcx), %rdx
	cmpq	8(%r14), %rdx
	ja	.LBB0_10
# %bb.9:                                # %bump.i
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$1792, (%rcx)                   # imm = 0x700
.LBB0_11:                               # %spgc_allocate.exit
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%r15, 24(%rcx)
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB0_12
.LBB0_13:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%rcx, 16(%rax,%r15,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_14
.LBB0_15:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB0_8 Depth=1
	incq	%r15
	addq	$8, %rbx
	cmpq	%r15, %rdi
	jne	.LBB0_8
	jmp	.LBB0_16
.LBB0_10:                               # %slow.i
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%rdi, %r13
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	movq	%rax, %r12
	callq	spgc_allocate_slow@PLT
.Ltmp0:
	movq	%r13, %rdi
	movq	%rax, %rcx
	movq	%r12, %rax
	jmp	.LBB0_11
.LBB0_12:                               # %slow.i10
                                        #   in Loop: Header=BB0_8 Depth=1
	leaq	(%rax,%rbx), %rsi
	movq	%rdi, %rdx
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	movq	%rdx, %rdi
	jmp	.LBB0_13
.LBB0_14:                               # %stop.i
                                        #   in Loop: Header=BB0_8 Depth=1
	movq	%rdi, %r12
	movq	%rax, %r13
	callq	spgc_poll_slow@PLT
.Ltmp1:
	movq	%r13, %rax
	movq	%r12, %rdi
	jmp	.LBB0_15
.LBB0_16:                               # %done
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
.LBB0_1:                                # %stop.i17
	.cfi_def_cfa_offset 48
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	%rbx, %rdi
	cmpq	$1023, %rdi                     # imm = 0x3FF
	jb	.LBB0_4
.LBB0_3:                                # %entry.slow.i1_crit_edge
	movq	%rdi, %rbx
	movq	%fs:0, %rax
	leaq	spgc_thread@TPOFF(%rax), %r14
	jmp	.LBB0_6
.LBB0_5:
	movq	%rdi, %rbx
.LBB0_6:                                # %slow.i1
	movl	$768, %esi                      # imm = 0x300
	movq	%rbx, %rdi
	callq	spgc_allocate_array_slow@PLT
.Ltmp3:
	movq	%rbx, %rdi
	jmp	.LBB0_7
.Lfunc_end0:
	.size	in_registers_trace_nodes, .Lfunc_end0-in_registers_trace_nodes
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_trace_shuffle      # -- Begin function in_registers_trace_shuffle
	.p2align	4, 0x90
	.type	in_registers_trace_shuffle,@function
in_registers_trace_shuffle:             # @in_registers_trace_shuffle
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
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdx, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit15
	leaq	8(,%rsi,8), %r14
	movabsq	$8589934597, %r15               # imm = 0x200000005
	.p2align	4, 0x90
.LBB1_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	imulq	$48271, %rbx, %rcx              # imm = 0xBC8F
	movq	%rcx, %rax
	mulq	%r15
	movq	%rcx, %rbx
	subq	%rdx, %rbx
	shrq	%rbx
	addq	%rdx, %rbx
	shrq	$30, %rbx
	movq	%rbx, %rax
	shlq	$31, %rax
	subq	%rax, %rbx
	addq	%rcx, %rbx
	movq	%rbx, %rax
	xorl	%edx, %edx
	divq	%rsi
	movq	8(%rdi,%rsi,8), %rcx
	movq	16(%rdi,%rdx,8), %r8
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB1_4
.LBB1_5:                                # %spgc_write_barrier.exit7
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%r8, 8(%rdi,%rsi,8)
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB1_6
.LBB1_7:                                # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%rcx, 16(%rdi,%rdx,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_8
.LBB1_9:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB1_3 Depth=1
	decq	%rsi
	addq	$-8, %r14
	cmpq	$1, %rsi
	jne	.LBB1_3
	jmp	.LBB1_10
.LBB1_4:                                # %slow.i6
                                        #   in Loop: Header=BB1_3 Depth=1
	leaq	(%rdi,%r14), %rax
	movq	%rsi, %r9
	movq	%rax, %rsi
	callq	spgc_barrier_slow@PLT
	movq	%r9, %rsi
	jmp	.LBB1_5
.LBB1_6:                                # %slow.i
                                        #   in Loop: Header=BB1_3 Depth=1
	leaq	16(%rdi,%rdx,8), %rax
	movq	%rsi, %r8
	movq	%rax, %rsi
	callq	spgc_barrier_slow@PLT
	movq	%r8, %rsi
	jmp	.LBB1_7
.LBB1_8:                                # %stop.i
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%rsi, %r12
	movq	%rdi, %r13
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movq	%r13, %rdi
	movq	%r12, %rsi
	jmp	.LBB1_9
.LBB1_10:                               # %done
	movq	%rbx, %rax
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
.LBB1_1:                                # %stop.i14
	.cfi_def_cfa_offset 48
	movq	%rsi, %r14
	movq	%rdi, %r15
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	%r15, %rdi
	movq	%r14, %rsi
	jmp	.LBB1_2
.Lfunc_end1:
	.size	in_registers_trace_shuffle, .Lfunc_end1-in_registers_trace_shuffle
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_trace_list         # -- Begin function in_registers_trace_list
	.p2align	4, 0x90
	.type	in_registers_trace_list,@function
in_registers_trace_list:                # @in_registers_trace_list
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
	pushq	%rax
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rsi, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit26
	movq	%rbx, %rdi
	callq	in_registers_trace_nodes@PLT
.Ltmp6:
	movq	%rax, %r15
	movl	$1, %r13d
	movq	%r14, (%rsp)                    # 8-byte Spill
	testq	%r14, %r14
	movabsq	$8589934597, %r9                # imm = 0x200000005
	je	.LBB2_3
# %bb.4:                                # %shuffle
	movq	%r15, %r8
	addq	$16, %r8
	leaq	-8(,%rbx,8), %r14
	movl	$1, %r12d
	movq	%rbx, %rbp
	.p2align	4, 0x90
.LBB2_5:                                # %loop.i
                                        # =>This Inner Loop Header: Depth=1
	imulq	$48271, %r12, %rcx              # imm = 0xBC8F
	movq	%rcx, %rax
	mulq	%r9
	movq	%rcx, %r12
	subq	%rdx, %r12
	shrq	%r12
	addq	%rdx, %r12
	shrq	$30, %r12
	movq	%r12, %rax
	shlq	$31, %rax
	subq	%rax, %r12
	addq	%rcx, %r12
	movq	%r12, %rax
	xorl	%edx, %edx
	divq	%rbp
	movq	-8(%r8,%rbp,8), %rax
	movq	(%r8,%rdx,8), %rcx
	#APP
	#NO_APP
	testb	$4, (%r15)
	jne	.LBB2_6
.LBB2_7:                                # %spgc_write_barrier.exit7.i
                                        #   in Loop: Header=BB2_5 Depth=1
	movq	%rcx, -8(%r8,%rbp,8)
	#APP
	#NO_APP
	testb	$4, (%r15)
	jne	.LBB2_8
.LBB2_9:                                # %spgc_write_barrier.exit.i
                                        #   in Loop: Header=BB2_5 Depth=1
	movq	%rax, (%r8,%rdx,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_10
.LBB2_11:                               # %gc.safepoint_poll.exit20
                                        #   in Loop: Header=BB2_5 Depth=1
	decq	%rbp
	addq	$-8, %r14
	cmpq	$1, %rbp
	jne	.LBB2_5
	jmp	.LBB2_12
.LBB2_6:                                # %slow.i6.i
                                        #   in Loop: Header=BB2_5 Depth=1
	leaq	(%r8,%r14), %rsi
	movq	%r15, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB2_7
.LBB2_8:                                # %slow.i.i
                                        #   in Loop: Header=BB2_5 Depth=1
	leaq	(%r8,%rdx,8), %rsi
	movq	%r15, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB2_9
.LBB2_10:                               # %stop.i19
                                        #   in Loop: Header=BB2_5 Depth=1
	callq	spgc_poll_slow@PLT
.Ltmp7:
	movabsq	$8589934597, %r9                # imm = 0x200000005
	leaq	16(%r15), %r8
	jmp	.LBB2_11
.LBB2_3:
	movl	$1, %r12d
.LBB2_12:                               # %begin
	leaq	16(%r15), %r8
	movq	%rbx, %r14
	negq	%r14
	movq	(%rsp), %rbp                    # 8-byte Reload
	.p2align	4, 0x90
.LBB2_13:                               # %loop
                                        # =>This Inner Loop Header: Depth=1
	imulq	$48271, %r12, %rcx              # imm = 0xBC8F
	movq	%rcx, %rax
	mulq	%r9
	movq	-8(%r8,%r13,8), %rdi
	movq	%r14, %rax
	addq	%r13, %rax
	je	.LBB2_17
# %bb.14:                               # %link
                                        #   in Loop: Header=BB2_13 Depth=1
	movq	(%r8,%r13,8), %rax
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB2_15
.LBB2_16:                               # %spgc_write_barrier.exit10
                                        #   in Loop: Header=BB2_13 Depth=1
	movq	%rax, 8(%rdi)
.LBB2_17:                               # %other
                                        #   in Loop: Header=BB2_13 Depth=1
	movq	%rcx, %r12
	subq	%rdx, %r12
	shrq	%r12
	addq	%rdx, %r12
	shrq	$30, %r12
	movq	%r12, %rax
	shlq	$31, %rax
	subq	%rax, %r12
	addq	%rcx, %r12
	movq	%r12, %rax
	xorl	%edx, %edx
	divq	%rbx
	movl	%r12d, %eax
	andl	$63, %eax
	addq	%r13, %rax
	testq	%rbp, %rbp
	cmovneq	%rdx, %rax
	cmpq	%rbx, %rax
	jae	.LBB2_21
# %bb.18:                               # %cross
                                        #   in Loop: Header=BB2_13 Depth=1
	movq	(%r8,%rax,8), %rax
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB2_19
.LBB2_20:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB2_13 Depth=1
	movq	%rax, 16(%rdi)
.LBB2_21:                               # %linked
                                        #   in Loop: Header=BB2_13 Depth=1
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_22
.LBB2_23:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB2_13 Depth=1
	leaq	1(%r14,%r13), %rax
	incq	%r13
	cmpq	$1, %rax
	jne	.LBB2_13
	jmp	.LBB2_24
.LBB2_22:                               # %stop.i
                                        #   in Loop: Header=BB2_13 Depth=1
	callq	spgc_poll_slow@PLT
.Ltmp8:
	movabsq	$8589934597, %r9                # imm = 0x200000005
	leaq	16(%r15), %r8
	jmp	.LBB2_23
.LBB2_15:                               # %slow.i9
                                        #   in Loop: Header=BB2_13 Depth=1
	leaq	8(%rdi), %rsi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB2_16
.LBB2_19:                               # %slow.i
                                        #   in Loop: Header=BB2_13 Depth=1
	leaq	16(%rdi), %rsi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB2_20
.LBB2_24:                               # %done
	movq	16(%r15), %rax
	addq	$8, %rsp
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
.LBB2_1:                                # %stop.i25
	.cfi_def_cfa_offset 64
	callq	spgc_poll_slow@PLT
.Ltmp9:
	jmp	.LBB2_2
.Lfunc_end2:
	.size	in_registers_trace_list, .Lfunc_end2-in_registers_trace_list
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_trace_sum_list     # -- Begin function in_registers_trace_sum_list
	.p2align	4, 0x90
	.type	in_registers_trace_sum_list,@function
in_registers_trace_sum_list:            # @in_registers_trace_sum_list
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
	pushq	%rax
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit6
	movl	$1, %ebx
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB3_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	addq	24(%rdi), %rax
	movq	16(%rdi), %rcx
	testq	%rcx, %rcx
	je	.LBB3_5
# %bb.4:                                # %beside
                                        #   in Loop: Header=BB3_3 Depth=1
	movq	24(%rcx), %rcx
	leaq	(%rcx,%rcx,2), %rcx
	addq	%rcx, %rax
.LBB3_5:                                # %met
                                        #   in Loop: Header=BB3_3 Depth=1
	movq	8(%rdi), %rdi
	testq	%rdi, %rdi
	setne	%r14b
	cmpq	%rsi, %rbx
	setb	%bpl
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_6
.LBB3_7:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB3_3 Depth=1
	andb	%r14b, %bpl
	incq	%rbx
	testb	%bpl, %bpl
	jne	.LBB3_3
	jmp	.LBB3_8
.LBB3_6:                                # %stop.i
                                        #   in Loop: Header=BB3_3 Depth=1
	movq	%rsi, %r15
	movq	%rdi, %r13
	movq	%rax, %r12
	callq	spgc_poll_slow@PLT
.Ltmp10:
	movq	%r12, %rax
	movq	%r13, %rdi
	movq	%r15, %rsi
	jmp	.LBB3_7
.LBB3_8:                                # %done
	addq	$8, %rsp
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
.LBB3_1:                                # %stop.i5
	.cfi_def_cfa_offset 64
	movq	%rsi, %rbx
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp11:
	movq	%r14, %rdi
	movq	%rbx, %rsi
	jmp	.LBB3_2
.Lfunc_end3:
	.size	in_registers_trace_sum_list, .Lfunc_end3-in_registers_trace_sum_list
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_trace_tree         # -- Begin function in_registers_trace_tree
	.p2align	4, 0x90
	.type	in_registers_trace_tree,@function
in_registers_trace_tree:                # @in_registers_trace_tree
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
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rbx
	leaq	32(%rbx), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB4_4
# %bb.3:                                # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$1792, (%rbx)                   # imm = 0x700
.LBB4_5:                                # %spgc_allocate.exit
	movq	%r14, 24(%rbx)
	testq	%r14, %r14
	je	.LBB4_11
# %bb.6:                                # %inner
	decq	%r14
	movq	%r14, %rdi
	callq	in_registers_trace_tree@PLT
.Ltmp12:
	#APP
	#NO_APP
	testb	$4, (%rbx)
	jne	.LBB4_7
.LBB4_8:                                # %spgc_write_barrier.exit6
	movq	%rax, 8(%rbx)
	movq	%r14, %rdi
	callq	in_registers_trace_tree@PLT
.Ltmp13:
	#APP
	#NO_APP
	testb	$4, (%rbx)
	jne	.LBB4_9
.LBB4_10:                               # %spgc_write_barrier.exit
	movq	%rax, 16(%rbx)
.LBB4_11:                               # %done
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
.Ltmp14:
	jmp	.LBB4_2
.LBB4_4:                                # %slow.i
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp15:
	movq	%rax, %rbx
	jmp	.LBB4_5
.LBB4_7:                                # %slow.i5
	leaq	8(%rbx), %rsi
	movq	%rbx, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB4_8
.LBB4_9:                                # %slow.i1
	leaq	16(%rbx), %rsi
	movq	%rbx, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB4_10
.Lfunc_end4:
	.size	in_registers_trace_tree, .Lfunc_end4-in_registers_trace_tree
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_trace_sum_tree     # -- Begin function in_registers_trace_sum_tree
	.p2align	4, 0x90
	.type	in_registers_trace_sum_tree,@function
in_registers_trace_sum_tree:            # @in_registers_trace_sum_tree
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
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	je	.LBB5_4
	.p2align	4, 0x90
.LBB5_5:                                # %something
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rbx), %r15
	movq	24(%rbx), %r12
	movq	%r15, %rdi
	callq	in_registers_trace_sum_tree@PLT
.Ltmp16:
	movq	16(%rbx), %rbx
	addq	%r14, %r12
	addq	%rax, %r12
	movq	%r12, %r14
	testq	%rbx, %rbx
	jne	.LBB5_5
.LBB5_4:                                # %common.ret1
	movq	%r14, %rax
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
.LBB5_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	callq	spgc_poll_slow@PLT
.Ltmp17:
	jmp	.LBB5_2
.Lfunc_end5:
	.size	in_registers_trace_sum_tree, .Lfunc_end5-in_registers_trace_sum_tree
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_trace_arrays       # -- Begin function in_registers_trace_arrays
	.p2align	4, 0x90
	.type	in_registers_trace_arrays,@function
in_registers_trace_arrays:              # @in_registers_trace_arrays
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
	pushq	%rax
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1023, %rbx                     # imm = 0x3FF
	jae	.LBB6_3
.LBB6_5:                                # %try.i
	movq	%fs:0, %rax
	leaq	spgc_thread@TPOFF(%rax), %r15
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %r14
	leaq	16(%r14,%rbx,8), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB6_4
# %bb.6:                                # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$768, (%r14)                    # imm = 0x300
	movq	%rbx, 8(%r14)
.LBB6_7:                                # %spgc_allocate_array.exit
	cmpq	$1, %rbx
	adcq	$0, %rbx
	xorl	%r12d, %r12d
	.p2align	4, 0x90
.LBB6_8:                                # %loop
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB6_9 Depth 2
	movl	$1024, %edi                     # imm = 0x400
	movl	$768, %esi                      # imm = 0x300
	callq	spgc_allocate_array_slow@PLT
.Ltmp18:
	movl	$16, %r13d
	xorl	%ebp, %ebp
	.p2align	4, 0x90
.LBB6_9:                                # %loop.i
                                        #   Parent Loop BB6_8 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	32(%rcx), %rdx
	cmpq	8(%r15), %rdx
	ja	.LBB6_11
# %bb.10:                               # %bump.i.i
                                        #   in Loop: Header=BB6_9 Depth=2
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$1792, (%rcx)                   # imm = 0x700
.LBB6_12:                               # %spgc_allocate.exit.i
                                        #   in Loop: Header=BB6_9 Depth=2
	movq	%rbp, 24(%rcx)
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB6_13
.LBB6_14:                               # %spgc_write_barrier.exit.i
                                        #   in Loop: Header=BB6_9 Depth=2
	movq	%rcx, (%rax,%r13)
	incq	%rbp
	addq	$8, %r13
	cmpq	$8208, %r13                     # imm = 0x2010
	jne	.LBB6_9
	jmp	.LBB6_15
.LBB6_11:                               # %slow.i.i
                                        #   in Loop: Header=BB6_9 Depth=2
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	movq	%rax, (%rsp)                    # 8-byte Spill
	callq	spgc_allocate_slow@PLT          # 8-byte Folded Reload
.Ltmp19:
	movq	%rax, %rcx
	movq	(%rsp), %rax                    # 8-byte Reload
	jmp	.LBB6_12
.LBB6_13:                               # %slow.i10.i
                                        #   in Loop: Header=BB6_9 Depth=2
	leaq	(%rax,%r13), %rsi
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB6_14
	.p2align	4, 0x90
.LBB6_15:                               # %in_registers_trace_nodes.exit
                                        #   in Loop: Header=BB6_8 Depth=1
	#APP
	#NO_APP
	testb	$4, (%r14)
	jne	.LBB6_16
.LBB6_17:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB6_8 Depth=1
	movq	%rax, 16(%r14,%r12,8)
	incq	%r12
	cmpq	%rbx, %r12
	jne	.LBB6_8
	jmp	.LBB6_18
.LBB6_16:                               # %slow.i1
                                        #   in Loop: Header=BB6_8 Depth=1
	leaq	16(%r14,%r12,8), %rsi
	movq	%r14, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB6_17
.LBB6_18:                               # %done
	movq	%r14, %rax
	addq	$8, %rsp
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
.LBB6_1:                                # %stop.i
	.cfi_def_cfa_offset 64
	callq	spgc_poll_slow@PLT
.Ltmp20:
	cmpq	$1023, %rbx                     # imm = 0x3FF
	jb	.LBB6_5
.LBB6_3:                                # %entry.slow.i_crit_edge
	movq	%fs:0, %rax
	leaq	spgc_thread@TPOFF(%rax), %r15
.LBB6_4:                                # %slow.i
	movl	$768, %esi                      # imm = 0x300
	movq	%rbx, %rdi
	callq	spgc_allocate_array_slow@PLT
.Ltmp21:
	movq	%rax, %r14
	jmp	.LBB6_7
.Lfunc_end6:
	.size	in_registers_trace_arrays, .Lfunc_end6-in_registers_trace_arrays
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_trace_sum_arrays   # -- Begin function in_registers_trace_sum_arrays
	.p2align	4, 0x90
	.type	in_registers_trace_sum_arrays,@function
in_registers_trace_sum_arrays:          # @in_registers_trace_sum_arrays
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
	cmpq	$1, %rsi
	adcq	$0, %rsi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
.LBB7_2:                                # %gc.safepoint_poll.exit11
	xorl	%ebx, %ebx
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB7_3:                                # %arrays
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB7_4 Depth 2
	movq	16(%rdi,%rbx,8), %rcx
	movq	$-8192, %rdx                    # imm = 0xE000
	.p2align	4, 0x90
.LBB7_4:                                # %nodes
                                        #   Parent Loop BB7_3 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	8208(%rcx,%rdx), %r8
	addq	24(%r8), %rax
	addq	$8, %rdx
	jne	.LBB7_4
# %bb.5:                                # %array.done
                                        #   in Loop: Header=BB7_3 Depth=1
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_6
.LBB7_7:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB7_3 Depth=1
	incq	%rbx
	cmpq	%rsi, %rbx
	jne	.LBB7_3
	jmp	.LBB7_8
.LBB7_6:                                # %stop.i
                                        #   in Loop: Header=BB7_3 Depth=1
	movq	%rsi, %r14
	movq	%rdi, %r12
	movq	%rax, %r15
	callq	spgc_poll_slow@PLT
.Ltmp22:
	movq	%r15, %rax
	movq	%r12, %rdi
	movq	%r14, %rsi
	jmp	.LBB7_7
.LBB7_8:                                # %done
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
.LBB7_1:                                # %stop.i10
	.cfi_def_cfa_offset 48
	movq	%rsi, %rbx
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp23:
	movq	%r14, %rdi
	movq	%rbx, %rsi
	jmp	.LBB7_2
.Lfunc_end7:
	.size	in_registers_trace_sum_arrays, .Lfunc_end7-in_registers_trace_sum_arrays
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
	.long	24
	.quad	in_registers_trace_nodes
	.quad	40
	.quad	4
	.quad	in_registers_trace_shuffle
	.quad	40
	.quad	2
	.quad	in_registers_trace_list
	.quad	56
	.quad	4
	.quad	in_registers_trace_sum_list
	.quad	56
	.quad	2
	.quad	in_registers_trace_tree
	.quad	24
	.quad	4
	.quad	in_registers_trace_sum_tree
	.quad	40
	.quad	2
	.quad	in_registers_trace_arrays
	.quad	56
	.quad	4
	.quad	in_registers_trace_sum_arrays
	.quad	40
	.quad	2
	.quad	2882400000
	.long	.Ltmp0-in_registers_trace_nodes
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
	.byte	1
	.byte	0
	.short	8
	.short	12
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	12
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp1-in_registers_trace_nodes
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
	.byte	1
	.byte	0
	.short	8
	.short	13
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	13
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp2-in_registers_trace_nodes
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
	.long	.Ltmp3-in_registers_trace_nodes
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
	.long	.Ltmp4-in_registers_trace_shuffle
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
	.byte	1
	.byte	0
	.short	8
	.short	13
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	13
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp5-in_registers_trace_shuffle
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
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp6-in_registers_trace_list
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
	.long	.Ltmp7-in_registers_trace_list
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
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp8-in_registers_trace_list
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
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp9-in_registers_trace_list
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
	.long	.Ltmp10-in_registers_trace_sum_list
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
	.byte	1
	.byte	0
	.short	8
	.short	13
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	13
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp11-in_registers_trace_sum_list
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
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp12-in_registers_trace_tree
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
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp13-in_registers_trace_tree
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
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp14-in_registers_trace_tree
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
	.long	.Ltmp15-in_registers_trace_tree
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
	.long	.Ltmp16-in_registers_trace_sum_tree
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
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp17-in_registers_trace_sum_tree
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
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	3
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp18-in_registers_trace_arrays
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
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp19-in_registers_trace_arrays
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
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	14
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
	.long	.Ltmp20-in_registers_trace_arrays
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
	.long	.Ltmp21-in_registers_trace_arrays
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
	.long	.Ltmp22-in_registers_trace_sum_arrays
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
	.byte	1
	.byte	0
	.short	8
	.short	12
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	12
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp23-in_registers_trace_sum_arrays
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
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	14
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0

	.section	".note.GNU-stack","",@progbits
