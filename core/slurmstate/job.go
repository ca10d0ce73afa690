package slurmstate

import (
	"bytes"
	"strconv"

	"hopyard/core/slurmtext"
)

// jobKey is a value that an output gives about a job.
type jobKey uint8

const (
	noKey jobKey = iota
	kPrinted
	kNumber
	kArrayJob
	kArrayTask
	kThrottle
	kHetJob
	kHetOffset
	kName
	kUser
	kAccount
	kQOS
	kPartition
	kState
	kReason
	kDescription
	kPriority
	kSubmit
	kEligible
	kStart
	kEnd
	kElapsed
	kLimit
	kLimitMinutes
	kNodes
	kMaxNodes
	kCPUs
	kTasks
	kMemNode
	kMemCPU
	kReqTRES
	kAllocTRES
	kTRESPerNode
	kNodeList
	kPlace
	kShared
	kDependency
	kNice
	kFeatures
	kReqNodes
	kExcNodes
	kReservation
	kDeadline
	kTimeMin
	kEvaluated
)

// jobRow collects the values of one job.
type jobRow struct {
	p                        *part
	rec                      record[JobInfo]
	array, task, het, offset int64  // -1 if not given
	tasks                    []byte // list of waiting array tasks
	printed                  []byte // id that is used as it is, as it was cut off
	described                bool   // the reason is given by a description
	perNode                  int64  // GPUs of each node; -1 if not given
	failed                   bool
}

func (j *jobRow) reset(line int) {
	*j = jobRow{p: j.p, rec: record[JobInfo]{line: line}, array: -1, task: -1, het: -1, offset: -1, perNode: -1, tasks: j.tasks[:0]}
}

// take stores a value and reports errors.
func (j *jobRow) take(k jobKey, place string, text []byte, line int) {
	if f := j.set(k, text); f != nil {
		j.failed = true
		j.p.bad(line, place, text, f)
	}
}

// set stores a value.
func (j *jobRow) set(k jobKey, text []byte) *fault {
	v := &j.rec.value
	switch k {
	case kPrinted:
		return j.setPrinted(text)
	case kNumber:
		j.rec.have |= jNumber
		return setWhole(&v.Number, text, slurmtext.MaxNumber)
	case kArrayJob:
		return setWhole(&j.array, text, slurmtext.MaxNumber)
	case kArrayTask:
		return j.setTask(text)
	case kHetJob:
		return setWhole(&j.het, text, slurmtext.MaxNumber)
	case kHetOffset:
		return setWhole(&j.offset, text, mostCount)
	case kThrottle:
		j.rec.have |= jThrottle
		return setWhole(&v.Throttle, text, mostCount)
	case kSubmit:
		j.rec.have |= jSubmit
		return j.p.setInstant(&v.Submit, text)
	case kEligible:
		j.rec.have |= jEligible
		return j.p.setInstant(&v.Eligible, text)
	case kDeadline:
		j.rec.have |= jDeadline
		return j.p.setInstant(&v.Deadline, text)
	case kStart:
		j.rec.have |= jStart
		return j.p.setInstant(&v.Start, text)
	case kEnd:
		j.rec.have |= jEnd
		return j.p.setInstant(&v.End, text)
	case kEvaluated:
		var at int64
		f := j.p.setInstant(&at, text)
		j.p.latest = max(j.p.latest, at)
		return f
	case kElapsed:
		j.rec.have |= jElapsed
		return setSpan(&v.Elapsed, text)
	case kLimit:
		return j.setLimit(text, setSpan)
	case kTimeMin:
		j.rec.have |= jTimeMin
		return setSpan(&v.TimeMin, text)
	case kLimitMinutes:
		return j.setLimit(text, setMinutes)
	case kNodes, kMaxNodes, kCPUs, kTasks, kMemNode, kMemCPU, kReqTRES, kAllocTRES, kTRESPerNode, kPriority, kNice:
		return j.setAmount(k, text)
	case kNodeList, kPlace, kReqNodes, kExcNodes:
		return j.setPlace(k, text)
	}
	return j.setWord(k, text)
}

// textOf returns where the text of a key is stored as it is, with the bit that records
// that it is given, or nil. It is a function, because a package variable would be part
// of what the page loads first.
func (v *JobInfo) textOf(k jobKey) (bit uint64, at *string) {
	switch k {
	case kName:
		return jName, &v.Name
	case kAccount:
		return jAccount, &v.Account
	case kQOS:
		return jQOS, &v.QOS
	case kDependency:
		return jDependency, &v.Dependency
	case kFeatures:
		return jFeatures, &v.Features
	case kReservation:
		return jReservation, &v.Reservation
	}
	return 0, nil
}

