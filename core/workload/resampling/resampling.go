// Package resampling makes further traces out of one. A trace is a single sample
// of a workload, so the difference between two schedulers on it may be due to
// chance. [Draw] divides the jobs of the trace into blocks, draws blocks with
// replacement, and assembles them into a trace of the same length. The
// schedulers are then simulated on many such resamples; how much their figures
// vary shows how well one trace determines them (experiment.FromResamples).
//
// A block is a week, a day, or all jobs of a user ([Blocks]). Blocks are moved by
// whole weeks only, so daily and weekly cycles stay as they are:
//
//	pool, err := resampling.PoolOf(jobs, resampling.Weeks) // is the trace long enough?
//	for n := range 20 {
//		again, from, err := resampling.Draw(jobs, resampling.Weeks, int64(n))
//		…
//	}
//
// Source: Zakay and Feitelson 2014; SOURCES.md STAT.5.
package resampling

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Blocks is a kind of blocks into which a trace is divided.
type Blocks uint8

// The kinds of blocks. The last week or day of a trace counts if at most a seventh
// of it is missing; jobs after the last whole block are left out.
const (
	None  Blocks = iota // the trace stays as it is
	Weeks               // each week of the resample is any week of the trace
	Days                // each day of the resample is any day of the trace that is the same day of the week
	// Users divides the trace by users. A resample draws as many users as the trace
	// has, and moves the jobs of each drawn user by a random number of whole weeks.
	// Jobs that would move beyond the end wrap around to the beginning. Long-term
	// users, who submit jobs over more than half of the weeks, replace long-term
	// users, and temporary users replace temporary users. All copies of a user have
	// the same name, so fair sharing counts them as one user.
	Users
)

// Names lists the names of the kinds of blocks, from Weeks on.
var Names = []string{"weeks", "days", "users"}

// String returns the name of the kind, or "" for None.
func (b Blocks) String() string {
	if b == None {
		return ""
	}
	return Names[b-1]
}

// Named returns the kind with the given name, or None if there is no such kind.
func Named(name string) Blocks { return Blocks(slices.Index(Names, name) + 1) }

// Limits on traces that can be resampled. With fewer blocks, resamples say little
// about what other weeks would have been like.
const (
	MinWeeks     = 4  // for blocks of weeks
	MinDays      = 14 // for blocks of days, so that each day of the week can be replaced by another one
	MinUsers     = 8  // for blocks of users
	MinUserWeeks = 2  // for blocks of users, which are moved by weeks
)

// tooShort returns the error for a trace that has fewer blocks than needed. The
// parameter what names these blocks.
func (b Blocks) tooShort(what string, has, need int) error {
	fix := "use a longer trace"
	switch {
	case b == Weeks:
		fix = "use days, or a longer trace"
	case what == "users":
		fix = "use weeks or days"
	}
	return fmt.Errorf("resampling by %s needs at least %d %s, and the trace has %d; %s", b, need, what, has, fix)
}

// Usual returns the kind of blocks that suits a trace whose submissions span the
// given time: weeks if there are enough of them, otherwise days, and None if the
// trace is too short for both.
func Usual(span simtime.Duration) Blocks {
	switch {
	case wholesIn(span, week) >= MinWeeks:
		return Weeks
	case wholesIn(span, simtime.Day) >= MinDays:
		return Days
	}
	return None
}

// Pool describes the blocks of a trace from which resamples are drawn.
type Pool struct {
	Blocks  Blocks
	Number  int // number of blocks
	Groups  int // groups within which blocks replace each other: 7 for days, and up to 2 for users
	Freedom int // degrees of freedom of the variance between resamples: blocks minus groups; for users, see PoolOf
}

