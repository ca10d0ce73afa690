package slurmsched

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// recordedPreemption is a file of recordings of preemption.
type recordedPreemption struct {
	Conf  []string `json:"slurm_conf"`
	QOS   []string
	Cases []preemptionCase
}

type preemptionCase struct {
	Running, High []preemptionJob
	Before        []string
	Victims       []string
	Log           string
}

// preemptionJob is a submitted job. It has whole nodes, or single cores on the given
// number of nodes.
type preemptionJob struct {
	ID, Partition, QOS, Error string
	Nodes, Tasks              int32
	Exclusive                 bool
	Limit                     int64 `json:"limit_minutes"`
	Nice                      int64
}

// onNodes chooses nodes as Slurm does on a machine without topology, for jobs of whole
// nodes and for tasks of one core on a given number of nodes. It takes the stretch of
// consecutive usable nodes that holds the job with the fewest cores left over, or else
// the one with the most cores, and so on.
type onNodes struct {
	alloc.FirstFit
	nodes map[workload.JobID]int32 // of jobs of tasks
}

// Allocate implements alloc.Allocator.
func (a onNodes) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	all, verdict := alloc.FirstFit{}.Allocate(r, free, dst)
	if !verdict.OK() {
		return all, verdict
	}
	room := make([]int, free.Machine().NumNodes())
	for low := range 4 { // if it fails, Slurm tries again without the nodes with the fewest free cores
		for n := range room {
			if room[n] = int(free.Slots(r, topology.NodeID(n))); r.Whole() {
				room[n] *= 4
			}
			if room[n] <= low {
				room[n] = 0
			}
		}
		left, cores := int(r.Nodes), 4*int(r.Nodes)
		if !r.Whole() {
			left, cores = int(a.nodes[r.ID]), int(r.Tasks)
		}
		tasks, ok := choose(room, left, cores)
		if !ok {
			continue
		}
		dst = dst[:0]
		for n, k := range tasks {
			if r.Whole() {
				k = min(k, 1)
			}
			if k > 0 {
				dst = dst.Append(topology.NodeID(n), topology.NodeID(n), k)
			}
		}
		return dst, verdict
	}
	return nil, why.Reason{Code: why.TooFewFree, Need: r.Size(), Blocker: workload.NoJob}
}

// choose takes cores on a number of nodes.
func choose(room []int, left, cores int) (tasks []int32, ok bool) {
	tasks = make([]int32, len(room))
	for left > 0 {
		at, most, sufficient := -1, 0, false
		for n := 0; n < len(room); n++ {
			first, sum := n, 0
			for ; n < len(room) && room[n] > 0; n++ {
				sum += room[n]
			}
			if first == n {
				continue
			}
			enough := sum >= cores && n-first >= left
			if at < 0 || enough && !sufficient || enough && sum < most || !enough && !sufficient && sum > most {
				at, most, sufficient = first, sum, enough
			}
		}
		if at < 0 {
			return nil, false
		}
		for ; left > 0 && at < len(room) && room[at] > 0; at++ {
			use := min(room[at], max(1, cores-(left-1)))
			tasks[at], room[at] = int32(use), 0
			left, cores = left-1, cores-use
		}
	}
	return tasks, cores <= 0
}

