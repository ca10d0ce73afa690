package league

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"hopyard/core/engine"
	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/policycheck"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/script"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/wasm/app/report"
)

// all runs the policies of a league, several at a time, each in a separate process.
// Failures of a policy are recorded in the rows of that policy. The returned error
// concerns only problems of this machine.
func (x *leagueFlags) all(ctx context.Context, t *cli.Terminal, dir string, l *report.League) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	bar := cli.NewBar(t, "policies", len(l.Policies))
	defer bar.Clear()
	var mu sync.Mutex
	done := 0
	var first error
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(x.workers, len(l.Policies)) {
		workers.Go(func() {
			for p := range next {
				err := x.one(ctx, exe, dir, l, p)
				mu.Lock()
				first = cmp.Or(first, err)
				done++
				bar.Draw(done)
				mu.Unlock()
			}
		})
	}
	for p := range l.Policies {
		next <- p
	}
	close(next)
	workers.Wait()
	if ctx.Err() != nil {
		return errors.New("the league was stopped; nothing is written")
	}
	return first
}

// maxErrorOutput is the number of bytes that are kept of the standard error of each
// policy's process.
const maxErrorOutput = 4 << 10

// one runs the policy with the given index in a separate process. It stores the
// rows that the process prints.
func (x *leagueFlags) one(ctx context.Context, exe, dir string, l *report.League, p int) error {
	within, cancel := context.WithTimeout(ctx, x.timeout)
	defer cancel()
	args := []string{"league", dir, "--only", l.Policies[p].Name, "--with", x.with, "--memory", strconv.Itoa(x.memory)}
	for name, value := range map[string]string{"policies": x.policies, "topology": x.in.Topology} {
		if value != "" {
			args = append(args, "--"+name, value)
		}
	}
	for name, n := range map[string]int{"nodes": x.in.Nodes, "cores": x.in.Cores} {
		if n != 0 {
			args = append(args, "--"+name, strconv.Itoa(n))
		}
	}
	cmd := exec.CommandContext(within, exe, args...)
	cmd.Env = append(os.Environ(), alone+"=1", "GOMAXPROCS=1", "GOTRACEBACK=none")
	cmd.WaitDelay = time.Second
	said := &head{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	rows := json.NewDecoder(bufio.NewReader(io.LimitReader(out, int64(len(l.Workloads))<<16)))
	for {
		r := &report.LeagueRow{}
		if rows.Decode(r) != nil {
			break
		}
		if w := slices.IndexFunc(l.Workloads, func(g report.LeagueWorkload) bool { return g.Name == r.Workload }); w >= 0 {
			l.Rows[p][w] = r
		}
	}
	err = cmd.Wait()
	problem := "its process ended early"
	switch {
	case within.Err() == context.DeadlineExceeded:
		problem = fmt.Sprintf("it took longer than %v in all; --timeout gives it more", x.timeout)
	case err != nil:
		problem = "its process failed: " + cmp.Or(said.line(), err.Error())
	}
	for w, g := range l.Workloads {
		if l.Rows[p][w] == nil {
			l.Rows[p][w] = &report.LeagueRow{Policy: l.Policies[p].Name, Workload: g.Name, Jobs: g.Jobs, Failure: &report.Failed{Problem: problem}}
		}
	}
	return nil
}

// alone is the name of an environment variable that is set in a process that runs a
// single policy.
const alone = "HOPYARD_LEAGUE_ALONE"

// head is a writer that keeps the first maxErrorOutput bytes and discards the rest.
type head struct{ text []byte }

func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), maxErrorOutput-len(h.text))]...)
	return len(p), nil
}

// line returns the first line of the bytes kept, shortened to 200 characters.
func (h *head) line() string {
	first, _, _ := strings.Cut(strings.TrimSpace(string(h.text)), "\n")
	return shortened(first, 200)
}

