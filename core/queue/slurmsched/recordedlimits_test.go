package slurmsched

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// limitCase is a recorded case with limits.
type limitCase struct {
	Name        string
	Sacctmgr    []string
	Jobs        []limitJob
	First, Then []string
	Cancelled   string
}

// limitJob is a job of a case.
type limitJob struct {
	Name, User, QOS, Partition, Array, Error, ID string

	Options []string
	Nodes   int32
	Tasks   int32
	Minutes int64 `json:"limit_minutes"`
	Nice    int64
}

// incomparable are the cases with something that a scenario cannot say.
var incomparable = map[string]string{
	"qos limited GrpTRES=billing=5":        "billing is not among the resources",
	"qos limited GrpTRES=license/matlab=1": "limits do not count licences",
	"a partition of another account":       "partitions are open to all accounts",
	"an array with a limit":                "arrays are single jobs, without limits on tasks",
}

// pendingThere are the cases in which a job exceeds a limit of its partition. Slurm
// leaves it pending, unless EnforcePartLimits is set; here it is refused.
var pendingThere = map[string]string{"PartitionNodeLimit": "nodes", "PartitionTimeLimit": "s"}

// resourceNames are sacctmgr's names of resources.
var resourceNames = map[string]queue.Measure{"cpu": queue.CPUs, "mem": queue.Memory, "node": queue.Nodes, "gres/gpu": queue.GPUs}

// setLimits adds the limits of a command of sacctmgr to a configuration.
func setLimits(t *testing.T, c *SlurmConfig, command string) {
	t.Helper()
	words := strings.Fields(command)
	var limits JobLimits
	deny := false
	for _, word := range words[4:] {
		name, value, _ := strings.Cut(word, "=")
		if word == "Flags=DenyOnLimit" {
			deny = true
			continue
		}
		l := Limit{Rule: NumRules}
		for r, info := range Rules {
			if strings.EqualFold(strings.ReplaceAll(info.Name, "_", ""), name) {
				l.Rule = LimitRule(r)
			}
		}
		if l.Rule == NumRules {
			t.Fatalf("no rule %s", name)
		}
		if Rules[l.Rule].Unit >= InTRES {
			resource, amount, _ := strings.Cut(value, "=")
			l.Of, value = resourceNames[resource], amount
		}
		l.Amount = int64(number(t, value))
		if Rules[l.Rule].Unit == InTime {
			l.Amount *= int64(simtime.Minute)
		}
		limits = append(limits, l)
	}
	switch words[1] {
	case "qos":
		for i := range c.QOS {
			if q := &c.QOS[i]; q.Name == words[2] {
				q.Limits, q.DenyOnLimit = append(q.Limits, limits...), deny
			}
		}
	case "account":
		for i := range c.Accounts {
			if a := &c.Accounts[i]; a.Name == words[2] {
				a.Limits = append(a.Limits, limits...)
			}
		}
	case "user":
		for i := range c.Accounts {
			for k := range c.Accounts[i].Users {
				if u := &c.Accounts[i].Users[k]; u.Name == words[2] {
					u.Limits = append(u.Limits, limits...)
				}
			}
		}
	}
}

// limitsConfig returns the configuration of the recordings.
func limitsConfig() SlurmConfig {
	c := UsualConfig()
	c.Backfill.Interval = simtime.Second
	c.Licenses = []queue.Named{{Name: "matlab", Value: 2}}
	c.QOS = []QOS{{Name: "normal"}, {Name: "limited"}, {Name: "pqos", Limits: JobLimits{{GrpTRES, queue.Nodes, 2}}}}
	c.Accounts = []Account{{Name: "root"}, {Name: "science"}, {Name: "phys", Parent: "science", Users: []User{{Name: "alice"}, {Name: "bob"}}},
		{Name: "chem", Parent: "science", Users: []User{{Name: "carol"}, {Name: "dave"}}}, {Name: "bio", Users: []User{{Name: "erin"}}}}
	hour := 60 * simtime.Minute
	c.Partitions = []Partition{{Name: "main", Default: true, MaxTime: hour}, {Name: "pq", MaxTime: hour, QOS: "pqos"}, {Name: "small", MaxTime: hour, MaxNodes: 2},
		{Name: "short", MaxTime: 5 * simtime.Minute}, {Name: "down", MaxTime: hour}, {Name: "inactive", MaxTime: hour}}
	return c
}

