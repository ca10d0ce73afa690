package app

import (
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/compare"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/share"
	"hopyard/wasm/draw"
	"hopyard/wasm/html/htmltest"
)

func TestFirstDivergenceIsFoundAndExplained(t *testing.T) {
	for _, c := range []struct {
		lesson   string
		policies []string
		kind     compare.DivergenceKind
		want     []string // texts that the panel describing the differences must contain, in this order
	}{
		{"easy-hole", []string{"easy.sdm", "fcfs.sdm"}, compare.PartStart, []string{"First divergence", "starts under EASY backfilling, and not under First come, first served",
			"A EASY backfilling", "starts now on", "overtakes", "B First come, first served", "waits:", "fit, but"}},
		{"conservative", []string{"easy.sdm", "conservative.sdm"}, compare.PartStart, []string{"First divergence", "starts under EASY backfilling, and not under Conservative backfilling",
			"starts now on", "waits:"}},
		{"easy-hole", []string{"easy.first-fit", "easy.sdm"}, compare.PartPlace, []string{"on different nodes: the placements differ", "A First fit", "starts now on", "B SDM", "starts now on"}},
	} {
		s := compareStage(t, c.lesson, c.policies...)
		if len(s.Compare.Divergences()) == 0 {
			t.Errorf("%s: %v never part", c.lesson, c.policies)
			continue
		}
		s.press(t, keys.ToStart, keys.FirstDivergence)
		text := plain(string(s.Compare.DiffersHTML()))
		if d := s.Compare.Here(); d == nil || d.Kind != c.kind {
			t.Errorf("%s: %v part by %+v: %s", c.lesson, c.policies, d, text)
		}
		rest := text
		for _, want := range c.want {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s: %v: %q is not (there) in: %s", c.lesson, c.policies, want, text)
				break
			}
			rest = after
		}
		if said := s.Compare.Announce(); !strings.Contains(said, "First divergence") {
			t.Errorf("the live line does not say it: %s", said)
		}
	}
}

func TestSamePoliciesNeverPart(t *testing.T) {
	for i, l := range scenarios.All() {
		if !soaktest.Picks(i, 3) {
			continue
		}
		m := open(t, lesson(t, l.Name))
		p := m.Policy.OnScreen().String()
		s := compareStage(t, l.Name, p, p)
		s.settle(t)
		if len(s.Compare.Divergences()) > 0 || !strings.Contains(string(s.Compare.Summary()), "the same") {
			t.Errorf("%s: %s differs from itself: %+v", l.Name, p, s.Compare.Divergences())
		}
		for _, f := range s.Compare.Compared() {
			if slices.Contains(f.Best(func(v float64) string { return fmt.Sprint(v) }), true) {
				t.Errorf("%s: one of equal values of %s is marked", l.Name, f.Key)
			}
		}
	}
}

func TestBestFigures(t *testing.T) {
	write := func(v float64) string { return fmt.Sprintf("%.0f", v) }
	yes := []bool{true, true, true, true}
	for _, c := range []struct {
		better metrics.Direction
		values []float64
		known  []bool
		want   string
	}{
		{metrics.LowerBetter, []float64{3, 2, 4}, yes, "[false true false]"},
		{metrics.HigherBetter, []float64{3, 2, 4}, yes, "[false false true]"},
		{metrics.LowerBetter, []float64{2, 3, 2.2}, yes, "[true false true]"}, // the values 2 and 2.2 are equal in their written form
		{metrics.LowerBetter, []float64{2, 2, 2.1}, yes, "[false false false]"},
		{metrics.Neither, []float64{1, 2}, yes, "[false false]"},
		{metrics.LowerBetter, []float64{0, 5, 7}, []bool{false, true, true}, "[false true false]"},
		{metrics.LowerBetter, []float64{0, 5}, []bool{false, true}, "[false false]"},
	} {
		f := compare.Compared{Figure: metrics.Figure{Better: c.better}, Values: c.values, Known: c.known[:len(c.values)]}
		if got := fmt.Sprint(f.Best(write)); got != c.want {
			t.Errorf("%v of %v: %s, not %s", c.better, c.values, got, c.want)
		}
	}
}

func TestDifferencesOfFigures(t *testing.T) {
	m := NewModel(i18n.English)
	for _, c := range []struct {
		unit    string
		v, from float64
		want    string
	}{{"s", 1680, 2040, "−6 min"}, {"s", 2040, 1680, "+6 min"}, {"%", 0.5, 0.25, "+25 points"}, {"%", 0.25, 0.25, ""}, {"", 1.5, 2, "−0.50"}, {"jobs", 3, 1, "+2"}} {
		if got := strings.ReplaceAll(m.OffBy(c.unit, c.v, c.from), "\u00a0", " "); got != c.want {
			t.Errorf("from %v to %v %s is %q, not %q", c.from, c.v, c.unit, got, c.want)
		}
	}
}

