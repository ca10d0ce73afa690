package workload

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/soaktest"
)

func mustJobs(t *testing.T, trace string, m SWFMachine) *SWFJobs {
	t.Helper()
	jobs, err := mustRead(t, trace, SWFOptions{}).Jobs(m)
	if err != nil {
		t.Fatalf("making jobs of %q: %v", trace, err)
	}
	return jobs
}

// TestJobsOfPlainRow checks that an ordinary row becomes a job of whole nodes with
// all its properties.
func TestJobsOfPlainRow(t *testing.T) {
	got := mustJobs(t, "7 2.5 3 10 5 -1 -1 4 60 2048 1 12 13 14 15 16 -1 -1\n", SWFMachine{Nodes: 100}).Jobs[0]
	want := Job{
		Request: Request{
			Number: 7, Submit: 2500, Nodes: 4, Walltime: simtime.Minute,
			User: "12", Group: "13", Queue: "15",
		},
		Runtime: 10 * simtime.Second, After: NoJob,
	}
	if got != want {
		t.Errorf("the job is\n%+v, want\n%+v", got, want)
	}
}

// TestJobsAsTasks checks that jobs ask for tasks if the machine has several cores
// per node, or if memory is taken into account.
func TestJobsAsTasks(t *testing.T) {
	row := "1 0 -1 10 4 -1 -1 4 60 2049 1 -1 -1 1 -1 1 -1 -1\n"
	for _, c := range []struct {
		m    SWFMachine
		want string
	}{
		{SWFMachine{Nodes: 4}, "nodes 4 tasks 0 per [0 0 0 0] <nil>"},
		{SWFMachine{Nodes: 3}, "nodes 4 tasks 0 per [0 0 0 0] line 1: job 1 needs 4 processors; the machine has 3"},
		{SWFMachine{}, "nodes 4 tasks 0 per [0 0 0 0] <nil>"},
		{SWFMachine{Nodes: 2, Cores: 2}, "nodes 0 tasks 4 per [1 0 0 0] <nil>"},
		{SWFMachine{Nodes: 1, Cores: 3}, "nodes 0 tasks 4 per [1 0 0 0] line 1: job 1 needs 4 processors; the machine has 3"},
		{SWFMachine{Nodes: 2, Cores: 2, Memory: 6}, "nodes 0 tasks 4 per [1 3 0 0] <nil>"},
		{SWFMachine{Nodes: 2, Cores: 2, Memory: 5}, "nodes 0 tasks 4 per [1 3 0 0] line 1: job 1 needs 4 processors with 3 MiB each; the machine has room for 2 such processors"},
		{SWFMachine{Cores: 2, Memory: 2}, "nodes 0 tasks 4 per [1 3 0 0] line 1: job 1 needs 4 processors with 3 MiB each; the machine has room for 0 such processors"},
		{SWFMachine{Nodes: 4, Memory: 3}, "nodes 0 tasks 4 per [1 3 0 0] <nil>"},
	} {
		j := mustJobs(t, row, c.m).Jobs[0]
		got := fmt.Sprintf("nodes %d tasks %d per %v %v", j.Nodes, j.Tasks, j.PerTask[:4], j.Reject)
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.m, got, c.want)
		}
		if j.Reject != nil && !errors.Is(j.Reject, ErrWorkload) {
			t.Errorf("%+v: the rejection does not wrap ErrWorkload", c.m)
		}
		if j.User != "" || j.Group != "" || j.Queue != "" {
			t.Errorf("missing names are %q %q %q", j.User, j.Group, j.Queue)
		}
	}
}

// TestJobsOverEstimate checks that a job longer than its walltime keeps its run
// time and its walltime. Its field Overrun must equal the field of SWFMachine.
func TestJobsOverEstimate(t *testing.T) {
	row := "1 0 -1 61 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"
	for _, overrun := range []bool{false, true} {
		j := mustJobs(t, "; AllowOveruse: Yes\n"+row, SWFMachine{Overrun: overrun}).Jobs[0]
		if j.Runtime != 61*simtime.Second || j.Walltime != simtime.Minute || j.Overrun != overrun {
			t.Errorf("overrun %v: %+v", overrun, j)
		}
	}
}

