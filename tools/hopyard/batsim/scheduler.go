package batsim

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Scheduler is a scheduler process that makes the decisions of one run. It serves one
// engine, which must not be cloned.
type Scheduler struct {
	socket  socket
	close   func() error
	machine *cluster.Machine
	jobs    []workload.Job
	toCome  int // number of jobs that have not been submitted

	events  []event // what has happened since the last request
	waiting map[string]waiting
	running map[string]workload.JobID
	calls   []simtime.Time // instants at which the scheduler wants to be called
	later   []event        // decisions that have not been carried out
	ready   simtime.Time   // the scheduler decides until this instant, and is told nothing before it
	begun   bool
	unkept  int // number of metadata that were not kept
}

// waiting is a job that has been submitted and not started.
type waiting struct {
	request *workload.Request
	place   queue.QueuePlace
}

// Connect connects to the scheduler that listens at an address such as
// tcp://127.0.0.1:28000, and makes it the discipline of a run. It returns an error if
// nobody listens there, or if the protocol cannot express the run.
func Connect(ctx context.Context, address string, c *engine.Config) (*Scheduler, error) {
	if err := check(c); err != nil {
		return nil, err
	}
	z, err := dial(ctx, address)
	if err != nil {
		return nil, err
	}
	s := newScheduler(z, c)
	s.close = z.Close
	return s, nil
}

// newScheduler makes the scheduler behind a socket the discipline of a run.
func newScheduler(to socket, c *engine.Config) *Scheduler {
	s := &Scheduler{socket: to, close: func() error { return nil }, machine: c.Machine, jobs: c.Jobs, waiting: map[string]waiting{}, running: map[string]workload.JobID{}}
	for i := range c.Jobs {
		if c.Jobs[i].Reject == nil {
			s.toCome++
		}
	}
	c.Queue = s
	return s
}

// check returns an error if the protocol cannot express the run.
func check(c *engine.Config) error {
	cannot := ""
	switch {
	case c.Elastic != nil:
		cannot = "jobs that change their size"
	case c.Faults != nil:
		cannot = "nodes or links that fail or move"
	case c.Sleep != nil:
		cannot = "nodes that are powered down"
	case len(c.Gates) > 0:
		cannot = "queues that are closed or stopped"
	case len(c.Running) > 0:
		cannot = "jobs that run already"
	case len(c.Commands) > 0:
		cannot = "commands to jobs"
	}
	if cannot != "" {
		return fmt.Errorf("the scenario has %s, and an external scheduler does not learn of them; leave them out", cannot)
	}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		switch {
		case j.Reject != nil:
		case j.IsHet():
			return fmt.Errorf("job %d is a part of a heterogeneous job, and an external scheduler does not learn of it; leave het out", j.Number)
		case !j.Whole() && !onePerNode(c.Machine, &j.Request):
			return fmt.Errorf("job %d asks for tasks of which a node holds several, and an external scheduler gives whole nodes; ask for nodes, or describe each core as a node", j.Number)
		}
	}
	return nil
}

// onePerNode reports whether each node holds exactly one task of a job.
func onePerNode(m *cluster.Machine, r *workload.Request) bool {
	return m.Uniform() && m.Spec(0).Resources[workload.Cores] == r.PerTask[workload.Cores] && r.PerTask[workload.Cores] > 0
}

// ReservesNodes implements queue.Reserver.
func (s *Scheduler) ReservesNodes() {}

// NewState implements queue.Stateful.
func (s *Scheduler) NewState(*queue.Config) queue.PolicyState { return &state{s: s} }

// Schedule implements queue.Policy. A pass sends one request or more. If the scheduler
// cannot be reached, or decides what is impossible, it ends the run with a queue.Failure.
func (s *Scheduler) Schedule(p *queue.Pass) {
	if p.Asking() {
		return
	}
	if err := s.schedule(p); err != nil {
		panic(&queue.Failure{ProgramError: queue.ProgramError{Problem: "the scheduler: " + err.Error()}})
	}
}

func (s *Scheduler) schedule(p *queue.Pass) error {
	if !s.begun {
		s.begun = true
		if err := s.request(0, []event{s.beginning()}); err != nil {
			return err
		}
	}
	for {
		if err := s.carryOut(p); err != nil {
			return err
		}
		if s.ready > p.Now() {
			p.WakeAt(s.ready)
			break
		}
		s.call(p.Now())
		if len(s.events) == 0 {
			break
		}
		events := s.events
		s.events = nil
		if err := s.request(p.Now(), events); err != nil {
			return err
		}
	}
	for _, at := range s.calls {
		p.WakeAt(at)
	}
	for i := range s.later {
		p.WakeAt(simtime.Time(s.later[i].Timestamp))
	}
	return nil
}

// call adds an event for the calls that are due.
func (s *Scheduler) call(now simtime.Time) {
	due := len(s.calls)
	if s.calls = slices.DeleteFunc(s.calls, func(at simtime.Time) bool { return at <= now }); len(s.calls) < due {
		s.tell(now, requestedCall, struct{}{})
	}
}

// request sends events to the scheduler and keeps the decisions of its reply.
func (s *Scheduler) request(now simtime.Time, events []event) error {
	text, err := json.Marshal(message{seconds(now), events})
	if err != nil {
		return err
	}
	answer, err := s.socket.exchange(text)
	if err != nil {
		return fmt.Errorf("it does not reply: %w", err)
	}
	var reply message
	if err := json.Unmarshal(answer, &reply); err != nil {
		return fmt.Errorf("its reply is no message of the protocol: %w", err)
	}
	if simtime.Time(reply.Now) < now {
		return fmt.Errorf("it replies at %v to a message of %v; its now must not be earlier", simtime.Time(reply.Now), now)
	}
	s.ready = simtime.Time(reply.Now)
	for i := range reply.Events {
		if e := &reply.Events[i]; e.Timestamp < seconds(now) || e.Timestamp > reply.Now {
			return fmt.Errorf("%s has the timestamp %v; keep it from %v to its now, %v", e.Type, simtime.Time(e.Timestamp), now, s.ready)
		}
	}
	s.later = append(s.later, reply.Events...)
	return nil
}

