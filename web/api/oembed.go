package api

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/wasm/html"
)

// Sizes in pixels of an embedded page, and the picture of a preview.
const (
	embedWidth, embedHeight     = 900, 640 // unless the request asks for less
	leastEmbed                  = 200      // the page cannot be used in less
	pictureWidth, pictureHeight = 1200, 630
)

// oEmbed answers GET /api/oembed?url=…, by which course pages and wikis turn the address
// of a short link into an embedded page (https://oembed.com). The address must be one of
// this site's short links; what it says about the place in the run and about the embedded
// page stays.
func (a *API) oEmbed(w http.ResponseWriter, r *http.Request) {
	public(w, r)
	query := r.URL.Query()
	address, base := query.Get("url"), a.base(r)
	rest, ours := strings.CutPrefix(address, base+"s/")
	refuse := func(status int, place, problem, value, limit, fix string) {
		Refuse(w, r, status, Problem{Place: place, Problem: problem, Value: value, Limit: limit, Fix: fix})
	}
	switch format := query.Get("format"); {
	case len(r.URL.RawQuery) > 2*MaxQuery:
		refuse(http.StatusRequestURITooLong, "query", "is too long", strconv.Itoa(len(r.URL.RawQuery)), strconv.Itoa(2*MaxQuery), "leave out what the page does not know")
		return
	case format != "" && format != "json":
		refuse(http.StatusNotImplemented, "format", "is not supported", format, "json", "ask for json")
		return
	case !ours || base == "":
		refuse(http.StatusNotFound, "url", "is no short link of this site", address, base+"s/…", "give the address of a short link")
		return
	}
	width, ok := embedSize(query, "maxwidth", embedWidth)
	height, good := embedSize(query, "maxheight", embedHeight)
	if !ok || !good {
		refuse(http.StatusBadRequest, "maxwidth, maxheight", "are no sizes in which the page can be used", query.Get("maxwidth")+", "+query.Get("maxheight"), strconv.Itoa(leastEmbed), "give numbers of pixels, or leave them out")
		return
	}
	rest, _, _ = strings.Cut(rest, "#")
	id, settings, _ := strings.Cut(rest, "?")
	id = strings.ToLower(id)
	text, err := a.text(r, id)
	if err != nil {
		a.unable(w, r, err)
		return
	}
	s, known := a.known(r, text)
	cache := aDay
	if !known || a.Base == "" { // as of previews
		cache = never
	}
	place, placed := placeOf(settings)
	title, _ := described(s, strings.Contains(place, "predict=1"))
	frame := html.El("iframe", html.Attr{"src", base + strings.TrimPrefix(page(id, "embed=1&"+settings), "../")}, html.Attr{"title", title}, html.Num("width", width), html.Num("height", height),
		html.Attr{"loading", "lazy"}, html.Attr{"allow", "clipboard-write; fullscreen"}, html.Attr{"style", "border:0;max-width:100%"})
	out := []byte(`{"version":"1.0","type":"rich","provider_name":"Hopyard"`)
	member := func(name, text string) { out = jsondoc.AppendText(append(out, `,"`+name+`":`...), text) }
	number := func(name string, n int) { out = strconv.AppendInt(append(out, `,"`+name+`":`...), int64(n), 10) }
	member("provider_url", base)
	member("title", title)
	member("html", string(frame))
	number("width", width)
	number("height", height)
	if image := a.image(s, id, place); placed && image != "" && pictureWidth <= asked(query, "maxwidth") && pictureHeight <= asked(query, "maxheight") {
		member("thumbnail_url", base+image)
		number("thumbnail_width", pictureWidth)
		number("thumbnail_height", pictureHeight)
	}
	Answer(w, r, http.StatusOK, cache, string(out)+"}\n")
}

// asked returns the value of a size in the query, or a large number if there is none.
func asked(query url.Values, name string) int {
	if n, err := strconv.Atoi(query.Get(name)); err == nil {
		return n
	}
	return 1 << 30
}

// embedSize returns the usual size, or a smaller one if the query asks for it. If the
// query asks for a size that is too small, or for none, ok is false.
func embedSize(query url.Values, name string, usual int) (size int, ok bool) {
	text := query.Get(name)
	n, err := strconv.Atoi(text)
	return min(usual, asked(query, name)), text == "" || err == nil && n >= leastEmbed
}
