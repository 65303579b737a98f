# Made from managed/pause.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_pause_tree         # -- Begin function in_registers_pause_tree
	.p2align	4, 0x90
	.type	in_registers_pause_tree,@function
in_registers_pause_tree:                # @in_registers_pause_tree
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
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rbx
	leaq	32(%rbx), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB0_4
# %bb.3:                                # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$1792, (%rbx)                   # imm = 0x700
.LBB0_5:                                # %spgc_allocate.exit
	movq	%r14, 24(%rbx)
	testq	%r14, %r14
	je	.LBB0_11
# %bb.6:                                # %inner
	decq	%r14
	movq	%r14, %rdi
	callq	in_registers_pause_tree@PLT
.Ltmp0:
	#APP
	#NO_APP
	testb	$4, (%rbx)
	jne	.LBB0_7
.LBB0_8:                                # %spgc_write_barrier.exit6
	movq	%rax, 8(%rbx)
	movq	%r14, %rdi
	callq	in_registers_pause_tree@PLT
.Ltmp1:
	#APP
	#NO_APP
	testb	$4, (%rbx)
	jne	.LBB0_9
.LBB0_10:                               # %spgc_write_barrier.exit
	movq	%rax, 16(%rbx)
.LBB0_11:                               # %done
	movq	%rbx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp2:
	jmp	.LBB0_2
.LBB0_4:                                # %slow.i
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp3:
	movq	%rax, %rbx
	jmp	.LBB0_5
.LBB0_7:                                # %slow.i5
	leaq	8(%rbx), %rsi
	movq	%rbx, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB0_8
.LBB0_9:                                # %slow.i1
	leaq	16(%rbx), %rsi
	movq	%rbx, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB0_10
.Lfunc_end0:
	.size	in_registers_pause_tree, .Lfunc_end0-in_registers_pause_tree
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_pause_sum          # -- Begin function in_registers_pause_sum
	.p2align	4, 0x90
	.type	in_registers_pause_sum,@function
in_registers_pause_sum:                 # @in_registers_pause_sum
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
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	je	.LBB1_4
	.p2align	4, 0x90
.LBB1_5:                                # %something
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rbx), %r15
	movq	24(%rbx), %r12
	movq	%r15, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp4:
	movq	16(%rbx), %rbx
	addq	%r14, %r12
	addq	%rax, %r12
	movq	%r12, %r14
	testq	%rbx, %rbx
	jne	.LBB1_5
.LBB1_4:                                # %common.ret1
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
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	callq	spgc_poll_slow@PLT
.Ltmp5:
	jmp	.LBB1_2
.Lfunc_end1:
	.size	in_registers_pause_sum, .Lfunc_end1-in_registers_pause_sum
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_pause_trees        # -- Begin function in_registers_pause_trees
	.p2align	4, 0x90
	.type	in_registers_pause_trees,@function
in_registers_pause_trees:               # @in_registers_pause_trees
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
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1022, %rbx                     # imm = 0x3FE
	ja	.LBB2_5
.LBB2_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %r14
	leaq	16(%r14,%rbx,8), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB2_5
# %bb.4:                                # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$768, (%r14)                    # imm = 0x300
	movq	%rbx, 8(%r14)
.LBB2_6:                                # %spgc_allocate_array.exit
	cmpq	$1, %rbx
	adcq	$0, %rbx
	movl	$16, %r15d
	.p2align	4, 0x90
.LBB2_7:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp6:
	#APP
	#NO_APP
	testb	$4, (%r14)
	jne	.LBB2_8
.LBB2_9:                                # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB2_7 Depth=1
	movq	%rax, (%r14,%r15)
	addq	$8, %r15
	decq	%rbx
	jne	.LBB2_7
	jmp	.LBB2_10
.LBB2_8:                                # %slow.i1
                                        #   in Loop: Header=BB2_7 Depth=1
	leaq	(%r14,%r15), %rsi
	movq	%r14, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB2_9
