# Made from managed/wrappers.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_deopt_wrapped              # -- Begin function test_deopt_wrapped
	.p2align	4, 0x90
	.type	test_deopt_wrapped,@function
test_deopt_wrapped:                     # @test_deopt_wrapped
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
	movq	%rsi, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit
	movq	%r14, %rdi
	callq	wrapper_box
.Ltmp0:
	movq	%r14, 16(%rsp)
	movq	%rax, 8(%rsp)
	movq	%rbx, %rdi
	movq	%r14, %rsi
	callq	wrapper_words
.Ltmp1:
	movq	%rax, %rbx
	movq	8(%rsp), %rdi
	callq	wrapper_unbox
.Ltmp2:
	leaq	(%rbx,%rax,2), %rax
	addq	$24, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i
	.cfi_def_cfa_offset 48
	callq	spgc_poll_slow@PLT
.Ltmp3:
	jmp	.LBB0_2
.Lfunc_end0:
	.size	test_deopt_wrapped, .Lfunc_end0-test_deopt_wrapped
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function wrapper_box
	.type	wrapper_box,@function
wrapper_box:                            # @wrapper_box
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
	.size	wrapper_box, .Lfunc_end1-wrapper_box
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function wrapper_words
	.type	wrapper_words,@function
wrapper_words:                          # @wrapper_words
	.cfi_startproc
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	movq	%rsi, %r9
	movq	%rdi, %rax
	movq	%rbp, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB2_1
.LBB2_2:                                # %spgc_enter_native.exit
	movl	$1, %esi
	movl	$2, %edx
	movl	$3, %ecx
	movl	$4, %r8d
	movq	%r9, %rdi
	callq	*%rax
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB2_4
# %bb.3:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB2_4
# %bb.5:                                # %spgc_leave_native.exit
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB2_4:                                # %slow.i3
	.cfi_def_cfa %rbp, 16
	callq	spgc_leave_native_slow@PLT
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB2_1:                                # %slow.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_enter_native_slow@PLT
	jmp	.LBB2_2
.Lfunc_end2:
	.size	wrapper_words, .Lfunc_end2-wrapper_words
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function wrapper_unbox
	.type	wrapper_unbox,@function
wrapper_unbox:                          # @wrapper_unbox
	.cfi_startproc
# %bb.0:                                # %entry
	movq	8(%rdi), %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB3_1
# %bb.2:                                # %gc.safepoint_poll.exit
	retq
.LBB3_1:                                # %stop.i
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
.Lfunc_end3:
	.size	wrapper_unbox, .Lfunc_end3-wrapper_unbox
	.cfi_endproc
                                        # -- End function
	.globl	test_wrapped                    # -- Begin function test_wrapped
	.p2align	4, 0x90
	.type	test_wrapped,@function
test_wrapped:                           # @test_wrapped
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
	movq	%rsi, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB4_1
.LBB4_2:                                # %gc.safepoint_poll.exit
	movq	%r14, %rdi
	callq	wrapper_box
.Ltmp7:
	movq	%rax, (%rsp)
	movq	%rbx, %rdi
	movq	%r14, %rsi
	callq	wrapper_words
.Ltmp8:
	movq	%rax, %rbx
	movq	(%rsp), %rdi
	callq	wrapper_unbox
.Ltmp9:
	addq	%rbx, %rax
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
.Ltmp10:
	jmp	.LBB4_2
.Lfunc_end4:
	.size	test_wrapped, .Lfunc_end4-test_wrapped
	.cfi_endproc
                                        # -- End function
	.globl	test_wrapped_dynamic            # -- Begin function test_wrapped_dynamic
	.p2align	4, 0x90
	.type	test_wrapped_dynamic,@function
test_wrapped_dynamic:                   # @test_wrapped_dynamic
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r14
	pushq	%rbx
	subq	$16, %rsp
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	movq	%rsi, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB5_1
.LBB5_2:                                # %gc.safepoint_poll.exit
	movq	%r14, %rdi
	callq	wrapper_box
