package e2e

import (
	"strings"
	"sync"
	"testing"
)

// browserPool holds the browsers of the tests.
var browserPool browsers

// browsers lends each test a browser of its own until the test ends. So parallel
// tests do not share the focus, the clipboard or the foreground window. There are
// at most as many browsers as parallel tests.
type browsers struct {
	mu   sync.Mutex
	free []*Browser
	held map[string]*loan // lent browsers, by name of the test
}

// loan is a browser that is lent to a test and its subtests. The field holders
// counts the uses that have not ended yet.
type loan struct {
	*Browser
	holders int
}

// forTest lends a browser to a test. Subtests share the browser of their test.
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

// take returns a free browser, or starts a new one. It closes browsers that have
// crashed.
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
