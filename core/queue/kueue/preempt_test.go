package kueue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
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

// vector is a case of Kueue's tests TestPreemption and TestHierarchicalPreemptions.
// Amounts are thousandths of cores and bytes, times are seconds.
type vector struct {
	Name            string
	Cohorts, Queues []vectorHolder
	Admitted        []vectorJob
	Incoming        vectorJob
	Want            map[string]string
}

// vectorHolder is a ClusterQueue or a Cohort. A quota is the nominal quota, the
// borrowing limit and the lending limit of "flavor/resource"; a limit of -1 is none.
type vectorHolder struct {
	Name, Parent    string
	Quota           map[string][3]int64
	Within, Reclaim string
	Borrow          bool
	Threshold       *int64
}

// vectorJob is a workload. Short lists what must be given back for it.
type vectorJob struct {
	Name, Queue              string
	Priority, Start, Created int64
	Evicted                  bool
	Uses                     map[string]int64
	Short                    []string
}

var vectorMeasures = map[string]queue.Measure{"cpu": queue.CPUs, "memory": queue.Memory}

func (h *vectorHolder) flavors() (all []Flavor) {
	for _, key := range slices.Sorted(maps.Keys(h.Quota)) {
		flavor, resource, _ := strings.Cut(key, "/")
		i := slices.IndexFunc(all, func(f Flavor) bool { return f.Name == flavor })
		if i < 0 {
			i, all = len(all), append(all, Flavor{Name: flavor})
		}
		q := h.Quota[key]
		all[i].Quotas = append(all[i].Quotas, Quota{vectorMeasures[resource], q[0], q[1], q[2]})
	}
	return all
}

func (h *vectorHolder) preemption() PreemptionRules {
	p := PreemptionRules{
		Within:       WithinPolicy(max(0, slices.Index([]string{"Never", "LowerPriority", "LowerOrNewerEqualPriority"}, h.Within))),
		Reclaim:      ReclaimPolicy(max(0, slices.Index([]string{"Never", "LowerPriority", "Any"}, h.Reclaim))),
		Borrowing:    h.Borrow,
		MostPriority: math.MaxInt64,
	}
	if h.Threshold != nil {
		p.MostPriority = *h.Threshold
	}
	return p
}

// search returns the search of a case for jobs to stop, and the names of the jobs.
func (v *vector) search() (*search, []string) {
	p := KueuePolicy{Cohorts: []Cohort{{Name: "pools", Flavors: (&vectorHolder{Quota: map[string][3]int64{
		"default/cpu": {0, -1, -1}, "default/memory": {0, -1, -1}, "alpha/memory": {0, -1, -1}, "beta/memory": {0, -1, -1},
	}}).flavors()}}}
	for _, h := range v.Queues {
		p.Queues = append(p.Queues, ClusterQueue{Name: h.Name, Cohort: h.Parent, Flavors: h.flavors(), Preemption: h.preemption()})
	}
	for _, h := range v.Cohorts {
		p.Cohorts = append(p.Cohorts, Cohort{h.Name, h.Parent, h.flavors()})
	}
	s := p.newState(nil)
	uses := func(j *vectorJob) (all []use) {
		for _, key := range slices.Sorted(maps.Keys(j.Uses)) {
			flavor, resource, _ := strings.Cut(key, "/")
			all = append(all, use{s.pools[pool{flavor, vectorMeasures[resource]}], j.Uses[key]})
		}
		return all
	}
	var names []string
	for i := range v.Admitted {
		names = append(names, v.Admitted[i].Name)
	}
	slices.Sort(names) // Kueue breaks ties by the UID, which is the name here
	x := &pass{Pass: &queue.Pass{}, state: s, using: []*runner{}}
	for i := range v.Admitted {
		j := &v.Admitted[i]
		request := &workload.Request{ID: workload.JobID(slices.Index(names, j.Name)), Priority: j.Priority}
		r := &runner{job: &cluster.Running{Request: request, Start: simtime.Time(j.Start)}, charge: charge{job: &job{queue: s.index[j.Queue], since: simtime.Time(j.Created)}}, uses: uses(j)}
		for _, u := range r.uses {
			s.add(r.queue, u.pool, u.amount)
		}
		x.using = append(x.using, r)
	}
	slices.SortFunc(x.using, compareRunners)
	x.snapshot = s.usage
	in := &v.Incoming
	find := &search{pass: x, w: &queue.Waiting{Request: &workload.Request{Priority: in.Priority}}, job: &job{queue: s.index[in.Queue], since: simtime.Time(in.Created)}, asks: uses(in)}
	for _, key := range in.Short {
		flavor, resource, _ := strings.Cut(key, "/")
		find.short = append(find.short, s.pools[pool{flavor, vectorMeasures[resource]}])
	}
	return find, names
}

