package longrun

import (
	"io"
	"slices"

	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// JobRecord is a row of a [JobTable]: what happened to one job.
type JobRecord struct {
	ID workload.JobID
	*metrics.Outcome
	Slowdown float64 // bounded slowdown; 0 for jobs that have not ended, and for those whose response time is unknown
	Overtook int32   // number of jobs that come later in the list and started before this job; CountOvertaking sets it
	Used     float64 // run time as a fraction of the walltime; 0 if the job has no walltime or has not ended
	Size     int32   // number of nodes or tasks that the job asks for
	User     int32   // index of the job's user in JobTable.Users
}

// User holds the totals of one user's jobs in a run.
type User struct {
	Name     string
	Jobs     int32
	NodeTime float64 // node- or task-milliseconds of the jobs that have ended
	Wait     float64 // sum of the known wait times of the started jobs, in milliseconds
	Started  int32   // number of these jobs
}

// MeanWait returns the mean wait of the user's jobs that started, or 0 if none did.
func (u *User) MeanWait() simtime.Duration {
	return simtime.Duration(u.Wait / float64(max(u.Started, 1)))
}

// JobTable lists what happened to each job, in the order of the JobIDs, and the
// totals of each user, in descending order of NodeTime.
type JobTable struct {
	Jobs  []JobRecord
	Users []User

	counted bool // whether CountOvertaking has been called
}

// NewTable builds a table from the outcomes of a run, to which it keeps pointers. It
// does not set the field Overtook, because counting these jobs takes longer than
// everything else; CountOvertaking does this. Cost: O(jobs + users·log users).
func NewTable(jobs []workload.Job, out []metrics.Outcome) *JobTable {
	t := &JobTable{Jobs: make([]JobRecord, len(jobs))}
	place := map[string]int32{}
	for i := range jobs {
		j, o := &jobs[i], &out[i]
		at, known := place[j.User]
		if !known {
			at = int32(len(t.Users))
			place[j.User] = at
			t.Users = append(t.Users, User{Name: j.User})
		}
		t.Jobs[i] = jobOf(workload.JobID(i), j, o)
		t.Jobs[i].User = at
		u := &t.Users[at]
		u.Jobs++
		if o.HasWait() {
			u.Started++
			u.Wait += float64(o.Waited)
		}
		if o.Ended() {
			u.NodeTime += float64(o.Ran) * float64(j.Size())
		}
	}
	t.sortUsers()
	return t
}

func jobOf(id workload.JobID, j *workload.Job, o *metrics.Outcome) JobRecord {
	row := JobRecord{ID: id, Outcome: o, Size: j.Size()}
	if o.Ended() && !o.RanBefore {
		row.Slowdown = max(1, float64(o.End.Sub(o.Submit))/float64(max(o.Ran, metrics.Tau)))
	}
	if o.Ended() && j.Walltime > 0 && j.Walltime < simtime.Forever {
		row.Used = float64(o.Ran) / float64(j.Walltime)
	}
	return row
}

// CountOvertaking sets the field Overtook of each job: the number of jobs that come
// later in the list and started before this job. It uses a Fenwick tree over the
// start times. Further calls do nothing. Cost: O(jobs·log jobs).
func (t *JobTable) CountOvertaking() {
	if t.counted {
		return
	}
	t.counted = true
	starts := make([]simtime.Time, 0, len(t.Jobs))
	for i := range t.Jobs {
		if o := t.Jobs[i].Outcome; o.Started() {
			starts = append(starts, o.First)
		}
	}
	slices.Sort(starts)
	later := make([]int32, len(starts)+1)
	for i := range slices.Backward(t.Jobs) {
		o := t.Jobs[i].Outcome
		if !o.Started() {
			continue
		}
		at, _ := slices.BinarySearch(starts, o.First)
		for k := at; k > 0; k -= k & -k {
			t.Jobs[i].Overtook += later[k]
		}
		for k := at + 1; k < len(later); k += k & -k {
			later[k]++
		}
	}
}

// sortUsers sorts the users by NodeTime, largest first, and updates the users'
// indexes in the jobs.
func (t *JobTable) sortUsers() {
	order := make([]int32, len(t.Users))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		switch x, y := t.Users[a].NodeTime, t.Users[b].NodeTime; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	sorted, place := make([]User, len(order)), make([]int32, len(order))
	for to, from := range order {
		sorted[to], place[from] = t.Users[from], int32(to)
	}
	t.Users = sorted
	for i := range t.Jobs {
		t.Jobs[i].User = place[t.Jobs[i].User]
	}
}

// WriteCSV writes the jobs with the given indexes as CSV, with times in seconds. A
// cell is empty if the job has not started or not ended. It returns an error if
// writing fails.
func (t *JobTable) WriteCSV(w io.Writer, jobs []workload.Job, order []int32) error {
	out := metrics.NewTable(w, "job,user,size,submit,start,end,wait,slowdown,overtaken_by,walltime_used,state")
	for _, id := range order {
		j := &t.Jobs[id]
		out.Int(jobs[id].Number)
		out.Text(t.Users[j.User].Name)
		out.Int(int64(j.Size))
		out.Time(j.Submit)
		out.TimeIf(j.Started(), j.First)
		out.TimeIf(j.Ended(), j.End)
		out.Time(simtime.Time(j.Waited))
		out.Float(j.Slowdown)
		out.Int(int64(j.Overtook))
		out.Float(j.Used)
		out.Word(j.State.String())
		out.EndRow()
	}
	return out.Close()
}
