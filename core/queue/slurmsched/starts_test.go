package slurmsched

import (
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

// occurrence is a start or an end in the log of a recording.
type occurrence struct {
	at    time.Time
	job   string
	start bool
	main  bool              // the main scheduler started it
	nodes cluster.Placement // of a start
}

var (
	logLine   = regexp.MustCompile(`^\[(\S+)\] (sched: Allocate|sched/backfill: _start_job: Started|_job_complete:) JobId=(\S+)(.*)`)
	logNodes  = regexp.MustCompile(`(?:NodeList=| on )n(\[[0-9,-]+\]|[0-9]+)`)
	sacctTime = "2006-01-02T15:04:05"
)

// logOf reads the starts and ends of a recording. A task of an array is named by its
// array and its number.
func logOf(t *testing.T, file string) (all []occurrence) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		m := logLine.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		at, err := time.Parse("2006-01-02T15:04:05.000", m[1])
		if err != nil {
			t.Fatal(err)
		}
		job, _, _ := strings.Cut(m[3], "(")
		x := occurrence{at: at, job: job, start: !strings.HasPrefix(m[2], "_job"), main: m[2] == "sched: Allocate"}
		if n := logNodes.FindStringSubmatch(m[4]); x.start && n != nil {
			x.nodes = placementOf(t, strings.Trim(n[1], "[]"))
		}
		all = append(all, x)
	}
	return all
}

func placementOf(t *testing.T, list string) (p cluster.Placement) {
	for part := range strings.SplitSeq(list, ",") {
		first, last, more := strings.Cut(part, "-")
		a, err := strconv.Atoi(first)
		b := a
		if more {
			b, err = strconv.Atoi(last)
		}
		if err != nil {
			t.Fatal(list)
		}
		p = p.Append(topology.NodeID(a), topology.NodeID(b), 1)
	}
	return p
}

// recordedRow is a job as sacct printed it.
type recordedRow struct {
	id         string
	r          workload.Request
	eligible   time.Time
	end        time.Time
	begun, hid bool
}

func jobsOf(t *testing.T, folder string) (all []*recordedRow) {
	for i, row := range table(t, folder+"/sacct.txt") {
		x := &recordedRow{id: row["JobID"]}
		x.r = workload.Request{ID: workload.JobID(i), Number: int64(i), Nodes: int32(number(t, row["ReqNodes"])), Walltime: simtime.Duration(number(t, row["TimelimitRaw"])) * simtime.Minute, Queue: row["Partition"], Priority: int64(number(t, row["Priority"])), User: row["User"]}
		x.eligible, _ = time.Parse(sacctTime, row["Eligible"])
		x.end, _ = time.Parse(sacctTime, row["End"])
		x.hid = x.eligible.IsZero() || x.r.Priority < 1
		all = append(all, x)
	}
	return all
}

// consecutive chooses nodes as Slurm does on a machine without topology: the shortest
// stretch of consecutive free nodes that holds the job, or else the longest one and so
// on.
type consecutive struct{ alloc.FirstFit }

// LowestFirst implements alloc.LowestFirst: it is not that of FirstFit.
func (consecutive) LowestFirst(*workload.Request) bool { return false }

// Allocate implements alloc.Allocator.
func (consecutive) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if !r.Whole() {
		return partsOnNodes{}.Allocate(r, free, dst)
	}
	all, verdict := alloc.FirstFit{}.Allocate(r, free, dst)
	if !verdict.OK() {
		return all, verdict
	}
	left := free.IdleFor(r).Clone()
	var nodes []topology.NodeID
	for len(nodes) < int(r.Nodes) {
		need := int(r.Nodes) - len(nodes)
		var best, at int
		for n := topology.NodeID(0); ; {
			first, last, more := left.Stretch(n, 1<<20)
			if !more {
				break
			}
			n = last + 1
			if size := int(last - first + 1); best == 0 || size >= need && (best < need || size < best) || size < need && best < need && size > best {
				best, at = size, int(first)
			}
		}
		for k := range min(best, need) {
			nodes = append(nodes, topology.NodeID(at+k))
			left.RemoveRange(topology.NodeID(at+k), topology.NodeID(at+k))
		}
	}
	slices.Sort(nodes)
	dst = dst[:0]
	for _, n := range nodes {
		dst = dst.Append(n, n, 1)
	}
	return dst, verdict
}

// starting records the jobs that a pass starts.
type starting struct {
	state *cluster.State
	now   simtime.Time
	ids   []workload.JobID

	stopped []workload.JobID
}

