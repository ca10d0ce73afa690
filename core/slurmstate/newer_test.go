package slurmstate

import (
	"reflect"
	"strings"
	"testing"
)

// newerJob is a job in the form of data parsers 0.0.39 to 0.0.43.
const newerJob = `{"last_update":{"set":true,"infinite":false,"number":1700001000},"jobs":[
{"job_id":70,"array_job_id":{"set":true,"infinite":false,"number":70},"array_task_id":{"set":false,"infinite":false,"number":0},
"array_task_string":"4-9:2,20%2","array_max_tasks":{"set":true,"infinite":false,"number":2},
"het_job_id":{"set":true,"infinite":false,"number":0},"het_job_offset":{"set":true,"infinite":false,"number":0},
"name":"a\/b \"q\" \u00fc","user_name":"ann","account":"acc","qos":"normal","partition":"p,q",
"job_state":["PENDING"],"state_reason":"Priority","state_description":"","priority":{"set":true,"infinite":false,"number":4294901000},
"submit_time":{"set":true,"infinite":false,"number":1700000000},"eligible_time":{"set":true,"infinite":false,"number":1700000001},
"start_time":{"set":false,"infinite":false,"number":0},"end_time":{"set":false,"infinite":false,"number":0},
"time_limit":{"set":true,"infinite":false,"number":90},"node_count":{"set":true,"infinite":false,"number":2},"max_nodes":{"set":true,"infinite":false,"number":4},
"cpus":{"set":true,"infinite":false,"number":16},"tasks":{"set":true,"infinite":false,"number":16},
"memory_per_node":{"set":true,"infinite":false,"number":2048},"memory_per_cpu":{"set":false,"infinite":false,"number":0},
"tres_req_str":"cpu=16,mem=4G,node=2,billing=16,gres\/gpu=8,gres\/gpu:h100=8","tres_alloc_str":"","nodes":"","shared":[],"exclusive":["true"],
"dependency":"afterok:3(unfulfilled)","nice":-5,"features":"a&b","required_nodes":"n[1-2]","excluded_nodes":["n3","n4"],"resv_name":"",
"job_resources":null}],"warnings":[],"errors":[]}`

const newerSinfo = `{"sinfo":[
{"node":{"state":["MIXED","DRAIN"]},"nodes":{"allocated":1,"total":1,"hostnames":["h1"],"addresses":["a1"],"nodes":["n1"]},
"cpus":{"total":64,"minimum":64,"maximum":64},"sockets":{"minimum":2,"maximum":2},"cores":{"minimum":16,"maximum":16},"threads":{"minimum":2,"maximum":2},
"memory":{"minimum":1031000,"maximum":1031000},"weight":{"minimum":3,"maximum":3},"features":{"total":"x,y","active":"x"},"gres":{"total":"gpu:h100:4(S:0-1)","used":"gpu:h100:2"},
"reason":{"description":"fan","user":"root"},"partition":{"name":"p","nodes":{"configured":"n[1-3]","total":3},"priority":{"job_factor":7,"tier":3},
"maximums":{"time":{"set":true,"infinite":false,"number":60},"nodes":{"set":false,"infinite":true,"number":0},"oversubscribe":{"jobs":0,"flags":[]}},"defaults":{"time":{"set":false,"infinite":false,"number":0}},"partition":{"state":["UP"]}}},
{"node":{"state":["IDLE"]},"nodes":{"nodes":["n2","n3"]},"cpus":{"minimum":64,"maximum":64},"memory":{"minimum":5,"maximum":6},
"partition":{"name":"p","maximums":{"time":{"set":true,"infinite":false,"number":60}},"partition":{"state":["UP"]}}}
],"errors":[],"warnings":[]}`

