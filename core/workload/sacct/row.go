package sacct

import "hopyard/core/slurmtext"

// field identifies a value of a record.
type field uint8

// Fields, named after the columns of sacct. JSON keys are mapped to them.
const (
	noField field = iota
	fJobID
	fJobIDRaw
	fUser
	fUID
	fAccount
	fGroup
	fGID
	fJobName
	fPartition
	fCluster
	fSubmit
	fEligible
	fStart
	fEnd
	fElapsed
	fElapsedRaw
	fSuspended
	fTimelimit
	fTimelimitRaw
	fState
	fAllocCPUS
	fNCPUS
	fReqCPUS
	fAllocNodes
	fNNodes
	fReqNodes
	fReqMem
	fAllocTRES
	fReqTRES
	fNodeList
	fRestarts
	fQOS // this one and those below are read by ReadRecords only
	fPriority
	fReservation
	fReason
	fSubmitLine
	numFields
)

// Kinds of names.
const (
	users = iota
	groups
	programs
	partitions
	clusters
	numNames
)

// unknown is the value of an instant or a number that the text does not contain.
const unknown = slurmtext.Unknown

// jobID is the part of JobID before the job step.
type jobID struct {
	base int64 // the job, the array or the heterogeneous job
	task int64 // task of an array, or unknown
	part int64 // component of a heterogeneous job, or unknown
}

// row is a record of the text. Missing numbers are unknown.
type row struct {
	line int
	id   jobID
	step bool
	left int64 // number of waiting array tasks that the record stands for; 0 for any other record

	submit, eligible, start, end int64 // instants in seconds
	clock                        int
	elapsed, suspended, limit    int64 // durations in seconds
	state                        state

	cpus, nodes, held int64 // allocated CPUs and nodes; held (NNodes) is the allocated nodes, or the requested ones if the job never started
	tresCPUs          int64
	reqCPUs, reqNodes int64
	memory            int64 // KB per job, CPU or node, if memoryOf is 'j', 'c' or 'n' respectively
	memoryOf          byte
	gpus              bool
	typedGPUs         int64 // allocated GPUs of named types
	allGPUs           int64 // allocated GPUs
	unassigned        bool  // NodeList says that no nodes were assigned
	restarts          int64
	priority          int64
	word              string // state as sacct prints it, without what follows
	live              bool   // the job has not ended

	texts [numTexts][]byte // kept only for ReadRecords
	names [numNames][]byte
	weak  [numNames]bool // the name is only a substitute: a numeric id, or a group in place of an account
}

// reset makes all values of the row unknown, except for the line.
func (r *row) reset(line int) {
	names, texts := r.names, r.texts
	for k := range names {
		names[k] = names[k][:0]
	}
	for k := range texts {
		texts[k] = texts[k][:0]
	}
	*r = row{
		line: line, id: jobID{unknown, unknown, unknown}, names: names, texts: texts,
		submit: unknown, eligible: unknown, start: unknown, end: unknown,
		elapsed: unknown, suspended: unknown, limit: unknown,
		cpus: unknown, nodes: unknown, held: unknown, tresCPUs: unknown, reqCPUs: unknown, reqNodes: unknown,
		memory: unknown, restarts: unknown, priority: unknown,
	}
}

// name stores a name. A weak name is a substitute: it never replaces another name,
// and any name that is not weak replaces it.
func (r *row) name(kind int, text []byte, weak bool) {
	if len(text) == 0 || len(r.names[kind]) > 0 && weak {
		return
	}
	if len(r.names[kind]) > 0 && !r.weak[kind] {
		return
	}
	r.names[kind] = append(r.names[kind][:0], text...)
	r.weak[kind] = weak
}

// set stores a value in the form in which sacct prints it. A fault that it returns
// has neither line nor place.
func (r *row) set(f field, text []byte) *LineError {
	switch f {
	case fJobID:
		return r.setID(text, true)
	case fJobIDRaw:
		return r.setID(text, false)
	case fUser, fUID:
		r.name(users, text, f == fUID)
	case fAccount, fGroup, fGID:
		r.name(groups, text, f != fAccount)
	case fJobName:
		r.name(programs, text, false)
	case fPartition:
		r.name(partitions, text, false)
	case fCluster:
		r.name(clusters, text, false)
	case fSubmit:
		return r.setInstant(&r.submit, text)
	case fEligible:
		return r.setInstant(&r.eligible, text)
	case fStart:
		return r.setInstant(&r.start, text)
	case fEnd:
		return r.setInstant(&r.end, text)
	case fElapsed, fSuspended:
		return r.setSpan(f, text)
	case fElapsedRaw:
		return setNumber(&r.elapsed, text, slurmtext.Longest)
	case fTimelimit, fTimelimitRaw:
		return r.setLimit(f, text)
	case fState:
		return r.setState(text)
	case fNodeList:
		r.unassigned = string(text) == "None assigned"
		if !r.unassigned {
			r.texts[textNodes] = append(r.texts[textNodes][:0], text...)
		}
	case fQOS:
		r.texts[textQOS] = append(r.texts[textQOS][:0], text...)
	case fReservation:
		r.texts[textReservation] = append(r.texts[textReservation][:0], text...)
	case fReason:
		r.texts[textReason] = append(r.texts[textReason][:0], text...)
	case fSubmitLine:
		r.texts[textSubmitLine] = append(r.texts[textSubmitLine][:0], text...)
	case fPriority:
		return setNumber(&r.priority, text, 1<<32-1)
	case fReqMem:
		return r.setMemory(text)
	case fAllocTRES, fReqTRES:
		return r.setTRES(f, text)
	default:
		return r.setCount(f, text)
	}
	return nil
}

// largest is the largest count of CPUs, nodes or restarts that is accepted.
const largest = 1_000_000_000

func (r *row) setCount(f field, text []byte) *LineError {
	switch f {
	case fAllocCPUS, fNCPUS:
		return setNumber(&r.cpus, text, largest)
	case fReqCPUS:
		return setNumber(&r.reqCPUs, text, largest)
	case fAllocNodes:
		return setNumber(&r.nodes, text, largest)
	case fNNodes:
		return setNumber(&r.held, text, largest)
	case fReqNodes:
		return setNumber(&r.reqNodes, text, largest)
	case fRestarts:
		return setNumber(&r.restarts, text, largest)
	}
	return nil
}
