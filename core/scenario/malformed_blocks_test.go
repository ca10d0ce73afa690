package scenario

import (
	"fmt"
	"strings"
	"testing"
)

// busy is a valid scenario with many blocks, which the cases below change. Ada has
// 8 nodes, of which 6 are usable and 2 in reserve. Bob has 4 nodes, of which 3 are
// usable and 1 in reserve. The other 4 nodes are the system's reserve.
const busy = `{
  "hopyard": 1,
  "cluster": {"topology": {"kind": "star", "nodes": 16}, "node": {"cores": 2, "gpus": 1}},
  "jobs": [
    {"id": 1, "submit": 10, "nodes": 4, "walltime": 60, "user": "ada", "elastic": {"max": 8, "speedup": {"model": "downey", "parallelism": 4}}},
    {"id": 2, "submit": 20, "tasks": 4, "walltime": 60, "user": "bob", "parts": {"order": "serial", "work": [3, 4]}}
  ],
  "network": "max-min",
  "scheduler": {"queue": "deadline"},
  "allotments": {"share": 0.75, "users": {"ada": 8, "bob": 4}},
  "limits": {"users": {"*": {"jobs": 4}}},
  "faults": {"events": [{"at": 100, "down": "3", "for": 60}, {"at": 50, "link": ["n0", "s0"], "for": 10}]}
}`

