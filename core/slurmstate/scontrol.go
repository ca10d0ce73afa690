package slurmstate

import (
	"bytes"
	"strings"

	"hopyard/core/slurmtext"
)

// lineReader yields the lines of a text.
type lineReader struct {
	rest []byte
	no   int // of the last line, from 1
}

// next returns the next line without its end, or false at the end of the text.
func (l *lineReader) next() ([]byte, bool) {
	if len(l.rest) == 0 {
		return nil, false
	}
	line, rest, _ := slurmtext.CutAt(l.rest, '\n')
	l.rest = rest
	l.no++
	return bytes.TrimSuffix(line, []byte{'\r'}), true
}

// head is the first key of each kind of record that scontrol prints.
var heads = [...]string{"JobId=", "NodeName=", "PartitionName=", "ReservationName="}

// headOf returns which kind of record a line begins, or -1.
func headOf(line []byte) int {
	for i, h := range heads {
		if bytes.HasPrefix(line, []byte(h)) {
			return i
		}
	}
	return -1
}

// pair is a key with its value in the output of scontrol.
type pair struct {
	key, value []byte
	line       int
}

// readScontrol reads the output of scontrol show job, node, partition and
// reservation, with or without -o.
func (p *part) readScontrol(data []byte) {
	l := lineReader{rest: data}
	var pairs []pair
	kind := -1
	for {
		line, ok := l.next()
		if len(line) > MaxLine {
			p.Errorf(l.no, "a line of %d bytes; %s are allowed; leave it out", len(line), slurmtext.Number(MaxLine))
			continue
		}
		if head := headOf(line); !ok || head >= 0 {
			p.scontrolRecord(kind, pairs)
			kind, pairs = head, pairs[:0]
		}
		switch trimmed := bytes.TrimSpace(line); {
		case !ok:
			return
		case len(trimmed) == 0 || kind < 0 && isNothing(trimmed):
		case kind < 0:
			p.Errorf(l.no, "%s is outside of a record; leave the output as scontrol prints it", excerpt(trimmed))
		case bytes.IndexByte(trimmed, '=') < 0:
			if kind != 0 || len(pairs) == 0 || !isFreeText(string(pairs[len(pairs)-1].key)) {
				p.Errorf(l.no, "%s is not of the form Key=value; leave the output as scontrol prints it", excerpt(trimmed))
			}
		default:
			pairs = p.cutPairs(pairs, trimmed, l.no, kind)
		}
	}
}

// isNothing reports whether a line says that there is nothing to show.
func isNothing(line []byte) bool {
	return bytes.HasPrefix(line, []byte("No ")) && bytes.HasSuffix(line, []byte(" in the system"))
}

// isFreeText reports whether the value of a key may contain blanks. In the form of
// several lines such keys stand at the end of a line.
func isFreeText(key string) bool {
	switch key {
	case "JobName", "Comment", "AdminComment", "SystemComment", "Command", "WorkDir", "StdErr", "StdIn", "StdOut", "Reason", "OS", "Extra", "SubmitLine", "Power", "MailUser", "Container", "BurstBuffer":
		return true
	}
	return false
}

// cutPairs splits a line at its keys. A key follows a blank and begins with a capital
// letter; within a free text, only a key that is read counts.
func (p *part) cutPairs(pairs []pair, line []byte, no, kind int) []pair {
	oneLine := len(line) > 400 && bytes.Count(line, []byte{'='}) > 15
	for len(line) > 0 {
		key, rest, ok := slurmtext.CutAt(line, '=')
		if !ok {
			p.Errorf(no, "%s is not of the form Key=value; leave the output as scontrol prints it", excerpt(line))
			return pairs
		}
		free := isFreeText(string(key)) && !(kind == 0 && string(key) == "Reason")
		end := len(rest)
		if !free || oneLine {
			end = nextKey(rest, free)
		}
		pairs = append(pairs, pair{key, bytes.TrimSpace(rest[:end]), no})
		line = bytes.TrimSpace(rest[end:])
	}
	return pairs
}

// nextKey returns where the next key begins in a text, with the blank before it.
func nextKey(text []byte, free bool) int {
	for from := 0; ; {
		at := bytes.IndexByte(text[from:], '=')
		if at < 0 {
			return len(text)
		}
		at += from
		blank := bytes.LastIndexByte(text[:at], ' ')
		if blank >= 0 && blank+1 < at && text[blank+1] >= 'A' && text[blank+1] <= 'Z' && (!free || followsFree(string(text[blank+1:at]))) {
			return blank
		}
		from = at + 1
	}
}

// followsFree reports whether a key may follow a free text in the form of one line.
func followsFree(key string) bool {
	switch key {
	case "UserId", "HetJobIdSet", "WorkDir", "StdErr", "StdIn", "StdOut", "Power", "Comment", "AdminComment", "SystemComment", "RealMemory", "Command", "TresPerNode", "TresPerJob", "MailUser", "MailType", "Watts", "MaxStartDelay", "NtasksPerTRES", "CpusPerTres", "MemPerTres", "TresBind", "TresFreq", "TresPerSocket", "TresPerTask":
		return true
	}
	return false
}

