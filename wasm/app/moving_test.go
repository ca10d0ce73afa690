package app

import (
	"encoding/xml"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hopyard/scenarios"
)

// isXML fails the test if a text is not XML.
func isXML(t *testing.T, name, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s is no XML: %v", name, err)
		}
	}
}

// TestAnimatedPictures checks the animated pictures of lessons. A picture must be
// XML without scripts and web addresses, and small enough to be sent. Its times
// must lie within the animation.
func TestAnimatedPictures(t *testing.T) {
	keyframe := regexp.MustCompile(`@keyframes k(\d+)\{0%\{visibility:hidden\}([\d.]+)%\{visibility:visible\}([\d.]+)%\{visibility:hidden\}\}`)
	for i, l := range scenarios.All() {
		if i%7 != 0 {
			continue
		}
		s := open(t, lesson(t, l.Name))
		svg, problem := s.Export.Moving(colours())
		if problem != "" {
			t.Errorf("%s: %s", l.Name, problem)
			continue
		}
		isXML(t, l.Name, string(svg))
		if len(svg) > 400_000 || strings.Contains(string(svg), "<script") || strings.Count(string(svg), "http") != 1 || strings.Contains(string(svg), "NaN") {
			t.Errorf("%s: %d bytes, %d addresses", l.Name, len(svg), strings.Count(string(svg), "http"))
		}
		if n := s.Export.MovingSeconds(); n < 10 || n > 20 || !strings.Contains(string(svg), ".fill{animation:fill "+strconv.FormatInt(n, 10)+"s") {
			t.Errorf("%s takes %d seconds", l.Name, n)
		}
		spans := keyframe.FindAllStringSubmatch(string(svg), -1)
		if len(spans) == 0 || !strings.Contains(string(svg), "prefers-reduced-motion") {
			t.Errorf("%s does not move", l.Name)
		}
		for _, x := range spans {
			from, _ := strconv.ParseFloat(x[2], 64)
			to, _ := strconv.ParseFloat(x[3], 64)
			if from < 0 || to <= from || to > 100 {
				t.Errorf("%s: span %s is from %g to %g", l.Name, x[1], from, to)
			}
		}
		if out := os.Getenv("HOPYARD_PICTURES"); out != "" {
			if err := os.WriteFile(out+"/"+l.Name+".svg", []byte(svg), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := evil(t)
	svg, _ := s.Export.Moving(colours())
	isXML(t, "a title that would do harm", string(svg))
}
