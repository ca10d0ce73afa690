package workload

import "math"

// FractionOf selects the quantity to which the fractions in Lublin.Memory and
// Lublin.Disk refer.
type FractionOf uint8

// Quantities.
const (
	// OfBest selects the largest amount that any node has. If nodes differ, a task
	// may need more than a smaller node has per core, which leaves some cores of
	// that node idle.
	OfBest FractionOf = iota
	// OfCore selects the amount that a node has per core, or the smallest such
	// amount if kinds of nodes differ.
	OfCore
	NumFractionOf
)

// String returns the name of the quantity in scenarios.
func (w FractionOf) String() string { return [...]string{"best", "core"}[w] }

// needs turns sizes into requests that fit on the empty machine. Its draws provide
// memory and disk.
type needs struct {
	machine      []NodeKind
	tasks        bool
	widest       int64
	least, most  Resources // smallest and largest needs of a task
	roomy        int64     // number of tasks that fit on the empty machine if each has the largest needs
	memory, disk draws
}

// begin computes the limits of requests from the model and the machine. It returns
// an error if the machine cannot satisfy the model.
func (n *needs) begin(l *Lublin, machine []NodeKind) *ModelError {
	n.machine, n.tasks = machine, l.Tasks
	n.memory, n.disk = newDraws(l.Seed, memoryDraws), newDraws(l.Seed, diskDraws)
	for i := range machine {
		n.widest += machine[i].Nodes
	}
	if l.Tasks {
		n.least[Cores], n.most[Cores] = 1, 1
		for r, s := range [...]PermilleRange{Memory: l.Memory, Disk: l.Disk} {
			if s.High > 0 && !n.span(Resource(r), s, l.Of) {
				return invalidField(Resource(r).String(), thousandths(s.High), "", "is a fraction of what nodes have, but they have none",
					"give nodes "+Resource(r).String()+", or leave it out")
			}
		}
		n.widest, n.roomy = Slots(machine, &n.least), Slots(machine, &n.most)
	}
	if n.widest < 1 {
		return invalidField("memory", thousandths(l.Memory.Low), "", "is too much for the nodes that have enough disk: none can hold one task",
			"lower the minimum memory or disk of a task")
	}
	n.widest = min(n.widest, MaxModelTasks)
	if l.Widest > n.widest {
		return outOfRange("widest", l.Widest, 1, n.widest, false)
	}
	if l.Widest > 0 {
		n.widest = l.Widest
	}
	return nil
}

// span sets the range of a resource from two fractions. It reports whether the
// quantity to which they refer is greater than zero.
func (n *needs) span(r Resource, s PermilleRange, of FractionOf) bool {
	best, least := int64(0), int64(math.MaxInt64)
	for i := range n.machine {
		have := &n.machine[i].Resources
		best = max(best, have[r])
		least = min(least, have[r]/max(have[Cores], 1))
	}
	if of == OfCore {
		best = least
	}
	n.least[r], n.most[r] = best/1000*s.Low+best%1000*s.Low/1000, best/1000*s.High+best%1000*s.High/1000
	return best > 0
}

// ask writes the request of a job of the given size into r. If the job does not fit
// on the empty machine, ask draws its needs again, each time with a smaller upper
// limit. The last limit is the smallest possible needs, which always fit.
func (n *needs) ask(r *Request, size int64) {
	if !n.tasks {
		r.Nodes = int32(size)
		return
	}
	r.Tasks = int32(size)
	r.PerTask = n.least
	high := n.most
	for {
		r.PerTask[Memory] = n.memory.whole(n.least[Memory], high[Memory])
		r.PerTask[Disk] = n.disk.whole(n.least[Disk], high[Disk])
		if size <= n.roomy || Slots(n.machine, &r.PerTask) >= size {
			return
		}
		high[Memory] = max(n.least[Memory], r.PerTask[Memory]-1)
		high[Disk] = max(n.least[Disk], r.PerTask[Disk]-1)
	}
}
