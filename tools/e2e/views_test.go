package e2e

import (
	"fmt"
	"slices"
	"testing"

	"hopyard/core/soaktest"
)

// view is a state of the page whose layout and accessibility are tested: no boxes
// may overlap, and axe-core must find nothing. To add a view, append it to views.
// The function open starts from the first lesson or the preceding view. It must
// leave the page in a state from which Escape leads back.
type view struct {
	name string
	open func(t *testing.T, p *Page)
}

// views lists all views, in the order in which the tests go through them.
var views = []view{
	{name: "a decision", open: func(*testing.T, *Page) {}},
	{name: "the start", open: func(t *testing.T, p *Page) { must(t, p.Press("Home")); at(t, p, 0) }},
	{name: "the pickers of a phone", open: func(t *testing.T, p *Page) { clickNow(t, p, "#picks-open") }},
	{name: "a chosen job", open: func(t *testing.T, p *Page) {
		must(t, p.Press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"))
		at(t, p, 4)
		must(t, p.Press("1", "ArrowDown", "Enter"))
	}},
	{name: "the record", open: func(t *testing.T, p *Page) {
		clickNow(t, p, `[data-more="record"]`)
		must(t, p.Wait(`!document.getElementById('why-record').hidden`))
	}},
	{name: "what the lesson is about", open: func(t *testing.T, p *Page) {
		clickNow(t, p, "#lesson-title")
		must(t, p.Wait(`document.getElementById('lesson-details').open`))
	}},
	{name: "gallery", open: byKey("g", "gallery")},
	{name: "gallery, nothing found", open: func(t *testing.T, p *Page) {
		byKey("g", "gallery")(t, p)
		must(t, p.Type("zzz"))
		must(t, p.Wait(`!document.getElementById('gallery-none').hidden`))
		eval[bool](t, p, `(document.getElementById('gallery-find').value = '', true)`) // otherwise Escape would clear the search field first
	}},
	{name: "glossary", open: byKey("i", "glossary")},
	{name: "the opening", open: func(t *testing.T, p *Page) {
		must(t, p.Press("q"))
		must(t, p.Wait(`document.documentElement.dataset.opening === 'ask'`))
	}},
	{name: "help", open: byKey("?", "help")},
	{name: "settings", open: byKey("o", "settings")},
	{name: "palette", open: byKey("Ctrl+k", "palette")},
	{name: "palette with a query", open: func(t *testing.T, p *Page) {
		byKey("Ctrl+k", "palette")(t, p)
		must(t, p.Type("4"))
	}},
	{name: "share", open: func(t *testing.T, p *Page) {
		clickNow(t, p, "#share-open")
		must(t, p.Wait(`document.getElementById('share')?.open`))
	}},
	{name: "share, a short link", open: func(t *testing.T, p *Page) {
		must(t, p.Press("r"))
		must(t, p.Wait(`document.activeElement.id === 'share-shorten'`))
		must(t, p.Press("Enter"))
		shortened(t, p)
	}},
	{name: "QR code", open: func(t *testing.T, p *Page) {
		clickNow(t, p, "#share-qr")
		must(t, p.Wait(`document.querySelector('#qr-code svg')`))
	}},
	{name: "four policies compared", open: func(t *testing.T, p *Page) {
		must(t, p.Press("v"))
		compared(t, p, 2)
		for n := 3; n <= 4; n++ {
			clickNow(t, p, `[data-compare="add"]`)
			compared(t, p, n)
		}
		clickNow(t, p, `[data-compare="first"]`)
		must(t, p.Wait(settled))
	}},
	{name: "two policies compared", open: func(t *testing.T, p *Page) {
		for n := 3; n >= 2; n-- {
			clickNow(t, p, `[data-remove="1"]`)
			compared(t, p, n)
		}
	}},
	{name: "after comparing", open: func(t *testing.T, p *Page) {
		must(t, p.Press("c"))
		must(t, p.Wait(`!document.documentElement.hasAttribute('data-compare')`))
	}},
	{name: "editor, form", open: byKey("e", "editor")},
	{name: "editor, text", open: func(t *testing.T, p *Page) {
		byKey("e", "editor")(t, p)
		clickNow(t, p, "#tab-text")
	}},
	{name: "figures", open: func(t *testing.T, p *Page) {
		clickNow(t, p, "#figures-open")
		must(t, p.Wait(`document.getElementById('figures-view')?.open`))
	}},
	{name: "errors", open: func(t *testing.T, p *Page) {
		drop(t, p, "bad.json", `{"hopyard": 1, "cluster": {}, "jobs": 7, "schedule": {"queue": "esay"}}`)
		must(t, p.Wait(`document.querySelector('dialog[open] li')`))
	}},
	{name: "stale", open: func(t *testing.T, p *Page) { must(t, p.Wait(`!document.getElementById('stale').hidden`)) }},
	{name: "the job table", open: func(t *testing.T, p *Page) {
		tabled(t, p)
		clickNow(t, p, "#table-open")
		must(t, p.Wait(`document.querySelectorAll('#table tbody tr').length > 0`))
	}},
}

// clickNow clicks an element by JavaScript, without scrolling or waiting. It works
// even if the element is covered or small; other tests check that controls are not.
func clickNow(t *testing.T, p *Page, selector string) {
	t.Helper()
	eval[bool](t, p, fmt.Sprintf(`(document.querySelector(%q).click(), true)`, selector))
}

func byKey(key, dialog string) func(t *testing.T, p *Page) {
	return func(t *testing.T, p *Page) {
		t.Helper()
		must(t, p.Press(key))
		must(t, p.Wait(fmt.Sprintf(`document.getElementById(%q)?.open`, dialog)))
	}
}

// eachView opens the views in order. For each view it calls the function look with
// the name of the view.
func eachView(t *testing.T, p *Page, look func(name string)) {
	t.Helper()
	must(t, p.Wait(Complete))
	for _, v := range views {
		v.open(t, p)
		settle(t, p)
		look(v.name)
		if eval[bool](t, p, `!!document.querySelector('dialog[open], [data-opening]')`) {
			must(t, p.Press("Escape"))
			must(t, p.Wait(`!document.querySelector('dialog[open], [data-opening]') && !document.documentElement.dataset.editing && !hopyard.state().busy`))
		}
		eval[bool](t, p, `(document.activeElement?.blur(), scrollTo(0, 0), true)`)
	}
}

// settle waits for two frames, after which pending changes are on screen.
func settle(t *testing.T, p *Page) {
	t.Helper()
	eval[bool](t, p, `new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))`)
}

// TestNoBoxLiesOnAnother checks that nothing overlaps or is clipped on a desktop,
// on a phone, and at 400 % zoom. At that zoom, a window of 1280 pixels has room for
// 320.
func TestNoBoxLiesOnAnother(t *testing.T) {
	for _, size := range []View{{Width: 1280, Height: 800}, {Width: 390, Height: 844, Touch: true}, {Width: 320, Height: 640}} {
		for _, language := range []string{"en", "ru", "zh"} {
			if !soaktest.Whole() && !slices.Contains([]string{"1280 ru", "390 zh", "320 ru"}, fmt.Sprintf("%d %s", size.Width, language)) {
				continue // by default, Russian is tested at the most sizes, because its words are the longest
			}
			t.Run(fmt.Sprintf("%d %s", size.Width, language), func(t *testing.T) {
				size.Language = language
				page := open(t, "/", size)
				eachView(t, page, func(name string) {
					findings, err := page.Boxes()
					must(t, err)
					for _, f := range findings {
						t.Errorf("%s: %s", name, f)
					}
				})
			})
		}
	}
}

// ofColours lists the rules of axe-core that depend on the theme. All themes show
// the same elements, in different colors.
var ofColours = []string{"color-contrast", "link-in-text-block"}

// TestAxeFindsNothing checks that axe-core finds nothing in any view. By default
// each view is tested in English and in one theme, with the themes in rotation;
// make soak tests all themes and languages.
func TestAxeFindsNothing(t *testing.T) {
	themes := []string{"dark", "contrast", "light"}
	for k, language := range []string{"en", "zh", "ru"} {
		if !soaktest.Whole() && language != "en" {
			continue
		}
		t.Run(language, func(t *testing.T) {
			page := open(t, "/", View{Language: language, Still: true})
			i := 0
			eachView(t, page, func(name string) {
				i++
				for j, theme := range themes {
					if !soaktest.Whole() && (i+j+k)%len(themes) > 0 {
						continue
					}
					rules := ofColours
					if theme == "light" || !soaktest.Whole() {
						rules = nil
					}
					eval[bool](t, page, fmt.Sprintf(`(document.documentElement.dataset.theme = %q, true)`, theme))
					settle(t, page)
					findings, err := page.Axe(rules...)
					must(t, err)
					for _, f := range findings {
						t.Errorf("%s, %s: axe: %s", name, theme, f)
					}
				}
			})
		})
	}
}

// axe reports an error for each finding of axe-core.
func axe(t *testing.T, p *Page) {
	t.Helper()
	findings, err := p.Axe()
	must(t, err)
	for _, f := range findings {
		t.Errorf("axe: %s", f)
	}
}
