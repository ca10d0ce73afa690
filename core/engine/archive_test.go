package engine_test

import (
	"bufio"
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

const traces = "../../../shared/traces/"

// kth reads the plain fields of the archive trace; reading SWF with all its
// oddities is workload's business and tested there.
func kth(t testing.TB) engine.Config {
	t.Helper()
	f, err := os.Open(traces + "kth-sp2-5000.swf")
	if err != nil {
		t.Skipf("the archive trace is not here (%v): nothing was compared", err)
	}
	defer f.Close()
	flat, _ := topology.NewFlat(100)
	c := engine.Config{
		Machine:   cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}),
		Allocator: alloc.FirstFit{},
	}
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), ";") {
			continue
		}
		x := strings.Fields(s.Text())
		n := func(i int) int64 { v, _ := strconv.ParseInt(x[i-1], 10, 64); return v }
		c.Jobs = append(c.Jobs, workload.Job{
			Request: workload.Request{ID: workload.JobID(len(c.Jobs)), Number: n(1), Submit: simtime.Time(n(2) * 1000), Nodes: int32(n(8)), Walltime: simtime.Duration(n(9) * 1000)},
			Runtime: simtime.Duration(n(4) * 1000), After: workload.NoJob,
		})
	}
	return c
}

var archivePolicies = map[string]queue.Policy{"fcfs": queue.FCFS{}, "easy": queue.EASY{}, "conservative": queue.Conservative{}}

// TestArchive holds the schedules of the KTH-SP2 trace against those that
// independent simulators agree on, job by job.
func TestArchive(t *testing.T) {
	c := kth(t)
	for name, policy := range archivePolicies {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(traces + "kth-sp2-5000." + name + ".csv")
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			rows, err := csv.NewReader(f).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			c.Queue = policy
			log, err := engine.Run(c)
			if err != nil {
				t.Fatal(err)
			}
			start := map[int64]simtime.Time{}
			for _, e := range log {
				if e.Kind == trace.Start {
					start[c.Jobs[e.Job].Number] = e.Time
				}
			}
			wrong := 0
			for _, row := range rows[1:] {
				job, _ := strconv.ParseInt(row[0], 10, 64)
				want, _ := simtime.Parse(row[1])
				if got, ok := start[job]; !ok || got != simtime.Time(want) {
					if wrong++; wrong < 5 {
						t.Errorf("job %d starts at %v, the published schedule says %v", job, got, want)
					}
				}
			}
			t.Logf("%d of %d starts equal", len(rows)-1-wrong, len(rows)-1)
		})
	}
}
