//go:build js && wasm

package worksheetview

// bar updates the bar above the page that shows the worksheet in progress. If there
// is none, it removes the bar.
func (d *WorksheetController) bar() {
	html, e := d.sheet.BarHTML(), d.el("sheet-bar")
	if html == "" {
		if !e.IsNull() {
			e.Call("remove")
		}
		return
	}
	if e.IsNull() {
		e = d.doc.Call("createElement", "div")
		e.Set("id", "sheet-bar")
		e.Set("className", "sheet-bar")
		d.el("main").Call("before", e)
		onButtons(e, d.do)
	}
	e.Set("innerHTML", html)
}