// scontrolRecord reads a record of the given kind.
func (p *part) scontrolRecord(kind int, pairs []pair) {
	switch kind {
	case 0:
		p.scontrolJob(pairs)
	case 1:
		p.scontrolNode(pairs)
	case 2:
		p.scontrolPartition(pairs)
	case 3:
		p.scontrolReservation(pairs)
	}
}

// scontrolJobKey returns what a key of a job of scontrol gives.
func scontrolJobKey(key string) jobKey {
	switch key {
	case "JobId":
		return kNumber
	case "ArrayJobId":
		return kArrayJob
	case "ArrayTaskId":
		return kArrayTask
	case "ArrayTaskThrottle":
		return kThrottle
	case "HetJobId", "PackJobId":
		return kHetJob
	case "HetJobOffset", "PackJobOffset":
		return kHetOffset
	case "JobName":
		return kName
	case "UserId":
		return kUser
	case "Account":
		return kAccount
	case "QOS":
		return kQOS
	case "Partition":
		return kPartition
	case "JobState":
		return kState
	case "Reason":
		return kReason
	case "Priority":
		return kPriority
	case "SubmitTime":
		return kSubmit
	case "EligibleTime":
		return kEligible
	case "TimeMin":
		return kTimeMin
	case "Deadline":
		return kDeadline
	case "StartTime":
		return kStart
	case "EndTime":
		return kEnd
	case "RunTime":
		return kElapsed
	case "TimeLimit":
		return kLimit
	case "NumNodes":
		return kNodes
	case "NumCPUs":
		return kCPUs
	case "NumTasks":
		return kTasks
	case "MinMemoryNode":
		return kMemNode
	case "MinMemoryCPU":
		return kMemCPU
	case "TRES", "ReqTRES":
		return kReqTRES
	case "AllocTRES":
		return kAllocTRES
	case "NodeList":
		return kNodeList
	case "OverSubscribe":
		return kShared
	case "Dependency":
		return kDependency
	case "Nice":
		return kNice
	case "Features":
		return kFeatures
	case "ReqNodeList":
		return kReqNodes
	case "ExcNodeList":
		return kExcNodes
	case "Reservation":
		return kReservation
	case "LastSchedEval":
		return kEvaluated
	}
	return noKey
}

func (p *part) scontrolJob(pairs []pair) {
	j := jobRow{p: p}
	j.reset(pairs[0].line)
	j.rec.have |= jMaxNodes | jNice | jReservation | jThrottle // left out if they are 0
	var seen [kEvaluated + 1]bool
	for _, kv := range pairs {
		k := scontrolJobKey(string(kv.key))
		if k == noKey {
			continue
		}
		if seen[k] {
			p.Errorf(kv.line, "%s is given twice for one job; a name contains it, use squeue --json", kv.key)
			return
		}
		seen[k] = true
		value := kv.value
		if k == kReason {
			value = bytes.ReplaceAll(value, []byte{'_'}, []byte{' '}) // scontrol prints no blanks within it
		}
		j.take(k, string(kv.key), value, kv.line)
	}
	if j.rec.have&jState == 0 && !j.failed {
		p.Errorf(j.rec.line, "a job without JobState; the file was cut off, let scontrol write it again")
		return
	}
	j.finish()
}

func (p *part) scontrolNode(pairs []pair) {
	line := pairs[0].line
	n := p.node(line, p.intern(pairs[0].value))
	if n == nil {
		return
	}
	sockets, perSocket, before := int64(0), int64(0), p.Count()
	n.have |= nReason | nFeatures | nGPUs | nPartitions
	for _, kv := range pairs {
		var f *fault
		switch string(kv.key) {
		case "CPUTot":
			n.have |= nCPUs
			f = setWhole(&n.value.CPUs, kv.value, mostCount)
		case "Sockets":
			f = setWhole(&sockets, kv.value, mostCount)
		case "CoresPerSocket":
			f = setWhole(&perSocket, kv.value, mostCount)
		case "RealMemory":
			n.have |= nMemory
			f = setWhole(&n.value.MemoryMiB, kv.value, mostMemory)
		case "Gres":
			n.value.GPUs, f = gpusOf(kv.value)
		case "State":
			f = p.nodeState(n, kv.line, kv.value)
		case "AvailableFeatures":
			f = p.setWords(&n.value.Features, kv.value)
		case "Weight":
			n.have |= nWeight
			f = setWhole(&n.value.Weight, kv.value, mostPriority)
		case "Partitions":
			f = p.setWords(&n.value.Partitions, kv.value)
		case "Reason":
			if at := bytes.LastIndex(kv.value, []byte(" [")); at > 0 && bytes.HasSuffix(kv.value, []byte{']'}) {
				kv.value = kv.value[:at] // who set it, and when
			}
			f = p.setText(&n.value.Reason, kv.value)
		}
		p.bad(kv.line, string(kv.key), kv.value, f)
	}
	if sockets > 0 && perSocket > 0 {
		n.have |= nCores
		n.value.Cores = min(sockets*perSocket, mostCount)
	}
	if n.have&nState == 0 && p.Count() == before {
		p.Errorf(line, "node %s has no State; the file was cut off, let scontrol write it again", excerpt(pairs[0].value))
	}
}

