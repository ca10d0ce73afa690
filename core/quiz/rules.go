package quiz

import (
	"hopyard/core/queue"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// wrongRule is a wrong rule about which jobs start. Its function answer returns the
// jobs that start in a scheduling pass according to this rule, or nil if the rule
// does not apply there.
type wrongRule struct {
	code   Misconception
	answer func(m *moment) []workload.JobID
}

// wrongRules lists the wrong rules about which jobs start, the most specific first.
// If two rules give the same answer, the mistake is attributed to the first.
var wrongRules = []wrongRule{
	{FirstCome, func(m *moment) []workload.JobID { return m.unless(m.strict(), queue.FCFS{}) }},
	{Overtakes, func(m *moment) []workload.JobID { return m.unless(!m.strict(), queue.EASY{}) }},
	{NoExtra, func(m *moment) []workload.JobID { return m.unless(!m.backfills(), withoutExtra{}) }},
	{ExtraTwice, func(m *moment) []workload.JobID { return m.unless(!m.backfills(), extraTwice{}) }},
	{AllPromised, func(m *moment) []workload.JobID { return m.unless(!m.backfills(), queue.ConservativeRebuild{}) }},
	{OnlyHeadPromised, func(m *moment) []workload.JobID { return m.unless(!m.promisesAll(), queue.EASY{}) }},
	{DelaysHead, func(m *moment) []workload.JobID {
		return m.unless(!m.backfills() && !m.promisesAll(), greedy{})
	}},
	{WalltimeIsRuntime, (*moment).foreseen},
	{IgnoresOrder, func(m *moment) []workload.JobID { return m.reordered(queue.SubmitOrder) }},
	{ShortestFirst, func(m *moment) []workload.JobID { return m.reordered(queue.ShortestFirst) }},
	{FitsSoStarts, func(m *moment) []workload.JobID { return m.unless(!m.keeps(), greedy{}) }},
	{OneAtATime, func(m *moment) []workload.JobID {
		if len(m.starts) < 2 {
			return nil
		}
		return []workload.JobID{m.starts[0].Job}
	}},
}

// The following wrong rules are queue disciplines. They run on a copy of the engine
// in the middle of a step, and so produce the answer of a student who believes in
// them.

// greedy starts every job that fits, in queue order, and makes no promises.
type greedy struct{}

// Schedule implements queue.Policy.
func (greedy) Schedule(p *queue.Pass) {
	for job := range p.Waiting() {
		p.Start(job, why.FitsNow)
	}
}

// withoutExtra is EASY without extra nodes: a job may overtake the head only if it
// ends by the shadow time.
type withoutExtra struct{}

// Schedule implements queue.Policy.
func (withoutExtra) Schedule(p *queue.Pass) {
	for p.StartHead() {
	}
	head := p.Head()
	if head == nil {
		return
	}
	shadow := p.Reserve(head)
	for job := range p.Behind(shadow) {
		if p.Now().Add(job.Wall()) <= p.Shadow(shadow) {
			p.Backfill(job, shadow)
		}
	}
}

// extraTwice is EASY with a mistake: every job that overtakes may use all the extra
// nodes, even those already given to other jobs.
type extraTwice struct{}

// Schedule implements queue.Policy.
func (extraTwice) Schedule(p *queue.Pass) {
	for p.StartHead() {
	}
	head := p.Head()
	if head == nil {
		return
	}
	shadow := p.Reserve(head)
	extra, counted := p.Extra(shadow)
	for job := range p.Waiting() {
		if job != head && (p.Now().Add(job.Wall()) <= p.Shadow(shadow) || counted && job.Need() <= extra) {
			p.Start(job, why.OnExtraNodes)
		}
	}
}
