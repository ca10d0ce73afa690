package fidelity_test

import (
	"errors"
	"strings"
	"testing"

	"hopyard/core/fidelity"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/workload/sacct"
)

// modelWith makes a model of rows of sacct and of files about the cluster.
func modelWith(t *testing.T, rows string, texts ...string) *fidelity.PastModel {
	t.Helper()
	past, err := sacct.ReadRecords(strings.NewReader(smallHeader+rows), sacct.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var files []slurmstate.File
	for _, text := range texts {
		files = append(files, slurmstate.File{Name: "f", Data: []byte(text)})
	}
	s, err := slurmstate.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	m, err := fidelity.New(fidelity.Input{Past: past, Snapshot: s})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const tiers = `SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=n[0-3] CPUs=4
PartitionName=batch Nodes=n[0-2] Default=YES
PartitionName=urgent Nodes=n[0-2] PriorityTier=5
PartitionName=other Nodes=n3
`

// TestPreemptionInReplays works out by hand what a replay makes of a job that was
// preempted: it has three nodes from minute 10 on, is stopped at 30 for an urgent job of
// 20 minutes, and runs again for 40 minutes.
func TestPreemptionInReplays(t *testing.T) {
	rows := line("1", "eve", "other", "COMPLETED", "", 0, 0, 1, 4, 1, "n3") +
		line("2", "ann", "batch", "PREEMPTED", "", 10, 10, 30, 12, 3, "n[0-2]") + line("3", "bob", "urgent", "COMPLETED", "", 30, 30, 50, 12, 3, "n[0-2]") +
		line("2", "ann", "batch", "COMPLETED", "", 10, 50, 90, 12, 3, "n[0-2]")
	starts := func(m *fidelity.PastModel) (at [3]simtime.Time, o *fidelity.Outcome) {
		o, err := m.Replay()
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range m.Records() {
			switch {
			case r.ID == "3":
				at[1] = o.Start[i]
			case r.ID == "2" && r.After < 0:
				at[0] = o.Start[i]
			case r.ID == "2":
				at[2] = o.Start[i]
			}
		}
		return at, o
	}
	minute := simtime.Time(simtime.Minute)
	m := modelWith(t, rows, tiers+"PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n")
	at, base := starts(m)
	if want := [3]simtime.Time{9 * minute, 29 * minute, 49 * minute}; at != want || base.Stopped != 1 {
		t.Errorf("starts %v, %d stopped", at, base.Stopped)
	}
	if f := m.Fidelity(base); f.RecordedStopped != 1 || f.Stopped != 1 || f.Overall.Jobs != 3 || len(f.Wrong) != 0 {
		t.Errorf("%+v", f)
	}
	off, err := m.With([]fidelity.SettingChange{{Path: "preemption", Value: "off"}})
	if err != nil {
		t.Fatal(err)
	}
	at, after := starts(off) // the job runs through, for the 40 minutes of its last run
	if want := [3]simtime.Time{9 * minute, 49 * minute, fidelity.Unstarted}; at != want || after.Stopped != 0 {
		t.Errorf("without preemption: starts %v, %d stopped", at, after.Stopped)
	}
	e := m.Compare(off, base, after)
	if e.Stopped != [2]int{1, 0} || len(e.Figures) != 6 || e.Figures[5].Jobs != 2 || e.Figures[5].Change != -10*60 { // it ends 40 minutes sooner, the other 20 later
		t.Errorf("%+v", e)
	}
	plain := modelWith(t, rows, tiers)
	at, _ = starts(plain)
	if want := [3]simtime.Time{9 * minute, 29 * minute, 49 * minute}; at != want {
		t.Errorf("without settings: starts %v", at)
	}
}

// TestPreemptionChange switches preemption on.
func TestPreemptionChange(t *testing.T) {
	rows := line("1", "eve", "other", "COMPLETED", "", 0, 0, 1, 4, 1, "n3") + line("2", "ann", "batch", "COMPLETED", "", 10, 10, 60, 12, 3, "n[0-2]") + line("3", "bob", "urgent", "COMPLETED", "", 30, 60, 80, 12, 3, "n[0-2]")
	for _, x := range []struct {
		value          string
		stopped, ended int
	}{{"partition-requeue", 1, 2}, {"partition-cancel", 1, 1}, {"off", 0, 2}} {
		m := modelWith(t, rows, tiers)
		base, err := m.Replay()
		if err != nil {
			t.Fatal(err)
		}
		other, err := m.With([]fidelity.SettingChange{{Path: "preemption", Value: x.value}})
		if err != nil {
			t.Fatal(err)
		}
		after, err := other.Replay()
		if err != nil {
			t.Fatal(err)
		}
		ended := 0
		for i := range after.End {
			if after.End[i] != fidelity.Unstarted && m.Records()[i].ID != "1" {
				ended++
			}
		}
		if e := m.Compare(other, base, after); after.Stopped != x.stopped || ended != x.ended || e.Stopped[1] != x.stopped || len(e.Lost) != 2-x.ended {
			t.Errorf("%s: %d stopped, %d end; %+v", x.value, after.Stopped, ended, e)
		}
	}
	flat := modelWith(t, strings.ReplaceAll(rows, "urgent", "batch"), strings.Replace(tiers, " PriorityTier=5", "", 1))
	for _, value := range []string{"partition-requeue", "qos-cancel", "sometimes"} {
		if _, err := flat.With([]fidelity.SettingChange{{Path: "preemption", Value: value}}); !errors.Is(err, fidelity.ErrModel) {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// TestLimitChanges gives a QOS, an account and a user limits that the record did not have.
func TestLimitChanges(t *testing.T) {
	rows := line("1", "eve", "other", "COMPLETED", "", 0, 0, 1, 4, 1, "n3")
	for _, id := range []string{"2", "3", "4"} {
		rows += strings.Replace(line(id, "ann", "batch", "COMPLETED", "", 10, 10, 20, 4, 1, "n"+string(id[0]-2)), "|batch||", "|batch|normal|", 1)
	}
	m := modelWith(t, rows, tiers)
	for _, x := range []struct {
		path, value string
		last        int64 // minute at which the last job starts
	}{
		{"qos.normal.MaxJobsPerUser", "1", 29}, {"qos.normal.MaxTRESPerUser", "cpu=8", 19}, {"qos.normal.GrpTRES", "node=1,cpu=100", 29}, {"account.lab.GrpJobs", "2", 19}, {"user.ann.MaxJobs", "1", 29},
		{"user.ann.MaxJobs", "-1", 9}, {"qos.normal.MaxWall", "200", 9},
	} {
		other, err := m.With([]fidelity.SettingChange{{Path: x.path, Value: x.value}})
		if err != nil {
			t.Fatal(err)
		}
		o, err := other.Replay()
		if err != nil {
			t.Fatal(err)
		}
		last := simtime.Time(0)
		for _, at := range o.Start {
			if at != fidelity.Unstarted {
				last = max(last, at)
			}
		}
		if last != simtime.Time(x.last)*simtime.Time(simtime.Minute) {
			t.Errorf("%s=%s: the last job starts at %v s", x.path, x.value, last)
		}
	}
}
