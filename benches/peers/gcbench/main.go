// GCBench, after Ellis, Kovac and Boehm: each goroutine does the work of managed/gcbench.ll.
// Arguments: SCALE THREADS.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

type node struct {
	left, right *node
	i, j        int32
}

func (n *node) populate(depth int) {
	if depth == 0 {
		return
	}
	n.left = &node{}
	n.right = &node{}
	n.left.populate(depth - 1)
	n.right.populate(depth - 1)
}

func build(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{left: build(depth - 1), right: build(depth - 1)}
}

func (n *node) spine() int {
	nodes := 0
	for ; n != nil; n = n.left {
		nodes++
	}
	return nodes
}

func (n *node) count() int {
	if n.left == nil {
		return 1
	}
	return n.left.count() + n.right.count() + 1
}

func temporary(trees, depth int) int {
	sum := 0
	for i := 0; i < trees; i++ {
		root := &node{}
		root.populate(depth)
		sum += root.spine()
	}
	for i := 0; i < trees; i++ {
		sum += build(depth).spine()
	}
	return sum
}

func nodesOf(depth int) int { return 2<<depth - 1 }

func run(scale int) int {
	sum := build(scale + 18).spine()
	longLived := &node{}
	longLived.populate(scale + 16)
	length := 500000 << scale
	array := make([]float64, length)
	for i := 1; i < length/2; i++ {
		array[i] = 1 / float64(i)
	}
	for depth := 4; depth <= scale+16; depth += 2 {
		sum += temporary(2*nodesOf(scale+18)/nodesOf(depth), depth)
	}
	quotients := 0.0
	for i := 1; i < length/2; i++ {
		quotients += array[i]
	}
	return sum + longLived.count() + int(quotients*1e6)
}

func main() {
	scale, _ := strconv.Atoi(os.Args[1])
	threads, _ := strconv.Atoi(os.Args[2])
	results := make([]int, threads)
	var all sync.WaitGroup
	begin := time.Now()
	for t := 0; t < threads; t++ {
		all.Add(1)
		go func(index int) {
			defer all.Done()
			results[index] = run(scale)
		}(t)
	}
	all.Wait()
	result := 0
	for _, r := range results {
		result += r
	}
	fmt.Println("wall_ns", time.Since(begin).Nanoseconds())
	fmt.Println("result", result)
}
