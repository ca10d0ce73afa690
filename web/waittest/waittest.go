// Package waittest waits in tests for what happens outside of the test's own
// program, or in goroutines that tell nobody: a port that closes, a process that
// ends. What can be tested in a testing/synctest bubble needs no such wait.
package waittest

import (
	"testing"
	"time"
)

const (
	between = 5 * time.Millisecond
	most    = 5 * time.Minute
)

// Until waits until ok returns true, and asks it again and again. It ends the test
// when that has not come after minutes, with what was waited for and what saw says,
// if it is not nil.
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
