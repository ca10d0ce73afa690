package api

import (
	"net/http"
	"strconv"
	"unicode/utf8"

	"hopyard/core/scenario"
)

// Problem is one error of a request. Answers list errors in this form:
//
//	{"errors": [{"place": "jobs[16].nodes", "line": 9, "column": 12, "problem": …,
//	             "value": "600", "limit": "512", "fix": …}]}
//
// An answer lists all errors of a scenario, up to [scenario.MaxErrors], and the
// number of further ones.
type Problem struct {
	Place   string // in the scenario, "" for the whole of it; or the faulty part of the request, such as "Content-Type"
	Line    int    // in the posted text, from 1; 0 if unknown
	Column  int    // from 1, in characters
	Problem string // never empty; the other texts are left out of the JSON if they are empty
	Value   string
	Limit   string
	Fix     string
}

func faults(wrong scenario.Errors) []Problem {
	list := make([]Problem, len(wrong))
	for i := range wrong {
		e := &wrong[i]
		list[i] = Problem{e.Place, e.Line, e.Col, e.Problem, e.Value, e.Limit, e.Fix}
	}
	return list
}

// longest limits how many bytes of a text an answer repeats: a name in a scenario
// may have 60 kB, and a hundred errors may mention it.
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
	dst = scenario.AppendText(append(dst, `{"place":`...), excerpt(f.Place))
	if f.Line > 0 {
		dst = strconv.AppendInt(append(dst, `,"line":`...), int64(f.Line), 10)
		dst = strconv.AppendInt(append(dst, `,"column":`...), int64(f.Column), 10)
	}
	dst = scenario.AppendText(append(dst, `,"problem":`...), excerpt(f.Problem))
	for _, more := range [...]struct{ name, text string }{{`,"value":`, f.Value}, {`,"limit":`, f.Limit}, {`,"fix":`, f.Fix}} {
		if more.text != "" {
			dst = scenario.AppendText(append(dst, more.name...), excerpt(more.text))
		}
	}
	return append(dst, '}')
}

// Refuse answers with errors, for the API itself and for servers that reject a
// request to it. No cache may store the answer.
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

// Answer sends JSON, with cache as its Cache-Control header.
func Answer(w http.ResponseWriter, r *http.Request, status int, cache, text string) {
	w.Header().Set("Content-Type", "application/json")
	Guard(w, cache, "'none'")
	write(w, r, status, text)
}

// Guard sets the security headers of every answer of the API, whichever program
// serves it: an answer is not a page, nothing in it may run, and only framers (a
// source list of frame-ancestors) may show it in a frame.
func Guard(w http.ResponseWriter, cache, framers string) {
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors "+framers)
}

// write sends status and text, or for HEAD only the status.
func write(w http.ResponseWriter, r *http.Request, status int, text string) {
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(text)) // the client may have disconnected
	}
}
