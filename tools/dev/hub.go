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

// state is what open pages are told. A page that was made with other numbers is not up
// to date.
type state struct {
	Page    int64  `json:"page"`    // counts changes that need a reload
	Style   int64  `json:"style"`   // counts changes of style sheets
	Busy    string `json:"busy"`    // what is being built
	Problem string `json:"problem"` // what is wrong, in lines
}

// hub tells open pages the state and each change of it.
type hub struct {
	mu       sync.Mutex
	now      state
	problems map[string]string // by what they are of
	news     chan struct{}     // closed when the state changes
}

// newHub counts from the time, so that pages which an earlier server made reload.
func newHub() *hub {
	begun := time.Now().UnixMilli()
	return &hub{now: state{Page: begun, Style: begun}, problems: map[string]string{}, news: make(chan struct{})}
}

// state returns the state, and a channel that is closed when it changes.
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

// problem notes what is wrong with something, or with nil that it is right again.
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

// quiet is how long a stream may say nothing: what is gone is noticed by then.
const quiet = 20 * time.Second

// ServeHTTP sends the state now, and again each time it changes.
func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	stream := http.NewResponseController(w)
	for {
		now, news := h.state()
		raw, err := json.Marshal(now)
		if err != nil {
			panic(err) // it is text and numbers
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
