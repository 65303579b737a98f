# Made from managed/pause.ll by managed/regenerate: edit that, not this.
	.text
	.globl	pause_tree                      # -- Begin function pause_tree
	.p2align	4, 0x90
	.type	pause_tree,@function
pause_tree:                             # @pause_tree
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	32(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1792, (%rax)                   # imm = 0x700
.LBB0_5:                                # %spgc_allocate.exit
	movq	%rbx, 24(%rax)
	testq	%rbx, %rbx
	je	.LBB0_11
# %bb.6:                                # %inner
	decq	%rbx
	movq	%rax, 8(%rsp)
	movq	%rbx, %rdi
	callq	pause_tree@PLT
.Ltmp0:
	movq	8(%rsp), %rdi
	#APP
	#NO_APP
	testb	$4, (%rdi)
	jne	.LBB0_7
.LBB0_8:                                # %spgc_write_barrier.exit6
	movq	%rax, 8(%rdi)
	movq	%rbx, %rdi
	callq	pause_tree@PLT
.Ltmp1:
	movq	%rax, %rcx
	movq	8(%rsp), %rax
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB0_9
.LBB0_10:                               # %spgc_write_barrier.exit
	movq	%rcx, 16(%rax)
.LBB0_11:                               # %done
	addq	$16, %rsp
	.cfi_def_cfa_offset 16
	popq	%rbx
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
	jmp	.LBB0_5
.LBB0_7:                                # %slow.i5
	leaq	8(%rdi), %rsi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB0_8
.LBB0_9:                                # %slow.i1
	leaq	16(%rax), %rsi
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB0_10
.Lfunc_end0:
	.size	pause_tree, .Lfunc_end0-pause_tree
	.cfi_endproc
                                        # -- End function
	.globl	pause_sum                       # -- Begin function pause_sum
	.p2align	4, 0x90
	.type	pause_sum,@function
pause_sum:                              # @pause_sum
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
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	xorl	%ebx, %ebx
	testq	%rdi, %rdi
	je	.LBB1_4
	.p2align	4, 0x90
.LBB1_5:                                # %something
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rdi), %rax
	movq	24(%rdi), %r14
	movq	%rdi, 16(%rsp)
	movq	%rax, 8(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp4:
	movq	16(%rsp), %rcx
	movq	16(%rcx), %rdi
	addq	%rbx, %r14
	addq	%rax, %r14
	movq	%r14, %rbx
	testq	%rdi, %rdi
	jne	.LBB1_5
.LBB1_4:                                # %common.ret1
	movq	%rbx, %rax
	addq	$24, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	8(%rsp), %rdi
	jmp	.LBB1_2
.Lfunc_end1:
	.size	pause_sum, .Lfunc_end1-pause_sum
	.cfi_endproc
                                        # -- End function
	.globl	pause_trees                     # -- Begin function pause_trees
	.p2align	4, 0x90
	.type	pause_trees,@function
pause_trees:                            # @pause_trees
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
	je	.LBB2_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1022, %rbx                     # imm = 0x3FE
	ja	.LBB2_5
.LBB2_3:                                # %try.i
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%rbx,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB2_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$768, (%rax)                    # imm = 0x300
	movq	%rbx, 8(%rax)
.LBB2_6:                                # %spgc_allocate_array.exit
	cmpq	$1, %rbx
	adcq	$0, %rbx
	movl	$16, %r14d
	.p2align	4, 0x90
.LBB2_7:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	%rax, (%rsp)
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp6:
	movq	%rax, %rcx
	movq	(%rsp), %rax
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB2_8
.LBB2_9:                                # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB2_7 Depth=1
	movq	%rcx, (%rax,%r14)
	addq	$8, %r14
	decq	%rbx
	jne	.LBB2_7
	jmp	.LBB2_10
.LBB2_8:                                # %slow.i1
                                        #   in Loop: Header=BB2_7 Depth=1
	leaq	(%rax,%r14), %rsi
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB2_9
.LBB2_10:                               # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
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
	jmp	.LBB2_6
.Lfunc_end2:
	.size	pause_trees, .Lfunc_end2-pause_trees
	.cfi_endproc
                                        # -- End function
	.globl	pause_table                     # -- Begin function pause_table
	.p2align	4, 0x90
	.type	pause_table,@function
pause_table:                            # @pause_table
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
	movq	%rsi, %rbx
	movq	%rdi, %r12
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
# %bb.2:                                # %gc.safepoint_poll.exit
	cmpq	$1023, %r12                     # imm = 0x3FF
	jae	.LBB3_3
.LBB3_5:                                # %try.i
	movq	%fs:0, %rax
	leaq	spgc_thread@TPOFF(%rax), %rax
	movq	%rax, 16(%rsp)                  # 8-byte Spill
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax,%r12,8), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB3_4
# %bb.6:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$768, (%rax)                    # imm = 0x300
	movq	%r12, 8(%rax)
