// Package waittest lets tests wait for events outside of the test's own program, or
// in goroutines that give no signal: a port that closes, a process that ends. Tests
// that can run in a testing/synctest bubble need no such wait.
//
// [Until] polls a condition until it holds:
//
//	waittest.Until(t, "the port is closed", closed, nil)
package waittest

import (
	"testing"
	"time"
)

const (
	between = 5 * time.Millisecond
	most    = 5 * time.Minute
)

// Until calls ok repeatedly until it returns true. After five minutes it fails the
// test with what was waited for and, unless saw is nil, the result of saw.
func Until(t testing.TB, what string, ok func() bool, saw func() any) {
	t.Helper()
	end := time.Now().Add(most)
	for !ok() {
		if time.Now().After(end) {
			if saw != nil {
				t.Fatalf("not after %v: %s; there is: %v", most, what, saw())
			}
			t.Fatalf("not after %v: %s", most, what)
		}
		time.Sleep(between)
	}
}
