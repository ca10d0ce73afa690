package main

import (
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// follower computes the metrics and the event hash in a separate goroutine while
// the simulation runs. On a long trace, computing them takes about as long as the
// simulation itself.
type follower struct {
	events chan []trace.Event
	sum    *metrics.Summary
	hash   trace.Sum
	done   chan struct{}
}

// newFollower starts a follower. The caller must call the method end when the
// simulation is over.
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

// end closes the channel of events and waits until the follower has processed all
// events. It stores the metrics at the given address and returns the hash.
func (f *follower) end(sum *metrics.Figures) uint64 {
	close(f.events)
	<-f.done
	*sum = f.sum.Figures()
	return uint64(f.hash)
}
