package scenario

import (
	"fmt"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/workload"
)

// checkQueue finds jobs that could never start under the discipline, which
// says so itself, and deadlines before there is a job.
func (p *parser) checkQueue() {
	for i := range p.s.Jobs {
		if j := &p.s.Jobs[i]; j.Deadline != 0 && j.Deadline <= j.Submit && !p.badJobs[i] {
			p.jobError(i, "deadline", j.Deadline, fmt.Sprintf("is not after the job's submission (%v)", j.Submit), j.Submit.String(), "write a later instant: deadlines count from the beginning, not from submission")
		}
	}
	impossible := p.s.impossible(p.machine)
	if p.noScheduler || impossible == nil {
		return
	}
	for i := range p.s.Jobs {
		j := &p.s.Jobs[i]
		if p.badJobs[i] || j.Nodes > int32(p.machine.NumNodes()) {
			continue
		}
		if err := impossible(&j.Request); err != nil {
			field, value := "nodes", fmt.Sprint(j.Size())
			switch {
			case p.s.Allotments != nil && p.s.discipline().Allotted && p.s.Allotments.of(j.User) == nil:
				field, value = "user", j.User
			case !j.Whole():
				field = "tasks"
			}
			because, fix := err.Error(), ""
			if end := strings.LastIndex(because, "; "); end >= 0 {
				because, fix = because[:end], because[end+2:]
			}
			p.add(Error{Place: fmt.Sprintf("jobs[%d].%s", i, field), Value: value, Problem: because, Fix: fix})
		}
	}
}

// of is a user's allotment, nil if there is none.
func (a *Allotments) of(user string) *Allotment {
	for i := range a.Users {
		if a.Users[i].User == user {
			return &a.Users[i]
		}
	}
	return nil
}

// checker is the discipline if some jobs are impossible under it, else nil.
func (s *Scenario) checker() queue.Checker {
	x, _ := s.queue(s.Scheduler.Queue).(queue.Checker)
	return x
}

// impossible says why a job could never start under the discipline; it is nil
// if every job can that the machine holds.
func (s *Scenario) impossible(m *cluster.Machine) func(*workload.Request) error {
	x := s.checker()
	if x == nil || s.Allotments == nil && s.discipline().Allotted {
		return nil
	}
	return x.Checks(m)
}

// refuse rejects the drawn jobs, or those of a trace, that could never start
// under the discipline.
func (s *Scenario) refuse(jobs []workload.Job) {
	if s.checker() == nil {
		return // do not build the machine for nothing
	}
	impossible := s.impossible(s.Cluster.Machine())
	for i := range jobs {
		if j := &jobs[i]; impossible != nil && j.Reject == nil {
			if err := impossible(&j.Request); err != nil {
				j.Reject = fmt.Errorf("%w: job %d: %w", workload.ErrWorkload, j.Number, err)
			}
		}
	}
}
