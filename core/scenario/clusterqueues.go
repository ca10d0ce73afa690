package scenario

import (
	"fmt"
	"slices"

	"hopyard/core/jsondoc"
	"hopyard/core/queue"
	"hopyard/core/queue/kueue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/scenario/schema"
)

// The words of the fields of cluster queues: each is at the index that is its value.
var (
	strategies    = []string{"best-effort-fifo", "strict-fifo"}
	borrowings    = []string{"may-stop-search", "try-next-flavor"}
	preemptings   = []string{"try-next-flavor", "may-stop-search"}
	withinRules   = []string{"never", "lower-priority", "lower-or-newer-equal-priority"}
	reclaimRules  = []string{"never", "lower-priority", "any"}
	borrowerRules = []string{"never", "lower-priority"}
)

// usualClusterQueue is a cluster queue without fields. It stops no jobs.
var usualClusterQueue = kueue.ClusterQueue{Preemption: kueue.PreemptionRules{MostPriority: MaxPriority}}

// clusterQueueTable returns the table of fields for a ClusterQueue.
func clusterQueueTable(q *kueue.ClusterQueue) *table {
	t := newTable("a cluster queue", 6)
	label(t, "cohort", &q.Cohort)
	t.OneOf("strategy", &q.Strict, strategies)
	t.OneOf("when_can_borrow", &q.NextFlavor, borrowings)
	t.OneOf("when_can_preempt", &q.StopAtPreemption, preemptings)
	t.Object("preemption", &q.Preemption, func() *table { return queuePreemptionTable(&q.Preemption) }).When(q.Preempts)
	flavorsField(t, &q.Flavors, true).Needs(`write "flavors": [{"name": "default", "quota": {"cores": 8}}]`)
	return t
}

// queuePreemptionTable returns the table of fields for the preemption of a ClusterQueue.
func queuePreemptionTable(x *kueue.PreemptionRules) *table {
	t := newTable("the preemption of a cluster queue", 4)
	t.OneOf("within_cluster_queue", (*uint8)(&x.Within), withinRules)
	t.OneOf("reclaim_within_cohort", (*uint8)(&x.Reclaim), reclaimRules)
	t.OneOf("borrow_within_cohort", &x.Borrowing, borrowerRules)
	t.Integer("max_priority_threshold", &x.MostPriority, -MaxPriority, MaxPriority)
	return t
}

// cohortTable returns the table of fields for a cohort.
func cohortTable(c *kueue.Cohort) *table {
	t := newTable("a cohort", 2)
	label(t, "parent", &c.Parent)
	flavorsField(t, &c.Flavors, false)
	return t
}

// flavorTable returns the table of fields for a flavor. The flag ofQueue is set for
// the flavors of a queue, which may name their nodes.
func flavorTable(f *kueue.Flavor, ofQueue bool) *table {
	t := newTable("a flavor", 3)
	label(t, "name", &f.Name).Always().Needs(`write "name": "default"`)
	if ofQueue {
		t.Add("nodes", schema.Nodes, (*nodesValue)(&f.Nodes), 0, 0)
	}
	t.Add("quota", schema.Other, nil, 0, 0).Always().Needs(`write "quota": {"cores": 8}`).
		Reads(func(p *parser, v jsondoc.Ref) { f.Quotas = p.quotas(v) }).
		When(func() bool { return true }).
		Writes(func(w *writer, _ any) { w.quotas(f.Quotas) })
	return t
}

// quotaTable returns the table of fields for a quota of one measure.
func quotaTable(q *kueue.Quota) *table {
	t := newTable("a quota", 3)
	t.Integer("nominal", &q.Nominal, 0, MaxQuota).Always().Needs(`write "nominal": 8`)
	t.Integer("borrowing", &q.Borrowing, 0, MaxQuota)
	t.Integer("lending", &q.Lending, 0, MaxQuota)
	return t
}

// MaxQuota is the largest quota and the largest limit of one.
const MaxQuota = 1 << 40

// MaxFlavors is the largest number of flavors of a cluster queue or a cohort.
const MaxFlavors = 64

// usualQuota is a quota without limits on borrowing and lending.
var usualQuota = kueue.Quota{Borrowing: kueue.Unlimited, Lending: kueue.Unlimited}

