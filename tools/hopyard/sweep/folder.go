package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Files in the folder of a sweep.
const (
	designName = "design.json" // design of the experiment, after applying the options of the command line
	runsName   = "runs.csv"    // a row for each run, appended when the run ends; the rows are sorted when all runs are done
	meansName  = "means.csv"   // a row with the means of each cell
	lockName   = "lock"        // locked while a sweep is running
)

// open creates the folder. If the folder already exists, open checks that it holds
// this design. It then locks the folder. On systems with file locks, the lock is
// released when the process ends, even if the process is killed.
func (s *sweep) open() (release func(), err error) {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return nil, input.FileError(err)
	}
	release, err = lock(filepath.Join(s.dir, lockName))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.dir, err)
	}
	if err := s.claim(); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// claim writes the design into the folder. If the folder already has a design,
// claim compares the two and returns an error if they do not match.
func (s *sweep) claim() error {
	path := filepath.Join(s.dir, designName)
	// List the folder before reading the design. Every task writes the design
	// before any other file. So if the list contains files of another task, the
	// design exists by now.
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return input.FileError(err)
	}
	there, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !mayPrecedeDesign(e.Name()) }) {
			return fmt.Errorf("%s: holds files, but no %s of a sweep; use a new folder", s.dir, designName)
		}
	case err != nil:
		return input.FileError(err)
	case bytes.Equal(there, s.design):
		return nil
	default:
		if err := s.extends(there); err != nil {
			return err
		}
	}
	return cli.WriteWhole(path, func(w io.Writer) error { _, err := w.Write(s.design); return err })
}

// mayPrecedeDesign reports whether a file may be in a folder that does not contain
// a design yet. Such files are the lock and the temporary file of a design that
// another task is writing.
func mayPrecedeDesign(name string) bool {
	return name == lockName || strings.HasPrefix(name, "."+designName+".")
}

// extends checks that the design makes the same runs as the design in the folder,
// and returns an error if it does not. The number of repetitions may be larger, but
// not smaller.
func (s *sweep) extends(there []byte) error {
	a, err := runsOf(there)
	if err == nil {
		var b []byte
		if b, err = runsOf(s.design); err == nil && !bytes.Equal(a, b) {
			err = errors.New("another")
		}
	}
	if err != nil {
		return fmt.Errorf("%s: holds the results of another design (%s differs); use a new folder", s.dir, designName)
	}
	old, err := scenario.ParseDesign(there)
	if err != nil {
		return input.Prefixed(filepath.Join(s.dir, designName), err)
	}
	if old.Repetitions > s.experiment.Design.Repetitions {
		return fmt.Errorf("%s: holds %d repetitions, more than %d; ask for as many or more, or use a new folder", s.dir, old.Repetitions, s.experiment.Design.Repetitions)
	}
	return nil
}

// runsOf returns the text of a design without the number of repetitions and without
// the fields that do not affect the runs. In a design with a stop rule, the
// comparison of algorithms decides which runs are made. In this case, runsOf keeps
// the fields axis, algorithm and figures.
func runsOf(design []byte) ([]byte, error) {
	out := []string{"title", "about", "notes", "repetitions", "claims", "claims_by"}
	if d, err := scenario.ParseDesign(design); err != nil || d.Stop == nil {
		out = append(out, "axis", "algorithm", "figures")
	}
	for _, field := range out {
		var err error
		if design, err = scenario.Edit(design, field, "null"); err != nil {
			return nil, err
		}
	}
	return bytes.TrimRight(design, " \t\r\n}"), nil
}

// resume opens the file of rows for appending and returns the results in the file.
// It removes an incomplete last line. It also repeats a run to check that this
// version of the program still computes the same metrics.
func (s *sweep) resume() (*os.File, *experiment.Results, error) {
	path := filepath.Join(s.dir, runsName)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, input.FileError(err)
	}
	results, err := s.found(file)
	if err != nil {
		file.Close()
		return nil, nil, input.Prefixed(path, err)
	}
	return file, results, nil
}

func (s *sweep) found(file *os.File) (*experiment.Results, error) {
	src, err := input.ReadAll(file, runsName)
	if err != nil {
		return nil, err
	}
	whole := src[:bytes.LastIndexByte(src, '\n')+1]
	r := experiment.NewResults(s.experiment)
	if len(whole) == 0 {
		whole = r.Header()
		if _, err := file.WriteAt(whole, 0); err != nil {
			return nil, err
		}
	} else if err := r.ReadRows(whole); err != nil {
		return nil, err
	}
	if err := file.Truncate(int64(len(whole))); err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekEnd); err != nil {
		return nil, err
	}
	if err := readShards(s.dir, r); err != nil {
		return nil, err
	}
	return r, s.checkFirstRun(r)
}

// checkFirstRun repeats the first run that has a result. It returns an error if the
// metrics differ from the recorded ones.
func (s *sweep) checkFirstRun(r *experiment.Results) error {
	for cell := range r.Cells {
		there := r.At(cell, 0)
		if there == nil {
			continue
		}
		f, err := r.Run(cell, 0)
		if err != nil {
			return err
		}
		for i, x := range f.List() {
			if x.Value != there[i] {
				return fmt.Errorf("%s of repetition 1 of %s was %v and is now %v: the rows are from another version of hopyard; use a new folder",
					x.Key, r.Design.Describe(r.Cells[cell].Levels), there[i], x.Value)
			}
		}
		return nil
	}
	return nil
}

// writeTables writes two files: a file with the rows of all runs, sorted, and a
// file with the means of each cell.
func writeTables(dir string, r *experiment.Results) error {
	if err := cli.WriteWhole(filepath.Join(dir, runsName), r.WriteRows); err != nil {
		return err
	}
	return cli.WriteWhole(filepath.Join(dir, meansName), r.WriteMeans)
}
