package e2e

import "testing"

// A link that cannot be opened leads to a view that says so, and on to a lesson.
func TestABadLinkSaysWhatIsWrong(t *testing.T) {
	for name, link := range map[string]string{
		"newer version": "/#9.z.AAAA", "plain with an error": "/#1.j.eyJob3B5YXJkIjoxfQ", "cut": "/#1.z.vJSxTtxAEIaj-BIleYpf",
	} {
		t.Run(name, func(t *testing.T) {
			page := open(t, link, View{})
			must(t, page.Wait(`document.getElementById('bad-view')`))
			if text := eval[string](t, page, `document.querySelector('#bad-view .errors').innerText`); len(text) < 20 {
				t.Errorf("says only %q", text)
			}
			must(t, page.Press("g"))
			must(t, page.Wait(`document.getElementById('gallery')?.open`))
			must(t, page.Click(`[data-lesson="1"]`))
			must(t, page.Wait(Ready))
			if eval[bool](t, page, `document.getElementById('bad-view') !== null`) {
				t.Error("the help is still there")
			}
		})
	}
}
