(* binary-trees: the same work as examples/src/binary_trees.rs, on one thread. Argument: DEPTH. *)

external now : unit -> int = "peer_now" [@@noalloc]
external record_pauses : unit -> unit = "peer_record_pauses"
external print_pauses : unit -> unit = "peer_print_pauses"

type tree = Empty | Node of tree * tree

let rec make depth =
  (* The compiler would allocate Node (Empty, Empty) statically. *)
  if depth = 0 then Node (Sys.opaque_identity Empty, Empty)
  else
    let left = make (depth - 1) in
    let right = make (depth - 1) in
    Node (left, right)

let rec count = function Empty -> 0 | Node (left, right) -> count left + count right + 1

let () =
  let depth = int_of_string Sys.argv.(1) in
  record_pauses ();
  let begin_ = now () in
  let result = ref (count (make (depth + 1))) in
  let long_lived = make depth in
  let d = ref 4 in
  while !d <= depth do
    for _ = 1 to 1 lsl (depth - !d + 4) do
      result := !result + count (make !d)
    done;
    d := !d + 2
  done;
  result := !result + count long_lived;
  Printf.printf "wall_ns %d\nresult %d\n%!" (now () - begin_) !result;
  print_pauses ()
