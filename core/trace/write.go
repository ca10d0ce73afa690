package trace

import (
	"io"
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// WriteLines writes the events as JSON lines: time in seconds, event, the
// job's number, and where they apply the node list, the tasks on each node
// (for jobs of tasks), the stage or the link, and the reason with its figures;
// events of the machine name no job. Equal traces give equal bytes. Error: the
// writer's.
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
	if len(e.Placement) > 0 {
		dst = append(dst, `,"nodes":"`...)
		dst = e.Placement.AppendText(dst)
		dst = append(dst, '"')
		if e.Job != workload.NoJob && !jobs[e.Job].Whole() {
			dst = appendTasks(dst, e)
		}
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

// appendTasks writes the tasks as [first, last, tasks on each] runs.
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
	at := e.Why.Code > why.LargestFit && e.Why.At > 0 // a reason with an instant of its own
	if e.Why.Blocker != workload.NoJob {
		dst = append(dst, `,"blocker":`...)
		dst = strconv.AppendInt(dst, jobs[e.Why.Blocker].Number, 10)
		at = true // the Blocker's
	}
	if at && e.Why.At != simtime.Never {
		dst = append(dst, `,"at":`...)
		dst = e.Why.At.AppendText(dst)
	}
	return dst
}

// Hash is a 64-bit FNV-1a hash of the whole trace: equal traces have equal
// hashes natively and in every browser. Cost: O(events + runs).
func Hash(log []Event) uint64 {
	h := uint64(14695981039346656037)
	add := func(x uint64) {
		for range 8 {
			h = (h ^ x&0xff) * 1099511628211
			x >>= 8
		}
	}
	for i := range log {
		e := &log[i]
		add(uint64(e.Time))
		add(uint64(e.Kind) | uint64(e.Why.Code)<<8 | uint64(len(e.Placement))<<32)
		add(uint64(uint32(e.Job)) | uint64(uint32(e.Why.Blocker))<<32)
		add(uint64(uint32(e.Why.Need)) | uint64(uint32(e.Why.Have))<<32)
		add(uint64(e.Why.At))
		if e.Of != 0 || e.Why.Which != 0 {
			add(uint64(uint32(e.Of)) | uint64(uint32(e.Why.Which))<<32)
		}
		for _, r := range e.Placement {
			add(uint64(uint32(r.First)) | uint64(uint32(r.Last))<<32)
			add(uint64(uint32(r.Tasks)))
		}
	}
	return h
}
