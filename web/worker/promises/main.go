//go:build js && wasm

// Command promises checks inside a worker, on a D1 database, that web/store/d1
// keeps the promises of every store (web/store/storetest). It responds to a request
// to /api/ with one line for each broken promise, and the number of checks. It
// responds to other requests with an empty body.
package main

import (
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"

	"hopyard/web/store"
	"hopyard/web/store/d1"
	"hopyard/web/store/storetest"
)

func main() { workers.Serve(http.HandlerFunc(answer)) }

func answer(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/api/" {
		return
	}
	db := d1.Open(cloudflare.GetBinding("LINKS"))
	said := ""
	for _, p := range storetest.Promises {
		if err := p.Check(r.Context(), store.Links{DB: db}, p.Name); err != nil {
			said += fmt.Sprintf("%s: %v\n", p.Name, err)
		}
	}
	for i, p := range storetest.DBPromises {
		if err := p.Check(r.Context(), db, fmt.Sprint("test", i)); err != nil {
			said += fmt.Sprintf("%s: %v\n", p.Name, err)
		}
	}
	said += fmt.Sprintln(len(storetest.Promises)+len(storetest.DBPromises), "promises checked")
	w.Header().Set("Content-Length", strconv.Itoa(len(said))) // worker.mjs requires it
	_, _ = io.WriteString(w, said)
}
