# Made from managed/allocation.ll by managed/regenerate: edit that, not this.
	.text
	.globl	in_registers_allocation_16      # -- Begin function in_registers_allocation_16
	.p2align	4, 0x90
	.type	in_registers_allocation_16,@function
in_registers_allocation_16:             # @in_registers_allocation_16
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
	movq	%rdi, %rax
	cmpq	$1, %rdi
	adcq	$0, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_1
.LBB0_2:                                # %gc.safepoint_poll.exit8
	xorl	%ebx, %ebx
	.p2align	4, 0x90
.LBB0_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	16(%rcx), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB0_5
# %bb.4:                                # %bump.i
                                        #   in Loop: Header=BB0_3 Depth=1
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$1024, (%rcx)                   # imm = 0x400
.LBB0_6:                                # %spgc_allocate.exit
                                        #   in Loop: Header=BB0_3 Depth=1
	movq	%rbx, 8(%rcx)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB0_7
.LBB0_8:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB0_3 Depth=1
	incq	%rbx
	cmpq	%rbx, %rax
	jne	.LBB0_3
	jmp	.LBB0_9
.LBB0_5:                                # %slow.i
                                        #   in Loop: Header=BB0_3 Depth=1
	movl	$16, %edi
	movl	$1024, %esi                     # imm = 0x400
	movq	%rax, %r14
	callq	spgc_allocate_slow@PLT
.Ltmp0:
	movq	%rax, %rcx
	movq	%r14, %rax
	jmp	.LBB0_6
.LBB0_7:                                # %stop.i
                                        #   in Loop: Header=BB0_3 Depth=1
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp1:
	movq	%r14, %rax
	jmp	.LBB0_8
.LBB0_9:                                # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB0_1:                                # %stop.i7
	.cfi_def_cfa_offset 32
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp2:
	movq	%rbx, %rax
	jmp	.LBB0_2
.Lfunc_end0:
	.size	in_registers_allocation_16, .Lfunc_end0-in_registers_allocation_16
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_allocation_32      # -- Begin function in_registers_allocation_32
	.p2align	4, 0x90
	.type	in_registers_allocation_32,@function
in_registers_allocation_32:             # @in_registers_allocation_32
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
	movq	%rdi, %rax
	cmpq	$1, %rdi
	adcq	$0, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_1
.LBB1_2:                                # %gc.safepoint_poll.exit8
	xorl	%ebx, %ebx
	.p2align	4, 0x90
.LBB1_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	32(%rcx), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB1_5
# %bb.4:                                # %bump.i
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$1280, (%rcx)                   # imm = 0x500
.LBB1_6:                                # %spgc_allocate.exit
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%rbx, 8(%rcx)
	movq	%rbx, 16(%rcx)
	movq	%rbx, 24(%rcx)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB1_7
.LBB1_8:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB1_3 Depth=1
	incq	%rbx
	cmpq	%rbx, %rax
	jne	.LBB1_3
	jmp	.LBB1_9
.LBB1_5:                                # %slow.i
                                        #   in Loop: Header=BB1_3 Depth=1
	movl	$32, %edi
	movl	$1280, %esi                     # imm = 0x500
	movq	%rax, %r14
	callq	spgc_allocate_slow@PLT
.Ltmp3:
	movq	%rax, %rcx
	movq	%r14, %rax
	jmp	.LBB1_6
.LBB1_7:                                # %stop.i
                                        #   in Loop: Header=BB1_3 Depth=1
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp4:
	movq	%r14, %rax
	jmp	.LBB1_8
.LBB1_9:                                # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB1_1:                                # %stop.i7
	.cfi_def_cfa_offset 32
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp5:
	movq	%rbx, %rax
	jmp	.LBB1_2
.Lfunc_end1:
	.size	in_registers_allocation_32, .Lfunc_end1-in_registers_allocation_32
	.cfi_endproc
                                        # -- End function
	.globl	in_registers_allocation_48      # -- Begin function in_registers_allocation_48
	.p2align	4, 0x90
	.type	in_registers_allocation_48,@function
in_registers_allocation_48:             # @in_registers_allocation_48
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
	movq	%rdi, %rax
	cmpq	$1, %rdi
	adcq	$0, %rax
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_1
.LBB2_2:                                # %gc.safepoint_poll.exit8
	xorl	%ebx, %ebx
	.p2align	4, 0x90
.LBB2_3:                                # %loop
                                        # =>This Inner Loop Header: Depth=1
	#APP
	#NO_APP
	movq	%fs:spgc_thread@TPOFF, %rcx
	leaq	48(%rcx), %rdx
	cmpq	%fs:spgc_thread@TPOFF+8, %rdx
	ja	.LBB2_5
# %bb.4:                                # %bump.i
                                        #   in Loop: Header=BB2_3 Depth=1
	movq	%rdx, %fs:spgc_thread@TPOFF
	movq	$1536, (%rcx)                   # imm = 0x600
.LBB2_6:                                # %spgc_allocate.exit
                                        #   in Loop: Header=BB2_3 Depth=1
	movq	%rbx, 8(%rcx)
	movq	%rbx, 16(%rcx)
	movq	%rbx, 24(%rcx)
	movq	%rbx, 32(%rcx)
	movq	%rbx, 40(%rcx)
	cmpq	$0, %fs:spgc_thread@TPOFF+8
	je	.LBB2_7
.LBB2_8:                                # %gc.safepoint_poll.exit
                                        #   in Loop: Header=BB2_3 Depth=1
	incq	%rbx
	cmpq	%rbx, %rax
	jne	.LBB2_3
	jmp	.LBB2_9
.LBB2_5:                                # %slow.i
                                        #   in Loop: Header=BB2_3 Depth=1
	movl	$48, %edi
	movl	$1536, %esi                     # imm = 0x600
	movq	%rax, %r14
	callq	spgc_allocate_slow@PLT
.Ltmp6:
	movq	%rax, %rcx
	movq	%r14, %rax
	jmp	.LBB2_6
.LBB2_7:                                # %stop.i
                                        #   in Loop: Header=BB2_3 Depth=1
	movq	%rax, %r14
	callq	spgc_poll_slow@PLT
.Ltmp7:
	movq	%r14, %rax
	jmp	.LBB2_8
.LBB2_9:                                # %done
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.LBB2_1:                                # %stop.i7
	.cfi_def_cfa_offset 32
	movq	%rax, %rbx
	callq	spgc_poll_slow@PLT
.Ltmp8:
	movq	%rbx, %rax
	jmp	.LBB2_2
.Lfunc_end2:
	.size	in_registers_allocation_48, .Lfunc_end2-in_registers_allocation_48
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
.Lfunc_end3:
	.size	gc.safepoint_poll, .Lfunc_end3-gc.safepoint_poll
	.cfi_endproc
                                        # -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.short	0
	.long	3
	.long	0
	.long	9
	.quad	in_registers_allocation_16
	.quad	24
	.quad	3
	.quad	in_registers_allocation_32
	.quad	24
	.quad	3
	.quad	in_registers_allocation_48
	.quad	24
	.quad	3
	.quad	2882400000
	.long	.Ltmp0-in_registers_allocation_16
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
	.long	.Ltmp1-in_registers_allocation_16
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
	.long	.Ltmp2-in_registers_allocation_16
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
	.long	.Ltmp3-in_registers_allocation_32
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
	.long	.Ltmp4-in_registers_allocation_32
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
	.long	.Ltmp5-in_registers_allocation_32
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
	.long	.Ltmp6-in_registers_allocation_48
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
	.long	.Ltmp7-in_registers_allocation_48
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
	.long	.Ltmp8-in_registers_allocation_48
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
