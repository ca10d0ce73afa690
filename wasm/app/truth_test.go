package app

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/html"
	"hopyard/wasm/html/htmltest"
)

// filledTemplate is a text template that was filled in while a panel was drawn.
type filledTemplate struct {
	panel string
	text  i18n.Text
	pairs []i18n.Pair
}

func (s *filledTemplate) gap(name string) string {
	for _, p := range s.pairs {
		if p.Gap == name {
			return htmltest.Plain(p.Text)
		}
	}
	return ""
}

// witness goes through a run on a page without a browser. It records every text
// template that the panels fill in, so that the texts can be checked.
type witness struct {
	*stage
	t     *testing.T
	name  string
	tape  *engine.Recording
	cfg   *engine.Config
	was   *book // state before the step on screen
	is    *book
	heard []filledTemplate
	who   workload.JobID // job of the start that was described last
	panel string
	wrong map[string]bool
	cells map[string]string // what the page has said about the past, by subject
}

func (w *witness) fail(x *filledTemplate, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if key := w.name + strconv.Itoa(int(x.text)) + text; w.wrong[key] || len(w.wrong) > 60 {
		return
	} else {
		w.wrong[key] = true
	}
	subject := "nobody"
	if w.Selected != workload.NoJob {
		subject = w.JobText(w.Selected)
	}
	w.t.Errorf("%s, step %d (%v s), %s chosen, %s: %q: %s", w.name, w.State.Step, w.is.now, subject, x.panel, htmltest.Plain(i18n.English.Say(x.text, x.pairs...)), text)
}

// panels draws the panels of the step on screen, and returns their texts by name.
func (w *witness) panels() map[string]string {
	out := map[string]string{}
	make := func(name string, markup func() html.HTML) {
		w.panel = name
		out[name] = string(markup())
	}
	text := func(name string, text func() string) { make(name, func() html.HTML { return html.HTML(text()) }) }
	make("why", w.Why.SentenceHTML)
	make("checks", w.Why.RulesHTML)
	make("placements", w.Why.CandidatesHTML)
	make("queue", w.Queue.QueueHTML)
	text("queue", w.Queue.QueueRest)
	text("queue", w.Queue.QueueNote)
	text("machine", w.Machine.MachineNote)
	make("facts", w.Why.FactsHTML)
	make("growth", w.Growth.GrowthHTML)
	text("growth", w.Growth.GrowthTitle)
	make("gauges", w.Why.GaugesHTML)
	make("running", w.Queue.RunningHTML)
	make("table", w.Queue.TableHTML)
	make("tree", w.Machine.TreeHTML)
	make("grid", w.Timeline.GridHTML)
	text("record", w.Why.RecordText)
	text("clock", w.ClockText)
	return out
}

func (w *witness) job(text string) workload.JobID {
	_, number, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(strings.ReplaceAll(number, ",", ""), 10, 64)
	if err != nil {
		return workload.NoJob
	}
	return w.Run.JobOf(n)
}

func (w *witness) at(t simtime.Time) string { return w.Run.Clock.At(t) }

func (w *witness) size(id workload.JobID, n int) string {
	c := i18n.English
	if w.cfg.Jobs[id].Nodes > 0 {
		return c.Say(i18n.NodeSize, c.N("n", int64(n)))
	}
	text, _, _ := strings.Cut(htmltest.Plain(w.Size(id)), " of ")
	_, unit, _ := strings.Cut(text, " ")
	_ = unit
	return strconv.Itoa(n) + " task"
}

func tasks(m map[topology.NodeID]int32) (n int) {
	for _, k := range m {
		n += int(k)
	}
	return n
}

func (w *witness) held(id workload.JobID) int {
	e := &w.is.jobs[id]
	if w.cfg.Jobs[id].Nodes > 0 {
		return len(e.held)
	}
	return tasks(e.held)
}

