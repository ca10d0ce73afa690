package scenario

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

func jobForms() []Form {
	at := func(name string) string { return "jobs[]." + name }
	seconds := func(name, title, about, usual string) Field {
		return Field{Path: at(name), Title: title, About: about, Kind: Number, Max: simtime.Max, Default: usual}
	}
	label := func(name, title, about string) Field {
		return Field{Path: at(name), Title: title, About: about, Kind: Label, Max: MaxName}
	}
	need := func(name, title, about string, most int64, usual string) Field {
		return Field{Path: at("per_task." + name), Title: title, About: about, Max: most, Default: usual}
	}
	each := func(name, title, about string, most int64) Field {
		return Field{Path: at("per_node." + name), Title: title, About: about, Max: most, Default: "0"}
	}
	return []Form{
		{Name: "job", Title: "Job", About: "What it asks for, and how long it runs.", Path: "jobs[]", Fields: []Field{
			{Path: at("id"), Title: "Number", About: "What people call it; each number once.", Max: MaxNumber},
			seconds("submit", "Submitted", "Seconds from the beginning.", "0"),
			{Path: at("nodes"), Title: "Nodes", About: "Whole nodes, for this job alone.", Min: 1, Max: topology.MaxNodes},
			{Path: at("tasks"), Title: "Tasks", About: "Tasks that share nodes with other jobs, in place of nodes.", Min: 1, Max: MaxTasks},
			each("cores", "Cores of a node", "Cores that each node must have, at least.", MaxCores),
			each("memory", "Memory of a node", "MiB that each node must have, at least.", MaxMiB),
			each("disk", "Disk of a node", "MiB that each node must have, at least.", MaxMiB),
			each("gpus", "GPUs of a node", "GPUs that each node must have, at least.", MaxCores),
			ownFormField(at("per_node.resources"), "That each node must have, at least, by name."),
			{Path: at("per_node.resources{}"), Title: "Amount", About: "Of each node.", Max: MaxOwn, Needed: true},
			need("cores", "Cores of a task", "Cores that each task needs.", MaxCores, "1"),
			need("memory", "Memory of a task", "MiB that each task needs.", MaxMiB, "0"),
			need("disk", "Disk of a task", "MiB that each task needs.", MaxMiB, "0"),
			need("gpus", "GPUs of a task", "GPUs that each task needs.", MaxCores, "0"),
			ownFormField(at("per_task.resources"), "That each task needs, by name."),
			{Path: at("per_task.resources{}"), Title: "Amount", About: "Of each task.", Max: MaxOwn, Needed: true},
			seconds("walltime", "Walltime", "The limit in seconds, at which it is killed.", ""),
			seconds("runtime", "Run time", "Seconds on nodes of speed 1, if not the walltime.", ""),
			label("user", "User", "Whose it is."), label("group", "Group", "The user's group."), label("queue", "Queue", "Which queue it was sent to."),
			{Path: at("priority"), Title: "Priority", About: "Higher is sooner, under the order priority and where priorities are weighed.", Min: -MaxPriority, Max: MaxPriority, Default: "0"},
			{Path: at("after"), Title: "After", About: "The number of the job that must end before.", Max: MaxNumber},
			seconds("think", "Think time", "Seconds from the end of that job to this submission.", ""),
			{Path: at("overrun"), Title: "At the walltime", About: "Whether it is killed or runs on.", Kind: OneOf, Choices: []string{"kill", "extend"}},
		}},
		{Name: "talk", Title: "Communication of a job", About: "How its processes talk.", Path: "jobs[].comm", Fields: commFormFields(at("comm."))},
		{Name: "due", Title: "Deadline", About: "When it must be complete, and what its estimate is made from.", Path: "jobs[]", Fields: []Field{
			{Path: at("deadline"), Title: "Deadline", About: "Seconds from the beginning, after its submission.", Kind: Number, Min: 1, Max: simtime.Max},
			{Path: at("amount"), Title: "Amount", About: "Of computation, in any unit that its application's jobs share.", Min: 1, Max: MaxNumber},
			label("application", "Application", "What it runs."),
		}},
		{Name: "parts", Title: "Parts", About: "Pieces of work that the run time follows from, in place of a run time.", Path: "jobs[].parts", Fields: []Field{
			{Path: at("parts.order"), Title: "Order", About: "One after another on all that it holds, or all at once on shares of it.", Kind: OneOf, Choices: []string{"serial", "parallel"}, Needed: true},
			{Path: at("parts.work"), Title: "Work", About: "Seconds of each part on one node or task of speed 1.", Kind: Numbers, Max: simtime.Max, Needed: true},
		}},
		{Name: "malleable", Title: "Malleable", About: "How its size may change while it runs.", Path: "jobs[].elastic", Fields: append([]Field{
			{Path: at("elastic.min"), Title: "Least", About: "Nodes or tasks; at most what it asks for, which it is if left out.", Min: 1, Max: MaxTasks},
			{Path: at("elastic.max"), Title: "Most", About: "Nodes or tasks; at least what it asks for, which it is if left out.", Min: 1, Max: MaxTasks},
			{Path: at("elastic.data"), Title: "Data", About: "Bytes spread over it, of which a part moves when it changes its size.", Kind: Bytes, Min: 1, Max: MaxRate},
			{Path: at("elastic.moldable"), Title: "Moldable", About: "Any size between may be chosen when it starts.", Kind: Truth, Default: "false"},
		}, speedupFormFields(at("elastic.speedup."))...)},
	}
}

func speedupFormFields(at string) []Field {
	return []Field{
		{Path: at + "model", Title: "Speedup", About: "How much faster it is on more nodes or tasks.", Kind: OneOf, Choices: namesOf(workload.Downey + 1), Default: `"linear"`, Needed: true},
		{Path: at + "serial", Title: "Serial part", About: "The part of the work that is serial, 0 to 1.", Kind: Number, Max: 1000, Of: "amdahl", Needed: true},
		{Path: at + "parallelism", Title: "Parallelism", About: "How many nodes or tasks it can use on average.", Kind: Number, Min: 1000, Max: MaxParallelism, Of: "downey", Needed: true},
		{Path: at + "sigma", Title: "Variance", About: "The coefficient of variance of its parallelism.", Kind: Number, Max: MaxSigma, Default: "0", Of: "downey"},
	}
}
