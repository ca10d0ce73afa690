// Package league has the commands that judge policy programs: check looks for faults
// on random workloads, and league ranks programs and built-in disciplines on the
// workloads in a folder.
//
// A league runs each policy in a process of its own, which it starts with the option
// --only, so that a policy that hangs, crashes or takes too much memory harms no
// other. The process prints a row for each workload, which package report evaluates.
package league

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"hopyard/core/policies"
	"hopyard/tools/hopyard/chartscript"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/wasm/app/report"
)

// leagueFlags holds the options of the command league.
type leagueFlags struct {
	in              *input.FileOptions
	policies        string // folder of the policy programs
	with            string
	out, rows       string
	only            string
	workers, memory int
	timeout         time.Duration
}

// League is the command league.
var League = cli.Command{Name: "league", Args: "FOLDER", Does: "run every policy in a folder on every workload in it: ranking, and which differences are significant", Run: leagueCommand}

// leagueCommand runs a league: it runs every policy in a folder on every workload
// in a folder. Each policy runs in a separate process, which is started with the
// option --only. If a policy takes too long, uses too much memory or crashes the
// interpreter, only its own process ends.
func leagueCommand(t *cli.Terminal, f *cli.Flags) error {
	x := &leagueFlags{in: &input.FileOptions{}}
	x.in.DeclareMachine(f)
	f.StringVar(&x.policies, "policies", "", "`FOLDER` with the policy programs, *.star (default: the league's folder)")
	f.StringVar(&x.with, "with", "fcfs,easy,conservative", "comma-separated `NAMES` of built-in queues that also take part; the first is the baseline of the comparison")
	f.StringVar(&x.out, "out", "", "the HTML `FILE` to write; default: league.html in FOLDER")
	f.StringVar(&x.rows, "rows", "", "write a line of JSON for each run to `F` (- for standard output)")
	f.StringVar(&x.only, "only", "", "run only the policy with this `NAME`, in this process, and print its rows")
	f.IntVar(&x.workers, "workers", runtime.GOMAXPROCS(0), "how many policies to run at once")
	f.IntVar(&x.memory, "memory", 4096, "`MIB` of memory that a policy may take (Linux)")
	f.DurationVar(&x.timeout, "timeout", time.Minute, "`TIME` limit of a policy for all workloads together, such as 90s or 5m")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	switch {
	case x.workers < 1:
		return cli.BadUsage("--workers %d; use 1 or more", x.workers)
	case x.memory < 256:
		return cli.BadUsage("--memory %d; use 256 or more", x.memory)
	case x.timeout <= 0:
		return cli.BadUsage("--timeout %v; use 1s or more", x.timeout)
	}
	dir := f.Words[0]
	entrants, err := x.entrants(dir)
	if err != nil {
		return err
	}
	files, err := workloads(dir)
	if err != nil {
		return err
	}
	if x.only != "" {
		return x.runOnly(t, entrants, files)
	}
	return x.run(t, dir, entrants, files)
}

// entrant is a policy that takes part in a league.
type entrant struct {
	report.Entrant
	path string // file of the policy program, or "" for a built-in discipline
}

// entrants returns the policies of the league. The built-in disciplines come first,
// in the order of --with, followed by the policy programs, sorted by name.
func (x *leagueFlags) entrants(dir string) ([]entrant, error) {
	var all []entrant
	for _, name := range cli.Choices(x.with) {
		d := policies.DisciplineOf(name)
		switch {
		case name == "":
			continue
		case d == nil || name == policies.Own:
			return nil, cli.BadUsage("--with %q is no queue; scenarios/README.md lists them, as in fcfs,easy,conservative", name)
		case d.Allotted:
			return nil, cli.BadUsage("--with %q needs allotments, which not all workloads of a league have; leave it out", name)
		case d.Quotas:
			return nil, cli.BadUsage("--with %q needs cluster queues, which not all workloads of a league have; leave it out", name)
		}
		if slices.ContainsFunc(all, func(e entrant) bool { return e.Name == name }) {
			return nil, cli.BadUsage("--with names %q twice; leave one out", name)
		}
		all = append(all, entrant{Entrant: report.Entrant{Name: name, About: d.Title}})
	}
	if x.policies != "" {
		dir = x.policies
	}
	paths, err := filesWithExt(dir, ".star")
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		about := ""
		if src, err := input.ReadProgram(path); err == nil {
			first, _, _ := strings.Cut(src, "\n")
			if text, ok := strings.CutPrefix(first, "#"); ok {
				about = shortened(strings.TrimSpace(text), 200)
			}
		}
		all = append(all, entrant{Entrant: report.Entrant{Name: filepath.Base(path), About: about, Own: true}, path: path})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: contains no policy (*.star); add programs, or name queues with --with", dir)
	}
	return all, nil
}

// shortened returns the text, cut to the given number of characters. A text that
// has been cut ends with an ellipsis, which is included in that number.
func shortened(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// filesWithExt lists the files in a folder that have one of the given extensions.
// The list is sorted by name.
func filesWithExt(dir string, ends ...string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, input.FileError(err)
	}
	var paths []string
	for _, e := range entries {
		if e.Type().IsRegular() && slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(strings.ToLower(e.Name()), end) }) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, nil
}

