package scenario

import (
	"hopyard/core/elastic"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

func schedulerForms() []Form {
	at := func(name string) string { return "scheduler." + name }
	batch := defaultBatch()
	return []Form{
		{Name: "scheduler", Title: "Scheduler", About: "Which jobs start, when, and where.", Path: "scheduler", Fields: []Field{
			{Path: at("queue"), Title: "Queue", About: "Which job starts, and when.", Kind: OneOf, Choices: namesIn(queues[:]), Default: `"easy"`},
			{Path: at("allocator"), Title: "Placement", About: "On which nodes.", Kind: OneOf, Choices: namesIn(allocators[:])},
			{Path: at("order"), Title: "Order", About: "Who is before whom in the queue.", Kind: OneOf, Choices: namesIn(orders[:]), Default: `"submit"`},
			{Path: at("overrun"), Title: "At the walltime", About: "Whether jobs are killed or run on.", Kind: OneOf, Choices: []string{"kill", "extend"}, Default: `"kill"`},
			{Path: at("depth"), Title: "Reservations", About: "How many blocked jobs get one; if left out 1 under easy, all under hybrid.", Min: 1, Max: MaxReserved},
			{Path: at("centres"), Title: "Centres", About: "Which nodes mc1x1, mc1x1-inc and mm try as centres.", Kind: OneOf, Choices: namesIn(centres[:]), Default: `"free"`},
			{Path: at("mdm_tie"), Title: "Tie of MDM", About: "Which of several placements as near to their devices mdm takes.", Kind: OneOf, Choices: namesIn(mdmTies[:]), Default: `"speed"`},
			{Path: at("windows"), Title: "Windows", About: "How many windows conservative backfilling weighs, with sdm and mdm.", Min: 1, Max: MaxHoles, Default: "1"},
			{Path: at("hierarchical"), Title: "One parent", About: "Whether ftsc and ftscp prefer switches under one parent.", Kind: Truth, Default: "false"},
			{Path: at("cycle"), Title: "Cycle", About: "Seconds between two scheduling passes under hybrid; 0 for one at every event.", Kind: Number, Max: simtime.Max, Default: "0"},
		}},
		{Name: "batch", Title: "Batches", About: "S0's batches and units.", Path: at("batch"), Fields: []Field{
			{Path: at("batch.njob"), Title: "Jobs", About: "That a round begins with.", Min: 1, Max: MaxNjob, Default: number(int64(batch.Njob))},
			{Path: at("batch.unit"), Title: "Unit", About: "How many nodes are a unit.", Kind: OneOf, Choices: namesIn(units[:]), Default: `"balanced"`},
			{Path: at("batch.size"), Title: "Size", About: "Nodes of a unit.", Min: 1, Max: topology.MaxNodes, Of: "custom", Needed: true},
			{Path: at("batch.count_busy"), Title: "Count busy units", About: "The capacity test counts idle nodes of busy units.", Kind: Truth, Default: "false"},
			{Path: at("batch.rounds"), Title: "Rounds", About: "Whether a pass makes batches until one starts nothing, or one.", Kind: OneOf, Choices: namesIn(rounds[:]), Default: `"repeat"`},
		}},
		{Name: "priority", Title: "Priority", About: "What weighs how much under hybrid; the highest sum comes first.", Path: at("priority"), Fields: priorityFormFields()},
		{Name: "growth", Title: "Growth", About: "Whether and how running malleable jobs change their size.", Path: at("elastic"), Fields: growthFormFields()},
	}
}

// weightAbout says what each part of a priority counts.
var weightAbout = [queue.NumParts]string{
	queue.QueueTime: "For each minute since submission.",
	queue.Expansion: "For 1 + time in the queue / walltime.",
	queue.OfNodes:   "For each node asked for.",
	queue.OfCores:   "For each core asked for.",
	queue.OfMemory:  "For each GiB asked for.",
	queue.OfGPUs:    "For each GPU asked for: S3's GPUWEIGHT.",
	queue.OfJob:     "For each point of the job's own priority.",
	queue.OfUser:    "For each point of the user's.",
	queue.OfGroup:   "For each point of the group's.",
	queue.OfQueue:   "For each point of the queue's.",
	queue.FairShare: "For each percent of fair share that the user has too little.",
}

func priorityFormFields() []Field {
	const at = "scheduler.priority."
	def := defaultWeights()
	var out []Field
	for k := range queue.NumParts {
		if k == queue.OfResources {
			own := at + "weights.resources"
			out = append(out, ownFormField(own, "For each of the cluster's own resources asked for, by name."),
				Field{Path: own + "{}", Title: "Weight", About: "Of each; may be negative.", Kind: Number, Min: -MaxWeight, Max: MaxWeight, Needed: true})
			continue
		}
		out = append(out, Field{Path: at + "weights." + k.String(), Title: k.String(), About: weightAbout[k], Kind: Number, Min: -MaxWeight, Max: MaxWeight, Default: decimal(def.Weight[k])})
	}
	for _, owner := range [...]string{"users", "groups", "queues"} {
		out = append(out,
			Field{Path: at + owner, Title: "Of " + owner, About: "Points by name; all others have 0.", Kind: Map, Max: MaxOwners, New: "1"},
			Field{Path: at + owner + "{}", Title: "Points", About: "Whole, and may be negative.", Min: -MaxValue, Max: MaxValue, Needed: true})
	}
	return append(out,
		Field{Path: at + "fair_share.users", Title: "Fair shares", About: "What users should have of what is used; those who are not named have no part in it.", Kind: Map, Max: MaxOwners, New: "50"},
		Field{Path: at + "fair_share.users{}", Title: "Share", About: "Percent.", Kind: Number, Max: 100_000, Needed: true},
		Field{Path: at + "fair_share.window", Title: "Window", About: "Seconds that are counted together.", Kind: Number, Min: int64(MinSpan), Max: simtime.Max, Default: decimal(int64(def.Fair.Window))},
		Field{Path: at + "fair_share.depth", Title: "Windows", About: "How many count.", Min: 1, Max: MaxWindows, Default: number(int64(def.Fair.Depth))},
		Field{Path: at + "fair_share.decay", Title: "Decay", About: "How much a window counts of the one after it, 0 to 1.", Kind: Number, Max: 1000, Default: decimal(def.Fair.Decay)},
	)
}

func growthFormFields() []Field {
	const at = "scheduler.elastic."
	seconds := func(name, title, about string) Field {
		return Field{Path: at + "costs." + name, Title: title, About: about, Kind: Number, Max: simtime.Max, Default: "0"}
	}
	return []Field{
		{Path: at + "growth", Title: "Who grows", About: "Which running job takes what is free first.", Kind: OneOf, Choices: namesOf(elastic.NumGrowthRules), Default: `"off"`},
		{Path: at + "method", Title: "Method", About: "Without stopping (S2), or stopped and started anew with the new size.", Kind: OneOf, Choices: namesOf(elastic.Resubmit + 1), Default: `"expand"`},
		{Path: at + "idle", Title: "Only if nobody waits", About: "Jobs grow only while no job waits, not whenever no waiting job could start.", Kind: Truth, Default: "false"},
		{Path: at + "shrink", Title: "Shrink", About: "Jobs give nodes back when the first waiting job could then start (ours, not S2's).", Kind: Truth, Default: "false"},
		{Path: at + "costs.stages", Title: "Stages", About: "Seconds that each of s1 to s7 takes; s6 and s7 stop the job.", Kind: Numbers, Max: simtime.Max, Default: "[0, 0, 0, 0, 0, 0, 0]"},
		seconds("launch", "Launch", "Seconds more in s3, for every doubling of what is added."),
		seconds("rebuild", "Rebuild", "Seconds more in s7, for every doubling of the new size."),
		{Path: at + "costs.bandwidth", Title: "Bandwidth", About: "Bytes a second of each node or task, at which data move in s7.", Kind: Bytes, Min: 1, Max: MaxRate, Default: number(network.DefaultBandwidth)},
		seconds("restart", "Restart", "Seconds before a job that was stopped to be started anew computes."),
	}
}
