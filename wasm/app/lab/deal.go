package lab

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// dealer deals runs to workers.
type dealer struct {
	running bool
	probing bool // the first run is made at once, to tell how long all take
	seeds   int  // while a preview runs, of so many seeds only; 0: of all
	todo    []task
	out     map[int]dealt
	knows   map[int]string // the design that a worker has
	held    map[int]int64  // bytes that a worker holds
	cost    float64        // milliseconds a run, as far as is known
	cores   int
	wanted  int // workers; 0: as many as there are cores
	fault   string
	deaths  int
	ask     *parted // to be asked next
}

// dealt is what a worker is at.
type dealt struct {
	tasks []task
	part  *parted
	at    float64
}

// slice is how long a worker is given runs for, in milliseconds.
const slice = 150

// preview is of how many seeds the first picture is.
const preview = 3

// due reports whether a run is still to be made of those that were asked for.
func (d *dealer) due() bool { return d.dueOf(len(d.todo)) > 0 }

// dueOf returns how many of the next n runs were asked for.
func (d *dealer) dueOf(n int) int {
	if d.seeds == 0 {
		return min(n, len(d.todo))
	}
	at := slices.IndexFunc(d.todo[:n], func(t task) bool { return t.Twice || t.Repetition >= d.seeds })
	if at < 0 {
		return n
	}
	return at
}

// doubled is over how many seeds runs with twice the jobs are made: as many as tell a
// backlog from chance, and no more, since each costs as much as two runs.
const doubled = 10

func (d *dealer) reset() {
	cores, wanted, cost, held := d.cores, d.wanted, d.cost, d.held
	if held == nil {
		held = map[int]int64{}
	}
	*d = dealer{cores: cores, wanted: wanted, cost: cost, held: held, out: map[int]dealt{}, knows: map[int]string{}}
}

// deal lists what is to be made: all runs seed by seed, so that all curves are there
// at once and only their intervals shrink; then those with twice the jobs.
func (l *Lab) deal() {
	l.todo, l.probing = nil, l.made == 0
	for _, run := range l.r.Missing() {
		l.todo = append(l.todo, task{Cell: run.Cell, Repetition: run.Repetition})
	}
	for _, t := range l.doubles() {
		if l.twice[t] == nil {
			l.todo = append(l.todo, t)
		}
	}
}

// doubles are the runs with twice the jobs: at both ends of the axis.
func (l *Lab) doubles() []task {
	axis := l.d.Find(l.d.Axis)
	if axis < 0 || pathOf(&l.d.Factors[axis]) == "workload.jobs" {
		return nil
	}
	last := len(l.d.Factors[axis].Levels) - 1
	var out []task
	for n := range min(doubled, l.d.Repetitions) {
		for i, c := range l.r.Cells {
			if c.Scenario.Model != nil && (c.Levels[axis] == 0 || c.Levels[axis] == last) {
				out = append(out, task{Cell: i, Repetition: n, Twice: true})
			}
		}
	}
	return out
}

// Workers are how many the reader wants; the page has as many as that.
func (l *Lab) Workers() int {
	if l.wanted > 0 {
		return min(l.wanted, l.cores)
	}
	return l.cores
}

// Cores tells how many there can be.
func (l *Lab) Cores(n int) { l.cores = max(n, 1) }

// Work is the next message to a worker that has nothing to do; nil: there is nothing.
// Milliseconds now are from any origin.
func (l *Lab) Work(worker int, now float64) []byte {
	if l.bad != nil || l.r == nil || l.fault != "" {
		return nil
	}
	if _, busy := l.out[worker]; busy {
		return nil
	}
	var q request
	work := dealt{at: now}
	switch {
	case l.ask != nil:
		q.Part, work.part, l.ask = l.ask, l.ask, nil
	case !l.running && !l.probing || !l.due():
		return nil
	default:
		n := 1
		if l.running && l.cost > 0 {
			n = l.dueOf(min(max(int(slice/l.cost), 1), 64, max(1, len(l.todo)/(2*l.Workers()))))
		}
		l.probing = false
		work.tasks = slices.Clone(l.todo[:n])
		q.Runs, l.todo = work.tasks, l.todo[n:]
	}
	if design := string(l.src); l.knows[worker] != design {
		q.Design, l.knows[worker] = design, design
	}
	l.out[worker] = work
	message, _ := json.Marshal(q)
	return message
}

