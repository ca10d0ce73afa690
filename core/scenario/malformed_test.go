package scenario

import (
	"errors"
	"strings"
	"testing"

	"hopyard/core/jsondoc"
)

// good is a valid scenario, which the cases below change.
const good = `{
  "hopyard": 1,
  "cluster": {"topology": {"kind": "fat-tree", "levels": 3, "width": 4}, "node": {"cores": 2, "memory": 1024}},
  "jobs": [
    {"id": 1, "submit": 0, "nodes": 4, "walltime": 60},
    {"id": 2, "submit": 5, "tasks": 8, "walltime": 30}
  ],
  "scheduler": {"queue": "easy", "allocator": "sdm"}
}`

func mustParse(t *testing.T, src string) *Scenario {
	t.Helper()
	s, err := Parse([]byte(src))
	if err != nil {
		t.Fatalf("Parse: %v\n%s", err, src)
	}
	return s
}

// malformedCase is a scenario with one error, and the expected properties of this
// error.
type malformedCase struct {
	name, src           string // src is a whole text, or assignments to the base scenario: "path=value; …"
	place, value, limit string
	text                string // part of the text that Error returns
	fix                 string // part of the field Fix
}

// malformed lists the cases. Each is a whole text, or changes to the scenario good.
var malformed = []malformedCase{
	// Decisions that a person has made.
	{"a decision without a job", `scheduler.decisions=[{"at": 1}]`, "scheduler.decisions[0].job", "", "", "job is missing in a decision", `"job": 4`},
	{"a decision without an instant", `scheduler.decisions=[{"job": 1}]`, "scheduler.decisions[0].at", "", "", "at is missing in a decision", `"at": 60`},
	{"a decision about nobody", `scheduler.decisions=[{"at": 1, "job": 3}]`, "scheduler.decisions[0].job", "3", "", "job 3 is not the id of a job", "use the id"},
	{"a decision on nodes that there are not", `scheduler.decisions=[{"at": 1, "job": 1, "nodes": "60-64"}]`, "scheduler.decisions[0].nodes", "", "", "names node 64; the cluster has the nodes 0 to 63", ""},
	{"decisions out of order", `scheduler.decisions=[{"at": 5, "job": 1}, {"at": 1, "job": 2}]`, "scheduler.decisions[1].at", "1", "5", "is earlier than the decision before it (5)", "sort decisions by time"},
	{"a decision before the beginning", `scheduler.decisions=[{"at": -1, "job": 1}]`, "scheduler.decisions[0].at", "-1", "0", "at -1 is less than 0", ""},
	{"a decision of no known kind", `scheduler.decisions=[{"at": 0, "job": 1, "node": "0"}]`, "scheduler.decisions[0].node", "", "", `unknown field "node" in a decision`, `did you mean "nodes"?`},
	// Commands during the run.
	{"a command without an instant", `commands=[{"cancel": 1}]`, "commands[0].at", "", "", "at is missing in a command", `"at": 600`},
	{"a command that does nothing", `commands=[{"at": 1}]`, "commands[0].cancel", "", "", "cancel is missing in a command", `"hold": 3`},
	{"two commands in one", `commands=[{"at": 1, "hold": 1, "cancel": 1}]`, "commands[0].hold", "", "", "is a second command", "of its own"},
	{"a command about nobody", `commands=[{"at": 1, "hold": 30}]`, "commands[0].hold", "30", "", "job 30 is not the id of a job", "use the id"},
	{"commands out of order", `commands=[{"at": 5, "hold": 1}, {"at": 1, "release": 1}]`, "commands[1].at", "1", "5", "is earlier than the command before it (5)", "sort commands by time"},
	{"a change of a hold", `commands=[{"at": 5, "hold": 1, "walltime": 60}]`, "commands[0].walltime", "60", "", "is only for an update", `"update"`},
	{"an update of nothing", `commands=[{"at": 5, "update": 1}]`, "commands[0].update", "1", "", "changes nothing", `"walltime"`},
	{"an update to more than there is", `commands=[{"at": 5, "update": 1, "nodes": 65}]`, "commands[0].nodes", "65", "64", "is more than the machine has (64)", "fewer"},
	{"a command of no known kind", `commands=[{"at": 0, "kill": 1}]`, "commands[0].kill", "", "", `unknown field "kill" in a command`, ""},
	// The text itself.
	{"empty", " \n", "", "", "", "the text is empty", "begin with"},
	{"not an object", "[]", "", "[]", "", "is a list, not a scenario", "{…}"},
	{"cut off", good[:90], "", "", "", "the text ends inside the object that begins in line 3", "close it"},
	{"cut off in text", `{"title": "a`, "", "", "", "the text ends inside the text in quotes", "close it"},
	{"byte order mark", "\ufeff" + good, "", "", "", "byte order mark", "without one"},
	{"invalid UTF-8", "{\"title\": \"caf\xe9\"}", "", "", "", "line 1, column 15: byte 0xe9 is not valid UTF-8", "as UTF-8"},
	{"text after the document", good + " {}", "", "{}", "", "text after the end of the scenario", "remove it"},
	{"too deep", `{"a": ` + strings.Repeat("[", 40), "", "[", "32", "33 deep, more than 32", "flatten"},
	{"comma at the end", `{"hopyard": 1,}`, "", ",", "", "a comma before }", "remove the comma"},
	{"comma missing", "{\"hopyard\": 1\n \"seed\": 2}", "", `"`, "", "line 2, column 2: a comma is missing", "separate"},
	{"colon missing", `{"hopyard" 1}`, "", "1", "", `a colon is missing after the field "hopyard"`, `"name": value`},
	{"comment", "{ // lesson\n}", "", "/", "", "JSON has no comments", "about"},
	{"single quotes", `{'hopyard': 1}`, "", "'", "", "a single quote", "double quotes"},
	{"name without quotes", `{hopyard: 1}`, "", "h", "", "a field name in double quotes is expected", `"name": value`},
	{"number with a zero before it", `{"seed": 012}`, "", "012", "", `"012" is not a number`, "write digits"},
	{"hexadecimal", `{"seed": 0x10}`, "", "0x10", "", `"0x10" is not a number`, "write digits"},
	{"not a word of JSON", `{"seed": NaN}`, "", "NaN", "", `"NaN" is not a JSON value`, "double quotes"},
	{"new line in text", "{\"title\": \"a\nb\"}", "", "\n", "", "control character (0x0a)", `\n`},
	{"unknown escape", `{"title": "a\qb"}`, "", `\q`, "", "unknown escape", `\\`},
	{"half a surrogate pair", `{"title": "\ud800"}`, "", `\ud800`, "", "is not a character", "pairs"},

	// Versions and fields.
	{"no version", "hopyard=null", "hopyard", "", "1", "scenario: hopyard is missing", `"hopyard": 1`},
	{"newer version", "hopyard=2", "hopyard", "2", "1", "hopyard 2 is newer than this version reads (1)", "newer Hopyard"},
	{"version as text", `hopyard="1"`, "hopyard", `"1"`, "", `hopyard "1" is text, not a whole number`, "without quotes"},
	{"unknown field", "tittle=x", "tittle", `"tittle"`, "", `unknown field "tittle" in a scenario`, `did you mean "title"?`},
	{"unknown field of a job", "jobs[1].walltme=3", "jobs[1].walltme", `"walltme"`, "", `jobs[1]: unknown field "walltme"`, `did you mean "walltime"?`},
	{"field twice", `{"hopyard": 1, "hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": []}`, "hopyard", `"hopyard"`, "", "hopyard is given twice", "keep one"},
	{"no cluster", "cluster=null", "cluster", "", "", "cluster is missing", `"cluster"`},
	{"no jobs", "jobs=null", "jobs", "", "", "jobs is missing", `"workload"`},
	{"jobs and workload", `workload={"swf": ""}`, "workload", `{"swf": ""}`, "", "cannot be combined with jobs", "keep one"},
	{"null", "title=\x00null", "title", "null", "", "title null is empty, not text", "double quotes"},
	{"title too long", "title=" + strings.Repeat("x", 201), "title", `"` + strings.Repeat("x", 38) + "…", "200", "is 201 characters long, more than 200", "shorten"},
	{"too many goals", "goals=[" + strings.Repeat(`"g",`, 20) + `"g"]`, "goals", "", "20", "has 21 goals, more than 20", "remove some"},
	{"negative seed", "seed=-1", "seed", "-1", "0", "seed -1 is less than 0", "use 0 to"},
	{"control character", `about="a` + `\u0007"`, "about", "", "", "holds the control character 0x07", "remove it"},

	// The cluster.
	{"unknown topology", "cluster.topology.kind=fattree", "cluster.topology.kind", `"fattree"`, "", `kind "fattree" is unknown`, `did you mean "fat-tree"?`},
	{"no groups", `cluster.topology={"kind": "dragonfly"}`, "cluster.topology.groups", "", "", "groups is missing in a dragonfly", "groups and routers and nodes"},
	{"two forms of a fat tree", `cluster.topology={"kind": "fat-tree", "levels": 2, "down": [4, 4]}`, "cluster.topology.levels", "2", "", "levels 2 cannot be combined with down", "by levels and width, or by down"},
	{"no width beside levels", `cluster.topology={"kind": "fat-tree", "levels": 2}`, "cluster.topology.width", "", "", "width is missing in a fat tree", "levels and width"},
	{"up without down", `cluster.topology={"kind": "fat-tree", "up": [1, 2]}`, "cluster.topology.down", "", "", "down is missing in a fat tree", "up and down"},
	{"lists of unlike lengths", `cluster.topology={"kind": "fat-tree", "down": [4, 4], "up": [1]}`, "cluster.topology", "", "", "is impossible", ""},
	{"too many dimensions", `cluster.topology={"kind": "hypercube", "dims": 21}`, "cluster.topology.dims", "21", "20", "dims 21 is more than 20", "use 1 to 20"},
	{"dimensions as a list", `cluster.topology={"kind": "hypercube", "dims": [2, 2]}`, "cluster.topology.dims", "", "", "is a list, not a whole number", "use 1 to 20"},
	{"end of a link that is no device", `cluster.topology={"kind": "graph", "nodes": 2, "links": [{"from": "x0", "to": "n1"}]}`, "cluster.topology.links[0].from", `"x0"`, "", "is neither a node nor a switch", `"s0"`},
	{"link without an end", `cluster.topology={"kind": "graph", "nodes": 2, "links": [{"from": "n0"}]}`, "cluster.topology.links[0]", "", "", "lacks from or to", `"to"`},
	{"weight below 1", `cluster.topology={"kind": "graph", "nodes": 2, "links": [{"from": "n0", "to": "n1", "weight": 0}]}`, "cluster.topology.links[0].weight", "0", "1", "weight 0 is less than 1", "use 1 to"},
	{"a graph in two parts", `jobs[1]=null; jobs[0].nodes=1; cluster.topology={"kind": "graph", "nodes": 2, "links": []}`, "cluster.topology", "", "", "cluster: topology ", ""},
	{"a link to itself", `jobs[1]=null; jobs[0].nodes=1; cluster.topology={"kind": "graph", "nodes": 2, "links": [{"from": "n0", "to": "n1", "both": true}, {"from": "n1", "to": "n1"}]}`, "cluster.topology.links[1]", "", "", "n1", ""},
	{"a cable to itself", `jobs[1]=null; jobs[0].nodes=1; cluster.topology={"kind": "graph", "nodes": 2, "links": [{"from": "n0", "to": "n1", "both": true}, {"from": "n1", "to": "n1", "both": true}]}`, "cluster.topology.links[1]", "", "", "n1", ""},
	{"a link that is there twice", `jobs[1]=null; jobs[0].nodes=1; cluster.topology={"kind": "graph", "nodes": 2, "links": [{"from": "n0", "to": "n1", "both": true}, {"from": "n1", "to": "n0"}]}`, "cluster.topology.links[1]", "", "", "like links[0], it goes from n1 to n0", "one each way"},
	{"a link to nowhere", `jobs[1]=null; jobs[0].nodes=1; cluster.topology={"kind": "graph", "nodes": 2, "links": [{"from": "n0", "to": "n1", "both": true}, {"from": "n1", "to": "n2"}]}`, "cluster.topology.links[1].to", `"n2"`, "1", `to "n2" is not one of the 2 that exist`, "name another"},
	{"text of topology.conf missing", `cluster.topology={"kind": "slurm"}`, "cluster.topology.conf", "", "", "conf is missing", "conf"},
	{"an unknown topology of several", `cluster.topology={"kind": "slurm", "use": "c", "conf": "- topology: a\n  flat: true\n- topology: b\n  tree:\n    switches:\n    - switch: s\n      nodes: n[0-3]\n"}`, "cluster.topology.conf", "", "", `conf there is no topology "c"`, `use one of "a", "b"`},
	{"a name for topology.conf", `cluster.topology={"kind": "slurm", "use": "c", "conf": "SwitchName=s Nodes=n[0-15]"}`, "cluster.topology.conf", "", "", "conf topology.conf describes one topology", "leave out"},
	{"topology.conf that is no text", `cluster.topology={"kind": "slurm", "conf": 3}`, "cluster.topology.conf", "3", "", "conf 3 is a number, not text", "double quotes"},

	// The network.
	{"network without a model", "network={}", "network.model", "", "", "model is missing in a network", "max-min"},
	{"unknown network", "network=maxmin", "network", `"maxmin"`, "", `network "maxmin" is unknown`, `did you mean "max-min"?`},
	{"network of a flat machine", `cluster.topology={"kind": "flat", "nodes": 64}; network=max-min; scheduler.allocator=null`, "network", "max-min", "a machine with links", `the topology "flat" has none`, `"star"`},
	{"network of too many links", `cluster.topology={"kind": "hypercube", "dims": 20}; network=max-min`, "network", "max-min", "4194304", "a machine of 20971520 links, more than 4194304", "smaller"},
	{"bandwidth of a part of a byte", `network={"model": "max-min", "bandwidth": 0.5}`, "network.bandwidth", "0.5", "", "is not a whole number from 1 to 1125899906842624", "1e9"},
	{"comm without a pattern", `jobs[0].comm={"share": 1}`, "jobs[0].comm.pattern", "", "", "pattern is missing in comm", "all-to-all"},
	{"comm without a share", `jobs[0].comm={"pattern": "ring"}`, "jobs[0].comm.share", "", "", "share is missing in comm", "bytes"},
	{"share and bytes", `jobs[0].comm={"pattern": "ring", "share": 1, "bytes": 5}`, "jobs[0].comm.bytes", "5", "", "bytes 5 cannot be combined with share", "one of them"},
	{"unknown pattern", `jobs[0].comm={"pattern": "alltoall", "share": 1}`, "jobs[0].comm.pattern", `"alltoall"`, "", "is unknown", `did you mean "all-to-all"?`},
	{"pattern matrix without one", `jobs[0].comm={"pattern": "matrix", "share": 1}`, "jobs[0].comm.matrix", "", "", "matrix is missing", "row"},
	{"matrix beside another pattern", `jobs[0].comm={"pattern": "ring", "share": 1, "matrix": [[0, 1], [1, 0]]}`, "jobs[0].comm.matrix", "", "", `is given with the pattern "ring"`, "leave it out"},
	{"matrix that is not square", `jobs[0].comm={"share": 1, "matrix": [[0, 1], [1]]}`, "jobs[0].comm.matrix[1]", "", "2", "has 1 weights, but the matrix has 2 rows", "as many"},
	{"matrix of another size", `jobs[0].comm={"share": 1, "matrix": [[0, 1], [1, 0]]}`, "jobs[0].comm.matrix", "2", "4", "matrix has 2 rows, but job 1 has 4 processes", "each node or task"},
	{"too many that talk", `cluster.topology={"kind": "star", "nodes": 5000}; jobs[0].nodes=4097; network={"model": "max-min", "comm": {"pattern": "ring", "share": 1}}`, "network.comm", "4097", "4096", "job 1 of 4097 processes, more than 4096", "none"},

	{"unknown queue of a trace", `jobs=null; scheduler={"queue": "x"}; workload={"swf": "1 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1"}`, "scheduler.queue", `"x"`, "", "is unknown", "known: fcfs"},

	// The machine.
	{"field of another topology", "cluster.topology.dims=[4]", "cluster.topology.dims", `"dims"`, "", `unknown field "dims" in a fat tree`, "levels, width"},
	{"no width", "cluster.topology.width=null", "cluster.topology.width", "", "", "width is missing in a fat tree", "levels and width"},
	{"too many levels", "cluster.topology.levels=21", "cluster.topology.levels", "21", "20", "levels 21 is more than 20", "use 1 to 20"},
	{"too many nodes in all", `cluster.topology={"kind": "torus", "dims": [2048, 1024]}`, "cluster.topology", "", "1048576", "has more than 1048576 nodes", "smaller"},
	{"too many nodes", `cluster.topology={"kind": "flat", "nodes": 1048577}`, "cluster.topology.nodes", "1048577", "1048576", "nodes 1048577 is more than 1048576", "use 1 to"},
	{"no dimension", `cluster.topology={"kind": "torus", "dims": []}`, "cluster.topology.dims", "[]", "1", "is empty", "[8, 8]"},
	{"side of none", `cluster.topology={"kind": "torus", "dims": [4, 0]}`, "cluster.topology.dims[1]", "0", "1", "cluster.topology.dims[1]: 0 is less than 1", "use 1 to"},
	{"distance within a node that is none", `cluster.within={"core": -1}`, "cluster.within.core", "-1", "0", "core -1 is less than 0", "use 0 to"},
	{"no core", "cluster.node.cores=0", "cluster.node.cores", "0", "1", "cores 0 is less than 1", "use 1 to"},
	{"half a GPU", "cluster.node.gpus=0.5", "cluster.node.gpus", "0.5", "", "gpus 0.5 is not a whole number", "digits only"},
	{"standing still", "cluster.node.speed=0", "cluster.node.speed", "0", "0.001", "speed 0 is less than 0.001", "use 0.001 to 1000"},
	{"speed too fine", "cluster.node.speed=1.2345", "cluster.node.speed", "1.2345", "three decimals", "more than three decimals", "round"},
	{"more sockets than cores", "cluster.node.sockets=4", "cluster.node.sockets", "4", "2", "sockets 4 is more than the cores of the node (2)", "a core"},
	{"group without nodes", `cluster.groups=[{"gpus": 2}]`, "cluster.groups[0].nodes", "", "", "nodes is missing in a group", `"0-3,8"`},
	{"group beyond the end", `cluster.groups=[{"nodes": "60-64"}]`, "cluster.groups[0].nodes", `"60-64"`, "63", "names node 64; the cluster has the nodes 0 to 63", ""},
	{"groups that overlap", `cluster.groups=[{"nodes": "0-3"}, {"nodes": "8,2"}]`, "cluster.groups[1].nodes", `"8,2"`, "", "names node 2, which is already in groups[0]", "remove it"},
	{"range backwards", `cluster.groups=[{"nodes": "7-3"}]`, "cluster.groups[0].nodes", `"7-3"`, "63", `has the range "7-3", which runs backwards`, ""},
	{"not a node list", `cluster.groups=[{"nodes": "all"}]`, "cluster.groups[0].nodes", `"all"`, "63", `has "all", which is not a node or a range`, ""},

	// Jobs.
	{"wider than the cluster", "jobs[0].nodes=600", "jobs[0].nodes", "600", "64", "jobs[0]: nodes 600 is more than the cluster has (64)", "64 or fewer"},
	{"no nodes", "jobs[0].nodes=0", "jobs[0].nodes", "0", "1", "nodes 0 is less than 1", "use 1 to"},
	{"nodes and tasks", "jobs[0].tasks=2", "jobs[0].tasks", "2", "", "cannot be combined with nodes", "not both"},
	{"neither nodes nor tasks", "jobs[0].nodes=null", "jobs[0].nodes", "", "", "nodes is missing", `"tasks": 1`},
	{"more tasks than fit", "jobs[1].tasks=129", "jobs[1].tasks", "129", "128", "tasks 129 is more than the cluster can hold at once (128)", "128 or fewer"},
	{"task larger than a node", `jobs[1].per_task={"memory": 2048}`, "jobs[1].per_task.memory", "2048", "1024", "memory 2048 is more than any node has (1024)", "1024 or less"},
	{"task that needs nothing", `jobs[1].per_task={"cores": 0}`, "jobs[1].per_task", "", "1", "needs nothing", "core"},
	{"per_task without tasks", `jobs[0].per_task={"cores": 2}`, "jobs[0].per_task", "", "", "is given without tasks", "whole nodes"},
	{"id twice", "jobs[1].id=1", "jobs[1].id", "1", "", "jobs[1]: id 1 is already the id of jobs[0]", "2 is free"},
	{"id too large", "jobs[1].id=9007199254740992", "jobs[1].id", "9007199254740992", "9007199254740991", "is more than 9007199254740991", "use 0 to"},
	{"id beyond all integers", "jobs[1].id=99999999999999999999", "jobs[1].id", "99999999999999999999", "9007199254740991", "is more than", "use 0 to"},
	{"before the beginning", "jobs[0].submit=-5", "jobs[0].submit", "-5", "0", "submit -5 is less than 0", "use 0 to"},
	{"never", "jobs[0].submit=1e300", "jobs[0].submit", "1e300", "1000000000000", "is more than 1000000000000", "use 0 to"},
	{"too fine", "jobs[0].walltime=0.0001", "jobs[0].walltime", "0.0001", "three decimals", "walltime 0.0001 has more than three decimals", "round"},
	{"time as text", `jobs[0].walltime="1h"`, "jobs[0].walltime", `"1h"`, "0 to 1000000000000", "is text, not a number of seconds", "number of seconds"},
	{"no time at all", "jobs[0].walltime=null", "jobs[0].walltime", "", "", "walltime and runtime are both missing", "at least one"},
	{"priority too high", "jobs[0].priority=1e12", "jobs[0].priority", "1e12", "", "is not a whole number", "digits only"},
	{"after nobody", "jobs[1].after=7", "jobs[1].after", "7", "", "after 7 is not the id of a job", "in this list"},
	{"after itself", "jobs[1].after=2", "jobs[1].after", "2", "", "it follows itself", "must come first"},
	{"after each other", "jobs[0].after=2; jobs[1].after=1", "jobs[0].after", "2", "", "closes a cycle: 1 after 2 after 1", "must come first"},
	{"think without after", "jobs[1].think=3", "jobs[1].think", "3", "", "is given without after", "preceding"},
	{"switch_wait without switches", "jobs[1].switch_wait=3", "jobs[1].switch_wait", "3", "", "is given without switches", "leave it out"},
	{"blocks to itself under sdm", "jobs[0].exclusive_topo=true", "jobs[0].exclusive_topo", "true", "slurm-block", `is not known to the allocator "sdm"`, `"slurm-block"`},
	{"blocks to itself for tasks", "jobs[1].exclusive_topo=true", "jobs[1].exclusive_topo", "true", "", "cannot be combined with tasks", "whole nodes"},
	{"unknown overrun", "jobs[1].overrun=continue", "jobs[1].overrun", `"continue"`, "", `overrun "continue" is unknown`, "known: kill, extend"},

	// The scheduler, the workload, the free nodes.
	{"unknown queue", "scheduler.queue=esay", "scheduler.queue", `"esay"`, "", `scheduler: queue "esay" is unknown`, `did you mean "easy"?`},
	{"deadlines without allotments", "scheduler.queue=deadline", "allotments", "", "", `allotments is missing for the queue "deadline"`, `"users"`},
	{"quotas without cluster queues", "scheduler.queue=kueue", "cluster_queues", "", "", `cluster_queues is missing for the queue "kueue"`, `"flavors"`},
	{"a job without a queue", `scheduler.queue=kueue; cluster_queues={"q": {"flavors": [{"name": "x", "quota": {"nodes": 9, "cores": 99, "memory": 9999}}]}}; jobs[1].queue=q`, "jobs[0].queue", "", "", "it names no queue", `"q"`},
	{"no such queue", `scheduler.queue=kueue; cluster_queues={"q": {"flavors": [{"name": "x", "quota": {"nodes": 9, "cores": 99, "memory": 9999}}]}}; jobs[0].queue=p; jobs[1].queue=q`, "jobs[0].queue", "p", "", `its queue "p" is not one of the cluster queues`, `"q"`},
	{"more lent than there is", `cluster_queues={"q": {"cohort": "c", "flavors": [{"name": "x", "quota": {"cores": {"nominal": 2, "lending": 3}}}]}}`, "cluster_queues.q.flavors[0].quota.cores.lending", "3", "2", "lending 3 is more than the nominal quota (2)", "2 or less"},
	{"borrowing from nobody", `cluster_queues={"q": {"flavors": [{"name": "x", "quota": {"cores": {"nominal": 2, "borrowing": 3}}}]}}`, "cluster_queues.q.flavors[0].quota.cores.borrowing", "3", "", "there is nobody to share with", "cohort"},
	{"stopping jobs of others while borrowing only", `cluster_queues={"q": {"cohort": "c", "preemption": {"within_cluster_queue": "lower-priority", "borrow_within_cohort": "lower-priority"}, "flavors": [{"name": "x", "quota": {"cores": 2}}]}}`, "cluster_queues.q.preemption.borrow_within_cohort", "lower-priority", "", "lets the queue stop none", "reclaim_within_cohort"},
	{"a threshold for nothing", `cluster_queues={"q": {"cohort": "c", "preemption": {"reclaim_within_cohort": "any", "max_priority_threshold": 7}, "flavors": [{"name": "x", "quota": {"cores": 2}}]}}`, "cluster_queues.q.preemption.max_priority_threshold", "7", "", "stops none while it borrows", "borrow_within_cohort"},
	{"a flavor twice", `cluster_queues={"q": {"flavors": [{"name": "x", "quota": {"cores": 2}}, {"name": "x", "quota": {"gpus": 2}}]}}`, "cluster_queues.q.flavors[1].name", "", "", "is given twice", "keep one"},
	{"a flavor on other nodes", `cluster_queues={"q": {"flavors": [{"name": "x", "nodes": "0", "quota": {"cores": 2}}]}, "r": {"flavors": [{"name": "x", "nodes": "1", "quota": {"gpus": 2}}]}}`, "cluster_queues.r.flavors[0].nodes", "1", "0", "differ from those of the same flavor", "the same nodes"},
	{"an empty quota", `cluster_queues={"q": {"flavors": [{"name": "x", "quota": {}}]}}`, "cluster_queues.q.flavors[0].quota", "", "1", "names no resource", "cores"},
	{"no flavors", `cluster_queues={"q": {"flavors": []}}`, "cluster_queues.q.flavors", "", "1", "is empty", "default"},
	{"no cluster queues", `cluster_queues={}`, "cluster_queues", "", "1", "names no queue", "research"},
	{"a cohort below itself", `cohorts={"a": {"parent": "b"}, "b": {"parent": "a"}}`, "cohorts.a.parent", "b", "", "closes a cycle", "another parent"},
	{"a queue in a cohort below itself", `scheduler.queue="kueue"; cluster_queues={"q": {"cohort": "a", "flavors": [{"name": "x", "quota": {"cores": 2}}]}}; cohorts={"a": {"parent": "b"}, "b": {"parent": "a"}}; jobs[0].queue="q"`, "cohorts.a.parent", "b", "", "closes a cycle", "another parent"},
	{"a cohort without anything", `cohorts={"a": {}}`, "cohorts.a", "", "", "says nothing", "parent"},
	{"unknown allocator", "scheduler.allocator=firstfit", "scheduler.allocator", `"firstfit"`, "", `allocator "firstfit" is unknown`, `did you mean "first-fit"?`},
	{"unknown order", "scheduler.order=shortes", "scheduler.order", `"shortes"`, "", `order "shortes" is unknown`, `did you mean "shortest"?`},
	{"allocator for trees on a torus", `cluster.topology={"kind": "torus", "dims": [8, 8]}; scheduler.allocator=min-hops`, "scheduler.allocator", "min-hops", "", "min-hops", "sdm"},
	{"no run is long enough", `cluster.groups=[{"nodes": "2,6,10,14,18,22,26,30,34,38,42,46,50,54,58,62", "memory": 0}]; scheduler.allocator=contiguous; jobs[1].per_task={"memory": 100}`, "jobs[1].tasks", "8", "", "cannot be placed on the empty cluster by the allocator", "first-fit"},
	{"tasks in units", "scheduler.allocator=min-hop-units", "jobs[1].tasks", "8", "", "min-hop-units", ""},
	{"unit larger than a leaf", `jobs[1]=null; scheduler={"queue": "batch", "batch": {"unit": "custom", "size": 5}}`, "scheduler.batch.size", "5", "4", "size 5 is more than the nodes of a leaf switch (4)", "use 1 to 4"},
	{"custom unit without a size", `scheduler.batch.unit=custom`, "scheduler.batch.size", "", "1", "size is missing", "nodes of a unit"},
	{"size of another unit", `scheduler.batch={"size": 2}`, "scheduler.batch.size", "2", "", `is given with the unit "balanced"`, "custom"},
	{"unknown model", `jobs=null; workload={"model": "downey"}`, "workload.model", `"downey"`, "", "is unknown", ""},
	{"model without jobs", `jobs=null; workload={"model": "lublin"}`, "workload.jobs", "", "", "jobs is missing in a model", `"jobs": 500`},
	{"model and trace", `jobs=null; workload={"model": "lublin", "jobs": 5, "swf": ""}`, "workload", "", "", "has other fields besides swf", "keep the trace"},
	{"neither model nor trace", `jobs=null; workload={"load": 0.5}`, "workload", "", "", "names neither a trace nor a model", "lublin"},
	{"too many jobs of a model", `jobs=null; workload={"model": "lublin", "jobs": 1000001}`, "workload.jobs", "1000001", "1000000", "jobs 1000001 is more than 1000000", "use 1 to 1000000"},
	{"no load", `jobs=null; workload={"model": "lublin", "jobs": 5, "load": 0}`, "workload.load", "0", "0.001", "load 0 is less than 0.001", "use 0.001 to 100"},
	{"no jobs of a model", `jobs=null; workload={"model": "lublin", "jobs": 0}`, "workload.jobs", "0", "1", "jobs 0 is less than 1", "use 1 to 1000000"},
	{"patterns without share", `jobs=null; workload={"model": "lublin", "jobs": 5, "patterns": ["ring"]}`, "workload.share", "", "", "share is missing", "write \"share\": 0.5"},
	{"too many bytes", `network={"model": "max-min", "comm": {"pattern": "ring", "bytes": 1e18}}`, "network.comm.bytes", "1e18", "1 to 1125899906842624", "bytes 1e18 is not a whole number from 1 to 1125899906842624", "1e9"},
	{"load beyond reason", `jobs=null; workload={"model": "lublin", "jobs": 5, "load": 101}`, "workload.load", "", "", "load", "use"},
	{"memory of whole nodes", `jobs=null; workload={"model": "lublin", "jobs": 5, "memory": 0.5}`, "workload.memory", "", "", "only tasks need memory and disk", "tasks"},
	{"three fractions", `jobs=null; workload={"model": "lublin", "jobs": 5, "tasks": true, "memory": [0.1, 0.2, 0.3]}`, "workload.memory", "", "2", "has 3 numbers", "lowest and the highest"},
	{"unknown estimates", `jobs=null; workload={"model": "lublin", "jobs": 5, "estimates": "tsafir"}`, "workload.estimates", `"tsafir"`, "", "is unknown", `did you mean "tsafrir"?`},
	{"pattern that needs a matrix", `jobs=null; workload={"model": "lublin", "jobs": 5, "patterns": ["matrix"], "share": 0.5}`, "workload.patterns[0]", `"matrix"`, "", "is unknown", ""},
	{"trace that cannot be read", `jobs=null; workload.swf=1 2 3`, "workload.swf", "", "", "line 1", "this line"},
	{"free beyond the end", "free=0-99", "free", `"0-99"`, "63", "names node 99", ""},
	{"free cores that are not there", `free={"0": 2, "5": 3}`, `free["5"]`, "3", "2", `free: "5" 3 is more than the cores of node 5 (2)`, "use 0 to 2"},
	{"free key over two lines", `free={"5\n": 3}`, `free["5\n"]`, "3", "2", `free: "5\n" 3 is more than`, "use 0 to 2"},
	{"free node twice", `free={"0-3": 2, "2": 1}`, `free["2"]`, `"2"`, "", "node 2 is given twice", "keep one"},
}

