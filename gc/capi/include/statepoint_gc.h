/*
 * statepoint_gc.h: a precise, moving garbage collector for code that LLVM compiles with statepoints.
 *
 * This is for the host, the native part of a runtime. Managed code uses statepoint_gc.ll. What both must
 * bring along, and how to compile and link them: docs/porting.md.
 *
 *     spgc_heap *heap;
 *     spgc_scope scope;
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
 *     spgc_scope_open(&scope);
 *     spgc_call_for_ref((const void *)make_tree, &depth, 1, &tree);
 *     argument.reference = tree;
 *     spgc_call((const void *)count_tree, &argument, 1, &nodes);
 *     spgc_scope_close(scope);
 *     spgc_thread_detach();
 *     spgc_heap_shutdown(heap);
 *
 * Errors. Functions that can fail return a spgc_status; SPGC_OK is 0. After any other, spgc_last_error()
 * says what is wrong and what to do, and nothing was changed. They never unwind, but for exceptions that pass
 * through spgc_call(). What would lose an object, and what managed code does wrong, ends the process with a
 * message.
 *
 * Threads. A thread that runs managed code, or uses references, is attached by spgc_thread_attach(). It is managed
 * while it runs managed code, and native otherwise: outside spgc_call(), and in native functions that managed code calls
 * by spgc_call_native or through a wrapper. Native threads never delay a collection. "Errors of all functions of
 * attached threads" are SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK and SPGC_ERROR_FORKED.
 * SPGC_ERROR_CALLBACK is said in callbacks for which a collection or a stopped thread waits: those of types, and those
 * that look at stopped threads, choose frames, or describe them. Each names the functions that it may call.
 *
 * Cancellation. No function of this library acts upon a request by pthread_cancel(), nor does managed code: it stays
 * pending until the thread is in the host's code again, or in a native function that managed code has called. Callbacks
 * run with cancellation disabled. See docs/porting/exceptions.md.
 *
 * Objects move at safepoints: calls into managed code, allocations, collections on request. Other threads' collections
 * move them at any time while this thread is native. So native code holds spgc_ref, never addresses, but of what it has
 * pinned.
 *
 * Structures begin with their size. Set that to sizeof, and the rest to zero where nothing else is wanted; so
 * programs and libraries of different versions understand each other.
 *
 * Made from gc/src/ffi by cbindgen: edit that, not this.
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
 A collection of everything.
 */
#define SPGC_COLLECTION_FULL 1

/*
 A collection of everything, which moves together all that there is room to move.
 */
#define SPGC_COLLECTION_COMPACTING 2

/*
 A collection was made because there was no room for an object.
 */
#define SPGC_CAUSE_ALLOCATION 0

/*
 A collection was made because there was no room for a large object.
 */
#define SPGC_CAUSE_LARGE_ALLOCATION 1

/*
 A collection was made because the one before had not made enough room.
 */
#define SPGC_CAUSE_EMERGENCY 2

/*
 A collection was made because the host asked for it.
 */
#define SPGC_CAUSE_REQUEST 3

/*
 A collection was made by zeal mode.
 */
#define SPGC_CAUSE_ZEAL 4

/*
 spgc_phase_callback: the collection as a whole; the first and the last of what is told of it.
 */
#define SPGC_PHASE_COLLECTION 0

/*
 spgc_phase_callback: verifying the heap.
 */
#define SPGC_PHASE_VERIFY 1

/*
 spgc_phase_callback: looking at stacks and references of native code, and tracing from there.
 */
#define SPGC_PHASE_TRACE 2

/*
 spgc_phase_callback: weak references, ephemerons, finalizers.
 */
#define SPGC_PHASE_REFERENCES 3

/*
 spgc_phase_callback: finding what is free.
 */
#define SPGC_PHASE_SWEEP 4

/*
 spgc_out_of_memory.request: an object of `amount` bytes.
 */
#define SPGC_REQUEST_BYTES 0

/*
 spgc_out_of_memory.request: an array of `amount` elements, more than any heap could hold.
 */
#define SPGC_REQUEST_ELEMENTS 1

/*
 spgc_config.flags: the SPGC_* variables of the environment are not looked at. Otherwise they override what is set
 here.
 */
#define SPGC_CONFIG_WITHOUT_ENVIRONMENT 1

/*
 spgc_config.flags: the heap knows no managed code at first; all of it is registered later, by
 spgc_code_register_image(), spgc_code_register_loaded() or spgc_code_register_jit(). Otherwise it begins with the
 program and the libraries that are loaded, one of which must have a stack map.
 */
#define SPGC_CONFIG_WITHOUT_IMAGES 2

/*
 spgc_config.flags: managed code may call native code directly, as it calls anything; its frames are unwound by
 .eh_frame. Otherwise a return address that is in no stack map ends the process with a message.
 */
#define SPGC_CONFIG_UNWIND_NATIVE_FRAMES 4

/*
 spgc_config.flags: membarrier(2) is not used.
 */
#define SPGC_CONFIG_WITHOUT_MEMBARRIER 8

/*
 spgc_config.flags: a heap is out of memory only when it is full, however much time goes into collections.
 */
#define SPGC_CONFIG_WITHOUT_OVERHEAD_LIMIT 16

/*
 spgc_config.flags: random delays at the steps of the safepoint protocol, for tests of the host.
 */
#define SPGC_CONFIG_DELAYS 32

/*
 spgc_config.flags: the system is asked for large pages.
 */
#define SPGC_CONFIG_HUGE_PAGES 64

/*
 spgc_config.flags: threads are also stopped by polls that are no-ops until then, in code for which the host calls
 spgc_polls_add_image() or spgc_polls_add_jit().
 */
#define SPGC_CONFIG_PATCHED_POLLS 128

/*
 spgc_config.zeal: collect when there is need to.
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
 spgc_config.verify: verify everything that is alive before each collection: what the program has done.
 */
#define SPGC_VERIFY_BEFORE 1

/*
 spgc_config.verify: verify everything that is alive after each collection: what the collector has done.
 */
#define SPGC_VERIFY_AFTER 2

/*
 spgc_type.kind: fields, of which some hold references. Uses: size, references.
 */
#define SPGC_TYPE_FIXED 1

/*
 spgc_type.kind: the same, with a bitmap: bit n of word m is set if the word at offset 8 * (64 * m + n) holds a
 reference. Uses: size, bitmap.
 */
#define SPGC_TYPE_BITMAP 2

/*
 spgc_type.kind: a length, an int64_t at offset 8, and that many references from offset 16.
 */
#define SPGC_TYPE_REFERENCE_ARRAY 3

/*
 spgc_type.kind: a length and that many elements without references. Uses: element_size.
 */
#define SPGC_TYPE_PLAIN_ARRAY 4

/*
 spgc_type.kind: a length and that many structures with references. Uses: element_size, element_references.
 */
#define SPGC_TYPE_STRUCT_ARRAY 5

/*
 spgc_type.kind: fields, the number of elements among them, and the elements behind them. Uses: size (of the
 fields), references, length_offset, element_size, element_references.
 */
#define SPGC_TYPE_TAILED 6

/*
 spgc_type.kind: fields, some of which do not keep alive what they refer to, and become null when it dies. Uses:
 size, references, weak, weak_kind.
 */
#define SPGC_TYPE_WEAK 7

/*
 spgc_type.kind: fields, with a key and a value that lives only as long as the key does. Uses: size, references,
 key, value.
 */
#define SPGC_TYPE_EPHEMERON 8

/*
 spgc_type.kind: callbacks tell. Uses: size_of, trace, data.
 */
#define SPGC_TYPE_TRACED 9

/*
 A weak reference is cleared as soon as nothing keeps its object alive, before that is finalized.
 */
#define SPGC_WEAK_SHORT 0

/*
 A weak reference is cleared when its object is gone, after it was finalized.
 */
#define SPGC_WEAK_LONG 1

/*
 spgc_heap_histogram: pauses, from the request for a collection until all threads might go on.
 */
#define SPGC_HISTOGRAM_PAUSE 0

/*
 spgc_heap_histogram: those for collections of the young generation.
 */
#define SPGC_HISTOGRAM_YOUNG_PAUSE 1

/*
 spgc_heap_histogram: those for collections of the whole heap.
 */
#define SPGC_HISTOGRAM_FULL_PAUSE 2

/*
 spgc_heap_histogram: the part of each pause until all threads had stopped.
 */
#define SPGC_HISTOGRAM_TIME_TO_SAFEPOINT 3

/*
 spgc_heap_histogram: the rest of each pause.
 */
#define SPGC_HISTOGRAM_COLLECTION 4

/*
 spgc_roots_register(): the references keep their objects alive.
 */
#define SPGC_ROOTS_STRONG 0

/*
 spgc_roots_register(): they do not; a slot becomes 0 when its object dies, as by SPGC_WEAK_SHORT.
 */
#define SPGC_ROOTS_WEAK_SHORT 1

/*
 spgc_roots_register(): they do not; a slot becomes 0 when its object dies, as by SPGC_WEAK_LONG.
 */
#define SPGC_ROOTS_WEAK_LONG 2

/*
 spgc_convention.flags: the function gets the values in an array, `void f(uint64_t *values, size_t words)`, each in as many words
 as it needs: spgc_thunk_values(). References of a statepoint are rewritten there when a collection moves their objects.
 Otherwise it gets them as arguments, `void f(v0, v1, ...)`: what is in a vector register as float, double or a vector of 16
 bytes, all else as uint64_t. References among these are the function's to look after.
 */
#define SPGC_THUNK_ARRAY 1

/*
 spgc_convention.flags: the processor's flags are afterwards what they were. For the shadow of a `stackmap`; no call that LLVM
 knows of preserves them.
 */
#define SPGC_THUNK_FLAGS 2

/*
 spgc_convention.preserve: the registers that the record lists as live, and those that any function in C preserves; of a statepoint,
 or without a record, the latter only.
 */
#define SPGC_PRESERVE_RECORD 0

/*
 spgc_convention.preserve: all registers. (On AArch64 not the link register, which the call of the thunk changes.) For a
 `stackmap`, whose record lists none.
 */
#define SPGC_PRESERVE_ALL 1

/*
 spgc_convention.preserve: those that any function in C preserves.
 */
#define SPGC_PRESERVE_CALLS 2

/*
 What the address of a thunk's code is a multiple of.
 */
#define SPGC_THUNK_ALIGNMENT 16

/*
 spgc_patch.kind: nothing happens there. Where LLVM's no-ops have no place for a call, this makes one: written once before
 threads run the code, it lets calls be patched in while they do.
 */
#define SPGC_PATCH_NO_OPS 1

/*
 spgc_patch.kind: a call of `target`, which returns behind the bytes of the record.
 */
#define SPGC_PATCH_CALL 2

/*
 spgc_patch.kind: a call of `target`, which never returns: its return address says where it came from.
 */
#define SPGC_PATCH_LEAVE 3

/*
 spgc_patch.kind: a jump to `target`.
 */
#define SPGC_PATCH_JUMP 4

/*
 spgc_patch.kind: the instructions in `code`, and no-ops behind them.
 */
#define SPGC_PATCH_CODE 5

/*
 spgc_when.threads: no thread has executed any of the site's code yet, and those that will are told of it in a way that
 orders memory (by a mutex, for example).
 */
#define SPGC_THREADS_NOT_YET 1

/*
 spgc_when.threads: all that may execute it are stopped, outside of the site.
 */
#define SPGC_THREADS_STOPPED 2

/*
 spgc_when.threads: they may be executing it. One instruction can change.
 */
#define SPGC_THREADS_RUNNING 3

/*
 spgc_when.live: by one store where the processor's manual promises enough for that, else with a breakpoint in the
 instruction's place while it changes.
 */
#define SPGC_LIVE_BEST 0

/*
 spgc_when.live: by one store of the word that it lies in. Of x86-64 processors, only AMD's manual promises that others then
 see the old or the new instruction.
 */
#define SPGC_LIVE_STORE 1

/*
 spgc_when.live: with a breakpoint. On AArch64 all three are the same: one store.
 */
