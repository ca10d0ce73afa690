package scenario_test

import (
	"errors"
	"testing"
	"time"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/scenario/linktest"
)

// TestHostileLinks checks that every invalid link is refused without a hang, at the
// expected place, and with an error of at most 1,000 bytes.
func TestHostileLinks(t *testing.T) {
	links := linktest.Hostile()
	if len(links) < 60 {
		t.Fatalf("only %d links", len(links))
	}
	slowest, which := time.Duration(0), ""
	for _, c := range links {
		began := time.Now()
		l, err := scenario.DecodeLink(c.Text)
		took := time.Since(began)
		if took > slowest {
			slowest, which = took, c.Name
		}
		var all jsondoc.Errors
		if !errors.As(err, &all) || l.Scenario != nil {
			t.Errorf("%s: accepted: %v", c.Name, err)
			continue
		}
		if e := &all[0]; e.Place != c.Place || e.Problem == "" || len(e.Error()) > 1000 {
			t.Errorf("%s: at %q, want %q: %v", c.Name, e.Place, c.Place, err)
		}
		if took > hangs {
			t.Errorf("%s: took %v", c.Name, took)
		}
	}
	t.Logf("slowest of %d: %v, %s", len(links), slowest, which)
}
