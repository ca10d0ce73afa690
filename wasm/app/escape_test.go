package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policyeditor"
	"hopyard/wasm/app/share"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// hostile is a text that is markup unless it is escaped.
const hostile = `<img src=x onerror=1>&"'`

// hostileLesson returns a scenario in which hostile is part of the title and of each
// name that the scenario itself defines. It returns no such names if the scenario
// defines none.
func hostileLesson(t *testing.T, text string) (load message.Load, names int) {
	t.Helper()
	var all any
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	mine := map[string]bool{} // names of users, groups, queues, applications and resources
	var find func(v any)
	var rename func(v any) any
	find = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, of := range v {
				switch name, text := of.(string); {
				case text && (key == "user" || key == "group" || key == "application" || key == "queue" && v["submit"] != nil):
					mine[name] = true
				case key == "users" || key == "groups" || key == "queues" || key == "resources":
					if byName, ok := of.(map[string]any); ok {
						for name := range byName {
							mine[name] = name != "*"
						}
					}
				}
				find(of)
			}
		case []any:
			for _, of := range v {
				find(of)
			}
		}
	}
	rename = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			out := map[string]any{}
			for key, of := range v {
				if mine[key] {
					key += hostile
				}
				if key == "title" {
					of = of.(string) + hostile
				}
				out[key] = rename(of)
			}
			return out
		case []any:
			for i := range v {
				v[i] = rename(v[i])
			}
		case string:
			if mine[v] {
				return v + hostile
			}
		}
		return v
	}
	find(all)
	out, err := json.Marshal(rename(all))
	if err != nil {
		t.Fatal(err)
	}
	return message.Load{Form: message.JSON, Text: string(out), Name: hostile, At: -1, Job: -1}, len(mine)
}

// escapedTwice matches characters that were escaped twice.
var escapedTwice = regexp.MustCompile(`&amp;(lt|gt|amp|quot|#\d+);`)

// escapes checks that hostile is escaped wherever it occurs, and not twice. It reports
// whether hostile occurs.
func escapes(t *testing.T, what string, markup html.HTML) bool {
	t.Helper()
	text := string(markup)
	for _, raw := range []string{"<img", "onerror=1>", `&"`, "&'"} {
		if strings.Contains(text, raw) || escapedTwice.MatchString(text) {
			t.Errorf("%s is not escaped once: %s", what, text)
			break
		}
	}
	return strings.Contains(text, string(html.Escape(hostile)))
}

// panelMarkup calls each method of the app and its panels that needs no argument and
// returns HTML or a text, and returns what they return, by name.
func panelMarkup(panels ...any) map[string]any {
	out := map[string]any{}
	markup, plain := reflect.TypeFor[html.HTML](), regexp.MustCompile(`(Text|Title|Note|Summary)$`)
	for _, panel := range panels {
		v := reflect.ValueOf(panel)
		if v.Kind() == reflect.Pointer && v.IsNil() {
			continue
		}
		for i := range v.NumMethod() {
			m, name := v.Method(i), v.Type().Method(i).Name
			if m.Type().NumIn() == 0 && m.Type().NumOut() > 0 && (m.Type().Out(0) == markup || m.Type().Out(0).Kind() == reflect.String && plain.MatchString(name)) {
				out[v.Type().String()+"."+name] = m.Call(nil)[0].Interface()
			}
		}
	}
	return out
}

