package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// bad is a page with problems. The tests check that each of them is detected; a
// harness that detects nothing would pass every page.
const bad = `<!doctype html><title>x</title><script>
console.error('said so', {a: 1}); console.warn('careful'); console.log('fine');
Promise.reject(new Error('lost'));
fetch('/missing'); fetch('http://127.0.0.1:1/outside').catch(() => {});
new Worker('/worker.js');
let pressed = [];
addEventListener('keydown', e => pressed.push((e.ctrlKey ? 'C-' : '') + (e.shiftKey ? 'S-' : '') + e.key));
</script><button onclick="clicked = innerWidth + ' ' + matchMedia('(prefers-color-scheme: dark)').matches + ' ' +
matchMedia('(prefers-reduced-motion)').matches + ' ' + navigator.language"><img src="data:,"></button>`

func badSite(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, bad)
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, "console.error('from a worker'); setTimeout(() => { throw new Error('worker broke') }, 20)")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestHarnessSeesProblems(t *testing.T) {
	site(t)
	page := openAny(t, badSite(t), View{})
	seen := func(list []string, text string) bool {
		return slices.ContainsFunc(list, func(line string) bool { return strings.Contains(line, text) })
	}
	for _, want := range []struct {
		list func() []string
		text string
	}{
		{page.Console, "error: said so"}, {page.Console, "warning: careful"}, {page.Console, "Error: lost"},
		{page.Console, "from a worker"}, {page.Console, "worker broke"},
		{page.Failed, "404 "}, {page.External, "http://127.0.0.1:1/outside"},
	} {
		// Events arrive asynchronously, so this loop waits for them.
		for range 100 {
			if seen(want.list(), want.text) {
				break
			}
			eval[any](t, page, "new Promise(r => setTimeout(r, 20)).then(() => 1)")
		}
		if !seen(want.list(), want.text) {
			t.Errorf("not seen: %q\n%s", want.text, strings.Join(page.Problems(), "\n"))
		}
	}
	if seen(page.Console(), "fine") {
		t.Error("console.log counts as a problem")
	}
	findings, err := page.Axe()
	must(t, err)
	if !seen(findings, "html-has-lang") || !seen(findings, "button-name") {
		t.Errorf("axe found %q", findings)
	}
}

func TestHarnessDrives(t *testing.T) {
	site(t)
	page := openAny(t, badSite(t), View{Width: 390, Height: 844, Theme: "dark", Still: true, Language: "ru"})
	must(t, page.Click("button"))
	if got := eval[string](t, page, "clicked"); got != "390 true true ru" {
		t.Errorf("the view: %q", got)
	}
	must(t, page.Press("ArrowRight", "Shift+ArrowLeft", "Space", "c", "Ctrl+Shift+Z", "?"))
	must(t, page.Type("ab"))
	if got := eval[string](t, page, "pressed.join(' ')"); got != "ArrowRight S-ArrowLeft   c C-S-Z S-? a b" {
		t.Errorf("keys: %q", got)
	}
	if err := page.Press("ArrowSideways"); err == nil || !strings.Contains(err.Error(), `key "ArrowSideways"`) {
		t.Errorf("an unknown key: %v", err)
	}
	if _, err := Eval[int](page, "nothing.here"); err == nil || !strings.Contains(err.Error(), "nothing.here") {
		t.Errorf("an exception: %v", err)
	}
}
