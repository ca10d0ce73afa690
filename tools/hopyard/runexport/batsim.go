package runexport

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// batsimColumns are the columns of Batsim's jobs.csv, in its order.
//
// They are those of Batsim 5.0.0-rc2, docs/output-jobs.rst and src/export.cpp. evalys
// 4.0.7 (evalys/jobset.py) reads them.
const batsimColumns = "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state," +
	"starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata"

// batsimStates are Batsim's words for the states of jobs. A job that a person or the
// scheduler ended, or that lost its nodes, was killed or failed there, too. A suspended job
// has started and not ended.
var batsimStates = [metrics.NumStates]string{
	metrics.Unseen:    "NOT_SUBMITTED",
	metrics.Waiting:   "SUBMITTED",
	metrics.Running:   "RUNNING",
	metrics.Suspended: "RUNNING",
	metrics.Completed: "COMPLETED_SUCCESSFULLY",
	metrics.Killed:    "COMPLETED_WALLTIME_REACHED",
	metrics.Rejected:  "REJECTED",
	metrics.Failed:    "COMPLETED_FAILED",
	metrics.Cancelled: "COMPLETED_KILLED",
}

// writeJobs writes Batsim's jobs.csv. Resources are nodes. Times are those of the last
// start of a job, so that waiting_time is starting_time minus submission_time as in Batsim.
// A cell is empty if the job has no such value.
func writeJobs(w io.Writer, r *Run) error {
	t := metrics.NewTable(w, batsimColumns)
	for id, o := range metrics.Outcomes(r.Config.Jobs, r.Events) {
		j := &r.Config.Jobs[id]
		t.Int(j.Number)
		t.Text(r.Name)
		t.Empty(1)
		t.Time(o.Submit)
		t.Int(int64(requested(j, &o)))
		t.Time(simtime.Time(j.Walltime))
		t.Int(int64(success(&o)))
		t.Word(batsimStates[o.State])
		t.TimeIf(o.Started(), o.Start)
		t.TimeIf(o.Ended(), simtime.Time(o.End.Sub(o.Start)))
		t.TimeIf(o.Ended(), o.End)
		t.TimeIf(o.Started(), simtime.Time(o.Start.Sub(o.Submit)))
		t.TimeIf(o.Ended(), simtime.Time(o.End.Sub(o.Submit)))
		if s, ok := stretch(&o); ok {
			t.Float(s)
		} else {
			t.Empty(1)
		}
		t.Word(strings.ReplaceAll(o.Placement.String(), ",", " "))
		t.Int(-1) // as in Batsim where energy is not measured by job
		t.Empty(1)
		t.EndRow()
	}
	return t.Close()
}

// requested returns the number of nodes that a job asks for. A job of tasks, which asks for
// no nodes, has those that it got.
func requested(j *workload.Job, o *metrics.Outcome) int {
	if j.Whole() || !o.Started() {
		return int(j.Nodes)
	}
	return o.Placement.Nodes()
}

func success(o *metrics.Outcome) int {
	if o.State == metrics.Completed {
		return 1
	}
	return 0
}

// stretch returns the time in the system of an ended job divided by its run time, or
// false if the job has not ended or took no time.
func stretch(o *metrics.Outcome) (float64, bool) {
	if !o.Ended() || o.End == o.Start {
		return 0, false
	}
	return float64(o.End.Sub(o.Submit)) / float64(o.End.Sub(o.Start)), true
}

