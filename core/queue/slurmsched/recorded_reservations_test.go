package slurmsched

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// config returns the case as a configuration, or why it cannot be said.
func (x *timedCase) config(t *testing.T) (c engine.Config, names []string, cannot string) {
	s, other := x.policy(), x.other()
	if slices.ContainsFunc(x.conf, func(line string) bool { return strings.HasPrefix(line, "ResvOverRun") }) {
		return c, nil, "ResvOverRun"
	}
	if strings.Contains(x.Name, "by name") {
		return c, nil, "jobs that ask for nodes by name"
	}
	for _, r := range x.Reservations {
		if strings.Contains(r.Options, "NodeCnt") || strings.Contains(r.Options, "CoreCnt") || strings.Contains(r.Options, "Cores") {
			return c, nil, r.Options
		}
		if r.Error != "" {
			continue
		}
		out := AdvanceReservation{Name: r.Name, Start: x.seconds(r.Start), Duration: simtime.Duration(r.End-r.Start) * simtime.Second}
		if r.At > 0 {
			out.Announced = x.seconds(r.At)
		}
		for option := range strings.FieldsSeq(r.Options) {
			switch key, value, _ := strings.Cut(option, "="); key {
			case "PartitionName":
				out.Maintenance = true // Slurm treats it in the same way
				if out.Nodes = nodesOf(t, "n[0-7]"); value == other {
					out.Nodes = nodesOf(t, "n[0-3]")
				}
			case "Nodes":
				if value != "ALL" {
					out.Nodes = nodesOf(t, value)
				}
			case "Users", "Accounts":
				list := strings.Split(value, ",")
				if key == "Users" {
					out.Users = list
				} else {
					out.Accounts = list
				}
			case "Flags":
				for flag := range strings.SplitSeq(value, ",") {
					switch flag {
					case "MAINT":
						out.Maintenance = true
					case "OVERLAP":
						out.Overlap = true
					case "FLEX":
						out.Flex = true
					case "IGNORE_JOBS", "SPEC_NODES": // as all reservations here
					case "DAILY":
						out.Repeat = Daily
					default:
						return c, nil, "flag " + flag
					}
				}
			default:
				return c, nil, "option " + key
			}
		}
		s.Reservations = append(s.Reservations, out)
	}
	c, place := x.machine(s)
	possible := c.Queue.(SlurmPolicy).Checks(c.Machine)
	for _, j := range x.bySubmission() {
		if !j.Exclusive && j.Nodes > 1 && len(j.Options) == 0 {
			return c, nil, "a job of tasks that asks for a number of nodes"
		}
		r := j.request()
		err := possible(&r)
		if err != nil && strings.Contains(err.Error(), "too few nodes") && j.Error == "" {
			continue // Slurm accepts such a job before its reservation begins, and then finds that it can never start
		}
		if (err != nil) != (j.Error != "") {
			return c, nil, fmt.Sprintf("%s is refused here with %v, there with %q", j.Name, err, j.Error)
		}
		if err != nil {
			continue
		}
		job := workload.Job{Request: r, Runtime: simtime.Duration(j.Sleep+1) * simtime.Second, After: workload.NoJob}
		job.ID, job.Number, job.Submit = workload.JobID(len(c.Jobs)), int64(len(c.Jobs)+1), x.submitted(&j)
		for _, option := range j.Options {
			list, ok := strings.CutPrefix(option, "--nodelist=")
			if !ok {
				return c, nil, "option " + option
			}
			place.fixed[job.ID] = nodesOf(t, list)
			for i := range place.fixed[job.ID] {
				if !j.Exclusive {
					place.fixed[job.ID][i].Tasks = r.Tasks / j.Nodes
				}
			}
		}
		place.nodes[job.ID] = max(j.Nodes, 1)
		c.Jobs, names = append(c.Jobs, job), append(names, j.Name)
	}
	return c, names, ""
}

var _ alloc.LowestFirst = fixedNodes{}

// differingReservations holds, by file and case, why schedules differ.
var differingReservations = map[string]string{
	"backfill.json: a job wider than the rest":                                    backfillFirst,
	"backfill.json: a reservation of half the nodes has begun":                    backfillFirst,
	"backfill.json: wider than what is not reserved, and lower jobs":              backfillFirst,
	"backfill.json: a job of the other partition behind a blocked one":            backfillFirst,
	"backfill.json: jobs in two reservations, by priority":                        backfillFirst,
	"backfill.json: FLEX: before the start and beyond the nodes":                  backfillFirst,
	"backfill.json: blocked by a reservation of others, shared jobs run":          "the task goes to a node that another job shares",
	"backfill.json: a limit beyond the end of the reservation":                    killedLate,
	"main.json: a limit beyond the end of the reservation":                        killedLate,
	"backfill.json: two reservations of the same nodes, without and with OVERLAP": "a job of a reservation starts in the second in which it ends, and is killed at the next look",
	"main.json: a first job that fits neither before nor beside, and later ones":  "the main scheduler looks again although nothing has happened",
}

const (
	backfillFirst = "the backfill scheduler comes before the main scheduler"
	killedLate    = "slurmctld looks every 30 s for jobs whose reservation has ended"
)

// TestRecordedReservations compares when and where jobs start with recordings of Slurm.
// A recorded time has whole seconds, and a pass of either scheduler comes up to a few
// seconds after the event that allows a start.
func TestRecordedReservations(t *testing.T) {
	const tolerance = 5
	cases, equal, jobs, same := 0, 0, 0, 0
	for _, x := range timedCases(t, "reservations") {
		c, names, cannot := x.config(t)
		if cannot != "" {
			t.Logf("%s: cannot be said: %s", x.where(), cannot)
			continue
		}
		tape, err := engine.Record(c)
		if err != nil {
			t.Fatalf("%s: %v", x.where(), err)
		}
		start, nodes := map[string]simtime.Time{}, map[string]string{}
		for _, e := range tape.Log() {
			if e.Kind == trace.Start {
				start[names[e.Job]], nodes[names[e.Job]] = e.Time, e.Placement.String()
			}
		}
		cases++
		all := true
		for _, line := range x.Ended {
			f := strings.Split(line, "|")
			at, ran := start[f[1]]
			jobs++
			want, started := began(line)
			ok := started == ran && (!ran || at >= x.seconds(want-tolerance) && at <= x.seconds(want+tolerance) && nodes[f[1]] == nodesOf(t, f[8]).String())
			if ok {
				same++
				continue
			}
			all = false
			if _, known := differingReservations[x.where()]; !known || live {
				differ(t, "%s: %s: here %v on %s, there %s", x.where(), f[1], int64(at-x.seconds(0))/1000, nodes[f[1]], line)
			}
		}
		if why, known := differingReservations[x.where()]; known && all && !live {
			t.Errorf("%s is equal, although %s: strike it from the list", x.where(), why)
		}
		if all {
			equal++
		}
	}
	mostly(t, same, jobs)
	t.Logf("%d of %d cases, %d of %d jobs", equal, cases, same, jobs)
}
