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
