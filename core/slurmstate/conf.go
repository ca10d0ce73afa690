package slurmstate

import (
	"bytes"
	"strings"

	"hopyard/core/slurmtext"
)

// readConf reads slurm.conf, or the output of scontrol show config.
func (p *part) readConf(data []byte) {
	l := lineReader{rest: data}
	for {
		line, ok := l.next()
		no := l.no
		line, _, _ = slurmtext.CutAt(line, '#')
		joined := bytes.TrimRight(line, " \t")
		for ok && bytes.HasSuffix(joined, []byte{'\\'}) && len(joined) <= MaxLine {
			var more []byte
			if more, ok = l.next(); !ok {
				p.Errorf(l.no, "the file ends after a backslash; it was cut off, copy it again")
				return
			}
			more, _, _ = slurmtext.CutAt(more, '#')
			joined = append(append(bytes.Clone(joined[:len(joined)-1]), ' '), bytes.TrimRight(more, " \t")...)
		}
		switch joined = bytes.TrimSpace(joined); {
		case !ok && len(joined) == 0:
			return
		case len(joined) > MaxLine:
			p.Errorf(no, "a line of %d bytes; %s are allowed; leave it out", len(joined), slurmtext.Number(MaxLine))
		case len(joined) > 0:
			p.confLine(joined, no)
		}
	}
}

// confLine reads a logical line of slurm.conf.
func (p *part) confLine(line []byte, no int) {
	if at, ok := bytes.CutPrefix(line, []byte("Configuration data as of ")); ok {
		p.bad(no, "Configuration data as of", at, p.setInstant(&p.now, at))
		return
	}
	if bytes.HasPrefix(line, []byte("Slurmctld(")) || bytes.HasSuffix(line, []byte("Configuration:")) {
		return
	}
	key, value, ok := slurmtext.CutAt(line, '=')
	word := string(bytes.TrimSpace(key))
	switch {
	case !ok && len(word) >= 7 && strings.EqualFold(word[:7], "include"):
		p.Notice(no, "Include is not followed; give that file, too")
		return
	case !ok || word == "" || strings.ContainsAny(word, " \t"):
		p.Errorf(no, "%s is not of the form Key=value; leave the file as Slurm reads it", excerpt(line))
		return
	case strings.EqualFold(word, "NodeName"):
		p.readNode(line, no)
		return
	case strings.EqualFold(word, "PartitionName"):
		p.readPartition(line, no)
		return
	}
	if strings.EqualFold(word, "NodeSet") {
		p.ignore(no, "NodeSet, so that its name in a partition counts as that of a node")
	}
	low := strings.ToLower(word)
	value = bytes.TrimSpace(value)
	switch {
	case low == "schedulerparameters":
		for more := true; more; {
			var item []byte
			item, value, more = slurmtext.CutAt(value, ',')
			name, v, _ := slurmtext.CutAt(bytes.TrimSpace(item), '=')
			if len(name) > 0 && string(name) != "(null)" {
				p.settings.SchedulerParameters = append(p.settings.SchedulerParameters, Setting{string(name), string(v)})
			}
		}
	case general(low):
		if valueOf(p.settings.General, word) != "" {
			p.Errorf(no, "%s is given twice; remove one", word)
			return
		}
		p.settings.General = append(p.settings.General, Setting{word, string(value)})
	}
}

