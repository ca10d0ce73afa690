package app

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/scenarios"
	"hopyard/tools/build/lang"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html/htmltest"
)

// languageOf returns a language with all its texts, as on a page that has loaded
// everything.
func languageOf(t *testing.T, code string) *i18n.Catalog {
	t.Helper()
	const root = "../.."
	areas, err := lang.Areas(root)
	if err != nil {
		t.Fatal(err)
	}
	source, err := lang.Read(root, code, areas)
	if err != nil {
		t.Fatal(err)
	}
	pack, _ := source.Pack(areas)
	c := i18n.Load(code, pack.Texts)
	for english, text := range pack.Names {
		c.Learn(english, text)
	}
	for _, l := range scenarios.All() {
		said := source.Lessons[l.Name]
		c.Learn(l.Title, said.Title)
		c.Learn(l.About, said.About)
		for i, goal := range l.Goals {
			c.Learn(goal.Text, said.Goals[i])
		}
	}
	for _, p := range scenarios.Paths() {
		c.Learn(p.Title, source.Paths[p.Name].Title)
		c.Learn(p.About, source.Paths[p.Name].About)
	}
	return c
}

// TestEveryLessonSpeaksEveryLanguage checks every step of every lesson in every
// language. All texts must be in that language, with every gap filled.
func TestEveryLessonSpeaksEveryLanguage(t *testing.T) {
	spoken := map[string]*i18n.Catalog{}
	for _, code := range lang.Codes {
		spoken[code] = languageOf(t, code)
	}
	for _, l := range scenarios.All() {
		s := open(t, lesson(t, l.Name))
		for code, c := range spoken {
			s.Speak(c)
			said := map[string]bool{}
			for n := range s.Run.Len() + 1 {
				s.Go(n)
				s.settleState(t)
				for _, text := range s.everything() {
					said[text] = true
				}
			}
			own := map[string]bool{} // English words in the names and texts of the lesson itself
			for _, text := range append([]string{l.About}, scenario.Texts(l.Goals)...) {
				for _, word := range english(c.Tell(text)) {
					own[word] = true
				}
			}
			for id := range s.Run.Jobs {
				for _, word := range english(s.Run.User(workload.JobID(id)) + " " + s.Run.Name(s.Run.Jobs[id].Queue)) {
					own[word] = true
				}
			}
			for _, word := range english(strings.Join(slices.Concat(s.Run.Machine.Switches, s.Run.Machine.Resources), " ")) {
				own[word] = true
			}
			for i := range s.Run.Kept {
				for _, word := range english(s.Run.Kept[i].Name) {
					own[word] = true
				}
			}
			for text := range said {
				for _, word := range english(htmltest.Plain(text)) {
					if !own[word] {
						t.Errorf("%s, %s: %q in %q", code, l.Name, word, htmltest.Plain(text))
					}
				}
				if strings.ContainsAny(strings.ReplaceAll(text, "up [1, ", ""), "{}[") {
					t.Errorf("%s, %s: a gap or a mark is left: %q", code, l.Name, text)
				}
			}
		}
	}
}

// everything returns the texts that all panels show for the current step.
func (s *stage) everything() []string {
	m := s.App
	out := []string{
		string(m.Why.SentenceHTML()), string(m.Queue.QueueHTML()), m.Queue.QueueRest(), string(m.Why.CandidatesHTML()), string(m.Growth.GrowthHTML()), string(m.Why.RulesHTML()), string(m.Why.FactsHTML()), m.Machine.MachineNote(), m.Timeline.TimelineNote(),
		m.StepNote(), m.ClockText(), string(m.Machine.LegendHTML()), string(m.Why.GaugesHTML()), string(m.Machine.UnitsHTML()), string(m.Queue.RunningHTML()), string(m.Machine.TreeHTML()), string(m.Timeline.GridHTML()), m.Figures.FiguresNote(),
	}
	for _, f := range m.Figures.FigureTexts() {
		out = append(out, f.Text)
	}
	if m.Step == 0 {
		out = append(out, m.Title(), string(m.Policy.QueueOptions()), string(m.Policy.AllocatorOptions()), string(m.Policy.NetworkOptions()), string(m.Policy.MachineOptions()), string(m.Policy.GrowthOptions()),
			string(m.Figures.AllFiguresHTML()), string(m.Figures.FiguresHTML()), m.Figures.CurvesText())
	}
	var texts []string
	for _, html := range out {
		for part := range strings.SplitSeq(html, ">") {
			if text, _, _ := strings.Cut(part, "<"); strings.TrimSpace(text) != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// english returns the words of a text that look English, that is, words of at least
// three letters that are all ASCII. It omits words that are the same in every
// language.
func english(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(word) > 2 && strings.IndexFunc(word, func(r rune) bool { return r > unicode.MaxASCII }) < 0 && !strings.Contains(sameEverywhere, " "+word+" ") {
			out = append(out, word)
		}
	}
	return out
}

const sameEverywhere = " InClusterQueue InCohortReclamation InCohortReclaimWhileBorrowing EASY SDM MDM GPU MiB CPU MPFS Scan Gen Alg Inc Slurm Kueue Volcano KAI Flux PBS torus Dragonfly topology conf Njob Pjob Nnode Net QOS Dependency DependencyNeverSatisfied ReqNodeNotAvail Reservation PowerNotAvail JobHeldUser BeginTime JobArrayTaskLimit QOSMaxNodePerUserLimit "

// TestReasonsAreTranslated checks that the pickers show a translated reason for
// each queue, placement and network that does not suit a lesson. Translations are
// found by the English text of the core, so a reworded reason loses its own.
func TestReasonsAreTranslated(t *testing.T) {
	for _, code := range lang.Codes {
		c, reasons := languageOf(t, code), 0
		general := c.Say(i18n.Unfit)
		for _, l := range scenarios.All() {
			s := open(t, lesson(t, l.Name))
			s.Speak(c)
			for _, options := range []string{string(s.Policy.QueueOptions()), string(s.Policy.AllocatorOptions()), string(s.Policy.NetworkOptions())} {
				reasons += strings.Count(options, " disabled ")
				if strings.Contains(options, general) {
					t.Errorf("%s, %s: a reason has no translation in names.json: %s", code, l.Name, options)
				}
			}
		}
		if reasons == 0 {
			t.Errorf("%s: no lesson has an option that does not suit it", code)
		}
	}
}
