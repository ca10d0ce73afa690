package draw

import "strings"

// Style is how a text is set.
type Style struct {
	Size   float64 // pixels
	Bold   bool
	Align  Align
	Middle bool   // y is the middle of the text instead of its baseline
	Halo   Colour // around the letters, to stand on patterns; None: none
	Max    float64
	// Max is the width beyond which the text is cut with an ellipsis; 0: never.
}

// Align says which point of a text x is.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Centre
	Right
)

const textWords = 6 // x, y, size, max; style bits; number of the text

// Text appends a text. Newlines in it become spaces.
func (b *Buffer) Text(c Colour, x, y float64, text string, s Style) {
	if text == "" {
		return
	}
	b.figure(opText, c, 0, 0, 0)
	b.four(x, y, s.Size, s.Max)
	bits := uint32(s.Align) | uint32(s.Halo)<<8
	if s.Bold {
		bits |= 4
	}
	if s.Middle {
		bits |= 8
	}
	b.words = append(b.words, bits, uint32(len(b.texts)))
	b.texts = append(b.texts, strings.ReplaceAll(text, "\n", " "))
}

// TextWidth is about how wide a text will be: from the usual proportions of
// sans-serif faces, because measuring is the browser's and drawing is pure. It
// errs to the wide side.
func TextWidth(text string, size float64, bold bool) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			w += 0.6
		case strings.ContainsRune("ijlI.,:;'|! ", r):
			w += 0.32
		case strings.ContainsRune("mwMW@%", r):
			w += 0.92
		case r >= 'A' && r <= 'Z':
			w += 0.7
		case r >= 0x2e80:
			w++
		case r >= 0x400:
			w += 0.66
		default:
			w += 0.58
		}
	}
	if bold {
		w *= 1.06
	}
	return w * size
}
