package main

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hopyard/web/store"
)

// asked is a store that counts its reads and always returns the same error.
type asked struct {
	store.Memory
	reads int
	err   error
}

func (a *asked) Get(context.Context, string) ([]byte, error) {
	a.reads++
	return nil, a.err
}

// TestHealthIsCheap requests the health very often. The store must be tested at
// most once a second, and the reported result must never be older than a second.
func TestHealthIsCheap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &asked{err: store.ErrNone}
		h := testServer(t, s).handler()
		health := func() string {
			for range 100 {
				ask(h, student, "GET", "/healthz", "")
			}
			return text(t, ask(h, student, "GET", "/healthz", ""))
		}
		if body := health(); s.reads != 1 || !strings.Contains(body, `"links":"ok"`) {
			t.Errorf("%d reads, %s", s.reads, body)
		}
		s.err = context.DeadlineExceeded
		time.Sleep(time.Second)
		if body := health(); s.reads != 2 || !strings.Contains(body, `"links":"failing"`) {
			t.Errorf("a second later: %d reads, %s", s.reads, body)
		}
	})
}
