package app

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

// TestAJobStandsOutEverywhere points at jobs and selects them. The job must be
// highlighted in every picture and list that shows it: the machine, the timeline,
// the queue, S1's job table and the list of running jobs.
func TestAJobStandsOutEverywhere(t *testing.T) {
	m := open(t, lesson(t, "rescue"))
	m.do(t, keys.ToStart)
	listed := 0
	for m.Step < m.Run.Len() {
		m.do(t, keys.Forward)
		for i := range m.State.Queue {
			if id := m.State.Queue[i].Job; !m.Waits(id) {
				t.Errorf("step %d: job %d is in the queue and does not wait", m.Step, id)
			}
		}
		for i := range m.State.Table {
			id := m.State.Table[i].Job
			m.Pointed = model.JobPlace(id)
			m.Select(id)
			var machine draw.MachineScene
			var timeline draw.Timeline
			m.Machine.FillMachine(&machine)
			m.Timeline.FillTimeline(&timeline)
			for name, h := range map[string]draw.Highlight{"machine": machine.Highlight, "timeline": timeline.Highlight} {
				if h.Pointed != id || h.Selected != id {
					t.Errorf("step %d: the %s has %+v for job %d", m.Step, name, h, id)
				}
			}
			if tip := htmltest.Plain(m.Machine.TipHTML()); !strings.Contains(tip, strconv.Itoa(int(m.Run.Jobs[id].Number))) {
				t.Errorf("step %d: job %d is named %q", m.Step, id, tip)
			}
			mark := fmt.Sprintf(`data-of="%d" aria-pressed="true"`, id)
			if table := string(m.Queue.TableHTML()); strings.Count(table, mark) != 1 || strings.Count(table, `selected"`) != 1 {
				t.Errorf("step %d: job %d is not the one chosen in %s", m.Step, id, table)
			}
			queue := strings.Contains(string(m.Queue.QueueHTML()), fmt.Sprintf(`data-id="%d" tabindex="0" aria-selected="true"`, id))
			running := strings.Contains(string(m.Queue.RunningHTML()), mark)
			if done := m.Row(id).Ended > 0; done && (queue || running) || !done && queue == running {
				t.Errorf("step %d: job %d is in the queue: %t, and among the running jobs the same", m.Step, id, queue)
			}
			listed++
		}
		m.Select(workload.NoJob)
	}
	if listed == 0 {
		t.Error("the lesson has no table")
	}
}

// TestACandidateIsCompared points at a candidate placement. The picture of the
// machine must show this candidate. The page must compare its cost with that of the
// chosen placement.
func TestACandidateIsCompared(t *testing.T) {
	compared := 0
	for _, name := range []string{"distance", "fragmented", "gpu-last", "mc1x1"} {
		m := open(t, lesson(t, name))
		for m.do(t, keys.ToStart); m.Step < m.Run.Len(); {
			m.do(t, keys.Forward)
			if string(m.Why.CandidatesHTML()) == "" || len(m.Weighed.Candidates) < 2 {
				continue
			}
			before := m.Machine.MachineNote()
			for i, c := range m.Weighed.Candidates {
				m.Shown = i
				var scene draw.MachineScene
				m.Machine.FillMachine(&scene)
				if scene.Highlight.Candidate.String() != c.Placement.String() {
					t.Errorf("%s, step %d: the machine shows %v for candidate %v", name, m.Step, scene.Highlight.Candidate, c.Placement)
				}
				best, this := m.Say.CostFigure(&m.Weighed.Candidates[0]), m.Say.CostFigure(&c)
				want := ": " + best + ", chosen"
				if i > 0 {
					want += "; this one " + this
				}
				if note := m.Machine.MachineNote(); !strings.HasSuffix(note, want) {
					t.Errorf("%s, step %d, candidate %d: %q, want …%q", name, m.Step, i, note, want)
				}
				compared++
			}
			if m.Shown = -1; m.Machine.MachineNote() != before {
				t.Errorf("%s, step %d: the note stays %q", name, m.Step, m.Machine.MachineNote())
			}
		}
	}
	if compared < 4 {
		t.Errorf("%d candidates were compared", compared)
	}
}

// starting reports whether the step on screen starts a job.
func (s *stage) starting() bool {
	for _, e := range s.Run.StepEvents(s.Step - 1) {
		if e.Kind == trace.Start {
			return true
		}
	}
	return false
}

// TestThreeDepthsOfWhy checks the three levels of explanation at each step of each
// lesson. Each step must have a sentence. Each start must have the tests that it
// passed, or the candidates that were compared. The record must list every event of
// the step with its kind and job.
func TestThreeDepthsOfWhy(t *testing.T) {
	for _, l := range scenarios.All() {
		m := open(t, lesson(t, l.Name))
		for m.do(t, keys.ToStart); m.Step < m.Run.Len(); {
			m.do(t, keys.Forward)
			if main, _ := m.Say.Sentence(); len(htmltest.Plain(main)) < 10 {
				t.Errorf("%s, step %d: the sentence is %q", l.Name, m.Step, main)
			}
			if m.starting() && string(m.Why.RulesHTML()) == "" && string(m.Why.CandidatesHTML()) == "" {
				t.Errorf("%s, step %d starts a job without a rule: %s", l.Name, m.Step, htmltest.Plain(m.Why.SentenceHTML()))
			}
			record := m.Why.RecordText()
			for _, e := range m.Run.StepEvents(m.Step - 1) {
				want := `"event":"` + e.Kind.String() + `"`
				if e.Job != workload.NoJob {
					want += `,"job":` + strconv.Itoa(int(m.Run.Jobs[e.Job].Number))
				}
				if !strings.Contains(record, want) {
					t.Errorf("%s, step %d: the record lacks %s: %s", l.Name, m.Step, want, record)
				}
			}
		}
	}
}
