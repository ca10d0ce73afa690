package batsim

import (
	"encoding/json"
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// carryOut carries out the decisions that are due, in their order.
func (s *Scheduler) carryOut(p *queue.Pass) error {
	all := s.later
	s.later = nil
	for i := range all {
		e := &all[i]
		if simtime.Time(e.Timestamp) > p.Now() {
			s.later = append(s.later, *e)
			continue
		}
		var d decision
		if len(e.Data) > 0 {
			if err := json.Unmarshal(e.Data, &d); err != nil {
				return fmt.Errorf("%s: its data is not that of the protocol: %w", e.Type, err)
			}
		}
		if err := s.decide(p, e.Type, &d); err != nil {
			return fmt.Errorf("%s: %w", e.Type, err)
		}
	}
	return nil
}

// decide carries out one decision.
func (s *Scheduler) decide(p *queue.Pass, kind string, d *decision) error {
	switch kind {
	case executeJob:
		return s.execute(p, d)
	case rejectJob:
		w, err := s.find(p, d.JobID)
		if err != nil {
			return err
		}
		delete(s.waiting, d.JobID)
		p.Drop(w, why.Reason{Code: why.Cancelled, Blocker: workload.NoJob})
	case killJob:
		return s.kill(p, d.JobIDs)
	case callMeLater:
		if at := simtime.Time(d.Timestamp); at > p.Now() {
			s.calls = append(s.calls, at)
		} else {
			return fmt.Errorf("it asks for a call at %v; write a time after now, %v", at, p.Now())
		}
	case setJobMetadata:
		s.unkept++
	default:
		return fmt.Errorf("this event is not supported; use %s, %s, %s, %s", executeJob, rejectJob, killJob, callMeLater)
	}
	return nil
}

// find returns a waiting job.
func (s *Scheduler) find(p *queue.Pass, id string) (*queue.Waiting, error) {
	x, ok := s.waiting[id]
	if !ok {
		if _, runs := s.running[id]; runs {
			return nil, fmt.Errorf("job %q runs already", id)
		}
		return nil, fmt.Errorf("no job %q waits; it has ended, was rejected, or was never submitted", id)
	}
	w := p.Find(x.request, x.place)
	if w == nil {
		return nil, fmt.Errorf("job %q may not start yet", id)
	}
	return w, nil
}

// execute starts a job.
func (s *Scheduler) execute(p *queue.Pass, d *decision) error {
	w, err := s.find(p, d.JobID)
	if err != nil {
		return err
	}
	where, err := placement(d.Alloc, s.machine.NumNodes())
	if err != nil {
		return fmt.Errorf("job %q: %w", d.JobID, err)
	}
	if n := int32(where.Nodes()); n != w.Size() {
		return fmt.Errorf("job %q asks for %d nodes, and the resources %q are %d", d.JobID, w.Size(), d.Alloc, n)
	}
	if free := &p.Cluster().Free; !free.Has(w.Request, where) {
		for n := range where.All {
			if one := (cluster.Placement{{First: n, Last: n, Tasks: 1}}); !free.Has(w.Request, one) {
				return fmt.Errorf("job %q on the resources %q: node %d is not free", d.JobID, d.Alloc, n)
			}
		}
	}
	p.StartAt(w, append(p.Room(), where...), why.Reason{Code: why.ByPolicy, Need: w.Size(), Have: p.Count(w), Blocker: workload.NoJob})
	return nil
}

// kill ends running jobs, and tells the scheduler so. Jobs that have ended already count as
// killed without progress.
func (s *Scheduler) kill(p *queue.Pass, ids []string) error {
	type progress struct {
		Profile  string  `json:"profile"`
		Progress float64 `json:"progress"`
	}
	how := map[string]progress{}
	for _, id := range ids {
		job, runs := s.running[id]
		if _, waits := s.waiting[id]; waits {
			return fmt.Errorf("job %q waits and does not run; reject it", id)
		}
		if !runs {
			continue
		}
		for _, limit := range p.Cluster().Limits() {
			r := p.Cluster().Job(limit.Slot)
			if r.Request.ID != job {
				continue
			}
			name, _ := profileOf(r.Request)
			how[id] = progress{name, p.Now().Sub(r.Start).Seconds() / max(r.Limit.Sub(r.Start).Seconds(), 0.001)}
			p.Preempt(limit.Slot, p.Now(), false, why.Reason{Code: why.Cancelled, Blocker: workload.NoJob})
			break
		}
	}
	s.tell(p.Now(), jobKilled, map[string]any{"job_ids": ids, "job_progress": how})
	return nil
}
