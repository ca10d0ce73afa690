package alloc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/alloctest"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// nodeBook is the twin of cluster.State for exclusive jobs: it notes for each node by
// which job it is used, and applies the rule to one node after another.
type nodeBook struct {
	block, user []int // block of each node; job that uses it, or -1
	down        []bool
	exclusive   map[int]bool // by job
}

// blocks reports whether a node is in a block with a node of a job that keeps the
// other job away: one of the two is exclusive.
func (b *nodeBook) blocks(n int, exclusive bool) bool {
	for k, job := range b.user {
		if b.block[k] == b.block[n] && job >= 0 && (exclusive || b.exclusive[job]) {
			return true
		}
	}
	return false
}

// usable reports whether a new job may get a node.
func (b *nodeBook) usable(n int, exclusive bool) bool {
	return b.user[n] < 0 && !b.down[n] && !b.blocks(n, exclusive)
}

// blocked returns the number of nodes that job keeps free of other jobs.
func (b *nodeBook) blocked(job int) (n int32) {
	for k := range b.user {
		for i := range b.user {
			if b.exclusive[job] && b.user[i] == job && b.block[i] == b.block[k] && b.user[k] < 0 && !b.down[k] {
				n++
				break
			}
		}
	}
	return n
}

// compare checks a state against the book.
func (b *nodeBook) compare(s *cluster.State) error {
	taken := int32(0)
	for n := range b.user {
		one := workload.Request{Nodes: 1}
		if got, want := s.Idle().Has(topology.NodeID(n)), b.usable(n, false); got != want {
			return fmt.Errorf("node %d: idle %v, want %v", n, got, want)
		}
		one.Network.Exclusive = true
		if got, want := s.Slots(&one, topology.NodeID(n)) == 1, b.usable(n, true); got != want {
			return fmt.Errorf("node %d: usable by an exclusive job %v, want %v", n, got, want)
		}
		if !b.usable(n, false) {
			taken++
		}
	}
	if s.Held() != taken {
		return fmt.Errorf("%d nodes are held, want %d", s.Held(), taken)
	}
	for _, l := range s.Limits() {
		job := s.Job(l.Slot)
		want := b.blocked(int(job.Request.ID))
		if got := int32(s.BlockedBy(job.Request, job.Placement).Nodes()); got != want || l.Size != job.Request.Nodes+want {
			return fmt.Errorf("job %d blocks %d and gives back %d, want %d and %d", job.Request.ID, got, l.Size, want, job.Request.Nodes+want)
		}
	}
	return nil
}

