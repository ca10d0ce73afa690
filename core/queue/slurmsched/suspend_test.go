package slurmsched_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// suspensionCase returns a random case in which jobs are suspended, and some requeued or
// cancelled.
func suspensionCase(seed uint64) engine.Config {
	r := rand.New(rand.NewPCG(seed, 0x61))
	if seed%2 == 0 {
		c, conf, _ := denseCase(seed)
		conf.Backfill.Off = r.IntN(4) == 0
		conf.Backfill.Interval, conf.Backfill.Resolution = 5*simtime.Second, 5*simtime.Second
		c.Queue = slurmsched.SlurmPolicy{Config: conf}
		return c
	}
	c, _ := preemptionCase(seed)
	conf := c.Queue.(slurmsched.SlurmPolicy).Config
	conf.Partitions, conf.QOS = slices.Clone(conf.Partitions), slices.Clone(conf.QOS)
	conf.Preemption.Mode = slurmsched.StopSuspend
	for i := range conf.Partitions {
		conf.Partitions[i].Preempt = pick(r, slurmsched.ModeDefault, slurmsched.ModeDefault, slurmsched.ModeSuspend, slurmsched.ModeRequeue, slurmsched.ModeCancel, slurmsched.ModeOff)
	}
	for i := range conf.QOS {
		conf.QOS[i].Mode = pick(r, slurmsched.ModeDefault, slurmsched.ModeDefault, slurmsched.ModeSuspend, slurmsched.ModeRequeue)
	}
	c.Queue = slurmsched.SlurmPolicy{Config: conf}
	return c
}

// TestSuspensionContract checks random runs with suspension against the contract of
// disciplines, some of them with failing nodes and checkpoints, and with commands.
func TestSuspensionContract(t *testing.T) {
	suspended, restarted, failed := 0, 0, 0
	for seed := range soaktest.Seeds(1200) {
		c := suspensionCase(seed)
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		faulty, r := c, rand.New(rand.NewPCG(seed, 0x53))
		node := cluster.Placement{}.Append(0, topology.NodeID(r.IntN(min(2, c.Machine.NumNodes()))), 1)
		at := simtime.Time(r.IntN(300_000))
		faulty.Faults = &faults.Timetable{Lost: pick(r, faults.Requeue, faults.Kill, faults.Checkpoint), Every: pick[simtime.Duration](r, 3, 11) * simtime.Second, Cost: pick[simtime.Duration](r, 0, 500),
			Events: []faults.MachineChange{{At: at, Nodes: node}, {At: at + 20_000, Up: true, Nodes: node}}}
		if r.IntN(2) == 0 {
			faulty.Faults.Heartbeat = faults.Heartbeat{Period: 7 * simtime.Second, Misses: 2}
		}
		for at := simtime.Time(5000); at < 200_000 && len(c.Jobs) > 0; at += simtime.Time(1000 * (1 + r.Int64N(60))) {
			x := workload.JobCommand{At: at, Job: c.Jobs[r.IntN(len(c.Jobs))].Number, Kind: pick(r, workload.CancelJob, workload.UpdateJob)}
			if x.Kind == workload.UpdateJob {
				x.Change.Walltime = simtime.Duration(1+r.Int64N(300)) * simtime.Second
			}
			faulty.Commands = append(faulty.Commands, x)
		}
		if err := queuetest.Check(faulty, policies.NoPromise); err != nil {
			t.Fatalf("seed %d, with failures: %v", seed, err)
		}
		log, err := engine.Run(faulty)
		if err != nil {
			t.Fatal(err)
		}
		stands := map[workload.JobID]bool{}
		for _, e := range log {
			switch e.Kind {
			case trace.Suspend:
				suspended++
				stands[e.Job] = true
			case trace.Resume:
				delete(stands, e.Job)
			case trace.Requeue:
				if stands[e.Job] {
					restarted++
				}
				delete(stands, e.Job)
			case trace.Fail:
				if stands[e.Job] {
					failed++
				}
				delete(stands, e.Job)
			}
		}
		if len(stands) > 0 {
			t.Fatalf("seed %d: %v never resume", seed, stands)
		}
		if slices.ContainsFunc(c.Queue.(slurmsched.SlurmPolicy).Config.Partitions, func(p slurmsched.Partition) bool { return len(p.Nodes) > 1 }) {
			continue // a job that no run of nodes can hold would wait forever
		}
		c.Allocator = alloc.Contiguous{}
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d, contiguous: %v", seed, err)
		}
	}
	t.Logf("%d suspensions; %d suspended jobs requeued, %d failed or cancelled", suspended, restarted, failed)
	if suspended < 100 || restarted < 5 || failed < 5 {
		t.Error("too few cases of one kind")
	}
}

// suspendStory returns smallStory, in which jobs are suspended.
func suspendStory() (engine.Config, *slurmsched.SlurmConfig) {
	c, conf := smallStory(slurmsched.PreemptByPartition)
	conf.Preemption.Mode = slurmsched.StopSuspend
	return c, conf
}

