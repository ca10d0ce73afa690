package engine_test

import (
	"bufio"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// nodesTwin is a simple reference simulator of backfilling whose reservations hold
// nodes, with first fit. It looks at each node in each second, and follows SOURCES.md
// RUN.1 and EASY.4 literally.
type nodesTwin struct {
	jobs     []workload.Job
	nodes    int
	depth    int  // number of reservations of a pass; 0: every job keeps its promise (conservative)
	shortest bool // the queue is in the order of walltimes

	now     int
	started []int // -1 before the start
	held    [][]int
	waiting []int
	running []int
	promise map[int]nodeSpan
}

// nodeSpan is a start and the nodes from then on.
type nodeSpan struct {
	at    int
	nodes []int
}

func (t *nodesTwin) wall(i int) int  { return sec(t.jobs[i].Walltime) }
func (t *nodesTwin) limit(i int) int { return t.started[i] + t.wall(i) }
func (t *nodesTwin) end(i int) int   { return t.started[i] + min(t.wall(i), sec(t.jobs[i].Runtime)) }

func (t *nodesTwin) order(i, j int) int {
	if t.shortest {
		return cmp.Or(t.wall(i)-t.wall(j), i-j)
	}
	return i - j
}

// taken returns, for each second from now on until nothing is planned any more,
// whether a running job or a promise has each node.
func (t *nodesTwin) taken() (table [][]bool) {
	take := func(from, until int, nodes []int) {
		for s := max(from-t.now, 0); s < until-t.now; s++ {
			for len(table) <= s {
				table = append(table, make([]bool, t.nodes))
			}
			for _, n := range nodes {
				table[s][n] = true
			}
		}
	}
	for _, i := range t.running {
		take(t.now, t.limit(i), t.held[i])
	}
	for i, s := range t.promise {
		take(s.at, s.at+t.wall(i), s.nodes)
	}
	return table
}

// first returns the first place of job i from now on.
func (t *nodesTwin) first(i int) nodeSpan {
	taken := t.taken()
	for at := t.now; ; at++ {
		var nodes []int
		for n := 0; n < t.nodes && len(nodes) < int(t.jobs[i].Nodes); n++ {
			free := true
			for s := at - t.now; s < min(at-t.now+t.wall(i), len(taken)) && free; s++ {
				free = !taken[s][n]
			}
			if free {
				nodes = append(nodes, n)
			}
		}
		if len(nodes) == int(t.jobs[i].Nodes) {
			return nodeSpan{at, nodes}
		}
	}
}

func (t *nodesTwin) start(i int, nodes []int) {
	delete(t.promise, i)
	t.started[i], t.held[i] = t.now, nodes
	t.running = append(t.running, i)
	t.waiting = slices.DeleteFunc(t.waiting, func(j int) bool { return i == j })
}

func (t *nodesTwin) pass(ended bool) {
	slices.SortFunc(t.waiting, t.order)
	if t.depth == 0 {
		t.keep(ended)
		return
	}
	for started := true; started; {
		started = false
		clear(t.promise)
		for _, i := range slices.Clone(t.waiting) {
			if s := t.first(i); s.at == t.now {
				t.start(i, s.nodes)
				started = true
			} else if len(t.promise) < t.depth {
				t.promise[i] = s
			}
		}
	}
}

// keep runs a pass of conservative backfilling.
func (t *nodesTwin) keep(ended bool) {
	for _, i := range slices.Clone(t.waiting) {
		if _, ok := t.promise[i]; ended || !ok {
			delete(t.promise, i)
			t.promise[i] = t.first(i)
		}
		if s := t.promise[i]; s.at == t.now {
			t.start(i, s.nodes)
		}
	}
}

func (t *nodesTwin) run() (out []string) {
	t.started, t.held, t.promise = make([]int, len(t.jobs)), make([][]int, len(t.jobs)), map[int]nodeSpan{}
	for submitted := 0; submitted < len(t.jobs) || len(t.waiting)+len(t.running) > 0; t.now++ {
		for ; submitted < len(t.jobs) && int(t.jobs[submitted].Submit/1000) == t.now; submitted++ {
			t.waiting = append(t.waiting, submitted)
			t.pass(false)
		}
		for {
			due := slices.DeleteFunc(slices.Clone(t.running), func(i int) bool { return t.end(i) > t.now })
			if len(due) == 0 {
				break
			}
			i := slices.MinFunc(due, func(i, j int) int { return cmp.Or(t.started[i]-t.started[j], t.order(i, j)) })
			t.running = slices.DeleteFunc(t.running, func(j int) bool { return i == j })
			t.pass(true)
		}
		if len(t.promise) > 0 {
			t.pass(false) // a promise may be due; if not, this changes nothing
		}
	}
	for i := range t.jobs {
		out = append(out, fmt.Sprint(t.started[i], " ", list(t.held[i])))
	}
	return out
}

// list formats node numbers in ascending order as batsched does: "0-3,7".
func list(nodes []int) string {
	var out []string
	for i := 0; i < len(nodes); {
		j := i
		for j+1 < len(nodes) && nodes[j+1] == nodes[j]+1 {
			j++
		}
		if out = append(out, fmt.Sprint(nodes[i])); i < j {
			out[len(out)-1] += fmt.Sprint("-", nodes[j])
		}
		i = j + 1
	}
	return strings.Join(out, ",")
}

// startsOn returns the start in seconds and the nodes of each job of a run.
func startsOn(t testing.TB, c engine.Config) []string {
	t.Helper()
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(c.Jobs))
	for _, e := range log {
		if e.Kind == trace.Start {
			var nodes []int
			for n := range e.Placement.All {
				nodes = append(nodes, int(n))
			}
			out[e.Job] = fmt.Sprint(int64(e.Time)/1000, " ", list(nodes))
		}
	}
	return out
}

