// Package flowreplay has the command flows, which replays flows over given routes and
// links and prints when each of them ends. It reads JSON and has nothing to do with
// scenarios; it is meant for comparisons with other simulators of networks.
package flowreplay

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"hopyard/core/network"
	"hopyard/core/topology"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Limits on the input of the command flows. Within these limits, a machine with 16
// GiB of memory replays the largest input in minutes. Products of two input numbers
// stay far below the largest float64.
const (
	maxLinks   = 10_000_000
	maxFlows   = 1_000_000
	maxRoute   = 100_000
	maxFigure  = 1e18 // largest number in the input, in bytes, bytes per second or seconds
	maxReports = 20   // number of errors that are listed individually; further errors are only counted
)

// name is the id of a link or a flow. The id is a string, or a number kept as it is
// written in the input.
type name string

func (n *name) UnmarshalJSON(src []byte) error {
	if len(src) > 0 && src[0] == '"' {
		return json.Unmarshal(src, (*string)(n))
	}
	var number json.Number
	if err := json.Unmarshal(src, &number); err != nil {
		return fmt.Errorf("an id is %s; write a string or a number", src)
	}
	*n = name(number)
	return nil
}

// traffic is the JSON input of the command flows. Unknown fields are ignored.
type traffic struct {
	Links []struct {
		ID *name    `json:"id"`
		BW *float64 `json:"bw"` // bytes per second
	} `json:"links"`
	Flows []struct {
		ID    *name    `json:"id"`
		Start float64  `json:"start"` // seconds
		Bytes *float64 `json:"bytes"`
		Route []name   `json:"route"` // ids of links
	} `json:"flows"`
}

// Flows is the command flows.
var Flows = cli.Command{Name: "flows", Args: "FILE", Does: "replay flows over given routes and links; prints CSV: id,finish", Run: flowsCommand}

// flowsCommand replays the flows in FILE and prints their completion times.
func flowsCommand(t *cli.Terminal, f *cli.Flags) error {
	path := f.String("out", "-", "write to `F` (- for standard output)")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	src, err := input.Read(t, f.Words[0])
	if err != nil {
		return err
	}
	doc, err := readTraffic(src)
	if err != nil {
		return input.Prefixed(f.Words[0], err)
	}
	capacity, flows, err := doc.check()
	if err != nil {
		return input.Prefixed(f.Words[0], err)
	}
	progress := cli.NewBar(t, "flows", len(flows))
	finish := network.Replay(capacity, flows, progress.Show)
	progress.Clear()
	out := cli.NewOutputs(t)
	out.Add("out", *path, func(w io.Writer) error { return doc.write(w, finish) })
	return out.Write()
}

// readTraffic parses the JSON document. Its errors include the line number.
func readTraffic(src []byte) (*traffic, error) {
	doc := &traffic{}
	in := json.NewDecoder(bytes.NewReader(src))
	err := in.Decode(doc)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("line %d: %w", lineAt(src, syntax.Offset), err)
	case errors.As(err, &kind):
		return nil, fmt.Errorf("line %d: %s: found %s; write %s", lineAt(src, kind.Offset), cmp.Or(kind.Field, "document"), kind.Value, jsonKind(kind))
	case err == io.EOF:
		return nil, errors.New(`line 1: is empty; write {"links": […], "flows": […]}`)
	case err != nil:
		return nil, fmt.Errorf("line %d: %w", lineAt(src, in.InputOffset()), err)
	}
	if rest := bytes.TrimSpace(src[in.InputOffset():]); len(rest) > 0 {
		return nil, fmt.Errorf("line %d: text after the document; remove it", lineAt(src, int64(len(src)-len(rest))))
	}
	return doc, nil
}

func lineAt(src []byte, offset int64) int {
	return 1 + bytes.Count(src[:min(offset, int64(len(src)))], []byte{'\n'})
}

// jsonKind returns the name, in JSON terms, of the type that was expected at the
// place of the error.
func jsonKind(e *json.UnmarshalTypeError) string {
	switch k := e.Type.Kind().String(); k {
	case "float64":
		return "a number"
	case "slice":
		return "a list, […]"
	case "struct":
		return "an object, {…}"
	default:
		return k
	}
}

// complaints is a list of errors, one per line. It stores up to maxReports errors;
// the number of further errors is in the field named more.
type complaints struct {
	lines []string
	more  int
}

