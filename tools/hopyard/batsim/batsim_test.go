package batsim

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-zeromq/zmq4"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// easy is a scheduler process that knows only the protocol. It backfills as EASY does, and
// computes everything anew at each message.
type easy struct {
	t       *testing.T
	nodes   int
	free    []bool
	waiting []heldJob
	running map[string]heldJob
	seen    []string // types of events, in order
	now     float64
	ended   bool
}

type heldJob struct {
	id       string
	res      int
	walltime float64
	until    float64
	nodes    []int
}

func (x *easy) exchange(request []byte) ([]byte, error) {
	var m struct {
		Now    float64
		Events []struct {
			Timestamp float64
			Type      string
			Data      map[string]any
		}
	}
	if err := json.Unmarshal(request, &m); err != nil {
		return nil, err
	}
	if m.Now < x.now {
		x.t.Errorf("a message at %v follows one at %v", m.Now, x.now)
	}
	x.now = m.Now
	for _, e := range m.Events {
		if e.Timestamp > m.Now {
			x.t.Errorf("%s at %v in a message at %v", e.Type, e.Timestamp, m.Now)
		}
		x.seen = append(x.seen, e.Type)
		switch e.Type {
		case "SIMULATION_BEGINS":
			x.nodes, x.running = int(e.Data["nb_compute_resources"].(float64)), map[string]heldJob{}
			x.free = slices.Repeat([]bool{true}, x.nodes)
		case "JOB_SUBMITTED":
			j := e.Data["job"].(map[string]any)
			x.waiting = append(x.waiting, heldJob{id: e.Data["job_id"].(string), res: int(j["res"].(float64)), walltime: j["walltime"].(float64)})
		case "JOB_COMPLETED":
			id := e.Data["job_id"].(string)
			for _, n := range x.running[id].nodes {
				x.free[n] = true
			}
			delete(x.running, id)
		case "SIMULATION_ENDS":
			x.ended = true
		}
	}
	return x.reply(x.decide())
}

func (x *easy) reply(events []string) ([]byte, error) {
	return []byte(fmt.Sprintf(`{"now": %v, "events": [%s]}`, x.now, strings.Join(events, ", "))), nil
}

func (x *easy) decide() (events []string) {
	start := func(i int) {
		j := x.waiting[i]
		x.waiting = slices.Delete(x.waiting, i, i+1)
		for n := range x.free {
			if x.free[n] && len(j.nodes) < j.res {
				x.free[n], j.nodes = false, append(j.nodes, n)
			}
		}
		j.until = x.now + j.walltime
		x.running[j.id] = j
		events = append(events, fmt.Sprintf(`{"timestamp": %v, "type": "EXECUTE_JOB", "data": {"job_id": %q, "alloc": %q}}`, x.now, j.id, strings.Trim(fmt.Sprint(j.nodes), "[]")))
	}
	count := func() (n int) {
		for _, free := range x.free {
			if free {
				n++
			}
		}
		return n
	}
	for len(x.waiting) > 0 && x.waiting[0].res <= count() {
		start(0)
	}
	if len(x.waiting) == 0 {
		return events
	}
	for i := 1; i < len(x.waiting); {
		var ends []heldJob
		for _, j := range x.running {
			ends = append(ends, j)
		}
		slices.SortFunc(ends, func(a, b heldJob) int { return int(a.until*1000) - int(b.until*1000) })
		free, shadow := count(), 0.0
		for k := 0; k < len(ends); k++ {
			free += ends[k].res
			if free >= x.waiting[0].res && (k+1 == len(ends) || ends[k+1].until > ends[k].until) {
				shadow = ends[k].until
				break
			}
		}
		if j := x.waiting[i]; j.res <= count() && (x.now+j.walltime <= shadow || j.res <= free-x.waiting[0].res) {
			start(i)
		} else {
			i++
		}
	}
	return events
}

func flat(nodes int) *cluster.Machine {
	top, err := topology.NewFlat(nodes)
	if err != nil {
		panic(err)
	}
	return cluster.NewMachine(top, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000})
}

