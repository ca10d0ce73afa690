package app

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/simworker"
)

// monkey performs random actions on a page without a browser. The workers answer
// after random delays. Everything on screen is drawn after every action, even if
// answers are missing. Nothing may panic. When all workers have answered, the
// screen must equal that of a new page with the same scenario at the same moment.
type monkey struct {
	t      *testing.T
	rng    *rand.Rand
	m      *App
	desk   trayWorker
	lanes  []*trayWorker
	shown  pictures   // pictures of the run on screen
	beside []pictures // pictures of the columns of a comparison
	opens  []message.Load
	speaks []*i18n.Catalog
	did    []string
}

// trayWorker is a worker whose answers are collected in a list, the tray. The
// monkey later delivers them to the page.
type trayWorker struct {
	desk    simworker.Dispatcher
	tray    [][]byte
	sent    string // scenario text that was sent to this worker last
	waiting bool   // whether a requested state has not arrived yet
}

// work lets the worker do n units of work, and collects its answers.
func (c *trayWorker) work(n int) {
	if c.desk.Busy() {
		c.desk.Work(n)
		c.desk.Report()
	}
	c.tray = append(c.tray, c.desk.Answers()...)
}

// frame draws everything that the page would now show, even if answers are missing.
func (k *monkey) frame() {
	if k.m.Run == nil || k.m.State == nil {
		return
	}
	if k.m.Compare != nil {
		k.comparedTexts(k.m.Compare, k.beside)
	} else {
		k.said(k.m)
	}
	k.m.Share.Fragment()
	k.m.Edit.UndoText()
	k.m.Edit.RedoText()
}

// send sends a Load request to a worker, as the page does.
func (k *monkey) send(c *trayWorker, asked *message.Load) {
	if asked == nil {
		return
	}
	l := *asked
	if l.Text == c.sent {
		l.Form, l.Text = message.Same, ""
	} else {
		c.sent = l.Text
	}
	c.desk.Handle(l.Pack())
}

// ask requests each state that the page needs and has not requested yet.
func (k *monkey) ask() {
	m := k.m
	if m.Run != nil && !k.desk.waiting && (m.State == nil || int(m.State.Step) != m.Step || m.Why.Misses()) {
		k.desk.waiting = true
		k.desk.desk.Handle((&message.Seek{Serial: m.Run.Serial, Step: int32(m.Step), Job: m.Want}).Pack())
	}
	if m.Compare == nil {
		return
	}
	for i, column := range m.Compare.Columns {
		c := k.lanes[i]
		if column.Run == nil || column.Failed != nil || c.waiting || column.Loading != nil {
			continue
		}
		if column.State != nil && column.State.Serial == column.Run.Serial && int(column.State.Step) == column.Step && !column.Why.Misses() {
			continue
		}
		c.waiting = true
		c.desk.Handle((&message.Seek{Serial: column.Run.Serial, Step: int32(column.Step), Job: column.Want}).Pack())
	}
}

// take delivers the oldest collected answer of a worker to the page. The worker is
// that of the page (i = -1) or of column i. It returns false if there is no answer.
func (k *monkey) take(i int) bool {
	c := &k.desk
	if i >= 0 {
		c = k.lanes[i]
	}
	c.work(1 + k.rng.IntN(4000))
	if len(c.tray) == 0 {
		return false
	}
	wire := c.tray[0]
	c.tray = c.tray[1:]
	if i >= 0 {
		column := k.m.Compare.Columns[i]
		k.must(hear(wire, func(l *message.Loaded) bool {
			ok := k.m.Compare.Accept(column, l)
			c.waiting = c.waiting && !ok
			return ok
		}, func(s *message.State) bool {
			ok := column.Show(s)
			c.waiting = c.waiting && !ok
			return ok
		}, func(f *message.Failed) bool { return k.m.Compare.Reject(column, f) }))
		return true
	}
	k.must(hear(wire, func(l *message.Loaded) bool {
		if !k.m.Accept(l) {
			return false
		}
		c.waiting = false
		if k.m.Compare != nil {
			k.m.Compare.Renew()
			k.loadLanes()
		}
		return true
	}, func(s *message.State) bool {
		ok := k.m.Show(s)
		c.waiting = c.waiting && !ok
		return ok
	}, k.m.Reject))
	return true
}

