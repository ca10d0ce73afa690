package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// heldJobs returns a machine of 4 nodes and jobs of one node each.
func heldJobs(jobs ...workload.Job) Config {
	flat, _ := topology.NewFlat(4)
	for i := range jobs {
		j := &jobs[i]
		j.ID, j.Number, j.After = workload.JobID(i), int64(i)+1, workload.NoJob
		j.Nodes = max(j.Nodes, 1)
		if j.Walltime == 0 {
			j.Walltime = 60_000
		}
		if j.Runtime == 0 {
			j.Runtime = j.Walltime
		}
	}
	return Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}), Queue: queue.EASY{}, Allocator: alloc.FirstFit{}, Jobs: jobs}
}

func heldBy(text string) workload.Job {
	c := &workload.Conditions{}
	if err := c.ParseDependencies(text); err != nil {
		panic(err)
	}
	return workload.Job{Held: c}
}

// TestConditions checks the start of the last job, in seconds, for each condition of
// sbatch's manual page.
func TestConditions(t *testing.T) {
	job := workload.Job{Request: workload.Request{Walltime: 60_000}}
	short := workload.Job{Request: workload.Request{Walltime: 60_000}, Runtime: 30_000}
	killed := workload.Job{Request: workload.Request{Walltime: 60_000}, Runtime: 90_000}
	task := func() workload.Job { return workload.Job{Held: &workload.Conditions{Array: "a", AtOnce: 2}} }
	of := func(j workload.Job, user string) workload.Job {
		j.User, j.Application = user, "cfd"
		return j
	}
	for name, c := range map[string]struct {
		jobs  []workload.Job
		start simtime.Time // of the last job; -1: never
	}{
		"begin":                     {[]workload.Job{{Held: &workload.Conditions{Begin: 45_500}}}, 45_500},
		"after a start":             {[]workload.Job{job, heldBy("after:1")}, 0},
		"some time after a start":   {[]workload.Job{job, heldBy("after:1+2")}, 120_000},
		"after an end":              {[]workload.Job{short, heldBy("afterany:1")}, 30_000},
		"after a kill":              {[]workload.Job{killed, heldBy("afterany:1")}, 60_000},
		"after success":             {[]workload.Job{short, heldBy("afterok:1")}, 30_000},
		"after no success":          {[]workload.Job{killed, heldBy("afterok:1")}, -1},
		"after failure":             {[]workload.Job{killed, heldBy("afternotok:1")}, 60_000},
		"after no failure":          {[]workload.Job{short, heldBy("afternotok:1")}, -1},
		"after two":                 {[]workload.Job{short, job, heldBy("afterok:1:2")}, 60_000},
		"after one of two":          {[]workload.Job{short, job, heldBy("afterok:1?afterok:2")}, 30_000},
		"after the other of two":    {[]workload.Job{killed, short, heldBy("afterok:1?afternotok:2?after:1+4")}, 240_000},
		"after none of two":         {[]workload.Job{killed, short, heldBy("afterok:1?afternotok:2")}, -1},
		"after a job that waits":    {[]workload.Job{{Request: workload.Request{Nodes: 4}}, job, heldBy("after:2")}, 60_000},
		"begin after a dependency":  {[]workload.Job{short, {Held: &workload.Conditions{Begin: 50_000, Dependencies: []workload.Dependency{{Kind: workload.DependsOnEnd, Job: 1}}}}}, 50_000},
		"singleton":                 {[]workload.Job{of(short, "ada"), of(job, "bob"), of(job, "ada"), of(heldBy("singleton"), "ada")}, 60_000},
		"singleton of another user": {[]workload.Job{of(short, "ada"), of(job, "ada"), of(heldBy("singleton"), "bob")}, 0},
		"two singletons":            {[]workload.Job{of(short, "ada"), of(heldBy("singleton"), "ada"), of(heldBy("singleton"), "ada")}, 90_000},
		"third task of an array":    {[]workload.Job{task(), task(), task()}, 60_000},
		"fifth task of an array":    {[]workload.Job{task(), task(), task(), task(), task()}, 120_000},
	} {
		events, err := Run(heldJobs(c.jobs...))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		start := simtime.Time(-1)
		for _, e := range events {
			if e.Kind == trace.Start && int(e.Job) == len(c.jobs)-1 {
				start = e.Time
			}
		}
		if start != c.start {
			t.Errorf("%s: starts at %v, want %v", name, start, c.start)
		}
	}
}

