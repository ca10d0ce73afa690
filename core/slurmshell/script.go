package slurmshell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/workload"
)

// scriptHead is the beginning of a script.
const scriptHead = `#!/bin/bash
# %s
# Submits the jobs of a scenario of Hopyard to a Slurm cluster, in real time: it
# sleeps between the submissions. To submit all at once, remove the lines with sleep.
submit() { sbatch --parsable "$@"; }

`

// Script returns a scenario as a script for bash, which submits its jobs in the order of
// their submission, sleeps between them, and gives the commands of the scenario. Each
// job sleeps for its run time. It returns notices about what is lost. Cost: O(jobs log
// jobs).
func Script(s *scenario.Scenario) (text []byte, notices []string, err error) {
	c, err := s.Config()
	if err != nil {
		return nil, nil, err
	}
	type line struct {
		at   simtime.Time
		text string
	}
	var lines []line
	lost := map[string]bool{}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if j.Het.Offset > 0 {
			continue // it is submitted with the first part
		}
		lines = append(lines, line{j.Submit, submission(c.Jobs[i:i+int(max(1, j.Het.Size))], c.Running[j.ID] != nil, lost)})
	}
	for i := range c.Commands {
		lines = append(lines, line{c.Commands[i].At, controlLine(&c.Commands[i])})
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.at, b.at) })
	var out strings.Builder
	fmt.Fprintf(&out, scriptHead, strings.ReplaceAll(cmp.Or(s.Title, "A scenario"), "\n", " "))
	now := simtime.Time(0)
	for _, l := range lines {
		if l.at > now {
			fmt.Fprintf(&out, "sleep %s\n", simtime.Duration(l.at-now))
			now = l.at
		}
		out.WriteString(l.text)
		out.WriteByte('\n')
	}
	for name := range lost {
		notices = append(notices, name)
	}
	slices.Sort(notices)
	return []byte(out.String()), notices, nil
}

// quoted returns a text as a word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// variable returns the name of the variable that holds Slurm's number of a job.
func variable(number int64) string { return "j" + strconv.FormatInt(number, 10) }

// limitOf returns a walltime as sbatch takes it. Slurm's limits are whole minutes or
// seconds, at least one second.
func limitOf(d simtime.Duration) string {
	return slurmtext.Span(max(1, (int64(d)+999)/1000))
}

// submission returns the line that submits a job, or all parts of a heterogeneous job, and
// adds to lost what it cannot say.
func submission(parts []workload.Job, runs bool, lost map[string]bool) string {
	var out strings.Builder
	j := &parts[0]
	fmt.Fprintf(&out, "%s=$(submit", variable(j.Number))
	add := func(format string, args ...any) { fmt.Fprintf(&out, " "+format, args...) }
	for i := range parts {
		if i > 0 {
			add(":")
		}
		requestOptions(&parts[i], add)
		noteLost(&parts[i], lost)
		if parts[i].Runtime != j.Runtime {
			lost["all parts of a heterogeneous job end with the first one"] = true
		}
		if i == 0 {
			conditionOptions(j, add)
			add("--wrap=%s", quoted("sleep "+simtime.Duration((int64(j.Runtime)+999)/1000*1000).String()))
		}
	}
	out.WriteString(")")
	for i := 1; i < len(parts); i++ { // Slurm gives them the numbers that follow
		fmt.Fprintf(&out, "; %s=$((%s + %d))", variable(parts[i].Number), variable(j.Number), i)
	}
	if runs {
		lost["jobs that run from the beginning are submitted like others"] = true
	}
	if j.User != "" {
		out.WriteString("  # as " + j.User)
		lost["all jobs are submitted by the user who runs the script"] = true
	}
	return out.String()
}

