//go:build !js

package main_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"hopyard/tools/e2e"
)

// moment is a JavaScript expression for the step on screen, the time, and the hash
// of the run.
const moment = `document.documentElement.dataset.step + ' ' + document.getElementById('clock').textContent + ' ' + document.documentElement.dataset.trace`

const shareURL = `document.getElementById('share-url').value`

// TestPage checks that the worker serves the page. It makes a short link in the
// page's dialog. For another user, that link must show the same schedule at the
// same time, both as a page and as an embedded page.
func TestPage(t *testing.T) {
	base := served(t).base
	browser, err := e2e.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer browser.Close()
	page := opened(t, browser, base)
	must(t, page.Press("End", "ArrowLeft", "ArrowLeft"))
	must(t, page.Click("#share-open"))
	must(t, page.Wait(`document.getElementById('share')?.open && document.getElementById('share-shorten')`))
	must(t, page.Click("#share-shorten"))
	must(t, page.Wait(`/\/s\/[2-9b-z]{8,}\?/.test(`+shareURL+`)`))
	link, want := eval(t, page, shareURL), eval(t, page, moment)
	unharmed(t, page)
	address, view, _ := strings.Cut(link, "?")
	place, run, _ := strings.Cut(view, "#")
	if !strings.HasPrefix(address, base+"s/") || !strings.Contains(place, "at=") {
		t.Fatalf("the link is %s", link)
	}
	if strings.HasPrefix(want, "1 ") {
		t.Fatalf("the page shows its first step: %s", want)
	}

	page = opened(t, browser, link)
	must(t, page.Wait(moment+` === `+strconv.Quote(want)))
	unharmed(t, page)

	for _, embed := range []string{"?embed=1&" + view, "?embed=1#" + place + "&" + run} { // the present form of the address of an embedded page, and its former form
		page = opened(t, browser, address+embed)
		must(t, page.Wait(moment+` === `+strconv.Quote(want)))
		if at := eval(t, page, `location.pathname`); at != "/embed.html" {
			t.Errorf("the embed is at %s", at)
		}
		unharmed(t, page)
	}
}

// opened opens a page in a new browser profile. It returns the page when a schedule
// is shown.
func opened(t *testing.T, browser *e2e.Browser, address string) *e2e.Page {
	t.Helper()
	began := time.Now()
	page, err := browser.Open(address, e2e.View{})
	must(t, err)
	must(t, page.Wait(e2e.Ready))
	t.Logf("%s: ready after %v", address, time.Since(began).Round(time.Millisecond))
	return page
}

// unharmed fails the test if the page has reported any problem, and closes the
// page.
func unharmed(t *testing.T, page *e2e.Page) {
	t.Helper()
	for _, problem := range page.Problems() {
		t.Error(problem)
	}
	page.Close()
}

func eval(t *testing.T, page *e2e.Page, expression string) string {
	t.Helper()
	value, err := e2e.Eval[string](page, expression)
	must(t, err)
	return value
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
