package slurmstate

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/slurmtext"
	"hopyard/core/yamldoc"
)

// record is an object as one output lists it. The bits of have and cut stand for
// fields: those that the output gives, and those whose value may be cut off or vague.
type record[T any] struct {
	value     T
	have, cut uint64
	line      int
}

// kind is a format, in the order in which outputs are trusted: from that which says
// most about an object to that which says least.
type kind uint8

const (
	scontrolText kind = iota
	jsonOutput
	squeueBars
	squeueColumns
	sinfoBars
	sinfoColumns
	sprioColumns
	sshareTable
	qosTable
	assocTable
	confText
	numKinds
)

// part holds the contents of one file.
type part struct {
	name         string
	kind         kind
	clock        int // of its times
	jobs         []record[JobInfo]
	nodes        []record[Node]
	partitions   []record[Partition]
	reservations []record[ReservationInfo]
	priorities   []priority
	shares       []Share
	qos          []QOSInfo
	assocs       []AssocInfo
	tree         bool // assocs say which account is above which
	settings     Settings
	now          int64    // when the output was printed, if it says so
	latest       int64    // the last instant at which the scheduler looked at a job
	everywhere   []string // partitions of all nodes
	nodeDefaults confNode // what NodeName=DEFAULT sets
	defaults     confPartition
	tasks        int64 // array tasks that were written out so far

	nodeAt, partitionAt map[string]int
	names               int // names in host lists so far
	strings             map[string]string
	single              map[string][]string
	ignored             map[string]int // keys and flags that were not read, with their first line
	unlisted            int            // notices above MaxNotices
	unread              []yamldoc.Remark
	numUnread           int
	yamldoc.Problems
}

// priority is a row of sprio.
type priority struct {
	number int64
	user   string
	line   int
	parts  PriorityParts
}

func newPart(f *File, k kind) *part {
	return &part{name: f.Name, kind: k, nodeAt: map[string]int{}, partitionAt: map[string]int{}, strings: map[string]string{}, single: map[string][]string{}, ignored: map[string]int{}}
}

// bad reports an error in a value.
func (p *part) bad(line int, place string, value []byte, f *fault) {
	switch {
	case f == nil:
	case f.fix == "":
		p.Errorf(line, "%s %s %s", place, excerpt(value), f.problem)
	default:
		p.Errorf(line, "%s %s %s; %s", place, excerpt(value), f.problem, f.fix)
	}
}

// Notice notes something that is no error. Above MaxNotices, notices are only counted.
func (p *part) Notice(line int, format string, args ...any) {
	if len(p.Notices) == MaxNotices {
		p.unlisted++
		return
	}
	p.Problems.Notice(line, format, args...)
}

// node returns the record of a node, which it adds if there is none. It returns nil,
// with an error, if there are too many.
func (p *part) node(line int, name string) *record[Node] {
	i, ok := p.nodeAt[name]
	if !ok {
		if i = len(p.nodes); !p.room(line, "nodes", i, maxNodes) {
			return nil
		}
		p.nodeAt[name] = i
		p.nodes = append(p.nodes, record[Node]{value: Node{Name: name}, line: line})
	}
	return &p.nodes[i]
}

// partition returns the record of a partition, which it adds if there is none.
func (p *part) partition(line int, name string) *record[Partition] {
	i, ok := p.partitionAt[name]
	if !ok {
		if i = len(p.partitions); !p.room(line, "partitions", i, maxPartitions) {
			return nil
		}
		p.partitionAt[name] = i
		p.partitions = append(p.partitions, record[Partition]{value: Partition{Name: name}, line: line})
	}
	return &p.partitions[i]
}

// room reports whether another object may be added. Only the first refusal is an
// error.
func (p *part) room(line int, what string, have, most int) bool {
	if have == most && p.ignored["too many "+what] == 0 {
		p.ignored["too many "+what] = max(line, 1)
		p.Errorf(line, "more than %s %s; leave some out", slurmtext.Number(int64(most)), what)
	}
	return have < most
}

// ignore notes that a key or a flag was not read.
func (p *part) ignore(line int, what string) {
	if _, ok := p.ignored[what]; !ok && len(p.ignored) < 100 {
		p.ignored[what] = line
	}
}

// Fields of jobs. The names are those of their bits in a record.
const (
	jNumber uint64 = 1 << iota
	jName
	jUser
	jAccount
	jQOS
	jPartitions
	jState
	jReason
	jPriority
	jSubmit
	jEligible
	jStart
	jEnd
	jElapsed
	jLimit
	jNodes
	jMaxNodes
	jCPUs
	jTasks
	jMemory
	jPerCPU
	jGPUs
	jNodeList
	jExclusive
	jDependency
	jNice
	jFeatures
	jReqNodes
	jExcNodes
	jReservation
	jThrottle
	jDeadline
	jTimeMin
)