func TestTheTableSaysWhatIsBest(t *testing.T) {
	s := compareStage(t, "easy-hole", "easy.sdm", "fcfs.sdm")
	s.settle(t)
	text := plain(string(s.Compare.FiguresHTML()))
	for _, want := range []string{"A EASY backfilling", "B First come, first served", "Mean wait", "lower is better", "best", "higher is better"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in %s", want, text)
		}
	}
}

func TestALinkOpensTheComparisonAtItsMoment(t *testing.T) {
	s := compareStage(t, "easy-hole", "fcfs.sdm", "easy/2.sdm", "conservative.first-fit", "mpfs-scan.sdm")
	s.press(t, keys.ToStart, keys.FirstDivergence, keys.Forward)
	at := s.Compare.Moment()
	f := s.Share.Fragment()
	if !strings.Contains(f, "&a=fcfs.sdm.submit&b=easy/2.sdm.submit&c=conservative.first-fit.submit&d=mpfs-scan.sdm.submit"+"&v=") {
		t.Fatalf("the link ends %s", f[strings.Index(f, "&"):])
	}
	if _, err := scenario.DecodeLink(f); err != nil {
		t.Fatal(err)
	}
	l := share.LinkedOf(f)
	back := &sideBySide{stage: open(t, message.Load{Form: message.Link, Text: f, At: -1, Job: -1})}
	back.StartCompare(l)
	for i := range back.Compare.Columns {
		back.record(t, i)
	}
	back.settle(t)
	if back.Compare.Moment() != at || back.Compare.At != s.Compare.At {
		t.Errorf("arrived at %v (%d), was at %v (%d)", back.Compare.Moment(), back.Compare.At, at, s.Compare.At)
	}
	for i, column := range back.Compare.Columns {
		if was := s.Compare.Columns[i]; column.Policy != was.Policy || column.Run.Hash != was.Run.Hash || plain(string(back.Compare.WhyHTML(i))) != plain(string(s.Compare.WhyHTML(i))) {
			t.Errorf("column %d is %+v: %s; was %+v: %s", i, column.Policy, plain(string(back.Compare.WhyHTML(i))), was.Policy, plain(string(s.Compare.WhyHTML(i))))
		}
	}
	if got := share.LinkedOf("#1.z.abc&at=3.0"); len(got.Policies) != 0 {
		t.Errorf("a link without policies compares %v", got.Policies)
	}
}

func TestAColumnThatCannotRunSaysSo(t *testing.T) {
	s := compareStage(t, "easy-hole", "easy.sdm", "deadline.sdm", "fcfs.mc1x1")
	s.settle(t)
	c := s.Compare
	for _, i := range []int{1, 2} {
		if c.Shows(i) || !strings.Contains(plain(string(c.StateHTML(i))), "cannot run under this policy") {
			t.Errorf("column %d: %q", i, plain(string(c.StateHTML(i))))
		}
	}
	if c.Len() != c.Columns[0].Run.Len() {
		t.Errorf("the clock has %d moments", c.Len())
	}
	c.Choose(1, "queue", "fcfs")
	s.record(t, 1)
	s.settle(t)
	if !c.Shows(1) || string(c.StateHTML(1)) != "" || len(c.Divergences()) == 0 {
		t.Errorf("after another choice: %q, %v", string(c.StateHTML(1)), c.Divergences())
	}
}

// TestAFormerRunCountsAgain requests a new run of a column, which fails, and then
// another run. While this request is not answered, the column must show its earlier
// run. The clock must include the moments of the earlier run.
func TestAFormerRunCountsAgain(t *testing.T) {
	s := compareStage(t, "easy-hole", "easy.sdm", "fcfs.sdm")
	c := s.Compare
	all := c.Len()
	c.Choose(1, "queue", "deadline")
	s.record(t, 1)
	if c.Len() >= all || len(c.Kinds()) != c.Len() {
		t.Fatalf("without the second run there are %d moments of %d, and %d marks", c.Len(), all, len(c.Kinds()))
	}
	c.Choose(1, "queue", "fcfs")
	c.Ask(1)
	if c.Len() != all || len(c.Kinds()) != all {
		t.Errorf("while it is recorded there are %d moments and %d marks, not %d", c.Len(), len(c.Kinds()), all)
	}
}

