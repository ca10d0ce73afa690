package main

import (
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
)

const lessons = "../../scenarios/"

// says runs a command line and checks that the output contains each of the given
// texts.
func says(t *testing.T, line string, want ...string) {
	t.Helper()
	status, out, errs := call(t, "", "", strings.Fields(line)...)
	if status != cli.ExitOK {
		t.Errorf("hopyard %s: status %d: %s", line, status, errs)
	}
	for _, w := range want {
		if !strings.Contains(out, w) {
			t.Errorf("hopyard %s: want %q in\n%s", line, w, out)
		}
	}
}

// TestCompareVariants checks that the command compare shows three variants side by
// side: growth of running jobs, no growth, and growth by resubmission. It also
// checks that the table omits metrics that do not apply to the run.
func TestCompareVariants(t *testing.T) {
	line := "compare " + lessons + "grow.json --orders submit --variant expand: --variant off:scheduler.elastic.growth=off --variant again:scheduler.elastic.method=resubmit --variant again:scheduler.elastic.idle=false"
	says(t, line, "+ submit + expand", "+ submit + off", "+ submit + again", "Resubmissions", "Node-hours lost")
	_, out, _ := call(t, "", "", strings.Fields(line)...)
	if strings.Contains(out, "deadline") {
		t.Errorf("deadlines of jobs without any:\n%s", out)
	}
	for _, bad := range []string{"off", ":a=b", "off:growth"} {
		if status, _, errs := call(t, "", "", "compare", lessons+"grow.json", "--variant", bad); status != cli.ExitUsage || !strings.Contains(errs, bad) {
			t.Errorf("--variant %s: status %d, %s", bad, status, errs)
		}
	}
}

// TestWhyMore checks the answer of the command why for a waiting job. The answer
// must include the reason why the job waits and further facts about the job.
func TestWhyMore(t *testing.T) {
	says(t, "why "+lessons+"grow.json --job 1", "s1: 4-11 are frozen for it to grow", "s7: goes on, on 0-11", "it was submitted at 0 and waited 0 s")
	says(t, "why "+lessons+"at-risk.json --job 5 --at 3000", "waits behind job 4 of the same user", "its slack ends at 3400")
	status, out, errs := call(t, "", `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}}, "limits": {"users": {"*": {"nodes": 4}}},
		"jobs": [{"id": 1, "nodes": 4, "walltime": 100, "user": "ada"}, {"id": 2, "nodes": 2, "walltime": 100, "user": "ada"}],
		"scheduler": {"queue": "hybrid", "priority": {"weights": {"queue_time": 2, "nodes": -1.5}}}}`, "why", "-", "--job", "2", "--at", "60")
	for _, w := range []string{"the nodes of the user ada would be 6, above the limit of 4", "its priority is ", "nodes -3"} {
		if status != cli.ExitOK || !strings.Contains(out, w) {
			t.Errorf("want %q, status %d: %s%s", w, status, out, errs)
		}
	}
}

// TestWhyAsOf runs the command why for an instant between two events. The answer
// must describe that instant and not the last event before it. Promised start times
// must be times at which a scheduling cycle takes place.
func TestWhyAsOf(t *testing.T) {
	const why = "why " + lessons + "cycle.json --job "
	says(t, why+"2 --at 250.5", "waits at 250.5: waits for the scheduling cycle at 300", "queue_time 0.842")
	says(t, why+"1 --at 640", "waits at 640: needs 16, 4 free; promised 900", "queue_time 10.5")
	says(t, why+"1 --at 899.999", "waits at 899.999: needs 16, 8 free; promised 900")
}

// TestWhyQueues checks the answer of the command why for jobs whose queue is
// stopped or closed. The answer must report the state of the queue.
func TestWhyQueues(t *testing.T) {
	says(t, "why "+lessons+"queues.json --job 3 --at 400", "waits at 400: its queue is stopped")
	says(t, "why "+lessons+"queues.json --job 5", "660 job 5 is rejected: its queue is closed to submissions")
	says(t, "run "+lessons+"queues.json", "Rejected                                  1")
}

// TestWhyWhere runs the command why with every allocator. For a job that has
// started, it must describe how the allocator picks nodes. For a waiting job with a
// promised start time, it must report the nodes on which the job would run.
func TestWhyWhere(t *testing.T) {
	for _, x := range scenario.Allocators() {
		if x.Name == "min-hop-units" || x.Name == "slurm-ring" || x.Name == "slurm-torus" { // they can be combined only with some sizes of jobs, or with whole-node jobs, trees and batches
			continue
		}
		on := lessons + "easy-hole.json"
		if strings.HasPrefix(x.Name, "mc") || x.Name == "gen-alg" || x.Name == "mm" {
			on = lessons + "torus.json"
		}
		if x.Name == "slurm-block" {
			on += ` --set cluster.topology={"kind":"slurm","conf":"BlockName=b0\tNodes=n[0-47]\n"}`
		}
		says(t, "why "+on+" --job 1 --set scheduler.allocator="+x.Name, ": "+x.Name+" picks nodes as follows: ")
	}
	says(t, "why "+lessons+"cycle.json --job 1 --at 640", "it would then run on 0-3")
	says(t, "why "+lessons+"conservative.json --job 3 --at 60", "it would then run on 0-6,11")
}

// TestWhyTasks checks that the command why reports three facts about each task of a
// job: the start, the end, and the nodes.
func TestWhyTasks(t *testing.T) {
	says(t, "why "+lessons+"parts.json --job 3", "task 1: 7200 to 12000 on 3 of 7 nodes (0-2)", "task 2: 7200 to 14400 on 2 of 7 nodes (3-4)")
	says(t, "why "+lessons+"parts.json --job 2 --set jobs[1].walltime=4000", "task 1: 0 to 2400 on 6 of 6 nodes (6-11)", "task 2: 2400 to 4000, cut short, on 6 of 6", "task 3: never begins; the job ends at 4000")
}

