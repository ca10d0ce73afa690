package longrunpanel

import (
	"strings"
	"testing"

	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/recording"
)

// TestTheDayIsOfferedWhereTheWindowIsTooLong uses a window that does not fit into a
// link. The list must show its size, and the day must be chosen by default. Nothing
// may be requested twice.
func TestTheDayIsOfferedWhereTheWindowIsTooLong(t *testing.T) {
	m := model.NewModel(i18n.English)
	from := simtime.Time(0).Add(3 * simtime.Day)
	m.Run = &recording.RecordedRun{Loaded: &message.Loaded{Title: "x", Archive: &message.Archive{
		From: from, To: from.Add(9 * simtime.Day), Overview: longrun.Overview{Width: simtime.Day, Bins: make([]longrun.Bin, 20)},
	}}}
	p := New(m)
	asked := p.AskCuts()
	if len(asked) != 2 || asked[1].Filter.From != from || asked[1].Text != "x, day 3" {
		t.Fatalf("asked %+v", asked)
	}
	if len(p.AskCuts()) != 0 {
		t.Error("the same is asked twice")
	}
	if p.Cut() != nil {
		t.Error("there is a cut before the answer")
	}
	for i, cut := range []message.ExcerptReply{{Jobs: 6001, Problem: "too many"}, {Jobs: 100, Link: "#1.z.x", Length: 1444}} {
		cut.From, cut.To = asked[i].Filter.From, asked[i].Filter.To
		p.Hear(&message.TraceReply{Serial: m.Run.Serial, Topic: message.TopicCut, Cut: cut})
	}
	if p.Cut() == nil || p.Cut().Jobs != 100 {
		t.Errorf("the cut is %+v", p.Cut())
	}
	html := string(p.CutHTML())
	for _, want := range []string{"6,001 jobs, more than the 5,000 of a link", "100 jobs, link of 1,444 characters", `data-cut="1" checked`} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is missing in %s", want, html)
		}
	}
	if p.Choose(0); p.Cut().Jobs != 6001 || !strings.Contains(string(p.CutHTML()), "A shorter window fits: day 3") {
		t.Errorf("the window is chosen: %s", string(p.CutHTML()))
	}
}
