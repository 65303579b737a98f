(* Runs minor collections in the youngest frame of a deep recursion, that of managed/deep_stacks.ll.
   Arguments: FRAMES NEW COLLECTIONS WARM_UP. *)

external now : unit -> int = "peer_now" [@@noalloc]
external thread_time : unit -> int = "peer_thread_time" [@@noalloc]

type box = { mutable number : int }

let argument index = int_of_string Sys.argv.(index)
let frames = argument 1
let turn = frames - argument 2
let warm_up = argument 4
let rounds = argument 3 + warm_up
let elapsed = Array.make rounds 0
let processor = Array.make rounds 0
let round = ref 0

let collect () =
  let begin_of_processor = thread_time () in
  let begin_ = now () in
  Gc.minor ();
  elapsed.(!round) <- now () - begin_;
  processor.(!round) <- thread_time () - begin_of_processor;
  incr round

let rec frame level =
  let box = Sys.opaque_identity { number = level } in
  let sum = ref 0 in
  if level = frames then collect ()
  else
    for _ = 1 to if level = turn then rounds else 1 do
      sum := !sum + frame (level + 1)
    done;
  !sum + box.number

let () =
  let sum = frame 1 in
  Printf.printf "result %d\n" sum;
  for i = warm_up to rounds - 1 do
    Printf.printf "pause_ns %d\ncpu_ns %d\n" elapsed.(i) processor.(i)
  done
