package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/settings"
)

// walkScenario has four nodes and four jobs, which all arrive at 0 s. Job 1 starts,
// jobs 2 and 3 wait, and job 4 overtakes them. Jobs 1 and 4 end together, so that
// job 2 can start.
const walkScenario = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}},
	"jobs": [
	{"id": 1, "submit": 0, "nodes": 3, "runtime": 100, "walltime": 100},
	{"id": 2, "submit": 0, "nodes": 4, "runtime": 50, "walltime": 60},
	{"id": 3, "submit": 0, "nodes": 4, "runtime": 50, "walltime": 60},
	{"id": 4, "submit": 0, "nodes": 1, "runtime": 100, "walltime": 100}],
	"scheduler": {"queue": "easy", "allocator": "first-fit"}}`

func walker(t *testing.T) *stage {
	t.Helper()
	return open(t, message.Load{Form: message.JSON, Text: walkScenario, At: -1, Job: -1})
}

func TestTeachingStepsHaveOneDecisionEach(t *testing.T) {
	m := walker(t)
	m.do(t, keys.ToStart)
	m.Settings.Set("together", "on")
	var places []int
	for m.Step < m.Run.Len() {
		before := m.Step
		m.do(t, keys.Forward)
		if m.Step <= before {
			t.Fatalf("no step after %d", before)
		}
		places = append(places, m.Step)
		decisions := 0
		for i := before; i < m.Step; i++ {
			if m.Run.Decides(i) {
				decisions++
			}
			if m.Run.Steps[i].Time != m.Run.Steps[before].Time {
				t.Errorf("steps %d to %d are not of one instant", before, m.Step)
			}
		}
		if decisions > 1 || decisions == 1 && !m.Run.Decides(m.Step-1) {
			t.Errorf("steps %d to %d have %d decisions, the last has %v", before, m.Step, decisions, m.Run.Decides(m.Step-1))
		}
	}
	if len(places) >= m.Run.Len() {
		t.Fatalf("%d steps for %d events: nothing was taken together", len(places), m.Run.Len())
	}
	for k := len(places) - 2; k >= 0; k-- { // stepping back reaches the same steps
		if m.do(t, keys.Back); m.Step != places[k] {
			t.Errorf("back leads to %d, not %d", m.Step, places[k])
		}
	}
	if m.do(t, keys.Back); m.Step != 0 {
		t.Errorf("back from the first step leads to %d", m.Step)
	}
}

func TestTheSentenceSumsUpWhatIsTakenTogether(t *testing.T) {
	m := walker(t)
	m.do(t, keys.ToStart)
	m.Settings.Set("together", "on")
	m.do(t, keys.Forward, keys.Forward) // the first step goes to the start of job 1, the second to the start of job 4, which includes the submissions of jobs 2 and 3
	said := m.Say.Spoken()
	for _, part := range []string{"Job 4 starts now", "It overtakes job 2", "At the same time: job 2, job 3 join the queue."} {
		if !strings.Contains(said, part) {
			t.Errorf("%q does not say %q", said, part)
		}
	}
	if note := m.StepNote(); !strings.Contains(note, "step 2 of") || !strings.Contains(note, "event 4 of") {
		t.Errorf("the note is %q", note)
	}
	if count := m.CountNote(); !strings.HasPrefix(count, "2 / ") || !strings.Contains(count, "(4 / ") {
		t.Errorf("the count is %q", count)
	}
	// The slider must stop only at the ends of teaching steps (events of one
	// instant shown together). It stops at the next end in the direction in which
	// it moves.
	if at := m.Snap(3); at != 1 {
		t.Errorf("back to event 3 leads to %d", at)
	}
	m.do(t, keys.ToStart)
	if at := m.Snap(3); at != 4 {
		t.Errorf("forward to event 3 leads to %d", at)
	}
	m.Settings.Set("together", "off")
	if at := m.Snap(3); at != 3 || m.Stride(3, 1) != 4 {
		t.Errorf("event by event, 3 is %d", at)
	}
}

func TestConflicts(t *testing.T) {
	m := walker(t)
	m.do(t, keys.ToStart, keys.NextConflict)
	if said := m.Say.Spoken(); !strings.Contains(said, "Job 4 starts") {
		t.Errorf("the first conflict is %q, not the overtaking", said)
	}
	at := m.Step
	m.do(t, keys.ToEnd, keys.LastConflict)
	if m.Step < at || m.Run.Conflict(m.Step-1, 1) != m.Step {
		t.Errorf("the last conflict is step %d", m.Step)
	}
	m.do(t, keys.ToEnd, keys.NextConflict)
	if m.Step != m.Run.Len() {
		t.Error("after the last conflict is another")
	}
	// In this lesson, there is also a job that must wait although enough nodes are
	// free.
	held := open(t, lesson(t, "easy-hole"))
	n := 0
	for i := range held.Run.Len() {
		if held.Run.Conflict(i, 1) == i+1 {
			n++
		}
	}
	if n == 0 || n > held.Run.Len()*3/4 {
		t.Errorf("%d of %d steps are conflicts", n, held.Run.Len())
	}
}

func TestPlayingPausesAtDecisions(t *testing.T) {
	m := walker(t)
	m.Settings.Set("pauses", "on")
	m.do(t, keys.ToStart, keys.Play)
	for range 100 {
		m.Tick(250)
		if m.Step != int(m.State.Step) {
			m.settleState(t)
		}
	}
	if m.Playing || m.Step == m.Run.Len() || !m.Run.Decides(m.Step-1) {
		t.Errorf("playing %v at step %d of %d", m.Playing, m.Step, m.Run.Len())
	}
}

func TestSettings(t *testing.T) {
	m := walker(t)
	for i := range settings.Table {
		s := &settings.Table[i]
		values := []string{"on", "off"}
		for _, v := range s.Values {
			values = append(values[:0], v.Value)
		}
		for _, v := range values {
			if !m.Settings.Set(s.Name, v) || m.Settings.Setting(s.Name) != v {
				t.Errorf("%s cannot be %q: it is %q", s.Name, v, m.Settings.Setting(s.Name))
			}
		}
		if m.Settings.Set(s.Name, "<b>") || m.Settings.Set("nothing", "on") {
			t.Errorf("%s takes anything", s.Name)
		}
	}
}
