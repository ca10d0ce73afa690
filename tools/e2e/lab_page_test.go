package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/soaktest"
	"hopyard/scenarios"
	"hopyard/wasm/app/lab"
)

const (
	labIdle  = `document.querySelector('#lab:not([hidden]) #lab-progress progress') && !document.querySelector('#lab-progress [data-lab=stop]')`
	labDone  = labIdle + ` && (x => x.max === x.value)(document.querySelector('#lab-progress progress'))`
	labDrawn = `document.querySelector('#lab-curves canvas') && document.querySelector('#lab-differences canvas')`
)

// vary opens the experiment of the first lesson, by key if keyboard is set and
// otherwise by button.
func vary(t *testing.T, p *Page, keyboard bool) {
	t.Helper()
	must(t, p.Wait(Ready))
	if keyboard {
		must(t, p.Press("b"))
	} else {
		must(t, p.Click("#vary"))
	}
	must(t, p.Wait(labIdle))
}

// labRows saves the rows of all runs of an experiment, and returns the content of
// the CSV file.
func labRows(t *testing.T, p *Page, folder string) string {
	t.Helper()
	must(t, p.Click(`[data-lab=export][value=csv]`))
	return savedAs(t, folder, "*-runs.csv")
}

// savedAs waits for a download whose name matches the pattern, returns its content,
// and removes the file.
func savedAs(t *testing.T, folder, pattern string) string {
	t.Helper()
	raw := saved(t, folder, pattern)
	names, err := filepath.Glob(filepath.Join(folder, pattern))
	must(t, err)
	must(t, os.Remove(names[0]))
	return string(raw)
}

// seeds sets the number of repetitions by typing it.
func seeds(t *testing.T, p *Page, n string) {
	t.Helper()
	must(t, p.Click(`[data-lab=repetitions]`))
	must(t, p.Press("Ctrl+a"))
	must(t, p.Type(n))
	must(t, p.Press("Enter"))
	must(t, p.Wait(fmt.Sprintf(`document.querySelector('[data-lab=repetitions]').value === %q`, n)))
}

// TestLabByMouse runs the experiment of the first lesson by mouse. It checks that
// the experiment compares three policies, that its runs can be saved, and that
// clicking a point can open the run of that point. A fresh profile and the command
// hopyard must produce the same rows.
func TestLabByMouse(t *testing.T) {
	page, folder := open(t, "/", View{}), t.TempDir()
	must(t, page.Downloads(folder))
	vary(t, page, false)
	if n := eval[int](t, page, `document.querySelectorAll('#lab .tags > span').length`); n != 3 {
		t.Fatalf("%d series, not three policies", n)
	}
	seeds(t, page, "3")
	must(t, page.Click(`[data-lab=run]`))
	must(t, page.Wait(labDone))
	must(t, page.Wait(labDrawn))
	rows := labRows(t, page, folder)
	must(t, page.Click(`[data-lab=export][value=design]`))
	design := savedAs(t, folder, "*.json")
	sameAsSweep(t, design, rows)

	link := eval[string](t, page, `location.hash`)
	if !strings.HasPrefix(link, "#x.") {
		t.Fatalf("the address has %q", link)
	}
	fresh, other := open(t, "/"+link, View{}), t.TempDir()
	must(t, fresh.Downloads(other))
	must(t, fresh.Wait(labIdle))
	must(t, fresh.Click(`[data-lab=run]`))
	must(t, fresh.Wait(labDone))
	if again := labRows(t, fresh, other); again != rows {
		t.Error("the same link made other rows")
	}

	must(t, page.Click(`[data-lab=table]`))
	must(t, page.Wait(`document.querySelector("[data-lab=table][aria-pressed=true]")`))
	must(t, page.Click(`[data-lab-point]`))
	must(t, page.Wait(`document.querySelector('#lab-point [data-lab=open]:not([aria-disabled=true])')`))
	must(t, page.Click(`#lab-point [data-lab=open]`))
	must(t, page.Wait(`document.getElementById('lab').hidden && !location.hash.startsWith('#x.')`))
	must(t, page.Wait(Ready+` && !hopyard.state().busy`))
	if title := eval[string](t, page, `document.getElementById('clock').textContent`); title == "" {
		t.Error("the run of the point is not on screen")
	}
}

// sameAsSweep checks that the command hopyard sweep produces the given rows for the
// given experiment.
func sameAsSweep(t *testing.T, design, rows string) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "design.json")
	must(t, os.WriteFile(file, []byte(design), 0o644))
	hopyard(t, "sweep", "--out", filepath.Join(folder, "out"), file)
	want, err := os.ReadFile(filepath.Join(folder, "out", "runs.csv"))
	must(t, err)
	if string(want) != rows {
		t.Errorf("the page's rows (%d bytes) are not the command's (%d)", len(rows), len(want))
	}
}

