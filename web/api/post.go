package api

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/web/store"
)

// limit is MaxBody as text, for errors.
var limit = strconv.Itoa(MaxBody)

// refusal is the reason for rejecting a request: a status and the problems found.
type refusal struct {
	status int
	faults []Problem
}

func refusing(status int, faults ...Problem) *refusal { return &refusal{status, faults} }

// post stores the posted scenario and answers with its link.
func (a *API) post(w http.ResponseWriter, r *http.Request) {
	if no := a.unfit(r); no != nil {
		if no.status == http.StatusUnsupportedMediaType {
			w.Header().Set("Accept", "application/json")
			w.Header().Set("Accept-Encoding", "identity")
		}
		Refuse(w, r, no.status, no.faults...)
		return
	}
	body, no := read(r)
	var text []byte
	if no == nil {
		text, no = a.canonical(r, body)
	}
	if no != nil {
		if no.status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "5")
		}
		Refuse(w, r, no.status, no.faults...)
		return
	}
	id, added, err := store.Keep(r.Context(), a.Store, text)
	if err != nil {
		a.unable(w, r, err)
		return
	}
	status := http.StatusOK
	if added {
		status = http.StatusCreated
	}
	w.Header().Set("Location", "../s/"+id) // relative, because the site may be below a path
	out := jsondoc.AppendText([]byte(`{"id":`), id)
	out = jsondoc.AppendText(append(out, `,"path":`...), "s/"+id)
	out = jsondoc.AppendText(append(out, `,"url":`...), a.base(r)+"s/"+id)
	Answer(w, r, status, never, string(append(out, "}\n"...)))
}

// canonical returns the canonical form of a posted scenario, which is then stored.
// Parsing is expensive, so canonical first waits for permission, a turn. The caller
// has already read the whole body, so slow clients do not hold a turn. canonical
// ends the turn before it returns, so the turn is over when the store is called.
func (a *API) canonical(r *http.Request, body []byte) ([]byte, *refusal) {
	if a.Turn != nil {
		done, ok := a.Turn(r.Context())
		if !ok {
			return nil, refusing(http.StatusServiceUnavailable, Problem{Place: "requests", Problem: "too many scenarios are being looked at now", Fix: "try again in a few seconds, or share the long link"})
		}
		defer done()
	}
	s, err := scenario.ParseShared(body)
	var wrong jsondoc.Errors
	if errors.As(err, &wrong) {
		return nil, refusing(http.StatusBadRequest, faults(wrong)...)
	}
	text := s.Canonical()
	if len(text) > MaxBody {
		return nil, refusing(http.StatusRequestEntityTooLarge, tooLong("canonical form", len(text)))
	}
	return text, nil
}

// base returns the address of the page, or "" if it is unknown.
func (a *API) base(r *http.Request) string {
	switch {
	case a.Base != "":
		return a.Base
	case r.Host == "":
		return ""
	case r.TLS != nil || r.URL.Scheme == "https":
		return "https://" + r.Host + "/"
	}
	return "http://" + r.Host + "/"
}

// unfit returns the reason why a request is rejected before its body is read, or
// nil if there is none.
func (a *API) unfit(r *http.Request) *refusal {
	if Foreign(r, a.Base) {
		return refusing(http.StatusForbidden, Problem{Place: "Origin", Problem: "is another site, and links are made by this site's own page only", Value: r.Header.Get("Origin"), Fix: "make the link on the page, or with hopyard link --short"})
	}
	kinds := r.Header.Values("Content-Type")
	if len(kinds) != 1 || !IsJSON(kinds[0]) {
		return refusing(http.StatusUnsupportedMediaType, Problem{Place: "Content-Type", Problem: "is not a scenario's", Value: strings.Join(kinds, ", "), Limit: "application/json", Fix: "send a scenario as JSON"})
	}
	if coding := strings.Join(r.Header.Values("Content-Encoding"), ", "); coding != "" && !strings.EqualFold(coding, "identity") {
		return refusing(http.StatusUnsupportedMediaType, Problem{Place: "Content-Encoding", Problem: "is not taken here", Value: coding, Limit: "identity", Fix: "send the scenario as it is, not compressed"})
	}
	if r.ContentLength > MaxBody {
		return refusing(http.StatusRequestEntityTooLarge, tooLong("body", int(r.ContentLength)))
	}
	return nil
}

// IsJSON reports whether kind is the Content-Type of JSON. The only permitted
// parameter is charset=utf-8, which changes nothing. HTML forms of other sites
// cannot send this type without a CORS preflight request, which is refused.
func IsJSON(kind string) bool {
	kind, params, err := mime.ParseMediaType(kind)
	if err != nil || kind != "application/json" {
		return false
	}
	for name, value := range params {
		if name != "charset" || !strings.EqualFold(value, "utf-8") {
			return false
		}
	}
	return true
}

// Foreign reports whether a browser sends the request on behalf of a page of
// another site. The page's own site is the one at base or, if base is "", the one
// named by the request's Host. Browsers state in Sec-Fetch-Site whether the page
// belongs to another site; old browsers send only the page's origin. Other clients,
// such as curl, send neither header and are not foreign.
func Foreign(r *http.Request, base string) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "":
	default:
		return true
	}
	origin := r.Header.Get("Origin")
	if origin == "" || strings.HasPrefix(base, origin+"/") {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || u.Host == "" || !strings.EqualFold(u.Host, r.Host)
}

func tooLong(what string, bytes int) Problem {
	n := strconv.Itoa(bytes)
	return Problem{Place: what, Problem: "is " + n + " bytes long, more than a short link may have (" + limit + ")", Value: n, Limit: limit, Fix: "share the scenario as a file"}
}

// read reads the body of a POST. It reads at most one byte more than the limit, to
// detect bodies that are too long.
func read(r *http.Request) ([]byte, *refusal) {
	if r.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, MaxBody+1))
	var wide *http.MaxBytesError // the error of a server that limits bodies before this handler is called
	var slow interface{ Timeout() bool }
	switch {
	case errors.As(err, &wide) || len(body) > MaxBody:
		return nil, refusing(http.StatusRequestEntityTooLarge, Problem{Place: "body", Problem: "is longer than a short link may have (" + limit + " bytes)", Limit: limit, Fix: "share the scenario as a file"})
	case errors.As(err, &slow) && slow.Timeout():
		return nil, refusing(http.StatusRequestTimeout, Problem{Place: "body", Problem: "did not come in time", Fix: "try again"})
	case err != nil:
		return nil, refusing(http.StatusBadRequest, Problem{Place: "body", Problem: "ended before it was whole", Fix: "send it again"})
	}
	return body, nil
}