// general reports whether a setting decides which job is next. The name is in lower
// case.
func general(name string) bool {
	for _, prefix := range [...]string{"priority", "scheduler", "select", "preempt", "defmem", "maxmem", "enforcepartlimits", "fairshare", "topology", "maxarraysize", "overtimelimit", "accountingstorageenforce"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// confPairs calls visit for each key of a line with its value, which may be in quotes.
func (p *part) confPairs(line []byte, no int, visit func(key string, value []byte) *fault) {
	for len(line) > 0 {
		key, rest, ok := slurmtext.CutAt(line, '=')
		name := string(bytes.TrimSpace(key))
		if !ok || name == "" || strings.ContainsAny(name, " \t\"") {
			p.Errorf(no, "%s is not of the form Key=value; write lines as in NodeName=n[0-3] CPUs=8", excerpt(bytes.TrimSpace(key)))
			return
		}
		var value []byte
		if len(rest) > 0 && rest[0] == '"' {
			value, rest, ok = slurmtext.CutAt(rest[1:], '"')
			if !ok {
				p.Errorf(no, "%s has a quote that is not closed; add one", name)
				return
			}
		} else {
			end := bytes.IndexAny(rest, " \t")
			if end < 0 {
				end = len(rest)
			}
			value, rest = rest[:end], rest[end:]
		}
		p.bad(no, name, value, visit(strings.ToLower(name), value))
		line = bytes.TrimSpace(rest)
	}
}

// confNode holds the settings of a line of nodes.
type confNode struct {
	record[Node]
	hosts                          []string
	sockets, each, threads, boards int64 // 0 if not given
}

// readNode reads a line of nodes. The settings of NodeName=DEFAULT count for the lines
// after it.
func (p *part) readNode(line []byte, no int) {
	before := p.Count()
	n := p.nodeDefaults
	n.have |= nFeatures | nGPUs
	n.hosts = nil
	isDefault := false
	p.confPairs(line, no, func(key string, value []byte) *fault {
		switch key {
		case "nodename":
			if isDefault = strings.EqualFold(string(value), "DEFAULT"); isDefault {
				return nil
			}
			return p.setHosts(&n.hosts, value)
		case "cpus", "procs":
			n.have |= nCPUs
			return setWhole(&n.value.CPUs, value, mostCount)
		case "sockets", "socketsperboard":
			return setWhole(&n.sockets, value, 1<<16)
		case "boards":
			return setWhole(&n.boards, value, 1<<10)
		case "corespersocket":
			return setWhole(&n.each, value, 1<<16)
		case "threadspercore":
			return setWhole(&n.threads, value, 1<<10)
		case "realmemory":
			n.have |= nMemory
			return setWhole(&n.value.MemoryMiB, value, mostMemory)
		case "gres":
			x, f := gpusOf(value)
			n.value.GPUs = x
			return f
		case "feature", "features":
			return p.setWords(&n.value.Features, value)
		case "weight":
			n.have |= nWeight
			return setWhole(&n.value.Weight, value, mostPriority)
		}
		return nil
	})
	if p.Count() > before {
		return
	}
	if isDefault {
		p.nodeDefaults = n
		return
	}
	p.addNodes(&n, no)
}

// addNodes adds the nodes of a line. Of nodes whose line gives no CPUs, Slurm takes one
// for each thread.
func (p *part) addNodes(n *confNode, no int) {
	if cores := max(n.boards, 1) * n.sockets * max(n.each, 1); cores > 0 {
		n.have |= nCores
		n.value.Cores = min(cores, mostCount)
		if n.have&nCPUs == 0 {
			n.have |= nCPUs
			n.value.CPUs = min(n.value.Cores*max(n.threads, 1), mostCount)
		}
	}
	for _, host := range n.hosts {
		to := p.node(no, host)
		if to == nil {
			return
		}
		if to.have != 0 {
			p.Errorf(no, "node %s is described twice, first in line %d; remove one", excerpt([]byte(host)), to.line)
			return
		}
		*to = n.record
		to.value.Name, to.line = host, no
	}
}

// confPartition holds the settings of a line of a partition.
type confPartition struct {
	record[Partition]
	everywhere bool // on all nodes
	given      bool // the defaults below are filled in
}

// readPartition reads a line of a partition. The settings of PartitionName=DEFAULT
// count for the lines after it.
func (p *part) readPartition(line []byte, no int) {
	before := p.Count()
	q := p.defaults
	if !q.given {
		q.given = true
		q.have = pDefault | pTier | pFactor | pMaxTime | pMaxNodes | pExclusive | pState | pQOS | pGrace
		q.value.Tier, q.value.JobFactor, q.value.State = 1, 1, PartitionUp
	}
	isDefault := false
	p.confPairs(line, no, func(key string, value []byte) *fault {
		if key == "partitionname" {
			if isDefault = strings.EqualFold(string(value), "DEFAULT"); isDefault {
				return nil
			}
			return p.setText(&q.value.Name, value)
		}
		return p.setPartition(&q, key, value)
	})
	if p.Count() > before {
		return
	}
	if isDefault {
		p.defaults = q
		return
	}
	to := p.partition(no, q.value.Name)
	switch {
	case to == nil:
	case to.have != 0:
		p.Errorf(no, "partition %s is described twice, first in line %d; remove one", excerpt([]byte(q.value.Name)), to.line)
	default:
		*to = q.record
		to.line = no
		if q.everywhere {
			p.everywhere = append(p.everywhere, q.value.Name)
		}
	}
}

// setPartition stores a setting of a partition. The key is in lower case.
func (p *part) setPartition(q *confPartition, key string, value []byte) *fault {
	v := &q.value
	switch key {
	case "nodes":
		q.everywhere = strings.EqualFold(string(value), "ALL")
		if q.everywhere {
			q.have &^= pNodes
			return nil
		}
		q.have |= pNodes
		return p.setHosts(&v.Nodes, value)
	case "default":
		v.Default = strings.EqualFold(string(value), "YES")
	case "prioritytier":
		return setWhole(&v.Tier, value, mostPriority)
	case "priorityjobfactor":
		return setWhole(&v.JobFactor, value, mostPriority)
	case "priority":
		f := setWhole(&v.Tier, value, mostPriority)
		v.JobFactor = v.Tier
		return f
	case "maxtime":
		return setConfSpan(&v.MaxTime, value)
	case "defaulttime":
		q.have |= pDefaultTime
		return setConfSpan(&v.DefaultTime, value)
	case "maxnodes":
		return setWhole(&v.MaxNodes, value, mostCount)
	case "oversubscribe", "shared":
		v.Exclusive = strings.EqualFold(string(value), "EXCLUSIVE")
	case "state":
		return setPartitionState(&v.State, value)
	case "qos":
		return p.setText(&v.QOS, value)
	case "preemptmode":
		q.have |= pPreempt
		return setPreemptMode(&v.PreemptMode, value)
	case "gracetime":
		return setWhole(&v.Grace, value, slurmtext.Longest)
	}
	return nil
}