func (k *monkey) must(err error) {
	if err != nil {
		k.t.Fatal(err)
	}
}

func (k *monkey) loadLane(i int) { k.send(k.lanes[i], k.m.Compare.Ask(i)) }

func (k *monkey) loadLanes() {
	for i := range k.m.Compare.Columns {
		k.lanes[i].sent = ""
		k.loadLane(i)
	}
}

func (k *monkey) startCompare(l share.Linked) {
	k.m.StartCompare(l)
	k.lanes, k.beside = nil, nil
	for range k.m.Compare.Columns {
		k.lanes, k.beside = append(k.lanes, new(trayWorker)), append(k.beside, pictures{})
	}
	k.loadLanes()
}

// settle lets all workers finish their work, and delivers all their answers. If an
// answer leads to a new request, it sends this request, too.
func (k *monkey) settle() {
	for n := 0; ; n++ {
		k.ask()
		busy := k.take(-1)
		for i := range k.lanes {
			busy = k.take(i) || busy
		}
		if !busy && !k.desk.desk.Busy() && !k.lanesBusy() {
			break
		}
		if n > 100000 {
			k.t.Fatal("the page asks for ever")
		}
	}
	if m := k.m; m.Compare != nil && !m.Compare.Settled() || m.Run != nil && (m.State == nil || int(m.State.Step) != m.Step) {
		k.t.Fatal("all have answered, and the page still waits")
	}
}

func (k *monkey) lanesBusy() bool {
	for _, c := range k.lanes {
		if c.desk.Busy() {
			return true
		}
	}
	return false
}

// fresh returns a new page with the scenario, the moment and the view that are on
// screen.
func (k *monkey) fresh() *monkey {
	f := &monkey{t: k.t, rng: rand.New(rand.NewPCG(1, 1)), m: NewModel(k.m.Words)}
	m := k.m
	l := m.Here()
	f.send(&f.desk, f.m.Load(l))
	f.settle()
	f.m.Walk, f.m.Looks, f.m.Record, *f.m.Machine.Tree, *f.m.Timeline.Grid = m.Walk, m.Looks, m.Record, *m.Machine.Tree, *m.Timeline.Grid
	f.m.Window, f.m.View, f.m.Pointed, f.m.Shown = m.Window, m.View, m.Pointed, m.Shown
	f.m.Speed = m.Speed
	return f
}

// check compares the screen with that of a new page with the same scenario at the
// same moment.
func (k *monkey) check() {
	m := k.m
	if m.Run == nil || len(m.Faults) > 0 {
		return
	}
	m.Playing, m.Glide = false, 0
	f := k.fresh()
	if c := m.Compare; c != nil {
		at := c.Moment()
		l := share.Linked{At: &at}
		for _, column := range c.Columns {
			l.Policies = append(l.Policies, column.Policy)
		}
		f.startCompare(l)
		for i, column := range f.m.Compare.Columns {
			column.Pointed = c.Columns[i].Pointed
		}
		f.m.Compare.Far = c.Far
		if f.m.Selected != m.Selected {
			f.m.Compare.Select(m.Selected)
		}
		f.settle()
		f.m.Compare.Window, f.m.Compare.View = c.Window, c.View
		for i, column := range f.m.Compare.Columns { // a link does not contain the alternative policies, so a new page would not try the same ones
			column.Others, column.Tried = c.Columns[i].Others, c.Columns[i].Tried
		}
		for i, column := range c.Columns { // a column that was stopped has no run, so the new page stops it, too
			if column.Stopped {
				f.m.Compare.Columns[i].Stopped, f.m.Compare.Columns[i].Run, f.m.Compare.Columns[i].State = true, nil, nil
				f.m.Compare.Rebuild()
			}
		}
		k.same(k.comparedTexts(c, k.beside), f.comparedTexts(f.m.Compare, f.beside))
		return
	}
	k.same(k.said(m), f.said(f.m))
}

