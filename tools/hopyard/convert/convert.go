// Package convert provides the command convert, which writes a scenario, or what is
// read like one, as a scenario, as documents of Kubernetes, as Slurm's
// topology.yaml, as a script of sbatch commands, as a trace in the Standard Workload
// Format, or as a workload of Batsim.
//
//	hopyard convert cluster.yaml > scenario.json
//	hopyard convert scenario.json --to kueue > cluster.yaml
//	hopyard convert cluster_log.csv --to swf > helios.swf
package convert

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"hopyard/core/kube"
	"hopyard/core/slurmshell"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
	"hopyard/core/workload/traceformats"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Convert is the command convert.
var Convert = cli.Command{Name: "convert", Args: "FILE", Does: "write a file of Kubernetes or Slurm as a scenario, a scenario as such a file, or a job log as a trace", Run: convertCommand}

// convertCommand writes the scenario, the documents or the machine of FILE to
// standard output, and notices about what is lost to standard error.
func convertCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	to := f.String("to", "scenario", "write a `FORMAT`: scenario, kueue (machine and jobs as documents of Kubernetes with Kueue),\nslurm (the machine as topology.yaml), sbatch (the jobs as a script that submits them),\nswf (the jobs as a trace) or batsim (the jobs as a workload of Batsim)")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	if !slices.Contains([]string{"scenario", "kueue", "slurm", "sbatch", "swf", "batsim"}, *to) {
		return cli.BadUsage("--to %q is no format; write scenario, kueue, slurm, sbatch, swf or batsim", *to)
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	notices := s.Warnings()
	var text bytes.Buffer
	more, err := write(&text, s, *to)
	if err != nil {
		return input.Prefixed(s.Name, err)
	}
	for _, n := range append(notices, more...) {
		fmt.Fprintf(t.Err, "%s: notice: %s\n", s.Name, n)
	}
	_, err = t.Out.Write(text.Bytes())
	return err
}

// write writes what FILE contains in a format. It returns notices about what is lost.
func write(w *bytes.Buffer, s *input.Subject, to string) (notices []string, err error) {
	switch {
	case to == "kueue":
		text, notices := kube.Write(s.Scenario, &s.Config)
		w.Write(text)
		return notices, nil
	case to == "slurm":
		text, err := slurm.Write(s.Config.Machine.Topology)
		w.WriteString(text)
		return nil, err
	case to == "sbatch":
		text, notices, err := slurmshell.Script(s.Scenario)
		w.Write(text)
		return notices, err
	case to == "batsim":
		return traceformats.WriteBatsim(w, s.Config.Jobs, s.Config.Machine.NumNodes())
	case to == "swf" && s.Trace != nil:
		return nil, workload.WriteSWF(w, s.Trace.Header, slices.Values(s.Trace.Records))
	case to == "swf":
		return nil, writeJobs(w, s)
	case s.Trace != nil:
		return nil, errors.New("trace: a scenario reads it as \"workload\": {\"swf\": …}; write it as such a file with --to swf")
	}
	w.Write(s.Scenario.Canonical())
	return nil, nil
}

// writeJobs writes the jobs of a scenario as a trace without a schedule.
func writeJobs(w *bytes.Buffer, s *input.Subject) error {
	numbers := workload.NewSWFNumbering(s.Config.Jobs)
	jobs := strconv.Itoa(len(s.Config.Jobs))
	header := append([]workload.HeaderLine{
		{Label: "Version", Value: "2.2"}, {Label: "MaxJobs", Value: jobs}, {Label: "MaxRecords", Value: jobs},
		{Label: "MaxNodes", Value: strconv.Itoa(s.Config.Machine.NumNodes())},
	}, numbers.Header()...)
	return workload.WriteSWF(w, header, func(yield func(workload.SWFRecord) bool) {
		for id := range s.Config.Jobs {
			if !yield(numbers.Record(workload.JobID(id))) {
				return
			}
		}
	})
}
