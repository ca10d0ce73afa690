package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// state is the information sent to open pages. Each page contains the values that
// Page and Style had when the page was served. If a received value differs, the
// page reloads itself or its style sheets.
type state struct {
	Page    int64  `json:"page"`    // number that changes with every change that requires pages to reload
	Style   int64  `json:"style"`   // number that changes with every change of a style sheet
	Busy    string `json:"busy"`    // name of the target being built
	Problem string `json:"problem"` // messages of all current errors, separated by empty lines
}

// hub sends the state to open pages, at first and after every change.
type hub struct {
	mu       sync.Mutex
	now      state
	problems map[string]string // messages of the current errors, by the name of the part that failed
	news     chan struct{}     // closed when the state changes
}

// newHub returns a hub. Its numbers start from the current time and thus differ
// from the numbers of an earlier server, so that open pages of the earlier server
// reload.
func newHub() *hub {
	begun := time.Now().UnixMilli()
	return &hub{now: state{Page: begun, Style: begun}, problems: map[string]string{}, news: make(chan struct{})}
}

// state returns the state, and a channel that is closed at the next change of the
// state.
func (h *hub) state() (state, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now, h.news
}

func (h *hub) change(f func(s *state)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.now
	f(&h.now)
	if h.now != before {
		close(h.news)
		h.news = make(chan struct{})
	}
}

func (h *hub) reload()          { h.change(func(s *state) { s.Page++ }) }
func (h *hub) restyle()         { h.change(func(s *state) { s.Style++ }) }
func (h *hub) busy(what string) { h.change(func(s *state) { s.Busy = what }) }

// problem records the error of a part; the error nil means that the part no longer
// has one.
func (h *hub) problem(of string, err error) {
	h.change(func(s *state) {
		delete(h.problems, of)
		if err != nil {
			h.problems[of] = strings.TrimSpace(err.Error())
		}
		var all []string
		for _, of := range slices.Sorted(maps.Keys(h.problems)) {
			all = append(all, h.problems[of])
		}
		s.Problem = strings.Join(all, "\n\n")
	})
}

// quiet is the longest time between two messages of an event stream. Sending a
// message shows whether the page has closed the connection.
const quiet = 20 * time.Second

// ServeHTTP sends the state to a page as an event stream, at once and after each
// change.
func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	stream := http.NewResponseController(w)
	for {
		now, news := h.state()
		raw, err := json.Marshal(now)
		if err != nil {
			panic(err) // impossible, because a state consists of text and numbers
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", raw); err != nil || stream.Flush() != nil {
			return
		}
		select {
		case <-news:
		case <-time.After(quiet):
		case <-r.Context().Done():
			return
		}
	}
}
