package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"hopyard/scenarios"
)

// TestPictures checks that the picture of each lesson is not empty, uses the page's
// colours, and contains nothing that the content security policy forbids. It also
// checks that all pictures together are small.
func TestPictures(t *testing.T) {
	var all strings.Builder
	seen := map[string]string{}
	for _, l := range scenarios.All() {
		p, err := lessonPicture(l)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := lessonPicture(l); again != p {
			t.Errorf("%s: two runs, two pictures", l.Name)
		}
		for _, jobs := range []string{"var(--job", "viewBox"} {
			if !strings.Contains(string(p), jobs) {
				t.Errorf("%s: its picture has no %s: %s", l.Name, jobs, p)
			}
		}
		if strings.Contains(string(p), "style=") || strings.Contains(string(p), "NaN") || strings.Contains(string(p), "Inf") {
			t.Errorf("%s: %s", l.Name, p)
		}
		for d := xml.NewDecoder(strings.NewReader(string(p))); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v in %s", l.Name, err, p)
			}
		}
		seen[string(p)] += " " + l.Name
		all.WriteString(string(p))
	}
	for _, names := range seen {
		if strings.Count(names, " ") > 2 {
			t.Errorf("the pictures of%s are the same", names)
		}
	}
	var small bytes.Buffer
	w := brotli.NewWriterLevel(&small, brotli.BestCompression)
	if _, err := w.Write([]byte(all.String())); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Logf("%d pictures: %d bytes, %d in brotli", len(scenarios.All()), all.Len(), small.Len())
	if small.Len() > 40_000 {
		t.Errorf("the pictures weigh %d bytes in brotli; 40,000 are allowed", small.Len())
	}
}
