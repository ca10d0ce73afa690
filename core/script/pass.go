package script

import (
	"slices"

	"go.starlark.net/starlark"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// passKey is the key under which a thread stores its pass.
const passKey = "pass"

// discipline is a queue discipline that a program defines.
type discipline struct{ *program }

// Discipline implements policies.Interpreter.
func (interpreter) Discipline(source string) queue.Policy { return discipline{read(source)} }

// Schedule implements queue.Policy by calling the program's function schedule.
//
// One call is usually enough. The exception is a machine on which counting free
// nodes does not decide whether a job fits, because the placement matters. On such
// a machine, the function schedule may be called again if it has backfilled a job
// while there are reservations. A job that backfill refused earlier may then fit on
// other nodes. The disciplines of package queue do the same. A job that the
// function start has refused stays refused for the whole pass, as the head of the
// queue does in those disciplines.
func (d discipline) Schedule(p *queue.Pass) {
	var refused map[workload.JobID]bool
	if !p.Counted() {
		refused = map[workload.JobID]bool{}
	}
	for {
		at := &pass{Pass: p, refused: refused}
		at.begin()
		d.call(at, "schedule", seconds(p.Now()), &waitingQueue{at}, &machine{free: &p.Cluster().Free, pass: at})
		if !at.again() {
			return
		}
	}
}

// again reports whether a job that was refused before might be placed now, so that
// schedule must be called again.
func (p *pass) again() bool {
	return p.backfilled && !p.Counted() && (p.front != nil || p.res != nil && p.Retry(p.res))
}

// pass is a scheduling pass made by a program.
type pass struct {
	*queue.Pass
	left  []*job // jobs that waited when the pass began, in queue order
	count int    // number of jobs in left that have started

	// Jobs with a reservation. A single reservation is held in the field res, like
	// EASY's reservation for the head of the queue. Several reservations are held
	// in the field front.
	reserved   []*job
	res        *queue.Reservation
	front      *queue.Front
	stale      bool // a job has started since the reservations were made
	backfilled bool
	refused    map[workload.JobID]bool // jobs refused by the program function start in this pass; nil if counting decides whether a job fits, because such a job is refused again anyway

	promises   bool // whether the program called promise in this pass
	compresses bool
}

func (p *pass) begin() {
	jobs := make([]job, 0, p.Len())
	p.left = make([]*job, 0, p.Len())
	for w := range p.Waiting() {
		jobs = append(jobs, job{r: w.Request, now: p.Now(), w: w})
		p.left = append(p.left, &jobs[len(jobs)-1])
	}
}

// waiting returns the jobs that are still waiting.
func (p *pass) waiting() []*job {
	if p.count > 0 {
		kept := p.left[:0:0]
		for _, j := range p.left {
			if !j.w.Started() {
				kept = append(kept, j)
			}
		}
		p.left, p.count = kept, 0
	}
	return p.left
}

// act returns the current pass and the waiting job that is the first argument of
// start, reserve, backfill or promise. It returns an error outside of a pass, and
// for a job that is not waiting.
func act(t *starlark.Thread, name string, args starlark.Tuple, named []starlark.Tuple, more ...any) (*pass, *job, error) {
	p, _ := t.Local(passKey).(*pass)
	if p == nil {
		return nil, nil, errorWithFix("call it in def schedule(now, queue, machine)", "%s works only in schedule: key, score and place only return values", name)
	}
	j, err := jobArgument(name, "give it a job of the queue, as in "+name+"(queue[0])", args, named, more...)
	switch {
	case err != nil:
		return nil, nil, err
	case j.running != nil:
		return nil, nil, errorWithFix("give it a job of the queue", "%s is given job %d, which is already running", name, j.r.Number)
	case j.w == nil:
		return nil, nil, errorWithFix("give it a job of the queue", "%s is given job %d, which is not waiting now", name, j.r.Number)
	case j.w.Started():
		return nil, nil, errorWithFix("started jobs leave the queue: loop over list(queue), and check whether start returned True", "%s is given job %d, which has already been started", name, j.r.Number)
	}
	return p, j, nil
}

// start implements the program function start(job, nodes=None, why=""). It starts a
// job now if it fits, regardless of reservations.
func start(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	var on starlark.Value = starlark.None
	var because string
	p, j, err := act(t, "start", args, named, "nodes?", &on, "why?", &because)
	if err != nil {
		return nil, err
	}
	if on != starlark.None {
		where, err := placed(j.r, &p.Cluster().Free, on)
		if err != nil {
			return nil, err
		}
		if p.Asking() {
			return starlark.False, nil
		}
		size := j.w.Size()
		p.stale = true
		p.StartAt(j.w, where, why.Reason{Code: why.ByPolicy, Need: size, Have: p.Count(j.w), Blocker: workload.NoJob})
		return p.started(t, j, because), nil
	}
	if p.refused[j.r.ID] {
		return starlark.False, nil
	}
	if j.w == p.Head() && (p.Start(j.w, why.FitsNow) || p.StartMoulded(j.w)) || j.w != p.Head() && p.Start(j.w, why.ByPolicy) {
		p.stale = true
		return p.started(t, j, because), nil
	}
	if p.refused != nil {
		p.refused[j.r.ID] = true
	}
	return starlark.False, nil
}

func (p *pass) started(t *starlark.Thread, j *job, because string) starlark.Value {
	p.count++
	if because != "" {
		p.say(t, j.r.ID, because)
	}
	return starlark.True
}

// say records a text of the program together with the line of the call that
// produced the text.
func (p *pass) say(t *starlark.Thread, job workload.JobID, text string) {
	line := 0
	if t.CallStackDepth() > 1 {
		line = int(t.CallFrame(1).Pos.Line)
	}
	p.Say(queue.ProgramLine{Job: job, Line: line, Text: cut(text)})
}

// reserve implements the program function reserve(job). For a job that does not fit
// now, it reserves the earliest time that the earlier reservations allow, and
// returns this time.
func reserve(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	p, j, err := act(t, "reserve", args, named)
	if err != nil {
		return nil, err
	}
	if p.promises {
		return nil, mixed
	}
	if slices.Contains(p.reserved, j) {
		return nil, errorWithFix("reserve each job once a pass", "job %d already has a reservation", j.r.Number)
	}
	p.refresh()
	p.reserved = append(p.reserved, j)
	if p.front != nil {
		p.ReserveNext(j.w, p.front)
	} else if p.plan(); p.front == nil {
		return instant(p.Shadow(p.res)), nil
	}
	return instant(p.front.Last()), nil
}

// plan makes all reservations from scratch, for the jobs in the field reserved.
func (p *pass) plan() {
	p.res, p.front = nil, nil
	switch len(p.reserved) {
	case 0:
		p.reserved = nil
	case 1:
		p.res = p.Reserve(p.reserved[0].w)
	default:
		p.front = p.Front()
		for _, j := range p.reserved {
			p.ReserveNext(j.w, p.front)
		}
	}
}

var mixed = errorWithFix("use promise for all jobs, or reserve", "reserve and promise cannot be mixed in one pass")

// refresh makes the reservations again if a job has started since they were last
// made.
func (p *pass) refresh() {
	if !p.stale {
		return
	}
	p.stale = false
	p.reserved = slices.DeleteFunc(p.reserved, func(j *job) bool { return j.w.Started() })
	p.plan()
}

// backfill implements the program function backfill(job, why=""). It starts a job
// now if it fits and delays no reservation.
func backfill(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	var because string
	p, j, err := act(t, "backfill", args, named, "why?", &because)
	if err != nil {
		return nil, err
	}
	if p.promises {
		return nil, mixed
	}
	p.refresh()
	if slices.Contains(p.reserved, j) {
		return starlark.False, nil // the job has a reservation, so it starts later
	}
	ok := false
	switch {
	case p.front != nil:
		ok = p.StartBeside(j.w, p.front)
	case p.res != nil:
		ok = p.Backfill(j.w, p.res)
	default:
		ok = p.Start(j.w, why.ByPolicy)
	}
	if !ok {
		return starlark.False, nil
	}
	p.backfilled = true
	return p.started(t, j, because), nil
}

// promise implements the program function promise(job, why=""). It promises a job
// the earliest start that is compatible with all earlier promises. If that is now,
// the job starts at once. The promise is permanent: it is never moved to a later
// time.
func promise(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	var because string
	p, j, err := act(t, "promise", args, named, "why?", &because)
	if err != nil {
		return nil, err
	}
	if p.reserved != nil {
		return nil, mixed
	}
	if !p.promises {
		p.promises, p.compresses = true, p.Compresses()
	}
	p.Keep(j.w, p.compresses)
	if !j.w.Started() {
		return starlark.False, nil
	}
	return p.started(t, j, because), nil
}

// instant converts an instant to a value of the program: seconds, or None for
// simtime.Never.
func instant(t simtime.Time) starlark.Value {
	if t == simtime.Never {
		return starlark.None
	}
	return seconds(t)
}

// runningCall is the name of the predeclared list of running jobs. A program can
// write running instead of machine.running.
const runningCall = "running"

// runningJobs returns the running jobs. Function protect replaces the bare name
// running by a call of this function.
func runningJobs(t *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	p, _ := t.Local(passKey).(*pass)
	if p == nil {
		return nil, errorWithFix("use it in def schedule(now, queue, machine)", "running can only be used in schedule")
	}
	return p.runs(), nil
}

// runs returns the running jobs in ascending order of the end of their walltimes.
func (p *pass) runs() *starlark.List {
	state := p.Cluster()
	all := make([]starlark.Value, 0, state.NumRunning())
	for _, limit := range state.Limits() {
		r := *state.Job(limit.Slot) // a copy, because the original may move in memory
		all = append(all, &job{r: r.Request, now: p.Now(), running: &r})
	}
	return starlark.NewList(all)
}
