package engine_test

import (
	"bufio"
	"encoding/csv"
	"io"
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

// kth returns the archive trace KTH-SP2 on its machine. If the trace is missing, as
// in a plain clone of the repository, kth skips the test.
func kth(t testing.TB) engine.Config {
	t.Helper()
	f, err := os.Open(traces + "kth-sp2-5000.swf")
	if err != nil {
		t.Skipf("the archive trace is not here (%v): nothing was compared", err)
	}
	defer f.Close()
	return plain(f, 100)
}

// plain reads the basic fields of a trace in whole seconds. Package workload reads
// the full SWF format and has its own tests.
func plain(r io.Reader, processors int) engine.Config {
	flat, _ := topology.NewFlat(processors)
	c := engine.Config{
		Machine:   cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}),
		Allocator: alloc.FirstFit{},
	}
	for s := bufio.NewScanner(r); s.Scan(); {
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

// TestArchive compares the schedules of the KTH-SP2 trace, job by job, with
// schedules on which independent simulators agree. The archive does not allow
// redistribution of its traces, so this test runs only if ../shared/traces lies
// beside the clone. TestOwnTrace makes a similar comparison in every clone.
func TestArchive(t *testing.T) {
	c := kth(t)
	for name, policy := range archivePolicies {
		t.Run(name, func(t *testing.T) {
			c.Queue = policy
			sameStarts(t, c, traces+"kth-sp2-5000."+name+".csv")
		})
	}
}

// TestOwnTrace compares our schedules of two traces of our own, job by job, with
// the schedules of two independent simulators. The schedule of testdata/own.swf
// does not depend on anything that the papers leave open. In testdata/ties.swf the
// order of events at the same instant matters, and also the compression of the plan
// when a job ends exactly at its walltime. SOURCES.md RUN.5 names the simulators
// and describes how to repeat the comparison.
//
// Source: SOURCES.md RUN.1, EASY.1, CONS.1.
func TestOwnTrace(t *testing.T) {
	for file, jobs := range map[string]int{"own": 3000, "ties": 1000} {
		f, err := os.Open("testdata/" + file + ".swf")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c := plain(f, 128)
		if len(c.Jobs) != jobs {
			t.Fatalf("%s has %d jobs, want %d", file, len(c.Jobs), jobs)
		}
		for name, policy := range archivePolicies {
			t.Run(file+"/"+name, func(t *testing.T) {
				c.Queue = policy
				if n := sameStarts(t, c, "testdata/"+file+"."+name+".csv"); n != jobs {
					t.Errorf("%d jobs were compared, want %d", n, jobs)
				}
			})
		}
	}
}

// sameStarts compares our start times with those in a CSV file with the columns job
// and start (in seconds), and returns the number of jobs compared.
func sameStarts(t *testing.T, c engine.Config, path string) int {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
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
		want, err := simtime.Parse(row[1])
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := start[job]; !ok || got != simtime.Time(want) {
			if wrong++; wrong < 5 {
				t.Errorf("job %d starts at %v, the independent simulators say %v", job, got, want)
			}
		}
	}
	t.Logf("%d of %d starts equal", len(rows)-1-wrong, len(rows)-1)
	return len(rows) - 1
}
