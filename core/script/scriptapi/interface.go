// Package scriptapi lists the names that a policy program of a user may define or
// use: the functions that a policy defines, the functions that it calls, and the
// attributes of jobs, the machine and switches. Code completion, the documentation
// in the page and the help shown under the pointer are all made from this one
// table, [Interface].
//
// The package imports no interpreter, so that the page can link it without linking
// Starlark. Package script implements the names.
package scriptapi

// NameEntry describes one name that a program may define or use.
type NameEntry struct {
	Name    string
	Of      string // owner of the name: "job", "machine", "switch", or one of the groups below
	Params  string // parameter list with parentheses; "" if the name is not a function
	Type    string // type of the value, or of the result of a function
	Doc     string // one or two sentences of explanation
	Example string // a line or two of code; "" if there is no example
}

// Groups of names that do not belong to a job, the machine or a switch.
const (
	Defines = "what a policy defines"
	Acts    = "what schedule does"
	General = "numbers, lists and texts"
)

// Interface returns the table in the order of the documentation.
func Interface() []NameEntry { return entries }

var entries = []NameEntry{
	{"schedule", Defines, "(now, queue, machine)", "", "Which jobs start, and when: called at each pass. queue has the waiting jobs in their order; started jobs leave it.", "def schedule(now, queue, machine):\n    for job in list(queue):\n        if not start(job): break"},
	{"place", Defines, "(job, machine)", "list", "On which nodes a job starts: their numbers, or None where none will do.", "def place(job, machine): return machine.free_nodes(job)[:job.nodes]"},
	{"key", Defines, "(job)", "number", "The order of the queue: smaller is earlier. It is asked once a job; of a tuple of two numbers the second decides where the first is the same.", "def key(job): return job.walltime"},
	{"score", Defines, "(job, now)", "number", "The order of the queue, made anew before each pass: larger is earlier.", "def score(job, now): return job.waited / job.walltime"},

	{"start", Acts, `(job, nodes=None, why="")`, "bool", "Starts a job now if it fits, whatever is reserved; True if it did. With nodes, on these. why is shown beside the engine's reason.", `start(job, why="it fits")`},
	{"reserve", Acts, "(job)", "number", "Gives a job that does not fit its earliest time beside what is reserved already, for this pass, and returns that.", "shadow = reserve(queue[0])"},
	{"backfill", Acts, `(job, why="")`, "bool", "Starts a job now if it fits and delays no reservation; True if it did.", "for job in queue[1:]: backfill(job)"},
	{"promise", Acts, `(job, why="")`, "bool", "Gives a job its earliest time beside all promises, for good: it is never moved later. Starts it if that is now.", "for job in list(queue): promise(job)"},
	{"running", Acts, "", "list of jobs", "The jobs that run, the first to end by its walltime first.", "running[0].ends_by"},

	{"id", "job", "", "number", "The number of the job.", ""},
	{"submit", "job", "", "number", "When it was submitted, in seconds.", ""},
	{"waited", "job", "", "number", "How long it has waited, in seconds.", ""},
	{"walltime", "job", "", "number", "The limit that its user asked for, in seconds: nobody knows when it ends before.", ""},
	{"nodes", "job", "", "number", "How many whole nodes it asks for; 0 if it asks for tasks.", ""},
	{"tasks", "job", "", "number", "How many tasks it asks for; 0 if it asks for whole nodes.", ""},
	{"size", "job", "", "number", "How many nodes, or tasks, it asks for.", ""},
	{"cores", "job", "", "number", "Cores of each node or task.", ""},
	{"memory", "job", "", "number", "Memory of each node or task.", ""},
	{"disk", "job", "", "number", "Disk of each node or task.", ""},
	{"gpus", "job", "", "number", "GPUs of each node or task.", ""},
	{"user", "job", "", "text", "Whose it is.", ""},
	{"group", "job", "", "text", "Whose group it is of.", ""},
	{"queue", "job", "", "text", "The queue that it was submitted to.", ""},
	{"priority", "job", "", "number", "Its priority, as the scenario has it.", ""},
	{"deadline", "job", "", "number or None", "When it must have ended, in seconds.", ""},
	{"started", "job", "", "number", "Of a running job: when it started.", "running[0].started"},
	{"ends_by", "job", "", "number", "Of a running job: when its walltime is over.", "running[0].ends_by"},
	{"on", "job", "", "list", "Of a running job: the numbers of its nodes.", ""},

	{"free", "machine", "", "number", "How many nodes are free now, whatever is reserved.", ""},
	{"nodes", "machine", "", "number", "How many nodes there are.", ""},
	{"free_nodes", "machine", "(job=None)", "list", "The numbers of the nodes that nobody uses; of a job, those that can hold it or a task of it.", "machine.free_nodes(job)[:job.nodes]"},
	{"fits", "machine", "(job)", "bool", "Whether a job could start now, whatever is reserved.", ""},
	{"earliest", "machine", "(job)", "number or None", "When a waiting job could start if nobody came before it and all running jobs used their walltimes.", "print(job.id, machine.earliest(job))"},
	{"running", "machine", "", "list of jobs", "The jobs that run, the first to end by its walltime first.", ""},
	{"distance", "machine", "(a, b)", "number", "The length of the path between two nodes, in links.", ""},
	{"hops", "machine", "(a, b)", "number", "The number of switches on it.", ""},
	{"levels", "machine", "", "number", "The levels of switches of a tree.", ""},
	{"switches", "machine", "(level=1)", "list of switches", "The switches of a level of a tree: 1 are those that nodes hang on.", "min(machine.switches(), key=lambda s: s.free)"},
	{"free_under", "machine", "(switch)", "number", "How many nodes under a switch nobody uses.", ""},
	{"spread", "machine", "(nodes)", "number", "The sum of the distances of all pairs of nodes.", ""},

	{"level", "switch", "", "number", "1 next to the nodes, up to machine.levels at the root.", ""},
	{"free", "switch", "", "number", "How many nodes under it nobody uses.", ""},
	{"nodes", "switch", "", "list", "The numbers of the nodes under it.", ""},
	{"free_nodes", "switch", "", "list", "Those of them that nobody uses.", ""},
	{"leaves", "switch", "", "list of switches", "The switches under it that nodes hang on.", ""},

	{"print", General, "(…)", "", "Writes a line, which stands beside the step that it was written in.", "print(job.id, job.waited)"},
	{"sorted", General, "(list, key=None, reverse=False)", "list", "A list in order.", "sorted(queue, key=lambda j: j.walltime)"},
	{"len", General, "(list)", "number", "How many there are.", ""},
	{"list", General, "(list)", "list", "A copy: started jobs leave the queue, not the copy.", "for job in list(queue): start(job)"},
	{"range", General, "(start, stop)", "list of numbers", "Whole numbers from start, before stop.", ""},
	{"min", General, "(list, key=None)", "", "The smallest.", ""},
	{"max", General, "(list, key=None)", "", "The largest.", ""},
	{"sum", General, "(list)", "number", "The sum of numbers.", "sum([j.size for j in queue])"},
	{"any", General, "(list)", "bool", "Whether one of them is true.", ""},
	{"all", General, "(list)", "bool", "Whether all of them are true.", ""},
	{"enumerate", General, "(list)", "list of pairs", "Each with its number, from 0.", ""},
	{"reversed", General, "(list)", "list", "The last first.", ""},
	{"zip", General, "(list, list)", "list of pairs", "The first of each, the second of each, and so on.", ""},
	{"abs", General, "(number)", "number", "Without its sign.", ""},
	{"int", General, "(number)", "number", "The whole part of a number.", ""},
	{"float", General, "(number)", "number", "As a number with a fraction.", ""},
	{"str", General, "(value)", "text", "As a text.", ""},
	{"fail", General, "(text)", "", "Ends the run with a text, for what must not happen.", ""},
	{"math", General, "", "", "sqrt, exp, log, log2, log10, pow, floor, ceil.", "math.log2(job.size)"},
}
