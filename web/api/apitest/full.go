package apitest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Large returns scenario number n of a series of different scenarios of about 10
// kB, each of which every server accepts.
func Large(n int) string {
	job := fmt.Sprintf(`{"nodes": 1, "walltime": %d},`, n+1)
	return strings.Replace(Small, `{"id": 1, "nodes": 2, "walltime": 60}`, strings.TrimSuffix(strings.Repeat(job, 400), ","), 1)
}

// Full checks a site whose store has little space, such as 100 kB. It makes links
// until the store is full. From then on, new scenarios must be refused with advice
// on what to do. Existing links must still open, and posting an existing scenario
// must still return its link.
func Full(t *testing.T, base string) {
	t.Helper()
	s := &site{t, base, &http.Client{Timeout: 20 * time.Second}}
	defer s.client.CloseIdleConnections()
	var made []link
	for full := false; !full && len(made) < 1000; {
		r := s.post(Large(len(made)))
		if full = r.StatusCode == http.StatusInsufficientStorage; full {
			if f := s.faults(r, http.StatusInsufficientStorage); f[0].Place != "store" || f[0].Fix == "" {
				s.Errorf("a full store: %+v", f)
			}
			s.headers(r, "Retry-After: ") // no Retry-After, because waiting frees no space
			break
		}
		s.status(r, http.StatusCreated)
		l, _ := s.makes(Large(len(made)))
		made = append(made, l)
	}
	if len(made) == 0 || len(made) == 1000 {
		s.Fatalf("%d links were made", len(made))
	}
	for i, l := range made {
		s.status(s.get("api/links/"+l.ID), http.StatusOK)
		if r := s.post(Large(i)); !strings.Contains(r.body, `"`+l.ID+`"`) || r.StatusCode != http.StatusOK {
			s.Errorf("a link that is there, of a full store: %s %s", r.Status, r.body)
		}
	}
}
