package cluster

import (
	"cmp"
	"slices"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// SocketCores is a group of cores on one socket of a node that are used by tasks of
// the same job.
type SocketCores struct {
	Job    workload.JobID
	Frozen bool // set aside for the job's growth, but not used yet
	Socket int32
	Tasks  int32 // number of tasks whose home is this socket: their first core is on it
	Cores  int32
}

// Seats returns the groups of cores of node n that tasks use, ordered by socket and
// then by job. It returns nil for nodes with one socket. Tasks without cores are
// not included. Cost: O(tasks on the node · sockets).
func (f *Free) Seats(n topology.NodeID) []SocketCores {
	if f.seats == nil || f.seats[n] == nil {
		return nil
	}
	var all []SocketCores
	for _, b := range f.seats[n].bound {
		seat := SocketCores{Job: workload.JobID(b.owner / 2), Frozen: b.owner%2 == 1, Socket: b.home, Tasks: b.tasks, Cores: b.tasks * b.cores}
		if b.span == nil {
			all = append(all, seat)
			continue
		}
		for socket, cores := range b.span {
			seat.Socket, seat.Cores, seat.Tasks = int32(socket), cores, 0
			if seat.Socket == b.home {
				seat.Tasks = 1
			}
			if cores > 0 {
				all = append(all, seat)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b SocketCores) int {
		return cmp.Or(cmp.Compare(a.Socket, b.Socket), cmp.Compare(a.Job, b.Job), cmp.Compare(flag(a.Frozen), flag(b.Frozen)))
	})
	return joined(all)
}

// joined merges adjacent groups of the same job on the same socket.
func joined(all []SocketCores) []SocketCores {
	out := all[:0]
	for _, s := range all {
		if n := len(out); n > 0 && out[n-1].Socket == s.Socket && out[n-1].Job == s.Job && out[n-1].Frozen == s.Frozen {
			out[n-1].Tasks += s.Tasks
			out[n-1].Cores += s.Cores
			continue
		}
		out = append(out, s)
	}
	return out
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Homes returns the home socket (the socket of the first core) of each task of the
// running job r on p, ordered by node and then by socket. It returns nil if the
// socket does not matter, that is, for whole-node jobs and if all tasks of a node
// are equally far apart. Tasks without cores and tasks on nodes with one socket
// have home 0. Cost: O(tasks).
func (f *Free) Homes(r *workload.Request, p Placement) []int32 {
	if w := f.m.within; r.Whole() || w.Core == w.Socket || f.seats == nil {
		return nil
	}
	homes := make([]int32, 0, p.Tasks())
	for n, tasks := range p.All {
		end := len(homes) + int(tasks)
		if s := f.seats[n]; s != nil {
			for _, b := range s.bound {
				for range b.tasks {
					if b.owner == ownerOf(r, false) && len(homes) < end {
						homes = append(homes, b.home)
					}
				}
			}
		}
		for len(homes) < end {
			homes = append(homes, 0)
		}
	}
	return homes
}
