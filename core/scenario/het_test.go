package scenario

import (
	"strings"
	"testing"
)

// TestHetErrors checks the errors about parts of heterogeneous jobs.
func TestHetErrors(t *testing.T) {
	const first = `{"id": 1, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada"}`
	for _, x := range []struct{ jobs, rest, want string }{
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada", "het": 3}`, ``, "is not the id of the job before it"},
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada"}, {"id": 3, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada", "het": 1}`, ``, "is not the id of the job before it"},
		{`{"id": 2, "nodes": 1, "walltime": 60, "het": 2}`, ``, "is not the id of the job before it"},
		{first + `, {"id": 2, "submit": 6, "nodes": 1, "walltime": 60, "user": "ada", "het": 1}`, ``, "the same submit time"},
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "bob", "het": 1}`, ``, "the same user"},
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada", "het": 1, "array": "a"}`, ``, "no arrays"},
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada", "het": 1, "after": 1}`, ``, "write a dependency"},
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada", "het": 1, "elastic": {"min": 1, "max": 2}}`, ``, "keep their sizes"},
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada", "het": 1}`, `, "scheduler": {"queue": "easy"}`, `write \"queue\": \"slurm\"`},
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada", "het": 1}`, `, "scheduler": {"queue": "slurm"}, "slurm": {"backfill": {"off": true}}`, "leave out off"},
		{first + `, {"id": 2, "submit": 5, "nodes": 1, "walltime": 60, "user": "ada", "het": 1}`, `, "scheduler": {"queue": "slurm"}, "slurm": {"preemption": {"by": "qos"}}`, "leave out slurm.preemption"},
	} {
		rest := x.rest
		if rest == "" {
			rest = `, "scheduler": {"queue": "slurm"}`
		}
		_, err := Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [` + x.jobs + `]` + rest + `}`))
		if err == nil || !strings.Contains(err.Error(), strings.ReplaceAll(x.want, `\"`, `"`)) {
			t.Errorf("%s: want %q: %v", x.jobs, x.want, err)
		}
	}
}
