//go:build js && wasm

// Command worker serves the share API and the rooms at Cloudflare's edge: web/api
// and web/rooms over web/store/d1. Workers static assets serve the files of the
// site, so only requests to /api/ and /s/ reach this program. Each of these
// requests starts the program anew (worker.mjs), so the program is kept small
// (build/). "make worker-dev" runs it on this machine.
package main

import (
	"log"
	"net/http"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"

	"hopyard/web/api"
	"hopyard/web/headers"
	"hopyard/web/rooms"
	"hopyard/web/store"
	"hopyard/web/store/d1"
)

func main() {
	workers.Serve(headers.Secure(http.HandlerFunc(answer)))
}

// answer answers the single request for which this instance was started.
func answer(w http.ResponseWriter, r *http.Request) {
	db := d1.Open(cloudflare.GetBinding("LINKS")) // if there is no database, its calls return an error that says so
	base := r.URL.Scheme + "://" + r.URL.Host + "/"
	if rooms.At(r.URL.Path) {
		(&rooms.API{DB: db, Base: base, Log: note}).ServeHTTP(w, r)
		return
	}
	(&api.API{Store: store.Links{DB: db}, Base: base, Log: note, Still: headers.Still}).ServeHTTP(w, r)
}

func note(_ *http.Request, err error) { log.Print(err) }
