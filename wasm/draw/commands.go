package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// command is one command of a buffer, read back.
type command struct {
	op      op
	colour  Colour
	params  []float64
	figures [][]float64 // their numbers; of a text the first four
	texts   []text
	cells   []byte // of an image
}

type text struct {
	Style
	words string
}

// size is the canvas that the buffer was reset to.
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

// commands calls yield for each command; it is an iter.Seq. It is the reference
// for static/paint.js, and serves String and SVG, not frames.
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

// String lists the commands, one figure a line, for tests.
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

// short is a number with at most two decimals.
func short(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
