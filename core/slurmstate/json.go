package slurmstate

import (
	"bytes"
)

// jsonJobKey returns what a key of a job of squeue --json gives. Tables of names are
// functions, because package variables would be part of what the page loads first.
func jsonJobKey(key string) jobKey {
	switch key {
	case "job_id":
		return kNumber
	case "array_job_id":
		return kArrayJob
	case "array_task_id", "array_task_string":
		return kArrayTask
	case "array_max_tasks":
		return kThrottle
	case "het_job_id":
		return kHetJob
	case "het_job_offset":
		return kHetOffset
	case "name":
		return kName
	case "user_name":
		return kUser
	case "account":
		return kAccount
	case "qos":
		return kQOS
	case "partition":
		return kPartition
	case "job_state":
		return kState
	case "state_reason":
		return kReason
	case "state_description":
		return kDescription
	case "priority":
		return kPriority
	case "submit_time":
		return kSubmit
	case "eligible_time":
		return kEligible
	case "deadline":
		return kDeadline
	case "start_time":
		return kStart
	case "end_time":
		return kEnd
	case "time_limit":
		return kLimitMinutes
	case "node_count":
		return kNodes
	case "max_nodes":
		return kMaxNodes
	case "cpus":
		return kCPUs
	case "tasks":
		return kTasks
	case "memory_per_node":
		return kMemNode
	case "memory_per_cpu":
		return kMemCPU
	case "tres_req_str":
		return kReqTRES
	case "tres_alloc_str":
		return kAllocTRES
	case "nodes":
		return kNodeList
	case "shared", "exclusive":
		return kShared
	case "dependency":
		return kDependency
	case "nice":
		return kNice
	case "features":
		return kFeatures
	case "required_nodes":
		return kReqNodes
	case "excluded_nodes":
		return kExcNodes
	case "resv_name":
		return kReservation
	case "last_sched_evaluation":
		return kEvaluated
	}
	return noKey
}

// readJSON reads the output of squeue --json, sinfo --json, or scontrol show with
// --json, object by object.
func (p *part) readJSON(data []byte) {
	t := &jsonText{data: data}
	j := &jobRow{p: p}
	lists := 0
	job := j.jsonKey(t)
	ok := t.object(func(key []byte) bool {
		switch string(key) {
		case "jobs":
			lists++
			return t.list(func() bool { return p.jsonJob(t, j, job) })
		case "nodes":
			lists++
			return t.list(func() bool { return p.jsonNode(t) })
		case "sinfo":
			lists++
			return t.list(func() bool { return p.jsonSinfo(t) })
		case "partitions":
			lists++
			return t.list(func() bool { return p.jsonPartition(t) })
		case "reservations":
			lists++
			return t.list(func() bool { return p.jsonReservation(t) })
		case "errors":
			return t.list(func() bool { return p.jsonError(t) })
		case "last_update":
			line := t.line()
			text, ok := t.scalar()
			p.bad(line, "last_update", text, p.setInstant(&p.now, text))
			return ok
		}
		return t.skip()
	})
	if ok {
		if c := t.peek(); c != 0 {
			t.fail(excerpt([]byte{c})+" after the end of the text", "give the output of one command at a time")
		}
	}
	switch {
	case t.problem != "":
		p.Errorf(t.lineOf(t.where), "%s; %s", t.problem, t.fix)
	case lists == 0:
		p.Errorf(0, `no list "jobs", "nodes", "sinfo", "partitions" or "reservations"; write the file with squeue --json or sinfo --json`)
	}
}

// jsonError reports an error that Slurm has put into its output.
func (p *part) jsonError(t *jsonText) bool {
	line, what := t.line(), "without a description"
	ok := t.walk("", func(path string, text []byte) {
		if path == "description" || path == "error" || path == "" {
			what = excerpt(text)
		}
	})
	p.Errorf(line, "Slurm reports the error %s, so that the output is not complete; run the command again", what)
	return ok
}

// jsonKey returns the function that reads one key of a job.
func (j *jobRow) jsonKey(t *jsonText) func([]byte) bool {
	return func(key []byte) bool {
		k := jsonJobKey(string(key))
		if k == noKey {
			return t.skip()
		}
		at := t.at
		text, ok := t.scalar()
		if !ok {
			return false
		}
		if f := j.set(k, text); f != nil {
			j.failed = true
			j.p.bad(t.lineOf(at), string(key), text, f)
		}
		return true
	}
}

// jsonJob reads an element of "jobs".
func (p *part) jsonJob(t *jsonText, j *jobRow, key func([]byte) bool) bool {
	if t.peek() != '{' {
		return t.wrong("a job")
	}
	j.reset(t.line())
	if !t.object(key) {
		return false
	}
	if j.het == 0 || j.offset < 0 {
		j.het = -1
	}
	if j.rec.value.State == "" && !j.failed {
		p.Errorf(j.rec.line, `a job without "job_state"; write the file with squeue --json, not with sacct`)
		return true
	}
	j.finish()
	return p.ignored["too many jobs"] == 0
}

