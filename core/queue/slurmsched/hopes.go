package slurmsched

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// hopes is the set of jobs that the current run of the backfill scheduler may still
// start: enough nodes had room for them when it began. Planning a job keeps nodes for
// it, and no nodes are given back within a run. Once no job that the run can still reach
// fits, the run can end early, because only the jobs that it starts affect the outcome.
type hopes struct {
	of   []hopeLine // by group of partitions
	off  bool       // each job is planned
	room [][]int
	vain map[needsIn][]vainHope
}

// hopeLine is the hopes of the jobs in partitions that share nodes, in queue order. A
// plan of another job has no effect on them.
type hopeLine struct {
	all  []hope
	next int  // index of the first one that may still start
	sure bool // the next one can start as things are
}

// needsIn is a kind of needs in a partition.
type needsIn struct{ kind, partition int }

// vainHope is a job that cannot start in this run. Neither can a larger or longer one of
// the same needs in the same partition.
type vainHope struct {
	size int32
	wall simtime.Duration
}

// hope is a job with its place among the waiting jobs.
type hope struct {
	at int
	w  *queue.Waiting
}

// begin finds the jobs that may start in this run.
func (x *outlook) begin() {
	x.rooms.catchUp(x.Cluster())
	if x.hopes.off = x.Asking() || x.plain || x.shortens || x.onLowest == nil; x.hopes.off {
		return
	}
	b := &x.config.Backfill
	x.hopes.of = make([]hopeLine, len(x.partitions))
	add := func(at int, w *queue.Waiting) {
		line := &x.hopes.of[x.group(w)]
		line.all = append(line.all, hope{at, w})
	}
	users, at, tested, limited := map[string]int32{}, -1, int32(0), x.ledger.limitSetup != nil
	kept := make([]int, len(x.partitions)) // for each partition: most nodes that the jobs so far may keep
	for w := range x.Waiting() {
		if at++; tested >= b.MaxTest {
			break
		}
		if limited && x.heldForRun(w) {
			continue
		}
		if role := x.role(w); role != Present {
			if role == Absent && x.roomFor(w) >= int(w.Size()) {
				add(at, w)
			}
			continue
		}
		if x.outsideReservation(w) {
			continue
		}
		if b.MaxUser > 0 && !limited { // jobs that a limit will hold do not count, and which ones is not known yet
			if users[w.User] == b.MaxUser {
				continue
			}
			users[w.User]++
		}
		part := factorsIn(w).partition
		if limited && x.heldAnywhere(w) {
			// it is planned, but it cannot start
		} else if !x.lowest(w.Request) || x.roomFor(w) >= int(w.Size()) {
			add(at, w)
		}
		if limited && (b.MaxUser > 0 || len(factorsIn(w).limits.before) > 0) {
			// it may be held before it is planned
		} else if x.limit() > 0 || !x.reserved() && x.partitions[part].set.Len()-kept[part] >= max(1, int(w.Nodes)) {
			tested++ // enough nodes are kept for no job before it, whatever their plans are
		}
		for _, other := range x.meets[part] {
			kept[other] += int(w.Size())
		}
	}
}

// roomFor returns how many nodes of a job's partition had room for a task of it when the
// run began.
func (x *outlook) roomFor(w *queue.Waiting) int {
	f, h := factorsIn(w), &x.hopes
	for len(h.room) <= f.kind {
		h.room = append(h.room, nil)
	}
	if h.room[f.kind] == nil {
		h.room[f.kind] = make([]int, len(x.partitions)) // 1 more than the number, or 0 if it is not known
	}
	n := &h.room[f.kind][f.partition]
	if *n == 0 {
		*n = 1 + x.rooms.of(f.kind, w.Request, x.Cluster()).CountBoth(&x.partitions[f.partition].set)
	}
	return *n - 1
}

// group returns the number of the group of partitions of a job.
func (p *pass) group(w *queue.Waiting) int { return p.groups[factorsIn(w).partition] }

// hopeless reports whether no job can start from the one at a place on.
func (x *outlook) hopeless(at int) bool {
	for group := range x.hopes.of {
		if !x.hopelessIn(group, at) {
			return false
		}
	}
	return !x.hopes.off
}

// hopelessIn reports the same for a group of partitions.
func (x *outlook) hopelessIn(group, at int) bool {
	if x.hopes.off {
		return false
	}
	line := &x.hopes.of[group]
	for ; line.next < len(line.all); line.next++ {
		if it := &line.all[line.next]; it.at >= at && !it.w.Started() && (line.sure || x.mayStart(it.w)) {
			line.sure = true
			return false
		}
		line.sure = false
	}
	return true
}

// startsNow reports whether the job at a place can start now. Without hopes that is not
// known, and it returns false.
func (x *outlook) startsNow(w *queue.Waiting, at int) bool {
	if x.hopes.off {
		return false
	}
	line := &x.hopes.of[x.group(w)]
	return !x.hopelessIn(x.group(w), at) && line.all[line.next].at == at
}

// unsure notes that nodes are no longer free for jobs in the partitions of a job's group.
func (x *outlook) unsure(w *queue.Waiting) {
	if !x.hopes.off {
		x.hopes.of[x.group(w)].sure = false
	}
}

// mayStart reports whether a job could start now beside the jobs planned so far.
func (x *outlook) mayStart(w *queue.Waiting) bool {
	if !x.lowest(w.Request) {
		return true
	}
	f := factorsIn(w)
	key := needsIn{f.kind, f.partition}
	for _, v := range x.hopes.vain[key] {
		if v.size <= w.Size() && v.wall <= w.Walltime {
			return false
		}
	}
	x.result.CopyFrom(&x.partitions[f.partition].set)
	x.result.Intersect(x.rooms.of(f.kind, w.Request, x.Cluster()))
	x.space.remove(&x.result, x.Now(), x.Now().Add(w.Walltime))
	if x.result.Len() >= int(w.Size()) {
		return true
	}
	if x.hopes.vain == nil {
		x.hopes.vain = map[needsIn][]vainHope{}
	}
	x.hopes.vain[key] = append(x.hopes.vain[key], vainHope{w.Size(), w.Walltime})
	return false
}

// remove removes the nodes that are kept at some time from one time to another, both
// included.
func (s *nodeSpace) remove(nodes *topology.NodeSet, from, until simtime.Time) {
	for i := range s.kept {
		if k := &s.kept[i]; min(k.until, s.end) > from && k.from <= until {
			nodes.Remove(k.nodes)
		}
	}
}
