package fidelity

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Accuracy is a summary of the errors of predicted starts.
type Accuracy struct {
	Jobs                        int
	MedianError, NinetiethError simtime.Duration // percentiles of the difference of start times, without sign
	WithinMinute, WithinTenth   float64          // parts of the jobs: within 60 s; within a tenth of the recorded wait, or 1 s
	RecordedMean, PredictedMean simtime.Duration // mean waits
	Early, Late                 int              // wrong jobs by the sign of the error: predicted before the recorded start, or after it
	errors, recorded, predicted []simtime.Duration
}

// Group is the accuracy of a part of the jobs.
type Group struct {
	Name string
	Accuracy
}

// Wrong is a job whose predicted start is wrong: by more than 60 s, and by more than a
// tenth of its recorded wait.
type Wrong struct {
	Record int              // index in Records
	Error  simtime.Duration // predicted less recorded start
	Reason string
}

// Count is a number of jobs with something in common.
type Count struct {
	What string
	Jobs int
}

// Report is a comparison of a replay with the record.
type Report struct {
	RecordedStopped, Stopped int // runs that ended to make room for other jobs, in the record and in the replay
	Overall                  Accuracy
	Partitions, Sizes        []Group
	Running                  int     // jobs that ran when the replay began
	Refused                  []Count // jobs that take no part, by reason
	Reasons                  []Count // wrong jobs, by likely reason
	Wrong                    []Wrong // by the size of the error
}

// Likely reasons for wrong starts.
const (
	becauseReservation = "it ran in a reservation"
	becauseRequeued    = "a run was requeued or preempted"
	becauseOutside     = "it ran on nodes outside its partition"
	becauseHeld        = "it was held, or waited for another job or a time"
	becauseArray       = "its array may only have some tasks running at once"
	becauseLimit       = "a limit of its user, account or QOS"
	becauseFree        = "it waited beside free nodes: they were down or kept for others"
	becauseBusy        = "its nodes were in use in the record, by jobs whose starts differ"
	becauseShared      = "it started on nodes in use: they are shared, or a job was stopped"
	becauseOrder       = "the replay has free nodes but another job ahead: priorities differ"
	becauseFull        = "its nodes are in use in the replay, by jobs whose starts differ"
)

// Reasons lists all likely reasons for wrong starts.
var Reasons = [...]string{becauseReservation, becauseRequeued, becauseOutside, becauseHeld, becauseArray, becauseLimit, becauseFree, becauseBusy, becauseShared, becauseOrder, becauseFull}

// Fidelity compares the starts of a replay with the recorded ones. Cost: O(jobs log jobs
// + wrong jobs · nodes).
func (m *PastModel) Fidelity(o *Outcome) *Report {
	f := &Report{Stopped: o.Stopped}
	refused := map[string]int{}
	parts, sizes := map[string]*Group{}, make([]Group, len(sizeClasses))
	for i := range m.records {
		r := &m.records[i]
		if wasStopped(r) {
			f.RecordedStopped++
		}
		switch {
		case m.refused[i] != "":
			refused[m.refused[i]]++
			continue
		case !m.counts(i):
			f.Running++
			continue
		case o.Start[i] == Unstarted && m.runOf(i) > 0:
			refused["a run after it was stopped for another job, which the replay does not stop"]++
			continue
		case o.Start[i] == Unstarted:
			refused["it never starts in the replay"]++
			continue
		}
		e := o.Start[i].Sub(m.instant(r.Start))
		wait := max(0, simtime.Duration(r.Start-max(r.Eligible, m.from))*simtime.Second)
		name := m.partitionOf(r)
		p := parts[name]
		if p == nil {
			p = &Group{Name: name}
			parts[name] = p
		}
		own, _ := o.Wait(i)
		for _, a := range [...]*Accuracy{&f.Overall, &p.Accuracy, &sizes[m.sizeClass(i)].Accuracy} {
			a.add(e, wait, own)
		}
		if isWrong(e, wait) {
			f.Wrong = append(f.Wrong, Wrong{Record: i, Error: e})
		}
	}
	f.Overall.finish()
	for _, p := range parts {
		p.finish()
		f.Partitions = append(f.Partitions, *p)
	}
	slices.SortFunc(f.Partitions, func(a, b Group) int { return cmp.Compare(a.Name, b.Name) })
	for k := range sizes {
		if sizes[k].Jobs > 0 {
			sizes[k].Name = sizeClasses[k].name
			sizes[k].finish()
			f.Sizes = append(f.Sizes, sizes[k])
		}
	}
	f.Refused = counted(refused)
	m.explain(f, o)
	slices.SortStableFunc(f.Wrong, func(a, b Wrong) int { return cmp.Compare(max(b.Error, -b.Error), max(a.Error, -a.Error)) })
	return f
}