// nodeRow collects the values of an element of "nodes".
type nodeRow struct {
	record[Node]
	sockets, each int64
	state         []byte // with flags, separated by plus signs
}

// jsonNode reads an element of "nodes".
func (p *part) jsonNode(t *jsonText) bool {
	if t.peek() != '{' {
		return t.wrong("a node")
	}
	n := nodeRow{record: record[Node]{line: t.line()}}
	ok := t.object(func(key []byte) bool {
		set := nodeSetter(string(key))
		if set == nil {
			return t.skip()
		}
		at := t.at
		text, ok := t.scalar()
		if !ok {
			return false
		}
		if f := set(p, &n, text); f != nil {
			p.bad(t.lineOf(at), string(key), text, f)
		}
		return true
	})
	if ok {
		p.addNode(&n)
	}
	return ok && p.ignored["too many nodes"] == 0
}

// nodeSetter returns the function that stores the value of a key of an element of
// "nodes", or nil.
func nodeSetter(key string) func(p *part, n *nodeRow, text []byte) *fault {
	switch key {
	case "name":
		return func(p *part, n *nodeRow, text []byte) *fault { return p.setText(&n.value.Name, text) }
	case "state":
		return func(_ *part, n *nodeRow, text []byte) *fault {
			n.state = append(bytes.Clone(text), n.state...)
			return nil
		}
	case "state_flags":
		return func(_ *part, n *nodeRow, text []byte) *fault {
			if len(text) > 0 {
				n.state = append(append(n.state, '+'), text...)
			}
			return nil
		}
	case "cpus":
		return func(_ *part, n *nodeRow, text []byte) *fault { return n.whole(nCPUs, &n.value.CPUs, text, mostCount) }
	case "cores":
		return func(_ *part, n *nodeRow, text []byte) *fault { return setWhole(&n.each, text, 1<<20) }
	case "sockets":
		return func(_ *part, n *nodeRow, text []byte) *fault { return setWhole(&n.sockets, text, 1<<20) }
	case "real_memory":
		return func(_ *part, n *nodeRow, text []byte) *fault {
			return n.whole(nMemory, &n.value.MemoryMiB, text, mostMemory)
		}
	case "weight":
		return func(_ *part, n *nodeRow, text []byte) *fault {
			return n.whole(nWeight, &n.value.Weight, text, mostPriority)
		}
	case "gres":
		return func(_ *part, n *nodeRow, text []byte) (f *fault) {
			n.have |= nGPUs
			n.value.GPUs, f = gpusOf(text)
			return f
		}
	case "reason":
		return func(p *part, n *nodeRow, text []byte) *fault {
			n.have |= nReason
			return p.setText(&n.value.Reason, text)
		}
	case "partitions":
		return func(p *part, n *nodeRow, text []byte) *fault {
			n.have |= nPartitions
			return p.setWords(&n.value.Partitions, text)
		}
	case "features":
		return func(p *part, n *nodeRow, text []byte) *fault {
			n.have |= nFeatures
			return p.setWords(&n.value.Features, text)
		}
	}
	return nil
}

// whole stores a number.
func (n *nodeRow) whole(bit uint64, to *int64, text []byte, most int64) *fault {
	n.have |= bit
	return setWhole(to, text, most)
}

// addNode adds the node that was read. Of a node that is listed twice, the last one
// counts.
func (p *part) addNode(n *nodeRow) {
	if n.value.Name == "" {
		p.Errorf(n.line, `a node without "name"; %s`, writeAgain)
		return
	}
	to := p.node(n.line, n.value.Name)
	if to == nil {
		return
	}
	if f := p.nodeState(&n.record, n.line, n.state); f != nil {
		p.bad(n.line, "state", n.state, f)
	}
	if n.sockets > 0 && n.each > 0 {
		n.have |= nCores
		n.value.Cores = min(n.sockets*n.each, mostCount)
	}
	if to.have != 0 {
		p.Notice(n.line, "node %s is listed twice; the last one is used", excerpt([]byte(n.value.Name)))
	}
	*to = n.record
}

// sinfoPath returns what the path of a key in an element of "sinfo" gives. Least and
// largest values must agree.
func sinfoPath(path string) sinfoKey {
	switch path {
	case "nodes.nodes":
		return sHosts
	case "partition.name":
		return sPartition
	case "partition.partition.state":
		return sAvail
	case "partition.maximums.time":
		return sTime
	case "partition.defaults.time":
		return sDefaultTime
	case "node.state":
		return sState
	case "cpus.minimum", "cpus.maximum":
		return sCPUs
	case "memory.minimum", "memory.maximum":
		return sMemory
	case "weight.minimum", "weight.maximum":
		return sWeight
	case "features.total":
		return sFeatures
	case "reason.description":
		return sReason
	case "gres.total":
		return sGres
	case "partition.priority.tier":
		return sTier
	case "partition.priority.job_factor":
		return sFactor
	case "partition.maximums.nodes":
		return sJobSize
	case "partition.maximums.oversubscribe.jobs":
		return sShared
	}
	return noSinfo
}

