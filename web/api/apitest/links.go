package apitest

import (
	"crypto/rand"
	"fmt"
	"strings"
	"sync"

	"hopyard/core/scenario"
	"hopyard/web/store"
)

// newScenario returns a scenario that no store contains yet.
func newScenario() string {
	return strings.Replace(Small, `1,`, `1, "title": "`+rand.Text()+`",`, 1)
}

func about(s *site) {
	r := s.get("api/links")
	s.status(r, 200)
	s.headers(r, "Content-Type: application/json", "Cache-Control: no-cache", "Access-Control-Allow-Origin: ")
	if want := "{\"links\":true,\"bytes\":65536}\n"; r.body != want {
		s.Errorf("%q, want %q", r.body, want)
	}
	if r := s.ask("HEAD", "api/links", nil); r.StatusCode != 200 || r.body != "" {
		s.Errorf("HEAD: %d %q", r.StatusCode, r.body)
	}
	if f := s.faults(s.get("api/nothing"), 404); f[0].Place != "path" || f[0].Value != "/api/nothing" {
		s.Errorf("%+v", f)
	}
}

func methods(s *site) {
	made, _ := s.makes(Small)
	for path, allowed := range map[string]string{
		"api/links": "GET, HEAD, POST, OPTIONS", "api/links/" + made.ID: "GET, HEAD, OPTIONS", "s/" + made.ID: "GET, HEAD, OPTIONS",
	} {
		for _, method := range []string{"PUT", "DELETE", "PATCH"} {
			r := s.ask(method, path, nil)
			if f := s.faults(r, 405); f[0].Place != "method" || f[0].Value != method || f[0].Limit == "" {
				s.Errorf("%+v", f)
			}
			s.headers(r, "Allow: "+allowed)
		}
		r := s.ask("OPTIONS", path, nil)
		s.status(r, 204)
		s.headers(r, "Allow: "+allowed)
	}
	s.faults(s.ask("POST", "api/links/"+made.ID, strings.NewReader(Small), "Content-Type: application/json"), 405)
	s.faults(s.ask("POST", "s/"+made.ID, strings.NewReader(Small), "Content-Type: application/json"), 405)
	if r := s.get("api/links/" + made.ID); r.StatusCode != 200 {
		s.Errorf("gone after all that: %s", r.Status)
	}
}

func madeOnce(s *site) {
	body := newScenario()
	made, r := s.makes(body)
	s.status(r, 201)
	s.headers(r, "Content-Type: application/json", "Cache-Control: no-store", "Location: ../s/"+made.ID, "Access-Control-Allow-Origin: ")
	if !store.IsID(made.ID) || made.Path != "s/"+made.ID || !strings.HasSuffix(made.URL, "/"+made.Path) || !strings.HasPrefix(made.URL, "http") {
		s.Errorf("%+v", made)
	}
	if r := s.get("api/links/" + made.ID); r.StatusCode != 200 {
		s.Errorf("in the same moment: %s", r.Status)
	}
	again, r := s.makes(body)
	s.status(r, 200)
	s.headers(r, "Location: ../s/"+made.ID, "Cache-Control: no-store")
	if again != made {
		s.Errorf("again: %+v, first %+v", again, made)
	}
}

// oneForOne checks that a link depends on the content of a scenario and not on its
// formatting.
func oneForOne(s *site) {
	made, _ := s.makes(Small)
	text := s.get("api/links/" + made.ID).body
	for _, same := range []string{
		text, " \n" + Small + "\t\r\n",
		`{"jobs":[{"walltime":60.000,"nodes":2,"id":1}],"cluster":{"topology":{"nodes":4,"kind":"star"}},"hopyard":1}`,
		strings.Replace(Small, `"star"`, `"\u0073tar"`, 1),
		strings.Replace(Small, `"id"`, `"submit": 0, "runtime": 60, "id"`, 1),
	} {
		if other, _ := s.makes(same); other != made {
			s.Errorf("%s: %+v, want %+v", same, other, made)
		}
	}
	if other, _ := s.makes(strings.Replace(Small, "60", "61", 1)); other.ID == made.ID {
		s.Error("two scenarios have one link")
	}
}

