package workload

import (
	"hopyard/core/simtime"
)

// The workload models are in these files:
//
//	model.go            common parts: the machine, errors
//	draws.go            streams of random numbers
//	lublin.go           Lublin and Feitelson's model: its fields and limits
//	lublin_sets.go      its constants
//	lublin_draw.go      sizes and run times
//	lublin_arrivals.go  arrivals
//	lublin_needs.go     memory and disk
//	lublin_make.go      generation of jobs
//	lublin_swf.go       generated jobs as a trace
//	estimates.go        walltimes
//	estimates_tsafrir.go, estimates_head.go  Tsafrir's model of walltimes
//	load.go             the offered load, and scaling to it

// JobTypes selects the set of parameters of Lublin and Feitelson's model.
type JobTypes uint8

// Job types.
const (
	Typeless         JobTypes = iota // one set, fitted to all jobs together
	BatchJobs                        // batch jobs only
	InteractiveJobs                  // interactive jobs only
	BatchInteractive                 // both, as two independent streams of arrivals
	NumJobTypes
)

// String returns the name of the job types in scenarios.
func (t JobTypes) String() string {
	return [...]string{"typeless", "batch", "interactive", "both"}[t]
}

// Estimates selects how walltimes are generated.
type Estimates uint8

// Kinds of estimates.
const (
	ExactEstimates   Estimates = iota // equal to the run time
	FactorEstimates                   // the run time times a uniform random factor
	TsafrirEstimates                  // round values, as users choose them
	NumEstimates
)

// String returns the name of the kind in scenarios.
func (e Estimates) String() string {
	return [...]string{"exact", "factor", "tsafrir"}[e]
}

// Limits of a model.
const (
	MaxModelJobs  = 1_000_000
	MaxModelSeed  = 1<<53 - 1
	MaxModelTasks = 1 << 24                    // tasks of one job
	MaxLoad       = 100_000                    // in thousandths
	MaxFactor     = 1_000_000                  // in thousandths
	MinMaxWall    = 2 * simtime.Hour           // smallest value of Lublin.MaxEstimate
	MaxMaxWall    = 10_000 * 24 * simtime.Hour // largest value of Lublin.MaxEstimate
	DefaultFactor = 5000                       // in thousandths; no source gives a value
)

// Lublin generates jobs by Lublin and Feitelson's model. The sizes are 1, powers of
// two, or other numbers. The run times depend on the size. The arrivals follow a
// daily cycle that begins at midnight. All times are whole seconds; arrivals become
// whole milliseconds if they are scaled to a load.
//
// The sizes in the model are those of a machine of 128 processors. For other
// machines, the upper two corners of the size distribution are moved by
// log2(widest/128). This follows the guidance of the source: UHi is log2 of the
// size of the machine, and UMed is 1.5 to 3.5 less. INFERRED: batch jobs keep their
// own distance of 2 between the two corners, and interactive jobs stay narrower by
// a factor of 2^1.5. A size above Widest is drawn again; with powers of two this
// changes nothing.
//
// Source: SOURCES.md WORK.1 and WORK.2 (the model), WORK.3 and WORK.4 (estimates),
// S4.8 (load), WORK.5 (everything else, INFERRED).
//
// LIMITATIONS: no weekly cycle, no users, no jobs that follow others; run time,
// memory and communication pattern of a job are independent. Lublin's program
// truncates the clock to whole seconds at every arrival, so that its days drift by
// half a second per job. The days generated here do not drift.
type Lublin struct {
	Jobs  int // 1 to MaxModelJobs
	Types JobTypes
	Seed  int64 // 0 to MaxModelSeed

	// Tasks makes jobs ask for tasks of one core that share nodes, instead of whole
	// nodes. A processor of the model is then a core; otherwise it is a node.
	Tasks bool
	// Widest is the largest number of nodes or tasks of a job; 0 means as many as
	// the machine can hold.
	Widest int64

	// Load is the offered load, in thousandths, to which arrivals are scaled (see
	// OfferedLoad); 0 means no scaling.
	Load int64

	Estimates Estimates
	// Factor is the largest factor of FactorEstimates in thousandths, 1000 to
	// MaxFactor; 0 means DefaultFactor.
	Factor int64
	// MaxEstimate is the longest walltime that users may ask for with
	// TsafrirEstimates. Longer run times are cut to it, as in the source. If it is
	// 0, the limit is the longest run time rounded up to full hours, at least 2 h.
	// The limit then grows as long as the estimates cannot be assigned.
	MaxEstimate simtime.Duration

	// Memory and Disk give the needs of each task, drawn uniformly between two
	// fractions of the quantity that Of selects. Both require Tasks. A job that
	// would not fit on the empty machine is drawn again with smaller needs, so that
	// the tasks of wide jobs need less on average.
	Memory, Disk PermilleRange
	// Of selects the quantity to which the fractions in Memory and Disk refer.
	Of FractionOf

	// Patterns lists the possible communication patterns; each job of two or more
	// processes draws one. If the list is empty, jobs do not communicate. Matrix is
	// not allowed.
	Patterns []Pattern
	// Share is the range of Comm.Share, drawn uniformly; 1 to 1000.
	Share PermilleRange
}

// check returns an error for a field outside of its limits.
func (l *Lublin) check() *ModelError {
	for _, p := range l.Patterns {
		if p >= Matrix {
			return outOfRange("patterns", int64(p), 0, int64(Matrix)-1, false)
		}
	}
	talk := int64(min(len(l.Patterns), 1)) // 1 if jobs communicate
	shortest := simtime.Duration(0)
	if l.MaxEstimate != 0 {
		shortest = MinMaxWall
	}
	bounds := [...]struct {
		name         string
		x, low, high int64
	}{
		{"jobs", int64(l.Jobs), 1, MaxModelJobs},
		{"types", int64(l.Types), 0, int64(NumJobTypes) - 1},
		{"seed", l.Seed, 0, MaxModelSeed},
		{"widest", l.Widest, 0, MaxModelTasks},
		{"estimates", int64(l.Estimates), 0, int64(NumEstimates) - 1},
		{"load", l.Load, 0, MaxLoad}, // limits are in thousandths from here on
		{"factor", l.factor(), 1000, MaxFactor},
		{"max_estimate", int64(l.MaxEstimate), int64(shortest), int64(MaxMaxWall)},
		{"memory", l.Memory.High, 0, 1000},
		{"memory", l.Memory.Low, 0, l.Memory.High},
		{"disk", l.Disk.High, 0, 1000},
		{"disk", l.Disk.Low, 0, l.Disk.High},
		{"share", l.Share.High, talk, 1000},
		{"share", l.Share.Low, talk, l.Share.High},
	}
	for i := range bounds {
		if b := &bounds[i]; b.x < b.low || b.x > b.high {
			return outOfRange(b.name, b.x, b.low, b.high, i > 4)
		}
	}
	if most := max(l.Memory.High, l.Disk.High); most > 0 && !l.Tasks {
		return invalidField("memory", thousandths(most), "", "of a node is given, but only tasks need memory and disk, and the jobs ask for whole nodes",
			"let jobs ask for tasks, or leave memory and disk out")
	}
	return nil
}

// factor returns the largest factor of FactorEstimates in thousandths.
func (l *Lublin) factor() int64 {
	if l.Factor == 0 {
		return DefaultFactor
	}
	return l.Factor
}