// TestTable checks the job table of source S1 that the command table prints. It
// checks the table of a lesson at several instants.
func TestTable(t *testing.T) {
	says(t, "table "+lessons+"at-risk.json --at 5", "user,job,resources,priority,submit,required_completion,holding", "ada,1,9,0,0,,9,0,3600,,0,,,runs,,9,0,0\n")
	says(t, "table "+lessons+"at-risk.json --at 9000", "ada,1,9,0,0,,,0,3600,,0,,,done,3600,,,\n", "ada,3,5,0,600,5000,,0,1800,3200,1,,,done,5400,,,\n")
	if status, _, errs := call(t, "", "", "table", lessons+"grow.json"); status != cli.ExitBad || !strings.Contains(errs, `use "deadline"`) {
		t.Errorf("a table of another queue: status %d, %s", status, errs)
	}
	if status, _, _ := call(t, "", "", "table", lessons+"at-risk.json", "--at", "x"); status != cli.ExitUsage {
		t.Errorf("--at x: status %d", status)
	}
	const follows = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 2}}, "allotments": {"share": 0.5, "users": {"ada": 2}},
		"jobs": [{"id": 1, "submit": 0, "nodes": 1, "walltime": 10, "user": "ada"}, {"id": 2, "submit": 3, "nodes": 1, "walltime": 5, "user": "ada", "after": 1, "deadline": 40}],
		"scheduler": {"queue": "deadline"}}`
	if _, out, errs := call(t, "", follows, "table", "-", "--at", "11"); !strings.Contains(out, "\nada,2,1,0,10,40,") {
		t.Errorf("a job that follows another was submitted at its end:\n%s%s", out, errs)
	}
}

// TestUnits checks the output of the command units: the tree of units that S0 calls
// Net′, and the table of hop counts. The first lesson is S0's example, whose
// routers have numbers. The second lesson has a tree without router numbers.
func TestUnits(t *testing.T) {
	says(t, "units "+lessons+"units.json --at 1800", "router 000\n  router 100\n    router 200\n      unit 0-3: allocated; job 1\n", "    router 203\n      unit 12-15: free\n", "  router 103\n    router 230\n      unit 48-51: allocated; job 8\n")
	says(t, "units "+lessons+"exact-fit.json --at 130", "      unit 8-11: allocated; job 1; job 2\n", "      unit 12-15: busy, 3 left; job 3\n")
	says(t, "units "+lessons+"units.json --hops", "unit,0-3,4-7,", "\n0-3,0,3,3,3,5,5,", "\n60-63,5,5,5,5,5,5,5,5,5,5,5,5,3,3,3,0\n")
	says(t, "units "+lessons+"units.json --set cluster.topology.labels=places", "root\n  switch 1.0\n    leaf 0\n      unit 0-3: allocated; job 1\n")
	if status, _, errs := call(t, "", "", "units", lessons+"mdm.json"); status != cli.ExitBad || !strings.Contains(errs, `use "min-hop-units"`) {
		t.Errorf("units of another allocator: status %d, %s", status, errs)
	}
	if status, _, _ := call(t, "", "", "units", lessons+"units.json", "--at", "x"); status != cli.ExitUsage {
		t.Errorf("--at x: status %d", status)
	}
}

// TestSearchesAreTold checks what the command why reports about searches for a
// placement. It must list S0's combinations of units with their sums, and the
// levels of MDM's search. It must also report which of the two readings of S0's
// text decides when batches are made.
func TestSearchesAreTold(t *testing.T) {
	says(t, "why "+lessons+"units.json --job 8", "rounds: one)\n", "126 combinations of free units could hold it\n")
	says(t, "why "+lessons+"units.json --job 8 --set scheduler.batch.rounds=repeat", "rounds: repeat)\n")
	says(t, "why "+lessons+"units.json --job 8 --combinations 2", "  sum 38     nodes 8-11,48-63               under router 000\n  sum 38     nodes 12-15,48-63 ", "  with the sum 38: 5\n  with the sum 42: 23\n  with the sum 44: 32\n  with the sum 46: 66\n")
	says(t, "why "+lessons+"mdm.json --job 3", "the search from leaf 1 outwards, level by level:\n  distance 1    nodes 3-5                      takes 4 of 5; 4 of 4 so far\n")
	says(t, "place "+lessons+"mdm.json", `"levels": [`, `"distance": 1,`, `"reached": "6-8",`)
	says(t, "place "+lessons+"units.json", `"combinations": 120,`)
}

// TestWhyReservations checks what the command why reports about a reservation. It
// must report the nodes, whether the reservation is for these particular nodes, and
// the time windows that were compared.
func TestWhyReservations(t *testing.T) {
	says(t, "why "+lessons+"time-or-nodes.json --job 4 --at 1200", "it would then run on 1-3 if jobs use their full walltimes and no other job is submitted")
	says(t, "why "+lessons+`time-or-nodes.json --job 4 --at 1200 --set scheduler.reserve="nodes"`, "its reservation holds 0-2")
	const windows = "why " + lessons + `windows.json --job 5 --at 60 --set scheduler.windows="all" --queue `
	for _, queue := range []string{"conservative", "conservative-rebuild", "easy", "hybrid"} {
		says(t, windows+queue, "window at 60: on 3,7,11,15, cost 24\n", "window at 600: on 0-3, cost 12, which it chose\n", "window at 7200: on 0-3, cost 12\n")
	}
}
