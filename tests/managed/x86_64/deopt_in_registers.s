# Made from managed/deopt.ll by managed/regenerate: edit that, not this.
	.text
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function in_registers_test_deopt_kinds
.LCPI0_0:
	.long	1127219200                      # 0x43300000
	.long	1160773632                      # 0x45300000
	.long	0                               # 0x0
	.long	0                               # 0x0
.LCPI0_1:
	.quad	0x4330000000000000              # double 4503599627370496
	.quad	0x4530000000000000              # double 1.9342813113834067E+25
	.text
	.globl	in_registers_test_deopt_kinds
	.p2align	4, 0x90
	.type	in_registers_test_deopt_kinds,@function
in_registers_test_deopt_kinds:          # @in_registers_test_deopt_kinds
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
	subq	$88, %rsp
	.cfi_def_cfa_offset 128
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rsi, %r14
	movq	%rdi, %rbx
	movq	%rsi, %r12
	notq	%r12
	movq	%rsi, 48(%rsp)
	movq	%r12, 56(%rsp)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	movq	%r14, %rdi
	callq	deopt_box
.Ltmp0:
	movq	%rax, %r15
	movq	%r14, %xmm0
	movdqa	%xmm0, %xmm1
	punpckldq	.LCPI0_0(%rip), %xmm1   # xmm1 = xmm1[0],mem[0],xmm1[1],mem[1]
	subpd	.LCPI0_1(%rip), %xmm1
	movapd	%xmm1, %xmm2
	unpckhpd	%xmm1, %xmm2                    # xmm2 = xmm2[1],xmm1[1]
	addsd	%xmm1, %xmm2
	xorps	%xmm1, %xmm1
	cvtsd2ss	%xmm2, %xmm1
	movq	%r12, %xmm3
	punpcklqdq	%xmm3, %xmm0            # xmm0 = xmm0[0],xmm3[0]
	movq	%r12, 40(%rsp)
	movq	%r14, 32(%rsp)
	movb	%r14b, 4(%rsp)
	movw	%r14w, 6(%rsp)
	movl	%r14d, 12(%rsp)
	movq	%r14, 24(%rsp)
	movdqa	%xmm0, 64(%rsp)
	movl	%r14d, %eax
	andl	$1, %eax
	movb	%al, 5(%rsp)
	movsd	%xmm2, 16(%rsp)
	movss	%xmm1, 8(%rsp)
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	movq	%r14, %rdi
	movq	%rbx, %r9
	callq	spgc_call_native@PLT
.Ltmp1:
	movq	%rax, %rbx
	movq	%r15, %rdi
	callq	deopt_unbox
.Ltmp2:
	addq	%rbx, %rax
	addq	$88, %rsp
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
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 128
	callq	spgc_poll_slow@PLT
.Ltmp3:
	jmp	.LBB0_2
.Lfunc_end0:
	.size	in_registers_test_deopt_kinds, .Lfunc_end0-in_registers_test_deopt_kinds
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function deopt_box
	.type	deopt_box,@function
deopt_box:                              # @deopt_box
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rax
	leaq	16(%rax), %rcx
	cmpq	%fs:spgc_thread@TPOFF+8, %rcx
	ja	.LBB1_4
# %bb.3:                                # %bump.i
	movq	%rcx, %fs:spgc_thread@TPOFF
	movq	$1024, (%rax)                   # imm = 0x400
.LBB1_5:                                # %spgc_allocate.exit
	movq	%rdi, 8(%rax)
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i
	.cfi_def_cfa_offset 16
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movq	%rbx, %rdi
	jmp	.LBB1_2
.LBB1_4:                                # %slow.i
	movq	%rdi, %rbx
	movl	$16, %edi
	movl	$1024, %esi                     # imm = 0x400
	callq	spgc_allocate_slow@PLT
.Ltmp5:
	movq	%rbx, %rdi
	jmp	.LBB1_5
.Lfunc_end1:
	.size	deopt_box, .Lfunc_end1-deopt_box
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function deopt_unbox
	.type	deopt_unbox,@function
deopt_unbox:                            # @deopt_unbox
	.cfi_startproc
# %bb.0:                                # %entry
	movq	8(%rdi), %rax
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
.Ltmp6:
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	retq
.Lfunc_end2:
	.size	deopt_unbox, .Lfunc_end2-deopt_unbox
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function in_registers_test_deopt_nested
.LCPI3_0:
	.long	1127219200                      # 0x43300000
	.long	1160773632                      # 0x45300000
	.long	0                               # 0x0
	.long	0                               # 0x0
