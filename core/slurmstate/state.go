// Package slurmstate reads what Slurm's commands print about a cluster, and joins it
// into one [Snapshot]: nodes, partitions, jobs, reservations, shares and settings as
// they are now.
//
// [Read] takes any number of outputs, in any order, and tells them apart by their
// content. Each output becomes a part: the jobs and nodes that it lists, and for
// each of them which fields it gives. The parts are then merged by the ids of jobs
// and the names of nodes and partitions; the part with more detail wins, and a
// notice says where parts contradict each other.
//
//	s, err := slurmstate.Read([]slurmstate.File{{"queue", squeueJSON}, {"nodes", sinfoJSON}})
//
// Formats: squeue (columns, -l, -r, --start, -o %all, --json), sinfo (columns, -N -l,
// -o %all, --json), scontrol show job, node, partition and reservation (also with -o
// and --json), scontrol show config, sprio -l, sshare -l (columns and -P), sacctmgr show
// qos and show assoc (columns, -P and tree), and slurm.conf. JSON is read object by object, in the shapes of Slurm 22.05 and of the
// data parsers up to 0.0.43.
//
// Text has times of the machine's clock without a zone, JSON has Unix times. If both
// list the same job, its submission gives the difference of the clocks; otherwise
// local times are taken as UTC, with a notice.
//
// Errors name file, line, value, limit and fix, and nothing is returned if there are
// any. What is ignored or assumed is in Snapshot.Notices.
//
// Source: SOURCES.md SWF.5; squeue(1), sinfo(1), scontrol(1), sprio(1), sshare(1), sacctmgr(1),
// slurm.conf(5), and outputs of Slurm 22.05 in testdata. LIMITATIONS: reservations of
// cores count as reservations of whole nodes; a job's memory is per node or per CPU as Slurm says, and unknown from squeue's
// text, which does not tell which.
package slurmstate

import (
	"fmt"
	"strings"

	"hopyard/core/yamldoc"
)

// Limits of what is read.
const (
	MaxBytes      = 1 << 30   // bytes of all files together
	MaxJobs       = 1_000_000 // jobs, with each array task as one
	MaxArrayTasks = 100_000   // waiting array tasks that are written out one by one
	MaxLine       = 1 << 20   // bytes in a line or in a value
	MaxNotices    = 100       // notices about a file
	MaxNames      = 1 << 23   // names of nodes in the lists of all jobs, partitions and reservations together
)

// File is the output of one command.
type File struct {
	Name string // appears in errors and notices
	Data []byte
}

// Snapshot is the state of a cluster at one instant. Instants are Unix times in
// seconds; 0 is an unknown instant.
type Snapshot struct {
	Now          int64 // when the state was printed; 0 if the files do not tell
	Nodes        []Node
	Partitions   []Partition
	Jobs         []JobInfo
	Reservations []ReservationInfo
	Shares       []Share // in the order of sshare, which is that of the tree
	QOS          []QOSInfo
	Assocs       []AssocInfo // accounts before their users
	Settings     Settings
	Notices      []FileRemark
	Unread       []FileRemark // rows of squeue that could not be read and are left out, at most MaxNotices of a file
	NumUnread    int          // all of them
}

// NodeState is a state of a node: how much of it is in use.
type NodeState uint8

// States of nodes.
const (
	NodeUnknown NodeState = iota
	NodeIdle
	NodeMixed
	NodeAllocated
	NodeCompleting
	NodeDown // down, failed, not responding, powered off for good, or not registered
)

// String returns the state in lower case.
func (s NodeState) String() string {
	return [...]string{"unknown", "idle", "mixed", "allocated", "completing", "down"}[s]
}

// Node is a node of the cluster.
type Node struct {
	Name       string
	CPUs       int64 // what Slurm allocates: cores, or hardware threads
	Cores      int64
	MemoryMiB  int64
	GPUs       int64
	State      NodeState
	Drained    bool // takes no new jobs
	Reason     string
	Partitions []string
	Features   []string
	Weight     int64 // nodes of lower weight are used first
}

// PartitionState is a state of a partition: whether it takes jobs, and starts them.
type PartitionState uint8

// States of partitions.
const (
	PartitionUnknown  PartitionState = iota
	PartitionUp                      // takes and starts jobs
	PartitionDown                    // takes jobs and starts none
	PartitionDrain                   // takes no jobs, and starts those it has
	PartitionInactive                // does neither
)

// String returns the state in lower case.
func (s PartitionState) String() string {
	return [...]string{"unknown", "up", "down", "drain", "inactive"}[s]
}

// Partition is a partition of the cluster.
type Partition struct {
	Name            string
	Nodes           []string
	Default         bool
	Tier, JobFactor int64
	MaxTime         int64 // seconds; 0 if there is no limit
	DefaultTime     int64 // seconds; 0 if there is none
	MaxNodes        int64 // nodes of a job; 0 if there is no limit
	State           PartitionState
	Exclusive       bool   // gives whole nodes only
	QOS             string // its limits count for all jobs of the partition; "" if it has none
	PreemptMode     string // in lower case; "" for the mode of the cluster
	Grace           int64  // seconds that a job runs on after the decision to stop it
}

