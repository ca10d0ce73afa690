package lab

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
)

// seriesFactor returns the index of the factor whose levels are compared as curves,
// or -1 if there is none. If several factors are compared, it returns the index of
// the last.
func (l *Lab) seriesFactor() int {
	if len(l.d.Algorithm) == 0 {
		return -1
	}
	return l.d.Find(l.d.Algorithm[len(l.d.Algorithm)-1])
}

// setSeries selects another field whose values are compared.
func (l *Lab) setSeries(path string) error {
	f := fieldAt(path)
	if f == nil {
		return errors.New(l.say("NoAxis", "path", path))
	}
	for i := range l.d.Factors {
		if i != l.seriesFactor() && pathOf(&l.d.Factors[i]) == path {
			return errors.New(l.say("VariedAlready", "field", l.fieldTitle(path, path)))
		}
	}
	factor := scenario.Factor{Name: path}
	if f.numeric() {
		factor.Levels = levelsOf(path, around(f, l.d.Base))
	} else {
		names := f.choices()
		if path == "scheduler.queue" {
			names = policies.Compared()
		}
		for _, name := range names[:min(3, len(names))] {
			factor.Levels = append(factor.Levels, l.named(f, name))
		}
	}
	if at := l.seriesFactor(); at >= 0 {
		l.d.Factors[at] = scenario.Factor{}
		factor.Name = l.spare(path)
		l.d.Factors[at] = factor
		l.d.Algorithm[len(l.d.Algorithm)-1] = factor.Name
	} else {
		factor.Name = l.spare(path)
		l.d.Factors = append(l.d.Factors, factor)
		l.d.Algorithm = []string{factor.Name}
	}
	return nil
}

// named returns a level that sets a field to one of its named values.
func (l *Lab) named(f *field, name string) scenario.Level {
	if f.Kind == schema.Truth {
		return level(f.Path, name)
	}
	if f.Path == "scheduler.queue" {
		return queueLevel(l.d.Base, name)
	}
	return level(f.Path, quote(name))
}

func (l *Lab) dropLevel(name string) error {
	f := &l.d.Factors[max(l.seriesFactor(), 0)]
	f.Levels = slices.DeleteFunc(f.Levels, func(x scenario.Level) bool { return x.Name == name })
	if len(f.Levels) == 0 {
		return errors.New(l.say("NoLevels"))
	}
	return nil
}

func (l *Lab) addLevel(name string) error {
	at := l.seriesFactor()
	if at < 0 || name == "" {
		return nil
	}
	f := &l.d.Factors[at]
	path := pathOf(f)
	x := fieldAt(path)
	switch {
	case x == nil:
		return errors.New(l.say("NotByForm", "factor", f.Name))
	case x.numeric():
		values, err := l.numbers(name)
		if err != nil {
			return err
		}
		for _, v := range values {
			f.Levels = append(f.Levels, level(path, v))
		}
	default:
		f.Levels = append(f.Levels, l.named(x, name))
	}
	return nil
}

// addOwn adds a policy program to the compared levels. The compared field
// determines whether the program is a queue discipline, an allocator or an order.
func (l *Lab) addOwn(source string) error {
	at := l.seriesFactor()
	if at < 0 || strings.TrimSpace(source) == "" {
		return nil
	}
	f := &l.d.Factors[at]
	path := pathOf(f)
	if !slices.Contains([]string{"scheduler.queue", "scheduler.allocator", "scheduler.order"}, path) {
		return errors.New(l.say("OwnWhere"))
	}
	name := policies.Own
	for n := 2; slices.ContainsFunc(f.Levels, func(x scenario.Level) bool { return x.Name == name }); n++ {
		name = policies.Own + " " + strconv.Itoa(n)
	}
	f.Levels = append(f.Levels, scenario.Level{Name: name, Set: [][2]string{{path, `{"starlark": ` + quote(source) + `}`}}})
	return nil
}

// addFactor adds a factor that varies another field. Each of its levels has
// separate charts.
func (l *Lab) addFactor(path string) error {
	f := fieldAt(path)
	if f == nil {
		return nil
	}
	for i := range l.d.Factors {
		if pathOf(&l.d.Factors[i]) == path {
			return errors.New(l.say("VariedAlready", "field", l.fieldTitle(path, path)))
		}
	}
	factor := scenario.Factor{Name: l.spare(path)}
	if f.numeric() {
		values := around(f, l.d.Base)
		factor.Levels = levelsOf(path, values[:min(2, len(values))])
	} else {
		for _, name := range f.choices()[:min(2, len(f.choices()))] {
			factor.Levels = append(factor.Levels, l.named(f, name))
		}
	}
	l.d.Factors = append(l.d.Factors, factor)
	return nil
}

// setValues sets the levels of a factor from a text such as "factor=1, 2, 5".
func (l *Lab) setValues(text string) error {
	name, values, _ := strings.Cut(text, "=")
	return l.setLevels(l.d.Find(name), values)
}

func (l *Lab) dropFactor(name string) error {
	at := l.d.Find(name)
	if at < 0 || name == l.d.Axis || slices.Contains(l.d.Algorithm, name) {
		return nil
	}
	l.d.Factors = slices.Delete(l.d.Factors, at, at+1)
	return nil
}