// partsOnNodes places each task of a job on a node of its own.
type partsOnNodes struct{ alloc.FirstFit }

// Allocate implements alloc.Allocator.
func (partsOnNodes) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if r.Whole() {
		return alloc.FirstFit{}.Allocate(r, free, dst)
	}
	dst = dst[:0]
	for n := range topology.NodeID(free.Machine().NumNodes()) {
		if dst.Nodes() < int(r.Tasks) && free.Slots(r, n) > 0 {
			dst = dst.Append(n, n, 1)
		}
	}
	v := why.Reason{Code: why.FitsNow, Need: r.Tasks, Have: int32(dst.Nodes()), Blocker: workload.NoJob}
	if v.Have < v.Need {
		v.Code = why.TooFewFree
	}
	return dst, v
}

// request returns a job as it is asked for here: one task for each node that it
// shares, or whole nodes. Only a job of whole nodes says how many it needs; this is
// used for jobs that never start because of their number of nodes.
func (j *limitJob) request(t *testing.T, whole bool) workload.Request {
	r := workload.Request{Walltime: simtime.Duration(j.Minutes) * simtime.Minute, Priority: -j.Nice, User: j.User, QOS: j.QOS, Queue: j.Partition}
	for _, a := range limitsConfig().Accounts {
		if slices.ContainsFunc(a.Users, func(u User) bool { return u.Name == j.User }) {
			r.Group = a.Name
		}
	}
	if r.QOS == "" {
		r.QOS = "normal"
	}
	cores := int64(max(j.Tasks, j.Nodes) / j.Nodes)
	per := workload.Resources{workload.Cores: cores, workload.Memory: 100 * cores}
	for _, o := range j.Options {
		name, value, _ := strings.Cut(o, "=")
		switch name {
		case "--mem":
			per[workload.Memory] = int64(number(t, value))
		case "--gres":
			per[workload.GPUs] = int64(number(t, strings.TrimPrefix(value, "gpu:")))
		case "--licenses":
			r.Licenses = value
		case "--exclusive":
			whole = true
		default:
			t.Fatalf("option %s", o)
		}
	}
	if whole {
		r.Nodes = j.Nodes
	} else {
		r.Tasks, r.PerTask = j.Nodes, per
	}
	return r
}

// limitRun is the run of a case.
type limitRun struct {
	c       engine.Config
	names   []string // of each job
	refused map[string]string
	ending  simtime.Time // when the job ends that was cancelled
}

func runOf(t *testing.T, x *limitCase) *limitRun {
	conf := limitsConfig()
	for _, command := range x.Sacctmgr {
		setLimits(t, &conf, command)
	}
	flat, _ := topology.NewFlat(8)
	spec := cluster.Spec{Resources: workload.Resources{workload.Cores: 4, workload.Memory: 4000, workload.GPUs: 2}, Speed: 1000}
	r := &limitRun{refused: map[string]string{}, ending: 100_000}
	r.c = engine.Config{Machine: cluster.NewMachine(flat, spec), Allocator: partsOnNodes{}, Queue: SlurmPolicy{conf},
		Gates: []queue.Gate{{Name: "down", Open: true}, {Name: "inactive", Started: true}}}
	possible := SlurmPolicy{conf}.Checks(r.c.Machine)
	refused := len(x.First) == 0 && x.Jobs[0].Partition == ""
	for i := range x.Jobs {
		j := &x.Jobs[i]
		first, last := 0, 0
		if from, to, ok := strings.Cut(j.Array, "-"); ok {
			first, _ = strconv.Atoi(from)
			last, _ = strconv.Atoi(to)
		}
		for task := first; task <= last; task++ {
			id := j.ID
			if j.Array != "" {
				id = fmt.Sprintf("%s_%d", j.ID, task)
			}
			job := workload.Job{Request: j.request(t, refused || slices.ContainsFunc(x.First, func(line string) bool { return strings.Contains(line, "|"+j.Name+"|PENDING|PartitionNodeLimit") })), Runtime: 500 * simtime.Second, After: workload.NoJob}
			if err := possible(&job.Request); err != nil {
				r.refused[j.Name] = err.Error()
				continue
			}
			job.ID, job.Number, job.Submit = workload.JobID(len(r.c.Jobs)), int64(len(r.c.Jobs)+1), simtime.Time(len(r.c.Jobs)*1000)
			if id == x.Cancelled {
				job.Runtime = 100*simtime.Second - simtime.Duration(job.Submit)
			}
			r.c.Jobs, r.names = append(r.c.Jobs, job), append(r.names, j.Name)
		}
	}
	return r
}

