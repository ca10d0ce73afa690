package e2e

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/scoreboard"
	"hopyard/scenarios"
)

// byHand is a condition: a run that the user schedules by hand is on screen and
// completely loaded.
const byHand = `document.documentElement.hasAttribute('data-manual') && !hopyard.state().busy`

// inHand opens a lesson in which the user schedules by hand.
func inHand(t *testing.T, lesson string, v View) *Page {
	t.Helper()
	l, ok := scenarios.Find(lesson)
	if !ok {
		t.Fatalf("there is no lesson %s", lesson)
	}
	s, err := scenario.Parse(l.Source)
	must(t, err)
	link, err := scenario.EncodeLink(scenario.SharedLink{Scenario: s})
	must(t, err)
	page := open(t, "/"+link+"&at=0.99", v)
	must(t, page.Wait(Ready))
	must(t, page.Wait(byHand))
	return page
}

// decided waits until the link in the address contains the given number of
// decisions. It returns the scoreboard of the run that results from these
// decisions.
func decided(t *testing.T, p *Page, decisions int) scoreboard.Scoreboard {
	t.Helper()
	must(t, p.Wait(byHand+` && location.hash.startsWith('#1.')`))
	var s *scenario.Scenario
	eventually(t, fmt.Sprintf("a link with %d decisions", decisions), func() bool {
		link, err := scenario.DecodeLink(eval[string](t, p, `location.href`))
		must(t, err)
		s = link.Scenario
		return len(s.Scheduler.Decisions) == decisions
	}, func() any { return s.Scheduler.Decisions })
	table, err := scoreboard.Of(s)
	must(t, err)
	return table
}

// beats checks that the user's run has a shorter mean wait than FCFS. The table on
// screen must compare the run with EASY and with the best possible schedule.
func beats(t *testing.T, p *Page, decisions int) {
	t.Helper()
	table := decided(t, p, decisions)
	you, fcfs := table.Rows[0], table.Rows[len(table.Rows)-1]
	if fcfs.Queue != "fcfs" || you.Started != table.Jobs || you.MeanWait >= fcfs.MeanWait {
		t.Errorf("you %+v, FCFS %+v, of %d jobs", you, fcfs, table.Jobs)
	}
	rows := eval[string](t, p, `document.querySelector('.hand-table').innerText`)
	for _, want := range []string{"You", "EASY", "Best possible (proven)"} {
		if !strings.Contains(rows, want) {
			t.Errorf("the table has no %q:\n%s", want, rows)
		}
	}
}

func press(t *testing.T, p *Page, keys ...string) {
	t.Helper()
	for _, key := range keys {
		must(t, p.Press(key))
		must(t, p.Wait(byHand))
	}
}

// on calls the function next repeatedly, each time moving to the next event, until
// the simulation reaches the given second.
func on(t *testing.T, second string, p *Page, next func()) {
	t.Helper()
	for range 30 {
		if eval[string](t, p, `hopyard.state().at`) == second {
			return
		}
		next()
	}
	t.Fatalf("it is never %s s", second)
}

// TestSchedulingByKeys schedules a lesson by keyboard alone, with a shorter mean
// wait than FCFS. It checks that decisions can be undone and redone.
func TestSchedulingByKeys(t *testing.T) {
	page := inHand(t, "hand-order", View{})
	next := func() { press(t, page, "n") }
	press(t, page, "1", "Enter") // starts job 1 on the nodes that the allocator would choose
	on(t, "600", page, next)
	press(t, page, "1", "End") // selects job 6, so that its nodes can be chosen
	held := `document.getElementById('hand').innerText`
	must(t, page.Wait(held+`.includes('Job 6 picked up')`))
	axe(t, page)
	press(t, page, "ArrowRight", "Enter")
	on(t, "900", page, next)
	press(t, page, "End", "ArrowRight")
	must(t, page.Wait(held+`.includes('nodes 1–4')`))
	press(t, page, "ArrowLeft")
	must(t, page.Wait(held+`.includes('nodes 0–3')`))
	press(t, page, "Enter", "End", "Enter") // starts jobs 5 and 4 beside each other
	on(t, "2100", page, next)
	press(t, page, "End", "Enter")
	on(t, "2700", page, next)
	press(t, page, "1", "Enter")
	beats(t, page, 6)
	if text := eval[string](t, page, `document.getElementById('hand-did').innerText`); strings.Count(text, "Job") != 6 || !strings.Contains(text, "0:15") {
		t.Errorf("what was done: %s", text)
	}
	press(t, page, "Ctrl+z")
	decided(t, page, 5)
	press(t, page, "Ctrl+y")
	beats(t, page, 6)
}

