package metrics

import (
	"io"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// WriteSchedule writes what became of the jobs as an SWF trace, behind the
// comments of header; record is the row that a job was made of, or that
// describes it (workload.SWFNumbering). Error: the writer's.
func WriteSchedule(w io.Writer, jobs []workload.Job, log []trace.Event, header []workload.HeaderLine, record func(workload.JobID) workload.SWFRecord) error {
	var rows []workload.SWFRecord
	for id, o := range Outcomes(jobs, log) {
		start, end := simtime.Never, simtime.Never
		if o.State >= Running && o.State != Rejected {
			start = o.Start
		}
		if o.State == Completed || o.State == Killed {
			end = o.End
		}
		orig := record(workload.JobID(id))
		rows = append(rows, workload.ScheduleRecord(&jobs[id], &orig, o.Submit, start, end, o.State == Killed))
	}
	return workload.WriteSWF(w, header, slices.Values(rows))
}
