package workload

import (
	"slices"
	"strconv"
	"strings"
)

// linkAll applies fields 17 and 18: a job with a preceding job is submitted when
// that job has ended and the think time has passed. It must run after all rows are
// known, because a preceding job may come later in the file. The error is an
// *SWFError that lists the cycles. Cost: O(jobs).
func (b *swfJobBuilder) linkAll() error {
	if !b.linked {
		return nil
	}
	for id := range b.Jobs {
		b.link(&b.Jobs[id])
	}
	const (
		unseen = iota
		onPath
		settled
	)
	state := make([]uint8, len(b.Jobs))
	path := []JobID{} // from a job to its preceding job, and so on
	cycles := &SWFError{}
	for id := range b.Jobs {
		path = path[:0]
		at := JobID(id)
		for at != NoJob && state[at] == unseen {
			state[at] = onPath
			path = append(path, at)
			at = b.Jobs[at].After
		}
		if at != NoJob && state[at] == onPath {
			if cycles.More = len(cycles.Lines) == maxSWFFaults; cycles.More {
				break
			}
			cycles.Lines = append(cycles.Lines, b.cycle(path[slices.Index(path, at):]))
		}
		for _, at := range slices.Backward(path) {
			state[at] = settled
			b.settle(&b.Jobs[at])
		}
	}
	if len(cycles.Lines) > 0 {
		return cycles
	}
	return nil
}

// link finds the preceding job of a row.
func (b *swfJobBuilder) link(j *Job) {
	row := &b.rows[j.ID]
	think := swfValue{18, int64(row.think)}
	preceding := swfValue{17, row.preceding}
	first, known := b.first.find(row.preceding)
	switch {
	case row.preceding == Missing:
		if row.think > 0 && j.Reject == nil {
			b.warn(j, SWFThinkAlone, think, preceding)
		}
	case !known:
		if j.Reject == nil {
			b.warn(j, SWFUnknownPreceding, preceding, swfValue{})
		}
	default:
		j.After, j.Think = first, max(row.think, 0)
		if row.think < 0 && j.Reject == nil {
			b.warn(j, SWFNoThink, think, preceding)
		}
	}
}

// settle decides how a job is submitted: at its submit time, after its preceding
// job, or not at all. The preceding job must be settled first, because a rejected
// job never ends, so that nothing can follow it.
func (b *swfJobBuilder) settle(j *Job) {
	row := &b.rows[j.ID]
	submit := swfValue{2, int64(row.submit)}
	preceding := swfValue{17, row.preceding}
	switch {
	case j.Reject != nil:
		j.After, j.Think = NoJob, 0
	case j.After != NoJob && b.Jobs[j.After].Reject != nil:
		b.warn(j, SWFPrecedingRejected, preceding, swfValue{})
		j.After, j.Think = NoJob, 0
	}
	switch {
	case row.submit >= 0 || j.Reject != nil:
	case j.After == NoJob:
		b.reject(j, SWFNoSubmit, submit, swfValue{})
	default:
		b.warn(j, SWFSubmitFollows, submit, preceding)
	}
}

// cycle describes a cycle in which each job of the path follows the next, and the
// last follows the first. The description begins with the job that comes first in
// the file.
func (b *swfJobBuilder) cycle(path []JobID) Warning {
	least := slices.Index(path, slices.Min(path))
	var text strings.Builder
	for i := range path {
		j := &b.Jobs[path[(least+i)%len(path)]]
		if i == 10 {
			text.WriteString("… " + strconv.Itoa(len(path)-i) + " more, ")
			break
		}
		text.WriteString("job " + strconv.FormatInt(j.Number, 10) + " (line " + strconv.Itoa(b.rows[j.ID].line) + ") follows ")
	}
	j := &b.Jobs[path[least]]
	text.WriteString("job " + strconv.FormatInt(j.Number, 10))
	return Warning{Line: b.rows[j.ID].line, Rule: SWFCycle, Job: j.Number, Field: 17, Value: text.String()}
}
