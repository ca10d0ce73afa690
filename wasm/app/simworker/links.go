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

// links computes the load that the running jobs put on each link. The page shows it
// in pictures and texts.
type links struct {
	cable    []int32 // by link: the number of the link in the drawing (its Way, see draw.MachineShape.Cabling); nil if there are too many links to draw
	capacity []float64
	use      []use             // by link
	used     []topology.LinkID // links that running jobs use now
	jobs     []workload.JobID  // job of each network.Var
}

// use is the load of one link.
type use struct {
	wanted, carried float64 // sums over the jobs that use the link, as shares of its capacity: wanted assumes full speed, carried the current speeds
	given           float64 // share of the capacity that the network model assigns to the jobs; greater than carried if hop latency delays a job
	fastest         float64 // highest rate of a job that uses the link
	users           int32
	listed          int32 // 1 plus the index of the link in the message, or 0 if the link is not listed
}

// newLinks returns a links value without any load. It returns nil if jobs do not
// share links.
func newLinks(c *engine.Config) *links {
	t, ok := c.Machine.Topology.(topology.Routed)
	if !ok || c.Network.Kind != network.MaxMin {
		return nil
	}
	shape := draw.ShapeOf(t)
	return &links{cable: shape.Cabling(t), capacity: network.Capacities(t, c.Network.Bandwidth), use: make([]use, t.NumLinks())}
}

// addRunning adds the running jobs in the order of their IDs, each with its speed.
// If jobs share links, it also adds the link that slows down each job.
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
		if job.Request.Network.Exclusive {
			s.Running[len(s.Running)-1].Blocked = e.State().BlockedBy(job.Request, job.Placement)
		}
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

// commJob is a running job with its speed. If the job communicates, act is its
// variable in the network model, otherwise -1. speed is less than the rate of that
// variable if hop latency delays the job.
type commJob struct {
	act   network.Var
	speed float64
}

// Limits of the list of links in a message. The first someLinks links are always
// listed. More links are listed until the total of their jobs would exceed
// maxUsers. A job that uses several links counts once for each of them.
const (
	maxUsers  = 3000
	someLinks = 48
)

// add computes the loads of links and cables, and finds the link that slows down
// each job. Cost: O(d + u·log u) for d demands of the running jobs on u links in
// use.
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

// list adds the links in use to the message, in descending order of demand.
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

// name adds one link to the message. It does nothing if the link is already listed
// or is not drawn.
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

// brake returns the index in the message of the link that slows a job down, or -1
// if there is none. That link is full, and no other job on it is faster. If several
// links qualify, brake chooses the link with the most demand.
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

// addLoads adds the load of each cable: the maximum over the links that the cable
// represents, such as its two directions.
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
