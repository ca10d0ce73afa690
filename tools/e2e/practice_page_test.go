package e2e

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/scenarios"
)

// asks is a condition: a question of Predict mode is on screen and completely
// loaded.
const asks = `hopyard.state().asking && !hopyard.state().busy`

// practice opens a lesson in Predict mode. The parameter moment is the part of the
// address that gives the time.
func practice(t *testing.T, lesson, moment string, v View) *Page {
	t.Helper()
	l, ok := scenarios.Find(lesson)
	if !ok {
		t.Fatalf("there is no lesson %s", lesson)
	}
	s, err := scenario.Parse(l.Source)
	must(t, err)
	link, err := scenario.EncodeLink(scenario.SharedLink{Scenario: s})
	must(t, err)
	page := open(t, "/"+link+moment+"&predict=1", v)
	must(t, page.Wait(Ready))
	must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy`))
	return page
}

// prompt waits for a question and returns its text.
func prompt(t *testing.T, p *Page) string {
	t.Helper()
	must(t, p.Wait(asks))
	return eval[string](t, p, `document.getElementById('ask-prompt').innerText`)
}

// askedThat skips questions until the text of one matches the given regular
// expression.
func askedThat(t *testing.T, p *Page, what string) {
	t.Helper()
	for range 30 {
		clickNow(t, p, "#t-end") // End leads to the next question
		if text := prompt(t, p); regexp.MustCompile(what).MatchString(text) {
			return
		}
		clickNow(t, p, "[data-ask=skip]")
		must(t, p.Wait(`!hopyard.state().asking && !hopyard.state().busy`))
	}
	t.Fatalf("no question like %q", what)
}

func graded(t *testing.T, p *Page) string {
	t.Helper()
	must(t, p.Wait(`hopyard.state().graded && !hopyard.state().busy`))
	return eval[string](t, p, `document.getElementById('why-ask').innerText`)
}

// row returns a JavaScript expression for the row of the queue that shows the job
// with the given number.
func row(number int) string {
	return fmt.Sprintf(`[...document.querySelectorAll('#queue-list [data-pick]')].find(x => x.innerText.startsWith('Job %d'))`, number)
}

// askedWhoStarts skips questions until one asks which jobs start and the given job
// is among the waiting jobs.
func askedWhoStarts(t *testing.T, page *Page, number int) {
	t.Helper()
	askedThat(t, page, "Which of the waiting jobs")
	for eval[bool](t, page, `!`+row(number)) {
		clickNow(t, page, "[data-ask=skip]")
		must(t, page.Wait(`!hopyard.state().asking && !hopyard.state().busy`))
		askedThat(t, page, "Which of the waiting jobs")
	}
}

// TestPredictWhoStarts uses the question about which jobs start when job 5 may fill
// the hole before job 4. The answer "none" must be graded as wrong, and the card
// with the question must explain the misconception with its numbers. The run must
// be revealed only up to this scheduling pass.
func TestPredictWhoStarts(t *testing.T) {
	page := practice(t, "easy-hole", "", View{})
	askedWhoStarts(t, page, 5)
	if told, err := page.AccessibleText(); err != nil || !strings.Contains(told, "Which of the waiting jobs start now?") {
		t.Fatalf("the question is not told: %v\n%s", err, told)
	}
	must(t, page.Press("ArrowRight", "End", "k"))
	must(t, page.Wait(asks))
	must(t, page.Click(`[data-pick="none"]`))
	must(t, page.Click(`[data-ask="answer"]`))
	said := graded(t, page)
	for _, want := range []string{"Not quite.", "Jobs may overtake one that has to wait. Job 5 starts", "Right answer", "0 of 1 point"} {
		if !strings.Contains(said, want) {
			t.Errorf("the card lacks %q: %s", want, said)
		}
	}
	if slip := eval[string](t, page, `document.querySelector('[data-slip]').dataset.slip`); slip != "first-come" {
		t.Errorf("the mistake is %q", slip)
	}
	if eval[bool](t, page, `+document.documentElement.dataset.step !== +document.documentElement.dataset.steps`) {
		t.Error("more than this pass is uncovered")
	}
	axe(t, page)
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}

// TestPredictByKeyboard answers a question by keyboard alone: it marks an option,
// opens a hint and gives the answer. The next question must follow. Then the test
// ends Predict mode.
func TestPredictByKeyboard(t *testing.T) {
	page := practice(t, "easy-hole", "", View{})
	askedWhoStarts(t, page, 5)
	eval[bool](t, page, `document.activeElement.blur() || true`)
	must(t, page.Press("ArrowRight")) // while a question is open, this key does not step but moves the focus to the answer
	focused(t, page, `.matches('[data-pick]')`)
	for eval[bool](t, page, `!document.activeElement.innerText.startsWith('Job 5')`) {
		must(t, page.Press("ArrowDown"))
	}
	must(t, page.Press("Space"))
	must(t, page.Wait(row(5)+`.getAttribute('aria-checked') === 'true'`))
	focused(t, page, `.matches('[aria-checked=true]')`)
	for eval[bool](t, page, `document.activeElement.dataset.ask !== 'hint'`) {
		must(t, page.Press("Tab"))
	}
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.querySelector('.ask-hint')?.innerText.includes('14 nodes are free now')`))
	for eval[bool](t, page, `document.activeElement.dataset.ask !== 'answer'`) {
		must(t, page.Press("Tab"))
	}
	must(t, page.Press("Enter"))
	if said := graded(t, page); !strings.Contains(said, "Right.") || !strings.Contains(said, "half") || !strings.Contains(said, "0.5 of 1 point") {
		t.Errorf("the card says %s", said)
	}
	focused(t, page, `.matches('[data-ask=next]')`)
	must(t, page.Press("Enter"))
	prompt(t, page)
	must(t, page.Press("h"))
	must(t, page.Wait(`!document.documentElement.hasAttribute('data-covered') && !hopyard.state().busy`))
	if eval[bool](t, page, `document.getElementById('why-ask').hidden === false`) {
		t.Error("the card stays when predicting ends")
	}
}

