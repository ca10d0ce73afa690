package e2e

import (
	"fmt"
	"testing"

	"hopyard/core/soaktest"
)

// brokenWords is an expression that lists the words of the table of candidates that
// are broken across lines. It also reports if the table is wider than its panel.
const brokenWords = `(() => {
	const table = document.getElementById('why-table'), out = []
	if (table.hidden) return out
	const box = table.parentElement.getBoundingClientRect()
	if (table.getBoundingClientRect().right > box.right + 1) out.push('the table is wider than its panel')
	const walk = document.createTreeWalker(table.tBodies[0] ?? table, NodeFilter.SHOW_TEXT)
	for (let n; (n = walk.nextNode());) {
		for (const m of n.data.matchAll(/[^\s\u3000-\u9fff\uff00-\uffef–,-]+/g)) {
			const r = document.createRange()
			r.setStart(n, m.index)
			r.setEnd(n, m.index + m[0].length)
			const tops = new Set([...r.getClientRects()].filter(x => x.width > 0).map(x => Math.round(x.top)))
			if (tops.size > 1) out.push(m[0])
		}
	}
	return out
})()`

// TestCandidateTablesBreakNoWords checks, in two languages, that the table of
// candidates breaks lines only between words and fits its panel. By default it
// covers some of the lessons, in a soak test all.
func TestCandidateTablesBreakNoWords(t *testing.T) {
	for l, language := range []string{"en", "ru"} {
		page := open(t, "/", View{Width: 1440, Height: 900, Language: language})
		must(t, page.Wait(Ready))
		must(t, page.Wait(`document.documentElement.dataset.lessons`))
		n, tables := eval[int](t, page, `[...document.getElementById('pick-lesson').options].filter(o => /^\d+$/.test(o.value)).length`), 0
		looked := 0
		for i := range n {
			if !soaktest.Picks(i+4*l, 8) {
				continue
			}
			looked++
			before := run(t, page)
			eval[bool](t, page, fmt.Sprintf(`(s => { s.value = '%d'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('pick-lesson'))`, i))
			another(t, page, before)
			for range 3 {
				must(t, page.Press("Shift+ArrowRight"))
				must(t, page.Wait(`!hopyard.state().busy`))
				if eval[bool](t, page, `!document.getElementById('why-table').hidden`) {
					tables++
				}
				if broken := eval[[]string](t, page, brokenWords); len(broken) > 0 {
					t.Errorf("%s, lesson %d: %q", language, i+1, broken)
				}
			}
		}
		if tables < looked/2 {
			t.Errorf("%s: only %d tables in %d lessons", language, tables, looked)
		}
	}
}
