package message

import "hopyard/core/simtime"

// CheckRequest asks to test a program on random workloads.
type CheckRequest struct {
	Source string
	Seed   int64
	Cases  int32
	Twin   string // correct program to compare Source with, instead of a search for errors; "": none
}

func (m *CheckRequest) code(c *coder) {
	c.text(&m.Source)
	code(c, &m.Seed)
	code(c, &m.Cases)
	c.text(&m.Twin)
}

// Findings reports the progress of a test and its findings so far.
type Findings struct {
	Done, All int32
	Over      bool
	Findings  []Finding
	Passed    []uint8          // kinds of core/policycheck that were not found; empty until the test is over
	Partings  []TwinDifference // differences from the twin: at most one
}

// TwinDifference is a workload on which a program behaves differently from its twin, or an
// error of the program.
type TwinDifference struct {
	Line        int32  // line of an error, from 1; 0: none, or not known
	Problem     string // the error, in English; "" if the runs differ
	Text        string // the workload as JSON, with the program; "" if there is none
	Jobs        int32
	Job         int64        // a job that starts at another time
	Mine, Other simtime.Time // its start times; simtime.Never: it does not start
}

// Finding is an error of a policy.
type Finding struct {
	Kind      uint8  // kind as in core/policycheck
	Title     string // in English, with the numbers of the smallest case
	Found, Of int32  // number of workloads that show the error, and that were tested
	Jobs      int32
	Text      string       // the smallest case as JSON; "" if the finding needs none
	At        simtime.Time // time of the step that shows the error
	Ordinal   int32
	Job       int64 // number of the job concerned; -1: none
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
	list(c, &m.Partings, func(c *coder, p *TwinDifference) {
		code(c, &p.Line)
		c.text(&p.Problem)
		c.text(&p.Text)
		code(c, &p.Jobs)
		code(c, &p.Job)
		code(c, &p.Mine)
		code(c, &p.Other)
	})
}

// Pack encodes the message.
func (m *CheckRequest) Pack() []byte { return pack(KindTrial, m) }

// Pack encodes the message.
func (m *Findings) Pack() []byte { return pack(KindFindings, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *CheckRequest) Unpack(wire []byte) error { return unpack(wire, KindTrial, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Findings) Unpack(wire []byte) error { return unpack(wire, KindFindings, m) }
