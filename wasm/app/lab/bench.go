package lab

import (
	"encoding/json"
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/experiment"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// request is a message to a worker. It includes the design if the worker does not
// have it yet.
type request struct {
	Design string  `json:"design,omitempty"`
	Runs   []task  `json:"runs,omitempty"`
	Part   *parted `json:"part,omitempty"` // asks for the first difference between two runs
}

// task is a run to be made. It consists of a cell of the design, and a repetition
// that determines the seed. If Twice is set, the run has twice as many jobs. Such a
// run shows whether wait times grow with the number of jobs.
type task struct {
	Cell       int  `json:"c"`
	Repetition int  `json:"r"`
	Twice      bool `json:"t,omitempty"`
}

// parted is a request for the first decision in which two runs differ. The runs
// belong to the cells A and B and have the same seed.
type parted struct {
	A          int `json:"a"`
	B          int `json:"b"`
	Repetition int `json:"r"`
}

// reply is a worker's answer to a request.
type reply struct {
	Made []made `json:"made,omitempty"`
	Part *parts `json:"part,omitempty"`
	Err  string `json:"err,omitempty"`
	Held int64  `json:"held,omitempty"` // memory in bytes, as returned by Bench.Held
}

// made is a finished run.
type made struct {
	task
	Figures []float64 `json:"f,omitempty"`
	Err     string    `json:"e,omitempty"`
}

// parts is a worker's answer to a parted request: the first difference between two
// runs.
type parts struct {
	parted
	Link string       `json:"link"` // fragment of a link that opens the run at the difference
	Same bool         `json:"same,omitempty"`
	At   simtime.Time `json:"at,omitempty"`
	Job  int64        `json:"job,omitempty"` // number of the job of the earliest start that is not the same in both runs
	InA  bool         `json:"ina,omitempty"` // true: the start of Job is in the run of cell A; false: it is in the run of cell B
	Err  string       `json:"e,omitempty"`
}

// Bench is the worker's side of an experiment. It makes the runs.
type Bench struct {
	Held func() int64 // returns the memory of the worker in bytes; nil if unknown

	design string
	x      *experiment.Experiment
	err    error
}

// Handle makes the runs that a message from Lab.Work requests, and returns the
// answer.
func (b *Bench) Handle(message []byte) []byte {
	var q request
	var a reply
	if err := json.Unmarshal(message, &q); err != nil {
		a.Err = err.Error()
	} else {
		a = b.answer(&q)
	}
	if b.Held != nil {
		a.Held = b.Held()
	}
	out, err := json.Marshal(a)
	if err != nil { // a figure is NaN or infinite
		out, _ = json.Marshal(reply{Err: err.Error()})
	}
	return out
}

func (b *Bench) answer(q *request) (a reply) {
	if q.Design != "" && q.Design != b.design {
		b.design = q.Design
		var d *scenario.Design
		if d, b.err = scenario.ParseDesign([]byte(q.Design)); b.err == nil {
			b.x, b.err = experiment.New(d)
		}
	}
	switch {
	case b.err != nil:
		a.Err = b.err.Error()
		return a
	case b.x == nil:
		a.Err = "there is no design yet"
		return a
	}
	for _, t := range q.Runs {
		a.Made = append(a.Made, b.make(t))
	}
	if q.Part != nil {
		a.Part = b.part(*q.Part)
	}
	return a
}

// make makes one run.
func (b *Bench) make(t task) made {
	m := made{task: t}
	if t.Cell < 0 || t.Cell >= len(b.x.Cells) || t.Repetition < 0 {
		m.Err = fmt.Sprintf("there is no run %d of cell %d", t.Repetition, t.Cell)
		return m
	}
	makes := b.x.Run
	if t.Twice {
		makes = b.x.RunDoubled
	}
	f, err := makes(t.Cell, t.Repetition)
	if err != nil {
		m.Err = err.Error()
		return m
	}
	for _, x := range f.List() {
		m.Figures = append(m.Figures, x.Value)
	}
	return m
}

// start is a start of a job in a run. The field ordinal distinguishes steps at the
// same time.
type start struct {
	job     workload.JobID
	time    simtime.Time
	ordinal int
	where   cluster.Placement
}

// starts makes a run and returns all starts of jobs in order.
func starts(c engine.Config) ([]start, error) {
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	var out []start
	for s, more := e.Step(); more; s, more = e.Step() {
		for i := range s.Events {
			if x := &s.Events[i]; x.Kind == trace.Start {
				out = append(out, start{x.Job, s.Time, s.Ordinal, slices.Clone(x.Placement)})
			}
		}
	}
	return out, e.Err()
}

// part finds the first difference between two runs. It also makes a link that opens
// the run of the first cell at the time of this difference.
func (b *Bench) part(q parted) *parts {
	p := &parts{parted: q}
	fail := func(err error) *parts { p.Err = err.Error(); return p }
	if max(q.A, q.B) >= len(b.x.Cells) || min(q.A, q.B, q.Repetition) < 0 {
		return fail(fmt.Errorf("there are no cells %d and %d", q.A, q.B))
	}
	s := b.x.Cells[q.A].Scenario.WithSeed(b.x.Seed(q.A, q.Repetition))
	other := b.x.Cells[q.B].Scenario.WithSeed(b.x.Seed(q.B, q.Repetition))
	ca, err := s.Config()
	if err != nil {
		return fail(err)
	}
	cb, err := other.Config()
	if err != nil {
		return fail(err)
	}
	x, err := starts(ca)
	if err != nil {
		return fail(err)
	}
	y, err := starts(cb)
	if err != nil {
		return fail(err)
	}
	l := scenario.SharedLink{Scenario: s}
	i := 0
	for i < min(len(x), len(y)) && x[i].job == y[i].job && x[i].time == y[i].time && slices.Equal(x[i].where, y[i].where) {
		i++
	}
	switch {
	case i == len(x) && i == len(y):
		p.Same = true
	case i == len(y) || i < len(x) && x[i].time <= y[i].time:
		p.tell(&ca, &x[i], true)
		l.At = &scenario.Moment{Time: x[i].time, Ordinal: x[i].ordinal}
	default:
		p.tell(&cb, &y[i], false)
		l.At = &scenario.Moment{Time: y[i].time, Ordinal: y[i].ordinal}
	}
	if p.Job > 0 {
		l.Job = &p.Job
	}
	if one, two, ok := comparable(s, other); ok {
		l.A, l.B = &one, &two
	}
	if p.Link, err = scenario.EncodeLink(l); err != nil {
		return fail(err)
	}
	return p
}

func (p *parts) tell(c *engine.Config, s *start, inA bool) {
	p.At, p.Job, p.InA = s.time, c.Jobs[s.job].Number, inA
}

// comparable returns the policies of two scenarios. ok is true if the scenarios
// differ in their policies and in nothing else, so that the page can compare the
// two runs side by side.
func comparable(a, b *scenario.Scenario) (one, two scenario.PolicyNames, ok bool) {
	one, two = a.Policy(), b.Policy()
	if one == two || owned(one) || owned(two) {
		return one, two, false
	}
	c := *b
	c.Scheduler.Queue, c.Scheduler.Allocator, c.Scheduler.Order = a.Scheduler.Queue, a.Scheduler.Allocator, a.Scheduler.Order
	return one, two, string(c.Canonical()) == string(a.Canonical())
}

// owned reports whether a policy is a program. A link cannot name a program.
func owned(p scenario.PolicyNames) bool {
	return p.Queue == policies.Own || p.Allocator == policies.Own || p.Order == policies.Own
}
