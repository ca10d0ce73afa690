package sweep

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/yamldoc"
	"hopyard/tools/hopyard/clitest"
)

// TestIndexedJob writes an Indexed Job and then does by hand what Kubernetes would do: it
// runs the command of the container once for each index. The tables must be those of a
// sweep on a single machine.
func TestIndexedJob(t *testing.T) {
	dir, single := t.TempDir(), t.TempDir()
	clitest.Write(t, dir, "little.json", little)
	const tasks = 5
	status, out, said := call(t, dir, "", "sweep", "DIR/little.json", "--out", "DIR/x", "--kubernetes", strconv.Itoa(tasks), "--claim", "data/my sweeps/x")
	if status != 0 || !strings.Contains(out, "24 runs, 4 or one more in each of 5 tasks") || !strings.Contains(out, "kubectl create -f") {
		t.Fatalf("status %d: %s%s", status, out, said)
	}
	src, err := os.ReadFile(filepath.Join(dir, "x", jobName))
	if err != nil {
		t.Fatal(err)
	}
	docs := yamldoc.Parse(string(src), yamldoc.Limits{Depth: 16}, func(line int, problem string) { t.Errorf("line %d: %s", line, problem) })
	if len(docs) != 1 {
		t.Fatalf("%d documents in %s", len(docs), src)
	}
	spec := docs[0].At("spec")
	pod := spec.At("template", "spec")
	container := pod.Get("containers").Items[0]
	volume, claim := container.Get("volumeMounts").Items[0], pod.Get("volumes").Items[0]
	for what, is := range map[string]bool{
		"kind":             docs[0].Text("apiVersion") == "batch/v1" && docs[0].Text("kind") == "Job" && spec.Text("completionMode") == "Indexed",
		"number of tasks":  spec.Text("completions") == "5" && spec.Text("parallelism") == "5",
		"restart":          pod.Text("restartPolicy") == "Never", // batch/v1 demands it beside a podFailurePolicy
		"volume":           volume.Text("name") == claim.Text("name") && claim.At("persistentVolumeClaim").Text("claimName") == "data" && volume.Text("subPath") == "my sweeps/x",
		"copy of program":  container.Get("command").Items[0].Scalar == volume.Text("mountPath")+"/"+programName,
		"workers and CPUs": container.At("resources", "requests").Text("cpu") == "1",
	} {
		if !is {
			t.Errorf("%s: %s", what, src)
		}
	}
	for i := range tasks {
		var args []string
		for _, a := range container.Get("args").Items {
			args = append(args, strings.NewReplacer("$(JOB_COMPLETION_INDEX)", strconv.Itoa(i), volume.Text("mountPath"), filepath.Join(dir, "x")).Replace(a.Scalar))
		}
		if status, out, said := call(t, dir, "", args...); status != 0 {
			t.Fatalf("index %d: status %d: %s%s", i, status, out, said)
		}
	}
	if status, _, said := call(t, single, little, "sweep", "-", "--out", "DIR"); status != 0 {
		t.Fatal(said)
	}
	runs, means := contents(t, single)
	if r, m := contents(t, filepath.Join(dir, "x")); r != runs || m != means {
		t.Errorf("the tables differ:\n%s\nwant\n%s", r, runs)
	}
}

// TestIndexedJobRefuses checks the messages for invalid options.
func TestIndexedJobRefuses(t *testing.T) {
	dir := t.TempDir()
	clitest.Write(t, dir, "little.json", little)
	for args, says := range map[string]string{
		"--kubernetes 2":                            "--claim is missing",
		"--kubernetes 25 --claim a":                 "25 tasks for 24 runs",
		"--kubernetes -1 --claim a":                 "use 1 to 100000",
		"--kubernetes 2 --claim A":                  "no name of a persistent volume claim",
		"--kubernetes 2 --claim a/../b":             "leads out of the volume",
		"--kubernetes 2 --claim a --shard 0/2":      "give only one of them",
		"--kubernetes 2 --claim a --array 2":        "give only one of them",
		"--claim a":                                 "--claim and --image are for --kubernetes",
		"--kubernetes 2 --claim a --sbatch --mem=1": "--sbatch is for --array",
	} {
		if status, out, said := call(t, dir, "", append([]string{"sweep", "DIR/little.json", "--out", "DIR/x"}, strings.Fields(args)...)...); status != 2 || !strings.Contains(said, says) {
			t.Errorf("%s: status %d: %s%s", args, status, out, said)
		}
	}
}