.LCPI3_1:
	.quad	0x4330000000000000              # double 4503599627370496
	.quad	0x4530000000000000              # double 1.9342813113834067E+25
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI3_2:
	.quad	0x3fe0000000000000              # double 0.5
.LCPI3_3:
	.quad	0x43e0000000000000              # double 9.2233720368547758E+18
	.text
	.globl	in_registers_test_deopt_nested
	.p2align	4, 0x90
	.type	in_registers_test_deopt_nested,@function
in_registers_test_deopt_nested:         # @in_registers_test_deopt_nested
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
	movq	%rsi, %r15
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
.LBB3_2:                                # %gc.safepoint_poll.exit
	movq	%r15, %rdi
	callq	deopt_box
.Ltmp7:
	movq	%rax, %rbx
	testq	%r15, %r15
	je	.LBB3_3
# %bb.4:                                # %deeper
	leaq	-1(%r15), %rsi
	movq	%r15, %xmm0
	punpckldq	.LCPI3_0(%rip), %xmm0   # xmm0 = xmm0[0],mem[0],xmm0[1],mem[1]
	subpd	.LCPI3_1(%rip), %xmm0
	movapd	%xmm0, %xmm1
	unpckhpd	%xmm0, %xmm1                    # xmm1 = xmm1[1],xmm0[1]
	addsd	%xmm0, %xmm1
	mulsd	.LCPI3_2(%rip), %xmm1
	movapd	%xmm1, 16(%rsp)                 # 16-byte Spill
	movq	%r15, 8(%rsp)
	movsd	%xmm1, (%rsp)
	movq	%r14, %rdi
	callq	in_registers_test_deopt_nested@PLT
.Ltmp8:
	movq	%rax, %r14
	movq	%rax, %rdi
	callq	deopt_unbox
.Ltmp9:
	movq	%rax, %r14
	movq	%rbx, %rdi
	callq	deopt_unbox
.Ltmp10:
	leaq	(%r14,%r14,2), %rdi
	movapd	16(%rsp), %xmm0                 # 16-byte Reload
	cvttsd2si	%xmm0, %rcx
	movq	%rcx, %rdx
	sarq	$63, %rdx
	subsd	.LCPI3_3(%rip), %xmm0
	cvttsd2si	%xmm0, %rsi
	andq	%rdx, %rsi
	orq	%rcx, %rsi
	addq	%rax, %rdi
	addq	%rsi, %rdi
	jmp	.LBB3_5
.LBB3_3:                                # %leaf
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	xorl	%edi, %edi
	movq	%r14, %r9
	callq	spgc_call_native@PLT
.Ltmp11:
	movq	%rax, %r14
	movq	%rbx, %rdi
	callq	deopt_unbox
.Ltmp12:
	movq	%rax, %rdi
	addq	%r14, %rdi
.LBB3_5:                                # %common.ret
	callq	deopt_box
.Ltmp13:
	addq	$32, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB3_1:                                # %stop.i
	.cfi_def_cfa_offset 64
	callq	spgc_poll_slow@PLT
.Ltmp14:
	jmp	.LBB3_2
.Lfunc_end3:
	.size	in_registers_test_deopt_nested, .Lfunc_end3-in_registers_test_deopt_nested
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0                          # -- Begin function in_registers_test_deopt_outer
.LCPI4_0:
	.quad	4294967295                      # 0xffffffff
	.quad	4294967295                      # 0xffffffff
.LCPI4_1:
	.quad	4841369599423283200             # 0x4330000000000000
	.quad	4841369599423283200             # 0x4330000000000000
.LCPI4_2:
	.quad	4985484787499139072             # 0x4530000000000000
	.quad	4985484787499139072             # 0x4530000000000000
.LCPI4_3:
	.quad	0x4530000000100000              # double 1.9342813118337666E+25
	.quad	0x4530000000100000              # double 1.9342813118337666E+25
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI4_4:
	.quad	0x43e0000000000000              # double 9.2233720368547758E+18
	.text
	.globl	in_registers_test_deopt_outer
	.p2align	4, 0x90
	.type	in_registers_test_deopt_outer,@function
