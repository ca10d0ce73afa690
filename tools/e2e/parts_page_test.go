package e2e

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"hopyard/web"
)

// inParts skips the test if the page's program was built in one part.
func inParts(t *testing.T, p *Page) {
	t.Helper()
	if !eval[bool](t, p, `'rest.wasm' in JSON.parse(document.getElementById('assets').textContent)`) {
		t.Skip("the development build has its program in one part")
	}
}

// needed returns a description of the caller that needed the given part of the
// program before the part was loaded. It returns "" if there was no such caller.
func needed(t *testing.T, p *Page, part string) string {
	t.Helper()
	return eval[string](t, p, `document.documentElement.dataset.`+part+` || ''`)
}

const restIsThere = `performance.getEntriesByType('resource').some(e => e.name.includes('/rest.') && e.responseEnd > 0)`

// TestRestIsNotMissed checks that the first part of the program contains all
// functions that run before the first schedule is on screen or that the first step
// needs. The page must not fetch rest.wasm before the first schedule.
func TestRestIsNotMissed(t *testing.T) {
	site(t)
	for name, view := range map[string]View{
		"desktop":       {},
		"phone, dark":   {Width: 390, Height: 844, Touch: true, Theme: "dark"},
		"中文, no motion": {Language: "zh", Still: true},
	} {
		t.Run(name, func(t *testing.T) {
			page := open(t, "/", view)
			must(t, page.Wait(Ready))
			inParts(t, page)
			must(t, page.Press("ArrowRight"))
			must(t, page.Wait(restIsThere))
			for _, part := range []string{"early", "later"} {
				if by := needed(t, page, part); by != "" {
					t.Errorf("more of the program was needed at once (%s), for function %s: run go run ./tools/startupprofile", part, by)
				}
			}
			first, asked := eval[float64](t, page, `+document.documentElement.dataset.first`),
				eval[float64](t, page, `performance.getEntriesByType('resource').find(e => e.name.includes('/rest.')).startTime`)
			if asked < first {
				t.Errorf("the rest was asked for after %.0f ms, before the first schedule (%.0f ms)", asked, first)
			}
		})
	}
}

// TestRestComesWithALink opens the page with a link, which may need any function.
// It checks that rest.wasm is loaded before it is needed.
func TestRestComesWithALink(t *testing.T) {
	page := open(t, "/#1.j.eyJob3B5YXJkIjoxfQ", View{})
	must(t, page.Wait(`document.getElementById('bad-view')`))
	inParts(t, page)
	must(t, page.Wait(restIsThere))
	if early := needed(t, page, "early"); early != "" {
		t.Errorf("the rest was needed before it was there, for function %s", early)
	}
}

// slowly starts a server for the page. For a request for rest.wasm it calls the
// function rest; if that returns false, it then serves the file. It calls the
// function pressed when the page reports that a key was pressed.
func slowly(t *testing.T, rest func(w http.ResponseWriter) bool, pressed func()) string {
	t.Helper()
	dist, err := web.Site(web.Dist(), nil)
	must(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/pressed":
			pressed()
			return
		case strings.HasPrefix(r.URL.Path, "/rest.") && rest(w):
			return
		}
		dist.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestRestThatIsLateIsWaitedFor(t *testing.T) {
	site(t)
	hold := make(chan struct{})
	release := sync.OnceFunc(func() { close(hold) })
	t.Cleanup(release)
	page := openAny(t, slowly(t, func(http.ResponseWriter) bool { <-hold; return false }, release), View{})
	must(t, page.Wait(First))
	inParts(t, page)
	// The server holds rest.wasm back until the key is pressed. The page must wait
	// for the file and then handle the key.
	eval[bool](t, page, `(addEventListener('keydown', () => navigator.sendBeacon('/pressed'), {capture: true, once: true}), true)`)
	must(t, page.Press("e"))
	must(t, page.Wait(`document.getElementById('editor').open`))
	if early := needed(t, page, "early"); !strings.HasPrefix(early, "page ") {
		t.Errorf("needed early: %q, want page and a number", early)
	}
	must(t, page.Press("Escape", "End"))
	must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('Every job has ended')`))
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}

func TestRestThatCannotBeHadIsSaid(t *testing.T) {
	site(t)
	page := openAny(t, slowly(t, func(w http.ResponseWriter) bool { w.WriteHeader(http.StatusBadGateway); return true }, nil), View{})
	must(t, page.Wait(First))
	inParts(t, page)
	must(t, page.Press("e"))
	must(t, page.Wait(`document.getElementById('stopped')?.textContent.includes('A part of the page’s program could not be loaded')`))
}

// TestLaterIsFetchedFromWhatIsKept checks that later.wasm is not fetched during a
// first visit, and that after a later visit it is stored and available without a
// network.
func TestLaterIsFetchedFromWhatIsKept(t *testing.T) {
	const fetched = `performance.getEntriesByType('resource').filter(e => e.name.includes('/later.') && e.responseEnd > 0).length`
	h, page := firstVisit(t)
	if !eval[bool](t, page, `'later.wasm' in JSON.parse(document.getElementById('assets').textContent)`) {
		t.Skip("nothing of the program comes later")
	}
	if n := eval[int](t, page, fetched); n > 0 {
		t.Errorf("it was fetched %d times, and nobody asked", n)
	}
	h.again(t, page, web.Dist())
	until(t, page, `caches.match(JSON.parse(document.getElementById('assets').textContent)['later.wasm'])`)
	h.site.Store(nil)
	must(t, page.reload())
	must(t, page.Wait(Ready))
	must(t, page.Wait(fetched+` === 1`))
	if by := needed(t, page, "later"); by != "" {
		t.Errorf("it was needed before it was there, for function %s", by)
	}
}
