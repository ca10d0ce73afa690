package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// side is a checkout of the repository that is measured, with its compiled programs
// and the measured times.
type side struct {
	name                   string // name of the revision that is checked out, or "" for this checkout
	engineProgram, hopyard string

	jobs            int
	hash            string
	engine, command cost
}

// cost holds the measured times of all turns, in seconds. The field clock holds
// elapsed times. The field processors holds CPU times, summed over all cores; they
// are less affected by other load on the machine.
type cost struct{ clock, processors []float64 }

func (c *cost) add(clock, processors float64) {
	c.clock, c.processors = append(c.clock, clock), append(c.processors, processors)
}

// inTurn is the number of runs that the engine's program makes in a turn. The first
// run does not count, because it also allocates memory from the operating system.
const inTurn = 4

// profile is the path of the profile for profile-guided optimization. Older
// revisions do not have this file.
const profile = "tools/hopyard/default.pgo"

// built builds the programs of a checkout into a subfolder of .cache/speed. The
// subfolder has the given name.
func built(checkout, name string) (*side, error) {
	to, err := filepath.Abs(filepath.Join(".cache/speed", name))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return nil, err
	}
	laidOut := "-pgo=off"
	if path, err := filepath.Abs(filepath.Join(checkout, profile)); err == nil {
		if _, err := os.Stat(path); err == nil {
			laidOut = "-pgo=" + path
		}
	}
	s := &side{engineProgram: filepath.Join(to, "engine"), hopyard: filepath.Join(to, "hopyard")}
	for path, program := range map[string]string{s.engineProgram: "./tools/speed/engine", s.hopyard: "./tools/hopyard"} {
		if err := do(checkout, "go", "build", "-trimpath", laidOut, "-o", path, program); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// checkedOut builds a revision in a temporary work tree. The program that measures
// the engine is copied from this checkout into the work tree, so that both
// revisions are measured in the same way.
func checkedOut(revision string) (*side, error) {
	folder, err := os.MkdirTemp("", "hopyard-against-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	tree := filepath.Join(folder, "tree")
	if err := do(".", "git", "worktree", "add", "--quiet", "--detach", tree, revision); err != nil {
		return nil, fmt.Errorf("%w; name a revision that git knows", err)
	}
	defer do(".", "git", "worktree", "remove", "--force", tree)
	const program = "tools/speed/engine/main.go"
	text, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Join(tree, program)), 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(tree, program), text, 0o644); err != nil {
		return nil, err
	}
	return built(tree, "there")
}

// do runs a command in the given folder.
func do(folder, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Stderr = folder, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

// forget discards the measured times. It is called before the next trace is
// measured.
func (s *side) forget() { s.engine, s.command = cost{}, cost{} }

// measure performs a turn: it runs the program that measures the engine, and then
// the command hopyard run.
func (s *side) measure(path, queue string) error {
	out, err := exec.Command(s.engineProgram, path, fmt.Sprint(inTurn), queue).Output()
	if err != nil {
		return fmt.Errorf("the engine on %s: %w", path, err)
	}
	if err := s.read(string(out)); err != nil {
		return err
	}
	c := exec.Command(s.hopyard, "run", path, "--queue", queue)
	c.Stdout, c.Stderr = io.Discard, os.Stderr
	began := time.Now()
	if err := c.Run(); err != nil {
		return fmt.Errorf("hopyard run %s: %w", path, err)
	}
	s.command.add(time.Since(began).Seconds(), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds())
	return nil
}

// read parses the output of the program that measures the engine. It stores the
// median times of the runs, leaving out the first run.
func (s *side) read(out string) error {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if _, err := fmt.Sscanf(lines[0], "%d jobs, hash %s", &s.jobs, &s.hash); err != nil || len(lines) < 3 {
		return fmt.Errorf("the engine's program printed %q; want jobs and hash, and two runs at least", out)
	}
	var runs cost
	for _, line := range lines[2:] {
		clock, processors, _ := strings.Cut(line, " ")
		took, err := time.ParseDuration(clock)
		if err != nil {
			return err
		}
		worked, err := time.ParseDuration(processors)
		if err != nil {
			return err
		}
		runs.add(took.Seconds(), worked.Seconds())
	}
	s.engine.add(median(runs.clock), median(runs.processors))
	return nil
}
