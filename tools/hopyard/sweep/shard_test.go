package sweep

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
)

// quiet returns a sweep that writes the results of a design into a folder. The
// messages of the sweep are discarded.
func quiet(t *testing.T, design, dir string) *sweep {
	t.Helper()
	x, err := readExperiment([]byte(design))
	if err != nil {
		t.Fatal(err)
	}
	return &sweep{t: &cli.Terminal{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}, dir: dir, design: []byte(design), experiment: x, workers: 1}
}

// after runs a task of a sweep. It stops the task after the given number of runs.
func after(t *testing.T, design, dir string, h shard, runs int) error {
	t.Helper()
	s, stop := quiet(t, design, dir), make(chan struct{})
	s.stop = stop
	s.made = func(n int) {
		if n == runs {
			close(stop)
		}
	}
	return s.runShard(h)
}

// drawn returns a random variant of the design little. The variant has random
// levels and a random number of repetitions.
func drawn(r *rand.Rand) string {
	levels := []string{"[0.9]", "[0.5, 0.9]", "[0.3, 0.5, 0.7]"}[r.IntN(3)]
	return strings.NewReplacer("[0.5, 0.9]", levels, `"repetitions": 3`, fmt.Sprintf(`"repetitions": %d`, 1+r.IntN(4))).Replace(little)
}

// TestShards runs random designs, each of them divided among a random number of
// tasks. It kills tasks in such a way that their files end at a random byte, and
// restarts them. The tables must equal those of a sweep on a single machine. No run
// may be made twice.
func TestShards(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 18))
	for round := range 8 {
		design, one, many := drawn(r), t.TempDir(), t.TempDir()
		single := quiet(t, design, one)
		if err := single.run(); err != nil {
			t.Fatal(err)
		}
		all := len(single.experiment.Cells) * single.experiment.Design.Repetitions
		of := 1 + r.IntN(all)
		cut := 0
		for _, task := range r.Perm(of) {
			h := shard{task, of}
			for r.IntN(3) > 0 {
				if err := after(t, design, many, h, 1); err == nil {
					break // the task ended normally with this run, so it was not stopped
				}
				kill(t, many, h, r)
				cut++
			}
			if err := after(t, design, many, h, -1); err != nil {
				t.Fatal(err)
			}
		}
		runs, means := contents(t, one)
		if a, b := contents(t, many); a != runs || b != means {
			t.Errorf("round %d: %d tasks write something else than one machine:\n%s", round, of, a)
		}
		if rows := rowsOfTasks(t, many); rows != all {
			t.Errorf("round %d: %d tasks wrote %d rows of %d runs (killed %d times)", round, of, rows, all, cut)
		}
	}
}

// kill truncates the newest file of a task at a random byte. Killing a task while
// it writes has the same effect.
func kill(t *testing.T, dir string, h shard, r *rand.Rand) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "shards-*", h.name()+".*.csv"))
	if err != nil || len(names) == 0 {
		return
	}
	src, err := os.ReadFile(names[len(names)-1])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(names[len(names)-1], r.Int64N(int64(len(src)+1))); err != nil {
		t.Fatal(err)
	}
}

// rowsOfTasks returns the total number of complete rows in the files of all tasks.
func rowsOfTasks(t *testing.T, dir string) (rows int) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "shards-*", "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rows += max(0, bytes.Count(src, []byte("\n"))-1)
	}
	return rows
}

