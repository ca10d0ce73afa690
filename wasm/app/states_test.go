package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

// stepOf returns the number of the step with the given occurrence of an event kind;
// 1 means the first occurrence.
func (s tale) stepOf(t testing.TB, kind trace.EventKind, nth int) int {
	t.Helper()
	for i, e := range s.events {
		if e.Kind == kind {
			if nth--; nth == 0 {
				return i + 1
			}
		}
	}
	t.Fatalf("%v does not happen so often", kind)
	return 0
}

// TestStatesOfNodes checks that the picture of the machine shows the state of each
// node, such as down or frozen. The tooltip and the tree must name this state.
func TestStatesOfNodes(t *testing.T) {
	m := eventful.model()
	for _, c := range []struct {
		after   trace.EventKind
		nth     int
		node    topology.NodeID
		picture func(s *draw.MachineScene) bool
		tip     string
	}{
		{trace.Down, 1, 5, func(s *draw.MachineScene) bool { return len(s.Failed) == 1 && len(s.Down) == 0 }, "failed at 0:00:10; the system has not noticed yet"},
		{trace.Notice, 1, 5, func(s *draw.MachineScene) bool { return len(s.Failed) == 0 && len(s.Down) == 1 }, "is down since 0:00:10, noticed at 0:00:11"},
		{trace.Freeze, 1, 6, func(s *draw.MachineScene) bool { return len(s.Frozen) == 1 && s.Frozen[0].Last == 7 }, "is set aside for"},
		{trace.Rollback, 1, 6, func(s *draw.MachineScene) bool { return len(s.Frozen) == 0 }, "free"},
		{trace.LinkDown, 1, 0, func(s *draw.MachineScene) bool { return len(s.Broken) == 1 && s.Broken[0] == 1 }, ""},
		{trace.LinkUp, 1, 0, func(s *draw.MachineScene) bool { return len(s.Broken) == 0 }, ""},
		{trace.Up, 1, 5, func(s *draw.MachineScene) bool { return len(s.Failed)+len(s.Down) == 0 }, "free"},
	} {
		eventful.seek(m, eventful.stepOf(t, c.after, c.nth))
		var scene draw.MachineScene
		m.Machine.FillMachine(&scene)
		if !c.picture(&scene) {
			t.Errorf("after %v: failed %v, down %v, frozen %v, broken %v", c.after, scene.Failed, scene.Down, scene.Frozen, scene.Broken)
		}
		m.Pointed = model.Nowhere()
		m.Pointed.Node, m.Pointed.Last = c.node, c.node
		if tip := htmltest.Plain(m.Machine.TipHTML()); !strings.Contains(tip, c.tip) {
			t.Errorf("after %v: node %d is %q, want %q", c.after, c.node, tip, c.tip)
		}
		if c.tip != "" && c.tip != "free" && !strings.Contains(htmltest.Plain(m.Machine.TreeHTML()), c.tip) {
			t.Errorf("after %v the tree says %s", c.after, string(m.Machine.TreeHTML()))
		}
	}
}

// TestTimelineTips points at past times on the timeline. The tooltip must name the
// state that the node had at that time.
func TestTimelineTips(t *testing.T) {
	m := eventful.model()
	eventful.seek(m, len(eventful.events))
	tl := draw.Timeline{Size: draw.Size{W: 800, H: 300, Scale: 1}}
	m.Timeline.FillTimeline(&tl)
	var b draw.Buffer
	tl.Draw(&b)
	for _, c := range []struct {
		second, node int
		want         string
	}{{18, 5, "Node 5 was down from 0:00:10 to 0:00:26"}, {15, 2, "Node 2 is set aside for job 1"}, {30, 0, "Job 1 ran on"}} {
		_, y, _, h := tl.Row(topology.NodeID(c.node), 0, 1)
		m.Pointed = model.HitPlace(tl.At(tl.X(simtime.Time(c.second)*simtime.Time(simtime.Second)), y+h/2))
		if tip := htmltest.Plain(m.Machine.TipHTML()); !strings.Contains(tip, c.want) {
			t.Errorf("at %d s, node %d: %q, want %q", c.second, c.node, tip, c.want)
		}
	}
}

