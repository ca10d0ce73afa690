package draw

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// every appends at least one command of every kind to a buffer.
func every(b *Buffer) {
	b.Reset(Size{100, 50, 1})
	b.Fill(Ink, 1, 2, 3, 4)
	b.Fill(Ink, 5, 6, 7, 8)
	b.Fill(Soft, 5, 6, 7, 8)
	b.Stroke(Line, 1.5, 1, 2, 3, 4)
	b.Round(JobColour(3), 2, 1, 2, 3, 4)
	b.RoundOut(Accent, 2, 4, 3, 1, 2, 3, 4)
	b.Segment(Line, 1, 0, 1, 2, 3, 4)
	b.Segment(Line, 2, 0, 1, 2, 3, 4)
	b.Curve(Warm2, 2, 0, 0, 10, 20, 5)
	b.Path(Ink, 1, 3, 0, 0, 5, 5, 10, 0)
	b.Circle(Ink, 0, 5, 5, 2)
	b.Hatch(Promised, Rising, 1, 1, 8, 8)
	b.Clip(0, 0, 50, 50)
	b.Text(Ink, 10, 20, "job 9", Style{Size: 11, Bold: true, Align: Centre, Middle: true, Halo: Panel, Max: 30})
	b.Text(Ink, 10, 20, "two\nlines & <more>", Style{Size: 9, Align: Right})
	b.Unclip()
	copy(b.Image(1, 2, 6, 4, 3, 2), []byte{0, 1, 2, 3, 4, 5})
	b.Fill(Ink, 1, 1, 1, 1)
}

func TestBufferReadsBack(t *testing.T) {
	var b Buffer
	every(&b)
	want := `canvas 100 50
fill ink : 1 2 3 4
fill ink : 5 6 7 8
fill soft : 5 6 7 8
stroke line 1.5 : 1 2 3 4
round job3 2 : 1 2 3 4
roundout accent 2 4 3 : 1 2 3 4
lines line 1 0 : 1 2 3 4
lines line 2 0 : 1 2 3 4
curves warm2 2 0 : 0 0 0 5 10 15 10 20
path ink 1 3 : 0 0
path ink 1 3 : 5 5
path ink 1 3 : 10 0
circles ink 0 : 5 5 2
hatch promised 0 : 1 1 8 8
clip 0 0 50 50
text ink : 10 20 11 30 "job 9"
text ink : 10 20 9 0 "two lines & <more>"
unclip
image 1 2 6 4 3 2
	[0 1 2]
	[3 4 5]
fill ink : 1 1 1 1
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for c := range b.commands {
		if c.op == opText {
			if s := c.texts[0].Style; s != (Style{Size: 11, Bold: true, Align: Centre, Middle: true, Halo: Panel, Max: 30}) {
				t.Errorf("the style came back as %+v", s)
			}
		}
	}
}

func TestBufferJoinsFigures(t *testing.T) {
	var b Buffer
	b.Reset(Size{10, 10, 1})
	for range 70_000 { // more figures than a single command can hold
		b.Fill(Ink, 1, 1, 1, 1)
	}
	commands, figures := 0, 0
	for c := range b.commands {
		commands++
		figures += len(c.figures)
	}
	if commands != 2 || figures != 70_000 {
		t.Errorf("70,000 equal rectangles make %d commands of %d figures; want 2 of 70,000", commands, figures)
	}
	b.Reset(Size{10, 10, 1})
	b.Fill(None, 1, 1, 1, 1)
	b.Fill(Ink, 1, 1, 0, 1)
	b.Text(Ink, 1, 1, "", Style{Size: 9})
	if len(b.Bytes()) != 8 {
		t.Errorf("what cannot be seen takes %d bytes beside the header", len(b.Bytes())-8)
	}
}

// TestPlayerKnowsTheForm checks the table of command lengths in static/paint.js. It
// must agree with the table ops of this package, of which it is a copy.
func TestPlayerKnowsTheForm(t *testing.T) {
	script, err := os.ReadFile("../../static/paint.js")
	if err != nil {
		t.Fatal(err)
	}
	params, words := make([]string, len(ops)), make([]string, len(ops))
	for i, f := range ops {
		params[i], words[i] = fmt.Sprint(f.params), fmt.Sprint(f.figures)
	}
	for name, want := range map[string]string{"params": strings.Join(params, ", "), "words": strings.Join(words, ", ")} {
		m := regexp.MustCompile(`const ` + name + ` = \[([^\]]*)\]`).FindSubmatch(script)
		if m == nil || string(m[1]) != want {
			t.Errorf("static/paint.js: %s are %q; the buffer's are %q", name, m, want)
		}
	}
}

func TestSVG(t *testing.T) {
	var b Buffer
	every(&b)
	palette := strings.Fields(Tokens())
	for i, name := range palette {
		palette[i] = "var(" + name + ")"
	}
	got := SVG(&b, palette)
	for _, want := range []string{
		`viewBox="0 0 100 50"`, `<rect x="5" y="6" width="7" height="8" fill="var(--ink)"/>`, `two lines &amp; &lt;more&gt;`,
		`stroke-dasharray="4 3"`, `M0 0C0 5 10 15 10 20`, `M0 0L5 5L10 0`, `fill="url(#h11-0)"`, `text-anchor="middle"`, `paint-order="stroke"`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if open, closed := strings.Count(string(got), "<g "), strings.Count(string(got), "</g>"); open != closed {
		t.Errorf("%d groups opened, %d closed", open, closed)
	}
}

func TestTextWidthErrsToTheWideSide(t *testing.T) {
	// Widths of texts in Noto Sans at 11 px, measured in Chromium.
	for text, measured := range map[string]float64{"job 9": 25.4, "64": 12.6, "shadow time 10:40": 97.2, "job 7, promised": 80.3, "Утилизация 12:40": 95.3} {
		if got := TextWidth(text, 11, false); got < measured*0.95 || got > measured*1.3 {
			t.Errorf("%q: estimated %.1f, measured %.1f", text, got, measured)
		}
	}
}
