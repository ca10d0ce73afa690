package limit

import (
	"context"
	"time"
)

// ConcurrencyLimiter limits how many goroutines do expensive work at the same time.
// A goroutine needs a turn to work, and the number of turns is limited. Other
// goroutines wait for a turn in a queue of limited length, and give up after a
// limited time.
type ConcurrencyLimiter struct {
	turns, line chan struct{}
	patience    time.Duration
}

// NewTurns returns a ConcurrencyLimiter. The parameters are the number of
// goroutines that may work at the same time, the maximum length of the queue, and
// the maximum time in the queue.
func NewTurns(atOnce, waiting int, patience time.Duration) *ConcurrencyLimiter {
	return &ConcurrencyLimiter{make(chan struct{}, atOnce), make(chan struct{}, waiting), patience}
}

// Take waits for a turn, first come, first served. If ok is true, the caller must
// call done exactly once to end its turn. If ok is false, the queue was full, or
// the wait ended because of the time limit or ctx.
func (t *ConcurrencyLimiter) Take(ctx context.Context) (done func(), ok bool) {
	select {
	case t.turns <- struct{}{}:
		return t.end, true
	default:
	}
	select {
	case t.line <- struct{}{}:
		defer func() { <-t.line }()
	default:
		return nil, false
	}
	late := time.NewTimer(t.patience)
	defer late.Stop()
	select {
	case t.turns <- struct{}{}:
		return t.end, true
	case <-late.C:
	case <-ctx.Done():
	}
	return nil, false
}

func (t *ConcurrencyLimiter) end() { <-t.turns }
