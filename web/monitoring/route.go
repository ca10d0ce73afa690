package monitoring

import (
	"net/http"
	"strings"
)

// RouteKind is a kind of address. There are only a few kinds, so that metrics and
// logs stay bounded whatever clients request.
type RouteKind uint8

// The routes of a site.
const (
	Nothing   RouteKind = iota // an unknown address
	Page                       // the page, under any of its names
	File                       // the other files
	About                      // what the share API accepts
	MakeLink                   // a post to it
	ReadLink                   // the scenario of a link
	OpenLink                   // a short link itself
	MakeRoom                   // making a room, or asking whether the server has rooms
	Room                       // a room and what phones show
	Join                       // joining a room
	Vote                       // a vote of one voter
	Votes                      // the votes, for the host
	Desk                       // what the speaker's phone shows
	Orders                     // orders of the speaker's phone
	Health                     // /healthz
	Figures                    // /metrics
	numRoutes = iota
)

var routeNames = [numRoutes]string{"none", "page", "file", "GET /api/links", "POST /api/links", "/api/links/{id}", "/s/{id}",
	"/api/rooms", "/api/rooms/{code}", "/api/rooms/{code}/voters", "/api/rooms/{code}/votes/{question}/{round}", "/api/rooms/{code}/votes",
	"/api/rooms/{code}/desk", "/api/rooms/{code}/orders", "/healthz", "/metrics"}

// String returns the name of the route in metrics and logs.
func (r RouteKind) String() string { return routeNames[r] }

// IsAPI reports whether clients of a route expect errors as JSON.
func (r RouteKind) IsAPI() bool { return r >= About && r <= Orders }

// inRoom reports whether a route belongs to a lecture. Such requests come in large
// numbers, and a line for each would tell the operator of the server nothing.
func (r RouteKind) inRoom() bool { return r >= Room && r <= Orders }

// waits reports whether answers of a route may be held back until there is news.
func (r RouteKind) waits() bool { return r == Room || r == Votes || r == Desk || r == Orders }

// RouteOf returns the route of a request, by its method and path.
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

// ofRoom returns the route of a path below /api/rooms/.
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
