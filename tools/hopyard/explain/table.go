package explain

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Table is the command table.
var Table = cli.Command{Name: "table", Args: "FILE --at T", Does: "print the job table of the queue deadline at an instant, as CSV", Run: tableCommand}

// tableCommand writes the job table that source S1 describes, as it is at a given
// instant.
func tableCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	at := f.String("at", "0", "show the table at this `TIME` in seconds, after all events of that instant")
	path := f.String("out", "-", "write to `F` (- for standard output)")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	when, err := simtime.Parse(*at)
	if err != nil {
		return cli.BadUsage("--at %v; give seconds with at most three decimals", err)
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	if queue := s.Scenario.Policy().Queue; !policies.Has(queue, policies.ShowsShares) {
		return input.Prefixed(s.Name, fmt.Errorf("scheduler.queue: %q keeps no job table; use %q", queue, policies.DisciplinesShowing(policies.ShowsShares)[0]))
	}
	tape, err := engine.Record(s.Config)
	if err != nil {
		return input.Prefixed(s.Name, err)
	}
	log := logUntil(tape, simtime.Time(when))
	out := cli.NewOutputs(t)
	out.Add("out", *path, func(w io.Writer) error {
		return writeTable(w, s.Config.Jobs, metrics.Outcomes(s.Config.Jobs, log), tape.At(simtime.Time(when)))
	})
	return out.Write()
}

// writeTable writes the columns of S1's table 1. They are followed by values
// derived from these columns, and by the accounts that are charged for the nodes in
// use.
//
// Source: S1, section 4 (1); SOURCES.md S1.2 and S1.3.
func writeTable(w io.Writer, jobs []workload.Job, became []metrics.Outcome, e *engine.Engine) error {
	if _, err := fmt.Fprintln(w, "user,job,resources,priority,submit,required_completion,holding,amount,estimate,slack_ends,at_risk,past_amount,past_time,state,ended,usable,reserve,system"); err != nil {
		return err
	}
	for _, r := range e.Table() {
		j := &jobs[r.Job]
		due, latest, amount, took := "", "", "", ""
		holding, ended := strconv.Itoa(int(r.Holding)), ""
		if r.State == queue.RowDone { // S1, section 4 (4): a finished job holds nothing
			holding, ended = "", r.Ended.String()
		}
		if r.Due != 0 {
			due, latest = r.Due.String(), r.Latest.String()
		}
		if r.PastAmount != 0 {
			amount, took = strconv.FormatInt(r.PastAmount, 10), simtime.Time(r.PastTime).String()
		}
		charged := ",,"
		if r.State != queue.RowDone {
			charged = fmt.Sprintf("%d,%d,%d", r.Usable, r.Reserve, r.System)
		}
		_, err := fmt.Fprintf(w, "%s,%d,%d,%d,%v,%s,%s,%d,%v,%s,%d,%s,%s,%v,%s,%s\n", quoted(r.User), j.Number, r.Need, j.Priority, became[r.Job].Submit, due,
			holding, r.Amount, simtime.Time(r.Estimate), latest, bit(r.AtRisk), amount, took, r.State, ended, charged)
		if err != nil {
			return err
		}
	}
	return nil
}

func bit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// quoted formats a text as a field of a CSV file.
func quoted(text string) string {
	var out strings.Builder
	w := csv.NewWriter(&out)
	w.Write([]string{text}) // writing to a strings.Builder never fails
	w.Flush()
	return strings.TrimSuffix(out.String(), "\n")
}