// Fields of nodes.
const (
	nCPUs uint64 = 1 << iota
	nCores
	nMemory
	nGPUs
	nState
	nDrained
	nReason
	nPartitions
	nFeatures
	nWeight
)

// Fields of partitions.
const (
	pNodes uint64 = 1 << iota
	pDefault
	pTier
	pFactor
	pMaxTime
	pDefaultTime
	pMaxNodes
	pState
	pExclusive
	pQOS
	pPreempt
	pGrace
)

// Fields of reservations.
const (
	rStart uint64 = 1 << iota
	rEnd
	rNodes
	rPartition
	rFlags
	rUsers
	rAccounts
)

// mergeField is a field of an object of type T: how to compare, copy and show it.
type mergeField[T any] struct {
	bit    uint64
	name   string
	same   func(a, b *T) bool
	starts func(whole, cut *T) bool // whether the value of cut is the beginning of that of whole
	copy   func(to, from *T)
	show   func(*T) string
}

// fieldOf returns the merge field of a number, a text or a truth value.
func fieldOf[T any, V comparable](bit uint64, name string, at func(*T) *V) mergeField[T] {
	return mergeField[T]{
		bit, name,
		func(a, b *T) bool { return *at(a) == *at(b) },
		func(whole, cut *T) bool {
			w, ok := any(*at(whole)).(string)
			c, _ := any(*at(cut)).(string)
			return !ok || strings.HasPrefix(w, c)
		},
		func(to, from *T) { *at(to) = *at(from) },
		func(t *T) string { return fmt.Sprint(*at(t)) },
	}
}

// listOf returns the merge field of a list of names.
func listOf[T any](bit uint64, name string, at func(*T) *[]string) mergeField[T] {
	return mergeField[T]{
		bit, name,
		func(a, b *T) bool { return slices.Equal(*at(a), *at(b)) },
		func(whole, cut *T) bool {
			return strings.HasPrefix(strings.Join(*at(whole), ","), strings.Join(*at(cut), ","))
		},
		func(to, from *T) { *at(to) = *at(from) },
		func(t *T) string { return strings.Join(*at(t), ",") },
	}
}

// jobFields returns the fields of a job.
func jobFields() []mergeField[JobInfo] {
	return []mergeField[JobInfo]{
		fieldOf(jNumber, "number", func(j *JobInfo) *int64 { return &j.Number }),
		fieldOf(jName, "name", func(j *JobInfo) *string { return &j.Name }),
		fieldOf(jUser, "user", func(j *JobInfo) *string { return &j.User }),
		fieldOf(jAccount, "account", func(j *JobInfo) *string { return &j.Account }),
		fieldOf(jQOS, "QOS", func(j *JobInfo) *string { return &j.QOS }),
		listOf(jPartitions, "partition", func(j *JobInfo) *[]string { return &j.Partitions }),
		fieldOf(jState, "state", func(j *JobInfo) *string { return &j.State }),
		fieldOf(jReason, "reason", func(j *JobInfo) *string { return &j.Reason }),
		fieldOf(jPriority, "priority", func(j *JobInfo) *int64 { return &j.Priority }),
		fieldOf(jSubmit, "time of submission", func(j *JobInfo) *int64 { return &j.Submit }),
		fieldOf(jEligible, "eligible time", func(j *JobInfo) *int64 { return &j.Eligible }),
		fieldOf(jStart, "start", func(j *JobInfo) *int64 { return &j.Start }),
		fieldOf(jEnd, "end", func(j *JobInfo) *int64 { return &j.End }),
		fieldOf(jElapsed, "run time", func(j *JobInfo) *int64 { return &j.Elapsed }),
		fieldOf(jLimit, "time limit", func(j *JobInfo) *int64 { return &j.Limit }),
		fieldOf(jNodes, "number of nodes", func(j *JobInfo) *int64 { return &j.Nodes }),
		fieldOf(jMaxNodes, "largest number of nodes", func(j *JobInfo) *int64 { return &j.MaxNodes }),
		fieldOf(jCPUs, "number of CPUs", func(j *JobInfo) *int64 { return &j.CPUs }),
		fieldOf(jTasks, "number of tasks", func(j *JobInfo) *int64 { return &j.Tasks }),
		fieldOf(jMemory, "memory", func(j *JobInfo) *int64 { return &j.MemoryMiB }),
		fieldOf(jPerCPU, "kind of memory", func(j *JobInfo) *bool { return &j.MemoryPerCPU }),
		fieldOf(jGPUs, "number of GPUs", func(j *JobInfo) *int64 { return &j.GPUs }),
		listOf(jNodeList, "list of nodes", func(j *JobInfo) *[]string { return &j.NodeList }),
		fieldOf(jExclusive, "exclusive use", func(j *JobInfo) *bool { return &j.Exclusive }),
		fieldOf(jDependency, "dependency", func(j *JobInfo) *string { return &j.Dependency }),
		fieldOf(jNice, "nice value", func(j *JobInfo) *int64 { return &j.Nice }),
		fieldOf(jFeatures, "constraint", func(j *JobInfo) *string { return &j.Features }),
		listOf(jReqNodes, "list of required nodes", func(j *JobInfo) *[]string { return &j.ReqNodes }),
		listOf(jExcNodes, "list of excluded nodes", func(j *JobInfo) *[]string { return &j.ExcNodes }),
		fieldOf(jReservation, "reservation", func(j *JobInfo) *string { return &j.Reservation }),
		fieldOf(jThrottle, "throttle", func(j *JobInfo) *int64 { return &j.Throttle }),
		fieldOf(jDeadline, "deadline", func(j *JobInfo) *int64 { return &j.Deadline }),
		fieldOf(jTimeMin, "least time limit", func(j *JobInfo) *int64 { return &j.TimeMin }),
	}
}

