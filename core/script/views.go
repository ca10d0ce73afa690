package script

import (
	"fmt"

	"go.starlark.net/starlark"

	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// waitingQueue is the list of waiting jobs as a program sees it, in queue order.
// Jobs that start disappear from it.
type waitingQueue struct{ *pass }

// String implements starlark.Value.
func (l *waitingQueue) String() string { return fmt.Sprintf("queue of %d jobs", l.Len()) }

// Type implements starlark.Value.
func (*waitingQueue) Type() string { return "queue" }

// Freeze implements starlark.Value.
func (*waitingQueue) Freeze() {}

// Truth implements starlark.Value.
func (l *waitingQueue) Truth() starlark.Bool { return l.Len() > 0 }

// Hash implements starlark.Value.
func (*waitingQueue) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: queue") }

// Len implements starlark.Sequence.
func (l *waitingQueue) Len() int { return len(l.waiting()) }

// Index implements starlark.Indexable.
func (l *waitingQueue) Index(i int) starlark.Value { return l.waiting()[i] }

// Slice implements starlark.Sliceable.
func (l *waitingQueue) Slice(from, to, step int) starlark.Value {
	all := l.waiting()
	var out []starlark.Value
	if step > 0 {
		out = make([]starlark.Value, 0, max(0, (to-from+step-1)/step))
	}
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		out = append(out, all[i])
	}
	return starlark.NewList(out)
}

// Iterate implements starlark.Iterable. The iterator covers the jobs that wait when
// the iteration begins, and skips those that start before it reaches them.
func (l *waitingQueue) Iterate() starlark.Iterator { return &waitingIterator{l.waiting()} }

type waitingIterator struct{ left []*job }

// Next implements starlark.Iterator.
func (i *waitingIterator) Next(v *starlark.Value) bool {
	for len(i.left) > 0 {
		j := i.left[0]
		i.left = i.left[1:]
		if !j.w.Started() {
			*v = j
			return true
		}
	}
	return false
}

// Done implements starlark.Iterator.
func (*waitingIterator) Done() {}

// machine is the machine as a program sees it.
type machine struct {
	free *cluster.Free
	pass *pass // nil outside of a pass
}

// String implements starlark.Value.
func (m *machine) String() string {
	return fmt.Sprintf("machine of %d nodes", m.free.Machine().NumNodes())
}

// Type implements starlark.Value.
func (*machine) Type() string { return "machine" }

// Freeze implements starlark.Value.
func (*machine) Freeze() {}

// Truth implements starlark.Value.
func (*machine) Truth() starlark.Bool { return true }

// Hash implements starlark.Value.
func (*machine) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: machine") }

// machineMethods maps names to the methods of a machine.
var machineMethods = map[string]func(m *machine, t *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error){
	"free_nodes": (*machine).freeNodes,
	"fits":       (*machine).fits,
	"earliest":   (*machine).earliest,
	"distance":   (*machine).distance,
	"hops":       (*machine).hops,
	"switches":   (*machine).switches,
	"free_under": (*machine).freeUnder,
	"spread":     (*machine).spread,
}

// Attr implements starlark.HasAttrs.
func (m *machine) Attr(name string) (starlark.Value, error) {
	switch name {
	case "free":
		return starlark.MakeInt(m.free.Idle().Len()), nil
	case "nodes":
		return starlark.MakeInt(m.free.Machine().NumNodes()), nil
	case "running":
		if m.pass == nil {
			return nil, errorWithFix("use it in def schedule(now, queue, machine)", "place knows only what is free, not what is running")
		}
		return m.pass.runs(), nil
	case "levels":
		tree, err := m.tree()
		if err != nil {
			return nil, err
		}
		return starlark.MakeInt(tree.Levels()), nil
	}
	if f := machineMethods[name]; f != nil {
		return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
			return f(m, t, args, named)
		}), nil
	}
	return nil, nil
}

// AttrNames implements starlark.HasAttrs.
func (*machine) AttrNames() []string {
	return []string{"distance", "earliest", "fits", "free", "free_nodes", "free_under", "hops", "levels", "nodes", "running", "spread", "switches"}
}

