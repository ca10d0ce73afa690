// Package convert provides the command convert, which writes a scenario, or what is
// read like one, as a scenario, as documents of Kubernetes, as Slurm's
// topology.yaml, or as a script of sbatch commands.
//
//	hopyard convert cluster.yaml > scenario.json
//	hopyard convert scenario.json --to kueue > cluster.yaml
package convert

import (
	"fmt"
	"slices"

	"hopyard/core/kube"
	"hopyard/core/slurmshell"
	"hopyard/core/topology/slurm"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Convert is the command convert.
var Convert = cli.Command{Name: "convert", Args: "FILE", Does: "write a file of Kubernetes or Slurm as a scenario, or a scenario as such a file", Run: convertCommand}

// convertCommand writes the scenario, the documents or the machine of FILE to
// standard output, and notices about what is lost to standard error.
func convertCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	to := f.String("to", "scenario", "write a `FORMAT`: scenario, kueue (machine and jobs as documents of Kubernetes with Kueue),\nslurm (the machine as topology.yaml) or sbatch (the jobs as a script that submits them)")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	if !slices.Contains([]string{"scenario", "kueue", "slurm", "sbatch"}, *to) {
		return cli.BadUsage("--to %q is no format; write scenario, kueue, slurm or sbatch", *to)
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	notices := s.Warnings()
	var text []byte
	switch {
	case *to == "kueue":
		var more []string
		text, more = kube.Write(s.Scenario, &s.Config)
		notices = append(notices, more...)
	case *to == "slurm":
		made, err := slurm.Write(s.Config.Machine.Topology)
		if err != nil {
			return input.Prefixed(s.Name, err)
		}
		text = []byte(made)
	case *to == "sbatch":
		made, more, err := slurmshell.Script(s.Scenario)
		if err != nil {
			return input.Prefixed(s.Name, err)
		}
		text, notices = made, append(notices, more...)
	case s.Trace != nil:
		return input.Prefixed(s.Name, fmt.Errorf("trace: is read as it is and needs no conversion; embed it in a scenario as \"workload\": {\"swf\": …}"))
	default:
		text = s.Scenario.Canonical()
	}
	for _, n := range notices {
		fmt.Fprintf(t.Err, "%s: notice: %s\n", s.Name, n)
	}
	_, err = t.Out.Write(text)
	return err
}
