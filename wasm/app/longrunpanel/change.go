package longrunpanel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// changes are what of a trace is run otherwise than it was recorded.
type changes struct {
	load    int64 // thousandths; 1000: as recorded
	without []string
	nodes   int32
}

// now is what is changed of the run on screen.
func (p *LongRunPanel) now() changes {
	a := &p.Run.Archive.Altered
	load := a.Load
	if load == 0 {
		load = 1000
	}
	return changes{load, a.Without, int32(p.Run.Machine.Drawn.Nodes)}
}

// resized reports whether the machine is not the one that the trace names.
func (p *LongRunPanel) resized() bool {
	a := &p.Run.Archive.Altered
	return a.Header > 0 && int(a.Header) != p.Run.Machine.Drawn.Nodes && int64(a.Header) != p.Run.Machine.Cores // a processor is a node, or a core
}

// Altered reports whether the run is not what the trace recorded.
func (p *LongRunPanel) Altered() bool {
	now := p.now()
	return now.load != 1000 || len(now.without) > 0 || p.resized()
}

// LoadText and NodesText are what the form shows.
func (p *LongRunPanel) LoadText() string { return p.factor(p.now().load) }

// NodesText is the number of nodes in the form.
func (p *LongRunPanel) NodesText() string { return strconv.Itoa(p.Run.Machine.Drawn.Nodes) }

// factor writes thousandths as fields of numbers take them: "1.25".
func (p *LongRunPanel) factor(thousandths int64) string {
	return strconv.FormatFloat(float64(thousandths)/1000, 'f', -1, 64)
}

// Change runs the trace with what the form holds, as it is typed; nil where nothing
// is otherwise, or it is no number.
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

// maxNodes is the largest machine that can be asked for.
const maxNodes = 1 << 20

// Leave runs the trace without a user.
func (p *LongRunPanel) Leave(user string) *message.Load {
	to := p.now()
	to.without = append(slices.Clone(to.without), user)
	return p.run(to)
}

// The parts of a change that can be taken back one by one.
const (
	BackAll = iota
	BackLoad
	BackNodes
	BackUser // and the users behind it, in order
)

// Back takes a part of what is changed back.
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

// run asks for the trace as it is changed. The window stays over the same jobs: where
// they come sooner, it does.
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
	p.Request.Did = model.Did{Text: i18n.ArcDidAlter, Pairs: []i18n.Pair{i18n.S("what", p.short(to))}}
	return asked
}

// isTrace reports whether a trace was opened, and not a scenario that has one.
func isTrace(f message.LoadForm) bool { return f == message.SWF || f == message.Beside }

// ownNodes is the size of the machine before it was chosen otherwise, 0 if that is
// not known.
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
			names = append(names, scenario.Quote(name))
		}
		list = append(list, `"without_users": [`+strings.Join(names, ", ")+`]`)
	}
	if len(list) == 0 {
		return "null"
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// short is what is changed, for titles: "load × 1.25, without 2 users, 64 nodes";
// "as recorded" for nothing.
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

// factorText writes thousandths for people.
func (p *LongRunPanel) factorText(thousandths int64) string {
	digits := 0
	for rest, unit := thousandths%1000, int64(100); rest > 0 && digits < 3; digits++ {
		rest, unit = rest%unit, unit/10
	}
	return p.Words.Float(float64(thousandths)/1000, digits)
}

// AlteredHTML says that this is not the trace as it was recorded, what is otherwise,
// and how to take it back; "" if it is.
func (p *LongRunPanel) AlteredHTML() string {
	if !p.Altered() {
		return ""
	}
	c, now, a := p.Words, p.now(), &p.Run.Archive.Altered
	var out strings.Builder
	fmt.Fprintf(&out, `<b>%s</b>`, c.Say(i18n.ArcAltered))
	item := func(part int, text, name string) {
		undo := i18n.Escape(c.Say(i18n.ArcUndo, i18n.S("what", name)))
		fmt.Fprintf(&out, `<span class="what">%s<button type="button" data-back="%d" title="%s" aria-label="%s">✕</button></span>`, i18n.Escape(text), part, undo, undo)
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
	fmt.Fprintf(&out, `<button type="button" class="all" data-back="%d">%s</button>`, BackAll, c.Say(i18n.ArcBack))
	if warning := p.WarnHTML(); warning != "" {
		out.WriteString(`<p>` + warning + `</p>`)
	}
	return out.String()
}

// WarnHTML warns of a machine that is not the trace's, and names the jobs that are
// too large for it: a trace may have some for the machine that it names itself.
func (p *LongRunPanel) WarnHTML() string {
	a, c := &p.Run.Archive.Altered, p.Words
	var list []string
	if p.resized() {
		list = append(list, i18n.Escape(c.Say(i18n.ArcSize, c.N("n", int64(p.Run.Machine.Drawn.Nodes)), c.N("own", int64(a.Header)))))
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
		list = append(list, i18n.Escape(c.Say(i18n.ArcWide, c.N("n", int64(a.Wide)), i18n.S("jobs", named))))
	}
	return strings.Join(list, " ")
}

// Shortened reports whether the window ends before it was to, and says so.
func (p *LongRunPanel) Shortened() string {
	if a := p.Run.Archive; a.Wanted > a.To {
		return p.Words.Say(i18n.ArcRest, p.Words.N("n", int64(p.Run.Len()-p.Run.Head())))
	}
	return ""
}

// Rest asks for what is left of a window that ends before it was to.
func (p *LongRunPanel) Rest() *message.Load {
	a := p.Run.Archive
	return p.Open(a.To, a.Wanted, a.To, -1)
}
