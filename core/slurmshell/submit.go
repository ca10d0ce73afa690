package slurmshell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

const batchOptions = "N/nodes= n/ntasks= c/cpus-per-task= t/time= p/partition= q/qos= A/account= b/begin= deadline= d/dependency= kill-on-invalid-dep= a/array= J/job-name= L/licenses= C/constraint= G/gpus= H/hold o/output= e/error= D/chdir= " +
	"wrap= exclusive mem= mem-per-cpu= nice= priority= gres= gpus-per-node= gpus-per-task= segment= switches= parsable test-only mail-type= mail-user= help"

// scripts are the scripts that can be submitted, by name.
var scripts = [...][2]string{
	{"hello.sh", "#!/bin/bash\n#SBATCH --job-name=hello\n#SBATCH --time=10\nsleep 60\n"},
	{"wide.sh", "#!/bin/bash\n#SBATCH --job-name=wide\n#SBATCH --nodes=4\n#SBATCH --time=30\nsleep 900\n"},
	{"long.sh", "#!/bin/bash\n#SBATCH --job-name=long\n#SBATCH --nodes=1\n#SBATCH --time=4:00:00\nsleep 10800\n"},
}

func scriptNames() (names []string) {
	for _, x := range scripts {
		names = append(names, x[0])
	}
	return names
}

func scriptText(name string) (string, bool) {
	for _, x := range scripts {
		if x[0] == strings.TrimPrefix(name, "./") {
			return x[1], true
		}
	}
	return "", false
}

// usualTime is the walltime of jobs that name none, in partitions without a largest one.
const usualTime = simtime.Hour

// sbatch submits a job.
func (s *Session) sbatch(args []string) ShellAnswer {
	if parts := partsOf(args); len(parts) > 1 {
		return s.sbatchParts(parts)
	}
	all := optionsOf(batchOptions)
	g, err := parse("sbatch", all, args, true)
	if err != nil {
		return failure("%v", err)
	}
	text, fails := s.scriptOf(&g)
	if fails.Failed {
		return fails
	}
	if fails = fromScript(&g, all, text); fails.Failed {
		return fails
	}
	if s.scenario.Model != nil || s.scenario.SWF != "" {
		return failure("sbatch: error: Batch job submission failed: the jobs of this scenario are drawn or come from a trace, and none can be added\nOpen a scenario with a list of jobs; hopyard convert --to jobs writes one.")
	}
	b := &batch{Session: s, opts: g, number: s.nextNumber()}
	if a := b.read(text); a.Failed {
		return a
	}
	elements := b.jobs()
	a := ShellAnswer{Out: fmt.Sprintf("Submitted batch job %d", b.number)}
	if g.has("parsable") {
		a.Out = strconv.FormatInt(b.number, 10)
	}
	if len(elements) > 1 {
		a.Out += fmt.Sprintf("\n(its %d tasks are the jobs %d to %d)", len(elements), b.number, b.number+int64(len(elements))-1)
	}
	for i, x := range elements {
		a.Edits = append(a.Edits, ScenarioEdit{fmt.Sprintf("jobs[%d]", len(s.scenario.Jobs)+i), x})
		if g.has("hold") {
			a.Edits = append(a.Edits, s.commandEdits([]workload.JobCommand{{At: s.now, Kind: workload.HoldJob, Job: b.number + int64(i), Change: workload.NoChange}}))
		}
	}
	b.enforce(&a)
	if fails := s.accepts(&a, b); fails.Failed {
		return fails
	}
	if g.has("test-only") {
		return ShellAnswer{Out: fmt.Sprintf("sbatch: Job %d could be submitted to partition %s", b.number, b.partition.name)}
	}
	return a
}

// nextNumber returns the smallest number above those of all jobs.
func (s *Session) nextNumber() int64 {
	most := int64(0)
	for i := range s.scenario.Jobs {
		most = max(most, s.scenario.Jobs[i].Number)
	}
	return most + 1
}

