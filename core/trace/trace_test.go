package trace_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

var jobs = []workload.Job{
	{Request: workload.Request{ID: 0, Number: 7, Nodes: 3}},
	{Request: workload.Request{ID: 1, Number: 9, Tasks: 5}, Reject: workload.ErrWorkload},
}

var log = []trace.Event{
	{Time: 1500, Kind: trace.Submit, Job: 0},
	{Time: 1500, Kind: trace.Start, Job: 0, Why: why.Reason{Code: why.EndsByShadow, Need: 3, Have: 4, Blocker: 1, At: 90_000}, Placement: cluster.Placement{}.Append(0, 1, 1).Append(4, 4, 1)},
	{Time: 2000, Kind: trace.Start, Job: 1, Why: why.Reason{Code: why.WouldDelay, Blocker: 0, At: simtime.Never}, Placement: cluster.Placement{}.Append(2, 2, 3).Append(3, 3, 2)},
	{Time: 3000, Kind: trace.Kill, Job: 0, Placement: cluster.Placement{}.Append(0, 1, 1).Append(4, 4, 1)},
	{Time: 3000, Kind: trace.Reject, Job: 1},
}

func TestWriteLines(t *testing.T) {
	var out bytes.Buffer
	if err := trace.WriteLines(&out, jobs, log); err != nil {
		t.Fatal(err)
	}
	want := `{"time":1.5,"event":"submit","job":7}
{"time":1.5,"event":"start","job":7,"nodes":"0-1,4","why":"ends-by-shadow","need":3,"have":4,"blocker":9,"at":90}
{"time":2,"event":"start","job":9,"nodes":"2-3","tasks":[[2,2,3],[3,3,2]],"why":"would-delay","need":0,"have":0,"blocker":7}
{"time":3,"event":"kill","job":7,"nodes":"0-1,4"}
{"time":3,"event":"reject","job":9,"why":"impossible job"}
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	for line := range bytes.Lines(out.Bytes()) {
		if !json.Valid(line) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

// TestHash: every field of every event counts.
func TestHash(t *testing.T) {
	seen := map[uint64]bool{trace.Hash(log): true}
	for i := range log {
		for _, change := range []func(e *trace.Event){
			func(e *trace.Event) { e.Time++ },
			func(e *trace.Event) { e.Kind = (e.Kind + 1) % trace.NumKinds },
			func(e *trace.Event) { e.Job = 1 - e.Job },
			func(e *trace.Event) { e.Why.Need++ },
			func(e *trace.Event) { e.Why.Have++ },
			func(e *trace.Event) { e.Why.At-- },
			func(e *trace.Event) { e.Why.Blocker++ },
			func(e *trace.Event) { e.Why.Code++ },
			func(e *trace.Event) { e.Placement = append(cluster.Placement{}.Append(9, 9, 1), e.Placement...) },
		} {
			other := append([]trace.Event(nil), log...)
			change(&other[i])
			if h := trace.Hash(other); seen[h] {
				t.Errorf("a changed event %d leaves the hash as it was, or as another change's", i)
			} else {
				seen[h] = true
			}
		}
	}
}
