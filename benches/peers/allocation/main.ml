(* Allocates N objects of SIZE bytes that die immediately, and writes all of their words.
   Arguments: SIZE N, where SIZE is 16, 32 or 48. *)

external now : unit -> int = "peer_now" [@@noalloc]

type two = { a2 : int }
type four = { a4 : int; b4 : int; c4 : int }
type six = { a6 : int; b6 : int; c6 : int; d6 : int; e6 : int }

let run size n =
  match size with
  | 16 -> for i = 1 to n do ignore (Sys.opaque_identity { a2 = i }) done
  | 32 -> for i = 1 to n do ignore (Sys.opaque_identity { a4 = i; b4 = i; c4 = i }) done
  | _ -> for i = 1 to n do ignore (Sys.opaque_identity { a6 = i; b6 = i; c6 = i; d6 = i; e6 = i }) done

let () =
  let size = int_of_string Sys.argv.(1) and n = int_of_string Sys.argv.(2) in
  run size (n / 10);
  let begin_ = now () in
  run size n;
  Printf.printf "wall_ns %d\nresult %d\n" (now () - begin_) n