in_registers_test_deopt_outer:          # @in_registers_test_deopt_outer
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
	subq	$88, %rsp
	.cfi_def_cfa_offset 144
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%r9, %rbx
	movq	%r8, %r14
	movq	%rcx, %r15
	movq	%rdx, %r13
	movq	%rsi, 24(%rsp)                  # 8-byte Spill
	movq	%rdi, 16(%rsp)                  # 8-byte Spill
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	movq	%r13, %rdi
	callq	deopt_box
.Ltmp15:
	movq	%rax, %rbp
	movq	%r15, %rdi
	callq	deopt_box
.Ltmp16:
	movq	%r15, 8(%rsp)                   # 8-byte Spill
	movq	%rax, %r15
	movq	%r14, %rdi
	callq	deopt_box
.Ltmp17:
	movq	%r14, 40(%rsp)                  # 8-byte Spill
	movq	%rax, %r12
	movq	%rbx, %rdi
	callq	deopt_box
.Ltmp18:
	movq	%rbx, %rcx
	movq	%rbx, 32(%rsp)                  # 8-byte Spill
	movq	%rax, %rbx
	movq	%r14, %xmm0
	movq	%r13, %xmm5
	movq	%r13, %r14
	punpcklqdq	%xmm0, %xmm5            # xmm5 = xmm5[0],xmm0[0]
	movdqa	.LCPI4_0(%rip), %xmm0           # xmm0 = [4294967295,4294967295]
	movdqa	%xmm5, %xmm1
	pand	%xmm0, %xmm1
	movdqa	.LCPI4_1(%rip), %xmm2           # xmm2 = [4841369599423283200,4841369599423283200]
	por	%xmm2, %xmm1
	psrlq	$32, %xmm5
	movdqa	.LCPI4_2(%rip), %xmm3           # xmm3 = [4985484787499139072,4985484787499139072]
	por	%xmm3, %xmm5
	movapd	.LCPI4_3(%rip), %xmm4           # xmm4 = [1.9342813118337666E+25,1.9342813118337666E+25]
	subpd	%xmm4, %xmm5
	addpd	%xmm1, %xmm5
	movapd	%xmm5, 64(%rsp)                 # 16-byte Spill
	movq	%rcx, %xmm1
	movq	8(%rsp), %xmm5                  # 8-byte Folded Reload
                                        # xmm5 = mem[0],zero
	punpcklqdq	%xmm1, %xmm5            # xmm5 = xmm5[0],xmm1[0]
	pand	%xmm5, %xmm0
	por	%xmm2, %xmm0
	psrlq	$32, %xmm5
	por	%xmm3, %xmm5
	subpd	%xmm4, %xmm5
	addpd	%xmm0, %xmm5
	movapd	%xmm5, 48(%rsp)                 # 16-byte Spill
	movq	16(%rsp), %rdi                  # 8-byte Reload
	movq	24(%rsp), %rsi                  # 8-byte Reload
	callq	in_registers_test_deopt_nested@PLT
.Ltmp19:
	movq	%rax, %r13
	movq	%rax, %rdi
	callq	deopt_unbox
.Ltmp20:
	movq	%rax, %r13
	movq	%rbp, %rdi
	callq	deopt_unbox
.Ltmp21:
	movq	%rax, %rbp
	movq	%r15, %rdi
	callq	deopt_unbox
.Ltmp22:
	movq	%rax, %r15
	movq	%r12, %rdi
	callq	deopt_unbox
.Ltmp23:
	movq	%rax, %r12
	movq	%rbx, %rdi
	callq	deopt_unbox
.Ltmp24:
	movapd	64(%rsp), %xmm0                 # 16-byte Reload
	addpd	%xmm0, %xmm0
	movapd	48(%rsp), %xmm1                 # 16-byte Reload
	addpd	%xmm1, %xmm1
	addpd	%xmm0, %xmm1
	movapd	%xmm1, %xmm0
	unpckhpd	%xmm1, %xmm0                    # xmm0 = xmm0[1],xmm1[1]
	addsd	%xmm1, %xmm0
	cvttsd2si	%xmm0, %rcx
	movq	%rcx, %rdx
	sarq	$63, %rdx
	subsd	.LCPI4_4(%rip), %xmm0
	cvttsd2si	%xmm0, %rsi
	andq	%rdx, %rsi
	orq	%rcx, %rsi
	leaq	(%r14,%r14,2), %rcx
	movq	8(%rsp), %rdx                   # 8-byte Reload
	leaq	(%rdx,%rdx,4), %rdx
	addq	%rcx, %rdx
	movq	40(%rsp), %rdi                  # 8-byte Reload
	leaq	(,%rdi,8), %rcx
	subq	%rdi, %rcx
	addq	%rdx, %rcx
	movq	32(%rsp), %rdi                  # 8-byte Reload
	leaq	(%rdi,%rdi,4), %rdx
	leaq	(%rdi,%rdx,2), %rdx
	addq	%rcx, %rdx
	addq	%rsi, %rdx
	addq	%rdx, %r13
	addq	%rbp, %r13
	addq	%r15, %r13
	addq	%r12, %r13
	addq	%rax, %r13
	movq	%r13, %rax
	addq	$88, %rsp
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
	.cfi_def_cfa_offset 144
	callq	spgc_poll_slow@PLT
