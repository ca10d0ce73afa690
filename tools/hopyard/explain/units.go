package explain

import (
	"fmt"
	"io"
	"strings"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Units is the command units.
var Units = cli.Command{Name: "units", Args: "FILE --at T", Does: "print S0's tree of units at an instant, or with --hops the hop counts between units as CSV", Run: unitsCommand}

// unitsCommand writes S0's reduced tree Net′ at a given instant. The leaves of this
// tree are units, that is, groups of nodes. With the option --hops, the command
// instead writes the table of hop counts between the units.
func unitsCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	at := f.String("at", "0", "show the units at this `TIME` in seconds, after all events of that instant")
	hops := f.Bool("hops", false, "print the hop counts between all units as CSV instead of the tree")
	path := f.String("out", "-", "write to `F` (- for standard output)")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	when, err := instant(*at)
	if err != nil {
		return err
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	a, ok := s.Config.Allocator.(alloc.MinHopUnits)
	tree, nested := s.Config.Machine.Topology.(topology.Hierarchy)
	if !ok || !nested {
		return input.Prefixed(s.Name, fmt.Errorf("scheduler.allocator: %q has no units; use %q on a tree", s.Scenario.Policy().Allocator, "min-hop-units"))
	}
	tape, err := input.Record(t, s.Config)
	if err != nil {
		return input.Prefixed(s.Name, err)
	}
	state := tape.At(when).State()
	net := &reducedTree{tree: tree, units: a.Units(&state.Free), holders: holders(s, state)}
	out := cli.NewOutputs(t)
	out.Add("out", *path, func(w io.Writer) error {
		if *hops {
			return net.writeHops(w)
		}
		return net.write(w, 0, 0)
	})
	return out.Write()
}

// reducedTree is the tree that S0 calls Net′. It consists of the switches of a
// machine, with units instead of nodes as leaves.
//
// Source: S0, before step 1; SOURCES.md S0.2.
type reducedTree struct {
	tree    topology.Hierarchy
	units   []alloc.Unit
	holders []string // for each node: the names of the jobs that hold it, or "" if it is free
}

// holders returns, for each node, the names of the jobs that hold it.
func holders(s *input.Subject, state *cluster.State) []string {
	out := make([]string, s.Config.Machine.NumNodes())
	for _, job := range state.AppendRunning(nil) {
		for n := range job.Placement.All {
			out[n] = strings.TrimPrefix(out[n]+", ", ", ") + s.JobName(job.Request.ID)
		}
	}
	return out
}

// write writes a switch and everything below the switch. Each level is indented by
// two more spaces.
func (net *reducedTree) write(w io.Writer, level, place int) error {
	indent := strings.Repeat("  ", level)
	if _, err := fmt.Fprintf(w, "%s%s\n", indent, net.tree.DeviceName(net.tree.SwitchDevice(level, place))); err != nil {
		return err
	}
	first, last := net.tree.Domain(level, place)
	if level+1 < net.tree.Levels() {
		for i := range net.tree.Switches(level + 1) {
			if at, _ := net.tree.Domain(level+1, i); first <= at && at <= last {
				if err := net.write(w, level+1, i); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, u := range net.units {
		if u.First < first || last < u.First {
			continue
		}
		text := u.State().String()
		if u.State() == alloc.UnitBusy {
			text += fmt.Sprintf(", %d left", u.Idle())
		}
		before := ""
		for n := u.First; n <= u.Last; n++ {
			if h := net.holders[n]; h != "" && h != before {
				text += "; " + h
				before = h
			}
		}
		if _, err := fmt.Fprintf(w, "%s  unit %s: %s\n", indent, unitNodes(u), text); err != nil {
			return err
		}
	}
	return nil
}

// writeHops writes the hop counts between all pairs of units as a matrix in CSV
// format.
func (net *reducedTree) writeHops(w io.Writer) error {
	row := []string{"unit"}
	for _, u := range net.units {
		row = append(row, unitNodes(u))
	}
	for i := 0; ; i++ {
		if _, err := fmt.Fprintln(w, strings.Join(row, ",")); err != nil || i == len(net.units) {
			return err
		}
		row = append(row[:0], unitNodes(net.units[i]))
		for k, v := range net.units {
			hops := 0
			if k != i {
				hops = net.tree.Hops(net.units[i].First, v.First)
			}
			row = append(row, fmt.Sprint(hops))
		}
	}
}

// unitNodes formats the range of nodes of a unit.
func unitNodes(u alloc.Unit) string {
	return cluster.Placement{{First: u.First, Last: u.Last, Tasks: 1}}.String()
}
