package trace_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
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

// TestHash checks that every field of every event affects the hash.
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

// every holds an event of each kind. Events of the machine have no job.
var every = []trace.Event{
	{Time: 1000, Kind: trace.Submit, Job: 0, Why: why.Reason{Blocker: workload.NoJob}},
	{Time: 1000, Kind: trace.Start, Job: 0, Why: why.Reason{Code: why.Rescued, Need: 3, Have: 4, Blocker: workload.NoJob, At: 2000}, Placement: nodes(0, 2)},
	{Time: 2000, Kind: trace.End, Job: 0, Placement: nodes(0, 2)},
	{Time: 2000, Kind: trace.Kill, Job: 0, Placement: nodes(0, 2)},
	{Time: 2000, Kind: trace.Reject, Job: 1},
	{Time: 3000, Kind: trace.Requeue, Job: 0, Why: why.Reason{Code: why.NodeLost, Need: 1, Have: 3, Blocker: workload.NoJob, At: 2500}, Placement: nodes(0, 2)},
	{Time: 3000, Kind: trace.Fail, Job: 0, Why: why.Reason{Code: why.NodeLost, Need: 1, Have: 3, Blocker: workload.NoJob}, Placement: nodes(0, 2)},
	{Time: 3000, Kind: trace.AtRisk, Job: 0, Why: why.Reason{Code: why.AtRisk, Need: 3, Have: 2, Blocker: workload.NoJob, At: simtime.Never}},
	{Time: 4000, Kind: trace.Freeze, Job: 0, Placement: nodes(3, 4)},
	{Time: 4000, Kind: trace.Stage, Job: 0, Of: 2},
	{Time: 4000, Kind: trace.Stage, Job: 0, Of: 6},
	{Time: 4000, Kind: trace.Grow, Job: 0, Placement: nodes(0, 4)},
	{Time: 4000, Kind: trace.Rollback, Job: 0, Why: why.Reason{Code: why.FrozenLost, Need: 1, Have: 2, Blocker: workload.NoJob}, Placement: nodes(3, 4)},
	{Time: 4000, Kind: trace.Rollback, Job: 0, Why: why.Reason{Code: why.EndedFirst, Blocker: workload.NoJob}, Placement: nodes(3, 4)},
	{Time: 4000, Kind: trace.Shrink, Job: 1, Placement: cluster.Placement{}.Append(3, 3, 2)},
	{Time: 5000, Kind: trace.Down, Job: workload.NoJob, Placement: nodes(1, 1)},
	{Time: 5000, Kind: trace.Notice, Job: workload.NoJob, Placement: nodes(1, 1)},
	{Time: 5000, Kind: trace.Up, Job: workload.NoJob, Placement: nodes(1, 1)},
	{Time: 5000, Kind: trace.LinkDown, Job: workload.NoJob, Of: 8},
	{Time: 5000, Kind: trace.LinkUp, Job: workload.NoJob},
	{Time: 6000, Kind: trace.Reject, Job: 0, Why: why.Reason{Code: why.QueueClosed, Blocker: workload.NoJob}},
	{Time: 6000, Kind: trace.QueueOpen, Job: workload.NoJob},
	{Time: 6000, Kind: trace.QueueClose, Job: workload.NoJob, Of: 1},
	{Time: 6000, Kind: trace.QueueStart, Job: workload.NoJob},
	{Time: 6000, Kind: trace.QueueStop, Job: workload.NoJob, Of: 1},
	{Time: 6000, Kind: trace.Allot, Job: workload.NoJob, Of: 1, Why: why.Reason{Need: 8, Have: 6, Blocker: workload.NoJob}},
	{Time: 7000, Kind: trace.Leave, Job: workload.NoJob, Placement: nodes(1, 2)},
	{Time: 7000, Kind: trace.Join, Job: workload.NoJob, Placement: nodes(1, 2)},
	{Time: 8000, Kind: trace.Release, Job: 0},
	{Time: 9000, Kind: trace.PowerDown, Job: workload.NoJob, Placement: nodes(1, 2)},
	{Time: 9000, Kind: trace.PowerOff, Job: workload.NoJob, Placement: nodes(1, 2)},
	{Time: 9000, Kind: trace.Start, Job: 0, Of: 1, Why: why.Reason{Code: why.FitsNow, Need: 3, Have: 4, Blocker: workload.NoJob}, Placement: nodes(0, 2)},
	{Time: 9000, Kind: trace.Wake, Job: 0, Placement: nodes(1, 2)},
	{Time: 9000, Kind: trace.Wake, Job: 0, Of: 1, Placement: nodes(1, 2)},
	{Time: 9000, Kind: trace.Ready, Job: 0, Placement: nodes(0, 2)},
	{Time: 8000, Kind: trace.Release, Job: 0, Why: why.Reason{Code: why.BeginTime, Blocker: workload.NoJob, At: 9000}},
	{Time: 8000, Kind: trace.Hold, Job: 0},
	{Time: 8000, Kind: trace.Update, Job: 0, Why: why.Reason{Need: 2, Blocker: workload.NoJob, At: 60_000}},
	{Time: 8000, Kind: trace.Reject, Job: 0, Why: why.Reason{Code: why.Cancelled, Blocker: workload.NoJob}},
	{Time: 8000, Kind: trace.Fail, Job: 0, Why: why.Reason{Code: why.Cancelled, Blocker: workload.NoJob}, Placement: nodes(0, 2)},
	{Time: 8000, Kind: trace.Suspend, Job: 0, Why: why.Reason{Code: why.Preempted, Need: 4, Have: 3, Blocker: 1}, Placement: nodes(0, 2)},
	{Time: 8000, Kind: trace.Resume, Job: 0, Placement: nodes(0, 2)},
}