.Ltmp11:
	movzbl	%r14b, %ecx
	movq	%rsp, %rdx
	addl	$15, %ecx
	andl	$-16, %ecx
	subq	%rcx, %rdx
	movq	%rdx, %rsp
	movb	$7, (%rdx)
	movq	%rax, -24(%rbp)
	movq	%rbx, %rdi
	movq	%r14, %rsi
	callq	wrapper_words
.Ltmp12:
	movq	%rax, %rbx
	movq	-24(%rbp), %rdi
	callq	wrapper_unbox
.Ltmp13:
	addq	%rbx, %rax
	leaq	-16(%rbp), %rsp
	popq	%rbx
	popq	%r14
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB5_1:                                # %stop.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_poll_slow@PLT
.Ltmp14:
	jmp	.LBB5_2
.Lfunc_end5:
	.size	test_wrapped_dynamic, .Lfunc_end5-test_wrapped_dynamic
	.cfi_endproc
                                        # -- End function
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0                          # -- Begin function test_wrapped_many
.LCPI6_0:
	.quad	0x4025000000000000              # double 10.5
.LCPI6_1:
	.quad	0x4027000000000000              # double 11.5
.LCPI6_2:
	.quad	0x4029000000000000              # double 12.5
.LCPI6_3:
	.quad	0x402b000000000000              # double 13.5
.LCPI6_4:
	.quad	0x402d000000000000              # double 14.5
.LCPI6_5:
	.quad	0x402f000000000000              # double 15.5
.LCPI6_6:
	.quad	0x4030800000000000              # double 16.5
.LCPI6_7:
	.quad	0x4031800000000000              # double 17.5
.LCPI6_8:
	.quad	0x4032800000000000              # double 18.5
.LCPI6_9:
	.quad	0x4033800000000000              # double 19.5
	.text
	.globl	test_wrapped_many
	.p2align	4, 0x90
	.type	test_wrapped_many,@function
test_wrapped_many:                      # @test_wrapped_many
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	subq	$80, %rsp
	.cfi_def_cfa_offset 112
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rsi, %rbx
	movq	%rdi, %r14
	imulq	$1000, %rsi, %rdi               # imm = 0x3E8
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB6_1
.LBB6_2:                                # %gc.safepoint_poll.exit
	callq	wrapper_box
.Ltmp15:
	leaq	1(%rbx), %rdx
	leaq	2(%rbx), %rcx
	leaq	3(%rbx), %r8
	leaq	4(%rbx), %r9
	leaq	5(%rbx), %rsi
	leaq	6(%rbx), %rdi
	leaq	7(%rbx), %r10
	leaq	8(%rbx), %r11
	leaq	9(%rbx), %r15
	cvtsi2sd	%rbx, %xmm8
	movsd	.LCPI6_0(%rip), %xmm0           # xmm0 = [1.05E+1,0.0E+0]
	addsd	%xmm8, %xmm0
	movsd	.LCPI6_1(%rip), %xmm1           # xmm1 = [1.15E+1,0.0E+0]
	addsd	%xmm8, %xmm1
	movsd	.LCPI6_2(%rip), %xmm2           # xmm2 = [1.25E+1,0.0E+0]
	addsd	%xmm8, %xmm2
	movsd	.LCPI6_3(%rip), %xmm3           # xmm3 = [1.35E+1,0.0E+0]
	addsd	%xmm8, %xmm3
	movsd	.LCPI6_4(%rip), %xmm4           # xmm4 = [1.45E+1,0.0E+0]
	addsd	%xmm8, %xmm4
	movsd	.LCPI6_5(%rip), %xmm5           # xmm5 = [1.55E+1,0.0E+0]
	addsd	%xmm8, %xmm5
	movsd	.LCPI6_6(%rip), %xmm6           # xmm6 = [1.65E+1,0.0E+0]
	addsd	%xmm8, %xmm6
	movsd	.LCPI6_7(%rip), %xmm7           # xmm7 = [1.75E+1,0.0E+0]
	addsd	%xmm8, %xmm7
	movsd	.LCPI6_8(%rip), %xmm9           # xmm9 = [1.85E+1,0.0E+0]
	addsd	%xmm8, %xmm9
	addsd	.LCPI6_9(%rip), %xmm8
	movq	%rax, 64(%rsp)
	movsd	%xmm8, 48(%rsp)
	movsd	%xmm9, 40(%rsp)
	movq	%r15, 32(%rsp)
	movq	%r11, 24(%rsp)
	movq	%r10, 16(%rsp)
	movq	%rdi, 8(%rsp)
	movq	%rsi, (%rsp)
	movq	%r14, %rdi
	movq	%rbx, %rsi
	callq	wrapper_many
