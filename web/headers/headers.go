// Package headers holds the headers that every answer of a site carries,
// whatever serves it: the binary, the worker at the edge, or a static host that
// reads a file of them.
package headers

import "net/http"

// policy is the content security policy but for who may frame the page: nothing
// from elsewhere, no inline script or style, no eval; WebAssembly may compile.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "

// embed reports whether pages of others may hold the answer to this request in a
// frame: it is a page that takes no keys until it is clicked. Hosts may leave out
// the end of its name.
func embed(r *http.Request) bool {
	switch r.URL.Path {
	case "/embed.html", "/embed":
		return true
	case "/", "/index.html":
		return r.URL.Query().Get("embed") == "1"
	}
	return false
}

// Secure adds the headers that every answer carries.
func Secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		framers := "'self'"
		if embed(r) {
			framers = "*"
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy+framers)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}
