package app

import (
	"strconv"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/web/api"
	"hopyard/web/store"
)

// TestIDsAreThoseOfTheStore checks that the page and the server use the same
// alphabet, lengths and size limit for short links.
func TestIDsAreThoseOfTheStore(t *testing.T) {
	if share.IdLetters != store.Alphabet || share.MinID != store.MinID || share.MaxID != store.MaxID || share.MaxShared != api.MaxBody {
		t.Error("ids or limits differ from those of web/store and web/api")
	}
}

func TestReadShort(t *testing.T) {
	for _, c := range []struct{ search, hash, id, view string }{
		{"?s=bcdf2345", "#at=1.0&job=4", "bcdf2345", "at=1.0&job=4"},
		{"?embed=1&s=BCDF2345&lang=ru", "", "bcdf2345", ""},
		{"?s=", "#at=1.0", "", "at=1.0"},
		{"?s=<b>", "", "<b>", ""},
		{"?s=bcdf2345&at=1860.3&job=5", "", "bcdf2345", "at=1860.3&job=5"},
		{"?at=1.0&lang=ru&s=bcdf2345&predict=1", "#a=easy&v=2", "bcdf2345", "a=easy&v=2&at=1.0&predict=1"},
		{"?s=bcdf2345&at=1860.3&job=5", "#at=2.0", "bcdf2345", "at=2.0&job=5"}, // the fragment takes precedence
	} {
		if id, view, ok := share.ReadShort(c.search, c.hash); !ok || id != c.id || view != c.view {
			t.Errorf("%s%s is read as %q, %q, %t", c.search, c.hash, id, view, ok)
		}
	}
	for _, search := range []string{"", "?embed=1", "?ss=bcdf2345", "?" + strings.Repeat("x", 3000) + "&s=bcdf2345"} {
		if _, _, ok := share.ReadShort(search, "#at=1.0"); ok {
			t.Errorf("%.20s names a short link", search)
		}
	}
	if _, _, ok := share.ReadShort("?s=bcdf2345", "#1.z.AAAA"); ok {
		t.Error("a link that holds everything is fetched")
	}
}

// TestShortIn checks that the id of a short link is found in a text that a person
// pastes or types. The text is the id itself or one of several forms of address.
func TestShortIn(t *testing.T) {
	for text, want := range map[string]string{
		"bcdf2345":                                       "bcdf2345 ",
		" BCDF2345":                                      "bcdf2345 ",
		"https://x.org/a/s/bcdf2345#at=1.0":              "bcdf2345 at=1.0",
		"x.org/s/bcdf2345?embed=1":                       "bcdf2345 ",
		"x.org/s/bcdf2345?at=1.0&job=4#v=2":              "bcdf2345 v=2&at=1.0&job=4",
		"http://h:80/embed.html?embed=1&s=bcdf2345#at=1": "bcdf2345 at=1",
	} {
		if id, view, ok := share.ShortIn(text); !ok || id+" "+view != want {
			t.Errorf("%s is read as %q, %q, %t", text, id, view, ok)
		}
	}
	for _, text := range []string{"", "hello", "https://x.org/#1.z.AAAA", "?s=bcd", "bcdf2345/", "#bcdf2345"} {
		if id, _, ok := share.ShortIn(text); ok {
			t.Errorf("%q is read as the id %s", text, id)
		}
	}
}

