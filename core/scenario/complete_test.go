package scenario

import (
	"reflect"
	"strings"
	"testing"
)

// drawnJobs is a scenario with every field of the model, in canonical form.
const drawnJobs = `{
  "hopyard": 1,
  "cluster": {
    "topology": {"kind": "star", "nodes": 64},
    "node": {"cores": 4, "memory": 1000, "disk": 1000}
  },
  "workload": {"model": "lublin", "jobs": 20, "load": 0.8, "estimates": "tsafrir", "types": "both", "tasks": true, "widest": 16, "factor": 3, "max_estimate": 1000000, "memory": [0.1, 0.5], "disk": 0.25, "fraction_of": "core", "patterns": ["ring", "tree"], "share": [0.25, 0.5], "users": 3, "slack": [1.5, 3], "elastic": {"part": 0.5, "factor": 4, "speedup": {"model": "amdahl", "serial": 0.1}}},
  "scheduler": {"queue": "hybrid", "depth": 1}
}
`

// ownResources is a scenario whose cluster defines resources itself, such as fpga.
const ownResources = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}, "node": {"cores": 8, "resources": {"tape": 1, "fpga": 2}},
	"groups": [{"nodes": "0-1", "resources": {"fpga": 0, "本地盘": 1024}}]},
	"jobs": [{"tasks": 4, "per_task": {"resources": {"fpga": 1}}, "walltime": 60, "user": "ada"}, {"nodes": 2, "per_node": {"cores": 4, "resources": {"fpga": 2, "tape": 1}}, "walltime": 60},
		{"nodes": 1, "per_node": {"cores": 1}, "walltime": 60}, {"tasks": 1, "per_task": {"cores": 0, "resources": {"本地盘": 512}}, "walltime": 60}, {"nodes": 1, "walltime": 60}],
	"scheduler": {"queue": "hybrid", "priority": {"weights": {"resources": {"fpga": 50.5, "tape": -1}}, "whole_nodes": "brought"}, "windows": "all", "reserve": "nodes"},
	"limits": {"users": {"*": {"resources": {"fpga": [4, 6], "tape": 8}, "jobs": 4}, "ada": {"resources": {"fpga": 5}}}, "queues": {"q": {"memory": 4096, "resources": {"tape": 2}}}}}`

// reallotted is a scenario in which allotments change and parts of jobs are nested.
const reallotted = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}},
	"jobs": [{"nodes": 4, "user": "ada", "parts": {"order": "serial", "work": [60, {"order": "parallel", "work": [{"order": "serial", "work": [1.5]}, 7]}, {"order": "serial", "work": [{"order": "parallel", "work": [1, 2]}]}]}}],
	"scheduler": {"queue": "deadline"}, "allotments": {"users": {"ada": 5, "bob": {"nodes": 3, "share": 0.5}}, "events": [
		{"at": 600, "users": {"bob": 0, "ada": {"nodes": 8, "share": 0.25}}}, {"at": 0.5, "users": {"bob": {"share": 1}}}, {"at": 900, "users": {"ada": {"share": 0.8}}}]}}`

