package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Subject is what a trace is about: all that figures need to know beside it.
type Subject struct {
	Machine  *cluster.Machine
	Jobs     []workload.Job
	Network  network.Model
	Allotted []Allotted // what users may use; nil if that is not laid down
}

// Allotted is a user's share of the machine.
type Allotted struct {
	User  string
	Nodes int32
}

// Summarize returns the figures of a whole trace of a run in which nobody is
// allotted anything. Cost: as Subject.Summarize.
func Summarize(m *cluster.Machine, jobs []workload.Job, net network.Model, log []trace.Event) Figures {
	s := Subject{Machine: m, Jobs: jobs, Network: net}
	return s.Summarize(log)
}

// Summarize returns the figures of a whole trace. Cost: O(events + jobs·log
// jobs + nodes), the spread of each placement and, with a network that jobs
// share, their demands.
func (s *Subject) Summarize(log []trace.Event) Figures {
	meter := NewMeter(s.Machine, s.Jobs)
	loads := newLoads(s.Machine, s.Jobs, s.Network)
	for i := range log {
		meter.Read(&log[i])
		loads.read(&log[i])
	}
	f := meter.Figures()
	out, all := Outcomes(s.Jobs, log), Stays(s.Jobs, log)
	waits := waitsOf(out)
	f.P95Wait = percentile(waits, 95)
	f.P99Wait = percentile(waits, 99)
	f.Overtaken = overtaken(out)
	f.Balance = balance(s.Machine, s.Jobs, out, all)
	f.MaxLinkLoad, f.MeanLinkLoad = loads.figures()
	use := usesOf(s.Machine, s.Jobs, log, all)
	f.readDeadlines(s.Jobs, out)
	f.readPriorities(s.Jobs, out)
	f.readUsers(s, out, use)
	f.readSizes(s, out, use)
	f.readMachine(s.Machine, log, meter.first, meter.until())
	return f
}
