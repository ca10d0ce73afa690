package scenario

import (
	"fmt"
	"math"

	"hopyard/core/jsondoc"
	"hopyard/core/network"
	"hopyard/core/scenario/schema"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

var usualNetwork = Network{Model: "none", Bandwidth: network.DefaultBandwidth}

func networkTable(n *Network) *table {
	t := newTable("a network", 4)
	named(t, "model", &n.Model, Networks).Always().Needs(`write "model": "max-min", "distance" or "none"`)
	t.Add("bandwidth", schema.Bytes, &n.Bandwidth, 1, MaxRate)
	t.Number("latency", &n.Latency, 0, MaxLatency, "seconds")
	t.Add("comm", schema.Other, commValue{&n.Comm}, 0, 0)
	return t
}

// network reads the network: the name of a model, or an object.
func (p *parser) network(v jsondoc.Ref) {
	if p.Kind(v) == '"' {
		t := networkTable(&p.s.Network)
		t.Row("model").Take(p, v)
		return
	}
	networkTable(&p.s.Network).Read(p, v)
}

// network writes the network. If everything but the model has its default, it
// writes the name of the model, and otherwise an object.
func (w *writer) network(n *Network) {
	alone := usualNetwork
	if alone.Model = n.Model; *n == alone {
		w.Text(n.Model)
		return
	}
	networkTable(n).Write(w, networkTable(&alone))
}

func commTable(c *workload.Comm) *table {
	t := newTable("comm", 4)
	named(t, "pattern", (*uint8)(&c.Pattern), Patterns).Always()
	t.Number("share", &c.Share, 1, MaxShare, "links")
	t.Add("bytes", schema.Bytes, &c.Bytes, 1, MaxRate)
	t.Add("matrix", schema.Other, (*matrixValue)(&c.Matrix), 0, 0)
	t.Whole = func(p *parser, v jsondoc.Ref, g given) { p.checkCommFields(v, c, g) }
	return t
}

// comm reads how the processes of a job communicate.
func (p *parser) comm(v jsondoc.Ref) *workload.Comm {
	c := &workload.Comm{}
	commTable(c).Read(p, v)
	return c
}

func (w *writer) comm(c *workload.Comm) { commTable(c).Write(w, commTable(&workload.Comm{})) }

// checkCommFields finds fields of comm that are missing or that exclude each other.
func (p *parser) checkCommFields(v jsondoc.Ref, c *workload.Comm, g given) {
	if !g.OK || p.Count() > g.Before {
		return
	}
	pattern, share, bytes, matrix := g.At("pattern"), g.At("share"), g.At("bytes"), g.At("matrix")
	switch {
	case pattern == 0 && matrix == 0:
		p.Missing(v, "pattern", "comm", `write "pattern": "all-to-all", or another name`)
	case pattern == 0:
		c.Pattern = workload.Matrix
	case c.Pattern == workload.Matrix && matrix == 0:
		p.Missing(v, "matrix", "comm", "write a row of weights for each process")
	case c.Pattern != workload.Matrix && matrix != 0:
		p.Wrong(matrix, fmt.Sprintf("is given with the pattern %q", c.Pattern), "", `write "pattern": "matrix", or leave it out`)
	}
	switch {
	case share != 0 && bytes != 0:
		p.Wrong(bytes, "cannot be combined with share", "", "give one of them")
	case share == 0 && bytes == 0 && c.Pattern != workload.Silent:
		p.Missing(v, "share", "comm", `write "share": 0.5, the part of its link that the busiest process needs, or "bytes" for each flow`)
	}
}

// matrix reads the rows of a matrix of weights and returns the weights row by row.
func (p *parser) matrix(v jsondoc.Ref) []int32 {
	if !p.List(v, MaxMatrix, "rows") {
		return nil
	}
	rows := 0
	for range p.Elements(v) {
		rows++
	}
	var out []int32
	for _, row := range p.Elements(v) {
		if !p.List(row, MaxMatrix, "weights") {
			return nil
		}
		n := 0
		for _, e := range p.Elements(row) {
			w, _ := p.Integer(e, 0, 1_000_000)
			out = append(out, int32(w))
			n++
		}
		if n != rows {
			p.Wrong(row, fmt.Sprintf("has %d weights, but the matrix has %d rows", n, rows), fmt.Sprint(rows), "write as many weights in each row as there are rows")
			return nil
		}
	}
	if rows < 2 {
		p.Wrong(v, "has fewer than 2 rows", "2", "write a row for each process")
	}
	return out
}

func (w *writer) matrix(m []int32) {
	rows := int(math.Sqrt(float64(len(m))))
	w.List(rows, func(i int) {
		w.List(rows, func(k int) { w.Number(int64(m[i*rows+k])) })
	})
}

// checkNetwork finds a network model that needs links on a machine without them,
// and jobs whose size does not match their communication.
func (p *parser) checkNetwork() {
	n := &p.s.Network
	routed, ok := p.machine.Topology.(topology.Routed)
	switch {
	case n.Model != "max-min":
	case ok && routed.NumLinks() > MaxSharedLinks:
		p.Add(jsondoc.Error{
			Place: "network", Value: n.Model, Limit: fmt.Sprint(MaxSharedLinks),
			Problem: fmt.Sprintf("network %q is used on a machine of %d links, more than %d", n.Model, routed.NumLinks(), MaxSharedLinks),
			Fix:     `make the machine smaller, or use "network": "distance"`,
		})
	case !ok:
		p.Add(jsondoc.Error{
			Place: "network", Value: n.Model, Limit: "a machine with links",
			Problem: fmt.Sprintf("network %q shares links, and the topology %q has none", n.Model, p.s.Cluster.Topology.Kind),
			Fix:     `use the topology "star", or "network": "distance"`,
		})
	}
	if n.Comm != nil && n.Comm.Pattern == workload.Matrix && p.hasWorkload {
		p.Add(jsondoc.Error{
			Place: "network.comm.matrix", Limit: "a list of jobs",
			Problem: "matrix has one size, but the jobs of a workload have many",
			Fix:     "use a named pattern",
		})
	}
	for i := range p.s.Jobs {
		j := &p.s.Jobs[i]
		switch {
		case p.badJobs[i]:
		case j.Comm != nil:
			p.checkComm(fmt.Sprintf("jobs[%d].comm", i), j, j.Comm)
		case n.Comm != nil:
			p.checkComm("network.comm", j, n.Comm)
		}
	}
}

func (p *parser) checkComm(place string, j *workload.Job, c *workload.Comm) {
	size := int(j.Size())
	switch {
	case c.Pattern == workload.Matrix && size*size != len(c.Matrix):
		rows := 0
		for rows*rows < len(c.Matrix) {
			rows++
		}
		p.Add(jsondoc.Error{
			Place: place + ".matrix", Value: fmt.Sprint(rows), Limit: fmt.Sprint(size),
			Problem: fmt.Sprintf("matrix has %d rows, but job %d has %d processes", rows, j.Number, size),
			Fix:     "write a row for each node or task of the job",
		})
	case c.Pattern != workload.Silent && size > MaxCommProcesses:
		p.Add(jsondoc.Error{
			Place: place, Value: fmt.Sprint(size), Limit: fmt.Sprint(MaxCommProcesses),
			Problem: fmt.Sprintf("comm is given for job %d of %d processes, more than %d", j.Number, size, MaxCommProcesses),
			Fix:     `leave it out, or write "pattern": "none"`,
		})
	}
}
