package message

import "hopyard/core/simtime"

// CheckRequest asks to test a policy program on random workloads.
type CheckRequest struct {
	Source string
	Seed   int64
	Cases  int32
	Twin   string // if not "", the source of a correct program; the test then compares Source with this program instead of looking for other errors
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
	Passed    []uint8          // kinds of errors in core/policycheck that were not found; empty until the test is over
	Partings  []TwinDifference // first difference from the correct program, or empty
}

// TwinDifference is a workload on which a program behaves differently from the
// correct program (Twin), or an error of the tested program.
type TwinDifference struct {
	Line        int32  // line of the error, from 1; 0 if there is no error or its line is unknown
	Problem     string // the error, in English; "" if the programs only differ
	Text        string // the workload as a JSON scenario, including the program; may be ""
	Jobs        int32
	Job         int64        // number of a job that the two programs start at different times
	Mine, Other simtime.Time // start of Job under the tested and under the correct program; simtime.Never if it does not start
}

// Finding is an error that a test found in a policy program.
type Finding struct {
	Kind      uint8  // kind of the error, as in core/policycheck
	Title     string // description in English, with the numbers of the smallest failing workload
	Found, Of int32  // number of workloads that show the error, and of all workloads tested
	Jobs      int32
	Text      string       // the smallest failing workload as a JSON scenario; "" if the error does not depend on a workload
	At        simtime.Time // time of the step that shows the error
	Ordinal   int32
	Job       int64 // number of the job concerned, or -1
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
