package recording

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// readJobs computes the additional data about jobs that the timeline shows: the
// colors of users, the deadlines, and the parts of jobs (tasks in the sense of
// source S1).
func (r *RecordedRun) readJobs() {
	r.colourUsers()
	for i := range r.Jobs {
		job := &r.Jobs[i]
		if job.Deadline != 0 {
			if r.Deadlines == nil {
				r.Deadlines = make([]simtime.Time, len(r.Jobs))
			}
			r.Deadlines[i] = job.Deadline
		}
		if job.Parts != nil && job.Parts.Pieces() > 1 {
			if r.Parts == nil {
				r.Parts = make([][]draw.JobPart, len(r.Jobs))
			}
			r.Parts[i] = r.partsOf(workload.JobID(i))
		}
	}
}

// colourUsers chooses the colors of the jobs in a window of a long run. The jobs of
// each of the heaviest users have a color of their own; the jobs of all other users
// have the same pale color.
func (r *RecordedRun) colourUsers() {
	if r.Archive == nil {
		return
	}
	heavy := map[string]draw.Colour{}
	for i, u := range r.Archive.Heavy {
		heavy[u.Name] = draw.JobColour(workload.JobID(i))
	}
	r.Names.Colours = make([]draw.Colour, len(r.Jobs))
	for i := range r.Jobs {
		colour, known := heavy[r.User(workload.JobID(i))]
		if !known {
			colour = draw.Line
		}
		r.Names.Colours[i] = colour
	}
}

// partsOf returns where and when the parts of a job (tasks in the sense of source
// S1) run in its latest attempt. It returns nil if the job changed its size,
// because source S1 does not define how the parts would then continue.
func (r *RecordedRun) partsOf(id workload.JobID) []draw.JobPart {
	l, job := &r.Lives[id], &r.Jobs[id]
	if l.Start < 0 || len(r.sizes[id]) > 0 {
		return nil
	}
	p, _ := r.Placement(id, l, l.Start)
	start, run := r.StepTime(l.Start), job.Full
	if l.End >= 0 && r.endsBy(id, l.End) == trace.End {
		run = r.StepTime(l.End).Sub(start)
	}
	var out []draw.JobPart
	size := int32(p.Tasks())
	for k, s := range job.Parts.AppendSpans(nil, size, run) {
		q := draw.JobPart{From: start.Add(s.Start), To: start.Add(s.End), Number: int32(k) + 1, Shared: s.Size < size}
		if q.Shared && job.Nodes == 0 {
			return nil // the rows of shared nodes are too low to show parts side by side
		}
		if q.Shared && s.Next != workload.LastPart {
			q.Until = start.Add(s.Next)
		}
		if !q.Shared {
			q.First, q.Last = p[0].First, p[len(p)-1].Last
			out = append(out, q)
			continue
		}
		for _, run := range p.Part(s.First, s.Size) {
			q.First, q.Last = run.First, run.Last
			out = append(out, q)
		}
	}
	return out
}

// endsBy returns the kind of the event that ends a job in the given step.
func (r *RecordedRun) endsBy(id workload.JobID, step int32) trace.EventKind {
	for _, e := range r.StepEvents(int(step)) {
		if _, ends := endings[e.Kind]; ends && e.Job == id {
			return e.Kind
		}
	}
	return trace.End
}
