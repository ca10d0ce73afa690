package pending

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
)

// small returns a cluster of four nodes of 8 cores. Job 1 has n1 to n3 for ten more minutes,
// job 2 has n4 for 30. Jobs 3 to 5 wait.
func small() *slurmstate.Snapshot {
	s := &slurmstate.Snapshot{Now: 1_000_000, Partitions: []slurmstate.Partition{
		{Name: "batch", Nodes: []string{"n1", "n2", "n3", "n4"}, Default: true, Tier: 1, State: slurmstate.PartitionUp},
		{Name: "debug", Nodes: []string{"n4"}, Tier: 5, State: slurmstate.PartitionUp},
	}}
	for i := 1; i <= 4; i++ {
		s.Nodes = append(s.Nodes, slurmstate.Node{Name: fmt.Sprint("n", i), CPUs: 8, State: slurmstate.NodeAllocated})
	}
	job := func(id, state, reason string, priority, nodes, minutes int64, partition string) slurmstate.JobInfo {
		return slurmstate.JobInfo{ID: id, User: "u" + id, State: state, Reason: reason, Priority: priority, Nodes: nodes, CPUs: 8 * nodes, Limit: 60 * minutes, Partitions: []string{partition}}
	}
	one, two := job("1", "RUNNING", "", 0, 3, 60, "batch"), job("2", "RUNNING", "", 0, 1, 60, "batch")
	one.NodeList, one.Start = []string{"n1", "n2", "n3"}, s.Now-50*60
	two.NodeList, two.Start = []string{"n4"}, s.Now-30*60
	s.Jobs = []slurmstate.JobInfo{one, two,
		job("3", "PENDING", "Resources", 500, 4, 60, "batch"),
		job("4", "PENDING", "Priority", 100, 2, 30, "batch"),
		job("5", "PENDING", "QOSMaxJobsPerUserLimit", 900, 1, 10, "batch"),
	}
	return s
}

func answerOf(t *testing.T, s *slurmstate.Snapshot, id string) *Answer {
	t.Helper()
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	a, err := c.Answer(id)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAnswer works out by hand what the answer about each job is.
func TestAnswer(t *testing.T) {
	three := answerOf(t, small(), "3")
	if three.Start.After != 30*simtime.Minute || three.NumAhead != 0 || three.Because.String() != "it needs 4 nodes, and 0 nodes that it may use have room" {
		t.Errorf("job 3: %+v", three)
	}
	if n := three.Next[0]; n.Job.ID != "1" || n.After != 10*simtime.Minute || n.Nodes != 3 {
		t.Errorf("job 3: first end %+v", n)
	}
	four := answerOf(t, small(), "4") // it does not end before job 3 starts, at 30 minutes
	if four.Start.After != 90*simtime.Minute || four.NumAhead != 1 || four.Ahead[0].Job.ID != "3" || four.Ahead[0].Higher != ByPriority {
		t.Errorf("job 4: %+v", four)
	}
	starts := map[string]simtime.Duration{}
	for _, w := range four.WhatIfs {
		starts[w.Change] = w.Start.After
	}
	for change, want := range map[string]simtime.Duration{
		"a time limit of 00:15:00": 10 * simtime.Minute, "1 node instead of 2": 90 * simtime.Minute, "the highest priority of all": 10 * simtime.Minute,
	} {
		if starts[change] != want {
			t.Errorf("job 4 with %s starts after %v, want %v: %v", change, starts[change], want, starts)
		}
	}
	if five := answerOf(t, small(), "5"); five.Obstacle.String() != "its user has reached a limit of the QOS (limited: running jobs)" {
		t.Errorf("job 5: %+v", five)
	}
}

// TestAllThere checks that a job does not start ahead of one with a higher priority that
// was submitted later: n4 is idle, and job 3 needs it with the others in ten minutes.
func TestAllThere(t *testing.T) {
	s := small()
	six := s.Jobs[3]
	six.ID, six.Nodes, six.CPUs, six.Limit, six.Submit = "6", 1, 8, 3600, s.Now-3600
	s.Jobs[2].Submit = s.Now - 60
	s.Jobs = append(append(s.Jobs[:1:1], s.Jobs[2:]...), six)
	if a := answerOf(t, s, "6"); a.Start.After != 70*simtime.Minute || a.Because.Code != KeptNodes {
		t.Errorf("%+v", a)
	}
}

// TestAnswerErrors checks what is said about jobs that are not pending or not there.
func TestAnswerErrors(t *testing.T) {
	s := small()
	s.Jobs[4].ID = "5_1"
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"1": "its state is RUNNING", "77": "first column of squeue", "5": "name one of its tasks"} {
		if _, err := c.Answer(id); !errors.Is(err, ErrSnapshot) || !strings.Contains(err.Error(), want) {
			t.Errorf("job %s: %v, want %q", id, err, want)
		}
	}
	if _, err := New(&slurmstate.Snapshot{}); !errors.Is(err, ErrSnapshot) {
		t.Errorf("no nodes: %v", err)
	}
}

