package gpushare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Inflate repeats tasks, drawn by the seed, until the next one would raise what all
// ask for above the given share of the GPUs of the nodes. If they ask for more
// already, it removes drawn tasks. The new tasks come last.
func Inflate(tasks []GPUTask, nodes []Node, share float64, seed int64) ([]GPUTask, error) {
	target := int64(share * float64(capacity(nodes)))
	out := slices.Clone(tasks)
	asked := sumGPU(tasks)
	if asked == 0 {
		return out, errors.New("no task asks for a GPU: there is nothing to repeat")
	}
	stream := newStream(seed, "inflate")
	if asked > target {
		removed := make([]bool, len(tasks))
		for _, i := range stream.Perm(len(tasks)) {
			if asked <= target {
				break
			}
			asked -= tasks[i].GPU()
			removed[i] = true
		}
		out = out[:0]
		for i := range tasks {
			if !removed[i] {
				out = append(out, tasks[i])
			}
		}
		return out, nil
	}
	for asked < target {
		t := tasks[stream.IntN(len(tasks))]
		if asked += t.GPU(); asked > target {
			break
		}
		if len(out) == MaxTasks {
			return nil, fmt.Errorf("more than %d tasks are needed to ask for %v of the GPUs; ask for less", MaxTasks, share)
		}
		out = append(out, t)
	}
	return out, nil
}

// Shuffle puts tasks and nodes in an order drawn by the seed. The order of the nodes
// decides ties.
func Shuffle(tasks []GPUTask, nodes []Node, seed int64) ([]GPUTask, []Node) {
	stream := newStream(seed, "shuffle")
	tasks, nodes = slices.Clone(tasks), slices.Clone(nodes)
	stream.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	stream.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
	return tasks, nodes
}

func capacity(nodes []Node) (sum int64) {
	for i := range nodes {
		sum += nodes[i].free()
	}
	return sum
}

func sumGPU(tasks []GPUTask) (sum int64) {
	for i := range tasks {
		sum += tasks[i].GPU()
	}
	return sum
}

// RunOptions holds the policy of a run and the order in which it takes the tasks.
type RunOptions struct {
	Policy Policy
	Types  []Type // that fragmentation is measured for, as of Popular
	Seed   int64  // for policies that draw
	Times  bool   // whether tasks come and leave at their times
}

// Result holds the figures of a run. Shares are between 0 and 1.
type Result struct {
	Policy    string `json:"policy"`
	Tasks     int    `json:"tasks"`
	Failed    int    `json:"failed"`    // tasks that never ran
	Capacity  int64  `json:"capacity"`  // milli of all GPUs
	Asked     int64  `json:"asked"`     // milli of all tasks
	Allocated int64  `json:"allocated"` // milli held at the end, without times

	// Averages over time with times, otherwise values at the end.
	AllocatedShare float64 `json:"allocated_share"` // held, of all GPUs
	Fragmentation  float64 `json:"fragmentation"`   // fragments, of the free GPUs

	MeanWait float64 `json:"mean_wait"` // seconds, of the tasks that ran; 0 without times

	Points []RunPoint   `json:"points,omitempty"` // without times: one for each percent of the GPUs asked for
	Sizes  []SizeResult `json:"sizes,omitempty"`  // without times: at the end
}

// RunPoint is the state when the tasks so far have asked for a percentage of the GPUs.
type RunPoint struct {
	Asked         int     `json:"asked"` // percent
	Allocated     float64 `json:"allocated"`
	Fragmentation float64 `json:"fragmentation"` // fragments, of the free GPUs
}

// SizeResult holds the free GPUs that tasks of a size cannot use. The CPU and the models
// that the tasks ask for count, on average over the tasks of the size.
type SizeResult struct {
	Milli    int64   `json:"milli"` // of all GPUs of a task
	Tasks    int     `json:"tasks"`
	Failed   int     `json:"failed"`
	Unusable float64 `json:"unusable"` // milli
	Share    float64 `json:"share"`    // of the free GPUs
}

