package serve

import (
	"crypto/subtle"
	"encoding/json"
	"net/http"
)

// guard answers only requests from one page. It refuses everything else with the
// same empty response, so that other pages and programs learn nothing: neither
// whether their token was close nor what runs here.
//
// Three independent tests protect the engine. The Host header must be the address of
// this server, so that a foreign name that resolves to 127.0.0.1 (DNS rebinding)
// fails. The Origin header, which scripts cannot forge, must be that of the page. The
// path must contain the token of this run of the program.
type guard struct {
	host   string       // address of this server, such as "127.0.0.1:9137"
	origin string       // the only origin whose pages may connect, such as "http://localhost:8080"
	token  string       // secret that only the printed link contains
	hello  greeting     // answer to a page that asks what runs here
	accept http.Handler // serves WebSocket connections
}

// greeting is the description of this server and of what it accepts. The page asks for it before
// it opens a WebSocket, because browsers do not tell a page why a WebSocket failed.
type greeting struct {
	Protocol uint32 `json:"protocol"`
	Jobs     int    `json:"jobs"`  // largest number of jobs of a trace
	Bytes    int    `json:"bytes"` // largest number of bytes of a trace
	Trace    *file  `json:"trace,omitempty"`
}

// file describes the trace that was named on the command line.
type file struct {
	Name  string `json:"name"`
	Nodes int32  `json:"nodes"` // nodes of the machine on which it runs
	Bytes int    `json:"size"`
}

// ServeHTTP answers a greeting, its preflight, or a WebSocket handshake.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	if !g.allows(r) {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	h.Set("Access-Control-Allow-Origin", g.origin)
	h.Set("Vary", "Origin")
	switch {
	case r.Method == http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", http.MethodGet)
		if r.Header.Get("Access-Control-Request-Private-Network") == "true" { // browsers with Private Network Access ask for this; later ones ask the user instead
			h.Set("Access-Control-Allow-Private-Network", "true")
		}
		w.WriteHeader(http.StatusNoContent)
	case r.Header.Get("Upgrade") != "":
		g.accept.ServeHTTP(w, r)
	default:
		h.Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(&g.hello) // the client may have left
	}
}

// allows reports whether a request comes from the page that the printed link opens.
func (g *guard) allows(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodOptions {
		return false
	}
	origins := r.Header.Values("Origin")
	token := subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte("/"+g.token)) == 1
	return token && r.Host == g.host && len(origins) == 1 && origins[0] == g.origin && r.URL.RawQuery == ""
}