// varied is a scenario with the block "vary", which lists machines of every kind.
var varied = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [{"nodes": 2, "walltime": 60}],
	"vary": {"keep": ["ends-by-shadow", "requeue"], "submits": [0.8, 1.25], "sizes": [0.7, 1.4], "walltimes": 1.5, "machines": [` + strings.Join(machines, ", ") + `,
		{"kind": "graph", "nodes": 2, "switches": 2, "links": [{"from": "s1", "to": "n1", "both": true}, {"from": "n0", "to": "s0", "both": true}, {"from": "s0", "to": "s1", "both": true}]}]}}`

// aimed is a scenario with goals of every kind.
const aimed = `{"hopyard": 1, "goals": ["Look around.", {"text": "Which jobs start?", "ask": {"kind": "start", "at": 60.5}}, {"text": "When?", "ask": {"kind": "promise", "at": 0, "job": 2}},
	{"text": "Let job 2 overtake.", "build": [{"job": 2, "before": 3}, {"job": 1, "by": 0.5}, {"job": 2, "why": "on-extra-nodes"}, {"figure": "mean_wait", "below": 600.5}, {"figure": "utilization", "above": 0.25}, {"jobs": 2}]}],
	"cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [{"nodes": 2, "walltime": 60}]}`

// annotated is a scenario with notes of every kind.
const annotated = `{"hopyard": 1, "notes": [{"text": "Ask *first*."}, {"at": 0, "text": "Job 1:\n\n- starts"}, {"at": 0, "text": ""}, {"at": 60.5, "text": "讲解 <b>"}],
	"cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [{"nodes": 2, "walltime": 60}]}`

// programmed is a scenario with two Starlark programs: one for two roles, and
// another for the third role.
const programmed = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [{"nodes": 2, "walltime": 60}],
	"scheduler": {"queue": {"starlark": "def schedule(now, queue, machine):\n    for job in list(queue):\n        start(job, why = \"因为 <b>\")\n\ndef key(job):\n\treturn job.walltime\n"},
		"allocator": {"starlark": "def place(job, machine): return machine.free_nodes()[:job.nodes]"}, "order": "starlark"}}`

// byHand is a scenario with decisions that a person has made.
const byHand = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [{"nodes": 2, "walltime": 60}, {"id": 7, "tasks": 2, "walltime": 60}],
	"scheduler": {"queue": "manual", "decisions": [{"at": 0, "job": 7}, {"at": 60.5, "job": 1, "nodes": "0,4"}, {"at": 60.5, "job": 1, "nodes": "2-3"}]}}`

// texts returns scenarios that together have every field of the language. Every new
// field must be set in one of these scenarios; TestEveryFieldIsCarried checks this.
func texts(t *testing.T) map[string]string {
	all := map[string]string{"everything": everything, "disciplines": disciplines, "drawn jobs": drawnJobs}
	for _, shape := range machines {
		all[shape] = `{"hopyard": 1, "cluster": {"topology": ` + shape + `}, "network": {"model": "distance", "bandwidth": 5, "comm": {"pattern": "ring", "bytes": 7}},
			"jobs": [{"nodes": 2, "walltime": 60, "comm": {"pattern": "matrix", "share": 0.25, "matrix": [[0, 1], [7, 0]]}}], "scheduler": {"depth": 3, "hierarchical": true}}`
	}
	all["downey"] = strings.Replace(drawnJobs, `"amdahl", "serial": 0.1`, `"downey", "parallelism": 8, "sigma": 1.5`, 1)
	all["switches"] = `{"hopyard": 1, "cluster": {"topology": {"kind": "graph", "nodes": 3, "switches": 2, "links": [
		{"from": "n0", "to": "s0", "both": true}, {"from": "s1", "to": "n1", "both": true}, {"from": "s0", "to": "s1", "both": true}, {"from": "n2", "to": "s1", "both": true}]}},
		"jobs": [{"nodes": 2, "walltime": 60, "comm": {"pattern": "ring", "bytes": 1000}}], "network": "max-min", "free": "0,2",
		"faults": {"events": [{"at": 1, "link": ["s1", "n1"], "for": 1}, {"at": 4, "link": ["s0", "s1"]}]}}`
	all["power"] = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}, "node": {"power": {"idle": 50, "active": 90.5, "off": 1}}, "groups": [{"nodes": "1", "power": {"idle": 60, "active": 99, "off": 2}}]},
		"jobs": [{"nodes": 2, "walltime": 60}], "power": {"cap": 900, "off_after": 60, "shut": 5, "wake": 9, "keep": "1-2", "carbon": [{"at": 0, "g_per_kwh": 100}, {"at": 50, "g_per_kwh": 30.25}], "repeat": 600}}`
	all["latency"] = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "network": {"model": "max-min", "latency": 0.25}, "jobs": [{"nodes": 2, "walltime": 60}], "scheduler": {"mdm_tie": "pairwise", "windows": 3}}`
	all["labels"] = `{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 2, "labels": "paths"}}, "jobs": [{"nodes": 2, "walltime": 60}],
		"vary": {"keep": ["fits-now"], "machines": [{"kind": "fat-tree", "down": [2, 3], "up": [1, 1], "links": [1, 1], "labels": "paths"},
			{"kind": "graph", "nodes": 2, "switches": 0, "links": [{"from": "n0", "to": "n1"}, {"from": "n1", "to": "n0", "weight": 3}], "pairs": "sum"}]}}`
	all["pairs"] = `{"hopyard": 1, "cluster": {"topology": {"kind": "graph", "nodes": 2, "switches": 0, "links": [{"from": "n0", "to": "n1"}, {"from": "n1", "to": "n0", "weight": 3}], "pairs": "sum"}},
		"jobs": [{"nodes": 2, "walltime": 60}], "scheduler": {"allocator": "sdm"}}`
	all["blocks"], all["levels"], all["few-switches"], all["several-topologies"] = blocks, levels, fewSwitches, severalTopologies
	all["exclusive"], all["conditions"], all["commands"] = exclusive, conditions, commanded
	all["own"], all["quotas"], all["partitions"], all["started"] = ownResources, quotas, partitions, started
	all["reallotted"] = reallotted
	all["het"] = hetJobs
	all["vary"] = varied
	all["goals"] = aimed
	all["notes"], all["decisions"] = annotated, byHand
	all["programs"] = programmed
	all["trace"] = spoil(t, `jobs=null; workload.swf=";MaxProcs: 64\n1 0 -1 10 4 -1 -1 4 20 -1 1 1 1 -1 1 -1 -1 -1\n"`)
	all["altered"] = spoil(t, `jobs=null; workload.swf=";MaxProcs: 64\n1 0 -1 10 4 -1 -1 4 20 -1 1 1 1 -1 1 -1 -1 -1\n2 9 -1 10 4 -1 -1 4 20 -1 1 7 1 -1 1 -1 -1 -1\n"; altered={"load_factor": 1.25, "without_users": ["7", ""]}`)
	return all
}

