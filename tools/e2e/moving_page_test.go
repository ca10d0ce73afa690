package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnimatedPicture exports a run as an animated picture and opens the file. It
// checks that the timeline fills as time passes, and that jobs are visible on the
// machine. If the reader prefers reduced motion, nothing may be animated.
func TestAnimatedPicture(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("u"))
	must(t, page.Wait(`document.getElementById('export')?.open`))
	eval[bool](t, page, `(hopyard.save = (name, type, text) => { window.saved = [name, type, text] }, true)`)
	must(t, page.Click(`[data-export="moving"]`))
	must(t, page.Wait(`window.saved`))
	saved := eval[[]string](t, page, `window.saved`)
	if !strings.HasSuffix(saved[0], "-animated.svg") || saved[1] != "image/svg+xml" {
		t.Fatalf("it is saved as %q, %q", saved[0], saved[1])
	}
	file := filepath.Join(t.TempDir(), "run.svg")
	must(t, os.WriteFile(file, []byte(saved[2]), 0o644))
	picture := openAny(t, "file://"+file, View{})
	const shown = `(at => {
		for (const a of document.getAnimations()) { a.pause(); a.currentTime = at }
		const fill = document.querySelector('.fill')
		return [fill.getBBox().width * new DOMMatrix(getComputedStyle(fill).transform).a, [...document.querySelectorAll('g.o')].filter(g => getComputedStyle(g).visibility === 'visible').length]
	})`
	before, jobs := -1.0, 0.0
	for _, at := range []string{"0", "2000", "5000", "8000", "9800"} {
		now := eval[[]float64](t, picture, shown+`(`+at+`)`)
		if now[0] < before || at == "5000" && now[1] == 0 {
			t.Errorf("after %s ms %g pixels are filled, %g before, and %g parts of jobs are on the machine", at, now[0], before, now[1])
		}
		before, jobs = now[0], jobs+now[1]
	}
	if before < 500 || jobs < 6 {
		t.Errorf("at the end %g pixels are filled, and %g parts of jobs were seen", before, jobs)
	}
	still := openAny(t, "file://"+file, View{Still: true})
	if n := eval[int](t, still, `document.getAnimations().length`); n != 0 {
		t.Errorf("%d animations run for readers who want no motion", n)
	}
}