.LBB2_10:                               # %done
	movq	%r14, %rax
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
.Ltmp7:
	cmpq	$1022, %rbx                     # imm = 0x3FE
	jbe	.LBB2_3
.LBB2_5:                                # %slow.i
	movl	$768, %esi                      # imm = 0x300
	movq	%rbx, %rdi
	callq	spgc_allocate_array_slow@PLT
.Ltmp8:
	movq	%rax, %r14
	jmp	.LBB2_6
.Lfunc_end2:
	.size	in_registers_pause_trees, .Lfunc_end2-in_registers_pause_trees
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_pause_table        # -- Begin function in_registers_pause_table
	.p2align	4, 0x90
	.type	in_registers_pause_table,@function
in_registers_pause_table:               # @in_registers_pause_table
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
	subq	$40, %rsp
	.cfi_def_cfa_offset 96
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1023, %rdi                     # imm = 0x3FF
	jae	.LBB3_3
.LBB3_4:                                # %try.i
	movq	%fs:0, %rax
	leaq	spgc_thread@TPOFF(%rax), %rax
	movq	%rax, 8(%rsp)                   # 8-byte Spill
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %r15
	leaq	16(%r15,%rdi,8), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB3_5
# %bb.20:                               # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$768, (%r15)                    # imm = 0x300
	movq	%rdi, 8(%r15)
.LBB3_7:                                # %spgc_allocate_array.exit
	leaq	(,%rsi,8), %rax
	movq	%rax, 16(%rsp)                  # 8-byte Spill
	cmpq	$1, %rsi
	movq	%rsi, %rax
	adcq	$0, %rax
	movq	%rax, 24(%rsp)                  # 8-byte Spill
	cmpq	$1, %rdi
	adcq	$0, %rdi
	xorl	%r14d, %r14d
	movq	%rdi, 32(%rsp)                  # 8-byte Spill
	.p2align	4, 0x90
.LBB3_8:                                # %loop
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB3_13 Depth 2
	cmpq	$1022, %rsi                     # imm = 0x3FE
	ja	.LBB3_11
# %bb.9:                                # %try.i.i
                                        #   in Loop: Header=BB3_8 Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %r12
	movq	16(%rsp), %rax                  # 8-byte Reload
	leaq	16(%r12,%rax), %rax
	movq	8(%rsp), %rcx                   # 8-byte Reload
	cmpq	8(%rcx), %rax
	ja	.LBB3_11
# %bb.10:                               # %bump.i.i
                                        #   in Loop: Header=BB3_8 Depth=1
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$768, (%r12)                    # imm = 0x300
	movq	%rsi, %rbx
	movq	%rsi, 8(%r12)
.LBB3_12:                               # %spgc_allocate_array.exit.i
                                        #   in Loop: Header=BB3_8 Depth=1
	movl	$16, %ebp
	movq	24(%rsp), %r13                  # 8-byte Reload
	.p2align	4, 0x90
.LBB3_13:                               # %loop.i
                                        #   Parent Loop BB3_8 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp9:
	#APP
	#NO_APP
	testb	$4, (%r12)
	jne	.LBB3_14
.LBB3_15:                               # %spgc_write_barrier.exit.i
                                        #   in Loop: Header=BB3_13 Depth=2
	movq	%rax, (%r12,%rbp)
	addq	$8, %rbp
	decq	%r13
	jne	.LBB3_13
	jmp	.LBB3_16
.LBB3_14:                               # %slow.i1.i
                                        #   in Loop: Header=BB3_13 Depth=2
	leaq	(%r12,%rbp), %rsi
	movq	%r12, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB3_15
	.p2align	4, 0x90
.LBB3_16:                               # %in_registers_pause_trees.exit
                                        #   in Loop: Header=BB3_8 Depth=1
	#APP
	#NO_APP
	testb	$4, (%r15)
	jne	.LBB3_17
