// Package hostspeed describes the machine on which a measurement runs. It also
// measures the speed of the machine as a reference. The speeds of machines differ
// by a factor of four or more. To compare times measured on different machines,
// divide each time by the reference time of its machine.
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

// Numbers is the number of values that are sorted to measure the reference.
const Numbers = 10_000_000

// Reference returns the time that this machine takes to sort random 64-bit values
// on one core. The constant Numbers is the number of values. The values are sorted
// several times, as given by runs but at least once; the result is the median time.
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
// processors, the operating system, and the Go version of this program.
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

// modelIn returns the first processor model in a file that has the format of
// /proc/cpuinfo. It returns "" if the file contains no model, as on some ARM
// machines.
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

// Lines returns two lines in the format of benchstat: a configuration line with a
// description of the machine, and a benchmark line with the reference time.
func Lines() string {
	return fmt.Sprintf("machine: %s\nBenchmarkReference/sort=%d \t 1\t %d ns/op\n", Name(), Numbers, Reference(5).Nanoseconds())
}
