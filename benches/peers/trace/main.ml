(* Compacts heaps in which all objects are live, those of managed/trace.ll.
   Arguments: MB SHAPE COLLECTIONS. *)

external now : unit -> int = "peer_now" [@@noalloc]

(* A node has 32 bytes with its header, as in the other programs. *)
type node = { mutable left : node; mutable right : node; number : int }

let nil : node = Obj.magic 0
let inner = 1024
let steps = 1 lsl 20
let root = ref nil
let arrays : node array array ref = ref [||]
let state = ref 1

let random () =
  state := !state * 48271 mod 2147483647;
  !state

let new_node number = { left = nil; right = nil; number }
let nodes n = Array.init n new_node

let list n shuffled =
  let order = nodes n in
  if shuffled then
    for i = n - 1 downto 1 do
      let j = random () mod (i + 1) in
      let node = order.(i) in
      order.(i) <- order.(j);
      order.(j) <- node
    done;
  for i = 0 to n - 1 do
    let random = random () in
    let other = if shuffled then random mod n else i + 1 + (random mod 64) in
    if i + 1 < n then order.(i).left <- order.(i + 1);
    if other < n then order.(i).right <- order.(other)
  done;
  order.(0)

let rec tree height =
  let node = new_node height in
  if height > 0 then begin
    node.left <- tree (height - 1);
    node.right <- tree (height - 1)
  end;
  node

let build shape n =
  match shape with
  | "tree" ->
      let height = ref 0 in
      while (4 lsl !height) - 1 <= n do incr height done;
      root := tree !height;
      (2 lsl !height) - 1
  | "arrays" ->
      arrays := Array.init (n / inner) (fun _ -> nodes inner);
      Array.length !arrays * inner
  | _ ->
      root := list n (shape = "shuffled");
      n

let sum_list list =
  let node = ref list and sum = ref 0 and step = ref 0 in
  while !node != nil && !step < steps do
    sum := !sum + !node.number;
    if !node.right != nil then sum := !sum + (3 * !node.right.number);
    node := !node.left;
    incr step
  done;
  !sum

let rec sum_tree node =
  if node == nil then 0 else sum_tree node.left + sum_tree node.right + node.number

let () =
  let megabytes = int_of_string Sys.argv.(1) and shape = Sys.argv.(2) in
  let collections = int_of_string Sys.argv.(3) in
  let live = build shape (megabytes * 1048576 / 32) in
  Gc.compact ();
  for _ = 1 to collections do
    let begin_ = now () in
    Gc.compact ();
    Printf.printf "collection_ns %d\n" (now () - begin_)
  done;
  let sum = if shape = "tree" then sum_tree !root else sum_list !root in
  let add sum node = sum + node.number in
  let sum = Array.fold_left (Array.fold_left add) sum !arrays in
  Printf.printf "live_objects %d\nresult %d\n" live sum
