package recording

import "hopyard/wasm/draw"

// A teaching step is what one press of a key passes when events are taken
// together: the arrivals and ends of one instant, up to a step that starts,
// refuses or loses something, or to the end of the instant. So every decision
// has a step of its own, with its reasons; (time, ordinal) stays the place.

// Teaching are, by step, how many teaching steps have begun before it and with
// it; made when it is first wanted. Cost: O(steps).
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
