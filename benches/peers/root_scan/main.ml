(* Runs minor collections in the youngest frame of a deep recursion with four live references in
   each frame. The first argument is the depth. benches/src/root_scan/ocaml.rs appends the functions
   f0, f1... and the call of f0 to this file.

   Prints two times in nanoseconds per frame: that of the first collection, which moves the objects
   of all references, and the median of further collections, in which all references are to old
   objects. *)

type t = { mutable x : int }
external thread_time : unit -> int = "thread_time" [@@noalloc]

let collect () =
  ignore (Sys.opaque_identity (ref 0));
  let begin_ = thread_time () in
  Gc.minor ();
  thread_time () - begin_

let median_of_collections () =
  let times = Array.init 21 (fun _ -> collect ()) in
  Array.sort compare times;
  times.(10)

let depth = int_of_string Sys.argv.(1)
let without_frames = ignore (median_of_collections ()); median_of_collections ()

let report () =
  let young = collect () in
  let old = median_of_collections () in
  let per_frame time = float (time - without_frames) /. float depth in
  Printf.printf "%f %f\n" (per_frame young) (per_frame old)
