// Package batsim lets an external scheduler make the decisions of a run. The
// scheduler is a process that speaks Batsim's protocol, such as batsched or one that is
// written with pybatsim. It needs no change.
//
// [Connect] opens the socket. The [Scheduler] that it returns is a queue.Policy: each
// scheduling pass tells the process what has happened since the pass before, waits for its
// reply, and carries out the decisions. [Scheduler.End] tells it that the run is over.
//
// The messages are those of Batsim 4 (docs/protocol.rst of its version 4.2.1): JSON over a
// request-reply socket of ZeroMQ, without Redis and without jobs that the scheduler
// registers. Batsim 5 replaces the protocol; it is not released yet.
package batsim

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-zeromq/zmq4"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// workloadName is the name of the workload in the ids of jobs.
const workloadName = "w0"

// message is a request to the scheduler or its reply.
type message struct {
	Now    seconds `json:"now"`
	Events []event `json:"events"`
}

type event struct {
	Timestamp seconds         `json:"timestamp"`
	Type      string          `json:"type"`
	Data      json.RawMessage `json:"data"`
}

// seconds is a time in whole milliseconds, encoded in seconds.
type seconds simtime.Time

// MarshalJSON implements json.Marshaler.
func (s seconds) MarshalJSON() ([]byte, error) {
	return simtime.Time(s).AppendText(nil), nil
}

// latest is the latest time that a scheduler may name.
const latest = 1e15

// UnmarshalJSON implements json.Unmarshaler. Parts of a millisecond are rounded up, so
// that nothing happens earlier than the scheduler says.
func (s *seconds) UnmarshalJSON(text []byte) error {
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || x != x || x < 0 || x > latest/1000 {
		return fmt.Errorf("the time %s is not a number of seconds from 0 to %g", text, latest/1000)
	}
	ms := seconds(x * 1000)
	if float64(ms) < x*1000-1e-3 { // what floats lose is far less than a microsecond
		ms++
	}
	*s = ms
	return nil
}

// The types of events that are sent or understood.
const (
	simulationBegins = "SIMULATION_BEGINS"
	simulationEnds   = "SIMULATION_ENDS"
	jobSubmitted     = "JOB_SUBMITTED"
	jobCompleted     = "JOB_COMPLETED"
	jobKilled        = "JOB_KILLED"
	requestedCall    = "REQUESTED_CALL"
	notify           = "NOTIFY"
	executeJob       = "EXECUTE_JOB"
	rejectJob        = "REJECT_JOB"
	killJob          = "KILL_JOB"
	callMeLater      = "CALL_ME_LATER"
	setJobMetadata   = "SET_JOB_METADATA"
)

// profile describes what a job does. It says what a scheduler may know: the job runs for
// its walltime at most.
type profile struct {
	Type  string  `json:"type"`
	Delay seconds `json:"delay"`
}

// profileOf returns the name and the profile of a job. Jobs with the same walltime share
// them.
func profileOf(r *workload.Request) (string, profile) {
	return "walltime-" + simtime.Time(r.Walltime).String(), profile{"delay", seconds(r.Walltime)}
}

// jobData is the description of a submitted job.
type jobData struct {
	ID       string  `json:"id"`
	Subtime  seconds `json:"subtime"`
	Walltime seconds `json:"walltime"`
	Res      int32   `json:"res"`
	Profile  string  `json:"profile"`
	User     string  `json:"user,omitempty"`
}

// decision is the data of the events that schedulers send.
type decision struct {
	JobID     string   `json:"job_id"`
	JobIDs    []string `json:"job_ids"`
	Alloc     string   `json:"alloc"`
	Timestamp seconds  `json:"timestamp"`
}

// jobID returns the id of a job in the protocol.
func jobID(r *workload.Request) string {
	return workloadName + "!" + strconv.FormatInt(r.Number, 10)
}

// setOf writes a placement as a set of resource numbers, such as "0-3 7".
func setOf(p cluster.Placement) string { return strings.ReplaceAll(p.String(), ",", " ") }

// placement reads a set of resource numbers as one task on each of these nodes. The
// numbers must ascend. It returns an error for a set that is malformed or not below n.
func placement(set string, n int) (cluster.Placement, error) {
	var p cluster.Placement
	next := 0 // the smallest number that may follow
	for _, part := range strings.FieldsFunc(set, func(r rune) bool { return r == ' ' || r == ',' }) {
		first, last, ranged := strings.Cut(part, "-")
		from, err := strconv.Atoi(first)
		to := from
		if ranged && err == nil {
			to, err = strconv.Atoi(last)
		}
		if err != nil || from < next || to < from || to >= n {
			return nil, fmt.Errorf("the resources %q: %q is not a number or a range from %d to %d; write them ascending, such as \"0-3 7\"", set, part, next, n-1)
		}
		p, next = p.Append(topology.NodeID(from), topology.NodeID(to), 1), to+1
	}
	return p, nil
}

// socket sends requests and returns replies.
type socket interface {
	exchange(request []byte) (reply []byte, err error)
}

// zmqSocket is a request socket of ZeroMQ.
type zmqSocket struct{ zmq4.Socket }

// mostReply is the maximum number of bytes of a reply.
const mostReply = 64 << 20

func (s zmqSocket) exchange(request []byte) ([]byte, error) {
	if err := s.Send(zmq4.NewMsg(request)); err != nil {
		return nil, err
	}
	reply, err := s.Recv()
	if err != nil {
		return nil, err
	}
	if text := reply.Bytes(); len(text) <= mostReply {
		return text, nil
	}
	return nil, fmt.Errorf("a reply of %d bytes; send at most %d", len(reply.Bytes()), mostReply)
}

// dial connects to the scheduler that listens at an address such as
// tcp://127.0.0.1:28000.
func dial(ctx context.Context, address string) (zmqSocket, error) {
	s := zmqSocket{zmq4.NewReq(ctx)}
	if err := s.Dial(address); err != nil {
		s.Close()
		return zmqSocket{}, fmt.Errorf("no scheduler answers at %s: %w; start it first, such as batsched --socket-endpoint %s, with tcp://*: in place of the host", address, err, address)
	}
	return s, nil
}