// writeSchedule writes Batsim's schedule.csv: a row with the figures of all jobs that
// ended, in alphabetical order. Batsim 5 writes the same figures as JSON. Those that
// measure Batsim itself (scheduling_time, simulation_time) are left out.
//
// The figures are defined by Batsim 5.0.0-rc2, docs/output-schedule.rst and
// src/export.cpp; the CSV is that of examples/batsim_outputs in evalys 4.0.7.
func writeSchedule(w io.Writer, r *Run) error {
	sum := sumOf(metrics.Outcomes(r.Config.Jobs, r.Events))
	nodes, computing := r.Config.Machine.NumNodes(), busy(r)
	joules := -1.0 // as in Batsim where energy is not measured
	if kWh := r.Figures.Energy; kWh > 0 {
		joules = kWh * 3.6e6
	}
	t := metrics.NewTable(w, scheduleColumns)
	t.Float(joules)
	t.Time(simtime.Time(sum.last.Sub(sum.first)))
	t.Float(sum.worst)
	t.Time(simtime.Time(sum.longestTurnaround))
	t.Time(simtime.Time(sum.longestWait))
	t.Float(mean(sum.slowdown, sum.slowdowns))
	t.Float(mean(sum.turnarounds.Seconds(), sum.finished))
	t.Float(mean(sum.waits.Seconds(), sum.finished))
	for _, n := range [...]int{nodes, len(r.Config.Jobs), sum.finished, sum.finished - sum.succeeded, sum.rejected, sum.succeeded} {
		t.Int(int64(n))
	}
	t.Float(mean(float64(sum.succeeded), len(r.Config.Jobs)))
	t.Time(simtime.Time(computing))
	t.Time(simtime.Time(simtime.Duration(nodes)*simtime.Duration(r.last()) - computing))
	t.EndRow()
	return t.Close()
}

// scheduleColumns are the columns of Batsim's schedule.csv.
const scheduleColumns = "consumed_joules,makespan,max_slowdown,max_turnaround_time,max_waiting_time,mean_slowdown,mean_turnaround_time,mean_waiting_time," +
	"nb_computing_machines,nb_jobs,nb_jobs_finished,nb_jobs_killed,nb_jobs_rejected,nb_jobs_success,success_rate,time_computing,time_idle"

// scheduleSum holds the sums and the largest values over all jobs that ended.
type scheduleSum struct {
	finished, succeeded, rejected  int
	first, last                    simtime.Time // first submission and last end
	waits, turnarounds             simtime.Duration
	longestWait, longestTurnaround simtime.Duration
	slowdown, worst                float64
	slowdowns                      int // number of jobs that took time
}

func sumOf(outcomes []metrics.Outcome) (s scheduleSum) {
	for i := range outcomes {
		o := &outcomes[i]
		if o.State == metrics.Rejected {
			s.rejected++
		}
		if !o.Ended() {
			continue
		}
		wait, turnaround := o.Start.Sub(o.Submit), o.End.Sub(o.Submit)
		if s.finished == 0 {
			s.first = o.Submit
		}
		s.finished++
		s.succeeded += success(o)
		s.first, s.last = min(s.first, o.Submit), max(s.last, o.End)
		s.waits, s.turnarounds = s.waits+wait, s.turnarounds+turnaround
		s.longestWait, s.longestTurnaround = max(s.longestWait, wait), max(s.longestTurnaround, turnaround)
		if x, ok := stretch(o); ok {
			s.slowdown, s.worst, s.slowdowns = s.slowdown+x, max(s.worst, x), s.slowdowns+1
		}
	}
	return s
}

// mean returns a sum divided by a number, or 0 for none.
func mean(sum float64, n int) float64 { return sum / float64(max(n, 1)) }

// last returns the time of the last event.
func (r *Run) last() simtime.Time {
	if len(r.Events) == 0 {
		return 0
	}
	return r.Events[len(r.Events)-1].Time
}

// busy returns the sum over all nodes of the time in which a node has a job. Nodes that
// several jobs share count once.
func busy(r *Run) (sum simtime.Duration) {
	stays := metrics.Stays(r.Config.Jobs, r.Events)
	slices.SortFunc(stays, func(a, b metrics.PlacementSpan) int { return cmp.Compare(a.From, b.From) })
	until := make([]simtime.Time, r.Config.Machine.NumNodes()) // of each node: the time up to which it is counted
	for i := range stays {
		s := &stays[i]
		if s.Frozen {
			continue
		}
		for n := range s.Placement.All {
			if from := max(s.From, until[n]); s.To > from {
				sum += s.To.Sub(from)
				until[n] = s.To
			}
		}
	}
	return sum
}
