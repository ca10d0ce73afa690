package e2e

import "testing"

// TestAnotherRunWhileALongOneIsRead opens a run while the page is still loading a
// long run. It checks that the new run replaces the long one, and that results
// about the long run that arrive later are ignored.
func TestAnotherRunWhileALongOneIsRead(t *testing.T) {
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
	must(t, page.Press("Home")) // the worker answers in order, so the answer to this step comes after all answers about the long run
	must(t, page.Wait(`document.documentElement.dataset.step === '0' && !hopyard.state().busy`))
	if title := eval[string](t, page, `document.title`); title != "short · Hopyard" {
		t.Errorf("on screen is %q", title)
	}
}
