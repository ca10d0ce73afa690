package slurm

import (
	"strings"

	"hopyard/core/yamldoc"
)

// isYAML reports whether a text is topology.yaml rather than topology.conf.
func isYAML(text string) bool {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			return line[0] == '-'
		}
	}
	return false
}

// yaml reads topology.yaml. If the file describes several topologies, it uses the one
// of the given name. Without a name, it uses the first with the setting
// "cluster_default: true", or the first of all if none has this setting.
func (r *reader) yaml(text, name string) {
	docs := yamldoc.Parse(text, yamldoc.Limits{Depth: 16, Fix: "topology.yaml needs 6"}, func(line int, problem string) { r.Errorf(line, "%s", problem) })
	if r.Count() > 0 {
		return
	}
	all := &yamldoc.Value{}
	for i, d := range docs {
		if i == 0 {
			all = d
		} else {
			all.Items = append(all.Items, d.Items...)
		}
	}
	if all.Items == nil {
		r.Errorf(all.Line, "the text is not a list of topologies; begin it with \"- topology: name\"")
		return
	}
	chosen, why := r.choose(all.Items, name)
	if chosen < 0 {
		return
	}
	if len(all.Items) > 1 {
		t := all.Items[chosen]
		r.Notice(t.Line, "of %d topologies, %s is used, %s", len(all.Items), excerpt(t.Text("topology")), why)
	}
	r.yamlTopology(all.Items[chosen])
	spare := r.most // the largest number of names in the other topologies together
	for i, t := range all.Items {
		if i != chosen && t.Get("flat") == nil {
			other := newReader(spare)
			other.yamlTopology(t)
			other.check()
			spare -= other.names
			if other.Count() > 0 {
				r.Notice(other.First().Line, "topology %s, which is not used, has an error: %s", excerpt(t.Text("topology")), other.First().Text)
			}
		}
	}
}

// choose returns the index of the topology to use, and why it is used. If there is
// none of the given name, it reports that and returns -1.
func (r *reader) choose(all []*yamldoc.Value, name string) (chosen int, why string) {
	var names []string
	chosen = -1
	for i, t := range all {
		names = append(names, excerpt(t.Text("topology")))
		switch d := t.Get("cluster_default"); {
		case name == "" && chosen < 0 && d != nil && r.truth(d), name != "" && chosen < 0 && t.Text("topology") == name:
			chosen = i
		}
	}
	switch {
	case name != "" && chosen < 0:
		r.Errorf(0, "there is no topology %s; use one of %s", excerpt(name), strings.Join(names[:min(len(names), 10)], ", "))
	case name != "":
		return chosen, "as chosen"
	case chosen < 0:
		return 0, "the first, as none has cluster_default: true"
	}
	return chosen, "the one with cluster_default: true"
}

// truth parses a scalar that must be true or false.
func (r *reader) truth(b *yamldoc.Value) bool {
	switch {
	case strings.EqualFold(b.Scalar, "true"):
		return true
	case !strings.EqualFold(b.Scalar, "false"):
		r.Errorf(b.Line, "%s is neither true nor false", excerpt(b.Scalar))
	}
	return false
}

// yamlTopology reads an entry of the list of topologies.
func (r *reader) yamlTopology(t *yamldoc.Value) {
	r.onlyKeys(t, "a topology", "topology", "cluster_default", "tree", "block", "ring", "torus3d", "flat")
	switch tree := t.Get("tree"); {
	case t.Get("block") != nil && tree != nil:
		r.Errorf(t.Get("block").Line, "the topology has a tree and blocks; a machine is one of them, remove the other")
	case t.Get("ring") != nil && (tree != nil || t.Get("block") != nil || t.Get("torus3d") != nil), t.Get("torus3d") != nil && (tree != nil || t.Get("block") != nil):
		r.Errorf(t.Line, "the topology describes several of tree, block, ring and torus3d; a machine is one of them, remove the others")
	case t.Get("ring") != nil:
		r.yamlRings(t.Get("ring"))
	case t.Get("torus3d") != nil:
		r.yamlToruses(t.Get("torus3d"))
	case t.Get("block") != nil:
		r.yamlBlocks(t.Get("block"))
	case t.Get("flat") != nil:
		r.Errorf(t.Get("flat").Line, "topology/flat names no nodes; use the topology flat with a number of nodes, or describe the machine under tree: or block:")
	case tree == nil:
		r.Errorf(t.Line, "the topology has neither a tree nor blocks; describe the machine under tree: by its switches, or under block: by its blocks")
	case tree.Get("switches") == nil || tree.Get("switches").Items == nil:
		r.Errorf(tree.Line, "the tree has no list of switches; write them under switches: as in \"- switch: s0\"")
	default:
		r.onlyKeys(tree, "a tree", "switches")
		for _, s := range tree.Get("switches").Items {
			if r.onlyKeys(s, "a switch", "switch", "children", "nodes") {
				r.add(s.Line, s.Text("switch"), s.Text("children"), s.Text("nodes"))
			} else {
				r.lost = true
			}
		}
	}
}

// yamlBlocks reads the block sizes and the base blocks of a topology.
func (r *reader) yamlBlocks(t *yamldoc.Value) {
	if !r.onlyKeys(t, "a block topology", "block_sizes", "blocks") {
		return
	}
	if sizes := t.Get("block_sizes"); sizes != nil {
		if sizes.Items == nil {
			r.Errorf(sizes.Line, "block_sizes is not a list; write it as in \"block_sizes: [18, 36]\", or leave it out")
		}
		var list []string
		for _, item := range sizes.Items {
			list = append(list, item.Scalar)
		}
		r.blockSizes(sizes.Line, list)
	}
	if t.Get("blocks") == nil || t.Get("blocks").Items == nil {
		r.Errorf(t.Line, "the topology has no list of blocks; write them under blocks: as in \"- block: b0\"")
		r.lost = true
		return
	}
	for _, b := range t.Get("blocks").Items {
		if r.onlyKeys(b, "a base block", "block", "nodes") {
			r.addBlock(b.Line, b.Text("block"), b.Text("nodes"))
		} else {
			r.lost = true
		}
	}
}

// onlyKeys checks that a block has no keys besides the given ones. It also checks
// that the values of keys that hold names or host lists are scalars.
func (r *reader) onlyKeys(b *yamldoc.Value, what string, keys ...string) bool {
	if b.Keys == nil {
		r.Errorf(b.Line, "%s is described by %s; write lines as in \"%s: …\"", what, strings.Join(keys, ", "), keys[0])
		return false
	}
	good := true
	for _, k := range b.Keys {
		known := false
		for _, key := range keys {
			known = known || k.Key == key
		}
		switch {
		case !known:
			r.Errorf(k.Line, "%s is not a key of %s; use %s", excerpt(k.Key), what, strings.Join(keys, ", "))
			good = false
		case k.Keys != nil || k.Items != nil:
			if k.Key == "children" || k.Key == "nodes" || k.Key == "switch" || k.Key == "block" && what == "a base block" || k.Key == "ring" && what == "a ring" || k.Key == "name" {
				r.Errorf(k.Line, "%s is a list of lines; write a host list as in \"%s: n[0-3,8]\"", k.Key, k.Key)
				good = false
			}
		}
	}
	return good
}
