/*
 * statepoint_gc.h: a precise, moving garbage collector for code that LLVM compiles with
 * statepoints.
 *
 * This is for the host, the native part of a runtime. Managed code uses statepoint_gc.ll. What host
 * and managed code must provide, and how to compile and link them: docs/porting.md.
 *
 *     spgc_heap *heap;
 *     spgc_handle_scope scope;
 *     spgc_ref tree;
 *     uint64_t nodes;
 *     const size_t offsets[] = {8, 16};
 *     spgc_type node = {sizeof(spgc_type)};
 *     node.id = 1, node.kind = SPGC_TYPE_FIXED, node.size = 24;
 *     node.references = offsets, node.reference_count = 2;
 *     spgc_argument depth = {NULL, 18}, argument = {NULL, 0};
 *
 *     spgc_heap_start(NULL, &heap);
 *     spgc_type_register(heap, &node);
 *     spgc_thread_attach(heap);
 *     spgc_handle_scope_open(&scope);
 *     spgc_call_for_ref((const void *)make_tree, &depth, 1, &tree);
 *     argument.reference = tree;
 *     spgc_call((const void *)count_tree, &argument, 1, &nodes);
 *     spgc_handle_scope_close(scope);
 *     spgc_thread_detach();
 *     spgc_heap_shutdown(heap);
 *
 * Errors. Functions that can fail return a spgc_status; SPGC_OK is 0. After any other status,
 * spgc_last_error() says what is wrong and what to do, and nothing was changed. The functions never
 * unwind, except for exceptions that propagate through spgc_call() or spgc_fiber_resume(). Errors
 * that would make the collector lose an object, and errors of managed code, end the process with a
 * message.
 *
 * Threads. A thread that runs managed code, or uses references, is attached by
 * spgc_thread_attach(). It is managed while it runs managed code, and native otherwise: outside
 * spgc_call(), and in native functions that managed code calls by spgc_call_native or through a
 * wrapper. Native threads never delay a collection. "Errors of all functions of attached threads"
 * are SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK and SPGC_ERROR_FORKED.
 * Functions return SPGC_ERROR_CALLBACK in callbacks for which a collection or a stopped thread
 * waits: the callbacks of types, and those that inspect stopped threads, select frames, or describe
 * them. The documentation of each callback names the functions that it may call.
 *
 * Cancellation. No function of this library acts upon a request by pthread_cancel(), nor does
 * managed code: it stays pending until the thread is in the host's code again, or in a native
 * function that managed code has called. Callbacks run with cancellation disabled. See
 * docs/porting/exceptions.md.
 *
 * Objects move at safepoints: calls into managed code, allocations, collections on request.
 * Collections of other threads move them at any time while this thread is native. So native code
 * holds spgc_ref, never addresses, except of objects that it has pinned.
 *
 * Structures begin with their size. Set the size to sizeof, and all fields that are not used to
 * zero. This keeps programs and libraries of different versions compatible.
 *
 * Generated from gc/src/ffi by cbindgen: edit that, not this file.
 */


#ifndef STATEPOINT_GC_H
#define STATEPOINT_GC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header; spgc_version() is that of the library. */
#define SPGC_VERSION_MAJOR 0
#define SPGC_VERSION_MINOR 1
#define SPGC_VERSION_PATCH 0


/*
 A collection of the young generation.
 */
#define SPGC_COLLECTION_YOUNG 0

/*
 A collection of the whole heap, which moves few old objects.
 */
#define SPGC_COLLECTION_FULL 1

/*
 A collection of the whole heap, which moves all objects for which there is space.
 */
#define SPGC_COLLECTION_COMPACTING 2

/*
 A concurrent cycle, which begins with a young collection. Only spgc_collect() uses this kind:
 the reports of a cycle's pauses have the kind SPGC_COLLECTION_YOUNG.
 */
#define SPGC_COLLECTION_CYCLE 3

/*
 A collection was made because there was no room for an object.
 */
#define SPGC_COLLECTION_CAUSE_ALLOCATION 0

/*
 A collection was made because there was no room for a large object.
 */
#define SPGC_COLLECTION_CAUSE_LARGE_ALLOCATION 1

/*
 A collection was made because the one before had not freed enough room.
 */
#define SPGC_COLLECTION_CAUSE_EMERGENCY 2

/*
 A collection was made because the host asked for it.
 */
#define SPGC_COLLECTION_CAUSE_REQUEST 3

/*
 A collection was made by zeal mode.
 */
#define SPGC_COLLECTION_CAUSE_ZEAL 4

/*
 The markers of a concurrent cycle have nothing left to mark.
 */
#define SPGC_COLLECTION_CAUSE_MARKING 5

/*
 spgc_collection_phase_callback: the collection as a whole. Its start and its end are the first
 and the last event of a collection.
 */
#define SPGC_COLLECTION_PHASE_COLLECTION 0

/*
 spgc_collection_phase_callback: verifying the heap.
 */
#define SPGC_COLLECTION_PHASE_VERIFY 1

/*
 spgc_collection_phase_callback: scanning stacks and references of native code, and tracing.
 */
#define SPGC_COLLECTION_PHASE_TRACE 2

/*
 spgc_collection_phase_callback: processing of weak references, ephemerons, finalizers.
 */
#define SPGC_COLLECTION_PHASE_REFERENCES 3

/*
 spgc_collection_phase_callback: sweeping, which finds free memory.
 */
#define SPGC_COLLECTION_PHASE_SWEEP 4

/*
 spgc_out_of_memory.request: an object of `amount` bytes.
 */
#define SPGC_MEMORY_REQUEST_BYTES 0

/*
 spgc_out_of_memory.request: an array of `amount` elements, which exceeds the size of any heap.
 */
#define SPGC_MEMORY_REQUEST_ELEMENTS 1

/*
 spgc_config.flags: the SPGC_* variables of the environment are ignored. Otherwise they override
 the settings here, unless the process has more privileges than its caller (AT_SECURE), as a
 set-user-ID program has.
 */
#define SPGC_CONFIG_WITHOUT_ENVIRONMENT 1

/*
 spgc_config.flags: no managed code is registered when the heap starts; all of it is registered
 later, by spgc_code_register_image(), spgc_code_register_loaded() or spgc_code_register_jit().
 Without this flag, the program and the loaded libraries are registered, one of which must have a
 stack map.
 */
#define SPGC_CONFIG_WITHOUT_IMAGES 2

/*
 spgc_config.flags: managed code may call native code directly, without a transition; native
 frames are unwound by .eh_frame. Otherwise a return address that is in no stack map ends the
 process with a message.
 */
#define SPGC_CONFIG_UNWIND_NATIVE_FRAMES 4

/*
 spgc_config.flags: membarrier(2) is not used.
 */
#define SPGC_CONFIG_WITHOUT_MEMBARRIER 8

/*
 spgc_config.flags: there is no overhead limit. A heap is out of memory only when it is full.
 */
#define SPGC_CONFIG_WITHOUT_OVERHEAD_LIMIT 16

/*
 spgc_config.flags: random delays at the steps of the safepoint protocol, to test the host.
 */
#define SPGC_CONFIG_DELAYS 32

/*
 spgc_config.flags: huge pages are requested from the kernel.
 */
#define SPGC_CONFIG_HUGE_PAGES 64

/*
 spgc_config.flags: threads are also stopped by patched polls, which are no-ops until a stop.
 They are in code for which the host calls spgc_patched_polls_add_image() or
 spgc_patched_polls_add_jit().
 */
#define SPGC_CONFIG_PATCHED_POLLS 128

/*
 spgc_config.flags: concurrent cycles, even if the process may use one processor only. With two
 or more, a heap has them by default: docs/sizing.md.
 */
#define SPGC_CONFIG_CONCURRENT 256

/*
 spgc_config.flags: no concurrent cycles. All collections run in pauses, and the pauses of full
 ones are as long as the heap is large.
 */
#define SPGC_CONFIG_WITHOUT_CONCURRENT 512

/*
 spgc_config.flags: no return barriers. Young collections walk all frames of deep stacks, and no
 return address is replaced: docs/porting/deep-stacks.md.
 */
#define SPGC_CONFIG_WITHOUT_RETURN_BARRIERS 1024

/*
 spgc_config.flags: the names of generated functions, present and future ones of the process, are
 written to /tmp/perf-PID.map, where perf reads them: docs/tools.md.
 */
#define SPGC_CONFIG_PERF_MAP 2048

/*
 spgc_config.flags: generated code that is registered from now on in the process is made known to
 gdb and lldb, which then name its functions and unwind its frames: docs/tools.md.
 */
#define SPGC_CONFIG_GDB 4096

/*
 spgc_config.flags: an allocation that finds no memory fails, and does not end the process. Then
 managed code receives null from each function that allocates or clones an object, and must test
 the result; functions of this header return SPGC_ERROR_OUT_OF_MEMORY. The heap stays usable:
 docs/porting/exceptions.md.
 */
#define SPGC_CONFIG_FALLIBLE_ALLOCATION 8192

/*
 spgc_config.zeal: collect only when needed.
 */
#define SPGC_ZEAL_OFF 0

/*
 spgc_config.zeal: collect at every zeal_every-th allocation of each thread.
 */
#define SPGC_ZEAL_ALLOCATION 1

/*
 spgc_config.zeal: collect at every poll.
 */
#define SPGC_ZEAL_POLL 2

/*
 spgc_config.verify: verify all live objects before each collection, which checks what the
 program has done.
 */
#define SPGC_VERIFY_BEFORE 1

/*
 spgc_config.verify: verify all live objects after each collection, which checks what the
 collector has done.
 */
#define SPGC_VERIFY_AFTER 2

/*
 spgc_type.kind: an object with a fixed size, in which some fields hold references. Uses: size,
 references.
 */
#define SPGC_TYPE_FIXED 1

/*
 spgc_type.kind: as SPGC_TYPE_FIXED, with a bitmap: bit n of word m is set if the word at offset
 8 * (64 * m + n) holds a reference. Uses: size, bitmap.
 */
#define SPGC_TYPE_BITMAP 2

/*
 spgc_type.kind: an array of references. The length, an int64_t, is at offset 8; the references
 start at offset 16.
 */
#define SPGC_TYPE_REFERENCE_ARRAY 3

/*
 spgc_type.kind: an array of elements without references. The length is at offset 8; the elements
 start at offset 16. Uses: element_size.
 */
#define SPGC_TYPE_PLAIN_ARRAY 4

/*
 spgc_type.kind: an array of structures with references. The length is at offset 8; the
 structures start at offset 16. Uses: element_size, element_references.
 */
#define SPGC_TYPE_STRUCT_ARRAY 5

/*
 spgc_type.kind: fields with a trailing array. One field is the number of elements. Uses: size
 (of the fields), references, length_offset, element_size, element_references.
 */
#define SPGC_TYPE_TAILED 6

/*
 spgc_type.kind: fields, some of which are weak references: they do not keep their object alive,
 and become null when it dies. Uses: size, references, weak, weak_kind.
 */
#define SPGC_TYPE_WEAK 7

/*
 spgc_type.kind: an ephemeron (Hayes, OOPSLA 1997): fields, with a key and a value that is kept
 alive only while the key is live. Uses: size, references, key, value.
 */
#define SPGC_TYPE_EPHEMERON 8

/*
 spgc_type.kind: callbacks report the size and the references. Uses: size_of, trace, data.
 */
#define SPGC_TYPE_TRACED 9

/*
 A weak reference is cleared as soon as its object is no longer reachable, before the object is
 finalized.
 */
#define SPGC_WEAK_SHORT 0

/*
 A weak reference is cleared when its object is freed, after it was finalized.
 */
#define SPGC_WEAK_LONG 1

/*
 spgc_heap_histogram: pauses, from the request for a collection until mutators resume.
 */
#define SPGC_HISTOGRAM_PAUSE 0

/*
 spgc_heap_histogram: pauses of collections of the young generation.
 */
#define SPGC_HISTOGRAM_YOUNG_PAUSE 1

/*
 spgc_heap_histogram: pauses of collections of the whole heap.
 */
#define SPGC_HISTOGRAM_FULL_PAUSE 2

/*
 spgc_heap_histogram: times to safepoint. This is the part of each pause until all threads have
 stopped.
 */
#define SPGC_HISTOGRAM_TIME_TO_SAFEPOINT 3

/*
 spgc_heap_histogram: the part of each pause after all threads have stopped.
 */
#define SPGC_HISTOGRAM_COLLECTION 4

/*
 spgc_heap_histogram: pauses of young collections that also worked for the marking of a
 concurrent cycle.
 */
#define SPGC_HISTOGRAM_MARKING_PAUSE 5

/*
 spgc_heap_histogram: pauses of young collections that also evacuated blocks of the old
 generation.
 */
#define SPGC_HISTOGRAM_EVACUATION_PAUSE 6

/*
 Result of a spgc_label_callback that has failed.
 */
#define SPGC_LABEL_FAILED 4294967295

/*
 spgc_fiber_config.flags: an exception that leaves the fiber's function passes to the code that
 has resumed the fiber. Without this flag, the unwinder finds no handler, and the process ends.

 With the flag, such an exception ends the fiber, and continues as if the call of spgc_resume or
 spgc_fiber_resume() had thrown it. This applies to exceptions of all kinds, also to
 pthread_exit() and thread cancellation. Cleanups on the fiber's stack run before a handler is
 searched on the stack of the code that has resumed the fiber. If that has none, the process ends
 with a message. The exception object must not be on the fiber's stack.
 */
#define SPGC_FIBER_PASS_EXCEPTIONS 1

/*
 spgc_fiber_config.flags: any thread may resume the fiber, and not only the one that has resumed
 it first, while only managed code is on its stack. When the thread of such a fiber ends, another
 one can resume the fiber. spgc_fiber_migrations() tells whether fibers have moved.

 The managed functions on its stack must not use the address of a thread-local variable, or what
 belongs to a thread, after a call that may suspend the fiber: they are compiled with
 statepoint_gc_migrating.ll. It is not suspended while an exception is being handled. One thread
 at a time resumes the fiber: no other one does, or releases the fiber, before the call that has
 resumed it has returned.
 */
#define SPGC_FIBER_MIGRATES 2

/*
 spgc_root_range_register(): the references keep their objects alive.
 */
#define SPGC_ROOT_RANGE_STRONG 0

/*
 spgc_root_range_register(): the references are weak; a slot becomes 0 when its object dies, at
 the time defined by SPGC_WEAK_SHORT.
 */
#define SPGC_ROOT_RANGE_WEAK_SHORT 1

/*
 spgc_root_range_register(): the references are weak; a slot becomes 0 when its object dies, at
 the time defined by SPGC_WEAK_LONG.
 */
#define SPGC_ROOT_RANGE_WEAK_LONG 2

/*
 spgc_thunk_convention.flags: the function receives the values in an array, `void f(uint64_t
 *values, size_t words)`, each in as many words as it needs: spgc_thunk_values(). References of a
 statepoint are rewritten there when a collection moves their objects. Otherwise it receives them
 as arguments, `void f(v0, v1, ...)`: values in vector registers as float, double or a vector of
 16 bytes, all others as uint64_t. The function is then responsible for references among them.
 */
#define SPGC_THUNK_PASS_ARRAY 1

/*
 spgc_thunk_convention.flags: the processor's flags are preserved. For the shadow of a
 `stackmap`; no call that LLVM knows of preserves them.
 */
#define SPGC_THUNK_PRESERVE_FLAGS 2

/*
 spgc_thunk_convention.preserve: the live-out registers of the record, and those that any C
 function preserves. For a statepoint, or without a record: only the latter.
 */
#define SPGC_PRESERVE_LIVE_OUTS 0

/*
 spgc_thunk_convention.preserve: all registers. (On AArch64 except the link register, which the
 call of the thunk changes.) For a `stackmap`, whose record lists no registers.
 */
#define SPGC_PRESERVE_ALL 1

/*
 spgc_thunk_convention.preserve: the registers that any C function preserves.
 */
#define SPGC_PRESERVE_CALLEE_SAVED 2

/*
 Alignment of a thunk's code in bytes.
 */
#define SPGC_THUNK_ALIGNMENT 16

/*
 spgc_patch.kind: no-ops. A call can be written over them while threads run the code, because
 these no-ops contain an aligned position for it; LLVM's may not. Write them before threads run
 the code.
 */
#define SPGC_PATCH_NO_OPS 1

/*
 spgc_patch.kind: a call of `target`, which returns to the address after the record's bytes.
 */
#define SPGC_PATCH_CALL 2

/*
 spgc_patch.kind: a call of `target`, which never returns: its return address identifies the
 site.
 */
#define SPGC_PATCH_NO_RETURN_CALL 3

/*
 spgc_patch.kind: a jump to `target`.
 */
#define SPGC_PATCH_JUMP 4

/*
 spgc_patch.kind: the instructions in `code`, followed by no-ops.
 */
#define SPGC_PATCH_CODE 5

/*
 spgc_execution_state.state: no thread has executed any of the site's code yet, and threads that
 will execute it synchronise with the writer first, in a way that orders memory (by a mutex, for
 example).
 */
#define SPGC_EXECUTION_NOT_YET_RUN 1

/*
 spgc_execution_state.state: all threads that may execute the code are stopped, outside of the
 site.
 */
#define SPGC_EXECUTION_STOPPED 2

/*
 spgc_execution_state.state: threads may be executing the code. One instruction can change.
 */
#define SPGC_EXECUTION_RUNNING 3

/*
 spgc_execution_state.live_patch: as SPGC_LIVE_PATCH_STORE where the processor's manual
 guarantees that this is sufficient, otherwise as SPGC_LIVE_PATCH_BREAKPOINT.
 */
#define SPGC_LIVE_PATCH_BEST 0

/*
 spgc_execution_state.live_patch: by one store of the 8-byte word that contains the instruction.
 Other processors must then execute either the old or the new instruction. On x86-64, only AMD's
 manual guarantees this.
 */
#define SPGC_LIVE_PATCH_STORE 1

/*
 spgc_execution_state.live_patch: a breakpoint replaces the instruction while it changes. On
 AArch64 all three are the same: one store.
 */
#define SPGC_LIVE_PATCH_BREAKPOINT 2

/*
 spgc_patcher_add(): a statepoint with patch bytes: `bytes` is its "statepoint-num-patch-bytes".
 */
#define SPGC_PATCH_SITE_STATEPOINT 1

