package app

import (
	"testing"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
)

// TestAColumnsPictureIsOfOneMoment moves the clock of a comparison while the new
// state of a column has not arrived. The column must show its latest state,
// together with the time of this state. The pictures of a long run use both, so the
// two must agree.
func TestAColumnsPictureIsOfOneMoment(t *testing.T) {
	s := &sideBySide{stage: open(t, message.Load{Form: message.JSON, Text: manyBars(6000), At: -1, Job: -1})}
	s.StartCompare(share.Linked{})
	for i := range s.Compare.Columns {
		s.record(t, i)
	}
	views := make([]pictures, len(s.Compare.Columns))
	paint := func() {
		for i, column := range s.Compare.Columns {
			column.Window, column.View = s.Compare.Window, s.Compare.View
			views[i].paint(column.Machine, column.Timeline, monkeySize)
		}
	}
	middle := s.Compare.Len() / 2
	for _, n := range []int{middle, 0, middle, s.Compare.Divergences()[0].At, middle, s.Compare.Len(), middle, 1} {
		s.Compare.Go(n)
		paint()
		for i, column := range s.Compare.Columns {
			if shown := int(column.State.Step); shown != column.Step && column.Now() != column.Run.Time(shown) {
				t.Errorf("on the way to moment %d column %d shows step %d, of %v, at %v", n, i, shown, column.Run.Time(shown), column.Now())
			}
		}
		s.settle(t)
		for i, column := range s.Compare.Columns {
			if column.Now() != s.Compare.Instant() {
				t.Errorf("at moment %d column %d is at %v, the clock at %v", n, i, column.Now(), s.Compare.Instant())
			}
		}
	}
}
