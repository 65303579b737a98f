// Worker threads allocate small trees continuously, and store one in eight into a table, as
// managed/pause.ll does. Arguments: THREADS CHUNKS LENGTH MILLISECONDS RATE.
// Each thread replaces at most RATE trees in a second; any number if RATE is 0.
//
// An observer goroutine sleeps repeatedly for a millisecond and measures how much longer each sleep
// takes. The measured part of the output of GODEBUG=gctrace=1 is between the lines "ready" and
// "done".
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

const (
	height  = 6
	treeSum = 120
	sleep   = time.Millisecond
	batch   = 16
)

// A node has 32 bytes, as in the other programs.
type node struct {
	left, right *node
	number, b   int
}

func tree(height int) *node {
	n := &node{number: height}
	if height > 0 {
		n.left = tree(height - 1)
		n.right = tree(height - 1)
	}
	return n
}

func sum(n *node) int {
	if n == nil {
		return 0
	}
	return sum(n.left) + sum(n.right) + n.number
}

type worker struct {
	operations, sum int
}

var (
	stop       int32
	start      = make(chan struct{})
	ready, all sync.WaitGroup
)

func (w *worker) work(chunks, length, rate, seed int) {
	defer all.Done()
	runtime.LockOSThread()
	table := make([][]*node, chunks)
	for i := range table {
		table[i] = make([]*node, length)
		for j := range table[i] {
			table[i][j] = tree(height)
		}
	}
	ready.Done()
	<-start
	state, begin := seed, time.Now()
	for atomic.LoadInt32(&stop) == 0 {
		total := 0
		for k := 0; k < 7; k++ {
			total += sum(tree(height))
		}
		if total != 7*treeSum {
			panic("a tree has a wrong sum")
		}
		state = state * 48271 % 2147483647
		index := state % (chunks * length)
		table[index/length][index%length] = tree(height)
		w.operations++
		if rate > 0 && w.operations%batch == 0 {
			due := time.Duration(w.operations) * time.Second / time.Duration(rate)
			time.Sleep(due - time.Since(begin))
		}
	}
	for _, trees := range table {
		for _, n := range trees {
			w.sum += sum(n)
		}
	}
}

func observe(sleeps *[]time.Duration) {
	defer all.Done()
	<-start
	for atomic.LoadInt32(&stop) == 0 {
		begin := time.Now()
		time.Sleep(sleep)
		*sleeps = append(*sleeps, time.Since(begin)-sleep)
	}
}

func number(at int) int {
	n, _ := strconv.Atoi(os.Args[at])
	return n
}

func main() {
	threads, chunks, length, rate := number(1), number(2), number(3), number(5)
	workers := make([]worker, threads)
	sleeps := make([]time.Duration, 0, 1<<20)
	ready.Add(threads)
	all.Add(threads + 1)
	for t := range workers {
		go workers[t].work(chunks, length, rate, t+1)
	}
	go observe(&sleeps)
	ready.Wait()
	fmt.Println("ready")
	begin := time.Now()
	close(start)
	time.Sleep(time.Duration(number(4)) * time.Millisecond)
	atomic.StoreInt32(&stop, 1)
	wall := time.Since(begin)
	fmt.Println("done")
	all.Wait()
	operations, result := 0, 0
	for _, w := range workers {
		operations += w.operations
		result += w.sum
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, "wall_ns", wall.Nanoseconds())
	fmt.Fprintln(out, "operations", operations)
	fmt.Fprintln(out, "result", result)
	for _, n := range sleeps {
		fmt.Fprintln(out, "oversleep_ns", n.Nanoseconds())
	}
}
