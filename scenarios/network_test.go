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

// TestUplinks checks the run times of two jobs with all-to-all communication,
// placed on few leaf switches (packed) and on many (spread). With a single cable
// above each leaf switch, the packed job takes 16 minutes and the spread job 12.
// With four cables, both take 7.
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

// TestInterleaved checks that two jobs whose nodes alternate over two leaf switches
// fill the cables between the switches. Two jobs that each stay within a leaf
// switch do not use these cables.
func TestInterleaved(t *testing.T) {
	r := run(t, "interleaved")
	r.lasts(1, 960)
	r.lasts(2, 960)
	r.lasts(3, 420)
	r.lasts(4, 420)
	alone := run(t, "interleaved", set("jobs[1].comm", `{"pattern": "none"}`))
	alone.lasts(1, 480)
}

// TestTapered checks that halving the number of cables slows down only the jobs
// whose nodes are under several leaf switches.
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
// full bisection bandwidth: messages in a random permutation take several times as
// long as in a ring.
func TestPermutation(t *testing.T) {
	for _, seed := range []string{"1", "2", "3", "4", "5"} {
		r := run(t, "permutation", set("seed", seed))
		if got := r.end[1] - r.start[1]; got < 300 {
			t.Errorf("seed %s: the permutation takes %d s", seed, got)
		}
		r.lasts(2, 100)
	}
}

// TestDistance checks a job that communicates for half of its time. The
// communication must take longer if messages travel farther than between neighbors,
// and still longer under first fit.
func TestDistance(t *testing.T) {
	r := run(t, "distance")
	r.lasts(9, 1680)
	r.lasts(10, 1200)
	run(t, "distance", firstFit()).lasts(9, 2000)
	run(t, "distance", set("network", "none")).lasts(9, 1200)
}

// TestLatencyLesson checks the run times of a packed job and a spread job at three
// latencies. Each hop delays the spread job more, and full cables delay the packed
// job more. Which job is faster therefore depends on the latency.
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

// TestDistanceWithin checks that four communicating tasks on the same node are not
// delayed by messages, except if the scenario sets a distance between cores of a
// node.
func TestDistanceWithin(t *testing.T) {
	one := []([2]string){set("cluster.node", `{"cores": 4}`), set("jobs", `[{"tasks": 4, "walltime": 400, "runtime": 100, "comm": {"pattern": "all-to-all", "share": 0.5}}]`)}
	run(t, "distance", one...).lasts(1, 50)
	run(t, "distance", append(one, set("cluster.within", `{"core": 2}`))...).lasts(1, 100)
}