.Ltmp16:
	movsd	%xmm0, 72(%rsp)                 # 8-byte Spill
	movq	64(%rsp), %rdi
	callq	wrapper_unbox
.Ltmp17:
	cvttsd2si	72(%rsp), %rcx          # 8-byte Folded Reload
	addq	%rcx, %rax
	addq	$80, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB6_1:                                # %stop.i
	.cfi_def_cfa_offset 112
	movq	%rdi, %r15
	callq	spgc_poll_slow@PLT
.Ltmp18:
	movq	%r15, %rdi
	jmp	.LBB6_2
.Lfunc_end6:
	.size	test_wrapped_many, .Lfunc_end6-test_wrapped_many
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function wrapper_many
	.type	wrapper_many,@function
wrapper_many:                           # @wrapper_many
	.cfi_startproc
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r15
	pushq	%r14
	pushq	%rbx
	subq	$120, %rsp
	.cfi_offset %rbx, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	movq	%r9, %r10
	movq	%rdi, %rax
	movsd	64(%rbp), %xmm9                 # xmm9 = mem[0],zero
	movsd	56(%rbp), %xmm8                 # xmm8 = mem[0],zero
	movq	48(%rbp), %r15
	movq	40(%rbp), %r14
	movq	32(%rbp), %rbx
	movq	24(%rbp), %rdi
	movq	16(%rbp), %r9
	movq	%rbp, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB7_1
.LBB7_2:                                # %spgc_enter_native.exit
	movsd	%xmm9, 40(%rsp)
	movsd	%xmm8, 32(%rsp)
	movq	%r15, 24(%rsp)
	movq	%r14, 16(%rsp)
	movq	%rbx, 8(%rsp)
	movq	%rdi, (%rsp)
	movq	%rsi, %rdi
	movq	%rdx, %rsi
	movq	%rcx, %rdx
	movq	%r8, %rcx
	movq	%r10, %r8
	callq	*%rax
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB7_4
# %bb.3:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB7_4
.LBB7_5:                                # %spgc_leave_native.exit
	addq	$120, %rsp
	popq	%rbx
	popq	%r14
	popq	%r15
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB7_4:                                # %slow.i3
	.cfi_def_cfa %rbp, 16
	movsd	%xmm0, -32(%rbp)                # 8-byte Spill
	callq	spgc_leave_native_slow@PLT
	movsd	-32(%rbp), %xmm0                # 8-byte Reload
                                        # xmm0 = mem[0],zero
	jmp	.LBB7_5
.LBB7_1:                                # %slow.i
	movsd	%xmm7, -32(%rbp)                # 8-byte Spill
	movsd	%xmm6, -88(%rbp)                # 8-byte Spill
	movsd	%xmm5, -80(%rbp)                # 8-byte Spill
	movsd	%xmm4, -72(%rbp)                # 8-byte Spill
	movsd	%xmm3, -64(%rbp)                # 8-byte Spill
	movsd	%xmm2, -56(%rbp)                # 8-byte Spill
	movsd	%xmm1, -48(%rbp)                # 8-byte Spill
	movsd	%xmm0, -40(%rbp)                # 8-byte Spill
	callq	spgc_enter_native_slow@PLT
	movsd	64(%rbp), %xmm9                 # xmm9 = mem[0],zero
	movsd	56(%rbp), %xmm8                 # xmm8 = mem[0],zero
	movsd	-40(%rbp), %xmm0                # 8-byte Reload
                                        # xmm0 = mem[0],zero
	movsd	-48(%rbp), %xmm1                # 8-byte Reload
                                        # xmm1 = mem[0],zero
	movsd	-56(%rbp), %xmm2                # 8-byte Reload
                                        # xmm2 = mem[0],zero
	movsd	-64(%rbp), %xmm3                # 8-byte Reload
                                        # xmm3 = mem[0],zero
	movsd	-72(%rbp), %xmm4                # 8-byte Reload
                                        # xmm4 = mem[0],zero
	movsd	-80(%rbp), %xmm5                # 8-byte Reload
                                        # xmm5 = mem[0],zero
	movsd	-88(%rbp), %xmm6                # 8-byte Reload
                                        # xmm6 = mem[0],zero
	movsd	-32(%rbp), %xmm7                # 8-byte Reload
                                        # xmm7 = mem[0],zero
	jmp	.LBB7_2
