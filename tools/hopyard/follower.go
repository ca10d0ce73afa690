package main

import (
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// follower computes the metrics and the event hash in a separate goroutine while
// the simulation runs. On a long trace, this computation takes about as long as the
// simulation.
type follower struct {
	events chan []trace.Event
	sum    *metrics.Summary
	hash   trace.Sum
	done   chan struct{}
}

// newFollower starts a follower. The caller must call end.
func newFollower(s *subject) *follower {
	f := &follower{events: make(chan []trace.Event, 64), hash: trace.NoEvents, done: make(chan struct{})}
	go func() {
		defer close(f.done)
		about := scenario.Subject(&s.config)
		f.sum = metrics.NewSummary(&about)
		for some := range f.events {
			f.hash = f.hash.Add(some...)
			f.sum.Read(some)
		}
	}()
	return f
}

// end closes the channel and waits until the follower has read all events sent to
// it. It stores the metrics in sum and returns the hash.
func (f *follower) end(sum *metrics.Figures) uint64 {
	close(f.events)
	<-f.done
	*sum = f.sum.Figures()
	return uint64(f.hash)
}