// blockMachine returns a machine with blocks of up to 4 nodes.
func blockMachine(t *testing.T, r *rand.Rand) *cluster.Machine {
	t.Helper()
	conf, next := "", 0
	for i := range 2 + r.IntN(6) {
		size := 1 + r.IntN(4)
		conf += fmt.Sprintf("BlockName=b%d Nodes=n[%d-%d]\n", i, next, next+size-1)
		next += size
	}
	network, err := slurm.Parse(conf + []string{"BlockSizes=4\n", "BlockSizes=4,8\n", "BlockSizes=4,8,16\n"}[r.IntN(3)])
	if err != nil {
		t.Fatal(err)
	}
	return cluster.NewMachine(network.Topology, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
}

// TestExclusiveEqualsTheDefinition starts and ends random jobs, some of them
// exclusive, and takes nodes out of the machine and back. After each change it
// compares the state with the book. Each placement must be the one that SlurmBlock
// gives an ordinary job if only the nodes are free that the rule allows.
func TestExclusiveEqualsTheDefinition(t *testing.T) {
	placed, refused := 0, 0
	for seed := range soaktest.Seeds(1200) {
		r := rand.New(rand.NewPCG(seed, 5))
		m := blockMachine(t, r)
		s, b := cluster.NewState(m), &nodeBook{exclusive: map[int]bool{}}
		blocks := m.Topology.(topology.Blocked).Blocks()
		for i := range blocks.Len() {
			for range blocks.Starts[i+1] - blocks.Starts[i] {
				b.block, b.user, b.down = append(b.block, i), append(b.user, -1), append(b.down, false)
			}
		}
		for id := range 40 {
			if n := r.IntN(len(b.user)); r.IntN(4) == 0 && b.user[n] < 0 {
				where := cluster.Placement{{First: topology.NodeID(n), Last: topology.NodeID(n), Tasks: 1}}
				if b.down[n] = !b.down[n]; b.down[n] {
					s.Down(where, 1)
				} else {
					s.Up(where, 1)
				}
			} else if limits := s.Limits(); r.IntN(3) == 0 && len(limits) > 0 {
				ended := s.End(limits[r.IntN(len(limits))].Slot)
				for n := range ended.Placement.All {
					b.user[n] = -1
				}
			} else {
				q := exclusiveJob(r, id)
				b.exclusive[id] = q.Network.Exclusive
				ordinary := *q
				ordinary.Network.Exclusive = false
				want, _ := alloc.SlurmBlock{}.Allocate(&ordinary, idleWhere(m, func(n topology.NodeID) bool { return b.usable(int(n), q.Network.Exclusive) }), nil)
				got, _ := alloc.SlurmBlock{}.Allocate(q, &s.Free, nil)
				if got.String() != want.String() {
					t.Fatalf("seed %d, job %d: %+v: placed on %v, want %v", seed, id, q, got, want)
				}
				if err := alloctest.Contract(alloc.SlurmBlock{}, q, &s.Free); err != nil && (got != nil || !q.Network.Consolidate) { // a consolidated job may be refused although its first segment fits elsewhere
					t.Fatalf("seed %d, job %d: %v", seed, id, err)
				}
				if got == nil {
					refused++
					continue
				}
				placed++
				s.Start(q, got, 0)
				for n := range got.All {
					b.user[n] = id
				}
			}
			if err := b.compare(s); err != nil {
				t.Fatalf("seed %d, change %d: %v", seed, id, err)
			}
		}
	}
	if placed < 2500 || refused < 1000 {
		t.Errorf("placed %d jobs and refused %d", placed, refused)
	}
}

// exclusiveJob returns a random job, in half of the cases an exclusive one.
func exclusiveJob(r *rand.Rand, id int) *workload.Request {
	q := &workload.Request{ID: workload.JobID(id), Nodes: 1 + r.Int32N(7)}
	q.Network.Exclusive = r.IntN(2) == 0
	if r.IntN(4) == 0 {
		q.Network.Segment = 1 + r.Int32N(3)
		q.Nodes = q.Network.Segment * (1 + r.Int32N(3))
		q.Network.Spread, q.Network.Consolidate = r.IntN(2) == 0, r.IntN(2) == 0
	}
	return q
}

// BenchmarkExclusive measures a decision for an exclusive job on 256 blocks of 16
// nodes, a tenth of which are in use.
func BenchmarkExclusive(b *testing.B) {
	conf := ""
	for i := range 256 {
		conf += fmt.Sprintf("BlockName=b%d Nodes=n[%d-%d]\n", i, i*16, i*16+15)
	}
	network, err := slurm.Parse(conf + "BlockSizes=16,32,64,128\n")
	if err != nil {
		b.Fatal(err)
	}
	m := cluster.NewMachine(network.Topology, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
	free := idleWhere(m, func(n topology.NodeID) bool { return n/16%10 != 0 })
	for _, segment := range []int32{0, 8} {
		b.Run(fmt.Sprintf("segment=%d", segment), func(b *testing.B) {
			var jobs []*workload.Request
			for size := int32(8); size <= 1024; size *= 2 {
				q := &workload.Request{Nodes: size}
				q.Network.Exclusive, q.Network.Segment = true, segment
				jobs = append(jobs, q)
			}
			reportTimes(b, alloc.SlurmBlock{}, free, jobs)
		})
	}
}
