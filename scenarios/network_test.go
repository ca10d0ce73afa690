package scenarios

import "testing"

func up(cables string) [2]string { return set("cluster.topology.up", cables) }

// lasts checks the run time of a job in seconds.
func (r *result) lasts(job, want int64) {
	r.t.Helper()
	if got := r.end[job] - r.start[job]; got != want {
		r.t.Errorf("%s: job %d runs for %d s, want %d", r.name, job, got, want)
	}
}

// TestUplinks checks the run times of two jobs with all-to-all communication. The
// nodes of the packed job are under few leaf switches, those of the spread job
// under many. With a single cable above each leaf switch, the packed job takes 16
// minutes and the spread job 12. With four cables, both take 7.
func TestUplinks(t *testing.T) {
	r := run(t, "uplinks")
	r.lasts(1, 16*60)
	r.lasts(2, 12*60)
	r = run(t, "uplinks", up("[1, 2]"))
	r.lasts(1, 8*60)
	r.lasts(2, 7*60)
	r = run(t, "uplinks", up("[1, 4]"))
	r.lasts(1, 7*60)
	r.lasts(2, 7*60)
}

// TestInterleaved compares two kinds of jobs. Two jobs whose nodes alternate
// between two leaf switches must fill the cables between the switches. Two jobs
// that each stay under one leaf switch must not use these cables.
func TestInterleaved(t *testing.T) {
	r := run(t, "interleaved")
	r.lasts(1, 960)
	r.lasts(2, 960)
	r.lasts(3, 420)
	r.lasts(4, 420)
	alone := run(t, "interleaved", set("jobs[1].comm", `{"pattern": "none"}`))
	alone.lasts(1, 480)
}

// TestTapered runs jobs in a network with only half of the cables between switches.
// Only the jobs whose nodes are under several leaf switches may be slower than with
// all cables.
func TestTapered(t *testing.T) {
	r, full := run(t, "tapered"), run(t, "tapered", up("[1, 4]"))
	r.lasts(1, 600)
	r.lasts(2, 960)
	r.lasts(3, 960)
	r.lasts(4, 600)
	full.lasts(2, 600)
	full.lasts(3, 600)
}

// TestPermutation checks that static routes cause contention even in a network with
// full bisection bandwidth. Messages between random pairs of nodes must take
// several times as long as messages in a ring.
func TestPermutation(t *testing.T) {
	for _, seed := range []string{"1", "2", "3", "4", "5"} {
		r := run(t, "permutation", set("seed", seed))
		if got := r.end[1] - r.start[1]; got < 300 {
			t.Errorf("seed %s: the permutation takes %d s", seed, got)
		}
		r.lasts(2, 100)
	}
}

// TestDistance checks a job that communicates for half of its run time. Its run
// time must be longer if messages travel farther than to neighbors, and longer
// still under first fit.
func TestDistance(t *testing.T) {
	r := run(t, "distance")
	r.lasts(9, 1680)
	r.lasts(10, 1200)
	run(t, "distance", firstFit()).lasts(9, 2000)
	run(t, "distance", set("network", "none")).lasts(9, 1200)
}

// TestLatencyLesson checks the run times of a packed job and a spread job at three
// latencies. The delay of each hop slows down the spread job more. Full cables slow
// down the packed job more. Which of the two jobs is faster must therefore depend
// on the latency.
func TestLatencyLesson(t *testing.T) {
	for _, c := range []struct {
		latency        string
		packed, spread int64
	}{{"0", 960, 720}, {"1", 1860, 1860}, {"2", 2760, 3000}} {
		r := run(t, "latency", set("network.latency", c.latency))
		r.lasts(1, c.packed)
		r.lasts(2, c.spread)
	}
	run(t, "latency", set("network", "none")).lasts(2, 420)
}

// TestDistanceWithin runs four communicating tasks on the same node. Messages must
// not delay the tasks, unless the scenario sets a distance between the cores of a
// node.
func TestDistanceWithin(t *testing.T) {
	one := []([2]string){set("cluster.node", `{"cores": 4}`), set("jobs", `[{"tasks": 4, "walltime": 400, "runtime": 100, "comm": {"pattern": "all-to-all", "share": 0.5}}]`)}
	run(t, "distance", one...).lasts(1, 50)
	run(t, "distance", append(one, set("cluster.within", `{"core": 2}`))...).lasts(1, 100)
}
