package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

// starts goes to the step in which the job with the given number starts.
func (s *stage) starts(t *testing.T, number int64) {
	t.Helper()
	for s.do(t, keys.ToStart); s.Step < s.Run.Len(); s.do(t, keys.Forward) {
		if s.State.Weighed != nil && s.Run.Jobs[s.State.Weighed.Job].Number == number {
			return
		}
	}
	t.Fatalf("job %d never starts", number)
}

// TestRivals checks that the page can list all combinations of free units between
// which S0's allocator chose, with their sums of hops.
func TestRivals(t *testing.T) {
	m := open(t, lesson(t, "units"))
	m.starts(t, 8)
	if html := htmltest.Plain(m.Why.CandidatesHTML()); len(m.Weighed.Candidates) != 1 || !strings.Contains(html, "126 combinations of free units") || !strings.Contains(html, "under router 000") {
		t.Errorf("before: %s", html)
	}
	ask := m.Why.RivalsToAsk()
	if ask == nil || !strings.Contains(string(m.Why.MoreHTML()), `data-more="rivals"`) {
		t.Fatalf("no way to all combinations: %s", string(m.Why.MoreHTML()))
	}
	m.desk.Handle(ask.Pack())
	var w message.PlacementList
	if err := w.Unpack(m.desk.Answers()[0]); err != nil || !m.Weigh(&w) {
		t.Fatalf("%v, %+v", err, w)
	}
	html, sums := string(m.Why.CandidatesHTML()), map[int64]int{}
	for i, c := range m.Weighed.Candidates {
		sums[c.Cost]++
		if m.Shown = i; m.Highlight().Candidate.String() != c.Placement.String() {
			t.Errorf("the machine shows %v for combination %d, %v", m.Highlight().Candidate, i, c.Placement)
		}
	}
	if want := (map[int64]int{38: 5, 42: 23, 44: 32, 46: 66}); fmt.Sprint(sums) != fmt.Sprint(want) || strings.Count(html, "data-candidate=") != 126 {
		t.Errorf("%d rows; sums %v, want %v", strings.Count(html, "data-candidate="), sums, want)
	}
	if m.Why.RivalsToAsk() != nil {
		t.Error("all are listed, and can be asked for again")
	}
}

// TestLevelByLevel checks that the search of the allocator MDM is listed level by
// level. The picture of the machine must be able to show the nodes of each level.
func TestLevelByLevel(t *testing.T) {
	m := open(t, lesson(t, "mdm"))
	m.starts(t, 3)
	w := m.Weighed
	if html := htmltest.Plain(m.Why.CandidatesHTML()); !strings.Contains(html, "The search outwards from leaf 1, level by level") || !strings.Contains(html, "distance 1") || !strings.Contains(html, "takes 4 of 5; 4 of 4 so far") {
		t.Errorf("%s", html)
	}
	m.Shown = len(w.Candidates)
	if got := m.Highlight().Candidate.String(); got != "3-5" {
		t.Errorf("the machine shows %s for the first level", got)
	}
	for _, name := range []string{"sdm", "first-fit"} {
		other := lesson(t, "mdm")
		other.Allocator = name
		if s := open(t, other); s.State.Weighed != nil && len(s.State.Weighed.Levels) > 0 {
			t.Errorf("%s has levels", name)
		}
	}
	far := open(t, message.Load{Form: message.JSON, At: -1, Job: -1, Text: `{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 3}},
		"jobs": [{"id": 1, "nodes": 5, "walltime": 9}], "scheduler": {"queue": "easy", "allocator": "mdm"}}`})
	far.starts(t, 1)
	if html := htmltest.Plain(far.Why.CandidatesHTML()); !strings.Contains(html, "The search outwards from root") || !strings.Contains(html, "distance 2nodes 0–8") && !strings.Contains(html, "distance 2") {
		t.Errorf("%s", html)
	}
}

