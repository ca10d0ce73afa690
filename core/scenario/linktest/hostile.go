// Package linktest provides invalid links, for tests of all code that reads links.
// The file hostile.txt lists them, one per line. A line consists of a name, the
// place of the first error, and the link, separated by tabs. In the link, ⟦x×n⟧
// stands for n copies of x. A link in quotes is a Go string. The form "json …"
// stands for a link with this JSON in codec j (plain JSON). Lines that begin with #
// are comments.
package linktest

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

//go:embed hostile.txt
var table string

// BadLink is a link that must be refused.
type BadLink struct {
	Name  string
	Place string // place of the first error
	Text  string // link from # on
}

// Hostile returns the links of hostile.txt.
func Hostile() []BadLink {
	var out []BadLink
	for line := range strings.Lines(table) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(parts) != 3 {
			panic(fmt.Sprintf("linktest: %q has %d parts, not 3", line, len(parts)))
		}
		text := repeated(parts[2])
		if plain, err := strconv.Unquote(text); err == nil {
			text = plain
		}
		if json, ok := strings.CutPrefix(text, "json "); ok {
			text = "#1.j." + base64.RawURLEncoding.EncodeToString([]byte(json))
		}
		out = append(out, BadLink{parts[0], parts[1], text})
	}
	return out
}

// repeated replaces every ⟦x×n⟧ in text by n copies of x.
func repeated(text string) string {
	before, rest, found := strings.Cut(text, "⟦")
	if !found {
		return text
	}
	inner, after, _ := strings.Cut(rest, "⟧")
	what, times, _ := strings.Cut(inner, "×")
	n, err := strconv.Atoi(times)
	if err != nil {
		panic("linktest: " + err.Error())
	}
	return before + strings.Repeat(what, n) + repeated(after)
}
