package metrics

import (
	"math/bits"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// oftenOvertaken is the largest number of later submitted jobs that may start
// before a job that does not count as overtaken (INFERRED: SOURCES.md METRIC.2).
const oftenOvertaken = 5

// startedBlock is the number of words, of 64 jobs each, in a block of the Fenwick tree.
const startedBlock = 64

// overtaken counts the overtaken jobs. A job is overtaken if more than oftenOvertaken
// jobs that were submitted after it start before it. The caller passes the first start
// of each job to read, in order of time. It needs about one bit of memory per job.
type overtaken struct {
	before  []uint64 // a bit per JobID: whether the job started before the current time
	blocks  []int32  // Fenwick tree that counts the bits by blocks of startedBlock words
	now     simtime.Time
	starts  []workload.JobID // jobs that started at the current time
	started int32            // number of jobs that started before the current time
	often   int64
	window  window // jobs outside the window are not counted
}

// newOvertaken returns a counter for the given number of jobs.
func newOvertaken(jobs int) overtaken {
	o := overtaken{blocks: []int32{0}}
	o.grow(jobs)
	return o
}

// grow makes room for the given number of jobs. Cost: amortized O(jobs added).
func (o *overtaken) grow(jobs int) {
	for len(o.before)*64 < jobs {
		o.before = append(o.before, make([]uint64, startedBlock)...)
		at, sum := len(o.blocks), int32(0)
		for k := 1; k < at&-at; k <<= 1 {
			sum += o.blocks[at-k]
		}
		o.blocks = append(o.blocks, sum)
	}
}

// read processes the first start of a job. Cost: O(log jobs).
func (o *overtaken) read(e *trace.Event) {
	if e.Time > o.now {
		for _, id := range o.starts {
			word := int(id) / 64
			o.before[word] |= 1 << (id % 64)
			for i := word/startedBlock + 1; i < len(o.blocks); i += i & -i {
				o.blocks[i]++
			}
		}
		o.now, o.started, o.starts = e.Time, o.started+int32(len(o.starts)), o.starts[:0]
	}
	if o.started-o.startedBefore(e.Job) > oftenOvertaken && o.window.has(e.Job) {
		o.often++
	}
	o.starts = append(o.starts, e.Job)
}

// startedBefore returns the number of jobs that were submitted before the given job and
// started before the current time.
func (o *overtaken) startedBefore(id workload.JobID) (n int32) {
	word := int(id) / 64
	block := word / startedBlock
	for i := block; i > 0; i -= i & -i {
		n += o.blocks[i]
	}
	for _, x := range o.before[block*startedBlock : word] {
		n += int32(bits.OnesCount64(x))
	}
	return n + int32(bits.OnesCount64(o.before[word]&(1<<(id%64)-1)))
}