func (k *monkey) same(got, want map[string]string) {
	for name := range want {
		if got[name] != want[name] {
			at := 0
			for at < min(len(got[name]), len(want[name])) && got[name][at] == want[name][at] {
				at++
			}
			part := func(s string) string { return s[max(at-120, 0):min(at+160, len(s))] }
			k.fail("%s differs from that of a fresh page at byte %d:\n got %q\nwant %q", name, at, part(got[name]), part(want[name]))
		}
	}
}

func (k *monkey) fail(format string, args ...any) {
	k.t.Helper()
	k.t.Fatalf("%s\nafter %d actions:\n%s", fmt.Sprintf(format, args...), len(k.did), strings.Join(k.did[max(len(k.did)-25, 0):], "\n"))
}

// run performs the given number of random actions.
func (k *monkey) run(actions int) {
	defer func() {
		if r := recover(); r != nil {
			k.t.Logf("after:\n%s", strings.Join(k.did[max(len(k.did)-25, 0):], "\n"))
			panic(r)
		}
	}()
	k.send(&k.desk, k.m.Load(k.opens[0]))
	k.settle()
	for range actions {
		k.did = append(k.did, "")
		at := len(k.did) - 1
		k.did[at] = "…"
		k.did[at] = k.step()
		k.ask()
		k.frame()
		for range k.rng.IntN(4) {
			k.take(k.rng.IntN(len(k.lanes)+1) - 1)
			k.ask()
			k.frame()
		}
		if k.rng.IntN(5) == 0 {
			k.settle()
			k.frame()
			k.check()
		}
	}
}

// manyBars returns a scenario whose timeline has too many bars to draw each bar
// separately.
func manyBars(jobs int) string {
	rng := rand.New(rand.NewPCG(3, 3))
	var out strings.Builder
	out.WriteString(`{"hopyard": 1, "title": "many bars", "cluster": {"topology": {"kind": "flat", "nodes": 64}}, "scheduler": {"queue": "easy", "allocator": "random"}, "jobs": [`)
	at := 0
	for i := range jobs {
		if at += rng.IntN(40); i > 0 {
			out.WriteString(",")
		}
		limit := 60 + rng.IntN(240)
		fmt.Fprintf(&out, `{"id": %d, "submit": %d, "nodes": %d, "walltime": %d, "runtime": %d}`, i+1, at, 4+rng.IntN(12), limit, 1+rng.IntN(limit))
	}
	return out.String() + "]}"
}

func TestMonkey(t *testing.T) {
	seeds, actions := uint64(2), 60
	first := uint64(1)
	if text := os.Getenv("MONKEY"); text != "" { // the first seed, the number of seeds, and the number of actions
		if _, err := fmt.Sscanf(text, "%d,%d,%d", &first, &seeds, &actions); err != nil {
			t.Fatal(err)
		}
	}
	speaks := []*i18n.Catalog{i18n.English, languageOf(t, "zh"), languageOf(t, "ru")}
	var opens []message.Load
	for _, l := range scenarios.All() {
		opens = append(opens, message.Load{Form: message.JSON, Text: string(l.Source), Name: l.Title, At: -1, Job: -1, Telling: true})
	}
	for seed := first; seed < first+seeds; seed++ {
		for _, large := range []bool{false, true} {
			t.Run(fmt.Sprintf("seed %d, large %v", seed, large), func(t *testing.T) {
				k := &monkey{t: t, rng: rand.New(rand.NewPCG(seed, seed)), m: NewModel(i18n.English), opens: opens, speaks: speaks}
				n := actions
				if large {
					k.opens = []message.Load{{Form: message.JSON, Text: manyBars(4000), Name: "many bars", At: -1, Job: -1}}
					n /= 6
				}
				k.run(n)
			})
		}
	}
}
