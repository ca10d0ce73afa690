package e2e

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Axe runs axe-core on the page as it is now and returns its findings, each with
// rule, impact and the elements. It comes in through the debugger, which the
// content security policy does not concern.
func (p *Page) Axe() ([]string, error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	source, err := os.ReadFile(filepath.Join(root, "tools", "build", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		return nil, fmt.Errorf("axe-core is not installed: run make setup: %w", err)
	}
	if _, err := Eval[bool](p, string(source)+"; typeof axe === 'object'"); err != nil {
		return nil, err
	}
	type finding struct {
		ID, Impact, Help string
		Nodes            []struct{ Target []any }
	}
	findings, err := Eval[[]finding](p, `axe.run(document, {resultTypes: ['violations']}).then(r =>
		r.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => ({Target: n.target}))})))`)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, f := range findings {
		var places []string
		for _, n := range f.Nodes {
			places = append(places, fmt.Sprint(n.Target...))
		}
		lines = append(lines, fmt.Sprintf("%s (%s): %s: %s", f.ID, f.Impact, f.Help, strings.Join(places, ", ")))
	}
	return lines, nil
}

// moduleRoot is the folder of the go.mod above the working directory.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod here or above: run it inside the repository")
		}
		dir = up
	}
}
