package e2e

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"hopyard/tools/build/pack"
	"hopyard/web"
)

// unzipped returns the files of the zip for static hosts.
func unzipped(t *testing.T) fs.FS {
	t.Helper()
	site(t)
	dir, err := zipped()
	must(t, err)
	return dir
}

// zipped packs the built site for static hosts and extracts it again, once for all
// tests.
var zipped = sync.OnceValues(func() (fs.FS, error) {
	files, err := pack.Folder(web.Dist(), nil)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := pack.Zip(&b, files); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		return nil, err
	}
	dir := fstest.MapFS{}
	for _, f := range z.File {
		content, err := fs.ReadFile(z, f.Name)
		if err != nil {
			return nil, err
		}
		dir[f.Name] = &fstest.MapFile{Data: content}
	}
	return dir, nil
})

// plainHost serves a folder under a path prefix, as hosts do that only serve files:
// without special headers, with names with and without .html, and with 404.html for
// missing files. The function inspect, if given, may answer requests itself.
func plainHost(dir fs.FS, below string, inspect func(w http.ResponseWriter, r *http.Request) (done bool)) *httptest.Server {
	files := http.StripPrefix(strings.TrimSuffix(below, "/"), http.FileServerFS(dir))
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if inspect != nil && inspect(w, r) {
			return
		}
		name, ok := strings.CutPrefix(r.URL.Path, below)
		if !ok {
			http.NotFound(w, r) // the path belongs to another site on the same host
			return
		}
		if _, err := fs.Stat(dir, name+".html"); err == nil && name != "" {
			http.ServeFileFS(w, r, dir, name+".html")
			return
		}
		if _, err := fs.Stat(dir, path.Clean(name)); err != nil {
			page, _ := fs.ReadFile(dir, "404.html")
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
			w.Write(page)
			return
		}
		files.ServeHTTP(w, r)
	}))
}

// TestStaticHost checks that the zip works in a subfolder of a static host, and
// afterwards without a network. The page must make no requests to other hosts.
func TestStaticHost(t *testing.T) {
	const below = "/courses/hopyard/"
	dir := unzipped(t)
	var down atomic.Bool
	var asked sync.Map // names of the files requested while the network was down
	host := plainHost(dir, below, func(w http.ResponseWriter, r *http.Request) bool {
		if !down.Load() {
			return false
		}
		asked.Store(path.Base(r.URL.Path), true)
		panic(http.ErrAbortHandler)
	})
	defer host.Close()
	page := openAny(t, host.URL+below, View{})
	must(t, page.Wait(Ready))
	must(t, page.Press("ArrowRight"))
	must(t, page.Wait(`document.documentElement.dataset.step > '0'`))
	must(t, page.Wait(`document.querySelector('#curves canvas')`))
	must(t, page.Press("e"))
	must(t, page.Wait(`document.getElementById('editor').open`))
	must(t, page.Click("#tab-text"))
	must(t, page.Wait(`!document.getElementById('edit-code').hidden`))
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.querySelector('dialog[open]')`))
	must(t, page.Click("#share-open"))
	must(t, page.Wait(`document.getElementById('share')?.open`))
	if got := eval[string](t, page, `fetch('api/links').then(a => a.json()).then(JSON.stringify)`); got != `{"links":false}` {
		t.Errorf("of short links it says %s", got)
	}
	if !eval[bool](t, page, `fetch('s/bcdfghjk').then(async a => a.status === 404 && (await a.text()).includes('no short links'))`) {
		t.Error("a short link does not say that there are none")
	}
	keeps(t, page)
	for _, problem := range page.Problems() {
		if !strings.Contains(problem, "404") || !strings.Contains(problem, "/s/bcdfghjk") && !strings.Contains(problem, "status of 404") {
			t.Error(problem)
		}
	}
	names := eval[[]string](t, page, `(async () => {
		const all = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()))
		return all.flat().map(request => new URL(request.url).pathname.split('/').at(-1)).filter(name => name.endsWith('.wasm'))
	})()`)
	if len(names) == 0 {
		t.Error("no program is kept")
	}
	down.Store(true)
	for _, address := range []string{"", "embed.html?embed=1", "?embed=1"} {
		must(t, page.do(chromedp.Navigate("about:blank")))
		must(t, page.do(chromedp.Navigate(host.URL+below+address)))
		must(t, page.Wait(Ready))
		if got := eval[bool](t, page, `document.documentElement.hasAttribute('data-embed')`); got != (address != "") {
			t.Errorf("/%s without a network: an embed is %v", address, got)
		}
	}
	// During a second visit, the service worker also requests files that it has not
	// stored yet. It must not request stored files.
	for _, name := range names {
		if _, yes := asked.Load(name); yes {
			t.Errorf("%s was asked of the network, though it is kept", name)
		}
	}
	if got := page.External(); len(got) > 0 {
		t.Errorf("others were asked: %v", got)
	}
}

// TestOddHost checks the site on an unusual host: it sends wrong content types,
// redirects embed.html to embed, and returns a page with status 200 in place of a
// missing file. The site must work, and the service worker must not store a
// response that is not a file of the site.
func TestOddHost(t *testing.T) {
	dir := unzipped(t)
	var gone atomic.Value
	gone.Store("/glossary-ru.")
	host := plainHost(dir, "/", func(w http.ResponseWriter, r *http.Request) bool {
		switch ext := path.Ext(r.URL.Path); {
		case r.URL.Path == "/embed.html":
			http.Redirect(w, r, "/embed?"+r.URL.RawQuery, http.StatusTemporaryRedirect)
			return true
		case strings.HasPrefix(r.URL.Path, gone.Load().(string)):
			w.Write([]byte("<!doctype html><title>Welcome to the network of this hall</title>"))
			return true
		case ext == ".wasm" || ext == ".webmanifest" || ext == ".json":
			w.Header().Set("Content-Type", "application/octet-stream")
		}
		return false
	})
	defer host.Close()
	page := openAny(t, host.URL, View{})
	must(t, page.Wait(Ready))
	if !eval[bool](t, page, `'sw.js' in JSON.parse(document.getElementById('assets').textContent)`) {
		t.Skip("the development build has no service worker")
	}
	if got := eval[string](t, page, `navigator.serviceWorker.register('sw.js').then(r => new Promise(done => {
		const w = r.installing
		if (!w) return done('none')
		w.onstatechange = () => done(w.state)
	}))`); got != "redundant" {
		t.Errorf("with a page in place of a file the service worker became %q", got)
	}
	gone.Store("/nothing")
	must(t, page.reload())
	must(t, page.Wait(Ready))
	must(t, page.Wait(kept))
	if !eval[bool](t, page, `caches.match('embed.html').then(a => !a.redirected)`) {
		t.Error("the kept embed is an answer that was redirected")
	}
	must(t, page.do(chromedp.Navigate(host.URL+"/embed.html?embed=1")))
	must(t, page.Wait(Ready))
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
}
