package app

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/core/workload/resampling"
	"hopyard/tools/traces"
	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/message"
)

// besideTrace returns a page that compares policies on a random trace with the given
// number of jobs.
func besideTrace(t *testing.T, jobs int, policies ...string) (*sideBySide, string) {
	t.Helper()
	var text bytes.Buffer
	if err := (traces.Size{Jobs: jobs, Nodes: 128, Users: 50, Widest: 64, Load: 800}).Write(&text, 7); err != nil {
		t.Fatal(err)
	}
	s := compareRun(t, message.Load{Form: message.SWF, Name: "x.swf", Text: text.String(), At: -1, Job: -1}, policies...)
	return s, text.String()
}

// resample passes requests to the workers. It ends when the given number of answers
// has arrived, unless the number is -1.
func (s *sideBySide) resample(t *testing.T, asked []*message.TraceQuery, most int) {
	t.Helper()
	for i, q := range asked {
		s.desks[i].Handle(q.Pack())
	}
	for heard := 0; heard < most || most < 0; {
		busy := false
		for i, d := range s.desks {
			if d.Busy() {
				busy = true
				d.Work(500)
			}
			for _, wire := range d.Answers() {
				var m message.TraceReply
				if err := m.Unpack(wire); err != nil {
					t.Fatal(err)
				}
				if s.Compare.Resamples().Hear(i, &m) {
					heard++
				}
			}
		}
		if !busy {
			return
		}
	}
}