func (s *starting) StartJob(w *queue.Waiting, where cluster.Placement, _ why.Reason) {
	s.state.Start(w.Request, slices.Clone(where), s.now)
	s.ids = append(s.ids, w.ID)
}
func (s *starting) StopJob(slot cluster.Slot, _ simtime.Time, _ bool, _ why.Reason) (*workload.Request, queue.QueuePlace) {
	s.stopped = append(s.stopped, s.state.End(slot).Request.ID)
	return nil, queue.QueuePlace{}
}
func (s *starting) SuspendJob(slot cluster.Slot, _ why.Reason) {
	s.stopped = append(s.stopped, s.state.Job(slot).Request.ID)
	s.state.Suspend(slot, s.now)
}
func (s *starting) ResumeJob(slot cluster.Slot)      { s.state.Resume(slot, s.now) }
func (*starting) DropJob(*queue.Waiting, why.Reason) {}
func (*starting) Flag(*queue.Waiting, why.Reason)    {}
func (*starting) Room() cluster.Placement            { return nil }
func (*starting) Say(queue.ProgramLine)              {}

// only runs one of the two schedulers.
type only struct {
	SlurmPolicy
	main  bool
	begun []begun // what limits count
}

// begun is a running job.
type begun struct {
	r     *workload.Request
	where cluster.Placement
}

// Schedule implements queue.Policy.
func (o only) Schedule(q *queue.Pass) {
	p := &pass{Pass: q, state: q.Own().(*state)}
	for _, x := range o.begun {
		f := p.factorsOf(x.r, 0)
		f.limits = p.limitsOf(x.r, &p.partitions[f.partition])
		p.ledger.begin(&queue.Waiting{Request: x.r, Kept: f}, x.where, q)
	}
	p.reopen()
	if o.main {
		p.main()
	} else {
		p.backfill()
	}
}

// TestRecordedStarts compares decisions of Slurm 22.05 with those of the policy in the
// same situation: the jobs that run, where, and since when, and the jobs that wait. A
// decision is a run of one scheduler that started jobs. If no job ended for a while,
// a further run must start nothing.
func TestRecordedStarts(t *testing.T) {
	decisions, different, started, idle, skipped := 0, 0, 0, 0, 0
	for _, kind := range []string{"backfill-nodes", "builtin-nodes"} {
		folders, _ := filepath.Glob(recordings + "starts/" + kind + "/[0-9]")
		for _, folder := range folders {
			r := newReplay(t, folder, kind == "builtin-nodes")
			r.run(t)
			decisions, different, started, idle, skipped = decisions+r.decisions, different+r.different, started+r.started, idle+r.idle, skipped+r.skipped
		}
	}
	if mostly(t, decisions-different, decisions); !live && (decisions < 100 || started < 200 || idle < 50) {
		t.Errorf("only %d decisions, %d starts and %d runs without a start", decisions, started, idle)
	}
	t.Logf("%d decisions with %d starts, and %d runs without a start; %d are unclear", decisions, started, idle, skipped)
}

// sharing lists runs that depend on which nodes jobs share. In the first, the jobs that
// start have their nodes to themselves in the simulation; in the recording, nodes have
// one core and could be shared. In the second, Slurm puts job 9 on node 7, and the
// allocator here puts it on the first node with a free core, which job 24 then lacks.
var sharing = map[string]bool{recordings + "starts/backfill-nodes/2 17:51:20": true, recordings + "starts/backfill-limits/4 18:04:33": true}

// replay follows a recording.
type replay struct {
	folder                            string
	machine                           *cluster.Machine
	conf                              SlurmConfig
	jobs                              []*recordedRow
	log                               []occurrence
	running                           map[string]occurrence
	origin                            time.Time
	decisions, started, idle, skipped int
	different                         int
}

func newReplay(t *testing.T, folder string, builtin bool) *replay {
	r := &replay{folder: folder, conf: UsualConfig(), jobs: jobsOf(t, folder), log: logOf(t, folder+"/slurmctld.log"), running: map[string]occurrence{}}
	r.conf.Backfill.Interval, r.conf.Backfill.Off = simtime.Second, builtin
	r.conf.Partitions = []Partition{
		{Name: "batch", Default: true, Tier: 1},
		{Name: "prod", Nodes: cluster.Placement{}.Append(0, 5, 1), Tier: 10},
		{Name: "debug", Nodes: cluster.Placement{}.Append(4, 7, 1), Tier: 5},
	}
	flat, _ := topology.NewFlat(8)
	r.machine = cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000})
	r.origin = r.log[0].at.Truncate(time.Minute)
	return r
}

