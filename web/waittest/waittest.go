// Package waittest lets tests wait for an event that gives no signal. Such an event
// happens outside of the test's own process, such as a port that closes or a
// process that ends, or in a goroutine. Tests that can run in a testing/synctest
// bubble do not need this package.
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

// Until calls the function ok repeatedly until it returns true. After five minutes
// it fails the test. The message contains the text what. If the function saw is not
// nil, the message also contains its result.
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
