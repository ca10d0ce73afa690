package picture

import (
	"image"
	"math"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"hopyard/wasm/draw"
)

// The Go fonts: Latin, Greek and Cyrillic letters, and the arrows and signs that
// pictures use. A server has no fonts of its own to rely on, and one with Chinese
// would weigh more than the server.
var regular, bold = parsed(goregular.TTF), parsed(gobold.TTF)

func parsed(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // it is part of the program
	}
	return f
}

// lettered reports whether the fonts have all letters of a text.
func lettered(text string) bool {
	var b sfnt.Buffer
	for _, r := range text {
		if i, err := regular.GlyphIndex(&b, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}

// faces are the fonts in the sizes that a picture uses. They are not for several
// goroutines.
type faces map[faceKey]font.Face

type faceKey struct {
	size float64 // pixels
	bold bool
}

func (f faces) of(size float64, heavy bool) font.Face {
	key := faceKey{size, heavy}
	if face, ok := f[key]; ok {
		return face
	}
	from := regular
	if heavy {
		from = bold
	}
	face, err := opentype.NewFace(from, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // it never says one
	}
	f[key] = face
	return face
}

// width is how wide a text is, in units.
func (p *canvas) width(text string, size float64, heavy bool) float64 {
	return float64(font.MeasureString(p.faces.of(size*p.scale, heavy), text)) / 64 / p.scale
}

// cut is as much of a text as fits, with … where something is missing.
func (p *canvas) cut(text string, size float64, heavy bool, most float64) string {
	if p.width(text, size, heavy) <= most {
		return text
	}
	for text != "" {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
		if p.width(text+"…", size, heavy) <= most {
			return text + "…"
		}
	}
	return "…"
}

func (p *canvas) Text(c draw.Colour, x, y float64, s draw.Style, words string) {
	if !p.begin(c) {
		return
	}
	if s.Max > 0 {
		words = p.cut(words, s.Size, s.Bold, s.Max)
	}
	x -= p.width(words, s.Size, s.Bold) * [...]float64{0, 0.5, 1}[s.Align]
	if s.Middle {
		y += s.Size * 0.36
	}
	x, y = p.at(x, y)
	if s.Halo != draw.None {
		const around = 16
		for i := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / around)
			p.letters(s.Halo, x+cos*2*p.scale, y+sin*2*p.scale, s, words)
		}
	}
	p.letters(c, x, y, s, words)
}

// letters draws a text from its left end on its baseline, in pixels.
func (p *canvas) letters(c draw.Colour, x, y float64, s draw.Style, words string) {
	d := font.Drawer{
		Dst: p.image, Src: image.NewUniform(colours[c]), Face: p.faces.of(s.Size*p.scale, s.Bold),
		Dot: fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(y * 64))},
	}
	d.DrawString(words)
}