// route selects two nodes, and returns the text that describes the route between
// them.
func (s *stage) route(t *testing.T, from, to topology.NodeID) string {
	t.Helper()
	s.PickEnd(from)
	if s.Route.Ask != nil || s.Machine.RouteNote() != "" {
		t.Errorf("one node has a way: %+v", s.Route)
	}
	s.PickEnd(to)
	s.desk.Handle(s.Route.Ask.Pack())
	for _, wire := range s.desk.Answers() {
		var r message.Routed
		if err := r.Unpack(wire); err != nil || !s.Find(&r) {
			t.Fatalf("%v: %+v", err, r)
		}
	}
	return s.Machine.MachineNote()
}

// picture draws the machine at the step on screen. It returns the drawing commands,
// and the texts in the drawing.
func picture(m *stage) (commands, texts string) {
	size := draw.Size{W: 640, H: 260, Scale: 1}
	layout := draw.NewLayout(m.Run.Machine.Drawn, size, draw.View{})
	var scene draw.MachineScene
	m.Machine.FillMachine(&scene)
	var b draw.Buffer
	b.Reset(size)
	layout.Draw(&b, &scene)
	return string(b.Bytes()), b.Texts()
}

// TestRoutes selects two nodes on each kind of machine. The route between them must
// be described and drawn.
func TestRoutes(t *testing.T) {
	m := open(t, lesson(t, "units"))
	_, drawn := picture(m)
	for level, routers := range []int{1, 4, 16} { // all routers of figure 1 of S0 are drawn, at the size of a laptop screen
		for i := range routers {
			if number := fmt.Sprintf("%d%d%d", level, i/4, i%4); !slices.Contains(strings.Split(drawn, "\n"), number) {
				t.Errorf("the picture lacks router %s", number)
			}
		}
	}
	if got := m.route(t, 1, 63); got != "node 1 → node 63: 5 hops, distance 6: 200 → 100 → 000 → 103 → 233" {
		t.Error(got)
	}
	if got := m.route(t, 1, 2); got != "node 1 → node 2: 1 hop, distance 2: 200" {
		t.Error(got)
	}
	for _, c := range []struct{ lesson, text string }{
		{"fragmented", "node 0 → node 5: "},
		{"torus", "node 0 → node 5: 3 hops, distance 3: node 7 → node 6"},
		{"hypercube", "node 0 → node 5: 2 hops, distance 2: node 1"},
		{"dragonfly", "node 0 → node 5: "},
		{"slurm", " → "},
		{"one-way", "node 0 → node 2: 2 hops, distance 3, back 8: switch 0 → switch 1"},
		{"contiguous", "node 0 → node 5: 5 hops, distance 5: node 1 → node 2 → node 3 → node 4"},
	} {
		m, to := open(t, lesson(t, c.lesson)), topology.NodeID(5)
		if c.lesson == "one-way" {
			to = 2
		}
		if got := m.route(t, 0, to); !strings.Contains(got, c.text) {
			t.Errorf("%s: %s", c.lesson, got)
		}
		var scene draw.MachineScene
		m.Machine.FillMachine(&scene)
		h := scene.Highlight
		if h.Ends != [2]topology.NodeID{0, to} || int64(len(h.Route)) < m.Route.Hops || len(m.Route.Through) == 0 {
			t.Errorf("%s: the picture has %v between %v, of %d hops over %v", c.lesson, h.Route, h.Ends, m.Route.Hops, m.Route.Through)
		}
		for i, way := range m.Route.Ways { // consecutive links of a route join, and their cables are drawn
			if h.Route[i] != way/2 {
				t.Errorf("%s: the picture has the cables %v for the ways %v", c.lesson, h.Route, m.Route.Ways)
			}
			from, end := m.Ends(way / 2)
			if way&1 == 1 {
				from, end = end, from
			}
			if i == 0 && from != m.NodeText(0) || i == len(h.Route)-1 && end != m.NodeText(int(to)) {
				t.Errorf("%s: way %d goes from %s to %s", c.lesson, i, from, end)
			}
		}
	}
	// Clearing the route must remove it from the picture. Then a new route can be
	// started.
	shown, _ := picture(m)
	m.do(t, keys.Out)
	if now, _ := picture(m); m.Route.Ends != model.NoRoute.Ends || now == shown {
		t.Error("Escape leaves the way on the machine")
	}
	m.PickEnd(3)
	if note := m.Machine.MachineNote(); !strings.HasSuffix(note, " · node 3 → ?") {
		t.Error(note)
	}
	m.Pointed.Node, m.Pointed.Last = 9, 9
	if tip := htmltest.Plain(m.Machine.TipHTML()); !strings.Contains(tip, "Click to see the route from node 3") {
		t.Error(tip)
	}
	if m.PickEnd(3); m.Route.Ends != model.NoRoute.Ends {
		t.Error("a node that is chosen twice is an end")
	}
}

