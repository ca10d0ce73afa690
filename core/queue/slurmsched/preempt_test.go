package slurmsched_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/metrics"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// smallStory returns a run on eight nodes: jobs 1 to 3 hold 3, 1 and 4 nodes, and job 4,
// of a higher tier or QOS, comes at 100 s for 4 nodes.
func smallStory(by slurmsched.PreemptBy) (engine.Config, *slurmsched.SlurmConfig) {
	flat, _ := topology.NewFlat(8)
	conf := slurmsched.UsualConfig()
	conf.Preemption.By = by
	conf.Partitions = []slurmsched.Partition{{Name: "low", Tier: 1}, {Name: "high", Tier: 5}}
	conf.QOS = []slurmsched.QOS{{Name: "low", Priority: 10}, {Name: "high", Priority: 20, Preempt: []string{"low"}}}
	job := func(id int64, at, nodes int32, class string) workload.Job {
		return workload.Job{Request: workload.Request{ID: workload.JobID(id - 1), Number: id, Submit: simtime.Time(at) * 1000, Nodes: nodes, Walltime: 600 * simtime.Second, Queue: class, QOS: class}, Runtime: 500 * simtime.Second, After: workload.NoJob}
	}
	c := engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Speed: 1000}), Allocator: alloc.FirstFit{},
		Jobs: []workload.Job{job(1, 0, 3, "low"), job(2, 10, 1, "low"), job(3, 20, 4, "low"), job(4, 100, 4, "high")}}
	return c, &conf
}

// preemptionStory returns what the run tells of stopped jobs and of job 4.
func preemptionStory(t *testing.T, c engine.Config, conf *slurmsched.SlurmConfig) (story []string, tape *engine.Recording) {
	c.Queue = slurmsched.SlurmPolicy{Config: *conf}
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range tape.Log() {
		if e.Why.Code == why.Preempted || e.Job == 3 && e.Kind == trace.Start {
			text, _, _ := strings.Cut(e.Text(c.Jobs), ":")
			story = append(story, text)
		}
	}
	return story, tape
}

// TestPreemption checks the vectors of SOURCES.md SLURM.8.
func TestPreemption(t *testing.T) {
	stopped := []string{"100 job 2 gives back 3", "100 job 1 gives back 0-2", "100 job 4 starts on 0-3"}
	for name, x := range map[string]struct {
		by     slurmsched.PreemptBy
		change func(*slurmsched.SlurmConfig)
		want   []string
	}{
		"never":        {slurmsched.PreemptNever, func(*slurmsched.SlurmConfig) {}, []string{"510 job 4 starts on 0-3"}},
		"by partition": {slurmsched.PreemptByPartition, func(*slurmsched.SlurmConfig) {}, stopped},
		"by QOS":       {slurmsched.PreemptByQOS, func(*slurmsched.SlurmConfig) {}, stopped},
		"youngest": {slurmsched.PreemptByPartition, func(c *slurmsched.SlurmConfig) { c.Preemption.YoungestFirst = true },
			[]string{"100 job 3 gives back 4-7", "100 job 4 starts on 4-7"}},
		"two attempts": {slurmsched.PreemptByPartition, func(c *slurmsched.SlurmConfig) { c.Preemption.Reorder = 0 },
			[]string{"100 job 1 gives back 0-2", "100 job 2 gives back 3", "100 job 4 starts on 0-3"}},
		"cancel": {slurmsched.PreemptByPartition, func(c *slurmsched.SlurmConfig) { c.Partitions[0].Preempt = slurmsched.ModeCancel },
			[]string{"100 job 2 is stopped for good on 3", "100 job 1 is stopped for good on 0-2", "100 job 4 starts on 0-3"}},
		"off": {slurmsched.PreemptByPartition, func(c *slurmsched.SlurmConfig) { c.Partitions[0].Preempt = slurmsched.ModeOff }, []string{"510 job 4 starts on 0-3"}},
		"grace": {slurmsched.PreemptByQOS, func(c *slurmsched.SlurmConfig) { c.QOS[0].Grace = 30 * simtime.Second },
			[]string{"130 job 2 gives back 3", "130 job 1 gives back 0-2", "130 job 4 starts on 0-3"}},
		"exempt": {slurmsched.PreemptByPartition, func(c *slurmsched.SlurmConfig) { c.Preemption.Exempt = 110 * simtime.Second },
			[]string{"120 job 1 gives back 0-2", "120 job 2 gives back 3", "120 job 4 starts on 0-3"}},
		"exempt by QOS": {slurmsched.PreemptByPartition, func(c *slurmsched.SlurmConfig) { c.QOS[0].Exempt = 200 * simtime.Second },
			[]string{"210 job 1 gives back 0-2", "210 job 2 gives back 3", "210 job 4 starts on 0-3"}},
	} {
		c, conf := smallStory(x.by)
		x.change(conf)
		if got, _ := preemptionStory(t, c, conf); !slices.Equal(got, x.want) {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}

// TestPreemptionIsExplained checks the verdicts on running jobs and the reason of a
// job that waits for others to end.
func TestPreemptionIsExplained(t *testing.T) {
	c, conf := smallStory(slurmsched.PreemptByPartition)
	conf.Partitions[0].Grace = 30 * simtime.Second
	_, tape := preemptionStory(t, c, conf)
	step := tape.Find(100_000, 1<<30)
	var got []string
	for _, p := range tape.Preemptions(step - 1) {
		for _, v := range p.Verdicts {
			got = append(got, fmt.Sprint(v.Kind, " ", v.Job+1, " ", v.Place, " ", v.Until))
		}
	}
	if want := []string{"warned 2 1 130", "warned 1 2 130", "unneeded 3 3 0"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, d := range tape.Seek(step).Pending() {
		if text := d.Why.English(why.Names{}); d.Job == 3 && text != "needs 4; the 2 jobs that are stopped for it end by 130" {
			t.Errorf("job 4 waits: %q", text)
		}
	}
}

// TestPreemptionCountsLostWork checks the figures of a run in which jobs are stopped,
// with and without checkpoints.
func TestPreemptionCountsLostWork(t *testing.T) {
	for every, want := range map[simtime.Duration]float64{0: 3*100 + 1*90, 40 * simtime.Second: 3*20 + 1*10} {
		c, conf := smallStory(slurmsched.PreemptByPartition)
		if every > 0 {
			c.Faults = &faults.Timetable{Lost: faults.Checkpoint, Every: every}
		}
		_, tape := preemptionStory(t, c, conf)
		sum := metrics.NewSummary(&metrics.Subject{Machine: c.Machine, Jobs: c.Jobs})
		sum.Read(tape.Log())
		f := sum.Figures()
		if got := f.NodeHoursLost * 3600; got < want-0.01 || got > want+0.01 || f.Preemptions != 2 || f.Requeues != 0 || f.Failed != 0 || f.Jobs != 4 {
			t.Errorf("checkpoints every %v: %v node-seconds lost, want %v; %d preemptions, %d requeues, %d failed, %d ended", every, got, want, f.Preemptions, f.Requeues, f.Failed, f.Jobs)
		}
	}
}
