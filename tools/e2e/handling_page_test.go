package e2e

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/workload"
)

// middle returns the center of an element, in coordinates of the window.
func middle(t *testing.T, p *Page, selector string) (x, y float64) {
	t.Helper()
	at := eval[[]float64](t, p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, selector))
	return at[0], at[1]
}

// ran returns a function that waits until another run is on screen than at the time
// of the call of ran.
func ran(t *testing.T, p *Page) func() {
	t.Helper()
	run := eval[string](t, p, "document.documentElement.dataset.run")
	return func() {
		t.Helper()
		must(t, p.Wait(fmt.Sprintf(`document.documentElement.dataset.run !== %q`, run)))
	}
}

const changed = `(document.getElementById('why-changed').hidden ? '' : document.getElementById('why-changed').textContent)`

func TestDraggingAWalltimeOnTheTimeline(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	must(t, page.Click("#queue-list .head"))
	must(t, page.Wait(`document.querySelectorAll('.grip:not([hidden])').length === 3`))
	const grip = `.grip.end[aria-label="Walltime of job 4"]`
	x, y := middle(t, page, grip)
	if n := eval[float64](t, page, `Math.min(...[...document.querySelectorAll('.grip:not([hidden])')].map(e => Math.min(e.offsetWidth, e.offsetHeight)))`); n < 24 {
		t.Errorf("a grip is %v px small", n)
	}
	axe(t, page)
	before := eval[string](t, page, fmt.Sprintf(`document.querySelector('%s').getAttribute('aria-valuenow')`, grip))
	again := ran(t, page)
	must(t, page.Grab(x, y))
	must(t, page.Move(x-30, y))
	must(t, page.Move(x-70, y))
	must(t, page.Wait(`!document.getElementById('timeline-tip').hidden && document.getElementById('timeline-tip').textContent.includes('2\u00a0h →')`))
	again() // the run must change while the mouse button is still down
	must(t, page.Wait(changed+` !== ''`))
	must(t, page.Drop(x-70, y))
	must(t, page.Wait(`document.getElementById('timeline-tip').hidden`))
	now := eval[string](t, page, fmt.Sprintf(`document.querySelector('%s').getAttribute('aria-valuenow')`, grip))
	if now == before {
		t.Errorf("the walltime is %s, as before", now)
	}
	if text := eval[string](t, page, "document.getElementById('queue-list').innerText"); strings.Contains(text, "· 2\u00a0h ·") {
		t.Errorf("the queue still says %s", text)
	}
	again = ran(t, page)
	must(t, page.Press("Ctrl+z"))
	again()
	must(t, page.Wait(`document.getElementById('queue-list').innerText.includes('2\u00a0h')`))

	// Escape cancels the drag and restores the original value.
	must(t, page.Wait(fmt.Sprintf(`document.querySelector('%s') && document.querySelector('%[1]s').getAttribute('aria-valuenow') === %q`, grip, before)))
	x, y = middle(t, page, grip)
	again = ran(t, page)
	must(t, page.Grab(x, y))
	must(t, page.Move(x+40, y))
	again()
	must(t, page.Press("Escape"))
	must(t, page.Wait(fmt.Sprintf(`document.querySelector('%s').getAttribute('aria-valuenow') === %q`, grip, before)))
	must(t, page.Drop(x+40, y))
}