// TestLabByKeyboard checks by keyboard that the focus can be moved to the curve,
// along it to a point, and into the details of the point. Escape must lead back
// from the details to the curve, and from the curve to the previous view.
func TestLabByKeyboard(t *testing.T) {
	page := open(t, "/", View{})
	twoSeedsByKeys(t, page)
	labTab(t, page, `#lab-curves`)
	must(t, page.Press("ArrowRight", "ArrowRight", "ArrowDown"))
	if said := eval[string](t, page, `document.getElementById('lab-live').textContent`); !strings.Contains(said, "1.5") {
		t.Errorf("the second point says %q", said)
	}
	must(t, page.Press("Enter"))
	must(t, page.Wait(`!document.getElementById('lab-point').hidden && document.activeElement.id === 'lab-point'`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`document.getElementById('lab-point').hidden && document.activeElement.id === 'lab-curves'`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`document.getElementById('lab').hidden && !document.getElementById('main').hidden`))
}

// TestLabLinkHasItsScenario checks that the link to an experiment also opens the
// scenario on which it is based: the buttons in the page's header apply to that
// scenario, and leaving the experiment shows it.
func TestLabLinkHasItsScenario(t *testing.T) {
	l := lab.New(lab.Texts{})
	for _, lesson := range scenarios.All() {
		if lesson.Name == "fragmented" {
			must(t, l.Vary(lesson.Source))
		}
	}
	const title = "500 random jobs on 64 nodes"
	for button, done := range map[string]string{
		"#edit-open": `document.querySelector('#editor[open]')`,
		"#compare":   `!document.getElementById('compare-view').hidden`,
		"#vary":      `location.hash.startsWith('#1.')`,
	} {
		page := open(t, "/"+l.Fragment(), View{})
		must(t, page.Wait(labIdle))
		must(t, page.Wait(Ready+` && !hopyard.state().busy`))
		must(t, page.Click(button))
		must(t, page.Wait(`document.getElementById('lab').hidden && `+done))
		if now := eval[string](t, page, `document.getElementById('pick-lesson').selectedOptions[0]?.textContent`); !strings.Contains(now, title) {
			t.Errorf("%s acts on %q", button, now)
		}
	}
}

// labTab presses Tab until an element has the focus.
func labTab(t *testing.T, p *Page, selector string) {
	t.Helper()
	for range 120 {
		if eval[bool](t, p, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			return
		}
		must(t, p.Press("Tab"))
	}
	t.Fatalf("Tab leads not to %s", selector)
}

// TestLabGoesOn kills a worker in the middle of an experiment, and then reloads the
// page. The experiment must continue with the completed runs. At the end, the
// results must contain each run exactly once.
func TestLabGoesOn(t *testing.T) {
	page, folder := open(t, "/", View{}), t.TempDir()
	must(t, page.Downloads(folder))
	vary(t, page, false)
	must(t, page.Click(`[data-lab=run]`))
	must(t, page.Wait(`document.querySelector('#lab-progress progress').value > 60`))
	eval[any](t, page, `hopyard.lab.workers[0]?.onerror({message: 'killed by the test'})`)
	must(t, page.Wait(`document.querySelector('#lab-progress progress').value > 120`))
	eval[any](t, page, `hopyard.lab.keep()`)
	must(t, page.reload())
	must(t, page.Wait(labIdle+` || document.querySelector('#lab-progress [data-lab=stop]')`))
	must(t, page.Wait(`document.querySelector('#lab-progress progress')?.value > 60`))
	must(t, page.Wait(labDone))
	rows := strings.Split(strings.TrimSpace(labRows(t, page, folder)), "\n")
	seen := map[string]bool{}
	for _, row := range rows[1:] {
		cells := strings.Split(row, ",")
		key := strings.Join(cells[:min(len(cells), 4)], ",")
		if seen[key] {
			t.Errorf("twice: %s", key)
		}
		seen[key] = true
	}
	if n := eval[int](t, page, `document.querySelector('#lab-progress progress').max`); len(rows)-1 != n {
		t.Errorf("%d rows of %d runs", len(rows)-1, n)
	}
}

// TestLabAxe checks that axe-core finds nothing in experiments, in different themes
// and languages and on a phone.
func TestLabAxe(t *testing.T) {
	for _, v := range []View{{}, {Theme: "dark"}, {Language: "zh"}, {Language: "ru", Width: 390, Height: 844, Touch: true}} {
		if !soaktest.Whole() && (v.Theme == "dark" || v.Language == "zh") {
			continue // the first view already tests all themes
		}
		page := open(t, "/", v)
		vary(t, page, false)
		seeds(t, page, "2")
		must(t, page.Click(`[data-lab=run]`))
		must(t, page.Wait(labDone))
		must(t, page.Wait(labDrawn))
		eval[any](t, page, `hopyard.lab.point('lab-curves', 0, 1)`)
		must(t, page.Wait(`!document.getElementById('lab-point').hidden`))
		axe(t, page)
		if v == (View{}) {
			for _, theme := range []string{"contrast", "dark"} {
				eval[bool](t, page, fmt.Sprintf(`(document.documentElement.dataset.theme = %q, true)`, theme))
				settle(t, page)
				axe(t, page)
			}
		}
	}
}

// twoSeedsByKeys opens the default experiment and runs it with two repetitions, by
// keyboard alone. It returns when the curves are drawn.
func twoSeedsByKeys(t *testing.T, page *Page) {
	t.Helper()
	vary(t, page, true)
	labTab(t, page, `[data-lab=repetitions]`)
	must(t, page.Press("Ctrl+a"))
	must(t, page.Type("2"))
	must(t, page.Press("Enter"))
	labTab(t, page, `[data-lab=run]`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(labDone))
	must(t, page.Wait(labDrawn))
}
