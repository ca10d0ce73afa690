package why

import (
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Names supplies the texts for jobs, instants and limits in a sentence. Each
// function may be nil. Without them, jobs are written by JobID, instants in
// seconds, and limits by their number.
type Names struct {
	Job   func(workload.JobID) string
	Time  func(simtime.Time) string
	Limit func(which int32) string // name of a limit of the scenario: "ada's GPUs"
}

func (n Names) limit(which int32) string {
	if n.Limit == nil {
		return fmt.Sprintf("limit %d", which)
	}
	return n.Limit(which)
}

func (n Names) job(id workload.JobID) string {
	if n.Job == nil {
		return fmt.Sprintf("job #%d", id)
	}
	return n.Job(id)
}

func (n Names) time(t simtime.Time) string {
	if n.Time == nil {
		return t.String()
	}
	return n.Time(t)
}

// English returns the reason as an English clause without a full stop.
func (r Reason) English(n Names) string {
	switch r.Code {
	case FitsNow:
		return fmt.Sprintf("it is first in order and fits now (needs %d, %d free)", r.Need, r.Have)
	case EndsByShadow:
		if r.At == simtime.Never {
			return fmt.Sprintf("backfilled: %s cannot start on what the machine has now", n.job(r.Blocker))
		}
		return fmt.Sprintf("backfilled: it ends by %s, before which %s cannot start", n.time(r.At), n.job(r.Blocker))
	case OnExtraNodes:
		return fmt.Sprintf("backfilled: it takes %d of the %d extra nodes that %s leaves over at %s", r.Need, r.Have, n.job(r.Blocker), n.time(r.At))
	case AvoidsReserved:
		return fmt.Sprintf("backfilled: %s can still be placed at %s beside it", n.job(r.Blocker), n.time(r.At))
	case HoleNow:
		return "its earliest hole that delays no reservation begins now"
	case InBatch:
		return fmt.Sprintf("in a batch of %d whose nodes pass the capacity test", r.Have)
	case ExactFit:
		return fmt.Sprintf("in a batch: it fills a busy unit that has exactly %d free", r.Need)
	case LargestFit:
		return fmt.Sprintf("it is the largest that fits now (needs %d, %d free); %s is before it and does not", r.Need, r.Have, n.job(r.Blocker))
	case WithinShare:
		return fmt.Sprintf("it is the next of its user and fits in the usable share (needs %d, %d left)", r.Need, r.Have)
	case Rescued:
		return fmt.Sprintf("rescued: %s, and the user's reserve holds it (needs %d, %d left)", r.slack(n), r.Need, r.Have)
	case RescuedBySystem:
		return fmt.Sprintf("rescued: %s; of the %d nodes %d come from the system's reserve", r.slack(n), r.Need, r.Have)
	case RescuedOnBoth:
		return fmt.Sprintf("rescued: %s; of the %d nodes %d are idle ones of the user's usable share", r.slack(n), r.Need, r.Have)
	case Moulded:
		return fmt.Sprintf("started with %d, not the %d asked for: it may choose its size", r.Have, r.Need)
	case InPriority:
		return fmt.Sprintf("its turn by priority, and it delays no reservation (needs %d, %d free)", r.Need, r.Have)
	case ByQuota:
		if r.Need == 0 {
			return "its queue's turn, within its quota"
		}
		return fmt.Sprintf("its queue's turn; of the %d that it asks for, the queue borrows %d from its cohort", r.Have, r.Need)
	case RanBefore:
		return "it ran there already when it was submitted"
	case ByPolicy:
		return fmt.Sprintf("the policy chose it (needs %d, %d free)", r.Need, r.Have)
	case ChosenWindow:
		return fmt.Sprintf("the window that it chose begins now (cost %d, over %d in the one at %s)", r.Need, r.Have, n.time(r.At))
	}
	switch r.Code {
	case OverQuota:
		return r.overQuota(n)
	case Preempted, Preempting, StopsInVain:
		return r.preemption(n)
	case OtherPart:
		return r.otherPart(n)
	case BeforeReservation, ReservationOver, NodesReserved, ReservationEnded:
		return r.reservation(n)
	case PowerNotAvail:
		return fmt.Sprintf("would draw %d W more, and the power cap leaves %d W", r.Need, r.Have) + r.promised(n)
	}
	return r.refusal(n)
}

func (r Reason) refusal(n Names) string {
	switch r.Code {
	case TooFewFree:
		return fmt.Sprintf("needs %d, %d free", r.Need, r.Have) + r.promised(n)
	case BehindHead:
		return fmt.Sprintf("fits, but waits behind %s", n.job(r.Blocker))
	case WouldDelay:
		return fmt.Sprintf("would delay %s, due at %s; needs %d, %d extra", n.job(r.Blocker), n.time(r.At), r.Need, r.Have)
	case Reserved:
		if r.Blocker != workload.NoJob {
			return fmt.Sprintf("now it would keep %s from its time; promised %s, its earliest hole", n.job(r.Blocker), n.time(r.At))
		}
		return fmt.Sprintf("promised %s, its earliest hole", n.time(r.At))
	case BatchTooLarge:
		return fmt.Sprintf("alone in its batch it needs %d nodes, and the capacity test counted %d", r.Need, r.Have)
	case OutsideBatch:
		return "not " + first(r.Have) + ", with which the round began"
	case CountedOut:
		return fmt.Sprintf("counted out of the batch: the jobs up to it needed %d nodes, and the capacity test counted %d", r.Need, r.Have)
	case NextBatch:
		return "not " + first(r.Have) + ", with which the one batch of the last trigger began: the next batch comes when a job is submitted or ends"
	case TooFewUnits:
		return fmt.Sprintf("needs %d free units, %d are free", r.Need, r.Have)
	case NotPlaceable:
		return fmt.Sprintf("%d are free, but not in a shape that the allocator accepts", r.Have) + r.promised(n)
	case NotReached:
		return "not looked at in this pass"
	case TooManySwitches:
		return fmt.Sprintf("waits until %s for a placement on at most %s (%d free)", n.time(r.At), switches(r.Need), r.Have)
	case OverLimit, UsedUp, UnderLimit:
		return r.ofLimit(n)
	case OverShare:
		return fmt.Sprintf("needs %d, %d are left of its user's usable share", r.Need, r.Have)
	case BehindUser:
		return fmt.Sprintf("waits behind %s of the same user", n.job(r.Blocker))
	case AtRisk:
		return fmt.Sprintf("deadline at risk: needs %d, reserves and usable share have %d left", r.Need, r.Have)
	case NextCycle:
		return fmt.Sprintf("waits for the scheduling cycle at %s", n.time(r.At))
	case TooLate:
		return fmt.Sprintf("started now it is estimated to end at %s, after its deadline", n.time(r.At))
	case QueueStopped:
		return "its queue is stopped"
	case QueueClosed:
		return "its queue is closed to submissions"
	case NodeLost:
		lost := fmt.Sprintf("it lost %d of its %d nodes", r.Need, r.Have)
		if r.At > 0 {
			lost += "; what it had done by " + n.time(r.At) + " is kept"
		}
		return lost
	case Outgrown:
		return fmt.Sprintf("killed on %d to be submitted again for %d", r.Have, r.Need)
	case FrozenLost:
		return fmt.Sprintf("it lost %d of the %d nodes frozen for it", r.Need, r.Have)
	case EndedFirst:
		return "it was over before s7 was"
	case ByHand:
		return fmt.Sprintf("a person started it here (needs %d, %d free)", r.Need, r.Have)
	case Undecided:
		if r.At == simtime.Never {
			return fmt.Sprintf("fits (needs %d, %d free), but nobody has started it", r.Need, r.Have)
		}
		return fmt.Sprintf("a person starts it at %s; needs %d, %d free", n.time(r.At), r.Need, r.Have)
	case BetterWindow:
		return fmt.Sprintf("chose the window at %s, cost %d, over an earlier one, cost %d", n.time(r.At), r.Need, r.Have)
	}
	return r.condition(n)
}

// condition returns the phrase for a promised node that the job needs, or for a
// condition of the job's start that does not hold.
func (r Reason) condition(n Names) string {
	switch r.Code {
	case NodePromised:
		return fmt.Sprintf("enough are free now, but node %d is promised to %s from %s", r.Have, n.job(r.Blocker), n.time(r.At))
	case Dependency:
		return n.dependency(r)
	case DependencyNever:
		return n.dependency(r) + ", which can no longer happen"
	case BeginTime:
		return "may not start before " + n.time(r.At)
	case JobHeld:
		return "a person holds it"
	case Cancelled:
		return "a person cancelled it"
	case DeadlinePassed:
		return "can no longer end by its deadline, " + n.time(r.At)
	case ArrayLimit:
		return fmt.Sprintf("at most %d of the tasks of its array may run at a time", r.Have)
	}
	return r.Code.String()
}

// dependency returns the phrase for a dependency that does not hold.
func (n Names) dependency(r Reason) string {
	job := n.job(r.Blocker)
	switch workload.DependencyKind(r.Which) {
	case workload.DependsOnStart:
		if r.At > 0 {
			return fmt.Sprintf("waits until %s, a while after %s started", n.time(r.At), job)
		}
		return fmt.Sprintf("waits until %s has started", job)
	case workload.DependsOnEnd:
		return fmt.Sprintf("waits until %s has ended", job)
	case workload.DependsOnFailure:
		return fmt.Sprintf("waits for %s to fail", job)
	case workload.DependsOnSuccess:
		return fmt.Sprintf("waits until %s has completed", job)
	}
	return fmt.Sprintf("waits until %s, an earlier one of the same user and application, has ended", job)
}

// switches returns a phrase for n leaf switches.
func switches(n int32) string {
	if n == 1 {
		return "1 leaf switch"
	}
	return fmt.Sprintf("%d leaf switches", n)
}

// ofLimit returns the sentence of a reason that names a limit.
func (r Reason) ofLimit(n Names) string {
	limit := n.limit(int32(r.Which))
	switch r.Code {
	case UsedUp:
		return fmt.Sprintf("%s: %d used, and the limit is %d", limit, r.Need, r.Have)
	case UnderLimit:
		return fmt.Sprintf("%s: asks for %d, and at least %d are required", limit, r.Need, r.Have)
	}
	return fmt.Sprintf("%s would be %d, above the limit of %d", limit, r.Need, r.Have) + r.promised(n)
}

// overQuota returns the sentence of OverQuota.
func (r Reason) overQuota(n Names) string {
	quota := n.limit(int32(r.Which))
	if r.Blocker != workload.NoJob {
		return fmt.Sprintf("asks for %d of %s, and %d are left after what %s has reserved", r.Need, quota, r.Have, n.job(r.Blocker))
	}
	return fmt.Sprintf("asks for %d of %s, and %d are left, even with what the queue may borrow", r.Need, quota, r.Have)
}

// otherPart returns the sentence of OtherPart.
func (r Reason) otherPart(n Names) string {
	if r.At == 0 || r.At == simtime.Never {
		return fmt.Sprintf("it starts together with %s, another part of its heterogeneous job, whose start is not planned", n.job(r.Blocker))
	}
	return fmt.Sprintf("it starts together with %s, another part of its heterogeneous job, which can start at %s", n.job(r.Blocker), n.time(r.At))
}

// preemption returns the sentence of Preempted, Preempting or StopsInVain.
func (r Reason) preemption(n Names) string {
	switch {
	case r.Code == Preempted:
		said := fmt.Sprintf("it makes room for %s, which needs %d", n.job(r.Blocker), r.Need)
		switch r.Which {
		case InClusterQueue:
			said = fmt.Sprintf("it makes room for %s, which comes before it in its queue (InClusterQueue)", n.job(r.Blocker))
		case InCohortReclamation:
			said = fmt.Sprintf("its queue gives back to %s what it borrowed (InCohortReclamation)", n.job(r.Blocker))
		case InCohortReclaimWhileBorrowing:
			said = fmt.Sprintf("its queue leaves what it borrowed to %s, which has a higher priority (InCohortReclaimWhileBorrowing)", n.job(r.Blocker))
		}
		if r.At > 0 {
			said += fmt.Sprintf("; what it had done by %s is kept", n.time(r.At))
		}
		return said
	case r.Code == StopsInVain && r.Have == 1:
		return fmt.Sprintf("needs %d; would not fit even if the only job that may be stopped for it were gone", r.Need)
	case r.Code == StopsInVain:
		return fmt.Sprintf("needs %d; would not fit even if the %d jobs that may be stopped for it were gone", r.Need, r.Have)
	case r.Have == 1:
		return fmt.Sprintf("needs %d; a job that is stopped for it ends by %s", r.Need, n.time(r.At))
	}
	return fmt.Sprintf("needs %d; the %d jobs that are stopped for it end by %s", r.Need, r.Have, n.time(r.At))
}

// reservation returns the sentence of a reason about a reservation.
func (r Reason) reservation(n Names) string {
	name := n.limit(int32(r.Which))
	switch r.Code {
	case BeforeReservation:
		return fmt.Sprintf("waits for %s, which begins at %s", name, n.time(r.At))
	case ReservationOver:
		return fmt.Sprintf("%s ended before it started", name)
	case ReservationEnded:
		return fmt.Sprintf("killed at the end of %s", name)
	}
	return fmt.Sprintf("needs %d, and %d are free for its whole walltime: %s keeps others", r.Need, r.Have, name) + r.promised(n)
}

// first returns a phrase for the first n jobs of the queue, which can follow the
// word "not".
func first(n int32) string {
	if n == 1 {
		return "the first job"
	}
	return fmt.Sprintf("among the first %d jobs", n)
}

// slack returns a clause that states when the slack of the job ended, or that it
// never had slack.
func (r Reason) slack(n Names) string {
	if r.At <= 0 {
		return "it came without slack"
	}
	return "its slack ended at " + n.time(r.At)
}

// promised returns a clause with the promised start of the job, or "" if the job
// has no promised start.
func (r Reason) promised(n Names) string {
	if r.At == simtime.Never || r.At == 0 {
		return ""
	}
	return "; promised " + n.time(r.At)
}
