package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
)

func TestReadEmbed(t *testing.T) {
	for search, want := range map[string]string{
		"":                      "",
		"?theme=dark":           "", // without embed=1, the page is not embedded
		"?embed=1":              "?embed=1",
		"?embed=1&controls=min": "?embed=1&controls=min",
		"?controls=min&embed=1&theme=contrast&lang=ru&palette=grey&motion=off&readonly=1": "?embed=1&controls=min&theme=contrast&lang=ru&palette=grey&motion=off&readonly=1",
		"?embed=1&controls=min&panels=why%2Cqueue":                                        "?embed=1&controls=min&panels=queue,why",
		"?embed=1&theme=auto&motion=on&readonly=0":                                        "?embed=1",
	} {
		e := share.ReadEmbed("/x/", search)
		if got := e.Search(); e.On && got != want || !e.On && want != "" || len(e.Unknown) > 0 {
			t.Errorf("%s is read as %s, unknown %v", search, got, e.Unknown)
		}
	}
	// Unknown settings are ignored. At most three of them are reported, each cut to
	// 40 bytes.
	for _, search := range []string{
		"theme=blue", "theme=<script>", "__proto__=1", "readonly=2", "panels=", "panels=why,x", "theme=dark&theme=light", "lang=../../x", strings.Repeat("x", 5000), "a=1&b=2&c=3&d=4",
	} {
		e := share.ReadEmbed("/", "?embed=1&"+search)
		if n := len(e.Unknown); n == 0 || n > 3 || len(e.Unknown[0]) > 40 || e.ReadOnly || e.Lang != "" {
			t.Errorf("%.40s is read as %+v", search, e)
		}
	}
}

func TestEmbedCodeIsEscaped(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.Run.Title = `"><script>alert(1)</script>`
	code := string(s.Share.EmbedCode("https://example.org/", "", s.Share.Fragment(), &share.Embed{Least: true, ReadOnly: true}, 640, 420))
	if strings.Contains(code, "<script") || !strings.HasPrefix(code, `<iframe src="https://example.org/embed.html?embed=1&amp;controls=min`) || !strings.Contains(code, `loading="lazy"`) || !strings.Contains(code, "#1.z.") {
		t.Error(code)
	}
}

func TestTiers(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	for n, want := range map[int]string{0: "none", 1800: "safe", 1801: "long", 8000: "long", 8001: "huge"} {
		link := strings.Repeat("x", n)
		if got := share.Tier(link); got != want {
			t.Errorf("%d characters are %s", n, got)
		}
		if note := s.Share.ShareNote(link, false); note == "" || strings.Contains(note, "{") {
			t.Errorf("%d characters: %q", n, note)
		}
	}
}

// TestRunNotice checks the notice that is shown if a run differs from the run that
// its link describes. The notice must say, as precisely as is known, from which
// step on the runs differ. If they do not differ, the notice must be empty.
func TestRunNotice(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.Run.Step = 6
	for want, made := range map[string]message.LinkCheck{
		"":                          {Engine: "0"},
		"from step 4 on.":           {Differs: true, Low: 3, High: 4},
		"between 4 and 9 on.":       {Differs: true, Low: 3, High: 9},
		"differs somewhere.":        {Differs: true, High: -1},
		"version 0.9 of the engine": {Differs: true, Engine: "0.9", High: 5},
		"on. Up to the step shown, the two agree": {Differs: true, Low: 6, High: 9},
	} {
		s.Share.Made = made
		if got := string(s.Share.RunNotice()); !strings.Contains(got, want) || (got == "") != (want == "") || strings.Contains(got, "{") {
			t.Errorf("%+v: %q, want %q", made, got, want)
		}
	}
}

// TestBadLinkHTML opens a bad link. The help for the link must escape the link's
// text. Nothing of the previous run may remain on the page.
func TestBadLinkHTML(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	l := s.Load(message.Load{Form: message.Link, Text: "#x"})
	s.Reject(&message.Failed{Serial: l.Serial, Form: message.Link, Faults: []message.Problem{{Place: "link.codec", Problem: `codec "<script>" is unknown`}}})
	html := string(s.Share.BadLinkHTML())
	if s.Run != nil || s.State != nil || s.Stale() || s.Share.Fragment() != "" {
		t.Error("the run before is still there")
	}
	if strings.Contains(html, "<script") || !strings.Contains(html, s.Words.Say(i18n.BadCodec)) {
		t.Error(html)
	}
}
