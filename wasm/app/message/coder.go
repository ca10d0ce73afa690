// Package message is what page and worker say to each other: one type a
// message, each a run of bytes on the wire, because one copied array is the
// cheapest thing that crosses between JavaScript and Go.
package message

import (
	"encoding/binary"
	"errors"
	"math"
)

// ErrWire is returned for bytes that are not a whole message.
var ErrWire = errors.New("message: cut short or not a message")

// coder writes a message or reads it back: each type names its fields once, in
// one method that serves both ways, so that the two cannot differ.
type coder struct {
	buf     []byte
	at      int
	reading bool
	bad     bool
	pause   func() bool // called while long lists are read; nil: nobody waits
}

// integer is every type that goes over the wire as a whole number.
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

// length is the number of items that follow. Each takes a byte or more, so that
// no number is believed that the rest of the message cannot hold.
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

// pauseEvery is how many items of a list are read between two pauses.
const pauseEvery = 256

// ascending codes a whole number as the difference from the one before it.
func ascending[T integer](c *coder, v *T, last *T) {
	d := *v - *last
	code(c, &d)
	*v = *last + d
	*last = *v
}

// body is a message that can be coded.
type body interface{ code(c *coder) }

func pack(kind Kind, m body) []byte {
	c := &coder{buf: []byte{byte(kind)}}
	m.code(c)
	return c.buf
}

func unpack(wire []byte, kind Kind, m body) error {
	return unpackBy(wire, kind, m, nil)
}

// unpackBy is unpack that pauses now and then, and gives up where pause says so.
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
