package convert_test

import (
	"os"
	"strings"
	"testing"

	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
	"hopyard/tools/hopyard/convert"
	"hopyard/tools/hopyard/simulate"
)

var call = clitest.Caller(convert.Convert, simulate.Run)

// TestConvert converts a file of Kubernetes to a scenario and back, and machines to
// topology.yaml.
func TestConvert(t *testing.T) {
	dir := clitest.Folder(t)
	src, err := os.ReadFile("../../../core/kube/testdata/cluster.yaml")
	if err != nil {
		t.Fatal(err)
	}
	clitest.Write(t, dir, "cluster.yaml", string(src))
	clitest.Write(t, dir, "topology.conf", "SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=top Switches=s[0-1]\n")
	clitest.Write(t, dir, "torus.json", `{"hopyard": 1, "cluster": {"topology": {"kind": "torus", "dims": [2, 2]}}, "jobs": []}`)
	clitest.Write(t, dir, "wrong.yaml", "apiVersion: v1\nkind: Node\n")
	status, made, said := call(t, dir, "", "convert", "DIR/cluster.yaml")
	if status != cli.ExitOK || !strings.Contains(made, `"required": "cloud.provider.com/topology-rack"`) || !strings.Contains(said, "notice: line 41: node n3: left out, because it is unschedulable") {
		t.Fatalf("%d %s %s", status, made, said)
	}
	clitest.Write(t, dir, "made.json", made)
	for _, c := range []struct {
		args       []string
		status     int
		out, error string
	}{
		{[]string{"run", "DIR/cluster.yaml"}, cli.ExitOK, "2 jobs on 2 nodes (levels)", ""},
		{[]string{"convert", "DIR/made.json", "--to", "kueue"}, cli.ExitOK, "kueue.x-k8s.io/podset-required-topology: cloud.provider.com/topology-rack", ""},
		{[]string{"convert", "DIR/topology.conf"}, cli.ExitOK, `"kind": "slurm"`, ""},
		{[]string{"convert", "DIR/topology.conf", "--to", "slurm"}, cli.ExitOK, "    - switch: top\n      children: s[0-1]\n", ""},
		{[]string{"convert", "DIR/made.json", "--to", "sbatch"}, cli.ExitOK, "=$(submit --ntasks=", ""},
		{[]string{"convert", "DIR/torus.json", "--to", "slurm"}, cli.ExitBad, "", "is not a tree of switches"},
		{[]string{"convert", "DIR/wrong.yaml"}, cli.ExitBad, "", "wrong.yaml: line 1: metadata.name is missing"},
		{[]string{"convert", "DIR/made.json", "--to", "toml"}, cli.ExitUsage, "", "write scenario, kueue, slurm, sbatch, swf or batsim"},
		{[]string{"convert"}, cli.ExitUsage, "", "argument FILE is missing"},
	} {
		if status, out, said := call(t, dir, "", c.args...); status != c.status || !strings.Contains(out, c.out) || !strings.Contains(said, c.error) {
			t.Errorf("%q: %d %s %s", c.args, status, out, said)
		}
	}
}
