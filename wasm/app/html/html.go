// Package html writes small HTML elements that several panels use, such as the
// options of a select element.
package html

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/i18n"
)

// Option writes an option of a select element in HTML.
func Option(out *strings.Builder, value, text string, selected bool) {
	mark := ""
	if selected {
		mark = " selected"
	}
	fmt.Fprintf(out, `<option value="%s"%s>%s</option>`, i18n.Escape(value), mark, i18n.Escape(text))
}

// Checked returns the HTML attribute of a selected check box if yes is true, and ""
// otherwise.
func Checked(yes bool) string {
	if yes {
		return " checked"
	}
	return ""
}
