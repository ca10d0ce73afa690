package policies

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/queue/batch"
	"hopyard/core/queue/deadline"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/why"
)

// PromiseScope is the set of jobs whose promised start times a discipline must
// keep.
type PromiseScope uint8

// The scopes of promises.
const (
	NoPromise    PromiseScope = iota
	HeadPromise               // the first job in the queue, once it has a promise (EASY)
	FirstPromise              // the first job in the queue, as long as no other job comes before it (hybrid)
	AllPromises               // all waiting jobs (conservative)
	FirstInOrder              // the first reservation in queue order, as the policy makes all of them again in each pass
)

// Displays is a set of optional displays, one bit each. These are displays that
// make sense only under some disciplines.
type Displays uint8

// The optional displays.
const (
	ShowsShadow  Displays = 1 << iota // shadow time of the first job
	ShowsShares                       // users' shares, a job table, and the tests of slack (S1)
	ShowsFilters                      // priorities, limits, and the tests that filter nodes (S3)
)

// Discipline is a row of the table of queue disciplines. A discipline decides which
// job starts, and when.
type Discipline struct {
	Name
	New      func(s *Setup) queue.Policy
	Promises PromiseScope
	// Depths lists the numbers of reservations that selection lists offer. Only a
	// discipline with Depths may have a depth in a link, as in "easy/2". If no
	// depth is given, ReservesAll decides: if it is true, every waiting job has a
	// reservation; if it is false, one job has.
	Depths      []int32
	Shows       Displays
	ReservesAll bool
	Strict      bool       // no job starts before the first job in the queue has started
	Free        bool       // whether the decisions follow no rule, so that they cannot be predicted
	Waits       []why.Code // reasons for which a job may have to wait, in the order in which the discipline checks them
	Allotted    bool       // the discipline needs the users' allotments
	Quotas      bool       // the discipline needs cluster queues
	Partitioned bool       // jobs are sent to the scenario's partitions, if it has any
	Reserves    bool       // it makes reservations, to which the options windows and reserve apply
	Compared    int        // rank among the disciplines that a comparison offers first, counted from 1; 0 if it is not offered
	Allocator   string     // allocator on a tree topology if the scenario names none; "" for the first of Placements
}

// NeedsBlock reports whether a scenario must have another block for the discipline:
// allotments or cluster queues.
func (d *Discipline) NeedsBlock() bool { return d.Allotted || d.Quotas }

// Default is the name of the discipline that is used if a scenario names none.
const Default = "easy"

