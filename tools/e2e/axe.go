package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hopyard/tools/repo"
)

// Axe waits until transitions end and then runs axe-core on the page, or on the
// open modal dialog. It applies the rules with the given names, or all rules if no
// names are given. It returns the findings, each with its rule, its impact and the
// elements. axe-core is injected through the debugger, because the content security
// policy does not apply there.
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
	// During a transition, a color has a value between its start and its end, so
	// its contrast is not meaningful.
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
