package scenario

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Fill is what the model leaves open of the jobs that it draws (ours), so that
// disciplines about users, deadlines and growth can be tried on them. The zero
// value leaves it open.
type Fill struct {
	Users   int32         // "1", "2", …; user k has 1/k as many jobs as user 1 (INFERRED: few users send most jobs)
	Slack   workload.Span // deadlines are submission plus walltime times a number drawn evenly from it
	Elastic *Malleable
}

// Malleable is which drawn jobs are malleable, and how.
type Malleable struct {
	Part    int64 // of the jobs, in thousandths
	Factor  int64 // in thousandths: a job grows to Factor times its size, and shrinks to a Factor-th
	Speedup workload.Speedup
}

// Streams of Fill, apart from each other and from those of the model.
const (
	streamUsers = 0x75736572 + iota
	streamSlack
	streamElastic
)

// fill gives drawn jobs users, deadlines and sizes between which they change.
// Cost: O(jobs log users).
func (s *Scenario) fill(jobs []workload.Job) {
	users := rand.NewPCG(uint64(s.Seed), streamUsers)
	slack := rand.NewPCG(uint64(s.Seed), streamSlack)
	elastic := rand.NewPCG(uint64(s.Seed), streamElastic)
	share, names := make([]float64, s.Fill.Users), make([]string, s.Fill.Users)
	sum := 0.0
	for k := range share {
		sum += 1 / float64(k+1)
		share[k], names[k] = sum, strconv.Itoa(k+1)
	}
	kinds := s.Cluster.kinds()
	for i := range jobs {
		j := &jobs[i]
		if len(share) > 0 {
			at := float64(unit(users) * sum)
			k, _ := slices.BinarySearch(share, at)
			j.User = names[min(k, len(names)-1)]
		}
		if f := s.Fill.Slack; f != (workload.Span{}) {
			times := f.Low + int64(float64(unit(slack)*float64(f.High-f.Low+1)))
			due := float64(times) / 1000 * float64(j.Walltime)
			j.Deadline = min(j.Submit.Add(max(simtime.Duration(min(due, float64(simtime.Max))), 1)), simtime.Time(simtime.Max))
		}
		if m := s.Fill.Elastic; m != nil && int64(elastic.Uint64()>>32*1000>>32) < m.Part {
			j.Elastic = m.of(j, kinds)
		}
	}
}

// unit is uniform in [0, 1).
func unit(stream *rand.PCG) float64 { return float64(stream.Uint64()>>11) * 0x1p-53 }

// of is how a drawn job may change its size: never beyond the machine.
func (m *Malleable) of(j *workload.Job, kinds []kind) *workload.Elastic {
	have := int64(0)
	for _, k := range kinds {
		have += k.nodes
	}
	if !j.Whole() {
		have = capacity(kinds, &j.PerTask)
	}
	size := int64(j.Size())
	return &workload.Elastic{
		Min:     int32(max(1, (size*1000+m.Factor-1)/m.Factor)),
		Max:     int32(max(size, min(size*m.Factor/1000, have, MaxTasks))),
		Speedup: m.Speedup,
	}
}