// check compares a sentence with the state taken from the engine's log.
func (w *witness) check(x *filledTemplate) {
	id := w.job(x.gap("job"))
	want := func(gap, value string) {
		if got := x.gap(gap); got != value {
			w.fail(x, "{%s} is %q, want %q", gap, got, value)
		}
	}
	number := func(gap string, n int) { want(gap, i18n.English.Int(int64(n))) }
	var e, before *entry
	var job *workload.Job
	if id != workload.NoJob {
		e, before, job = &w.is.jobs[id], &w.was.jobs[id], &w.cfg.Jobs[id]
	}
	state := func(ok bool, what string) {
		if !ok {
			w.fail(x, "it %s", what)
		}
	}
	nodes := func(e *entry) {
		list := e.nodes(i18n.English, w.Run.Machine.Names)
		if got := x.gap("nodes"); strings.TrimPrefix(strings.TrimPrefix(got, "nodes "), "node ") != list {
			w.fail(x, "{nodes} is %q, want %q", got, list)
		}
	}
	w.checkGrowth(x, id)
	switch x.text {
	case i18n.StartsOn, i18n.StartsAsleep:
		w.who = id
		state(e.runs() && e.start == w.is.now, "does not start now")
		nodes(e)
	case i18n.Arrives, i18n.ArrivesFits:
		state(e.submit == w.is.now, "does not come now")
		want("walltime", i18n.English.Span(job.Walltime))
	case i18n.EndsFreeing, i18n.KilledFreeing:
		state(e.end == w.is.now, "does not end now")
		nodes(before)
		if x.text == i18n.KilledFreeing {
			want("walltime", i18n.English.Span(job.Walltime))
		}
	case i18n.LosesNodes, i18n.StoppedToGrow, i18n.FailsNodes:
		state(before.runs(), "did not run")
		nodes(before)
	case i18n.Waits, i18n.NothingStarts, i18n.MachineWants:
		state(e.waits(), "does not wait")
		if x.text == i18n.MachineWants && !strings.HasPrefix(x.gap("size"), w.size(id, e.asks)) {
			w.fail(x, "it asks for %s", w.size(id, e.asks))
		}
	case i18n.RunsSince:
		state(e.runs(), "does not run")
		nodes(e)
		want("start", w.at(e.start))
		if e.ready != simtime.Never && (job.Elastic == nil || !job.Elastic.Moldable) { // a moldable job that has chosen its size has a different walltime
			want("limit", w.at(e.ready.Add(job.Walltime+e.still)))
		}
	case i18n.RanFrom, i18n.WasKilled, i18n.HasFailed, i18n.WaitsAgain:
		state(e.end >= 0, "has not ended")
		nodes(e)
		want("start", w.at(e.start))
		want("end", w.at(e.end))
		kind := map[i18n.Text]trace.EventKind{i18n.RanFrom: trace.End, i18n.WasKilled: trace.Kill, i18n.HasFailed: trace.Fail, i18n.WaitsAgain: trace.Requeue}[x.text]
		state(e.how == kind, "ended otherwise: "+e.how.String())
	case i18n.StandsSince:
		state(e.stands, "is not suspended")
		nodes(e)
		want("start", w.at(e.start))
		want("since", w.at(e.since))
	case i18n.MachineStands:
		state(e.stands, "is not suspended")
	case i18n.NotYet:
		state(e.submit < 0, "has come already")
	case i18n.MachineTakes, i18n.MachineHolds, i18n.MachineHeld:
		if x.text == i18n.MachineHeld {
			state(e.end >= 0, "has not ended")
		} else {
			state(e.runs(), "does not run")
		}
		if !strings.HasPrefix(x.gap("size"), w.size(id, w.held(id))) {
			w.fail(x, "want %s", w.size(id, w.held(id)))
		}
	case i18n.MachineNote:
		number("busy", w.is.busy())
		number("all", w.cfg.Machine.NumNodes())
	case i18n.WaitingCount:
		number("n", len(w.waiting()))
	case i18n.MachineAside:
		n := 0
		for i := range w.is.jobs {
			n += len(w.is.jobs[i].aside)
		}
		number("n", n)
	case i18n.MachineDown:
		number("n", len(w.is.failed)) // all failed nodes count, even if the scheduler has not noticed the failure
	case i18n.TreeBusy:
		if x.gap("place") == i18n.English.Say(i18n.MachineName) {
			number("busy", w.is.busy())
			number("all", w.cfg.Machine.NumNodes())
		}
	case i18n.KeepsUntil:
		w.past(x, "at")
	case i18n.NodeDown, i18n.NodeWasDown, i18n.NodeFailed, i18n.NodeCame:
		for _, gap := range []string{"from", "at"} {
			if x.gap(gap) != "" {
				w.past(x, gap)
			}
		}
	case i18n.LongBehind, i18n.ShortBehind, i18n.LongUser, i18n.ShortUser, i18n.LongDelay, i18n.ShortDelay, i18n.LongBreaks:
		if b := w.job(x.gap("blocker")); b == workload.NoJob || !w.is.jobs[b].waits() {
			w.fail(x, "%s does not wait", x.gap("blocker"))
		}
	case i18n.DueSlack, i18n.DueRisk, i18n.RunsByDue, i18n.RunsPastDue:
		if !slices.ContainsFunc(w.cfg.Jobs, func(j workload.Job) bool { return w.at(j.Deadline) == x.gap("due") }) {
			w.fail(x, "no job is due then")
		}
	case i18n.GridCell, i18n.GridFroze:
		for _, gap := range []string{"start", "end"} {
			w.past(x, gap)
		}
	case i18n.GridRunning:
		state(e.runs(), "does not run")
		w.past(x, "start")
	case i18n.PromisedAt:
		w.promise(x, x.gap("at"))
	case i18n.PromisedOn, i18n.ReservedOn:
		chosen := w.Waiting(w.Want)
		state(w.is.jobs[w.Want].waits() && chosen.Promised != simtime.Never, "is promised nothing")
		if asked, n := w.is.jobs[w.Want].asks, chosen.Where.Nodes(); w.cfg.Jobs[w.Want].Nodes > 0 && n != asked || n > w.cfg.Machine.NumNodes() {
			w.fail(x, "it asks for %s", w.size(w.Want, asked))
		}
	}
	w.numbers(x)
}

