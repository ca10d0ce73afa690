package pending

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/slurmtext"
)

// Measure is the quantity that a limit of Slurm counts.
type Measure uint8

// What limits count.
const (
	NoMeasure Measure = iota
	RunningJobs
	SubmittedJobs
	NodesHeld
	CPUsHeld
	MemoryHeld
	GenericHeld // GPUs and other generic resources (GRES)
	LicensesHeld
	BillingHeld
	JobTime  // of a job, or of all running jobs together
	PastTime // used over time, for example in CPU minutes

	NumMeasures = iota
)

// String returns the measure in English.
func (m Measure) String() string {
	return [...]string{"", "running jobs", "submitted jobs", "nodes", "CPUs", "memory", "GPUs and other GRES", "licenses", "billing units", "time", "use over time"}[m]
}

// measure returns the quantity counted by the limit that a Slurm reason names, or
// NoMeasure if there is none. If the reason contains several of the words, the first one
// in the list decides.
func measure(reason string) Measure {
	reason = strings.ReplaceAll(strings.ToLower(reason), "perjob", "")
	if strings.Contains(reason, "notsatisfied") {
		return NoMeasure
	}
	for _, x := range [...]struct {
		word string
		m    Measure
	}{{"submitjob", SubmittedJobs}, {"min", PastTime}, {"wall", JobTime}, {"job", RunningJobs}, {"node", NodesHeld}, {"cpu", CPUsHeld}, {"mem", MemoryHeld}, {"gres", GenericHeld}, {"license", LicensesHeld}, {"billing", BillingHeld}} {
		if strings.Contains(reason, x.word) {
			return x.m
		}
	}
	return NoMeasure
}

// obstacle returns the clause for what keeps a job.
func obstacle(code Code, j *slurmstate.JobInfo) Clause {
	x := Clause{Code: code, Name: j.ID}
	if code.byLimit() {
		x.On = measure(j.Reason)
	}
	return x
}

// Advice is a hint for the user of a job about an obstacle.
type Advice uint8

// Advice about obstacles.
const (
	NoAdvice      Advice = iota
	AskAdmins            // ask the administrators
	Resubmit             // cancel the job, and submit it as the cluster allows
	NothingToDo          // the job gets its turn by itself
	RaiseArray           // let more tasks of the array run at once
	MovePartition        // move it to another partition
	ShortenLimit         // ask for less time, or another partition
	ResizeJob            // ask for as many nodes as the partition allows
	AskLess              // ask for less, or another QOS
	WaitForOwn           // wait for one's own jobs, or use another QOS
	WaitForGroup         // wait for jobs of the group, or use another QOS or account
	WaitForUse           // wait until past use has decayed, or use another account
	ReleaseJob           // release it

	NumAdvice = iota
)

// String returns the advice in English. {command} is the gap for its command.
func (a Advice) String() string {
	return [...]string{"",
		"ask the administrators of the cluster",
		"cancel it ({command}), and submit it again with what the cluster allows",
		"nothing: the job will get its turn at that time",
		"it can start when a task of the array ends; to let more run at once: {command}",
		"wait, or move it to another partition: {command}",
		"ask for less time: {command}; or move it to a partition that allows as much",
		"ask for as many nodes as the partition allows: {command}; or move it to another partition",
		"ask for less, or use a QOS that allows as much; as it is, it never starts",
		"it can start when another job of the user ends; another QOS may have room",
		"it can start when other jobs of the group end; another QOS or account may have room",
		"it can start when past use has decayed enough; another account or QOS may have room under its limit",
		"to release it: {command}"}[a]
}

// Command returns the command of Slurm that an advice names for a job, or "". Words in
// capital letters are to be filled in.
func (a Advice) Command(job string) string {
	switch a {
	case Resubmit:
		return "scancel " + job
	case RaiseArray:
		array, _, _ := strings.Cut(job, "_")
		return update(array, "ArrayTaskThrottle=N")
	case MovePartition:
		return update(job, "Partition=NAME")
	case ShortenLimit:
		return update(job, "TimeLimit=MINUTES")
	case ResizeJob:
		return update(job, "NumNodes=N")
	case ReleaseJob:
		return "scontrol release " + job
	}
	return ""
}

// update returns the command that changes a job.
func update(job, change string) string { return "scontrol update JobId=" + job + " " + change }

// Command returns the command that changes the request of a pending job, or "" if its
// user cannot do it.
func (k RequestChange) Command(job string, limit simtime.Duration, nodes int64, name string) string {
	switch k {
	case ShorterLimit:
		return update(job, "TimeLimit="+slurmtext.Span(int64(limit/simtime.Second)))
	case FewerNodes:
		return update(job, fmt.Sprint("NumNodes=", nodes))
	case OtherPartition:
		return update(job, "Partition="+name)
	case OtherQOS:
		return update(job, "QOS="+name)
	}
	return ""
}