.Ltmp25:
	jmp	.LBB4_2
.Lfunc_end4:
	.size	in_registers_test_deopt_outer, .Lfunc_end4-in_registers_test_deopt_outer
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          # -- Begin function in_registers_test_deopt_halves
.LCPI5_0:
	.quad	0x3fe0000000000000              # double 0.5
	.section	.rodata.cst16,"aM",@progbits,16
	.p2align	4, 0x0
.LCPI5_1:
	.long	1127219200                      # 0x43300000
	.long	1160773632                      # 0x45300000
	.long	0                               # 0x0
	.long	0                               # 0x0
.LCPI5_2:
	.quad	0x4330000000000000              # double 4503599627370496
	.quad	0x4530000000000000              # double 1.9342813113834067E+25
	.text
	.globl	in_registers_test_deopt_halves
	.p2align	4, 0x90
	.type	in_registers_test_deopt_halves,@function
in_registers_test_deopt_halves:         # @in_registers_test_deopt_halves
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
	je	.LBB5_1
# %bb.2:                                # %gc.safepoint_poll.exit
	testq	%rsi, %rsi
	je	.LBB5_3
.LBB5_4:                                # %deeper
	leaq	-1(%rsi), %rax
	movq	%rsi, (%rsp)
	movq	%rsi, %rbx
	movq	%rax, %rsi
	callq	in_registers_test_deopt_halves@PLT
.Ltmp26:
	movapd	%xmm0, %xmm1
	mulsd	.LCPI5_0(%rip), %xmm1
	movq	%rbx, %xmm2
	punpckldq	.LCPI5_1(%rip), %xmm2   # xmm2 = xmm2[0],mem[0],xmm2[1],mem[1]
	subpd	.LCPI5_2(%rip), %xmm2
	movapd	%xmm2, %xmm0
	unpckhpd	%xmm2, %xmm0                    # xmm0 = xmm0[1],xmm2[1]
	addsd	%xmm2, %xmm0
	jmp	.LBB5_5
.LBB5_1:                                # %stop.i
	movq	%rdi, %rbx
	movq	%rsi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp27:
	movq	%r14, %rsi
	movq	%rbx, %rdi
	testq	%rsi, %rsi
	jne	.LBB5_4
.LBB5_3:                                # %leaf
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	movq	%rdi, %r9
	xorl	%edi, %edi
	callq	spgc_call_native@PLT
.Ltmp28:
	movq	%rax, %xmm1
	punpckldq	.LCPI5_1(%rip), %xmm1   # xmm1 = xmm1[0],mem[0],xmm1[1],mem[1]
	subpd	.LCPI5_2(%rip), %xmm1
	movapd	%xmm1, %xmm0
	unpckhpd	%xmm1, %xmm0                    # xmm0 = xmm0[1],xmm1[1]
.LBB5_5:                                # %common.ret
	addsd	%xmm1, %xmm0
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end5:
	.size	in_registers_test_deopt_halves, .Lfunc_end5-in_registers_test_deopt_halves
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          # -- Begin function in_registers_test_deopt_thousand_halves
.LCPI6_0:
	.quad	0x408f400000000000              # double 1000
.LCPI6_1:
	.quad	0x43e0000000000000              # double 9.2233720368547758E+18
	.text
	.globl	in_registers_test_deopt_thousand_halves
	.p2align	4, 0x90
	.type	in_registers_test_deopt_thousand_halves,@function
in_registers_test_deopt_thousand_halves: # @in_registers_test_deopt_thousand_halves
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
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit
	callq	in_registers_test_deopt_halves@PLT
