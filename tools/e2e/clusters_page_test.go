package e2e

import (
	"fmt"
	"strings"
	"testing"

	"hopyard/core/kube"
	"hopyard/core/scenario"
)

// gangs returns documents of Kubernetes: eight nodes in four racks, a quota, four jobs
// that leave no rack empty, and a gang that requires a whole one.
func gangs() string {
	var b strings.Builder
	b.WriteString(`apiVersion: kueue.x-k8s.io/v1beta1
kind: Topology
metadata: {name: default}
spec: {levels: [{nodeLabel: block}, {nodeLabel: rack}, {nodeLabel: kubernetes.io/hostname}]}
---
apiVersion: kueue.x-k8s.io/v1beta1
kind: ResourceFlavor
metadata: {name: gpu}
spec: {nodeLabels: {pool: gpu}, topologyName: default}
---
apiVersion: kueue.x-k8s.io/v1beta1
kind: ClusterQueue
metadata: {name: research}
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [cpu, nvidia.com/gpu]
    flavors: [{name: gpu, resources: [{name: cpu, nominalQuota: 64}, {name: nvidia.com/gpu, nominalQuota: 32}]}]
---
apiVersion: kueue.x-k8s.io/v1beta1
kind: LocalQueue
metadata: {name: lab, namespace: default}
spec: {clusterQueue: research}
`)
	for n := range 8 {
		fmt.Fprintf(&b, `---
apiVersion: v1
kind: Node
metadata: {name: node-%[1]d, labels: {pool: gpu, block: b%[2]d, rack: b%[2]d-r%[3]d, kubernetes.io/hostname: node-%[1]d}}
status: {allocatable: {cpu: "8", memory: 64Gi, nvidia.com/gpu: "4", pods: "110"}}
`, n, n/4, n/2%2)
	}
	for k, job := range []struct{ pods, limit int }{{5, 3600}, {6, 3000}, {5, 2400}, {6, 4200}, {8, 1800}} {
		fmt.Fprintf(&b, `---
apiVersion: batch/v1
kind: Job
metadata: {name: train-%d, namespace: default, labels: {kueue.x-k8s.io/queue-name: lab}, annotations: {hopyard/submit: "%d"}}
spec:
  parallelism: %d
  completions: %d
  activeDeadlineSeconds: %d
  template:
    metadata: {annotations: {kueue.x-k8s.io/podset-required-topology: rack}}
    spec: {restartPolicy: Never, containers: [{name: main, image: train, resources: {requests: {cpu: "1", nvidia.com/gpu: "1"}, limits: {nvidia.com/gpu: "1"}}}]}
`, k+1, 60*k, job.pods, job.pods, job.limit)
	}
	return b.String()
}

// TestClusterOfKubernetes drops documents of Kubernetes onto the page, asks why a gang
// waits, compares two placements, opens the link elsewhere, and writes the documents
// back: they describe the same scenario.
func TestClusterOfKubernetes(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "gangs.yaml", gangs())
	must(t, page.Wait(`document.documentElement.dataset.steps === '10'`))
	must(t, page.Wait(`document.title.startsWith('gangs')`))
	must(t, page.Press("Home"))
	must(t, page.Press("ArrowRight"))
	must(t, page.Wait(`document.getElementById('why-sentence').innerText.includes('node-0')`))
	for range 4 {
		must(t, page.Press("ArrowRight"))
	}
	must(t, page.Wait(`document.getElementById('why-sentence').innerText.includes('Job 5 joins')`))
	told := said(t, page)
	if want := "no rack has room for 8: the most is 3"; !strings.Contains(told, want) {
		t.Errorf("%q is not in\n%s", want, told)
	}
	axe(t, page)

	must(t, page.Press("c"))
	compared(t, page, 2)
	eval[bool](t, page, `(s => { s.value = 'first-fit'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('compare-1-allocator'))`)
	must(t, page.Wait(`document.getElementById('compare-differs').textContent.includes('no rack has room for 8')`))
	compared(t, page, 2)
	must(t, page.Press("Escape"))
	must(t, page.Wait(`!document.getElementById('main').hidden`))

	folder := t.TempDir()
	must(t, page.Downloads(folder))
	must(t, page.Click("#share-open"))
	must(t, page.Wait(`document.getElementById('share-url')?.value.includes('#1.')`))
	link := eval[string](t, page, `document.getElementById('share-url').value`)
	must(t, page.Click("#export-open"))
	must(t, page.Wait(`document.getElementById('export')?.open`))
	must(t, page.Click(`[data-export="file7"]`))
	back, err := kube.Read(string(saved(t, folder, "*-kueue.yaml")))
	must(t, err)
	first, err := kube.Read(gangs())
	must(t, err)
	if string(back.Scenario) != string(first.Scenario) {
		t.Errorf("written back it is\n%s\nand was\n%s", back.Scenario, first.Scenario)
	}

	other := openAny(t, link, View{})
	must(t, other.Wait(Ready+` && document.documentElement.dataset.steps === '10'`))
	must(t, other.Press("End"))
	must(t, other.Wait(`document.getElementById('why-sentence').textContent.includes('Every job has ended')`))
}

