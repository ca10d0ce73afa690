package lessons

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/wasm/app/words"
)

// Filter is what the reader looks for among the lessons; what is "" does not
// matter.
type Filter struct{ Text, Idea, Source string }

// IdeaTexts are what the ideas of lessons are called, in the order of scenarios.Ideas.
var IdeaTexts = [...]struct {
	Idea string
	text words.Text
}{
	{"order", words.IdeaOrder}, {"backfilling", words.IdeaBackfilling}, {"reservations", words.IdeaReservations}, {"walltimes", words.IdeaWalltimes},
	{"starvation", words.IdeaStarvation}, {"locality", words.IdeaLocality}, {"fragmentation", words.IdeaFragmentation}, {"topology", words.IdeaTopology},
	{"network", words.IdeaNetwork}, {"resources", words.IdeaResources}, {"growth", words.IdeaGrowth}, {"failures", words.IdeaFailures},
	{"units", words.IdeaUnits}, {"gpus", words.IdeaGPUs}, {"quotas", words.IdeaQuotas}, {"deadlines", words.IdeaDeadlines},
}

// SourceTexts are what the sources of lessons are called, in the order of scenarios.Sources.
var SourceTexts = [...]struct {
	Source string
	text   words.Text
}{
	{"classic", words.SourceClassic}, {"S0", words.SourceBatches}, {"S1", words.SourceDeadlines}, {"S2", words.SourceGrowth}, {"S3", words.SourceHybrid}, {"S4", words.SourcePlacement},
}

// PartTexts say what a group of lessons is about, in the order of the groups.
var PartTexts = [...]words.Text{
	words.GroupQueues, words.GroupOrders, words.GroupPlacement, words.GroupMachines, words.GroupNodes, words.GroupMesh,
	words.GroupNetwork, words.GroupGrowth, words.GroupChanges, words.GroupBatches, words.GroupHybrid, words.GroupShares,
}

// GalleryHTML is the search over the cards of the lessons.
func (m *Panel) GalleryHTML(lessons []Lesson, current int) string {
	var out strings.Builder
	c := m.Words
	find := c.Say(words.GallerySearch)
	out.WriteString(`<div class="gallery-tools"><input id="gallery-find" type="search" autocomplete="off" spellcheck="false" placeholder="` + find + `" aria-label="` + find +
		`"><button type="button" data-puzzle>` + c.Say(words.PuzzleToday) + `</button><p id="gallery-count" class="small" role="status"></p>`)
	chips := func(name string, title words.Text, each func(yield func(value string, text words.Text))) {
		out.WriteString(`<fieldset class="chips"><legend>` + c.Say(title) + `</legend>`)
		chip := func(value, mark string, text words.Text) {
			fmt.Fprintf(&out, `<label><input type="radio" name="%s" value="%s"%s><span>%s</span></label>`, name, value, mark, c.Say(text))
		}
		chip("", " checked", words.GalleryAll)
		each(func(value string, text words.Text) { chip(value, "", text) })
		out.WriteString(`</fieldset>`)
	}
	chips("idea", words.GalleryIdea, func(yield func(string, words.Text)) {
		for _, x := range IdeaTexts {
			yield(x.Idea, x.text)
		}
	})
	chips("source", words.GallerySource, func(yield func(string, words.Text)) {
		for _, x := range SourceTexts {
			yield(x.Source, x.text)
		}
	})
	out.WriteString(`</div><p id="gallery-none" hidden>` + c.Say(words.GalleryNone) + `</p><ul id="gallery-list" class="cards">`)
	for i := range lessons {
		l := &lessons[i]
		if i == 0 || l.Group != lessons[i-1].Group {
			fmt.Fprintf(&out, `<li class="group" data-part="%d"><h3>%s</h3>`, l.Part, words.Escape(c.Tell(l.Group)))
			if l.Part < len(PartTexts) {
				out.WriteString(`<p>` + c.Say(PartTexts[l.Part]) + `</p>`)
			}
			out.WriteString(`</li>`)
		}
		m.card(&out, l, i, i == current)
	}
	fmt.Fprintf(&out, `<li class="card card-file"><h4><button type="button" tabindex="-1" data-lesson="%s">%s</button></h4><p class="about">%s</p></li></ul>`,
		PickFile, c.Say(words.OpenFile), c.Say(words.OpenFileAbout))
	return out.String()
}

// shownGoals are how many goals a card names.
const shownGoals = 2

