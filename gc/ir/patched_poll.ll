; The poll of code whose polls are patched, in place of the one that looks at the thread's limit: link it in front of
; statepoint_gc.ll, of whose definition this one then is the other (llvm-link takes the first), and tell the heap of the code
; (docs/porting/polls.md). Of the two calls leave the one for the architecture that the code is for.
;
; place-safepoints puts the call at function entries and loop back-edges; rewrite-statepoints-for-gc makes a
; statepoint of it that calls nothing: so many bytes of no-ops, with a record behind them by whose ID the collector finds
; them. When threads are to stop, it writes a call of spgc_poll_slow there. For LLVM it is a call at any time: registers that
; are not callee-saved hold nothing there.

declare void @spgc_poll_slow() cold nounwind

define weak_odr hidden void @gc.safepoint_poll() {
entry:
  call void @spgc_poll_slow() "statepoint-id"="1347374156" "statepoint-num-patch-bytes"="5" ; x86_64
  call void @spgc_poll_slow() "statepoint-id"="1347374156" "statepoint-num-patch-bytes"="4" ; aarch64
  ret void
}
