//go:build js && wasm

package page

import (
	"fmt"
	"strconv"
	"syscall/js"

	"hopyard/core/scenario"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/page/document"
)

// listenToFiles registers handlers for files and texts that the reader drops,
// chooses or pastes.
func (p *page) listenToFiles() {
	p.Glue.Set("dropped", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.readFiles(args[0])
		return nil
	}))
	p.Glue.Set("pasted", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.loadFile(p.App.Words.Say(i18n.Pasted), args[0].String())
		return nil
	}))
}

// chooseFile opens the browser's file dialog.
func (p *page) chooseFile() {
	p.Glue.Call("ahead")
	p.ChooseFile(".json,.swf,.sacct,.gz,.txt,.csv,.parquet,.conf,.yaml,.yml,application/json,application/gzip,text/plain", p.readFile)
}

// maxFile is the largest size in bytes of a file that is read. Browsers do not give
// the page's program enough memory for more.
const maxFile = 512 << 20

// readFiles reads the files of a list. Several outputs of Slurm's commands are taken
// together, and all files are taken for such outputs while the dialog for them is open.
// Of other files, only the first is read.
func (p *page) readFiles(list js.Value) {
	all := make([]js.Value, list.Length())
	for i := range all {
		all[i] = list.Index(i)
	}
	if p.App.ReadOnly {
		return
	}
	about := p.queue != nil && p.queue.IsOpen()
	if len(all) == 1 && !about {
		p.readFile(all[0])
		return
	}
	var queue []js.Value
	var next func(i int)
	next = func(i int) {
		switch {
		case i < len(all):
			name := all[i].Get("name").String()
			p.fromFile("look", name, all[i], func(seen js.Value) {
				if about || edit.KindOfFile(name, string(document.GoBytes(seen.Get("head")))) == edit.QueueFile {
					queue = append(queue, named(seen.Get("file"), name))
				}
				next(i + 1)
			})
		case len(queue) > 0:
			p.takeQueue(queue...)
		default:
			p.readFile(all[0])
		}
	}
	next(0)
}

// named returns a file, or an unpacked file, with a name.
func named(file js.Value, name string) js.Value {
	if file.Get("name").Type() == js.TypeString {
		return file
	}
	return js.Global().Get("File").New([]any{file}, name)
}

func (p *page) readFile(file js.Value) {
	if p.App.ReadOnly {
		return
	}
	name := file.Get("name").String()
	p.droppedAt = document.Now()
	if p.log != nil {
		p.log.Stop()
	}
	if size, most := file.Get("size").Float(), p.maxFile(); size > float64(most) {
		p.refuseSize(name, "the file has "+strconv.FormatFloat(size/(1<<20), 'f', 0, 64)+" MiB")
		return
	}
	p.fromFile("look", name, file, func(seen js.Value) {
		file, head := seen.Get("file"), string(document.GoBytes(seen.Get("head")))
		kind := edit.KindOfFile(name, head)
		if kind == edit.TraceFile && p.openLong(name, head, file) {
			return
		}
		if kind == edit.LogFile {
			p.logs().Read(name, file)
			return
		}
		if file.Get("size").Int() > maxFile {
			p.refuse(name, "the file is larger than 512 MiB, and is not a trace whose header names MaxNodes or MaxProcs", "", "if it is a trace, add the line \"; MaxNodes: N\" to it, or restart the engine with hopyard serve TRACE --nodes N")
			return
		}
		if kind == edit.QueueFile {
			p.takeQueue(named(file, name))
			return
		}
		p.fromFile("read", name, file, func(content js.Value) { p.loadFile(name, string(document.GoBytes(content))) })
	})
}

// fromFile calls a function of the page's scripts on a file, and calls f with the
// result. The parameter how is the name of that function: "look" or "read". If
// there is an error, fromFile shows the error instead.
func (p *page) fromFile(how, name string, file js.Value, f func(js.Value)) {
	p.Glue.Call(how, file, p.maxFile(), document.OnceWith(func(got js.Value) {
		if got.Type() == js.TypeString { // the error
			p.refuseUnread(name, got.String())
			return
		}
		f(got)
	}))
}

