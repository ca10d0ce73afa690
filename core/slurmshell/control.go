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

// commandEdits returns the edit that adds commands, which are given now. The list is in
// the order of time, so it is written as a whole.
func (s *Session) commandEdits(fresh []workload.JobCommand) ScenarioEdit {
	s.added = append(s.added, fresh...)
	all := slices.Concat(s.scenario.Commands, s.added)
	slices.SortStableFunc(all, func(a, b workload.JobCommand) int { return cmp.Compare(a.At, b.At) })
	return ScenarioEdit{"commands", scenario.CommandsText(all)}
}

func (s *Session) command(kind workload.CommandKind, j *jobView) workload.JobCommand {
	return workload.JobCommand{At: s.now, Kind: kind, Job: j.Number, Change: workload.NoChange}
}

const cancelOptions = "u/user= n/name= p/partition= t/state= A/account= q/qos= me v/verbose Q/quiet help"

// scancel cancels jobs.
func (s *Session) scancel(args []string) ShellAnswer {
	g, err := parse("scancel", optionsOf(cancelOptions), args, false)
	if err != nil {
		return failure("%v", err)
	}
	ids := splitIDs(g.words)
	filters := len(g.values) - boolInt(g.has("verbose")) - boolInt(g.has("quiet"))
	if len(ids) == 0 && filters == 0 {
		return failure("scancel: error: No job identification provided")
	}
	var out []string
	var fresh []workload.JobCommand
	for _, id := range ids {
		switch j := s.find(id); {
		case j == nil:
			out = append(out, fmt.Sprintf("scancel: error: Kill job error on job id %s: Invalid job id specified", clip(id)))
		case j.over():
			out = append(out, fmt.Sprintf("scancel: error: Kill job error on job id %s: Job/step already completing or completed", id))
		case s.cancelPart(id, j) != "":
			out = append(out, s.cancelPart(id, j))
		case filters == 0 || s.matches(j, &g):
			fresh = append(fresh, s.command(workload.CancelJob, j))
		}
	}
	for i := range s.jobs {
		if j := &s.jobs[i]; len(ids) == 0 && !j.over() && s.matches(j, &g) && s.cancelPart("", j) == "" {
			fresh = append(fresh, s.command(workload.CancelJob, j))
		}
	}
	return s.give(out, fresh)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// matches reports whether the options of scancel select a job.
func (s *Session) matches(j *jobView, g *given) bool {
	is := func(name, value string) bool { return !g.has(name) || g.values[name] == value }
	state := strings.ToUpper(g.values["state"])
	return is("user", j.user()) && (!g.has("me") || j.user() == s.User) && is("name", j.name()) && is("partition", j.partition.name) && is("account", j.Group) &&
		is("qos", cmp.Or(j.QOS, "normal")) && (state == "" || state == j.state || state == longState(j.state))
}

// give returns the answer that gives commands, with messages about others.
func (s *Session) give(out []string, fresh []workload.JobCommand) ShellAnswer {
	a := ShellAnswer{Out: strings.Join(out, "\n"), Failed: len(out) > 0}
	if len(fresh) == 0 {
		return a
	}
	if n := len(s.scenario.Commands) + len(fresh); n > scenario.MaxCommands {
		return failure("slurm: this scenario would have %d commands; at most %d are possible", n, scenario.MaxCommands)
	}
	a.Edits = append(a.Edits, s.commandEdits(fresh))
	return a
}

// splitIDs returns the job ids in words, which commas may separate.
func splitIDs(words []string) (ids []string) {
	for _, w := range words {
		for id := range strings.SplitSeq(w, ",") {
			if id != "" {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

const controlOptions = "o/oneliner d/details a/all help"

// scontrol shows details and changes jobs.
func (s *Session) scontrol(args []string) ShellAnswer {
	g, err := parse("scontrol", optionsOf(controlOptions), args, false)
	if err != nil {
		return failure("%v", err)
	}
	if len(g.words) == 0 {
		return failure("scontrol: name what to do: show, hold, release or update\nTry \"scontrol --help\" for more information")
	}
	verb, rest := strings.ToLower(g.words[0]), g.words[1:]
	switch verb {
	case "show":
		return s.show(rest, g.has("oneliner"))
	case "hold", "uhold", "release":
		return s.hold(rest, verb != "release")
	case "update":
		return s.update(rest)
	case "ping":
		return ShellAnswer{Out: "Slurmctld(primary) at hopyard is UP"}
	case "requeue", "suspend", "resume", "create", "delete", "reconfigure", "shutdown", "top":
		return failure("scontrol: %s is not possible in this shell; it has show, hold, release and update", verb)
	}
	return failure("invalid keyword: %s", clip(g.words[0]))
}

// hold holds jobs, or releases them.
func (s *Session) hold(words []string, hold bool) ShellAnswer {
	ids := splitIDs(words)
	if len(ids) == 0 {
		return failure("too few arguments for keyword:%s", map[bool]string{true: "hold", false: "release"}[hold])
	}
	var out []string
	var fresh []workload.JobCommand
	for _, id := range ids {
		id = strings.TrimPrefix(strings.ToLower(id), "jobid=")
		switch j := s.find(id); {
		case j == nil:
			out = append(out, "Invalid job id specified for job "+clip(id))
		case !j.waits():
			out = append(out, "Job is no longer pending execution for job "+id)
		case hold != (j.reason == slurmtext.ReasonHeldUser):
			kind := workload.ReleaseJob
			if hold {
				kind = workload.HoldJob
			}
			fresh = append(fresh, s.command(kind, j))
		}
	}
	return s.give(out, fresh)
}

// update changes what a job asks for: scontrol update jobid=3 timelimit=30.
func (s *Session) update(words []string) ShellAnswer {
	var j *jobView
	values, names := map[string]string{}, []string{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return failure("Invalid input: %s\nWrite name=value, as in scontrol update jobid=3 timelimit=30.", clip(w))
		}
		name = strings.ToLower(name)
		if name == "jobid" || name == "job" {
			if j = s.find(value); j == nil {
				return failure("slurm_update error: Invalid job id specified")
			}
			continue
		}
		values[name] = value
		names = append(names, name)
	}
	switch {
	case j == nil:
		return failure("No valid entity in update command\nInput line must include \"JobId\"; nodes and partitions cannot be changed here.")
	case len(names) == 0:
		return failure("No changes specified")
	case j.over():
		return failure("slurm_update error: Job/step already completing or completed")
	}
	x := s.command(workload.UpdateJob, j)
	for _, name := range names {
		if a := s.set(&x.Change, j, name, values[name]); a.Failed {
			return a
		}
	}
	if !j.waits() && !x.Change.WhileRunning() {
		return failure("Job is no longer pending execution for job %d\nOf a running job, only TimeLimit can be changed.", j.Number)
	}
	if _, ok := x.Change.Apply(j.Job); !ok {
		return failure("Requested node configuration is not available for job %d\nThe job asks for tasks, or changes its size by itself.", j.Number)
	}
	return s.give(nil, []workload.JobCommand{x})
}

// set reads a value of scontrol update.
func (s *Session) set(c *workload.JobChange, j *jobView, name, value string) ShellAnswer {
	switch name {
	case "timelimit":
		sign := strings.TrimLeft(value, "+-")
		d, ok := parseLimit(sign)
		if !ok {
			return failure("Invalid TimeLimit value\nWrite minutes, or hours:minutes:seconds, as in timelimit=90.")
		}
		switch value[0] {
		case '+':
			d += j.Walltime
		case '-':
			d = j.Walltime - d
		}
		p := j.partition
		if d <= 0 || p.maxTime > 0 && d > p.maxTime {
			return failure("Requested time limit is invalid (missing or exceeds some limit) for job %d\nThe partition %s allows %s.", j.Number, p.name, limitText(p.maxTime))
		}
		c.Walltime = d
	case "numnodes", "nodes", "minnodes":
		value, _, _ = strings.Cut(value, "-")
		n, err := strconv.ParseInt(value, 10, 32)
		if most := j.partition.nodes.Nodes(); err != nil || n < 1 || int(n) > most {
			return failure("Node count specification invalid for job %d\nThe partition %s has %d nodes.", j.Number, j.partition.name, most)
		}
		c.Nodes = int32(n)
	case "partition":
		p := s.named(value)
		if p == nil {
			return failure("Invalid partition name specified for job %d\nThe partitions are %s.", j.Number, s.partitionNames())
		}
		if p.queue == "" {
			return failure("Invalid partition name specified for job %d\nA job cannot be moved to the unnamed partition of this cluster.", j.Number)
		}
		c.Queue = p.queue
	case "qos":
		if !s.knowsQOS(value) {
			return failure("Invalid qos specification for job %d", j.Number)
		}
		c.QOS = value
	case "priority", "nice":
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < -scenario.MaxPriority || n > scenario.MaxPriority {
			return failure("Invalid %s value", name)
		}
		if c.Priority = n; name == "nice" {
			c.Priority = -n
		}
	case "starttime", "eligibletime":
		at, ok := s.parseBegin(value)
		if !ok {
			return failure("Invalid StartTime value\nWrite a time, as in starttime=now+1hour or starttime=16:00.")
		}
		c.Begin = max(at, simtime.Time(1))
	default:
		return failure("Update of this parameter is not supported: %s\nPossible are TimeLimit, NumNodes, Partition, QOS, Priority, Nice and StartTime.", clip(name))
	}
	return ShellAnswer{}
}

// knowsQOS reports whether a QOS exists.
func (s *Session) knowsQOS(name string) bool {
	if s.scenario.Slurm == nil {
		return false
	}
	for i := range s.scenario.Slurm.QOS {
		if s.scenario.Slurm.QOS[i].Name == name {
			return true
		}
	}
	return false
}
