package lab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/workload/resampling"
)

// Size of the default experiment: the number of random jobs and of repetitions.
const (
	usualJobs = 500
	usualRuns = 20
)

// Aims of the default experiment. An aim determines which policies are compared and
// what is varied along the axis.
const (
	AimQueue     = "queue"     // queue disciplines, with the overestimation of run times along the axis
	AimPlacement = "allocator" // allocators, with the offered load along the axis
	AimLoad      = "load"      // queue disciplines, with the offered load along the axis
)

// usual returns the default experiment for a scenario. The aim selects what is
// compared; an empty aim means AimQueue. The seeds of an experiment affect only
// random jobs. The default experiment therefore replaces listed jobs and traces by
// random jobs, and removes fields that refer to the listed jobs or their users.
func usual(src []byte, s *scenario.Scenario, aim string) (*scenario.Design, error) {
	var err error
	set := func(path, value string) {
		if err == nil {
			src, err = scenario.Edit(src, path, value)
		}
	}
	for _, field := range []string{"goals", "notes", "vary", "about"} {
		set(field, "null")
	}
	title := s.Title
	if s.Model == nil {
		nodes := s.Cluster.Topology.NumNodes()
		for _, field := range []string{"jobs", "workload", "allotments", "limits", "queues", "scheduler.decisions", "scheduler.overrun"} {
			set(field, "null")
		}
		set("workload", fmt.Sprintf(`{"model": "lublin", "jobs": %d, "load": 0.9, "estimates": "factor", "factor": 3, "widest": %d}`, usualJobs, max(1, nodes/2)))
		title = fmt.Sprintf("%d random jobs on %d nodes", usualJobs, nodes)
		set("title", quote(title))
	}
	set("workload.estimates", `"factor"`)
	d := &scenario.Design{Title: title, Base: src, Repetitions: usualRuns, Axis: "load", Algorithm: []string{"queue"}, Figures: []string{"mean_wait"}}
	series := scenario.Factor{Name: "queue", Levels: queues(src, s)}
	var axis []scenario.Level
	switch aim {
	case AimPlacement:
		if own := s.Scheduler.Queue; !slices.Contains(policies.Compared(), own) && own != policies.Own {
			for _, x := range scenario.QueueAssignments(src, quote(policies.Default)) { // the scenario's discipline needs data that random jobs lack, such as allotments
				set(x[0], x[1])
			}
			d.Base = src
		}
		d.Algorithm, d.Figures = []string{"allocator"}, []string{"mean_hops_per_pair", "mean_wait"}
		series = scenario.Factor{Name: "allocator", Levels: allocators(src, s)}
		fallthrough
	case AimLoad:
		for i := range 5 {
			axis = append(axis, level("workload.load", strconv.FormatFloat(float64(5+i)/10, 'g', -1, 64)))
		}
	default:
		d.Axis = "factor"
		for i := range 9 {
			axis = append(axis, level("workload.factor", strconv.FormatFloat(1+float64(i)/2, 'g', -1, 64)))
		}
	}
	d.Factors = []scenario.Factor{{Name: d.Axis, Levels: axis}, series}
	return d, err
}

// allocators returns the allocators that are compared by default: that of the
// scenario, and three others that work on every machine.
func allocators(src []byte, s *scenario.Scenario) []scenario.Level {
	own := s.Scheduler.Allocator
	var levels []scenario.Level
	switch own {
	case "":
	case policies.Own:
		raw, _ := scenario.LookUp(src, "scheduler.allocator")
		levels = append(levels, scenario.Level{Name: own, Set: [][2]string{{"scheduler.allocator", raw}}})
	default:
		levels = append(levels, level("scheduler.allocator", quote(own)))
	}
	for _, name := range []string{"sdm", "first-fit", "random"} {
		if name != own {
			levels = append(levels, level("scheduler.allocator", quote(name)))
		}
	}
	return levels
}

// queues returns the queue disciplines that are compared by default: three common
// disciplines and, if it is not among these, the scenario's discipline.
func queues(src []byte, s *scenario.Scenario) []scenario.Level {
	names := policies.Compared()
	var levels []scenario.Level
	for _, name := range names[:min(3, len(names))] {
		levels = append(levels, queueLevel(src, name))
	}
	own := s.Scheduler.Queue
	if own == policies.Own {
		raw, _ := scenario.LookUp(src, "scheduler.queue")
		levels = append(levels, scenario.Level{Name: own, Set: [][2]string{{"scheduler.queue", raw}}})
	} else if d := policies.DisciplineOf(own); d != nil && !slices.Contains(names[:min(3, len(names))], own) && !d.NeedsBlock() && slices.Contains(policies.Compared(), own) {
		levels = append(levels, queueLevel(src, own))
	}
	return levels
}

// queueLevel returns a level that selects a queue discipline. If the discipline
// cannot use the scenario's scheduling windows, the level also removes them.
func queueLevel(src []byte, name string) scenario.Level {
	return scenario.Level{Name: name, Set: scenario.QueueAssignments(src, quote(name))}
}

