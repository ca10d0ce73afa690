package pending

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
)

// HideNames returns a copy of a snapshot, and of the text of its topology.conf, in
// which pseudonyms replace all names: of users, accounts, jobs, nodes, switches,
// partitions, QOSs, reservations and features. Equal names of one kind get equal
// pseudonyms. Nodes keep the order of their names (slurm.CompareHosts), which decides where jobs start;
// other names are numbered as they first appear in the list of jobs. There is no way
// back from a pseudonym. Free texts are left out, and so are notices, and settings but for
// those of preemption and limits, which have no names. Job
// ids, times, priorities and amounts stay. The error is that of the text of
// topology.conf; an empty text stays empty. Cost: O(names log names).
func HideNames(s *slurmstate.Snapshot, conf string) (*slurmstate.Snapshot, string, error) {
	var net slurm.Network
	if conf != "" {
		var err error
		if net, err = slurm.ParseWithin(conf, topology.MaxNodes); err != nil {
			return nil, "", fmt.Errorf("topology.conf: %w", err)
		}
	}
	h := &hider{secret: map[string]bool{}}
	h.collect(s, net.Topology)
	h.nodes(s, net.Topology)
	out := h.snapshot(s)
	if conf == "" {
		return out, "", nil
	}
	named := net.Topology.(topology.NamedNodes)
	names := make([]string, named.NumNodes())
	for n := range names {
		names[n] = h.all[aNode].as[named.NodeName(topology.NodeID(n))]
	}
	text, err := slurm.WriteAs(net.Topology, names)
	return out, text, err
}

// nameKind is a kind of names that has pseudonyms of its own.
type nameKind uint8

const (
	aUser nameKind = iota
	anAccount
	aJob
	aNode
	aPartition
	aQOS
	aReservation
	aFeature
	numNameKinds
)

// stems are the beginnings of pseudonyms. The second one is used if the first
// resembles a name.
var stems = [numNameKinds][2]string{{"user", "u"}, {"acct", "a"}, {"run", "j"}, {"node", "n"}, {"part", "p"}, {"qos", "q"}, {"resv", "r"}, {"feature", "f"}}

// shortest is the length of the shortest name that may not occur inside a pseudonym.
const shortest = 3

// pseudonyms are the pseudonyms of one kind.
type pseudonyms struct {
	stem string
	as   map[string]string
	last int
}

// hider gives pseudonyms.
type hider struct {
	secret map[string]bool // all names of at least shortest bytes, in lower case
	all    [numNameKinds]pseudonyms
}

// collect notes all names, so that pseudonyms can keep clear of them, and chooses the
// stems.
func (h *hider) collect(s *slurmstate.Snapshot, net topology.Topology) {
	note := func(_ nameKind, name string) string {
		if len(name) >= shortest {
			h.secret[strings.ToLower(name)] = true
		}
		return name
	}
	each(s, note)
	if net != nil {
		for n := range topology.NodeID(net.NumNodes()) {
			note(aNode, net.(topology.NamedNodes).NodeName(n))
		}
	}
	for k := range h.all {
		h.all[k] = pseudonyms{stem: stems[k][0], as: map[string]string{}}
		if h.reveals(stems[k][0]) {
			h.all[k].stem = stems[k][1]
		}
	}
}

// reveals reports whether a name occurs in a text, regardless of case. Cost: O(len²).
func (h *hider) reveals(text string) bool {
	text = strings.ToLower(text)
	for i := range text {
		for j := i + shortest; j <= len(text); j++ {
			if h.secret[text[i:j]] {
				return true
			}
		}
	}
	return false
}

// nodes numbers the nodes in the order of their names, with as many digits each.
func (h *hider) nodes(s *slurmstate.Snapshot, net topology.Topology) {
	seen := map[string]bool{}
	for i := range s.Nodes {
		seen[s.Nodes[i].Name] = true
	}
	for i := range s.Partitions {
		for _, n := range s.Partitions[i].Nodes {
			seen[n] = true
		}
	}
	for i := range s.Jobs {
		for _, n := range s.Jobs[i].NodeList {
			seen[n] = true
		}
	}
	if net != nil {
		for n := range topology.NodeID(net.NumNodes()) {
			seen[net.(topology.NamedNodes).NodeName(n)] = true
		}
	}
	names := slices.SortedFunc(maps.Keys(seen), slurm.CompareHosts)
	p := &h.all[aNode]
	digits := len(fmt.Sprint(2 * len(names))) // numbers that reveal a name are passed over
	for _, name := range names {
		p.as[name] = h.next(p, digits)
	}
}

