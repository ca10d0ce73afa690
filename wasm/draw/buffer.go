package draw

import (
	"encoding/binary"
	"math"
	"strings"
)

// Buffer is a picture as commands, to be replayed by static/paint.js or SVG.
// Its form is a sequence of 32-bit little-endian words: the header (width and
// height as floats), then commands. A command is a word of operation, colour
// and count (8, 8 and 16 bits), the operation's parameters, and count figures
// of fixed length. Figures of one kind and colour that follow each other share
// a command, which saves the canvas a change of state.
//
// The zero Buffer is empty; Reset makes it ready.
type Buffer struct {
	data  []byte
	texts []string
	last  int // where the last command begins; 0: none to add to
}

// Reset empties the buffer, keeps its memory, and sets the canvas.
func (b *Buffer) Reset(size Size) {
	b.data, b.texts, b.last = b.data[:0], b.texts[:0], 0
	b.float(size.W)
	b.float(size.H)
}

// Bytes are the commands; they hold until the next change of b.
func (b *Buffer) Bytes() []byte { return b.data }

// Texts are the texts that commands name by number, each ending in a newline.
func (b *Buffer) Texts() string { return strings.Join(b.texts, "\n") }

func (b *Buffer) float(v float64) {
	b.data = binary.LittleEndian.AppendUint32(b.data, math.Float32bits(float32(v)))
}

// String lists the commands, one a line, for tests.
func (b *Buffer) String() string { return "" }

// SVG is the picture as a file, in the colours of the palette (by Colour, as
// Tokens).
func SVG(b *Buffer, palette []string) string { return "" }

// Tokens are the CSS custom properties that hold the palette, by Colour,
// separated by spaces.
func Tokens() string { return "" }