// TestBlocksOfSlurm drops a topology.yaml with blocks onto the page: the jobs stay, the
// racks are shown, and the machine can be written back.
func TestBlocksOfSlurm(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "jobs.json", `{"hopyard": 1, "title": "Blocks", "cluster": {"topology": {"kind": "flat", "nodes": 32}}, "jobs": [
		{"id": 1, "nodes": 6, "walltime": 3600}, {"id": 2, "nodes": 7, "walltime": 3000}, {"id": 3, "nodes": 6, "walltime": 2400}, {"id": 4, "nodes": 5, "walltime": 600}],
		"scheduler": {"queue": "easy", "allocator": "first-fit"}}`)
	must(t, page.Wait(`document.title.startsWith('Blocks')`))
	before := run(t, page)
	drop(t, page, "topology.yaml", `- topology: nvl
  cluster_default: true
  block:
    block_sizes: [8, 16]
    blocks:
    - {block: rack1, nodes: "cn[01-08]"}
    - {block: rack2, nodes: "cn[09-16]"}
    - {block: rack3, nodes: "cn[17-24]"}
    - {block: rack4, nodes: "cn[25-32]"}
`)
	another(t, page, before)
	choose(t, page, "pick-allocator", "slurm-block")
	must(t, page.Press("Home"))
	must(t, page.Press("ArrowRight"))
	must(t, page.Wait(`document.getElementById('why-sentence').innerText.includes('cn25')`))
	axe(t, page)
	before = run(t, page)
	must(t, page.Click(`[data-more="change"]`)) // job 1, of which slurm-block reads segments
	must(t, page.Wait(`document.getElementById('job')?.open`))
	axe(t, page)
	eval[bool](t, page, `!(document.getElementById('job-segment').value = '3') || true`)
	must(t, page.Click("#job-spread_segments"))
	must(t, page.Click("#job-apply"))
	another(t, page, before)
	must(t, page.Wait(`document.getElementById('undo').getAttribute('aria-label')?.includes('job 1') || document.getElementById('undo').title.includes('job 1')`))
	folder := t.TempDir()
	must(t, page.Downloads(folder))
	must(t, page.Click("#share-open"))
	must(t, page.Click("#export-open"))
	must(t, page.Wait(`document.getElementById('export')?.open`))
	must(t, page.Click(`[data-export="file8"]`))
	if yaml := string(saved(t, folder, "*-topology.yaml")); !strings.Contains(yaml, "block_sizes") || !strings.Contains(yaml, "rack3") {
		t.Errorf("written back: %s", yaml)
	}
	must(t, page.Click(`[data-export="file6"]`))
	last, err := scenario.Parse(saved(t, folder, "*.json"))
	must(t, err)
	if n := last.Jobs[0].Network; n.Segment != 3 || !n.Spread {
		t.Errorf("job 1 asks for %+v", n)
	}
}