// preemptionConfig reads the configuration of a recording.
func preemptionConfig(t *testing.T, in *recordedPreemption) SlurmConfig {
	c := UsualConfig()
	c.Backfill.Interval = simtime.Second
	for _, line := range in.Conf {
		key, value, _ := strings.Cut(line, "=")
		switch key {
		case "PreemptType":
			c.Preemption.By = map[string]PreemptBy{"preempt/partition_prio": PreemptByPartition, "preempt/qos": PreemptByQOS}[value]
		case "PreemptMode":
			c.Preemption.Mode = map[string]StopMode{"CANCEL": StopCancel, "SUSPEND,GANG": StopSuspend}[value]
		case "PreemptExemptTime":
			d, err := time.Parse("15:04:05", value)
			if err != nil {
				t.Fatal(err)
			}
			c.Preemption.Exempt = simtime.Duration(d.Second()) * simtime.Second
		case "SchedulerParameters":
			for p := range strings.SplitSeq(value, ",") {
				name, n, _ := strings.Cut(p, "=")
				switch name {
				case "preempt_youngest_first":
					c.Preemption.YoungestFirst = true
				case "preempt_strict_order":
					c.Preemption.StrictOrder = true
				case "preempt_reorder_count":
					c.Preemption.Reorder = int32(number(t, n))
				}
			}
		case "PartitionName":
			p := Partition{Default: strings.Contains(value, "Default=YES")}
			p.Name, _, _ = strings.Cut(value, " ")
			if m := regexp.MustCompile(`PriorityTier=([0-9]+)`).FindStringSubmatch(value); m != nil {
				p.Tier = int64(number(t, m[1]))
			}
			c.Partitions = append(c.Partitions, p)
		case "PriorityWeightQOS":
			c.Priority.QOS = int64(number(t, value))
		case "PriorityWeightJobSize":
			c.Priority.Size = int64(number(t, value))
		}
	}
	for _, line := range in.QOS {
		q := QOS{}
		for i, word := range strings.Fields(line) {
			key, value, _ := strings.Cut(word, "=")
			switch {
			case i == 0:
				q.Name = word
			case key == "Priority":
				q.Priority = int64(number(t, value))
			case key == "Preempt":
				q.Preempt = strings.Split(value, ",")
			}
		}
		c.QOS = append(c.QOS, q)
	}
	return c
}

// differing names the recorded cases in which not everything is equal, and why.
var differing = map[string]string{
	"partition-requeue 6":        "no job is stopped; of two nodes with free cores, Slurm's backfill scheduler took the other one",
	"qos-cancel-youngest 1":      completing,
	"qos-requeue 0":              completing,
	"qos-requeue-min-exempt 2":   completing,
	"qos-requeue-min-exempt 4":   completing,
	"partition-requeue-strict 0": completing,
	"partition-requeue-strict 4": completing + ", so the second job stops one more",
	"qos-requeue-min-exempt 6":   "in Slurm both jobs stop others before either of them starts, so the second one cannot use what the first one leaves over",
}

const completing = "when the job started, the prolonged end of a stopped job still kept a node busy in Slurm; in the simulation its nodes are free at once"

var allocated = regexp.MustCompile(`Allocate JobId=(\d+) NodeList=n(\[[0-9,-]+\]|[0-9]+) |Started JobId=(\d+) in \S+ on n(\[[0-9,-]+\]|[0-9]+)`)

// TestRecordedPreemption compares decisions of Slurm 22.05 with those of the policy in
// the same situation: which jobs are stopped, in which order, and on which nodes the
// jobs start for which they are stopped.
func TestRecordedPreemption(t *testing.T) {
	files, _ := filepath.Glob(recordings + "preempt/*.json")
	cases, same, ordered, placed := 0, 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var in recordedPreemption
		if err := json.Unmarshal(text, &in); err != nil {
			t.Fatal(err)
		}
		for i := range in.Cases {
			name := fmt.Sprint(strings.TrimSuffix(filepath.Base(file), ".json"), " ", i)
			x := replayPreemption(t, preemptionConfig(t, &in), &in.Cases[i])
			cases++
			want := in.Cases[i].Victims
			set := slices.Equal(slices.Sorted(slices.Values(x.stopped)), slices.Sorted(slices.Values(want)))
			order, nodes := slices.Equal(x.stopped, want), x.nodes == x.recorded
			if set {
				same++
			}
			if order {
				ordered++
			}
			if nodes {
				placed++
			}
			reason, known := differing[name]
			known = known && !live
			switch {
			case set && order && nodes && known:
				t.Errorf("%s is equal, and is listed as differing", name)
			case set && order && nodes:
			case known:
				t.Logf("%s differs: stops %v, Slurm %v; starts %s, Slurm %s: %s", name, x.stopped, want, x.nodes, x.recorded, reason)
			default:
				differ(t, "%s: stops %v, Slurm %v; starts %s, Slurm %s", name, x.stopped, want, x.nodes, x.recorded)
			}
		}
	}
	t.Logf("%d cases: the same jobs are stopped in %d, in the same order in %d; the same nodes in %d", cases, same, ordered, placed)
	if mostly(t, same, cases); !live && cases != 48 {
		t.Errorf("%d cases, want 48", cases)
	}
}

