package machinepanel

import (
	"sort"

	"hopyard/core/topology"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// socketsOf returns which jobs hold the cores of each socket of a node. It returns
// nil if the node has only one socket or runs no tasks.
func (m MachinePanel) socketsOf(n topology.NodeID) *message.CoreHolders {
	all := m.State.Seats
	i := sort.Search(len(all), func(i int) bool { return all[i].Node >= n })
	if i == len(all) || all[i].Node != n {
		return nil
	}
	return &all[i]
}

// socketCores returns the number of cores of each socket of a node.
func socketCores(s *message.CoreHolders) []int32 {
	cores := append([]int32(nil), s.Free...)
	for _, x := range s.Held {
		cores[x.Socket] += x.Cores
	}
	return cores
}

// socketLines returns a line of text for each socket of a node, with the cores that
// each job holds and the free cores. It returns nil if the node's sockets are not
// recorded.
func (m MachinePanel) socketLines(n topology.NodeID) []string {
	s := m.socketsOf(n)
	if s == nil {
		return nil
	}
	lines := make([]string, len(s.Free))
	for socket, free := range s.Free {
		var list []string
		for _, x := range s.Held {
			if int(x.Socket) == socket {
				text := i18n.SocketHeld
				if x.Frozen {
					text = i18n.SocketFrozen
				}
				list = append(list, m.Words.Say(text, i18n.S("job", m.JobText(x.Job)), m.Words.N("n", int64(x.Cores))))
			}
		}
		if free > 0 {
			list = append(list, m.Words.Say(i18n.SocketFree, m.Words.N("n", int64(free))))
		}
		lines[socket] = m.Words.Say(i18n.SocketLine, m.Words.N("socket", int64(socket)), i18n.S("list", i18n.List(m.Words, list...)))
	}
	return lines
}

// fillSeats copies to the scene which jobs use which sockets of nodes that jobs
// share.
func (m MachinePanel) fillSeats(scene *draw.MachineScene) {
	scene.Seats = scene.Seats[:0]
	for i := range m.State.Seats {
		s := &m.State.Seats[i]
		cores := socketCores(s)
		for _, x := range s.Held {
			if x.Frozen {
				continue // the scene shows frozen nodes in another way
			}
			part := uint8(int64(x.Cores) * 255 / int64(cores[x.Socket]))
			scene.Seats = append(scene.Seats, draw.SocketShare{Node: s.Node, Socket: x.Socket, Of: int32(len(s.Free)), Job: x.Job, Part: part})
		}
	}
}
