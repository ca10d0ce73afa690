package draw

import (
	"math"
	"strings"
	"unsafe"
)

// Buffer is a picture as a sequence of drawing commands. static/paint.js and SVG
// replay the commands. The buffer consists of 32-bit little-endian words: the width
// and height of the canvas as floats, then the commands. A command begins with a
// word that contains the operation, the colour and the number of figures (8, 8 and
// 16 bits from the lowest). The parameters of the operation follow, and then the
// figures, which all have the same length (see the table ops). Consecutive figures
// of one kind and colour share a command, which saves the canvas changes of state.
//
// The zero Buffer is empty; call Reset before use.
type Buffer struct {
	words []uint32
	texts []string
	last  int // start of the last command; 0: no more figures may be added to the last command
}

// op is a kind of command.
type op uint8

const (
	opFill     op = iota + 1 // rectangles
	opStroke                 // outlines of rectangles
	opRound                  // rectangles with round corners
	opRoundOut               // outlines of rectangles with round corners
	opLines                  // straight lines
	opCurves                 // cubic Bézier curves
	opPath                   // one line through points
	opCircles                // discs, or circles if the line width is not 0
	opHatch                  // rectangles filled with a pattern on a transparent background
	opText                   // texts; see textWords
	opClip                   // clips the following commands to a rectangle
	opUnclip                 // ends opClip
	opImage                  // cells of equal size, one colour each; see Image
)

// form describes the layout of a command: the number of words for its parameters,
// and the number of words for each figure.
type form struct {
	name            string
	params, figures int
}

var ops = [...]form{
	opFill:     {"fill", 0, 4},
	opStroke:   {"stroke", 1, 4},   // line width
	opRound:    {"round", 1, 4},    // radius
	opRoundOut: {"roundout", 3, 4}, // line width, dash, radius
	opLines:    {"lines", 2, 4},    // line width, dash
	opCurves:   {"curves", 2, 8},   // line width, dash
	opPath:     {"path", 2, 2},     // line width, dash
	opCircles:  {"circles", 1, 3},  // line width
	opHatch:    {"hatch", 1, 4},    // pattern (a Hatching)
	opText:     {"text", 0, textWords},
	opClip:     {"clip", 4, 0},
	opUnclip:   {"unclip", 0, 0},
	opImage:    {"image", 6, 0}, // x, y, width, height, columns, rows; then a byte per cell
}

// Hatching is a pattern of lines. Jobs can also have patterns, see JobPattern.
type Hatching uint8

// The patterns, with their meaning on a node.
const (
	Rising  Hatching = iota // "/", 6 px apart: the node is promised to a job
	Crossed                 // "x": the node is down
	Falling                 // "\\": the node is set aside for a job
	Level                   // "-": the node is absent
	Upright                 // "|": the node would be used if the job started now, although only a start time is promised
)

// Reset empties the buffer, keeps its memory, and sets the canvas size.
func (b *Buffer) Reset(size Size) {
	clear(b.texts)
	b.words, b.texts, b.last = b.words[:0], b.texts[:0], 0
	b.two(size.W, size.H)
}

// Bytes returns the commands. The result is valid until the buffer changes.
//
// The commands are stored as 32-bit words, and Bytes returns the same memory as
// bytes, without a copy. Writing them byte by byte would take five times as long in
// WebAssembly. All targets for which this page is compiled are little-endian.
func (b *Buffer) Bytes() []byte { return bytesOf(b.words) }

func bytesOf(words []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))
}

// Texts returns the texts of the buffer, one per line. Commands refer to a text by
// its number.
func (b *Buffer) Texts() string { return strings.Join(b.texts, "\n") }

// Fill appends a filled rectangle. It appends nothing if the colour is None or the
// rectangle is empty.
func (b *Buffer) Fill(c Colour, x, y, w, h float64) {
	if c != None && w > 0 && h > 0 {
		b.figure(opFill, c, 0, 0, 0)
		b.four(x, y, w, h)
	}
}

// Stroke appends the outline of a rectangle. The middle of the line is on the edge.
func (b *Buffer) Stroke(c Colour, line, x, y, w, h float64) {
	if c != None {
		b.figure(opStroke, c, line, 0, 0)
		b.four(x, y, w, h)
	}
}

// Round appends a rectangle with round corners.
func (b *Buffer) Round(c Colour, radius, x, y, w, h float64) {
	if c != None && w > 0 && h > 0 {
		b.figure(opRound, c, radius, 0, 0)
		b.four(x, y, w, h)
	}
}