// flavorsField adds the field with the flavors of a cluster queue or a cohort.
func flavorsField(t *table, all *[]kueue.Flavor, ofQueue bool) *field {
	return t.Add("flavors", schema.List, nil, 0, MaxFlavors).
		Reads(func(p *parser, v jsondoc.Ref) { *all = p.flavors(v, ofQueue) }).
		When(func() bool { return len(*all) > 0 }).
		Writes(func(w *writer, _ any) {
			w.Raw("[")
			for i := range *all {
				if i > 0 {
					w.Raw(",").Gap()
				}
				flavorTable(&(*all)[i], ofQueue).Write(w, flavorTable(&kueue.Flavor{}, ofQueue))
			}
			w.Raw("]")
		})
}

// quotaMeasures are the measures of quotas that have fields of their own, in the
// order of the canonical form.
var quotaMeasures = [...]queue.Measure{queue.Nodes, queue.CPUs, queue.GPUs, queue.Memory, queue.Disk}

// insideQueues returns the table of fields for the objects at the given path inside
// the blocks "queues", "cluster_queues" and "cohorts". The table leads to default
// values.
func insideQueues(path string) *table {
	switch path {
	case "queues":
		return gateTable(&usualGate)
	case "queues.events":
		return turnTable(&gateTurn{})
	case "cluster_queues":
		q := usualClusterQueue
		return clusterQueueTable(&q)
	case "cohorts":
		return cohortTable(&kueue.Cohort{})
	}
	return flavorTable(&kueue.Flavor{}, path == "cluster_queues.flavors")
}

// clusterQueues reads the block "cluster_queues".
func (p *parser) clusterQueues(v jsondoc.Ref) {
	p.byName(v, "cluster queues", func(name string, _, v jsondoc.Ref) {
		q := usualClusterQueue
		q.Name = name
		clusterQueueTable(&q).Read(p, v)
		p.s.ClusterQueues = append(p.s.ClusterQueues, q)
	})
	if p.Kind(v) == '{' && len(p.s.ClusterQueues) == 0 {
		p.Wrong(v, "names no queue", "1", `write {"research": {"flavors": [{"name": "default", "quota": {"cores": 8}}]}}`)
	}
}

// cohorts reads the block "cohorts".
func (p *parser) cohorts(v jsondoc.Ref) {
	p.byName(v, "cohorts", func(name string, _, v jsondoc.Ref) {
		c := kueue.Cohort{Name: name}
		before := p.Count()
		cohortTable(&c).Read(p, v)
		if p.Count() == before && c.Parent == "" && len(c.Flavors) == 0 {
			p.Wrong(v, "says nothing: a cohort that queues name needs no entry", "", `remove it, or write "parent" or "flavors"`)
		}
		p.s.Cohorts = append(p.s.Cohorts, c)
	})
}

// flavors reads the flavors of a cluster queue or a cohort.
func (p *parser) flavors(v jsondoc.Ref, ofQueue bool) (all []kueue.Flavor) {
	if !p.List(v, MaxFlavors, "flavors") {
		return nil
	}
	for _, e := range p.Elements(v) {
		var f kueue.Flavor
		before := p.Count()
		g := flavorTable(&f, ofQueue).Read(p, e)
		if p.Count() == before && slices.ContainsFunc(all, func(x kueue.Flavor) bool { return x.Name == f.Name }) {
			p.Wrong(g.At("name"), "is given twice", "", "keep one of them")
		}
		all = append(all, f)
	}
	if len(all) == 0 && ofQueue {
		p.Wrong(v, "is empty", "1", `write [{"name": "default", "quota": {"cores": 8}}]`)
	}
	return all
}

// quotas reads what a queue or cohort has of a flavor, and returns it in the order of
// the canonical form.
func (p *parser) quotas(v jsondoc.Ref) (all []kueue.Quota) {
	var given [queue.NumMeasures]*kueue.Quota
	read := func(p *parser, v jsondoc.Ref, m queue.Measure) {
		q := p.quota(v, m)
		given[m] = &q
	}
	t := newTable("a quota of a flavor", 6)
	for _, m := range quotaMeasures {
		t.Add(m.String(), schema.Other, nil, 0, MaxQuota).Reads(func(p *parser, v jsondoc.Ref) { read(p, v, m) })
	}
	t.Add(queue.OfNamed.String(), schema.Map, nil, 0, MaxNamed).Reads(func(p *parser, v jsondoc.Ref) {
		p.resources(v, false, func(k int, v jsondoc.Ref) { read(p, v, queue.OfNamed+queue.Measure(k)) })
	})
	before := p.Count()
	t.Read(p, v)
	for _, m := range quotaMeasures {
		if given[m] != nil {
			all = append(all, *given[m])
		}
	}
	for _, q := range given[queue.OfNamed:] {
		if q != nil {
			all = append(all, *q)
		}
	}
	if p.Count() == before && len(all) == 0 {
		p.Wrong(v, "names no resource", "1", `write what there is, as in {"cores": 8, "gpus": {"nominal": 4, "borrowing": 2}}`)
	}
	return all
}

