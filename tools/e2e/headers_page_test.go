package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// TestEmbedLeadsOutOfASandbox checks that the link of an embed opens the full page
// even if the embed is in a sandboxed frame. The new window inherits the sandbox;
// if the page were sent with Cross-Origin-Opener-Policy, the browser would not show
// it there.
func TestEmbedLeadsOutOfASandbox(t *testing.T) {
	address, ready := course(t, `sandbox="allow-scripts allow-same-origin allow-popups"`)
	page := openAny(t, address, View{})
	select {
	case <-ready:
	case <-time.After(patience):
		t.Fatalf("no schedule after %v: %v", patience, page.Problems())
	}
	const link = `document.getElementById('it').contentDocument.getElementById('embed-open')`
	must(t, page.Wait(link+`.href.includes('#1.z.')`))
	at := eval[[]float64](t, page, `(() => {
		const frame = document.getElementById('it').getBoundingClientRect(), link = `+link+`.getBoundingClientRect()
		return [frame.x + link.x + link.width / 2, frame.y + link.y + link.height / 2]
	})()`)
	must(t, page.do(chromedp.MouseClickXY(at[0], at[1])))
	var full target.ID
	var list []*target.Info
	eventually(t, "the page that the link opens", func() bool {
		var err error
		list, err = chromedp.Targets(page.ctx)
		must(t, err)
		for _, info := range list {
			if info.Type == "page" && strings.HasPrefix(info.URL, page.origin+"/#1.z.") {
				full = info.TargetID
			}
		}
		return full != ""
	}, func() any { return list })
	ctx, stop := chromedp.NewContext(page.ctx, chromedp.WithTargetID(full))
	defer stop()
	must(t, (&Page{ctx: ctx}).Wait(Ready))
}