// drawn returns a random run on a flat machine.
func drawn(seed uint64) engine.Config {
	r := rand.New(rand.NewPCG(seed, 7))
	nodes := 2 + r.IntN(10)
	c := engine.Config{Machine: flat(nodes), Allocator: alloc.FirstFit{}, Queue: queue.EASY{}}
	at := simtime.Time(0)
	for i := range 1 + r.IntN(30) {
		at += simtime.Time(r.IntN(20)) * 1000
		wall := simtime.Duration(1+r.IntN(60)) * simtime.Second
		j := workload.Job{Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: at, Nodes: int32(1 + r.IntN(nodes)), Walltime: wall}, After: workload.NoJob}
		j.Runtime = min(wall, simtime.Duration(1+r.IntN(80))*simtime.Second)
		if r.IntN(5) == 0 {
			j.Runtime = wall + simtime.Second // killed at its walltime
		}
		c.Jobs = append(c.Jobs, j)
	}
	return c
}

// TestEASYOutside compares the runs of an EASY scheduler that knows only the protocol with
// those of the simulator's own: events, times and nodes must be equal.
func TestEASYOutside(t *testing.T) {
	for seed := range uint64(400) {
		c := drawn(seed)
		want, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		x := &easy{t: t}
		s := newScheduler(x, &c)
		got, err := engine.Run(c)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := s.End(); err != nil || !x.ended {
			t.Fatalf("seed %d: the end: %v, told: %v", seed, err, x.ended)
		}
		if a, b := plain(got), plain(want); a != b {
			t.Fatalf("seed %d:\n%s\nwant\n%s", seed, a, b)
		}
		if n := len(slices.DeleteFunc(slices.Clone(x.seen), func(s string) bool { return s != "NOTIFY" })); n != 1 {
			t.Fatalf("seed %d: the last submission is told %d times", seed, n)
		}
	}
}

// plain returns the events of a run without their reasons.
func plain(log []trace.Event) string {
	var b strings.Builder
	for i := range log {
		e := &log[i]
		fmt.Fprintln(&b, strings.TrimSpace(fmt.Sprint(e.Time, " ", e.Kind, " ", e.Job, " ", e.Placement)))
	}
	return b.String()
}

// scripted sends its replies in order, the first one to the first message after the
// beginning, and then replies without events. A reply that begins with { is a whole message.
type scripted struct {
	replies  []string
	requests []string
}

func (x *scripted) exchange(request []byte) ([]byte, error) {
	var m struct{ Now json.Number }
	if err := json.Unmarshal(request, &m); err != nil {
		return nil, err
	}
	x.requests = append(x.requests, string(request))
	events := ""
	if len(x.requests) > 1 && len(x.replies) > 0 {
		events, x.replies = x.replies[0], x.replies[1:]
		if raw, whole := strings.CutPrefix(events, "raw "); whole {
			return []byte(raw), nil
		}
	}
	return []byte(`{"now": ` + m.Now.String() + `, "events": [` + events + `]}`), nil
}

// twoJobs returns a run of two jobs of two nodes for 10 s on three nodes, submitted at 1 s.
func twoJobs() engine.Config {
	c := drawn(0)
	c.Machine = flat(3)
	c.Jobs = nil
	for i := range 2 {
		c.Jobs = append(c.Jobs, workload.Job{Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: 1000, Nodes: 2, Walltime: 10 * simtime.Second}, After: workload.NoJob, Runtime: 10 * simtime.Second})
	}
	return c
}

