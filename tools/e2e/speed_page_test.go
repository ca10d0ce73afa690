package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// jump moves the slider to a step and waits until the step is drawn.
func jump(t *testing.T, p *Page, step int) {
	t.Helper()
	eval[bool](t, p, fmt.Sprintf(`(() => {
		delete document.documentElement.dataset.seek
		const scrub = document.getElementById('scrub')
		scrub.value = %d
		scrub.dispatchEvent(new Event('input', {bubbles: true}))
		return true
	})()`, step))
	must(t, p.Wait(fmt.Sprintf(`document.documentElement.dataset.seek && document.documentElement.dataset.step === '%d'`, step)))
}

// TestAnyStepOfALongRun jumps to random steps of a long run, each twice. It checks
// that a step shows the same text both times. tools/pagebench measures the speed.
func TestAnyStepOfALongRun(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "long.json", bigScenario(3400, 5, "easy", "sdm"))
	must(t, page.Wait(`+document.documentElement.dataset.steps > 5000`))
	rng := rand.New(rand.NewPCG(1, 1))
	there := make([]int, 4)
	told := map[int]string{}
	for i := range there {
		there[i] = rng.IntN(steps(t, page))
		jump(t, page, there[i])
		told[there[i]] = said(t, page)
	}
	for _, step := range there {
		jump(t, page, step)
		if now := said(t, page); now != told[step] {
			t.Errorf("step %d says\n%s\nand said before\n%s", step, now, told[step])
		}
	}
}

func TestPlaying(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "long.json", bigScenario(3400, 5, "easy", "first-fit"))
	must(t, page.Wait(`+document.documentElement.dataset.steps > 5000`))
	must(t, page.Wait(`document.querySelector('#curves canvas')`))
	jump(t, page, 1000)
	eval[bool](t, page, `(s => { s.value = '8'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('t-speed'))`)
	must(t, page.Click("#t-play"))
	must(t, page.Wait(`+document.documentElement.dataset.step > 1020`))
	must(t, page.Press("k"))
	// After playing has stopped, the page must draw nothing any more.
	must(t, page.Wait(`document.getElementById('t-play').getAttribute('aria-pressed') === 'false' && !hopyard.state().busy`))
	eval[bool](t, page, `new Promise(done => { // thirty frames without a picture
		const paint = hopyard.paint
		let quiet = 0
		hopyard.paint = (...a) => { quiet = 0; paint(...a) }
		const frame = () => ++quiet > 30 ? (hopyard.paint = paint, done(true)) : requestAnimationFrame(frame)
		frame()
	})`)
}