#define SPGC_LIVE_BREAKPOINT 2

/*
 spgc_patcher_add(): a statepoint with patch bytes: `bytes` is its "statepoint-num-patch-bytes".
 */
#define SPGC_SITE_STATEPOINT 1

/*
 spgc_patcher_add(): llvm.experimental.patchpoint: `bytes` is its second argument.
 */
#define SPGC_SITE_PATCHPOINT 2

/*
 spgc_patcher_add(): llvm.experimental.stackmap: `bytes` is its second argument, the shadow.
 */
#define SPGC_SITE_STACKMAP 3

/*
 spgc_handshake(): each attached thread, one after the other.
 */
#define SPGC_HANDSHAKE_ALL 0

/*
 spgc_value.kind: null, or what a call returns that returns nothing.
 */
#define SPGC_KIND_NONE 0

/*
 spgc_kind.kind, spgc_value.kind: a number.
 */
#define SPGC_KIND_BITS 1

/*
 spgc_kind.kind, spgc_value.kind: a reference to the start of an object, or null.
 */
#define SPGC_KIND_REFERENCE 2

/*
 spgc_kind.kind, spgc_value.kind: a stack object, in which there are no references.
 */
#define SPGC_KIND_OBJECT 3

/*
 spgc_shape.callee: nothing, or nothing that matters.
 */
#define SPGC_CALLEE_NOTHING 0

/*
 spgc_shape.callee: an integer, or a pointer that is no reference.
 */
#define SPGC_CALLEE_WORD 1

/*
 spgc_shape.callee: a floating-point number, or a vector of at most 16 bytes.
 */
#define SPGC_CALLEE_FLOAT 2

/*
 spgc_shape.callee: a reference to the start of an object, or null.
 */
#define SPGC_CALLEE_REFERENCE 3

/*
 spgc_outcome.kind: nothing.
 */
#define SPGC_OUTCOME_NOTHING 0

/*
 spgc_outcome.kind: an integer, or a pointer that is no reference, in the first of `words`. (A float: its bits.)
 */
#define SPGC_OUTCOME_WORD 1

/*
 spgc_outcome.kind: two of them, in the two registers that results are in.
 */
#define SPGC_OUTCOME_WORDS 2

/*
 spgc_outcome.kind: a double, in `number`.
 */
#define SPGC_OUTCOME_DOUBLE 3

/*
 spgc_outcome.kind: a reference, or null, in `reference`.
 */
#define SPGC_OUTCOME_REFERENCE 4

/*
 What a function returns. Where it is not SPGC_OK, nothing was changed, unless the function says otherwise, and
 spgc_last_error() says what is wrong and what to do.
 */
typedef enum spgc_status {
  /*
   Done.
   */
  SPGC_OK = 0,
  /*
   A pointer is null that may not be, or is not aligned.
   */
  SPGC_ERROR_NULL = 1,
  /*
   A structure does not have the size of any version that this library knows.
   */
  SPGC_ERROR_SIZE = 2,
  /*
   A number is out of its range, or a text is not what it should be.
   */
  SPGC_ERROR_ARGUMENT = 3,
  /*
   A setting cannot be used: one of spgc_config, or an SPGC_* variable of the environment.
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
   The calling thread runs managed code: that has called a native function without leaving managed code.
   */
  SPGC_ERROR_MANAGED = 9,
  /*
   The function was called by a callback that must not do so.
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
   A stack map, unwind table or code range is missing, wrong, or does not go with the others.
   */
  SPGC_ERROR_CODE = 13,
  /*
   A reference is none any more, of another thread, or of another heap.
   */
  SPGC_ERROR_REFERENCE = 14,
  /*
   No scope is open in which a reference could be made, or the scope was closed.
   */
  SPGC_ERROR_SCOPE = 15,
  /*
   The object does not have such a field or element, or the reference holds no object.
   */
  SPGC_ERROR_ACCESS = 16,
  /*
   A root range overlaps another one, or cannot be.
   */
  SPGC_ERROR_ROOTS = 17,
  /*
   The system has no memory, threads or handlers to give.
   */
  SPGC_ERROR_SYSTEM = 18,
  /*
   A defect of this library. The heap may be in any state.
   */
  SPGC_ERROR_INTERNAL = 19,
  /*
   Code cannot be patched so: it is not what LLVM writes there, has no room for it, or threads may be in it.
   */
  SPGC_ERROR_PATCH = 20,
  /*
   A frame cannot be taken over, or there is none of those that were asked for.
   */
  SPGC_ERROR_FRAME = 21,
  /*
   The calling thread runs on a stack that is not its own, or above a call that it has left by a jump.
   */
  SPGC_ERROR_STACK = 22,
} spgc_status;

/*
 A heap with its collector. Made by spgc_heap_start(), ended by spgc_heap_shutdown().
 */
typedef struct spgc_heap spgc_heap;

/*
 What a spgc_ref leads to; nothing to look at.
 */
typedef struct spgc_object spgc_object;

/*
 The sites of some code, and what is patched in there. Made by spgc_patcher_new(), given back by spgc_patcher_free().
 Any thread may use it.
 */
typedef struct spgc_patcher spgc_patcher;

/*
 Keeps an object alive and where it is. Made by spgc_pin_object(), given back by spgc_unpin(). Any thread may use it.
 */
typedef struct spgc_pin spgc_pin;

/*
 A range of slots. Made by spgc_roots_register(), given back by spgc_roots_remove().
 */
typedef struct spgc_roots spgc_roots;

/*
 The tables of thunks that were copied somewhere. Made by spgc_sections_new(), given back by spgc_sections_free(). Any
 thread may use them.
 */
typedef struct spgc_sections spgc_sections;

/*
 Whom frames of a heap can be left to. Made by spgc_takeover_new(), given back by spgc_takeover_free(). Any thread may
 use it.
 */
typedef struct spgc_takeover spgc_takeover;

/*
 Code that calls a function in C from a place with its own calling convention. Made by spgc_thunk_new(), given back by
 spgc_thunk_free(). Any thread may use it.

 It is the same wherever it lies, so it is copied to executable memory, to a multiple of SPGC_THUNK_ALIGNMENT bytes, and registered
 there: spgc_sections_new(), spgc_code_register_jit(). A patch calls it.
 */
typedef struct spgc_thunk spgc_thunk;

/*
 Takes the references of an object, as long as a spgc_trace_callback runs.
 */
typedef struct spgc_tracer spgc_tracer;

/*
 A weak reference of native code: follows its object without keeping it alive. Made by spgc_weak_new(), given back by
 spgc_weak_free(). Any thread may use it.
 */
typedef struct spgc_weak spgc_weak;

/*
 A table from objects to objects that does not keep its keys alive. An entry goes when its key dies; until then
 the key keeps the value alive. Made by spgc_weak_table_new(), given back by spgc_weak_table_free(). Any thread may use
 it.
 */
typedef struct spgc_weak_table spgc_weak_table;

/*
 The distribution of a duration, in nanoseconds; all zero if there was none. Quantiles are exact to three digits.
 */
typedef struct spgc_quantiles {
  /*
   How many durations there were.
   */
  uint64_t count;
  /*
   The shortest.
   */
  uint64_t min;
  /*
   The arithmetic mean.
   */
  double mean;
  /*
   Half of them took no longer.
   */
  uint64_t p50;
  /*
   Nine of ten took no longer.
   */
  uint64_t p90;
  /*
   99 of a hundred took no longer.
   */
  uint64_t p99;
  /*
   999 of a thousand took no longer.
   */
  uint64_t p999;
  /*
   The longest.
   */
  uint64_t max;
} spgc_quantiles;

/*
 What a collection did, or all of them together.
 */
typedef struct spgc_counts {
  /*
   Managed frames that were walked.
   */
  uint64_t frames_walked;
  /*
   Native frames that had to be unwound.
   */
  uint64_t native_frames_walked;
  /*
   Frames for which the stack map had a record.
   */
  uint64_t records_matched;
  /*
   Roots that were looked at.
   */
  uint64_t roots_visited;
  /*
   Roots that were found in callee-saved registers.
   */
  uint64_t register_roots;
  /*
   Those of them that were rewritten.
   */
  uint64_t register_roots_relocated;
  /*
   Interior pointers that were moved along with their object.
   */
  uint64_t derived_relocated;
  /*
   Old objects that a reference was stored into.
   */
  uint64_t objects_logged;
  /*
   Fields of old objects that had referred to young ones.
   */
  uint64_t remembered_slots;
  /*
   Objects that were moved.
   */
  uint64_t objects_moved;
  /*
   Their bytes.
   */
  uint64_t bytes_copied;
  /*
   Those of them that went from the young to the old generation.
   */
  uint64_t bytes_promoted;
  /*
   Objects that were found alive and stayed where they are.
   */
  uint64_t objects_marked;
  /*
   Objects that would have moved, but were pinned, or found no room.
   */
  uint64_t objects_kept;
  /*
   Weak fields and references that were looked at.
   */
  uint64_t weak_visited;
  /*
   Those that were cleared.
   */
  uint64_t weak_cleared;
  /*
   Ephemerons that were looked at.
   */
  uint64_t ephemerons_visited;
  /*
   Those that were cleared.
   */
  uint64_t ephemerons_cleared;
  /*
   Objects that were queued for finalization.
   */
  uint64_t finalizers_queued;
  /*
   Objects that the verifier looked at.
   */
  uint64_t objects_verified;
} spgc_counts;

/*
 What the collector of a heap did since it was started. Set the first field to sizeof(spgc_statistics) before it is
 filled. Times are in nanoseconds.
 */
typedef struct spgc_statistics {
  /*
   sizeof(spgc_statistics).
   */
  size_t size;
  /*
   Collections of the young generation alone.
   */
  uint64_t young_collections;
  /*
   Collections of the whole heap.
   */
  uint64_t full_collections;
  /*
   Those of them that moved everything together.
   */
  uint64_t compacting_collections;
  /*
   The most bytes that were ever in use.
   */
  uint64_t heap_peak_bytes;
  /*
   From the request for a collection until all threads might go on.
   */
  struct spgc_quantiles pause_ns;
  /*
   The same of collections of the young generation.
   */
  struct spgc_quantiles young_pause_ns;
  /*
   The same of collections of the whole heap.
   */
  struct spgc_quantiles full_pause_ns;
  /*
   The part of each pause until all threads had stopped.
   */
  struct spgc_quantiles time_to_safepoint_ns;
  /*
   What was done.
   */
  struct spgc_counts counts;
  /*
   The rest of each pause, when all threads had stopped.
   */
  struct spgc_quantiles collection_ns;
} spgc_statistics;

/*
 Bytes of a heap that are in use.
 */
typedef struct spgc_heap_use {
  /*
   By the young generation.
   */
  uint64_t young;
  /*
   By the old generation.
   */
  uint64_t old;
  /*
   By large objects.
   */
  uint64_t large;
  /*
   By all of these, gaps included: what the heap's limit is about.
   */
  uint64_t committed;
} spgc_heap_use;

/*
 A collection. Times are in nanoseconds.
 */
typedef struct spgc_collection {
  /*
   sizeof(spgc_collection) as the library knows it.
   */
  size_t size;
  /*
   How many collections there have been, with this one.
   */
  uint64_t number;
  /*
   SPGC_COLLECTION_*: what was collected.
   */
  uint32_t kind;
  /*
   SPGC_CAUSE_*: why.
   */
  uint32_t cause;
  /*
   When it was asked for, since the heap was started.
   */
  uint64_t requested_ns;
  /*
   From then on, until all threads might go on.
   */
  uint64_t pause_ns;
  /*
   The part of the pause until all threads had stopped.
   */
  uint64_t time_to_safepoint_ns;
  /*
   Until stacks, references of native code, and what was remembered had been looked at.
   */
  uint64_t roots_ns;
  /*
   From then on until everything was traced.
   */
  uint64_t trace_ns;
  /*
   Weak references, ephemerons, finalizers.
   */
  uint64_t references_ns;
  /*
   Finding what is free.
   */
  uint64_t sweep_ns;
  /*
   Verification.
   */
  uint64_t verify_ns;
  /*
   Threads that collected.
   */
  uint64_t workers;
  /*
   Threads that were attached.
   */
  uint64_t threads;
  /*
   The name of the thread that stopped last; null if none had to be waited for.
   */
  const char *last_to_stop;
  /*
   Its number in the system's lists, or 0.
   */
  uint64_t last_to_stop_id;
  /*
   What was in use when all threads had stopped.
   */
  struct spgc_heap_use before;
  /*
   And when they were about to go on.
   */
  struct spgc_heap_use after;
  /*
   What was done.
   */
  struct spgc_counts counts;
} spgc_collection;