// spoil returns the text of a case of malformed, given the src of the case.
func spoil(t testing.TB, src string) string { return spoilText(t, good, src) }

// spoilText returns the text of a case, given its src. If src consists of
// assignments, spoilText applies them to the given scenario. If it does not,
// spoilText returns src.
func spoilText(t testing.TB, base, src string) string {
	if src == "" || strings.IndexAny(src[:1], " {[\ufeff") == 0 || !strings.Contains(src, "=") {
		return src
	}
	text := []byte(base)
	for assignment := range strings.SplitSeq(src, "; ") {
		path, value, _ := strings.Cut(assignment, "=")
		var err error
		if value, isNull := strings.CutPrefix(value, "\x00"); isNull { // sets the value null, instead of removing the field
			text, err = Edit(text, path, `"here"`)
			text = []byte(strings.Replace(string(text), `"here"`, value, 1))
		} else {
			text, err = Edit(text, path, value)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return string(text)
}

func TestMalformed(t *testing.T) {
	for _, c := range malformed {
		t.Run(c.name, func(t *testing.T) { c.test(t, spoil(t, c.src)) })
	}
}

// test parses src and compares the error with the expected properties.
func (c *malformedCase) test(t *testing.T, src string) {
	t.Helper()
	s, err := Parse([]byte(src))
	var all jsondoc.Errors
	if !errors.As(err, &all) || s != nil {
		t.Fatalf("Parse accepts it: %v, %v\n%s", s, err, src)
	}
	e := all[0]
	if len(all) != 1 {
		t.Errorf("%d errors, want one:\n%v", len(all), all)
	}
	if e.Place != c.place {
		t.Errorf("place %q, want %q", e.Place, c.place)
	}
	if e.Value != c.value && c.value != "" {
		t.Errorf("value %q, want %q", e.Value, c.value)
	}
	if e.Limit != c.limit && c.limit != "" {
		t.Errorf("limit %q, want %q", e.Limit, c.limit)
	}
	if !strings.Contains(e.Error(), c.text) {
		t.Errorf("error %q does not say %q", e.Error(), c.text)
	}
	if !strings.Contains(e.Fix, c.fix) {
		t.Errorf("fix %q does not say %q", e.Fix, c.fix)
	}
	if e.Line < 1 || e.Col < 1 || e.Offset < 0 || e.End < e.Offset || e.End > len(src) {
		t.Errorf("line %d, column %d, bytes %d to %d of %d", e.Line, e.Col, e.Offset, e.End, len(src))
	}
	if strings.ContainsAny(e.Error(), "\n\x00") {
		t.Errorf("error %q is not one line", e.Error())
	}
}
