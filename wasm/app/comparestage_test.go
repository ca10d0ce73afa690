package app

import (
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/html/htmltest"
)

// sideBySide is a page with a comparison. Each column has its own dispatcher, as on
// the real page.
type sideBySide struct {
	*stage
	desks []*simworker.Dispatcher
}

func compareStage(t testing.TB, name string, policies ...string) *sideBySide {
	t.Helper()
	return compareRun(t, lesson(t, name), policies...)
}

// compareRun opens a comparison of the given policies on a run.
func compareRun(t testing.TB, run message.Load, policies ...string) *sideBySide {
	t.Helper()
	s := &sideBySide{stage: open(t, run)}
	var l share.Linked
	for _, text := range policies {
		p, err := scenario.ParsePolicy(text)
		if err != nil {
			t.Fatal(err)
		}
		l.Policies = append(l.Policies, p)
	}
	s.StartCompare(l)
	for i := range s.Compare.Columns {
		s.record(t, i)
	}
	return s
}

// record lets the dispatcher of column i record the run of that column.
func (s *sideBySide) record(t testing.TB, i int) {
	t.Helper()
	for len(s.desks) < len(s.Compare.Columns) {
		s.desks = append(s.desks, new(simworker.Dispatcher))
	}
	s.desks[i].Handle(s.Compare.Ask(i).Pack())
	for s.desks[i].Busy() {
		s.desks[i].Work(100)
	}
	s.hear(t)
}

func (s *sideBySide) hear(t testing.TB) {
	t.Helper()
	for i, d := range s.desks {
		column := s.Compare.Columns[i]
		for _, wire := range d.Answers() {
			err := hear(wire,
				func(l *message.Loaded) bool { return s.Compare.Accept(column, l) }, column.Show,
				func(f *message.Failed) bool { return s.Compare.Reject(column, f) })
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// settle requests the state of every column at the moment on the clock.
func (s *sideBySide) settle(t testing.TB) {
	t.Helper()
	for i, column := range s.Compare.Columns {
		if column.Run != nil {
			s.desks[i].Handle((&message.Seek{Serial: column.Run.Serial, Step: int32(column.Step), Job: column.Want}).Pack())
		}
	}
	s.hear(t)
	if !s.Compare.Settled() {
		t.Fatal("not settled")
	}
}

func (s *sideBySide) press(t testing.TB, actions ...keys.Action) {
	t.Helper()
	for _, a := range actions {
		s.Do(a)
		s.settle(t)
	}
}

func plain(html string) string {
	return strings.Join(strings.Fields(htmltest.Plain(strings.ReplaceAll(html, "<", " <"))), " ")
}
