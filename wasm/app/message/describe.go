package message

// Description is what is told of a run later than the rest where the page has asked to
// be brief (Load.Brief): a first schedule does not need it.
type Description struct {
	Link      string // the run's share link's fragment; "" where it does not fit in one
	LinkError string // why it does not
	Choices   Choices
}

func (m *Description) code(c *coder) {
	c.text(&m.Link)
	c.text(&m.LinkError)
	m.Choices.code(c)
}

// Describe asks for the description of the run on screen.
type Describe struct{ Serial int32 }

func (m *Describe) code(c *coder) { code(c, &m.Serial) }

// Pack writes the message.
func (m *Describe) Pack() []byte { return pack(KindDescribe, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Describe) Unpack(wire []byte) error { return unpack(wire, KindDescribe, m) }

// Described is the answer to Describe.
type Described struct {
	Serial int32
	Description
}

func (m *Described) code(c *coder) {
	code(c, &m.Serial)
	m.Description.code(c)
}

// Pack writes the message.
func (m *Described) Pack() []byte { return pack(KindDescribed, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Described) Unpack(wire []byte) error { return unpack(wire, KindDescribed, m) }