// quota reads a quota: the nominal quota, or an object.
func (p *parser) quota(v jsondoc.Ref, m queue.Measure) kueue.Quota {
	q := usualQuota
	q.Measure = m
	if p.Kind(v) == '{' {
		quotaTable(&q).Read(p, v)
	} else {
		quotaTable(&q).Row("nominal").Take(p, v)
	}
	return q
}

// quotas writes what a queue or cohort has of a flavor.
func (w *writer) quotas(all []kueue.Quota) {
	w.Raw("{")
	own := false
	for i := range all {
		q := &all[i]
		switch {
		case q.Measure < queue.OfNamed:
			w.Member(q.Measure.String(), i == 0)
		case own:
			w.Member(w.names[q.Measure-queue.OfNamed], false)
		default:
			own = true
			w.Member(queue.OfNamed.String(), i == 0).Raw("{").Member(w.names[q.Measure-queue.OfNamed], true)
		}
		if q.Borrowing == kueue.Unlimited && q.Lending == kueue.Unlimited {
			w.Number(q.Nominal)
		} else {
			quotaTable(q).Write(w, quotaTable(&usualQuota))
		}
	}
	if own {
		w.Raw("}")
	}
	w.Raw("}")
}

// clusterQueues writes the cluster queues, each on a line of its own.
func (w *writer) clusterQueues(all []kueue.ClusterQueue) {
	w.Lines('{', '}', len(all), func(i int) {
		w.Member(all[i].Name, true)
		usual := usualClusterQueue
		clusterQueueTable(&all[i]).Write(w, clusterQueueTable(&usual))
	})
}

// cohorts writes the cohorts, each on a line of its own.
func (w *writer) cohorts(all []kueue.Cohort) {
	w.Lines('{', '}', len(all), func(i int) {
		w.Member(all[i].Name, true)
		cohortTable(&all[i]).Write(w, cohortTable(&kueue.Cohort{}))
	})
}

// checkQuotas finds quotas that cannot be used: see checkClusterQueues. It notes an
// error if the discipline needs cluster queues and there are none.
func (p *parser) checkQuotas() {
	s := p.s
	if !p.noScheduler && s.discipline().Quotas {
		switch {
		case len(s.ClusterQueues) == 0 && p.clusterQueuesAt == 0:
			p.Add(jsondoc.Error{
				Place: "cluster_queues", Problem: fmt.Sprintf("cluster_queues is missing for the queue %q", s.Scheduler.Queue),
				Fix: `write the quotas, as in "cluster_queues": {"research": {"flavors": [{"name": "default", "quota": {"cores": 8}}]}}`,
			})
		case s.Model != nil:
			p.Add(jsondoc.Error{
				Place: "workload.model", Problem: fmt.Sprintf("model draws jobs without a queue, and %q needs one of the cluster queues", s.Scheduler.Queue),
				Fix: "list the jobs, or use another discipline",
			})
		}
	}
	if len(s.ClusterQueues)+len(s.Cohorts) > 0 {
		p.checkClusterQueues()
	}
}

