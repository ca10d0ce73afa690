package slurmsched_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// twinDeadlines is the part of the twin that concerns deadlines, made from Slurm's
// deadline_ok and from where the schedulers call it.
type twinDeadlines struct {
	planned simtime.Time // the last run of the backfill scheduler, or -1

	dropped, byMain, unreached int

	shortened, left int // jobs that the backfill scheduler started with their least walltime, and those that started with the time until their deadline
}

// shortens reports whether the backfill scheduler plans a job with its least walltime.
func (t *twin) shortens(id int) bool {
	j := &t.jobs[id]
	return j.TimeMin > 0 && j.TimeMin < j.Walltime && !(t.conf.Deadlines && j.Deadline > 0)
}

// fitsLess reports whether the next run of the backfill scheduler may start a job that
// limits hold as long as it has its whole walltime.
func (t *twin) fitsLess() bool {
	return t.news && !t.conf.Backfill.Off && slices.ContainsFunc(t.waiting, t.shortens)
}

// leftTime gives a job that starts, and may be shortened, what is left until its deadline.
// Slurm counts whole minutes.
func (t *twin) leftTime(id int) {
	j := &t.jobs[id]
	if j.TimeMin == 0 || !t.conf.Deadlines || j.Deadline == 0 {
		return
	}
	minutes := int64(j.Deadline-t.now) / 60_000
	if left := max(j.TimeMin, simtime.Duration(minutes*60_000)); left < j.Walltime {
		j.Walltime = left
		t.left++
	}
}

// late reports whether a job could no longer end by its deadline. Slurm counts whole
// seconds.
func (t *twin) late(id int, at simtime.Time) bool {
	j := &t.jobs[id]
	return t.conf.Deadlines && j.Deadline > 0 && at-at%1000+simtime.Time(least(j)) > j.Deadline
}

// least returns the least walltime that a job may get.
func least(j *workload.Job) simtime.Duration {
	if j.TimeMin > 0 {
		return j.TimeMin
	}
	return j.Walltime
}

// remove takes a late job out of the queue.
func (t *twin) remove(id int) {
	t.waiting = slices.DeleteFunc(t.waiting, func(other int) bool { return other == id })
	delete(t.began, id)
	t.starts = append(t.starts, describeLate(t.jobs[id].Number, t.now))
	t.news = true
	t.dropped++
}

// describeLate writes the removal of a late job as a line.
func describeLate(number int64, at simtime.Time) string {
	return fmt.Sprintf("job %d is too late at %v", number, at)
}

// nextLate returns the next second in which a waiting job becomes late.
func (t *twin) nextLate() simtime.Time {
	next := simtime.Never
	for _, id := range t.waiting {
		if d := t.jobs[id].Deadline; t.conf.Deadlines && d > 0 && !t.late(id, t.now) {
			next = min(next, (d-simtime.Time(least(&t.jobs[id])))/1000*1000+1000)
		}
	}
	return next
}

// noteLate makes the backfill scheduler run again for a job that has become late since
// its last run, and reports whether there is one.
func (t *twin) noteLate() (some bool) {
	for _, id := range t.waiting {
		if t.late(id, t.now) && (t.planned < 0 || !t.late(id, t.planned)) {
			t.unreached++
			some = true
		}
	}
	t.news = t.news || some
	return some && !t.conf.Backfill.Off
}

// addDeadlines gives half of the jobs deadlines, few of which are comfortable.
func addDeadlines(c *engine.Config, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0xdead))
	p := c.Queue.(slurmsched.SlurmPolicy)
	p.Config.Deadlines = true
	c.Queue = p
	for i := range c.Jobs {
		if j := &c.Jobs[i]; r.IntN(2) == 0 {
			j.Deadline = max(1, j.Submit.Add(j.Walltime+simtime.Duration(r.IntN(400)-20)*simtime.Second+pick[simtime.Duration](r, 0, 0, 250)))
		}
	}
}

