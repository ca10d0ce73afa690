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

// hashed reports whether a file name such as app.0123abcd.js contains the hash of
// the file's content (tools/build). It uses no regular expression, because the
// worker would have to compile it again for each request.
func hashed(name string) bool {
	end := path.Ext(name)
	hash := path.Ext(strings.TrimSuffix(name, end))
	return len(end) > 1 && len(hash) == 9 && strings.Trim(hash[1:], "0123456789abcdef") == ""
}

// types maps file name extensions to Content-Types. The table is part of the
// program, because operating systems and hosts know different types.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm", // the type that WebAssembly.compileStreaming requires
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
	"":             "application/json", // the file api/links, which a static host serves in place of the share API
}

// Type returns the Content-Type for the name of a file of the built site, or "" for
// an unknown extension.
func Type(name string) string { return types[path.Ext(name)] }

// Cache returns the Cache-Control for the name of a file of the built site. A file
// whose name contains the hash of its content never changes. Any other file is
// revalidated on each use.
func Cache(name string) string {
	if hashed(name) {
		return forever
	}
	return anew
}

// File returns the content of the file _headers for a site that consists of the
// named files. Workers static assets, Cloudflare Pages, Netlify and other hosts
// read this file at the root of a site.
//
// All rules that match an address apply. If two matching rules set the same header,
// the response has both values, joined by a comma. If both values are content
// security policies, the browser enforces both. Therefore the rule for all
// addresses holds the common part, the other rules do not repeat it, and the common
// part contains no directive from which some address is exempt. Files are listed
// one by one, because hosts differ in where they accept a * within a name. A file
// may have 100 rules, with lines of up to 2,000 characters.
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
