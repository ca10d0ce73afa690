//go:build js && wasm

// Command worker is the share API and the rooms at Cloudflare's edge (web/api and
// web/rooms over web/store/d1).
// Files are served by Workers static assets: of all requests only those to /api/
// and /s/ come here, and each starts this program anew (worker.mjs), so it is kept
// small (build/). make worker-dev runs it on this machine.
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

// answer answers the one request that this instance is for.
func answer(w http.ResponseWriter, r *http.Request) {
	db := d1.Open(cloudflare.GetBinding("LINKS")) // without a database it says so
	base := r.URL.Scheme + "://" + r.URL.Host + "/"
	if rooms.At(r.URL.Path) {
		(&rooms.API{DB: db, Base: base, Log: note}).ServeHTTP(w, r)
		return
	}
	(&api.API{Store: store.Links{DB: db}, Base: base, Log: note, Still: headers.Still}).ServeHTTP(w, r)
}

func note(_ *http.Request, err error) { log.Print(err) }
