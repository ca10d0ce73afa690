package pending

import (
	"math/rand/v2"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
)

// History holds what part of their time limits past jobs used, by user. The zero value
// knows no user.
type History struct {
	users map[string][]int64 // parts in units of 1/whole, ascending
	all   []int64            // of all users
}

// whole is a time limit that was used up.
const whole = 10_000

// NewHistory returns the history of the given jobs. A job that ran longer than its time
// limit, as Slurm may allow, used all of it. Cost: O(n log n).
func NewHistory(jobs []sacct.Used) *History {
	h := &History{users: map[string][]int64{}}
	for _, j := range jobs {
		part := int64(min(j.Run*whole/max(1, j.Limit), whole))
		h.users[j.User] = append(h.users[j.User], part)
		h.all = append(h.all, part)
	}
	for _, parts := range h.users {
		slices.Sort(parts)
	}
	slices.Sort(h.all)
	return h
}

// fewest is the number of past jobs from which a user's own history is used.
const fewest = 5

// draw returns a run time of a user's job with the given time limit that has run for
// some time already: that of one of the user's past jobs that used more than this part
// of their limits. For users with little history, it is that of a job of any user.
func (h *History) draw(r *rand.Rand, user string, ran, limit simtime.Duration) simtime.Duration {
	for _, parts := range [][]int64{h.users[user], h.all} {
		longer := parts[after(parts, int64(ran*whole/max(1, limit))):]
		if len(longer) >= fewest || len(longer) > 0 && len(parts) == len(h.all) {
			part := longer[r.IntN(len(longer))]
			return max(ran+simtime.Second, limit/whole*simtime.Duration(part)+limit%whole*simtime.Duration(part)/whole)
		}
	}
	return limit
}

// after returns the number of parts up to a part.
func after(parts []int64, part int64) int {
	n, _ := slices.BinarySearch(parts, part+1)
	return n
}

// Range is a distribution of a job's start, if jobs end as they usually do.
type Range struct {
	Early, Median, Late simtime.Duration // 10, 50 and 90 % of the starts are not later; Never if the job does not start
	Draws               int              // number of simulations
	Rough               bool             // as in Start, of any of them
}

// Limits on the simulations for a Range.
const (
	maxDraws  = 20
	minDraws  = 10      // for long ones:
	drawSteps = 300_000 // events of all simulations after which minDraws are enough
)

// Range returns when a job would start if each job used the part of its time limit that
// a past job of its user used, drawn at random, the same way each time. It returns false
// if the history knows no job, or if something else than nodes and priority keeps the
// job. Errors are those of Answer. Cost: that of 10 to 20 simulations.
func (c *LiveQueue) Range(id string, h *History) (Range, bool, error) {
	job, obstacle, err := c.find(id)
	if err != nil || obstacle.Code != NoClause || h == nil || len(h.all) == 0 {
		return Range{}, false, err
	}
	var starts []simtime.Duration
	r, steps := Range{}, 0
	for i := 0; i < maxDraws && (i < minDraws || steps < drawSteps); i++ {
		t, err := c.try(job, func(jobs []workload.Job) { c.draw(jobs, h, uint64(i)) }, nil)
		if err != nil {
			return Range{}, false, err
		}
		t.effort.work /= 10
		t.run()
		starts = append(starts, t.starts[0].After)
		r.Rough = r.Rough || t.starts[0].Rough
		steps += t.steps
	}
	slices.Sort(starts)
	at := func(percent int) simtime.Duration { return starts[(len(starts)*percent+99)/100-1] }
	r.Early, r.Median, r.Late, r.Draws = at(10), at(50), at(90), len(starts)
	return r, true, nil
}

// draw draws the run times of all jobs.
func (c *LiveQueue) draw(jobs []workload.Job, h *History, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0x72616e6765)) // "range" in ASCII, so that this random stream is not used for anything else
	for i := range jobs {
		j := &jobs[i]
		if j.Walltime < forever*simtime.Second { // else a part of its limit tells nothing
			ran := c.ran[j.ID]
			j.Runtime = h.draw(r, j.User, ran, ran+j.Walltime) - ran
		}
	}
}