func TestGripsByKeys(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	must(t, page.Click("#queue-list .head"))
	must(t, page.Wait(`document.querySelector('.grip.size:not([hidden])')`))
	again := ran(t, page)
	eval[int](t, page, `document.querySelector('.grip.size').focus(), 1`)
	focused(t, page, `.matches('.grip.size')`)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.getElementById('status').textContent.includes('Enter or Esc ends')`))
	axe(t, page)
	must(t, page.Press("ArrowLeft"))
	again()
	must(t, page.Wait(`document.getElementById('queue-list').innerText.includes('29 nodes')`))
	if eval[string](t, page, `document.activeElement.getAttribute('aria-valuetext')`) != "29 nodes" {
		t.Error("the grip has lost the focus, or tells another value")
	}
	n := step(t, page)
	must(t, page.Press("Escape", "ArrowLeft"))
	at(t, page, n-1)
	if eval[bool](t, page, `!!document.querySelector('.grip.keyed')`) {
		t.Error("the arrow keys still change the value")
	}
}

// TestArrowsStepAndNeverEdit checks that the left and right arrow keys step through
// the run and change nothing else. It presses them, for example, while a waiting
// job, the handle of a bar (grip) or a list has the focus.
func TestArrowsStepAndNeverEdit(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	steps := func(what string) {
		t.Helper()
		n, run := step(t, page), eval[string](t, page, "document.documentElement.dataset.run")
		must(t, page.Press("ArrowLeft"))
		at(t, page, n-1)
		must(t, page.Press("ArrowRight"))
		at(t, page, n)
		if now := eval[string](t, page, "document.documentElement.dataset.run"); now != run {
			t.Errorf("with the focus on %s an arrow key has changed the scenario", what)
		}
	}
	must(t, page.Press("1"))
	focused(t, page, `.matches('#queue-list [data-id]')`)
	steps("a waiting job")
	must(t, page.Click("#queue-list .head"))
	must(t, page.Wait(`document.querySelector('.grip.end[aria-label="Walltime of job 4"]')`))
	x, y := middle(t, page, `.grip.end[aria-label="Walltime of job 4"]`)
	again := ran(t, page)
	must(t, page.Grab(x, y))
	must(t, page.Move(x-30, y))
	must(t, page.Move(x-70, y))
	again()
	must(t, page.Drop(x-70, y))
	must(t, page.Wait(`document.getElementById('timeline-tip').hidden && document.getElementById('busy').hidden`))
	settle(t, page)
	focused(t, page, `.matches('.grip')`)
	steps("the grip that was dragged")
	eval[bool](t, page, `(document.getElementById('pick-queue').focus(), true)`)
	steps("the list of policies")
}

func TestAJobIsChangedByTheMenu(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	must(t, page.Press("1", "ArrowDown", "m"))
	must(t, page.Wait(`document.activeElement.dataset.do === 'change'`))
	axe(t, page)
	must(t, page.Press("ArrowDown", "ArrowUp", "Escape"))
	must(t, page.Wait(`document.getElementById('menu').hidden && document.activeElement.matches('#queue-list [data-id]')`))
	must(t, page.Press("m", "Enter"))
	must(t, page.Wait(`document.getElementById('job') && document.getElementById('job').open && document.activeElement.name === 'nodes'`))
	axe(t, page)
	must(t, page.Type("99"))
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.getElementById('job-nodes-wrong').textContent.includes('64')`))
	if !eval[bool](t, page, `document.getElementById('job').open && document.activeElement.name === 'nodes'`) {
		t.Error("what is wrong is not where the focus is")
	}
	eval[int](t, page, `document.activeElement.select(), 1`)
	must(t, page.Type("8"))
	again := ran(t, page)
	must(t, page.Press("Enter"))
	again()
	must(t, page.Wait(changed+`.includes('earlier')`))
	must(t, page.Press("Ctrl+z"))
	must(t, page.Wait(`document.getElementById('queue-list').innerText.includes('30 nodes')`))
}

func TestANodeFailsByTheMenu(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	box := eval[[]float64](t, page, `(() => { const r = document.getElementById('machine-canvas').getBoundingClientRect(); return [r.x, r.y, r.width, r.height] })()`)
	for dy := 20.0; dy < box[3]; dy += 12 { // searches for the row of nodes, whose position depends on the height of the picture
		must(t, page.RightClick(box[0]+24, box[1]+box[3]-dy))
		if eval[bool](t, page, `Boolean(document.querySelector('#menu:not([hidden]) [data-do=fail]'))`) {
			break
		}
		must(t, page.Press("Escape"))
	}
	must(t, page.Click("#menu [data-do=fail]"))
	must(t, page.Wait(`document.getElementById('break')?.open`))
	axe(t, page)
	again := ran(t, page)
	must(t, page.Press("Enter"))
	again()
	must(t, page.Wait(`document.getElementById('machine-note').textContent.includes('not working') || document.getElementById('machine-note').textContent.includes('down')`))
	must(t, page.Wait(changed+` !== ''`))
}

