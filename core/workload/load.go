package workload

import "hopyard/core/simtime"

// OfferedLoad returns the offered load of a workload: the computing time that the
// jobs need, divided by the computing time that the machine offers while they
// arrive. It is the sum of n·t over all jobs, divided by T times the sum of c·s
// over all nodes:
//
//	n  number of cores of a job; a whole node counts as the mean number of cores per node
//	t  run time of the job at speed 1
//	c  number of cores of a node
//	s  speed of the node
//	T  time from the first submission to the last
//
// The result is +Inf if all jobs are submitted at the same time. Cost: O(jobs +
// kinds). Source: SOURCES.md S4.8 (INFERRED there from Lublin's load).
func OfferedLoad(jobs []Job, machine []NodeKind) float64 {
	if len(jobs) == 0 {
		return 0
	}
	first, last := jobs[0].Submit, jobs[0].Submit
	for i := range jobs {
		first, last = min(first, jobs[i].Submit), max(last, jobs[i].Submit)
	}
	return demand(jobs, machine) / float64(last.Sub(first))
}

// demand returns the time, in milliseconds, that the whole machine needs to compute
// all jobs.
func demand(jobs []Job, machine []NodeKind) float64 {
	var nodes, cores int64
	power, sum := 0.0, 0.0
	for i := range machine {
		k := &machine[i]
		nodes += k.Nodes
		cores += k.Nodes * k.Resources[Cores]
		power += float64(float64(k.Nodes*k.Resources[Cores]) * (float64(k.Speed) / 1000))
	}
	perNode := float64(cores) / float64(nodes)
	for i := range jobs {
		j := &jobs[i]
		n := float64(j.Nodes) * perNode
		if !j.Whole() {
			n = float64(int64(j.Tasks) * j.PerTask[Cores])
		}
		sum += float64(n * float64(j.Runtime))
	}
	return sum / power
}

// scale multiplies all submit times by the same factor, so that the jobs have the
// requested offered load. The daily cycle keeps its shape, but its days become
// longer or shorter. Source: SOURCES.md S4.8.
func (l *Lublin) scale(jobs []Job, machine []NodeKind) *ModelError {
	if l.Load == 0 {
		return nil
	}
	last := jobs[len(jobs)-1].Submit
	if last == jobs[0].Submit {
		return invalidField("load", thousandths(l.Load), "2 jobs", "needs time between jobs, but all are submitted at once",
			"draw more jobs, or leave load out")
	}
	by := OfferedLoad(jobs, machine) / (float64(l.Load) / 1000)
	if float64(last) > float64(simtime.Max)/by {
		return invalidField("load", thousandths(l.Load), "", "would move submissions beyond the latest possible time",
			"use a higher load, or fewer jobs")
	}
	for i := range jobs {
		at := &jobs[i].Submit
		*at = simtime.Time(round(float64(float64(*at) * by)))
	}
	return nil
}