// Heard takes a worker's answer. One that holds more than MaxHeld is to be replaced.
func (l *Lab) Heard(worker int, answer []byte, now float64) []Order {
	var a reply
	if err := json.Unmarshal(answer, &a); err != nil {
		a.Err = err.Error()
	}
	orders := l.heard(worker, &a, now)
	if l.held[worker] = a.Held; a.Held > MaxHeld {
		orders = append(orders, Order{Kind: Replace, Worker: worker})
		l.Dismissed(worker)
	}
	return orders
}

func (l *Lab) heard(worker int, a *reply, now float64) []Order {
	work, waited := l.out[worker]
	delete(l.out, worker)
	if !waited || l.r == nil { // of a design that was changed since
		return nil
	}
	if a.Err != "" {
		l.stopFor(a.Err)
		return nil
	}
	if a.Part != nil {
		l.differing[a.Part.parted] = a.Part
	}
	for _, m := range a.Made {
		l.take(&m)
	}
	if n := len(a.Made); n > 0 {
		ms := (now - work.at) / float64(n)
		if l.cost == 0 {
			l.cost = ms
		}
		l.cost += (ms - l.cost) / 8
	}
	if l.running && !l.due() && len(l.out) == 0 {
		l.running = false
		if l.seeds > 0 {
			return []Order{{Kind: Say, Text: l.say("FirstDone", "n", strconv.Itoa(l.seeds))}}
		}
		return []Order{{Kind: Say, Text: l.say("AllMade", "n", grouped(l.made))}}
	}
	return nil
}

// take keeps a run that was made.
func (l *Lab) take(m *made) {
	switch {
	case m.Err != "":
		l.stopFor(l.r.Design.Describe(l.r.Cells[m.Cell].Levels) + ": " + m.Err)
	case m.Twice:
		l.twice[m.task] = m.Figures
	case len(m.Figures) == len(l.r.Keys) && l.r.At(m.Cell, m.Repetition) == nil:
		l.r.Set(m.Cell, m.Repetition, m.Figures)
		l.made++
	}
}

func (l *Lab) stopFor(why string) { l.fault, l.running = why, false }

// Died is told when a worker has stopped: what it was at is made by another. Where
// workers go on dying, the experiment stops and says so.
func (l *Lab) Died(worker int, why string) {
	work := l.out[worker]
	delete(l.out, worker)
	l.Dismissed(worker)
	l.todo = append(slices.Clone(work.tasks), l.todo...)
	if work.part != nil {
		l.differing[*work.part] = &parts{parted: *work.part, Err: why}
	}
	if l.deaths++; l.deaths > 3+l.made/100 {
		l.stopFor(strings.TrimSpace(why))
	}
}

// MaxHeld is the most memory in bytes that a worker may hold when it has answered: that
// of WebAssembly never shrinks, so that a larger one is replaced.
const MaxHeld = 512 << 20

// Held is the memory in bytes that all workers hold, as they told with their latest
// answers.
func (l *Lab) Held() (bytes int64) {
	for _, n := range l.held {
		bytes += n
	}
	return bytes
}

// Dismissed is told when a worker that has nothing to do is gone: the next by its number
// knows no design yet.
func (l *Lab) Dismissed(worker int) {
	delete(l.knows, worker)
	delete(l.held, worker)
}

// left is how many runs of the design are still to be made, and how long that takes
// in milliseconds.
func (l *Lab) left() (runs int, ms float64) {
	runs = len(l.r.Cells)*l.d.Repetitions - l.made
	weight := 0.0
	for _, t := range l.todo {
		if t.Twice {
			weight++
		}
	}
	return runs, (float64(runs) + 2*weight) * l.cost / float64(l.Workers())
}
