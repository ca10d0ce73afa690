package e2e

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
)

// everything is an expression that returns all texts of the page, including those
// only for screen readers. It omits texts that are marked as being in a language
// other than the page's.
const everything = `(() => {
	const out = [document.title], page = document.documentElement.lang
	const lang = e => e.closest('[lang]').lang
	const skip = e => e.closest('script,noscript,style,svg,pre,kbd,dialog:not([open])') || lang(e) !== page
	for (const e of document.querySelectorAll('body *')) {
		if (skip(e)) continue
		for (const name of ['title', 'aria-label', 'placeholder', 'aria-valuetext']) if (e.getAttribute(name)) out.push(e.getAttribute(name))
		for (const n of e.childNodes) if (n.nodeType === 3 && n.data.trim()) out.push(n.data.trim())
	}
	return out
})()`

// quiet is a condition: the lessons are loaded, with their titles in the page's language,
// and so are the texts that screen readers get in place of the pictures.
const quiet = `document.documentElement.dataset.lessons && (document.documentElement.lang === 'en' || !document.getElementById('pick-lesson').textContent.includes('One wide job holds up the rest')) && document.querySelector('#machine-tree [data-tree]') && document.querySelector('#timeline-grid [data-cell]')`

func speaks(code, sentence string) string {
	return fmt.Sprintf(`document.documentElement.lang === %q && document.getElementById('why-sentence').textContent.toLowerCase().includes(%q)`, code, sentence)
}

// english returns the words of a text that appear to be English: words of three or
// more ASCII letters that are not names.
func english(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '.' && r != '_' }) {
		ascii := strings.IndexFunc(word, func(r rune) bool { return r > unicode.MaxASCII }) < 0
		if ascii && len(word) > 2 && !international[strings.Trim(word, ".")] {
			out = append(out, word)
		}
	}
	return out
}

var international = map[string]bool{
	"Hopyard": true, "EASY": true, "SDM": true, "MDM": true, "GPU": true, "MiB": true, "FPGA": true, "CPU": true, "MPFS": true, "Scan": true, "Gen-Alg": true, "Inc": true, "Slurm": true, "Kueue": true, "Volcano": true, "KAI": true, "Flux": true, "PBS": true, "torus": true,
	"Dragonfly": true, "json": true, "swf": true, "squeue": true, "JSON": true, "English": true, "Esc": true, "topology.conf": true, "scheduler.queue": true, "scheduler.allocator": true, "Ctrl": true, "Shift": true,
	"alice": true, "bob": true, "carol": true, "dan": true, "eve": true, "ada": true, "frank": true, "grace": true, "heidi": true, "ann": true, "ben": true, "cat": true,
}

func inOneLanguage(t *testing.T, p *Page, code string) {
	t.Helper()
	for _, text := range eval[[]string](t, p, everything) {
		if words := english(text); len(words) > 0 {
			t.Errorf("%s: %q stands in %q", code, words, text)
		}
	}
}

// TestTheBrowserChoosesTheLanguage checks that all text on the page is in the
// preferred language of the browser.
func TestTheBrowserChoosesTheLanguage(t *testing.T) {
	site(t)
	for _, c := range []struct{ prefers, code, start, five, queue, tree string }{
		{"zh-CN", "zh", "一切尚未开始", "现在启动", "个节点", "个节点中"},
		{"ru-RU", "ru", "ещё ничего не произошло", "начинается сейчас", "узлов", "занято узлов"},
	} {
		t.Run(c.code, func(t *testing.T) {
			page := open(t, "/", View{Language: c.prefers})
			must(t, page.Wait(Ready))
			must(t, page.Wait(fmt.Sprintf(`document.documentElement.lang === %q`, c.code)))
			must(t, page.Wait(quiet))
			inOneLanguage(t, page, c.code)
			must(t, page.Press("Shift+ArrowRight"))
			must(t, page.Wait(speaks(c.code, c.five)))
			for id, text := range map[string]string{"queue-list": c.queue, "machine-tree": c.tree, "status": c.five} {
				must(t, page.Wait(fmt.Sprintf(`document.getElementById(%q).textContent.includes(%q)`, id, text)))
			}
			inOneLanguage(t, page, c.code)
		})
	}
}