// AdviceOn returns what the user of a job can do: about its obstacle, or if it has none,
// about what the simulation says that it waits for.
func AdviceOn(obstacle, because Code) Advice {
	if because == TooLate {
		return because.Advice()
	}
	return obstacle.Advice()
}

// Advice returns what the user of a job can do about an obstacle, or NoAdvice.
func (x Code) Advice() Advice {
	switch x {
	case HeldByUser:
		return ReleaseJob
	case HeldByAdmin:
		return AskAdmins
	case NeverDependency, BadConstraints, BadAccount, BadQOS, NoAccount, NoQOS, OverReservation, TooLate:
		return Resubmit
	case WaitsForJob, WaitsForReservation, WaitsForLicense, LaterBegin:
		return NothingToDo
	case ArrayLimit:
		return RaiseArray
	case DownPartition, InactivePartition, NoPartition:
		return MovePartition
	case TooLong, QOSTime, AccountTime:
		return ShortenLimit
	case WrongSize:
		return ResizeJob
	case QOSPerJob, AccountPerJob, NeverFits:
		return AskLess
	case QOSUser, AccountUser:
		return WaitForOwn
	case QOSGroup, QOSJobs, QOSResources, AccountGroup, AccountJobs, AccountResources, JobsPerAccount, PerAccount:
		return WaitForGroup
	case QOSUsage:
		return WaitForUse
	}
	return NoAdvice
}

// Missing is a part of a cluster's state that the files do not tell, and without which
// the start of a job cannot be predicted.
type Missing uint8

// Parts that may be missing.
const (
	MissingLimits Missing = iota // time limits, which plain squeue does not print
	MissingNodes                 // nodes on which no job runs, and partitions
	MissingBegin                 // when a job may start at the earliest
	MissingOwners                // QOSs and accounts of jobs
	MissingOthers                // running jobs that count toward a limit
)

// Command returns the command of Slurm that prints the part.
func (m Missing) Command() string {
	if m == MissingNodes {
		return "sinfo --json"
	}
	return "squeue --json"
}

// String returns the part in English.
func (m Missing) String() string {
	return [...]string{"the time limits of jobs", "the nodes and partitions", "the time of its begin", "the QOSs and accounts of jobs", "the running jobs of others"}[m]
}

// lacks returns the information that a prediction for a pending job needs and the files
// do not contain. A job that Slurm holds for another reason needs none.
func (c *LiveQueue) lacks(j *slurmstate.JobInfo) (all []Missing) {
	left := c.left[j.ID].Code
	unfit := left == NeverFits || left == NoPartition
	if left != NoClause && !unfit {
		return nil
	}
	if c.unlimited {
		all = append(all, MissingLimits)
	}
	if c.guessed && (c.unlimited || unfit) {
		all = append(all, MissingNodes)
	}
	if j.Reason == slurmtext.ReasonBeginTime && (j.Eligible == 0 || c.snapshot.Now == 0) && !c.unlimited {
		all = append(all, MissingBegin)
	}
	return all
}

// saying returns what a reason of Slurm that is no obstacle means.
func saying(reason string) Clause {
	switch {
	case reason == "":
		return Clause{}
	case reason == slurmtext.ReasonPriority:
		return Clause{Code: SlurmPriority}
	case reason == slurmtext.ReasonResources:
		return Clause{Code: SlurmResources}
	case reason == slurmtext.ReasonBeginTime:
		return Clause{Code: LaterBegin}
	case reason == slurmtext.ReasonNone:
		return Clause{Code: SlurmUntested}
	case strings.HasPrefix(reason, "ReqNodeNotAvail"), strings.HasPrefix(reason, "Nodes required for job are DOWN"):
		return Clause{Code: SlurmUnavailable}
	}
	return Clause{Code: SlurmOther, Name: reason}
}

// listed fills in the answer for a job whose start cannot be predicted: what Slurm's
// reason means, and the jobs ahead of it in its partition.
func (c *LiveQueue) listed(a *Answer) {
	a.Obstacle, a.Because = Clause{}, saying(a.Job.Reason)
	if a.Because.Code == LaterBegin {
		return // who is ahead then is not known
	}
	before := true
	mine := func(partition string) bool { return slices.Contains(a.Job.Partitions, partition) }
	for i := range c.snapshot.Jobs {
		j := &c.snapshot.Jobs[i]
		switch {
		case j == a.Job:
			before = false
			continue
		case !isPending(j) || blocked(j.Reason) != NoClause || j.Reason == slurmtext.ReasonBeginTime || !slices.ContainsFunc(j.Partitions, mine):
			continue
		case j.Priority < a.Job.Priority, j.Priority == a.Job.Priority && !before:
			continue
		}
		higher := ByPriority
		if c.Listed {
			higher = ByList
		} else if j.Priority == a.Job.Priority {
			higher = BySubmission
		}
		if len(j.Partitions) > 1 {
			a.Several++
		}
		if a.NumAhead++; len(a.Ahead) < maxAhead {
			a.Ahead = append(a.Ahead, Ahead{Job: j, Higher: higher, Waits: WaitsFor(j.Reason)})
		}
	}
}
