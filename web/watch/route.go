package watch

import (
	"net/http"
	"strings"
)

// Route is a kind of address. There are few, so that figures and logs are bounded
// whatever clients ask for.
type Route uint8

// The routes of a site.
const (
	Nothing   Route = iota // no such address
	Page                   // the page, under any of its names
	File                   // the other files
	About                  // what the share API takes
	MakeLink               // a post to it
	ReadLink               // the scenario of a link
	OpenLink               // a short link itself
	Health                 // /healthz
	Figures                // /metrics
	numRoutes = iota
)

var routeNames = [numRoutes]string{"none", "page", "file", "GET /api/links", "POST /api/links", "/api/links/{id}", "/s/{id}", "/healthz", "/metrics"}

// String is the route as figures and logs name it.
func (r Route) String() string { return routeNames[r] }

// RouteOf tells the route of a request by method and path.
func RouteOf(r *http.Request) Route {
	switch path := r.URL.Path; path {
	case "", "/", "/index.html", "/embed.html":
		return Page
	case "/healthz":
		return Health
	case "/metrics":
		return Figures
	case "/api/links":
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			return About
		}
		return MakeLink
	default:
		switch {
		case strings.HasPrefix(path, "/api/links/"):
			return ReadLink
		case strings.HasPrefix(path, "/s/"):
			return OpenLink
		case strings.HasPrefix(path, "/api/"):
			return Nothing
		}
		return File
	}
}
