package policycheck

// FindingKind is what may be wrong with a policy.
type FindingKind uint8

// The kinds of findings, the worst first.
const (
	// Error: the policy fails, or does what the engine refuses, such as placing a
	// job on nodes that are not free.
	Error FindingKind = iota
	// Differs: two runs of one workload are not the same.
	Differs
	// NeverStarts: a job still waits when all that was running has ended.
	NeverStarts
	// NotIdempotent: a second pass at the same instant, with nothing changed, would
	// start a job.
	NotIdempotent
	// Broken: a job starts later than the policy itself promised it.
	Broken
	// HeadLate: the first job of the queue, which the policy promises nothing,
	// starts later than the shadow time that EASY would have told it when it became
	// the first. A job before which another comes in the queue's order, is told
	// anew when it is the first again.
	HeadLate
	// Idle: nodes stay free while a job fits on them and no reservation forbids
	// it. That is so if, whichever waiting job is held for the first, some job could
	// start now that delays neither this first one's shadow time nor anything that
	// the policy itself promised. The policy's own order therefore does not matter. It
	// is looked for where all jobs ask for whole nodes, or all for like tasks: elsewhere
	// there is more to say of a job than that enough is free.
	Idle
	// Worse: the mean wait over all workloads together is longer than under first
	// come, first served, by more than chance explains.
	Worse
	// Starvation: a job is overtaken by all jobs of a stream, however long it is.
	Starvation
	numKinds
)

// kinds are the name of each kind and what it means, as `hopyard check` has them.
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

// String is the name of the kind: "never-starts".
func (k FindingKind) String() string { return kinds[k].name }

// About says in some words what the kind means.
func (k FindingKind) About() string { return kinds[k].about }

// Kinds are all kinds, the worst first.
func Kinds() []FindingKind {
	all := make([]FindingKind, numKinds)
	for k := range all {
		all[k] = FindingKind(k)
	}
	return all
}

// KindOf is the kind of a name; false if there is none.
func KindOf(name string) (FindingKind, bool) {
	for k := range kinds {
		if kinds[k].name == name {
			return FindingKind(k), true
		}
	}
	return 0, false
}
