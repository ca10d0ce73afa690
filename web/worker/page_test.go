//go:build !js

package main_test

import (
	"fmt"
	"testing"

	"hopyard/tools/e2e"
	"hopyard/web/api/apitest"
)

// TestPage: the page comes from the worker, makes a link there, and the link
// leads to the page with what stands behind #, which gets the scenario back.
func TestPage(t *testing.T) {
	base := served(t).base
	browser, err := e2e.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer browser.Close()
	page := opened(t, browser, base)
	id := eval(t, page, fmt.Sprintf(`fetch("api/links", {method: "POST", headers: {"Content-Type": "application/json"}, body: %q}).then(r => r.json()).then(made => made.id)`, apitest.Small))
	page.Close()

	page = opened(t, browser, base+"s/"+id+"#at=10")
	if got, want := eval(t, page, `location.href`), base+"?s="+id+"#at=10"; got != want {
		t.Errorf("the link leads to %s, want %s", got, want)
	}
	if got := eval(t, page, `fetch("api/links/`+id+`").then(r => r.json()).then(s => s.cluster.topology.kind)`); got != "star" {
		t.Errorf("the page gets a machine of kind %q, want the star of the link", got)
	}
	page.Close()
}

func opened(t *testing.T, browser *e2e.Browser, address string) *e2e.Page {
	t.Helper()
	page, err := browser.Open(address, e2e.View{})
	if err != nil {
		t.Fatal(err)
	}
	if err := page.Wait(e2e.Ready); err != nil {
		t.Fatal(err)
	}
	for _, problem := range page.Problems() {
		t.Errorf("%s: %s", address, problem)
	}
	return page
}

func eval(t *testing.T, page *e2e.Page, expression string) string {
	t.Helper()
	value, err := e2e.Eval[string](page, expression)
	if err != nil {
		t.Fatal(err)
	}
	return value
}
