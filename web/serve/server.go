package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"hopyard/web"
	"hopyard/web/api"
	"hopyard/web/headers"
	"hopyard/web/limit"
	"hopyard/web/monitoring"
	"hopyard/web/picture"
	"hopyard/web/rooms"
	"hopyard/web/store"
)

// Limits that no flag changes. A client may be a lecture hall of 500 students
// behind one address, each with a browser that opens six connections. It may also
// be an attacker who floods the server.
const (
	connections     = 8192
	connectionsEach = 4096
	linkTime        = 15 * time.Second // maximum time for the work on one request to the share API

	// At most as many scenarios are parsed at the same time as there are
	// processors. Other posts wait in a queue, with up to 64 KiB each. lineLength
	// is the length of the queue, and lineTime the maximum time in it.
	lineLength = 512
	lineTime   = 5 * time.Second

	// Drawing a picture and parsing for a link preview each need permission, a
	// turn. For each of the two kinds, there are half as many turns as processors.
	// Requests for previews and pictures are limited less than posts. Because of
	// the smaller number of turns, a flood of them leaves processors for other
	// requests. chatLine is the length of both queues. If a preview gets no turn
	// within previewTime, it contains less, but browsers that do not send
	// Sec-Fetch-Dest are still sent on to the page.
	chatLine    = 32
	previewTime = time.Second

	// The burst of a client is its rate times burstSeconds. The rate of its posts
	// is its rate divided by postsFewer.
	burstSeconds = 40
	postsFewer   = 100
)

// settings holds the settings of a server that flags specify.
type settings struct {
	base        *url.URL // address of the page; nil means the host that each request names
	proxies     limit.Networks
	metricsFrom limit.Networks
	named       bool    // whether metricsFrom comes from the flag --metrics-from and is not the default
	rate        float64 // maximum requests of one client per second; 0 for no limit
	most        int64   // size limit of the database in bytes; 0 for no limit
	log         *slog.Logger
}

// server is the site together with the limits, logs and metrics that a public
// server needs.
type server struct {
	settings
	prefix  string // prefix of all paths, for example "/hopyard"; "" if the site is not below a path
	fronted bool   // whether a proxy on this machine may forward requests to this server
	site    http.Handler
	watch   *monitoring.Watch
	links   *monitoring.Store
	rooms   *rooms.API // nil if the database could not be opened
	figures http.Handler
	reads   *limit.Rates
	posts   *limit.Rates
	work    *limit.ConcurrencyLimiter
	telling *limit.ConcurrencyLimiter
	drawing *limit.ConcurrencyLimiter
	conns   *limit.Conns // nil until the server listens
	warned  sync.Once    // so that the warning about a proxy that is not configured is logged only once
	probe   probe
}

// newServer returns a server for the site in dist. The server stores its links in
// the given store.
func newServer(dist fs.FS, s store.Store, set settings) (*server, error) {
	w := monitoring.New(set.log)
	v := &server{
		settings: set, watch: w, links: w.Store(s), figures: w.Figures(),
		reads: limit.NewRates(set.rate, int(max(1, set.rate*burstSeconds))),
		posts: limit.NewRates(set.rate/postsFewer, int(max(1, set.rate*burstSeconds/postsFewer))),
	}
	v.work = limit.NewTurns(runtime.GOMAXPROCS(0), lineLength, lineTime)
	half := max(1, runtime.GOMAXPROCS(0)/2)
	v.telling, v.drawing = limit.NewTurns(half, chatLine, previewTime), limit.NewTurns(half, chatLine, lineTime)
	share := &api.API{Store: v.links, Log: w.StoreFailed, Turn: v.turn, PreviewTurn: v.previewTurn, Pictures: picture.New(v.drawTurn)}
	if set.base != nil {
		share.Base = set.base.String()
		v.prefix = strings.TrimSuffix(set.base.Path, "/")
		v.fronted = !limit.IsLoopback(set.base.Host)
	}
	for _, network := range set.proxies {
		v.fronted = v.fronted || network.Addr().IsLoopback() || network.Contains(netip.IPv6Loopback()) || network.Contains(netip.AddrFrom4([4]byte{127, 0, 0, 1}))
	}
	var err error
	v.site, err = web.Site(dist, v.share(share))
	w.Gauge("store_up", "1 if short links can be made and read, else 0.", func() float64 {
		if adding, reading := v.trouble(); adding != nil || reading != nil {
			return 0
		}
		return 1
	})
	w.Gauge("degraded", "1 if the page is served without short links and rooms, or without some of them, as /healthz says; else 0.", func() float64 {
		if adding, reading := v.trouble(); adding != nil || reading != nil {
			return 1
		}
		return 0
	})
	if sized, ok := s.(interface{ Size() int64 }); ok {
		w.Gauge("store_bytes", "Bytes that the short links take.", func() float64 { return float64(sized.Size()) })
		w.Gauge("store_most_bytes", "Bytes that the short links may take; 0 for no limit.", func() float64 { return float64(set.most) })
	}
	w.Gauge("connections", "Connections that are open.", func() float64 {
		if v.conns == nil {
			return 0
		}
		return float64(v.conns.Open())
	})
	return v, err
}

