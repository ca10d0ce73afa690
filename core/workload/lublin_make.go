package workload

import "hopyard/core/simtime"

// Purposes of random streams. Their numbers must not change, because the same seed
// would then give other jobs.
const (
	arrivalDraws  = iota // for typeless jobs; the next two are for the other types
	_                    // for batch jobs
	_                    // for interactive jobs
	sizeDraws            // sizes of jobs
	runDraws             // run times
	estimateDraws        // walltimes
	memoryDraws          // memory per task
	diskDraws            // disk per task
	patternDraws         // communication patterns
	shareDraws           // values of Comm.Share
	pairDraws            // seeds of RandomPairs
)

// Generate returns the jobs for a machine: sorted by submit time, numbered from 1,
// with walltimes. Each job fits on the empty machine. The same fields and machine
// always give the same jobs. Each field has random draws of its own; for example,
// another load or other estimates do not change sizes and run times. The error is a
// *ModelError. Cost: O(jobs·(1 + kinds of nodes, if memory is scarce)), plus
// sorting for TsafrirEstimates.
func (l *Lublin) Generate(machine []NodeKind) ([]Job, error) {
	jobs, err := l.generate(machine)
	if err != nil {
		return nil, err
	}
	return jobs, nil
}

func (l *Lublin) generate(machine []NodeKind) ([]Job, *ModelError) {
	var n needs
	err := l.check()
	if err == nil {
		err = n.begin(l, machine)
	}
	if err != nil {
		return nil, err
	}
	jobs := make([]Job, l.Jobs)
	l.draw(jobs, &n)
	l.talk(jobs)
	if err = l.estimate(jobs); err == nil {
		err = l.scale(jobs, machine)
	}
	return jobs, err
}

// draw draws the arrival, the size and the run time of each job.
func (l *Lublin) draw(jobs []Job, n *needs) {
	var streams [2]arrivals
	first, types := l.Types, 1
	if l.Types == BatchInteractive {
		first, types = BatchJobs, 2
	}
	for i := range types {
		a := &streams[i]
		a.set = lublinSets[int(first)+i]
		a.set.fit(n.widest)
		a.draws = newDraws(l.Seed, arrivalDraws+uint64(first)+uint64(i))
		a.begin()
	}
	sizes, runs := newDraws(l.Seed, sizeDraws), newDraws(l.Seed, runDraws)
	for i := range jobs {
		s, kind := &streams[0], first
		if types > 1 && streams[1].clock <= s.clock {
			s, kind = &streams[1], InteractiveJobs
		}
		j := &jobs[i]
		j.ID, j.Number, j.After = JobID(i), int64(i+1), NoJob
		j.Submit = simtime.Time(simtime.Duration(s.clock) * simtime.Second)
		size := s.set.size(&sizes, n.widest)
		j.Runtime = simtime.Duration(s.set.run(&runs, size)) * simtime.Second
		n.ask(&j.Request, size)
		if kind != Typeless {
			j.Queue = kind.String()
		}
		s.next()
	}
}

// talk draws the communication of each job.
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
