package app

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/figures"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
)

// numbers checks the figures in a text that gives the reason why a job starts or
// waits. Such a text does not name its job. If it explains a start, the job is that
// of the start described last (w.who). If it explains waiting, the figures of any
// waiting job are accepted.
func (w *witness) numbers(x *filledTemplate) {
	need, have := x.gap("need"), x.gap("have")
	integer := func(n int) string { return i18n.English.Int(int64(n)) }
	switch x.text {
	case i18n.BecauseFirst, i18n.BecausePriority:
		if free := w.freeBefore(w.who); w.cfg.Jobs[w.who].Nodes > 0 && have != integer(free) {
			w.fail(x, "%d were free", free)
		}
		fallthrough
	case i18n.BecauseFirstTasks, i18n.BecauseExtra, i18n.BecauseExact, i18n.BecauseShare, i18n.BecauseRescued, i18n.BecauseSystem, i18n.BecauseMoulded:
		if w.who != workload.NoJob && need != integer(w.asks(w.who)) && !w.fills(w.who, need) {
			w.fail(x, "it needs %d", w.asks(w.who))
		}
	case i18n.BecauseShadow:
		w.promise(x, x.gap("at"))
		if end := w.at(w.is.now.Add(w.cfg.Jobs[w.who].Walltime)); x.gap("end") != end {
			w.fail(x, "it ends by %s", end)
		}
		if b := w.job(x.gap("blocker")); b == workload.NoJob || !w.is.jobs[b].waits() {
			w.fail(x, "the other does not wait")
		}
	case i18n.LongTooFewTasks, i18n.ShortTooFewTasks, i18n.LongShare, i18n.ShortShare, i18n.LongBatchLarge, i18n.ShortBatchLarge:
		if !slices.ContainsFunc(w.waiting(), func(id workload.JobID) bool { return need == integer(w.is.jobs[id].asks) || w.fills(id, need) }) {
			w.fail(x, "nobody waits who needs %s", need)
		}
	case i18n.LongTooFew, i18n.ShortTooFew:
		if have := x.gap("have"); w.Run.Policy.Queue != "hybrid" && have != integer(w.is.free()) && have != integer(w.is.freeOfAll()) {
			w.fail(x, "%s are free", i18n.English.Int(int64(w.is.free())))
		}
	case i18n.LongDelay, i18n.LongDelayRoom, i18n.LongReserved, i18n.LongBreaks, i18n.ShortReserved, i18n.ShortPromised:
		w.promise(x, x.gap("at"))
	case i18n.LongCycle, i18n.ShortCycle:
		cycle := w.Run.Policy.Cycle
		if cycle == 0 { // slurm; the lessons have a backfill interval of 30 s or 240 s
			now := simtime.Duration(w.is.now)
			for _, every := range []simtime.Duration{30 * simtime.Second, 240 * simtime.Second} {
				if at := (now + every - 1) / every * every; x.gap("at") == w.at(simtime.Time(at)) || x.gap("at") == w.at(simtime.Time(at+every)) {
					return
				}
			}
			w.fail(x, "the backfill scheduler does not run then")
			return
		}
		next := simtime.Time((simtime.Duration(w.is.now)/cycle + 1) * cycle)
		if last := w.Run.Find(w.is.now, 1<<30); simtime.Duration(w.is.now)%cycle == 0 && int(w.State.Step) < last {
			next = w.is.now // more events of this instant follow, so its scheduling pass is still to come
		}
		if x.gap("at") != w.at(next) {
			w.fail(x, "the next cycle is at %s", w.at(next))
		}
	}
}

// asks returns the number of nodes or tasks that a job requests in this step. If
// the job was stopped to restart with another size, it requests that size.
func (w *witness) asks(id workload.JobID) int { return w.is.jobs[id].asks }

// fills reports whether the need in a text may be a number of nodes that the test
// cannot check. The discipline "deadline" does not give the number of a job's
// tasks, but the number of nodes that they fill.
func (w *witness) fills(id workload.JobID, need string) bool {
	return w.cfg.Jobs[id].Tasks > 0 && w.Run.Policy.Queue == "deadline" && need != ""
}

// waiting returns the jobs that wait, according to the engine's log.
func (w *witness) waiting() (out []workload.JobID) {
	for i := range w.is.jobs {
		if w.is.jobs[i].waits() {
			out = append(out, workload.JobID(i))
		}
	}
	return out
}

// freeBefore returns the number of nodes, of the job's partition if there are any, that
// were free just before the given job started in this step.
func (w *witness) freeBefore(id workload.JobID) int {
	b := newBook(w.cfg)
	for i := range w.State.Step {
		for _, e := range w.tape.Events(int(i)) {
			if i == w.State.Step-1 && e.Kind == trace.Start && e.Job == id {
				return b.count(w.outside(id))
			}
			b.read(&e)
		}
	}
	return -1
}

// outside returns whether a node is not in the partition of a job under slurm.
func (w *witness) outside(id workload.JobID) func(topology.NodeID) bool {
	if p, ok := w.cfg.Queue.(slurmsched.SlurmPolicy); ok {
		for _, x := range p.Config.Partitions {
			if x.Name == w.cfg.Jobs[id].Queue && x.Nodes != nil {
				return func(n topology.NodeID) bool { return x.Nodes.On(n) == 0 }
			}
		}
	}
	return func(topology.NodeID) bool { return false }
}

// comparison matches a comparison of two figures: "14 ≥ 6", "0:10 ≤ 0:20".
var comparison = regexp.MustCompile(`^(?:.* )?([\d:.,]+(?: s)?) ([<>≤≥=]) ([\d:.,]+(?: s)?)$`)