.Lfunc_end7:
	.size	wrapper_many, .Lfunc_end7-wrapper_many
	.cfi_endproc
                                        # -- End function
	.globl	test_wrapped_structure          # -- Begin function test_wrapped_structure
	.p2align	4, 0x90
	.type	test_wrapped_structure,@function
test_wrapped_structure:                 # @test_wrapped_structure
	.cfi_startproc
# %bb.0:                                # %entry
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	subq	$40, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movq	%rsi, %rbx
	movq	%rdi, %r14
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB8_1
.LBB8_2:                                # %gc.safepoint_poll.exit
	movq	%rbx, %rdi
	callq	wrapper_box
.Ltmp19:
	movq	%rax, (%rsp)
	leaq	8(%rsp), %rdi
	movq	%r14, %rsi
	movq	%rbx, %rdx
	callq	wrapper_structure
.Ltmp20:
	movq	(%rsp), %rdi
	callq	wrapper_unbox
.Ltmp21:
	movdqu	8(%rsp), %xmm0
	movdqu	24(%rsp), %xmm1
	paddq	%xmm0, %xmm1
	pshufd	$238, %xmm1, %xmm0              # xmm0 = xmm1[2,3,2,3]
	paddq	%xmm1, %xmm0
	movq	%xmm0, %rcx
	addq	%rcx, %rax
	addq	$40, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB8_1:                                # %stop.i
	.cfi_def_cfa_offset 64
	callq	spgc_poll_slow@PLT
.Ltmp22:
	jmp	.LBB8_2
.Lfunc_end8:
	.size	test_wrapped_structure, .Lfunc_end8-test_wrapped_structure
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function wrapper_structure
	.type	wrapper_structure,@function
wrapper_structure:                      # @wrapper_structure
	.cfi_startproc
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%rbx
	pushq	%rax
	.cfi_offset %rbx, -24
	movq	%rsi, %rax
	movq	%rdi, %rbx
	movq	%rbp, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB9_1
.LBB9_2:                                # %spgc_enter_native.exit
	movq	%rbx, %rdi
	movq	%rdx, %rsi
	callq	*%rax
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB9_4
# %bb.3:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB9_4
.LBB9_5:                                # %spgc_leave_native.exit
	movq	%rbx, %rax
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB9_4:                                # %slow.i3
	.cfi_def_cfa %rbp, 16
	callq	spgc_leave_native_slow@PLT
	jmp	.LBB9_5
.LBB9_1:                                # %slow.i
	callq	spgc_enter_native_slow@PLT
	jmp	.LBB9_2
.Lfunc_end9:
	.size	wrapper_structure, .Lfunc_end9-wrapper_structure
	.cfi_endproc
                                        # -- End function
	.globl	test_wrapped_loop               # -- Begin function test_wrapped_loop
	.p2align	4, 0x90
	.type	test_wrapped_loop,@function
test_wrapped_loop:                      # @test_wrapped_loop
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
	je	.LBB10_1
.LBB10_2:                               # %gc.safepoint_poll.exit
	callq	wrapper_box
.Ltmp23:
	movq	%rax, 8(%rsp)
	movq	%rax, %rdi
	callq	wrapper_unbox
.Ltmp24:
	testq	%rax, %rax
	je	.LBB10_3
# %bb.4:                                # %body.preheader
	movq	8(%rsp), %rcx
	xorl	%ebx, %ebx
	xorl	%r14d, %r14d
	.p2align	4, 0x90
