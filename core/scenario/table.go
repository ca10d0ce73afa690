package scenario

import (
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/jsondoc"
	"hopyard/core/queue"
	"hopyard/core/scenario/schema"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// parser fills a Scenario from a document. If a part cannot be read, the parser
// skips the checks that depend on it, because they would only repeat the error.
type parser struct {
	*jsondoc.Reader
	s               *Scenario
	machine         *cluster.Machine // nil if the cluster cannot be read
	noCluster       bool             // whether the cluster cannot be read
	noScheduler     bool             // whether the scheduler cannot be read, or asked about jobs
	exclusive       int              // 1 + the index of the first job that keeps its blocks free of other jobs, or 0
	badJobs         map[int]bool     // indices of jobs that cannot be read
	preceding       map[int]int64    // id of the preceding job, by job index
	leaders         map[int]int64    // id of the first part of the heterogeneous job, by job index
	held            bool             // some job has conditions for its start
	overrun         map[int]bool     // whether the job's own overrun rule is extend, by job index; jobs without a rule of their own are missing
	names           map[string]string
	allotting       *Allotments     // allotments whose history is being read
	known           map[string]bool // users in allotting
	hasJobs         bool
	hasWorkload     bool
	modelAt         jsondoc.Ref // position of the block workload, if it is a model
	faultsAt        jsondoc.Ref
	powerAt         given // fields of the block power
	allotmentsAt    jsondoc.Ref
	clusterQueuesAt jsondoc.Ref
	limitAt         []jsondoc.Ref // positions of the limits
	depth           int           // nesting depth of the parts being read
	mostDrawn       int
	widest          int // largest number of nodes of a machine to build
}

// writer writes a scenario, or a part of one.
type writer struct {
	jsondoc.Writer
	names []string // names of the resources that the cluster defines itself
}

// Every object of the language has one table of its fields. The functions for
// single fields get the parser or the writer of a scenario.
type (
	table = schema.Table[*parser, *writer]
	field = schema.Row[*parser, *writer]
	given = schema.Given[*parser, *writer]
)

// newTable returns an empty table with room for the given number of fields.
func newTable(of string, fields int) *table { return schema.New[*parser, *writer](of, fields) }

// label adds a field with the name of a user, group, queue or application.
func label(t *table, name string, at *string) *field {
	return t.Add(name, schema.Label, (*labelValue)(at), 0, MaxName)
}

// named adds a field with one of the names of a table.
func named(t *table, name string, at any, names func() []Name) *field {
	return t.Named(name, at, func() []string { return namesIn(names()) })
}

// byName adds a field with an object of numbers. The names in the object are users,
// groups or queues.
func byName(t *table, name string, at *[]queue.Named, each *field) *field {
	return t.Add(name, schema.Map, &numbersValue{at, name, each}, 0, MaxOwners)
}

// oneOf reads one of the given names, as [schema.ReadOneOf] does.
func (p *parser) oneOf(v jsondoc.Ref, names []string, to any) {
	schema.ReadOneOf(p.Reader, v, names, to)
}

// The variables of the language that are neither strings nor numbers. Most of them
// have no value by default.

// labelValue is the name of a user, group, queue or application.
type labelValue string

func (x *labelValue) ReadValue(p *parser, v jsondoc.Ref, _ *field) { *x = labelValue(p.name(v)) }
func (x *labelValue) WriteValue(w *writer, _ *field, _ any)        { w.Text(string(*x)) }
func (x *labelValue) Differs(usual any) bool                       { return *x != *usual.(*labelValue) }

// nodesValue is a list of nodes.
type nodesValue cluster.Placement

func (x *nodesValue) ReadValue(p *parser, v jsondoc.Ref, _ *field) {
	nodes, _ := p.nodeList(v)
	*x = nodesValue(nodes)
}
func (x *nodesValue) WriteValue(w *writer, _ *field, _ any) { w.Text(cluster.Placement(*x).String()) }
func (x *nodesValue) Differs(any) bool                      { return *x != nil }

// rangeValue is a number, or the lowest and the highest number.
type rangeValue workload.PermilleRange

func (x *rangeValue) ReadValue(p *parser, v jsondoc.Ref, f *field) {
	*x = rangeValue(p.span(v, f.Min, f.Max, f.Of))
}
func (x *rangeValue) WriteValue(w *writer, _ *field, _ any) { w.span(workload.PermilleRange(*x)) }
func (x *rangeValue) Differs(usual any) bool                { return *x != *usual.(*rangeValue) }

// commValue is the communication of a job.
type commValue struct{ at **workload.Comm }

func (x commValue) ReadValue(p *parser, v jsondoc.Ref, _ *field) { *x.at = p.comm(v) }
func (x commValue) WriteValue(w *writer, _ *field, _ any)        { w.comm(*x.at) }
func (x commValue) Differs(any) bool                             { return *x.at != nil }

// numbersValue is an object with a number for each name.
type numbersValue struct {
	at   *[]queue.Named
	name string
	each *field
}

func (x *numbersValue) ReadValue(p *parser, v jsondoc.Ref, _ *field) {
	*x.at = p.values(v, x.name, x.each)
}
func (x *numbersValue) WriteValue(w *writer, _ *field, _ any) { w.values(*x.at, x.each) }
func (x *numbersValue) Differs(any) bool                      { return *x.at != nil }

// matrixValue is a matrix of weights, row by row.
type matrixValue []int32

func (x *matrixValue) ReadValue(p *parser, v jsondoc.Ref, _ *field) { *x = p.matrix(v) }
func (x *matrixValue) WriteValue(w *writer, _ *field, _ any)        { w.matrix(*x) }
func (x *matrixValue) Differs(any) bool                             { return *x != nil }

// patternsValue is a list of patterns of communication.
type patternsValue []workload.Pattern

func (x *patternsValue) ReadValue(p *parser, v jsondoc.Ref, _ *field) { *x = p.drawnPatterns(v) }
func (x *patternsValue) WriteValue(w *writer, _ *field, _ any)        { w.drawnPatterns(*x) }
func (x *patternsValue) Differs(any) bool                             { return *x != nil }

// sidesValue is a list of whole numbers, each at least 1.
type sidesValue []int

func (x *sidesValue) ReadValue(p *parser, v jsondoc.Ref, f *field) {
	*x = p.sides(v, int(f.Most), f.Of, f.Fix)
}
func (x *sidesValue) WriteValue(w *writer, _ *field, _ any) { w.sides(*x) }
func (x *sidesValue) Differs(any) bool                      { return *x != nil }

// stagesValue is the durations of the stages of a growth.
type stagesValue [elastic.NumStages]simtime.Duration

func (x *stagesValue) ReadValue(p *parser, v jsondoc.Ref, _ *field) { p.stages(v, x[:]) }
func (x *stagesValue) WriteValue(w *writer, _ *field, _ any)        { w.spans(x[:]) }
func (x *stagesValue) Differs(usual any) bool                       { return *x != *usual.(*stagesValue) }

// ownValue is amounts of the resources that the cluster defines itself.
type ownValue workload.Resources

func (x *ownValue) ReadValue(p *parser, v jsondoc.Ref, f *field) {
	p.resources(v, f.Of != "", func(k int, v jsondoc.Ref) { amount.Keep(p, v, &x[int(workload.Named)+k]) })
}
func (x *ownValue) WriteValue(w *writer, _ *field, usual any) {
	w.own((*workload.Resources)(x), (*workload.Resources)(usual.(*ownValue)))
}
func (x *ownValue) Differs(usual any) bool {
	return ownDiffer((*workload.Resources)(x), (*workload.Resources)(usual.(*ownValue)))
}

// truth returns 1 for true and 0 for false.
func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
