//go:build js && wasm

// Package logview is the browser side of the job logs of archives. A worker with a
// program of its own (logs.wasm) converts a log to a trace, and the page opens that trace
// like a dropped file. The browser fetches the program when a reader opens a log.
package logview

import (
	"syscall/js"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/host"
)

// LogController is the controller of the worker that reads job logs. It reads one log at
// a time.
type LogController struct {
	page            *host.Host
	open            func(name string, trace js.Value) // opens the trace
	worker          js.Value                          // undefined while no log is being read
	receive, broken js.Func                           // handle replies and the failure of a worker
	serial          int32
	name            string // of the log
	percent         int32  // of the log that has been read
}

// New returns a controller. The function open opens the trace of a log.
func New(h *host.Host, open func(name string, trace js.Value)) *LogController {
	d := &LogController{page: h, open: open}
	d.receive = js.FuncOf(func(_ js.Value, args []js.Value) any {
		d.hear(document.GoBytes(args[0].Get("bytes")), args[0].Get("trace"))
		return nil
	})
	d.broken = js.FuncOf(func(_ js.Value, args []js.Value) any {
		d.Stop()
		d.refuse(message.Problem{Problem: "the reader of job logs has failed: " + args[0].String(), Fix: "try again; if memory is short, " + serveLog})
		return nil
	})
	h.OnItem("busy", "click", "[data-log-stop]", func(document.Element) {
		d.Stop()
		h.Say("alert", h.App.Words.Say(i18n.Cancelled))
	})
	h.OnLanguage(d.show)
	return d
}

// maxLog is the size of the largest log in bytes. An engine behind hopyard serve does
// not change it, because only traces are sent there.
const maxLog = 512 << 20

// serveLog is the advice for logs that the page cannot read.
const serveLog = "run `hopyard serve LOG` on this computer and open the link that it prints: it reads logs of up to 4 GiB"

// Read converts a log and opens its trace. It replaces a log that is still being read.
func (d *LogController) Read(name string, file js.Value) {
	d.Stop()
	d.serial++
	d.name, d.percent = name, 0
	if file.Get("size").Float() > maxLog {
		d.refuse(message.Problem{Problem: "the job log is too large for the page", Limit: "512 MiB", Fix: serveLog})
		return
	}
	d.worker = d.page.Glue.Call("lane", d.receive, d.broken, "logs.wasm")
	wire := (&message.Convert{Serial: d.serial, Name: name}).Pack()
	d.worker.Call("postMessage", map[string]any{"bytes": document.JSBytes(wire), "log": file})
	d.show()
}

// Busy reports whether a log is being read.
func (d *LogController) Busy() bool { return !d.worker.IsUndefined() }

// Stop ends the reading of a log. It does nothing while none is being read.
func (d *LogController) Stop() {
	if d.Busy() {
		d.page.Glue.Call("dismiss", d.worker)
		d.worker = js.Undefined()
		d.page.SetHTML("busy", "")
		d.page.Hide("busy", true)
	}
}

// show shows the progress, with a button to stop. A log is not yet a run, so that the
// progress is not that of the model.
func (d *LogController) show() {
	if !d.Busy() {
		return
	}
	p, c := d.page, d.page.App.Words
	p.SetHTML("busy", c.HTML(i18n.LogReading, c.N("n", int64(d.percent)))+" "+html.Button(html.Flag("data-log-stop"), c.HTML(i18n.Stop)))
	document.Put(p.Query("body"), p.El("busy"))
	p.Hide("busy", false)
}

// hear handles a message of the worker, the last of which has the trace beside it.
func (d *LogController) hear(wire []byte, trace js.Value) {
	var m message.Converted
	var now message.Progress
	switch {
	case !d.Busy():
	case now.Unpack(wire) == nil && now.Serial == d.serial:
		d.percent = now.Ended
		d.show()
	case m.Unpack(wire) != nil || m.Serial != d.serial:
	case len(m.Faults) > 0:
		d.Stop()
		d.refuse(m.Faults...)
	default:
		d.Stop()
		d.open(d.name, trace)
	}
}

// refuse shows why the log cannot be opened.
func (d *LogController) refuse(faults ...message.Problem) {
	d.page.App.Reject(&message.Failed{Serial: d.page.App.Asked.Serial, Name: d.name, Form: message.SWF, Faults: faults})
	d.page.Rejected()
}