/*
 spgc_patcher_add(): an llvm.experimental.patchpoint: `bytes` is its second argument.
 */
#define SPGC_PATCH_SITE_PATCHPOINT 2

/*
 spgc_patcher_add(): an llvm.experimental.stackmap: `bytes` is its second argument, the shadow.
 */
#define SPGC_PATCH_SITE_STACKMAP 3

/*
 spgc_handshake(): a handshake with each attached thread, one after the other.
 */
#define SPGC_HANDSHAKE_ALL_THREADS 0

/*
 spgc_deopt_value.kind: null, or the result of a call that returns nothing.
 */
#define SPGC_DEOPT_VALUE_NULL 0

/*
 spgc_deopt_value_kind.kind, spgc_deopt_value.kind: a number.
 */
#define SPGC_DEOPT_VALUE_BITS 1

/*
 spgc_deopt_value_kind.kind, spgc_deopt_value.kind: a reference to the start of an object, or
 null.
 */
#define SPGC_DEOPT_VALUE_REFERENCE 2

/*
 spgc_deopt_value_kind.kind, spgc_deopt_value.kind: a stack object, in which there are no
 references.
 */
#define SPGC_DEOPT_VALUE_OBJECT 3

/*
 spgc_frame_layout.callee_result: the call returns nothing, or a value that is not needed.
 */
#define SPGC_CALLEE_RESULT_VOID 0

/*
 spgc_frame_layout.callee_result: an integer, or a pointer that is not a reference.
 */
#define SPGC_CALLEE_RESULT_WORD 1

/*
 spgc_frame_layout.callee_result: a floating-point number, or a vector of at most 16 bytes.
 */
#define SPGC_CALLEE_RESULT_FLOAT 2

/*
 spgc_frame_layout.callee_result: a reference to the start of an object, or null.
 */
#define SPGC_CALLEE_RESULT_REFERENCE 3

/*
 spgc_return_value.kind: nothing.
 */
#define SPGC_RETURN_VOID 0

/*
 spgc_return_value.kind: an integer, or a pointer that is not a reference, in the first of
 `words`. (For a float: its bits.)
 */
#define SPGC_RETURN_WORD 1

/*
 spgc_return_value.kind: two integers, in the two registers that return results.
 */
#define SPGC_RETURN_WORD_PAIR 2

/*
 spgc_return_value.kind: a double, in `double_value`.
 */
#define SPGC_RETURN_DOUBLE 3

/*
 spgc_return_value.kind: a reference, or null, in `reference`.
 */
#define SPGC_RETURN_REFERENCE 4

/*
 Status that functions return. If it is not SPGC_OK, the function had no effect, unless its
 documentation says otherwise. spgc_last_error() then returns a message that states the error and
 the remedy.
 */
typedef enum spgc_status {
  /*
   Success.
   */
  SPGC_OK = 0,
  /*
   A pointer is null where null is not allowed, or is not aligned.
   */
  SPGC_ERROR_NULL = 1,
  /*
   A structure's size is not that of any version that this library knows.
   */
  SPGC_ERROR_SIZE = 2,
  /*
   A number is out of range, or a string is invalid.
   */
  SPGC_ERROR_ARGUMENT = 3,
  /*
   A setting is invalid: a field of spgc_config, or an SPGC_* variable of the environment.
   */
  SPGC_ERROR_CONFIG = 4,
  /*
   There is no such heap: it was not started yet, or was shut down.
   */
  SPGC_ERROR_NO_HEAP = 5,
  /*
   The heap is in use: threads are attached to it.
   */
  SPGC_ERROR_BUSY = 6,
  /*
   The calling thread is attached to a heap already.
   */
  SPGC_ERROR_ATTACHED = 7,
  /*
   The calling thread is not attached to a heap.
   */
  SPGC_ERROR_NOT_ATTACHED = 8,
  /*
   The calling thread runs managed code, which has called a native function without a
   transition.
   */
  SPGC_ERROR_MANAGED = 9,
  /*
   The function was called in a callback that must not call it.
   */
  SPGC_ERROR_CALLBACK = 10,
  /*
   This process was forked from one that had a heap.
   */
  SPGC_ERROR_FORKED = 11,
  /*
   A type cannot be used, or is registered already.
   */
  SPGC_ERROR_TYPE = 12,
  /*
   A stack map, unwind table or code range is missing, invalid, or inconsistent with the
   others.
   */
  SPGC_ERROR_CODE = 13,
  /*
   A reference is no longer valid, belongs to another thread, or to another heap.
   */
  SPGC_ERROR_REFERENCE = 14,
  /*
   No scope is open in which a reference could be created, or the scope was closed.
   */
  SPGC_ERROR_HANDLE_SCOPE = 15,
  /*
   The object does not have such a field or element, or the reference holds no object.
   */
  SPGC_ERROR_ACCESS = 16,
  /*
   A root range overlaps another one, or is invalid.
   */
  SPGC_ERROR_ROOT_RANGE = 17,
  /*
   A system call failed: memory, threads or signal handlers are not available.
   */
  SPGC_ERROR_SYSTEM = 18,
  /*
   An internal error of this library. The heap may be in any state.
   */
  SPGC_ERROR_INTERNAL = 19,
  /*
   Code cannot be patched in this way: it is not what LLVM writes there, has no room for the
   patch, or threads may be executing it.
   */
  SPGC_ERROR_PATCH = 20,
  /*
   A frame cannot be taken over, or none of the requested frames exists.
   */
  SPGC_ERROR_FRAME = 21,
  /*
   The calling thread runs on a stack that is not its own, or above a call that it has left by
   a jump (longjmp(), for example).
   */
  SPGC_ERROR_STACK = 22,
  /*
   A fiber cannot be resumed, suspended or released in its state, or by this thread.
   */
  SPGC_ERROR_FIBER = 23,
  /*
   The heap has no memory for an object, and has SPGC_CONFIG_FALLIBLE_ALLOCATION. It stays
   usable.
   */
  SPGC_ERROR_OUT_OF_MEMORY = 24,
  /*
   The heap cannot be inspected: it is corrupt, a stack cannot be walked, a callback of the
   host has failed, or there is no allocation profile, or one already.
   */
  SPGC_ERROR_INSPECTION = 25,
} spgc_status;

/*
 The state of a fiber.
 */
typedef enum spgc_fiber_state {
  /*
   Its function has not been called yet, or the host has not switched to the stack.
   */
  SPGC_FIBER_NEW = 0,
  /*
   It runs, or has resumed another fiber.
   */
  SPGC_FIBER_RUNNING = 1,
  /*
   It is suspended.
   */
  SPGC_FIBER_SUSPENDED = 2,
  /*
   Its function has returned, or an exception has left it.
   */
  SPGC_FIBER_DONE = 3,
} spgc_fiber_state;

/*
 A fiber: a managed function with a stack of its own, which can suspend itself anywhere and is
 resumed later. Created by spgc_fiber_create(), released by spgc_fiber_destroy() or
 spgc_fiber_abandon(). A stack that the host has made is a fiber without a function:
 spgc_fiber_adopt().

 The function takes a reference, with which the fiber is resumed first, and returns one, which is
 the result of its last resumption. Managed code resumes the fiber by spgc_resume, with the
 address that spgc_fiber_address() stores, and suspends itself by spgc_suspend: see the prelude.

 References on the stack of a suspended fiber are roots, unless an object owns the fiber
 (spgc_fiber_give()). A fiber stays on the thread that has resumed it first, unless it has
 SPGC_FIBER_MIGRATES. If that thread ends, the fiber can only be released.
 */
typedef struct spgc_fiber spgc_fiber;

/*
 A heap with its collector. Started by spgc_heap_start(), shut down by spgc_heap_shutdown().
 */
typedef struct spgc_heap spgc_heap;

/*
 The incomplete type that a spgc_ref points to. The pointer is never dereferenced.
 */
typedef struct spgc_object spgc_object;

/*
 A patcher: the patch sites of a code range, and their current patches. Created by
 spgc_patcher_new(), released by spgc_patcher_free(). Any thread may use it.
 */
typedef struct spgc_patcher spgc_patcher;

/*
 A pin. It keeps an object alive and prevents it from moving. Created by spgc_object_pin(),
 released by spgc_object_unpin(). Any thread may use it.
 */
typedef struct spgc_pinned_object spgc_pinned_object;

/*
 A root range. Created by spgc_root_range_register(), released by spgc_root_range_remove().
 */
typedef struct spgc_root_range spgc_root_range;

/*
 Receives the references of an object. Valid while a spgc_object_trace_callback runs.
 */
typedef struct spgc_slot_visitor spgc_slot_visitor;

/*
 A takeover: a continuation to which frames of a heap can be assigned. Created by
 spgc_takeover_new(), released by spgc_takeover_free(). Any thread may use it.
 */
typedef struct spgc_takeover spgc_takeover;

/*
 A thunk: code that calls a C function at an address where another calling convention applies.
 Created by spgc_thunk_new(), released by spgc_thunk_free(). Any thread may use it.

 The code is position-independent: it is copied to executable memory, to a multiple of
 SPGC_THUNK_ALIGNMENT bytes, and registered there: spgc_thunk_sections_new(),
 spgc_code_register_jit(). A patch calls it.
 */
typedef struct spgc_thunk spgc_thunk;

/*
 The tables of thunks that were copied to executable memory. Created by
 spgc_thunk_sections_new(), released by spgc_thunk_sections_free(). Any thread may use them.
 */
typedef struct spgc_thunk_sections spgc_thunk_sections;

/*
 A weak reference of native code. It stays valid when its object moves, and does not keep the
 object alive. Created by spgc_weak_handle_new(), released by spgc_weak_handle_free(). Any thread
 may use it.
 */
typedef struct spgc_weak_handle spgc_weak_handle;

/*
 A table of ephemerons (Hayes, OOPSLA 1997), which maps key objects to value objects. The table
 does not keep its keys alive. It keeps a value alive as long as the key is live. An entry is
 removed when its key dies. Created by spgc_weak_table_new(), released by spgc_weak_table_free().
 Any thread may use it.
 */
typedef struct spgc_weak_table spgc_weak_table;

/*
 Distribution of a duration, in nanoseconds; all zero if there was none. Quantiles are exact to
 three digits.
 */
typedef struct spgc_quantiles {
  /*
   Number of durations.
   */
  uint64_t count;
  /*
   The shortest duration.
   */
  uint64_t min;
  /*
   The arithmetic mean.
   */
  double mean;
  /*
   The median.
   */
  uint64_t p50;
  /*
   The 90th percentile.
   */
  uint64_t p90;
  /*
   The 99th percentile.
   */
  uint64_t p99;
  /*
   The 99.9th percentile.
   */
  uint64_t p999;
  /*
   The longest duration.
   */
  uint64_t max;
} spgc_quantiles;

/*
 Counters of one collection, or of all collections.
 */
typedef struct spgc_collection_counts {
  /*
   Managed frames that were walked.
   */
  uint64_t frames_walked;
  /*
   Native frames that were unwound.
   */
  uint64_t native_frames_walked;
  /*
   Frames for which the stack map had a record.
   */
  uint64_t records_matched;
  /*
   Roots that were scanned.
   */
  uint64_t roots_visited;
  /*
   Roots that were found in callee-saved registers.
   */
  uint64_t register_roots;
  /*
   Register roots that were rewritten.
   */
  uint64_t register_roots_relocated;
  /*
   Derived (interior) pointers that were relocated along with their object.
   */
  uint64_t derived_relocated;
  /*
   Old objects that a reference was stored into, as logged by the write barrier.
   */
  uint64_t objects_logged;
  /*
   Remembered slots: fields of old objects that referred to young ones.
   */
  uint64_t remembered_slots;
  /*
   Objects that were moved.
   */
  uint64_t objects_moved;
  /*
   Bytes of the objects that were moved.
   */
  uint64_t bytes_copied;
  /*
   Bytes of these that were promoted from the young to the old generation.
   */
  uint64_t bytes_promoted;
  /*
   Objects that were live and did not move.
   */
  uint64_t objects_marked;
  /*
   Objects that would have moved, but were pinned, or for which there was no room.
   */
  uint64_t objects_kept;
  /*
   Weak fields and references that were visited.
   */
  uint64_t weak_visited;
  /*
   Weak fields and references that were cleared.
   */
  uint64_t weak_cleared;
  /*
   Ephemerons that were visited.
   */
  uint64_t ephemerons_visited;
  /*
   Ephemerons that were cleared.
   */
  uint64_t ephemerons_cleared;
  /*
   Objects that were queued for finalization.
   */
  uint64_t finalizers_queued;
  /*
   Objects that the verifier checked.
   */
  uint64_t objects_verified;
  /*
   Concurrent cycles that began.
   */
  uint64_t cycles_begun;
  /*
   Concurrent cycles whose marking ended.
   */
  uint64_t cycles_marked;
  /*
   Concurrent cycles that a collection completed because memory was short.
   */
  uint64_t cycles_outrun;
  /*
   Concurrent cycles that were abandoned.
   */
  uint64_t cycles_abandoned;
  /*
   References to old objects that were passed to markers.
   */
  uint64_t references_shaded;
  /*
   Objects that were marked concurrently.
   */
  uint64_t objects_marked_concurrently;
  /*
   Bytes of these objects.
   */
  uint64_t bytes_marked_concurrently;
  /*
   Of these bytes, those that mutators have marked.
   */
  uint64_t bytes_marked_by_mutators;
  /*
   Sparse blocks of the old generation that young collections evacuated.
   */
  uint64_t old_blocks_evacuated;
  /*
   Bytes of the objects in these blocks that moved.
   */
  uint64_t old_bytes_evacuated;
  /*
   Pauses that tried to end the marking of a cycle.
   */
  uint64_t marking_attempts;
  /*
   Managed frames of deep stacks that were not walked, because they had not run.
   */
  uint64_t frames_skipped;
  /*
   Suspended fibers whose stacks markers have read, instead of pauses.
   */
  uint64_t fibers_read;
} spgc_collection_counts;

/*
 Statistics of a heap's collector since the heap was started. Set the first field to
 sizeof(spgc_collector_statistics) before the call that fills it. Times are in nanoseconds.
 */
typedef struct spgc_collector_statistics {
  /*
   sizeof(spgc_collector_statistics).
   */
  size_t size;
  /*
   Number of collections of the young generation alone.
   */
  uint64_t young_collections;
  /*
   Number of collections of the whole heap.
   */
  uint64_t full_collections;
  /*
   Number of these that compacted the heap.
   */
  uint64_t compacting_collections;
  /*
   Highest number of bytes in use so far.
   */
  uint64_t heap_peak_bytes;
  /*
   Pauses: from the request for a collection until mutators could resume.
   */
  struct spgc_quantiles pause_ns;
  /*
   Pauses of collections of the young generation.
   */
  struct spgc_quantiles young_pause_ns;
  /*
   Pauses of collections of the whole heap.
   */
  struct spgc_quantiles full_pause_ns;
  /*
   Times to safepoint: the part of each pause until all threads had stopped.
   */
  struct spgc_quantiles time_to_safepoint_ns;
  /*
   Counters of all collections.
   */
  struct spgc_collection_counts counts;
  /*
   The remainder of each pause, after all threads had stopped.
   */
  struct spgc_quantiles collection_ns;
  /*
   Pauses of young collections that also worked for the marking of a concurrent cycle.
   */
  struct spgc_quantiles marking_pause_ns;
  /*
   Pauses of young collections that also evacuated blocks of the old generation.
   */
  struct spgc_quantiles evacuation_pause_ns;
} spgc_collector_statistics;

/*
 Bytes of a heap that are in use.
 */
typedef struct spgc_heap_use {
  /*
   Bytes of the young generation.
   */
  uint64_t young;
  /*
   Bytes of the old generation.
   */
  uint64_t old;
  /*
   Bytes of large objects.
   */
  uint64_t large;
  /*
   Bytes of all of these, gaps included. The heap's limit applies to this number.
   */
  uint64_t committed;
} spgc_heap_use;

/*
 Report of a collection. Times are in nanoseconds.
 */
typedef struct spgc_collection_report {
  /*
   sizeof(spgc_collection_report) as the library knows it.
   */
  size_t size;
  /*
   Number of this collection: 1 for the heap's first one.
   */
  uint64_t number;
  /*
   SPGC_COLLECTION_YOUNG, SPGC_COLLECTION_FULL or SPGC_COLLECTION_COMPACTING: what was
   collected, and how; the most thorough kind, if there were several passes.
   */
  uint32_t kind;
  /*
   SPGC_COLLECTION_CAUSE_*: the reason for the collection.
   */
  uint32_t cause;
  /*
   Time of the request, since the heap was started.
   */
  uint64_t requested_ns;
  /*
   The pause: from the request until mutators could resume.
   */
  uint64_t pause_ns;
  /*
   Time to safepoint: the part of the pause until all threads had stopped.
   */
  uint64_t time_to_safepoint_ns;
  /*
   Time for root scanning: until stacks, references of native code, and the remembered set had
   been scanned.
   */
  uint64_t roots_ns;
  /*
   Time from the end of root scanning until tracing had finished.
   */
  uint64_t trace_ns;
  /*
   Time for weak references, ephemerons, finalizers.
   */
  uint64_t references_ns;
  /*
   Time for sweeping, which finds free memory.
   */
  uint64_t sweep_ns;
  /*
   Time for verification.
   */
  uint64_t verify_ns;
  /*
   Number of threads that collected.
   */
  uint64_t workers;
  /*
   Number of attached threads.
   */
  uint64_t threads;
  /*
   Name of the thread that stopped last; null if no thread had to be waited for.
   */
  const char *last_to_stop;
  /*
   Its thread ID in the operating system, or 0.
   */
  uint64_t last_to_stop_id;
  /*
   Bytes in use when all threads had stopped.
   */
  struct spgc_heap_use before;
  /*
   Bytes in use when mutators were about to resume.
   */
  struct spgc_heap_use after;
  /*
   Counters of this collection.
   */
  struct spgc_collection_counts counts;
} spgc_collection_report;

/*
 Called after a collection has ended and mutators have resumed. The callback runs on the thread
 that collected or requested the collection, which is native meanwhile. Other threads may collect
 at the same time, and run the callback concurrently.

 The callback may call functions of this library. It is not called for collections that it causes
 itself. It must not wait for a thread that waits for this one. It must not throw: an exception
 ends the process.

 data: spgc_config.on_collection_data.
 collection: the report. Valid until the callback returns.
 */
