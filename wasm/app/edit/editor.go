package edit

import (
	"strconv"
	"strings"

	"hopyard/wasm/app/form"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/view"
	"hopyard/wasm/app/words"
)

// MarksJSON are faults as the editor of text marks them: where, and what is
// said there, a line each for the problem, the limit and the fix.
func (m *Panel) MarksJSON(text string, faults []message.Fault) string {
	const most = 50
	var out strings.Builder
	out.WriteByte('[')
	for i := range faults {
		f := &faults[i]
		from, to := view.Spot(text, f)
		if f.Line == 0 || i == most {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		lines := form.Quote(f.Problem)
		if f.Limit != "" && !strings.Contains(f.Problem, f.Limit) {
			lines += "," + form.Quote(m.Words.Say(words.FaultLimit, words.S("limit", f.Limit)))
		}
		if f.Fix != "" {
			lines += "," + form.Quote(m.Words.Say(words.FaultFix, words.S("fix", f.Fix)))
		}
		out.WriteString(`{"from":` + strconv.Itoa(from) + `,"to":` + strconv.Itoa(to) + `,"lines":[` + lines + `]}`)
	}
	return out.String() + "]"
}

// codePhrases are the words that the editor of text says itself, as it has them
// in English, and ours.
var codePhrases = [...]struct {
	own  string
	text words.Text
}{
	{"Find", words.CodeFind}, {"Replace", words.CodeReplace}, {"next", words.CodeNext}, {"previous", words.CodePrevious}, {"all", words.CodeAll},
	{"match case", words.CodeCase}, {"regexp", words.CodeRegexp}, {"by word", words.CodeWord}, {"replace", words.CodeReplaceOne},
	{"replace all", words.CodeReplaceAll}, {"close", words.Close}, {"Go to line", words.CodeLine}, {"go", words.CodeGo},
	{"Control character", words.CodeControl}, {"current match", words.CodeMatch}, {"on line", words.CodeOnLine},
	{"replaced match on line $", words.CodeReplacedOn}, {"replaced $ matches", words.CodeReplaced},
}

// CodeOptions are the words of the editor of text as JSON.
func (m *Panel) CodeOptions() string { return m.CodeOptionsFor(words.CodeLabel) }

// CodeOptionsFor are those of an editor with another label.
func (m *Panel) CodeOptionsFor(label words.Text) string {
	var out strings.Builder
	out.WriteString(`{"label":` + form.Quote(m.Words.Say(label)) + `,"phrases":{`)
	for i := range codePhrases {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(form.Quote(codePhrases[i].own) + ":" + form.Quote(m.Words.Say(codePhrases[i].text)))
	}
	return out.String() + "}}"
}
