package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hopyard/core/experiment"
	"hopyard/tools/hopyard/chartscript"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/wasm/app/report"
)

// Report is the command report.
var Report = cli.Command{Name: "report", Args: "DIR", Does: "write an HTML report of a sweep: curves, and the best algorithm for each setting", Run: reportCommand}

// reportCommand writes the results of a sweep to an HTML file. The file is either
// written completely or not touched at all. It also writes the tables that the
// options request.
func reportCommand(t *cli.Terminal, f *cli.Flags) error {
	out := f.String("out", "", "the HTML `FILE` to write; default: report.html in DIR")
	figures := f.String("figure", "", "comma-separated `KEYS` of the metrics by which algorithms are ranked (default: the design's)")
	rows := f.String("gaps", "", "also write a CSV `FILE` that compares each cell pairwise with the first algorithm and gives the number of repetitions needed")
	conclusions := f.String("conclusions", "", "JSON `FILE` with the conclusions of a source, for --table")
	table := f.String("table", "", "also write a Markdown `FILE` that says for each conclusion whether the results support it")
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	dir := f.Words[0]
	results, err := merge(t, dir)
	if err != nil {
		return err
	}
	if err := writeGaps(results, *figures, *rows, *conclusions, *table); err != nil {
		return input.Prefixed(dir, err)
	}
	script, err := chartscript.ECharts()
	if err != nil {
		return err
	}
	o := report.Options{ECharts: script}
	if *figures != "" {
		o.Figures = strings.Split(*figures, ",")
	}
	if *out == "" {
		*out = filepath.Join(dir, "report.html")
	}
	size := 0
	err = cli.WriteWhole(*out, func(w io.Writer) error {
		return report.Write(writerFunc(func(p []byte) (int, error) { size += len(p); return w.Write(p) }), results, o)
	})
	if err != nil {
		return input.Prefixed(dir, err)
	}
	fmt.Fprintf(t.Out, "%s: %d kB, works offline\n", *out, (size+999)/1000)
	return nil
}

// writeGaps writes the files that the options --gaps and --table request. Without
// these options, it does nothing.
func writeGaps(results *experiment.Results, figures, rows, conclusions, table string) error {
	if rows == "" && table == "" {
		return nil
	}
	var keys []string
	if figures != "" {
		keys = strings.Split(figures, ",")
	}
	gaps, err := report.Gaps(results, keys)
	if err != nil {
		return err
	}
	if rows != "" {
		if err := cli.WriteWhole(rows, func(w io.Writer) error { return report.WriteGaps(w, gaps) }); err != nil {
			return err
		}
	}
	if table == "" {
		return nil
	}
	if conclusions == "" {
		return cli.BadUsage("--table requires --conclusions")
	}
	file, err := os.Open(conclusions)
	if err != nil {
		return input.FileError(err)
	}
	defer file.Close()
	study, err := report.ReadStudy(file)
	if err != nil {
		return input.Prefixed(conclusions, err)
	}
	// Write the numbers as CSV and read them back. The table is then computed from
	// the rounded numbers, so a reader can reproduce it from the CSV file.
	var text bytes.Buffer
	if err := report.WriteGaps(&text, gaps); err != nil {
		return err
	}
	if gaps, err = report.ReadGaps(&text); err != nil {
		return err
	}
	return cli.WriteWhole(table, func(w io.Writer) error { return study.Write(w, gaps) })
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// readResults reads the results from the folder of a sweep. If several tasks share
// the sweep, it includes the results of all tasks. It ignores an incomplete last
// row.
func readResults(dir string) (*experiment.Results, error) {
	path := filepath.Join(dir, designName)
	src, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: holds no %s; give the folder that hopyard sweep --out wrote", dir, designName)
	} else if err != nil {
		return nil, input.FileError(err)
	}
	x, err := readExperiment(src)
	if err != nil {
		return nil, input.Prefixed(path, err)
	}
	r := experiment.NewResults(x)
	folders, err := shardFolders(dir)
	if err != nil {
		return nil, err
	}
	path = filepath.Join(dir, runsName)
	if err := readPart(path, r); err != nil && !(errors.Is(err, fs.ErrNotExist) && len(folders) > 0) {
		return nil, err
	}
	if len(r.Missing()) == 0 {
		return r, nil
	}
	if err := readShards(dir, r); err != nil {
		return nil, err
	}
	return r, nil
}
