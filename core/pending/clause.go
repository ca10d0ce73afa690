package pending

import (
	"fmt"
	"strings"

	"hopyard/core/slurmtext"
)

// Clause is a part of a sentence about a queue, as a code with what fills its gaps.
// String returns it in English; a program that speaks other languages has its own
// sentence for each code.
type Clause struct {
	Code       Code
	Need, Have int64   // numbers of nodes; of LeftOut, Have is a number of jobs, and of LaterBegin, of seconds
	Name       string  // of a job, or of partitions
	On         Measure // what the limit of an obstacle counts, if Slurm's reason tells
	Detail     string  // in English: what the simulator says
}

// Code names a clause.
type Code uint8

// Codes of clauses.
const (
	NoClause Code = iota

	// What keeps a job now that free nodes or a better priority would start.
	TooFewNodes // Need, Have
	BehindJob   // Name
	KeptNodes
	NotYetTested
	NotTested
	HeldOver  // Name: the limit; Need, Have
	HeldUnder // likewise
	HeldUsed  // likewise
	StoppingOthers
	KeptByReservation // Name; Need, Have
	LaterBegin        // Have, or 0 if the time is not known

	// What Slurm says, if the files do not tell enough for a simulation.
	SlurmPriority
	SlurmResources
	SlurmUnavailable
	SlurmUntested
	SlurmOther // Name: the reason

	// What keeps it besides: Slurm's reasons (obstacles), and two that the simulation finds.
	HeldByUser
	HeldByAdmin
	NeverDependency
	WaitsForJob
	ArrayLimit
	DownPartition
	InactivePartition
	TooLong
	WrongSize
	WaitsForReservation
	OverReservation
	WaitsForLicense
	BadConstraints
	BadAccount
	BadQOS
	NoAccount
	NoQOS
	QOSGroup
	QOSPerJob
	QOSUser
	QOSJobs
	QOSResources
	QOSTime
	QOSUsage
	AccountGroup
	AccountPerJob
	AccountUser
	AccountJobs
	AccountResources
	AccountTime
	JobsPerAccount
	PerAccount
	NoPartition // Name: that of its partitions
	NeverFits   // Detail

	// What the files do not tell, and is assumed.
	NodesFromJobs
	Frozen
	YearLong
	WholeLimit
	EqualParts
	Overfull // Name: of the job
	LeftOut  // Have
	ListOrder
	HighestTier
	PartitionLimit
	NumberedNodes
	UnlistedNodes
	OutsideNetwork // Have
	LimitsCount
	OwnersUnknown
	StopsJobs
	NotSimulated // Name: Slurm's names for it
	NotEnforced
	PastUse
	ReservationTime // Name
	SuspendedJobs   // Have

	TooLate      // keeps it now, for good. Have: seconds to its deadline
	DeadlineTime // assumed
	UnreadRows   // assumed. Have: how many

	WaitsForPart // Name: another part of its heterogeneous job

	NumCodes = iota
)