const blocks = `{"hopyard": 1, "cluster": {"topology": {"kind": "slurm", "conf": "BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]\nBlockSizes=4,8\n"}}, "jobs": [
	{"id": 1, "nodes": 4, "walltime": 60, "segment": 2, "spread_segments": true, "consolidate_segments": true}, {"id": 2, "nodes": 4, "per_node": {"cores": 1}, "walltime": 60, "segment": 4}, {"id": 3, "nodes": 1, "walltime": 60}],
	"scheduler": {"allocator": "slurm-block", "slurm_version": "22.05"}}`

const exclusive = `{"hopyard": 1, "cluster": {"topology": {"kind": "slurm", "conf": "BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]\nBlockSizes=4,8\n"}}, "jobs": [
	{"id": 1, "nodes": 2, "walltime": 60, "exclusive_topo": true}, {"id": 2, "nodes": 1, "walltime": 60, "segment": 1, "exclusive_topo": true}, {"id": 3, "nodes": 1, "walltime": 60}],
	"scheduler": {"allocator": "slurm-block"}}`

// commanded is a scenario with each kind of command.
const commanded = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [{"id": 5, "nodes": 1, "walltime": 60}, {"id": 6, "nodes": 4, "walltime": 60}],
	"commands": [{"at": 10, "hold": 6}, {"at": 20.5, "update": 6, "nodes": 2, "walltime": 90, "queue": "day", "qos": "high", "priority": -3, "begin": 100}, {"at": 30, "release": 6}, {"at": 30, "cancel": 5}]}`

// hetJobs is a scenario with heterogeneous jobs.
const hetJobs = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [{"id": 5, "nodes": 1, "walltime": 60, "user": "ada"},
	{"id": 6, "nodes": 1, "walltime": 60, "user": "ada"}, {"id": 7, "nodes": 2, "walltime": 30, "user": "ada", "het": 6}, {"id": 9, "nodes": 1, "walltime": 30, "user": "ada", "het": 6}],
	"scheduler": {"queue": "slurm"}, "slurm": {"backfill": {"het_priority": "avg", "het_immediate": true}}}`

