package workload

import (
	"hopyard/core/simtime"
)

// The workload models are in these files:
//
//	model.go            what all share: the machine, errors
//	draws.go            streams of random numbers
//	lublin.go           Lublin and Feitelson's model: its fields and limits
//	lublin_sets.go      its constants
//	lublin_draw.go      sizes and run times;  lublin_arrivals.go  arrivals
//	lublin_make.go      jobs of all that
//	lublin_swf.go       as a trace
//	estimates.go        walltimes;  estimates_tsafrir.go, estimates_head.go  Tsafrir's model
//	load.go             the offered load, and scaling to it

// JobTypes says which of Lublin and Feitelson's sets of parameters jobs are
// drawn from.
type JobTypes uint8

// The job types.
const (
	Typeless         JobTypes = iota // one set fitted to all jobs together
	BatchJobs                        // batch jobs alone
	InteractiveJobs                  // interactive jobs alone
	BatchInteractive                 // both, as two streams of arrivals
	NumJobTypes
)

// String is the name of the types in scenarios.
func (t JobTypes) String() string {
	return [...]string{"typeless", "batch", "interactive", "both"}[t]
}

// Estimates says where walltimes come from.
type Estimates uint8

// The kinds of estimates.
const (
	ExactEstimates   Estimates = iota // the run time
	FactorEstimates                   // the run time times a uniform factor
	TsafrirEstimates                  // round values, as users give
	NumEstimates
)

// String is the name of the kind in scenarios.
func (e Estimates) String() string {
	return [...]string{"exact", "factor", "tsafrir"}[e]
}

// Limits on a model.
const (
	MaxModelJobs  = 1_000_000
	MaxModelSeed  = 1<<53 - 1
	MaxModelTasks = 1 << 24                    // of one job
	MaxLoad       = 100_000                    // thousandths
	MaxFactor     = 1_000_000                  // thousandths
	MinMaxWall    = 2 * simtime.Hour           // the least Lublin.MaxEstimate
	MaxMaxWall    = 10_000 * 24 * simtime.Hour // the largest Lublin.MaxEstimate
	DefaultFactor = 5000                       // thousandths; no source names one
)

// Lublin draws jobs from Lublin and Feitelson's model: sizes (serial, powers
// of two, others), run times that depend on the size, and arrivals with a
// daily cycle that begins at midnight. Times are whole seconds, arrivals whole
// milliseconds once they are scaled to a load.
//
// The sizes of the model are those of a machine of 128 processors. Here the
// upper two corners of their distribution move by log2(widest/128), which is
// the source's guidance (UHi = log2 of the machine, UMed 1.5 to 3.5 below).
// INFERRED: the batch set keeps its own distance of 2, and interactive jobs
// stay 2^1.5 times narrower. Wider draws than Widest are drawn again; with
// powers of two nothing changes.
//
// Source: SOURCES.md WORK.1 and WORK.2 (the model), WORK.3 and WORK.4
// (estimates), S4.8 (load), WORK.5 (all else, INFERRED).
//
// LIMITATIONS: no weekly cycle, no users, no jobs that follow others; a job's
// run time, memory and pattern do not depend on each other. Lublin's program
// cuts the clock to whole seconds at every arrival, so that its days drift by
// half a second a job; ours do not.
type Lublin struct {
	Jobs  int // 1 to MaxModelJobs
	Types JobTypes
	Seed  int64 // 0 to MaxModelSeed

	// Tasks makes jobs ask for tasks of one core that share nodes, instead of
	// whole nodes. The model's processors are then cores, else nodes.
	Tasks bool
	// Widest is the most nodes or tasks of a job; 0 for all that the machine
	// holds.
	Widest int64

	// Load is the offered load to scale arrivals to, in thousandths (see
	// OfferedLoad); 0 leaves them as they fall.
	Load int64

	Estimates Estimates
	// Factor is the largest factor of FactorEstimates in thousandths, 1000 to
	// MaxFactor; 0 for DefaultFactor.
	Factor int64
	// MaxEstimate is the longest walltime that users may ask for with
	// TsafrirEstimates, which longer run times are cut to, as in the source; 0
	// for the longest run time in full hours or a little more, 2 h at least.
	MaxEstimate simtime.Duration

	// Memory and Disk are what each task needs, uniform between two fractions
	// of what the best node has. Tasks only. A job that the empty machine could
	// not hold is drawn again with less, so that wide jobs are modest ones.
	Memory, Disk PermilleRange
	// Of says of what Memory and Disk are fractions.
	Of Whole

	// Patterns are how jobs of two processes and more talk, one of them drawn
	// for each; none: they do not. No Matrix.
	Patterns []Pattern
	// Share is the range of Comm.Share, uniform; 1 to 1000.
	Share PermilleRange
}

// check finds numbers outside their limits.
func (l *Lublin) check() *ModelError {
	for _, p := range l.Patterns {
		if p >= Matrix {
			return outside("patterns", int64(p), 0, int64(Matrix)-1, false)
		}
	}
	talk := int64(min(len(l.Patterns), 1)) // 1 if jobs do
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
		{"load", l.Load, 0, MaxLoad}, // from here in thousandths
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
			return outside(b.name, b.x, b.low, b.high, i > 4)
		}
	}
	if most := max(l.Memory.High, l.Disk.High); most > 0 && !l.Tasks {
		return wrong("memory", thousandths(most), "", "of a node: memory and disk are needs of tasks, but the jobs ask for whole nodes, which have all that they have",
			"let jobs ask for tasks, or leave memory and disk out")
	}
	return nil
}

// factor is the largest factor of FactorEstimates in thousandths.
func (l *Lublin) factor() int64 {
	if l.Factor == 0 {
		return DefaultFactor
	}
	return l.Factor
}
