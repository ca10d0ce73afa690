package message

import "hopyard/core/simtime"

// CheckRequest asks to put a program to the test on drawn workloads.
type CheckRequest struct {
	Source string
	Seed   int64
	Cases  int32
	Twin   string // a program without errors, with which Source is compared instead; "": none
}

func (m *CheckRequest) code(c *coder) {
	c.text(&m.Source)
	code(c, &m.Seed)
	code(c, &m.Cases)
	c.text(&m.Twin)
}

// Findings is how far a test is, and what it has found so far.
type Findings struct {
	Done, All int32
	Over      bool
	Findings  []Finding
	Passed    []uint8   // kinds of core/policycheck that were not found; none before it is over
	Partings  []Parting // from the twin: at most one
}

// Parting is a workload on which a program differs from its twin, or an error of it.
type Parting struct {
	Line        int32  // of an error, from 1; 0: none, or unknown
	Problem     string // the error, in English; "" if the runs differ
	Text        string // the workload as JSON, under the program; "" where there is none
	Jobs        int32
	Job         int64        // that starts at another time
	Mine, Other simtime.Time // its starts; simtime.Never: none
}

// Finding is something that is wrong with a policy.
type Finding struct {
	Kind      uint8  // of core/policycheck
	Title     string // in English, with the numbers of the smallest case
	Found, Of int32  // workloads
	Jobs      int32
	Text      string       // the smallest case as JSON; "" where it needs none
	At        simtime.Time // of the step that shows it
	Ordinal   int32
	Job       int64 // that it is about; -1: none
}

func (m *Findings) code(c *coder) {
	code(c, &m.Done)
	code(c, &m.All)
	c.bool(&m.Over)
	list(c, &m.Findings, func(c *coder, f *Finding) {
		code(c, &f.Kind)
		c.text(&f.Title)
		code(c, &f.Found)
		code(c, &f.Of)
		code(c, &f.Jobs)
		c.text(&f.Text)
		code(c, &f.At)
		code(c, &f.Ordinal)
		code(c, &f.Job)
	})
	list(c, &m.Passed, code[uint8])
	list(c, &m.Partings, func(c *coder, p *Parting) {
		code(c, &p.Line)
		c.text(&p.Problem)
		c.text(&p.Text)
		code(c, &p.Jobs)
		code(c, &p.Job)
		code(c, &p.Mine)
		code(c, &p.Other)
	})
}

// Pack writes the message.
func (m *CheckRequest) Pack() []byte { return pack(KindTrial, m) }

// Pack writes the message.
func (m *Findings) Pack() []byte { return pack(KindFindings, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *CheckRequest) Unpack(wire []byte) error { return unpack(wire, KindTrial, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Findings) Unpack(wire []byte) error { return unpack(wire, KindFindings, m) }
