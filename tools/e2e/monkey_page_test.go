package e2e

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

//go:embed monkey.js
var monkeyScript string

// monkey operates the page at random with keys, clicks, drags, the slider, lists,
// fields and files. It works in a run, in a comparison, and in the editor. After
// each action it checks that nothing has stopped, that the console is empty, and
// that a clicked control had an effect. It also checks that every text on the page
// equals the text that a newly created model gives for the same scenario at the
// same time.
type monkey struct {
	t     *testing.T
	page  *Page
	rng   *rand.Rand
	fresh *twin
	did   []string
	large bool
}

// shownState is the state of the page as hopyard.state returns it.
type shownState struct {
	Busy, Playing, Together, Run, Stale, Far, Stopped, Shown bool
	Language, Compare, At                                    string
	Serial, Ordinal                                          int32
	Job                                                      int64
}

func (k *monkey) fail(format string, args ...any) {
	k.t.Helper()
	k.t.Fatalf("%s\nafter %d actions, the last of them:\n  %s", fmt.Sprintf(format, args...), len(k.did), strings.Join(k.did[max(len(k.did)-15, 0):], "\n  "))
}

// one returns a random element of the list.
func one[T any](k *monkey, list ...T) T { return list[k.rng.IntN(len(list))] }

func (k *monkey) evaluate(expression string) {
	if _, err := Eval[bool](k.page, `(() => { `+expression+`; return true })()`); err != nil {
		k.fail("%v", err)
	}
}

func (k *monkey) check(err error) {
	if err != nil {
		k.fail("%v", err)
	}
}

// act performs a random action and records it.
func (k *monkey) act() {
	state, err := Eval[shownState](k.page, `hopyard.state()`)
	k.check(err)
	if state.Playing && k.rng.IntN(2) == 0 {
		k.key("k")
		return
	}
	switch n := k.rng.IntN(100); {
	case n < 34:
		k.key(one(k, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "Space", "Enter", "Tab", "Tab", "Escape", "Escape",
			"n", "p", "x", "z", "k", "f", "0", "+", "-", "w", "s", "a", "d", "1", "2", "3", "4", "c", "v", "[", "]", "g", "i", "e", "j", "m", "o", "t", "q", "?", "Ctrl+k", "Ctrl+z", "Ctrl+z", "Ctrl+Shift+Z", "Shift+ArrowRight", "Shift+ArrowLeft", "u", "r", "y"))
	case n < 58:
		k.click("button:not(#t-predict), summary, [role=tab], [role=option], [role=menuitem], .compare-job, li[data-id]")
	case n < 64:
		k.choose("select:not(#pick-lang):not(#pick-lesson)")
	case n < 66:
		k.choose("#pick-lang")
	case n < 67 && !k.large:
		k.choose("#pick-lesson")
	case n < 75:
		k.scrub()
	case n < 83:
		k.drag()
	case n < 87:
		k.fill()
	case n < 89:
		k.drop()
	default:
		k.key(one(k, "Escape", "ArrowRight", "ArrowLeft"))
	}
}

func (k *monkey) key(name string) {
	k.did = append(k.did, "press "+name)
	k.check(k.page.Press(name))
}

// click clicks a random control that matches the selector, and checks that the
// click has an effect.
func (k *monkey) click(selector string) {
	k.did = append(k.did, "look for a control")
	name, err := Eval[string](k.page, fmt.Sprintf(`(() => {
		const list = monkey.controls(%q)
		const e = monkey.at = list[%d %% (list.length || 1)]
		return e ? monkey.name(e) : ''
	})()`, selector, k.rng.IntN(1<<20)))
	k.check(err)
	if name == "" {
		return
	}
	k.did[len(k.did)-1] = "click " + name
	at, err := Eval[[]float64](k.page, `monkey.middle(monkey.at)`)
	k.check(err)
	k.evaluate(`monkey.done = monkey.at.matches('[aria-current], [aria-selected=true], [aria-pressed=true]') ? 1 : 0`) // a control that is already selected need not have an effect
	k.check(k.page.Grab(at[0], at[1]))
	k.check(k.page.Drop(at[0], at[1]))
	k.idle()
	if done, err := Eval[int](k.page, `monkey.done`); err != nil || done == 0 {
		if done, err = Eval[int](k.page, `new Promise(r => setTimeout(() => r(monkey.done), 400))`); err != nil || done == 0 { // wait, because some effects appear with a delay
			k.fail("%s does nothing: %v", name, err)
		}
	}
}

// choose selects a random option of a random list, as a user does in the list's
// popup.
func (k *monkey) choose(selector string) {
	k.did = append(k.did, "look for a list")
	name, err := Eval[string](k.page, fmt.Sprintf(`(() => {
		const list = monkey.controls(%q), e = list[%d %% (list.length || 1)]
		if (!e) return ''
		const options = [...e.options].filter(o => !o.disabled && !['file', 'gallery', 'drafts', 'own'].includes(o.value))
		if (!options.length) return ''
		e.focus()
		e.value = options[%d %% options.length].value
		e.dispatchEvent(new Event('change', {bubbles: true}))
		return monkey.name(e).split(' ')[0] + ' = ' + e.value
	})()`, selector, k.rng.IntN(1<<20), k.rng.IntN(1<<20)))
	k.check(err)
	k.did[len(k.did)-1] = "choose " + name
}

