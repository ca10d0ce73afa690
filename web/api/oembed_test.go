package api_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"hopyard/web/api"
	"hopyard/web/api/apitest"
	"hopyard/web/picture"
	"hopyard/web/store"
)

// embedded is the answer of /api/oembed.
type embedded struct {
	Version, Type, Title, HTML string
	ProviderURL                string `json:"provider_url"`
	Width, Height              int
	ThumbnailURL               string `json:"thumbnail_url"`
	ThumbnailWidth             int    `json:"thumbnail_width"`
	ThumbnailHeight            int    `json:"thumbnail_height"`
	Errors                     []struct{ Place string }
}

// TestOEmbed follows the address of a short link to its preview, from there to the answer
// of /api/oembed, and from there to the embedded page, as a course page does.
func TestOEmbed(t *testing.T) {
	a := &api.API{Store: &store.Memory{}, Base: "https://hopyard.example/a/", Pictures: picture.New(nil)}
	var made struct{ ID, URL string }
	if err := json.Unmarshal(serve(a, post(strings.NewReader(strings.Replace(apitest.Small, `"hopyard": 1,`, `"hopyard": 1, "title": "<A> \"small\" one",`, 1)))).Body.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	preview := serve(a, httptest.NewRequest("GET", "/s/"+made.ID+"?at=0.1&theme=dark", nil)).Body.String()
	found := regexp.MustCompile(`<link rel="alternate" type="application/json\+oembed" title="[^"]*" href="https://hopyard.example/a(/api/oembed\?url=[^"]+)">`).FindStringSubmatch(preview)
	if found == nil {
		t.Fatalf("the preview names no oEmbed address: %s", preview)
	}
	w := serve(a, httptest.NewRequest("GET", found[1]+"&maxwidth=600", nil))
	var e embedded
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if w.Code != 200 || e.Version != "1.0" || e.Type != "rich" || e.Title != `<A> "small" one` || e.Width != 600 || e.Height != 640 || e.ProviderURL != a.Base || e.ThumbnailURL != "" || w.Header().Get("Cache-Control") != "public, max-age=86400" {
		t.Errorf("%d: %+v", w.Code, e)
	}
	src := regexp.MustCompile(`^<iframe src="([^"]+)" title="&lt;A&gt; &#34;small&#34; one" width="600" height="640"`).FindStringSubmatch(e.HTML)
	if src == nil {
		t.Fatalf("no frame: %s", e.HTML)
	}
	at, err := url.Parse(strings.ReplaceAll(src[1], "&amp;", "&"))
	if q := at.Query(); err != nil || at.Path != "/a/embed.html" || q.Get("s") != made.ID || q.Get("at") != "0.1" || q.Get("theme") != "dark" || q.Get("embed") != "1" {
		t.Errorf("the frame shows %s", at)
	}
	w = serve(a, httptest.NewRequest("GET", found[1]+"&format=json", nil))
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || e.Width != 900 || e.ThumbnailURL != a.Base+"s/"+made.ID+".png?at=0.1" || e.ThumbnailWidth != 1200 || e.ThumbnailHeight != 630 {
		t.Errorf("%v: %s", err, w.Body)
	}
}

// TestOEmbedRefuses checks requests that the endpoint refuses.
func TestOEmbedRefuses(t *testing.T) {
	a := &api.API{Store: &store.Memory{}, Base: "https://hopyard.example/"}
	var made struct{ URL string }
	if err := json.Unmarshal(serve(a, post(strings.NewReader(apitest.Small))).Body.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	link := "url=" + url.QueryEscape(made.URL)
	for query, want := range map[string]struct {
		status int
		place  string
	}{
		"":                                    {404, "url"},
		"url=https://else.example/s/22222222": {404, "url"},
		"url=" + url.QueryEscape("https://hopyard.example/s/22222222"): {404, "id"},
		"url=" + url.QueryEscape("https://hopyard.example/s/../x"):     {404, "id"},
		link + "&format=xml":                     {501, "format"},
		link + "&maxwidth=20":                    {400, "maxwidth, maxheight"},
		link + "&maxheight=x":                    {400, "maxwidth, maxheight"},
		link + "&x=" + strings.Repeat("x", 2000): {414, "query"},
	} {
		w := serve(a, httptest.NewRequest("GET", "/api/oembed?"+query, nil))
		var e embedded
		if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || w.Code != want.status || len(e.Errors) != 1 || e.Errors[0].Place != want.place {
			t.Errorf("%.80s: %d, want %d: %s", query, w.Code, want.status, w.Body)
		}
	}
	if w := serve(a, httptest.NewRequest("POST", "/api/oembed?"+link, nil)); w.Code != 405 {
		t.Errorf("POST: %d", w.Code)
	}
}
