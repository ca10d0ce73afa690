package league

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"hopyard/core/policycheck"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// maxCases is the upper limit of the option --cases. In practice, no further faults
// are found with more than 10,000 random workloads.
const maxCases = 100_000

// Check is the command check.
var Check = cli.Command{Name: "check", Args: "POLICY.star", Does: "test your own policy: list its faults, each with the smallest example that shows it", Run: checkCommand}

// checkCommand tests a policy program on random workloads. It prints the faults of
// the program.
func checkCommand(t *cli.Terminal, f *cli.Flags) error {
	seed := f.Int64("seed", 1, "seed `NUMBER` for the random workloads")
	cases := f.Int("cases", policycheck.Cases, "how many workloads to try")
	asJSON := f.Bool("json", false, "print JSON")
	dir := f.String("out", "", "write the smallest case of each finding as a scenario into this `FOLDER`")
	allow := f.String("allow", "", "comma-separated `KINDS` of findings that are intended: they are reported but do not make check fail")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	meant, err := kindsNamed(*allow)
	switch {
	case err != nil:
		return err
	case *cases < 1 || *cases > maxCases:
		return cli.BadUsage("--cases %d; use 1 to %d", *cases, maxCases)
	case *seed < 0 || *seed > scenario.MaxNumber:
		return cli.BadUsage("--seed %d; use 0 to %d", *seed, int64(scenario.MaxNumber))
	}
	source, err := policyFrom(t, f.Words[0])
	if err != nil {
		return err
	}
	x := policycheck.New(source, uint64(*seed), *cases)
	bar := cli.NewBar(t, "workloads", *cases)
	for x.Step() {
		bar.Show(x.Tried())
	}
	bar.Clear()
	r := &checked{Policy: input.DisplayName(f.Words[0]), Seed: *seed, Tried: x.Tried(), findings: x.Findings()}
	if err := r.fill(x, *dir); err != nil {
		return err
	}
	if *asJSON {
		err = r.writeJSON(t.Out)
	} else {
		r.writeText(t.Out, *dir != "")
	}
	if err == nil && r.counts(meant) {
		err = cli.ErrFound
	}
	return err
}

// policyFrom reads a policy program from the file at the given path. The path "-"
// means standard input.
func policyFrom(t *cli.Terminal, path string) (string, error) {
	if path != "-" {
		return input.ReadProgram(path)
	}
	return input.ProgramOf(t.In, input.DisplayName(path))
}

// kindsNamed converts a list of fault kinds to a bit set.
func kindsNamed(list string) (bits int, err error) {
	for _, name := range cli.Choices(list) {
		if name == "" {
			continue
		}
		k, ok := policycheck.KindOf(name)
		if !ok {
			var names []string
			for _, k := range policycheck.Kinds() {
				names = append(names, k.String())
			}
			return 0, cli.BadUsage("--allow %q is no kind of finding; use some of: %s", name, strings.Join(names, ", "))
		}
		bits |= 1 << k
	}
	return bits, nil
}

// checked is the result of the command check. Its exported fields are the JSON
// output.
type checked struct {
	Policy   string    `json:"policy"`
	Seed     int64     `json:"seed"`
	Tried    int       `json:"tried"` // number of workloads tried
	Findings []finding `json:"findings"`
	Passed   []string  `json:"passed"` // kinds of faults that were looked for and not found; empty if an error ended the check

	findings []policycheck.Finding
}

type finding struct {
	Kind   string   `json:"kind"`
	Title  string   `json:"title"`
	Found  int      `json:"found"`
	Of     int      `json:"of"`
	Jobs   int      `json:"jobs,omitempty"` // number of jobs in the smallest case
	Job    int64    `json:"job,omitempty"`  // number of the job that the finding is about
	Time   *float64 `json:"time,omitempty"` // time in seconds of the step at which the fault occurs
	Step   int      `json:"step,omitempty"` // number of the step at which the fault occurs, counted from 0 among the steps at the same time
	Line   int      `json:"line,omitempty"`
	Column int      `json:"column,omitempty"`
	Stack  []string `json:"stack,omitempty"`
	Link   string   `json:"link,omitempty"` // fragment of a share link to the smallest case, including the #
	File   string   `json:"file,omitempty"` // file to which the smallest case was written
}

// fill fills in the exported fields from the findings. If a folder is given, it
// also writes the smallest case of each finding into the folder.
func (r *checked) fill(x *policycheck.Check, dir string) error {
	r.Findings, r.Passed = []finding{}, []string{}
	for _, k := range x.Passed() {
		r.Passed = append(r.Passed, k.String())
	}
	for i := range r.findings {
		f := &r.findings[i]
		y := finding{Kind: f.Kind.String(), Title: f.Title, Found: f.Found, Of: f.Of, Jobs: f.Jobs, Job: f.Job, Line: f.Line, Column: f.Column, Stack: f.Stack}
		if f.Scenario != nil {
			at := f.At.Time.Seconds()
			y.Time, y.Step = &at, f.At.Ordinal
			y.Link, _ = scenario.EncodeLink(scenario.SharedLink{Scenario: f.Scenario, At: &f.At}) // on an error, for example because the program is too long for a link, the field stays empty
			if dir != "" {
				y.File = filepath.Join(dir, y.Kind+".json")
			}
		}
		if y.File != "" {
			if err := writeCase(dir, y.File, f.Scenario); err != nil {
				return err
			}
		}
		r.Findings = append(r.Findings, y)
	}
	return nil
}

func writeCase(dir, path string, s *scenario.Scenario) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return input.FileError(err)
	}
	return cli.WriteWhole(path, func(w io.Writer) error { _, err := w.Write(s.Canonical()); return err })
}

// counts reports whether any finding makes the check fail. Findings of the kinds
// named by the option --allow do not make it fail.
func (r *checked) counts(meant int) bool {
	for i := range r.findings {
		if meant>>r.findings[i].Kind&1 == 0 {
			return true
		}
	}
	return false
}

func (r *checked) writeJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(r)
}

// writeText prints the findings as plain text.
func (r *checked) writeText(w io.Writer, written bool) {
	fmt.Fprintf(w, "%s: %s workloads tried, seed %d\n", r.Policy, cli.Grouped(int64(r.Tried)), r.Seed)
	for i := range r.findings {
		f, y := &r.findings[i], &r.Findings[i]
		fmt.Fprintf(w, "\n%s: %s\n  %s\n", f.Kind, f.Kind.About(), f.Title)
		for _, call := range f.Stack {
			fmt.Fprintf(w, "    %s\n", call)
		}
		if f.Scenario == nil {
			continue
		}
		what := "workloads"
		if f.Kind == policycheck.Starvation {
			what = "streams"
		}
		fmt.Fprintf(w, "  in %s of %s %s; the smallest case has %s, and shows it at %v s, step %d", cli.Grouped(int64(f.Found)), cli.Grouped(int64(f.Of)), what, cli.Count(f.Jobs, "job"), simtime.Time(f.At.Time), f.At.Ordinal)
		if y.File != "" {
			fmt.Fprintf(w, ": %s", y.File)
		}
		fmt.Fprintln(w)
	}
	if len(r.Passed) > 0 {
		fmt.Fprintf(w, "\nnot found: %s\n", strings.Join(r.Passed, ", "))
	}
	if !written && len(r.findings) > 0 && r.findings[0].Scenario != nil {
		fmt.Fprintln(w, "\n--out FOLDER writes the smallest cases as scenarios; open them in the page, or with hopyard run and hopyard why")
	}
}
