package main

import (
	"io"

	"hopyard/core/metrics"
	"hopyard/core/workload"
)

// swfCommand simulates FILE and writes the schedule as an SWF trace.
func swfCommand(t *terminal, args []string) error {
	f := newFlags("swf")
	in := f.input()
	path := f.String("out", "-", "write to `F` (- for standard output)")
	if err := f.parse(t, args, 1, 1); err != nil {
		return err
	}
	s, err := in.load(t, f.words[0])
	if err != nil {
		return err
	}
	log, err := simulate(t, s.config)
	if err != nil {
		return prefixed(s.name, err)
	}
	header, record := s.records()
	out := &outputs{t: t}
	out.add("out", *path, func(w io.Writer) error { return metrics.WriteSchedule(w, s.config.Jobs, log, header, record) })
	return out.write()
}

// records returns the SWF header and a function that returns the SWF row of a job.
// If the input is a trace, both come from the trace. If it is a scenario, they are
// generated from the scenario's jobs.
func (s *subject) records() ([]workload.HeaderLine, func(workload.JobID) workload.SWFRecord) {
	if s.trace != nil {
		return s.trace.Header, func(id workload.JobID) workload.SWFRecord { return s.trace.Records[s.jobs.Records[id]] }
	}
	numbering := workload.NewSWFNumbering(s.config.Jobs)
	return numbering.Header(), numbering.Record
}
