package pendingpanel

import (
	"testing"

	"hopyard/wasm/app/model"
)

// TestGiveTwice gives files before earlier ones have been read. They must add to those,
// and only the first ones after a new beginning make the worker forget.
func TestGiveTwice(t *testing.T) {
	p := New(&model.Model{})
	for i, want := range []bool{true, false, false} {
		if got := p.Give("a", "b")[0].Begin; got != want {
			t.Errorf("files %d begin anew: %v, want %v", i, got, want)
		}
	}
	if p.Forget(); !p.Give("c")[0].Begin {
		t.Error("the worker keeps files that the reader has put aside")
	}
}