// TestShardTwice runs the same task in two processes at once. The processes must
// write different files. Each result must count only once.
func TestShardTwice(t *testing.T) {
	one, many := t.TempDir(), t.TempDir()
	if err := quiet(t, little, one).run(); err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	for range 3 {
		for task := range 2 {
			s := quiet(t, little, many)
			both.Go(func() {
				if err := s.runShard(shard{task, 2}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	both.Wait()
	runs, means := contents(t, one)
	if a, b := contents(t, many); a != runs || b != means {
		t.Error("tasks that met themselves write something else than one machine")
	}
}

// TestShardMore raises the number of repetitions of a sweep that is shared by
// tasks. The tasks must continue with the additional runs. A single machine must
// then be able to make the remaining runs.
func TestShardMore(t *testing.T) {
	dir := t.TempDir()
	more := strings.Replace(little, `"repetitions": 3`, `"repetitions": 5`, 1)
	for _, design := range []string{little, more} {
		for task := range 4 {
			if design == more && task == 2 {
				break
			}
			if err := after(t, design, dir, shard{task, 4}, -1); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	if _, err := merge(&cli.Terminal{Out: &out}, dir); err != nil || !strings.Contains(out.String(), "are missing: those of tasks 2-3 of 4") {
		t.Errorf("%v: %s", err, &out)
	}
	if err := after(t, little, dir, shard{0, 4}, -1); err == nil || !strings.Contains(err.Error(), "holds 5 repetitions, more than 3") {
		t.Errorf("fewer repetitions: %v", err)
	}
	s := quiet(t, more, dir)
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
	whole := t.TempDir()
	if err := quiet(t, more, whole).run(); err != nil {
		t.Fatal(err)
	}
	runs, means := contents(t, whole)
	if a, b := contents(t, dir); a != runs || b != means {
		t.Error("what one machine ended is not what it makes alone")
	}
	if rows := rowsOfTasks(t, dir); rows >= 40 {
		t.Errorf("the tasks wrote all %d rows: nothing was left to end", rows)
	}
}

// TestShardRefuses puts files into the tasks' folder that do not belong there. The
// files must be reported and must remain in the folder.
func TestShardRefuses(t *testing.T) {
	for _, c := range []struct{ name, says string }{
		{"shards-2-00000000/0.1.csv", "another design or version of hopyard"},
		{"shards-x/0.1.csv", "is not a task folder of a sweep"},
		{"HERE/7.1.csv", "7.1.csv: is not a task file such as 0.1.csv; remove it"},
		{"HERE/0.0.csv", "0.0.csv: is not a task file"},
		{"HERE/00.1.csv", "00.1.csv: is not a task file"},
		{"HERE/note", "note: is not a task file"},
		{"HERE/0.2.csv/x", "0.2.csv: is not a regular file; remove it"},
		{"HERE/0.2.csv", "0.2.csv: line 1: the columns are not"},
	} {
		dir := t.TempDir()
		if err := after(t, little, dir, shard{1, 2}, -1); err != nil {
			t.Fatal(err)
		}
		folders, err := shardFolders(dir)
		if err != nil || len(folders) != 1 {
			t.Fatal(folders, err)
		}
		path := filepath.Join(dir, strings.Replace(c.name, "HERE", folders[0], 1))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		clitest.Write(t, filepath.Dir(path), filepath.Base(path), "rows\n")
		if _, err := merge(&cli.Terminal{Out: &bytes.Buffer{}}, dir); err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), dir) {
			t.Errorf("%s: want %q, got %v", c.name, c.says, err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	dir := t.TempDir()
	if err := after(t, little, dir, shard{1, 2}, 1); !cli.IsStopped(err) {
		t.Errorf("stopped: %v", err)
	}
	if err := after(t, little, dir, shard{1, 3}, -1); err == nil || !strings.Contains(err.Error(), "rows of another number of tasks") {
		t.Errorf("another number of tasks: %v", err)
	}
	if folders, err := shardFolders(dir); err != nil || len(folders) != 1 {
		t.Errorf("a refused task left its folder: %v", folders)
	}
}

// TestShardCommand checks the messages of the command sweep for various command
// lines with --shard.
func TestShardCommand(t *testing.T) {
	dir := t.TempDir()
	clitest.Write(t, dir, "little.json", little)
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"--shard 4/4", 2, "counted from 0; use 0/4 to 3/4"},
		{"--shard 1", 2, "write I/N"},
		{"--shard 0/25", 2, "25 tasks for 24 runs; use 24 or fewer"},
		{"--array 25", 2, "25 tasks for 24 runs"},
		{"--array -1", 2, "--array -1"},
		{"--array 2 --shard 0/2", 2, "give only one of them"},
		{"--sbatch --time=5", 2, "--sbatch is for --array"},
		{"--array 2 --sbatch --array=0-9", 2, "use --array N"},
		{"--array 2 --sbatch --no-requeue", 2, "leave it out"},
		{"--array 3 --sbatch --time=5 --sbatch date", 0, "8 or one more in each of 3 tasks"},
		{"--shard 0/2", 1, "use a new folder"},
		{"--shard 2/3", 0, "task 2 of 0 to 2: 8 runs, 0 of them already in "},
		{"--shard 2/3", 0, "task 2 of 0 to 2: 8 runs, 8 of them already in "},
		{"--shard 0/3", 0, "task 0"},
		{"--shard 1/3", 0, "all 24 runs are there; written: runs.csv and means.csv"},
	} {
		status, out, err := call(t, dir, "", append([]string{"sweep", "DIR/little.json", "--out", "DIR/x"}, strings.Fields(c.args)...)...)
		if status != c.status || !strings.Contains(out+err, c.says) {
			t.Errorf("%s: status %d, want %d; want %q in\n%s%s", c.args, status, c.status, c.says, out, err)
		}
	}
	src, err := os.ReadFile(filepath.Join(dir, "x", scriptName))
	if err != nil || !strings.Contains(string(src), "#SBATCH --array=0-2\n") || !strings.Contains(string(src), "#SBATCH --time=5\n") || !strings.Contains(string(src), "\ndate\n") {
		t.Errorf("%v:\n%s", err, src)
	}
}
