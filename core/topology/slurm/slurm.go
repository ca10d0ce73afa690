// Package slurm reads a machine from Slurm's topology.conf or topology.yaml.
//
// Source: SOURCES.md TOPO.7; Slurm's manual, topology.conf(5) and
// topology.yaml(5) of releases 24.11 to 25.05: keys, host lists, comments, the
// choice of a topology. INFERRED: what is an error here. Slurm repairs or
// overlooks some of it (a node under two leaf switches, switches without
// anything, several roots); a machine that is compared with others had better
// be what its text says. LIMITATIONS: topology/tree only; of YAML what such a
// file needs.
package slurm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/topology"
)

// Limits of a text.
const (
	MaxText   = 1 << 20 // bytes
	MaxName   = 64      // bytes of the name of a switch (Slurm's) or node
	MaxErrors = 100     // how many errors are told at once
)

// Network is what a text describes.
type Network struct {
	// Topology is a topology.Hierarchy where all leaf switches are equally far
	// from the root. In any case it is topology.Routed, a topology.Nester and
	// topology.NamedNodes, and its switches have the names of the text.
	Topology topology.Topology
	Notices  []Notice // what the text says and the machine does not have
}

// Notice is a remark on a line of the text, or on all of it (line 0).
type Notice struct {
	Line int
	Text string
}

// String is the notice with its line.
func (n Notice) String() string { return located(n.Line, n.Text) }

// TextError is one thing that is wrong with a text.
type TextError struct {
	Line    int // from 1; 0: the text as a whole
	Problem string
}

// Error is the error with its line.
func (e TextError) Error() string { return located(e.Line, e.Problem) }

func located(line int, text string) string {
	if line == 0 {
		return text
	}
	return fmt.Sprintf("line %d: %s", line, text)
}

// Errors are all things that are wrong, by line. It wraps topology.ErrShape.
type Errors []TextError

// Error is the errors, one a line.
func (errs Errors) Error() string {
	lines := make([]string, len(errs))
	for i, e := range errs {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap is topology.ErrShape.
func (errs Errors) Unwrap() error { return topology.ErrShape }

// reader collects what a text says about switches.
type reader struct {
	switches []*device
	found    map[string]*device
	names    int  // of nodes and switches in lists
	most     int  // how many these may be
	lost     bool // a line with an error may have described a switch
	errs     Errors
	more     int // errors that are not listed
	notices  []Notice
}

// device is a switch as the text has it.
type device struct {
	name         string
	line         int
	below, hosts []string // the names of switches and of nodes under it
	parent       *device
	children     []*device
	level, at    int // set by the builder: its level and number
}

func (r *reader) errorf(line int, format string, args ...any) {
	if len(r.errs) == MaxErrors {
		r.more++
		return
	}
	r.errs = append(r.errs, TextError{line, fmt.Sprintf(format, args...)})
}

func (r *reader) notice(line int, format string, args ...any) {
	r.notices = append(r.notices, Notice{line, fmt.Sprintf(format, args...)})
}

// Parse reads a text. It is taken for topology.yaml if its first line that is
// no comment begins with a hyphen. Errors (Errors): all that is wrong, with
// lines and what to write instead. Cost: O(text + nodes).
func Parse(text string) (Network, error) { return ParseWithin(text, topology.MaxNodes) }

// ParseWithin is Parse for texts whose lists have most names together, of nodes
// and switches; lists with more are an error, and are not written out.
func ParseWithin(text string, most int) (Network, error) {
	r := &reader{found: map[string]*device{}, most: most}
	switch {
	case len(text) > MaxText:
		r.errorf(0, "the text has %d bytes; use %d at most", len(text), MaxText)
	case isYAML(text):
		r.yaml(text)
	default:
		r.conf(text)
	}
	r.join()
	r.leaves()
	r.cycles()
	if r.errs == nil && len(r.switches) == 0 {
		r.errorf(0, "the text describes no switch; write lines as in SwitchName=s0 Nodes=n[0-3]")
	}
	var m topology.Topology
	if r.errs == nil {
		m = r.build()
	}
	if r.errs == nil {
		return Network{m, r.notices}, nil
	}
	slices.SortStableFunc(r.errs, func(a, b TextError) int { return cmp.Compare(a.Line, b.Line) })
	if r.more > 0 {
		r.errs = append(r.errs, TextError{0, fmt.Sprintf("%d more errors are not listed; put these right first", r.more)})
	}
	return Network{}, r.errs
}

// add takes a switch with its lists; a list is empty where the text has none.
func (r *reader) add(line int, name, switches, nodes string) {
	d := &device{name: name, line: line}
	r.lost = r.lost || name == "" || len(name) > MaxName || strings.ContainsAny(name, ",[]")
	switch first := r.found[name]; {
	case name == "":
		r.errorf(line, "the switch has no name; write it as in \"- switch: s0\"")
		return
	case len(name) > MaxName:
		r.errorf(line, "the name of switch %s has %d characters; Slurm allows %d", excerpt(name), len(name), MaxName)
		return
	case strings.ContainsAny(name, ",[]"):
		r.errorf(line, "switch %s is not one name; give every switch a line of its own", excerpt(name))
		return
	case first != nil:
		r.errorf(line, "switch %s is described twice, first in line %d; leave one out", name, first.line)
		return
	case switches == "" && nodes == "":
		r.errorf(line, "switch %s has neither switches nor nodes under it; name some, or leave it out", name)
	case switches != "" && nodes != "":
		r.errorf(line, "switch %s has both switches and nodes under it; put the nodes under a switch of their own", name)
	}
	d.below = r.hosts(line, "switches", switches)
	d.hosts = r.hosts(line, "nodes", nodes)
	r.found[name] = d
	r.switches = append(r.switches, d)
}

// hosts expands a list, if there is one.
func (r *reader) hosts(line int, what, list string) []string {
	if list == "" {
		return nil
	}
	names, err := expandHosts(list, r.most-r.names, r.most)
	if err != nil {
		r.errorf(line, "%s: %v", what, err)
	}
	r.names += len(names)
	return names
}

// excerpt quotes a text, cut short where it is long.
func excerpt(s string) string {
	if len(s) > 40 {
		s = s[:37] + "..."
	}
	return fmt.Sprintf("%q", s)
}