// TestGridTellsOfOutagesAndGrowth checks the grid, which is the timeline for screen
// readers. It must contain everything that the bars and the shading of the timeline
// show.
func TestGridTellsOfOutagesAndGrowth(t *testing.T) {
	m := eventful.model()
	eventful.seek(m, len(eventful.events))
	for node, want := range map[topology.NodeID][]string{
		0: {"job 1"},
		2: {"job 2", "set aside for job 1", "job 1", "job 2"},
		5: {"job 2", "down, ", "job 2"},
		6: {"set aside for job 1", "job 3"},
	} {
		var got []string
		m.Timeline.Grid.Row = node
		rows := m.Timeline.GridCells(m.Timeline.GridWindow())
		for _, c := range rows[m.Timeline.Grid.Row-m.Timeline.GridWindow()] {
			got = append(got, m.Timeline.CellText(c))
		}
		if len(got) != len(want) {
			t.Errorf("node %d: %q", node, got)
			continue
		}
		for i := range got {
			if !strings.HasPrefix(got[i], want[i]) {
				t.Errorf("node %d: %q, want %q", node, got, want)
			}
		}
	}
}

// TestLegendSaysWhatOccurs checks that the legend explains the states that occur in
// the run, and no other states.
func TestLegendSaysWhatOccurs(t *testing.T) {
	all := htmltest.Plain(eventful.model().Machine.LegendHTML())
	for _, text := range []i18n.Text{i18n.LegendFailed, i18n.LegendDown, i18n.LegendFrozen, i18n.LegendTorn} {
		if !strings.Contains(all, i18n.English.Say(text)) {
			t.Errorf("%q is missing in %q", i18n.English.Say(text), all)
		}
	}
	if strings.Contains(all, i18n.English.Say(i18n.LegendOffline)) || strings.Contains(all, i18n.English.Say(i18n.LegendGPU)) {
		t.Errorf("%q", all)
	}
	plain := tale{nodes: 8, jobs: eventful.jobs, events: eventful.events[:4]}
	if l := string(plain.model().Machine.LegendHTML()); l != "" {
		t.Errorf("a run of which there is nothing to say has a legend: %q", l)
	}
}

