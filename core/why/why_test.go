package why_test

import (
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// TestEveryCode checks that every code has a unique name and a sentence. It also
// checks that OK returns true for the right number of codes.
func TestEveryCode(t *testing.T) {
	seen := map[string]bool{}
	grants := 0
	for c := why.None + 1; c < why.NumCodes; c++ {
		name := c.String()
		if name == "" { // a separator between groups of codes, not a code
			continue
		}
		if seen[name] || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" {
			t.Errorf("code %d: the name %q is taken or is not lower-case words", c, name)
		}
		seen[name] = true
		r := why.Reason{Code: c, Need: 3, Have: 2, At: 90_000}
		text := r.English(why.Names{})
		if text == "" || text == name || strings.Contains(text, "%!") {
			t.Errorf("code %s has the sentence %q", name, text)
		}
		if r.OK() {
			grants++
		}
	}
	if grants != 19 || len(seen) < 15 {
		t.Errorf("%d grants of %d codes", grants, len(seen))
	}
}

func TestEnglish(t *testing.T) {
	names := why.Names{
		Job:  func(id workload.JobID) string { return "job " + string('A'+rune(id)) },
		Time: func(simtime.Time) string { return "10:40" },
	}
	for _, c := range []struct {
		r    why.Reason
		want string
	}{
		{why.Reason{Code: why.EndsByShadow, Blocker: 2, At: 1}, "backfilled: it ends by 10:40, before which job C cannot start"},
		{why.Reason{Code: why.TooFewFree, Need: 30, Have: 14, At: 1}, "needs 30, 14 free; promised 10:40"},
		{why.Reason{Code: why.TooFewFree, Need: 30, Have: 14, At: simtime.Never}, "needs 30, 14 free"},
		{why.Reason{Code: why.WouldDelay, Need: 9, Have: 4, Blocker: 0, At: 1}, "would delay job A, due at 10:40; needs 9, 4 extra"},
		{why.Reason{Code: why.NodePromised, Need: 2, Have: 5, Blocker: 6, At: 1}, "enough are free now, but node 5 is promised to job G from 10:40"},
	} {
		if got := c.r.English(names); got != c.want {
			t.Errorf("%v: %q, want %q", c.r.Code, got, c.want)
		}
	}
}