// TestNamesAreEscapedOnce gives names that contain markup to everything that has a
// name, runs through the lessons, and looks into every panel.
func TestNamesAreEscapedOnce(t *testing.T) {
	found := map[string]int{}
	check := func(t *testing.T, lesson string, panels ...any) {
		for name, said := range panelMarkup(panels...) {
			switch said := said.(type) {
			case html.HTML:
				if escapes(t, lesson+": "+name, said) {
					found[name]++
				}
			case string:
				if strings.Contains(said, "&lt;") || strings.Contains(said, "</") {
					t.Errorf("%s: %s is not plain: %s", lesson, name, said)
				}
			}
		}
	}
	panels := func(m *App) []any {
		return []any{m, m.Say, m.Policy, m.Lessons, m.Figures, m.Growth, m.Queue, m.Machine, m.Timeline, m.Why, m.Rule, m.Edit, m.Share, m.Export, m.Keys, m.Settings, m.Palette, m.Practice, m.Manual}
	}
	for _, l := range scenarios.All() {
		load, names := hostileLesson(t, string(l.Source))
		if names == 0 && l.Name != "easy-hole" {
			continue
		}
		s := open(t, load)
		check(t, l.Name, panels(s.App)...)
		for s.Step < s.Run.Len() {
			s.do(t, keys.Forward)
			if jobs := len(s.Run.Jobs); jobs > 0 {
				s.Selected = workload.JobID(s.Step % jobs)
				s.Want = s.Selected
				s.settleState(t)
			}
			s.Pointed.Job = s.Selected
			check(t, l.Name, panels(s.App)...)
			if t.Failed() {
				return
			}
		}
		s = open(t, load) // the questions
		s.do(t, keys.SwitchPredict)
		for range min(s.Run.Len(), 12) {
			s.do(t, keys.Forward)
			check(t, l.Name+", asked", panels(s.App)...)
		}
		sheet := &form.FormSheet{Words: s.Words, Forms: scenario.Forms()}
		sheet.Open(load.Text, nil)
		for _, block := range append(sheet.Forms, schema.Form{Name: "jobs"}) {
			sheet.Block = block.Name
			check(t, l.Name+", form "+block.Name, sheet)
		}
		side := &sideBySide{stage: open(t, load)}
		side.StartCompare(share.Linked{Policies: []scenario.PolicyNames{{Queue: "fcfs"}, {Queue: "easy"}}})
		for i := range side.Compare.Columns {
			side.record(t, i)
		}
		for range 5 {
			side.do(t, keys.Forward)
			c := side.Compare
			check(t, l.Name+", compared", c)
			for i := range c.Columns {
				for name, text := range map[string]html.HTML{"why": c.WhyHTML(i), "jobs": c.JobsHTML(i), "state": c.StateHTML(i)} {
					escapes(t, fmt.Sprintf("%s: column %d, %s", l.Name, i, name), text)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, panel := range []string{"QueuePanel.QueueHTML", "QueuePanel.TableHTML", "WhyPanel.SentenceHTML", "WhyPanel.RulesHTML", "LessonsPanel.LessonTitle", "PolicyPanel.PartsHTML", "PolicyPanel.WeightsHTML", "FormSheet.HTML"} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(found)), func(name string) bool { return strings.HasSuffix(name, panel) }) {
			t.Errorf("%s shows no name: %v", panel, found)
		}
	}
}

// TestTextsFromOutsideAreEscapedOnce passes a text that contains markup to each panel
// that takes texts from elsewhere: links, files, addresses, errors, programs.
func TestTextsFromOutsideAreEscapedOnce(t *testing.T) {
	load, _ := hostileLesson(t, lesson(t, "easy-hole").Text)
	s := open(t, load)
	s.do(t, keys.Forward)
	s.Share.Short.Host, s.Share.Short.There = hostile, share.IsThere
	s.Faults = []message.Problem{{Place: hostile, Problem: hostile, Limit: hostile, Fix: hostile}}
	editor := policyeditor.New(&s.Model)
	editor.Type(hostile)
	lesson := []lessons.LessonCard{{Name: hostile, Title: hostile, About: hostile, Group: hostile, Goals: []string{hostile}}}
	svg, _, _ := s.Export.Picture(export.OfBoth, strings.Fields(strings.Repeat("#123456 ", int(draw.NumColours))))
	for name, said := range map[string]html.HTML{
		"faults": s.FaultsHTML(s.Faults, true), "breakage": s.Edit.BreakHTML(hostile), "draft": s.Edit.DraftNoteHTML(hostile),
		"export": s.Export.ExportHTML(hostile, 3), "exporting": s.Export.ExportNote(hostile, 1, 2), "exported": s.Export.ExportDone(hostile),
		"embed": s.Share.EmbedCode("https://x/", "", "", &share.Embed{}, 640, 420), "code": s.Share.QRHTML("https://x/" + hostile), "short": s.Share.ShortHTML(),
		"difference": editor.DiffHTML(hostile, hostile), "gallery": s.Lessons.GalleryHTML(lesson, 0), "lessons": s.Lessons.LessonOptions(lesson, 0, false),
		"picture": svg, "palette": s.Palette.PaletteHTML(s.Palette.Entries("img", lesson, nil)),
	} {
		if !escapes(t, name, said) {
			t.Errorf("%s does not show the text: %s", name, said)
		}
	}
	s.Share.Bad, s.Share.Short.Fault, s.Share.Short.ID = &message.Failed{Text: hostile}, share.ShortUnknown, hostile
	if !escapes(t, "bad link", s.Share.BadLinkHTML()) {
		t.Errorf("the bad link is not shown: %s", s.Share.BadLinkHTML())
	}
}
