package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// View describes how a page is displayed: window, theme, device and language. The
// zero value means 1280×800 pixels and the light theme.
type View struct {
	Width, Height int64  // size of the window in CSS pixels; 0 means 1280×800
	Theme         string // value of prefers-color-scheme, "light" or "dark"; "" means "light"
	Touch         bool   // emulate a phone: touch events and a mobile viewport
	Still         bool   // whether the user prefers reduced motion (prefers-reduced-motion)
	Language      string // preferred language of the browser, such as "zh"; "" leaves the default, "en"
	First         bool   // whether this is a first visit, on which the page begins with an introduction
	NoWorker      bool   // whether to disable service workers, so that the page stores nothing for use without a network
}

// Page is a browser tab. It records the problems that occur in the page.
type Page struct {
	ctx    context.Context
	close  context.CancelFunc
	origin string

	mu      sync.Mutex
	record  record
	workers []context.Context
	moved   chan struct{} // closed and replaced when the tab navigates to another document
}

// Open loads a URL in a new tab with empty storage. It returns when the document is
// loaded; use [Page.Wait] to wait for the page's program.
func (b *Browser) Open(address string, v View) (*Page, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	ctx, stop := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	return opened(ctx, stop, at, v)
}

// Beside loads a URL in another tab that shares the storage of this tab, as a
// window opened by the page does.
func (p *Page) Beside(address string, v View) (*Page, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	ctx, stop := chromedp.NewContext(p.ctx)
	return opened(ctx, stop, at, v)
}

func opened(ctx context.Context, stop context.CancelFunc, at *url.URL, v View) (*Page, error) {
	address := at.String()
	p := &Page{ctx: ctx, close: stop, origin: at.Scheme + "://" + at.Host, moved: make(chan struct{})}
	err := p.watch()
	if err == nil {
		err = p.do(v.apply(), chromedp.Navigate(address))
	}
	if err != nil {
		stop()
		return nil, fmt.Errorf("opening %s: %w", address, err)
	}
	return p, nil
}

// Close closes the tab.
func (p *Page) Close() { p.close() }

func (p *Page) do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, steps...)
}

func (v View) apply() chromedp.Action[chromedp.Void] {
	if v.Width == 0 || v.Height == 0 {
		v.Width, v.Height = 1280, 800
	}
	if v.Theme == "" {
		v.Theme = "light"
	}
	motion := "no-preference"
	if v.Still {
		motion = "reduce"
	}
	var opts []chromedp.EmulateViewportOption
	if v.Touch {
		opts = append(opts, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: v.Theme},
		{Name: "prefers-reduced-motion", Value: motion},
	}}
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, media)
		if err == nil && v.NoWorker {
			_, err = cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
				Source: `delete Navigator.prototype.serviceWorker`,
			})
		}
		if err == nil && !v.First {
			_, err = cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
				Source: `try { localStorage.setItem('hopyard.opening', 'done') } catch {}`,
			})
		}
		if err == nil && v.Language != "" {
			err = v.speak(ctx, t)
		}
		if err != nil {
			return err
		}
		_, err = chromedp.EmulateViewport(v.Width, v.Height, opts...)(ctx, t)
		return err
	})
}

// speak sets navigator.language. The debugging protocol can set it only together
// with the user agent, which therefore stays the same.
func (v View) speak(ctx context.Context, t *chromedp.Target) error {
	agent, err := chromedp.Evaluate[string]("navigator.userAgent")(ctx, t)
	if err != nil {
		return err
	}
	_, err = cdp.Call(ctx, t, emulation.SetUserAgentOverride,
		emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: v.Language})
	return err
}

// Eval evaluates a JavaScript expression and returns its value. If the value is a
// promise, it waits for the result.
func Eval[T any](p *Page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		err = fmt.Errorf("evaluating %s: %w", brief(expression), err)
	}
	return v, err
}

