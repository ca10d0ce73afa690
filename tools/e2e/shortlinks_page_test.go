package e2e

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"hopyard/core/linkcodec"
	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/web"
	"hopyard/web/api"
	"hopyard/web/store"
)

// where is an expression for the step on screen and the hash of its run.
const where = `document.documentElement.dataset.step + ' ' + document.documentElement.dataset.trace`

const shareOpen = `document.getElementById('share')?.open && document.getElementById('share-shorten')`

const shareURL = `document.getElementById('share-url').value`

// shortened waits until the share dialog shows a short link, and returns the link.
func shortened(t *testing.T, p *Page) string {
	t.Helper()
	must(t, p.Wait(`/\/s\/[2-9b-z]{8,}([?#]|$)/.test(`+shareURL+`)`))
	return eval[string](t, p, shareURL)
}

// canBeRead opens a short link in another page with empty storage. That page must
// show the given step and run. Its address must then contain the whole scenario.
func canBeRead(t *testing.T, link, want string) {
	t.Helper()
	other := openAny(t, link, View{})
	must(t, other.Wait(Ready))
	if err := other.Wait(where + ` === ` + strconv.Quote(want)); err != nil {
		t.Fatalf("%v: %s instead of %s", err, eval[string](t, other, where), want)
	}
	must(t, other.Wait(`location.hash.startsWith('#1.z.') && !location.search && location.pathname === '/'`))
	if eval[bool](t, other, `document.getElementById('run-notice') !== null || Object.keys(localStorage).some(k => k !== 'hopyard.opening')`) {
		t.Error("a notice, or something is kept")
	}
	for _, problem := range other.Problems() {
		t.Error(problem)
	}
}

// TestShortLinkByMouse makes a short link by mouse. The link must show the same
// step in another profile. The options of the dialog must change the link. The same
// scenario must get the same link again.
func TestShortLinkByMouse(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("End", "ArrowLeft", "ArrowLeft"))
	must(t, page.Wait(`document.documentElement.dataset.step === '14'`))
	must(t, page.Press("1", "ArrowDown", "Enter"))
	must(t, page.Click("#share-open"))
	must(t, page.Wait(shareOpen))
	if about := eval[string](t, page, `document.getElementById('share-short').innerText`); !strings.Contains(about, strings.TrimPrefix(site(t), "http://")) || !strings.Contains(about, "for good") {
		t.Errorf("before the click it says %q", about)
	}
	long := eval[string](t, page, shareURL)
	must(t, page.Click("#share-shorten"))
	link := shortened(t, page)
	if !strings.Contains(link, "?at=") || !strings.Contains(link, "#v=") || !strings.Contains(link, "&h=") || len(link) > 200 {
		t.Errorf("the short link is %s", link)
	}
	must(t, page.Click("#share-place"))
	must(t, page.Wait(`!`+shareURL+`.includes('at=')`))
	must(t, page.Click("#share-place"))
	must(t, page.Click("#share-shorten"))
	must(t, page.Wait(shareURL+` === `+strconv.Quote(long)))
	must(t, page.Click("#share-shorten"))
	if again := shortened(t, page); again != link {
		t.Errorf("first %s, then %s", link, again)
	}
	canBeRead(t, link, eval[string](t, page, where))
	other := open(t, "/", View{})
	must(t, other.Wait(Ready))
	must(t, other.Click("#share-open"))
	must(t, other.Wait(shareOpen))
	must(t, other.Click("#share-shorten"))
	if before, _, _ := strings.Cut(link, "?"); !strings.HasPrefix(shortened(t, other), before+"?") {
		t.Error("the same scenario has another link")
	}
}

// TestShortLinkByKeyboard makes a short link of a comparison by keyboard alone. It
// checks that the link has the focus afterwards, and that it opens the comparison
// at the same time.
func TestShortLinkByKeyboard(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("v"))
	compared(t, page, 2)
	must(t, page.Press("r"))
	must(t, page.Wait(`document.activeElement.id === 'share-shorten'`))
	must(t, page.Press("Enter"))
	link := shortened(t, page)
	must(t, page.Wait(`document.activeElement.id === 'share-url'`))
	if !strings.Contains(link, "#a=") || !strings.Contains(link, "&b=") {
		t.Errorf("the link compares nothing: %s", link)
	}
	other := openAny(t, link, View{})
	must(t, other.Wait(Ready))
	compared(t, other, 2)
	moment := `document.getElementById('clock').textContent`
	must(t, other.Wait(moment+` === `+strconv.Quote(eval[string](t, page, moment))))
	must(t, other.Wait(`location.hash.includes('&a=') && !location.search`))
}

// keep stores a scenario on the server and returns its id.
func keep(t *testing.T, s store.Store, source []byte) string {
	t.Helper()
	x, err := scenario.Parse(source)
	must(t, err)
	id, _, err := store.Keep(t.Context(), s, x.Canonical())
	must(t, err)
	return id
}