const conditions = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [
	{"id": 5, "nodes": 1, "walltime": 60, "user": "ada", "application": "cfd"}, {"id": 6, "nodes": 1, "walltime": 60, "time_min": 30.5, "begin": 90.5, "dependency": "after:5+3,afterok:5"},
	{"id": 7, "nodes": 1, "walltime": 60, "dependency": "afterany:5:6?afternotok:5?singleton", "kill_invalid_dependency": true, "user": "ada", "application": "cfd"},
	{"id": 8, "nodes": 1, "walltime": 60, "array": "sweep", "at_once": 1}, {"id": 9, "nodes": 1, "walltime": 60, "array": "sweep", "at_once": 1}, {"id": 10, "nodes": 1, "walltime": 60, "array": "free"}]}`

const levels = `{"hopyard": 1, "cluster": {"topology": {"kind": "levels", "levels": ["block", "rack"], "nodes": [
	{"name": "n[00-03]", "labels": {"block": "b0", "rack": "r0"}, "slots": 4}, {"name": "n04,x", "labels": {"block": "b0", "rack": "r1"}}]}}, "jobs": [
	{"id": 1, "tasks": 8, "walltime": 60, "topology": {"required": "block"}, "slice": {"size": 4, "level": "rack"}}, {"id": 2, "tasks": 4, "per_task": {"cores": 2}, "walltime": 60, "topology": {"preferred": "host"}},
	{"id": 3, "nodes": 1, "walltime": 60, "topology": {"unconstrained": true}}, {"id": 4, "nodes": 2, "walltime": 60, "slice": {"size": 2, "level": "rack"}}],
	"scheduler": {"allocator": "kueue-tas", "flux_match": "lonode"}, "vary": {"keep": ["fits-now"], "machines": [{"kind": "levels", "levels": ["block", "rack"], "nodes": [{"name": "n[00-07]", "labels": {"block": "b0", "rack": "r0"}, "slots": 4}]}]}}`
const severalTopologies = `{"hopyard": 1, "cluster": {"topology": {"kind": "slurm", "use": "b", "conf": "- topology: a\n  flat: true\n- topology: b\n  ring:\n    rings:\n    - ring: r0\n      nodes: n[0-3]\n"}}, "jobs": [{"nodes": 3, "walltime": 60}],
	"scheduler": {"allocator": "slurm-ring"}, "vary": {"keep": ["fits-now"], "machines": [{"kind": "slurm", "use": "b", "conf": "- topology: a\n  flat: true\n- topology: b\n  ring:\n    rings:\n    - ring: r0\n      nodes: n[0-3]\n"}]}}`

const fewSwitches = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [
	{"id": 1, "nodes": 4, "walltime": 60, "switches": 2}, {"id": 2, "nodes": 4, "per_node": {"cores": 1}, "walltime": 60, "switches": 1, "switch_wait": 0.5}, {"id": 3, "tasks": 2, "walltime": 60, "switches": 1, "switch_wait": 0}],
	"scheduler": {"allocator": "slurm-tree"}}`

