package sweep

import (
	_ "embed"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"hopyard/core/jsondoc"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// jobName is the name of the file that an Indexed Job of Kubernetes adds to the sweep's
// folder, beside the copy of this program.
const jobName = "job.yaml"

// maxIndexes is the largest number of tasks of an Indexed Job. The validation of batch/v1
// Jobs limits the parallelism of Indexed Jobs to it.
const maxIndexes = 100_000

// defaultImage is the image of the containers. It needs to have nothing but the C library
// of the machine on which this program was built.
const defaultImage = "debian:stable-slim"

//go:embed job.yaml
var jobText string

// indexedJob is the data for the template of the Job.
type indexedJob struct {
	Name, Image, Claim, Folder string // Image, Claim and Folder are quoted
	Tasks, Workers             int
}

// claimSyntax matches the names of persistent volume claims: DNS subdomains.
var claimSyntax = regexp.MustCompile(`^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$`)

// writeJob writes the files for an Indexed Job of Kubernetes with the given number of
// tasks. The claim is the name of a persistent volume claim, which may be followed by a
// slash and the path of the sweep's folder in the volume.
func (s *sweep) writeJob(tasks int, image, claim string) error {
	if err := checkTaskCount(tasks, len(s.experiment.Cells)*s.experiment.Design.Repetitions); err != nil {
		return err
	}
	name, folder, _ := strings.Cut(claim, "/")
	switch {
	case !claimSyntax.MatchString(name):
		return cli.BadUsage("--claim %q: %q is no name of a persistent volume claim; use small letters, digits, - and .", claim, name)
	case folder != "" && !filepath.IsLocal(folder):
		return cli.BadUsage("--claim %q: %q leads out of the volume; give the path of the folder in it", claim, folder)
	case image == "" || strings.ContainsAny(image, " \t\r\n"):
		return cli.BadUsage("--image %q is no name of an image; use one such as %s", image, defaultImage)
	}
	if _, err := s.openShards(tasks); err != nil {
		return err
	}
	id, err := identity(s.design)
	if err != nil {
		return err
	}
	if err := copyProgram(filepath.Join(s.dir, programName)); err != nil {
		return err
	}
	job := indexedJob{Name: "hopyard-" + id, Image: jsondoc.Quote(image), Claim: jsondoc.Quote(name), Tasks: tasks, Workers: s.workers}
	if folder != "" {
		job.Folder = jsondoc.Quote(folder)
	}
	path := filepath.Join(s.dir, jobName)
	if err := cli.WriteWhole(path, func(w io.Writer) error {
		return template.Must(template.New("").Parse(jobText)).Execute(w, job)
	}); err != nil {
		return input.FileError(err)
	}
	runs := len(s.experiment.Cells) * s.experiment.Design.Repetitions
	fmt.Fprintf(s.t.Out, "%s\n  %s runs, %s or one more in each of %s tasks\n  start: kubectl create -f %s (the volume of the claim %s must hold %s)\n  list missing runs: hopyard report %s\n",
		title(s.experiment.Design, s.dir), cli.Grouped(int64(runs)), cli.Grouped(int64(runs/tasks)), cli.Grouped(int64(tasks)), shellWord(path), name, shellWord(s.dir), shellWord(s.dir))
	return nil
}