// TestConditionReasons checks the reasons of held jobs.
func TestConditionReasons(t *testing.T) {
	late := heldBy("afterok:1")
	late.Held.Begin = 100_000
	task := workload.Job{Held: &workload.Conditions{Array: "a", AtOnce: 1}}
	killed := workload.Job{Request: workload.Request{Walltime: 30_000}, Runtime: 90_000}
	c := heldJobs(workload.Job{}, late, heldBy("singleton"), task, workload.Job{Held: &workload.Conditions{Array: "a", AtOnce: 1}}, killed, heldBy("afterok:6"), heldBy("afterok:6?afterok:1"), heldBy("after:1+5"))
	e, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	reasons := func() (all []string) {
		for _, d := range e.Pending() {
			all = append(all, fmt.Sprintf("%d %s", d.Job+1, d.Why.English(why.Names{})))
		}
		return all
	}
	for want := range 2 {
		for s, more := e.Step(); more && e.Now() <= simtime.Time(want*30_000); s, more = e.Step() {
			_ = s
			if e.Clone().nextInstant() > simtime.Time(want*30_000) {
				break
			}
		}
		got := strings.Join(reasons(), "; ")
		if wanted := []string{
			"2 waits until job #0 has completed; 3 waits until job #0, an earlier one of the same user and application, has ended; 5 at most 1 of the tasks of its array may run at a time; 7 waits until job #5 has completed; 8 waits until job #5 has completed; 9 waits until 300, a while after job #0 started",
			"2 waits until job #0 has completed; 3 waits until job #0, an earlier one of the same user and application, has ended; 5 at most 1 of the tasks of its array may run at a time; 7 waits until job #5 has completed, which can no longer happen; 8 waits until job #0 has completed; 9 waits until 300, a while after job #0 started",
		}[want]; got != wanted {
			t.Errorf("at %v:\n%s\nwant\n%s", e.Now(), got, wanted)
		}
	}
	for _, bad := range []workload.Job{heldBy("afterok:9"), heldBy("afterok:2"), {Held: &workload.Conditions{Array: "a", AtOnce: 2}}} {
		if _, err := New(heldJobs(task, bad)); !errors.Is(err, workload.ErrWorkload) {
			t.Errorf("%+v: %v", bad.Held, err)
		}
	}
}

// TestConditionTwin runs random jobs with conditions under every discipline, and
// checks each trace against the wording of sbatch's manual page: no job starts
// before its conditions hold, and no job is held when they do. It also checks that
// clones behave like their originals.
func TestConditionTwin(t *testing.T) {
	releases, starts := 0, 0
	for seed := range soaktest.Seeds(4000) {
		r := rand.New(rand.NewPCG(seed, 7))
		c := heldJobs(randomHeldJobs(r)...)
		d := policies.Disciplines()[r.IntN(len(policies.Disciplines()))]
		if d.NeedsBlock() {
			continue
		}
		c.Queue = d.New(&policies.Setup{Settings: policies.Defaults()})
		e, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		e.KeepEvents()
		var copied *Engine
		for more := true; more; {
			if copied == nil && r.IntN(20) == 0 {
				copied = e.Clone()
				copied.KeepEvents()
				copied.events = slices.Clone(e.events)
			}
			_, more = e.Step()
		}
		if copied != nil {
			for more := true; more; {
				_, more = copied.Step()
			}
			if trace.Hash(copied.events) != trace.Hash(e.events) {
				t.Fatalf("seed %d, %s: a clone goes another way", seed, d.Name.Name)
			}
		}
		n, err := readHeld(c.Jobs, e.events)
		if err != nil {
			t.Fatalf("seed %d, %s: %v", seed, d.Name.Name, err)
		}
		releases += n
		starts += len(c.Jobs)
	}
	if releases < starts/20 {
		t.Errorf("only %d of %d jobs were released", releases, starts)
	}
	t.Logf("%d jobs, %d released", starts, releases)
}

func randomHeldJobs(r *rand.Rand) []workload.Job {
	jobs := make([]workload.Job, 2+r.IntN(14))
	at := simtime.Time(0)
	most, limited := int32(1+r.IntN(3)), false
	for i := range jobs {
		j := &jobs[i]
		at += simtime.Time(r.IntN(3)) * 15_000
		j.Submit, j.User, j.Nodes = at, []string{"ada", "bob"}[r.IntN(2)], int32(1+r.IntN(4))
		j.Walltime = simtime.Duration(1+r.IntN(4)) * 30_000
		j.Runtime = j.Walltime/2 + simtime.Duration(r.IntN(3))*30_000
		c := workload.Conditions{Any: r.IntN(2) == 0}
		switch r.IntN(6) {
		case 0:
			c.Begin = at + simtime.Time(r.IntN(5)-1)*30_000
		case 1:
			c.Singleton = true
		case 2:
			c.Array = "a"
			if i%2 == 0 || !limited {
				c.AtOnce, limited = most, true
			}
		}
		for n := r.IntN(3); n > 0 && i > 0; n-- {
			d := workload.Dependency{Kind: workload.DependencyKind(r.IntN(4)), Job: int64(1 + r.IntN(i))}
			if d.Kind == workload.DependsOnStart {
				d.Delay = simtime.Duration(r.IntN(3)) * simtime.Minute
			}
			c.Dependencies = append(c.Dependencies, d)
		}
		c.KillInvalid = len(c.Dependencies) > 0 && r.IntN(3) == 0
		if c.Begin > 0 || c.Singleton || c.Array != "" || len(c.Dependencies) > 0 {
			j.Held = &c
		}
	}
	return jobs
}

