package trace

import (
	"fmt"

	"hopyard/core/why"
	"hopyard/core/workload"
)

// Text is the event as an English line for people and golden tests: "80 job 2
// starts on 0-11: it is first in order and fits now (needs 12, 12 free)".
func (e *Event) Text(jobs []workload.Job) string {
	names := why.Names{Job: func(id workload.JobID) string { return fmt.Sprintf("job %d", jobs[id].Number) }}
	s := fmt.Sprintf("%v %s", e.Time, names.Job(e.Job))
	switch e.Kind {
	case Submit:
		j := &jobs[e.Job]
		if j.Whole() {
			return fmt.Sprintf("%s is submitted: %d nodes for %v s", s, j.Nodes, j.Walltime)
		}
		return fmt.Sprintf("%s is submitted: %d tasks for %v s", s, j.Tasks, j.Walltime)
	case Start:
		return fmt.Sprintf("%s starts on %v: %s", s, e.Placement, e.Why.English(names))
	case End:
		return fmt.Sprintf("%s ends on %v", s, e.Placement)
	case Kill:
		return fmt.Sprintf("%s is killed at its walltime on %v", s, e.Placement)
	}
	return fmt.Sprintf("%s is rejected: %v", s, jobs[e.Job].Reject)
}
