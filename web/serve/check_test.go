package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	well := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			http.NotFound(w, r)
			return
		}
		w.Write([]byte("fine\n"))
	})
	plain, secured := httptest.NewServer(well), httptest.NewTLSServer(well)
	defer plain.Close()
	defer secured.Close()
	for _, address := range []string{plain.URL, secured.URL} { // the certificate is nobody's
		var out strings.Builder
		if err := check(address+"/healthz", &out); err != nil || out.String() != "fine\n" {
			t.Errorf("%s: %q, %v", address, out.String(), err)
		}
	}
	gone := httptest.NewServer(well)
	gone.Close()
	for address, says := range map[string]string{
		plain.URL + "/elsewhere": "404",
		gone.URL + "/healthz":    "does not serve",
		"127.0.0.1:8080":         "write an address such as",
		"":                       "write an address such as",
	} {
		if err := check(address, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("check(%q): %v, want …%s…", address, err, says)
		}
	}
}