// scriptOf returns the text of the script that a line submits.
func (s *Session) scriptOf(g *given) (string, ShellAnswer) {
	switch {
	case g.has("wrap") && len(g.words) > 0:
		return "", failure("sbatch: error: Script arguments not permitted with --wrap option")
	case g.has("wrap"):
		g.values["job-name"] = cmp.Or(g.values["job-name"], "wrap")
		return "#!/bin/sh\n" + g.values["wrap"] + "\n", ShellAnswer{}
	case len(g.words) == 0:
		return "", failure("sbatch: error: there is no script; name one of %s, or write --wrap=\"sleep 60\"", strings.Join(scriptNames(), ", "))
	}
	text, ok := scriptText(g.words[0])
	if !ok {
		return "", failure("sbatch: error: Unable to open file %s\nThe scripts here are %s; or write --wrap=\"sleep 60\".", clip(g.words[0]), strings.Join(scriptNames(), ", "))
	}
	return text, ShellAnswer{}
}

// fromScript adds the options of the script's #SBATCH lines that the line does not give.
func fromScript(g *given, all []option, text string) ShellAnswer {
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, "#SBATCH ")
		if !ok {
			continue
		}
		inner, err := parse("sbatch", all, strings.Fields(rest), true)
		if err != nil {
			return failure("%v", err)
		}
		for name, value := range inner.values {
			if !g.has(name) {
				g.values[name] = value
			}
		}
	}
	return ShellAnswer{}
}

// batch is a job that is being submitted.
type batch struct {
	*Session
	opts                given
	number              int64
	partition           *partition
	nodes, tasks, cores int64
	walltime, runtime   simtime.Duration
	begin, deadline     simtime.Time
	memory, gpus        int64 // of each node, or of each task
	priority            int64
	array               slurmtext.TaskList
	segment, switches   int64
	dependency          string
}

// rejected returns Slurm's answer to a job that it refuses, with more of ours.
func rejected(why, more string, args ...any) ShellAnswer {
	out := "sbatch: error: Batch job submission failed: " + why
	if more != "" {
		out += "\n" + fmt.Sprintf(more, args...)
	}
	return ShellAnswer{Out: out, Failed: true}
}

// count reads an option that is a number.
func (b *batch) count(name string, to *int64, least int64) ShellAnswer {
	if !b.opts.has(name) {
		return ShellAnswer{}
	}
	n, err := strconv.ParseInt(b.opts.values[name], 10, 32)
	if err != nil || n < least {
		return failure("sbatch: error: Invalid numeric value \"%s\" for --%s.", clip(b.opts.values[name]), name)
	}
	*to = n
	return ShellAnswer{}
}

// read reads the options.
func (b *batch) read(text string) ShellAnswer {
	if b.opts.has("help") {
		return ShellAnswer{Out: manuals["sbatch"], Failed: true}
	}
	if text, _, several := strings.Cut(b.opts.values["nodes"], "-"); several {
		b.opts.values["nodes"] = text // the smallest number of a range
	}
	for _, x := range []struct {
		name  string
		to    *int64
		least int64
	}{{"nodes", &b.nodes, 1}, {"ntasks", &b.tasks, 1}, {"cpus-per-task", &b.cores, 1}, {"segment", &b.segment, 1}, {"priority", &b.priority, 0}} {
		if a := b.count(x.name, x.to, x.least); a.Failed {
			return a
		}
	}
	nice := int64(0)
	if a := b.count("nice", &nice, -1_000_000); a.Failed {
		return a
	}
	b.priority -= nice
	if b.partition = b.standard(); b.opts.has("partition") {
		if b.partition = b.named(b.opts.values["partition"]); b.partition == nil {
			return failure("sbatch: error: invalid partition specified: %s\nsbatch: error: Batch job submission failed: Invalid partition name specified\nThe partitions are %s; sinfo shows them.", clip(b.opts.values["partition"]), b.partitionNames())
		}
	}
	for _, read := range []func(string) ShellAnswer{b.readTimes, b.readSize, b.readOther} {
		if a := read(text); a.Failed {
			return a
		}
	}
	return ShellAnswer{}
}

func (s *Session) partitionNames() string {
	var names []string
	for i := range s.partitions {
		names = append(names, s.partitions[i].name)
	}
	return strings.Join(names, ", ")
}