// RoundOut appends the outline of a rectangle with round corners. If dash is 0, the
// line is unbroken.
func (b *Buffer) RoundOut(c Colour, line, dash, radius, x, y, w, h float64) {
	if c != None && w > 0 && h > 0 {
		b.figure(opRoundOut, c, line, dash, radius)
		b.four(x, y, w, h)
	}
}

// Segment appends a straight line.
func (b *Buffer) Segment(c Colour, line, dash, x1, y1, x2, y2 float64) {
	b.figure(opLines, c, line, dash, 0)
	b.four(x1, y1, x2, y2)
}

// Curve appends a Bézier curve that is vertical at both ends, as the links of a
// tree are.
func (b *Buffer) Curve(c Colour, line, x1, y1, x2, y2, bend float64) {
	b.curve(c, line, 0, x1, y1, x2, y2, bend)
}

func (b *Buffer) curve(c Colour, line, dash, x1, y1, x2, y2, bend float64) {
	b.figure(opCurves, c, line, dash, 0)
	b.four(x1, y1, x1, y1+bend)
	b.four(x2, y2-bend, x2, y2)
}

// Path appends one line through several points. The list points contains the x and
// y of each point in turn.
func (b *Buffer) Path(c Colour, line, dash float64, points ...float64) {
	b.command(opPath, c, len(points)/2)
	b.two(line, dash)
	for i := 0; i+1 < len(points); i += 2 {
		b.two(points[i], points[i+1])
	}
}

// Circle appends a circle with the given line width, or a disc if the width is 0.
func (b *Buffer) Circle(c Colour, line, x, y, radius float64) {
	b.figure(opCircles, c, line, 0, 0)
	b.two(x, y)
	b.words = append(b.words, word(radius))
}

// Hatch appends a rectangle filled with a pattern.
func (b *Buffer) Hatch(c Colour, kind Hatching, x, y, w, h float64) {
	if w > 0 && h > 0 {
		b.figure(opHatch, c, float64(kind), 0, 0)
		b.four(x, y, w, h)
	}
}

// Clip limits the following commands to a rectangle, until Unclip is called. Clips
// do not nest.
func (b *Buffer) Clip(x, y, w, h float64) {
	b.command(opClip, None, 0)
	b.four(x, y, w, h)
}

// Unclip ends the effect of Clip.
func (b *Buffer) Unclip() { b.command(opUnclip, None, 0) }

// Image appends a rectangle that is divided into cells of equal size, in cols
// columns and rows rows. It returns a slice with one byte per cell, row by row. The
// caller must store the cells' colours there before it appends anything else. A
// cell with the colour None is not painted.
func (b *Buffer) Image(x, y, w, h float64, cols, rows int) []byte {
	b.command(opImage, None, 0)
	b.four(x, y, w, h)
	b.two(float64(cols), float64(rows))
	at := len(b.words)
	b.words = append(b.words, make([]uint32, (cols*rows+3)/4)...)
	return bytesOf(b.words[at:])[:cols*rows]
}

// figure prepares the buffer for one more figure. If the last command has the same
// operation, colour and parameters, the figure is added to that command; otherwise
// a new command begins. The operation's parameters are p, q and r; if it has fewer
// than three, the last of them are ignored. The caller then appends the figure's
// words.
func (b *Buffer) figure(o op, c Colour, p, q, r float64) {
	params := [3]uint32{word(p), word(q), word(r)}
	n := ops[o].params
	if b.last > 0 {
		head := b.words[b.last]
		if uint16(head) == uint16(o)|uint16(c)<<8 && head>>16 < math.MaxUint16 {
			i := 0
			for i < n && b.words[b.last+1+i] == params[i] {
				i++
			}
			if i == n {
				b.words[b.last] = head + 1<<16
				return
			}
		}
	}
	b.command(o, c, 1)
	b.last = len(b.words) - 1
	b.words = append(b.words, params[:n]...)
}

func (b *Buffer) command(o op, c Colour, count int) {
	b.last = 0
	b.words = append(b.words, uint32(o)|uint32(c)<<8|uint32(count)<<16)
}

func word(v float64) uint32 { return math.Float32bits(float32(v)) }

func (b *Buffer) two(x, y float64) { b.words = append(b.words, word(x), word(y)) }
func (b *Buffer) four(x, y, w, h float64) {
	b.words = append(b.words, word(x), word(y), word(w), word(h))
}
