package policycheck

import (
	"hopyard/core/alloc"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// stride is the number of simulation steps that a run advances in one step of a
// check.
const stride = 6

// runCase is the task that checks one workload. It runs the workload three times.
// It checks the first run step by step. It repeats the run and compares the traces.
// Finally it runs the workload under first come, first served, and compares the
// waits.
type runCase struct {
	world    *world
	scenario *scenario.Scenario
	run      *watched
	again    bool
}

func (c *runCase) step(t *Check) bool {
	if c.run == nil {
		return c.begin(t)
	}
	if !c.again {
		for range stride {
			if !c.run.step() {
				c.again = true
				break
			}
		}
		return true
	}
	t.tried++
	t.twice(c)
	for _, s := range c.run.seen {
		if t.count(s.kind) {
			t.begin(newShrinking(c.world, s))
		}
	}
	return false
}

// begin starts the run. A workload that the scenario language rejects is skipped.
func (c *runCase) begin(t *Check) bool {
	s, err := c.world.scenario()
	if err != nil {
		return false
	}
	run, bad := t.watch(s, all)
	if bad != nil {
		t.tried++
		if t.count(Error) {
			t.begin(newShrinking(c.world, *bad))
		}
		return false
	}
	c.scenario, c.run = s, run
	return run != nil
}

// watch starts a watched run of a scenario. The parameter mind holds the kinds of
// findings to look for, as bits. If the policy returns an error for the scenario,
// watch returns a sighting of that error instead.
func (t *Check) watch(s *scenario.Scenario, mind int) (*watched, *sighting) {
	c, err := t.policy(s)
	if err != nil {
		bad := failure(err, scenario.Moment{})
		return nil, &bad
	}
	w, err := newWatched(c, settingOf(s, &c), mind)
	if err != nil {
		return nil, nil // the engine rejects the run, because a job can never start under the discipline
	}
	return w, nil
}

// twice repeats the run of a case without watching it, and checks that the trace is
// the same. It also records two mean waits: that of the run, and that under first
// come, first served.
func (t *Check) twice(c *runCase) {
	if c.run.e.Err() != nil {
		return
	}
	config, err := t.policy(c.scenario)
	if err != nil {
		return
	}
	log, err := engine.Run(config)
	if err != nil || trace.Hash(log) != trace.Hash(c.run.log) {
		c.run.see(sighting{kind: Differs, at: firstDifference(log, c.run.log), job: workload.NoJob})
		return
	}
	mine, ok := meanWait(config.Jobs, log)
	if !ok {
		return
	}
	if its, ok := meanWaitUnder(firstCome(config)); ok {
		t.waits.add(c.world, mine, its)
	}
}

// firstDifference returns the moment at which two traces begin to differ. Its
// ordinal is 0, which means the first step at that time, because even the first
// event at that time may differ.
func firstDifference(a, b []trace.Event) scenario.Moment {
	for i := range min(len(a), len(b)) {
		if trace.Hash(a[:i+1]) != trace.Hash(b[:i+1]) {
			return scenario.Moment{Time: min(a[i].Time, b[i].Time)}
		}
	}
	return scenario.Moment{}
}

// firstCome returns the configuration of the same simulation with the discipline
// first come, first served, and the allocator first fit.
func firstCome(c engine.Config) engine.Config {
	for _, d := range policies.Disciplines() {
		if d.Strict {
			c.Queue = d.New(&policies.Setup{Settings: policies.Defaults()})
			break
		}
	}
	c.Order, c.Own = queue.SubmitOrder, nil
	c.Allocator = alloc.FirstFit{}
	return c
}

// meanWaitUnder simulates a configuration and returns the mean wait of its jobs in
// seconds. It returns false if the run fails or a job has not started.
func meanWaitUnder(c engine.Config) (float64, bool) {
	log, err := engine.Run(c)
	if err != nil {
		return 0, false
	}
	return meanWait(c.Jobs, log)
}

// meanWait returns the mean wait of the jobs of a run in seconds. It returns false
// if a job has not started.
func meanWait(jobs []workload.Job, log []trace.Event) (float64, bool) {
	sum, started := metrics.Waits(metrics.Outcomes(jobs, log))
	if int(started) < len(jobs) || len(jobs) == 0 {
		return 0, false
	}
	return sum.Seconds() / float64(len(jobs)), true
}