// together checks that, if the same scenario is posted several times at once,
// exactly one POST makes the link.
func together(s *site) {
	body := newScenario()
	var (
		wait sync.WaitGroup
		mu   sync.Mutex
		made = map[link]int{}
		news int
	)
	for range 8 {
		wait.Go(func() {
			r := s.post(body)
			mu.Lock()
			defer mu.Unlock()
			made[link{Path: r.Header.Get("Location")}]++
			if r.StatusCode == 201 {
				news++
			}
		})
	}
	wait.Wait()
	if len(made) != 1 || news != 1 {
		s.Errorf("%d links, %d of the posts made one: %v", len(made), news, made)
	}
}

func byteForByte(s *site) {
	body := newScenario()
	want, err := scenario.Parse([]byte(body))
	if err != nil {
		s.Fatal(err)
	}
	made, _ := s.makes(body)
	r := s.get("api/links/" + made.ID)
	s.status(r, 200)
	s.headers(r, "Content-Type: application/json", "Cache-Control: public, max-age=31536000, immutable", `ETag: "`+made.ID+`"`)
	if r.body != string(want.Canonical()) {
		s.Errorf("%q, want %q", r.body, want.Canonical())
	}
	if id := store.ID([]byte(r.body), len(made.ID)); id != made.ID {
		s.Errorf("the id of the text is %s, not %s", id, made.ID)
	}
	head := s.ask("HEAD", "api/links/"+made.ID, nil)
	s.status(head, 200)
	s.headers(head, "Cache-Control: public, max-age=31536000, immutable", `ETag: "`+made.ID+`"`)
	if n := head.ContentLength; head.body != "" || n >= 0 && n != int64(len(r.body)) {
		s.Errorf("HEAD: %d bytes of %d: %q", n, len(r.body), head.body)
	}
	if part := s.get("api/links/"+made.ID, "Range: bytes=0-3"); part.StatusCode != 200 || part.body != r.body {
		s.Errorf("a part of it: %s, %q", part.Status, part.body)
	}
}

func askedAgain(s *site) {
	made, _ := s.makes(Small)
	tag := `"` + made.ID + `"`
	for match, want := range map[string]int{
		tag: 304, "W/" + tag: 304, `"other", ` + tag: 304, "*": 304,
		`"other"`: 200, made.ID: 200, `"` + strings.ToUpper(made.ID) + `"`: 200, `"`: 200,
	} {
		r := s.get("api/links/"+made.ID, "If-None-Match: "+match)
		s.status(r, want)
		s.headers(r, "ETag: "+tag, "Cache-Control: public, max-age=31536000, immutable")
		if want == 304 && r.body != "" {
			s.Errorf("304 with %q", r.body)
		}
	}
	s.faults(s.get("api/links/22222222", `If-None-Match: *`), 404)
}

// letters checks that titles in any language or with unusual characters are
// returned unchanged.
func letters(s *site) {
	for _, title := range []string{
		"作业调度 · планирование · ünïcödé", "🌿🌾 \U0010ffff", "שלום \u202e dlrow", "e\u0301 and \u00e9", "\u2028 \u2029", `\"quotes\" \\ and \n lines`, "</script><!--", "\ufeffmark",
	} {
		body := strings.Replace(Small, `1,`, fmt.Sprintf(`1, "title": "%s",`, title), 1)
		want, err := scenario.Parse([]byte(body))
		if err != nil {
			s.Fatal(err)
		}
		made, _ := s.makes(body)
		if r := s.get("api/links/" + made.ID); r.body != string(want.Canonical()) {
			s.Errorf("%q came back as %q", title, r.body)
		}
	}
}