// PoolOf returns the blocks of a trace. The jobs must be sorted by submit time. It
// returns an error if the trace is too short, or has too few users. Cost: O(jobs).
//
// A few users often submit most of the work. The degrees of freedom therefore depend on
// an effective number of users: so many users with equal work, in nodes times run
// time, would make the total work vary as much.
func PoolOf(jobs []workload.Job, by Blocks) (Pool, error) {
	p := Pool{Blocks: by, Groups: 1}
	need, what := MinWeeks, "whole weeks"
	switch by {
	case None:
		return Pool{}, nil
	case Weeks:
		p.Number = wholes(jobs, week)
	case Days:
		p.Number, p.Groups = wholes(jobs, simtime.Day), 7
		need, what = MinDays, "whole days"
	default:
		weeks := wholes(jobs, week)
		s := byUser(jobs, weeks)
		p.Number, p.Groups = len(s.jobs), s.groups()
		p.Freedom = max(1, s.even(jobs)-p.Groups)
		need, what = MinUsers, "users"
		if p.Number >= MinUsers && weeks < MinUserWeeks {
			return p, by.tooShort("whole weeks", weeks, MinUserWeeks)
		}
	}
	if p.Number < need {
		return p, by.tooShort(what, p.Number, need)
	}
	if by != Users {
		p.Freedom = p.Number - p.Groups
	}
	return p, nil
}

const week = 7 * simtime.Day

// wholes returns the number of whole blocks of the given length in a trace.
func wholes(jobs []workload.Job, length simtime.Duration) int {
	if len(jobs) == 0 {
		return 0
	}
	return wholesIn(jobs[len(jobs)-1].Submit.Sub(jobs[0].Submit), length)
}

func wholesIn(span, length simtime.Duration) int { return int((span + length/7) / length) }

// Draw returns a resample of a trace. The jobs must be sorted by submit time, and the
// index of each must be its JobID; Draw does not change them. The jobs of the
// resample are sorted likewise and are numbered from 1. The second result contains,
// for each of them, the job of the trace of which it is a copy.
//
// A job that follows another one (Job.After) follows the copy of that job in the same
// block. If that block does not contain it, or if only one of the two wrapped around
// when their user was moved, the job is submitted at its own time. The draws depend
// on the seed alone. The error is that of PoolOf. Cost: O(jobs), and for users O(jobs
// · log jobs).
func Draw(jobs []workload.Job, by Blocks, seed int64) ([]workload.Job, []workload.JobID, error) {
	if _, err := PoolOf(jobs, by); err != nil {
		return nil, nil, err
	}
	d := drawing{jobs: jobs}
	d.random.Seed(uint64(seed), 0x726573616d706c65+uint64(by))
	switch by {
	case None:
		return slices.Clone(jobs), identity(len(jobs)), nil
	case Weeks:
		d.periods(week, 1)
	case Days:
		d.periods(simtime.Day, 7)
	default:
		d.users()
	}
	return d.out, d.from, nil
}

func identity(n int) []workload.JobID {
	ids := make([]workload.JobID, n)
	for i := range ids {
		ids[i] = workload.JobID(i)
	}
	return ids
}

// drawing is a resample under construction.
type drawing struct {
	jobs   []workload.Job
	out    []workload.Job
	from   []workload.JobID
	random rand.PCG
}

// below returns a uniform draw from 0 to n-1. It is written out because the methods
// of rand.Rand may draw differently in another version of Go.
func (d *drawing) below(n int) int {
	hi, _ := bits.Mul64(d.random.Uint64(), uint64(n))
	return int(hi)
}

// add appends a copy of a job, moved by the given time. The copy follows the job
// after, which is NoJob if it follows none.
func (d *drawing) add(id workload.JobID, by simtime.Duration, after workload.JobID) {
	j := d.jobs[id]
	j.ID = workload.JobID(len(d.out))
	j.Number = int64(j.ID) + 1
	j.Submit = j.Submit.Add(by)
	if j.After = after; after == workload.NoJob {
		j.Think = 0
	}
	d.out = append(d.out, j)
	d.from = append(d.from, id)
}

// periods makes a resample of periods of time. Each period is replaced by one with the
// same position in the cycle, which has the given number of periods.
func (d *drawing) periods(length simtime.Duration, cycle int) {
	n := wholes(d.jobs, length)
	first := make([]int, n+1) // index of the first job of each period
	start := d.jobs[0].Submit
	for at, i := 0, 0; at <= n; at++ {
		end := start.Add(simtime.Duration(at) * length)
		for i < len(d.jobs) && d.jobs[i].Submit < end {
			i++
		}
		first[at] = i
	}
	d.out = make([]workload.Job, 0, len(d.jobs))
	d.from = make([]workload.JobID, 0, len(d.jobs))
	for at := range n {
		place := at % cycle
		drawn := place + cycle*d.below((n-1-place)/cycle+1)
		base, low, high := len(d.out), first[drawn], first[drawn+1]
		for i := low; i < high; i++ {
			after := d.jobs[i].After
			if int(after) >= low && int(after) < high {
				after += workload.JobID(base - low)
			} else {
				after = workload.NoJob
			}
			d.add(workload.JobID(i), simtime.Duration(at-drawn)*length, after)
		}
	}
}

