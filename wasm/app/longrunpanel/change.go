package longrunpanel

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// changes describes how a run of a trace differs from the recorded trace.
type changes struct {
	load    int64 // load factor in thousandths; 1000 leaves the submit times as recorded
	without []string
	nodes   int32
}

// now returns the changes that the run on screen already has.
func (p *LongRunPanel) now() changes {
	a := &p.Run.Archive.Altered
	load := a.Load
	if load == 0 {
		load = 1000
	}
	return changes{load, a.Without, int32(p.Run.Machine.Drawn.Nodes)}
}

// resized reports whether the number of processors of the machine differs from the
// number in the trace's header.
func (p *LongRunPanel) resized() bool {
	a := &p.Run.Archive.Altered
	return a.Header > 0 && int(a.Header) != p.Run.Machine.Drawn.Nodes && int64(a.Header) != p.Run.Machine.Cores // the header may count nodes or cores
}

// Altered reports whether the run differs from the recorded trace.
func (p *LongRunPanel) Altered() bool {
	now := p.now()
	return now.load != 1000 || len(now.without) > 0 || p.resized()
}

// LoadText returns the current load factor as text for the form's field.
func (p *LongRunPanel) LoadText() string { return p.factor(p.now().load) }

// NodesText returns the current number of nodes as text for the form's field.
func (p *LongRunPanel) NodesText() string { return strconv.Itoa(p.Run.Machine.Drawn.Nodes) }

// factor formats a number given in thousandths for a number field, such as "1.25".
func (p *LongRunPanel) factor(thousandths int64) string {
	return strconv.FormatFloat(float64(thousandths)/1000, 'f', -1, 64)
}

// Change returns the request for the run of the trace with the load factor and
// number of nodes in the form. A field that does not contain a positive number
// changes nothing. Change returns nil if the run on screen already has these
// values.
func (p *LongRunPanel) Change(load, nodes string) *message.Load {
	to := p.now()
	if v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(load), ",", "."), 64); err == nil && v > 0 {
		to.load = int64(math.Round(min(max(v*1000, scenario.MinLoadFactor), scenario.MaxLoadFactor)))
	}
	if n, err := strconv.Atoi(strings.TrimSpace(nodes)); err == nil && n > 0 {
		to.nodes = int32(min(n, maxNodes))
	}
	return p.run(to)
}

// maxNodes is the largest number of nodes that the form accepts.
const maxNodes = 1 << 20

// Leave returns the request for the run of the trace without the jobs of the given
// user. The changes made before remain.
func (p *LongRunPanel) Leave(user string) *message.Load {
	to := p.now()
	to.without = append(slices.Clone(to.without), user)
	return p.run(to)
}

// The changes that the reader can undo individually, and all of them together.
const (
	BackAll = iota
	BackLoad
	BackNodes
	BackUser // restores the jobs of the first user who was left out; BackUser+1 restores those of the second such user, and so on
)

// Back returns the request for the run in which the given change is undone.
func (p *LongRunPanel) Back(part int) *message.Load {
	to := p.now()
	if part == BackAll || part == BackLoad {
		to.load = 1000
	}
	if own := p.Run.Archive.Altered.Header; (part == BackAll || part == BackNodes) && own > 0 {
		to.nodes = own
	}
	switch i := part - BackUser; {
	case part == BackAll:
		to.without = nil
	case i >= 0 && i < len(to.without):
		to.without = slices.Delete(slices.Clone(to.without), i, i+1)
	}
	return p.run(to)
}

// run returns the request for the run of the trace with the given changes. It
// returns nil if the run on screen already has them. A different load factor
// changes the submit times, so run moves the window to the times of the same jobs.
func (p *LongRunPanel) run(to changes) *message.Load {
	was, a := p.now(), p.Run.Archive
	if to.load == was.load && to.nodes == was.nodes && slices.Equal(to.without, was.without) {
		return nil
	}
	l := p.Here()
	if to.nodes != was.nodes {
		l.Machine = message.MachineChoice{}
		if isTrace(l.Form) {
			l.Nodes = to.nodes
		} else if to.nodes != p.ownNodes() {
			l.Machine = message.MachineChoice{Kind: "flat", Nodes: int(to.nodes)}
		}
	}
	l.Set = slices.DeleteFunc(slices.Clone(l.Set), func(a message.Assignment) bool { return a.Path == "altered" })
	if value := alteredJSON(to); value != "null" || !isTrace(l.Form) {
		l.Set = append(l.Set, message.Assignment{Path: "altered", Value: value})
	}
	moved := func(at simtime.Time) simtime.Time {
		return simtime.Time(float64(at) * float64(was.load) / float64(to.load))
	}
	l.From, l.To = moved(a.From), moved(a.To)
	if l.At >= 0 && to.load != was.load {
		l.At, l.Ordinal = moved(l.At), math.MaxInt32
	}
	asked := p.LoadEdit(l)
	p.Request.Did = model.EditSummary{Text: i18n.ArcDidAlter, Pairs: []i18n.Pair{i18n.S("what", p.short(to))}}
	return asked
}

// isTrace reports whether the reader opened a trace file. It returns false for a
// scenario that contains a trace.
func isTrace(f message.LoadForm) bool { return f == message.SWF || f == message.Beside }

