package recording

import "hopyard/wasm/draw"

// A teaching step groups the events that one press of a key passes when events are
// taken together. It holds the submissions and ends of one instant, up to and
// including a step that starts, refuses or loses a job, or to the end of the
// instant. So every decision ends a teaching step of its own, with its reasons. The
// moment on screen is still a (time, ordinal).

// Teaching returns the number of teaching steps that have begun within the first i
// steps, for each i. It is computed when first needed. Cost: O(steps).
func (r *RecordedRun) Teaching() []int32 {
	if r.taught == nil {
		r.taught = make([]int32, r.Len()+1)
		n := int32(0)
		for i := range r.Steps {
			if i == 0 || r.EndsTeaching(i-1) {
				n++
			}
			r.taught[i+1] = n
		}
	}
	return r.taught
}

// EndsTeaching reports whether a teaching step ends with step i.
func (r *RecordedRun) EndsTeaching(i int) bool {
	return i+1 >= r.Len() || r.Steps[i+1].Time != r.Steps[i].Time || r.Kinds[i] == draw.MarkStart || r.Kinds[i] == draw.MarkKill
}
