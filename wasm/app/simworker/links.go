package simworker

import (
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// links adds up the load that running jobs put on the links, for pictures and
// texts.
type links struct {
	cable    []int32 // by link: its Way in the drawing, see draw.MachineShape.Cabling; nil: too many links
	capacity []float64
	use      []use             // by link
	used     []topology.LinkID // links in use now
	jobs     []workload.JobID  // by network.Var
}

// use is the load of one link.
type use struct {
	wanted, carried float64 // shares of its capacity: wanted if all jobs ran at full speed, carried at their speeds now
	given           float64 // share of its capacity that its users receive; where hop latency delays them, they carry less
	fastest         float64 // highest rate of its users
	users           int32
	listed          int32 // 1 plus its index in the message; 0: not listed
}

// newLinks returns the empty loads of a machine's links, or nil if jobs do not
// share links.
func newLinks(c *engine.Config) *links {
	t, ok := c.Machine.Topology.(topology.Routed)
	if !ok || c.Network.Kind != network.MaxMin {
		return nil
	}
	shape := draw.ShapeOf(t)
	return &links{cable: shape.Cabling(t), capacity: network.Capacities(t, c.Network.Bandwidth), use: make([]use, t.NumLinks())}
}

// addRunning adds the running jobs in the order of their IDs, each with its speed
// and the link that slows it down.
func (r *Replay) addRunning(s *message.State, e *engine.Engine) {
	slots := map[workload.JobID]cluster.Slot{}
	for _, l := range e.State().Limits() {
		slots[e.State().Job(l.Slot).Request.ID] = l.Slot
	}
	for _, job := range e.State().AppendRunning(nil) {
		slot := slots[job.Request.ID]
		s.Running = append(s.Running, message.Running{
			Job: job.Request.ID, Start: job.Start, Limit: job.Limit, Placement: job.Placement,
			Speed: thousandths(e.Speed(slot)), Left: e.Left(slot), Late: thousandths(e.Delay(slot)), Brake: -1,
		})
	}
	s.Seats = seated(e.State())
	if r.links == nil {
		return
	}
	acts := make([]commJob, len(s.Running))
	for i := range acts {
		slot := slots[s.Running[i].Job]
		acts[i] = commJob{act: -1, speed: e.Speed(slot)}
		if act, ok := e.Activity(slot); ok {
			acts[i].act = act
		}
	}
	r.links.add(s, e.Sharing(), acts)
}

// commJob is a running job that communicates. act is its variable in the sharing, or
// -1 if it has none. speed is less than the rate of act if hop latency delays the
// job.
type commJob struct {
	act   network.Var
	speed float64
}

// Limits of the list of links in a message: someLinks links are listed in any case,
// more only while their users add up to at most maxUsers.
const (
	maxUsers  = 3000
	someLinks = 48
)

// add adds the loads of links and cables, and the link that slows down each job.
// Cost: O(demands of the running jobs + links in use·log of them).
func (l *links) add(s *message.State, sharing *network.Sharing, acts []commJob) {
	for _, link := range l.used {
		l.use[link] = use{}
	}
	l.used = l.used[:0]
	for i := range acts {
		act := acts[i].act
		if act < 0 {
			continue
		}
		for int(act) >= len(l.jobs) {
			l.jobs = append(l.jobs, workload.NoJob)
		}
		l.jobs[act] = s.Running[i].Job
		rate := sharing.Rate(act)
		for _, d := range sharing.Demands(act) {
			u := &l.use[d.Link]
			if u.users == 0 {
				l.used = append(l.used, d.Link)
			}
			part := d.Weight / l.capacity[d.Link]
			u.wanted += part
			u.given += part * rate
			u.carried += part * acts[i].speed
			u.fastest = max(u.fastest, rate)
			u.users++
		}
	}
	l.list(s, sharing)
	for i := range acts {
		if acts[i].act >= 0 {
			s.Running[i].Brake = l.brake(s, sharing, acts[i].act)
		}
	}
	l.addLoads(s)
}

// list lists the links, those with the most demand first.
func (l *links) list(s *message.State, sharing *network.Sharing) {
	keys := make([]int64, 0, len(l.used))
	for _, link := range l.used {
		keys = append(keys, int64(thousandths(l.use[link].wanted))<<32|int64(math.MaxInt32-link))
	}
	slices.Sort(keys)
	users := 0
	for _, key := range slices.Backward(keys) {
		link := math.MaxInt32 - topology.LinkID(key&math.MaxUint32)
		if users += int(l.use[link].users); users > maxUsers && len(s.Links) >= someLinks {
			return
		}
		l.name(s, sharing, link)
	}
}

// name lists one link, unless it is already listed or is not drawn.
func (l *links) name(s *message.State, sharing *network.Sharing, link topology.LinkID) {
	u := &l.use[link]
	if l.cable == nil || l.cable[link] < 0 || u.listed > 0 {
		return
	}
	x := message.LinkLoad{Way: l.cable[link], Carried: thousandths(u.carried), Wanted: thousandths(u.wanted)}
	for _, act := range sharing.On(link) {
		x.Users = append(x.Users, l.jobs[act])
	}
	slices.Sort(x.Users)
	s.Links = append(s.Links, x)
	u.listed = int32(len(s.Links))
}

// brake returns the index of the link that slows a job down, or -1. It is a full
// link on which no other job is faster; of several, the one with the most demand.
func (l *links) brake(s *message.State, sharing *network.Sharing, act network.Var) int32 {
	const nearly = 1 - 1e-6
	best, rate := topology.LinkID(-1), sharing.Rate(act)
	if rate >= nearly {
		return -1
	}
	for _, d := range sharing.Demands(act) {
		u := &l.use[d.Link]
		if u.given >= nearly && rate >= u.fastest*nearly && (best < 0 || u.wanted > l.use[best].wanted) {
			best = d.Link
		}
	}
	if best < 0 {
		return -1
	}
	l.name(s, sharing, best)
	return l.use[best].listed - 1
}

// addLoads adds the loads of the cables.
func (l *links) addLoads(s *message.State) {
	if l.cable == nil {
		return
	}
	slices.Sort(l.used)
	byCable := map[int32]int{}
	for _, link := range l.used {
		if l.cable[link] < 0 {
			continue
		}
		cable, u := l.cable[link]/2, &l.use[link]
		at, known := byCable[cable]
		if !known {
			at = len(s.Loads)
			byCable[cable] = at
			s.Loads = append(s.Loads, message.CableLoad{Cable: cable})
		}
		x := &s.Loads[at]
		x.Carried, x.Wanted = max(x.Carried, thousandths(u.carried)), max(x.Wanted, thousandths(u.wanted))
	}
}

func thousandths(v float64) int32 { return int32(min(v*1000+0.5, 1e9)) }
