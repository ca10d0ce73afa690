package scenario

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
)

var (
	priorityFields  = fields{of: "a priority", names: []string{"weights", "users", "groups", "queues", "fair_share"}}
	weightFields    = fields{of: "weights", names: namesOf(queue.NumParts)}
	fairShareFields = fields{of: "fair_share", names: []string{"users", "window", "depth", "decay"}}
)

// priority reads how a job's priority comes about.
func (p *parser) priority(v ref, w *queue.Weights) {
	p.object(v, &priorityFields, func(name string, v ref) {
		switch name {
		case "weights":
			p.object(v, &weightFields, func(part string, v ref) {
				k := queue.PartKind(0)
				for k.String() != part {
					k++
				}
				if k == queue.OfResources {
					p.resources(v, false, func(k int, v ref) { w.Named[k], _ = p.thousandths(v, -MaxWeight, MaxWeight, "weights") })
					return
				}
				w.Weight[k], _ = p.thousandths(v, -MaxWeight, MaxWeight, "weights")
			})
		case "users":
			w.Users = p.values(v, name)
		case "groups":
			w.Groups = p.values(v, name)
		case "queues":
			w.Queues = p.values(v, name)
		case "fair_share":
			p.fairShare(v, &w.Fair)
		}
	})
}

// values reads a whole number for each name.
func (p *parser) values(v ref, of string) []queue.Named {
	var out []queue.Named
	p.byName(v, of, func(name string, _, v ref) {
		n, _ := p.integer(v, -MaxValue, MaxValue)
		out = append(out, queue.Named{Name: name, Value: n})
	})
	return out
}

func (p *parser) fairShare(v ref, f *queue.FairTargets) {
	p.object(v, &fairShareFields, func(name string, v ref) {
		switch name {
		case "users":
			p.byName(v, name, func(user string, _, v ref) {
				n, _ := p.thousandths(v, 0, 100_000, "percent")
				f.Users = append(f.Users, queue.Named{Name: user, Value: n})
			})
		case "window":
			d, _ := p.thousandths(v, int64(MinSpan), simtime.Max, "seconds")
			f.Window = simtime.Duration(d)
		case "depth":
			n, _ := p.integer(v, 1, MaxWindows)
			f.Depth = int32(n)
		case "decay":
			f.Decay, _ = p.thousandths(v, 0, 1000, "shares")
		}
	})
}
