package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"hopyard/web"
)

// host is a server for a site. A test can replace the site by another build, or
// switch the server off.
type host struct {
	*httptest.Server
	site atomic.Pointer[http.Handler] // nil while the network is down
}

func newHost(t *testing.T, dist fs.FS) *host {
	t.Helper()
	h := &host{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site := h.site.Load()
		if site == nil {
			panic(http.ErrAbortHandler)
		}
		(*site).ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	h.serve(t, dist)
	return h
}

func (h *host) serve(t *testing.T, dist fs.FS) {
	t.Helper()
	site, err := web.Site(dist, nil)
	must(t, err)
	h.site.Store(&site)
}

const kept = `document.documentElement.dataset.offline === '1' && navigator.serviceWorker.controller`

// until waits until a JavaScript condition is true. The condition may be a promise.
func until(t *testing.T, p *Page, condition string) {
	t.Helper()
	eval[bool](t, p, `new Promise(done => { const look = async () => await (`+condition+`) ? done(true) : setTimeout(look, 50); look() })`)
}

func keeps(t *testing.T, p *Page) {
	t.Helper()
	if !eval[bool](t, p, `'sw.js' in JSON.parse(document.getElementById('assets').textContent)`) {
		t.Skip("the development build has no service worker")
	}
	must(t, p.Wait(kept))
}

// firstVisit opens the page on a server of its own, and waits until the service
// worker has stored everything.
func firstVisit(t *testing.T) (*host, *Page) {
	t.Helper()
	site(t)
	h := newHost(t, web.Dist())
	page := openAny(t, h.URL, View{})
	must(t, page.Wait(Ready))
	keeps(t, page)
	return h, page
}

// again makes the server serve another build, and reloads the page.
func (h *host) again(t *testing.T, p *Page, dist fs.FS) {
	t.Helper()
	h.serve(t, dist)
	must(t, p.reload())
	must(t, p.Wait(Ready))
}

func (p *Page) reload() error { return p.do(chromedp.Reload()) }

// TestOffline checks that after the first visit the page loads without a network,
// and that stepping, curves, editing and embedding work.
func TestOffline(t *testing.T) {
	h, page := firstVisit(t)
	h.site.Store(nil)
	if _, err := http.Get(h.URL); err == nil {
		t.Fatal("the network is still up")
	}
	must(t, page.reload())
	must(t, page.Wait(Ready))
	must(t, page.Press("ArrowRight"))
	must(t, page.Wait(`document.documentElement.dataset.step > '0'`))
	must(t, page.Wait(`document.querySelector('#curves canvas')`))
	must(t, page.Press("e"))
	must(t, page.Wait(`document.getElementById('editor').open && document.querySelector('#form-body [data-path]')`))
	must(t, page.Press("Escape", "End"))
	must(t, page.Wait(`document.getElementById('why-sentence').textContent.includes('Every job has ended')`))
	for _, address := range []string{"/?embed=1", "/embed?embed=1", "/embed.html?embed=1"} {
		must(t, page.do(chromedp.Navigate(h.URL+address)))
		must(t, page.Wait(`location.search === '?embed=1' && document.getElementById('assets')`))
	}
	must(t, page.Wait(Ready))
	if !eval[bool](t, page, `caches.match('embed.html').then(kept => kept.headers.get('Content-Security-Policy').includes('frame-ancestors *'))`) {
		t.Error("nobody may frame the kept embed")
	}
	h.again(t, page, web.Dist())
	until(t, page, `caches.match(JSON.parse(document.getElementById('assets').textContent)['licenses.txt'])`) // the last of the files that are stored at the second visit only
	for _, problem := range page.Console() {
		if !strings.Contains(problem, "ERR_") { // without a network, the browser cannot check for a new version
			t.Error(problem)
		}
	}
}

// changedBuild returns a copy of the current build with a changed style sheet, and
// therefore a changed index.html. It also returns the name of the style sheet and
// the version of the build.
func changedBuild(t *testing.T) (dist fstest.MapFS, style, version string) {
	t.Helper()
	dist = fstest.MapFS{}
	old := ""
	must(t, fs.WalkDir(web.Dist(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
			return err
		}
		if strings.HasPrefix(name, "app.") && strings.HasSuffix(name, ".css") {
			old = name
		}
		content, err := fs.ReadFile(web.Dist(), name)
		dist[name] = &fstest.MapFile{Data: content}
		return err
	}))
	sum := func(b []byte) string { s := sha256.Sum256(b); return hex.EncodeToString(s[:4]) }
	css := append(dist[old].Data, "body{--another:1}"...)
	style = "app." + sum(css) + ".css"
	delete(dist, old)
	dist[style] = &fstest.MapFile{Data: css}
	before := sum(dist["index.html"].Data)
	replace := func(name, from, to string) {
		dist[name].Data = []byte(strings.ReplaceAll(string(dist[name].Data), from, to))
	}
	replace("index.html", old, style)
	version = sum(dist["index.html"].Data)
	replace("embed.html", old, style)
	replace("sw.js", old, style)
	replace("sw.js", before, version)
	return dist, style, version
}

