package cli

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

// TestBar draws a bar by a clock that only moves when the test waits. The bar appears after
// half a second, says how much is left, and is drawn at most ten times a second. Output that
// is no terminal gets no bar.
func TestBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out, file bytes.Buffer
		bar := NewBar(&Terminal{Err: &out, progress: true}, "jobs ended", 4000).From(1000)
		silent := NewBar(&Terminal{Err: &file}, "jobs ended", 4000)
		for _, c := range []struct {
			after time.Duration
			done  int
			want  string
		}{
			{400 * time.Millisecond, 10, ""},
			{600 * time.Millisecond, 1000, "\r[###############...............] 2,000 of 4,000 jobs ended, 2s left "},
			{50 * time.Millisecond, 1100, ""},
			{950 * time.Millisecond, 2000, "\r[######################........] 3,000 of 4,000 jobs ended, 1s left "},
		} {
			<-time.After(c.after)
			bar.Draw(c.done)
			silent.Draw(c.done)
			if got := out.String(); got != c.want {
				t.Errorf("after %d jobs: %q, want %q", c.done, got, c.want)
			}
			out.Reset()
		}
		bar.Clear()
		silent.Clear()
		if out.Len() != 80 || file.Len() != 0 {
			t.Errorf("%q clears the bar; a file gets %q", out.String(), file.String())
		}
	})
}
