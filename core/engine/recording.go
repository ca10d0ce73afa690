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
	Ordinal int32 // position among the steps of this instant that changed something
	Trigger queue.Trigger
	Job     workload.JobID // job that was submitted or ended, or NoJob
	First   int32          // index in the log of the first event of this step
	taken   int32          // number of engine steps that were taken up to and including this one
}

// Recording is a recorded run that can return the engine in the state after any
// step. It counts only steps that changed something, even if only a job's speed or
// the stage of a growth. It keeps copies of the engine at intervals that grow with
// the run, so that seeking a step replays a few hundred steps at most.
type Recording struct {
	live        *Engine // engine at the end of the recorded part; it keeps the events
	done        bool
	taken       int32
	marks       []StepMark
	paces       SpeedHistory
	said        map[int][]queue.ProgramLine // output lines of a scheduling program, by step; nil if there are none
	heard       int                         // number of lines in said
	checkpoints []checkpoint
	every       int32
	found       *remembered // placements found so far; nil if the allocator may be called twice for one job
}

// checkpoint is a copy of the engine after the given number of engine steps.
type checkpoint struct {
	taken int32
	e     *Engine
}

// maxCheckpoints bounds the number of checkpoints. When there are more, every
// second one is dropped.
const maxCheckpoints = 512

// NewRecording returns a recording without any step.
func NewRecording(c Config) (*Recording, error) {
	e, err := New(c)
	if err != nil {
		return nil, err
	}
	_, asks := c.Queue.(queue.Reserver)
	n := len(c.Jobs) // a job usually takes two recorded steps, in which it is submitted, starts and ends; append grows the slice if there are more
	t := &Recording{live: e, every: 64}
	for int(t.every)*maxCheckpoints < 2*n { // so that few checkpoints are dropped again
		t.every *= 2
	}
	if e.cfg.queue.Counted && c.Elastic == nil && c.Faults == nil && len(c.Commands) == 0 && !asks { // under these conditions, the allocator is called once for each job, when the job starts
		t.found = &remembered{c.Allocator, make([]cachedPlacement, len(c.Jobs))}
		e.cfg.queue.Allocator = *t.found
	}
	t.checkpoints = []checkpoint{{0, e.Clone()}}
	e.KeepEvents()
	t.marks = make([]StepMark, 0, 2*n)
	return t, nil
}

// Record runs c to its end and returns the recording. If a scheduling program
// fails, Record returns the recording up to the failure, and the error is a
// *queue.Failure.
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

// MaxOutputLines is the maximum number of program output lines that a Recording
// keeps.
const MaxOutputLines = 10_000

// keepOutput stores the lines that a scheduling program printed in a step.
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

// Said returns the lines that a scheduling program printed in step i. Only the
// first MaxOutputLines lines of the run are kept.
func (t *Recording) Said(i int) []queue.ProgramLine { return t.said[i] }

// Err returns the *queue.Failure of the scheduling program that ended the run in
// its last step, or nil.
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

// Counted reports whether the run uses counting mode, in which a job fits if enough
// nodes or tasks are free, wherever they are. That is so if all jobs ask for whole
// nodes, or all for tasks that are alike, and placements do not matter: no job
// selects certain nodes, the allocator rejects no job for its shape, and the policy
// does not compare time windows by their placements.
func (t *Recording) Counted() bool { return t.live.cfg.queue.Counted }

// Jobs returns the jobs of the run. The caller must not change them.
func (t *Recording) Jobs() []workload.Job { return t.live.cfg.Jobs }

// Capacity returns how many nodes or tasks the empty machine holds. It is defined
// only if Counted reports true.
func (t *Recording) Capacity() int32 { return t.live.cfg.queue.Capacity }

// Len returns the number of recorded steps.
func (t *Recording) Len() int { return len(t.marks) }

// Log returns the trace recorded so far. The caller must not change it.
func (t *Recording) Log() []trace.Event { return t.live.Events() }

// SpeedHistory returns the speeds of all jobs in the recorded part of the run. The
// caller must not change them.
func (t *Recording) SpeedHistory() *SpeedHistory { return &t.paces }

// Mark returns step i, from 0.
func (t *Recording) Mark(i int) StepMark { return t.marks[i] }

// Events returns the events of step i.
func (t *Recording) Events(i int) []trace.Event {
	log := t.Log()
	if i+1 < len(t.marks) {
		return log[t.marks[i].First:t.marks[i+1].First]
	}
	return log[t.marks[i].First:]
}

// Find returns the number of steps up to and including a given step. That step is
// given by its instant and by its ordinal, the position among the steps of that
// instant. Seek with the result returns the state after that step. If there is no
// such step, it returns the state after the last step before it.
func (t *Recording) Find(at simtime.Time, ordinal int32) int {
	return sort.Search(len(t.marks), func(i int) bool {
		m := &t.marks[i]
		return m.Time > at || m.Time == at && m.Ordinal > ordinal
	})
}

// Seek returns an independent engine in the state after the first n steps. If n is
// 0, this is the state before the first step. Cost: a copy, and the replay of at
// most as many engine steps as lie between two checkpoints.
func (t *Recording) Seek(n int) *Engine {
	return t.after(t.takenAfter(n))
}

// At returns an independent engine in the state at an instant, after all events of
// that instant. The answers of the engine hold for that instant, and not for the
// time of its last event. Cost: that of Seek.
func (t *Recording) At(at simtime.Time) *Engine {
	e := t.Seek(t.Find(at, math.MaxInt32))
	for e.nextInstant() <= at { // also takes the steps that change nothing, which Seek does not count
		if _, ok := e.Step(); !ok {
			break
		}
	}
	if at != simtime.Never {
		e.now = max(e.now, at)
	}
	return e
}

// after returns an independent engine that has taken the given number of engine
// steps.
func (t *Recording) after(taken int32) *Engine {
	i := sort.Search(len(t.checkpoints), func(i int) bool { return t.checkpoints[i].taken > taken }) - 1
	e := t.checkpoints[i].e.Clone()
	t.walk(e, t.checkpoints[i].taken, taken)
	return e
}