/*
 Is told of a collection, when it has ended and all threads run again: on the thread that collected, or asked
 for it, which is native meanwhile. Others may collect at the same time, and call it too.

 It may call functions of this library. Of collections that it causes itself it is not told. It must not wait for a thread
 that waits for this one, nor throw: that ends the process.

 data: spgc_config.on_collection_data.
 collection: what it was; gone when the callback returns.
 */
typedef void (*spgc_collection_callback)(void *data, const struct spgc_collection *collection);

/*
 Why the process is about to end for want of memory.
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
   Bytes in use, after everything was collected.
   */
  uint64_t live;
  /*
   What could not be had, in what `request` says.
   */
  uint64_t amount;
  /*
   SPGC_REQUEST_*.
   */
  uint32_t request;
  /*
   0: there is no room. 1: too much time goes into collections for what they gain.
   */
  uint32_t overhead;
} spgc_out_of_memory;

/*
 Is asked to give something up when memory is short although everything was collected: to release references, say.
 Returns whether it did; then everything is collected once more, and only if that does not help the process ends with
 a message.

 It is called on the thread that allocates, which is native meanwhile; others go on, and collect. It may call functions
 of this library. It must not wait for a thread that may allocate, nor throw: that ends the process.

 data: spgc_config.on_out_of_memory_data.
 why: gone when the callback returns.
 */
typedef bool (*spgc_out_of_memory_callback)(void *data, const struct spgc_out_of_memory *why);

/*
 Tells how many bytes an object has, its header included: a multiple of 8, at least 16. 0 means that there is no
 object of this type, and ends the process with a message.

 Is called on any thread, several at once, only while all threads that run managed code are stopped: it must read the
 object itself only, after its header, and must not call functions of this library, wait, or throw. Functions that
 access fields of such an object, or clone it, stop all threads to ask.

 While the heap is verified it is also called for a word that only looks like the header of such an object: at least
 16 bytes from there on can be read, and hold anything. A fault then ends the process with a message.

 data: what was registered with the callback.
 type: the number of the object's type.
 object: its address.
 */
typedef size_t (*spgc_size_callback)(void *data, uint32_t type, const void *object);

/*
 Tells where the references of an object are: calls spgc_trace_slots() for them, each once.

 As for spgc_size_callback, and it may call spgc_trace_slots() and no other function of this library.

 tracer: to be passed to spgc_trace_slots(), and worth nothing afterwards.
 */
typedef void (*spgc_trace_callback)(void *data,
                                    uint32_t type,
                                    const void *object,
                                    struct spgc_tracer *tracer);

/*
 Is told of a collection, and of each of its phases, when it begins and when it ends. Phases come again where one
 collection does not free enough.

 All threads are stopped meanwhile, wherever they are, and for as long as it takes. It must not take a lock that a
 thread may have which runs managed code or wants to, wait for another thread in any other way, run managed code,
 make or release references, nor throw. Collections, and access to objects, end the process with a message.

 data: spgc_config.on_phase_data.
 number: which collection, as spgc_collection.number.
 phase: SPGC_PHASE_*.
 ends: whether it ends; it begins otherwise.
 */
typedef void (*spgc_phase_callback)(void *data, uint64_t number, uint32_t phase, bool ends);

/*
 Settings of a heap. Set the first field to sizeof(spgc_config) and all others to zero, which means "as the library
 finds fit"; then change what matters: `spgc_config config = {sizeof(spgc_config)}; config.heap_max = 512u << 20;`.

 What each does in full, and how sizes follow from each other: docs/sizing.md.
 */
typedef struct spgc_config {
  /*
   sizeof(spgc_config).
   */
  size_t size;
  /*
   SPGC_CONFIG_*, added up.
   */
  uint64_t flags;
  /*
   Bytes that the heap may use. 0: as heap_max_percent says.
   */
  size_t heap_max;
  /*
   The same in per cent of memory. 0: 25, but at least 64 MiB.
   */
  double heap_max_percent;
  /*
   Bytes that it may use before it was found how much it needs. 0: an eighth of the limit, but at least 64 MiB.
   */
  size_t heap_initial;
  /*
   Bytes from one young collection to the next. 0: as many as turns out best.
   */
  size_t nursery;
  /*
   How much of the time may go into collections, in per cent. 0: 5.
   */
  double time_share;
  /*
   How long young collections should take at most, in nanoseconds. 0: 2 ms.
   */
  uint64_t pause_goal_ns;
  /*
   Threads that collect. 0: one for each processor.
   */
  uint64_t collector_threads;
  /*
   The heap is out of memory when so many per cent of the time go into collections ... 0, with the next field: 98.
   */
  double overhead_time_percent;
  /*
   ... each of which leaves less than so many per cent free. 0, with the one before: 2.
   */
  double overhead_free_percent;
  /*
   When a stop has waited so many nanoseconds, the threads that have not stopped are named on standard error.
   0: never.
   */
  uint64_t safepoint_timeout_ns;
  /*
   SPGC_ZEAL_*: collect more often than needed, so that mistakes show.
   */
  uint32_t zeal;
  /*
   With SPGC_ZEAL_ALLOCATION: at every n-th allocation. 0: at every one.
   */
  uint32_t zeal_every;
  /*
   SPGC_VERIFY_*, added up.
   */
  uint32_t verify;
  /*
   Where what zeal mode and SPGC_CONFIG_DELAYS do at random begins.
   */
  uint32_t zeal_seed;
  /*
   Is told of each collection when it has ended. May be null.
   */
  spgc_collection_callback on_collection;
  /*
   Passed to on_collection.
   */
  void *on_collection_data;
  /*
   Is asked to give something up before the process ends for want of memory. May be null.
   */
  spgc_out_of_memory_callback on_out_of_memory;
  /*
   Passed to on_out_of_memory.
   */
  void *on_out_of_memory_data;
  /*
   Tells the size of objects of all types that are not registered, for a runtime whose objects describe
   themselves; see spgc_type.size_of. May be null, then so is trace.
   */
  spgc_size_callback size_of;
  /*
   Tells where the references of these objects are; see spgc_type.trace.
   */
  spgc_trace_callback trace;
  /*
   Passed to both.
   */
  void *trace_data;
  /*
   What to log, as SPGC_LOG has it, such as "gc+phases:json:/tmp/gc.log": docs/log.md. Null: nothing.
   */
  const char *log;
  /*
   The file for a trace that Perfetto and chrome://tracing open: docs/log.md. Null: none.
   */
  const char *trace_file;
  /*
   Is told of each collection while it lasts. May be null.
   */
  spgc_phase_callback on_phase;
  /*
   Passed to on_phase.
   */
  void *on_phase_data;
} spgc_config;

/*
 What objects of a type look like. Set the first field to sizeof(spgc_type) and what the kind does not use to zero.

 Sizes and offsets are in bytes, offsets from the beginning of the object, whose header takes the first 8. References
 are words of 8 bytes at multiples of 8. What a reference field holds need not be a reference: null, tagged numbers and
 addresses of memory outside the heap are left alone.

 The library copies what pointers lead to; it may go when the function has returned.
 */
typedef struct spgc_type {
  /*
   sizeof(spgc_type).
   */
  size_t struct_size;
  /*
   The number of the type, from 1 to 2^23 - 1. The header that compiled code stores is this times 256.
   */
  uint32_t id;
  /*
   SPGC_TYPE_*.
   */
  uint32_t kind;
  /*
   What addresses of objects are multiples of: 8, 16, or 0 for 8.
   */
  uint32_t alignment;
  /*
   Of SPGC_TYPE_WEAK: SPGC_WEAK_*.
   */
  uint32_t weak_kind;
  /*
   Bytes of an object, header included, a multiple of 8 and at least 16; of SPGC_TYPE_TAILED those before the
   first element.
   */
  size_t size;
  /*
   Offsets of the references.
   */
  const size_t *references;
  /*
   How many these are.
   */
  size_t reference_count;
  /*
   References as a bitmap.
   */
  const uint64_t *bitmap;
  /*
   How many words that has.
   */
  size_t bitmap_words;
  /*
   Bytes of an element.
   */
  size_t element_size;
  /*
   Offsets of the references of an element, from its beginning.
   */
  const size_t *element_references;
  /*
   How many these are.
   */
  size_t element_reference_count;
  /*
   Offset of the number of elements, an int64_t.
   */
  size_t length_offset;
  /*
   Offsets of weak references.
   */
  const size_t *weak;
  /*
   How many these are.
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
   Tells the size of an object.
   */
  spgc_size_callback size_of;
  /*
   Tells where an object's references are.
   */
  spgc_trace_callback trace;
  /*
   Passed to both.
   */
  void *data;
} spgc_type;

/*
 Is shown a part of a histogram: so many durations of so many nanoseconds, the shortest and the longest that are not told
 apart. Parts come in order, and none is empty.
 */
typedef void (*spgc_histogram_callback)(void *data,
                                        uint64_t shortest,
                                        uint64_t longest,
                                        uint64_t count);

/*
 Registered code: a library, or a range of generated code. No region has both numbers zero.
 */
typedef struct spgc_region {
  /*
   Its number; numbers do not come again.
   */
  uint64_t number;
  /*
   Where its code begins.
   */
  uint64_t start;
} spgc_region;

/*
 A function of generated code, for messages.
 */
typedef struct spgc_function {
  /*
   Where it begins.
   */
  const void *start;
  /*
   Its bytes.
   */
  size_t size;
  /*
   Its name, in UTF-8. Copied.
   */
  const char *name;
} spgc_function;

/*
 Generated code. Set the first field to sizeof(spgc_jit_region), and what is not used to zero.

 Its call sites come either as the sections that LLVM made, stack_maps and eh_frame, with relocations applied, or as
 compiled tables (stackmap compile).
 */
typedef struct spgc_jit_region {
  /*
   sizeof(spgc_jit_region).
   */
  size_t size;
  /*
   Where the code begins.
   */
  const void *code;
  /*
   Its bytes. Other code may be in between, but none of another region.
   */
  size_t code_size;
  /*
   The contents of .llvm_stackmaps. Not needed any more when the function returns, as is what follows.
   */
  const void *stack_maps;
  /*
   Its bytes.
   */
  size_t stack_maps_size;
  /*
   The contents of .eh_frame.
   */
  const void *eh_frame;
  /*
   Its bytes.
   */
  size_t eh_frame_size;
  /*
   The address that .eh_frame was relocated for, if it is not where eh_frame points; else 0.
   */
  uint64_t eh_frame_address;
  /*
   Compiled tables instead, back to back, 4-aligned. They stay, unchanged, until the region was removed.
   */
  const uint32_t *tables;
  /*
   Words of them.
   */
  size_t tables_words;
  /*
   The address that the tables count from, if it is not that of `tables`; else 0.
   */
  uint64_t tables_address;
  /*
   Names of functions, for messages.
   */
  const struct spgc_function *functions;
  /*
   How many.
   */
  size_t function_count;
} spgc_jit_region;

/*
 A reference that native code holds: null, local or global. It keeps its object alive, and follows it when it moves.

 Functions of this library that have a reference to give store a local one: it belongs to the innermost open scope
 of the calling thread, goes when that is closed, and is for this thread alone. spgc_global() makes a global one of it,
 which any thread may use, until spgc_release(). Null stands for the null of the language. A reference need not be one to
 an object: it holds what was in a field, which may be a tagged number.

 References are no addresses. Two of them to one object differ: see spgc_same().
 */
