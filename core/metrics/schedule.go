package metrics

import (
	"io"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// WriteSchedule writes the schedule of a run as an SWF trace. It first writes the
// header as comment lines. The function record returns the SWF row from which a job
// was read, or a row that describes the job (workload.SWFNumbering). WriteSchedule
// returns an error if writing fails.
func WriteSchedule(w io.Writer, jobs []workload.Job, out []Outcome, header []workload.HeaderLine, record func(workload.JobID) workload.SWFRecord) error {
	var rows []workload.SWFRecord
	for id, o := range out {
		start, end := simtime.Never, simtime.Never
		if o.State >= Running && o.Started() {
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
