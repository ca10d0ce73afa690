package puzzlepanel

import (
	"fmt"
	"strings"

	"hopyard/core/puzzle"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/draw"
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
		lines = append(lines, i18n.Plain(p.Words.Colon(p.Words.Say(i18n.PuzzleByHand), p.versus(wait)+p.badge(wait))))
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
func (p *PuzzlePanel) Picture(palette []string, link string) (svg string, w, h float64) {
	c := p.Words
	var out strings.Builder
	text := func(x, y, size float64, colour draw.Colour, extra, s string) {
		fmt.Fprintf(&out, `<text x="%g" y="%g" font-size="%g" fill="%s"%s>%s</text>`, x, y, size, i18n.Escape(palette[colour]), extra, i18n.Escape(s))
	}
	bold := ` font-weight="650"`
	y := margin + 24
	text(margin, y, 30, draw.Ink, bold, puzzle.Title(p.Puzzle.Date))
	y += 22
	if p.Done(Predict) {
		text(margin, y+14, 15, draw.Soft, "", c.Say(i18n.PuzzlePredict))
		text(pictureW-margin, y+14, 15, draw.Ink, bold+` text-anchor="end"`, p.scoreText())
		y += 28
		for i, mark := range p.marks() {
			x := margin + float64(i)*(square+gap)
			fill, ink := draw.Good, draw.Panel
			dash := ""
			switch mark {
			case Wrong:
				fill, ink = draw.Free, draw.Soft
			case Hinted:
				dash = fmt.Sprintf(`<circle cx="%g" cy="%g" r="5" fill="%s"/>`, x+square-10, y+10, i18n.Escape(palette[draw.Panel]))
			}
			fmt.Fprintf(&out, `<rect x="%g" y="%g" width="%g" height="%[3]g" rx="9" fill="%s"/>%s`, x, y, square, i18n.Escape(palette[fill]), dash)
			path := "M-13 1l8 9L14-11"
			if mark == Wrong {
				path = "M-10-10L10 10M10-10L-10 10"
			}
			fmt.Fprintf(&out, `<path d="%s" transform="translate(%g %g)" fill="none" stroke="%s" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`,
				path, x+square/2, y+square/2, i18n.Escape(palette[ink]))
		}
		y += square + 18
	}
	if p.Done(ByHand) {
		wait := simtime.Duration(p.record().Wait)
		text(margin, y+14, 15, draw.Soft, "", c.Say(i18n.PuzzleHand))
		text(pictureW-margin, y+14, 15, draw.Ink, bold+` text-anchor="end"`, i18n.Upper(p.versus(wait)))
		y += 28
		full := pictureW - 2*margin
		most := float64(max(p.Puzzle.EASY, wait))
		for i, bar := range [...]simtime.Duration{p.Puzzle.EASY, wait} {
			colour := [...]draw.Colour{draw.Soft, draw.Accent}[i]
			fmt.Fprintf(&out, `<rect x="%g" y="%g" width="%.1f" height="16" rx="4" fill="%s"/>`, margin, y+float64(i)*22, max(full*float64(bar)/most, 80), i18n.Escape(palette[colour]))
			text(margin+8, y+float64(i)*22+12, 11, draw.Panel, bold, [...]string{"EASY", c.Say(i18n.PuzzleByHand)}[i])
		}
		y += 48
		if wait <= p.Puzzle.Best {
			y += 16
			text(margin, y, 16, draw.Good, bold, "★ "+c.Say(i18n.PuzzleBest))
			y += 12
		}
	}
	y += 18
	text(margin, y, 13, draw.Soft, "", link)
	h = y + margin - 8
	title := i18n.Escape(strings.ReplaceAll(p.Result(link), "\n", " · "))
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%[1]g" height="%[2]g" font-family="system-ui,sans-serif" lang="%[3]s"><title>%[4]s</title><rect width="%[1]g" height="%[2]g" fill="%[5]s"/>%[6]s</svg>`+"\n",
		pictureW, h, c.Code, title, i18n.Escape(palette[draw.Panel]), out.String()), pictureW, h
}
