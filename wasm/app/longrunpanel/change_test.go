package longrunpanel

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/draw"
)

// windowed returns a panel for a trace on 128 nodes. The window on screen shows the
// days 10 to 14.
func windowed() *LongRunPanel {
	m := model.NewModel(i18n.English)
	from := simtime.Time(0).Add(10 * simtime.Day)
	m.Run = &recording.RecordedRun{Loaded: &message.Loaded{
		Title: "x.swf", Machine: message.Machine{Drawn: draw.MachineShape{Nodes: 128}, Cores: 128},
		Jobs: []message.Job{{Number: 7}, {Number: 8}},
		Archive: &message.Archive{
			From: from, To: from.Add(4 * simtime.Day), Wanted: from.Add(4 * simtime.Day), Overview: longrun.Overview{Width: simtime.Day, Bins: make([]longrun.Bin, 40)},
			Altered: message.Altered{Load: 1000, Header: 128},
		},
	}}
	m.Selected = -1
	m.Source = message.Load{Form: message.SWF, Name: "x.swf", Nodes: 128, At: -1, Job: -1}
	return New(m)
}

// TestChangingWhatIsRun makes several changes to a trace: load factor, users left
// out, number of nodes. Each change must be requested from the worker, be added to
// the earlier changes, and be listed on the page. Each must be possible to undo
// individually.
func TestChangingWhatIsRun(t *testing.T) {
	p := windowed()
	if p.Altered() || string(p.AlteredHTML()) != "" || p.Change(p.LoadText(), p.NodesText()) != nil || p.Change("x", "") != nil {
		t.Fatal("something is changed before anybody changed it")
	}
	took := func(l *message.Load) { // applies a request in the same way as the worker
		t.Helper()
		if l == nil {
			t.Fatal("nothing is asked for")
		}
		p.Source = *l
		a := &p.Run.Archive.Altered
		a.Load, a.Without = 1000, nil
		p.Run.Machine.Drawn.Nodes, p.Run.Machine.Cores = int(l.Nodes), int64(l.Nodes)
		for _, s := range l.Set {
			if strings.Contains(s.Value, `"load_factor": 1.25`) {
				a.Load = 1250
			}
			for _, name := range []string{"3", "", `"`} {
				if strings.Contains(s.Value, map[string]string{"3": `"3"`, "": `""`, `"`: `"\""`}[name]) {
					a.Without = append(a.Without, name)
				}
			}
		}
		p.Run.Archive.From, p.Run.Archive.To = l.From, l.To
	}
	took(p.Change("1,25", "64"))
	if p.Source.Nodes != 64 || p.Source.From != simtime.Time(0).Add(8*simtime.Day) || len(p.Source.Set) != 1 || p.Source.Set[0] != (message.Assignment{Path: "altered", Value: `{"load_factor": 1.25}`}) {
		t.Errorf("asked for %+v from %v", p.Source, p.Source.From)
	}
	took(p.Leave("3"))
	if got := p.Source.Set[0].Value; got != `{"load_factor": 1.25, "without_users": ["3"]}` || len(p.Source.Set) != 1 {
		t.Errorf("asked for %s", got)
	}
	p.Run.Archive.Altered.Wide, p.Run.Archive.Altered.Widest = 12, []int64{44, 9}
	html := string(p.AlteredHTML())
	for _, want := range []string{"Not as recorded", "load × 1.25: the same jobs in 0.8 of the time", "without user 3", "64 nodes, recorded on 128", "12 jobs are too large for it and are refused: 44, 9 and more", "say little about 128"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing in %s", want, html)
		}
	}
	if name := p.cutName(0); !strings.HasPrefix(name, "x.swf, load × 1.25, without 1 user, 64 nodes, day") {
		t.Errorf("the cut is called %s", name)
	}
	took(p.Back(BackLoad))
	if p.Source.From != simtime.Time(0).Add(10*simtime.Day) || p.Source.Set[0].Value != `{"without_users": ["3"]}` {
		t.Errorf("asked for %+v", p.Source)
	}
	took(p.Back(BackUser))
	took(p.Leave(`"`))
	if got := p.Source.Set[0].Value; got != `{"without_users": ["\""]}` {
		t.Errorf("asked for %s", got)
	}
	took(p.Back(BackAll))
	if p.Altered() || p.Source.Nodes != 128 || len(p.Source.Set) != 0 {
		t.Errorf("back is %+v", p.Source)
	}
}

