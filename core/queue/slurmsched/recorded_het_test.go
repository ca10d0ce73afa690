package slurmsched

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// withParts returns jobs with each part of a heterogeneous job as a job of its own,
// whose id is that of the first part, a plus sign and a number. The options that
// sbatch gives to all parts are theirs, too.
func withParts(jobs []timedJob) (all []timedJob) {
	for _, j := range jobs {
		all = append(all, j)
		if len(j.Parts) == 0 {
			continue
		}
		size := int32(len(j.Parts) + 1)
		first := &all[len(all)-1]
		first.ID, first.het = j.ID+"+0", workload.HetPart{Size: size}
		for i, part := range j.Parts {
			part.ID, part.Name, part.het = fmt.Sprintf("%s+%d", j.ID, i+1), fmt.Sprintf("%s_%d", j.Name, i+1), workload.HetPart{Offset: int32(i) + 1, Size: size}
			part.At, part.Begin, part.Deadline, part.Sleep, part.Error = j.At, j.Begin, j.Deadline, j.Sleep, j.Error
			for _, option := range j.Options {
				if !strings.HasPrefix(option, "--licenses") {
					part.Options = append(part.Options, option)
				}
			}
			all = append(all, part)
		}
	}
	return all
}

// hetPolicy returns the configuration of Slurm in the cases with heterogeneous jobs.
func (x *timedCase) hetPolicy(t *testing.T) SlurmConfig {
	s := x.policy()
	s.Deadlines = true
	g := strings.TrimPrefix(x.Partition, "p")
	half := func(first int32) cluster.Placement { return nodesOf(t, fmt.Sprintf("n[%d-%d]", first, first+3)) }
	s.Partitions = []Partition{
		{Name: "p" + g, Tier: 1, Priority: 1}, {Name: "q" + g, Nodes: half(0), Tier: 1, Priority: 1},
		{Name: "r" + g, Nodes: half(4), Tier: 1, Priority: 1}, {Name: "t" + g, Tier: 2, Priority: 2},
	}
	s.Licenses = []queue.Named{{Name: "lic" + g, Value: 4}}
	for _, line := range x.conf {
		_, value, found := strings.Cut(line, "bf_hetjob_prio=")
		if i := slices.Index([]string{"", "min", "avg", "max"}, value); found && i > 0 {
			s.Backfill.HetPriority = HetPriority(i)
		}
		s.Backfill.HetNow = s.Backfill.HetNow || strings.Contains(line, "bf_hetjob_immediate")
	}
	s.Backfill.HetRetry = 6 * simtime.Second // cred_expire is 5
	rules := map[string]LimitRule{"MaxJobsPerUser": MaxJobsPerUser, "GrpJobs": GrpJobs, "MaxTRESPerUser": MaxTRESPerUser, "GrpTRES": GrpTRES, "MaxTRESPerJob": MaxTRESPerJob}
	for _, line := range x.qos {
		name, limit, _ := strings.Cut(line, " ")
		word, value, _ := strings.Cut(limit, "=")
		rule, known := rules[word]
		l := Limit{Rule: rule}
		if what, n, ofTRES := strings.Cut(value, "="); ofTRES {
			value = n
			l.Of = resourceNames[what]
		}
		if l.Amount = int64(number(t, value)); !known {
			t.Fatalf("%s: %s", x.where(), line)
		}
		s.QOS = append(s.QOS, QOS{Name: name, Limits: JobLimits{l}})
	}
	return s
}

var commandForms = regexp.MustCompile(`^(scancel|scontrol hold|scontrol release|scontrol update) (?:jobid=)?\{(j\d+(?:_\d+)?)\}(?:\+(\d+))?(?: timelimit=(\d+))?$`)

// command returns a recorded command, or false if Slurm did not know its job.
func (r *conditionRun) command(t *testing.T, x timedCommand) (c workload.JobCommand, ok bool) {
	if strings.Contains(x.Shown, "Invalid job ID") {
		return c, false
	}
	m := commandForms.FindStringSubmatch(x.Text)
	if m == nil {
		t.Fatalf("%s: %s", r.where(), x.Text)
	}
	c = workload.JobCommand{At: r.seconds(x.At), Change: workload.NoChange}
	c.Kind = map[string]workload.CommandKind{"scancel": workload.CancelJob, "scontrol hold": workload.HoldJob, "scontrol release": workload.ReleaseJob, "scontrol update": workload.UpdateJob}[m[1]]
	name := m[2]
	if m[3] != "" && m[3] != "0" {
		name += "_" + m[3]
	}
	if c.Job = r.numbers[r.byName[name][0]]; m[4] != "" {
		minutes, _ := strconv.Atoi(m[4])
		c.Change.Walltime = simtime.Duration(minutes) * simtime.Minute
	}
	return c, true
}

// newHetRun returns the simulation of a case with heterogeneous jobs, or why the case
// cannot be said.
func newHetRun(t *testing.T, x *timedCase) (r *conditionRun, cannot string) {
	all := *x
	for i := range all.Jobs {
		if len(all.Jobs[i].Parts) > 0 && slices.ContainsFunc(all.Jobs[i].Parts, func(p timedJob) bool { return strings.HasPrefix(p.Partition, "q") && p.Nodes > 4 }) {
			return nil, "a part that never fits is refused here"
		}
	}
	all.Jobs = withParts(x.Jobs)
	if r, cannot = newConditionRun(&all); cannot != "" {
		return nil, cannot
	}
	r.config.Queue = SlurmPolicy{x.hetPolicy(t)}
	for _, c := range x.Commands {
		if command, ok := r.command(t, c); ok {
			r.config.Commands = append(r.config.Commands, command)
		}
	}
	slices.SortStableFunc(r.config.Commands, func(a, b workload.JobCommand) int { return int(a.At - b.At) })
	return r, ""
}

// differingHet holds, by file and case, why schedules differ.
var differingHet = map[string]string{
	"immediate.json: draw 0": "in Slurm a task of the job before it gets another node, beside which it fits",
	"usual.json: draw 6":     "three jobs end in one second there, and a scheduler runs between their ends here",
	"usual.json: draw 7":     "the backfill scheduler runs before the main one when nodes become free there, and after it here",
}

// TestRecordedHet compares starts and their order with recordings of heterogeneous jobs
// in Slurm.
func TestRecordedHet(t *testing.T) {
	cases, same, starts, differences := 0, 0, 0, 0
	all := timedCases(t, "het")
	for i := range all {
		cases++
		r, cannot := newHetRun(t, &all[i])
		if cannot != "" {
			t.Logf("%s: cannot be said: %s", all[i].where(), cannot)
			continue
		}
		r.run(t)
		n, different := r.compareStarts()
		starts, differences = starts+n, differences+len(different)
		reason, known := differingHet[r.where()]
		switch {
		case known && len(different) == 0:
			t.Errorf("%s is equal, although %s: strike it from the list", r.where(), reason)
		case !known && len(different) > 0:
			differ(t, "%s:\n\t%s", r.where(), strings.Join(different, "\n\t"))
		case !known:
			same++
		}
	}
	mostly(t, starts, starts+differences)
	t.Logf("%d of %d cases, %d starts", same, cases, starts)
}