// TestWrongReplies sends replies that are not possible. Each ends the run with an error
// that says what is wrong.
func TestWrongReplies(t *testing.T) {
	execute := func(job, alloc string) string {
		return fmt.Sprintf(`{"timestamp": 1, "type": "EXECUTE_JOB", "data": {"job_id": %q, "alloc": %q}}`, job, alloc)
	}
	for events, want := range map[string]string{
		execute("w0!1", "0"):                                  `asks for 2 nodes, and the resources "0" are 1`,
		execute("w0!1", "0-2"):                                "are 3",
		execute("w0!1", ""):                                   "are 0",
		execute("w0!1", "1-3"):                                "from 0 to 2",
		execute("w0!1", "1 0"):                                `"0" is not a number or a range from 2 to 2`,
		execute("w0!1", "2-1"):                                "from 0 to 2",
		execute("w0!1", "-1"):                                 "from 0 to 2",
		execute("w0!1", "0 99999999999999999999"):             "from 1 to 2",
		execute("w0!1", "a-b"):                                "is not a number",
		execute("w0!1", "0 0"):                                "ascending",
		execute("w0!7", "0-1"):                                `no job "w0!7" waits`,
		execute("w1!1", "0-1"):                                `no job "w1!1" waits`,
		execute("", "0-1"):                                    `no job "" waits`,
		execute("w0!1", "0-1") + "," + execute("w0!1", "0-1"): `job "w0!1" runs already`,
		execute("w0!1", "0-1") + ",\n" + `{"timestamp": 1, "type": "REJECT_JOB", "data": {"job_id": "w0!1"}}`: "runs already",
		`{"timestamp": 1, "type": "KILL_JOB", "data": {"job_ids": ["w0!1"]}}`:                                 "reject it",
		`{"timestamp": 1, "type": "CALL_ME_LATER", "data": {"timestamp": 1}}`:                                 "write a time after now, 1",
		`{"timestamp": 1, "type": "CALL_ME_LATER", "data": {"timestamp": -5}}`:                                "not a number of seconds",
		`{"timestamp": 1, "type": "CALL_ME_LATER", "data": {"timestamp": 1e300}}`:                             "not a number of seconds",
		`{"timestamp": 1, "type": "CALL_ME_LATER", "data": []}`:                                               "its data is not",
		`{"timestamp": 1, "type": "EXECUTE_JOB", "data": {"job_id": 1, "alloc": "0-1"}}`:                      "its data is not",
		`{"timestamp": 0.5, "type": "REJECT_JOB", "data": {"job_id": "w0!1"}}`:                                "keep it from 1 to its now, 1",
		`{"timestamp": 5, "type": "REJECT_JOB", "data": {"job_id": "w0!1"}}`:                                  "keep it from 1 to its now, 1",
		`{"timestamp": 1, "type": "REGISTER_JOB", "data": {"job_id": "d!1"}}`:                                 "REGISTER_JOB: this event is not supported",
		`{"timestamp": 1, "type": "SET_RESOURCE_STATE", "data": {"resources": "0", "state": "1"}}`:            "not supported",
		`{"timestamp": 1, "type": "QUERY", "data": {"requests": {}}}`:                                         "not supported",
		`{"timestamp": 1, "type": "", "data": {}}`:                                                            "not supported",
		`raw {"now": 0.5, "events": []}`:                                                                      "must not be earlier",
		`raw {"now": "x", "events": []}`:                                                                      "no message of the protocol",
		`raw {"now": 1, "events": {}}`:                                                                        "no message of the protocol",
		`raw {"now": 1, "events": [`:                                                                          "no message of the protocol",
		"raw ":                                                                                                "no message of the protocol",
		"raw \x00":                                                                                            "no message of the protocol",
	} {
		c := twoJobs()
		newScheduler(&scripted{replies: []string{events}}, &c)
		_, err := engine.Run(c)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n  %v\n  want %s", events, err, want)
		}
	}
}

