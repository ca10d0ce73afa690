package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"
)

// First is the JavaScript condition that holds once the first schedule is drawn.
const First = `document.documentElement.dataset.ready === "1"`

// Ready is the one that holds once the whole program is there, too, and all is known of
// the run on screen: its link, and what could be chosen instead.
const Ready = First + ` && document.documentElement.dataset.known`

// Complete is the JavaScript condition that holds once all has come that comes by itself
// after the first schedule, and moves or draws anew what was there.
const Complete = Ready + ` && document.querySelector('#curves canvas') && document.querySelector('#timeline-grid [data-cell]') && document.documentElement.dataset.lessons`

// Written is the one that holds once the address leads to what is on screen, so that a
// reload comes back to it.
const Written = `hopyard.state().written`

// patience bounds every single action. A page on a busy two-core machine is
// ready in about a second; twenty programs beside it make that half a minute.
const patience = 2 * time.Minute

// names under which distributions install Chromium, in order. The headless shell
// comes first: it has the same engine without the windows of a desktop browser, and
// takes two thirds of the processor's time.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// unshown are the features that the browser starts without: the first two as
// chromedp says, the others because every window loads two pages of the browser's
// own, for a list below an address bar that nobody sees. That took as much of the
// processor's time as the page under test.
const unshown = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"

// Browser is one headless Chromium. Its pages share no storage.
type Browser struct {
	ctx  context.Context
	stop []context.CancelFunc
}

// Start starts Chromium, in half a second. It fails when there is none.
func Start() (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-features", unshown),
		chromedp.Flag("hide-scrollbars", false), // the pictures shall show what users see
		chromedp.Flag("lang", "en"),
		chromedp.Flag("host-resolver-rules", "MAP hall.test 127.0.0.1"), // an origin that browsers do not trust, as in a hall without TLS
	)
	if os.Getuid() == 0 {
		opts = append(opts, chromedp.NoSandbox) // Chromium refuses to sandbox as root
	}
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, stopBrowser := chromedp.NewContext(allocator)
	b := &Browser{ctx: ctx, stop: []context.CancelFunc{stopBrowser, stopAllocator}}
	if err := chromedp.Do(ctx); err != nil {
		b.Close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return b, nil
}

// Close ends Chromium and waits until it is gone.
func (b *Browser) Close() {
	for _, stop := range b.stop {
		stop()
	}
}

// gone tells whether Chromium has ended by itself, as after a crash.
func (b *Browser) gone() bool { return b.ctx.Err() != nil }

func find() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium in PATH: run make setup, or apt-get install chromium")
}