// TestPredictMomentsAndNumbers checks that a question for a time can be answered by
// clicking on the timeline or by typing the time.
func TestPredictMomentsAndNumbers(t *testing.T) {
	page := practice(t, "easy-hole", "", View{})
	askedThat(t, page, "By when is it promised")
	must(t, page.Click(`[data-ask="answer"]`))
	must(t, page.Wait(`document.querySelector('.ask-note')?.innerText.includes('Write a time')`))
	axe(t, page)
	at := eval[[2]float64](t, page, `(r => [r.x + r.width * 0.7, r.y + r.height * 0.3])(document.getElementById('timeline-canvas').getBoundingClientRect())`)
	must(t, page.Grab(at[0], at[1]))
	must(t, page.Drop(at[0], at[1]))
	must(t, page.Wait(`/^\d+:\d\d$/.test(document.getElementById('ask-field').value)`))
	eval[bool](t, page, `(document.getElementById('ask-field').select(), document.getElementById('ask-field').focus(), true)`)
	must(t, page.Type("1:00"))
	must(t, page.Press("Enter"))
	if said := graded(t, page); !strings.Contains(said, "Right.") {
		t.Errorf("the card says %s", said)
	}
}

// TestPredictByTouch checks that a question can be answered by touch on a phone,
// and that the page then does not scroll sideways.
func TestPredictByTouch(t *testing.T) {
	page := practice(t, "easy-hole", "", View{Width: 390, Height: 844, Touch: true})
	askedThat(t, page, "Which of the waiting jobs")
	for _, selector := range []string{`[data-pick]`, `[data-ask="answer"]`} {
		eval[bool](t, page, fmt.Sprintf(`(document.querySelector(%q).scrollIntoView({block: 'center'}), true)`, selector))
		at := eval[[2]float64](t, page, fmt.Sprintf(`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())`, selector))
		must(t, page.Touch(at[0], at[1]))
		must(t, page.Lift())
	}
	graded(t, page)
	if eval[bool](t, page, "document.documentElement.scrollWidth > innerWidth") {
		t.Error("the page scrolls sideways")
	}
}

// TestPredictInThreeLanguages checks that the question on screen changes its
// language with the page.
func TestPredictInThreeLanguages(t *testing.T) {
	page := practice(t, "easy-hole", "", View{})
	askedThat(t, page, "Which of the waiting jobs")
	for lang, want := range map[string]string{"zh": "哪些等待的作业现在启动？", "ru": "Какие из ждущих заданий начинаются сейчас?", "en": "Which of the waiting jobs start now?"} {
		eval[bool](t, page, fmt.Sprintf(`(s => { s.value = %q; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('pick-lang'))`, lang))
		must(t, page.Wait(fmt.Sprintf(`hopyard.state().language === %q && document.getElementById('ask-prompt')?.innerText === %q`, lang, want)))
		axe(t, page)
	}
}

