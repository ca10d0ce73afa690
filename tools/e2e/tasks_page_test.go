package e2e

import "testing"

// The page is free while a long run is recorded and taken in: by the processor's
// time, which a busy machine does not lengthen.
func TestNoLongTaskWhileALongRunComes(t *testing.T) {
	alone(t)
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.querySelector('#curves canvas')`))
	text := `{"hopyard":1,"title":"drawn","cluster":{"topology":{"kind":"fat-tree","levels":5,"width":4}},"workload":{"model":"lublin","jobs":34000},"scheduler":{"queue":"easy","allocator":"first-fit"}}`
	tasks, err := page.Tasks(func() error {
		if err := page.DropFile("drawn.json", text); err != nil {
			return err
		}
		return page.Wait(`+document.documentElement.dataset.steps > 60000`)
	})
	must(t, err)
	longest, all := Task{}, 0.0
	for _, task := range tasks {
		if all += task.Worked; task.Worked > longest.Worked {
			longest = task
		}
	}
	t.Logf("%d tasks, %.0f ms of the processor's time in all, %.0f at most", len(tasks), all, longest.Worked)
	if longest.Worked > 50 {
		t.Errorf("a task worked for %.0f ms; the promise is 50:%s", longest.Worked, longest.Parts)
	}
	if all < 20 {
		t.Errorf("all tasks worked for %.0f ms: the trace is of something else", all)
	}
}

// What is asked for while a long run is read takes its place, and what the
// worker says meanwhile is not lost.
func TestAnotherRunWhileALongOneIsRead(t *testing.T) {
	alone(t)
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "drawn.json", `{"hopyard":1,"title":"drawn","cluster":{"topology":{"kind":"fat-tree","levels":5,"width":4}},"workload":{"model":"lublin","jobs":12000},"scheduler":{"queue":"easy","allocator":"first-fit"}}`)
	eval[bool](t, page, `new Promise(done => { // when the long run comes, its reading has begun, and the next is asked for
		const receive = hopyard.receive
		hopyard.receive = bytes => {
			const long = bytes.length > 200000
			receive(bytes)
			if (long) { hopyard.receive = receive; setTimeout(done, 0, true) }
		}
	})`)
	drop(t, page, "short.json", `{"hopyard":1,"title":"short","cluster":{"topology":{"kind":"flat","nodes":4}},"jobs":[{"id":1,"submit":0,"nodes":1,"walltime":60,"runtime":60}]}`)
	must(t, page.Wait(`document.title.startsWith('short') && document.documentElement.dataset.steps === '2' && document.getElementById('busy').hidden`))
	eval[bool](t, page, `new Promise(r => setTimeout(() => r(true), 500))`)
	if title := eval[string](t, page, `document.title`); title != "short · Hopyard" {
		t.Errorf("on screen is %q", title)
	}
	must(t, page.Press("Home"))
	must(t, page.Wait(`document.documentElement.dataset.step === '0'`))
}
