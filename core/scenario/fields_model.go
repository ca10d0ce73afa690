package scenario

import (
	"hopyard/core/workload"
)

// drawing is a model while it is read or written: what it draws, and what it
// leaves open.
type drawing struct {
	*workload.Lublin
	fill *Fill
}

func modelTable(m *drawing) *table {
	t := newTable("a workload", 18)
	t.named("model", nil, Models).always().must().writes(func(w *writer, _ any) { w.text(models[0].Name) })
	t.add("swf", Text, nil, 0, MaxBytes)
	t.integer("jobs", &m.Jobs, 1, workload.MaxModelJobs).always().must()
	t.number("load", &m.Load, 1, workload.MaxLoad, "load")
	t.oneOf("estimates", (*uint8)(&m.Estimates), namesOf(workload.NumEstimates))
	t.oneOf("types", (*uint8)(&m.Types), namesOf(workload.NumJobTypes))
	t.truth("tasks", &m.Tasks)
	t.integer("widest", &m.Widest, 1, workload.MaxModelTasks)
	t.number("factor", &m.Factor, 1000, workload.MaxFactor, "factor")
	t.number("max_estimate", (*int64)(&m.MaxEstimate), int64(workload.MinMaxWall), int64(workload.MaxMaxWall), "max_estimate")
	t.add("memory", Range, &m.Memory, 0, 1000).unit("fractions")
	t.add("disk", Range, &m.Disk, 0, 1000).unit("fractions")
	t.oneOf("fraction_of", (*uint8)(&m.Of), namesOf(workload.NumWholes))
	t.add("patterns", Other, &m.Patterns, 0, 0)
	t.add("share", Range, &m.Share, 0, 1000).unit("fractions")
	t.integer("users", &m.fill.Users, 1, MaxUsers)
	t.add("slack", Range, &m.fill.Slack, 1000, MaxSlack).unit("times the walltime")
	t.add("elastic", Other, nil, 0, 0).reads(func(p *parser, v ref) {
		to := usualMalleable
		malleableTable(&to).read(p, v)
		m.fill.Elastic = &to
	}).when(func() bool { return m.fill.Elastic != nil }).writes(func(w *writer, _ any) { malleableTable(m.fill.Elastic).write(w, malleableTable(&usualMalleable)) })
	return t
}

var usualMalleable = Malleable{Part: 1000, Factor: 2000}

func malleableTable(m *Malleable) *table {
	t := newTable("elastic", 3)
	t.number("part", &m.Part, 1, 1000, "fractions").always()
	t.number("factor", &m.Factor, 1000, MaxGrowth, "times the size")
	t.object("speedup", &m.Speedup, func() *table { return speedupTable(&m.Speedup) })
	return t
}
