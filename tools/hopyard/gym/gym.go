// Package gym provides the command gym, which trains schedulers by reinforcement learning:
// other programs decide, over standard input and output, which waiting job starts next.
// The Python package in tools/gym wraps it as an environment of Gymnasium.
//
//	hopyard gym TRACE.swf --envs 64
//
// An episode runs consecutive jobs of the trace from a random place on. At each decision,
// the program sees the first waiting jobs and the machine, and names a job or waits. Jobs
// that no decision starts wait. The rewards of an episode add up to minus the mean, over
// its jobs, of the wait divided by the run time (at least 10 s): this is the mean bounded
// slowdown, apart from the part that does not depend on the decisions.
//
// The protocol is binary and little-endian. The first line of the output is JSON: the
// sizes of all parts. A request is one byte and one number for each environment:
//
//	0, int32 actions    a position in the queue; the number of jobs shown waits; -1 begins an episode; -2 does nothing
//	1, uint64 seeds     begins episodes, which the seeds determine
//
// Each request has a reply, the arrays of all environments one after the other: float64
// reward, slowdown and wait (the means of the episode, if it is over); float32 jobs and
// machine; uint8 mask and done. An action that is not possible (its mask is 0) waits, or
// starts the first job that fits if waiting is not possible either.
package gym

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"hopyard/core/engine"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Gym is the command gym.
var Gym = cli.Command{Name: "gym", Args: "FILE", Does: "let another program decide which job starts next, for reinforcement learning (tools/gym)", Run: gymCommand}

// Limits of the options.
const (
	maxEnvs   = 4096
	maxWindow = 4096
)

func gymCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	envs := f.Int("envs", 1, "run `N` environments at once, which get their decisions together")
	window := f.Int("window", 128, "show the first `N` waiting jobs")
	length := f.Int("jobs", 256, "an episode has `N` jobs")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	if err := usable(&s.Config, *envs, *window, *length); err != nil {
		return input.Prefixed(s.Name, err)
	}
	return newServer(&s.Config, *envs, *window, *length).serve(t)
}

// usable checks the options, and removes the rejected jobs of a trace from the
// configuration. It returns an error for runs that cannot be cut into episodes.
func usable(c *engine.Config, envs, window, length int) error {
	kept := make([]workload.Job, 0, len(c.Jobs))
	for i := range c.Jobs {
		j := &c.Jobs[i]
		switch {
		case j.Reject != nil:
			continue
		case j.After != workload.NoJob || j.Held != nil || j.IsHet():
			return fmt.Errorf("job %d depends on another one, and an episode has only a part of the jobs; leave after, het and dependencies out", j.Number)
		}
		kept = append(kept, *j)
	}
	c.Jobs = kept
	switch {
	case c.Elastic != nil || c.Faults != nil || len(c.Running) > 0 || len(c.Commands) > 0 || len(c.Gates) > 0:
		return errors.New("an episode has only jobs that come, run and end; leave out growth, failures, commands, and jobs that run already")
	case envs < 1 || envs > maxEnvs:
		return cli.BadUsage("--envs %d: write a number from 1 to %d", envs, maxEnvs)
	case window < 1 || window > maxWindow:
		return cli.BadUsage("--window %d: write a number from 1 to %d", window, maxWindow)
	case length < 1 || length > len(c.Jobs):
		return cli.BadUsage("--jobs %d: the trace has %d jobs; write a number from 1 to %[2]d", length, len(c.Jobs))
	}
	return nil
}

// server runs the environments of one program.
type server struct {
	envs   []*env
	window int
	done   []bool // whether each environment has no episode
	reply  []byte
	parts  parts
}

// parts are the arrays of a reply, which share its memory.
type parts struct {
	reward, slowdown, wait []float64
	jobs, machine          []float32
	mask                   []byte
}

// shape describes the reply, as the first line of the output.
type shape struct {
	Version         int      `json:"version"`
	Envs            int      `json:"envs"`
	Window          int      `json:"window"`
	Jobs            int      `json:"jobs"`
	JobFeatures     []string `json:"job_features"`
	MachineFeatures []string `json:"machine_features"`
	Bytes           int      `json:"bytes"`
}