.LBB3_7:                                # %spgc_allocate_array.exit
	leaq	(,%rbx,8), %rcx
	movq	%rcx, 32(%rsp)                  # 8-byte Spill
	cmpq	$1, %rbx
	movq	%rbx, %r14
	adcq	$0, %r14
	cmpq	$1, %r12
	adcq	$0, %r12
	xorl	%ebp, %ebp
	.p2align	4, 0x90
.LBB3_8:                                # %loop
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB3_13 Depth 2
	cmpq	$1022, %rbx                     # imm = 0x3FE
	ja	.LBB3_11
# %bb.9:                                # %try.i.i
                                        #   in Loop: Header=BB3_8 Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	movq	32(%rsp), %rdx                  # 8-byte Reload
	leaq	16(%rcx,%rdx), %rdx
	movq	16(%rsp), %rsi                  # 8-byte Reload
	cmpq	8(%rsi), %rdx
	ja	.LBB3_11
# %bb.10:                               # %bump.i.i
                                        #   in Loop: Header=BB3_8 Depth=1
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$768, (%rcx)                    # imm = 0x300
	movq	%rbx, 8(%rcx)
.LBB3_12:                               # %spgc_allocate_array.exit.i
                                        #   in Loop: Header=BB3_8 Depth=1
	movl	$16, %r15d
	movq	%r14, %r13
	.p2align	4, 0x90
.LBB3_13:                               # %loop.i
                                        #   Parent Loop BB3_8 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	%rcx, 24(%rsp)
	movq	%rax, 8(%rsp)
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp9:
	movq	%rax, %rdx
	movq	24(%rsp), %rcx
	movq	8(%rsp), %rax
	#APP
	#NO_APP
	testb	$4, (%rcx)
	jne	.LBB3_14
.LBB3_15:                               # %spgc_write_barrier.exit.i
                                        #   in Loop: Header=BB3_13 Depth=2
	movq	%rdx, (%rcx,%r15)
	addq	$8, %r15
	decq	%r13
	jne	.LBB3_13
	jmp	.LBB3_16
.LBB3_14:                               # %slow.i1.i
                                        #   in Loop: Header=BB3_13 Depth=2
	leaq	(%rcx,%r15), %rsi
	movq	%rcx, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB3_15
	.p2align	4, 0x90
.LBB3_16:                               # %pause_trees.exit
                                        #   in Loop: Header=BB3_8 Depth=1
	#APP
	#NO_APP
	testb	$4, (%rax)
	jne	.LBB3_17
.LBB3_18:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB3_8 Depth=1
	movq	%rcx, 16(%rax,%rbp,8)
	incq	%rbp
	cmpq	%r12, %rbp
	jne	.LBB3_8
	jmp	.LBB3_19
.LBB3_11:                               # %slow.i.i
                                        #   in Loop: Header=BB3_8 Depth=1
	movq	%rax, 8(%rsp)
	movl	$768, %esi                      # imm = 0x300
	movq	%rbx, %rdi
	callq	spgc_allocate_array_slow@PLT
.Ltmp10:
	movq	%rax, %rcx
	movq	8(%rsp), %rax
	jmp	.LBB3_12
.LBB3_17:                               # %slow.i1
                                        #   in Loop: Header=BB3_8 Depth=1
	leaq	16(%rax,%rbp,8), %rsi
	movq	%rax, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB3_18
.LBB3_19:                               # %done
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
	callq	spgc_poll_slow@PLT
.Ltmp11:
	cmpq	$1023, %r12                     # imm = 0x3FF
	jb	.LBB3_5
