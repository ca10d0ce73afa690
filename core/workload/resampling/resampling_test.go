package resampling_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/workload"
	"hopyard/core/workload/resampling"
)

const week = 7 * simtime.Day

// trace returns a random trace of about the given number of days.
func trace(r *rand.Rand, days, users int) []workload.Job {
	var jobs []workload.Job
	at := simtime.Time(r.Int64N(int64(simtime.Day)))
	for end := at.Add(simtime.Duration(days) * simtime.Day); at < end; at = at.Add(simtime.Duration(r.Int64N(int64(simtime.Day / 2)))) {
		id := workload.JobID(len(jobs))
		j := workload.Job{Request: workload.Request{ID: id, Number: int64(100 + id), Submit: at, Nodes: 1 + r.Int32N(4), User: fmt.Sprint(r.IntN(users))},
			Runtime: simtime.Duration(r.Int64N(1000)), After: workload.NoJob}
		if id > 0 && r.IntN(3) == 0 {
			j.After, j.Think = workload.JobID(r.IntN(int(id))), 5*simtime.Second
		}
		if id > 0 && r.IntN(40) == 0 {
			j.After = min(id+1, workload.JobID(r.IntN(int(id)+1)+1)) // traces may name a later job
			if j.After == id {
				j.After = workload.NoJob
			}
		}
		jobs = append(jobs, j)
	}
	for i := range jobs {
		if int(jobs[i].After) >= len(jobs) {
			jobs[i].After, jobs[i].Think = workload.NoJob, 0
		}
	}
	return jobs
}

// TestTwin compares Draw with versions that follow its description step by step.
func TestTwin(t *testing.T) {
	for seed := range soaktest.Seeds(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		jobs := trace(r, 14+r.IntN(40), 8+r.IntN(20))
		before := slices.Clone(jobs)
		for _, by := range []resampling.Blocks{resampling.None, resampling.Weeks, resampling.Days, resampling.Users} {
			out, from, err := resampling.Draw(jobs, by, int64(seed))
			if _, short := resampling.PoolOf(jobs, by); short != nil && err != nil {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			want := twin(jobs, by, int64(seed))
			for i := range out {
				if i >= len(want) || !reflect.DeepEqual(out[i], want[i].Job) || from[i] != want[i].from {
					t.Fatalf("seed %d, %v: job %d of %d is\n%+v, not\n%+v", seed, by, i, len(want), out[i], want[min(i, len(want)-1)])
				}
			}
			if len(out) != len(want) {
				t.Fatalf("seed %d, %v: %d jobs, not %d", seed, by, len(out), len(want))
			}
		}
		if !reflect.DeepEqual(jobs, before) {
			t.Fatalf("seed %d: Draw changed the trace", seed)
		}
	}
}

// twinJob is a job of a resample, with what identifies it before it has its number.
type twinJob struct {
	workload.Job
	from workload.JobID
	part string // block and shift: a job follows another one only within the same
}

// twin makes a resample like Draw, but takes the trace apart job by job.
func twin(jobs []workload.Job, by resampling.Blocks, seed int64) []twinJob {
	source := rand.NewPCG(uint64(seed), 0x726573616d706c65+uint64(by))
	draw := func(n int) int { // draws from 0 to n-1, as the upper half of a product of 128 bits
		x, m := source.Uint64(), uint64(n)
		low := x & 0xffffffff * m
		return int((x>>32*m + low>>32) >> 32)
	}
	offset := func(id int) simtime.Duration { return jobs[id].Submit.Sub(jobs[0].Submit) }
	count := func(length simtime.Duration) int {
		n := 0
		for offset(len(jobs)-1) >= simtime.Duration(n+1)*length-length/7 {
			n++
		}
		return n
	}
	var out []twinJob
	put := func(id int, moved simtime.Duration, part string) {
		j := jobs[id]
		j.Submit = j.Submit.Add(moved)
		out = append(out, twinJob{j, workload.JobID(id), part})
	}
	switch by {
	case resampling.None:
		for id := range jobs {
			out = append(out, twinJob{jobs[id], workload.JobID(id), ""})
		}
		return out
	case resampling.Weeks, resampling.Days:
		length, n := week, count(week)
		if by == resampling.Days {
			length, n = simtime.Day, count(simtime.Day)
		}
		for slot := range n {
			var may []int // blocks that may come here
			for block := range n {
				if by == resampling.Weeks || block%7 == slot%7 {
					may = append(may, block)
				}
			}
			block := may[draw(len(may))]
			for id := range jobs {
				if offset(id)/length == simtime.Duration(block) {
					put(id, simtime.Duration(slot-block)*length, fmt.Sprint(slot))
				}
			}
		}
	case resampling.Users:
		n := count(week)
		end := simtime.Duration(n) * week
		active := map[string][2]simtime.Duration{} // by user: first and last week
		var names []string
		for id := range jobs {
			if w := offset(id) / week; offset(id) < end {
				if _, known := active[jobs[id].User]; !known {
					names = append(names, jobs[id].User)
					active[jobs[id].User] = [2]simtime.Duration{w, w}
				}
				active[jobs[id].User] = [2]simtime.Duration{active[jobs[id].User][0], w}
			}
		}
		number := 0
		for _, long := range []bool{true, false} {
			class := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
				x := active[name]
				return (float64(x[1]-x[0]+1) > float64(n)/2) != long
			})
			for range class {
				name, shift := class[draw(len(class))], simtime.Duration(draw(n))*week
				number++
				for id := range jobs {
					if jobs[id].User != name || offset(id) >= end {
						continue
					}
					moved := shift
					if offset(id)+shift >= end {
						moved -= end
					}
					put(id, moved, fmt.Sprint(number, moved))
				}
			}
		}
		slices.SortStableFunc(out, func(a, b twinJob) int { return int(a.Submit - b.Submit) })
	}
	for i := range out {
		j := &out[i].Job
		j.ID, j.Number = workload.JobID(i), int64(i)+1
		before := j.After
		j.After = workload.NoJob
		for k := range out {
			if before != workload.NoJob && out[k].from == before && out[k].part == out[i].part {
				j.After = workload.JobID(k)
			}
		}
		if j.After == workload.NoJob {
			j.Think = 0
		}
	}
	return out
}

