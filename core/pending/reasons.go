package pending

import (
	"strings"

	"hopyard/core/slurmtext"
)

// obstacles are the reasons of Slurm that neither free nodes nor a better priority end,
// with what they mean. A name that ends with * stands for all that begin so.
//
// Source: SOURCES.md SLURM.5.
var obstacles = [...]struct {
	reason string
	means  Code
}{
	{slurmtext.ReasonHeldUser, HeldByUser},
	{slurmtext.ReasonHeldAdmin, HeldByAdmin},
	{slurmtext.ReasonDependencyNever, NeverDependency},
	{slurmtext.ReasonDependency, WaitsForJob},
	{slurmtext.ReasonArrayTaskLimit, ArrayLimit},
	{slurmtext.ReasonPartitionDown, DownPartition},
	{"PartitionInactive", InactivePartition},
	{"PartitionTimeLimit", TooLong},
	{"PartitionNodeLimit", WrongSize},
	{"Reservation", WaitsForReservation},
	{"Licenses", WaitsForLicense},
	{"BadConstraints", BadConstraints},
	{"AccountNotAllowed", BadAccount},
	{"QOSNotAllowed", BadQOS},
	{"InvalidAccount", NoAccount},
	{"InvalidQOS", NoQOS},
	{"QOSGrp*", QOSGroup},
	{"QOSMax*PerJob*", QOSPerJob},
	{"QOSMax*", QOSUser},
	{"QOSJobLimit", QOSJobs},
	{"QOSResourceLimit", QOSResources},
	{"QOSTimeLimit", QOSTime},
	{"QOSUsageThreshold", QOSUsage},
	{"AssocGrp*", AccountGroup},
	{"AssocMax*PerJob*", AccountPerJob},
	{"AssocMax*", AccountUser},
	{"AssociationJobLimit", AccountJobs},
	{"AssociationResourceLimit", AccountResources},
	{"AssociationTimeLimit", AccountTime},
	{"MaxJobsPerAccount", JobsPerAccount},
	{"Max*PerAccount", PerAccount},
}

// blocked returns what a reason means if neither free nodes nor a better priority end
// it, otherwise NoClause.
func blocked(reason string) Code {
	for _, x := range obstacles {
		if matches(x.reason, reason) {
			return x.means
		}
	}
	return NoClause
}

// matches reports whether a reason has the given form.
func matches(form, reason string) bool {
	for {
		head, rest, more := strings.Cut(form, "*")
		if !more {
			return reason == form
		}
		if !strings.HasPrefix(reason, head) {
			return false
		}
		if reason = reason[len(head):]; rest == "" {
			return true
		}
		next, _, _ := strings.Cut(rest, "*")
		i := strings.Index(reason, next)
		if i < 0 {
			return false
		}
		form, reason = rest, reason[i:]
	}
}
