// Package headers defines the security and cache headers that every response of a
// site has, whichever program serves the site. The binary and the worker at the
// edge set the headers with [Secure]. Static hosts read them from a file, which
// [File] writes. The package headerstest checks the result. The only responses
// without these headers are those to malformed HTTP, which net/http refuses itself
// with a line of text.
//
// The headers depend on the kind of address: the page, the version of the page that
// other sites may embed in a frame, the preview picture of a short link, or data
// such as a response of the share API.
package headers

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// Native is the address at which the page reaches `hopyard serve`, the engine outside
// of the browser. The port is fixed, so that the content security policy can name it.
const Native = "127.0.0.1:9137"

// Policy is the content security policy of the page and its files: nothing from other
// origins except the engine on the reader's own computer, no inline script or style,
// and no eval; compiling WebAssembly is allowed. The rule about who may frame the
// page (frame-ancestors) is added only in the header, because a policy within a page
// cannot contain it.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self' http://" + Native + " ws://" + Native + "; worker-src 'self'; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'"

// Scripts is the policy of pages without WebAssembly, such as the page that phones
// load in a room. These pages contain this policy themselves, in addition to the
// header with [Policy]. The browser enforces both.
const Scripts = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'"

// Short maps the short addresses that people type from a slide to pages. A short
// address is the name of the page without its extension.
var Short = map[string]string{"/vote": "/vote.html"}

// closed is the policy of responses that are not pages. Even if a browser displays
// such a response as a page, nothing in it may run or load.
const closed = "default-src 'none'; frame-ancestors 'none'"

// Still is the file name of a picture. On a host that draws no pictures, the
// previews of all short links use this picture.
const Still = "preview.png"

// Names of the headers that differ from response to response.
const (
	contentPolicy  = "Content-Security-Policy"
	resourcePolicy = "Cross-Origin-Resource-Policy"
)

// always lists the headers that are the same on all responses. Permissions-Policy
// disables browser features that the page does not use, so that injected scripts or
// content cannot use them.
var always = []field{
	{"X-Content-Type-Options", "nosniff"},
	{"Permissions-Policy", "accelerometer=(), camera=(), display-capture=(), geolocation=(), " +
		"gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()"},
	{"Referrer-Policy", "no-referrer"},
}

type field struct{ name, value string }

// set holds header values in the form of http.Header. They are allocated only once,
// because every response uses them.
type set map[string][]string

func setOf(lists ...[]field) set {
	all := set{}
	for _, list := range lists {
		for _, f := range list {
			all[f.name] = []string{f.value}
		}
	}
	return all
}

// The headers that depend on the kind of address. There is no
// Cross-Origin-Opener-Policy for the following reason. On a strict course site, an
// embedded page is in a sandboxed frame, and its link opens a new window
// (TestEmbedLeadsOutOfASandbox). Browsers refuse to show a page with that header in
// such a window. The header would protect little: without accounts, another page
// gains nothing from a reference to the page's window.
var (
	ofPage  = []field{{contentPolicy, Policy + "; frame-ancestors 'self'"}, {resourcePolicy, "same-origin"}}
	ofEmbed = []field{{contentPolicy, Policy + "; frame-ancestors *"}, {resourcePolicy, "cross-origin"}}
	ofData  = []field{{contentPolicy, closed}, {resourcePolicy, "same-origin"}}
	ofShown = []field{{contentPolicy, Policy + "; frame-ancestors 'self'"}, {resourcePolicy, "cross-origin"}}
)

var sets = map[kind]set{page: setOf(always, ofPage), embed: setOf(always, ofEmbed), other: setOf(always, ofData), shown: setOf(always, ofShown)}

// kind is the role that a response has for the browser.
type kind int

const (
	page  kind = iota // the page, a part of it, or an unknown address
	embed             // the page that other sites may frame; it handles no keys until the reader clicks it
	other             // a response of the share API, or one for the operator of the server
	shown             // the picture of a short link, which chat programs show with the link
)

// kindOf returns the kind of an address. Hosts may omit the extension of a page's
// name.
func kindOf(path, query string) kind {
	switch path {
	case "/embed.html", "/embed":
		return embed
	case "/", "/index.html":
		if query == "" {
			return page
		}
		if q, _ := url.ParseQuery(query); q.Get("embed") == "1" {
			return embed
		}
	case "/" + Still:
		return shown
	case "/healthz", "/metrics":
		return other
	}
	if strings.HasPrefix(path, "/s/") && strings.HasSuffix(path, ".png") {
		return shown
	}
	if strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/s/") {
		return other
	}
	return page
}

// Secure returns a handler that sets the headers of this package and then calls
// next. The paths of requests are those of a site at /.
func Secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		maps.Copy(h, sets[kindOf(r.URL.Path, r.URL.RawQuery)])
		next.ServeHTTP(w, r)
	})
}

// month is the time for which a browser insists on TLS: long enough for a course,
// but short enough for a laptop that is a server for only one lecture.
var month = []string{"max-age=2592000"}

// Encrypted returns a handler for servers that speak TLS themselves. In addition to
// the headers of [Secure], it sets the header by which browsers insist on TLS from
// then on. It does not set that header for localhost, because every other server on
// that machine has the same host name.
func Encrypted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host := (&url.URL{Host: r.Host}).Hostname(); host != "localhost" && !strings.HasSuffix(host, ".localhost") {
			w.Header()["Strict-Transport-Security"] = month
		}
		next.ServeHTTP(w, r)
	})
}
