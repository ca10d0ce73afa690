package slurm

import "strings"

// conf reads topology.conf.
func (r *reader) conf(text string) {
	speeds, speedLine := 0, 0
	for rest, no := text, 0; rest != ""; {
		var joined strings.Builder
		first := no + 1
		for goesOn := true; goesOn && rest != ""; {
			var line string
			line, rest, _ = strings.Cut(rest, "\n")
			no++
			line, _, _ = strings.Cut(line, "#")
			line, goesOn = strings.CutSuffix(strings.TrimRight(line, " \t\r"), "\\")
			joined.WriteString(line)
			joined.WriteByte(' ')
		}
		if r.confLine(first, joined.String()) {
			if speeds++; speeds == 1 {
				speedLine = first
			}
		}
	}
	switch {
	case speeds == 1:
		r.Notice(speedLine, "LinkSpeed is ignored, as Slurm ignores it")
	case speeds > 1:
		r.Notice(speedLine, "LinkSpeed is ignored here and in %d more lines, as Slurm ignores it", speeds-1)
	}
}

// confLine reads a logical line. It reports whether the line contains LinkSpeed.
func (r *reader) confLine(no int, line string) (speed bool) {
	const switchName, switches, nodes, blockName, blockSizes, ringName = 0, 1, 2, 3, 4, 5
	keys := [...]string{"SwitchName", "Switches", "Nodes", "BlockName", "BlockSizes", "RingName"}
	var values [len(keys)]string
	var seen [len(keys)]bool
	before := r.Count()
	for rest := strings.TrimSpace(line); rest != ""; {
		key, value, ok := strings.Cut(rest, "=")
		key = strings.TrimSpace(key)
		if !ok || key == "" || strings.ContainsAny(key, " \t\"") {
			if word, _, _ := strings.Cut(key, " "); strings.EqualFold(word, "include") {
				r.Errorf(no, "Include is not followed; put the text of that file here")
			} else {
				r.Errorf(no, "%s is not of the form Key=value; write lines as in SwitchName=s0 Nodes=n[0-3]", excerpt(key))
			}
			r.lost = true
			return speed
		}
		value, rest = cutValue(strings.TrimLeft(value, " \t"))
		at := -1
		for i, k := range keys {
			if strings.EqualFold(key, k) {
				at = i
			}
		}
		switch {
		case strings.EqualFold(key, "LinkSpeed"):
			speed = true
		case at < 0:
			r.Errorf(no, "%s is not a key of topology.conf; use SwitchName, Switches, Nodes and LinkSpeed for a tree, BlockName, Nodes and BlockSizes for blocks, RingName and Nodes for rings", excerpt(key))
		case seen[at]:
			r.Errorf(no, "%s is given twice in one line; join the lists with a comma", key)
		case value == "":
			r.Errorf(no, "%s has no value; write lines as in SwitchName=s0 Nodes=n[0-3]", key)
		default:
			values[at] = value
		}
		if at >= 0 {
			seen[at] = true
		}
	}
	switch {
	case r.Count() > before:
		r.lost = true
	case seen[ringName] && (seen[switchName] || seen[switches] || seen[blockName] || seen[blockSizes]):
		r.Errorf(no, "the line mixes a ring with a switch or a block; give each a line of its own")
	case seen[ringName]:
		r.addRing(no, values[ringName], values[nodes])
	case seen[switchName] && seen[blockName], seen[blockName] && seen[switches], seen[blockSizes] && (seen[switchName] || seen[switches]):
		r.Errorf(no, "the line mixes a switch with a block; a machine is a tree of switches or a row of blocks, give each a line of its own")
	case seen[switchName]:
		r.add(no, values[switchName], values[switches], values[nodes])
	case seen[blockName]:
		r.addBlock(no, values[blockName], values[nodes])
		if seen[blockSizes] {
			r.blockSizes(no, strings.Split(values[blockSizes], ","))
		}
	case seen[blockSizes]:
		r.blockSizes(no, strings.Split(values[blockSizes], ","))
	case seen[switches] || seen[nodes] || speed:
		r.Errorf(no, "the line names no switch or block; begin it with SwitchName= or BlockName=")
	}
	return speed
}

// cutValue splits a value, which may be in quotes, from the text that follows it.
func cutValue(text string) (value, rest string) {
	if quoted, ok := strings.CutPrefix(text, "\""); ok {
		if value, rest, ok = strings.Cut(quoted, "\""); ok {
			return value, strings.TrimSpace(rest)
		}
	}
	end := strings.IndexAny(text, " \t")
	if end < 0 {
		return text, ""
	}
	return text[:end], strings.TrimSpace(text[end:])
}
