package workload

import (
	"math"

	"hopyard/core/simtime"
)

// Elastic describes how a malleable job may change its size while it runs. Sizes
// are in the unit of the request: nodes or tasks.
type Elastic struct {
	Min, Max int32 // 1 <= Min <= requested size <= Max
	Speedup  Speedup
	Data     int64 // bytes that are distributed evenly over the job and must be moved when it changes its size
	Moldable bool  // the scheduler may choose any size from Min to Max at the start (an addition to S2)
}

// SpeedupModel is a model of how much faster a job runs on more nodes.
type SpeedupModel uint8

// Speedup models.
const (
	Linear SpeedupModel = iota // S(n) = n
	Amdahl                     // a part of the work is serial
	Downey                     // the average parallelism and its variance are given
)

// String returns the name of the model in scenarios.
func (m SpeedupModel) String() string { return [...]string{"linear", "amdahl", "downey"}[m] }

// Speedup is a speedup model with its parameters.
type Speedup struct {
	Model       SpeedupModel
	Serial      float64 // Amdahl: serial fraction of the work, 0 to 1
	Parallelism float64 // Downey: average parallelism A, at least 1
	Sigma       float64 // Downey: coefficient of variance of the parallelism, at least 0
}

// At returns the speedup of a job on n nodes or tasks, n >= 1, compared with a
// single node or task.
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

// Resized returns the request of an elastic job with another size. If the job is
// slower with that size, the walltime is extended in proportion.
//
// Source: INFERRED (SOURCES.md S2.10): users state walltimes for the size that they
// ask for.
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
