// Command speed measures the simulation of whole traces in two ways: the engine
// alone, with node lists, reasons and the event log; and the command hopyard run,
// which also reads the trace and computes and prints metrics. It measures the
// traces of package traces, or the files named on the command line. It can also
// compare this checkout with another revision of the repository. In this case it
// runs the two revisions in turns, so that other load on the machine affects both:
//
//	go run ./tools/speed                      # the table of make bench
//	go run ./tools/speed -against v1 a.swf    # make bench-against REV=v1
//
// Times are medians of elapsed time. A ratio is the median, over turns, of the
// ratio of the two times of a turn.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"hopyard/core/policies"
	"hopyard/tools/traces"
)

// archive is the path of a trace from a workload archive. The file is optional and
// lies outside the repository.
const archive = "../shared/traces/kth-sp2-5000.swf"

func main() {
	against := flag.String("against", "", "also measure this `revision`, by turns")
	rounds := flag.Int("rounds", 5, "how often each `turn` is taken")
	seed := flag.Int64("seed", 1, "the `seed` of the traces that are drawn")
	queue := flag.String("queue", policies.Default, "the `discipline`")
	flag.Parse()
	if err := run(*against, *queue, *rounds, *seed, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run(revision, queue string, rounds int, seed int64, paths []string) error {
	if rounds < 1 {
		return fmt.Errorf("%d rounds; take 1 or more", rounds)
	}
	paths, err := drawn(paths, seed)
	if err != nil {
		return err
	}
	here, err := built(".", "here")
	if err != nil {
		return err
	}
	sides := []*side{here}
	if revision != "" {
		there, err := checkedOut(revision)
		if err != nil {
			return err
		}
		there.name = revision
		sides = append(sides, there)
	}
	fmt.Println("Times by the clock; ratios by the clock and, in brackets, of processors.")
	fmt.Printf("%-20s %7s %11s %10s %10s %14s", "trace", "jobs", "jobs/s", "engine", "command", "/ engine")
	if revision != "" {
		fmt.Printf("   against %s: %10s %14s %10s %14s", revision, "engine", "times as quick", "command", "times as quick")
	}
	fmt.Println()
	for _, path := range paths {
		for _, s := range sides {
			s.forget()
		}
		for range rounds {
			for _, s := range sides {
				if err := s.measure(path, queue); err != nil {
					return err
				}
			}
		}
		if err := tell(path, sides); err != nil {
			return err
		}
	}
	return nil
}

// drawn returns the paths of the traces to measure: the given paths or, if there
// are none, the trace from the archive if it exists and the generated traces of
// package traces.
func drawn(paths []string, seed int64) ([]string, error) {
	if len(paths) > 0 {
		return paths, nil
	}
	if _, err := os.Stat(archive); err == nil {
		paths = append(paths, archive)
	}
	for _, s := range traces.Sizes {
		path, err := s.Save(".cache/traces", seed)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// tell prints a row of the table. It returns an error if two revisions give
// different schedules, because their times cannot be compared.
func tell(path string, sides []*side) error {
	here := sides[0]
	engine := median(here.engine.clock)
	fmt.Printf("%-20s %7d %11.0f %7.1f ms %7.1f ms %14s", filepath.Base(path), here.jobs, float64(here.jobs)/engine, 1000*engine, 1000*median(here.command.clock), here.command.over(&here.engine))
	if len(sides) > 1 {
		there := sides[1]
		if here.hash != there.hash {
			return fmt.Errorf("%s: the schedules differ: their hashes are %s and %s", path, here.hash, there.hash)
		}
		fmt.Printf("   %*s  %7.1f ms %14s %7.1f ms %14s", len("against ")+len(there.name), "", 1000*median(there.engine.clock), there.engine.over(&here.engine), 1000*median(there.command.clock), there.command.over(&here.command))
	}
	fmt.Println()
	return nil
}

// over returns the ratios of this cost to another cost as text: the ratio of
// elapsed times and, in brackets, the ratio of CPU times.
func (c *cost) over(other *cost) string {
	return fmt.Sprintf("%.2f (%.2f)", ratio(c.clock, other.clock), ratio(c.processors, other.processors))
}

// ratio returns the median of the ratios of two times. The two lists hold the times
// of the same turns.
func ratio(these, those []float64) float64 {
	var all []float64
	for i := range these {
		all = append(all, these[i]/those[i])
	}
	return median(all)
}

// median returns the median of one or more numbers.
func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
