package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAWholeLessonByKeyboard checks that a whole lesson can be used without a
// mouse: opening the lesson, stepping to its end, and exploring the machine and the
// timeline.
func TestAWholeLessonByKeyboard(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("g"))
	must(t, page.Wait(`document.getElementById('gallery')?.open`))
	must(t, page.Press("ArrowDown", "ArrowRight", "Enter")) // to the card of the lesson on screen, then to the next card, which is opened
	must(t, page.Wait(`document.getElementById('lesson-count').textContent.startsWith('Lesson 2') && document.documentElement.dataset.step === '0'`))
	for n, last := 1, steps(t, page); n <= last; n++ {
		must(t, page.Press("ArrowRight"))
		at(t, page, n)
	}
	must(t, page.Wait(`document.getElementById('status').textContent.includes('Every job has ended')`))
	must(t, page.Press("Home", "ArrowRight", "ArrowRight"))
	at(t, page, 2)
	must(t, page.Wait(`document.getElementById('status').textContent.includes('Job 2')`))

	must(t, page.Press("2"))
	focused(t, page, `.closest('#machine-tree')`)
	must(t, page.Press("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown"))
	if text := eval[string](t, page, `document.activeElement.textContent`); !strings.Contains(text, "job 1") {
		t.Errorf("under the first leaf is %q", text)
	}
	must(t, page.Press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"))
	if text := eval[string](t, page, `document.activeElement.textContent`); !strings.HasPrefix(text, "machine") {
		t.Errorf("at the root is %q", text)
	}
	must(t, page.Press("3", "ArrowDown", "ArrowRight", "Enter"))
	focused(t, page, `.closest('#timeline-grid')`)
	must(t, page.Wait(`/&job=1&/.test(location.hash)`))
	must(t, page.Press("4"))
	focused(t, page, `.matches('#why')`)
	must(t, page.Press("1"))
	focused(t, page, `.closest('#queue-list')`)
}

func focused(t *testing.T, p *Page, what string) {
	t.Helper()
	if !eval[bool](t, p, `!!document.activeElement`+what) {
		t.Errorf("the focus is on %s, not on %s", eval[string](t, p, `document.activeElement.outerHTML.slice(0, 90)`), what)
	}
}

// TestTabReachesEverythingVisibly checks that Tab reaches every control, and that
// the control with the focus is visibly marked.
func TestTabReachesEverythingVisibly(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.querySelector('#timeline-grid [data-cell]')`))
	reached := map[string]bool{}
	for range 70 {
		must(t, page.Press("Tab"))
		e := eval[[2]string](t, page, `(e => {
			const box = e.closest('.stage'), s = getComputedStyle(box && e.closest('.parallel') ? box : e)
			return [e.id || e.closest('[id]')?.id || '', s.outlineStyle + s.outlineWidth]
		})(document.activeElement)`)
		if e[0] == "" { // the focus is in the browser's own toolbars, which follow the last control
			continue
		}
		reached[e[0]] = true
		if !strings.Contains(e[1], "solid") && !strings.Contains(e[1], "auto") {
			t.Errorf("%s has the focus and does not show it: %s", e[0], e[1])
		}
	}
	for _, id := range []string{
		"pick-lesson", "pick-queue", "pick-allocator", "pick-machine", "pick-network", "edit-open", "share-open", "theme", "queue-list", "machine-tree", "m-in", "m-out", "m-fit",
		"timeline-grid", "tl-left", "tl-right", "tl-in", "tl-out", "tl-fit", "why-table", "why-more", "t-home", "t-back", "t-play", "t-forward", "t-end", "scrub", "t-speed", "t-help",
	} {
		if !reached[id] {
			t.Errorf("Tab does not reach %s", id)
		}
	}
}

func TestNoLetterIsAKeyInAField(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("e"))
	must(t, page.Click("#tab-text"))
	eval[bool](t, page, `document.getElementById('edit-text').focus() || true`)
	before := step(t, page)
	must(t, page.Type("gent? "))
	must(t, page.Press("ArrowRight"))
	if step(t, page) != before || eval[bool](t, page, `!!document.getElementById('gallery')?.open`) {
		t.Error("a key in a field did something else")
	}
	must(t, page.Press("Escape"))
	eval[bool](t, page, `document.getElementById('pick-queue').focus() || true`)
	must(t, page.Press("g"))
	if eval[bool](t, page, `!!document.getElementById('gallery')?.open`) {
		t.Error("a letter in a picker opened the gallery")
	}
	// The help dialog has a switch that disables letters as keys.
	eval[bool](t, page, `document.activeElement.blur() || true`)
	must(t, page.Press("?"))
	must(t, page.Wait(`document.getElementById('help').open`))
	must(t, page.Click("#keys-off"))
	must(t, page.Press("Escape"))
	eval[bool](t, page, `document.activeElement.blur() || true`)
	must(t, page.Press("g"))
	if eval[bool](t, page, `!!document.getElementById('gallery')?.open`) {
		t.Error("letters are keys though they were switched off")
	}
	must(t, page.Press("ArrowRight"))
	at(t, page, before+1)
}

func TestNothingScrollsSideways(t *testing.T) {
	page := open(t, "/", View{Width: 320, Height: 800})
	must(t, page.Wait(Complete))
	for _, width := range []int64{320, 390, 768, 1024, 1280, 1920} {
		must(t, page.do(View{Width: width, Height: 800}.apply()))
		must(t, page.Wait(fmt.Sprintf(`innerWidth === %d`, width)))
		settle(t, page)
		for _, key := range []string{"Home", "End", "Shift+ArrowLeft"} {
			must(t, page.Press(key))
			if w := eval[int](t, page, "document.documentElement.scrollWidth"); int64(w) > width {
				t.Errorf("%d pixels wide after %s: the page is %d wide", width, key, w)
			}
		}
	}
}

func TestTheThemeIsKept(t *testing.T) {
	page := open(t, "/", View{Theme: "light"})
	must(t, page.Wait(Ready))
	light := eval[string](t, page, `getComputedStyle(document.body).backgroundColor`)
	must(t, page.Press("t"))
	must(t, page.Wait(fmt.Sprintf(`getComputedStyle(document.body).backgroundColor !== %q`, light)))
	eval[int](t, page, `setTimeout(() => location.reload()); 1`)
	waitAnew(t, page, `document.documentElement.dataset.theme === 'dark'`)
}

// waitAnew waits until the page has been reloaded and a condition is true in the
// new document.
func waitAnew(t *testing.T, p *Page, condition string) {
	t.Helper()
	var err error
	for range 50 { // the page cannot be queried during the reload
		if err = p.Wait(Ready + ` && performance.getEntriesByType('navigation')[0].type === 'reload' && ` + condition); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	must(t, err)
}