typedef void (*spgc_collection_callback)(void *data, const struct spgc_collection_report *collection);

/*
 Reason why the process is about to end, or an allocation to fail, because the heap is out of
 memory.
 */
typedef struct spgc_out_of_memory {
  /*
   sizeof(spgc_out_of_memory) as the library knows it.
   */
  size_t size;
  /*
   The heap's limit in bytes.
   */
  uint64_t limit;
  /*
   Bytes in use after a full collection.
   */
  uint64_t live;
  /*
   The amount that could not be allocated, in the unit that `request` states.
   */
  uint64_t amount;
  /*
   SPGC_MEMORY_REQUEST_*.
   */
  uint32_t request;
  /*
   0: the heap is full. 1: the overhead limit is exceeded; collections take too much time and
   free too little memory.
   */
  uint32_t overhead;
} spgc_out_of_memory;

/*
 Called when a full collection has not freed enough memory. The host can then release memory, for
 example references. The callback returns whether it released anything. If so, one more full
 collection runs. Only if that does not free enough either, the process ends with a message, or
 the allocation fails (SPGC_CONFIG_FALLIBLE_ALLOCATION).

 The callback runs on the thread that allocates, which is native meanwhile. Other threads
 continue to run and to collect. The callback may call functions of this library. It must not
 wait for a thread that may allocate. It must not throw: an exception ends the process.

 data: spgc_config.on_out_of_memory_data.
 why: the shortage. Valid until the callback returns.
 */
typedef bool (*spgc_out_of_memory_callback)(void *data, const struct spgc_out_of_memory *why);

/*
 Returns the size of an object in bytes, including its header: a multiple of 8, at least 16. 0
 means that no object of this type exists, and ends the process with a message.

 The callback is called on any thread, possibly on several concurrently, and only while all
 threads that run managed code are stopped. It must read only the object itself, after its
 header. It must not call functions of this library, wait, or throw. Functions that access fields
 of such an object, or clone it, stop all threads before they call the callback.

 The heap verifier also calls it for a word that only resembles the header of such an object. At
 least 16 bytes from that word on are readable, and may have any contents. A fault in this call
 ends the process with a message.

 data: the pointer that was registered with the callback.
 type: the object's type ID.
 object: the object's address.
 */
typedef size_t (*spgc_object_size_callback)(void *data, uint32_t type, const void *object);

/*
 Reports the references of an object by spgc_visit_slots(). Each reference is reported once.

 The rules of spgc_object_size_callback apply, except that it may call spgc_visit_slots().

 tracer: argument for spgc_visit_slots(). Valid until the callback returns.
 */
typedef void (*spgc_object_trace_callback)(void *data,
                                           uint32_t type,
                                           const void *object,
                                           struct spgc_slot_visitor *tracer);

/*
 Called at the start and the end of a collection, and of each of its phases. The phases are
 repeated if one pass does not free enough.

 All threads are stopped while the callback runs, at any point of their execution. It must not
 take a lock that may be held by a thread that runs managed code or is about to run it. It must
 not wait for another thread in any other way, run managed code, create or release references,
 nor throw. A collection or an access to objects ends the process with a message.

 data: spgc_config.on_phase_data.
 number: the number of the collection, as spgc_collection_report.number.
 phase: SPGC_COLLECTION_PHASE_*.
 ends: true at the end, false at the start.
 */
typedef void (*spgc_collection_phase_callback)(void *data,
                                               uint64_t number,
                                               uint32_t phase,
                                               bool ends);

/*
 Settings of a heap. Set the first field to sizeof(spgc_config) and all others to zero, which
 selects the library's defaults; then change individual fields: `spgc_config config =
 {sizeof(spgc_config)}; config.heap_max = 512u << 20;`.

 The effect of each setting, and the rules by which sizes are chosen: docs/sizing.md.
 */
typedef struct spgc_config {
  /*
   sizeof(spgc_config).
   */
  size_t size;
  /*
   Bitwise or of SPGC_CONFIG_*.
   */
  uint64_t flags;
  /*
   Limit of the heap, in bytes. 0: heap_max_percent applies.
   */
  size_t heap_max;
  /*
   Limit of the heap, in per cent of memory. 0: 25, but at least 64 MiB.
   */
  double heap_max_percent;
  /*
   Limit in bytes that applies until the heap's actual need has been measured. 0: one eighth of
   the limit, but at least 64 MiB.
   */
  size_t heap_initial;
  /*
   Nursery size: bytes allocated from one young collection to the next. 0: chosen adaptively.
   */
  size_t nursery;
  /*
   Target share of the time spent in collections, in per cent. 0: 5.
   */
  double time_share;
  /*
   Pause goal of young collections, in nanoseconds. 0: 2 ms.
   */
  uint64_t pause_goal_ns;
  /*
   Number of threads that collect. 0: one for each processor.
   */
  uint64_t collector_threads;
  /*
   Overhead limit, as OpenJDK's GCTimeLimit and GCHeapFreeLimit. The heap is out of memory when
   at least this share of the time, in per cent, is spent in collections that each leave less
   than overhead_free_percent free. 0, if overhead_free_percent is 0 as well: 98.
   */
  double overhead_time_percent;
  /*
   Free memory, in per cent of the heap limit, below which a collection counts towards the
   overhead limit. 0, if overhead_time_percent is 0 as well: 2.
   */
  double overhead_free_percent;
  /*
   Timeout of a stop, in nanoseconds. When it has passed, the library names the threads that
   have not stopped on standard error. 0: no timeout.
   */
  uint64_t safepoint_timeout_ns;
  /*
   SPGC_ZEAL_*: collect more often than needed, to expose errors.
   */
  uint32_t zeal;
  /*
   With SPGC_ZEAL_ALLOCATION: collect at every n-th allocation. 0: at every one.
   */
  uint32_t zeal_every;
  /*
   Bitwise or of SPGC_VERIFY_*.
   */
  uint32_t verify;
  /*
   Seed of the random decisions of zeal mode and SPGC_CONFIG_DELAYS.
   */
  uint32_t zeal_seed;
  /*
   Called after each collection. May be null.
   */
  spgc_collection_callback on_collection;
  /*
   Passed to on_collection.
   */
  void *on_collection_data;
  /*
   Called to release memory before the process ends because it is out of memory, or an
   allocation fails. May be null.
   */
  spgc_out_of_memory_callback on_out_of_memory;
  /*
   Passed to on_out_of_memory.
   */
  void *on_out_of_memory_data;
  /*
   Returns the size of an object whose type is not registered, for a runtime whose objects
   describe themselves; see spgc_type.size_of. May be null if trace is null as well.
   */
  spgc_object_size_callback size_of;
  /*
   Reports the references of such an object; see spgc_type.trace.
   */
  spgc_object_trace_callback trace;
  /*
   Passed to size_of and trace.
   */
  void *trace_data;
  /*
   Log setting, in the syntax of SPGC_LOG, for example "gc+phases:json:/tmp/gc.log":
   docs/log.md. Null: nothing.
   */
  const char *log;
  /*
   File for a trace that Perfetto and chrome://tracing open: docs/log.md. Null: no trace.
   */
  const char *trace_file;
  /*
   Called during each collection, at the start and the end of each phase. May be null.
   */
  spgc_collection_phase_callback on_phase;
  /*
   Passed to on_phase.
   */
  void *on_phase_data;
  /*
   Number of threads that mark concurrently, in concurrent cycles. 0: a quarter of
   the processors, at least one.
   */
  uint64_t marker_threads;
  /*
   Where the heap exports its counters, in the syntax of SPGC_STATS: "on" for a file that
   spgc-top finds by the process ID, or the name of a file: docs/observability.md. Null:
   nowhere.
   */
  const char *stats;
} spgc_config;

/*
 The name of a field, for histograms and heap snapshots.
 */
typedef struct spgc_field_name {
  /*
   Offset of the field in bytes, from the start of the object.
   */
  size_t offset;
  /*
   The name, in UTF-8.
   */
  const char *name;
} spgc_field_name;

/*
 Layout of the objects of a type. Set the first field to sizeof(spgc_type), and fields that the
 kind does not use to zero.

 Sizes and offsets are in bytes. Offsets are from the start of the object, whose header has 8
 bytes. A reference field has 8 bytes and an offset that is a multiple of 8. It may also hold
 null, a tagged number or an address outside the heap; the collector ignores these.

 The library copies the data that the pointers point to. The data may be freed after the call.
 */
typedef struct spgc_type {
  /*
   sizeof(spgc_type).
   */
  size_t struct_size;
  /*
   Type ID, from 1 to 2^23 - 1. The object header that compiled code stores is the ID times
   256.
   */
  uint32_t id;
  /*
   SPGC_TYPE_*.
   */
  uint32_t kind;
  /*
   Alignment of the objects: 8, 16, or 0 for 8.
   */
  uint32_t alignment;
  /*
   SPGC_WEAK_*, for SPGC_TYPE_WEAK.
   */
  uint32_t weak_kind;
  /*
   Bytes of an object, header included, a multiple of 8 and at least 16. For SPGC_TYPE_TAILED:
   the bytes before the first element.
   */
  size_t size;
  /*
   Offsets of the references.
   */
  const size_t *references;
  /*
   Number of elements of `references`.
   */
  size_t reference_count;
  /*
   Bitmap of the references.
   */
  const uint64_t *bitmap;
  /*
   Length of `bitmap` in words of 8 bytes.
   */
  size_t bitmap_words;
  /*
   Bytes of an element.
   */
  size_t element_size;
  /*
   Offsets of the references in an element, from the start of the element.
   */
  const size_t *element_references;
  /*
   Number of elements of `element_references`.
   */
  size_t element_reference_count;
  /*
   Offset of the field that holds the number of elements, an int64_t.
   */
  size_t length_offset;
  /*
   Offsets of weak references.
   */
  const size_t *weak;
  /*
   Number of elements of `weak`.
   */
  size_t weak_count;
  /*
   Offset of an ephemeron's key.
   */
  size_t key;
  /*
   Offset of an ephemeron's value.
   */
  size_t value;
  /*
   Returns the size of an object.
   */
  spgc_object_size_callback size_of;
  /*
   Reports the references of an object.
   */
  spgc_object_trace_callback trace;
  /*
   Passed to size_of and trace.
   */
  void *data;
  /*
   Name of the type in UTF-8, for histograms and heap snapshots, or null.
   */
  const char *name;
  /*
   Names of fields.
   */
  const struct spgc_field_name *field_names;
  /*
   Number of elements of `field_names`.
   */
  size_t field_name_count;
} spgc_type;

/*
 Called with one bucket of a histogram: `count` durations from `shortest` to `longest`
 nanoseconds. Buckets are in ascending order, and none is empty.
 */
typedef void (*spgc_histogram_callback)(void *data,
                                        uint64_t shortest_ns,
                                        uint64_t longest_ns,
                                        uint64_t count);

/*
 The reachable objects of one type.
 */
typedef struct spgc_type_in_use {
  /*
   sizeof(spgc_type_in_use) as the library knows it.
   */
  size_t size;
  /*
   Name of the type, "type 17" if it was registered without one. Valid until the callback
   returns.
   */
  const char *name;
  /*
   Type ID.
   */
  uint64_t id;
  /*
   Number of objects in the young generation.
   */
  uint64_t young_objects;
  /*
   Their size in bytes.
   */
  uint64_t young_bytes;
  /*
   Number of objects in the old generation.
   */
  uint64_t old_objects;
  /*
   Their size in bytes.
   */
  uint64_t old_bytes;
} spgc_type_in_use;

/*
 Called with the reachable objects of one type. Called for types in descending order of their
 size.
 */
typedef void (*spgc_type_in_use_callback)(void *data, const struct spgc_type_in_use *item);

/*
 Returns a text for an object, for example the contents of a string, which viewers show. Writes
 the text in UTF-8 to `text`, at most `size` bytes, and returns the number of bytes;
 SPGC_LABEL_FAILED ends the snapshot with SPGC_ERROR_INSPECTION. Bytes that are not UTF-8 are
 replaced.

 All threads that run managed code are stopped. The callback may read the object. It must not
 call functions of this library, wait, or throw.

 data: spgc_snapshot_options.data.
 type: the object's type ID.
 object: the object's address.
 object_size: its size in bytes.
 */
typedef size_t (*spgc_label_callback)(void *data,
                                      uint32_t type,
                                      const void *object,
                                      size_t object_size,
                                      char *text,
                                      size_t size);

/*
 Called about a hundred times while a snapshot is written, with the number of steps that are done
 and of all steps. The rules of spgc_label_callback apply.
 */
typedef void (*spgc_progress_callback)(void *data, uint64_t done, uint64_t total);

/*
 Settings of a heap snapshot. Set the first field to sizeof(spgc_snapshot_options), and fields
 that are not used to zero.
 */
typedef struct spgc_snapshot_options {
  /*
   sizeof(spgc_snapshot_options).
   */
  size_t struct_size;
  /*
   IDs of the types whose objects have labels.
   */
  const uint32_t *label_types;
  /*
   Number of elements of `label_types`.
   */
  size_t label_type_count;
  /*
   Returns the label of an object of these types, or null for no labels.
   */
  spgc_label_callback label;
  /*
   Receives the progress, or null.
   */
  spgc_progress_callback progress;
  /*
   Passed to `label` and `progress`.
   */
  void *data;
} spgc_snapshot_options;

/*
 Result of a heap snapshot. Set the first field to sizeof(spgc_snapshot_summary).
 */
typedef struct spgc_snapshot_summary {
  /*
   sizeof(spgc_snapshot_summary).
   */
  size_t size;
  /*
   Number of objects.
   */
  uint64_t objects;
  /*
   Their size in bytes.
   */
  uint64_t object_bytes;
  /*
   Number of edges, those from roots included.
   */
  uint64_t edges;
  /*
   Size of the file in bytes.
   */
  uint64_t bytes_written;
  /*
   Nanoseconds for which threads were stopped.
   */
  uint64_t pause_ns;
  /*
   Bytes of memory that were used besides the heap.
   */
  uint64_t memory_bytes;
} spgc_snapshot_summary;

/*
 The objects of one type in an allocation profile: estimates from a sample.
 */
typedef struct spgc_type_allocations {
  /*
   sizeof(spgc_type_allocations) as the library knows it.
   */
  size_t size;
  /*
   Name of the type, "type 17" if it was registered without one. Valid until the callback
   returns.
   */
  const char *name;
  /*
   Type ID.
   */
  uint64_t id;
  /*
   Number of objects that were allocated.
   */
  uint64_t allocated_objects;
  /*
   Their size in bytes.
   */
  uint64_t allocated_bytes;
  /*
   Number of those that were live after the last collection of their generation.
   */
  uint64_t in_use_objects;
  /*
   Their size in bytes.
   */
  uint64_t in_use_bytes;
} spgc_type_allocations;

/*
 Called with the objects of one type. Called for types in descending order of the bytes that were
 allocated.
 */
typedef void (*spgc_type_allocations_callback)(void *data, const struct spgc_type_allocations *item);

/*
 Called with a text of `length` bytes, which ends with a zero byte. It is valid until the
 callback returns.
 */
typedef void (*spgc_text_callback)(void *data, const char *text, size_t length);

/*
 Identifies a region of registered code, which is a library or a range of generated code.
 spgc_code_remove() removes the region.
 */
typedef struct spgc_code_region_id {
  /*
   Serial number of the region. Serial numbers are not reused.
   */
  uint64_t number;
  /*
   Start address of the region's code.
   */
  uint64_t start;
} spgc_code_region_id;

/*
 A function of generated code. Its name appears in messages.
 */
typedef struct spgc_generated_function {
  /*
   Start address.
   */
  const void *start;
  /*
   Length in bytes.
   */
  size_t size;
  /*
   Name of the function, in UTF-8. Copied.
   */
  const char *name;
} spgc_generated_function;

/*
 A range of generated code. Set the first field to sizeof(spgc_jit_region), and unused fields to
 zero.

 Its call sites are described in one of two ways: by the sections that LLVM emitted, stack_maps
 and eh_frame, with relocations applied; or by compiled tables (stackmap compile).
 */
typedef struct spgc_jit_region {
  /*
   sizeof(spgc_jit_region).
   */
  size_t size;
  /*
   Start address of the code.
   */
  const void *code;
  /*
   Length of the code in bytes. The range may contain other code, but none of another region.
   */
  size_t code_size;
  /*
   Contents of .llvm_stackmaps. Need not outlive the call. The same holds for the fields that
   follow, unless stated otherwise.
   */
  const void *stack_maps;
  /*
   Length of stack_maps in bytes.
   */
  size_t stack_maps_size;
  /*
   Contents of .eh_frame.
   */
  const void *eh_frame;
  /*
   Length of eh_frame in bytes.
   */
  size_t eh_frame_size;
  /*
   Address that .eh_frame was relocated for, if it differs from eh_frame; otherwise 0.
   */
  uint64_t eh_frame_address;
  /*
   Compiled tables instead of stack_maps and eh_frame, back to back, 4-aligned. They must stay
   unchanged until the region has been removed.
   */
  const uint32_t *tables;
  /*
   Length of tables in words of 4 bytes.
   */
  size_t tables_words;
  /*
   Base address of the addresses in the tables, if it differs from `tables`; otherwise 0.
   */
  uint64_t tables_address;
  /*
   Names of functions, for messages.
   */
  const struct spgc_generated_function *functions;
  /*
   Number of elements of `functions`.
   */
  size_t function_count;
} spgc_jit_region;

/*
 Receives compiled tables.

 data: the pointer that was passed to spgc_code_compile().
 words: the tables. Valid until the callback returns.
 count: the number of words.
 */
typedef void (*spgc_tables_callback)(void *data, const uint32_t *words, size_t count);

/*
 Called when no stack has a frame in retired code. It removes the code (spgc_code_remove()), and
 may then free it, or close the library.

 The callback runs once, on the thread that has searched the stacks, which is native meanwhile.
 It may call functions of this library. It must not wait for a thread that waits for this one. It
 must not throw: an exception ends the process.

 data: the pointer that was passed to spgc_code_retire().
 region: the region.
 */
typedef void (*spgc_unused_code_callback)(void *data, struct spgc_code_region_id region);

/*
 A frame in a region of code, or the function of a fiber that was not resumed yet.
 */