// TestReasons checks that each reason that Slurm 22.05 printed for a limit or a
// restriction is known as an obstacle, and no other.
func TestReasons(t *testing.T) {
	var facts []struct{ State, Reason string }
	text, err := os.ReadFile("../slurmstate/testdata/limits/cases.json")
	if err == nil {
		err = json.Unmarshal(text, &facts)
	}
	if err != nil {
		t.Skip(err)
	}
	for _, f := range facts {
		if f.State == "PENDING" && strings.ContainsAny(f.Reason, "QAM") && blocked(f.Reason) == NoClause {
			t.Errorf("%s is not known", f.Reason)
		}
	}
}

// TestBlocked checks a reason of each kind.
func TestBlocked(t *testing.T) {
	for _, reason := range []string{"QOSMaxWallDurationPerJobLimit", "QOSMaxNodePerUserLimit", "QOSGrpNodeLimit", "AssocGrpCpuLimit", "AssocMaxJobsLimit", "MaxCpuPerAccount", "JobHeldUser", "Dependency", "Licenses"} {
		if blocked(reason) == NoClause {
			t.Errorf("%s is not known", reason)
		}
	}
	for _, reason := range []string{"Priority", "Resources", "BeginTime", "None", "", "ReqNodeNotAvail, UnavailableNodes:n9"} {
		if code := blocked(reason); code != NoClause {
			t.Errorf("%s is an obstacle: %v", reason, Clause{Code: code})
		}
	}
}

// large returns a cluster with many running and pending jobs.
func large(nodes, running, waiting int) *slurmstate.Snapshot {
	r := rand.New(rand.NewPCG(1, 2))
	s := &slurmstate.Snapshot{Now: 1_000_000}
	p := slurmstate.Partition{Name: "batch", Default: true, Tier: 1, State: slurmstate.PartitionUp}
	for i := range nodes {
		name := fmt.Sprintf("n%05d", i)
		p.Nodes = append(p.Nodes, name)
		s.Nodes = append(s.Nodes, slurmstate.Node{Name: name, CPUs: 64, State: slurmstate.NodeAllocated})
	}
	s.Partitions = []slurmstate.Partition{p}
	at := 0
	for i := range running + waiting {
		j := slurmstate.JobInfo{ID: fmt.Sprint(i), User: fmt.Sprint("u", i%50), State: "PENDING", Priority: int64(r.IntN(100_000)) + 1, Nodes: int64(1 + r.IntN(4)), Exclusive: true, Limit: int64(1+r.IntN(24)) * 3600, Partitions: []string{"batch"}}
		if i < running && at+int(j.Nodes) <= nodes {
			j.State, j.Start, j.NodeList = "RUNNING", s.Now-int64(r.IntN(int(j.Limit))), p.Nodes[at:at+int(j.Nodes)]
			at += int(j.Nodes)
		}
		j.CPUs = 64 * j.Nodes
		s.Jobs = append(s.Jobs, j)
	}
	return s
}

