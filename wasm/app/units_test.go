package app

import (
	"strconv"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html/htmltest"
)

// TestNetPrime checks the panel of Net′ (S0's network of units) at every step. The
// panel must show every unit with its state, and the hop count between any two
// units.
func TestNetPrime(t *testing.T) {
	for _, name := range []string{"units", "exact-fit", "rounds"} {
		m := open(t, lesson(t, name))
		for m.do(t, keys.ToStart); m.Step < m.Run.Len(); {
			m.do(t, keys.Forward)
			html := string(m.Machine.UnitsHTML())
			for _, u := range m.State.Units {
				state, left := alloc.UnitState(0), 0
				for n := u.First; n <= u.Last; n++ {
					if m.Machine.Busy(n, n) == 0 {
						left++
					}
				}
				switch left {
				case 0:
					state = alloc.UnitAllocated
				case int(u.Last-u.First) + 1:
					state = alloc.UnitFree
				default:
					state = alloc.UnitBusy
				}
				text := `<li class="unit ` + state.String() + `"><span>` + m.RangeText(u.First, u.Last) + `</span><small>` + state.String()
				if state == alloc.UnitBusy {
					text += ", " + strconv.Itoa(left) + " left"
				}
				if !strings.Contains(html, text+"</small>") {
					t.Fatalf("%s, step %d: no %q in %s", name, m.Step, text, html)
				}
			}
			if m.Step > 1 {
				continue
			}
			levels := len(m.Run.Machine.Drawn.Tree)
			tree, err := topology.NewFatTree(levels, 4)
			if err != nil {
				t.Fatal(err)
			}
			rows := strings.Split(html, `<th scope="row">`)[1:]
			for i, u := range m.State.Units {
				cells := strings.Split(rows[i], "<td")[1:]
				for k, v := range m.State.Units {
					want := "·"
					if i != k {
						want = strconv.Itoa(tree.Hops(u.First, v.First))
					}
					if got := htmltest.Plain("<td" + cells[k]); got != want {
						t.Fatalf("%s: from unit %d to %d: %q hops, want %q", name, i, k, got, want)
					}
				}
			}
		}
	}
}

// TestCountdownInAllDepths runs a scenario in which a scheduling pass may start
// several batches. The countdown of Njob, the number of jobs in a batch, must
// appear with its figures in the sentence, in the tests and in the record.
func TestCountdownInAllDepths(t *testing.T) {
	l := lesson(t, "units")
	l.Set = []message.Assignment{{Path: "scheduler.batch.rounds", Value: `"repeat"`}}
	m := open(t, l)
	for m.do(t, keys.ToStart); !strings.Contains(htmltest.Plain(m.Why.SentenceHTML()), "Job 8 starts"); m.do(t, keys.Forward) {
		if m.Step == m.Run.Len() {
			t.Fatal("job 8 never starts")
		}
	}
	holds := func(what, text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(htmltest.Plain(text), part) {
				t.Errorf("%s: no %q in %s", what, part, htmltest.Plain(text))
			}
		}
	}
	holds("sentence", string(m.Why.SentenceHTML()), "Njob: 4 → 3 → 2", "Pjob = 32", "Nnode = 36")
	holds("tests", string(m.Why.RulesHTML()), "Njob = 4", "56 > 36", "Njob = 3", "48 > 36", "Njob = 2", "32 ≤ 36")
	holds("record", m.Why.RecordText(), `{"round":{"jobs":[8,9,10,11],"njob":[4,3,2],"p_job":[56,48,32],"n_node":36}}`)
	for id := range m.Run.Jobs {
		switch m.Run.Jobs[id].Number {
		case 10:
			holds("job 10", string(m.Say.Long(m.Waiting(workload.JobID(id)))), "it needs 16", "counts 4")
		case 11:
			holds("job 11", string(m.Say.Long(m.Waiting(workload.JobID(id)))), "until Njob went down", "needed 24 nodes", "counted 4")
		}
	}
}

// TestLinksAndHopsAreNamedApart checks the unit of the costs in the list of
// candidates. Costs that are distances must be labelled as numbers of links. Where
// this differs from hops, the page must explain the difference: two nodes below one
// switch are two links apart, but the figures count one hop.
func TestLinksAndHopsAreNamedApart(t *testing.T) {
	const links, hop = ", in links", "A hop, as in the figures, is a switch on the way"
	for _, c := range []struct {
		topology, allocator string
		cost                int64
		links, hop          bool
	}{
		{`{"kind": "star", "nodes": 4}`, "sdm", 2, true, true},
		{`{"kind": "star", "nodes": 4}`, "mdm", 1, true, true},
		{`{"kind": "fat-tree", "levels": 2, "width": 4}`, "sdm", 2, true, true},
		{`{"kind": "fat-tree", "levels": 2, "width": 4}`, "min-hops", 1, false, false},
		{`{"kind": "torus", "dims": [4, 4]}`, "gen-alg", 1, true, false},
		{`{"kind": "graph", "nodes": 2, "switches": 1, "links": [{"from": "n0", "to": "s0", "weight": 3, "both": true}, {"from": "n1", "to": "s0", "weight": 4, "both": true}]}`, "sdm", 7, false, true},
		{`{"kind": "flat", "nodes": 4}`, "sdm", 1, false, false},
	} {
		text := `{"hopyard": 1, "cluster": {"topology": ` + c.topology + `}, "jobs": [{"id": 1, "submit": 0, "nodes": 2, "walltime": 60}], "scheduler": {"allocator": "` + c.allocator + `"}}`
		s := open(t, message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
		s.do(t, keys.Forward)
		if s.Weighed == nil || len(s.Weighed.Candidates) == 0 || s.Weighed.Candidates[0].Cost != c.cost {
			t.Errorf("%s on %s: the candidates are %+v", c.allocator, c.topology, s.Weighed)
			continue
		}
		table := htmltest.Plain(s.Why.CandidatesHTML())
		if strings.Contains(table, links) != c.links || strings.Contains(table, hop) != c.hop {
			t.Errorf("%s on %s is told as %s", c.allocator, c.topology, table)
		}
		unit := strings.TrimSpace(string(s.Unit("links")))
		if (unit == "links") != (c.links || c.allocator == "min-hops") || strings.TrimSpace(string(s.Unit("hops"))) != "hops" {
			t.Errorf("on %s figures of distance are in %q, of hops in %q", c.topology, unit, string(s.Unit("hops")))
		}
	}
}
