package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// check finds contradictions between the parts of a scenario after each part has
// been read. It skips parts that could not be read.
func (p *parser) check() {
	p.checkNumbers()
	p.checkPreceding()
	if p.held {
		p.checkConditions()
	}
	p.checkHet()
	p.checkOverruns()
	p.checkDecisions()
	if len(p.s.Commands) > 0 && p.s.SWF == "" {
		p.checkCommands()
	}
	if p.machine != nil {
		p.checkRequests()
		p.checkNetwork()
		p.checkAllotments()
		p.checkQuotas()
		p.checkQueue()
		p.checkElastic()
		p.checkFaults()
		if x := p.s.Power; x != nil && (x.Cap != 0 || x.After != 0) {
			p.checkPower()
		}
		if len(p.s.Running) > 0 {
			p.checkRunning()
		}
		if !p.noScheduler {
			p.checkScheduler()
			if p.exclusive > 0 {
				p.checkExclusive(p.exclusive - 1)
			}
			p.checkShapes()
		}
		p.checkTrace()
		p.checkModel()
	}
}

// jobError notes an error about a field of a job.
func (p *parser) jobError(i int, field string, value any, problem, limit, fix string) {
	p.Add(jsondoc.Error{
		Place: fmt.Sprintf("jobs[%d].%s", i, field), Value: fmt.Sprint(value), Limit: limit, Fix: fix,
		Problem: fmt.Sprintf("%s %v %s", field, value, problem),
	})
}

// checkNumbers finds duplicate job ids.
func (p *parser) checkNumbers() {
	last, ascending := int64(-1), true
	for i := range p.s.Jobs {
		ascending = ascending && p.s.Jobs[i].Number > last
		last = p.s.Jobs[i].Number
	}
	if ascending {
		return // the common case, without a map
	}
	place := make(map[int64]int, len(p.s.Jobs))
	most := int64(0)
	for i := range p.s.Jobs {
		most = max(most, p.s.Jobs[i].Number)
	}
	for i := range p.s.Jobs {
		id := p.s.Jobs[i].Number
		first, taken := place[id]
		if !taken {
			place[id] = i
			continue
		}
		most++
		p.jobError(i, "id", id, fmt.Sprintf("is already the id of jobs[%d]", first), "", fmt.Sprintf("ids must be unique; %d is free", most))
	}
}

// checkPreceding replaces the ids in the field after by job indices, and finds
// cycles.
func (p *parser) checkPreceding() {
	if len(p.preceding) == 0 {
		return
	}
	place := make(map[int64]int, len(p.s.Jobs))
	for i := range p.s.Jobs {
		place[p.s.Jobs[i].Number] = i
	}
	for i := range p.s.Jobs {
		id, follows := p.preceding[i]
		if !follows {
			continue
		}
		before, known := place[id]
		if !known {
			p.jobError(i, "after", id, "is not the id of a job", "", "use the id of a job in this list")
			continue
		}
		p.s.Jobs[i].After = workload.JobID(before)
	}
	p.checkCycles()
}

// checkCycles finds jobs that directly or indirectly follow themselves.
func (p *parser) checkCycles() {
	for at := range workload.Cycles(p.s.Jobs) {
		ring, more := fmt.Sprint(p.s.Jobs[at].Number), 0
		for next := p.s.Jobs[at].After; next != at; next = p.s.Jobs[next].After {
			if more++; more <= 8 {
				ring += fmt.Sprintf(" after %d", p.s.Jobs[next].Number)
			}
		}
		if more > 8 {
			ring += fmt.Sprintf(" … %d jobs in all", more+1)
		} else if more > 0 {
			ring += fmt.Sprintf(" after %d", p.s.Jobs[at].Number)
		} else {
			ring = "it follows itself"
		}
		p.jobError(int(at), "after", p.s.Jobs[p.s.Jobs[at].After].Number, "closes a cycle: "+ring, "", "one of these jobs must come first")
	}
}

// checkOverruns sets the overrun rule of every job. It is the job's own rule, if
// given, and otherwise the rule of the scheduler.
func (p *parser) checkOverruns() {
	for i := range p.s.Jobs {
		extend, own := p.overrun[i]
		p.s.Jobs[i].Overrun = own && extend || !own && p.s.Scheduler.Extend
	}
}

// kind is a set of nodes with the same resources, and their number.
type kind struct {
	spec  *cluster.Spec
	nodes int64
}

// kinds returns the different node specifications of the cluster and the number of
// nodes of each.
func (c *Cluster) kinds() []kind {
	place := map[cluster.Spec]int{}
	var out []kind
	add := func(spec *cluster.Spec, nodes int) {
		i, known := place[*spec]
		if !known {
			i = len(out)
			place[*spec] = i
			out = append(out, kind{spec: spec})
		}
		out[i].nodes += int64(nodes)
	}
	rest := c.Topology.NumNodes()
	for _, g := range slices.Concat(c.slotGroups(c.topology()), c.Groups) {
		add(&g.Spec, g.Nodes.Nodes())
		rest -= g.Nodes.Nodes()
	}
	if rest > 0 {
		add(&c.Node, rest)
	}
	return out
}