// malformedBlocks are cases like those of malformed, but as changes to busy.
var malformedBlocks = []malformedCase{
	// Resources that the cluster defines itself, and resources that each node of a
	// job must have.
	{"nodes that none have", "jobs[0].per_node={\"gpus\": 2}", "jobs[0].per_node.gpus", "2", "1", "gpus 2 is more than any node has (1)", "ask for 1 or less"},
	{"more nodes than have it", "cluster.groups=[{\"nodes\": \"0-2\", \"gpus\": 4}]; jobs[0].per_node={\"gpus\": 2}", "jobs[0].nodes", "4", "3", "nodes 4 is more than the nodes that have what per_node asks for (3)", "ask for 3 or fewer"},
	{"nodes that must have nothing", "jobs[0].per_node={}", "jobs[0].per_node", "", "1", "asks for nothing", "leave it out"},
	{"per_node beside tasks", "jobs[1].per_node={\"gpus\": 1}", "jobs[1].per_node", "", "", "cannot be combined with tasks", "per_task"},
	{"an unknown need", "jobs[0].per_node={\"fpga\": 1}", "jobs[0].per_node.fpga", `"fpga"`, "", `unknown field "fpga" in per_node`, ""},
	{"no resources of its own", "jobs[1].per_task={\"resources\": {\"fpga\": 1}}", "jobs[1].per_task.resources.fpga", "", "", "is unknown: no node has resources of its own", `"resources": {"fpga": 1}`},
	{"a resource that no node has", "cluster.node.resources={\"fpga\": 1}; jobs[1].per_task={\"resources\": {\"fpgas\": 1}}", "jobs[1].per_task.resources.fpgas", "", "", "is unknown: no node has any", `did you mean "fpga"?`},
	{"more of its own than any node", "scheduler.queue=easy; cluster.node.resources={\"fpga\": 1}; jobs[1].per_task={\"resources\": {\"fpga\": 2}}", "jobs[1].per_task.resources.fpga", "2", "1", "fpga 2 is more than any node has (1)", "ask for 1 or less"},
	{"a kind among its own", "cluster.node.resources={\"fpga\": 1, \"gpus\": 1}; jobs[0].per_node={\"resources\": {\"cores\": 1}}", "jobs[0].per_node.resources.cores", "", "", "is not one of the cluster's own resources", "outside of resources"},
	{"five of its own", "cluster.node.resources={\"a\": 1, \"b\": 1, \"c\": 1, \"d\": 1, \"e\": 1}", "cluster.node.resources", "", "4", "brings the cluster's own resources to 5, more than 4", "remove some"},
	{"a name too long", "cluster.node.resources={\"" + strings.Repeat("x", 65) + "\": 1}", "cluster.node.resources." + strings.Repeat("x", 65), "", "64", "is 65 characters long, more than 64", "shorten"},
	{"a negative amount", "cluster.node.resources={\"fpga\": -1}", "cluster.node.resources.fpga", "-1", "0", "fpga -1 is less than 0", "use 0 to"},
	{"resources as a list", "cluster.node.resources=[1]", "cluster.node.resources", "", "", "is a list, not an object of resources", `{"fpga": 1}`},
	{"a limit on what no node has", "limits.users.ada={\"resources\": {\"fpga\": 1}}", "limits.users.ada.resources.fpga", "", "", "no node has resources of its own", "give nodes some"},
	{"a weight of what no node has", "scheduler.priority={\"weights\": {\"resources\": {\"fpga\": 1}}}", "scheduler.priority.weights.resources.fpga", "", "", "no node has resources of its own", "give nodes some"},
	{"more of its own than a limit", "scheduler.queue=hybrid; cluster.node.resources={\"fpga\": 2}; jobs[1].per_task={\"resources\": {\"fpga\": 2}}; limits.users.bob={\"resources\": {\"fpga\": 7}}", "jobs[1].tasks", "4", "", "asks for 8 fpga, and limit", "raise the limit"},
	{"whole nodes with more than a limit", "scheduler.queue=hybrid; cluster.groups=[{\"nodes\": \"0-13\", \"memory\": 100}]; limits.users.ada={\"memory\": 199}", "jobs[0].nodes", "4", "", "asks for 200 memory, and limit 2", "raise the limit"},
	{"blocks to itself and growing", "jobs[0].exclusive_topo=true", "jobs[0].exclusive_topo", "true", "", "cannot be combined with elastic", "leave one of them out"},
	{"blocks to itself under deadline", `jobs[0].elastic=null; jobs[0].exclusive_topo=true; cluster.topology={"kind": "slurm", "conf": "BlockName=a Nodes=n[0-15]\nBlockSizes=16\n"}; jobs[1]={"id": 2, "submit": 20, "nodes": 1, "walltime": 60, "user": "bob"}; faults=null; network=null; scheduler.allocator=slurm-block`, "jobs[0].exclusive_topo", "true", "", `is not known to the queue "deadline"`, `"easy"`},
	// Conditions of a start.
	{"a begin at the beginning", "jobs[0].begin=0", "jobs[0].begin", "0", "0.001", "begin 0 is less than 0.001", "use 0.001 to"},
	{"an unknown kind of dependency", "jobs[1].dependency=afterwards:1", "jobs[1].dependency", `"afterwards:1"`, "", `"afterwards:1" begins with none of after, afterany`, "afterok:12:13"},
	{"a dependency on nothing", "jobs[1].dependency=afterok", "jobs[1].dependency", `"afterok"`, "", "names no job", "afterok:12:13"},
	{"a dependency on a word", "jobs[1].dependency=afterok:x", "jobs[1].dependency", `"afterok:x"`, "", `"x" is not the id of a job`, "afterok:12:13"},
	{"a delay after an end", "jobs[1].dependency=afterok:1+5", "jobs[1].dependency", `"afterok:1+5"`, "", "only after takes one", "afterok:12:13"},
	{"all and one", "jobs[1].dependency=afterok:1,after:1?after:1", "jobs[1].dependency", "", "", "mixes , and ?", "afterok:12:13"},
	{"a dependency on itself", "jobs[1].dependency=afterok:2", "jobs[1].dependency", "afterok:2", "", "names job 2, which is not submitted before it", "submitted earlier"},
	{"a dependency on a later job", "jobs[0].dependency=afterok:2", "jobs[0].dependency", "afterok:2", "", "names job 2, which is not submitted before it", "submitted earlier"},
	{"a dependency on no job", "jobs[1].dependency=afterok:99", "jobs[1].dependency", "afterok:99", "", "names 99, which is not the id of a job", "in this list"},
	{"at once without an array", "jobs[1].at_once=2", "jobs[1].at_once", "2", "", "is given without array", `"array": "sweep"`},
	{"tasks that disagree", "jobs[0].array=a; jobs[0].at_once=1; jobs[1].array=a; jobs[1].at_once=2", "jobs[1].at_once", "2", "", `is not 1, as for another task of the array "a"`, "only one task"},
	{"a job that runs and waits", `jobs[0].elastic=null; jobs[0].running=0-3; jobs[0].submit=null; jobs[0].begin=9`, "jobs[0].running", "", "", "cannot be combined with begin or dependency", "leave one of them out"},
	// Deadlines, amounts, parts.
	{"deadline before submission", "jobs[0].deadline=10", "jobs[0].deadline", "10", "10", "jobs[0]: deadline 10 is not after the job's submission (10)", "from the beginning"},
	{"no time at all", "jobs[0].deadline=0", "jobs[0].deadline", "0", "0.001", "deadline 0 is less than 0.001", "use 0.001 to"},
	{"no computation", "jobs[0].amount=0", "jobs[0].amount", "0", "1", "amount 0 is less than 1", "use 1 to"},
	{"half an amount", "jobs[0].amount=1.5", "jobs[0].amount", "1.5", "", "amount 1.5 is not a whole number", "digits"},
	{"application that is no name", "jobs[0].application=[]", "jobs[0].application", "[]", "", "is a list, not text", "double quotes"},
	{"application too long", "jobs[0].application=" + strings.Repeat("x", 65), "jobs[0].application", "", "64", "is 65 characters long, more than 64", "shorten"},
	{"parts without an order", "jobs[1].parts.order=null", "jobs[1].parts.order", "", "", "order is missing in parts", "serial"},
	{"parts without work", "jobs[1].parts.work=null", "jobs[1].parts.work", "", "", "work is missing in parts", "[3600, 1800]"},
	{"no part", "jobs[1].parts.work=[]", "jobs[1].parts.work", "[]", "1", "work […] is empty", "each part"},
	{"unknown order of parts", "jobs[1].parts.order=paralel", "jobs[1].parts.order", `"paralel"`, "", `order "paralel" is unknown`, `did you mean "parallel"?`},
	{"more parallel parts than tasks", `jobs[1].parts={"order": "parallel", "work": [1, 1, 1, 1, 1]}`, "jobs[1].parts.work", "", "4", "has 5 parallel parts, more than the job's size (4)", "join some"},
	{"too many parts", "jobs[1].parts.work=[" + strings.Repeat("1,", 1000) + "1]", "jobs[1].parts.work", "", "1000", "has 1001 parts, more than 1000", "remove some"},
	{"parts within parts without an order", `jobs[1].parts.work=[1, {"work": [1]}]`, "jobs[1].parts.work[1].order", "", "", "order is missing in parts", "serial"},
	{"no part within a part", `jobs[1].parts.work=[1, {"order": "serial", "work": []}]`, "jobs[1].parts.work[1].work", "[]", "1", "work […] is empty", "each part"},
	{"part of a word", `jobs[1].parts.work=[1, "x"]`, "jobs[1].parts.work[1]", `"x"`, "", "is text, not a number of seconds", "write a number"},
	{"more parallel parts than a share", `jobs[1].parts={"order": "parallel", "work": [{"order": "parallel", "work": [1, 1, 1]}, 1]}`, "jobs[1].parts.work[0].work", "", "2", "has 3 parallel parts, more than its share of the job (2)", "join some"},
	{"too many parts in all", `jobs[1].parts.work=[{"order": "serial", "work": [` + strings.Repeat("1,", 599) + `1]}, {"order": "serial", "work": [` + strings.Repeat("1,", 400) + `1]}]`, "jobs[1].parts.work", "", "1000", "has 1001 parts in all, more than 1000", "remove some"},
	{"parts too deep", `jobs[1].parts.work=` + strings.Repeat(`[{"order": "serial", "work": `, 8) + "[1]" + strings.Repeat("}]", 8), "jobs[1].parts.work[0].work[0].work[0].work[0].work[0].work[0].work[0].work[0].work", "[1]", "8", "nests parts more than 8 deep", "join some"},
	{"parts without end", `jobs[1].parts.work=[1000000000000,1000000000000,1000000000000,1000000000000,1]`, "jobs[1].parts.work", "", "1000000000000", "makes the run time longer than", "shorten"},
	{"run time beside parts", "jobs[1].runtime=5", "jobs[1].runtime", "5", "", "runtime 5 cannot be combined with parts", "follows from the parts"},
	{"elastic beside parts", `jobs[1].elastic={"max": 5}`, "jobs[1].elastic", "", "", "cannot be combined with parts", "one of them"},

	// Malleable jobs.
	{"least above the size", "jobs[0].elastic.min=5", "jobs[0].elastic.min", "5", "4", "min 5 is more than the job asks for (4)", "use 1 to 4"},
	{"most below the size", "jobs[0].elastic.max=3", "jobs[0].elastic.max", "3", "4", "max 3 is less than the job asks for (4)", "4 or more"},
	{"least of none", "jobs[0].elastic.min=0", "jobs[0].elastic.min", "0", "1", "min 0 is less than 1", "use 1 to"},
	{"most beyond the cluster", "jobs[0].elastic.max=17", "jobs[0].elastic.max", "17", "16", "max 17 is more than the cluster can hold at once (16)", "16 or less"},
	{"most tasks beyond the cluster", `jobs[1].parts=null; jobs[1].elastic={"max": 33}`, "jobs[1].elastic.max", "33", "32", "can hold at once (32)", "32 or less"},
	{"speedup without a model", "jobs[0].elastic.speedup.model=null", "jobs[0].elastic.speedup.model", "", "", "model is missing in a speedup", "amdahl"},
	{"unknown speedup", "jobs[0].elastic.speedup.model=ahmdal", "jobs[0].elastic.speedup.model", `"ahmdal"`, "", "is unknown", "known: linear, amdahl, downey"},
	{"amdahl without a serial part", `jobs[0].elastic.speedup={"model": "amdahl"}`, "jobs[0].elastic.speedup.serial", "", "", "serial is missing in a speedup by amdahl", "0.05"},
	{"more than all is serial", `jobs[0].elastic.speedup={"model": "amdahl", "serial": 1.5}`, "jobs[0].elastic.speedup.serial", "1.5", "1", "serial 1.5 is more than 1", "use 0 to 1"},
	{"parameter of another model", `jobs[0].elastic.speedup={"model": "amdahl", "serial": 0.5, "sigma": 1}`, "jobs[0].elastic.speedup.sigma", "1", "", `sigma 1 is given with the model "amdahl"`, "leave it out"},
	{"parallelism below 1", "jobs[0].elastic.speedup.parallelism=0.5", "jobs[0].elastic.speedup.parallelism", "0.5", "1", "parallelism 0.5 is less than 1", "use 1 to"},
	{"no bytes", "jobs[0].elastic.data=0", "jobs[0].elastic.data", "0", "", "data 0 is not a whole number from 1", "1e9"},
	{"malleable with a matrix", `jobs[0].comm={"share": 1, "matrix": [[0,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}`, "jobs[0].elastic", "", "", "its communication matrix fits only one size", "named pattern"},
	{"malleable that is no object", "jobs[0].elastic=true", "jobs[0].elastic", "true", "", "elastic true is a boolean, not elastic", "{…}"},

	// Allotments.
	{"allotments of nobody", `allotments={"users": {}}`, "allotments.users", "", "1", "names no user", "ada"},
	{"allotments without users", `allotments={"share": 0.5}`, "allotments.users", "", "", "users is missing in allotments", "ada"},
	{"share above 1", "allotments.share=80", "allotments.share", "80", "1", "share 80 is more than 1", "use 0 to 1"},
	{"more than there is", "allotments.users.bob=9", "allotments.users", "17", "16", "users are allotted 17 nodes, more than the cluster has (16)", "system's reserve"},
	{"user without an allotment", "jobs[0].user=eve", "jobs[0].user", "eve", "", `jobs[0]: its user "eve" has no allotment`, "allot nodes"},
	{"no user at all", "jobs[0].user=null", "jobs[0].user", "", "", `its user "" has no allotment`, "allot nodes"},
	{"never within the share", "allotments.users.ada=4", "jobs[0].nodes", "4", "", `needs 4 nodes; the usable share of "ada" is 3`, "give it a deadline"},
	{"never rescued either", "jobs[0].nodes=9; jobs[0].elastic=null; allotments.users.bob=8; jobs[0].deadline=500", "jobs[0].nodes", "9", "", `needs 9 nodes; the allotment of "ada" and the system's reserve are 8 together`, "allot more"},
	{"never within any share", `allotments.users.ada=4; allotments.events=[{"at": 5, "users": {"ada": 5}}, {"at": 9, "users": {"ada": 1}}]; jobs[0].nodes=4`, "jobs[0].nodes", "4", "", `the usable share of "ada" is 3 at most`, "give it a deadline"},
	{"change without a time", `allotments.events=[{"users": {"ada": 4}}]`, "allotments.events[0].at", "", "", "at is missing in an event", `"at": 600`},
	{"change of nobody", `allotments.events=[{"at": 5, "users": {}}]`, "allotments.events[0].users", "", "1", "names no user", `{"ada": 40}`},
	{"change without users", `allotments.events=[{"at": 5}]`, "allotments.events[0].users", "", "", "users is missing in an event", `{"ada": 20}`},
	{"change of a stranger", `allotments.events=[{"at": 5, "users": {"bbo": 4}}]`, "allotments.events[0].users.bbo", `"bbo"`, "", `"bbo" has no allotment to change`, `did you mean "bob"?`},
	{"change of nothing", `allotments.events=[{"at": 9, "users": {"ada": 6}}, {"at": 5, "users": {"ada": {"nodes": 6, "share": 0.75}}}]`, "allotments.events[0].users.ada", "6", "", "ada 6 changes nothing: the allotment is already so at 9", "other values"},
	{"two changes at once", `allotments.events=[{"at": 9, "users": {"ada": 6}}, {"at": 9, "users": {"bob": 1}}]`, "allotments.events[1].at", "9", "", "at 9 is the time of two events", "one event for each time"},
	{"more than there is later", `allotments.events=[{"at": 9, "users": {"bob": 8}}, {"at": 7, "users": {"ada": 9}}]`, "allotments.events[0].users", "", "16", "users {…} bring the allotted nodes to 17, more than the cluster has (16)", "take some from others"},
	{"share above 1 later", `allotments.events=[{"at": 9, "users": {"bob": {"share": 2}}}]`, "allotments.events[0].users.bob.share", "2", "1", "share 2 is more than 1", "use 0 to 1"},
	{"less than nothing later", `allotments.events=[{"at": 9, "users": {"bob": -1}}]`, "allotments.events[0].users.bob", "-1", "0", "bob -1 is less than 0", "use 0 to"},
	{"too many changes", `allotments.events=[` + strings.Repeat(`{"at":1},`, 10000) + `{"at":1}]`, "allotments.events", "", "10000", "has 10001 events, more than 10000", "remove some"},
	{"no nodes in an allotment", "allotments.users.ada.nodes=null; allotments.users.ada.share=0.5; allotments.users.ada.nodes=null", "allotments.users.ada.nodes", "", "", "nodes is missing in an allotment", `"nodes": 20`},
	{"allotment of a word", "allotments.users.ada=all", "allotments.users.ada", `"all"`, "", `ada "all" is text, not a whole number`, "use 1 to"},
	{"user twice", `allotments={"users": {"ada": 8, "ada": 4, "bob": 4}}`, "allotments.users.ada", `"ada"`, "", `"ada" is given twice`, "keep one"},
	{"user without a name", `allotments={"users": {"": 8, "ada": 4, "bob": 4}}`, "allotments.users", "", "", "has an empty name", "one of the users"},
	{"history without an amount", `allotments.history=[{"user": "ada", "time": 5}]`, "allotments.history[0].amount", "", "", "amount is missing in a finished job", "14400"},
	{"history of no time", `allotments.history=[{"user": "ada", "amount": 1, "time": 0}]`, "allotments.history[0].time", "0", "0.001", "time 0 is less than 0.001", "use 0.001"},
	{"history of a stranger", `allotments.history=[{"user": "ada", "amount": 1, "time": 1}, {"user": "bbo", "amount": 1, "time": 1}]`, "allotments.history[1].user", `"bbo"`, "ada, bob", `user "bbo" has no allotment`, `did you mean "bob"?`},
	{"history of a stranger under another queue", `scheduler.queue=easy; allotments.history=[{"user": "zoe", "amount": 1, "time": 1}]`, "allotments.history[0].user", `"zoe"`, "ada, bob", `user "zoe" has no allotment`, `allot nodes to "zoe"`},
	{"history of nobody", `allotments.history=[{"amount": 1, "time": 1}]`, "allotments.history[0].user", "", "", "user is missing in a finished job", "ada"},
	{"model without users", `jobs=null; workload={"model": "lublin", "jobs": 5}`, "workload.users", "", "1", "nobody has an allotment", `"users": 10`},

	// Queues.
	{"queues that are a list", "queues=[]", "queues", "[]", "", "queues […] is a list, not an object of queues", `write {"name": …}`},
	{"a queue that says nothing", `queues={"q": {}}`, "queues.q", "{}", "", "changes nothing: queues are open and started by default", `"started": false`},
	{"a queue that is open by number", `queues={"q": {"open": 1}}`, "queues.q.open", "1", "", "is a number, not true or false", "write true or false"},
	{"a queue of an unknown state", `queues={"q": {"enabled": true}}`, "queues.q.enabled", "", "", `unknown field "enabled" in a queue`, "open, started, events"},
	{"an event without a time", `queues={"q": {"events": [{"open": false}]}}`, "queues.q.events[0].at", "", "", "at is missing in an event", `"at": 600`},
	{"an event without a state", `queues={"q": {"events": [{"at": 5}]}}`, "queues.q.events[0].started", "", "", "started is missing in an event", "true or false"},
	{"an event that changes nothing", `queues={"q": {"events": [{"at": 9, "started": false}, {"at": 5, "started": true}]}}`, "queues.q.events[1].started", "true", "", "changes nothing: the queue is already so at 5", "write the opposite"},
	{"too many events", `queues={"q": {"events": [` + strings.Repeat(`{"at":1},`, 10000) + `{"at":1}]}}`, "queues.q.events", "", "10000", "has 10001 events, more than 10000", "remove some"},

	// Limits.
	{"soft above hard", "limits.users.ada={\"nodes\": [8, 4]}", "limits.users.ada.nodes", "[8, 4]", "4", "has a soft limit 8 above the hard one (4)", "smaller number first"},
	{"three bounds", "limits.users.ada={\"nodes\": [1, 2, 3]}", "limits.users.ada.nodes", "", "2", "has 3 numbers", "[16, 32]"},
	{"negative limit", "limits.users.ada={\"nodes\": -1}", "limits.users.ada.nodes", "-1", "0", "nodes -1 is less than 0", "use 0 to"},
	{"unknown measure", "limits.users.ada={\"node\": 1}", "limits.users.ada.node", `"node"`, "", `unknown field "node" in a limit`, `did you mean "nodes"?`},
	{"unknown owner", "limits.user={}", "limits.user", `"user"`, "", `unknown field "user" in limits`, `did you mean "users"?`},
	{"limit of nothing", "limits.groups={\"a\": {}}", "limits.groups.a", "", "", "limits nothing", `"jobs": 4`},
	{"limits as a list", "limits.users=[4]", "limits.users", "", "", "is a list, not an object of users", `{"name": …}`},
	{"too many owners", "limits.users={" + manyNames(4097) + "}", "limits.users", "", "4096", "names more than 4096 users", "remove some"},

	{"more nodes than a hard limit", "scheduler.queue=hybrid; limits.users.ada={\"nodes\": [1, 3]}", "jobs[0].nodes", "4", "", `asks for 4 nodes, and limit 2 lets "ada" of users have 3 at once`, "raise the limit"},
	{"more cores than each may have", "scheduler.queue=hybrid; limits.users={\"*\": {\"cores\": 3}, \"ada\": {\"cores\": 8}}", "jobs[1].tasks", "4", "", `asks for 4 cores, and limit 1 lets "bob" of users have 3`, "ask for less"},
	{"longer than its node-seconds", "scheduler.queue=hybrid; limits.queues={\"\\u002a\": {\"node_seconds\": 239}}", "jobs[0].nodes", "4", "", "asks for 240 node_seconds", "ask for less"},

	// Priorities, cycles, growth.
	{"unknown part of a priority", "scheduler.priority.weights.gpu=1", "scheduler.priority.weights.gpu", `"gpu"`, "", `unknown field "gpu" in weights`, `did you mean "gpus"?`},
	{"weight too fine", "scheduler.priority.weights.gpus=0.0001", "scheduler.priority.weights.gpus", "0.0001", "three decimals", "more than three decimals", "round"},
	{"weight beyond reason", "scheduler.priority.weights.gpus=-1000001", "scheduler.priority.weights.gpus", "-1000001", "-1000000", "is less than -1000000", "use -1000000 to 1000000"},
	{"points of a part", "scheduler.priority.users.ada=0.5", "scheduler.priority.users.ada", "0.5", "", "ada 0.5 is not a whole number", "digits"},
	{"more than all of what is used", "scheduler.priority.fair_share.users.ada=101", "scheduler.priority.fair_share.users.ada", "101", "100", "ada 101 is more than 100", "use 0 to 100"},
	{"window of no time", "scheduler.priority.fair_share.window=0", "scheduler.priority.fair_share.window", "0", "1", "window 0 is less than 1", "use 1 to"},
	{"too many windows", "scheduler.priority.fair_share.depth=101", "scheduler.priority.fair_share.depth", "101", "100", "depth 101 is more than 100", "use 1 to 100"},
	{"no such number of windows", "scheduler.windows=65", "scheduler.windows", "65", "64", "windows 65 is more than 64", "use 1 to 64"},
	{"word for windows", "scheduler.windows=every", "scheduler.windows", `"every"`, "", `windows "every" is unknown`, `write 1 to 64, or "all"`},
	{"windows without reservations", "scheduler.queue=fcfs; scheduler.windows=2", "scheduler.windows", "2", "", `windows 2 is for reservations, but the queue "fcfs" makes none`, "easy, conservative, conservative-rebuild, hybrid"},
	{"all windows without reservations", "scheduler.queue=batch; scheduler.allocator=null; scheduler.windows=all", "scheduler.windows", `"all"`, "", `windows "all" is for reservations, but the queue "batch" makes none`, "leave it out"},
	{"windows for a person", "scheduler.queue=manual; scheduler.windows=2", "scheduler.windows", "2", "", `the queue "manual" makes none`, "leave it out"},
	{"windows of a program", `scheduler.queue={"starlark": "def schedule(now, queue, machine):\n    return None\n"}; scheduler.windows=2`, "scheduler.windows", "2", "", "the queue is a program, which makes its own", "leave it out"},
	{"windows of a program's places", `scheduler.queue=easy; scheduler.allocator={"starlark": "def place(job, machine): return None\n"}; scheduler.windows=2`, "scheduler.windows", "2", "", "the allocator is a program, which reports none", `use "sdm" or "mdm"`},
	{"nodes without reservations", "scheduler.queue=fcfs; scheduler.reserve=nodes", "scheduler.reserve", `"nodes"`, "", `reserve "nodes" is a choice of reservations, which the queue "fcfs" does not offer`, "easy, conservative, conservative-rebuild, hybrid"},
	{"nodes under Slurm", "scheduler.queue=slurm; scheduler.allocator=null; scheduler.reserve=nodes", "scheduler.reserve", `"nodes"`, "", `reserve "nodes" is a choice of reservations, which the queue "slurm" does not offer`, "leave it out"},
	{"nodes of a program's reservations", `scheduler.queue={"starlark": "def schedule(now, queue, machine):\n    return None\n"}; scheduler.reserve=nodes`, "scheduler.reserve", `"nodes"`, "", "the queue is a program, which makes its own", "leave it out"},
	{"unknown promise", "scheduler.reserve=node", "scheduler.reserve", `"node"`, "", "is unknown", `did you mean "nodes"?`},
	{"unknown count of whole nodes", "scheduler.priority.whole_nodes=all", "scheduler.priority.whole_nodes", `"all"`, "", "is unknown", "known: asked, brought"},
	{"growing decay", "scheduler.priority.fair_share.decay=2", "scheduler.priority.fair_share.decay", "2", "1", "decay 2 is more than 1", "use 0 to 1"},
	{"cycle without end", "scheduler.cycle=0.5", "scheduler.cycle", "0.5", "1", "cycle 0.5 is less than 1", "1 or more"},
	{"unknown rule of growth", "scheduler.elastic.growth=smalest", "scheduler.elastic.growth", `"smalest"`, "", "is unknown", `did you mean "smallest"?`},
	{"unknown method of growth", "scheduler.elastic.method=restart", "scheduler.elastic.method", `"restart"`, "", "is unknown", "known: expand, resubmit"},
	{"six stages", "scheduler.elastic.costs.stages=[1,2,3,4,5,6]", "scheduler.elastic.costs.stages", "", "7", "has 6 stages", "s1 to s7"},
	{"eight stages", "scheduler.elastic.costs.stages=[1,2,3,4,5,6,7,8]", "scheduler.elastic.costs.stages", "", "7", "has 8 stages, more than 7", "remove some"},
	{"stage that took less than no time", "scheduler.elastic.costs.stages=[1,2,3,4,5,6,-7]", "scheduler.elastic.costs.stages[6]", "-7", "0", "-7 is less than 0", "use 0 to"},

	// Failures.
	{"nodes that are not there", `faults.offline=14-17`, "faults.offline", `"14-17"`, "15", "names node 17; the cluster has the nodes 0 to 15", ""},
	{"down twice", `faults.events[2]={"at": 120, "down": "2-3"}`, "faults.events[2].down", "120", "up", "down makes node 3 go down at 120, when it is already down", "remove or move"},
	{"up without down", `faults.events[2]={"at": 120, "up": "5"}`, "faults.events[2].up", "120", "down", "up makes node 5 go up at 120, when it is already up", "remove or move"},
	{"offline nodes that go down", `faults.offline=3`, "faults.events[0].down", "100", "up", "node 3 go down at 100, when it is already down", ""},
	{"back when it is up already", `faults.events[2]={"at": 110, "up": "3"}`, "faults.events[0].for", "160", "down", "for makes node 3 go up at 160, when it is already up", ""},
	{"link down twice", `faults.events[2]={"at": 55, "link": ["s0", "n0"]}`, "faults.events[2].link", "55", "up", "link makes the link go down at 55", ""},
	{"leaves while it is down", `faults.events[2]={"at": 120, "leave": "2-3"}`, "faults.events[2].leave", "120", "up", "leave makes node 3 leave at 120, when it is already down", "remove or move"},
	{"fails in another division", `faults.events[0]={"at": 100, "leave": "3"}; faults.events[2]={"at": 120, "down": "3"}`, "faults.events[2].down", "120", "up", "down makes node 3 go down at 120, when it is in another division", ""},
	{"comes online from another division", `faults.events[0]={"at": 100, "leave": "2-4"}; faults.events[2]={"at": 120, "up": "3"}`, "faults.events[2].up", "120", "down", "up makes node 3 go up at 120, when it is in another division", "it must be down before"},
	{"joins and is down", `faults.events[0]={"at": 100, "down": "3"}; faults.events[2]={"at": 120, "join": "3"}`, "faults.events[2].join", "120", "in another division", "join makes node 3 join at 120, when it is down", "it must be in another division before"},
	{"joins and is here", `faults.events[2]={"at": 120, "join": "5"}`, "faults.events[2].join", "120", "in another division", "join makes node 5 join at 120, when it is already up", ""},
	{"link that is not there", `faults.events[1].link=["n0", "n1"]`, "faults.events[1].link", "n0 and n1", "", "link between n0 and n1 does not exist", "it is joined to s0"},
	{"link of no network", "network=none", "faults.events[1].link", "n0 and s0", "max-min", `the network "none" has no links that jobs share`, "max-min"},
	{"link with one end", `faults.events[1].link=["n0"]`, "faults.events[1].link", "", "2", "names 1 devices", "both ends"},
	{"end that is no device", `faults.events[1].link=["n0", "s1"]`, "faults.events[1].link[1]", `"s1"`, "0", `"s1" is not one of the 1 that exist`, "name another"},
	{"event without a time", "faults.events[0].at=null", "faults.events[0].at", "", "", "at is missing in an event", `"at": 100`},
	{"event of nothing", "faults.events[0].down=null", "faults.events[0].down", "", "", "down is missing in an event", `"up": "12-15"`},
	{"two events in one", "faults.events[0].up=4", "faults.events[0].up", "", "", "is a second change in one event", "an event for each change"},
	{"down for no time", "faults.events[0].for=0", "faults.events[0].for", "0", "0.001", "for 0 is less than 0.001", "use 0.001"},
	{"down beyond all times", "faults.events[0]={\"at\": 1000000000000, \"down\": \"3\", \"for\": 1}", "faults.events[0]", "", "1000000000000", "lasts until 1000000000001", "for"},
	{"repair without failures", "faults.repair=60", "faults.repair", "60", "", "repair 60 is given without mtbf", "mean time between failures"},
	{"failures without end", "faults.mtbf=0.5", "faults.mtbf", "0.5", "1", "mtbf 0.5 is less than 1", "use 1 to"},
	{"heartbeat without a period", "faults.heartbeat.misses=3", "faults.heartbeat.period", "", "", "period is missing in a heartbeat", `"period": 10`},
	{"no beat may be missed", `faults.heartbeat={"period": 10, "misses": 0}`, "faults.heartbeat.misses", "0", "1", "misses 0 is less than 1", "use 1 to"},
	{"unknown fate", "faults.jobs=requeued", "faults.jobs", `"requeued"`, "", "is unknown", `did you mean "requeue"?`},
	// Power.
	{`active below idle`, `cluster.node.power={"idle": 100, "active": 50}`, `cluster.node.power.active`, `50`, `100`, `active 50 is less than idle (100)`, `use 100 watts or more`},
	{`idle below off`, `cluster.node.power={"idle": 4, "active": 50, "off": 5}`, `cluster.node.power.idle`, `4`, `5`, `idle 4 is less than off (5)`, `use 5 watts or more`},
	{`a cap of unknown power`, `power={"cap": 100}`, `power.cap`, `100`, ``, `cap 100 is given, and no node says how much power it draws`, `"power": {"idle": 100`},
	{`waking without sleep`, `cluster.node.power={"idle": 100, "active": 350, "off": 5}; faults=null; jobs[0].elastic=null; power={"wake": 5}`, `power.wake`, `5`, ``, `wake 5 is given without off_after`, `write "off_after"`},
	{`a period of nothing`, `cluster.node.power={"idle": 100, "active": 350, "off": 5}; faults=null; jobs[0].elastic=null; power={"repeat": 5}`, `power.repeat`, `5`, ``, `repeat 5 is given without carbon`, `write "carbon"`},
	{`carbon that begins late`, `cluster.node.power={"idle": 100, "active": 350, "off": 5}; faults=null; jobs[0].elastic=null; power={"carbon": [{"at": 5, "g_per_kwh": 1}]}`, `power.carbon[0].at`, `5`, `0`, `is the time of the first intensity, which must be 0`, `write "at": 0`},
	{`carbon out of order`, `cluster.node.power={"idle": 100, "active": 350, "off": 5}; faults=null; jobs[0].elastic=null; power={"carbon": [{"at": 0, "g_per_kwh": 1}, {"at": 9, "g_per_kwh": 1}, {"at": 9, "g_per_kwh": 1}]}`, `power.carbon[2].at`, `9`, ``, `is not after the time of the intensity before it (9)`, `sort`},
	{`a period too short`, `cluster.node.power={"idle": 100, "active": 350, "off": 5}; faults=null; jobs[0].elastic=null; power={"carbon": [{"at": 0, "g_per_kwh": 1}, {"at": 9, "g_per_kwh": 1}], "repeat": 9}`, `power.repeat`, `9`, ``, `repeat 9 is not after the last intensity (at 9)`, `longer period`},
	{`a cap and failures`, `cluster.node.power={"idle": 100, "active": 350}; jobs[0].elastic=null; power={"cap": 9000}`, `power.cap`, `9000`, ``, `cap 9000 cannot be combined with faults`, `keep one of them`},
	{`sleep and growth`, `faults=null; power={"off_after": 60}`, `power.off_after`, `60`, ``, `off_after 60 cannot be combined with jobs that change their size`, `remove elastic`},
	{`sleep under hybrid`, `cluster.node.power={"idle": 100, "active": 350, "off": 5}; faults=null; jobs[0].elastic=null; scheduler.queue=hybrid; power={"off_after": 60}`, `power.off_after`, `60`, ``, `cannot be combined with the queue "hybrid"`, `easy or conservative`},
	{`a cap below the idle machine`, `cluster.node.power={"idle": 100, "active": 350, "off": 5}; faults=null; jobs[0].elastic=null; power={"cap": 1500}`, `power.cap`, `1500`, ``, `cap 1500 is 100 less than what the idle machine draws`, `raise it`},
	{`a job above the cap`, `cluster.node.power={"idle": 100, "active": 350, "off": 5}; faults=null; jobs[0].elastic=null; power={"cap": 2500}`, `jobs[0].nodes`, `4`, `900`, `nodes 4 would draw 1000 W more than the idle machine, and the power cap leaves 900 W`, `raise power.cap`},
	{"checkpoints that nobody makes", "faults.jobs=checkpoint", "faults.checkpoint", "", "", "checkpoint is missing in faults", `"every": 600`},
	{"checkpoint of no interval", `faults.checkpoint={"cost": 5}`, "faults.checkpoint.every", "", "", "every is missing in a checkpoint", `"every": 600`},
	{"wider than what is ever there", `faults={"offline": "8-15"}; jobs[0].nodes=9; jobs[0].elastic=null; scheduler.queue=easy`, "jobs[0].nodes", "9", "8", "is more than the nodes that are ever available (8)", "8 or fewer"},

	// Goals.
	{"a goal without a text", `goals=[{"ask": {"kind": "start", "at": 0}}]`, "goals[0].text", "", "", "text is missing in a goal", "what to find out"},
	{"a goal that is a number", `goals=[3]`, "goals[0]", "3", "", "is a number, not a goal", "write {…}"},
	{"a goal too long", `goals=["` + strings.Repeat("x", 301) + `"]`, "goals[0]", "", "300", "is 301 characters long, more than 300", "shorten"},
	{"a goal that asks and builds", `goals=[{"text": "x", "ask": {"kind": "start", "at": 0}, "build": [{"jobs": 1}]}]`, "goals[0]", "", "", "has both ask and build", "two goals"},
	{"a note without a text", `notes=[{"at": 0}]`, "notes[0].text", "", "", "text is missing in a note", "what to say"},
	{"a note that is a text", `notes=["hm"]`, "notes[0]", `"hm"`, "", "is text, not a note", "write {…}"},
	{"a note too long", `notes=[{"text": "` + strings.Repeat("x", 2001) + `"}]`, "notes[0].text", "", "2000", "is 2001 characters long, more than 2000", "shorten"},
	{"a note before all", `notes=[{"at": -1, "text": "x"}]`, "notes[0].at", "-1", "0", "is less than 0", "use 0 to"},
	{"notes out of order", `notes=[{"at": 5, "text": "x"}, {"at": 4, "text": "y"}]`, "notes[1]", "", "", "is earlier than the note before it", "sort notes by time"},
	{"a note that has no place after others", `notes=[{"at": 5, "text": "x"}, {"text": "y"}]`, "notes[1]", "", "", "is earlier than the note before it", "without at come first"},
	{"too many notes", `notes=[` + strings.Repeat(`{"text": "x"},`, 200) + `{"text": "x"}]`, "notes", "", "200", "has 201 notes, more than 200", "remove some"},
	{"a question of no kind", `goals=[{"text": "x", "ask": {"kind": "strat", "at": 0}}]`, "goals[0].ask.kind", `"strat"`, "", "is unknown", `did you mean "start"?`},
	{"a question at no time", `goals=[{"text": "x", "ask": {"kind": "start"}}]`, "goals[0].ask.at", "", "", "at is missing in a question", `"at": 600`},
	{"a question before all", `goals=[{"text": "x", "ask": {"kind": "start", "at": -1}}]`, "goals[0].ask.at", "-1", "0", "is less than 0", "use 0 to"},
	{"nothing to make", `goals=[{"text": "x", "build": []}]`, "goals[0].build", "[]", "1", "is empty", `"before": 1`},
	{"half a condition", `goals=[{"text": "x", "build": [{"job": 1}]}]`, "goals[0].build[0]", "", "", "is not exactly one condition", `"by": 600`},
	{"two conditions in one", `goals=[{"text": "x", "build": [{"job": 1, "before": 2, "by": 5}]}]`, "goals[0].build[0]", "", "", "is not exactly one condition", `"by": 600`},
	{"a reason to wait", `goals=[{"text": "x", "build": [{"job": 1, "why": "too-few-free"}]}]`, "goals[0].build[0].why", `"too-few-free"`, "", "is unknown", ""},
	{"a figure that there is not", `goals=[{"text": "x", "build": [{"figure": "mean_weight", "below": 5}]}]`, "goals[0].build[0].figure", `"mean_weight"`, "", "is unknown", `did you mean "mean_wait"?`},
	{"a figure out of bounds", `goals=[{"text": "x", "build": [{"figure": "mean_wait", "below": -5}]}]`, "goals[0].build[0].below", "-5", "0", "is less than 0", "use 0 to"},
	{"no jobs to keep", `goals=[{"text": "x", "build": [{"jobs": 0}]}]`, "goals[0].build[0].jobs", "0", "1", "is less than 1", "use 1 to"},

	// The block vary.
	{"nothing that must happen", `vary={"sizes": [0.5, 2]}`, "vary.keep", "", "", "keep is missing in vary", "ends-by-shadow"},
	{"an empty list of what must happen", `vary={"keep": [], "sizes": [0.5, 2]}`, "vary.keep", "[]", "1", "is empty", "ends-by-shadow"},
	{"a reason that there is not", `vary={"keep": ["too-late", "end-by-shadow"], "sizes": [0.5, 2]}`, "vary.keep[1]", `"end-by-shadow"`, "", "is unknown", `did you mean "ends-by-shadow"?`},
	{"an event of every run", `vary={"keep": ["submit"], "sizes": [0.5, 2]}`, "vary.keep[0]", `"submit"`, "", "is unknown", "requeue"},
	{"a reason by number", `vary={"keep": [3], "sizes": [0.5, 2]}`, "vary.keep[0]", "3", "", "is a number, not a name", "write one of"},
	{"a reason twice", `vary={"keep": ["kill", "kill"], "sizes": [0.5, 2]}`, "vary.keep[1]", `"kill"`, "", "is given twice", "keep one of them"},
	{"nothing varied", `vary={"keep": ["kill"]}`, "vary", "", "", "varies nothing", `"walltimes": [0.7, 1.4]`},
	{"a range backwards", `vary={"keep": ["kill"], "sizes": [2, 0.5]}`, "vary.sizes", "", "0.5", "has the higher number first", "[0.5, 2]"},
	{"a factor of nothing", `vary={"keep": ["kill"], "submits": [0, 2]}`, "vary.submits[0]", "0", "0.1", "0 is less than 0.1", "use 0.1 to 10"},
	{"a factor beyond reason", `vary={"keep": ["kill"], "walltimes": [1, 11]}`, "vary.walltimes[1]", "11", "10", "11 is more than 10", "use 0.1 to 10"},
	{"three factors", `vary={"keep": ["kill"], "walltimes": [1, 2, 3]}`, "vary.walltimes", "", "2", "has 3 numbers", "[0.1, 0.5]"},
	{"no machine to draw", `vary={"keep": ["kill"], "machines": []}`, "vary.machines", "[]", "1", "is empty", "star"},
	{"a machine of no kind", `vary={"keep": ["kill"], "machines": [{"nodes": 4}]}`, "vary.machines[0].kind", "", "", "kind is missing", "write one of"},
	{"a machine that cannot be", `vary={"keep": ["kill"], "machines": [{"kind": "star", "nodes": 8}, {"kind": "torus", "dims": [0]}]}`, "vary.machines[1].dims[0]", "0", "1", "0 is less than 1", "use 1 to"},
	{"a machine without the nodes of groups", `cluster.groups=[{"nodes": "12", "gpus": 2}]; vary={"keep": ["kill"], "machines": [{"kind": "star", "nodes": 12}]}`, "vary.machines[0]", "", "13", "has 12 nodes, but a group of the cluster names node 12", "as large as"},
	{"jobs of a model varied", `jobs=null; scheduler.queue=easy; workload={"model": "lublin", "jobs": 5}; vary={"keep": ["kill"], "sizes": [0.5, 2]}`, "vary", "", "", "is given without a list of jobs", "leave it out"},

	// Models.
	{"one matrix for jobs of all sizes", `jobs=null; scheduler.queue=easy; workload={"model": "lublin", "jobs": 5}; network={"model": "max-min", "comm": {"share": 0.5, "matrix": [[0, 1], [1, 0]]}}`, "network.comm.matrix", "", "a list of jobs", "matrix has one size", "named pattern"},
	{"no users", `jobs=null; scheduler.queue=easy; workload={"model": "lublin", "jobs": 5, "users": 0}`, "workload.users", "0", "1", "users 0 is less than 1", "use 1 to 10000"},
	{"deadlines before the walltime", `jobs=null; scheduler.queue=easy; workload={"model": "lublin", "jobs": 5, "slack": 0.5}`, "workload.slack", "0.5", "1", "slack 0.5 is less than 1", "use 1 to"},
	{"slack backwards", `jobs=null; scheduler.queue=easy; workload={"model": "lublin", "jobs": 5, "slack": [3, 2]}`, "workload.slack", "", "2", "has the higher number first", "[2, 3]"},
	{"jobs that shrink only", `jobs=null; scheduler.queue=easy; workload={"model": "lublin", "jobs": 5, "elastic": {"factor": 0.5}}`, "workload.elastic.factor", "0.5", "1", "factor 0.5 is less than 1", "use 1 to"},
	{"no job malleable", `jobs=null; scheduler.queue=easy; workload={"model": "lublin", "jobs": 5, "elastic": {"part": 0}}`, "workload.elastic.part", "0", "0.001", "part 0 is less than 0.001", "use 0.001 to 1"},
}

// manyNames returns the members of a JSON object that gives a limit to each of n
// users.
func manyNames(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`"u%d": {"jobs": 1}`, i))
	}
	return strings.Join(out, ",")
}

func TestMalformedBlocks(t *testing.T) {
	mustParse(t, busy)
	for _, c := range malformedBlocks {
		t.Run(c.name, func(t *testing.T) { c.test(t, spoilText(t, busy, c.src)) })
	}
}