// disciplines lists the disciplines in the order of scenarios/README.md, "Names".
var disciplines = [...]Discipline{
	{
		Name:     Name{Name: "fcfs", Title: "First come, first served", About: "Jobs start in queue order; all wait behind the first that does not fit.", Source: "Standard; SOURCES.md QUEUE.1"},
		New:      func(*Setup) queue.Policy { return queue.FCFS{} },
		Compared: 2, Strict: true, Waits: []why.Code{why.TooFewFree, why.BehindHead},
	},
	{
		Name:     Name{Name: "mpfs-scan", Title: "MPFS Scan", About: "Every job that fits starts, the largest first, without reservations.", Source: "S4; SOURCES.md S4.6 (inferred)"},
		New:      func(*Setup) queue.Policy { return queue.MPFSScan{} },
		Compared: 4,
	},
	{
		Name: Name{Name: "easy", Title: "EASY backfilling", About: "The head of the queue gets a reservation; later jobs may start if they do not delay it.", Source: "Lifka 1995; Mu'alem and Feitelson 2001; SOURCES.md EASY.1"},
		New: func(s *Setup) queue.Policy {
			if depth := s.Settings.Whole("depth"); depth > 1 {
				return queue.DepthBackfill{Depth: int32(depth), Windows: s.windows(), Nodes: s.nodes()}
			}
			return queue.EASY{Windows: s.windows(), Nodes: s.nodes()}
		},
		Promises: HeadPromise, Depths: []int32{1, 2, 4, 8}, Shows: ShowsShadow, Compared: 1, Reserves: true,
		Waits: []why.Code{why.TooFewFree, why.BehindHead, why.WouldDelay, why.NotPlaceable},
	},
	{
		Name:     Name{Name: "conservative", Title: "Conservative backfilling", About: "Every job gets a reservation; a job may start early if it delays none of them.", Source: "Mu'alem and Feitelson 2001; compressing; SOURCES.md CONS.1"},
		New:      func(s *Setup) queue.Policy { return queue.Conservative{Windows: s.windows(), Nodes: s.nodes()} },
		Promises: AllPromises, Compared: 3, Reserves: true, Waits: []why.Code{why.TooFewFree, why.BehindHead, why.Reserved, why.NotPlaceable},
	},
	{
		Name:     Name{Name: "conservative-rebuild", Title: "Conservative backfilling, rebuilt", About: "The whole plan is redone at every event.", Source: "Mu'alem and Feitelson 2001; SOURCES.md CONS.2"},
		New:      func(s *Setup) queue.Policy { return queue.ConservativeRebuild{Windows: s.windows(), Nodes: s.nodes()} },
		Promises: HeadPromise, Reserves: true, Waits: []why.Code{why.TooFewFree, why.BehindHead, why.Reserved, why.NotPlaceable},
	},
	{
		Name: Name{Name: "batch", Title: "Batches of jobs", About: "The first few jobs together if the free units can hold them, the widest first.", Source: "S0; SOURCES.md S0.4"},
		New: func(s *Setup) queue.Policy {
			return batch.BatchPolicy{Njob: int32(s.Settings.Whole("batch.njob")), One: s.Settings.Choice("batch.rounds") == "one"}
		},
		Allocator: "min-hop-units", Waits: []why.Code{why.TooFewUnits, why.OutsideBatch, why.NextBatch, why.CountedOut, why.BatchTooLarge},
	},
	{
		Name:     Name{Name: "deadline", Title: "Deadlines", About: "Every user has a share of the machine, and reserves for jobs that would be late.", Source: "S1; SOURCES.md S1"},
		New:      func(s *Setup) queue.Policy { return deadline.DeadlinePolicy{Allotments: s.Allotments} },
		Allotted: true, Shows: ShowsShares, Waits: []why.Code{why.TooFewFree, why.BehindUser, why.OverShare, why.AtRisk},
	},
	{
		Name: Name{Name: "hybrid", Title: "CPU and GPU", About: "Jobs by weighed priority within limits, with a reservation for each that must wait.", Source: "S3; SOURCES.md S3"},
		New: func(s *Setup) queue.Policy {
			return hybrid.HybridPolicy{
				Weights: s.Weights, Limits: s.Limits, Cycle: simtime.Duration(s.Settings.Whole("cycle")), Depth: int32(s.Settings.Whole("depth")),
				Nodes: s.nodes(), Windows: s.windows(),
			}
		},
		Promises: FirstPromise, ReservesAll: true, Shows: ShowsFilters, Reserves: true,
		Waits: []why.Code{why.TooFewFree, why.WouldDelay, why.OverLimit, why.QueueStopped, why.NextCycle},
	},
	{
		Name:   Name{Name: "kueue", Title: "Cluster queues", About: "Queues with quotas, which lend each other what they do not use, as in Kueue.", Source: "Kueue 0.19; SOURCES.md KUEUE.1"},
		New:    func(s *Setup) queue.Policy { return s.Quotas },
		Quotas: true, Waits: []why.Code{why.OverQuota, why.BehindHead, why.TooFewFree, why.NotPlaceable, why.StopsInVain},
	},
	{
		Name: Name{Name: "slurm", Title: "Slurm", About: "Partitions, a priority of several factors, and backfilling at intervals, as in Slurm.", Source: "Slurm; SOURCES.md SLURM.1"},
		New: func(s *Setup) queue.Policy {
			if s.Slurm == nil {
				return slurmsched.SlurmPolicy{Config: slurmsched.UsualConfig()}
			}
			return slurmsched.SlurmPolicy{Config: *s.Slurm}
		},
		Partitioned: true, Waits: []why.Code{why.TooFewFree, why.BehindHead, why.Reserved, why.NextCycle, why.NotPlaceable, why.Preempting},
	},
}

// Disciplines returns the disciplines that scheduler.queue may name, except for
// those of Given.
func Disciplines() []Discipline { return disciplines[:] }

// windows returns the number of scheduling windows that are compared for each
// reservation.
func (s *Setup) windows() int32 {
	if n := s.Settings.Whole("windows"); n != All {
		return int32(n)
	}
	return queue.AllWindows
}

// nodes reports whether reservations hold particular nodes.
func (s *Setup) nodes() bool { return s.Settings.Choice("reserve") == "nodes" }

// Compared returns the names of the disciplines that a comparison offers first.
func Compared() []string {
	var all []*Discipline
	for i := range disciplines {
		if disciplines[i].Compared > 0 {
			all = append(all, &disciplines[i])
		}
	}
	slices.SortFunc(all, func(a, b *Discipline) int { return a.Compared - b.Compared })
	names := make([]string, len(all))
	for i, d := range all {
		names[i] = d.Name.Name
	}
	return names
}

// Has reports whether the named discipline offers any of the given displays.
func Has(name string, what Displays) bool {
	d := DisciplineOf(name)
	return d != nil && d.Shows&what != 0
}

// DisciplinesShowing returns the names of the disciplines that offer any of the given displays.
func DisciplinesShowing(show Displays) (names []string) {
	for i := range disciplines {
		if disciplines[i].Shows&show != 0 {
			names = append(names, disciplines[i].Name.Name)
		}
	}
	return names
}

// DisciplineOf returns the discipline of a name, or nil if there is none.
func DisciplineOf(name string) *Discipline {
	for i := range disciplines {
		if disciplines[i].Name.Name == name {
			return &disciplines[i]
		}
	}
	for i := range given {
		if given[i].Name.Name == name {
			return &given[i]
		}
	}
	if name == Own {
		return &ownDiscipline
	}
	return nil
}
