# Made from managed/gcbench.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_gcbench_populate   # -- Begin function in_registers_gcbench_populate
	.p2align	4, 0x90
	.type	in_registers_gcbench_populate,@function
in_registers_gcbench_populate:          # @in_registers_gcbench_populate
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
	je	.LBB0_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%r14, %r14
	je	.LBB0_15
.LBB0_3:                                # %inner.lr.ph
	decq	%r14
	.p2align	4, 0x90
.LBB0_4:                                # %inner
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	32(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB0_6
# %bb.5:                                # %bump.i
                                        #   in Loop: Header=BB0_4 Depth=1
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1792, (%rax)                   # imm = 0x700
.LBB0_7:                                # %spgc_allocate.exit
                                        #   in Loop: Header=BB0_4 Depth=1
	#APP
	#NO_APP
	testb	$4, (%rbx)
	jne	.LBB0_8
.LBB0_9:                                # %spgc_write_barrier.exit17
                                        #   in Loop: Header=BB0_4 Depth=1
	leaq	8(%rbx), %rcx
	movq	%rax, (%rcx)
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	32(%rax), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB0_11
# %bb.10:                               # %bump.i7
                                        #   in Loop: Header=BB0_4 Depth=1
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$1792, (%rax)                   # imm = 0x700
.LBB0_12:                               # %spgc_allocate.exit11
                                        #   in Loop: Header=BB0_4 Depth=1
	#APP
	#NO_APP
	testb	$4, (%rbx)
	jne	.LBB0_13
.LBB0_14:                               # %spgc_write_barrier.exit
                                        #   in Loop: Header=BB0_4 Depth=1
	movq	%rax, 16(%rbx)
	movq	(%rcx), %r15
	movq	%r14, %rdi
	movq	%r15, %rsi
	callq	in_registers_gcbench_populate@PLT
.Ltmp0:
	movq	16(%rbx), %rbx
	addq	$-1, %r14
	jb	.LBB0_4
	jmp	.LBB0_15
.LBB0_6:                                # %slow.i
                                        #   in Loop: Header=BB0_4 Depth=1
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp1:
	jmp	.LBB0_7
.LBB0_11:                               # %slow.i9
                                        #   in Loop: Header=BB0_4 Depth=1
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp2:
	leaq	8(%rbx), %rcx
	jmp	.LBB0_12
.LBB0_8:                                # %slow.i16
                                        #   in Loop: Header=BB0_4 Depth=1
	leaq	8(%rbx), %rsi
	movq	%rbx, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB0_9
.LBB0_13:                               # %slow.i12
                                        #   in Loop: Header=BB0_4 Depth=1
	leaq	16(%rbx), %rsi
	movq	%rbx, %rdi
	callq	spgc_barrier_slow@PLT
	jmp	.LBB0_14
.LBB0_1:                                # %stop.i
	callq	spgc_poll_slow@PLT
.Ltmp3:
	testq	%r14, %r14
	jne	.LBB0_3
.LBB0_15:                               # %common.ret
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end0:
	.size	in_registers_gcbench_populate, .Lfunc_end0-in_registers_gcbench_populate
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_gcbench_make       # -- Begin function in_registers_gcbench_make
	.p2align	4, 0x90
	.type	in_registers_gcbench_make,@function
in_registers_gcbench_make:              # @in_registers_gcbench_make
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
	je	.LBB1_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%rdi, %rdi
	je	.LBB1_3
.LBB1_6:                                # %inner
	decq	%rdi
	movq	%rdi, %r14
	callq	in_registers_gcbench_make@PLT
.Ltmp4:
	movq	%rax, %rbx
	movq	%r14, %rdi
	callq	in_registers_gcbench_make@PLT
.Ltmp5:
	movq	%rax, %r14
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	32(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB1_8
# %bb.7:                                # %bump.i7
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1792, (%rax)                   # imm = 0x700
.LBB1_9:                                # %spgc_allocate.exit11
	movq	%rbx, 8(%rax)
	movq	%r14, 16(%rax)
	jmp	.LBB1_10
.LBB1_1:                                # %stop.i
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp6:
	movq	%rbx, %rdi
	testq	%rdi, %rdi
	jne	.LBB1_6
.LBB1_3:                                # %leaf
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	32(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB1_5
# %bb.4:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1792, (%rax)                   # imm = 0x700
.LBB1_10:                               # %common.ret
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB1_8:                                # %slow.i9
	.cfi_def_cfa_offset 32
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp7:
	jmp	.LBB1_9
.LBB1_5:                                # %slow.i
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp8:
	jmp	.LBB1_10
.Lfunc_end1:
	.size	in_registers_gcbench_make, .Lfunc_end1-in_registers_gcbench_make
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_gcbench_spine      # -- Begin function in_registers_gcbench_spine
	.p2align	4, 0x90
	.type	in_registers_gcbench_spine,@function
in_registers_gcbench_spine:             # @in_registers_gcbench_spine
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
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit6
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB2_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rdi), %rdi
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_4
.LBB2_5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB2_3 Depth=1
	incq	%rax
	testq	%rdi, %rdi
	jne	.LBB2_3
	jmp	.LBB2_6
.LBB2_4:                                # %stop.i
                                        #   in Loop: Header=BB2_3 Depth=1
	movq	%rdi, %rbx
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp9:
	movq	%r14, %rax
	movq	%rbx, %rdi
	jmp	.LBB2_5
.LBB2_6:                                # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i5
	.cfi_def_cfa_offset 32
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp10:
	movq	%rbx, %rdi
	jmp	.LBB2_2
.Lfunc_end2:
	.size	in_registers_gcbench_spine, .Lfunc_end2-in_registers_gcbench_spine
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_gcbench_count      # -- Begin function in_registers_gcbench_count
	.p2align	4, 0x90
	.type	in_registers_gcbench_count,@function
in_registers_gcbench_count:             # @in_registers_gcbench_count
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
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	je	.LBB3_4
	.p2align	4, 0x90
.LBB3_5:                                # %something
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rbx), %r15
	movq	%r15, %rdi
	callq	in_registers_gcbench_count@PLT
.Ltmp11:
	movq	16(%rbx), %rbx
	leaq	1(%rax,%r14), %r14
	testq	%rbx, %rbx
	jne	.LBB3_5
.LBB3_4:                                # %common.ret1
	movq	%r14, %rax
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB3_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp12:
	jmp	.LBB3_2
.Lfunc_end3:
	.size	in_registers_gcbench_count, .Lfunc_end3-in_registers_gcbench_count
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function in_registers_gcbench_fill
.LCPI4_0:
	.quad	1                               # 0x1
	.quad	2                               # 0x2
.LCPI4_1:
	.quad	4294967295                      # 0xffffffff
	.quad	4294967295                      # 0xffffffff
.LCPI4_2:
	.quad	4841369599423283200             # 0x4330000000000000
	.quad	4841369599423283200             # 0x4330000000000000
.LCPI4_3:
	.quad	4985484787499139072             # 0x4530000000000000
	.quad	4985484787499139072             # 0x4530000000000000
.LCPI4_4:
	.quad	0x4530000000100000              # double 1.9342813118337666E+25
	.quad	0x4530000000100000              # double 1.9342813118337666E+25
.LCPI4_5:
	.quad	0x3ff0000000000000              # double 1
	.quad	0x3ff0000000000000              # double 1
.LCPI4_6:
	.quad	2                               # 0x2
	.quad	2                               # 0x2
.LCPI4_7:
	.long	1127219200                      # 0x43300000
	.long	1160773632                      # 0x45300000
	.long	0                               # 0x0
	.long	0                               # 0x0
.LCPI4_8:
	.quad	0x4330000000000000              # double 4503599627370496
	.quad	0x4530000000000000              # double 1.9342813113834067E+25
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI4_9:
	.quad	0x3ff0000000000000              # double 1
	.text
	.globl	in_registers_gcbench_fill
	.p2align	4, 0x90
	.type	in_registers_gcbench_fill,@function
in_registers_gcbench_fill:              # @in_registers_gcbench_fill
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
	cmpq	$3, %rsi
	movl	$2, %ebx
	cmovaeq	%rsi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit12
	movl	$1, %r14d
	cmpq	$3, %rsi
	jb	.LBB4_8
# %bb.3:                                # %vector.ph
	leaq	-1(%rbx), %r15
	movq	%r15, %r12
	andq	$-2, %r12
	movq	%r15, %r14
	orq	$1, %r14
	movdqa	.LCPI4_0(%rip), %xmm2           # xmm2 = [1,2]
	xorl	%r13d, %r13d
	movdqa	.LCPI4_1(%rip), %xmm3           # xmm3 = [4294967295,4294967295]
	movdqa	.LCPI4_2(%rip), %xmm4           # xmm4 = [4841369599423283200,4841369599423283200]
	movdqa	.LCPI4_3(%rip), %xmm5           # xmm5 = [4985484787499139072,4985484787499139072]
	movapd	.LCPI4_4(%rip), %xmm6           # xmm6 = [1.9342813118337666E+25,1.9342813118337666E+25]
	movapd	.LCPI4_5(%rip), %xmm7           # xmm7 = [1.0E+0,1.0E+0]
	movdqa	.LCPI4_6(%rip), %xmm8           # xmm8 = [2,2]
	.p2align	4, 0x90
.LBB4_4:                                # %vector.body
                                        # =>This Inner Loop Header: Depth=1
	movdqa	%xmm2, %xmm0
	pand	%xmm3, %xmm0
	por	%xmm4, %xmm0
	movdqa	%xmm2, %xmm1
	psrlq	$32, %xmm1
	por	%xmm5, %xmm1
	subpd	%xmm6, %xmm1
	addpd	%xmm0, %xmm1
	movapd	%xmm7, %xmm0
	divpd	%xmm1, %xmm0
	movupd	%xmm0, 24(%rdi,%r13,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_5
.LBB4_6:                                # %gc.safepoint_poll.exit6
                                        #   in Loop: Header=BB4_4 Depth=1
	addq	$2, %r13
	paddq	%xmm8, %xmm2
	cmpq	%r13, %r12
	jne	.LBB4_4
	jmp	.LBB4_7
.LBB4_5:                                # %stop.i5
                                        #   in Loop: Header=BB4_4 Depth=1
	movq	%rdi, %rbp
	movdqa	%xmm2, (%rsp)                   # 16-byte Spill
	callq	spgc_poll_slow@PLT
.Ltmp13:
	movdqa	.LCPI4_6(%rip), %xmm8           # xmm8 = [2,2]
	movapd	.LCPI4_5(%rip), %xmm7           # xmm7 = [1.0E+0,1.0E+0]
	movapd	.LCPI4_4(%rip), %xmm6           # xmm6 = [1.9342813118337666E+25,1.9342813118337666E+25]
	movdqa	.LCPI4_3(%rip), %xmm5           # xmm5 = [4985484787499139072,4985484787499139072]
	movdqa	.LCPI4_2(%rip), %xmm4           # xmm4 = [4841369599423283200,4841369599423283200]
	movdqa	.LCPI4_1(%rip), %xmm3           # xmm3 = [4294967295,4294967295]
	movdqa	(%rsp), %xmm2                   # 16-byte Reload
	movq	%rbp, %rdi
	jmp	.LBB4_6
.LBB4_7:                                # %middle.block
	cmpq	%r12, %r15
	jne	.LBB4_8
.LBB4_12:                               # %done
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
.LBB4_8:                                # %loop.preheader
	.cfi_def_cfa_offset 80
	movq	.LCPI4_7(%rip), %xmm2           # xmm2 = [1127219200,1160773632,0,0]
	movapd	.LCPI4_8(%rip), %xmm3           # xmm3 = [4.503599627370496E+15,1.9342813113834067E+25]
	movsd	.LCPI4_9(%rip), %xmm4           # xmm4 = [1.0E+0,0.0E+0]
	.p2align	4, 0x90
.LBB4_9:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	movq	%r14, %xmm0
	punpckldq	%xmm2, %xmm0            # xmm0 = xmm0[0],xmm2[0],xmm0[1],xmm2[1]
	subpd	%xmm3, %xmm0
	movapd	%xmm0, %xmm1
	unpckhpd	%xmm0, %xmm1                    # xmm1 = xmm1[1],xmm0[1]
	addsd	%xmm0, %xmm1
	movapd	%xmm4, %xmm0
	divsd	%xmm1, %xmm0
	movsd	%xmm0, 16(%rdi,%r14,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_10
.LBB4_11:                               # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB4_9 Depth=1
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB4_9
	jmp	.LBB4_12
.LBB4_10:                               # %stop.i
                                        #   in Loop: Header=BB4_9 Depth=1
	movq	%rdi, %r15
	callq	spgc_poll_slow@PLT
.Ltmp14:
	movsd	.LCPI4_9(%rip), %xmm4           # xmm4 = [1.0E+0,0.0E+0]
	movapd	.LCPI4_8(%rip), %xmm3           # xmm3 = [4.503599627370496E+15,1.9342813113834067E+25]
	movq	.LCPI4_7(%rip), %xmm2           # xmm2 = [1127219200,1160773632,0,0]
	movq	%r15, %rdi
	jmp	.LBB4_11
.LBB4_1:                                # %stop.i11
	movq	%rdi, %r14
	movq	%rsi, %r15
	callq	spgc_poll_slow@PLT
.Ltmp15:
	movq	%r15, %rsi
	movq	%r14, %rdi
	jmp	.LBB4_2
.Lfunc_end4:
	.size	in_registers_gcbench_fill, .Lfunc_end4-in_registers_gcbench_fill
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          # -- Begin function in_registers_gcbench_sum
.LCPI5_0:
	.quad	0x412e848000000000              # double 1.0E+6
.LCPI5_1:
	.quad	0x43e0000000000000              # double 9.2233720368547758E+18
	.text
	.globl	in_registers_gcbench_sum
	.p2align	4, 0x90
	.type	in_registers_gcbench_sum,@function
in_registers_gcbench_sum:               # @in_registers_gcbench_sum
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
	cmpq	$3, %rsi
	movl	$2, %ebx
	cmovaeq	%rsi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit6
	decq	%rbx
	xorpd	%xmm0, %xmm0
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB5_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	addsd	24(%rdi,%r14,8), %xmm0
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_4
.LBB5_5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB5_3 Depth=1
	incq	%r14
	cmpq	%r14, %rbx
	jne	.LBB5_3
	jmp	.LBB5_6
.LBB5_4:                                # %stop.i
                                        #   in Loop: Header=BB5_3 Depth=1
	movq	%rdi, %r15
	movapd	%xmm0, (%rsp)                   # 16-byte Spill
	callq	spgc_poll_slow@PLT
.Ltmp16:
	movapd	(%rsp), %xmm0                   # 16-byte Reload
	movq	%r15, %rdi
	jmp	.LBB5_5
.LBB5_6:                                # %done
	mulsd	.LCPI5_0(%rip), %xmm0
	cvttsd2si	%xmm0, %rcx
	movq	%rcx, %rdx
	sarq	$63, %rdx
	subsd	.LCPI5_1(%rip), %xmm0
	cvttsd2si	%xmm0, %rax
	andq	%rdx, %rax
	orq	%rcx, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB5_1:                                # %stop.i5
	.cfi_def_cfa_offset 48
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp17:
	movq	%r14, %rdi
	jmp	.LBB5_2
.Lfunc_end5:
	.size	in_registers_gcbench_sum, .Lfunc_end5-in_registers_gcbench_sum
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_gcbench_temporary  # -- Begin function in_registers_gcbench_temporary
	.p2align	4, 0x90
	.type	in_registers_gcbench_temporary,@function
in_registers_gcbench_temporary:         # @in_registers_gcbench_temporary
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$1, %rdi
	adcq	$0, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit23
	xorl	%r13d, %r13d
	xorl	%r15d, %r15d
	jmp	.LBB6_3
	.p2align	4, 0x90
.LBB6_10:                               # %in_registers_gcbench_spine.exit
                                        #   in Loop: Header=BB6_3 Depth=1
	incq	%r13
	cmpq	%r14, %r13
	je	.LBB6_11
.LBB6_3:                                # %down
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB6_7 Depth 2
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %r12
	leaq	32(%r12), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB6_5
# %bb.4:                                # %bump.i
                                        #   in Loop: Header=BB6_3 Depth=1
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$1792, (%r12)                   # imm = 0x700
.LBB6_6:                                # %spgc_allocate.exit
                                        #   in Loop: Header=BB6_3 Depth=1
	movq	%rbx, %rdi
	movq	%r12, %rsi
	callq	in_registers_gcbench_populate@PLT
.Ltmp18:
	.p2align	4, 0x90
.LBB6_7:                                # %loop.i
                                        #   Parent Loop BB6_3 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	8(%r12), %r12
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_8
.LBB6_9:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB6_7 Depth=2
	incq	%r15
	testq	%r12, %r12
	jne	.LBB6_7
	jmp	.LBB6_10
.LBB6_8:                                # %stop.i
                                        #   in Loop: Header=BB6_7 Depth=2
	callq	spgc_poll_slow@PLT
.Ltmp19:
	jmp	.LBB6_9
.LBB6_5:                                # %slow.i
                                        #   in Loop: Header=BB6_3 Depth=1
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp20:
	movq	%rax, %r12
	jmp	.LBB6_6
.LBB6_11:                               # %up.preheader
	xorl	%r12d, %r12d
	jmp	.LBB6_12
	.p2align	4, 0x90
.LBB6_16:                               # %in_registers_gcbench_spine.exit8
                                        #   in Loop: Header=BB6_12 Depth=1
	incq	%r12
	cmpq	%r14, %r12
	je	.LBB6_17
.LBB6_12:                               # %up
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB6_13 Depth 2
	movq	%rbx, %rdi
	callq	in_registers_gcbench_make@PLT
.Ltmp21:
	.p2align	4, 0x90
.LBB6_13:                               # %loop.i1
                                        #   Parent Loop BB6_12 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	movq	8(%rax), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_14
.LBB6_15:                               # %gc.safepoint_poll.exit17
                                        #   in Loop: Header=BB6_13 Depth=2
	incq	%r15
	testq	%rax, %rax
	jne	.LBB6_13
	jmp	.LBB6_16
.LBB6_14:                               # %stop.i16
                                        #   in Loop: Header=BB6_13 Depth=2
	movq	%rax, %r13
	callq	spgc_poll_slow@PLT
.Ltmp22:
	movq	%r13, %rax
	jmp	.LBB6_15
.LBB6_17:                               # %done
	movq	%r15, %rax
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
.LBB6_1:                                # %stop.i22
	.cfi_def_cfa_offset 48
	callq	spgc_poll_slow@PLT
.Ltmp23:
	jmp	.LBB6_2
.Lfunc_end6:
	.size	in_registers_gcbench_temporary, .Lfunc_end6-in_registers_gcbench_temporary
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function in_registers_gcbench_run
.LCPI7_0:
	.quad	1                               # 0x1
	.quad	2                               # 0x2
.LCPI7_1:
	.quad	4294967295                      # 0xffffffff
	.quad	4294967295                      # 0xffffffff
.LCPI7_2:
	.quad	4841369599423283200             # 0x4330000000000000
	.quad	4841369599423283200             # 0x4330000000000000
.LCPI7_3:
	.quad	4985484787499139072             # 0x4530000000000000
	.quad	4985484787499139072             # 0x4530000000000000
.LCPI7_4:
	.quad	0x4530000000100000              # double 1.9342813118337666E+25
	.quad	0x4530000000100000              # double 1.9342813118337666E+25
.LCPI7_5:
	.quad	0x3ff0000000000000              # double 1
	.quad	0x3ff0000000000000              # double 1
.LCPI7_6:
	.quad	2                               # 0x2
	.quad	2                               # 0x2
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI7_7:
	.quad	0x3ff0000000000000              # double 1
.LCPI7_8:
	.quad	0x412e848000000000              # double 1.0E+6
.LCPI7_9:
	.quad	0x43e0000000000000              # double 9.2233720368547758E+18
	.text
	.globl	in_registers_gcbench_run
	.p2align	4, 0x90
	.type	in_registers_gcbench_run,@function
in_registers_gcbench_run:               # @in_registers_gcbench_run
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
	subq	$72, %rsp
	.cfi_def_cfa_offset 128
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rdi, %r14
	leaq	18(%rdi), %r12
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
.LBB7_2:                                # %gc.safepoint_poll.exit62
	movq	%r12, %rdi
	callq	in_registers_gcbench_make@PLT
.Ltmp24:
	movq	$0, 8(%rsp)                     # 8-byte Folded Spill
	.p2align	4, 0x90
.LBB7_3:                                # %loop.i
                                        # =>This Inner Loop Header: Depth=1
	movq	8(%rax), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_4
.LBB7_5:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB7_3 Depth=1
	incq	8(%rsp)                         # 8-byte Folded Spill
	testq	%rax, %rax
	jne	.LBB7_3
	jmp	.LBB7_6
.LBB7_4:                                # %stop.i
                                        #   in Loop: Header=BB7_3 Depth=1
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp25:
	movq	%rbx, %rax
	jmp	.LBB7_5
.LBB7_6:                                # %in_registers_gcbench_spine.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rbp
	leaq	32(%rbp), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB7_8
# %bb.7:                                # %bump.i
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$1792, (%rbp)                   # imm = 0x700
.LBB7_9:                                # %spgc_allocate.exit
	leaq	16(%r14), %rdi
	movq	%rdi, 64(%rsp)                  # 8-byte Spill
	movq	%rbp, %rsi
	callq	in_registers_gcbench_populate@PLT
.Ltmp26:
	movl	$500000, %edi                   # imm = 0x7A120
	movl	%r14d, %ecx
	shlq	%cl, %rdi
	movq	%rdi, %rbx
	shrq	%rbx
	cmpq	$1022, %rdi                     # imm = 0x3FE
	ja	.LBB7_12
# %bb.10:                               # %try.i
	movl	$4000000, %eax                  # imm = 0x3D0900
	movl	%r14d, %ecx
	shlq	%cl, %rax
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %r14
	leaq	16(%r14,%rax), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB7_12
# %bb.11:                               # %bump.i9
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$512, (%r14)                    # imm = 0x200
	movq	%rdi, 8(%r14)
.LBB7_13:                               # %spgc_allocate_array.exit
	cmpq	$3, %rbx
	movl	$2, %eax
	cmovaeq	%rbx, %rax
	movl	$1, %r15d
	cmpq	$2, %rax
	movq	%rax, 48(%rsp)                  # 8-byte Spill
	jne	.LBB7_14
.LBB7_18:
	movq	%rbp, %r13
	movsd	.LCPI7_7(%rip), %xmm2           # xmm2 = [1.0E+0,0.0E+0]
	.p2align	4, 0x90
.LBB7_19:                               # %loop.i10
                                        # =>This Inner Loop Header: Depth=1
	xorps	%xmm0, %xmm0
	cvtsi2sd	%r15, %xmm0
	movapd	%xmm2, %xmm1
	divsd	%xmm0, %xmm1
	movsd	%xmm1, 16(%r14,%r15,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_20
.LBB7_21:                               # %gc.safepoint_poll.exit44
                                        #   in Loop: Header=BB7_19 Depth=1
	incq	%r15
	cmpq	%r15, %rax
	jne	.LBB7_19
	jmp	.LBB7_22
.LBB7_20:                               # %stop.i43
                                        #   in Loop: Header=BB7_19 Depth=1
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp27:
	movsd	.LCPI7_7(%rip), %xmm2           # xmm2 = [1.0E+0,0.0E+0]
	movq	%rbx, %rax
	jmp	.LBB7_21
.LBB7_22:                               # %in_registers_gcbench_fill.exit
	movl	$4, %edi
	movl	$4, %eax
	movl	%r12d, %ecx
	shlq	%cl, %rax
	addq	$-2, %rax
	movq	%rax, 56(%rsp)                  # 8-byte Spill
	jmp	.LBB7_23
	.p2align	4, 0x90
.LBB7_38:                               # %in_registers_gcbench_temporary.exit
                                        #   in Loop: Header=BB7_23 Depth=1
	addq	$2, %rdi
	cmpq	64(%rsp), %rdi                  # 8-byte Folded Reload
	movq	%r15, 8(%rsp)                   # 8-byte Spill
	ja	.LBB7_39
.LBB7_23:                               # %loop
                                        # =>This Loop Header: Depth=1
                                        #     Child Loop BB7_24 Depth 2
                                        #       Child Loop BB7_28 Depth 3
                                        #     Child Loop BB7_33 Depth 2
                                        #       Child Loop BB7_34 Depth 3
	movl	$2, %esi
	movl	%edi, %ecx
	shlq	%cl, %rsi
	decq	%rsi
	movq	56(%rsp), %rax                  # 8-byte Reload
	xorl	%edx, %edx
	divq	%rsi
	cmpq	$1, %rax
	adcq	$0, %rax
	movq	%rax, 16(%rsp)                  # 8-byte Spill
	xorl	%ebx, %ebx
	xorl	%ebp, %ebp
	movq	%rdi, %r12
	jmp	.LBB7_24
	.p2align	4, 0x90
.LBB7_31:                               # %in_registers_gcbench_spine.exit.i
                                        #   in Loop: Header=BB7_24 Depth=2
	incq	%rbx
	cmpq	16(%rsp), %rbx                  # 8-byte Folded Reload
	movq	%r12, %rdi
	je	.LBB7_32
.LBB7_24:                               # %down.i
                                        #   Parent Loop BB7_23 Depth=1
                                        # =>  This Loop Header: Depth=2
                                        #       Child Loop BB7_28 Depth 3
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %r15
	leaq	32(%r15), %rax
	cmpq	%fs:spgc_thread@TPOFF+8, %rax
	ja	.LBB7_26
# %bb.25:                               # %bump.i.i
                                        #   in Loop: Header=BB7_24 Depth=2
	movq	%rax, %fs:spgc_thread@TPOFF
	movq	$1792, (%r15)                   # imm = 0x700
.LBB7_27:                               # %spgc_allocate.exit.i
                                        #   in Loop: Header=BB7_24 Depth=2
	movq	%r15, %rsi
	callq	in_registers_gcbench_populate@PLT
.Ltmp28:
	.p2align	4, 0x90
.LBB7_28:                               # %loop.i.i
                                        #   Parent Loop BB7_23 Depth=1
                                        #     Parent Loop BB7_24 Depth=2
                                        # =>    This Inner Loop Header: Depth=3
	movq	8(%r15), %r15
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_29
.LBB7_30:                               # %gc.safepoint_poll.exit32
                                        #   in Loop: Header=BB7_28 Depth=3
	incq	%rbp
	testq	%r15, %r15
	jne	.LBB7_28
	jmp	.LBB7_31
.LBB7_29:                               # %stop.i31
                                        #   in Loop: Header=BB7_28 Depth=3
	callq	spgc_poll_slow@PLT
.Ltmp29:
	jmp	.LBB7_30
.LBB7_26:                               # %slow.i.i
                                        #   in Loop: Header=BB7_24 Depth=2
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp30:
	movq	%r12, %rdi
	movq	%rax, %r15
	jmp	.LBB7_27
	.p2align	4, 0x90
.LBB7_32:                               # %up.i.preheader
                                        #   in Loop: Header=BB7_23 Depth=1
	xorl	%ebx, %ebx
	jmp	.LBB7_33
	.p2align	4, 0x90
.LBB7_37:                               # %in_registers_gcbench_spine.exit8.i
                                        #   in Loop: Header=BB7_33 Depth=2
	incq	%rbx
	cmpq	16(%rsp), %rbx                  # 8-byte Folded Reload
	movq	%r12, %rdi
	je	.LBB7_38
.LBB7_33:                               # %up.i
                                        #   Parent Loop BB7_23 Depth=1
                                        # =>  This Loop Header: Depth=2
                                        #       Child Loop BB7_34 Depth 3
	callq	in_registers_gcbench_make@PLT
.Ltmp31:
	movq	8(%rsp), %rcx                   # 8-byte Reload
	leaq	(%rcx,%rbp), %r15
	.p2align	4, 0x90
.LBB7_34:                               # %loop.i1.i
                                        #   Parent Loop BB7_23 Depth=1
                                        #     Parent Loop BB7_33 Depth=2
                                        # =>    This Inner Loop Header: Depth=3
	movq	8(%rax), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_35
.LBB7_36:                               # %gc.safepoint_poll.exit38
                                        #   in Loop: Header=BB7_34 Depth=3
	incq	%r15
	incq	%rbp
	testq	%rax, %rax
	jne	.LBB7_34
	jmp	.LBB7_37
.LBB7_35:                               # %stop.i37
                                        #   in Loop: Header=BB7_34 Depth=3
	movq	%rax, 40(%rsp)                  # 8-byte Spill
	callq	spgc_poll_slow@PLT              # 8-byte Folded Reload
.Ltmp32:
	movq	40(%rsp), %rax                  # 8-byte Reload
	jmp	.LBB7_36
.LBB7_39:                               # %done
	movq	%r13, %rdi
	callq	in_registers_gcbench_count@PLT
.Ltmp33:
	movq	48(%rsp), %rcx                  # 8-byte Reload
	decq	%rcx
	xorpd	%xmm0, %xmm0
	xorl	%ebx, %ebx
	.p2align	4, 0x90
.LBB7_40:                               # %loop.i17
                                        # =>This Inner Loop Header: Depth=1
	addsd	24(%r14,%rbx,8), %xmm0
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_41
.LBB7_42:                               # %gc.safepoint_poll.exit50
                                        #   in Loop: Header=BB7_40 Depth=1
	incq	%rbx
	cmpq	%rbx, %rcx
	jne	.LBB7_40
	jmp	.LBB7_43
.LBB7_41:                               # %stop.i49
                                        #   in Loop: Header=BB7_40 Depth=1
	movq	%rax, %r12
	movq	%rcx, %r13
	movapd	%xmm0, 16(%rsp)                 # 16-byte Spill
	callq	spgc_poll_slow@PLT
.Ltmp34:
	movapd	16(%rsp), %xmm0                 # 16-byte Reload
	movq	%r13, %rcx
	movq	%r12, %rax
	jmp	.LBB7_42
.LBB7_43:                               # %in_registers_gcbench_sum.exit
	mulsd	.LCPI7_8(%rip), %xmm0
	cvttsd2si	%xmm0, %rcx
	movq	%rcx, %rdx
	sarq	$63, %rdx
	subsd	.LCPI7_9(%rip), %xmm0
	cvttsd2si	%xmm0, %rsi
	andq	%rdx, %rsi
	orq	%rcx, %rsi
	addq	%r15, %rax
	addq	%rsi, %rax
	addq	$72, %rsp
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
.LBB7_14:                               # %vector.ph
	.cfi_def_cfa_offset 128
	leaq	-1(%rax), %r15
	leaq	-2(%rax), %rbx
	movdqa	.LCPI7_0(%rip), %xmm2           # xmm2 = [1,2]
	xorl	%r13d, %r13d
	movdqa	.LCPI7_1(%rip), %xmm3           # xmm3 = [4294967295,4294967295]
	movdqa	.LCPI7_2(%rip), %xmm4           # xmm4 = [4841369599423283200,4841369599423283200]
	movdqa	.LCPI7_3(%rip), %xmm5           # xmm5 = [4985484787499139072,4985484787499139072]
	movapd	.LCPI7_4(%rip), %xmm6           # xmm6 = [1.9342813118337666E+25,1.9342813118337666E+25]
	movapd	.LCPI7_5(%rip), %xmm7           # xmm7 = [1.0E+0,1.0E+0]
	movdqa	.LCPI7_6(%rip), %xmm8           # xmm8 = [2,2]
	.p2align	4, 0x90
.LBB7_15:                               # %vector.body
                                        # =>This Inner Loop Header: Depth=1
	movdqa	%xmm2, %xmm0
	pand	%xmm3, %xmm0
	por	%xmm4, %xmm0
	movdqa	%xmm2, %xmm1
	psrlq	$32, %xmm1
	por	%xmm5, %xmm1
	subpd	%xmm6, %xmm1
	addpd	%xmm0, %xmm1
	movapd	%xmm7, %xmm0
	divpd	%xmm1, %xmm0
	movupd	%xmm0, 24(%r14,%r13,8)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_16
.LBB7_17:                               # %gc.safepoint_poll.exit56
                                        #   in Loop: Header=BB7_15 Depth=1
	addq	$2, %r13
	paddq	%xmm8, %xmm2
	cmpq	%r13, %rbx
	jne	.LBB7_15
	jmp	.LBB7_18
.LBB7_16:                               # %stop.i55
                                        #   in Loop: Header=BB7_15 Depth=1
	movdqa	%xmm2, 16(%rsp)                 # 16-byte Spill
	callq	spgc_poll_slow@PLT
.Ltmp35:
	movdqa	.LCPI7_6(%rip), %xmm8           # xmm8 = [2,2]
	movapd	.LCPI7_5(%rip), %xmm7           # xmm7 = [1.0E+0,1.0E+0]
	movapd	.LCPI7_4(%rip), %xmm6           # xmm6 = [1.9342813118337666E+25,1.9342813118337666E+25]
	movdqa	.LCPI7_3(%rip), %xmm5           # xmm5 = [4985484787499139072,4985484787499139072]
	movdqa	.LCPI7_2(%rip), %xmm4           # xmm4 = [4841369599423283200,4841369599423283200]
	movdqa	.LCPI7_1(%rip), %xmm3           # xmm3 = [4294967295,4294967295]
	movdqa	16(%rsp), %xmm2                 # 16-byte Reload
	movq	48(%rsp), %rax                  # 8-byte Reload
	jmp	.LBB7_17
.LBB7_12:                               # %slow.i1
	movl	$512, %esi                      # imm = 0x200
	callq	spgc_allocate_array_slow@PLT
.Ltmp36:
	movq	%rax, %r14
	jmp	.LBB7_13
.LBB7_1:                                # %stop.i61
	callq	spgc_poll_slow@PLT
.Ltmp37:
	jmp	.LBB7_2
.LBB7_8:                                # %slow.i
	movl	$32, %edi
	movl	$1792, %esi                     # imm = 0x700
	callq	spgc_allocate_slow@PLT
.Ltmp38:
	movq	%rax, %rbp
	jmp	.LBB7_9
.Lfunc_end7:
	.size	in_registers_gcbench_run, .Lfunc_end7-in_registers_gcbench_run
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
	.long	39
	.quad	in_registers_gcbench_populate
	.quad	24
	.quad	4
	.quad	in_registers_gcbench_make
	.quad	24
	.quad	5
	.quad	in_registers_gcbench_spine
	.quad	24
	.quad	2
	.quad	in_registers_gcbench_count
	.quad	24
	.quad	2
	.quad	in_registers_gcbench_fill
	.quad	72
	.quad	3
	.quad	in_registers_gcbench_sum
	.quad	40
	.quad	2
	.quad	in_registers_gcbench_temporary
	.quad	40
	.quad	6
	.quad	in_registers_gcbench_run
	.quad	120
	.quad	15
	.quad	2882400000
	.long	.Ltmp0-in_registers_gcbench_populate
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
	.long	.Ltmp1-in_registers_gcbench_populate
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
	.long	.Ltmp2-in_registers_gcbench_populate
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
	.long	.Ltmp3-in_registers_gcbench_populate
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
	.long	.Ltmp4-in_registers_gcbench_make
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
	.long	.Ltmp5-in_registers_gcbench_make
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
	.long	.Ltmp6-in_registers_gcbench_make
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
	.long	.Ltmp7-in_registers_gcbench_make
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
	.long	.Ltmp8-in_registers_gcbench_make
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
	.long	.Ltmp9-in_registers_gcbench_spine
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
	.long	.Ltmp10-in_registers_gcbench_spine
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
	.long	.Ltmp11-in_registers_gcbench_count
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
	.long	.Ltmp12-in_registers_gcbench_count
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
	.long	.Ltmp13-in_registers_gcbench_fill
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
	.short	6
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	6
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp14-in_registers_gcbench_fill
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
	.long	.Ltmp15-in_registers_gcbench_fill
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
	.long	.Ltmp16-in_registers_gcbench_sum
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
	.long	.Ltmp17-in_registers_gcbench_sum
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
	.long	.Ltmp18-in_registers_gcbench_temporary
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
	.long	.Ltmp19-in_registers_gcbench_temporary
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
	.long	.Ltmp20-in_registers_gcbench_temporary
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
	.long	.Ltmp21-in_registers_gcbench_temporary
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
	.long	.Ltmp22-in_registers_gcbench_temporary
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
	.long	.Ltmp23-in_registers_gcbench_temporary
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
	.long	.Ltmp24-in_registers_gcbench_run
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
	.long	.Ltmp25-in_registers_gcbench_run
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
	.long	.Ltmp26-in_registers_gcbench_run
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
	.short	6
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	6
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp27-in_registers_gcbench_run
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
	.long	.Ltmp28-in_registers_gcbench_run
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
	.long	.Ltmp29-in_registers_gcbench_run
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
	.long	.Ltmp30-in_registers_gcbench_run
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
	.long	.Ltmp31-in_registers_gcbench_run
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
	.long	.Ltmp32-in_registers_gcbench_run
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
	.long	40
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	40
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp33-in_registers_gcbench_run
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
	.long	.Ltmp34-in_registers_gcbench_run
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
	.long	.Ltmp35-in_registers_gcbench_run
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
	.short	6
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	6
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
	.long	.Ltmp36-in_registers_gcbench_run
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
	.short	6
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	6
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp37-in_registers_gcbench_run
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
	.long	.Ltmp38-in_registers_gcbench_run
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
