package message

// LinkCheck compares the run with the one that the author of its share link saw.
type LinkCheck struct {
	Differs bool   // the two runs differ
	Engine  string // engine version that made the link; "" if the link does not name it
	// The first step that differs is one of Low+1 to High. High is -1 if that step
	// is not known.
	Low, High int32
}

func (m *LinkCheck) code(c *coder) {
	c.bool(&m.Differs)
	c.text(&m.Engine)
	code(c, &m.Low)
	code(c, &m.High)
}