// card writes the card of a lesson: its picture comes later, into .picture.
func (m *Panel) card(out *strings.Builder, l *Lesson, i int, current bool) {
	mark := ""
	if current {
		mark = ` aria-current="true"`
	}
	fmt.Fprintf(out, `<li class="card"><span class="picture" data-picture="%s"></span><h4><button type="button" tabindex="-1" data-lesson="%d"%s>%s</button></h4><p class="about">%s</p>`,
		words.Escape(l.Name), i, mark, words.Escape(m.Words.Tell(l.Title)), words.Escape(m.Words.Tell(l.About)))
	for k, goal := range l.Goals {
		if k == shownGoals {
			out.WriteString(`<p class="goal rest">` + m.Words.Say(words.GalleryMoreGoals, m.Words.N("n", int64(len(l.Goals)-k))) + `</p>`)
			break
		}
		out.WriteString(`<p class="goal">` + words.Escape(m.Words.Tell(goal)) + `</p>`)
	}
	out.WriteString(`<p class="tags">`)
	for _, tag := range l.Policy {
		out.WriteString(`<i>` + words.Escape(m.Words.Tell(tag)) + `</i>`)
	}
	if l.Source != "" && l.Source != "classic" {
		out.WriteString(`<i class="source">` + words.Escape(l.Source) + `</i>`)
	}
	out.WriteString(`</p></li>`)
}

// Found are the lessons that a filter leaves, by place, and how many they are
// in words. Cost: O(texts of the lessons).
func (m *Panel) Found(lessons []Lesson, f Filter) (found []bool, count string) {
	found = make([]bool, len(lessons))
	wanted, n := strings.Fields(strings.ToLower(f.Text)), int64(0)
	for i := range lessons {
		if m.fits(&lessons[i], &f, wanted) {
			found[i] = true
			n++
		}
	}
	return found, m.Words.Say(words.GalleryCount, m.Words.N("n", n))
}

func (m *Panel) fits(l *Lesson, f *Filter, wanted []string) bool {
	if f.Source != "" && l.Source != f.Source || f.Idea != "" && !slices.Contains(l.Ideas, f.Idea) {
		return false
	}
	if len(wanted) == 0 {
		return true
	}
	text := strings.ToLower(l.Name + " " + l.Source + " " + m.Words.Tell(l.Title) + " " + m.Topics(l))
	for _, word := range wanted {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// Topics is what a lesson is about, by which it is found: its group, its sentences, its
// ideas, policies and machine, in the reader's language and in English.
func (m *Panel) Topics(l *Lesson) string {
	var out strings.Builder
	add := func(text string) { out.WriteString(text + " ") }
	both := func(t words.Text) {
		for _, c := range [...]*words.Catalog{m.Words, words.English} {
			add(c.Say(t, words.S("shape", ""), c.N("n", 0)))
		}
	}
	kind := l.machine()
	for _, list := range [...][]string{{l.About, l.Group}, l.Goals, l.Policy} {
		for _, said := range list {
			if add(m.Words.Tell(said)); m.Words != words.English {
				add(said)
			}
		}
	}
	for _, x := range IdeaTexts {
		if slices.Contains(l.Ideas, x.Idea) {
			both(x.text)
		}
	}
	for _, x := range machineTexts {
		if x.kind == kind {
			both(x.text)
		}
	}
	return out.String()
}

// machineTexts are what kinds of machines are called.
var machineTexts = [...]struct {
	kind string
	text words.Text
}{
	{"fat-tree", words.TreeOf}, {"star", words.StarOf}, {"torus", words.TorusOf}, {"mesh", words.MeshOf}, {"hypercube", words.CubeOf},
	{"dragonfly", words.FlyOf}, {"graph", words.GraphOf}, {"slurm", words.SlurmOf}, {"flat", words.FlatOf},
}

// machine is the kind of a lesson's machine, as its text has it.
func (l *Lesson) machine() string {
	_, text, _ := strings.Cut(l.Text, `"topology"`)
	_, text, _ = strings.Cut(text, `"kind"`)
	_, text, _ = strings.Cut(text, `"`)
	kind, _, _ := strings.Cut(text, `"`)
	return kind
}

// Card is where a card is on the screen; a card that is filtered out has no
// width.
type Card struct{ X, Y, W float64 }

// CardKey is the card that a key leads to from one of them; false for a key
// that is not for cards.
func CardKey(key string, at int, cards []Card) (int, bool) {
	if at < 0 || at >= len(cards) {
		return at, false
	}
	step := func(from, by int) int {
		for i := from; i >= 0 && i < len(cards); i += by {
			if cards[i].W > 0 {
				return i
			}
		}
		return at
	}
	switch key {
	case "ArrowRight":
		return step(at+1, 1), true
	case "ArrowLeft":
		return step(at-1, -1), true
	case "Home":
		return step(0, 1), true
	case "End":
		return step(len(cards)-1, -1), true
	case "ArrowDown", "ArrowUp":
		return nearest(at, cards, key == "ArrowDown"), true
	}
	return at, false
}

// nearest is the card of the next row, or of the one before, that is nearest to
// the column of a card.
func nearest(at int, cards []Card, down bool) int {
	best, row, off := at, 0.0, 0.0
	for i := range cards {
		k := &cards[i]
		d := k.Y - cards[at].Y
		if !down {
			d = -d
		}
		if k.W <= 0 || d < 1 {
			continue
		}
		side := max(k.X-cards[at].X, cards[at].X-k.X)
		if best == at || d < row-1 || d < row+1 && side < off {
			best, row, off = i, d, side
		}
	}
	return best
}
