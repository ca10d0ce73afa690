package sweep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"hopyard/core/experiment"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// merge reads the results in the folder of a sweep. If several tasks share the
// sweep, merge also checks whether all runs are done. If they are, it writes the
// tables. If not, it prints which runs are missing and how to make them.
func merge(t *cli.Terminal, dir string) (*experiment.Results, error) {
	r, err := readResults(dir)
	if err != nil {
		return nil, err
	}
	folders, err := shardFolders(dir)
	if err != nil || len(folders) == 0 {
		return r, err
	}
	missing := r.Missing()
	all := len(r.Cells) * r.Design.Repetitions
	if len(missing) > 0 {
		fmt.Fprintf(t.Out, "%s: %s of %s runs are missing: %s\n", dir, cli.Grouped(int64(len(missing))), cli.Grouped(int64(all)), missingText(dir, folders[0], r))
		return r, nil
	}
	if tablesWritten(dir, r) {
		return r, nil
	}
	if err := writeTables(dir, r); err != nil {
		return nil, err
	}
	fmt.Fprintf(t.Out, "%s: all %s runs are there; written: %s and %s\n", dir, cli.Grouped(int64(all)), runsName, meansName)
	return r, nil
}

// tablesWritten reports whether the tables of the given results already exist. It
// compares only the file means.csv. This file is written last, and it contains the
// number of repetitions.
func tablesWritten(dir string, r *experiment.Results) bool {
	src, err := os.ReadFile(filepath.Join(dir, meansName))
	if err != nil {
		return false
	}
	var want strings.Builder
	return r.WriteMeans(&want) == nil && string(src) == want.String()
}

// readShards adds the rows that the tasks of a sweep wrote. It returns an error for
// invalid rows, for rows of a different design or version, and for files that do
// not belong to a task. Cost: O(bytes).
func readShards(dir string, r *experiment.Results) error {
	folders, err := shardFolders(dir)
	if err != nil || len(folders) == 0 {
		return err
	}
	design, err := os.ReadFile(filepath.Join(dir, designName))
	if err != nil {
		return input.FileError(err)
	}
	id, err := identity(design)
	if err != nil {
		return input.Prefixed(filepath.Join(dir, designName), err)
	}
	for _, name := range folders {
		of, err := tasksOf(name)
		if err == nil && name != shardsName(of, id) {
			err = fmt.Errorf("contains rows of another design or version of hopyard (this one is %s); use the program that made them, or remove the folder", shardsName(of, id))
		}
		folder := filepath.Join(dir, name)
		if err == nil {
			err = readTasks(folder, of, r)
		}
		if err != nil {
			return unlessNamed(folder, err)
		}
	}
	return nil
}

// unlessNamed puts the path before the text of an error, unless the text already
// begins with the path.
func unlessNamed(path string, err error) error {
	if strings.HasPrefix(err.Error(), path) {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// tasksOf returns the number of tasks. It takes the number from the name of the
// tasks' folder.
func tasksOf(folder string) (int, error) {
	number, _, _ := strings.Cut(strings.TrimPrefix(folder, shardsPrefix), "-")
	of, err := strconv.Atoi(number)
	if err != nil || of < 1 || of > maxTasks {
		return 0, errors.New("is not a task folder of a sweep (shards-N-…); remove or rename it")
	}
	return of, nil
}

// readTasks adds the rows of all files in a tasks' folder. It skips hidden files,
// because they come from the file system or from an editor.
func readTasks(folder string, of int, r *experiment.Results) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return input.FileError(err)
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || e.IsDir() && strings.HasPrefix(name, "done-") {
			continue
		}
		path := filepath.Join(folder, name)
		if !isPart(name, of) {
			return fmt.Errorf("%s: is not a task file such as %s; remove it", path, shard{0, of}.part(1))
		}
		if err := readPart(path, r); err != nil {
			return err
		}
	}
	return nil
}

// isPart reports whether a task may have written a file with the given name.
func isPart(name string, of int) bool {
	fields := strings.Split(name, ".")
	if len(fields) != 3 {
		return false
	}
	task, err := strconv.Atoi(fields[0])
	n, bad := strconv.Atoi(fields[1])
	return err == nil && bad == nil && task >= 0 && task < of && n > 0 && name == shard{task, of}.part(n)
}

// exists reports whether there is a file, or something that hides whether there is one.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// missingText describes which tasks have missing runs, and how to make these runs.
func missingText(dir, folder string, r *experiment.Results) string {
	of, err := tasksOf(folder)
	if err != nil {
		return err.Error()
	}
	tasks := r.Tasks(r.Missing(), of)
	list := ranges(tasks)
	design := filepath.Join(dir, designName)
	out := fmt.Sprintf("those of tasks %s of %d, which may still be running.\nTo make them: ", list, of)
	if exists(filepath.Join(dir, scriptName)) {
		out += fmt.Sprintf("sbatch --array=%s %s\n          or: ", list, shellWord(filepath.Join(dir, scriptName)))
	}
	if path := filepath.Join(dir, jobName); exists(path) {
		out += fmt.Sprintf("kubectl replace --force -f %s\n          or: ", shellWord(path))
	}
	return out + fmt.Sprintf("hopyard sweep %s --shard %d/%d --out %s, and so for each task\n          or, on this machine: hopyard sweep %s --out %s",
		shellWord(design), tasks[0], of, shellWord(dir), shellWord(design), shellWord(dir))
}

// ranges formats ascending numbers in Slurm's notation. For example, 0-3,8 stands
// for 0, 1, 2, 3 and 8.
func ranges(numbers []int) string {
	var out []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		text := strconv.Itoa(numbers[i])
		if j > i {
			text += "-" + strconv.Itoa(numbers[j])
		}
		out = append(out, text)
		i = j + 1
	}
	return strings.Join(out, ",")
}

// shellWord quotes a word for the shell if necessary.
func shellWord(word string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("/._-+=:,@%", c)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