typedef struct spgc_code_user {
  /*
   sizeof(spgc_code_user) as the library knows it.
   */
  size_t size;
  /*
   The region.
   */
  struct spgc_code_region_id region;
  /*
   The return address of the call that the frame is in, or the address of the fiber's function
   plus 1.
   */
  const void *pc;
  /*
   The stack, for messages: `the stack of thread "main" (17)`. Valid until the callback
   returns.
   */
  const char *stack;
} spgc_code_user;

/*
 Receives a frame in a region.

 data: the pointer that was passed to spgc_code_users().
 user: valid until the callback returns. It must not throw: an exception ends the process.
 */
typedef void (*spgc_code_user_callback)(void *data, const struct spgc_code_user *user);

/*
 A reference that native code holds: null, local or global. It keeps its object alive, and stays
 valid when the object moves.

 Functions of this library that return a reference store a local reference. It belongs to the
 innermost open scope of the calling thread, and is invalid after this scope is closed. Only this
 thread may use it. spgc_ref_new_global() creates a global reference, which any thread may use
 until spgc_ref_release(). A null spgc_ref represents the null reference of the managed language.
 A reference holds the contents of a field. So it may also hold a tagged number instead of an
 object.

 References are not addresses. Two references to one object differ; see spgc_ref_same_object().
 */
typedef struct spgc_object *spgc_ref;

/*
 Identifies an open scope of the calling thread.
 */
typedef uint64_t spgc_handle_scope;

/*
 An argument of a managed function. If `reference` is not null, the argument is that reference.
 Otherwise it is the integer or non-reference pointer in `word`. To pass a null reference, set
 `reference` to null and `word` to 0.
 */
typedef struct spgc_argument {
  /*
   A reference.
   */
  spgc_ref reference;
  /*
   An integer, or a pointer that is not a reference. Narrower values are in the low bits.
   */
  uint64_t word;
} spgc_argument;

/*
 Settings of a fiber.
 */
typedef struct spgc_fiber_config {
  /*
   sizeof(spgc_fiber_config)
   */
  size_t size;
  /*
   Size of the stack in bytes, at least 16 KiB, and rounded up to whole pages; 0 for 64 KiB.
   Native code that managed code calls needs room on it; collections do not. Pages use memory
   only once they are written.
   */
  size_t stack_size;
  /*
   Name for messages, in UTF-8; null for none. The string is copied.
   */
  const char *name;
  /*
   SPGC_FIBER_PASS_EXCEPTIONS and SPGC_FIBER_MIGRATES, combined by |, or 0.
   */
  uint64_t flags;
} spgc_fiber_config;

/*
 Parameters of the patched polls of generated code. Set the first field to
 sizeof(spgc_poll_parameters) and all others to zero, which selects the defaults.
 */
typedef struct spgc_poll_parameters {
  /*
   sizeof(spgc_poll_parameters).
   */
  size_t size;
  /*
   ID of the polls' records ("statepoint-id"). No other record may have it. 0: 1347374156, as
   in patched_poll.ll.
   */
  uint64_t id;
  /*
   Bytes of each poll ("statepoint-num-patch-bytes"). 0: those of a call, 5 on x86-64, 4 on
   AArch64.
   */
  uint64_t bytes;
  /*
   Address that polls call instead of spgc_poll_slow, if the latter is out of range of a call
   from the code (2 GiB on x86-64, 128 MiB on AArch64): code in range that jumps to
   spgc_poll_slow, and changes at most r11 (x16 and x17 on AArch64). Null: spgc_poll_slow.
   */
  const void *target;
  /*
   Writable address of the region's first byte, if its memory is mapped twice. It stays valid
   until the polls have been removed. Null: the pages with polls are made writable for each
   stop.
   */
  void *writable;
} spgc_poll_parameters;

/*
 Selects records of a stack map. Set the first field to sizeof(spgc_record_query), one of
 `stack_maps` and `image`, the ID, and the rest to zero.
 */
typedef struct spgc_record_query {
  /*
   sizeof(spgc_record_query).
   */
  size_t size;
  /*
   Contents of .llvm_stackmaps, with relocations applied, as for spgc_jit_region.
   */
  const void *stack_maps;
  /*
   Length of stack_maps in bytes.
   */
  size_t stack_maps_size;
  /*
   Instead of stack_maps: an address in the code of the program or a library, whose stack map
   is used.
   */
  const void *image;
  /*
   ID of the records: the first argument of a `patchpoint` or `stackmap`, "statepoint-id" of a
   statepoint.
   */
  uint64_t id;
  /*
   Start address of the function that contains the record; null: any function.
   */
  const void *function;
  /*
   Address of the record, as spgc_stack_map_record.address; null: any address.
   */
  const void *address;
} spgc_record_query;

/*
 A record of a stack map.
 */
typedef struct spgc_stack_map_record {
  /*
   Address of the record: the start of its bytes for a `patchpoint` or `stackmap`, their end
   for a statepoint.
   */
  uint64_t address;
  /*
   Start address of the function that contains the record.
   */
  uint64_t function;
  /*
   ID of the record.
   */
  uint64_t id;
} spgc_stack_map_record;

/*
 Calling convention of a thunk. Set the first field to sizeof(spgc_thunk_convention), and unused
 fields to zero. Registers are identified by their DWARF numbers, as in stack maps.

 The red zone below the stack pointer and the x87 registers are not preserved.
 */
typedef struct spgc_thunk_convention {
  /*
   sizeof(spgc_thunk_convention).
   */
  size_t size;
  /*
   The record whose values the function receives; it must select exactly one. Null: no values.
   */
  const struct spgc_record_query *record;
  /*
   Bitwise or of SPGC_THUNK_*.
   */
  uint32_t flags;
  /*
   SPGC_PRESERVE_*: the registers that are preserved.
   */
  uint32_t preserve;
  /*
   Further registers that are preserved, in their full width.
   */
  const uint16_t *preserved;
  /*
   Number of elements of `preserved`.
   */
  size_t preserved_count;
  /*
   Registers that are not preserved, although the fields above include them. An example is the
   register of a patchpoint's result, which the function returns.
   */
  const uint16_t *clobbered;
  /*
   Number of elements of `clobbered`.
   */
  size_t clobbered_count;
  /*
   Registers that get new values. The function has an additional parameter, `uint64_t
   *results`: the first one, or the one after the array and its number of words. On entry
   `results` contains the old values, in the words that spgc_thunk_results() states; when the
   function returns, the registers get its contents. The function may store a reference there
   only when no collection can occur any more before it returns.
   */
  const uint16_t *written;
  /*
   Number of elements of `written`.
   */
  size_t written_count;
  /*
   Number of leading values that the function does not receive: at a patchpoint of anyregcc the
   first value is the location of the result.
   */
  size_t skipped;
} spgc_thunk_convention;

/*
 A range of 8-byte words in an array.
 */
typedef struct spgc_word_range {
  /*
   Index of the first word in the array.
   */
  size_t first;
  /*
   Number of words.
   */
  size_t count;
} spgc_word_range;

/*
 Code to patch. Set the first field to sizeof(spgc_code_memory).
 */
typedef struct spgc_code_memory {
  /*
   sizeof(spgc_code_memory).
   */
  size_t size;
  /*
   Address at which the code is executed.
   */
  const void *code;
  /*
   Length of the code in bytes.
   */
  size_t code_size;
  /*
   Writable address of the first byte of the code, if its memory is mapped a second time
   (memfd_create(2), and two mappings of that). Null: the pages are made writable for each
   patch, and their protection is restored afterwards. The pages stay executable meanwhile,
   because they may contain other code. If the kernel forbids writable and executable pages,
   patching returns SPGC_ERROR_SYSTEM.
   */
  void *writable;
} spgc_code_memory;

/*
 Identifies a site of a patcher by the address of its first byte.
 */
typedef uint64_t spgc_patch_site_id;

/*
 A patch for a site. Set the first field to sizeof(spgc_patch), and fields that the kind does not
 use to zero.

 The target of a call must follow the calling convention of the record, and preserve the
 registers that are live there. A thunk does: the target is then the address that it was copied
 to, or code that jumps there with all registers unchanged.
 */
typedef struct spgc_patch {
  /*
   sizeof(spgc_patch).
   */
  size_t size;
  /*
   SPGC_PATCH_*.
   */
  uint64_t kind;
  /*
   Target of the call or jump.
   */
  const void *target;
  /*
   The thunk that is called, created for this record or for one with the same values and live
   registers. Stack walks of collections rely on it: without it, a collection during a call at
   a `patchpoint` or `stackmap` is allowed only if the record has no reference in a register
   that calls change. Null: no thunk.
   */
  const struct spgc_thunk *thunk;
  /*
   For SPGC_PATCH_CODE: the instructions, as they are to be written. Copied.
   */
  const void *code;
  /*
   Length of `code` in bytes.
   */
  size_t code_size;
  /*
   For SPGC_PATCH_CODE: offset in `code` of the return address of the call that it contains. 0:
   no call.
   */
  size_t call_end;
} spgc_patch;

/*
 State of the threads while a site is written. Set the first field to
 sizeof(spgc_execution_state), and unused fields to zero. If the threads are in another state,
 they may execute anything.
 */
typedef struct spgc_execution_state {
  /*
   sizeof(spgc_execution_state).
   */
  size_t size;
  /*
   SPGC_EXECUTION_*.
   */
  uint32_t state;
  /*
   For SPGC_EXECUTION_RUNNING: SPGC_LIVE_PATCH_*. With any but SPGC_LIVE_PATCH_STORE, the
   library handles SIGTRAP from then on; no thread may block it while it executes code that is
   patched.
   */
  uint32_t live_patch;
  /*
   For SPGC_EXECUTION_STOPPED: the threads' program counters, and all return addresses on their
   stacks; at least those in the patcher's code.
   */
  const void *const *addresses;
  /*
   Number of elements of `addresses`.
   */
  size_t address_count;
} spgc_execution_state;

/*
 A thread that is at a safepoint. Valid while a spgc_handshake_callback runs.
 */
typedef struct spgc_stopped_thread {
  /*
   sizeof(spgc_stopped_thread) as the library knows it.
   */
  size_t size;
  /*
   Name of the thread when it was attached.
   */
  const char *name;
  /*
   Thread ID in the operating system.
   */
  uint64_t id;
} spgc_stopped_thread;

/*
 Inspects a thread that is at a safepoint. The thread's stack does not change, and objects do not
 move, until the callback returns.

 The callback runs on that thread, or on the thread that called spgc_handshake(). Collections
 wait for it. It may call spgc_stopped_thread_activations(), spgc_stopped_thread_take_over() and
 spgc_last_error(); other functions return SPGC_ERROR_CALLBACK. It must not wait for another
 thread, nor take a lock that may be held by a thread that runs managed code or is about to run
 it. It must not call exit(), which would wait for the callback. It must not throw: an exception
 ends the process.

 data: the pointer that was passed to spgc_handshake().
 thread: the thread. Valid until the callback returns.
 */
typedef void (*spgc_handshake_callback)(void *data, const struct spgc_stopped_thread *thread);

/*
 A managed frame: an activation of managed code that has not returned.
 */
typedef struct spgc_activation {
  /*
   sizeof(spgc_activation) as the library knows it.
   */
  size_t size;
  /*
   Return address of the call that the frame is in. spgc_code_describe() of the address before
   it names the function.
   */
  const void *pc;
  /*
   Start address of the frame's function; null if unknown.
   */
  const void *function;
  /*
   ID of the record of the call that the frame is in ("statepoint-id"); 0 if there is none.
   */
  uint64_t record;
  /*
   Number of younger managed frames on the thread's stack.
   */
  size_t depth;
} spgc_activation;

/*
 Called with a managed frame.

 data: the pointer that was passed along with the callback.
 frame: the frame. Valid until the callback returns.
 */
typedef void (*spgc_activation_callback)(void *data, const struct spgc_activation *frame);

/*
 Selects frames for takeover. The callback is called for each managed frame of a thread, the
 youngest first, and returns whether the frame is to be taken over.

 It runs during a stack walk: it must not call functions of this library, wait, nor throw.

 data: the pointer that was passed along with the callback.
 frame: the frame. Valid until the callback returns.
 */
typedef bool (*spgc_select_activation_callback)(void *data, const struct spgc_activation *frame);

/*
 A call with deoptimization state. Valid while a spgc_frame_layout_callback runs.
 */
typedef struct spgc_deopt_site {
  /*
   sizeof(spgc_deopt_site) as the library knows it.
   */
  size_t size;
  /*
   Return address of the call.
   */
  const void *pc;
  /*
   Start address of the function that contains the call; null if that is not known.
   */
  const void *function;
  /*
   ID of the call's record ("statepoint-id").
   */
  uint64_t record;
  /*
   Number of values in the call's record. At a patchpoint or stackmap this includes the leading
   values that are not deoptimization state.
   */
  size_t value_count;
} spgc_deopt_site;

/*
 Sets the layout of a replacement frame by spgc_deopt_site_set_layout(). The callback does
 nothing if the continuation cannot resume at this call. It is called when the takeover of a
 frame is requested, and again when the frame is taken over; it must set the same layout both
 times.

 It runs during a stack walk, possibly while the thread is stopped: it must not call functions of
 this library other than spgc_deopt_site_constant() and spgc_deopt_site_set_layout(), wait, nor
 throw.

 data: spgc_continuation.data.
 site: the call. Valid until the callback returns.
 */
typedef void (*spgc_frame_layout_callback)(void *data, const struct spgc_deopt_site *site);

/*
 A value of a frame that was taken over. Fields that the kind does not use are zero.
 */
typedef struct spgc_deopt_value {
  /*
   SPGC_DEOPT_VALUE_*.
   */
  uint32_t kind;
  /*
   Bytes of a stack object.
   */
  uint32_t size;
  /*
   Bits of a number, the lower half first. Bytes after the end of the number are 0. For the
   result of a call: all bits of the register; for a narrower type, only its bits are
   significant.
   */
  uint64_t words[2];
  /*
   A local reference. Its scope is closed when the callback returns. A null reference has the
   kind SPGC_DEOPT_VALUE_NULL.
   */
  spgc_ref reference;
  /*
   The bytes of a stack object, to be copied by memcpy(). Valid until the callback returns.
   */
  const void *object;
} spgc_deopt_value;

/*
 A frame that was taken over. It is no longer on the stack.
 */
typedef struct spgc_deoptimized_frame {
  /*
   sizeof(spgc_deoptimized_frame) as the library knows it.
   */
  size_t size;
  /*
   Return address of the call that the frame was in. The frame would have resumed there.
   */
  const void *pc;
  /*
   Start address of the frame's function; null if unknown.
   */
  const void *function;
  /*
   ID of the call's record.
   */
  uint64_t record;
  /*
   Values of the frame, in the order of spgc_frame_layout.kinds.
   */
  const struct spgc_deopt_value *values;
  /*
   Number of elements of `values`.
   */
  size_t value_count;
  /*
   Result of the call that the frame was in.
   */
  struct spgc_deopt_value callee_result;
} spgc_deoptimized_frame;

/*
 Return value of a frame that was taken over. Its kind must be that of the return type of the
 frame's function.
 */
typedef struct spgc_return_value {
  /*
   SPGC_RETURN_*.
   */
  uint64_t kind;
  /*
   One or two integers; see `kind`.
   */
  uint64_t words[2];
  /*
   A double.
   */
  double double_value;
  /*
   A local or global reference. The library does not release a global reference.
   */
  spgc_ref reference;
} spgc_return_value;

/*
 Resumes a frame that was taken over, and stores the value that the frame's function would
 return. If the stored value is not a valid return value, or its reference is no longer valid,
 the process ends with a message.

 It runs on the frame's thread, which is native: like a native function that managed code has
 called, it may call managed code, allocate, collect, and request the takeover of frames. A scope
 is opened before it is called, and closed after it returns. It must not throw: an exception ends
 the process.

 data: spgc_continuation.data.
 frame: the frame. Valid until the callback returns.
 return_value: where to store the return value. Initially all zero, which means that nothing is
 returned.
 */
typedef void (*spgc_resume_callback)(void *data,
                                     const struct spgc_deoptimized_frame *frame,
                                     struct spgc_return_value *return_value);

/*
 Called when a continuation is no longer used: its takeover was released, and each frame that
 was assigned to it has returned, or was abandoned with its fiber. The callback is called once,
 on the thread that released the takeover, resumed the last frame, or released its fiber. It may
 call functions of this library, but must not throw.

 data: spgc_continuation.data.
 */
typedef void (*spgc_continuation_release_callback)(void *data);

/*
 Resumes frames that are taken over: an interpreter, or another version of a function. Set the
 first field to sizeof(spgc_continuation), and unused fields to zero.
 */
typedef struct spgc_continuation {
  /*
   sizeof(spgc_continuation).
   */
  size_t size;
  /*
   States the types of a frame's values.
   */
  spgc_frame_layout_callback frame_layout;
  /*
   Resumes a frame.
   */
  spgc_resume_callback resume;
  /*
   Called when the continuation is no longer used. May be null.
   */
  spgc_continuation_release_callback release;
  /*
   Passed to the three callbacks.
   */
  void *data;
} spgc_continuation;

/*
 Type of a deopt operand. LLVM records only its location; the front end supplies the type.
 */
typedef struct spgc_deopt_value_kind {
  /*
   SPGC_DEOPT_VALUE_BITS, SPGC_DEOPT_VALUE_REFERENCE or SPGC_DEOPT_VALUE_OBJECT.
   */
  uint32_t kind;
  /*
   Bytes of a number, 1 to 16, or of a stack object. (An i1 has one byte, of which the lowest
   bit is significant.)
   */
  uint32_t size;
} spgc_deopt_value_kind;

/*
 Layout of the replacement frame. Set the first field to sizeof(spgc_frame_layout), and unused
 fields to zero.
 */
typedef struct spgc_frame_layout {
  /*
   sizeof(spgc_frame_layout).
   */
  size_t size;
  /*
   Types of the values, in their order. Copied.
   */
  const struct spgc_deopt_value_kind *kinds;
  /*
   Number of elements of `kinds`.
   */
  size_t kind_count;
  /*
   Number of leading values of a patchpoint or stackmap that are not deoptimization state. 0 at
   a statepoint.
   */
  size_t skipped;
  /*
   SPGC_CALLEE_RESULT_*: the result of the call that the frame is in.
   */
  uint64_t callee_result;
} spgc_frame_layout;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Returns the version of the library that is linked, "MAJOR.MINOR.PATCH". A program that was
 compiled with the header of one version runs with all later versions of the same MAJOR, or while
 MAJOR is 0, of the same MINOR.

 Any thread may call it at any time. Never null.
 */
