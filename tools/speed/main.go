// Command speed measures the simulation of whole traces in two ways. It measures
// the engine alone, with node lists, reasons and the event log. It also measures
// the command hopyard run, which in addition reads the trace and computes and
// prints metrics. The traces are those of package traces, or the files named on the
// command line.
//
// The command can compare this checkout with another revision of the repository. It
// then runs the two revisions alternately, so that other load on the machine
// affects both equally:
//
//	go run ./tools/speed                      # the table of make bench
//	go run ./tools/speed -against v1 a.swf    # make bench-against REV=v1
//
// Times are medians of elapsed time. In each turn, every revision is measured once.
// To compare two times, the command computes their ratio in each turn and prints
// the median of the ratios.
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

// archive is the path of a trace from a workload archive. The trace is optional and
// is not part of the repository.
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

// drawn returns the paths of the traces to measure. If paths are given, it returns
// these. Otherwise it returns the generated traces of package traces, and also the
// trace from the archive if the file exists.
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

// tell prints a row of the table. If two revisions give different schedules, it
// returns an error, because then their times cannot be compared.
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

// over returns two ratios of this cost to the given cost as text. The first is the
// ratio of elapsed times; the second, in brackets, is the ratio of CPU times.
func (c *cost) over(other *cost) string {
	return fmt.Sprintf("%.2f (%.2f)", ratio(c.clock, other.clock), ratio(c.processors, other.processors))
}

// ratio returns the median of the ratios between the times in two lists. Times with
// the same index were measured in the same turn.
func ratio(these, those []float64) float64 {
	var all []float64
	for i := range these {
		all = append(all, these[i]/those[i])
	}
	return median(all)
}

// median returns the median of a list, which must not be empty.
func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
