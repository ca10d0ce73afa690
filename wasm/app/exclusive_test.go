package app

import (
	"strings"
	"testing"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

// exclusiveJobs is a scenario whose first job has its block to itself: nodes 10 and
// 11 are blocked. Job 4 waits for a block of its own.
const exclusiveJobs = `{"hopyard": 1,
	"cluster": {"topology": {"kind": "slurm", "conf": "BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]\nBlockName=b2 Nodes=n[8-11]\nBlockSizes=4,8\n"}},
	"jobs": [
		{"id": 1, "submit": 0, "nodes": 2, "walltime": 60, "exclusive_topo": true},
		{"id": 2, "submit": 1, "nodes": 3, "walltime": 50},
		{"id": 3, "submit": 2, "nodes": 2, "walltime": 30},
		{"id": 4, "submit": 3, "nodes": 1, "walltime": 10, "exclusive_topo": true}],
	"scheduler": {"queue": "easy", "allocator": "slurm-block"}}`

// TestExclusiveJobs checks what the page shows of nodes that a job keeps free of
// other jobs, and of a job that waits for a block of its own.
func TestExclusiveJobs(t *testing.T) {
	s := open(t, message.Load{Form: message.JSON, Text: exclusiveJobs, At: -1, Job: -1})
	s.Step = 4
	s.settleState(t)
	var scene draw.MachineScene
	s.Machine.FillMachine(&scene)
	if len(scene.Blocked) != 1 || scene.Blocked[0] != (draw.Frozen{Range: draw.Range{First: 10, Last: 11}, Job: 0}) {
		t.Errorf("blocked: %+v", scene.Blocked)
	}
	if free := s.State.Idle; free != 3 {
		t.Errorf("%d nodes are free, want 3", free)
	}
	if note := s.Machine.MachineNote(); !strings.Contains(note, "7 of 12 nodes") || !strings.Contains(note, "2 kept free of other jobs") {
		t.Errorf("the line about the machine: %s", note)
	}
	s.Selected = 0
	if note := s.Machine.MachineNote(); !strings.Contains(note, "2 nodes of its blocks are kept free of other jobs") {
		t.Errorf("the line about job 1: %s", note)
	}
	s.Selected, s.Pointed = workload.NoJob, model.Nowhere()
	s.Pointed.Node, s.Pointed.Last = 10, 10
	if tip := htmltest.Plain(s.Machine.TipHTML()); !strings.Contains(tip, "is kept free of other jobs for job 1, which has its block to itself") {
		t.Errorf("node 10: %s", tip)
	}
	if legend := htmltest.Plain(s.Machine.LegendHTML()); !strings.Contains(legend, i18n.English.Say(i18n.LegendBlocked)) {
		t.Errorf("the legend: %s", legend)
	}
	if text := s.text(); !strings.Contains(text, "it must have its blocks to itself: other jobs are in 3 of 3 blocks, and the rest has no room for 1") {
		t.Errorf("the page does not say why job 4 waits:\n%s", text)
	}
}
