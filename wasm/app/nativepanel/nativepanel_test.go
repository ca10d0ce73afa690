package nativepanel_test

import (
	"strings"
	"testing"

	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/nativepanel"
)

// TestLine checks what the line says in each state, and which buttons it has.
func TestLine(t *testing.T) {
	p := nativepanel.New(&app.NewModel(i18n.English).Model)
	check := func(state string, want string, buttons ...string) {
		t.Helper()
		got := string(p.HTML())
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q; want %q", state, got, want)
		}
		for _, b := range []string{"again", "hide"} {
			has, should := strings.Contains(got, `data-native="`+b+`"`), strings.Contains(strings.Join(buttons, " "), b)
			if has != should {
				t.Errorf("%s: button %q: %v, want %v", state, b, has, should)
			}
		}
	}
	check("off", "")
	p.Greet(message.Protocol, 5_000_000)
	check("ready", "5,000,000 jobs", "hide")
	p.Hide()
	check("hidden", "")
	p.Runs = true
	check("a run of the engine", "Native engine")
	p.Become(nativepanel.Lost)
	check("lost", "was lost", "again", "hide")
	p.Become(nativepanel.Away)
	check("away", "does not answer", "again", "hide")
	p.Greet(message.Protocol+1, 5_000_000)
	check("another version", "different versions", "again", "hide")
	p.Hide()
	check("another version, hidden", "")
	if q := string(p.QuestionHTML()); !strings.Contains(q, `data-native="+"`) || !strings.Contains(q, `data-native="-"`) || !strings.Contains(q, "127.0.0.1") {
		t.Errorf("the question is %s", q)
	}
}
