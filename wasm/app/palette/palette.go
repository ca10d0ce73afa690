package palette

import (
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/html"
)

// Command is a line of the palette. The page carries it out when the reader chooses
// the line.
type Command struct {
	Do    string // identifier: "action:3", "lesson:2", "queue:easy/2", "job:4", "step:40", "set:theme=dark", "lang:ru", "puzzle:", "path:topology", "export:png0"
	Name  string
	Aside string // keyboard shortcuts of the command, or its kind, as shown at the end of the line
	named string // other names of the command: its English name and its name in files
	about string // subjects of the command, in the reader's language and in English
	score int
}

// maxEntries is the maximum number of lines in the palette.
const maxEntries = 60

// Entries returns the commands that match a search text. The best match comes
// first. If the text is empty, Entries returns the actions. Cost: O(commands ×
// length of the text), plus O(jobs) if the text contains a number.
func (m CommandPalette) Entries(query string, lessons []lessons.LessonCard, languages []policy.PickerOption) []Command {
	query = i18n.Parted(query)
	groups := strings.Split(i18n.English.Say(i18n.PaletteAlike), ";")
	if m.Words != i18n.English {
		groups = append(groups, strings.Split(m.Words.Say(i18n.PaletteAlike), ";")...)
	}
	all := append(m.numbered(query), m.actions()...)
	if query != "" {
		all = append(all, m.choices(lessons, languages)...)
	}
	var out []Command
	for i := range all {
		e := &all[i]
		if e.score == 0 {
			e.score = max(i18n.Match(e.Name, query), i18n.Match(e.Aside+" "+e.Name, query)-20, i18n.Match(e.named, query)-10, i18n.MatchAll(e.Name+" "+e.Aside+" "+e.named+" "+e.about, query, groups)-30)
		}
		if e.score <= 0 {
			continue
		}
		at := len(out)
		for at > 0 && out[at-1].score < e.score {
			at--
		}
		out = append(out, Command{})
		copy(out[at+1:], out[at:])
		out[at] = *e
	}
	return out[:min(len(out), maxEntries)]
}

// actions returns the commands for the actions in the table of keyboard shortcuts.
// The actions of the group "page" come first, then the puzzle of the day, the other
// actions, and the commands that change settings.
func (m CommandPalette) actions() []Command {
	var first, rest []Command
	for i := range keys.Keys {
		k := &keys.Keys[i]
		if k.Action == keys.OpenPalette {
			continue
		}
		e := Command{Do: "action:" + strconv.Itoa(int(k.Action)), Name: m.Words.Say(k.Text), Aside: strings.Join(keys.KeyNames(k), " · "), named: i18n.English.Say(k.Text)}
		switch k.Action {
		case keys.OpenLive:
			e.about = m.Words.Say(i18n.LiveAbout) + " slurm squeue sinfo scontrol sprio why does my job wait when will it start"
		case keys.OpenShell:
			e.about = "shell terminal sbatch squeue sinfo scancel scontrol"
		}
		if k.Group == i18n.GroupPage {
			first = append(first, e)
		} else {
			rest = append(rest, e)
		}
	}
	first = append(first, Command{Do: "puzzle:", Name: m.Words.Say(i18n.PuzzleToday), named: i18n.English.Say(i18n.PuzzleToday)})
	return append(append(first, rest...), m.switches()...)
}

// switches returns the commands that change settings. There is a command for each
// value of a setting, except the value that the setting has now.
func (m CommandPalette) switches() []Command {
	var out []Command
	for i := range settings.Table {
		s := &settings.Table[i]
		now, kind, english := m.Settings.Setting(s.Name), m.Words.Say(s.Text), i18n.English.Say(s.Text)
		if len(s.Values) == 0 {
			to, text := "on", i18n.SwitchOn
			if now == "on" {
				to, text = "off", i18n.SwitchOff
			}
			out = append(out, Command{Do: "set:" + s.Name + "=" + to, Name: kind, Aside: m.Words.Say(text), named: english})
			continue
		}
		for _, v := range s.Values {
			if v.Value != now {
				out = append(out, Command{Do: "set:" + s.Name + "=" + v.Value, Name: m.Words.Say(v.Text), Aside: kind, named: english + " " + i18n.English.Say(v.Text)})
			}
		}
	}
	return out
}

