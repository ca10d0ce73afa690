package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/scenario/linktest"
	"hopyard/scenarios"
)

const badView = `document.getElementById('bad-view')`

// hostileSaw is an expression to be evaluated after opening a hostile link. It
// lists what is wrong. If nothing is wrong, it is "": the help is shown, nothing of
// an earlier schedule is visible, and no script ran.
const hostileSaw = `(() => {
	const view = document.getElementById('bad-view'), wrong = []
	if (!view || !view.querySelector('.errors li') || !view.querySelector('#bad-link') || !view.querySelector('[data-bad=lesson]')) wrong.push('no help')
	for (const e of document.querySelectorAll('main > .panel:not(.bad-view), footer, dialog[open]')) if (e.checkVisibility()) wrong.push('still seen: ' + e.id + e.tagName)
	const old = /.*(promised|shadow|Mean wait|Job \d).*/.exec(document.body.innerText)
	if (old) wrong.push('old text: ' + old[0])
	if (view.querySelector('script, img, svg, iframe')) wrong.push('markup of the link')
	if (document.title === 'owned' || {}.polluted) wrong.push('its script ran')
	if (!document.title.startsWith('This link cannot be opened')) wrong.push('title ' + document.title)
	return wrong.join('; ')
})()`

// TestHostileLinks opens all hostile links one after the other in the same page.
// Each must be refused, whether a schedule or the help for another link was on
// screen before.
func TestHostileLinks(t *testing.T) {
	page := openAny(t, site(t)+"/", View{})
	must(t, page.Wait(Ready))
	good := eval[string](t, page, `document.documentElement.dataset.trace`)
	home := goodLink(t)
	for i, c := range linktest.Hostile() {
		if i%10 == 0 { // every tenth link is opened over a schedule, the others over the help for the preceding link
			eval[int](t, page, fmt.Sprintf("location.hash = %q; 1", home))
			must(t, page.Wait(`!`+badView+` && document.documentElement.dataset.trace`))
		}
		eval[int](t, page, fmt.Sprintf(`(document.getElementById('bad-view')?.setAttribute('data-old', ''), document.getElementById('bad-title')?.remove(), location.hash = %s, 1)`, quoteJS(c.Text)))
		if err := page.Wait(`document.getElementById('bad-title')`); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if wrong := eval[string](t, page, hostileSaw); wrong != "" {
			t.Errorf("%s: %s", c.Name, wrong)
		}
	}
	must(t, page.Click(`[data-bad="lesson"]`))
	must(t, page.Click(`[data-lesson="0"]`))
	must(t, page.Wait(`!`+badView+` && document.documentElement.dataset.trace === `+strconv.Quote(good)))
	for _, problem := range page.Console() {
		t.Error(problem)
	}
}