// next returns the next pseudonym that does not contain a name.
func (h *hider) next(p *pseudonyms, digits int) string {
	for {
		p.last++
		if name := fmt.Sprintf("%s%0*d", p.stem, digits, p.last); !h.reveals(name) {
			return name
		}
	}
}

// hide returns the pseudonym of a name. An empty name stays empty.
func (h *hider) hide(k nameKind, name string) string {
	p := &h.all[k]
	if _, known := p.as[name]; !known && name != "" {
		p.as[name] = h.next(p, 1)
	}
	return p.as[name]
}

// snapshot returns a copy of a snapshot with pseudonyms.
func (h *hider) snapshot(s *slurmstate.Snapshot) *slurmstate.Snapshot {
	out := &slurmstate.Snapshot{
		Now: s.Now, Nodes: slices.Clone(s.Nodes), Partitions: slices.Clone(s.Partitions), Jobs: slices.Clone(s.Jobs),
		Reservations: slices.Clone(s.Reservations), Shares: slices.Clone(s.Shares), QOS: slices.Clone(s.QOS), Assocs: slices.Clone(s.Assocs),
		Settings: ruleSettings(&s.Settings),
	}
	each(out, h.hide)
	for i := range out.Nodes {
		out.Nodes[i].Reason = ""
	}
	for i := range out.Jobs {
		j := &out.Jobs[i]
		j.Reason = word(j.Reason)
		for k := range j.Parts {
			j.Parts[k].TRES = ""
		}
	}
	slices.SortStableFunc(out.Nodes, func(a, b slurmstate.Node) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// ruleSettings returns the settings of preemption and of limits.
func ruleSettings(s *slurmstate.Settings) (out slurmstate.Settings) {
	for _, x := range s.General {
		if name := strings.ToLower(x.Name); strings.HasPrefix(name, "preempt") || name == "accountingstorageenforce" {
			out.General = append(out.General, x)
		}
	}
	for _, x := range s.SchedulerParameters {
		if strings.HasPrefix(x.Name, "preempt_") {
			out.SchedulerParameters = append(out.SchedulerParameters, x)
		}
	}
	return out
}

// word returns the word of Slurm with which a reason begins; a name may follow it.
func word(reason string) string {
	if i := strings.IndexFunc(reason, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_'
	}); i >= 0 {
		return reason[:i]
	}
	return reason
}

// each replaces every name of a snapshot by what a function returns. It copies lists
// before it changes them.
func each(s *slurmstate.Snapshot, as func(nameKind, string) string) {
	list := func(k nameKind, names *[]string) {
		*names = slices.Clone(*names)
		for i, name := range *names {
			(*names)[i] = as(k, name)
		}
	}
	for i := range s.Jobs {
		j := &s.Jobs[i]
		j.User, j.Account, j.Name, j.QOS = as(aUser, j.User), as(anAccount, j.Account), as(aJob, j.Name), as(aQOS, j.QOS)
		j.Reservation, j.Features = as(aReservation, j.Reservation), as(aFeature, j.Features)
		list(aPartition, &j.Partitions)
		list(aNode, &j.NodeList)
		list(aNode, &j.ReqNodes)
		list(aNode, &j.ExcNodes)
		j.Parts = slices.Clone(j.Parts)
		for k := range j.Parts {
			j.Parts[k].Partition = as(aPartition, j.Parts[k].Partition)
		}
	}
	for i := range s.Partitions {
		p := &s.Partitions[i]
		p.Name, p.QOS = as(aPartition, p.Name), as(aQOS, p.QOS)
		list(aNode, &p.Nodes)
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		n.Name = as(aNode, n.Name)
		list(aPartition, &n.Partitions)
		list(aFeature, &n.Features)
	}
	for i := range s.Reservations {
		r := &s.Reservations[i]
		r.Name, r.Partition = as(aReservation, r.Name), as(aPartition, r.Partition)
		list(aNode, &r.Nodes)
		list(anAccount, &r.Accounts)
		r.Users = slices.Clone(r.Users)
		for k, user := range r.Users {
			name, excluded := strings.CutPrefix(user, "-")
			if r.Users[k] = as(aUser, name); excluded {
				r.Users[k] = "-" + r.Users[k]
			}
		}
	}
	for i := range s.Shares {
		x := &s.Shares[i]
		x.Account, x.User = as(anAccount, x.Account), as(aUser, x.User)
	}
	for i := range s.QOS {
		x := &s.QOS[i]
		x.Name = as(aQOS, x.Name)
		list(aQOS, &x.Preempt)
	}
	for i := range s.Assocs {
		x := &s.Assocs[i]
		x.Account, x.Parent, x.User, x.Partition = as(anAccount, x.Account), as(anAccount, x.Parent), as(aUser, x.User), as(aPartition, x.Partition)
	}
}
