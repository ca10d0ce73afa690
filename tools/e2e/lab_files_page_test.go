package e2e

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLabFilesByKeyboard saves the results of an experiment as files and copies its
// link, by keyboard alone. It checks that the pictures are not blank, that the
// LaTeX table names all policies, and that the report draws its charts without a
// network.
func TestLabFilesByKeyboard(t *testing.T) {
	page, folder := open(t, "/", View{}), t.TempDir()
	must(t, page.Downloads(folder))
	twoSeedsByKeys(t, page)
	curves := eval[[]string](t, page, `[...document.querySelectorAll("#lab .tags > span")].map(e => [...e.childNodes].filter(n => n.nodeType === 3 || n.tagName !== "BUTTON").map(n => n.textContent).join("").trim())`)
	if len(curves) != 3 || curves[0] == "" {
		t.Fatalf("the curves are %q", curves)
	}
	save := func(kind, pattern string) string {
		labTab(t, page, fmt.Sprintf(`[data-lab=export][value=%s]`, kind))
		must(t, page.Press("Enter"))
		return savedAs(t, folder, pattern)
	}

	isDrawn(t, save("png", "*.png"))
	texts := svgTexts(t, save("svg", "*.svg"))
	latex := save("latex", "*.tex")
	for _, name := range curves {
		if !strings.Contains(texts, name) {
			t.Errorf("the SVG does not name %s: %s", name, texts)
		}
		if !strings.Contains(latex, name) {
			t.Errorf("the table does not name %s:\n%s", name, latex)
		}
	}
	if !strings.Contains(latex, `\begin{tabular}`) || strings.Count(latex, `\\`) != 10 { // a header and nine factors
		t.Errorf("no table of nine factors:\n%s", latex)
	}
	reportDraws(t, save("report", "*.html"), []string{"fcfs", "easy", "conservative"}) // the report must name the policies as the experiment does

	eval[bool](t, page, `(() => {
		const write = navigator.clipboard.writeText.bind(navigator.clipboard)
		navigator.clipboard.writeText = text => { window.copied = text; return write(text) }
		return true
	})()`)
	labTab(t, page, `[data-lab=export][value=link]`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`window.copied`))
	if copied, at := eval[string](t, page, `window.copied`), eval[string](t, page, `location.href`); copied != at {
		t.Errorf("copied is %.80s, the address %.80s", copied, at)
	}
}

// isDrawn checks that a PNG picture contains at least ten colours, more than an
// empty picture.
func isDrawn(t *testing.T, file string) {
	t.Helper()
	picture, err := png.Decode(strings.NewReader(file))
	must(t, err)
	colours := map[[4]uint32]bool{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			r, g, b, a := picture.At(x, y).RGBA()
			colours[[4]uint32{r, g, b, a}] = true
		}
	}
	if len(colours) < 10 {
		t.Errorf("the PNG has %d colours only", len(colours))
	}
}

// svgTexts returns all text of an SVG file, with single spaces instead of line
// breaks. It checks that the file is well-formed XML.
func svgTexts(t *testing.T, file string) string {
	t.Helper()
	var out strings.Builder
	root := ""
	for d := xml.NewDecoder(strings.NewReader(file)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		must(t, err)
		switch x := token.(type) {
		case xml.StartElement:
			if root == "" {
				root = x.Name.Local
			}
		case xml.CharData:
			out.Write(bytes.TrimSpace(x))
			out.WriteString("\n")
		}
	}
	if root != "svg" {
		t.Errorf("the root is %q", root)
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// reportDraws opens a report from disk. It checks that its charts are drawn, that
// it names the curves, and that it makes no request.
func reportDraws(t *testing.T, file string, curves []string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "report.html")
	must(t, os.WriteFile(name, []byte(file), 0o644))
	report := openAny(t, "file://"+name, View{})
	must(t, report.Wait(`document.readyState === 'complete' && [...document.querySelectorAll('canvas')].some(c => c.width && new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size > 9)`))
	asked := eval[[]string](t, report, `performance.getEntriesByType('resource').map(e => e.name)`)
	if len(asked) > 0 || len(report.Console()) > 0 {
		t.Errorf("the report asks for %q and says %q", asked, report.Console())
	}
	text := eval[string](t, report, `document.body.textContent`)
	for _, curve := range curves {
		if !strings.Contains(text, curve) {
			t.Errorf("the report does not name %s", curve)
		}
	}
}
