package message

import (
	"hopyard/core/cluster"
	"hopyard/core/lowerbound"
	"hopyard/core/queue"
	"hopyard/core/scoreboard"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Try asks what would become of a person's decision to start a waiting job at an
// instant, when all that happens then has happened.
type Try struct {
	Serial int32
	Job    workload.JobID
	At     simtime.Time
	As     string            // the allocator that chooses; "" for the scenario's
	Where  Where             // whether it chooses
	Nodes  cluster.Placement // of OnNamed and of the moves: on which nodes it is in the hand
	From   int32             // of FromNode
}

// Where says how the nodes of a Try are chosen.
type Where uint8

// The ways.
const (
	ByAllocator Where = iota
	FromNode          // the nodes with room from one on
	OnNamed           // Nodes
	MoveOn            // the next ones after Nodes that would do
	MoveBack          // those before
)

func (m *Try) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Job)
	code(c, &m.At)
	c.text(&m.As)
	code(c, &m.Where)
	codePlacement(c, &m.Nodes)
	code(c, &m.From)
}

// Tried is the answer to Try: the nodes, one task on each, and what would be in
// the way. Cost is the sum of distances over all pairs of nodes.
type Tried struct {
	Serial  int32
	Job     workload.JobID
	At      simtime.Time
	As      string
	Nodes   cluster.Placement
	Outcome queue.DecisionOutcome
	Cost    int64
	Costs   bool // Cost is known
}

func (m *Tried) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Job)
	code(c, &m.At)
	c.text(&m.As)
	codePlacement(c, &m.Nodes)
	codeOutcome(c, &m.Outcome)
	code(c, &m.Cost)
	c.bool(&m.Costs)
}

// Stand asks how the person stands whose decisions are on screen.
type Stand struct{ Serial int32 }

func (m *Stand) code(c *coder) { code(c, &m.Serial) }

// Act is a decision of the scenario, and what became of it.
type Act struct {
	queue.DecisionOutcome
	Number int64             // of the job
	Nodes  cluster.Placement // where it runs, or should have; nil: where the allocator would have said
}

// Stood is the answer to Stand.
type Stood struct {
	Serial int32
	Acts   []Act
	Table  scoreboard.Scoreboard // without its Outcomes, which Acts have
}

func (m *Stood) code(c *coder) {
	code(c, &m.Serial)
	list(c, &m.Acts, func(c *coder, a *Act) {
		codeOutcome(c, &a.DecisionOutcome)
		code(c, &a.Number)
		codePlacement(c, &a.Nodes)
	})
	t := &m.Table
	list(c, &t.Rows, func(c *coder, r *scoreboard.ScoreRow) {
		c.text(&r.Queue)
		c.float(&r.MeanWait)
		code(c, &r.End)
		code(c, &r.Started)
		code(c, &r.Broken)
	})
	code(c, &t.Jobs)
	codeBounds(c, &t.Bounds)
	c.bool(&t.Bounded)
}

func codeBounds(c *coder, b *lowerbound.Bounds) {
	code(c, &b.Jobs)
	code(c, &b.Wait)
	code(c, &b.WaitBy)
	code(c, &b.End)
	code(c, &b.EndBy)
	code(c, &b.Last)
}

func codeOutcome(c *coder, x *queue.DecisionOutcome) {
	code(c, &x.Decision)
	code(c, &x.Job)
	code(c, &x.At)
	code(c, &x.Refusal)
	code(c, &x.Broken)
	code(c, &x.Was)
	code(c, &x.Is)
	code(c, &x.Need)
	code(c, &x.Have)
	code(c, &x.Since)
	code(c, &x.Node)
	code(c, &x.Holder)
	code(c, &x.First)
	code(c, &x.Ends)
}

// Pack writes the message.
func (m *Try) Pack() []byte { return pack(KindTry, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Try) Unpack(wire []byte) error { return unpack(wire, KindTry, m) }

// Pack writes the message.
func (m *Tried) Pack() []byte { return pack(KindTried, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Tried) Unpack(wire []byte) error { return unpack(wire, KindTried, m) }

// Pack writes the message.
func (m *Stand) Pack() []byte { return pack(KindStand, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Stand) Unpack(wire []byte) error { return unpack(wire, KindStand, m) }

// Pack writes the message.
func (m *Stood) Pack() []byte { return pack(KindStood, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Stood) Unpack(wire []byte) error { return unpack(wire, KindStood, m) }
