// Allocates N objects of SIZE bytes that die immediately, and writes all of their words.
// Arguments: SIZE N, where SIZE is 16, 32 or 48.
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

type two struct {
	p *two
	a int
}
type four struct {
	p       *four
	a, b, c int
}
type six struct {
	p             *six
	a, b, c, d, e int
}

//go:noinline
func newTwo(i int) *two { return &two{nil, i} }

//go:noinline
func newFour(i int) *four { return &four{nil, i, i, i} }

//go:noinline
func newSix(i int) *six { return &six{nil, i, i, i, i, i} }

func run(size, n int) {
	switch size {
	case 16:
		for i := 0; i < n; i++ {
			newTwo(i)
		}
	case 32:
		for i := 0; i < n; i++ {
			newFour(i)
		}
	default:
		for i := 0; i < n; i++ {
			newSix(i)
		}
	}
}

func main() {
	size, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	run(size, n/10)
	begin := time.Now()
	run(size, n)
	fmt.Println("wall_ns", time.Since(begin).Nanoseconds())
	fmt.Println("result", n)
}
