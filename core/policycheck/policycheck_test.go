package policycheck_test

import (
	"slices"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/policycheck"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/core/why"
)

// named returns a runner that uses the built-in discipline and the queue order of
// the given names.
func named(name, order string) policycheck.PolicyRunner {
	return func(s *scenario.Scenario) (engine.Config, error) {
		s.Scheduler.Queue, s.Scheduler.Order, s.Scheduler.Allocator = name, order, "first-fit"
		if policies.DisciplineOf(name).Allotted {
			s.Allotments = &scenario.Allotments{Share: 500}
			for _, user := range []string{"", "a", "b", "c"} {
				s.Allotments.Users = append(s.Allotments.Users, scenario.Allotment{User: user, Nodes: 1 << 20, Share: 1000})
			}
		}
		if policies.DisciplineOf(name).Quotas {
			s.ClusterQueues = queuetest.Quotas(1<<20, "", "a", "b", "c").Queues
		}
		return s.Config()
	}
}

// given returns a runner for a policy that is defined in the test.
func given(p queue.Policy) policycheck.PolicyRunner {
	return func(s *scenario.Scenario) (engine.Config, error) {
		c, err := s.Config()
		c.Queue = p
		return c, err
	}
}

func run(t *policycheck.Check) []policycheck.Finding {
	for t.Step() {
	}
	return t.Findings()
}

func kindsOf(findings []policycheck.Finding) (all []policycheck.FindingKind) {
	for _, f := range findings {
		all = append(all, f.Kind)
	}
	return all
}

// TestDisciplinesPass checks that the built-in disciplines have no findings other
// than those that are intended.
func TestDisciplinesPass(t *testing.T) {
	const strict, starving = 1 << policycheck.Idle, 1 << policycheck.Starvation
	meant := map[string]int{
		"fcfs": strict, "mpfs-scan": 1<<policycheck.HeadLate | starving, "easy": 0, "conservative": 0, "conservative-rebuild": 0,
		"batch":    strict | 1<<policycheck.HeadLate | 1<<policycheck.Worse,
		"deadline": strict | 1<<policycheck.HeadLate | starving | 1<<policycheck.Worse,
		"kueue":    1<<policycheck.HeadLate | starving,
		"slurm":    strict | starving, // it plans in whole minutes, and jobs have priorities
		"hybrid":   strict,            // its reservations may keep nodes free
	}
	for _, d := range policies.Disciplines() {
		for _, o := range policies.Orders() {
			allowed := meant[d.Name.Name]
			if o.Name != "submit" {
				allowed |= starving
			}
			if o.Name == "longest" || o.Name == "largest" || o.Name == "priority" {
				allowed |= 1 << policycheck.Worse
			}
			t.Run(d.Name.Name+" "+o.Name, func(t *testing.T) {
				x := policycheck.Of(named(d.Name.Name, o.Name), 1, soaktest.Part(policycheck.Cases, 8))
				for _, f := range run(x) {
					t.Logf("%v: %d of %d, %d jobs: %s", f.Kind, f.Found, f.Of, f.Jobs, f.Title)
					if allowed>>f.Kind&1 == 0 {
						t.Errorf("%v in %d of %d: %s\n%s", f.Kind, f.Found, f.Of, f.Title, f.Scenario.Canonical())
					}
				}
			})
		}
	}
}

type schedule func(p *queue.Pass)

func (f schedule) Schedule(p *queue.Pass) { f(p) }