// Run places tasks by a policy. Without times, each task comes after the one before
// it; a task that has no room fails, and none leaves. With times, tasks come when
// they were created and leave when they were deleted; a task that has no room waits,
// is tried again in the order of arrival whenever something changes, and fails if it
// is deleted before. Errors: times are asked for and missing; too many types of tasks
// for so many nodes. Cost: O(tasks × nodes) and the scores (Chooser.Choose).
func Run(nodes []Node, tasks []GPUTask, o RunOptions) (*Result, error) {
	if types := len(Types(tasks)); types*len(nodes) > maxPairs {
		return nil, fmt.Errorf("%d types of tasks times %d nodes are more than %d: round cpu_milli and gpu_milli, so that more tasks are equal", types, len(nodes), maxPairs)
	}
	r := &run{cluster: NewCluster(nodes, o.Types), tasks: tasks, placed: make([]GPUPlacement, len(tasks)), ran: make([]bool, len(tasks)),
		out: &Result{Policy: o.Policy.Name, Tasks: len(tasks), Capacity: capacity(nodes), Asked: sumGPU(tasks)}}
	r.chooser = NewChooser(r.cluster, o.Policy, o.Seed)
	if o.Times {
		if err := r.overTime(); err != nil {
			return nil, err
		}
	} else {
		r.oneByOne()
		r.sizes()
	}
	for _, ran := range r.ran {
		if !ran {
			r.out.Failed++
		}
	}
	return r.out, nil
}

// maxPairs bounds the pairs of a type and a node, whose fragmentation is kept.
const maxPairs = 20_000_000

type run struct {
	cluster *Cluster
	chooser *Chooser
	tasks   []GPUTask
	placed  []GPUPlacement
	ran     []bool
	out     *Result
}

// start places a task if it has room.
func (r *run) start(i int) bool {
	at, ok := r.chooser.Choose(&r.tasks[i])
	if ok {
		r.cluster.Place(&r.tasks[i], at)
		r.placed[i], r.ran[i] = at, true
	}
	return ok
}

func share(part float64, of int64) float64 {
	if of == 0 {
		return 0
	}
	return part / float64(of)
}

func (r *run) oneByOne() {
	out, c := r.out, r.cluster
	var asked int64
	for i := range r.tasks {
		asked += r.tasks[i].GPU()
		r.start(i)
		for percent := len(out.Points); out.Capacity > 0 && percent < maxPoints && asked*100 >= int64(percent)*out.Capacity; percent++ {
			out.Points = append(out.Points, RunPoint{percent, share(float64(out.Capacity-c.Free()), out.Capacity), share(c.Fragmented(), c.Free())})
		}
	}
	out.Allocated = out.Capacity - c.Free()
	out.AllocatedShare = share(float64(out.Allocated), out.Capacity)
	out.Fragmentation = share(c.Fragmented(), c.Free())
}

// maxPoints bounds the list of points, up to ten times the GPUs.
const maxPoints = 1001

// sizes measures what tasks of each size cannot use at the end. All types count, not
// only those that are frequent.
func (r *run) sizes() {
	all := NewCluster(r.cluster.nodes, Types(r.tasks))
	at := map[int64]int{}
	out := r.out
	var sums []int64
	for k, t := range all.types {
		if t.Count == 0 {
			continue
		}
		i, known := at[t.GPU()]
		if !known {
			i = len(out.Sizes)
			at[t.GPU()] = i
			out.Sizes = append(out.Sizes, SizeResult{Milli: t.GPU()})
			sums = append(sums, 0)
		}
		out.Sizes[i].Tasks += int(t.Tasks)
		sums[i] += all.FragmentedFor(k) * t.Tasks
	}
	for i := range r.tasks {
		if t := &r.tasks[i]; t.Count > 0 && !r.ran[i] {
			out.Sizes[at[t.GPU()]].Failed++
		}
	}
	for i := range out.Sizes {
		s := &out.Sizes[i]
		s.Unusable = float64(sums[i]) / float64(s.Tasks)
		s.Share = share(s.Unusable, all.free)
	}
	slices.SortFunc(out.Sizes, func(a, b SizeResult) int { return cmp.Compare(a.Milli, b.Milli) })
}

