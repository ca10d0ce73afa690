package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/linkcodec"
	"hopyard/core/workload"
	"hopyard/core/workload/resampling"
)

// Trace reads the SWF text and converts it to jobs. If all nodes have one core, a
// processor of the trace becomes a node. Otherwise it becomes a task of one core,
// and tasks share nodes. Jobs that do not fit on the cluster are rejected, as in
// every trace. Both results list what was unusual. They are nil if there is no
// trace. Errors: *workload.SWFError. Cost: O(bytes + nodes).
func (s *Scenario) Trace() (*workload.SWF, *workload.SWFJobs, error) {
	if s.SWF == "" {
		return nil, nil, nil
	}
	trace, err := workload.ReadSWF(strings.NewReader(s.SWF), workload.SWFOptions{MaxJobs: MaxJobs})
	if err != nil {
		return nil, nil, err
	}
	jobs, err := s.JobsOf(trace)
	if err != nil {
		return nil, nil, err
	}
	return trace, jobs, nil
}

// JobsOf converts a trace that was read elsewhere to jobs, in the same way as
// Trace. The jobs are for this cluster, with this scheduler's overrun rule and the
// communication of the network.
func (s *Scenario) JobsOf(trace *workload.SWF) (*workload.SWFJobs, error) {
	return s.ResampledJobs(trace, resampling.None)
}

// ResampledJobs converts a resample of a trace to jobs, as JobsOf converts the trace
// itself. The scenario's seed determines the resample. A higher or lower load
// (Altered.Load) changes the submit times afterwards, so the blocks are weeks, days
// or users of the recorded trace. Records contains, for each job, the record of the
// job that it copies. The errors are those of JobsOf and resampling.Draw.
func (s *Scenario) ResampledJobs(trace *workload.SWF, by resampling.Blocks) (*workload.SWFJobs, error) {
	kinds := s.Cluster.kinds()
	jobs, err := s.Altered.jobs(trace, s.swfMachine(kinds))
	if err != nil {
		return nil, err
	}
	if by != resampling.None {
		again, from, err := resampling.Draw(jobs.Jobs, by, s.Seed)
		if err != nil {
			return nil, err
		}
		records := make([]int32, len(from))
		for i, id := range from {
			records[i] = jobs.Records[id]
		}
		jobs.Jobs, jobs.Records = again, records
	}
	s.Altered.scaleSubmits(jobs.Jobs)
	if len(kinds) > 1 {
		rejectTooWide(jobs.Jobs, kinds)
	}
	s.refuse(jobs.Jobs)
	s.setComm(jobs.Jobs)
	return jobs, nil
}

// ResampledConfig returns the configuration that simulates a resample of a trace. The
// errors are those of ResampledJobs and ConfigOf.
func (s *Scenario) ResampledConfig(trace *workload.SWF, by resampling.Blocks) (engine.Config, error) {
	jobs, err := s.ResampledJobs(trace, by)
	if err != nil {
		return engine.Config{}, err
	}
	return s.ConfigOf(jobs.Jobs)
}

// ResamplingPool returns the blocks of a trace from which ResampledJobs draws. The
// errors are those of ResampledJobs.
func (s *Scenario) ResamplingPool(trace *workload.SWF, by resampling.Blocks) (resampling.Pool, error) {
	jobs, err := s.Altered.jobs(trace, s.swfMachine(s.Cluster.kinds()))
	if err != nil {
		return resampling.Pool{}, err
	}
	return resampling.PoolOf(jobs.Jobs, by)
}

// swfMachine returns what the conversion of a trace needs to know about the cluster,
// which has the given kinds of nodes.
func (s *Scenario) swfMachine(kinds []kind) workload.SWFMachine {
	m := workload.SWFMachine{Nodes: s.Cluster.Topology.NumNodes(), Overrun: s.Scheduler.Extend}
	for _, k := range kinds {
		m.Cores = max(m.Cores, int(k.spec.Resources[workload.Cores]))
	}
	return m
}

// rejectTooWide rejects jobs that do not fit on the nodes as they are. So far, the
// jobs were only compared with a machine on which every node has as many cores as
// the largest node.
func rejectTooWide(jobs []workload.Job, kinds []kind) {
	room := capacity(kinds, &workload.Resources{workload.Cores: 1})
	for i := range jobs {
		if j := &jobs[i]; j.Reject == nil && int64(j.Tasks) > room {
			j.Reject = fmt.Errorf("%w: job %d asks for %d processors; the cluster has %d", workload.ErrWorkload, j.Number, j.Tasks, room)
		}
	}
}

