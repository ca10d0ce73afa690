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

// First is a JavaScript condition that becomes true once the first schedule is
// drawn.
const First = `document.documentElement.dataset.ready === "1"`

// Ready is a JavaScript condition that becomes true once the whole program is
// loaded, and everything about the run on screen is known: its link, and the
// policies that could replace its policies.
const Ready = First + ` && document.documentElement.dataset.known`

// Complete is a JavaScript condition that becomes true once the page has also
// loaded the parts that move or redraw other content. The page loads these parts by
// itself after the first schedule.
const Complete = Ready + ` && document.querySelector('#curves canvas') && document.querySelector('#timeline-grid [data-cell]') && document.documentElement.dataset.lessons`

// Written is a JavaScript condition that is true while the address in the browser
// describes the state on screen, so that a reload restores it.
const Written = `hopyard.state().written`

// patience is the time limit for each action. The page is ready in about a second
// on a busy machine with two cores. With twenty other programs running, this takes
// half a minute.
const patience = 2 * time.Minute

// names lists the names under which distributions install Chromium, in order of
// preference. The headless shell comes first: it has the same engine but no windows
// of a desktop browser, and takes two thirds of the CPU time.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// disabledFeatures lists the browser features that are disabled. chromedp disables
// the first two by default. The others make every window load two internal pages
// for suggestions under the address bar, which is not visible; these pages took as
// much CPU time as the page under test.
const disabledFeatures = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"

// Browser is a running headless Chromium. Its pages do not share storage.
type Browser struct {
	ctx  context.Context
	stop []context.CancelFunc
}

// Start starts Chromium, which takes half a second. It fails if Chromium is not
// installed.
func Start() (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-features", disabledFeatures),
		chromedp.Flag("hide-scrollbars", false), // scrollbars appear in pictures as users see them
		chromedp.Flag("lang", "en"),
		chromedp.Flag("host-resolver-rules", "MAP hall.test 127.0.0.1"), // a host name without TLS, as in a lecture hall; browsers trust it less than localhost
	)
	if os.Getuid() == 0 {
		opts = append(opts, chromedp.NoSandbox) // Chromium refuses to run its sandbox as root
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

// Close stops Chromium and waits until it has ended.
func (b *Browser) Close() {
	for _, stop := range b.stop {
		stop()
	}
}

// gone reports whether Chromium has ended by itself, for example after a crash.
func (b *Browser) gone() bool { return b.ctx.Err() != nil }

func find() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium in PATH: run make setup, or apt-get install chromium")
}
