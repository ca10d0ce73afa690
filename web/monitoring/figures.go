package monitoring

import (
	"errors"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"hopyard/web/store"
)

// figures holds the metrics.
type figures struct {
	requests *prometheus.CounterVec // by route and status
	seconds  [numRoutes]prometheus.Observer
	waits    [numRoutes]prometheus.Observer // wait times by route, for responses that are held back; nil for routes that never hold responses back
	bytes    [numRoutes]prometheus.Counter
	inFlight prometheus.Gauge
	panics   prometheus.Counter
	made     prometheus.Counter
	read     prometheus.Counter
	failed   *prometheus.CounterVec // failures by operation of the store
	damaged  prometheus.Counter
	refused  *prometheus.CounterVec // refused requests by limit
}

// newFigures registers all metrics, including those of the process.
func newFigures(registry *prometheus.Registry) figures {
	counter := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Namespace: "hopyard", Name: name, Help: help}
	}
	bytes := prometheus.NewCounterVec(counter("answer_bytes_total", "Bytes of answers without their headers, by kind of address."), []string{"route"})
	seconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: "hopyard", Name: "request_seconds", Help: "Time from a request's headers to the end of its answer, of all but those in wait_seconds.",
		Buckets: []float64{.0001, .0005, .001, .0025, .005, .01, .02, .05, .1, .25, 1, 5, 30},
	}, []string{"route"})
	waits := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: "hopyard", Name: "wait_seconds", Help: "The same of requests whose answer was held back until there was news in a room.",
		Buckets: []float64{.1, .5, 1, 2, 5, 10, 20, 24, 25.1, 26, 30},
	}, []string{"route"})
	f := figures{
		requests: prometheus.NewCounterVec(counter("requests_total", "Requests answered, by kind of address and status."), []string{"route", "status"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Namespace: "hopyard", Name: "requests_in_flight", Help: "Requests that are being answered."}),
		panics:   prometheus.NewCounter(counter("panics_total", "Requests that failed by an error in the program.")),
		made:     prometheus.NewCounter(counter("links_made_total", "Short links that are new.")),
		read:     prometheus.NewCounter(counter("links_read_total", "Short links that were found.")),
		failed:   prometheus.NewCounterVec(counter("store_errors_total", "Calls of the store that failed, by operation."), []string{"operation"}),
		damaged:  prometheus.NewCounter(counter("store_damaged_total", "Calls of the store that failed because the database is damaged.")),
		refused:  prometheus.NewCounterVec(counter("refused_total", "Requests and connections refused by a limit."), []string{"limit"}),
	}
	for r := range RouteKind(numRoutes) {
		f.seconds[r], f.bytes[r] = seconds.WithLabelValues(r.String()), bytes.WithLabelValues(r.String())
		if r.waits() {
			f.waits[r] = waits.WithLabelValues(r.String())
		}
	}
	registry.MustRegister(f.requests, seconds, waits, bytes, f.inFlight, f.panics, f.made, f.read, f.failed, f.damaged, f.refused,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return f
}

// count counts a response. The parameter waited tells whether the response was held
// back until there was news.
func (f *figures) count(route RouteKind, status int, bytes int64, took time.Duration, waited bool) {
	text := "other"
	if status >= 0 && status < len(statuses) {
		text = statuses[status]
	}
	f.requests.WithLabelValues(route.String(), text).Inc()
	if waited && f.waits[route] != nil {
		f.waits[route].Observe(took.Seconds())
	} else {
		f.seconds[route].Observe(took.Seconds())
	}
	f.bytes[route].Add(float64(bytes))
}

// failure counts a failed call of the store.
func (f *figures) failure(operation string, err error) {
	f.failed.WithLabelValues(operation).Inc()
	if known, ok := errors.AsType[*store.StoreError](err); ok && known.Damaged {
		f.damaged.Inc()
	}
}

// LimitKind is the name of a limit in the metrics.
type LimitKind string

// Names of the limits of a server.
const (
	Reads       LimitKind = "reads"
	Writes      LimitKind = "writes"
	Connections LimitKind = "connections"
	Work        LimitKind = "work" // limits on parsing scenarios and drawing pictures at the same time
	Rooms       LimitKind = "rooms"
)

// Refused counts a request that the given limit refused.
func (w *Watch) Refused(by LimitKind) { w.figures.refused.WithLabelValues(string(by)).Inc() }

// Gauge adds a metric whose value is computed anew, by calling the given function,
// whenever the metrics are read. Gauge panics if the name is already in use.
func (w *Watch) Gauge(name, help string, now func() float64) {
	w.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "hopyard", Name: name, Help: help}, now))
}

// Figures returns a handler that serves all metrics in the format of Prometheus.
func (w *Watch) Figures() http.Handler {
	return promhttp.HandlerFor(w.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}
