// Goroutines run a loop, call native code, or sleep, while the main goroutine requests stops.
//
//	work LOOPS NATIVES SLEEPERS STOPS PAUSE_US LIMIT_MS gc|query threads|goroutines
//
// It requests STOPS stops, PAUSE_US apart, for at most LIMIT_MS. "gc" requests a collection, and
// "query" memory statistics, which also stop all goroutines. With "threads", each goroutine is
// locked to a thread, and the sleepers sleep in native code.
//
// Prints for each request "request" and its duration in nanoseconds, and, if the runtime reports
// it, "stop" and the time to stop in nanoseconds (the middle of the bucket of the runtime's
// histogram).
package main

/*
#cgo CFLAGS: -O2
#include "native.h"
*/
import "C"

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync/atomic"
	"time"
)

var stop int32

func number(index int) int {
	value, err := strconv.Atoi(os.Args[index])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return value
}

func loop() {
	count := 0
	for atomic.LoadInt32(&stop) == 0 {
		count++
	}
}

func callNative() {
	count := C.uint64_t(0)
	for atomic.LoadInt32(&stop) == 0 {
		count += C.native_nothing(1, 1, 2, 3, 4)
	}
}

// Returns the times that the histogram has counted since it had the counts `before`: the middles of
// their buckets in nanoseconds.
func newTimes(before []uint64, histogram *metrics.Float64Histogram) []float64 {
	var times []float64
	for i, count := range histogram.Counts {
		for n := before[i]; n < count; n++ {
			low, high := histogram.Buckets[i], histogram.Buckets[i+1]
			if math.IsInf(low, 0) {
				low = 0
			}
			if math.IsInf(high, 0) {
				high = low
			}
			times = append(times, (low+high)/2*1e9)
		}
	}
	return times
}

func main() {
	loops, natives, sleepers, stops := number(1), number(2), number(3), number(4)
	pause := time.Duration(number(5)) * time.Microsecond
	limit := time.Duration(number(6)) * time.Millisecond
	collect := os.Args[7] == "gc"
	threads := os.Args[8] == "threads"
	debug.SetGCPercent(-1)
	debug.SetMaxThreads(100000)

	never := make(chan int)
	start := func(count int, work func()) {
		for i := 0; i < count; i++ {
			go func() {
				if threads {
					runtime.LockOSThread()
				}
				work()
			}()
		}
	}
	start(sleepers, func() {
		if threads {
			C.native_sleep(0, 1, 2, 3, 4)
		} else {
			<-never
		}
	})
	start(loops, loop)
	start(natives, callNative)
	time.Sleep(time.Second)

	name := "/sched/pauses/stopping/other:seconds"
	if collect {
		name = "/sched/pauses/stopping/gc:seconds"
	}
	sample := []metrics.Sample{{Name: name}}
	var statistics runtime.MemStats
	out := bufio.NewWriter(os.Stdout)
	var before []uint64
	started := time.Now()
	for i := -5; i < stops && time.Since(started) < limit; i++ {
		time.Sleep(pause)
		begin := time.Now()
		if collect {
			runtime.GC()
		} else {
			runtime.ReadMemStats(&statistics)
		}
		took := time.Since(begin)
		metrics.Read(sample)
		if sample[0].Value.Kind() == metrics.KindFloat64Histogram {
			histogram := sample[0].Value.Float64Histogram()
			if before != nil && i >= 0 {
				for _, time := range newTimes(before, histogram) {
					fmt.Fprintf(out, "stop %.0f\n", time)
				}
			}
			before = append(before[:0], histogram.Counts...)
		}
		if i >= 0 {
			fmt.Fprintf(out, "request %d\n", took.Nanoseconds())
		}
	}
	out.Flush()
}
