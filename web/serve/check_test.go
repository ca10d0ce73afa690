package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	well := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			http.NotFound(w, r)
			return
		}
		w.Write([]byte(`{"status":"ok"}`))
	})
	plain, secured := httptest.NewServer(well), httptest.NewTLSServer(well)
	defer plain.Close()
	defer secured.Close()
	for _, address := range []string{plain.URL, secured.URL} { // no certificate authority has signed the certificate of the second server
		var out strings.Builder
		if err := check(address+"/healthz", &out); err != nil || out.String() != `{"status":"ok"}` {
			t.Errorf("%s: %q, %v", address, out.String(), err)
		}
	}
	gone := httptest.NewServer(well)
	gone.Close()
	odd := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("fine")) }))
	defer odd.Close()
	for address, says := range map[string]string{
		odd.URL:                            "not the health of Hopyard",
		filepath.Join(t.TempDir(), "none"): "a data folder that is there",
		plain.URL + "/elsewhere":           "404",
		gone.URL + "/healthz":              "does not serve",
		"127.0.0.1:8080":                   "write an address such as",
		"":                                 "write an address such as",
	} {
		if err := check(address, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("check(%q): %v, want …%s…", address, err, says)
		}
	}
}
