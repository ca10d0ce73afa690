package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// remembers writes to every storage that a page has; left returns the storages that
// contain what it wrote.
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

// TestPagesBeginEmpty checks that a page does not see the storage of another page
// with the same browser and address, neither while that page is open nor
// afterwards.
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

// TestCrashedBrowserIsNotLentAgain checks that a browser that crashes fails only
// the test that holds it.
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
		t.Log(err) // the browser can no longer answer
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
