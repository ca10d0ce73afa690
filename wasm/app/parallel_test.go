package app

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/soaktest"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

// TestTextsHoldWhatTheCanvasesShow compares the canvases with the texts for screen
// readers (tree, grid and queue). The texts must contain each job that holds nodes,
// each bar of the listed rows, and each waiting job.
func TestTextsHoldWhatTheCanvasesShow(t *testing.T) {
	for i, l := range scenarios.All() {
		if !soaktest.Picks(i+2, 3) {
			continue
		}
		m := open(t, lesson(t, l.Name))
		for m.do(t, keys.ToStart); m.Step < m.Run.Len(); {
			m.do(t, keys.Forward)
			var machine draw.MachineScene
			m.Machine.FillMachine(&machine)
			tree, grid, queue := treeText(m), htmltest.Plain(m.Timeline.GridHTML()), htmltest.Plain(m.Queue.QueueHTML())
			for _, h := range machine.Holds {
				if !names(tree, m.JobText(h.Job)) {
					t.Fatalf("%s, step %d: the tree has no %s: %s", l.Name, m.Step, m.JobText(h.Job), tree)
				}
				if h.First < timeline.GridRows && !names(grid, m.JobText(h.Job)) {
					t.Fatalf("%s, step %d: the grid has no %s: %s", l.Name, m.Step, m.JobText(h.Job), grid)
				}
			}
			for i := range m.State.Queue {
				if id := m.State.Queue[i].Job; !names(queue, m.JobText(id)) {
					t.Fatalf("%s, step %d: the queue has no %s: %s", l.Name, m.Step, m.JobText(id), queue)
				}
			}
		}
	}
}

// names reports whether a text contains the name of a job. For example, "job 12"
// does not count as "job 1".
func names(text, job string) bool {
	for rest := strings.ToLower(text); ; {
		_, after, found := strings.Cut(rest, strings.ToLower(job))
		if !found || after == "" {
			return found
		}
		if after[0] < '0' || after[0] > '9' {
			return true
		}
		rest = after
	}
}

// treeText opens every branch of the tree, and returns the text of the tree.
func treeText(m *stage) string {
	m.Machine.Tree.Open = map[string]bool{}
	for range 20 {
		closed := 0
		for _, item := range m.Machine.TreeItems() {
			if item.Branches && !item.Open {
				m.Machine.Tree.Open[item.Key] = item.Key != "0.0"
				closed++
			}
		}
		if closed == 0 {
			break
		}
	}
	return htmltest.Plain(m.Machine.TreeHTML())
}

// TestParallelElementsOfABigMachine checks the elements for screen readers on a
// machine of 65,536 nodes. There must be only few of them. Each must state its
// position among all nodes. The keys must lead to the last node.
func TestParallelElementsOfABigMachine(t *testing.T) {
	for _, shape := range []string{`"kind": "flat", "nodes": 65536`, `"kind": "fat-tree", "levels": 8, "width": 4`, `"kind": "torus", "dims": [64, 32, 32]`} {
		m := open(t, message.Load{Form: message.JSON, At: -1, Job: -1, Text: `{"hopyard": 1, "cluster": {"topology": {` + shape + `}},
			"workload": {"model": "lublin", "jobs": 100, "load": 1}, "scheduler": {"queue": "easy", "allocator": "first-fit"}}`})
		m.Go(m.Run.Len() / 2)
		m.settleState(t)
		if !m.Timeline.GridKey("Ctrl+End") || m.Timeline.Grid.Row != 65535 {
			t.Errorf("%s: Ctrl+End leads to row %d", shape, m.Timeline.Grid.Row)
		}
		grid, tree := string(m.Timeline.GridHTML()), string(m.Machine.TreeHTML())
		if rows := strings.Count(grid, `role="row"`); rows > timeline.GridRows || !strings.Contains(grid, `aria-rowindex="65536"`) {
			t.Errorf("%s: %d rows at the end of the grid: %s", shape, rows, grid)
		}
		items := m.Machine.TreeItems()
		if len(items) > machinepanel.MaxBranches+1 || strings.Count(tree, "aria-level=") != len(items) || strings.Count(tree, "aria-setsize=") != len(items) {
			t.Errorf("%s: %d items of the tree, %d with a level", shape, len(items), strings.Count(tree, "aria-level="))
		}
		// The right arrow key alone leads to a single range of nodes.
		m.Machine.Tree.At = "0.0"
		for range 60 {
			if m.Pointed = model.Nowhere(); m.Machine.TreeKey("ArrowRight") && m.Pointed.Node >= 0 {
				break
			}
		}
		if m.Pointed.Node < 0 {
			t.Errorf("%s: ArrowRight does not lead to a node; at %s", shape, m.Machine.Tree.At)
		}
	}
}

// TestPointingNamesTheNodeAtEverySize points at many positions in the picture of
// the machine, at every size and zoom. Each hit must name existing nodes. It may
// name a job only on nodes that the job holds.
func TestPointingNamesTheNodeAtEverySize(t *testing.T) {
	for _, nodes := range []int{4, 64, 1024, 4096, 16384, 65536} {
		m := open(t, message.Load{Form: message.JSON, At: -1, Job: -1, Text: fmt.Sprintf(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": %d}},
			"jobs": [{"id": 1, "submit": 0, "nodes": %d, "walltime": 100}], "scheduler": {"queue": "easy", "allocator": "first-fit"}}`, nodes, (nodes+1)/2)})
		m.do(t, keys.ToStart, keys.Forward)
		for m.State.Idle == int32(nodes) && m.Step < m.Run.Len() {
			m.do(t, keys.Forward)
		}
		for _, zoom := range []float64{1, 8, draw.MaxZoom} {
			view := draw.View{}.ZoomAt(0.5, 0.5, zoom)
			layout := draw.NewLayout(m.Run.Machine.Drawn, draw.Size{W: 640, H: 260, Scale: 1}, view)
			var scene draw.MachineScene
			m.Machine.FillMachine(&scene)
			var b draw.Buffer
			b.Reset(draw.Size{W: 640, H: 260, Scale: 1})
			layout.Draw(&b, &scene)
			hits := 0
			for x := 5.0; x < 640; x += 31 {
				for y := 5.0; y < 260; y += 17 {
					hit := layout.At(x, y, &scene)
					if hit.Kind != draw.OnNode {
						continue
					}
					hits++
					held := int(hit.Node) < (nodes+1)/2
					if hit.Node < 0 || int(hit.Last) >= nodes || hit.Last < hit.Node || hit.Job != workload.NoJob && !held {
						t.Fatalf("%d nodes, zoom %g: at %g, %g is %+v", nodes, zoom, x, y, hit)
					}
				}
			}
			if hits == 0 {
				t.Errorf("%d nodes, zoom %g: no node is hit", nodes, zoom)
			}
		}
	}
}
