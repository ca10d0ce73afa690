package queuetest_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queuetest"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
)

// TestEverything checks the contract of every discipline with every allocator,
// growth method and failure model. Machines and networks vary from case to case,
// and sizes, users and limits are drawn at random. Impossible cases are skipped,
// for example if the allocator does not support the machine. The test tries every
// fifth combination, which covers every pair of components. With HOPYARD_SOAK it
// tries all combinations, and with HOPYARD_CASES=n it tries n cases of each.
func TestEverything(t *testing.T) {
	rounds, _ := strconv.Atoi(os.Getenv("HOPYARD_CASES"))
	possible, growths, requeues := 0, 0, 0
	for x := range every(max(rounds, 1)) {
		if rounds == 0 && !soaktest.Picks(int(x.seed), 5) {
			continue
		}
		seen, ok := checkCase(t, x)
		if !ok {
			continue
		}
		possible++
		growths += seen[trace.Grow]
		requeues += seen[trace.Requeue]
	}
	if !t.Failed() && (possible < soaktest.Part(1500, 5) || growths < soaktest.Part(300, 5)) {
		t.Errorf("%d cases with %d growths and %d stops: too few to prove anything", possible, growths, requeues)
	}
	t.Logf("%d cases, %d growths, %d stops", possible, growths, requeues)
}

// every yields the cases of all combinations. The parameter rounds is the number of
// cases for each combination. Machine shapes and networks rotate from case to case.
func every(rounds int) func(yield func(everyCase) bool) {
	return func(yield func(everyCase) bool) {
		seed := uint64(0)
		for range rounds {
			for q := range disciplines {
				for a := range allocators {
					for g := range growths {
						for f := range failures {
							seed++
							x := everyCase{seed, q, a, int(seed*7/3) % len(shapes), g, f, 0}
							if failures[f].name == "links" {
								x.network = 2
							} else if seed%5 == 0 {
								x.network = 1 + int(seed/5)%2
							}
							if !yield(x) {
								return
							}
						}
					}
				}
			}
		}
	}
}

// checkCase checks the contract for a case, unless the case is impossible. It
// returns how often each kind of event occurred, and whether the case was possible.
func checkCase(t *testing.T, x everyCase) (seen map[trace.EventKind]int, possible bool) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%v: panics: %v", x, p)
		}
	}()
	c, promise := x.config()
	if a, ok := c.Allocator.(alloc.Restricted); ok {
		for i := range c.Jobs {
			if a.Accepts(c.Machine.Topology, &c.Jobs[i].Request) != nil {
				return nil, false // the job would wait forever
			}
		}
	}
	tape, err := engine.NewRecording(c)
	if err != nil {
		return nil, false
	}
	if !tape.Extend(100_000) {
		t.Errorf("%v: does not end", x)
		return nil, true
	}
	if err := queuetest.Check(c, promise); err != nil {
		t.Errorf("%v: %v", x, err)
		return nil, true
	}
	if disciplines[x.queue].Allotted {
		if err := queuetest.CheckShares(c); err != nil {
			t.Errorf("%v: shares: %v", x, err)
		}
	}
	seen = map[trace.EventKind]int{}
	for i := range tape.Log() {
		seen[tape.Log()[i].Kind]++
	}
	if x.seed%3 == 0 {
		if err := seeks(c, tape); err != nil {
			t.Errorf("%v: %v", x, err)
		}
	}
	return seen, true
}

// seeks moves to some steps of a recording. At each step it compares the engine's
// state with the state in a forward run.
func seeks(c engine.Config, tape *engine.Recording) error {
	forward, err := engine.New(c)
	if err != nil {
		return err
	}
	for n := range tape.Len() {
		for s, ok := forward.Step(); ok && len(s.Events)+len(s.Speeds) == 0 && s.Trigger != queue.Staging; s, ok = forward.Step() {
		}
		if n%7 > 0 && n+1 < tape.Len() {
			continue
		}
		if a, b := picture(forward), picture(tape.Seek(n+1)); a != b {
			return fmt.Errorf("step %d: wound back\n%s\nforward\n%s", n+1, b, a)
		}
	}
	return nil
}

// picture returns a text with everything that can be observed of an engine's state.
func picture(e *engine.Engine) string {
	var text strings.Builder
	failed, noticed := e.Down()
	fmt.Fprint(&text, e.Now(), e.Pending(), e.State().Limits(), e.Growths(), e.Accounts(), e.Table(), e.Priorities(), failed, noticed, e.LinksDown())
	for _, job := range e.State().AppendRunning(nil) {
		fmt.Fprintf(&text, "\njob %d on %v until %v", job.Request.Number, job.Placement, job.Limit)
	}
	return text.String()
}

// FuzzEverything checks random cases, in which the components are drawn as well.
func FuzzEverything(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(seed, uint8(seed), uint8(seed*5), uint8(seed*3), uint8(seed), uint8(seed/2), uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, q, a, s, g, fs, n uint8) {
		checkCase(t, everyCase{
			seed, int(q) % len(disciplines), int(a) % len(allocators), int(s) % len(shapes),
			int(g) % len(growths), int(fs) % len(failures), int(n) % 3,
		})
	})
}

// TestGrowthsDelayNobodyWhoIsFirst checks that no growing job delays the job that a
// discipline would start first. This must hold for every discipline, whether or not
// it has an order of its own. Disciplines that decide in rounds are left out. They
// protect the first job of the queue, with which every round begins, but may place
// other jobs of the round before it.
func TestGrowthsDelayNobodyWhoIsFirst(t *testing.T) {
	for q, d := range disciplines {
		if e, _ := engine.New(engine.Config{Machine: cluster.NewMachine(shapes[0], cluster.Spec{Speed: 1000}), Queue: d.New(setup(rand.New(rand.NewPCG(1, 1)), 9)), Allocator: alloc.FirstFit{}}); e.Reports() {
			continue
		}
		t.Run(d.Name.Name, func(t *testing.T) {
			growths, rigid := 0, false
			for seed := range soaktest.Seeds(500) {
				x := everyCase{seed: seed, queue: q, allocator: int(seed) % 3, shape: int(seed) % 3, elastic: 1}
				c, _ := x.config()
				rigid = queuetest.Rigid(c.Queue)
				for i := range c.Jobs { // a moldable job may start with fewer nodes than it asks for, and therefore at any time
					if c.Jobs[i].Elastic != nil {
						c.Jobs[i].Elastic.Moldable = false
					}
				}
				if s, ok := c.Queue.(deadline.DeadlinePolicy); ok { // few jobs grow while less is allotted
					s.Allotments.Changes = nil
					c.Queue = s
				}
				if h, ok := c.Queue.(hybrid.HybridPolicy); ok { // under soft limits, less is promised than the hard limits may allow
					for i := range h.Limits {
						h.Limits[i].Soft = h.Limits[i].Hard
					}
				}
				n, err := queuetest.CheckGrowths(c)
				if growths += n; err != nil && n > 0 { // if no growth was checked, the case is impossible
					t.Fatalf("%v: %v", x, err)
				}
			}
			if rigid {
				if growths > 0 {
					t.Errorf("%d growths", growths)
				}
				return
			}
			if growths < 5 {
				t.Errorf("only %d growths beside waiting jobs", growths)
			}
			t.Logf("%d growths", growths)
		})
	}
}
