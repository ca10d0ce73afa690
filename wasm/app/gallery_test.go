package app

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/html/htmltest"
)

// gallery returns the cards of all lessons in the form in which the page loads
// them.
func gallery() (list []lessons.LessonCard) {
	part, group := -1, ""
	for _, l := range scenarios.All() {
		if l.Group != group {
			part, group = part+1, l.Group
		}
		list = append(list, lessons.LessonCard{
			Name: l.Name, Group: l.Group, Title: l.Title, About: l.About, Goals: scenario.Texts(l.Goals), Text: string(l.Source),
			Source: l.Tags.Source, Ideas: l.Tags.Ideas, Policy: []string{"EASY backfilling", "First fit", "Star"}, Part: part,
		})
	}
	return list
}

func TestTheGalleryHasAllThatLessonsHave(t *testing.T) {
	all, m := gallery(), NewModel(i18n.English)
	html := string(m.Lessons.GalleryHTML(all, 4))
	wellFormed(t, strings.ReplaceAll(html, " checked>", "/>"))
	for i := range all {
		l := &all[i]
		for _, text := range []string{l.Title, l.About, l.Goals[0], `data-picture="` + l.Name + `"`} {
			if !strings.Contains(html, strings.ReplaceAll(htmltest.Escape(text), `data-picture=&#34;`+l.Name+`&#34;`, text)) {
				t.Errorf("the card of %s has no %q", l.Name, text)
			}
		}
	}
	if n := strings.Count(html, `aria-current="true"`); n != 1 || !strings.Contains(html, `data-lesson="4" aria-current`) {
		t.Errorf("%d lessons are marked as the one on screen", n)
	}
	if n := strings.Count(html, `class="group"`); n != len(lessons.PartTexts) {
		t.Errorf("%d groups, and lines for %d", n, len(lessons.PartTexts))
	}
	for i, x := range lessons.IdeaTexts {
		if x.Idea != scenarios.Ideas[i] {
			t.Errorf("idea %d is %q here and %q among the lessons", i, x.Idea, scenarios.Ideas[i])
		}
	}
	for i, x := range lessons.SourceTexts {
		if x.Source != scenarios.Sources[i] {
			t.Errorf("source %d is %q here and %q among the lessons", i, x.Source, scenarios.Sources[i])
		}
	}
}

func TestLessonsAreFound(t *testing.T) {
	all, m := gallery(), NewModel(i18n.English)
	names := func(f lessons.Filter) (list []string) {
		found, count := m.Lessons.FindLessons(all, f)
		for i, yes := range found {
			if yes {
				list = append(list, all[i].Name)
			}
		}
		if want := m.Words.Say(i18n.GalleryCount, m.Words.N("n", int64(len(list)))); count != want {
			t.Errorf("%+v: %q is told of %d lessons", f, count, len(list))
		}
		return list
	}
	if got := names(lessons.Filter{}); len(got) != len(all) {
		t.Errorf("without a filter there are %d of %d", len(got), len(all))
	}
	if got := names(lessons.Filter{Source: "S0", Idea: "units"}); !slices.Equal(got, []string{"units", "exact-fit", "rounds", "hop-cost"}) {
		t.Errorf("units of S0: %v", got)
	}
	if got := names(lessons.Filter{Text: "  EXACT fills "}); !slices.Contains(got, "exact-fit") || len(got) > 3 {
		t.Errorf("a search for two words: %v", got)
	}
	if got := names(lessons.Filter{Text: "backfilling", Idea: "walltimes"}); !slices.Contains(got, "easy-hole") {
		t.Errorf("an idea is not found by its name: %v", got)
	}
	if got := names(lessons.Filter{Text: "no such thing"}); len(got) != 0 {
		t.Errorf("found %v", got)
	}
}

// TestArrowsBetweenCards checks the arrow keys on cards in rows of three. The fifth
// card is hidden and must be skipped.
func TestArrowsBetweenCards(t *testing.T) {
	var cards []lessons.Card
	for i := range 8 {
		cards = append(cards, lessons.Card{X: float64(i % 3 * 100), Y: float64(i / 3 * 50), W: 90})
	}
	cards[4].W = 0
	for _, c := range []struct {
		key      string
		from, to int
	}{
		{"ArrowRight", 0, 1}, {"ArrowRight", 3, 5}, {"ArrowLeft", 5, 3}, {"ArrowLeft", 0, 0}, {"ArrowRight", 7, 7}, {"Home", 7, 0}, {"End", 0, 7},
		{"ArrowDown", 0, 3}, {"ArrowDown", 1, 3}, {"ArrowDown", 5, 7}, {"ArrowUp", 7, 3}, {"ArrowUp", 1, 1}, {"ArrowDown", 7, 7},
	} {
		if to, own := lessons.CardKey(c.key, c.from, cards); !own || to != c.to {
			t.Errorf("%s from %d leads to %d, not to %d", c.key, c.from, to, c.to)
		}
	}
	for _, key := range []string{"Enter", "a", " ", "Tab"} {
		if _, own := lessons.CardKey(key, 0, cards); own {
			t.Errorf("%q is taken", key)
		}
	}
}
