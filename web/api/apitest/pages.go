package apitest

import (
	"net/url"
	"regexp"
	"strings"
)

// crossOrigin checks that pages of any site may read a scenario but nothing else,
// and that they may not send credentials.
func crossOrigin(s *site) {
	made, _ := s.makes(Small)
	for _, path := range []string{"api/links/" + made.ID, "api/links/22222222"} {
		s.headers(s.get(path, "Origin: https://course.example"), "Access-Control-Allow-Origin: *", "Access-Control-Allow-Credentials: ")
	}
	r := s.ask("OPTIONS", "api/links/"+made.ID, nil, "Origin: https://course.example", "Access-Control-Request-Method: GET", "Access-Control-Request-Headers: if-none-match")
	s.status(r, 204)
	s.headers(r, "Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, HEAD", "Access-Control-Allow-Headers: If-None-Match", "Access-Control-Allow-Credentials: ")
	for _, path := range []string{"api/links", "s/" + made.ID} {
		r := s.ask("OPTIONS", path, nil, "Origin: https://course.example", "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: content-type")
		s.headers(r, "Access-Control-Allow-Origin: ", "Access-Control-Allow-Methods: ", "Access-Control-Allow-Headers: ")
		s.headers(s.get(path, "Origin: https://course.example"), "Access-Control-Allow-Origin: ")
	}
}

func crossOriginPosts(s *site) {
	here, err := url.Parse(s.base)
	if err != nil {
		s.Fatal(err)
	}
	for _, c := range []struct{ header, site string }{
		{"Origin: https://evil.example", ""}, {"Origin: null", ""}, {"Origin: //", ""},
		{"Origin: " + here.Scheme + "://" + here.Host + ".evil.example", ""},
		{"Origin: " + here.Scheme + "://" + here.Host, "cross-site"}, {"Accept: */*", "same-site"},
	} {
		headers := []string{c.header}
		if c.site != "" {
			headers = append(headers, "Sec-Fetch-Site: "+c.site)
		}
		if f := s.faults(s.post(newScenario(), headers...), 403); f[0].Place != "Origin" {
			s.Errorf("%v: %+v", c, f)
		}
	}
	s.makes(Small, "Origin: "+here.Scheme+"://"+here.Host)
	s.makes(Small, "Origin: https://proxied.example", "Sec-Fetch-Site: same-origin")
}

// navigating is the header of a browser that will display the response.
const navigating = "Sec-Fetch-Dest: document"

func toThePage(s *site) {
	made, _ := s.makes(Small)
	for query, to := range map[string]string{
		"":                        "../?s=ID",
		"?lang=ru&theme=dark":     "../?s=ID&lang=ru&theme=dark",
		"?at=1860.3&job=5":        "../?s=ID&at=1860.3&job=5",
		"?embed=1":                "../embed.html?s=ID&embed=1",
		"?controls=min&embed=1":   "../embed.html?s=ID&controls=min&embed=1",
		"?embed=0&embed=1":        "../?s=ID&embed=0&embed=1",
		"?s=other&lang=zh":        "../?s=ID&lang=zh",
		"?%73=other":              "../?s=ID",
		"?panels=queue,machine":   "../?s=ID&panels=queue%2Cmachine",
		"?lang=%0d%0aSet-Cookie":  "../?s=ID&lang=%0D%0ASet-Cookie",
		"?lang=%zz&theme=dark&&=": "../?s=ID&theme=dark",
	} {
		r := s.get("s/"+made.ID+query, navigating)
		s.status(r, 302)
		s.headers(r, "Location: "+strings.Replace(to, "ID", made.ID, 1), "Cache-Control: public, max-age=31536000, immutable", "Vary: Sec-Fetch-Dest")
	}
	s.headers(s.get("s/"+strings.ToUpper(made.ID), navigating), "Location: ../?s="+made.ID)
	s.headers(s.get("s/"+made.ID+"?at=1.0", "Sec-Fetch-Dest: iframe"), "Location: ../?s="+made.ID+"&at=1.0")
	head := s.ask("HEAD", "s/"+made.ID, nil, navigating)
	s.status(head, 302)
	s.headers(head, "Location: ../?s="+made.ID)
	if f := s.faults(s.get("s/"+made.ID+"?lang="+strings.Repeat("x", 1000)), 414); f[0].Place != "query" || f[0].Limit != "1000" {
		s.Errorf("%+v", f)
	}
}

// strange lists ids to which no link belongs.
var strange = []string{
	"", "22222222", "2222222", strings.Repeat("2", 55), strings.Repeat("2", 2000), "aaaaaaaa", "2222222.", "2222222%00", "%ff%fe%fd%fc2222", "%E4%BD%9C%E4%B8%9A", "22222222%2F..", "..%5C..%5C2222", "22222222/", "2222%202222", "__proto__", "%3Cscript%3E",
}

func unknownIDs(s *site) {
	for _, id := range strange {
		for _, path := range []string{"api/links/", "s/"} {
			if f := s.faults(s.get(path+id), 404); f[0].Place != "id" || f[0].Fix == "" {
				s.Errorf("%s%s: %+v", path, id, f)
			}
		}
	}
	if r := s.ask("HEAD", "s/22222222", nil); r.StatusCode != 404 || r.body != "" {
		s.Errorf("HEAD: %d %q", r.StatusCode, r.body)
	}
	made, _ := s.makes(Small)
	s.faults(s.get("api/links/"+strings.ToUpper(made.ID)), 404) // each link has only one address
}

var refresh = regexp.MustCompile(`<meta http-equiv="refresh" content="0; url=([^"]*)">.*<a href="([^"]*)">`)

// lostReaders checks that a browser with an unknown link is redirected to the page,
// which explains the error in the reader's language. The redirecting response must
// contain no script.
func lostReaders(s *site) {
	const browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"
	for id, want := range map[string]string{
		"22222222": "../?s=22222222", "22222222?lang=ru&theme=dark": "../?s=22222222&amp;lang=ru&amp;theme=dark",
		"22222222?embed=1": "../embed.html?s=22222222&amp;embed=1",
		"ABCDEFGH":         "../?s=abcdefgh", `%22%3E%3Cscript%3E`: "../?s=%22%3E%3Cscript%3E", "2;url=http:%2F%2Fevil.example": "../?s=2%3Burl%3Dhttp%3A%2F%2Fevil.example",
		strings.Repeat("2", 300): "../?s=" + strings.Repeat("2", 54),
	} {
		r := s.get("s/"+id, browser)
		s.status(r, 404)
		s.headers(r, "Content-Type: text/html; charset=utf-8", "Cache-Control: no-store", "Vary: Accept")
		m := refresh.FindStringSubmatch(r.body)
		if m == nil || m[1] != want || m[2] != want || strings.Contains(r.body, "<script") || strings.Contains(r.body, "style") {
			s.Errorf("%s leads to %q, want %s: %s", id, m, want, r.body)
		}
		framers := "frame-ancestors 'self'"
		if strings.Contains(want, "embed.html") {
			framers = "frame-ancestors *"
		}
		if csp := r.Header.Get("Content-Security-Policy"); !strings.HasSuffix(csp, framers) || strings.Contains(csp, "script-src") {
			s.Errorf("%s: %s", id, csp)
		}
	}
	s.faults(s.get("api/links/22222222", browser), 404)
}
