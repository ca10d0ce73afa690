// Package headers defines the security and cache headers of every answer of a site,
// whichever program serves it. The binary and the worker at the edge set them with
// [Secure]. Static hosts read them from a file, which [File] writes. The package
// headerstest checks the result. The only answers without these headers are those
// to malformed HTTP, which net/http refuses itself with a line of text.
//
// The headers depend on the kind of address: the page, the page that others may
// embed in a frame, the preview picture of a short link, or data such as an answer
// of the share API.
package headers

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// Policy is the content security policy of the page and its files: nothing from
// other origins, no inline script or style, and no eval; WebAssembly may compile.
// The rule about who may frame the page (frame-ancestors) is added in the header,
// because a policy within the page cannot contain it.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'"

// Scripts is the policy of pages without WebAssembly, which phones in a room load.
// These pages state it themselves, in addition to the header with [Policy]; both
// apply.
const Scripts = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'"

// Short maps short addresses, which people type from a slide, to the pages there. A
// short address is the page's name without its extension.
var Short = map[string]string{"/vote": "/vote.html"}

// closed is the policy of answers that are not pages: if a browser displays such an
// answer as a page, the page can do nothing.
const closed = "default-src 'none'; frame-ancestors 'none'"

// Still is the name of the picture that previews use for all short links on a host
// that draws no pictures.
const Still = "preview.png"

// The names of the headers that differ from answer to answer.
const (
	contentPolicy  = "Content-Security-Policy"
	resourcePolicy = "Cross-Origin-Resource-Policy"
)

// always lists the headers that are the same on all answers. The page uses none of
// the features that the second one disables, so that nothing that the page might be
// made to run or show can use them either.
var always = []field{
	{"X-Content-Type-Options", "nosniff"},
	{"Permissions-Policy", "accelerometer=(), camera=(), display-capture=(), geolocation=(), " +
		"gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()"},
	{"Referrer-Policy", "no-referrer"},
}

type field struct{ name, value string }

// set holds header values that are allocated once, because they are used for every
// answer.
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

// The headers that differ between kinds of address. There is no
// Cross-Origin-Opener-Policy: browsers do not show a page with that header in a
// window that a sandboxed frame opened, and the link of an embedded page in a
// strict course site opens such a window (TestEmbedLeadsOutOfASandbox). Without
// accounts there is nothing to gain from holding a reference to the page's window.
var (
	ofPage  = []field{{contentPolicy, Policy + "; frame-ancestors 'self'"}, {resourcePolicy, "same-origin"}}
	ofEmbed = []field{{contentPolicy, Policy + "; frame-ancestors *"}, {resourcePolicy, "cross-origin"}}
	ofData  = []field{{contentPolicy, closed}, {resourcePolicy, "same-origin"}}
	ofShown = []field{{contentPolicy, Policy + "; frame-ancestors 'self'"}, {resourcePolicy, "cross-origin"}}
)

var sets = map[kind]set{page: setOf(always, ofPage), embed: setOf(always, ofEmbed), other: setOf(always, ofData), shown: setOf(always, ofShown)}

// kind is the role of an answer for the browser.
type kind int

const (
	page  kind = iota // the page, a part of it, or an unknown address
	embed             // the page that other sites may frame; it takes no keys until it is clicked
	other             // an answer of the share API, or one for the operator of the server
	shown             // the picture of a short link, which chat programs show beside it
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

// Secure returns a handler that adds the headers of every answer to those of next.
// Paths are those of a site at /.
func Secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		maps.Copy(h, sets[kindOf(r.URL.Path, r.URL.RawQuery)])
		next.ServeHTTP(w, r)
	})
}

// month is the time for which a browser shall insist on TLS: long enough for a
// course, short enough for a laptop that is a server for only one lecture.
var month = []string{"max-age=2592000"}

// Encrypted returns a handler that adds the header of servers that speak TLS
// themselves, in addition to those of [Secure]: browsers must use TLS from now on.
// It leaves out localhost, because every other server on that machine has the same
// name.
func Encrypted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host := (&url.URL{Host: r.Host}).Hostname(); host != "localhost" && !strings.HasSuffix(host, ".localhost") {
			w.Header()["Strict-Transport-Security"] = month
		}
		next.ServeHTTP(w, r)
	})
}