func (b *batch) readTimes(text string) ShellAnswer {
	b.walltime = cmp.Or(b.partition.maxTime, usualTime)
	if b.walltime > 7*simtime.Day {
		b.walltime = usualTime
	}
	if b.opts.has("time") {
		d, ok := parseLimit(b.opts.values["time"])
		if !ok {
			return failure("sbatch: error: Invalid --time specification\nWrite minutes, or hours:minutes:seconds, as in --time=90 or --time=1:30:00.")
		}
		b.walltime = d
	}
	if most := b.partition.maxTime; most > 0 && b.walltime > most {
		return rejected("Requested time limit is invalid (missing or exceeds some limit)", "The partition %s allows %s; ask for less with --time.", b.partition.name, span(most))
	}
	if b.opts.has("begin") {
		at, ok := b.parseBegin(b.opts.values["begin"])
		if !ok {
			return failure("sbatch: error: Invalid --begin specification\nWrite a time, as in --begin=now+1hour or --begin=16:00.")
		}
		b.begin = at
	}
	if a := b.readDeadline(); a.Failed {
		return a
	}
	b.runtime = b.walltime / 2
	slept, some := simtime.Duration(0), false
	words := strings.Fields(strings.ReplaceAll(text, ";", " "))
	for i, w := range words {
		if w == "sleep" && i+1 < len(words) {
			if d, ok := parseSleep(words[i+1]); ok {
				slept, some = slept+d, true
			}
		}
	}
	if some {
		b.runtime = slept
	}
	return ShellAnswer{}
}

// readDeadline reads --deadline, a time as --begin takes it.
func (b *batch) readDeadline() ShellAnswer {
	if !b.opts.has("deadline") {
		return ShellAnswer{}
	}
	at, ok := b.parseBegin(b.opts.values["deadline"])
	switch {
	case !ok:
		return failure("sbatch: error: Invalid --deadline specification\nWrite a time, as in --deadline=now+2hours or --deadline=16:00.")
	case b.begin > at:
		return failure("sbatch: error: Incompatible begin and deadline time specification\nThe deadline is before the begin time.")
	case at <= b.now:
		return rejected("Requested time limit is invalid (missing or exceeds some limit)", "The deadline has passed; give a later one with --deadline.")
	}
	b.deadline = at
	return ShellAnswer{}
}

// enforce makes the scenario remove jobs that miss their deadlines, and returns a remark
// if it does not: other disciplines know no such rule, and earlier jobs with deadlines
// were submitted without it.
func (b *batch) enforce(a *ShellAnswer) {
	if b.deadline == 0 {
		return
	}
	c := b.scenario.Slurm
	switch {
	case b.scenario.Partitioned() && c != nil && c.Deadlines:
	case b.scenario.Partitioned() && !slices.ContainsFunc(b.scenario.Jobs, func(j workload.Job) bool { return j.Deadline > 0 }):
		if c == nil {
			a.Edits = append(a.Edits, ScenarioEdit{"slurm", `{"enforce_deadlines": true}`})
		} else {
			a.Edits = append(a.Edits, ScenarioEdit{"slurm.enforce_deadlines", "true"})
		}
	default:
		a.Out += "\n(here deadlines only count in figures; slurm.enforce_deadlines under the discipline slurm removes late jobs)"
	}
}

// parseSleep reads the argument of sleep: seconds, or a number with s, m, h or d.
func parseSleep(text string) (simtime.Duration, bool) {
	units := map[byte]simtime.Duration{'s': 1, 'm': 60, 'h': 3600, 'd': 86_400}
	unit := simtime.Duration(1)
	if text == "" {
		return 0, false
	}
	if u, ok := units[text[len(text)-1]]; ok {
		unit, text = u, text[:len(text)-1]
	}
	n, ok := slurmtext.ParseWhole([]byte(text), 100_000_000)
	return simtime.Duration(n) * unit * simtime.Second, ok
}

func (b *batch) readSize(string) ShellAnswer {
	if b.tasks == 0 && b.nodes == 0 {
		if b.nodes = 1; b.cores > 0 || !b.wholeNodes() {
			b.nodes, b.tasks = 0, 1
		}
	}
	if b.opts.has("exclusive") && b.nodes == 0 {
		b.nodes = 1
	}
	if b.nodes > 0 {
		b.tasks = 0
	}
	most := int64(b.partition.nodes.Nodes())
	if b.partition.maxNodes > 0 && b.nodes > int64(b.partition.maxNodes) {
		return rejected("Node count specification invalid", "A job of the partition %s may have %d nodes; ask for fewer with --nodes.", b.partition.name, b.partition.maxNodes)
	}
	if b.nodes > most {
		return rejected("Node count specification invalid", "The partition %s has %d nodes; ask for fewer with --nodes.", b.partition.name, most)
	}
	switch {
	case b.opts.has("mem") && b.tasks > 0:
		return failure("sbatch: error: --mem counts for each node; a job of tasks takes --mem-per-cpu here")
	case b.opts.has("mem") || b.opts.has("mem-per-cpu"):
		name := "mem"
		if b.opts.has("mem-per-cpu") {
			name = "mem-per-cpu"
		}
		kb, ok := slurmtext.ParseMemory([]byte(b.opts.values[name]), 'M')
		if !ok {
			return failure("sbatch: error: invalid memory constraint %s\nWrite a number of MiB, or one with a unit, as in --%s=4G.", clip(b.opts.values[name]), name)
		}
		if b.memory = kb / 1024; name == "mem-per-cpu" {
			b.memory *= max(1, b.cores)
		}
	}
	return b.readGPUs()
}

