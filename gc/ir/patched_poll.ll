; The poll of code whose polls are patched, in place of the one that tests the thread's limit. Link
; it before statepoint_gc.ll, which defines the same function (llvm-link takes the first
; definition), and register the code with the heap (docs/porting/polls.md). Keep only the call for
; the target architecture.
;
; place-safepoints inserts the call at function entries and loop back-edges.
; rewrite-statepoints-for-gc turns it into a statepoint that calls nothing: as many bytes of no-ops
; as "statepoint-num-patch-bytes" says. The address after them has a stack map record, by whose ID
; the collector finds them. To stop threads, the collector writes a call of spgc_poll_slow there.
; For LLVM it is always a call: registers that are not callee-saved hold no values across it.

declare void @spgc_poll_slow() cold nounwind

define weak_odr hidden void @gc.safepoint_poll() {
entry:
  call void @spgc_poll_slow() "statepoint-id"="1347374156" "statepoint-num-patch-bytes"="5" ; x86_64
  call void @spgc_poll_slow() "statepoint-id"="1347374156" "statepoint-num-patch-bytes"="4" ; aarch64
  ret void
}