// TestResamplesOfTheCommandLine compares the page's results with those of the
// functions that hopyard compare calls.
func TestResamplesOfTheCommandLine(t *testing.T) {
	s, text := besideTrace(t, 4500, "easy.first-fit", "conservative.first-fit", "fcfs.first-fit")
	r := s.Compare.Resamples()
	if html := plain(string(r.ControlHTML())); !strings.Contains(html, "made of randomly drawn days") || !strings.Contains(html, "Simulate 20 resamples") {
		t.Errorf("before: %s", html)
	}
	s.resample(t, r.Begin(), 7)
	if html := plain(string(r.ResultHTML())); !r.Running() || !strings.Contains(html, "of 20 resamples simulated") || !strings.Contains(string(r.ControlHTML()), "Stop") {
		t.Errorf("while running: %s", html)
	}
	s.resample(t, nil, -1)
	if r.Running() {
		t.Fatal("still running")
	}
	trace, err := workload.ReadSWF(strings.NewReader(text), workload.SWFOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var runs [][][]float64
	var pool resampling.Pool
	for _, queue := range []string{"easy", "conservative", "fcfs"} {
		x, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 128}}, "jobs": [], "scheduler": {"queue": "` + queue + `", "allocator": "first-fit"}}`))
		if err != nil {
			t.Fatal(err)
		}
		if pool, err = x.ResamplingPool(trace, resampling.Days); err != nil {
			t.Fatal(err)
		}
		var column [][]float64
		for n := range 1 + compare.NumResamples {
			by := resampling.Days
			if n == 0 {
				by = resampling.None
			}
			c, err := x.WithSeed(x.Seed+int64(n)).ResampledConfig(trace, by)
			if err != nil {
				t.Fatal(err)
			}
			made, err := experiment.Play(c, metrics.Trim{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			var values []float64
			for _, f := range made.Figures.List() {
				values = append(values, f.Value)
			}
			column = append(column, values)
		}
		runs = append(runs, column)
	}
	if want := experiment.CompareResamples(runs, experiment.JudgedFigures, pool); !slices.Equal(r.Differences(), want) {
		t.Errorf("%+v\nnot\n%+v", r.Differences(), want)
	}
	html := plain(string(r.ResultHTML()))
	for _, want := range []string{"In 20 of 20 resamples, the mean wait is longer under First come, first served than under EASY backfilling. The difference on this trace is unlikely to be due to chance.",
		"more in 20 of 20", "differs", "Bounded slowdown", "Makespan", "Holm"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is not in: %s", want, html)
		}
	}
	if said := r.Announcement(); !strings.HasPrefix(html, strings.TrimSpace(strings.Split(said, ". ")[0])) {
		t.Errorf("it announces %s", said)
	}
}

// TestResamplesThatEnd checks a simulation that the reader stops, and one that ends
// because a column gets another run. Late answers must be ignored.
func TestResamplesThatEnd(t *testing.T) {
	s, _ := besideTrace(t, 4500, "easy.first-fit", "fcfs.first-fit")
	r := s.Compare.Resamples()
	s.resample(t, r.Begin(), 8)
	for i, q := range r.End() {
		s.desks[i].Handle(q.Pack())
		if s.desks[i].Busy() {
			t.Errorf("worker %d goes on", i)
		}
	}
	if html := plain(string(r.ResultHTML())); !strings.Contains(html, "of 3 resamples, the mean wait") || r.Running() {
		t.Errorf("after a stop: %s", html)
	}
	late := &message.TraceReply{Serial: s.Compare.Columns[0].Run.Serial, Number: 1, First: 5}
	if r.Hear(0, late) {
		t.Error("an answer after the stop is taken")
	}
	s.resample(t, r.Begin(), 5)
	s.Compare.Choose(1, "queue", "conservative")
	s.record(t, 1)
	if now := s.Compare.Resamples(); now == r || now.Running() || now.ResultHTML() != "" {
		t.Error("the results of other columns stay")
	}
	if s.desks[1].Busy() {
		t.Error("the worker resamples a run that is not on screen")
	}
	late.Number = 2
	if s.Compare.Resamples().Hear(0, late) {
		t.Error("an answer about earlier columns is taken")
	}
	s.resample(t, s.Compare.Resamples().Begin(), -1)
	if html := plain(string(s.Compare.Resamples().ResultHTML())); !strings.Contains(html, "of 20 resamples, the mean wait") {
		t.Errorf("the second time: %s", html)
	}
}

// TestTracesThatCannotBeResampled checks a short trace, and a scenario without one.
func TestTracesThatCannotBeResampled(t *testing.T) {
	s, _ := besideTrace(t, 900, "easy.first-fit", "fcfs.first-fit")
	r := s.Compare.Resamples()
	if html := plain(string(r.ControlHTML())); !strings.Contains(html, "at least 14 whole days") || strings.Contains(html, "Simulate") || r.Begin() != nil {
		t.Errorf("a short trace: %s", html)
	}
	if compareStage(t, "easy-hole", "easy.sdm", "fcfs.sdm").Compare.Resamples() != nil {
		t.Error("a scenario without a trace can be resampled")
	}
	d := s.desks[0]
	for _, q := range []message.TraceQuery{
		{Topic: message.TopicResamples, Serial: 1 << 20, Number: 1, Blocks: resampling.Days, Count: 3},
		{Topic: message.TopicResamples, Serial: s.Compare.Columns[0].Run.Serial, Number: 1, Blocks: resampling.Days, Count: 1 << 30},
		{Topic: message.TopicResamples, Serial: s.Compare.Columns[0].Run.Serial, Number: 1, Blocks: resampling.Days, Count: -1},
	} {
		if d.Handle(q.Pack()); d.Busy() {
			t.Errorf("%+v is answered", q)
		}
	}
	for _, by := range []resampling.Blocks{resampling.Weeks, resampling.Days} {
		d.Handle((&message.TraceQuery{Topic: message.TopicResamples, Serial: s.Compare.Columns[0].Run.Serial, Number: 1, Blocks: by, Count: 3}).Pack())
		for d.Busy() {
			d.Work(10)
		}
		answers := d.Answers()
		var m message.TraceReply
		if len(answers) != 1 || m.Unpack(answers[0]) != nil || !strings.Contains(m.Text, "resampling by "+by.String()+" needs at least") {
			t.Errorf("%v: %d answers, %+v", by, len(answers), m)
		}
	}
}
