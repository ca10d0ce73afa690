package draw

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// theme reads a theme's colours from the style sheet: 0 light, 1 dark.
func theme(t *testing.T, dark int) map[string][3]float64 {
	raw, err := os.ReadFile("../../static/css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	block, _, _ := strings.Cut(string(raw), "\n}")
	colours := map[string][3]float64{}
	for _, m := range regexp.MustCompile(`(--[\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}))`).FindAllStringSubmatch(block, -1) {
		hex := m[2+dark]
		if m[4] != "" {
			hex = m[4]
		}
		var c [3]float64
		for i := range c {
			v, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
			if err != nil {
				t.Fatalf("%s: %v", m[0], err)
			}
			c[i] = float64(v) / 255
		}
		colours[m[1]] = c
	}
	return colours
}

// contrast is the ratio of WCAG 2.2.
func contrast(a, b [3]float64) float64 {
	luminance := func(c [3]float64) float64 {
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v := c[i] / 12.92
			if c[i] > 0.04045 {
				v = math.Pow((c[i]+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestStyleSheetHasThePalette(t *testing.T) {
	for dark, name := range []string{"light", "dark"} {
		colours := theme(t, dark)
		for token := range strings.FieldsSeq(Tokens()) {
			if _, ok := colours[token]; !ok && token != "--none" {
				t.Errorf("%s: static/css/tokens.css has no %s", name, token)
			}
		}
	}
}

func TestContrast(t *testing.T) {
	for dark, name := range []string{"light", "dark"} {
		colours := theme(t, dark)
		check := func(a, b string, least float64) {
			if got := contrast(colours[a], colours[b]); got < least {
				t.Errorf("%s: %s on %s has a contrast of %.2f; want %.1f", name, a, b, got, least)
			}
		}
		for _, text := range []string{"--ink", "--soft", "--accent", "--good", "--bad"} {
			for _, ground := range []string{"--panel", "--bg", "--tint", "--band"} {
				check(text, ground, 4.5)
			}
		}
		check("--panel", "--accent", 4.5) // the primary button
		check("--panel", "--ink", 4.5)    // the play button
		check("--soft", "--free", 4.5)    // node numbers
		check("--promised", "--panel", 3)
		check("--control", "--panel", 3)
		for i := range JobColours {
			c := JobColour(0) + Colour(i)
			check("--"+c.On().String(), "--"+c.String(), 4.5)
			check("--ink", "--"+c.Light().String(), 4.5)
		}
	}
}

func TestJobColoursDiffer(t *testing.T) {
	for dark, name := range []string{"light", "dark"} {
		colours := theme(t, dark)
		for i := range JobColours {
			for j := range i {
				a, b := colours["--"+JobColour(0).at(i)], colours["--"+JobColour(0).at(j)]
				d := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
				if d < 0.2 {
					t.Errorf("%s: the colours of jobs %d and %d are %.2f apart", name, i, j, d)
				}
			}
		}
	}
	if JobColour(2) != JobColour(2+JobColours) || JobColour(2).Light() == JobColour(2) || Ink.Light() != Ink || Soft.On() != Ink {
		t.Error("the palette's arithmetic is off")
	}
}

func (c Colour) at(i int) string { return (c + Colour(i)).String() }
