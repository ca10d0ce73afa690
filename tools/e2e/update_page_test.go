package e2e

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"hopyard/web"
)

// beside opens an address in another tab with the same storage, and waits until the
// page is ready.
func beside(t *testing.T, p *Page, address string) *Page {
	t.Helper()
	other := tab(t, p, address)
	must(t, other.Wait(Ready))
	return other
}

// tab opens an address in another tab with the same storage.
func tab(t *testing.T, p *Page, address string) *Page {
	t.Helper()
	ctx, stop := chromedp.NewContext(p.ctx)
	other := &Page{ctx: ctx, close: stop, origin: p.origin, moved: make(chan struct{})}
	t.Cleanup(stop)
	must(t, other.watch())
	must(t, other.do(View{}.apply(), chromedp.Navigate(address)))
	return other
}

// TestUpdateWithTwoTabs checks that activating a new version in one tab does not
// affect another tab. The other tab must continue with the files of its version,
// although the server no longer has them.
func TestUpdateWithTwoTabs(t *testing.T) {
	h, first := firstVisit(t)
	eval[bool](t, first, `(navigator.serviceWorker.controller.postMessage('fill'), true)`) // stores the remaining files, as the second visit does
	until(t, first, `caches.match(JSON.parse(document.getElementById('assets').textContent)['editor.js'])`)
	second := beside(t, first, h.URL+"/#at=0")
	eval[bool](t, second, `(document.title = 'the same', true)`)
	dist, style, _ := changedBuild(t)
	old := without(t, dist, "editor.")
	h.serve(t, dist)
	must(t, first.reload())
	must(t, first.Wait(`document.getElementById('renewed')`))
	until(t, second, `navigator.serviceWorker.getRegistration().then(r => r.waiting)`) // nothing is activated automatically
	for name, p := range map[string]*Page{"the first": first, "the second": second} {
		if got := eval[string](t, p, sheet); got != "" {
			t.Errorf("%s tab is of the new version before anybody asked for it", name)
		}
	}
	must(t, first.Click("#renewed [data-take]"))
	must(t, first.Wait(Ready+` && `+sheet+` === '1'`))
	if got := eval[string](t, second, `document.title + getComputedStyle(document.body).getPropertyValue('--another')`); got != "the same" {
		t.Errorf("the second tab was loaded again: %q", got)
	}
	until(t, first, `caches.match('`+style+`')`)
	if !eval[bool](t, second, `fetch('`+old+`').then(a => a.ok)`) {
		t.Errorf("the second tab has lost %s, which only its version has", old)
	}
	must(t, second.Press("e"))
	must(t, second.Wait(`document.getElementById('editor').open`))
	must(t, second.Click("#tab-text"))
	must(t, second.Wait(`!document.getElementById('edit-code').hidden`))
	must(t, second.reload())
	must(t, second.Wait(Ready+` && `+sheet+` === '1'`))
}

// without removes a script from a build and returns its name. The build is then
// like that of a new version in which the script has changed.
func without(t *testing.T, dist fstest.MapFS, prefix string) (old string) {
	t.Helper()
	for name := range dist {
		if strings.HasPrefix(name, prefix) && strings.HasSuffix(name, ".js") {
			old = name
		}
	}
	if old == "" {
		t.Fatalf("there is no %s*.js", prefix)
	}
	delete(dist, old)
	return old
}

// TestNoRoomToKeep checks that the page works if the browser has no space to store
// it. If there is no space for a second version, the first must remain in use.
func TestNoRoomToKeep(t *testing.T) {
	site(t)
	h := newHost(t, web.Dist())
	page := openAny(t, "about:blank", View{})
	room := func(bytes float64) {
		t.Helper()
		must(t, page.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: h.URL, QuotaSize: &bytes})
			return err
		})))
	}
	room(1 << 20)
	must(t, page.do(chromedp.Navigate(h.URL)))
	must(t, page.Wait(Ready))
	if !eval[bool](t, page, `'sw.js' in JSON.parse(document.getElementById('assets').textContent)`) {
		t.Skip("the development build has no service worker")
	}
	install := `navigator.serviceWorker.register('sw.js').then(r => new Promise(done => {
		const w = r.installing
		if (!w) return done('none')
		w.onstatechange = () => done(w.state)
	}))`
	if got := eval[string](t, page, install); got != "redundant" {
		t.Errorf("without room the service worker became %q", got)
	}
	if left := eval[string](t, page, `caches.keys().then(async names => (await Promise.all(names.map(async n => (await (await caches.open(n)).keys()).length))).join())`); strings.Trim(left, "0,") != "" {
		t.Errorf("files were left behind: %s", left)
	}
	must(t, page.Press("ArrowRight"))
	must(t, page.Wait(`document.documentElement.dataset.step > '0'`))
	room(1 << 30)
	must(t, page.reload())
	must(t, page.Wait(Ready))
	must(t, page.Wait(kept))
	used := eval[float64](t, page, `navigator.storage.estimate().then(e => e.usage)`)
	room(used + 4096)
	dist, _, _ := changedBuild(t)
	h.serve(t, dist)
	until(t, page, `navigator.serviceWorker.getRegistration().then(r => r.update().catch(() => r))
		.then(r => !r.installing || new Promise(done => { r.installing.onstatechange = e => done(e.target.state === 'redundant') }))`)
	h.site.Store(nil)
	must(t, page.reload())
	must(t, page.Wait(Ready))
	if got := eval[string](t, page, sheet); got != "" {
		t.Error("half of the new version is shown")
	}
}

// TestServerAnswersItsOwn checks that the service worker passes requests for short
// links and for the share API to the server. The page that a short link leads to
// must come from the storage.
func TestServerAnswersItsOwn(t *testing.T) {
	h, page := firstVisit(t)
	whole := *h.site.Load()
	asked := make(chan string, 100)
	var counting http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		switch r.URL.Path {
		case "/s/bcdfghjk":
			http.Redirect(w, r, "../?s=bcdfghjk", http.StatusFound)
		case "/api/links/app.0123abcd.css", "/s/app.0123abcd.css":
			w.Write([]byte("from the server"))
		default:
			whole.ServeHTTP(w, r)
		}
	})
	h.site.Store(&counting)
	for _, path := range []string{"api/links/app.0123abcd.css", "s/app.0123abcd.css"} {
		for range 2 {
			if got := eval[string](t, page, `fetch('`+path+`').then(a => a.text())`); got != "from the server" {
				t.Errorf("%s: %q", path, got)
			}
		}
		if eval[bool](t, page, `caches.match('`+path+`').then(Boolean)`) {
			t.Errorf("%s is kept", path)
		}
	}
	for len(asked) > 0 {
		<-asked
	}
	must(t, page.do(chromedp.Navigate(h.URL+"/s/bcdfghjk#at=0")))
	must(t, page.Wait(`location.search === '?s=bcdfghjk' && location.hash.startsWith('#at=0')`))
	if path := <-asked; path != "/s/bcdfghjk" {
		t.Errorf("the server was asked for %s before the short link", path)
	}
	for len(asked) > 0 {
		if path := <-asked; path == "/" || path == "/index.html" {
			t.Error("the short link’s page was asked for, though it is kept")
		}
	}
}
