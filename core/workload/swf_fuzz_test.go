package workload

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

// FuzzReadSWF checks that, for every input, nothing panics; every line becomes a
// record, a reported line or a comment; writing and reading again changes nothing;
// every record becomes one job; and every rejected job is reported.
func FuzzReadSWF(f *testing.F) {
	for _, c := range oddTraces {
		f.Add([]byte(c.trace))
	}
	f.Fuzz(func(t *testing.T, trace []byte) {
		strict, strictErr := ReadSWF(bytes.NewReader(trace), SWFOptions{})
		s, err := ReadSWF(bytes.NewReader(trace), SWFOptions{SkipBad: true})
		if err != nil {
			if strictErr == nil || !errors.Is(err, ErrSWF) {
				t.Fatalf("with SkipBad %v, without %v", err, strictErr)
			}
			return
		}
		skipped := s.Warnings.Count(SWFSkipped)
		if (strictErr != nil) != (skipped > 0) || strictErr == nil && !slices.Equal(strict.Records, s.Records) {
			t.Fatalf("%d lines skipped, but without SkipBad %v", skipped, strictErr)
		}
		if rows, comments := countLines(trace); rows != len(s.Records)+skipped || comments != len(s.Header) {
			t.Fatalf("%d rows and %d comments, but %d records, %d skipped, %d comments",
				rows, comments, len(s.Records), skipped, len(s.Header))
		}
		checkRoundTrip(t, s)
		checkJobs(t, s)
	})
}

// countLines counts rows and comments without parsing them. A line that is too
// long, or that contains a lone carriage return, counts as a row.
func countLines(trace []byte) (rows, comments int) {
	trace = bytes.TrimPrefix(trace, []byte("\uFEFF"))
	for line := range strings.SplitSeq(string(trace), "\n") {
		line = strings.TrimSuffix(line, "\r")
		text := strings.Trim(line, " \t")
		switch {
		case len(line) > maxSWFLine || strings.Contains(line, "\r"):
			rows++
		case strings.HasPrefix(text, ";"):
			comments++
		case text != "":
			rows++
		}
	}
	return rows, comments
}

func checkRoundTrip(t *testing.T, s *SWF) {
	var first, second bytes.Buffer
	if err := WriteSWF(&first, s.Header, slices.Values(s.Records)); err != nil {
		if !strings.Contains(err.Error(), "is a line of") { // a number with a short spelling may have been written in a longer form
			t.Fatalf("what was read cannot be written: %v", err)
		}
		return
	}
	again, err := ReadSWF(bytes.NewReader(first.Bytes()), SWFOptions{})
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\n%q", err, first.Bytes())
	}
	if err := WriteSWF(&second, again.Header, slices.Values(again.Records)); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatalf("written again (%v):\n%q\nfirst:\n%q", err, second.Bytes(), first.Bytes())
	}
	for i, r := range s.Records {
		if r.numbers() != again.Records[i].numbers() {
			t.Fatalf("record %d comes back as %+v, was %+v", i, again.Records[i], r)
		}
	}
	for i, h := range s.Header {
		if a := again.Header[i]; h.Text != a.Text || h.Before != a.Before || h.Label != a.Label || h.Value != a.Value {
			t.Fatalf("comment %d comes back as %+v, was %+v", i, a, h)
		}
	}
}

func checkJobs(t *testing.T, s *SWF) {
	for _, m := range []SWFMachine{{}, {Nodes: 100}, {Nodes: 7, Cores: 3, Memory: 5}} {
		jobs, err := s.Jobs(m)
		if err != nil {
			if !errors.Is(err, ErrSWF) || !slices.ContainsFunc(s.Records, func(r SWFRecord) bool { return r.Preceding != Missing }) {
				t.Fatalf("%+v: %v", m, err)
			}
			return
		}
		rejected := jobs.Warnings.Count(SWFRejected)
		if len(jobs.Jobs) != len(s.Records) || len(jobs.Records) != len(s.Records) || countRejected(jobs.Jobs) != rejected {
			t.Fatalf("%+v: %d records, %d jobs, %d rejected, %d reported", m, len(s.Records), len(jobs.Jobs), countRejected(jobs.Jobs), rejected)
		}
		used := make([]bool, len(s.Records))
		for id := range jobs.Jobs {
			j, r := &jobs.Jobs[id], &s.Records[jobs.Records[id]]
			if used[jobs.Records[id]] || j.ID != JobID(id) || j.Number != r.Number {
				t.Fatalf("%+v: job %d is %+v, made of %+v", m, id, j, r)
			}
			used[jobs.Records[id]] = true
			if id > 0 && jobs.Jobs[id-1].Submit > j.Submit {
				t.Fatalf("%+v: jobs %d and %d are out of order", m, id-1, id)
			}
			if j.Reject == nil && (j.Size() <= 0 || j.Runtime < 0 || j.Walltime < 0 || j.Submit < 0 || j.Think < 0 || j.Walltime == 0 && j.Runtime > 0) {
				t.Fatalf("%+v: impossible job %+v of %+v", m, j, r)
			}
			if j.After != NoJob && (jobs.Jobs[j.After].Number != r.Preceding || jobs.Jobs[j.After].Reject != nil || j.Reject != nil) {
				t.Fatalf("%+v: job %+v follows %+v", m, j, jobs.Jobs[j.After])
			}
		}
	}
}
