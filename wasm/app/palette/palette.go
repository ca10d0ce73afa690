package palette

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/app/words"
)

// Entry is a line of the palette: something that can be done.
type Entry struct {
	Do    string // "action:3", "lesson:2", "queue:easy/2", "job:4", "step:40", "set:theme=dark", "lang:ru", "puzzle:", "path:topology", "export:png0"
	Name  string
	Aside string // its keys, or what kind of thing it is
	named string // what else it is called: in English, in files
	about string // what it is about, in the reader's language and in English
	score int
}

// maxEntries is how many lines the palette shows.
const maxEntries = 60

// Entries lists what a reader may mean, the best first. An empty query lists
// the actions. Cost: O(entries × length of the query), and O(jobs) for a number.
func (m Panel) Entries(query string, lessons []lessons.Lesson, languages []policy.Option) []Entry {
	query = words.Parted(query)
	groups := strings.Split(words.English.Say(words.PaletteAlike), ";")
	if m.Words != words.English {
		groups = append(groups, strings.Split(m.Words.Say(words.PaletteAlike), ";")...)
	}
	all := append(m.numbered(query), m.actions()...)
	if query != "" {
		all = append(all, m.choices(lessons, languages)...)
	}
	var out []Entry
	for i := range all {
		e := &all[i]
		if e.score == 0 {
			e.score = max(words.Match(e.Name, query), words.Match(e.Aside+" "+e.Name, query)-20, words.Match(e.named, query)-10, words.MatchAll(e.Name+" "+e.Aside+" "+e.named+" "+e.about, query, groups)-30)
		}
		if e.score <= 0 {
			continue
		}
		at := len(out)
		for at > 0 && out[at-1].score < e.score {
			at--
		}
		out = append(out, Entry{})
		copy(out[at+1:], out[at:])
		out[at] = *e
	}
	return out[:min(len(out), maxEntries)]
}

// actions are the rows of the table of keys that can be done now, those of the
// page first, and the switches.
func (m Panel) actions() []Entry {
	var first, rest []Entry
	for i := range keys.Keys {
		k := &keys.Keys[i]
		if k.Action == keys.OpenPalette {
			continue
		}
		e := Entry{Do: "action:" + strconv.Itoa(int(k.Action)), Name: m.Words.Say(k.Text), Aside: strings.Join(keys.KeyNames(k), " · "), named: words.English.Say(k.Text)}
		if k.Group == words.GroupPage {
			first = append(first, e)
		} else {
			rest = append(rest, e)
		}
	}
	first = append(first, Entry{Do: "puzzle:", Name: m.Words.Say(words.PuzzleToday), named: words.English.Say(words.PuzzleToday)})
	return append(append(first, rest...), m.switches()...)
}

// switches are the settings, each with the values that it has not.
func (m Panel) switches() []Entry {
	var out []Entry
	for i := range settings.Table {
		s := &settings.Table[i]
		now, kind, english := m.Settings.Setting(s.Name), m.Words.Say(s.Text), words.English.Say(s.Text)
		if len(s.Values) == 0 {
			to, text := "on", words.SwitchOn
			if now == "on" {
				to, text = "off", words.SwitchOff
			}
			out = append(out, Entry{Do: "set:" + s.Name + "=" + to, Name: kind, Aside: m.Words.Say(text), named: english})
			continue
		}
		for _, v := range s.Values {
			if v.Value != now {
				out = append(out, Entry{Do: "set:" + s.Name + "=" + v.Value, Name: m.Words.Say(v.Text), Aside: kind, named: english + " " + words.English.Say(v.Text)})
			}
		}
	}
	return out
}

