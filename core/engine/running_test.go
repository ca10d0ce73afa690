package engine

import (
	"errors"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// runningCase returns a machine of 4 nodes on which two jobs run already, on nodes 1
// to 2 and 3, and two others wait for 4 nodes and 1.
func runningCase() Config {
	job := func(id workload.JobID, nodes int32, wall simtime.Duration) workload.Job {
		return workload.Job{Request: workload.Request{ID: id, Number: int64(id), Nodes: nodes, Walltime: wall}, Runtime: wall, After: workload.NoJob}
	}
	flat, _ := topology.NewFlat(4)
	c := Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}), Queue: queue.EASY{}, Allocator: alloc.FirstFit{}}
	c.Jobs = []workload.Job{job(0, 2, 60_000), job(1, 1, 90_000), job(2, 4, 10_000), job(3, 1, 50_000)}
	c.Running = map[workload.JobID]cluster.Placement{0: cluster.Placement{}.Append(1, 2, 1), 1: cluster.Placement{}.Append(3, 3, 1)}
	return c
}

// TestRunning checks under every discipline that jobs which run already start where
// they run, before all others.
func TestRunning(t *testing.T) {
	for _, d := range policies.Disciplines() {
		if d.NeedsBlock() {
			continue
		}
		c := runningCase()
		c.Queue = d.New(&policies.Setup{Settings: policies.Defaults()})
		e, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for s, more := e.Step(); more; s, more = e.Step() {
			for _, x := range s.Events {
				if x.Kind == trace.Start {
					got = append(got, x.Placement.String())
					if x.Job < 2 && (x.Why.Code != why.RanBefore || x.Time != 0) {
						t.Errorf("%s: job %d starts at %v, because %v", d.Name.Name, x.Job, x.Time, x.Why.Code)
					}
				}
			}
		}
		if len(got) != 4 || got[0] != "1-2" || got[1] != "3" {
			t.Errorf("%s: starts on %v", d.Name.Name, got)
		}
	}
}

// TestRunningImpossible checks the errors about jobs that cannot run already.
func TestRunningImpossible(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"list it first":             func(c *Config) { c.Running[3] = cluster.Placement{}.Append(0, 0, 1) },
		"or another job runs there": func(c *Config) { c.Running[1] = cluster.Placement{}.Append(2, 2, 1) },
		"give it the size":          func(c *Config) { c.Running[1] = cluster.Placement{}.Append(0, 1, 1) },
	} {
		c := runningCase()
		change(&c)
		if _, err := New(c); !errors.Is(err, workload.ErrWorkload) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