// carry drags a waiting job over the machine until it is at a position where it can
// be dropped, and drops it there.
func carry(t *testing.T, p *Page, job int) {
	t.Helper()
	row := fmt.Sprintf(`#queue-list li[data-id="%d"]`, job-1)
	x, y := middle(t, p, row)
	must(t, p.Grab(x, y))
	must(t, p.Move(x+4, y+4))
	must(t, p.Move(x+12, y+8))
	must(t, p.Wait(`!document.getElementById('hand-ghost').hidden`))
	box := eval[[]float64](t, p, `(r => [r.x, r.y, r.width, r.height])(document.getElementById('machine-canvas').getBoundingClientRect())`)
	for _, down := range []float64{0.9, 0.85, 0.8, 0.95, 0.7, 0.6, 0.5} {
		for across := 0.02; across < 1; across += 0.03 {
			x, y = box[0]+across*box[2], box[1]+down*box[3]
			must(t, p.Move(x, y))
			must(t, p.Wait(byHand))
			if eval[bool](t, p, `document.getElementById('hand-ghost').classList.contains('good')`) {
				must(t, p.Drop(x, y))
				must(t, p.Wait(byHand))
				return
			}
		}
	}
	t.Fatalf("job %d can be dropped nowhere: %s", job, eval[string](t, p, `document.getElementById('hand-ghost').innerText`))
}

// TestSchedulingByMouse schedules a lesson by mouse alone, by dragging jobs from
// the queue to nodes, with a shorter mean wait than FCFS. It checks that the page
// says why a job cannot be dropped, that it reports a broken promise, and that a
// click undoes the decision.
func TestSchedulingByMouse(t *testing.T) {
	page := inHand(t, "hand-hole", View{})
	next := func() {
		must(t, page.Click(`#hand [data-act="next"]`))
		must(t, page.Wait(byHand))
	}
	on(t, "180", page, next)
	x, y := middle(t, page, `#queue-list li[data-id="1"]`) // job 2 needs all nodes
	box := eval[[]float64](t, page, `(r => [r.x, r.y, r.width, r.height])(document.getElementById('machine-canvas').getBoundingClientRect())`)
	must(t, page.Grab(x, y))
	must(t, page.Move(x+20, y+20))
	bad := func() bool {
		return eval[bool](t, page, `document.getElementById('hand-ghost').matches('.bad') && /held|needs/.test(document.getElementById('hand-ghost').innerText)`)
	}
	for across := 0.02; across < 1 && !bad(); across += 0.03 {
		must(t, page.Move(box[0]+across*box[2], box[1]+0.85*box[3]))
		must(t, page.Wait(byHand))
	}
	if !bad() {
		t.Error("nothing says why a job that is too wide cannot be dropped")
	}
	must(t, page.Drop(x, y)) // drops the job back on the queue
	must(t, page.Wait(byHand))
	must(t, page.Click(`#hand [data-act="put"]`))
	must(t, page.Wait(byHand))
	carry(t, page, 3) // breaks the promise that job 2 starts at 2:00
	must(t, page.Wait(`document.getElementById('hand').innerText.includes('Promise broken')`))
	axe(t, page)
	must(t, page.Click(`.hand-note [data-act^="back:"]`))
	decided(t, page, 1)
	carry(t, page, 4)
	on(t, "3600", page, next)
	carry(t, page, 2)
	on(t, "7200", page, next)
	carry(t, page, 3)
	carry(t, page, 5)
	beats(t, page, 5)
	if eval[bool](t, page, `document.getElementById('hand').innerText.includes('broken at')`) {
		t.Error("a promise is broken that is not")
	}
}

// TestSchedulingByTouch checks that on a phone a job can be selected by touch and
// started with a button.
func TestSchedulingByTouch(t *testing.T) {
	page := inHand(t, "hand-order", View{Width: 390, Height: 844, Touch: true})
	must(t, page.Click(`#queue-list li[data-id="0"]`))
	must(t, page.Wait(byHand))
	must(t, page.Click(`#hand [data-act="start"]`))
	decided(t, page, 1)
	if wide := eval[float64](t, page, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %v px wide", wide)
	}
}

// TestScheduleItYourself checks that the command palette can start scheduling the
// current lesson by hand.
func TestScheduleItYourself(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("Ctrl+k"))
	must(t, page.Type("schedule it yourself"))
	must(t, page.Wait(`document.querySelector('#palette-list li')?.innerText.includes('Schedule it yourself')`))
	must(t, page.Press("Enter"))
	must(t, page.Wait(byHand))
	if text := eval[string](t, page, `document.getElementById('pick-queue').selectedOptions[0].innerText`); text != "You are the scheduler" {
		t.Errorf("the queue is %q", text)
	}
	if n := eval[int](t, page, `document.querySelectorAll('#queue-list [data-id]').length`); n == 0 {
		t.Error("nobody waits")
	}
}
