package simworker

import (
	"strings"

	"hopyard/core/kube"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/slurmshell"
	"hopyard/core/topology/slurm"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// exporting is the state of a file that is being written piece by piece.
type exporting struct {
	of   *Replay
	file message.ExportFormat
	out  strings.Builder
	next int // index of the next event
}

// linesAtOnce is the number of events that can be written in the time that it takes
// to record one step.
const linesAtOnce = 8

// export starts to write a file. A file that is still being written is abandoned.
func (d *Dispatcher) export(m *message.Export) {
	d.writing = nil
	if m.File != message.NoFile && m.File < message.NumFiles && d.shown != nil && d.shown.asked.Serial == m.Serial {
		d.writing = &exporting{of: d.shown, file: m.File}
	}
}

// write writes the next part of the file. The parameter n limits the duration: the
// part takes about as long as recording n steps.
func (d *Dispatcher) write(n int) {
	x := d.writing
	answer := &message.Exported{Serial: x.of.asked.Serial, File: x.file}
	if x.file == message.TraceLines {
		log := x.of.tape.Log()
		end := min(x.next+n*linesAtOnce, len(log))
		_ = trace.WriteLines(&x.out, x.of.config.Jobs, log[x.next:end]) // writing to a strings.Builder never fails
		if x.next = end; end < len(log) {
			return
		}
	} else if err := x.of.write(&x.out, x.file); err != nil {
		answer.Problem = err.Error()
	}
	answer.Text = x.out.String()
	d.writing = nil
	d.say(answer.Pack())
}

// far returns how much of the file is written.
func (x *exporting) far() *message.Exported {
	return &message.Exported{Serial: x.of.asked.Serial, File: x.file, Done: int32(x.next), All: int32(len(x.of.tape.Log()))}
}

// write writes a complete file in the given format.
func (r *Replay) write(w *strings.Builder, file message.ExportFormat) error {
	c, log := &r.config, r.tape.Log()
	switch file {
	case message.JobsTable:
		return metrics.WriteJobs(w, c.Machine, c.Jobs, log)
	case message.FigureTable:
		about := scenario.Subject(c)
		f := about.Summarize(log)
		return metrics.WriteFigures(w, f.List())
	case message.CurveTable:
		return metrics.WriteSeries(w, c.Machine, c.Jobs, c.Network, log)
	case message.ScheduleSWF:
		header, record, err := r.rows()
		if err != nil {
			return err
		}
		return metrics.WriteSchedule(w, c.Jobs, metrics.Outcomes(c.Jobs, log), header, record)
	case message.ScenarioText:
		w.Write(r.scenario.Canonical())
	case message.KueueText:
		text, _ := kube.Write(r.scenario, c)
		w.Write(text)
	case message.SlurmText:
		text, err := slurm.Write(c.Machine.Topology)
		if err != nil {
			return err
		}
		w.WriteString(text)
	case message.BatchScript:
		text, _, err := slurmshell.Script(r.scenario)
		if err != nil {
			return err
		}
		w.Write(text)
	case message.ListedText:
		listed, err := r.scenario.WithListedJobs()
		if err != nil {
			return err
		}
		w.Write(listed.Canonical())
	}
	return nil
}

// rows returns the header and the rows of the SWF trace from which the jobs were
// read. If the jobs do not come from a trace, the rows are made from the jobs.
func (r *Replay) rows() ([]workload.HeaderLine, func(workload.JobID) workload.SWFRecord, error) {
	if r.scenario.SWF != "" {
		read, jobs, err := readTrace(r.scenario)
		if err != nil {
			return nil, nil, err
		}
		return read.Header, func(id workload.JobID) workload.SWFRecord { return read.Records[jobs.Records[id]] }, nil
	}
	numbering := workload.NewSWFNumbering(r.config.Jobs)
	return numbering.Header(), numbering.Record, nil
}
