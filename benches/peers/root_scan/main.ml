(* A recursion as deep as the first argument says, with four live references in each frame, and minor
   collections at its bottom. The functions f0, f1... and the call of f0 are appended to this text;
   see benches/src/root_scan/ocaml.rs. Prints nanoseconds for each frame: of the first collection, in
   which every reference points to an object in the minor heap that it has moved, and the median of
   the others, in which references point to old objects. *)

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
