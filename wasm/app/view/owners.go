package view

import (
	"hopyard/core/queue"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// QueueOf names the queue that an event is about, for texts.
func (m *Model) QueueOf(e *message.Event) words.Pair {
	name := ""
	if e.Kind.OfQueue() && int(e.Of) < len(m.Run.Queues) {
		name = m.Run.Queues[e.Of]
	}
	return words.S("queue", words.Bold(words.Escape(name)))
}

// AllottedTo names the user whose allotment an event is about, for texts.
func (m *Model) AllottedTo(e *message.Event) words.Pair {
	name := ""
	if e.Kind == trace.Allot && int(e.Of) < len(m.Run.Allotted) {
		name = m.Run.Allotted[e.Of]
	}
	return words.S("user", words.Bold(m.Person(words.Escape(name))))
}

// QueueText names the queue of a job, for texts.
func (m *Model) QueueText(id workload.JobID) words.Pair {
	return words.S("queue", words.Escape(m.Run.Name(m.Run.Jobs[id].Queue)))
}

// LimitText names a limit of the scenario, from 1, for a job that it concerns:
// "ada’s GPUs". It is escaped.
func (m *Model) LimitText(which int32, id workload.JobID) string {
	c := m.Words
	if which < 1 || int(which) > len(m.Run.Limits) {
		return c.Say(words.LimitOther, c.N("n", int64(which)))
	}
	l := &m.Run.Limits[which-1]
	who := l.Name
	if who == "*" && id != workload.NoJob {
		job := &m.Run.Jobs[id]
		who = m.Run.Name([...]int32{job.User, job.Group, job.Queue}[l.Owner])
	}
	return m.LimitName(l, who)
}

// LimitName names what a limit counts of somebody.
func (m *Model) LimitName(l *queue.Limit, who string) string {
	c := m.Words
	who = words.Escape(who)
	switch l.Owner {
	case queue.ByUser:
		who = m.Person(who)
	case queue.ByGroup:
		who = c.Say(words.GroupNamed, words.S("n", who))
	case queue.ByQueue:
		who = c.Say(words.QueueNamed, words.S("n", who))
	}
	texts := [...]words.Text{words.LimitJobs, words.LimitNodes, words.LimitCores, words.LimitGPUs, words.LimitSeconds, words.LimitMemory, words.LimitDisk}
	if l.Measure < queue.OfNamed {
		return c.Say(texts[l.Measure], words.S("who", who))
	}
	return c.Say(words.LimitNamed, words.S("who", who), words.S("name", m.Own(int(l.Measure-queue.OfNamed))))
}

// UserText is what people call a job's user. It is escaped.
func (m *Model) UserText(id workload.JobID) string { return m.Person(words.Escape(m.Run.User(id))) }

// Person is what people call a user: traces know them by number.
func (m *Model) Person(name string) string {
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		return m.Words.Say(words.UserName, words.S("n", name))
	}
	return name
}
