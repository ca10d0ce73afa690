package monitoring

import (
	"net/http"
	"strings"
)

// RouteKind is a kind of address. There are few, so that figures and logs are bounded
// whatever clients ask for.
type RouteKind uint8

// The routes of a site.
const (
	Nothing   RouteKind = iota // no such address
	Page                       // the page, under any of its names
	File                       // the other files
	About                      // what the share API takes
	MakeLink                   // a post to it
	ReadLink                   // the scenario of a link
	OpenLink                   // a short link itself
	MakeRoom                   // a room is made, or it is asked whether there are any
	Room                       // a room and what phones show
	Join                       // a voter of it
	Vote                       // his vote
	Votes                      // all votes
	Desk                       // what the speaker sees
	Orders                     // what the speaker's phone asks for
	Health                     // /healthz
	Figures                    // /metrics
	numRoutes = iota
)

var routeNames = [numRoutes]string{"none", "page", "file", "GET /api/links", "POST /api/links", "/api/links/{id}", "/s/{id}",
	"/api/rooms", "/api/rooms/{code}", "/api/rooms/{code}/voters", "/api/rooms/{code}/votes/{question}/{round}", "/api/rooms/{code}/votes",
	"/api/rooms/{code}/desk", "/api/rooms/{code}/orders", "/healthz", "/metrics"}

// String is the route as figures and logs name it.
func (r RouteKind) String() string { return routeNames[r] }

// IsAPI reports whether clients of a route expect errors as JSON.
func (r RouteKind) IsAPI() bool { return r >= About && r <= Orders }

// inRoom reports whether a route is one of a lecture: there are many such requests at
// once, and nothing that whoever looks after the server would want to know of each.
func (r RouteKind) inRoom() bool { return r >= Room && r <= Orders }

// waits reports whether answers of a route may be held back until there is news.
func (r RouteKind) waits() bool { return r == Room || r == Votes || r == Desk || r == Orders }

// RouteOf tells the route of a request by method and path.
func RouteOf(r *http.Request) RouteKind {
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
		case path == "/api/rooms":
			return MakeRoom
		case strings.HasPrefix(path, "/api/rooms/"):
			return ofRoom(path)
		case strings.HasPrefix(path, "/api/"):
			return Nothing
		}
		return File
	}
}

// ofRoom tells the route of a path below /api/rooms/.
func ofRoom(path string) RouteKind {
	_, name, below := strings.Cut(strings.TrimPrefix(path, "/api/rooms/"), "/")
	switch {
	case !below:
		return Room
	case name == "voters":
		return Join
	case name == "votes":
		return Votes
	case strings.HasPrefix(name, "votes/"):
		return Vote
	case name == "desk":
		return Desk
	case name == "orders":
		return Orders
	}
	return Nothing
}
