package quiz

import (
	"slices"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// moment is a step about which a question may be asked. It holds the state before
// the step's scheduling pass, and the decisions of the pass.
type moment struct {
	quiz    *Quiz
	step    int
	mark    engine.StepMark
	prior   *engine.Engine   // before the step; must not be changed
	before  *engine.Deciding // before the pass; passes run only on copies of it
	waiting []queue.Decision // the jobs that wait before the pass, in queue order
	after   *engine.Engine
	starts  []trace.Event           // the jobs that the pass starts, in this order
	still   []queue.Decision        // the jobs that wait after the pass
	choice  *engine.PlacementChoice // candidate placements of the first job that starts; see choiceOf
	past    []queue.Decision        // the jobs that waited before the step; see earlier
}

// look returns the moment of step i.
func (z *Quiz) look(i int) *moment {
	m := &moment{quiz: z, step: i, mark: z.run.Mark(i), prior: z.seek(i)}
	m.before = z.run.Deciding(i, m.prior.Clone())
	m.waiting = m.before.Pending()
	d := m.before.Clone()
	m.starts = startsOf(d.Decide())
	m.after = d.Engine
	m.still = m.after.Pending()
	return m
}

// seek returns the engine after the first i steps. The caller must not change it.
// Visiting the steps in order costs one walk through the run in total.
func (z *Quiz) seek(i int) *engine.Engine {
	if z.cursor == nil || z.reached > i {
		z.cursor = z.run.Seek(i)
	} else if z.reached < i {
		z.cursor = z.cursor.Clone()
		z.run.Walk(z.cursor, z.reached, i)
	}
	z.reached = i
	return z.cursor
}

// startsOf returns copies of the Start events of a step, which stay valid when the
// engine moves on.
func startsOf(s engine.Step) (starts []trace.Event) {
	for _, x := range s.Events {
		if x.Kind == trace.Start {
			starts = append(starts, x)
		}
	}
	return starts
}

// question returns a new question about this step, without any answers yet.
func (m *moment) question(k QuestionKind, job workload.JobID) *Question {
	return &Question{Kind: k, Form: k.form(), Step: m.step, At: m.mark.Time, Ordinal: m.mark.Ordinal, Job: job}
}

// job returns the job with an ID.
func (m *moment) job(id workload.JobID) *workload.Job { return &m.quiz.jobs[id] }

// ends returns the end of a job's walltime if the job starts now.
func (m *moment) ends(id workload.JobID) simtime.Time {
	return m.mark.Time.Add(m.job(id).Walltime)
}

// waits returns the decision for which a job still waits after the pass, with its
// reason. It returns nil if the job does not wait.
func (m *moment) waits(id workload.JobID) *queue.Decision { return decisionOf(m.still, id) }

func decisionOf(all []queue.Decision, id workload.JobID) *queue.Decision {
	i := slices.IndexFunc(all, func(d queue.Decision) bool { return d.Job == id })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// under returns the jobs that another policy would start, in ascending order.
func (m *moment) under(p queue.Policy) []workload.JobID {
	d := m.before.Clone()
	d.UsePolicy(p)
	return jobsOf(startsOf(d.Decide()))
}

// jobsOf returns the jobs of events, in ascending order.
func jobsOf(events []trace.Event) []workload.JobID {
	ids := make([]workload.JobID, 0, len(events))
	for _, x := range events {
		ids = append(ids, x.Job)
	}
	slices.Sort(ids)
	return ids
}
