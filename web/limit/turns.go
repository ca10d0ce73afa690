package limit

import (
	"context"
	"time"
)

// ConcurrencyLimiter limits how many goroutines do expensive work at the same time. Other
// goroutines wait in a queue of limited length, and each gives up after a limited
// time.
type ConcurrencyLimiter struct {
	turns, line chan struct{}
	patience    time.Duration
}

// NewTurns returns Turns with atOnce turns at a time and a queue of at most waiting
// goroutines, each of which waits for at most patience.
func NewTurns(atOnce, waiting int, patience time.Duration) *ConcurrencyLimiter {
	return &ConcurrencyLimiter{make(chan struct{}, atOnce), make(chan struct{}, waiting), patience}
}

// Take waits for a turn, first come, first served. The caller must call done
// exactly once to end the turn. ok is false if the queue is full, or if patience or
// ctx ended first.
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