// workloads lists the scenario files and trace files in a folder.
func workloads(dir string) ([]string, error) {
	paths, err := filesWithExt(dir, ".json", ".swf", ".sacct", ".json.gz", ".swf.gz", ".sacct.gz")
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("%s: contains no workload; add scenarios (*.json) or traces (*.swf, *.sacct), optionally compressed with gzip", dir)
	}
	return paths, err
}

// run runs all policies and writes the report of the league.
func (x *leagueFlags) run(t *cli.Terminal, dir string, entrants []entrant, files []string) error {
	l := &report.League{Title: "League of " + filepath.Base(filepath.Clean(dir))}
	for _, path := range files {
		s, err := x.load(path)
		if err != nil {
			return err
		}
		l.Workloads = append(l.Workloads, report.LeagueWorkload{Name: filepath.Base(path), Jobs: len(s.Config.Jobs), Nodes: s.Config.Machine.NumNodes()})
	}
	for _, e := range entrants {
		l.Policies = append(l.Policies, e.Entrant)
		l.Rows = append(l.Rows, make([]*report.LeagueRow, len(files)))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := x.all(ctx, t, dir, l); err != nil {
		return err
	}
	script, err := chartscript.ECharts()
	if err != nil {
		fmt.Fprintf(t.Err, "warning: the report has no chart: %v\n", err)
	}
	if x.out == "" {
		x.out = filepath.Join(dir, "league.html")
	}
	table := report.Judge(l)
	out := cli.NewOutputs(t)
	out.Add("out", x.out, func(w io.Writer) error { return report.WriteLeague(w, table, script) })
	out.Add("rows", x.rows, func(w io.Writer) error { return writeRows(w, l) })
	if err := out.Check(); err != nil {
		return err
	}
	if err := out.Write(); err != nil {
		return err
	}
	standings(out.Summary(), table)
	fmt.Fprintf(out.Summary(), "%s: works offline\n", x.out)
	return nil
}

// writeRows writes the results of the runs as JSON lines, ordered by policy and
// then by workload.
func writeRows(w io.Writer, l *report.League) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for p := range l.Rows {
		for _, r := range l.Rows[p] {
			if err := out.Encode(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// standings prints the table of a league. Below the table, it prints the failures
// of each policy.
func standings(w io.Writer, t *report.LeagueTable) {
	width := len("policy")
	for _, e := range t.Policies {
		width = max(width, len([]rune(e.Name)))
	}
	fmt.Fprintf(w, "%s: %d policies, %d workloads\n\n      %-*s  %15s  %12s  %16s  %s\n", t.Title, len(t.Policies), len(t.Workloads), width, "policy", "mean rank", "mean wait", "bounded slowdown", "better than")
	for i, s := range t.Standings {
		wait, slow := "-", "-"
		if s.Wait.N > 0 {
			wait, slow = fmt.Sprintf("%.1f s", s.Wait.Mean), fmt.Sprintf("%.2f", s.Slowdown.Mean)
		}
		rank := fmt.Sprintf("%7.2f        ", s.Rank.Mean)
		if s.Rank.N > 1 {
			rank = fmt.Sprintf("%7.2f ± %5.2f", s.Rank.Mean, s.Rank.Half)
		}
		line := fmt.Sprintf("%4d  %-*s  %s  %12s  %16s  %s", i+1, width, t.Policies[s.Policy].Name, rank, wait, slow, beaten(t, s.Policy))
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	if len(t.Workloads) < t.Least {
		fmt.Fprintf(w, "\nWith so few workloads, no difference is significant: this number of policies requires at least %d workloads.\n", t.Least)
	}
	fmt.Fprintln(w)
	for p := range t.Rows {
		failures(w, t.Policies[p].Name, t.Rows[p])
	}
}

// beaten lists the policies that are significantly worse than the given policy. It
// names the first three, in the order of the standings, and gives the number of
// further policies.
func beaten(t *report.LeagueTable, policy int) string {
	const most = 3
	var names []string
	for i := len(t.Standings) - 1; i >= 0; i-- {
		other := t.Standings[i].Policy
		if d := t.Duels[policy][other]; d.Apart() && d.Factor < 1 {
			names = append(names, t.Policies[other].Name)
		}
	}
	slices.Reverse(names) // the loop above went through the standings backwards
	if n := len(names); n > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n-most)
	}
	return strings.Join(names, ", ")
}

// failures prints how many workloads a policy failed on, and the details of the
// first failure.
func failures(w io.Writer, name string, rows []*report.LeagueRow) {
	failed, first := 0, (*report.LeagueRow)(nil)
	for _, r := range rows {
		if r.Failure == nil {
			continue
		}
		if failed++; first == nil {
			first = r
		}
	}
	if first == nil {
		return
	}
	where := ""
	if first.Failure.Line > 0 {
		where = fmt.Sprintf("line %d, column %d: ", first.Failure.Line, first.Failure.Column)
	}
	fmt.Fprintf(w, "%s failed in %d of %d workloads; in %s: %s%s\n", name, failed, len(rows), first.Workload, where, first.Failure.Problem)
}
