package policyeditor

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/i18n"
)

// FrameHTML returns the elements of the editor. The page later fills the elements
// with variable content, which it finds by their ids.
func (m *PolicyEditor) FrameHTML() string {
	c := m.Words
	button := func(id, class string, t i18n.Text) string {
		return fmt.Sprintf(`<button id="%s" type="button"%s data-say="%d">%s</button>`, id, class, t, c.Say(t))
	}
	text := func(tag string, t i18n.Text) string {
		return fmt.Sprintf(`<%s data-say="%d">%s</%s>`, tag, t, c.Say(t), tag)
	}
	return `<div class="own-head"><select id="own-differ" aria-label="` + i18n.Escape(c.Say(i18n.PolicyDiffer)) + `"></select><span class="gap"></span>` +
		button("own-build", "", i18n.BuildOpen) + button("own-first", "", i18n.PolicyFirst) + button("own-share", "", i18n.PolicyShare) + button("own-help", ` class="link"`, i18n.PolicyHelp) + `</div>` +
		`<div class="own-shelf"><span class="sr" id="own-shelf-title">` + text("span", i18n.PolicyExamples) + `</span><span id="own-shelf" class="own-examples" role="group" aria-labelledby="own-shelf-title"></span></div>` +
		`<div class="own-code"><label id="own-field" class="field">` + text("span", i18n.KeyPolicy) + `<textarea id="own-text" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea></label><div id="own-editor" class="code" hidden></div>` +
		`<div id="own-diff" hidden></div></div>` +
		`<ul id="own-wrong" class="own-wrong" aria-live="polite"></ul>` +
		`<div class="own-act">` + button("own-run", ` class="primary"`, i18n.RunIt) +
		`<label class="check"><input id="own-auto" type="checkbox" checked>` + text("span", i18n.PolicyRunTyped) + `</label><small><span id="own-last"></span> <span id="own-size"></span></small></div>` +
		`<div class="own-cols"><section><h3>` + text("span", i18n.PolicyPrinted) + ` ` + text("small", i18n.PolicyByStep) + `</h3><ol id="own-prints" class="own-prints"></ol></section>` +
		`<section id="own-trial"><div class="own-trial-head"><h3 id="own-trial-title"></h3><button type="button" id="own-try"></button></div><div id="own-told"></div></section></div>`
}

// ExamplesHTML returns a button for each example program.
func (m *PolicyEditor) ExamplesHTML() string {
	var out strings.Builder
	for i := range m.Help.Examples {
		x := &m.Help.Examples[i]
		fmt.Fprintf(&out, `<button type="button" data-example="%d" title="%s">%s</button>`, i, i18n.Escape(m.Words.Tell(x.Title)), i18n.Escape(m.Words.Tell(x.Label())))
	}
	return out.String()
}

// DifferHTML returns the options of the picker with which the reader chooses a text
// to compare with the program in the editor.
func (m *PolicyEditor) DifferHTML() string {
	var out strings.Builder
	out.WriteString(`<option value="">` + m.Words.Say(i18n.PolicyDiffer) + `</option>`)
	for i := range m.Help.Examples {
		fmt.Fprintf(&out, `<option value="%d">%s</option>`, i, i18n.Escape(m.Words.Tell(m.Help.Examples[i].Label())))
	}
	return out.String()
}
