package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

const crowded = `<!doctype html><title>x</title><style>body { margin: 0; font: 16px sans-serif } div { position: relative; height: 60px }</style>
<div><span id="under" style="position: absolute; left: 20px">under it</span><span id="over" style="position: absolute; left: 40px; top: 4px">over it</span></div>
<div><button id="left" style="position: absolute; width: 80px; height: 30px">a</button><button id="right" style="position: absolute; left: 70px; width: 80px; height: 30px">b</button></div>
<div><button id="tiny" style="width: 20px; height: 18px; padding: 0">x</button></div>
<div style="width: 60px; height: 20px; overflow: hidden; white-space: nowrap"><span id="cut">a text that is too long</span></div>
<div style="width: 60px; height: 20px; overflow: auto; white-space: nowrap" id="scrolls"><span>a text that is too long</span></div>
<div style="width: 2000px; height: 10px" id="wide"></div>
<div id="fine"><p>Text <b>in</b> text, and <button style="min-width: 30px; min-height: 30px">a button</button></p></div>`

func TestBoxesSeeWhatIsWrong(t *testing.T) {
	site(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, crowded)
	}))
	t.Cleanup(server.Close)
	page := openAny(t, server.URL, View{})
	found, err := page.Boxes()
	must(t, err)
	for _, want := range []string{
		`span#under "under it" and span#over "over it" lie on each other`, `button#left "a" and button#right "b" lie on each other`,
		`button#tiny "x" is a target of 20 × 18`, `span#cut "a text that is too long" is cut off by`, `div#scrolls is `, `the page is 2000 wide in 1280`,
	} {
		if !slices.ContainsFunc(found, func(line string) bool { return strings.Contains(line, want) }) {
			t.Errorf("not seen: %s", want)
		}
	}
	if slices.ContainsFunc(found, func(line string) bool { return strings.Contains(line, "#fine") }) || len(found) > 7 {
		t.Errorf("seen:\n%s", strings.Join(found, "\n"))
	}
}
