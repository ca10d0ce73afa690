package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// workshop is a builder for tests. Its builds end when the test sends a message.
type workshop struct {
	*builder
	begun map[string]chan struct{} // for each target, a channel that receives a message at the start of each build
	end   map[string]chan error    // for each target, a channel to which the test sends the result of the build

	mu  sync.Mutex
	log []string
}

func (w *workshop) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log = append(w.log, fmt.Sprintf(format, args...))
}

func newWorkshop(t *testing.T, names ...string) (*workshop, []*target) {
	w := &workshop{begun: map[string]chan struct{}{}, end: map[string]chan error{}}
	var all []*target
	for _, name := range names {
		w.begun[name], w.end[name] = make(chan struct{}, 10), make(chan error)
		all = append(all, &target{name: name, build: func(ctx context.Context) error {
			w.note("%s begins", name)
			w.begun[name] <- struct{}{}
			select {
			case err := <-w.end[name]:
				return err
			case <-ctx.Done():
				w.note("%s is interrupted", name)
				return ctx.Err()
			}
		}})
	}
	w.builder = newBuilder(all...)
	w.ending = func(t *target, err error) { w.note("%s ends: %v", t.name, err) }
	var running sync.WaitGroup
	running.Go(func() { w.run(t.Context()) })
	t.Cleanup(running.Wait) // the context of the test has ended at this time, which ends run
	return w, all
}

func (w *workshop) check(t *testing.T, want ...string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Equal(w.log, want) {
		t.Errorf("got\n%q, want\n%q", w.log, want)
	}
}

// TestWanted checks that only requested targets are built, and that wait returns
// when the requested target is built.
func TestWanted(t *testing.T) {
	w, all := newWorkshop(t, "a", "b")
	waited := make(chan error)
	go func() { waited <- w.wait(t.Context(), all[1]) }()
	w.end["b"] <- nil
	if err := <-waited; err != nil {
		t.Error(err)
	}
	if err := w.wait(t.Context(), all[1]); err != nil {
		t.Error(err)
	}
	w.check(t, "b begins", "b ends: <nil>")
}

// TestUrgent checks that a request for a more urgent target interrupts the running
// build, and that the interrupted build is repeated afterwards.
func TestUrgent(t *testing.T) {
	w, all := newWorkshop(t, "program", "data")
	w.want(all[1])
	waited := make(chan error)
	<-w.begun["data"]
	go func() { waited <- w.wait(t.Context(), all[0]) }()
	w.end["program"] <- nil
	if err := <-waited; err != nil {
		t.Error(err)
	}
	w.end["data"] <- nil
	if err := w.wait(t.Context(), all[1]); err != nil {
		t.Error(err)
	}
	w.check(t, "data begins", "data is interrupted", "program begins", "program ends: <nil>", "data begins", "data ends: <nil>")
}

// TestErrors checks that wait returns the error of a failed build if no build
// succeeded before. If one did, wait must return nil, because the earlier result is
// still available.
func TestErrors(t *testing.T) {
	w, all := newWorkshop(t, "program")
	wrong := errors.New("x.go:1: wrong")
	build := func(err error) error {
		waited := make(chan error)
		go func() { waited <- w.wait(t.Context(), all[0]) }()
		w.end["program"] <- err
		return <-waited
	}
	if err := build(wrong); err != wrong {
		t.Errorf("got %v, want %v", err, wrong)
	}
	w.invalidate(all[0])
	if err := build(nil); err != nil {
		t.Error(err)
	}
	w.invalidate(all[0])
	if err := build(wrong); err != nil {
		t.Errorf("got %v though there is what was built before", err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	w.invalidate(all[0])
	if err := w.wait(ended, all[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v of a request that has ended", err)
	}
}
