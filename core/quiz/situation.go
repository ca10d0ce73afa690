package quiz

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Situation is the state that a student may see when a question is asked: the data
// that a scheduler has, without its decisions in this pass.
type Situation struct {
	At      simtime.Time
	Free    int32 // unused nodes
	Nodes   int32 // number of nodes of the machine
	Ends    bool  // whether the question is about the ends of walltimes
	Running []RunningJob
	Waiting []WaitingJob // in queue order

	State      *cluster.State   // must not be changed
	Accounts   []queue.Account  // set if the discipline keeps accounts
	Priorities []queue.Priority // priorities after the pass; all parts of these priorities are known before the pass
}

// RunningJob is a running job.
type RunningJob struct {
	Job   workload.JobID
	Size  int32
	Where cluster.Placement
	Since simtime.Time
	Until simtime.Time // end of the job's walltime, which is its latest possible end
}

// WaitingJob is a waiting job.
type WaitingJob struct {
	Job      workload.JobID
	Size     int32
	Walltime simtime.Duration
	Promised simtime.Time // start promised before this step; simtime.Never if no start is promised, or if the question asks for it
}

// Situation returns what a student may see when q is asked. Cost: a call of
// Recording.Seek.
func (z *Quiz) Situation(q *Question) Situation {
	m := z.look(q.Step)
	e := m.before.Engine
	if q.Before {
		e = m.prior
	}
	s := Situation{At: max(e.Now(), 0), Free: int32(e.State().Idle().Len()), Nodes: int32(e.Config().Machine.NumNodes())}
	s.State, s.Accounts, s.Priorities = e.State(), e.Accounts(), m.after.Priorities()
	s.Ends = q.Kind == Next && q.Job == workload.NoJob
	for _, r := range e.State().AppendRunning(nil) {
		s.Running = append(s.Running, RunningJob{r.Request.ID, r.Size(), r.Placement, r.Start, r.Limit})
	}
	for _, d := range pendingOf(m, q) {
		r := &z.jobs[d].Request
		w := WaitingJob{Job: d, Size: r.Size(), Walltime: r.Walltime, Promised: simtime.Never}
		if was := decisionOf(m.earlier(), d); was != nil && q.Kind != Promise {
			w.Promised = was.Promised
		}
		s.Waiting = append(s.Waiting, w)
	}
	return s
}

// pendingOf returns the jobs that wait when q is asked.
func pendingOf(m *moment, q *Question) (ids []workload.JobID) {
	waiting := m.waiting
	if q.Before {
		waiting = m.earlier()
	}
	for _, d := range waiting {
		ids = append(ids, d.Job)
	}
	return ids
}