// shelf serves the site under a path prefix, with a share API of its own, and
// returns the store of the API. If the test stores a handler in the pointer fail,
// this handler answers requests to the API instead.
func shelf(t *testing.T) (address string, links *store.Memory, fail *atomic.Pointer[http.HandlerFunc]) {
	t.Helper()
	site(t)
	links, fail = &store.Memory{}, &atomic.Pointer[http.HandlerFunc]{}
	dist, err := web.Site(web.Dist(), &api.API{Store: links})
	must(t, err)
	below := http.StripPrefix("/course/x", dist)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f := fail.Load(); f != nil && strings.HasPrefix(r.URL.Path, "/course/x/api/") {
			(*f)(w, r)
			return
		}
		below.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/course/x", links, fail
}

// answers converts a handler to a pointer, which fail can store.
func answers(f http.HandlerFunc) *http.HandlerFunc {
	p := new(http.HandlerFunc)
	*p = f
	return p
}

// TestShortLinkBelowAPath checks that a short link of a site under a path prefix
// opens with its time and job. The address must then be a long link, which works
// without the share API after a reload and with Back.
func TestShortLinkBelowAPath(t *testing.T) {
	address, links, fail := shelf(t)
	id := keep(t, links, scenarios.All()[0].Source)
	page := openAny(t, address+"/s/"+id+"#at=60.0&job=4", View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`location.pathname === '/course/x/' && location.hash.startsWith('#1.z.') && location.hash.includes('&job=4')`))
	want := eval[string](t, page, where)
	fail.Store(answers(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }))
	must(t, page.reload())
	must(t, page.Wait(Ready+` && `+where+` === `+strconv.Quote(want)))
	must(t, page.do(chromedp.Navigate(address+"/?s="+strings.Repeat("z", 9))))
	must(t, page.Wait(badView))
	eval[int](t, page, `setTimeout(() => history.back())`) // with a delay, because navigating replaces the document that must answer this call
	must(t, page.Wait(Ready+` && !`+badView+` && `+where+` === `+strconv.Quote(want)))
}

// TestShortLinkOfAnythingThatIsTaken checks that a short link opens a scenario that
// the share API accepts although it is too long for an uncompressed link.
func TestShortLinkOfAnythingThatIsTaken(t *testing.T) {
	source := bigScenario(800, 4, "fcfs", "first-fit")
	x, err := scenario.Parse([]byte(source))
	must(t, err)
	if n := len(x.Canonical()); n*4/3 <= linkcodec.MaxLink || n > api.MaxBody {
		t.Fatalf("the canonical form has %d bytes: too short, or too long", n)
	}
	address, links, _ := shelf(t)
	page := openAny(t, address+"/?s="+keep(t, links, []byte(source)), View{})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`location.hash.startsWith('#1.z.')`))
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}