typedef struct spgc_object *spgc_ref;

/*
 An open scope of the calling thread.
 */
typedef uint64_t spgc_scope;

/*
 An argument of a managed function: the object of `reference`, or if that is null the number, or other pointer, in
 `word`. A null reference is both null and 0.
 */
typedef struct spgc_argument {
  /*
   A reference.
   */
  spgc_ref reference;
  /*
   An integer, or a pointer that is no reference; narrower ones in the low bits.
   */
  uint64_t word;
} spgc_argument;

/*
 The patched polls of generated code, and how to write to them. Set the first field to sizeof(spgc_poll_code) and all
 others to zero, which means what is said of each.
 */
typedef struct spgc_poll_code {
  /*
   sizeof(spgc_poll_code).
   */
  size_t size;
  /*
   The ID of the polls' records, "statepoint-id", which no other record has. 0: 1347374156, as in patched_poll.ll.
   */
  uint64_t id;
  /*
   The bytes of each, "statepoint-num-patch-bytes". 0: those of a call, 5 on x86-64, 4 on AArch64.
   */
  uint64_t bytes;
  /*
   What is called in place of spgc_poll_slow, if that is too far from the code for a call (2 GiB on x86-64, 128 MiB
   on AArch64): something near by that jumps there, and changes r11 (x16 and x17) at most. Null: spgc_poll_slow.
   */
  const void *target;
  /*
   Where the region's first byte is written, if its memory is mapped twice. It stays until the polls were removed.
   Null: the pages with polls are made writable for each stop.
   */
  void *writable;
} spgc_poll_code;

/*
 Which records of a stack map are meant. Set the first field to sizeof(spgc_records), one of `stack_maps` and `image`, the
 ID, and the rest to zero.
 */
typedef struct spgc_records {
  /*
   sizeof(spgc_records).
   */
  size_t size;
  /*
   The contents of .llvm_stackmaps, with relocations applied, as for spgc_jit_region ...
   */
  const void *stack_maps;
  /*
   ... and its bytes.
   */
  size_t stack_maps_size;
  /*
   Instead: an address in the code of a program or library, whose stack map it is.
   */
  const void *image;
  /*
   The ID: the first argument of a `patchpoint` or `stackmap`, "statepoint-id" of a statepoint.
   */
  uint64_t id;
  /*
   Where the record's function begins; null: any.
   */
  const void *function;
  /*
   Where the record is, as spgc_record.address; null: anywhere.
   */
  const void *address;
} spgc_records;

/*
 A record of a stack map.
 */
typedef struct spgc_record {
  /*
   Where it is: of a `patchpoint` or `stackmap` where its bytes begin, of a statepoint where they end.
   */
  uint64_t address;
  /*
   Where its function begins.
   */
  uint64_t function;
  /*
   Its ID.
   */
  uint64_t id;
} spgc_record;

/*
 What a thunk does. Set the first field to sizeof(spgc_convention), and what is not used to zero. Registers are said by their
 DWARF numbers, as in stack maps.

 The red zone below the stack pointer and the registers of the x87 are not preserved.
 */
typedef struct spgc_convention {
  /*
   sizeof(spgc_convention).
   */
  size_t size;
  /*
   The record whose values the function gets: exactly one is meant. Null: no values.
   */
  const struct spgc_records *record;
  /*
   SPGC_THUNK_*, added up.
   */
  uint32_t flags;
  /*
   SPGC_PRESERVE_*: which registers are afterwards what they were ...
   */
  uint32_t preserve;
  /*
   ... and these, wholly ...
   */
  const uint16_t *preserved;
  /*
   How many.
   */
  size_t preserved_count;
  /*
   ... but not these: that of a patchpoint's result, for example, which the function returns.
   */
  const uint16_t *clobbered;
  /*
   How many.
   */
  size_t clobbered_count;
  /*
   Registers that get new values. The function has a parameter more, `uint64_t *results`: the first one, or behind the array and its
   words. It finds the old values there, spgc_thunk_results() says where, and what is there when it returns is what they are. A
   reference is put there when nothing can be collected any more.
   */
  const uint16_t *written;
  /*
   How many.
   */
  size_t written_count;
  /*
   How many values the function does not get, of the first ones: at a patchpoint of anyregcc the first one is where the
   result is to be.
   */
  size_t skipped;
} spgc_convention;

/*
 Some words of an array.
 */
typedef struct spgc_words {
  /*
   The first one's place in the array.
   */
  size_t first;
  /*
   How many.
   */
  size_t count;
} spgc_words;

/*
 Code that is patched. Set the first field to sizeof(spgc_code_memory).
 */
typedef struct spgc_code_memory {
  /*
   sizeof(spgc_code_memory).
   */
  size_t size;
  /*
   Where it is executed.
   */
  const void *code;
  /*
   Its bytes.
   */
  size_t code_size;
  /*
   Where its first byte is written, if the memory is mapped a second time (memfd_create(2), and two mappings of that). Null:
   its pages are made writable for each patch, and are what they were afterwards. They stay executable meanwhile,
   as other code may be on them; where the system forbids that, patching is SPGC_ERROR_SYSTEM.
   */
  void *writable;
} spgc_code_memory;

/*
 A site of a patcher: where its bytes begin.
 */
typedef uint64_t spgc_patch_site;

/*
 What is patched in at a site. Set the first field to sizeof(spgc_patch), and what the kind does not use to zero.

 What is called obeys the calling convention of the record, and preserves what is live there. A thunk does: the target is
 then where it was copied to, or code that leads there with all registers as they are.
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
   What is called or jumped to.
   */
  const void *target;
  /*
   The thunk that is called, made for this record or one with the same values and live registers. Collections go by it: without,
   a call at a `patchpoint` or `stackmap` may only collect where the record has no reference in a register that calls
   change. Null: no thunk.
   */
  const struct spgc_thunk *thunk;
  /*
   Of SPGC_PATCH_CODE: the instructions, as they are to be there. Copied.
   */
  const void *code;
  /*
   Their bytes.
   */
  size_t code_size;
  /*
   Of SPGC_PATCH_CODE: where in them the call returns to that is among them. 0: none is.
   */
  size_t call_end;
} spgc_patch;

/*
 What threads do while a site is written. Set the first field to sizeof(spgc_when), and what is not used to zero. If it is not so,
 threads may execute anything.
 */
typedef struct spgc_when {
  /*
   sizeof(spgc_when).
   */
  size_t size;
  /*
   SPGC_THREADS_*.
   */
  uint32_t threads;
  /*
   Of SPGC_THREADS_RUNNING: SPGC_LIVE_*. But for SPGC_LIVE_STORE, SIGTRAP is handled by the library from then on; no thread
   may block it while it executes code that is patched.
   */
  uint32_t live;
  /*
   Of SPGC_THREADS_STOPPED: the threads' program counters, and all return addresses on their stacks; at least those in
   the patcher's code.
   */
  const void *const *addresses;
  /*
   How many these are.
   */
  size_t address_count;
} spgc_when;

/*
 A thread that is at a safepoint, as long as a spgc_stopped_callback runs.
 */
typedef struct spgc_stopped_thread {
  /*
   sizeof(spgc_stopped_thread) as the library knows it.
   */
  size_t size;
  /*
   The name that it had when it was attached.
   */
  const char *name;
  /*
   Its number in the system's lists.
   */
  uint64_t id;
} spgc_stopped_thread;

/*
 Looks at a thread that is at a safepoint: its stack stays as it is, and the objects where they are, until the callback
 returns.

 It runs on that thread, or on the one that called spgc_handshake(). Collections wait for it. It may call
 spgc_stopped_frames(), spgc_stopped_commandeer() and spgc_last_error(); other functions say SPGC_ERROR_CALLBACK. It must
 not wait for another thread, take a lock that a thread may have which runs managed code or wants to, call exit(), which
 would wait for it, nor throw: that ends the process.

 data: what was passed to spgc_handshake().
 thread: gone when the callback returns.
 */
typedef void (*spgc_stopped_callback)(void *data, const struct spgc_stopped_thread *thread);

/*
 A frame of managed code: a call that has not returned.
 */
typedef struct spgc_frame {
  /*
   sizeof(spgc_frame) as the library knows it.
   */
  size_t size;
  /*
   The return address of the call that it is in. spgc_describe_code() of the address before it tells the function.
   */
  const void *pc;
  /*
   Where its function begins; null if that is not known.
   */
  const void *function;
  /*
   The ID of the record of the call that it is in, as "statepoint-id" has it; 0 if there is none.
   */
  uint64_t record;
  /*
   How many managed frames of its thread are younger.
   */
  size_t depth;
} spgc_frame;

/*
 Is shown a managed frame.

 data: what was passed along with the callback.
 frame: gone when the callback returns.
 */
typedef void (*spgc_frame_callback)(void *data, const struct spgc_frame *frame);

/*
 Chooses frames that are to be taken over: is asked for each managed frame of a thread, the youngest first, and
 returns whether it is to be.

 It runs in the middle of a walk: it must not call functions of this library, wait, nor throw.

 data: what was passed along with the callback.
 frame: gone when the callback returns.
 */
typedef bool (*spgc_select_callback)(void *data, const struct spgc_frame *frame);

/*
 A call with deoptimization state, as long as a spgc_shape_callback runs.
 */
typedef struct spgc_site {
  /*
   sizeof(spgc_site) as the library knows it.
   */
  size_t size;
  /*
   Its return address.
   */
  const void *pc;
  /*
   Where the function begins that it is in; null if that is not known.
   */
  const void *function;
  /*
   The ID of its record, as "statepoint-id" has it.
   */
  uint64_t record;
  /*
   How many values it has; at a patchpoint or stackmap with those in front that are no state.
   */
  size_t length;
} spgc_site;

/*
 Describes a frame to be: calls spgc_site_describe(), or does nothing if the call is none that the continuation can go
 on from. Asked when a frame is to be taken over, and again when it is; the answer must be the same.

 It runs in the middle of a walk, perhaps while the thread is stopped: it must not call other functions of
 this library than spgc_site_constant() and spgc_site_describe(), wait, nor throw.

 data: spgc_continuation.data.
 site: gone when the callback returns.
 */
typedef void (*spgc_shape_callback)(void *data, const struct spgc_site *site);

/*
 A value of a frame that was taken over. Fields that its kind does not use are zero.
 */
typedef struct spgc_value {
  /*
   SPGC_KIND_*.
   */
  uint32_t kind;
  /*
   Bytes of a stack object.
   */
  uint32_t size;
  /*
   A number, the lower half first: its bytes, those behind them being 0. Of a call's result all bits of the
   register, of which those of a narrower type mean something.
   */
  uint64_t words[2];
  /*
   A reference: a local one, of a scope that is closed when the callback returns. A null reference has
   SPGC_KIND_NONE.
   */
  spgc_ref reference;
  /*
   The bytes of a stack object, as memcpy() takes them. Gone when the callback returns.
   */
  const void *object;
} spgc_value;

/*
 A frame that was taken over. It is not on the stack any more.
 */
typedef struct spgc_taken_frame {
  /*
   sizeof(spgc_taken_frame) as the library knows it.
   */
  size_t size;
  /*
   The return address of the call that it was in: where it would have gone on.
   */
  const void *pc;
  /*
   Where its function begins; null if that is not known.
   */
  const void *function;
  /*
   The ID of the call's record.
   */
  uint64_t record;
  /*
   Its values, in the order of the shape.
   */
  const struct spgc_value *values;
  /*
   How many.
   */
  size_t value_count;
  /*
   What the call has returned.
   */
  struct spgc_value callee;
} spgc_taken_frame;

/*
 What a frame that was taken over returns to its caller. It must be what the frame's function returns.
 */
typedef struct spgc_outcome {
  /*
   SPGC_OUTCOME_*.
   */
  uint64_t kind;
  /*
   One word, or two.
   */
  uint64_t words[2];
  /*
   A floating-point number.
   */
  double number;
  /*
   A reference, local or global; a global one is not released.
   */
  spgc_ref reference;
} spgc_outcome;

