package scenario

import "hopyard/core/policies"

// Name is a name of the scenario language, for menus, help and errors.
type Name = policies.Name

// Topologies returns the kinds of cluster.topology, in the order of
// scenarios/README.md, "Names".
func Topologies() []Name {
	names := make([]Name, len(topologies))
	for i := range topologies {
		names[i] = topologies[i].Name
	}
	return names
}

// Allocators returns the names of scheduler.allocator, in the order of
// scenarios/README.md, "Names".
func Allocators() (all []Name) {
	for _, x := range policies.Placements() {
		all = append(all, x.Name)
	}
	return all
}

// Queues returns the names of scheduler.queue, in the order of scenarios/README.md,
// "Names".
func Queues() (all []Name) {
	for _, table := range [][]policies.Discipline{policies.Disciplines(), policies.Given()} {
		for i := range table {
			all = append(all, table[i].Name)
		}
	}
	return all
}

// Orders returns the names of scheduler.order, in the order of scenarios/README.md,
// "Names".
func Orders() []Name { return policies.Orders() }

// Units returns the names of scheduler.batch.unit; the default comes first.
func Units() []Name { return policies.Choices("batch.unit") }

// Rounds returns the names of scheduler.batch.rounds; the default comes first.
func Rounds() []Name { return policies.Choices("batch.rounds") }

// MDMTies returns the names of scheduler.mdm_tie; the default comes first.
func MDMTies() []Name { return policies.Choices("mdm_tie") }

// Centres returns the names of scheduler.centres; the default comes first.
func Centres() []Name { return policies.Choices("centres") }

// namesIn returns the names of a table. It is not inlined, because inlining would
// only enlarge the page's WebAssembly program.
//
//go:noinline
func namesIn(table []Name) []string {
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].Name
	}
	return names
}

// Networks returns the names that the field network may have.
func Networks() []Name { return append([]Name(nil), networks[:]...) }

// Patterns returns the names that the field comm.pattern may have.
func Patterns() []Name { return append([]Name(nil), patterns[:]...) }

var networks = [...]Name{
	{Name: "none", Title: "No network", About: "Communication takes no time.", Source: "Standard; SOURCES.md NET.3"},
	{Name: "distance", Title: "By distance", About: "Communication takes longer between nodes that are farther apart.", Source: "SOURCES.md NET.3 (inferred)"},
	{Name: "max-min", Title: "Shared links", About: "Jobs share the links fairly, so that a job's progress depends on who else talks.", Source: "SOURCES.md NET.2 (inferred); SimGrid's ptask_L07"},
}

var patterns = [...]Name{
	{Name: "none", Title: "Silent", About: "Nobody sends."},
	{Name: "all-to-all", Title: "All to all", About: "Every process sends to every other."},
	{Name: "ring", Title: "Ring", About: "Every process sends to the next."},
	{Name: "stencil-2d", Title: "2-D stencil", About: "Every process sends to its neighbours in a rectangle."},
	{Name: "stencil-3d", Title: "3-D stencil", About: "Every process sends to its neighbours in a box."},
	{Name: "master-worker", Title: "Master and workers", About: "The first process and all others send to each other."},
	{Name: "tree", Title: "Tree", About: "Every process and its two children send to each other."},
	{Name: "butterfly", Title: "Butterfly", About: "Every process sends to those whose number differs in one bit."},
	{Name: "random-pairs", Title: "Random pairs", About: "Every process sends to one other, drawn at random."},
	{Name: "matrix", Title: "Matrix", About: "As the job's matrix says."},
}

// Models returns the names of workload.model.
func Models() []Name { return append([]Name(nil), models[:]...) }

var models = [...]Name{
	{Name: "lublin", Title: "Lublin and Feitelson's model", About: "Jobs drawn as on the parallel machines of the 1990s: sizes, run times that depend on them, and a daily cycle.", Source: "Lublin and Feitelson 2003; SOURCES.md WORK.1"},
}
