package scenario

import (
	"strings"
	"testing"

	"hopyard/core/policies"
)

// TestJobOptions checks that each field that has an effect under some allocator is an
// option under exactly the allocators that scenarios/README.md names.
func TestJobOptions(t *testing.T) {
	const text = `{"hopyard": 1, "cluster": {"topology": {"kind": "levels", "levels": ["rack"], "nodes": [{"name": "n[0-3]", "labels": {"rack": "r0"}}]}},
		"jobs": [{"nodes": 1, "walltime": 1}], "scheduler": {"allocator": "ALLOCATOR"}}`
	want := map[string]string{
		"slurm-tree": "switches switch_wait", "slurm-block": "segment spread_segments consolidate_segments exclusive_topo", "slurm-ring": "segment", "slurm-torus": "segment",
		"kueue-tas": "topology slice", "volcano-topology": "topology", "kai-topology": "topology", "flux": "topology", "pbs-sets": "topology",
	}
	for _, a := range policies.Placements() {
		o := JobOptionsOf([]byte(strings.Replace(text, "ALLOCATOR", a.Name.Name, 1)))
		if got := strings.Join(o.Fields, " "); got != want[a.Name.Name] {
			t.Errorf("%s: %q, want %q", a.Name.Name, got, want[a.Name.Name])
		}
		if got := strings.Join(o.Levels, " "); got != "rack host" {
			t.Errorf("%s: levels %s", a.Name.Name, got)
		}
	}
	if got := OptionalJobFields(); got[0] != "queue" || len(got) != 12 {
		t.Errorf("%q", got)
	}
}

// TestJobOptionsOfBrokenTexts checks that no text makes JobOptionsOf fail.
func TestJobOptionsOfBrokenTexts(t *testing.T) {
	const whole = `{"hopyard": 1, "cluster": {"topology": {"kind": "levels", "levels": ["rack"], "nodes": [{"name": "n0", "labels": {"rack": "r0"}}]}}, "jobs": [{"nodes": 1, "walltime": 1, "topology": {"required": "rack"}}],
		"limits": {"queues": {"*": {"jobs": 1}}}, "cluster_queues": {"a": {"flavors": [{"name": "f", "quota": {"nodes": 1}}]}}, "scheduler": {"queue": "kueue", "allocator": "kueue-tas"}}`
	if o := JobOptionsOf([]byte(whole)); strings.Join(o.Fields, " ") != "queue topology slice" || strings.Join(o.Queues, " ") != "a" || len(o.Offers("topology")) != 5 {
		t.Errorf("%+v", o)
	}
	for i := range whole {
		JobOptionsOf([]byte(whole[:i]))
		JobOptionsOf([]byte(whole[:i] + whole[i+1:]))
		JobOptionsOf([]byte(whole[:i] + "null" + whole[i+1:]))
		JobOptionsOf([]byte(whole[:i] + "[" + whole[i+1:]))
	}
	JobOptionsOf([]byte(`{"workload": {"model": "lublin", "jobs": 1000000}, "hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}}`))
}
