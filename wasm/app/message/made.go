package message

// LinkCheck compares the run with the run that the author of the share link saw.
type LinkCheck struct {
	Differs bool   // the two runs differ
	Engine  string // version of the engine with which the link was made; "" if the link does not contain it
	// The first step in which the runs differ is between Low+1 and High, inclusive.
	// High is -1 if the range is unknown.
	Low, High int32
}

func (m *LinkCheck) code(c *coder) {
	c.bool(&m.Differs)
	c.text(&m.Engine)
	code(c, &m.Low)
	code(c, &m.High)
}
