package why

import (
	"fmt"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Names says what people call a job, and how to write an instant. Both may be
// nil: jobs are then called by JobID, instants written in seconds.
type Names struct {
	Job  func(workload.JobID) string
	Time func(simtime.Time) string
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

// English is the reason as a clause in English, without a full stop.
func (r Reason) English(n Names) string {
	switch r.Code {
	case FitsNow:
		return fmt.Sprintf("it is first in order and fits now (needs %d, %d free)", r.Need, r.Have)
	case EndsByShadow:
		return fmt.Sprintf("backfilled: it ends by %s, before which %s cannot start", n.time(r.At), n.job(r.Blocker))
	case OnExtraNodes:
		return fmt.Sprintf("backfilled: it takes %d of the %d extra nodes that %s leaves over at %s", r.Need, r.Have, n.job(r.Blocker), n.time(r.At))
	case AvoidsReserved:
		return fmt.Sprintf("backfilled: %s can still be placed at %s beside it", n.job(r.Blocker), n.time(r.At))
	case HoleNow:
		return "its earliest hole that delays no reservation begins now"
	case InBatch:
		return fmt.Sprintf("in a batch of %d whose nodes the free units can hold", r.Have)
	case ExactFit:
		return fmt.Sprintf("in a batch: it fills a busy unit that has exactly %d free", r.Need)
	case LargestFit:
		return fmt.Sprintf("it is the largest that fits now (needs %d, %d free); %s is before it and does not", r.Need, r.Have, n.job(r.Blocker))
	}
	return r.refusal(n)
}

func (r Reason) refusal(n Names) string {
	switch r.Code {
	case TooFewFree:
		if r.At != simtime.Never && r.At != 0 {
			return fmt.Sprintf("needs %d, %d free; promised %s", r.Need, r.Have, n.time(r.At))
		}
		return fmt.Sprintf("needs %d, %d free", r.Need, r.Have)
	case BehindHead:
		return fmt.Sprintf("fits, but waits behind %s", n.job(r.Blocker))
	case WouldDelay:
		return fmt.Sprintf("would delay %s, due at %s; needs %d, %d extra", n.job(r.Blocker), n.time(r.At), r.Need, r.Have)
	case Reserved:
		return fmt.Sprintf("promised %s, its earliest hole", n.time(r.At))
	case BatchTooLarge:
		return fmt.Sprintf("needs %d, the free units hold %d", r.Need, r.Have)
	case OutsideBatch:
		return fmt.Sprintf("outside this round's batch of %d", r.Have)
	case TooFewUnits:
		return fmt.Sprintf("needs %d free units, %d are free", r.Need, r.Have)
	case NotPlaceable:
		return fmt.Sprintf("%d are free, but not in a shape that the allocator accepts", r.Have)
	case NotReached:
		return "not looked at in this pass"
	}
	return r.Code.String()
}
