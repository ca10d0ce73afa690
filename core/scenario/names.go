package scenario

// Name is a name of the scenario language, for pickers, help and errors.
type Name struct {
	Name   string
	Title  string // for people: "EASY backfilling"
	About  string // one sentence
	Source string // where it comes from
}

// Topologies are the kinds of cluster.topology, in the order of
// scenarios/README.md, "Names".
func Topologies() []Name { return append([]Name(nil), topologies[:]...) }

// Allocators are the names of scheduler.allocator, in the order of
// scenarios/README.md, "Names".
func Allocators() []Name { return append([]Name(nil), allocators[:]...) }

// Queues are the names of scheduler.queue, in the order of
// scenarios/README.md, "Names".
func Queues() []Name { return append([]Name(nil), queues[:]...) }

// Orders are the names of scheduler.order, in the order of
// scenarios/README.md, "Names".
func Orders() []Name { return append([]Name(nil), orders[:]...) }

// Units are the names of scheduler.batch.unit; the default comes first.
func Units() []Name { return append([]Name(nil), units[:]...) }

// Rounds are the names of scheduler.batch.rounds; the default comes first.
func Rounds() []Name { return append([]Name(nil), rounds[:]...) }

// MDMTies are the names of scheduler.mdm_tie; the default comes first.
func MDMTies() []Name { return append([]Name(nil), mdmTies[:]...) }

// Centres are the names of scheduler.centres; the default comes first.
func Centres() []Name { return append([]Name(nil), centres[:]...) }

// namesIn are the names of a table.
func namesIn(table []Name) []string {
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].Name
	}
	return names
}

var topologies = [...]Name{
	{Name: "flat", Title: "Flat machine", About: "No network: every two nodes are one link apart.", Source: "The machine of most scheduling papers, where only the number of nodes counts; SOURCES.md TOPO.1"},
	{Name: "star", Title: "Star", About: "All nodes around one switch.", Source: "S4; SOURCES.md TOPO.1"},
	{Name: "fat-tree", Title: "Fat tree", About: "Levels of switches with the nodes below the leaf switches.", Source: "S0, figure 1; SOURCES.md TOPO.2"},
	{Name: "torus", Title: "Torus", About: "A grid whose ends are joined; every node holds its router.", Source: "S4; SOURCES.md TOPO.3"},
	{Name: "mesh", Title: "Mesh", About: "A grid with open ends; every node holds its router.", Source: "SOURCES.md TOPO.3"},
	{Name: "hypercube", Title: "Hypercube", About: "Nodes are neighbours if their numbers differ in one bit.", Source: "Standard; SOURCES.md TOPO.4"},
	{Name: "dragonfly", Title: "Dragonfly", About: "Groups of routers, each two groups joined by a link.", Source: "Kim, Dally, Scott and Abts 2008; SOURCES.md TOPO.5"},
	{Name: "graph", Title: "Graph", About: "Nodes, switches and links as listed.", Source: "S4: a weighted directed graph with switches; SOURCES.md TOPO.6"},
	{Name: "slurm", Title: "Slurm's topology.conf", About: "A machine as Slurm describes it.", Source: "Slurm, topology/tree; SOURCES.md TOPO.7"},
}