// template returns a clause in English. {name}, {have} and {detail} are gaps. It is a
// function, because a package variable would be part of what the page loads first.
func (c Code) template() string {
	switch c {
	case BehindJob:
		return "job {name} of its partition is before it and has no nodes yet"
	case KeptNodes:
		return "enough nodes have room, but they are kept for jobs before it"
	case NotYetTested:
		return "the backfill scheduler has not looked at it yet"
	case NotTested:
		return "the schedulers do not look at it: too many jobs are before it"
	case HeldOver:
		return "a limit holds it ({name}): with this job there would be {need}, and {have} are allowed"
	case HeldUnder:
		return "a limit holds it ({name}): it asks for {need}, and needs {have} at least"
	case HeldUsed:
		return "a limit on use over time holds it ({name}): {need} of {have} are used up"
	case WaitsForPart:
		return "it starts together with {name}, another part of its heterogeneous job, which cannot start yet"
	case StoppingOthers:
		return "running jobs are being stopped for it"
	case LaterBegin:
		return "its user asked for a later start (--begin)"
	case SlurmPriority:
		return "jobs with a higher priority are ahead of it in its partition"
	case SlurmResources:
		return "it waits for enough nodes or cores to become free"
	case SlurmUnavailable:
		return "nodes that it needs are down, drained or reserved"
	case SlurmUntested:
		return "the schedulers have not looked at it yet"
	case SlurmOther:
		return "Slurm's reason is {name}"
	case HeldByUser:
		return "it is held by its user"
	case HeldByAdmin:
		return "it is held by an administrator"
	case NeverDependency:
		return "it depends on a job that ended otherwise than it needs, so it never starts"
	case WaitsForJob:
		return "it waits for the end of another job"
	case ArrayLimit:
		return "as many tasks of its array run as the array allows at once (%)"
	case DownPartition:
		return "its partition is down"
	case InactivePartition:
		return "its partition is inactive"
	case TooLong:
		return "its time limit is longer than the partition allows, so it never starts"
	case WrongSize:
		return "it asks for more or fewer nodes than the partition allows, so it never starts"
	case KeptByReservation:
		return "it needs {need}, and {have} are free for its whole time limit: the reservation {name} keeps others"
	case OverReservation:
		return "its reservation was over before it could start"
	case ReservationTime:
		return "the reservation {name} is left out, because the time now or its own is not known; squeue --json or sinfo --json tell the time"
	case TooLate:
		return "it can no longer end by its deadline, so Slurm removes it (DeadLine)"
	case DeadlineTime:
		return "no job is removed for its deadline, because the time now is unknown; squeue --json or sinfo --json gives it"
	case UnreadRows:
		return "rows of squeue that could not be read ({have}); jobs in them are left out"
	case WaitsForReservation:
		return "it waits for the beginning of its reservation"
	case WaitsForLicense:
		return "it waits for a license"
	case BadConstraints:
		return "no node has what it asks for, so it never starts"
	case BadAccount:
		return "its account may not use the partition"
	case BadQOS:
		return "its QOS may not be used there"
	case NoAccount:
		return "its account is not valid"
	case NoQOS:
		return "its QOS is not valid"
	case QOSGroup:
		return "all jobs of its QOS together have as much as the QOS allows"
	case QOSPerJob:
		return "it asks for more than its QOS allows a job"
	case QOSUser:
		return "its user has reached a limit of the QOS"
	case QOSJobs:
		return "its QOS has as many jobs as it allows"
	case QOSResources:
		return "its QOS has as much as it allows"
	case QOSTime:
		return "it asks for more time than its QOS allows"
	case QOSUsage:
		return "its account has used too much for its QOS"
	case AccountGroup:
		return "all jobs of its account together have as much as the account allows"
	case AccountPerJob:
		return "it asks for more than its account allows a job"
	case AccountUser:
		return "its user has as much as the account allows"
	case AccountJobs:
		return "its account has as many jobs as it allows"
	case AccountResources:
		return "its account has as much as it allows"
	case AccountTime:
		return "it asks for more time than its account allows"
	case JobsPerAccount:
		return "its account has as many jobs as the QOS allows an account"
	case PerAccount:
		return "its account has as much as the QOS allows an account"
	case NoPartition:
		return "it can never start as the cluster is now: its partition {name} is not up, or none of its nodes is"
	case NeverFits:
		return "it can never start as the cluster is now: {detail}"
	case NodesFromJobs:
		return "the nodes are those on which jobs run, and all of them are full; add what `sinfo -N -l` or `scontrol show node` prints"
	case Frozen:
		return "priorities stay as they are now, and no job arrives"
	case YearLong:
		return "jobs without a time limit run for a year"
	case WholeLimit:
		return "jobs whose start is unknown have their whole time limit left"
	case EqualParts:
		return "jobs whose CPUs are unknown hold equal parts of full nodes, and ask for whole nodes"
	case Overfull:
		return "job {name} holds more than its nodes have; its nodes count as taken as far as they go"
	case LeftOut:
		return "{have} pending jobs wait for something else than nodes or priority, and take no part"
	case ListOrder:
		return "priorities are unknown; jobs of a partition are taken in the order in which squeue lists them"
	case HighestTier:
		return "a job that names several partitions is sent to the one with the highest tier"
	case NumberedNodes:
		return "the names of the nodes cannot be kept in a scenario, which numbers them in the order of their names"
	case UnlistedNodes:
		return "nodes of topology.conf that Slurm does not list are down"
	case OutsideNetwork:
		return "nodes that are not in topology.conf are left out ({have})"
	case LimitsCount:
		return "limits of QOSs, accounts and users hold jobs, and what runs now counts"
	case OwnersUnknown:
		return "the QOS of no job is known, so that limits of QOSs hold none; write the queue with squeue --json, or with -o %all"
	case StopsJobs:
		return "jobs may stop others; a job that is stopped waits again with the rest of its time limit, and PreemptExemptTime counts from now"
	case SuspendedJobs:
		return "{have} suspended jobs continue, with the rest of their time limits, when no job of a higher tier holds their nodes"
	case NotSimulated:
		return "these are not simulated: {name}"
	case NotEnforced:
		return "limits hold no job, because AccountingStorageEnforce does not name them"
	case PastUse:
		return "limits on use over time count from now, because past use is not known"
	case PartitionLimit:
		return "a job whose time limit is unknown has that of its partition"
	}
	return ""
}

// String returns the clause in English.
func (c Clause) String() string {
	switch {
	case c.Code == TooFewNodes:
		return fmt.Sprintf("it needs %s, and %s that it may use have room", Count(c.Need, "node"), Count(c.Have, "node"))
	case c.Code == LaterBegin && c.Have > 0:
		return fmt.Sprintf("%s, in %s", c.Code.template(), slurmtext.Span(c.Have))
	case c.On != NoMeasure:
		return fmt.Sprintf("%s (limited: %s)", c.Code.template(), c.On)
	}
	return strings.NewReplacer("{name}", c.Name, "{need}", fmt.Sprint(c.Need), "{have}", fmt.Sprint(c.Have), "{detail}", c.Detail).Replace(c.Code.template())
}

// AheadBy is a reason for which a job comes before another.
type AheadBy uint8

// Reasons to come before another job.
const (
	ByTier AheadBy = iota
	ByPriority
	BySubmission // tier and priority are equal
	ByList       // priorities are unknown
	ByReservation
)

// String returns the reason in English.
func (o AheadBy) String() string {
	return [...]string{"tier", "priority", "submission", "place in the list", "its reservation"}[o]
}

// Count returns a number with a noun.
func Count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
