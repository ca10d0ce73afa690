// Package recording prepares a recorded run so that the page can look up data
// quickly. A worker sends a run as a message.Loaded, which is a list of steps and
// events. At every frame, the page must know which job did what in which step, what
// the timeline shows, and when nodes were down.
//
// [NewRun] reads a Loaded once and returns a [RecordedRun]. It contains the bars of
// the timeline, the growths of malleable jobs, and the [Outages] of nodes. It also
// contains the [Life] of each job, which holds the steps of its submission, start
// and end. Steps are indexed from 0. The page counts steps instead: n means the
// state after the first n steps, so step i leads to state i+1:
//
//	r := recording.NewRun(loaded, words)
//	n := r.Find(at, ordinal)        // number of steps up to a moment
//	n = r.Decision(n, 1)            // … up to the next decision
//	life := r.LifeAt(job, int32(n)-1)
//
// For quiz questions, Cover returns the beginning of a run without any data about
// its future. Compare lists how two runs differ.
//
// The package does not depend on the reader's settings, so all panels, and all
// columns of a comparison, can use it.
package recording