.LBB10_5:                               # %body
                                        # =>This Inner Loop Header: Depth=1
	incq	%r14
	movq	%rcx, 8(%rsp)
	movq	%r14, %rdi
	callq	wrapper_box
.Ltmp25:
	movq	%rax, 16(%rsp)
	callq	wrapper_nothing
.Ltmp26:
	movq	16(%rsp), %rdi
	callq	wrapper_unbox
.Ltmp27:
	movq	8(%rsp), %rdi
	addq	%rax, %rbx
	callq	wrapper_unbox
.Ltmp28:
	movq	8(%rsp), %rcx
	cmpq	%rax, %r14
	jb	.LBB10_5
	jmp	.LBB10_6
.LBB10_3:
	xorl	%ebx, %ebx
.LBB10_6:                               # %done
	movq	%rbx, %rax
	addq	$24, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB10_1:                               # %stop.i
	.cfi_def_cfa_offset 48
	movq	%rdi, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp29:
	movq	%rbx, %rdi
	jmp	.LBB10_2
.Lfunc_end10:
	.size	test_wrapped_loop, .Lfunc_end10-test_wrapped_loop
	.cfi_endproc
                                        # -- End function
	.p2align	4, 0x90                         # -- Begin function wrapper_nothing
	.type	wrapper_nothing,@function
wrapper_nothing:                        # @wrapper_nothing
	.cfi_startproc
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	movq	%rbp, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB11_1
.LBB11_2:                               # %spgc_enter_native.exit
	callq	test_native_nothing@PLT
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB11_4
# %bb.3:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB11_4
# %bb.5:                                # %spgc_leave_native.exit
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB11_4:                               # %slow.i3
	.cfi_def_cfa %rbp, 16
	callq	spgc_leave_native_slow@PLT
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB11_1:                               # %slow.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_enter_native_slow@PLT
	jmp	.LBB11_2
.Lfunc_end11:
	.size	wrapper_nothing, .Lfunc_end11-wrapper_nothing
	.cfi_endproc
                                        # -- End function
	.globl	test_wrapped_throwing           # -- Begin function test_wrapped_throwing
	.p2align	4, 0x90
	.type	test_wrapped_throwing,@function
test_wrapped_throwing:                  # @test_wrapped_throwing
.Lfunc_begin0:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gcc_personality_v0
	.cfi_lsda 27, .Lexception0
# %bb.0:                                # %entry
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	pushq	%rax
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movq	%rsi, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB12_1
.LBB12_2:                               # %gc.safepoint_poll.exit
	movq	%r14, %rdi
	callq	wrapper_box
.Ltmp33:
	movq	%rax, (%rsp)
.Ltmp30:
	movq	%rbx, %rdi
	movq	%r14, %rsi
	callq	wrapper_throwing
.Ltmp34:
.Ltmp31:
# %bb.3:                                # %common.ret2
	movq	%rax, %rbx
	movl	$3, %r14d
.LBB12_4:                               # %common.ret
	movq	(%rsp), %rdi
	callq	wrapper_unbox
.Ltmp35:
	imulq	%r14, %rax
	addq	%rbx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB12_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp36:
	jmp	.LBB12_2
.LBB12_5:                               # %thrown
.Ltmp32:
	movl	$1000, %ebx                     # imm = 0x3E8
	movl	$5, %r14d
	jmp	.LBB12_4
.Lfunc_end12:
	.size	test_wrapped_throwing, .Lfunc_end12-test_wrapped_throwing
	.cfi_endproc
	.section	.gcc_except_table,"a",@progbits
	.p2align	2, 0x0
GCC_except_table12:
.Lexception0:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end0-.Lcst_begin0
.Lcst_begin0:
	.uleb128 .Lfunc_begin0-.Lfunc_begin0    # >> Call Site 1 <<
	.uleb128 .Ltmp30-.Lfunc_begin0          #   Call between .Lfunc_begin0 and .Ltmp30
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp30-.Lfunc_begin0          # >> Call Site 2 <<
	.uleb128 .Ltmp31-.Ltmp30                #   Call between .Ltmp30 and .Ltmp31
	.uleb128 .Ltmp32-.Lfunc_begin0          #     jumps to .Ltmp32
	.byte	0                               #   On action: cleanup
