// Package headers holds the headers that every answer of a site carries,
// whatever serves it: the binary and the worker at the edge set them ([Secure]),
// static hosts read them from a file ([File]), and headerstest reads what came of
// it. Only what is no HTTP, and which net/http refuses itself with a line of text,
// gets an answer without them.
package headers

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// Policy is the content security policy of the page and its files: nothing from
// elsewhere, no inline script or style, no eval; WebAssembly may compile. Who may
// frame the page is said beside it, since that cannot stand in the page itself.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'"

// Scripts is the policy of pages without a program, which phones in a room load. They
// say it themselves; with [Policy], which they are sent with, both hold.
const Scripts = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'"

// Short names the pages that are typed from a slide, by the address without the end of
// their name.
var Short = map[string]string{"/vote": "/vote.html"}

// closed is the policy of what is no page: should a browser show it as one, it can
// do nothing.
const closed = "default-src 'none'; frame-ancestors 'none'"

// Still is the name of the picture that stands for all short links where none is
// drawn.
const Still = "preview.png"

// The names of the headers that differ from answer to answer.
const (
	contentPolicy  = "Content-Security-Policy"
	resourcePolicy = "Cross-Origin-Resource-Policy"
)

// always are the headers that are the same on all answers. The page uses nothing
// of what the second one lists, and so no page that it might be made to show may.
var always = []field{
	{"X-Content-Type-Options", "nosniff"},
	{"Permissions-Policy", "accelerometer=(), camera=(), display-capture=(), geolocation=(), " +
		"gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()"},
	{"Referrer-Policy", "no-referrer"},
}

type field struct{ name, value string }

// set makes the values once, since this runs for every answer.
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

// What differs. There is no Cross-Origin-Opener-Policy: a browser shows no page
// with one in a window that a sandboxed frame opened, which is where the link of an
// embed in a strict course leads (TestEmbedLeadsOutOfASandbox), and whoever holds
// the window of a page without accounts gets nothing by it.
var (
	ofPage  = []field{{contentPolicy, Policy + "; frame-ancestors 'self'"}, {resourcePolicy, "same-origin"}}
	ofEmbed = []field{{contentPolicy, Policy + "; frame-ancestors *"}, {resourcePolicy, "cross-origin"}}
	ofData  = []field{{contentPolicy, closed}, {resourcePolicy, "same-origin"}}
	ofShown = []field{{contentPolicy, Policy + "; frame-ancestors 'self'"}, {resourcePolicy, "cross-origin"}}
)

var sets = map[kind]set{page: setOf(always, ofPage), embed: setOf(always, ofEmbed), other: setOf(always, ofData), shown: setOf(always, ofShown)}

// kind is what an answer is to the browser.
type kind int

const (
	page  kind = iota // the page, a part of it, or nothing
	embed             // the page that others may frame; it takes no keys until it is clicked
	other             // of the share API, or for those who run the server
	shown             // the picture of a short link, which chats show beside it
)

// kindOf tells by the address. Hosts may leave out the end of a page's name.
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

// Secure adds the headers that every answer carries. Addresses are those of a
// site at /.
func Secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		maps.Copy(h, sets[kindOf(r.URL.Path, r.URL.RawQuery)])
		next.ServeHTTP(w, r)
	})
}

// month is how long a browser shall ask for TLS: long enough for a course, short
// enough for a laptop that is a server for one lecture only.
var month = []string{"max-age=2592000"}

// Encrypted adds what a server that does TLS itself says beside [Secure]: that
// browsers are to ask for it from now on. localhost is left out, since it is the
// name of every other server of that machine too.
func Encrypted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host := (&url.URL{Host: r.Host}).Hostname(); host != "localhost" && !strings.HasSuffix(host, ".localhost") {
			w.Header()["Strict-Transport-Security"] = month
		}
		next.ServeHTTP(w, r)
	})
}
