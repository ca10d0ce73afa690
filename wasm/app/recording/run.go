package recording

import (
	"slices"
	"sort"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// Window returns the time span of the whole run, with a margin at its end. For a
// long run it is the span of the window that the page received.
func (r *RecordedRun) Window() draw.TimeWindow {
	if a := r.Archive; a != nil {
		return draw.TimeWindow{From: a.From, To: a.To}
	}
	last := r.Last
	for _, due := range r.Deadlines { // includes deadlines that are not far beyond the last step
		last = max(last, min(due, r.Last*5/4))
	}
	return draw.TimeWindow{To: max(last+last/40, simtime.Time(simtime.Second))}
}

// Name returns the name of a user, group or queue by its index in Loaded.Users. It
// returns "" if the index is invalid.
func (r *RecordedRun) Name(i int32) string {
	if i < 0 || int(i) >= len(r.Users) {
		return ""
	}
	return r.Users[i]
}

// Under returns the range of nodes under a switch. If the machine is not a tree, it
// returns all nodes.
func (r *RecordedRun) Under(s draw.SwitchID) (first, last topology.NodeID) {
	tree := r.Machine.Drawn.Tree
	if int(s.Level) < len(tree) && s.Place >= 0 && int(s.Place)+1 < len(tree[s.Level]) {
		return topology.NodeID(tree[s.Level][s.Place]), topology.NodeID(tree[s.Level][s.Place+1] - 1)
	}
	return 0, topology.NodeID(r.Machine.Drawn.Nodes - 1)
}

// User returns the name of a job's user.
func (r *RecordedRun) User(id workload.JobID) string { return r.Name(r.Jobs[id].User) }

// Size returns the number of nodes or tasks that a job requests.
func (r *RecordedRun) Size(id workload.JobID) int32 { return max(r.Jobs[id].Nodes, r.Jobs[id].Tasks) }

// Asks returns the number of nodes or tasks that a job requests at a step. It
// differs from Size if the job was stopped and resubmitted with another size.
func (r *RecordedRun) Asks(id workload.JobID, step int32) int32 {
	for _, s := range slices.Backward(r.stops[id]) {
		if s.step <= step && s.size > 0 {
			return s.size
		} else if s.step <= step {
			break
		}
	}
	return r.Size(id)
}

// stop records that a running job was stopped in a step and waits again. size is
// the size that the job requests from then on, or 0 for its original size.
type stop struct{ step, size int32 }

// RecordedRun is a recorded run with indices for fast look-ups.
type RecordedRun struct {
	*message.Loaded
	Clock     i18n.Clock
	Bars      draw.Bars
	Names     draw.Jobs
	Kinds     []draw.MarkKind  // by step: the kind of mark for it in the strip behind the time slider
	First     []int32          // by step: index of its first event
	Last      simtime.Time     // time of the last step
	Lives     []Life           // by job: its latest attempt
	past      map[int32][]Life // by job: its earlier attempts, if it started several times
	sizes     map[workload.JobID][]resize
	stops     map[workload.JobID][]stop
	risks     map[int32][]int32       // by job: the steps that reported that its deadline was at risk, or that it may start from now on
	Refused   map[workload.JobID]bool // jobs that were rejected at submission; nil if there are none
	cancelled map[workload.JobID]bool // jobs that people cancelled; nil if there are none
	Growths   growths
	Outages   Outages
	waking    []waking         // waits of jobs until their nodes are powered up
	Deadlines []simtime.Time   // by job; nil if no job has a deadline
	Parts     [][]draw.JobPart // by job; nil if no job has parts
	Groups    []int32          // by node: index into Machine.Groups; nil if there is one group
	lanes     lanes
	bands     []int32
	Speeds    [][]draw.SpeedSpan // by job: its changes of speed; nil if all jobs run at full speed
	conflicts []bool             // by step: whether it is a conflict; nil until needed
	taught    []int32            // result of Teaching; nil until needed
	Covered   bool               // the future of the run is hidden, and this is only its beginning (see Cover)
	Subject   string             // if Covered is set: the description of the complete run
	Ended     bool               // if Covered is set: whether this already is the complete run
}

// Life is an attempt to run a job. It holds the steps in which the job was
// submitted, started, and ended, or -1 if that did not happen. If the job is
// requeued, the attempt ends, and the next start begins another attempt.
type Life struct{ Submit, Start, End int32 }

// LifeAt returns the latest attempt of a job that has started by step i. If none
// has, it returns the first attempt.
func (r *RecordedRun) LifeAt(id workload.JobID, i int32) Life {
	l := r.Lives[id]
	if l.Start <= i {
		return l
	}
	past := r.past[int32(id)]
	for k := len(past) - 1; k >= 0; k-- {
		if past[k].Start <= i {
			return past[k]
		}
	}
	if len(past) > 0 {
		return past[0]
	}
	return l
}

// NewRun prepares a run for look-ups. Cost: O(events + ranges of consecutive nodes
// in their placements + nodes).
func NewRun(m *message.Loaded, c *i18n.Catalog) *RecordedRun {
	return NewRunBy(m, c, func() bool { return true })
}

// NewRunBy prepares a run like NewRun, but calls pause every few hundred steps. A
// long run can therefore be prepared between two frames of the page. If pause
// returns false, NewRunBy stops and returns nil.
func NewRunBy(m *message.Loaded, c *i18n.Catalog, pause func() bool) *RecordedRun {
	r := &RecordedRun{Loaded: m, Kinds: make([]draw.MarkKind, len(m.Steps)), First: make([]int32, len(m.Steps)+1)}
	r.Lives = make([]Life, len(m.Jobs))
	r.Names.Numbers = make([]int64, len(m.Jobs))
	for i := range m.Jobs {
		r.Lives[i] = Life{-1, -1, -1}
		r.Names.Numbers[i] = m.Jobs[i].Number
	}
	if n := len(m.Steps); n > 0 {
		r.Last = m.Steps[n-1].Time
	}
	r.readGroups()
	r.Outages.offline(m.Machine.Offline)
	step := simtime.Minute
	at := int32(0)
	r.Bars.Grow(barsOf(m.Events))
	for i := range m.Steps {
		if i%pauseEvery == pauseEvery-1 && !pause() {
			return nil
		}
		s := &m.Steps[i]
		for step > simtime.Millisecond && simtime.Duration(s.Time)%step != 0 {
			step = Finer(step)
		}
		r.First[i], r.First[i+1] = at, at+s.Events
		r.readStep(int32(i), s.Time, m.Events[at:at+s.Events])
		if s.Trigger == queue.Staging && s.Events == 0 {
			r.Growths.staged(s.Job, int32(i), s.Time)
		}
		at += s.Events
	}
	r.Clock = i18n.NewClock(c, step)
	r.lanes = lanes{}
	r.Outages.Finish()
	r.Growths.finish()
	r.readJobs()
	if len(m.Speeds) > 0 {
		r.Speeds = make([][]draw.SpeedSpan, len(m.Jobs))
	}
	for _, s := range m.Speeds {
		r.Speeds[s.Job] = append(r.Speeds[s.Job], draw.SpeedSpan{From: m.Steps[s.Step].Time, Part: float32(s.Part) / 1000})
	}
	r.freshSpeeds()
	return r
}

// pauseEvery is the number of steps that are read between two calls of pause.
const pauseEvery = 256

// barsOf returns the approximate number of bars that the events add to the
// timeline: a bar for each range of consecutive nodes on which a job starts.
func barsOf(events []message.Event) int {
	n := 0
	for i := range events {
		if events[i].Kind == trace.Start {
			n += len(events[i].Placement)
		}
	}
	return n
}

// Finer returns the next smaller unit in which the page's clock can show times.
func Finer(step simtime.Duration) simtime.Duration {
	if step == simtime.Minute {
		return simtime.Second
	}
	return simtime.Millisecond
}

func (r *RecordedRun) readStep(i int32, at simtime.Time, events []message.Event) {
	kind := draw.MarkSubmit
	for k := range events {
		e := &events[k]
		switch e.Kind {
		case trace.Start, trace.Grow, trace.Resume:
			kind = draw.MarkStart
		case trace.End, trace.Shrink, trace.Up, trace.Join, trace.LinkUp, trace.Ready, trace.QueueOpen, trace.QueueStart, trace.Allot:
			if kind == draw.MarkSubmit {
				kind = draw.MarkEnd
			}
		case trace.Kill, trace.Reject, trace.Requeue, trace.Fail, trace.Suspend, trace.Hold, trace.AtRisk, trace.Rollback, trace.Down, trace.Leave, trace.LinkDown, trace.QueueClose, trace.QueueStop:
			kind = draw.MarkKill
		}
		if e.Job != workload.NoJob {
			r.readJobEvent(i, at, e)
		}
		if e.Job == workload.NoJob || e.Kind == trace.Wake {
			r.Outages.Read(i, at, e)
		}
	}
	r.Kinds[i] = kind
}

var endings = map[trace.EventKind]draw.BarEnding{trace.End: draw.Ended, trace.Kill: draw.Killed, trace.Fail: draw.Lost, trace.Requeue: draw.Requeued}

// withdrawn reports whether a job left the queue for good after its submission, or was
// cancelled while it ran.
func withdrawn(e *message.Event) bool {
	return e.Of == message.ByPerson || e.Of == message.ByDeadline || e.Of == message.ByDependency
}

// noteCancelled records that a job was cancelled by a person, or because of its deadline
// or dependencies.
func (r *RecordedRun) noteCancelled(e *message.Event) {
	if !withdrawn(e) || e.Kind != trace.Fail && e.Kind != trace.Reject {
		return
	}
	if r.cancelled == nil {
		r.cancelled = map[workload.JobID]bool{}
	}
	r.cancelled[e.Job] = true
}

// readJobEvent processes an event of a job in step i.
func (r *RecordedRun) readJobEvent(i int32, at simtime.Time, e *message.Event) {
	l := &r.Lives[e.Job]
	switch e.Kind {
	case trace.Reject:
		if r.Refused == nil {
			r.Refused = map[workload.JobID]bool{}
		}
		r.Refused[e.Job] = true
		if !withdrawn(e) {
			l.Submit = i
		}
		r.noteCancelled(e)
	case trace.Submit:
		l.Submit = i
	case trace.Start:
		if l.Start >= 0 {
			if r.past == nil {
				r.past = map[int32][]Life{}
			}
			r.past[int32(e.Job)] = append(r.past[int32(e.Job)], *l)
		}
		*l = Life{l.Submit, i, -1}
		r.startBars(draw.Bar{Job: e.Job, Begin: i + 1, Start: at, Limit: at.Add(r.Jobs[e.Job].Walltime)}, e.Placement)
	case trace.Ready:
		r.ready(i, at, e)
	case trace.End, trace.Kill, trace.Requeue, trace.Fail:
		r.noteCancelled(e)
		held, since := r.holds(e.Job)
		r.Bars.Stop(e.Job, draw.Suspended, endings[e.Kind], since+1, i+1, at)
		r.endFreeze(e.Job, i, at, draw.Requeued)
		r.endBars(e.Job, held, endings[e.Kind], since+1, i+1, at)
		if l.End = i; e.Kind == trace.Requeue {
			if r.stops == nil {
				r.stops = map[workload.JobID][]stop{}
			}
			r.stops[e.Job] = append(r.stops[e.Job], stop{i, e.Of})
		}
	case trace.Freeze, trace.Stage, trace.Grow, trace.Rollback, trace.Shrink:
		r.change(i, at, e)
	case trace.Suspend, trace.Resume:
		r.suspend(i, at, e)
	case trace.AtRisk, trace.Release, trace.Hold, trace.Update:
		if r.risks == nil {
			r.risks = map[int32][]int32{}
		}
		r.risks[int32(e.Job)] = append(r.risks[int32(e.Job)], i)
	}
}

// StepTime returns the time of step i.
func (r *RecordedRun) StepTime(i int32) simtime.Time { return r.Steps[i].Time }

// Head returns the smallest number of steps that the page can show. In a window of
// a long run that is the number of steps before the window, otherwise 0.
func (r *RecordedRun) Head() int {
	if r.Archive == nil {
		return 0
	}
	return int(r.Archive.Head)
}

// Len returns the number of steps.
func (r *RecordedRun) Len() int { return len(r.Steps) }

// Time returns the time of the last of the first n steps, or 0 if n is 0.
func (r *RecordedRun) Time(n int) simtime.Time {
	if n <= 0 || len(r.Steps) == 0 {
		return 0
	}
	return r.Steps[min(n, len(r.Steps))-1].Time
}

// StepEvents returns the events of step i, counted from 0.
func (r *RecordedRun) StepEvents(i int) []message.Event { return r.Events[r.First[i]:r.First[i+1]] }

// Find returns the number of steps up to and including a moment. The moment is
// given by its time, and by the ordinal of the step among the steps of that time.
func (r *RecordedRun) Find(at simtime.Time, ordinal int32) int {
	return sort.Search(len(r.Steps), func(i int) bool {
		s := &r.Steps[i]
		return s.Time > at || s.Time == at && s.Ordinal > ordinal
	})
}

// Decides reports whether a job was started or refused in step i.
func (r *RecordedRun) Decides(i int) bool {
	for _, e := range r.StepEvents(i) {
		if e.Kind == trace.Start || e.Kind == trace.Reject {
			return true
		}
	}
	return false
}

// Decision searches for the next step in which a job is started or rejected, from n
// steps on. It returns the number of steps up to and including that step. If
// direction is negative, it searches backwards. It returns n if there is no such
// step.
func (r *RecordedRun) Decision(n, direction int) int {
	return r.NextStep(n, direction, r.Decides)
}

// EventOf searches for the next event of a job, from n steps on. It returns the
// number of steps up to and including that event. If direction is negative, it
// searches backwards. It returns n if there is no such event.
func (r *RecordedRun) EventOf(job workload.JobID, n, direction int) int {
	if job < 0 || int(job) >= len(r.Lives) {
		return n
	}
	best := n
	r.steps(job, func(step int32) {
		at := int(step) + 1
		switch {
		case step < 0:
		case direction > 0 && at > n && (best == n || at < best):
			best = at
		case direction < 0 && at < n && (best == n || at > best):
			best = at
		}
	})
	return best
}

// JobOf returns the ID of the job with the given number, or NoJob. Cost: O(jobs).
func (r *RecordedRun) JobOf(number int64) workload.JobID {
	for i := range r.Jobs {
		if r.Jobs[i].Number == number {
			return workload.JobID(i)
		}
	}
	return workload.NoJob
}

// readGroups stores for each node the group to which it belongs.
func (r *RecordedRun) readGroups() {
	if len(r.Machine.Groups) < 2 {
		return
	}
	r.Groups = make([]int32, r.Machine.Drawn.Nodes)
	for i, g := range r.Machine.Groups {
		for n := g.First; n <= g.Last && int(n) < len(r.Groups); n++ {
			r.Groups[n] = int32(i)
		}
	}
}

// cores returns the number of cores of a node.
func (r *RecordedRun) cores(n int32) int64 {
	g := int32(0)
	if r.Groups != nil {
		g = r.Groups[n]
	}
	if int(g) >= len(r.Machine.Groups) {
		return 1
	}
	return max(r.Machine.Groups[g].Resources[workload.Cores], 1)
}

// Bands returns the first node of each band, that is, of each group of adjacent
// rows in the timeline. It computes them on the first call.
func (r *RecordedRun) Bands() []int32 {
	if r.bands == nil {
		r.bands = r.Machine.Drawn.Bands()
	}
	return r.bands
}