const char *spgc_version(void);

/*
 Returns the message of the last error that a function returned to the calling thread. It is one
 line without a newline; "" if there was no error. The string is valid until another function
 fails on this thread.

 Any thread may call it at any time, callbacks included. Never null.
 */
const char *spgc_last_error(void);

/*
 Returns the name of a status, for example "SPGC_ERROR_NULL". Returns "unknown status" if
 `status` is not a status.

 Any thread may call it at any time.
 */
const char *spgc_status_name(uint32_t status);

/*
 Fills in the statistics of a heap's collector.

 Any thread may call it at any time.

 statistics: the structure to fill; its first field is its size.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `statistics` is null or points to the number of bytes given in its first field.
 */
enum spgc_status spgc_heap_statistics(const struct spgc_heap *heap,
                                      struct spgc_collector_statistics *statistics);

/*
 Calls a function for each of the latest collections, at most 256, oldest first, in the same way
 as spgc_config.on_collection.

 Any thread may call it at any time. Other threads keep running.

 show: called for each collection, on this thread, before this function returns.
 data: passed to it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `show` may be called with `data`, by the rules of its type.
 */
enum spgc_status spgc_heap_recent_collections(const struct spgc_heap *heap,
                                              spgc_collection_callback show,
                                              void *data);

/*
 Reports `count` 8-byte slots of an object, from `first` on, that may hold references. A slot
 that does not point into the heap is ignored: null, tagged numbers and addresses of other memory
 are allowed.

 To be called by a spgc_object_trace_callback, on the thread that runs it, with the tracer that
 it received.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT if the words do not lie after the object's header.

 # Safety

 `tracer` is the argument of a spgc_object_trace_callback that is running on this thread. The
 `count` words from `first` on belong to the object.
 */
enum spgc_status spgc_visit_slots(struct spgc_slot_visitor *tracer,
                                  const uint64_t *first,
                                  size_t count);

/*
 Starts a heap: reads the stack maps and unwind tables of the program and its libraries, reserves
 address space, and starts the collector's threads. A process may have several heaps
 concurrently.

 Any thread may call it; the call does not attach the thread.

 config: settings, or null for none. The SPGC_* variables of the environment override them,
 unless the process has more privileges than its caller (AT_SECURE).
 heap: where to store the heap. On an error, null is stored there.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CONFIG;
 SPGC_ERROR_CODE if no stack map is found, for example because the linker dropped it, or if one
 is invalid; SPGC_ERROR_FORKED if an ancestor of this process had a heap when it forked;
 SPGC_ERROR_SYSTEM, SPGC_ERROR_CALLBACK.

 # Safety

 `config` is null or points to a structure of the size given in its first field. Its strings end
 with a zero byte, and its callbacks may be called on any thread, with their data, until the heap
 has been shut down. `heap` is null or valid for writes.
 */
enum spgc_status spgc_heap_start(const struct spgc_config *config, struct spgc_heap **heap);

/*
 Shuts down a heap. No thread may be attached to it. From the call on, also in callbacks that run
 meanwhile, it is an error to pass the heap to any function. Its memory is freed when its last
 reference, weak reference, table, pin, root range, fiber and takeover has been released. Its
 patched polls are removed.

 Any thread may call it.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_BUSY if threads are attached, one of which the message
 names; SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM if the polls cannot be restored to no-ops;
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `heap` is null or a pointer that spgc_heap_start() has stored. The data that the heap's
 callbacks use is not freed before this function has returned.
 */
enum spgc_status spgc_heap_shutdown(struct spgc_heap *heap);

/*
 Stores the limit of a heap, in bytes, rounded down to whole blocks of 32 KiB. It does not
 change.

 Any thread may call it at any time.

 bytes: where to store the limit.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `bytes` is null or valid for writes.
 */
enum spgc_status spgc_heap_limit(const struct spgc_heap *heap, size_t *bytes);

/*
 Stores the number of bytes to which the limit applies: the blocks that hold objects, and the
 pages of large objects. Garbage counts until a collection has freed it.

 Any thread may call it at any time. Other threads keep running, so the number may be outdated
 when the function returns.

 bytes: where to store the number.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `bytes` is null or valid for writes.
 */
enum spgc_status spgc_heap_used(const struct spgc_heap *heap, size_t *bytes);

/*
 Registers the object layout of a type. Call it before any thread runs code that allocates the
 type. A type stays registered as long as the heap exists.

 Any thread may call it at any time, also during collections and while other threads run managed
 code. It is not a safepoint. No object of this type may exist yet. Registration would replace
 the size that spgc_config.size_of reports for it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT;
 SPGC_ERROR_TYPE if the type ID is already registered or out of range, or fields overlap or lie
 outside the object; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `type` is null or points to a structure of the size given in its first field. Each of its
 pointers points to the number of elements that the structure states; names end with a zero byte.
 Its callbacks follow the rules of their types as long as the heap exists. No object of the type
 exists.
 */
enum spgc_status spgc_type_register(struct spgc_heap *heap, const struct spgc_type *type);

/*
 Calls a function for each bucket of a histogram of pauses, or of parts of pauses, since the heap
 was started. The resolution is three digits.

 Any thread may call it at any time. Other threads keep running.

 of: SPGC_HISTOGRAM_*.
 show: called for each bucket, on this thread, before this function returns.
 data: passed to `show`.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `show` may be called with `data`, by the rules of its type.
 */
enum spgc_status spgc_heap_histogram(const struct spgc_heap *heap,
                                     uint32_t of,
                                     spgc_histogram_callback show,
                                     void *data);

/*
 Calls a function for each type of which objects are reachable, the largest first.

 Stops all threads for about as long as a full collection takes on one processor. Any thread may
 call it, attached or not, but not one that runs managed code.

 show: called for each type, on this thread, after the threads have resumed.
 data: passed to `show`.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK,
 SPGC_ERROR_FORKED; SPGC_ERROR_INSPECTION if the heap is corrupt or a stack cannot be walked.

 # Safety

 `show` may be called with `data`, by the rules of its type.
 */
enum spgc_status spgc_heap_types_in_use(const struct spgc_heap *heap,
                                        spgc_type_in_use_callback show,
                                        void *data);

/*
 Writes a snapshot of the reachable objects to a file, which Chrome's DevTools and the tool
 spgc-heap read. DevTools need the extension ".heapsnapshot".

 Stops all threads until the objects are written. The file appears when it is complete: if there
 is an error, a file that had this name before is unchanged. A pipe must have a reader: otherwise
 the result is SPGC_ERROR_SYSTEM, and SIGPIPE is not raised. Any thread may call it, attached or
 not, but not one that runs managed code.

 path: the file.
 options: settings, or null for none.
 summary: where to store the result, or null.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT,
 SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED; SPGC_ERROR_SYSTEM if the file cannot
 be written; SPGC_ERROR_INSPECTION if a label fails, the heap is corrupt, or a stack cannot be
 walked.

 # Safety

 `path` is null or ends with a zero byte. `options` and `summary` are null or point to structures
 of the size given in their first fields, and `options.label_types` to the number of elements
 that the structure states. The callbacks follow the rules of their types.
 */
enum spgc_status spgc_heap_write_snapshot(const struct spgc_heap *heap,
                                          const char *path,
                                          const struct spgc_snapshot_options *options,
                                          struct spgc_snapshot_summary *summary);

/*
 Begins an allocation profile: from now on, a sample of the objects that are allocated is noted
 with their types and call stacks. Forgets the last profile.

 Each byte is chosen with the same probability, so large objects are more likely to be samples
 than small ones; the numbers of the profile take this into account. Stops all threads for a
 moment. Any thread may call it, attached or not, but not one that runs managed code.

 interval: mean number of allocated bytes from one sample to the next; 0 stands for 524288. With
 1, nearly every object is a sample.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED;
 SPGC_ERROR_INSPECTION if a profile is being taken.
 */
enum spgc_status spgc_heap_profile_begin(const struct spgc_heap *heap, uint64_t interval);

/*
 Ends the allocation profile: no more samples are noted. The profile can still be written, and
 the live objects are followed, until the next profile begins. Stops all threads for a
 moment. Any thread may call it, as for spgc_heap_profile_begin.

 Errors: as for spgc_heap_profile_begin; SPGC_ERROR_INSPECTION if no profile is being taken.
 */
enum spgc_status spgc_heap_profile_end(const struct spgc_heap *heap);

/*
 Writes the allocation profile to a file, which `go tool pprof`, speedscope and other viewers
 read: the format of pprof, compressed by gzip. The label "type" is the name of the type.

 The file appears when it is complete: if there is an error, a file that had this name before is
 unchanged. Threads continue to run. Any thread may call it, attached or not, but not one that
 runs managed code. Reads the symbols of the files that contain the functions.

 path: the file, for example "app.pb.gz".

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK,
 SPGC_ERROR_FORKED; SPGC_ERROR_SYSTEM if the file cannot be written; SPGC_ERROR_INSPECTION if no
 profile was begun.

 # Safety

 `path` is null or ends with a zero byte.
 */
enum spgc_status spgc_heap_profile_write(const struct spgc_heap *heap, const char *path);

/*
 Calls a function for each type of which objects were sampled, that with most allocated bytes
 first. Any thread may call it, attached or not, but not one that runs managed code.

 show: called for each type, on this thread.
 data: passed to `show`.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK,
 SPGC_ERROR_FORKED; SPGC_ERROR_INSPECTION if no profile was begun.

 # Safety

 `show` may be called with `data`, by the rules of its type.
 */
enum spgc_status spgc_heap_profile_types(const struct spgc_heap *heap,
                                         spgc_type_allocations_callback show,
                                         void *data);

/*
 Calls a function with the heap's counters in the text format of OpenMetrics 1.0, which
 Prometheus and others scrape. The media type is "application/openmetrics-text; version=1.0.0;
 charset=utf-8". The text is complete: it ends with "# EOF". It is that of one heap; a process
 with several heaps offers each at an address of its own.

 Any thread may call it at any time. Other threads keep running.

 show: called once, on this thread, before this function returns.
 data: passed to `show`.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `show` may be called with `data`, by the rules of its type.
 */
enum spgc_status spgc_heap_open_metrics(const struct spgc_heap *heap,
                                        spgc_text_callback show,
                                        void *data);

/*
 Registers a library, after dlopen() and before any code in it is called. The heap keeps it
 loaded. (Without SPGC_CONFIG_WITHOUT_IMAGES, libraries that are loaded when the heap is started
 are registered automatically.)

 Any thread that is not managed may call it at any time, while others run managed code and
 collect.

 address: an address in the library, for example of a function, as returned by dlsym().
 region: where to store the handle for spgc_code_remove().

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if no library is at the address, or
 the library has no stack map, an unusable one, or is registered already; SPGC_ERROR_MANAGED,
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `region` is null or valid for writes. The image stays loaded until its region is removed.
 */
enum spgc_status spgc_code_register_image(struct spgc_heap *heap,
                                          const void *address,
                                          struct spgc_code_region_id *region);

/*
 Registers the program and all loaded libraries that have stack maps and are not registered yet.

 Any thread that is not managed may call it at any time, while others run managed code and
 collect.

 count: where to store the number of regions that were registered, or null.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CODE if a stack map is unusable, in which case none is
 registered; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `count` is null or valid for writes. The images stay loaded until their regions are removed.
 */
enum spgc_status spgc_code_register_loaded(struct spgc_heap *heap, size_t *count);

/*
 Registers generated code, before any thread runs it.

 Any thread that is not managed may call it at any time, while others run managed code and
 collect.

 jit: the region. Its data may be freed after the call, except the code itself and compiled
 tables.
 region: where to store the handle for spgc_code_remove().

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT;
 SPGC_ERROR_CODE if the tables are unusable, describe other code or no code, or some of the code
 is registered already; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. Tables that
 are wrong in a way that cannot be detected make collections free live objects.

 # Safety

 `jit` is null or points to a structure of the size given in its first field. Each of its
 pointers points to the number of bytes or words that the structure states. The code, and a table
 that is not copied, stay until the region is removed. `region` is null or valid for writes.
 */
enum spgc_status spgc_code_register_jit(struct spgc_heap *heap,
                                        const struct spgc_jit_region *jit,
                                        struct spgc_code_region_id *region);

/*
 Compiles the stack map and .eh_frame of generated code into tables, as the tool `stackmap
 compile` does with an object file: for a program that keeps its code, and registers it later or
 in another process. Registering compiled tables takes less time, and needs neither section.

 The code may be at another address then. Copy the words to memory that is 4-aligned, and pass
 them as spgc_jit_region.tables, with the address of the code as tables_address.

 Any thread may call it at any time. It uses no heap.

 jit: the region, with stack_maps and eh_frame. Its functions are not used.
 receive: called once with the words, before this function returns. It must not throw.
 data: passed to `receive`.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CODE if the stack map
 is unusable, describes no code, or the code does not begin at a multiple of 8.

 # Safety

 `jit` is null or points to a structure of the size given in its first field. Each of its
 pointers points to the number of bytes that the structure states. `receive` may be called with
 `data`.
 */
enum spgc_status spgc_code_compile(const struct spgc_jit_region *jit,
                                   spgc_tables_callback receive,
                                   void *data);

/*
 Removes a region of code. No thread may execute its code or have a frame that returns into it.
 After the call, no collection uses the region any more: the code may be freed, or the library
 closed with dlclose(). Objects that the code allocated remain. Its patched polls are removed,
 and the registrations of calls that were patched into it.

 Any thread that is not managed may call it; it waits for a collection in progress.

 spgc_code_retire() calls the host when no stack has a frame in a region. If the heap is verified
 or runs in zeal mode, this function searches all stacks.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CODE if the region is not registered, or no longer, or if
 a frame was found in it; SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM if its polls cannot be restored to
 no-ops; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 No thread executes the region's code, or has a frame of it on its stack.
 */
enum spgc_status spgc_code_remove(struct spgc_heap *heap, struct spgc_code_region_id region);

/*
 Stores the number of registered regions: the program and libraries with managed code, and ranges
 of generated code.

 Any thread that is not managed may call it at any time; others may add and remove regions
 concurrently.

 count: where to store the number.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `count` is null or valid for writes.
 */
enum spgc_status spgc_code_count(struct spgc_heap *heap, size_t *count);

/*
 Finds the region whose code contains an address. It may also be the region of the program or of
 a library.

 Any thread that is not managed may call it at any time; others may add and remove regions
 concurrently.

 address: an address in the code.
 region: where to store the region.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if no registered code is at the
 address; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `region` is null or valid for writes.
 */
enum spgc_status spgc_code_region_at(struct spgc_heap *heap,
                                     const void *address,
                                     struct spgc_code_region_id *region);

/*
 Writes a description of a code address, as in messages of this library: function, offset, file.

 Any thread may call it at any time; it reads files.

 text: buffer for the text, or null if `room` is 0. The text is truncated to fit, and ends with a
 zero byte.
 room: size of the buffer in bytes.
 length: where to store the length of the whole text without the zero byte, or null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_CALLBACK.

 # Safety

 `text` is null or points to `room` bytes. `length` is null or valid for writes.
 */
enum spgc_status spgc_code_describe(const void *address, char *text, size_t room, size_t *length);

/*
 Calls a function of the host when no stack has a frame in a region of code: neither of a thread,
 nor of a suspended fiber, nor is it the function of a fiber that was not resumed yet.

 The host has made sure that no call enters the region from now on: no function pointer, patched
 call or dispatch table leads there, and no thread holds such an address for a call. Calls that
 have not returned may continue, call other code, and return.

 Stacks are searched in collections that find all dead objects (full ones, and the pause that
 ends marking), by spgc_code_search_retired(), and by this function if many regions wait. A
 search stops all threads and walks all stacks. Frames of native functions are not searched for.

 Any thread may call it at any time, while others run managed code and collect. When the heap is
 shut down, no code of it runs any more: regions that still wait are forgotten, without a call.

 callback: called when the code is unused.
 data: passed to the callback.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if the region is not registered, or
 was retired before; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 The callback may be called with `data`, on any thread, until the heap has been shut down.
 */
enum spgc_status spgc_code_retire(struct spgc_heap *heap,
                                  struct spgc_code_region_id region,
                                  spgc_unused_code_callback callback,
                                  void *data);

/*
 Stops all threads, and searches their stacks and those of fibers for frames in retired code.
 Calls the callbacks of regions without a frame.

 Any thread that is not managed may call it at any time.

 waiting: where to store the number of regions that still wait, or null.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `waiting` is null or valid for writes.
 */
enum spgc_status spgc_code_search_retired(struct spgc_heap *heap, size_t *waiting);

/*
 Searches the stacks of all threads and fibers for frames in regions of code, while all threads
 are stopped. Then calls the host, for one frame of each region that has any, while the other
 threads run. A region that it is not called for may be removed, if no call enters it any more;
 spgc_code_retire() does all this by itself.

 Frames of native functions are not searched for. Regions that are not registered have none.

 Any thread that is not managed may call it at any time.

 regions: the regions, in any order.
 count: their number.
 callback: called for each region in which there is a frame, in the order of `regions`.
 data: passed to the callback.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if an element of `regions` was not
 stored by this library; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `regions` is null or points to `count` elements. `callback` may be called with `data`.
 */
enum spgc_status spgc_code_users(struct spgc_heap *heap,
                                 const struct spgc_code_region_id *regions,
                                 size_t count,
                                 spgc_code_user_callback callback,
                                 void *data);

/*
 Attaches the calling thread to a heap, so that it can run managed code and use references. A
 thread is attached to at most one heap at a time. A thread that ends while attached is detached
 automatically, even if it was attached by the destructor of a pthread_key (except in the last of
 the PTHREAD_DESTRUCTOR_ITERATIONS rounds).

 An attached thread that is not in a call into managed code is native: it never delays a
 collection.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_ATTACHED, SPGC_ERROR_FORKED, SPGC_ERROR_SYSTEM,
 SPGC_ERROR_CALLBACK; SPGC_ERROR_NOT_ATTACHED if the thread is ending.

 # Safety

 The thread runs managed code only on the stack on which it calls this function, on those of
 fibers, and on those of the host to which switches are announced (spgc_fiber_swap()).
 */
