package message

// Made is what a share link says of the run that its maker saw.
type Made struct {
	Differs bool   // the run here is another
	Engine  string // the version that made the link; "" if it does not say
	// The first step that differs is one of Low+1 to High; High is -1 where
	// that is not known.
	Low, High int32
}

func (m *Made) code(c *coder) {
	c.bool(&m.Differs)
	c.text(&m.Engine)
	code(c, &m.Low)
	code(c, &m.High)
}