// TestOtherDecisions rejects and kills jobs, decides with a delay, and asks for calls.
func TestOtherDecisions(t *testing.T) {
	const (
		first  = `{"timestamp": 1, "type": "EXECUTE_JOB", "data": {"job_id": "w0!1", "alloc": "0,2"}}`
		call   = `{"timestamp": 1, "type": "CALL_ME_LATER", "data": {"timestamp": 4.0005}}`
		kill   = `{"timestamp": 4.001, "type": "KILL_JOB", "data": {"job_ids": ["w0!1"]}}`
		second = `{"timestamp": 4.001, "type": "EXECUTE_JOB", "data": {"job_id": "w0!2", "alloc": "0-1"}}`
	)
	for _, x := range []struct {
		name, want, told, end string
		replies               []string
	}{
		{"the second job is rejected", "1 submit 0\n1 start 0 0,2\n1 submit 1\n1 reject 1\n11 end 0 0,2\n", "", "", []string{first, `{"timestamp": 1, "type": "REJECT_JOB", "data": {"job_id": "w0!2"}}`}},
		{"the second job is forgotten", "1 submit 0\n1 start 0 0,2\n1 submit 1\n11 end 0 0,2\n", "no_more_static_job_to_submit", "neither started nor rejected 1 jobs, such as w0!2", []string{first}},
		{"the first job is killed", "1 submit 0\n1 start 0 0,2\n1 submit 1\n4.001 fail 0 0,2\n4.001 start 1 0-1\n14.001 end 1 0-1\n", `"job_progress":{"w0!1":{"profile":"walltime-10","progress":0.3001}}`, "", []string{first, call, kill, second}},
		{"the decision takes a second", "1 submit 0\n1 submit 1\n1.5 start 0 0,2\n", `{"now":2,"events":[{"timestamp":1,"type":"JOB_SUBMITTED"`, "such as w0!2", []string{`raw {"now": 2, "events": [{"timestamp": 1.5, "type": "EXECUTE_JOB", "data": {"job_id": "w0!1", "alloc": "0 2"}}]}`}},
		{"metadata", "1 submit 0\n1 start 0 0,2\n", "", "such as w0!2", []string{first, `{"timestamp": 1, "type": "SET_JOB_METADATA", "data": {"job_id": "w0!1", "metadata": "x"}}`}},
	} {
		c := twoJobs()
		to := &scripted{replies: x.replies}
		s := newScheduler(to, &c)
		log, err := engine.Run(c)
		if err != nil || !strings.HasPrefix(plain(log), x.want) {
			t.Errorf("%s: %v\n%s", x.name, err, plain(log))
		}
		if told := strings.Join(to.requests, "\n"); !strings.Contains(told, x.told) {
			t.Errorf("%s: the scheduler is told\n%s", x.name, told)
		}
		if err := s.End(); x.end == "" && err != nil || x.end != "" && (err == nil || !strings.Contains(err.Error(), x.end)) {
			t.Errorf("%s: the end: %v", x.name, err)
		}
		if (len(s.Notes()) > 0) != (x.name == "metadata") {
			t.Errorf("%s: notes %q", x.name, s.Notes())
		}
	}
}

// TestRefused connects runs that the protocol cannot express.
func TestRefused(t *testing.T) {
	for want, change := range map[string]func(c *engine.Config){
		"queues that are closed or stopped": func(c *engine.Config) { c.Gates = []queue.Gate{{}} },
		"jobs that run already":             func(c *engine.Config) { c.Running = map[workload.JobID]cluster.Placement{0: nil} },
		"nodes or links that fail":          func(c *engine.Config) { c.Faults = &faults.Timetable{} },
		"job 1 asks for tasks":              func(c *engine.Config) { c.Jobs[0].Nodes, c.Jobs[0].Tasks = 0, 2 },
		"no scheduler answers":              func(c *engine.Config) {},
	} {
		c := twoJobs()
		change(&c)
		if _, err := Connect(t.Context(), "tcp://127.0.0.1:1", &c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestOverASocket runs the outside EASY behind a real socket.
func TestOverASocket(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	rep := zmq4.NewRep(ctx)
	defer rep.Close()
	if err := rep.Listen("tcp://127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	x := &easy{t: t}
	served := make(chan error, 1)
	go func() {
		for !x.ended {
			m, err := rep.Recv()
			if err != nil {
				served <- err
				return
			}
			answer, err := x.exchange(m.Bytes())
			if err == nil {
				err = rep.Send(zmq4.NewMsg(answer))
			}
			if err != nil {
				served <- err
				return
			}
		}
		served <- nil
	}()
	c := drawn(3)
	want, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Connect(ctx, "tcp://"+rep.Addr().String(), &c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	if plain(got) != plain(want) {
		t.Errorf("%s\nwant\n%s", plain(got), plain(want))
	}
}
