package experiment_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
)

const stopDesign = `{"hopyard_design": 1, "repetitions": 11, "stop": {"percent": 10, "least": 4},
	"scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "workload": {"model": "lublin", "jobs": 10}},
	"factors": [
		{"name": "machine", "levels": [{"name": "star"}, {"name": "torus", "set": {"cluster.topology": {"kind": "torus", "dims": [4, 2]}}}]},
		{"name": "load", "path": "workload.load", "levels": [0.5, 0.9]},
		{"name": "allocator", "path": "scheduler.allocator", "levels": ["sdm", "mdm", "first-fit"]}],
	"axis": "load", "algorithm": ["allocator"], "figures": ["mean_response"]}`

// stopped completes a design with a Stop, in an order drawn from the seed. It uses
// artificial figures instead of simulations. Now and then it writes the rows and
// reads them again, as after an interruption. The figures of MDM are those of SDM
// plus a constant. On the torus at load 0.9, MDM's figure is larger in every second
// repetition; the parameter swing is the difference.
func stopped(t *testing.T, seed uint64, swing float64) *experiment.Results {
	t.Helper()
	d, err := scenario.ParseDesign([]byte(stopDesign))
	if err != nil {
		t.Fatal(err)
	}
	x, err := experiment.New(d)
	if err != nil {
		t.Fatal(err)
	}
	r, random := experiment.NewResults(x), rand.New(rand.NewPCG(seed, 0))
	for missing := r.Missing(); len(missing) > 0; missing = r.Missing() {
		random.Shuffle(len(missing), func(i, j int) { missing[i], missing[j] = missing[j], missing[i] })
		for _, run := range missing[:1+random.IntN(len(missing))] { // the sweep is interrupted after these runs
			names, figures := r.Names(run.Cell), make([]float64, len(r.Keys))
			for i, k := range r.Keys {
				if k.Key != "mean_response" {
					continue
				}
				figures[i] = 100 + float64(run.Repetition*run.Repetition)
				if names[2] == "mdm" {
					figures[i] += 3
					if names[0] == "torus" && names[1] == "0.9" {
						figures[i] += swing * float64(run.Repetition%2)
					}
				}
			}
			r.Set(run.Cell, run.Repetition, figures)
		}
		if random.IntN(2) == 0 {
			var rows bytes.Buffer
			if err := r.WriteRows(&rows); err != nil {
				t.Fatal(err)
			}
			r = experiment.NewResults(x)
			if err := r.ReadRows(rows.Bytes()); err != nil {
				t.Fatal(err)
			}
		}
	}
	return r
}

// TestStop checks the number of repetitions under a Stop. If the difference between
// algorithms is precise at a place and step, the repetitions must stop after the
// first round. If it varies, they must continue to the last repetition. The rows
// must not depend on the order in which runs end, or on the number of
// interruptions.
func TestStop(t *testing.T) {
	r := stopped(t, 1, 200)
	for cell := range r.Cells {
		names, want := r.Names(cell), 4
		if names[0] == "torus" && names[1] == "0.9" {
			want = 11
		}
		if got := len(r.RepetitionsOf(cell)); got != want {
			t.Errorf("%v has %d repetitions, want %d", names, got, want)
		}
	}
	if made := r.Made(); made != 3*(3*4+11) {
		t.Errorf("%d runs", made)
	}
	var rows, means bytes.Buffer
	r.WriteRows(&rows)
	if err := r.WriteMeans(&means); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(means.String(), "torus,0.9,mdm,11,") || !strings.Contains(means.String(), "star,0.9,mdm,4,") {
		t.Errorf("means:\n%s", means.String())
	}
	for seed := range uint64(20) {
		var again bytes.Buffer
		stopped(t, seed, 200).WriteRows(&again)
		if !bytes.Equal(again.Bytes(), rows.Bytes()) {
			t.Fatalf("seed %d: other rows", seed)
		}
	}
	l, err := experiment.Arrange(r)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := len(l.SampleAt(0, 0, 1, 1)), len(l.SampleAt(0, 1, 1, 1)); a != 4 || b != 11 {
		t.Errorf("samples of %d and %d repetitions", a, b)
	}
	// With less variation, the difference is precise enough after the second round.
	if made := stopped(t, 3, 12).Made(); made != 3*(3*4+8) {
		t.Errorf("%d runs", made)
	}
}

// TestStudentP compares the probabilities with known quantiles and with the
// integral of the density.
func TestStudentP(t *testing.T) {
	for _, c := range []struct {
		x  float64
		df int
		p  float64
	}{
		{1, 1, 0.5}, {12.706204736, 1, 0.05}, {63.656741162, 1, 0.01}, {4.302652730, 2, 0.05}, {9.924843201, 2, 0.01},
		{2.228138852, 10, 0.05}, {3.169272667, 10, 0.01}, {2.045229642, 29, 0.05}, {1.984216952, 99, 0.05}, {0, 5, 1},
	} {
		near(t, "p", experiment.StudentP(c.x, c.df), c.p, 1e-9)
		near(t, "p of the other side", experiment.StudentP(-c.x, c.df), c.p, 1e-9)
	}
	r := rand.New(rand.NewPCG(4, 4))
	for range 40 {
		x, df := 6*r.Float64(), 1+r.IntN(200)
		near(t, "p", experiment.StudentP(x, df), 1-within(x, df), 1e-9)
	}
	for df := 1; df < 300; df++ {
		near(t, "p of the quantile", experiment.StudentP(experiment.T975(df), df), 0.05, 2e-6)
	}
	e := experiment.Difference([]float64{3, 5, 7}, []float64{2, 3, 4})
	near(t, "p of 1, 2, 3", e.P(), experiment.StudentP(2*1.7320508075688772, 2), 1e-12)
	near(t, "p of nothing", experiment.Estimate{N: 1, Mean: 3}.P(), 1, 0)
	near(t, "p of equals", experiment.Of([]float64{2, 2, 2}).P(), 0, 0)
}
