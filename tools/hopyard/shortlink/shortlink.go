// Package shortlink makes and resolves short links. A site stores the scenario, and
// the link contains only its id. [Create] stores a scenario at a site, [Fetch]
// returns it. These are the only functions of the command line that use the network.
package shortlink

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
	"hopyard/wasm/app/share"
	"hopyard/web/store"
)

// Limits for requests to a server.
const (
	serverTime  = 30 * time.Second
	serverBytes = 1 << 20 // largest size of a response
)

// Create creates a short link to a scenario on the server of the site. It
// returns the address of the short link.
//
// The address keeps the query of the site's address. View parameters that select a
// moment of the run are added to the query, as the page does. All other view
// parameters follow after the character #.
func Create(site *url.URL, s *scenario.Scenario, view string) (string, error) {
	status, answer, err := ask(http.MethodPost, site, "api/links", s.Canonical())
	if err != nil {
		return "", err
	}
	var made struct {
		ID     string
		Errors []struct {
			Place, Problem, Value, Limit, Fix string
			Line, Column                      int
		}
	}
	plain := json.Unmarshal(answer, &made) != nil
	switch {
	case status/100 == 2 && store.IsID(made.ID):
		short := site.JoinPath("s", made.ID)
		place, rest := splitView(view)
		short.RawQuery = strings.Trim(site.RawQuery+"&"+place, "&")
		if rest == "" {
			return short.String(), nil
		}
		return short.String() + "#" + rest, nil
	case plain || len(made.Errors) == 0 || status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		return "", fmt.Errorf("%s: has no short links (%d %s); leave out --short, or name another site", named(site), status, http.StatusText(status))
	}
	var wrong jsondoc.Errors
	for _, e := range made.Errors {
		if status != http.StatusBadRequest { // the error concerns the request or the server, not the scenario
			return "", fmt.Errorf("%s: %s", named(site), cmp.Or(e.Place, "server")+": "+e.Problem+fix(e.Fix))
		}
		wrong = append(wrong, jsondoc.Error{Place: e.Place, Line: e.Line, Col: e.Column, Problem: e.Problem, Value: e.Value, Limit: e.Limit, Fix: e.Fix, Whole: "scenario"})
	}
	return "", wrong
}

// splitView splits the view parameters of a link into two parts: the parameters
// that select a moment of the run, and all others.
func splitView(view string) (place, rest string) {
	var here, others []string
	for part := range strings.SplitSeq(view, "&") {
		if key, _, _ := strings.Cut(part, "="); key != "s" && slices.Contains(share.Named[:], key) {
			here = append(here, part)
		} else if part != "" {
			others = append(others, part)
		}
	}
	return strings.Join(here, "&"), strings.Join(others, "&")
}

func fix(text string) string {
	if text == "" {
		return ""
	}
	return "; " + text
}

// Site returns the base address of a site. The given text is a share link or the
// address of a page of the site.
func Site(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return nil, cli.BadUsage("--short %q is not the address of a site; write it as in https://hopyard.example/", text)
	}
	u.Fragment, u.RawFragment, u.RawPath = "", "", ""
	for _, name := range []string{"index.html", "embed.html"} {
		u.Path = strings.TrimSuffix(u.Path, name)
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + "/"
	return u, nil
}

// View returns the view parameters of a share link: the part of the link's
// fragment after the first &.
func View(link string) string {
	_, fragment, _ := strings.Cut(strings.TrimSpace(link), "#")
	_, view, _ := strings.Cut(fragment, "&")
	return view
}

// shortAddress splits a short link into the address of the site and the id of the
// link, in lower case.
func shortAddress(text string) (site *url.URL, id string, ok bool) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, "", false
	}
	at := strings.LastIndex(u.Path, "/s/")
	if at < 0 {
		return nil, "", false
	}
	id = strings.ToLower(u.Path[at+len("/s/"):])
	return &url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: u.Path[:at+1]}, id, store.IsID(id)
}

// Is reports whether the text is a short link.
func Is(text string) bool {
	_, _, ok := shortAddress(text)
	return ok
}

// Fetch returns the scenario of a short link. The id of a short link is derived
// from the scenario. Fetch checks the scenario against the id, so that a server
// cannot deliver a different scenario.
func Fetch(text string) ([]byte, error) {
	site, id, _ := shortAddress(text)
	status, answer, err := ask(http.MethodGet, site, "api/links/"+id, nil)
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusNotFound:
		return nil, fmt.Errorf("%s: has no short link %s; check that it was copied correctly", named(site), id)
	case status != http.StatusOK:
		return nil, fmt.Errorf("%s: answers %d %s; try again later", named(site), status, http.StatusText(status))
	case !store.IDMatches(id, answer):
		return nil, fmt.Errorf("%s: returned something other than the scenario stored as %s; the site is not a Hopyard server, or its data are damaged", named(site), id)
	}
	return answer, nil
}

// ask sends an HTTP request to a site. It treats a redirect as an error.
func ask(method string, site *url.URL, path string, body []byte) (status int, answer []byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), serverTime)
	defer cancel()
	to := site.JoinPath(path)
	to.RawQuery = ""
	r, err := http.NewRequestWithContext(ctx, method, to.String(), strings.NewReader(string(body)))
	if err != nil {
		return 0, nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a, err := client.Do(r)
	if err == nil {
		defer a.Body.Close()
		answer, err = io.ReadAll(io.LimitReader(a.Body, serverBytes))
	}
	var because *url.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return 0, nil, fmt.Errorf("%s: does not answer within %v; try again later", named(site), serverTime)
	case errors.As(err, &because):
		return 0, nil, fmt.Errorf("%s: cannot be reached: %w", named(site), because.Err)
	case err != nil:
		return 0, nil, fmt.Errorf("%s: the answer ends too early: %w", named(site), err)
	case a.StatusCode == http.StatusTooManyRequests:
		return 0, nil, fmt.Errorf("%s: asks to wait; try again in %s seconds", named(site), cmp.Or(a.Header.Get("Retry-After"), "some"))
	case a.StatusCode/100 == 3:
		return 0, nil, fmt.Errorf("%s: redirects to %q; use that site's address", named(site), a.Header.Get("Location"))
	}
	return a.StatusCode, answer, nil
}

// named returns the address of a site in the form used in messages.
func named(site *url.URL) string { return site.Scheme + "://" + site.Host + site.Path }