// jsonSinfo reads an element of "sinfo": a group of nodes of a partition in one state.
func (p *part) jsonSinfo(t *jsonText) bool {
	if t.peek() != '{' {
		return t.wrong("a group of nodes")
	}
	s := sinfoRow{line: t.line()}
	var shape [2][]byte
	differ := [numSinfo]bool{}
	ok := t.walk("", func(path string, text []byte) {
		switch path {
		case "sockets.minimum":
			shape[0] = bytes.Clone(text)
		case "cores.minimum":
			shape[1] = bytes.Clone(text)
		}
		k := sinfoPath(path)
		if k == noSinfo {
			return
		}
		switch k {
		case sTime, sDefaultTime:
			text = minutes(text)
		case sShared:
			text = shared(text)
		}
		if s.text[k] != nil && !bytes.Equal(s.text[k], text) {
			differ[k] = true
		}
		s.text[k], s.titles[k] = append([]byte{}, text...), path
	})
	if !ok {
		return false
	}
	for k := range differ {
		if differ[k] {
			p.ignore(s.line, s.titles[k]+" of a group of nodes that differ")
			s.text[k] = nil
		}
	}
	if shape[0] != nil && shape[1] != nil {
		s.text[sShape], s.titles[sShape] = append(append(append(shape[0], ':'), shape[1]...), ":1"...), "cores"
	}
	if s.text[sState] == nil && len(s.text[sHosts]) > 0 {
		p.Errorf(s.line, `a group of nodes without "node.state"; %s`, writeAgain)
		return true
	}
	p.sinfo(&s)
	return true
}

// minutes returns a duration in minutes as squeue would print it.
func minutes(text []byte) []byte {
	if len(text) == 0 || text[0] < '0' || text[0] > '9' {
		return text
	}
	return append(bytes.Clone(text), ":00"...)
}

// shared returns what OverSubscribe of a partition is called if a number of jobs may
// share a node.
func shared(jobs []byte) []byte {
	if string(jobs) == "0" {
		return []byte("EXCLUSIVE")
	}
	return []byte("NO")
}

// jsonPartition reads an element of "partitions".
func (p *part) jsonPartition(t *jsonText) bool {
	if t.peek() != '{' {
		return t.wrong("a partition")
	}
	line := t.line()
	q := record[Partition]{line: line}
	v := &q.value
	ok := t.walk("", func(path string, text []byte) {
		var f *fault
		switch path {
		case "name":
			f = p.setText(&v.Name, text)
		case "nodes.configured":
			q.have |= pNodes
			f = p.setHosts(&v.Nodes, text)
		case "priority.tier":
			q.have |= pTier
			f = setWhole(&v.Tier, text, mostPriority)
		case "priority.job_factor":
			q.have |= pFactor
			f = setWhole(&v.JobFactor, text, mostPriority)
		case "maximums.time":
			q.have |= pMaxTime
			f = setMinutes(&v.MaxTime, text)
		case "defaults.time":
			q.have |= pDefaultTime
			f = setMinutes(&v.DefaultTime, text)
		case "maximums.nodes":
			q.have |= pMaxNodes
			f = setWhole(&v.MaxNodes, text, mostCount)
		case "partition.state":
			q.have |= pState
			f = setPartitionState(&v.State, text)
		case "maximums.oversubscribe.jobs":
			q.have |= pExclusive
			v.Exclusive = string(text) == "0"
		case "qos.assigned":
			q.have |= pQOS
			f = p.setText(&v.QOS, text)
		case "grace_time":
			q.have |= pGrace
			f = setWhole(&v.Grace, text, mostCount)
		}
		p.bad(line, path, text, f)
	})
	if !ok {
		return false
	}
	if v.Name == "" {
		p.Errorf(line, `a partition without "name"; %s`, writeAgain)
		return true
	}
	if to := p.partition(line, v.Name); to != nil {
		*to = q
	}
	return true
}

// jsonReservation reads an element of "reservations".
func (p *part) jsonReservation(t *jsonText) bool {
	if t.peek() != '{' {
		return t.wrong("a reservation")
	}
	r := record[ReservationInfo]{line: t.line()}
	r.have = rNodes | rPartition | rFlags | rUsers | rAccounts
	v := &r.value
	before := p.Count()
	ok := t.walk("", func(path string, text []byte) {
		var f *fault
		switch path {
		case "name":
			f = p.setText(&v.Name, text)
		case "start_time":
			r.have |= rStart
			f = p.setInstant(&v.Start, text)
		case "end_time":
			r.have |= rEnd
			f = p.setInstant(&v.End, text)
		case "node_list":
			f = p.setHosts(&v.Nodes, text)
		case "partition":
			f = p.setText(&v.Partition, text)
		case "flags":
			f = p.setWords(&v.Flags, text)
		case "users":
			f = p.setWords(&v.Users, text)
		case "accounts":
			f = p.setWords(&v.Accounts, text)
		}
		p.bad(r.line, path, text, f)
	})
	if ok {
		p.addReservation(&r, p.Count() == before)
	}
	return ok
}