.Lcst_end0:
	.p2align	2, 0x0
                                        # -- End function
	.text
	.p2align	4, 0x90                         # -- Begin function wrapper_throwing
	.type	wrapper_throwing,@function
wrapper_throwing:                       # @wrapper_throwing
.Lfunc_begin1:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gcc_personality_v0
	.cfi_lsda 27, .Lexception1
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	movq	%rdi, %rax
	movq	%rbp, %fs:spgc_thread@TPOFF+32
	movl	$0, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB13_1
.LBB13_2:                               # %spgc_enter_native.exit
.Ltmp37:
	movq	%rsi, %rdi
	callq	*%rax
.Ltmp38:
# %bb.3:                                # %returned
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB13_5
# %bb.4:                                # %look.i
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB13_5
# %bb.6:                                # %spgc_leave_native.exit
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB13_5:                               # %slow.i3
	.cfi_def_cfa %rbp, 16
	callq	spgc_leave_native_slow@PLT
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB13_1:                               # %slow.i
	.cfi_def_cfa %rbp, 16
	callq	spgc_enter_native_slow@PLT
	jmp	.LBB13_2
.LBB13_7:                               # %thrown
.Ltmp39:
	movl	$1, %fs:spgc_thread@TPOFF+28
	#MEMBARRIER
	cmpl	$0, %fs:spgc_thread@TPOFF+24
	jne	.LBB13_9
# %bb.8:                                # %look.i7
	cmpq	%fs:spgc_thread@TPOFF+32, %rbp
	jne	.LBB13_9
# %bb.10:                               # %spgc_leave_native.exit11
	movq	%rax, %rdi
	callq	_Unwind_Resume@PLT
.LBB13_9:                               # %slow.i6
	callq	spgc_leave_native_slow@PLT
	movq	%rax, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end13:
	.size	wrapper_throwing, .Lfunc_end13-wrapper_throwing
	.cfi_endproc
	.section	.gcc_except_table,"a",@progbits
	.p2align	2, 0x0
GCC_except_table13:
.Lexception1:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end1-.Lcst_begin1
.Lcst_begin1:
	.uleb128 .Ltmp37-.Lfunc_begin1          # >> Call Site 1 <<
	.uleb128 .Ltmp38-.Ltmp37                #   Call between .Ltmp37 and .Ltmp38
	.uleb128 .Ltmp39-.Lfunc_begin1          #     jumps to .Ltmp39
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp38-.Lfunc_begin1          # >> Call Site 2 <<
	.uleb128 .Lfunc_end13-.Ltmp38           #   Call between .Ltmp38 and .Lfunc_end13
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end1:
	.p2align	2, 0x0
                                        # -- End function
	.text
	.globl	test_wrapped_passing            # -- Begin function test_wrapped_passing
	.p2align	4, 0x90
	.type	test_wrapped_passing,@function
test_wrapped_passing:                   # @test_wrapped_passing
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
	movq	%rsi, %r14
	movq	%rdi, %rbx
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB14_1
.LBB14_2:                               # %gc.safepoint_poll.exit
	movq	%r14, %rdi
	callq	wrapper_box
.Ltmp40:
	movq	%rax, (%rsp)
	movq	%rbx, %rdi
	movq	%r14, %rsi
	callq	wrapper_throwing
.Ltmp41:
	movq	%rax, %rbx
	movq	(%rsp), %rdi
	callq	wrapper_unbox
.Ltmp42:
	leaq	(%rax,%rax,2), %rax
	addq	%rbx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB14_1:                               # %stop.i
	.cfi_def_cfa_offset 32
	callq	spgc_poll_slow@PLT
.Ltmp43:
	jmp	.LBB14_2