// saved waits for a download and returns its content. The file's name matches the
// pattern; until the download is complete, the file has another name or is empty.
func saved(t *testing.T, folder, pattern string) (content []byte) {
	t.Helper()
	eventually(t, "a download named "+pattern, func() bool {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		must(t, err)
		if len(names) == 0 {
			return false
		}
		content, err = os.ReadFile(names[0])
		must(t, err)
		return len(content) > 0
	}, func() any {
		all, _ := filepath.Glob(filepath.Join(folder, "*"))
		return all
	})
	return content
}

func TestExports(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	folder := t.TempDir()
	must(t, page.Downloads(folder))
	must(t, page.Click("#share-open"))
	must(t, page.Click("#export-open"))
	must(t, page.Wait(`document.getElementById('export') && document.getElementById('export').open`))
	axe(t, page)
	take := func(button, name string) []byte {
		t.Helper()
		must(t, page.Click(`[data-export="`+button+`"]`))
		return saved(t, folder, name)
	}
	if svg := take("svg0", "hopyard-easy-hole-easy-step5.svg"); !bytes.Contains(svg, []byte("overtakes")) || !bytes.HasPrefix(svg, []byte("<svg")) {
		t.Errorf("svg: %.200s", svg)
	}
	picture, err := png.Decode(bytes.NewReader(take("png2", "hopyard-easy-hole-easy-timeline-step5.png")))
	if err != nil || picture.Bounds().Dx() != 2000 {
		t.Errorf("png: %v", err)
	} else {
		colours := map[string]bool{}
		for x := 0; x < 2000; x += 7 {
			colours[fmt.Sprint(picture.At(x, 400))] = true
		}
		if len(colours) < 4 {
			t.Errorf("the png is blank: %v", colours)
		}
	}
	if rows, err := csv.NewReader(bytes.NewReader(take("file1", "hopyard-easy-hole-easy-jobs.csv"))).ReadAll(); err != nil || len(rows) != 10 {
		t.Errorf("jobs: %d rows, %v", len(rows), err)
	}
	if rows, err := csv.NewReader(bytes.NewReader(take("file2", "hopyard-easy-hole-easy-figures.csv"))).ReadAll(); err != nil || len(rows) < 10 {
		t.Errorf("figures: %d rows, %v", len(rows), err)
	}
	if rows, err := csv.NewReader(bytes.NewReader(take("file3", "hopyard-easy-hole-easy-curves.csv"))).ReadAll(); err != nil || len(rows) < 10 {
		t.Errorf("curves: %d rows, %v", len(rows), err)
	}
	if swf, err := workload.ReadSWF(bytes.NewReader(take("file4", "hopyard-easy-hole-easy.swf")), workload.SWFOptions{}); err != nil || len(swf.Records) != 9 {
		t.Errorf("swf: %v", err)
	}
	for line := range strings.Lines(string(take("file5", "hopyard-easy-hole-easy-trace.jsonl"))) {
		if !json.Valid([]byte(line)) {
			t.Errorf("trace: %s", line)
		}
	}
	if _, err := scenario.Parse(take("file6", "hopyard-easy-hole-easy.json")); err != nil {
		t.Errorf("scenario: %v", err)
	}
	slides := take("slides", "hopyard-easy-hole-easy-slides.html")
	if n := bytes.Count(slides, []byte("<section")); n < 8 {
		t.Errorf("%d slides", n)
	}
	if command := eval[string](t, page, `document.getElementById('export-command').value`); command != "hopyard run scenarios/easy-hole.json" {
		t.Error(command)
	}
	show(t, filepath.Join(folder, "hopyard-easy-hole-easy-slides.html"))
}

