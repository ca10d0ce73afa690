// Package hostspeed names the machine that a measurement runs on, and measures a
// reference figure there: machines differ by a factor of four and more, and times
// mean something elsewhere only as multiples of what all of them can do.
package hostspeed

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Numbers is how many numbers the reference sorts.
const Numbers = 10_000_000

// Reference is how long it takes to sort Numbers random numbers of 64 bits on one
// core: the median of so many runs, 1 at least, which sort the same.
func Reference(runs int) time.Duration {
	rng := rand.New(rand.NewPCG(1, 2))
	unsorted := make([]uint64, Numbers)
	for i := range unsorted {
		unsorted[i] = rng.Uint64()
	}
	list := make([]uint64, Numbers)
	took := make([]time.Duration, max(runs, 1))
	for i := range took {
		copy(list, unsorted)
		began := time.Now()
		slices.Sort(list)
		took[i] = time.Since(began)
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// Name is what the machine is: its cores, their model, its system, and the Go
// that the programs were built with.
func Name() string {
	model := "unknown processor"
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		if name := modelIn(f); name != "" {
			model = name
		}
	}
	return fmt.Sprintf("%d cores, %s, %s/%s, %s", runtime.NumCPU(), model, runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// modelIn is the first model of a processor that /proc/cpuinfo names; "" if it
// names none, as on some ARM machines.
func modelIn(r io.Reader) string {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		if key = strings.TrimSpace(key); key == "model name" || key == "Model" {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return ""
}

// Lines are the machine and its reference as benchstat reads them: a line of its
// configuration and a benchmark.
func Lines() string {
	return fmt.Sprintf("machine: %s\nBenchmarkReference/sort=%d \t 1\t %d ns/op\n", Name(), Numbers, Reference(5).Nanoseconds())
}
