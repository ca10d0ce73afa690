package quiz

import (
	"slices"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// moment is a step that is asked about: what it is like before its pass, and what
// the pass then decides.
type moment struct {
	quiz    *Quiz
	step    int
	mark    engine.StepMark
	prior   *engine.Engine   // before the step; do not change it
	before  *engine.Deciding // never decided; copies of it are
	waiting []queue.Decision // the jobs that wait before the pass, in queue order
	after   *engine.Engine
	starts  []trace.Event           // of the pass, in their order
	still   []queue.Decision        // the jobs that wait after it
	choice  *engine.PlacementChoice // of the first start; see choiceOf
	past    []queue.Decision        // who waited before the step; see earlier
}

// look is step i as it is asked about.
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

// seek is the run after the first i steps; do not change it. Looking at one step
// after the other costs one walk through the run.
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

// startsOf are the starts of a step; they hold on.
func startsOf(s engine.Step) (starts []trace.Event) {
	for _, x := range s.Events {
		if x.Kind == trace.Start {
			starts = append(starts, x)
		}
	}
	return starts
}

// question is one about this step, with nothing in it yet.
func (m *moment) question(k QuestionKind, job workload.JobID) *Question {
	return &Question{Kind: k, Form: k.form(), Step: m.step, At: m.mark.Time, Ordinal: m.mark.Ordinal, Job: job}
}

// job is a job by its id.
func (m *moment) job(id workload.JobID) *workload.Job { return &m.quiz.jobs[id] }

// ends is when a job ends by its walltime if it starts now.
func (m *moment) ends(id workload.JobID) simtime.Time {
	return m.mark.Time.Add(m.job(id).Walltime)
}

// waits is why a job waits after the pass, nil if it does not.
func (m *moment) waits(id workload.JobID) *queue.Decision { return decisionOf(m.still, id) }

func decisionOf(all []queue.Decision, id workload.JobID) *queue.Decision {
	i := slices.IndexFunc(all, func(d queue.Decision) bool { return d.Job == id })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// under is which jobs another policy would start, in ascending order.
func (m *moment) under(p queue.Policy) []workload.JobID {
	d := m.before.Clone()
	d.Under(p)
	return jobsOf(startsOf(d.Decide()))
}

// jobsOf are the jobs of events, ascending.
func jobsOf(events []trace.Event) []workload.JobID {
	ids := make([]workload.JobID, 0, len(events))
	for _, x := range events {
		ids = append(ids, x.Job)
	}
	slices.Sort(ids)
	return ids
}
