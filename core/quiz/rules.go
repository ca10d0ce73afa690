package quiz

import (
	"hopyard/core/queue"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// belief is a wrong rule about who starts: what it answers, nil if it says nothing
// here.
type belief struct {
	code   Misconception
	answer func(m *moment) []workload.JobID
}

// beliefs are the wrong rules about who starts, the most telling first: where two
// give the same answer, the first is named.
var beliefs = []belief{
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

// The wrong rules that are disciplines of their own. They are run on a copy of the
// engine in the middle of a step, so that a mistake is what somebody who believes
// in them would answer.

// greedy starts all that fits, in queue order: it promises nobody anything.
type greedy struct{}

// Schedule implements queue.Policy.
func (greedy) Schedule(p *queue.Pass) {
	for job := range p.Waiting() {
		p.Start(job, why.FitsNow)
	}
}

// withoutExtra is EASY for somebody who forgets the extra nodes: what overtakes
// has to end by the shadow time.
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

// extraTwice is EASY for somebody who gives the extra nodes to everybody.
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
