package slurmtest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// design is an experiment of 288 runs, each of which takes about a tenth of a
// second.
const design = `{
  "hopyard_design": 1, "title": "Shared by a cluster", "repetitions": 24,
  "scenario": {
    "hopyard": 1,
    "cluster": {"topology": {"kind": "torus", "dims": [16, 16]}},
    "workload": {"model": "lublin", "jobs": 3000, "estimates": "factor"}
  },
  "factors": [
    {"name": "load", "path": "workload.load", "levels": [0.5, 0.8]},
    {"name": "queue", "path": "scheduler.queue", "levels": ["easy", "conservative"]},
    {"name": "allocator", "path": "scheduler.allocator", "levels": ["first-fit", "sdm", "random"]}
  ],
  "axis": "load", "algorithm": ["queue", "allocator"]
}`

const tasks, runs = 8, 288

// array is a sweep that runs as a Slurm job array.
type array struct {
	*cluster
	dir, job string
}

// TestArray runs a sweep as a job array and disturbs its tasks. The resulting files
// must equal those of a sweep on one machine, byte for byte. No run may be made
// twice. An exception is the task whose node is lost, because it runs twice at the
// same time.
func TestArray(t *testing.T) {
	if os.Getenv("HOPYARD_SLURM") == "" {
		t.Skip("make test-slurm runs it: it needs Slurm's daemons and about a minute")
	}
	began := time.Now()
	c := launch(t)
	t.Logf("%v: Slurm is up with %d nodes: %s", since(began), nodes, strings.TrimSpace(c.run("sinfo", "--version")))
	program, one, many := filepath.Join(c.dir, "built"), filepath.Join(c.dir, "one"), filepath.Join(c.dir, "many")
	build := exec.Command("go", "build", "-o", program, "hopyard/tools/hopyard")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path := filepath.Join(c.dir, "design.json")
	if err := os.WriteFile(path, []byte(design), 0o644); err != nil {
		t.Fatal(err)
	}
	c.run(program, "sweep", path, "--out", one)
	t.Logf("%v: one machine has made its %d rows", since(began), runs)
	c.run(program, "sweep", path, "--array", strconv.Itoa(tasks), "--out", many, "--sbatch", "--time=30", "--sbatch", "echo this task runs on $SLURMD_NODENAME")
	a := &array{cluster: c, dir: many}
	a.submit("sbatch", "--parsable", filepath.Join(many, "array.sbatch"))

	a.disturb(began)
	a.drained()
	t.Logf("%v: the queue is empty", since(began))

	// Slurm does not restart a task that was killed together with its script. The
	// report must list such tasks.
	out, _ := c.try(program, "report", many) // ignore the error: the command fails if ECharts is not available for the report's page
	again := regexp.MustCompile(`sbatch (--array=\S+) (\S+)`).FindStringSubmatch(out)
	if again == nil || again[1] != "--array=0-1" {
		t.Fatalf("the report does not say that tasks 0 and 1 are missing:\n%s", out)
	}
	t.Logf("%v: the report says what is missing: %s", since(began), again[0])
	a.submit("sbatch", "--parsable", again[1], again[2])
	a.drained()
	for _, name := range []string{"runs.csv", "means.csv"} {
		want, err := os.ReadFile(filepath.Join(one, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(many, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s of the array is not that of one machine: %d bytes, not %d (%v)", name, len(got), len(want), err)
		}
	}
	a.once()
	t.Logf("%v: runs.csv and means.csv are those of one machine", since(began))
}

func since(t time.Time) time.Duration { return time.Since(t).Round(100 * time.Millisecond) }

// submit runs the given sbatch command and stores the id of the job array.
func (a *array) submit(args ...string) {
	a.t.Helper()
	a.job = strings.TrimSpace(a.run(args[0], args[1:]...))
}

// disturb disturbs each of the first six tasks in a different way.
func (a *array) disturb(began time.Time) {
	t := a.t
	id := func(task int) string { return a.job + "_" + strconv.Itoa(task) }

	for task := nodes; task < tasks; task++ {
		a.run("scontrol", "hold", id(task))
	}
	var pid [tasks]int
	for task := range nodes { // stop the tasks while they make their runs, so that none of them ends before it is disturbed
		pid[task] = a.working(task)
		syscall.Kill(pid[task], syscall.SIGSTOP)
	}
	syscall.Kill(pid[0], syscall.SIGKILL)
	t.Logf("%v: task 0: its program was killed (kill -9)", since(began))

	a.run("scancel", "--signal=KILL", "--full", id(1))
	t.Logf("%v: task 1: all of it was killed (scancel --signal=KILL)", since(began))

	syscall.Kill(pid[2], syscall.SIGCONT)
	a.run("scontrol", "requeue", id(2))
	t.Logf("%v: task 2: requeued (scontrol requeue)", since(began))

	syscall.Kill(pid[3], syscall.SIGCONT)
	a.late(id(3), pid[3])
	t.Logf("%v: task 3: was told that its time is up (USR1), as sbatch --signal does", since(began))

	for task := nodes; task < tasks; task++ {
		a.run("scontrol", "release", id(task))
	}
	a.working(4)
	drained := a.where(4)
	a.run("scontrol", "update", "nodename="+drained, "state=drain", "reason=test")
	t.Logf("%v: task 4: its node %s is drained", since(began), drained)

	pid[5] = a.working(5)
	lost := a.where(5)
	if lost == drained {
		t.Fatalf("task 5 began on %s, which is drained", lost)
	}
	// Simulate a node that is cut off: its daemon dies, but the task on the node
	// keeps running.
	if err := syscall.Kill(pid[5], syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	finishNow(a.nodes[lost])
	delete(a.nodes, lost)
	a.run("scontrol", "update", "nodename="+lost, "state=down", "reason=test")
	t.Logf("%v: task 5: its node %s is down, and the task still there", since(began), lost)
	a.until("task 5 is at work elsewhere", limit, func() bool { return a.rows(5, 2) > 0 })
	if err := syscall.Kill(pid[5], syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	t.Logf("%v: task 5: meets its older self (process %d)", since(began), pid[5])
	a.until("the older self of task 5 ended", limit, func() bool { return ended(pid[5]) })
	a.boot(lost) // the daemon is not restarted earlier, because a starting daemon ends processes that it did not start
	a.run("scontrol", "update", "nodename="+drained, "state=resume")
	a.until("the node is back", time.Minute, func() bool {
		out, _ := a.try("sinfo", "-h", "-n", lost, "-o", "%t")
		return !strings.Contains(out, "down") && !strings.Contains(out, "*")
	})
	t.Logf("%v: both nodes are back", since(began))
}

// late sends a signal to a task's script, as Slurm does when the time of the task
// is up. It does so with scancel. When the task's program has ended, late kills
// scancel. Otherwise scancel would repeat the signal, since Slurm reports that a
// task in this state cannot be signaled. The repeated signal would hit the requeued
// task.
func (a *array) late(id string, pid int) {
	a.t.Helper()
	told := a.start("scancel", "--signal=USR1", "--batch", id)
	a.until("the program has ended", limit, func() bool { return ended(pid) })
	finishNow(told)
}

// ended reports whether a process has ended. A zombie process, for which the parent
// has not waited yet, counts as ended.
func ended(pid int) bool {
	src, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(src), ") Z ")
}

// finishNow kills a process at once, as the loss of its node would.
func finishNow(d *exec.Cmd) {
	d.Process.Kill()
	d.Wait()
}

// working waits until a task has written rows and returns the id of its process. If
// the task has already made three quarters of its runs by then, working ends the
// test.
func (a *array) working(task int) (pid int) {
	a.t.Helper()
	text := fmt.Sprintf("--shard %d/%d ", task, tasks)
	a.until(fmt.Sprintf("task %d is at work", task), limit, func() bool {
		if rows := a.rows(task, 1); rows >= runs/tasks*3/4 {
			a.t.Fatalf("task %d has made %d of %d runs before it was seen: its runs are too short for this machine", task, rows, runs/tasks)
		} else if rows == 0 {
			return false
		}
		for _, p := range a.processes(text) {
			if exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", p)); err == nil && filepath.Base(exe) == "hopyard" {
				pid = p
			}
		}
		return pid > 0
	})
	return pid
}

// where returns the name of the node on which the task with the given number runs.
func (a *array) where(task int) string {
	a.t.Helper()
	return strings.TrimSpace(a.run("squeue", "-h", "-j", a.job+"_"+strconv.Itoa(task), "-o", "%N"))
}

// parts returns the paths of the files that a task has written.
func (a *array) parts(task int) []string {
	names, _ := filepath.Glob(filepath.Join(a.dir, "shards-*", fmt.Sprintf("%d.*.csv", task)))
	return names
}

// rows returns the number of complete rows in the nth file of a task, or 0 if there
// is no such file.
func (a *array) rows(task, n int) int {
	for _, name := range a.parts(task) {
		if strings.HasSuffix(name, fmt.Sprintf(".%d.csv", n)) {
			src, _ := os.ReadFile(name)
			return bytes.Count(src, []byte("\n")) - 1
		}
	}
	return 0
}

// drained waits until no task of the array is in the queue.
func (a *array) drained() {
	a.t.Helper()
	a.until("the queue is empty", limit, func() bool {
		out, err := a.try("squeue", "-h", "-j", a.job)
		return strings.TrimSpace(out) == "" || err != nil && strings.Contains(out, "Invalid job id")
	})
}

// once checks that disturbed tasks continued where they had stopped. Tasks 0 to 3
// and task 5 must have written at least two files each. No run may be in more than
// one file. Task 5 is an exception: it ran twice at the same time, so some of its
// runs must be in two files.
func (a *array) once() {
	for task := range tasks {
		seen, twice := map[string]bool{}, 0
		parts := a.parts(task)
		for _, name := range parts {
			src, err := os.ReadFile(name)
			if err != nil {
				a.t.Fatal(err)
			}
			lines := strings.Split(string(src), "\n")
			for _, row := range lines[1 : len(lines)-1] { // skip the header and an incomplete last row
				if seen[row] {
					twice++
				}
				seen[row] = true
			}
		}
		a.t.Logf("task %d: %d runs in %d files, %d of them in two", task, len(seen), len(parts), twice)
		if disturbed := task < 4 || task == 5; disturbed && len(parts) < 2 {
			a.t.Errorf("task %d wrote %d files: nothing happened to it", task, len(parts))
		}
		switch {
		case task == 5 && twice == 0:
			a.t.Error("task 5 did not meet its older self")
		case task != 5 && twice > 0:
			a.t.Errorf("task %d made %d runs twice", task, twice)
		}
	}
}