// checkClusterQueues finds quotas whose limits are impossible, flavors whose nodes
// differ from queue to queue, and cohorts that are below themselves.
func (p *parser) checkClusterQueues() {
	s := p.s
	nodes := map[string]string{} // by flavor
	for i := range s.ClusterQueues {
		q := &s.ClusterQueues[i]
		place := "cluster_queues." + q.Name
		p.checkFlavors(place, q.Flavors, q.Cohort != "", `put the queue into a cohort`, true)
		p.checkQueuePreemption(place+".preemption", q.Preemption)
		for k := range q.Flavors {
			f := &q.Flavors[k]
			if f.Nodes == nil {
				continue
			}
			is := f.Nodes.String()
			if was, known := nodes[f.Name]; known && was != is {
				p.Add(jsondoc.Error{
					Place: fmt.Sprintf("%s.flavors[%d].nodes", place, k), Value: is, Limit: was,
					Problem: fmt.Sprintf("nodes %s differ from those of the same flavor in another queue (%s)", is, was), Fix: "write the same nodes, or leave them out, or use another name",
				})
			}
			nodes[f.Name] = is
		}
	}
	above := map[string]string{}
	for i := range s.Cohorts {
		c := &s.Cohorts[i]
		above[c.Name] = c.Parent
		p.checkFlavors("cohorts."+c.Name, c.Flavors, c.Parent != "", "give the cohort a parent", false)
	}
	for i := range s.Cohorts {
		name := s.Cohorts[i].Name
		at := above[name]
		for range s.Cohorts {
			if at == name || at == "" {
				break
			}
			at = above[at]
		}
		if at == name {
			p.Add(jsondoc.Error{Place: fmt.Sprintf("cohorts.%s.parent", name), Value: above[name], Problem: fmt.Sprintf("parent %s closes a cycle: the cohort would be below itself", jsondoc.Quoted(above[name])), Fix: "name another parent, or none"})
			p.noScheduler = true // kueue would go around the cycle for ever
			break
		}
	}
}

// checkQueuePreemption finds rules of preemption that need others.
func (p *parser) checkQueuePreemption(place string, x kueue.PreemptionRules) {
	switch {
	case x.Borrowing && x.Reclaim == kueue.ReclaimNever:
		p.Add(jsondoc.Error{
			Place: place + ".borrow_within_cohort", Value: borrowerRules[1],
			Problem: "borrow_within_cohort is about jobs of other queues, and reclaim_within_cohort lets the queue stop none of them", Fix: `write "reclaim_within_cohort": "lower-priority", or remove it`,
		})
	case !x.Borrowing && x.MostPriority != MaxPriority:
		p.Add(jsondoc.Error{
			Place: place + ".max_priority_threshold", Value: fmt.Sprint(x.MostPriority),
			Problem: "max_priority_threshold limits which jobs a borrowing queue stops, and this queue stops none while it borrows", Fix: `write "borrow_within_cohort": "lower-priority", or remove it`,
		})
	}
}

// checkFlavors finds limits on borrowing and lending of a queue or cohort that lends
// to nobody, and, for queues, limits on lending above the quota.
func (p *parser) checkFlavors(place string, all []kueue.Flavor, shares bool, fix string, ofQueue bool) {
	for i := range all {
		for _, q := range all[i].Quotas {
			name := q.Measure.NameIn(p.machine)
			if q.Measure >= queue.OfNamed {
				name = "resources." + name
			}
			at := fmt.Sprintf("%s.flavors[%d].quota.%s", place, i, name)
			limited, value := "lending", q.Lending
			if q.Borrowing != kueue.Unlimited {
				limited, value = "borrowing", q.Borrowing
			}
			switch {
			case !shares && value != kueue.Unlimited:
				p.Add(jsondoc.Error{Place: at + "." + limited, Value: fmt.Sprint(value), Problem: limited + " is a limit on sharing, and there is nobody to share with", Fix: fix + ", or remove it"})
			case ofQueue && q.Lending > q.Nominal:
				p.Add(jsondoc.Error{
					Place: at + ".lending", Value: fmt.Sprint(q.Lending), Limit: fmt.Sprint(q.Nominal),
					Problem: fmt.Sprintf("lending %d is more than the nominal quota (%d)", q.Lending, q.Nominal), Fix: fmt.Sprintf("write %d or less", q.Nominal),
				})
			}
		}
	}
}

// inQueues reports whether a job's queue is one of the cluster queues.
func (s *Scenario) inQueues(name string) bool {
	return slices.ContainsFunc(s.ClusterQueues, func(q kueue.ClusterQueue) bool { return q.Name == name })
}

// quotas returns the discipline with the scenario's quotas.
func (s *Scenario) quotas() kueue.KueuePolicy {
	return kueue.KueuePolicy{Queues: s.ClusterQueues, Cohorts: s.Cohorts}
}

// ShownLimits returns the limits to which reasons and accounts refer by number, from
// 1: those of the scenario, or those of the discipline if it has its own.
func (s *Scenario) ShownLimits() []queue.Limit {
	switch {
	case s.discipline().Quotas:
		return s.quotas().Limits()
	case s.isSlurm():
		return slurmsched.SlurmPolicy{Config: *s.Slurm}.Limits()
	}
	return s.Limits
}