// TestChangingAScenarioWithATrace changes a scenario that contains a trace. The
// changes must be sent as an addition to the scenario's text. Undoing the last
// change must remove this addition.
func TestChangingAScenarioWithATrace(t *testing.T) {
	p := windowed()
	p.Source = message.Load{Form: message.JSON, Text: "{}", At: -1, Job: -1}
	l := p.Change("2", "64")
	if l == nil || l.Machine.Kind != "flat" || l.Machine.Nodes != 64 || l.Nodes != 0 || l.Set[0].Value != `{"load_factor": 2}` {
		t.Fatalf("asked for %+v", l)
	}
	p.Run.Archive.Altered.Load = 2000
	if l = p.Back(BackLoad); l == nil || l.Set[0].Value != "null" {
		t.Errorf("asked for %+v", l)
	}
}

// TestFilterOfTheTable checks that the filter has the conditions in the fields of
// the form. A number field that does not contain a number must set no condition.
func TestFilterOfTheTable(t *testing.T) {
	p := windowed()
	m := p.TakeFilter(Fields{Least: " 8", Most: "x", Wait: "3600", User: "5 ", Killed: true})
	want := longrun.Filter{From: p.Run.Archive.From, To: p.Run.Archive.To, User: "5", Named: true, Least: 8, Killed: true, Wait: simtime.Hour}
	if m.Filter != want {
		t.Errorf("asked for %+v", m.Filter)
	}
	if p.FilterText() != "Filter (4)" || p.Fields() != (Fields{Least: "8", Wait: "3600", User: "5", Killed: true}) {
		t.Errorf("%s, %+v", p.FilterText(), p.Fields())
	}
	p.Hear(&message.TraceReply{Topic: message.TopicRows, Number: m.Number, Total: 1, Rows: []message.JobRow{{Number: 7}}})
	if got := p.TableNote(); got != "1 job matches, 1 to 1" {
		t.Error(got)
	}
	// Until the new rows arrive, the note must still describe the current rows.
	p.ClearFilter()
	if got := p.TableNote(); got != "1 job matches, 1 to 1" {
		t.Errorf("before all are there again: %s", got)
	}
	if m = p.ClearFilter(); p.Table.Filter.Any() || m.Filter.Named || p.FilterText() != "Filter" {
		t.Errorf("cleared, it asks for %+v", m.Filter)
	}
	m = p.OnlyUser("") // jobs without a user name
	if !m.Filter.Named || m.Filter.To != 0 {
		t.Errorf("asked for %+v", m.Filter)
	}
	if m = p.TakeFilter(p.Fields()); !m.Filter.Named || m.Filter.User != "" {
		t.Errorf("the form forgets who has no name: %+v", m.Filter)
	}
	if m = p.TakeFilter(Fields{User: "3"}); m.Filter.User != "3" {
		t.Errorf("asked for %+v", m.Filter)
	}
	if m = p.TakeFilter(Fields{}); m.Filter.Named {
		t.Errorf("asked for %+v", m.Filter)
	}
}

// TestEveryColumnSorts sorts the table by every column. The first order must be
// descending. While promised starts are being computed, the note must show how many
// are done.
func TestEveryColumnSorts(t *testing.T) {
	p := windowed()
	html := string(p.TableHTML())
	if n := strings.Count(html, "data-sort="); n != len(columns) {
		t.Errorf("%d of %d columns can be sorted by", n, len(columns))
	}
	m := p.Sort(longrun.NumColumns + longrun.Column(message.ByKept))
	if m.Promise != message.ByKept || !m.Down {
		t.Errorf("asked for %+v", m)
	}
	p.Table.rows = []message.JobRow{{Number: 7}}
	p.Hear(&message.TraceReply{Topic: message.TopicRows, Number: m.Number, Left: 30, Asking: 50})
	if got := p.TableNote(); got != "Collecting what was promised: 20 of 50" || len(p.Table.rows) != 1 {
		t.Errorf("%s with %d rows", got, len(p.Table.rows))
	}
	const byKept, byWait = `class="" aria-sort="descending"`, `class="n" aria-sort="descending"`
	if html = string(p.TableHTML()); strings.Contains(html, byKept) || !strings.Contains(html, byWait) {
		t.Errorf("rows by their wait are said to be by their promise: %s", html)
	}
	p.Hear(&message.TraceReply{Topic: message.TopicRows, Number: m.Number, Total: 1, Rows: []message.JobRow{{Number: 7}}})
	if html = string(p.TableHTML()); !strings.Contains(html, byKept) || strings.Contains(html, byWait) {
		t.Errorf("rows by their promise are not said to be: %s", html)
	}
	if m = p.Sort(longrun.NumColumns + longrun.Column(message.ByKept)); m.Down {
		t.Error("the second time is down, too")
	}
	if m = p.Sort(longrun.ByStart); m.Promise != message.NoPromise || m.By != longrun.ByStart || !m.Down {
		t.Errorf("asked for %+v", m)
	}
}

