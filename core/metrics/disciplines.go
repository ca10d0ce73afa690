package metrics

import (
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Disciplines holds the figures about deadlines, users, jobs that change their
// size, and failing machines. They are computed for whole runs only. The sources
// name these goals (kept deadlines, fairness, node-hours) but give no formulas, so
// all formulas are INFERRED.
type Disciplines struct {
	Deadlines     int64   // number of accepted jobs with a deadline
	DeadlinesKept float64 // fraction of these jobs that completed in time
	MeanTardiness float64 // mean of max(0, end - deadline) over the ended jobs with a deadline
	MaxTardiness  float64
	AtRisk        int64 // number of jobs whose estimate showed, while they waited or when they started, that they would miss their deadline

	Priorities    int64   // number of distinct priorities among the started jobs; 0 if there are fewer than two
	WaitHighest   float64 // mean wait of the jobs whose priority is in the highest third of the distinct priorities
	WaitLowest    float64 // mean wait of the jobs whose priority is in the lowest third
	Users         int64   // number of users with ended jobs; 0 if there is only one
	FairSlowdown  float64 // Jain's index of the users' mean bounded slowdowns; 1 if all are equal
	FairShare     float64 // Jain's index over the users of the node-seconds used, divided by the nodes of the user's allotment
	UserWaitMost  float64 // largest mean wait of a user
	UserWaitLeast float64 // smallest mean wait of a user

	Growths         int64
	Rollbacks       int64   // number of growths that were given up
	Shrinks         int64   // number of times that a running job shrank
	Resubmissions   int64   // number of times that a job was stopped in order to start again with another size
	GrowthGain      float64 // run time at the requested size divided by the actual run time, averaged over the completed jobs that grew or were resubmitted
	NodeHours       float64 // node-hours held by jobs
	NodeHoursLost   float64 // part of NodeHours spent on work that was lost
	NodeHoursFrozen float64 // node-hours of nodes that were set aside, idle, for growing jobs

	NodeHoursSuspended float64 // node-hours that suspended jobs waited for their nodes

	Failures     int64   // number of node failures
	Requeues     int64   // number of times that a job returned to the queue because it lost nodes
	Preemptions  int64   // number of times that a job was stopped so that another one could start
	Suspensions  int64   // number of times that a job was suspended so that another one could run
	Availability float64 // fraction of the makespan during which a node worked, averaged over all nodes
}

func (d *Disciplines) list() []Figure {
	return []Figure{
		{"deadlines", "Jobs with a deadline", "jobs", Neither, InDeadlines, "deadline", float64(d.Deadlines), "deadlines"},
		{"deadlines_kept", "Deadlines kept", "%", HigherBetter, InDeadlines, "deadline", d.DeadlinesKept, "deadlines"},
		{"mean_tardiness", "Mean tardiness", "s", LowerBetter, InDeadlines, "tardiness", d.MeanTardiness, "deadlines"},
		{"max_tardiness", "Longest tardiness", "s", LowerBetter, InDeadlines, "tardiness", d.MaxTardiness, "deadlines"},
		{"at_risk", "Deadlines at risk", "jobs", Neither, InDeadlines, "deadline", float64(d.AtRisk), "deadlines"},
		{"priorities", "Values of priority", "jobs", Neither, InUsers, "priority", float64(d.Priorities), "priorities"},
		{"wait_highest", "Wait at high priority", "s", LowerBetter, InUsers, "wait", d.WaitHighest, "priorities"},
		{"wait_lowest", "Wait at low priority", "s", LowerBetter, InUsers, "wait", d.WaitLowest, "priorities"},
		{"users", "Users", "jobs", Neither, InUsers, "", float64(d.Users), "users"},
		{"fair_slowdown", "Fairness of slowdown", "", HigherBetter, InUsers, "fair-share", d.FairSlowdown, "users"},
		{"fair_share", "Fairness of shares", "", HigherBetter, InUsers, "fair-share", d.FairShare, "fair_share"},
		{"user_wait_max", "Wait of the worst user", "s", LowerBetter, InUsers, "wait", d.UserWaitMost, "users"},
		{"user_wait_min", "Wait of the best user", "s", LowerBetter, InUsers, "wait", d.UserWaitLeast, "users"},
		{"growths", "Growths", "jobs", Neither, InSizes, "growth", float64(d.Growths), "growths"},
		{"rollbacks", "Growths given up", "jobs", LowerBetter, InSizes, "growth", float64(d.Rollbacks), "rollbacks"},
		{"shrinks", "Shrinks", "jobs", Neither, InSizes, "growth", float64(d.Shrinks), "shrinks"},
		{"resubmissions", "Resubmissions", "jobs", LowerBetter, InSizes, "growth", float64(d.Resubmissions), "resubmissions"},
		{"growth_speedup", "Speedup by growth", "", HigherBetter, InSizes, "amdahl", d.GrowthGain, "growth_speedup"},
		{"node_hours", "Node-hours used", "h", LowerBetter, InSizes, "node-hours", d.NodeHours, "node_hours"},
		{"node_hours_lost", "Node-hours lost", "h", LowerBetter, InSizes, "node-hours", d.NodeHoursLost, "node_hours_lost"},
		{"node_hours_frozen", "Node-hours frozen", "h", LowerBetter, InSizes, "frozen", d.NodeHoursFrozen, "node_hours_frozen"},
		{"failures", "Failures of nodes", "jobs", Neither, InFailures, "failure", float64(d.Failures), "failures"},
		{"requeues", "Jobs put back", "jobs", LowerBetter, InFailures, "failure", float64(d.Requeues), "requeues"},
		{"preemptions", "Stopped for others", "jobs", LowerBetter, InFailures, "", float64(d.Preemptions), "preemptions"},
		{"suspensions", "Suspensions", "jobs", LowerBetter, InFailures, "suspension", float64(d.Suspensions), "suspensions"},
		{"node_hours_suspended", "Node-hours suspended", "h", LowerBetter, InSizes, "suspension", d.NodeHoursSuspended, "suspensions"},
		{"availability", "Availability of nodes", "%", HigherBetter, InFailures, "availability", d.Availability, "failures"},
	}
}

// deadlines sums up what became of the jobs with a deadline.
type deadlines struct {
	kept, ended int64
	late        simtime.Duration
}

// add adds a job with a deadline. If the job has not ended at the end of the trace, it
// counts as having missed its deadline, but it does not contribute to the tardiness.
func (s *deadlines) add(d *Disciplines, j *workload.Job, o *Outcome) {
	due := j.Deadline
	if o.State == Unseen || o.State == Rejected {
		return
	}
	d.Deadlines++
	if o.AtRisk {
		d.AtRisk++
	}
	if o.Ended() {
		s.ended++
		by := max(0, o.End.Sub(due))
		s.late += by
		d.MaxTardiness = max(d.MaxTardiness, by.Seconds())
	}
	if o.State == Completed && o.End <= due {
		s.kept++
	}
}

func (s *deadlines) finish(d *Disciplines) {
	d.DeadlinesKept = mean(float64(s.kept), d.Deadlines)
	d.MeanTardiness = mean(s.late.Seconds(), s.ended)
}

// priorities sums up the waits of jobs by their priorities.
type priorities map[int64]priorityWait

type priorityWait struct {
	wait  simtime.Duration
	count int64
}

// add adds a job whose wait is known.
func (s priorities) add(j *workload.Job, o *Outcome) {
	x := s[j.Priority]
	s[j.Priority] = priorityWait{x.wait + o.Waited, x.count + 1}
}

// compare computes the mean waits of the jobs with the highest and with the lowest
// priorities. There must be at least two priorities. Each of the two groups covers a
// third of the distinct priorities, rounded up. Cost: O(values²).
func (s priorities) compare(d *Disciplines) {
	n := len(s)
	d.Priorities = int64(n)
	third := (n + 2) / 3
	var values []int64
	for v := range s {
		at, _ := slices.BinarySearch(values, v)
		values = slices.Insert(values, at, v)
	}
	meanOf := func(values []int64) float64 {
		var all priorityWait
		for _, v := range values {
			all.wait += s[v].wait
			all.count += s[v].count
		}
		return mean(all.wait.Seconds(), all.count)
	}
	d.WaitHighest, d.WaitLowest = meanOf(values[n-third:]), meanOf(values[:third])
}
