package message

// ShellLine is a line that the reader types in the shell of a run.
type ShellLine struct {
	Serial   int32 // of the run
	Number   int32 // of the line
	Step     int32 // number of steps that the reader sees
	Complete bool  // asks what the last word may become, instead of an answer
	User     string
	Text     string
	History  []string
}

func (m *ShellLine) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Number)
	code(c, &m.Step)
	c.bool(&m.Complete)
	c.text(&m.User)
	c.text(&m.Text)
	list(c, &m.History, func(c *coder, s *string) { c.text(s) })
}

// Pack encodes the message.
func (m *ShellLine) Pack() []byte { return pack(KindShellLine, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *ShellLine) Unpack(wire []byte) error { return unpack(wire, KindShellLine, m) }

// ShellReply answers ShellLine. Paths and Values are edits of the scenario's text.
type ShellReply struct {
	Serial, Number              int32
	Needs                       bool // the worker's program has no shell
	Failed, Past, Clear         bool
	Out, User                   string
	Paths, Values, Alternatives []string
}

func (m *ShellReply) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Number)
	for _, b := range []*bool{&m.Needs, &m.Failed, &m.Past, &m.Clear} {
		c.bool(b)
	}
	c.text(&m.Out)
	c.text(&m.User)
	for _, l := range []*[]string{&m.Paths, &m.Values, &m.Alternatives} {
		list(c, l, func(c *coder, s *string) { c.text(s) })
	}
}

// Pack encodes the message.
func (m *ShellReply) Pack() []byte { return pack(KindShellReply, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *ShellReply) Unpack(wire []byte) error { return unpack(wire, KindShellReply, m) }