var allocators = [...]Name{
	{Name: "first-fit", Title: "First fit", About: "The lowest-numbered nodes that have room.", Source: "Standard; S4 (FF); SOURCES.md S4.4"},
	{Name: "best-fit", Title: "Best fit", About: "The nodes with the least left over afterwards.", Source: "Standard; S4 (BF); SOURCES.md S4.4"},
	{Name: "fastest-first", Title: "Fastest node first", About: "The nodes with the fastest cores.", Source: "Maui FASTEST; S4 (FNF); SOURCES.md S4.4"},
	{Name: "min-resource", Title: "Fewest resources", About: "The nodes that were given least: the fewest GPUs, then cores, memory, disk.", Source: "Maui MINRESOURCE; SOURCES.md PLACE.2"},
	{Name: "least-loaded", Title: "Least loaded", About: "The nodes with the most free cores.", Source: "Maui CPULOAD; SOURCES.md PLACE.2"},
	{Name: "random", Title: "Random first", About: "Nodes drawn at random, the same ones for the same seed.", Source: "S4 (RF); SOURCES.md S4.4 (inferred)"},
	{Name: "snp", Title: "Sorting nodes by performance", About: "The nodes with the most speed times free cores.", Source: "S4 (SNP); SOURCES.md S4.4 (inferred)"},
	{Name: "sns", Title: "Sorting nodes by speed", About: "The nodes with the fastest cores; of equal ones those with more free cores.", Source: "S4 (SNS); SOURCES.md S4.4 (inferred)"},
	{Name: "ftscp", Title: "Fat tree, switches by performance", About: "The leaf switches with the most performance free.", Source: "S4 (FTSCP); SOURCES.md S4.5 (inferred)"},
	{Name: "ftsc", Title: "Fat tree, switches by cores", About: "The leaf switches with the most cores free.", Source: "S4 (FTSC); SOURCES.md S4.5 (inferred)"},
	{Name: "mc1x1", Title: "MC1x1", About: "Around each free node its shells of neighbours; the least sum of shell numbers wins.", Source: "Mache, Lo and Windisch 1997; S4; SOURCES.md NEAR.1"},
	{Name: "mc1x1-inc", Title: "MC1x1+Inc", About: "MC1x1, then exchanges of nodes as long as they bring the job closer together.", Source: "S4; SOURCES.md NEAR.2"},
	{Name: "gen-alg", Title: "Gen-Alg", About: "Around each free node its nearest; the least sum of pairwise distances wins.", Source: "Krumke et al.; SOURCES.md NEAR.1"},
	{Name: "mm", Title: "MM", About: "As Gen-Alg, around the crossings of the coordinates of free nodes.", Source: "Bender et al. 2008; SOURCES.md NEAR.1"},
	{Name: "sdm", Title: "SDM, summed distance", About: "Around each switch and node the nearest free cores; the least sum of pairwise distances wins.", Source: "S4, Summed Distance Minimization; SOURCES.md S4.2"},
	{Name: "mdm", Title: "MDM, maximum distance", About: "Around each switch and node the nearest free cores; the least distance from the centre wins.", Source: "S4, Maximum Distance Minimization; SOURCES.md S4.3"},
	{Name: "min-hop-units", Title: "Minimum hops by units", About: "Free units of nodes on one leaf switch, with the fewest hops between the units.", Source: "S0, claims 1 to 5; SOURCES.md S0.6"},
	{Name: "min-hops", Title: "Minimum hops", About: "The exact least sum of hops over all pairs of nodes on a tree.", Source: "SOURCES.md PLACE.1"},
	{Name: "contiguous", Title: "Contiguous", About: "Consecutive nodes only.", Source: "Standard; Maui CONTIGUOUS; SOURCES.md PLACE.3"},
	{Name: "slurm-tree", Title: "Slurm's tree", About: "The lowest switch that holds the job, and under it the leaf switches that fit best.", Source: "Slurm topology/tree; SOURCES.md PLACE.4"},
}

