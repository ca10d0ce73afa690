package model

import (
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// Nodes returns a list of nodes for the placeholder "nodes" of a text, such as
// "nodes 36–38". The list is a word that highlights the nodes.
func (m *Model) Nodes(p cluster.Placement) i18n.Markup {
	text, gap := nodesName(p.Nodes())
	return i18n.H("nodes", m.Words.HTML(text, i18n.H(gap, lit(nodesMark(p), m.Words.Nodes(p, 8, m.Run.Machine.Names)))))
}

// NodesText adds the noun "node" or "nodes" to a formatted list of n nodes.
func (m *Model) NodesText(n int, list string) string {
	text, gap := nodesName(n)
	return m.Words.Say(text, i18n.S(gap, list))
}

// nodesName returns the text that adds the noun to a list of n nodes, and the gap for
// the list.
func nodesName(n int) (text i18n.Text, gap string) {
	if n == 1 {
		return i18n.GridNode, "n"
	}
	return i18n.NodesName, "list"
}

// Size returns the request of a job: "6 nodes", "24 tasks of 1 core and 2,048 MiB".
func (m *Model) Size(id workload.JobID) string { return m.Sized(id, int64(m.Asks(id))) }

// Asks returns the number of nodes or tasks that a job requests at the step on
// screen.
func (m *Model) Asks(id workload.JobID) int32 {
	if m.State == nil {
		return m.Run.Size(id)
	}
	return m.Run.Asks(id, m.State.Step-1)
}

// SizeOf formats the size of a placement in nodes or, if the job requests tasks, in
// tasks.
func (m *Model) SizeOf(id workload.JobID, p cluster.Placement) string {
	if m.Run.Jobs[id].Nodes > 0 {
		return m.Sized(id, int64(p.Nodes()))
	}
	return m.Sized(id, int64(p.Tasks()))
}

// Sized formats n nodes or tasks of a job, with the resources that each task or
// node needs.
func (m *Model) Sized(id workload.JobID, n int64) string {
	c, job := m.Words, &m.Run.Jobs[id]
	var each []string
	for k, n := range job.PerTask {
		if n > 0 && (k != int(workload.Cores) || n != 1 || job.Nodes > 0) {
			each = append(each, m.Resource(workload.Resource(k), perTaskTexts[:], c.N("n", n)))
		}
	}
	list, of := "", i18n.OfEach
	if job.Nodes > 0 {
		of = i18n.OfEachNode
	}
	if len(each) > 0 {
		list = c.Say(of, i18n.S("list", strings.Join(each, " + ")))
	}
	if job.Nodes > 0 {
		return c.Say(i18n.NodeSize, c.N("n", n)) + list
	}
	return c.Say(i18n.TaskSize, c.N("n", n), i18n.S("each", list))
}

// perTaskTexts holds the texts for an amount of each kind of resource. The last
// text is for the machine's named resources.
var perTaskTexts = [workload.Named + 1]i18n.Text{i18n.PerTaskCores, i18n.PerTaskMemory, i18n.PerTaskDisk, i18n.PerTaskGPUs, i18n.PerTaskNamed}

// Resource returns a text about a kind of resource. The parameter texts has a text
// for each standard kind. Its last text is for the machine's named resources, and
// has a placeholder for the resource's name.
func (m *Model) Resource(k workload.Resource, texts []i18n.Text, pairs ...i18n.Pair) string {
	if k < workload.Named {
		return m.Words.Say(texts[k], pairs...)
	}
	return m.Words.Say(texts[workload.Named], append(pairs, i18n.S("name", m.Own(int(k-workload.Named))))...)
}

// Own returns the name of the machine's i-th named resource.
func (m *Model) Own(i int) string {
	if names := m.Run.Machine.Resources; i < len(names) {
		return names[i]
	}
	return ""
}
