package picture

import (
	"os"
	"strings"
	"testing"
	"unicode"

	"hopyard/wasm/draw"
)

// TestTitles checks that every picture has a title: that of the scenario or, if the
// fonts lack one of its characters, the numbers of jobs and nodes.
func TestTitles(t *testing.T) {
	const plain = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 2, "walltime": 60}]}`
	for own, want := range map[string]string{
		"": "1 job on 4 nodes", "作业调度：EASY 填补的空洞": "作业调度：EASY 填补的空洞", "龘": "1 job on 4 nodes", "A → Б · γ": "A → Б · γ", "two 🌿": "1 job on 4 nodes",
	} {
		m, err := modelAt(t.Context(), []byte(strings.Replace(plain, `1,`, `1, "title": "`+own+`",`, 1)), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := title(m); got != want {
			t.Errorf("%q is called %q, want %q", own, got, want)
		}
		// All jobs start at once, so no step is especially instructive. The picture
		// then shows the state after these starts.
		if len(m.State.Running) != 1 {
			t.Errorf("%d jobs run", len(m.State.Running))
		}
	}
}

// TestLessonsAreLettered checks that the fonts have all characters of the Chinese
// and Russian titles and texts of lessons.
func TestLessonsAreLettered(t *testing.T) {
	for _, language := range []string{"zh", "ru"} {
		src, err := os.ReadFile("../../static/lang/" + language + "/lessons.json")
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range string(src) {
			if !unicode.IsSpace(r) && !hasGlyphs(string(r)) {
				t.Errorf("%s: the fonts lack %q: run han/make.mjs", language, r)
			}
		}
	}
}

// TestHanIsDrawn checks that Chinese titles are drawn with the right width, and
// that different characters give different images.
func TestHanIsDrawn(t *testing.T) {
	p := newCanvas(10, 10, scale)
	if one, four := p.width("作", titleSize, true), p.width("作业调度", titleSize, true); one < titleSize*0.9 || four < 3.9*one || four > 4.1*one {
		t.Errorf("one character is %v wide, four are %v", one, four)
	}
	seen := map[string]rune{}
	for _, r := range "作业调度空洞" {
		p := newCanvas(80, 80, scale)
		p.Text(2, 2, 28, draw.Style{Size: titleSize, Bold: true}, string(r))
		if other, twice := seen[string(p.image.Pix)]; twice {
			t.Errorf("%q looks like %q", r, other)
		}
		seen[string(p.image.Pix)] = r
	}
}

// TestCut checks that a text is cut only if it is too wide.
func TestCut(t *testing.T) {
	p := newCanvas(10, 10, scale)
	const text = "Планирование заданий"
	whole := p.width(text, titleSize, true)
	if got := p.cut(text, titleSize, true, whole); got != text {
		t.Errorf("it fits, and is cut to %q", got)
	}
	for most := whole - 1; most > 20; most -= 7 {
		got := p.cut(text, titleSize, true, most)
		if p.width(got, titleSize, true) > most || !strings.HasPrefix(text, strings.TrimSuffix(got, "…")) || got == text {
			t.Errorf("to %v: %q", most, got)
		}
	}
}

// TestClipAndHatch checks that drawing within a clip changes nothing outside of it,
// and that hatching stays within its rectangle.
func TestClipAndHatch(t *testing.T) {
	p := newCanvas(60, 60, 2)
	p.Clip(10, 10, 10, 10)
	p.Rect(2, 0, 0, 30, 30, 0)
	p.Unclip()
	q := newCanvas(60, 60, 2)
	for kind := range hatchings {
		q.Hatch(2, kind, 10, 10, 10, 10)
	}
	for y := range 60 {
		for x := range 60 {
			within := x >= 20 && x < 40 && y >= 20 && y < 40
			if got := p.image.RGBAAt(x, y).A > 0; got != within {
				t.Fatalf("%d, %d is painted: %v", x, y, got)
			}
			if near := x >= 17 && x < 43 && y >= 17 && y < 43; !near && q.image.RGBAAt(x, y).A > 0 {
				t.Fatalf("%d, %d is hatched", x, y)
			}
		}
	}
}
