package metrics

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// oftenOvertaken is the largest number of later submitted jobs that may start
// before a job that does not count as overtaken (INFERRED: SOURCES.md METRIC.2).
const oftenOvertaken = 5

// overtaken counts the overtaken jobs: those before which more than oftenOvertaken
// later submitted jobs started. The caller passes the starts of a run to read in
// order.
type overtaken struct {
	upTo    []int32 // Fenwick tree that counts, by JobID, the jobs that started before the current time
	known   []bool  // whether each job has started
	now     simtime.Time
	starts  []workload.JobID // jobs that started at the current time
	started int32            // number of jobs that started before the current time
	often   int64
	window  window // jobs outside the window are not counted
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
	earlier := int32(0) // number of jobs that were submitted before this job and started before the current time
	for i := int(e.Job); i > 0; i -= i & -i {
		earlier += o.upTo[i]
	}
	if o.started-earlier > oftenOvertaken && o.window.has(e.Job) {
		o.often++
	}
	o.starts = append(o.starts, e.Job)
}