func (k *monkey) scrub() {
	part := k.rng.Float64()
	k.did = append(k.did, fmt.Sprintf("scrub to %.2f", part))
	k.evaluate(fmt.Sprintf(`const s = monkey.controls('#scrub')[0]; if (s) { s.value = Math.round(s.max * %v); s.dispatchEvent(new Event('input', {bubbles: true})) }`, part))
}

// drag drags, clicks, or turns the mouse wheel at a random place on a picture or
// grip.
func (k *monkey) drag() {
	selector := one(k, "canvas:not(#scrub-canvas)", "canvas:not(#scrub-canvas)", ".grip", "input[type=range]:not(#scrub)")
	box, err := Eval[[]float64](k.page, fmt.Sprintf(`(() => {
		const list = monkey.controls(%q), e = list[%d %% (list.length || 1)]
		if (!e) return []
		const r = e.getBoundingClientRect()
		return [r.x, r.y, r.width, r.height]
	})()`, selector, k.rng.IntN(1<<20)))
	k.check(err)
	if len(box) < 4 {
		k.did = append(k.did, "nothing to drag")
		return
	}
	x, y := box[0]+box[2]*k.rng.Float64(), box[1]+box[3]*k.rng.Float64()
	if selector == ".grip" {
		x, y = box[0]+box[2]/2, box[1]+box[3]/2
	}
	dx, dy := k.rng.Float64()*160-80, k.rng.Float64()*80-40
	switch k.rng.IntN(5) {
	case 0:
		k.did = append(k.did, fmt.Sprintf("wheel on %s", selector))
		k.check(k.page.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y)))
		k.evaluate(fmt.Sprintf(`document.elementFromPoint(%[1]v, %[2]v)?.dispatchEvent(new WheelEvent('wheel', {clientX: %[1]v, clientY: %[2]v, deltaY: %[3]v, bubbles: true, cancelable: true}))`, x, y, dy*4))
	case 1:
		k.did = append(k.did, fmt.Sprintf("click %s at %.0f, %.0f", selector, x, y))
		k.check(k.page.Grab(x, y))
		k.check(k.page.Drop(x, y))
	case 2:
		k.did = append(k.did, fmt.Sprintf("right click %s at %.0f, %.0f", selector, x, y))
		k.check(k.page.RightClick(x, y))
	default:
		k.did = append(k.did, fmt.Sprintf("drag %s from %.0f, %.0f by %.0f, %.0f", selector, x, y, dx, dy))
		k.check(k.page.Grab(x, y))
		k.check(k.page.Move(x+dx/2, y+dy/2))
		k.check(k.page.Move(x+dx, y+dy))
		k.check(k.page.Drop(x+dx, y+dy))
	}
}

// fill types a random value into a random field. The value may be invalid.
func (k *monkey) fill() {
	value := one(k, "", "0", "1", "2", "7", "12", "999", "-1", "1h", "90 min", "soon", "0-3", "ada", "1.5", "<b>")
	name, err := Eval[string](k.page, fmt.Sprintf(`(() => {
		const list = monkey.controls('input:not([type=range]):not([type=file]):not([readonly]), textarea:not([readonly])'), e = list[%d %% (list.length || 1)]
		if (!e) return ''
		e.focus()
		if (e.type === 'checkbox' || e.type === 'radio') { e.click(); return monkey.name(e) }
		const value = %q
		e.value = e.type === 'number' ? parseInt(value) || 1 : value
		e.dispatchEvent(new Event('input', {bubbles: true}))
		e.dispatchEvent(new Event('change', {bubbles: true}))
		return monkey.name(e)
	})()`, k.rng.IntN(1<<20), value))
	k.check(err)
	k.did = append(k.did, fmt.Sprintf("write %q into %s", value, name))
}

// drop drops a random file on the page.
func (k *monkey) drop() {
	if k.large {
		return
	}
	name := one(k, "mine.json", "bad.json", "kth.swf", "photo.png", "topology.conf")
	content := map[string]string{
		"mine.json": bigScenario(12+k.rng.IntN(30), 2, "easy", "sdm"), "bad.json": `{"hopyard": 1, "jobs": 7}`, "kth.swf": swf,
		"photo.png": "\u0089PNG \u0000", "topology.conf": "SwitchName=leaf1 Nodes=a[1-32]\nSwitchName=leaf2 Nodes=b[1-32]\nSwitchName=core Switches=leaf[1-2]\n",
	}[name]
	k.did = append(k.did, "drop "+name)
	k.check(k.page.DropFile(name, content))
	_, err := Eval[bool](k.page, `new Promise(r => setTimeout(() => r(true), 50))`) // time for the page to read the file
	k.check(err)
}