func TestNewerJSON(t *testing.T) {
	s, err := Read([]File{{"q", []byte(newerJob)}, {"s", []byte(newerSinfo)}})
	if err != nil {
		t.Fatal(err)
	}
	want := JobInfo{ID: "70_6", Number: 70, Name: `a/b "q" ü`, User: "ann", Account: "acc", QOS: "normal", Partitions: []string{"p", "q"}, State: "PENDING", Reason: "Priority",
		Priority: 4294901000, Submit: 1700000000, Eligible: 1700000001, Limit: 5400, Nodes: 2, MaxNodes: 4, CPUs: 16, Tasks: 16, MemoryMiB: 2048, GPUs: 8, Exclusive: true,
		Dependency: "afterok:3(unfulfilled)", Nice: -5, Features: "a&b", ReqNodes: []string{"n1", "n2"}, ExcNodes: []string{"n3", "n4"}, Throttle: 2}
	if len(s.Jobs) != 4 || !reflect.DeepEqual(s.Jobs[1], want) || s.Now != 1700001000 {
		t.Errorf("%d %+v\n%+v", s.Now, s.Jobs, want)
	}
	nodes := []Node{
		{Name: "n1", CPUs: 64, Cores: 32, MemoryMiB: 1031000, GPUs: 4, State: NodeMixed, Drained: true, Reason: "fan", Partitions: []string{"p"}, Features: []string{"x", "y"}, Weight: 3},
		{Name: "n2", CPUs: 64, State: NodeIdle, Partitions: []string{"p"}}, {Name: "n3", CPUs: 64, State: NodeIdle, Partitions: []string{"p"}},
	}
	partitions := []Partition{{Name: "p", Nodes: []string{"n1", "n2", "n3"}, Tier: 3, JobFactor: 7, MaxTime: 3600, State: PartitionUp, Exclusive: true}}
	if !reflect.DeepEqual(s.Nodes, nodes) || !reflect.DeepEqual(s.Partitions, partitions) {
		t.Errorf("%+v\n%+v", s.Nodes, s.Partitions)
	}
	if len(s.Notices) != 1 || !strings.Contains(s.Notices[0].String(), "memory.maximum of a group of nodes that differ") {
		t.Error(s.Notices)
	}
}