// setWord stores a name or a word.
func (j *jobRow) setWord(k jobKey, text []byte) *fault {
	v := &j.rec.value
	if bit, at := v.textOf(k); at != nil {
		j.rec.have |= bit
		return j.p.setText(at, text)
	}
	switch k {
	case kUser:
		if at := bytes.IndexByte(text, '('); at > 0 && text[len(text)-1] == ')' {
			text = text[:at]
		}
		j.rec.have |= jUser
		return j.p.setText(&v.User, text)
	case kPartition:
		j.rec.have |= jPartitions
		return j.p.setWords(&v.Partitions, text)
	case kState:
		word, _, _ := slurmtext.CutAt(text, ',') // flags, such as COMPLETING, follow the state
		state, ok := jobState(word)
		if !ok {
			return &fault{"is not a state of a job", "leave it as Slurm prints it, such as PENDING or PD"}
		}
		v.State = state
		j.rec.have |= jState
	case kDescription:
		if blank(text) {
			return nil
		}
		j.described = true
		j.rec.have |= jReason
		return j.p.setText(&v.Reason, text)
	case kReason:
		if j.described {
			return nil
		}
		j.rec.have |= jReason
		return j.p.setText(&v.Reason, text)
	case kShared:
		j.rec.have |= jExclusive
		v.Exclusive = v.Exclusive || string(text) == "NO" || string(text) == "none" || string(text) == "true"
	}
	return nil
}

// setAmount stores a number, an amount of memory or a count of resources.
func (j *jobRow) setAmount(k jobKey, text []byte) *fault {
	v := &j.rec.value
	switch k {
	case kPriority:
		if bytes.IndexByte(text, '.') >= 0 { // squeue %p: a fraction of the largest priority
			return nil
		}
		j.rec.have |= jPriority
		return setWhole(&v.Priority, text, mostPriority)
	case kNice:
		j.rec.have |= jNice
		return setSigned(&v.Nice, text, mostNice)
	case kNodes: // 3, or 3-4
		low, high, ranged := slurmtext.CutAt(text, '-')
		j.rec.have |= jNodes
		if ranged {
			if len(low) == 0 {
				return &fault{"is not a number of nodes", "leave it as Slurm prints it, such as 3 or 3-4"}
			}
			j.rec.have |= jMaxNodes
			if f := setCount(&v.MaxNodes, high); f != nil {
				return f
			}
		}
		return setCount(&v.Nodes, low)
	case kMaxNodes:
		j.rec.have |= jMaxNodes
		return setCount(&v.MaxNodes, text)
	case kCPUs:
		j.rec.have |= jCPUs
		return setCount(&v.CPUs, text)
	case kTasks:
		j.rec.have |= jTasks
		return setCount(&v.Tasks, text)
	case kMemNode, kMemCPU:
		amount := int64(0)
		f := setMemory(&amount, text)
		if amount > 0 {
			j.rec.have |= jMemory | jPerCPU
			v.MemoryMiB, v.MemoryPerCPU = amount, k == kMemCPU
		}
		return f
	case kTRESPerNode:
		x, f := gpusOf(text)
		j.perNode = x
		return f
	}
	if k == kAllocTRES && blank(text) { // not started
		return nil
	}
	x, f := tresGPUs(text)
	if k == kAllocTRES || j.rec.have&jGPUs == 0 {
		j.rec.have |= jGPUs
		v.GPUs = x
	}
	return f
}

// setPlace stores a list of nodes. squeue prints the reason in its place while a job
// waits.
func (j *jobRow) setPlace(k jobKey, text []byte) *fault {
	v := &j.rec.value
	switch k {
	case kReqNodes:
		j.rec.have |= jReqNodes
		return j.p.setHosts(&v.ReqNodes, text)
	case kExcNodes:
		j.rec.have |= jExcNodes
		return j.p.setHosts(&v.ExcNodes, text)
	case kPlace:
		if len(text) > 1 && text[0] == '(' {
			if text[len(text)-1] != ')' {
				return &fault{"is a reason that is not closed", "the line was cut off: let squeue write it again"}
			}
			return j.set(kReason, text[1:len(text)-1])
		}
	}
	j.rec.have |= jNodeList
	return j.p.setHosts(&v.NodeList, text)
}

// setLimit stores a time limit. A job without one has that of its partition, which is
// filled in later.
func (j *jobRow) setLimit(text []byte, parse func(*int64, []byte) *fault) *fault {
	switch string(text) {
	case "", "Partition_Limit", "NOT_SET", "4294967294":
		return nil
	}
	j.rec.have |= jLimit
	return parse(&j.rec.value.Limit, text)
}