// past checks that the time in a gap of a text is in the past or is the current
// time.
func (w *witness) past(x *filledTemplate, gap string) {
	at, ok := w.clock(x.gap(gap))
	if !ok || at > w.is.now {
		w.fail(x, "{%s} is %q, and now is %s", gap, x.gap(gap), w.at(w.is.now))
	}
}

// promise checks that a promised time is not in the past, and that a scheduling
// pass can happen at that time.
func (w *witness) promise(x *filledTemplate, text string) {
	at, ok := w.clock(text)
	cycle := w.Run.Policy.Cycle
	switch {
	case text == i18n.English.Say(i18n.Never):
	case !ok || at < w.is.now:
		w.fail(x, "%q is over: now is %s", text, w.at(w.is.now))
	case w.Run.Policy.Queue == "hybrid" && cycle > 0 && simtime.Duration(at)%cycle != 0:
		w.fail(x, "%q is no instant of a cycle", text)
	}
}

var clockTime = regexp.MustCompile(`^(?:(\d+) d ?)?(?:(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?)?$`)

// clock parses a time in the format of the page.
func (w *witness) clock(text string) (simtime.Time, bool) {
	text = strings.ReplaceAll(text, "\u00a0", " ")
	if s, ok := strings.CutSuffix(text, " s"); ok {
		d, err := simtime.Parse(s)
		return simtime.Time(d), err == nil
	}
	m := clockTime.FindStringSubmatch(text)
	if m == nil || text == "" {
		return 0, false
	}
	n := func(s string) int64 { v, _ := strconv.ParseInt(s, 10, 64); return v }
	at := n(m[1])*int64(simtime.Day) + n(m[2])*int64(simtime.Hour) + n(m[3])*int64(simtime.Minute)
	if m[4] != "" {
		d, err := simtime.Parse(m[4])
		if err != nil {
			return 0, false
		}
		at += int64(d)
	}
	return simtime.Time(at), true
}

// TestWhatIsSaidIsSo goes through every second lesson, or through all lessons with
// HOPYARD_SOAK. At every step, it selects each job in turn. The page's texts must
// agree with the engine's log.
func TestWhatIsSaidIsSo(t *testing.T) {
	for i, l := range scenarios.All() {
		if !soaktest.Picks(i, 2) {
			continue
		}
		w := newWitness(t, l)
		for w.hear(); w.Step < w.Run.Len(); w.hear() {
			w.do(t, keys.Forward)
			w.was, w.is = w.is, w.next()
		}
	}
}

func newWitness(t *testing.T, l scenarios.Lesson) *witness {
	sc, err := scenario.Parse(l.Source)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := sc.Config()
	if err != nil {
		t.Fatal(err)
	}
	tape, err := engine.Record(cfg)
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{stage: open(t, lesson(t, l.Name)), t: t, name: l.Name, tape: tape, cfg: &cfg, wrong: map[string]bool{}, cells: map[string]string{}}
	w.do(t, keys.ToStart)
	w.was, w.is = newBook(&cfg), newBook(&cfg)
	catalog := *i18n.English
	catalog.Told = func(text i18n.Text, pairs []i18n.Pair) {
		w.heard = append(w.heard, filledTemplate{w.panel, text, slices.Clone(pairs)})
	}
	w.Words = &catalog
	return w
}

// next returns the state after the step on screen, computed from the engine's log.
func (w *witness) next() *book {
	b := newBook(w.cfg)
	for i := range w.Step {
		for _, e := range w.tape.Events(i) {
			b.read(&e)
		}
		b.now = w.tape.Mark(i).Time
	}
	return b
}

// hear checks all panels of the step on screen, first without a selection and then
// with each job selected.
func (w *witness) hear() {
	for id := workload.NoJob; int(id) < len(w.Run.Jobs); id++ {
		w.Select(id)
		if id == workload.NoJob || w.Why.Misses() {
			w.settleState(w.t)
		}
		w.heard = w.heard[:0]
		w.panels()
		for i := range w.heard {
			w.check(&w.heard[i])
		}
		w.checks()
		w.memory()
	}
	w.Select(workload.NoJob)
	w.figures()
	w.record()
}