func TestShowingPickersChangesNothing(t *testing.T) {
	s := compareStage(t, "easy-hole", "fcfs.first-fit", "conservative.sdm")
	for i, want := range []string{`value="fcfs" selected`, `value="conservative" selected`} {
		if queues, _ := s.Compare.Options(i); strings.Count(string(queues), "selected") != 1 || !strings.Contains(string(queues), want) {
			t.Errorf("column %d offers %s", i, queues)
		}
	}
	if p := s.Policy.OnScreen(); p.String() != "easy.sdm.submit" {
		t.Errorf("the run on screen is under %v now", p)
	}
}

// TestComparingShowsTheWindowOfATrace begins a comparison on a page that shows only
// part of a trace. The timelines of all columns must first show the same part. When
// the reader asks for the whole run, they must show the whole run.
func TestComparingShowsTheWindowOfATrace(t *testing.T) {
	s := &sideBySide{stage: open(t, lesson(t, "easy-hole"))}
	days := draw.TimeWindow{From: simtime.Time(10 * simtime.Minute), To: simtime.Time(40 * simtime.Minute)}
	s.Run.Archive, s.Window = &message.Archive{From: days.From, To: days.To}, days
	s.StartCompare(share.Linked{})
	c := s.Compare
	for i := range c.Columns {
		s.record(t, i)
		if c.Window.To-c.Window.From != days.To-days.From {
			t.Errorf("after column %d: %+v, not as long as %+v", i, c.Window, days)
		}
	}
	if whole := c.Longest(); c.Window == whole {
		t.Errorf("all of %+v is shown", whole)
	}
	s.press(t, keys.WholeTime)
	if c.Rebuild(); c.Window != c.Longest() {
		t.Errorf("all is %+v, shown %+v", c.Longest(), c.Window)
	}
}

func TestUsingAColumnsPolicyKeepsTheMoment(t *testing.T) {
	s := compareStage(t, "easy-hole", "easy.sdm", "fcfs.sdm")
	s.press(t, keys.ToStart, keys.FirstDivergence)
	at := s.Compare.Moment()
	s.load(t, s.UseColumn(1))
	if s.Compare != nil || s.Run.Policy.Queue != "fcfs" {
		t.Fatalf("under %s, comparing %v", s.Run.Policy.Queue, s.Compare != nil)
	}
	if now, _ := s.Moment(); now > at.Time {
		t.Errorf("at %v, was at %v", now, at)
	}
}

func TestSelectingIsForAllColumns(t *testing.T) {
	s := compareStage(t, "easy-hole", "easy.sdm", "fcfs.sdm")
	s.press(t, keys.ToStart, keys.FirstDivergence)
	s.Compare.Select(3)
	s.Compare.Point(model.JobPlace(2))
	s.settle(t)
	for i, column := range s.Compare.Columns {
		h := column.Highlight()
		if h.Selected != 3 || h.Pointed != 2 {
			t.Errorf("column %d highlights %+v", i, h)
		}
		if html := string(s.Compare.JobsHTML(i)); !strings.Contains(html, `data-id="3" aria-pressed="true"`) {
			t.Errorf("column %d: %s", i, html)
		}
	}
	s.Compare.Select(3)
	if s.Selected != workload.NoJob {
		t.Error("choosing twice does not let go")
	}
}