// TestNothingOnThePageTellsTheAnswer checks that, while a question is open, neither
// the visible text nor the accessibility tree contains its answer.
func TestNothingOnThePageTellsTheAnswer(t *testing.T) {
	page := practice(t, "easy-hole", "", View{})
	kinds := map[string]bool{}
	for range 8 {
		clickNow(t, page, "#t-end")
		if must(t, page.Wait(`!hopyard.state().busy`)); !eval[bool](t, page, `hopyard.state().asking`) {
			break
		}
		text := prompt(t, page)
		told, err := page.AccessibleText()
		must(t, err)
		seen := eval[string](t, page, `document.body.innerText + ' ' + [...document.querySelectorAll('[title],[aria-label],[aria-valuetext]')].map(x => [x.title, x.ariaLabel, x.ariaValueText].join(' ')).join(' ') + document.getElementById('status').textContent`)
		told += seen
		if eval[bool](t, page, `document.documentElement.dataset.steps !== document.documentElement.dataset.step || +document.getElementById('scrub').max !== +document.documentElement.dataset.step`) {
			t.Errorf("%s: how long the run is, is told", text)
		}
		clickNow(t, page, "[data-ask=show]")
		graded(t, page)
		for _, job := range regexp.MustCompile(`Job \d+ starts now on`).FindAllString(said(t, page), -1) {
			if strings.Contains(told, job) {
				t.Errorf("%s: %q is told: %s", text, job, told)
			}
		}
		right := eval[string](t, page, `document.querySelector('.ask-answers dd').innerText`)
		switch {
		case strings.Contains(text, "By when"):
			kinds["promise"] = true
			if regexp.MustCompile(`(promised|before|shadow time|at) ` + right + `\b`).MatchString(told) {
				t.Errorf("%s: %s is told: %s", text, right, told)
			}
		case strings.Contains(text, "extra nodes"):
			if strings.Contains(told, right+" extra") || strings.Contains(told, "the "+right+" nodes that") {
				t.Errorf("%s: %s is told: %s", text, right, told)
			}
		case strings.Contains(text, "Which of the waiting jobs"):
			kinds["start"] = true
		}
	}
	if !kinds["start"] || !kinds["promise"] {
		t.Errorf("asked were %v", kinds)
	}
}

// TestNobodyPredictsUnasked checks that the page and embeds open outside Predict
// mode if the link does not request it.
func TestNobodyPredictsUnasked(t *testing.T) {
	for _, path := range []string{"/", "/embed.html"} {
		page := open(t, path, View{})
		must(t, page.Wait(Ready))
		must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy`))
		if eval[bool](t, page, `document.documentElement.hasAttribute('data-covered')`) {
			t.Errorf("%s: the future is covered", path)
		}
	}
}

// TestPredictOnAPhone checks on a phone that the switch for Predict mode shows its
// name. The answer button must be below the options and not covered. No sentence
// may mention a key.
func TestPredictOnAPhone(t *testing.T) {
	l, _ := scenarios.Find("easy-hole")
	for _, language := range []string{"en", "zh", "ru"} {
		page := openAny(t, site(t)+"/?lang="+language+"#1.j."+base64.RawURLEncoding.EncodeToString(l.Source)+"&at=300.0&predict=1", View{Width: 390, Height: 844, Touch: true})
		must(t, page.Wait(Ready))
		must(t, page.Wait(`hopyard.state().run && !hopyard.state().busy`))
		must(t, page.Click("#t-forward"))
		must(t, page.Wait(`document.querySelector('[data-pick]') && document.querySelector('.ask-go .primary')`))
		if wrong := eval[string](t, page, `(() => {
			const box = e => e.getBoundingClientRect(), out = [], name = document.querySelector('#t-predict span')
			if (!box(name).width || name.scrollWidth > name.clientWidth) out.push('the switch has no whole name')
			const footer = box(document.querySelector('.bottom')), answer = box(document.querySelector('.ask-go .primary'))
			for (const row of document.querySelectorAll('[data-pick]')) {
				row.scrollIntoView({block: 'center'})
				if (box(row).bottom > answer.top || box(row).top < 0) out.push('the button lies above or over ' + row.innerText)
			}
			if (answer.bottom > footer.top) out.push('the transport lies over the button')
			return out.join('; ')
		})()`); wrong != "" {
			t.Errorf("%s: %s", language, wrong)
		}
		look(t, page, "predict-phone-"+language)
		sound(t, page, "predict on a phone")
		axe(t, page)
		must(t, page.Click("#t-home"))
		must(t, page.Wait(`document.documentElement.dataset.step === '0' && !hopyard.state().busy`))
		if why := text(t, page, "why"); strings.Contains(why, "→") {
			t.Errorf("%s: a key is named: %s", language, why)
		}
	}
}
