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

// Limits that need no flag. A client is 500 students behind one address, each with
// the six connections of a browser, or one who floods.
const (
	connections     = 8192
	connectionsEach = 4096
	linkTime        = 15 * time.Second // for the work of one request to the share API

	// Scenarios are looked at by as many as there are processors, at once; others wait
	// in line, with 64 KiB each.
	lineLength = 512
	lineTime   = 5 * time.Second

	// What chats are told is looked up, and their pictures are drawn, by half of them
	// each, so that floods of those, which are not counted as posts are, leave some for
	// the rest. A browser that said nothing of itself is led on when its time is over.
	chatLine    = 32
	previewTime = time.Second

	// The burst of a client is as many seconds of its rate, and of its rate of
	// posts, which is lower by a factor.
	burstSeconds = 40
	postsFewer   = 100
)

// settings are what a server is told by its flags.
type settings struct {
	base        *url.URL // nil: whatever requests name
	proxies     limit.Networks
	metricsFrom limit.Networks
	named       bool    // metricsFrom was: it is not what it is by itself
	rate        float64 // requests a second of one client; 0 for no limit
	most        int64   // bytes of short links; 0 for no limit
	log         *slog.Logger
}

// server is the site with all that one in public needs.
type server struct {
	settings
	prefix  string // of paths, "" or "/hopyard"
	fronted bool   // a proxy may stand before it on this machine
	site    http.Handler
	watch   *monitoring.Watch
	links   *monitoring.Store
	rooms   *rooms.API // nil where there are none
	figures http.Handler
	reads   *limit.Rates
	posts   *limit.Rates
	work    *limit.Turns
	telling *limit.Turns
	drawing *limit.Turns
	conns   *limit.Conns // nil as long as nothing listens
	warned  sync.Once    // that this machine asks for others
	probe   probe
}

// newServer makes a server of the site in dist that keeps its links in s.
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

// turn waits until a scenario may be looked at.
func (v *server) turn(ctx context.Context) (done func(), ok bool) { return v.take(ctx, v.work) }

// previewTurn waits until one may be looked at for a chat.
func (v *server) previewTurn(ctx context.Context) (done func(), ok bool) {
	return v.take(ctx, v.telling)
}

// drawTurn waits until a picture may be drawn.
func (v *server) drawTurn(ctx context.Context) (done func(), ok bool) { return v.take(ctx, v.drawing) }

func (v *server) take(ctx context.Context, turns *limit.Turns) (done func(), ok bool) {
	done, ok = turns.Take(ctx)
	if !ok {
		v.watch.Refused(monitoring.Work)
	}
	return done, ok
}

// listen takes places for connections on ln.
func (v *server) listen(ln net.Listener) net.Listener {
	v.conns = &limit.Conns{
		Listener: ln, Most: connections, MostEach: connectionsEach, Exempt: v.proxies,
		Refused: func() { v.watch.Refused(monitoring.Connections) },
	}
	return v.conns
}

// handler is the server as one handler: paths without their prefix, watched.
func (v *server) handler() http.Handler {
	watched := v.watch.Requests(http.HandlerFunc(v.answer), headers.Secure(http.HandlerFunc(broken)).ServeHTTP)
	if v.prefix == "" {
		return watched
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Some proxies cut the prefix off themselves: both are served.
		if path, ok := strings.CutPrefix(r.URL.Path, v.prefix); ok && (path == "" || path[0] == '/') {
			cut, u := *r, *r.URL
			u.Path, u.RawPath = path, ""
			cut.URL = &u
			r = &cut
		}
		watched.ServeHTTP(w, r)
	})
}

// answer answers one request, if its client may make it now.
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
	if web.IsLink(r.URL.Path) && !rooms.At(r.URL.Path) { // rooms know who waits for nothing any more
		// A client that has closed its half of the connection waits for its answer
		// all the same; the request's own context has ended then. But nobody draws for
		// a client that may have gone.
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

// addSlash leads from /hopyard to /hopyard/, below which the page's files are.
func (v *server) addSlash(w http.ResponseWriter, r *http.Request) {
	to := v.prefix + "/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusPermanentRedirect)
}

// mayRead reports whether a client may read the figures. This machine itself may,
// unless a proxy may stand here whose clients look like it; then only if the flags
// name it.
func (v *server) mayRead(o limit.Origin) bool {
	switch {
	case o.Relayed || !v.metricsFrom.Contains(o.Addr):
		return false
	case o.Addr.IsLoopback():
		return o.Own && (v.named || !v.fronted)
	}
	return true
}

// guarded are the figures, for those who may read them.
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

// tooMany tells a client to wait.
func tooMany(wait time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seconds := strconv.Itoa(int(wait / time.Second))
		w.Header().Set("Retry-After", seconds)
		refuse(w, r, http.StatusTooManyRequests, api.Problem{
			Place: "requests", Problem: "too many from this address", Limit: "one again in " + seconds + " s", Fix: "wait, then try again",
		})
	})
}

// broken answers where the program failed.
func broken(w http.ResponseWriter, r *http.Request) {
	refuse(w, r, http.StatusInternalServerError, api.Problem{
		Place: "server", Problem: "an error in the program; its log says more", Fix: "try again, or tell the keeper of the server",
	})
}

// refuse answers in the form of the share API where clients expect that, else in
// one line of text.
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