// TestLinkOfACut checks the link to an excerpt of the run. It must contain the
// moment on screen and the selected job, each only if it lies in the excerpt.
func TestLinkOfACut(t *testing.T) {
	p := windowed()
	day := p.Run.Archive.From.Add(simtime.Day)
	p.Run.Steps = []message.Step{{Time: day.Add(90 * simtime.Second), Ordinal: 2}}
	p.Step = 1
	for _, m := range p.AskCuts() {
		p.Hear(&message.TraceReply{Serial: p.Run.Serial, Topic: message.TopicCut, Cut: message.ExcerptReply{From: m.Filter.From, To: m.Filter.To, Jobs: 2, Link: "#1.z.x", Numbers: []int64{5, 8}}})
	}
	p.Choose(1)
	p.Selected = 1
	if got := p.CutLink(); got != "#1.z.x&at=90.2&job=8" || !strings.Contains(string(p.CutHTML()), "job 8 selected") {
		t.Errorf("%s; %s", got, string(p.CutHTML()))
	}
	p.Selected = 0 // this job ended before the excerpt
	if got := p.CutLink(); got != "#1.z.x&at=90.2" || strings.Contains(string(p.CutHTML()), "selected") {
		t.Errorf("%s; %s", got, string(p.CutHTML()))
	}
	if got := p.FileName(); got != "x-day-11.json" {
		t.Error(got)
	}
	if m := p.AskFile(); m.Filter.From != day || m.Topic != message.TopicFile {
		t.Errorf("asked for %+v", m)
	}
}

// TestTheRestOfAWindow shows a window that ends earlier than requested. The panel
// must show a notice and be able to request the missing time.
func TestTheRestOfAWindow(t *testing.T) {
	p := windowed()
	if p.Shortened() != "" {
		t.Error(p.Shortened())
	}
	a := p.Run.Archive
	a.Wanted = a.To.Add(9 * simtime.Day)
	p.Run.Steps = slices.Repeat([]message.Step{{}}, 12_000)
	if got := p.Shortened(); !strings.Contains(got, "12,000 steps") {
		t.Error(got)
	}
	if l := p.Rest(); l.From != a.To || l.To != a.Wanted {
		t.Errorf("asked for %v to %v", l.From, l.To)
	}
}

// TestSentenceOfWhoWasToldNothing checks the sentences about jobs without a
// promised start. Only for a job that started from behind other jobs may the
// sentence state that the job was never first in the queue.
func TestSentenceOfWhoWasToldNothing(t *testing.T) {
	p := windowed()
	p.Selected = 0
	never := i18n.English.Say(i18n.ArcSaysNever)
	for why, want := range map[message.NoPromiseReason]string{
		message.NotPromised: "It was promised nothing at first.", message.StartedFirst: "as soon as it was first in line", message.StartedBehind: never,
	} {
		p.Table.rows = []message.JobRow{{Number: 7, Size: 2, Start: 1000, Wait: 500, Promised: simtime.Never, Asked: true, Untold: why}}
		if said := string(p.SentenceHTML()); !strings.Contains(said, want) || why != message.StartedBehind && strings.Contains(said, never) {
			t.Errorf("of %d it says %s", why, said)
		}
		if table := string(p.TableHTML()); strings.Contains(table, "never first in line") != (why == message.StartedBehind) {
			t.Errorf("of %d the table says %s", why, table)
		}
	}
}
