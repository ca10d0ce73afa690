package hybrid

import (
	"math/bits"
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// highest bounds each component of a priority, in thousandths, like Maui's highest
// priority of 10^9.
const highest = int64(1_000_000_000_000)

// weights is queue.Weights with methods.
type weights queue.Weights

// dynamic reports whether the order of waiting jobs may change while they wait.
// Queue time grows equally for all jobs, but other components grow differently.
func (w *weights) dynamic() bool {
	return w.Weight[queue.Expansion] != 0 || w.Weight[queue.FairShare] != 0 && len(w.Fair.Users) > 0
}

// weighted returns the product of a component's weight and its value. The parameter
// value is given in units of 1/per.
func (w *weights) weighted(k queue.PartKind, value, per int64) int64 {
	return min(max(scaled(w.Weight[k], value, per), -highest), highest)
}

// scaled returns weight·value/per, rounded towards zero. Its absolute value is
// limited to the constant most.
func scaled(weight, value, per int64) int64 {
	sign := int64(1)
	if weight < 0 {
		weight, sign = -weight, -sign
	}
	if value < 0 {
		value, sign = -value, -sign
	}
	hi, lo := bits.Mul64(uint64(weight), uint64(value))
	if hi >= uint64(per) {
		return sign * most
	}
	x, _ := bits.Div64(hi, lo, uint64(per))
	return sign * int64(min(x, uint64(most)))
}

// static returns the components of a job's priority that do not change while it
// waits.
func (w *weights) static(r *workload.Request, c *census) (parts [queue.FairShare]int64) {
	parts[queue.OfNodes] = w.weighted(queue.OfNodes, filled(r, c.machine), 1)
	parts[queue.OfCores] = w.weighted(queue.OfCores, c.asks(r, workload.Cores, w.Brought), 1)
	parts[queue.OfMemory] = w.weighted(queue.OfMemory, c.asks(r, workload.Memory, w.Brought), 1024)
	parts[queue.OfGPUs] = w.weighted(queue.OfGPUs, c.asks(r, workload.GPUs, w.Brought), 1)
	for k, x := range w.Named {
		if x != 0 {
			parts[queue.OfResources] += min(max(scaled(x, c.asks(r, workload.Named+workload.Resource(k), w.Brought), 1), -highest), highest)
		}
	}
	parts[queue.OfJob] = w.weighted(queue.OfJob, r.Priority, 1)
	parts[queue.OfUser] = w.weighted(queue.OfUser, valueOf(w.Users, r.User), 1)
	parts[queue.OfGroup] = w.weighted(queue.OfGroup, valueOf(w.Groups, r.Group), 1)
	parts[queue.OfQueue] = w.weighted(queue.OfQueue, valueOf(w.Queues, r.Queue), 1)
	return parts
}

func valueOf(values []queue.Named, name string) int64 {
	for _, x := range values {
		if x.Name == name {
			return x.Value
		}
	}
	return 0
}

// queued returns the queue-time component of a job that has waited from time 0 to
// t. The component of any job is the difference of two such values. It therefore
// grows equally for all jobs, and their order stays the same, rounding included.
func (w *weights) queued(t simtime.Time) int64 {
	return scaled(w.Weight[queue.QueueTime], int64(t), int64(simtime.Minute))
}

// key returns the sort key of a job; a job with a smaller key comes first. The key
// is the negated priority, without the part of the queue time that is the same for
// all jobs.
func (d *state) key(f *facts, r *workload.Request, now simtime.Time) int64 {
	sum := -d.weights.queued(f.arrived)
	for _, x := range f.static {
		sum += x
	}
	if d.dynamic {
		sum += d.expansion(f, r, now) + d.fairness(f)
	}
	return -sum
}

// expansion returns the component for the expansion factor: 1 + time in the queue
// over walltime (Maui: XFACTOR, with a walltime of at least one second).
func (d *state) expansion(f *facts, r *workload.Request, now simtime.Time) int64 {
	wall := int64(max(r.Walltime, simtime.Second))
	return d.weights.weighted(queue.Expansion, scaled(1000, int64(now.Sub(f.arrived)), wall)+1000, 1000)
}

// fairness returns the component for fair share.
func (d *state) fairness(f *facts) int64 {
	return d.weights.weighted(queue.FairShare, d.fair.value(f.target), 1000)
}

// weigh sorts the waiting jobs by their current priorities. If some component grows
// differently from job to job, the cost is O(waiting jobs), plus a sort if the
// order has changed. Otherwise it does nothing.
func (p pass) weigh() {
	d := p.d
	if !d.dynamic {
		return
	}
	if d.fair.targets != nil {
		d.fair.count(p.Now())
	}
	p.Rerank(func(w *queue.Waiting) int64 { return d.key(factsOf(w), w.Request, p.Now()) })
}

// Order implements queue.Planner.
func (d *state) Order(p *queue.Pass) { (pass{p, d}).weigh() }

// Priorities implements queue.Planner.
func (d *state) Priorities(p *queue.Pass) []queue.Priority {
	d.Order(p)
	now := p.Now()
	out := make([]queue.Priority, 0, p.Len())
	for w := range p.Waiting() {
		f, x := factsOf(w), queue.Priority{Job: w.ID}
		copy(x.Parts[:], f.static[:])
		x.Parts[queue.QueueTime] = d.weights.queued(now) - d.weights.queued(f.arrived)
		if d.weights.Weight[queue.Expansion] != 0 {
			x.Parts[queue.Expansion] = d.expansion(f, w.Request, now)
		}
		x.Parts[queue.FairShare] = d.fairness(f)
		for _, part := range x.Parts {
			x.Sum += part
		}
		out = append(out, x)
	}
	return out
}

// fairShare is the record of the recent use of each user with a target, and of all
// jobs together. Use is counted in core-milliseconds held, separately for each time
// window.
//
// Source: Maui Administrator's Guide 6.3 (SOURCES.md S3.8). A user's usage is the
// decayed sum of its use over the windows, divided by the same sum for all jobs.
// The value is the target's percentage less the usage. Dedicated processor seconds
// are Maui's default measure.
type fairShare struct {
	targets *queue.FairTargets // nil if fair share is not used
	places  map[string]int32
	rates   []int64 // cores held now, by target; the last element is for all jobs
	used    []int64 // use by target, then by window modulo Depth
	since   simtime.Time
}

func newFairShare(w *weights) fairShare {
	if w.Weight[queue.FairShare] == 0 || len(w.Fair.Users) == 0 || w.Fair.Window <= 0 || w.Fair.Depth < 1 {
		return fairShare{}
	}
	f := fairShare{targets: &w.Fair, places: map[string]int32{}}
	for i, x := range w.Fair.Users {
		f.places[x.Name] = int32(i)
	}
	n := len(w.Fair.Users) + 1
	f.rates, f.used = make([]int64, n), make([]int64, n*int(w.Fair.Depth))
	return f
}

func (f *fairShare) clone() fairShare {
	c := *f
	c.rates, c.used = slices.Clone(f.rates), slices.Clone(f.used)
	return c // places is shared because it does not change
}

// of returns the index of a user's target, or none.
func (f *fairShare) of(user string) int32 {
	if at, ok := f.places[user]; ok {
		return at
	}
	return none
}

// hold records that the user of a target holds more cores from now on. The
// parameter cores is the increase, which may be negative. Cost: O(targets).
func (f *fairShare) hold(target int32, cores int64, now simtime.Time) {
	if f.targets == nil {
		return
	}
	f.count(now)
	if target != none {
		f.rates[target] += cores
	}
	f.rates[len(f.rates)-1] += cores
}

// count updates the sums to now. Cost: O(targets) for each window that has begun
// since the last update.
func (f *fairShare) count(now simtime.Time) {
	window, depth := simtime.Time(f.targets.Window), int64(f.targets.Depth)
	if ahead := now/window - f.since/window; int64(ahead) > depth { // all known use is too old to count
		clear(f.used)
		f.since = (now/window - simtime.Time(depth)) * window
	}
	for f.since < now {
		k := int64(f.since / window)
		end := min(now, (f.since/window+1)*window)
		for i, rate := range f.rates {
			f.used[int64(i)*depth+k%depth] += product(rate, int64(end-f.since))
		}
		if f.since = end; end%window == 0 {
			for i := range f.rates {
				f.used[int64(i)*depth+(k+1)%depth] = 0
			}
		}
	}
}

// value returns the user's target less the user's recent share of the use, in
// thousandths of a percentage point. It is negative if the user has used too much.
// The sums must be up to date. Cost: O(windows).
func (f *fairShare) value(target int32) int64 {
	if target == none || f.targets == nil {
		return 0
	}
	depth := int64(f.targets.Depth)
	k := int64(f.since / simtime.Time(f.targets.Window))
	all, own, weight := 0.0, 0.0, 1.0
	for i := int64(0); i < depth && i <= k; i++ {
		w := (k - i) % depth
		own += float64(weight * float64(f.used[int64(target)*depth+w]))
		all += float64(weight * float64(f.used[int64(len(f.rates)-1)*depth+w]))
		weight = float64(weight*float64(f.targets.Decay)) / 1000
	}
	value := f.targets.Users[target].Value
	if all > 0 {
		value -= int64(own / all * 100_000)
	}
	return value
}
