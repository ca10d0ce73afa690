package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// socketed draws a machine of nodes with several sockets, and jobs of tasks for it.
func socketed(r *rand.Rand) engine.Config {
	shape, _ := topology.NewFatTree(1+r.IntN(2), 2+r.IntN(2))
	m := cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{int64(4 + r.IntN(5))}, Speed: 1000, Sockets: 1 + r.Int32N(3)})
	w := cluster.OnNodeDistance{Core: r.Int64N(3)}
	w.Socket = w.Core + r.Int64N(5)
	m.SetWithin(w)
	c := engine.Config{Machine: m, Network: network.Model{Kind: network.Distance}}
	c.Queue = []queue.Policy{queue.EASY{}, queue.FCFS{}, queue.MPFSScan{}, queue.Conservative{}}[r.IntN(4)]
	c.Allocator = []alloc.Allocator{alloc.SDM{}, alloc.SDM{}, alloc.MDM{}, alloc.FirstFit{}, alloc.BestFit{}, alloc.Random{Seed: 3}}[r.IntN(6)]
	each := 1 + r.Int64N(2)
	for i := range 12 {
		if r.IntN(3) == 0 {
			each = 1 + r.Int64N(2) // different task sizes, so that counting free tasks does not suffice
		}
		j := workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: simtime.Time(i * r.IntN(2000)), PerTask: workload.Resources{each}},
			Runtime: simtime.Duration(1 + r.IntN(9000)), After: workload.NoJob, Overrun: true,
			Comm: &workload.Comm{Pattern: workload.AllToAll, Share: 1 + r.Int64N(900)},
		}
		if j.Tasks = 1 + r.Int32N(8/int32(each)); r.IntN(6) == 0 {
			j.Nodes, j.Tasks, j.PerTask = 1, 0, workload.Resources{}
		}
		j.Walltime = j.Runtime + simtime.Duration(r.IntN(3000))
		c.Jobs = append(c.Jobs, j)
	}
	slices.SortStableFunc(c.Jobs, func(a, b workload.Job) int { return int(a.Submit - b.Submit) })
	for i := range c.Jobs {
		c.Jobs[i].ID = workload.JobID(i)
	}
	return c
}

// seatsOf returns the socket of each task of a job on a node, as recorded by
// State.Seats.
func seatsOf(e *engine.Engine, job workload.JobID, n topology.NodeID, tasks int32) (sockets []int32) {
	for _, s := range e.State().Seats(n) {
		for range s.Tasks {
			if s.Job == job {
				sockets = append(sockets, s.Socket)
			}
		}
	}
	for len(sockets) < int(tasks) { // State.Seats is empty for a node with a single socket
		sockets = append(sockets, 0)
	}
	return sockets
}

// pairsOf returns the sum of the distances of all pairs of a job's tasks, computed
// socket by socket.
func pairsOf(e *engine.Engine, x *cluster.Running) (sum int64) {
	m := e.Config().Machine
	type task struct {
		node   topology.NodeID
		socket int32
	}
	var tasks []task
	for n, k := range x.Placement.All {
		for _, s := range seatsOf(e, x.Request.ID, n, k) {
			tasks = append(tasks, task{n, s})
		}
	}
	for i, a := range tasks {
		for _, b := range tasks[:i] {
			switch {
			case a.node != b.node:
				sum += m.Distance(a.node, b.node)
			case a.socket == b.socket && !x.Request.Whole():
				sum += m.Within().Core
			case !x.Request.Whole():
				sum += m.Within().Socket
			}
		}
	}
	return sum
}

// TestSocketsOverRuns makes several checks of sockets over whole runs. The free and
// the held cores of each socket must add up to all its cores. No task may move to
// another socket. The cost that SDM predicts at a start must be the sum over the
// pairs of tasks. The run time must be that of the distance model at this cost.
// After a seek, the tasks must be on the same sockets as in the recorded run.
func TestSocketsOverRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	starts, shared := 0, 0
	for range 70 {
		c := socketed(r)
		tape, err := engine.Record(c)
		if err != nil {
			t.Fatal(err)
		}
		live, _ := engine.New(c)
		before := map[workload.JobID][]int32{}
		ends := map[workload.JobID]float64{}
		for i := range tape.Len() {
			e := tape.Seek(i + 1)
			for {
				if s, ok := live.Step(); !ok || s.Changed() {
					break
				}
			}
			for n := range topology.NodeID(c.Machine.NumNodes()) {
				if !slices.Equal(e.State().Seats(n), live.State().Seats(n)) {
					t.Fatalf("step %d: node %d has %+v, and %+v when wound back", i, n, live.State().Seats(n), e.State().Seats(n))
				}
				free := e.State().SocketsFree(n)
				if have := e.State().Available(n)[workload.Cores]; have != total(free) {
					t.Fatalf("step %d: node %d has %d cores free, by socket %v", i, n, have, free)
				}
				for _, s := range e.State().Seats(n) {
					free[s.Socket] += s.Cores
				}
				if e.State().Seats(n) != nil && !slices.Equal(free, c.Machine.Sockets(n)) {
					t.Fatalf("step %d: node %d: free and held are %v", i, n, free)
				}
			}
			now := map[workload.JobID][]int32{}
			for _, x := range e.State().AppendRunning(nil) {
				id := x.Request.ID
				for n, k := range x.Placement.All {
					now[id] = append(now[id], seatsOf(e, id, n, k)...)
				}
				if was, ok := before[id]; ok && !slices.Equal(was, now[id]) {
					t.Fatalf("step %d: job %d sits on %v and sat on %v", i, id, now[id], was)
				}
			}
			before = now
			for _, x := range tape.Events(i) {
				switch x.Kind {
				case trace.End, trace.Kill:
					if want, ok := ends[x.Job]; ok && (x.Time.Sub(0).Seconds() < want-1e-6 || x.Time.Sub(0).Seconds() > want+0.001+1e-6) {
						t.Fatalf("job %d ends at %v, by the distance model at %v", x.Job, x.Time, want)
					}
				case trace.Start:
					starts++
					for _, job := range e.State().AppendRunning(nil) {
						if job.Request.ID != x.Job {
							continue
						}
						sum, n := pairsOf(e, &job), float64(job.Size())
						if got := cluster.SpreadRunning(&e.State().Free, job.Request, job.Placement).TaskDistance; got != sum {
							t.Fatalf("job %d costs %d, by pairs %d", x.Job, got, sum)
						}
						choice := tape.Explain(i, x.Job, 1)
						if _, sdm := c.Allocator.(alloc.SDM); sdm && len(choice.Candidates) > 0 && choice.Candidates[0].Cost != sum {
							t.Fatalf("%T: job %d on %v was said to cost %d, and costs %d", c.Queue, x.Job, job.Placement, choice.Candidates[0].Cost, sum)
						}
						f := 1.0
						if n > 1 {
							f = float64(sum) / (n * (n - 1) / 2) / 2 // the nearest nodes of a tree are two links apart
						}
						j := &c.Jobs[x.Job]
						share := float64(j.Comm.Share) / 1000
						ends[x.Job] = x.Time.Sub(0).Seconds() + j.Runtime.Seconds()*(1-share+share*f)
						if c.Machine.Spec(0).Sockets > 1 && job.Placement[0].Tasks > 1 {
							shared++
						}
					}
				}
			}
		}
	}
	if starts < 700 || shared < 150 {
		t.Fatalf("%d starts, %d of several tasks on nodes with sockets", starts, shared)
	}
}

func total(cores []int32) (sum int64) {
	for _, k := range cores {
		sum += int64(k)
	}
	return sum
}
