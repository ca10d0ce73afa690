package policy

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/queue"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Milli formats a number given in thousandths. A whole number has no decimals; any
// other number has one decimal.
func (m *PolicyPanel) Milli(n int64) string {
	if n%1000 == 0 {
		return m.Words.Int(n / 1000)
	}
	return m.Words.Float(float64(n)/1000, 1)
}

// PartsHTML returns the legend of the bars that show priorities. It has an entry
// for each part of the priority that has a weight. PartsHTML returns "" if the
// discipline has no weights.
func (m *PolicyPanel) PartsHTML() html.HTML {
	if m.Run == nil || m.Run.Policy.Weights == nil {
		return ""
	}
	var out html.Builder
	for k, w := range m.Run.Policy.Weights {
		if w != 0 {
			name, k := m.WeightName(k)
			part, width, height := "part"+strconv.Itoa(int(k)), html.Attr{"width", "14"}, html.Attr{"height", "12"}
			out.El("li", html.El("svg", html.Class("swatch"), html.Hide{}, html.El("rect", html.Class(part), width, height),
				html.El("rect", html.Attr{"fill", "url(#" + part + ")"}, width, height)), html.Text(name), html.HTML(" "), html.Small(html.Text("× "+m.Milli(w))))
		}
	}
	return out.HTML()
}

// WeightName returns the name of the weight with index i, and the part
// of the priority to which this weight applies. The weights of the parts come
// first, followed by the weights of the machine's named resources.
func (m *PolicyPanel) WeightName(i int) (string, queue.PartKind) {
	if i < int(queue.NumParts) {
		return i18n.Upper(m.Words.Say(i18n.PartNames[i])), queue.PartKind(i)
	}
	return m.Own(i - int(queue.NumParts)), queue.OfResources
}

// partPatterns holds a fill pattern for each part of the priority. Readers can
// therefore tell the parts apart without colours.
var partPatterns = [queue.AllParts]string{
	"", "M0 3H6", "M0 6 6 0", "M3 0V6", "M0 0 6 6", "M0 6 6 0M0 0 6 6", "M1 1h2v2h-2z", "M0 3H6M3 0V6", "M0 2H3M3 5H6", "M0 6 3 0 6 6", "M1 0V6M4 0V6", "M2 2h1v1h-1zM5 5h1v1h-1z", "M3 1l2 4h-4z",
}

// PatternsHTML returns the SVG definitions of partPatterns.
func PatternsHTML() html.HTML {
	var out html.Builder
	for k, d := range partPatterns {
		out.El("pattern", html.ID("part"+strconv.Itoa(k)), html.Attr{"width", "6"}, html.Attr{"height", "6"}, html.Attr{"patternUnits", "userSpaceOnUse"}, html.Path(d))
	}
	return out.HTML()
}

// Weight is a slider that sets a weight of the priority.
type Weight struct {
	Key      string // key of the weight in scenarios; for a named resource, ownWeight followed by the resource's index
	Name     string
	Now      float64
	From, To float64
}

// Weights returns the sliders. The slider for GPUs comes first. Weights returns nil
// if the discipline has no weights.
func (m *PolicyPanel) Weights() []Weight {
	if m.Run == nil || m.Run.Policy.Weights == nil {
		return nil
	}
	const usual = 100
	var out []Weight
	add := func(k queue.PartKind, key string) {
		if int(k) >= len(m.Run.Policy.Weights) {
			return
		}
		now := float64(m.Run.Policy.Weights[k]) / 1000
		most := max(usual, 2*now, -2*now)
		if old := m.most[k]; old > most { // the range of a slider must not shrink while the reader moves it
			most = old
		}
		m.most[k] = most
		name, _ := m.WeightName(int(k))
		out = append(out, Weight{key, name, now, -most, most})
	}
	add(queue.OfGPUs, queue.OfGPUs.String())
	for k := range queue.NumParts {
		if k != queue.OfGPUs && k != queue.OfResources { // the weights of the named resources are added separately below
			add(k, k.String())
		}
	}
	for k := range m.Run.Machine.Resources {
		add(queue.NumParts+queue.PartKind(k), ownWeight+strconv.Itoa(k))
	}
	return out
}

// ownWeight is the beginning of a slider's key if the slider sets the weight of a
// named resource. The index of the resource follows. The index is used because the
// name of a resource may contain any characters.
const ownWeight = "own-"

// WeightPath returns the path in a scenario of the weight that the slider with the
// given key sets.
func (m *PolicyPanel) WeightPath(key string) string {
	if k, err := strconv.Atoi(strings.TrimPrefix(key, ownWeight)); err == nil && k < len(m.Run.Machine.Resources) {
		key = "resources[" + strconv.Quote(m.Run.Machine.Resources[k]) + "]"
	}
	return "scheduler.priority.weights." + key
}

// WeightsHTML returns the sliders without their values. The page sets the values
// separately. It therefore need not replace a slider while the reader moves it.
func (m *PolicyPanel) WeightsHTML() html.HTML {
	var first, more html.HTML
	for i, w := range m.Weights() {
		id, name := "weight-"+w.Key, w.Name
		if i == 0 {
			name = m.Words.Say(i18n.WeightOfGPUs)
		}
		slider := html.El("label", html.Class("weight"), html.Span(html.Text(name)), html.El("output", html.ID(id+"-value")),
			html.El("input", html.ID(id), html.Attr{"type", "range"}, html.Attr{"data-weight", w.Key}, html.Attr{"min", fmt.Sprint(w.From)}, html.Attr{"max", fmt.Sprint(w.To)}, html.Attr{"step", "1"}))
		if i == 0 {
			first = slider
		} else {
			more += slider
		}
	}
	if first == "" {
		return ""
	}
	return first + html.El("details", html.ID("weights-more"), html.El("summary", m.Words.HTML(i18n.MoreWeights)), more)
}

// WeightText formats the value of a slider for display.
func (m *PolicyPanel) WeightText(value string) string {
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return ""
	}
	return m.Milli(int64(math.Round(v * 1000)))
}

// Assign returns a copy of the overrides in which the field at the given path has
// the given value.
func Assign(o message.Overrides, path, value string) message.Overrides {
	o.Set = slices.Clone(o.Set)
	for i := range o.Set {
		if o.Set[i].Path == path {
			o.Set[i].Value = value
			return o
		}
	}
	o.Set = append(o.Set, message.Assignment{Path: path, Value: value})
	return o
}
