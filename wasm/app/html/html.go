// Package html writes the elements that panels are made of.
package html

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/i18n"
)

// Option writes a choice of a picker.
func Option(out *strings.Builder, value, text string, selected bool) {
	mark := ""
	if selected {
		mark = " selected"
	}
	fmt.Fprintf(out, `<option value="%s"%s>%s</option>`, i18n.Escape(value), mark, i18n.Escape(text))
}

// Checked is the mark of a box that is ticked.
func Checked(yes bool) string {
	if yes {
		return " checked"
	}
	return ""
}