// hasNative reports whether an engine behind hopyard serve can be used.
func (p *page) hasNative() bool { return p.Native != nil && p.Native.Ready }

// maxFile returns the size in bytes of the largest file that can be opened now.
func (p *page) maxFile() int {
	if p.hasNative() {
		return message.NativeBytes
	}
	return maxFile
}

// refuseSize refuses a file that is too large to be opened now.
func (p *page) refuseSize(name, problem string) {
	if p.hasNative() {
		p.refuse(name, problem, "2 GiB", "shorten the trace")
		return
	}
	p.refuse(name, problem, "512 MiB", simworker.NativeFix)
}

// openLong runs a long trace at once if its header names the number of nodes, and
// reports whether it does.
func (p *page) openLong(name, head string, file js.Value) bool {
	nodes, size := simworker.NodesOf(head), file.Get("size").Int()
	if nodes == 0 || size < simworker.LongTrace {
		return false
	}
	if p.hasNative() && (size > maxFile || simworker.JobsOf(head) > scenario.MaxJobs) {
		file.Set("native", true)
	}
	p.openTrace(name, nodes, file)
	return true
}

// openConverted opens the trace of a job log as if the reader had dropped it.
func (p *page) openConverted(name string, trace js.Value) {
	p.fromFile("look", name, trace, func(seen js.Value) {
		if p.openLong(name, string(document.GoBytes(seen.Get("head"))), trace) {
			return
		}
		p.fromFile("read", name, trace, func(content js.Value) {
			p.Next = -1
			p.askNodes(name, string(document.GoBytes(content)))
		})
	})
}

// openTrace runs a trace that only the workers read.
func (p *page) openTrace(name string, nodes int32, file js.Value) {
	p.Next = -1
	p.Visit(message.Load{Form: message.Beside, Text: p.keepFile(file), Name: name, Nodes: nodes, At: -1, Job: -1})
}

// keepFile keeps a trace file and returns a name for it, which load requests use.
// Workers read the file; the page never does.
func (p *page) keepFile(file js.Value) (name string) {
	for name := range p.Traces {
		if !p.App.Edit.Edits.Has(name) {
			delete(p.Traces, name)
		}
	}
	p.files++
	name = "file " + strconv.Itoa(p.files)
	p.Traces[name] = file
	return name
}

// loadFile handles a file according to its content: it runs a scenario, asks on how
// many nodes a trace should run, converts the output of sacct or documents of
// Kubernetes, or uses a machine.
func (p *page) loadFile(name, content string) {
	switch edit.KindOfFile(name, content) {
	case edit.MachineFile:
		p.Next = -1
		p.takeMachine(name, content)
	case edit.ScenarioFile:
		if isSheetText(content) {
			p.sheets().OpenText(name, content)
			return
		}
		p.Next = -1
		p.Visit(message.Load{Form: message.JSON, Text: content, Name: name, At: -1, Job: -1})
	case edit.TraceFile:
		p.Next = -1
		p.askNodes(name, content)
	case edit.AccountingFile, edit.ClusterFile:
		p.convert(name, content)
	case edit.QueueFile: // a pasted text; readFile has handled files
		p.live().TakeText(content)
	default:
		p.refuse(name, "the file is neither a scenario nor a trace nor a machine", "a scenario is JSON (.json), a trace is in the Standard Workload Format (.swf), what sacct -P or --json prints, or a job log of ALCF, Helios, Acme, Philly, PM100, F-DATA or Batsim, a machine is a topology.conf or topology.yaml of Slurm, a cluster is what kubectl prints as YAML or JSON",
			"open one of these; unpack it first if it is packed otherwise than by gzip (.zip)")
	}
}

// refuseUnread shows why a file could not be read or unpacked.
func (p *page) refuseUnread(name, why string) {
	switch why {
	case "large":
		p.refuseSize(name, "the file is too large after decompression")
	case "damaged":
		p.refuse(name, "the file looks like gzip but cannot be decompressed", "", "it is truncated or damaged: compress it again")
	default:
		p.refuse(name, why, "", "try again")
	}
}