// wholeNodes reports whether all jobs of the scenario ask for whole nodes.
func (s *Session) wholeNodes() bool {
	for i := range s.scenario.Jobs {
		if !s.scenario.Jobs[i].Whole() {
			return false
		}
	}
	return true
}

// readGPUs reads the options about GPUs: --gres=gpu:2, --gpus=8 and its relatives.
func (b *batch) readGPUs() ShellAnswer {
	for _, name := range []string{"gpus-per-node", "gpus-per-task", "gpus", "gres"} {
		if !b.opts.has(name) {
			continue
		}
		value := b.opts.values[name]
		if name == "gres" {
			rest, ok := strings.CutPrefix(value, "gpu")
			if !ok {
				return rejected("Invalid generic resource (gres) specification", "This cluster has gpu only, as in --gres=gpu:2.")
			}
			value = cmp.Or(strings.TrimPrefix(rest, ":"), "1")
		}
		n, err := strconv.ParseInt(value[strings.LastIndexByte(value, ':')+1:], 10, 32)
		if err != nil || n < 0 {
			return failure("sbatch: error: Invalid numeric value \"%s\" for --%s.", clip(value), name)
		}
		size := max(b.nodes, b.tasks)
		if name == "gpus" {
			if n%size != 0 {
				return failure("sbatch: error: --gpus=%d cannot be spread evenly over %d nodes or tasks; use a multiple", n, size)
			}
			n /= size
		}
		b.gpus = n
	}
	return ShellAnswer{}
}

func (b *batch) readOther(string) ShellAnswer {
	if q := b.opts.values["qos"]; q != "" && q != "normal" && b.scenario.Partitioned() && !b.knowsQOS(q) {
		return rejected("Invalid qos specification", "There is no QOS %s here.", clip(q))
	}
	if b.opts.values["qos"] == "normal" && !b.knowsQOS("normal") {
		delete(b.opts.values, "qos")
	}
	if b.opts.has("constraint") {
		return rejected("Invalid feature specification", "The nodes of this cluster have no features; leave --constraint out.")
	}
	if b.opts.has("dependency") {
		var c workload.Conditions
		if err := c.ParseDependencies(b.opts.values["dependency"]); err != nil {
			return rejected("Job dependency problem", "%v", err)
		}
		for _, d := range c.Dependencies {
			if b.find(strconv.FormatInt(d.Job, 10)) == nil {
				return rejected("Job dependency problem", "Job %d has not been submitted; squeue --states=all lists all jobs.", d.Job)
			}
		}
		b.dependency = c.DependencyText()
	}
	if v := b.opts.values["kill-on-invalid-dep"]; v != "" && v != "yes" && v != "no" {
		return failure("sbatch: error: Invalid --kill-on-invalid-dep specification\nWrite yes or no.")
	}
	if b.opts.has("array") {
		list, ok := slurmtext.ParseTasks([]byte(b.opts.values["array"]))
		if !ok || list.Count() == 0 || list.Count() > 1000 {
			return rejected("Invalid job array specification", "Write tasks as in --array=1-10%%2; at most 1000 of them.")
		}
		b.array = list
	}
	if b.opts.has("switches") {
		count, _, _ := strings.Cut(b.opts.values["switches"], "@")
		b.opts.values["switches"] = count
		return b.count("switches", &b.switches, 1)
	}
	return ShellAnswer{}
}

// jobs returns the job, or the tasks of its array, as JSON.
func (b *batch) jobs() (out []string) {
	n := max(1, int(b.array.Count()))
	for i := range n {
		out = append(out, b.json(b.number+int64(i), n > 1 || b.opts.has("array")))
	}
	return out
}

