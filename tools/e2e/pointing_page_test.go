package e2e

import (
	"fmt"
	"slices"
	"testing"

	"hopyard/scenarios"
)

// tabled opens the lesson "rescue", in which some jobs run and others wait.
func tabled(t *testing.T, p *Page) {
	t.Helper()
	before := run(t, p)
	place := slices.IndexFunc(scenarios.All(), func(l scenarios.Lesson) bool { return l.Name == "rescue" })
	eval[bool](t, p, fmt.Sprintf(`(s => { s.value = '%d'; s.dispatchEvent(new Event('change')); return true })(document.getElementById('pick-lesson'))`, place))
	another(t, p, before)
	eval[bool](t, p, `(() => { document.activeElement?.blur(); const s = document.getElementById('scrub'); s.value = Math.round(s.max / 2); s.dispatchEvent(new Event('input', {bubbles: true})); return true })()`)
	must(t, p.Wait(`document.documentElement.dataset.step === document.getElementById('scrub').value && document.querySelector('#running-list .chooser')`))
}

const isChosen = `document.querySelector('#running-list .selected:has(.chooser[aria-pressed=true])')`

// TestAJobStandsOutInEveryPanel checks, by mouse and by keyboard, that a job that
// is pointed at or selected in one panel is highlighted in other panels.
func TestAJobStandsOutInEveryPanel(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.documentElement.dataset.lessons`))
	tabled(t, page)

	// The mouse moves over the nodes of the machine until it is on a node of the
	// job; the list must then highlight the job.
	job := eval[string](t, page, `document.querySelector('#running-list li').dataset.line`)
	box := eval[[]float64](t, page, `(r => [r.x, r.y, r.width, r.height])(document.getElementById('machine-canvas').getBoundingClientRect())`)
	found := false
	for y := 0.9; y > 0.1 && !found; y -= 0.06 {
		for x := 0.05; x < 1 && !found; x += 0.09 {
			must(t, page.Move(box[0]+box[2]*x, box[1]+box[3]*y))
			settle(t, page)
			found = eval[bool](t, page, fmt.Sprintf(`!!document.querySelector('#running-list li.pointed[data-line=%q]')`, job))
		}
	}
	if !found {
		t.Error("no node of the machine points at the job in the list")
	}

	// A click in the list selects the job.
	must(t, page.Move(2, 2))
	must(t, page.Wait(`!document.querySelector('#running-list .pointed')`))
	must(t, page.Click("#running-list li .chooser"))
	must(t, page.Wait(isChosen))
	must(t, page.Press("Enter")) // the button still has the focus; pressing it again clears the selection
	must(t, page.Wait(`!`+isChosen))
	if !eval[bool](t, page, `document.activeElement.matches('#running-list .chooser')`) {
		t.Error("the button lost the focus")
	}
	must(t, page.Press("Enter"))
	must(t, page.Wait(isChosen))

	// The job table highlights the selected job too, and a button in it selects
	// another job.
	must(t, page.Click("#table-open"))
	must(t, page.Wait(fmt.Sprintf(`document.querySelector('#table tr.selected[data-line=%q]')`, job)))
	eval[bool](t, page, fmt.Sprintf(`(document.querySelector('#table tbody tr:not([data-line=%q]) .chooser').focus(), true)`, job))
	must(t, page.Wait(`document.querySelector('#table tr.pointed:focus-within')`))
	must(t, page.Press("Enter"))
	must(t, page.Wait(fmt.Sprintf(`document.querySelector('#table tr.selected:not([data-line=%q])')`, job)))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!`+isChosen+` || `+isChosen+`.dataset.line !== '`+job+`'`))
}

