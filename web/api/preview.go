package api

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/html"
)

// navigates reports whether a browser will display the response as a page or in a
// frame. Browsers state that in Sec-Fetch-Dest. Three kinds of clients do not send
// this header: programs that fetch a link for a chat, old browsers, and all
// browsers that reach another machine over plain http.
func navigates(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "document", "iframe", "frame", "embed", "object":
		return true
	}
	return false
}

// redirectScript is the script in a preview that sends browsers without
// Sec-Fetch-Dest on to the page. It keeps the part of the address behind #, which a
// refresh would lose. It is the only script that any response may run.
const redirectScript html.HTML = `location.replace(document.querySelector("a").href+location.hash)`

// leadHash is the source expression that allows redirectScript in a content
// security policy.
var leadHash = func() string {
	sum := sha256.Sum256([]byte(redirectScript))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// aDay is the Cache-Control of link previews. A preview depends only on the
// scenario and on the version of this program.
const aDay = "public, max-age=86400"

// preview answers with a link preview: the title of the scenario, its description
// or a summary, and its picture (https://ogp.me).
func (a *API) preview(w http.ResponseWriter, r *http.Request, id string, text []byte) {
	query := r.URL.RawQuery
	place, placed := placeOf(query)
	cache := aDay
	s, known := a.known(r, text)
	if !known {
		cache = never // the scenario was not parsed, because the server was too busy
	}
	if a.Base == "" {
		cache = never // the addresses in it depend on this request's Host
	}
	title, about := described(s, strings.Contains(place, "predict=1"))
	var head html.Builder
	head.El("title", html.Text(title))
	tag := func(attribute, name, content string) {
		if content != "" {
			head.Add(html.HTML("\n"), html.El("meta", html.Attr{attribute, name}, html.Attr{"content", content}))
		}
	}
	tag("name", "description", about)
	tag("property", "og:site_name", "Hopyard")
	tag("property", "og:type", "website")
	tag("property", "og:title", title)
	tag("property", "og:description", about)
	base := a.base(r)
	if a.Base != "" { // without Base, this program knows no better address than the requested one
		tag("property", "og:url", base+"s/"+id+withPrefix("?", place))
	}
	if base != "" {
		head.Add(html.HTML("\n"), html.El("link", html.Attr{"rel", "alternate"}, html.Attr{"type", "application/json+oembed"}, html.Attr{"title", title},
			html.Attr{"href", base + "api/oembed?url=" + url.QueryEscape(base+"s/"+id+withPrefix("?", query))}))
	}
	card := "summary"
	if image := a.image(s, id, place); base != "" && placed && image != "" {
		tag("property", "og:image", base+image)
		tag("property", "og:image:type", "image/png")
		tag("property", "og:image:width", strconv.Itoa(pictureWidth))
		tag("property", "og:image:height", strconv.Itoa(pictureHeight))
		tag("property", "og:image:alt", "Machine and timeline: "+title)
		card = "summary_large_image"
	}
	tag("name", "twitter:card", card)
	to := page(id, query)
	framers := framersOf(to)
	head.Add(html.HTML("\n"), html.El("noscript", html.El("meta", html.Attr{"http-equiv", "refresh"}, html.Attr{"content", "0; url=" + to})))
	body := html.P(link(to, html.Isolated(title))) + html.El("script", redirectScript)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	Guard(w, cache, framers)
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src "+leadHash+"; base-uri 'none'; frame-ancestors "+framers)
	write(w, r, http.StatusOK, string(html.Page("en", html.Attr{"prefix", "og: https://ogp.me/ns#"}, html.El("head", pageStart(), head.HTML()), html.El("body", body))))
}

// pageStart returns what every page of the server begins with. The server builds its
// pages with the program's own package html: the standard library's package of this
// name would add a table of all entities, 21 kB of the compressed program at the edge.
func pageStart() html.HTML {
	return html.El("meta", html.Attr{"charset", "utf-8"}) + html.El("meta", html.Attr{"name", "viewport"}, html.Attr{"content", "width=device-width"})
}

// link returns a link to an address.
func link(to string, text html.Piece) html.HTML { return html.El("a", html.Attr{"href", to}, text) }

// known parses a stored scenario. Parsing may take long, so known first waits for
// permission (PreviewTurn). If the text cannot be parsed, s is nil. If the
// permission was not given in time, ok is false.
func (a *API) known(r *http.Request, text []byte) (s *scenario.Scenario, ok bool) {
	if a.PreviewTurn != nil {
		done, ok := a.PreviewTurn(r.Context())
		if !ok {
			return nil, false
		}
		defer done()
	}
	s, err := scenario.ParseShared(text)
	if err != nil {
		return nil, true
	}
	return s, true
}

// image returns the address of the picture of a scenario, relative to the root of
// the site, or "" if there is no picture.
func (a *API) image(s *scenario.Scenario, id, place string) string {
	switch {
	case a.Pictures == nil:
		return a.Still
	case s == nil || !a.Pictures.Fits(id, s):
		return ""
	}
	return "s/" + id + ".png" + withPrefix("?", place)
}

// placeKeys lists the query parameters that say which time and job of a run are
// shown, and in which mode. They are in the order in which the page writes them.
var placeKeys = [...]string{"at", "job", "predict"}

// placeOf returns the place in the run, that is the time, the job and the mode that
// the query of an address gives. It writes the place in a normalized form. It
// ignores all other parameters, which do not change the picture. If a value is
// invalid, ok is false.
func placeOf(query string) (place string, ok bool) {
	values, err := url.ParseQuery(query)
	ok = err == nil
	for _, key := range placeKeys {
		value := values.Get(key)
		if len(value) > 40 || strings.Trim(value, "-.0123456789") != "" {
			ok = false
		} else if value != "" {
			place += "&" + key + "=" + value
		}
	}
	return strings.TrimPrefix(place, "&"), ok
}

// withPrefix returns the text with the given sign in front of it. For an empty text
// it returns "".
func withPrefix(sign, text string) string {
	if text == "" {
		return ""
	}
	return sign + text
}

// picture answers with the picture of a scenario at the place in the run that the
// query describes.
func (a *API) picture(w http.ResponseWriter, r *http.Request, id string, text []byte) {
	none := Problem{Place: "picture", Problem: "there is none of this scenario", Fix: "open the short link itself"}
	place, ok := placeOf(r.URL.RawQuery)
	switch {
	case !ok:
		Refuse(w, r, http.StatusBadRequest, Problem{Place: "query", Problem: "names no place in time", Value: r.URL.RawQuery, Fix: "write it as a short link does, as in ?at=120.0&job=4"})
		return
	case a.Pictures == nil:
		Refuse(w, r, http.StatusNotFound, none)
		return
	}
	drawn, err := a.Pictures.Picture(r.Context(), id, text, place)
	switch {
	case errors.Is(err, ErrNoPicture):
		Refuse(w, r, http.StatusNotFound, none)
	case errors.Is(err, ErrBusy):
		w.Header().Set("Retry-After", "5")
		Refuse(w, r, http.StatusServiceUnavailable, Problem{Place: "picture", Problem: "too many are being drawn now", Fix: "try again in a few seconds"})
	case err != nil && r.Context().Err() != nil: // the client has disconnected, or the server's time limit is over
		w.Header().Set("Retry-After", "5")
		Refuse(w, r, http.StatusServiceUnavailable, Problem{Place: "picture", Problem: "was not drawn in time", Fix: "try again"})
	case err != nil:
		Refuse(w, r, http.StatusBadRequest, Problem{Place: "query", Problem: err.Error(), Value: place, Fix: "name a moment and a job of the scenario"})
	default:
		sum := sha256.Sum256(drawn)
		tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
		w.Header().Set("ETag", tag)
		Guard(w, forever, "'none'")
		if Matches(r.Header.Values("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Content-Type", "image/png")
		write(w, r, http.StatusOK, string(drawn))
	}
}
