package main

import (
	"context"
	"sync"
)

// target is a file or program that takes long to build. It is built when it is
// stale and has been requested.
type target struct {
	name  string
	build func(ctx context.Context) error

	// These fields are owned by the builder and guarded by its mutex mu.
	wanted bool
	stale  bool
	busy   bool
	there  bool  // whether an earlier build succeeded; its result can be used, although it may be outdated
	err    error // error of the last build that was not interrupted
}

// builder builds targets, one target at a time.
type builder struct {
	beginning func(t *target)            // called before each build
	ending    func(t *target, err error) // called after each build that was not interrupted, before goroutines that wait for the target continue

	mu      sync.Mutex
	targets []*target          // most urgent first
	running int                // index in targets of the target being built; len(targets) if there is none
	stop    context.CancelFunc // interrupts the running build
	news    chan struct{}      // closed and replaced when the state of a target changes
}

func newBuilder(targets ...*target) *builder {
	for _, t := range targets {
		t.stale = true
	}
	return &builder{targets: targets, running: len(targets), news: make(chan struct{}), beginning: func(*target) {}, ending: func(*target, error) {}}
}

// run builds targets until ctx ends.
func (b *builder) run(ctx context.Context) {
	for ctx.Err() == nil {
		t, work, news := b.begin(ctx)
		if t == nil {
			select {
			case <-news:
			case <-ctx.Done():
			}
			continue
		}
		b.beginning(t)
		err := t.build(work)
		if work.Err() == nil {
			b.ending(t, err)
		}
		b.end(t, work, err)
	}
}

// begin selects the most urgent target to build and marks it as being built. If
// there is nothing to build, it returns the channel news instead, which is closed
// when this may have changed.
func (b *builder) begin(ctx context.Context) (t *target, work context.Context, news <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.next()
	if i == len(b.targets) {
		return nil, nil, b.news
	}
	t = b.targets[i]
	t.stale, t.busy = false, true
	b.running = i
	work, b.stop = context.WithCancel(ctx)
	return t, work, nil
}

// end records the result of a build. If the build was interrupted, the target
// becomes stale again.
func (b *builder) end(t *target, work context.Context, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if work.Err() == nil {
		t.err, t.there = err, t.there || err == nil
	} else {
		t.stale = true
	}
	b.stop()
	b.running, t.busy = len(b.targets), false
	b.tell()
}

// next returns the index of the most urgent target that is stale and requested, or
// len(targets) if there is none.
func (b *builder) next() int {
	for i, t := range b.targets {
		if t.wanted && t.stale {
			return i
		}
	}
	return len(b.targets)
}

// tell wakes all waiting goroutines. It interrupts the running build in two cases:
// the sources of the target have changed meanwhile, or a more urgent target is to
// be built.
func (b *builder) tell() {
	close(b.news)
	b.news = make(chan struct{})
	if next := b.next(); next < len(b.targets) && next <= b.running && b.running < len(b.targets) {
		b.stop()
	}
}

// invalidate marks targets as stale.
func (b *builder) invalidate(targets ...*target) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range targets {
		t.stale = true
	}
	b.tell()
}

// want requests a target without waiting for it.
func (b *builder) want(t *target) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !t.wanted {
		t.wanted = true
		b.tell()
	}
}

// wait requests a target and returns nil when it is up to date. If building the
// target fails, wait returns nil if there is an earlier result, and the error of
// the build if there is none. It also returns an error when ctx ends.
func (b *builder) wait(ctx context.Context, t *target) error {
	b.want(t)
	for {
		b.mu.Lock()
		news, idle, there, err := b.news, !t.stale && !t.busy, t.there, t.err
		b.mu.Unlock()
		if idle && there {
			return nil
		} else if idle {
			return err
		}
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// unwant cancels the request for a target, so that it is not built until it is
// requested again.
func (b *builder) unwant(t *target) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t.wanted = false
}
