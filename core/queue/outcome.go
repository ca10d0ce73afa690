package queue

import (
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// English returns the obstacle to a decision as an English clause without a full
// stop, or "" if there was none.
func (x *DecisionOutcome) English(n why.Names) string {
	switch x.Refusal {
	case NotSubmitted:
		return "it is not in the queue yet"
	case Runs:
		return "it runs since " + instant(n, x.Since)
	case Ended:
		return "it ended at " + instant(n, x.Since)
	case HeldBack:
		return "its queue is stopped"
	case WrongSize:
		return fmt.Sprintf("it needs %d nodes, and %d are named", x.Need, x.Have)
	case NodeHeld:
		if x.Holder == workload.NoJob {
			return fmt.Sprintf("node %d is set aside for a job that grows", x.Node) + x.possible(n, "all of them are free")
		}
		return fmt.Sprintf("node %d is held by %s", x.Node, named(n, x.Holder)) + x.possible(n, "all of them are free")
	case NodeDown:
		return fmt.Sprintf("node %d is down", x.Node)
	case NodeUnfit:
		return fmt.Sprintf("node %d lacks what it needs", x.Node)
	case NoRoom:
		return fmt.Sprintf("it needs %d, %d free", x.Need, x.Have) + x.possible(n, fmt.Sprintf("%d are free", x.Need))
	case NoShape:
		return fmt.Sprintf("%d are free, but not in a shape that the allocator accepts", x.Have) + x.possible(n, "it finds a place")
	}
	return ""
}

// EnglishBroken returns a clause that tells which promise a decision broke. It
// returns "" if the decision broke none. The parameter ends is the instant at which
// the walltime of the decision's job ends.
func (x *DecisionOutcome) EnglishBroken(n why.Names, ends simtime.Time) string {
	if x.Broken == workload.NoJob {
		return ""
	}
	promise := "EASY had promised " + named(n, x.Broken) + " the time " + instant(n, x.Was)
	if x.Was == x.At {
		promise = "EASY would have started " + named(n, x.Broken) + " at once"
	}
	if x.Is == simtime.Never {
		return "it ends by " + instant(n, ends) + "; " + promise + ", which now cannot be told"
	}
	return "it ends by " + instant(n, ends) + "; " + promise + ", and now it is " + instant(n, x.Is)
}

// possible returns a clause that tells when the refused decision would have been
// possible.
func (x *DecisionOutcome) possible(n why.Names, what string) string {
	switch {
	case x.First == simtime.Never:
		return "; on what there is that never comes about"
	case x.Ends == workload.NoJob:
		return "; " + what + " from " + instant(n, x.First) + " on"
	}
	return "; " + what + " from " + instant(n, x.First) + " on, when " + named(n, x.Ends) + " ends at the latest"
}

func named(n why.Names, id workload.JobID) string {
	if n.Job == nil {
		return fmt.Sprintf("job #%d", id)
	}
	return n.Job(id)
}

func instant(n why.Names, t simtime.Time) string {
	if n.Time == nil {
		return t.String()
	}
	return n.Time(t)
}