// turn waits for permission to parse a posted scenario.
func (v *server) turn(ctx context.Context) (done func(), ok bool) { return v.take(ctx, v.work) }

// previewTurn waits for permission to parse a scenario for a link preview.
func (v *server) previewTurn(ctx context.Context) (done func(), ok bool) {
	return v.take(ctx, v.telling)
}

// drawTurn waits for permission to draw a picture.
func (v *server) drawTurn(ctx context.Context) (done func(), ok bool) { return v.take(ctx, v.drawing) }

func (v *server) take(ctx context.Context, turns *limit.ConcurrencyLimiter) (done func(), ok bool) {
	done, ok = turns.Take(ctx)
	if !ok {
		v.watch.Refused(monitoring.Work)
	}
	return done, ok
}

// listen returns a listener that accepts connections from ln and limits their
// number.
func (v *server) listen(ln net.Listener) net.Listener {
	v.conns = &limit.Conns{
		Listener: ln, Most: connections, MostEach: connectionsEach, Exempt: v.proxies,
		Refused: func() { v.watch.Refused(monitoring.Connections) },
	}
	return v.conns
}

// handler returns the whole server as one handler. It counts and logs requests, and
// strips the prefix from their paths.
func (v *server) handler() http.Handler {
	watched := v.watch.Requests(http.HandlerFunc(v.answer), headers.Secure(http.HandlerFunc(broken)).ServeHTTP)
	if v.prefix == "" {
		return watched
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Some proxies strip the prefix themselves. Therefore paths without the
		// prefix are served, too.
		if path, ok := strings.CutPrefix(r.URL.Path, v.prefix); ok && (path == "" || path[0] == '/') {
			cut, u := *r, *r.URL
			u.Path, u.RawPath = path, ""
			cut.URL = &u
			r = &cut
		}
		watched.ServeHTTP(w, r)
	})
}

