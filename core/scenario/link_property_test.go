package scenario

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"hopyard/core/jsondoc"
	"hopyard/core/soaktest"
)

// TestEveryScenarioFitsItsLink encodes and decodes random scenarios (3,000 in a
// full run) with either kind of link. Each scenario must then be the same in every
// field. Encoding the result again must give the same link, and so must encoding
// the scenario in its canonical form.
func TestEveryScenarioFitsItsLink(t *testing.T) {
	rounds := soaktest.Part(3000, 8)
	possible, set, refusals := 0, map[string]bool{}, map[string]int{}
	for seed := range rounds {
		s, err := Parse([]byte(anyScenario(uint64(seed))))
		if err != nil {
			var all jsondoc.Errors
			errors.As(err, &all)
			refusals[all[0].Place+" "+all[0].Problem[:min(len(all[0].Problem), 40)]]++
			continue
		}
		possible++
		visit(reflect.ValueOf(*s), "", set)
		canonical := s.Canonical()
		var links [2]string
		for i, plain := range []bool{false, true} {
			link, err := EncodeLink(SharedLink{Scenario: s, Plain: plain})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			links[i] = link
			got, err := DecodeLink(link)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, canonical)
			}
			if !bytes.Equal(got.Scenario.Canonical(), canonical) || !reflect.DeepEqual(got.Scenario, s) {
				t.Fatalf("seed %d: another scenario:\n%s\n%s", seed, got.Scenario.Canonical(), canonical)
			}
			if again, err := EncodeLink(got); err != nil || again != link {
				t.Fatalf("seed %d: another link:\n%s\n%s", seed, again, link)
			}
		}
		again := mustParse(t, string(canonical))
		if link := encode(t, SharedLink{Scenario: again}); link != links[0] {
			t.Fatalf("seed %d: another link of its canonical form:\n%s\n%s", seed, link, links[0])
		}
	}
	t.Logf("%d of %d scenarios are possible", possible, rounds)
	if possible < rounds/2 {
		t.Errorf("only %d of %d scenarios are possible: %v", possible, rounds, refusals)
	}
	for _, path := range []string{
		".Title", ".Goals", ".Seed", ".SWF", ".Model", ".Fill.Users", ".Cluster.Groups", ".Cluster.Within", ".Jobs[].Tasks", ".Jobs[].Comm", ".Jobs[].Parts",
		".Jobs[].Elastic", ".Jobs[].Deadline", ".Network.Comm", ".Scheduler.Priority", ".Scheduler.Settings", ".Scheduler.Elastic", ".Allotments", ".Limits", ".Queues", ".Faults", ".Free",
	} {
		if !set[path] {
			t.Errorf("no possible scenario sets %s", path)
		}
	}
}
