package apitest

import (
	"fmt"
	"io"
	"strings"
)

// refusals checks that bodies with a wrong content type or encoding are refused. It
// also checks that bodies that are not valid scenarios are refused with the
// location of the error.
func refusals(s *site) {
	for _, c := range []struct {
		name, body string
		headers    []string
		status     int
		place      string
	}{
		{"no type", Small, nil, 415, "Content-Type"},
		{"a form", "a=b", []string{"Content-Type: application/x-www-form-urlencoded"}, 415, "Content-Type"},
		{"a form with parts", Small, []string{"Content-Type: multipart/form-data; boundary=x"}, 415, "Content-Type"},
		{"plain text, as other sites may send", Small, []string{"Content-Type: text/plain"}, 415, "Content-Type"},
		{"text of JSON", Small, []string{"Content-Type: text/json"}, 415, "Content-Type"},
		{"another character set", Small, []string{"Content-Type: application/json; charset=utf-16"}, 415, "Content-Type"},
		{"two types", Small, []string{"Content-Type: application/json, text/plain"}, 415, "Content-Type"},
		{"compressed", Small, []string{"Content-Type: application/json", "Content-Encoding: gzip"}, 415, "Content-Encoding"},
		{"compressed twice", Small, []string{"Content-Type: application/json", "Content-Encoding: identity, br"}, 415, "Content-Encoding"},
	} {
		r := s.ask("POST", "api/links", strings.NewReader(c.body), c.headers...)
		if f := s.faults(r, c.status); f[0].Place != c.place || f[0].Limit == "" || f[0].Fix == "" {
			s.Errorf("%s: %+v", c.name, f)
		}
		s.headers(r, "Accept: application/json", "Accept-Encoding: identity")
	}
	s.makes(Small) // so that the store contains this scenario, whatever the order of the tests
	for _, kind := range []string{"application/json; charset=UTF-8", "Application/JSON;charset=\"utf-8\""} {
		s.status(s.ask("POST", "api/links", strings.NewReader(Small), "Content-Type: "+kind, "Content-Encoding: identity"), 200)
	}
	for body, place := range map[string]string{
		"": "", "null": "", "[]": "", "{": "", "{}x": "", "\ufeff" + Small: "", "\xff\xfe": "", "\x1f\x8b\x08\x00": "",
		`{"hopyard": 2, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": []}`: "hopyard",
		strings.Repeat("[", 60_000):                                             "",
		strings.Replace(Small, "60", "1e999", 1):                                "jobs[0].walltime",
		strings.Replace(Small, `1,`, `1, "seed": 1,`, 2):                        "jobs[0].seed",
		strings.Replace(Small, `"hopyard": 1`, `"hopyard": 1, "hopyard": 1`, 1): "hopyard",
		strings.Replace(Small, `}}`, `, "__proto__": {}}}`, 1):                  "cluster.topology.__proto__",
	} {
		if f := s.faults(s.post(body), 400); f[0].Place != place || f[0].Place == "" && (f[0].Line < 1 || f[0].Column < 1) {
			s.Errorf("%.40q: %+v, want the place %q", body, f, place)
		}
	}
}

// allErrors checks that one response lists all errors of a scenario, each with its
// place, line, column, value, limit and fix.
func allErrors(s *site) {
	body := "{\"hopyard\": 1,\n \"cluster\": {\"topology\": {\"kind\": \"star\", \"nodes\": 4}},\n \"jobs\": [{\"nodes\": 6, \"walltime\": 60},\n  {\"nodez\": 1, \"nodes\": 1, \"walltime\": -1}]}"
	got := s.faults(s.post(body), 400)
	want := []struct {
		place, value, limit string
		line, column        int
	}{{"jobs[0].nodes", "6", "4", 3, 21}, {"jobs[1].nodez", `"nodez"`, "", 4, 4}, {"jobs[1].walltime", "-1", "0", 4, 40}}
	if len(got) != len(want) {
		s.Fatalf("%d errors, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		g := got[i]
		if g.Place != w.place || g.Value != w.value || g.Limit != w.limit || g.Line != w.line || g.Column != w.column || g.Fix == "" {
			s.Errorf("%+v, want %+v", g, w)
		}
	}
}

// shortAnswers checks that no request causes a response that is much longer than
// the request itself.
func shortAnswers(s *site) {
	long := strings.Repeat("k", 30_000)
	below := `{"hopyard":1,"cluster":{"topology":{"kind":"star","nodes":4}},"jobs":[],"allotments":{"users":{"` + long + `":{` + strings.Repeat(`"x":0,`, 5000) + `"y":0}}}}`
	for _, body := range []string{below, `{"` + long + `":1}`, "[" + strings.Repeat("0,", 30_000) + "0]", `{"jobs":[` + strings.Repeat("0,", 30_000) + "0]}"} {
		if r := s.post(body); len(s.faults(r, 400)) > 101 || len(r.body) > 120_000 {
			s.Errorf("%.40q: %d bytes", body, len(r.body))
		}
	}
}

func limits(s *site) {
	const most = 64 << 10
	padded := Small + strings.Repeat(" ", most-len(Small))
	s.makes(padded)
	said := s.faults(s.post(padded+" "), 413)
	if said[0].Place != "body" || said[0].Limit != "65536" || said[0].Fix == "" {
		s.Errorf("one byte more: %+v", said)
	}
	unknown := struct{ io.Reader }{strings.NewReader(padded + " ")} // sent in chunks, without a Content-Length
	if said := s.faults(s.ask("POST", "api/links", unknown, "Content-Type: application/json"), 413); said[0].Place != "body" {
		s.Errorf("in chunks: %+v", said)
	}
	jobs := func(n int) string {
		return strings.Replace(Small, `{"id": 1, "nodes": 2, "walltime": 60}`, strings.TrimSuffix(strings.Repeat(`{"nodes":1,"walltime":1},`, n), ","), 1)
	}
	if said := s.faults(s.post(jobs(2500)), 413); said[0].Place != "canonical form" || said[0].Limit != "65536" || said[0].Value == "" {
		s.Errorf("longer in canonical form: %+v", said)
	}
	made, _ := s.makes(jobs(1000))
	if r := s.get("api/links/" + made.ID); len(r.body) < most*3/4 {
		s.Errorf("a scenario of 1,000 jobs has %d bytes", len(r.body))
	}
	drawn := `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": %d}}, "workload": {"model": "lublin", "jobs": %d}}`
	s.makes(fmt.Sprintf(drawn, 4096, 5000))
	for _, c := range []struct {
		nodes, jobs  int
		place, limit string
	}{{4097, 9, "link.nodes", "4096"}, {1 << 20, 9, "link.nodes", "4096"}, {4, 5001, "link.jobs", "5000"}, {4, 1_000_000, "link.jobs", "5000"}} {
		if said := s.faults(s.post(fmt.Sprintf(drawn, c.nodes, c.jobs)), 400); said[0].Place != c.place || said[0].Limit != c.limit {
			s.Errorf("%d nodes, %d jobs: %+v", c.nodes, c.jobs, said)
		}
	}
}