const sheet = `getComputedStyle(document.body).getPropertyValue('--another')`

// TestNewVersion checks that a new version of the site is offered to the user once
// it is completely stored, and that a click activates it. The page must never mix
// files of two versions.
func TestNewVersion(t *testing.T) {
	h, page := firstVisit(t)
	dist, style, version := changedBuild(t)
	h.again(t, page, dist)
	if got := eval[string](t, page, sheet); got != "" {
		t.Errorf("the reloaded page is already of the new version (--another is %q)", got)
	}
	must(t, page.Wait(`document.getElementById('renewed')`))
	axe(t, page)
	must(t, page.Click("#renewed [data-take]"))
	must(t, page.Wait(Ready+` && `+sheet+` === '1'`))
	until(t, page, `caches.keys().then(names => names.sort().join() === 'hopyard / `+version+`,hopyard / files')`)
	until(t, page, `caches.open('hopyard / files').then(c => c.keys()).then(keys => keys.filter(k => /app\.[0-9a-f]{8}\.css/.test(k.url)).map(k => k.url).join() === new URL('`+style+`', location).href)`)
	if links := eval[string](t, page, `[...document.styleSheets].map(s => s.href).join()`); !strings.Contains(links, style) {
		t.Errorf("style sheets: %s, want %s", links, style)
	}
	if eval[bool](t, page, `!!document.getElementById('renewed')`) {
		t.Error("the new version offers itself")
	}
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}

// TestHalfAVersionIsNotTaken checks that an incomplete new version is neither used
// nor offered.
func TestHalfAVersionIsNotTaken(t *testing.T) {
	h, page := firstVisit(t)
	dist, style, _ := changedBuild(t)
	delete(dist, style)
	h.serve(t, dist)
	until(t, page, `navigator.serviceWorker.getRegistration().then(r => r.update())
		.then(r => r.installing && new Promise(done => { r.installing.onstatechange = e => done(e.target.state === 'redundant') }))`)
	must(t, page.Press("ArrowRight"))
	must(t, page.reload())
	must(t, page.Wait(Ready))
	if got := eval[string](t, page, sheet); got != "" || eval[bool](t, page, `!!document.getElementById('renewed')`) {
		t.Errorf("a version without its style sheet was taken or offered (--another is %q)", got)
	}
}

// TestNewVersionWaits stores a new version while a comparison is playing. The page
// may only offer the new version: nothing may move, the focus must stay, and
// playing must continue. An embed must not show the offer.
func TestNewVersionWaits(t *testing.T) {
	site(t)
	h := newHost(t, web.Dist())
	page := openAny(t, h.URL, View{})
	must(t, page.Wait(Ready))
	keeps(t, page)
	must(t, page.Press("v"))
	compared(t, page, 2)
	must(t, page.Press("Home", "<", "<", "k"))
	must(t, page.Wait(`document.getElementById('t-play').getAttribute('aria-pressed') === 'true'`))
	const looks = `document.activeElement.id + [...document.querySelectorAll('main, footer, .top, canvas')].map(e => JSON.stringify(e.getBoundingClientRect())).join()`
	before := eval[string](t, page, looks)
	dist, _, _ := changedBuild(t)
	h.serve(t, dist)
	eval[bool](t, page, `navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true)`)
	must(t, page.Wait(`document.getElementById('renewed')`))
	if after := eval[string](t, page, looks); after != before {
		t.Errorf("it looked like\n%s\nand now\n%s", before, after)
	}
	if !eval[bool](t, page, `document.getElementById('t-play').getAttribute('aria-pressed') === 'true' && !(`+sheet+`)`) {
		t.Error("it plays no more, or is of the new version")
	}
	must(t, page.do(chromedp.Navigate(h.URL+"/embed.html")))
	must(t, page.Wait(Ready))
	must(t, page.Wait(kept)) // the page could offer the version even before everything is stored
	if !eval[bool](t, page, `navigator.serviceWorker.getRegistration().then(r => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(!!r.waiting)))))`) {
		t.Error("the new version waits no more")
	}
	if eval[bool](t, page, `!!document.getElementById('renewed')`) {
		t.Error("an embed offers the new version")
	}
}
