package message

// Pack encodes the message.
func (m *Load) Pack() []byte {
	c := &coder{buf: append(make([]byte, 0, len(m.Text)+1024), byte(KindLoad))} // large enough for a trace, so that the trace is not copied again when the buffer grows
	m.code(c)
	return c.buf
}

// Pack encodes the message.
func (m *Seek) Pack() []byte { return pack(KindSeek, m) }

// Pack encodes the message.
func (m *ListPlacements) Pack() []byte { return pack(KindWeigh, m) }

// Pack encodes the message.
func (m *Cancel) Pack() []byte { return pack(KindCancel, m) }

// Pack encodes the message.
func (m *Loaded) Pack() []byte { return pack(KindLoaded, m) }

// Pack encodes the message.
func (m *State) Pack() []byte { return pack(KindState, m) }

// Pack encodes the message.
func (m *PlacementList) Pack() []byte { return pack(KindWeighed, m) }

// Pack encodes the message.
func (m *Progress) Pack() []byte { return pack(KindProgress, m) }

// Pack encodes the message.
func (m *Failed) Pack() []byte { return pack(KindFailed, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Load) Unpack(wire []byte) error { return unpack(wire, KindLoad, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Seek) Unpack(wire []byte) error { return unpack(wire, KindSeek, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *ListPlacements) Unpack(wire []byte) error { return unpack(wire, KindWeigh, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Cancel) Unpack(wire []byte) error { return unpack(wire, KindCancel, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Loaded) Unpack(wire []byte) error { return unpack(wire, KindLoaded, m) }

// UnpackBy decodes the message like Unpack, but calls pause every few hundred
// items. A long run can therefore be decoded between two frames of the page. If
// pause returns false, UnpackBy stops and returns an error. The field Serial is set
// before the first call of pause.
func (m *Loaded) UnpackBy(wire []byte, pause func() bool) error {
	return unpackBy(wire, KindLoaded, m, pause)
}

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *State) Unpack(wire []byte) error { return unpack(wire, KindState, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *PlacementList) Unpack(wire []byte) error { return unpack(wire, KindWeighed, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Progress) Unpack(wire []byte) error { return unpack(wire, KindProgress, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Failed) Unpack(wire []byte) error { return unpack(wire, KindFailed, m) }

// Pack encodes the message.
func (m *Export) Pack() []byte { return pack(KindExport, m) }

// Pack encodes the message.
func (m *Exported) Pack() []byte { return pack(KindExported, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Export) Unpack(wire []byte) error { return unpack(wire, KindExport, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Exported) Unpack(wire []byte) error { return unpack(wire, KindExported, m) }
