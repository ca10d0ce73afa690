package draw

import (
	"math"
	"strings"
	"unsafe"
)

// Buffer is a picture as a sequence of commands, for replay by static/paint.js or
// SVG. It consists of 32-bit little-endian words: the width and height of the
// canvas as floats, then commands. A command is a word with the operation, the
// colour and a count (8, 8 and 16 bits from the lowest), followed by the
// operation's parameters and count figures of equal length (see the table ops).
// Consecutive figures of one kind and colour share a command, which saves the
// canvas changes of state.
//
// The zero Buffer is empty; call Reset before use.
type Buffer struct {
	words []uint32
	texts []string
	last  int // start of the last command, if more figures may be added to it; 0: none
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
	opText                   // see textWords
	opClip                   // clips the following commands to a rectangle
	opUnclip                 // ends opClip
	opImage                  // colours by cell, see Image
)

// form is the length of a command: the words of its parameters and of one figure.
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
	opHatch:    {"hatch", 1, 4},    // Hatching
	opText:     {"text", 0, textWords},
	opClip:     {"clip", 4, 0},
	opUnclip:   {"unclip", 0, 0},
	opImage:    {"image", 6, 0}, // x, y, width, height, columns, rows; then a byte per cell
}

// Hatching is a pattern. Jobs have patterns too, see JobPattern.
type Hatching uint8

// The patterns, with their meaning for nodes.
const (
	Rising  Hatching = iota // "/" 6 px apart: promised
	Crossed                 // "x": down
	Falling                 // "\\": set aside
	Level                   // "-": absent
	Upright                 // "|": what the job would get now, if only a time is promised
)

// Reset empties the buffer, keeps its memory, and sets the canvas size.
func (b *Buffer) Reset(size Size) {
	clear(b.texts)
	b.words, b.texts, b.last = b.words[:0], b.texts[:0], 0
	b.two(size.W, size.H)
}

// Bytes returns the commands; the result is valid until the next change of b.
//
// Words are stored as words and viewed as bytes without a copy, because writing
// them byte by byte takes WebAssembly five times as long. All targets for which
// this page is compiled are little-endian.
func (b *Buffer) Bytes() []byte { return bytesOf(b.words) }

func bytesOf(words []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))
}

// Texts returns the texts to which commands refer by number, one per line.
func (b *Buffer) Texts() string { return strings.Join(b.texts, "\n") }

// Fill appends a rectangle. It appends nothing for None or an empty rectangle.
func (b *Buffer) Fill(c Colour, x, y, w, h float64) {
	if c != None && w > 0 && h > 0 {
		b.figure(opFill, c, 0, 0, 0)
		b.four(x, y, w, h)
	}
}

// Stroke appends the outline of a rectangle, its line centred on the edge.
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

// RoundOut appends the outline of a rectangle with round corners; a dash of 0 is an
// unbroken line.
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

// Curve appends a Bézier curve that begins and ends vertically, as links do.
func (b *Buffer) Curve(c Colour, line, x1, y1, x2, y2, bend float64) {
	b.curve(c, line, 0, x1, y1, x2, y2, bend)
}

func (b *Buffer) curve(c Colour, line, dash, x1, y1, x2, y2, bend float64) {
	b.figure(opCurves, c, line, dash, 0)
	b.four(x1, y1, x1, y1+bend)
	b.four(x2, y2-bend, x2, y2)
}

// Path appends one line through points, given as x and y in turn.
func (b *Buffer) Path(c Colour, line, dash float64, points ...float64) {
	b.command(opPath, c, len(points)/2)
	b.two(line, dash)
	for i := 0; i+1 < len(points); i += 2 {
		b.two(points[i], points[i+1])
	}
}

// Circle appends a disc, or a circle if line is not 0.
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

// Clip clips the following commands to a rectangle, until Unclip. Clips do not
// nest.
func (b *Buffer) Clip(x, y, w, h float64) {
	b.command(opClip, None, 0)
	b.four(x, y, w, h)
}

// Unclip ends a Clip.
func (b *Buffer) Unclip() { b.command(opUnclip, None, 0) }

// Image appends cells of equal size, cols by rows over a rectangle. It returns the
// bytes of their colours, row by row. The caller must fill them in before it
// appends anything else; None leaves a cell unpainted.
func (b *Buffer) Image(x, y, w, h float64, cols, rows int) []byte {
	b.command(opImage, None, 0)
	b.four(x, y, w, h)
	b.two(float64(cols), float64(rows))
	at := len(b.words)
	b.words = append(b.words, make([]uint32, (cols*rows+3)/4)...)
	return bytesOf(b.words[at:])[:cols*rows]
}

// figure adds a figure to the last command if operation, colour and parameters are
// the same, and begins a new command otherwise. The operation uses only as many of
// p, q and r as it has parameters. The caller appends the figure's words.
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
