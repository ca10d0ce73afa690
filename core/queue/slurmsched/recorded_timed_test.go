package slurmsched

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// timedFile is a file of recorded cases whose jobs are submitted at given seconds.
type timedFile struct {
	Conf  []string `json:"slurm_conf"`
	QOS   []string
	Cases []timedCase
}

type timedCase struct {
	Name, Partition string
	Began           int64
	Reservations    []recordedReservation
	Jobs            []timedJob
	Commands        []timedCommand
	Ended           []string // id|name|state|reason|submit|eligible|start|end|nodes
	Samples         []string // @time, and the lines that changed: id|state|reason|nodes|start, or id|gone

	file string
	conf []string
	qos  []string
}

// timedCommand is a command given at a second of a case, such as "scancel {j1}+1".
type timedCommand struct {
	At          int64 `json:"at_seconds"`
	Text, Shown string
}

type recordedReservation struct {
	Name, Options, Error string
	At                   int64 `json:"at_seconds"`
	Start                int64 `json:"start_seconds"`
	End                  int64 `json:"end_seconds"`
}

type timedJob struct {
	ID, Name, User, Account, Partition, Reservation, Array, Error string

	Nodes, Tasks int32
	Exclusive    bool
	Begin        int64 `json:"begin_seconds"`
	Deadline     int64 `json:"deadline_seconds"`
	Limit        int64 `json:"limit_minutes"`
	Sleep        int64 `json:"sleep_seconds"`
	At           int64 `json:"at_seconds"`
	Nice         int64
	Options      []string
	QOS          string
	Parts        []timedJob // the other parts of a heterogeneous job

	het workload.HetPart
}

// atOnce is the time, in seconds, before the second 0 of a recording at which its first
// jobs are submitted, while the partitions are down.
const atOnce = 5

// fixedNodes places jobs as onNodes does, but some on given nodes.
type fixedNodes struct {
	onNodes
	fixed map[workload.JobID]cluster.Placement
}

// LowestFirst reports that nodes are not chosen by their numbers.
func (fixedNodes) LowestFirst(*workload.Request) bool { return false }

// Allocate implements alloc.Allocator.
func (a fixedNodes) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	where, fixed := a.fixed[r.ID]
	switch {
	case !fixed:
		return a.onNodes.Allocate(r, free, dst)
	case free.Has(r, where):
		return append(dst[:0], where...), why.Reason{Code: why.FitsNow, Need: r.Size(), Blocker: workload.NoJob}
	}
	return nil, why.Reason{Code: why.TooFewFree, Need: r.Size(), Blocker: workload.NoJob}
}

// accountOf holds the default accounts of users.
var accountOf = map[string]string{"alice": "phys", "bob": "phys", "carol": "chem", "dave": "chem", "erin": "bio"}

// nodesOf reads a list of nodes such as n[0-2,7].
func nodesOf(t *testing.T, text string) (out cluster.Placement) {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "n"), "["), "]")
	for part := range strings.SplitSeq(text, ",") {
		first, last, ranged := strings.Cut(part, "-")
		if !ranged {
			last = first
		}
		a, err1 := strconv.Atoi(first)
		b, err2 := strconv.Atoi(last)
		if err1 != nil || err2 != nil {
			t.Fatalf("%q", text)
		}
		out = out.Append(topology.NodeID(a), topology.NodeID(b), 1)
	}
	return out
}

// seconds returns a second of the recording as a time of the run. The run's times agree
// with the clock of the recording in the minutes, so that planned times are rounded as
// there.
func (x *timedCase) seconds(at int64) simtime.Time {
	return simtime.Time(x.Began%60+60+at) * simtime.Time(simtime.Second)
}

// where names the case.
func (x *timedCase) where() string { return x.file + ": " + x.Name }

// timedCases returns the cases of all files of a folder of recordings.
func timedCases(t *testing.T, folder string) (all []timedCase) {
	files, err := filepath.Glob(recordings + folder + "/*.json")
	if live && len(files) == 0 {
		t.Skip("not recorded anew")
	}
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		var in timedFile
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &in)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range in.Cases {
			x.file, x.conf, x.qos = filepath.Base(file), in.Conf, in.QOS
			all = append(all, x)
		}
	}
	return all
}

// policy returns the configuration of Slurm in the cases, without reservations.
func (x *timedCase) policy() SlurmConfig {
	s := UsualConfig()
	s.Backfill.Interval, s.Backfill.MaxTest, s.Backfill.Off = simtime.Second, 10_000, slices.Contains(x.conf, "SchedulerType=sched/builtin")
	s.Priority.Partition = 1000
	s.Accounts = []Account{{Name: "science", Shares: 1}, {Name: "phys", Parent: "science", Shares: 1}, {Name: "chem", Parent: "science", Shares: 1}, {Name: "bio", Shares: 1}}
	s.Partitions = []Partition{{Name: x.Partition, Tier: 1, Priority: 1}, {Name: x.other(), Nodes: cluster.Placement{{First: 0, Last: 3, Tasks: 1}}, Tier: 1, Priority: 1}}
	return s
}

// other returns the name of the partition with the first four nodes.
func (x *timedCase) other() string { return "q" + strings.TrimPrefix(x.Partition, "p") }

// machine returns a configuration of the eight nodes, whose partitions come up at second
// 0, and its allocator.
func (x *timedCase) machine(s SlurmConfig) (engine.Config, fixedNodes) {
	flat, _ := topology.NewFlat(8)
	place := fixedNodes{onNodes{nodes: map[workload.JobID]int32{}}, map[workload.JobID]cluster.Placement{}}
	c := engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 4}, Speed: 1000}), Queue: SlurmPolicy{s}, Allocator: place}
	c.Gates = []queue.Gate{{Name: "*", Open: true, Changes: []queue.GateChange{{At: x.seconds(0), Open: true, Started: true}}}}
	return c, place
}

// bySubmission returns the jobs of the case in the order of their submissions.
func (x *timedCase) bySubmission() []timedJob {
	jobs := slices.Clone(x.Jobs)
	slices.SortStableFunc(jobs, func(a, b timedJob) int { return int(a.At - b.At) })
	return jobs
}

// submitted returns when a job is submitted.
func (x *timedCase) submitted(j *timedJob) simtime.Time {
	if j.At > 0 {
		return x.seconds(j.At)
	}
	return x.seconds(-atOnce)
}

// request returns what a job asks for.
func (j *timedJob) request() workload.Request {
	r := workload.Request{Walltime: simtime.Duration(j.Limit) * simtime.Minute, User: j.User, Group: cmp.Or(j.Account, accountOf[j.User]), Queue: j.Partition, Reservation: j.Reservation, QOS: j.QOS, Het: j.het, Priority: -j.Nice, Nodes: max(j.Nodes, 1)}
	if !j.Exclusive {
		r.Tasks, r.Nodes, r.PerTask = max(j.Tasks, j.Nodes, 1), 0, workload.Resources{workload.Cores: 1}
	}
	return r
}

// began returns the recorded start of a job in seconds of the case, from a line of
// Ended, or false if there is none.
func began(line string) (int64, bool) {
	at, err := strconv.ParseInt(strings.TrimPrefix(strings.Split(line, "|")[6], "@"), 10, 64)
	return at, err == nil
}