// answer answers one request, or refuses it if the client has reached a limit.
func (v *server) answer(w http.ResponseWriter, r *http.Request) {
	if v.conns != nil && v.conns.Crowded() {
		w.Header().Set("Connection", "close")
	}
	origin := limit.OriginOf(r, v.proxies)
	own := origin.Own && !v.fronted
	route := monitoring.RouteOf(r)
	switch route {
	case monitoring.Health:
		headers.Secure(http.HandlerFunc(v.health)).ServeHTTP(w, r)
		return
	case monitoring.Figures:
		headers.Secure(v.guarded(origin)).ServeHTTP(w, r)
		return
	}
	if origin.Addr.IsLoopback() && !own {
		v.warned.Do(func() {
			v.log.Warn("proxy", "problem", "requests come from this machine, maybe through a proxy, that do not say for whom: they all count as one client", "fix", "name the proxy (--proxies 127.0.0.1,::1), and have it add X-Forwarded-For")
		})
	}
	rates, name := v.reads, monitoring.Reads
	if route == monitoring.MakeLink {
		rates, name = v.posts, monitoring.Writes
	}
	if !own {
		if wait := rates.Take(origin.Addr); wait > 0 {
			v.watch.Refused(name)
			headers.Secure(tooMany(wait)).ServeHTTP(w, r)
			return
		}
	}
	if r.URL.Path == "" {
		headers.Secure(http.HandlerFunc(v.addSlash)).ServeHTTP(w, r)
		return
	}
	if web.IsLink(r.URL.Path) && !rooms.At(r.URL.Path) { // rooms have their own time limits, and they detect clients that disconnect while they wait
		// If a client closes the sending half of its connection, the context of its
		// request ends, although the client still waits for the response. So the
		// context is replaced. Pictures keep the context of the request, because
		// drawing one for a client that may have disconnected is not worth the
		// time.
		ctx := r.Context()
		if !strings.HasSuffix(r.URL.Path, ".png") {
			ctx = context.WithoutCancel(ctx)
		}
		ctx, cancel := context.WithTimeout(ctx, linkTime)
		defer cancel()
		r = r.WithContext(ctx)
		u := *r.URL
		u.Scheme = "http"
		if origin.HTTPS {
			u.Scheme = "https"
		}
		r.URL = &u
	}
	v.site.ServeHTTP(w, r)
}

// addSlash redirects, for example, from /hopyard to /hopyard/, so that the
// addresses of files are relative to that folder.
func (v *server) addSlash(w http.ResponseWriter, r *http.Request) {
	to := v.prefix + "/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusPermanentRedirect)
}

// mayRead reports whether a client may read the metrics. Its address must be in
// metricsFrom, which by default contains this machine. Requests that an untrusted
// proxy forwarded are refused. If a proxy may run on this machine, its clients may
// look like this machine. In that case, requests from this machine are allowed only
// if --metrics-from was given.
func (v *server) mayRead(o limit.Origin) bool {
	switch {
	case o.Relayed || !v.metricsFrom.Contains(o.Addr):
		return false
	case o.Addr.IsLoopback():
		return o.Own && (v.named || !v.fronted)
	}
	return true
}

// guarded returns a handler that serves the metrics if the client may read them,
// and otherwise refuses the request.
func (v *server) guarded(o limit.Origin) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !v.mayRead(o):
			refuse(w, r, http.StatusForbidden, api.Problem{Place: "address", Problem: "these figures are not for this client", Fix: "the keeper of the server can name its network with --metrics-from"})
		case reads(w, r):
			w.Header().Set("Cache-Control", "no-store")
			v.figures.ServeHTTP(w, r)
		}
	})
}

// tooMany returns a handler that refuses a request and says how long the client
// should wait.
func tooMany(wait time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seconds := strconv.Itoa(int(wait / time.Second))
		w.Header().Set("Retry-After", seconds)
		refuse(w, r, http.StatusTooManyRequests, api.Problem{
			Place: "requests", Problem: "too many from this address", Limit: "one again in " + seconds + " s", Fix: "wait, then try again",
		})
	})
}

// broken responds to a request whose handler has panicked.
func broken(w http.ResponseWriter, r *http.Request) {
	refuse(w, r, http.StatusInternalServerError, api.Problem{
		Place: "server", Problem: "an error in the program; its log says more", Fix: "try again, or tell the keeper of the server",
	})
}

// refuse sends an error response. On routes whose clients expect JSON, it has the
// form that the share API uses; otherwise it is one line of text.
func refuse(w http.ResponseWriter, r *http.Request, status int, f api.Problem) {
	switch route := monitoring.RouteOf(r); {
	case route.IsAPI():
		api.Refuse(w, r, status, f)
	default:
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(status)
		fmt.Fprintf(w, "%s: %s\n", f.Problem, f.Fix)
	}
}
