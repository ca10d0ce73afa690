package pending

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
)

// recorded reads outputs of a real Slurm.
func recorded(t *testing.T, names ...string) *slurmstate.Snapshot {
	t.Helper()
	var files []slurmstate.File
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("../slurmstate/testdata/formats", name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, slurmstate.File{Name: name, Data: data})
	}
	s, err := slurmstate.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPlainListing checks the answers about all pending jobs that plain squeue lists. It
// prints neither time limits nor free nodes, so no start may be predicted, and no job may
// be called too large.
func TestPlainListing(t *testing.T) {
	s := recorded(t, "squeue.txt")
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Code{"29": SlurmPriority, "36": LaterBegin, "30": SlurmUnavailable, "48": InactivePartition, "39": QOSUser, "34": NeverDependency}
	ahead := map[string]int{"29": 4, "57": 5, "56": 6, "36": 0}
	seen := 0
	for i := range s.Jobs {
		j := &s.Jobs[i]
		if !isPending(j) {
			continue
		}
		a, err := c.Answer(j.ID)
		if err != nil {
			t.Errorf("job %s: %v", j.ID, err)
			continue
		}
		if a.Started || len(a.WhatIfs) > 0 || a.Obstacle.Code == NeverFits || a.Obstacle.Code == NoPartition || (a.Obstacle.Code == NoClause) == (len(a.Missing) == 0) {
			t.Errorf("job %s, which waits because of %s: %+v", j.ID, j.Reason, a)
		}
		if code, listed := want[j.ID]; listed && a.Obstacle.Code != code && a.Because.Code != code {
			t.Errorf("job %s waits because of %s: %s, %s", j.ID, j.Reason, a.Obstacle, a.Because)
		}
		if n, listed := ahead[j.ID]; listed && a.NumAhead != n {
			t.Errorf("%d jobs are ahead of job %s, want %d", a.NumAhead, j.ID, n)
		}
		seen++
	}
	if seen < 20 {
		t.Errorf("%d jobs", seen)
	}
}

// TestMissing checks what is missing after each further output.
func TestMissing(t *testing.T) {
	for _, x := range []struct {
		files []string
		want  []Missing
	}{
		{[]string{"squeue.txt"}, []Missing{MissingLimits, MissingNodes}},
		{[]string{"squeue.txt", "sinfo.json"}, []Missing{MissingLimits}},
		{[]string{"squeue-l.txt"}, []Missing{MissingNodes}}, // it needs more nodes than running jobs have in its partition
		{[]string{"squeue-l.txt", "sinfo.json"}, nil},
		{[]string{"squeue.json", "sinfo.json"}, nil},
	} {
		a := answerOf(t, recorded(t, x.files...), "29")
		if !reflect.DeepEqual(a.Missing, x.want) || (len(a.Missing) == 0) != a.Started {
			t.Errorf("%v: %v is missing, want %v; %+v", x.files, a.Missing, x.want, a.Start)
		}
	}
	if a := answerOf(t, recorded(t, "squeue-l.txt", "sinfo.json"), "36"); !slices.Equal(a.Missing, []Missing{MissingBegin}) {
		t.Errorf("job 36: %v is missing", a.Missing)
	}
	if a := answerOf(t, recorded(t, "squeue.json", "sinfo.json"), "36"); a.Because.Code != LaterBegin || a.Because.Have < 3600 || a.Start.After < simtime.Duration(a.Because.Have)*simtime.Second {
		t.Errorf("job 36: %+v starts after %v", a.Because, a.Start.After)
	}
}

// TestUnbounded checks the start of a job behind one without a time limit.
func TestUnbounded(t *testing.T) {
	s := small()
	s.Jobs[0].Limit = 0
	a := answerOf(t, s, "3")
	if !a.Start.Unbounded || a.Start.After != Never || a.Range != nil {
		t.Errorf("%+v", a.Start)
	}
	for _, x := range a.Next {
		if x.Job.ID == "1" {
			t.Errorf("job 1 has no time limit, and is said to end in %v", x.After)
		}
	}
	for _, x := range a.WhatIfs {
		if x.Kind == FewerNodes && x.Nodes == 1 && (x.Start.After != 30*simtime.Minute || !x.Sooner) {
			t.Errorf("on 1 node: %+v", x)
		}
	}
}

// TestMeasures checks what limits count, by the names that Slurm has for them.
func TestMeasures(t *testing.T) {
	for reason, want := range map[string]Measure{
		"QOSMaxJobsPerUserLimit": RunningJobs, "QOSMaxSubmitJobPerUserLimit": SubmittedJobs, "QOSMaxCpuPerUserLimit": CPUsHeld, "QOSMaxNodePerUserLimit": NodesHeld,
		"QOSMaxMemoryPerUser": MemoryHeld, "QOSMaxGRESPerUser": GenericHeld, "QOSMaxWallDurationPerJobLimit": JobTime, "QOSMaxCpuMinutesPerJobLimit": PastTime,
		"QOSMaxNodePerJobLimit": NodesHeld, "QOSGrpCPURunMinutesLimit": PastTime, "QOSGrpNodeLimit": NodesHeld, "QOSGrpMemLimit": MemoryHeld, "QOSGrpBillingMinutes": PastTime,
		"AssocMaxJobsLimit": RunningJobs, "AssocGrpNodeLimit": NodesHeld, "AssocGrpLicense": LicensesHeld, "AssocGrpBilling": BillingHeld, "AssocMaxCpuPerJobLimit": CPUsHeld,
		"QOSMinCpuNotSatisfied": NoMeasure, "QOSUsageThreshold": NoMeasure, "MaxJobsPerAccount": RunningJobs,
	} {
		if got := measure(reason); got != want {
			t.Errorf("%s: %s, want %s", reason, got, want)
		}
	}
	for m := NoMeasure + 1; m < NumMeasures; m++ {
		if m.String() == "" {
			t.Errorf("measure %d has no name", m)
		}
	}
	for a := NoAdvice + 1; a < NumAdvice; a++ {
		if a.String() == "" {
			t.Errorf("advice %d has no text", a)
		}
	}
}
