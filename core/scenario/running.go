package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// readRunning reads the field running of a job: a list of nodes, on which the tasks
// are spread evenly, or an object with the number of tasks by node.
func (p *parser) readRunning(v jsondoc.Ref, j *draft) {
	switch {
	case p.noCluster:
	case p.Kind(v) == '{':
		j.running = p.tasksByNode(v)
	default:
		j.running, _ = p.nodeList(v)
		j.even = true
	}
}

// tasksByNode reads an object with the number of tasks of each node. It returns nil
// if there is an error.
func (p *parser) tasksByNode(v jsondoc.Ref) (where cluster.Placement) {
	before := p.Count()
	for key, val := range p.Members(v) {
		list, err := p.s.Cluster.nodes(p.Text(key))
		if err != nil {
			p.WrongKey(key, "key "+jsondoc.Quoted(p.Text(key))+" "+err.Error(), "")
			continue
		}
		if tasks, ok := p.Integer(val, 1, MaxTasks); ok {
			for _, run := range list {
				where = append(where, cluster.NodeRun{First: run.First, Last: run.Last, Tasks: int32(tasks)})
			}
		}
	}
	where, err := normalNodes(where)
	switch {
	case p.Count() > before:
		return nil
	case err != nil:
		p.Wrong(v, err.Error(), "", "keep one of them")
		return nil
	case len(where) == 0:
		p.Wrong(v, "names no node", "1", `write the tasks of each node, as in {"0": 2, "1": 1}, or leave it out`)
	}
	return where
}

// checkPlacedSize checks that the nodes on which a job runs already hold as many
// nodes or tasks as it asks for, and that its other fields allow it to run from the
// beginning.
func (p *parser) checkPlacedSize(j *draft) {
	_, follows := p.preceding[j.place]
	nodes := int32(j.running.Nodes())
	wrong := func(problem, limit, fix string) { p.Wrong(j.runs, problem, limit, fix) }
	switch {
	case j.elastic != 0:
		wrong("cannot be combined with elastic", "", "leave one of them out: a job that runs already keeps its size")
	case j.exclusive != 0:
		wrong("cannot be combined with exclusive_topo", "", "leave one of them out")
	case follows:
		wrong("cannot be combined with after", "", "leave one of them out: a job that runs already waits for no other")
	case j.conditions.Delay():
		wrong("cannot be combined with begin or dependency", "", "leave one of them out: a job that runs already waits for nothing")
	case j.Submit != 0:
		wrong(fmt.Sprintf("is given for a job that is submitted at %v", j.Submit), "0", "leave submit out: the job is on its nodes from the beginning")
	case j.nodes != 0 && nodes != j.Nodes && j.even:
		wrong(fmt.Sprintf("names %d nodes, and the job asks for %d", nodes, j.Nodes), fmt.Sprint(j.Nodes), fmt.Sprintf(`name %d nodes, or write "nodes": %d`, j.Nodes, nodes))
	case j.nodes != 0 && !j.even:
		wrong("gives tasks by node, and the job asks for whole nodes", "", `write the nodes as text, as in "0-3"`)
	case j.tasks != 0 && j.even && j.Tasks%nodes != 0:
		wrong(fmt.Sprintf("names %d nodes, on which %d tasks cannot be spread evenly", nodes, j.Tasks), "", `write the tasks of each node, as in {"0": 2, "1": 1}`)
	case j.tasks != 0 && !j.even && j.running.Tasks() != int(j.Tasks):
		wrong(fmt.Sprintf("holds %d tasks, and the job asks for %d", j.running.Tasks(), j.Tasks), fmt.Sprint(j.Tasks), "give every task a node")
	case j.tasks != 0 && j.even:
		for i := range j.running {
			j.running[i].Tasks = j.Tasks / nodes
		}
		fallthrough
	default:
		if p.s.Running == nil {
			p.s.Running = map[workload.JobID]cluster.Placement{}
		}
		p.s.Running[workload.JobID(j.place)] = j.running
	}
}

