// binary-trees: the same work as examples/src/binary_trees.rs. Arguments: DEPTH THREADS.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

type node struct{ left, right *node }

func build(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{build(depth - 1), build(depth - 1)}
}

func (n *node) count() int {
	if n.left == nil {
		return 1
	}
	return n.left.count() + n.right.count() + 1
}

func main() {
	depth, _ := strconv.Atoi(os.Args[1])
	threads, _ := strconv.Atoi(os.Args[2])
	begin := time.Now()
	result := build(depth + 1).count()
	longLived := build(depth)
	for d := 4; d <= depth; d += 2 {
		trees := 1 << (depth - d + 4)
		nodes := make([]int, threads)
		var all sync.WaitGroup
		for t := 0; t < threads; t++ {
			all.Add(1)
			go func(index int) {
				defer all.Done()
				share := trees*(index+1)/threads - trees*index/threads
				sum := 0
				for i := 0; i < share; i++ {
					sum += build(d).count()
				}
				nodes[index] = sum
			}(t)
		}
		all.Wait()
		for _, n := range nodes {
			result += n
		}
	}
	result += longLived.count()
	fmt.Println("wall_ns", time.Since(begin).Nanoseconds())
	fmt.Println("result", result)
}