// TestNodesTwin compares starts and nodes with the reference simulator.
//
// Source: SOURCES.md EASY.4.
func TestNodesTwin(t *testing.T) {
	for _, c := range []struct {
		policy queue.Policy
		depth  int
	}{
		{queue.EASY{Nodes: true}, 1}, {queue.DepthBackfill{Depth: 3, Nodes: true}, 3}, {queue.Conservative{Nodes: true}, 0}, {queue.ConservativeRebuild{Nodes: true}, 1000},
	} {
		t.Run(fmt.Sprintf("%T%v", c.policy, c.policy), func(t *testing.T) {
			other := 0
			for seed := range soaktest.Seeds(500) {
				r := rand.New(rand.NewPCG(seed, 70))
				twin := nodesTwin{jobs: randomJobs(r, 8+r.IntN(18), 8), nodes: 8, depth: c.depth, shortest: seed%4 == 3}
				for i := range twin.jobs { // many jobs wait
					twin.jobs[i].Submit = twin.jobs[i].Submit / 4000 * 1000
				}
				conf := engine.Config{Machine: flatMachine(8), Jobs: twin.jobs, Queue: c.policy, Allocator: alloc.FirstFit{}}
				if twin.shortest {
					conf.Order = queue.ShortestFirst
				}
				want := twin.run()
				if got := startsOn(t, conf); !slices.Equal(got, want) {
					t.Fatalf("seed %d: starts and nodes\n%v, the dumb simulator says\n%v", seed, got, want)
				}
				if conf.Queue = queue.Policy(queue.EASY{}); !slices.Equal(startsOn(t, conf), want) {
					other++
				}
			}
			if other < 50 {
				t.Errorf("only %d runs differ from EASY by counting", other)
			}
		})
	}
}

// TestSlowPlans checks that plans of nodes give the same starts and nodes with the
// shortcuts of Config.Named, which need a Monotone allocator, and without them.
func TestSlowPlans(t *testing.T) {
	for seed := range soaktest.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 71))
		c := engine.Config{Machine: flatMachine(70), Jobs: randomJobs(r, 60, 70), Queue: queue.Conservative{Nodes: true}, Allocator: alloc.FirstFit{}}
		want := startsOn(t, c)
		if c.Allocator = (plainFirstFit{}); !slices.Equal(startsOn(t, c), want) {
			t.Fatalf("seed %d: the shortcuts change the plan", seed)
		}
	}
}

// plainFirstFit is first fit without its other methods.
type plainFirstFit struct{ alloc.Allocator }

func (plainFirstFit) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return alloc.FirstFit{}.Allocate(r, free, dst)
}

