package message

// Pack writes the message.
func (m *Load) Pack() []byte {
	c := &coder{buf: append(make([]byte, 0, len(m.Text)+1024), byte(KindLoad))} // a trace is not to be copied as it grows
	m.code(c)
	return c.buf
}

// Pack writes the message.
func (m *Seek) Pack() []byte { return pack(KindSeek, m) }

// Pack writes the message.
func (m *Weigh) Pack() []byte { return pack(KindWeigh, m) }

// Pack writes the message.
func (m *Cancel) Pack() []byte { return pack(KindCancel, m) }

// Pack writes the message.
func (m *Loaded) Pack() []byte { return pack(KindLoaded, m) }

// Pack writes the message.
func (m *State) Pack() []byte { return pack(KindState, m) }

// Pack writes the message.
func (m *Weighed) Pack() []byte { return pack(KindWeighed, m) }

// Pack writes the message.
func (m *Progress) Pack() []byte { return pack(KindProgress, m) }

// Pack writes the message.
func (m *Failed) Pack() []byte { return pack(KindFailed, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Load) Unpack(wire []byte) error { return unpack(wire, KindLoad, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Seek) Unpack(wire []byte) error { return unpack(wire, KindSeek, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Weigh) Unpack(wire []byte) error { return unpack(wire, KindWeigh, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Cancel) Unpack(wire []byte) error { return unpack(wire, KindCancel, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Loaded) Unpack(wire []byte) error { return unpack(wire, KindLoaded, m) }

// UnpackBy is Unpack that calls pause every few hundred items, so that a long
// run can be read between frames; it fails where pause returns false. Serial is
// known by the first call.
func (m *Loaded) UnpackBy(wire []byte, pause func() bool) error {
	return unpackBy(wire, KindLoaded, m, pause)
}

// Unpack reads the message; it fails with ErrWire.
func (m *State) Unpack(wire []byte) error { return unpack(wire, KindState, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Weighed) Unpack(wire []byte) error { return unpack(wire, KindWeighed, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Progress) Unpack(wire []byte) error { return unpack(wire, KindProgress, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Failed) Unpack(wire []byte) error { return unpack(wire, KindFailed, m) }

// Pack writes the message.
func (m *Export) Pack() []byte { return pack(KindExport, m) }

// Pack writes the message.
func (m *Exported) Pack() []byte { return pack(KindExported, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Export) Unpack(wire []byte) error { return unpack(wire, KindExport, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Exported) Unpack(wire []byte) error { return unpack(wire, KindExported, m) }