// heldTwin is the course of each job, read from a trace.
type heldTwin struct {
	jobs                      []workload.Job
	submitted, started, ended []simtime.Time // -1: not yet
	failed, detained          []bool
}

// readHeld checks a trace and returns the number of releases.
func readHeld(jobs []workload.Job, events []trace.Event) (releases int, err error) {
	n := len(jobs)
	w := &heldTwin{jobs: jobs, failed: make([]bool, n), detained: make([]bool, n)}
	for range n {
		w.submitted, w.started, w.ended = append(w.submitted, -1), append(w.started, -1), append(w.ended, -1)
	}
	ended, maybe := simtime.Time(-1), make([]bool, n)
	for i := range events {
		e := &events[i]
		if e.Kind.Ends() {
			ended = e.Time
		}
		if i > 0 && events[i-1].Time < e.Time {
			for id := range jobs {
				if w.detained[id] && w.holds(workload.JobID(id), events[i-1].Time) {
					return 0, fmt.Errorf("job %d is held at %v, although its conditions hold", id, events[i-1].Time)
				}
				if w.detained[id] && w.never(workload.JobID(id)) && jobs[id].Held.KillInvalid {
					return 0, fmt.Errorf("job %d waits at %v, although it can never start", id, events[i-1].Time)
				}
			}
		}
		switch e.Kind {
		case trace.Submit:
			w.submitted[e.Job] = e.Time
			w.detained[e.Job] = !w.holds(e.Job, e.Time)
			maybe[e.Job] = ended == e.Time // the event of an end at the walltime comes before the submissions of its instant, and what follows from it comes after them
		case trace.Release:
			if !w.detained[e.Job] && !maybe[e.Job] || !w.holds(e.Job, e.Time) {
				return 0, fmt.Errorf("job %d is released at %v, although it is not held or its conditions do not hold", e.Job, e.Time)
			}
			w.detained[e.Job] = false
			releases++
		case trace.Start:
			if w.detained[e.Job] || !w.holds(e.Job, e.Time) {
				return 0, fmt.Errorf("job %d starts at %v, although its conditions do not hold", e.Job, e.Time)
			}
			w.started[e.Job] = e.Time
		case trace.Reject:
			if !w.never(e.Job) || !jobs[e.Job].Held.KillInvalid || w.submitted[e.Job] < 0 || w.started[e.Job] >= 0 {
				return 0, fmt.Errorf("job %d is cancelled at %v, although it could start", e.Job, e.Time)
			}
			w.ended[e.Job], w.failed[e.Job], w.detained[e.Job] = e.Time, true, false
		case trace.End, trace.Kill:
			w.ended[e.Job], w.failed[e.Job] = e.Time, e.Kind == trace.Kill
		}
	}
	return releases, nil
}

// never reports whether a job can no longer start, because of how other jobs ended.
func (w *heldTwin) never(id workload.JobID) bool {
	c := w.jobs[id].Held
	if c == nil || len(c.Dependencies) == 0 {
		return false
	}
	hopeless := 0
	for _, d := range c.Dependencies {
		o := d.Job - 1
		if w.ended[o] >= 0 && (d.Kind == workload.DependsOnSuccess && w.failed[o] || d.Kind == workload.DependsOnFailure && !w.failed[o]) {
			hopeless++
		}
	}
	if c.Any {
		return hopeless == len(c.Dependencies) && !c.Singleton
	}
	return hopeless > 0
}

func (w *heldTwin) holds(id workload.JobID, now simtime.Time) bool {
	c := w.jobs[id].Held
	if c == nil {
		return true
	}
	if c.Begin > now {
		return false
	}
	if c.Array != "" {
		before, most := int32(0), int32(0)
		for other := range w.jobs {
			if o := w.jobs[other].Held; o != nil {
				most = max(most, o.AtOnce)
			}
		}
		for other := range w.jobs[:id] {
			if o := w.jobs[other].Held; o != nil && o.Array == c.Array && w.ended[other] < 0 && w.submitted[other] >= 0 {
				before++
			}
		}
		if before >= most {
			return false
		}
	}
	var all []bool
	for _, d := range c.Dependencies {
		o := d.Job - 1
		switch d.Kind {
		case workload.DependsOnStart:
			all = append(all, w.ended[o] >= 0 && w.started[o] < 0 || w.started[o] >= 0 && now >= w.started[o].Add(d.Delay))
		case workload.DependsOnEnd:
			all = append(all, w.ended[o] >= 0)
		case workload.DependsOnSuccess:
			all = append(all, w.ended[o] >= 0 && !w.failed[o])
		case workload.DependsOnFailure:
			all = append(all, w.ended[o] >= 0 && w.failed[o])
		}
	}
	if c.Singleton {
		alone := true
		for other := range w.jobs[:id] {
			if w.jobs[other].User == w.jobs[id].User && w.jobs[other].Application == w.jobs[id].Application && w.ended[other] < 0 {
				alone = false
			}
		}
		all = append(all, alone)
	}
	return len(all) == 0 || c.Any && slices.Contains(all, true) || !c.Any && !slices.Contains(all, false)
}
