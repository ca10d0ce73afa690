package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// at waits until the page shows a step.
func at(t *testing.T, p *Page, step int) {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.documentElement.dataset.step === "%d"`, step)))
}

func steps(t *testing.T, p *Page) int {
	t.Helper()
	return eval[int](t, p, "+document.documentElement.dataset.steps")
}

func step(t *testing.T, p *Page) int {
	t.Helper()
	return eval[int](t, p, "+document.documentElement.dataset.step")
}

// said returns the texts of the page that depend on the step: the reasons, the
// queue, the clock, and the note on the machine.
func said(t *testing.T, p *Page) string {
	t.Helper()
	return eval[string](t, p, `['why-sentence', 'why-rules', 'why-table', 'queue-list', 'clock', 'machine-note'].map(id => document.getElementById(id).innerText).join('\n')`)
}

// choose selects an option of a selection list and waits for the new run.
func choose(t *testing.T, p *Page, picker, value string) {
	t.Helper()
	run := eval[string](t, p, fmt.Sprintf(`(() => {
		const s = document.getElementById(%q)
		s.value = %q
		s.dispatchEvent(new Event('change', {bubbles: true}))
		return document.documentElement.dataset.run
	})()`, picker, value))
	must(t, p.Wait(fmt.Sprintf(`document.documentElement.dataset.run !== %q`, run)))
}

func TestALessonIsThereWithoutAClick(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	if text := said(t, page); !strings.Contains(text, "starts now on") || !strings.Contains(text, "promised") {
		t.Errorf("the first view tells nothing: %s", text)
	}
	if n := eval[int](t, page, `document.querySelectorAll('.still').length && getComputedStyle(document.querySelector('.still')).display === 'none' ? 0 : 1`); n != 0 {
		t.Error("the still pictures are still there")
	}
}

func TestStepsByKeys(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	last := steps(t, page)
	must(t, page.Press("Home"))
	at(t, page, 0)
	must(t, page.Press("ArrowRight", "Space", "."))
	at(t, page, 3)
	must(t, page.Press("ArrowLeft", "PageUp"))
	at(t, page, 1)
	must(t, page.Press("End"))
	at(t, page, last)
	must(t, page.Press("ArrowRight"))
	must(t, page.Press("Shift+ArrowLeft"))
	must(t, page.Wait(fmt.Sprintf(`+document.documentElement.dataset.step < %d`, last)))
	if text := said(t, page); !strings.Contains(text, "starts now") {
		t.Errorf("the decision before the end: %s", text)
	}
}

func TestBackSaysWhatForwardSaid(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("Home"))
	at(t, page, 0)
	last := steps(t, page)
	texts := []string{said(t, page)}
	for n := 1; n <= last; n++ {
		must(t, page.Press("ArrowRight"))
		at(t, page, n)
		texts = append(texts, said(t, page))
	}
	for n := last - 1; n >= 0; n-- {
		must(t, page.Press("ArrowLeft"))
		at(t, page, n)
		if text := said(t, page); text != texts[n] {
			t.Fatalf("step %d, from after:\n%s\nfrom before:\n%s", n, text, texts[n])
		}
	}
}

func TestAnotherPolicyIsComputedAtOnceAndKeepsThePlace(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("End"))
	at(t, page, steps(t, page))
	must(t, page.Press("Shift+ArrowLeft"))
	must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('starts now')`))
	text := said(t, page)
	clock := func() string { return eval[string](t, page, "document.getElementById('clock').textContent") }
	before := clock()
	choose(t, page, "pick-queue", "fcfs")
	if now := clock(); len(now) > len(before) || len(now) == len(before) && now > before {
		t.Errorf("was at %s, is at %s", before, now)
	}
	if got := said(t, page); got == text {
		t.Error("another discipline says the same")
	}
	choose(t, page, "pick-queue", "easy")
	must(t, page.Press("End"))
	at(t, page, steps(t, page))
	must(t, page.Press("Shift+ArrowLeft"))
	must(t, page.Wait(fmt.Sprintf("document.getElementById('clock').textContent === %q", before)))
	if got := said(t, page); got != text {
		t.Errorf("back under EASY:\n%s\nbefore:\n%s", got, text)
	}
}

// machine selects the first preset machine whose name begins with the given text.
func machine(t *testing.T, p *Page, name string) {
	t.Helper()
	choose(t, p, "pick-machine", eval[string](t, p, fmt.Sprintf(`[...document.getElementById('pick-machine').options].find(o => o.textContent.startsWith(%q) && !o.disabled).value`, name)))
	if got := eval[string](t, p, `document.getElementById('pick-machine').selectedOptions[0].textContent`); !strings.HasPrefix(got, name) {
		t.Errorf("the picker shows %s, not %s", got, name)
	}
}

func TestOtherMachines(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	for _, name := range []string{"Star", "Torus 8 × 8", "Torus 4 × 4 × 4", "Flat", "Fat tree 8 × 8"} {
		machine(t, page, name)
		must(t, page.Press("Home", "ArrowRight", "End"))
		must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('Every job has ended')`))
	}
}

func TestPickersRefuseWhatDoesNotFit(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	machine(t, page, "Torus")
	if !eval[bool](t, page, `[...document.getElementById('pick-allocator').options].find(o => o.value === 'min-hops').disabled`) {
		t.Error("minimum hops, which needs a tree, is offered on a torus")
	}
}

func TestALinkComesBackToTheSameStep(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"))
	at(t, page, 6)
	must(t, page.Press("1", "ArrowDown", "Enter"))
	must(t, page.Wait(`/&at=.*&job=/.test(location.hash)`))
	text, hash := said(t, page), eval[string](t, page, "location.hash")

	other := open(t, "/"+hash, View{Theme: "dark"})
	must(t, other.Wait(Ready))
	at(t, other, 6)
	if got := said(t, other); got != text {
		t.Errorf("the link shows\n%s\ninstead of\n%s", got, text)
	}
	if n := eval[int](t, other, `document.querySelectorAll('#queue-list [aria-selected=true]').length`); n != 1 {
		t.Errorf("%d jobs are chosen", n)
	}
	// A user enters a new link in the address bar of an open page.
	must(t, other.Press("Home"))
	at(t, other, 0)
	must(t, other.Wait(`!location.hash.includes('&at=')`))
	eval[int](t, other, fmt.Sprintf("location.hash = %q; 1", hash))
	at(t, other, 6)
}

func TestChoosingAJob(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Click("#queue-list .head"))
	must(t, page.Wait(`document.querySelector('#queue-list .head').getAttribute('aria-selected') === 'true'`))
	if text := eval[string](t, page, "document.getElementById('why-sentence').innerText"); !strings.Contains(text, "waits:") {
		t.Errorf("the chosen job's reason is not told: %s", text)
	}
	must(t, page.Press("n"))
	must(t, page.Wait(`document.getElementById('why-sentence').textContent.startsWith('Job 4 starts now')`))
	must(t, page.Press("p", "Escape"))
	must(t, page.Wait(`!document.querySelector('#queue-list [aria-selected=true]')`))
}
