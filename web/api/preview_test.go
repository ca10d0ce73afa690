package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/web/api"
	"hopyard/web/api/apitest"
	"hopyard/web/picture"
	"hopyard/web/store"
)

var meta = regexp.MustCompile(`<meta (?:name|property)="([^"<>]+)" content="([^"<>]*)">`)

// TestPreviewsOfLessons checks that the preview of every lesson contains the title
// and the text of the lesson, and a picture.
func TestPreviewsOfLessons(t *testing.T) {
	a := &api.API{Store: &store.Memory{}, Base: "https://hopyard.example/a/", Pictures: picture.New(nil)}
	for _, l := range scenarios.All() {
		var made struct{ ID string }
		if err := json.Unmarshal(serve(a, post(strings.NewReader(string(l.Source)))).Body.Bytes(), &made); err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		w := serve(a, httptest.NewRequest("GET", "/s/"+made.ID+"?at=60.1", nil))
		body := w.Body.String()
		tags := map[string]string{}
		for _, m := range meta.FindAllStringSubmatch(body, -1) {
			tags[m[1]] = html.UnescapeString(m[2])
		}
		about := strings.TrimSuffix(tags["og:description"], "…")
		if w.Code != 200 || tags["og:title"] != s.Title || !strings.HasPrefix(s.About, about) || len(about) < min(len(s.About), 290) || about == "" {
			t.Errorf("%s: %d %q", l.Name, w.Code, tags)
		}
		if tags["og:url"] != a.Base+"s/"+made.ID+"?at=60.1" || tags["og:image"] != a.Base+"s/"+made.ID+".png?at=60.1" || tags["twitter:card"] != "summary_large_image" {
			t.Errorf("%s: %q", l.Name, tags)
		}
		for _, g := range s.Goals {
			if strings.Contains(body, html.EscapeString(g.Text)) {
				t.Errorf("%s tells its goal: %s", l.Name, g.Text)
			}
		}
	}
}

// TestPreviewsDoNotRepeatHosts checks previews with and without a configured
// address of the page. If no address is configured, a preview must not be cached
// and must not state a canonical address. Otherwise a request with a forged Host
// could make caches spread that host name.
func TestPreviewsDoNotRepeatHosts(t *testing.T) {
	links := &store.Memory{}
	var made struct{ ID string }
	if err := json.Unmarshal(serve(&api.API{Store: links}, post(strings.NewReader(apitest.Small))).Body.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	ask := func(base string) (cache, body string) {
		r := httptest.NewRequest("GET", "/s/"+made.ID, nil)
		r.Host = "evil.example"
		w := serve(&api.API{Store: links, Base: base, Pictures: picture.New(nil)}, r)
		return w.Header().Get("Cache-Control"), w.Body.String()
	}
	cache, body := ask("")
	if cache != "no-store" || strings.Contains(body, "og:url") || !strings.Contains(body, `"og:image" content="http://evil.example/s/`) {
		t.Errorf("without a base: %s: %s", cache, body)
	}
	cache, body = ask("https://uni.example/")
	if cache != "public, max-age=86400" || !strings.Contains(body, `"og:url" content="https://uni.example/s/`+made.ID+`"`) || strings.Contains(body, "evil.example") {
		t.Errorf("with a base: %s: %s", cache, body)
	}
}

// drawing is a source of pictures that always returns the same picture or the same
// error.
type drawing struct{ err error }

func (d drawing) Fits(string, *scenario.Scenario) bool { return d.err == nil }
func (d drawing) Picture(context.Context, string, []byte, string) ([]byte, error) {
	return []byte("png"), d.err
}

// TestPictureTrouble checks that the response says why there is no picture, and
// that no cache stores this response.
func TestPictureTrouble(t *testing.T) {
	memory := &store.Memory{}
	var made struct{ ID string }
	if err := json.Unmarshal(serve(&api.API{Store: memory}, post(strings.NewReader(apitest.Small))).Body.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		err    error
		status int
		says   string
	}{
		{nil, 200, "png"}, {api.ErrNoPicture, 404, `"place":"picture"`}, {api.ErrBusy, 503, "too many"}, {errors.New("job 9 is none"), 400, "job 9 is none"},
	} {
		a := &api.API{Store: memory, Pictures: drawing{c.err}}
		w := serve(a, httptest.NewRequest("GET", "/s/"+made.ID+".png", nil))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) || (c.status == 503) != (w.Header().Get("Retry-After") != "") || (c.status == 200) == (w.Header().Get("Cache-Control") == "no-store") {
			t.Errorf("%v: %d %v %s", c.err, w.Code, w.Header(), w.Body)
		}
		if page := serve(a, httptest.NewRequest("GET", "/s/"+made.ID, nil)).Body.String(); strings.Contains(page, "og:image") != (c.err == nil) {
			t.Errorf("%v: %s", c.err, page)
		}
	}
	// If no turn is free, the preview contains less, but it still leads browsers to
	// the page.
	a := &api.API{Store: memory, PreviewTurn: func(context.Context) (func(), bool) { return nil, false }}
	w := serve(a, httptest.NewRequest("GET", "/s/"+made.ID, nil))
	if w.Code != 200 || w.Header().Get("Cache-Control") != "no-store" || !strings.Contains(w.Body.String(), `<title>Hopyard</title>`) || !strings.Contains(w.Body.String(), `href="../?s=`+made.ID+`"`) {
		t.Errorf("without a turn: %d %v %s", w.Code, w.Header(), w.Body)
	}
	// A text that this program cannot parse may have been stored by a later
	// version.
	id, _, err := store.Keep(t.Context(), memory, []byte(`{"hopyard": 99}`))
	if err != nil {
		t.Fatal(err)
	}
	if w := serve(&api.API{Store: memory}, httptest.NewRequest("GET", "/s/"+id, nil)); w.Code != 200 || !strings.Contains(w.Body.String(), `<title>Hopyard</title>`) {
		t.Errorf("unreadable: %d %s", w.Code, w.Body)
	}
}