// convert asks the worker to convert the output of sacct into a trace, or documents
// of Kubernetes into a scenario. The page does not keep the original text.
func (p *page) convert(name, content string) {
	if p.Failed {
		p.Failed = false
		p.StartWorker()
	}
	p.conversion++
	p.Post((&message.Convert{Serial: p.conversion, Name: name, Text: content}).Pack())
}

// converted handles a converted trace. It ignores the trace if the reader has
// dropped another file since.
func (p *page) converted(wire []byte) {
	var m message.Converted
	switch {
	case m.Unpack(wire) != nil || m.Serial != p.conversion:
	case len(m.Faults) > 0:
		p.App.Reject(&message.Failed{Serial: p.App.Asked.Serial, Name: m.Name, Form: message.SWF, Faults: m.Faults})
		p.Rejected()
	case m.Documents:
		p.Next = -1
		if m.Cluster != "" {
			if text, faults, ok := p.App.Edit.OnCluster(m.Cluster, simworker.Check); ok && len(faults) == 0 {
				p.Edit(p.App.Edit.Titled(text, m.Name), edit.DidImport(m.Name))
				return
			}
		}
		p.Visit(message.Load{Form: message.JSON, Text: p.App.Edit.Titled(m.Text, m.Name), Name: m.Name, At: -1, Job: -1})
	default:
		p.Next = -1
		p.askNodes(m.Name, m.Text)
	}
}

// takeMachine runs the jobs on screen on the machine that a file describes. If
// there are no jobs that can be used, it runs a scenario made for that machine.
func (p *page) takeMachine(name, content string) {
	text, faults, ok := p.App.Edit.OnMachine(content, simworker.Check)
	switch {
	case p.App.Run == nil:
	case !ok:
		p.Next = -1
		p.SendLoad(p.App.Edit.WithMachine(content))
	case len(faults) == 0:
		p.Edit(p.App.Edit.Titled(text, name), edit.DidImport(name))
	default:
		p.App.RefuseText(name, text, faults)
		p.Rejected()
	}
}

// askNodes asks on which machine a trace should run. The number of nodes in the trace's
// header is the default.
func (p *page) askNodes(name, content string) {
	nodes, processors := simworker.NodesOf(content), simworker.ProcessorsOf(content)
	if nodes > 0 && len(content) >= simworker.LongTrace { // only a trace converted from sacct's output: readFile has handled other long traces
		p.Visit(message.Load{Form: message.SWF, Text: content, Name: name, Nodes: nodes, At: -1, Job: -1})
		return
	}
	body := p.Dialog("trace", name, p.App.TraceHTML(nodes, processors))
	field := func(id string) js.Value { return document.Query(body, "#"+id).Underlying() }
	value := func(id string) int32 {
		n, _ := strconv.Atoi(field(id).Get("value").String())
		return int32(min(max(n, 0), 1<<20))
	}
	document.On(document.Query(body, "#trace-form").Underlying(), "submit", func(document.DOMEvent) {
		load := message.Load{Form: message.SWF, Text: content, Name: name, Nodes: value("trace-nodes"), At: -1, Job: -1}
		if processors > 0 && value("trace-cores") > 1 {
			load.Overrides = policy.Assign(load.Overrides, "cluster.node", fmt.Sprintf(`{"cores": %d}`, value("trace-cores")))
		}
		p.Visit(load)
	})
	if processors > 0 {
		document.On(field("trace-cores"), "input", func(document.DOMEvent) {
			if cores := value("trace-cores"); cores > 0 {
				field("trace-nodes").Set("value", strconv.Itoa(int((processors+cores-1)/cores)))
			}
		})
	}
	p.OpenDialog("trace")
	field("trace-nodes").Call("select")
}

// refuse shows why a file was rejected.
func (p *page) refuse(name, problem, limit, fix string) {
	p.App.Refuse(name, message.Problem{Problem: problem, Limit: limit, Fix: fix})
	p.Rejected()
}
