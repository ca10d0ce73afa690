package e2e

import (
	"strings"
	"sync"
	"testing"
)

// browserPool holds the browsers of the tests.
var browserPool browsers

// browsers lends each test a separate browser until the test ends, so that parallel
// tests do not share focus, clipboard or the window on top. There are at most as
// many browsers as parallel tests.
type browsers struct {
	mu   sync.Mutex
	free []*Browser
	held map[string]*loan // by name of the test
}

// loan is a browser that a test and its subtests hold.
type loan struct {
	*Browser
	holders int
}

// forTest returns the browser of a test, which its subtests share. A browser that
// crashed is not lent again.
func (b *browsers) forTest(t *testing.T) *Browser {
	t.Helper()
	test, _, _ := strings.Cut(t.Name(), "/")
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.held[test]
	if l == nil {
		browser, err := b.take()
		if err != nil {
			t.Fatal(err)
		}
		if b.held == nil {
			b.held = map[string]*loan{}
		}
		l = &loan{Browser: browser}
		b.held[test] = l
	}
	l.holders++
	t.Cleanup(func() { b.back(test) })
	return l.Browser
}

// take returns a free browser, or starts a new one if there is none.
func (b *browsers) take() (*Browser, error) {
	for len(b.free) > 0 {
		last := b.free[len(b.free)-1]
		b.free = b.free[:len(b.free)-1]
		if !last.gone() {
			return last, nil
		}
		last.Close()
	}
	return Start()
}

func (b *browsers) back(test string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.held[test]
	if l.holders--; l.holders == 0 {
		delete(b.held, test)
		b.free = append(b.free, l.Browser)
	}
}

func (b *browsers) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, browser := range b.free {
		browser.Close()
	}
	b.free = nil
}
