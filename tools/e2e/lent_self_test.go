package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Two JavaScript expressions. The first writes to every kind of storage that a page
// has. The second lists the kinds of storage that contain something written by the
// first.
const (
	remembers = `(async () => {
		localStorage.kept = sessionStorage.kept = '1'
		document.cookie = 'kept=1'
		await (await caches.open('kept')).put('/kept', new Response('1'))
		await new Promise((done, fail) => { const r = indexedDB.open('kept'); r.onsuccess = done; r.onerror = fail })
		return true
	})()`
	left = `(async () => [localStorage.kept && 'local storage', sessionStorage.kept && 'session storage',
		document.cookie.includes('kept') && 'a cookie', await caches.has('kept') && 'a cache',
		(await indexedDB.databases()).some(d => d.name === 'kept') && 'a database',
		(await navigator.serviceWorker?.getRegistrations())?.length && 'a service worker'].filter(Boolean).join(', '))()`
)

// TestPagesBeginEmpty checks that a page does not see the storage of another page,
// although both have the same browser and address. It checks this while the other
// page is open and after it is closed.
func TestPagesBeginEmpty(t *testing.T) {
	first := open(t, "/", View{})
	must(t, first.Wait(Ready))
	eval[bool](t, first, remembers)
	want := "local storage, session storage, a cookie, a cache, a database"
	if got := eval[string](t, first, left); got != want {
		t.Fatalf("the page keeps %s; it wrote %s", got, want)
	}
	beside := open(t, "/", View{})
	if got := eval[string](t, beside, left); got != "" {
		t.Errorf("a page beside it has %s", got)
	}
	first.Close()
	after := open(t, "/", View{})
	if got := eval[string](t, after, left); got != "" {
		t.Errorf("a page after it has %s", got)
	}
}

// TestCrashedBrowserIsNotLentAgain checks that a browser that crashed is not lent
// to another test.
func TestCrashedBrowserIsNotLentAgain(t *testing.T) {
	site(t)
	var b browsers
	t.Cleanup(b.close)
	var crashed *Browser
	t.Run("crash", func(t *testing.T) {
		crashed = b.forTest(t)
		err := chromedp.Do(crashed.ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := cdp.Call(ctx, chromedp.FromContext(ctx).Browser, browser.Crash, cdp.Empty{})
			return err
		}))
		t.Log(err) // an error is expected, because the crashed browser cannot answer
		select {
		case <-crashed.ctx.Done():
		case <-time.After(patience):
			t.Fatal("the browser does not crash")
		}
	})
	t.Run("after", func(t *testing.T) {
		next := b.forTest(t)
		if next == crashed {
			t.Fatal("the crashed browser is lent again")
		}
		page, err := next.Open(site(t)+"/", View{})
		must(t, err)
		defer page.Close()
		must(t, page.Wait(Ready))
	})
}
