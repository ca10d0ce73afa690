package variant

import (
	"math/rand/v2"
	"slices"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// stream is the number of the random stream for variants. It differs from the
// numbers of all other random streams that use the same seed.
const stream = 0x76617279

// drawing generates the draws for a lesson one after another. A draw is a randomly
// changed copy of the lesson. All draws use one random source.
type drawing struct {
	lesson   *scenario.Scenario
	source   *rand.PCG
	instants []simtime.Time // times at which jobs are submitted or at which the machine, a queue or an allotment changes; ascending, without duplicates and without 0
	own      *capacities
	others   []*capacities // capacities of the topologies in Vary.Machines, each computed when its topology is first drawn
}

func newDrawing(s *scenario.Scenario, seed uint64) *drawing {
	d := &drawing{lesson: s, source: rand.NewPCG(seed, stream), own: newCapacities(&s.Cluster), others: make([]*capacities, len(s.Vary.Machines))}
	moves(s, func(at *simtime.Time) { d.instants = append(d.instants, *at) })
	slices.Sort(d.instants)
	d.instants = slices.Compact(d.instants)
	if len(d.instants) > 0 && d.instants[0] == 0 {
		d.instants = d.instants[1:]
	}
	return d
}

// moves calls visit with every time of a scenario to which the factors of
// Vary.Submits apply: submissions and events of the machine, of queues and of
// allotments.
func moves(s *scenario.Scenario, visit func(at *simtime.Time)) {
	for i := range s.Jobs {
		visit(&s.Jobs[i].Submit)
	}
	if s.Faults != nil {
		for i := range s.Faults.Events {
			visit(&s.Faults.Events[i].At)
		}
	}
	for i := range s.Queues {
		for k := range s.Queues[i].Changes {
			visit(&s.Queues[i].Changes[k].At)
		}
	}
	if s.Allotments != nil {
		for i := range s.Allotments.Events {
			visit(&s.Allotments.Events[i].At)
		}
	}
}

// next returns the next draw. It first draws the machine, then a factor for each
// time in ascending order. Then it draws a factor for the size of each job in the
// order of the list, and finally a factor for the walltime of each job. This order
// must never change, because the result for a seed depends on it.
func (d *drawing) next() *scenario.Scenario {
	s := unvaried(d.lesson)
	room := d.machine(s)
	at := map[simtime.Time]simtime.Time{0: 0}
	for _, t := range d.instants {
		at[t] = simtime.Time(stretched(int64(t), d.factor(d.lesson.Vary.Submits)))
	}
	due := make([]simtime.Duration, len(s.Jobs))
	for i := range s.Jobs {
		due[i] = s.Jobs[i].Deadline.Sub(s.Jobs[i].Submit)
	}
	moves(s, func(t *simtime.Time) { *t = at[*t] })
	for i := range s.Jobs {
		d.size(&s.Jobs[i], room)
	}
	for i := range s.Jobs {
		j := &s.Jobs[i]
		times := d.factor(d.lesson.Vary.Walltimes)
		lengthen(j, times)
		if j.Deadline != 0 {
			j.Deadline = j.Submit.Add(simtime.Duration(stretched(int64(due[i]), times)))
		}
	}
	return s
}

// factor returns a factor in thousandths, drawn uniformly from a range. For the
// zero range it returns 1000, that is, a factor of 1.
func (d *drawing) factor(of workload.PermilleRange) int64 {
	if of == (workload.PermilleRange{}) {
		return 1000
	}
	return of.Low + d.below(of.High-of.Low+1)
}

// below returns a number drawn uniformly from 0 to n-1, with a relative error of up
// to 2^-32. It does not use rand.Rand, whose algorithm may change.
func (d *drawing) below(n int64) int64 { return int64(d.source.Uint64() >> 32 * uint64(n) >> 32) }

// machine draws a topology for the scenario s and returns the capacities of the new
// machine.
func (d *drawing) machine(s *scenario.Scenario) *capacities {
	if len(d.others) == 0 {
		return d.own
	}
	i := d.below(int64(len(d.others)))
	s.Cluster = s.Cluster.WithTopology(d.lesson.Vary.Machines[i])
	if d.others[i] == nil {
		d.others[i] = newCapacities(&s.Cluster)
	}
	return d.others[i]
}

// size draws the size of a job. For a malleable job it scales the size limits
// accordingly.
func (d *drawing) size(j *workload.Job, room *capacities) {
	times := d.factor(d.lesson.Vary.Sizes)
	if j.Comm != nil && j.Comm.Matrix != nil {
		return
	}
	was, is := d.own.of(&j.Request), room.of(&j.Request)
	resized := func(n int32, least, most int64) int32 {
		if int64(n) == was {
			return int32(is)
		}
		return int32(min(max(scaled(scaled(int64(n), is, was), times, 1000), least), most))
	}
	old := j.Size()
	size := resized(old, 1, max(1, is))
	if j.Nodes > 0 {
		j.Nodes = size
	} else {
		j.Tasks = size
	}
	if j.Elastic == nil {
		return
	}
	e := *j.Elastic
	j.Elastic = &e
	if e.Min == old {
		e.Min = size
	} else {
		e.Min = resized(e.Min, 1, int64(size))
	}
	if e.Max == old {
		e.Max = size
	} else {
		e.Max = resized(e.Max, int64(size), max(int64(size), is))
	}
}

// lengthen multiplies the walltime of a job by a factor in thousandths, and its run
// time and the work of its parts by the same factor. If the run time was shorter
// than, equal to or longer than the walltime, it remains so.
func lengthen(j *workload.Job, times int64) {
	wall, run := int64(j.Walltime), int64(j.Runtime)
	longer, ran := stretched(wall, times), stretched(run, times)
	switch step := unitOf(run); {
	case run == wall:
		ran = longer
	case run > wall:
		ran = max(ran, longer+step)
	case ran >= longer:
		ran = max(longer-step, min(longer, step))
	}
	j.Walltime, j.Runtime = simtime.Duration(longer), simtime.Duration(ran)
	if j.Parts != nil {
		j.Parts = lengthened(j.Parts, times)
	}
}

// lengthened returns a copy of the given parts of a job (workload.Parts). All their
// work is multiplied by a factor in thousandths.
func lengthened(of *workload.Parts, times int64) *workload.Parts {
	parts := *of
	parts.Work, parts.Inner = slices.Clone(parts.Work), slices.Clone(parts.Inner)
	for i, w := range parts.Work {
		if x := of.Nested(i); x != nil {
			parts.Inner[i] = lengthened(x, times)
		} else {
			parts.Work[i] = simtime.Duration(stretched(int64(w), times))
		}
	}
	return &parts
}