// TestKueuesPreemptions compares the jobs that are stopped with the cases of Kueue's own
// tests (testdata/preemptions.jsonl). The case with a job that is being evicted cannot
// be told: here a stopped job ends at once.
func TestKueuesPreemptions(t *testing.T) {
	text, err := os.ReadFile("testdata/preemptions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[int16]string{why.InClusterQueue: "InClusterQueue", why.InCohortReclamation: "InCohortReclamation", why.InCohortReclaimWhileBorrowing: "InCohortReclaimWhileBorrowing"}
	compared, stopped := 0, 0
	for line := range bytes.Lines(text) {
		var v vector
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(v.Admitted, func(j vectorJob) bool { return j.Evicted }) {
			continue
		}
		s, names := v.search()
		got := map[string]string{}
		for _, x := range s.find() {
			got[names[x.runner.job.Request.ID]] = rules[x.rule()]
		}
		if !maps.Equal(got, v.Want) {
			t.Errorf("%s: stops %v, Kueue %v", v.Name, got, v.Want)
		}
		compared, stopped = compared+1, stopped+len(got)
	}
	t.Logf("%d cases, %d jobs stopped", compared, stopped)
	if compared != 50 {
		t.Errorf("compared %d cases", compared)
	}
}

// story returns the starts and stops of a run, and the verdicts of each decision.
func story(t *testing.T, c engine.Config) (out []string) {
	t.Helper()
	e, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	names := why.Names{Job: func(id workload.JobID) string { return fmt.Sprintf("job %d", id+1) }}
	if !e.ListenPreemptions(func(p queue.Preemption) {
		for i := range p.Verdicts {
			out = append(out, p.Verdicts[i].English(&p, names))
		}
	}) {
		t.Fatal("the policy stops no jobs")
	}
	for {
		s, more := e.Step()
		for _, x := range s.Events {
			switch x.Kind {
			case trace.Start:
				out = append(out, fmt.Sprintf("%v: job %d starts", x.Time, x.Job+1))
			case trace.Requeue:
				out = append(out, fmt.Sprintf("%v: job %d stops: %s", x.Time, x.Job+1, x.Why.English(names)))
			}
		}
		if !more {
			return out
		}
	}
}

// TestPreemption checks the vectors of SOURCES.md KUEUE.5.
func TestPreemption(t *testing.T) {
	const no = Unlimited
	queues := func(a PreemptionRules) KueuePolicy {
		p := KueuePolicy{Queues: []ClusterQueue{cq("A", "all", 4, no, no), cq("B", "all", 4, no, no)}}
		p.Queues[0].Preemption = a
		return p
	}
	reclaim := PreemptionRules{Reclaim: ReclaimAny}
	borrow := PreemptionRules{Reclaim: ReclaimAny, Borrowing: true, MostPriority: 0}
	own := PreemptionRules{Within: WithinLowerOrNewer}
	alone := cq("A", "", 4, no, no)
	alone.Preemption = own
	run := func(p PreemptionRules, more ...workload.Job) []string {
		jobs := append([]workload.Job{coreJob(0, "B", 3, 0, 100, 0), coreJob(0, "B", 2, 1, 100, 1), coreJob(0, "A", 3, 2, 100, 1)}, more...)
		return story(t, config(queues(p), jobs...))[3:]
	}
	for _, v := range []struct {
		name      string
		got, want []string
	}{
		{"reclaims", run(reclaim, coreJob(0, "A", 1, 10, 10, 0)), []string{
			"job 1 is stopped because job 4 needs what it uses (number 1 of the jobs that may be stopped for it)",
			"job 2 is spared because its queue, or the cohort of its queue, uses no more than its own quota",
			"job 3 is spared because the queue of job 4 stops no jobs of its queue",
			"10: job 1 stops: its queue gives back to job 4 what it borrowed (InCohortReclamation)",
			"10: job 4 starts",
			"20: job 1 starts",
		}},
		{"must borrow", run(reclaim, coreJob(0, "A", 2, 10, 10, 5)), []string{"100: job 4 starts"}},
		{"borrows", run(borrow, coreJob(0, "A", 2, 10, 10, 5)), []string{
			"job 1 is stopped because job 4 needs what it uses (number 1 of the jobs that may be stopped for it)",
			"job 2 is spared because the queue of job 4 must borrow, and may not stop it then",
			"job 3 is spared because the queue of job 4 stops no jobs of its queue",
			"10: job 1 stops: its queue leaves what it borrowed to job 4, which has a higher priority (InCohortReclaimWhileBorrowing)",
			"10: job 4 starts",
			"20: job 1 starts",
		}},
		{"newer of the same priority", story(t, config(KueuePolicy{Queues: []ClusterQueue{alone}}, coreJob(0, "A", 3, 0, 10, 0), coreJob(0, "A", 4, 1, 10, 0), coreJob(0, "A", 1, 2, 100, 0))), []string{
			"0: job 1 starts",
			"2: job 3 starts",
			"job 3 is stopped because job 2 needs what it uses (number 1 of the jobs that may be stopped for it)",
			"10: job 3 stops: it makes room for job 2, which comes before it in its queue (InClusterQueue)",
			"10: job 2 starts",
			"20: job 3 starts",
		}},
		{"lower in its queue", run(own, coreJob(0, "A", 3, 5, 10, 2)), []string{
			"job 3 is stopped because job 4 needs what it uses (number 1 of the jobs that may be stopped for it)",
			"job 1 is spared because the queue of job 4 stops no jobs of its queue",
			"job 2 is spared because the queue of job 4 stops no jobs of its queue",
			"5: job 3 stops: it makes room for job 4, which comes before it in its queue (InClusterQueue)",
			"5: job 4 starts",
			"15: job 3 starts",
		}},
	} {
		if !slices.Equal(v.got, v.want) {
			t.Errorf("%s:\n%s", v.name, strings.Join(v.got, "\n"))
		}
	}
}

// TestKueuesTopologies compares stops on nodes with cases of Kueue's
// TestScheduleForTASPreemption. The last job is the waiting one. The nodes have 5 cores
// and 5 GiB.
func TestKueuesTopologies(t *testing.T) {
	job := func(tasks int32, cores, memory, priority int64) workload.Job {
		j := coreJob(0, "main", tasks, 0, 100, priority)
		j.PerTask = workload.Resources{workload.Cores: cores, workload.Memory: memory}
		return j
	}
	oneHost := func(j workload.Job) workload.Job {
		j.Network.Gather, j.Network.Level = workload.GatherRequired, 1
		return j
	}
	for _, v := range []struct {
		name    string
		nodes   int
		waiting workload.Job
		running []workload.Job // job 1 on node 0, job 2 on the last node
		want    []string
	}{
		{"preemption; TAS uses podspec memory for fit", 1, job(1, 1, 4096, 3), []workload.Job{job(1, 1, 2048, 1)}, []string{"1"}},
		{"only low priority workload is preempted", 1, job(1, 2, 0, 3), []workload.Job{job(1, 5, 0, 1)}, []string{"1"}},
		{"low priority workload is preempted, mid-priority workload survives", 1, job(1, 2, 0, 3), []workload.Job{job(1, 2, 0, 2), job(1, 2, 0, 1)}, []string{"2"}},
		{"low priority workload is preempted even though there is enough capacity, but fragmented", 2, oneHost(job(2, 1, 0, 3)), []workload.Job{job(1, 4, 0, 2), job(1, 4, 0, 1)}, []string{"2"}},
		{"workload with equal priority awaits for other workloads to complete", 1, oneHost(job(2, 1, 0, 2)), []workload.Job{job(1, 4, 0, 2)}, nil},
	} {
		q := ClusterQueue{Name: "main", Preemption: PreemptionRules{Within: WithinLower}, Flavors: []Flavor{{Name: "default", Quotas: []Quota{
			{Measure: queue.CPUs, Nominal: 50, Borrowing: Unlimited, Lending: Unlimited}, {Measure: queue.Memory, Nominal: 50 * 1024, Borrowing: Unlimited, Lending: Unlimited},
		}}}}
		c := config(KueuePolicy{Queues: []ClusterQueue{q}}, append(slices.Clone(v.running), v.waiting)...)
		hosts, err := topology.NewLevelTree(nil, []topology.LabelledNode{{Name: "x1"}, {Name: "y1"}}[:v.nodes])
		if err != nil {
			t.Fatal(err)
		}
		c.Machine = cluster.NewMachine(hosts, cluster.Spec{Resources: workload.Resources{workload.Cores: 5, workload.Memory: 5 * 1024}, Speed: 1000})
		c.Allocator, c.Running = alloc.KueueTAS{}, map[workload.JobID]cluster.Placement{}
		for i := range v.running {
			n := topology.NodeID(min(i, v.nodes-1))
			c.Running[workload.JobID(i)] = cluster.Placement{{First: n, Last: n, Tasks: 1}}
		}
		c.Jobs[len(v.running)].Submit = 10_000
		log, err := engine.Run(c)
		if err != nil {
			t.Fatalf("%s: %v", v.name, err)
		}
		var stopped []string
		for _, e := range log {
			if e.Kind == trace.Requeue {
				stopped = append(stopped, fmt.Sprint(e.Job+1))
			}
		}
		if !slices.Equal(stopped, v.want) {
			t.Errorf("%s: stops %v, Kueue %v", v.name, stopped, v.want)
		}
	}
}
