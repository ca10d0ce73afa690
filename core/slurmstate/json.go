package slurmstate

import (
	"bytes"
)

// jsonJobKeys maps the keys of a job of squeue --json to what they give.
var jsonJobKeys = map[string]jobKey{
	"job_id": kNumber, "array_job_id": kArrayJob, "array_task_id": kArrayTask, "array_task_string": kArrayTask, "array_max_tasks": kThrottle,
	"het_job_id": kHetJob, "het_job_offset": kHetOffset, "name": kName, "user_name": kUser, "account": kAccount, "qos": kQOS, "partition": kPartition,
	"job_state": kState, "state_reason": kReason, "state_description": kDescription, "priority": kPriority, "submit_time": kSubmit,
	"eligible_time": kEligible, "start_time": kStart, "end_time": kEnd, "time_limit": kLimitMinutes, "node_count": kNodes, "max_nodes": kMaxNodes,
	"cpus": kCPUs, "tasks": kTasks, "memory_per_node": kMemNode, "memory_per_cpu": kMemCPU, "tres_req_str": kReqTRES, "tres_alloc_str": kAllocTRES,
	"nodes": kNodeList, "shared": kShared, "exclusive": kShared, "dependency": kDependency, "nice": kNice, "features": kFeatures,
	"required_nodes": kReqNodes, "excluded_nodes": kExcNodes, "resv_name": kReservation, "last_sched_evaluation": kEvaluated,
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
		k := jsonJobKeys[string(key)]
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
		set := nodeSetters[string(key)]
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

// nodeSetters maps the keys of an element of "nodes" to functions that store a value.
var nodeSetters = map[string]func(p *part, n *nodeRow, text []byte) *fault{
	"name": func(p *part, n *nodeRow, text []byte) *fault { return p.setText(&n.value.Name, text) },
	"state": func(_ *part, n *nodeRow, text []byte) *fault {
		n.state = append(bytes.Clone(text), n.state...)
		return nil
	},
	"state_flags": func(_ *part, n *nodeRow, text []byte) *fault {
		if len(text) > 0 {
			n.state = append(append(n.state, '+'), text...)
		}
		return nil
	},
	"cpus":    func(_ *part, n *nodeRow, text []byte) *fault { return n.whole(nCPUs, &n.value.CPUs, text, mostCount) },
	"cores":   func(_ *part, n *nodeRow, text []byte) *fault { return setWhole(&n.each, text, 1<<20) },
	"sockets": func(_ *part, n *nodeRow, text []byte) *fault { return setWhole(&n.sockets, text, 1<<20) },
	"real_memory": func(_ *part, n *nodeRow, text []byte) *fault {
		return n.whole(nMemory, &n.value.MemoryMiB, text, mostMemory)
	},
	"weight": func(_ *part, n *nodeRow, text []byte) *fault {
		return n.whole(nWeight, &n.value.Weight, text, mostPriority)
	},
	"gres": func(_ *part, n *nodeRow, text []byte) (f *fault) {
		n.have |= nGPUs
		n.value.GPUs, f = gpusOf(text)
		return f
	},
	"reason": func(p *part, n *nodeRow, text []byte) *fault {
		n.have |= nReason
		return p.setText(&n.value.Reason, text)
	},
	"partitions": func(p *part, n *nodeRow, text []byte) *fault {
		n.have |= nPartitions
		return p.setWords(&n.value.Partitions, text)
	},
	"features": func(p *part, n *nodeRow, text []byte) *fault {
		n.have |= nFeatures
		return p.setWords(&n.value.Features, text)
	},
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

// sinfoPaths maps the paths of keys in an element of "sinfo" to what they give. Least
// and largest values must agree.
var sinfoPaths = map[string]sinfoKey{
	"nodes.nodes": sHosts, "partition.name": sPartition, "partition.partition.state": sAvail, "partition.maximums.time": sTime, "partition.defaults.time": sDefaultTime,
	"node.state": sState, "cpus.minimum": sCPUs, "cpus.maximum": sCPUs, "memory.minimum": sMemory, "memory.maximum": sMemory, "weight.minimum": sWeight, "weight.maximum": sWeight,
	"features.total": sFeatures, "reason.description": sReason, "gres.total": sGres, "partition.priority.tier": sTier, "partition.priority.job_factor": sFactor,
	"partition.maximums.nodes": sJobSize, "partition.maximums.oversubscribe.jobs": sShared,
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
		k := sinfoPaths[path]
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
