package workload

import (
	"math"

	"hopyard/core/simtime"
)

// Elastic is how a malleable job may change its size while it runs. Size and
// bounds count what the job asks for: nodes, or tasks.
type Elastic struct {
	Min, Max int32 // 1 <= Min <= size asked for <= Max
	Speedup  Speedup
	Data     int64 // bytes that are spread evenly over the job, and move when it changes its size
	Moldable bool  // any size from Min to Max may be chosen when it starts (ours, not S2's)
}

// SpeedupModel says how much faster a job runs on more nodes.
type SpeedupModel uint8

// The models of speedup.
const (
	Linear SpeedupModel = iota // S(n) = n
	Amdahl                     // a part of the work is serial
	Downey                     // average parallelism and its variance
)

// String is the name of the model in scenarios.
func (m SpeedupModel) String() string { return [...]string{"linear", "amdahl", "downey"}[m] }

// Speedup is a model with its parameters.
type Speedup struct {
	Model       SpeedupModel
	Serial      float64 // Amdahl: the serial part of the work, 0 to 1
	Parallelism float64 // Downey: the average parallelism A, 1 or more
	Sigma       float64 // Downey: the coefficient of variance of parallelism, 0 or more
}

// At is how many times as fast as on one the job runs on n, n >= 1.
//
// Source: Amdahl 1967; Downey 1997 (UCB/CSD-97-933); SOURCES.md SPEEDUP.1.
func (s *Speedup) At(n int32) float64 {
	p := float64(n)
	switch s.Model {
	case Amdahl:
		return 1 / (s.Serial + (1-s.Serial)/p)
	case Downey:
		return downey(p, s.Parallelism, s.Sigma)
	}
	return p
}

func downey(n, a, sigma float64) float64 {
	switch {
	case sigma > 1:
		if n <= a+float64(a*sigma)-sigma {
			return float64(float64(n*a)*(sigma+1)) / (float64(sigma*(n+a-1)) + a)
		}
	case n <= a:
		return float64(a*n) / (a + float64(sigma/2*(n-1)))
	case n <= 2*a-1:
		return float64(a*n) / (float64(sigma*(a-0.5)) + float64(n*(1-sigma/2)))
	}
	return a
}

// Resized is the request of a job that asks for size instead: if it is slower
// then, its walltime is longer by as much. Only for elastic jobs.
//
// Source: INFERRED (SOURCES.md S2.10): walltimes are told for the size asked
// for.
func (r *Request) Resized(size int32) *Request {
	c := *r
	if c.Whole() {
		c.Nodes = size
	} else {
		c.Tasks = size
	}
	if slower := r.Elastic.Speedup.At(r.Size()) / r.Elastic.Speedup.At(size); slower > 1 {
		c.Walltime = simtime.Duration(min(math.Ceil(float64(float64(r.Walltime)*slower)-1e-6), float64(simtime.Max)))
	}
	return &c
}
