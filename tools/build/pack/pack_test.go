package pack

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"hopyard/web"
	"hopyard/web/headers"
)

// extra lists the files that static hosts get and Hopyard's own server does not
// serve.
var extra = []string{".nojekyll", "404.html", "LICENSE.txt", "README.txt", "_headers", "api/links"}

// built returns the built site. It skips the test if there is none.
func built(t *testing.T) fs.FS {
	t.Helper()
	dist := web.Dist()
	if _, err := fs.Stat(dist, "index.html"); err != nil {
		t.Skip("nothing was built: make build")
	}
	return dist
}

// zipped returns the zip of a site, as bytes and as an open reader.
func zipped(t *testing.T, dist fs.FS) ([]byte, *zip.Reader) {
	t.Helper()
	files, err := Folder(dist, []byte("licence"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Zip(&b, files); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), r
}

// TestZipIsWhatTheBinaryServes checks that the zip contains every built file, and
// that Hopyard's own server serves each of them with the same content.
func TestZipIsWhatTheBinaryServes(t *testing.T) {
	dist := built(t)
	site, err := web.Site(dist, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, z := zipped(t, dist)
	var names, left []string
	for _, f := range z.File {
		if slices.Contains(extra, f.Name) {
			left = append(left, f.Name)
			continue
		}
		names = append(names, f.Name)
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/"+f.Name, nil))
		if w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), content) {
			t.Errorf("%s: the binary answers %d with other bytes", f.Name, w.Code)
		}
	}
	if !slices.Equal(left, extra) {
		t.Errorf("beside the site there are %v, want %v", left, extra)
	}
	entries, err := fs.ReadDir(dist, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := strings.TrimSuffix(strings.TrimSuffix(e.Name(), ".br"), ".gz")
		if name != ".gitkeep" && !slices.Contains(names, name) {
			t.Errorf("%s was built and is not in the zip", e.Name())
		}
	}
}

func TestSameFilesSameBytes(t *testing.T) {
	dist := fstest.MapFS{"index.html": {Data: []byte("page")}, "a.0123abcd.js": {Data: []byte("1")}, "a.0123abcd.js.br": {Data: []byte("2")}, ".gitkeep": {}}
	first, z := zipped(t, dist)
	again, _ := zipped(t, dist)
	if !bytes.Equal(first, again) {
		t.Error("the same files made other bytes")
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
		if f.Modified.Year() != 1980 || f.Mode() != 0o644 {
			t.Errorf("%s: %v, %v", f.Name, f.Modified, f.Mode())
		}
	}
	want := []string{".nojekyll", "404.html", "LICENSE.txt", "README.txt", "_headers", "a.0123abcd.js", "api/links", "index.html"}
	if !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	files, err := Folder(dist, nil)
	if name := Name(files); err != nil || !regexp.MustCompile(`^hopyard-[0-9a-f]{8}\.zip$`).MatchString(name) {
		t.Errorf("named %s (%v)", name, err)
	}
	if _, err := Folder(fstest.MapFS{}, nil); err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("nothing built: %v", err)
	}
}

// engine is the reason why files name an address of the reader's own computer.
const engine = "the engine on the reader's own computer, which the page asks only after the reader has agreed"

// dictionary is the reason why the reader of job logs names addresses.
const dictionary = "the dictionary of brotli, one of the codecs of Parquet files, which consists of pieces of pages; and addresses in messages of protobuf"

// allowed lists the addresses of other sites that files of the site may contain.
// The page makes no requests to these addresses but the last, hopyard serve.
var allowed = []struct{ file, prefix, why string }{
	{"*.js", "http://www.w3.org/", "a namespace of XML"},
	{"*.svg", "http://www.w3.org/", "a namespace of XML"},
	{"*.wasm", "http://www.w3.org/", "a namespace of XML: exported pictures"},
	{"*.wasm", "http://www.imsproject.org/xsd/", "a namespace of XML: the manifest of a SCORM package"},
	{"*.wasm", "http://www.adlnet.org/xsd/", "a namespace of XML: the manifest of a SCORM package"},
	{"lab.*.wasm", "https://go-echarts.github.io/go-echarts-assets/", "where pages of go-echarts would have their scripts from; reports have theirs inside"},
	{"lab.*.wasm", "http://www.cs.huji.ac.il/labs/parallel/workload/", "the name of a model's source in the header of a trace"},
	{"curves.*.js", "https://github.com/", "a licence's comment, or a link in a message to developers"},
	{"echarts.*.js", "https://github.com/", "a licence's comment, or a link in a message to developers"},
	{"native.*.js", "http://" + headers.Native + "/", engine},
	{"native.*.js", "ws://" + headers.Native + "/", engine},
	{"index.html", "http://" + headers.Native, engine},
	{"index.html", "ws://" + headers.Native, engine},
	{"embed.html", "http://" + headers.Native, engine},
	{"embed.html", "ws://" + headers.Native, engine},
	{"_headers", "http://" + headers.Native, engine},
	{"_headers", "ws://" + headers.Native, engine},
	{"licenses.*.txt", "http", "the texts of licences"},
	{"logs.*.wasm", "http", dictionary},
	{"logs.*.wasm", `src = "//`, dictionary},
}

// TestNoOtherOrigin checks that no file contains an address of another site to
// which the page might make a request.
func TestNoOtherOrigin(t *testing.T) {
	files, err := Folder(built(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	// The regular expression is applied only to the bytes around each "//":
	// applying it to megabytes takes seconds.
	absolute := regexp.MustCompile(`(?i)\b(?:https?|wss?|ftp)://[^\s"'<>)\\]*|(?:src|href|action)\s*=\s*["']?//[^\s"'>]+|url\(["']?//[^)]+|["'` + "`]" + `//[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}[/"'` + "`]")
	for _, f := range files {
		for from := 0; ; from += 2 {
			next := bytes.Index(f.Content[from:], []byte("//"))
			if next < 0 {
				break
			}
			from += next
			around := f.Content[max(0, from-12):min(len(f.Content), from+100)]
			if address := string(absolute.Find(around)); address != "" && !isAllowed(f.Name, address) {
				t.Errorf("%s names %.80q: let the page ask its own host only, or say here why it is none that a page asks", f.Name, address)
			}
		}
	}
	for text, want := range map[string]bool{
		`fetch("https://a.example/x")`: true, `<img src=//a.example/x>`: true, `url(//a.example/x)`: true, `import("//a.example/x")`: true,
		`a // a comment`: false, `x="//";`: false, `fetch("api/links")`: false,
	} {
		if absolute.MatchString(text) != want {
			t.Errorf("%s: found is %v", text, !want)
		}
	}
}

func isAllowed(file, address string) bool {
	// The address is a bare scheme, "https://", as in texts.
	if host := address[strings.Index(address, "//")+2:]; host == "" {
		return true
	}
	for _, a := range allowed {
		if ok, _ := path.Match(a.file, file); ok && strings.HasPrefix(address, a.prefix) {
			return true
		}
	}
	return false
}