func TestNewerScontrolJSON(t *testing.T) {
	const text = `{"partitions":[{"name":"p","nodes":{"configured":"n[1-2]"},"priority":{"job_factor":2,"tier":9},"maximums":{"time":{"set":false,"infinite":true,"number":0},
"nodes":{"set":true,"infinite":false,"number":8},"oversubscribe":{"jobs":1,"flags":[]}},"defaults":{"time":{"set":true,"infinite":false,"number":5}},"partition":{"state":["DRAIN"]}}],
"nodes":[{"name":"n1","state":["DOWN","NOT_RESPONDING"],"cpus":8,"cores":4,"sockets":2,"real_memory":100,"gres":"","reason":"","partitions":["p"],"features":["f"],"weight":1}],
"reservations":[{"name":"r","start_time":{"set":true,"infinite":false,"number":100},"end_time":{"set":true,"infinite":false,"number":200},"node_list":"n[1-2]","partition":"p","flags":["MAINT","SPEC_NODES"],"users":"u,v","accounts":""}]}`
	s, err := Read([]File{{"x", []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	want := &Snapshot{
		Nodes:        []Node{{Name: "n1", CPUs: 8, Cores: 8, MemoryMiB: 100, State: NodeDown, Partitions: []string{"p"}, Features: []string{"f"}, Weight: 1}},
		Partitions:   []Partition{{Name: "p", Nodes: []string{"n1", "n2"}, Tier: 9, JobFactor: 2, DefaultTime: 300, MaxNodes: 8, State: PartitionDrain}},
		Jobs:         []JobInfo{},
		Reservations: []ReservationInfo{{Name: "r", Start: 100, End: 200, Nodes: []string{"n1", "n2"}, Partition: "p", Flags: []string{"MAINT", "SPEC_NODES"}, Users: []string{"u", "v"}}},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%+v\n%+v", s, want)
	}
}

// TestZones checks that local times become Unix times if a job is in both forms.
func TestZones(t *testing.T) {
	job := `{"jobs":[{"job_id":5,"job_state":"PENDING","submit_time":1709283600,"time_limit":5}]}`
	text := "JOBID|STATE|SUBMIT_TIME|START_TIME|TIME_LIMIT\n5|PENDING|2024-03-01T10:00:00|2024-03-01T11:00:00|5:00\n"
	for _, files := range [][]File{{{"a", []byte(job)}, {"b", []byte(text)}}, {{"b", []byte(text)}, {"a", []byte(job)}}} {
		s, err := Read(files)
		if err != nil {
			t.Fatal(err)
		}
		if j := s.Jobs[0]; j.Submit != 1709283600 || j.Start != 1709287200 {
			t.Errorf("%+v", j)
		}
		for _, n := range s.Notices {
			if strings.Contains(n.Text, "zone") || strings.Contains(n.Text, "submission") {
				t.Error(n)
			}
		}
	}
}

// TestRest checks what the other outputs give.
func TestRest(t *testing.T) {
	s := read(t, "show-partition.txt", "show-reservation-o.txt", "sprio-l.txt", "sshare-l-a-P.txt", "show-config.txt", "squeue.json", "sinfo.txt")
	if p := s.Partitions[3]; !reflect.DeepEqual(p, Partition{Name: "debug", Nodes: []string{"n6", "n7"}, Tier: 20, JobFactor: 100, MaxTime: 1800, MaxNodes: 2, State: PartitionUp, PreemptMode: "requeue"}) {
		t.Errorf("%+v", p)
	}
	if s.Partitions[4].State != PartitionDown || s.Partitions[5].State != PartitionInactive || s.Partitions[6].State != PartitionDrain || !s.Partitions[0].Default {
		t.Errorf("%+v", s.Partitions)
	}
	if r := s.Reservations[1]; r.Name != "lecture" || r.End-r.Start != 5400 || !reflect.DeepEqual(r.Accounts, []string{"science", "phys"}) || !reflect.DeepEqual(r.Nodes, []string{"n10"}) || r.Users != nil {
		t.Errorf("%+v", r)
	}
	for _, j := range s.Jobs {
		switch j.ID {
		case "56":
			want := []PriorityParts{
				{Partition: "prod", Priority: 1247, Age: 14, FairShare: 625, JobSize: 300, PartitionPart: 350, Nice: 50, TRES: "cpu=8,mem=1"},
				{Partition: "batch", Priority: 964, Age: 14, FairShare: 625, JobSize: 300, PartitionPart: 70, Nice: 50, TRES: "cpu=5,mem=1"},
			}
			if !reflect.DeepEqual(j.Parts, want) {
				t.Errorf("%+v", j.Parts)
			}
		case "53_7", "55", "54+1":
			if len(j.Parts) != 1 || j.Parts[0].Priority != j.Priority {
				t.Errorf("%s: %d %+v", j.ID, j.Priority, j.Parts)
			}
		}
	}
	if len(s.Shares) < 12 || s.Shares[6].User != "carol" || s.Shares[6].Account != "chem" || s.Shares[6].Depth != 3 || s.Shares[6].FairShare != 0.125 || s.Shares[0].Raw != -1 {
		t.Errorf("%+v", s.Shares)
	}
	text := read(t, "sshare-l-a.txt")
	if !reflect.DeepEqual(text.Shares, s.Shares) {
		t.Errorf("%+v\n%+v", text.Shares, s.Shares)
	}
	conf := read(t, "slurm.conf")
	for _, name := range []string{"PriorityWeightAge", "SelectType", "PriorityMaxAge", "PreemptMode"} {
		if a, b := conf.Settings.Value(name), s.Settings.Value(name); a == "" || !strings.HasSuffix("00:"+a, strings.TrimPrefix(b, "0-")) && a != b {
			t.Errorf("%s: %q and %q", name, a, b)
		}
	}
	if v, ok := conf.Settings.Parameter("bf_interval"); v != "1" || !ok || !reflect.DeepEqual(conf.Settings.SchedulerParameters, s.Settings.SchedulerParameters) {
		t.Errorf("%+v %+v", conf.Settings, s.Settings)
	}
	if n := conf.Nodes[8]; n.CPUs != 8 || n.GPUs != 2 || n.MemoryMiB != 16000 || !reflect.DeepEqual(n.Partitions, []string{"batch", "gpu"}) {
		t.Errorf("%+v", n)
	}
	if json := read(t, "sinfo.json"); len(json.Partitions) != 7 || !reflect.DeepEqual(json.Partitions[0].Nodes, conf.Partitions[4].Nodes) {
		t.Errorf("%+v", json.Partitions)
	}
	if s.Now != 1795887970 {
		t.Errorf("now is %d", s.Now)
	}
}
