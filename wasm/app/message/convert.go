package message

// Convert asks to convert accounting data to a trace. The page keeps only the
// trace, because the accounting data contain the names of users.
type Convert struct {
	Serial int32
	Name   string // name of the file
	Text   string // output of Slurm's sacct
}

func (m *Convert) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	c.text(&m.Text)
}

// Converted is the answer to Convert: the trace, or the errors in the text.
type Converted struct {
	Serial int32
	Name   string
	Text   string // trace in the Standard Workload Format
	Faults []Problem
}

func (m *Converted) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	c.text(&m.Text)
	list(c, &m.Faults, codeFault)
}

// Pack encodes the message.
func (m *Convert) Pack() []byte { return pack(KindConvert, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Convert) Unpack(wire []byte) error { return unpack(wire, KindConvert, m) }

// Pack encodes the message.
func (m *Converted) Pack() []byte { return pack(KindConverted, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Converted) Unpack(wire []byte) error { return unpack(wire, KindConverted, m) }