// setTask stores the number of an array task, or the list of those that wait.
func (j *jobRow) setTask(text []byte) *fault {
	if blank(text) || string(text) == "4294967294" {
		return nil
	}
	text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte{'['}), []byte{']'})
	if x, ok := slurmtext.ParseWhole(text, 1<<32); ok {
		j.task = x
		return nil
	}
	if _, ok := slurmtext.ParseTasks(text); !ok {
		return &fault{"is not a list of array tasks", "leave it as Slurm prints it, such as 4-9%2"}
	}
	j.tasks = append(j.tasks[:0], text...)
	return nil
}

// setPrinted parses an id as squeue prints it: 46, 46_3, 46_[4-9%2] or 46+1. The closing
// bracket may be missing, because squeue cuts long ids off.
func (j *jobRow) setPrinted(text []byte) *fault {
	bad := &fault{"is not a job id", "leave it as squeue prints it: 46, 46_3, 46_[4-9%2] or 46+1"}
	base, task, isTask := slurmtext.CutAt(text, '_')
	base, part, isPart := slurmtext.CutAt(base, '+')
	number, ok := slurmtext.ParseWhole(base, slurmtext.MaxNumber)
	if !ok || isPart && isTask {
		return bad
	}
	switch {
	case isPart:
		j.het = number
		if j.offset, ok = slurmtext.ParseWhole(part, mostCount); !ok {
			return bad
		}
		if j.offset > 0 {
			return nil
		}
	case isTask && len(task) > 0 && task[0] == '[':
		j.array = number
		if task[len(task)-1] != ']' {
			j.printed = bytes.Clone(text)
			break
		}
		if f := j.setTask(task); f != nil {
			return bad
		}
	case isTask:
		j.array = number
		if j.task, ok = slurmtext.ParseWhole(task, 1<<32); !ok {
			return bad
		}
		return nil
	}
	j.rec.value.Number = number
	j.rec.have |= jNumber
	return nil
}

// finish adds the job, or one job for each of its waiting array tasks.
func (j *jobRow) finish() {
	v := &j.rec.value
	if j.perNode >= 0 && j.rec.have&(jGPUs|jNodes) == jNodes {
		v.GPUs = j.perNode * v.Nodes
		j.rec.have |= jGPUs
	}
	switch {
	case j.failed:
		return
	case v.Number == 0 && j.array <= 0 && j.het <= 0:
		j.p.Errorf(j.rec.line, "a job without an id; let Slurm write the file again")
		return
	case len(j.tasks) > 0 && j.array > 0:
		j.expand()
		return
	case j.printed != nil:
		v.ID = string(j.printed)
		j.p.Notice(j.rec.line, "the id %s is cut off, so that its tasks are not known; write them out with squeue -r", excerpt(j.printed))
	case j.array > 0 && j.task >= 0:
		v.ID = strconv.FormatInt(j.array, 10) + "_" + strconv.FormatInt(j.task, 10)
	case j.het > 0 && j.offset >= 0:
		v.ID = strconv.FormatInt(j.het, 10) + "+" + strconv.FormatInt(j.offset, 10)
	default:
		v.ID = strconv.FormatInt(v.Number, 10)
	}
	if j.p.room(j.rec.line, "jobs", len(j.p.jobs), MaxJobs) {
		j.p.jobs = append(j.p.jobs, j.rec)
	}
}

// expand adds one job for each array task that waits.
func (j *jobRow) expand() {
	v := &j.rec.value
	list, _ := slurmtext.ParseTasks(j.tasks)
	if list.Throttle > 0 || j.rec.have&jThrottle == 0 {
		v.Throttle = list.Throttle
		j.rec.have |= jThrottle
	}
	base := strconv.FormatInt(j.array, 10) + "_"
	switch {
	case list.Cut:
		j.p.Notice(j.rec.line, "Slurm has shortened the list of tasks of array %d; those it names are read, write the others out with squeue -r", j.array)
	case j.p.tasks+list.Count() > MaxArrayTasks:
		j.p.Notice(j.rec.line, "array %d has %s tasks; it stays one job, as at most %s tasks are written out", j.array, slurmtext.Number(list.Count()), slurmtext.Number(MaxArrayTasks))
		v.ID = base + "[" + string(j.tasks) + "]"
		if j.p.room(j.rec.line, "jobs", len(j.p.jobs), MaxJobs) {
			j.p.jobs = append(j.p.jobs, j.rec)
		}
		return
	}
	j.p.tasks += list.Count()
	if j.p.tasks > MaxArrayTasks {
		j.p.room(j.rec.line, "tasks of arrays", MaxArrayTasks, MaxArrayTasks)
		return
	}
	for _, r := range list.Ranges {
		for task := r.First; task <= r.Last; task += r.Step {
			if !j.p.room(j.rec.line, "jobs", len(j.p.jobs), MaxJobs) {
				return
			}
			v.ID = base + strconv.FormatInt(task, 10)
			j.p.jobs = append(j.p.jobs, j.rec)
		}
	}
}
