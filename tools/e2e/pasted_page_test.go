package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/soaktest"
	"hopyard/scenarios"
)

// plain returns the address of a proxy that removes the headers in which browsers
// describe the kind of request (Sec-Fetch-…). Old browsers do not send these
// headers, and no browser sends them over http to another machine.
func plain(t *testing.T, address string) string {
	t.Helper()
	to, err := url.Parse(address)
	must(t, err)
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host})
		for name := range r.Out.Header {
			if strings.HasPrefix(name, "Sec-Fetch-") {
				r.Out.Header.Del(name)
			}
		}
	}})
	t.Cleanup(front.Close)
	return front.URL + to.Path
}

// TestPastedLinkOpensAtItsPlace checks that a short link opens at its time and job,
// in the current format and in older formats. It tests two browsers. The headers of
// one identify the request as a navigation. The other sends no such headers, and
// therefore gets the response meant for chat programs.
func TestPastedLinkOpensAtItsPlace(t *testing.T) {
	address, links, _ := shelf(t)
	id := keep(t, links, scenarios.All()[0].Source)
	hostile := keep(t, links, []byte(`{"hopyard": 1, "title": "</title><script>document.title='run'</script>", "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 2, "walltime": 60}, {"id": 4, "submit": 60, "nodes": 2, "walltime": 60}]}`))
	for name, base := range map[string]string{"navigating": address, "silent": plain(t, address)} {
		t.Run(name, func(t *testing.T) {
			want := ""
			for i, link := range []string{id + "?at=60.0&job=4", id + "#at=60.0&job=4", id + "?job=4#at=60.0", id + "?at=999.0&job=1#at=60.0&job=4", id + "?lang=en&at=60.0#job=4"} {
				if !soaktest.Whole() && i > 0 && (i%2 == 0) == (base == address) {
					continue // each format is tested in one of the two browsers
				}
				page := openAny(t, base+"/s/"+link, View{})
				must(t, page.Wait(Ready+` && location.hash.startsWith('#1.z.') && location.hash.includes('&at=60.0&job=4')`))
				at := eval[string](t, page, where)
				if want == "" {
					want = at
				}
				if search := eval[string](t, page, `location.search`); at != want || strings.Contains(search, "at=") || strings.Contains(search, "s=") {
					t.Errorf("%s opens at %s, want %s; its query is then %q", link, at, want, search)
				}
				for _, problem := range page.Problems() {
					t.Errorf("%s: %s", link, problem)
				}
				page.Close()
			}
			page := openAny(t, base+"/s/"+hostile+"?at=60.0&predict=1", View{})
			must(t, page.Wait(Ready+` && location.hash.includes('&predict=1')`))
			if title := eval[string](t, page, `document.title`); !strings.Contains(title, "<script>") {
				t.Errorf("the title is %s", strconv.Quote(title))
			}
			for _, problem := range page.Problems() {
				t.Error(problem)
			}
			page.Close()
		})
	}
	if r, err := http.Get(plain(t, address) + "/s/" + id); err != nil || r.StatusCode != http.StatusOK {
		t.Errorf("the silent site leads on by itself: %v", err)
	} else {
		r.Body.Close()
	}
}
