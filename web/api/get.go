package api

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"hopyard/wasm/html"
	"hopyard/web/store"
)

// MaxQuery is the maximum length of a short link's query, in bytes. A query with
// all parameters of the page has about 150.
const MaxQuery = 1000

// text returns the text that is stored under id.
func (a *API) text(r *http.Request, id string) ([]byte, error) {
	if !store.IsID(id) {
		return nil, store.ErrNone
	}
	return a.Store.Get(r.Context(), id)
}

// scenario answers GET /api/links/{id} with the stored text.
func (a *API) scenario(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/api/links/")
	text, err := a.text(r, id)
	if err != nil {
		a.unable(w, r, err)
		return
	}
	tag := `"` + id + `"` // valid as an ETag, because the id is derived from the content
	w.Header().Set("ETag", tag)
	if Matches(r.Header.Values("If-None-Match"), tag) {
		Guard(w, forever, "'none'")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	Answer(w, r, http.StatusOK, forever, string(text))
}

// Matches reports whether an If-None-Match header matches tag, by the weak
// comparison that HTTP prescribes.
func Matches(tags []string, tag string) bool {
	for t := range strings.SplitSeq(strings.Join(tags, ","), ",") {
		t = strings.TrimSpace(t)
		if t == "*" || strings.TrimPrefix(t, "W/") == tag {
			return true
		}
	}
	return false
}

// open answers GET /s/{id}: it redirects browsers to the page, and gives other
// clients a link preview. Capital letters in the id count as small letters, because
// readers may type an id from a slide.
func (a *API) open(w http.ResponseWriter, r *http.Request) {
	id, drawn := strings.CutSuffix(strings.ToLower(strings.TrimPrefix(r.URL.Path, "/s/")), ".png")
	if n := len(r.URL.RawQuery); n > MaxQuery {
		Refuse(w, r, http.StatusRequestURITooLong, Problem{Place: "query", Problem: "is too long", Value: strconv.Itoa(n), Limit: strconv.Itoa(MaxQuery), Fix: "leave out what the page does not know"})
		return
	}
	text, err := a.text(r, id)
	switch {
	case err != nil && drawn:
		a.unable(w, r, err)
	case err != nil:
		a.unknownLink(w, r, id, err)
	case drawn:
		a.picture(w, r, id, text)
	case navigates(r):
		w.Header().Set("Vary", byDest)
		w.Header().Set("Location", page(id, r.URL.RawQuery))
		Guard(w, forever, "'none'")
		write(w, r, http.StatusFound, "")
	default:
		w.Header().Set("Vary", byDest)
		a.preview(w, r, id, text)
	}
}

// byDest is the name of the request header that decides which response a short link
// gets.
const byDest = "Sec-Fetch-Dest"

// page returns the address at which the page shows the scenario with this id. The
// address is relative to /s/, because the site may be below a path. It contains the
// query of the short link, without parameters that name another scenario. If the
// page is to be embedded, it has a different address, which is the only address
// that other sites may show in a frame.
func page(id, query string) string {
	name, rest := "../", ""
	seen := false
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		key, err := url.QueryUnescape(key)
		value, err2 := url.QueryUnescape(value)
		if err != nil || err2 != nil || key == "" || key == "s" {
			continue
		}
		if key == "embed" && !seen {
			if seen = true; value == "1" {
				name = "../embed.html"
			}
		}
		rest += "&" + url.QueryEscape(key) + "=" + url.QueryEscape(value)
	}
	return name + "?s=" + url.QueryEscape(id) + rest
}

// framersOf returns the sites that may frame a response that leads to the page at
// the given address. The same sites may frame that page itself.
func framersOf(to string) string {
	if strings.HasPrefix(to, "../embed.html") {
		return "*"
	}
	return "'self'"
}

// unknownLink answers a request for a short link whose scenario cannot be read.
// Programs get the error. Browsers are redirected to the page, which explains the
// error in the reader's language.
func (a *API) unknownLink(w http.ResponseWriter, r *http.Request, id string, err error) {
	status, fault := a.trouble(w, r, err)
	w.Header().Set("Vary", "Accept")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		Refuse(w, r, status, fault)
		return
	}
	if len(id) > store.MaxID {
		id = id[:store.MaxID]
	}
	problem := "The short links cannot be reached now."
	if status == http.StatusNotFound {
		problem = "There is no such short link."
	}
	to := page(id, r.URL.RawQuery)
	framers := framersOf(to)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	Guard(w, never, framers)
	refresh := html.El("meta", html.Attr{"http-equiv", "refresh"}, html.Attr{"content", "0; url=" + to})
	write(w, r, status, string(html.Page("en", pageStart(), html.El("title", html.Text("Hopyard")), refresh, html.P(html.Text(problem+" "), link(to, html.Text("Go on to the page"))))))
}
