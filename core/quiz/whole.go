package quiz

import (
	"cmp"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// The questions about a whole run belong to its last step. For comparison, other
// disciplines run the same jobs.

// maxCompared is the largest number of jobs in a run that is repeated under other
// disciplines.
const maxCompared = 500

// other is a run of the same jobs under some discipline.
type other struct {
	name string
	log  []trace.Event
	wait simtime.Duration // sum of the wait times of all started jobs, each from its submission to its first start
	jobs int64
}

// others returns the runs of the same jobs under all disciplines that are compared.
// They include the quiz's own run. It returns nil if the discipline of that run is
// not among those compared.
func (z *Quiz) others() []other {
	if len(z.jobs) > maxCompared || z.own() == "" {
		return nil
	}
	if z.rivals != nil {
		return z.rivals
	}
	c := z.run.Seek(0).Config()
	for _, name := range policies.Compared() {
		o := other{name: name}
		if name == z.own() {
			o.log = z.run.Log()
		} else {
			changed := *c
			changed.Queue = policies.DisciplineOf(name).New(&policies.Setup{Settings: policies.Defaults()})
			log, err := engine.Run(changed)
			if err != nil {
				continue
			}
			o.log = log
		}
		o.wait, o.jobs = metrics.Waits(metrics.Outcomes(z.jobs, o.log))
		z.rivals = append(z.rivals, o)
	}
	return z.rivals
}

// own returns the name of the run's discipline if it is among those that are
// compared, and "" otherwise.
func (z *Quiz) own() string {
	if z.rule.Compared == 0 {
		return ""
	}
	return z.rule.Name.Name
}

// policyOf asks which discipline made the schedule.
func (m *moment) policyOf() *Question {
	z := m.quiz
	if m.step != z.run.Len()-1 {
		return nil
	}
	q := m.question(Policy, workload.NoJob)
	own := z.own()
	var right []trace.Event
	for _, o := range z.others() {
		if o.name == own {
			right = o.log
		}
	}
	if right == nil {
		return nil
	}
	for _, o := range z.others() {
		switch {
		case o.name == own:
			q.Right = []Answer{{Choice: len(q.Options)}}
		case sameStarts(o.log, right):
			continue // the other discipline makes the same schedule, so it is not a wrong option
		}
		option := AnswerOption{Policy: o.name, Job: workload.NoJob}
		if o.name != own {
			option.Slip = m.parts(o.log, right)
		}
		q.Options = append(q.Options, option)
	}
	if len(q.Options) < 2 {
		return nil
	}
	return q
}

// sameStarts reports whether two runs start the same jobs at the same times.
func sameStarts(a, b []trace.Event) bool {
	starts := func(log []trace.Event) (s []trace.Event) {
		for _, x := range log {
			if x.Kind == trace.Start {
				s = append(s, x)
			}
		}
		slices.SortFunc(s, func(a, b trace.Event) int { return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Job, b.Job)) })
		return s
	}
	return slices.EqualFunc(starts(a), starts(b), func(x, y trace.Event) bool { return x.Time == y.Time && x.Job == y.Job })
}

// parts describes the mistake of choosing the discipline of another run. It takes
// the first job that starts at a different time in that run. The field At is the
// start time there (Never if the job does not start), and Until is the right start
// time.
func (m *moment) parts(log, right []trace.Event) Slip {
	at := map[workload.JobID]simtime.Time{}
	for _, x := range log {
		if x.Kind == trace.Start {
			at[x.Job] = x.Time
		}
	}
	for _, x := range right {
		if x.Kind != trace.Start {
			continue
		}
		if t, ok := at[x.Job]; !ok {
			return Slip{Code: OtherRule, Job: x.Job, Other: workload.NoJob, At: simtime.Never, Until: x.Time}
		} else if t != x.Time {
			return Slip{Code: OtherRule, Job: x.Job, Other: workload.NoJob, At: t, Until: x.Time}
		}
	}
	return Slip{Code: OtherRule, Job: workload.NoJob, Other: workload.NoJob}
}

// figure asks under which discipline the mean wait is shortest.
func (m *moment) figure() *Question {
	z := m.quiz
	if m.step != z.run.Len()-1 {
		return nil
	}
	all := slices.Clone(z.others())
	all = slices.DeleteFunc(all, func(o other) bool { return o.jobs != all[0].jobs })
	if len(all) < 2 {
		return nil
	}
	best := slices.MinFunc(all, func(a, b other) int { return cmp.Compare(a.wait, b.wait) })
	q := m.question(Figure, workload.NoJob)
	for i, o := range all {
		option := AnswerOption{Policy: o.name, Job: workload.NoJob, Number: int64(o.wait) / o.jobs}
		if o.wait == best.wait {
			q.Right = append(q.Right, Answer{Choice: i})
		} else {
			option.Slip = Slip{Code: LongerWait, Job: workload.NoJob, Other: workload.NoJob, Need: int64(o.wait) / o.jobs, Have: int64(best.wait) / best.jobs}
		}
		q.Options = append(q.Options, option)
	}
	if len(q.Right) == len(q.Options) {
		return nil
	}
	return q
}
