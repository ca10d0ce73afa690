package policycheck

// FindingKind is a kind of problem of a policy.
type FindingKind uint8

// The kinds of findings, the worst first.
const (
	// Error means that the policy fails, or does something that the engine refuses,
	// such as placing a job on nodes that are not free.
	Error FindingKind = iota
	// Differs means that two runs of one workload are not the same.
	Differs
	// NeverStarts means that a job still waits when all running jobs have ended.
	NeverStarts
	// NotIdempotent means that a second scheduling pass at the same time would
	// start a job, although nothing has changed.
	NotIdempotent
	// Broken means that a job starts later than the policy itself promised.
	Broken
	// HeadLate means that the head of the queue starts later than its shadow time,
	// if the policy has promised nothing to this job. The shadow time is the start
	// that EASY would have promised when the job became the head. If another job
	// moves ahead of it in the queue's order, the shadow time is computed again
	// when the job is the head again.
	HeadLate
	// Idle means that nodes stay free although a waiting job fits on them and no
	// reservation forbids it. The order in which the policy considers jobs must not
	// matter. The check therefore takes each waiting job in turn as the head of the
	// queue. In each case, some job must be able to start now without delaying the
	// head beyond its shadow time and without breaking a promise of the policy.
	//
	// Idle is checked only if all jobs ask for whole nodes, or all ask for tasks
	// with the same needs. In other workloads, a job may not fit although enough
	// resources are free.
	Idle
	// Worse means that the mean wait over all workloads together is longer than
	// under first come, first served. The difference must be larger than chance
	// explains.
	Worse
	// Starvation means that (almost) all jobs of a stream overtake a waiting job,
	// however long the stream is.
	Starvation
	numKinds
)

// kinds holds the name and meaning of each kind, as printed by `hopyard check`.
var kinds = [numKinds]struct{ name, about string }{
	Error:         {"error", "the policy fails, or does what the engine refuses"},
	Differs:       {"differs", "two runs of one workload differ"},
	NeverStarts:   {"never-starts", "a job waits for ever"},
	NotIdempotent: {"not-idempotent", "a second pass at the same instant would start more"},
	Broken:        {"broken-promise", "a job starts later than the policy promised it"},
	HeadLate:      {"head-late", "the first of the queue starts later than its shadow time under EASY"},
	Idle:          {"idle", "nodes stay free though a job fits and delays nobody"},
	Worse:         {"worse-than-fcfs", "jobs wait longer than under first come, first served"},
	Starvation:    {"starvation", "a stream of jobs overtakes one for ever"},
}

// String returns the name of the kind, such as "never-starts".
func (k FindingKind) String() string { return kinds[k].name }

// About returns the meaning of the kind in a few words.
func (k FindingKind) About() string { return kinds[k].about }

// Kinds returns all kinds, the worst first.
func Kinds() []FindingKind {
	all := make([]FindingKind, numKinds)
	for k := range all {
		all[k] = FindingKind(k)
	}
	return all
}

// KindOf returns the kind with the given name, or false if no kind has this name.
func KindOf(name string) (FindingKind, bool) {
	for k := range kinds {
		if kinds[k].name == name {
			return FindingKind(k), true
		}
	}
	return 0, false
}
