package fidelity_test

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/fidelity"
	"hopyard/core/slurmstate"
	"hopyard/core/workload/sacct"
)

const smallConf = `SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=n[0-3] CPUs=4
PartitionName=batch Nodes=n[0-2] Default=YES
PartitionName=other Nodes=n[2-3]
`

// line returns a row of sacct. Times are minutes.
func line(id, user, partition, state, reservation string, submit, start, end, cpus, nodes int, list string) string {
	at := func(m int) string { return fmt.Sprintf("2026-03-01T%02d:%02d:00", m/60, m%60) }
	return fmt.Sprintf("%s|%s|lab|%s|||%s|%s|%s|%s|%s|120|%s|%d|%d|%s\n", id, user, partition, reservation, at(submit), at(submit), at(start), at(end), state, cpus, nodes, list)
}

const smallHeader = "JobID|User|Account|Partition|QOS|Priority|Reservation|Submit|Eligible|Start|End|TimelimitRaw|State|AllocCPUS|AllocNodes|NodeList\n"

func small(t *testing.T, rows string, in fidelity.Input) *fidelity.PastModel {
	t.Helper()
	past, err := sacct.ReadRecords(strings.NewReader(smallHeader+rows), sacct.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := slurmstate.Read([]slurmstate.File{{Name: "slurm.conf", Data: []byte(smallConf)}})
	if err != nil {
		t.Fatal(err)
	}
	in.Past, in.Snapshot = past, s
	m, err := fidelity.New(in)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestReasons checks the reason given for each kind of wrong start. The first job of each
// case ends at once, so that the replay begins there.
func TestReasons(t *testing.T) {
	first := line("1", "eve", "other", "COMPLETED", "", 0, 0, 1, 4, 1, "n3")
	for _, c := range []struct{ name, rows, job, reason string }{
		{"nothing", line("2", "ann", "batch", "COMPLETED", "", 10, 10, 60, 12, 3, "n[0-2]"), "", ""},
		{"reservation", line("2", "ann", "batch", "COMPLETED", "maint", 10, 30, 60, 12, 3, "n[0-2]"), "2", "it ran in a reservation"},
		{"outside", line("2", "ann", "batch", "COMPLETED", "", 10, 30, 60, 4, 1, "n3"), "2", "it ran on nodes outside its partition"},
		{"requeued", line("2", "ann", "batch", "NODE_FAIL", "", 10, 10, 20, 4, 1, "n0") + line("2", "ann", "batch", "COMPLETED", "", 10, 40, 60, 4, 1, "n0"), "2", "a run was requeued or preempted"},
		{"array", line("2_1", "ann", "batch", "COMPLETED", "", 10, 10, 40, 4, 1, "n0") + line("2_2", "ann", "batch", "COMPLETED", "", 10, 40, 60, 4, 1, "n1"), "2_2", "its array may only have some tasks running at once"},
		{"limit", line("2", "ann", "batch", "COMPLETED", "", 10, 10, 40, 4, 1, "n0") + line("3", "ann", "batch", "COMPLETED", "", 10, 40, 60, 4, 1, "n1"), "3", "a limit of its user, account or QOS"},
		{"free", line("2", "ann", "batch", "COMPLETED", "", 10, 30, 60, 4, 1, "n0"), "2", "it waited beside free nodes: they were down or kept for others"},
		{"busy", line("2", "ann", "batch", "COMPLETED", "maint", 10, 30, 60, 12, 3, "n[0-2]") + line("3", "bob", "batch", "COMPLETED", "", 45, 60, 61, 12, 3, "n[0-2]"), "3", "its nodes were in use in the record, by jobs whose starts differ"},
		{"shared", line("2", "ann", "batch", "COMPLETED", "", 10, 10, 60, 12, 3, "n[0-2]") + line("3", "bob", "batch", "COMPLETED", "", 20, 20, 60, 4, 1, "n0"), "3", "it started on nodes in use: they are shared, or a job was stopped"},
		{"full", line("2", "ann", "batch", "COMPLETED", "maint", 10, 70, 80, 12, 3, "n[0-2]") + line("3", "bob", "batch", "COMPLETED", "", 15, 15, 16, 12, 3, "n[0-2]"), "3", "its nodes are in use in the replay, by jobs whose starts differ"},
		{"order", line("2", "ann", "batch", "COMPLETED", "", 5, 5, 60, 8, 2, "n[0-1]") + line("3", "bob", "batch", "COMPLETED", "", 10, 80, 100, 12, 3, "n[0-2]") + line("4", "cat", "batch", "COMPLETED", "", 20, 20, 80, 4, 1, "n2"), "4", "the replay has free nodes but another job ahead: priorities differ"},
	} {
		m := small(t, first+c.rows, fidelity.Input{})
		o, err := m.Replay()
		if err != nil {
			t.Fatal(err)
		}
		f := m.Fidelity(o)
		reason := ""
		for _, w := range f.Wrong {
			if r := m.Records()[w.Record]; r.ID == c.job && (reason == "" || r.After >= 0) {
				reason = w.Reason
			}
		}
		if reason != c.reason || c.job == "" && len(f.Wrong) > 0 {
			t.Errorf("%s: %q, want %q; wrong: %v", c.name, reason, c.reason, f.Wrong)
		}
	}
}

// TestRunningAtBegin checks that jobs which run when the replay begins keep their nodes
// until their recorded ends, and that jobs whose nodes are taken are left out.
func TestRunningAtBegin(t *testing.T) {
	m := small(t, line("1", "eve", "other", "COMPLETED", "", 0, 0, 10, 4, 1, "n3")+
		line("2", "ann", "batch", "COMPLETED", "", 0, 5, 60, 12, 3, "n[0-2]")+
		line("3", "ann", "batch", "COMPLETED", "", 0, 6, 60, 4, 1, "n1")+
		line("4", "bob", "batch", "COMPLETED", "", 2, 60, 70, 12, 3, "n[0-2]"), fidelity.Input{})
	o, err := m.Replay()
	if err != nil {
		t.Fatal(err)
	}
	f := m.Fidelity(o)
	if f.Running != 1 || f.Overall.Jobs != 1 || len(f.Refused) != 2 || f.Overall.MedianError != 0 || f.Overall.RecordedMean != 50*60*1000 {
		t.Errorf("%+v", f)
	}
}
