package engine

import (
	"math"
	"slices"
	"sort"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// StepMark is one step of a Recording.
type StepMark struct {
	Time    simtime.Time
	Ordinal int32 // place among the steps of this instant in which something changed
	Trigger queue.Trigger
	Job     workload.JobID // job that was submitted or ended, or NoJob
	First   int32          // index of its first event in the log
	taken   int32          // engine steps taken up to and including this one
}

// Recording is a recorded run that returns the engine as it was after any step. It
// counts only steps in which something changed; in some of them that is only a
// speed, or the stage of a growth. It keeps copies of the engine at intervals that
// grow with the run, so that seeking a step replays a few hundred steps at most.
type Recording struct {
	live        *Engine // engine at the end of what is recorded; it keeps the events
	done        bool
	taken       int32
	marks       []StepMark
	paces       SpeedHistory
	said        map[int][]queue.ProgramLine // lines that a program wrote, by step; nil if there are none
	heard       int                         // number of these lines
	checkpoints []checkpoint
	every       int32
	found       *remembered // nil where the allocator may be asked twice for one job
}

// checkpoint is a copy of the engine after a number of engine steps.
type checkpoint struct {
	taken int32
	e     *Engine
}

// maxCheckpoints bounds the copies. Above it, every second copy is dropped.
const maxCheckpoints = 512

// NewRecording returns a recording without any step.
func NewRecording(c Config) (*Recording, error) {
	e, err := New(c)
	if err != nil {
		return nil, err
	}
	_, asks := c.Queue.(queue.Reserver)
	t := &Recording{live: e, every: 64}
	if e.cfg.queue.Counted && c.Elastic == nil && c.Faults == nil && !asks { // the allocator is asked for each job once, when the job starts
		t.found = &remembered{c.Allocator, make([]cachedPlacement, len(c.Jobs))}
		e.cfg.queue.Allocator = *t.found
	}
	t.checkpoints = []checkpoint{{0, e.Clone()}}
	e.KeepEvents()
	n := len(c.Jobs) // a job is usually submitted, started and ended in two steps; append grows the slice if there are more
	t.marks = make([]StepMark, 0, 2*n)
	return t, nil
}

// Record runs c to its end on a new recording. If a program fails, it returns the
// recording up to there, and the error is a *queue.Failure.
func Record(c Config) (*Recording, error) {
	t, err := NewRecording(c)
	if err != nil {
		return nil, err
	}
	for !t.Extend(1 << 20) {
	}
	return t, t.Err()
}

// Extend records up to n more engine steps and reports whether the run has ended.
func (t *Recording) Extend(n int) bool {
	for ; n > 0 && !t.done; n-- {
		s, ok := t.live.Step()
		if !ok {
			t.done = true
			break
		}
		t.taken++
		t.mark(s)
		if t.taken%t.every == 0 {
			t.keepCheckpoint()
		}
	}
	return t.done
}

func (t *Recording) mark(s Step) {
	if !s.Changed() {
		return
	}
	m := StepMark{Time: s.Time, Trigger: s.Trigger, Job: s.Job, First: int32(len(t.Log()) - len(s.Events)), taken: t.taken}
	if last := len(t.marks) - 1; last >= 0 && t.marks[last].Time == s.Time {
		m.Ordinal = t.marks[last].Ordinal + 1
	}
	t.paces.add(len(t.marks), s.Speeds)
	t.keepOutput(len(t.marks), s.Said)
	t.marks = append(t.marks, m)
	if t.found != nil {
		t.found.learn(s.Events)
	}
}

// MaxOutputLines is the number of program output lines that a Recording keeps.
const MaxOutputLines = 10_000

// keepOutput stores the lines that a program wrote in a step.
func (t *Recording) keepOutput(step int, said []queue.ProgramLine) {
	said = said[:min(len(said), MaxOutputLines-t.heard)]
	if len(said) == 0 {
		return
	}
	if t.said == nil {
		t.said = map[int][]queue.ProgramLine{}
	}
	t.said[step] = slices.Clone(said)
	t.heard += len(said)
}

// Said returns the lines that a program wrote in step i, as far as they are among
// the first MaxOutputLines lines of the run.
func (t *Recording) Said(i int) []queue.ProgramLine { return t.said[i] }

// Err returns the *queue.Failure of the program that ended the run in its last
// step, or nil.
func (t *Recording) Err() error { return t.live.Err() }

func (t *Recording) keepCheckpoint() {
	t.checkpoints = append(t.checkpoints, checkpoint{t.taken, t.live.Clone()})
	if len(t.checkpoints) <= maxCheckpoints {
		return
	}
	t.every *= 2
	some := t.checkpoints[:0]
	for _, k := range t.checkpoints {
		if k.taken%t.every == 0 {
			some = append(some, k)
		}
	}
	clear(t.checkpoints[len(some):])
	t.checkpoints = some
}

// Counted reports whether counting free nodes or tasks decides if a job fits: all
// jobs ask for whole nodes, or all for tasks that are alike, and the allocator
// rejects no job for its shape.
func (t *Recording) Counted() bool { return t.live.cfg.queue.Counted }

// Jobs returns the jobs of the run; do not change them.
func (t *Recording) Jobs() []workload.Job { return t.live.cfg.Jobs }

// Capacity returns how many nodes or tasks the empty machine holds, where counting
// decides.
func (t *Recording) Capacity() int32 { return t.live.cfg.queue.Capacity }

// Len returns the number of steps recorded.
func (t *Recording) Len() int { return len(t.marks) }

// Done reports whether the run is recorded to its end.
func (t *Recording) Done() bool { return t.done }

// Log returns the trace recorded so far; do not change it.
func (t *Recording) Log() []trace.Event { return t.live.Events() }

// SpeedHistory returns the speeds of all jobs as far as the run is recorded; do not change
// them.
func (t *Recording) SpeedHistory() *SpeedHistory { return &t.paces }

// Mark returns step i, from 0.
func (t *Recording) Mark(i int) StepMark { return t.marks[i] }

// Events returns what changed in step i.
func (t *Recording) Events(i int) []trace.Event {
	log := t.Log()
	if i+1 < len(t.marks) {
		return log[t.marks[i].First:t.marks[i+1].First]
	}
	return log[t.marks[i].First:]
}

// Find returns the number of steps up to and including the place (at, ordinal).
// Seek with that number arrives there, or at the last step before it.
func (t *Recording) Find(at simtime.Time, ordinal int32) int {
	return sort.Search(len(t.marks), func(i int) bool {
		m := &t.marks[i]
		return m.Time > at || m.Time == at && m.Ordinal > ordinal
	})
}

// Seek returns an independent engine in the state after the first n steps; 0 is
// before all steps. Cost: a copy and the replay of at most as many engine steps as
// lie between two checkpoints.
func (t *Recording) Seek(n int) *Engine {
	return t.after(t.takenAfter(n))
}

// At returns an independent engine in the state at an instant, after all that
// happens then. Its answers hold for that instant, not for the last event before
// it. Cost: that of Seek.
func (t *Recording) At(at simtime.Time) *Engine {
	e := t.Seek(t.Find(at, math.MaxInt32))
	for e.nextInstant() <= at { // passes that change nothing
		if _, ok := e.Step(); !ok {
			break
		}
	}
	if at != simtime.Never {
		e.now = max(e.now, at)
	}
	return e
}

// after returns an engine that has taken the given number of engine steps.
func (t *Recording) after(taken int32) *Engine {
	i := sort.Search(len(t.checkpoints), func(i int) bool { return t.checkpoints[i].taken > taken }) - 1
	e := t.checkpoints[i].e.Clone()
	t.walk(e, t.checkpoints[i].taken, taken)
	return e
}
