package message

// Convert asks to convert accounting data to a trace, or documents of Kubernetes to
// a scenario. Of accounting data, the page keeps only the trace, because they contain
// the names of users. The worker of logs.wasm converts a job log, which is a file that
// is sent beside the message; meanwhile it reports the percentage that it has read, as
// Progress of 100 jobs.
type Convert struct {
	Serial int32
	Name   string // name of the file
	Text   string // output of Slurm's sacct, or documents; for a job log what sizes count, or "" for the usual unit
}

func (m *Convert) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	c.text(&m.Text)
}

// Converted is the answer to Convert: the trace or the scenario, or the errors in
// the text.
type Converted struct {
	Serial int32
	Name   string
	Text   string // trace in the Standard Workload Format, or scenario; "" for a job log, whose trace is sent beside the message
	Faults []Problem

	Documents bool   // whether the text was documents of Kubernetes
	Cluster   string // JSON of their machine if they have no jobs
}

func (m *Converted) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	c.text(&m.Text)
	list(c, &m.Faults, codeFault)
	c.bool(&m.Documents)
	c.text(&m.Cluster)
}

// Pack encodes the message.
func (m *Convert) Pack() []byte { return pack(KindConvert, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Convert) Unpack(wire []byte) error { return unpack(wire, KindConvert, m) }

// Pack encodes the message.
func (m *Converted) Pack() []byte { return pack(KindConverted, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Converted) Unpack(wire []byte) error { return unpack(wire, KindConverted, m) }