// TestSuspensionLosesNoWork checks the figures and the outcomes of a run in which jobs are
// suspended.
func TestSuspensionLosesNoWork(t *testing.T) {
	c, conf := suspendStory()
	c.Queue = slurmsched.SlurmPolicy{Config: *conf}
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	sum := metrics.NewSummary(&metrics.Subject{Machine: c.Machine, Jobs: c.Jobs})
	sum.Read(tape.Log())
	f, want := sum.Figures(), 0.0
	for id, o := range sum.Outcomes() {
		if o.Ran != c.Jobs[id].Runtime || o.State != metrics.Completed || o.End.Sub(o.First) != o.Ran+o.Suspended {
			t.Errorf("job %d: %+v", id+1, o)
		}
		want += o.Suspended.Seconds() * float64(o.Placement.Nodes()) / 3600
	}
	if f.NodeHoursLost != 0 || f.Suspensions == 0 || f.Preemptions != 0 || want == 0 || f.NodeHoursSuspended-want > 1e-9 || want-f.NodeHoursSuspended > 1e-9 {
		t.Errorf("%v node-hours lost, %d suspensions, %d preemptions, %v node-hours suspended, want %v", f.NodeHoursLost, f.Suspensions, f.Preemptions, f.NodeHoursSuspended, want)
	}
}

// TestSuspensionRefuses checks the errors about runs with which suspension does not work.
func TestSuspensionRefuses(t *testing.T) {
	c, conf := suspendStory()
	c.Queue = slurmsched.SlurmPolicy{Config: *conf}
	c.Sleep = &engine.Sleep{After: simtime.Minute, Shut: simtime.Second, Wake: simtime.Second}
	if _, err := engine.New(c); err == nil || !strings.Contains(err.Error(), "suspension does not work with nodes that sleep") {
		t.Error(err)
	}
	c.Sleep = nil
	flat, _ := topology.NewFlat(8)
	c.Machine = cluster.NewMachine(flat, cluster.Spec{Speed: 1000, Sockets: 2, Resources: workload.Resources{workload.Cores: 4}})
	if _, err := engine.New(c); err == nil || !strings.Contains(err.Error(), "does not work with sockets") {
		t.Error(err)
	}
}

// TestSuspension checks the vector of SOURCES.md SLURM.18.
func TestSuspension(t *testing.T) {
	c, conf := suspendStory()
	c.Queue = slurmsched.SlurmPolicy{Config: *conf}
	low, high := conf.Partitions[0].Name, conf.Partitions[1].Name
	if conf.Partitions[0].Tier > conf.Partitions[1].Tier {
		low, high = high, low
	}
	c.Jobs = nil
	for i, x := range []struct {
		at    int64
		queue string
		nodes int32
		runs  int64
	}{{0, low, 5, 3600}, {60, low, 2, 5400}, {3000, high, 4, 900}, {3060, low, 2, 600}} {
		j := workload.Job{After: workload.NoJob, Runtime: simtime.Duration(x.runs) * simtime.Second}
		j.ID, j.Number, j.Submit, j.Queue, j.Nodes, j.Walltime = workload.JobID(i), int64(i+1), simtime.Time(x.at*1000), x.queue, x.nodes, j.Runtime
		c.Jobs = append(c.Jobs, j)
	}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range log {
		if k := log[i].Kind; k != trace.Submit {
			text, _, _ := strings.Cut(log[i].Text(c.Jobs), ":")
			got = append(got, text)
		}
	}
	want := []string{
		"0 job 1 starts on 0-4", "60 job 2 starts on 5-6", "3000 job 1 is suspended on 0-4", "3000 job 3 starts on 0-3", "3900 job 3 ends on 0-3", "3900 job 1 resumes on 0-4",
		"4500 job 1 ends on 0-4", "4500 job 4 starts on 0-1", "5100 job 4 ends on 0-1", "5460 job 2 ends on 5-6",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestSuspendedFromTheBeginning checks a job that is suspended when the run begins, and
// the error if the other one does not come before it.
func TestSuspendedFromTheBeginning(t *testing.T) {
	c, conf := suspendStory()
	c.Queue = slurmsched.SlurmPolicy{Config: *conf}
	low, high := conf.Partitions[0].Name, conf.Partitions[1].Name
	if conf.Partitions[0].Tier > conf.Partitions[1].Tier {
		low, high = high, low
	}
	c.Jobs, c.Running = nil, map[workload.JobID]cluster.Placement{}
	for i, queue := range []string{low, high} {
		j := workload.Job{After: workload.NoJob, Runtime: 100 * simtime.Second}
		j.ID, j.Number, j.Queue, j.Nodes, j.Walltime = workload.JobID(i), int64(i+1), queue, 4, j.Runtime
		c.Jobs = append(c.Jobs, j)
		c.Running[j.ID] = cluster.Placement{}.Append(0, 3, 1)
	}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range log {
		if k := log[i].Kind; k == trace.Suspend || k == trace.Resume {
			text, _, _ := strings.Cut(log[i].Text(c.Jobs), ":")
			got = append(got, text)
		}
	}
	if want := []string{"0 job 1 is suspended on 0-3", "100 job 1 resumes on 0-3"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	c.Jobs[0].Queue = high
	if _, err := engine.New(c); err == nil || !strings.Contains(err.Error(), "another job runs there") {
		t.Error(err)
	}
}
