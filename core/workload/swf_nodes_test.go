package workload

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/simtime"
)

// nodesTrace has the rows of a GPU machine with 128 processors and 8 GPUs on a node: a
// job of two nodes, one of a part of a node, and a row of 18 fields.
const nodesTrace = "; MaxProcs: 1024\n; MaxNodes: 8\n" +
	"1 0 5 60 256 -1 -1 256 90 -1 1 3 -1 -1 1 -1 -1 -1 16 -1 2\n" +
	"2 1 -1 60 4 -1 -1 4 90 -1 1 3 -1 -1 1 -1 -1 -1 1 -1 1\n" +
	"3 2 -1 60 7 -1 -1 7 90 -1 1 3 -1 -1 1 -1 -1 -1\n"

// TestNodeCounts checks that field 21 gives the size of a job, that the machine has
// the nodes of the header, and that rows without the field keep their processors.
func TestNodeCounts(t *testing.T) {
	s, err := ReadSWF(strings.NewReader(nodesTrace), SWFOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Warnings.Of(SWFNodeCount); n != 2 || s.Known.Size(n > 0) != 8 || s.Known.Size(false) != 1024 {
		t.Errorf("%d node counts, %d and %d nodes", n, s.Known.Size(true), s.Known.Size(false))
	}
	for _, m := range []SWFMachine{{Nodes: 8}, {Nodes: 8, Cores: 128, Memory: 512}} {
		jobs, err := s.Jobs(m)
		if err != nil {
			t.Fatal(err)
		}
		first, third := jobs.Jobs[0], jobs.Jobs[2]
		if first.Nodes != 2 || !first.Whole() || jobs.Jobs[1].Nodes != 1 || third.Nodes+third.Tasks != 7 {
			t.Errorf("machine %+v: sizes %d, %d and %d", m, first.Nodes, jobs.Jobs[1].Nodes, third.Nodes+third.Tasks)
		}
	}
	var out bytes.Buffer
	if err := WriteSWF(&out, s.Header, slices.Values(s.Records)); err != nil || out.String() != nodesTrace {
		t.Errorf("written as\n%s%v", out.String(), err)
	}
}

// TestNodeCountsInSchedules checks that a schedule is written with the processors of
// the nodes, and with fields 19 to 21.
func TestNodeCountsInSchedules(t *testing.T) {
	s, _ := ReadSWF(strings.NewReader(nodesTrace), SWFOptions{})
	jobs, _ := s.Jobs(SWFMachine{Nodes: 8})
	r := ScheduleRecord(&jobs.Jobs[0], &s.Records[0], 0, simtime.Time(9000), simtime.Time(69000), false)
	if got, want := string(r.AppendText(nil)), "1 0 9 60 256 -1 -1 256 90 -1 1 3 -1 -1 1 -1 -1 -1 16 -1 2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestExtraTwin compares fields 19 to 21 and the sizes of jobs with a reader that
// splits each line at its blanks.
func TestExtraTwin(t *testing.T) {
	draw := rand.New(rand.NewPCG(4, 2))
	values := []string{"-1", "0", "1", "2", "3", "12", "00", "x", "1.0", "99999999999999999999", "-3"}
	for range 2000 {
		fields := strings.Fields(plainRow)
		fields[7] = values[draw.IntN(5)]
		for range draw.IntN(6) {
			fields = append(fields, values[draw.IntN(len(values))])
		}
		line := strings.Join(fields, strings.Repeat(" ", 1+draw.IntN(3)))
		s, err := ReadSWF(strings.NewReader(line), SWFOptions{})
		if err != nil {
			t.Fatal(line, err)
		}
		jobs, err := s.Jobs(SWFMachine{})
		if err != nil {
			t.Fatal(line, err)
		}
		procs, _ := strconv.ParseInt(fields[7], 10, 64)
		if procs <= 0 {
			procs = 4 // field 5
		}
		want := fmt.Sprint(dumbExtra(fields, 19), dumbExtra(fields, 20), dumbExtra(fields, 21))
		size := procs
		if n := dumbExtra(fields, 21); n > 0 && n <= procs {
			size = n
		}
		got := fmt.Sprint(s.Records[0].Extra(19), s.Records[0].Extra(20), s.Records[0].Extra(21))
		if got != want || int64(jobs.Jobs[0].Nodes) != size {
			t.Fatalf("%s: fields %s and size %d, want %s and %d", line, got, jobs.Jobs[0].Nodes, want, size)
		}
	}
}

// dumbExtra returns a field of a line that was split at its blanks.
func dumbExtra(fields []string, n int) int64 {
	if len(fields) < n || len(fields) > 21 {
		return -1
	}
	x, err := strconv.ParseInt(fields[n-1], 10, 64)
	if err != nil {
		return -1
	}
	return x
}
