package quiz

import (
	"cmp"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

const (
	maxCandidates = 24 // maximum number of the allocator's candidates to examine
	maxOptions    = 5  // maximum number of placements to choose from
)

// place asks on which nodes the pass places the first job that it starts. It
// returns nil for allocators that choose at random.
func (m *moment) place() *Question {
	if len(m.starts) == 0 || m.drawsLots() || m.resized(0) {
		return nil
	}
	job := m.starts[0].Job
	c := m.choiceOf(job)
	if len(c.Candidates) == 0 {
		return nil
	}
	s := site{m, &m.job(job).Request, c}
	q := m.question(Place, job)
	q.Need = s.job.Size()
	best := s.best()
	q.Any, q.Cost, q.Tie, q.Speed = s.judge() != nil, best.Cost, best.Tie, best.Speed
	q.Right = []Answer{{Nodes: best.Placement}}
	for _, c := range s.choice.Candidates[1:] {
		if c.Against(&best) == 0 && (q.Any || s.weighs()) {
			q.Right = append(q.Right, Answer{Nodes: c.Placement})
		}
	}
	if a, is := s.allocator().(alloc.MinHopUnits); is {
		q.Right = append(q.Right, s.equalUnits(a)...)
	}
	s.mistakes(q)
	if len(q.Wrong) == 0 {
		return nil
	}
	q.Options = s.options(q)
	return q
}

// resized reports whether the start with the given index in m.starts gives the job
// another size than it asked for.
func (m *moment) resized(i int) bool {
	x := &m.starts[i]
	return x.Placement.Tasks() != int(m.job(x.Job).Size())
}

// choiceOf returns the candidates of the allocator for the first job that starts.
// They are computed once.
func (m *moment) choiceOf(job workload.JobID) engine.PlacementChoice {
	if m.choice == nil {
		c := m.quiz.run.Explain(m.step, job, maxCandidates)
		m.choice = &c
	}
	return *m.choice
}

func (m *moment) drawsLots() bool { _, is := m.before.Config().Allocator.(alloc.Random); return is }

// site is a job to be placed, with the candidates for its placement.
type site struct {
	m      *moment
	job    *workload.Request
	choice engine.PlacementChoice
}

func (s *site) best() alloc.Candidate { return s.choice.Candidates[0] }

func (s *site) allocator() alloc.Allocator { return s.m.before.Config().Allocator }

// judge returns the allocator as an alloc.PlacementJudge, which can compute the
// cost of any given placement. It returns nil if the allocator cannot do this.
func (s *site) judge() alloc.PlacementJudge {
	if _, is := s.allocator().(alloc.MinHops); is {
		return hopSum{}
	}
	j, _ := s.allocator().(alloc.PlacementJudge)
	return j
}

// hopSum computes the cost of placements as min-hops does.
type hopSum struct{ alloc.MinHops }

// Judge returns a placement with its sum of hops as the cost. It implements
// alloc.PlacementJudge.
func (hopSum) Judge(r *workload.Request, free *cluster.Free, p cluster.Placement) alloc.Candidate {
	return alloc.Candidate{Placement: p, Cost: cluster.SpreadOf(free, r, p).TaskHops}
}

// weighs reports whether the allocator considers candidates of equal cost equally
// good. It concerns allocators that cannot compute the cost of any given placement.
func (s *site) weighs() bool {
	switch s.allocator().(type) {
	case alloc.GenAlg:
		return true
	}
	return false
}

// mistakes adds to the question the placements that wrong rules choose.
func (s *site) mistakes(q *Question) {
	by := func(code Misconception, a alloc.Allocator) {
		if p, reason := a.Allocate(s.job, s.choice.Free, nil); reason.OK() {
			s.mistake(q, code, p)
		}
	}
	switch s.allocator().(type) {
	case alloc.SDM, alloc.GenAlg, alloc.MM:
		by(MaxForSum, alloc.MDM{})
	case alloc.MDM:
		by(SumForMax, alloc.SDM{})
	case alloc.MinHopUnits:
		s.idleUnit(q)
	}
	by(TakesFirstFit, alloc.FirstFit{})
	best := s.best()
	for i := range s.choice.Candidates {
		if c := &s.choice.Candidates[i]; c.Against(&best) > 0 && len(q.Wrong) < maxOptions-1 {
			s.mistake(q, Costlier, c.Placement)
		}
	}
}

// idleUnit adds a mistake if the allocator chooses a busy unit that the job fills
// exactly. The mistake is to choose the first free unit instead. A unit is a
// minimum scheduling unit (S0).
func (s *site) idleUnit(q *Question) {
	a := s.allocator().(alloc.MinHopUnits)
	free := s.choice.Free.For(s.job)
	for _, u := range a.Units(free) {
		if u.Used == 0 && u.Idle() >= s.job.Size() && s.m.starts[0].Why.Code == why.ExactFit {
			s.mistake(q, IdleUnit, cluster.Placement(nil).AppendIdle(free.Idle(), u.First, s.job.Nodes))
			return
		}
	}
}

// mistake adds the placement of a wrong rule to the question. It does nothing if
// the placement is as good as the right one.
func (s *site) mistake(q *Question, code Misconception, p cluster.Placement) {
	if !s.right(q, p) {
		q.mistake(s.slip(code, p), Answer{Nodes: p})
	}
}

// right reports whether a placement is at least as good as the chosen one. An
// allocator that searches only around devices may miss the best placement. A
// student who finds a better one makes no mistake.
func (s *site) right(q *Question, p cluster.Placement) bool {
	if j := s.judge(); j != nil {
		c, best := j.Judge(s.job, s.choice.Free, p), s.best()
		return c.Against(&best) <= 0
	}
	if a, is := s.allocator().(alloc.MinHopUnits); is && s.unitsRight(a, p) {
		return true
	}
	return slices.ContainsFunc(q.Right, func(a Answer) bool { return slices.Equal(a.Nodes, p) })
}

// slip describes the mistake of choosing a placement. If the allocator compares
// costs, the field Need is the cost of this placement, and Have is the cost of the
// right one.
func (s *site) slip(code Misconception, p cluster.Placement) Slip {
	slip, best := Slip{Code: code, Job: s.job.ID, Other: workload.NoJob, Have: s.best().Cost}, s.best()
	c, known := alloc.Candidate{}, false
	if j := s.judge(); j != nil {
		c, known = j.Judge(s.job, s.choice.Free, p), true
	} else if i := slices.IndexFunc(s.choice.Candidates, func(c alloc.Candidate) bool { return slices.Equal(c.Placement, p) }); i >= 0 {
		c, known = s.choice.Candidates[i], true
	} else if a, is := s.allocator().(alloc.MinHopUnits); is {
		c, known = s.fewestUnits(a, p)
	} else if k, is := s.allocator().(alloc.KeyedAllocator); is {
		return s.keyed(k, slip, p)
	} else if s.sums() {
		c = alloc.SDM{}.Judge(s.job, s.choice.Free, p)
		known = c.Cost > best.Cost // the allocator searches only around certain centres and may miss the best placement, so the student's placement may even cost less
	}
	switch {
	case code == IdleUnit:
		slip.Need = int64(s.job.Size())
	case !known:
		slip.Code = NotAChoice
	case c.Cost != best.Cost:
		slip.Need = c.Cost
	default:
		slip.Code, slip.Need = EqualCost, c.Cost
		switch {
		case c.Tie != best.Tie:
			slip.Facts = []Fact{{Job: s.job.ID, Sum: []Term{{Kind: TieTerm, Number: c.Tie, Each: best.Tie}}}}
		case c.Speed != best.Speed:
			slip.Facts = []Fact{{Job: s.job.ID, Sum: []Term{{Kind: SpeedTerm, Number: c.Speed, Each: best.Speed}}}}
		}
	}
	return slip
}

// keyed adds to the description of a wrong placement which nodes cost too much. The
// allocator of the run sorts nodes by a key.
func (s *site) keyed(k alloc.KeyedAllocator, slip Slip, p cluster.Placement) Slip {
	key, best := k.Key(s.job, s.choice.Free), s.best().Placement
	// last returns the largest cost of a node on which placement a has more tasks
	// than placement b.
	last := func(a, b cluster.Placement) (cost int64, some bool) {
		for n, tasks := range a.All {
			if tasks > b.On(n) && (!some || -key(n) > cost) {
				cost, some = -key(n), true
			}
		}
		return cost, some
	}
	slip.Code = NotAChoice
	these, some := last(p, best)
	if chosen, more := last(best, p); some && more && these != chosen {
		slip.Facts = []Fact{{Job: s.job.ID, Sum: []Term{{Kind: KeyTerm, Number: these, Each: chosen}}}}
	}
	return slip
}

// sums reports whether the allocator compares sums of pairwise distances, as SDM
// does.
func (s *site) sums() bool {
	switch s.allocator().(type) {
	case alloc.GenAlg, alloc.MM:
		return true
	}
	return false
}

// options returns the chosen placement and those of wrong rules. It sorts them by
// their nodes, so that the order does not reveal the right one.
func (s *site) options(q *Question) []AnswerOption {
	options := []AnswerOption{{Job: s.job.ID, Nodes: q.Right[0].Nodes, Number: q.Cost}}
	for i := range q.Wrong {
		if w := &q.Wrong[i]; len(options) < maxOptions {
			options = append(options, AnswerOption{Job: s.job.ID, Nodes: w.Answer.Nodes, Number: w.Slip.Need, Slip: w.Slip})
		}
	}
	slices.SortFunc(options, func(a, b AnswerOption) int { return comparePlacements(a.Nodes, b.Nodes) })
	return options
}

func comparePlacements(a, b cluster.Placement) int {
	return slices.CompareFunc(a, b, func(x, y cluster.NodeRun) int {
		return cmp.Or(cmp.Compare(x.First, y.First), cmp.Compare(x.Last, y.Last), cmp.Compare(x.Tasks, y.Tasks))
	})
}

// gradePlace grades a placement.
func (m *moment) gradePlace(q *Question, p cluster.Placement) Verdict {
	s := site{m, &m.job(q.Job).Request, m.choiceOf(q.Job)}
	slip := Slip{Code: NodeTaken, Job: q.Job, Other: workload.NoJob, Need: int64(q.Need), Have: int64(p.Tasks())}
	switch {
	case int32(p.Tasks()) != q.Need:
		slip.Code = WrongSize
		return Verdict{Slip: slip}
	case !s.choice.Free.Has(s.job, p):
		slip.Code, slip.Node, slip.Other = m.notFree(&s, p)
		return Verdict{Slip: slip}
	case s.right(q, p):
		return Verdict{Right: true}
	}
	for _, w := range q.Wrong {
		if slices.Equal(w.Answer.Nodes, p) {
			return Verdict{Slip: w.Slip}
		}
	}
	return Verdict{Slip: s.slip(Costlier, p)}
}

// notFree returns the first node of placement p that the job may not use, the
// reason, and the job that holds the node, if any.
func (m *moment) notFree(s *site, p cluster.Placement) (Misconception, topology.NodeID, workload.JobID) {
	state := m.before.State()
	for n := range p.All {
		if s.choice.Free.Idle().Has(n) {
			continue
		}
		for _, l := range state.Limits() {
			if r := state.Job(l.Slot); r.Frozen.On(n) > 0 {
				return FrozenIsFree, n, r.Request.ID
			} else if r.Placement.On(n) > 0 {
				return NodeTaken, n, r.Request.ID
			}
		}
		return NodeTaken, n, workload.NoJob
	}
	for n := range p.All {
		if !s.choice.Free.Has(s.job, cluster.Placement(nil).Append(n, n, p.On(n))) {
			return UnknownNodes, n, workload.NoJob
		}
	}
	return UnknownNodes, p[0].First, workload.NoJob
}

// maxPairs is the maximum number of nodes for a question about the cost of a
// placement.
const maxPairs = 6

// cost asks for the cost of the placement of the first job that starts. It asks
// only about placements of a few nodes, and only if the cost is a sum of distances
// (SDM) or the largest distance (MDM).
func (m *moment) cost() *Question {
	if len(m.starts) == 0 || m.resized(0) {
		return nil
	}
	job := m.starts[0].Job
	r := &m.job(job).Request
	if !r.Whole() || r.Nodes < 2 || r.Nodes > maxPairs {
		return nil
	}
	a := m.before.Config().Allocator
	other, code, unit := alloc.PlacementJudge(alloc.MDM{}), MaxForSum, OfPairs
	switch a.(type) {
	case alloc.SDM:
	case alloc.MDM:
		other, code, unit = alloc.SDM{}, SumForMax, OfLargest
	default:
		return nil
	}
	c := m.choiceOf(job)
	if len(c.Candidates) == 0 {
		return nil
	}
	best := c.Candidates[0]
	q := m.question(Cost, job)
	q.Need, q.Unit, q.Nodes = r.Nodes, unit, best.Placement
	q.Right = []Answer{{Number: best.Cost}}
	if q.Facts = m.costFacts(q, &best); q.Facts == nil {
		return nil // the cost cannot be computed pair by pair
	}
	wrong := func(code Misconception, n int64) {
		q.mistake(Slip{Code: code, Job: job, Other: workload.NoJob, Need: n, Have: best.Cost, Facts: q.Facts}, Answer{Number: n})
	}
	wrong(code, other.Judge(r, c.Free, best.Placement).Cost)
	if unit == OfPairs {
		wrong(OtherPairs, 2*best.Cost)
	}
	if len(q.Wrong) == 0 {
		return nil
	}
	return q
}

// costFacts returns facts that show how the cost of placement c is calculated. The
// cost is either the sum of the distances of all pairs of nodes, or the distance
// from the device at the center to the farthest node. It returns nil if neither
// calculation gives the allocator's cost.
func (m *moment) costFacts(q *Question, c *alloc.Candidate) []Fact {
	machine := m.before.Config().Machine
	f := Fact{Job: q.Job}
	if q.Unit == OfPairs {
		var nodes []topology.NodeID
		for n := range q.Nodes.All {
			nodes = append(nodes, n)
		}
		f.Sum = pairs(machine.Topology, nodes)
	} else if devices, ok := machine.Topology.(topology.Devices); ok && c.Device != alloc.NoDevice {
		far := int64(0)
		for n := range q.Nodes.All {
			far = max(far, devices.DeviceDistance(c.Device, n))
		}
		q.Name = devices.DeviceName(c.Device)
		f.Sum = []Term{{Kind: FarTerm, Number: far, Job: workload.NoJob, Name: q.Name}}
	}
	if f.Total() != c.Cost {
		return nil
	}
	return []Fact{f}
}
