package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// hetConfig returns a machine of eight nodes and jobs of 60 s, each with a number of
// nodes. The jobs from the second one on are the parts of a heterogeneous job that is
// submitted at 10 s.
func hetConfig(nodes ...int32) engine.Config {
	flat, _ := topology.NewFlat(8)
	c := engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Speed: 1000}), Allocator: alloc.FirstFit{}, Queue: slurmsched.SlurmPolicy{Config: slurmsched.UsualConfig()}}
	for i, n := range nodes {
		j := workload.Job{Request: workload.Request{ID: workload.JobID(i), Number: int64(i) + 1, Nodes: n, Walltime: 60 * simtime.Second, User: "ada"}, Runtime: 60 * simtime.Second, After: workload.NoJob}
		if i > 0 {
			j.Submit, j.Het = 10_000, workload.HetPart{Offset: int32(i) - 1, Size: int32(len(nodes)) - 1}
		}
		c.Jobs = append(c.Jobs, j)
	}
	return c
}

// hetEvents returns the submissions, starts, ends and rejections of a run, as lines.
func hetEvents(t *testing.T, c engine.Config) string {
	t.Helper()
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, e := range log {
		if names := map[trace.EventKind]string{trace.Start: "starts", trace.End: "ends", trace.Reject: "is rejected", trace.Fail: "fails", trace.Hold: "is held", trace.Release: "is released"}; names[e.Kind] != "" {
			lines = append(lines, fmt.Sprintf("%v: %d %s", e.Time, c.Jobs[e.Job].Number, names[e.Kind]))
		}
	}
	return strings.Join(lines, "\n")
}

// TestHetCommands checks what commands about the first and about other parts do while
// the job waits and while it runs.
func TestHetCommands(t *testing.T) {
	at := func(second simtime.Time, kind workload.CommandKind, job int64) workload.JobCommand {
		return workload.JobCommand{At: second * 1000, Kind: kind, Job: job, Change: workload.NoChange}
	}
	for name, x := range map[string]struct {
		commands []workload.JobCommand
		want     []string
	}{
		"a part cannot be cancelled while it waits": {
			[]workload.JobCommand{at(20, workload.CancelJob, 3)},
			[]string{"0: 1 starts", "60: 1 ends", "60: 2 starts", "60: 3 starts", "120: 2 ends", "120: 3 ends"},
		},
		"the job can": {
			[]workload.JobCommand{at(20, workload.CancelJob, 2)},
			[]string{"0: 1 starts", "20: 2 is rejected", "20: 3 is rejected", "60: 1 ends"},
		},
		"a part can while it runs": {
			[]workload.JobCommand{at(80, workload.CancelJob, 3)},
			[]string{"0: 1 starts", "60: 1 ends", "60: 2 starts", "60: 3 starts", "80: 3 fails", "120: 2 ends"},
		},
		"the first part takes the others along": {
			[]workload.JobCommand{at(80, workload.CancelJob, 2)},
			[]string{"0: 1 starts", "60: 1 ends", "60: 2 starts", "60: 3 starts", "80: 2 fails", "80: 3 fails"},
		},
		"a part that is held holds the other": {
			[]workload.JobCommand{at(20, workload.HoldJob, 3), at(100, workload.ReleaseJob, 3)},
			[]string{"0: 1 starts", "20: 3 is held", "60: 1 ends", "100: 3 is released", "120: 2 starts", "120: 3 starts", "180: 2 ends", "180: 3 ends"},
		},
		"a hold of the first part holds both": {
			[]workload.JobCommand{at(20, workload.HoldJob, 2), at(100, workload.ReleaseJob, 2)},
			[]string{"0: 1 starts", "20: 2 is held", "20: 3 is held", "60: 1 ends", "100: 2 is released", "100: 3 is released", "120: 2 starts", "120: 3 starts", "180: 2 ends", "180: 3 ends"},
		},
	} {
		c := hetConfig(8, 3, 4)
		c.Commands = x.commands
		if got := hetEvents(t, c); got != strings.Join(x.want, "\n") {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// TestHetRefused checks that all parts are rejected if one of them is.
func TestHetRefused(t *testing.T) {
	for submitted, want := range map[int64]string{
		0: "0: 1 is rejected\n10: 2 is rejected\n10: 3 is rejected\n10: 4 is rejected",
		2: "0: 1 starts\n10: 2 is rejected\n10: 3 is rejected\n10: 4 is rejected\n60: 1 ends", // the second part is one too many
		3: "0: 1 starts\n10: 2 is rejected\n10: 3 is rejected\n10: 4 is rejected\n60: 1 ends",
		4: "0: 1 starts\n60: 1 ends\n60: 2 starts\n60: 3 starts\n60: 4 starts\n120: 2 ends\n120: 3 ends\n120: 4 ends",
	} {
		c, s := hetConfig(8, 3, 4, 1), slurmsched.UsualConfig()
		s.QOS = []slurmsched.QOS{{Name: "few", Limits: slurmsched.JobLimits{{Rule: slurmsched.MaxSubmitJobsPerUser, Amount: submitted}}}}
		c.Queue = slurmsched.SlurmPolicy{Config: s}
		for i := range c.Jobs {
			c.Jobs[i].QOS = "few"
		}
		if got := hetEvents(t, c); sorted(got) != sorted(want) {
			t.Errorf("%d submitted jobs:\n%s", submitted, got)
		}
	}
}

// sorted returns a text with its lines in order: the rejections of one instant have none.
func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestHetErrors checks that malformed heterogeneous jobs, and disciplines without them,
// are refused.
func TestHetErrors(t *testing.T) {
	for want, change := range map[string]func(c *engine.Config){
		"use slurm": func(c *engine.Config) { c.Queue = queue.EASY{} },
		"backfill": func(c *engine.Config) {
			s := slurmsched.UsualConfig()
			s.Backfill.Off = true
			c.Queue = slurmsched.SlurmPolicy{Config: s}
		},
		"preemption": func(c *engine.Config) {
			s := slurmsched.UsualConfig()
			s.Preemption.By = slurmsched.PreemptByQOS
			c.Queue = slurmsched.SlurmPolicy{Config: s}
		},
		"2 or more":       func(c *engine.Config) { c.Jobs[1].Het.Size, c.Jobs[2].Het.Size = 1, 1 },
		"one after":       func(c *engine.Config) { c.Jobs[2].Het.Offset = 0 },
		"the same":        func(c *engine.Config) { c.Jobs[2].User = "bob" },
		"leave these out": func(c *engine.Config) { c.Jobs[2].Held = &workload.Conditions{Array: "sweep"} },
		"move them":       func(c *engine.Config) { c.Jobs[2].Licenses = "x" },
	} {
		c := hetConfig(8, 3, 4)
		change(&c)
		if _, err := engine.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}