/*
 Goes on with a frame in its place, and stores what the frame's function would return. The process ends with a message if
 that is no outcome, or a reference that is none any more.

 It runs on the frame's thread, which is native: as a native function that managed code has called, it may call managed
 code, allocate, collect, have frames taken over. A scope is open for it, and closed behind it. It must not throw: that
 ends the process.

 data: spgc_continuation.data.
 frame: gone when the callback returns.
 outcome: all zero before, which means nothing.
 */
typedef void (*spgc_go_on_callback)(void *data,
                                    const struct spgc_taken_frame *frame,
                                    struct spgc_outcome *outcome);

/*
 Is told that a continuation is not used any more: its takeover was given back, and all frames that were left to it
 have returned. Called once, on the thread that was the last to use it. It may call functions of this library, but must
 not throw.

 data: spgc_continuation.data.
 */
typedef void (*spgc_unused_callback)(void *data);

/*
 Goes on with frames that are taken over: an interpreter, or another version of a function. Set the first field to
 sizeof(spgc_continuation), and what is not used to zero.
 */
typedef struct spgc_continuation {
  /*
   sizeof(spgc_continuation).
   */
  size_t size;
  /*
   Says what the values of a frame are.
   */
  spgc_shape_callback shape;
  /*
   Goes on with a frame.
   */
  spgc_go_on_callback go_on;
  /*
   Is told that nobody uses it any more. May be null.
   */
  spgc_unused_callback unused;
  /*
   Passed to all of them.
   */
  void *data;
} spgc_continuation;

/*
 What a value is. LLVM says where it lies; who wrote the operands knows this.
 */
typedef struct spgc_kind {
  /*
   SPGC_KIND_BITS, SPGC_KIND_REFERENCE or SPGC_KIND_OBJECT.
   */
  uint32_t kind;
  /*
   Bytes of a number, 1 to 16, or of a stack object. (An i1 has one byte, and means its lowest bit.)
   */
  uint32_t size;
} spgc_kind;

/*
 A frame to be. Set the first field to sizeof(spgc_shape), and what is not used to zero.
 */
typedef struct spgc_shape {
  /*
   sizeof(spgc_shape).
   */
  size_t size;
  /*
   What the values are, in their order. Copied.
   */
  const struct spgc_kind *kinds;
  /*
   How many.
   */
  size_t kind_count;
  /*
   How many values of a patchpoint or stackmap come first that are no state. 0 at a statepoint.
   */
  size_t before;
  /*
   SPGC_CALLEE_*: what the call returns that the frame is in.
   */
  uint64_t callee;
} spgc_shape;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library that is linked, "MAJOR.MINOR.PATCH". Programs that were compiled with the header of one
 version run with all later ones of the same MAJOR, or while that is 0, of the same MINOR.

 Any thread may ask at any time. Never null.
 */
const char *spgc_version(void);

/*
 The message of the last function that returned something else than SPGC_OK to the calling thread, in one line
 without an end; "" if there was none. It stays where it is until another function fails on this thread.

 Any thread may call it at any time, callbacks included. Never null.
 */
const char *spgc_last_error(void);

/*
 The name of a status, such as "SPGC_ERROR_NULL"; "unknown status" of a number that is none.

 Any thread may call it at any time.
 */
const char *spgc_status_name(uint32_t status);

/*
 What the collector of a heap did so far.

 Any thread may ask at any time.

 statistics: to be filled; its first field says how much.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `statistics` is null or points to as many bytes as its first field says.
 */
enum spgc_status spgc_heap_statistics(const struct spgc_heap *heap,
                                      struct spgc_statistics *statistics);

/*
 Shows the latest collections, 256 of them at most, oldest first, to a function as spgc_config.on_collection is told of
 them.

 Any thread may ask at any time. Threads go on meanwhile.

 show: called for each, on this thread, before this function returns.
 data: passed to it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `show` may be called with `data`, by the rules of its type.
 */
enum spgc_status spgc_heap_recent_collections(const struct spgc_heap *heap,
                                              spgc_collection_callback show,
                                              void *data);

/*
 Names words of an object that may hold references: `count` of them, from `first` on. Only what points into the heap
 is a reference; null, tagged numbers and addresses of other memory may be among them.

 To be called by a spgc_trace_callback, on its thread, with the tracer that it was given.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT if the words do not lie behind the object's header.

 # Safety

 `tracer` is that of a spgc_trace_callback that runs, on this thread. The `count` words from
 `first` on are those of the object.
 */
enum spgc_status spgc_trace_slots(struct spgc_tracer *tracer,
                                  const uint64_t *first,
                                  size_t count);

/*
 Starts a heap: reads the stack maps and unwind tables of the program and its libraries, reserves address space,
 starts the collector's threads. There may be several at a time.

 Any thread may do so; it is not attached by that.

 config: settings, or null for none. The SPGC_* variables of the environment override them.
 heap: where to store the heap; null is stored there if there is an error.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CONFIG; SPGC_ERROR_CODE if no stack map is
 found, as when the linker has dropped it, or one is wrong; SPGC_ERROR_FORKED if an ancestor of this process had a
 heap when it forked; SPGC_ERROR_SYSTEM, SPGC_ERROR_CALLBACK.

 # Safety

 `config` is null or points to a structure of the size that its first field says. Its strings end
 with a zero byte, and its callbacks may be called on any thread, with their data, until the heap
 has been shut down. `heap` is null or points to a variable.
 */
enum spgc_status spgc_heap_start(const struct spgc_config *config,
                                 struct spgc_heap **heap);

/*
 Ends a heap. No thread may be attached to it. From then on it is an error to pass it to any function. Its memory is
 given back when the last reference, weak reference, table, pin, root range and takeover of it was released. Its patched polls are
 forgotten.

 Any thread may do so.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_BUSY if threads are attached, which the message names; SPGC_ERROR_PATCH,
 SPGC_ERROR_SYSTEM if the polls cannot be put back; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `heap` is null or what spgc_heap_start() has stored. Nothing that the heap's callbacks use is
 freed before this function has returned.
 */
enum spgc_status spgc_heap_shutdown(struct spgc_heap *heap);

/*
 Says what objects of a type look like, before any thread can run code that allocates them. A type stays known as long
 as the heap.

 Any thread may do so at any time, also while others run managed code and collect. Nothing moves. There must be no
 object of the type: those that spgc_config.size_of describes would get another size.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_TYPE if the number is
 taken or out of range, or fields overlap or lie outside the object; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `type` is null or points to a structure of the size that its first field says. Its pointers lead
 to as many elements as it says. Its callbacks keep the rules of their types as long as the heap
 lives. There is no object of the type.
 */
enum spgc_status spgc_type_register(struct spgc_heap *heap,
                                    const struct spgc_type *type);

/*
 Shows how long pauses, or parts of them, took since the heap was started: a whole distribution, to three digits.

 Any thread may ask at any time. Threads go on meanwhile.

 of: SPGC_HISTOGRAM_*.
 show: called for each part, on this thread, before this function returns.
 data: passed to it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `show` may be called with `data`, by the rules of its type.
 */
enum spgc_status spgc_heap_histogram(const struct spgc_heap *heap,
                                     uint32_t of,
                                     spgc_histogram_callback show,
                                     void *data);

/*
 Registers a library, after dlopen() and before anything in it is called. The heap keeps it loaded. (Those that are
 loaded when the heap is started are registered by that, unless SPGC_CONFIG_WITHOUT_IMAGES.)

 Any thread that is not managed may do so at any time, while others run managed code and collect.

 address: in the library: of a function, as dlsym() finds it.
 region: where to store what can be removed.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if there is no library, it has no stack map, or one that
 cannot be used, or is registered already; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `region` is null or points to a variable. The image stays loaded until its region is removed.
 */
enum spgc_status spgc_code_register_image(struct spgc_heap *heap,
                                          const void *address,
                                          struct spgc_region *region);

/*
 Registers the program and all libraries that are loaded, have stack maps, and are not registered yet.

 Any thread that is not managed may do so at any time, while others run managed code and collect.

 count: where to store how many there were, or null.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CODE if a stack map cannot be used, then none is registered;
 SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `count` is null or points to a variable. The images stay loaded until their regions are removed.
 */
enum spgc_status spgc_code_register_loaded(struct spgc_heap *heap,
                                           size_t *count);

/*
 Registers generated code, before any thread runs it.

 Any thread that is not managed may do so at any time, while others run managed code and collect.

 jit: the code; may go when the function has returned, but for the code itself and compiled tables.
 region: where to store what can be removed.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CODE if the tables cannot
 be used, describe other code, or none, or some of the code is registered already; SPGC_ERROR_MANAGED,
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. Tables that are wrong in a way that cannot be noticed lose objects.

 # Safety

 `jit` is null or points to a structure of the size that its first field says. Its pointers lead
 to as many bytes or words as it says. The code, and a table that is not copied, stay until the
 region is removed. `region` is null or points to a variable.
 */
enum spgc_status spgc_code_register_jit(struct spgc_heap *heap,
                                        const struct spgc_jit_region *jit,
                                        struct spgc_region *region);

/*
 Removes a region, when no thread executes its code or will return into it. When it has returned, no collection uses it
 either: free the code, or dlclose() the library. Objects may outlive it. Its patched polls are forgotten, and so are
 calls that were patched in.

 Any thread that is not managed may do so; waits for a collection in progress.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CODE if it is not registered, or not any more; SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM if
 its polls cannot be put back; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 No thread runs the region's code, or has a frame of it.
 */
enum spgc_status spgc_code_remove(struct spgc_heap *heap,
                                  struct spgc_region region);

/*
 Tells how many regions are registered: the program and libraries with managed code, and ranges of generated code.

 Any thread that is not managed may ask at any time; others may add and remove meanwhile.

 count: where to store it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `count` is null or points to a variable.
 */
enum spgc_status spgc_code_count(struct spgc_heap *heap,
                                 size_t *count);

/*
 Tells which region has an address in its code: of the program, or a library, too.

 Any thread that is not managed may ask at any time; others may add and remove meanwhile.

 address: in the code.
 region: where to store it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if no registered code is there; SPGC_ERROR_MANAGED,
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `region` is null or points to a variable.
 */
enum spgc_status spgc_code_region_at(struct spgc_heap *heap,
                                     const void *address,
                                     struct spgc_region *region);

/*
 Writes what is at an address of code, as messages of this library have it: function, offset, file.

 Any thread may ask at any time; reads files.

 text: room for it, or null if there is none. It is cut if it is too long, and ends with 0.
 room: bytes that there are.
 length: where to store how long the text is without its end, or null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_CALLBACK.

 # Safety

 `text` is null or points to `room` bytes. `length` is null or points to a variable.
 */
enum spgc_status spgc_describe_code(const void *address, char *text, size_t room, size_t *length);

/*
 Attaches the calling thread to a heap, so that it can run managed code and use references. A thread is attached to one
 heap at a time. One that ends is detached by that, also if it was attached by the destructor of a pthread_key (but in
 the last of the PTHREAD_DESTRUCTOR_ITERATIONS rounds).

 An attached thread that is not in a call into managed code is native: it never delays a collection.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_ATTACHED, SPGC_ERROR_FORKED, SPGC_ERROR_SYSTEM, SPGC_ERROR_CALLBACK;
 SPGC_ERROR_NOT_ATTACHED if the thread is ending.

 # Safety

 The thread runs managed code only on the stack on which it calls this function.
 */
enum spgc_status spgc_thread_attach(struct spgc_heap *heap);

/*
 Detaches the calling thread. Its open scopes are closed.

 Must not be called in a native function that managed code has called, nor in a callback that a function of this
 library makes on the same thread: what called it would resume without the thread's record.

 Errors: SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED; SPGC_ERROR_BUSY if calls into managed code,
 allocations or collections of the thread have not returned, SPGC_ERROR_MANAGED likewise. In spgc_config.on_phase it
 ends the process with a message.
 */
enum spgc_status spgc_thread_detach(void);