// requestOptions adds the options for what a job asks for.
func requestOptions(j *workload.Job, add func(format string, args ...any)) {
	if j.Whole() {
		add("--nodes=%d --exclusive", j.Nodes)
		if n := j.PerTask[workload.GPUs]; n > 0 {
			add("--gpus-per-node=%d", n)
		}
		if n := j.PerTask[workload.Memory]; n > 0 {
			add("--mem=%dM", n)
		}
	} else {
		add("--ntasks=%d --cpus-per-task=%d", j.Tasks, max(1, j.PerTask[workload.Cores]))
		if n := j.PerTask[workload.GPUs]; n > 0 {
			add("--gpus-per-task=%d", n)
		}
		if n := j.PerTask[workload.Memory]; n > 0 {
			add("--mem-per-cpu=%dM", n/max(1, j.PerTask[workload.Cores]))
		}
	}
	add("--time=%s --job-name=%s", limitOf(j.Walltime), quoted(cmp.Or(j.Application, fmt.Sprint(j.Number))))
	for _, x := range [][2]string{{"partition", j.Queue}, {"account", j.Group}, {"qos", j.QOS}, {"licenses", j.Licenses}} {
		if x[1] != "" {
			add("--%s=%s", x[0], quoted(x[1]))
		}
	}
	if j.Priority != 0 || j.IsHet() { // a part without a nice value would have that of another one
		add("--nice=%d", -j.Priority)
	}
	if n := j.Network.Segment; n > 0 {
		add("--segment=%d", n)
	}
	if n := j.Network.Switches; n > 0 {
		add("--switches=%d", n)
	}
	if j.Deadline > j.Submit {
		add("--deadline=now+%d", int64(j.Deadline-j.Submit)/1000)
	}
}

// noteLost adds to lost what a submission cannot say of a job.
func noteLost(j *workload.Job, lost map[string]bool) {
	if j.After != workload.NoJob {
		lost["jobs that follow others (after) are submitted at their own time"] = true
	}
	if j.Elastic != nil {
		lost["jobs keep their size"] = true
	}
	if j.Comm != nil {
		lost["jobs do not communicate"] = true
	}
}

// conditionOptions adds the options for the conditions of a job's start.
func conditionOptions(j *workload.Job, add func(format string, args ...any)) {
	c := j.Held
	if c == nil {
		return
	}
	if c.Begin > j.Submit {
		add("--begin=now+%d", (int64(c.Begin-j.Submit)+999)/1000)
	}
	separator, all := ",", []string(nil)
	if c.Any {
		separator = "?"
	}
	for _, d := range c.Dependencies {
		text := fmt.Sprintf("%v:$%s", d.Kind, variable(d.Job))
		if d.Delay > 0 {
			text += fmt.Sprintf("+%d", d.Delay/simtime.Minute)
		}
		all = append(all, text)
	}
	if c.Singleton {
		all = append(all, "singleton")
	}
	if len(all) > 0 {
		add("--dependency=\"%s\"", strings.Join(all, separator))
	}
	if c.KillInvalid {
		add("--kill-on-invalid-dep=yes")
	}
	if c.Array != "" {
		add("--comment=%s", quoted("array "+c.Array))
	}
}

// controlLine returns the line that gives a command.
func controlLine(x *workload.JobCommand) string {
	job := "$" + variable(x.Job)
	switch x.Kind {
	case workload.CancelJob:
		return "scancel " + job
	case workload.HoldJob, workload.ReleaseJob:
		return "scontrol " + x.Kind.String() + " " + job
	}
	out, c := "scontrol update jobid="+job, &x.Change
	if c.Walltime != workload.KeepWalltime {
		out += " timelimit=" + limitOf(c.Walltime)
	}
	if c.Nodes > 0 {
		out += fmt.Sprintf(" numnodes=%d", c.Nodes)
	}
	if c.Queue != "" {
		out += " partition=" + quoted(c.Queue)
	}
	if c.QOS != "" {
		out += " qos=" + quoted(c.QOS)
	}
	if c.Priority != workload.KeepPriority {
		out += fmt.Sprintf(" priority=%d", c.Priority)
	}
	if c.Begin != 0 {
		out += fmt.Sprintf(" starttime=now+%d", max(0, (int64(c.Begin-x.At)+999)/1000))
	}
	return out
}
