package apitest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"image/png"
	"regexp"
	"strconv"
	"strings"
)

var (
	metaTag    = regexp.MustCompile(`<meta (?:name|property)="([^"]+)" content="([^"]*)">`)
	titleTag   = regexp.MustCompile(`<title>([^<]*)</title>`)
	leadingTag = regexp.MustCompile(`<a href="([^"]*)"><bdi>[^<]*</bdi></a>.*<script>([^<]*)</script>`)
	refreshTag = regexp.MustCompile(`<noscript><meta http-equiv="refresh" content="0; url=([^"]*)"></noscript>`)
)

// previewed checks that a response is a link preview, and returns its contents by
// tag name. The key "title" holds the page's title, and "to" the address to which
// the preview leads.
func (s *site) previewed(r reply) map[string]string {
	s.Helper()
	s.status(r, 200)
	s.headers(r, "Content-Type: text/html; charset=utf-8", "Vary: Sec-Fetch-Dest", "Location: ")
	tags := map[string]string{}
	for _, m := range metaTag.FindAllStringSubmatch(r.body, -1) {
		if _, twice := tags[m[1]]; twice {
			s.Errorf("%s twice: %s", m[1], r.body)
		}
		tags[m[1]] = html.UnescapeString(m[2])
	}
	title, to, again := titleTag.FindStringSubmatch(r.body), leadingTag.FindStringSubmatch(r.body), refreshTag.FindStringSubmatch(r.body)
	if title == nil || to == nil || again == nil || again[1] != to[1] {
		s.Fatalf("%s: no title, or it does not lead on: %s", r.Request.URL, r.body)
	}
	tags["title"], tags["to"] = html.UnescapeString(title[1]), html.UnescapeString(to[1])
	// The page has exactly one script, and the policy allows exactly that script.
	sum := sha256.Sum256([]byte(to[2]))
	policy := r.Header.Get("Content-Security-Policy")
	if strings.Count(r.body, "<script") != 1 || !strings.Contains(policy, "script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"';") {
		s.Errorf("%s: the policy %s is not for the script of %s", r.Request.URL, policy, r.body)
	}
	return tags
}

// titled returns the scenario Small with the given title and description.
func titled(title, about string) string {
	return strings.Replace(Small, `1,`, `1, "title": `+strconv.Quote(title)+`, "about": `+strconv.Quote(about)+`,`, 1)
}

// pasted checks the response to clients other than a browser that navigates, for
// example chat programs. The response must be a link preview of the requested place
// in the run. It must also lead browsers to the page with the whole query.
func pasted(s *site) {
	made, _ := s.makes(titled("A pasted scenario", "What it is about."))
	path := "s/" + made.ID
	query := "?at=60.0&job=1&lang=ru"
	for _, dest := range []string{"Accept: */*", "Sec-Fetch-Dest: empty", "Sec-Fetch-Dest: image"} {
		r := s.get(path+query, dest, "Accept: text/html")
		tags := s.previewed(r)
		url, cache := strings.TrimSuffix(made.URL, made.ID)+made.ID+"?at=60.0&job=1", "public, max-age=86400"
		if tags["og:url"] == "" { // the server knows its address only from the request's Host, which must not be cached
			url, cache = "", "no-store"
		}
		s.headers(r, "Cache-Control: "+cache, "Access-Control-Allow-Origin: ")
		for name, want := range map[string]string{
			"title": "A pasted scenario", "og:title": "A pasted scenario", "og:description": "What it is about.", "description": "What it is about.", "og:type": "website",
			"og:site_name": "Hopyard", "og:url": url, "to": "../?s=" + made.ID + "&at=60.0&job=1&lang=ru",
		} {
			if tags[name] != want {
				s.Errorf("%s: %s is %q, want %q", dest, name, tags[name], want)
			}
		}
		card := "summary"
		if image := tags["og:image"]; image != "" {
			card = "summary_large_image"
			if tags["og:image:width"] != "1200" || tags["og:image:height"] != "630" || tags["og:image:alt"] != "Machine and timeline: A pasted scenario" || !strings.HasPrefix(image, strings.TrimSuffix(made.URL, path)) {
				s.Errorf("%q", tags)
			}
			s.isPicture(s.get(strings.TrimPrefix(image, strings.TrimSuffix(made.URL, path))))
		}
		if tags["twitter:card"] != card {
			s.Errorf("the card is %s, want %s", tags["twitter:card"], card)
		}
	}
	if framed := s.get(path + "?embed=1"); s.previewed(framed)["to"] != "../embed.html?s="+made.ID+"&embed=1" || !strings.HasSuffix(framed.Header.Get("Content-Security-Policy"), "frame-ancestors *") {
		s.Errorf("within a course page: %q: %s", framed.Header, framed.body)
	}
	if tags := s.previewed(s.get(path + "?at=<b>&job=%22")); tags["og:image"] != "" || strings.Contains(tags["og:url"], "b") && strings.Contains(tags["og:url"], "<") {
		s.Errorf("at no place: %q", tags)
	}
	head := s.ask("HEAD", path+query, nil)
	s.status(head, 200)
	s.headers(head, "Content-Type: text/html; charset=utf-8", "Vary: Sec-Fetch-Dest")
	if head.body != "" {
		s.Errorf("HEAD: %q", head.body)
	}
	// The preview of a scenario without a description contains a summary. In
	// predict mode the preview always contains the summary, because the author's
	// description may reveal what happens.
	bare, _ := s.makes(Small)
	for _, path := range []string{"s/" + bare.ID, path + "?predict=1"} {
		if tags := s.previewed(s.get(path)); tags["og:description"] != "A star of 4 nodes. Discipline: EASY backfilling. Placement: First fit." {
			s.Errorf("%s: %q", path, tags)
		}
	}
	if tags := s.previewed(s.get("s/" + bare.ID)); tags["og:title"] != "1 job on 4 nodes, EASY backfilling" {
		s.Errorf("%q", tags)
	}
}