// runOnly runs a single policy on all workloads. It prints the row of each workload
// as soon as the run on that workload ends.
func (x *leagueFlags) runOnly(t *cli.Terminal, entrants []entrant, files []string) error {
	i := slices.IndexFunc(entrants, func(e entrant) bool { return e.Name == x.only })
	if i < 0 {
		return cli.BadUsage("--only %q does not take part; name a file in the folder or a queue of --with", x.only)
	}
	if os.Getenv(alone) != "" {
		limitMemory(uint64(x.memory) << 20)
	}
	enter, err := entrants[i].scenarioEdit()
	out := json.NewEncoder(t.Out)
	out.SetEscapeHTML(false)
	for _, path := range files {
		r := &report.LeagueRow{Policy: x.only, Workload: filepath.Base(path), Failure: failedBy(err)}
		if err == nil {
			x.play(r, path, enter)
		}
		if err := out.Encode(r); err != nil {
			return err
		}
		if f, ok := t.Out.(*bufio.Writer); ok {
			if err := f.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// scenarioEdit returns a function that makes a scenario use the policy. The
// function also resets the backfill depth. If the scenario's allocator is a program
// embedded in the scenario, the function resets the allocator, too. All other
// settings remain unchanged.
func (e *entrant) scenarioEdit() (func(*scenario.Scenario), error) {
	if e.path == "" {
		return func(s *scenario.Scenario) {
			x := &s.Scheduler
			x.Queue, x.Order, x.Sources = e.Name, policies.OrderOf("").String(), policies.Sources{}
			x.Settings.Set("depth", 0)
			if x.Allocator == policies.Own {
				x.Allocator = ""
			}
		}, nil
	}
	source, err := input.ReadProgram(e.path)
	if err != nil {
		return nil, err
	}
	roles, faults := script.Roles(source)
	if faults != nil {
		return nil, &faults[0]
	}
	return func(s *scenario.Scenario) {
		if s.Scheduler.Allocator == policies.Own {
			s.Scheduler.Allocator = ""
		}
		s.Scheduler.Settings.Set("depth", 0)
		policycheck.Enter(s, source, roles)
	}, nil
}

// play runs the policy on a workload and fills in the row of the result. The
// parameter enter is the function that makes a scenario use the policy.
func (x *leagueFlags) play(r *report.LeagueRow, path string, enter func(*scenario.Scenario)) {
	s, err := x.load(path)
	if err != nil {
		r.Failure = failedBy(err)
		return
	}
	r.Jobs = len(s.Config.Jobs)
	enter(s.Scenario)
	if s.Trace == nil { // only Parse detects invalid combinations of settings, so the changed scenario is parsed again
		if s.Scenario, err = scenario.Parse(s.Scenario.Canonical()); err != nil {
			r.Failure = failedBy(err)
			return
		}
	}
	of := s.Config.Jobs
	if s.Config, err = s.Scenario.Config(); err == nil {
		if s.Trace != nil {
			s.Config.Jobs = of
		}
		if err = fill(r, s.Config); err == nil {
			return
		}
	}
	r.Failure = failedBy(err)
}

// fill runs a policy on a workload and fills in the row with the results. If some
// jobs did not end, it records a failure.
func fill(r *report.LeagueRow, c engine.Config) error {
	hash, last := trace.NoEvents, simtime.Time(0)
	run, err := experiment.Play(c, metrics.Trim{}, func(x *engine.Step) {
		hash = hash.Add(x.Events...)
		if len(x.Events) > 0 {
			last = x.Time
		}
	})
	if err != nil {
		return err
	}
	open, due := 0, 0
	for i := range run.Jobs {
		if run.Jobs[i].State == metrics.Rejected {
			continue
		}
		if due++; !run.Jobs[i].Ended() {
			open++
		}
	}
	if open > 0 {
		r.Failure = &report.Failed{Problem: fmt.Sprintf("%d of %d jobs never ended", open, due), At: last.Seconds()}
		return nil
	}
	f := &run.Figures
	r.Trace = fmt.Sprintf("%016x", hash)
	r.MeanWait, r.Slowdown, r.MaxWait, r.Used, r.Makespan = f.MeanWait, f.MeanBoundedSlowdown, f.MaxWait, f.Utilization, f.Makespan
	return nil
}

// failedBy converts an error to the failure that is recorded in a row. For a nil
// error, it returns nil.
func failedBy(err error) *report.Failed {
	if err == nil {
		return nil
	}
	var running *queue.Failure
	var read *queue.ProgramError
	switch {
	case errors.As(err, &running):
		return &report.Failed{Problem: faultText(&running.ProgramError), Line: running.Line, Column: running.Col, At: running.At.Seconds()}
	case errors.As(err, &read):
		return &report.Failed{Problem: faultText(read), Line: read.Line, Column: read.Col}
	}
	return &report.Failed{Problem: shortened(strings.TrimSpace(err.Error()), 500)}
}

// faultText returns the text of a program error without the position in the
// program.
func faultText(f *queue.ProgramError) string {
	if f.Fix == "" {
		return f.Problem
	}
	return f.Problem + "; " + f.Fix
}

// load reads a workload file, which may be compressed.
func (x *leagueFlags) load(path string) (*input.Subject, error) {
	in := *x.in
	src, err := input.Read(&cli.Terminal{}, path)
	if err != nil {
		return nil, err
	}
	if !input.IsTrace(path, src) {
		in.Nodes, in.Cores, in.Topology = 0, 0, "" // these options apply to traces only
	}
	return in.Check(path, src)
}
