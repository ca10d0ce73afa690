package app

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
	"hopyard/wasm/draw"
)

// ends are the devices at the ends of a cable: of the way there, where it comes
// from and where it goes.
func (m *Model) ends(cable int32) (from, to string) {
	d := &m.Run.Machine.Drawn
	switch {
	case d.Plan != nil:
		if int(cable) >= len(d.Plan.Cables) {
			return "?", "?"
		}
		c := &d.Plan.Cables[cable]
		return m.deviceText(c.A), m.deviceText(c.B)
	case len(d.Tree) > 0:
		at := d.Below(cable)
		above := m.parent(at)
		if int(at.Level) == len(d.Tree) {
			return m.nodeText(int(at.Place)), above
		}
		return m.SwitchText(at.Level, at.Place), above
	case len(d.Dims) == 0:
		return "?", "?"
	}
	n, next := m.gridEnds(cable)
	return m.nodeText(n), m.nodeText(next)
}

// gridEnds are the nodes that a cable of a grid joins.
func (m *Model) gridEnds(cable int32) (n, next int) {
	d := &m.Run.Machine.Drawn
	stride := 1
	for _, side := range d.Dims[int(cable)/d.Nodes+1:] {
		stride *= side
	}
	n, side := int(cable)%d.Nodes, d.Dims[int(cable)/d.Nodes]
	next = n + stride
	if n/stride%side == side-1 {
		next -= side * stride
	}
	return n, next
}

// parent is what people call the switch above a place of a tree.
func (m *Model) parent(at draw.SwitchID) string {
	d := &m.Run.Machine.Drawn
	first := at.Place
	if int(at.Level) < len(d.Tree) {
		first = d.Tree[at.Level][at.Place]
	}
	for level := at.Level - 1; level >= 0; level-- {
		place := int32(0)
		for d.Tree[level][place+1] <= first {
			place++
		}
		up := draw.SwitchID{Level: level, Place: place}
		if s := d.Settle(up); s == up || int(at.Level) == len(d.Tree) {
			return m.SwitchText(s.Level, s.Place)
		}
	}
	return m.SwitchText(0, 0)
}

// deviceText is what people call a device of a plan.
func (m *Model) deviceText(device int32) string {
	if n := int(device) - m.Run.Machine.Drawn.Plan.Switches; n >= 0 {
		return m.nodeText(n)
	}
	return m.SwitchText(0, device)
}

func (m *Model) nodeText(n int) string {
	if n < len(m.Run.Machine.Names) {
		return m.Run.Machine.Names[n]
	}
	return m.Words.Say(words.GridNode, words.S("n", strconv.Itoa(n)))
}

// WayText names one way of a cable: "leaf 2 → root".
func (m *Model) WayText(way int32) string {
	from, to := m.ends(way / 2)
	if way&1 == 1 {
		from, to = to, from
	}
	return from + " → " + to
}

// percent is thousandths as "43 %".
func (m *Model) percent(thousandths int32) string {
	return m.Words.Say(words.UnitPercent, words.S("n", m.Words.Int(int64(thousandths+5)/10)))
}

// JobList is jobs for people, "job 7, job 9 and 3 more", without one of them.
func (m *Model) JobList(ids []workload.JobID, without workload.JobID) string {
	const most = 5
	var names []string
	more := 0
	for _, id := range ids {
		switch {
		case id == without:
		case len(names) == most:
			more++
		default:
			names = append(names, m.JobText(id))
		}
	}
	out := m.Words.List(names...)
	if more > 0 {
		out += m.Words.Say(words.AndMore, m.Words.N("n", int64(more)))
	}
	return out
}

// LinkText says what a link has to carry, and for whom.
func (m *Model) LinkText(l *message.LinkLoad) string {
	text := words.LinkLoad
	if l.Wanted > 1000 {
		text = words.LinkFull
	}
	return m.Words.Say(text, words.S("link", m.WayText(l.Way)), words.S("wanted", m.percent(l.Wanted)), words.S("jobs", m.JobList(l.Users, workload.NoJob)))
}