// TestJobsNoEstimate checks that the walltime of a job without an estimate is its
// run time (SOURCES.md SWF.1).
func TestJobsNoEstimate(t *testing.T) {
	j := mustJobs(t, "1 0 -1 61.5 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n", SWFMachine{}).Jobs[0]
	if j.Walltime != 61500 || j.Runtime != 61500 {
		t.Errorf("walltime %v, run time %v, want 61.5 both", j.Walltime, j.Runtime)
	}
}

// TestJobsOrder checks that jobs are ordered by submit time, then by position in
// the file. It also checks that a preceding job is found before and after its
// follower in the file, and that After holds the new index.
func TestJobsOrder(t *testing.T) {
	jobs := mustJobs(t, `
30 9 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 20 5
10 5 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1
20 9 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 10 0.5
40 5 -1 10 4 -1 -1 4 60 -1 1 1 1 1 1 1 30 0
`, SWFMachine{})
	var got []string
	for i, j := range jobs.Jobs {
		got = append(got, fmt.Sprintf("%d=%d@%v after %d+%v record %d", j.ID, j.Number, j.Submit, j.After, j.Think, jobs.Records[i]))
	}
	want := []string{
		"0=10@5 after -1+0 record 1",
		"1=40@5 after 2+0 record 3",
		"2=30@9 after 3+5 record 0",
		"3=20@9 after 0+0.5 record 2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("jobs are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestJobsOrderIsStable checks that jobs with the same submit time stay in file
// order.
func TestJobsOrderIsStable(t *testing.T) {
	records := make([]SWFRecord, 1000)
	for i := range records {
		records[i] = SWFRecord{Number: int64(i + 1), Submit: simtime.Duration(i * 7 % 3), Run: 1000, Procs: 1, Preceding: Missing}
	}
	jobs, err := JobsFromSWF(slices.Values(records), SWFMachine{})
	if err != nil {
		t.Fatal(err)
	}
	for id := 1; id < len(records); id++ {
		a, b := &jobs.Jobs[id-1], &jobs.Jobs[id]
		if a.Submit > b.Submit || a.Submit == b.Submit && a.Number > b.Number {
			t.Fatalf("job %d, submitted at %v, comes before job %d, submitted at %v", a.Number, a.Submit, b.Number, b.Submit)
		}
	}
}

// TestJobsMemory checks that requested memory is rounded up to whole MiB.
func TestJobsMemory(t *testing.T) {
	for kb, want := range map[string]int64{"-1": 0, "0": 0, "1": 1, "1024": 1, "1025": 2, "2048": 2} {
		j := mustJobs(t, "1 0 -1 10 4 -1 -1 4 60 "+kb+" 1 1 1 1 1 1 -1 -1", SWFMachine{Memory: 64}).Jobs[0]
		if j.PerTask[Memory] != want {
			t.Errorf("%s KB are %d MiB, want %d", kb, j.PerTask[Memory], want)
		}
	}
}

// TestJobsShareNames checks that jobs of the same user share one string.
func TestJobsShareNames(t *testing.T) {
	trace := strings.Repeat("1 0 -1 10 4 -1 -1 4 60 -1 1 123456 123456 1 123456 1 -1 -1\n", 1000)
	s := mustRead(t, trace, SWFOptions{})
	if n := testing.AllocsPerRun(10, func() { s.Jobs(SWFMachine{}) }); n > 500 {
		t.Errorf("%v allocations for 1,000 jobs of one user", n)
	}
}

// TestLinksAgainstTwin compares random traces of linked jobs with a simple model
// that follows each chain to its end.
func TestLinksAgainstTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	cyclic := 0
	for range soaktest.Rounds(3000) {
		records := make([]SWFRecord, 1+rng.IntN(8))
		for i := range records {
			r := &records[i]
			r.setNumbers(&missingRow)
			r.Line, r.Number = i+1, int64(10+rng.IntN(12)) // numbers may occur twice
			r.Run, r.Procs = simtime.Duration(rng.IntN(5)-1)*simtime.Second, int64(rng.IntN(4))
			r.Submit = simtime.Duration(rng.IntN(6)-1) * simtime.Second
			r.Think = simtime.Duration(rng.IntN(4)-1) * simtime.Second
			if rng.IntN(2) == 0 {
				r.Preceding = int64(10 + rng.IntN(12))
			}
		}
		got, err := JobsFromSWF(slices.Values(records), SWFMachine{})
		want, cycle := twinJobs(records)
		if (err != nil) != cycle {
			t.Fatalf("%+v: error %v, but a cycle is there: %v", records, err, cycle)
		}
		if cycle {
			cyclic++
			continue
		}
		for id, i := range got.Records {
			j, w := got.Jobs[id], want[i]
			after := -1
			if j.After != NoJob {
				after = int(got.Records[j.After])
			}
			if j.Reject != nil != w.rejected || !w.rejected && (after != w.after || j.Think != w.think || j.Submit != w.submit) {
				t.Fatalf("%+v\nrecord %d: %+v, want %+v", records, i, j, w)
			}
			if id > 0 && (got.Jobs[id-1].Submit > j.Submit || got.Jobs[id-1].Submit == j.Submit && got.Records[id-1] > i) {
				t.Fatalf("%+v: jobs %d and %d are out of order", records, id-1, id)
			}
		}
		if n := got.Warnings.Count(SWFRejected); n != countRejected(got.Jobs) {
			t.Fatalf("%+v: %d rejections reported, %d made", records, n, countRejected(got.Jobs))
		}
	}
	if cyclic < 100 {
		t.Errorf("only %d of 3000 random traces had a cycle: the test tests little", cyclic)
	}
}

func countRejected(jobs []Job) int {
	n := 0
	for i := range jobs {
		if jobs[i].Reject != nil {
			n++
		}
	}
	return n
}

type twinJob struct {
	after    int
	think    simtime.Duration
	submit   simtime.Time
	rejected bool
}

// twinJobs applies the rules for fields 2, 4, 5, 17 and 18 literally and slowly.
func twinJobs(records []SWFRecord) (jobs []twinJob, cycle bool) {
	first := func(number int64) int {
		return slices.IndexFunc(records, func(r SWFRecord) bool { return r.Number == number })
	}
	for i, r := range records {
		at := i
		for range len(records) + 1 {
			if at = first(records[at].Preceding); at < 0 {
				break
			}
		}
		cycle = cycle || at >= 0
		jobs = append(jobs, twinJob{-1, 0, simtime.Time(max(r.Submit, 0)), r.Run < 0 || r.Procs <= 0})
	}
	if cycle {
		return nil, true
	}
	for range records { // until nothing changes any more
		for i, r := range records {
			p := first(r.Preceding)
			alone := p < 0 || jobs[p].rejected
			jobs[i].rejected = jobs[i].rejected || alone && r.Submit < 0
		}
	}
	for i, r := range records {
		if p := first(r.Preceding); p >= 0 && !jobs[p].rejected {
			jobs[i].after, jobs[i].think = p, max(r.Think, 0)
		}
	}
	return jobs, false
}

// TestJobsFromStream checks that records can come from a stream that does not keep
// them.
func TestJobsFromStream(t *testing.T) {
	in := NewSWFReader(strings.NewReader(plainRow+"2 5 -1 10 4\n"), SWFOptions{})
	jobs, err := JobsFromSWF(in.All, SWFMachine{})
	if err != nil || in.Err() != nil || len(jobs.Jobs) != 2 || jobs.Jobs[1].Number != 2 {
		t.Errorf("%+v, %v, %v", jobs, err, in.Err())
	}
}

// TestLongChain checks that a chain of a hundred thousand jobs needs no deep
// recursion, and that a cycle of that length is described briefly.
func TestLongChain(t *testing.T) {
	records := make([]SWFRecord, 100_000)
	for i := range records {
		records[i] = SWFRecord{Line: i + 1, Number: int64(i + 1), Run: 1000, Procs: 1, Preceding: int64(i + 2), Status: 1}
	}
	records[len(records)-1].Preceding = Missing
	jobs, err := JobsFromSWF(slices.Values(records), SWFMachine{})
	if err != nil || jobs.Jobs[0].After != 1 || jobs.Jobs[99_999].After != NoJob {
		t.Errorf("a long chain: %v", err)
	}
	records[len(records)-1].Preceding = 1
	_, err = JobsFromSWF(slices.Values(records), SWFMachine{})
	if err == nil || !strings.HasPrefix(err.Error(), "line 1: job 1 waits for its own end: job 1 (line 1) follows job 2 (line 2)") || len(err.Error()) > 400 {
		t.Errorf("a long cycle: %v", err)
	}
}
