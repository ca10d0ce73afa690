//go:build js && wasm

package longrunview

import (
	"syscall/js"

	"hopyard/wasm/app/longrunpanel"
)

// formFields returns pointers to the filter's text fields, by the ids of their
// elements.
func formFields(f *longrunpanel.Fields) map[string]*string {
	return map[string]*string{"arc-least": &f.Least, "arc-most": &f.Most, "arc-wait": &f.Wait, "arc-user": &f.User}
}

func (d *LongRunController) listenToFilter() {
	listen(d.el("arc-filter"), "click", func(js.Value) {
		closed := d.el("arc-form").Get("hidden").Bool()
		d.el("arc-form").Set("hidden", !closed)
		d.el("arc-filter").Call("setAttribute", "aria-expanded", closed)
		if closed {
			d.el("arc-least").Call("focus")
		}
	})
	listen(d.el("arc-form"), "submit", func(e js.Value) { e.Call("preventDefault") })
	listen(d.el("arc-form"), "input", func(js.Value) { d.Later("arc-filter", 150, d.takeFilter) })
	listen(d.el("arc-form"), "keydown", func(e js.Value) {
		if e.Get("key").String() == "Escape" {
			e.Call("stopPropagation")
			d.el("arc-filter").Call("click")
			d.el("arc-filter").Call("focus")
		}
	})
	listen(d.el("arc-clear"), "click", func(js.Value) {
		d.ask(d.ClearFilter())
		d.el("arc-least").Call("focus")
	})
	d.onEach("arc-users-table", "click", "[data-sort]", func(b js.Value) { d.ask(d.SortUsers(columnOf(b, "data-sort"))) })
	d.onEach("arc-users-table", "click", "[data-only]", func(b js.Value) {
		if name, known := d.User(int(numberOf(b, "data-only"))); known {
			d.view = "jobs"
			d.ask(d.OnlyUser(name))
			d.Changed()
		}
	})
	d.onEach("arc-users-table", "click", "[data-without]", func(b js.Value) {
		if name, known := d.User(int(numberOf(b, "data-without"))); known {
			d.send(d.Leave(name))
		}
	})
	listen(d.el("arc-users-before"), "click", func(js.Value) { d.ask(d.TurnUsers(-1)) })
	listen(d.el("arc-users-after"), "click", func(js.Value) { d.ask(d.TurnUsers(1)) })
}

// takeFilter requests the table rows that match the filter's form.
func (d *LongRunController) takeFilter() {
	if !d.Shown() {
		return
	}
	var f longrunpanel.Fields
	for id, at := range formFields(&f) {
		*at = d.el(id).Get("value").String()
	}
	f.Killed = d.el("arc-killed").Get("checked").Bool()
	d.ask(d.TakeFilter(f))
}

// showFilter updates the filter's form. It leaves a field that has the focus as it
// is.
func (d *LongRunController) showFilter() {
	f, active := d.Fields(), d.doc.Get("activeElement")
	for id, at := range formFields(&f) {
		if e := d.el(id); !e.Equal(active) && e.Get("value").String() != *at {
			e.Set("value", *at)
		}
	}
	d.el("arc-killed").Set("checked", f.Killed)
	d.el("arc-filter").Set("textContent", d.FilterText())
	d.el("arc-clear").Set("disabled", !d.Table.Filter.Any())
}
