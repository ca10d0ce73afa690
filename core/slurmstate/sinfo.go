package slurmstate

import (
	"bytes"

	"hopyard/core/slurmtext"
)

// sinfoKey is a value that sinfo gives about a group of nodes in a partition.
type sinfoKey uint8

const (
	noSinfo sinfoKey = iota
	sHosts
	sPartition
	sAvail
	sTime
	sDefaultTime
	sState
	sCPUs
	sShape // sockets, cores of each, and threads of each, as in 2:16:1
	sMemory
	sWeight
	sFeatures
	sReason
	sGres
	sTier
	sFactor
	sShared
	sJobSize
	numSinfo
)

// sinfoTitle returns what a column of sinfo gives.
func sinfoTitle(title string) sinfoKey {
	switch title {
	case "NODELIST":
		return sHosts
	case "PARTITION":
		return sPartition
	case "AVAIL":
		return sAvail
	case "TIMELIMIT":
		return sTime
	case "DEFAULTTIME":
		return sDefaultTime
	case "STATE":
		return sState
	case "CPUS":
		return sCPUs
	case "S:C:T":
		return sShape
	case "MEMORY":
		return sMemory
	case "WEIGHT":
		return sWeight
	case "AVAIL_FEATURES":
		return sFeatures
	case "REASON":
		return sReason
	case "GRES":
		return sGres
	case "PRIO_TIER":
		return sTier
	case "PRIO_JOB_FACTOR":
		return sFactor
	case "OVERSUBSCRIBE", "OVERSUBS":
		return sShared
	case "JOB_SIZE":
		return sJobSize
	}
	return noSinfo
}

// sinfoRow is a row of sinfo.
type sinfoRow struct {
	text   [numSinfo][]byte // nil if not given
	titles [numSinfo]string
	line   int
}

// readSinfo reads the output of sinfo in columns or with bars.
func (p *part) readSinfo(data []byte, barred bool) {
	l := lineReader{rest: data}
	header := p.header(&l, "NODELIST")
	if header == nil {
		return
	}
	cols := words(header)
	if barred {
		cols = bars(header)
	}
	p.rows(&l, table{header, cols, barred, spaced, "sinfo -N -l or sinfo --json"}, func(row []cell, line int) {
		s := sinfoRow{line: line}
		for i, c := range cols {
			if k := sinfoTitle(c.title); k != noSinfo && s.text[k] == nil {
				s.text[k], s.titles[k] = row[i].text, c.title
			}
		}
		p.sinfo(&s)
	})
}

// spaced cuts a row at blanks; the last column has the rest. sinfo -l leaves the column
// of reservations empty.
func spaced(cols []column, line []byte, dst []cell) ([]cell, bool) {
	have := len(bytes.Fields(line))
	for i, c := range cols {
		if c.title == "RESERVATION" && have < len(cols) {
			dst = append(dst, cell{})
			continue
		}
		line = bytes.TrimLeft(line, " \t")
		end := bytes.IndexByte(line, ' ')
		if end < 0 || i == len(cols)-1 {
			end = len(line)
		}
		if end == 0 && i < len(cols)-1 {
			return dst, false
		}
		dst = append(dst, cell{text: bytes.TrimSpace(line[:end])})
		line = line[end:]
	}
	last := dst[len(dst)-1].text
	return dst, cols[len(cols)-1].title != "NODELIST" || bytes.IndexByte(last, ' ') < 0
}

// sinfo stores a row: it describes a partition and each of the nodes.
func (p *part) sinfo(s *sinfoRow) {
	bad := func(k sinfoKey, f *fault) { p.bad(s.line, s.titles[k], s.text[k], f) }
	var hosts []string
	if s.text[sHosts] != nil {
		f := p.setHosts(&hosts, s.text[sHosts])
		if f != nil {
			bad(sHosts, f)
			return
		}
	}
	name := s.text[sPartition]
	if len(name) == 0 && len(hosts) == 0 {
		p.Errorf(s.line, "a row without a partition and without nodes; let sinfo write the file again")
		return
	}
	partition := ""
	if len(name) > 0 {
		partition = p.sinfoPartition(s, hosts)
	}
	first := uint64(0)
	var fields []mergeField[Node]
	for i, host := range hosts {
		n := p.node(s.line, host)
		if n == nil {
			return
		}
		if partition != "" {
			n.have |= nPartitions
			n.value.Partitions = addName(n.value.Partitions, partition)
		}
		if i > 0 { // the first host had the errors of the row
			from := &p.nodes[p.nodeAt[hosts[0]]]
			if fields == nil {
				fields = nodeFields()
			}
			for _, f := range fields {
				if f.bit != nPartitions && first&f.bit != 0 {
					f.copy(&n.value, &from.value)
				}
			}
			n.have, n.cut = n.have|first, n.cut|from.cut
			continue
		}
		before := p.Count()
		old := n.have
		n.have &= nPartitions
		p.sinfoNode(s, n)
		first = n.have
		n.have |= old
		if p.Count() > before {
			return
		}
	}
}

