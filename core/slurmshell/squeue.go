package slurmshell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/workload"
)

// The formats of squeue. Source: SOURCES.md SLURM.14.
const (
	queueFormat = "%.18i %.9P %.8j %.8u %.2t %.10M %.6D %R"
	longFormat  = "%.18i %.9P %.8j %.8u %.8T %.10M %.9l %.6D %R"
	startFormat = "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20Y %R"
)

const queueOptions = "u/user= j/jobs= p/partition= t/states= A/account= n/name= q/qos= w/nodelist= o/format= S/sort= h/noheader l/long start me r/array a/all help"

// stateNames are the states by their letters, in the order in which squeue sorts them.
var stateNames = [...][2]string{
	{"PD", "PENDING"}, {"R", "RUNNING"}, {"S", "SUSPENDED"}, {"CD", "COMPLETED"}, {"CA", "CANCELLED"}, {"TO", "TIMEOUT"}, {"NF", "NODE_FAIL"}, {"PR", "PREEMPTED"}, {"DL", "DEADLINE"},
}

func longState(state string) string { return stateNames[stateRank(state)][1] }

func stateRank(state string) int {
	return max(0, slices.IndexFunc(stateNames[:], func(n [2]string) bool { return n[0] == state }))
}

// squeue prints jobs that wait or run.
func (s *Session) squeue(args []string) ShellAnswer {
	g, err := parse("squeue", optionsOf(queueOptions), args, false)
	if err != nil {
		return failure("%v", err)
	}
	if len(g.words) > 0 {
		return failure("squeue: error: Unrecognized option: %s\nTry \"squeue --help\" for more information", clip(g.words[0]))
	}
	format := queueFormat
	switch {
	case g.has("format"):
		format = g.values["format"]
	case g.has("start"):
		format = startFormat
	case g.has("long"):
		format = longFormat
	}
	jobs, err := s.selected(&g)
	if err != nil {
		return failure("%v", err)
	}
	if g.has("start") {
		jobs = slices.DeleteFunc(jobs, func(j *jobView) bool { return !j.waits() })
		slices.SortStableFunc(jobs, func(a, b *jobView) int { return cmp.Compare(a.promised, b.promised) })
	}
	text, err := table("squeue", format, len(jobs), !g.has("noheader"), func(row int, letter string) (string, bool) {
		if row < 0 {
			return queueTitle(letter)
		}
		return s.queueValue(jobs[row], letter)
	})
	if err == nil && g.has("long") && !g.has("noheader") {
		text = longDate(s.now) + "\n" + text
	}
	return printed(text, err)
}

// selected returns the jobs that the options of squeue select, in its order: by
// partition, then state, then priority.
func (s *Session) selected(g *given) ([]*jobView, error) {
	states, all := g.list("states"), false
	for i, state := range states {
		states[i] = strings.ToUpper(state)
		known := slices.ContainsFunc(stateNames[:], func(n [2]string) bool { return n[0] == states[i] || n[1] == states[i] })
		if all = all || states[i] == "ALL"; !known && states[i] != "ALL" {
			return nil, fmt.Errorf("squeue: error: Invalid job state specified: %s\nsqueue: error: Valid job states include: PENDING,RUNNING,SUSPENDED,COMPLETED,CANCELLED,TIMEOUT,NODE_FAIL,PREEMPTED and all", clip(state))
		}
	}
	ids := g.list("jobs")
	for _, id := range ids {
		if _, err := strconv.ParseInt(strings.Replace(id, "+", "", 1), 10, 64); err != nil {
			return nil, fmt.Errorf("squeue: error: Invalid job id: %s", clip(id))
		}
		if len(ids) == 1 && s.find(id) == nil {
			return nil, fmt.Errorf("slurm_load_jobs error: Invalid job id specified")
		}
	}
	users := g.list("user")
	if g.has("me") {
		users = append(users, s.User)
	}
	among := func(list []string, value string) bool { return len(list) == 0 || slices.Contains(list, value) }
	var jobs []*jobView
	for i := range s.jobs {
		j := &s.jobs[i]
		inState := !j.over()
		if len(states) > 0 {
			inState = all || slices.Contains(states, j.state) || slices.Contains(states, longState(j.state))
		}
		if inState && s.isNamed(ids, j) && among(users, j.user()) && among(g.list("partition"), j.partition.name) &&
			among(g.list("account"), j.Group) && among(g.list("name"), j.name()) && among(g.list("qos"), cmp.Or(j.QOS, "normal")) && s.onNodes(j, g.list("nodelist")) {
			jobs = append(jobs, j)
		}
	}
	slices.SortStableFunc(jobs, func(a, b *jobView) int {
		return cmp.Or(cmp.Compare(a.partition.name, b.partition.name), cmp.Compare(stateRank(a.state), stateRank(b.state)), cmp.Compare(b.priority, a.priority))
	})
	return jobs, nil
}

