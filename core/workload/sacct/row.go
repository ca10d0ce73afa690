package sacct

// field is a value of a record that is read.
type field uint8

// The fields, by the columns of sacct; JSON's keys are mapped to them.
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
	numFields
)

// The kinds of names.
const (
	users = iota
	groups
	programs
	partitions
	clusters
	numNames
)

// jobID is what stands in JobID before a step.
type jobID struct {
	base int64 // the job, the array or the heterogeneous job
	task int64 // of an array, else unknown
	part int64 // the component of a heterogeneous job, else unknown
}

// row is one record of the text, as it is read. Numbers that it does not tell are
// unknown.
type row struct {
	line int
	id   jobID
	step bool
	left int64 // tasks of an array that wait together; 0 for any other record

	submit, eligible, start, end int64 // instants
	clock                        int
	elapsed, suspended, limit    int64 // seconds
	state                        state

	cpus, nodes, held int64 // allocated; held is nodes, or what was requested
	tresCPUs          int64
	reqCPUs, reqNodes int64
	memory            int64 // KB, of the job, a CPU or a node, as memoryOf says: j, c, n
	memoryOf          byte
	gpus              bool
	unassigned        bool // the list of nodes says that there are none
	restarts          int64

	names [numNames][]byte
	weak  [numNames]bool // a number or a group in place of the name or account
}

// reset makes a row of which nothing is known.
func (r *row) reset(line int) {
	names := r.names
	for k := range names {
		names[k] = names[k][:0]
	}
	*r = row{
		line: line, id: jobID{unknown, unknown, unknown}, names: names,
		submit: unknown, eligible: unknown, start: unknown, end: unknown,
		elapsed: unknown, suspended: unknown, limit: unknown,
		cpus: unknown, nodes: unknown, held: unknown, tresCPUs: unknown, reqCPUs: unknown, reqNodes: unknown,
		memory: unknown, restarts: unknown,
	}
}

// name takes a name in; weak ones give way to others.
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

// set takes a value in, as sacct prints it. The fault has neither line nor place.
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
		return setNumber(&r.elapsed, text, longest)
	case fTimelimit, fTimelimitRaw:
		return r.setLimit(f, text)
	case fState:
		return r.setState(text)
	case fNodeList:
		r.unassigned = string(text) == "None assigned"
	case fReqMem:
		return r.setMemory(text)
	case fAllocTRES, fReqTRES:
		return r.setTRES(f, text)
	default:
		return r.setCount(f, text)
	}
	return nil
}

// largest is the largest count of CPUs, nodes and restarts that is read.
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
