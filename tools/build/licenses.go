package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// work is a piece of third-party software that web/dist contains: its name, and the
// folder that holds its licence.
type work struct{ name, dir string }

// makeLicenses makes licenses.txt with the licences and notices of all software
// compiled or bundled into the site. The licences require that their text
// accompanies the software.
func makeLicenses(root string) (contents, error) {
	works, err := npmWorks(root)
	if err != nil {
		return nil, err
	}
	goWorks, err := goWorks(root)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	fmt.Fprintln(&text, "Hopyard is under the MIT licence. The page, and the server that holds it, are also made of these works, under the licences that follow.")
	works = append(append(works, goWorks...), work{"Noto Sans SC, cut", filepath.Join(root, "web", "picture", "han")})
	for _, w := range works {
		texts, err := w.licenses()
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "\n==== %s ====\n\n%s\n", w.name, strings.TrimSpace(texts))
	}
	return contents{"licenses.txt": text.Bytes()}, nil
}

// npmWorks returns the packages of package-lock.json, without the development
// dependencies, which only tests need.
func npmWorks(root string) ([]work, error) {
	dir := filepath.Join(root, "tools", "build")
	raw, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version string
			Dev     bool
		}
	}
	if err := json.Unmarshal(raw, &lock); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	var works []work
	for _, path := range slices.Sorted(maps.Keys(lock.Packages)) {
		if p := lock.Packages[path]; path != "" && !p.Dev {
			works = append(works, work{strings.TrimPrefix(path, "node_modules/") + " " + p.Version, filepath.Join(dir, path)})
		}
	}
	return works, nil
}

// goWorks returns Go itself and the modules that the programs for browsers and
// ./web/serve depend on.
func goWorks(root string) ([]work, error) {
	const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
	args := []string{"list", "-deps", "-f", format}
	for _, p := range programs {
		args = append(args, p.pkg)
	}
	list, err := wasmCommand(root, args...).Output()
	if err != nil {
		return nil, fmt.Errorf("listing the modules of the programs: %w", err)
	}
	served := exec.Command("go", "list", "-deps", "-f", format, "./web/serve")
	served.Dir = root
	more, err := served.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the modules of ./web/serve: %w", err)
	}
	goroot, err := goroot()
	if err != nil {
		return nil, err
	}
	works := []work{{"Go", goroot}}
	lines := strings.Split(strings.TrimSpace(string(list)+string(more)), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		if name, dir, ok := strings.Cut(line, "\t"); ok {
			works = append(works, work{name, dir})
		}
	}
	return works, nil
}

// licenses returns the licence files and notices in the folder of a work. It is an
// error if there are none.
func (w work) licenses() (string, error) {
	var texts []string
	for _, pattern := range []string{"LICEN[CS]E*", "COPYING*", "NOTICE*"} {
		files, err := filepath.Glob(filepath.Join(w.dir, pattern))
		if err != nil {
			return "", err
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return "", err
			}
			texts = append(texts, string(text))
		}
	}
	if texts == nil {
		return "", fmt.Errorf("%s: no licence in %s: look whether it may be passed on", w.name, w.dir)
	}
	return strings.Join(texts, "\n\n"), nil
}