// json returns a job as an element of the list of jobs.
func (b *batch) json(number int64, task bool) string {
	fields := []string{fmt.Sprintf(`"id": %d`, number), `"submit": ` + seconds(simtime.Duration(b.now))}
	add := func(name, value string) { fields = append(fields, jsondoc.Quote(name)+": "+value) }
	label := func(name, value string) {
		if value != "" {
			add(name, jsondoc.Quote(value))
		}
	}
	needs := []string{}
	for _, x := range []struct {
		name string
		n    int64
	}{{"cores", b.cores}, {"memory", b.memory}, {"gpus", b.gpus}} {
		if x.n > 0 {
			needs = append(needs, fmt.Sprintf("%q: %d", x.name, x.n))
		}
	}
	per := "per_task"
	if b.nodes > 0 {
		add("nodes", strconv.FormatInt(b.nodes, 10))
		per = "per_node"
	} else {
		add("tasks", strconv.FormatInt(b.tasks, 10))
	}
	if len(needs) > 0 {
		add(per, "{"+strings.Join(needs, ", ")+"}")
	}
	add("walltime", seconds(b.walltime))
	if b.runtime != b.walltime {
		add("runtime", seconds(b.runtime))
	}
	label("user", b.User)
	label("group", b.opts.values["account"])
	label("queue", b.partition.queue)
	label("qos", b.opts.values["qos"])
	label("licenses", b.opts.values["licenses"])
	if b.priority != 0 {
		add("priority", strconv.FormatInt(b.priority, 10))
	}
	label("application", b.opts.values["job-name"])
	if b.segment > 0 {
		add("segment", strconv.FormatInt(b.segment, 10))
	}
	if b.switches > 0 {
		add("switches", strconv.FormatInt(b.switches, 10))
	}
	if b.begin > 0 {
		add("begin", seconds(simtime.Duration(b.begin)))
	}
	if b.deadline > 0 {
		add("deadline", seconds(simtime.Duration(b.deadline)))
	}
	label("dependency", b.dependency)
	if b.opts.values["kill-on-invalid-dep"] == "yes" && strings.Contains(b.dependency, ":") {
		add("kill_invalid_dependency", "true")
	}
	if task {
		label("array", fmt.Sprintf("%s-%d", cmp.Or(b.opts.values["job-name"], "array"), b.number))
		if b.array.Throttle > 0 {
			add("at_once", strconv.FormatInt(b.array.Throttle, 10))
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// seconds returns a duration as scenarios have it.
func seconds(d simtime.Duration) string { return d.String() }

// accepts tries the submission: it reads the changed scenario and runs it up to now. It
// returns Slurm's answer if the job is refused.
func (s *Session) accepts(a *ShellAnswer, b *batch) ShellAnswer {
	text, err := a.Apply(s.scenario.Canonical())
	if err != nil {
		return rejected("Unspecified error", "%v", err)
	}
	changed, err := scenario.Parse(text)
	if err != nil {
		return refusal(b, err)
	}
	config, err := changed.Config()
	if err != nil {
		return rejected("Unspecified error", "%v", err)
	}
	e, err := engine.New(config)
	if err != nil {
		return refusal(b, err)
	}
	for step, more := e.Step(); more && step.Time <= s.now; step, more = e.Step() {
		for _, x := range step.Events {
			if x.Kind == trace.Reject && config.Jobs[x.Job].Number >= b.number && !x.Why.Withdraws() {
				if x.Why.Code == why.QueueClosed {
					return rejected("Required partition not available (inactive or drain)", "The partition %s takes no jobs now; sinfo shows which do.", b.partition.name)
				}
				return rejected("Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)", "The limit allows %d, and with this job there would be %d.", x.Why.Have, x.Why.Need)
			}
		}
	}
	return ShellAnswer{}
}

// refusal returns Slurm's answer to a job that the scenario cannot have.
func refusal(b *batch, err error) ShellAnswer {
	var text string
	if all, ok := err.(jsondoc.Errors); ok && len(all) > 0 {
		text = all[0].Problem
		if all[0].Fix != "" {
			text += "; " + all[0].Fix
		}
	} else {
		text = err.Error()
	}
	switch {
	case strings.Contains(text, "qos"):
		return rejected("Invalid qos specification", "%s", text)
	case strings.Contains(text, "licence") || strings.Contains(text, "license"):
		return rejected("Invalid license specification", "%s", text)
	}
	return rejected("Requested node configuration is not available", "%s", text)
}
