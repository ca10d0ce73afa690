package scenario

import "strconv"

func (w *writer) shape(t *Shape) {
	w.raw("{").member("kind", true).text(t.Kind)
	switch t.Kind {
	case "fat-tree":
		if t.Down == nil {
			w.count("levels", t.Levels).count("width", t.Width)
			break
		}
		w.sides("down", t.Down).sides("up", t.Up).sides("links", t.Links)
	case "torus", "mesh":
		w.sides("dims", t.Dims)
	case "hypercube":
		w.count("dims", t.Dims[0])
	case "dragonfly":
		w.count("groups", t.Groups).count("routers", t.Routers).count("nodes", t.Nodes)
	case "graph":
		w.count("nodes", t.Nodes).count("switches", t.Switches).member("links", false)
		w.lines('[', ']', len(t.Cables), func(i int) { w.cable(&t.Cables[i]) })
	case "slurm":
		w.member("conf", false).text(t.Conf)
	default:
		w.count("nodes", t.Nodes)
	}
	w.raw("}")
}

func (w *writer) count(name string, n int) *writer {
	return w.member(name, false).number(int64(n))
}

func (w *writer) sides(name string, sides []int) *writer {
	w.member(name, false).raw("[")
	for i, side := range sides {
		w.comma(i)
		w.number(int64(side))
	}
	return w.raw("]")
}

func (w *writer) cable(c *Cable) {
	w.raw("{").member("from", true).text(c.From.String()).member("to", false).text(c.To.String())
	if c.Weight != 1 {
		w.member("weight", false).number(c.Weight)
	}
	if c.Bandwidth != 0 {
		w.member("bandwidth", false).number(c.Bandwidth)
	}
	if c.Both {
		w.member("both", false).raw("true")
	}
	w.raw("}")
}

// String is "n0" for node 0, "s0" for switch 0.
func (e End) String() string {
	if e.Switch {
		return "s" + strconv.Itoa(int(e.Number))
	}
	return "n" + strconv.Itoa(int(e.Number))
}

// network writes the name of a model, or an object.
func (w *writer) network(n *Network) {
	def := defaultNetwork()
	def.Model = n.Model
	if *n == def {
		w.text(n.Model)
		return
	}
	w.raw("{").member("model", true).text(n.Model)
	if n.Bandwidth != def.Bandwidth {
		w.member("bandwidth", false).number(n.Bandwidth)
	}
	if n.Latency != 0 {
		w.member("latency", false).seconds(n.Latency)
	}
	if n.Comm != nil {
		w.member("comm", false)
		w.comm(n.Comm)
	}
	w.raw("}")
}
