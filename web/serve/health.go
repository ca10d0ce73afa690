package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"hopyard/web/store"
)

// health tells whoever looks after the server how it is. The status is 200 as long
// as pages are served, which is always: without its links the page still works,
// and a restart would mend no disk.
func (v *server) health(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "application/json")
	adding, reading := v.trouble(r.Context())
	state := struct {
		Page    string `json:"page"`
		Links   string `json:"links"`
		Problem string `json:"problem,omitempty"`
		Fix     string `json:"fix,omitempty"`
	}{Page: "ok", Links: "ok"}
	if adding != nil {
		state.Links = "read only"
		state.Problem, state.Fix = told(adding)
	}
	if reading != nil {
		state.Links = "failing"
		state.Problem, state.Fix = told(reading)
	}
	text, err := json.Marshal(state)
	if err != nil {
		panic(err) // only for types that JSON has no form for
	}
	w.Write(append(text, '\n'))
}

// told is what everybody may know of a store's trouble.
func told(err error) (problem, fix string) {
	if known, ok := errors.AsType[*store.Error](err); ok {
		return known.Problem, known.Fix
	}
	return "the store cannot do its work", "see the server's log"
}

// trouble says why short links cannot be made or read, nil if they can.
func (v *server) trouble(ctx context.Context) (adding, reading error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := v.links.Get(ctx, strings.Repeat(store.Alphabet[:1], store.MinID))
	if errors.Is(err, store.ErrNone) {
		err = nil
	}
	return v.links.Trouble(), err
}
