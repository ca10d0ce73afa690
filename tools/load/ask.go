package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"hopyard/scenarios"
)

// plain leaves bodies as they come.
var plain = &http.Client{
	Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 32},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Timeout:       30 * time.Second,
}

// ask sends one request and reads the whole answer.
func (s *server) ask(method, path string, headers map[string]string, body string) (*http.Response, []byte, error) {
	r, err := http.NewRequest(method, "http://"+s.address+path, strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	answer, err := plain.Do(r)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.name, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer, text, err
}

// gap stands for a number in a scenario, and in the requests of wrk.lua.
const gap = "0000000000"

// lesson is a scenario as people share them: the first lesson of the page, with a
// gap in its title.
func lesson() (string, error) {
	first := scenarios.All()[0]
	text := strings.Replace(string(first.Source), first.Title, first.Title+" "+gap, 1)
	if strings.Count(text, gap) != 1 {
		return "", fmt.Errorf("the lesson %s has no place for a number in its title", first.Name)
	}
	return text, nil
}

// numbered is the scenario with this number in its gap.
func numbered(text string, n int) string {
	return strings.Replace(text, gap, fmt.Sprintf("%010d", n), 1)
}

// makeLinks posts the scenarios that are read later, a few at a time.
func (b *bench) makeLinks(ctx context.Context) error {
	text, err := lesson()
	if err != nil {
		return err
	}
	b.ids = make([]string, b.links)
	failed := make([]error, 16)
	var all sync.WaitGroup
	for worker := range failed {
		all.Go(func() {
			for n := worker; n < b.links && ctx.Err() == nil && failed[worker] == nil; n += len(failed) {
				b.ids[n], failed[worker] = b.servers[0].post(numbered(text, n+1))
			}
		})
	}
	all.Wait()
	b.posted = b.links + 1
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// post makes a link and returns its id.
func (s *server) post(text string) (string, error) {
	r, body, err := s.ask(http.MethodPost, "/api/links", map[string]string{"Content-Type": "application/json"}, text)
	if err != nil {
		return "", err
	}
	var made struct{ ID string }
	if err := json.Unmarshal(body, &made); err != nil || r.StatusCode/100 != 2 || made.ID == "" {
		return "", fmt.Errorf("POST /api/links: %s: %s", r.Status, body)
	}
	return made.ID, nil
}