enum spgc_status spgc_thread_attach(struct spgc_heap *heap);

/*
 Detaches the calling thread. Its open scopes are closed.

 It must not be called in a native function that managed code has called. Nor must it be called
 in a callback that a function of this library makes on the same thread. The caller would resume
 without the thread's record.

 Errors: SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED; SPGC_ERROR_BUSY, or
 SPGC_ERROR_MANAGED, if calls into managed code, allocations or collections of the thread have
 not returned. In spgc_config.on_phase it ends the process with a message.
 */
enum spgc_status spgc_thread_detach(void);

/*
 Returns whether the calling thread is attached to a heap. Any thread may call it at any time.
 */
bool spgc_thread_is_attached(void);

/*
 Returns the calling thread's context: the address of `spgc_thread`, whose layout is %spgc.thread
 in statepoint_gc.ll. For code that cannot name a thread-local variable: statepoint_gc_context.ll
 calls this. The address does not change while the thread lives, attached or not.

 May be called by any thread at any time. Never null.
 */
void *spgc_thread_context(void);

/*
 Creates a global reference to the object of any reference. All threads may use it until
 spgc_ref_release().

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 result: where to store the global reference. Null is stored if `reference` is null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads
 (SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED).

 # Safety

 `reference` is null or a reference that has not been released. `result` is null or valid for
 writes.
 */
enum spgc_status spgc_ref_new_global(spgc_ref reference, spgc_ref *result);

/*
 Creates a local reference in the innermost scope to the object of any reference.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, and those of all
 functions of attached threads.

 # Safety

 `reference` is null or a reference that has not been released. `result` is null or valid for
 writes.
 */
enum spgc_status spgc_ref_new_local(spgc_ref reference, spgc_ref *result);

/*
 Releases a global reference. Null is allowed and has no effect.

 Any thread may call it at any time, attached or not.

 Errors: SPGC_ERROR_REFERENCE if it is a local reference, or not a reference;
 SPGC_ERROR_CALLBACK.

 # Safety

 `global` is null or a global reference that has not been released. No other thread uses it.
 */
enum spgc_status spgc_ref_release(spgc_ref global);

/*
 Compares two references. Stores true if both refer to the same object, hold the same tagged
 number or other word, or are null.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `a` and `b` are null or references that have not been released. `result` is null or valid for
 writes.
 */
enum spgc_status spgc_ref_same_object(spgc_ref a, spgc_ref b, bool *result);

/*
 Returns the heap that the calling thread is attached to, for callbacks and native functions that
 do not receive it as an argument. Null if the thread is attached to no heap, and in callbacks in
 which other functions return SPGC_ERROR_CALLBACK.

 Any thread may call it at any time.
 */
struct spgc_heap *spgc_thread_heap(void);

/*
 Opens a scope. Scopes nest. A local reference belongs to the innermost scope that is open when
 the reference is created, and is valid until that scope is closed.

 The calling thread must be attached and native. The call takes no lock and does not wait.

 scope: where to store the scope's identifier for spgc_handle_scope_close().

 Errors: SPGC_ERROR_NULL, and those of all functions of attached threads.

 # Safety

 `scope` is null or valid for writes.
 */
enum spgc_status spgc_handle_scope_open(spgc_handle_scope *scope);

/*
 Closes a scope, and the scopes nested in it that are still open. Their local references are
 invalid afterwards.

 The calling thread must be attached and native. The call takes no lock and does not wait.

 Errors: SPGC_ERROR_HANDLE_SCOPE if the scope is not open, and those of all functions of attached
 threads.
 */
enum spgc_status spgc_handle_scope_close(spgc_handle_scope scope);

/*
 Closes a scope as spgc_handle_scope_close() does, and keeps one reference: creates a local
 reference in the enclosing scope to the object of `kept`, which may be a reference of the closed
 scope.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 Errors: SPGC_ERROR_HANDLE_SCOPE if the scope is not open, or is the outermost one;
 SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `kept` is null or a reference that has not been released. `result` is null or valid for
 writes. No local reference of the scope is used afterwards.
 */
enum spgc_status spgc_handle_scope_close_keeping(spgc_handle_scope scope,
                                                 spgc_ref kept,
                                                 spgc_ref *result);

/*
 Calls a managed function that returns an integer, a pointer that is not a reference, or nothing.

 The calling thread must be attached and native; it may be in a native function that managed code
 has called. The call is a safepoint: objects move. Exceptions of native code that leave the
 managed function propagate to the caller, which must have been compiled so that exceptions can
 pass through it; the state of the thread is consistent then.

 function: code that was compiled with `gc "statepoint-example"` and uwtable, is registered, and
 takes these arguments. It follows the C calling convention.
 arguments: at most 6 on x86-64, 8 on AArch64, all in general registers.
 result: where to store the return value, or null. The upper bits of a narrower integer are
 unspecified.

 Errors, all detected before the function is called: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT,
 SPGC_ERROR_REFERENCE, and those of all functions of attached threads. Errors of managed code end
 the process with a message.

 # Safety

 `function` is managed code that is registered with the thread's heap until the call has
 returned, follows the C calling convention and takes these arguments. `arguments` points to
 `count` elements; references among them have not been released. `result` is null or valid for
 writes.
 */
enum spgc_status spgc_call(const void *function,
                           const struct spgc_argument *arguments,
                           size_t count,
                           uint64_t *result);

/*
 As spgc_call(), for a managed function that returns a reference. The rules for threads, moving
 objects and exceptions are the same.

 result: where to store the returned reference, as a local one of the innermost scope.

 Errors: those of spgc_call(), and SPGC_ERROR_HANDLE_SCOPE.

 # Safety

 `function` is managed code that is registered with the thread's heap until the call has
 returned, follows the C calling convention and takes these arguments. `arguments` points to
 `count` elements; references among them have not been released. The function returns a
 reference. `result` is null or valid for writes.
 */
enum spgc_status spgc_call_for_ref(const void *function,
                                   const struct spgc_argument *arguments,
                                   size_t count,
                                   spgc_ref *result);

/*
 Creates a fiber that will call `function` when it is resumed for the first time.

 Any thread may call it at any time, except in restricted callbacks.

 config: settings, or null for the default ones.
 function: as for spgc_call(); it takes a reference and returns one. An exception leaves it only
 with SPGC_FIBER_PASS_EXCEPTIONS.
 fiber: where to store the fiber.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_NO_HEAP, SPGC_ERROR_CALLBACK;
 SPGC_ERROR_ARGUMENT if the stack is too small, the name is not UTF-8 or the flags are unknown;
 SPGC_ERROR_SYSTEM if there is no memory for the stack.

 # Safety

 `config` is null or points to a structure of the size in its first field, whose name is null or
 a string. `function` is registered managed code as long as the fiber is not done. `fiber` is
 null or valid for writes. The stack is large enough for what runs on it. While the fiber is
 suspended, no code writes references to variables on its stack.
 */
enum spgc_status spgc_fiber_create(struct spgc_heap *heap,
                                   const struct spgc_fiber_config *config,
                                   const void *function,
                                   struct spgc_fiber **fiber);

/*
 Runs a fiber until it suspends itself, or its function returns.

 The calling thread must be attached and native; it may be in a native function that managed code
 has called, also on a fiber. The call is a safepoint: objects move. An exception that leaves the
 fiber's function propagates to the caller, as for spgc_call(), if the fiber has
 SPGC_FIBER_PASS_EXCEPTIONS.

 value: the reference that spgc_suspend returns in the fiber, or that the fiber's function
 receives. Its field `word` holds 0 or a tagged number, if `reference` is null. Null for the null
 reference.
 result: where to store the reference that the fiber passes, as a local one of the innermost
 scope.
 done: where to store whether the function has returned; null if that is not needed.

 Errors, all detected before the fiber runs: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE,
 SPGC_ERROR_HANDLE_SCOPE, SPGC_ERROR_STACK, and those of all functions of attached threads;
 SPGC_ERROR_FIBER if the fiber runs, is done, belongs to another heap, was resumed by another
 thread before, or is a stack of the host.

 # Safety

 `fiber` is null or a fiber that has not been released. `value` is null or points to an argument
 whose reference has not been released. `result` is null or valid for writes, and so is `done`.
 */
enum spgc_status spgc_fiber_resume(struct spgc_fiber *fiber,
                                   const struct spgc_argument *value,
                                   spgc_ref *result,
                                   bool *done);

/*
 Suspends the fiber that the calling thread runs, and returns when the fiber is resumed. Called
 by a native function that the managed code of the fiber has called. The frames of the native
 function stay on the fiber's stack, so the fiber must be resumed until it is done.

 The calling thread must be attached and native. The call is a safepoint: objects move.

 value: the reference that is passed to the code that has resumed the fiber, as for
 spgc_fiber_resume().
 result: where to store the reference with which the fiber is resumed, as a local one of the
 innermost scope.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, SPGC_ERROR_STACK, and
 those of all functions of attached threads; SPGC_ERROR_FIBER if the thread runs no fiber.

 # Safety

 `value` is null or points to an argument whose reference has not been released. `result` is null
 or valid for writes.
 */
enum spgc_status spgc_fiber_suspend(const struct spgc_argument *value, spgc_ref *result);

/*
 Stores the address by which managed code resumes a fiber (spgc_resume, spgc_fiber_done). It is
 valid until the fiber is released.

 Any thread may call it at any time.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE if the argument is not a fiber.

 # Safety

 `fiber` is null or a fiber that has not been released. `address` is null or valid for writes.
 */
enum spgc_status spgc_fiber_address(const struct spgc_fiber *fiber, const void **address);

/*
 Stores the state of a fiber. It may change at any time if another thread runs the fiber.

 Any thread may call it at any time.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE if the argument is not a fiber.

 # Safety

 `fiber` is null or a fiber that has not been released. `state` is null or valid for writes.
 */
enum spgc_status spgc_fiber_get_state(const struct spgc_fiber *fiber, enum spgc_fiber_state *state);

/*
 Releases a fiber whose function was not called yet, or has ended; or a stack of the host that
 does not run, and on which no call into managed code is unfinished. Null is allowed and has no
 effect. Any thread may call it, except in restricted callbacks; it may wait for a collection in
 progress.

 Errors: SPGC_ERROR_REFERENCE if the argument is not a fiber; SPGC_ERROR_CALLBACK,
 SPGC_ERROR_MANAGED; SPGC_ERROR_FIBER if the fiber runs, is suspended, or is owned: then it is
 not released.

 # Safety

 `fiber` is null or a fiber that has not been released, and is not used afterwards, nor is its
 address.
 */
enum spgc_status spgc_fiber_destroy(struct spgc_fiber *fiber);

/*
 Releases a fiber as spgc_fiber_destroy() does, although it may be suspended: its frames never
 run again, nor do landing pads in them. The same threads may call it.

 Errors: as for spgc_fiber_destroy(). SPGC_ERROR_FIBER only if the fiber runs, is owned, or
 native code is among its frames.

 # Safety

 As for spgc_fiber_destroy().
 */
enum spgc_status spgc_fiber_abandon(struct spgc_fiber *fiber);

/*
 Stores how often a fiber that had run has left a thread or come to one (SPGC_FIBER_MIGRATES):
 another thread has resumed the fiber, or its thread has ended.

 An operation that must reach the frames of all threads and fibers runs a handshake with each
 thread. It may miss a fiber that moves meanwhile. So the host reads this number, then the list
 of threads, runs the handshakes, and repeats all that until the number has not changed.

 Any thread that is not managed may call it, attached or not.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `migrations` is null or valid for writes.
 */
enum spgc_status spgc_fiber_migrations(struct spgc_heap *heap, uint64_t *migrations);

/*
 Gives a fiber to an object, such as the generator object by which managed code knows the fiber:
 the references on the stack of a suspended fiber that an object owns keep nothing alive unless
 the object is live. Fiber and object may refer to each other. A fiber that runs keeps its owner
 alive.

 The fiber can be resumed as before. It cannot be released until spgc_fiber_next_dead() has
 stored it, or the heap was shut down.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads;
 SPGC_ERROR_FIBER if the fiber belongs to another heap or was given to an object before, or the
 reference contains a word that is no reference to an object.

 # Safety

 `fiber` is null or a fiber that has not been released. `owner` is null or a reference that has
 not been released.
 */
enum spgc_status spgc_fiber_give(struct spgc_fiber *fiber, spgc_ref owner);

/*
 Stores the next fiber whose owner has died, in the order in which collections have found that;
 null if there is none. All is kept as it was, as for a finalizer, and the fiber has no owner any
 more: the caller may resume it (on its thread, unless it migrates), so that it cleans up, and
 releases it. If the owner has the address of the fiber, clear that before: other dead objects,
 and the stacks of other dead fibers, may refer to the owner.

 Any thread that is not managed may call it, attached or not. Each fiber is stored once.

 owner: where to store a global reference to the object that owned the fiber, which the caller
 releases; null if that is not needed.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `fiber` is null or valid for writes, and so is `owner`.
 */
enum spgc_status spgc_fiber_next_dead(struct spgc_heap *heap,
                                      struct spgc_fiber **fiber,
                                      spgc_ref *owner);

/*
 Makes a stack known that the host has made, and to which it switches by its own means
 (Boost.Context, swapcontext(), assembly), so that managed code may run on it. The host announces
 each switch by spgc_fiber_swap().

 The result is a fiber without a function. Native code on the stack calls managed code as
 elsewhere (spgc_call()). The references in its frames are roots, also while the stack is
 suspended. The stack stays on the thread that has switched to it first.

 spgc_fiber_destroy() releases the fiber, while the stack does not run and no call into managed
 code on it is unfinished. The library does not free the memory.

 Any thread may call it at any time, except in restricted callbacks.

 config: settings, or null for the default ones. Only the name is used.
 low, high: the lowest address of the stack, and the address after its highest byte; at least
 64 KiB, since collections that its managed code causes run on it. Guard pages are not part of
 it.
 fiber: where to store the fiber.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_NO_HEAP, SPGC_ERROR_CALLBACK;
 SPGC_ERROR_ARGUMENT if the stack is too small, the name is not UTF-8 or the flags are unknown.

 # Safety

 `config` is null or points to a structure of the size in its first field, whose name is null or
 a string. `fiber` is null or valid for writes. The memory is that of a stack, which is used for
 nothing else, until the fiber is released. While the stack is suspended, no code writes
 references to variables on it.
 */
enum spgc_status spgc_fiber_adopt(struct spgc_heap *heap,
                                  const struct spgc_fiber_config *config,
                                  void *low,
                                  void *high,
                                  struct spgc_fiber **fiber);

/*
 Announces that the calling thread is about to switch from one stack to another. Called on the
 stack that is left, directly before the switch: the thread uses no other function of the library
 in between, and does not return to managed code.

 From the thread's own stack, or that of a fiber, the thread can switch to a stack of the host
 that does not run. The stack that is left counts as running: it has resumed the other. From a
 stack of the host it can switch back to the stack that has resumed it, which suspends the
 former. It can also switch to another stack of the host that does not run. The former is
 suspended then, and the stack that has resumed it has now resumed the latter.

 A switch that was not announced is detected when the thread enters managed code
 (SPGC_ERROR_STACK) or returns to it (the process ends with a message).

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself. The thread must not be cancelled asynchronously.

 from: the stack that the thread runs; null for its own.
 to: the stack that it will run; null for its own.

 Errors, after which the thread must not switch: SPGC_ERROR_REFERENCE, and those of all functions
 of attached threads; SPGC_ERROR_STACK if an earlier switch was not announced; SPGC_ERROR_FIBER
 if the thread does not run `from`, or `to` runs and has not resumed `from`, is a fiber with a
 function that has not resumed `from`, belongs to another heap, or stays on another thread; also
 in the out-of-memory callback and the callback for collections.

 # Safety

 `from` and `to` are null or fibers that have not been released. The switch continues where `to`
 was left after the last announcement, or calls a function at the end of a stack that was not
 left before. No other thread releases `from`, or frees its memory, before the switch was made:
 spgc_fiber_get_state() does not tell that. It preserves the callee-saved registers of the
 calling convention.
 */
enum spgc_status spgc_fiber_swap(const struct spgc_fiber *from, const struct spgc_fiber *to);

/*
 Allocates an object of a type with a fixed size. All its fields are zero.

 The calling thread must be attached and native. The call is a safepoint: objects move. If the
 heap is out of memory, spgc_config.on_out_of_memory is called; then the process ends with a
 message, unless the heap has SPGC_CONFIG_FALLIBLE_ALLOCATION.

 type: the type ID.
 result: where to store a local reference.

 Errors: SPGC_ERROR_TYPE if the type is not registered, or has no fixed size;
 SPGC_ERROR_OUT_OF_MEMORY, SPGC_ERROR_NULL, SPGC_ERROR_HANDLE_SCOPE, and those of all functions
 of attached threads.

 # Safety

 `result` is null or valid for writes.
 */
enum spgc_status spgc_object_new(uint32_t type, spgc_ref *result);

/*
 Allocates an object with `length` elements. Its type is an array type or a type with a trailing
 array. All fields and elements are zero.

 Threads and moving objects: as for spgc_object_new().

 Errors: those of spgc_object_new(), and SPGC_ERROR_ARGUMENT if no heap can hold this number of
 elements.

 # Safety

 `result` is null or valid for writes.
 */
enum spgc_status spgc_array_new(uint32_t type, uint64_t length, spgc_ref *result);

/*
 Clones an object: allocates an object with the same type, length and fields. The clone has its
 own identity hash.

 Threads and moving objects: as for spgc_object_new().

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no
 object, SPGC_ERROR_OUT_OF_MEMORY, SPGC_ERROR_HANDLE_SCOPE, and those of all functions of
 attached threads.

 # Safety

 `original` is null or a reference that has not been released. `result` is null or valid for
 writes.
 */
enum spgc_status spgc_object_clone(spgc_ref original, spgc_ref *result);

/*
 Stores the type ID of an object.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no
 object, and those of all functions of attached threads.

 # Safety

 `of` is null or a reference that has not been released. `type` is null or valid for writes.
 */
enum spgc_status spgc_object_type(spgc_ref of, uint32_t *type);

