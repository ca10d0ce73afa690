package quizbank

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"

	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/papers"
	"hopyard/wasm/app/worksheetpanel/scorm"
)

// writeScorm writes a SCORM package for learning management systems. The package
// contains the built page and a worksheet. If the given file is a scenario,
// writeScorm makes the worksheet from the scenario.
func writeScorm(t *cli.Terminal, in *input.FileOptions, path, site string, want papers.Selection) error {
	sheet, err := sheetOf(t, in, path, want)
	if err != nil {
		return err
	}
	w, err := scenario.ParseWorksheet(sheet)
	if err != nil {
		return input.Prefixed(path, err)
	}
	index, files, err := builtSite(site)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := scorm.Write(&out, w.Title, string(sheet), index, files); err != nil {
		return err
	}
	_, err = t.Out.Write(out.Bytes())
	return err
}

// sheetOf returns the text of a worksheet. If the file is already a worksheet, it
// returns the text unchanged. If the file is a scenario, it makes a worksheet about
// the scenario.
func sheetOf(t *cli.Terminal, in *input.FileOptions, path string, want papers.Selection) ([]byte, error) {
	if papers.IsWorksheet(t, path) {
		if _, err := papers.ReadSheet(t, path); err != nil {
			return nil, err
		}
		return input.Read(t, path)
	}
	s, err := in.Load(t, path)
	if err != nil {
		return nil, err
	}
	if s.Scenario == nil || s.Trace != nil {
		return nil, cli.BadUsage("--format scorm requires a scenario or a worksheet, but %s is a trace", path)
	}
	if want.Count > scenario.MaxOfItem {
		return nil, cli.BadUsage("--count %d: a worksheet asks at most %d questions of a scenario", want.Count, scenario.MaxOfItem)
	}
	var names []string
	for k := range quiz.NumKinds {
		if want.Kinds.Has(k) && want.Kinds != quiz.AllKinds {
			names = append(names, k.String())
		}
	}
	type item struct {
		Scenario json.RawMessage `json:"scenario"`
		Kinds    []string        `json:"kinds,omitempty"`
		Count    int             `json:"count"`
	}
	return json.Marshal(struct {
		Version int    `json:"hopyard_worksheet"`
		Title   string `json:"title,omitempty"`
		Seed    uint64 `json:"seed"`
		Items   []item `json:"items"`
	}{1, s.Scenario.Title, min(want.Seed, 1<<53-1), []item{{s.Scenario.Canonical(), names, want.Count}}})
}

// builtSite reads the files of the page from the folder into which tools/build has
// written them.
func builtSite(folder string) (index []byte, files []scorm.PageFile, err error) {
	site := os.DirFS(folder)
	if index, err = fs.ReadFile(site, "index.html"); err != nil {
		return nil, nil, fmt.Errorf("%s has no built page: run make dist first, or say with --site where it is", folder)
	}
	names, err := fs.ReadDir(site, ".")
	if err != nil {
		return nil, nil, input.FileError(err)
	}
	for _, f := range names {
		if f.IsDir() || !scorm.Wants(f.Name()) {
			continue
		}
		content, err := fs.ReadFile(site, f.Name())
		if err != nil {
			return nil, nil, input.FileError(err)
		}
		files = append(files, scorm.PageFile{Name: f.Name(), Content: content})
	}
	return index, files, nil
}