// tell adds an event to the next request.
func (s *Scheduler) tell(now simtime.Time, kind string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // impossible, because all data are structs of texts and numbers
	}
	s.events = append(s.events, event{seconds(now), kind, raw})
}

// beginning returns the event that describes the machine.
func (s *Scheduler) beginning() event {
	type resource struct {
		ID         int               `json:"id"`
		Name       string            `json:"name"`
		State      string            `json:"state"`
		Properties map[string]string `json:"properties"`
		Zone       map[string]string `json:"zone_properties"`
	}
	nodes := s.machine.NumNodes()
	all := make([]resource, nodes)
	for i := range all {
		all[i] = resource{i, fmt.Sprintf("node%d", i), "idle", map[string]string{"role": ""}, map[string]string{}}
	}
	profiles := map[string]profile{}
	for i := range s.jobs {
		name, p := profileOf(&s.jobs[i].Request)
		profiles[name] = p
	}
	raw, err := json.Marshal(map[string]any{
		"nb_resources": nodes, "nb_compute_resources": nodes, "nb_storage_resources": 0,
		"allow_compute_sharing": false, "allow_storage_sharing": false,
		"config": map[string]any{
			"redis-enabled": false, "redis-hostname": "", "redis-port": 0, "redis-prefix": "",
			"profiles-forwarded-on-submission": false, "dynamic-jobs-enabled": false, "dynamic-jobs-acknowledged": false,
			"profile-reuse-enabled": false, "sched-config": "", "forward-unknown-events": false,
		},
		"compute_resources": all, "storage_resources": []resource{},
		"workloads": map[string]string{workloadName: ""}, "profiles": map[string]any{workloadName: profiles},
	})
	if err != nil {
		panic(err) // impossible, as in tell
	}
	return event{0, simulationBegins, raw}
}

// End informs the scheduler that the run has ended, and closes the connection. It returns an
// error if jobs still wait, which the scheduler has forgotten.
func (s *Scheduler) End() error {
	defer s.close()
	if s.begun {
		if err := s.request(s.ready, append(s.events, event{seconds(s.ready), simulationEnds, json.RawMessage("{}")})); err != nil {
			return err
		}
	}
	if len(s.waiting) > 0 {
		ids := make([]string, 0, len(s.waiting))
		for id := range s.waiting {
			ids = append(ids, id)
		}
		return fmt.Errorf("the scheduler neither started nor rejected %d jobs, such as %s, and requested no further call", len(ids), slices.Min(ids))
	}
	return nil
}

// Notes returns notes about messages of the scheduler that had no effect.
func (s *Scheduler) Notes() []string {
	if s.unkept == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d messages %s of the scheduler are not kept", s.unkept, setJobMetadata)}
}

// state reports the life of the jobs to the scheduler.
type state struct {
	queue.Stateless
	s *Scheduler
}

// EndsJobs implements queue.JobEnder: the scheduler is told of all events.
func (x *state) EndsJobs() bool { return true }

// Clone implements queue.PolicyState. There is only one scheduler process, so the state
// cannot be copied. An engine whose jobs keep their sizes, and that is not recorded, does not clone it.
func (x *state) Clone() queue.PolicyState { return x }

// Admit implements queue.PolicyState.
func (x *state) Admit(w *queue.Waiting, since simtime.Time, _ bool) {
	s, r := x.s, w.Request
	id := jobID(r)
	name, _ := profileOf(r)
	s.waiting[id] = waiting{r, w.Place()}
	s.tell(since, jobSubmitted, map[string]any{"job_id": id, "job": jobData{
		ID: id, Subtime: seconds(since), Walltime: seconds(r.Walltime), Res: r.Size(), Profile: name, User: r.User,
	}})
	if s.toCome--; s.toCome == 0 {
		s.tell(since, notify, map[string]string{"type": "no_more_static_job_to_submit"})
	}
}

// Start implements queue.PolicyState.
func (x *state) Start(w *queue.Waiting, _ cluster.Placement, _ *queue.Pass) {
	id := jobID(w.Request)
	delete(x.s.waiting, id)
	x.s.running[id] = w.ID
}

// End implements queue.PolicyState.
func (x *state) End(job *cluster.Running, now simtime.Time) {
	how := walltimeReached
	if now < job.Limit {
		how = killedByScheduler
	}
	x.s.ended(job, now, how)
}

// Complete implements queue.PolicyState.
func (x *state) Complete(job *cluster.Running, now simtime.Time) {
	x.s.events = x.s.events[:len(x.s.events)-1] // what End has said
	x.s.ended(job, now, completed)
}

// The states of jobs that have ended.
const (
	completed         = "COMPLETED_SUCCESSFULLY"
	walltimeReached   = "COMPLETED_WALLTIME_REACHED"
	killedByScheduler = "COMPLETED_KILLED"
)

// ended adds an event: a job has ended.
func (s *Scheduler) ended(job *cluster.Running, now simtime.Time, how string) {
	id := jobID(job.Request)
	delete(s.running, id)
	s.tell(now, jobCompleted, map[string]any{"job_id": id, "job_state": how, "return_code": 0, "alloc": setOf(job.Placement)})
}
