package api

import (
	"net/http"
	"strconv"
	"unicode/utf8"

	"hopyard/core/jsondoc"
)

// Problem is one error in a request. The JSON of an error response lists errors in
// this form:
//
//	{"errors": [{"place": "jobs[16].nodes", "line": 9, "column": 12, "problem": …,
//	             "value": "600", "limit": "512", "fix": …}]}
//
// If a scenario has errors, the response lists all of them, up to
// [jsondoc.MaxErrors], and the number of further ones.
type Problem struct {
	Place   string // the faulty part of the scenario or of the request, such as "jobs[16].nodes" or "Content-Type"; "" for the whole scenario
	Line    int    // in the posted text, from 1; 0 if unknown
	Column  int    // from 1, in characters
	Problem string // never empty; the text fields below are omitted from the JSON if they are empty
	Value   string
	Limit   string
	Fix     string
}

func faults(wrong jsondoc.Errors) []Problem {
	list := make([]Problem, len(wrong))
	for i := range wrong {
		e := &wrong[i]
		list[i] = Problem{e.Place, e.Line, e.Col, e.Problem, e.Value, e.Limit, e.Fix}
	}
	return list
}

// longest is the maximum number of bytes of a text that a response repeats. Without
// this limit, responses could be huge: a name in a scenario may have 60 kB, and a
// hundred errors may mention it.
const longest = 400

func excerpt(s string) string {
	if len(s) <= longest {
		return s
	}
	end := longest
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

func (f *Problem) append(dst []byte) []byte {
	dst = jsondoc.AppendText(append(dst, `{"place":`...), excerpt(f.Place))
	if f.Line > 0 {
		dst = strconv.AppendInt(append(dst, `,"line":`...), int64(f.Line), 10)
		dst = strconv.AppendInt(append(dst, `,"column":`...), int64(f.Column), 10)
	}
	dst = jsondoc.AppendText(append(dst, `,"problem":`...), excerpt(f.Problem))
	for _, more := range [...]struct{ name, text string }{{`,"value":`, f.Value}, {`,"limit":`, f.Limit}, {`,"fix":`, f.Fix}} {
		if more.text != "" {
			dst = jsondoc.AppendText(append(dst, more.name...), excerpt(more.text))
		}
	}
	return append(dst, '}')
}

// Refuse sends a response that lists the given errors. The API uses it, and so do
// servers that reject a request before it reaches the API. No cache may store the
// response.
func Refuse(w http.ResponseWriter, r *http.Request, status int, faults ...Problem) {
	text := []byte(`{"errors":[`)
	for i := range faults {
		if i > 0 {
			text = append(text, ',')
		}
		text = faults[i].append(text)
	}
	Answer(w, r, status, never, string(append(text, "]}\n"...)))
}

// Answer sends a JSON response. cache is the value of its Cache-Control header.
func Answer(w http.ResponseWriter, r *http.Request, status int, cache, text string) {
	w.Header().Set("Content-Type", "application/json")
	Guard(w, cache, "'none'")
	write(w, r, status, text)
}

// Guard sets the security headers of a response of the API. Every server of the API
// uses it. A response is not a page, so nothing in it may run. The parameter
// framers is a source list for the directive frame-ancestors: the sites that may
// show the response in a frame.
func Guard(w http.ResponseWriter, cache, framers string) {
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors "+framers)
}

// write sends the status and the text. For a HEAD request it sends only the status.
func write(w http.ResponseWriter, r *http.Request, status int, text string) {
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(text)) // the client may have disconnected
	}
}
