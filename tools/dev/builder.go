package main

import (
	"context"
	"sync"
)

// target is something that takes long to build. It is built when it is stale and
// somebody has asked for it.
type target struct {
	name  string
	build func(ctx context.Context) error

	// The builder's, guarded by its mu.
	wanted bool
	stale  bool
	busy   bool
	there  bool  // something was built that can be used, maybe long ago
	err    error // of the last build
}

// builder builds targets, one at a time.
type builder struct {
	beginning func(t *target)            // called before a build
	ending    func(t *target, err error) // called after one that was not interrupted, before others hear of it

	mu      sync.Mutex
	targets []*target          // the most urgent first
	running int                // its place in targets, len(targets) if there is none
	stop    context.CancelFunc // interrupts it
	news    chan struct{}      // closed when any of this changes
}

func newBuilder(targets ...*target) *builder {
	for _, t := range targets {
		t.stale = true
	}
	return &builder{targets: targets, running: len(targets), news: make(chan struct{}), beginning: func(*target) {}, ending: func(*target, error) {}}
}

// run builds until ctx ends.
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

// begin takes the most urgent target to build. If there is none, news closes when there
// may be one.
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

// end notes how a build ended.
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

// next returns the place of the most urgent target that is to be built, len(targets) if
// there is none.
func (b *builder) next() int {
	for i, t := range b.targets {
		if t.wanted && t.stale {
			return i
		}
	}
	return len(b.targets)
}

// tell wakes all that wait, and interrupts a build if something as urgent is to be
// built: itself, from newer sources, or another target.
func (b *builder) tell() {
	close(b.news)
	b.news = make(chan struct{})
	if next := b.next(); next < len(b.targets) && next <= b.running && b.running < len(b.targets) {
		b.stop()
	}
}

// invalidate makes targets stale.
func (b *builder) invalidate(targets ...*target) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range targets {
		t.stale = true
	}
	b.tell()
}

// want asks for a target without waiting for it.
func (b *builder) want(t *target) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !t.wanted {
		t.wanted = true
		b.tell()
	}
}

// wait asks for a target, and returns when it is up to date, or when building it
// failed and there is what was built before. Errors: that failure, if there is
// nothing; ctx has ended.
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

// unwant makes a target wait until somebody asks for it again.
func (b *builder) unwant(t *target) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t.wanted = false
}