const quotas = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}, "node": {"cores": 4, "gpus": 1, "memory": 64, "disk": 10, "resources": {"fpga": 1, "tape": 1}}}, "jobs": [
	{"id": 1, "tasks": 4, "per_task": {"resources": {"fpga": 1}}, "walltime": 60, "queue": "research"}, {"id": 2, "nodes": 2, "walltime": 60, "queue": "教学"}],
	"scheduler": {"queue": "kueue"}, "cluster_queues": {"research": {"cohort": "all", "strategy": "strict-fifo", "when_can_borrow": "try-next-flavor", "when_can_preempt": "may-stop-search",
		"preemption": {"within_cluster_queue": "lower-or-newer-equal-priority", "reclaim_within_cohort": "any", "borrow_within_cohort": "lower-priority", "max_priority_threshold": -5}, "flavors": [
		{"name": "spot", "nodes": "1-4", "quota": {"cores": {"nominal": 8, "borrowing": 4, "lending": 2}, "gpus": 4, "memory": 64, "disk": 10, "resources": {"fpga": {"nominal": 4, "lending": 0}, "tape": 1}}}, {"name": "x", "quota": {"cores": 0}}]},
		"教学": {"flavors": [{"name": "x", "quota": {"nodes": 2}}]}},
	"cohorts": {"all": {"parent": "root", "flavors": [{"name": "spot", "quota": {"cores": {"nominal": 1, "borrowing": 0, "lending": 3}}}]}, "root": {"flavors": [{"name": "x", "quota": {"gpus": 1}}]}}}`

// started is a scenario with jobs that run from the beginning.
const started = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}, "node": {"cores": 4}}, "jobs": [
	{"nodes": 8, "walltime": 60}, {"id": 7, "nodes": 3, "walltime": 60, "running": "4-5,0"}, {"id": 8, "tasks": 4, "walltime": 30, "running": "1-2"}, {"id": 9, "tasks": 5, "walltime": 30, "running": {"6": 4, "2": 1}}]}`