.Ltmp29:
	mulsd	.LCPI6_0(%rip), %xmm0
	cvttsd2si	%xmm0, %rcx
	movq	%rcx, %rdx
	sarq	$63, %rdx
	subsd	.LCPI6_1(%rip), %xmm0
	cvttsd2si	%xmm0, %rax
	andq	%rdx, %rax
	orq	%rcx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB6_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, %rbx
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp30:
	movq	%r14, %rdi
	movq	%rbx, %rsi
	jmp	.LBB6_2
.Lfunc_end6:
	.size	in_registers_test_deopt_thousand_halves, .Lfunc_end6-in_registers_test_deopt_thousand_halves
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_test_deopt_ten     # -- Begin function in_registers_test_deopt_ten
	.p2align	4, 0x90
	.type	in_registers_test_deopt_ten,@function
in_registers_test_deopt_ten:            # @in_registers_test_deopt_ten
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
	subq	$48, %rsp
	.cfi_def_cfa_offset 96
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdx, %r15
	movq	%rsi, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB7_1
.LBB7_2:                                # %gc.safepoint_poll.exit
	movq	%r14, %rdi
	callq	deopt_box
.Ltmp31:
	movq	%rax, %r12
	movq	%r15, %rdi
	callq	deopt_box
.Ltmp32:
	movq	%rax, %r13
	leaq	(%r15,%r14), %rax
	movq	%r15, %rcx
	imulq	%r14, %rcx
	movq	%r14, 8(%rsp)
	movq	%r15, 40(%rsp)
	xorq	%r14, %r15
	movq	%rax, 32(%rsp)
	movq	%rcx, 24(%rsp)
	movq	%r15, 16(%rsp)
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	movq	%r14, %rdi
	movq	%rbx, %r9
	callq	spgc_call_native@PLT
.Ltmp33:
	addq	$48, %rsp
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
.LBB7_1:                                # %stop.i
	.cfi_def_cfa_offset 96
	callq	spgc_poll_slow@PLT
.Ltmp34:
	jmp	.LBB7_2
.Lfunc_end7:
	.size	in_registers_test_deopt_ten, .Lfunc_end7-in_registers_test_deopt_ten
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_test_deopt_pair    # -- Begin function in_registers_test_deopt_pair
	.p2align	4, 0x90
	.type	in_registers_test_deopt_pair,@function
in_registers_test_deopt_pair:           # @in_registers_test_deopt_pair
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
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB8_1
.LBB8_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, (%rsp)
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	movq	%rbx, %rdi
	movq	%r14, %r9
	callq	spgc_call_native@PLT
.Ltmp35:
	movq	%rbx, %rdx
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB8_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp36:
	jmp	.LBB8_2
.Lfunc_end8:
	.size	in_registers_test_deopt_pair, .Lfunc_end8-in_registers_test_deopt_pair
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_test_deopt_sum_of_pair # -- Begin function in_registers_test_deopt_sum_of_pair
	.p2align	4, 0x90
	.type	in_registers_test_deopt_sum_of_pair,@function
in_registers_test_deopt_sum_of_pair:    # @in_registers_test_deopt_sum_of_pair
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
	je	.LBB9_1
.LBB9_2:                                # %gc.safepoint_poll.exit
	callq	in_registers_test_deopt_pair@PLT
.Ltmp37:
	imulq	$1000, %rdx, %rcx               # imm = 0x3E8
	addq	%rcx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB9_1:                                # %stop.i
	.cfi_def_cfa_offset 32
	movq	%rsi, %rbx
	movq	%rdi, %r14
	callq	spgc_poll_slow@PLT
.Ltmp38:
	movq	%r14, %rdi
	movq	%rbx, %rsi
	jmp	.LBB9_2