// level returns a level that sets the value at a path. The level is named after the
// value.
func level(path, raw string) scenario.Level {
	name := raw
	if text := ""; json.Unmarshal([]byte(raw), &text) == nil {
		name = text
	}
	return scenario.Level{Name: name, Set: [][2]string{{path, raw}}}
}

func quote(text string) string {
	raw, _ := json.Marshal(text)
	return string(raw)
}

// pathOf returns the path that the levels of a factor set. It returns "" if a level
// sets several paths, or if levels set different paths.
func pathOf(f *scenario.Factor) string {
	path := ""
	for i, l := range f.Levels {
		if len(l.Set) != 1 || i > 0 && l.Set[0][0] != path {
			return ""
		}
		path = l.Set[0][0]
	}
	return path
}

// written returns a design as JSON.
func written(d *scenario.Design) []byte {
	var out bytes.Buffer
	field := func(name, raw string) {
		if out.Len() > 1 {
			out.WriteString(",\n  ")
		}
		out.WriteString(quote(name) + ": " + raw)
	}
	list := func(name string, all []string) {
		if len(all) > 0 {
			raw, _ := json.Marshal(all)
			field(name, string(raw))
		}
	}
	out.WriteString("{")
	field("hopyard_design", strconv.Itoa(scenario.DesignVersion))
	if d.Title != "" {
		field("title", quote(d.Title))
	}
	if d.About != "" {
		field("about", quote(d.About))
	}
	list("notes", d.Notes)
	field("repetitions", strconv.Itoa(d.Repetitions))
	field("scenario", string(d.Base))
	var factors []string
	for i := range d.Factors {
		factors = append(factors, writtenFactor(&d.Factors[i]))
	}
	field("factors", "["+strings.Join(factors, ",\n    ")+"]")
	if d.Axis != "" {
		field("axis", quote(d.Axis))
	}
	list("algorithm", d.Algorithm)
	list("figures", d.Figures)
	if len(d.Claims) > 0 {
		field("claims", writtenClaims(d.Claims))
	}
	if d.ClaimsBy != "" && len(d.Claims) > 0 {
		field("claims_by", quote(d.ClaimsBy))
	}
	if d.Cut != (metrics.Trim{}) {
		raw, _ := json.Marshal(map[string]float64{"first": d.Cut.First, "last": d.Cut.Last})
		field("cut", string(raw))
	}
	if s := d.Stop; s != nil {
		raw, _ := json.Marshal(map[string]float64{"percent": s.Percent, "least": float64(s.Least)})
		field("stop", string(raw))
	}
	if d.Resample != resampling.None {
		field("resample", quote(d.Resample.String()))
	}
	out.WriteString("}\n")
	return out.Bytes()
}

func writtenFactor(f *scenario.Factor) string {
	path := pathOf(f)
	text := `{"name": ` + quote(f.Name)
	if path != "" {
		text += `, "path": ` + quote(path)
	}
	var levels []string
	for _, l := range f.Levels {
		for i := range l.Set {
			l.Set[i][1] = string(compact([]byte(l.Set[i][1])))
		}
		levels = append(levels, writtenLevel(&l, path))
	}
	return text + `, "levels": [` + strings.Join(levels, ", ") + `]}`
}

func writtenLevel(l *scenario.Level, path string) string {
	if path != "" && len(l.Only) == 0 && l.Set[0][1] != "" && !strings.ContainsAny(l.Set[0][1][:1], "{[") && level(path, l.Set[0][1]).Name == l.Name {
		return l.Set[0][1]
	}
	text := `{"name": ` + quote(l.Name)
	if path != "" {
		text += `, "value": ` + l.Set[0][1]
	} else if len(l.Set) > 0 {
		var sets []string
		for _, s := range l.Set {
			sets = append(sets, quote(s[0])+": "+s[1])
		}
		text += `, "set": {` + strings.Join(sets, ", ") + `}`
	}
	if len(l.Only) > 0 {
		text += `, "only": ` + writtenChoices(l.Only)
	}
	return text + "}"
}

func writtenChoices(choices []scenario.FactorChoice) string {
	var all []string
	for _, c := range choices {
		raw, _ := json.Marshal(c.Levels)
		all = append(all, quote(c.Factor)+": "+string(raw))
	}
	return "{" + strings.Join(all, ", ") + "}"
}

func writtenClaims(claims []scenario.Claim) string {
	var all []string
	for _, c := range claims {
		var best []string
		for _, b := range c.Best {
			raw, _ := json.Marshal(b.Algorithms)
			text := `{"algorithms": ` + string(raw)
			if b.From != 0 {
				text += `, "from": ` + number(b.From)
			}
			if b.Until < float64(scenario.MaxNumber) {
				text += `, "until": ` + number(b.Until)
			}
			best = append(best, text+"}")
		}
		text := `{"text": ` + quote(c.Text) + `, "best": [` + strings.Join(best, ", ") + `]`
		if len(c.Where) > 0 {
			text = `{"where": ` + writtenChoices(c.Where) + ", " + text[1:]
		}
		all = append(all, text+"}")
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// compact removes white space from JSON, so that equal designs have equal texts. If
// the text is not valid JSON, it is returned unchanged.
func compact(raw []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, raw) != nil {
		return raw
	}
	return out.Bytes()
}

// number formats a number for JSON without an exponent.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
