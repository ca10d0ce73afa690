package workload

import "hopyard/core/simtime"

// The purposes of streams. Their numbers are part of what a seed means.
const (
	arrivalDraws  = iota // of typeless jobs; one each for the others follow
	_                    // batch
	_                    // interactive
	sizeDraws            //
	runDraws             //
	estimateDraws        //
	memoryDraws          //
	diskDraws            //
	patternDraws         //
	shareDraws           //
	pairDraws            // seeds of RandomPairs
)

// Generate draws the jobs for a machine: sorted by submit time, numbered from
// 1, with walltimes. Each of them fits on the empty machine. Equal fields and
// machines give equal jobs, and each field has draws of its own, so that
// another load or other estimates leave sizes and run times as they are.
// Errors: a *ModelError. Cost: O(jobs (1 + kinds of nodes, where memory is
// scarce)), and sorting for TsafrirEstimates.
func (l *Lublin) Generate(machine []NodeKind) ([]Job, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	n, err := l.needs(machine)
	if err != nil {
		return nil, err
	}
	jobs := l.jobs(n)
	l.talk(jobs)
	if err := l.estimate(jobs); err != nil {
		return nil, err
	}
	if err := l.scale(jobs, machine); err != nil {
		return nil, err
	}
	return jobs, nil
}

// jobs draws who comes when, how wide and how long.
func (l *Lublin) jobs(n *needs) []Job {
	var streams []*arrivals
	sets := lublinSets
	for t := range BatchInteractive {
		sets[t].fit(n.widest)
		if l.Types == t || l.Types == BatchInteractive && t != Typeless {
			streams = append(streams, newArrivals(&sets[t], newDraws(l.Seed, arrivalDraws+uint64(t))))
		}
	}
	sizes, runs := newDraws(l.Seed, sizeDraws), newDraws(l.Seed, runDraws)
	jobs := make([]Job, l.Jobs)
	for i := range jobs {
		s := streams[0]
		if len(streams) > 1 && streams[1].clock <= s.clock {
			s = streams[1]
		}
		size := s.set.size(sizes, n.widest)
		jobs[i] = Job{
			Request: Request{ID: JobID(i), Number: int64(i + 1), Submit: simtime.Time(int64(s.clock)) * simtime.Time(simtime.Second)},
			Runtime: simtime.Duration(s.set.run(runs, size)) * simtime.Second,
			After:   NoJob,
		}
		n.ask(&jobs[i].Request, size)
		switch s.set {
		case &sets[BatchJobs]:
			jobs[i].Queue = "batch"
		case &sets[InteractiveJobs]:
			jobs[i].Queue = "interactive"
		}
		s.next()
	}
	return jobs
}

// talk draws how jobs communicate.
func (l *Lublin) talk(jobs []Job) {
	if len(l.Patterns) == 0 {
		return
	}
	patterns, shares, pairs := newDraws(l.Seed, patternDraws), newDraws(l.Seed, shareDraws), newDraws(l.Seed, pairDraws)
	comms := make([]Comm, len(jobs))
	for i := range jobs {
		c := &comms[i]
		c.Pattern = l.Patterns[patterns.whole(0, int64(len(l.Patterns))-1)]
		c.Share = shares.whole(l.Share.Low, l.Share.High)
		if seed := pairs.whole(0, MaxModelSeed); c.Pattern == RandomPairs {
			c.Seed = seed
		}
		if c.Pattern != Silent && jobs[i].Size() > 1 {
			jobs[i].Comm = c
		}
	}
}