// TestShortLinkThatCannotBeOpened checks the messages for short links that cannot
// be opened, and that the reader can try again or enter another id.
func TestShortLinkThatCannotBeOpened(t *testing.T) {
	address, links, fail := shelf(t)
	page := openAny(t, address+"/", View{})
	looked := map[bool]bool{}
	for i, c := range []struct {
		name, id, says string
		answer         http.HandlerFunc
		again          bool
	}{
		{"unknown", strings.Repeat("b", 8), "Nothing is stored", nil, false},
		{"of wrong form", "bcdfgho2", "no id contains o", nil, false},
		{"too short", "bcd", "at least 8", nil, false},
		{"markup", "<img>", "no id contains", nil, false},
		{"static host", "", "stores no scenarios", func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }, false},
		{"a page instead", "", "stores no scenarios", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html>")
		}, false},
		{"offline", "", "does not answer", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, true},
		{"busy", "", "Wait 7 seconds", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		}, true},
		{"damaged", "", "its scenario has", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"hopyard": 1, "cluster"`)
		}, false},
		{"endless", "", "is not a scenario", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Write([]byte("{" + strings.Repeat(" ", 200_000)))
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			id := keep(t, links, []byte(bigScenario(4+i, 2, "fcfs", "first-fit"))) // each case needs a new id, because browsers cache earlier responses
			fail.Store(nil)
			if c.answer != nil {
				fail.Store(&c.answer)
			}
			must(t, page.do(chromedp.Navigate(address+"/?s="+cmp.Or(c.id, id)+"#at=60.0")))
			must(t, page.Wait(badView))
			if text := eval[string](t, page, badView+`.innerText`); !strings.Contains(text, c.says) {
				t.Errorf("says %q", text)
			}
			if wrong := eval[string](t, page, strings.ReplaceAll(hostileSaw, "!view.querySelector('.errors li') || ", "")); wrong != "" {
				t.Error(wrong)
			}
			if !looked[c.again] {
				looked[c.again] = true
				axe(t, page)
			}
			if has := eval[bool](t, page, `!!document.querySelector('[data-bad=again]')`); has != c.again {
				t.Errorf("offers to try again: %t", has)
			}
			fail.Store(nil)
			if c.again {
				must(t, page.Click("[data-bad=again]"))
			} else {
				eval[bool](t, page, `(document.getElementById('bad-link').value = '', document.getElementById('bad-link').focus(), true)`)
				must(t, page.Type(strings.ToUpper(id)))
				must(t, page.Press("Enter"))
			}
			must(t, page.Wait(Ready+` && !`+badView+` && location.hash.startsWith('#1.z.') && !location.search`))
			for _, problem := range page.Console() {
				if !strings.Contains(problem, "Failed to load resource") {
					t.Error(problem)
				}
			}
		})
	}
}

// TestShortLinkThatCannotBeMade checks that the share dialog explains why a short
// link cannot be made.
func TestShortLinkThatCannotBeMade(t *testing.T) {
	address, _, fail := shelf(t)
	page := openAny(t, address+"/", View{})
	must(t, page.Wait(Ready))
	says := func(text string) {
		t.Helper()
		must(t, page.Wait(`document.getElementById('share-short').innerText.includes(`+strconv.Quote(text)+`)`))
	}
	must(t, page.Click("#share-open"))
	must(t, page.Wait(shareOpen))
	for _, c := range []struct {
		says   string
		status int
	}{{"wait 9 seconds", http.StatusTooManyRequests}, {"no room left", http.StatusInsufficientStorage}, {"too long", http.StatusRequestEntityTooLarge}, {"try again later", http.StatusServiceUnavailable}} {
		fail.Store(answers(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "9")
			w.WriteHeader(c.status)
		}))
		must(t, page.Click("#share-shorten"))
		says(c.says)
	}
	fail.Store(answers(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }))
	must(t, page.Click("#share-shorten"))
	says("does not answer")
	axe(t, page)
	fail.Store(nil)
	must(t, page.Click("#share-shorten"))
	shortened(t, page)
}

// TestShortLinksNeedAServer checks that a copy of the site on a static host says
// that it makes no short links, and offers long links instead.
func TestShortLinksNeedAServer(t *testing.T) {
	address, _, fail := shelf(t)
	page := openAny(t, "about:blank", View{})
	for name, answer := range map[string]string{"a file": `{"links": false}`, "a page": "<!doctype html>", "nothing": ""} {
		t.Run(name, func(t *testing.T) {
			fail.Store(answers(func(w http.ResponseWriter, r *http.Request) {
				if answer == "" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", map[bool]string{true: "application/json", false: "text/html"}[answer[0] == '{'])
				fmt.Fprint(w, answer)
			}))
			must(t, page.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address+"/")))
			must(t, page.Wait(Ready))
			must(t, page.Click("#share-open"))
			must(t, page.Wait(`document.getElementById('share-short')?.innerText.includes('makes no short links')`))
			if eval[bool](t, page, `!!document.getElementById('share-shorten') || !`+shareURL+`.includes('#1.z.')`) {
				t.Error("a short link is offered, or no long one")
			}
		})
	}
}

// TestEmbedByShortLink checks that an embed shows the scenario of a short link and
// keeps its address. Its link to the full page must open the same scenario, job and
// time.
func TestEmbedByShortLink(t *testing.T) {
	address, links, _ := shelf(t)
	id := keep(t, links, scenarios.All()[0].Source)
	page := openAny(t, address+"/embed.html?s="+id+"&controls=min#at=60.0&job=4", View{Width: 800, Height: 520})
	must(t, page.Wait(Ready+` && document.documentElement.dataset.embed === 'min' && 'asleep' in document.documentElement.dataset`))
	must(t, page.Click("#machine-title"))
	must(t, page.Press("ArrowRight"))
	must(t, page.Wait(`document.getElementById('embed-open').href.includes('/course/x/#1.z.')`))
	must(t, page.Wait(`document.getElementById('embed-open').href.includes('&job=4')`))
	if got := eval[string](t, page, `location.href + document.getElementById('embed-note').textContent`); got != address+"/embed.html?s="+id+"&controls=min#at=60.0&job=4" {
		t.Errorf("the address has become %s", got)
	}
	eval[bool](t, page, `(location.hash = '#at=0.0', true)`)
	must(t, page.Wait(`document.documentElement.dataset.step === '1' && !document.querySelector('#queue-list .selected')`))
	full := eval[string](t, page, `document.getElementById('embed-open').href`)
	must(t, page.Wait(`document.getElementById('embed-open').href !== `+strconv.Quote(full)))
	full = eval[string](t, page, `document.getElementById('embed-open').href`)
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
	other := openAny(t, full, View{})
	must(t, other.Wait(Ready))
	must(t, other.Wait(where+` === `+strconv.Quote(eval[string](t, page, where))))
}
