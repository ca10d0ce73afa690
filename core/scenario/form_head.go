package scenario

import (
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// nodeFormFields are what a node has.
func nodeFormFields(at string) []Field {
	return []Field{
		{Path: at + "cores", Title: "Cores", About: "Cores of each node.", Min: 1, Max: MaxCores, Default: "1"},
		{Path: at + "sockets", Title: "Sockets", About: "Sockets that the cores sit on.", Min: 1, Max: MaxCores, Default: "1"},
		{Path: at + "speed", Title: "Speed", About: "Of each core, in reference cores.", Kind: Number, Min: 1, Max: MaxSpeed, Default: "1"},
		{Path: at + "memory", Title: "Memory", About: "MiB.", Max: MaxMiB, Default: "0"},
		{Path: at + "disk", Title: "Disk", About: "MiB.", Max: MaxMiB, Default: "0"},
		{Path: at + "gpus", Title: "GPUs", About: "GPUs of each node.", Max: MaxCores, Default: "0"},
		ownFormField(at+"resources", "Of the cluster's own, such as fpga, by name."),
		{Path: at + "resources{}", Title: "Amount", About: "Of each node.", Max: MaxOwn, Needed: true},
	}
}

// ownFormField is the cluster's own resources by name; the field of one amount
// follows it.
func ownFormField(path, about string) Field {
	return Field{Path: path, Title: "Own resources", About: about, Kind: Map, Max: MaxNamed, New: "1"}
}

func headForms() []Form {
	groups := append([]Field{
		{Path: "cluster.groups", Title: "Groups", About: "Nodes that differ from the others.", Kind: List, Max: MaxGroups, New: `{"nodes": "0"}`},
		{Path: "cluster.groups[].nodes", Title: "Nodes", About: "Which nodes; no node is in two groups.", Kind: Nodes, Needed: true},
	}, nodeFormFields("cluster.groups[].")...)
	for i := range groups {
		if i > 1 {
			groups[i].Default = "" // that of the node
		}
	}
	return []Form{
		{Name: "scenario", Title: "Scenario", About: "What it is called, and what it shows.", Fields: []Field{
			{Path: "title", Title: "Title", About: "A line.", Kind: Text, Max: MaxTitle},
			{Path: "about", Title: "About", About: "What it shows, in a sentence or two.", Kind: Text, Max: MaxAbout},
			{Path: "seed", Title: "Seed", About: "For all that is drawn: jobs of a model, failures, random nodes.", Max: MaxNumber, Default: "1"},
		}},
		{Name: "topology", Title: "Network of nodes", About: "How the nodes are joined.", Path: "cluster.topology", Fields: shapeFormFields()},
		{Name: "node", Title: "Nodes", About: "What each node has that is in no group.", Path: "cluster.node", Fields: nodeFormFields("cluster.node.")},
		{Name: "groups", Title: "Groups of nodes", About: "Nodes that differ: faster ones, or with GPUs.", Path: "cluster", Fields: groups},
		{Name: "within", Title: "Inside a node", About: "How far two tasks on one node are apart, in units of distance.", Path: "cluster.within", Fields: []Field{
			{Path: "cluster.within.core", Title: "One socket", About: "Between two cores of a socket.", Max: MaxWithin, Default: "0"},
			{Path: "cluster.within.socket", Title: "Two sockets", About: "Between two sockets.", Max: MaxWithin, Default: "0"},
		}},
		{Name: "network", Title: "Communication", About: "Whether communication takes time.", Path: "network", Fields: append([]Field{
			{Path: "network.model", Title: "Model", About: "How communication slows jobs down.", Kind: OneOf, Choices: namesIn(networks[:]), Default: `"none"`, Needed: true},
			{Path: "network.bandwidth", Title: "Bandwidth", About: "Bytes a second of links that name none.", Kind: Bytes, Min: 1, Max: MaxRate, Default: number(network.DefaultBandwidth)},
			{Path: "network.latency", Title: "Latency", About: "Seconds that each hop adds to a second of communication, under max-min.", Kind: Number, Max: MaxLatency, Default: "0"},
		}, commFormFields("network.comm.")...)},
		{Name: "model", Title: "Drawn jobs", About: "Jobs drawn by Lublin and Feitelson's model in place of a list.", Path: "workload", Fields: append(modelFormFields(), speedupFormFields("workload.elastic.speedup.")...)},
	}
}

// shapeFormFields are those of all kinds of topology.
func shapeFormFields() []Field {
	at := func(name string) string { return "cluster.topology." + name }
	nodes := func(of string) Field {
		return Field{Path: at("nodes"), Title: "Nodes", About: "How many nodes.", Min: 1, Max: topology.MaxNodes, Of: of, Needed: true}
	}
	dims := func(of string) Field {
		return Field{Path: at("dims"), Title: "Sides", About: "Nodes along each dimension.", Kind: Wholes, Min: 1, Max: topology.MaxNodes, Of: of, Needed: true}
	}
	return []Field{
		{Path: at("kind"), Title: "Kind", About: "The shape of the network.", Kind: OneOf, Choices: namesIn(topologies[:]), Needed: true},
		nodes("flat"), nodes("star"), dims("torus"), dims("mesh"),
		{Path: at("dims"), Title: "Dimensions", About: "How many; 2 to the power of it are the nodes.", Min: 1, Max: MaxCube, Of: "hypercube", Needed: true},
		{Path: at("levels"), Title: "Levels", About: "Levels of switches.", Min: 1, Max: MaxLevels, Of: "fat-tree"},
		{Path: at("width"), Title: "Width", About: "Children of every switch.", Min: 1, Max: topology.MaxNodes, Of: "fat-tree"},
		{Path: at("down"), Title: "Children", About: "Of a switch, by level from the leaves; in place of levels and width.", Kind: Wholes, Min: 1, Max: topology.MaxNodes, Of: "fat-tree"},
		{Path: at("up"), Title: "Parents", About: "Of a switch or node, by level from the leaves.", Kind: Wholes, Min: 1, Max: topology.MaxNodes, Of: "fat-tree"},
		{Path: at("links"), Title: "Cables", About: "To each parent, by level from the leaves.", Kind: Wholes, Min: 1, Max: topology.MaxNodes, Of: "fat-tree"},
		{Path: at("groups"), Title: "Groups", About: "Groups of routers.", Min: 1, Max: topology.MaxNodes, Of: "dragonfly", Needed: true},
		{Path: at("routers"), Title: "Routers", About: "Of each group.", Min: 1, Max: topology.MaxNodes, Of: "dragonfly", Needed: true},
		{Path: at("nodes"), Title: "Nodes of a router", About: "How many.", Min: 1, Max: topology.MaxNodes, Of: "dragonfly", Needed: true},
		nodes("graph"),
		{Path: at("switches"), Title: "Switches", About: "How many switches.", Max: topology.MaxNodes, Default: "0", Of: "graph"},
		{Path: at("links"), Title: "Links", About: "Which devices are joined.", Kind: List, Max: MaxCables, New: `{"from": "n0", "to": "s0", "both": true}`, Of: "graph", Needed: true},
		{Path: at("links[].from"), Title: "From", About: `A node, "n0", or a switch, "s0".`, Kind: Text, Max: MaxName, Of: "graph", Needed: true},
		{Path: at("links[].to"), Title: "To", About: `A node, "n0", or a switch, "s0".`, Kind: Text, Max: MaxName, Of: "graph", Needed: true},
		{Path: at("links[].weight"), Title: "Weight", About: "Its length; 1 is a plain link.", Min: 1, Max: topology.MaxNodes, Default: "1", Of: "graph"},
		{Path: at("links[].bandwidth"), Title: "Bandwidth", About: "Bytes a second, if not the network's.", Kind: Bytes, Min: 1, Max: MaxRate, Of: "graph"},
		{Path: at("links[].both"), Title: "Both ways", About: "One link each way.", Kind: Truth, Default: "false", Of: "graph"},
		{Path: at("conf"), Title: "topology.conf", About: "The text of Slurm's topology.conf or topology.yaml.", Kind: Text, Max: MaxBytes, Of: "slurm", Needed: true},
	}
}

// commFormFields are how jobs talk.
func commFormFields(at string) []Field {
	return []Field{
		{Path: at + "pattern", Title: "Pattern", About: "Who sends to whom.", Kind: OneOf, Choices: namesIn(patterns[:])},
		{Path: at + "share", Title: "Share", About: "The part of a link that the busiest process needs at full speed.", Kind: Number, Min: 1, Max: MaxShare},
		{Path: at + "bytes", Title: "Bytes", About: "What each flow carries over the whole run, in place of a share.", Kind: Bytes, Min: 1, Max: MaxRate},
		{Path: at + "matrix", Title: "Matrix", About: "How much each process sends to each other.", Kind: Other},
	}
}

func modelFormFields() []Field {
	at := func(name string) string { return "workload." + name }
	return []Field{
		{Path: at("model"), Title: "Model", About: "The model of the workload.", Kind: OneOf, Choices: namesIn(models[:]), Needed: true},
		{Path: at("jobs"), Title: "Jobs", About: "How many.", Min: 1, Max: workload.MaxModelJobs, Needed: true},
		{Path: at("load"), Title: "Load", About: "The offered load that arrivals are scaled to.", Kind: Number, Min: 1, Max: workload.MaxLoad},
		{Path: at("estimates"), Title: "Estimates", About: "How walltimes come about.", Kind: OneOf, Choices: namesOf(workload.NumEstimates), Default: `"exact"`},
		{Path: at("types"), Title: "Types", About: "Which streams of jobs.", Kind: OneOf, Choices: namesOf(workload.NumJobTypes), Default: `"typeless"`},
		{Path: at("tasks"), Title: "Tasks", About: "Jobs ask for tasks of one core, which share nodes.", Kind: Truth, Default: "false"},
		{Path: at("widest"), Title: "Widest", About: "The most nodes or tasks of a job.", Min: 1, Max: workload.MaxModelTasks},
		{Path: at("factor"), Title: "Factor", About: "The most that a walltime is times the run time, for the estimates by a factor.", Kind: Number, Min: 1000, Max: workload.MaxFactor, Default: "5"},
		{Path: at("max_estimate"), Title: "Longest estimate", About: "Seconds, for Tsafrir's estimates.", Kind: Number, Min: int64(workload.MinMaxWall), Max: int64(workload.MaxMaxWall)},
		{Path: at("memory"), Title: "Memory", About: "Of a task, as a fraction.", Kind: Range, Max: 1000},
		{Path: at("disk"), Title: "Disk", About: "Of a task, as a fraction.", Kind: Range, Max: 1000},
		{Path: at("fraction_of"), Title: "Fraction of", About: "What memory and disk are fractions of: what the best node has, or what nodes have for each core.", Kind: OneOf, Choices: namesOf(workload.NumWholes), Default: `"best"`},
		{Path: at("patterns"), Title: "Patterns", About: "Of communication, one drawn for each job.", Kind: Other},
		{Path: at("share"), Title: "Share", About: "The part of a link that the busiest process needs.", Kind: Range, Max: 1000},
		{Path: at("users"), Title: "Users", About: "How many send the jobs, the first of them most.", Min: 1, Max: MaxUsers},
		{Path: at("slack"), Title: "Slack", About: "Deadlines: submission plus so many times the walltime.", Kind: Range, Min: 1000, Max: MaxSlack},
		{Path: at("elastic.part"), Title: "Malleable", About: "The part of the jobs that is malleable, 0.001 to 1.", Kind: Number, Min: 1, Max: 1000, Default: "1"},
		{Path: at("elastic.factor"), Title: "Growth", About: "How many times its size a malleable job may have; it shrinks as far.", Kind: Number, Min: 1000, Max: MaxGrowth, Default: decimal(defaultFactor)},
		{Path: at("swf"), Title: "Trace", About: "The text of an SWF trace, in place of a model.", Kind: Text, Max: MaxBytes},
	}
}

// number is a whole number as JSON.
func number(n int64) string { return string((&writer{}).number(n).out) }

// decimal is a number of thousandths as JSON.
func decimal(n int64) string { return simtime.Time(n).String() }