// counted returns counts, the largest one first.
func counted(all map[string]int) (list []Count) {
	for what, n := range all {
		list = append(list, Count{what, n})
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Or(cmp.Compare(b.Jobs, a.Jobs), cmp.Compare(a.What, b.What)) })
	return list
}

// instant returns an instant of the record as a time of the replay.
func (m *PastModel) instant(at int64) simtime.Time {
	return simtime.Time(at-m.from) * simtime.Time(simtime.Second)
}

// sizeClasses lists the classes of sizes. Each holds jobs with more nodes than the one
// before it.
var sizeClasses = [...]struct {
	name string
	most int32 // nodes
}{{"part of a node", 0}, {"1 node", 1}, {"2 to 4 nodes", 4}, {"5 to 16 nodes", 16}, {"17 to 64 nodes", 64}, {"65 nodes and more", 1 << 30}}

// SizeNames returns the names of the classes of sizes, the smallest sizes first.
func SizeNames() (names []string) {
	for i := range sizeClasses {
		names = append(names, sizeClasses[i].name)
	}
	return names
}

// sizeClass returns the index of a job's class. A job on parts of several nodes is in the
// class of their number.
func (m *PastModel) sizeClass(i int) int {
	r := &m.jobs[m.job(i)].Request
	if !r.Whole() && r.Tasks == 1 {
		return 0
	}
	for k := 1; ; k++ {
		if r.Size() <= sizeClasses[k].most {
			return k
		}
	}
}

// job returns the number of a record's job, which must take part.
func (m *PastModel) job(i int) workload.JobID { return m.ids[i] }

func isWrong(e, wait simtime.Duration) bool {
	e = max(e, -e)
	return e > simtime.Minute && e > wait/10
}

func (a *Accuracy) add(e, wait, own simtime.Duration) {
	a.Jobs++
	if isWrong(e, wait) {
		if e < 0 {
			a.Early++
		} else {
			a.Late++
		}
	}
	e = max(e, -e)
	a.errors = append(a.errors, e)
	a.recorded, a.predicted = append(a.recorded, wait), append(a.predicted, own)
	if e <= simtime.Minute {
		a.WithinMinute++
	}
	if e <= max(simtime.Second, wait/10) {
		a.WithinTenth++
	}
}

// finish turns sums into means and shares.
func (a *Accuracy) finish() {
	if a.Jobs == 0 {
		return
	}
	slices.Sort(a.errors)
	a.MedianError, a.NinetiethError = percentile(a.errors, 50), percentile(a.errors, 90)
	a.WithinMinute /= float64(a.Jobs)
	a.WithinTenth /= float64(a.Jobs)
	a.RecordedMean, a.PredictedMean = mean(a.recorded), mean(a.predicted)
	a.errors, a.recorded, a.predicted = nil, nil, nil
}

func mean(all []simtime.Duration) simtime.Duration {
	sum := simtime.Duration(0)
	for _, x := range all {
		sum += x
	}
	return sum / simtime.Duration(len(all))
}

