package puzzlepanel

import (
	"fmt"
	"strings"

	"hopyard/core/puzzle"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Fragment returns the fragment of the link to the puzzle of a date. The fragment
// includes the #.
func Fragment(d puzzle.Date) string { return linkStart + d.String() }

const linkStart = "#puzzle="

// squares holds a symbol for each result of an answer in the shared text. The
// symbols differ in brightness as well as in colour.
var squares = map[byte]string{Right: "🟩", Hinted: "🟨", Wrong: "⬛", Open: "⬜"}

// Result returns the text that the reader can share, which ends with the link. The
// text contains no jobs, times or nodes, because these would reveal the solution.
func (p *PuzzlePanel) Result(link string) string {
	lines := []string{puzzle.Title(p.Puzzle.Date)}
	if p.Done(Predict) {
		row := ""
		for _, mark := range p.marks() {
			row += squares[mark]
		}
		lines = append(lines, row+" "+p.scoreText())
	}
	if p.Done(ByHand) {
		wait := simtime.Duration(p.record().Wait)
		lines = append(lines, i18n.Colon(p.Words, p.Words.Say(i18n.PuzzleByHand), p.versus(wait)+i18n.After(" ", p.best(wait))))
	}
	return strings.Join(append(lines, link), "\n")
}

// Dimensions of the shared picture in pixels.
const (
	pictureW = 600.0
	square   = 56.0
	gap      = 10.0
	margin   = 36.0
)

// Picture returns the reader's result as an SVG picture, with its width and height.
// The picture uses the colours of the given palette.
func (p *PuzzlePanel) Picture(palette []string, link string) (svg html.HTML, w, h float64) {
	c := p.Words
	var out html.Builder
	fill := func(colour draw.Colour) html.Attr { return html.Attr{"fill", palette[colour]} }
	text := func(x, y, size float64, colour draw.Colour, s string, more ...html.Piece) {
		out.El("text", append([]html.Piece{html.Float("x", x), html.Float("y", y), html.Float("font-size", size), fill(colour), html.Text(s)}, more...)...)
	}
	bold, end := html.Attr{"font-weight", "650"}, html.Attr{"text-anchor", "end"}
	y := margin + 24
	text(margin, y, 30, draw.Ink, puzzle.Title(p.Puzzle.Date), bold)
	y += 22
	if p.Done(Predict) {
		text(margin, y+14, 15, draw.Soft, c.Say(i18n.PuzzlePredict))
		text(pictureW-margin, y+14, 15, draw.Ink, p.scoreText(), bold, end)
		y += 28
		for i, mark := range p.marks() {
			x := margin + float64(i)*(square+gap)
			paint, ink, path := draw.Good, draw.Panel, "M-13 1l8 9L14-11"
			if mark == Wrong {
				paint, ink, path = draw.Free, draw.Soft, "M-10-10L10 10M10-10L-10 10"
			}
			out.El("rect", html.Float("x", x), html.Float("y", y), html.Float("width", square), html.Float("height", square), html.Attr{"rx", "9"}, fill(paint))
			if mark == Hinted {
				out.El("circle", html.Float("cx", x+square-10), html.Float("cy", y+10), html.Attr{"r", "5"}, fill(draw.Panel))
			}
			out.Add(html.Path(path, html.Attr{"transform", fmt.Sprintf("translate(%g %g)", x+square/2, y+square/2)}, html.Attr{"fill", "none"}, html.Attr{"stroke", palette[ink]},
				html.Attr{"stroke-width", "5"}, html.Attr{"stroke-linecap", "round"}, html.Attr{"stroke-linejoin", "round"}))
		}
		y += square + 18
	}
	if p.Done(ByHand) {
		wait := simtime.Duration(p.record().Wait)
		text(margin, y+14, 15, draw.Soft, c.Say(i18n.PuzzleHand))
		text(pictureW-margin, y+14, 15, draw.Ink, i18n.Upper(p.versus(wait)), bold, end)
		y += 28
		full := pictureW - 2*margin
		most := float64(max(p.Puzzle.EASY, wait))
		for i, bar := range [...]simtime.Duration{p.Puzzle.EASY, wait} {
			colour := [...]draw.Colour{draw.Soft, draw.Accent}[i]
			out.El("rect", html.Float("x", margin), html.Float("y", y+float64(i)*22), html.Tenth("width", max(full*float64(bar)/most, 80)), html.Attr{"height", "16"}, html.Attr{"rx", "4"}, fill(colour))
			text(margin+8, y+float64(i)*22+12, 11, draw.Panel, [...]string{"EASY", c.Say(i18n.PuzzleByHand)}[i], bold)
		}
		y += 48
		if best := p.best(wait); best != "" {
			y += 16
			text(margin, y, 16, draw.Good, best, bold)
			y += 12
		}
	}
	y += 18
	text(margin, y, 13, draw.Soft, link)
	h = y + margin - 8
	title := strings.ReplaceAll(p.Result(link), "\n", " · ")
	width, height := html.Float("width", pictureW), html.Float("height", h)
	return html.El("svg", html.Attr{"xmlns", "http://www.w3.org/2000/svg"}, html.Attr{"viewBox", fmt.Sprintf("0 0 %g %g", pictureW, h)}, width, height,
		html.Attr{"font-family", "system-ui,sans-serif"}, html.Attr{"lang", c.Code}, html.El("title", html.Text(title)), html.El("rect", width, height, fill(draw.Panel)), out.HTML()) + "\n", pictureW, h
}
