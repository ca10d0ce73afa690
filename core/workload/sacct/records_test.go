package sacct_test

import (
	"os"
	"strings"
	"testing"

	"hopyard/core/workload/sacct"
)

const recordHeader = "JobID|User|Account|Partition|QOS|Priority|Reservation|Submit|Eligible|Start|End|TimelimitRaw|State|AllocCPUS|AllocNodes|ReqMem|AllocTRES|NodeList|SubmitLine\n"

// TestReadRecords checks what is kept of each kind of record.
func TestReadRecords(t *testing.T) {
	p, err := sacct.ReadRecords(strings.NewReader(recordHeader+
		"7_1|ann|lab|batch|high|900|maint|2026-03-01T00:00:00|2026-03-01T01:00:00|2026-03-01T02:00:00|2026-03-01T03:00:00|120|COMPLETED|8|2|16G|cpu=8,gres/gpu=4,gres/gpu:a100=4,node=2|n[1-2]|sbatch --exclusive a\n"+
		"7_[2-9]|ann|lab|batch|high|900||2026-03-01T00:00:00|Unknown|Unknown|Unknown|120|PENDING|0|0|16G|||\n"+
		"8|bob|lab|batch|low|5||2026-03-01T00:10:00|2026-03-01T00:10:00|2026-03-01T00:20:00|2026-03-01T00:30:00|60|PREEMPTED|4|1|1G|gres/gpu:a100=1,gres/gpu:v100=2|n3|\n"+
		"8|bob|lab|batch|low|5||2026-03-01T00:10:00|2026-03-01T00:10:00|2026-03-01T00:40:00|2026-03-01T01:40:00|60|TIMEOUT|4|1|1G||n3|\n"+
		"9|bob|lab|batch|low|5||2026-03-01T00:15:00|2026-03-01T00:15:00|2026-03-01T02:40:00|Unknown||RUNNING|4|1|1G||n4|\n"+
		"10+0|cat|lab|batch|low|5||2026-03-01T04:00:00|2026-03-01T04:00:00|2026-03-01T04:00:00|2026-03-01T05:00:00|60|COMPLETED|4|1|||n5|\n"+
		"10+1|cat|lab|batch|low|5||2026-03-01T04:00:00|2026-03-01T04:00:00|2026-03-01T04:00:00|2026-03-01T05:00:00|60|COMPLETED|8|2|||n[6-7]|\n"), sacct.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := p.Records
	if len(r) != 5 || p.Unstarted != 8 {
		t.Fatalf("%+v", p)
	}
	day := r[0].Submit - 600
	for i, want := range []sacct.Record{
		{Line: 4, ID: "8", Array: 8, User: "bob", QOS: "low", Priority: 5, State: "PREEMPTED", Submit: 600, Eligible: 600, Start: 1200, Elapsed: 600, Limit: 3600, CPUs: 4, Nodes: 1, MemoryKB: 1 << 20, GPUs: 3, NodeList: "n3", After: -1},
		{Line: 6, ID: "9", Array: 9, User: "bob", QOS: "low", Priority: 5, State: "RUNNING", Submit: 900, Eligible: 900, Start: 9600, Running: true, CPUs: 4, Nodes: 1, MemoryKB: 1 << 20, NodeList: "n4", After: -1},
		{Line: 5, ID: "8", Array: 8, User: "bob", QOS: "low", Priority: 5, State: "TIMEOUT", Submit: 600, Eligible: 1800, Start: 2400, Elapsed: 3600, Limit: 3600, CPUs: 4, Nodes: 1, MemoryKB: 1 << 20, NodeList: "n3", After: 0},
		{Line: 2, ID: "7_1", Array: 7, Task: true, User: "ann", QOS: "high", Priority: 900, Reservation: "maint", SubmitLine: "sbatch --exclusive a", State: "COMPLETED", Submit: 0, Eligible: 3600, Start: 7200, Elapsed: 3600, Limit: 7200, CPUs: 8, Nodes: 2, MemoryKB: 16 << 20, GPUs: 4, NodeList: "n[1-2]", After: -1},
		{Line: 7, ID: "10", Array: 10, User: "cat", QOS: "low", Priority: 5, State: "COMPLETED", Submit: 14400, Eligible: 14400, Start: 14400, Elapsed: 3600, Limit: 3600, CPUs: 12, Nodes: 3, NodeList: "n5,n[6-7]", After: -1},
	} {
		want.Account, want.Partition = "lab", "batch"
		want.Submit, want.Eligible, want.Start = want.Submit+day, want.Eligible+day, want.Start+day
		if r[i] != want {
			t.Errorf("record %d:\n got %+v\nwant %+v", i, r[i], want)
		}
	}
}

// TestReadRecordsJSON checks that the JSON output has the same jobs as the trace.
func TestReadRecordsJSON(t *testing.T) {
	for _, file := range []string{"testdata/day.json", "testdata/week.sacct"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := sacct.Read(strings.NewReader(string(text)), sacct.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := sacct.ReadRecords(strings.NewReader(string(text)), sacct.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ended, named, qos := 0, 0, 0
		for i := range p.Records {
			r := &p.Records[i]
			if !r.Running {
				ended++
			}
			if r.NodeList != "" {
				named++
			}
			if r.QOS != "" {
				qos++
			}
		}
		if ended != len(trace.Records) || named == 0 || qos == 0 {
			t.Errorf("%s: %d ended records, %d in the trace; %d with nodes, %d with a QOS", file, ended, len(trace.Records), named, qos)
		}
	}
}
