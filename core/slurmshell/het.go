package slurmshell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/workload"
)

// id returns the id of a job as squeue prints it: 12, or 12+1 for a part of a
// heterogeneous job.
func (w *world) id(j *jobView) string {
	if !j.IsHet() {
		return strconv.FormatInt(j.Number, 10)
	}
	return fmt.Sprintf("%d+%d", w.leader(j.Job), j.Het.Offset)
}

// leader returns the number of the first part of a heterogeneous job.
func (w *world) leader(j *workload.Job) int64 {
	return w.all[j.Leader()].Number
}

// ids returns all texts by which users may name a job: its number, its id, and the
// number of the first part, which names all parts.
func (w *world) ids(j *jobView) []string {
	all := []string{strconv.FormatInt(j.Number, 10)}
	if j.IsHet() {
		all = append(all, w.id(j), strconv.FormatInt(w.leader(j.Job), 10))
	}
	return all
}

// isNamed reports whether a list names a job, or is empty.
func (w *world) isNamed(list []string, j *jobView) bool {
	return len(list) == 0 || slices.ContainsFunc(w.ids(j), func(id string) bool { return slices.Contains(list, id) })
}

// findPart returns the part with an id such as 12+1, or nil.
func (w *world) findPart(id string) *jobView {
	i := slices.IndexFunc(w.jobs, func(j jobView) bool { return j.IsHet() && w.id(&j) == id })
	if i < 0 {
		return nil
	}
	return &w.jobs[i]
}

// hetLines returns what scontrol shows of a part: the end of its first line, and a line
// of its own.
func (w *world) hetLines(j *jobView) (inFirst, line string) {
	if !j.IsHet() {
		return "", ""
	}
	first := w.leader(j.Job)
	last := w.all[j.Leader()+workload.JobID(j.Het.Size)-1].Number
	return fmt.Sprintf(" HetJobId=%d HetJobOffset=%d", first, j.Het.Offset), fmt.Sprintf("HetJobIdSet=%d-%d", first, last)
}

// passedOn are the options of a part that hold for the parts after it, too.
var passedOn = [...]string{"account", "begin", "deadline", "dependency", "kill-on-invalid-dep", "hold", "job-name", "mem", "nice", "parsable", "priority", "qos", "time"}

// partsOf splits the words of sbatch at colons. Only the last part names a script.
func partsOf(args []string) (parts [][]string) {
	parts = append(parts, nil)
	for _, w := range args {
		if w == ":" {
			parts = append(parts, nil)
		} else {
			parts[len(parts)-1] = append(parts[len(parts)-1], w)
		}
	}
	return parts
}

// sbatchParts submits a heterogeneous job.
func (s *Session) sbatchParts(parts [][]string) ShellAnswer {
	all := optionsOf(batchOptions)
	var given []given
	for _, args := range parts {
		g, err := parse("sbatch", all, args, true)
		if err != nil {
			return failure("%v", err)
		}
		given = append(given, g)
	}
	leader := &given[0]
	for i := range given {
		if i < len(given)-1 && len(given[i].words) > 0 {
			return failure("sbatch: error: Script arguments must follow the options of the last component")
		}
		if text := given[i].values["wrap"]; given[i].has("wrap") {
			leader.values["wrap"] = text
		}
	}
	leader.words = given[len(given)-1].words
	text, fails := s.scriptOf(leader)
	if fails.Failed {
		return fails
	}
	if fails = fromScript(&given[0], all, text); fails.Failed {
		return fails
	}
	number := s.nextNumber()
	a := ShellAnswer{Out: fmt.Sprintf("Submitted batch job %d", number)}
	if given[0].has("parsable") {
		a.Out = strconv.FormatInt(number, 10)
	}
	var first *batch // the job as Slurm names it
	for i := range given {
		if i > 0 {
			for _, name := range passedOn {
				if value, has := given[i-1].values[name]; has && !given[i].has(name) {
					given[i].values[name] = value
				}
			}
		}
		b := &batch{Session: s, opts: given[i], number: number + int64(i)}
		if fails := b.read(text); fails.Failed {
			return fails
		}
		if given[i].has("array") {
			return rejected("Invalid job array specification", "There are no arrays of heterogeneous jobs; submit the job several times.")
		}
		element := b.json(b.number, false)
		if i == 0 {
			first = b
			b.enforce(&a)
		} else {
			element = strings.TrimSuffix(element, "}") + fmt.Sprintf(`, "het": %d}`, number)
		}
		a.Edits = append(a.Edits, ScenarioEdit{fmt.Sprintf("jobs[%d]", len(s.scenario.Jobs)+i), element})
	}
	if given[0].has("hold") {
		a.Edits = append(a.Edits, s.commandEdits([]workload.JobCommand{{At: s.now, Kind: workload.HoldJob, Job: number, Change: workload.NoChange}}))
	}
	if fails := s.accepts(&a, first); fails.Failed {
		return fails
	}
	if given[0].has("test-only") {
		return ShellAnswer{Out: fmt.Sprintf("sbatch: Job %d could be submitted to partition %s", number, first.partition.name)}
	}
	return a
}

// cancelPart returns Slurm's answer if a command would cancel a part of a heterogeneous
// job that waits, else "".
func (w *world) cancelPart(id string, j *jobView) string {
	if j.Het.Offset == 0 || !j.waits() {
		return ""
	}
	return fmt.Sprintf("scancel: error: Kill job error on job id %s: Operation not permitted on individual component of heterogeneous job\nscancel %d cancels all of it.", clip(id), w.leader(j.Job))
}