// TestCyclesStay checks that each copy is submitted at the time of the week of its
// original, and that days and weeks keep all their jobs.
func TestCyclesStay(t *testing.T) {
	jobs := trace(rand.New(rand.NewPCG(1, 1)), 60, 20)
	for _, by := range []resampling.Blocks{resampling.Weeks, resampling.Days, resampling.Users} {
		out, from, err := resampling.Draw(jobs, by, 7)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(out, func(a, b workload.Job) int { return int(a.Submit - b.Submit) }) {
			t.Errorf("%v: not sorted", by)
		}
		for i := range out {
			if moved := out[i].Submit.Sub(jobs[from[i]].Submit); moved%week != 0 || out[i].Runtime != jobs[from[i]].Runtime || out[i].User != jobs[from[i]].User {
				t.Fatalf("%v: job %d of %v is a copy of %v", by, i, out[i], jobs[from[i]])
			}
		}
	}
}

// TestSeedsStay holds the draws to their permanent values: results of earlier
// versions must be repeatable.
func TestSeedsStay(t *testing.T) {
	var jobs []workload.Job
	for i := range 5 * 7 * 4 { // five weeks, four jobs a day
		jobs = append(jobs, workload.Job{Request: workload.Request{ID: workload.JobID(i), Submit: simtime.Time(i) * simtime.Time(6*simtime.Hour), User: fmt.Sprint(i % 9)}, After: workload.NoJob})
	}
	for by, want := range map[resampling.Blocks]string{
		resampling.Weeks: weeksDrawn,
		resampling.Days:  daysDrawn,
		resampling.Users: usersDrawn,
	} {
		_, from, err := resampling.Draw(jobs, by, 3)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for i := 0; i < len(from); i += map[resampling.Blocks]int{resampling.Weeks: 28, resampling.Days: 4, resampling.Users: 20}[by] {
			fmt.Fprint(&got, from[i], " ")
		}
		if strings.TrimSpace(got.String()) != want {
			t.Errorf("%v: every n-th job is a copy of\n%s, not\n%s", by, got.String(), want)
		}
	}
}

const (
	weeksDrawn = "56 28 28 56 28"
	daysDrawn  = "28 88 120 40 100 132 24 56 4 36 68 16 104 80 56 32 92 96 100 76 24 112 60 120 96 128 132 80 0 32 36 40 100 20"
	usersDrawn = "84 106 41 89 80 100 122"
)

