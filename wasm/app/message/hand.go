package message

import (
	"hopyard/core/cluster"
	"hopyard/core/lowerbound"
	"hopyard/core/queue"
	"hopyard/core/scoreboard"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// TryStart asks what would happen if a person started a waiting job at a given
// time, after all other events at that time.
type TryStart struct {
	Serial int32
	Job    workload.JobID
	At     simtime.Time
	As     string            // name of the allocator that chooses the nodes; "" means the scenario's allocator
	Where  NodeChoice        // how the nodes are chosen
	Nodes  cluster.Placement // currently selected nodes, for OnNamed, MoveOn and MoveBack
	From   int32             // first node, for FromNode
}

// NodeChoice selects how the nodes of a TryStart are chosen.
type NodeChoice uint8

// The ways to choose nodes.
const (
	ByAllocator NodeChoice = iota
	FromNode               // the nodes that have room, in ascending order from the node From
	OnNamed                // exactly the nodes in Nodes
	MoveOn                 // the next set of nodes after Nodes on which the job fits
	MoveBack               // the previous set of nodes before Nodes on which the job fits
)

func (m *TryStart) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Job)
	code(c, &m.At)
	c.text(&m.As)
	code(c, &m.Where)
	codePlacement(c, &m.Nodes)
	code(c, &m.From)
}

// TryResult is the answer to TryStart. It contains the nodes, with one task on
// each. If the job cannot start, it contains the reason. Cost is the sum of the
// distances between all pairs of nodes.
type TryResult struct {
	Serial  int32
	Job     workload.JobID
	At      simtime.Time
	As      string
	Nodes   cluster.Placement
	Outcome queue.DecisionOutcome
	Cost    int64
	Costs   bool // whether Cost is known
}

func (m *TryResult) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Job)
	code(c, &m.At)
	c.text(&m.As)
	codePlacement(c, &m.Nodes)
	codeOutcome(c, &m.Outcome)
	code(c, &m.Cost)
	c.bool(&m.Costs)
}

// ScoreboardRequest asks for the scoreboard of the decisions made by hand in the
// run on screen.
type ScoreboardRequest struct{ Serial int32 }

func (m *ScoreboardRequest) code(c *coder) { code(c, &m.Serial) }

// DecisionRecord is a decision made by hand, with its outcome.
type DecisionRecord struct {
	queue.DecisionOutcome
	Number int64             // number of the job
	Nodes  cluster.Placement // nodes on which the job started or was supposed to start; nil if the decision left the choice to the allocator
}

// ScoreboardReply is the answer to ScoreboardRequest.
type ScoreboardReply struct {
	Serial int32
	Acts   []DecisionRecord
	Table  scoreboard.Scoreboard // without its Outcomes, which are in Acts
}

func (m *ScoreboardReply) code(c *coder) {
	code(c, &m.Serial)
	list(c, &m.Acts, func(c *coder, a *DecisionRecord) {
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

// Pack encodes the message.
func (m *TryStart) Pack() []byte { return pack(KindTry, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *TryStart) Unpack(wire []byte) error { return unpack(wire, KindTry, m) }

// Pack encodes the message.
func (m *TryResult) Pack() []byte { return pack(KindTried, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *TryResult) Unpack(wire []byte) error { return unpack(wire, KindTried, m) }

// Pack encodes the message.
func (m *ScoreboardRequest) Pack() []byte { return pack(KindScoreboardRequest, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *ScoreboardRequest) Unpack(wire []byte) error { return unpack(wire, KindScoreboardRequest, m) }

// Pack encodes the message.
func (m *ScoreboardReply) Pack() []byte { return pack(KindScoreboardReply, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *ScoreboardReply) Unpack(wire []byte) error { return unpack(wire, KindScoreboardReply, m) }