// TestBatsched compares starts and nodes with those of Batsim's scheduler batsched
// 1.4.0 (commit bab23fa), recorded with its algorithms easy_bf and conservative_bf for
// testdata/ties.swf. The walltimes are 5 s longer, which batsched adds by itself
// (rjms_delay), so that no job ends at its walltime. The columns of the file are the
// job's number and, for each algorithm, its start in seconds and its nodes.
//
// Source: SOURCES.md EASY.4.
func TestBatsched(t *testing.T) {
	f, err := os.Open("testdata/ties.swf")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := plain(f, 128)
	recorded, err := os.Open("testdata/ties.batsched.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer recorded.Close()
	var want [2][]string
	for s := bufio.NewScanner(recorded); s.Scan(); {
		if x := strings.Fields(s.Text()); x[0] != "#" {
			want[0], want[1] = append(want[0], x[1]+" "+x[2]), append(want[1], x[3]+" "+x[4])
		}
	}
	c.Jobs = c.Jobs[:len(want[0])]
	for i := range c.Jobs {
		j := &c.Jobs[i]
		j.Runtime = min(j.Runtime, j.Walltime)
		j.Walltime += 5 * simtime.Second
	}
	for k, policy := range []queue.Policy{queue.EASY{Nodes: true}, queue.Conservative{Nodes: true}} {
		c.Queue = policy
		wrong := 0
		for i, got := range startsOn(t, c) {
			if got != want[k][i] {
				if wrong++; wrong < 5 {
					t.Errorf("%T: job %d: %s, batsched says %s", policy, c.Jobs[i].Number, got, want[k][i])
				}
			}
		}
		t.Logf("%T: %d of %d jobs equal", policy, len(c.Jobs)-wrong, len(c.Jobs))
	}
}

// TestNodePromised checks the reasons of jobs that wait although enough nodes are
// free. The node that a reason names must be free, and the job that it names must hold
// it from the time that it names, which must come before the end of the walltime.
func TestNodePromised(t *testing.T) {
	told := 0
	for seed := range soaktest.Seeds(150) {
		r := rand.New(rand.NewPCG(seed, 72))
		policy := []queue.Policy{queue.EASY{Nodes: true}, queue.DepthBackfill{Depth: 2, Nodes: true}, queue.Conservative{Nodes: true}, queue.ConservativeRebuild{Nodes: true}}[seed%4]
		e, err := engine.New(engine.Config{Machine: flatMachine(9), Jobs: randomJobs(r, 40, 9), Queue: policy, Allocator: alloc.FirstFit{}})
		if err != nil {
			t.Fatal(err)
		}
		for more := true; more; _, more = e.Step() {
			pending := e.Pending()
			for _, d := range pending {
				job := &e.Config().Jobs[d.Job].Request
				if e.State().Idle().Len() < int(job.Nodes) {
					continue
				}
				switch d.Why.Code {
				case why.NodePromised:
					told++
					checkPromised(t, e, d, pending)
				case why.Reserved:
					if d.Why.Blocker == workload.NoJob {
						t.Fatalf("seed %d: job %d waits for its reservation and nobody needs its nodes: %+v", seed, job.Number, d)
					}
				default:
					t.Fatalf("seed %d, %v: enough is free for job %d, which waits because of %+v", seed, e.Now(), job.Number, d.Why)
				}
			}
		}
	}
	if told < 500 {
		t.Errorf("only %d jobs wait for promised nodes", told)
	}
}

func checkPromised(t *testing.T, e *engine.Engine, d queue.Decision, pending []queue.Decision) {
	t.Helper()
	node, end := topology.NodeID(d.Why.Have), e.Now().Add(e.Config().Jobs[d.Job].Walltime)
	places := e.Places([]workload.JobID{d.Why.Blocker}, 100)
	if !places.Hold || places.Where[0].On(node) == 0 || !e.State().Idle().Has(node) || d.Why.At >= end {
		t.Fatalf("job #%d waits because of %+v, but job #%d is to have %v", d.Job, d.Why, d.Why.Blocker, places.Where[0])
	}
	for _, x := range pending {
		if x.Job == d.Why.Blocker && x.Promised != d.Why.At {
			t.Fatalf("job #%d is promised %v, not %v", x.Job, x.Promised, d.Why.At)
		}
	}
}
