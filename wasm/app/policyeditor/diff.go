package policyeditor

import (
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// line is a line in the comparison of two texts.
type line struct {
	mark byte // ' ' for a line in both texts, '-' for a line only in the first text, '+' for a line only in the second text
	text string
}

// maxPairs is the maximum number of pairs of lines that a comparison examines. It
// is enough for two texts of 1,400 lines each.
const maxPairs = 2_000_000

// compare returns the lines of two texts, each marked as common or different. As
// few lines as possible are marked as different. Common lines at the beginning and
// at the end are not examined further. If more than maxPairs pairs of lines remain,
// compare marks all remaining lines as different. Cost: proportional to the product
// of the numbers of remaining lines.
func compare(a, b []string) []line {
	var out []line
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		out = append(out, line{' ', a[n]})
		n++
	}
	a, b = a[n:], b[n:]
	end := 0
	for end < len(a) && end < len(b) && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	tail := a[len(a)-end:]
	a, b = a[:len(a)-end], b[:len(b)-end]
	if len(a)*len(b) > maxPairs {
		for _, text := range a {
			out = append(out, line{'-', text})
		}
		for _, text := range b {
			out = append(out, line{'+', text})
		}
	} else {
		out = between(out, a, b)
	}
	for _, text := range tail {
		out = append(out, line{' ', text})
	}
	return out
}

// between compares two texts by their longest common subsequence of lines. It
// appends the marked lines to out.
func between(out []line, a, b []string) []line {
	width := len(b) + 1
	same := make([]int32, (len(a)+1)*width) // length of the longest common subsequence of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				same[i*width+j] = same[(i+1)*width+j+1] + 1
			} else {
				same[i*width+j] = max(same[(i+1)*width+j], same[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, line{' ', a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && same[(i+1)*width+j] >= same[i*width+j+1]:
			out = append(out, line{'-', a[i]})
			i++
		default:
			out = append(out, line{'+', b[j]})
			j++
		}
	}
	return out
}

// DiffHTML returns the differences between the program in the editor and another
// text, whose name is given.
func (m *PolicyEditor) DiffHTML(name, text string) html.HTML {
	c := m.Words
	lines := compare(strings.Split(strings.TrimRight(text, "\n"), "\n"), strings.Split(strings.TrimRight(m.Source, "\n"), "\n"))
	differs := false
	var body html.Builder
	for _, l := range lines {
		tag := "span"
		if l.mark != ' ' {
			tag, differs = map[byte]string{'-': "del", '+': "ins"}[l.mark], true
		}
		body.El(tag, html.Text(string(l.mark)+" "+l.text+"\n"))
	}
	return html.P(html.Class("row"), html.Span(c.HTML(i18n.PolicyDiffTitle, i18n.S("name", name))), html.Button(html.Flag("data-code"), c.HTML(i18n.PolicyDiffEnd))) +
		html.If(!differs, html.P(html.Class("small"), c.HTML(i18n.PolicyDiffSame))) + html.El("pre", html.Class("own-lines"), html.Attr{"tabindex", "0"}, body.HTML())
}
