package simworker

import (
	"errors"
	"slices"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/kube"
	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
	"hopyard/core/yamldoc"
	"hopyard/wasm/app/message"
)

// conversion answers a message.Convert: it converts the output of sacct to an SWF
// trace without user names, and documents of Kubernetes to a scenario. It is a type with methods so that the page can download
// this code when it is first needed (tools/build/parts.go).
type conversion struct{}

func (*conversion) handle(wire []byte) []byte {
	var m message.Convert
	if err := m.Unpack(wire); err != nil {
		return (&message.Converted{Faults: []message.Problem{{Problem: err.Error()}}}).Pack()
	}
	out := &message.Converted{Serial: m.Serial, Name: m.Name}
	if kube.Is(m.Text) {
		new(conversion).documents(m.Text, out)
		return out.Pack()
	}
	trace, err := sacct.Read(strings.NewReader(m.Text), sacct.Options{MaxJobs: scenario.MaxJobs})
	m.Text = ""
	var text strings.Builder
	if err == nil {
		err = workload.WriteSWF(&text, trace.Header, slices.Values(trace.Records))
	}
	out.Text = text.String()
	var all sacct.Faults
	switch {
	case errors.As(err, &all):
		for _, f := range all {
			out.Faults = append(out.Faults, message.Problem{Place: "sacct", Line: int32(f.Line), Problem: f.About(), Limit: f.Limit, Fix: f.Fix})
		}
	case err != nil:
		out.Faults = []message.Problem{{Problem: err.Error()}}
	}
	return out.Pack()
}

// documents makes a scenario of documents. The notices become the description of the
// scenario.
func (*conversion) documents(text string, out *message.Converted) {
	out.Documents = true
	made, err := kube.Read(text)
	var all yamldoc.Mistakes
	if errors.As(err, &all) {
		for _, e := range all {
			problem, fix, _ := strings.Cut(e.Text, "; ")
			out.Faults = append(out.Faults, message.Problem{Place: "kubernetes", Line: int32(e.Line), Problem: problem, Fix: fix})
		}
		return
	}
	if made.Jobs == 0 {
		out.Cluster = made.Cluster
	}
	about := ""
	for _, n := range made.Notices {
		if line := n.String() + ". "; len(about)+len(line) < scenario.MaxAbout {
			about += line
		}
	}
	src := made.Scenario
	if edited, err := scenario.Edit(src, "about", jsondoc.Quote(strings.TrimSpace(about))); err == nil && about != "" {
		src = edited
	}
	out.Text = string(src)
}
