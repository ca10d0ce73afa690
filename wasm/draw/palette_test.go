package draw

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// theme returns the colours of a theme from the style sheet: of the light theme if
// dark is 0, of the dark theme if it is 1.
func theme(t *testing.T, dark int) map[string][3]float64 {
	colours := map[string][3]float64{}
	read(t, colours, "tokens.css", ":root {", dark)
	return colours
}

// read adds the colours defined by one rule of a style sheet.
func read(t *testing.T, colours map[string][3]float64, file, rule string, dark int) {
	t.Helper()
	raw, err := os.ReadFile("../../static/css/" + file)
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(raw), rule)
	if !found {
		t.Fatalf("%s has no rule %s", file, rule)
	}
	block, _, _ := strings.Cut(after, "}")
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
}

// contrast returns the contrast ratio of two colours as defined in WCAG 2.2.
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
		checkContrast(t, name, colours, 4.5, 3)
		for palette, rule := range map[string]string{"tol": `[data-palette="tol"] {`, "grey": `[data-palette="grey"] {`} {
			read(t, colours, "palettes.css", rule, dark)
			checkJobs(t, name+" "+palette, colours)
		}
		colours = theme(t, dark)
		read(t, colours, "contrast.css", `:root[data-theme="contrast"] {`, dark)
		checkContrast(t, name+", high contrast", colours, 7, 4.5)
	}
}

// checkContrast checks that texts and lines have enough contrast with the
// backgrounds on which they appear. The parameters text and line are the minimum
// ratios.
func checkContrast(t *testing.T, name string, colours map[string][3]float64, text, line float64) {
	check := func(a, b string, least float64) {
		if got := contrast(colours[a], colours[b]); got < least {
			t.Errorf("%s: %s on %s has a contrast of %.2f; want %.1f", name, a, b, got, least)
		}
	}
	for _, ink := range []string{"--ink", "--soft", "--accent", "--good", "--bad"} {
		for _, ground := range []string{"--panel", "--bg", "--tint", "--band"} {
			check(ink, ground, text)
		}
	}
	check("--panel", "--accent", text) // text of the primary button
	check("--panel", "--ink", text)    // symbol of the play button
	check("--soft", "--free", text)    // node numbers
	check("--promised", "--panel", line)
	check("--control", "--panel", line)
	for i := range JobColours {
		check("--ink", "--"+(JobColour(0)+Colour(i)).Light().String(), 4.5)
	}
	checkJobs(t, name, colours)
}

// checkJobs checks that text has enough contrast on the colours of jobs.
func checkJobs(t *testing.T, name string, colours map[string][3]float64) {
	for i := range JobColours {
		c := JobColour(0) + Colour(i)
		if got := contrast(colours["--"+c.On().String()], colours["--"+c.String()]); got < 4.5 {
			t.Errorf("%s: text on job %d has a contrast of %.2f; want 4.5", name, i, got)
		}
	}
}

// TestBothRulesOfHighContrastAreTheSame checks the two rules of contrast.css. One
// applies if the system prefers high contrast, the other if the reader has chosen
// that theme; both must have the same content.
func TestBothRulesOfHighContrastAreTheSame(t *testing.T) {
	raw, err := os.ReadFile("../../static/css/contrast.css")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(raw), `:root[data-theme="contrast"] {`)
	chosen, rest, _ := strings.Cut(after, "}")
	_, after, _ = strings.Cut(rest, "@media (prefers-contrast: more) {")
	_, after, _ = strings.Cut(after, "{")
	asked, _, _ := strings.Cut(after, "}")
	if strings.Join(strings.Fields(chosen), " ") != strings.Join(strings.Fields(asked), " ") {
		t.Errorf("chosen:\n%s\nasked for:\n%s", chosen, asked)
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

// lab converts a colour to the colour space CIE L*a*b*, in which distances
// approximate perceived differences.
func lab(c [3]float64) [3]float64 {
	var l [3]float64
	for i, v := range c {
		if l[i] = v / 12.92; v > 0.04045 {
			l[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x := f((0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]) / 0.9505)
	y := f(0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2])
	z := f((0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// TestLoadsDoNotLookLikeJobs compares the colours of loaded links with the colours
// of jobs. They must clearly differ in the light and the dark theme, and in all
// palettes.
func TestLoadsDoNotLookLikeJobs(t *testing.T) {
	for dark, name := range []string{"light", "dark"} {
		for _, palette := range []string{"", `[data-palette="tol"] {`, `[data-palette="grey"] {`} {
			colours := theme(t, dark)
			if palette != "" {
				read(t, colours, "palettes.css", palette, dark)
			}
			for _, warm := range []string{"--warm1", "--warm2", "--warm3"} {
				for i := range JobColours {
					job := "--job" + strconv.Itoa(i)
					a, b := lab(colours[warm]), lab(colours[job])
					far := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
					if least := 25.0; far < least && (warm != "--warm1" || far < 15) {
						t.Errorf("%s %s: %s is like %s: %.0f apart, want %.0f", name, palette, warm, job, far, least)
					}
				}
			}
		}
	}
}
