package sweep

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Names of the files that a job array adds to the sweep's folder.
const (
	scriptName  = "array.sbatch"
	programName = "hopyard" // a copy of this program, so that all tasks run the same version
	logsName    = "log"
)

//go:embed array.sbatch
var arrayScript string

// writeArray writes the files for a Slurm job array with the given number of tasks.
func (s *sweep) writeArray(tasks int, options []string) error {
	if err := checkTaskCount(tasks, len(s.experiment.Cells)*s.experiment.Design.Repetitions); err != nil {
		return err
	}
	dir, err := filepath.Abs(s.dir)
	if err != nil {
		return err
	}
	a := array{Dir: dir, Tasks: tasks, Last: tasks - 1}
	if err := a.sort(options); err != nil {
		return err
	}
	if strings.ContainsAny(dir, "\"'\\%$`\n\r") {
		return fmt.Errorf("%q: Slurm does not support quotes, \\, %%, $ or line breaks in the path; use another folder", dir)
	}
	if _, err := s.openShards(tasks); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, logsName), 0o777); err != nil {
		return input.FileError(err)
	}
	if err := copyProgram(filepath.Join(dir, programName)); err != nil {
		return err
	}
	path := filepath.Join(s.dir, scriptName)
	if err := cli.WriteWhole(path, func(w io.Writer) error {
		return template.Must(template.New("").Parse(arrayScript)).Execute(w, a)
	}); err != nil {
		return input.FileError(err)
	}
	runs := len(s.experiment.Cells) * s.experiment.Design.Repetitions
	fmt.Fprintf(s.t.Out, "%s\n  %s runs, %s or one more in each of %s tasks\n  start or continue: sbatch %s\n  list missing runs: hopyard report %s\n",
		title(s.experiment.Design, s.dir), cli.Grouped(int64(runs)), cli.Grouped(int64(runs/tasks)), cli.Grouped(int64(tasks)), shellWord(path), shellWord(s.dir))
	if tasks > slurmsArrays {
		fmt.Fprintf(s.t.Out, "  Slurm accepts arrays of at most %s tasks unless MaxArraySize (scontrol show config) is larger\n", cli.Grouped(slurmsArrays))
	}
	return nil
}

// slurmsArrays is the largest number of tasks in a Slurm job array in Slurm's
// default configuration (MaxArraySize 1001).
const slurmsArrays = 1001

// array is the data for the template of the sbatch script.
type array struct {
	Dir         string
	Tasks, Last int
	Options     []string // options of sbatch
	Commands    []string // shell commands
}

// sort divides the values of the option --sbatch into options of sbatch and shell
// commands. It returns an error for the options --array and --no-requeue, because
// hopyard itself sets which tasks run and relies on requeueing.
func (a *array) sort(options []string) error {
	for _, o := range options {
		switch word, _, _ := strings.Cut(o, "="); {
		case strings.ContainsAny(o, "\n\r") || strings.TrimSpace(o) == "":
			return cli.BadUsage("--sbatch %q: write one line", o)
		case strings.HasPrefix(o, "-a") || strings.HasPrefix("--array", word) && len(word) > 3:
			return cli.BadUsage("--sbatch %q: use --array N instead; to run at most 50 tasks at once, submit with sbatch --array=0-%d%%50 %s", o, a.Last, scriptName)
		case word == "--no-requeue":
			return cli.BadUsage("--sbatch %q: tasks are safe to requeue; leave it out", o)
		case strings.HasPrefix(o, "-"):
			a.Options = append(a.Options, o)
		default:
			a.Commands = append(a.Commands, o)
		}
	}
	return nil
}

// copyProgram copies the running program to path. It replaces an existing file
// instead of overwriting it, so tasks that are running the old file are not
// affected.
func copyProgram(path string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	from, err := os.Open(self)
	if err != nil {
		return input.FileError(err)
	}
	defer from.Close()
	if here, err := from.Stat(); err == nil {
		if there, err := os.Stat(path); err == nil && os.SameFile(here, there) {
			return nil
		}
	}
	if err := cli.WriteWhole(path, func(w io.Writer) error { _, err := io.Copy(w, from); return err }); err != nil {
		return input.FileError(err)
	}
	return os.Chmod(path, 0o755)
}
