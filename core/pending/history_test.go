package pending

import (
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/workload/sacct"
)

// usedParts returns a history in which each user used the given percentages of limits.
func usedParts(percent map[string][]int64) *History {
	var all []sacct.Used
	for _, user := range slices.Sorted(func(yield func(string) bool) {
		for user := range percent {
			if !yield(user) {
				return
			}
		}
	}) {
		for _, p := range percent[user] {
			all = append(all, sacct.Used{User: user, Limit: 100 * simtime.Second, Run: simtime.Duration(p) * simtime.Second})
		}
	}
	return NewHistory(all)
}

// TestRange works out starts by hand: job 1 has run for 50 of 60 minutes, job 2 for 30,
// and job 3 needs the nodes of both.
func TestRange(t *testing.T) {
	c, err := New(small())
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name        string
		h           *History
		early, late simtime.Duration
	}{
		{"all use their limits", usedParts(map[string][]int64{"u1": {100}}), 30 * simtime.Minute, 30 * simtime.Minute},
		{"more than its limit counts as its limit", usedParts(map[string][]int64{"u9": {130}}), 30 * simtime.Minute, 30 * simtime.Minute},
		{"job 2 ends after 75 % of its hour", usedParts(map[string][]int64{"u2": {10, 75, 75, 75, 75, 75}, "u1": {90, 90, 90, 90, 90}}), 15 * simtime.Minute, 15 * simtime.Minute},
		{"two ends are possible", usedParts(map[string][]int64{"u2": {60, 60, 60, 90, 90, 90}, "u1": {90, 90, 90, 90, 90}}), 6 * simtime.Minute, 24 * simtime.Minute},
		{"nobody ever ran as long as job 2 has", usedParts(map[string][]int64{"u1": {20}}), 30 * simtime.Minute, 30 * simtime.Minute},
	} {
		r, ok, err := c.Range("3", x.h)
		if err != nil || !ok || r.Early != x.early || r.Late != x.late || r.Median < r.Early || r.Median > r.Late {
			t.Errorf("%s: %+v, %v, %v, want %v to %v", x.name, r, ok, err, x.early, x.late)
		}
		if again, _, _ := c.Range("3", x.h); again != r {
			t.Errorf("%s: %+v, then %+v", x.name, r, again)
		}
	}
	if _, ok, err := c.Range("3", nil); ok || err != nil {
		t.Errorf("without history: %v, %v", ok, err)
	}
	if _, ok, err := c.Range("5", usedParts(map[string][]int64{"u1": {20}})); ok || err != nil {
		t.Errorf("a job over a limit: %v, %v", ok, err)
	}
}

// TestDifferences checks the parts of priorities, and the QOS that is tried.
func TestDifferences(t *testing.T) {
	s := small()
	s.Jobs[2].QOS, s.Jobs[3].QOS = "high", "low"
	s.Jobs[2].Parts = []slurmstate.PriorityParts{{Partition: "batch", Priority: 500, Age: 100, QOS: 400, Nice: 0}}
	s.Jobs[3].Parts = []slurmstate.PriorityParts{{Partition: "batch", Priority: 100, Age: 150, QOS: 0, Nice: 50}}
	a := answerOf(t, s, "4")
	want := []PriorityGap{{"QOS", 400, 0}, {"AGE", 100, 150}, {"NICE", 0, -50}}
	if got := a.Ahead[0].Parts; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	i := slices.IndexFunc(a.WhatIfs, func(w WhatIf) bool { return w.Kind == OtherQOS })
	if i < 0 || a.WhatIfs[i].Name != "high" || a.WhatIfs[i].Start.After != 90*simtime.Minute { // 500, submitted after job 3
		t.Errorf("no QOS high, or another start: %+v", a.WhatIfs)
	}
	if first := a.WhatIfs[0]; !first.Sooner {
		t.Errorf("the first change does not help: %+v", first)
	}
	if without := answerOf(t, small(), "4"); without.Ahead[0].Parts != nil {
		t.Errorf("parts without sprio: %+v", without.Ahead[0].Parts)
	}
}
