// Package plot has the commands plot and gantt, which draw a run as SVG, PNG or HTML.
//
// The pictures are the page's. The page's model runs the scenario natively
// (web/picture), its panels fill the scenes of the machine and the timeline
// (wasm/app), and package wasm/draw turns them into drawing commands, which become SVG
// (wasm/app/export) or a PNG (web/picture). Only the curves, which the page draws with
// ECharts, have drawing commands of their own (curves.go); in HTML, ECharts draws them.
package plot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/wasm/app"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/message"
	"hopyard/web/picture"
)

// Plot is the command plot.
var Plot = cli.Command{Name: "plot", Args: "FILE --out F", Does: "draw the machine, the timeline or curves of a run as SVG, PNG or HTML", Run: plotCommand}

// Gantt is the command gantt.
var Gantt = cli.Command{Name: "gantt", Args: "FILE --out F", Does: "draw which job ran when on which nodes, as SVG, PNG or HTML", Run: ganttCommand}

// parts lists what can be drawn. The first three are in the order of export.PictureOf.
var parts = []string{"both", "machine", "timeline", "curves"}

// ofCurves is the index of the curves in parts.
const ofCurves = 3

// plotOptions are the options of both commands.
type plotOptions struct {
	in           *input.FileOptions
	out          string
	of           int // index in parts
	at, from, to string
	job          int64
}

func declare(f *cli.Flags) *plotOptions {
	o := &plotOptions{in: input.NewFileOptions(f)}
	f.StringVar(&o.out, "out", "-", "write to `F`, whose end chooses the format: .svg, .png or .html (- for SVG on standard output)")
	f.Int64Var(&o.job, "job", -1, "mark the job with this `NUMBER`")
	f.StringVar(&o.from, "from", "", "begin the timeline at this `TIME` in seconds")
	f.StringVar(&o.to, "to", "", "end the timeline at this `TIME` in seconds")
	return o
}

// plotCommand draws the state of FILE at an instant, or curves over its whole time.
func plotCommand(t *cli.Terminal, f *cli.Flags) error {
	o := declare(f)
	var of string
	f.NameVar(&of, "of", "draw a `PART` of the run; default: both, which are the machine and the timeline", parts)
	f.StringVar(&o.at, "at", "", "draw the state at this `TIME` in seconds (default: the most instructive moment, for curves the end)")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	if of != "" {
		if o.of = slices.Index(parts, of); o.of < 0 {
			return cli.BadUsage("--of %q; use %s", of, strings.Join(parts, ", "))
		}
	}
	if o.at == "" && o.of == ofCurves {
		o.at = end
	}
	return o.write(t, f.Words[0])
}

// end is the value of plotOptions.at for the end of the run.
const end = "end"

// ganttCommand draws the timeline of FILE as it is at the end.
func ganttCommand(t *cli.Terminal, f *cli.Flags) error {
	o := declare(f)
	o.of, o.at = int(export.OfTimeline), end
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	return o.write(t, f.Words[0])
}

// formats lists the formats by the ends of names.
var formats = map[string]func(o *plotOptions, m *app.App) ([]byte, error){".svg": (*plotOptions).svg, ".png": (*plotOptions).png, ".html": (*plotOptions).page}

// write draws FILE.
func (o *plotOptions) write(t *cli.Terminal, file string) error {
	kind := ".svg"
	if o.out != "-" {
		kind = strings.ToLower(filepath.Ext(o.out))
	}
	format := formats[kind]
	if format == nil {
		return cli.BadUsage("--out %s: the end of the name chooses the format; use %s", o.out, strings.Join(slices.Sorted(maps.Keys(formats)), ", "))
	}
	load := message.Load{At: simtime.Never - 1, Ordinal: 1 << 30, Job: o.job, Entire: true, Whole: true}
	var window [2]simtime.Time
	for i, x := range []struct {
		option, text string
		to           *simtime.Time
	}{{"at", o.at, &load.At}, {"from", o.from, &window[0]}, {"to", o.to, &window[1]}} {
		switch {
		case x.text == "" && i == 0:
			load.Telling = true
		case x.text != "" && x.text != end:
			d, err := simtime.Parse(x.text)
			if err != nil {
				return cli.BadUsage("--%s %v; give seconds with at most three decimals", x.option, err)
			}
			*x.to = simtime.Time(d)
		}
	}
	s, err := o.in.Load(t, file)
	if err != nil {
		return err
	}
	if o.job >= 0 && !slices.ContainsFunc(s.Config.Jobs, func(j workload.Job) bool { return j.Number == o.job }) {
		return input.Prefixed(s.Name, fmt.Errorf("--job %d: no job has that number", o.job))
	}
	if err := fill(&load, s); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := cli.NewBar(t, "jobs ended", len(s.Config.Jobs))
	m, err := picture.Play(ctx, load, bar.Draw)
	bar.Clear()
	if err != nil {
		return input.Prefixed(s.Name, err)
	}
	if o.from != "" {
		m.Window.From = window[0]
	}
	if o.to != "" {
		m.Window.To = window[1]
	}
	if m.Window.From >= m.Window.To {
		return cli.BadUsage("the timeline would begin at %v and end at %v; give --from a smaller time than --to", m.Window.From, m.Window.To)
	}
	if o.of == ofCurves && len(m.Run.Curve) == 0 {
		return input.Prefixed(s.Name, errors.New("the run has no curves, because nothing happens in it; draw another --of"))
	}
	text, err := format(o, m)
	if err != nil {
		return err
	}
	out := cli.NewOutputs(t)
	out.Add("out", o.out, func(w io.Writer) error { _, err := w.Write(text); return err })
	return out.Write()
}

// fill puts the scenario of a subject into a request of the page. A trace stays a trace:
// the settings of the scenario that was made for it override those that the page would
// use.
func fill(load *message.Load, s *input.Subject) error {
	text := s.Scenario.Canonical()
	if s.Trace == nil {
		load.Form, load.Text = message.JSON, string(text)
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if name != "hopyard" && name != "jobs" && name != "title" {
			load.Set = append(load.Set, message.Assignment{Path: name, Value: string(members[name])})
		}
	}
	load.Form, load.Name, load.Nodes = message.SWF, filepath.Base(s.Name), int32(s.Config.Machine.NumNodes())
	var swf []byte
	for i := range s.Trace.Header {
		swf = append(s.Trace.Header[i].AppendText(swf), '\n')
	}
	for i := range s.Trace.Records {
		swf = append(s.Trace.Records[i].AppendText(swf), '\n')
	}
	load.Text = string(swf)
	return nil
}

// svg returns the picture as SVG.
func (o *plotOptions) svg(m *app.App) ([]byte, error) {
	palette := picture.Palette()
	if o.of == ofCurves {
		return []byte(curvesSVG(m, palette)), nil
	}
	drawn, _, _ := m.Export.Picture(export.PictureOf(o.of), palette)
	return []byte(drawn), nil
}

// png returns the picture as PNG, with the size of a link preview.
func (o *plotOptions) png(m *app.App) ([]byte, error) {
	if o.of == ofCurves {
		return picture.Framed(m, scene(m))
	}
	return picture.Of(m, export.PictureOf(o.of))
}