.LBB3_18:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB3_8 Depth=1
	movq	%r12, 16(%r15,%r14,8)
	incq	%r14
	movq	32(%rsp), %rdi                  # 8-byte Reload
	cmpq	%rdi, %r14
	movq	%rbx, %rsi
	jne	.LBB3_8
	jmp	.LBB3_19
.LBB3_11:                               # %slow.i.i
                                        #   in Loop: Header=BB3_8 Depth=1
	movq	%rsi, %rdi
	movl	$768, %esi                      # imm = 0x300
	movq	%rdi, %rbx
	callq	spgc_allocate_array_slow@PLT
.Ltmp10:
	movq	%rax, %r12
	jmp	.LBB3_12
.LBB3_17:                               # %slow.i1
                                        #   in Loop: Header=BB3_8 Depth=1
	leaq	16(%r15,%r14,8), %rsi
	movq	%r15, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB3_18
.LBB3_19:                               # %done
	movq	%r15, %rax
	addq	$40, %rsp
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
.LBB3_1:                                # %stop.i
	.cfi_def_cfa_offset 96
	movq	%rdi, %rbx
	movq	%rsi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp11:
	movq	%r14, %rsi
	movq	%rbx, %rdi
	cmpq	$1023, %rdi                     # imm = 0x3FF
	jb	.LBB3_4
.LBB3_3:                                # %entry.slow.i_crit_edge
	movq	%rsi, %rbx
	movq	%rdi, %r14
	movq	%fs:0, %rax
	leaq	spgc_thread@TPOFF(%rax), %rax
	movq	%rax, 8(%rsp)                   # 8-byte Spill
	jmp	.LBB3_6
.LBB3_5:
	movq	%rsi, %rbx
	movq	%rdi, %r14
.LBB3_6:                                # %slow.i
	movl	$768, %esi                      # imm = 0x300
	movq	%r14, %rdi
	callq	spgc_allocate_array_slow@PLT
.Ltmp12:
	movq	%r14, %rdi
	movq	%rax, %r15
	movq	%rbx, %rsi
	jmp	.LBB3_7
.Lfunc_end3:
	.size	in_registers_pause_table, .Lfunc_end3-in_registers_pause_table
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_pause_work         # -- Begin function in_registers_pause_work
	.p2align	4, 0x90
	.type	in_registers_pause_work,@function
in_registers_pause_work:                # @in_registers_pause_work
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
	movq	%r8, 16(%rsp)                   # 8-byte Spill
	movq	%rcx, %r13
	movq	%rdx, 8(%rsp)                   # 8-byte Spill
	movq	%rsi, %r15
	movq	%rdi, %r12
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	imulq	8(%rsp), %r15                   # 8-byte Folded Reload
	xorl	%ebp, %ebp
	.p2align	4, 0x90
.LBB4_3:                                # %turn
                                        # =>This Inner Loop Header: Depth=1
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp13:
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp14:
	movq	%rax, %rbx
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp15:
	movq	%rax, %r14
	movq	%rax, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp16:
	movq	%rax, %r14
	addq	%rbx, %r14
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp17:
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp18:
	movq	%rax, %rbx
	addq	%r14, %rbx
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp19:
	movq	%rax, %r14
	movq	%rax, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp20:
	movq	%rax, %r14
	addq	%rbx, %r14
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp21:
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp22:
	movq	%rax, %rbx
	addq	%r14, %rbx
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp23:
	movq	%rax, %r14
	movq	%rax, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp24:
	movq	%rax, %r14
	addq	%rbx, %r14
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp25:
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp26:
	addq	%r14, %rax
	cmpq	$840, %rax                      # imm = 0x348
	jne	.LBB4_4
