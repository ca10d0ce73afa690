package e2e

import (
	"fmt"
	"testing"
)

// write selects a part of the text in the editor and types another over it.
func write(t *testing.T, p *Page, from, to string) {
	t.Helper()
	must(t, p.Wait(`document.documentElement.hasAttribute('data-code')`))
	eval[bool](t, p, fmt.Sprintf(`(at => { hopyard.code.select(at, at + %q.length); return at >= 0 })(hopyard.code.text().indexOf(%q))`, from, from))
	must(t, p.Type(to))
	must(t, p.Wait(fmt.Sprintf(`document.getElementById('edit-text').value.includes(%q)`, to)))
}
