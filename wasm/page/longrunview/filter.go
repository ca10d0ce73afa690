//go:build js && wasm

package longrunview

import (
	"strconv"

	"hopyard/core/longrun"
	"hopyard/wasm/app/longrunpanel"
	"hopyard/wasm/page/document"
)

// formFields returns pointers to the filter's text fields, by the ids of their
// elements.
func formFields(f *longrunpanel.Fields) map[string]*string {
	return map[string]*string{"arc-least": &f.Least, "arc-most": &f.Most, "arc-wait": &f.Wait, "arc-user": &f.User}
}

func (d *LongRunController) listenToFilter() {
	d.Click("arc-filter", func() {
		closed := d.El("arc-form").HasAttribute("hidden")
		d.Hide("arc-form", !closed)
		d.El("arc-filter").SetAttribute("aria-expanded", strconv.FormatBool(closed))
		if closed {
			document.Focus(d.El("arc-least"))
		}
	})
	d.On("arc-form", "submit", func(e document.DOMEvent) { e.PreventDefault() })
	d.On("arc-form", "input", func(document.DOMEvent) { d.Later("arc-filter", 150, d.takeFilter) })
	d.On("arc-form", "keydown", func(e document.DOMEvent) {
		if e.Key() == "Escape" {
			e.StopPropagation()
			d.El("arc-filter").Click()
			document.Focus(d.El("arc-filter"))
		}
	})
	d.Click("arc-clear", func() {
		d.ask(d.panel.ClearFilter())
		document.Focus(d.El("arc-least"))
	})
	d.OnItem("arc-users-table", "click", "[data-sort]", func(b document.Element) { d.ask(d.panel.SortUsers(longrun.Column(document.IntOf(b, "data-sort")))) })
	d.OnItem("arc-users-table", "click", "[data-only]", func(b document.Element) {
		if name, known := d.panel.User(document.IntOf(b, "data-only")); known {
			d.view = "jobs"
			d.ask(d.panel.OnlyUser(name))
			d.Changed()
		}
	})
	d.OnItem("arc-users-table", "click", "[data-without]", func(b document.Element) {
		if name, known := d.panel.User(document.IntOf(b, "data-without")); known {
			d.send(d.panel.Leave(name))
		}
	})
	d.Click("arc-users-before", func() { d.ask(d.panel.TurnUsers(-1)) })
	d.Click("arc-users-after", func() { d.ask(d.panel.TurnUsers(1)) })
}

// takeFilter requests the table rows that match the filter's form.
func (d *LongRunController) takeFilter() {
	if !d.panel.Shown() {
		return
	}
	var f longrunpanel.Fields
	for id, at := range formFields(&f) {
		*at = d.Value(id)
	}
	f.Killed = d.El("arc-killed").Underlying().Get("checked").Bool()
	d.ask(d.panel.TakeFilter(f))
}

// showFilter updates the filter's form. It leaves a field that has the focus as it
// is.
func (d *LongRunController) showFilter() {
	f, active := d.panel.Fields(), d.Active()
	for id, at := range formFields(&f) {
		if (active == nil || active.ID() != id) && d.Value(id) != *at {
			d.SetValue(id, *at)
		}
	}
	d.El("arc-killed").Underlying().Set("checked", f.Killed)
	d.SetText("arc-filter", d.panel.FilterText())
	d.Disable("arc-clear", !d.panel.Table.Filter.Any())
}