// TestShortTraces checks which traces are refused, and what is said.
func TestShortTraces(t *testing.T) {
	none := []workload.Job{}
	at := func(days float64, users int) []workload.Job {
		var jobs []workload.Job
		for i := range 2 * users {
			jobs = append(jobs, workload.Job{Request: workload.Request{ID: workload.JobID(i), User: fmt.Sprint(i % users), Nodes: 1}, Runtime: 1000, After: workload.NoJob})
		}
		jobs[len(jobs)-1].Submit = simtime.Time(days * float64(simtime.Day))
		return jobs
	}
	for _, c := range []struct {
		jobs  []workload.Job
		by    resampling.Blocks
		want  string // error; "" if there is none
		usual resampling.Blocks
	}{
		{none, resampling.Weeks, "resampling by weeks needs at least 4 whole weeks, and the trace has 0; use days, or a longer trace", resampling.None},
		{none, resampling.Users, "resampling by users needs at least 8 users, and the trace has 0; use weeks or days", resampling.None},
		{at(26.9, 9), resampling.Weeks, "resampling by weeks needs at least 4 whole weeks, and the trace has 3; use days, or a longer trace", resampling.Days},
		{at(27, 9), resampling.Weeks, "", resampling.Weeks},
		{at(13.8, 9), resampling.Days, "resampling by days needs at least 14 whole days, and the trace has 13; use a longer trace", resampling.None},
		{at(13.9, 9), resampling.Days, "", resampling.Days},
		{at(30, 7), resampling.Users, "resampling by users needs at least 8 users, and the trace has 7; use weeks or days", resampling.Weeks},
		{at(9, 9), resampling.Users, "resampling by users needs at least 2 whole weeks, and the trace has 1; use a longer trace", resampling.None},
		{at(30, 9), resampling.Users, "", resampling.Weeks},
	} {
		_, err := resampling.PoolOf(c.jobs, c.by)
		_, _, drawn := resampling.Draw(c.jobs, c.by, 1)
		for _, err := range []error{err, drawn} {
			if got := fmt.Sprint(err); got != c.want && !(err == nil && c.want == "") {
				t.Errorf("%v of %d jobs: %s, not %s", c.by, len(c.jobs), got, c.want)
			}
		}
		span := simtime.Duration(0)
		if n := len(c.jobs); n > 0 {
			span = c.jobs[n-1].Submit.Sub(c.jobs[0].Submit)
		}
		if got := resampling.Usual(span); got != c.usual {
			t.Errorf("%d jobs: usually %v, not %v", len(c.jobs), got, c.usual)
		}
	}
}

// TestPool checks the degrees of freedom: users count by their work.
func TestPool(t *testing.T) {
	var jobs []workload.Job
	for i := range 10 * 28 {
		j := workload.Job{Request: workload.Request{ID: workload.JobID(i), Submit: simtime.Time(i/10) * simtime.Time(simtime.Day), User: fmt.Sprint(i % 10), Nodes: 1}, Runtime: simtime.Minute, After: workload.NoJob}
		if i%10 == 0 {
			j.Nodes = 1000
		}
		jobs = append(jobs, j)
	}
	for by, want := range map[resampling.Blocks]resampling.Pool{
		resampling.Weeks: {resampling.Weeks, 4, 1, 3},
		resampling.Days:  {resampling.Days, 27, 7, 20},
		resampling.Users: {resampling.Users, 10, 1, 1},
	} {
		if got, err := resampling.PoolOf(jobs, by); err != nil || got != want {
			t.Errorf("%+v, %v instead of %+v", got, err, want)
		}
	}
	for i := range jobs {
		jobs[i].Nodes = 3
	}
	if got, _ := resampling.PoolOf(jobs, resampling.Users); got.Freedom != 9 {
		t.Errorf("ten equal users have %d degrees of freedom", got.Freedom)
	}
}

func TestNames(t *testing.T) {
	for i, name := range resampling.Names {
		if b := resampling.Named(name); b != resampling.Blocks(i+1) || b.String() != name {
			t.Errorf("%s is %d", name, b)
		}
	}
	if resampling.Named("months") != resampling.None || resampling.Named("") != resampling.None || resampling.None.String() != "" {
		t.Error("an unknown name is a kind of blocks")
	}
}

func BenchmarkDraw(b *testing.B) {
	jobs := trace(rand.New(rand.NewPCG(1, 1)), 7000, 200)
	for by := resampling.Weeks; by <= resampling.Users; by++ {
		b.Run(by.String(), func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				if _, _, err := resampling.Draw(jobs, by, int64(n)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(jobs)), "ns/job")
		})
	}
}
