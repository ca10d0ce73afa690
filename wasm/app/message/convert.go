package message

// Convert asks for the trace that another format's text makes. What comes back is
// all that is kept: the text itself has names.
type Convert struct {
	Serial int32
	Name   string // of the file
	Text   string // what Slurm's sacct printed
}

func (m *Convert) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	c.text(&m.Text)
}

// Converted is the answer to Convert: the trace, or what is wrong with the text.
type Converted struct {
	Serial int32
	Name   string
	Text   string // in the Standard Workload Format
	Faults []Problem
}

func (m *Converted) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	c.text(&m.Text)
	list(c, &m.Faults, codeFault)
}

// Pack is the message as bytes.
func (m *Convert) Pack() []byte { return pack(KindConvert, m) }

// Unpack reads what Pack wrote.
func (m *Convert) Unpack(wire []byte) error { return unpack(wire, KindConvert, m) }

// Pack is the message as bytes.
func (m *Converted) Pack() []byte { return pack(KindConverted, m) }

// Unpack reads what Pack wrote.
func (m *Converted) Unpack(wire []byte) error { return unpack(wire, KindConverted, m) }
