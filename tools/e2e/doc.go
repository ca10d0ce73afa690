// Package e2e drives the real page in Chromium and contains its end-to-end tests.
//
// [Site] serves the built site on a free port of the loopback interface, [Start]
// starts a headless [Browser], and [Browser.Open] opens a [Page] with a given size,
// theme and language. The methods of Page press keys, click, drag, and evaluate
// JavaScript. [Page.Wait] waits until a condition holds, such as [Ready]. A Page
// also records problems that occur in it: console errors, failed requests, requests
// to other origins, and violations of the content security policy
// ([Page.Problems]). [Page.Axe] and [Page.Boxes] find faults in accessibility and
// layout:
//
//	address, stop, err := e2e.Site()
//	browser, err := e2e.Start()
//	page, err := browser.Open(address, e2e.View{Width: 390, Height: 844, Touch: true})
//	err = page.Wait(e2e.Ready)
//	err = page.Press("ArrowRight")
//
// The tests of the page are in the _test.go files; run them with make test-page.
// Their helpers are in harness_test.go: open returns a page, and the test fails if
// a problem occurs in it. tools/screenshot uses this package to take pictures.
package e2e
