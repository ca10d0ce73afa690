package picture

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"image"
	"io"
	"math"
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"hopyard/wasm/draw"
)

// regular and bold are the Go fonts. They contain Latin, Greek and Cyrillic
// letters, and the arrows and symbols that pictures use. They are embedded in the
// program, because a server may have no fonts.
var regular, bold = parsed(goregular.TTF), parsed(gobold.TTF)

// han returns the font for Chinese characters, Noto Sans SC Bold. The whole font
// has 10 MB, so it is reduced to the 3,755 most common characters and those that
// the page's own texts use (han/make.mjs). The first call decompresses the font.
var han = sync.OnceValue(func() *opentype.Font {
	packed, err := gzip.NewReader(bytes.NewReader(hanPacked))
	if err != nil {
		panic(err) // never happens, because the font is part of the program
	}
	ttf, err := io.ReadAll(packed)
	if err != nil {
		panic(err)
	}
	return parsed(ttf)
})

//go:embed han/han.ttf.gz
var hanPacked []byte

func parsed(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // never happens, because the font is part of the program
	}
	return f
}

// holds reports whether a font has a glyph for a character.
func holds(f *opentype.Font, r rune) bool {
	var b sfnt.Buffer
	i, err := f.GlyphIndex(&b, r)
	return err == nil && i != 0
}

// hasGlyphs reports whether the fonts have glyphs for all characters of a text.
func hasGlyphs(text string) bool {
	for _, r := range text {
		if !holds(regular, r) && !holds(han(), r) {
			return false
		}
	}
	return true
}

// faces holds each font in each size that a picture uses. It must not be used from
// several goroutines.
type faces map[faceKey]*face

type faceKey struct {
	size float64 // in pixels
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
	f[key] = &face{Face: sized(from, size), font: from, size: size}
	return f[key]
}

func sized(f *opentype.Font, size float64) font.Face {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // NewFace never returns an error
	}
	return face
}

// face is a Go font in one size. Chinese characters come from the font han in the
// same size.
type face struct {
	font.Face
	font *opentype.Font
	size float64
	han  font.Face // nil until the first Chinese character
}

// of returns the font face that contains the character r.
func (f *face) of(r rune) font.Face {
	if r < 0x2000 || holds(f.font, r) || !holds(han(), r) {
		return f.Face
	}
	if f.han == nil {
		f.han = sized(han(), f.size)
	}
	return f.han
}

func (f *face) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	return f.of(r).Glyph(dot, r)
}

func (f *face) GlyphBounds(r rune) (fixed.Rectangle26_6, fixed.Int26_6, bool) {
	return f.of(r).GlyphBounds(r)
}

func (f *face) GlyphAdvance(r rune) (fixed.Int26_6, bool) { return f.of(r).GlyphAdvance(r) }

func (f *face) Kern(r0, r1 rune) fixed.Int26_6 {
	if in := f.of(r0); in == f.of(r1) {
		return in.Kern(r0, r1)
	}
	return 0
}

// width returns the width of a text in units.
func (p *canvas) width(text string, size float64, heavy bool) float64 {
	return float64(font.MeasureString(p.faces.of(size*p.scale, heavy), text)) / 64 / p.scale
}

// cut returns the text if it is at most as wide as the limit. Otherwise it returns
// as much of the text as fits together with "…".
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

// letters draws a text whose first letter starts at x on the baseline y, both in
// pixels.
func (p *canvas) letters(c draw.Colour, x, y float64, s draw.Style, words string) {
	d := font.Drawer{
		Dst: p.image, Src: image.NewUniform(colours[c]), Face: p.faces.of(s.Size*p.scale, s.Bold),
		Dot: fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(y * 64))},
	}
	d.DrawString(words)
}