// Wait waits until a JavaScript expression is true, in the current document or in a
// document that replaces it. After a timeout it returns an error that contains the
// problems recorded in the page and its logs, where a Go program that stops prints
// the reason.
//
// The page evaluates the expression in every frame. A document that is being
// replaced may never answer. Therefore Wait starts again in the new document, and
// also evaluates the expression through the debugger every few seconds.
func (p *Page) Wait(expression string) error {
	const anew = 3 * time.Second
	// A new document has no root element for a short time.
	is := "Boolean(document.documentElement && (" + expression + "))"
	late := time.After(patience)
	told, moved := p.whenTrue(is)
	for {
		var err error
		select {
		case err = <-told:
			if err == nil {
				return nil
			}
			if strings.Contains(err.Error(), "(-32000)") { // the document was replaced
				told, moved = p.whenTrue(is)
				continue
			}
		case <-moved:
			told, moved = p.whenTrue(is)
			continue
		case <-time.After(anew):
			ctx, cancel := context.WithTimeout(p.ctx, anew)
			now, _ := chromedp.Run(ctx, chromedp.Evaluate[bool](is))
			if cancel(); now {
				return nil
			}
			continue
		case <-late:
			err = context.DeadlineExceeded
		}
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("not true after %v", patience)
		}
		return fmt.Errorf("waiting for %s: %w\n%s", brief(expression), err, strings.Join(append(p.Problems(), p.Logs()...), "\n"))
	}
}

// whenTrue returns a channel that receives nil when the expression becomes true in
// the current document, or an error. The channel moved is closed when another
// document replaces the current one.
func (p *Page) whenTrue(is string) (told <-chan error, moved <-chan struct{}) {
	p.mu.Lock()
	moved = p.moved
	p.mu.Unlock()
	answer := make(chan error, 1)
	go func() {
		answer <- p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := chromedp.Poll[bool](is, chromedp.WithPollingTimeout(0))(ctx, t)
			return err
		}))
	}()
	return answer, moved
}

// Click clicks the center of the first element that matches a CSS selector. Before
// that, it scrolls the element into view, and waits until it is visible and its
// position is the same in two successive frames.
func (p *Page) Click(selector string) error {
	for attempt := 1; ; attempt++ {
		if err := p.rests(selector); err != nil {
			return fmt.Errorf("clicking %s, which is not there or does not rest: %w", selector, err)
		}
		err := p.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
		if err == nil {
			return nil
		}
		// The page may put a new element in its place after it was found and before it is clicked.
		if attempt == mostReplaced || !strings.Contains(err.Error(), "Could not find node with given id") {
			return fmt.Errorf("clicking %s: %w", selector, err)
		}
	}
}

// mostReplaced limits how often Click looks for an element that is replaced before the click.
const mostReplaced = 5

// rests waits until an element exists and has the same position in two successive
// frames.
func (p *Page) rests(selector string) error {
	_, err := Eval[bool](p, fmt.Sprintf(`new Promise(rests => {
		let last
		const look = () => {
			const now = JSON.stringify(document.querySelector(%q)?.getBoundingClientRect())
			now && now === last ? rests(true) : requestAnimationFrame(look)
			last = now
		}
		look()
	})`, selector))
	return err
}

// Screenshot writes a PNG file with a picture of the viewport, or of the whole page
// if full is set.
func (p *Page) Screenshot(file string, full bool) error {
	png, err := p.picture(full)
	if err != nil {
		return err
	}
	return os.WriteFile(file, png, 0o644)
}

func (p *Page) picture(full bool) ([]byte, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	shot := chromedp.CaptureScreenshot()
	if full {
		shot = chromedp.FullScreenshot(100)
	}
	png, err := chromedp.Run(ctx, shot)
	if err != nil {
		return nil, fmt.Errorf("taking a picture: %w", err)
	}
	return png, nil
}

func brief(expression string) string {
	if len(expression) > 80 {
		return expression[:80] + "…"
	}
	return expression
}