var queues = [...]Name{
	{Name: "fcfs", Title: "First come, first served", About: "Jobs start in queue order; all wait behind the first that does not fit.", Source: "Standard; SOURCES.md QUEUE.1"},
	{Name: "mpfs-scan", Title: "MPFS Scan", About: "Every job that fits starts, the largest first, without reservations.", Source: "S4; SOURCES.md S4.6 (inferred)"},
	{Name: "easy", Title: "EASY backfilling", About: "The head of the queue gets a reservation; later jobs may start if they do not delay it.", Source: "Lifka 1995; Mu'alem and Feitelson 2001; SOURCES.md EASY.1"},
	{Name: "conservative", Title: "Conservative backfilling", About: "Every job gets a reservation; a job may start early if it delays none of them.", Source: "Mu'alem and Feitelson 2001; compressing; SOURCES.md CONS.1"},
	{Name: "conservative-rebuild", Title: "Conservative backfilling, rebuilt", About: "The whole plan is redone at every event.", Source: "Mu'alem and Feitelson 2001; SOURCES.md CONS.2"},
	{Name: "batch", Title: "Batches of jobs", About: "The first few jobs together if the free units can hold them, the widest first.", Source: "S0; SOURCES.md S0.4"},
	{Name: "deadline", Title: "Deadlines", About: "Every user has a share of the machine, and reserves for jobs that would be late.", Source: "S1; SOURCES.md S1"},
	{Name: "hybrid", Title: "CPU and GPU", About: "Jobs by weighed priority within limits, with a reservation for each that must wait.", Source: "S3; SOURCES.md S3"},
}

var orders = [...]Name{
	{Name: "submit", Title: "By submission", About: "Earlier submissions first.", Source: "Standard; SOURCES.md QUEUE.1"},
	{Name: "shortest", Title: "Shortest first", About: "The shortest walltime first.", Source: "SJF; SOURCES.md QUEUE.1"},
	{Name: "longest", Title: "Longest first", About: "The longest walltime first.", Source: "LJF; SOURCES.md QUEUE.1"},
	{Name: "smallest", Title: "Smallest first", About: "The fewest nodes or tasks first.", Source: "Standard; SOURCES.md QUEUE.1"},
	{Name: "largest", Title: "Largest first", About: "The most nodes or tasks first.", Source: "Standard; SOURCES.md QUEUE.1"},
	{Name: "priority", Title: "By priority", About: "The highest priority first.", Source: "Standard; SOURCES.md QUEUE.1"},
}

var units = [...]Name{
	{Name: "balanced", Title: "Balanced", About: "A leaf in equal units of at most 4 nodes, 8 on machines beyond 4,096 nodes.", Source: "S0; SOURCES.md S0.2 (inferred)"},
	{Name: "half", Title: "Half a leaf", About: "Two units a leaf where it has more nodes than the cap.", Source: "S0; SOURCES.md S0.2 (inferred)"},
	{Name: "cap", Title: "The cap", About: "Units of 4 nodes, 8 on machines beyond 4,096 nodes.", Source: "S0; SOURCES.md S0.2 (inferred)"},
	{Name: "quarter", Title: "A quarter, an eighth", About: "Four units a leaf, eight on machines beyond 4,096 nodes.", Source: "S0; SOURCES.md S0.2 (inferred)"},
	{Name: "custom", Title: "As given", About: "Units of scheduler.batch.size nodes.", Source: "S0: a preset natural number; SOURCES.md S0.2"},
}

var rounds = [...]Name{
	{Name: "repeat", Title: "Until nothing starts", About: "A pass makes one batch after another, until one starts nothing.", Source: "S0; SOURCES.md S0.8 (inferred)"},
	{Name: "one", Title: "One batch a trigger", About: "Each submission and each end of a job makes one batch.", Source: "S0, steps 1 to 3; SOURCES.md S0.8"},
}

var mdmTies = [...]Name{
	{Name: "speed", Title: "Speed", About: "Of placements as near to their devices the one with the fastest cores in all.", Source: "SOURCES.md S4.3 (inferred)"},
	{Name: "pairwise", Title: "Pairwise distance", About: "Of placements as near to their devices the one with the least sum of pairwise distances, then the fastest.", Source: "Inferred: what SDM weighs; SOURCES.md S4.3"},
}

var centres = [...]Name{
	{Name: "free", Title: "Free nodes", About: "Candidates are centred on free nodes (mm: on crossings of their coordinates).", Source: "SOURCES.md NEAR.1"},
	{Name: "all", Title: "All nodes", About: "Candidates are centred on every node, busy ones too.", Source: "SOURCES.md NEAR.3"},
}