// replayed is the decision of the policy in the situation of a recorded case. The nodes are
// those of the jobs for which others were stopped, as text.
type replayed struct {
	stopped         []string
	nodes, recorded string
}

func replayPreemption(t *testing.T, conf SlurmConfig, in *preemptionCase) (out replayed) {
	flat, _ := topology.NewFlat(8)
	machine := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 4}, Speed: 1000})
	state, chooser := cluster.NewState(machine), onNodes{nodes: map[workload.JobID]int32{}}
	q := queue.New(&queue.Config{Policy: SlurmPolicy{conf}, Allocator: chooser, Machine: machine})
	stamp, _, _ := strings.Cut(strings.TrimPrefix(in.Log, "["), "]") // of the first decision
	now, err := time.Parse("2006-01-02T15:04:05.000", stamp)
	if err != nil {
		t.Fatal(err)
	}
	origin := now.Truncate(time.Second).Add(-time.Hour)
	instant := func(at time.Time) simtime.Time { return simtime.Time(at.Sub(origin).Milliseconds()) }
	var requests []*workload.Request
	request := func(j *preemptionJob) *workload.Request {
		r := &workload.Request{ID: workload.JobID(number(t, j.ID)), Walltime: simtime.Duration(j.Limit) * simtime.Minute, Queue: j.Partition, QOS: j.QOS, Priority: -j.Nice}
		if r.Number = int64(r.ID); j.Exclusive {
			r.Nodes = j.Nodes
		} else {
			r.Tasks, r.PerTask, chooser.nodes[r.ID] = j.Tasks, workload.Resources{workload.Cores: 1}, j.Nodes
		}
		requests = append(requests, r)
		return r
	}
	rows := map[string][]string{}
	for _, line := range in.Before {
		row := strings.Split(line, "|")
		rows[row[0]] = row
	}
	for i := range in.Running {
		j := &in.Running[i]
		row := rows[j.ID]
		if j.Error != "" || row == nil || row[2] != "RUNNING" {
			continue
		}
		at, err := time.Parse(sacctTime, row[8])
		if err != nil {
			t.Fatal(err)
		}
		r, tasks := request(j), int32(1)
		where := placementOf(t, strings.Trim(row[6], "n[]"))
		if !r.Whole() {
			tasks = r.Tasks / int32(where.Nodes())
		}
		var spread cluster.Placement
		for n := range where.All {
			spread = spread.Append(n, n, tasks)
		}
		state.Start(r, spread, instant(at))
	}
	for i := range in.High {
		q.Arrive(request(&in.High[i]), instant(now.Truncate(time.Second)))
	}
	s := &starting{state: state, now: instant(now.Truncate(time.Second))}
	q.Pass(queue.Alarm, s.now, state, s)
	for _, id := range s.stopped {
		out.stopped = append(out.stopped, strconv.Itoa(int(id)))
	}
	var nodes, recorded []string
	for _, end := range state.Limits() {
		if x := state.Job(end.Slot); slices.Contains(s.ids, x.Request.ID) {
			nodes = append(nodes, fmt.Sprintf("%d on %v", x.Request.Number, x.Placement))
		}
	}
	for _, m := range allocated.FindAllStringSubmatch(in.Log, -1) {
		recorded = append(recorded, fmt.Sprintf("%s on %v", cmp.Or(m[1], m[3]), placementOf(t, strings.Trim(cmp.Or(m[2], m[4]), "[]"))))
	}
	slices.Sort(nodes)
	slices.Sort(recorded)
	out.nodes, out.recorded = strings.Join(nodes, "; "), strings.Join(recorded, "; ")
	return out
}
