package slurm

import "strings"

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
	b := blocks{r: r}
	if b.split(text); r.errs != nil {
		return
	}
	all := b.value(-1)
	if b.at < len(b.lines) && r.errs == nil {
		r.errorf(b.lines[b.at].no, "the line is not indented like those before it; indent lines of the same level equally")
	}
	if r.errs != nil {
		return
	}
	if all.items == nil {
		r.errorf(all.line, "the text is not a list of topologies; begin it with \"- topology: name\"")
		return
	}
	chosen, why := r.choose(all.items, name)
	if chosen < 0 {
		return
	}
	if len(all.items) > 1 {
		t := all.items[chosen]
		r.notice(t.line, "of %d topologies, %s is used, %s", len(all.items), excerpt(t.text("topology")), why)
	}
	r.yamlTopology(all.items[chosen])
	spare := r.most // the largest number of names in the other topologies together
	for i, t := range all.items {
		if i != chosen && t.get("flat") == nil {
			other := newReader(spare)
			other.yamlTopology(t)
			other.check()
			spare -= other.names
			if len(other.errs) > 0 {
				r.notice(other.errs[0].Line, "topology %s, which is not used, has an error: %s", excerpt(t.text("topology")), other.errs[0].Problem)
			}
		}
	}
}

// choose returns the index of the topology to use, and why it is used. If there is
// none of the given name, it reports that and returns -1.
func (r *reader) choose(all []*block, name string) (chosen int, why string) {
	var names []string
	chosen = -1
	for i, t := range all {
		names = append(names, excerpt(t.text("topology")))
		switch d := t.get("cluster_default"); {
		case name == "" && chosen < 0 && d != nil && r.truth(d), name != "" && chosen < 0 && t.text("topology") == name:
			chosen = i
		}
	}
	switch {
	case name != "" && chosen < 0:
		r.errorf(0, "there is no topology %s; use one of %s", excerpt(name), strings.Join(names[:min(len(names), 10)], ", "))
	case name != "":
		return chosen, "as chosen"
	case chosen < 0:
		return 0, "the first, as none has cluster_default: true"
	}
	return chosen, "the one with cluster_default: true"
}

// truth parses a scalar that must be true or false.
func (r *reader) truth(b *block) bool {
	switch {
	case strings.EqualFold(b.scalar, "true"):
		return true
	case !strings.EqualFold(b.scalar, "false"):
		r.errorf(b.line, "%s is neither true nor false", excerpt(b.scalar))
	}
	return false
}

// yamlTopology reads an entry of the list of topologies.
func (r *reader) yamlTopology(t *block) {
	r.onlyKeys(t, "a topology", "topology", "cluster_default", "tree", "block", "ring", "torus3d", "flat")
	switch tree := t.get("tree"); {
	case t.get("block") != nil && tree != nil:
		r.errorf(t.get("block").line, "the topology has a tree and blocks; a machine is one of them, remove the other")
	case t.get("ring") != nil && (tree != nil || t.get("block") != nil || t.get("torus3d") != nil), t.get("torus3d") != nil && (tree != nil || t.get("block") != nil):
		r.errorf(t.line, "the topology describes several of tree, block, ring and torus3d; a machine is one of them, remove the others")
	case t.get("ring") != nil:
		r.yamlRings(t.get("ring"))
	case t.get("torus3d") != nil:
		r.yamlToruses(t.get("torus3d"))
	case t.get("block") != nil:
		r.yamlBlocks(t.get("block"))
	case t.get("flat") != nil:
		r.errorf(t.get("flat").line, "topology/flat names no nodes; use the topology flat with a number of nodes, or describe the machine under tree: or block:")
	case tree == nil:
		r.errorf(t.line, "the topology has neither a tree nor blocks; describe the machine under tree: by its switches, or under block: by its blocks")
	case tree.get("switches") == nil || tree.get("switches").items == nil:
		r.errorf(tree.line, "the tree has no list of switches; write them under switches: as in \"- switch: s0\"")
	default:
		r.onlyKeys(tree, "a tree", "switches")
		for _, s := range tree.get("switches").items {
			if r.onlyKeys(s, "a switch", "switch", "children", "nodes") {
				r.add(s.line, s.text("switch"), s.text("children"), s.text("nodes"))
			} else {
				r.lost = true
			}
		}
	}
}

// yamlBlocks reads the block sizes and the base blocks of a topology.
func (r *reader) yamlBlocks(t *block) {
	if !r.onlyKeys(t, "a block topology", "block_sizes", "blocks") {
		return
	}
	if sizes := t.get("block_sizes"); sizes != nil {
		if sizes.items == nil {
			r.errorf(sizes.line, "block_sizes is not a list; write it as in \"block_sizes: [18, 36]\", or leave it out")
		}
		var list []string
		for _, item := range sizes.items {
			list = append(list, item.scalar)
		}
		r.blockSizes(sizes.line, list)
	}
	if t.get("blocks") == nil || t.get("blocks").items == nil {
		r.errorf(t.line, "the topology has no list of blocks; write them under blocks: as in \"- block: b0\"")
		r.lost = true
		return
	}
	for _, b := range t.get("blocks").items {
		if r.onlyKeys(b, "a base block", "block", "nodes") {
			r.addBlock(b.line, b.text("block"), b.text("nodes"))
		} else {
			r.lost = true
		}
	}
}

// onlyKeys checks that a block has no keys besides the given ones. It also checks
// that the values of keys that hold names or host lists are scalars.
func (r *reader) onlyKeys(b *block, what string, keys ...string) bool {
	if b.keys == nil {
		r.errorf(b.line, "%s is described by %s; write lines as in \"%s: …\"", what, strings.Join(keys, ", "), keys[0])
		return false
	}
	good := true
	for _, k := range b.keys {
		known := false
		for _, key := range keys {
			known = known || k.key == key
		}
		switch {
		case !known:
			r.errorf(k.line, "%s is not a key of %s; use %s", excerpt(k.key), what, strings.Join(keys, ", "))
			good = false
		case k.keys != nil || k.items != nil:
			if k.key == "children" || k.key == "nodes" || k.key == "switch" || k.key == "block" && what == "a base block" || k.key == "ring" && what == "a ring" || k.key == "name" {
				r.errorf(k.line, "%s is a list of lines; write a host list as in \"%s: n[0-3,8]\"", k.key, k.key)
				good = false
			}
		}
	}
	return good
}
