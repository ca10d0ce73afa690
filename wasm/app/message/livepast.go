package message

import "hopyard/core/simtime"

// LivePast asks how true a replay of the past is that sacct recorded of a cluster, and
// what a change would have done.
type LivePast struct {
	Serial, Number int32
	Path, Value    string // the change, as fidelity.SettingChange has it; no path: none
	Stop           bool   // give the answer up
}

func (m *LivePast) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Number)
	c.text(&m.Path)
	c.text(&m.Value)
	c.bool(&m.Stop)
}

// LiveFidelity answers LivePast, several times: with the progress, with the fidelity, and
// with the effect of the change.
type LiveFidelity struct {
	Serial, Number int32
	Over           bool
	Done           int32  // thousandths of the replay in progress
	Trouble        string // why there is no answer, or no answer about the change, in English

	Known                    bool // what follows
	RecordedStopped, Stopped int32
	Rows                     []LiveAccuracy // all jobs, then partitions, then sizes
	Early, Late              int32          // wrong starts
	Reasons                  []LiveCount    // of wrong starts; Kind is an index in fidelity.Reasons
	Refused                  []LiveCount    // jobs that take no part; Name is in English
	Assumed                  []string       // in English
	Partitions, QOS          []string       // names that a change may have

	Changed     bool // what follows
	Jobs, Days  int32
	Stops       [2]int32 // without and with the change
	Differences []LiveDifference
	Lost        []LiveCount // jobs that do not run with the change; Name is in English
}

// LiveAccuracy is the accuracy of the starts of some jobs.
type LiveAccuracy struct {
	Name                string // of a partition; "" for all jobs and for sizes
	Size                int32  // index in fidelity.SizeNames; -1 otherwise
	Jobs                int32
	Median, Ninetieth   simtime.Duration // errors
	Minute, Tenth       int32            // thousandths of the jobs within 60 s, and within a tenth of the wait
	Recorded, Predicted simtime.Duration // mean waits
}

// LiveCount is a number of jobs with something in common.
type LiveCount struct {
	Kind int32
	Name string
	Jobs int32
}

// LiveDifference is a figure without and with a change.
type LiveDifference struct {
	Figure        int32  // index in fidelity's Effect.Figures; -1 for the mean wait of a partition
	Name          string // of the partition
	Before, After float64
	Low, High     float64 // the interval of the difference
	Interval      bool    // whether there is one
}

func (m *LiveFidelity) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Number)
	c.bool(&m.Over)
	code(c, &m.Done)
	c.text(&m.Trouble)
	c.bool(&m.Known)
	for _, x := range [...]*int32{&m.RecordedStopped, &m.Stopped, &m.Early, &m.Late, &m.Jobs, &m.Days, &m.Stops[0], &m.Stops[1]} {
		code(c, x)
	}
	list(c, &m.Rows, func(c *coder, x *LiveAccuracy) {
		c.text(&x.Name)
		code(c, &x.Size)
		code(c, &x.Jobs)
		for _, d := range [...]*simtime.Duration{&x.Median, &x.Ninetieth, &x.Recorded, &x.Predicted} {
			code(c, d)
		}
		code(c, &x.Minute)
		code(c, &x.Tenth)
	})
	for _, all := range [...]*[]LiveCount{&m.Reasons, &m.Refused, &m.Lost} {
		list(c, all, func(c *coder, x *LiveCount) {
			code(c, &x.Kind)
			c.text(&x.Name)
			code(c, &x.Jobs)
		})
	}
	for _, all := range [...]*[]string{&m.Assumed, &m.Partitions, &m.QOS} {
		list(c, all, (*coder).text)
	}
	c.bool(&m.Changed)
	list(c, &m.Differences, func(c *coder, x *LiveDifference) {
		code(c, &x.Figure)
		c.text(&x.Name)
		for _, f := range [...]*float64{&x.Before, &x.After, &x.Low, &x.High} {
			c.float(f)
		}
		c.bool(&x.Interval)
	})
}

// Pack encodes the message.
func (m *LivePast) Pack() []byte { return pack(KindLivePast, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LivePast) Unpack(wire []byte) error { return unpack(wire, KindLivePast, m) }

// Pack encodes the message.
func (m *LiveFidelity) Pack() []byte { return pack(KindLiveFidelity, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *LiveFidelity) Unpack(wire []byte) error { return unpack(wire, KindLiveFidelity, m) }
