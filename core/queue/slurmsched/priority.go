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
	Age, FairShare, Size, Partition, QOS int64 // the weights: PriorityWeightAge and so on

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
	limits    *jobLimits // nil without limits
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
	return parts
}

// sum returns the sum of the parts as Slurm's scheduler compares it: a whole
// number from 1 to 4294967295.
func sum(parts *[queue.AllParts]float64) int64 {
	total := 0.0
	for _, k := range [...]queue.PartKind{queue.QueueTime, queue.FairShare, queue.OfNodes, queue.OfQueue, queue.OfQOS, queue.OfJob} {
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

// factorsOf returns the factors of a job that enters the queue.
func (s *state) factorsOf(r *workload.Request, since simtime.Time) *factors {
	f := &factors{partition: s.partitionOf(r), since: since, own: r.Priority}
	p := &s.partitions[f.partition]
	f.cores = s.coresOf(r, p)
	f.licenses, _ = licensesOf(r.Licenses)
	w := &s.config.Priority
	if w.Size != 0 {
		f.size = float64(s.sizeFactor(r, f.cores) * float64(w.Size))
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

// key returns the sort key of a job whose priority is calculated at t: jobs in
// partitions of a higher tier come first, then those of a higher priority. If jobs may
// stop others by their QOS, they come before those.
func (s *state) key(f *factors, t simtime.Time) int64 {
	parts := s.parts(f, t)
	return -(int64(f.level)<<48 | s.partitions[f.partition].Tier<<32 | sum(&parts))
}

// recalculate calculates all priorities if the last time that Slurm would do so is
// over, and sorts the waiting jobs. Between two such times priorities do not change.
//
// INFERRED: the times are the multiples of Period.
func (s *state) recalculate(p *queue.Pass) {
	if s.catchUp(p.Now()); s.stale {
		s.stale, s.changed = false, true
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