// show returns the queue as it was printed: names, states, reasons and nodes. Tasks of
// an array that wait for the same reason are one line.
func (r *limitRun) show(e *engine.Engine) []string {
	limits := e.Config().Queue.(SlurmPolicy).Limits()
	all := map[workload.JobID]string{}
	for _, end := range e.State().Limits() {
		x := e.State().Job(end.Slot)
		all[x.Request.ID] = fmt.Sprintf("%s|RUNNING|None|%v", r.names[x.Request.ID], x.Placement)
	}
	first := map[string]bool{}
	for _, d := range e.Pending() {
		part := r.c.Jobs[d.Job].Queue
		word := "Priority"
		switch {
		case d.Why.Which > 0:
			word = limits[d.Why.Which-1].Word
		case d.Why.Code == why.QueueStopped:
			word = "PartitionDown"
		case !first[part]:
			first[part] = true
			word = "Resources"
		}
		all[d.Job] = fmt.Sprintf("%s|PENDING|%s|", r.names[d.Job], word)
	}
	var lines []string
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(lines, all[id]) || !strings.Contains(all[id], "PENDING") {
			lines = append(lines, all[id])
		}
	}
	return lines
}

// recordedLines returns lines of squeue in the form of show.
func recordedLines(t *testing.T, lines []string, nodes bool) (out []string) {
	for _, line := range lines {
		f := strings.Split(line, "|")
		where := strings.Trim(strings.TrimPrefix(f[6], "n"), "[]")
		if !nodes {
			where = ""
		}
		out = append(out, strings.Join([]string{f[1], f[2], f[3], where}, "|"))
	}
	return out
}