// addTimeMin gives two thirds of the jobs a least walltime.
func addTimeMin(c *engine.Config, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0x71e))
	for i := range c.Jobs {
		if j := &c.Jobs[i]; r.IntN(3) > 0 && j.Walltime > 1 {
			j.TimeMin = 1 + simtime.Duration(r.Int64N(int64(j.Walltime)))
		}
	}
}

// TestTimeMinTwin compares random runs whose jobs may be shortened.
func TestTimeMinTwin(t *testing.T) {
	for name, base := range map[string]func(uint64) (engine.Config, []int64){
		"plain": randomCase,
		"limits": func(seed uint64) (engine.Config, []int64) {
			c, x := randomLimitCase(t, seed)
			return c, x.cores
		},
		"deadlines": func(seed uint64) (engine.Config, []int64) {
			c, cores := randomCase(seed)
			addDeadlines(&c, seed)
			return c, cores
		},
	} {
		t.Run(name, func(t *testing.T) {
			cases, differ, shortened, left := 0, 0, 0, 0
			for seed := range soaktest.Seeds(2_000) {
				c, cores := base(seed)
				addTimeMin(&c, seed)
				log, x := runBoth(t, seed, c, cores)
				if x == nil {
					continue
				}
				cases++
				shortened, left = shortened+x.shortened, left+x.left
				if x.limited() {
					log = slices.DeleteFunc(log, func(e trace.Event) bool { return e.Time > c.Jobs[len(c.Jobs)-1].Submit.Add(afterLast) })
					x.starts = x.starts[:x.before]
				}
				if diff := difference(linesOf(&c, log), x.starts); diff != "" {
					if differ++; differ < 10 {
						t.Errorf("seed %d: %s", seed, diff)
					}
				}
			}
			t.Logf("%d cases, %d jobs started with their least walltime, %d with the time until their deadline", cases, shortened, left)
			if differ > 0 {
				t.Errorf("%d cases differ", differ)
			}
			if shortened < cases/20 || name == "deadlines" && left == 0 {
				t.Error("too few cases of one kind")
			}
		})
	}
}

// TestDeadlineTwin compares random runs whose jobs have deadlines.
func TestDeadlineTwin(t *testing.T) {
	for name, base := range map[string]func(uint64) (engine.Config, []int64){
		"plain": randomCase, "preemption": preemptionCase,
		"limits": func(seed uint64) (engine.Config, []int64) {
			c, x := randomLimitCase(t, seed)
			return c, x.cores
		},
	} {
		t.Run(name, func(t *testing.T) { compareDeadlines(t, base) })
	}
}

func compareDeadlines(t *testing.T, base func(uint64) (engine.Config, []int64)) {
	cases, differ, sum := 0, 0, twinDeadlines{}
	for seed := range soaktest.Seeds(2_000) {
		c, cores := base(seed)
		addDeadlines(&c, seed)
		log, x := runBoth(t, seed, c, cores)
		if x == nil {
			continue
		}
		cases++
		sum.dropped, sum.byMain, sum.unreached = sum.dropped+x.dropped, sum.byMain+x.byMain, sum.unreached+x.unreached
		if x.limited() {
			log = slices.DeleteFunc(log, func(e trace.Event) bool { return e.Time > c.Jobs[len(c.Jobs)-1].Submit.Add(afterLast) })
			x.starts = x.starts[:x.before]
		}
		if diff := difference(linesOf(&c, log), x.starts); diff != "" {
			if differ++; differ < 10 {
				t.Errorf("seed %d: %s", seed, diff)
			}
		}
	}
	t.Logf("%d cases, %d jobs removed, %d of them by the main scheduler; %d times a late job was not reached", cases, sum.dropped, sum.byMain, sum.unreached)
	if differ > 0 {
		t.Errorf("%d cases differ", differ)
	}
	if min(sum.byMain, sum.dropped-sum.byMain, sum.unreached) < cases/20 {
		t.Error("too few cases of one kind")
	}
}

// TestDeadlineContract checks random runs with deadlines against the contract of
// disciplines.
func TestDeadlineContract(t *testing.T) {
	for seed := range soaktest.Seeds(400) {
		c, _ := randomCase(seed)
		addDeadlines(&c, seed)
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
