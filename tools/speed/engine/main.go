// Command engine simulates a trace several times. For each run, it prints the
// elapsed time and the CPU time of the engine. The times include node lists,
// reasons and the event log. They do not include reading the trace or computing
// metrics. The command must also compile in older revisions of the repository, so
// it uses only functions that these revisions have.
//
//	engine TRACE.swf 5 easy
//
// If the environment variable HOPYARD_PROFILE is set to a file name, the command
// writes a CPU profile of the whole process to that file.
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

// measure simulates a trace. It first prints a line with the number of jobs and the
// hash of the schedule. It then prints a line with the times of each run.
func measure(path string, runs int, queue string) error {
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
	c, err := configuration(path, queue)
	if err != nil {
		return err
	}
	log, err := engine.Run(c)
	if err != nil {
		return err
	}
	fmt.Printf("%d jobs, hash %016x\n", len(c.Jobs), trace.Hash(log))
	for range runs {
		runtime.GC()
		began, worked := time.Now(), processors()
		if _, err := engine.Run(c); err != nil {
			return err
		}
		fmt.Println(time.Since(began), processors()-worked)
	}
	return nil
}

// processors returns the CPU time that this process has used so far, summed over
// all cores.
func processors() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// configuration returns the engine's configuration for a trace. The machine is
// taken from the header of the trace.
func configuration(path, queue string) (engine.Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return engine.Config{}, err
	}
	swf, err := workload.ReadSWF(bytes.NewReader(text), workload.SWFOptions{})
	if err != nil {
		return engine.Config{}, err
	}
	nodes := swf.Known.Size(swf.Warnings.Of(workload.SWFNodeCount) > 0)
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
