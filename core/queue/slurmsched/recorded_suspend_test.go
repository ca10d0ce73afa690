package slurmsched

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// suspensionFile is a file of recorded cases of suspension.
type suspensionFile struct {
	Conf  []string `json:"slurm_conf"`
	QOS   []string
	Node  string
	Cases []suspensionCase
}

// suspensionCase is a case of suspension. Its log has the time of each line, as @seconds.
type suspensionCase struct {
	Name         string
	Began        int64
	Jobs         []suspensionJob
	Ended        []string
	Victims, Log []string
}

type suspensionJob struct {
	timedJob
	QOS    string
	Memory int64 `json:"mem_mb_per_node"`
}

// config returns the case as a configuration.
func (x *suspensionCase) config(t *testing.T, in *suspensionFile) engine.Config {
	s := preemptionConfig(t, &recordedPreemption{Conf: in.Conf, QOS: in.QOS})
	s.Backfill.MaxTest, s.Priority.Partition = 10_000, 1000
	for i, line := range slices.DeleteFunc(slices.Clone(in.Conf), func(line string) bool { return !strings.HasPrefix(line, "PartitionName=") }) {
		p := &s.Partitions[i]
		p.Name, p.Priority = p.Name[:1], 1 // without the number of the group
		for word := range strings.FieldsSeq(line) {
			switch key, value, _ := strings.Cut(word, "="); key {
			case "GraceTime":
				p.Grace = simtime.Duration(number(t, value)) * simtime.Second
			case "PreemptMode":
				p.Preempt = map[string]PreemptMode{"REQUEUE": ModeRequeue, "OFF": ModeOff}[value]
			}
		}
	}
	have := workload.Resources{workload.Cores: 4}
	if _, memory, ok := strings.Cut(in.Node, "RealMemory="); ok {
		have[workload.Memory] = int64(number(t, memory))
	}
	flat, _ := topology.NewFlat(8)
	place := fixedNodes{onNodes{nodes: map[workload.JobID]int32{}}, map[workload.JobID]cluster.Placement{}}
	c := engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: have, Speed: 1000}), Queue: SlurmPolicy{s}, Allocator: place}
	for i, j := range x.Jobs {
		r := j.request()
		r.Queue, r.QOS, r.ID, r.Number = j.Partition[:1], j.QOS, workload.JobID(i), int64(number(t, j.ID))
		if !r.Whole() {
			r.PerTask[workload.Memory] = j.Memory * int64(j.Nodes) / int64(j.Tasks)
		}
		place.nodes[r.ID] = j.Nodes
		for _, option := range j.Options {
			place.fixed[r.ID] = nodesOf(t, strings.TrimPrefix(option, "--nodelist="))
			for k := range place.fixed[r.ID] {
				place.fixed[r.ID][k].Tasks = r.Tasks / j.Nodes
			}
		}
		at := simtime.Time(x.Began%60+60+j.At) * simtime.Time(simtime.Second)
		r.Submit = at
		c.Jobs = append(c.Jobs, workload.Job{Request: r, Runtime: simtime.Duration(j.Sleep) * simtime.Second, After: workload.NoJob})
	}
	return c
}

// second returns a time of the run in seconds of the case.
func (x *suspensionCase) second(at simtime.Time) float64 {
	return float64(at)/1000 - float64(x.Began%60+60)
}

var (
	resuming  = regexp.MustCompile(`^@([0-9.]+) debug: gang: resuming JobId=(\d+)`)
	exhausted = regexp.MustCompile(`Time limit exhausted for JobId=(\d+)`)
)

// differingSuspensions names the recorded cases that differ, and why.
var differingSuspensions = map[string]string{
	"partition: OverSubscribe=NO below": "partitions have no OverSubscribe here; in Slurm jobs of one with FORCE:1 do not preempt those of one with NO",
	"qos: one partition":                "in Slurm both jobs are given the same cores and take turns",
	"qos: two partitions of one tier":   "in Slurm both jobs run on the same cores",
}

