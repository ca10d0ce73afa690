// Package htmltest has what tests need to look into markup.
package htmltest

import "hopyard/wasm/html"

// Plain returns the text of markup.
func Plain[T ~string](markup T) string { return html.Plain(html.HTML(markup)) }

// Escape returns a text as it is in markup.
func Escape(text string) string { return string(html.Escape(text)) }