// show opens a saved file of slides without a server, as a reader does, and checks
// that the keys move from slide to slide.
func show(t *testing.T, file string) {
	t.Helper()
	page := openAny(t, "file://"+file, View{})
	must(t, page.Wait(`document.querySelectorAll('.slide.on').length === 1`))
	must(t, page.Press("ArrowRight", "Space"))
	must(t, page.Wait(`document.querySelector('.slide.on').id === 'slide3'`))
	must(t, page.Press("End", "ArrowRight", "ArrowLeft"))
	must(t, page.Wait(`document.querySelector('.slide.on').nextElementSibling.nextElementSibling.tagName === 'SCRIPT'`))
	if n := eval[float64](t, page, `document.querySelector('.slide.on svg').getBoundingClientRect().height`); n < 200 {
		t.Errorf("a slide is %v px high", n)
	}
	for _, line := range page.Console() {
		t.Error(line)
	}
}

func TestHandlingOnAPhone(t *testing.T) {
	page := open(t, "/", View{Width: 390, Height: 844, Touch: true})
	must(t, page.Wait(Complete))
	eval[int](t, page, `document.getElementById('timeline').scrollIntoView(), 1`)
	// A long press on a job opens its menu.
	x, y := middle(t, page, "#queue-list .head")
	must(t, page.Touch(x, y))
	must(t, page.Wait(`document.querySelector('#menu:not([hidden]) [data-do=change]')`))
	must(t, page.Lift())
	if n := eval[float64](t, page, `Math.min(...[...document.querySelectorAll('#menu button')].map(b => b.offsetHeight))`); n < 40 {
		t.Errorf("an item of the menu is %v px high", n)
	}
	must(t, page.Press("Escape"))
	eval[int](t, page, `document.querySelector('#queue-list .head').click(), 1`)
	must(t, page.Wait(`document.querySelector('.grip.size:not([hidden])')`))
	x, y = middle(t, page, ".grip.size")
	const top = `document.getElementById('timeline-canvas').getBoundingClientRect().top`
	scrolled := eval[float64](t, page, top)
	again := ran(t, page)
	must(t, page.Touch(x, y))
	must(t, page.Slide(x, y-8))
	must(t, page.Slide(x, y-30))
	again()
	must(t, page.Lift())
	must(t, page.Wait(changed+` !== ''`))
	if now := eval[float64](t, page, top); now < scrolled-4 || now > scrolled+4 {
		t.Errorf("dragging a grip scrolls the page from %v to %v", scrolled, now)
	}
	if text := eval[string](t, page, "document.getElementById('queue-list').innerText"); strings.Contains(text, "30 nodes") {
		t.Errorf("the size is as before: %s", text)
	}
}

// TestGripsUnderThePointer checks that the bar of a job shows its handles (grips)
// while the mouse is on the bar or on a handle. Afterwards they must be hidden.
func TestGripsUnderThePointer(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	x, _ := middle(t, page, "#timeline-canvas")
	box := eval[[]float64](t, page, `(() => { const r = document.getElementById('timeline-canvas').getBoundingClientRect(); return [r.x, r.y] })()`)
	must(t, page.Move(box[0]+120, box[1]+30)) // on job 1, whose bar is at the top left
	must(t, page.Wait(`document.querySelector('.grip.end:not([hidden])')`))
	gx, gy := middle(t, page, ".grip.end:not([hidden])")
	must(t, page.Move(gx, gy))
	must(t, page.Wait(`document.querySelector('.grip.end:hover:not([hidden])')`))
	must(t, page.Move(x, box[1]-60)) // off the timeline
	must(t, page.Wait(`!document.querySelector('.grip:not([hidden])')`))
}
