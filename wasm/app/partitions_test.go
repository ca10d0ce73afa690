package app

import (
	"strings"
	"testing"

	"hopyard/core/queue"
	"hopyard/wasm/app/message"
)

// TestPrioritiesOfSlurm walks through a run under the queue slurm and checks that the
// queue panel shows the parts of all priorities, among them that of the QOS.
func TestPrioritiesOfSlurm(t *testing.T) {
	const text = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}, "node": {"cores": 4}}, "jobs": [
		{"id": 1, "nodes": 4, "walltime": 600, "user": "ada", "group": "physics", "queue": "batch"}, {"id": 2, "submit": 10, "nodes": 2, "walltime": 600, "user": "ada", "group": "physics", "queue": "batch", "qos": "high"},
		{"id": 3, "submit": 20, "nodes": 1, "walltime": 60, "user": "bob", "group": "biology", "queue": "debug"}], "scheduler": {"queue": "slurm"},
		"slurm": {"partitions": {"batch": {"default": true, "priority": 2}, "debug": {"nodes": "3", "tier": 2}}, "qos": {"high": {"priority": 5}},
		"accounts": {"physics": {"users": {"ada": {}}}, "biology": {"users": {"bob": {}}}}, "priority": {"age": 1000, "fair_share": 100, "size": 10, "partition": 20, "qos": 50}}}`
	s := open(t, message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
	seen := map[string]bool{}
	for i := range s.Run.Len() {
		s.Go(i)
		s.settleState(t)
		html := string(s.Queue.QueueHTML()) + string(s.Why.RulesHTML()) + string(s.Why.SentenceHTML()) + string(s.Policy.PartsHTML())
		wellFormed(t, html)
		for _, p := range s.State.Priorities {
			told := s.Queue.PriorityText(&p)
			if (p.Parts[queue.OfQOS] != 0) != strings.Contains(told, "QOS 50") {
				t.Errorf("step %d: %q", i, told)
			}
			seen[told] = true
		}
	}
	if len(seen) < 2 {
		t.Errorf("only %d priorities were shown", len(seen))
	}
}