// choices are what the pickers offer.
func (m Panel) choices(lessons []lessons.Lesson, languages []policy.Option) []Entry {
	var out []Entry
	c := m.Words
	for i := range m.Lessons.Paths {
		p := &m.Lessons.Paths[i]
		out = append(out, Entry{Do: "path:" + p.Name, Name: c.Tell(p.Title), Aside: c.Say(words.EntryPath), named: p.Title + " " + words.English.Say(words.EntryPath), about: c.Tell(p.About) + " " + p.About})
	}
	for i := range lessons {
		l := &lessons[i]
		out = append(out, Entry{Do: "lesson:" + strconv.Itoa(i), Name: c.Tell(l.Title), Aside: c.Say(words.EntryLesson), named: l.Title + " " + l.Name, about: m.Lessons.Topics(l)})
	}
	add := func(kind string, text words.Text, list []policy.Option) {
		for _, o := range list {
			if !o.Current && o.Unfit == "" {
				out = append(out, Entry{Do: kind + ":" + o.Value, Name: o.Title, Aside: c.Say(text), named: words.English.Say(text) + " " + o.English + " " + o.Value})
			}
		}
	}
	add("lang", words.EntryLanguage, languages)
	if m.Run == nil {
		return out
	}
	title := c.Say(words.ExportTitle)
	for _, f := range export.Formats() {
		out = append(out, Entry{
			Do: "export:" + f.Do, Name: c.Say(f.Text) + ", " + f.Label, Aside: title,
			named: words.English.Say(words.ExportTitle) + " " + f.Label + " " + words.English.Say(f.Text), about: c.Say(f.About) + " " + words.English.Say(f.About),
		})
	}
	out = append(out, Entry{Do: "lesson:file", Name: c.Say(words.OpenFile), named: words.English.Say(words.OpenFile), about: "swf sacct json topology.conf slurm"})
	add("queue", words.EntryQueue, m.Policy.QueueList())
	add("allocator", words.EntryPlacement, m.Policy.AllocatorList())
	add("machine", words.EntryMachine, m.Policy.MachineList())
	add("network", words.EntryNetwork, m.Policy.NetworkList())
	add("growth", words.EntryGrowth, m.Policy.GrowthList())
	return out
}

// numbered are the job, the step and the moment that a query names: "job 12",
// "step 40", "at 1:40", or the number alone.
func (m Panel) numbered(query string) []Entry {
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
	means := func(t words.Text) int {
		named := words.Match(strings.TrimSpace(words.Plain(m.Words.Say(t, words.S("n", "")))), rest)
		return max(named, words.Match(strings.TrimSpace(words.English.Say(t, words.S("n", ""))), rest))
	}
	var out []Entry
	add := func(do string, t words.Text, name, aside string) {
		if s := means(t); s > 0 {
			out = append(out, Entry{Do: do, Name: words.Upper(m.Words.Say(t, words.S("n", name))), Aside: aside, score: s + 200})
		}
	}
	if id := m.Run.JobOf(int64(n)); err == nil && id != workload.NoJob {
		add("job:"+strconv.Itoa(int(id)), words.JobName, number, m.Size(id))
	}
	if err == nil && n <= m.Run.Len() {
		add("step:"+number, words.GoToStep, number, m.Run.Clock.At(m.Run.Time(n)))
	}
	if t, ok := moment(number, m.Run.Last); ok {
		step := m.Run.Find(t, 1<<30)
		add("step:"+strconv.Itoa(step), words.GoToTime, m.Run.Clock.At(t), m.Words.Say(words.GoToStep, m.Words.N("n", int64(step))))
	}
	return out
}

// moment reads a time as clocks write it: "1:40" and "1:40:05" from hours.
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

// PaletteHTML are the entries as options of a list; the first is chosen.
func (m Panel) PaletteHTML(list []Entry) string {
	var out strings.Builder
	for i := range list {
		e := &list[i]
		fmt.Fprintf(&out, `<li id="palette-%d" role="option" aria-selected="%t" data-do="%s"><span>%s</span> <small>%s</small></li>`,
			i, i == 0, words.Escape(e.Do), words.Escape(e.Name), words.Escape(e.Aside))
	}
	return out.String()
}

// PaletteFrame is the palette around its list.
func (m Panel) PaletteFrame() string {
	label := m.Words.Say(words.PaletteLabel)
	return `<input id="palette-input" type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" aria-label="` +
		label + `" placeholder="` + m.Words.Say(words.PaletteHint) + `"><ul id="palette-list" role="listbox" aria-label="` + label + `"></ul><p id="palette-count" class="small" role="status"></p>`
}

// PaletteCount says how many entries there are.
func (m Panel) PaletteCount(n int) string {
	if n == 0 {
		return m.Words.Say(words.PaletteNone)
	}
	return m.Words.Say(words.PaletteFound, m.Words.N("n", int64(n)))
}
