package metrics

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// oftenOvertaken is the number of later jobs that may start before a job without
// the job counting as overtaken (INFERRED: SOURCES.md METRIC.2).
const oftenOvertaken = 5

// overtaken counts the jobs that started after more than oftenOvertaken jobs
// submitted later. It reads the starts of a run in order.
type overtaken struct {
	upTo    []int32 // a Fenwick tree over the jobs that started before now
	known   []bool  // by job: it has started
	now     simtime.Time
	starts  []workload.JobID // jobs that started now
	started int32            // number of jobs that started before now
	often   int64
	window  window // jobs that are counted if they are overtaken
}

func newOvertaken(jobs int) overtaken {
	return overtaken{upTo: make([]int32, jobs+1), known: make([]bool, jobs)}
}

// read processes a start. Only the first start of a job counts. Cost: O(log jobs).
func (o *overtaken) read(e *trace.Event) {
	if o.known[e.Job] {
		return
	}
	o.known[e.Job] = true
	if e.Time > o.now {
		for _, id := range o.starts {
			for i := int(id) + 1; i < len(o.upTo); i += i & -i {
				o.upTo[i]++
			}
		}
		o.now, o.started, o.starts = e.Time, o.started+int32(len(o.starts)), o.starts[:0]
	}
	earlier := int32(0) // jobs submitted before this one that started before now
	for i := int(e.Job); i > 0; i -= i & -i {
		earlier += o.upTo[i]
	}
	if o.started-earlier > oftenOvertaken && o.window.has(e.Job) {
		o.often++
	}
	o.starts = append(o.starts, e.Job)
}
