package picture

import (
	"strings"
	"testing"
)

// A picture has a title whatever the scenario has: where the fonts lack its letters,
// it is what there is, and no boxes.
func TestTitles(t *testing.T) {
	const plain = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 2, "walltime": 60}]}`
	for own, want := range map[string]string{
		"": "1 job on 4 nodes", "作业调度": "1 job on 4 nodes", "A → Б · γ": "A → Б · γ", "two 🌿": "1 job on 4 nodes",
	} {
		m, err := still(t.Context(), []byte(strings.Replace(plain, `1,`, `1, "title": "`+own+`",`, 1)), "")
		if err != nil {
			t.Fatal(err)
		}
		if got := title(m); got != want {
			t.Errorf("%q is called %q, want %q", own, got, want)
		}
		// All starts at once, so that no step tells most: what runs then is shown.
		if len(m.State.Running) != 1 {
			t.Errorf("%d jobs run", len(m.State.Running))
		}
	}
}

// A text is cut where it is too wide, and no sooner.
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

// What is clipped changes nothing around, and hatching stays within its rectangle.
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