// TestGrowthChart compares the text of the growth chart at every step with a golden
// file. The text names the stages that are done, in progress and to come.
func TestGrowthChart(t *testing.T) {
	m := eventful.model()
	var out strings.Builder
	for n := range len(eventful.events) + 1 {
		eventful.seek(m, n)
		chart := string(m.Growth.GrowthHTML())
		if (chart == "") != (m.Growth.GrowthTitle() == "") {
			t.Errorf("step %d: title %q, chart %q", n, m.Growth.GrowthTitle(), chart)
		}
		if chart == "" {
			continue
		}
		what := "start"
		if n > 0 {
			what = eventful.events[n-1].Kind.String()
		}
		out.WriteString("step " + m.Words.Int(int64(n)) + ", " + what + ": " + m.Growth.GrowthTitle() + "\n")
		_, list, _ := strings.Cut(chart, `<ol class="sr">`)
		for _, item := range strings.SplitAfter(list, "</li>") {
			mark := "  "
			if strings.Contains(item, "aria-current") {
				mark = "> "
			}
			if text := htmltest.Plain(strings.ReplaceAll(item, "<p>", " ")); strings.TrimSpace(text) != "" {
				out.WriteString(mark + strings.TrimSpace(text) + "\n")
			}
		}
	}
	file := filepath.Join("testdata", "growth.chart")
	if *rewrite {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != out.String() {
		t.Errorf("%v: the chart has changed (go test -rewrite writes it anew):\n%s", err, out.String())
	}
}

// TestChartIsTheRun compares the growth chart with the engine at every step. The
// last part of the old tasks' lifeline must be filled if the job computes, and
// empty if the job is stopped.
func TestChartIsTheRun(t *testing.T) {
	part := regexp.MustCompile(`<rect class="(computes|stands)" x="210.5" y="([0-9.]+)"`)
	seen := map[string]int{}
	for _, name := range []string{"grow", "no-gain", "rollback", "who-grows", "divided"} {
		s := open(t, lesson(t, name))
		l, _ := scenarios.Find(name)
		scene, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		config, err := scene.Config()
		if err != nil {
			t.Fatal(err)
		}
		tape, err := engine.Record(config)
		if err != nil {
			t.Fatal(err)
		}
		for n := range s.Run.Len() + 1 {
			s.Step = n
			s.settleState(t)
			p := s.Growth.Protocol()
			if p == nil {
				continue
			}
			e, want := tape.Seek(n), ""
			for _, l := range e.State().Limits() {
				if e.State().Job(l.Slot).Request.ID == p.Job {
					if want = "stands"; e.Speed(l.Slot) > 0 {
						want = "computes"
					}
				}
			}
			got, low := "", -1.0
			for _, x := range part.FindAllStringSubmatch(string(s.Growth.GrowthHTML()), -1) {
				if y, _ := strconv.ParseFloat(x[2], 64); y > low {
					got, low = x[1], y
				}
			}
			if want != "" && got != want {
				t.Errorf("%s, step %d at %v, s%d: the chart says that job %d %s, it %s", name, n, s.Run.Time(n), p.Stage, p.Job+1, got, want)
			}
			seen[want]++
		}
	}
	if seen["stands"] < 5 || seen["computes"] < 50 {
		t.Errorf("compared %v", seen)
	}
}

// TestElsewhere uses nodes that were moved to another division of the machine. The
// sentence, the picture, its note, its legend and its tooltips must show that the
// nodes belong to another division. They must not call these nodes failed or down.
func TestElsewhere(t *testing.T) {
	s := open(t, lesson(t, "divided"))
	at := func(kind trace.EventKind) {
		for n := range s.Run.Len() {
			for _, e := range s.Run.StepEvents(n) {
				if e.Kind == kind {
					s.Step = n + 1
					s.settleState(t)
					return
				}
			}
		}
		t.Fatalf("no %v", kind)
	}
	says := func(what, text, want string) {
		t.Helper()
		if !strings.Contains(strings.ReplaceAll(htmltest.Plain(text), "\u00a0", " "), want) {
			t.Errorf("%s: %q does not say %q", what, htmltest.Plain(text), want)
		}
	}
	point := func(n topology.NodeID) string {
		s.Pointed = model.Nowhere()
		s.Pointed.Node, s.Pointed.Last = n, n
		return string(s.Machine.TipHTML())
	}
	at(trace.Leave)
	var scene draw.MachineScene
	s.Machine.FillMachine(&scene)
	if len(scene.Offline) != 1 || scene.Offline[0] != (draw.Range{First: 8, Last: 15}) || len(scene.Down)+len(scene.Failed) > 0 {
		t.Errorf("drawn: not there %v, down %v, failed %v", scene.Offline, scene.Down, scene.Failed)
	}
	says("why", string(s.Why.SentenceHTML()), "The machine is divided anew: nodes 8–15 go to another division of it.")
	says("note", s.Machine.MachineNote(), "8 in another division")
	says("legend", string(s.Machine.LegendHTML()), "in another division")
	says("tip", point(9), "is in another division of the machine since 0:05")
	at(trace.Join)
	s.Machine.FillMachine(&scene)
	if len(scene.Offline) > 0 {
		t.Errorf("drawn: not there %v", scene.Offline)
	}
	says("why", string(s.Why.SentenceHTML()), "The machine is divided anew: nodes 8–15 come from another division and are free.")
	if all := string(s.Machine.LegendHTML()); strings.Contains(all, i18n.English.Say(i18n.LegendDown)) || strings.Contains(all, i18n.English.Say(i18n.LegendFailed)) {
		t.Errorf("legend: %q", all)
	}
}

// TestGrowthOfTheChosenJob selects a job. If the job has grown, its growth must be
// shown until the end of the run. If it never grew, no growth may be shown.
func TestGrowthOfTheChosenJob(t *testing.T) {
	m := eventful.model()
	eventful.seek(m, len(eventful.events))
	m.Selected = 0
	if got := m.Growth.GrowthTitle(); got != "Job 1 has grown from 2 to 4 nodes" {
		t.Errorf("%q", got)
	}
	m.Selected = 1
	if got := m.Growth.GrowthTitle(); got != "" {
		t.Errorf("job 2 never grew: %q", got)
	}
	m.Selected = workload.NoJob
}
