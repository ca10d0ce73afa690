//go:build js && wasm

// Package page is the user interface of the browser.
package page

import (
	"github.com/go-echarts/go-echarts/v2/opts"
	"honnef.co/go/js/dom/v2"
)

// Main runs the page until it is closed.
func Main() {
	document := dom.GetWindow().Document().(dom.HTMLDocument)
	document.SetTitle(opts.Title{Title: "Hopyard"}.Title)
	document.DocumentElement().SetAttribute("data-ready", "1")
	select {}
}
