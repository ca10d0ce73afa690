package trace

import (
	"fmt"

	"hopyard/core/why"
	"hopyard/core/workload"
)

// Text returns the event as a line of English, for people and for golden tests: "80
// job 2 starts on 0-11: it is first in order and fits now (needs 12, 12 free)".
func (e *Event) Text(jobs []workload.Job) string {
	if e.Job == workload.NoJob {
		return e.machine()
	}
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
		if e.Of == 1 {
			return fmt.Sprintf("%s is given %v, and waits until all of them are up: %s", s, e.Placement, e.Why.English(names))
		}
		return fmt.Sprintf("%s starts on %v: %s", s, e.Placement, e.Why.English(names))
	case End:
		return fmt.Sprintf("%s ends on %v", s, e.Placement)
	case Kill:
		return fmt.Sprintf("%s is killed at its walltime on %v", s, e.Placement)
	case Reject:
		return s + e.rejection(jobs, names)
	case Requeue:
		return fmt.Sprintf("%s gives back %v: %s%s", s, e.Placement, e.Why.English(names), e.place())
	case Fail:
		if e.Why.Code == why.Preempted {
			return fmt.Sprintf("%s is stopped for good on %v: %s", s, e.Placement, e.Why.English(names))
		}
		if e.Why.Code == why.Cancelled {
			return fmt.Sprintf("%s is cancelled on %v", s, e.Placement)
		}
		return fmt.Sprintf("%s fails on %v: %s", s, e.Placement, e.Why.English(names))
	case Suspend:
		return fmt.Sprintf("%s is suspended on %v: %s", s, e.Placement, e.Why.English(names))
	case Resume:
		return fmt.Sprintf("%s resumes on %v", s, e.Placement)
	case Hold:
		return s + " is held"
	case Update:
		if e.Why.Code != why.None {
			return fmt.Sprintf("%s starts with a shorter walltime, %v s", s, e.Why.At)
		}
		return fmt.Sprintf("%s is changed: it asks for %d and %v s", s, e.Why.Need, e.Why.At)
	case Release:
		if e.Why.Code != why.None {
			return fmt.Sprintf("%s is held no longer: %s", s, e.Why.English(names))
		}
		return s + " may start from now on"
	case Wake, Ready:
		return s + e.wake()
	case AtRisk:
		if e.Why.Code != why.AtRisk { // the job would fit into the user's reserves, but not on the machine
			s += ": deadline at risk"
		}
		return fmt.Sprintf("%s: %s", s, e.Why.English(names))
	}
	return s + " " + e.growth(names)
}

// rejection returns a phrase that describes why a job is refused or leaves the queue.
func (e *Event) rejection(jobs []workload.Job, names why.Names) string {
	switch e.Why.Code {
	case why.None:
		return fmt.Sprintf(" is rejected: %v", jobs[e.Job].Reject)
	case why.Cancelled:
		return " is cancelled while it waits"
	case why.DeadlinePassed:
		return " is removed: it " + e.Why.English(names)
	case why.DependencyNever:
		return " is cancelled: it " + e.Why.English(names)
	case why.OtherPart:
		return fmt.Sprintf(" is rejected: so is %s, another part of its heterogeneous job", names.Job(e.Why.Blocker))
	}
	return " is rejected: " + e.Why.English(names)
}

// place returns a phrase that describes where in the queue a stopped job waits
// again.
func (e *Event) place() string {
	if e.Why.Code == why.Outgrown {
		return ", a new submission at the end of the queue"
	}
	return "; it keeps its place in the queue"
}

// growth returns a phrase for a stage of a job's change of size. The job stands
// still after s6.
func (e *Event) growth(names why.Names) string {
	switch e.Kind {
	case Freeze:
		return fmt.Sprintf("s1: %v are frozen for it to grow", e.Placement)
	case Stage:
		if e.Of == 6 && len(e.Placement) > 0 {
			return fmt.Sprintf("s6: all tasks are signalled and stop; it is to give back %v", e.Placement)
		}
		return fmt.Sprintf("s%d: %s", e.Of, [...]string{"control programs run on the new nodes", "new tasks are started", "the new tasks are ready to merge", "the merged process table is published", "all tasks are signalled, and stop"}[e.Of-2])
	case Grow:
		return fmt.Sprintf("s7: goes on, on %v", e.Placement)
	case Rollback:
		return fmt.Sprintf("gives up growing, %v are frozen for it no more: %s", e.Placement, e.Why.English(names))
	}
	return fmt.Sprintf("gives back %v and runs on", e.Placement)
}

// wake returns a phrase for nodes that are powered up for a job.
func (e *Event) wake() string {
	switch {
	case e.Kind == Ready:
		return fmt.Sprintf(" runs on %v: its nodes are up", e.Placement)
	case e.Of == 1:
		return fmt.Sprintf(": nodes %v are powered up once they are down", e.Placement)
	}
	return fmt.Sprintf(": nodes %v are powered up", e.Placement)
}

// machine returns the text of an event that concerns no job.
func (e *Event) machine() string {
	switch e.Kind {
	case Down:
		return fmt.Sprintf("%v nodes %v fail", e.Time, e.Placement)
	case PowerDown:
		return fmt.Sprintf("%v idle nodes %v are being powered down", e.Time, e.Placement)
	case PowerOff:
		return fmt.Sprintf("%v nodes %v are powered down", e.Time, e.Placement)
	case Notice:
		return fmt.Sprintf("%v nodes %v are found to be down", e.Time, e.Placement)
	case Up:
		return fmt.Sprintf("%v nodes %v come online", e.Time, e.Placement)
	case Allot:
		return fmt.Sprintf("%v allotment %d is %d nodes, %d of them usable", e.Time, e.Of+1, e.Why.Need, e.Why.Have)
	case Leave:
		return fmt.Sprintf("%v the machine is divided anew: nodes %v go to another division", e.Time, e.Placement)
	case Join:
		return fmt.Sprintf("%v the machine is divided anew: nodes %v come from another division", e.Time, e.Placement)
	case LinkDown:
		return fmt.Sprintf("%v link %d fails", e.Time, e.Of)
	case QueueOpen, QueueClose, QueueStart, QueueStop:
		return fmt.Sprintf("%v queue %d is %s", e.Time, e.Of+1, [...]string{"opened", "closed", "started", "stopped"}[e.Kind-QueueOpen])
	}
	return fmt.Sprintf("%v link %d works again", e.Time, e.Of)
}