// freeNodes implements the method free_nodes(job=None). It returns the idle nodes.
// Given a job, it returns the free nodes that the job, or one of its tasks, can
// use.
func (m *machine) freeNodes(t *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value = starlark.None
	if err := starlark.UnpackArgs("free_nodes", args, named, "job?", &v); err != nil {
		return nil, err
	}
	var nodes []starlark.Value
	if v == starlark.None {
		nodes = make([]starlark.Value, 0, m.free.Idle().Len())
		for n := range m.free.Idle().All {
			nodes = append(nodes, starlark.MakeInt(int(n)))
		}
		return starlark.NewList(nodes), charge(t, len(nodes), 0)
	}
	j, ok := v.(*job)
	if !ok {
		return nil, errorWithFix("give it a job, or nothing", "free_nodes is given %s", withArticle(v))
	}
	for n := range topology.NodeID(m.free.Machine().NumNodes()) {
		if m.free.Slots(j.r, n) > 0 {
			nodes = append(nodes, starlark.MakeInt(int(n)))
		}
	}
	return starlark.NewList(nodes), charge(t, m.free.Machine().NumNodes(), 0)
}

// jobArgument reads the first argument of a function, which must be a job, and
// returns it. The parameter more lists the names and variables of further
// parameters. If the argument is not a job, jobArgument returns an error, with the
// parameter fix as the suggestion for the user.
func jobArgument(name, fix string, args starlark.Tuple, named []starlark.Tuple, more ...any) (*job, error) {
	var v starlark.Value
	if err := starlark.UnpackArgs(name, args, named, append([]any{"job", &v}, more...)...); err != nil {
		return nil, err
	}
	j, ok := v.(*job)
	if !ok {
		return nil, errorWithFix(fix, "%s is given %s, not a job", name, withArticle(v))
	}
	return j, nil
}

// fits implements the method fits(job). It returns whether a job could start now.
func (m *machine) fits(_ *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	j, err := jobArgument("fits", "give it a job, as in machine.fits(queue[0])", args, named)
	if err != nil {
		return nil, err
	}
	if m.pass != nil && m.pass.Constrained() != nil {
		_, reason := m.pass.Allocator().Allocate(j.r, m.free, nil)
		return starlark.Bool(reason.OK()), nil
	}
	return starlark.Bool(m.free.Fits(j.r)), nil
}

// earliest implements the method earliest(job). It returns the earliest time at
// which a waiting job could start, or None if it can never start. It assumes that
// no other job starts before, and that all running jobs use up their walltimes.
func (m *machine) earliest(_ *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	j, err := jobArgument("earliest", "give it a job, as in machine.earliest(queue[0])", args, named)
	switch {
	case err != nil:
		return nil, err
	case m.pass == nil || j.w == nil:
		return nil, errorWithFix("use it in def schedule(now, queue, machine), on a job of the queue", "earliest is for waiting jobs")
	case j.w.Started():
		return nil, errorWithFix("ask before it is started", "job %d has already been started", j.r.Number)
	}
	m.pass.stale = m.pass.stale || m.pass.res != nil
	return instant(m.pass.Earliest(j.w)), nil
}

func (m *machine) pair(name string, args starlark.Tuple, named []starlark.Tuple) (a, b topology.NodeID, err error) {
	var x, y starlark.Value
	if err = starlark.UnpackArgs(name, args, named, "a", &x, "b", &y); err != nil {
		return 0, 0, err
	}
	nodes := m.free.Machine().NumNodes()
	if a, err = nodeOf(nodes, x); err == nil {
		b, err = nodeOf(nodes, y)
	}
	return a, b, err
}

// distance implements the method distance(a, b). It returns the length in links of
// the shortest path between two nodes.
func (m *machine) distance(_ *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	a, b, err := m.pair("distance", args, named)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt64(m.free.Machine().Topology.Distance(a, b)), nil
}

// hops implements the method hops(a, b). It returns the hop count between two
// nodes, that is, the number of switches on the path.
func (m *machine) hops(_ *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	a, b, err := m.pair("hops", args, named)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(m.free.Machine().Topology.Hops(a, b)), nil
}

func (m *machine) tree() (topology.Hierarchy, error) {
	tree, ok := m.free.Machine().Topology.(topology.Hierarchy)
	if !ok {
		return nil, errorWithFix("use distance(a, b), which every machine has", "this machine is not a tree of switches")
	}
	return tree, nil
}

