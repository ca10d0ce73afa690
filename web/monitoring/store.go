package monitoring

import (
	"context"
	"errors"
	"sync/atomic"

	"hopyard/web/store"
)

// Store is a store whose work is counted, and that knows how it is.
type Store struct {
	under   store.Store
	figures *figures
	unadded atomic.Pointer[error] // why the last text that was new was not added; nil if it was
}

// Store watches a store.
func (w *Watch) Store(s store.Store) *Store { return &Store{under: s, figures: &w.figures} }

// Add adds as the store below does.
func (s *Store) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	held, added, err := s.under.Add(ctx, id, text)
	switch {
	case err == nil:
		// What was there already took no writing, and says nothing of it.
		if added && s.unadded.Load() != nil {
			s.unadded.Store(nil)
		}
	case s.failed("add", err):
		s.unadded.Store(&err)
	}
	if added {
		s.figures.made.Inc()
	}
	return held, added, err
}

// Get gets as the store below does.
func (s *Store) Get(ctx context.Context, id string) ([]byte, error) {
	text, err := s.under.Get(ctx, id)
	switch {
	case err == nil:
		s.figures.read.Inc()
	case !errors.Is(err, store.ErrNone):
		s.failed("get", err)
	}
	return text, err
}

// failed counts a failure, and reports whether it was the store's: a client that
// is gone says nothing of it.
func (s *Store) failed(operation string, err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	s.figures.failure(operation, err)
	return true
}

// Trouble says why nothing can be added, nil if it can: by what the store says of
// itself, else by how adding a new text went last.
func (s *Store) Trouble() error {
	if self, ok := s.under.(interface{ Trouble() error }); ok {
		if err := self.Trouble(); err != nil {
			return err
		}
	}
	if err := s.unadded.Load(); err != nil {
		return *err
	}
	return nil
}