// TestRoutesByKeys checks that the arrow keys reach every node in the tree of the
// machine. Enter must select the two ends of a route.
func TestRoutesByKeys(t *testing.T) {
	m := open(t, lesson(t, "units"))
	m.do(t, keys.ToStart, keys.Forward)
	walk := func(list string) {
		t.Helper()
		for key := range strings.FieldsSeq(list) {
			if !m.Machine.TreeKey(key) {
				t.Fatalf("%s is no key of the tree", key)
			}
		}
	}
	m.Machine.Tree.At = "0.0"
	walk("ArrowRight ArrowRight ArrowRight ArrowRight ArrowRight ArrowRight ArrowRight") // to the switch, its leaf switch and a range of nodes; then to the first node of that range
	walk("ArrowDown Enter")
	if m.Route.Ends[0] != 1 || m.Machine.Tree.At != "n0.1" {
		t.Fatalf("at %s the way begins at node %d, want 1", m.Machine.Tree.At, m.Route.Ends[0])
	}
	if html := string(m.Machine.TreeHTML()); !strings.Contains(html, `data-tree="n0.1"`) || !strings.Contains(html, "router 200") {
		t.Error(html)
	}
	walk("ArrowLeft")
	if m.Machine.Tree.At != "n0" {
		t.Errorf("ArrowLeft leads to %s", m.Machine.Tree.At)
	}
	walk("ArrowLeft End Enter")
	if m.Route.Ask != nil || m.Selected != workload.NoJob {
		t.Errorf("a switch is an end: %+v", m.Route)
	}
}

// TestRoundsAreNamed checks that the facts about a start give the setting
// scheduler.batch.rounds. The setting is either one batch for each submission and
// each end, as in S0, or batches until nothing starts. Under EASY, there must be no
// such fact.
func TestRoundsAreNamed(t *testing.T) {
	for name, want := range map[string]string{"one": "one for each submission and each end, as S0 has it", "repeat": "one after another until nothing starts; S0 leaves that open"} {
		l := lesson(t, "units")
		l.Set = []message.Assignment{{Path: "scheduler.batch.rounds", Value: `"` + name + `"`}}
		m := open(t, l)
		m.starts(t, 8)
		if facts := htmltest.Plain(m.Why.FactsHTML()); !strings.Contains(facts, "Batches"+want) {
			t.Errorf("%s: %s", name, facts)
		}
	}
	m := open(t, lesson(t, "easy-hole"))
	m.do(t, keys.ToStart, keys.Forward)
	if facts := string(m.Why.FactsHTML()); facts != "" {
		t.Errorf("EASY makes batches: %s", facts)
	}
}

// TestPairsAreNamed checks the explanation of the distance between two nodes, which
// is shown beside the placements. On a directed graph, it must be shown. On other
// machines, it must not.
func TestPairsAreNamed(t *testing.T) {
	for name, want := range map[string]string{"larger": "the longer one counts as the pair’s distance", "sum": "the route there and the route back together"} {
		l := lesson(t, "one-way")
		l.Set = []message.Assignment{{Path: "cluster.topology.pairs", Value: `"` + name + `"`}}
		m := open(t, l)
		m.starts(t, 1)
		if html := htmltest.Plain(m.Why.CandidatesHTML()); !strings.Contains(html, want) {
			t.Errorf("%s: %s", name, html)
		}
	}
	m := open(t, lesson(t, "graph"))
	m.starts(t, 2)
	if html := htmltest.Plain(m.Why.CandidatesHTML()); strings.Contains(html, "there and back") {
		t.Error(html)
	}
}
