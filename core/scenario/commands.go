package scenario

import (
	"fmt"

	"hopyard/core/jsondoc"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// MaxCommands is the maximum number of commands of a scenario.
const MaxCommands = 10_000

// commandDraft is a command while it is read or written. In the text, the field that
// names its kind holds the number of the job.
type commandDraft struct {
	workload.JobCommand
	jobs [4]int64 // the job in each of these fields, by kind; noNumber if it is not given
	// Positions of the fields that only an update has; 0 if they are not given.
	changes [6]jsondoc.Ref
}

func (d *commandDraft) set(x *workload.JobCommand) {
	*d = commandDraft{JobCommand: *x, jobs: [4]int64{noNumber, noNumber, noNumber, noNumber}}
	d.jobs[x.Kind] = x.Job
}

func noCommand() *commandDraft {
	d := &commandDraft{}
	d.set(&workload.JobCommand{Job: noNumber, Change: workload.NoChange})
	return d
}

func commandTable(d *commandDraft) *table {
	t := newTable("a command", 11)
	t.Seconds("at", (*int64)(&d.At), 0).Always().Needs(`write "at": 600, in seconds`)
	for k := range workload.UpdateJob + 1 {
		t.Integer(k.String(), &d.jobs[k], 0, MaxNumber)
	}
	c := &d.Change
	t.Integer("nodes", &c.Nodes, 1, topology.MaxNodes).Noted(&d.changes[0])
	t.Seconds("walltime", (*int64)(&c.Walltime), 0).Noted(&d.changes[1])
	label(t, "queue", &c.Queue).Noted(&d.changes[2])
	label(t, "qos", &c.QOS).Noted(&d.changes[3])
	t.Integer("priority", &c.Priority, -MaxPriority, MaxPriority).Noted(&d.changes[4])
	t.Seconds("begin", (*int64)(&c.Begin), 1).Noted(&d.changes[5])
	return t
}

// commands reads what people do to jobs during the run, in the order of time.
func (p *parser) commands(v jsondoc.Ref) {
	if !p.List(v, MaxCommands, "commands") {
		return
	}
	last := simtime.Time(0)
	for _, e := range p.Elements(v) {
		d, before := noCommand(), p.Count()
		g := commandTable(d).Read(p, e)
		if at := g.At("at"); at != 0 && d.At < last {
			p.Wrong(at, fmt.Sprintf("is earlier than the command before it (%v)", last), last.String(), "sort commands by time")
		}
		last = max(last, d.At)
		if g.OK && p.Count() == before && p.commandKind(e, d, g) {
			p.s.Commands = append(p.s.Commands, d.JobCommand)
		}
	}
}

// commandKind sets the kind and the job of a command, and reports whether exactly one
// field names them.
func (p *parser) commandKind(e jsondoc.Ref, d *commandDraft, g given) bool {
	first := jsondoc.Ref(0)
	for k := range workload.UpdateJob + 1 {
		switch v := g.At(k.String()); {
		case v == 0:
		case first != 0:
			p.Wrong(v, "is a second command for the same element", "", "write each command as an element of its own")
			return false
		default:
			first, d.Kind, d.Job = v, k, d.jobs[k]
		}
	}
	if first == 0 {
		p.Missing(e, "cancel", "a command", `write what happens to which job, as in "cancel": 3, "hold": 3, "release": 3 or "update": 3`)
		return false
	}
	some := false
	for _, v := range d.changes {
		if some = some || v != 0; v != 0 && d.Kind != workload.UpdateJob {
			p.Wrong(v, "is only for an update", "", `write "update" and the id of the job`)
			return false
		}
	}
	if d.Kind == workload.UpdateJob && !some {
		p.Wrong(first, "changes nothing", "", `write what the job asks for from now on: "walltime", "nodes", "queue", "qos", "priority" or "begin"`)
		return false
	}
	return true
}

// checkCommands finds commands about jobs that do not exist, or that they cannot have.
// It does not check the commands of a scenario with a trace.
func (p *parser) checkCommands() {
	known := make(map[int64]*workload.Job, len(p.s.Jobs))
	for i := range p.s.Jobs {
		known[p.s.Jobs[i].Number] = &p.s.Jobs[i]
	}
	for i := range p.s.Commands {
		x := &p.s.Commands[i]
		j, there := known[x.Job]
		fix := "use the id of a job in the list"
		if p.s.Model != nil {
			there, fix = 1 <= x.Job && x.Job <= int64(p.s.Model.Jobs), fmt.Sprintf("the model draws the jobs 1 to %d", p.s.Model.Jobs)
		}
		place := fmt.Sprintf("commands[%d].", i)
		if !there && x.Job != noNumber {
			p.Add(jsondoc.Error{Place: place + x.Kind.String(), Value: fmt.Sprint(x.Job), Problem: fmt.Sprintf("job %d is not the id of a job", x.Job), Fix: fix})
		}
		if j == nil || x.Change.Nodes == 0 {
			continue
		}
		if _, ok := x.Change.Apply(j); !ok {
			p.Add(jsondoc.Error{Place: place + "nodes", Value: fmt.Sprint(x.Change.Nodes), Problem: fmt.Sprintf("nodes %d cannot be the new size of job %d, which asks for tasks, changes its size by itself, or has parts or a communication matrix", x.Change.Nodes, x.Job), Fix: "leave nodes out, or name a rigid job of whole nodes"})
		} else if p.machine != nil && int(x.Change.Nodes) > p.machine.NumNodes() {
			p.Add(jsondoc.Error{Place: place + "nodes", Value: fmt.Sprint(x.Change.Nodes), Limit: fmt.Sprint(p.machine.NumNodes()), Problem: fmt.Sprintf("nodes %d is more than the machine has (%d)", x.Change.Nodes, p.machine.NumNodes()), Fix: "ask for fewer"})
		}
	}
}

// writeCommands writes a list of commands.
func (w *writer) writeCommands(all []workload.JobCommand) {
	d := noCommand()
	fields, usual := commandTable(d), commandTable(noCommand())
	w.Lines('[', ']', len(all), func(i int) {
		d.set(&all[i])
		fields.Write(w, usual)
	})
}

// CommandsText returns a list of commands in the canonical form, as a value for Edit at
// the path "commands". It returns "null" if there are none.
func CommandsText(all []workload.JobCommand) string {
	if len(all) == 0 {
		return "null"
	}
	w := &writer{}
	w.writeCommands(all)
	return string(w.Out)
}
