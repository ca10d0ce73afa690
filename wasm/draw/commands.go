package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// command is one decoded command of a buffer.
type command struct {
	op      op
	colour  Colour
	params  []float64
	figures [][]float64 // numbers of each figure; for a text only the first four
	texts   []text
	cells   []byte // colours of an image's cells
}

type text struct {
	Style
	words string
}

// size returns the size of the canvas that the buffer was reset to.
func (b *Buffer) size() (w, h float64) {
	if len(b.words) < 2 {
		return 0, 0
	}
	return b.number(0), b.number(1)
}

func (b *Buffer) number(at int) float64 { return float64(math.Float32frombits(b.words[at])) }

func (b *Buffer) numbers(at, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = b.number(at + i)
	}
	return list
}

// commands calls yield with each command; it has the form of an iter.Seq. It is the
// reference for static/paint.js. String, SVG and Replay use it; it is too slow for
// the frames of the page.
func (b *Buffer) commands(yield func(command) bool) {
	for at := 2; at < len(b.words); {
		head := b.words[at]
		c := command{op: op(head), colour: Colour(head >> 8)}
		f := ops[c.op]
		c.params = b.numbers(at+1, f.params)
		at += 1 + f.params
		for range head >> 16 {
			if c.op == opText {
				c.figures = append(c.figures, b.numbers(at, 4))
				c.texts = append(c.texts, b.text(at))
			} else {
				c.figures = append(c.figures, b.numbers(at, f.figures))
			}
			at += f.figures
		}
		if c.op == opImage {
			n := int(c.params[4] * c.params[5])
			c.cells = bytesOf(b.words[at:])[:n]
			at += (n + 3) / 4
		}
		if !yield(c) {
			return
		}
	}
}

func (b *Buffer) text(at int) text {
	bits := b.words[at+4]
	s := Style{
		Size: b.number(at + 2), Max: b.number(at + 3),
		Align: Align(bits & 3), Bold: bits&4 != 0, Middle: bits&8 != 0, Halo: Colour(bits >> 8),
	}
	return text{s, b.texts[b.words[at+5]]}
}

// String returns the commands as text, one line per figure, for tests.
func (b *Buffer) String() string {
	var out strings.Builder
	w, h := b.size()
	fmt.Fprintf(&out, "canvas %s %s\n", short(w), short(h))
	for c := range b.commands {
		var head strings.Builder
		head.WriteString(ops[c.op].name)
		if c.colour != None {
			head.WriteString(" " + c.colour.String())
		}
		for _, p := range c.params {
			head.WriteString(" " + short(p))
		}
		if len(c.figures) == 0 {
			out.WriteString(head.String() + "\n")
		}
		for i, f := range c.figures {
			out.WriteString(head.String() + " :")
			for _, v := range f {
				out.WriteString(" " + short(v))
			}
			if c.op == opText {
				fmt.Fprintf(&out, " %q", c.texts[i].words)
			}
			out.WriteString("\n")
		}
		if c.op == opImage {
			cols := int(c.params[4])
			for i := 0; i < len(c.cells); i += cols {
				fmt.Fprintf(&out, "\t%v\n", c.cells[i:i+cols])
			}
		}
	}
	return out.String()
}

// short formats a number with at most two decimals.
func short(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // turns -0 into 0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Canvas is a surface on which [Replay] paints a picture without a browser.
// Positions and lengths have the unit of the buffer's [Size]. A circle with a line
// width of 0 is filled. A dash of 0 means an unbroken line. Otherwise dash is the
// length of each dash, and the gaps are three quarters as long.
type Canvas interface {
	Rect(c Colour, x, y, w, h, radius float64)
	RectOut(c Colour, line, dash, x, y, w, h, radius float64)
	Hatch(c Colour, kind Hatching, x, y, w, h float64)
	Lines(c Colour, line, dash float64, points []float64) // one line through points, which contains the x and y of each point in turn
	Curve(c Colour, line, dash float64, points []float64) // points contains the four points of a cubic Bézier curve
	Circle(c Colour, line, x, y, radius float64)
	Text(c Colour, x, y float64, style Style, words string)
	Clip(x, y, w, h float64) // in effect until Unclip
	Unclip()
}

// Replay paints a picture on a canvas, in the order of the picture's commands. In
// an image, it paints neighbouring cells of one colour as a single Rect.
func Replay(b *Buffer, to Canvas) {
	for c := range b.commands {
		switch c.op {
		case opClip:
			to.Clip(c.params[0], c.params[1], c.params[2], c.params[3])
		case opUnclip:
			to.Unclip()
		case opImage:
			replayCells(c, to)
		case opPath:
			var points []float64
			for _, f := range c.figures {
				points = append(points, f...)
			}
			to.Lines(c.colour, c.params[0], c.params[1], points)
		case opText:
			for i, f := range c.figures {
				to.Text(c.colour, f[0], f[1], c.texts[i].Style, c.texts[i].words)
			}
		default:
			for _, f := range c.figures {
				replayFigure(c, f, to)
			}
		}
	}
}

// replayFigure paints one figure of a command.
func replayFigure(c command, f []float64, to Canvas) {
	p := c.params
	switch c.op {
	case opFill:
		to.Rect(c.colour, f[0], f[1], f[2], f[3], 0)
	case opRound:
		to.Rect(c.colour, f[0], f[1], f[2], f[3], p[0])
	case opStroke:
		to.RectOut(c.colour, p[0], 0, f[0], f[1], f[2], f[3], 0)
	case opRoundOut:
		to.RectOut(c.colour, p[0], p[1], f[0], f[1], f[2], f[3], p[2])
	case opHatch:
		to.Hatch(c.colour, Hatching(p[0]), f[0], f[1], f[2], f[3])
	case opLines:
		to.Lines(c.colour, p[0], p[1], f)
	case opCurves:
		to.Curve(c.colour, p[0], p[1], f)
	case opCircles:
		to.Circle(c.colour, p[0], f[0], f[1], f[2])
	}
}

func replayCells(c command, to Canvas) {
	cols, rows := int(c.params[4]), int(c.params[5])
	w, h := c.params[2]/float64(cols), c.params[3]/float64(rows)
	for r := range rows {
		line := c.cells[r*cols : (r+1)*cols]
		for i := 0; i < cols; {
			j := i + 1
			for j < cols && line[j] == line[i] {
				j++
			}
			if Colour(line[i]) != None {
				to.Rect(Colour(line[i]), c.params[0]+float64(i)*w, c.params[1]+float64(r)*h, float64(j-i)*w, h, 0)
			}
			i = j
		}
	}
}