/*
 Stores the number of elements of an array, or of an object with a trailing array.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the object has no elements,
 and those of all functions of attached threads.

 # Safety

 `array` is null or a reference that has not been released. `length` is null or valid for
 writes.
 */
enum spgc_status spgc_array_length(spgc_ref array, uint64_t *length);

/*
 Stores the identity hash of an object: a random number that does not change when the object
 moves. The hash is never 0 for an object, and 0 for null. Two objects may have the same hash. In
 managed code, spgc_identity_hash returns the same number.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `of` is null or a reference that has not been released. `hash` is null or valid for writes.
 */
enum spgc_status spgc_object_identity_hash(spgc_ref of, uint32_t *hash);

/*
 Loads a reference field, at `offset` bytes from the start of the object. The elements of an
 array start at offset 16.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself, unless callbacks describe the object (spgc_type.size_of).

 result: where to store a local reference, or null if the field is null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or
 it holds no references; SPGC_ERROR_HANDLE_SCOPE, and those of all functions of attached threads.

 # Safety

 `from` is null or a reference that has not been released. `result` is null or valid for
 writes.
 */
enum spgc_status spgc_load_ref(spgc_ref from, size_t offset, spgc_ref *result);

/*
 Stores a reference, or null, in the reference field at `offset` bytes from the start of the
 object, with the write barrier.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself, unless callbacks describe the object (spgc_type.size_of).

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or
 it holds no references; and those of all functions of attached threads.

 # Safety

 `to` and `value` are null or references that have not been released.
 */
enum spgc_status spgc_store_ref(spgc_ref to, size_t offset, spgc_ref value);

/*
 Loads the 8 bytes at `offset` bytes from the start of the object. They belong to a field without
 references, to the length of an array, or to a reference field that currently holds no
 reference.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself, unless callbacks describe the object (spgc_type.size_of).

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or
 it holds a reference; and those of all functions of attached threads.

 # Safety

 `from` is null or a reference that has not been released. `word` is null or valid for
 writes.
 */
enum spgc_status spgc_load_word(spgc_ref from, size_t offset, uint64_t *word);

/*
 Stores 8 bytes at `offset` bytes from the start of the object. In a reference field, only a word
 that is not a reference may be stored, for example a tagged number.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself, unless callbacks describe the object (spgc_type.size_of). In that case the
 callbacks must report the same size of the object after the store, and only words of the object
 as its references.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, it
 is the length of an array, or the word would be a reference; and those of all functions of
 attached threads.

 # Safety

 `to` is null or a reference that has not been released. If callbacks describe the object, they
 report the same size of it after the store.
 */
enum spgc_status spgc_store_word(spgc_ref to, size_t offset, uint64_t word);

/*
 Copies `count` elements of an array to another array, or within one array, with the write
 barrier. The ranges may overlap. Both are arrays of references, or both have the same type.

 The calling thread must be attached and native. A long copy is split into parts with safepoints
 between them.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the objects are not arrays,
 are arrays of different types that do not both hold references, or do not have these elements;
 and those of all functions of attached threads.

 # Safety

 `to` and `from` are null or references that have not been released.
 */
enum spgc_status spgc_array_copy_elements(spgc_ref to,
                                          uint64_t to_index,
                                          spgc_ref from,
                                          uint64_t from_index,
                                          uint64_t count);

/*
 Runs a collection of this kind that starts after this call, and returns when it has finished.

 The calling thread must be attached and native; it may be in a native function that managed code
 has called. The call is a safepoint: objects move.

 kind: SPGC_COLLECTION_YOUNG collects the young generation. SPGC_COLLECTION_FULL collects the
 whole heap and moves few old objects. SPGC_COLLECTION_COMPACTING collects the whole heap and
 moves all objects for which there is space. SPGC_COLLECTION_CYCLE runs a young collection, which
 begins a concurrent cycle unless one is in progress. The cycle collects the old generation
 concurrently; this call returns long before the cycle ends.

 The report of the collection has this kind, but SPGC_COLLECTION_YOUNG for a cycle, or a more
 thorough kind if the collection did not free enough memory.

 Errors: SPGC_ERROR_ARGUMENT, also for SPGC_COLLECTION_CYCLE if the heap has no concurrent cycles
 (SPGC_CONFIG_CONCURRENT, SPGC_CONFIG_WITHOUT_CONCURRENT); and those of all functions of attached
 threads, including SPGC_ERROR_CALLBACK in a callback that other threads wait for.
 */
enum spgc_status spgc_collect(uint32_t kind);

/*
 Creates a weak reference to an object.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 kind: SPGC_WEAK_SHORT or SPGC_WEAK_LONG, which determines when the weak reference is cleared.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT, SPGC_ERROR_REFERENCE, and those of all functions
 of attached threads.

 # Safety

 `to` is null or a reference that has not been released. `weak` is null or valid for
 writes.
 */
enum spgc_status spgc_weak_handle_new(spgc_ref to, uint32_t kind, struct spgc_weak_handle **weak);

/*
 Creates a local reference to the object of a weak reference.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 result: where to store the local reference. Null is stored if the object is dead.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, and those of all
 functions of attached threads.

 # Safety

 `weak` is null or a weak reference that spgc_weak_handle_free() has not released.
 `result` is null or valid for writes.
 */
enum spgc_status spgc_weak_handle_get(const struct spgc_weak_handle *weak, spgc_ref *result);

/*
 Releases a weak reference. Null is allowed and has no effect. Any thread may call it at any
 time.

 Errors: SPGC_ERROR_REFERENCE if the argument is not a weak reference; SPGC_ERROR_CALLBACK.

 # Safety

 `weak` is null or a weak reference that spgc_weak_handle_free() has not released. No
 other thread uses it.
 */
enum spgc_status spgc_weak_handle_free(struct spgc_weak_handle *weak);

/*
 Creates an empty table with weak keys. Any thread may call it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `table` is null or valid for writes.
 */
enum spgc_status spgc_weak_table_new(struct spgc_heap *heap, struct spgc_weak_table **table);

/*
 Inserts a key with its value, or replaces the value of the key.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. `key` and `value` are
 null or references that have not been released.
 */
enum spgc_status spgc_weak_table_insert(struct spgc_weak_table *table,
                                        spgc_ref key,
                                        spgc_ref value);

/*
 Looks up the value of a key.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 result: where to store a local reference, or null if the table does not have the key.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, and those of all
 functions of attached threads.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. `key` is null or a
 reference that has not been released. `result` is null or valid for writes.
 */
enum spgc_status spgc_weak_table_get(const struct spgc_weak_table *table,
                                     spgc_ref key,
                                     spgc_ref *result);

/*
 Removes a key and its value, if the table has the key.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 removed: where to store whether the table had the key, or null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. `key` is null or a
 reference that has not been released. `removed` is null or valid for writes.
 */
enum spgc_status spgc_weak_table_remove(struct spgc_weak_table *table, spgc_ref key, bool *removed);

/*
 Stores the number of entries of a table. It includes the entries whose keys the last collection
 found live, and the entries inserted since. Any thread that is not managed may call it.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. `length` is null or
 is valid for writes.
 */
enum spgc_status spgc_weak_table_length(const struct spgc_weak_table *table, size_t *length);

/*
 Releases a table. Null is allowed and has no effect. Any thread may call it at any time.

 Errors: SPGC_ERROR_REFERENCE if the argument is not a table; SPGC_ERROR_CALLBACK.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. No other thread uses
 it.
 */
enum spgc_status spgc_weak_table_free(struct spgc_weak_table *table);

/*
 Registers an object for finalization. The object is queued once, when a collection finds it
 unreachable. Until it is taken from the queue, it stays alive with all objects reachable from
 it. An object may be registered several times; it is then queued once for each registration.
 Managed code calls spgc_finalize for the same purpose.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 token: a number that is returned with the object.
 registration: where to store the registration ID for spgc_finalizer_cancel(), or null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `of` is null or a reference that has not been released. `registration` is null or valid for
 writes.
 */
enum spgc_status spgc_finalizer_register(spgc_ref of, uint64_t token, uint64_t *registration);

/*
 Cancels a registration, unless its object was queued already. Any thread that is not managed may
 call it.

 registration: registration ID, as stored by spgc_finalizer_register(), or returned by
 spgc_finalize.
 cancelled: where to store whether the registration still existed, or null.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `cancelled` is null or valid for writes.
 */
enum spgc_status spgc_finalizer_cancel(struct spgc_heap *heap,
                                       uint64_t registration,
                                       bool *cancelled);

/*
 Takes an object from the finalization queue. The queue is in the order of the collections that
 found the objects unreachable, and within one collection in the order of registration. Any
 thread that is not managed may call it, attached or not. Each queued object is returned to one
 thread.

 result: where to store a global reference, which the caller releases; null if the queue is
 empty.
 token: where to store the number that the object was registered with.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `result` and `token` are null or valid for writes.
 */
enum spgc_status spgc_finalizer_next(struct spgc_heap *heap, spgc_ref *result, uint64_t *token);

/*
 Waits until the queue of spgc_finalizer_next() is not empty, for at most `nanoseconds`. It is
 meant for a finalizer thread.

 Any thread that is not managed may call it; a waiting thread does not delay collections.

 ready: where to store whether the queue has an object.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `ready` is null or valid for writes.
 */
enum spgc_status spgc_finalizer_wait(struct spgc_heap *heap, uint64_t nanoseconds, bool *ready);

/*
 Pins an object. The object stays alive and does not move until spgc_object_unpin(). An object
 may be pinned several times. Pin few objects, or for short times: the collector has to move
 other objects around pinned objects.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 pin: where to store the handle for spgc_object_unpin().
 address: where to store the address of the object's header. Fields without references may be
 read and written through this address. Only managed code and the functions of this library
 access fields with references.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no
 object; and those of all functions of attached threads.

 # Safety

 `pinned` is null or a reference that has not been released. `pin` and `address` are null or
 point to variables.
 */
enum spgc_status spgc_object_pin(spgc_ref pinned, struct spgc_pinned_object **pin, void **address);

/*
 Releases a pin: the object may move again, unless another pin holds it, and its address is no
 longer valid. Null is allowed and has no effect. Any thread may call it at any time.

 Errors: SPGC_ERROR_REFERENCE if the argument is not a pin; SPGC_ERROR_CALLBACK.

 # Safety

 `pin` is null or a pin that spgc_object_unpin() has not released. No other thread uses it, or
 the address of the object.
 */
enum spgc_status spgc_object_unpin(struct spgc_pinned_object *pin);

/*
 Registers a root range: collections scan and update the `count` 8-byte slots from `first` on.
 The range may be a global variable, a table of constants, or the stack of an interpreter. A slot
 may hold the same values as a reference field of an object. Stores need no write barrier.

 Any thread that is not managed may call it. Only managed threads may read and write the words as
 references.

 kind: SPGC_ROOT_RANGE_*.
 roots: where to store the handle for spgc_root_range_remove().

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT; SPGC_ERROR_ROOT_RANGE if some
 of the words are registered already, or the range is invalid; SPGC_ERROR_MANAGED,
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 The `count` words at `first` remain valid memory until the range is removed. `roots` is
 null or valid for writes.
 */
enum spgc_status spgc_root_range_register(struct spgc_heap *heap,
                                          uint64_t *first,
                                          size_t count,
                                          uint32_t kind,
                                          struct spgc_root_range **roots);

/*
 Removes a root range. After it returns, no collection reads or writes the words any more. Null
 is allowed and has no effect.

 Any thread that is not managed may call it; it waits while a collection scans root ranges.

 Errors: SPGC_ERROR_REFERENCE if the argument is not a root range; SPGC_ERROR_MANAGED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `roots` is null or a range that spgc_root_range_remove() has not released. No other thread
 uses it.
 */
enum spgc_status spgc_root_range_remove(struct spgc_root_range *roots);

/*
 Adds the patched polls of a program or library, those of patched_poll.ll, so that stops reach
 threads in its code. The heap must have been started with SPGC_CONFIG_PATCHED_POLLS, and the
 code must be registered. Call it before any thread runs such code: a thread that does so earlier
 does not reach a stop, and the stop waits for it forever.

 The polls' pages are made writable for each stop that finds threads in managed code, and their
 protection is restored afterwards. The polls of some code may be added to one heap of a process
 only. On x86-64 the library handles SIGTRAP from the start of such a heap on; no thread may
 block it in managed code.

 Any thread that is not managed may call it at any time, while others run managed code and
 collect.

 address: an address in the code, for example of a function.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CONFIG if the heap has no patched polls;
 SPGC_ERROR_CODE if no registered code is at the address, it has no such polls, or they were
 added before; SPGC_ERROR_PATCH if the code at a poll is not what LLVM generates there, or
 spgc_poll_slow is out of range; SPGC_ERROR_SYSTEM if the memory cannot be made writable;
 SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 The image stays loaded until its polls are removed. No other code changes them.
 */
enum spgc_status spgc_patched_polls_add_image(struct spgc_heap *heap, const void *address);

/*
 As spgc_patched_polls_add_image(), for generated code: after it was registered, and before a
 thread runs it.

 Threads: as for spgc_patched_polls_add_image().

 region: as stored by spgc_code_register_jit().
 polls: describes the polls, or null for a structure of zeros.

 Errors: those of spgc_patched_polls_add_image(), SPGC_ERROR_SIZE, and SPGC_ERROR_ARGUMENT if the
 memory is not code, or spgc_poll_parameters.writable does not map the same memory. On an error
 the code is unchanged.

 # Safety

 `polls` is null or points to a structure of the size given in its first field. The code does
 not change until its polls are removed. `polls` describes the polls of the code correctly.
 */
enum spgc_status spgc_patched_polls_add_jit(struct spgc_heap *heap,
                                            struct spgc_code_region_id region,
                                            const struct spgc_poll_parameters *polls);

/*
 Removes the polls of a region. The polls become no-ops again. No thread may execute the region's
 code or have a frame that returns into it. spgc_code_remove() also removes polls. This function
 is for code that stays but is no longer executed.

 Any thread that is not managed may call it.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CONFIG if the heap has no patched polls; SPGC_ERROR_CODE
 if the polls of the region were not added, or were removed; SPGC_ERROR_PATCH if other code has
 changed the polls; SPGC_ERROR_SYSTEM; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 No thread runs the region's code.
 */
enum spgc_status spgc_patched_polls_remove(struct spgc_heap *heap,
                                           struct spgc_code_region_id region);

/*
 Stores the number of patched polls of the heap, in all code.

 Any thread that is not managed may call it at any time; others may add and remove polls
 concurrently.

 count: where to store the number.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_CONFIG if the heap has no patched polls;
 SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `count` is null or valid for writes.
 */
enum spgc_status spgc_patched_polls_count(struct spgc_heap *heap, size_t *count);

/*
 Finds all selected records, in the order of the stack map. Where LLVM duplicates code, one
 record of the source becomes several.

 Any thread may call it at any time; it reads files if an image is given.

 wanted: selects the records.
 found: an array with `room` elements, or null if `room` is 0.
 count: where to store the number of selected records, which may exceed `room`.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CODE if there is no
 such stack map, or it cannot be read; SPGC_ERROR_CALLBACK.

 # Safety

 `wanted` is null or points to a structure of the size given in its first field. Each of its
 pointers points to the number of bytes that the structure states. `found` is null or points to
 `room` structures. `count` is null or valid for writes.
 */
enum spgc_status spgc_stack_map_find_records(const struct spgc_record_query *wanted,
                                             struct spgc_stack_map_record *found,
                                             size_t room,
                                             size_t *count);

/*
 Creates a thunk.

 The function that the thunk calls runs as a part of managed code: the thread is managed. Either
 the function is short and does not collect (as a "gc-leaf-function"), or it is managed code
 itself, which may call spgc_call_native or a wrapper.

 Any thread may call it at any time, also a managed one. It reads files if the record belongs to
 an image.

 convention: the calling convention.
 target: the function that the thunk calls.
 thunk: where to store the thunk.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if not exactly one record is
 selected, a register cannot be written or there is no room for the values; SPGC_ERROR_CODE if
 the stack map cannot be read, the record does not list the registers to preserve, or a value is
 in a location that cannot be read; SPGC_ERROR_CALLBACK.

 # Safety

 `convention` is null or points to a structure of the size given in its first field. Each of its
 pointers points to the number of bytes or elements that the structure states. `target` is a
 function with the convention's parameters and result. `thunk` is null or valid for writes.
 */
enum spgc_status spgc_thunk_new(const struct spgc_thunk_convention *convention,
                                const void *target,
                                struct spgc_thunk **thunk);

/*
 Releases a thunk. Copies of its code are not affected. Null is allowed and has no effect.

 Any thread may call it when no other thread uses it any more.

 Errors: SPGC_ERROR_REFERENCE if the argument is not a thunk; SPGC_ERROR_CALLBACK.

 # Safety

 `thunk` is null or a thunk that spgc_thunk_free() has not released. No other thread uses it.
 */
enum spgc_status spgc_thunk_free(struct spgc_thunk *thunk);

/*
 Stores the address and length of a thunk's code, which the caller copies. The code is valid
 until the thunk is released.

 Any thread may call it at any time.

 code, size: where to store the address and the length in bytes of the code.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.

 # Safety

 `thunk` is null or a thunk that spgc_thunk_free() has not released. `code` and `size` are null
 or valid for writes.
 */
enum spgc_status spgc_thunk_code(const struct spgc_thunk *thunk, const void **code, size_t *size);

/*
 Stores the range of words in the function's array that contains each value, in the order of the
 record. There are no ranges if values are passed as arguments.

 Any thread may call it at any time.

 words: an array with `room` elements, or null if `room` is 0.
 count: where to store the number of values, which may exceed `room`.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.

 # Safety

 `thunk` is null or a thunk that spgc_thunk_free() has not released. `words` is null or points to
 `room` structures. `count` is null or valid for writes.
 */
enum spgc_status spgc_thunk_values(const struct spgc_thunk *thunk,
                                   struct spgc_word_range *words,
                                   size_t room,
                                   size_t *count);

/*
 Stores the range of words in the function's `results` that contains each register, in the order
 of spgc_thunk_convention.written.

 Any thread may call it at any time.

 words: an array with `room` elements, or null if `room` is 0.
 count: where to store the number of registers, which may exceed `room`.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.

 # Safety

 `thunk` is null or a thunk that spgc_thunk_free() has not released. `words` is null or points to
 `room` structures. `count` is null or valid for writes.
 */
