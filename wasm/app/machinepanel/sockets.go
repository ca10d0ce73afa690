package machinepanel

import (
	"sort"
	"strings"

	"hopyard/core/topology"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// seatedOn is whose the cores of a node are, by socket; nil if it has one socket
// or no tasks are on it.
func (m MachinePanel) seatedOn(n topology.NodeID) *message.Seated {
	all := m.State.Seats
	i := sort.Search(len(all), func(i int) bool { return all[i].Node >= n })
	if i == len(all) || all[i].Node != n {
		return nil
	}
	return &all[i]
}

// socketCores is how many cores each socket of a node has.
func socketCores(s *message.Seated) []int32 {
	cores := append([]int32(nil), s.Free...)
	for _, x := range s.Held {
		cores[x.Socket] += x.Cores
	}
	return cores
}

// socketsText says socket by socket who holds how many cores of a node, and how
// many are free; "" where it does not matter.
func (m MachinePanel) socketsText(n topology.NodeID) string {
	s := m.seatedOn(n)
	if s == nil {
		return ""
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
		lines[socket] = m.Words.Say(i18n.SocketLine, m.Words.N("socket", int64(socket)), i18n.S("list", m.Words.List(list...)))
	}
	return strings.Join(lines, "<br>")
}

// fillSeats puts into the picture on which sockets of shared nodes jobs are.
func (m MachinePanel) fillSeats(scene *draw.MachineScene) {
	scene.Seats = scene.Seats[:0]
	for i := range m.State.Seats {
		s := &m.State.Seats[i]
		cores := socketCores(s)
		for _, x := range s.Held {
			if x.Frozen {
				continue // drawn as what is set aside
			}
			part := uint8(int64(x.Cores) * 255 / int64(cores[x.Socket]))
			scene.Seats = append(scene.Seats, draw.Seat{Node: s.Node, Socket: x.Socket, Of: int32(len(s.Free)), Job: x.Job, Part: part})
		}
	}
}