/*
 Whether the calling thread is attached to a heap. Any thread may ask at any time.
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
 Makes a global reference of any: to the same object, for all threads, until spgc_release().

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 result: where to store it; null of null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads
 (SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED).

 # Safety

 `reference` is null or a reference that has not been released. `result` is null or points to a
 variable.
 */
enum spgc_status spgc_global(spgc_ref reference,
                             spgc_ref *result);

/*
 Makes a local reference of any, in the innermost scope.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SCOPE, and those of all functions of attached threads.

 # Safety

 `reference` is null or a reference that has not been released. `result` is null or points to a
 variable.
 */
enum spgc_status spgc_local(spgc_ref reference,
                            spgc_ref *result);

/*
 Gives a global reference back. Null is allowed, and does nothing.

 Any thread may do so at any time, attached or not.

 Errors: SPGC_ERROR_REFERENCE if it is a local one, or none; SPGC_ERROR_CALLBACK.

 # Safety

 `global` is null or a global reference that has not been released. No other thread uses it.
 */
enum spgc_status spgc_release(spgc_ref global);

/*
 Whether two references hold the same: are to one object, or both null.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `a` and `b` are null or references that have not been released. `result` is null or points to a
 variable.
 */
enum spgc_status spgc_same(spgc_ref a,
                           spgc_ref b,
                           bool *result);

/*
 The heap that the calling thread is attached to, for callbacks and native functions that were not given it. Null
 if it is attached to none, and in callbacks to which other functions say SPGC_ERROR_CALLBACK.

 Any thread may ask at any time.
 */
struct spgc_heap *spgc_thread_heap(void);

/*
 Opens a scope: local references that are made from now on last until it is closed, or until another one is opened in
 it and that is closed. Scopes nest.

 The calling thread is attached and native. Takes no lock and waits for nobody.

 scope: where to store what is to be closed.

 Errors: SPGC_ERROR_NULL, and those of all functions of attached threads.

 # Safety

 `scope` is null or points to a variable.
 */
enum spgc_status spgc_scope_open(spgc_scope *scope);

/*
 Closes a scope, and those that were opened in it and are still open: their local references are worth nothing from
 now on.

 The calling thread is attached and native. Takes no lock and waits for nobody.

 Errors: SPGC_ERROR_SCOPE if it is not open, and those of all functions of attached threads.
 */
enum spgc_status spgc_scope_close(spgc_scope scope);

/*
 As spgc_scope_close(), and keeps one reference: `kept`, which may be one of the scope, becomes a local one of the scope
 around it.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 Errors: SPGC_ERROR_SCOPE if the scope is not open, or is the outermost one; SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE,
 and those of all functions of attached threads.

 # Safety

 `kept` is null or a reference that has not been released. `result` is null or points to a
 variable. No local reference of the scope is used afterwards.
 */
enum spgc_status spgc_scope_close_keeping(spgc_scope scope,
                                          spgc_ref kept,
                                          spgc_ref *result);

/*
 Calls a managed function that returns an integer, a pointer that is no reference, or nothing.

 The calling thread is attached and native; it may be in a native function that managed code has called. The
 function is a safepoint: objects move. Exceptions of native code that leave the managed function go through to the
 caller, which must have been compiled for that; everything is in order then.

 function: code that was compiled with `gc "statepoint-example"` and uwtable, is registered, and takes these
 arguments. It follows the C calling convention.
 arguments: at most 6 on x86-64, 8 on AArch64, all in general registers.
 result: where to store what it returns, or null. Of a narrower integer the upper bits mean nothing.

 Errors, before anything is called: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT, SPGC_ERROR_REFERENCE, and those of all
 functions of attached threads. What managed code does wrong ends the process with a message.

 # Safety

 `function` is managed code that is registered with the thread's heap until the call has
 returned, follows the C calling convention and takes these arguments. `arguments` points to
 `count` elements; references among them have not been released. `result` is null or points to a
 variable.
 */
enum spgc_status spgc_call(const void *function,
                           const struct spgc_argument *arguments,
                           size_t count,
                           uint64_t *result);

/*
 As spgc_call(), of a managed function that returns a reference. Threads, what moves, and exceptions: as there.

 result: where to store it, as a local one of the innermost scope.

 Errors: those of spgc_call(), and SPGC_ERROR_SCOPE.

 # Safety

 `function` is managed code that is registered with the thread's heap until the call has
 returned, follows the C calling convention and takes these arguments. `arguments` points to
 `count` elements; references among them have not been released. The function returns a
 reference. `result` is null or points to a variable.
 */
enum spgc_status spgc_call_for_ref(const void *function,
                                   const struct spgc_argument *arguments,
                                   size_t count,
                                   spgc_ref *result);

/*
 Makes an object of a type whose objects have one size; all its fields are zero.

 The calling thread is attached and native. A safepoint: objects move. Out of memory ends the process with a message,
 after spgc_config.on_out_of_memory.

 type: its number.
 result: where to store a local reference.

 Errors: SPGC_ERROR_TYPE if it is not registered, or its objects do not have one size; SPGC_ERROR_NULL,
 SPGC_ERROR_SCOPE, and those of all functions of attached threads.

 # Safety

 `result` is null or points to a variable.
 */
enum spgc_status spgc_new(uint32_t type,
                          spgc_ref *result);

/*
 Makes an object with so many elements, of an array type or one with a tail of elements; all are zero.

 Threads and what moves: as for spgc_new().

 Errors: those of spgc_new(), and SPGC_ERROR_ARGUMENT if no heap can hold so many.

 # Safety

 `result` is null or points to a variable.
 */
enum spgc_status spgc_new_array(uint32_t type,
                                uint64_t length,
                                spgc_ref *result);

/*
 Makes an object with the type, length and fields of another one, but with an identity of its own.

 Threads and what moves: as for spgc_new().

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no object, SPGC_ERROR_SCOPE,
 and those of all functions of attached threads.

 # Safety

 `original` is null or a reference that has not been released. `result` is null or points to a
 variable.
 */
enum spgc_status spgc_clone_object(spgc_ref original,
                                   spgc_ref *result);

/*
 Tells the number of an object's type.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no object, and those of all
 functions of attached threads.

 # Safety

 `of` is null or a reference that has not been released. `type` is null or points to a variable.
 */
enum spgc_status spgc_type_of(spgc_ref of,
                              uint32_t *type);

/*
 Tells how many elements an array has, or an object with a tail of elements.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if it has none, and those of all functions of
 attached threads.

 # Safety

 `array` is null or a reference that has not been released. `length` is null or points to a
 variable.
 */
enum spgc_status spgc_array_length(spgc_ref array,
                                   uint64_t *length);

/*
 Tells a number that the object keeps as long as it lives, wherever it moves: random, not 0, and perhaps another
 object's as well. 0 of null. Managed code learns the same by spgc_identity_hash.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `of` is null or a reference that has not been released. `hash` is null or points to a variable.
 */
enum spgc_status spgc_object_hash(spgc_ref of,
                                  uint32_t *hash);

/*
 Loads what the reference field at `offset` bytes from the object's beginning holds; elements of an array begin at 16.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself, unless
 callbacks describe the object (spgc_type.size_of).

 result: where to store a local reference; null if the field is.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or it holds no references;
 SPGC_ERROR_SCOPE, and those of all functions of attached threads.

 # Safety

 `from` is null or a reference that has not been released. `result` is null or points to a
 variable.
 */
enum spgc_status spgc_load_ref(spgc_ref from,
                               size_t offset,
                               spgc_ref *result);

/*
 Stores what a reference holds, or null, in the reference field at `offset` bytes from the object's beginning, with the
 write barrier.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself, unless
 callbacks describe the object (spgc_type.size_of).

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or it holds no references;
 and those of all functions of attached threads.

 # Safety

 `to` and `value` are null or references that have not been released.
 */
enum spgc_status spgc_store_ref(spgc_ref to,
                                size_t offset,
                                spgc_ref value);

/*
 Loads the 8 bytes at `offset` bytes from the object's beginning: of a field without references, the length of an array,
 or a reference field that holds no reference.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself, unless
 callbacks describe the object (spgc_type.size_of).

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, or a reference in it; and
 those of all functions of attached threads.

 # Safety

 `from` is null or a reference that has not been released. `word` is null or points to a
 variable.
 */
enum spgc_status spgc_load_word(spgc_ref from,
                                size_t offset,
                                uint64_t *word);

/*
 Stores 8 bytes at `offset` bytes from the object's beginning. In a reference field they may be what is no reference:
 a tagged number, say.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself, unless
 callbacks describe the object (spgc_type.size_of). Then the callbacks must tell the same size of the object
 afterwards, and only words of the object as its references.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if there is no such field, it is the length of an
 array, or the word would be a reference; and those of all functions of attached threads.

 # Safety

 `to` is null or a reference that has not been released. If callbacks describe the object, they
 tell the same size of it afterwards.
 */
enum spgc_status spgc_store_word(spgc_ref to,
                                 size_t offset,
                                 uint64_t word);

/*
 Copies `count` elements of an array to another one, or within one, where the ranges may overlap; with the write
 barrier. Both are arrays of references, or of one type.

 The calling thread is attached and native. Between pieces of long copies there are safepoints.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if they are not arrays, not alike, or do not have
 these elements; and those of all functions of attached threads.

 # Safety

 `to` and `from` are null or references that have not been released.
 */
enum spgc_status spgc_copy_elements(spgc_ref to,
                                    uint64_t to_index,
                                    spgc_ref from,
                                    uint64_t from_index,
                                    uint64_t count);

/*
 Collects now. When it returns, a collection has begun and ended after the call.

 The calling thread is attached and native; it may be in a native function that managed code has called. Objects move.

 kind: SPGC_COLLECTION_YOUNG; SPGC_COLLECTION_FULL for everything, which leaves most old objects where they are; or
 SPGC_COLLECTION_COMPACTING for everything, which moves all that there is room to move.

 Errors: SPGC_ERROR_ARGUMENT, and those of all functions of attached threads: SPGC_ERROR_CALLBACK among them if a
 callback asks for it that other threads wait for.
 */
enum spgc_status spgc_collect(uint32_t kind);

/*
 Makes a weak reference to an object.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 kind: SPGC_WEAK_SHORT or SPGC_WEAK_LONG: when it is cleared.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `to` is null or a reference that has not been released. `weak` is null or points to a variable.
 */
enum spgc_status spgc_weak_new(spgc_ref to,
                               uint32_t kind,
                               struct spgc_weak **weak);

/*
 Makes a local reference of a weak one.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 result: where to store it; null if the object is dead.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SCOPE, and those of all functions of attached threads.

 # Safety

 `weak` is null or a weak reference that spgc_weak_free() has not released. `result` is null or
 points to a variable.
 */
enum spgc_status spgc_weak_get(const struct spgc_weak *weak,
                               spgc_ref *result);

/*
 Gives a weak reference back. Null is allowed, and does nothing. Any thread may do so at any time.

 Errors: SPGC_ERROR_REFERENCE if it is none; SPGC_ERROR_CALLBACK.

 # Safety

 `weak` is null or a weak reference that spgc_weak_free() has not released. No other thread uses
 it.
 */
enum spgc_status spgc_weak_free(struct spgc_weak *weak);

/*
 Makes an empty table with weak keys. Any thread may do so.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `table` is null or points to a variable.
 */
enum spgc_status spgc_weak_table_new(struct spgc_heap *heap, struct spgc_weak_table **table);

/*
 Stores a value for a key, in place of the one that it had.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. `key` and `value` are
 null or references that have not been released.
 */
enum spgc_status spgc_weak_table_put(struct spgc_weak_table *table,
                                     spgc_ref key,
                                     spgc_ref value);

/*
 Looks up the value of a key.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 result: where to store a local reference; null if there is none.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SCOPE, and those of all functions of attached threads.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. `key` is null or a
 reference that has not been released. `result` is null or points to a variable.
 */
enum spgc_status spgc_weak_table_get(const struct spgc_weak_table *table,
                                     spgc_ref key,
                                     spgc_ref *result);

/*
 Removes a key and its value, if it is there.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 removed: where to store whether it was there, or null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. `key` is null or a
 reference that has not been released. `removed` is null or points to a variable.
 */