func quoteJS(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r < ' ' || r == '"' || r == '\\' || r == '<' || r > '~':
			fmt.Fprintf(&out, `\u{%x}`, r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String() + `"`
}

func TestHostileLinksOnTheirOwn(t *testing.T) {
	for i, c := range linktest.Hostile() {
		if i%12 != 5 || strings.ContainsAny(c.Text, "\x00<") {
			continue
		}
		page := openAny(t, site(t)+"/"+c.Text, View{})
		must(t, page.Wait(badView))
		if wrong := eval[string](t, page, hostileSaw); wrong != "" {
			t.Errorf("%s: %s", c.Name, wrong)
		}
	}
}

// goodLink returns a link to a step of the first lesson. The link is encoded by Go
// code in the test, not by the page.
func goodLink(t *testing.T) string {
	t.Helper()
	s, err := scenario.Parse(scenarios.All()[0].Source)
	must(t, err)
	c, err := s.Config()
	must(t, err)
	tape, err := engine.Record(c)
	must(t, err)
	mark := tape.Mark(5)
	link, err := scenario.EncodeLink(scenario.SharedLink{
		Scenario: s, At: &scenario.Moment{Time: mark.Time, Ordinal: int(mark.Ordinal)}, Engine: engine.Version, Trace: tape.StepHashes().Text() + "." + tape.StepHashes().Mark(6),
	})
	must(t, err)
	return link
}

// TestABadLinkSaysWhatIsWrong checks that a link that cannot be opened shows an
// explanation, and that the link can be replaced there by keyboard: another bad
// link gives a message, and a good link opens.
func TestABadLinkSaysWhatIsWrong(t *testing.T) {
	page := open(t, "/#1.z.vJSxTtxAEIaj-BIleYpf", View{})
	must(t, page.Wait(badView))
	if text := eval[string](t, page, `document.querySelector('#bad-view .errors').innerText`); len(text) < 20 {
		t.Errorf("says only %q", text)
	}
	must(t, page.Press("Tab"))
	must(t, page.Wait(`document.activeElement.id === 'bad-link'`))
	must(t, page.Type("hello"))
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.getElementById('bad-note').innerText`))
	eval[int](t, page, `(document.getElementById('bad-link').value = '', 1)`)
	must(t, page.Type(goodLink(t)))
	must(t, page.Press("Enter"))
	must(t, page.Wait(Ready+` && !`+badView))
	at(t, page, 6)
	if eval[bool](t, page, `document.getElementById('run-notice') !== null`) {
		t.Error("a run that is the same is said to differ")
	}
}

// TestARunThatDiffersIsTold opens a link whose recorded run differs from the run
// that the page computes. It checks that a notice names the first step that
// differs.
func TestARunThatDiffersIsTold(t *testing.T) {
	link := goodLink(t)
	i := strings.Index(link, "&h=") + 3
	other := link[:i] + "f" + link[i+1:] // changes the final hash; all intermediate hashes still agree
	other = strings.Replace(other, "&v="+engine.Version, "&v=0.9", 1)
	page := open(t, "/"+other, View{})
	must(t, page.Wait(Ready+` && document.getElementById('run-notice')`))
	if text := eval[string](t, page, `document.querySelector('#run-notice span').innerText`); !strings.Contains(text, "version 0.9 of the engine") ||
		!strings.Contains(text, "from step 16 on") || !strings.Contains(text, "Up to the step shown, the two agree") {
		t.Errorf("told %q", text)
	}
	must(t, page.Click("#run-notice button"))
	must(t, page.Wait(`!document.getElementById('run-notice')`))
}

// TestSharedLinkArrives checks that the link in the share dialog opens at the same
// step with the same trace in a fresh profile. It also checks the options of the
// dialog.
func TestSharedLinkArrives(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("End", "ArrowLeft", "ArrowLeft"))
	at(t, page, steps(t, page)-2)
	must(t, page.Click("#share-open"))
	must(t, page.Wait(`document.getElementById('share')?.open`))
	link := func() string { return eval[string](t, page, `document.getElementById('share-url').value`) }
	whole := link()
	if count := eval[string](t, page, `document.getElementById('share-count').textContent`); count != fmt.Sprintf("%d characters", len(whole)) {
		t.Errorf("counts %q of %d", count, len(whole))
	}
	must(t, page.Click("#share-plain"))
	must(t, page.Wait(`document.getElementById('share-url').value.includes('#1.j.')`))
	if count := eval[string](t, page, `document.getElementById('share-count').textContent`); !strings.HasPrefix(strings.ReplaceAll(count, ",", ""), fmt.Sprint(len(link()))) {
		t.Errorf("counts %q of %d", count, len(link()))
	}
	must(t, page.Click("#share-plain"))
	must(t, page.Wait(`document.getElementById('share-url').value === `+strconv.Quote(whole)))
	must(t, page.Click("#share-place"))
	must(t, page.Wait(`!document.getElementById('share-url').value.includes('&at=')`))
	must(t, page.Click("#share-place"))
	must(t, page.Wait(`document.getElementById('share-url').value === `+strconv.Quote(whole))) // restoring an option restores the link
	state := `document.documentElement.dataset.step + ' ' + document.documentElement.dataset.trace`
	want := eval[string](t, page, state)
	other := open(t, whole[strings.Index(whole, "/#"):], View{Theme: "dark"})
	must(t, other.Wait(Ready))
	must(t, other.Wait(state+` === `+strconv.Quote(want)))
	if eval[bool](t, other, `document.getElementById('run-notice') !== null || Object.keys(localStorage).some(k => k !== 'hopyard.opening')`) {
		t.Error("a notice, or something is kept")
	}
}
