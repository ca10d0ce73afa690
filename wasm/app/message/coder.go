// Package message defines the protocol between the page and its workers. It has one
// type for each message. A message travels as a single array of bytes, because
// copying one array is the cheapest way to move data between JavaScript and Go.
//
// The first byte of a message is its [Kind]; KindOf reads it. Pack encodes a
// message and Unpack decodes it:
//
//	wire := (&message.Seek{Serial: 1, Step: 12}).Pack()
//	var m message.Seek
//	err := m.Unpack(wire)
//
// The page sends a [Load] with a scenario, a trace or a share link. The worker
// records the run and meanwhile sends [Progress] messages. It then answers with a
// [Loaded], which describes the whole run, or with [Failed]. After that the page
// asks about the run, and each request has its own answer. A [Seek] is answered by
// a [State], which is the simulated state after a number of steps. A
// [ListPlacements] is answered by a [PlacementList], and a [ListQuestions] by a
// [QuestionList]. Every request and answer carries the Serial of its Load, so that
// late answers can be dropped.
//
// A method named code lists the fields of a type once, for encoding and decoding
// alike. Numbers are varints, and ascending numbers are written as differences.
package message

import (
	"encoding/binary"
	"errors"
	"math"
)

// ErrWire reports that the data are not exactly one complete message of the
// expected kind.
var ErrWire = errors.New("message: cut short or not a message")

// coder encodes or decodes a message. Each message type has one method that lists
// its fields. The method serves both directions, so encoding and decoding cannot
// differ.
type coder struct {
	buf     []byte
	at      int
	reading bool
	bad     bool
	pause   func() bool // called repeatedly while long lists are decoded; may be nil
}

// integer is the type constraint for integers, which are encoded as varints.
type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

func code[T integer](c *coder, v *T) {
	if c.reading {
		*v = T(c.varint())
		return
	}
	c.buf = binary.AppendVarint(c.buf, int64(*v))
}

func (c *coder) varint() int64 {
	v, n := binary.Varint(c.buf[c.at:])
	if n <= 0 {
		c.bad, c.at = true, len(c.buf)
		return 0
	}
	c.at += n
	return v
}

func (c *coder) bool(v *bool) {
	n := uint8(0)
	if *v {
		n = 1
	}
	code(c, &n)
	*v = n != 0
}

func (c *coder) float(v *float64) {
	if !c.reading {
		c.buf = binary.LittleEndian.AppendUint64(c.buf, math.Float64bits(*v))
		return
	}
	if len(c.buf)-c.at < 8 {
		c.bad, c.at = true, len(c.buf)
		return
	}
	*v = math.Float64frombits(binary.LittleEndian.Uint64(c.buf[c.at:]))
	c.at += 8
}

func (c *coder) hash(v *uint64) {
	f := math.Float64frombits(*v)
	c.float(&f)
	*v = math.Float64bits(f)
}

func (c *coder) text(v *string) {
	n := c.length(len(*v))
	if !c.reading {
		c.buf = append(c.buf, *v...)
		return
	}
	*v = string(c.buf[c.at : c.at+n])
	c.at += n
}

// length codes the number of items of a list, and returns it. Since each item takes
// at least one byte, length rejects a number that is greater than the number of
// remaining bytes.
func (c *coder) length(n int) int {
	code(c, &n)
	if c.reading && (n < 0 || n > len(c.buf)-c.at) {
		c.bad, n = true, 0
		c.at = len(c.buf)
	}
	return n
}

func list[T any](c *coder, v *[]T, each func(*coder, *T)) {
	n := c.length(len(*v))
	if c.reading {
		*v = nil
		if n > 0 {
			*v = make([]T, n)
		}
	}
	for i := 0; i < n && !c.bad; i++ {
		if i%pauseEvery == pauseEvery-1 && c.pause != nil && !c.pause() {
			c.bad = true
			return
		}
		each(c, &(*v)[i])
	}
}

// pauseEvery is the number of list items that are decoded between two calls of
// pause.
const pauseEvery = 256

// ascending codes an integer of an ascending list as its difference from the
// previous integer. The parameter last points to the previous integer, which
// ascending replaces by the new integer.
func ascending[T integer](c *coder, v *T, last *T) {
	d := *v - *last
	code(c, &d)
	*v = *last + d
	*last = *v
}

// body is a message that a coder can encode and decode.
type body interface{ code(c *coder) }

func pack(kind Kind, m body) []byte {
	c := &coder{buf: []byte{byte(kind)}}
	m.code(c)
	return c.buf
}

func unpack(wire []byte, kind Kind, m body) error {
	return unpackBy(wire, kind, m, nil)
}

// unpackBy decodes a message like unpack, but calls pause at intervals. If pause
// returns false, it stops and returns an error.
func unpackBy(wire []byte, kind Kind, m body, pause func() bool) error {
	if KindOf(wire) != kind {
		return ErrWire
	}
	c := &coder{buf: wire, at: 1, reading: true, pause: pause}
	m.code(c)
	if c.bad || c.at != len(wire) {
		return ErrWire
	}
	return nil
}