enum spgc_status spgc_weak_table_remove(struct spgc_weak_table *table,
                                        spgc_ref key,
                                        bool *removed);

/*
 Tells how many entries a table has: those whose keys the last collection found alive, and those since. Any thread may
 ask.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. `length` is null or
 points to a variable.
 */
enum spgc_status spgc_weak_table_length(const struct spgc_weak_table *table,
                                        size_t *length);

/*
 Gives a table back. Null is allowed, and does nothing. Any thread may do so at any time.

 Errors: SPGC_ERROR_REFERENCE if it is none; SPGC_ERROR_CALLBACK.

 # Safety

 `table` is null or a table that spgc_weak_table_free() has not released. No other thread uses
 it.
 */
enum spgc_status spgc_weak_table_free(struct spgc_weak_table *table);

/*
 Has an object queued, once, when a collection finds that nothing keeps it alive any more; until it is taken from the
 queue it stays alive, with all that it refers to. An object may be registered several times, and is then queued as often.
 Managed code does the same by spgc_finalize.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 token: handed back with the object.
 registration: where to store the number by which it can be cancelled, or null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.

 # Safety

 `of` is null or a reference that has not been released. `registration` is null or points to a
 variable.
 */
enum spgc_status spgc_finalizer_register(spgc_ref of,
                                         uint64_t token,
                                         uint64_t *registration);

/*
 Takes a registration back, unless its object was queued already. Any thread that is not managed may do so.

 registration: as spgc_finalizer_register() stored it, or spgc_finalize returned it.
 cancelled: where to store whether it was still there, or null.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `cancelled` is null or points to a variable.
 */
enum spgc_status spgc_finalizer_cancel(struct spgc_heap *heap,
                                       uint64_t registration,
                                       bool *cancelled);

/*
 Takes an object from the queue of those that died: in the order of the collections that found them dead, and within
 one in that of registration. Any thread that is not managed may do so, attached or not; each object goes to one of them.

 result: where to store a global reference, to be released; null if the queue is empty.
 token: where to store the number that the object was registered with.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `result` and `token` are null or point to variables.
 */
enum spgc_status spgc_finalizer_next(struct spgc_heap *heap,
                                     spgc_ref *result,
                                     uint64_t *token);

/*
 Waits until the queue of spgc_finalizer_next() has something, at most so many nanoseconds. For a thread that finalizes.

 Any thread that is not managed may do so; it does not delay collections.

 ready: where to store whether there is something.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `ready` is null or points to a variable.
 */
enum spgc_status spgc_finalizer_wait(struct spgc_heap *heap,
                                     uint64_t nanoseconds,
                                     bool *ready);

/*
 Keeps an object where it is, and alive, until spgc_unpin(). An object may be pinned several times. For short times, or
 few objects: others have to move around them.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 pin: where to store what is to be given back.
 address: where to store the address of the object, whose header comes first. Its fields without references may be read
 and written there; references are left to managed code and to the functions of this library.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no object; and those of all
 functions of attached threads.

 # Safety

 `pinned` is null or a reference that has not been released. `pin` and `address` are null or
 point to variables.
 */
enum spgc_status spgc_pin_object(spgc_ref pinned,
                                 struct spgc_pin **pin,
                                 void **address);

/*
 Lets an object move again, unless it is pinned otherwise: its address means nothing any more. Null is allowed, and does
 nothing. Any thread may do so at any time.

 Errors: SPGC_ERROR_REFERENCE if it is no pin; SPGC_ERROR_CALLBACK.

 # Safety

 `pin` is null or a pin that spgc_unpin() has not released. No other thread uses it, or the
 address of the object.
 */
enum spgc_status spgc_unpin(struct spgc_pin *pin);

/*
 Has collections read and rewrite `count` words from `first` on: a global variable, a table of constants, the stack of an
 interpreter. A word holds what a field of an object may hold. No barrier is needed.

 Any thread that is not managed may do so. The words are read and written as references by managed threads only.

 kind: SPGC_ROOTS_*.
 roots: where to store what is to be given back.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT; SPGC_ERROR_ROOTS if some of the words are
 registered already, or none can be there; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 The `count` words at `first` stay until the range is removed. `roots` is null or points to a
 variable.
 */
enum spgc_status spgc_roots_register(struct spgc_heap *heap,
                                     uint64_t *first,
                                     size_t count,
                                     uint32_t kind,
                                     struct spgc_roots **roots);

/*
 Takes a range back. When this returns, no collection reads or writes the words any more. Null is allowed, and does
 nothing.

 Any thread that is not managed may do so; waits while a collection looks at root ranges.

 Errors: SPGC_ERROR_REFERENCE if it is none; SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK.

 # Safety

 `roots` is null or a range that spgc_roots_remove() has not released. No other thread uses it.
 */
enum spgc_status spgc_roots_remove(struct spgc_roots *roots);

/*
 Has stops reach the threads in a program or library by its patched polls: those of patched_poll.ll. The heap was
 started with SPGC_CONFIG_PATCHED_POLLS, and the code is registered. Threads that run such code before this is called do
 not come to a stop, which waits for them for ever.

 The polls' pages are made writable for each stop that finds threads in managed code, and are what they were
 afterwards. No two heaps of a process may have the same code's polls. On x86-64 SIGTRAP is handled by the library from the start of
 such a heap on; no thread may block it in managed code.

 Any thread that is not managed may do so at any time, while others run managed code and collect.

 address: in the code: a function.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CONFIG if the heap has no patched polls; SPGC_ERROR_CODE if no
 registered code is there, it has no such polls, or they were added before; SPGC_ERROR_PATCH if a poll is not what LLVM
 makes of it, or spgc_poll_slow is too far away; SPGC_ERROR_SYSTEM if the memory cannot be made writable;
 SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 The image stays loaded until its polls are removed. No other code changes them.
 */
enum spgc_status spgc_polls_add_image(struct spgc_heap *heap,
                                      const void *address);

/*
 As spgc_polls_add_image(), of generated code: after it was registered, and before a thread runs it.

 Threads: as for spgc_polls_add_image().

 region: as spgc_code_register_jit() has stored it.
 polls: what they are, or null for a structure of zeros.

 Errors: those of spgc_polls_add_image(), SPGC_ERROR_SIZE, and SPGC_ERROR_ARGUMENT if the memory is not code, or
 spgc_poll_code.writable is not the same memory. The code is as it was then.

 # Safety

 `polls` is null or points to a structure of the size that its first field says. The code stays
 as it is until its polls are removed, and has them where the structure says.
 */
enum spgc_status spgc_polls_add_jit(struct spgc_heap *heap,
                                    struct spgc_region region,
                                    const struct spgc_poll_code *polls);

/*
 Forgets the polls of a region, which are no-ops again. No thread executes its code or will return into it.
 spgc_code_remove() does that, too; this is for code that stays and is not run any more.

 Any thread that is not managed may do so.

 Errors: SPGC_ERROR_NO_HEAP; SPGC_ERROR_CONFIG if the heap has no patched polls; SPGC_ERROR_CODE if those of the region
 were not added, or were removed; SPGC_ERROR_PATCH if somebody else has changed the code; SPGC_ERROR_SYSTEM;
 SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 No thread runs the region's code.
 */
enum spgc_status spgc_polls_remove(struct spgc_heap *heap,
                                   struct spgc_region region);

/*
 Tells how many patched polls the heap knows, in all code.

 Any thread that is not managed may ask at any time; others may add and remove meanwhile.

 count: where to store it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_CONFIG if the heap has no patched polls; SPGC_ERROR_MANAGED,
 SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `count` is null or points to a variable.
 */
enum spgc_status spgc_polls_count(struct spgc_heap *heap,
                                  size_t *count);

/*
 Finds all records that are meant, in their order in the stack map. LLVM makes several of one where it copies code.

 Any thread may do so at any time; reads files, if it is asked for an image's.

 wanted: which ones.
 found: an array with `room` elements for them, or null if there is no room.
 count: where to store how many there are, which may be more than there is room for.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT; SPGC_ERROR_CODE if there is no such stack map, or it cannot
 be read; SPGC_ERROR_CALLBACK.

 # Safety

 `wanted` is null or points to a structure of the size that its first field says. Its pointers
 lead to as many bytes as it says. `found` is null or points to `room` structures. `count` is
 null or points to a variable.
 */
enum spgc_status spgc_records_find(const struct spgc_records *wanted,
                                   struct spgc_record *found,
                                   size_t room,
                                   size_t *count);

/*
 Makes a thunk.

 The function that it calls runs as a part of managed code: the thread is managed. It is short and does not collect (as a
 "gc-leaf-function"), or it is managed code itself, which may call spgc_call_native or a wrapper.

 Any thread may do so at any time, also a managed one; reads files, if the record is an image's.

 convention: what it does.
 target: the function.
 thunk: where to store it.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if not exactly one record is meant, a register cannot be
 written or the values have no room; SPGC_ERROR_CODE if the stack map cannot be read, the record does not say what is to be preserved, or a
 value is where it cannot be read; SPGC_ERROR_CALLBACK.

 # Safety

 `convention` is null or points to a structure of the size that its first field says. Its
 pointers lead to as many bytes or elements as it says. `target` is a function with the
 convention's parameters and result. `thunk` is null or points to a variable.
 */
enum spgc_status spgc_thunk_new(const struct spgc_convention *convention,
                                const void *target,
                                struct spgc_thunk **thunk);

/*
 Gives a thunk back. Copies of its code stay what they are. Null is allowed, and does nothing.

 Any thread may do so when no other uses it any more.

 Errors: SPGC_ERROR_REFERENCE if it is no thunk; SPGC_ERROR_CALLBACK.

 # Safety

 `thunk` is null or a thunk that spgc_thunk_free() has not released. No other thread uses it.
 */
enum spgc_status spgc_thunk_free(struct spgc_thunk *thunk);

/*
 Tells the code of a thunk, which is to be copied. It stays where it is until the thunk is released.

 Any thread may ask at any time.

 code, size: where to store its address and its bytes.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.

 # Safety

 `thunk` is null or a thunk that spgc_thunk_free() has not released. `code` and `size` are null
 or point to variables.
 */
enum spgc_status spgc_thunk_code(const struct spgc_thunk *thunk, const void **code, size_t *size);

/*
 Tells which words of its array have which value, in the order of the record. There are none if values are arguments.

 Any thread may ask at any time.

 words: an array with `room` elements, or null if there is no room.
 count: where to store how many values there are, which may be more than there is room for.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.

 # Safety

 `thunk` is null or a thunk that spgc_thunk_free() has not released. `words` is null or points to
 `room` structures. `count` is null or points to a variable.
 */
enum spgc_status spgc_thunk_values(const struct spgc_thunk *thunk,
                                   struct spgc_words *words,
                                   size_t room,
                                   size_t *count);

/*
 Tells which words of the results have which register, in the order of spgc_convention.written.

 Any thread may ask at any time.

 words: an array with `room` elements, or null if there is no room.
 count: where to store how many registers there are, which may be more than there is room for.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_CALLBACK.

 # Safety

 `thunk` is null or a thunk that spgc_thunk_free() has not released. `words` is null or points to
 `room` structures. `count` is null or points to a variable.
 */
enum spgc_status spgc_thunk_results(const struct spgc_thunk *thunk,
                                    struct spgc_words *words,
                                    size_t room,
                                    size_t *count);

/*
 Makes the tables of thunks: .llvm_stackmaps and .eh_frame, as LLVM would. The thunks of one region of code have one.

 Any thread may do so at any time, also a managed one.

 thunks: so many; the same may come again.
 addresses: where the code of each was copied to.
 sections: where to store the tables.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there is no thunk, or an address is not a multiple of
 SPGC_THUNK_ALIGNMENT; SPGC_ERROR_CALLBACK.

 # Safety

 `thunks` and `addresses` point to `count` elements each. The thunks have not been released. At
 each address lies a copy of the thunk's code. `sections` is null or points to a variable.
 */
