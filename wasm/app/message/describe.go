package message

// Description holds the parts of a run's description that a brief answer omits
// (Load.Brief), because they are not needed to show the schedule.
type Description struct {
	Link      string // fragment of the run's share link; "" if the run does not fit into a link
	LinkError string // reason why there is no link
	Choices   Choices
}

func (m *Description) code(c *coder) {
	c.text(&m.Link)
	c.text(&m.LinkError)
	m.Choices.code(c)
}

// Describe asks for the Description of the run on screen.
type Describe struct{ Serial int32 }

func (m *Describe) code(c *coder) { code(c, &m.Serial) }

// Pack encodes the message.
func (m *Describe) Pack() []byte { return pack(KindDescribe, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
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

// Pack encodes the message.
func (m *Described) Pack() []byte { return pack(KindDescribed, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Described) Unpack(wire []byte) error { return unpack(wire, KindDescribed, m) }
