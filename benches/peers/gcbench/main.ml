(* GCBench, after Ellis, Kovac and Boehm: the work of managed/gcbench.ll, on one thread.
   Argument: SCALE. *)

external now : unit -> int = "peer_now" [@@noalloc]
external record_pauses : unit -> unit = "peer_record_pauses"
external print_pauses : unit -> unit = "peer_print_pauses"

type node = { mutable left : node; mutable right : node; mutable i : int; mutable j : int }

let nil : node = Obj.magic 0
let leaf () = { left = nil; right = nil; i = 0; j = 0 }

let rec populate depth node =
  if depth > 0 then begin
    node.left <- leaf ();
    node.right <- leaf ();
    populate (depth - 1) node.left;
    populate (depth - 1) node.right
  end

let rec make depth =
  if depth = 0 then leaf ()
  else
    let left = make (depth - 1) in
    let right = make (depth - 1) in
    { left; right; i = 0; j = 0 }

let spine tree =
  let node = ref tree and nodes = ref 0 in
  while !node != nil do
    incr nodes;
    node := !node.left
  done;
  !nodes

let rec count node = if node == nil then 0 else count node.left + count node.right + 1

let temporary trees depth =
  let sum = ref 0 in
  for _ = 1 to trees do
    let root = leaf () in
    populate depth root;
    sum := !sum + spine root
  done;
  for _ = 1 to trees do
    sum := !sum + spine (make depth)
  done;
  !sum

let nodes_of depth = (2 lsl depth) - 1

let run scale =
  let sum = ref (spine (make (scale + 18))) in
  let long_lived = leaf () in
  populate (scale + 16) long_lived;
  let length = 500_000 lsl scale in
  let quotients = Array.make length 0.0 in
  for i = 1 to (length / 2) - 1 do
    quotients.(i) <- 1.0 /. float i
  done;
  let depth = ref 4 in
  while !depth <= scale + 16 do
    sum := !sum + temporary (2 * nodes_of (scale + 18) / nodes_of !depth) !depth;
    depth := !depth + 2
  done;
  let total = ref 0.0 in
  for i = 1 to (length / 2) - 1 do
    total := !total +. quotients.(i)
  done;
  !sum + count long_lived + int_of_float (!total *. 1e6)

let () =
  let scale = int_of_string Sys.argv.(1) in
  record_pauses ();
  let begin_ = now () in
  let result = run scale in
  Printf.printf "wall_ns %d\nresult %d\n%!" (now () - begin_) result;
  print_pauses ()
