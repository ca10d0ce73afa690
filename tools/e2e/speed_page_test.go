package e2e

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The machine that runs the tests is shared: a limit must hold for the better
// part of the samples, which a page that is too slow never manages.

func TestFirstScheduleWithinASecond(t *testing.T) {
	alone(t)
	var all []float64
	for n := 0; n < 5 || n < 15 && slices.Min(all) > 1000; n++ { // more where the machine is busy
		page := open(t, "/", View{})
		must(t, page.Wait(Ready))
		all = append(all, eval[float64](t, page, `+document.documentElement.dataset.first`))
		page.Close()
	}
	slices.Sort(all)
	t.Logf("from navigation to the first schedule: %.0f ms", all)
	if all[0] > 1000 {
		t.Errorf("the first schedule is there after %.0f ms at best; the promise is 1000", all[0])
	}
}

// jump asks for a step as the slider does and returns the milliseconds until
// it is drawn.
func jump(t *testing.T, p *Page, step int) float64 {
	t.Helper()
	return eval[float64](t, p, fmt.Sprintf(`new Promise(done => {
		const scrub = document.getElementById('scrub'), data = document.documentElement.dataset
		delete data.seek
		scrub.value = %[1]d
		scrub.dispatchEvent(new Event('input', {bubbles: true}))
		const look = () => data.seek && data.step === '%[1]d' ? done(+data.seek) : setTimeout(look, 1)
		look()
	})`, step))
}

func TestAnyStepOfALongRunIsNear(t *testing.T) {
	alone(t)
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "long.json", bigScenario(3400, 5, "easy", "sdm"))
	must(t, page.Wait(`+document.documentElement.dataset.steps > 5000`))
	must(t, page.Wait(`document.querySelector('#curves canvas')`))
	all := toAnyStep(t, page, 30)
	t.Logf("%d steps, 10,200 events: to any step in %.1f ms (median), %.1f (of 30 the 27th), %.1f at most", steps(t, page), all[15], all[26], all[29])
	if all[7] > late {
		t.Errorf("three quarters of the steps take %.1f ms or more; at most %d are thinkable", all[7], late)
	}
}

// What is held here is the shape: winding a run from its beginning would take
// hundreds of milliseconds. Machines that run tests differ by a factor of two and
// more; whether a step comes within a frame of 16 ms is tools/pagebench's to say.
const late = 48 // milliseconds

// toAnyStep jumps about in a run and returns the milliseconds of the jumps, in
// order. Where half of them are late it tries again, up to four times: a page
// that is too slow is so each time and nearly always, a busy machine is not.
func toAnyStep(t *testing.T, p *Page, jumps int) []float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	last := steps(t, p)
	for range 10 { // until everything that is compiled when it is first used has been
		jump(t, p, rng.IntN(last))
	}
	var all []float64
	for range 4 {
		all = all[:0]
		for range jumps {
			all = append(all, jump(t, p, rng.IntN(last)))
			eval[bool](t, p, `new Promise(r => setTimeout(() => r(true), 250))`) // what follows a step is not part of it
		}
		if slices.Sort(all); all[jumps/2] <= late {
			break
		}
	}
	return all
}

// The same where 1,024 nodes share links and every job talks to itself.
func TestAnyStepIsNearWhereLinksAreShared(t *testing.T) {
	alone(t)
	for _, pattern := range []string{"ring", "all-to-all"} {
		page := open(t, "/", View{})
		must(t, page.Wait(Ready))
		drop(t, page, "talk.json", strings.Replace(bigScenario(1200, 5, "easy", "sdm"), `"jobs":[`,
			`"network":{"model":"max-min","comm":{"pattern":"`+pattern+`","share":0.4}},"jobs":[`, 1))
		must(t, page.Wait(`+document.documentElement.dataset.steps > 1500`))
		must(t, page.Wait(`document.querySelector('#curves canvas')`))
		all := toAnyStep(t, page, 20)
		t.Logf("%s, %d steps: to any step in %.1f ms (median), %.1f (of 20 the 18th), %.1f at most", pattern, steps(t, page), all[10], all[17], all[19])
		if all[5] > late {
			t.Errorf("%s: three quarters of the steps take %.1f ms or more; at most %d are thinkable", pattern, all[5], late)
		}
	}
}

func TestPlaying(t *testing.T) {
	alone(t)
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "long.json", bigScenario(3400, 5, "easy", "first-fit"))
	must(t, page.Wait(`+document.documentElement.dataset.steps > 5000`))
	must(t, page.Wait(`document.querySelector('#curves canvas')`))
	jump(t, page, 1000)
	eval[bool](t, page, `(s => { s.value = '8'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('t-speed'))`)
	must(t, page.Click("#t-play"))
	frames := eval[[]float64](t, page, `new Promise(done => {
		const times = []
		const frame = at => { times.push(at); times.length < 181 ? requestAnimationFrame(frame) : done(times) }
		requestAnimationFrame(frame)
	})`)
	must(t, page.Press("k"))
	var gaps []float64
	for i := range frames[1:] {
		gaps = append(gaps, frames[i+1]-frames[i])
	}
	slices.Sort(gaps)
	played := step(t, page) - 1000
	t.Logf("playing 1,024 nodes at 8 times the pace: %d steps; frames every %.1f ms (median), %.1f (of 180 the 171st)", played, gaps[90], gaps[171])
	if gaps[90] > 17.5 {
		t.Errorf("half of the frames come after %.1f ms or more: not 60 a second", gaps[90])
	}
	if played < 20 {
		t.Errorf("only %d steps were played in 3 s", played)
	}
	// Nothing is drawn when nothing happens.
	idle := eval[int](t, page, `new Promise(done => setTimeout(() => {
		let n = 0
		const paint = hopyard.paint
		hopyard.paint = (...a) => { n++; paint(...a) }
		setTimeout(() => { hopyard.paint = paint; done(n) }, 500)
	}, 900))`)
	if idle > 0 {
		t.Errorf("%d pictures were drawn while nothing happened", idle)
	}
}