enum spgc_status spgc_sections_new(const struct spgc_thunk *const *thunks,
                                   const void *const *addresses,
                                   size_t count,
                                   struct spgc_sections **sections);

/*
 Sets stack_maps and eh_frame of a spgc_jit_region, and their sizes, to these tables, for spgc_code_register_jit(), which copies what it
 needs. The tables stay where they are until they are released.

 eh_frame is also what __register_frame() takes, so that exceptions can pass through the thunks: until __deregister_frame() the tables
 stay.

 Any thread may do so at any time.

 jit: its size is set already; nothing else of it is changed.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE, SPGC_ERROR_CALLBACK.

 # Safety

 `sections` is null or what spgc_sections_new() has made that spgc_sections_free() has not
 released. `jit` is null or points to a structure of the size that its first field says.
 */
enum spgc_status spgc_sections_fill(const struct spgc_sections *sections,
                                    struct spgc_jit_region *jit);

/*
 Gives tables back. Null is allowed, and does nothing.

 Any thread may do so when no other uses them any more.

 Errors: SPGC_ERROR_REFERENCE if they are no tables; SPGC_ERROR_CALLBACK.

 # Safety

 `sections` is null or what spgc_sections_new() has made that spgc_sections_free() has not
 released. No other thread uses it.
 */
enum spgc_status spgc_sections_free(struct spgc_sections *sections);

/*
 Makes a patcher for some code, without a site yet. As long as it is there, all of the code stays mapped, readable and
 executable where it is, and nobody but patchers and stops changes it, or the protection of its pages. Several may be for the same code,
 if their sites are different ones.

 Any thread that is not managed may do so at any time.

 heap: whose collections meet what is called: it is told of calls that are patched in at `patchpoint` and `stackmap` records. No
 other heap's threads run the code.
 memory: the code, and how it is written; all that has records, or a part.
 patcher: where to store it.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT if not all of the memory is code, or the two
 mappings are not of the same memory; SPGC_ERROR_SYSTEM; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `memory` is null or points to a structure of the size that its first field says. All of the code
 stays mapped, readable and executable as long as the patcher is there; only patchers and stops
 change it. `patcher` is null or points to a variable.
 */
enum spgc_status spgc_patcher_new(struct spgc_heap *heap,
                                  const struct spgc_code_memory *memory,
                                  struct spgc_patcher **patcher);

/*
 Adds the site of a record, and checks that its bytes have what LLVM writes there.

 Any thread may do so at any time; not while a thread that is stopped meanwhile patches the same bytes.

 kind, bytes: SPGC_SITE_*, and how many bytes the front end asked for; the record says neither.
 record: its address, as spgc_record.address.
 site: where to store what is patched.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there can be no such site; SPGC_ERROR_PATCH if it is
 outside of the patcher's code, overlaps another one, or has other code; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released. `site` is null or
 points to a variable.
 */
enum spgc_status spgc_patcher_add(struct spgc_patcher *patcher,
                                  uint32_t kind,
                                  uint32_t bytes,
                                  uint64_t record,
                                  spgc_patch_site *site);

/*
 Patches a site: fills all of its bytes. After this returns, no thread begins to execute an instruction that was replaced.

 A thread may still be in the old target of a call, or on its way there: a call to a distant target is several
 instructions. Before the old target or its thunk is freed, each thread that may execute the site must have been at a
 safepoint since (a collection that began later, or spgc_handshake() with each thread), with no frame of the target on
 its stack.

 A call at a `patchpoint` or `stackmap`, whose code is registered, is made known to the heap before it is there, and stays known until the
 code is removed (spgc_code_remove()). Code that is registered again is to be patched again.

 Any thread may do so at any time, also a managed one: a function in C that managed code has called through what is patched
 here, for example. It is no safepoint. Threads write one after the other.

 patch: what to write.
 when: what threads do meanwhile.
 return_address: where to store the address that the call returns to, 0 if there is no call; or null.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if there is no such site;
 SPGC_ERROR_CODE if no registered code has the record, or another call returns there; SPGC_ERROR_PATCH if
 the patch cannot be written there, or not while threads do what they do; SPGC_ERROR_SYSTEM if the memory cannot be written to,
 or membarrier(2) is missing; SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. The code is as it was then.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released. `patch` and `when` are
 null or point to structures of the sizes that their first fields say. Threads do what `when`
 says. What is called is code that may be called from the site, as long as the patch is there.
 `return_address` is null or points to a variable.
 */
enum spgc_status spgc_patcher_write(struct spgc_patcher *patcher,
                                    spgc_patch_site site,
                                    const struct spgc_patch *patch,
                                    const struct spgc_when *when,
                                    uint64_t *return_address);

/*
 Puts back what a site had when it was added.

 Any thread may do so at any time, also a managed one. Threads that are in a call that was patched in return from it.

 when: what threads do meanwhile.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SIZE; SPGC_ERROR_ARGUMENT, also if there is no such site;
 SPGC_ERROR_PATCH, SPGC_ERROR_SYSTEM as for spgc_patcher_write(); SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. The code is as it was then.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released. `when` is null or
 points to a structure of the size that its first field says. Threads do what it says.
 */
enum spgc_status spgc_patcher_restore(struct spgc_patcher *patcher,
                                      spgc_patch_site site,
                                      const struct spgc_when *when);

/*
 Forgets a site. Its code stays as it is, and calls that were patched in stay known to the heap.

 Any thread may do so at any time.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE; SPGC_ERROR_ARGUMENT if there is no such site; SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released.
 */
enum spgc_status spgc_patcher_remove(struct spgc_patcher *patcher,
                                     spgc_patch_site site);

/*
 Gives a patcher back. The code stays as it is. Null is allowed, and does nothing.

 Any thread may do so when no other uses it any more, before the code's memory is given back.

 Errors: SPGC_ERROR_REFERENCE if it is no patcher; SPGC_ERROR_CALLBACK.

 # Safety

 `patcher` is null or a patcher that spgc_patcher_free() has not released. No other thread uses
 it.
 */
enum spgc_status spgc_patcher_free(struct spgc_patcher *patcher);

/*
 Has a callback look at an attached thread, or at each in turn, while that is at a safepoint. The other threads go on, and so
 does the thread afterwards. A thread that runs managed code runs the callback itself, at its next poll or allocation;
 for others, the calling one included, the calling thread does. Threads that come or end meanwhile may be left out.

 Any thread that is not managed may do so. It waits for threads that run managed code, and for a collection in
 progress; it does not delay others itself.

 thread: its number in the system's lists, or SPGC_HANDSHAKE_ALL.
 callback: called for one thread at a time.
 data: passed to it.
 count: where to store how many threads there were, or null.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. In
 spgc_config.on_phase it ends the process with a message.

 # Safety

 `callback` may be called with `data`, by the rules of its type. `count` is null or points to a
 variable.
 */
enum spgc_status spgc_handshake(struct spgc_heap *heap,
                                uint64_t thread,
                                spgc_stopped_callback callback,
                                void *data,
                                size_t *count);

/*
 Shows the managed frames of a stopped thread, the youngest first; none if it runs no managed code. Their functions have
 names by spgc_describe_code(), when spgc_handshake() has returned.

 To be called by a spgc_stopped_callback, on its thread, with what that was given.

 show: called for each, before this function returns; may do what the callback around it may.
 data: passed to it.

 Errors: SPGC_ERROR_NULL; SPGC_ERROR_CODE if the stack cannot be walked, as a collection could not walk it either;
 SPGC_ERROR_CALLBACK.

 # Safety

 `thread` is what a spgc_stopped_callback was given. `show` may be called with `data`, by the
 rules of its type.
 */
enum spgc_status spgc_stopped_frames(const struct spgc_stopped_thread *thread,
                                     spgc_frame_callback show,
                                     void *data);

/*
 Has frames of the calling thread taken over: each when the call returns that it is in. For a native function that
 managed code has called: a guard that failed leaves the youngest frame, what invalidates a function all of its
 frames. Those that are to be taken over already stay with whom they were left to first.

 The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.

 select: which frames, or null for the youngest.
 data: passed to it.
 count: where to store how many are to be taken over that were not before, or null.

 The kinds that the continuation says of values, what it says of the calls' results, and what it returns must be right;
 so must be the functions of the frames, which follow the C calling convention, or LLVM's fastcc without guaranteed tail
 calls, and return nothing, or in one or two registers. An exception that comes to such a frame ends the process.

 Errors, then none is taken over: SPGC_ERROR_FRAME if one of them cannot be, or there is none; SPGC_ERROR_CODE if
 the stack cannot be walked; SPGC_ERROR_NULL; SPGC_ERROR_REFERENCE if `takeover` is none, or of another heap; those
 of all functions of attached threads.

 # Safety

 `takeover` is null or a takeover that spgc_takeover_free() has not released. `select` may be
 called with `data`, by the rules of its type. `count` is null or points to a variable. The
 continuation can go on for each frame that is selected.
 */
enum spgc_status spgc_commandeer(const struct spgc_takeover *takeover,
                                 spgc_select_callback select,
                                 void *data,
                                 size_t *count);

/*
 As spgc_commandeer(), of a stopped thread.

 To be called by a spgc_stopped_callback, on its thread, with what that was given.

 Errors: those of spgc_commandeer(), of which SPGC_ERROR_CALLBACK is the only one of attached threads.

 # Safety

 `thread` is what a spgc_stopped_callback was given. `takeover` is null or a takeover that
 spgc_takeover_free() has not released. `select` may be called with `data`, by the rules of its
 type. `count` is null or points to a variable. The continuation can go on for each frame that is
 selected.
 */
enum spgc_status spgc_stopped_commandeer(const struct spgc_stopped_thread *thread,
                                         const struct spgc_takeover *takeover,
                                         spgc_select_callback select,
                                         void *data,
                                         size_t *count);

/*
 Makes something that frames of a heap can be left to.

 Any thread that is not managed may do so.

 continuation: who goes on with them; the structure may go when the function has returned.
 takeover: where to store what is to be given back.

 Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
 SPGC_ERROR_CALLBACK.

 # Safety

 `continuation` is null or points to a structure of the size that its first field says. Its
 callbacks may be called, with their data, by the rules of their types, as long as the takeover
 is there or a frame that was taken over has not ended. `takeover` is null or points to a
 variable.
 */
enum spgc_status spgc_takeover_new(struct spgc_heap *heap,
                                   const struct spgc_continuation *continuation,
                                   struct spgc_takeover **takeover);

/*
 Gives a takeover back. Null is allowed, and does nothing. Frames that are to be taken over still are. Any thread may do so
 at any time, also where it goes on with a frame; the continuation is used until spgc_continuation.unused is called.

 Errors: SPGC_ERROR_REFERENCE if it is none; SPGC_ERROR_CALLBACK.

 # Safety

 `takeover` is null or a takeover that spgc_takeover_free() has not released. No other thread
 uses it.
 */
enum spgc_status spgc_takeover_free(struct spgc_takeover *takeover);

/*
 Reads a value of a call that is a constant: where a front end has put what the call is.

 To be called by a spgc_shape_callback, on its thread, with the site that it was given.

 index: which value, from 0.
 constant: where to store it.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_CALLBACK; SPGC_ERROR_ARGUMENT if there is no such value, or it is not a constant.

 # Safety

 `site` is what a callback that describes frames was given. `constant` is null or points to a
 variable.
 */
enum spgc_status spgc_site_constant(const struct spgc_site *site,
                                    size_t index,
                                    int64_t *constant);

/*
 Says what the values of a call are. If it is said twice, the last one counts.

 To be called by a spgc_shape_callback, on its thread, with the site that it was given.

 shape: may go when the function has returned, with what it refers to.

 Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT, SPGC_ERROR_CALLBACK. Whether the call has such values is
 looked at later.

 # Safety

 `site` is what a callback that describes frames was given. `shape` is null or points to a
 structure of the size that its first field says. Its pointers lead to as many elements as it
 says, which are the types of the frame's values.
 */
enum spgc_status spgc_site_describe(const struct spgc_site *site,
                                    const struct spgc_shape *shape);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* STATEPOINT_GC_H */