// addName adds a name to a list, unless it is there.
func addName(list []string, name string) []string {
	for _, s := range list {
		if s == name {
			return list
		}
	}
	return append(list[:len(list):len(list)], name)
}

// sinfoPartition stores what a row says of its partition, and returns its name.
func (p *part) sinfoPartition(s *sinfoRow, hosts []string) string {
	bad := func(k sinfoKey, f *fault) { p.bad(s.line, s.titles[k], s.text[k], f) }
	name, star := bytes.CutSuffix(s.text[sPartition], []byte{'*'})
	q := p.partition(s.line, p.intern(name))
	if q == nil {
		return ""
	}
	v := &q.value
	q.have |= pNodes
	if p.kind != jsonOutput { // which has no star
		q.have |= pDefault
	}
	v.Default = v.Default || star
	v.Nodes = append(v.Nodes, hosts...)
	if text := s.text[sAvail]; text != nil {
		q.have |= pState
		bad(sAvail, setPartitionState(&v.State, text))
	}
	if text := s.text[sTime]; text != nil {
		q.have |= pMaxTime
		bad(sTime, setSpan(&v.MaxTime, text))
	}
	if text := s.text[sDefaultTime]; text != nil && string(text) != "n/a" {
		q.have |= pDefaultTime
		bad(sDefaultTime, setSpan(&v.DefaultTime, text))
	}
	if text := s.text[sTier]; text != nil {
		q.have |= pTier
		bad(sTier, setWhole(&v.Tier, text, mostPriority))
	}
	if text := s.text[sFactor]; text != nil {
		q.have |= pFactor
		bad(sFactor, setWhole(&v.JobFactor, text, mostPriority))
	}
	if text := s.text[sShared]; text != nil {
		q.have |= pExclusive
		v.Exclusive = bytes.EqualFold(text, []byte("EXCLUSIVE"))
	}
	if text := s.text[sJobSize]; text != nil {
		q.have |= pMaxNodes
		_, most, ranged := slurmtext.CutAt(text, '-')
		if !ranged {
			most = text
		}
		bad(sJobSize, setWhole(&v.MaxNodes, most, mostCount))
	}
	return q.value.Name
}

// sinfoNode stores what a row says of a node. A number with a plus sign is the least
// of the group, and is not used.
func (p *part) sinfoNode(s *sinfoRow, n *record[Node]) {
	bad := func(k sinfoKey, f *fault) { p.bad(s.line, s.titles[k], s.text[k], f) }
	v := &n.value
	exact := func(k sinfoKey) []byte {
		text := s.text[k]
		if bytes.HasSuffix(text, []byte{'+'}) || len(text) > 1 && bytes.IndexByte(text[1:], '-') >= 0 {
			p.ignore(s.line, s.titles[k]+" of a group of nodes that differ")
			return nil
		}
		return text
	}
	if text := s.text[sState]; len(text) > 0 && string(text) != "n/a" {
		bad(sState, p.nodeState(n, s.line, text))
	}
	if text := exact(sCPUs); text != nil {
		n.have |= nCPUs
		bad(sCPUs, setCount(&v.CPUs, text))
	}
	if text := exact(sShape); text != nil {
		n.have |= nCores
		bad(sShape, setShape(&v.Cores, text))
	}
	if text := exact(sMemory); text != nil {
		n.have |= nMemory
		bad(sMemory, setWhole(&v.MemoryMiB, text, mostMemory))
		if p.kind == sinfoColumns && len(text) >= len("123456") {
			p.ignore(s.line, "MEMORY that fills its column, and may be cut off")
			n.have &^= nMemory
			v.MemoryMiB = 0
		}
	}
	if text := exact(sWeight); text != nil {
		n.have |= nWeight
		bad(sWeight, setWhole(&v.Weight, text, mostPriority))
	}
	if text := s.text[sFeatures]; text != nil {
		n.have |= nFeatures
		bad(sFeatures, p.setWords(&v.Features, text))
	}
	if text := s.text[sGres]; text != nil {
		n.have |= nGPUs
		x, f := gpusOf(text)
		v.GPUs = x
		bad(sGres, f)
	}
	if text := s.text[sReason]; text != nil {
		n.have |= nReason
		v.Reason = ""
		if string(text) != "none" && string(text) != "(null)" {
			bad(sReason, p.setText(&v.Reason, text))
		}
		if p.kind == sinfoColumns && len(v.Reason) >= 20 || len(v.Reason) == 19 {
			n.cut |= nReason
		}
	}
}

// setShape parses sockets, cores of each and threads of each, as in 2:16:1, and stores
// the number of cores.
func setShape(cores *int64, text []byte) *fault {
	sockets, rest, ok1 := slurmtext.CutAt(text, ':')
	each, _, ok2 := slurmtext.CutAt(rest, ':')
	s, ok3 := slurmtext.ParseWhole(sockets, 1<<20)
	c, ok4 := slurmtext.ParseWhole(each, 1<<20)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return &fault{"is not sockets:cores:threads", "leave it as sinfo prints it, such as 2:16:1"}
	}
	*cores = min(s*c, mostCount)
	return nil
}
