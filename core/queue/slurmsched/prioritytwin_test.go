package slurmsched_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/soaktest"
	"hopyard/core/workload"
)

// association returns the association factor of a job: the priority of its user in its
// account, or of the nearest account that has one, as a part of the largest of all.
func (t *twin) association(id int) float64 {
	j, most, own := &t.jobs[id], int64(0), int64(0)
	for _, a := range t.conf.Accounts {
		most = max(most, a.Priority)
		for _, u := range a.Users {
			if most = max(most, u.Priority); a.Name == j.Group && u.Name == j.User {
				own = u.Priority
			}
		}
	}
	for a := t.account(j.Group); own == 0 && a != nil; a = t.account(a.Parent) {
		own = a.Priority
	}
	if most == 0 {
		return 0
	}
	return float64(own) / float64(most)
}

// resources returns the weighted TRES factor of a job, on nodes that have only cores.
func (t *twin) resources(id int) (sum float64) {
	j, p := &t.jobs[id], t.partition(id)
	nodes, cores, least := 0.0, 0.0, int64(0)
	for n, k := range t.cores {
		if !inside(&p, n) {
			continue
		}
		nodes, cores = nodes+1, cores+float64(k)
		if least == 0 || k < least {
			least = k
		}
	}
	asksCores, asksNodes := float64(int64(j.Tasks)*j.PerTask[workload.Cores]), 1.0
	if j.Nodes > 0 {
		asksCores, asksNodes = float64(int64(j.Nodes)*least), float64(j.Nodes)
	}
	w := t.conf.Priority.TRES
	if asksCores > 0 {
		sum += asksCores / cores * (float64(w[0]) / 1000)
	}
	return sum + asksNodes/nodes*(float64(w[2])/1000)
}

// addFactors gives associations and resources weights.
func addFactors(c *engine.Config, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0xfac))
	p := c.Queue.(slurmsched.SlurmPolicy)
	p.Config.Priority.Assoc = pick[int64](r, 0, 10, 1000, 1_000_000)
	p.Config.Priority.TRES[0], p.Config.Priority.TRES[2] = pick[int64](r, 0, 500, 100_000), pick[int64](r, 0, 1, 70_000)
	for i := range p.Config.Accounts {
		a := &p.Config.Accounts[i]
		a.Priority = pick[int64](r, 0, 0, 5, 30)
		for k := range a.Users {
			a.Users[k].Priority = pick[int64](r, 0, 0, 7, 50)
		}
	}
	c.Queue = p
}

// TestPriorityTwin compares random runs in which associations and resources count.
func TestPriorityTwin(t *testing.T) {
	differ, cases, assoc, tres := 0, 0, 0, 0
	for seed := range soaktest.Seeds(2_000) {
		c, cores := randomCase(seed)
		addFactors(&c, seed)
		log, x := runBoth(t, seed, c, cores)
		if x == nil {
			continue
		}
		cases++
		for id := range x.jobs {
			if x.association(id) > 0 && x.conf.Priority.Assoc > 0 {
				assoc++
			}
			if x.resources(id) > 0 {
				tres++
			}
		}
		if diff := difference(linesOf(&c, log), x.starts); diff != "" {
			if differ++; differ < 10 {
				t.Errorf("seed %d: %s", seed, diff)
			}
		}
	}
	t.Logf("%d cases; %d jobs whose association counts, %d whose resources do", cases, assoc, tres)
	if differ > 0 || min(assoc, tres) < cases {
		t.Errorf("%d cases differ", differ)
	}
}
