package scenario

import (
	"strings"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

func TestParseNodes(t *testing.T) {
	for list, want := range map[string]string{
		"0": "0", "0-3,8": "0-3,8", " 0 - 3 ": "", "8,0-3": "0-3,8", "0,1,2": "0-2", "n5": "5", "n[0-3]": "0-3", "n[0-1,4],n3,9": "0-1,3-4,9",
		"007": "7", "n[00-03]": "0-3", "15": "15", "16": "", "0-16": "", "": "", ",": "", "1,,2": "", "1-": "", "-1": "", "3-1": "", "1,1": "", "0-3,2": "",
		"m3": "", "n": "", "n[": "", "n[]": "", "n[1]2": "", "n[0],": "", "99999999999999999999": "", "1-2-3": "", "[0-3]": "",
	} {
		p, err := ParseNodes(list, 16)
		if got := p.String(); err == nil && got != want || (err == nil) != (want != "") {
			t.Errorf("ParseNodes(%q) = %q, %v; want %q", list, got, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("ParseNodes(%q): %v", list, err)
		}
	}
}

func TestFreeState(t *testing.T) {
	s := mustParse(t, spoil(t, "free=0-3,9"))
	m := s.Cluster.Machine()
	free := s.Free.State(m)
	if free.Idle().Len() != 5 || !free.Idle().Has(9) || free.Idle().Has(4) {
		t.Errorf("%d nodes are free", free.Idle().Len())
	}
	s = mustParse(t, spoil(t, `free={"0": 2, "3": 1, "63": 2}`))
	free = s.Free.State(m)
	task := workload.Request{Tasks: 100, PerTask: workload.Resources{workload.Cores: 1}}
	for n, want := range map[topology.NodeID]int32{0: 2, 1: 0, 3: 1, 62: 0, 63: 2} {
		if got := free.Slots(&task, n); got != want {
			t.Errorf("node %d has %d free cores, want %d", n, got, want)
		}
	}
	if free.Idle().Len() != 2 || free.Count(&task) != 5 {
		t.Errorf("%d nodes and %d cores are free", free.Idle().Len(), free.Count(&task))
	}
	if free := (*FreeNodes)(nil).State(m); free.Idle().Len() != 64 {
		t.Errorf("without a free block %d nodes are free", free.Idle().Len())
	}
}