// cableTip names a cable and says what each of its ways has to carry.
func (m *Model) cableTip(cable int32) string {
	var out []string
	if slices.ContainsFunc(m.State.LinksDown, func(way int32) bool { return way/2 == cable }) {
		from, to := m.ends(cable)
		out = append(out, m.Words.Say(words.LinkIsDown, words.S("link", words.Bold(words.Upper(from+" – "+to)))))
	}
	for i := range m.State.Links {
		if l := &m.State.Links[i]; l.Way/2 == cable {
			out = append(out, words.Upper(words.Escape(m.LinkText(l))))
		}
	}
	if len(out) > 0 {
		return strings.Join(out, "<br>")
	}
	from, to := m.ends(cable)
	name := words.Bold(words.Upper(from + " – " + to))
	if !m.Shares() {
		return name
	}
	for _, l := range m.State.Loads {
		if l.Cable == cable {
			return m.Words.Colon(name, m.percent(l.Wanted))
		}
	}
	return m.Words.Say(words.LinkIdle, words.S("link", name))
}

// running is a running job of the state on screen, or nil.
func (m *Model) running(id workload.JobID) *message.Running {
	for i := range m.State.Running {
		if m.State.Running[i].Job == id {
			return &m.State.Running[i]
		}
	}
	return nil
}

// Pace says at which speed a running job runs and with whom it shares what
// holds it back; "" at full speed.
func (m *Model) Pace(id workload.JobID) string {
	r := m.running(id)
	if r == nil || r.Speed == 1000 {
		return ""
	}
	if r.Speed > 1000 {
		return m.Words.Say(words.RunsFaster, words.S("speed", words.Bold(m.percent(r.Speed))))
	}
	if r.Late > 0 && r.Speed > 0 {
		late := m.Words.Say(words.LateByHops, words.S("n", words.Bold(m.Words.Float(float64(r.Late)/1000, 3))))
		return m.Words.Sentences(m.slowed(r), late)
	}
	return m.slowed(r)
}

// slowed says at which speed a job runs and which link holds it back, if any.
func (m *Model) slowed(r *message.Running) string {
	id := r.Job
	if r.Speed == 0 && r.Brake < 0 {
		return m.Words.Say(words.StandsStill)
	}
	speed := words.S("speed", words.Bold(m.percent(r.Speed)))
	if r.Brake < 0 || int(r.Brake) >= len(m.State.Links) {
		return m.Words.Say(words.RunsSlowly, speed)
	}
	l := &m.State.Links[r.Brake]
	link, with := words.S("link", words.Bold(m.WayText(l.Way))), m.JobList(l.Users, id)
	if with == "" {
		return m.Words.Say(words.SlowedAlone, speed, link)
	}
	return m.Words.Say(words.SlowedWith, speed, link, words.S("jobs", words.Escape(with)))
}

// Fact is a figure of a job.
type Fact struct{ Name, Value string }

// Facts are how long the job that is talked about runs at full speed and how
// long it ran; nil where the network slows nobody down.
func (m *Model) Facts() []Fact {
	id := m.Subject()
	if lost := m.lost(id); lost != nil {
		return lost
	}
	if m.State == nil || id == workload.NoJob || m.Run.Policy.Network == "none" {
		return nil
	}
	step := m.State.Step - 1
	life, job := m.Run.LifeAt(id, step), &m.Run.Jobs[id]
	if life.Start < 0 || life.Start > step {
		return nil
	}
	c := m.Words
	facts := []Fact{{c.Say(words.FactFull), c.Span(job.Full)}}
	began := m.Run.StepTime(life.Start)
	if life.End >= 0 && life.End <= step {
		took := m.Run.StepTime(life.End).Sub(began)
		facts = append(facts, Fact{c.Say(words.FactTook), c.Span(took)})
		if job.Full > 0 && m.ending(id, step) == trace.End {
			facts = append(facts, Fact{c.Say(words.FactSlowdown), c.Float(float64(took)/float64(job.Full), 2)})
		}
		return facts
	}
	if r := m.running(id); r != nil {
		facts = append(facts, Fact{c.Say(words.FactSpeed), m.percent(r.Speed)}, Fact{c.Say(words.FactLeft), c.Span(words.Rounded(r.Left.Seconds()))})
	}
	return facts
}

// FactsHTML is Facts as a list; "" where there are none.
func (m *Model) FactsHTML() string {
	var out strings.Builder
	for _, f := range m.Facts() {
		out.WriteString(`<div><dt>` + f.Name + `</dt><dd>` + f.Value + `</dd></div>`)
	}
	return out.String()
}
