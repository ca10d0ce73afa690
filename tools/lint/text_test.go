package lint

import (
	"net/url"
	"os"
	"path"
	"strings"
	"testing"
	"unicode/utf8"
)

// foreign returns texts that must not be committed, because they are specific to a
// machine or a package registry. They are assembled from parts, so that this file
// does not contain them.
func foreign() []string {
	texts := []string{"/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/"}
	for _, host := range []string{"registry.npmjs", "registry.yarnpkg", "registry.npmmirror", "proxy.golang", "sum.golang", "goproxy", "deb.debian"} {
		for _, end := range []string{"org", "com", "io", "cn"} {
			texts = append(texts, host+"."+end)
		}
	}
	for _, name := range []string{"GOPROXY", "npm_config_registry", "NPM_CONFIG_REGISTRY"} {
		for part := range strings.FieldsFuncSeq(os.Getenv(name), func(r rune) bool { return r == ',' || r == '|' }) {
			if u, err := url.Parse(part); err == nil && u.Host != "" {
				texts = append(texts, u.Host)
			}
		}
	}
	return texts
}

// binary lists the extensions of binary files.
var binary = map[string]bool{".png": true, ".woff2": true, ".gz": true, ".br": true, ".wasm": true, ".ico": true, ".pgo": true}

func TestNothingForeign(t *testing.T) {
	texts := foreign()
	walk(t, func(name string) {
		if binary[path.Ext(name)] {
			return
		}
		content := read(t, name)
		if !utf8.ValidString(content) {
			return
		}
		for i, line := range strings.Split(content, "\n") {
			for _, text := range texts {
				if strings.Contains(line, text) {
					t.Errorf("%s:%d: holds %q, which is true of one machine or registry only: leave it out", name, i+1, text)
				}
			}
		}
	})
}
