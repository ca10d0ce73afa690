package e2e

import (
	"strings"
	"testing"
)

// TestAllFiguresAreExplained checks that the table of figures explains them and
// says in which direction a figure is better. It also checks that the values of the
// curves are available as a table.
func TestAllFiguresAreExplained(t *testing.T) {
	page := open(t, "/", View{Width: 390, Height: 844, Touch: true})
	must(t, page.Wait(Ready))
	must(t, page.Wait(`document.querySelector('#curves canvas')`))
	must(t, page.Click("#figures-open"))
	must(t, page.Wait(`document.getElementById('figures-view')?.open && document.querySelectorAll('#figures-table th small').length > 6`))
	text := eval[string](t, page, `document.getElementById('figures-table').innerText`)
	for _, want := range []string{"From the first submission to the last end", "lower is better", "64 %", "hops"} {
		if !strings.Contains(text, want) {
			t.Errorf("the figures do not say %q:\n%s", want, text)
		}
	}
	must(t, page.Click("#figures-view summary"))
	must(t, page.Wait(`document.querySelector('#figures-view details').open`))
	rows := eval[[]string](t, page, `[...document.querySelectorAll('.curve-table tr')].map(r => [...r.cells].map(c => c.textContent).join('|'))`)
	if len(rows) < 10 || rows[0] != "Time|Utilization|Waiting jobs|Free while jobs wait|Hops per pair, so far" || !strings.HasPrefix(rows[len(rows)-1], "4:08|0 %|0|0 %|") {
		t.Errorf("the table of the curves: %q", rows)
	}
	axe(t, page)
	if eval[bool](t, page, `(b => b.scrollWidth > b.clientWidth)(document.querySelector('#figures-view .dialog-body'))`) {
		t.Error("the dialog scrolls sideways")
	}
}
