package pending

import "strings"

// obstacles are the reasons of Slurm that neither free nodes nor a better priority end,
// with what they mean. A name that ends with * stands for all that begin so.
//
// Source: SOURCES.md SLURM.5.
var obstacles = []struct{ reason, means string }{
	{"JobHeldUser", "it is held by its user; scontrol release ends that"},
	{"JobHeldAdmin", "it is held by an administrator"},
	{"DependencyNeverSatisfied", "it depends on a job that ended otherwise than it needs, so it never starts"},
	{"Dependency", "it waits for the end of another job"},
	{"JobArrayTaskLimit", "as many tasks of its array run as the array allows at once (%)"},
	{"PartitionDown", "its partition is down"},
	{"PartitionInactive", "its partition is inactive"},
	{"PartitionTimeLimit", "its time limit is longer than the partition allows, so it never starts"},
	{"PartitionNodeLimit", "it asks for more or fewer nodes than the partition allows, so it never starts"},
	{"Reservation", "it waits for the beginning of its reservation"},
	{"Licenses", "it waits for a license"},
	{"BadConstraints", "no node has what it asks for, so it never starts"},
	{"AccountNotAllowed", "its account may not use the partition"},
	{"QOSNotAllowed", "its QOS may not be used there"},
	{"InvalidAccount", "its account is not valid"},
	{"InvalidQOS", "its QOS is not valid"},
	{"QOSGrp*", "all jobs of its QOS together have as much as the QOS allows"},
	{"QOSMax*PerJob*", "it asks for more than its QOS allows a job"},
	{"QOSMax*", "its user has as much as the QOS allows"},
	{"QOSJobLimit", "its QOS has as many jobs as it allows"},
	{"QOSResourceLimit", "its QOS has as much as it allows"},
	{"QOSTimeLimit", "it asks for more time than its QOS allows"},
	{"QOSUsageThreshold", "its account has used too much for its QOS"},
	{"AssocGrp*", "all jobs of its account together have as much as the account allows"},
	{"AssocMax*PerJob*", "it asks for more than its account allows a job"},
	{"AssocMax*", "its user has as much as the account allows"},
	{"AssociationJobLimit", "its account has as many jobs as it allows"},
	{"AssociationResourceLimit", "its account has as much as it allows"},
	{"AssociationTimeLimit", "it asks for more time than its account allows"},
	{"MaxJobsPerAccount", "its account has as many jobs as the QOS allows an account"},
	{"Max*PerAccount", "its account has as much as the QOS allows an account"},
}

// blocked returns what a reason means if neither free nodes nor a better priority end
// it, otherwise "".
func blocked(reason string) string {
	for _, x := range obstacles {
		if matches(x.reason, reason) {
			return x.means
		}
	}
	return ""
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
