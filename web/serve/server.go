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

// Limits without a flag. A client may be a lecture hall of 500 students behind one
// address, each with a browser's six connections, or an attacker who floods the
// server.
const (
	connections     = 8192
	connectionsEach = 4096
	linkTime        = 15 * time.Second // for the work on one request to the share API

	// As many scenarios are parsed at once as there are processors; other requests
	// wait in a queue, with 64 KiB each.
	lineLength = 512
	lineTime   = 5 * time.Second

	// Link previews have half as many turns as there are processors, and so have
	// their pictures. So floods of these requests, whose limits are weaker than
	// those of posts, leave processors for the rest. If a preview gets no turn in
	// time, a browser that did not identify itself is sent on to the page all the
	// same.
	chatLine    = 32
	previewTime = time.Second

	// A client's burst is its rate times burstSeconds. Its rate of posts is lower
	// by the factor postsFewer.
	burstSeconds = 40
	postsFewer   = 100
)

// settings holds the settings of a server that come from flags.
type settings struct {
	base        *url.URL // nil: the host that a request names
	proxies     limit.Networks
	metricsFrom limit.Networks
	named       bool    // whether --metrics-from was given, so that metricsFrom is not the default
	rate        float64 // requests a second of one client; 0 for no limit
	most        int64   // size limit of the database in bytes; 0 for no limit
	log         *slog.Logger
}

// server is the site with the limits, logs and metrics that a public server needs.
type server struct {
	settings
	prefix  string // of paths: "" or for example "/hopyard"
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
	warned  sync.Once    // for the warning about a proxy that is not configured
	probe   probe
}

// newServer returns a server for the site in dist that keeps its links in s.
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

// turn waits until a posted scenario may be parsed.
func (v *server) turn(ctx context.Context) (done func(), ok bool) { return v.take(ctx, v.work) }

// previewTurn waits until a scenario may be parsed for a link preview.
func (v *server) previewTurn(ctx context.Context) (done func(), ok bool) {
	return v.take(ctx, v.telling)
}

// drawTurn waits until a picture may be drawn.
func (v *server) drawTurn(ctx context.Context) (done func(), ok bool) { return v.take(ctx, v.drawing) }

func (v *server) take(ctx context.Context, turns *limit.ConcurrencyLimiter) (done func(), ok bool) {
	done, ok = turns.Take(ctx)
	if !ok {
		v.watch.Refused(monitoring.Work)
	}
	return done, ok
}

// listen returns a listener that limits the number of connections on ln.
func (v *server) listen(ln net.Listener) net.Listener {
	v.conns = &limit.Conns{
		Listener: ln, Most: connections, MostEach: connectionsEach, Exempt: v.proxies,
		Refused: func() { v.watch.Refused(monitoring.Connections) },
	}
	return v.conns
}

// handler returns the whole server as one handler: it strips the prefix from paths,
// and counts and logs requests.
func (v *server) handler() http.Handler {
	watched := v.watch.Requests(http.HandlerFunc(v.answer), headers.Secure(http.HandlerFunc(broken)).ServeHTTP)
	if v.prefix == "" {
		return watched
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Some proxies strip the prefix themselves, so that paths with and without
		// it are served.
		if path, ok := strings.CutPrefix(r.URL.Path, v.prefix); ok && (path == "" || path[0] == '/') {
			cut, u := *r, *r.URL
			u.Path, u.RawPath = path, ""
			cut.URL = &u
			r = &cut
		}
		watched.ServeHTTP(w, r)
	})
}

// answer answers one request if the limits of its client allow it.
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
	if web.IsLink(r.URL.Path) && !rooms.At(r.URL.Path) { // rooms have their own time limits, and detect clients that disconnect while they wait
		// A client that has closed only its sending half still waits for its
		// answer, although the request's own context has ended. So the context is
		// replaced, except for pictures, which are not worth drawing for a client
		// that may have disconnected.
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

// addSlash redirects from /hopyard to /hopyard/, the folder of the page's files.
func (v *server) addSlash(w http.ResponseWriter, r *http.Request) {
	to := v.prefix + "/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusPermanentRedirect)
}

// mayRead reports whether a client may read the metrics. This machine itself may,
// unless a proxy may run here whose clients look like this machine; then it may
// only if --metrics-from names it.
func (v *server) mayRead(o limit.Origin) bool {
	switch {
	case o.Relayed || !v.metricsFrom.Contains(o.Addr):
		return false
	case o.Addr.IsLoopback():
		return o.Own && (v.named || !v.fronted)
	}
	return true
}

// guarded returns a handler that serves the metrics to clients that may read them.
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

// tooMany returns a handler that refuses a request and says how long to wait.
func tooMany(wait time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seconds := strconv.Itoa(int(wait / time.Second))
		w.Header().Set("Retry-After", seconds)
		refuse(w, r, http.StatusTooManyRequests, api.Problem{
			Place: "requests", Problem: "too many from this address", Limit: "one again in " + seconds + " s", Fix: "wait, then try again",
		})
	})
}

// broken answers a request during which the program panicked.
func broken(w http.ResponseWriter, r *http.Request) {
	refuse(w, r, http.StatusInternalServerError, api.Problem{
		Place: "server", Problem: "an error in the program; its log says more", Fix: "try again, or tell the keeper of the server",
	})
}

// refuse answers with JSON as the share API does if the client expects that,
// otherwise with one line of text.
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