// JobInfo is a job. An array task is a job of its own.
type JobInfo struct {
	ID         string // as squeue prints it: 46, 46_3, 46+1; 46_[4-9] for tasks that are not written out
	Number     int64  // Slurm's own number of the job; 0 if unknown
	Name       string
	User       string
	Account    string
	QOS        string
	Partitions []string
	State      string // as Slurm prints it in full: PENDING, RUNNING
	Reason     string // why it waits, or why it ended
	Priority   int64

	Submit, Eligible int64
	Start            int64 // real, or expected while the job waits
	End              int64 // real, or expected
	Deadline         int64 // the job is removed if it can no longer end by then; 0 if there is none
	Elapsed          int64 // seconds that the job has run
	Limit            int64 // seconds; 0 if there is no limit, or it is unknown
	TimeMin          int64 // seconds: the least time limit with which it may start (--time-min); 0 if there is none, or it is unknown

	Nodes, MaxNodes int64 // nodes asked for, or held; MaxNodes is 0 if there is no upper limit
	CPUs, Tasks     int64
	MemoryMiB       int64 // of each node, or of each CPU
	MemoryPerCPU    bool
	GPUs            int64    // of the whole job
	NodeList        []string // nodes that the job holds
	Exclusive       bool     // asks for whole nodes
	Dependency      string
	Nice            int64
	Features        string // constraint
	ReqNodes        []string
	ExcNodes        []string
	Reservation     string
	Throttle        int64 // tasks of the array that may run at once; 0 if there is no limit

	Parts []PriorityParts // from sprio, one for each partition
}

// PriorityParts are the weighted parts of a job's priority in a partition.
type PriorityParts struct {
	Partition                                                string
	Priority                                                 int64
	Site, Age, Assoc, FairShare, JobSize, PartitionPart, QOS int64
	Nice                                                     int64
	TRES                                                     string // cut by sprio if it is long
}

// ReservationInfo is a reservation of nodes.
type ReservationInfo struct {
	Name       string
	Start, End int64
	Nodes      []string
	Partition  string
	Flags      []string
	Users      []string // a minus before a name excludes the user
	Accounts   []string
}

// Share is an account, or a user of an account, in sshare's tree.
type Share struct {
	Depth      int // in the tree; 0 for root
	Account    string
	User       string  // "" for an account
	Raw        int64   // shares; -1 if they are those of the parent
	NormShares float64 // -1 where sshare prints nothing, as for the numbers below
	RawUsage   float64
	NormUsage  float64
	Effective  float64
	FairShare  float64
	LevelFS    float64
}

// Setting is a name with its value as written.
type Setting struct{ Name, Value string }

// Settings are the settings of slurm.conf that decide which job is next.
type Settings struct {
	General             []Setting // Priority*, Scheduler*, Select*, Preempt*, defaults of memory, and similar ones
	SchedulerParameters []Setting // the parts of SchedulerParameters, such as bf_interval
}

// Value returns the value of a general setting, or "" if it is not given. Names are
// compared without regard to case.
func (s *Settings) Value(name string) string { return valueOf(s.General, name) }

// Span returns the value of a general setting that is a span of time, in seconds, and
// whether it is given. The word UNLIMITED gives 0. The error names setting and value.
func (s *Settings) Span(name string) (seconds int64, given bool, err error) {
	text := s.Value(name)
	if text == "" || text == "(null)" {
		return 0, false, nil
	}
	if strings.EqualFold(text, "UNLIMITED") || strings.EqualFold(text, "INFINITE") {
		return 0, true, nil
	}
	if f := setConfSpan(&seconds, []byte(text)); f != nil {
		return 0, false, fmt.Errorf("%s=%s is not a span of time; write minutes, or days-hours, as in 7-0", name, text)
	}
	return seconds, true, nil
}

// Parameter returns the value of a part of SchedulerParameters, and whether it is
// given.
func (s *Settings) Parameter(name string) (string, bool) {
	for i := range s.SchedulerParameters {
		if s.SchedulerParameters[i].Name == name {
			return s.SchedulerParameters[i].Value, true
		}
	}
	return "", false
}

// FileRemark is an error or a notice about a line of a file, or about the whole file
// (line 0), or about all files (no name).
type FileRemark struct {
	File string
	yamldoc.Remark
}

// String returns the remark with its file and line.
func (r FileRemark) String() string {
	if r.File == "" {
		return r.Remark.String()
	}
	return r.File + ": " + r.Remark.String()
}

// Mistakes lists the errors in the files, by file and line.
type Mistakes []FileRemark

// Error returns all errors, one per line.
func (m Mistakes) Error() string {
	text := ""
	for i, r := range m {
		if i > 0 {
			text += "\n"
		}
		text += r.String()
	}
	return text
}