// switches implements the method switches(level=1). It returns the switches of a
// level of a tree; level 1 holds the leaf switches.
func (m *machine) switches(t *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	level := 1
	if err := starlark.UnpackArgs("switches", args, named, "level?", &level); err != nil {
		return nil, err
	}
	tree, err := m.tree()
	if err != nil {
		return nil, err
	}
	if level < 1 || level > tree.Levels() {
		return nil, errorWithFix(fmt.Sprintf("levels are 1, next to the nodes, to %d, the root", tree.Levels()), "there is no level %d", level)
	}
	at := tree.Levels() - level
	all := make([]starlark.Value, 0, tree.Switches(at))
	for i := range tree.Switches(at) {
		first, last := tree.Domain(at, i)
		all = append(all, &device{m, level, i, first, last})
	}
	return starlark.NewList(all), charge(t, len(all), 0)
}

// freeUnder implements the method free_under(switch). It returns the number of idle
// nodes under a switch.
func (m *machine) freeUnder(_ *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackArgs("free_under", args, named, "switch", &v); err != nil {
		return nil, err
	}
	d, ok := v.(*device)
	if !ok {
		return nil, errorWithFix("give it one of machine.switches()", "free_under is given %s, not a switch", withArticle(v))
	}
	return starlark.MakeInt(m.free.Idle().CountRange(d.first, d.last)), nil
}

// spread implements the method spread(nodes). It returns the sum of the distances
// of all pairs of the given nodes.
func (m *machine) spread(t *starlark.Thread, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Iterable
	if err := starlark.UnpackArgs("spread", args, named, "nodes", &v); err != nil {
		return nil, err
	}
	set := topology.FullNodeSet(m.free.Machine().NumNodes())
	set.RemoveRange(0, topology.NodeID(m.free.Machine().NumNodes()-1))
	it := v.Iterate()
	defer it.Done()
	count := 0
	for x := starlark.Value(nil); it.Next(&x); count++ {
		n, err := nodeOf(m.free.Machine().NumNodes(), x)
		if err != nil {
			return nil, err
		}
		set.AddRange(n, n)
	}
	var p cluster.Placement
	for n := range set.All {
		p = p.Append(n, n, 1)
	}
	return starlark.MakeInt64(cluster.Spread(m.free.Machine().Topology, p).PairDistance), charge(t, count, 0)
}

// device is a switch as a program sees it.
type device struct {
	m           *machine
	level, i    int
	first, last topology.NodeID
}

// String implements starlark.Value.
func (d *device) String() string { return fmt.Sprintf("switch %d of level %d", d.i, d.level) }

// Type implements starlark.Value.
func (*device) Type() string { return "switch" }

// Freeze implements starlark.Value.
func (*device) Freeze() {}

// Truth implements starlark.Value.
func (*device) Truth() starlark.Bool { return true }

// Hash implements starlark.Value.
func (d *device) Hash() (uint32, error) { return uint32(d.level)<<24 ^ uint32(d.i), nil }

// Attr implements starlark.HasAttrs.
func (d *device) Attr(name string) (starlark.Value, error) {
	switch name {
	case "level":
		return starlark.MakeInt(d.level), nil
	case "free":
		return starlark.MakeInt(d.m.free.Idle().CountRange(d.first, d.last)), nil
	case "leaves":
		return d.leaves(), nil
	case "nodes", "free_nodes":
		var all []starlark.Value
		for n := d.first; n <= d.last; n++ {
			if name == "nodes" || d.m.free.Idle().Has(n) {
				all = append(all, starlark.MakeInt(int(n)))
			}
		}
		return starlark.NewList(all), nil
	}
	return nil, nil
}

// leaves returns the leaf switches under the switch.
func (d *device) leaves() *starlark.List {
	tree := d.m.free.Machine().Topology.(topology.Hierarchy)
	level := tree.Levels() - 1
	var all []starlark.Value
	for i := tree.DomainOf(level, d.first); i <= tree.DomainOf(level, d.last); i++ {
		first, last := tree.Domain(level, i)
		all = append(all, &device{d.m, 1, i, first, last})
	}
	return starlark.NewList(all)
}

// AttrNames implements starlark.HasAttrs.
func (*device) AttrNames() []string {
	return []string{"free", "free_nodes", "leaves", "level", "nodes"}
}
