package edit

import (
	"strconv"
	"strings"

	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// MarksJSON returns errors as JSON for the text editor. Each error has the range of
// the text to mark, and up to three lines of explanation: the problem, the limit
// and the fix.
func (m *EditPanel) MarksJSON(text string, faults []message.Problem) string {
	const most = 50
	var out strings.Builder
	out.WriteByte('[')
	for i := range faults {
		f := &faults[i]
		from, to := model.Spot(text, f)
		if f.Line == 0 || i == most {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		lines := form.Quote(f.Problem)
		if f.Limit != "" && !strings.Contains(f.Problem, f.Limit) {
			lines += "," + form.Quote(m.Words.Say(i18n.FaultLimit, i18n.S("limit", f.Limit)))
		}
		if f.Fix != "" {
			lines += "," + form.Quote(m.Words.Say(i18n.FaultFix, i18n.S("fix", f.Fix)))
		}
		out.WriteString(`{"from":` + strconv.Itoa(from) + `,"to":` + strconv.Itoa(to) + `,"lines":[` + lines + `]}`)
	}
	return out.String() + "]"
}

// codePhrases lists the English phrases in the text editor's own user interface,
// each with the page's text that replaces it.
var codePhrases = [...]struct {
	own  string
	text i18n.Text
}{
	{"Find", i18n.CodeFind}, {"Replace", i18n.CodeReplace}, {"next", i18n.CodeNext}, {"previous", i18n.CodePrevious}, {"all", i18n.CodeAll},
	{"match case", i18n.CodeCase}, {"regexp", i18n.CodeRegexp}, {"by word", i18n.CodeWord}, {"replace", i18n.CodeReplaceOne},
	{"replace all", i18n.CodeReplaceAll}, {"close", i18n.Close}, {"Go to line", i18n.CodeLine}, {"go", i18n.CodeGo},
	{"Control character", i18n.CodeControl}, {"current match", i18n.CodeMatch}, {"on line", i18n.CodeOnLine},
	{"replaced match on line $", i18n.CodeReplacedOn}, {"replaced $ matches", i18n.CodeReplaced},
}

// CodeOptions returns the label and the phrases of the text editor as JSON.
func (m *EditPanel) CodeOptions() string { return m.CodeOptionsFor(i18n.CodeLabel) }

// CodeOptionsFor returns the same JSON as CodeOptions, but with another label.
func (m *EditPanel) CodeOptionsFor(label i18n.Text) string {
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
