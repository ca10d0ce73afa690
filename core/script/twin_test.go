package script_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
)

// drawnText returns a small random scenario under EASY, without a placement policy.
// It may have any of the kinds of machines and jobs on which programs and built-in
// disciplines must agree.
func drawnText(r *rand.Rand) string {
	machines := []string{`{"kind": "fat-tree", "levels": 2, "width": 4}`, `{"kind": "fat-tree", "levels": 3, "width": 2}`, `{"kind": "star", "nodes": 9}`, `{"kind": "torus", "dims": [3, 4]}`, `{"kind": "flat", "nodes": 7}`}
	nodes := []int{16, 8, 9, 12, 7}
	k := r.IntN(len(machines))
	tasks := r.IntN(3) == 0
	var jobs []string
	at := 0
	for range 3 + r.IntN(22) {
		at += r.IntN(3) * r.IntN(40)
		run := 1 + r.IntN(100)
		size := fmt.Sprintf(`"nodes": %d`, 1+r.IntN(nodes[k]))
		if tasks && r.IntN(3) > 0 {
			size = fmt.Sprintf(`"tasks": %d, "per_task": {"cores": %d}`, 1+r.IntN(2*nodes[k]), 1+r.IntN(2))
		}
		wall := run + r.IntN(2)*r.IntN(100) - r.IntN(4)/3*r.IntN(run)
		jobs = append(jobs, fmt.Sprintf(`{%s, "submit": %d, "walltime": %d, "runtime": %d}`, size, at, max(1, wall), run))
	}
	overrun := []string{"kill", "extend"}[r.IntN(4)/3]
	return fmt.Sprintf(`{"hopyard": 1, "cluster": {"topology": %s, "node": {"cores": 4}}, "jobs": [%s], "scheduler": {"queue": "easy", "overrun": %q}}`, machines[k], strings.Join(jobs, ", "), overrun)
}

// TestProgramsAreTwins runs programs and the built-in disciplines that they imitate
// on random scenarios, with every suitable placement policy. The schedules must be
// the same.
func TestProgramsAreTwins(t *testing.T) {
	cases := soaktest.Part(1500, 5)
	houses := map[string]queue.Policy{"easy": queue.EASY{}, "conservative": queue.Conservative{}, "fcfs": queue.FCFS{}, "depth": queue.DepthBackfill{Depth: 3}}
	compared, placed := 0, map[string]int{}
	for seed := range cases {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		text := drawnText(r)
		placement := policies.Placements()[r.IntN(len(policies.Placements()))].Name.Name
		text = strings.Replace(text, `"queue": "easy"`, fmt.Sprintf(`"queue": "easy", "allocator": %q`, placement), 1)
		s, err := scenario.Parse([]byte(text))
		if err != nil {
			continue // the placement policy does not suit the machine or the jobs
		}
		base, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		base.Order = queue.Order(r.IntN(5))
		placed[placement]++
		tape, err := engine.NewRecording(base)
		if err != nil {
			t.Fatal(err)
		}
		for name, house := range houses {
			if name == "depth" && !tape.Counted() {
				continue // the program with a single reservation acts like EASY and reserves no specific nodes, but queue.DepthBackfill reserves nodes
			}
			own := base
			own.Queue, base.Queue = policies.Starlark.Discipline(source(t, name)), house
			sameSchedule(t, fmt.Sprintf("case %d, %s on %s", seed, name, placement), own, base)
			compared++
		}
		if t.Failed() {
			t.Log(text)
			return
		}
	}
	t.Logf("%d schedules were compared, with %d placements", compared, len(placed))
	if compared < cases || len(placed) < 15 {
		t.Errorf("only %d schedules were compared, with %d placements", compared, len(placed))
	}
}