// TestRecordedLimits compares states and reasons of jobs under limits, and refusals,
// with those that Slurm 22.05 printed. The nodes of running jobs are compared before
// one of them is cancelled.
func TestRecordedLimits(t *testing.T) {
	text, err := os.ReadFile(recordings + "limits/cases.json")
	var cases []limitCase
	if err == nil {
		err = json.Unmarshal(text, &cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	equal, of := map[string]int{}, map[string]int{}
	for i := range cases {
		x := &cases[i]
		if reason, ok := incomparable[x.Name]; ok {
			t.Logf("%s: not compared: %s", x.Name, reason)
			continue
		}
		kind, _, _ := strings.Cut(x.Name, " ")
		if kind != "qos" && kind != "account" && kind != "user" {
			kind = "other"
		}
		of[kind]++
		if compareLimits(t, x) {
			equal[kind]++
		}
	}
	total, all := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		t.Logf("%s: %d of %d equal", kind, equal[kind], of[kind])
		total, all = total+equal[kind], all+of[kind]
	}
	if mostly(t, total, all); !live && (total+len(incomparable) < len(cases) || len(cases) < 61) {
		t.Errorf("%d cases of %d are equal", total, len(cases))
	}
}

// compareLimits reports whether a case is equal.
func compareLimits(t *testing.T, x *limitCase) bool {
	r := runOf(t, x)
	e, err := engine.New(r.c)
	if err != nil {
		t.Errorf("%s: %v", x.Name, err)
		return false
	}
	var first, then []string
	until := func(end simtime.Time) {
		for e.Now() < end {
			step, more := e.Step()
			if !more {
				return
			}
			for _, ev := range step.Events {
				if ev.Kind == trace.Reject {
					r.refused[r.names[ev.Job]] = ev.Why.Code.String()
					if ev.Why.Which > 0 {
						r.refused[r.names[ev.Job]] = r.c.Queue.(SlurmPolicy).Limits()[ev.Why.Which-1].Word
					}
				}
			}
			if next := e.Clone(); first == nil && len(r.c.Jobs) > 0 {
				if step, more := next.Step(); !more || step.Time >= r.ending {
					first = r.show(e)
				}
			}
		}
	}
	until(r.ending)
	for c := e.Clone(); x.Cancelled != ""; c = e.Clone() {
		if step, more := c.Step(); !more || step.Time > r.ending+3000 {
			break
		}
		e.Step()
	}
	then = r.show(e)
	ok := true
	check := func(what string, got, want []string) {
		if !slices.Equal(got, want) {
			ok = false
			differ(t, "%s: %s:\n  here  %q\n  Slurm %q", x.Name, what, got, want)
		}
	}
	want := recordedLines(t, x.First, true)
	for word := range pendingThere {
		for i, line := range want {
			if name, _, found := strings.Cut(line, "|PENDING|"+word); found {
				if !strings.Contains(r.refused[name], "the partition") {
					differ(t, "%s: %s is not refused", x.Name, name)
				}
				want = slices.Delete(slices.Clone(want), i, i+1)
				delete(r.refused, name)
				break
			}
		}
	}
	check("first", first, want)
	for _, j := range x.Jobs {
		if (j.Error != "") != (r.refused[j.Name] != "") {
			ok = false
			differ(t, "%s: job %s: refused %q here, and %q by Slurm", x.Name, j.Name, r.refused[j.Name], j.Error)
		} else if _, word, found := strings.Cut(j.Error, "sbatch: error: "); found && strings.Contains(word, "violates accounting") {
			if word, _, _ = strings.Cut(word, "\n"); !strings.Contains(r.refused[j.Name], word) {
				ok = false
				differ(t, "%s: job %s: refused for %q here, and for %q by Slurm", x.Name, j.Name, r.refused[j.Name], word)
			}
		}
	}
	if x.Cancelled != "" {
		wantThen := recordedLines(t, x.Then, false)
		for word := range pendingThere {
			wantThen = slices.DeleteFunc(wantThen, func(line string) bool { return strings.Contains(line, word) })
		}
		var plain []string
		for _, line := range then {
			f := strings.Split(line, "|")
			plain = append(plain, strings.Join(f[:3], "|")+"|")
		}
		check("then", plain, wantThen)
	}
	return ok
}

// TestRecordedStartsUnderLimits compares decisions of Slurm 22.05 as TestRecordedStarts
// does it, on nodes of two cores that jobs may share, with limits of QOS.
func TestRecordedStartsUnderLimits(t *testing.T) {
	folders, _ := filepath.Glob(recordings + "starts/backfill-limits/[0-9]")
	decisions, started, idle, skipped := 0, 0, 0, 0
	for _, folder := range folders {
		var in struct {
			QOS  []string
			Jobs []struct {
				limitJob
				Exclusive bool
			}
		}
		text, err := os.ReadFile(folder + "/inputs.json")
		if err == nil {
			err = json.Unmarshal(text, &in)
		}
		if err != nil {
			t.Fatal(err)
		}
		r := newReplay(t, folder, false)
		flat, _ := topology.NewFlat(8)
		r.machine = cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 2}, Speed: 1000})
		for _, line := range in.QOS {
			words := strings.Fields(line)
			r.conf.QOS = append(r.conf.QOS, QOS{Name: words[0]})
			setLimits(t, &r.conf, "modify qos "+words[0]+" set "+strings.Join(words[2:], " "))
		}
		rows := table(t, folder+"/sacct.txt")
		for i, j := range r.jobs {
			j.r.QOS, j.r.Group = rows[i]["QOS"], rows[i]["Account"]
			for _, x := range in.Jobs {
				if name, _, _ := strings.Cut(j.id, "_"); x.Name == rows[i]["JobName"] && name != "" && !x.Exclusive {
					j.r.Tasks, j.r.Nodes, j.r.PerTask = x.Nodes, 0, workload.Resources{workload.Cores: int64(x.Tasks+x.Nodes-1) / int64(x.Nodes)}
				}
			}
		}
		r.run(t)
		decisions, started, idle, skipped = decisions+r.decisions, started+r.started, idle+r.idle, skipped+r.skipped
	}
	if !live && (decisions < 45 || started < 80 || idle < 40) {
		t.Errorf("only %d decisions, %d starts and %d runs without a start", decisions, started, idle)
	}
	t.Logf("%d decisions with %d starts, and %d runs without a start; %d are unclear", decisions, started, idle, skipped)
}
