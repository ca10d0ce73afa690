package limit

import (
	"context"
	"time"
)

// Turns lets few at a time do what is costly. Others wait in a line, which is only
// so long, and in which nobody waits longer than is useful.
type Turns struct {
	turns, line chan struct{}
	patience    time.Duration
}

// NewTurns gives atOnce turns at a time, and lets waiting more wait for one, each
// for patience at most.
func NewTurns(atOnce, waiting int, patience time.Duration) *Turns {
	return &Turns{make(chan struct{}, atOnce), make(chan struct{}, waiting), patience}
}

// Take waits for a turn, in the order of coming. done, to be called once, ends it.
// Not ok: the line is full, or patience or ctx ended first.
func (t *Turns) Take(ctx context.Context) (done func(), ok bool) {
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

func (t *Turns) end() { <-t.turns }