// TestACandidateIsComparedBesideTheMachine checks the table of candidate
// placements: the candidate that is under the pointer or has the focus is compared
// with the chosen one in the note on the machine.
func TestACandidateIsComparedBesideTheMachine(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.querySelectorAll('#why-table [data-candidate]').length > 1`))
	note := `document.getElementById('machine-note').textContent`
	before := eval[string](t, page, note)
	eval[bool](t, page, `(document.querySelector('#why-table [data-candidate="0"]').focus(), true)`)
	must(t, page.Wait(note+`.endsWith(', chosen')`))
	must(t, page.Press("ArrowDown"))
	must(t, page.Wait(note+`.includes('; this one ')`))
	eval[bool](t, page, `(document.activeElement.blur(), true)`)
	must(t, page.Wait(fmt.Sprintf(`%s === %q`, note, before)))
	box := eval[[]float64](t, page, `(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('#why-table [data-candidate="1"]').getBoundingClientRect())`)
	must(t, page.Move(box[0], box[1]))
	must(t, page.Wait(note+`.includes('; this one ')`))
}

// TestTheWheelComesNearer checks that the mouse wheel zooms in at the pointer, so
// that the same area shows fewer nodes, and out again.
func TestTheWheelComesNearer(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Complete))
	nodes := func() int {
		t.Helper()
		return eval[int](t, page, `(async () => {
			const canvas = document.getElementById('machine-canvas'), tip = document.getElementById('machine-tip'), box = canvas.getBoundingClientRect(), seen = new Set()
			for (let x = 0.02; x < 1; x += 0.01) {
				canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: box.left + x * box.width, clientY: box.top + 0.9 * box.height, bubbles: true}))
				await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))
				if (!tip.hidden && tip.textContent) seen.add(tip.textContent.match(/\d+/)?.[0])
			}
			return seen.size
		})()`)
	}
	wheel := func(by int) {
		t.Helper()
		eval[bool](t, page, fmt.Sprintf(`(async () => {
			const canvas = document.getElementById('machine-canvas'), box = canvas.getBoundingClientRect()
			canvas.dispatchEvent(new WheelEvent('wheel', {clientX: box.left + 0.5 * box.width, clientY: box.top + 0.9 * box.height, deltaY: %d, ctrlKey: true, bubbles: true, cancelable: true}))
			await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))
			return true
		})()`, by))
	}
	all := nodes()
	wheel(-300)
	near := nodes()
	wheel(300)
	if back := nodes(); all < 20 || near > all*2/3 || near == 0 || back != all {
		t.Errorf("a line across the machine meets %d nodes, nearer %d, and back again %d", all, near, back)
	}
}

// TestAWayBetweenTwoNodes checks that the route between two nodes is described
// beside the machine when the nodes are clicked or selected by keys. It also checks
// that all combinations of nodes that S0's algorithm considers can be listed under
// the reasons.
func TestAWayBetweenTwoNodes(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.documentElement.dataset.lessons`))
	before := run(t, page)
	place := slices.IndexFunc(scenarios.All(), func(l scenarios.Lesson) bool { return l.Name == "units" })
	eval[bool](t, page, fmt.Sprintf(`(s => { s.value = '%d'; s.dispatchEvent(new Event('change')); return true })(document.getElementById('pick-lesson'))`, place))
	another(t, page, before)
	const note, way = `document.getElementById('machine-note').textContent`, `/^node \d+ → node \d+: \d hops?, distance \d: \d{3}/.test(document.getElementById('machine-note').textContent)`

	// node returns the position of a node. It searches from the given fraction of
	// the machine's width to the right.
	node := func(from float64) []float64 {
		t.Helper()
		at := eval[[]float64](t, page, fmt.Sprintf(`(async () => {
			const canvas = document.getElementById('machine-canvas'), tip = document.getElementById('machine-tip'), box = canvas.getBoundingClientRect()
			for (let y = 0.95; y > 0.3; y -= 0.04) for (let x = %v; x < %v; x += 0.01) {
				const clientX = box.left + x * box.width, clientY = box.top + y * box.height
				canvas.dispatchEvent(new PointerEvent('pointermove', {clientX, clientY, bubbles: true}))
				await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))
				if (!tip.hidden && /^Node \d/.test(tip.textContent)) return [clientX, clientY]
			}
			return []
		})()`, from, from+0.1))
		if len(at) == 0 {
			t.Fatal("no node lies there")
		}
		return at
	}
	for _, from := range []float64{0.05, 0.85} {
		at := node(from)
		must(t, page.Grab(at[0], at[1]))
		must(t, page.Drop(at[0], at[1]))
		settle(t, page)
	}
	must(t, page.Wait(way))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!`+note+`.includes('→')`))

	eval[bool](t, page, `(document.querySelector('#machine-tree [tabindex="0"]').focus(), true)`)
	for _, key := range []string{"ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter", "ArrowDown", "Enter"} {
		must(t, page.Press(key))
		settle(t, page)
	}
	must(t, page.Wait(way))
	must(t, page.Wait(`document.getElementById('status').textContent === `+note))

	eval[bool](t, page, `(() => { document.activeElement?.blur(); const s = document.getElementById('scrub'); s.value = 0; s.dispatchEvent(new Event('input', {bubbles: true})); return true })()`)
	for eval[bool](t, page, `!document.querySelector('[data-more=rivals]') || !document.getElementById('why-table').textContent.includes('126')`) {
		if eval[bool](t, page, `document.documentElement.dataset.step === document.getElementById('scrub').max`) {
			t.Fatal("no step has 126 combinations")
		}
		must(t, page.Press("ArrowRight"))
		must(t, page.Wait(`!hopyard.state().busy`))
		settle(t, page)
	}
	must(t, page.Click("[data-more=rivals]"))
	must(t, page.Wait(`document.querySelectorAll('#why-table [data-candidate]').length === 126`))
}