// TestThePickerChangesTheLanguageAndBack checks that selecting another language
// keeps the run, the step and the selected job. After returning to English, all
// text must be as before.
func TestThePickerChangesTheLanguageAndBack(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(quiet))
	here := step(t, page) + 1
	must(t, page.Press("ArrowRight"))
	at(t, page, here)
	must(t, page.Click(`#queue-list [data-id]`))
	chosen := eval[string](t, page, `document.querySelector('#queue-list [data-id]').dataset.id`)
	must(t, page.Wait(`document.querySelector('#queue-list [aria-selected=true]') && document.getElementById('status').textContent.startsWith(document.querySelector('#why-sentence b').textContent)`))
	all := func() string { return strings.Join(eval[[]string](t, page, everything), "\n") }
	settled := func(code string) {
		must(t, page.Wait(fmt.Sprintf(`document.documentElement.lang === %q && !hopyard.state().busy`, code))) // busy while the titles of lessons are fetched
		must(t, page.Wait(fmt.Sprintf(`document.querySelector('#machine-tree [data-tree]').textContent.toLowerCase().startsWith(%q)`, map[string]string{"en": "machine", "zh": "机器", "ru": "машина"}[code])))
	}
	before := all()
	run := eval[string](t, page, `document.documentElement.dataset.run`)
	for _, code := range []string{"zh", "ru", "en"} {
		must(t, page.Wait(fmt.Sprintf(`(s => { s.value = %q; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('pick-lang'))`, code)))
		settled(code)
		if code != "en" {
			inOneLanguage(t, page, code)
		}
		if now := step(t, page); now != here {
			t.Errorf("%s: at step %d", code, now)
		}
		if now := eval[string](t, page, `document.querySelector('#queue-list [aria-selected=true]')?.dataset.id ?? ''`); now != chosen {
			t.Errorf("%s: another job is chosen", code)
		}
	}
	if again := eval[string](t, page, `document.documentElement.dataset.run`); again != run {
		t.Error("the run was computed anew")
	}
	must(t, page.Wait(`document.getElementById('machine-tree').textContent.includes('nodes busy')`))
	if after := all(); after != before {
		t.Errorf("English again is not as before: %s", firstDifference(before, after))
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("%q was %q", y[i], x[i])
		}
	}
	return fmt.Sprintf("%d texts were %d", len(y), len(x))
}

// TestTheChosenLanguageIsKept checks that the selected language is stored and takes
// precedence over the browser's language. A language in the address must take
// precedence over both.
func TestTheChosenLanguageIsKept(t *testing.T) {
	page := open(t, "/", View{Language: "zh"})
	must(t, page.Wait(speaks("zh", "作业")))
	if eval[bool](t, page, `localStorage.getItem('hopyard.lang') !== null`) {
		t.Error("a language was stored that nobody chose")
	}
	must(t, page.Wait(`(s => { s.value = 'ru'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('pick-lang'))`))
	must(t, page.Wait(speaks("ru", "задание")))
	leaves(t, page, `location.reload()`, speaks("ru", "задание"))
	leaves(t, page, `location.assign('/?lang=en')`, speaks("en", "job"))
}

// leaves makes the page navigate by a JavaScript statement, the parameter how. It
// waits until the condition in the parameter then is true in the new document.
func leaves(t *testing.T, p *Page, how, then string) {
	t.Helper()
	eval[int](t, p, `setTimeout(() => { document.documentElement.dataset.left = 1; `+how+` }); 1`)
	var err error
	for range 5 { // the first attempts may still reach the old document
		if err = p.Wait(`!document.documentElement.dataset.left && ` + then); err == nil {
			return
		}
	}
	must(t, err)
}

// TestFormsAndDialogsSpeakTheLanguage checks that the help dialog and the forms are
// translated.
func TestFormsAndDialogsSpeakTheLanguage(t *testing.T) {
	page := open(t, "/?lang=ru", View{})
	must(t, page.Wait(Ready+` && document.documentElement.lang === 'ru'`))
	must(t, page.Wait(quiet))
	must(t, page.Press("?"))
	must(t, page.Wait(`document.getElementById('help').open && document.getElementById('keys').textContent.includes('Шаг вперёд')`))
	inOneLanguage(t, page, "ru")
	must(t, page.Press("Escape"))
	must(t, page.Press("e"))
	must(t, page.Wait(`document.getElementById('form-body').textContent.includes('Какие задания начинаются')`))
	must(t, page.Wait(`document.getElementById('form-blocks').textContent.includes('Сеть узлов')`))
}

// TestTheOpenEditorSpeaksAnew changes the language while the editor is open. The
// editor must stay open. Its forms, its errors and the label of its text must then
// be in the new language.
func TestTheOpenEditorSpeaksAnew(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(quiet))
	must(t, page.Press("e"))
	must(t, page.Wait(`document.getElementById('form-body').textContent.includes('Which jobs start')`))
	speak := func(code string) {
		eval[bool](t, page, fmt.Sprintf(`(s => { s.value = %q; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('pick-lang'))`, code))
	}
	speak("ru")
	must(t, page.Wait(`document.getElementById('form-body').textContent.includes('Какие задания начинаются') && document.getElementById('form-blocks').textContent.includes('Сеть узлов')`))
	must(t, page.Click("#tab-text"))
	label := func(what string) {
		t.Helper()
		must(t, page.Wait(fmt.Sprintf(`document.querySelector('#edit-code').shadowRoot?.querySelector('.cm-content').ariaLabel.startsWith(%q)`, what)))
	}
	must(t, page.Wait(`document.documentElement.hasAttribute('data-code')`))
	write(t, page, `"nodes": 24`, `"nodes": 999`)
	must(t, page.Wait(`document.getElementById('edit-errors').textContent.includes('Строка')||document.getElementById('edit-errors').textContent.includes('строка')`))
	speak("en")
	must(t, page.Wait(`document.getElementById('edit-errors').textContent.includes('line')`))
	label("Scenario as JSON")
	speak("zh")
	must(t, page.Wait(`document.querySelector('#edit-code').shadowRoot.querySelector('.cm-content').ariaLabel.match(/[\u4e00-\u9fff]/)`))
	must(t, page.Click("#tab-form"))
	must(t, page.Wait(`document.getElementById('form-body').textContent.match(/[\u4e00-\u9fff]/)`))
}
