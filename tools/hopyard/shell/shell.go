// Package shell provides the command shell, which answers lines as Slurm's commands do
// on the cluster of a scenario.
//
//	hopyard shell scenario.json --at 600 squeue 'sbatch -N2 -t 30 --wrap="sleep 300"' squeue
package shell

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/slurmshell"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Shell is the command shell.
var Shell = cli.Command{Name: "shell", Args: "FILE [--at T] [LINE ...]", Does: "type Slurm's commands, as squeue and sbatch, on the simulated cluster at an instant", Run: shellCommand}

// shellCommand answers the lines that are given as arguments, or those of standard
// input.
func shellCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	at := f.String("at", "0", "type at this `TIME` in seconds, after all events of that instant")
	user := f.String("user", slurmshell.DefaultUser, "type as this `NAME`")
	path := f.String("out", "", "write the scenario with all changes to `F`")
	if err := f.Parse(1, 1000); err != nil {
		return err
	}
	d, err := simtime.Parse(*at)
	if err != nil {
		return cli.BadUsage("--at %v; give seconds with at most three decimals", err)
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	x := &typing{scenario: s.Scenario, config: s.Config, at: simtime.Time(d), user: *user}
	if err := x.lines(t, f.Words[1:]); err != nil {
		return input.Prefixed(s.Name, err)
	}
	out := cli.NewOutputs(t)
	if *path != "" {
		out.Add("out", *path, func(w io.Writer) error {
			_, err := w.Write(x.scenario.Canonical())
			return err
		})
	}
	return out.Write()
}

// typing is the cluster while lines are typed.
type typing struct {
	scenario *scenario.Scenario
	config   engine.Config
	at       simtime.Time
	user     string
	history  []string
}

func (x *typing) lines(t *cli.Terminal, lines []string) error {
	if len(lines) > 0 {
		for _, line := range lines {
			if err := x.line(t, line); err != nil {
				return err
			}
		}
		return nil
	}
	in := bufio.NewScanner(t.In)
	for in.Scan() {
		if err := x.line(t, in.Text()); err != nil {
			return err
		}
	}
	return in.Err()
}

// line answers a line. If it changes something, the scenario runs again.
func (x *typing) line(t *cli.Terminal, line string) error {
	run, err := input.Record(t, x.config)
	if err != nil {
		return err
	}
	session := slurmshell.NewSessionAt(x.scenario, run, x.at)
	x.history = append(x.history, line)
	session.User, session.History = x.user, x.history
	fmt.Fprintf(t.Out, "$ %s\n", line)
	a := session.Exec(line)
	if a.Out != "" {
		fmt.Fprintln(t.Out, strings.TrimRight(a.Out, "\n"))
	}
	if a.User != "" {
		x.user = a.User
	}
	if len(a.Edits) == 0 {
		return nil
	}
	text, err := a.Apply(x.scenario.Canonical())
	if err != nil {
		return err
	}
	changed, err := scenario.Parse(text)
	if err != nil {
		return err
	}
	x.scenario = changed
	x.config, err = changed.Config()
	return err
}
