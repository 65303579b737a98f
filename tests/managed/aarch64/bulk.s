# Made from managed/bulk.ll by managed/regenerate: edit that, not this.
	.text
	.globl	test_array_copy                 // -- Begin function test_array_copy
	.p2align	2
	.type	test_array_copy,@function
test_array_copy:                        // @test_array_copy
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #80
	.cfi_def_cfa_offset 80
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	stp	x24, x23, [sp, #32]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #48]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #64]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -64
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x4
	mov	x20, x3
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x22, x2
	mov	x21, x1
	add	x24, x8, :tprel_lo12_nc:spgc_thread
	mov	x23, x0
	ldr	x8, [x24, #8]
	cbz	x8, .LBB0_6
.LBB0_1:                                // %piece.i.preheader
	mov	x5, x19
.LBB0_2:                                // %piece.i
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x23
	mov	x1, x21
	mov	x2, x22
	mov	x3, x20
	mov	x4, x19
	bl	spgc_array_copy_piece
	ldr	x8, [x24, #8]
	mov	x5, x0
	cbz	x8, .LBB0_4
// %bb.3:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB0_2 Depth=1
	cmp	x5, #0
	b.le	.LBB0_5
	b	.LBB0_2
.LBB0_4:                                // %stop.i
                                        //   in Loop: Header=BB0_2 Depth=1
	str	x23, [sp, #8]
	str	x22, [sp, #24]
	mov	x22, x5
	bl	spgc_poll_slow
.Ltmp0:
	mov	x5, x22
	ldr	x23, [sp, #8]
	ldr	x22, [sp, #24]
	cmp	x5, #0
	b.gt	.LBB0_2
.LBB0_5:                                // %spgc_array_copy.exit
	ldp	x20, x19, [sp, #64]             // 16-byte Folded Reload
	mov	x0, x5
	ldp	x22, x21, [sp, #48]             // 16-byte Folded Reload
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	ldp	x24, x23, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #80
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w30
	ret
.LBB0_6:                                // %stop.i5
	.cfi_restore_state
	str	x23, [sp, #8]
	str	x22, [sp, #24]
	bl	spgc_poll_slow
.Ltmp1:
	ldr	x23, [sp, #8]
	ldr	x22, [sp, #24]
	b	.LBB0_1
.Lfunc_end0:
	.size	test_array_copy, .Lfunc_end0-test_array_copy
	.cfi_endproc
                                        // -- End function
	.globl	test_array_fill                 // -- Begin function test_array_fill
	.p2align	2
	.type	test_array_fill,@function
test_array_fill:                        // @test_array_fill
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	stp	x30, x23, [sp, #16]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #32]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #48]             // 16-byte Folded Spill
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w30, -48
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	mov	x19, x3
	mov	x21, x2
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	x20, x1
	mov	x22, x0
	add	x23, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x23, #8]
	cbz	x8, .LBB1_6
.LBB1_1:                                // %piece.i.preheader
	mov	x4, x19
.LBB1_2:                                // %piece.i
                                        // =>This Inner Loop Header: Depth=1
	mov	x0, x22
	mov	x1, x20
	mov	x2, x21
	mov	x3, x19
	bl	spgc_array_fill_piece
	ldr	x8, [x23, #8]
	mov	x4, x0
	cbz	x8, .LBB1_4
// %bb.3:                               // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB1_2 Depth=1
	cmp	x4, #0
	b.le	.LBB1_5
	b	.LBB1_2
.LBB1_4:                                // %stop.i
                                        //   in Loop: Header=BB1_2 Depth=1
	stp	x22, x21, [sp]
	mov	x21, x4
	bl	spgc_poll_slow
.Ltmp2:
	mov	x4, x21
	ldp	x22, x21, [sp]
	cmp	x4, #0
	b.gt	.LBB1_2
.LBB1_5:                                // %spgc_array_fill.exit
	ldp	x20, x19, [sp, #48]             // 16-byte Folded Reload
	mov	x0, x4
	ldp	x22, x21, [sp, #32]             // 16-byte Folded Reload
	ldp	x30, x23, [sp, #16]             // 16-byte Folded Reload
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w30
	ret
.LBB1_6:                                // %stop.i5
	.cfi_restore_state
	stp	x22, x21, [sp]
	bl	spgc_poll_slow
.Ltmp3:
	ldp	x22, x21, [sp]
	b	.LBB1_1
.Lfunc_end1:
	.size	test_array_fill, .Lfunc_end1-test_array_fill
	.cfi_endproc
                                        // -- End function
	.globl	test_clone                      // -- Begin function test_clone
	.p2align	2
	.type	test_clone,@function
test_clone:                             // @test_clone
	.cfi_startproc
// %bb.0:
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB2_2
.LBB2_1:                                // %gc.safepoint_poll.exit
	str	x0, [sp, #8]
	bl	spgc_clone
.Ltmp4:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB2_2:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]
	bl	spgc_poll_slow
.Ltmp5:
	ldr	x0, [sp, #8]
	b	.LBB2_1
.Lfunc_end2:
	.size	test_clone, .Lfunc_end2-test_clone
	.cfi_endproc
                                        // -- End function
	.globl	test_bytes                      // -- Begin function test_bytes
	.p2align	2
	.type	test_bytes,@function
test_bytes:                             // @test_bytes
	.cfi_startproc
// %bb.0:
	str	x30, [sp, #-16]!                // 8-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB3_2
.LBB3_1:                                // %gc.safepoint_poll.exit
	mov	w1, #5120                       // =0x1400
	bl	spgc_allocate_array_slow
.Ltmp6:
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB3_2:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp7:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	b	.LBB3_1
.Lfunc_end3:
	.size	test_bytes, .Lfunc_end3-test_bytes
	.cfi_endproc
                                        // -- End function
	.globl	test_references                 // -- Begin function test_references
	.p2align	2
	.type	test_references,@function
test_references:                        // @test_references
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	str	x30, [sp, #16]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	.cfi_remember_state
	mrs	x8, TPIDR_EL0
	add	x9, x8, :tprel_hi12:spgc_thread
	add	x9, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x9, #8]
	cbz	x9, .LBB4_5
// %bb.1:                               // %gc.safepoint_poll.exit
	cmp	x0, #1022
	b.hi	.LBB4_6
.LBB4_2:                                // %try.i
	add	x8, x8, :tprel_hi12:spgc_thread
	//APP
	//NO_APP
	add	x9, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x9]
	ldr	x11, [x9, #8]
	add	x10, x8, x0, lsl #3
	add	x10, x10, #16
	cmp	x10, x11
	b.hi	.LBB4_6
// %bb.3:                               // %bump.i
	str	x10, [x9]
	mov	w9, #768                        // =0x300
	stp	x9, x0, [x8]
.LBB4_4:                                // %spgc_allocate_array.exit
	ldr	x30, [sp, #16]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.LBB4_5:                                // %stop.i
	.cfi_restore_state
	str	x0, [sp, #24]                   // 8-byte Folded Spill
	str	x8, [sp, #8]                    // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp8:
	ldr	x8, [sp, #8]                    // 8-byte Folded Reload
	ldr	x0, [sp, #24]                   // 8-byte Folded Reload
	cmp	x0, #1022
	b.ls	.LBB4_2
.LBB4_6:                                // %slow.i
	mov	w1, #768                        // =0x300
	bl	spgc_allocate_array_slow
.Ltmp9:
	mov	x8, x0
	b	.LBB4_4
.Lfunc_end4:
	.size	test_references, .Lfunc_end4-test_references
	.cfi_endproc
                                        // -- End function
	.globl	test_header                     // -- Begin function test_header
	.p2align	2
	.type	test_header,@function
test_header:                            // @test_header
	.cfi_startproc
// %bb.0:
	mrs	x8, TPIDR_EL0
	ldr	x0, [x0]
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB5_2
// %bb.1:                               // %gc.safepoint_poll.exit
	ret
.LBB5_2:                                // %stop.i
	stp	x30, x0, [sp, #-16]!            // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -16
	bl	spgc_poll_slow
.Ltmp10:
	ldr	x0, [sp, #8]                    // 8-byte Folded Reload
	ldr	x30, [sp], #16                  // 8-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end5:
	.size	test_header, .Lfunc_end5-test_header
	.cfi_endproc
                                        // -- End function
	.globl	test_array_hash                 // -- Begin function test_array_hash
	.p2align	2
	.type	test_array_hash,@function
test_array_hash:                        // @test_array_hash
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	str	x30, [sp, #48]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x8, TPIDR_EL0
	add	x9, x8, :tprel_hi12:spgc_thread
	add	x10, x9, :tprel_lo12_nc:spgc_thread
	ldr	x9, [x0, #8]
	ldr	x10, [x10, #8]
	cbz	x10, .LBB6_9
// %bb.1:                               // %gc.safepoint_poll.exit9
	cbz	x9, .LBB6_10
.LBB6_2:                                // %body.preheader
	mov	x11, #32557                     // =0x7f2d
	add	x8, x8, :tprel_hi12:spgc_thread
	mov	w10, #16                        // =0x10
	movk	x11, #19605, lsl #16
	add	x12, x8, :tprel_lo12_nc:spgc_thread
	mov	x8, x9
	movk	x11, #62509, lsl #32
	movk	x11, #22609, lsl #48
.LBB6_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x13, [x0, x10]
	cbz	x13, .LBB6_6
// %bb.4:                               // %body
                                        //   in Loop: Header=BB6_3 Depth=1
	tbnz	w13, #0, .LBB6_6
// %bb.5:                               // %node
                                        //   in Loop: Header=BB6_3 Depth=1
	ldr	x13, [x13, #8]
.LBB6_6:                                // %mix
                                        //   in Loop: Header=BB6_3 Depth=1
	ldr	x14, [x12, #8]
	cbz	x14, .LBB6_8
.LBB6_7:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB6_3 Depth=1
	madd	x8, x8, x11, x13
	subs	x9, x9, #1
	add	x10, x10, #8
	b.ne	.LBB6_3
	b	.LBB6_11
.LBB6_8:                                // %stop.i
                                        //   in Loop: Header=BB6_3 Depth=1
	str	x0, [sp, #56]
	stp	x8, x9, [sp, #32]               // 16-byte Folded Spill
	stp	x12, x10, [sp, #16]             // 16-byte Folded Spill
	str	x13, [sp, #8]                   // 8-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp11:
	mov	x11, #32557                     // =0x7f2d
	ldp	x13, x12, [sp, #8]              // 16-byte Folded Reload
	movk	x11, #19605, lsl #16
	ldp	x10, x8, [sp, #24]              // 16-byte Folded Reload
	movk	x11, #62509, lsl #32
	ldr	x9, [sp, #40]                   // 8-byte Folded Reload
	ldr	x0, [sp, #56]
	movk	x11, #22609, lsl #48
	b	.LBB6_7
.LBB6_9:                                // %stop.i8
	str	x0, [sp, #56]
	stp	x8, x9, [sp, #32]               // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp12:
	ldp	x8, x9, [sp, #32]               // 16-byte Folded Reload
	ldr	x0, [sp, #56]
	cbnz	x9, .LBB6_2
.LBB6_10:
	mov	x8, xzr
.LBB6_11:                               // %done
	ldr	x30, [sp, #48]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end6:
	.size	test_array_hash, .Lfunc_end6-test_array_hash
	.cfi_endproc
                                        // -- End function
	.globl	test_strangers                  // -- Begin function test_strangers
	.p2align	2
	.type	test_strangers,@function
test_strangers:                         // @test_strangers
	.cfi_startproc
// %bb.0:                               // %entry
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x30, [sp, #32]                  // 8-byte Folded Spill
	.cfi_offset w30, -16
	mrs	x10, TPIDR_EL0
	ldr	x9, [x0, #8]
	add	x8, x10, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB7_6
// %bb.1:                               // %gc.safepoint_poll.exit9
	mov	x8, xzr
	cbz	x9, .LBB7_7
.LBB7_2:                                // %body.preheader
	add	x11, x10, :tprel_hi12:spgc_thread
	mov	w10, #16                        // =0x10
	add	x11, x11, :tprel_lo12_nc:spgc_thread
.LBB7_3:                                // %body
                                        // =>This Inner Loop Header: Depth=1
	ldr	x12, [x0, x10]
	ldr	x12, [x12, #8]
	ldr	x13, [x11, #8]
	cmp	x12, #3
	ccmp	x12, #5, #4, ne
	cinc	x8, x8, ne
	cbz	x13, .LBB7_5
.LBB7_4:                                // %gc.safepoint_poll.exit
                                        //   in Loop: Header=BB7_3 Depth=1
	subs	x9, x9, #1
	add	x10, x10, #8
	b.ne	.LBB7_3
	b	.LBB7_7
.LBB7_5:                                // %stop.i
                                        //   in Loop: Header=BB7_3 Depth=1
	str	x0, [sp, #40]
	stp	x8, x9, [sp, #16]               // 16-byte Folded Spill
	stp	x11, x10, [sp]                  // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp13:
	ldp	x11, x10, [sp]                  // 16-byte Folded Reload
	ldr	x0, [sp, #40]
	ldp	x8, x9, [sp, #16]               // 16-byte Folded Reload
	b	.LBB7_4
.LBB7_6:                                // %stop.i8
	str	x0, [sp, #40]
	stp	x10, x9, [sp, #16]              // 16-byte Folded Spill
	bl	spgc_poll_slow
.Ltmp14:
	ldp	x10, x9, [sp, #16]              // 16-byte Folded Reload
	ldr	x0, [sp, #40]
	mov	x8, xzr
	cbnz	x9, .LBB7_2
.LBB7_7:                                // %done
	ldr	x30, [sp, #32]                  // 8-byte Folded Reload
	mov	x0, x8
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	ret
.Lfunc_end7:
	.size	test_strangers, .Lfunc_end7-test_strangers
	.cfi_endproc
                                        // -- End function
	.hidden	gc.safepoint_poll               // -- Begin function gc.safepoint_poll
	.weak	gc.safepoint_poll
	.p2align	2
	.type	gc.safepoint_poll,@function
gc.safepoint_poll:                      // @gc.safepoint_poll
	.cfi_startproc
// %bb.0:                               // %entry
	mrs	x8, TPIDR_EL0
	add	x8, x8, :tprel_hi12:spgc_thread
	add	x8, x8, :tprel_lo12_nc:spgc_thread
	ldr	x8, [x8, #8]
	cbz	x8, .LBB8_2
// %bb.1:                               // %done
	ret
.LBB8_2:                                // %stop
	b	spgc_poll_slow
.Lfunc_end8:
	.size	gc.safepoint_poll, .Lfunc_end8-gc.safepoint_poll
	.cfi_endproc
                                        // -- End function
	.section	.llvm_stackmaps,"awR",@progbits
__LLVM_StackMaps:
	.byte	3
	.byte	0
	.hword	0
	.word	8
	.word	0
	.word	15
	.xword	test_array_copy
	.xword	80
	.xword	2
	.xword	test_array_fill
	.xword	64
	.xword	2
	.xword	test_clone
	.xword	16
	.xword	2
	.xword	test_bytes
	.xword	16
	.xword	2
	.xword	test_references
	.xword	32
	.xword	2
	.xword	test_header
	.xword	16
	.xword	1
	.xword	test_array_hash
	.xword	64
	.xword	2
	.xword	test_strangers
	.xword	48
	.xword	2
	.xword	2882400000
	.word	.Ltmp0-test_array_copy
	.hword	0
	.hword	7
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp1-test_array_copy
	.hword	0
	.hword	7
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	24
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp2-test_array_fill
	.hword	0
	.hword	7
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp3-test_array_fill
	.hword	0
	.hword	7
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp4-test_clone
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp5-test_clone
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	8
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp6-test_bytes
	.hword	0
	.hword	3
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp7-test_bytes
	.hword	0
	.hword	3
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp8-test_references
	.hword	0
	.hword	3
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp9-test_references
	.hword	0
	.hword	3
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp10-test_header
	.hword	0
	.hword	3
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp11-test_array_hash
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	56
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp12-test_array_hash
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	56
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	56
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp13-test_strangers
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0
	.xword	2882400000
	.word	.Ltmp14-test_strangers
	.hword	0
	.hword	5
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	4
	.byte	0
	.hword	8
	.hword	0
	.hword	0
	.word	0
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.byte	3
	.byte	0
	.hword	8
	.hword	31
	.hword	0
	.word	40
	.p2align	3, 0x0
	.hword	0
	.hword	0
	.p2align	3, 0x0

	.section	".note.GNU-stack","",@progbits