.LBB3_3:                                # %entry.slow.i_crit_edge
	movq	%fs:0, %rax
	leaq	spgc_thread@TPOFF(%rax), %rax
	movq	%rax, 16(%rsp)                  # 8-byte Spill
.LBB3_4:                                # %slow.i
	movl	$768, %esi                      # imm = 0x300
	movq	%r12, %rdi
	callq	spgc_allocate_array_slow@PLT
.Ltmp12:
	jmp	.LBB3_7
.Lfunc_end3:
	.size	pause_table, .Lfunc_end3-pause_table
	.cfi_endproc
                                        # -- End function
	.globl	pause_work                      # -- Begin function pause_work
	.p2align	4, 0x90
	.type	pause_work,@function
pause_work:                             # @pause_work
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
	movq	%r8, 32(%rsp)                   # 8-byte Spill
	movq	%rcx, %r12
	movq	%rdx, 24(%rsp)                  # 8-byte Spill
	movq	%rsi, %r15
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	imulq	24(%rsp), %r15                  # 8-byte Folded Reload
	xorl	%r13d, %r13d
	.p2align	4, 0x90
.LBB4_3:                                # %turn
                                        # =>This Inner Loop Header: Depth=1
	movq	%rdi, 8(%rsp)
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp13:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp14:
	movq	%rax, %rbp
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp15:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp16:
	movq	%rax, %rbx
	addq	%rbp, %rbx
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp17:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp18:
	movq	%rax, %r14
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp19:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp20:
	movq	%rax, %rbp
	addq	%r14, %rbp
	addq	%rbx, %rbp
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp21:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp22:
	movq	%rax, %rbx
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp23:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp24:
	movq	%rax, %r14
	addq	%rbx, %r14
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp25:
	movq	%rax, 16(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp26:
	addq	%r14, %rax
	addq	%rbp, %rax
	cmpq	$840, %rax                      # imm = 0x348
	jne	.LBB4_4
# %bb.5:                                # %store
                                        #   in Loop: Header=BB4_3 Depth=1
	imulq	$48271, %r12, %rcx              # imm = 0xBC8F
	movq	%rcx, %rax
	movabsq	$8589934597, %rdx               # imm = 0x200000005
	mulq	%rdx
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
	divq	%r15
	movq	%rdx, %rax
	xorl	%edx, %edx
	divq	24(%rsp)                        # 8-byte Folded Reload
	movq	%rdx, %rbp
	movq	%rax, %rbx
	movl	$6, %edi
	callq	pause_tree@PLT
.Ltmp27:
	movq	8(%rsp), %rdi
	movq	16(%rdi,%rbx,8), %rcx
	#APP
	#NO_APP
	testb	$4, (%rcx)
	jne	.LBB4_6
.LBB4_7:                                # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB4_3 Depth=1
	movq	%rax, 16(%rcx,%rbp,8)
	incq	%r13
	movq	32(%rsp), %rax                  # 8-byte Reload
	movl	(%rax), %eax
	testl	%eax, %eax
	je	.LBB4_3
	jmp	.LBB4_8
.LBB4_6:                                # %slow.i
                                        #   in Loop: Header=BB4_3 Depth=1
	leaq	16(%rcx,%rbp,8), %rsi
	movq	%rdi, %rdx
	movq	%rcx, %rdi
	callq	spgc_barrier_slow@PLT
	movq	%rdx, %rdi
	jmp	.LBB4_7
.LBB4_4:
	xorl	%r13d, %r13d
.LBB4_8:                                # %common.ret
	movq	%r13, %rax
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
.LBB4_1:                                # %stop.i
	.cfi_def_cfa_offset 96
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp28:
	movq	8(%rsp), %rdi
	jmp	.LBB4_2
.Lfunc_end4:
	.size	pause_work, .Lfunc_end4-pause_work
	.cfi_endproc
                                        # -- End function
	.globl	pause_sum_table                 # -- Begin function pause_sum_table
	.p2align	4, 0x90
	.type	pause_sum_table,@function
pause_sum_table:                        # @pause_sum_table
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
	subq	$32, %rsp
	.cfi_def_cfa_offset 80
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdx, %rbx
	movq	%rsi, %r14
	cmpq	$1, %rdx
	adcq	$0, %rbx
	cmpq	$1, %rsi
	adcq	$0, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
	xorl	%r12d, %r12d
	xorl	%r15d, %r15d
	.p2align	4, 0x90
.LBB5_3:                                # %arrays
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB5_4 Depth 2
	movq	16(%rdi,%r12,8), %rcx
	xorl	%r13d, %r13d
	.p2align	4, 0x90
.LBB5_4:                                # %trees
                                        #   Parent Loop BB5_3 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	16(%rcx,%r13,8), %rax
	movq	%rdi, 24(%rsp)
	movq	%rax, 8(%rsp)
	movq	%rcx, 16(%rsp)
	movq	%rax, %rdi
	callq	pause_sum@PLT
.Ltmp29:
	movq	16(%rsp), %rcx
	movq	24(%rsp), %rdi
	addq	%rax, %r15
	incq	%r13
	cmpq	%r13, %rbx
	jne	.LBB5_4
# %bb.5:                                # %array.done
                                        #   in Loop: Header=BB5_3 Depth=1
	incq	%r12
	cmpq	%r14, %r12
	jne	.LBB5_3
# %bb.6:                                # %done
	movq	%r15, %rax
	addq	$32, %rsp
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
.LBB5_1:                                # %stop.i
	.cfi_def_cfa_offset 80
	movq	%rdi, 8(%rsp)
	callq	spgc_poll_slow@PLT
.Ltmp30:
	movq	8(%rsp), %rdi
	jmp	.LBB5_2
.Lfunc_end5:
	.size	pause_sum_table, .Lfunc_end5-pause_sum_table
	.cfi_endproc
                                        # -- End function
	.globl	pause_observe                   # -- Begin function pause_observe
	.p2align	4, 0x90
	.type	pause_observe,@function
pause_observe:                          # @pause_observe
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
	.size	pause_observe, .Lfunc_end6-pause_observe
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
	.quad	pause_tree
	.quad	24
	.quad	4
	.quad	pause_sum
	.quad	40
	.quad	2
	.quad	pause_trees
	.quad	24
	.quad	3
	.quad	pause_table
	.quad	88
	.quad	4
	.quad	pause_work
	.quad	88
	.quad	16
	.quad	pause_sum_table
	.quad	72
	.quad	2
	.quad	pause_observe
	.quad	56
	.quad	5
	.quad	2882400000
	.long	.Ltmp0-pause_tree
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
	.long	.Ltmp1-pause_tree
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
	.long	.Ltmp2-pause_tree
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
	.long	.Ltmp3-pause_tree
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
	.long	.Ltmp4-pause_sum
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
	.long	.Ltmp5-pause_sum
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
	.long	.Ltmp6-pause_trees
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
	.long	.Ltmp7-pause_trees
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
	.long	.Ltmp8-pause_trees
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
	.long	.Ltmp9-pause_table
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
	.quad	2882400000
	.long	.Ltmp10-pause_table
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
	.long	.Ltmp11-pause_table
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
	.long	.Ltmp12-pause_table
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
	.long	.Ltmp13-pause_work
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
	.long	.Ltmp14-pause_work
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
	.long	.Ltmp15-pause_work
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
	.long	.Ltmp16-pause_work
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
	.long	.Ltmp17-pause_work
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
	.long	.Ltmp18-pause_work
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
	.long	.Ltmp19-pause_work
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
	.long	.Ltmp20-pause_work
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
	.long	.Ltmp21-pause_work
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
	.long	.Ltmp22-pause_work
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
	.long	.Ltmp23-pause_work
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
	.long	.Ltmp24-pause_work
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
	.long	.Ltmp25-pause_work
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
	.long	.Ltmp26-pause_work
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
	.long	.Ltmp27-pause_work
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
	.long	.Ltmp28-pause_work
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
	.long	.Ltmp29-pause_sum_table
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
	.long	.Ltmp30-pause_sum_table
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
	.long	.Ltmp31-pause_observe
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
	.long	.Ltmp32-pause_observe
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
	.long	.Ltmp33-pause_observe
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
	.long	.Ltmp34-pause_observe
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
	.long	.Ltmp35-pause_observe
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
