package workload

import (
	"cmp"
	"math"
	"strconv"
)

// identity checks fields 1 and 11: duplicate job numbers, parts of jobs, odd
// numbers and states.
func (b *swfJobBuilder) identity(j *Job, r *SWFRecord) {
	status := swfValue{11, r.Status}
	earlier, taken := b.first.add(r.Number, j.ID)
	part := b.rows[j.ID].part
	switch {
	case part && taken && !b.rows[earlier].part:
		b.reject(j, SWFPartOfJob, status, swfValue{1, int64(b.rows[earlier].line)})
		return
	case part:
		b.warn(j, SWFPartAlone, status, swfValue{})
	case taken:
		b.warn(j, SWFDuplicateNumber, swfValue{1, int64(b.rows[earlier].line)}, swfValue{})
	}
	if r.Number < 1 {
		b.warn(j, SWFOddNumber, swfValue{1, r.Number}, swfValue{})
	}
	if r.Status < Missing || r.Status > SWFCancelled {
		b.warn(j, SWFOddStatus, status, swfValue{})
	}
}

// place checks the submit time (field 2), which should not decrease from row to
// row.
func (b *swfJobBuilder) place(j *Job, r *SWFRecord) {
	switch {
	case r.Submit >= b.latest:
		b.latest = r.Submit
	case r.Submit >= 0:
		b.unorder = true
		b.warn(j, SWFOutOfOrder, swfValue{2, int64(r.Submit)}, swfValue{2, int64(b.latest)})
	default: // the submit time is missing; linkAll decides later whether to reject the job
		b.unorder = true
	}
}

// size sets the size of a job from field 21, or else from fields 8, 5 and 10.
func (b *swfJobBuilder) size(j *Job, r *SWFRecord) {
	procs := processors(r)
	if procs <= 0 {
		b.reject(j, SWFNoProcessors, swfValue{8, r.ReqProcs}, swfValue{5, r.Procs})
		return
	}
	if r.ReqProcs <= 0 && j.Reject == nil {
		b.warn(j, SWFSizeFromAllocated, swfValue{8, r.ReqProcs}, swfValue{5, r.Procs})
	}
	if nodes := r.nodes(); nodes > 0 {
		j.Nodes = int32(min(nodes, math.MaxInt32)) // larger sizes are rejected later
		return
	}
	n := int32(min(procs, math.MaxInt32))
	if b.m.Cores <= 1 && b.m.Memory <= 0 {
		j.Nodes = n
		return
	}
	j.Tasks = n
	j.PerTask[Cores] = 1
	if b.m.Memory > 0 && r.ReqMemory > 0 {
		j.PerTask[Memory] = (r.ReqMemory-1)/1024 + 1
	}
}

// processors returns the size of a row: field 8, or field 5 if it is not positive.
func processors(r *SWFRecord) int64 {
	if r.ReqProcs > 0 {
		return r.ReqProcs
	}
	return r.Procs
}

// times sets run time and walltime from fields 4 and 9.
func (b *swfJobBuilder) times(j *Job, r *SWFRecord) {
	run := swfValue{4, int64(r.Run)}
	j.Runtime, j.Walltime = max(r.Run, 0), max(r.ReqTime, 0)
	switch {
	case r.Run < 0 && r.Status == SWFCancelled:
		b.reject(j, SWFCancelledWaiting, run, swfValue{})
	case r.Run < 0:
		b.reject(j, SWFNoRunTime, run, swfValue{})
	}
	if j.Walltime == 0 {
		j.Walltime = j.Runtime
	}
	if j.Reject != nil {
		return
	}
	if r.Status == SWFCancelled {
		b.warn(j, SWFCancelledRunning, run, swfValue{})
	}
	if r.Run == 0 {
		b.warn(j, SWFZeroRun, run, swfValue{})
	}
	if r.ReqTime <= 0 {
		b.warn(j, SWFNoEstimate, swfValue{9, int64(r.ReqTime)}, run)
	}
	if j.Runtime > j.Walltime {
		b.warn(j, SWFOverEstimate, run, swfValue{9, int64(r.ReqTime)})
	}
}

// fits rejects a job that does not fit on the machine.
func (b *swfJobBuilder) fits(j *Job, r *SWFRecord) {
	if n := r.nodes(); n > 0 {
		if most := int64(cmp.Or(b.m.Nodes, math.MaxInt32)); n > most {
			b.reject(j, SWFTooManyNodes, swfValue{8, n}, swfValue{8, most})
		}
		return
	}
	procs, nodes, cores := processors(r), int64(max(b.m.Nodes, 0)), int64(max(b.m.Cores, 1))
	room := nodes * cores
	if nodes == 0 {
		room = math.MaxInt32
	}
	if room = min(room, math.MaxInt32); procs > room {
		b.reject(j, SWFTooWide, swfValue{8, procs}, swfValue{8, room})
		return
	}
	per := j.PerTask[Memory]
	if per == 0 {
		return
	}
	if slots := min(cores, b.m.Memory/per); slots == 0 || nodes > 0 && nodes*slots < procs {
		w := b.warning(j, SWFTooMuchMemory, swfValue{10, r.ReqMemory}, swfValue{8, nodes * slots})
		w.Value = strconv.FormatInt(procs, 10) + " processors with " + strconv.FormatInt(per, 10) + " MiB each"
		b.rejectFor(j, w)
	}
}

// firstRows maps each job number to the first row that has it. It needs no memory
// as long as the numbers are consecutive, as in most traces.
type firstRows struct {
	base, n int64
	rows    map[int64]JobID
}

// add records the job number of a row. If an earlier row has the same number, add
// returns the first such row and true.
func (f *firstRows) add(number int64, id JobID) (earlier JobID, taken bool) {
	if id == 0 {
		f.base = number
	}
	if f.rows == nil {
		if number == f.base+int64(id) {
			f.n++
			return NoJob, false
		}
		f.rows = make(map[int64]JobID, f.n*2)
		for i := range f.n {
			f.rows[f.base+i] = JobID(i)
		}
	}
	if earlier, taken = f.rows[number]; !taken {
		f.rows[number] = id
	}
	return earlier, taken
}

// find returns the first row with a number.
func (f *firstRows) find(number int64) (JobID, bool) {
	if f.rows != nil {
		id, ok := f.rows[number]
		return id, ok
	}
	i := number - f.base
	return JobID(i), i >= 0 && i < f.n
}