// choices returns a command for each option that the page offers in a picker, such
// as lessons, policies and languages.
func (m CommandPalette) choices(lessons []lessons.LessonCard, languages []policy.PickerOption) []Command {
	var out []Command
	c := m.Words
	for i := range m.Lessons.Paths {
		p := &m.Lessons.Paths[i]
		out = append(out, Command{Do: "path:" + p.Name, Name: c.Tell(p.Title), Aside: c.Say(i18n.EntryPath), named: p.Title + " " + i18n.English.Say(i18n.EntryPath), about: c.Tell(p.About) + " " + p.About})
	}
	for i := range lessons {
		l := &lessons[i]
		out = append(out, Command{Do: "lesson:" + strconv.Itoa(i), Name: c.Tell(l.Title), Aside: c.Say(i18n.EntryLesson), named: l.Title + " " + l.Name, about: m.Lessons.Topics(l)})
	}
	add := func(kind string, text i18n.Text, list []policy.PickerOption) {
		for _, o := range list {
			if !o.Current && o.Unfit == "" {
				out = append(out, Command{Do: kind + ":" + o.Value, Name: o.Title, Aside: c.Say(text), named: i18n.English.Say(text) + " " + o.English + " " + o.Value})
			}
		}
	}
	add("lang", i18n.EntryLanguage, languages)
	if m.Run == nil {
		return out
	}
	title := c.Say(i18n.ExportTitle)
	for _, f := range export.Formats() {
		out = append(out, Command{
			Do: "export:" + f.Do, Name: c.Say(f.Text) + ", " + f.Label, Aside: title,
			named: i18n.English.Say(i18n.ExportTitle) + " " + f.Label + " " + i18n.English.Say(f.Text), about: c.Say(f.About) + " " + i18n.English.Say(f.About),
		})
	}
	out = append(out, Command{Do: "lesson:file", Name: c.Say(i18n.OpenFile), named: i18n.English.Say(i18n.OpenFile), about: "swf sacct json topology.conf slurm"})
	add("queue", i18n.EntryQueue, m.Policy.QueueList())
	add("allocator", i18n.EntryPlacement, m.Policy.AllocatorList())
	add("machine", i18n.EntryMachine, m.Policy.MachineList())
	add("network", i18n.EntryNetwork, m.Policy.NetworkList())
	add("growth", i18n.EntryGrowth, m.Policy.GrowthList())
	return out
}

// numbered returns commands that go to the job, step or moment in a search text,
// such as "job 12", "step 40", "at 1:40", or a number alone.
func (m CommandPalette) numbered(query string) []Command {
	at := strings.IndexAny(query, "0123456789")
	if at < 0 || m.Run == nil {
		return nil
	}
	end := at
	for end < len(query) && (query[end] >= '0' && query[end] <= '9' || query[end] == ':') {
		end++
	}
	number, rest := query[at:end], strings.TrimSpace(query[:at]+" "+query[end:])
	n, err := strconv.Atoi(number)
	means := func(t i18n.Text) int {
		named := i18n.Match(strings.TrimSpace(m.Words.Say(t, i18n.S("n", ""))), rest)
		return max(named, i18n.Match(strings.TrimSpace(i18n.English.Say(t, i18n.S("n", ""))), rest))
	}
	var out []Command
	add := func(do string, t i18n.Text, name, aside string) {
		if s := means(t); s > 0 {
			out = append(out, Command{Do: do, Name: i18n.Upper(m.Words.Say(t, i18n.S("n", name))), Aside: aside, score: s + 200})
		}
	}
	if id := m.Run.JobOf(int64(n)); err == nil && id != workload.NoJob {
		add("job:"+strconv.Itoa(int(id)), i18n.JobName, number, m.Size(id))
	}
	if err == nil && n <= m.Run.Len() {
		add("step:"+number, i18n.GoToStep, number, m.Run.Clock.At(m.Run.Time(n)))
	}
	if t, ok := moment(number, m.Run.Last); ok {
		step := m.Run.Find(t, 1<<30)
		add("step:"+strconv.Itoa(step), i18n.GoToTime, m.Run.Clock.At(t), m.Words.Say(i18n.GoToStep, m.Words.N("n", int64(step))))
	}
	return out
}

// moment parses a time in the form "1:40" or "1:40:05", where the first number is
// the hours. If the time is later than the given last time, moment returns the last
// time.
func moment(number string, last simtime.Time) (simtime.Time, bool) {
	parts := strings.Split(number, ":")
	if len(parts) != 2 && len(parts) != 3 {
		return 0, false
	}
	unit, t := simtime.Hour, simtime.Time(0)
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 24)
		if err != nil {
			return 0, false
		}
		t = t.Add(simtime.Duration(n) * unit)
		unit /= 60
	}
	return min(t, last), true
}

// PaletteHTML returns the commands as the options of a list, with the first option
// selected.
func (m CommandPalette) PaletteHTML(list []Command) html.HTML {
	var out html.Builder
	for i := range list {
		e := &list[i]
		out.El("li", html.ID("palette-"+strconv.Itoa(i)), html.Attr{"role", "option"}, html.Bool("aria-selected", i == 0), html.Attr{"data-do", e.Do},
			html.Span(html.Text(e.Name)), html.HTML(" "), html.Small(html.Text(e.Aside)))
	}
	return out.HTML()
}

// PaletteFrame returns the elements of the palette: the input field, an empty list
// and an empty line for the number of commands.
func (m CommandPalette) PaletteFrame() html.HTML {
	label := html.Label(m.Words.Say(i18n.PaletteLabel))
	return html.El("input", html.ID("palette-input"), html.Attr{"type", "text"}, html.Attr{"role", "combobox"}, html.Attr{"aria-expanded", "true"}, html.Attr{"aria-controls", "palette-list"},
		html.Attr{"aria-autocomplete", "list"}, html.Attr{"autocomplete", "off"}, html.Attr{"autocapitalize", "off"}, html.Attr{"spellcheck", "false"}, label, html.Attr{"placeholder", m.Words.Say(i18n.PaletteHint)}) +
		html.Ul(html.ID("palette-list"), html.Attr{"role", "listbox"}, label) + html.Status("palette-count")
}

// PaletteCount returns a text with the number of commands found.
func (m CommandPalette) PaletteCount(n int) string {
	if n == 0 {
		return m.Words.Say(i18n.PaletteNone)
	}
	return m.Words.Say(i18n.PaletteFound, m.Words.N("n", int64(n)))
}
