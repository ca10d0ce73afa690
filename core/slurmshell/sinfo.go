package slurmshell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// The formats of sinfo. Source: SOURCES.md SLURM.14.
const (
	infoFormat      = "%9P %.5a %.10l %.6D %.6t %N"
	infoLongFormat  = "%9P %.5a %.10l %.10s %.4r %.8h %.10g %.6D %.11T %N"
	nodesFormat     = "%9N %.6D %.9P %6t"
	nodesLongFormat = "%9N %.6D %.9P %.11T %4c %.8z %.6m %.8d %.6w %.8f %20E"
)

const infoOptions = "N/Node l/long p/partition= n/nodes= t/states= o/format= h/noheader s/summarize help"

// infoRow is a line of sinfo: nodes of a partition that are alike.
type infoRow struct {
	p     *partition
	state string
	nodes []topology.NodeID
	most  workload.Resources // of the first node
}

// stateOfNode returns the state of a node in full.
func (w *world) stateOfNode(n topology.NodeID) string {
	x := &w.nodes[n]
	has := w.machine.Spec(n).Resources
	switch {
	case x.down:
		return "down"
	case x.running == 0:
		return "idle"
	case x.cores >= has[workload.Cores] && has[workload.Cores] > 0:
		return "allocated"
	}
	return "mixed"
}

// shortState returns a state of nodes as the column STATE of sinfo has it.
func shortState(state string) string {
	switch state {
	case "allocated":
		return "alloc"
	case "mixed":
		return "mix"
	}
	return state
}

// sinfo prints partitions and nodes.
func (s *Session) sinfo(args []string) ShellAnswer {
	g, err := parse("sinfo", optionsOf(infoOptions), args, false)
	switch {
	case err != nil:
		return failure("%v", err)
	case len(g.words) > 0:
		return failure("sinfo: error: Unrecognized option: %s\nTry \"sinfo --help\" for more information", clip(g.words[0]))
	}
	rows := s.infoRows(&g)
	format := infoFormat
	switch {
	case g.has("format"):
		format = g.values["format"]
	case g.has("Node") && g.has("long"):
		format = nodesLongFormat
	case g.has("Node"):
		format = nodesFormat
	case g.has("long"):
		format = infoLongFormat
	}
	text, err := table("sinfo", format, len(rows), !g.has("noheader"), func(row int, letter string) (string, bool) {
		if row < 0 {
			return infoTitle(letter)
		}
		return s.infoValue(&rows[row], letter)
	})
	if err == nil && g.has("long") && !g.has("noheader") {
		text = longDate(s.now) + "\n" + text
	}
	return printed(text, err)
}

// infoRows returns the lines: for each node and partition with -N, otherwise for each
// state in each partition.
func (s *Session) infoRows(g *given) (rows []infoRow) {
	for i := range s.partitions {
		p := &s.partitions[i]
		if names := g.list("partition"); len(names) > 0 && !slices.Contains(names, p.name) {
			continue
		}
		for n := range p.nodes.All {
			state := s.stateOfNode(n)
			if names := g.list("nodes"); len(names) > 0 && !slices.Contains(names, s.nodeName(n)) {
				continue
			}
			if states := g.list("states"); len(states) > 0 && !slices.ContainsFunc(states, func(x string) bool { return strings.EqualFold(x, state) || strings.EqualFold(x, shortState(state)) }) {
				continue
			}
			at := -1
			if !g.has("Node") {
				at = slices.IndexFunc(rows, func(r infoRow) bool { return r.p == p && r.state == state })
			}
			if at < 0 {
				at = len(rows)
				rows = append(rows, infoRow{p: p, state: state, most: s.machine.Spec(n).Resources})
			}
			rows[at].nodes = append(rows[at].nodes, n)
		}
	}
	order := map[string]int{"down": 0, "mixed": 1, "allocated": 2, "idle": 3}
	slices.SortStableFunc(rows, func(a, b infoRow) int {
		if g.has("Node") {
			return cmp.Compare(a.nodes[0], b.nodes[0])
		}
		return cmp.Or(cmp.Compare(a.p.name, b.p.name), cmp.Compare(order[a.state], order[b.state]))
	})
	return rows
}

