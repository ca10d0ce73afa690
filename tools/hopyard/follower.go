package main

import (
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// follower reads the events of a run on another core while the run goes on:
// figures and hash take about as long as the run of a long trace does.
type follower struct {
	events chan []trace.Event
	sum    *metrics.Summary
	hash   trace.Sum
	done   chan struct{}
}

// newFollower begins to follow a run. It is to be ended.
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

// end waits until all that was handed on is read, and returns the hash of it.
func (f *follower) end(sum *metrics.Figures) uint64 {
	close(f.events)
	<-f.done
	*sum = f.sum.Figures()
	return uint64(f.hash)
}
