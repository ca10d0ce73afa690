package workload

import (
	"strconv"

	"hopyard/core/simtime"
)

// ScheduleRecord returns the line of a trace for a job in a schedule. It is a copy
// of orig in which submit time (2), wait time (3), run time (4), allocated
// processors (5) and status (11) come from the schedule. The argument submit is the
// actual submit time: Job.Submit, or a later time if the job follows another job.
//
//	completed                        status 1
//	killed at its walltime           status 0, failed
//	rejected (Job.Reject)            status 5, cancelled; fields 3 to 5 are -1
//	still running (end is Never)     status -1; field 4 is -1
//	still waiting (start is Never)   status -1; fields 3 to 5 are -1
//
// The other fields stay as in orig; fields 6 and 7 are therefore those of the
// original log. The argument orig is the record from which the job was made
// (SWFJobs.Records), or the result of SWFNumbering.Record.
func ScheduleRecord(j *Job, orig *SWFRecord, submit, start, end simtime.Time, killed bool) SWFRecord {
	r := *orig
	r.Wait, r.Run, r.Procs, r.Status = Missing*simtime.Second, Missing*simtime.Second, Missing, Missing
	if j.Reject != nil {
		r.Status = SWFCancelled
		return r
	}
	r.Submit = simtime.Duration(submit)
	if start == simtime.Never {
		return r
	}
	r.Wait, r.Procs = start.Sub(submit), swfProcessors(j)
	if j.Whole() && orig.nodes() == int64(j.Nodes) {
		r.Procs = processors(orig)
	}
	if end == simtime.Never {
		return r
	}
	r.Run, r.Status = end.Sub(start), SWFCompleted
	if killed {
		r.Status = SWFFailed
	}
	return r
}

// swfProcessors returns the size of a job in processors: the cores of its tasks, or
// its nodes. LIMITATIONS: a whole node counts as one processor, except in the
// records of rows with a node count (ScheduleRecord).
func swfProcessors(j *Job) int64 {
	if j.Whole() {
		return int64(j.Nodes)
	}
	return int64(j.Tasks) * max(1, j.PerTask[Cores])
}

// SWFNumbering assigns numbers to the users, groups and queues of jobs that do not
// come from a trace, because traces contain only numbers. If all names of a kind
// are integers, they are used as they are. Otherwise the names are numbered from 1
// in the order in which they first occur, and Header lists the assignment.
type SWFNumbering struct {
	jobs                  []Job
	users, groups, queues swfNames
}

// NewSWFNumbering returns a numbering for the names in jobs and keeps a reference
// to the slice. The index of each job must be its JobID. Cost: O(jobs).
func NewSWFNumbering(jobs []Job) *SWFNumbering {
	n := &SWFNumbering{jobs: jobs}
	for i := range jobs {
		n.users.add(jobs[i].User)
		n.groups.add(jobs[i].Group)
		n.queues.add(jobs[i].Queue)
	}
	return n
}

// Header returns comments that explain the assigned numbers. It returns none if all
// names are numbers already.
func (n *SWFNumbering) Header() []HeaderLine {
	var h []HeaderLine
	for i, name := range n.queues.given() {
		h = append(h, HeaderLine{Label: "Queue", Value: strconv.Itoa(i+1) + " " + oneLine(name)})
	}
	for i, name := range n.users.given() {
		h = append(h, HeaderLine{Label: "Note", Value: "user " + strconv.Itoa(i+1) + " is " + oneLine(name)})
	}
	for i, name := range n.groups.given() {
		h = append(h, HeaderLine{Label: "Note", Value: "group " + strconv.Itoa(i+1) + " is " + oneLine(name)})
	}
	return h
}

// oneLine returns a name for use in a comment. The name is quoted if it contains
// characters that would end the line.
func oneLine(name string) string {
	if q := strconv.Quote(name); q != `"`+name+`"` {
		return q
	}
	return name
}

// Record returns the job as a line of a trace without a schedule: fields 3, 5, 6, 7
// and 11 are missing.
func (n *SWFNumbering) Record(id JobID) SWFRecord {
	j := &n.jobs[id]
	var r SWFRecord
	r.setNumbers(&missingRow)
	r.Number, r.Submit, r.Run = j.Number, simtime.Duration(j.Submit), j.Runtime
	r.ReqProcs, r.ReqTime = swfProcessors(j), j.Walltime
	if memory := j.PerTask[Memory]; memory > 0 && !j.Whole() {
		cores := max(1, j.PerTask[Cores])
		r.ReqMemory = (memory*1024 + cores - 1) / cores
	}
	r.User, r.Group, r.Queue = n.users.number(j.User), n.groups.number(j.Group), n.queues.number(j.Queue)
	if j.After != NoJob {
		r.Preceding, r.Think = n.jobs[j.After].Number, j.Think
	}
	return r
}

// swfNames holds the names of one kind in the order of their first occurrence.
type swfNames struct {
	names []string
	place map[string]int64
	words bool // some name is not a number
}

func (n *swfNames) add(name string) {
	if _, known := n.place[name]; known || name == "" {
		return
	}
	if n.place == nil {
		n.place = map[string]int64{}
	}
	n.names = append(n.names, name)
	n.place[name] = int64(len(n.names))
	x, ok := plainWhole([]byte(name))
	n.words = n.words || !ok || x < 0 || strconv.FormatInt(x, 10) != name
}

// given returns the names to which the numbers from 1 on were assigned, or nil if
// all names are numbers.
func (n *swfNames) given() []string {
	if n.words {
		return n.names
	}
	return nil
}

func (n *swfNames) number(name string) int64 {
	switch {
	case name == "":
		return Missing
	case n.words:
		return n.place[name]
	}
	x, _ := plainWhole([]byte(name))
	return x
}