.Lfunc_end9:
	.size	in_registers_test_deopt_sum_of_pair, .Lfunc_end9-in_registers_test_deopt_sum_of_pair
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
	.long	1
	.long	39
	.quad	in_registers_test_deopt_kinds
	.quad	120
	.quad	4
	.quad	deopt_box
	.quad	8
	.quad	2
	.quad	deopt_unbox
	.quad	8
	.quad	1
	.quad	in_registers_test_deopt_nested
	.quad	56
	.quad	8
	.quad	in_registers_test_deopt_outer
	.quad	136
	.quad	11
	.quad	in_registers_test_deopt_halves
	.quad	24
	.quad	3
	.quad	in_registers_test_deopt_thousand_halves
	.quad	24
	.quad	2
	.quad	in_registers_test_deopt_ten
	.quad	88
	.quad	4
	.quad	in_registers_test_deopt_pair
	.quad	24
	.quad	2
	.quad	in_registers_test_deopt_sum_of_pair
	.quad	24
	.quad	2
	.quad	1311768467463790320
	.quad	2882400000
	.long	.Ltmp0-in_registers_test_deopt_kinds
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp1-in_registers_test_deopt_kinds
	.short	0
	.short	22
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	15
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	7
	.byte	3
	.byte	0
	.short	1
	.short	7
	.short	0
	.long	5
	.byte	3
	.byte	0
	.short	1
	.short	7
	.short	0
	.long	4
	.byte	3
	.byte	0
	.short	2
	.short	7
	.short	0
	.long	6
	.byte	3
	.byte	0
	.short	4
	.short	7
	.short	0
	.long	12
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	24
	.byte	3
	.byte	0
	.short	16
	.short	7
	.short	0
	.long	32
	.byte	3
	.byte	0
	.short	4
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
	.short	16
	.short	7
	.short	0
	.long	64
	.byte	2
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	48
	.byte	1
	.byte	0
	.short	8
	.short	15
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	-5
	.byte	5
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
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp2-in_registers_test_deopt_kinds
	.short	0
	.short	5
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp3-in_registers_test_deopt_kinds
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
	.long	.Ltmp4-deopt_box
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
	.long	.Ltmp5-deopt_box
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
	.long	.Ltmp6-deopt_unbox
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
	.long	.Ltmp7-in_registers_test_deopt_nested
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp8-in_registers_test_deopt_nested
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
	.long	4
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	1
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
	.short	3
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp9-in_registers_test_deopt_nested
	.short	0
	.short	7
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp10-in_registers_test_deopt_nested
	.short	0
	.short	5
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp11-in_registers_test_deopt_nested
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
	.long	4
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
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
	.short	3
	.short	0
	.long	0
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp12-in_registers_test_deopt_nested
	.short	0
	.short	5
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp13-in_registers_test_deopt_nested
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp14-in_registers_test_deopt_nested
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
	.long	.Ltmp15-in_registers_test_deopt_outer
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp16-in_registers_test_deopt_outer
	.short	0
	.short	5
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp17-in_registers_test_deopt_outer
	.short	0
	.short	7
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp18-in_registers_test_deopt_outer
	.short	0
	.short	9
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp19-in_registers_test_deopt_outer
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
	.long	.Ltmp20-in_registers_test_deopt_outer
	.short	0
	.short	13
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp21-in_registers_test_deopt_outer
	.short	0
	.short	11
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp22-in_registers_test_deopt_outer
	.short	0
	.short	9
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp23-in_registers_test_deopt_outer
	.short	0
	.short	7
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp24-in_registers_test_deopt_outer
	.short	0
	.short	5
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp25-in_registers_test_deopt_outer
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
	.long	.Ltmp26-in_registers_test_deopt_halves
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
	.long	2
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	1
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
	.long	.Ltmp27-in_registers_test_deopt_halves
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
	.long	.Ltmp28-in_registers_test_deopt_halves
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
	.long	2
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp29-in_registers_test_deopt_thousand_halves
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
	.long	.Ltmp30-in_registers_test_deopt_thousand_halves
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
	.long	.Ltmp31-in_registers_test_deopt_ten
	.short	0
	.short	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp32-in_registers_test_deopt_ten
	.short	0
	.short	5
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	8
	.byte	4
	.byte	0
	.short	8
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
	.long	.Ltmp33-in_registers_test_deopt_ten
	.short	0
	.short	17
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	10
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	9
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
	.long	40
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
	.long	24
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	16
	.byte	1
	.byte	0
	.short	8
	.short	12
	.short	0
	.long	0
	.byte	1
	.byte	0
	.short	8
	.short	13
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	17
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	8
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
	.long	.Ltmp34-in_registers_test_deopt_ten
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
	.long	.Ltmp35-in_registers_test_deopt_pair
	.short	0
	.short	4
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	0
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	1
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
	.long	.Ltmp36-in_registers_test_deopt_pair
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
	.long	.Ltmp37-in_registers_test_deopt_sum_of_pair
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
	.long	.Ltmp38-in_registers_test_deopt_sum_of_pair
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
