package trace

import (
	"io"
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// WriteLines writes the events as JSON lines. A line holds the time in seconds and
// the kind of event. Depending on the kind, it also holds the job's number, the
// list of nodes, the number of tasks on each node (for jobs of tasks), the stage or
// the link, and the reason with its figures. Events of the machine, of queues and
// of allotments have no job. Equal traces give equal bytes. WriteLines returns the
// errors of w.
func WriteLines(w io.Writer, jobs []workload.Job, log []Event) error {
	buf := make([]byte, 0, 1<<16)
	for i := range log {
		buf = appendLine(buf, jobs, &log[i])
		if len(buf) > 1<<15 || i == len(log)-1 {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	return nil
}

func appendLine(dst []byte, jobs []workload.Job, e *Event) []byte {
	dst = append(dst, `{"time":`...)
	dst = e.Time.AppendText(dst)
	dst = append(dst, `,"event":"`...)
	dst = append(dst, e.Kind.String()...)
	dst = append(dst, '"')
	if e.Job != workload.NoJob {
		dst = append(dst, `,"job":`...)
		dst = strconv.AppendInt(dst, jobs[e.Job].Number, 10)
	}
	switch e.Kind {
	case Stage:
		dst = append(dst, `,"stage":`...)
		dst = strconv.AppendInt(dst, int64(e.Of), 10)
	case LinkDown, LinkUp:
		dst = append(dst, `,"link":`...)
		dst = strconv.AppendInt(dst, int64(e.Of), 10)
	}
	if e.Kind.OfQueue() {
		dst = append(dst, `,"queue":`...)
		dst = strconv.AppendInt(dst, int64(e.Of)+1, 10)
	}
	if e.Kind == Allot {
		dst = append(dst, `,"allotment":`...)
		dst = strconv.AppendInt(dst, int64(e.Of)+1, 10)
		dst = append(dst, `,"allotted":`...)
		dst = strconv.AppendInt(dst, int64(e.Why.Need), 10)
		dst = append(dst, `,"usable":`...)
		dst = strconv.AppendInt(dst, int64(e.Why.Have), 10)
	}
	if len(e.Placement) > 0 {
		dst = append(dst, `,"nodes":"`...)
		dst = e.Placement.AppendText(dst)
		dst = append(dst, '"')
		if e.Job != workload.NoJob && !jobs[e.Job].Whole() {
			dst = appendTasks(dst, e)
		}
	}
	if e.Kind == Update {
		dst = append(dst, `,"size":`...)
		dst = strconv.AppendInt(dst, int64(e.Why.Need), 10)
		dst = append(dst, `,"walltime":`...)
		dst = e.Why.At.AppendText(dst)
	}
	if e.Why.Code != why.None {
		dst = appendReason(dst, jobs, e)
	}
	if e.Kind == Reject && jobs[e.Job].Reject != nil {
		dst = append(dst, `,"why":`...)
		dst = strconv.AppendQuote(dst, jobs[e.Job].Reject.Error())
	}
	return append(dst, '}', '\n')
}

// appendTasks appends the tasks as triples [first node, last node, tasks on each
// node].
func appendTasks(dst []byte, e *Event) []byte {
	dst = append(dst, `,"tasks":[`...)
	for i, r := range e.Placement {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		dst = strconv.AppendInt(dst, int64(r.First), 10)
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, int64(r.Last), 10)
		dst = append(dst, ',')
		dst = strconv.AppendInt(dst, int64(r.Tasks), 10)
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

func appendReason(dst []byte, jobs []workload.Job, e *Event) []byte {
	dst = append(dst, `,"why":"`...)
	dst = append(dst, e.Why.Code.String()...)
	dst = append(dst, `","need":`...)
	dst = strconv.AppendInt(dst, int64(e.Why.Need), 10)
	dst = append(dst, `,"have":`...)
	dst = strconv.AppendInt(dst, int64(e.Why.Have), 10)
	if e.Why.Which != 0 {
		dst = append(dst, `,"limit":`...)
		dst = strconv.AppendInt(dst, int64(e.Why.Which), 10)
	}
	at := e.Why.Code > why.LargestFit && e.Why.At > 0 // the reason has a time that does not belong to a blocker
	if e.Why.Blocker != workload.NoJob {
		dst = append(dst, `,"blocker":`...)
		dst = strconv.AppendInt(dst, jobs[e.Why.Blocker].Number, 10)
		at = e.Why.Code != why.Preempted || e.Why.At > 0 // At is a time that belongs to the Blocker, except that a stopped job may keep no work
	}
	if at && e.Why.At != simtime.Never {
		dst = append(dst, `,"at":`...)
		dst = e.Why.At.AppendText(dst)
	}
	return dst
}