// idle waits until the page has finished updating, and checks for problems.
func (k *monkey) idle() {
	stopped, err := Eval[string](k.page, `monkey.idle()`)
	for n := 0; n < 12 && err == nil && stopped == "slow"; n++ { // a long run or computation is stopped, as an impatient user would do
		k.did = append(k.did, "stop what takes long")
		k.evaluate(`document.querySelectorAll('[data-cancel], [data-stop]').forEach(b => b.click())`)
		stopped, err = Eval[string](k.page, `monkey.idle()`)
	}
	if err != nil || stopped != "" {
		k.fail("the page %s does not come to rest: %v\n%s\n%s", stopped, err, strings.Join(k.page.Problems(), "\n"), strings.Join(k.page.Logs(), "\n"))
	}
	if problems := k.page.Problems(); len(problems) > 0 {
		k.fail("%s", strings.Join(problems, "\n"))
	}
}

// compare checks that the texts on the page equal those of a newly created model.
// If the page is playing, it stops it first.
func (k *monkey) compare() {
	state, err := Eval[shownState](k.page, `hopyard.state()`)
	k.check(err)
	if state.Playing {
		k.key("k")
		if state, err = Eval[shownState](k.page, `hopyard.state()`); state.Playing { // the focused element has handled the key itself
			k.evaluate(`document.activeElement?.blur(); document.getElementById('t-play').click()`)
		}
		k.check(err)
		k.idle()
		state, err = Eval[shownState](k.page, `hopyard.state()`)
		k.check(err)
	}
	if !state.Run || state.Playing || state.Stale || state.Stopped || state.At == "" {
		return
	}
	wire, err := Eval[string](k.page, `monkey.here()`)
	k.check(err)
	load, err := base64.StdEncoding.DecodeString(wire)
	k.check(err)
	want, err := k.fresh.show(load, &state)
	k.check(err)
	ids := make([]string, 0, len(want))
	for id := range want {
		ids = append(ids, id)
	}
	got, err := Eval[[]string](k.page, fmt.Sprintf(`monkey.texts(%s)`, quotedList(ids)))
	k.check(err)
	for i, id := range ids {
		if id == "machine-note" && state.Shown { // this note describes the candidate under the pointer
			continue
		}
		a, b := unblanked(got[i]), unblanked(html.UnescapeString(want[id]))
		if (id == "compare-differs" || id == "compare-line") && strings.HasPrefix(a, b) { // the page may add a note about edits that were made meanwhile
			continue
		}
		if a != b {
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			k.fail("#%s (at %s.%d, compare %q) says, from byte %d\n …%s\na fresh page\n …%s", id, state.At, state.Ordinal, state.Compare, at, a[max(at-60, 0):min(at+160, len(a))], b[max(at-60, 0):min(at+160, len(b))])
		}
	}
}

func quotedList(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = strconv.Quote(s)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

// unblanked returns a text without blanks, because markup may add blanks.
func unblanked(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\u00a0' || r == '\u202f' }), "")
}

// TestMonkeyDrivesThePage runs a short random test. make monkey runs a longer one;
// it sets HOPYARD_MONKEY="seed,seeds,actions".
func TestMonkeyDrivesThePage(t *testing.T) {
	site(t)
	seed, seeds, actions := uint64(1), uint64(1), 20
	if text := os.Getenv("HOPYARD_MONKEY"); text != "" {
		if _, err := fmt.Sscanf(text, "%d,%d,%d", &seed, &seeds, &actions); err != nil {
			t.Fatalf("HOPYARD_MONKEY %q: write seed,seeds,actions: %v", text, err)
		}
	}
	for last := seed + seeds; seed < last; seed++ {
		for _, large := range []bool{false, true} {
			t.Run(fmt.Sprintf("seed %d, large %v", seed, large), func(t *testing.T) {
				t.Logf("seed %d, %d actions", seed, actions)
				page := openAny(t, site(t)+"/", View{})
				must(t, page.Wait(Ready))
				must(t, page.Wait(`document.documentElement.dataset.lessons`))
				must(t, page.Downloads(t.TempDir()))
				eval[bool](t, page, `(() => {`+monkeyScript+`; return true })()`)
				k := &monkey{t: t, page: page, rng: rand.New(rand.NewPCG(seed, 7)), fresh: newTwin(t), large: large}
				n := actions
				if large {
					must(t, page.DropFile("long.json", bigScenario(3400, 5, "easy", "random")))
					must(t, page.Wait(`+document.documentElement.dataset.steps > 5000`))
					n /= 2
				}
				began := time.Now()
				for range n {
					k.act()
					k.idle()
					k.compare()
				}
				t.Logf("%d actions in %v", len(k.did), time.Since(began).Round(time.Second))
			})
		}
	}
}
