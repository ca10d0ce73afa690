package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// pick opens the lesson whose title begins with the given text.
func pick(t *testing.T, p *Page, title string) {
	t.Helper()
	must(t, p.Wait(`document.documentElement.dataset.lessons`))
	choose(t, p, "pick-lesson", eval[string](t, p, fmt.Sprintf(`[...document.getElementById('pick-lesson').options].find(o => o.textContent.startsWith(%q)).value`, title)))
}

// TestSharedLinks checks a run in which two jobs slow each other down by sharing
// links. The sentence must say so, and a list beside the picture must make the
// links accessible by keyboard.
func TestSharedLinks(t *testing.T) {
	for _, view := range []View{{Theme: "light"}, {Theme: "dark", Width: 390, Height: 844, Touch: true}} {
		page := open(t, "/", view)
		must(t, page.Wait(Ready))
		pick(t, page, "Two jobs in each other")
		must(t, page.Press("ArrowRight", "ArrowRight"))
		at(t, page, 2)
		if text := said(t, page); !strings.Contains(text, "of its full speed: it shares") {
			t.Errorf("says nothing of sharing: %s", text)
		}
		if facts := eval[string](t, page, `document.getElementById('why-facts').innerText`); !strings.Contains(facts, "Run time at full speed") {
			t.Errorf("the job's figures: %s", facts)
		}
		if eval[bool](t, page, `document.getElementById('machine-legend').hidden`) {
			t.Error("there is no legend of the links")
		}
		must(t, page.Wait(`document.querySelector('[data-tree="links"]')`)) // the list is of this machine; an item of the one before would lose the focus
		must(t, page.Press("2"))
		must(t, page.Wait(`document.activeElement.closest('[role="tree"]')`))
		must(t, page.Press("End"))
		must(t, page.Wait(`document.activeElement.dataset.tree === 'links'`))
		must(t, page.Press("ArrowRight", "ArrowDown"))
		if text := eval[string](t, page, `document.activeElement.textContent`); !strings.Contains(text, "is full") || !strings.Contains(text, "→") {
			t.Errorf("the busiest link is %q", text)
		}
		must(t, page.Wait(`document.querySelector('#curves canvas')`))
		axe(t, page)
		must(t, page.Press("Escape"))
		pick(t, page, "A hole that EASY fills")
		must(t, page.Wait(`document.getElementById('machine-legend').textContent.includes('how many jobs cross')`))
	}
}

// TestAnotherNetwork checks that the user can change the network model of a lesson,
// and the number of reservations of EASY.
func TestAnotherNetwork(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	choose(t, page, "pick-network", "max-min")
	must(t, page.Press("End"))
	must(t, page.Wait(`document.getElementById('machine-legend').textContent.includes('of them jobs need')`))
	choose(t, page, "pick-queue", "easy/4")
	if text := eval[string](t, page, `document.getElementById('pick-queue').selectedOptions[0].textContent`); !strings.Contains(text, "4 reservations") {
		t.Errorf("the queue is %s", text)
	}
	choose(t, page, "pick-network", "none")
	must(t, page.Wait(`document.getElementById('machine-legend').textContent.includes('how many jobs cross')`))
}

// TestLinksUnderThePointer checks that a tooltip names a link of the network while
// the pointer is on it.
func TestLinksUnderThePointer(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	pick(t, page, "Two jobs in each other")
	must(t, page.Press("ArrowRight", "ArrowRight"))
	at(t, page, 2)
	found := eval[string](t, page, `(async () => {
		const canvas = document.getElementById('machine-canvas'), tip = document.getElementById('machine-tip'), box = canvas.getBoundingClientRect()
		for (let x = 0.1; x < 0.9; x += 0.01) {
			canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: box.left + x * box.width, clientY: box.top + 0.3 * box.height, bubbles: true}))
			await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))
			if (tip.textContent.includes('→')) return tip.textContent
		}
		return ''
	})()`)
	if !strings.Contains(found, "root") || !strings.Contains(found, "job 1") {
		t.Errorf("the pointer finds %q", found)
	}
}
