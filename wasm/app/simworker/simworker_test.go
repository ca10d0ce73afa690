package simworker

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/message"
)

// run loads a scenario, records its run completely, and returns the dispatcher and
// the description of the run.
func run(t testing.TB, l message.Load) (*Dispatcher, *message.Loaded) {
	t.Helper()
	d := &Dispatcher{}
	d.Handle(l.Pack())
	for d.Busy() {
		d.Work(7)
	}
	answers := d.Answers()
	if message.KindOf(answers[0]) == message.KindFailed {
		var f message.Failed
		_ = f.Unpack(answers[0])
		t.Fatalf("%+v", f.Faults)
	}
	var m message.Loaded
	if err := m.Unpack(answers[0]); err != nil {
		t.Fatal(err)
	}
	return d, &m
}

func load(text string) message.Load {
	return message.Load{Serial: 1, Form: message.JSON, Text: text, At: -1, Job: -1}
}

// overrides returns the combinations of a queue and an allocator with which a
// lesson can run.
func overrides(s *scenario.Scenario) []message.Overrides {
	c := choices(s, try)
	var pairs []message.Overrides
	for _, q := range c.Queues {
		for _, a := range c.Allocators {
			if q.Unfit == "" && a.Unfit == "" {
				pairs = append(pairs, message.Overrides{Queue: q.Name, Allocator: a.Name})
			}
		}
	}
	return pairs
}

// TestSeekingEqualsStepping checks that the states sent to the page equal the
// states of an engine that executes all steps in order and caches nothing. States
// are requested at random steps, and the trace hashes must agree, too. Each lesson
// runs under a few combinations of queue and allocator, chosen so that every policy
// is used; with HOPYARD_SOAK it runs under all of them. The scenarios package
// checks for all combinations that the engine always produces the same traces.
func TestSeekingEqualsStepping(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	ran := map[string]int{}
	for i, lesson := range scenarios.All() {
		s, _ := scenario.Parse(lesson.Source)
		pairs := overrides(s)
		for j, o := range pairs {
			if !soaktest.Picks(j+7*i, 60) && j != i%len(pairs) && ran[o.Queue] > 0 && ran[o.Allocator] > 0 {
				continue
			}
			ran[o.Queue]++
			ran[o.Allocator]++
			l := load(string(lesson.Source))
			l.Overrides = o
			d, m := run(t, l)
			changed := *s
			if err := changed.SetAll(append(scenario.QueueAssignments(lesson.Source, o.Queue), [2]string{"scheduler.allocator", o.Allocator})...); err != nil {
				t.Fatal(err)
			}
			c, err := changed.Config()
			if err != nil {
				t.Fatal(err)
			}
			e, err := engine.New(c)
			if err != nil {
				t.Fatal(err)
			}
			e.KeepEvents()
			want := []*message.State{d.shown.State(&message.Seek{Job: -1})}
			for range m.Steps {
				for step, ok := e.Step(); ok && !step.Changed(); step, ok = e.Step() {
				}
				w := &message.State{Waiting: int32(e.Waiting()), Idle: int32(e.State().Idle().Len())}
				for i, p := range e.Pending() {
					x := message.Waiting{Job: p.Job, Promised: p.Promised, Why: p.Why}
					if m, ok := alloc.RoomFor(c.Allocator, &c.Jobs[p.Job].Request, &e.State().Free); ok && p.Why.Code == why.NotPlaceable && i < maxRooms {
						x.Room = &message.Room{Level: m.Level, Nodes: m.Nodes, Need: m.Need, Part: m.Part, Most: m.Most, InUse: m.InUse, Blocks: m.Blocks}
						if m.Part == m.Need {
							x.Room.Where = m.Where(c.Machine.Topology)
						}
					}
					if p.Promised != simtime.Never {
						x.Where = e.Where(p.Job)
					}
					w.Queue = append(w.Queue, x)
				}
				for _, limit := range e.State().Limits() {
					r := e.State().Job(limit.Slot)
					w.Running = append(w.Running, message.Running{
						Job: r.Request.ID, Start: r.Start, Limit: r.Limit, Placement: r.Placement,
						Speed: thousandths(e.Speed(limit.Slot)), Left: e.Left(limit.Slot), Late: thousandths(e.Delay(limit.Slot)),
					})
				}
				slices.SortFunc(w.Running, func(a, b message.Running) int { return cmp.Compare(a.Job, b.Job) })
				want = append(want, w)
			}
			for _, ok := e.Step(); ok; _, ok = e.Step() {
			}
			if want := trace.Hash(e.Events()); m.Hash != want {
				t.Errorf("%s under %v: hash %x, the engine's is %x", lesson.Name, o, m.Hash, want)
			}
			for range 2 * len(m.Steps) {
				n := rng.IntN(len(want))
				got := d.shown.State(&message.Seek{Step: int32(n), Job: -1})
				for i := range got.Running { // TestLinks in package app covers this field (links_test.go)
					got.Running[i].Brake = 0
					want[n].Running[i].Brake = 0
				}
				if !reflect.DeepEqual(got.Running, want[n].Running) || !reflect.DeepEqual(got.Queue, want[n].Queue) ||
					got.Waiting != want[n].Waiting || got.Idle != want[n].Idle {
					t.Fatalf("%s under %v, step %d:\n got %+v\nwant %+v", lesson.Name, o, n, got, want[n])
				}
			}
		}
	}
}

