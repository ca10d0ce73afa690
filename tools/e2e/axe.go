package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hopyard/tools/repo"
)

// Axe waits for transitions to end and runs axe-core on the page as it is then,
// or on the modal dialog that is open, with the rules that are named, or with
// all. It returns the findings, each with rule, impact and the elements. axe-core
// comes in through the debugger, which the content security policy does not concern.
func (p *Page) Axe(rules ...string) ([]string, error) {
	root, err := repo.Root()
	if err != nil {
		return nil, err
	}
	source, err := os.ReadFile(filepath.Join(root, "tools", "build", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		return nil, fmt.Errorf("axe-core is not installed: run make setup: %w", err)
	}
	if there, err := Eval[bool](p, "typeof axe === 'object'"); err != nil {
		return nil, err
	} else if !there {
		if _, err := Eval[bool](p, string(source)+"; typeof axe === 'object'"); err != nil {
			return nil, err
		}
	}
	type finding struct {
		ID, Impact, Help string
		Nodes            []struct{ Target []any }
	}
	only := ""
	if len(rules) > 0 {
		only = `, runOnly: ['` + strings.Join(rules, `','`) + `']`
	}
	// Halfway through a transition, colors are those of neither theme.
	findings, err := Eval[[]finding](p, `Promise.allSettled(document.getAnimations()
		.filter(a => a instanceof CSSTransition).map(a => a.finished)).then(() => axe.run(document.querySelector("dialog:modal") || document, {resultTypes: ['violations']`+only+`})).then(r =>
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