// nodeFields returns the fields of a node.
func nodeFields() []mergeField[Node] {
	return []mergeField[Node]{
		fieldOf(nCPUs, "number of CPUs", func(n *Node) *int64 { return &n.CPUs }),
		fieldOf(nCores, "number of cores", func(n *Node) *int64 { return &n.Cores }),
		fieldOf(nMemory, "memory", func(n *Node) *int64 { return &n.MemoryMiB }),
		fieldOf(nGPUs, "number of GPUs", func(n *Node) *int64 { return &n.GPUs }),
		fieldOf(nState, "state", func(n *Node) *NodeState { return &n.State }),
		fieldOf(nDrained, "draining", func(n *Node) *bool { return &n.Drained }),
		fieldOf(nReason, "reason", func(n *Node) *string { return &n.Reason }),
		listOf(nPartitions, "list of partitions", func(n *Node) *[]string { return &n.Partitions }),
		listOf(nFeatures, "list of features", func(n *Node) *[]string { return &n.Features }),
		fieldOf(nWeight, "weight", func(n *Node) *int64 { return &n.Weight }),
	}
}

// partitionFields returns the fields of a partition.
func partitionFields() []mergeField[Partition] {
	return []mergeField[Partition]{
		listOf(pNodes, "list of nodes", func(p *Partition) *[]string { return &p.Nodes }),
		fieldOf(pDefault, "being the default", func(p *Partition) *bool { return &p.Default }),
		fieldOf(pTier, "tier", func(p *Partition) *int64 { return &p.Tier }),
		fieldOf(pFactor, "job factor", func(p *Partition) *int64 { return &p.JobFactor }),
		fieldOf(pMaxTime, "time limit", func(p *Partition) *int64 { return &p.MaxTime }),
		fieldOf(pDefaultTime, "default time", func(p *Partition) *int64 { return &p.DefaultTime }),
		fieldOf(pMaxNodes, "largest number of nodes", func(p *Partition) *int64 { return &p.MaxNodes }),
		fieldOf(pState, "state", func(p *Partition) *PartitionState { return &p.State }),
		fieldOf(pExclusive, "exclusive use", func(p *Partition) *bool { return &p.Exclusive }),
		fieldOf(pQOS, "QOS", func(p *Partition) *string { return &p.QOS }),
		fieldOf(pPreempt, "preemption mode", func(p *Partition) *string { return &p.PreemptMode }),
		fieldOf(pGrace, "grace time", func(p *Partition) *int64 { return &p.Grace }),
	}
}

// reservationFields returns the fields of a reservation.
func reservationFields() []mergeField[ReservationInfo] {
	return []mergeField[ReservationInfo]{
		fieldOf(rStart, "start", func(r *ReservationInfo) *int64 { return &r.Start }),
		fieldOf(rEnd, "end", func(r *ReservationInfo) *int64 { return &r.End }),
		listOf(rNodes, "list of nodes", func(r *ReservationInfo) *[]string { return &r.Nodes }),
		fieldOf(rPartition, "partition", func(r *ReservationInfo) *string { return &r.Partition }),
		listOf(rFlags, "list of flags", func(r *ReservationInfo) *[]string { return &r.Flags }),
		listOf(rUsers, "list of users", func(r *ReservationInfo) *[]string { return &r.Users }),
		listOf(rAccounts, "list of accounts", func(r *ReservationInfo) *[]string { return &r.Accounts }),
	}
}