func newServer(c *engine.Config, envs, window, length int) *server {
	s := &server{window: window, done: make([]bool, envs)}
	for i := range envs {
		s.envs = append(s.envs, newEnv(c, window, length))
		s.done[i] = true
	}
	p := &s.parts
	p.reward, p.slowdown, p.wait = make([]float64, envs), make([]float64, envs), make([]float64, envs)
	p.jobs, p.machine = make([]float32, envs*window*len(jobFeatures)), make([]float32, envs*len(machineFeatures))
	p.mask = make([]byte, envs*(window+1))
	s.reply = make([]byte, 0, 24*envs+4*len(p.jobs)+4*len(p.machine)+len(p.mask)+envs)
	return s
}

// serve answers requests until the input ends. It returns an error if a request is cut off
// or unknown.
func (s *server) serve(t *cli.Terminal) error {
	r, n := bufio.NewReaderSize(t.In, 1<<16), len(s.envs)
	head, err := json.Marshal(shape{1, n, s.window, s.envs[0].length, jobFeatures, machineFeatures, cap(s.reply)})
	if err != nil {
		return err
	}
	if err := send(t, append(head, '\n')); err != nil {
		return err
	}
	seeds, actions := make([]uint64, n), make([]int32, n)
	for {
		kind, err := r.ReadByte()
		if err == io.EOF {
			return nil
		}
		switch {
		case err != nil:
		case kind == 0:
			if err = binary.Read(r, binary.LittleEndian, actions); err == nil {
				err = s.step(actions)
			}
		case kind == 1:
			if err = binary.Read(r, binary.LittleEndian, seeds); err == nil {
				s.reset(seeds)
			}
		default:
			err = fmt.Errorf("request %d is not known; send 0 and %d actions, or 1 and %[2]d seeds", kind, n)
		}
		if err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
		if err := send(t, s.encode()); err != nil {
			return err
		}
	}
}

// send writes a reply at once.
func send(t *cli.Terminal, reply []byte) error {
	if _, err := t.Out.Write(reply); err != nil {
		return err
	}
	return t.Flush()
}

// reset begins an episode in each environment.
func (s *server) reset(seeds []uint64) {
	for i, x := range s.envs {
		s.abandon(i)
		x.seeds = rand.New(rand.NewPCG(seeds[i], 1))
		x.begin()
		s.done[i] = false
	}
	for i := range s.envs {
		s.listen(i)
	}
}

// abandon plays an episode to its end, without decisions.
func (s *server) abandon(i int) {
	for x := s.envs[i]; !s.done[i]; {
		x.act <- 0
		s.done[i] = !<-x.ask
	}
}

// step passes the actions on, and waits for the next decisions. All environments go on at
// the same time.
func (s *server) step(actions []int32) error {
	for i, a := range actions {
		switch x := s.envs[i]; {
		case a < -2 || int(a) > s.window:
			return fmt.Errorf("action %d of environment %d; send a number from -2 to %d", a, i, s.window)
		case a == -1 && x.seeds == nil || a >= 0 && s.done[i]:
			return fmt.Errorf("action %d of environment %d, which has no episode; begin one first: by its seed, and later by -1", a, i)
		case a == -1:
			s.abandon(i)
			x.begin()
			s.done[i] = false
		case a >= 0:
			x.act <- int(a)
		}
	}
	for i, a := range actions {
		if a != -2 {
			s.listen(i)
		}
	}
	return nil
}

// listen waits until an environment needs a decision, and takes its observation.
func (s *server) listen(i int) {
	x, p := s.envs[i], &s.parts
	s.done[i] = !<-x.ask
	n, m := s.window*len(jobFeatures), len(machineFeatures)
	p.reward[i], p.slowdown[i], p.wait[i] = x.reward, 0, 0
	x.reward = 0
	if s.done[i] {
		p.slowdown[i], p.wait[i] = x.slowdown/float64(x.length), x.waited/float64(x.length)
		x.shown, x.mayWait = x.shown[:0], false
	}
	x.observe(p.jobs[i*n:(i+1)*n], p.machine[i*m:(i+1)*m], p.mask[i*(s.window+1):(i+1)*(s.window+1)])
}

// encode returns the reply.
func (s *server) encode() []byte {
	b, p := s.reply[:0], &s.parts
	for _, list := range [][]float64{p.reward, p.slowdown, p.wait} {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	for _, list := range [][]float32{p.jobs, p.machine} {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
	}
	b = append(b, p.mask...)
	for _, done := range s.done {
		if done {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	return b
}
