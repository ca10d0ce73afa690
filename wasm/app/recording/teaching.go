package recording

import "hopyard/wasm/draw"

// If the reader chooses to see simultaneous events together, a key press advances
// by a teaching step instead of a step. A teaching step contains the submissions
// and ends of one instant. It ends with the first step that starts, rejects or
// loses a job, or else with the instant. So every decision ends its own teaching
// step and is shown with its reasons. The position in the run is still a time and
// an ordinal.

// Teaching returns a slice of the numbers of teaching steps: element i is the
// number of teaching steps that contain at least one of the first i recorded steps.
// It is computed on the first call. Cost: O(recorded steps).
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
