package headers

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

const (
	forever = "public, max-age=31536000, immutable"
	anew    = "no-cache"
)

// hashed reports whether a name holds the hash of its content (tools/build), as
// in app.0123abcd.js. A pattern would be compiled for each request of the worker.
func hashed(name string) bool {
	end := path.Ext(name)
	hash := path.Ext(strings.TrimSuffix(name, end))
	return len(end) > 1 && len(hash) == 9 && strings.Trim(hash[1:], "0123456789abcdef") == ""
}

// types are fixed, since hosts and systems differ in what they know.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm", // what WebAssembly.compileStreaming insists on
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
	"":             "application/json", // api/links of a static host
}

// Type is the Content-Type of a file of the built site by its name, and "" for
// an ending that none has.
func Type(name string) string { return types[path.Ext(name)] }

// Cache is the Cache-Control of a file of the built site: what has the hash of its
// content in its name never changes, all else is asked for anew.
func Cache(name string) string {
	if hashed(name) {
		return forever
	}
	return anew
}

// File is the file _headers that Workers static assets, Cloudflare Pages, Netlify
// and others read at the root of a site, for a site of these files.
//
// All rules that match an address count, and a header that two of them have gets
// both values, joined by a comma. Of two content security policies both hold: what
// is said to all addresses need not be repeated, but nothing may be said to all
// that one may not have. Files are named one by one, since hosts differ in where
// they take a * within a name; there may be 100 rules, of lines up to 2,000
// characters.
func File(names []string) []byte {
	var b strings.Builder
	rule := func(address string, lists ...[]field) {
		fmt.Fprintln(&b, address)
		for _, list := range lists {
			for _, f := range list {
				fmt.Fprintf(&b, "  %s: %s\n", f.name, strings.TrimPrefix(f.value, Policy+"; "))
			}
		}
	}
	rule("/*", always, []field{{contentPolicy, Policy}})
	names = slices.Sorted(slices.Values(names))
	for _, name := range names {
		own := []field{{"Cache-Control", Cache(name)}}
		if t := Type(name); t != "" {
			own = append(own, field{"Content-Type", t})
		}
		address := "/" + name
		switch kindOf(address, "") {
		case page:
			rule(address, ofPage, own)
			if name == "index.html" {
				rule("/", ofPage, own)
			}
			if short := strings.TrimSuffix(address, ".html"); Short[short] == address {
				rule(short, ofPage, own)
			}
		case embed:
			rule(address, ofEmbed, own)
			rule(strings.TrimSuffix(address, ".html"), ofEmbed, own)
		case shown:
			rule(address, ofShown, own)
		case other:
			rule(address, own)
		}
	}
	return []byte(b.String())
}
