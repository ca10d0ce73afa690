package draw

import (
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// SocketShare is the set of cores that a job holds on one socket of a node.
type SocketShare struct {
	Node   topology.NodeID
	Socket int32
	Of     int32 // number of sockets of the node
	Job    workload.JobID
	Part   uint8 // share of the socket's cores, in 255ths
}

// slender is the smallest width, in pixels, at which the sockets of a node are
// drawn.
const slender = 4

// drawSeats draws shared nodes that have several sockets. A node is divided into
// columns, one for each socket. In each column the jobs are stacked from the
// bottom. The height of a job is its share of the socket's cores. drawSeats records
// which nodes it has drawn.
func (l *Layout) drawSeats(b *Buffer, m *MachineScene) {
	f := &l.frame
	if len(f.sums) == 0 || l.per > 1 {
		return
	}
	for i := 0; i < len(m.Seats); {
		n := m.Seats[i].Node
		from := i
		for i < len(m.Seats) && m.Seats[i].Node == n {
			i++
		}
		if n < 0 || int(n) >= len(f.sums) || f.owner[n] != shared {
			continue
		}
		seats := m.Seats[from:i]
		l.segments(n, n, func(k *block, _, _, _, _ float64, cell, _ int) {
			col, row := k.cellAt(cell)
			x, y, w, high := l.tile(k, col, row)
			if w < slender*float64(seats[0].Of) {
				return
			}
			f.sums[cell].seated = true
			l.drawColumns(b, m, seats, x, y, w, high)
		})
	}
}

// drawColumns draws the sockets of a node in the given rectangle.
func (l *Layout) drawColumns(b *Buffer, m *MachineScene, seats []SocketShare, x, y, w, high float64) {
	wide := w / float64(seats[0].Of)
	filled, socket := 0, int32(-1)
	for _, s := range seats {
		if s.Socket != socket {
			filled, socket = 0, s.Socket
		}
		left, top := x+wide*float64(s.Socket), min(filled+int(s.Part), 255)
		lower, upper := y+high*(1-float64(filled)/255), y+high*(1-float64(top)/255)
		filled = top
		b.Fill(m.Jobs.Colour(s.Job), left+0.5, upper, wide-1, max(lower-upper-0.5, 0.5))
		if filled == int(s.Part) && len(m.GPUs) > 0 && high < roomy {
			lower -= 8 // leave room for the GPU marks
		}
		if lower-upper >= labelSize && (!l.row || high >= roomy) {
			l.name(b, m, s.Job, left+wide/2, (lower+upper)/2, wide-4)
		}
	}
	for i := int32(1); i < seats[0].Of; i++ {
		b.Fill(Soft, x+wide*float64(i)-0.5, y, 1, high)
	}
}
