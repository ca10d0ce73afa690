package e2e

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"hopyard/web"
)

// course starts a server with the site and, at /course, a page of a course. That
// page contains an embed and a text field of its own, which has the focus. The
// channel ready is closed when the embed requests the list of lessons, which it
// does after its first schedule is on screen.
func course(t *testing.T, sandbox string) (address string, ready chan struct{}) {
	t.Helper()
	site(t)
	dist, err := web.Site(web.Dist(), nil)
	must(t, err)
	ready = make(chan struct{})
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/course" {
			if strings.HasPrefix(r.URL.Path, "/lessons.") {
				once.Do(func() { close(ready) })
			}
			dist.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A course</title><body style="font:16px sans-serif"><h1>A course</h1><input id="own" aria-label="own" autofocus><p><iframe id="it" %s title="Hopyard" width="800" height="520" style="border:0" src="%s"></iframe>`,
			sandbox, html.EscapeString("/?embed=1&controls=min&readonly=1"+goodLink(t)))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/course", ready
}

// TestEmbed checks that an embed ignores keys until it is clicked, keeps its
// address, and links to the full page at the time on screen. It also checks that
// the scenario cannot be edited if the address forbids this.
func TestEmbed(t *testing.T) {
	page := open(t, "/?embed=1&controls=min&readonly=1&motion=off&theme=dark&lang=ru&sound=on"+goodLink(t), View{Width: 800, Height: 520})
	must(t, page.Wait(Ready))
	at(t, page, 6)
	address := eval[string](t, page, "location.href")
	must(t, page.Press("ArrowRight", "ArrowRight", "End", "Home"))
	at(t, page, 6)
	must(t, page.Wait(`document.getElementById('embed-open').href.includes('#1.z.')`))
	const moment = `/&at=([^&]*)/.exec(document.getElementById('embed-open').href)?.[1]`
	before := eval[string](t, page, moment)
	must(t, page.Click("#machine-title"))
	must(t, page.Press("ArrowRight"))
	at(t, page, 7)
	must(t, page.Wait(fmt.Sprintf(moment+` !== %q`, before)))
	full := eval[string](t, page, `document.getElementById('embed-open').href`)
	if got := eval[string](t, page, "location.href"); got != address {
		t.Errorf("the address has become %s", got)
	}
	for _, what := range []string{".top", "#queue", "#edit-open"} {
		if eval[bool](t, page, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, what)) {
			t.Errorf("%s is seen", what)
		}
	}
	if note := eval[string](t, page, `document.getElementById('embed-note').innerText`); !strings.Contains(note, "sound=on") {
		t.Errorf("of what is not known it says %q", note)
	}
	if got := eval[string](t, page, `[document.documentElement.lang, document.documentElement.dataset.theme, document.documentElement.dataset.motion, Object.keys(localStorage).filter(k => k !== 'hopyard.opening').length].join()`); got != "ru,dark,off,0" {
		t.Errorf("language, theme, motion, what is kept: %s", got)
	}
	trace := eval[string](t, page, `document.documentElement.dataset.trace`)
	must(t, page.Press("e", "Ctrl+k", "Escape"))
	drop(t, page, "other.json", bigScenario(5, 2, "easy", "sdm"))
	must(t, page.Press("ArrowRight"))
	at(t, page, 8)
	if eval[string](t, page, `document.documentElement.dataset.trace`) != trace {
		t.Error("a reader has changed it")
	}
	// The link that the embed had at step 7 opens the full page at step 7.
	must(t, page.Wait(fmt.Sprintf(`document.getElementById('embed-open').href !== %q`, full)))
	other := open(t, full[strings.Index(full, "/#"):], View{})
	must(t, other.Wait(Ready))
	at(t, other, 7)
	if eval[string](t, other, `document.documentElement.dataset.trace`) != trace {
		t.Error("another trace")
	}
}

// TestEmbedSlider checks embeds of the default size in all languages. The slider
// must be wide enough for choosing steps, and the playback controls must fit in one
// row.
func TestEmbedSlider(t *testing.T) {
	site(t)
	for _, language := range []string{"en", "zh", "ru"} {
		page := open(t, "/embed.html?embed=1&controls=min&lang="+language, View{Width: 640, Height: 420})
		must(t, page.Wait(Ready))
		if width := eval[float64](t, page, `document.querySelector('.scrub').getBoundingClientRect().width`); width < 240 {
			t.Errorf("%s: the slider is %v px wide", language, width)
		}
		if height := eval[float64](t, page, `document.querySelector('.transport').getBoundingClientRect().height`); height > 60 {
			t.Errorf("%s: the transport is %v px high", language, height)
		}
		if over := eval[float64](t, page, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: the page is %v px too wide", language, over)
		}
	}
}

// TestEmbedInAnotherPage checks that an embed does not take keys or the focus from
// the page that contains it.
func TestEmbedInAnotherPage(t *testing.T) {
	site(t)
	for name, sandbox := range map[string]string{"plain": "", "sandboxed": `sandbox="allow-scripts allow-same-origin"`} {
		t.Run(name, func(t *testing.T) {
			address, ready := course(t, sandbox)
			page := openAny(t, address, View{})
			select {
			case <-ready:
			case <-time.After(patience):
				t.Fatalf("no schedule after %v: %v", patience, page.Problems())
			}
			must(t, page.Wait(`document.activeElement.id === 'own'`))
			must(t, page.Type("end of k"))
			if got := eval[string](t, page, `document.activeElement.id + ' ' + document.getElementById('own').value`); got != "own end of k" {
				t.Errorf("the page’s field has %q", got)
			}
			for _, problem := range page.Console() {
				if !strings.Contains(problem, "escape its sandboxing") { // the browser warns about the sandbox
					t.Error(problem)
				}
			}
			if file := os.Getenv("HOPYARD_SHOTS"); file != "" {
				must(t, page.Screenshot(file+"/sharing-"+name+".png", false))
			}
		})
	}
}
