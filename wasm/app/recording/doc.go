// Package recording prepares a recorded run for look-ups by the page. A worker
// sends a run as a message.Loaded, a list of steps and events. The page needs
// answers about it at every frame: which job did what in which step, what the
// timeline shows, when nodes were down.
//
// [NewRun] reads a Loaded once and returns a [RecordedRun]. It holds the bars of
// the timeline, the [Life] of each job, the growths of malleable jobs and the
// [Outages] of nodes. Steps are indexed from 0. A number of steps n, as the page
// shows it, is the state after the first n steps, so step i leads to number i+1:
//
//	r := recording.NewRun(loaded, words)
//	n := r.Find(at, ordinal)        // number of steps up to a moment
//	n = r.Decision(n, 1)            // … up to the next decision
//	life := r.LifeAt(job, int32(n)-1)
//
// Cover returns the beginning of a run that contains nothing of its future, for
// questions. Compare lists how two runs differ.
//
// The package knows nothing of the reader's choices, so every panel, and every
// column of a comparison, can use the same run.
package recording