func infoTitle(letter string) (string, bool) {
	title, ok := map[string]string{
		"P": "PARTITION", "R": "PARTITION", "a": "AVAIL", "l": "TIMELIMIT", "D": "NODES", "t": "STATE", "T": "STATE", "N": "NODELIST", "s": "JOB_SIZE", "r": "ROOT", "h": "OVERSUBS",
		"g": "GROUPS", "c": "CPUS", "z": "S:C:T", "m": "MEMORY", "d": "TMP_DISK", "w": "WEIGHT", "f": "AVAIL_FE", "E": "REASON", "C": "CPUS(A/I/O/T)", "A": "NODES(A/I)", "F": "NODES(A/I/O/T)", "G": "GRES", "p": "PRIO_TIER",
	}[letter]
	return title, ok
}

// infoValue returns the value of a column of sinfo.
func (s *Session) infoValue(r *infoRow, letter string) (string, bool) {
	switch letter {
	case "P":
		if r.p.standard {
			return r.p.name + "*", true
		}
		return r.p.name, true
	case "R":
		return r.p.name, true
	case "a":
		return r.p.avail(), true
	case "l":
		return limitText(r.p.maxTime), true
	case "D":
		return strconv.Itoa(len(r.nodes)), true
	case "t":
		return shortState(r.state), true
	case "T":
		return r.state, true
	case "N":
		var p cluster.Placement
		for _, n := range r.nodes {
			p = p.Append(n, n, 1)
		}
		return s.hosts(p), true
	case "s":
		if r.p.maxNodes > 0 {
			return fmt.Sprintf("1-%d", r.p.maxNodes), true
		}
		return "1-infinite", true
	case "c":
		return strconv.FormatInt(max(1, r.most[workload.Cores]), 10), true
	case "z":
		return fmt.Sprintf("%d:1:1", max(1, r.most[workload.Cores])), true
	case "m":
		return strconv.FormatInt(max(1, r.most[workload.Memory]), 10), true
	case "G":
		if n := r.most[workload.GPUs]; n > 0 {
			return fmt.Sprintf("gpu:%d", n), true
		}
		return "(null)", true
	case "p":
		return strconv.FormatInt(r.p.tier, 10), true
	}
	if text, ok := s.countsOf(r, letter); ok {
		return text, true
	}
	fixed, ok := map[string]string{"r": "no", "h": "NO", "g": "all", "d": "0", "w": "1", "f": "(null)", "E": "none"}[letter]
	return fixed, ok
}

// countsOf returns the columns that count cores or nodes by state.
func (s *Session) countsOf(r *infoRow, letter string) (string, bool) {
	var used, all, other, busy int64
	for _, n := range r.nodes {
		cores := max(1, s.machine.Spec(n).Resources[workload.Cores])
		all += cores
		switch {
		case s.nodes[n].down:
			other += cores
		case s.nodes[n].running > 0:
			used += min(cores, max(1, s.nodes[n].cores))
			busy++
		}
	}
	down := int64(0)
	if r.state == "down" {
		down = int64(len(r.nodes))
	}
	n := int64(len(r.nodes))
	switch letter {
	case "C":
		return fmt.Sprintf("%d/%d/%d/%d", used, all-used-other, other, all), true
	case "A":
		return fmt.Sprintf("%d/%d", busy, n-busy-down), true
	case "F":
		return fmt.Sprintf("%d/%d/%d/%d", busy, n-busy-down, down, n), true
	}
	return "", false
}

// avail returns the state of a partition.
func (p *partition) avail() string {
	switch {
	case p.closed && p.inactive:
		return "inact"
	case p.closed:
		return "drain"
	case p.inactive:
		return "down"
	}
	return "up"
}

// limitText returns a largest walltime, where 0 means that there is none.
func limitText(d simtime.Duration) string {
	if d == 0 {
		return "infinite"
	}
	return span(d)
}