// TestRecordedSuspension compares runs with recordings of Slurm 22.05: which jobs start,
// when and where, which jobs are suspended or requeued, in which order, and when each
// resumes. In Slurm, each end is up to a second late, and the start that it allows again,
// so times may differ by three seconds.
func TestRecordedSuspension(t *testing.T) {
	cases, equal := 0, 0
	for _, file := range []string{"partition", "qos", "memory"} {
		var in suspensionFile
		text, err := os.ReadFile(recordings + "suspend/" + file + ".json")
		if live && os.IsNotExist(err) {
			t.Skip("not recorded anew")
		}
		if err == nil {
			err = json.Unmarshal(text, &in)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range in.Cases {
			x := &in.Cases[i]
			name := file + ": " + x.Name
			log, err := engine.Run(x.config(t, &in))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			cases++
			differences := x.compare(t, log)
			reason, known := differingSuspensions[name]
			switch {
			case len(differences) == 0 && known:
				t.Errorf("%s is equal, and is listed as differing", name)
			case len(differences) == 0:
				equal++
			case known:
				t.Logf("%s differs, because %s: %s", name, reason, strings.Join(differences, "; "))
			default:
				differ(t, "%s: %s", name, strings.Join(differences, "; "))
			}
		}
	}
	if mostly(t, equal, cases); !live && cases != 39 {
		t.Errorf("%d cases, want 39", cases)
	}
	t.Logf("%d of %d cases are equal", equal, cases)
}

// compare returns the differences of a run from the recording.
func (x *suspensionCase) compare(t *testing.T, log []trace.Event) (out []string) {
	const tolerance = 3
	var victims []string
	starts, nodes, ends := make([]float64, len(x.Jobs)), make([]string, len(x.Jobs)), make([]float64, len(x.Jobs))
	resumed, want := map[string][]float64{}, map[string][]float64{}
	for _, e := range log {
		id, at := x.Jobs[e.Job].ID, x.second(e.Time)
		switch e.Kind {
		case trace.Start:
			starts[e.Job], nodes[e.Job] = at, onlyNodes(e.Placement)
		case trace.Suspend, trace.Requeue:
			victims = append(victims, id)
		case trace.Resume:
			resumed[id] = append(resumed[id], at)
		case trace.End, trace.Kill:
			ends[e.Job] = at
		}
	}
	if !slices.Equal(victims, x.Victims) {
		out = append(out, fmt.Sprintf("suspends %v, Slurm %v", victims, x.Victims))
	}
	late := map[string]bool{}
	for _, line := range x.Log {
		if m := resuming.FindStringSubmatch(line); m != nil {
			want[m[2]] = append(want[m[2]], number(t, m[1]))
		}
		if m := exhausted.FindStringSubmatch(line); m != nil {
			late[m[1]] = true
		}
	}
	near := func(a, b float64) bool { return a-b <= tolerance && b-a <= tolerance }
	for i := range x.Jobs {
		id := x.Jobs[i].ID
		if !slices.EqualFunc(resumed[id], want[id], near) {
			out = append(out, fmt.Sprintf("resumes %s at %v, Slurm %v", id, resumed[id], want[id]))
		}
	}
	for _, line := range x.Ended {
		f := strings.Split(line, "|")
		i := slices.IndexFunc(x.Jobs, func(j suspensionJob) bool { return j.ID == f[0] })
		start, err := strconv.ParseFloat(strings.TrimPrefix(f[6], "@"), 64)
		if err != nil || !near(start, starts[i]) || nodes[i] != onlyNodes(nodesOf(t, f[8])) {
			out = append(out, fmt.Sprintf("starts %s at %v on %s, Slurm %s on %s", f[0], starts[i], nodes[i], f[6], f[8]))
		}
		if end, err := strconv.ParseFloat(strings.TrimPrefix(f[7], "@"), 64); err == nil && !near(end, ends[i]) && !(late[f[0]] && end > ends[i] && end <= ends[i]+30) { // Slurm looks every 30 s for jobs beyond their limits
			out = append(out, fmt.Sprintf("ends %s at %v, Slurm %s", f[0], ends[i], f[7]))
		}
	}
	return out
}

// onlyNodes returns the nodes of a placement as text.
func onlyNodes(p cluster.Placement) string {
	var all cluster.Placement
	for n := range p.All {
		all = all.Append(n, n, 1)
	}
	return all.String()
}

var _ queue.Suspender = SlurmPolicy{}
