package e2e

import (
	"net/http"
	"strings"
	"testing"
)

func TestPageLoadsCleanly(t *testing.T) {
	for name, view := range map[string]View{
		"desktop":       {Width: 1280, Height: 800},
		"desktop, dark": {Width: 1280, Height: 800, Theme: "dark"},
		"phone":         {Width: 390, Height: 844, Touch: true},
	} {
		t.Run(name, func(t *testing.T) {
			page := open(t, "/", view)
			must(t, page.Wait(Ready))
			if eval[bool](t, page, "document.documentElement.scrollWidth > innerWidth") {
				t.Error("the page scrolls sideways")
			}
		})
	}
}

func TestPolicyIsInForce(t *testing.T) {
	r, err := http.Get(site(t))
	must(t, err)
	r.Body.Close()
	if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("Content-Security-Policy: %q", policy)
	}
	page := openAny(t, site(t), View{})
	must(t, page.Wait(Ready))
	// The test provokes the violation by an event handler in the page, because the
	// policy does not apply to code that the debugger evaluates.
	eval[any](t, page, `addEventListener('securitypolicyviolation', e => { document.title = e.violatedDirective });
		document.body.setAttribute('onclick', '1'); 1`)
	must(t, page.Wait(`document.title.startsWith('script-src')`))
	if len(page.Violations()) == 0 {
		t.Error("an inline event handler made no violation")
	}
}