# %bb.5:                                # %store
                                        #   in Loop: Header=BB4_3 Depth=1
	imulq	$48271, %r13, %rcx              # imm = 0xBC8F
	movq	%rcx, %rax
	movabsq	$8589934597, %rdx               # imm = 0x200000005
	mulq	%rdx
	movq	%rcx, %r13
	subq	%rdx, %r13
	shrq	%r13
	addq	%rdx, %r13
	shrq	$30, %r13
	movq	%r13, %rax
	shlq	$31, %rax
	subq	%rax, %r13
	addq	%rcx, %r13
	movq	%r13, %rax
	xorl	%edx, %edx
	divq	%r15
	movq	%rdx, %rax
	xorl	%edx, %edx
	divq	8(%rsp)                         # 8-byte Folded Reload
	movq	%rdx, %rbx
	movq	%rax, %r14
	movl	$6, %edi
	callq	in_registers_pause_tree@PLT
.Ltmp27:
	movq	16(%r12,%r14,8), %rdi
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB4_6
.LBB4_7:                                # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB4_3 Depth=1
	movq	%rax, 16(%rdi,%rbx,8)
	incq	%rbp
	movq	16(%rsp), %rax                  # 8-byte Reload
	movl	(%rax), %eax
	testl	%eax, %eax
	je	.LBB4_3
	jmp	.LBB4_8
.LBB4_6:                                # %slow.i
                                        #   in Loop: Header=BB4_3 Depth=1
	leaq	16(%rdi,%rbx,8), %rsi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB4_7
.LBB4_4:
	xorl	%ebp, %ebp
.LBB4_8:                                # %common.ret
	movq	%rbp, %rax
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
.LBB4_1:                                # %stop.i
	.cfi_def_cfa_offset 80
	callq	spgc_poll_slow@PLT
.Ltmp28:
	jmp	.LBB4_2
.Lfunc_end4:
	.size	in_registers_pause_work, .Lfunc_end4-in_registers_pause_work
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_pause_sum_table    # -- Begin function in_registers_pause_sum_table
	.p2align	4, 0x90
	.type	in_registers_pause_sum_table,@function
in_registers_pause_sum_table:           # @in_registers_pause_sum_table
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
	movq	%rdx, %rbx
	movq	%rdi, %r15
	cmpq	$1, %rdx
	adcq	$0, %rbx
	cmpq	$1, %rsi
	adcq	$0, %rsi
	movq	%rsi, 8(%rsp)                   # 8-byte Spill
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
	xorl	%eax, %eax
	xorl	%r12d, %r12d
	.p2align	4, 0x90
.LBB5_3:                                # %arrays
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB5_4 Depth 2
	movq	%rax, 16(%rsp)                  # 8-byte Spill
	movq	16(%r15,%rax,8), %r14
	xorl	%ebp, %ebp
	.p2align	4, 0x90
.LBB5_4:                                # %trees
                                        #   Parent Loop BB5_3 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	16(%r14,%rbp,8), %r13
	movq	%r13, %rdi
	callq	in_registers_pause_sum@PLT
.Ltmp29:
	addq	%rax, %r12
	incq	%rbp
	cmpq	%rbp, %rbx
	jne	.LBB5_4
# %bb.5:                                # %array.done
                                        #   in Loop: Header=BB5_3 Depth=1
	movq	16(%rsp), %rax                  # 8-byte Reload
	incq	%rax
	cmpq	8(%rsp), %rax                   # 8-byte Folded Reload
	jne	.LBB5_3
# %bb.6:                                # %done
	movq	%r12, %rax
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
.LBB5_1:                                # %stop.i
	.cfi_def_cfa_offset 80
	callq	spgc_poll_slow@PLT
.Ltmp30:
	jmp	.LBB5_2
.Lfunc_end5:
	.size	in_registers_pause_sum_table, .Lfunc_end5-in_registers_pause_sum_table
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_pause_observe      # -- Begin function in_registers_pause_observe
	.p2align	4, 0x90
	.type	in_registers_pause_observe,@function
in_registers_pause_observe:             # @in_registers_pause_observe
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
	movq	%rcx, %rbx
	movq	%rdx, %r14
	movq	%rsi, %r15
	movq	%rdi, %r12
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit
	xorl	%r13d, %r13d
	.p2align	4, 0x90