// checks examines the list of tests that led to a start. Each comparison in it must
// be true. The tests are labelled with letters, which must occur once and in order.
// If a job is selected, all tests must be about that job.
func (w *witness) checks() {
	x := &filledTemplate{panel: "checks", text: i18n.RuleFirst}
	for _, c := range w.Why.Checks() {
		if w.Selected != workload.NoJob && c.Job != w.Selected {
			w.fail(x, "checks of %s", w.JobText(c.Job))
		}
		last := byte(0)
		for _, r := range c.Rules {
			x.text, x.pairs = i18n.RuleFirst, nil
			if len(r.Text) > 2 && r.Text[1] == '.' {
				if r.Text[0] <= last {
					w.fail(x, "the letters of %s come twice, or out of order: %q", w.JobText(c.Job), r.Text)
				}
				last = r.Text[0]
			}
			m := comparison.FindStringSubmatch(strings.ReplaceAll(r.Figures, "\u00a0", " "))
			if m == nil {
				continue
			}
			value := func(text string) int64 {
				if at, ok := w.clock(text); ok {
					return int64(at)
				}
				if d, ok := exactly(text); ok {
					return int64(d)
				}
				n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
				if err != nil {
					w.fail(x, "%q is no number", text)
				}
				return n
			}
			a, b := value(m[1]), value(m[3])
			if ok := map[string]bool{"<": a < b, ">": a > b, "≤": a <= b, "≥": a >= b, "=": a == b}[m[2]]; !ok {
				w.fail(x, "%s: %s is not so", r.Text, r.Figures)
			}
		}
	}
	if c := string(w.Why.CandidatesHTML()); c != "" && w.Selected != workload.NoJob && !strings.Contains(c, "for "+w.JobText(w.Selected)+":") {
		w.fail(x, "placements of another job than %s", w.JobText(w.Selected))
	}
}

// memory compares what the page says about the past with what it said at earlier
// steps. The texts must be the same.
func (w *witness) memory() {
	x := &filledTemplate{panel: "memory", text: i18n.RuleFirst}
	same := func(key, text string) {
		if old, known := w.cells[key]; known && old != text {
			w.fail(x, "the past of %s was %q, and is now %q", key, old, text)
		}
		w.cells[key] = text
	}
	for i := range w.heard {
		h := &w.heard[i]
		switch h.text {
		case i18n.GridCell, i18n.GridFroze:
			if id := w.job(h.gap("job")); id != workload.NoJob && w.cfg.Jobs[id].Elastic != nil {
				continue // such a job may hold some nodes longer than others
			}
			same("grid "+strconv.Itoa(int(h.text))+h.gap("job")+h.gap("start"), h.gap("end"))
		case i18n.RanFrom, i18n.WasKilled, i18n.HasFailed, i18n.WaitsAgain:
			same("life of "+h.gap("job")+h.gap("start"), h.gap("nodes")+" until "+h.gap("end"))
		case i18n.NodeWasDown:
			same("node "+h.gap("place")+h.gap("from"), h.gap("at"))
		}
	}
	if p := w.Growth.Protocol(); p != nil {
		for k := range p.Stage - 1 {
			key := fmt.Sprintf("growth of %d from %d to %d: s%d", p.Job, p.From, p.To, k+1)
			same(key, w.at(p.Ends[k]))
			if p.Ends[k] > w.is.now {
				w.fail(x, "%s is done at %s", key, w.at(p.Ends[k]))
			}
		}
		same(fmt.Sprintf("growth of %d from %d to %d: notice", p.Job, p.From, p.To), w.Growth.StageTime(p, 0))
	}
}

// figures compares the figures up to the step on screen with figures computed from
// the engine's log up to that step. The small curves must not go beyond this step.
func (w *witness) figures() {
	x := &filledTemplate{panel: "figures", text: i18n.FiguresSoFar}
	end := 0
	for i := range int(w.State.Step) {
		end += len(w.tape.Events(i))
	}
	meter := metrics.NewMeter(w.cfg.Machine, w.cfg.Jobs)
	for _, e := range w.tape.Log()[:end] {
		meter.Read(&e)
	}
	sums := meter.Figures()
	list := sums.List()
	texts := w.Figures.FigureTexts()
	for k, key := range figures.ShownFigures {
		i, f := model.FigureOf(key)
		if want := w.Figures.Figure(key, f.Unit, list[i].Value); texts[k].Text != want {
			w.fail(x, "%s is %s, want %s", key, texts[k].Text, want)
		}
		reach := figures.SparkWidth * float64(w.State.Step) / float64(w.Run.Len())
		for _, m := range regexp.MustCompile(`[MH]([\d.]+)`).FindAllStringSubmatch(texts[k].D, -1) {
			if to, err := strconv.ParseFloat(m[1], 64); err != nil || to > reach+0.01 {
				w.fail(x, "the small curve of %s goes on to %s of %v, and now is %.2f", key, m[1], figures.SparkWidth, reach)
			}
		}
	}
}

// record checks that the raw record of the step equals the lines that the command
// line program writes for this step.
func (w *witness) record() {
	var want strings.Builder
	if w.State.Step > 0 {
		if err := trace.WriteLines(&want, w.cfg.Jobs, w.tape.Events(int(w.State.Step)-1)); err != nil {
			w.t.Fatal(err)
		}
	}
	var got strings.Builder
	for line := range strings.Lines(w.Why.RecordText()) {
		if !strings.HasPrefix(line, `{"round":`) && !strings.Contains(line, `"asked":"grow"`) { // the trace does not contain S0's rounds and the tests of a growth, since these are not events
			got.WriteString(line)
		}
	}
	if got.String() != want.String() {
		w.fail(&filledTemplate{panel: "record", text: i18n.ShowRecord}, "%s\nwant %s", got.String(), want.String())
	}
}
