package gym

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
)

// drawn returns jobs of a workload model on a flat machine of 64 nodes.
func drawn(tb testing.TB, jobs int) engine.Config {
	tb.Helper()
	top, err := topology.NewFlat(64)
	if err != nil {
		tb.Fatal(err)
	}
	spec := cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}
	model := workload.Lublin{Jobs: jobs, Seed: 1, Load: 900, Estimates: workload.TsafrirEstimates}
	list, err := model.Generate([]workload.NodeKind{{Nodes: 64, Speed: spec.Speed, Resources: spec.Resources}})
	if err != nil {
		tb.Fatal(err)
	}
	return engine.Config{Machine: cluster.NewMachine(top, spec), Allocator: alloc.FirstFit{}, Jobs: list, Queue: queue.FCFS{}}
}

// TestFirstComeFirstServed always starts the first job, or waits if it does not fit. The
// figures must be those of FCFS, and the rewards must add up to them.
func TestFirstComeFirstServed(t *testing.T) {
	for seed := range uint64(20) {
		c := drawn(t, 2000)
		s := newServer(&c, 1, 16, 300)
		s.reset([]uint64{seed})
		x, reward := s.envs[0], s.parts.reward[0]
		for !s.done[0] {
			action := int32(16)
			if s.parts.mask[0] == 1 {
				action = 0
			}
			if err := s.step([]int32{action}); err != nil {
				t.Fatal(err)
			}
			reward += s.parts.reward[0]
		}
		own := c
		own.Jobs = x.jobs
		log, err := engine.Run(own)
		if err != nil {
			t.Fatal(err)
		}
		about := metrics.Subject{Machine: own.Machine, Jobs: own.Jobs}
		f := about.Summarize(log)
		if math.Abs(f.MeanWait-s.parts.wait[0]) > 1e-6 || math.Abs(f.MeanBoundedSlowdown-s.parts.slowdown[0]) > 1e-6 {
			t.Errorf("seed %d: wait %v and slowdown %v, want %v and %v", seed, s.parts.wait[0], s.parts.slowdown[0], f.MeanWait, f.MeanBoundedSlowdown)
		}
		if want := -waitOverRun(own.Jobs, log); math.Abs(reward-want) > 1e-6*math.Abs(want)+1e-9 {
			t.Errorf("seed %d: the rewards add up to %v, want %v", seed, reward, want)
		}
	}
}

// waitOverRun returns the mean of the waits divided by the run times, at least 10 s.
func waitOverRun(jobs []workload.Job, log []trace.Event) (sum float64) {
	for i, o := range metrics.Outcomes(jobs, log) {
		sum += o.First.Sub(o.Submit).Seconds() / max(min(jobs[i].Runtime, jobs[i].Walltime).Seconds(), 10)
	}
	return sum / float64(len(jobs))
}

// TestEnvironmentsAreIndependent takes random actions, also impossible ones, in several
// environments at once, and the same ones in each environment alone.
func TestEnvironmentsAreIndependent(t *testing.T) {
	const envs, window, steps = 5, 8, 3000
	c := drawn(t, 1000)
	together := newServer(&c, envs, window, 50)
	var alone [envs]*server
	seeds := make([]uint64, envs)
	for i := range alone {
		alone[i], seeds[i] = newServer(&c, 1, window, 50), uint64(i)
		alone[i].reset(seeds[i : i+1])
	}
	together.reset(seeds)
	r := rand.New(rand.NewPCG(1, 1))
	over := 0
	for range steps {
		actions := make([]int32, envs)
		for i := range actions {
			switch actions[i] = int32(r.IntN(window + 1)); {
			case together.done[i]:
				actions[i] = -1
				over++
			case r.IntN(50) == 0:
				actions[i] = -2
			case r.IntN(200) == 0:
				actions[i] = -1
			}
		}
		if err := together.step(actions); err != nil {
			t.Fatal(err)
		}
		for i, a := range alone {
			if err := a.step(actions[i : i+1]); err != nil {
				t.Fatal(err)
			}
			n := len(a.parts.jobs)
			if a.parts.reward[0] != together.parts.reward[i] && actions[i] != -2 || a.parts.slowdown[0] != together.parts.slowdown[i] ||
				!equal(a.parts.jobs, together.parts.jobs[i*n:(i+1)*n]) || !bytes.Equal(a.parts.mask, together.parts.mask[i*(window+1):(i+1)*(window+1)]) {
				t.Fatalf("environment %d differs alone", i)
			}
		}
		for _, v := range append(together.parts.jobs, together.parts.machine...) {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("a feature is %v", v)
			}
		}
	}
	if over == 0 {
		t.Error("no episode has ended")
	}
}

func equal(a, b []float32) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestServe speaks the protocol, with requests that are right, wrong and cut off.
func TestServe(t *testing.T) {
	c := drawn(t, 100)
	request := func(kind byte, list any) string {
		var b bytes.Buffer
		b.WriteByte(kind)
		if err := binary.Write(&b, binary.LittleEndian, list); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	begin := request(1, []uint64{1, 2})
	for _, x := range []struct {
		in, want string
		replies  int
	}{
		{"", "", 0},
		{begin, "", 1},
		{begin + request(0, []int32{0, 4}) + request(0, []int32{-1, -2}), "", 3},
		{request(0, []int32{0, 0}), "begin one first", 0},
		{request(0, []int32{-1, -1}), "begin one first", 0},
		{begin + request(0, []int32{0, 5}), "send a number from -2 to 4", 1},
		{begin + request(0, []int32{-3, 0}), "send a number from -2 to 4", 1},
		{begin[:9], "unexpected EOF", 0},
		{begin + "\x00", "EOF", 1},
		{"\x02", "request 2 is not known", 0},
	} {
		s := newServer(&c, 2, 4, 20)
		var out bytes.Buffer
		err := s.serve(&cli.Terminal{In: strings.NewReader(x.in), Out: &out})
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%q: %v, want %s", x.in, err, x.want)
		}
		line, rest, _ := strings.Cut(out.String(), "\n")
		var head shape
		if err := json.Unmarshal([]byte(line), &head); err != nil || head.Envs != 2 || head.Window != 4 || head.Jobs != 20 {
			t.Errorf("head %s: %v", line, err)
		}
		if len(rest) != x.replies*head.Bytes {
			t.Errorf("%q: %d bytes of replies, want %d of %d", x.in, len(rest), x.replies, head.Bytes)
		}
	}
}

// BenchmarkDecisions measures decisions of 64 environments that are shown 128 jobs, with
// their observations encoded.
func BenchmarkDecisions(b *testing.B) {
	const envs = 64
	c := drawn(b, 20_000)
	s := newServer(&c, envs, 128, 1000)
	seeds, actions := make([]uint64, envs), make([]int32, envs)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	s.reset(seeds)
	for range b.N {
		for i := range actions {
			if actions[i] = 128; s.done[i] {
				actions[i] = -1
			} else if at := bytes.IndexByte(s.parts.mask[i*129:(i+1)*129], 1); at >= 0 {
				actions[i] = int32(at)
			}
		}
		if err := s.step(actions); err != nil {
			b.Fatal(err)
		}
		if _, err := io.Discard.Write(s.encode()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*envs/b.Elapsed().Seconds(), "decisions/s")
}