// ownNodes returns the number of nodes of the machine before the reader changed it,
// or 0 if that number is not known.
func (p *LongRunPanel) ownNodes() int32 {
	if p.Source.Machine.Kind == "" {
		return int32(p.Run.Machine.Drawn.Nodes)
	}
	return p.Run.Archive.Altered.Header
}

func alteredJSON(c changes) string {
	var list []string
	if c.load != 1000 {
		list = append(list, `"load_factor": `+strconv.FormatFloat(float64(c.load)/1000, 'f', -1, 64))
	}
	if len(c.without) > 0 {
		var names []string
		for _, name := range c.without {
			names = append(names, jsondoc.Quote(name))
		}
		list = append(list, `"without_users": [`+strings.Join(names, ", ")+`]`)
	}
	if len(list) == 0 {
		return "null"
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// short returns a summary of the changes for titles, such as "load × 1.25, without
// 2 users, 64 nodes", or "as recorded" if there are no changes.
func (p *LongRunPanel) short(c changes) string {
	var list []string
	if c.load != 1000 {
		list = append(list, p.Words.Say(i18n.ArcShortLoad, i18n.S("n", p.factorText(c.load))))
	}
	if n := int64(len(c.without)); n > 0 {
		list = append(list, p.Words.Say(i18n.ArcShortUsers, p.Words.N("n", n)))
	}
	if own := p.Run.Archive.Altered.Header; own > 0 && c.nodes != own {
		list = append(list, p.Words.Say(i18n.ArcShortNodes, p.Words.N("n", int64(c.nodes))))
	}
	if len(list) == 0 {
		return p.Words.Say(i18n.ArcBack)
	}
	return strings.Join(list, ", ")
}

// factorText formats a number given in thousandths in the style of the reader's
// language.
func (p *LongRunPanel) factorText(thousandths int64) string {
	digits := 0
	for rest, unit := thousandths%1000, int64(100); rest > 0 && digits < 3; digits++ {
		rest, unit = rest%unit, unit/10
	}
	return p.Words.Float(float64(thousandths)/1000, digits)
}

// AlteredHTML returns a notice that the run differs from the recorded trace. It
// lists the changes, each with a button that undoes it. AlteredHTML returns "" if
// there are no changes.
func (p *LongRunPanel) AlteredHTML() html.HTML {
	if !p.Altered() {
		return ""
	}
	c, now, a := p.Words, p.now(), &p.Run.Archive.Altered
	out := html.B(c.HTML(i18n.ArcAltered))
	item := func(part int, text, name string) {
		undo := c.Say(i18n.ArcUndo, i18n.S("what", name))
		out += html.Span(html.Class("what"), html.Text(text), html.Button(html.Num("data-back", part), html.Attr{"title", undo}, html.Label(undo), html.Text("✕")))
	}
	if now.load != 1000 {
		part := p.factorText(int64(math.Round(1e6 / float64(now.load))))
		n := i18n.S("n", p.factorText(now.load))
		item(BackLoad, c.Say(i18n.ArcByLoad, n, i18n.S("part", part)), c.Say(i18n.ArcShortLoad, n))
	}
	for i, name := range now.without {
		text := c.Say(i18n.ArcByUser, i18n.S("name", p.userName(name)))
		item(BackUser+i, text, text)
	}
	if p.resized() {
		text := c.Say(i18n.ArcByNodes, c.N("n", int64(now.nodes)), c.N("own", int64(a.Header)))
		item(BackNodes, text, text)
	}
	out += html.Button(html.Class("all"), html.Num("data-back", BackAll), c.HTML(i18n.ArcBack))
	if warning := p.WarnHTML(); warning != "" {
		out += html.P(warning)
	}
	return out
}

// WarnHTML returns a warning in two cases: the size of the machine differs from the
// size in the trace's header, or jobs are too large for the machine. Jobs can be
// too large even if the machine has the size in the header.
func (p *LongRunPanel) WarnHTML() html.HTML {
	a, c := &p.Run.Archive.Altered, p.Words
	var list []html.HTML
	if p.resized() {
		list = append(list, c.HTML(i18n.ArcSize, c.N("n", int64(p.Run.Machine.Drawn.Nodes)), c.N("own", int64(a.Header))))
	}
	if a.Wide > 0 {
		var jobs []string
		for _, n := range a.Widest {
			jobs = append(jobs, strconv.FormatInt(n, 10))
		}
		named := strings.Join(jobs, ", ")
		if int(a.Wide) > len(a.Widest) {
			named = c.Say(i18n.ArcAndMore, i18n.S("list", named))
		}
		list = append(list, c.HTML(i18n.ArcWide, c.N("n", int64(a.Wide)), i18n.S("jobs", named)))
	}
	return i18n.Join(" ", list)
}

// Shortened returns a notice if the window ends earlier than the reader requested.
// Otherwise it returns "".
func (p *LongRunPanel) Shortened() string {
	if a := p.Run.Archive; a.Wanted > a.To {
		return p.Words.Say(i18n.ArcRest, p.Words.N("n", int64(p.Run.Len()-p.Run.Head())))
	}
	return ""
}

// Rest returns the request for the missing end of a window that ends earlier than
// the reader requested.
func (p *LongRunPanel) Rest() *message.Load {
	a := p.Run.Archive
	return p.Open(a.To, a.Wanted, a.To, -1)
}