.LBB6_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	xorl	%edi, %edi
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movq	%r12, %r9
	callq	spgc_call_native@PLT
.Ltmp31:
	movq	%rax, %rbp
	xorl	%edi, %edi
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movq	%r15, %r9
	callq	spgc_call_native@PLT
.Ltmp32:
	xorl	%edi, %edi
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movq	%r12, %r9
	callq	spgc_call_native@PLT
.Ltmp33:
	movq	%rbp, %rdi
	movq	%rax, %rsi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	xorl	%r8d, %r8d
	movq	%r14, %r9
	callq	spgc_call_native@PLT
.Ltmp34:
	incq	%r13
	movl	(%rbx), %eax
	testl	%eax, %eax
	je	.LBB6_3
# %bb.4:                                # %done
	movq	%r13, %rax
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
.Ltmp35:
	jmp	.LBB6_2
.Lfunc_end6:
	.size	in_registers_pause_observe, .Lfunc_end6-in_registers_pause_observe
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
	.long	0
	.long	36
	.quad	in_registers_pause_tree
	.quad	24
	.quad	4
	.quad	in_registers_pause_sum
	.quad	40
	.quad	2
	.quad	in_registers_pause_trees
	.quad	24
	.quad	3
	.quad	in_registers_pause_table
	.quad	88
	.quad	4
	.quad	in_registers_pause_work
	.quad	72
	.quad	16
	.quad	in_registers_pause_sum_table
	.quad	72
	.quad	2
	.quad	in_registers_pause_observe
	.quad	56
	.quad	5
	.quad	2882400000
	.long	.Ltmp0-in_registers_pause_tree
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
	.long	.Ltmp1-in_registers_pause_tree
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
	.long	.Ltmp2-in_registers_pause_tree
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
	.long	.Ltmp3-in_registers_pause_tree
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
	.long	.Ltmp4-in_registers_pause_sum
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
	.long	.Ltmp5-in_registers_pause_sum
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
	.long	.Ltmp6-in_registers_pause_trees
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
	.long	.Ltmp7-in_registers_pause_trees
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
	.long	.Ltmp8-in_registers_pause_trees
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
	.long	.Ltmp9-in_registers_pause_table
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
	.long	.Ltmp10-in_registers_pause_table
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
	.long	.Ltmp11-in_registers_pause_table
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
	.long	.Ltmp12-in_registers_pause_table
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
	.long	.Ltmp13-in_registers_pause_work
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
	.long	.Ltmp14-in_registers_pause_work
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
	.short	3
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
	.long	.Ltmp15-in_registers_pause_work
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
	.long	.Ltmp16-in_registers_pause_work
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
	.long	.Ltmp17-in_registers_pause_work
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
	.long	.Ltmp18-in_registers_pause_work
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
	.short	3
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
	.long	.Ltmp19-in_registers_pause_work
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
	.long	.Ltmp20-in_registers_pause_work
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
	.long	.Ltmp21-in_registers_pause_work
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
	.long	.Ltmp22-in_registers_pause_work
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
	.short	3
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
	.long	.Ltmp23-in_registers_pause_work
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
	.long	.Ltmp24-in_registers_pause_work
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
	.long	.Ltmp25-in_registers_pause_work
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
	.long	.Ltmp26-in_registers_pause_work
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
	.short	3
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
	.long	.Ltmp27-in_registers_pause_work
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
	.long	.Ltmp28-in_registers_pause_work
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
	.long	.Ltmp29-in_registers_pause_sum_table
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
	.long	.Ltmp30-in_registers_pause_sum_table
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
	.long	.Ltmp31-in_registers_pause_observe
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
	.long	.Ltmp32-in_registers_pause_observe
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
	.long	.Ltmp33-in_registers_pause_observe
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
	.long	.Ltmp34-in_registers_pause_observe
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
	.long	.Ltmp35-in_registers_pause_observe
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
