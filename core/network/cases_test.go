package network_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"hopyard/core/network"
	"hopyard/core/topology"
)

// measured is a case of testdata/simgrid: flows over routes, and the time at which
// each flow finishes according to SimGrid 3.32 with pure max-min sharing (CM02, no
// latency, no TCP factor).
type measured struct {
	Links []struct {
		ID string
		BW float64
	}
	Flows []struct {
		ID                   string
		Start, Bytes, Finish float64
		Route                []string
	}
}

func (m *measured) load(t testing.TB, path string) (capacity []float64, flows []network.Transfer) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(src, m); err != nil {
		t.Fatal(err)
	}
	index := map[string]topology.LinkID{}
	for i, l := range m.Links {
		index[l.ID] = topology.LinkID(i)
		capacity = append(capacity, l.BW)
	}
	for _, f := range m.Flows {
		var route []topology.LinkID
		for _, id := range f.Route {
			route = append(route, index[id])
		}
		flows = append(flows, network.Transfer{Start: f.Start, Bytes: f.Bytes, Route: route})
	}
	return capacity, flows
}

// TestSimGrid replays the cases and compares the end of every flow with SimGrid's.
func TestSimGrid(t *testing.T) {
	paths, _ := filepath.Glob("testdata/simgrid/*.json")
	if len(paths) != 32 {
		t.Fatalf("%d cases; want 32", len(paths))
	}
	worst := 0.0
	for _, path := range paths {
		var m measured
		capacity, flows := m.load(t, path)
		for i, got := range network.Replay(capacity, flows, nil) {
			want := m.Flows[i].Finish
			off := math.Abs(got-want) / want
			worst = max(worst, off)
			if off > 1e-9 {
				t.Errorf("%s: flow %s finishes at %.12g; SimGrid says %.12g", path, m.Flows[i].ID, got, want)
			}
		}
	}
	t.Logf("largest relative difference %.2g", worst)
}
