package monitoring

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"
)

// Limits on log lines about failures, in lines per second and in lines at once.
// They keep a flood of bad requests from filling the disk. The next line that is
// logged says how many lines were omitted.
const (
	failureLines = 10
	failureBurst = 200
)

// Watch counts and logs the requests of a server. [New] returns one. It may be used
// from several goroutines.
type Watch struct {
	log      *slog.Logger
	figures  figures
	registry *prometheus.Registry
	lines    *rate.Limiter
	leftOut  atomic.Int64
}

// New returns a Watch with its own metrics that writes to the given log. A request
// is logged at one of four levels: Error if the server failed; Warn if the request
// was refused; Info if the request would change something, unless it is a request
// within a room; Debug for all other requests.
func New(log *slog.Logger) *Watch {
	w := &Watch{log: log, registry: prometheus.NewRegistry(), lines: rate.NewLimiter(failureLines, failureBurst)}
	w.figures = newFigures(w.registry)
	return w
}

// Requests returns a handler that counts and logs the responses of the handler
// next. If next panics before it has sent anything, the handler sorry sends the
// response. If next panics later, the connection is closed. In both cases the
// server keeps running.
func (w *Watch) Requests(next http.Handler, sorry http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		began := time.Now()
		a := &answer{ResponseWriter: rw}
		route := RouteOf(r)
		w.figures.inFlight.Inc()
		defer func() {
			p := recover()
			broken := p != nil && p != http.ErrAbortHandler
			if broken {
				w.panicked(route, p)
				if a.status == 0 {
					clear(a.Header())
					sorry(a, r)
					p = nil
				}
			}
			w.figures.inFlight.Dec()
			w.done(r, route, a, time.Since(began))
			if p != nil {
				panic(http.ErrAbortHandler) // this panic makes net/http close the connection without logging it
			}
		}()
		next.ServeHTTP(a, r)
	})
}

func (w *Watch) panicked(route RouteKind, p any) {
	w.figures.panics.Inc()
	w.log.Error("panic", "route", route.String(), "problem", fmt.Sprintf("%.300v", p), "stack", string(debug.Stack()))
}

// done counts and logs one request.
func (w *Watch) done(r *http.Request, route RouteKind, a *answer, took time.Duration) {
	status := a.status
	if status == 0 {
		status = http.StatusOK // the handler wrote nothing, so net/http sends 200
	}
	if status == http.StatusNotFound && route == File {
		route = Nothing
	}
	w.figures.count(route, status, a.bytes, took, a.waited)
	level := slog.LevelDebug
	switch {
	case status >= 500:
		level = slog.LevelError
	case status >= 400:
		level = slog.LevelWarn
	case r.Method != http.MethodGet && r.Method != http.MethodHead && !route.inRoom():
		level = slog.LevelInfo
	}
	if !w.log.Enabled(r.Context(), level) {
		return
	}
	leftOut, ok := w.room(level)
	if !ok {
		return
	}
	attrs := [...]slog.Attr{
		slog.String("method", methodName(r.Method)), slog.String("route", route.String()), slog.Int("status", status),
		slog.Int64("bytes", a.bytes), slog.Float64("seconds", took.Seconds()), leftOut,
	}
	w.log.LogAttrs(r.Context(), level, "request", attrs[:]...)
}

// room reports whether a line at the given level may be logged now. The returned
// attribute contains the number of lines that were omitted before this one. If no
// lines were omitted, the attribute is empty.
func (w *Watch) room(level slog.Level) (leftOut slog.Attr, ok bool) {
	if level < slog.LevelWarn {
		return leftOut, true
	}
	if !w.lines.Allow() {
		w.leftOut.Add(1)
		return leftOut, false
	}
	if n := w.leftOut.Swap(0); n > 0 {
		leftOut = slog.Int64("left_out", n)
	}
	return leftOut, true
}

// StoreFailed logs an error that the store returned for a request.
func (w *Watch) StoreFailed(r *http.Request, err error) {
	if leftOut, ok := w.room(slog.LevelError); ok {
		w.log.LogAttrs(r.Context(), slog.LevelError, "store", slog.String("route", RouteOf(r).String()), slog.String("problem", err.Error()), leftOut)
	}
}

// RoomsFailed counts and logs a database error in a request for a room.
func (w *Watch) RoomsFailed(r *http.Request, err error) {
	w.figures.failure("rooms", err)
	w.StoreFailed(r, err)
}

// Unopened counts and logs an error that prevents the server from opening its
// database or from writing to it.
func (w *Watch) Unopened(err error) {
	w.figures.failure("open", err)
	w.log.Error("store", "problem", err.Error())
}

// methodName returns the name of a method for the log. Clients may send any word as
// a method, so all unknown methods become "other".
func methodName(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT":
		return method
	}
	return "other"
}

// answer is a response writer that records the status and the size of the response.
type answer struct {
	http.ResponseWriter
	status int // 0 until something is sent
	bytes  int64
	waited bool // whether the response was held back until there was news
}

// Waited marks a response as held back until there is news in a room. The time that
// the client waited is then not counted as work of the server. w is the writer that
// [Watch.Requests] passed on, or a wrapper of it.
func Waited(w http.ResponseWriter) {
	for {
		switch a := w.(type) {
		case *answer:
			a.waited = true
			return
		case interface{ Unwrap() http.ResponseWriter }:
			w = a.Unwrap()
		default:
			return
		}
	}
}

// WriteHeader records the status and sends the headers.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= 200 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body and counts its bytes.
func (a *answer) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(b)
	a.bytes += int64(n)
	return n, err
}

// Unwrap returns the underlying writer, for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// statuses holds the status codes 100 to 599 as texts, so that each is formatted
// only once.
var statuses = func() (texts [600]string) {
	for i := range texts {
		texts[i] = "other"
		if i >= 100 {
			texts[i] = strconv.Itoa(i)
		}
	}
	return texts
}()
