package api

import (
	"net/http"
	"strconv"
	"unicode/utf8"

	"hopyard/core/scenario"
)

// Problem is one thing that is wrong, as answers tell it:
//
//	{"errors": [{"place": "jobs[16].nodes", "line": 9, "column": 12, "problem": …,
//	             "value": "600", "limit": "512", "fix": …}]}
//
// All things that are wrong with a scenario are told at once, up to
// [scenario.MaxErrors], and how many more there are.
type Problem struct {
	Place   string // of the scenario, "" for the whole; or what of the request is wrong, such as "Content-Type"
	Line    int    // in the posted text, from 1; 0 where it is not known
	Column  int    // from 1, in characters
	Problem string // always there; the others are left out where they are empty
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

// longest is how many bytes of a text an answer repeats: names in a scenario may
// have 60 kB, and a hundred errors may stand below one.
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

// Refuse answers with what is wrong, for the API itself and for servers that refuse
// a request to it. No cache may keep it.
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

// Answer sends JSON that caches may keep as the Cache-Control header cache says.
func Answer(w http.ResponseWriter, r *http.Request, status int, cache, text string) {
	w.Header().Set("Content-Type", "application/json")
	Guard(w, cache, "'none'")
	write(w, r, status, text)
}

// Guard sets the headers that every answer has, whatever serves it: an answer is
// no page, nothing in it may be run, and only framers may hold it in a frame.
func Guard(w http.ResponseWriter, cache, framers string) {
	h := w.Header()
	h.Set("Cache-Control", cache)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors "+framers)
}

// write sends status and text; to HEAD all but the text.
func write(w http.ResponseWriter, r *http.Request, status int, text string) {
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(text)) // whoever asked may have gone
	}
}