func TestFiguresSoFarEndAsTheWholeRuns(t *testing.T) {
	for _, lesson := range scenarios.All() {
		d, m := run(t, load(string(lesson.Source)))
		last := d.shown.State(&message.Seek{Step: int32(len(m.Steps)), Job: -1})
		if !reflect.DeepEqual(last.Figures, m.Figures) {
			t.Errorf("%s: so far %v, in all %v", lesson.Name, last.Figures, m.Figures)
		}
		for i, spark := range m.Sparks {
			if end := spark[len(spark)-1]; end != m.Figures[i] {
				t.Errorf("%s: curve %d ends at %v, the figure is %v", lesson.Name, i, end, m.Figures[i])
			}
		}
	}
}

func TestTheChosenCandidateIsThePlacement(t *testing.T) {
	for i, lesson := range scenarios.All() {
		for j, policy := range []string{"", "easy", "conservative", "batch", "hybrid"} {
			if !soaktest.Picks(i+j, 5) { // a fifth of the combinations of lesson and policy
				continue
			}
			if policy != "" && strings.Contains(string(lesson.Source), `"het"`) { // only slurm starts such jobs
				continue
			}
			l := load(string(lesson.Source))
			l.Queue = policy
			d, m := run(t, l)
			starts, weighed := 0, 0
			for n := 1; n <= len(m.Steps); n++ {
				s := d.shown.State(&message.Seek{Step: int32(n), Job: -1})
				if s.Weighed == nil {
					continue
				}
				starts++
				if len(s.Weighed.Candidates) == 0 { // the placement was decided in an earlier step
					continue
				}
				weighed++
				for _, e := range d.shown.tape.Events(n - 1) {
					if e.Kind == trace.Start && e.Job == s.Weighed.Job && s.Weighed.Candidates[0].Placement.String() != e.Placement.String() {
						t.Errorf("%s under %q, step %d: job %d runs on %v, the best candidate is %v", lesson.Name, policy, n, e.Job, e.Placement, s.Weighed.Candidates[0].Placement)
					}
				}
			}
			if starts == 0 && policies.DisciplineOf(d.shown.scenario.Scheduler.Queue).Free {
				continue // the reader decides, and has decided nothing yet
			}
			if weighed == 0 || weighed < starts && d.shown.scenario.Scheduler.Queue != "conservative" {
				t.Errorf("%s under %q: of %d starts %d have candidates", lesson.Name, policy, starts, weighed)
			}
		}
	}
}

func TestTheFirstViewIsATellingStep(t *testing.T) {
	l := load(string(scenarios.All()[0].Source))
	l.Telling = true
	d, m := run(t, l)
	s := d.shown.State(&message.Seek{Step: m.Step, Job: -1})
	if s.Weighed == nil || s.Reasons[len(s.Reasons)-1].Blocker == workload.NoJob {
		t.Errorf("the first lesson opens at step %d, which overtakes nobody: %+v", m.Step, s.Reasons)
	}
}

func TestThePlaceInTimeIsKept(t *testing.T) {
	text := string(scenarios.All()[0].Source)
	d, m := run(t, load(text))
	for i, step := range m.Steps {
		l := load(text)
		l.At, l.Ordinal = step.Time, step.Ordinal
		l.Job = m.Jobs[i%len(m.Jobs)].Number
		_, again := run(t, l)
		if int(again.Step) != i+1 || int(again.Select) != i%len(m.Jobs) {
			t.Errorf("step %d at %v.%d: arrived at %d, job %d selected", i+1, step.Time, step.Ordinal, again.Step, again.Select)
		}
	}
	// Under another policy, the page first shows the last step that is not later
	// than the requested moment.
	l := load(text)
	l.Queue, l.At, l.Ordinal = "fcfs", m.Steps[8].Time, m.Steps[8].Ordinal
	_, other := run(t, l)
	if n := other.Step; n > 0 && other.Steps[n-1].Time > l.At || int(n) < len(other.Steps) && other.Steps[n].Time < l.At {
		t.Errorf("arrived at step %d of the other run, asked for %v", n, l.At)
	}
	_ = d
}

func TestTheSameTextNeedNotBeSentAgain(t *testing.T) {
	d, first := run(t, load(string(scenarios.All()[0].Source)))
	l := message.Load{Serial: 2, Form: message.Same, At: -1, Job: -1, Overrides: message.Overrides{Queue: "fcfs"}}
	d.Handle(l.Pack())
	for d.Busy() {
		d.Work(100)
	}
	var m message.Loaded
	if err := m.Unpack(d.Answers()[0]); err != nil || m.Title != first.Title || m.Policy.Queue != "fcfs" || m.Own.Queue != "easy" {
		t.Errorf("%v: %q under %+v, own %+v", err, m.Title, m.Policy, m.Own)
	}
}