// onNodes reports whether a job has one of the named nodes, or none are named.
func (s *Session) onNodes(j *jobView, names []string) bool {
	if len(names) == 0 {
		return true
	}
	for n := range j.where.All {
		if slices.Contains(names, s.nodeName(n)) {
			return true
		}
	}
	return false
}

// queueTitle returns the title of a column of squeue.
func queueTitle(letter string) (string, bool) {
	title, ok := map[string]string{
		"a": "ACCOUNT", "A": "JOBID", "b": "TRES_PER_NODE", "C": "CPUS", "D": "NODES", "e": "END_TIME", "E": "DEPENDENCY", "F": "ARRAY_JOB_ID", "i": "JOBID", "j": "NAME",
		"K": "ARRAY_TASK_ID", "l": "TIME_LIMIT", "L": "TIME_LEFT", "m": "MIN_MEMORY", "M": "TIME", "N": "NODELIST", "p": "PRIORITY", "P": "PARTITION", "q": "QOS", "Q": "PRIORITY",
		"r": "REASON", "R": "NODELIST(REASON)", "S": "START_TIME", "t": "ST", "T": "STATE", "u": "USER", "V": "SUBMIT_TIME", "W": "LICENSES", "Y": "SCHEDNODES",
	}[letter]
	return title, ok
}

// queueValue returns the value of a column of squeue.
func (s *Session) queueValue(j *jobView, letter string) (string, bool) {
	switch letter {
	case "i":
		return s.id(j), true
	case "A", "F":
		return strconv.FormatInt(j.Number, 10), true
	case "a":
		return cmp.Or(j.Group, "(null)"), true
	case "b":
		if n := j.PerTask[workload.GPUs]; n > 0 {
			return fmt.Sprintf("gres:gpu:%d", n), true
		}
		return "N/A", true
	case "C":
		return strconv.FormatInt(s.numCPUs(j), 10), true
	case "D":
		return strconv.FormatInt(s.numNodes(j), 10), true
	case "E":
		return dependencyOf(j), true
	case "K":
		return "N/A", true
	case "j":
		return j.name(), true
	case "l":
		return span(j.Walltime), true
	case "m":
		return fmt.Sprintf("%dM", j.PerTask[workload.Memory]), true
	case "p":
		return fmt.Sprintf("%.14f", float64(j.priority)/4294967295), true
	case "P":
		return j.partition.name, true
	case "q":
		return cmp.Or(j.QOS, "normal"), true
	case "Q":
		return strconv.FormatInt(j.priority, 10), true
	case "t":
		return j.state, true
	case "T":
		return longState(j.state), true
	case "u":
		return j.user(), true
	case "W":
		return cmp.Or(j.Licenses, "(null)"), true
	}
	return s.queueTimes(j, letter)
}

// queueTimes returns the value of a column of squeue about times and nodes.
func (s *Session) queueTimes(j *jobView, letter string) (string, bool) {
	switch letter {
	case "e":
		return s.moment(j.expectedEnd()), true
	case "S":
		return s.moment(j.expectedStart()), true
	case "V":
		return date(j.Submit), true
	case "L":
		if j.waits() {
			return span(j.Walltime), true
		}
		return span(max(0, j.Walltime-s.elapsed(j))), true
	case "M":
		return span(s.elapsed(j)), true
	case "N":
		return s.hosts(j.where), true
	case "r":
		return j.reason, true
	case "R":
		if j.where == nil || j.reason != "None" {
			return "(" + j.reason + ")", true
		}
		return s.hosts(j.where), true
	case "Y":
		if j.planned == nil {
			return "(null)", true
		}
		return s.hosts(j.planned), true
	}
	return "", false
}

// moment returns an instant, or N/A for one that is not known.
func (w *world) moment(t simtime.Time) string {
	if t == simtime.Never {
		return "N/A"
	}
	return date(t)
}

// expectedStart returns the start of a job that has started, or the promised one.
func (j *jobView) expectedStart() simtime.Time {
	if j.start != simtime.Never {
		return j.start
	}
	if c := j.Held; c != nil && j.reason == slurmtext.ReasonBeginTime {
		return c.Begin
	}
	return j.promised
}

// expectedEnd returns the end of a job, or that of its walltime.
func (j *jobView) expectedEnd() simtime.Time {
	if at := j.expectedStart(); j.end == simtime.Never && at != simtime.Never {
		return at.Add(j.Walltime)
	}
	return j.end
}

// dependencyOf returns what a waiting job depends on.
func dependencyOf(j *jobView) string {
	if j.Held == nil || !j.waits() || len(j.Held.Dependencies) == 0 && !j.Held.Singleton {
		return "(null)"
	}
	return j.Held.DependencyText()
}