.Lfunc_end14:
	.size	test_wrapped_passing, .Lfunc_end14-test_wrapped_passing
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
.Lfunc_end15:
	.size	gc.safepoint_poll, .Lfunc_end15-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	10
	.long	0
	.long	38
	.quad	test_deopt_wrapped
	.quad	40
	.quad	4
	.quad	wrapper_box
	.quad	8
	.quad	2
	.quad	wrapper_unbox
	.quad	8
	.quad	1
	.quad	test_wrapped
	.quad	24
	.quad	4
	.quad	test_wrapped_dynamic
	.quad	-1
	.quad	4
	.quad	test_wrapped_many
	.quad	104
	.quad	4
	.quad	test_wrapped_structure
	.quad	56
	.quad	4
	.quad	test_wrapped_loop
	.quad	40
	.quad	7
	.quad	test_wrapped_throwing
	.quad	24
	.quad	4
	.quad	test_wrapped_passing
	.quad	24
	.quad	4
	.quad	2882400000
	.long	.Ltmp0-test_deopt_wrapped
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
	.long	.Ltmp1-test_deopt_wrapped
	.short	0
	.short	8
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
	.long	3
	.byte	4
	.byte	0
	.short	8
	.short	0
	.short	0
	.long	2
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
	.long	8
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp2-test_deopt_wrapped
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
	.long	.Ltmp3-test_deopt_wrapped
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
	.long	.Ltmp4-wrapper_box
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
	.long	.Ltmp5-wrapper_box
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
	.long	.Ltmp6-wrapper_unbox
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
	.long	.Ltmp7-test_wrapped
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
	.long	.Ltmp8-test_wrapped
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
	.long	.Ltmp9-test_wrapped
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
	.long	.Ltmp10-test_wrapped
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
	.long	.Ltmp11-test_wrapped_dynamic
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
	.long	.Ltmp12-test_wrapped_dynamic
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
	.byte	3
	.byte	0
	.short	8
	.short	6
	.short	0
	.long	-24
	.byte	3
	.byte	0
	.short	8
	.short	6
	.short	0
	.long	-24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp13-test_wrapped_dynamic
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
	.byte	3
	.byte	0
	.short	8
	.short	6
	.short	0
	.long	-24
	.byte	3
	.byte	0
	.short	8
	.short	6
	.short	0
	.long	-24
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp14-test_wrapped_dynamic
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
	.long	.Ltmp15-test_wrapped_many
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
	.long	.Ltmp16-test_wrapped_many
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
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	64
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	64
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp17-test_wrapped_many
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
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	64
	.byte	3
	.byte	0
	.short	8
	.short	7
	.short	0
	.long	64
	.p2align	3, 0x0
	.short	0
	.short	0
	.p2align	3, 0x0
	.quad	2882400000
	.long	.Ltmp18-test_wrapped_many
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
	.long	.Ltmp19-test_wrapped_structure
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
	.long	.Ltmp20-test_wrapped_structure
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
	.long	.Ltmp21-test_wrapped_structure
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
	.long	.Ltmp22-test_wrapped_structure
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
	.long	.Ltmp23-test_wrapped_loop
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
	.long	.Ltmp24-test_wrapped_loop
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
	.long	.Ltmp25-test_wrapped_loop
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
	.long	.Ltmp26-test_wrapped_loop
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
	.long	.Ltmp27-test_wrapped_loop
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
	.long	.Ltmp28-test_wrapped_loop
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
	.long	.Ltmp29-test_wrapped_loop
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
	.long	.Ltmp33-test_wrapped_throwing
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
	.long	.Ltmp34-test_wrapped_throwing
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
	.long	.Ltmp35-test_wrapped_throwing
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
	.long	.Ltmp36-test_wrapped_throwing
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
	.long	.Ltmp40-test_wrapped_passing
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
	.long	.Ltmp41-test_wrapped_passing
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
	.long	.Ltmp42-test_wrapped_passing
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
	.long	.Ltmp43-test_wrapped_passing
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

	.hidden	DW.ref.__gcc_personality_v0
	.weak	DW.ref.__gcc_personality_v0
	.section	.data.DW.ref.__gcc_personality_v0,"awG",@progbits,DW.ref.__gcc_personality_v0,comdat
	.p2align	3, 0x0
	.type	DW.ref.__gcc_personality_v0,@object
	.size	DW.ref.__gcc_personality_v0, 8
DW.ref.__gcc_personality_v0:
	.quad	__gcc_personality_v0
	.section	".note.GNU-stack","",@progbits
