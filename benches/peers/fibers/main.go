// Goroutines do the work of managed/fibers.ll. Arguments: WORK FIBERS THREADS COUNT RUNNING OBJECTS
// STAGES.
//
// Each goroutine is resumed by a channel of its own. GOMAXPROCS is the number of threads. The
// measured part of the output of GODEBUG=gctrace=1 is between the lines "ready" and "done".
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

type box struct{ number, unused int }

//go:noinline
func newBox(number int) *box { return &box{number: number} }

type object struct{ words [6]int }

var sink *object

func pass(count int) int {
	in, out := make(chan *box), make(chan *box)
	go func() {
		for box := range in {
			box.number++
			out <- box
		}
	}()
	box := newBox(0)
	for i := 0; i < count; i++ {
		in <- box
		box = <-out
	}
	close(in)
	return box.number
}

func create(count int) int {
	out := make(chan *box)
	sum := 0
	for i := 0; i < count; i++ {
		go func(in *box) { out <- newBox(in.number + 1) }(newBox(i))
		sum += (<-out).number
	}
	return sum
}

//go:noinline
func frame(in, out chan *box, number, level int) int {
	own := newBox(number + level)
	sum := 0
	if level < 4 {
		sum = frame(in, out, number, level+1)
	} else {
		out <- own
		for box := range in {
			sum += box.number
			out <- own
		}
	}
	return sum + own.number
}

//go:noinline
func parked(in, out chan *box) {
	first := <-in
	sum := frame(in, out, first.number, 1)
	out <- newBox(sum + first.number)
}

func resident() int {
	text, _ := os.ReadFile("/proc/self/statm")
	pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
	return pages * os.Getpagesize()
}

func park(count, rounds, running, objects int) {
	runtime.GC()
	before, begin, sum := resident(), time.Now(), 0
	fibers, out := make([]chan *box, count), make(chan *box)
	resume := func(i, number int) {
		fibers[i] <- newBox(number)
		sum += (<-out).number
	}
	for i := range fibers {
		fibers[i] = make(chan *box)
		go parked(fibers[i], out)
		resume(i, i)
	}
	runtime.GC()
	bytes := (resident() - before) / count
	fmt.Println("ready")
	for round := 0; round < rounds; round++ {
		for i := 0; i < running; i++ {
			resume((round*running+i)%count, round)
		}
		for i := 0; i < objects; i++ {
			sink = new(object)
		}
	}
	fmt.Println("done")
	for _, fiber := range fibers {
		close(fiber)
		sum += (<-out).number
	}
	fmt.Println("wall_ns", time.Since(begin).Nanoseconds())
	fmt.Println("bytes_per_fiber", bytes)
	fmt.Println("result", sum)
}

func source(out chan<- *box, items int) {
	for i := 1; i <= items; i++ {
		out <- newBox(i)
	}
}

func stage(in <-chan *box, out chan<- *box, items int) {
	for i := 0; i < items; i++ {
		out <- newBox((<-in).number + 1)
	}
}

func pullChains(chains, stages, items int) int {
	last := make([]chan *box, chains)
	for i := range last {
		last[i] = make(chan *box)
		go source(last[i], items)
		for j := 1; j < stages; j++ {
			out := make(chan *box)
			go stage(last[i], out, items)
			last[i] = out
		}
	}
	sum := 0
	for i := 0; i < items; i++ {
		for _, chain := range last {
			sum += (<-chain).number
		}
	}
	return sum
}

func pipelines(chains, stages, threads, items int) int {
	sums := make([]int, threads)
	var all sync.WaitGroup
	all.Add(threads)
	for i := range sums {
		go func(sum *int) {
			*sum = pullChains(chains, stages, items)
			all.Done()
		}(&sums[i])
	}
	all.Wait()
	sum := 0
	for _, part := range sums {
		sum += part
	}
	return sum
}

func main() {
	var numbers [6]int
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(os.Args[i+2])
	}
	fibers, threads, count, stages := numbers[0], numbers[1], numbers[2], numbers[5]
	work := func(count int) int { return pipelines(fibers/stages/threads, stages, threads, count) }
	operations := count
	switch os.Args[1] {
	case "parked":
		park(fibers, count, numbers[3], numbers[4])
		return
	case "switch":
		work = pass
	case "create":
		work = create
	default:
		operations = fibers / stages * count
	}
	work((count + 9) / 10)
	begin := time.Now()
	result := work(count)
	fmt.Println("wall_ns", time.Since(begin).Nanoseconds())
	fmt.Println("operations", operations)
	fmt.Println("result", result)
}
