package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// remembers writes what a page can keep, and left tells what there is of it.
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

// Each page begins without what another left, though they have the browser and the
// address in common, while the other is open and after it.
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

// A browser that crashes fails the test that holds it and no other.
func TestCrashedBrowserIsNotLentAgain(t *testing.T) {
	site(t)
	var b browsers
	t.Cleanup(b.close)
	var crashed *Browser
	t.Run("crash", func(t *testing.T) {
		crashed = b.to(t)
		err := chromedp.Do(crashed.ctx, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := cdp.Call(ctx, chromedp.FromContext(ctx).Browser, browser.Crash, cdp.Empty{})
			return err
		}))
		t.Log(err) // there is nobody to answer
		select {
		case <-crashed.ctx.Done():
		case <-time.After(patience):
			t.Fatal("the browser does not crash")
		}
	})
	t.Run("after", func(t *testing.T) {
		next := b.to(t)
		if next == crashed {
			t.Fatal("the crashed browser is lent again")
		}
		page, err := next.Open(site(t)+"/", View{})
		must(t, err)
		defer page.Close()
		must(t, page.Wait(Ready))
	})
}