// TestShortLinkArrives opens a scenario by its id. The page must show the step that
// the link names, and keep the short link. It must still make the same long link.
func TestShortLinkArrives(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToEnd)
	s.do(t, keys.Back)
	short := "?s=bcdf2345&" + s.Share.ShortView(share.LinkParts{})[1:]
	search, hash, _ := strings.Cut(short, "#")
	id, view, ok := share.ReadShort(search, hash)
	if at, _ := s.Moment(); !ok || id != "bcdf2345" || !strings.Contains(search, "&at="+at.String()+".") || strings.Contains(hash, "at=") || "#"+view == s.Share.EmbedView(share.LinkParts{}) {
		t.Fatalf("%s is read as %s, %s", short, id, view)
	}
	text := s.Share.Shared()
	s.Share.Short.Keep(s.Run.Link, share.StoredScenario{Id: "bcdf2345"})
	if short := s.Share.ShortAddress("https://x.org/a/"); short != "https://x.org/a/s/bcdf2345" || !s.Share.Shortened() {
		t.Errorf("the short link is %s", short)
	}
	back := open(t, message.Load{Form: message.Shared, Text: text, View: view, At: -1, Job: -1})
	if back.Share.Fragment() != s.Share.Fragment() || back.Step != s.Step || string(back.Share.RunNotice()) != "" {
		t.Errorf("step %d of %s, want %d of %s", back.Step, back.Share.Fragment(), s.Step, s.Share.Fragment())
	}
	other := NewModel(i18n.English)
	if !other.Share.AskAbout("bcdf2345", view) {
		t.Fatal("the id is refused")
	}
	asked := other.Share.TakeShort(&share.Response{Status: 200, JSON: true, Whole: true, Text: text})
	back.Run.Serial = asked.Serial
	if !other.AcceptRun(back.Run) || other.Share.ShortID() != "bcdf2345" || other.Source.View != "" {
		t.Errorf("the id is %q, the view %q", other.Share.ShortID(), other.Source.View)
	}
	if _, err := scenario.DecodeShared([]byte(text), "at=x&job=4"); err == nil {
		t.Error("what stands behind # is not checked")
	}
}

// TestShortFaults checks that each error reply of the server leads to its own help
// text. An invalid id must not be sent to the server. The text of an address must
// never become markup.
func TestShortFaults(t *testing.T) {
	for want, a := range map[share.ShortLinkError]share.Response{
		share.ShortOffline: {}, share.ShortUnknown: {Status: 404, JSON: true}, share.ShortAbsent: {Status: 404}, share.ShortBusy: {Status: 429, Wait: 7}, share.ShortDamaged: {Status: 200, JSON: true},
	} {
		m := NewModel(i18n.English)
		m.Share.AskAbout("bcdf2345", "")
		if m.Share.TakeShort(&a) != nil || m.Share.Short.Fault != want {
			t.Errorf("%+v gives fault %d, want %d", a, m.Share.Short.Fault, want)
		}
		if html := string(m.Share.BadLinkHTML()); strings.Contains(html, "{") || strings.Contains(html, `data-bad="again"`) != want.Passes() {
			t.Errorf("%d: %s", want, html)
		}
	}
	for _, id := range []string{"", "bcd", "bcdfghj0", "<script>alert(1)</script>", "\xff", strings.Repeat("b", 99), "日本語の文字列です"} {
		m := NewModel(i18n.English)
		if m.Share.AskAbout(share.CleanID(id), "") || m.Share.Short.Fault != share.ShortForm {
			t.Errorf("%q is asked about", id)
		}
		if html := string(m.Share.BadLinkHTML()); strings.Contains(html, "<script") || strings.Contains(html, "{") {
			t.Errorf("%q: %s", id, html)
		}
	}
}

func TestMakingShortLinks(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.Share.Short.Host, s.Share.Short.There = "x.org", share.IsThere
	for want, a := range map[string]share.Response{
		"x.org does not answer": {}, "wait 1 second and": {Status: 429, Wait: 1}, "try again later": {Status: 503}, "no room left": {Status: 507}, "65,536 bytes": {Status: 413},
		"a &lt;b&gt;.": {Status: 400, JSON: true, Text: `{"errors": [{"problem": "a <b>"}]}`}, "HTTP 200": {Status: 200, JSON: true, Text: `{"id": "x"}`},
	} {
		if s.Share.TakeMade(s.Run.Link, &a) || !strings.Contains(string(s.Share.ShortHTML()), want) || strings.Contains(string(s.Share.ShortHTML()), "{") {
			t.Errorf("%+v: %s", a, string(s.Share.ShortHTML()))
		}
	}
	if !s.Share.TakeMade(s.Run.Link, &share.Response{Status: 201, JSON: true, Text: `{"id": "bcdf2345", "url": "http://y.org/s/bcdf2345"}`}) || s.Share.Short.Wrong != "" {
		t.Error(s.Share.Short.Wrong)
	}
	if got := s.Share.ShortAddress("http://localhost:80/"); got != "http://y.org/s/bcdf2345" {
		t.Errorf("on the lecturer’s own machine it is %s", got)
	}
	s.do(t, keys.ToEnd)
	if !s.Share.Shortened() {
		t.Error("another step has another short link")
	}
}

