package lab

import (
	"math"
	"strconv"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/wasm/html"
)

// say returns the text with the given name. Its placeholders are filled from pairs,
// a list of alternating names and values.
func (l *Lab) say(name string, pairs ...string) string {
	text := l.texts.Of[name]
	if text == "" {
		text = name // a missing text is shown as its name; the check of the translations reports it
	}
	var gaps []string
	for i := 0; i+1 < len(pairs); i += 2 {
		gaps = append(gaps, "{"+pairs[i]+"}", pairs[i+1])
	}
	return strings.NewReplacer(gaps...).Replace(text)
}

// text returns a text of the lab for an element.
func (l *Lab) text(name string, pairs ...string) html.Text { return html.Text(l.say(name, pairs...)) }

// act returns the attribute by which the page knows what a control does.
func act(name string) html.Attr { return html.Attr{"data-lab", name} }

// value returns the attribute of a control's value.
func value(text string) html.Attr { return html.Attr{"value", text} }

// figureTitle returns the title of a figure in the reader's language.
func (l *Lab) figureTitle(k *metrics.Figure) string {
	if own := l.texts.Of["figure "+k.Key]; own != "" {
		return own
	}
	return k.Title
}

// levelTitle returns the title of a level. For a built-in policy, this is the
// policy's title; otherwise it is the name of the level.
func (l *Lab) levelTitle(factor, level string) string {
	path := ""
	if at := l.d.Find(factor); at >= 0 {
		path = pathOf(&l.d.Factors[at])
	}
	return l.choiceTitle(path, level)
}

func (l *Lab) choiceTitle(path, choice string) string {
	if own := l.texts.Of["name "+path+" "+choice]; own != "" {
		return own
	}
	switch path {
	case "scheduler.queue":
		if d := policies.DisciplineOf(choice); d != nil {
			return d.Title
		}
	case "scheduler.allocator":
		if p := policies.PlacementOf(choice); p != nil {
			return p.Title
		}
	}
	return choice
}

// fieldTitle returns the title of the field at a path. If there is no such field,
// it returns the given text.
func (l *Lab) fieldTitle(path, otherwise string) string {
	if own := l.texts.Of["field "+path]; own != "" {
		return own
	}
	for _, f := range fields {
		if f.Path == path {
			return l.orText("form "+f.group, f.group) + ": " + l.orText("title "+f.Title, f.Title)
		}
	}
	return otherwise
}

// algorithm returns the title of a curve, which consists of the titles of its
// levels.
func (l *Lab) algorithm(at int) string {
	var names []string
	for i, factor := range l.d.Algorithm {
		f := l.d.Find(factor)
		names = append(names, l.levelTitle(factor, l.d.Factors[f].Levels[l.layout.Algorithms[at].Levels[i]].Name))
	}
	return strings.Join(names, ", ")
}

// scale is the unit in which the values of a figure are shown. A value is divided
// by unit and followed by name.
type scale struct {
	unit float64
	name string
}

// scaleFor returns the unit for a figure. The largest value to be shown determines
// the unit.
func (l *Lab) scaleFor(k *metrics.Figure, most float64) scale {
	most = math.Abs(most)
	switch {
	case k.Unit == "%":
		return scale{0.01, "%"}
	case k.Unit != "s":
		return scale{1, l.texts.Of["unit "+k.Unit]}
	case most < 120:
		return scale{1, l.say("Seconds")}
	case most < 2*3600:
		return scale{60, l.say("Minutes")}
	case most < 3*86_400:
		return scale{3600, l.say("Hours")}
	}
	return scale{86_400, l.say("Days")}
}

// with formats a value in the unit of the scale.
func (s scale) with(x float64) string { return spaced(short(x/s.unit), s.name) }

// estimate formats a mean with half the width of its interval, for example "59.3 ±
// 12.7 min".
func (s scale) estimate(e experiment.Estimate) string {
	if e.N < 2 {
		return s.with(e.Mean)
	}
	return spaced(short(e.Mean/s.unit)+" ± "+short(e.Half/s.unit), s.name)
}

func spaced(value, unit string) string {
	if unit == "" {
		return value
	}
	return value + " " + unit // the space is a no-break space
}

// short formats a number with about three significant digits. It uses the minus
// sign "−" instead of a hyphen.
func short(x float64) string {
	digits := 2
	switch a := math.Abs(x); {
	case a >= 100:
		digits = 0
	case a >= 10:
		digits = 1
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		text = "0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// span formats a duration.
func (l *Lab) span(ms float64) string {
	switch s := ms / 1000; {
	case s < 1:
		return l.say("LessThanSecond")
	case s < 100:
		return spaced(strconv.Itoa(int(math.Ceil(s))), l.say("Seconds"))
	case s < 6000:
		return spaced(strconv.Itoa(int(math.Ceil(s/60))), l.say("Minutes"))
	default:
		return spaced(short(s/3600), l.say("Hours"))
	}
}

// grouped formats an integer with thin spaces between groups of three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}

// field is a field of a scenario that can be varied, together with the name of its
// form. Fields of lists cannot be varied.
type field struct {
	schema.Field
	group string
}

// fields lists all fields that can be varied.
var fields = func() []field {
	var out []field
	for _, form := range scenario.Forms() {
		for _, f := range form.Fields {
			if strings.ContainsAny(f.Path, "[{") || f.Path == "seed" {
				continue
			}
			switch f.Kind {
			case schema.Whole, schema.Number, schema.Bytes, schema.OneOf, schema.Truth:
				out = append(out, field{f, form.Title})
			}
		}
	}
	return out
}()

// numeric reports whether a field has numeric values, so that it can be varied
// along the axis.
func (f *field) numeric() bool {
	return f.Kind == schema.Whole || f.Kind == schema.Number || f.Kind == schema.Bytes
}

// choices returns the values that a field with a fixed set of named values can
// have.
func (f *field) choices() []string {
	if f.Kind == schema.Truth {
		return []string{"false", "true"}
	}
	return f.Choices
}

func fieldAt(path string) *field {
	for i := range fields {
		if fields[i].Path == path {
			return &fields[i]
		}
	}
	return nil
}
