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
	when, err := instant(*at)
	if err != nil {
		return err
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	if queue := s.Scenario.Policy().Queue; !policies.Has(queue, policies.ShowsShares) {
		return input.Prefixed(s.Name, fmt.Errorf("scheduler.queue: %q keeps no job table; use %q", queue, policies.DisciplinesShowing(policies.ShowsShares)[0]))
	}
	tape, err := input.Record(t, s.Config)
	if err != nil {
		return input.Prefixed(s.Name, err)
	}
	log := logUntil(tape, when)
	out := cli.NewOutputs(t)
	out.Add("out", *path, func(w io.Writer) error {
		return writeTable(w, s.Config.Jobs, metrics.Outcomes(s.Config.Jobs, log), tape.At(when))
	})
	return out.Write()
}

// writeTable writes the columns of S1's table 1. They are followed by values
// derived from these columns, and by the accounts that are charged for the nodes in
// use.
//
// Source: S1, section 4 (1); SOURCES.md S1.2 and S1.3.
func writeTable(w io.Writer, jobs []workload.Job, became []metrics.Outcome, e *engine.Engine) error {
	out := csv.NewWriter(w)
	_ = out.Write(strings.Split("user,job,resources,priority,submit,required_completion,holding,amount,estimate,slack_ends,at_risk,past_amount,past_time,state,ended,usable,reserve,system", ",")) // write errors are returned by out.Error below
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
		usable, reserve, system := "", "", ""
		if r.State != queue.RowDone {
			usable, reserve, system = fmt.Sprint(r.Usable), fmt.Sprint(r.Reserve), fmt.Sprint(r.System)
		}
		risk := "0"
		if r.AtRisk {
			risk = "1"
		}
		_ = out.Write([]string{
			r.User, fmt.Sprint(j.Number), fmt.Sprint(r.Need), fmt.Sprint(j.Priority), became[r.Job].Submit.String(), due, holding, fmt.Sprint(r.Amount),
			simtime.Time(r.Estimate).String(), latest, risk, amount, took, r.State.String(), ended, usable, reserve, system,
		})
	}
	out.Flush()
	return out.Error()
}