const partitions = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}, "node": {"cores": 4}}, "jobs": [
	{"id": 1, "nodes": 4, "walltime": 60, "user": "ada", "group": "physics", "queue": "batch", "qos": "high", "licenses": "x:2", "reservation": "class"}, {"id": 2, "tasks": 4, "walltime": 60, "queue": "debug", "switches": 1, "switch_wait": 2}],
	"scheduler": {"queue": "slurm"}, "slurm": {"partitions": {"batch": {"default": true, "tier": 0, "priority": 5, "max_nodes": 4, "max_time": 3600.5}, "debug": {"nodes": "6-7", "qos": "low", "preempt_mode": "off", "grace_time": 1.5}},
	"preemption": {"by": "qos", "mode": "cancel", "exempt_time": 60, "youngest_first": true, "strict_order": true, "reorder_count": 3},
	"qos": {"high": {"priority": 10, "preempt": ["low"], "preempt_mode": "cancel", "grace_time": 20, "exempt_time": 40, "limits": {"grp_jobs": 0, "grp_wall": 600, "grp_tres": {"cores": 3, "memory": 0, "nodes": 5, "gpus": 6}, "max_tres_per_user": {"gpus": 1}, "min_tres_per_job": {"cores": 1}}}, "low": {"deny_on_limit": true}}, "accounts": {"science": {"shares": 3}, "physics": {"parent": "science", "shares": "parent", "usage": 5, "priority": 9, "limits": {"max_wall": 90.5, "grp_tres_run_mins": {"cores": 9}}, "users": {"ada": {"shares": 2, "usage": 7, "priority": 8, "limits": {"max_jobs": 2, "max_tres_per_job": {"gpus": 1}}}, "bob": {"shares": "parent"}}}},
	"enforce_deadlines": true, "priority": {"age": 1, "fair_share": 2, "size": 3, "partition": 4, "qos": 5, "assoc": 6, "tres": {"cores": 0.5, "memory": 2, "nodes": 3, "gpus": 4.125}, "max_age": 60, "half_life": 90, "period": 30, "favor_small": true, "relative_to_time": true},
	"licenses": {"x": 3, "y": 0}, "reservations": {"class": {"start": 60, "duration": 600, "repeat": "daily", "announced": 30, "nodes": "1-5", "users": ["ada"], "accounts": ["physics"], "maintenance": true, "overlap": true, "flex": true}, "all": {"duration": 9.5}}, "backfill": {"off": true, "interval": 10, "window": 600, "resolution": 20, "max_test": 9, "max_user": 2}}}`

// TestEveryFieldIsCarried checks that the scenarios in texts keep the values of all
// fields when they pass through the canonical form and through either kind of link.
// It also checks that these scenarios together set every exported field of the
// types.
func TestEveryFieldIsCarried(t *testing.T) {
	set := map[string]bool{}
	for name, text := range texts(t) {
		s := mustParse(t, text)
		visit(reflect.ValueOf(*s), "", set)
		check := func(how string, again *Scenario) {
			if !reflect.DeepEqual(s, again) {
				t.Errorf("%s: not the same scenario through %s:\n%s\n%s", name, how, s.Canonical(), again.Canonical())
			}
		}
		check("the canonical form", mustParse(t, string(s.Canonical())))
		for _, plain := range []bool{false, true} {
			l, err := DecodeLink(encode(t, SharedLink{Scenario: s, Plain: plain}))
			if err != nil {
				t.Fatal(err)
			}
			check("a link", l.Scenario)
		}
	}
	for path, given := range set {
		if !given && !notWritten[path] {
			t.Errorf("no text sets %s: set it in one of them, so that its way through the canonical form and links is tried", path)
		}
	}
}

// notWritten lists the fields that no scenario in texts sets: fields that Parse or
// the engine sets, and fields that only traces have.
var notWritten = map[string]bool{
	".Jobs[].Reject":    true,                             // set only for jobs of traces
	".Jobs[].ID":        true,                             // set by Parse to the index in the list
	".Model.Seed":       true,                             // set to the seed of the scenario
	".Jobs[].Comm.Seed": true, ".Network.Comm.Seed": true, // set for each job when it runs
	".Cohorts[].Flavors[].Nodes": true, // a cohort has no nodes of its own
	".Limits[].Flavor":           true, // set only for quotas, which are not in Limits
	".Limits[].QOS":              true, // set only for limits in the block "slurm", likewise
	".Limits[].Rule":             true,
	".Limits[].Word":             true,
	".Network.Comm.Matrix":       true, ".Network.Comm.Share": true, // set in the comm of jobs instead
}

// visit records, for every exported field of a value and of the values inside it,
// whether the field is set.
func visit(v reflect.Value, path string, set map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			visit(v.Elem(), path, set)
		}
	case reflect.Slice:
		at := path + "[]"
		if parts, inside := strings.CutSuffix(path, ".Inner"); inside { // nested parts count as the parts that contain them
			at = parts
		}
		for i := range v.Len() {
			visit(v.Index(i), at, set)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			at := path + "." + f.Name
			if f.Anonymous {
				at = path
			} else {
				set[at] = set[at] || !v.Field(i).IsZero()
			}
			visit(v.Field(i), at, set)
		}
	}
}

// TestNewLinksStayShort checks that a queue with limits, failures and deadlines
// adds little to the length of a link.
func TestNewLinksStayShort(t *testing.T) {
	plain := realistic(50, 1)
	before := encode(t, SharedLink{Scenario: plain})
	s := mustParse(t, string(plain.Canonical()))
	for path, value := range map[string]string{
		"scheduler.queue": "hybrid", "scheduler.priority.weights": `{"gpus": 50, "user": 1}`,
		"limits": `{"users": {"*": {"jobs": 4, "nodes": [32, 64]}, "user1": {"nodes": 64}}}`,
		"faults": `{"mtbf": 100000, "repair": 3600, "events": [{"at": 3600, "down": "3-5", "for": 600}], "jobs": "checkpoint", "checkpoint": {"every": 600}}`,
	} {
		if err := s.Set(path, value); err != nil {
			t.Fatal(err)
		}
	}
	after := encode(t, SharedLink{Scenario: s})
	t.Logf("50 jobs: %d characters without blocks, %d with", len(before), len(after))
	if len(after) > len(before)+350 {
		t.Errorf("blocks cost %d characters", len(after)-len(before))
	}
	for i := range s.Jobs {
		s.Jobs[i].Deadline = s.Jobs[i].Submit.Add(2 * s.Jobs[i].Walltime)
	}
	due := encode(t, SharedLink{Scenario: s})
	t.Logf("with deadlines of twice the walltime: %d", len(due))
	if len(due) > len(after)+60 {
		t.Errorf("50 deadlines cost %d characters", len(due)-len(after))
	}
	if !strings.HasPrefix(due, "#1.z.") {
		t.Error(due)
	}
}
