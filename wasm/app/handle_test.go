package app

import (
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
)

func TestTimesAsPeopleWriteThem(t *testing.T) {
	for written, want := range map[string]string{
		"90": "90", " 1.5 ": "1.5", "1:30": "5400", "1:30:05": "5405", "90 min": "5400", "2h": "7200", "1,5 h": "5400", "1d": "86400", "30 s": "30",
		"15 мин": "900", "2 小时": "7200", "10 分钟": "600", "": "null", "-5": "-5", "0": "0",
		"soon": `"soon"`, "1:75": `"1:75"`, "NaN h": `"NaN h"`, "1e99h": `"1e99h"`,
	} {
		if got := form.Seconds(written); got != want {
			t.Errorf("%q is %s, want %s", written, got, want)
		}
	}
}

// TestSheetsOfAllLessons checks that there is a form for every job of every lesson.
// Submitting the form without changes must not change the text.
func TestSheetsOfAllLessons(t *testing.T) {
	for _, l := range scenarios.All() {
		s := open(t, lesson(t, l.Name))
		for id := range s.Run.Jobs {
			sheet, why := s.Edit.SheetOf(workload.JobID(id))
			if sheet == nil {
				t.Fatalf("%s, job %d: %s", l.Name, id, why)
			}
			text, err := sheet.Written(s.Edit, sheet.Value)
			if err != nil {
				t.Fatalf("%s, job %d: %v", l.Name, id, err)
			}
			again, err := scenario.Parse([]byte(text))
			if err != nil || string(again.Canonical()) != s.Run.Text {
				t.Fatalf("%s, job %d: a sheet that was not touched changes the text: %v", l.Name, id, err)
			}
		}
	}
}

// fill changes some fields in the form of a job. It returns the form and the new
// text of the scenario.
func fill(t *testing.T, s *stage, number int64, fields map[string]string) (*edit.JobSheet, string) {
	t.Helper()
	sheet, why := s.Edit.SheetOf(s.Run.JobOf(number))
	if sheet == nil {
		t.Fatal(why)
	}
	text, err := sheet.Written(s.Edit, func(name string) string {
		if v, ok := fields[name]; ok {
			return v
		}
		return sheet.Value(name)
	})
	if err != nil {
		t.Fatal(err)
	}
	return sheet, text
}

func TestChangingAJob(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToEnd)
	s.Select(s.Run.JobOf(4))
	_, text := fill(t, s, 4, map[string]string{"nodes": "8", "walltime": "3 h", "submit": "0:10", "user": `a"b`})
	s.load(t, s.Apply(text, s.Edit.EditJob(&edit.JobSheet{Number: 4})))
	j := s.Run.Jobs[s.Run.JobOf(4)]
	if j.Nodes != 8 || j.Walltime != 10800_000 || j.Submit != 600_000 || j.Runtime != 7200_000 || s.Run.Name(j.User) != `a"b` {
		t.Errorf("job 4 is %+v; the run time was not to change", j)
	}
	if s.Selected != s.Run.JobOf(4) || s.Changed == "" {
		t.Errorf("chosen %d, changed %q", s.Selected, string(s.Changed))
	}
	if s.Edit.UndoText() != "Undo: change of job 4" {
		t.Error(s.Edit.UndoText())
	}
	s.load(t, s.Edit.Undo())
	if n := s.Run.Jobs[s.Run.JobOf(4)].Nodes; n != 30 {
		t.Errorf("undone, job 4 has %d nodes", n)
	}
}

func TestWhatIsWrongStandsAtItsField(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	for name, value := range map[string]string{"walltime": "-1", "nodes": "0", "submit": "soon", "priority": "1e30", "runtime": "x"} {
		sheet, text := fill(t, s, 4, map[string]string{name: value})
		by, rest := sheet.Wrong(s.Edit, simworker.Check(text))
		if by[name] == "" || rest != "" {
			t.Errorf("%s = %s: at its field %q, below %q", name, value, by[name], rest)
		}
	}
	sheet, text := fill(t, s, 4, map[string]string{"nodes": "65"})
	if by, _ := sheet.Wrong(s.Edit, simworker.Check(text)); !strings.Contains(by["nodes"], "64") {
		t.Errorf("65 of 64 nodes: %q", by["nodes"])
	}
}