// BenchmarkAnswer answers about a job in the middle of a long queue.
func BenchmarkAnswer(b *testing.B) {
	for _, x := range []struct{ nodes, running, waiting int }{{100, 50, 200}, {500, 250, 1000}, {10_000, 5000, 20_000}} {
		b.Run(fmt.Sprintf("%d nodes, %d jobs", x.nodes, x.running+x.waiting), func(b *testing.B) {
			for b.Loop() {
				c, err := New(large(x.nodes, x.running, x.waiting))
				if err != nil {
					b.Fatal(err)
				}
				if _, err := c.Answer(fmt.Sprint(x.running + x.waiting/2)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestOtherPartitionsAllowTheJob checks that no partition is proposed whose limits the
// job exceeds.
func TestOtherPartitionsAllowTheJob(t *testing.T) {
	for limit, want := range map[int64]bool{0: true, 3600: true, 600: false} {
		s := small()
		s.Jobs[3].Nodes, s.Jobs[3].CPUs = 1, 8
		s.Partitions[1].MaxTime = limit
		tried := slices.ContainsFunc(answerOf(t, s, "4").WhatIfs, func(w WhatIf) bool { return w.Kind == OtherPartition })
		if tried != want {
			t.Errorf("with a limit of %d s: %v", limit, tried)
		}
	}
}

// TestPrioritiesOfSprio checks that priorities are those of sprio if squeue tells none.
func TestPrioritiesOfSprio(t *testing.T) {
	s := small()
	for i := range s.Jobs {
		s.Jobs[i].Priority = 0
	}
	s.Jobs[2].Parts = []slurmstate.PriorityParts{{Partition: "batch", Priority: 7}}
	s.Jobs[3].Parts = []slurmstate.PriorityParts{{Partition: "batch", Priority: 9}}
	if a := answerOf(t, s, "3"); a.NumAhead != 1 || a.Ahead[0].Job.ID != "4" || a.Ahead[0].Higher != ByPriority || a.Job.Priority != 7 {
		t.Errorf("%+v", a)
	}
}

// TestAnswersGrow checks that an answer is yielded part by part, that it can be
// abandoned at any time, and that the queue can then be asked again.
func TestAnswersGrow(t *testing.T) {
	c, err := New(small())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := c.Answer("4")
	if err != nil {
		t.Fatal(err)
	}
	yields, early, counts := 0, false, []int{0}
	for a, err := range c.Answers("4", nil) {
		if err != nil {
			t.Fatal(err)
		}
		yields++
		early = early || !a.Started && a.NumAhead == 1
		if n := len(a.WhatIfs); n != counts[len(counts)-1] {
			counts = append(counts, n)
		}
	}
	if !early || !slices.IsSorted(counts) || len(counts) < 3 || counts[len(counts)-1] != len(whole.WhatIfs) {
		t.Errorf("who is ahead is known before the start: %v; numbers of what-ifs: %v", early, counts)
	}
	for stop := range yields {
		n := 0
		for range c.Answers("4", nil) {
			if n++; n > stop {
				break
			}
		}
		if again, err := c.Answer("4"); err != nil || !reflect.DeepEqual(again, whole) {
			t.Fatalf("after stopping at yield %d: %+v, %v", stop, again, err)
		}
	}
}

// TestClauses checks that each clause has a sentence in English.
func TestClauses(t *testing.T) {
	for code := NoClause + 1; code < NumCodes; code++ {
		if text := (Clause{Code: code, Need: 4, Have: 1, Name: "7", Detail: "x"}).String(); text == "" || strings.ContainsAny(text, "{}") {
			t.Errorf("%d: %q", code, text)
		}
	}
}