// checkRequests finds jobs that do not fit on the empty machine.
func (p *parser) checkRequests() {
	n := int32(p.machine.NumNodes())
	kinds := p.s.Cluster.kinds()
	room := map[workload.Resources]int64{} // number of tasks that the machine holds, by the resources of a task
	for i := range p.s.Jobs {
		j := &p.s.Jobs[i]
		switch {
		case p.badJobs[i]:
		case j.Nodes > n:
			p.jobError(i, "nodes", j.Nodes, fmt.Sprintf("is more than the cluster has (%d)", n), fmt.Sprint(n), fmt.Sprintf("ask for %d or fewer, or enlarge the cluster", n))
		case j.Nodes > 0 && j.PerTask != (workload.Resources{}):
			p.checkNodes(i, kinds)
		case j.Tasks > 0:
			have, known := room[j.PerTask]
			if !known {
				have = capacity(kinds, &j.PerTask)
				room[j.PerTask] = have
			}
			if have == 0 {
				p.tooLarge(i, "per_task", kinds, &j.PerTask)
			} else if int64(j.Tasks) > have {
				p.jobError(i, "tasks", j.Tasks, fmt.Sprintf("is more than the cluster can hold at once (%d)", have), fmt.Sprint(have), fmt.Sprintf("ask for %d or fewer", have))
			}
		}
	}
}

// capacity returns the number of tasks with the given resources that fit on an
// empty machine.
func capacity(kinds []kind, need *workload.Resources) int64 {
	sum := int64(0)
	for _, k := range kinds {
		most := int64(MaxTasks)
		for r, per := range need {
			if per > 0 {
				most = min(most, k.spec.Resources[r]/per)
			}
		}
		sum += most * k.nodes
	}
	return sum
}

// tooLarge notes an error that says why no node can hold even one task of a job, or
// why no node has the resources that the job requires of each node.
func (p *parser) tooLarge(i int, field string, kinds []kind, need *workload.Resources) {
	for r, per := range need {
		most := int64(0)
		for _, k := range kinds {
			most = max(most, k.spec.Resources[r])
		}
		if per > most {
			name := p.machine.NameOf(workload.Resource(r))
			place := fmt.Sprintf("jobs[%d].%s.", i, field)
			if workload.Resource(r) >= workload.Named {
				place += "resources."
			}
			p.Add(jsondoc.Error{
				Place: place + name, Value: fmt.Sprint(per), Limit: fmt.Sprint(most),
				Problem: fmt.Sprintf("%s %d is more than any node has (%d)", name, per, most),
				Fix:     fmt.Sprintf("ask for %d or less, or give the cluster's nodes more", most),
			})
			return
		}
	}
	p.Add(jsondoc.Error{
		Place:   fmt.Sprintf("jobs[%d].%s", i, field),
		Problem: field + " asks for a combination of resources that no single node has",
		Fix:     "lower one of them",
	})
}

// checkScheduler notes an error if the allocator does not accept the machine, or
// one of the jobs. The text of the error comes from the allocator.
func (p *parser) checkScheduler() {
	name := p.s.Policy().Allocator
	if name == policies.Own || name == "min-hop-units" && !p.unitFits() { // a Starlark program accepts every machine
		return
	}
	restricted, ok := p.s.allocator(name).(alloc.Restricted)
	if !ok {
		return
	}
	if err := restricted.Accepts(p.machine.Topology, &workload.Request{Nodes: 1}); err != nil {
		because, fix := reason(err)
		p.Add(jsondoc.Error{
			Place: "scheduler.allocator", Value: name, Limit: because, Fix: fix,
			Problem: fmt.Sprintf("allocator %q does not suit the topology %q: %s", name, p.s.Cluster.Topology.Kind, because),
		})
		return
	}
	for i := range p.s.Jobs {
		j := &p.s.Jobs[i]
		if j.Whole() || p.badJobs[i] || p.s.Running[j.ID] != nil {
			continue
		}
		if err := restricted.Accepts(p.machine.Topology, &j.Request); err != nil {
			because, fix := reason(err)
			p.jobError(i, "tasks", j.Tasks, fmt.Sprintf("cannot be placed by the allocator %q: %s", name, because), because, fix)
		}
	}
}