func TestWhileARunIsRecordedTheOneOnScreenAnswers(t *testing.T) {
	d, m := run(t, load(string(scenarios.All()[0].Source)))
	next := load(string(scenarios.All()[1].Source))
	next.Serial = 2
	d.Handle(next.Pack())
	d.Handle((&message.Seek{Serial: 1, Step: 3, Job: -1}).Pack())
	d.Handle((&message.Seek{Serial: 2, Step: 3, Job: -1}).Pack()) // run 2 is not on screen yet, so there is no answer
	answers := d.Answers()
	if len(answers) != 1 || message.KindOf(answers[0]) != message.KindState {
		t.Fatalf("%d answers", len(answers))
	}
	d.Handle((&message.Cancel{Serial: 2}).Pack())
	var f message.Failed
	if err := f.Unpack(d.Answers()[0]); err != nil || !f.Cancel || d.Busy() {
		t.Errorf("after cancelling: %v, %+v, busy %v", err, f, d.Busy())
	}
	d.Handle((&message.Seek{Serial: 1, Step: int32(len(m.Steps)), Job: -1}).Pack())
	if len(d.Answers()) != 1 {
		t.Error("the run on screen no longer answers")
	}
}

func TestStrangeMessagesAreIgnored(t *testing.T) {
	d := &Dispatcher{}
	for _, wire := range [][]byte{nil, {}, {0}, {200, 1, 2}, {byte(message.KindSeek)}, (&message.Seek{Serial: 9, Step: -5, Job: 99}).Pack(), (&message.ListPlacements{Step: 1 << 30}).Pack()} {
		d.Handle(wire)
		d.Work(10)
	}
	d, m := run(t, load(string(scenarios.All()[0].Source)))
	for _, step := range []int32{-7, 0, int32(len(m.Steps)) + 5, 1 << 30} {
		d.Handle((&message.Seek{Serial: 1, Step: step, Job: 12345}).Pack())
		d.Handle((&message.ListPlacements{Serial: 1, Step: step, Job: 0}).Pack())
	}
}

func TestFaultsSayWhere(t *testing.T) {
	good := string(scenarios.All()[0].Source)
	for name, c := range map[string]struct {
		load  message.Load
		place string
		line  int32
		want  string
	}{
		"too wide":          {load(strings.Replace(good, `"nodes": 24`, `"nodes": 99`, 1)), "jobs[0].nodes", 15, "64"},
		"unknown allocator": {load(strings.Replace(good, `"sdm"`, `"sdn"`, 1)), "scheduler.allocator", 25, "sdn"},
		"not JSON":          {load("{"), "", 1, ""},
		"bad override":      {message.Load{Form: message.JSON, Text: good, Overrides: message.Overrides{Queue: "esay"}}, "scheduler.queue", 0, "esay"},
		"bad link":          {message.Load{Form: message.Link, Text: "#9.z.AAAA"}, "link.version", 0, "9"},
		"bad row":           {message.Load{Form: message.SWF, Text: "1 0 0 5\n", Nodes: 10}, "trace", 1, "18 fields"},
		"no machine":        {message.Load{Form: message.SWF, Text: "1 0 0 5 1 -1 -1 1 5 -1 1 1 1 -1 1 -1 -1 -1\n"}, "trace", 0, "MaxNodes"},
	} {
		d := &Dispatcher{}
		d.Handle(c.load.Pack())
		var f message.Failed
		if answers := d.Answers(); len(answers) != 1 || f.Unpack(answers[0]) != nil {
			t.Errorf("%s: not refused", name)
			continue
		}
		got := f.Faults[0]
		if got.Place != c.place || got.Line != c.line || !strings.Contains(got.Problem, c.want) || got.Fix == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestRunningJobsAreShownFirst checks that a scenario with jobs that run already is
// shown first when these jobs run and the others wait, and other scenarios before
// their first event.
func TestRunningJobsAreShownFirst(t *testing.T) {
	const text = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [
		{"id": 5, "nodes": 4, "walltime": 60}, {"id": 6, "nodes": 3, "walltime": 40, "running": "1-3"}, {"id": 7, "nodes": 1, "submit": 5, "walltime": 30}]}`
	d, m := run(t, load(text))
	if m.Step != 2 {
		t.Errorf("step %d, want 2", m.Step)
	}
	s := d.shown.State(&message.Seek{Serial: 1, Step: m.Step, Job: workload.NoJob})
	if len(s.Running) != 1 || s.Waiting != 1 {
		t.Errorf("%d jobs run and %d wait", len(s.Running), s.Waiting)
	}
	if _, m := run(t, load(strings.Replace(text, `, "running": "1-3"`, "", 1))); m.Step != 0 {
		t.Errorf("without jobs that run: step %d", m.Step)
	}
	at := load(text)
	at.At = 5000
	if _, m := run(t, at); m.Step != 3 {
		t.Errorf("at 5: step %d, want 3", m.Step)
	}
}
