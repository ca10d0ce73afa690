package scenario

import (
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

func blockForms() []Form {
	return []Form{
		{Name: "allotments", Title: "Allotments", About: "Each user's share of the machine under deadline; what is left over is the system's reserve.", Path: "allotments", Fields: []Field{
			{Path: "allotments.share", Title: "Usable", About: "The part of each allotment that any job may use, 0 to 1; the rest is for jobs that would be late.", Kind: Number, Max: 1000, Default: decimal(defaultShare)},
			{Path: "allotments.users", Title: "Users", About: "Who has an allotment.", Kind: Map, Max: MaxOwners, New: "1", Needed: true},
			{Path: "allotments.users{}.nodes", Title: "Nodes", About: "All that the user may use.", Min: 1, Max: topology.MaxNodes, Needed: true},
			{Path: "allotments.users{}.share", Title: "Usable", About: "The usable part, if it differs.", Kind: Number, Max: 1000},
			{Path: "allotments.history", Title: "History", About: "Finished jobs that run times are estimated from.", Kind: List, Max: MaxHistory, New: `{"user": "ada", "amount": 1, "time": 1}`},
			{Path: "allotments.history[].user", Title: "User", About: "Whose it was.", Kind: Label, Max: MaxName, Needed: true},
			{Path: "allotments.history[].application", Title: "Application", About: "What it ran.", Kind: Label, Max: MaxName},
			{Path: "allotments.history[].amount", Title: "Amount", About: "Of computation.", Min: 1, Max: MaxNumber, Needed: true},
			{Path: "allotments.history[].time", Title: "Time", About: "Seconds that it ran.", Kind: Number, Min: 1, Max: simtime.Max, Needed: true},
		}},
		{Name: "limits", Title: "Limits", About: "What running jobs of a user, group or queue may have under hybrid.", Path: "limits", Fields: limitFormFields()},
		{Name: "queues", Title: "Queues", About: "Which queues take jobs, and let them start, and when that changes.", Path: "queues", Fields: []Field{
			{Path: "queues", Title: "Queues", About: `By name; "*" is each that has no state of its own.`, Kind: Map, Max: MaxOwners, New: `{"started": false}`},
			{Path: "queues{}.open", Title: "Open", About: "A closed queue takes no submissions: they are rejected.", Kind: Truth, Default: "true"},
			{Path: "queues{}.started", Title: "Started", About: "A stopped queue takes submissions, but nothing of it starts.", Kind: Truth, Default: "true"},
			{Path: "queues{}.events", Title: "Events", About: "When its state changes.", Kind: List, Max: MaxTurns, New: `{"at": 600, "started": true}`},
			{Path: "queues{}.events[].at", Title: "At", About: "Seconds from the beginning.", Kind: Number, Max: simtime.Max, Needed: true},
			{Path: "queues{}.events[].open", Title: "Open", About: "Whether it takes submissions from then on; what stays is left out.", Kind: Truth},
			{Path: "queues{}.events[].started", Title: "Started", About: "Whether its jobs may start from then on.", Kind: Truth},
		}},
		{Name: "faults", Title: "Failures", About: "When nodes and links go down and come up, and what becomes of jobs.", Path: "faults", Fields: faultFormFields()},
	}
}

// measureAbout says what each limit counts.
var measureAbout = [queue.NumMeasures]string{
	queue.Jobs:        "Running jobs.",
	queue.Nodes:       "Nodes that they use, each counted once a job.",
	queue.CPUs:        "Cores that they hold.",
	queue.GPUs:        "GPUs that they hold.",
	queue.NodeSeconds: "Nodes times what is left of their walltimes, in seconds.",
	queue.Memory:      "MiB of memory that they hold.",
	queue.Disk:        "MiB of disk that they hold.",
}

func limitFormFields() []Field {
	var out []Field
	for o := range queue.NumOwners {
		at := "limits." + o.String()
		out = append(out, Field{Path: at, Title: "Of " + o.String(), About: `By name; "*" is each that has no limit of its own.`, Kind: Map, Max: MaxOwners, New: `{"jobs": 1}`})
		for m := range queue.OfNamed {
			out = append(out, Field{Path: at + "{}." + m.String(), Title: m.String(), About: measureAbout[m], Kind: Bounds, Max: MaxNumber})
		}
		at += "{}.resources"
		out = append(out, ownFormField(at, "What they hold of the cluster's own resources, by name."),
			Field{Path: at + "{}", Title: "Most", About: "That they hold.", Kind: Bounds, Max: MaxNumber, Needed: true})
	}
	return out
}

func faultFormFields() []Field {
	const at = "faults."
	span := func(name, title, about string, needed bool) Field {
		return Field{Path: at + name, Title: title, About: about, Kind: Number, Min: int64(MinSpan), Max: simtime.Max, Needed: needed}
	}
	return []Field{
		{Path: at + "offline", Title: "Offline", About: "Nodes that are not there at the beginning.", Kind: Nodes},
		{Path: at + "events", Title: "Events", About: "Nodes and links that go down or come up at given times.", Kind: List, Max: MaxChanges, New: `{"at": 0, "down": "0", "for": 60}`},
		{Path: at + "events[].at", Title: "At", About: "Seconds from the beginning.", Kind: Number, Max: simtime.Max, Needed: true},
		{Path: at + "events[].down", Title: "Down", About: "Nodes that go down; an event has one of down, up and link.", Kind: Nodes},
		{Path: at + "events[].up", Title: "Up", About: "Nodes that come up.", Kind: Nodes},
		{Path: at + "events[].link", Title: "Link", About: "The two ends of a link that goes down, both ways.", Kind: Ends},
		{Path: at + "events[].for", Title: "For", About: "Seconds until the opposite happens; if left out it does not.", Kind: Number, Min: 1, Max: simtime.Max},
		span("mtbf", "Mean time between failures", "Seconds, of each node; failures are drawn by the seed.", false),
		span("repair", "Repair", "Seconds in the mean until a node that failed so is back; if left out it never is.", false),
		span("heartbeat.period", "Heartbeat", "Seconds between two signs of life of a node.", true),
		{Path: at + "heartbeat.misses", Title: "Missed beats", About: "How many must not come before a node is taken for down.", Min: 1, Max: MaxMisses, Default: number(defaultMisses)},
		{Path: at + "jobs", Title: "Jobs", About: "What becomes of a job that loses a node.", Kind: OneOf, Choices: namesOf(faults.Checkpoint + 1), Default: `"requeue"`},
		span("checkpoint.every", "Checkpoints", "Seconds of computing between two.", true),
		{Path: at + "checkpoint.cost", Title: "Cost", About: "Seconds of each checkpoint.", Kind: Number, Max: simtime.Max, Default: "0"},
	}
}
