package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"

	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/wasm/app/worksheetpanel/scorm"
)

// writeScorm writes a SCORM package for learning management systems. The package
// contains the built page and a worksheet. If the given file is a scenario,
// writeScorm makes the worksheet from the scenario.
func writeScorm(t *terminal, in *inputFlags, path, site string, want choice) error {
	sheet, err := sheetOf(t, in, path, want)
	if err != nil {
		return err
	}
	w, err := scenario.ParseWorksheet(sheet)
	if err != nil {
		return prefixed(path, err)
	}
	index, files, err := builtSite(site)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := scorm.Write(&out, w.Title, string(sheet), index, files); err != nil {
		return err
	}
	_, err = t.out.Write(out.Bytes())
	return err
}

// sheetOf returns the text of a worksheet. If the file is already a worksheet, it
// returns the text unchanged. If the file is a scenario, it makes a worksheet about
// the scenario.
func sheetOf(t *terminal, in *inputFlags, path string, want choice) ([]byte, error) {
	if isWorksheet(t, path) {
		if _, err := readSheet(t, path); err != nil {
			return nil, err
		}
		return read(t, path)
	}
	s, err := in.load(t, path)
	if err != nil {
		return nil, err
	}
	if s.scenario == nil || s.trace != nil {
		return nil, badUsage("--format scorm requires a scenario or a worksheet, but %s is a trace", path)
	}
	if want.count > scenario.MaxOfItem {
		return nil, badUsage("--count %d: a worksheet asks at most %d questions of a scenario", want.count, scenario.MaxOfItem)
	}
	var names []string
	for k := range quiz.NumKinds {
		if want.kinds.Has(k) && want.kinds != quiz.AllKinds {
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
	}{1, s.scenario.Title, min(want.seed, 1<<53-1), []item{{s.scenario.Canonical(), names, want.count}}})
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
		return nil, nil, fileError(err)
	}
	for _, f := range names {
		if f.IsDir() || !scorm.Wants(f.Name()) {
			continue
		}
		content, err := fs.ReadFile(site, f.Name())
		if err != nil {
			return nil, nil, fileError(err)
		}
		files = append(files, scorm.PageFile{Name: f.Name(), Content: content})
	}
	return index, files, nil
}
