package lint

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxFunc is the most lines of a function, tests excepted: their tables are data.
const maxFunc = 70

func TestFunctionsAreShort(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test() {
			continue
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if n := f.line(fn.End()) - f.line(fn.Pos()) + 1; n > maxFunc {
					t.Errorf("%s:%d: %s has %d lines, more than %d: split it", f.name, f.line(fn.Pos()), fn.Name.Name, n, maxFunc)
				}
			}
		}
	}
}

// vague are the words that say nothing about a type.
var vague = []string{"Manager", "Helper", "Util", "Utils", "Common", "Data", "Info", "Base", "Impl"}

// camel splits SwitchHTTPData into Switch, HTTP and Data.
var camel = regexp.MustCompile(`[A-Z]+(?:[a-z0-9]+|\b|$)|[A-Z][a-z0-9]+`)

func TestNamesSaySomething(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, word := range vague {
			if strings.EqualFold(f.ast.Name.Name, word) {
				t.Errorf("%s: package %s: name it by a noun of the field", f.name, f.ast.Name.Name)
			}
		}
		for _, spec := range types(f) {
			for _, word := range camel.FindAllString(spec.Name.Name, -1) {
				if spec.Name.IsExported() && slices.Contains(vague, word) {
					t.Errorf("%s:%d: type %s: %q says nothing: name it by a noun of the field",
						f.name, f.line(spec.Pos()), spec.Name.Name, word)
				}
			}
		}
	}
}

func types(f goFile) []*ast.TypeSpec {
	var specs []*ast.TypeSpec
	for _, d := range f.ast.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			for _, s := range g.Specs {
				specs = append(specs, s.(*ast.TypeSpec))
			}
		}
	}
	return specs
}
