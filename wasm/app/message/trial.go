package message

import "hopyard/core/simtime"

// Trial asks to put a program to the test on drawn workloads.
type Trial struct {
	Source string
	Seed   int64
	Cases  int32
}

func (m *Trial) code(c *coder) {
	c.text(&m.Source)
	code(c, &m.Seed)
	code(c, &m.Cases)
}

// Findings is how far a test is, and what it has found so far.
type Findings struct {
	Done, All int32
	Over      bool
	Findings  []Finding
	Passed    []uint8 // kinds of core/trial that were not found; none before it is over
}

// Finding is something that is wrong with a policy.
type Finding struct {
	Kind      uint8  // of core/trial
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
}

// Pack writes the message.
func (m *Trial) Pack() []byte { return pack(KindTrial, m) }

// Pack writes the message.
func (m *Findings) Pack() []byte { return pack(KindFindings, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Trial) Unpack(wire []byte) error { return unpack(wire, KindTrial, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Findings) Unpack(wire []byte) error { return unpack(wire, KindFindings, m) }
