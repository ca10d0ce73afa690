// Command testtimes runs the stages of make test and reports how long they take.
//
//	testtimes run STAGE command [argument …]
//	testtimes table
//
// "run" runs the command of a stage and stores its times in
// .cache/testtimes/STAGE.json. If the command is "go test", testtimes adds -json to
// it. It then prints a line for each package that ends, and the complete output of
// everything that fails. Its exit code is that of the command.
//
// "table" prints all stored stages, their slowest packages and tests, and the
// number of tests that passed.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"hopyard/tools/repo"
)

func main() {
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testtimes:", err)
	}
	os.Exit(code)
}

func run(args []string, out io.Writer) (code int, err error) {
	root, err := repo.Root()
	if err != nil {
		return 2, err
	}
	folder := filepath.Join(root, ".cache", "testtimes")
	switch {
	case len(args) > 2 && args[0] == "run":
		s, code, err := runStage(args[1], args[2:], out)
		if err != nil {
			return 2, err
		}
		if err := keep(folder, s); err != nil {
			return 2, err
		}
		return code, nil
	case len(args) == 1 && args[0] == "table":
		stages, err := kept(folder)
		if err != nil {
			return 2, err
		}
		table(out, stages)
		return 0, nil
	}
	return 2, errors.New("usage: testtimes run STAGE command [argument …] | testtimes table")
}

// stage is the result of a stage of make test, in the form in which it is stored in
// a file.
type stage struct {
	Name     string
	Began    time.Time
	Wall     float64 // elapsed time in seconds
	CPU      float64 // CPU time in seconds of the command and its child processes, without child processes that the command did not wait for
	Packages []timed // times of packages
	Tests    []timed // times of top-level tests; a name consists of the package and the test
}

// timed is the elapsed time of a package or a test.
type timed struct {
	Name    string
	Seconds float64
	Result  string // "pass", "fail" or "skip"; for a package, it may also be "cached"
}

// runStage runs the command of a stage. It returns the times of the stage and the
// exit code of the command. It returns an error if the command cannot be started.
func runStage(name string, command []string, out io.Writer) (s stage, code int, err error) {
	s = stage{Name: name, Began: time.Now()}
	tests := len(command) > 1 && filepath.Base(command[0]) == "go" && command[1] == "test"
	if tests {
		command = slices.Insert(slices.Clone(command), 2, "-json")
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	if !tests {
		cmd.Stdout = out
		err = cmd.Run()
	} else {
		var events io.ReadCloser
		if events, err = cmd.StdoutPipe(); err != nil {
			return s, 0, err
		}
		if err = cmd.Start(); err != nil {
			return s, 0, err
		}
		s.read(events, out)
		err = cmd.Wait()
	}
	s.Wall = time.Since(s.Began).Seconds()
	if cmd.ProcessState == nil {
		return s, 0, err
	}
	s.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return s, cmd.ProcessState.ExitCode(), nil
}

// event is a line of output of go test -json; see go doc test2json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// read reads the output of go test -json and stores the times in the stage. It
// prints a line for each package that has tests. It also prints the output of
// tests, packages and builds that fail.
func (s *stage) read(events io.Reader, out io.Writer) {
	said := map[string]*strings.Builder{} // output so far; a key consists of the package and the test
	text := func(of string) *strings.Builder {
		if said[of] == nil {
			said[of] = new(strings.Builder)
		}
		return said[of]
	}
	for d := json.NewDecoder(events); ; {
		var e event
		if err := d.Decode(&e); err != nil {
			if !errors.Is(err, io.EOF) {
				fmt.Fprintln(out, "testtimes: reading go test -json:", err)
				io.Copy(out, io.MultiReader(d.Buffered(), events))
			}
			return
		}
		of := e.Package + " " + e.Test
		top, _, sub := strings.Cut(e.Test, "/")
		switch e.Action {
		case "output":
			text(e.Package + " " + top).WriteString(e.Output)
		case "build-output":
			fmt.Fprint(out, e.Output)
		case "pass", "fail", "skip":
			if sub {
				continue
			}
			if e.Test != "" {
				s.Tests = append(s.Tests, timed{of, e.Elapsed, e.Action})
				if e.Action == "fail" {
					fmt.Fprint(out, text(of))
				}
				delete(said, of)
				continue
			}
			result := e.Action
			if result == "pass" && strings.Contains(text(of).String(), "(cached)") {
				result = "cached"
			}
			if result == "fail" { // after a panic or an exit, some tests of the package have no end event; print their output too
				for _, unended := range slices.Sorted(maps.Keys(said)) {
					if strings.HasPrefix(unended, e.Package+" ") {
						fmt.Fprint(out, said[unended])
					}
				}
			}
			if result != "skip" {
				s.Packages = append(s.Packages, timed{e.Package, e.Elapsed, result})
				fmt.Fprintf(out, "%-6s %6.1f s  %s\n", result, e.Elapsed, e.Package)
			}
		}
	}
}

func keep(folder string, s stage) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, s.Name+".json"), raw, 0o644)
}

// kept returns the stages stored in a folder, sorted by the time at which they
// began.
func kept(folder string) ([]stage, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	var all []stage
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var s stage
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b stage) int { return a.Began.Compare(b.Began) })
	return all, nil
}

// Numbers of packages and tests in the lists of the slowest.
const (
	slowPackages = 12
	slowTests    = 20
)

func table(out io.Writer, stages []stage) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "wall s\tcpu s\t\tstage")
	var wall, cpu float64
	var packages, tests []timed
	count := map[string]int{}
	for _, s := range stages {
		fmt.Fprintf(w, "%.1f\t%.1f\t\t%s\n", s.Wall, s.CPU, s.Name)
		wall, cpu = wall+s.Wall, cpu+s.CPU
		for _, t := range s.Tests {
			count[t.Result]++
			t.Name = s.Name + ": " + t.Name
			tests = append(tests, t)
		}
		for _, p := range s.Packages {
			p.Name = s.Name + ": " + p.Name
			packages = append(packages, p)
		}
	}
	fmt.Fprintf(w, "%.1f\t%.1f\t\tall\n", wall, cpu)
	w.Flush()
	slowest(out, "package", packages, slowPackages)
	slowest(out, "test", tests, slowTests)
	fmt.Fprintf(out, "\n%d passed, %d failed, %d skipped\n", count["pass"], count["fail"], count["skip"])
}

// slowest prints the n slowest entries of a list. It omits entries whose result is
// "cached".
func slowest(out io.Writer, kind string, list []timed, n int) {
	list = slices.DeleteFunc(slices.Clone(list), func(t timed) bool { return t.Result == "cached" })
	slices.SortStableFunc(list, func(a, b timed) int { return cmp.Compare(b.Seconds, a.Seconds) })
	fmt.Fprintf(out, "\n  wall s  slowest %ss\n", kind)
	for _, t := range list[:min(n, len(list))] {
		fmt.Fprintf(out, "%8.1f  %s\n", t.Seconds, t.Name)
	}
}