// users holds the jobs in the whole weeks of a trace, by user.
type users struct {
	weeks int
	jobs  [][]workload.JobID // by user: the jobs, in ascending order
	long  []bool             // by user: whether it is a long-term user
	of    []int32            // for each job, the index of its user; -1 for jobs after the last whole week
	place []int32            // for each job, its index among the jobs of its user
}

// byUser divides the jobs by user.
func byUser(jobs []workload.Job, weeks int) users {
	s := users{weeks: weeks, of: make([]int32, len(jobs)), place: make([]int32, len(jobs))}
	known := map[string]int32{}
	for i := range jobs {
		j := &jobs[i]
		if s.of[i] = -1; weekOf(jobs, i) >= weeks {
			continue
		}
		u, seen := known[j.User]
		if !seen {
			u = int32(len(s.jobs))
			known[j.User] = u
			s.jobs = append(s.jobs, nil)
		}
		s.of[i], s.place[i] = u, int32(len(s.jobs[u]))
		s.jobs[u] = append(s.jobs[u], workload.JobID(i))
	}
	for _, own := range s.jobs {
		span := weekOf(jobs, int(own[len(own)-1])) - weekOf(jobs, int(own[0])) + 1
		s.long = append(s.long, 2*span > weeks)
	}
	return s
}

func weekOf(jobs []workload.Job, i int) int {
	return int(jobs[i].Submit.Sub(jobs[0].Submit) / week)
}

// groups returns 2 if there are both long-term and temporary users, otherwise 1.
func (s *users) groups() int {
	for _, long := range s.long {
		if long != s.long[0] {
			return 2
		}
	}
	return 1
}

// even returns the effective number of users, rounded down: so many users with equal
// work would make the total work vary as much as these users do.
func (s *users) even(jobs []workload.Job) int {
	sum, squares := 0.0, 0.0
	for _, own := range s.jobs {
		work := 0.0
		for _, id := range own {
			work += float64(float64(jobs[id].Size()) * float64(jobs[id].Runtime))
		}
		sum += work
		squares += float64(work * work)
	}
	if squares == 0 {
		return 0
	}
	return int(sum * sum / squares)
}

// users makes a resample of users.
func (d *drawing) users() {
	s := byUser(d.jobs, wholes(d.jobs, week))
	// A copy of a job is identified by its index in the order of the draws.
	var copies []workload.JobID // by copy: the job
	var draws, moved []int32    // by copy: the draw, and the weeks by which it is moved
	var begin []int32           // by draw: the index of its first copy
	for _, long := range []bool{true, false} {
		var class []int32
		for u := range s.jobs {
			if s.long[u] == long {
				class = append(class, int32(u))
			}
		}
		for range class {
			u, by := class[d.below(len(class))], d.below(s.weeks)
			begin = append(begin, int32(len(copies)))
			for _, id := range s.jobs[u] {
				weeks := by
				if weekOf(d.jobs, int(id))+by >= s.weeks {
					weeks -= s.weeks
				}
				copies, draws, moved = append(copies, id), append(draws, int32(len(begin)-1)), append(moved, int32(weeks))
			}
		}
	}
	submit := func(i int32) simtime.Time { return d.jobs[copies[i]].Submit.Add(simtime.Duration(moved[i]) * week) }
	order := make([]int32, len(copies))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(submit(a), submit(b)), cmp.Compare(a, b)) })
	ids := make([]workload.JobID, len(copies)) // by copy
	for id, i := range order {
		ids[i] = workload.JobID(id)
	}
	for _, i := range order {
		after := d.jobs[copies[i]].After
		if after != workload.NoJob && s.of[after] == s.of[copies[i]] && moved[begin[draws[i]]+s.place[after]] == moved[i] {
			after = ids[begin[draws[i]]+s.place[after]]
		} else {
			after = workload.NoJob
		}
		d.add(copies[i], simtime.Duration(moved[i])*week, after)
	}
}