func TestAddDuplicateRemove(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToEnd)
	n := len(s.Run.Jobs)
	sheet, _ := s.Edit.NewJob(s.Now())
	text, err := sheet.Written(s.Edit, func(name string) string {
		if name == "nodes" {
			return "3"
		}
		return sheet.Value(name)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Apply(text, s.Edit.EditJob(sheet)))
	if id := s.Run.JobOf(sheet.Number); len(s.Run.Jobs) != n+1 || id == workload.NoJob || s.Run.Jobs[id].Nodes != 3 {
		t.Fatalf("%d jobs; %d", len(s.Run.Jobs), id)
	}
	text, number, err := s.Edit.WithDuplicate(s.Run.JobOf(2))
	if err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Apply(text, s.Edit.DidJob("duplicate", number)))
	a, b := s.Run.Jobs[s.Run.JobOf(2)], s.Run.Jobs[s.Run.JobOf(number)]
	if b.Number = a.Number; len(s.Run.Jobs) != n+2 || a.Nodes != b.Nodes || a.Submit != b.Submit || a.Walltime != b.Walltime {
		t.Errorf("%+v is no double of %+v", b, a)
	}
	if text, err = s.Edit.WithoutJob(s.Run.JobOf(number)); err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Apply(text, s.Edit.DidJob("remove", number)))
	if len(s.Run.Jobs) != n+1 || s.Run.JobOf(number) != workload.NoJob || !strings.Contains(s.Edit.UndoText(), "removed") {
		t.Errorf("%d jobs, %s", len(s.Run.Jobs), s.Edit.UndoText())
	}
}

// TestTextsAsTheirAuthorsWroteThem edits a text that is not in canonical form. The
// text must keep its layout. If a job is removed, the other jobs must keep their
// numbers.
func TestTextsAsTheirAuthorsWroteThem(t *testing.T) {
	text := `{"hopyard":1,"cluster":{"topology":{"kind":"flat","nodes":8}},
  "jobs":[ {"nodes":4,"runtime":100},{"walltime":50,"nodes":8 } , {"nodes":2,"walltime":70,"runtime":60}],"scheduler":{"queue":"easy"}}`
	s := open(t, message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
	_, got := fill(t, s, 1, map[string]string{"walltime": "200"})
	if s.load(t, s.Apply(got, model.EditSummary{})); !strings.Contains(got, `{"nodes":4,"runtime":100, "walltime": 200}`) && !strings.Contains(s.Run.Text, `"runtime": 100`) {
		t.Errorf("changed: %s", got)
	}
	if j := s.Run.Jobs[s.Run.JobOf(1)]; j.Walltime != 200_000 || j.Runtime != 100_000 {
		t.Errorf("job 1 is %+v", j)
	}
	got, err := s.Edit.WithoutJob(s.Run.JobOf(2))
	if err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Apply(got, model.EditSummary{}))
	if len(s.Run.Jobs) != 2 || s.Run.JobOf(3) == workload.NoJob || s.Run.Jobs[s.Run.JobOf(3)].Nodes != 2 {
		t.Errorf("without job 2: %s", s.Run.Text)
	}
}