enum spgc_status spgc_thunk_results(const struct spgc_thunk *thunk,
                                    struct spgc_word_range *words,
                                    size_t room,
                                    size_t *count);

/*
 Creates the tables of thunks: .llvm_stackmaps and .eh_frame, in the format of LLVM. All thunks
 of one region of code share one pair of tables.

 Any thread may call it at any time, also a managed one.

 thunks: an array of `count` thunks. The same thunk may occur several times.
 addresses: the address that the code of each thunk was copied to.
 sections: where to store the tables.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there is no thunk, or an
 address is not a multiple of SPGC_THUNK_ALIGNMENT; SPGC_ERROR_CALLBACK.

 # Safety

 `thunks` and `addresses` point to `count` elements each. The thunks have not been released. At
 each address lies a copy of the thunk's code. `sections` is null or valid for writes.
 */
enum spgc_status spgc_thunk_sections_new(const struct spgc_thunk *const *thunks,
                                         const void *const *addresses,
                                         size_t count,
                                         struct spgc_thunk_sections **sections);

/*
 Sets stack_maps and eh_frame of a spgc_jit_region, and their sizes, to these tables, for
 spgc_code_register_jit(), which copies the data that it needs. The tables are valid until they
 are released.

 eh_frame is also the argument of __register_frame(), so that exceptions can pass through the
 thunks; the tables must then not be released before __deregister_frame().

 Any thread may call it at any time.

 jit: the structure, with its size set; its other fields are not changed.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE, SPGC_ERROR_CALLBACK.

 # Safety

 `sections` is null or was created by spgc_thunk_sections_new() and has not been released by
 spgc_thunk_sections_free(). `jit` is null or points to a structure of the size given in its
 first field.
 */
enum spgc_status spgc_thunk_sections_fill(const struct spgc_thunk_sections *sections,
                                          struct spgc_jit_region *jit);

/*
 Releases tables. Null is allowed and has no effect.

 Any thread may call it when no other thread uses the tables any more.

 Errors: SPGC_ERROR_REFERENCE if the argument is not tables; SPGC_ERROR_CALLBACK.

 # Safety

 `sections` is null or was created by spgc_thunk_sections_new() and has not been released by
 spgc_thunk_sections_free(). No other thread uses it.
 */
enum spgc_status spgc_thunk_sections_free(struct spgc_thunk_sections *sections);

/*
 Creates a patcher for a code range, without sites. As long as the patcher exists, all of the
 code must stay mapped, readable and executable at its address. Only patchers and stops may
 change the code or the protection of its pages. The same code may have several patchers with
 different sites.

 Any thread that is not managed may call it at any time.

 heap: the heap whose threads run the code. Calls that are patched in at `patchpoint` and
 `stackmap` records are registered with it, for its collections. No other heap's threads run the
 code.
 memory: the code, and how it is written. It may be all code with records, or a part of it.
 patcher: where to store the patcher.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT if not all of
 the memory is code, or the two mappings are not of the same memory; SPGC_ERROR_SYSTEM;
 SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `memory` is null or points to a structure of the size given in its first field. All of the code
 stays mapped, readable and executable as long as the patcher exists; only patchers and stops
 change it. `patcher` is null or valid for writes.
 */
enum spgc_status spgc_patcher_new(struct spgc_heap *heap,
                                  const struct spgc_code_memory *memory,
                                  struct spgc_patcher **patcher);

/*
 Adds the site of a record, and checks that its bytes are what LLVM writes there.

 Any thread may call it at any time, except while a thread that has been stopped is in the middle
 of patching the same bytes.

 kind, bytes: SPGC_PATCH_SITE_*, and the number of bytes that the front end requested; the record
 contains neither.
 record: the address of the record, as spgc_stack_map_record.address.
 site: where to store the site's identifier.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there can be no such site;
 SPGC_ERROR_PATCH if it lies outside the patcher's code, overlaps another one, or contains other
 code; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released. `site` is null
 or valid for writes.
 */
enum spgc_status spgc_patcher_add(struct spgc_patcher *patcher,
                                  uint32_t kind,
                                  uint32_t bytes,
                                  uint64_t record,
                                  spgc_patch_site_id *site);

/*
 Patches a site: writes all of its bytes. After this returns, no thread begins to execute an
 instruction that was replaced.

 A thread may still be in the old target of a call, or on its way there: a call to a distant
 target is several instructions. Before the old target or its thunk is freed, each thread that
 may execute the site must have been at a safepoint since (a collection that began later, or
 spgc_handshake() with each thread), with no frame of the target on its stack.

 A call at a `patchpoint` or `stackmap` in registered code is registered with the heap before it
 is written, and stays registered until the code is removed (spgc_code_remove()). Code that is
 registered again must be patched again.

 Any thread may call it at any time, also a managed one, for example in a C function that managed
 code has called through a patched call. It is not a safepoint. Concurrent writes are serialised.

 patch: what to write.
 execution: the state of the threads during the write.
 return_address: where to store the return address of the call, 0 if there is no call; or null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if
 there is no such site; SPGC_ERROR_CODE if no registered code has the record, or another call has
 the same return address; SPGC_ERROR_PATCH if the patch cannot be written there, or not in this
 state of the threads; SPGC_ERROR_SYSTEM if the memory cannot be written to, or membarrier(2) is
 missing; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. On an error the code is unchanged.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released. `patch` and
 `execution` are null or point to structures of the sizes that their first fields say. Threads
 are in the state that `execution` describes. The target may be called from the site as long as
 the patch is there. `return_address` is null or valid for writes.
 */
enum spgc_status spgc_patcher_write(struct spgc_patcher *patcher,
                                    spgc_patch_site_id site,
                                    const struct spgc_patch *patch,
                                    const struct spgc_execution_state *execution,
                                    uint64_t *return_address);

/*
 Restores the bytes that a site had when it was added.

 Any thread may call it at any time, also a managed one. Threads that are in a call that was
 patched in can still return from it.

 execution: the state of the threads during the write.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if
 there is no such site; SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM as for spgc_patcher_write();
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. On an error the code is unchanged.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released. `execution` is null or
 points to a structure of the size given in its first field. Threads are in the state that it
 describes.
 */
enum spgc_status spgc_patcher_restore(struct spgc_patcher *patcher,
                                      spgc_patch_site_id site,
                                      const struct spgc_execution_state *execution);

/*
 Removes a site from a patcher. Its code is not changed, and calls that were patched in stay
 registered with the heap.

 Any thread may call it at any time.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there is no such site;
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released.
 */
enum spgc_status spgc_patcher_remove(struct spgc_patcher *patcher, spgc_patch_site_id site);

/*
 Releases a patcher. The code is not changed. Null is allowed and has no effect.

 Any thread may call it when no other thread uses the patcher any more, before the code's memory
 is freed.

 Errors: SPGC_ERROR_REFERENCE if the argument is not a patcher; SPGC_ERROR_CALLBACK.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released. No other thread uses
 it.
 */
enum spgc_status spgc_patcher_free(struct spgc_patcher *patcher);

/*
 Runs a callback for one attached thread, or for each attached thread in turn, while that thread
 is at a safepoint. The other threads keep running. A thread that runs managed code runs the
 callback itself, at its next poll or allocation. For native threads, including the calling
 thread, the calling thread runs the callback. Threads that are attached or detached during the
 call may be omitted.

 Any thread that is not managed may call it. It waits for threads that run managed code, and for
 a collection in progress; it does not delay other threads itself.

 thread: the thread's ID in the operating system, or SPGC_HANDSHAKE_ALL_THREADS.
 callback: called for one thread after the other, never concurrently.
 data: passed to the callback.
 count: where to store the number of threads for which the callback was called, or null.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK. In spgc_config.on_phase it ends the process with a message.

 # Safety

 `callback` may be called with `data`, by the rules of its type. `count` is null or valid for
 writes.
 */
enum spgc_status spgc_handshake(struct spgc_heap *heap,
                                uint64_t thread,
                                spgc_handshake_callback callback,
                                void *data,
                                size_t *count);

/*
 Calls a function for each managed frame of a stopped thread, the youngest first. It makes no
 call if the thread has no managed frame. The names of the functions can be looked up by
 spgc_code_describe() after spgc_handshake() has returned.

 To be called by a spgc_handshake_callback, on the thread that runs it, with the `thread` that it
 received.

 show: called for each frame, before this function returns; those of the thread's suspended
 fibers come last. The restrictions of the enclosing spgc_handshake_callback apply to it.
 data: passed to `show`.

 Errors: SPGC_ERROR_NULL; SPGC_ERROR_CODE if the stack cannot be walked, in which case a
 collection could not walk it either; SPGC_ERROR_CALLBACK.

 # Safety

 `thread` is the argument of a spgc_handshake_callback that is running. `show` may be called with
 `data`, by the rules of its type.
 */
enum spgc_status spgc_stopped_thread_activations(const struct spgc_stopped_thread *thread,
                                                 spgc_activation_callback show,
                                                 void *data);

/*
 Interrupts a thread: leaves a word for it, which managed code takes at the next
 spgc_poll_interrupt() of the prelude, and native code by spgc_thread_take_interrupt(). The
 meaning of the word is the host's: typically an exception that the thread is to throw. What the
 calling thread has written before is visible to the thread that takes the word.

 The call does not wait for the thread: if it is in native code, the word waits until the thread
 takes it. Until then each allocation of the thread takes its slow path. A word that waits when
 the thread is detached is lost.

 Any thread may call it at any time.

 thread: the thread's ID in the operating system.
 word: not 0. It replaces a word that waits.
 previous: where to store the word that was replaced, or 0 if there was none; or null.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_ARGUMENT if `word` is 0, or no thread with this ID is
 attached to the heap; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `previous` is null or valid for writes.
 */
enum spgc_status spgc_thread_interrupt(struct spgc_heap *heap,
                                       uint64_t thread,
                                       uint64_t word,
                                       uint64_t *previous);

/*
 Takes the word that another thread has left for the calling thread by spgc_thread_interrupt().
 Native code that blocks calls this when it is woken.

 word: where to store the word; 0 if there is none.

 Errors: SPGC_ERROR_NULL, and those of all functions of attached threads.

 # Safety

 `word` is null or valid for writes.
 */
enum spgc_status spgc_thread_take_interrupt(uint64_t *word);

/*
 Requests the takeover of frames of the calling thread. Each frame is taken over when the call
 that it is in returns. The function is meant for native functions that managed code has called:
 a failed guard takes over the youngest frame; the invalidation of a function takes over all
 frames of this function. For a frame whose takeover was requested before, the first request
 remains in effect.

 The calling thread must be attached and native. Waits for a collection in progress; is not a
 safepoint itself.

 select: selects the frames, or null for the youngest frame.
 data: passed to `select`.
 count: where to store the number of frames to take over whose takeover was not requested before,
 or null.

 The types that the continuation states for values and for the results of calls, and the values
 that it returns, must be correct. The functions of the frames must follow the C calling
 convention, or LLVM's fastcc without guaranteed tail calls, and return nothing, or a value in
 one or two registers. An exception that reaches such a frame ends the process.

 Errors, on which no frame is taken over: SPGC_ERROR_FRAME if one of the frames cannot be taken
 over, or there is none; SPGC_ERROR_CODE if the stack cannot be walked; SPGC_ERROR_NULL;
 SPGC_ERROR_REFERENCE if `takeover` is not a takeover, or belongs to another heap; those of all
 functions of attached threads.

 # Safety

 `takeover` is null or a takeover that spgc_takeover_free() has not released. `select` may be
 called with `data`, by the rules of its type. `count` is null or valid for writes. The
 continuation can resume each frame that is selected.
 */
enum spgc_status spgc_take_over(const struct spgc_takeover *takeover,
                                spgc_select_activation_callback select,
                                void *data,
                                size_t *count);

/*
 As spgc_take_over(), for a stopped thread.

 To be called by a spgc_handshake_callback, on the thread that runs it, with the `thread` that it
 received.

 Errors: those of spgc_take_over(); of the errors of all functions of attached threads, only
 SPGC_ERROR_CALLBACK.

 # Safety

 `thread` is the argument of a spgc_handshake_callback that is running. `takeover` is null or a
 takeover that spgc_takeover_free() has not released. `select` may be called with `data`, by the
 rules of its type. `count` is null or valid for writes. The continuation can resume each
 frame that is selected.
 */
enum spgc_status spgc_stopped_thread_take_over(const struct spgc_stopped_thread *thread,
                                               const struct spgc_takeover *takeover,
                                               spgc_select_activation_callback select,
                                               void *data,
                                               size_t *count);

/*
 Creates a takeover, to which frames of a heap can be assigned.

 Any thread that is not managed may call it.

 continuation: the callbacks that resume the frames. The structure may be freed after the call.
 takeover: where to store the handle for spgc_takeover_free().

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_MANAGED,
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `continuation` is null or points to a structure of the size given in its first field. Its
 callbacks may be called, with their data, by the rules of their types, as long as the takeover
 exists or a frame that was taken over has not returned. `takeover` is null or valid for
 writes.
 */
enum spgc_status spgc_takeover_new(struct spgc_heap *heap,
                                   const struct spgc_continuation *continuation,
                                   struct spgc_takeover **takeover);

/*
 Releases a takeover. Null is allowed and has no effect. Frames whose takeover was requested are
 still taken over. Any thread may call it at any time, also in spgc_continuation.resume of this
 takeover; the continuation is used until spgc_continuation.release is called.

 Errors: SPGC_ERROR_REFERENCE if the argument is not a takeover; SPGC_ERROR_CALLBACK.

 # Safety

 `takeover` is null or a takeover that spgc_takeover_free() has not released. No other thread
 uses it.
 */
enum spgc_status spgc_takeover_free(struct spgc_takeover *takeover);

/*
 Reads a constant among the values of a call, in which a front end can encode the identity of the
 call.

 To be called by a spgc_frame_layout_callback, on the thread that runs it, with the site that it
 received.

 index: index of the value, from 0.
 constant: where to store the constant.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_CALLBACK; SPGC_ERROR_ARGUMENT if there is no such value, or
 it is not a constant.

 # Safety

 `site` is the argument of a spgc_frame_layout_callback that is running. `constant` is null
 or valid for writes.
 */
enum spgc_status spgc_deopt_site_constant(const struct spgc_deopt_site *site,
                                          size_t index,
                                          int64_t *constant);

/*
 Sets the layout of the replacement frame: the types of the values of a call. If it is called
 twice, the last layout is used.

 To be called by a spgc_frame_layout_callback, on the thread that runs it, with the site that it
 received.

 layout: the layout. It may be freed after the call, with the data that it points to.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT, SPGC_ERROR_CALLBACK. Whether the
 call has such values is checked later.

 # Safety

 `site` is the argument of a spgc_frame_layout_callback that is running. `layout` is null
 or points to a structure of the size given in its first field. Each of its pointers points to
 the number of elements that the structure states, which are the types of the frame's values.
 */
enum spgc_status spgc_deopt_site_set_layout(const struct spgc_deopt_site *site,
                                            const struct spgc_frame_layout *layout);

/*
 The slow path of a poll. A safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern void spgc_poll_slow(void);

/*
 The slow path of an allocation: returns an object of `size` bytes with this header. A
 safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern void *spgc_allocate_slow(uint64_t size, uint64_t header);

/*
 The slow path of the allocation of an array. A safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern void *spgc_allocate_array_slow(uint64_t length, uint64_t header);

/*
 The slow path of the allocation of an object with a tail. A safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern void *spgc_allocate_tailed_slow(uint64_t length,
                                       uint64_t header,
                                       uint64_t fixed,
                                       uint64_t length_offset,
                                       uint64_t element_size);

/*
 Returns a copy of an object. A safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern void *spgc_clone(const void *object);

/*
 One piece of a copy between arrays: returns the number of elements that remain, or a
 negative number for a range or an element that is not allowed. No safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern int64_t spgc_array_copy_piece(void *to,
                                     uint64_t to_index,
                                     const void *from,
                                     uint64_t from_index,
                                     uint64_t count,
                                     uint64_t left);

/*
 One piece of a fill of an array: returns as spgc_array_copy_piece(). No safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern int64_t spgc_array_fill_piece(void *to,
                                     uint64_t index,
                                     const void *value,
                                     uint64_t count,
                                     uint64_t left);

/*
 The slow path of the write barrier. No safepoint.

 Only threads that run managed code call it, by the convention `preserve_mostcc` of LLVM.
 Native code may take its address, to link managed code.
 */
extern void spgc_barrier_slow(void *object, void *slot);

/*
 Calls a native function of the C calling convention with five words, and returns its result.
 During the call, the thread is native.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern uint64_t spgc_call_native(uint64_t first,
                                 uint64_t second,
                                 uint64_t third,
                                 uint64_t fourth,
                                 uint64_t fifth,
                                 const void *function);

/*
 The slow path of the transition of a wrapper to native code.

 Only threads that run managed code call it, by the convention `preserve_mostcc` of LLVM.
 Native code may take its address, to link managed code.
 */
extern void spgc_enter_native_slow(void);

/*
 The slow path of the transition of a wrapper back to managed code. A safepoint.

 Only threads that run managed code call it, by the convention `preserve_mostcc` of LLVM.
 Native code may take its address, to link managed code.
 */
extern void spgc_leave_native_slow(void);

/*
 Resumes a fiber, and returns the reference that it passes. A safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern void *spgc_resume(const void *fiber, const void *reference);

/*
 Suspends the fiber that runs, and returns the reference that resumes it. A safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern void *spgc_suspend(const void *reference);

/*
 Returns whether the function of a fiber has ended. No safepoint.

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern bool spgc_fiber_done(const void *fiber);

/*
 Registers a finalizer for an object, and returns the number of the registration. No
 safepoint. For native code there is spgc_finalizer_register().

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern uint64_t spgc_finalize(void *object, uint64_t token);

/*
 Returns the identity hash of an object, 0 for null. No safepoint. For native code there is
 spgc_object_identity_hash().

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern uint32_t spgc_identity_hash(const void *object);

/*
 Returns the word that another thread has left for this one, and takes it; 0 if there is
 none. No safepoint. For native code there is spgc_thread_take_interrupt().

 Only threads that run managed code call it. Native code may take its address, to link such
 code.
 */
extern uint64_t spgc_take_interrupt(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* STATEPOINT_GC_H */
