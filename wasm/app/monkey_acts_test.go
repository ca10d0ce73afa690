package app

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/draw"
)

func (k *monkey) act(a keys.Action) {
	switch k.m.Do(a) {
	case keys.UndoEdit, keys.RedoEdit:
		turn := k.m.Edit.Undo
		if a == keys.RedoEdit {
			turn = k.m.Edit.Redo
		}
		k.send(&k.desk, turn())
	case keys.StopRecording:
		k.desk.desk.Handle((&message.Cancel{Serial: k.m.Loading.Serial}).Pack())
	case keys.OpenCompare:
		switch {
		case k.m.Compare != nil:
			k.m.EndCompare()
			k.lanes, k.beside = nil, nil
		case k.m.Run != nil && k.m.Loading == nil:
			k.startCompare(share.Linked{})
		}
	}
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// moves lists the actions that change the step. The random test (the monkey)
// performs them more often than other actions.
var moves = []keys.Action{keys.Forward, keys.Back, keys.ToStart, keys.ToEnd, keys.NextDecision, keys.LastDecision, keys.NextConflict, keys.LastConflict, keys.NextOfJob, keys.LastOfJob, keys.FirstDivergence, keys.NextDivergence, keys.LastDivergence, keys.Play}

// step performs a random action, and returns its description.
func (k *monkey) step() string {
	m, rng := k.m, k.rng
	job := func() workload.JobID { return workload.JobID(rng.IntN(len(m.Run.Jobs)+1) - 1) }
	if c := m.Compare; c != nil && rng.IntN(4) == 0 {
		return k.columns(c)
	}
	switch n := rng.IntN(100); {
	case n < 30:
		a := pick(rng, moves)
		k.act(a)
		return "move " + m.Keys.ActionText(a)
	case n < 40:
		row := pick(rng, keys.Keys)
		k.act(row.Action)
		return "do " + m.Keys.ActionText(row.Action)
	case n < 55:
		at := 0
		if m.Compare != nil {
			at = rng.IntN(m.Compare.Len() + 3)
		} else {
			at = m.Snap(rng.IntN(m.Run.Len()+3) - 1)
		}
		m.Go(at)
		return fmt.Sprint("scrub to ", at)
	case n < 60:
		id := job()
		if m.Compare != nil {
			m.Compare.Select(id)
		} else {
			m.Select(id)
		}
		return fmt.Sprint("choose job ", id)
	case n < 65:
		p := model.Nowhere()
		p.Job, p.Node = job(), topology.NodeID(rng.IntN(m.Run.Machine.Drawn.Nodes))
		p.Last = p.Node
		if m.Compare != nil {
			m.Compare.Point(p)
		} else {
			m.Pointed = p
		}
		return fmt.Sprintf("point at %+v", p)
	case n < 70:
		key := pick(rng, []string{"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "Enter"})
		if m.State != nil && m.Compare == nil {
			m.Timeline.GridKey(key)
			m.Machine.TreeKey(key)
			m.Queue.QueueKey(key, job())
		}
		return "in lists " + key
	case n < 74:
		m.Tick(float64(rng.IntN(1500)))
		return "time goes on"
	case n < 78:
		s := pick(rng, settings.Table[:])
		value := pick(rng, []string{"on", "off"})
		if len(s.Values) > 0 {
			value = pick(rng, s.Values).Value
		}
		m.Settings.Set(s.Name, value)
		return "set " + s.Name + " " + value
	case n < 80:
		m.Speak(pick(rng, k.speaks))
		return "speak " + m.Words.Code
	case n < 84:
		m.Window = draw.TimeWindow{From: simtime.Time(rng.Int64N(int64(m.Run.Last) + 1))}
		m.Window.To = m.Window.From + simtime.Time(rng.Int64N(int64(m.Run.Last)+1)) + 1000
		if m.Compare != nil {
			m.Compare.Window = m.Window
		}
		m.View = m.View.ZoomAt(rng.Float64(), rng.Float64(), math.Exp(rng.Float64()*2-1))
		return fmt.Sprintf("look at %+v", m.Window)
	case n < 88 && m.Loading == nil:
		l := pick(rng, k.opens)
		k.send(&k.desk, m.Load(l))
		return "open " + l.Name
	case n < 93 && m.Compare == nil:
		return k.choose()
	default:
		return k.edit(job())
	}
}

// values returns the options of a picker that the reader can choose in this
// scenario.
func values(list []policy.PickerOption) (out []string) {
	for i := range list {
		if list[i].Unfit == "" {
			out = append(out, list[i].Value)
		}
	}
	return out
}

func (k *monkey) choose() string {
	m := k.m
	picker := pick(k.rng, []string{"queue", "allocator", "machine", "network"})
	list := map[string][]policy.PickerOption{"queue": m.Policy.QueueList(), "allocator": m.Policy.AllocatorList(), "machine": m.Policy.MachineList(), "network": m.Policy.NetworkList()}[picker]
	v := pick(k.rng, append(values(list), list[0].Value))
	k.send(&k.desk, m.Change(m.Policy.Choose(picker, v)))
	return "choose " + picker + " " + v
}

// edit performs a random edit: it drags a grip, changes, copies or removes a job,
// or adds a failure.
func (k *monkey) edit(id workload.JobID) string {
	m := k.m
	if m.State == nil || id < 0 || len(m.Run.Jobs) > 100 {
		return "nothing"
	}
	text, did, err := "", model.EditSummary{}, error(nil)
	switch k.rng.IntN(4) {
	case 0:
		for _, g := range m.Edit.Grips(id) {
			if g == nil || k.rng.IntN(2) == 0 {
				continue
			}
			d, _ := m.Edit.TakeGrip(g)
			if d == nil {
				continue
			}
			d.Value = g.Moved(k.rng.Float64()*2e6-1e6, 1000)
			if text, err = d.Text(m.Edit); err == nil && len(simworker.Check(text)) == 0 {
				k.send(&k.desk, m.Edit.Try(d, text))
			}
			m.Edit.Release(d)
			return fmt.Sprintf("drag %v of job %d", g.Kind, id)
		}
		return "nothing"
	case 1:
		text, err = m.Edit.WithoutJob(id)
		did = m.Edit.DidJob("remove", m.Number(id))
	case 2:
		n := int64(0)
		text, n, err = m.Edit.WithDuplicate(id)
		did = m.Edit.DidJob("duplicate", n)
	case 3:
		p := model.Nowhere()
		p.Node = topology.NodeID(k.rng.IntN(m.Run.Machine.Drawn.Nodes))
		p.Last = p.Node
		text, did, err = m.Edit.Broken(p, strconv.Itoa(int(p.Node)), "10", "1 h")
	}
	if err != nil {
		return "an edit that cannot be: " + err.Error()
	}
	if faults := simworker.Check(text); len(faults) > 0 {
		return "an edit that is refused: " + faults[0].Problem
	}
	k.send(&k.desk, m.Apply(text, did))
	return "edit " + m.Edit.Said(&did)
}

// columns performs a random action on the columns of a comparison.
func (k *monkey) columns(c *compare.ComparePanel) string {
	i := k.rng.IntN(len(c.Columns))
	switch k.rng.IntN(7) {
	case 0:
		if c.Add() {
			k.lanes, k.beside = append(k.lanes, new(trayWorker)), append(k.beside, pictures{})
			k.loadLane(len(k.lanes) - 1)
		}
		return "add a column"
	case 1:
		if c.Remove(i) {
			k.lanes = append(k.lanes[:i:i], k.lanes[i+1:]...)
			k.beside = append(k.beside[:i:i], k.beside[i+1:]...)
		}
		return fmt.Sprint("remove column ", i)
	case 2:
		l := k.m.UseColumn(i)
		k.lanes, k.beside = nil, nil
		k.send(&k.desk, l)
		return fmt.Sprint("use column ", i)
	case 3:
		c.Far = !c.Far
		return "other figures"
	case 4:
		k.loadLane(i)
		return fmt.Sprint("again column ", i)
	case 5:
		if l := c.Columns[i].Loading; l != nil {
			k.lanes[i].desk.Handle((&message.Cancel{Serial: l.Serial}).Pack())
		}
		return fmt.Sprint("stop column ", i)
	}
	run := *k.m.Run
	picker, list := "queue", k.m.Policy.QueueList()
	if k.rng.IntN(2) == 0 {
		picker, list = "allocator", k.m.Policy.AllocatorList()
	}
	k.m.Run = &run
	v := pick(k.rng, append(values(list), list[0].Value))
	c.Choose(i, picker, v)
	k.loadLane(i)
	return fmt.Sprint("column ", i, " ", picker, " ", v)
}
