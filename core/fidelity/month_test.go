package fidelity_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hopyard/core/fidelity"
	"hopyard/core/fidelity/fidelitytest"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/soaktest"
	"hopyard/core/workload/sacct"
)

// modelOf reads the files of a month as the command does.
func modelOf(t testing.TB, m *fidelitytest.Month) *fidelity.PastModel {
	past, err := sacct.ReadRecords(strings.NewReader(m.Sacct), sacct.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files := []slurmstate.File{{Name: "slurm.conf", Data: []byte(m.Conf)}}
	if m.QOS != "" {
		files = append(files, slurmstate.File{Name: "qos.txt", Data: []byte(m.QOS)})
	}
	s, err := slurmstate.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	in := fidelity.Input{Past: past, Snapshot: s}
	model, err := fidelity.New(in)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// whatIf is a change, and the same change of the real cluster.
type whatIf struct {
	path, value string
	weights     bool // needs weights
	edit        func(*fidelitytest.World)
}

var whatIfs = []whatIf{
	{"bf_interval", "120", false, func(w *fidelitytest.World) { w.Config.Backfill.Interval = 120 * simtime.Second }},
	{"bf_max_job_test", "10", false, func(w *fidelitytest.World) { w.Config.Backfill.MaxTest = 10 }},
	{"SchedulerType", "sched/builtin", false, func(w *fidelitytest.World) { w.Config.Backfill.Off = true }},
	{"bf_window", "4320", false, func(w *fidelitytest.World) { w.Config.Backfill.Window = 72 * simtime.Hour }},
	{"partition.batch.Nodes", "+8", false, func(w *fidelitytest.World) { w.Extra[fidelitytest.Batch] = 8 }},
	{"partition.long.Nodes", "+4", false, func(w *fidelitytest.World) { w.Extra[fidelitytest.Long] = 4 }},
	{"partition.long.PriorityTier", "3", false, func(w *fidelitytest.World) { w.Config.Partitions[fidelitytest.Long].Tier = 3 }},
	{"partition.long.Nodes", "n[0-55]", false, func(w *fidelitytest.World) { w.Ranges[fidelitytest.Long] = [2]int{0, 55} }},
	{"partition.batch.Nodes", "n[0-63]", false, func(w *fidelitytest.World) { w.Ranges[fidelitytest.Batch] = [2]int{0, 63} }},
	{"partition.batch.MaxTime", "720", false, func(w *fidelitytest.World) {
		w.Config.Partitions[fidelitytest.Batch].MaxTime = 12 * simtime.Hour
	}},
	{"PriorityWeightQOS", "0", true, func(w *fidelitytest.World) { w.Config.Priority.QOS = 0 }},
	{"PriorityWeightJobSize", "20000", true, func(w *fidelitytest.World) { w.Config.Priority.Size = 20_000 }},
	{"PriorityWeightAge", "20000", true, func(w *fidelitytest.World) { w.Config.Priority.Age = 20_000 }},
}

// tally counts how good predictions are.
type tally struct {
	cases, covered, small int
	stated, right         int // signs, which are stated where the interval does not contain 0
}

// check makes a prediction and compares it with the truth. Truth and prediction are about
// the jobs that both have.
func (n *tally) check(t *testing.T, m *fidelitytest.Month, model *fidelity.PastModel, base *fidelity.Outcome, w *whatIf, name string) {
	other, err := model.With([]fidelity.SettingChange{{Path: w.path, Value: w.value}})
	if err != nil {
		t.Fatal(err)
	}
	after, err := other.Replay()
	if err != nil {
		t.Fatal(err)
	}
	d := model.Compare(other, base, after).Figures[0]
	before, real := m.Truth(nil), m.Truth(w.edit)
	sum, wait, jobs := 0.0, 0.0, 0.0
	for i, id := range m.Listed() {
		if id != "" && before[i] >= 0 && real[i] >= 0 {
			sum += real[i] - before[i]
			wait += before[i]
			jobs++
		}
	}
	truth := sum / jobs
	n.cases++
	right := d.Change*truth > 0
	covered := math.Abs(d.Change-truth) <= d.Half
	if covered {
		n.covered++
	}
	if d.Sign() != 0 {
		n.stated++
		if right {
			n.right++
		}
	}
	if math.Abs(truth) < 0.02*wait/jobs {
		n.small++
	}
	t.Logf("%s %s=%s: truth %+.0f s (of %.0f), predicted %+.0f ± %.0f; sign stated %v, right %v, covered %v", name, w.path, w.value, truth, wait/jobs, d.Change, d.Half, d.Sign() != 0, right, covered)
}

// TestWhatIfs predicts changes of synthetic clusters of which the truth is known. With
// HOPYARD_SOAK there are 100 predictions over months, otherwise three over a week.
func TestWhatIfs(t *testing.T) {
	var n tally
	o := fidelitytest.MonthOptions{Days: 9, Load: 700, Off: 0.2, Missing: 0.02}
	months := 1
	if soaktest.Whole() {
		o.Days, months = 28, 10
	}
	fits := 0.0
	for k := range months {
		o.Seed, o.Unknown = uint64(k+1), k%2 == 1
		o.Load = 700 + 20*int64(k)
		m := fidelitytest.New(o)
		model := modelOf(t, m)
		base, err := model.Replay()
		if err != nil {
			t.Fatal(err)
		}
		f := model.Fidelity(base)
		fits += f.Overall.WithinMinute
		t.Logf("month %d: %d jobs, %.1f %% within 60 s, mean wait %.0f s recorded, %.0f s predicted", o.Seed, f.Overall.Jobs, 100*f.Overall.WithinMinute, float64(f.Overall.RecordedMean)/1000, float64(f.Overall.PredictedMean)/1000)
		done := 0
		for i := range whatIfs {
			w := &whatIfs[(i+3*k)%len(whatIfs)]
			if done == 10 || w.weights && o.Unknown || !soaktest.Whole() && i%5 != 2 {
				continue
			}
			done++
			n.check(t, m, model, base, w, fmt.Sprint("month ", o.Seed))
		}
	}
	t.Logf("%d predictions: %d state a sign, %d of them the right one; interval covers the truth in %d; %d true effects below 2 %% of the mean wait; %.1f %% of the starts within 60 s", n.cases, n.stated, n.right, n.covered, n.small, 100*fits/float64(months))
	if n.cases < 3 || n.right < n.stated || soaktest.Whole() && n.stated < 30 || n.covered*100 < n.cases*90 {
		t.Errorf("%d predictions: %d state a sign, %d of them the right one; %d covered", n.cases, n.stated, n.right, n.covered)
	}
}
