// Command pagebench measures the built page in headless Chromium over the loopback
// interface. It prints the values for which the project sets limits or targets:
// bytes and time before the first schedule, frame rates, seeks, long tasks, whole
// traces, experiments, a cluster's queue, and memory. It does not judge the values, because all times
// are longer on a busy machine.
//
//	go run ./tools/pagebench [-runs 5] [-play 30s] [-only regexp]
//
// The variable measures lists the measurements, which run one after the other. Each
// measurement opens its own pages and prints its results with the function say.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"time"

	"hopyard/tools/e2e"
	"hopyard/tools/hostspeed"
)

// bench holds the browser and the options for all measurements.
type bench struct {
	browser *e2e.Browser
	address string
	runs    int
	play    time.Duration
}

// measures lists the measurements in the order in which they run.
var measures = []struct {
	name string
	run  func(*bench) error
}{
	{"first", (*bench).first},
	{"play", (*bench).playing},
	{"pan-10000", func(b *bench) error { return b.panning(6500, 60) }},
	{"seek", (*bench).seeking},
	{"tasks", (*bench).tasks},
	{"compare", (*bench).comparing},
	{"pan-100000", func(b *bench) error { return b.panning(64_000, 30) }},
	{"traces", (*bench).wholeTraces},
	{"sweep", (*bench).sweep},
	{"queue", (*bench).queue},
	{"memory", (*bench).memory},
}

func main() {
	runs := flag.Int("runs", 5, "how often the page is opened for the first figures")
	play := flag.Duration("play", 30*time.Second, "how long to play for the memory, at 15 times the clock; the line says how much that is at the usual pace")
	only := flag.String("only", "", "`regexp` of the measurements to do: first, play, pan-10000, seek, tasks, compare, pan-100000, traces, sweep, queue, memory")
	flag.Parse()
	if err := run(*runs, *play, *only); err != nil {
		fmt.Fprintln(os.Stderr, "pagebench:", err)
		os.Exit(1)
	}
}

func run(runs int, play time.Duration, only string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	address, stop, err := e2e.Site()
	if err != nil {
		return err
	}
	defer stop()
	browser, err := e2e.Start()
	if err != nil {
		return err
	}
	defer browser.Close()
	fmt.Print(hostspeed.Lines())
	b := &bench{browser, address, max(runs, 1), play}
	for _, m := range measures {
		if !wanted.MatchString(m.name) {
			continue
		}
		if err := m.run(b); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}

// open opens the page and waits until the first schedule is drawn.
func (b *bench) open() (*e2e.Page, error) {
	page, err := b.browser.Open(b.address+"/", e2e.View{})
	if err != nil {
		return nil, err
	}
	if err := page.Wait(e2e.Ready); err != nil {
		page.Close()
		return nil, err
	}
	return page, nil
}

// with opens the page and loads a generated scenario. The workload has the given
// number of jobs. The machine is a fat-tree with the given number of levels.
func (b *bench) with(jobs, levels int) (*e2e.Page, error) {
	page, err := b.open()
	if err != nil {
		return nil, err
	}
	err = drop(page, jobs, levels)
	if err != nil {
		page.Close()
	}
	return page, err
}

// say prints a line of the table of results.
func say(what, figure string, args ...any) {
	fmt.Printf("%-46s %s\n", what, fmt.Sprintf(figure, args...))
}

// median returns the median of a list. It sorts the list.
func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// part returns a quantile of a sorted list. For the median, the parameter share is
// 0.5.
func part(list []float64, share float64) float64 {
	return list[min(int(share*float64(len(list))), len(list)-1)]
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}
