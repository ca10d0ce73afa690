package papers

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/quiz"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// Question banks contain no pictures. The functions in this file describe in text
// what the page would show in a picture.

// Limits on the length of the text. Longer lists are omitted.
const (
	maxToldNodes = 24 // nodes that are listed individually
	maxToldPairs = 15
)

// facts returns the information, as lines of text, that is needed to answer a
// question. It does not include the jobs and the times.
func (x *exam) facts(q *quiz.Question, s *quiz.Situation) (lines []string) {
	lines = x.missing(s)
	switch q.Kind {
	case quiz.Start, quiz.Place, quiz.Promise, quiz.Extra, quiz.Check:
		lines = append(lines, x.rules()...)
	}
	switch q.Kind {
	case quiz.Place:
		lines = append(lines, x.rule(), x.freeNodes(s))
		lines = append(lines, x.distances(q, s)...)
		lines = append(lines, x.speeds(s)...)
	case quiz.Cost:
		if q.Unit == quiz.OfPairs {
			lines = append(lines, x.pairsOf(q.Nodes))
		} else {
			lines = append(lines, x.reaches(q))
		}
	case quiz.Share:
		if q.Unit == quiz.OfPoints {
			return append(lines, x.parts(q.Job, s)...)
		}
	case quiz.Link:
		return append(lines, x.wants(q)...)
	case quiz.Next:
		if q.Job != workload.NoJob {
			lines = append(lines, x.stages(q))
		}
	case quiz.Start, quiz.Promise, quiz.Check:
		if x.shared(s) {
			lines = append(lines, x.nodesHave(), x.freeOn(s))
		}
	}
	for _, a := range s.Accounts {
		lines = append(lines, x.account(&a))
	}
	if len(s.Accounts) > 0 {
		lines = append(lines, x.owners(s))
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// stages describes which stages of a job's growth are over. It returns "" if the
// question is not about these stages.
func (x *exam) stages(q *quiz.Question) string {
	var ended []string
	for i := range q.Options {
		switch o := &q.Options[i]; {
		case o.Event != trace.Stage:
			return ""
		case o.Slip.Code == quiz.Earlier:
			ended = append(ended, fmt.Sprintf("s%d", o.Number))
		}
	}
	if ended == nil {
		return fmt.Sprintf("The growth of job %d has begun, and no stage of it is over; the stages are s1 to s%d.", x.Config.Jobs[q.Job].Number, len(q.Options))
	}
	return fmt.Sprintf("Of the growth of job %d these stages are over: %s.", x.Config.Jobs[q.Job].Number, strings.Join(ended, ", "))
}

// Decidable reports whether the text of a question contains enough information to
// answer the question.
func (x *exam) Decidable(q *quiz.Question, s *quiz.Situation) bool {
	switch q.Kind {
	case quiz.Promise, quiz.Extra: // the text tells neither which nodes sleep nor which are reserved
		return x.Config.Sleep == nil && len(x.Scenario.Reservations()) == 0
	case quiz.Place:
		mdm := x.Scenario.Policy().Allocator == "mdm"
		return x.freeNodes(s) != "" && (!x.weighsDistance() || !mdm && x.distances(q, s) != nil)
	case quiz.Link: // students can find the busiest link only if they know all routes
		return q.Form == quiz.Number
	case quiz.Check:
		return !x.shared(s) || x.freeOn(s) != ""
	case quiz.Next: // what happens to a job that loses nodes depends on how often the job has lost nodes before
		return q.Job == workload.NoJob || q.Options[0].Number > 0
	}
	return true
}

// rule returns the name of the allocator and a description of how it chooses nodes.
func (x *exam) rule() string {
	p := policies.PlacementOf(x.Scenario.Policy().Allocator)
	return fmt.Sprintf("Nodes are chosen by %s: %s", p.Title, i18n.Lower(p.About))
}

// weighsDistance reports whether the allocator considers distances.
func (x *exam) weighsDistance() bool {
	switch x.Config.Allocator.(type) {
	case alloc.SDM, alloc.MDM, alloc.GenAlg, alloc.MM, alloc.MinHops, alloc.MinHopUnits, alloc.MC1x1, alloc.MC1x1Inc, alloc.SlurmTree, alloc.FTSC, alloc.FTSCP:
		return true
	}
	return false
}

// freeNodes lists the free nodes. If jobs may share nodes, it instead lists the
// free resources of each node. It returns "" if that list would be too long.
func (x *exam) freeNodes(s *quiz.Situation) string {
	if x.shared(s) {
		return x.freeOn(s)
	}
	var free cluster.Placement
	for n := range s.State.Idle().All {
		free = free.Append(n, n, 1)
	}
	return "Free nodes: " + free.String() + "."
}

// shared reports whether jobs may share nodes. This is the case if any waiting or
// running job requests tasks instead of whole nodes.
func (x *exam) shared(s *quiz.Situation) bool {
	whole := func(id workload.JobID) bool { return x.Config.Jobs[id].Request.Whole() }
	return slices.ContainsFunc(s.Waiting, func(w quiz.WaitingJob) bool { return !whole(w.Job) }) ||
		slices.ContainsFunc(s.Running, func(r quiz.RunningJob) bool { return !whole(r.Job) })
}

// freeOn lists the free resources of each node. It returns "" if the machine has
// more than maxToldNodes nodes.
func (x *exam) freeOn(s *quiz.Situation) string {
	n := x.Config.Machine.NumNodes()
	if n > maxToldNodes {
		return ""
	}
	var list []string
	for node := range topology.NodeID(n) {
		left := s.State.Available(node)
		if of := x.amounts(&left, true); of != "" {
			list = append(list, fmt.Sprintf("node %d: %s", node, of))
		}
	}
	if list == nil {
		return "Nothing is free on any node."
	}
	return "Free: " + strings.Join(list, "; ") + "."
}

// distances describes the distances between free nodes. For a tree, it lists the
// switches; for a grid, the coordinates; for any other topology, each pair of
// nodes. It returns nil if the description would be too long.
func (x *exam) distances(q *quiz.Question, s *quiz.Situation) []string {
	if !x.weighsDistance() {
		return nil
	}
	if l := x.Config.Machine.Levels(); l != nil {
		return x.treeDistances(l)
	}
	if g, ok := x.Config.Machine.Topology.(topology.Grid); ok {
		return []string{gridDistances(g)}
	}
	var nodes []topology.NodeID
	for i := range q.Options {
		for n := range q.Options[i].Nodes.All {
			nodes = append(nodes, n)
		}
	}
	slices.Sort(nodes)
	var all cluster.Placement
	for _, n := range slices.Compact(nodes) {
		all = all.Append(n, n, 1)
	}
	if line := x.pairsOf(all); line != "" {
		return []string{line}
	}
	return nil
}

// pairsOf lists the distance of each pair of nodes. It returns "" if there are too
// many pairs.
func (x *exam) pairsOf(p cluster.Placement) string {
	var nodes []topology.NodeID
	for n := range p.All {
		nodes = append(nodes, n)
	}
	if len(nodes)*(len(nodes)-1)/2 > maxToldPairs {
		return ""
	}
	var list []string
	for i, a := range nodes {
		for _, b := range nodes[i+1:] {
			list = append(list, fmt.Sprintf("%d and %d: %d", a, b, x.Config.Machine.Topology.Distance(a, b)))
		}
	}
	return "Distances of nodes: " + strings.Join(list, "; ") + "."
}

// reaches lists the distances between a device (a switch or a node) and the nodes
// of a placement. The question names the device.
func (x *exam) reaches(q *quiz.Question) string {
	devices := x.Config.Machine.Topology.(topology.Devices)
	for d := range topology.DeviceID(devices.NumSwitches() + x.Config.Machine.NumNodes()) {
		if devices.DeviceName(d) != q.Name {
			continue
		}
		var list []string
		for n := range q.Nodes.All {
			list = append(list, fmt.Sprintf("node %d: %d", n, devices.DeviceDistance(d, n)))
		}
		return fmt.Sprintf("Distances from %s: %s.", q.Name, strings.Join(list, "; "))
	}
	return ""
}

// treeDistances describes the distance between two nodes of a tree for each level:
// the distance if both nodes are under the same switch of that level. If the
// allocator minimizes hop counts, it gives hop counts instead.
func (x *exam) treeDistances(l *topology.Levels) []string {
	apart, unit := l.Distance, "links"
	switch x.Config.Allocator.(type) {
	case alloc.MinHops, alloc.MinHopUnits:
		apart, unit = l.Hops, "hops"
	}
	var list []string
	for k := len(l.Starts) - 1; k >= 0; k-- {
		starts := l.Starts[k]
		if len(starts) == 2 { // this level has only one switch, to which all nodes are connected
			list = append(list, fmt.Sprintf("all others %d", apart[k]))
			break
		}
		if len(starts) > maxToldNodes+1 {
			return nil
		}
		var under []string
		for i := range len(starts) - 1 {
			under = append(under, fmt.Sprintf("%d-%d", starts[i], starts[i+1]-1))
		}
		list = append(list, fmt.Sprintf("nodes on one switch (%s) %d", strings.Join(under, ", "), apart[k]))
	}
	return []string{fmt.Sprintf("Distances in %s: %s.", unit, strings.Join(list, "; "))}
}

// gridDistances describes how the nodes of a grid are numbered, and how the
// distance between two nodes is computed.
func gridDistances(g topology.Grid) string {
	dims := g.Dims()
	size := strings.Trim(strings.ReplaceAll(fmt.Sprint(dims), " ", " by "), "[]")
	way := ""
	if g.Wraps() {
		way = ", the short way round"
	}
	return fmt.Sprintf("The nodes are a grid of %s, numbered row by row: the last coordinate counts fastest. The distance of two nodes is the sum of the differences of their coordinates%s.", size, way)
}

// speeds lists the number and the speed of the cores of each node. It returns nil
// if all nodes are equal.
func (x *exam) speeds(s *quiz.Situation) []string {
	m := x.Config.Machine
	if m.Uniform() {
		return nil
	}
	var list []string
	for first := topology.NodeID(0); int(first) < m.NumNodes(); {
		last := first
		for int(last)+1 < m.NumNodes() && m.KindOf(last+1) == m.KindOf(first) {
			last++
		}
		spec := m.Spec(first)
		list = append(list, fmt.Sprintf("nodes %d-%d: %d cores of speed %g", first, last, spec.Resources[workload.Cores], float64(spec.Speed)/1000))
		first = last + 1
	}
	return []string{"Machine: " + strings.Join(list, "; ") + "."}
}

// account describes how much of a user's share, of a reserve or of a limit is used
// before the scheduling pass.
func (x *exam) account(a *queue.Account) string {
	used := fmt.Sprintf("%d of %d are used", a.Used, a.Hard)
	switch a.Kind {
	case queue.AccountUsable:
		return fmt.Sprintf("Usable share of %s: %s.", a.Name, used)
	case queue.AccountReserve:
		return fmt.Sprintf("Reserve of %s: %s.", a.Name, used)
	case queue.AccountSystem:
		return fmt.Sprintf("Reserve of the system: %s.", used)
	}
	l := &x.Scenario.ShownLimits()[a.Limit-1]
	if l.Flavor != "" {
		return fmt.Sprintf("Quota of %s: %d of %d are used, and %d is the most with what the cohort lends.", x.LimitOn(l, a.Name), a.Used, a.Soft, a.Hard)
	}
	if a.Soft != a.Hard {
		used = fmt.Sprintf("%d of %d (soft) and %d (hard) are used", a.Used, a.Soft, a.Hard)
	}
	return fmt.Sprintf("Limit on %s: %s.", x.LimitOn(l, a.Name), used)
}

// owners lists the running and waiting jobs with their users, or with their queues if
// limits count by queue. For each job, it adds the group, the priority and the
// deadline, if the job has them.
func (x *exam) owners(s *quiz.Situation) string {
	byQueue := slices.ContainsFunc(x.Scenario.ShownLimits(), func(l queue.Limit) bool { return l.Owner == queue.ByQueue })
	var list []string
	one := func(id workload.JobID) {
		j := &x.Config.Jobs[id]
		line := fmt.Sprintf("job %d", j.Number)
		if j.User != "" {
			line += " of " + j.User
		}
		if byQueue && j.Queue != "" {
			line += " in the queue " + j.Queue
		}
		if j.Group != "" {
			line += ", group " + j.Group
		}
		if j.Priority != 0 {
			line += fmt.Sprintf(", priority %d", j.Priority)
		}
		if j.Deadline > 0 {
			line += ", due " + x.Tell.At(j.Deadline)
		}
		list = append(list, line)
	}
	for _, r := range s.Running {
		one(r.Job)
	}
	for _, w := range s.Waiting {
		one(w.Job)
	}
	if len(list) == 0 {
		return ""
	}
	return strings.Join(list, "; ") + "."
}

// parts lists the weighted terms that add up to a job's priority.
func (x *exam) parts(id workload.JobID, s *quiz.Situation) []string {
	for _, p := range s.Priorities {
		if p.Job != id {
			continue
		}
		var list []string
		for k, n := range p.Parts {
			if n != 0 {
				list = append(list, fmt.Sprintf("%s %g", i18n.English.Say(i18n.PartNames[k]), float64(n)/1000))
			}
		}
		return []string{fmt.Sprintf("Parts of the priority of job %d, weighted: %s.", x.Config.Jobs[id].Number, strings.Join(list, "; "))}
	}
	return nil
}

// wants describes the load on the link that limits the speed of a job. The load is
// the share of the link's bandwidth that the jobs using the link would need at full
// speed.
func (x *exam) wants(q *quiz.Question) []string {
	if q.Form != quiz.Number || len(q.Facts) == 0 || len(q.Facts[0].Sum) < 2 {
		return nil
	}
	room, want := &q.Facts[0].Sum[0], &q.Facts[0].Sum[1]
	from, to := x.Tell.Ends(topology.LinkID(room.Part))
	line := fmt.Sprintf("After this step the fullest link of job %d leads from %s to %s.", x.Config.Jobs[q.Job].Number, from, to)
	who := "the jobs"
	if room.Number < 1000 {
		line += fmt.Sprintf(" Jobs that other links slow down more take %g %% of it.", float64(1000-room.Number)/10)
		who = "the other jobs"
	}
	return []string{line + fmt.Sprintf(" At full speed %s on it would together use %g %% of it.", who, float64(want.Number)/10)}
}

// rules describes the settings of the discipline: the order of the queue, the
// settings that differ from their defaults, and the sizes of batches and units.
// These cannot be inferred from the name of the discipline.
func (x *exam) rules() (lines []string) {
	s := &x.Scenario.Scheduler
	if s.Order != "" && s.Order != policies.Orders()[0].Name {
		lines = append(lines, "The queue is in this order: "+i18n.Lower(policies.Orders()[policies.OrderOf(s.Order)].About))
	}
	usual := policies.Defaults()
	for _, o := range policies.Options() {
		n := int64(0)
		if o.Kind != policies.Object {
			n = s.Settings.Whole(o.Path)
		}
		if o.Kind == policies.Object || n == usual.Whole(o.Path) {
			continue
		}
		value := fmt.Sprint(n)
		switch {
		case o.Kind == policies.Seconds:
			value = fmt.Sprint(n / 1000)
		case o.Kind == policies.OneOf:
			lines = append(lines, o.Choices[n].About)
			continue
		case o.Kind == policies.Truth:
			value = "yes"
		case o.Word != "" && n == policies.All:
			value = o.Word
		}
		about, _, _ := strings.Cut(strings.TrimSuffix(o.About, "."), ";")
		lines = append(lines, fmt.Sprintf("%s (%s): %s.", o.Title, i18n.Lower(about), value))
	}
	if slices.Contains(policies.DisciplineOf(s.Queue).Waits, why.OutsideBatch) {
		lines = append(lines, fmt.Sprintf("A batch begins with at most %d jobs.", s.Settings.Whole("batch.njob")))
	}
	if a, is := x.Config.Allocator.(alloc.MinHopUnits); is {
		units := a.Units(cluster.NewFree(x.Config.Machine))
		lines = append(lines, fmt.Sprintf("Units have %d nodes; the first has nodes %d-%d.", units[0].Size(), units[0].First, units[0].Last))
	}
	return lines
}

// missing lists the nodes that are out of use, and the nodes that are set aside for
// a growing job.
func (x *exam) missing(s *quiz.Situation) (lines []string) {
	var away, frozen cluster.Placement
	for n := range s.State.OutOfUse().All {
		away = away.Append(n, n, 1)
	}
	if len(away) > 0 {
		lines = append(lines, fmt.Sprintf("Out of use: %s.", x.Tell.Words.Say(i18n.NodesText, i18n.S("nodes", away.String()))))
	}
	for _, l := range s.State.Limits() {
		if r := s.State.Job(l.Slot); len(r.Frozen) > 0 {
			frozen = cluster.Placement(nil)
			for n := range r.Frozen.All {
				frozen = frozen.Append(n, n, 1)
			}
			lines = append(lines, fmt.Sprintf("Set aside for the growth of job %d: nodes %s.", r.Request.Number, frozen))
		}
	}
	return lines
}

// nodesHave describes the resources of a node if all nodes are equal. If nodes
// differ, it returns "", because the function speeds describes the nodes in that
// case.
func (x *exam) nodesHave() string {
	m := x.Config.Machine
	if !m.Uniform() {
		return ""
	}
	have := m.Spec(topology.NodeID(0)).Resources
	return "Each node has " + x.amounts(&have, true) + "."
}

// amountOf formats an amount of a resource with the name of the resource.
func amountOf(n int64, name string, k workload.Resource) string {
	if n == 1 && (k == workload.Cores || k == workload.GPUs) {
		name = strings.TrimSuffix(name, "s")
	}
	switch k {
	case workload.GPUs:
		name = strings.Replace(name, "gpu", "GPU", 1)
	case workload.Memory, workload.Disk:
		return fmt.Sprintf("%d MiB of %s", n, name)
	}
	return fmt.Sprintf("%d %s", n, name)
}
