package variant

import (
	"slices"
	"strings"
	"unicode"

	"hopyard/core/scenario"
)

// unvaried returns a copy of a lesson, for a draw to change. The copy has no vary,
// no goals and no notes. If the description mentions numbers, the copy has no
// description, because these would be the numbers of the lesson.
func unvaried(s *scenario.Scenario) *scenario.Scenario {
	out := *s
	out.Vary = nil
	out.Jobs = slices.Clone(s.Jobs)
	out.Queues = slices.Clone(s.Queues)
	for i := range out.Queues {
		out.Queues[i].Changes = slices.Clone(out.Queues[i].Changes)
	}
	if s.Faults != nil {
		faults := *s.Faults
		faults.Events = slices.Clone(faults.Events)
		out.Faults = &faults
	}
	if s.Allotments != nil {
		allotments := *s.Allotments
		allotments.Events = slices.Clone(allotments.Events)
		out.Allotments = &allotments
	}
	if tellsFigures(s.About) {
		out.About = ""
	}
	out.Goals, out.Notes = nil, nil
	return &out
}

// figures lists words that stand for numbers.
var figures = strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty thirty forty fifty sixty hundred thousand " +
	"half halves third quarter twice double")

// tellsFigures reports whether a text contains numbers, as digits or as words.
func tellsFigures(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.ContainsFunc(word, unicode.IsDigit) || slices.Contains(figures, word)
	})
}