// TestPlanted runs the check on policies written in Go, each of which has one kind
// of problem. The check must find this problem in a small case.
func TestPlanted(t *testing.T) {
	runs := 0
	for _, c := range []struct {
		name   string
		policy policycheck.PolicyRunner
		want   policycheck.FindingKind
		most   int // upper limit for the number of jobs in the smallest case
	}{
		{"fails", given(schedule(func(p *queue.Pass) {
			if p.Len() > 2 {
				panic(&queue.Failure{ProgramError: queue.ProgramError{Line: 7, Problem: "there are too many"}})
			}
			queue.FCFS{}.Schedule(p)
		})), policycheck.Error, 4},
		{"counts its runs", func(s *scenario.Scenario) (engine.Config, error) {
			c, err := s.Config()
			if runs++; runs%2 == 0 {
				c.Queue = queue.FCFS{}
			}
			return c, err
		}, policycheck.Differs, 4},
		{"forgets wide jobs", given(schedule(func(p *queue.Pass) {
			for w := range p.Waiting() {
				if int(w.Size()) < p.Machine().NumNodes() {
					p.Start(w, why.FitsNow)
				}
			}
		})), policycheck.NeverStarts, 1},
		{"one a pass", given(schedule(func(p *queue.Pass) { p.StartHead() })), policycheck.NotIdempotent, 3},
		{"backfills whatever fits", given(schedule(func(p *queue.Pass) {
			for w := range p.Waiting() {
				p.Start(w, why.FitsNow)
			}
		})), policycheck.HeadLate, 4},
		{"promises and forgets", given(schedule(func(p *queue.Pass) {
			for p.StartHead() {
			}
			if head := p.Head(); head != nil {
				p.Reserve(head)
			}
			for w := range p.Waiting() {
				if w != p.Head() {
					p.Start(w, why.FitsNow)
				}
			}
		})), policycheck.Broken, 4},
		{"is strict", named("fcfs", "submit"), policycheck.Idle, 3},
		{"prefers long jobs", named("fcfs", "longest"), policycheck.Worse, 4},
		{"prefers small jobs", named("easy", "smallest"), policycheck.Starvation, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := policycheck.Of(c.policy, 1, 200)
			found := run(x)
			i := slices.Index(kindsOf(found), c.want)
			if i < 0 {
				t.Fatalf("%v was not found, but %v", c.want, kindsOf(found))
			}
			f := found[i]
			t.Logf("%d of %d, %d jobs at %v: %s", f.Found, f.Of, f.Jobs, f.At, f.Title)
			if f.Jobs > c.most || f.Jobs != len(f.Scenario.Jobs) || f.Found < 1 || f.Found > f.Of {
				t.Errorf("%d jobs, at most %d will do; found in %d of %d\n%s", f.Jobs, c.most, f.Found, f.Of, f.Scenario.Canonical())
			}
			if done, all := x.Progress(); !x.Done() || done != all || slices.Contains(x.Passed(), c.want) {
				t.Errorf("done: %v, %d of %d, passed %v", x.Done(), done, all, x.Passed())
			}
		})
	}
}

// TestSameSeed checks that the same seed gives the same findings.
func TestSameSeed(t *testing.T) {
	var first []policycheck.Finding
	for i := range 2 {
		found := run(policycheck.Of(named("mpfs-scan", "submit"), 3, 100))
		if i == 0 {
			first = found
			continue
		}
		if len(found) == 0 || !slices.Equal(kindsOf(found), kindsOf(first)) {
			t.Fatalf("%v, and before %v", kindsOf(found), kindsOf(first))
		}
		for k, f := range found {
			if string(f.Scenario.Canonical()) != string(first[k].Scenario.Canonical()) || f.Title != first[k].Title || f.At != first[k].At {
				t.Errorf("%v: %s, and before %s", f.Kind, f.Title, first[k].Title)
			}
		}
	}
}

// TestErrorsEnd checks that the check of a policy that always fails stops early.
func TestErrorsEnd(t *testing.T) {
	x := policycheck.Of(given(schedule(func(*queue.Pass) { panic(&queue.Failure{ProgramError: queue.ProgramError{Problem: "no"}}) })), 1, policycheck.Cases)
	found := run(x)
	if len(found) != 1 || found[0].Kind != policycheck.Error || found[0].Jobs != 1 || x.Tried() > 2*policycheck.MaxErrors || x.Passed() != nil {
		t.Fatalf("%d tried, %+v, passed %v", x.Tried(), found, x.Passed())
	}
	if !x.Done() || x.Step() {
		t.Error("it goes on")
	}
}

// TestWorldsAreWhatTheyMean checks that almost all generated workloads can be run.
// They must also have the intended variety.
func TestWorldsAreWhatTheyMean(t *testing.T) {
	jobs, most, tasks, killed, ties := 0, 0, 0, 0, 0
	x := policycheck.Of(func(s *scenario.Scenario) (engine.Config, error) {
		c, err := s.Config()
		most = max(most, len(c.Jobs))
		for i := range c.Jobs {
			j := &c.Jobs[i]
			jobs++
			tasks += int(min(j.Tasks, 1))
			if j.Runtime > j.Walltime {
				killed++
			}
			if i > 0 && j.Submit == c.Jobs[i-1].Submit {
				ties++
			}
		}
		return c, err
	}, 1, policycheck.Cases)
	run(x)
	if x.Tried() < policycheck.Cases*99/100 {
		t.Errorf("only %d of %d workloads could be tried", x.Tried(), policycheck.Cases)
	}
	if most < 12 || tasks < jobs/50 || killed < jobs/50 || ties < jobs/10 {
		t.Errorf("%d jobs, at most %d, %d of tasks, %d killed, %d at one instant", jobs, most, tasks, killed, ties)
	}
}
