package simulate

import (
	"io"

	"hopyard/core/metrics"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// SWF is the command swf.
var SWF = cli.Command{Name: "swf", Args: "FILE", Does: "write the schedule as an SWF trace", Run: swfCommand}

// swfCommand simulates FILE and writes the schedule as an SWF trace.
func swfCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	path := f.String("out", "-", "write to `F` (- for standard output)")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	run, err := play(t, s.Config)
	if err != nil {
		return input.Prefixed(s.Name, err)
	}
	header, record := records(s)
	out := cli.NewOutputs(t)
	out.Add("out", *path, func(w io.Writer) error { return metrics.WriteSchedule(w, s.Config.Jobs, run.Jobs, header, record) })
	return out.Write()
}

// records returns the SWF header and a function that returns the SWF row of a job.
// If the input is a trace, both come from the trace. If it is a scenario, they are
// generated from the scenario's jobs.
func records(s *input.Subject) ([]workload.HeaderLine, func(workload.JobID) workload.SWFRecord) {
	if s.Trace != nil {
		return s.Trace.Header, func(id workload.JobID) workload.SWFRecord { return s.Trace.Records[s.Jobs.Records[id]] }
	}
	numbering := workload.NewSWFNumbering(s.Config.Jobs)
	return numbering.Header(), numbering.Record
}