func TestFailingNodesAndBringingThemBack(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.do(t, keys.ToStart, keys.Forward, keys.Forward)
	place := model.Nowhere()
	place.Node, place.Last = 0, 3
	text, did, err := s.Edit.Broken(place, "0-3", "400", "10 min")
	if err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Apply(text, did))
	downs := 0
	for i := range s.Run.Events {
		if s.Run.Events[i].Kind == trace.Down || s.Run.Events[i].Kind == trace.Up {
			downs++
		}
	}
	if downs < 2 {
		t.Fatalf("%d changes of the machine: %s", downs, s.Run.Text)
	}
	s.Go(s.Run.Find(400_000, 1<<30))
	s.settleState(t)
	_, items := s.Edit.Menu(place, -1)
	if !strings.Contains(list(items), "back") || strings.Contains(list(items), "fail ") {
		t.Errorf("the menu of nodes that are down: %s", list(items))
	}
	place.Node, place.Last = 2, 2 // one of the failed nodes
	if text, _, err = s.Edit.Mended("back", place, s.Now()+50_000); err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Apply(text, model.EditSummary{}))
	for n, want := range []bool{true, true, false, true} {
		if down := s.Run.Outages.Outage(topology.NodeID(n), int32(s.Run.Find(470_000, 1<<30))) != nil; down != want {
			t.Errorf("node %d: down %v at 470\n%s", n, down, s.Run.Text)
		}
	}
	place.Node, place.Last = 60, 63
	if text, _, err = s.Edit.Mended("offline", place, 0); err != nil {
		t.Fatal(err)
	}
	s.load(t, s.Apply(text, model.EditSummary{}))
	if s.Run.Machine.Offline.String() != "60-63" {
		t.Errorf("offline: %s", s.Run.Machine.Offline)
	}
}

func list(items []edit.MenuItem) string {
	var out []string
	for _, i := range items {
		out = append(out, i.Do)
	}
	return strings.Join(out, " ") + " "
}

// TestEveryCableCanFail lets each cable in the picture fail, on every kind of
// machine. The link that fails must be the link that the cable shows.
func TestEveryCableCanFail(t *testing.T) {
	for name, topology := range map[string]string{
		"star": `{"kind": "star", "nodes": 4}`, "tree": `{"kind": "fat-tree", "levels": 3, "width": 2}`, "torus": `{"kind": "torus", "dims": [3, 4]}`,
		"mesh": `{"kind": "mesh", "dims": [2, 3]}`, "cube": `{"kind": "hypercube", "dims": 3}`, "fly": `{"kind": "dragonfly", "groups": 3, "routers": 2, "nodes": 2}`,
	} {
		s := open(t, message.Load{Form: message.JSON, At: -1, Job: -1,
			Text: `{"hopyard": 1, "cluster": {"topology": ` + topology + `}, "jobs": [{"nodes": 2, "walltime": 100, "comm": {"pattern": "all-to-all", "share": 0.1}}], "network": "max-min", "scheduler": {"queue": "easy"}}`})
		base := s.Run.Text
		n := s.Run.Machine.Drawn.Cables()
		if n == 0 {
			t.Fatalf("%s has no cables", name)
		}
		for cable := range int32(n) {
			place := model.Nowhere()
			place.Cable = cable
			ends := s.Edit.LinkEnds(cable)
			text, did, err := s.Edit.Broken(place, "", "10", "20")
			if ends == "" && name == "mesh" { // at the edge, a mesh has no cable
				continue
			}
			if ends == "" || err != nil {
				t.Fatalf("%s, cable %d: ends %q, %v", name, cable, ends, err)
			}
			s.load(t, s.Apply(text, did))
			if len(s.Faults) > 0 {
				t.Fatalf("%s, cable %d %s: %+v", name, cable, ends, s.Faults)
			}
			s.Go(s.Run.Find(10_000, 1<<30))
			s.settleState(t)
			if len(s.State.LinksDown) == 0 {
				t.Fatalf("%s, cable %d %s: no link is down", name, cable, ends)
			}
			for _, way := range s.State.LinksDown {
				if way/2 != cable {
					t.Errorf("%s: cable %d, %s, failed as cable %d", name, cable, ends, way/2)
				}
			}
			if text, err := s.Edit.WithLinkUp(s.Run.Text, cable, 15_000); err != nil || !strings.Contains(text, `"for": 5`) {
				t.Errorf("%s, cable %d: %v", name, cable, err)
			}
			s.load(t, s.Apply(base, model.EditSummary{}))
		}
	}
}
