// Command engine simulates a trace as often as it is told and prints how long the
// engine took each time, in seconds: by the clock, then of processors. Reading the
// trace is not counted, nor are figures; node lists, reasons and the log of events
// are there. It uses nothing that is new, so that it can be built in older
// versions of the repository as well.
//
//	engine TRACE.swf 5 easy
package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"syscall"
	"time"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: engine TRACE.swf RUNS QUEUE")
		os.Exit(2)
	}
	runs, err := strconv.Atoi(os.Args[2])
	if err == nil {
		err = measure(os.Args[1], runs, os.Args[3])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}

// measure prints the hash of the run, and a line for each.
func measure(path string, runs int, queue string) error {
	c, err := configuration(path, queue)
	if err != nil {
		return err
	}
	if path := os.Getenv("HOPYARD_PROFILE"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	hash := uint64(0)
	for run := range runs {
		runtime.GC()
		began, used := time.Now(), processors()
		log, err := engine.Run(c)
		if err != nil {
			return err
		}
		took, worked := time.Since(began), processors()-used
		if run == 0 { // all runs are the same
			hash = trace.Hash(log)
		}
		fmt.Printf("%.6f %.6f %016x\n", took.Seconds(), worked.Seconds(), hash)
	}
	return nil
}

// configuration is a trace on the machine of its header.
func configuration(path, queue string) (engine.Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return engine.Config{}, err
	}
	swf, err := workload.ReadSWF(bytes.NewReader(text), workload.SWFOptions{})
	if err != nil {
		return engine.Config{}, err
	}
	nodes := max(swf.Known.MaxProcs, swf.Known.MaxNodes)
	s, err := scenario.Parse(fmt.Appendf(nil, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": %d}}, "jobs": [], "scheduler": {"queue": %q}}`, nodes, queue))
	if err != nil {
		return engine.Config{}, err
	}
	jobs, err := s.JobsOf(swf)
	if err != nil {
		return engine.Config{}, err
	}
	c, err := s.Config()
	c.Jobs = jobs.Jobs
	return c, err
}

// processors is how long all cores together have worked for this program.
func processors() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