// checkRunning finds jobs that cannot run on their nodes from the beginning: nodes
// that are too small, that other jobs hold, or that are down.
func (p *parser) checkRunning() {
	free := cluster.NewFree(p.machine)
	gone := p.s.Faults.goneAtFirst(p.machine.NumNodes())
	holder := map[topology.NodeID]int{}
	for i := range p.s.Jobs {
		where, runs := p.s.Running[workload.JobID(i)]
		if !runs || p.badJobs[i] {
			continue
		}
		if p.s.Allotments != nil {
			p.runningError(i, "cannot be combined with allotments, because it is not known how much of them the job uses", "leave one of them out")
			return
		}
		j := &p.s.Jobs[i]
		if g := p.s.stoppedAtFirst(j.Queue); g != "" {
			p.runningError(i, fmt.Sprintf("is given for a job of the queue %s, which is %s at 0", jsondoc.Quoted(j.Queue), g), "let it be open and started until later, or send the job to another queue")
			continue
		}
		if p.runsThere(i, where, free, gone, holder) {
			free.Take(&j.Request, where)
			for n := range where.All {
				holder[n] = i
			}
		}
	}
}

// runsThere reports whether a job can run on its nodes. If it cannot, runsThere
// notes an error about the first node that prevents it.
func (p *parser) runsThere(i int, where cluster.Placement, free *cluster.Free, gone topology.NodeSet, holder map[topology.NodeID]int) bool {
	j := &p.s.Jobs[i]
	for _, run := range where {
		for n := run.First; n <= run.Last; n++ {
			one := cluster.Placement{{First: n, Last: n, Tasks: run.Tasks}}
			name := p.nodeName(n)
			if gone.Has(n) {
				p.runningError(i, fmt.Sprintf("names node %s, which is not there at 0", name), "remove the node from faults, or name another")
				return false
			}
			if free.Has(&j.Request, one) {
				continue
			}
			other, held := holder[n]
			switch {
			case !held:
				p.runningError(i, fmt.Sprintf("names node %s, which has less than the job holds there", name), "name a larger node, or let the job ask for less")
			case j.Whole():
				p.runningError(i, fmt.Sprintf("names node %s, on which job %d runs already", name, p.s.Jobs[other].Number), "name another node: the job asks for whole nodes")
			default:
				p.runningError(i, fmt.Sprintf("names node %s, on which job %d runs already, and the node has too little left", name, p.s.Jobs[other].Number), "name another node, or let one of them ask for less")
			}
			return false
		}
	}
	return true
}

// runningError notes an error about the field running of a job.
func (p *parser) runningError(i int, problem, fix string) {
	p.Add(jsondoc.Error{
		Place: fmt.Sprintf("jobs[%d].running", i), Value: p.s.Running[workload.JobID(i)].String(), Fix: fix, Problem: "running " + problem,
	})
}

// nodeName returns the name of a node, or its number if it has none.
func (p *parser) nodeName(n topology.NodeID) string {
	if named, ok := p.machine.Topology.(topology.NamedNodes); ok {
		return named.NodeName(n)
	}
	return fmt.Sprint(n)
}

// goneAtFirst returns the nodes that are not there at 0. f may be nil.
func (f *Faults) goneAtFirst(nodes int) topology.NodeSet {
	gone := topology.NewNodeSet(nodes)
	if f == nil {
		return gone
	}
	for _, run := range f.Offline {
		gone.AddRange(run.First, run.Last)
	}
	for i := range f.Events {
		if e := &f.Events[i]; e.At == 0 && !e.Up {
			for _, run := range e.Nodes {
				gone.AddRange(run.First, run.Last)
			}
		}
	}
	return gone
}

// stoppedAtFirst returns "closed" or "stopped" if a queue is so at 0, otherwise "".
func (s *Scenario) stoppedAtFirst(name string) string {
	for i := range s.Queues {
		g := &s.Queues[i]
		if g.Name != name {
			continue
		}
		open, started := g.Open, g.Started
		for _, c := range g.Changes {
			if c.At == 0 {
				open, started = c.Open, c.Started
			}
		}
		switch {
		case !open:
			return "closed"
		case !started:
			return "stopped"
		}
	}
	return ""
}

// writeRunning writes the field running of a job: a list of nodes if all have the
// same number of tasks, otherwise the number of tasks by node.
func (w *writer) writeRunning(where cluster.Placement) {
	uneven := slices.ContainsFunc(where, func(r cluster.NodeRun) bool { return r.Tasks != where[0].Tasks })
	w.free(&FreeNodes{Nodes: where, Whole: !uneven})
}

// runningJobs returns the nodes of the jobs that run from the beginning, by their
// JobID in Config. Cost: O(jobs) if there are any.
func (s *Scenario) runningJobs() map[workload.JobID]cluster.Placement {
	if len(s.Running) == 0 {
		return nil
	}
	running := make(map[workload.JobID]cluster.Placement, len(s.Running))
	_, places := s.sorted()
	for id, place := range places {
		if where, runs := s.Running[workload.JobID(place)]; runs {
			running[workload.JobID(id)] = where
		}
	}
	return running
}
