// Package hostspeed describes the machine that a measurement runs on and measures
// its speed as a reference. The speed of machines differs by a factor of four or
// more, so times from different machines can be compared only as multiples of the
// reference.
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

// Numbers is the count of numbers that the reference sorts.
const Numbers = 10_000_000

// Reference returns the time to sort Numbers random 64-bit numbers on one core. It
// is the median of the given number of runs, at least one, all of which sort the
// same numbers.
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

// Name returns a description of the machine: the number and model of its
// processors, its system, and the Go version of this program.
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

// modelIn returns the first processor model in /proc/cpuinfo, or "" if there is
// none, as on some ARM machines.
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

// Lines returns the machine and its reference in the format of benchstat: a
// configuration line and a benchmark.
func Lines() string {
	return fmt.Sprintf("machine: %s\nBenchmarkReference/sort=%d \t 1\t %d ns/op\n", Name(), Numbers, Reference(5).Nanoseconds())
}