// nodeState stores the state of a node, and notes flags that it does not know.
func (p *part) nodeState(n *record[Node], line int, text []byte) *fault {
	ignored, f := setNodeState(n, text)
	if ignored != "" {
		p.ignore(line, "state flag "+ignored)
	}
	return f
}

func (p *part) scontrolPartition(pairs []pair) {
	line, before := pairs[0].line, p.Count()
	q := p.partition(line, p.intern(pairs[0].value))
	if q == nil {
		return
	}
	for _, kv := range pairs {
		var f *fault
		switch string(kv.key) {
		case "Default":
			q.have |= pDefault
			q.value.Default = string(kv.value) == "YES"
		case "DefaultTime":
			q.have |= pDefaultTime
			f = setSpan(&q.value.DefaultTime, kv.value)
		case "MaxNodes":
			q.have |= pMaxNodes
			f = setWhole(&q.value.MaxNodes, kv.value, mostCount)
		case "MaxTime":
			q.have |= pMaxTime
			f = setSpan(&q.value.MaxTime, kv.value)
		case "Nodes":
			q.have |= pNodes
			f = p.setHosts(&q.value.Nodes, kv.value)
		case "PriorityJobFactor":
			q.have |= pFactor
			f = setWhole(&q.value.JobFactor, kv.value, mostPriority)
		case "PriorityTier":
			q.have |= pTier
			f = setWhole(&q.value.Tier, kv.value, mostPriority)
		case "OverSubscribe":
			q.have |= pExclusive
			q.value.Exclusive = strings.EqualFold(string(kv.value), "EXCLUSIVE")
		case "State":
			q.have |= pState
			f = setPartitionState(&q.value.State, kv.value)
		case "QoS":
			q.have |= pQOS
			f = p.setText(&q.value.QOS, kv.value)
		case "PreemptMode":
			q.have |= pPreempt
			f = setPreemptMode(&q.value.PreemptMode, kv.value)
		case "GraceTime":
			q.have |= pGrace
			f = setWhole(&q.value.Grace, kv.value, slurmtext.Longest)
		}
		p.bad(kv.line, string(kv.key), kv.value, f)
	}
	if q.have&pState == 0 && p.Count() == before {
		p.Errorf(line, "partition %s has no State; the file was cut off, let scontrol write it again", excerpt(pairs[0].value))
	}
}

func (p *part) scontrolReservation(pairs []pair) {
	r := record[ReservationInfo]{line: pairs[0].line}
	r.have = rNodes | rPartition | rFlags | rUsers | rAccounts
	before := p.Count()
	for _, kv := range pairs {
		v := &r.value
		var f *fault
		switch string(kv.key) {
		case "ReservationName":
			f = p.setText(&v.Name, kv.value)
		case "StartTime":
			r.have |= rStart
			f = p.setInstant(&v.Start, kv.value)
		case "EndTime":
			r.have |= rEnd
			f = p.setInstant(&v.End, kv.value)
		case "Nodes":
			f = p.setHosts(&v.Nodes, kv.value)
		case "PartitionName":
			f = p.setText(&v.Partition, kv.value)
		case "Flags":
			f = p.setWords(&v.Flags, kv.value)
		case "Users":
			f = p.setWords(&v.Users, kv.value)
		case "Accounts":
			f = p.setWords(&v.Accounts, kv.value)
		case "CoreIDs":
			p.ignore(kv.line, "reservations of cores, which count as whole nodes")
		}
		p.bad(kv.line, string(kv.key), kv.value, f)
	}
	p.addReservation(&r, p.Count() == before)
}

// addReservation adds a reservation, if nothing is wrong with it.
func (p *part) addReservation(r *record[ReservationInfo], right bool) {
	switch {
	case !right:
	case r.value.Name == "":
		p.Errorf(r.line, "a reservation without a name; let scontrol write the file again")
	case r.have&(rStart|rEnd) != rStart|rEnd:
		p.Errorf(r.line, "reservation %s has no StartTime or EndTime; the file was cut off, let scontrol write it again", excerpt([]byte(r.value.Name)))
	case r.value.End < r.value.Start:
		p.Errorf(r.line, "reservation %s ends before it starts; let scontrol write the file again", excerpt([]byte(r.value.Name)))
	case p.room(r.line, "reservations", len(p.reservations), maxReservations):
		p.reservations = append(p.reservations, *r)
	}
}
