package pending

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
)

// endsOf returns the ids of the jobs of a room, with what else it says.
func endsOf(r *LimitRoom) string {
	if r == nil {
		return "none"
	}
	var all []string
	for _, e := range r.Ends {
		all = append(all, e.Job.ID)
	}
	for _, m := range r.Lacks {
		all = append(all, "lacks "+m.String())
	}
	if r.Enough {
		all = append(all, "enough")
	}
	return strings.Join(all, ", ")
}

// TestRoom works out by hand whose ends give a job room under a limit, with and without
// the amount of the limit.
func TestRoom(t *testing.T) {
	two := limited(t) // ann has a second job, which ends after the first
	more := two.Jobs[0]
	more.ID, more.NodeList, more.Start, more.Elapsed, more.CPUs = "7", []string{"n4"}, 0, 600, 2
	two.Jobs = append(two.Jobs, more)
	group := func(amount string) *slurmstate.Snapshot {
		s := with(t, limited(t), "Name|Priority|GrpTRES\nnormal|0|cpu="+amount+"\n")
		s.Jobs[3].Reason = "QOSGrpCpuLimit"
		return s
	}
	for _, x := range []struct {
		name, job, want string
		s               *slurmstate.Snapshot
	}{
		{"by the word of Slurm", "3", "1", limited(t)},
		{"by the word, one of two", "3", "1", two},
		{"by the word, of an association", "4", "2, enough", limited(t)},
		{"simulated", "3", "1, enough", with(t, limited(t), qosLimits, assocLimits)},
		{"simulated, jobs of an association", "4", "2, enough", with(t, limited(t), qosLimits, assocLimits)},
		{"12 CPUs are held, and 2 are asked for", "3", "1, enough", group("10")},
		{"all must end", "3", "1, 2, enough", group("3")},
		{"the job alone is too large", "3", "none", group("1")},
		{"no limit", "5", "none", limited(t)},
	} {
		if got := endsOf(answerOf(t, x.s, x.job).Room); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
	blind := limited(t)
	for i := range blind.Jobs {
		blind.Jobs[i].QOS = ""
	}
	if got := endsOf(answerOf(t, blind, "3").Room); got != "lacks the QOSs and accounts of jobs" {
		t.Errorf("without QOSs: %s", got)
	}
	alone := limited(t)
	alone.Jobs = append(alone.Jobs[1:2:2], alone.Jobs[3:]...) // as squeue -u ann would not print bob's
	if got := endsOf(answerOf(t, alone, "3").Room); got != "lacks the running jobs of others" {
		t.Errorf("without ann's running job: %s", got)
	}
}

// TestSeveralPartitions checks which jobs of several partitions are ahead of a job, and
// which could be.
func TestSeveralPartitions(t *testing.T) {
	s := small()
	s.Partitions[1].Nodes = []string{"n4"}
	s.Partitions = append(s.Partitions, slurmstate.Partition{Name: "rest", Nodes: []string{"n1", "n2", "n3"}, Tier: 1, State: slurmstate.PartitionUp})
	s.Jobs[2].Partitions = []string{"batch", "rest"}
	six := s.Jobs[3]
	six.ID, six.Partitions, six.Priority, six.Nodes, six.CPUs = "6", []string{"debug", "rest"}, 900, 1, 8
	seven := s.Jobs[3]
	seven.ID, seven.Partitions = "7", []string{"rest"}
	s.Jobs = append(s.Jobs, six, seven)
	a := answerOf(t, s, "7") // job 6 is simulated in debug, of a higher tier, which has none of its nodes
	if a.NumAhead != 2 || a.Several != 1 || a.Others != 1 || a.Ahead[0].Job.ID != "3" || a.Ahead[0].Waits != WaitsNodes || a.Ahead[1].Waits != WaitsTurn {
		t.Errorf("%d are ahead, %d of several partitions, and %d others: %+v", a.NumAhead, a.Several, a.Others, a.Ahead)
	}
	if a := answerOf(t, s, "6"); a.Queue != "debug" {
		t.Errorf("job 6 is simulated in %q", a.Queue)
	}
}

// TestWaitsFor checks that each obstacle has a few words, and what jobs wait for.
func TestWaitsFor(t *testing.T) {
	for _, x := range obstacles {
		if w := WaitsFor(strings.ReplaceAll(x.reason, "*", "Cpu")); w.String() == "" {
			t.Errorf("%s: nothing", x.reason)
		}
	}
	got := map[string]Waits{}
	want := map[string]Waits{"Priority": WaitsTurn, "Resources": WaitsNodes, "None": WaitsScheduler, "JobHeldUser": WaitsRelease, "Dependency": WaitsJob, "BeginTime": WaitsBegin, "QOSGrpCpuLimit": WaitsLimit,
		"Licenses": WaitsLicense, "ReqNodeNotAvail, UnavailableNodes:n1": WaitsUnavailable, "DependencyNeverSatisfied": WaitsInVain, "Something": WaitsUnsaid}
	for reason := range want {
		got[reason] = WaitsFor(reason)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// TestDeadlines works out by hand when jobs with deadlines start or are removed.
func TestDeadlines(t *testing.T) {
	for _, x := range []struct {
		minutes int64 // of the deadline of job 4, which has a limit of 30 minutes and starts in 90
		start   simtime.Duration
		removal simtime.Duration
	}{{120, 90 * simtime.Minute, 0}, {119, Never, 89*simtime.Minute + simtime.Second}, {20, Never, 0}} {
		s := small()
		s.Jobs[3].Deadline = s.Now + 60*x.minutes
		c, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		a, err := c.Answer("4")
		if err != nil || a.Start.After != x.start || a.Start.Removed != (x.start == Never) || a.Start.Removal != x.removal {
			t.Errorf("deadline in %d minutes: %+v, %v", x.minutes, a.Start, err)
		}
		if a.Deadline == nil || a.Deadline.Latest != simtime.Duration(x.minutes-30)*simtime.Minute || (a.Because.Code == TooLate) != (x.minutes == 20) {
			t.Errorf("deadline in %d minutes: %+v, %v", x.minutes, a.Deadline, a.Because)
		}
		for _, w := range a.WhatIfs { // 15 minutes fit before job 3
			if w.Limit == 15*simtime.Minute && (w.Start.After != 10*simtime.Minute) != (x.minutes == 20) {
				t.Errorf("deadline in %d minutes, 15 minutes long: %+v", x.minutes, w.Start)
			}
		}
		sameStarts(t, "deadlines", c)
	}
	s := small()
	s.Now, s.Jobs[3].Deadline = 0, 2_000_000
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := c.Answer("4"); err != nil || a.Deadline != nil || a.Start.After == Never || !slices.Contains(c.Assumed, Clause{Code: DeadlineTime}) {
		t.Errorf("without the time now: %+v %v %v", a, c.Assumed, err)
	}
}

// TestDeadlineOfAnother checks that a job that misses its deadline holds nobody after it.
func TestDeadlineOfAnother(t *testing.T) {
	s := small()
	s.Jobs[2].Deadline = s.Now + 80*60 // job 3 needs an hour from 30 minutes on
	if a := answerOf(t, s, "4"); a.Start.After >= 90*simtime.Minute {
		t.Errorf("job 4 starts in %v", a.Start.After)
	}
}

// TestTimeMin checks that a job which may be shortened starts before the job that is ahead
// of it, in the time that it has until then.
func TestTimeMin(t *testing.T) {
	s := small()
	s.Jobs[3].TimeMin = 15 * 60 // job 3 starts in 30 minutes, and 2 nodes are free in 10
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := c.Answer("4"); err != nil || a.Start.After != 10*simtime.Minute {
		t.Errorf("%+v %v", a.Start, err)
	}
	sameStarts(t, "least time limits", c)
}
