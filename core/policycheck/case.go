package policycheck

import (
	"hopyard/core/alloc"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// stride is how many steps of a run are looked at in one step of a trial.
const stride = 6

// runCase runs one workload and looks at it, then runs it again, and under first
// come, first served.
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

// begin makes the run. A workload that the policy cannot be asked about is none.
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

// watch begins a run of a scenario, to be looked at for kinds, as bits. The
// sighting is that of a policy with which none can begin.
func (t *Check) watch(s *scenario.Scenario, mind int) (*watched, *sighting) {
	c, err := t.policy(s)
	if err != nil {
		bad := failure(err, scenario.Moment{})
		return nil, &bad
	}
	w, err := newWatched(c, settingOf(s, &c), mind)
	if err != nil {
		return nil, nil // a job that is impossible under a discipline
	}
	return w, nil
}

// twice makes the run of a case once more, without looking, and compares.
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
		c.run.see(sighting{kind: Differs, at: parting(log, c.run.log), job: workload.NoJob})
		return
	}
	mine, ok := meanWait(log, len(config.Jobs))
	if !ok {
		return
	}
	if log, err = engine.Run(firstCome(config)); err != nil {
		return
	}
	if its, ok := meanWait(log, len(config.Jobs)); ok {
		t.waits.add(c.world, mine, its)
	}
}

// parting is the moment from which on two traces differ. Its ordinal is the first:
// what comes first at an instant may be what differs.
func parting(a, b []trace.Event) scenario.Moment {
	for i := range min(len(a), len(b)) {
		if trace.Hash(a[:i+1]) != trace.Hash(b[:i+1]) {
			return scenario.Moment{Time: min(a[i].Time, b[i].Time)}
		}
	}
	return scenario.Moment{}
}

// firstCome is the same simulation under first come, first served.
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

// meanWait is the mean wait of the jobs of a run in seconds; false if one has not
// started.
func meanWait(log []trace.Event, jobs int) (float64, bool) {
	sum, started := simtime.Duration(0), 0
	came := make([]simtime.Time, jobs)
	for i := range log {
		switch x := &log[i]; x.Kind {
		case trace.Submit:
			came[x.Job] = x.Time
		case trace.Start:
			sum += x.Time.Sub(came[x.Job])
			started++
		}
	}
	if started < jobs || jobs == 0 {
		return 0, false
	}
	return sum.Seconds() / float64(jobs), true
}
