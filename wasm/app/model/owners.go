package model

import (
	"slices"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// QueueOf returns the name of the queue that an event concerns, for the placeholder
// "queue" of a text.
func (m *Model) QueueOf(e *message.Event) i18n.Markup {
	name := ""
	if e.Kind.OfQueue() && int(e.Of) < len(m.Run.Queues) {
		name = m.Run.Queues[e.Of]
	}
	return i18n.B("queue", name)
}

// AllottedTo returns the name of the user whose allotment an event changes, for the
// placeholder "user" of a text.
func (m *Model) AllottedTo(e *message.Event) i18n.Markup {
	name := ""
	if e.Kind == trace.Allot && int(e.Of) < len(m.Run.Allotted) {
		name = m.Run.Allotted[e.Of]
	}
	return i18n.B("user", m.Person(name))
}

// QueueText returns the name of a job's queue, for the placeholder "queue" of a
// text.
func (m *Model) QueueText(id workload.JobID) i18n.Pair {
	return i18n.S("queue", m.Run.Name(m.Run.Jobs[id].Queue))
}

// LimitText returns the name of a limit as it applies to a job, such as "ada’s
// GPUs". The limit is given by its number in the scenario; the first has number 1.
func (m *Model) LimitText(which int32, id workload.JobID) string {
	c := m.Words
	if which < 1 || int(which) > len(m.Run.Limits) {
		return c.Say(i18n.LimitOther, c.N("n", int64(which)))
	}
	l := &m.Run.Limits[which-1]
	if l.Rule != "" {
		return m.slurmLimit(l, id)
	}
	who := l.Name
	if who == "*" && id != workload.NoJob {
		job := &m.Run.Jobs[id]
		who = m.Run.Name([...]int32{job.User, job.Group, job.Queue}[l.Owner])
	}
	return m.LimitName(l, who)
}

// LimitName returns the name of a limit as it applies to the user, group or queue
// with the given name. If quotas have several flavors, it names the flavor.
func (m *Model) LimitName(l *queue.Limit, who string) string {
	c := m.Words
	switch l.Owner {
	case queue.ByUser:
		who = m.Person(who)
	case queue.ByGroup:
		who = c.Say(i18n.GroupNamed, i18n.S("n", who))
	case queue.ByQueue:
		who = c.Say(i18n.QueueNamed, i18n.S("n", who))
	}
	if slices.ContainsFunc(m.Run.Limits, func(o queue.Limit) bool { return o.Flavor != l.Flavor }) {
		who += " (" + l.Flavor + ")"
	}
	if l.Measure < queue.OfNamed {
		return c.Say(measureTexts[l.Measure], i18n.S("who", who))
	}
	return c.Say(i18n.LimitNamed, i18n.S("who", who), i18n.S("name", m.Own(int(l.Measure-queue.OfNamed))))
}

var measureTexts = [...]i18n.Text{i18n.LimitJobs, i18n.LimitNodes, i18n.LimitCores, i18n.LimitGPUs, i18n.LimitSeconds, i18n.LimitMemory, i18n.LimitDisk}

// slurmLimit returns the name of a limit of Slurm's as it applies to a job, with the
// reason that Slurm gives for a job that it holds.
func (m *Model) slurmLimit(l *queue.Limit, id workload.JobID) string {
	c := m.Words
	if l.Rule == slurmsched.ReservationRule {
		return c.Say(i18n.ReservationNamed, i18n.S("name", l.Name))
	}
	account := func(name string) string { return c.Say(i18n.AccountNamed, i18n.S("n", name)) }
	who := m.Person(l.Name)
	if l.Owner == queue.ByGroup {
		who = account(l.Name)
	}
	if l.QOS != "" {
		qos, of := c.Say(i18n.QOSNamed, i18n.S("n", l.QOS)), ""
		switch {
		case id == workload.NoJob:
		case strings.HasSuffix(l.Rule, "_per_user"):
			of = m.UserText(id)
		case strings.HasSuffix(l.Rule, "_per_account"):
			of = account(m.Run.Name(m.Run.Jobs[id].Group))
		}
		if who = qos; of != "" {
			who = c.Say(i18n.InQOS, i18n.S("who", of), i18n.S("qos", qos))
		}
	}
	text := measureTexts[l.Measure]
	switch {
	case l.Rule == "max_wall":
		text = i18n.LimitWall
	case l.Rule == "grp_wall":
		text = i18n.LimitRan
	case strings.Contains(l.Rule, "_submit_"):
		text = i18n.LimitSubmitted
	}
	name := c.Say(text, i18n.S("who", who))
	if l.Rule == slurmsched.LicenseRule {
		name = c.Say(i18n.LimitLicenses, i18n.S("name", l.Name))
	}
	for _, kind := range [...]struct {
		suffix string
		text   i18n.Text
	}{{"_per_job", i18n.PerJob}, {"_per_node", i18n.PerNode}, {"_mins", i18n.PerMinute}} {
		if strings.HasSuffix(l.Rule, kind.suffix) {
			name = c.Say(i18n.LimitPer, i18n.S("limit", name), i18n.S("kind", c.Say(kind.text)))
		}
	}
	return c.Say(i18n.LimitWord, i18n.S("limit", name), i18n.S("word", l.Word))
}

// UserText returns the name of a job's user.
func (m *Model) UserText(id workload.JobID) string { return m.Person(m.Run.User(id)) }

// Person returns the name of a user as it is shown. Users of traces have only
// numbers, so they are shown as "user 7".
func (m *Model) Person(name string) string {
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		return m.Words.Say(i18n.UserName, i18n.S("n", name))
	}
	return name
}
