package main

import (
	"io"
	"slices"

	"hopyard/core/metrics"
	"hopyard/core/simtime"
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
	var rows []workload.SWFRecord
	for id, o := range metrics.Outcomes(s.config.Jobs, log) {
		start, end := simtime.Never, simtime.Never
		if o.State >= metrics.Running && o.State != metrics.Rejected {
			start = o.Start
		}
		if o.State == metrics.Completed || o.State == metrics.Killed {
			end = o.End
		}
		orig := record(workload.JobID(id))
		rows = append(rows, workload.ScheduleRecord(&s.config.Jobs[id], &orig, o.Submit, start, end, o.State == metrics.Killed))
	}
	out := &outputs{t: t}
	out.add("out", *path, func(w io.Writer) error { return workload.WriteSWF(w, header, slices.Values(rows)) })
	return out.write()
}

// records are the rows that the jobs were made of, or that describe them.
func (s *subject) records() ([]workload.HeaderLine, func(workload.JobID) workload.SWFRecord) {
	if s.trace != nil {
		return s.trace.Header, func(id workload.JobID) workload.SWFRecord { return s.trace.Records[s.jobs.Records[id]] }
	}
	numbering := workload.NewSWFNumbering(s.config.Jobs)
	return numbering.Header(), numbering.Record
}
