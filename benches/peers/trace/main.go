// Marks heaps in which all objects are live, those of managed/trace.ll. Objects do not move.
// Arguments: MB SHAPE COLLECTIONS.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

const (
	inner = 1024
	steps = 1 << 20
)

// A node has 32 bytes, as in the other programs.
type node struct {
	left, right *node
	number, b   int
}

var (
	root   *node
	arrays [][]*node
	state  = 1
)

func random() int {
	state = state * 48271 % 2147483647
	return state
}

func nodes(n int) []*node {
	array := make([]*node, n)
	for i := range array {
		array[i] = &node{number: i}
	}
	return array
}

func list(n int, shuffled bool) *node {
	order := nodes(n)
	if shuffled {
		for i := n - 1; i > 0; i-- {
			j := random() % (i + 1)
			order[i], order[j] = order[j], order[i]
		}
	}
	for i := range order {
		r := random()
		other := i + 1 + r%64
		if shuffled {
			other = r % n
		}
		if i+1 < n {
			order[i].left = order[i+1]
		}
		if other < n {
			order[i].right = order[other]
		}
	}
	return order[0]
}

func tree(height int) *node {
	n := &node{number: height}
	if height > 0 {
		n.left = tree(height - 1)
		n.right = tree(height - 1)
	}
	return n
}

func build(shape string, n int) int {
	switch shape {
	case "tree":
		height := 0
		for 4<<height-1 <= n {
			height++
		}
		root = tree(height)
		return 2<<height - 1
	case "arrays":
		arrays = make([][]*node, n/inner)
		for i := range arrays {
			arrays[i] = nodes(inner)
		}
		return len(arrays) * inner
	}
	root = list(n, shape == "shuffled")
	return n
}

func sumList(n *node) int {
	sum := 0
	for step := 0; n != nil && step < steps; step++ {
		sum += n.number
		if n.right != nil {
			sum += 3 * n.right.number
		}
		n = n.left
	}
	return sum
}

func sumTree(n *node) int {
	if n == nil {
		return 0
	}
	return sumTree(n.left) + sumTree(n.right) + n.number
}

func main() {
	mb, _ := strconv.Atoi(os.Args[1])
	shape := os.Args[2]
	collections, _ := strconv.Atoi(os.Args[3])
	debug.SetGCPercent(-1)
	live := build(shape, mb<<20/32)
	runtime.GC()
	runtime.GC()
	for i := 0; i < collections; i++ {
		begin := time.Now()
		runtime.GC()
		fmt.Println("collection_ns", time.Since(begin).Nanoseconds())
	}
	sum := 0
	if shape == "tree" {
		sum = sumTree(root)
	} else {
		sum = sumList(root)
	}
	for _, array := range arrays {
		for _, n := range array {
			sum += n.number
		}
	}
	fmt.Println("live_objects", live)
	fmt.Println("result", sum)
}
