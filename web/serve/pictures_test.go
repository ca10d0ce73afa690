package main

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"hopyard/web/api/apitest"
	"hopyard/web/limit"
	"hopyard/web/store"
)

// posted posts a scenario and returns its id.
func posted(t *testing.T, v *server, body string) string {
	t.Helper()
	r := ask(v.handler(), student, "POST", "/api/links", body, asJSON)
	if r.StatusCode != 201 {
		t.Fatalf("no link: %s", text(t, r))
	}
	_, id, _ := strings.Cut(r.Header.Get("Location"), "/s/")
	return id
}

// TestNoPictureOfHugeScenarios checks that no picture is drawn of a scenario that
// is too large, and that its preview names no picture.
func TestNoPictureOfHugeScenarios(t *testing.T) {
	v := testServer(t, &store.Memory{})
	h := v.handler()
	for name, body := range map[string]string{
		"many jobs":  `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 16}}, "workload": {"model": "lublin", "jobs": 5000}}`,
		"many nodes": `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4096}}, "jobs": [{"nodes": 1, "walltime": 1}]}`,
	} {
		id := posted(t, v, body)
		if page := text(t, ask(h, student, "GET", "/s/"+id, "")); strings.Contains(page, "og:image") || !strings.Contains(page, `content="summary"`) {
			t.Errorf("%s: %s", name, page)
		}
		if r := ask(h, student, "GET", "/s/"+id+".png", ""); r.StatusCode != 404 || !strings.Contains(text(t, r), `"place":"picture"`) {
			t.Errorf("%s: %s", name, r.Status)
		}
	}
	id := posted(t, v, apitest.Small)
	if page := text(t, ask(h, student, "GET", "/s/"+id+"?at=0.1", "")); !strings.Contains(page, `<meta property="og:image" content="http://example.com/s/`+id+`.png?at=0.1">`) {
		t.Errorf("a small one: %s", page)
	}
}

// TestPicturesWaitForTheirTurn takes all turns for drawing. Other pictures must
// then wait for some seconds, while posts and links work as usual.
func TestPicturesWaitForTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := testServer(t, &store.Memory{})
		v.drawing = limit.NewTurns(1, 1, lineTime)
		id := posted(t, v, apitest.Small)
		h := v.handler()
		end, ok := v.drawing.Take(t.Context())
		if !ok {
			t.Fatal("the turn is taken")
		}
		began := time.Now()
		r := ask(h, student, "GET", "/s/"+id+".png", "")
		if took := time.Since(began); r.StatusCode != 503 || r.Header.Get("Retry-After") == "" || r.Header.Get("Cache-Control") != "no-store" || took != lineTime {
			t.Errorf("while another is drawn: %s after %v: %s", r.Status, took, text(t, r))
		}
		if r := ask(h, student, "GET", "/s/"+id, ""); r.StatusCode != 200 {
			t.Errorf("what a chat is told meanwhile: %s", r.Status)
		}
		posted(t, v, apitest.Large(1))
		end()
		if r := ask(h, student, "GET", "/s/"+id+".png", ""); r.StatusCode != 200 {
			t.Errorf("afterwards: %s", r.Status)
		}
		end, _ = v.drawing.Take(t.Context())
		defer end()
		if r := ask(h, student, "GET", "/s/"+id+".png", ""); r.StatusCode != 200 {
			t.Errorf("one that was drawn needs no turn: %s", r.Status)
		}
	})
}

// TestPreviewsWaitForTheirTurn takes all turns for previews. Posts must then work
// as usual. Browsers that do not send Sec-Fetch-Dest must get a shorter preview
// that leads them to the page.
func TestPreviewsWaitForTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := testServer(t, &store.Memory{})
		v.telling = limit.NewTurns(1, 1, previewTime)
		id := posted(t, v, apitest.Small)
		end, ok := v.telling.Take(t.Context())
		if !ok {
			t.Fatal("the turn is taken")
		}
		began := time.Now()
		page := text(t, ask(v.handler(), student, "GET", "/s/"+id, ""))
		if took := time.Since(began); took != previewTime || !strings.Contains(page, "<title>Hopyard</title>") || !strings.Contains(page, `href="../?s=`+id+`"`) {
			t.Errorf("after %v: %s", took, page)
		}
		posted(t, v, apitest.Large(1))
		end()
		if page := text(t, ask(v.handler(), student, "GET", "/s/"+id, "")); !strings.Contains(page, "<title>1 job on 4 nodes") {
			t.Errorf("afterwards: %s", page)
		}
	})
}

// TestGoneClientStopsThePicture checks that no picture is drawn for a client that
// has disconnected. Its request for a link must still be answered, because it may
// only have closed the sending half of its connection.
func TestGoneClientStopsThePicture(t *testing.T) {
	v := testServer(t, &store.Memory{})
	id := posted(t, v, apitest.Small)
	for path, want := range map[string]int{"/s/" + id + ".png": 503, "/s/" + id: 200} {
		ctx, gone := context.WithCancel(t.Context())
		gone()
		r := httptest.NewRequestWithContext(ctx, "GET", path, nil)
		r.RemoteAddr = student
		w := httptest.NewRecorder()
		v.handler().ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s: %d, want %d: %s", path, w.Code, want, w.Body)
		}
	}
	if r := ask(v.handler(), student, "GET", "/s/"+id+".png", ""); r.StatusCode != 200 {
		t.Errorf("whoever asks then: %s", r.Status)
	}
}
