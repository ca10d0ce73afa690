package gym

import (
	"math"
	"math/rand/v2"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// wait is the action that starts no job until the next event. All other actions are queue
// positions, from 0.
const wait = -1

// env runs episodes, one after the other, in a goroutine of its own. Whenever a waiting
// job fits, it asks for a decision and waits for it.
type env struct {
	base   *engine.Config
	window int // number of waiting jobs that are shown
	length int // number of jobs of an episode

	ask     chan bool // a decision is needed; false: the episode is over
	act     chan int
	seeds   *rand.Rand
	jobs    []workload.Job
	cores   int64       // of the machine
	pass    *queue.Pass // the pass that asks
	shown   []*queue.Waiting
	fits    []bool
	mayWait bool
	refused map[workload.JobID]bool // jobs that the allocator refused in this pass

	last    simtime.Time
	weights float64 // sum over the waiting jobs of what a second of their wait costs
	held    float64 // share of the machine that running jobs hold

	reward, slowdown, waited float64 // since the last decision; sums of the episode
}

// newEnv returns an environment that has not begun an episode.
func newEnv(base *engine.Config, window, length int) *env {
	m := base.Machine
	return &env{
		base: base, window: window, length: length, ask: make(chan bool), act: make(chan int),
		cores: m.Sum(cluster.Placement{{First: 0, Last: topology.NodeID(m.NumNodes() - 1), Tasks: 1}}, workload.Cores),
		fits:  make([]bool, window), refused: map[workload.JobID]bool{},
	}
}

// begin starts a new episode: consecutive jobs of the trace from a random place on.
func (x *env) begin() {
	first := x.seeds.IntN(len(x.base.Jobs) - x.length + 1)
	x.jobs = append(x.jobs[:0], x.base.Jobs[first:first+x.length]...)
	since := x.jobs[0].Submit
	for i := range x.jobs {
		x.jobs[i].ID = workload.JobID(i)
		x.jobs[i].Submit -= since
	}
	x.last, x.weights, x.held, x.reward, x.slowdown, x.waited = 0, 0, 0, 0, 0, 0
	c := *x.base
	c.Jobs, c.Queue = x.jobs, agent{x}
	e, err := engine.New(c)
	if err != nil {
		panic(err) // impossible: the jobs are part of a checked configuration
	}
	go func() {
		for more := true; more; {
			_, more = e.Step()
		}
		x.ask <- false
	}()
}

// agent is the discipline of an episode: it starts what the decisions name.
type agent struct{ x *env }

// NewState implements queue.Stateful.
func (a agent) NewState(*queue.Config) queue.PolicyState { return &books{x: a.x} }

// Schedule implements queue.Policy.
func (a agent) Schedule(p *queue.Pass) {
	x := a.x
	if p.Asking() {
		return
	}
	x.reward -= x.weights * p.Now().Sub(x.last).Seconds()
	x.last, x.pass = p.Now(), p
	clear(x.refused)
	for x.look(p) {
		x.ask <- true
		i := x.choice(<-x.act)
		if i == wait {
			return
		}
		if w := x.shown[i]; !p.Start(w, why.ByPolicy) {
			x.refused[w.ID] = true
		}
	}
}

// choice returns the effect of an action. An invalid action waits, or starts the first job
// that fits if waiting is invalid.
func (x *env) choice(action int) int {
	if action >= 0 && action < len(x.shown) && x.fits[action] {
		return action
	}
	if x.mayWait {
		return wait
	}
	return slices.Index(x.fits, true)
}

// look finds the jobs that are shown. It reports whether one of them fits.
func (x *env) look(p *queue.Pass) (some bool) {
	x.shown = x.shown[:0]
	clear(x.fits)
	for w := range p.Waiting() {
		if len(x.shown) == x.window {
			break
		}
		fits := !x.refused[w.ID] && p.Count(w) >= w.Size()
		x.fits[len(x.shown)] = fits
		x.shown = append(x.shown, w)
		some = some || fits
	}
	x.mayWait = p.Cluster().NumRunning() > 0
	return some
}

// cost returns what a second of wait of a job costs: its part in the mean bounded slowdown
// of the episode.
func (x *env) cost(id workload.JobID) float64 {
	return 1 / (float64(x.length) * max(x.run(id), metrics.Tau.Seconds()))
}

// run returns how many seconds a job runs.
func (x *env) run(id workload.JobID) float64 {
	j := &x.jobs[id]
	return min(j.Runtime, j.Walltime).Seconds()
}

// share returns the part of the machine that a job holds.
func (x *env) share(r *workload.Request) float64 {
	if r.Whole() {
		return float64(r.Nodes) / float64(x.base.Machine.NumNodes())
	}
	return float64(r.Size()) * float64(r.PerTask[workload.Cores]) / max(float64(x.cores), 1)
}

// books follows the jobs of an episode.
type books struct {
	queue.Stateless
	x *env
}

// Clone implements queue.PolicyState. Episodes are never cloned.
func (b *books) Clone() queue.PolicyState { return b }

// Admit implements queue.PolicyState.
func (b *books) Admit(w *queue.Waiting, since simtime.Time, _ bool) {
	x := b.x
	x.reward -= x.weights * since.Sub(x.last).Seconds()
	x.last = since
	x.weights += x.cost(w.ID)
}

// Start implements queue.PolicyState.
func (b *books) Start(w *queue.Waiting, _ cluster.Placement, p *queue.Pass) {
	x := b.x
	x.weights -= x.cost(w.ID)
	x.held += x.share(w.Request)
	waited, run := p.Now().Sub(w.Submit).Seconds(), x.run(w.ID)
	x.waited += waited
	x.slowdown += max(1, (waited+run)/max(run, metrics.Tau.Seconds()))
}

// End implements queue.PolicyState.
func (b *books) End(job *cluster.Running, _ simtime.Time) { b.x.held -= b.x.share(job.Request) }

// The features of a waiting job and of the machine, each from 0 to 1.
var (
	jobFeatures     = []string{"present", "wait", "walltime", "size", "fits"}
	machineFeatures = []string{"free", "waiting", "next_end"}
)

// longest is the time in seconds that has the value 1 among the features.
const longest = 30 * 86400

// scaled maps a time to a number from 0 to 1, by its logarithm.
func scaled(d simtime.Duration) float32 {
	return float32(min(1, math.Log1p(max(0, d.Seconds()))/math.Log1p(longest)))
}

// observe writes the features of the jobs shown and of the machine, and which actions are
// possible; the last of them is to wait.
func (x *env) observe(jobs, machine []float32, mask []byte) {
	clear(jobs)
	clear(machine)
	clear(mask)
	now, n := x.last, len(jobFeatures)
	for i, w := range x.shown {
		fits := float32(0)
		if x.fits[i] {
			fits, mask[i] = 1, 1
		}
		copy(jobs[i*n:], []float32{1, scaled(now.Sub(w.Submit)), scaled(w.Walltime), float32(min(1, x.share(w.Request))), fits})
	}
	if x.mayWait {
		mask[x.window] = 1
	}
	machine[0] = float32(max(0, 1-x.held))
	machine[1] = float32(min(1, math.Log1p(float64(x.pass.Len()))/math.Log1p(10_000)))
	if limits := x.pass.Cluster().Limits(); len(limits) > 0 {
		machine[2] = scaled(limits[0].At.Sub(now))
	}
}
