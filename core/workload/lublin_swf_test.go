package workload

import (
	"fmt"
	"strings"
	"testing"
)

// TestLublinTrace checks that generated jobs, written as a trace and read again,
// are the same jobs.
func TestLublinTrace(t *testing.T) {
	l := Lublin{Jobs: 200, Types: BatchInteractive, Seed: 2, Load: 700, Estimates: FactorEstimates}
	jobs := mustGenerate(t, l, nodes(64, 1))
	header, records := l.Trace(jobs, nodes(64, 1))
	var b strings.Builder
	if err := WriteSWF(&b, header, records); err != nil {
		t.Fatal(err)
	}
	s := mustRead(t, b.String(), SWFOptions{})
	back, err := s.Jobs(SWFMachine{Nodes: 64})
	if err != nil || len(s.Warnings.Kept) > 0 || len(back.Warnings.Kept) > 0 {
		t.Fatal(err, s.Warnings.Kept, back.Warnings.Kept)
	}
	queues := map[string]string{"interactive": "0", "batch": "1"}
	for i, want := range jobs {
		if want.Queue = queues[want.Queue]; fmt.Sprint(back.Jobs[i]) != fmt.Sprint(want) {
			t.Fatalf("job %d reads back as\n%+v, not\n%+v", i, back.Jobs[i], want)
		}
	}
	if s.Known.MaxJobs != 200 || s.Known.MaxProcs != 64 || len(s.Known.Queue) != 2 {
		t.Errorf("the header reads back as %+v", s.Known)
	}
}
