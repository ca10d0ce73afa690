//go:build js && wasm

package page

// editorAnew updates the texts of the open editor after a change of language. It is
// called again when the texts of the forms arrive, which is later.
func (p *page) editorAnew() {
	if !p.editing() {
		return
	}
	p.Glue.Call("speakCode", p.App.Edit.CodeOptions())
	p.El("form-note").SetTextContent("")
	p.wrong(p.editor.wrong)
	if p.tab == "policy" {
		p.own().Update()
	}
	if p.tab == "" {
		p.showForm()
	}
}