func (c *complaints) add(format string, args ...any) {
	if len(c.lines) < maxReports {
		c.lines = append(c.lines, fmt.Sprintf(format, args...))
	} else {
		c.more++
	}
}

func (c *complaints) err() error {
	if c.more > 0 {
		c.lines = append(c.lines, fmt.Sprintf("and %d more", c.more))
	}
	if len(c.lines) == 0 {
		return nil
	}
	return errors.New(strings.Join(c.lines, "\n"))
}

// check converts the document to the arguments of [network.Replay]. If the document
// is invalid, it returns an error that lists the mistakes.
func (doc *traffic) check() (capacity []float64, flows []network.Transfer, err error) {
	var bad complaints
	if n := len(doc.Links); n > maxLinks {
		bad.add("links: %d of them; at most %d", n, maxLinks)
	}
	if n := len(doc.Flows); n > maxFlows {
		bad.add("flows: %d of them; at most %d: split the file", n, maxFlows)
	}
	if doc.Flows == nil {
		bad.add("flows: is missing; give a list of them, or []")
	}
	if bad.lines != nil {
		return nil, nil, bad.err()
	}
	links := map[name]topology.LinkID{}
	for i, l := range doc.Links {
		capacity = append(capacity, 0)
		if l.ID == nil {
			bad.add("links[%d]: id is missing; give a string or a number", i)
			continue
		} else if first, taken := links[*l.ID]; taken {
			bad.add("links[%d]: id %q is taken by links[%d]; use another", i, *l.ID, first)
			continue
		}
		links[*l.ID] = topology.LinkID(i)
		switch {
		case l.BW == nil:
			bad.add("links[%d]: bw is missing; give the bytes a second that link %q carries", i, *l.ID)
		case *l.BW <= 0 || *l.BW > maxFigure:
			bad.add("links[%d]: bw %v is out of range; use more than 0 and at most %v bytes a second", i, *l.BW, maxFigure)
		default:
			capacity[i] = *l.BW
		}
	}
	flows = doc.checkFlows(&bad, links)
	return capacity, flows, bad.err()
}

func (doc *traffic) checkFlows(bad *complaints, links map[name]topology.LinkID) []network.Transfer {
	flows := make([]network.Transfer, len(doc.Flows))
	ids := map[name]int{}
	last := make([]int, len(doc.Links)) // for each link: the number of the last flow on it found so far, counted from 1
	for i, f := range doc.Flows {
		if f.ID == nil {
			bad.add("flows[%d]: id is missing; give a string or a number", i)
		} else if first, taken := ids[*f.ID]; taken {
			bad.add("flows[%d]: id %q is taken by flows[%d]; use another", i, *f.ID, first)
		} else {
			ids[*f.ID] = i
		}
		if f.Start < 0 || f.Start > maxFigure {
			bad.add("flows[%d]: start %v is out of range; use 0 to %v seconds", i, f.Start, maxFigure)
		}
		if f.Bytes == nil {
			bad.add("flows[%d]: bytes is missing; say how many the flow moves", i)
			continue
		} else if *f.Bytes < 0 || *f.Bytes > maxFigure {
			bad.add("flows[%d]: bytes %v is out of range; use 0 to %v", i, *f.Bytes, maxFigure)
		}
		if n := len(f.Route); n > maxRoute {
			bad.add("flows[%d]: route: %d links; at most %d", i, n, maxRoute)
			continue
		}
		flows[i] = network.Transfer{Start: f.Start, Bytes: *f.Bytes}
		for k, id := range f.Route {
			l, known := links[id]
			switch {
			case !known:
				bad.add("flows[%d]: route[%d]: there is no link %q; name one of links", i, k, id)
				continue
			case last[l] == i+1:
				bad.add("flows[%d]: route[%d]: link %q is on the route already; name it once", i, k, id)
			}
			last[l] = i + 1
			flows[i].Route = append(flows[i].Route, l)
		}
	}
	return flows
}

// write writes the completion times as CSV, in seconds with 12 significant digits.
func (doc *traffic) write(w io.Writer, finish []float64) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"id", "finish"}) // write errors are returned by out.Error below
	for i, f := range doc.Flows {
		_ = out.Write([]string{string(*f.ID), strconv.FormatFloat(finish[i], 'g', 12, 64)})
	}
	out.Flush()
	return out.Error()
}
