// Package html writes the elements that panels are made of.
package html

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/words"
)

// Option writes a choice of a picker.
func Option(out *strings.Builder, value, text string, selected bool) {
	mark := ""
	if selected {
		mark = " selected"
	}
	fmt.Fprintf(out, `<option value="%s"%s>%s</option>`, words.Escape(value), mark, words.Escape(text))
}

// Checked is the mark of a box that is ticked.
func Checked(yes bool) string {
	if yes {
		return " checked"
	}
	return ""
}