// NumJobs returns the number of jobs, or of rows of the trace.
func (s *Scenario) NumJobs() int {
	if trace, _, err := s.Trace(); err == nil && trace != nil {
		return len(trace.Records)
	}
	if s.Model != nil {
		return s.Model.Jobs
	}
	return len(s.Jobs)
}

// checkTrace notes an error for each line of the trace that cannot be read.
func (p *parser) checkTrace() {
	if p.s.SWF == "" {
		return
	}
	_, jobs, err := p.s.Trace()
	var bad *workload.SWFError
	switch {
	case errors.As(err, &bad):
		for _, w := range bad.Lines {
			p.Add(jsondoc.Error{Place: "workload.swf", Problem: "swf " + (&workload.SWFError{Lines: []workload.Warning{w}}).Error(), Value: w.Value, Fix: "fix this line of the trace"})
		}
		if bad.More {
			p.Omit()
		}
	case err != nil:
		p.Add(jsondoc.Error{Place: "workload.swf", Problem: "swf " + err.Error()})
	case p.s.Policy().Allocator == "min-hop-units" && len(jobs.Jobs) > 0 && jobs.Jobs[0].Tasks > 0:
		p.Add(jsondoc.Error{
			Place: "scheduler.allocator", Value: "min-hop-units", Limit: "whole nodes",
			Problem: `allocator "min-hop-units" hands out whole nodes, but on nodes with several cores the trace's processors are tasks`,
			Fix:     `use nodes of one core, or "min-hops" or "sdm"`,
		})
	}
}

// spliceJobs adds the jobs, one per line, to the JSON of a scenario without jobs.
// It does not check the figures in the columns. Impossible figures are written as
// they are, so that Parse refuses them.
func spliceJobs(head []byte, names []string, columns *[numColumns][]int64) ([]byte, *jsondoc.Error) {
	w := &writer{Writer: jsondoc.Writer{Out: bytes.Clone(head[:len(head)-1])}}
	w.Raw(",\"jobs\":[")
	for i := range columns[0] {
		if i > 0 {
			w.Raw(",")
		}
		w.Raw("\n")
		var figures [numColumns]int64
		for c := range columns {
			figures[c] = columns[c][i]
		}
		if !w.packedJob(i, &figures, names, columns[colNumber]) {
			return nil, linkcodec.Damaged()
		}
	}
	w.Raw("]}\n")
	return w.Out, nil
}

// packedJob writes one job. It reports false if an index in the figures f is out of
// range.
func (w *writer) packedJob(i int, f *[numColumns]int64, names []string, numbers []int64) bool {
	size := "nodes"
	if f[colShared] != 0 {
		size = "tasks"
	}
	w.Raw("{").Member("id", true).Number(f[colNumber])
	w.Member("submit", false).Seconds(f[colSubmit])
	w.Member(size, false).Number(f[colSize])
	own := f[colOwn]
	if own < 0 || own >= int64(len(names)) {
		return false
	}
	w.packedNeeds(f, names[own])
	w.Member("walltime", false).Seconds(f[colWalltime])
	if f[colUnused] != 0 {
		w.Member("runtime", false).Seconds(f[colWalltime] - f[colUnused])
	}
	for c, field := range [...]string{"user", "group", "queue"} {
		place := f[colUser+c]
		if place < 0 || place >= int64(len(names)) {
			return false
		}
		if place > 0 {
			w.Member(field, false).Text(names[place])
		}
	}
	if f[colPriority] != 0 {
		w.Member("priority", false).Number(f[colPriority])
	}
	if back := f[colAfter]; back != 0 {
		before := int64(i) - back
		if before < 0 || before >= int64(len(numbers)) {
			return false
		}
		w.Member("after", false).Number(numbers[before])
	}
	if f[colThink] != int64(absent) {
		w.Member("think", false).Seconds(f[colThink])
	}
	switch f[colOverrun] {
	case 0:
	case ownExtend, ownKill:
		w.Member("overrun", false).Text(overruns[truth(f[colOverrun] == ownExtend)])
	default:
		return false
	}
	if f[colDeadline] != 0 {
		w.Member("deadline", false).Seconds(f[colSubmit] + f[colDeadline])
	}
	if f[colAmount] != 0 {
		w.Member("amount", false).Number(f[colAmount])
	}
	for c, field := range [...]string{colComm: "comm", colApplication: "application", colParts: "parts", colElastic: "elastic"} {
		switch {
		case field == "" || f[c] == 0:
		case f[c] < 0 || f[c] >= int64(len(names)):
			return false
		case c == colApplication:
			w.Member(field, false).Text(names[f[c]])
		default:
			w.Member(field, false).Raw(names[f[c]])
		}
	}
	w.Raw("}")
	return true
}
