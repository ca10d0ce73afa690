package scenario

import (
	"fmt"
	"strconv"

	"hopyard/core/workload"
)

// Networks are the names of network.
func Networks() []Name { return append([]Name(nil), networks[:]...) }

// Patterns are the names of comm.pattern.
func Patterns() []Name { return append([]Name(nil), patterns[:]...) }

var networks = [...]Name{
	{Name: "none", Title: "No network", About: "Communication takes no time.", Source: "Standard; SOURCES.md NET.3"},
	{Name: "distance", Title: "By distance", About: "Communication takes longer between nodes that are farther apart.", Source: "SOURCES.md NET.3 (inferred)"},
	{Name: "max-min", Title: "Shared links", About: "Jobs share the links fairly, so that a job's progress depends on who else talks.", Source: "SOURCES.md NET.2 (inferred); SimGrid's ptask_L07"},
}

var patterns = [...]Name{
	{Name: "none", Title: "Silent", About: "Nobody sends."},
	{Name: "all-to-all", Title: "All to all", About: "Every process sends to every other."},
	{Name: "ring", Title: "Ring", About: "Every process sends to the next."},
	{Name: "stencil-2d", Title: "2-D stencil", About: "Every process sends to its neighbours in a rectangle."},
	{Name: "stencil-3d", Title: "3-D stencil", About: "Every process sends to its neighbours in a box."},
	{Name: "master-worker", Title: "Master and workers", About: "The first process and all others send to each other."},
	{Name: "tree", Title: "Tree", About: "Every process and its two children send to each other."},
	{Name: "butterfly", Title: "Butterfly", About: "Every process sends to those whose number differs in one bit."},
	{Name: "random-pairs", Title: "Random pairs", About: "Every process sends to one other, drawn at random."},
	{Name: "matrix", Title: "Matrix", About: "As the job's matrix says."},
}

var networkFields = fields{of: "a network", names: []string{"model", "bandwidth", "latency", "comm"}}

// network reads the name of a model, or an object.
func (p *parser) network(v ref) {
	n := &p.s.Network
	if p.kind(v) == '"' {
		n.Model, _ = p.choice(v, networks[:])
		return
	}
	model := false
	ok := p.object(v, &networkFields, func(name string, v ref) {
		switch name {
		case "model":
			model = true
			n.Model, _ = p.choice(v, networks[:])
		case "bandwidth":
			if rate, ok := p.rate(v); ok {
				n.Bandwidth = rate
			}
		case "latency":
			n.Latency, _ = p.thousandths(v, 0, MaxLatency, "seconds")
		case "comm":
			n.Comm = p.comm(v)
		}
	})
	if ok && !model {
		p.add(Error{Place: p.path(v) + ".model", Problem: "model is missing in a network", Fix: `write "model": "max-min", "distance" or "none"`})
	}
}

// rate reads a whole number of bytes, or of bytes a second, which may be written
// as 1e9.
func (p *parser) rate(v ref) (int64, bool) {
	if p.kind(v) == '0' {
		f, err := strconv.ParseFloat(p.raw(v), 64)
		if n := int64(f); err == nil && f >= 1 && f <= MaxRate && float64(n) == f {
			return n, true
		}
	}
	limit := fmt.Sprintf("1 to %d", int64(MaxRate))
	p.wrong(v, "is not a whole number from "+limit, limit, "write it as in 1e9")
	return 0, false
}

var commFields = fields{of: "comm", names: []string{"pattern", "share", "bytes", "matrix"}}

// comm reads how the processes of a job talk.
func (p *parser) comm(v ref) *workload.Comm {
	c := &workload.Comm{}
	var pattern, share, bytes, matrix ref
	before := p.count()
	ok := p.object(v, &commFields, func(name string, v ref) {
		switch name {
		case "pattern":
			pattern = v
			if word, ok := p.choice(v, patterns[:]); ok {
				for c.Pattern.String() != word {
					c.Pattern++
				}
			}
		case "share":
			share = v
			c.Share, _ = p.thousandths(v, 1, MaxShare, "links")
		case "bytes":
			bytes = v
			c.Bytes, _ = p.rate(v)
		case "matrix":
			matrix = v
			c.Matrix = p.matrix(v)
		}
	})
	if !ok || p.count() > before {
		return c
	}
	switch {
	case pattern == 0 && matrix == 0:
		p.add(Error{Place: p.path(v) + ".pattern", Problem: "pattern is missing in comm", Fix: `write "pattern": "all-to-all", or another name`})
	case pattern == 0:
		c.Pattern = workload.Matrix
	case c.Pattern == workload.Matrix && matrix == 0:
		p.add(Error{Place: p.path(v) + ".matrix", Problem: "matrix is missing in comm", Fix: "write a row of weights for each process"})
	case c.Pattern != workload.Matrix && matrix != 0:
		p.wrong(matrix, fmt.Sprintf("is given with the pattern %q", c.Pattern), "", `write "pattern": "matrix", or leave it out`)
	}
	switch {
	case share != 0 && bytes != 0:
		p.wrong(bytes, "is given beside share", "", "give one of them")
	case share == 0 && bytes == 0 && c.Pattern != workload.Silent:
		p.add(Error{Place: p.path(v) + ".share", Problem: "share is missing in comm", Fix: `write "share": 0.5, the part of its link that the busiest process needs, or "bytes" for each flow`})
	}
	return c
}

// matrix reads rows of weights.
func (p *parser) matrix(v ref) []int32 {
	if !p.list(v, MaxMatrix, "rows") {
		return nil
	}
	rows := 0
	for range p.elements(v) {
		rows++
	}
	var out []int32
	for _, row := range p.elements(v) {
		if !p.list(row, MaxMatrix, "weights") {
			return nil
		}
		n := 0
		for _, e := range p.elements(row) {
			w, _ := p.integer(e, 0, 1_000_000)
			out = append(out, int32(w))
			n++
		}
		if n != rows {
			p.wrong(row, fmt.Sprintf("has %d weights where there are %d rows", n, rows), fmt.Sprint(rows), "write as many weights in each row as there are rows")
			return nil
		}
	}
	if rows < 2 {
		p.wrong(v, "has fewer than 2 rows", "2", "write a row for each process")
	}
	return out
}
