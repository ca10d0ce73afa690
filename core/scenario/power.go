package scenario

import (
	"fmt"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Limits on power, in thousandths.
const (
	MaxWatts   = 1_000_000 * 1000     // of one node
	MaxCap     = 1_000_000_000 * 1000 // watts of the machine
	MaxCarbon  = 100_000 * 1000       // grams of CO2 per kWh
	MaxCarbons = 10_000               // steps of the intensity
)

// Power describes what a machine may draw, when its nodes sleep, and how much carbon
// dioxide its energy causes.
type Power struct {
	Cap    int64             // watts that the machine may draw at most, in thousandths; 0 for any
	After  simtime.Duration  // time after which idle nodes are powered down; 0: never
	Shut   simtime.Duration  // time that powering down takes
	Wake   simtime.Duration  // time that powering up takes
	Keep   cluster.Placement // nodes that are never powered down
	Carbon []cluster.Intensity
	Repeat simtime.Duration // period of Carbon; 0 if it is not repeated
}

// usualPower holds Slurm's defaults of SuspendTimeout and ResumeTimeout.
var usualPower = Power{Shut: 30 * simtime.Second, Wake: 60 * simtime.Second}

func wattsTable(w *cluster.Watts) *table {
	t := newTable("the power of a node", 3)
	t.Number("idle", &w.Idle, 0, MaxWatts, "watts")
	t.Number("active", &w.Active, 0, MaxWatts, "watts")
	t.Number("off", &w.Off, 0, MaxWatts, "watts")
	return t
}

func powerTable(x *Power) *table {
	t := newTable("power", 7)
	t.Number("cap", &x.Cap, 1, MaxCap, "watts")
	t.Seconds("off_after", (*int64)(&x.After), 1)
	t.Seconds("shut", (*int64)(&x.Shut), 0)
	t.Seconds("wake", (*int64)(&x.Wake), 0)
	t.Add("keep", schema.Nodes, (*nodesValue)(&x.Keep), 0, 0)
	t.Add("carbon", schema.List, nil, 0, MaxCarbons).
		Reads(func(p *parser, v jsondoc.Ref) { p.carbon(v, x) }).
		When(func() bool { return len(x.Carbon) > 0 }).
		Writes(func(w *writer, _ any) { w.carbon(x.Carbon) })
	t.Seconds("repeat", (*int64)(&x.Repeat), int64(MinSpan))
	return t
}

func intensityTable(x *cluster.Intensity) *table {
	t := newTable("an intensity", 2)
	t.Seconds("at", (*int64)(&x.At), 0).Always().Needs(`write "at": 0, in seconds`)
	t.Number("g_per_kwh", &x.Grams, 0, MaxCarbon, "grams per kWh").Always().Needs(`write "g_per_kwh": 400`)
	return t
}

// power reads the block "power".
func (p *parser) power(v jsondoc.Ref) {
	x := usualPower
	g := powerTable(&x).Read(p, v)
	if !g.OK || p.Count() > g.Before {
		return
	}
	alone := func(name, of string) {
		if at := g.At(name); at != 0 {
			p.Wrong(at, "is given without "+of, "", "write "+jsondoc.Quoted(of)+", or leave it out")
		}
	}
	if g.At("off_after") == 0 {
		alone("shut", "off_after")
		alone("wake", "off_after")
		alone("keep", "off_after")
	}
	if g.At("carbon") == 0 {
		alone("repeat", "carbon")
	}
	if last := len(x.Carbon) - 1; x.Repeat > 0 && last >= 0 && x.Carbon[last].At >= simtime.Time(x.Repeat) {
		p.Wrong(g.At("repeat"), fmt.Sprintf("is not after the last intensity (at %v)", x.Carbon[last].At), "", "use a longer period, or move the intensities")
	}
	for _, name := range []string{"cap", "carbon"} {
		if at := g.At(name); at != 0 && !p.machine.Powered() {
			p.Wrong(at, "is given, and no node says how much power it draws", "", `write "power": {"idle": 100, "active": 350} in cluster.node`)
		}
	}
	if p.Count() == g.Before {
		p.s.Power, p.powerAt = &x, g
	}
}

// carbon reads the intensities of the grid.
func (p *parser) carbon(v jsondoc.Ref, x *Power) {
	if !p.List(v, MaxCarbons, "intensities") {
		return
	}
	for i, e := range p.Elements(v) {
		var step cluster.Intensity
		g, before := intensityTable(&step).Read(p, e), p.Count()
		if before > g.Before {
			continue
		}
		switch last := len(x.Carbon) - 1; {
		case i == 0 && step.At != 0:
			p.Wrong(g.At("at"), "is the time of the first intensity, which must be 0", "0", `write "at": 0`)
		case last >= 0 && step.At <= x.Carbon[last].At:
			p.Wrong(g.At("at"), fmt.Sprintf("is not after the time of the intensity before it (%v)", x.Carbon[last].At), "", "sort the intensities by time")
		default:
			x.Carbon = append(x.Carbon, step)
		}
	}
}

func (w *writer) carbon(steps []cluster.Intensity) {
	w.Raw("[")
	for i := range steps {
		if i > 0 {
			w.Raw(", ")
		}
		intensityTable(&steps[i]).Write(w, intensityTable(&cluster.Intensity{}))
	}
	w.Raw("]")
}

// checkWatts notes an error if a node would draw less when it does more.
func (p *parser) checkWatts(v jsondoc.Ref, w *cluster.Watts) {
	bad := func(name string, value, least int64, than string) {
		p.Add(jsondoc.Error{
			Place: p.Path(v) + ".power." + name, Value: decimal(value), Limit: decimal(least),
			Problem: fmt.Sprintf("%s %s is less than %s (%s)", name, decimal(value), than, decimal(least)), Fix: "use " + decimal(least) + " watts or more",
		})
	}
	switch {
	case w.Active < w.Idle:
		bad("active", w.Active, w.Idle, "idle")
	case w.Idle < w.Off:
		bad("idle", w.Idle, w.Off, "off")
	}
}

// checkPower notes an error if a power cap or sleeping nodes cannot be combined with
// the rest of the scenario, or if the cap lets a job never start.
func (p *parser) checkPower() {
	x := p.s.Power
	at := p.powerAt.At("cap")
	if x.Cap == 0 {
		at = p.powerAt.At("off_after")
	}
	if name := p.s.Policy().Queue; name != policies.Own {
		if _, plans := p.s.queue(name).(queue.UnpoweredPlan); plans {
			p.Wrong(at, fmt.Sprintf("cannot be combined with the queue %q: it plans without counting power", name), "", "use another queue, such as easy or conservative, or leave it out")
			return
		}
	}
	if p.s.Faults != nil {
		p.Wrong(at, "cannot be combined with faults", "", "keep one of them")
		return
	}
	if p.s.growth() != nil || p.elastics() {
		p.Wrong(at, "cannot be combined with jobs that change their size", "", "remove elastic, or leave it out")
		return
	}
	if p.Count() > 0 || x.Cap == 0 || p.s.Policy().Allocator == policies.Own {
		return
	}
	c := engine.Config{Machine: p.s.poweredMachine(), Allocator: p.s.allocator(p.s.Policy().Allocator), Running: p.s.runningJobs()}
	var places []int32
	c.Jobs, places = p.s.sorted()
	switch id, need, spare, above := c.AboveCap(); {
	case !above:
	case id == workload.NoJob:
		p.Wrong(at, fmt.Sprintf("is %d less than what the idle machine draws", need), "", "raise it")
	default:
		name, size := "nodes", c.Jobs[id].Nodes
		if !c.Jobs[id].Whole() {
			name, size = "tasks", c.Jobs[id].Tasks
		}
		p.jobError(int(places[id]), name, size, fmt.Sprintf("would draw %d W more than the idle machine, and the power cap leaves %d W", need, spare), fmt.Sprint(spare), "ask for less, or raise power.cap")
	}
}

// elastics reports whether some job may change its size.
func (p *parser) elastics() bool {
	for i := range p.s.Jobs {
		if p.s.Jobs[i].Elastic != nil {
			return true
		}
	}
	return p.s.Model != nil && p.s.Fill.Elastic != nil
}

// poweredMachine returns the machine with its power cap and the carbon of its grid.
func (s *Scenario) poweredMachine() *cluster.Machine {
	m := s.Cluster.Machine()
	if x := s.Power; x != nil {
		if x.Cap > 0 {
			m.SetCap(x.Cap)
		}
		if len(x.Carbon) > 0 {
			m.SetCarbon(&cluster.Carbon{Steps: x.Carbon, Repeat: x.Repeat})
		}
	}
	return m
}

// sleep returns when nodes sleep, in the form that the engine takes.
func (x *Power) sleep() *engine.Sleep {
	if x == nil || x.After == 0 {
		return nil
	}
	return &engine.Sleep{After: x.After, Shut: x.Shut, Wake: x.Wake, Keep: x.Keep}
}
