package pending

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/jsondoc"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// LiveScenario is a queue as an ordinary scenario: the running jobs hold their nodes,
// and the pending jobs wait with the priorities that they have.
type LiveScenario struct {
	Text   []byte            // in canonical form
	Jobs   map[string]int64  // ids of the jobs in the scenario, by what squeue prints
	Absent map[string]Clause // why pending jobs take no part, by what squeue prints
}

// base is the scenario to which a queue is added.
const base = `{"hopyard": 1, "cluster": {"topology": %s}, "jobs": [], "scheduler": {"queue": "slurm", "allocator": "one-per-node"}}`

// Scenario returns the queue as a scenario, in which all jobs start as the simulations
// of c predict. A job has Slurm's number as its id if that is known and no other job
// has it. Its name is its application. Names longer than scenario.MaxName are cut.
// The error is a jsondoc.Errors; it occurs if the queue is beyond the limits of
// scenarios. Cost: O(nodes + jobs).
func (c *LiveQueue) Scenario() (*LiveScenario, error) {
	shape := fmt.Sprintf(`{"kind": "flat", "nodes": %d}`, len(c.names))
	if c.conf != "" {
		shape = `{"kind": "slurm", "conf": ` + jsondoc.Quote(c.conf) + `}`
	}
	s, err := scenario.Parse(fmt.Appendf(nil, base, shape))
	if err != nil {
		return nil, err
	}
	policy := c.policy
	policy.Partitions = slices.Clone(policy.Partitions)
	for i := range policy.Partitions {
		policy.Partitions[i].Name = label(policy.Partitions[i].Name)
	}
	policy.Reservations = slices.Clone(policy.Reservations)
	for i := range policy.Reservations {
		x := &policy.Reservations[i]
		x.Name, x.Users, x.Accounts = label(x.Name), labels(x.Users), labels(x.Accounts)
		if x.Start < 0 { // scenarios have no earlier times: the period that lasts now is kept
			x.Start, x.Duration, x.Repeat = 0, x.Duration+simtime.Duration(x.Start), slurmsched.Once
		}
	}
	s.Slurm = &policy
	c.groups(&s.Cluster)
	if c.offline != nil {
		s.Faults = &scenario.Faults{Offline: c.offline}
	}
	out := &LiveScenario{Jobs: map[string]int64{}, Absent: c.left}
	numbers := c.numbers()
	for id := range c.config.Jobs {
		j, from := c.config.Jobs[id], c.jobs[id]
		j.Number, j.Application = numbers[id], label(from.Name)
		j.User, j.Group, j.Queue, j.QOS, j.Reservation = label(j.User), label(j.Group), label(j.Queue), label(j.QOS), label(j.Reservation)
		out.Jobs[from.ID] = j.Number
		if where := c.config.Running[j.ID]; where != nil {
			if s.Running == nil {
				s.Running = map[workload.JobID]cluster.Placement{}
			}
			s.Running[j.ID] = where
		}
		s.Jobs = append(s.Jobs, j)
	}
	s.Title, s.About = "The queue as it stands", c.about(out)
	if s, err = scenario.Parse(s.Canonical()); err != nil {
		return nil, err
	}
	out.Text = s.Canonical()
	return out, nil
}

// groups sets the nodes of a cluster: the first one gives the usual resources, and
// others are grouped by theirs.
func (c *LiveQueue) groups(to *scenario.Cluster) {
	m := c.config.Machine
	to.Node = *m.Spec(0)
	index := map[cluster.Spec]int{}
	for n := range topology.NodeID(m.NumNodes()) {
		spec := *m.Spec(n)
		if spec == to.Node {
			continue
		}
		i, known := index[spec]
		if !known {
			i = len(to.Groups)
			index[spec] = i
			to.Groups = append(to.Groups, scenario.NodeGroup{Spec: spec})
		}
		to.Groups[i].Nodes = to.Groups[i].Nodes.Append(n, n, 1)
	}
}

// numbers returns the id of each job in a scenario.
func (c *LiveQueue) numbers() []int64 {
	all, taken, most := make([]int64, len(c.jobs)), map[int64]bool{}, int64(0)
	for i := range c.snapshot.Jobs { // also of jobs that take no part: their numbers must not name others
		id, _, _ := strings.Cut(c.snapshot.Jobs[i].ID, "_")
		n, _ := strconv.ParseInt(id, 10, 64)
		most = max(most, n, c.snapshot.Jobs[i].Number)
	}
	for id, j := range c.jobs {
		n := j.Number
		if n == 0 {
			n, _ = strconv.ParseInt(j.ID, 10, 64)
		}
		if n > 0 && n <= scenario.MaxNumber && !taken[n] {
			all[id], taken[n], most = n, true, max(most, n)
		}
	}
	most = min(most, scenario.MaxNumber-int64(len(all)))
	for id := range all {
		for all[id] == 0 {
			if most++; !taken[most] {
				all[id], taken[most] = most, true
			}
		}
	}
	return all
}

// label returns a name in the form that scenarios allow: valid text of at most
// scenario.MaxName characters without control characters.
func label(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(name, "?"))
	if runes := []rune(name); len(runes) > scenario.MaxName {
		return string(runes[:scenario.MaxName-1]) + "…"
	}
	return name
}

func labels(all []string) (out []string) {
	for _, name := range all {
		out = append(out, label(name))
	}
	return out
}

// about returns the note of a scenario: where it comes from, what was assumed, which
// jobs have other ids, and which take no part.
func (c *LiveQueue) about(s *LiveScenario) string {
	var assumed []string
	for _, x := range c.Assumed {
		assumed = append(assumed, x.String())
	}
	text := "A Slurm cluster as its commands printed it. Assumed: " + strings.Join(assumed, "; ") + "."
	var renamed, absent []string
	for _, j := range c.jobs {
		if n := s.Jobs[j.ID]; strconv.FormatInt(n, 10) != j.ID {
			renamed = append(renamed, fmt.Sprintf("%d is %s", n, j.ID))
		}
	}
	for i := range c.snapshot.Jobs {
		if j := &c.snapshot.Jobs[i]; c.left[j.ID].Code != NoClause {
			absent = append(absent, fmt.Sprintf("%s (%s)", j.ID, j.Reason))
		}
	}
	for _, x := range []struct {
		head string
		list []string
	}{{"Take no part: ", absent}, {"Ids: ", renamed}} {
		if len(x.list) > 0 {
			text += "\n\n" + x.head + enumerate(x.list, scenario.MaxAbout/3) + "."
		}
	}
	if runes := []rune(text); len(runes) > scenario.MaxAbout {
		return string(runes[:scenario.MaxAbout-1]) + "…"
	}
	return text
}

// enumerate joins the first texts up to a length, and counts the others.
func enumerate(list []string, most int) string {
	length := 0
	for i, x := range list {
		if length += len(x) + 2; length > most {
			return strings.Join(list[:i], ", ") + fmt.Sprintf(" and %d others", len(list)-i)
		}
	}
	return strings.Join(list, ", ")
}
