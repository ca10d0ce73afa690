package slurmsched

import (
	"math"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Priority is the definition of a job's priority: a weighted sum of factors from 0 to
// 1, to which the job's own priority is added (Slurm's site factor less its nice
// value).
//
// Source: Slurm, priority/multifactor (SOURCES.md SLURM.2).
type Priority struct {
	Age, FairShare, Size, Partition, QOS, Assoc int64 // the weights: PriorityWeightAge and so on

	// TRES holds the weight, in thousandths, of what a job asks for of each of Trackable, as
	// a part of what its partition has (PriorityWeightTRES).
	TRES [len(Trackable)]int64

	MaxAge   simtime.Duration // time in the queue at which the age factor reaches 1
	HalfLife simtime.Duration // time after which past use counts by half; 0: it never decays
	Period   simtime.Duration // time between two calculations of all priorities
	Small    bool             // the size factor favors small jobs, not large ones
	ByTime   bool             // the size is divided by the walltime in minutes
}

// largest is the largest priority; 0 is for held jobs.
const largest = math.MaxUint32

// factors holds what does not change of a waiting job's priority.
type factors struct {
	partition int
	level     int          // of its QOS, under PreemptByQOS
	kind      int          // in rooms
	since     simtime.Time // when it became eligible
	who       int          // index in the fair tree, or root
	own       int64        // the job's own priority
	cores     int64
	size      float64 // the weighted parts that stay
	inside    float64 // partition
	qos       float64
	assoc     float64    // association
	tres      float64    // resources
	limits    *jobLimits // nil without limits
	reserved  bool       // it uses a reservation
	part      bool       // of a heterogeneous job
	leader    workload.JobID
	licenses  []queue.Named
}

// parts returns the weighted parts of a job's priority when it is calculated at t.
func (s *state) parts(f *factors, t simtime.Time) (parts [queue.AllParts]float64) {
	w := &s.config.Priority
	if w.Age != 0 && t > f.since {
		age := 1.0
		if waited := t.Sub(f.since); waited < w.MaxAge {
			age = float64(waited/1000) / float64(w.MaxAge/1000)
		}
		parts[queue.QueueTime] = float64(age * float64(w.Age))
	}
	if s.usage.tree != nil {
		parts[queue.FairShare] = float64(s.usage.tree.all[f.who].fairness * float64(w.FairShare))
	}
	parts[queue.OfNodes], parts[queue.OfQueue], parts[queue.OfQOS], parts[queue.OfJob] = f.size, f.inside, f.qos, float64(f.own)
	parts[queue.OfGroup], parts[queue.OfResources] = f.assoc, f.tres
	return parts
}

// sum returns the sum of the parts as Slurm's scheduler compares it: a whole
// number from 1 to 4294967295.
func sum(parts *[queue.AllParts]float64) int64 {
	total := 0.0
	for _, k := range [...]queue.PartKind{queue.QueueTime, queue.OfGroup, queue.FairShare, queue.OfNodes, queue.OfQueue, queue.OfQOS, queue.OfResources, queue.OfJob} {
		total += parts[k]
	}
	return int64(min(max(total, 1), largest))
}

// sizeFactor returns the size factor of a job, from 0 to 1.
func (s *state) sizeFactor(r *workload.Request, cores int64) float64 {
	w, nodes := &s.config.Priority, max(1, float64(r.Nodes))
	all, machine := float64(s.nodes), float64(s.cores)
	factor := 0.0
	switch {
	case w.ByTime:
		factor = max(float64(nodes*machine)/all, float64(cores)) / max(1, math.Ceil(float64(r.Walltime)/float64(simtime.Minute))) / machine
		if w.Small {
			factor = 1 - factor
		}
	case w.Small:
		factor = (max(0, all-nodes)/all + (machine-float64(cores))/machine) / 2
	default:
		factor = (nodes/all + float64(cores)/machine) / 2
	}
	return min(max(factor, 0), 1)
}

// coresOf returns the cores that a job asks for. A job of whole nodes asks for those
// of the nodes with the fewest in its partition.
func (s *state) coresOf(r *workload.Request, p *partition) int64 {
	if r.Whole() {
		return int64(r.Nodes) * p.cores
	}
	return int64(r.Tasks) * r.PerTask[workload.Cores]
}

// tresPart returns the weighted TRES factor of a job that asks for some amounts.
func (w *Priority) tresPart(asks, has *amounts) (sum float64) {
	for i, weight := range w.TRES {
		if asks[i] > 0 && has[i] > 0 {
			sum += float64(float64(asks[i]) / float64(has[i]) * (float64(weight) / 1000))
		}
	}
	return sum
}

// newAssocs finds the priorities of associations. A user without one has that of the
// account, and an account without one that of the account above.
func (s *setup) newAssocs() {
	accounts := s.config.Accounts
	index := make(map[string]int, len(accounts))
	for i := range accounts {
		index[accounts[i].Name] = i
	}
	s.assocs = map[association]int64{}
	for i := range accounts {
		own := accounts[i].Priority
		for up, known := index[accounts[i].Parent]; own == 0 && known; up, known = index[accounts[up].Parent] {
			own = accounts[up].Priority
		}
		s.assocs[association{accounts[i].Name, ""}], s.mostAssoc = own, max(s.mostAssoc, own)
		for _, u := range accounts[i].Users {
			if u.Priority > 0 {
				s.assocs[association{accounts[i].Name, u.Name}], s.mostAssoc = u.Priority, max(s.mostAssoc, u.Priority)
			}
		}
	}
}

// assocPriority returns the priority of a job's association.
func (s *setup) assocPriority(r *workload.Request) int64 {
	if own, has := s.assocs[association{r.Group, r.User}]; has {
		return own
	}
	return s.assocs[association{r.Group, ""}]
}

// factorsOf returns the factors of a job that enters the queue.
func (s *state) factorsOf(r *workload.Request, since simtime.Time) *factors {
	f := &factors{partition: s.partitionOf(r), since: since, own: r.Priority}
	p := &s.partitions[f.partition]
	f.cores = s.coresOf(r, p)
	f.licenses, _ = licensesOf(r.Licenses)
	f.reserved = s.reservationOf(r) != nil
	w := &s.config.Priority
	if w.Size != 0 {
		f.size = float64(s.sizeFactor(r, f.cores) * float64(w.Size))
	}
	if w.Assoc != 0 {
		f.assoc = float64(normal(s.assocPriority(r), s.mostAssoc) * float64(w.Assoc))
	}
	if w.TRES != [len(Trackable)]int64{} {
		asks := p.asks(r)
		f.tres = w.tresPart(&asks, &p.total)
	}
	f.inside = float64(normal(p.Priority, s.mostPartition) * float64(w.Partition))
	if i := s.qosOf(r); i >= 0 {
		if s.config.Preemption.By == PreemptByQOS {
			f.level = s.classes[i].level
		}
		f.qos = float64(normal(s.classes[i].Priority, s.mostQOS) * float64(w.QOS))
	}
	if s.usage.tree != nil {
		f.who = s.usage.tree.index[association{r.Group, r.User}]
	}
	return f
}

// normal returns a priority as a part of the largest one.
func normal(x, most int64) float64 {
	if most == 0 {
		return 0
	}
	return float64(x) / float64(most)
}

// key returns the sort key of a job whose priority is calculated at t: jobs with a
// reservation come first, then those in partitions of a higher tier, then those of a
// higher priority. If jobs may stop others, by their QOS or tier, they come before those.
func (s *state) key(f *factors, t simtime.Time) int64 {
	reserved, own, priority := s.rank(f, t)
	level, tier := int64(f.level)<<49, own<<32
	if reserved {
		level |= 1 << 48
	}
	if s.config.Preemption.By == PreemptByPartition {
		level, tier = tier<<1, level>>16
	}
	return -(level | tier | priority)
}

// recalculate calculates all priorities if the last time that Slurm would do so is
// over, and sorts the waiting jobs. Between two such times priorities do not change.
//
// INFERRED: the times are the multiples of Period.
func (s *state) recalculate(p *queue.Pass) {
	if s.catchUp(p.Now()); s.stale || s.reordered {
		s.stale, s.reordered, s.changed = false, false, true
		s.lines.stale = true
		p.Rerank(func(w *queue.Waiting) int64 { return s.key(factorsIn(w), s.calculated) })
	}
}

// catchUp counts the use of the machine up to the last multiple of Period that is not
// after now.
func (s *state) catchUp(now simtime.Time) {
	period := simtime.Time(s.config.Priority.Period)
	last := now / period * period
	if last <= s.calculated {
		return
	}
	timed := s.ledger.hasTimed()
	s.stale = s.usage.tree != nil || s.config.Priority.Age != 0 || timed
	if s.usage.tree == nil && !timed {
		s.calculated = last
	}
	for s.calculated < last {
		s.calculated += period
		s.usage.turn(s.calculated)
		s.ledger.turn(s.calculated, &s.usage, simtime.Duration(period))
	}
}

// Priorities implements queue.Prioritizer.
func (s *state) Priorities(p *queue.Pass) []queue.Priority {
	s.recalculate(p)
	out := make([]queue.Priority, 0, p.Len())
	for w := range p.Waiting() {
		f := factorsIn(w)
		parts := s.parts(f, max(s.calculated, f.since))
		x := queue.Priority{Job: w.ID}
		for k, part := range parts {
			x.Parts[k] = int64(math.Round(part * 1000))
			x.Sum += x.Parts[k]
		}
		out = append(out, x)
	}
	return out
}

func factorsIn(w *queue.Waiting) *factors { return w.Kept.(*factors) }
