package monitoring

import (
	"context"
	"errors"
	"sync/atomic"

	"hopyard/web/store"
)

// Store wraps a store. It counts the operations of the store and remembers whether
// adding texts works.
type Store struct {
	under   store.Store
	figures *figures
	unadded atomic.Pointer[error] // error of the last attempt to add a new text; nil if that attempt succeeded
}

// Store returns a wrapper of s that counts the operations of s.
func (w *Watch) Store(s store.Store) *Store { return &Store{under: s, figures: &w.figures} }

// Add adds a text to the wrapped store.
func (s *Store) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	held, added, err := s.under.Add(ctx, id, text)
	switch {
	case err == nil:
		// If the text was there already, nothing was written, so success does not
		// show that writing works.
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

// Get gets a text from the wrapped store.
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

// failed counts a failure of the store and returns true. If the client has
// disconnected, the error says nothing about the store: then failed counts nothing
// and returns false.
func (s *Store) failed(operation string, err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	s.figures.failure(operation, err)
	return true
}

// Trouble returns the reason why no texts can be added, or nil if adding works. It
// asks the wrapped store first. If that reports no reason, Trouble returns the
// error of the last attempt to add a new text.
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
