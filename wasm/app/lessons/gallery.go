package lessons

import (
	"slices"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Filter holds the conditions of a search in the gallery. An empty field sets no
// condition.
type Filter struct{ Text, Idea, Source string }

// IdeaTexts lists the ideas that lessons can be about, each with its title, in the
// order of scenarios.Ideas.
var IdeaTexts = [...]struct {
	Idea string
	text i18n.Text
}{
	{"order", i18n.IdeaOrder}, {"backfilling", i18n.IdeaBackfilling}, {"reservations", i18n.IdeaReservations}, {"walltimes", i18n.IdeaWalltimes},
	{"starvation", i18n.IdeaStarvation}, {"locality", i18n.IdeaLocality}, {"fragmentation", i18n.IdeaFragmentation}, {"topology", i18n.IdeaTopology},
	{"network", i18n.IdeaNetwork}, {"resources", i18n.IdeaResources}, {"growth", i18n.IdeaGrowth}, {"failures", i18n.IdeaFailures},
	{"units", i18n.IdeaUnits}, {"gpus", i18n.IdeaGPUs}, {"quotas", i18n.IdeaQuotas}, {"deadlines", i18n.IdeaDeadlines},
}

// SourceTexts lists the sources of lessons, each with its title, in the order of
// scenarios.Sources.
var SourceTexts = [...]struct {
	Source string
	text   i18n.Text
}{
	{"classic", i18n.SourceClassic}, {"S0", i18n.SourceBatches}, {"S1", i18n.SourceDeadlines}, {"S2", i18n.SourceGrowth}, {"S3", i18n.SourceHybrid}, {"S4", i18n.SourcePlacement},
}

// PartTexts holds a description of each group of lessons, in the order of the
// groups.
var PartTexts = [...]i18n.Text{
	i18n.GroupQueues, i18n.GroupOrders, i18n.GroupPlacement, i18n.GroupMachines, i18n.GroupClusters, i18n.GroupPending, i18n.GroupNodes, i18n.GroupMesh,
	i18n.GroupNetwork, i18n.GroupGrowth, i18n.GroupChanges, i18n.GroupBatches, i18n.GroupHybrid, i18n.GroupShares,
}

// GalleryHTML returns the gallery: a search field above the cards of all lessons.
func (m *LessonsPanel) GalleryHTML(lessons []LessonCard, current int) html.HTML {
	c := m.Words
	chips := func(name string, title i18n.Text, each func(yield func(value string, text i18n.Text))) html.HTML {
		var list html.HTML
		chip := func(value string, text i18n.Text) {
			list += html.El("label", html.El("input", html.Attr{"type", "radio"}, html.Attr{"name", name}, html.Attr{"value", value}, html.Checked(value == "")), html.Span(c.HTML(text)))
		}
		chip("", i18n.GalleryAll)
		each(chip)
		return html.El("fieldset", html.Class("chips"), html.El("legend", c.HTML(title)), list)
	}
	ideas := chips("idea", i18n.GalleryIdea, func(yield func(string, i18n.Text)) {
		for _, x := range IdeaTexts {
			yield(x.Idea, x.text)
		}
	})
	sources := chips("source", i18n.GallerySource, func(yield func(string, i18n.Text)) {
		for _, x := range SourceTexts {
			yield(x.Source, x.text)
		}
	})
	var list html.Builder
	for i := range lessons {
		l := &lessons[i]
		if i == 0 || l.Group != lessons[i-1].Group {
			var about html.HTML
			if l.Part < len(PartTexts) {
				about = html.P(c.HTML(PartTexts[l.Part]))
			}
			list.El("li", html.Class("group"), html.Num("data-part", l.Part), html.H3(html.Text(c.Tell(l.Group))), about)
		}
		list.Add(m.card(l, i, i == current))
	}
	for _, own := range [...]struct {
		pick         string
		title, about i18n.Text
	}{{PickFile, i18n.OpenFile, i18n.OpenFileAbout}, {PickLive, i18n.LiveTitle, i18n.LiveAbout}} {
		list.El("li", html.Class("card card-file"), html.El("h4", html.Button(html.Attr{"tabindex", "-1"}, html.Attr{"data-lesson", own.pick}, c.HTML(own.title))), html.P(html.Class("about"), c.HTML(own.about)))
	}
	return html.Div(html.Class("gallery-tools"), html.Search("gallery-find", c.Say(i18n.GallerySearch)),
		html.Span(html.Class("row"), html.Button(html.Flag("data-puzzle"), c.HTML(i18n.PuzzleToday)), html.Button(html.Flag("data-live-open"), c.HTML(i18n.LiveTitle))), html.Status("gallery-count"), ideas, sources) +
		html.P(html.ID("gallery-none"), html.Flag("hidden"), c.HTML(i18n.GalleryNone)) +
		html.Ul(html.ID("gallery-list"), html.Class("cards"), list.HTML())
}

// shownGoals is the maximum number of goals shown on the card of a lesson.
const shownGoals = 2

// card returns the card of a lesson. The page later adds the picture to the element
// of class "picture".
func (m *LessonsPanel) card(l *LessonCard, i int, current bool) html.HTML {
	var goals, tags html.HTML
	for k, goal := range l.Goals {
		if k == shownGoals {
			goals += html.P(html.Class("goal rest"), m.Words.HTML(i18n.GalleryMoreGoals, m.Words.N("n", int64(len(l.Goals)-k))))
			break
		}
		goals += html.P(html.Class("goal"), html.Text(m.Words.Tell(goal)))
	}
	for _, tag := range l.Policy {
		tags += html.I(html.Text(m.Words.Tell(tag)))
	}
	if l.Source != "" && l.Source != "classic" {
		tags += html.I(html.Class("source"), html.Text(l.Source))
	}
	title := html.Button(html.Attr{"tabindex", "-1"}, html.Num("data-lesson", i), html.If(current, html.Attr{"aria-current", "true"}), html.Text(m.Words.Tell(l.Title)))
	return html.Li(html.Class("card"), html.Span(html.Class("picture"), html.Attr{"data-picture", l.Name}), html.El("h4", title),
		html.P(html.Class("about"), html.Text(m.Words.Tell(l.About))), goals, html.P(html.Class("tags"), tags))
}

// FindLessons returns, for each lesson, whether it matches the filter. It also
// returns a text with the number of matching lessons. Cost: proportional to the
// length of the lessons' texts.
func (m *LessonsPanel) FindLessons(lessons []LessonCard, f Filter) (found []bool, count string) {
	found = make([]bool, len(lessons))
	wanted, n := strings.Fields(strings.ToLower(f.Text)), int64(0)
	for i := range lessons {
		if m.fits(&lessons[i], &f, wanted) {
			found[i] = true
			n++
		}
	}
	return found, m.Words.Say(i18n.GalleryCount, m.Words.N("n", n))
}

func (m *LessonsPanel) fits(l *LessonCard, f *Filter, wanted []string) bool {
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

// Topics returns the text in which the search looks for words about a lesson. It
// contains the titles of the lesson's group, ideas, policies and machine and the
// lesson's sentences, in the reader's language and in English.
func (m *LessonsPanel) Topics(l *LessonCard) string {
	var out strings.Builder
	add := func(text string) { out.WriteString(text + " ") }
	both := func(t i18n.Text) {
		for _, c := range [...]*i18n.Catalog{m.Words, i18n.English} {
			add(c.Say(t, i18n.S("shape", ""), c.N("n", 0)))
		}
	}
	kind := l.machine()
	for _, list := range [...][]string{{l.About, l.Group}, l.Goals, l.Policy} {
		for _, said := range list {
			if add(m.Words.Tell(said)); m.Words != i18n.English {
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

// machineTexts holds the titles of the kinds of machines.
var machineTexts = [...]struct {
	kind string
	text i18n.Text
}{
	{"fat-tree", i18n.TreeOf}, {"star", i18n.StarOf}, {"torus", i18n.TorusOf}, {"mesh", i18n.MeshOf}, {"hypercube", i18n.CubeOf},
	{"dragonfly", i18n.FlyOf}, {"graph", i18n.GraphOf}, {"slurm", i18n.SlurmOf}, {"levels", i18n.LevelsOf}, {"flat", i18n.FlatOf},
}

// machine returns the kind of the lesson's machine, which it finds in the text of
// the lesson's scenario.
func (l *LessonCard) machine() string {
	_, text, _ := strings.Cut(l.Text, `"topology"`)
	_, text, _ = strings.Cut(text, `"kind"`)
	_, text, _ = strings.Cut(text, `"`)
	kind, _, _ := strings.Cut(text, `"`)
	return kind
}

// Card is the position and width of a lesson's card on the screen. A card that is
// hidden by the filter has width 0.
type Card struct{ X, Y, W float64 }

// CardKey returns the index of the card that gets the focus when a key is pressed
// on the focused card. It returns false for a key that does not move between cards.
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

// nearest returns the index of the card in the next row that is horizontally
// closest to the given card. If down is false, it searches the previous row
// instead.
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
