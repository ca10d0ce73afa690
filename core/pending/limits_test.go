package pending

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/slurmstate/slurmstatetest"
)

// limited returns a cluster of four nodes of 8 CPUs as its commands print it. Ann runs job
// 1 on 4 CPUs until in 30 minutes, and bob job 2 on 8 until in 60; dan's job 6 of the QOS
// low has n3 until in two hours.
func limited(t *testing.T, more ...string) *slurmstate.Snapshot {
	t.Helper()
	files := []slurmstate.File{
		{Name: "squeue", Data: []byte("JOBID|USER|ACCOUNT|QOS|PARTITION|STATE|REASON|PRIORITY|CPUS|NODES|NODELIST|TIME|TIME_LIMIT\n" +
			"1|ann|lab|normal|batch|RUNNING|None|9|4|1|n1|30:00|1:00:00\n" +
			"2|bob|lab|normal|batch|RUNNING|None|9|8|1|n2|0:00|1:00:00\n" +
			"6|dan|own|low|batch|RUNNING|None|9|8|1|n3|0:00|2:00:00\n" +
			"3|ann|lab|normal|batch|PENDING|QOSMaxCpuPerUserLimit|8|2|1||0:00|20:00\n" +
			"4|bob|lab|normal|batch|PENDING|AssocMaxJobsLimit|7|1|1||0:00|20:00\n" +
			"5|cat|own|high|batch|PENDING|Resources|6|16|2||0:00|20:00\n")},
		{Name: "slurm.conf", Data: []byte("NodeName=n[1-4] CPUs=8\nPartitionName=batch Nodes=n[1-4] Default=YES MaxTime=1-0\n" + strings.Join(more, ""))},
	}
	s, err := slurmstate.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// with adds outputs of sacctmgr.
func with(t *testing.T, s *slurmstate.Snapshot, texts ...string) *slurmstate.Snapshot {
	t.Helper()
	for _, text := range texts {
		x, err := slurmstate.Read([]slurmstate.File{{Name: "f", Data: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		if x.QOS != nil {
			s.QOS = x.QOS
		}
		if x.Assocs != nil {
			s.Assocs = x.Assocs
		}
	}
	return s
}

const (
	qosLimits   = "Name|Priority|Preempt|PreemptMode|MaxTRESPU|MaxSubmitPU\nnormal|0||cluster|cpu=5|\nhigh|5|low|cluster||\nlow|0||cluster||0\n"
	assocLimits = "Account|User|Par Name|MaxJobs|GrpTRES\nroot||||\nlab||root||\nlab|ann|||\nlab|bob||1|\nown||root||\nown|cat|||\nown|dan|||\n"
)

// TestLimits works out by hand when jobs start that limits hold.
func TestLimits(t *testing.T) {
	for _, x := range []struct{ job, command string }{{"3", "sacctmgr -P show qos"}, {"4", "sacctmgr -P show assoc tree"}} {
		c, err := New(limited(t))
		if err != nil {
			t.Fatal(err)
		}
		if a, err := c.Answer(x.job); err != nil || c.Missing(a.Obstacle) != x.command {
			t.Errorf("job %s without limits: %v %v", x.job, a, err)
		}
	}
	if a := answerOf(t, with(t, limited(t), qosLimits), "4"); a.Obstacle.Code != AccountUser {
		t.Errorf("job 4 without its association: %v", a.Obstacle)
	}
	c, err := New(with(t, limited(t), qosLimits, assocLimits))
	if err != nil {
		t.Fatal(err)
	}
	sameStarts(t, "limits", c)
	for _, x := range []struct {
		job, because string
		start        simtime.Duration
	}{
		{"3", "a limit holds it (QOSMaxCpuPerUserLimit normal): with this job there would be 6, and 5 are allowed", 30 * simtime.Minute},
		{"4", "a limit holds it (AssocMaxJobsLimit bob): with this job there would be 2, and 1 are allowed", 60 * simtime.Minute},
		{"5", "it needs 2 nodes, and 1 node that it may use have room", 50 * simtime.Minute}, // job 3 has a part of n1 until then
	} {
		a, err := c.Answer(x.job)
		if err != nil {
			t.Fatal(err)
		}
		if a.Obstacle.Code != NoClause || a.Because.String() != x.because || a.Start.After != x.start {
			t.Errorf("job %s: %v; %v; %+v", x.job, a.Obstacle, a.Because, a.Start)
		}
	}
	if !slices.Contains(c.Assumed, Clause{Code: LimitsCount}) {
		t.Error(c.Assumed)
	}
}

// TestOtherQOSUnderLimits checks that a what-if of another QOS keeps to its limits.
func TestOtherQOSUnderLimits(t *testing.T) {
	s := with(t, limited(t), qosLimits)
	for i := range s.Jobs {
		s.Jobs[i].Parts = []slurmstate.PriorityParts{{Partition: "batch"}}
	}
	starts := map[string]simtime.Duration{}
	for _, w := range answerOf(t, s, "3").WhatIfs {
		if w.Kind == OtherQOS {
			starts[w.Name] = w.Start.After
		}
	}
	if want := map[string]simtime.Duration{"high": 0}; !reflect.DeepEqual(starts, want) { // low accepts no further job
		t.Errorf("%v", starts)
	}
}

// TestPreemptionOfLiveQueue checks that a job which may stop another starts at once.
func TestPreemptionOfLiveQueue(t *testing.T) {
	const conf = "PreemptType=preempt/qos\nPreemptMode=REQUEUE\n"
	if a := answerOf(t, with(t, limited(t), qosLimits), "5"); a.Start.After == 0 {
		t.Errorf("without preemption: %+v", a.Start)
	}
	c, err := New(with(t, limited(t, conf), qosLimits))
	if err != nil {
		t.Fatal(err)
	}
	a, err := c.Answer("5")
	if err != nil || a.Start.After != 0 || !reflect.DeepEqual(a.Start.Nodes, []string{"n3", "n4"}) {
		t.Errorf("%+v %v", a, err)
	}
	sameStarts(t, "preemption", c)
	hidden, _, err := HideNames(with(t, limited(t, conf), qosLimits, assocLimits), "")
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(hidden)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := h.Answer("5"); err != nil || a.Start.After != 0 {
		t.Errorf("hidden: %+v %v", a, err)
	}
	if x, err := h.Scenario(); err != nil || strings.Contains(string(x.Text), "normal") || strings.Contains(string(x.Text), "ann") {
		t.Errorf("%s %v", x.Text, err)
	}
}

// TestPlainUnderLimits compares answers with those of simulations without any shortcut, as
// TestPlain does it, on queues with random limits.
func TestPlainUnderLimits(t *testing.T) {
	held, sooner := 0, 0
	for n := range 9 {
		r := rand.New(rand.NewPCG(uint64(n), 8))
		s := slurmstatetest.Queue(30+r.IntN(40), 20+r.IntN(40), 30+r.IntN(40))
		if n%3 == 0 {
			s.Jobs = append(s.Jobs[:0:0], s.Jobs[10:]...)
		}
		names := []string{"a", "b", "c"}
		for i := range s.Jobs {
			s.Jobs[i].QOS = names[r.IntN(3)]
		}
		for _, name := range names {
			q := slurmstate.QOSInfo{Name: name}
			for _, l := range []slurmstate.LimitInfo{
				{Rule: "MaxTRESPerUser", TRES: "cpu", Amount: int64(64 * (1 + r.IntN(20)))}, {Rule: "GrpTRES", TRES: "node", Amount: int64(5 + r.IntN(60))},
				{Rule: "MaxJobsPerUser", Amount: int64(1 + r.IntN(6))}, {Rule: "GrpTRESRunMins", TRES: "cpu", Amount: int64(r.IntN(20_000_000))}, {Rule: "MinTRESPerJob", TRES: "cpu", Amount: 2},
			} {
				if r.IntN(2) == 0 {
					q.Limits = append(q.Limits, l)
				}
			}
			s.QOS = append(s.QOS, q)
		}
		for _, a := range answersOfBoth(t, s, r) {
			if c := a.Because.Code; c >= HeldOver && c <= HeldUsed {
				held++
			}
			for _, w := range a.WhatIfs {
				if w.Sooner {
					sooner++
				}
			}
		}
	}
	if t.Log(fmt.Sprint(held, " held, ", sooner, " what-ifs sooner")); held < 3 || sooner < 10 {
		t.Errorf("%d are held, %d what-ifs start sooner", held, sooner)
	}
}
