// Command screenshot takes a picture of the page. It prints the errors that occur
// in the page.
//
//	go run ./tools/screenshot -size 1280x800 -theme dark -keys "ArrowRight ArrowRight" -click "#share" -out x.png
//
// If -url is missing or has no host, the command serves the site that was last
// built with make build. The steps -keys, -type, -drop, -click, -eval and -wait are
// performed in the given order, after the first schedule is drawn. If a step fails,
// the command skips the remaining steps but still takes the picture. If a step
// fails or the page reports errors, the exit status is 1.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hopyard/tools/e2e"
)

type options struct {
	url, size, theme, lang, ready, out string
	touch, still, full, axe, first     bool
	steps                              []func(*e2e.Page) error
}

func main() {
	var o options
	flag.StringVar(&o.url, "url", "/", "`address`; the built site is served for one without a host")
	flag.StringVar(&o.size, "size", "1280x800", "`width x height` of the viewport in CSS pixels")
	flag.StringVar(&o.theme, "theme", "light", "light or dark")
	flag.StringVar(&o.lang, "lang", "", "the language that the browser prefers, such as zh")
	flag.StringVar(&o.ready, "ready", e2e.First, "JavaScript `expression` that is true when the page is ready; empty: do not wait")
	flag.StringVar(&o.out, "out", "shot.png", "PNG `file` to write")
	flag.BoolVar(&o.touch, "touch", false, "be a phone: touch events and a mobile viewport")
	flag.BoolVar(&o.still, "still", false, "prefer reduced motion")
	flag.BoolVar(&o.first, "first", false, "be on a first visit, which begins with the opening")
	flag.BoolVar(&o.full, "full", false, "the whole page, not only the viewport")
	flag.BoolVar(&o.axe, "axe", false, "print what axe-core finds")
	step := func(name, usage string, do func(p *e2e.Page, arg string) error) {
		flag.Func(name, usage, func(arg string) error {
			o.steps = append(o.steps, func(p *e2e.Page) error { return do(p, arg) })
			return nil
		})
	}
	step("keys", "step: press `keys` such as \"ArrowRight Ctrl+k\"", func(p *e2e.Page, arg string) error { return p.Press(strings.Fields(arg)...) })
	step("type", "step: type a `text`", (*e2e.Page).Type)
	step("click", "step: click a CSS `selector`", (*e2e.Page).Click)
	step("drop", "step: drop a `file`", func(p *e2e.Page, arg string) error {
		content, err := os.ReadFile(arg)
		if err != nil {
			return err
		}
		return p.DropFile(filepath.Base(arg), string(content))
	})
	step("wait", "step: wait until a JavaScript `expression` is true", (*e2e.Page).Wait)
	step("eval", "step: evaluate a JavaScript `expression` and print its value", show)
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "screenshot: %q: takes flags only\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "screenshot:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	view := e2e.View{Theme: o.theme, Touch: o.touch, Still: o.still, Language: o.lang, First: o.first}
	if _, err := fmt.Sscanf(o.size, "%dx%d", &view.Width, &view.Height); err != nil || view.Width < 1 || view.Height < 1 {
		return fmt.Errorf("-size %q: write width x height, such as 390x844", o.size)
	}
	if !strings.Contains(o.url, "://") {
		site, stop, err := e2e.Site()
		if err != nil {
			return err
		}
		defer stop()
		o.url = site + "/" + strings.TrimPrefix(o.url, "/")
	}
	browser, err := e2e.Start()
	if err != nil {
		return err
	}
	defer browser.Close()
	page, err := browser.Open(o.url, view)
	if err != nil {
		return err
	}
	defer page.Close()
	errs := []error{play(page, o)}
	if o.axe {
		findings, err := page.Axe()
		errs = append(errs, err)
		for _, f := range findings {
			errs = append(errs, errors.New("axe: "+f))
		}
	}
	errs = append(errs, page.Screenshot(o.out, o.full))
	for _, line := range page.Problems() {
		errs = append(errs, errors.New(line))
	}
	return errors.Join(errs...)
}

// play waits until the page is ready and then performs the steps. It stops at the
// first step that fails.
func play(page *e2e.Page, o options) error {
	if o.ready != "" {
		if err := page.Wait(o.ready); err != nil {
			return err
		}
	}
	for _, step := range o.steps {
		if err := step(page); err != nil {
			return err
		}
	}
	// Wait for two frames, so that the result of the last step is on the screen.
	_, err := e2e.Eval[bool](page, "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))")
	return err
}

func show(p *e2e.Page, expression string) error {
	v, err := e2e.Eval[any](p, expression)
	if err == nil {
		fmt.Println(v)
	}
	return err
}