// TestExportOfAComparison checks that an exported picture shows all columns at the
// moment on the clock.
func TestExportOfAComparison(t *testing.T) {
	s := compareStage(t, "easy-hole", "easy/2.sdm", "fcfs.first-fit", "deadline.sdm")
	s.press(t, keys.ToStart, keys.FirstDivergence)
	c := s.Compare
	svg, w, h := c.Picture(export.OfBoth, colours())
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
		t.Fatal(err)
	}
	if w != 2*export.PictureMargin+3*compare.ColumnWidth+2*compare.ColumnGap || h < export.MachineHeight+export.TimelineHeight {
		t.Errorf("the picture is %v × %v", w, h)
	}
	for _, want := range []string{"A  EASY backfilling, 2 reservations · SDM", "B  First come, first served · First fit", "C  ", "cannot run under this policy", c.ClockText(), htmltest.Plain(c.Summary())[:20], "c0m", "c1t"} {
		if !strings.Contains(string(svg), htmltest.Escape(want)) {
			t.Errorf("the picture does not hold %q", want)
		}
	}
	if name := c.PictureName("easy-hole", export.OfMachine, "png"); name != fmt.Sprintf("hopyard-easy-hole-compare-machine-step%d.png", c.At) {
		t.Errorf("the picture is called %s", name)
	}
	if name := c.FileName("", 1, ".swf"); name != "hopyard-a-hole-that-easy-fills-b-fcfs.swf" {
		t.Errorf("B's file is called %s", name)
	}
	var tables []string
	for i, column := range c.Columns {
		text := ""
		if c.Shows(i) {
			text = (&stage{App: &App{Model: model.Model{Run: column.Run}}, desk: *s.desks[i]}).file(t, message.JobsTable)
		}
		tables = append(tables, text)
	}
	all, one := c.Together(message.JobsTable, tables)
	rows, err := csv.NewReader(strings.NewReader(all)).ReadAll()
	if n := len(s.Run.Jobs); !one || err != nil || len(rows) != 1+2*n || rows[0][0] != "column" || rows[1][1] != "easy/2.sdm.submit" || rows[2*n][0] != "B" || rows[2*n][1] != "fcfs.first-fit.submit" {
		t.Errorf("the table is %v: %v", rows, err)
	}
	if _, one := c.Together(message.TraceLines, tables); one {
		t.Error("traces are one file")
	}
	want := "hopyard compare scenarios/easy-hole.json --variant A:scheduler.queue=easy --variant A:scheduler.allocator=sdm --variant A:scheduler.order=submit --variant A:scheduler.depth=2" +
		" --variant B:scheduler.queue=fcfs --variant B:scheduler.allocator=first-fit --variant B:scheduler.order=submit"
	if got := c.Command("easy-hole", ""); !strings.HasPrefix(got, want) {
		t.Errorf("the command is\n%s", got)
	}
	if html := string(s.Export.ExportHTML("", 0)); strings.Contains(html, "slides") || !strings.Contains(html, "all 3 columns") {
		t.Error("the dialog offers what there is of one run only")
	}
}

// TestCompareBeginsWithADifference begins a comparison in many lessons. If there is
// a policy whose schedule differs from that of the policy on screen, the comparison
// must begin with such a policy. Otherwise the page must say that all schedules are
// equal, and must name the policies that were tried.
func TestCompareBeginsWithADifference(t *testing.T) {
	same := 0
	for i, l := range scenarios.All() {
		if !soaktest.Picks(i+1, 2) {
			continue
		}
		s := compareStage(t, l.Name)
		c := s.Compare
		other := c.Columns[1]
		if other.Run == nil {
			t.Errorf("%s: no second run: %+v", l.Name, other.Faults)
			continue
		}
		if p := other.Run.Policy; other.Policy.Queue != p.Queue || other.Policy.Allocator != p.Allocator {
			t.Errorf("%s: the column is called %v, and is %s with %s", l.Name, other.Policy, p.Queue, p.Allocator)
		}
		if alike := c.Columns[0].Run.Schedule() == other.Run.Schedule(); alike != (len(c.Divergences()) == 0) {
			t.Errorf("%s: schedules alike: %v, and %d divergences", l.Name, alike, len(c.Divergences()))
		} else if alike {
			same++
			if text := htmltest.Plain(c.Summary()); !strings.Contains(text, "They are the same under ") {
				t.Errorf("%s: %s", l.Name, text)
			}
		}
	}
	if same > 3 {
		t.Errorf("%d of %d lessons begin with the same schedules", same, len(scenarios.All()))
	}

	const lonely = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [{"id": 1, "submit": 0, "nodes": 4, "walltime": 60}], "scheduler": {"queue": "easy"}}`
	s := &sideBySide{stage: open(t, message.Load{Form: message.JSON, Text: lonely, At: -1, Job: -1})}
	s.StartCompare(share.Linked{})
	s.record(t, 0)
	s.record(t, 1)
	text := htmltest.Plain(s.Compare.Summary())
	if !strings.Contains(text, "The schedules are the same") || !strings.Contains(text, "They are the same under ") || s.Compare.Columns[1].Policy.Queue != "fcfs" {
		t.Errorf("one job: %s, beside %v", text, s.Compare.Columns[1].Policy)
	}
	s.Compare.Choose(1, "queue", "conservative") // a policy that the reader chooses is shown even if it makes no difference
	s.record(t, 1)
	if text := htmltest.Plain(s.Compare.Summary()); strings.Contains(text, "So they are") || s.Compare.Columns[1].Run.Policy.Queue != "conservative" {
		t.Errorf("chosen: %s", text)
	}
}
