package draw

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

var rewrite = flag.Bool("rewrite", false, "write testdata anew; read the difference before you commit it")

// TestGolden compares pictures of small scenes with the files in testdata, command
// by command. A difference shows how a change affects the pictures.
func TestGolden(t *testing.T) {
	trees, minute := shapes(t), simtime.Time(simtime.Minute)
	busy := &MachineScene{
		Words: English, Highlight: NoHighlight(),
		Holds: []Hold{{0, 2, 0, 255, 0}, {5, 5, 0, 255, 0}, {6, 7, 1, 128, 1}, {6, 6, 2, 64, 0}, {9, 10, 3, 255, 0}},
		Units: []UnitScene{{Range{0, 3}, UnitBusy, 1}, {Range{4, 7}, UnitFree, 4}, {Range{8, 11}, UnitAllocated, 0}},
		Down:  []Range{{15, 15}}, Kept: []Range{{12, 13}}, GPUs: []GPUs{{Range{4, 7}, 2}},
	}
	busy.Highlight.Current = 0
	busy.Highlight.Candidate = cluster.Placement{{First: 3, Last: 4, Tasks: 1}}
	bars := &Bars{}
	bars.Start(0, cluster.Placement{{First: 0, Last: 3, Tasks: 1}}, 1, 0, 100*minute)
	bars.Start(1, cluster.Placement{{First: 4, Last: 5, Tasks: 1}}, 2, 10*minute, 60*minute)
	bars.Start(3, cluster.Placement{{First: 6, Last: 7, Tasks: 1}}, 5, 40*minute, 90*minute)
	bars.Start(4, cluster.Placement{{First: 0, Last: 7, Tasks: 1}}, 9, 70*minute, 90*minute) // starts after the step that is drawn
	bars.End(1, 2, 5, 30*minute)
	chart := &Timeline{
		Size: Size{400, 150, 1}, Nodes: 8, Bands: []int32{0, 4}, Bars: bars, Words: English, Step: 5, Now: 50 * minute, Shadow: 100 * minute,
		Window: TimeWindow{From: 0, To: 180 * minute}, Promises: []Reservation{{Job: 2, Start: 100 * minute, End: 160 * minute, Nodes: cluster.Placement{{First: 0, Last: 5, Tasks: 1}}}}, Highlight: NoHighlight(),
	}
	chart.Highlight.Current = 3
	states := &MachineScene{
		Words: English, Highlight: NoHighlight(), Holds: []Hold{{0, 3, 0, 255, 0}},
		Failed: []Range{{3, 3}}, Down: []Range{{4, 4}}, Offline: []Range{{6, 7}}, Frozen: []Frozen{{Range{8, 9}, 0}},
	}
	torn := func(cable int32) *MachineScene { m := *states; m.Broken = []int32{cable}; return &m }
	machine := func(shape MachineShape, m *MachineScene) func(*Buffer) {
		return func(b *Buffer) {
			size := Size{400, 240, 1}
			b.Reset(size)
			NewLayout(shape, size, View{}).Draw(b, m)
		}
	}
	ring := &MachineScene{Words: English, Highlight: NoHighlight(), Jobs: &Jobs{Numbers: []int64{107}}, Holds: []Hold{{1, 3, 0, 255, 0}}}
	sharedNodes := &MachineScene{
		Words: English, Highlight: NoHighlight(), GPUs: []GPUs{{Range{0, 0}, 2}},
		Holds: []Hold{{0, 1, 0, 128, 1}, {0, 0, 1, 64, 0}, {2, 2, 2, 255, 0}},
	}
	slotted := &MachineScene{
		Words: English, Highlight: NoHighlight(), Names: []string{"n00", "n01", "n02", "n03", "n04", "n05", "n06", "n07"},
		Switches: []string{"root", "block b0", "block b1", "rack b0-r0", "rack b0-r1", "rack b1-r0", "rack b1-r1"},
		Holds:    []Hold{{0, 1, 0, 128, 0}, {0, 0, 1, 64, 0}, {2, 5, 2, 255, 0}}, Broken: []int32{3}, Cuts: []Cut{{3, 2}, {4, 2}},
	}
	slotted.Highlight.Current = 2
	coarse := &MachineScene{Words: English, Highlight: NoHighlight(), Holds: []Hold{{0, 40_000, 0, 255, 0}}}
	coarse.Highlight.Selected = workload.JobID(0)
	for name, draw := range map[string]func(*Buffer){
		"tree":         machine(trees["tree 2x4"], busy),
		"nodes":        machine(trees["tree 1x4"], sharedNodes),
		"ring":         machine(trees["torus 5"], ring),
		"racks":        machine(trees["levels 2x2x2"], slotted),
		"slice":        machine(MachineShape{Nodes: 12, Dims: []int{2, 2, 3}, Wraps: true}, ring),
		"states-tree":  machine(trees["tree 2x4"], torn(2)),
		"states-grid":  machine(MachineShape{Nodes: 16, Dims: []int{4, 4}, Wraps: true}, torn(17)),
		"states-plan":  machine(trees["graph"], &MachineScene{Words: English, Highlight: NoHighlight(), Failed: []Range{{1, 1}}, Broken: []int32{1}}),
		"states-cells": machine(trees["flat 5000"], &MachineScene{Words: English, Highlight: NoHighlight(), Failed: []Range{{1, 1}}, Down: []Range{{40, 50}}, GPUs: []GPUs{{Range{100, 200}, 4}}}),
		"eventful": func(b *Buffer) {
			scene := eventful()
			b.Reset(scene.Size)
			scene.Draw(b)
		},
		"time": func(b *Buffer) {
			b.Reset(chart.Size)
			chart.Draw(b)
		},
		"strip": func(b *Buffer) {
			s := Scrub{Size: Size{100, 32, 1}, Density: NewDensity([]MarkKind{MarkSubmit, MarkStart, MarkStart, MarkEnd, MarkKill}, 100), Step: 2}
			b.Reset(s.Size)
			s.Draw(b)
		},
	} {
		var b Buffer
		draw(&b)
		file := filepath.Join("testdata", name+".txt")
		if *rewrite {
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != string(want) {
			t.Errorf("%s has changed (go test -rewrite writes it anew):\n%s", file, firstDifference(string(want), got))
		}
	}
	var b Buffer
	machine(trees["flat 65536"], coarse)(&b)
	inspect(t, "coarse", &b)
}

// firstDifference describes the first line that differs between two texts.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d", len(g), len(w))
}