// hostileTitles checks that titles and descriptions never become tags.
func hostileTitles(s *site) {
	plain, _ := s.makes(titled("harmless", "harmless"))
	harmless := s.get("s/" + plain.ID)
	for _, title := range []string{
		`</title><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onload='alert(1)`, `</a></noscript><!--`, `&lt;b&gt; &amp;`, "]]> <![CDATA[ <?xml", "\u202e<b>\u2028</b>",
		"javascript:alert(1)", "{{.}} ${x} %s", "<meta http-equiv=refresh content=0;url=//evil.example>",
	} {
		made, _ := s.makes(titled(title, title))
		r := s.get("s/" + made.ID)
		tags := s.previewed(r)
		want := strings.Join(strings.Fields(title), " ")
		if tags["title"] != want || tags["og:title"] != want || tags["og:description"] != want {
			s.Errorf("%q is shown as %q", title, tags)
		}
		for _, sign := range []string{"<", ">", `"`, "'"} {
			if got, want := strings.Count(r.body, sign), strings.Count(harmless.body, sign); got != want {
				s.Errorf("%q makes %d %s of %d: %s", title, got, sign, want, r.body)
			}
		}
	}
	made, _ := s.makes(titled(strings.Repeat("é", 150), strings.Repeat("作业 ", 500)))
	if r := s.get("s/" + made.ID); len(r.body) > 4000 {
		s.Errorf("long words make %d bytes", len(r.body))
	}
}

// isPicture checks that a response is a picture, and returns its bytes.
func (s *site) isPicture(r reply) string {
	s.Helper()
	s.status(r, 200)
	s.headers(r, "Content-Type: image/png", "Cross-Origin-Resource-Policy: cross-origin")
	if r.StatusCode != 200 {
		return ""
	}
	picture, err := png.Decode(strings.NewReader(r.body))
	if err != nil {
		s.Fatalf("%s: %v", r.Request.URL, err)
	}
	if size := picture.Bounds().Size(); size.X != 1200 || size.Y != 630 {
		s.Errorf("%s: %v", r.Request.URL, size)
	}
	return r.body
}

// pictures checks that equal requests get equal pictures, and that different places
// in the run get different pictures. If the server draws no pictures, pictures
// checks that the response says so.
func pictures(s *site) {
	made, _ := s.makes(strings.Replace(Small, `"id": 1, "nodes": 2, "walltime": 60}`, `"id": 1, "nodes": 2, "walltime": 60}, {"id": 2, "submit": 30, "nodes": 4, "walltime": 60}`, 1))
	path := "s/" + made.ID + ".png"
	for _, place := range []string{"at=x", "at=1&job=%3Cb%3E", "predict=yes", "%zz=1"} {
		if f := s.faults(s.get(path+"?"+place), 400); f[0].Place != "query" || f[0].Fix == "" {
			s.Errorf("%s: %+v", place, f)
		}
	}
	s.faults(s.get("s/22222222.png"), 404)
	s.faults(s.get("s/"+made.ID+".gif"), 404)
	s.faults(s.ask("POST", path, strings.NewReader(Small), "Content-Type: application/json"), 405)
	r := s.get(path + "?at=0.2")
	if r.StatusCode == 404 {
		if f := s.faults(r, 404); f[0].Place != "picture" || f[0].Fix == "" {
			s.Errorf("%+v", f)
		}
		return
	}
	first, tag := s.isPicture(r), r.Header.Get("ETag")
	s.headers(r, "Cache-Control: public, max-age=31536000, immutable")
	if again := s.get(path + "?lang=ru&at=0.2"); s.isPicture(again) != first || again.Header.Get("ETag") != tag || tag == "" {
		s.Error("the same place has another picture")
	}
	if later := s.get(path + "?at=60.2"); bytes.Equal([]byte(s.isPicture(later)), []byte(first)) || later.Header.Get("ETag") == tag {
		s.Error("another place has the same picture")
	}
	s.isPicture(s.get("s/" + strings.ToUpper(made.ID) + ".png"))
	same := s.get(path+"?at=0.2", "If-None-Match: "+tag)
	s.status(same, 304)
	s.headers(same, "ETag: "+tag)
	if head := s.ask("HEAD", path+"?at=0.2", nil); head.StatusCode != 200 || head.body != "" || head.ContentLength != int64(len(first)) {
		s.Errorf("HEAD: %s, %d bytes", head.Status, head.ContentLength)
	}
	if f := s.faults(s.get(path+"?job=99"), 400); f[0].Place != "query" {
		s.Errorf("a job that is not there: %+v", f)
	}
}
