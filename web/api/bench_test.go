package api_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"hopyard/web/api"
	"hopyard/web/api/apitest"
	"hopyard/web/store"
)

// sized returns a scenario with the given number of jobs.
func sized(jobs int) string {
	var b strings.Builder
	b.WriteString(`{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 3, "width": 4}}, "jobs": [`)
	for i := range jobs {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"id": %d, "submit": %d, "nodes": %d, "walltime": 60}`, i+1, 5*i, 1+i%64)
	}
	b.WriteString("]}")
	return b.String()
}

// BenchmarkPost measures a POST: parsing the scenario, writing its canonical form
// and storing it.
func BenchmarkPost(b *testing.B) {
	for _, jobs := range []int{1, 50, 800} {
		b.Run(fmt.Sprintf("jobs=%d", jobs), func(b *testing.B) {
			body := sized(jobs)
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			a := &api.API{Store: &store.Memory{}}
			for b.Loop() {
				if w := serve(a, post(strings.NewReader(body))); w.Code/100 != 2 {
					b.Fatal(w.Body)
				}
			}
		})
	}
}

// BenchmarkGet measures the three ways to read a link: the scenario itself, the
// redirect to the page, and the link preview.
func BenchmarkGet(b *testing.B) {
	a := &api.API{Store: &store.Memory{}}
	var made struct{ ID string }
	if err := json.Unmarshal(serve(a, post(strings.NewReader(apitest.Small))).Body.Bytes(), &made); err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{"scenario": "/api/links/", "page": "/s/", "preview": "/s/"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest("GET", path+made.ID, nil)
				if name == "page" {
					r.Header.Set("Sec-Fetch-Dest", "document")
				}
				if w := serve(a, r); w.Code >= 400 {
					b.Fatal(w.Body)
				}
			}
		})
	}
}
