package monitoring

import (
	"net/http"
	"strings"
)

// RouteKind is the kind of a requested address. There is a small, fixed number of
// kinds, so that metrics and logs stay bounded whatever clients request.
type RouteKind uint8

// The routes of a site. The comments show what is requested.
const (
	Nothing   RouteKind = iota // an unknown address
	Page                       // the page, at any of its addresses
	File                       // the other files
	About                      // a description of what the share API accepts
	MakeLink                   // a POST to the share API, which makes a link
	ReadLink                   // the scenario behind a link
	OpenLink                   // a short link
	OEmbed                     // how to embed a short link in another page
	MakeRoom                   // making a room, or asking whether the server has rooms
	Room                       // the state of a room, which phones show
	Join                       // joining a room
	Vote                       // a vote
	Votes                      // the votes of a room, which the host requests
	Desk                       // the desk of a room: what the speaker's phone shows
	Orders                     // the orders that the speaker's phone sends to the host
	Health                     // /healthz
	Figures                    // /metrics
	numRoutes = iota
)

var routeNames = [numRoutes]string{"none", "page", "file", "GET /api/links", "POST /api/links", "/api/links/{id}", "/s/{id}", "/api/oembed",
	"/api/rooms", "/api/rooms/{code}", "/api/rooms/{code}/voters", "/api/rooms/{code}/votes/{question}/{round}", "/api/rooms/{code}/votes",
	"/api/rooms/{code}/desk", "/api/rooms/{code}/orders", "/healthz", "/metrics"}

// String returns the name of the route in metrics and logs.
func (r RouteKind) String() string { return routeNames[r] }

// IsAPI reports whether the clients of a route expect errors as JSON.
func (r RouteKind) IsAPI() bool { return r >= About && r <= Orders }

// inRoom reports whether requests on this route occur during a lecture in a room.
// They come in large numbers, so logging each of them would not help the operator
// of the server.
func (r RouteKind) inRoom() bool { return r >= Room && r <= Orders }

// waits reports whether responses of this route may be held back until there is
// news.
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
	case "/api/oembed":
		return OEmbed
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
