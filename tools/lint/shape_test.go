package lint

import (
	"go/ast"
	"go/token"
	"maps"
	"path"
	"slices"
	"testing"
)

// maxFunc is the maximum number of lines of a function. Tests, generated files and
// functions that only look something up in a switch are exempt, because they are data.
const maxFunc = 70

func TestFunctionsAreShort(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test() || ast.IsGenerated(f.ast) {
			continue
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && !looksUp(fn) {
				if n := f.line(fn.End()) - f.line(fn.Pos()) + 1; n > maxFunc {
					t.Errorf("%s:%d: %s has %d lines, more than %d: split it", f.name, f.line(fn.Pos()), fn.Name.Name, n, maxFunc)
				}
			}
		}
	}
}

// looksUp reports whether a function consists only of a switch, in which every case is a
// single return, and perhaps a return after it.
func looksUp(fn *ast.FuncDecl) bool {
	if fn.Body == nil || len(fn.Body.List) == 0 || len(fn.Body.List) > 2 {
		return false
	}
	choice, ok := fn.Body.List[0].(*ast.SwitchStmt)
	if !ok {
		return false
	}
	for _, c := range choice.Body.List {
		body := c.(*ast.CaseClause).Body
		if len(body) != 1 {
			return false
		}
		if _, returns := body[0].(*ast.ReturnStmt); !returns {
			return false
		}
	}
	return true
}

// maxTypes is the maximum number of packages that may export a type of the same
// name. If more packages exported it, searching for the name would be useless.
const maxTypes = 2

// TestNamesAreUnique checks that no two packages have the same name, and that no
// type name is exported by more than maxTypes packages. It ignores commands
// (package main).
func TestNamesAreUnique(t *testing.T) {
	packages := map[string]map[string]bool{}
	exported := map[string]map[string]bool{}
	add := func(m map[string]map[string]bool, name, dir string) {
		if m[name] == nil {
			m[name] = map[string]bool{}
		}
		m[name][dir] = true
	}
	for _, f := range goFiles(t) {
		if f.test() {
			continue
		}
		dir := path.Dir(f.name)
		if name := f.ast.Name.Name; name != "main" {
			add(packages, name, dir)
		}
		for _, name := range exportedTypes(f) {
			add(exported, name.Name, dir)
		}
	}
	for name, dirs := range packages {
		if len(dirs) > 1 {
			t.Errorf("%v all declare package %s: rename each after what it provides", slices.Sorted(maps.Keys(dirs)), name)
		}
	}
	for name, dirs := range exported {
		if len(dirs) > maxTypes {
			t.Errorf("type name %s is used in %v, more than %d packages: say which %s each is", name, slices.Sorted(maps.Keys(dirs)), maxTypes, name)
		}
	}
}

// exportedTypes returns the names of the exported types that a file declares.
func exportedTypes(f goFile) []*ast.Ident {
	var names []*ast.Ident
	for _, d := range f.ast.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			for _, s := range g.Specs {
				if name := s.(*ast.TypeSpec).Name; name.IsExported() {
					names = append(names, name)
				}
			}
		}
	}
	return names
}
