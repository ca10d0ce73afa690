package workload

import "strconv"

// needs turns sizes into requests that the empty machine can hold.
type needs struct {
	machine      []NodeKind
	tasks        bool
	widest       int64
	least, most  Resources // what a task needs
	roomy        int64     // tasks that fit if each needs the most
	memory, disk *draws
}

// needs works out the limits of requests.
func (l *Lublin) needs(machine []NodeKind) (*needs, *ModelError) {
	n := &needs{
		machine: machine, tasks: l.Tasks,
		memory: newDraws(l.Seed, memoryDraws), disk: newDraws(l.Seed, diskDraws),
	}
	for i := range machine {
		n.widest += machine[i].Nodes
	}
	if l.Tasks {
		n.least[Cores], n.most[Cores] = 1, 1
		if err := n.span(Memory, l.Memory); err != nil {
			return nil, err
		}
		if err := n.span(Disk, l.Disk); err != nil {
			return nil, err
		}
		n.widest, n.roomy = Slots(machine, &n.least), Slots(machine, &n.most)
	}
	if n.widest < 1 {
		return nil, &ModelError{
			Field: "memory", Value: thousandths(l.Memory.Low), Problem: "no node can hold one task: the nodes with the most memory are not those with the most disk",
			Fix: "lower the least memory or disk of a task",
		}
	}
	n.widest = min(n.widest, MaxModelTasks)
	if l.Widest > n.widest {
		return nil, &ModelError{
			Field: "widest", Value: strconv.FormatInt(l.Widest, 10), Limit: strconv.FormatInt(n.widest, 10),
			Problem: "widest " + strconv.FormatInt(l.Widest, 10) + " is more than the empty machine holds (" + strconv.FormatInt(n.widest, 10) + ")",
			Fix:     "use " + strconv.FormatInt(n.widest, 10) + " or less, or leave it out",
		}
	}
	if l.Widest > 0 {
		n.widest = l.Widest
	}
	return n, nil
}

// span sets the range of a resource from fractions of what the best node has.
func (n *needs) span(r Resource, s Span) *ModelError {
	best := int64(0)
	for i := range n.machine {
		best = max(best, n.machine[i].Resources[r])
	}
	if best == 0 && s.High > 0 {
		return &ModelError{
			Field: r.String(), Value: thousandths(s.High), Problem: r.String() + " is a fraction of what nodes have, but they have none",
			Fix: "give nodes " + r.String() + ", or leave it out",
		}
	}
	n.least[r], n.most[r] = best/1000*s.Low+best%1000*s.Low/1000, best/1000*s.High+best%1000*s.High/1000
	return nil
}

// ask writes a job of the given size into r. What does not fit is drawn again
// below what was drawn before, which ends at the least at the latest.
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