// TestShortAddress checks which address a short link gets. The address of a server
// that knows its public name must be used unchanged. A server behind a proxy may
// not know its public name and scheme; in this case the address of the page must be
// used.
func TestShortAddress(t *testing.T) {
	const id = "bcdf2345"
	for told, want := range map[string]string{
		"http://uni.edu/s/" + id:             "https://uni.edu/hop/s/" + id,
		"http://127.0.0.1:8080/s/" + id:      "https://uni.edu/hop/s/" + id,
		"http://localhost/s/" + id:           "https://uni.edu/hop/s/" + id,
		"https://hop.uni.edu/s/" + id:        "https://hop.uni.edu/s/" + id,
		"javascript:alert(1)//x.org/s/" + id: "https://uni.edu/hop/s/" + id,
		"https://x.org/other":                "https://uni.edu/hop/s/" + id,
		"":                                   "https://uni.edu/hop/s/" + id,
	} {
		if got := share.ShortAddress("https://uni.edu/hop/", id, told); got != want {
			t.Errorf("told %s: %s, want %s", told, got, want)
		}
	}
	for host, want := range map[string]bool{"localhost:8080": true, "127.0.0.1": true, "[::1]:80": true, "192.168.1.5:8080": false, "hall.test": false, "[fe80::1]": false} {
		if share.Local(host) != want {
			t.Errorf("%s is local: %t", host, share.Local(host))
		}
	}
}

// TestLongLinksLeadToShortOnes checks the note on a link that is too long. If the
// server can make short links, the note must offer this.
func TestLongLinksLeadToShortOnes(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	for _, n := range []int{share.SafeLink + 1, share.LongLink + 1} {
		link := strings.Repeat("x", n)
		if s.Share.Short.There = share.IsThere; !strings.Contains(s.Share.ShareNote(link, false), "make a short link") {
			t.Errorf("%d characters: %s", n, s.Share.ShareNote(link, false))
		}
		if s.Share.Short.There = share.NotThere; strings.Contains(s.Share.ShareNote(link, false), "make a short link") {
			t.Errorf("%d characters: %s", n, s.Share.ShareNote(link, false))
		}
	}
}

// TestEmbedPage checks that embed.html is an embedded page regardless of the rest
// of its address.
func TestEmbedPage(t *testing.T) {
	if e := share.ReadEmbed("/embed.html", "?s=bcdf2345&at=1.0&job=4&predict=1"); len(e.Unknown) > 0 {
		t.Errorf("the place in the query is not known: %v", e.Unknown)
	}
	for path, on := range map[string]bool{"/embed.html": true, "/a/b/embed.html": true, "/embed": true, "/": false, "/embed/": false, "/xembed.html": false} {
		if e := share.ReadEmbed(path, "?s=bcdf2345&readonly=1"); e.On != on || len(e.Unknown) > 0 || e.ReadOnly != on {
			t.Errorf("%s is read as %+v", path, e)
		}
	}
	if folder, _ := share.Folder("/a/b/embed.html"); folder != "/a/b/" {
		t.Error(folder)
	}
	s := open(t, lesson(t, "easy-hole"))
	code := string(s.Share.EmbedCode("https://x.org/a/", "bcdf2345", s.Share.EmbedView(share.LinkParts{}), &share.Embed{}, 640, 420))
	if !strings.Contains(code, `"https://x.org/a/embed.html?embed=1&amp;s=bcdf2345#at=`) && !strings.Contains(code, `"https://x.org/a/embed.html?embed=1&amp;s=bcdf2345#v=`) {
		t.Error(code)
	}
}

func TestQRNotes(t *testing.T) {
	m := NewModel(i18n.English)
	for address, notes := range map[string]int{"https://x.org/s/bcdf2345": 0, "http://localhost/s/bcdf2345": 1, "http://x.org/#" + strings.Repeat("x", share.DenseQR): 1} {
		html := string(m.Share.QRHTML(address))
		if n := strings.Count(html, "qr-note"); n != notes || strings.Contains(html, "{") {
			t.Error(strconv.Itoa(n), html)
		}
	}
}