// checkExclusive notes an error if the allocator or the discipline does not know
// exclusive jobs. The parameter i is the index of one.
func (p *parser) checkExclusive(i int) {
	policy := p.s.Policy()
	keeps, blind := false, false
	if policy.Allocator != policies.Own {
		_, keeps = p.s.allocator(policy.Allocator).(alloc.BlockKeeper)
	}
	if policy.Queue != policies.Own {
		_, blind = p.s.queue(policy.Queue).(queue.UsedNodesOnly)
	}
	if !keeps {
		p.jobError(i, "exclusive_topo", true, fmt.Sprintf("is not known to the allocator %q", policy.Allocator), "slurm-block", `write "allocator": "slurm-block" on a machine with blocks, or leave it out`)
	} else if blind {
		p.jobError(i, "exclusive_topo", true, fmt.Sprintf("is not known to the queue %q", policy.Queue), "", `write "queue": "easy" or "conservative", or leave it out`)
	}
}

// reason splits the error of an allocator into a description of the problem and a
// suggested fix.
func reason(err error) (because, fix string) {
	because, fix, _ = strings.Cut(strings.TrimPrefix(err.Error(), alloc.ErrMachine.Error()+": "), "; ")
	return because, fix
}

// unitFits reports whether a batch unit of custom size fits below one leaf switch,
// as it must, because a unit never spans two leaf switches (source S0). If it does
// not fit, unitFits notes an error.
func (p *parser) unitFits() bool {
	h, tree := p.machine.Topology.(topology.Hierarchy)
	settings := &p.s.Scheduler.Settings
	size := int32(settings.Whole("batch.size"))
	if !tree || settings.Choice("batch.unit") != alloc.CustomUnits.String() {
		return true
	}
	leaf, level := int32(0), h.Levels()-1
	for i := range h.Switches(level) {
		first, last := h.Domain(level, i)
		leaf = max(leaf, int32(last-first)+1)
	}
	if size <= leaf {
		return true
	}
	p.Add(jsondoc.Error{
		Place: "scheduler.batch.size", Value: fmt.Sprint(size), Limit: fmt.Sprint(leaf),
		Problem: fmt.Sprintf("size %d is more than the nodes of a leaf switch (%d)", size, leaf),
		Fix:     fmt.Sprintf("use 1 to %d", leaf),
	})
	return false
}

// want describes the resources that a job asks for, without the number of nodes or
// tasks.
type want struct {
	whole   bool
	each    workload.Resources // resources of each task
	network workload.NetworkRequest
	size    int32 // 0 where smaller jobs fit if a larger one does
}

func (p *parser) wantOf(r *workload.Request) want {
	w := want{whole: r.Whole(), each: r.PerTask, network: r.OnAnySwitches().Network}
	switch p.machine.Topology.(type) {
	case topology.Blocked, topology.PodMachine:
		w.size = r.Size()
	}
	return w
}

// checkShapes finds jobs that a shape-constrained allocator refuses even on the
// empty machine. Such jobs would wait forever. It relies on a property of these
// allocators: if a job fits on the empty machine, every smaller job with the same
// needs fits, too. So checkShapes tries the largest job with the given needs first,
// and tries a smaller one only if the larger one is refused. This matters because a
// try may take milliseconds. Machines with blocks lack this property: two blocks of
// 3 nodes can hold a job of 5 nodes but not one of 4, which needs a single block. So
// do machines of tori, which hold only jobs of the listed sizes. A
// scenario that says what is free only places its first job, which may be refused.
func (p *parser) checkShapes() {
	name := p.s.Policy().Allocator
	if p.Count() > 0 || name == policies.Own || p.s.Free != nil { // a Starlark program can refuse jobs only while it runs
		return
	}
	constrained, ok := p.s.allocator(name).(alloc.ShapeConstrained)
	if !ok {
		return
	}
	jobs := p.s.Jobs
	falling := make([]int32, len(jobs))
	for i := range falling {
		falling[i] = int32(i)
	}
	slices.SortFunc(falling, func(a, b int32) int { return cmp.Compare(jobs[b].Size(), jobs[a].Size()) })
	empty := cluster.NewFree(p.machine)
	placed := map[want]bool{}
	refused := map[want]int32{} // smallest size that was refused, for each set of needs
	for _, i := range falling {
		r := &jobs[i].Request
		w := p.wantOf(r)
		if placed[w] || refused[w] == r.Size() || p.s.Running[r.ID] != nil {
			continue
		}
		if _, reason := constrained.Allocate(r.OnAnySwitches(), empty, nil); reason.OK() { // a limit on leaf switches ends at some time
			placed[w] = true
		} else {
			refused[w] = r.Size()
		}
	}
	for i := range jobs {
		r := &jobs[i].Request
		if least, bad := refused[p.wantOf(r)]; bad && p.s.Running[r.ID] == nil && r.Size() >= least {
			p.jobError(i, [...]string{"nodes", "tasks"}[truth(!r.Whole())], r.Size(), fmt.Sprintf("cannot be placed on the empty cluster by the allocator %q: enough is free, but not in a shape that it accepts", name), "", `ask for less, or use "first-fit"`)
		}
	}
}