func nodes(first, last topology.NodeID) cluster.Placement {
	return cluster.Placement{}.Append(first, last, 1)
}

// TestEveryKind checks the JSON line and the sentence of each kind of event.
func TestEveryKind(t *testing.T) {
	want := strings.Split(`{"time":1,"event":"submit","job":7}
1 job 7 is submitted: 3 nodes for 0 s
{"time":1,"event":"start","job":7,"nodes":"0-2","why":"rescued","need":3,"have":4,"at":2}
1 job 7 starts on 0-2: rescued: its slack ended at 2, and the user's reserve holds it (needs 3, 4 left)
{"time":2,"event":"end","job":7,"nodes":"0-2"}
2 job 7 ends on 0-2
{"time":2,"event":"kill","job":7,"nodes":"0-2"}
2 job 7 is killed at its walltime on 0-2
{"time":2,"event":"reject","job":9,"why":"impossible job"}
2 job 9 is rejected: impossible job
{"time":3,"event":"requeue","job":7,"nodes":"0-2","why":"node-lost","need":1,"have":3,"at":2.5}
3 job 7 gives back 0-2: it lost 1 of its 3 nodes; what it had done by 2.5 is kept; it keeps its place in the queue
{"time":3,"event":"fail","job":7,"nodes":"0-2","why":"node-lost","need":1,"have":3}
3 job 7 fails on 0-2: it lost 1 of its 3 nodes
{"time":3,"event":"at-risk","job":7,"why":"at-risk","need":3,"have":2}
3 job 7: deadline at risk: needs 3, reserves and usable share have 2 left
{"time":4,"event":"freeze","job":7,"nodes":"3-4"}
4 job 7 s1: 3-4 are frozen for it to grow
{"time":4,"event":"stage","job":7,"stage":2}
4 job 7 s2: control programs run on the new nodes
{"time":4,"event":"stage","job":7,"stage":6}
4 job 7 s6: all tasks are signalled, and stop
{"time":4,"event":"grow","job":7,"nodes":"0-4"}
4 job 7 s7: goes on, on 0-4
{"time":4,"event":"rollback","job":7,"nodes":"3-4","why":"frozen-lost","need":1,"have":2}
4 job 7 gives up growing, 3-4 are frozen for it no more: it lost 1 of the 2 nodes frozen for it
{"time":4,"event":"rollback","job":7,"nodes":"3-4","why":"ended-first","need":0,"have":0}
4 job 7 gives up growing, 3-4 are frozen for it no more: it was over before s7 was
{"time":4,"event":"shrink","job":9,"nodes":"3","tasks":[[3,3,2]]}
4 job 9 gives back 3 and runs on
{"time":5,"event":"down","nodes":"1"}
5 nodes 1 fail
{"time":5,"event":"notice","nodes":"1"}
5 nodes 1 are found to be down
{"time":5,"event":"up","nodes":"1"}
5 nodes 1 come online
{"time":5,"event":"link-down","link":8}
5 link 8 fails
{"time":5,"event":"link-up","link":0}
5 link 0 works again
{"time":6,"event":"reject","job":7,"why":"queue-closed","need":0,"have":0}
6 job 7 is rejected: its queue is closed to submissions
{"time":6,"event":"queue-open","queue":1}
6 queue 1 is opened
{"time":6,"event":"queue-close","queue":2}
6 queue 2 is closed
{"time":6,"event":"queue-start","queue":1}
6 queue 1 is started
{"time":6,"event":"queue-stop","queue":2}
6 queue 2 is stopped
{"time":6,"event":"allot","allotment":2,"allotted":8,"usable":6}
6 allotment 2 is 8 nodes, 6 of them usable
{"time":7,"event":"leave","nodes":"1-2"}
7 the machine is divided anew: nodes 1-2 go to another division
{"time":7,"event":"join","nodes":"1-2"}
7 the machine is divided anew: nodes 1-2 come from another division
{"time":8,"event":"release","job":7}
8 job 7 may start from now on
{"time":9,"event":"power-down","nodes":"1-2"}
9 idle nodes 1-2 are being powered down
{"time":9,"event":"power-off","nodes":"1-2"}
9 nodes 1-2 are powered down
{"time":9,"event":"start","job":7,"nodes":"0-2","why":"fits-now","need":3,"have":4}
9 job 7 is given 0-2, and waits until all of them are up: it is first in order and fits now (needs 3, 4 free)
{"time":9,"event":"wake","job":7,"nodes":"1-2"}
9 job 7: nodes 1-2 are powered up
{"time":9,"event":"wake","job":7,"nodes":"1-2"}
9 job 7: nodes 1-2 are powered up once they are down
{"time":9,"event":"ready","job":7,"nodes":"0-2"}
9 job 7 runs on 0-2: its nodes are up
{"time":8,"event":"release","job":7,"why":"begin-time","need":0,"have":0,"at":9}
8 job 7 is held no longer: may not start before 9
{"time":8,"event":"hold","job":7}
8 job 7 is held
{"time":8,"event":"update","job":7,"size":2,"walltime":60}
8 job 7 is changed: it asks for 2 and 60 s
{"time":8,"event":"reject","job":7,"why":"cancelled","need":0,"have":0}
8 job 7 is cancelled while it waits
{"time":8,"event":"fail","job":7,"nodes":"0-2","why":"cancelled","need":0,"have":0}
8 job 7 is cancelled on 0-2
{"time":8,"event":"suspend","job":7,"nodes":"0-2","why":"preempted","need":4,"have":3,"blocker":9}
8 job 7 is suspended on 0-2: it makes room for job 9, which needs 4
{"time":8,"event":"resume","job":7,"nodes":"0-2"}
8 job 7 resumes on 0-2`, "\n")
	seen := map[trace.EventKind]bool{}
	for i := range every {
		var out bytes.Buffer
		if err := trace.WriteLines(&out, jobs, every[i:i+1]); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(out.String(), "\n"); got != want[2*i] || !json.Valid(out.Bytes()) {
			t.Errorf("line %s, want %s", got, want[2*i])
		}
		if got := every[i].Text(jobs); got != want[2*i+1] {
			t.Errorf("text %q, want %q", got, want[2*i+1])
		}
		seen[every[i].Kind] = true
	}
	if len(seen) != int(trace.NumKinds) {
		t.Errorf("%d kinds of %d", len(seen), trace.NumKinds)
	}
}

// TestHashEvery checks that the fields Of (such as the stage or link) and Why.Which
// (the limit) affect the hash, too.
func TestHashEvery(t *testing.T) {
	seen := map[uint64]bool{trace.Hash(every): true}
	for i := range every {
		for _, change := range []func(e *trace.Event){func(e *trace.Event) { e.Of++ }, func(e *trace.Event) { e.Why.Which++ }} {
			other := append([]trace.Event(nil), every...)
			change(&other[i])
			if h := trace.Hash(other); seen[h] {
				t.Errorf("a changed event %d leaves the hash as it was, or as another change's", i)
			} else {
				seen[h] = true
			}
		}
	}
}
