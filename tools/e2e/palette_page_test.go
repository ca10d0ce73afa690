package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// chosen returns the selected entry of the command palette, as a screen reader
// announces it.
func chosen(t *testing.T, p *Page) string {
	t.Helper()
	return eval[string](t, p, `document.getElementById(document.getElementById('palette-input').getAttribute('aria-activedescendant'))?.querySelector('span').textContent ?? ''`)
}

func TestThePaletteByKeyboard(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	eval[bool](t, page, `(document.getElementById('pick-queue').focus(), true)`)
	find := func(query string) {
		t.Helper()
		must(t, page.Press("Ctrl+k"))
		must(t, page.Wait(`document.getElementById('palette')?.open`))
		must(t, page.Type(query))
	}
	find("step 3")
	if got := chosen(t, page); got != "Step 3" {
		t.Fatalf("chosen is %q", got)
	}
	must(t, page.Press("Enter"))
	at(t, page, 3)
	focused(t, page, `.matches('#pick-queue')`) // the focus returns to where it was

	find("job 4")
	must(t, page.Press("Enter"))
	must(t, page.Wait(`/&job=4&/.test(location.hash)`))

	find("at 0:41")
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.getElementById('clock').textContent === '0:41'`))

	find("queue first come")
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.getElementById('pick-queue').value === 'fcfs'`))

	find("contrast")
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.documentElement.dataset.theme === 'contrast' && document.documentElement.dataset.patterns`))

	find("next")
	first := chosen(t, page)
	must(t, page.Press("ArrowDown"))
	if second := chosen(t, page); second == first || !strings.HasPrefix(second, "Next") {
		t.Errorf("after %q comes %q", first, second)
	}
	must(t, page.Press("ArrowUp", "ArrowUp")) // the selection wraps around at the ends of the list
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('palette')?.open`))

	find("head of line")
	must(t, page.Wait(`document.querySelector('#palette-list [data-do^="lesson:"]') || true`))
	find2 := eval[string](t, page, `document.getElementById('palette-count').textContent`)
	if !strings.Contains(find2, "found") && !strings.Contains(find2, "Nothing") {
		t.Errorf("the palette says %q", find2)
	}
}

func TestThePaletteByMouseAndInOtherLanguages(t *testing.T) {
	for _, c := range []struct{ language, query, want string }{{"ru", "шаг 3", "Шаг 3"}, {"ru", "next decision", ""}, {"zh", "第 3", "第 3 步"}, {"zh", "easy", ""}} {
		page := open(t, "/", View{Language: c.language})
		must(t, page.Wait(Ready))
		must(t, page.Wait(fmt.Sprintf(`document.documentElement.lang === %q`, c.language)))
		must(t, page.Click("#t-find"))
		must(t, page.Wait(`document.getElementById('palette')?.open`))
		eval[bool](t, page, fmt.Sprintf(`(i => { i.value = %q; i.dispatchEvent(new Event('input', {bubbles: true})); return true })(document.getElementById('palette-input'))`, c.query))
		if got := chosen(t, page); got == "" || c.want != "" && got != c.want {
			t.Errorf("%s: %q finds %q, not %q", c.language, c.query, got, c.want)
		}
		must(t, page.Click("#palette-list li"))
		must(t, page.Wait(`!document.getElementById('palette')?.open`))
	}
}

func TestSettingsAreKept(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	if n := eval[int](t, page, `Object.keys(localStorage).filter(k => k !== 'hopyard.opening').length`); n != 0 {
		t.Errorf("%d things are stored before anything was chosen", n)
	}
	drop(t, page, "together.json", `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [
		{"id": 1, "submit": 0, "nodes": 3, "walltime": 100}, {"id": 2, "submit": 0, "nodes": 4, "walltime": 60},
		{"id": 3, "submit": 0, "nodes": 4, "walltime": 60}, {"id": 4, "submit": 0, "nodes": 1, "walltime": 100}],
		"scheduler": {"queue": "easy", "allocator": "first-fit"}}`)
	must(t, page.Wait(`document.documentElement.dataset.steps !== '16'`))
	all := steps(t, page)
	byKey("o", "settings")(t, page)
	must(t, page.Click(`#settings [data-set="together"]`))
	must(t, page.Click(`#settings [data-set="patterns"]`))
	must(t, page.Click(`#settings [data-set="motion"]`))
	must(t, page.Press("Escape"))
	n := 0
	for must(t, page.Press("Home")); step(t, page) < all && n < 100; n++ {
		before := step(t, page)
		must(t, page.Press("ArrowRight"))
		must(t, page.Wait(fmt.Sprintf(`+document.documentElement.dataset.step > %d`, before)))
	}
	if n >= all {
		t.Errorf("%d presses for %d events", n, all)
	}
	if count := eval[string](t, page, `document.getElementById('step-count').textContent`); !strings.Contains(count, fmt.Sprintf("(%d / %d)", all, all)) {
		t.Errorf("the count at the end is %q", count)
	}
	other := eval[[]string](t, page, `[localStorage['hopyard.together'], localStorage['hopyard.patterns'], localStorage['hopyard.motion'], document.documentElement.dataset.motion]`)
	if strings.Join(other, " ") != "on on off off" {
		t.Errorf("kept is %q", other)
	}
	eval[int](t, page, `setTimeout(() => location.reload()); 1`)
	waitAnew(t, page, `document.documentElement.dataset.motion === 'off' && document.documentElement.dataset.patterns`)
}

// TestKeysOfOtherKeyboards checks that letter keys work on keyboards of other
// scripts, such as Cyrillic.
func TestKeysOfOtherKeyboards(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	eval[bool](t, page, `(document.dispatchEvent(new KeyboardEvent('keydown', {key: 'п', code: 'KeyG', bubbles: true})), true)`)
	must(t, page.Wait(`document.getElementById('gallery')?.open`))
}

func TestPlayingPausesAtDecisions(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	byKey("o", "settings")(t, page)
	must(t, page.Click(`#settings [data-set="pauses"]`))
	must(t, page.Press("Escape", "Home"))
	at(t, page, 0)
	eval[bool](t, page, `(s => { s.value = '8'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('t-speed'))`)
	must(t, page.Press("k"))
	must(t, page.Wait(`+document.documentElement.dataset.step > 0 && document.getElementById('t-play').getAttribute('aria-pressed') === 'false'`))
	if at := step(t, page); at >= steps(t, page) {
		t.Errorf("playing went on to the end")
	}
	if text := said(t, page); !strings.Contains(text, "starts now") {
		t.Errorf("it pauses at %q", text)
	}
}

// TestThePaletteLeadsToSubjects checks that the command palette finds exports and
// learning paths, and that selecting them opens them.
func TestThePaletteLeadsToSubjects(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("Ctrl+k"))
	must(t, page.Wait(`document.getElementById('palette')?.open`))
	must(t, page.Type("export png"))
	if got := chosen(t, page); got != "Machine and timeline, PNG" {
		t.Errorf("export png chooses %q", got)
	}
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.getElementById('export')?.open && document.activeElement.dataset.export === 'png0'`))
	must(t, page.Press("Escape", "Ctrl+k"))
	must(t, page.Wait(`document.getElementById('palette')?.open && document.documentElement.dataset.lessons`))
	must(t, page.Type("topology"))
	if got := chosen(t, page); got != "Topology in 45 minutes" {
		t.Errorf("topology chooses %q", got)
	}
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.title.startsWith('One wide job') && document.getElementById('t-predict').getAttribute('aria-checked') === 'true'`))
}