// timetable returns the tasks in the order in which they come, and in that in which
// they leave. Error: a task has no times.
func (r *run) timetable() (arrivals, ends []int, err error) {
	for i := range r.tasks {
		if t := &r.tasks[i]; t.Created == Unknown || t.Deleted == Unknown {
			return nil, nil, fmt.Errorf("line %d: %s has no creation_time or no deletion_time: give both in every row, or do without --times", t.Line, t.Name)
		}
		arrivals = append(arrivals, i)
		ends = append(ends, i)
	}
	slices.SortStableFunc(arrivals, func(a, b int) int { return cmp.Compare(r.tasks[a].Created, r.tasks[b].Created) })
	slices.SortStableFunc(ends, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.tasks[a].Deleted, r.tasks[b].Deleted), cmp.Compare(r.tasks[a].Created, r.tasks[b].Created))
	})
	return arrivals, ends, nil
}

func (r *run) overTime() error {
	arrivals, ends, err := r.timetable()
	if err != nil {
		return err
	}
	c := r.cluster
	arrived := make([]bool, len(r.tasks))
	var waiting []int
	var now, first int64
	var held, free, fragments, waits float64 // integrals over time, in milli seconds; seconds
	next, end := 0, 0
	for end < len(ends) {
		then := r.tasks[ends[end]].Deleted
		if next < len(arrivals) {
			then = min(then, r.tasks[arrivals[next]].Created)
		}
		if next == 0 {
			now, first = then, then
		}
		lasted := float64(then - now)
		held += float64(float64(r.out.Capacity-c.free) * lasted)
		free += float64(float64(c.free) * lasted)
		fragments += float64(c.Fragmented() * lasted)
		now = then

		// Tasks leave before others come. A task that is deleted as it is created comes
		// and leaves at once, in the next iteration. Waiting tasks are tried again only
		// if something was released.
		tried := len(waiting)
		for end < len(ends) && r.tasks[ends[end]].Deleted == now && arrived[ends[end]] {
			i := ends[end]
			if r.ran[i] {
				c.Release(&r.tasks[i], r.placed[i])
				tried = 0
			} else {
				waiting = slices.DeleteFunc(waiting, func(w int) bool { return w == i })
				tried = min(tried, len(waiting))
			}
			end++
		}
		for next < len(arrivals) && r.tasks[arrivals[next]].Created == now {
			arrived[arrivals[next]] = true
			waiting = append(waiting, arrivals[next])
			next++
		}
		waiting = append(waiting[:tried], r.pass(waiting[tried:], func(i int) { waits += float64(now - r.tasks[i].Created) })...)
	}
	ran := 0
	for _, yes := range r.ran {
		if yes {
			ran++
		}
	}
	if now > first {
		r.out.AllocatedShare = share(held/float64(now-first), r.out.Capacity)
	}
	if free > 0 {
		r.out.Fragmentation = fragments / free
	}
	r.out.MeanWait = waits / float64(max(ran, 1))
	return nil
}

// pass tries the waiting tasks in order and returns those that still wait. It skips a
// task if an equal one with no more memory has just found no room.
func (r *run) pass(waiting []int, started func(i int)) []int {
	full := map[Demand]int64{} // least memory that found no room
	return slices.DeleteFunc(waiting, func(i int) bool {
		t := &r.tasks[i]
		if least, tried := full[t.Demand]; tried && t.Memory >= least {
			return false
		}
		if !r.start(i) {
			full[t.Demand] = t.Memory
			return false
		}
		started(i)
		return true
	})
}
