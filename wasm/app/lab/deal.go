package lab

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// dealer distributes the runs to the workers.
type dealer struct {
	running bool
	probing bool // whether the first run is made before the reader requests any, to estimate the total time
	seeds   int  // in a preview: number of seeds whose runs are requested; 0: all runs are requested
	todo    []task
	out     map[int]dealt
	knows   map[int]string // by worker: the design that was sent to it
	held    map[int]int64  // by worker: bytes of memory that it holds
	cost    float64        // estimated time of a run in milliseconds
	cores   int
	wanted  int // number of workers that the reader selected; 0 means one for each core
	fault   string
	deaths  int
	ask     *parted // next request for the first difference between two runs, or nil
}

// dealt is the work that was sent to a worker, and the time at which it was sent.
type dealt struct {
	tasks []task
	part  *parted
	at    float64
}

// slice is the estimated duration, in milliseconds, of the runs that are sent to a
// worker in one message.
const slice = 150

// preview is the number of seeds for which runs are made automatically, for a first
// impression.
const preview = 3

// due reports whether a requested run has not been sent to a worker yet.
func (d *dealer) due() bool { return d.dueOf(len(d.todo)) > 0 }

// dueOf returns how many of the next n runs are requested. A preview requests only
// the runs of its first few seeds.
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

// doubled is the number of seeds for which runs with twice as many jobs are made.
// This number is large enough to distinguish a growing backlog from chance. It is
// small because each of these runs costs as much as two ordinary runs.
const doubled = 10

func (d *dealer) reset() {
	cores, wanted, cost, held := d.cores, d.wanted, d.cost, d.held
	if held == nil {
		held = map[int]int64{}
	}
	*d = dealer{cores: cores, wanted: wanted, cost: cost, held: held, out: map[int]dealt{}, knows: map[int]string{}}
}

// deal lists the runs to be made, seed by seed. In this order, all curves appear at
// the same time, and later runs only shrink their intervals. Runs with twice as
// many jobs come last.
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

// doubles returns the runs with twice as many jobs. They are made for the first and
// the last step of the axis.
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

// Workers returns the number of workers to use: the number that the reader
// selected, but not more than there are cores.
func (l *Lab) Workers() int {
	if l.wanted > 0 {
		return min(l.wanted, l.cores)
	}
	return l.cores
}

// Cores sets the number of cores, which is the greatest number of workers.
func (l *Lab) Cores(n int) { l.cores = max(n, 1) }

// Work returns the next message for an idle worker, or nil if there is no work. The
// last parameter is the current time in milliseconds, measured from an arbitrary
// moment.
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

// HandleReply processes the answer of a worker. If the worker holds more than
// MaxHeld bytes of memory, the result includes an order to replace it.
func (l *Lab) HandleReply(worker int, answer []byte, now float64) []Order {
	var a reply
	if err := json.Unmarshal(answer, &a); err != nil {
		a.Err = err.Error()
	}
	orders := l.heard(worker, &a, now)
	if l.held[worker] = a.Held; a.Held > MaxHeld {
		orders = append(orders, Order{Kind: Replace, Worker: worker})
		l.WorkerDismissed(worker)
	}
	return orders
}

func (l *Lab) heard(worker int, a *reply, now float64) []Order {
	work, waited := l.out[worker]
	delete(l.out, worker)
	if !waited || l.r == nil { // the answer belongs to an earlier design
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

// take stores the result of a run.
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

// WorkerDied records that a worker stopped unexpectedly. The runs that it had
// received are made by other workers. If too many workers stop, the experiment ends
// with an error.
func (l *Lab) WorkerDied(worker int, why string) {
	work := l.out[worker]
	delete(l.out, worker)
	l.WorkerDismissed(worker)
	l.todo = append(slices.Clone(work.tasks), l.todo...)
	if work.part != nil {
		l.differing[*work.part] = &parts{parted: *work.part, Err: why}
	}
	if l.deaths++; l.deaths > 3+l.made/100 {
		l.stopFor(strings.TrimSpace(why))
	}
}

// MaxHeld is the number of bytes of memory above which a worker is replaced. The
// memory of a WebAssembly program never shrinks.
const MaxHeld = 512 << 20

// Held returns the total memory of the workers in bytes, according to their latest
// answers.
func (l *Lab) Held() (bytes int64) {
	for _, n := range l.held {
		bytes += n
	}
	return bytes
}

// WorkerDismissed records that an idle worker was removed. If a new worker gets the
// same number, the design must be sent to it again.
func (l *Lab) WorkerDismissed(worker int) {
	delete(l.knows, worker)
	delete(l.held, worker)
}

// left returns the number of runs that are still to be made, and an estimate of
// their time in milliseconds.
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
