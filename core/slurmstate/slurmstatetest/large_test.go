package slurmstatetest

import (
	"testing"

	"hopyard/core/slurmstate"
)

// TestFiles reads the written files, and compares each job and node.
func TestFiles(t *testing.T) {
	s := Queue(500, 250, 1000)
	files := Files(s)
	r, err := slurmstate.Read(files[:2])
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Jobs) != len(s.Jobs) || len(r.Nodes) != len(s.Nodes) || len(r.Partitions) != len(s.Partitions) || len(r.Notices) > 2 {
		t.Fatalf("%d jobs, %d nodes, %d partitions, notices %v", len(r.Jobs), len(r.Nodes), len(r.Partitions), r.Notices)
	}
	of := map[string]*slurmstate.JobInfo{}
	for i := range r.Jobs {
		of[r.Jobs[i].ID] = &r.Jobs[i]
	}
	running := 0
	for i := range s.Jobs {
		a, b := &s.Jobs[i], of[s.Jobs[i].ID]
		if b == nil {
			t.Fatalf("no job %s", a.ID)
		}
		if a.State != b.State || a.User != b.User || a.Nodes != b.Nodes || a.CPUs != b.CPUs || a.GPUs != b.GPUs || a.Limit != b.Limit || a.Priority != b.Priority ||
			a.Exclusive != b.Exclusive || a.Partitions[0] != b.Partitions[0] || a.MemoryMiB != b.MemoryMiB || len(a.NodeList) != len(b.NodeList) || a.Submit != b.Submit || a.QOS != b.QOS {
			t.Fatalf("%+v became %+v", *a, *b)
		}
		if a.State == "RUNNING" {
			running++
		}
	}
	if running < 200 {
		t.Errorf("%d jobs run", running)
	}
	if r, err = slurmstate.Read(files); err != nil || len(r.Jobs) != len(s.Jobs) {
		t.Errorf("with sprio: %v", err)
	}
}