// percentile returns the smallest value of a sorted list that p percent of the values do
// not exceed.
func percentile(sorted []simtime.Duration, p int) simtime.Duration {
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

// explain fills in the likely reasons for wrong starts.
func (m *PastModel) explain(f *Report, o *Outcome) {
	record, replay := &timeline{m: m}, &timeline{m: m}
	for i := range m.records {
		r := &m.records[i]
		if m.refused[i] != "" {
			continue
		}
		q := &m.jobs[m.job(i)]
		end := m.instant(r.End())
		if r.Running {
			end = simtime.Never
		}
		record.hold(&q.Request, m.places[i], m.instant(r.Start), end)
		if o.Start[i] != Unstarted {
			end := o.Start[i].Add(q.Runtime)
			if runs := m.record[q.ID]; i != runs[len(runs)-1] {
				if next := runs[m.runOf(i)+1]; o.Start[next] != Unstarted {
					end = o.Ready[next]
				}
			}
			replay.hold(&q.Request, o.Nodes[i], o.Start[i], end)
		}
	}
	ends := m.ends()
	var early, late, fits []query
	for k := range f.Wrong {
		w := &f.Wrong[k]
		i := w.Record
		job := &m.jobs[m.job(i)].Request
		if w.Error < 0 {
			early = append(early, query{at: o.Start[i], job: job, on: m.nodesOf(job), index: k})
		} else {
			at := m.instant(m.records[i].Start)
			late = append(late, query{at: at, job: job, on: m.nodesOf(job), index: k})
			fits = append(fits, query{at: at, job: job, on: m.places[i], index: k})
		}
	}
	room, inReplay, own := record.answer(early, len(f.Wrong)), replay.answer(late, len(f.Wrong)), record.answer(fits, len(f.Wrong))
	reasons := map[string]int{}
	for k := range f.Wrong {
		w := &f.Wrong[k]
		if w.Error < 0 {
			w.Reason = m.whyEarly(w.Record, room[k], ends)
		} else {
			w.Reason = m.whyLate(w.Record, own[k], inReplay[k])
		}
		reasons[w.Reason]++
	}
	f.Reasons = counted(reasons)
}

// nodesOf returns the nodes of a job's partition.
func (m *PastModel) nodesOf(r *workload.Request) cluster.Placement {
	for i := range m.config.Partitions {
		if p := &m.config.Partitions[i]; p.Name == r.Queue {
			return p.Nodes
		}
	}
	return cluster.Placement{}.Append(0, topology.NodeID(m.machine.NumNodes()-1), 1)
}

// special returns reasons that the record itself gives.
func (m *PastModel) special(i int) string {
	r := &m.records[i]
	switch {
	case r.Reservation != "":
		return becauseReservation
	case r.After >= 0 || r.State == "PREEMPTED" || r.State == "REQUEUED" || r.State == "NODE_FAIL":
		return becauseRequeued
	case m.outside[i]:
		return becauseOutside
	}
	return ""
}

// whyEarly returns why a job was predicted too early. The flag room tells whether, at the
// predicted start, the record has room for it.
func (m *PastModel) whyEarly(i int, room bool, ends map[string][]int64) string {
	r := &m.records[i]
	if text := m.special(i); text != "" {
		return text
	}
	switch r.Reason {
	case slurmtext.ReasonDependency, slurmtext.ReasonBeginTime, slurmtext.ReasonHeldUser, slurmtext.ReasonHeldAdmin:
		return becauseHeld
	case slurmtext.ReasonArrayTaskLimit:
		return becauseArray
	case slurmtext.ReasonResources, slurmtext.ReasonPriority, slurmtext.ReasonNone, "":
	default:
		return becauseLimit
	}
	slack := int64(m.config.Backfill.Interval/simtime.Second) + 5
	justEnded := func(key string) bool {
		list := ends[key]
		k, exact := slices.BinarySearch(list, r.Start)
		return exact || k > 0 && list[k-1] >= r.Start-slack
	}
	switch {
	case !room:
		return becauseBusy
	case r.Task && justEnded(arrayKey(r.Array)):
		return becauseArray
	case justEnded(userKey(r.User)):
		return becauseLimit
	}
	return becauseFree
}

// whyLate returns why a job was predicted too late.
func (m *PastModel) whyLate(i int, own, inReplay bool) string {
	if text := m.special(i); text != "" {
		return text
	}
	switch {
	case !own && len(m.places[i]) > 0:
		return becauseShared
	case inReplay:
		return becauseOrder
	}
	return becauseFull
}

func arrayKey(n int64) string    { return fmt.Sprint("a", n) }
func userKey(name string) string { return "u" + name }

// ends returns the recorded ends of the tasks of each array, and of the jobs of each user,
// in the order of time.
func (m *PastModel) ends() map[string][]int64 {
	all := map[string][]int64{}
	for i := range m.records {
		if r := &m.records[i]; !r.Running {
			if r.Task {
				all[arrayKey(r.Array)] = append(all[arrayKey(r.Array)], r.End())
			}
			all[userKey(r.User)] = append(all[userKey(r.User)], r.End())
		}
	}
	for _, list := range all {
		slices.Sort(list)
	}
	return all
}

// timeline is a list of the jobs that hold nodes, by time. Nodes may be held by more jobs than
// they have room for.
type timeline struct {
	m       *PastModel
	changes []holding
}

// holding is a start or an end of a job.
type holding struct {
	at    simtime.Time
	begin bool
	job   *workload.Request
	where cluster.Placement
}

// query asks whether a job has room on some nodes, after the ends and before the starts
// of an instant.
type query struct {
	at    simtime.Time
	job   *workload.Request
	on    cluster.Placement
	index int // of the answer
}

func (t *timeline) hold(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	t.changes = append(t.changes, holding{from, true, r, where})
	if to != simtime.Never {
		t.changes = append(t.changes, holding{to, false, r, where})
	}
}

// answer answers queries.
func (t *timeline) answer(queries []query, n int) []bool {
	out := make([]bool, n)
	slices.SortStableFunc(t.changes, func(a, b holding) int {
		x, y := 0, 0
		if a.begin {
			x = 1
		}
		if b.begin {
			y = 1
		}
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(x, y))
	})
	slices.SortStableFunc(queries, func(a, b query) int { return cmp.Compare(a.at, b.at) })
	jobs := make([]int32, t.m.machine.NumNodes())
	held := make([]workload.Resources, t.m.machine.NumNodes())
	next := 0
	for _, q := range queries {
		for ; next < len(t.changes); next++ {
			c := &t.changes[next]
			if c.at > q.at || c.at == q.at && c.begin {
				break
			}
			t.apply(c, jobs, held)
		}
		room := int32(0)
		for node := range q.on.All {
			if t.has(q.job, node, jobs[node], &held[node]) {
				room++
			}
		}
		out[q.index] = room >= q.job.Size()
	}
	return out
}

// apply counts a start or an end.
func (t *timeline) apply(c *holding, jobs []int32, held []workload.Resources) {
	sign := int64(-1)
	if c.begin {
		sign = 1
	}
	for n := range c.where.All {
		jobs[n] += int32(sign)
		part := &c.job.PerTask
		if c.job.Whole() {
			part = &t.m.machine.Spec(n).Resources
		}
		for k := range part {
			held[n][k] += sign * part[k]
		}
	}
}

// has reports whether a node has room for a job's part.
func (t *timeline) has(r *workload.Request, n topology.NodeID, jobs int32, held *workload.Resources) bool {
	if r.Whole() {
		return jobs == 0
	}
	all := &t.m.machine.Spec(n).Resources
	for k, need := range r.PerTask {
		if need > 0 && held[k]+need > all[k] {
			return false
		}
	}
	return true
}
