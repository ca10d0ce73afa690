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

// How many lines a second failures may take, and how many at once, lest a flood
// of bad requests fills the disk. What was left out is counted in the next line.
const (
	failureLines = 10
	failureBurst = 200
)

// Watch counts and logs. [New] makes one. It may be used from several goroutines.
type Watch struct {
	log      *slog.Logger
	figures  figures
	registry *prometheus.Registry
	lines    *rate.Limiter
	leftOut  atomic.Int64
}

// New watches with figures of its own and logs to log. By level: Debug has every
// request, Info those that would change something but for votes and
// what else is going on in a room, Warn those that were refused,
// Error those that failed here.
func New(log *slog.Logger) *Watch {
	w := &Watch{log: log, registry: prometheus.NewRegistry(), lines: rate.NewLimiter(failureLines, failureBurst)}
	w.figures = newFigures(w.registry)
	return w
}

// Requests counts and logs what next answers. Where next panics, sorry answers if
// nothing was sent yet, else the connection is closed; the server goes on.
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
				panic(http.ErrAbortHandler) // ends the connection, quietly
			}
		}()
		next.ServeHTTP(a, r)
	})
}

func (w *Watch) panicked(route RouteKind, p any) {
	w.figures.panics.Inc()
	w.log.Error("panic", "route", route.String(), "problem", fmt.Sprintf("%.300v", p), "stack", string(debug.Stack()))
}

// done tells of one request.
func (w *Watch) done(r *http.Request, route RouteKind, a *answer, took time.Duration) {
	status := a.status
	if status == 0 {
		status = http.StatusOK // nothing was written: net/http says so
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

// room reports whether there may be a line at level now. The attribute says how
// many had to be left out before it; it is empty if none.
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

// StoreFailed logs why a store could not answer.
func (w *Watch) StoreFailed(r *http.Request, err error) {
	if leftOut, ok := w.room(slog.LevelError); ok {
		w.log.LogAttrs(r.Context(), slog.LevelError, "store", slog.String("route", RouteOf(r).String()), slog.String("problem", err.Error()), leftOut)
	}
}

// RoomsFailed counts and logs why the database could not answer for a room.
func (w *Watch) RoomsFailed(r *http.Request, err error) {
	w.figures.failure("rooms", err)
	w.StoreFailed(r, err)
}

// Unopened counts and logs why a server serves without its database, or only reads it.
func (w *Watch) Unopened(err error) {
	w.figures.failure("open", err)
	w.log.Error("store", "problem", err.Error())
}

// methodName is a method as logs name it: a client may send any word as one.
func methodName(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT":
		return method
	}
	return "other"
}

// answer remembers what was answered.
type answer struct {
	http.ResponseWriter
	status int // 0 as long as nothing is sent
	bytes  int64
	waited bool // it was held back until there was news
}

// Waited says that an answer is held back until there is news in a room, so that its
// time is not counted as one that the server took. w is what [Watch.Requests] handed on.
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

// WriteHeader sends the headers.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= 200 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body.
func (a *answer) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(b)
	a.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// statuses are the texts of 100 to 599, made once.
var statuses = func() (texts [600]string) {
	for i := range texts {
		texts[i] = "other"
		if i >= 100 {
			texts[i] = strconv.Itoa(i)
		}
	}
	return texts
}()
