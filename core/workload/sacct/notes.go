package sacct

import (
	"strconv"
	"strings"

	"hopyard/core/slurmtext"
)

// some formats a count with its noun in singular or plural: "1 job", "2 jobs that
// ran".
func some(n int, what string) string {
	if n != 1 {
		head, tail, _ := strings.Cut(what, " that ")
		what = head + "s"
		if tail != "" {
			what += " that " + tail
		}
	}
	return strconv.Itoa(n) + " " + what
}

// notes returns sentences about what was left out, joined or assumed, and about
// what is unknown. They contain no name and no job id of the text.
func (g *gatherer) notes(order []int32, u unit, most int64) []string {
	var out []string
	say := func(is bool, parts ...string) {
		if is {
			out = append(out, strings.Join(parts, ""))
		}
	}
	switch {
	case u.nodes && u.per > 0:
		say(true, "sizes are in nodes: every job had ", strconv.FormatInt(u.per, 10), " CPUs on each of its nodes")
	case u.nodes:
		say(true, "sizes are in nodes: the text does not give the CPUs of all jobs")
	default:
		say(true, "sizes are in CPUs, each of which is a processor of the trace")
	}
	what := "CPUs"
	if u.nodes {
		what = "nodes"
	}
	say(true, "the machine has ", strconv.FormatInt(most, 10), " ", what, ": the most in use at once; it may have had more")
	say(g.clock == slurmtext.LocalClock, "times have no time zone: waits across a clock change are an hour off")
	g.notesOfRecords(say)
	g.notesOfValues(order, say)
	return out
}

// notesOfRecords adds notes about records that did not become jobs of their own.
func (g *gatherer) notesOfRecords(say func(bool, ...string)) {
	say(g.steps > 0, some(g.steps, "step"), " left out: they ran within their jobs")
	say(g.never > 0, some(g.never, "job"), " left out that never started (", strconv.Itoa(g.cancelled), " cancelled): how long they would have run is not known")
	say(g.tasks > 0, some(g.tasks, "array task"), " left out that never started")
	say(g.running > 0, some(g.running, "job"), " left out that had not ended: the trace is emptier towards its end than the machine was")
	say(g.revoked > 0, some(g.revoked, "job"), " left out that another cluster of the federation ran")
	say(g.twice > 0, some(g.twice, "row"), " left out that repeated an earlier one (same job, submission and start)")
	say(g.hets > 0, some(g.hets, "heterogeneous job"), " of ", some(g.components, "component"), ", each one job that needs all of them at once")
	say(g.again > 0, some(g.again, "run"), " of requeued jobs, each a job of its own that follows the run before it")
	say(g.unseen > 0, some(g.unseen, "job"), " had earlier runs that are not in the text: call sacct with -D (--duplicates)")
}

// notesOfValues adds notes about the values of jobs.
func (g *gatherer) notesOfValues(order []int32, say func(bool, ...string)) {
	say(g.requested, "allocations are not given: requests are used instead")
	of := func(m marks, text string) {
		n := 0
		for _, i := range order {
			if g.runs[i].marks&m != 0 {
				n++
			}
		}
		say(n > 0, some(n, "job"), text)
	}
	of(later, " became eligible after submission (held, a begin time, a dependency): submitted then")
	of(early, " started before submission, according to the text: the wait is not known")
	of(wider, " got more CPUs than requested (whole cores or nodes): taken as needed")
	of(odd, " ran for a time that differs from End minus Start (suspended, or the clocks changed): Elapsed counts")
	of(unlimited, " without a time limit (Timelimit missing, UNLIMITED or Partition_Limit): run times stand in for walltimes")
	of(memoryless, " without ReqMem: the memory that they need is not known")
	of(withGPUs, " with GPUs, which a trace cannot hold: ignored")
	of(stateless, " without a state: whether completed or failed is not known")
	say(len(g.names.of[clusters]) > 1, "jobs of ", some(len(g.names.of[clusters]), "cluster"), ", treated as one machine: call sacct with -M for one of them")
	say(g.reported > 0, "sacct itself reported ", some(g.reported, "error"), ": it may not have printed all")
}

// insteadOf returns a summary of the records in a text that has no job that ran to
// its end, or "" if it has no records either.
func (g *gatherer) insteadOf() string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, some(n, what))
		}
	}
	add(g.steps, "step")
	add(g.never, "job that never started")
	add(g.tasks, "array task that never started")
	add(g.running, "job that had not ended")
	add(g.revoked, "revoked job")
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}
