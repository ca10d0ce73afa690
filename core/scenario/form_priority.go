package scenario

import (
	"hopyard/core/elastic"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/simtime"
)

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