func (r *replay) run(t *testing.T) {
	const run, pause = 500 * time.Millisecond, 2500 * time.Millisecond
	for i := 0; i < len(r.log); {
		x := r.log[i]
		if !x.start {
			delete(r.running, x.job)
			i++
			continue
		}
		k := i
		for k < len(r.log) && r.log[k].start && r.log[k].main == x.main && r.log[k].at.Sub(x.at) < run {
			k++
		}
		r.compare(t, r.log[i:k], x.main)
		if last := r.log[k-1].at; k < len(r.log) && !r.log[k].start && r.log[k].at.Sub(last) >= pause {
			r.compareIdle(t, last.Add(time.Second))
		}
		i = k
	}
}

// compare compares the jobs that one run of a scheduler started, and adds them to
// those that run.
func (r *replay) compare(t *testing.T, batch []occurrence, main bool) {
	var want []string
	last := batch[len(batch)-1].at
	for _, x := range batch {
		want = append(want, x.job)
	}
	got := r.decide(batch[0].at, last, main)
	slices.Sort(want)
	slices.Sort(got)
	if r.unclear(batch[0].at) || sharing[r.folder+last.Format(" 15:04:05")] {
		r.skipped++
	} else if r.decisions, r.started = r.decisions+1, r.started+len(want); !slices.Equal(got, want) {
		r.different++
		differ(t, "%s at %v, main %v: started %v, Slurm started %v", r.folder, last.Format("15:04:05.000"), main, got, want)
		r.show(t, last)
	}
	for _, x := range batch {
		i := slices.IndexFunc(r.jobs, func(j *recordedRow) bool { return j.id == x.job })
		if i < 0 {
			t.Fatalf("%s: no job %s", r.folder, x.job)
		}
		r.jobs[i].begun = true
		r.running[x.job] = x
	}
}

// compareIdle checks that neither scheduler starts a job.
func (r *replay) compareIdle(t *testing.T, at time.Time) {
	for _, main := range []bool{true, false} {
		if !main && r.conf.Backfill.Off {
			continue
		}
		r.idle++
		if got := r.decide(at, at, main); len(got) > 0 {
			differ(t, "%s at %v, main %v: started %v, Slurm started nothing", r.folder, at.Format("15:04:05"), main, got)
			r.show(t, at)
		}
	}
}

// unclear reports whether a job became eligible within two seconds of a time. sacct
// tells only the second, and a scheduler may have looked at the job before or after.
func (r *replay) unclear(at time.Time) bool {
	return slices.ContainsFunc(r.jobs, func(j *recordedRow) bool { return !j.hid && at.Sub(j.eligible).Abs() < 2*time.Second })
}

// since returns an instant of the simulation, in whole seconds as Slurm counts.
func (r *replay) since(at time.Time) simtime.Time {
	return simtime.Time(at.Truncate(time.Second).Sub(r.origin).Milliseconds())
}

// waits reports whether a job waits at a time.
func (j *recordedRow) waits(at time.Time) bool {
	return !j.begun && !j.hid && !j.eligible.After(at) && (j.end.IsZero() || j.end.After(at))
}

// decide returns the names of the jobs that one of the schedulers starts.
func (r *replay) decide(at, last time.Time, main bool) (names []string) {
	state := cluster.NewState(r.machine)
	policy := only{SlurmPolicy{r.conf}, main, nil}
	for _, j := range r.jobs {
		if x, runs := r.running[j.id]; runs {
			state.Start(&j.r, x.nodes, r.since(x.at))
			policy.begun = append(policy.begun, begun{&j.r, x.nodes})
		}
	}
	q := queue.New(&queue.Config{Policy: policy, Allocator: consecutive{}, Machine: r.machine})
	for _, j := range r.jobs {
		if _, runs := r.running[j.id]; !runs && j.waits(last) {
			q.Arrive(&j.r, r.since(at))
		}
	}
	s := &starting{state: state, now: r.since(at)}
	q.Pass(queue.Alarm, s.now, state, s)
	for _, id := range s.ids {
		names = append(names, r.jobs[id].id)
	}
	return names
}

// show logs a situation.
func (r *replay) show(t *testing.T, at time.Time) {
	for _, j := range r.jobs {
		if x, runs := r.running[j.id]; runs {
			t.Logf("  %s of %s runs on %v until %v", j.id, j.r.Queue, x.nodes, x.at.Add(time.Duration(j.r.Walltime)*time.Millisecond).Format("15:04:05"))
		} else if j.waits(at) {
			t.Logf("  %s of %s waits with priority %d: %d nodes, %v s, since %v", j.id, j.r.Queue, j.r.Priority, j.r.Nodes, j.r.Walltime, j.eligible.Format("15:04:05"))
		}
	}
}
